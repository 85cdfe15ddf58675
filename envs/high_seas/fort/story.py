"""The story of a step of a raid in words, told from the raid before and after each phase as in `high_seas.story`."""

from collections.abc import Sequence
from typing import Any

from ... import chance, replay
from ...replay import copied
from .. import boarding, gunnery
from .. import record as r
from . import record as f
from . import turn, works

NAMES = ("Sea Hawk", "Stonehold")

Rolls = Sequence[tuple[Any, int]]

_TACTICS = ("", "Circle", "Evade", "Bear Down")
_GUNS = ("port gun", "starboard gun", "chaser", "stern gun")
_MARKS = ("walls", "men on the walls", "town")
_AIMS = ("hull", "rigging", "hands on deck")


def narrate(before: Any, orders: Any, after: Any, rolls: Rolls, names: tuple[str, ...] = NAMES) -> list[str]:
    """What one step did, a line an event.

    Args:
        before: the raid before the step.
        orders: the action of each seat.
        after: the raid after it.
        rolls: what was rolled in it, as `typed_dice.retell` finds it for these names.
        names: what ship and shore are called.

    Raises:
        ValueError: these orders and rolls do not lead from `before` to `after`.
    """
    lines: list[str] = []
    for phase in replay.phases(before, orders, after, rolls, turn.play_phase, turn.nobody_has_a_choice):
        lines += _TELL[int(phase[0].phase)](*phase, names)
    return lines


def work_words(work: Any) -> str:
    """What a work is called in a sentence."""
    kind = f.KINDS[work.kind]
    return kind if kind in ("town", "earthworks") else f"{kind} fort"


def order_words(ship: Any) -> str:
    """This turn's order of the ship, and what she fired."""
    words = _TACTICS[ship.order]
    if ship.desperate:
        words += " with hard turns"
    if ship.fired:
        words += f"; fired her {_GUNS[ship.fired - 1]}s at the {_MARKS[ship.aim]}"
    return words


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How a raid that is over came out, in one line."""
    ship, shore = names[0], names[1]
    if state.ending == r.SUNK:
        also = " as the town yields" if state.shore[f.TOWN].fallen else ""
        return f"{ship} has sunk before {shore}{also}."
    if state.ending == r.TAKEN:
        return f"{ship}'s stormers lay down their arms; she is taken by {shore}."
    if state.ending == r.ESCAPED:
        return f"{ship} stands out to sea; {shore} is left in peace."
    if state.ending == r.NIGHTFALL:
        return f"Night falls, and {ship} slips away from {shore}."
    if state.ending == f.TOWN_YIELDED:
        return f"The town hauls down its flag: {shore} yields to {ship} and pays her ransom."
    return f"{shore} has fallen to {ship}."


def _count(number: int, thing: str, many: str = "") -> str:
    return f"{number} {thing if number == 1 else many or thing + 's'}"


def _answers(rolled: Rolls, purpose: int, who: str = "") -> list[tuple[Any, int]]:
    return [(roll, answer) for roll, answer in rolled if roll.purpose == r.ROLLS[purpose] and who in ("", roll.who)]


# --- the phases ---------------------------------------------------------------------------------------------


def _tell_orders(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    line = f"{names[0]}: {order_words(now.ship[0])}; "
    if now.ending == r.ESCAPED:
        return [f"{line}the shore sinks below the horizon.", result(now, names)]
    old, new = r.RANGES[was.range], r.RANGES[now.range]
    if was.range != now.range:
        return [f"{line}the range {'shrinks' if now.range < was.range else 'grows'} from {old} to {new}."]
    stuck = now.ship[0].order == r.BEAR_DOWN and now.range > r.CLOSE
    return [line + ("her deep draft lets her no nearer than Medium." if stuck else f"the range stays {new}.")]


def _tell_storm(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    if orders[f.RAIDER] != f.STORM:
        return []
    mustered = copied(was)
    boarding.muster(mustered.ship[0])
    ship, fort = mustered.ship[0], was.shore[f.FORT]
    squads = [int(ship.squads), int(works.garrison_squads(fort))]
    if fort.squads >= 0:
        squads[1] = min(squads[1], int(fort.squads))
    lines = [f"{names[0]} storms the walls with {_count(squads[0], 'squad')}; {squads[1]} hold them."]
    for _, men in _answers(rolled, r.ROLL_YIELD):
        surly = min(men, squads[0])
        squads[0] -= surly
        lines.append(f"{names[0]}'s crew is surly: {_count(surly, 'squad')} will not fight.")
    for title, fought in _exchanges(rolled, names):
        killed = [min(sum(fought[seat]), squads[1 - seat]) for seat in range(2)]
        squads = [squads[0] - killed[1], squads[1] - killed[0]]
        lines.append(
            f"{title}: {names[0]} kills {_count(killed[0], 'squad')}, {names[1]} {killed[1]}; "
            f"left are {squads[0]} and {squads[1]}."
        )
    if now.shore[f.FORT].fallen:
        lines.append(f"The garrison yields: {names[0]}'s flag flies over the {work_words(fort)}.")
    elif not now.ship[0].taken:
        spent = "the fight goes on" if now.ship[0].squads else "no squad is left to go up again"
        lines.append(f"The walls hold; {spent}.")
    if now.ending != r.RUNNING:
        lines.append(result(now, names))
    return lines


def _exchanges(rolled: Rolls, names: tuple[str, ...]) -> list[tuple[str, list[list[int]]]]:
    """The kills of each side in a storm, sorted into the volley of firearms and the exchanges."""
    found: list[tuple[str, list[list[int]]]] = []
    last = ("", 0)
    number = 0
    for roll, kills in rolled:
        if roll.purpose not in (r.ROLLS[r.ROLL_FIREARMS], r.ROLLS[r.ROLL_MELEE]):
            continue
        seat = names.index(roll.who)
        if not found or roll.purpose != last[0] or seat <= last[1]:
            melee = roll.purpose == r.ROLLS[r.ROLL_MELEE]
            number += melee
            found.append((f"Storm, exchange {number}" if melee else "Firearms", [[], []]))
        found[-1][1][seat].append(kills)
        last = (roll.purpose, seat)
    return found


def _tell_fire(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    aimed = copied(was)
    turn.aim_guns(aimed, orders)
    shot = copied(aimed)
    works.exchange_fire(shot)
    lines = _tell_ship(aimed, rolled, names) + _tell_shore(aimed, rolled, names)
    lines += _shore_loses(aimed, shot, names) + _ship_loses(aimed.ship[0], shot.ship[0], rolled, names)
    for _, face in _answers(rolled, r.ROLL_RUDDER):
        words = "her rudder is strained, Handling one less" if face >= 9 else "her rudder holds"
        lines.append(f"{names[0]}'s hard turns: {face}, {words}.")
    lines += _ship_loses(shot.ship[0], now.ship[0], (), names)
    if was.facing == f.FORT and now.shore[f.FORT].fallen:
        lines.append(f"The {work_words(was.shore[f.FORT])} is a heap of rubble.")
        if now.facing == f.TOWN and now.ending == r.RUNNING:
            lines.append(f"The town of {names[1]} lies open to {names[0]}'s guns.")
    return lines + ([result(now, names)] if now.ending != r.RUNNING else [])


def _tell_ship(aimed: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    ship = aimed.ship[0]
    if not ship.fired:
        return []
    guns = _count(gunnery.guns_firing(ship, ship.fired - 1), _GUNS[ship.fired - 1])
    points = sum(answer for _, answer in _answers(rolled, r.ROLL_DAMAGE, names[0]))
    if aimed.facing == f.TOWN:
        return [f"{names[0]} fires {guns} into the town for {points}."]
    line = f"{names[0]} fires {guns} at the {_MARKS[ship.aim]}: "
    return [line + _shot_words(_answers(rolled, r.ROLL_CANNON, names[0])[0], points)]


def _tell_shore(aimed: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    work = aimed.shore[aimed.facing]
    if not work.fired:
        return []
    points = sum(answer for _, answer in _answers(rolled, r.ROLL_DAMAGE, names[1]))
    place = "from the town" if aimed.facing == f.TOWN else "from the walls"
    line = f"{names[1]} fires {_count(work.guns, 'gun')} {place} at the {_AIMS[work.aim]}: "
    return [line + _shot_words(_answers(rolled, r.ROLL_CANNON, names[1])[0], points)]


def _shot_words(shot: tuple[Any, int], points: int) -> str:
    roll, total = shot
    if total == chance.MISHAP_TOTAL:
        return "all ones, a miss; a gun bursts and is lost with its crew."
    if total < roll.target:
        return f"{total} against {roll.target}, a miss."
    return f"{total} against {roll.target}, a hit for {points}."


def _shore_loses(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    old, new = was.shore[was.facing], now.shore[was.facing]
    parts = []
    if old.structure != new.structure and was.facing == f.TOWN:
        parts.append(f"{new.structure} of {_count(old.structure_max, 'point')} until the town yields")
    elif old.structure != new.structure:
        parts.append(f"Structure {old.structure} to {new.structure}")
    if old.garrison != new.garrison:
        parts.append(f"{_count(old.garrison - new.garrison, 'man', 'men')} of the garrison killed")
    return [f"{names[1]}: {', '.join(parts)}."] if parts else []


def _ship_loses(was: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    parts = [
        f"{field.capitalize()} {was[field]} to {now[field]}"
        for field in ("hull", "rigging")
        if was[field] != now[field]
    ]
    burst = any(total == chance.MISHAP_TOTAL for _, total in _answers(rolled, r.ROLL_CANNON, names[0]))
    guns = [
        (int(was.guns[battery] - now.guns[battery]) - (burst and battery == was.fired - 1), word)
        for battery, word in enumerate(_GUNS)
    ]
    lost = [_count(number, word) for number, word in guns if number]
    if lost:
        parts.append(f"loses {' and '.join(lost)}")
    hands = int(was.sail_crew - now.sail_crew)
    if hands:
        parts.append(f"{_count(hands, 'hand')} at the sails killed")
    return [f"{names[0]}: {', '.join(parts)}."] if parts else []


_TELL = {r.ORDERS: _tell_orders, r.GRAPPLE: _tell_storm, r.FIRE: _tell_fire}
