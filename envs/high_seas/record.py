"""What a battle of high_seas is made of: one record, a plain value.

Every field is an int16 but the generators: a battle then takes less than 400 bytes, and no legal value comes near the
bounds of the type.
"""

import numpy as np

from ..chance import CHANCE

SEATS = 2

# ranges
CLOSE, SHORT, MEDIUM, LONG, FAR, EXTREME = range(6)
RANGES = ("Close", "Short", "Medium", "Long", "Far", "Extreme")

# phases of a turn, in their order
ORDERS, MANEUVER, MISHAP, GRAPPLE, FIRE = range(5)
PHASES = ("orders", "maneuver", "mishap", "grapple", "fire")

# tactics, as they stand in `ship.order`; 0 is none (grappled)
CIRCLE, EVADE, BEAR_DOWN = 1, 2, 3
TACTICS = ("none", "circle", "evade", "bear down")

# desperate strategies, as they stand in `ship.desperate`
WET_SAILS, HARD_TURNS = 1, 2

# batteries, in the order of `guns`, `loaded` and `gunnery`
PORT, STARBOARD, CHASERS, STERN = range(4)
BATTERIES = ("port", "starboard", "chasers", "stern")

# what is aimed at
HULL, RIGGING, GRAPE = range(3)
AIMS = ("hull", "rigging", "grape")

# which guns the tactics of this turn let bear, as bits of `ship.arcs`
ARC_BROADSIDE, ARC_CHASERS, ARC_STERN = 1, 2, 4

# missions
DUEL, HUNT, RUN = range(3)
MISSIONS = ("duel", "hunt", "run")

# how a battle ended
RUNNING, ESCAPED, SUNK, TAKEN, NIGHTFALL = range(5)
ENDINGS = ("running", "escaped", "sunk", "taken", "nightfall")

# kinds of hull
CORSAIR, SMALL_WARSHIP, MERCHANTMAN, LARGE_WARSHIP, GALLEON = range(5)
HULLS = ("corsair", "small_warship", "merchantman", "large_warship", "galleon")

# what a mishap asks of a captain, as it stands in `ship.adrift`: somebody is in the water
SWELL, OVERBOARD = 1, 2

SHIP = np.dtype(
    (
        np.record,
        [
            # what she is
            ("kind", np.int16),
            ("hull", np.int16),
            ("hull_max", np.int16),
            ("rigging", np.int16),
            ("rigging_max", np.int16),
            ("speed", np.int16),
            ("handling", np.int16),
            ("size", np.int16),
            ("crew", np.int16),  # all hands
            ("sail_crew", np.int16),
            ("sail_minimum", np.int16),
            ("gun_crew", np.int16),  # three hands a gun
            ("guns", np.int16, (4,)),
            ("loaded", np.int16, (4,)),  # 1: may fire now; 0: reloads; -1: fired this turn
            ("gunnery", np.int16, (4,)),
            ("powder", np.int16),  # in shots of one gun
            ("pont_guns", np.int16),  # of one side
            ("threat", np.int16),  # dice of the gun crews
            ("boarding_threat", np.int16),
            ("wits", np.int16),
            ("tactics", np.int16),
            ("strategy", np.int16),
            ("fighter_share", np.int16),  # twelfths of the crew who are trained fighters
            ("fighters_besides", np.int16),  # officers and marines
            ("over_the_side", np.int16),
            ("oars", np.int16),
            ("mission", np.int16),
            ("shallow", np.int16),  # her draft
            ("disgruntled", np.int16),
            ("concealed", np.int16),  # her gunports
            ("warped", np.int16),  # her rudder
            # how she fares
            ("wet", np.int16),  # turns for which the sails stay wet
            ("torn", np.int16),  # 1: half Speed this turn
            ("slowed", np.int16),  # 2: from the next turn, 1: this turn, to pick somebody up
            ("fouled", np.int16),
            ("anchor", np.int16),
            ("squads", np.int16),  # left to fight; -1 before the first boarding
            ("sunk", np.int16),
            ("taken", np.int16),
            # this turn
            ("order", np.int16),
            ("desperate", np.int16),
            ("bonus", np.int16),  # of a Brilliant Maneuver
            ("arcs", np.int16),
            ("adrift", np.int16),
            ("fired", np.int16),  # 1 + battery, 0 for none
            ("aim", np.int16),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", CHANCE),
            ("captain", np.uint64, (SEATS,)),  # one generator a seat, for mixed choices
            ("phases", np.int16),  # bits: the phases this game plays
            ("range", np.int16),
            ("sight", np.int16),  # the farthest range at which ships see each other
            ("turn", np.int16),
            ("nightfall", np.int16),  # the last turn
            ("phase", np.int16),
            ("calm", np.int16),  # turns without wind
            ("grappled", np.int16),
            ("parting", np.int16),  # 1: the grapples are being cut this turn
            ("ending", np.int16),
            ("size_reversed", np.int16),  # house rule: the size step of the roll to hit the other way round
            ("ship", SHIP, (SEATS,)),
        ],
    )
)

# actions, in the order of `ACTIONS`
PASS = 0
FIRST_ORDER = 1  # tactic-major: circle, evade, bear down; each bare, wet sails, hard turns
STEADY, ATTEMPT = 10, 11
LEAVE, TURN_BACK = 12, 13
STAND_OFF, THROW = 14, 15
HOLD, FIRST_SHOT = 16, 17  # battery-major: port, starboard, chasers, stern; each hull, rigging, grape

ACTIONS = (
    "pass",
    *(
        f"{tactic}{strategy}"
        for tactic in ("circle", "evade", "bear_down")
        for strategy in ("", "+wet_sails", "+hard_turns")
    ),
    "steady",
    "maneuver",
    "leave",
    "turn_back",
    "stand_off",
    "grapple",
    "hold",
    *(f"{battery}@{aim}" for battery in BATTERIES for aim in AIMS),
)

# what a roll is for: `purpose` in every ask
ROLLS = (
    "Brilliant Maneuver",
    "chase",
    "mishap table",
    "turns of calm",
    "Handling",
    "grapple",
    "firearms",
    "boarding melee",
    "cannon",
    "damage",
    "wet sails",
    "torn sails",
    "hard turns",
    "clear the sail",
    "secure the anchor",
)
(
    ROLL_MANEUVER,
    ROLL_CHASE,
    ROLL_MISHAP,
    ROLL_CALM,
    ROLL_HANDLING,
    ROLL_GRAPPLE,
    ROLL_FIREARMS,
    ROLL_MELEE,
    ROLL_CANNON,
    ROLL_DAMAGE,
    ROLL_WET,
    ROLL_TEAR,
    ROLL_RUDDER,
    ROLL_FOULED,
    ROLL_ANCHOR,
) = range(len(ROLLS))
