"""The story of a step on squares in words, told from the battle before and after each part of it."""

from collections.abc import Sequence
from typing import Any

from ...replay import check_end, copied, laid_down
from . import helm, turn
from . import record as r

NAMES = ("Sea Hawk", "Grey Gull")

Rolls = Sequence[tuple[Any, int]]

_STEPS = {
    r.AHEAD: "a square ahead",
    r.PORT_BOW: "a square on the port bow",
    r.STARBOARD_BOW: "a square on the starboard bow",
    r.ASTERN: "a square astern",
}


def narrate(before: Any, orders: Any, after: Any, rolls: Rolls, names: tuple[str, ...] = NAMES) -> list[str]:
    """What one step did, a line an event.

    Args:
        before: the battle before the step.
        orders: the action of each seat.
        after: the battle after it.
        rolls: what was rolled in it, as `typed_dice.retell` finds it for these names.
        names: what the ships are called, by seat.

    Raises:
        ValueError: these orders and rolls do not lead from `before` to `after`.
    """
    state = laid_down(before, rolls)
    lines: list[str] = []
    action = int(orders[turn.on_turn(state)])
    if turn.has_choice(state):
        was = copied(state)
        turn.play_choice(state, action)
        lines += _tell_choice(was, action, state, names)
    else:
        lines += _finish(state, rolls, names)
    while turn.idle(state, r.TAPE):
        lines += _finish(state, rolls, names)
    check_end(state, after)
    return lines


def count(number: int, thing: str) -> str:
    """As in `one square`, `3 squares`."""
    return f"{'one' if number == 1 else number} {thing}{'' if number == 1 else 's'}"


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How a battle that is over came out, in one line."""
    runner = 0 if state.ship[0].mission == r.RUN else 1
    runs, boards = names[runner], names[1 - runner]
    if state.ending == r.BOARDED:
        return f"{boards}'s boarders swarm over the rail: {runs} is taken."
    if state.ending == r.ESCAPED:
        return f"{runs} is off the map and away from {boards}."
    if state.ending == r.OUTLASTED:
        return f"{count(int(state.rounds), 'round')} are over: {runs} has held out against {boards}."
    sunk = 0 if state.ship[0].down >= state.ship[0].freeboard else 1
    return f"{names[sunk]} is under; {names[1 - sunk]} is alone on the water."


def _tell_choice(was: Any, action: int, now: Any, names: tuple[str, ...]) -> list[str]:
    """A square, a turn or a stop of the ship whose turn it is."""
    seat = turn.on_turn(was)
    name, ship = names[seat], now.ship[seat]
    if action == r.STOP:
        return [f"{name} stops after {count(int(ship.moved), 'square')}." if ship.moved else f"{name} lies still."]
    if action in _STEPS:
        shifts = "backs her sails and " if action == r.ASTERN and was.ship[seat].gear == r.FORWARD else ""
        lines = [f"{name} {shifts}goes {_STEPS[action]} ({ship.moved} of {helm.allowance(ship, ship.gear)})."]
    else:
        side = "port" if action == r.TURN_PORT else "starboard"
        lines = [f"{name} turns to {side} and heads {r.HEADINGS[ship.heading]}."]
    return lines + _what_came(was, now, names)


def _what_came(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    """A meeting, or the far edge."""
    if now.ending == r.ESCAPED:
        return [result(now, names)]
    if helm.apart(was) > 0 and helm.apart(now) == 0:
        return [f"{names[0]} and {names[1]} grind together, and both lose their next turn."]
    return []


def _finish(state: Any, rolls: Rolls, names: tuple[str, ...]) -> list[str]:
    """End a ship's turn and begin the next, and tell it."""
    was = copied(state)
    turn.finish_ship(state)
    seat = turn.on_turn(was)
    lines = _tell_flood(was, state, seat, rolls, names)
    if state.ending != r.RUNNING and state.ending != r.ESCAPED:
        return [*lines, result(state, names)]
    if state.turn != was.turn:
        lines.append(f"Round {state.turn}.")
    return lines + _tell_start(was, state, names)


def _tell_flood(was: Any, now: Any, seat: int, rolls: Rolls, names: tuple[str, ...]) -> list[str]:
    """The save of a flooding ship, or her going down."""
    old, new, name = was.ship[seat], now.ship[seat], names[seat]
    if new.down != old.down:
        left = (int(new.freeboard) - int(new.down)) * 5
        return [f"{name} goes down 5 feet; {left} more, and she is under."]
    if now.dice.position == was.dice.position:
        return []
    face = rolls[int(was.dice.position)][1]
    if new.steady:
        return [f"{name} must be kept afloat: {face}, and she floats steadily."]
    if new.failed == old.failed:
        return [f"{name} must be kept afloat: {face}, and she is."]
    fate = "she begins to go down" if new.failed == r.SAVES else f"{count(int(new.failed), 'failure')}"
    return [f"{name} must be kept afloat: {face}, {fate}."]


def _tell_start(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    """Why the ship whose turn begins has no choice: she loses it, drifts, goes down or is hemmed in."""
    seat = turn.on_turn(now)
    ship, name = now.ship[seat], names[seat]
    if was.ship[seat].lost and not ship.lost and not ship.moved:
        return [f"{name} loses her turn as hull grinds against hull."]
    if ship.down:
        return [f"{name} is going down and sails no more."]
    if not helm.steered(ship, now.turn):
        why = "Nobody commands" if not helm.commanded(ship, now.turn) else "Too few hands work aboard"
        line = f"{why} {name}: she drifts {count(int(ship.moved), 'square')}."
        return [line, *_what_came(was, now, names)]
    if now.ending == r.RUNNING and not turn.has_choice(now):
        return [f"{name} is hemmed in and lies still."]
    return []
