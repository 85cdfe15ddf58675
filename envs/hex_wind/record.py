"""What a fight under sail on hexes is made of: two ships on a map, the wind, and what they carry.

A hex measures 50 feet, a turn is a quint. HW-MAP-1, HW-TURN-1
"""

from typing import Any

import numpy as np

from quarterdeck import configs

from ..chance import chance_dtype

SEATS = 2
TAPE = 40  # rolls that one step may ask for
SIDE = 41  # hexes along each side of the map. HW-MAP-2

# classes of ships, in the order of the table
CLASSES = ("caravel", "trading_ship", "merchant_ship", "trell", "galleon")
CARAVEL, TRADING_SHIP, MERCHANT_SHIP, TRELL, GALLEON = range(5)

_TABLES = configs.read_yaml(configs.FOLDER / "hex_wind" / "tables.yaml")


def _column(table: str, names: tuple[str, ...], field: str) -> tuple[int, ...]:
    rows: dict[str, Any] = _TABLES[table]
    return tuple(int(rows[name][field]) for name in names)


# how strong the wind blows, up to which roll, and what it does to speed; in a calm nobody sails
WINDS = ("calm", "poor", "fair", "good", "excellent")
CALM, POOR, FAIR, GOOD, EXCELLENT = range(5)
UP_TO = _column("winds", WINDS, "up_to")
STRENGTH = _column("winds", WINDS, "speed")

# how a ship heads to the wind, and what that does to speed
INTO, ACROSS, WITH = range(3)
HEADINGS = ("into", "across", "with")
HEADWAY = _column("headings", HEADINGS, "speed")

# arcs of a ship, as bits in `ship.bears` too
FORE, AFT, PORT, STARBOARD = range(4)
ARCS = ("fore", "aft", "port", "starboard")

# weapons
LIGHT_BALLISTA, HEAVY_BALLISTA, LIGHT_CATAPULT, HEAVY_CATAPULT = range(4)
WEAPONS = ("light_ballista", "heavy_ballista", "light_catapult", "heavy_catapult")
LOADOUT = _column("weapons", WEAPONS, "loadout")
DAMAGE = _column("weapons", WEAPONS, "dice")
NEAREST = _column("weapons", WEAPONS, "nearest")  # hexes
FARTHEST = _column("weapons", WEAPONS, "farthest")
RELOAD = _column("weapons", WEAPONS, "reload")  # quints
HANDS = _column("weapons", WEAPONS, "hands")
MOUNTS = 12  # weapons that the largest loadout can hold

# missions
DUEL, HUNT, RUN = range(3)
MISSIONS = ("duel", "hunt", "run")

# phases of a quint
FIREFIGHTING, SPEED, MOVE, FIRE = range(4)
PHASES = ("hands", "speed", "move", "fire")

RUNNING, SUNK, ESCAPED, NIGHTFALL = range(4)
ENDINGS = ("running", "sunk", "escaped", "nightfall")

SHIP = np.dtype(
    (
        np.record,
        [
            # what she is
            ("kind", np.int8),
            ("hexes", np.int8),
            ("length", np.int16),  # feet
            ("hull", np.int16),  # damage points that are left
            ("hull_max", np.int16),
            ("rating", np.int8),  # Speed Rating of the whole ship
            ("slow", np.int8),  # speed up to which she cuts slowly
            ("cut", np.int8),  # Cut Rating, degrees
            ("masts", np.int8),
            ("masts_max", np.int8),
            ("oars", np.int8, (2,)),  # whole ones: port, starboard
            ("oars_max", np.int8),  # a side
            ("crew", np.int8),  # hands
            ("ram", np.int8),
            ("blades", np.int8),
            ("crew_skill", np.int8),  # percent to hit
            ("captain_skill", np.int8),
            ("reaction", np.int8),
            ("mission", np.int8),
            ("mount", np.int8, (MOUNTS,)),  # 0 for none, else 1 + 4 * arc + weapon
            ("ready", np.int16, (MOUNTS,)),  # the quint from which it is loaded
            ("power", np.int8, (4,)),  # dice of damage in each arc, and of those the loaded ones
            ("loaded", np.int8, (4,)),
            ("lobbed", np.int8),  # dice of her catapults
            # where she is and how she sails
            ("q", np.int8),  # of the bow
            ("r", np.int8),
            ("facing", np.int8),  # 0 to 5, counting to port
            ("speed", np.int8),
            ("cutting", np.int8),  # hexes in a row that did not pay
            ("flounders", np.int8),  # quints until she can turn, and one
            ("last_turn", np.int16),  # the quint
            ("bears", np.int8),  # the arcs in which the enemy lies
            # what is the matter with her
            ("fires", np.int8),
            ("leaks", np.int8),
            ("steering", np.int8),  # hits that halved her Cut Rating
            ("adrift", np.int8),  # the steering is destroyed
            ("sunk", np.int8),
            # this quint
            ("rowing", np.int8),
            ("wearing", np.int8),  # after floundering she must turn
            ("fighters", np.int8),  # men at each fire
            ("serving", np.int8),  # hands at the weapons that fired
            ("left", np.int8),  # hexes to go
            ("moved", np.int8),
            ("turned", np.int8),
            ("lost_way", np.int8),  # speed to be paid for cutting
            ("sheared", np.int8),  # the blades have had their chance
            # what hit her this quint and counts at its end
            ("hurt", np.int16),
            ("new_fires", np.int8),
            ("new_leaks", np.int8),
            ("new_masts", np.int8),
            ("new_steering", np.int8),
            ("new_adrift", np.int8),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", chance_dtype(TAPE)),
            ("captain", np.uint64, (SEATS,)),
            ("turn", np.int16),  # the quint
            ("nightfall", np.int16),
            ("phase", np.int8),
            ("acted", np.int8),  # how many of the two have moved, or fired
            ("first", np.int8),  # who won the initiative
            ("wind", np.int8),  # strength; -1: to be rolled
            ("toward", np.int8),  # it blows between this facing and the next one to port; -1: to be rolled
            ("waves", np.int8),  # large waves
            ("sizes", np.int8),  # the size of the target counts
            ("apart", np.int8),  # hexes between the ships at the start
            ("bearing", np.int8),  # from the first ship to the second at the start; -1: to be rolled
            ("range", np.int8),  # nearest hex to nearest hex
            ("ending", np.int8),
            ("ship", SHIP, (SEATS,)),
        ],
    )
)

# actions, in the order of `ACTIONS`
PASS = 0
LET_BURN = 1
MEN = (0, 3, 6, 10)  # at each fire, from `LET_BURN` on
SLOWER, STEADY, FASTER, OARS = 5, 6, 7, 8
AHEAD, TO_PORT, TO_STARBOARD = 9, 10, 11
HOLD, FIRST_SHOT = 12, 13  # arc-major; six a arc
SHOTS = (*WEAPONS[:2], "light_catapult", "light_catapult+oil", "heavy_catapult", "heavy_catapult+oil")
FIRES = (LIGHT_BALLISTA, HEAVY_BALLISTA, LIGHT_CATAPULT, LIGHT_CATAPULT, HEAVY_CATAPULT, HEAVY_CATAPULT)
OIL = (0, 0, 0, 1, 0, 1)
STONE_SHOT = (0, 1, 2, 4)  # of each weapon; with oil it is the next one

ACTIONS = (
    "pass",
    "let_burn",
    *(f"fight_fire:{men}" for men in MEN[1:]),
    "slower",
    "steady",
    "faster",
    "oars",
    "ahead",
    "port",
    "starboard",
    "hold",
    *(f"{arc}:{shot}" for arc in ARCS for shot in SHOTS),
)

# what a roll is for
(
    ROLL_WIND, ROLL_DIRECTION, ROLL_PLACE, ROLL_INITIATIVE, ROLL_FLOUNDER, ROLL_HIT, ROLL_DAMAGE, ROLL_RAM, ROLL_OARS,
    ROLL_BLADES, ROLL_SPECIAL, ROLL_WHAT, ROLL_BURN, ROLL_QUENCH, ROLL_LEAK, ROLL_SINK,
) = range(16)  # fmt: skip
ROLLS = (
    "strength of the wind",
    "direction of the wind",
    "position",
    "initiative",
    "floundering",
    "to hit",
    "damage",
    "ram",
    "oars sheared",
    "blades",
    "special damage",
    "kind of special damage",
    "fire",
    "putting out the fire",
    "leak",
    "sinking",
)
