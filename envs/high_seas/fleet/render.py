"""A large battle as text, and what its actions mean; `picture` draws it, `story` tells it as it happens."""

from typing import Any

from .. import record as r
from .. import ship as s
from . import record as f
from .picture import picture
from .story import NAMES, narrate, order_words, range_name, result

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

WIDTH = 78
BAR = 8
LETTERS = "CSMLFE"  # the ranges, from Close to Extreme

_STRATEGIES = (
    "",
    "; Speed +2 now and next turn, but on 9 or 10 the sails tear",
    "; Handling +2 this turn, but on 9 or 10 the rudder is strained",
)
_AIMS = (
    "at the hull of ship {}: at 0 Hull she sinks",
    "at the rigging of ship {}: harder by 10; it slows her, at 0 she can only circle",
    "with grapeshot at the hands on deck of ship {}: only at Close",
)


def _orders() -> list[str]:
    """What the orders mean, in the order of the actions."""
    slots = range(f.SHIPS)
    words = ["flee from all: the ranges grow, and the stern guns bear on who follows"]
    words += [f"close with ship {k}: the chasers bear, and near her a broadside" for k in slots]
    words += [f"hold the range of ship {k} and turn a broadside to her" for k in slots]
    words += [f"hold the range of ships {j} and {k} and turn a broadside to each" for j, k in f.PAIRS]
    return [word + strategy for word in words for strategy in _STRATEGIES]


# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    *_orders(),
    "come back to the edge of sight of the ships she has lost, by way of ships that see them",
    "sail on without a Brilliant Maneuver",
    "try a Brilliant Maneuver: she and the enemies engaged with her roll, the better has +5 against the other",
    "sail on: the hand is lost, or the captain's Tactics and Strategy fall by one",
    "turn back and pick them up: Speed 1 in the next turn",
    "keep clear of everybody",
    *(f"throw grapples at ship {k}: if they hold, the boarders fight until a side yields" for k in range(f.SHIPS)),
    "fire no more this turn",
    *(f"lay the {battery} guns {aim.format(k)}" for battery in r.BATTERIES for aim in _AIMS for k in range(f.SHIPS)),
)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The battle as text for a terminal, at most 78 columns wide: the ships by side, and the table of ranges.

    Args:
        state: one battle.
        names: what the ships are called, one a seat.
    """
    lines = [_heading(state)]
    for side in sorted({int(side) for side in state.side if side >= 0}):
        seats = [seat for seat in range(f.SHIPS) if state.side[seat] == side]
        mission = ("", " · hunts", " · runs")[state.ship[seats[0]].mission]
        lines += ["", f"Side {side}{mission}"]
        for seat in seats:
            lines += _ship(state, seat, names)
    lines += ["", *_ranges(state, names)]
    if state.ending != f.RUNNING:
        lines += ["", result(state, names)]
    return "\n".join(line.rstrip() for line in lines)


def _heading(state: Any) -> str:
    left = f"── Turn {state.turn} of {state.nightfall} · "
    left += f"{f.PHASES[state.phase]} " if state.ending == f.RUNNING else f"{f.ENDINGS[state.ending]} "
    right = f" calm to the end of turn {state.turn + state.calm - 1} ──" if state.calm else "──"
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def bar(left: int, most: int) -> str:
    """How much is left, as a bar; a ship with one point left still shows a block."""
    full = -(-BAR * left // most)
    return "█" * full + "░" * (BAR - full)


def fate(state: Any, seat: int) -> str:
    """Why a ship is no longer in the battle, empty while she is."""
    ship = state.ship[seat]
    if ship.sunk:
        return "sunk"
    if ship.taken:
        return "taken"
    return "" if state.present[seat] else "away"


def _ship(state: Any, seat: int, names: tuple[str, ...]) -> list[str]:
    """A ship in a line, and her order in another."""
    ship = state.ship[seat]
    title = f"{seat:>3} {names[seat]:<12.12} {r.HULLS[ship.kind].replace('_', ' '):<13}"
    gone = fate(state, seat)
    if gone:
        return [f"{title} {gone}"]
    guns = " ".join(
        f"{name}{ship.guns[battery]}{'' if ship.loaded[battery] == 1 else '*'}" for battery, name in enumerate("pscx")
    )
    lines = [
        f"{title} {bar(ship.hull, ship.hull_max)} {ship.hull:>2} {bar(ship.rigging, ship.rigging_max)} "
        f"{ship.rigging:>2} crew {ship.crew:>3} {guns}"
    ]
    words = [word for word in (order_words(state, seat, names), *_flags(state, seat, names)) if word]
    return lines + ([f"      {'; '.join(words)}"] if words else [])


def _flags(state: Any, seat: int, names: tuple[str, ...]) -> list[str]:
    """What is the matter with a ship, in words."""
    ship = state.ship[seat]
    found = [
        (state.locked[seat], f"locked with {names[state.locked[seat] - 1]}" if state.locked[seat] else ""),
        (state.lost[seat], "sees nobody"),
        (s.crippled(ship), "crippled"),
        (s.under_manned(ship), "under-manned"),
        (s.becalmed(state, ship), "becalmed"),
        (ship.fouled, "fouled sail"),
        (ship.anchor, "anchor dragging"),
        (ship.torn, "torn sails"),
        (ship.wet, "wet sails"),
        (ship.adrift, "hands in the water"),
        (ship.powder == 0, "no powder"),
    ]
    return [words for is_so, words in found if is_so]


def _ranges(state: Any, names: tuple[str, ...]) -> list[str]:
    """The range of each two ships by its first letter; a point where they do not see each other."""
    seats = [seat for seat in range(f.SHIPS) if state.present[seat]]
    if not seats:
        return []
    legend = ", ".join(f"{letter} {range_name(place)}" for place, letter in enumerate(LETTERS))
    lines = [f"Ranges: {legend}, · out of sight", "    " + "".join(f"{seat:>3}" for seat in seats)]
    for one in seats:
        cells = []
        for other in seats:
            distance = int(state.ranges[one, other])
            cells.append("\\" if one == other else LETTERS[distance] if distance <= state.sight else "·")
        lines.append(f"{one:>3} " + "".join(f"{cell:>3}" for cell in cells))
    return lines
