"""The story of a step in words: the phases are played again with the same rolls, and what changes is told."""

from collections.abc import Callable, Sequence
from typing import Any

from .. import replay
from . import crew as c
from . import record as r
from . import sailing, sinking, table, turn

NAMES = ("Sea Hawk", "Santa Lucia")

Rolls = Sequence[tuple[Any, int]]

_WINDS = ("", "", "a dead calm", "light", "light", "slack", "slack", "steady", "fresh", "fresh", "strong", "strong")
_TURNS = ("hard to port", "to port", "straight on", "to starboard", "hard to starboard")
_SHARES = ("", "a quarter of her way", "half of her way", "three quarters of her way", "all her way")
_ALLOCATIONS = (
    "guns first",
    "oars first",
    "bailing before the guns",
    "bailing, then the oars",
    "helm and ropes",
    "bailing and the ropes",
    "oars and the ropes",
    "all hands to the ropes",
)
_MARKS = ("hull", "sails", "ram", "deck")
_STATIONS = ("at the wheel", "at the guns", "at the oars", "at the breach", "at the ropes")


def narrate(before: Any, orders: Any, after: Any, rolls: Rolls, names: tuple[str, ...] = NAMES) -> list[str]:
    """What one step did, a line an event.

    Args:
        before: the battle before the step.
        orders: the action of each seat.
        after: the battle after it.
        rolls: what was rolled in it, as `typed_dice.retell` finds it for these names.
        names: what the ships are called.

    Raises:
        ValueError: these orders and rolls do not lead from `before` to `after`.
    """
    lines: list[str] = []
    for was, chosen, now, rolled in replay.phases(
        before, orders, after, rolls, turn.play_phase, turn.nobody_has_a_choice
    ):
        lines += _TELL[int(was.phase)](was, chosen, now, rolled, names)
        if now.ending != r.RUNNING:
            lines.append(result(now, names))
    return lines


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How a battle that is over came out, in one line."""
    ships = state.ship
    if state.ending == r.SUNK:
        if ships[0].sunk and ships[1].sunk:
            return "Both ships are sinking, and neither outlives the other."
        return f"{names[0 if ships[0].sunk else 1]} is under, with all who are still aboard."
    if state.ending == r.TAKEN:
        if ships[0].taken and ships[1].taken:
            return "Nobody is left to hold either ship."
        lost = 0 if ships[0].taken else 1
        return f"{names[lost]} is taken by {names[1 - lost]}."
    if state.ending == r.ESCAPED:
        away = [name for name, ship in zip(names, ships) if table.off_table(ship)]
        return f"{away[0]} leaves the table."
    return "Night falls, and the ships lose sight of each other."


def heading_words(ship: Any) -> str:
    """A heading in degrees."""
    return f"{ship.heading / 2:g}°"


def inches(length: Any) -> str:
    """A length in inches."""
    return f'{int(length) / r.INCH:.3g}"'


def _count(number: int, thing: str, many: str = "") -> str:
    return f"{number} {thing if number == 1 else many or thing + 's'}"


def _answers(rolled: Rolls, purpose: int, who: str = "") -> list[int]:
    return [answer for roll, answer in rolled if roll.purpose == r.ROLLS[purpose] and who in ("", roll.who)]


# --- the phases ---------------------------------------------------------------------------------------------


def _tell_stations(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for seat, name in enumerate(names):
        if now.ship[seat].stationed:
            lines.append(f"{name}: {_ALLOCATIONS[now.ship[seat].stationed - 1]}; {stations(now.ship[seat])}.")
    for total in _answers(rolled, r.ROLL_WIND):
        wind = "a squall" if total == sailing.SQUALL else _WINDS[total]
        lines.append(f"The wind: {total}, {wind}.")
    margin = abs(_answers(rolled, r.ROLL_FIRST)[0])
    return [*lines, *_losses(was, now, names), f"Initiative: {names[now.high]}, by {margin}."]


def stations(ship: Any) -> str:
    """How many stand where."""
    parts = [f"{men} {place}" for men, place in zip(ship.hands.tolist(), _STATIONS) if men]
    return ", ".join(parts) or "nobody stands"


def _tell_first(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    if not turn.both_can_move(was):
        return []
    return [f"{names[now.first]} moves first."]


def _tell_move(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    seat = int(turn.mover(was))
    ship, old, name = now.ship[seat], was.ship[seat], names[seat]
    if not ship.plan:
        return []
    plan = int(ship.plan) - 1
    lines = []
    for held in _answers(rolled, r.ROLL_STRAIN):
        broken = int(was.tied) - held
        lines.append(f"The ropes strain: {_count(broken, 'rope')} of {was.tied} broken.")
    if plan == 0:
        return [*lines, f"{name} lies still."]
    course = f"{_SHARES[sailing.share_of(plan)]}, {_TURNS[sailing.halves_of(plan) + 2]}"
    line = f"{name} sails {course}: {inches(ship.moved)}"
    if ship.heading != old.heading:
        line += f", now on {heading_words(ship)}"
    elif sailing.halves_of(plan):
        line += ", but cannot turn"
    lines.append(f"{line}; the ships are {inches(now.gap)} apart.")
    if ship.rammed and not old.rammed:
        die = _answers(rolled, r.ROLL_DAMAGE)[-1]
        lines.append(
            f"{name} rams {names[1 - seat]}: {die} and {ship.resistance} against {now.ship[1 - seat].resistance}."
        )
    return lines + _losses(was, now, names)


def _tell_fire(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for seat, name in enumerate(names):
        ship = now.ship[seat]
        hits = _answers(rolled, r.ROLL_HIT, name)
        fired = [battery for battery in range(3) if ship.shots[battery]]
        for battery, hit in zip(fired, hits):
            catapults = battery == r.FORE and ship.fore_kind == r.CATAPULT
            mark = "deck" if catapults else _MARKS[ship.mark - 1]
            guns = _count(ship.shots[battery], "catapult" if catapults else f"{r.BATTERIES[battery]} gun")
            band = r.BANDS[was.ship[seat].band[battery]]
            lines.append(f"{name} fires {guns} at the {mark} at {band} range: {_count(hit, 'hit')}.")
    lines += _losses(was, now, names)
    for seat, name in enumerate(names):
        ship = now.ship[seat]
        for total in _answers(rolled, r.ROLL_SINK, name):
            lines.append(f"{name} has {c.leaks(ship)} glugs a round, {c.unbailed(ship)} not bailed: {total} on 2D.")
        if ship.sinking and not was.ship[seat].sinking:
            lines.append(f"A section gives way: {name} begins to sink by the stern.")
        elif ship.sinking:
            deck = min(int(ship.length), int(sinking.top_under(ship)))
            lines.append(f"{name} sinks on: {inches(ship.under)} from the stern below, {inches(deck)} of her deck.")
    return lines


def _tell_ropes(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for seat, name in enumerate(names):
        if orders[seat] >= r.FIRST_DEED:
            lines.append(f"{name}: {_DEEDS[orders[seat] - r.FIRST_DEED]}.")
        for purpose, words in _ROPE_ROLLS:
            lines += [f"{name} {words}: {number} succeed." for number in _answers(rolled, purpose, name)]
    if now.tied != was.tied:
        lines.append(f"{_count(int(now.tied), 'rope')} tie the ships together.")
    return lines + _losses(was, now, names)


_ROPE_ROLLS = (
    (r.ROLL_CUT, "cuts ropes"),
    (r.ROLL_THROW, "throws ropes"),
    (r.ROLL_KICK, "kicks out"),
    (r.ROLL_MELEE, "strikes in the melee"),
)
_DEEDS = (
    "ropes are thrown across",
    "ropes are thrown round a mast",
    "men swing across",
    "men swing across with a drop-kick",
    "men go across",
    "men cut the ropes",
    "ropes are thrown back",
)

# --- what is lost -------------------------------------------------------------------------------------------


def _losses(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    """What ships and crews have lost between two moments."""
    lines = []
    for seat, name in enumerate(names):
        old, new = was.ship[seat], now.ship[seat]
        parts = []
        if new.glugs + new.deck_glugs != old.glugs + old.deck_glugs:
            parts.append(f"{_count(c.leaks(new), 'glug')} a round pour in")
        if new.sail_hits != old.sail_hits:
            parts.append(f"{_count(new.sail_hits, 'hit')} in her sails")
        if old.ram and not new.ram:
            parts.append("her ram is splintered")
        holes = sum(one != r.NO_HOLE for one in new.holes[1:]) - sum(one != r.NO_HOLE for one in old.holes[1:])
        if holes > 0:
            parts.append("a hole gapes in her deck")
        men = c.standing(old) - c.standing(new)
        if men > 0:
            parts.append(f"{_count(men, 'man', 'men')} lost, {c.standing(new)} stand")
        if new.boarders > old.boarders:
            parts.append(f"{_count(new.boarders, 'man', 'men')} on the enemy's deck")
        if parts:
            lines.append(f"{name}: {', '.join(parts)}.")
    return lines


_TELL: dict[int, Callable[..., list[str]]] = {
    r.CREW: _tell_stations,
    r.FIRST: _tell_first,
    r.MOVE: _tell_move,
    r.ANSWER: _tell_move,
    r.FIRE: _tell_fire,
    r.BOARD: _tell_ropes,
}
