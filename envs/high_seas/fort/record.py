"""What a raid is made of: one ship, a fort and the town behind it.

Ranges, batteries, tactics, phases and purposes of rolls are those of `high_seas`; the storming of a fort is the phase
in which ships grapple.
"""

import numpy as np

from ...chance import CHANCE
from .. import record as r

SEATS = 2
RAIDER, SHORE = 0, 1  # seats: who commands the ship, and who the guns ashore

# the works ashore, in the order of `state.shore`
FORT, TOWN = 0, 1

# kinds of works
NONE = 0
KINDS = ("none", "log", "earthworks", "small", "medium", "large", "town")
FORTS = KINDS[1:-1]
A_TOWN = len(KINDS) - 1

# how a work fell, as it stands in `work.fallen`
STANDS, DESTROYED, STORMED, YIELDED = range(4)

# what a ship fires at, as it stands in `ship.aim`
WALLS, GRAPE, HOUSES = range(3)
MARKS = ("walls", "grape", "town")

# how a raid ended: as a duel may, or the fort was all there was and fell, or the town yielded
FORT_FELL, TOWN_YIELDED = len(r.ENDINGS), len(r.ENDINGS) + 1
ENDINGS = (*r.ENDINGS, "fallen", "yielded")

WORK = np.dtype(
    (
        np.record,
        [
            ("kind", np.int16),
            ("structure", np.int16),  # points that are left
            ("structure_max", np.int16),
            ("guns", np.int16),  # one battery, never to be loaded anew
            ("gunnery", np.int16),
            ("threat", np.int16),  # dice of the gun crews
            ("garrison", np.int16),  # all of them trained fighters
            ("squads", np.int16),  # left to fight; -1 before the first storm
            ("boarding_threat", np.int16),
            ("over_the_side", np.int16),
            ("fallen", np.int16),
            # this turn
            ("fired", np.int16),
            ("aim", np.int16),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", CHANCE),
            ("captain", np.uint64, (SEATS,)),
            ("range", np.int16),  # from the ship to the shore
            ("sight", np.int16),
            ("turn", np.int16),
            ("nightfall", np.int16),
            ("phase", np.int16),
            ("facing", np.int16),  # which work the ship has to do with: the fort until it falls, then the town
            ("ending", np.int16),
            ("ship", r.SHIP, (1,)),
            ("shore", WORK, (2,)),
        ],
    )
)

# actions, in the order of `ACTIONS`
PASS = 0
FIRST_ORDER = 1  # tactic-major: circle, evade, bear down; each bare, hard turns
STAND_OFF, STORM = 7, 8
HOLD, FIRST_SHOT = 9, 10  # battery-major: port, starboard, chasers, stern; each walls, grape, town
FIRST_ANSWER = 22  # of the guns ashore: hull, rigging, grape

ACTIONS = (
    "pass",
    *(f"{tactic}{strategy}" for tactic in ("circle", "evade", "bear_down") for strategy in ("", "+hard_turns")),
    "stand_off",
    "storm",
    "hold",
    *(f"{battery}@{mark}" for battery in r.BATTERIES for mark in MARKS),
    *(f"guns@{aim}" for aim in r.AIMS),
)

# what a roll is for; the last two are those of `booty`
ROLLS = (*r.ROLLS, "plundered powder", "ransom")
ROLL_PLUNDER, ROLL_RANSOM = len(r.ROLLS), len(r.ROLLS) + 1
