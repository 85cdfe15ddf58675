"""The story of a step in words, told from the encounter before and after each phase."""

from collections.abc import Iterator, Sequence
from typing import Any

from .. import replay
from . import check, gunnery, turn
from . import record as r
from .words import BEARINGS as BEARING_WORDS
from .words import NAMES, PLACES, STATES, WEAPONS, component, count, engine_or_rigging, result

Rolls = Sequence[tuple[Any, int]]
Names = tuple[str, ...]


def narrate(before: Any, orders: Any, after: Any, rolls: Rolls, names: Names = NAMES) -> list[str]:
    """What one step did, a line an event.

    Args:
        before: the encounter before the step.
        orders: the action of each seat.
        after: the encounter after it.
        rolls: what was rolled in it, as `typed_dice.retell` finds it for these names.
        names: what the ships are called.

    Raises:
        ValueError: these orders and rolls do not lead from `before` to `after`.
    """
    lines: list[str] = []
    for phase in replay.phases(before, orders, after, rolls, turn.play_phase, turn.nobody_has_a_choice):
        lines += _phase(*phase, names)
    return lines


def _phase(was: Any, orders: tuple[int, ...], now: Any, rolled: Rolls, names: Names) -> Iterator[str]:
    """One phase: what was chosen, what was rolled, what has changed, how it ended."""
    for seat in range(2):
        words = _choice(was, now, seat, orders[seat], names)
        if words:
            yield f"{names[seat]}{words}"
    yield from _rolled(was, now, rolled, names)
    for seat in range(2):
        changes = list(_changes(was.ship[seat], now.ship[seat]))
        if changes:
            yield f"{names[seat]}: {', '.join(changes)}."
    if was.range != now.range:
        yield f"The range is {r.RANGES[now.range]} now."
    if now.ending != r.RUNNING:
        yield result(now, names)
    elif was.turn != now.turn:
        yield f"Turn {now.turn} begins."


# --- choices ------------------------------------------------------------------------------------------------


def _choice(was: Any, now: Any, seat: int, action: int, names: Names) -> str:
    """What a captain has chosen, to be put behind her ship's name; nothing where there is nothing to tell."""
    ship = was.ship[seat]
    if r.FIRST_PLACE <= action < r.FIRST_PLACE + 6:
        return f" wants to move to {PLACES[action - r.FIRST_PLACE]}."
    if r.FIRST_BEARING <= action < r.FIRST_BEARING + 5:
        return f" picks the bearing: {BEARING_WORDS[action - r.FIRST_BEARING]}."
    if r.FIRST_MEND <= action < r.FIRST_MEND + 8:
        return f": an engineer goes to mend the {component(ship, action - r.FIRST_MEND)}."
    if r.FIRST_AIM <= action < r.FIRST_AIM + 5:
        return f": her gunner aims at the {r.SPOTS[action - r.FIRST_AIM]}."
    if action == r.FOLLOW:
        return f" follows to {PLACES[now.location]}."
    return _SIMPLE.get(action, "")


_SIMPLE = {
    r.STAY: " keeps the encounter where it is.",
    r.REFUSE: " refuses.",
    r.FIGHT_ON: " fights on; the other has -5 in Range and Bearing.",
    r.CLOSER: " closes in.",
    r.KEEP: " keeps the range.",
    r.FARTHER: " opens the range.",
    r.LET_STAND: " lets it stand.",
    r.STAND_BY: ": an officer stands by.",
    r.NO_TRICK: " tries no trick.",
    r.DISCHARGE: " fires her damaged guns.",
    r.NO_RAM: " does not ram.",
    r.STAND_OFF: " sends no boarders.",
    r.SAIL_AWAY: " turns away.",
    r.NAVIGATOR: ": the navigator plots another course.",
    r.LOOKOUT: ": the look-out calls from aloft.",
    r.BOSUN: ": the bosun drives the hands on, +2.",
    r.FEIGN: " tries a trick.",
    r.WATCH: " posts a look-out against tricks.",
    r.SHOW_PORT: " shows her port side.",
    r.SHOW_STARBOARD: " shows her starboard side.",
    r.HOLD: " holds her fire.",
    r.BELOW: ": an officer takes cover below.",
    r.EVASIVE: ": the navigator takes evasive action.",
    r.GUNNER: ": an officer lays the guns.",
    r.SHOOT: ": an officer takes aim at the enemy's deck.",
    r.RAM_HER: " rams!",
    r.BOARD_HER: " sends her boarders over!",
}


# --- rolls --------------------------------------------------------------------------------------------------


def _rolled(was: Any, now: Any, rolled: Rolls, names: Names) -> Iterator[str]:
    """What was rolled, a line a roll; attacks with all their dice in one."""
    attacks: dict[tuple[str, int], list[int]] = {}
    for roll, answer in rolled:
        purpose = r.ROLLS.index(roll.purpose)
        if purpose in (r.ROLL_ATTACK, r.ROLL_BRAND):
            attacks.setdefault((roll.who, purpose - r.ROLL_ATTACK), []).append(answer)
        else:
            yield f"{roll.who}, {roll.purpose}: {_meaning(purpose, was, now, roll, answer, names)}."
    for (who, attack), faces in attacks.items():
        yield _attack(now, names.index(who), attack, faces, who)


def _attack(now: Any, seat: int, attack: int, faces: list[int], who: str) -> str:
    ship = now.ship[seat]
    weapon = WEAPONS[gunnery.weapon_of(ship, attack)]
    struck = gunnery.hits(int(ship.margin[attack]))
    words = count(struck, "hit") if struck else "a miss"
    shown = " and ".join(map(str, faces))
    return f"{who} fires her {weapon}: {shown}, needs {gunnery.needed(now, seat, attack)}, {words}."


def _meaning(purpose: int, was: Any, now: Any, roll: Any, answer: int, names: Names) -> str:
    """A roll and what it says."""
    seat = names.index(roll.who)
    if purpose <= r.ROLL_RAM:
        if now.forced:
            return f"{answer} on the die, against a ship that cannot be handled"
        return f"{answer} on the die, {now.total[seat]} against {now.total[1 - seat]}"
    if purpose in (r.ROLL_NAVIGATOR, r.ROLL_LOOKOUT):
        piped = check.BOSUN if was.ship[seat].piped == 1 + was.stake else 0
        return f"{answer} on the die, {answer + now.ship[seat].skill + piped} in all"
    if purpose == r.ROLL_HIT:
        return f"{answer}, the {r.SPOTS[(answer - 1) // 2]}"
    if purpose == r.ROLL_BOARDING:
        return f"{answer} on the die"
    words = {
        r.ROLL_TRICK: ("she takes the bait, +5 in Bearing", "nobody is deceived"),
        r.ROLL_SAVE: ("made", "failed"),
        r.ROLL_MAGAZINE: ("it holds", "it blows up"),
        r.ROLL_REPAIR: ("done", "not done"),
    }[purpose]
    return f"{answer}, {words[0] if answer >= roll.target else words[1]}"


# --- changes ------------------------------------------------------------------------------------------------


def _changes(old: Any, new: Any) -> Iterator[str]:
    """What is otherwise aboard than before."""
    if old.hull != new.hull:
        yield f"Hull Integrity {old.hull} to {new.hull}"
    if old.rigging != new.rigging:
        yield f"{engine_or_rigging(new)} {STATES[new.rigging]}"
    if old.stores != new.stores:
        yield f"{count(int(new.stores), 'component')} of the stores left"
    for weapon in range(5):
        if old.weapons[weapon] != new.weapons[weapon]:
            yield f"{WEAPONS[weapon]} {STATES[new.weapons[weapon]]}"
    if old.hands != new.hands:
        yield f"{count(int(old.hands - new.hands), 'hand')} lost"
    if old.leader != new.leader:
        yield "another officer takes command"
    else:
        hurt = int(old.wounds.sum() - new.wounds.sum())
        if hurt:
            yield f"{count(hurt, 'wound')} among the officers"
        if old.wounds[r.CAPTAIN] and not new.wounds[r.CAPTAIN]:
            yield "the captain is down"
        if old.officers != new.officers:
            yield f"{count(int(old.officers - new.officers), 'officer')} down"
    if old.aground != new.aground:
        yield "aground" if new.aground else "afloat again"
    if not old.spins and new.spins:
        yield "spun round, Command -5 in the next turn"
    if not old.fogged and new.fogged:
        yield "blind in the fog, -5 in Bearing"
    if old.sinking != new.sinking and new.sinking:
        yield f"sinks in {count(int(new.sinking), 'turn')} unless she is repaired"
