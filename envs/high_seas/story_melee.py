"""The story of a boarding: grapples, squads against squads, deeds of heroes, what a burning fuse does."""

from typing import Any

from ..replay import copied
from . import boarding, deeds
from . import record as r
from .words import Rolls, against, answers, count, reached

_FUSES = {r.SHORT_FUSE: "the next turn", r.LONG_FUSE: "the turn after next"}
_GOALS = {r.CUT_SAIL: "the rigging", r.DOUSE_FUSE: "the magazine", r.CUT_ROPE: "the ropes"}


def tell_grapple(was: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """Grapples thrown, and the melee of the turn; how it ends is told elsewhere."""
    lines = []
    holds = False
    for roll, face in answers(rolled, r.ROLL_GRAPPLE):
        held = face >= roll.target
        holds = holds or held
        words = "they hold" if held else "they slip"
        lines.append(f"{names[roll.who]} throws grapples: {face} against {roll.target}, {words}.")
    if was.parting and not holds:
        lines.append("The ships are cut apart; the range is Short.")
    if holds or (was.grappled and not was.parting):
        lines += _tell_locked(was, holds, rolled, names)
    else:
        lines += _tell_left_aboard(was, now, rolled, names)
    return lines


def _tell_locked(was: Any, musters: bool, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """The melee of ships that are locked together."""
    lines = []
    squads = [int(was.ship[seat].squads) for seat in range(r.SEATS)]
    if musters:
        mustered = copied(was)
        for seat in range(r.SEATS):
            boarding.come_home(mustered.ship[seat])
            boarding.muster(mustered.ship[seat])
            squads[seat] = int(mustered.ship[seat].squads)
        lines.append(f"Boarding: {names[0]} musters {count(squads[0], 'squad')}, {names[1]} {squads[1]}.")
        lines += _tell_surly(squads, rolled, names)
    return lines + tell_exchanges(squads, rolled, names)


def _tell_surly(squads: list[int], rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """Whether a disgruntled crew fights; those who will not are taken off `squads`."""
    lines = []
    for roll, face in answers(rolled, r.ROLL_SURLY):
        words = "they fight"
        if face < roll.target:
            yielding = next(total for other, total in answers(rolled, r.ROLL_YIELD) if other.who == roll.who)
            yielding = min(yielding, squads[roll.who])
            squads[roll.who] -= yielding
            words = f"{count(yielding, 'squad')} will not fight"
        lines.append(f"{names[roll.who]}'s disgruntled crew: {face}, {words}.")
    return lines


def _tell_left_aboard(was: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """Boarders who were left aboard the enemy, if there are any."""
    lines = []
    for seat in range(r.SEATS):
        if was.ship[seat].boarders:
            squads = [int(was.ship[place].squads) for place in range(r.SEATS)]
            squads[seat] = int(was.ship[seat].boarders)
            lines.append(f"{names[seat]}'s {count(squads[seat], 'squad')} fight on aboard {names[1 - seat]}.")
            lines += tell_exchanges(squads, rolled, names)
            if not now.ship[seat].boarders:
                lines.append(f"{names[seat]} has no boarders left there.")
    return lines


def tell_exchanges(squads: list[int], rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """Squad against squad, exchange by exchange; afterwards `squads` holds what is left."""
    lines = []
    for title, fought in _exchanges(rolled):
        killed = [0, 0]
        for roll, kills in fought:
            killed[roll.who] = min(kills, squads[1 - roll.who])
        squads[:] = [squads[0] - killed[1], squads[1] - killed[0]]
        lines.append(
            f"{title}: {names[0]} kills {count(killed[0], 'squad')}, {names[1]} {killed[1]}; "
            f"left are {squads[0]} and {squads[1]}."
        )
    return lines


def _exchanges(rolled: Rolls) -> list[tuple[str, Rolls]]:
    """The rolls of a melee, sorted into the volley of firearms and the exchanges."""
    found: list[tuple[str, Rolls]] = []
    firearms = answers(rolled, r.ROLL_FIREARMS)
    if firearms:
        found.append(("Firearms", firearms))
    exchange: list[Any] = []
    rounds = []
    for roll, answer in answers(rolled, r.ROLL_MELEE):
        if exchange and roll.who <= exchange[-1][0].who:
            rounds.append(exchange)
            exchange = []
        exchange.append((roll, answer))
    if exchange:
        rounds.append(exchange)
    return found + [(f"Melee, exchange {number}", fought) for number, fought in enumerate(rounds, 1)]


# --- heroes -------------------------------------------------------------------------------------------------


def tell_deed(was: Any, orders: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """What one hero of each side tries, and what it does to the melee."""
    lines = []
    ropes = int(was.ropes)
    for seat in range(r.SEATS):
        deed = orders[seat]
        if deed in (r.PASS, r.NO_DEED):
            continue
        hero = f"A hero of {names[seat]}"
        passed = [(roll, total) for roll, total in answers(rolled, r.ROLL_PASS) if roll.who == seat]
        rolls = f" ({', '.join(against(*check) for check in passed)})" if passed else ""
        if passed and not reached(*passed[-1]):
            goal = _GOALS.get(deed, f"the magazine of {names[1 - seat]}")
            lines.append(f"{hero} makes for {goal}, but a squad stands in the way{rolls}.")
            continue
        ropes += deed == r.CUT_ROPE
        lines.append(f"{hero} {_deed(deed, seat, min(ropes, deeds.ROPES), rolled, names)}{rolls}.")
    return lines + _tell_after_deeds(was, now, names)


def _deed(deed: int, seat: int, ropes: int, rolled: Rolls, names: tuple[str, ...]) -> str:
    """What a hero does who has come to where it is done."""
    if deed == r.CUT_SAIL:
        check = next(check for check in answers(rolled, r.ROLL_SAIL) if check[0].who == seat)
        falls = f"on two squads of {names[1 - seat]}" if reached(*check) else "on one squad of each side"
        return f"cuts down a sail, {against(*check)}: it falls {falls}"
    if deed == r.DOUSE_FUSE:
        return "douses the fuse in the magazine"
    if deed == r.CUT_ROPE:
        return f"cuts a grappling rope, the {('first', 'second', 'third')[ropes - 1]}"
    return f"lights a fuse in the magazine of {names[1 - seat]}: it burns to the end of {_FUSES[deed]}"


def _tell_after_deeds(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    lines = []
    if now.ropes == deeds.ROPES and was.ropes < deeds.ROPES:
        lines.append("The last rope is cut: the ships drift apart.")
        for seat in range(r.SEATS):
            if now.ship[seat].boarders:
                left = count(int(now.ship[seat].boarders), "squad")
                lines.append(f"{left} of {names[seat]} stay aboard {names[1 - seat]}.")
    elif any(was.ship[seat].squads != now.ship[seat].squads for seat in range(r.SEATS)):
        lines.append(f"Left are {count(int(now.ship[0].squads), 'squad')} and {now.ship[1].squads}.")
    return lines


def tell_fuses(was: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """Magazines that blow up at the end of a turn."""
    lines = []
    for seat in range(r.SEATS):
        if not was.ship[seat].fuse or now.ship[seat].fuse:
            continue
        for roll, points in answers(rolled, r.ROLL_MAGAZINE):
            if roll.who == seat:
                line = f"The magazine of {names[seat]} blows up: {points} points of Hull"
                beside = [points for blast, points in answers(rolled, r.ROLL_BLAST) if blast.who == seat]
                lines.append(line + (f", and {beside[0]} to {names[1 - seat]} beside her." if beside else "."))
        if not any(roll.who == seat for roll, _ in answers(rolled, r.ROLL_MAGAZINE)):
            lines.append(f"The fuse of {names[seat]} burns out in an empty magazine.")
    return lines


def tell_last_stand(was: Any, now: Any, rolled: Rolls, names: tuple[str, ...]) -> list[str]:
    """The melee that a sunken ship's crew fights to its end."""
    if not answers(rolled, r.ROLL_MELEE):
        return []
    squads = [int(was.ship[seat].squads) for seat in range(r.SEATS)]
    sunk = names[0] if now.ship[0].sunk else names[1]
    return [f"{sunk} goes down, and her crew has two turns left.", *tell_exchanges(squads, rolled, names)]


def tell_rewards(state: Any, won: list[bool], names: tuple[str, ...]) -> list[str]:
    """What deeds earn on the winning side."""
    lines = []
    for seat in range(r.SEATS):
        shares, purses = deeds.reward(state.ship[seat], won[seat])
        if shares:
            lines.append(f"{names[seat]}'s heroes have earned {count(shares, 'extra share')} of the booty.")
        elif purses:
            times = f", {purses} times over" if purses > 1 else ""
            lines.append(f"{names[seat]}'s heroes have earned 1K1 x 20 Guilders{times}.")
    return lines
