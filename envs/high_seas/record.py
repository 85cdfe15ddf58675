"""What a battle of high_seas is made of: one record, a plain value.

Hands, points, shots and turns are int16, what is small is int8, and no legal value comes near the bounds of its type:
a battle takes some 320 bytes.
"""

import numpy as np

from ..chance import CHANCE

SEATS = 2

# ranges
CLOSE, SHORT, MEDIUM, LONG, FAR, EXTREME = range(6)
RANGES = ("Close", "Short", "Medium", "Long", "Far", "Extreme")

# phases of a turn, in their order, but for the deeds of heroes: they come between grapple and fire
ORDERS, MANEUVER, MISHAP, GRAPPLE, FIRE, DEED = range(6)
PHASES = ("orders", "maneuver", "mishap", "grapple", "fire", "deed")

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
            ("kind", np.int8),
            ("hull", np.int16),
            ("hull_max", np.int16),
            ("rigging", np.int16),
            ("rigging_max", np.int16),
            ("speed", np.int8),
            ("handling", np.int8),
            ("size", np.int8),
            ("crew", np.int16),  # all hands
            ("sail_crew", np.int16),
            ("sail_minimum", np.int8),
            ("gun_crew", np.int16),  # three hands a gun
            ("guns", np.int16, (4,)),
            ("loaded", np.int8, (4,)),  # 1: may fire now; 0: reloads; -1: fired this turn
            ("gunnery", np.int8, (4,)),
            ("powder", np.int16),  # in shots of one gun
            ("pont_guns", np.int8),  # of one side
            ("threat", np.int8),  # dice of the gun crews
            ("boarding_threat", np.int8),
            ("wits", np.int8),
            ("tactics", np.int8),
            ("strategy", np.int8),
            ("fighter_share", np.int8),  # twelfths of the crew who are trained fighters
            ("fighters_besides", np.int16),  # officers and marines
            ("over_the_side", np.int8),
            ("oars", np.int8),
            ("mission", np.int8),
            ("shallow", np.int8),  # her draft
            ("disgruntled", np.int8),
            ("concealed", np.int8),  # her gunports
            ("warped", np.int8),  # her rudder
            # her heroes, who are never among the killed
            ("heroes", np.int8),
            ("panache", np.int8),
            ("fencing", np.int8),
            ("by_shares", np.int8),  # 1: pirates or privateers, who share out the booty
            # how she fares
            ("wet", np.int8),  # turns for which the sails stay wet
            ("torn", np.int8),  # 1: half Speed this turn
            ("slowed", np.int8),  # 2: from the next turn, 1: this turn, to pick somebody up
            ("fouled", np.int8),
            ("anchor", np.int8),
            ("squads", np.int16),  # left to fight; -1 before the first boarding
            ("sunk", np.int8),
            ("taken", np.int8),
            ("known", np.int8),  # 1: the enemy has recognised her, for good
            ("shown", np.int8),  # 1: the enemy can count the guns of her broadsides
            ("boarders", np.int16),  # squads left aboard the enemy when the ships were parted
            ("fuse", np.int8),  # turns until her magazine blows up, 0 without a burning fuse
            ("deeds", np.int16),  # what her heroes have done
            # this turn
            ("order", np.int8),
            ("desperate", np.int8),
            ("bonus", np.int8),  # of a Brilliant Maneuver
            ("arcs", np.int8),
            ("adrift", np.int8),
            ("fired", np.int8),  # 1 + battery, 0 for none
            ("aim", np.int8),
            ("deeds_left", np.int8),  # heroes who may still try something
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", CHANCE),
            ("captain", np.uint64, (SEATS,)),  # one generator a seat, for mixed choices
            ("phases", np.int8),  # bits: the phases this game plays
            ("range", np.int8),
            ("sight", np.int8),  # the farthest range at which ships see each other
            ("recognition", np.int8),  # and at which lookouts can tell what ship it is
            ("turn", np.int16),
            ("nightfall", np.int16),  # the last turn
            ("phase", np.int8),
            ("calm", np.int16),  # turns without wind
            ("grappled", np.int8),
            ("parting", np.int8),  # 1: the grapples are being cut this turn
            ("ropes", np.int8),  # grappling ropes that heroes have cut
            ("ending", np.int8),
            ("size_reversed", np.int8),  # house rule: the size step of the roll to hit the other way round
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
CUT_SAIL, SHORT_FUSE, LONG_FUSE, DOUSE_FUSE, CUT_ROPE, NO_DEED = range(29, 35)

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
    "cut_sail",
    "short_fuse",
    "long_fuse",
    "douse_fuse",
    "cut_rope",
    "no_deed",
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
    "lookout",
    "hidden gunports",
    "surly crew",
    "squads that lay down their arms",
    "past a squad",
    "cut down a sail",
    "magazine",
    "blast beside her",
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
    ROLL_LOOKOUT,
    ROLL_PORTS,
    ROLL_SURLY,
    ROLL_YIELD,
    ROLL_PASS,
    ROLL_SAIL,
    ROLL_MAGAZINE,
    ROLL_BLAST,
) = range(len(ROLLS))
