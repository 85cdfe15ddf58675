"""The story of a step: what was ordered, what was rolled and what came of it, in words.

A step may run through several phases, each of which is told from the battle before it and the battle after it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .. import chance, replay
from ..replay import copied
from . import deeds, gunnery, story_melee, turn
from . import record as r
from .words import Roll, Rolls, against, answers, count, reached

NAMES = ("Sea Hawk", "Grey Gull")


_TACTICS = ("", "Circle", "Evade", "Bear Down")
_STRATEGIES = ("", " with wet sails", " with hard turns")
_BATTERIES = ("port battery", "starboard battery", "chasers", "stern guns")
_GUNS = ("port gun", "starboard gun", "chaser", "stern gun")
_AIMS = ("hull", "rigging", "hands on deck")


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
    known = [Roll(r.ROLLS.index(roll.purpose), names.index(roll.who), roll.target) for roll, _ in rolls]
    told = [(roll, answer) for roll, (_, answer) in zip(known, rolls)]
    lines: list[str] = []
    for was, chosen, state, rolled in replay.phases(
        before, orders, after, told, turn.play_phase, turn.nobody_has_a_choice
    ):
        lines += _TELL[was.phase](was, chosen, state, rolled, names)
    if state.ending != r.RUNNING:
        won = [turn.payoff(state, seat) > 0 for seat in range(r.SEATS)]
        lines += story_melee.tell_rewards(state, won, names)
    return lines


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How an ended battle came out, in one line."""
    lost = [seat for seat in range(r.SEATS) if state.ship[seat].sunk or state.ship[seat].taken]
    if state.ending == r.SUNK:
        if state.ship[0].sunk and state.ship[1].sunk:
            return "Both ships have sunk."
        if len(lost) == r.SEATS:
            sunk, taken = names if state.ship[0].sunk else names[::-1]
            return f"{sunk} has sunk, but her crew has taken {taken}."
        return f"{names[lost[0]]} has sunk; {names[1 - lost[0]]} holds the sea."
    if state.ending == r.TAKEN:
        how = "is taken" if turn.plays(state, r.GRAPPLE) else "is caught"
        return f"{names[lost[0]]} {how} by {names[1 - lost[0]]}."
    if state.ending == r.NIGHTFALL:
        return "Night falls and parts the ships."
    if state.ship[0].order == r.EVADE and state.ship[1].order == r.EVADE:
        return "Both ships evade and lose each other."
    fled = [seat for seat in range(r.SEATS) if state.ship[seat].order == r.EVADE]
    if not fled:
        return "The ships are out of each other's sight."
    return f"{names[fled[0]]} is out of sight: {names[1 - fled[0]]} has lost her."


def order_words(ship: Any) -> str:
    """This turn's revealed orders of a ship: her tactic, and what she fired."""
    words = _TACTICS[ship.order] + _STRATEGIES[ship.desperate]
    if ship.fired:
        words += "; " if words else ""
        words += f"fired her {_BATTERIES[ship.fired - 1]} at the {_AIMS[ship.aim]}"
    return words


def _shift(was: Any, now: Any) -> str:
    """How the range moved."""
    names = (*r.RANGES, "out of sight")
    old, new = names[min(was.range, len(r.RANGES))], names[min(now.range, len(r.RANGES))]
    if was.range == now.range:
        return f"the range stays {new}"
    return f"the range {'shrinks' if now.range < was.range else 'grows'} from {old} to {new}"


# --- the phases ---------------------------------------------------------------------------------------------


def _tell_orders(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    if was.grappled or was.parting:
        return []
    lines = [f"{names[seat]}: {order_words(now.ship[seat])}." for seat in range(r.SEATS)]
    return lines + ([result(now, names)] if now.ending != r.RUNNING else [])


def _tell_maneuver(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for _, margin in answers(rolled, r.ROLL_MANEUVER):
        tried = [names[seat] for seat in range(r.SEATS) if orders[seat] == r.ATTEMPT]
        line = f"Brilliant Maneuver ({'both try' if len(tried) == r.SEATS else f'{tried[0]} tries'}): "
        if margin:
            line += f"{names[0 if margin > 0 else 1]} wins by {abs(margin)}, +5 in chase, Handling and to hit."
        else:
            line += "a tie, nobody gains it."
        lines.append(line)
    if was.ship[0].order != 0:
        lines += _tell_move(was, now, rolled, names)
        if turn.plays(now, r.FIRE) and now.range <= now.sight:
            lines.append(_bearing(now, names))
    return lines


def _tell_move(was: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    chased = answers(rolled, r.ROLL_CHASE)
    for roll, margin in chased:
        hunter = int(roll.who)
        if margin:
            winner = hunter if margin > 0 else 1 - hunter
            lines.append(f"Chase: {names[winner]} wins by {abs(margin)}; {_shift(was, now)}.")
        else:
            lines.append(f"Chase: a tie; {_shift(was, now)}, and a mishap.")
            lines.append(_mishap(now, hunter, rolled, names))
    for roll, margin in answers(rolled, r.ROLL_HANDLING):
        better = names[roll.who if margin > 0 else 1 - roll.who]
        words = f"{better} wins by {abs(margin)}" if margin else "a tie"
        lines.append(f"Handling: {words}; {_shift(was, now)}.")
    if not lines:
        words = _shift(was, now)
        lines.append(words[0].upper() + words[1:] + ".")
    return lines


def _mishap(now: Any, hunter: int, rolled: Rolls, names: tuple[str, ...]) -> str:
    """What the mishap table says."""
    roll = answers(rolled, r.ROLL_MISHAP)[0][1]
    hunting, fleeing = names[hunter], names[1 - hunter]
    if roll <= 2:
        words = f"a sail of {hunting} comes loose, her Speed is 1 until it is set again"
    elif roll <= 4:
        words = f"a heavy sea sweeps {fleeing}, a hand is in the water"
    elif roll <= 6:
        words = f"the wind dies for {count(now.calm - 1, 'turn')} after this one"
    elif roll <= 8:
        words = f"an officer of {hunting} goes overboard"
    else:
        words = f"an anchor of {fleeing} works loose and drags"
    return f"Mishap ({roll}): {words}."


def _bearing(now: Any, names: tuple[str, ...]) -> str:
    """Which loaded batteries the tactics let bear."""
    parts = []
    some = False
    for seat in range(r.SEATS):
        guns = [name for battery, name in enumerate(r.BATTERIES) if gunnery.may_fire(now.ship[seat], battery)]
        parts.append(f"{names[seat]} {', '.join(guns) if guns else 'nothing'}")
        some = some or bool(guns)
    return f"May fire: {'; '.join(parts)}." if some else "No loaded guns bear."


def _tell_mishap(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for seat in range(r.SEATS):
        ship = was.ship[seat]
        if orders[seat] == r.TURN_BACK:
            lines.append(f"{names[seat]} turns back for them: Speed 1 in the next turn.")
        elif orders[seat] == r.LEAVE and ship.adrift == r.SWELL:
            lines.append(f"{names[seat]} sails on and loses the hand.")
        elif orders[seat] == r.LEAVE:
            lines.append(f"{names[seat]} sails on: her captain loses a rank of Tactics and of Strategy.")
    return lines + ([result(now, names)] if now.ending != r.RUNNING else [])


def _tell_grapple(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    return story_melee.tell_grapple(was, now, rolled, names) + _end_of_melee(was, now, names)


def _tell_deed(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    return story_melee.tell_deed(was, orders, now, rolled, names) + _end_of_melee(was, now, names)


def _end_of_melee(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    if now.ending != r.RUNNING:
        return [result(now, names)]
    if now.parting and not was.parting and now.ropes < deeds.ROPES:
        return ["No squad is left on either side; the grapples will be cut."]
    return []


def _tell_fire(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    shot = copied(was)
    if turn.plays(was, r.FIRE):
        for seat in range(r.SEATS):
            turn.aim_guns(shot.ship[seat], orders[seat])
        aimed = copied(shot)
        gunnery.exchange_fire(shot)
        lines = _tell_volleys(aimed, shot, rolled, names)
    else:
        lines = []
    blown = copied(shot)
    deeds.burn_fuses(blown)
    lines += story_melee.tell_fuses(shot, blown, rolled, names)
    for seat in range(r.SEATS):
        lines += _losses(shot.ship[seat], blown.ship[seat], False, names[seat])
    strained = copied(blown)
    for seat in range(r.SEATS):
        turn.strain_sails(strained.dice, strained.ship[seat], seat)
        turn.strain_rudder(strained.dice, strained.ship[seat], seat)
    lines += _tell_strain(blown, strained, rolled, names)
    lines += story_melee.tell_last_stand(strained, now, rolled, names)
    if now.ending != r.RUNNING:
        return [*lines, result(now, names)]
    if shot.calm == 1:
        lines.append("The wind is back.")
    return lines + _tell_repairs(rolled, names) + _tell_lookouts(now, rolled, names)


def _tell_volleys(aimed: Any, shot: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    mishaps = [False, False]
    for seat in range(r.SEATS):
        ship = aimed.ship[seat]
        if not ship.fired:
            continue
        roll, total = next(item for item in answers(rolled, r.ROLL_CANNON) if item[0].who == seat)
        guns = count(gunnery.guns_firing(ship, ship.fired - 1), _GUNS[ship.fired - 1])
        line = f"{names[seat]} fires {guns} at the {_AIMS[ship.aim]}: "
        if total == chance.MISHAP_TOTAL:
            mishaps[seat] = True
            line += "all ones, a miss; a gun bursts and is lost with its crew."
        elif total < roll.target:
            line += f"{total} against {roll.target}, a miss."
        else:
            points = next(answer for hit, answer in answers(rolled, r.ROLL_DAMAGE) if hit.who == seat)
            line += f"{total} against {roll.target}, a hit for {points}."
        lines.append(line)
    for seat in range(r.SEATS):
        lines += _losses(aimed.ship[seat], shot.ship[seat], mishaps[seat], names[seat])
    return lines


def _losses(was: Any, now: Any, burst: bool, name: str) -> list[str]:
    """What the enemy's fire took from a ship; a gun that burst is told already."""
    parts = []
    for field, word in (("hull", "Hull"), ("rigging", "Rigging")):
        if was[field] != now[field]:
            parts.append(f"{word} {was[field]} to {now[field]}")
    guns = []
    for battery, word in enumerate(_GUNS):
        lost = int(was.guns[battery] - now.guns[battery]) - (burst and battery == was.fired - 1)
        if lost:
            guns.append(count(lost, word))
    if guns:
        parts.append(f"loses {' and '.join(guns)}")
    hands = int(was.sail_crew - now.sail_crew)
    if hands:
        parts.append(f"{count(hands, 'hand')} at the sails killed")
    return [f"{name}: {', '.join(parts)}."] if parts else []


def _tell_strain(shot: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for seat in range(r.SEATS):
        for roll, face in rolled:
            strained = roll.who == seat and face >= roll.target
            if roll.who == seat and roll.purpose == r.ROLL_WET:
                words = "they tear, half Speed in the next turn" if strained else "they hold"
                lines.append(f"{names[seat]}'s wet sails: {face}, {words}.")
            elif roll.who == seat and roll.purpose == r.ROLL_RUDDER:
                words = "her rudder is strained, Handling one less" if strained else "her rudder holds"
                lines.append(f"{names[seat]}'s hard turns: {face}, {words}.")
        lines += _losses(shot.ship[seat], now.ship[seat], False, names[seat])
    return lines


def _tell_repairs(rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """The tries at the start of the next turn."""
    lines = []
    for roll, total in rolled:
        done, shown = reached(roll, total), against(roll, total)
        if roll.purpose == r.ROLL_FOULED:
            words = "it is set again" if done else "it is still loose"
            lines.append(f"{names[roll.who]}'s fouled sail: {shown}, {words}.")
        elif roll.purpose == r.ROLL_ANCHOR:
            words = "it is made fast" if done else "it still drags"
            lines.append(f"{names[roll.who]}'s anchor: {shown}, {words}.")
    return lines


def _tell_lookouts(now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """What is made out of the other ship at the start of the next turn."""
    lines = []
    for roll, total in rolled:
        other = names[1 - roll.who]
        done, shown = reached(roll, total), against(roll, total)
        if roll.purpose == r.ROLL_LOOKOUT:
            kind = r.HULLS[now.ship[1 - roll.who].kind].replace("_", " ")
            words = f"she is the {kind} {other}" if done else "they cannot tell what ship she is"
            lines.append(f"{names[roll.who]}'s lookouts: {shown}, {words}.")
        elif roll.purpose == r.ROLL_PORTS:
            words = f"{other} has hidden gunports" if done else f"nothing more is seen of {other}"
            lines.append(f"{names[roll.who]}'s lookouts: {shown}, {words}.")
    return lines


_TELL: tuple[Callable[..., list[str]], ...] = (
    _tell_orders,
    _tell_maneuver,
    _tell_mishap,
    _tell_grapple,
    _tell_fire,
    _tell_deed,
)
