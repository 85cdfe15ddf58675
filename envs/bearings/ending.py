"""How an encounter ends: sinking, boarding, sailing away, nightfall; and what that is worth to each captain."""

from .. import chance
from ..compiler import compiled
from . import crew
from . import record as r
from . import ship as s

SINKS_IN = 2
CARRIED = 10  # two full steps of 5


@compiled
def sink(state):
    """A ship without Hull Integrity sinks at the end of the second turn after this one, unless she is repaired.

    BE-SINK-1, BE-SINK-3
    """
    for seat in range(2):
        ship = state.ship[seat]
        if not s.flooded(ship):
            ship.sinking = 0
        elif ship.sinking == 0:
            ship.sinking = SINKS_IN
        else:
            ship.sinking -= 1
            if ship.sinking == 0:
                ship.sunk = 1
                state.ending = r.SUNK


@compiled
def boarding_margin(state):
    """One throw for the whole boarding fight: by how much seat 0 is ahead of seat 1. BE-BOARD-2"""
    mine, theirs = s.boarding_score(state.ship[0]), s.boarding_score(state.ship[1])
    margin = chance.table(state.dice, r.ROLL_BOARDING, 0, 1, 20) + mine - theirs
    if state.opposed:
        return margin - chance.table(state.dice, r.ROLL_BOARDING, 1, 1, 20)
    return margin - 10


@compiled
def board(state):
    """Who is ahead by 10 takes the other ship; else the boarders are thrown back, whichever side sent them.

    Then the worse side has crew damage on deck, and the ships drift apart to Medium. BE-BOARD-2, BE-BOARD-5
    """
    margin = boarding_margin(state)
    worse = 1 if margin > 0 else 0
    if abs(margin) >= CARRIED:
        state.ending = r.TAKEN
        state.ship[worse].taken = 1
        return
    state.range = r.MEDIUM
    if margin != 0:
        crew.burst(state, worse, r.MAIN_DECK, True)


@compiled
def lost(ship):
    """Whether a captain has lost her ship."""
    return ship.sunk == 1 or ship.taken == 1


@compiled
def payoff(state, seat):
    """What the end is worth.

    `duel`: the enemy lost +1, the own ship -1, both or neither 0. `run`: her own ship lost -1, else +1; `hunt`: the
    negative. BE-MISSION-1, BE-MISSION-2
    """
    if state.ending == r.RUNNING:
        return 0.0
    mine, theirs = lost(state.ship[seat]), lost(state.ship[1 - seat])
    mission = state.ship[seat].mission
    if mission == r.RUN:
        return -1.0 if mine else 1.0
    if mission == r.HUNT:
        return 1.0 if theirs else -1.0
    return 1.0 * (int(theirs) - int(mine))
