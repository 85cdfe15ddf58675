"""Where the officers go before the attacks, what each does there, and what the engineers mend. BE-CREW-1"""

from .. import chance
from ..compiler import compiled, inlined
from . import crew, gunnery
from . import record as r
from . import ship as s

MENDED = 10  # or more on a bare d20

# where each component is mended
MEND_SPOTS = (
    r.RIGGING,
    r.GUN_DECK,
    r.GUN_DECK,
    r.GUN_DECK,
    r.GUN_DECK,
    r.GUN_DECK,
    r.STORES,
    r.HULL,
)


@inlined
def cap(ship):
    """Hull Integrity that can be repaired in one encounter: half of the full one, rounded up. BE-REPAIR-3"""
    return (int(ship.hull_max) + 1) // 2


@compiled
def broken(ship, component):
    """Whether there is something to mend. BE-REPAIR-1, BE-REPAIR-2, BE-REPAIR-3"""
    if component == r.MEND_RIGGING:
        return ship.rigging < r.INTACT
    if component == r.MEND_STORES:
        return ship.stores < ship.stores_max
    if component == r.MEND_HULL:
        return ship.hull < ship.hull_max and ship.mended < cap(ship)
    weapon = component - r.MEND_FORE
    return (ship.fitted >> weapon) & 1 == 1 and ship.weapons[weapon] < r.INTACT


@compiled
def free_gun(ship):
    """The first attack of this turn without a gunner; -1 if there is none. BE-ROLE-9"""
    for attack in range(2):
        if gunnery.fires(ship, attack) and (ship.gunners >> attack) & 1 == 0:
            return attack
    return -1


@compiled
def may_evade(state, seat):
    """Whether the navigator can still evade, and there is fire to evade. BE-ROLE-7"""
    return state.ship[seat].navigated == 0 and state.ship[1 - seat].fires != 0


@compiled
def may_shoot(state, seat):
    """Whether an officer's own attack reaches the enemy and somebody there can be hurt.

    One a turn. BE-POWER-1, BE-POWER-2
    """
    ship, target = state.ship[seat], state.ship[1 - seat]
    return ship.shoots == 0 and ship.reach > state.range and (target.named == 1 or state.count_crew == 1)


@compiled
def may_post(state, seat, action):
    """Whether the next officer may be sent to this work."""
    ship = state.ship[seat]
    if action == r.STAND_BY:
        return True
    if action == r.BELOW:
        return state.ship[1 - seat].fires != 0
    if action == r.EVASIVE:
        return may_evade(state, seat)
    if action == r.GUNNER:
        return free_gun(ship) >= 0
    if action == r.SHOOT:
        return may_shoot(state, seat)
    return broken(ship, action - r.FIRST_MEND) and s.may_spare(ship)


LAST_POST = r.FIRST_MEND + 8


@compiled
def has_choice(state, seat):
    """Whether an officer waits who can be sent anywhere but to stand by."""
    ship = state.ship[seat]
    if ship.free == 0 or crew.next_officer(ship) == 0:
        return False
    for action in range(r.BELOW, LAST_POST):
        if may_post(state, seat, action):
            return True
    return False


@compiled
def post(state, seat, action):
    """Send the next officer to his work, if one waits.

    Who stands by may still be bosun, or navigator in a ram: at the guns where they fire, else on the main deck; who
    goes below does nothing. BE-CREW-1, BE-ROLE-4, BE-ROLE-7, BE-ROLE-9, BE-POWER-1, BE-REPAIR-1
    """
    ship = state.ship[seat]
    officer = crew.next_officer(ship)
    if ship.free == 0 or officer == 0:
        return
    if action == r.PASS or action == r.STAND_BY:
        ship.spot[officer] = r.GUN_DECK if ship.fires else r.MAIN_DECK
        return
    ship.acted[officer] = 1
    ship.free -= 1
    if action == r.BELOW:
        ship.spot[officer] = r.STORES
    elif action == r.EVASIVE:
        ship.spot[officer] = r.MAIN_DECK
        ship.navigated = 1
        ship.evading = ship.knack
    elif action == r.GUNNER:
        ship.spot[officer] = r.GUN_DECK
        ship.gunners |= 1 << free_gun(ship)
    elif action == r.SHOOT:
        ship.spot[officer] = r.MAIN_DECK
        ship.shoots = 1
    else:
        component = action - r.FIRST_MEND
        ship.spot[officer] = MEND_SPOTS[component]
        ship.task[officer] = 1 + component
        ship.engineers += 1


@compiled
def waiting(state):
    """Whether any officer of either ship has no place yet."""
    for seat in range(2):
        if state.ship[seat].free > 0 and crew.next_officer(state.ship[seat]) > 0:
            return True
    return False


@compiled
def mend(ship, component):
    """One step better: destroyed to damaged, damaged to whole; a component anew; a point of hull. BE-REPAIR-2"""
    if component == r.MEND_RIGGING:
        ship.rigging += 1
    elif component == r.MEND_STORES:
        ship.stores += 1
    elif component == r.MEND_HULL:
        ship.hull += 1
        ship.mended += 1
    else:
        ship.weapons[component - r.MEND_FORE] += 1
    s.look(ship)


@compiled
def mend_all(state):
    """The engineers who still stand roll a bare d20 against 10, after hits and ram. BE-REPAIR-1, BE-REPAIR-6"""
    for seat in range(2):
        ship = state.ship[seat]
        if ship.engineers == 0:
            continue
        for officer in range(1, 1 + r.MOST_OFFICERS):
            component = ship.task[officer] - 1
            if component >= 0 and broken(ship, component):
                if chance.at_least(state.dice, r.ROLL_REPAIR, seat, MENDED, 20):
                    mend(ship, component)
