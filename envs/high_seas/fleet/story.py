"""The story of a step of a large battle, told as that of a duel is: phase by phase, from what was and what is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import chance, replay
from ...replay import copied
from .. import gunnery
from .. import record as r
from . import orders as o
from . import record as f
from . import sea, turn

NAMES = (
    "Sea Hawk", "Grey Gull", "Black Swan", "Red Heron", "White Tern", "Gold Finch",
    "Storm Crow", "Sand Piper", "Wild Goose", "Green Drake", "Blue Jay", "Night Owl",
)  # fmt: skip


@dataclass(frozen=True)
class Told:
    """One roll and its answer: what for, whose, against whom (-1: nobody), the number to reach."""

    purpose: int
    who: int
    other: int
    target: int
    answer: int


@dataclass(frozen=True)
class Phase:
    """One phase as it was played.

    Attributes:
        was, now: the battle before it and after it.
        orders: the action of each seat.
        rolls: what was rolled in it.
        names: of the ships.
    """

    was: Any
    now: Any
    orders: Sequence[int]
    rolls: list[Told]
    names: tuple[str, ...]

    def of(self, purpose: int, who: int | None = None) -> list[Told]:
        """The rolls for one purpose, of one ship or of all."""
        return [roll for roll in self.rolls if roll.purpose == purpose and who in (None, roll.who)]


def narrate(
    before: Any, orders: Any, after: Any, rolls: Sequence[tuple[Any, int]], names: tuple[str, ...] = NAMES
) -> list[str]:
    """What one step did, a line an event.

    Args:
        before: the battle before the step.
        orders: the action of each seat.
        after: the battle after it.
        rolls: what was rolled in it, as `typed_dice.retell` finds it for ships of these names.
        names: what the ships are called, one a seat; they must differ.

    Raises:
        ValueError: these orders and rolls do not lead from `before` to `after`.
    """
    seats = {name: seat for seat, name in enumerate(names)}
    told = [
        (Told(r.ROLLS.index(roll.purpose), seats[roll.who], seats.get(roll.other, -1), roll.target, answer), answer)
        for roll, answer in rolls
    ]
    lines: list[str] = []
    for was, chosen, state, rolled in replay.phases(before, orders, after, told, _play, turn.nobody_has_a_choice):
        lines += _TELL[was.phase](Phase(was, state, chosen, [roll for roll, _ in rolled], names))
    if state.ending != f.RUNNING:
        lines.append(result(state, names))
    return lines


def _play(state: Any, orders: Sequence[int]) -> None:
    turn.play_phase(state, np.array(orders, np.int16))


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How an ended battle came out, in one line."""
    if state.ending == f.NIGHTFALL:
        return f"Night falls and parts the fleets. {_score(state)}"
    left = sorted({int(state.side[seat]) for seat in range(f.SHIPS) if state.present[seat]})
    if state.ending == f.DECIDED:
        if not left:
            return f"Nobody is left. {_score(state)}"
        return f"Side {left[0]} holds the sea. {_score(state)}"
    return f"The enemies are out of each other's sight. {_score(state)}"


def _score(state: Any) -> str:
    """What each side has lost."""
    parts = []
    for side in sorted({int(side) for side in state.side if side >= 0}):
        ships = [state.ship[seat] for seat in range(f.SHIPS) if state.side[seat] == side]
        sunk, taken = sum(int(ship.sunk) for ship in ships), sum(int(ship.taken) for ship in ships)
        parts.append(f"side {side} lost {sunk + taken} of {len(ships)} ({sunk} sunk, {taken} taken)")
    words = "; ".join(parts)
    return words[0].upper() + words[1:] + "."


def order_words(state: Any, seat: int, names: tuple[str, ...] = NAMES) -> str:
    """A ship's revealed order of this turn, empty if she gave none."""
    ship = state.ship[seat]
    marks = " and ".join(names[other] for other in range(f.SHIPS) if o.names(state, seat, other))
    strategy = ("", " with wet sails", " with hard turns")[ship.desperate]
    if ship.order == r.EVADE:
        return "evade" + strategy
    if ship.order == r.BEAR_DOWN:
        return f"bear down on {marks}{strategy}"
    if ship.order == f.REJOIN:
        return "make for the ships she has lost"
    return f"circle {marks}{strategy}" if marks else ""


def _ships(state: Any) -> Iterator[int]:
    return (seat for seat in range(f.SHIPS) if state.present[seat])


def range_name(distance: int) -> str:
    """A range by name."""
    return r.RANGES[distance] if distance < len(r.RANGES) else "out of sight"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


# --- the phases ---------------------------------------------------------------------------------------------


def _tell_orders(phase: Phase) -> list[str]:
    lines = []
    for seat in _ships(phase.now):
        words = order_words(phase.now, seat, phase.names)
        if words:
            lines.append(f"{phase.names[seat]}: {words}.")
    return lines


def _tell_maneuver(phase: Phase) -> list[str]:
    lines = []
    for roll in phase.of(r.ROLL_MANEUVER):
        beaten = [
            phase.names[other]
            for other in _ships(phase.was)
            if phase.was.side[other] != phase.was.side[roll.who] and sea.raise_over(phase.now, roll.who, other)
        ]
        words = f", +5 against {', '.join(beaten)}" if beaten else ""
        lines.append(f"Brilliant Maneuver of {phase.names[roll.who]}: {roll.answer}{words}.")
    for one in _ships(phase.was):
        for other in range(one + 1, f.SHIPS):
            if phase.was.present[other]:
                lines += _tell_pair(phase, one, other)
    return [*lines, *_tell_table(phase)]


def _tell_pair(phase: Phase, one: int, other: int) -> list[str]:
    """What two ships' tactics did to the range between them; nothing if nothing came of it."""
    before, after = int(phase.was.ranges[one, other]), int(phase.now.ranges[one, other])
    words = f"{range_name(before)} to {range_name(after)}" if before != after else f"still {range_name(after)}"
    names = phase.names[one], phase.names[other]
    for roll in phase.rolls:
        if {roll.who, roll.other} == {one, other} and roll.purpose in (r.ROLL_CHASE, r.ROLL_HANDLING):
            first = roll.answer > 0 if roll.who == one else roll.answer < 0
            winner, loser = names if first else names[::-1]
            if roll.purpose == r.ROLL_CHASE:
                how = f"{winner} wins the chase with {loser} by {abs(roll.answer)}"
                return [f"{how if roll.answer else ' and '.join(names) + ' tie their chase'}: {words}."]
            if _denied(phase, one, other):
                return [f"{winner} outsails {loser} by {abs(roll.answer)} and shuts out her broadside: {words}."]
    if before > phase.was.sight >= after:
        return [f"{' and '.join(names)} are in sight of each other again: {words}."]
    return [f"{' and '.join(names)}: {words}."] if before != after else []


def _denied(phase: Phase, one: int, other: int) -> bool:
    """Whether a ship of the two named the other and yet has no broadside on her."""
    return any(
        o.names(phase.now, seat, mark) and not phase.now.arcs[seat, mark] & r.ARC_BROADSIDE
        for seat, mark in ((one, other), (other, one))
    )


def _tell_table(phase: Phase) -> list[str]:
    """The mishaps of tied chases."""
    lines = []
    for roll in phase.of(r.ROLL_MISHAP):
        name = phase.names[roll.who]
        if roll.answer <= 2:
            words = f"a sail of {name} comes loose, her Speed is 1 until it is set again"
        elif roll.answer <= 4:
            words = f"a heavy sea sweeps the ship that {name} chases, a hand is in the water"
        elif roll.answer <= 6:
            words = f"the wind dies for {_count(phase.now.calm - 1, 'turn')} after this one"
        elif roll.answer <= 8:
            words = f"an officer of {name} goes overboard"
        else:
            words = f"an anchor of the ship that {name} chases works loose and drags"
        lines.append(f"Mishap ({roll.answer}): {words}.")
    return lines


def _tell_mishap(phase: Phase) -> list[str]:
    lines = []
    for seat in _ships(phase.was):
        adrift = phase.was.ship[seat].adrift
        if adrift and phase.orders[seat] == f.TURN_BACK:
            lines.append(f"{phase.names[seat]} turns back for them: Speed 1 in the next turn.")
        elif adrift == r.SWELL:
            lines.append(f"{phase.names[seat]} sails on and loses the hand.")
        elif adrift:
            lines.append(f"{phase.names[seat]} sails on: her captain loses a rank of Tactics and of Strategy.")
    for seat in _ships(phase.was):
        if not phase.now.present[seat]:
            lines.append(f"{phase.names[seat]} has seen nobody for two turns: she is away.")
        elif phase.now.lost[seat]:
            lines.append(f"{phase.names[seat]} is out of sight of every other ship.")
    return lines


def _tell_grapple(phase: Phase) -> list[str]:
    lines = []
    for roll in phase.of(r.ROLL_GRAPPLE):
        target = phase.orders[roll.who] - f.FIRST_GRAPPLE
        held = "they hold" if roll.answer >= roll.target else "they slip"
        lines.append(
            f"{phase.names[roll.who]} throws grapples at {phase.names[target]}: {roll.answer} against {roll.target}, "
            f"{held}."
        )
    for seat in _ships(phase.was):
        partner = int(phase.was.locked[seat]) - 1
        if partner > seat and phase.now.present[seat] and phase.now.present[partner] and not phase.now.locked[seat]:
            lines.append(f"{phase.names[seat]} and {phase.names[partner]} are cut apart; the range is Short.")
    fought = {roll.who for roll in phase.rolls if roll.purpose in (r.ROLL_MELEE, r.ROLL_FIREARMS)}
    for seat in sorted(fought):
        kills = sum(roll.answer for roll in phase.of(r.ROLL_MELEE, seat) + phase.of(r.ROLL_FIREARMS, seat))
        left = max(0, int(phase.now.ship[seat].squads))
        lines.append(
            f"Melee: {phase.names[seat]}'s fighters strike down {_count(kills, 'squad')} and have {left} left."
        )
    for seat in _ships(phase.was):
        if phase.now.ship[seat].taken and not phase.was.ship[seat].taken:
            lines.append(f"{phase.names[seat]} is taken.")
    return lines


_BATTERIES = ("port gun", "starboard gun", "chaser", "stern gun")
_AIMS = ("hull", "rigging", "deck")


def _tell_fire(phase: Phase) -> list[str]:
    if phase.was.asked:
        return []  # the guns are laid; they are told of when they fire
    lines = []
    shots = [(seat, battery) for seat in _ships(phase.was) for battery in range(4) if phase.was.shots[seat, battery]]
    volleys = iter(phase.rolls)
    loaded = copied(phase.was)
    for seat, battery in shots:
        shot = int(phase.was.shots[seat, battery]) - 1
        number = gunnery.spend(loaded.ship[seat], battery)
        if number == 0:
            continue  # another battery has had the last powder
        guns = _count(number, _BATTERIES[battery])
        line = f"{phase.names[seat]} fires {guns} at the {_AIMS[shot % 3]} of {phase.names[shot // 3]}: "
        roll = next(volleys)
        if roll.answer == chance.MISHAP_TOTAL:
            line += "all ones, a miss; a gun bursts and is lost with its crew."
        elif roll.answer < roll.target:
            line += f"{roll.answer} against {roll.target}, a miss."
        else:
            line += f"{roll.answer} against {roll.target}, a hit for {next(volleys).answer}."
        lines.append(line)
    for seat in _ships(phase.was):
        lines += _losses(phase, seat)
    return lines


def _losses(phase: Phase, seat: int) -> list[str]:
    """What a ship has lost of Hull, Rigging, guns and hands in a phase."""
    was, now = phase.was.ship[seat], phase.now.ship[seat]
    parts = [
        f"{field.capitalize()} {was[field]} to {now[field]}"
        for field in ("hull", "rigging")
        if was[field] != now[field]
    ]
    guns, hands = int(was.guns.sum() - now.guns.sum()), int(was.sail_crew - now.sail_crew)
    if guns:
        parts.append(f"loses {_count(guns, 'gun')}")
    if hands:
        parts.append(f"{_count(hands, 'hand')} at the sails killed")
    return [f"{phase.names[seat]}: {', '.join(parts)}."] if parts else []


_STRAINS = {
    r.ROLL_WET: ("'s wet sails", "they tear, half Speed in the next turn"),
    r.ROLL_RUDDER: ("'s hard turns", "her rudder is strained, Handling one less"),
    r.ROLL_FOULED: ("'s fouled sail", "it is set again"),
    r.ROLL_ANCHOR: ("'s anchor", "it is made fast"),
}


def _tell_last_stands(phase: Phase) -> list[str]:
    """The melees that the crews of sunken ships fight to their end."""
    lines = []
    for seat in _ships(phase.was):
        partner = int(phase.was.locked[seat]) - 1
        if phase.now.ship[seat].sunk and phase.of(r.ROLL_MELEE, seat) + phase.of(r.ROLL_MELEE, partner):
            left = max(0, int(phase.now.ship[seat].squads)), max(0, int(phase.now.ship[partner].squads))
            lines.append(
                f"{phase.names[seat]} goes down, and her crew has two turns left: {_count(left[0], 'squad')} of hers "
                f"and {left[1]} of {phase.names[partner]} are left of the melee."
            )
    return lines


def _tell_night(phase: Phase) -> list[str]:
    lines = _tell_last_stands(phase)
    for roll in phase.rolls:
        if roll.purpose in _STRAINS and roll.answer >= roll.target:
            thing, happened = _STRAINS[roll.purpose]
            lines.append(f"{phase.names[roll.who]}{thing}: {roll.answer}, {happened}.")
    for seat in _ships(phase.was):
        was, now, name = phase.was.ship[seat], phase.now.ship[seat], phase.names[seat]
        if now.taken:
            lines.append(f"{name} is taken by the crew of {phase.names[phase.was.locked[seat] - 1]}.")
            continue
        lines += _losses(phase, seat)
        if now.sunk:
            lines.append(f"{name} sinks.")
        elif now.shown and not was.shown:
            lines.append(f"{name} has hidden gunports: lookouts have seen them.")
    if phase.was.calm == 1:
        lines.append("The wind is back.")
    return lines


_TELL: tuple[Callable[[Phase], list[str]], ...] = (
    _tell_orders,
    _tell_maneuver,
    _tell_mishap,
    _tell_grapple,
    _tell_fire,
    _tell_night,
)
