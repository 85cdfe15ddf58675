"""What a battle of brick ships is made of: the record of its state, and the names of everything in it.

Places and lengths are in 1/100 inch, headings in half degrees, clockwise from the top edge of the table. A point of a
ship is told as (ahead, right) from her centre.
"""

import numpy as np

from ..chance import chance_dtype

SEATS = 2
TAPE = 96  # rolls that one step may ask for

INCH = 100
WIDTH, HEIGHT = 72 * INCH, 48 * INCH  # of the table
ROUND_ABOUT = 720  # half degrees

KINDS = ("longboat", "cutter", "frigate", "galleon")

# where the crew stand, in the order of `ship.hands`
WHEEL, GUNS, OARS, BREACH, ROPES = range(5)
STATIONS = ("wheel", "guns", "oars", "breach", "ropes")

# batteries, and the places of their guns in `ship.work`
PORT, STARBOARD, FORE = range(3)
BATTERIES = ("port", "starboard", "fore")
FIRST_GUN = (0, 4, 8)
MOST_GUNS = (4, 4, 2)
SLOTS = 10
LOADED = 6  # points of work that a gun takes to load

# what the fore battery is made of
CANNON, CATAPULT = range(2)

# range bands; a battery that does not bear has none
SHORT, MEDIUM, LONG = range(3)
BANDS = ("short", "medium", "long")
NO_AIM = -1

# no hole in a deck; where there is one, its place ahead of the centre
NO_HOLE = -10_000

MAST_ROPES = 4  # ropes that a crew can have out in each way

# missions
DUEL, HUNT, RUN = range(3)
MISSIONS = ("duel", "hunt", "run")

# how a battle ends
RUNNING, ESCAPED, SUNK, TAKEN, NIGHTFALL = range(5)
ENDINGS = ("running", "escaped", "sunk", "taken", "nightfall")

# phases of a round
CREW, FIRST, MOVE, ANSWER, FIRE, BOARD = range(6)
PHASES = ("stations", "initiative", "first move", "second move", "fire", "ropes")

SHIP = np.dtype(
    (
        np.record,
        [
            # what she is
            ("kind", np.int16),
            ("length", np.int16),
            ("beam", np.int16),
            ("levels", np.int16),
            ("resistance", np.int16),
            ("canvas", np.int16),  # inches a round under whole sails: 12 less her resistance; 0 without sails
            ("oars", np.int16),
            ("mast", np.int16),  # its height; 0 without one
            ("railed", np.int16),
            ("fore_kind", np.int16),
            ("guns", np.int16, (3,)),  # in the order of `BATTERIES`
            ("combat", np.int16),
            ("armour", np.int16),
            ("mission", np.int16),
            # how she fares
            ("x", np.int16),
            ("y", np.int16),
            ("heading", np.int16),
            ("hands", np.int16, (5,)),  # men standing at each station aboard, in the order of `STATIONS`
            ("boarders", np.int16),  # her men on the enemy's deck
            ("sail_hits", np.int16),
            ("glugs", np.int16),  # water a round through her sides
            ("deck_glugs", np.int16),  # and through holes in her lowest deck
            ("holes", np.int16, (3,)),  # in the deck of each level, from the lowest; `NO_HOLE` or where
            ("work", np.int16, (SLOTS,)),  # points that each gun is loaded by, 6 for a loaded one
            ("ram", np.int16),  # 1: fitted and whole
            ("sinking", np.int16),
            ("under", np.int16),  # how much of her lowest level is under
            ("sunk", np.int16),
            ("taken", np.int16),
            # her ropes
            ("flung", np.int16),  # lie on the enemy's deck and wait to be tied
            ("ready", np.int16),  # round a mast, to swing across on
            ("away", np.int16),  # swung on: their ends hang on the enemy's deck
            ("on_rope", np.int16),  # her men half-way across on tied ropes
            ("fresh", np.int16),  # boarders who do not act this round
            ("late", np.int16),  # boarders who will not act in the next
            ("stunned", np.int16),  # her men who do not act this round
            # after her last move: for each battery the band in which it bears on the enemy, and where on her keel
            ("band", np.int16, (3,)),
            ("point", np.int16, (3,)),
            # this round
            ("speed", np.int16),  # inches that she may move
            ("moved", np.int16),  # how far she went
            ("rammed", np.int16),
            ("shots", np.int16, (3,)),
            ("stationed", np.int16),  # the orders: 0 where none was given, else 1 + the number
            ("plan", np.int16),
            ("mark", np.int16),
            ("deed", np.int16),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", chance_dtype(TAPE)),
            ("captain", np.uint64, (SEATS,)),
            ("turn", np.int16),
            ("nightfall", np.int16),
            ("phase", np.int16),
            ("high", np.int16),  # whose die was higher: she says who moves first, and her men strike first
            ("first", np.int16),  # who moves first
            ("wind_rule", np.int16),
            ("wind", np.int16),  # 2 to 12, or 0 without the rule
            ("tied", np.int16),  # ropes that tie the ships together
            ("gap", np.int16),  # between the outlines
            ("ending", np.int16),
            ("ship", SHIP, (SEATS,)),
        ],
    )
)

# actions, in the order of `ACTIONS`
PASS = 0
FIRST_STATION = 1
ALLOCATIONS = ("guns", "row", "bail", "bail+row", "board", "bail+board", "row+board", "all_hands")
TO_GUNS, TO_ROW, TO_BAIL, TO_BAIL_ROW, TO_BOARD, TO_BAIL_BOARD, TO_ROW_BOARD, ALL_HANDS = range(8)
MOVE_FIRST, MOVE_SECOND = 9, 10
FIRST_PLAN = 11  # stay; then share-major: 1 to 4 quarters, each with a turn of -2 to +2 halves
SHARES = ("quarter", "half", "most", "full")
TURNS = ("@port_full", "@port_half", "", "@starboard_half", "@starboard_full")
PLANS = 21
HOLD, FIRST_MARK = 32, 33
MARKS = ("hull", "sails", "ram", "deck")
AT_HULL, AT_SAILS, AT_RAM, AT_DECK = range(4)
KEEP, FIRST_DEED = 37, 38
DEEDS = ("throw", "wrap", "swing", "drop_kick", "cross", "cut", "throw_back")
THROW, WRAP, SWING, KICK, CROSS, CUT, THROW_BACK = range(7)

ACTIONS = (
    "pass",
    *ALLOCATIONS,
    "move_first",
    "move_second",
    "stay",
    *(f"{share}{turn}" for share in SHARES for turn in TURNS),
    "hold",
    *(f"fire@{mark}" for mark in MARKS),
    "keep",
    *DEEDS,
)

# what a roll is for
ROLLS = (
    "wind",
    "initiative",
    "to hit",
    "damage",
    "scatter along",
    "scatter across",
    "armour",
    "fall",
    "sinking",
    "rope thrown",
    "drop-kick",
    "rope strained",
    "rope cut",
    "melee",
)
(
    ROLL_WIND,
    ROLL_FIRST,
    ROLL_HIT,
    ROLL_DAMAGE,
    ROLL_ALONG,
    ROLL_ACROSS,
    ROLL_ARMOUR,
    ROLL_FALL,
    ROLL_SINK,
    ROLL_THROW,
    ROLL_KICK,
    ROLL_STRAIN,
    ROLL_CUT,
    ROLL_MELEE,
) = range(14)
