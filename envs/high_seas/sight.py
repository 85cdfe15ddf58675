"""Lookouts: what can be told of a ship from afar, and what she hides."""

from .. import chance
from ..compiler import compiled, inlined, inner
from . import record as r

PORTS = 20  # what shows concealed gunports at Close


@compiled
def spotting_number(distance):
    """What lookouts must roll: 10 at Close, 5 more for each range. HS-MEET-17"""
    return 10 + 5 * distance


@inlined
def recognise(state, seat):
    """The enemy's lookouts try to tell what ship this is, once a turn and near enough for it.

    HS-TURN-6, HS-TURN-7
    """
    if state.range <= state.recognition:
        wits, number = state.ship[1 - seat].wits, spotting_number(state.range)
        if chance.check(state.dice, r.ROLL_LOOKOUT, 1 - seat, wits, wits, 0, number) == chance.HIT:
            state.ship[seat].known = 1


@inlined
def find_gunports(state, seat):
    """At Close the enemy looks for gunports that are made not to be seen. HS-MOD-11"""
    if state.range == r.CLOSE:
        wits = state.ship[1 - seat].wits
        if chance.check(state.dice, r.ROLL_PORTS, 1 - seat, wits, wits, 0, PORTS) == chance.HIT:
            state.ship[seat].shown = 1


@inner
def watch(state, seat):
    """The enemy's lookouts watch the ship of this seat, from the second turn on."""
    if state.turn > 1:
        if not state.ship[seat].known:
            recognise(state, seat)
        if not state.ship[seat].shown:
            find_gunports(state, seat)


@inlined
def open_gunports(ship):
    """A broadside shows the guns of both sides. HS-MOD-10"""
    if ship.fired - 1 == r.PORT or ship.fired - 1 == r.STARBOARD:
        ship.shown = 1
