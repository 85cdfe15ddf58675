"""Attacks by arc: what bears, the rolls, where hits strike and what they do."""

from .. import chance
from ..compiler import compiled, inlined
from . import check, crew
from . import record as r
from . import ship as s

MEDIUM_RANGE = 10
WRECKS = 5  # at Medium in a ship graveyard
DAMAGED_ARC = 5
SHORT_HANDED = 5
MORE_HITS = 5  # points over the Defense for each hit more
MOST_HITS = 8

# by bearing: whether the ship shows her side, else her point or her tail; of who picked it, and of the other
SIDE, POINT, TAIL = range(3)
PICKER_SHOWS = (SIDE, SIDE, POINT, POINT, SIDE)
OTHER_SHOWS = (TAIL, POINT, TAIL, POINT, SIDE)


@inlined
def shows(state, seat):
    """What a ship shows the enemy at the present bearing. BE-BEAR-5, BE-BEAR-6, BE-BEAR-7, BE-BEAR-8, BE-BEAR-9"""
    return PICKER_SHOWS[state.bearing] if seat == state.picker else OTHER_SHOWS[state.bearing]


@inlined
def alike(ship, one, other):
    """Whether two arcs are in the same state."""
    return ship.weapons[one] == ship.weapons[other] and (ship.fired >> one) & 1 == (ship.fired >> other) & 1


@inlined
def can_fire(ship, weapon):
    """Whether an arc, or the Brand, may fire: a damaged one only every other turn. BE-HIT-8, BE-ATTACK-1, BE-BRAND-1"""
    stands = int(ship.weapons[weapon])
    return stands == r.INTACT or (stands == r.DAMAGED and (ship.fired >> weapon) & 1 == 0)


@inlined
def in_range(state):
    """Ships fire at Short and Medium; nothing is fired at Long. BE-RANGE-1, BE-RANGE-2, BE-ATTACK-4"""
    return state.range < r.LONG


@inlined
def weapon_of(ship, attack):
    """The weapon of the first attack, of the arc, or of the second, of the Brand."""
    return r.BRAND if attack == 1 else int(ship.facing)


@inlined
def fires(ship, attack):
    """Whether an attack is made this turn."""
    return (ship.fires >> weapon_of(ship, attack)) & 1 == 1


@compiled
def needed(state, seat, attack):
    """The face of the die that hits. BE-ATTACK-2, BE-ATTACK-3, BE-HIT-8, BE-SEA-4, BE-ROLE-6, BE-REPAIR-5"""
    ship, target = state.ship[seat], state.ship[1 - seat]
    weapon = weapon_of(ship, attack)
    number = int(target.defense) + target.evading - ship.attack[weapon]
    if state.range == r.MEDIUM:
        number += MEDIUM_RANGE + WRECKS * int(state.location == r.GRAVEYARD)
    if ship.weapons[weapon] == r.DAMAGED:
        number += DAMAGED_ARC
    return number + SHORT_HANDED * int(s.short_handed(ship))


@inlined
def margin_of(face, number):
    """How far an attack beats the Defense: a 20 always hits, a 1 never does. BE-ATTACK-5"""
    if face == 1:
        return r.MISSED
    return max(0, face - number) if face == 20 else face - number


@inlined
def hits(margin):
    """One hit, and one more for each full 5 points over. BE-ATTACK-2"""
    return 0 if margin < 0 else min(MOST_HITS, 1 + margin // MORE_HITS)


@compiled
def shoot(state, seat, attack):
    """Roll an attack; with a gunner at it twice, and the better counts. BE-ROLE-9, BE-BRAND-1"""
    ship = state.ship[seat]
    number = needed(state, seat, attack)
    purpose = r.ROLL_BRAND if attack == 1 else r.ROLL_ATTACK
    # only a bosun's bonus needs to know the points between two hits
    step = 1 if ship.free > 0 and ship.piped == 0 else MORE_HITS
    first = number - check.BOSUN if step == 1 else number
    best = r.MISSED
    for _ in range(1 + ((ship.gunners >> attack) & 1)):
        face = chance.graded(state.dice, purpose, seat, 20, first, step, 40, 1)
        best = max(best, margin_of(face, number))
    ship.margin[attack] = best


@compiled
def shoot_all(state):
    """All attacks of both ships are rolled before any hit counts. BE-ATTACK-1, BE-ATTACK-6"""
    for seat in range(2):
        for attack in range(2):
            if fires(state.ship[seat], attack):
                shoot(state, seat, attack)


@compiled
def pipes(state, seat, attack):
    """Whether the bosun's 2 would bring this attack another hit. BE-ROLE-11"""
    ship = state.ship[seat]
    margin = int(ship.margin[attack])
    return margin > r.MISSED and hits(margin + check.BOSUN) > hits(margin)


@compiled
def may_pipe(state, seat):
    """Whether the bosun can make something of an attack. BE-ROLE-11"""
    ship = state.ship[seat]
    return ship.free > 0 and ship.piped == 0 and (pipes(state, seat, 0) or pipes(state, seat, 1))


@compiled
def pipe(state, seat):
    """The bosun's bonus goes to the first attack to which it brings a hit. BE-ROLE-11"""
    ship = state.ship[seat]
    ship.piped = r.TO_SHOT
    crew.take_officer(ship, r.GUN_DECK)
    attack = 0 if pipes(state, seat, 0) else 1
    ship.margin[attack] += check.BOSUN


@compiled
def aims(ship):
    """The attack whose first hit a gunner still has to place; -1 if there is none. BE-ROLE-10"""
    for attack in range(2):
        if (ship.gunners >> attack) & 1 == 1 and ship.aim[attack] < 0 and hits(int(ship.margin[attack])) > 0:
            return attack
    return -1


# --- hits ---


@compiled
def hit_location(state, seat):
    """Where a hit strikes: 1 and 2 rigging, 3 and 4 main deck, 5 and 6 stores, 7 and 8 guns, 9 and 10 hull. BE-HIT-1"""
    return (chance.graded(state.dice, r.ROLL_HIT, seat, 10, 3, 2, 4, 0) - 1) // 2


@compiled
def strike_rigging(state, seat):
    """Damaged, then destroyed: masts fall on the deck, or the engine fills her with smoke; then the hull.

    BE-HIT-3, BE-HIT-4, BE-HIT-9, BE-HIT-2
    """
    ship = state.ship[seat]
    if ship.rigging == r.DESTROYED:
        s.lose_hull(ship, 1)
        return
    ship.rigging -= 1
    if ship.rigging == r.DESTROYED and ship.steam == 0:
        crew.burst(state, seat, r.MAIN_DECK, True)
    s.look(ship)


@compiled
def strike_stores(state, seat):
    """The component that lay open this turn is gone; if there is none, the hull suffers. BE-HIT-6, BE-HIT-2"""
    ship = state.ship[seat]
    if ship.exposed:
        ship.exposed = 0
        ship.stores -= 1
    else:
        s.lose_hull(ship, 1)


@compiled
def strike_guns(state, seat):
    """The arc towards the enemy, then the Brand, then the hull; what is destroyed may set off the magazine.

    BE-HIT-7, BE-HIT-10, BE-HIT-2, BE-BRAND-2, BE-BRAND-3
    """
    ship = state.ship[seat]
    weapon = int(ship.facing)
    if ship.weapons[weapon] == r.DESTROYED:
        weapon = r.BRAND
    if ship.weapons[weapon] == r.DESTROYED:
        s.lose_hull(ship, 1)
        return
    ship.weapons[weapon] -= 1
    s.look(ship)
    if ship.weapons[weapon] == r.DESTROYED:
        disturb_magazine(state, seat, weapon)


MAGAZINE_HOLDS = 3  # or more on a d20, for powder
BRAND_HOLDS = 10  # a saving throw, for the charge of a Brand


@compiled
def disturb_magazine(state, seat, weapon):
    """Powder blows up on 1 or 2, the charge of a Brand on a failed saving throw: half her full Hull, rounded up.

    BE-BRAND-3, BE-BRAND-4
    """
    ship = state.ship[seat]
    holds = BRAND_HOLDS if weapon == r.BRAND else MAGAZINE_HOLDS
    if not chance.at_least(state.dice, r.ROLL_MAGAZINE, seat, holds, 20):
        s.lose_hull(ship, (int(ship.hull_max) + 1) // 2)
        crew.burst(state, seat, r.GUN_DECK, True)


@compiled
def strike(state, seat, spot):
    """One hit on this ship; wherever somebody is at work, splinters fly. BE-HIT-1, BE-HIT-5, BE-HIT-11, BE-CREW-2"""
    ship = state.ship[seat]
    if spot == r.RIGGING:
        strike_rigging(state, seat)
    elif spot == r.STORES:
        strike_stores(state, seat)
    elif spot == r.GUN_DECK:
        strike_guns(state, seat)
    elif spot == r.HULL:
        s.lose_hull(ship, 1)
    crew.burst(state, seat, spot, True)


@compiled
def strike_all(state):
    """The hits of both ships, after all attacks. BE-ATTACK-6, BE-ROLE-10"""
    for seat in range(2):
        ship = state.ship[seat]
        for attack in range(2):
            for number in range(hits(int(ship.margin[attack]))):
                if number == 0 and ship.aim[attack] >= 0:
                    strike(state, 1 - seat, int(ship.aim[attack]))
                else:
                    strike(state, 1 - seat, hit_location(state, seat))
        if ship.shoots:
            crew.burst(state, 1 - seat, r.MAIN_DECK, False)
    for seat in range(2):
        ship = state.ship[seat]
        ship.margin[0] = ship.margin[1] = r.MISSED
        ship.aim[0] = ship.aim[1] = -1


# --- the ram ---


@inlined
def may_ram(state, seat):
    """Who picked the bearing, with her point to the enemy at Short, and able to move. BE-RAM-1, BE-SINK-2"""
    points = state.bearing == r.POINT_TO_TAIL or state.bearing == r.POINT_TO_POINT
    return state.range == r.SHORT and state.picker == seat and points and not s.helpless(state.ship[seat])


@compiled
def ram(state):
    """2 to the target, 1 more for each step by which the rammer is larger; 1 to the rammer.

    A rammer who fails does half, rounded down, and takes double. BE-RAM-2, BE-RAM-3, BE-RAM-4
    """
    rammer, target = state.ship[state.roller], state.ship[1 - state.roller]
    dealt, taken = 2 + max(0, int(rammer["size"]) - target["size"]), 1
    if (state.outcome >= r.SUCCESS) != (state.roller == 0):
        dealt, taken = dealt // 2, 2 * taken
    s.lose_hull(target, dealt)
    s.lose_hull(rammer, taken)
