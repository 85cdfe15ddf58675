"""The captains of bearings: where each wants to be, how she lies, and when she rams, boards or leaves.

All weigh the same two things, the fire of both ships as they would lie and the odds of a boarding, and differ in what
they make of them: the gunner keeps the range at which her guns gain most, the boarder closes, rams and boards, the
raider hauls her enemy into dangerous water, and the prudent one fights only where she is stronger and leaves in time.
Their officers work alike.
"""

from quarterdeck.envs.bearings import choices, ending, gunnery, sea, stations
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import ship as s
from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner

NAMES = ("gunner", "boarder", "raider", "prudent")
GUNNER, BOARDER, RAIDER, PRUDENT = range(1, len(NAMES) + 1)

NEAR_FACE, SURE_FACE = 0.05, 0.95  # a 20 always hits, a 1 never does


# --- what they reckon with ----------------------------------------------------------------------------------


@inner
def chance_of(number):
    """How likely one d20 shows a number or more."""
    return max(0.0, min(1.0, (21 - number) / 20))


@inner
def mean_hits(number):
    """The mean number of hits of an attack that needs this face. BE-ATTACK-2"""
    mean = max(NEAR_FACE, min(SURE_FACE, chance_of(number)))
    for more in range(1, 5):
        mean += chance_of(number + 5 * more)
    return mean


@inner
def arc_shown(ship, showing):
    """The arc that a ship turns to the enemy; of two sides the one that fires better."""
    if showing == gunnery.POINT:
        return r.FORE
    if showing == gunnery.TAIL:
        return r.AFT
    port = gunnery.can_fire(ship, r.PORT)
    if port and (ship.weapons[r.PORT] >= ship.weapons[r.STARBOARD] or not gunnery.can_fire(ship, r.STARBOARD)):
        return r.PORT
    return r.STARBOARD


@inner
def volley(state, seat, showing, distance):
    """The mean hits of what a ship can fire, so lying and so far off. BE-ATTACK-3, BE-HIT-8"""
    if distance == r.LONG:
        return 0.0
    ship, target = state.ship[seat], state.ship[1 - seat]
    far = gunnery.MEDIUM_RANGE + gunnery.WRECKS * int(state.location == r.GRAVEYARD) if distance == r.MEDIUM else 0
    mean = 0.0
    arc = arc_shown(ship, showing)
    for weapon in (arc, r.BRAND):
        if gunnery.can_fire(ship, weapon):
            hurt = gunnery.DAMAGED_ARC if ship.weapons[weapon] == r.DAMAGED else 0
            mean += mean_hits(int(target.defense) + far + hurt - ship.attack[weapon])
    return mean


@inner
def body(ship):
    """How much a ship can take before she is past fighting, in hits."""
    return max(1.0, ship.hull + 0.5 * ship.stores + 2.0)


@inner
def gain(state, seat, bearing, distance):
    """What a bearing that this captain picks gains: the harm done less the harm taken, as shares of both ships."""
    dealt = volley(state, seat, gunnery.PICKER_SHOWS[bearing], distance) / body(state.ship[1 - seat])
    taken = volley(state, 1 - seat, gunnery.OTHER_SHOWS[bearing], distance) / body(state.ship[seat])
    return dealt - taken


@inner
def opposed_chance(needed):
    """How likely one d20 beats another by so much or more."""
    if needed > 19:
        return 0.0
    if needed <= -19:
        return 1.0
    if needed > 0:
        return (20 - needed) * (21 - needed) / 800
    return 1.0 - (19 + needed) * (20 + needed) / 800


@inner
def odds_aboard(state, seat):
    """How likely a boarding takes the enemy, less how likely it loses the own ship. BE-BOARD-2"""
    ahead = s.boarding_score(state.ship[seat]) - s.boarding_score(state.ship[1 - seat])
    if state.opposed:
        return opposed_chance(ending.CARRIED - ahead) - opposed_chance(ending.CARRIED + ahead)
    if seat == 1:
        ahead = -ahead
    edge = chance_of(10 + ending.CARRIED - ahead) - (1.0 - chance_of(11 - ending.CARRIED - ahead))
    return edge if seat == 0 else -edge


@inner
def gun_gain(state, seat, distance):
    """How the guns of both would do broadside to broadside, so far off."""
    return gain(state, seat, r.SIDE_TO_SIDE, distance)


@inner
def harmed(ship):
    """How near a ship is to her end, from 0 to 1."""
    hurt = 1.0 - ship.hull / ship.hull_max
    return hurt if ship.rigging == r.INTACT else max(hurt, 0.4)


# --- what each wants ----------------------------------------------------------------------------------------


@inner
def wants_away(state, seat, which):
    """Who runs always does; the prudent one when she is beaten at guns and boarding alike, or nearly sunk."""
    ship = state.ship[seat]
    if ship.mission == r.RUN:
        return True
    if ship.mission == r.HUNT or which != PRUDENT:
        return False
    weaker = gun_gain(state, seat, r.MEDIUM) < 0.0 and odds_aboard(state, seat) < -0.1
    return weaker or harmed(ship) > harmed(state.ship[1 - seat]) + 0.4


@inner
def wished_range(state, seat, which):
    """How far off she would rather be.

    The boarder and the raider close. The others close where the enemy cannot well board them and their own guns gain by
    it, and else keep Medium; who wants away keeps Long.
    """
    if wants_away(state, seat, which):
        return r.LONG
    if which in (BOARDER, RAIDER):
        return r.SHORT
    least = 0.0 if which == PRUDENT else -0.3
    gains = gun_gain(state, seat, r.SHORT) > gun_gain(state, seat, r.MEDIUM)
    if state.ship[seat].mission == r.HUNT or (gains and odds_aboard(state, seat) >= least):
        return r.SHORT
    return r.MEDIUM


@inner
def danger(state, seat, place):
    """How likely a ship is to fail in a place. BE-SEA-1"""
    if place == r.OPEN_SEA:
        return 0.0
    number = sea.NUMBERS[place]
    if place == r.SHALLOWS and state.ship[seat]["size"] >= sea.LARGE:
        number = sea.LARGE_IN_SHALLOWS
    return 1.0 - chance_of(number - s.command(state.ship[seat], r.FOR_SEA))


@inner
def chooses_place(state, seat, which):
    """Where the encounter should go.

    Who wants away goes where the enemy is in more danger, if he will not let her go; the raider does so when it favours
    her enough; the boarder drags a distant enemy into a whirlpool; the others make for open water.
    """
    best, most = r.STAY, danger(state, 1 - seat, state.location) - danger(state, seat, state.location)
    if which != RAIDER and not wants_away(state, seat, which):
        if which == BOARDER and state.range > r.SHORT and (choices.other_places(state) >> r.WHIRLPOOL) & 1:
            return r.FIRST_PLACE + r.WHIRLPOOL
        if state.location != r.OPEN_SEA and (state.places >> r.OPEN_SEA) & 1 and most < 0.0:
            return r.FIRST_PLACE + r.OPEN_SEA
        return r.STAY
    if wants_away(state, seat, which):
        most = -2.0
    for place in range(6):
        if (choices.other_places(state) >> place) & 1:
            worth = danger(state, 1 - seat, place) - danger(state, seat, place)
            if worth > most + 0.05:
                best, most = r.FIRST_PLACE + place, worth
    return best


@inner
def answers(state, seat, which):
    """She follows, unless the place would be much the worse for her, or she would rather see the enemy go."""
    if state.ship[seat].mission == r.HUNT:
        return r.FOLLOW
    worse = danger(state, seat, state.wish) - danger(state, 1 - seat, state.wish)
    if wants_away(state, seat, which):
        return r.REFUSE
    return r.REFUSE if which == RAIDER and worse > 0.4 else r.FOLLOW


@inner
def changes_range(state, seat, which):
    """One step towards the range she wishes for."""
    wished = min(wished_range(state, seat, which), sea.farthest(state))
    if state.range > wished:
        return r.CLOSER
    return r.FARTHER if state.range < wished else r.KEEP


@inner
def ram_gain(state, seat):
    """What a ram gains, as `gain` counts it. BE-RAM-2"""
    ship, target = state.ship[seat], state.ship[1 - seat]
    dealt = 2 + max(0, int(ship["size"]) - target["size"])
    return 0.7 * dealt / body(target) - 1.3 / body(ship)


@inner
def picks_bearing(state, seat, which):
    """The bearing with the best exchange of fire; the boarder adds what the ram would do."""
    best, most = r.PASS, -100.0
    for bearing in range(5):
        if choices.may_pick(state, bearing):
            worth = gain(state, seat, bearing, int(state.range))
            points = bearing == r.POINT_TO_TAIL or bearing == r.POINT_TO_POINT
            if points and state.range == r.SHORT:
                worth += max(0.0, ram_gain(state, seat)) * (1.5 if which == BOARDER else 1.0)
            if worth > most:
                best, most = r.FIRST_BEARING + bearing, worth
    return best


@inner
def rams(state, seat, which):
    """The boarder whenever her hull outlasts it; the others where it gains; none a ship that sinks anyway. BE-SINK-3"""
    ship, target = state.ship[seat], state.ship[1 - seat]
    sinks = s.flooded(target)
    if (sinks and target.officers == 0) or (ship.hull <= 2 and (sinks or target.hull > 2)):
        return r.NO_RAM
    least = -0.2 if which == BOARDER else 0.0
    return r.RAM_HER if ram_gain(state, seat) > least else r.NO_RAM


@inner
def boards(state, seat, which):
    """When the odds are good enough for her kind, or she sinks anyway; before nightfall whenever it can win more.

    BE-MISSION-2, BE-MISSION-3
    """
    ship, target = state.ship[seat], state.ship[1 - seat]
    odds = odds_aboard(state, seat)
    if state.turn >= state.nightfall:
        return r.BOARD_HER if ship.mission == r.HUNT or (odds > 0.0 and ship.mission == r.DUEL) else r.STAND_OFF
    if ship.sinking and not target.sinking:
        return r.BOARD_HER
    if target.sinking and not ship.sinking and which != BOARDER:
        return r.STAND_OFF
    if ship.mission == r.RUN:
        return r.BOARD_HER if odds > 0.5 else r.STAND_OFF
    least = 0.5
    if which == BOARDER:
        least = 0.1
    elif which == RAIDER:
        least = 0.2
    elif which == GUNNER:
        least = 0.4
    return r.BOARD_HER if odds > least else r.STAND_OFF


# --- what their officers do ---------------------------------------------------------------------------------


@inner
def helps_check(state, seat, mask):
    """The bosun where his bonus is enough, else the look-out, else the navigator."""
    if mask[r.BOSUN]:
        return r.BOSUN
    if mask[r.LOOKOUT]:
        return r.LOOKOUT
    return r.NAVIGATOR if mask[r.NAVIGATOR] else r.LET_STAND


@inner
def tricks(state, seat, which):
    """With officers to spare one tries a trick that may work; the prudent one rather watches for the enemy's."""
    free = state.ship[seat].free
    if which == PRUDENT and choices.may_watch(state, seat) and free >= 3:
        return r.WATCH
    works = 20 + int(state.ship[seat].skill) > 10 + state.ship[1 - seat].sense
    return r.FEIGN if free >= 3 and works else r.NO_TRICK


@inner
def urgent_mend(ship, mask):
    """What cannot wait: rigging, and a hull that lists or floods. BE-REPAIR-1"""
    if mask[r.FIRST_MEND + r.MEND_RIGGING] and ship.rigging == r.DESTROYED:
        return r.FIRST_MEND + r.MEND_RIGGING
    if mask[r.FIRST_MEND + r.MEND_HULL] and s.listing(ship):
        return r.FIRST_MEND + r.MEND_HULL
    return r.PASS


@inner
def wanted(ship, component):
    """How many engineers a component can still use. BE-REPAIR-2, BE-REPAIR-3"""
    sent = 0
    for officer in range(1, 1 + r.MOST_OFFICERS):
        sent += int(ship.task[officer] == 1 + component)
    if component == r.MEND_RIGGING:
        return r.INTACT - ship.rigging - sent
    if component == r.MEND_HULL:
        return min(ship.hull_max - ship.hull, stations.cap(ship) - ship.mended) - sent
    return r.INTACT - ship.weapons[component - r.MEND_FORE] - sent


@inner
def patient_mend(ship, mask):
    """What can wait until the guns that fire have their officers and hands. BE-REPAIR-5, BE-CREW-7"""
    left = ship.hands - s.gang(ship) * (ship.engineers + 1)
    if ship.fires != 0 and left < ship.watch and not s.short_handed(ship):
        return r.PASS
    for component in (r.MEND_RIGGING, r.MEND_HULL, r.MEND_PORT, r.MEND_STARBOARD, r.MEND_FORE, r.MEND_BRAND):
        if mask[r.FIRST_MEND + component] and wanted(ship, component) > 0:
            return r.FIRST_MEND + component
    return r.PASS


@inner
def posts(state, seat, which, mask):
    """Urgent repairs, a gunner, other repairs, evasion, a personal attack; the last one stands by."""
    ship = state.ship[seat]
    action = urgent_mend(ship, mask)
    if action == r.PASS and mask[r.GUNNER] and which != PRUDENT:
        action = r.GUNNER
    if action == r.PASS:
        action = patient_mend(ship, mask)
    if action == r.PASS and mask[r.GUNNER]:
        action = r.GUNNER
    if action == r.PASS and mask[r.EVASIVE]:
        action = r.EVASIVE
    if action == r.PASS and mask[r.SHOOT] and ship.free > 1:
        action = r.SHOOT
    return r.STAND_BY if action == r.PASS else action


@inner
def aims(state, seat):
    """At the rigging where two hits there cripple her sooner than hits in the hull; else at the hull."""
    target = state.ship[1 - seat]
    to_list = target.hull - (target.hull_max + 1) // 2 + 1
    return r.FIRST_AIM + (r.RIGGING if 0 < target.rigging < to_list else r.HULL)


@inner
def shows_side(state, seat):
    """The broadside that fires better."""
    return r.SHOW_PORT if arc_shown(state.ship[seat], gunnery.SIDE) == r.PORT else r.SHOW_STARBOARD


@inner
def fires(state, seat):
    """A damaged arc is saved at Medium where it would hardly hit, unless neither ship can come any nearer. BE-HIT-8"""
    number = gunnery.needed(state, seat, 0)
    stay = s.helpless(state.ship[0]) and s.helpless(state.ship[1])
    return r.DISCHARGE if number <= 20 or state.range == r.SHORT or stay else r.HOLD


# --- the captains -------------------------------------------------------------------------------------------


@inner
def sails(state, seat, which):
    """What she decides of place, range and bearing."""
    if state.phase == r.LOCATION:
        return chooses_place(state, seat, which)
    if state.phase == r.ANSWER:
        return answers(state, seat, which)
    if state.phase == r.LEAVE:
        return r.SAIL_AWAY if wants_away(state, seat, which) else r.FIGHT_ON
    if state.phase == r.CLOSING:
        return changes_range(state, seat, which)
    return picks_bearing(state, seat, which)


@inner
def fights(state, seat, which, mask):
    """What she decides once the ships lie as they do."""
    if state.phase == r.SIDE:
        return shows_side(state, seat)
    if state.phase == r.FIRE:
        return fires(state, seat)
    if state.phase == r.STATIONS:
        return posts(state, seat, which, mask)
    if state.phase == r.SHOTS:
        return r.BOSUN
    if state.phase == r.AIM:
        return aims(state, seat)
    if state.phase == r.RAM:
        return rams(state, seat, which)
    return boards(state, seat, which)


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    if state.phase == r.REACT:
        action = helps_check(state, seat, mask)
    elif state.phase == r.TRICK:
        action = tricks(state, seat, which)
    elif state.phase <= r.BEARING:
        action = sails(state, seat, which)
    else:
        action = fights(state, seat, which, mask)
    if mask[action]:
        return action
    return lowest_legal(mask)
