"""What a battle on squares is made of: two ships as oriented rectangles, a map, and a few rocks.

Columns run from west to east (`x`), rows from north to south (`y`), both from 0 on; a square is 5 feet. A ship covers
`length` squares along her heading and `beam` across; `x` and `y` are her north-western square. Small numbers keep a
battle at about 250 bytes.
"""

import numpy as np

from ...chance import chance_dtype

SEATS = 2
NORTH, EAST, SOUTH, WEST = range(4)
HEADINGS = ("north", "east", "south", "west")

# missions, as they stand in `ship.mission`
BOARD, RUN = range(2)
MISSIONS = ("board", "run")

KINDS = (
    "rowboat",
    "excise_cutter",
    "steam_cutter",
    "sloop",
    "schooner",
    "barquentine",
    "frigate",
    "ship_of_the_line",
    "armoured_steam_warship",
)

# the gears: which way she goes, as it stands in `ship.gear`
FORWARD, BACKWARD = range(2)

# the turn of the ship that moves first, and of the other
PHASES = ("first ship", "second ship")

RUNNING, BOARDED, ESCAPED, OUTLASTED, SUNK = range(5)
ENDINGS = ("running", "boarded", "escaped", "outlasted", "sunk")

ROCKS = 4  # the most that a map can have
WAKE = 6  # turns that a wake is seen
FAR_RUN = 100  # squares since her last turn from which on nobody counts
SAVES = 3  # failed, and a ship begins to go down
TAPE = 6  # rolls in one step; where more lie between two choices they take further steps

SHIP = np.dtype(
    (
        np.record,
        [
            ("kind", np.int8),
            ("mission", np.int8),
            ("x", np.int8),
            ("y", np.int8),
            ("heading", np.int8),
            ("length", np.int8),
            ("beam", np.int8),
            ("speed", np.int8),
            ("turn_after", np.int8),  # squares between two turns
            ("command", np.int8),  # the captain's and the ship's
            # what she did
            ("gear", np.int8),
            ("way", np.int8),  # squares in her last turn, with which she drifts
            ("moved", np.int8),  # squares in this turn
            ("turned", np.int8),  # 1: she has turned in this turn
            ("run", np.int8),  # squares with her hands at work since she last turned, at most `FAR_RUN`
            ("still", np.int8),  # turns that she has lain still fully crewed, at most 2
            ("lost", np.int8),  # 1: she loses her next turn
            # who works her
            ("pilot_crew", np.int16),
            ("full_crew", np.int16),
            ("crew", np.int16),
            ("no_captain", np.int8, (2,)),  # first and last round without one; 0: none
            ("few_hands", np.int8, (2,)),  # first and last round with too few hands to pilot her
            # what keeps her afloat
            ("hull", np.int8),
            ("hull_max", np.int8),
            ("failed", np.int8),  # saves against sinking
            ("steady", np.int8),  # 1: she floats, however low
            ("down", np.int8),  # rounds that she has been going down, 5 feet each
            ("freeboard", np.int8),  # rounds until she is under
            ("wake", np.int8, (WAKE, 2)),  # where her stern was at the ends of her last turns; -1: unknown
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", chance_dtype(TAPE)),
            ("captain", np.uint64, (SEATS,)),
            ("width", np.int8),
            ("height", np.int8),
            ("rounds", np.int8),  # after which the runner has held out
            ("turn", np.int8),  # the round
            ("phase", np.int8),
            ("first", np.int8),  # the seat that moves first in a round
            ("helm", np.int8),  # 1: the ship whose turn it is obeys her captain
            ("hold", np.int8),  # ends of turns in a row that the ships must lie together to be boarded
            ("alongside", np.int8),  # such ends so far
            ("ending", np.int8),
            ("rocks", np.int8),
            ("rock", np.int8, (ROCKS, 4)),  # western column, northern row, eastern column, southern row
            ("ship", SHIP, (SEATS,)),
        ],
    )
)

# actions, in the order of `ACTIONS`
PASS, AHEAD, PORT_BOW, STARBOARD_BOW, TURN_PORT, TURN_STARBOARD, ASTERN, STOP = range(8)
ACTIONS = ("pass", "ahead", "port_bow", "starboard_bow", "turn_port", "turn_starboard", "astern", "stop")

ROLLS = ("staying afloat",)
ROLL_AFLOAT = 0
