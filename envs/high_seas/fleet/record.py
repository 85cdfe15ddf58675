"""What a battle of fleets is made of: one record of twelve slots, one a ship, and what lies between each two of them.

The ships are those of a duel (`SHIP`). A slot is also the seat of its captain, and what an action that names a ship
calls her: it never changes, and who has left the battle never comes back.
"""

from itertools import combinations

import numpy as np

from ...chance import chance_dtype
from ..record import AIMS, BATTERIES, SHIP

SHIPS = 12

# phases of a turn, in their order; the last one asks nobody and is no step unless the tape of rolls is short
ORDERS, MANEUVER, MISHAP, GRAPPLE, FIRE, NIGHT = range(6)
PHASES = ("orders", "maneuver", "mishap", "grapple", "fire", "end of turn")

# what a ship's `order` may be besides a tactic: to come back to the sight of those whom she has lost
REJOIN = 4

# totals of a Brilliant Maneuver from here on are alike
ALIKE = 100

# range of two ships that do not see each other, or of which one is no longer in the battle
OUT = 9

# how a battle ended
RUNNING, ESCAPED, DECIDED, NIGHTFALL = range(4)
ENDINGS = ("running", "escaped", "decided", "nightfall")

# rolls that one step may ask for: six grapples and melees, or chases with their mishaps and the maneuvers of all
TAPE = 72

PAIRS = tuple(combinations(range(SHIPS), 2))

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", chance_dtype(TAPE)),
            ("captain", np.uint64, (SHIPS,)),  # one generator a seat, for mixed choices
            ("slots", np.int16),  # ships at the start: the loops of the rules end here
            ("turn", np.int16),
            ("nightfall", np.int16),  # the last turn
            ("phase", np.int16),
            ("sight", np.int16),  # the farthest range at which ships see each other
            ("recognition", np.int16),  # and at which they can tell what the other is
            ("calm", np.int16),  # turns without wind
            ("ending", np.int16),
            ("size_reversed", np.int16),  # house rule: the size step of the roll to hit the other way round
            ("asked", np.int16),  # bits: who has a choice in this phase
            ("tried", np.int16),  # bits: who asked for a Brilliant Maneuver
            ("silent", np.int16),  # bits: who fires no more this turn
            ("present", np.int8, (SHIPS,)),  # 1: in the battle
            ("side", np.int8, (SHIPS,)),
            ("lost", np.int8, (SHIPS,)),  # turns for which she has seen nobody
            ("named", np.int16, (SHIPS,)),  # bits: the ships at which this turn's order is aimed
            ("tied", np.int16, (SHIPS,)),  # bits: the ships with which she, as the hunter, tied a chase
            ("maneuver", np.int8, (SHIPS,)),  # total of the Brilliant Maneuver, -1 for no roll
            ("locked", np.int8, (SHIPS,)),  # 1 + the ship she is grappled with, 0 for none
            ("parting", np.int8, (SHIPS,)),  # 1: the grapples are being cut this turn
            ("ranges", np.int8, (SHIPS, SHIPS)),
            ("arcs", np.int8, (SHIPS, SHIPS)),  # arcs[i, j]: what i may fire at j this turn, as bits of `ship.arcs`
            ("shots", np.int8, (SHIPS, 4)),  # of each battery, this turn: 1 + 3 * target + aim, 0 for none
            ("damage", np.int16, (SHIPS, 3)),  # Hull, Rigging and hands that this turn's fire takes
            ("ship", SHIP, (SHIPS,)),
        ],
    )
)

# actions, in the order of `ACTIONS`; three to an order: bare, wet sails, hard turns
PASS = 0
FIRST_EVADE = 1
FIRST_BEAR_DOWN = FIRST_EVADE + 3
FIRST_CIRCLE = FIRST_BEAR_DOWN + 3 * SHIPS
FIRST_CIRCLE_TWO = FIRST_CIRCLE + 3 * SHIPS
REJOIN_ORDER = FIRST_CIRCLE_TWO + 3 * len(PAIRS)
STEADY, ATTEMPT = REJOIN_ORDER + 1, REJOIN_ORDER + 2
LEAVE, TURN_BACK = REJOIN_ORDER + 3, REJOIN_ORDER + 4
STAND_OFF = REJOIN_ORDER + 5
FIRST_GRAPPLE = STAND_OFF + 1
HOLD = FIRST_GRAPPLE + SHIPS
FIRST_SHOT = HOLD + 1  # battery-major, then aim, then target

_STRATEGIES = ("", "+wet_sails", "+hard_turns")

ACTIONS = (
    "pass",
    *(f"evade{strategy}" for strategy in _STRATEGIES),
    *(f"bear_down:{k}{strategy}" for k in range(SHIPS) for strategy in _STRATEGIES),
    *(f"circle:{j}{strategy}" for j in range(SHIPS) for strategy in _STRATEGIES),
    *(f"circle:{j}+{k}{strategy}" for j, k in PAIRS for strategy in _STRATEGIES),
    "rejoin",
    "steady",
    "maneuver",
    "leave",
    "turn_back",
    "stand_off",
    *(f"grapple:{k}" for k in range(SHIPS)),
    "hold",
    *(f"{battery}@{aim}:{k}" for battery in BATTERIES for aim in AIMS for k in range(SHIPS)),
)

# the two ships that the i-th circle of two names, and the place of each pair
PAIR_SHIPS = np.array(PAIRS, np.int64)
PAIR_PLACE = np.zeros((SHIPS, SHIPS), np.int64)
for _place, (_one, _other) in enumerate(PAIRS):
    PAIR_PLACE[_one, _other] = PAIR_PLACE[_other, _one] = _place
