"""What a duel of bearings is made of: two ships, where they are, and the Command check that is under way."""

import numpy as np

from ..chance import chance_dtype

SEATS = 2
TAPE = 112  # rolls of one step: two Brands and two broadsides, all hits with a crew damage each, repairs, a new turn

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

# three ranges
SHORT, MEDIUM, LONG = range(3)
RANGES = ("Short", "Medium", "Long")

# sea locations, as bits of `state.places` too
OPEN_SEA, SHOALS, GRAVEYARD, WHIRLPOOL, FOG, SHALLOWS = range(6)
LOCATIONS = ("open_sea", "shoals", "ship_graveyard", "whirlpool", "fog_bank", "coastal_shallows")

# bearings: how the ship that picks lies, and how the other does
SIDE_TO_TAIL, SIDE_TO_POINT, POINT_TO_TAIL, POINT_TO_POINT, SIDE_TO_SIDE = range(5)
BEARINGS = ("side_to_tail", "side_to_point", "point_to_tail", "point_to_point", "side_to_side")

# firing arcs; the Brand stands behind them
FORE, PORT, STARBOARD, AFT = range(4)
BRAND = 4
ARCS = ("fore", "port", "starboard", "aft")

# components: `DESTROYED` is also what was never there
DESTROYED, DAMAGED, INTACT = range(3)

# the five locations of a ship, where hits strike and officers stand; nobody has a place yet
NOWHERE = -1
RIGGING, MAIN_DECK, STORES, GUN_DECK, HULL = range(5)
SPOTS = ("rigging", "main deck", "stores", "gunnery deck", "hull")

CAPTAIN = 0  # first of the officers
MOST_OFFICERS = 5  # besides the captain

# what an officer may mend, as it stands in `ship.task`: 1 + one of these
MEND_RIGGING, MEND_FORE, MEND_PORT, MEND_STARBOARD, MEND_AFT, MEND_BRAND, MEND_STORES, MEND_HULL = range(8)
MENDS = ("rigging", *ARCS, "brand", "stores", "hull")

# phases: where somebody may have a choice
(
    REACT,
    LOCATION,
    ANSWER,
    LEAVE,
    CLOSING,
    TRICK,
    BEARING,
    SIDE,
    FIRE,
    STATIONS,
    SHOTS,
    AIM,
    RAM,
    BOARD,
) = range(14)
PHASES = (
    "check",
    "location",
    "answer",
    "leave",
    "range",
    "trick",
    "bearing",
    "side",
    "fire",
    "stations",
    "shots",
    "aim",
    "ram",
    "board",
)

# what a check is about
FOR_LOCATION, FOR_SEA, FOR_RANGE, FOR_BEARING, FOR_RAM = range(5)
STAKES = ("location", "sea", "range", "bearing", "ram")
TO_SHOT = 6  # where the bosun's bonus goes, if to no check

# how a check comes out for the side that rolls; `NOTHING`: both fail, and nothing changes
NOTHING, BAD_FAILURE, FAILURE, TIE, SUCCESS, TRIUMPH = range(6)

# missions
DUEL, HUNT, RUN = range(3)
MISSIONS = ("duel", "hunt", "run")

# how a battle ended
RUNNING, SUNK, TAKEN, ESCAPED, NIGHTFALL = range(5)
ENDINGS = ("running", "sunk", "taken", "escaped", "nightfall")

MISSED = -100  # margin of an attack that was not made, or missed on a 1

SHIP = np.dtype(
    (
        np.record,
        [
            ("kind", np.int8),
            ("mission", np.int8),
            ("size", np.int8),  # step, 0 to 5
            ("hull", np.int8),  # Hull Integrity, under 0 too
            ("hull_max", np.int8),
            ("defense", np.int8),
            ("command", np.int8),  # the ship's own, which adds to the captain's
            ("leader", np.int8),  # the captain's Command
            ("mate", np.int8),  # that of the officer who would follow
            ("sense", np.int8),  # the captain's Sense Motive
            ("steam", np.int8),
            ("rigging", np.int8),  # or engine
            ("stores", np.int8),  # miscellaneous components that stand
            ("stores_max", np.int8),
            ("fitted", np.int8),  # bits: the arcs, and the Brand, that have weapons
            ("attack", np.int8, (5,)),
            ("weapons", np.int8, (5,)),  # how each arc, and the Brand, stands
            ("fired", np.int8),  # bits: what fired last turn
            ("hands", np.int16),
            ("watch", np.int16),  # hands that sail and fight her, beside whom there is no one to spare
            ("pilots", np.int8),  # hands without whom she cannot be sailed
            # seen at a glance, and brought up to date by `ship.look`
            ("smoke", np.int8),
            ("fire", np.int8),
            ("muscle", np.int8),  # doublings of her hands
            ("mended", np.int8),  # Hull Integrity that was repaired in this encounter
            ("sinking", np.int8),  # turns until she sinks; 0 while she floats
            ("aground", np.int8),
            ("spun", np.int8),  # by a whirlpool: -5 this turn
            ("spins", np.int8),  # and in the next turn
            ("drawn", np.int8),  # failures in the whirlpool, odd or even
            ("sunk", np.int8),
            ("taken", np.int8),
            # named officers; the captain is the first of them
            ("named", np.int8),
            ("officers", np.int8),  # who stand, besides the captain
            ("skill", np.int8),
            ("knack", np.int8),  # modifier that evasive manoeuvres add to Defense
            ("reach", np.int8),  # of their personal attacks: 1 + range, 0 for none
            ("wounds", np.int8, (1 + MOST_OFFICERS,)),  # that each can still bear; 0: he is down
            # this turn
            ("free", np.int8),  # officers who have not acted
            ("spot", np.int8, (1 + MOST_OFFICERS,)),
            ("acted", np.int8, (1 + MOST_OFFICERS,)),
            ("task", np.int8, (1 + MOST_OFFICERS,)),
            ("navigated", np.int8),
            ("watched", np.int8),  # a look-out stands
            ("piped", np.int8),  # the bosun has given his bonus: 1 + the stake of a check, or `TO_SHOT`; 0 until then
            ("exposed", np.int8),  # a miscellaneous component that can be hit
            ("refused", np.int8),
            ("fogged", np.int8),
            ("trick", np.int8),  # bonus of a trick in the Bearing stage
            ("evading", np.int8),  # bonus to Defense
            ("facing", np.int8),  # the arc towards the enemy; stays until a bearing is picked anew
            ("fires", np.int8),  # bits: what fires this turn
            ("gunners", np.int8),  # bits: at the arc, at the Brand
            ("shoots", np.int8),  # an officer makes a personal attack
            ("engineers", np.int8),  # at work
            ("margin", np.int8, (2,)),  # of the arc's attack and the Brand's
            ("aim", np.int8, (2,)),  # location chosen for the first hit, -1 for none
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
            ("phase", np.int8),
            ("opposed", np.int8),  # both sides roll
            ("count_crew", np.int8),
            ("location", np.int8),
            ("places", np.int8),  # bits: the locations to which the encounter may move
            ("range", np.int8),
            ("bearing", np.int8),
            ("picker", np.int8),  # who picked it
            ("ending", np.int8),
            ("away", np.int8),  # who sailed away, -1 for nobody
            # the check under way
            ("stake", np.int8),
            ("roller", np.int8),  # the ship in danger at sea, the one that rams
            ("outcome", np.int8),
            ("forced", np.int8),  # no reroll can change it
            ("natural", np.int8),  # the face of the die where 1 or 20 counts
            ("total", np.int8, (SEATS,)),
            ("stood", np.int8),  # bits: who lets it stand
            ("wish", np.int8),  # the location to which the winner wants to move
            ("ship", SHIP, (SEATS,)),
        ],
    )
)

# actions, in the order of `ACTIONS`
PASS = 0
STAY = 1
FIRST_PLACE = 2  # a location each
FOLLOW, REFUSE = 8, 9
SAIL_AWAY, FIGHT_ON = 10, 11
CLOSER, KEEP, FARTHER = 12, 13, 14
FIRST_BEARING = 15  # a bearing each
LET_STAND, NAVIGATOR, LOOKOUT, BOSUN = 20, 21, 22, 23
NO_TRICK, FEIGN, WATCH = 24, 25, 26
SHOW_PORT, SHOW_STARBOARD = 27, 28
HOLD, DISCHARGE = 29, 30
STAND_BY, BELOW, EVASIVE, GUNNER, SHOOT = 31, 32, 33, 34, 35
FIRST_MEND = 36  # a component each
FIRST_AIM = 44  # a location of the enemy's ship each
NO_RAM, RAM_HER = 49, 50
STAND_OFF, BOARD_HER = 51, 52

ACTIONS = (
    "pass",
    "stay",
    *(f"to_{name}" for name in LOCATIONS),
    "follow",
    "refuse",
    "sail_away",
    "fight_on",
    "closer",
    "keep_range",
    "farther",
    *BEARINGS,
    "let_stand",
    "navigator",
    "look_out",
    "bosun",
    "no_trick",
    "trick",
    "watch",
    "port",
    "starboard",
    "hold",
    "fire",
    "stand_by",
    "below",
    "evasive",
    "gunner",
    "shoot",
    *(f"mend_{name}" for name in MENDS),
    "aim_rigging",
    "aim_main_deck",
    "aim_stores",
    "aim_gunnery_deck",
    "aim_hull",
    "no_ram",
    "ram",
    "stand_off",
    "board",
)

# what a roll is for: `purpose` in every ask
ROLLS = (
    "Command check, location",
    "Command check, dangers of the sea",
    "Command check, range",
    "Command check, bearing",
    "Command check, ram",
    "navigator",
    "look-out",
    "trick",
    "attack",
    "Brand",
    "hit location",
    "saving throw",
    "magazine",
    "repair",
    "boarding",
)
(
    ROLL_LOCATION,
    ROLL_SEA,
    ROLL_RANGE,
    ROLL_BEARING,
    ROLL_RAM,
    ROLL_NAVIGATOR,
    ROLL_LOOKOUT,
    ROLL_TRICK,
    ROLL_ATTACK,
    ROLL_BRAND,
    ROLL_HIT,
    ROLL_SAVE,
    ROLL_MAGAZINE,
    ROLL_REPAIR,
    ROLL_BOARDING,
) = range(len(ROLLS))
