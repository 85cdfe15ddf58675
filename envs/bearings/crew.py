"""Named officers: who is free, where each stands, and what splinters do to them and to the hands."""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import ship as s

HANDS_A_BURST = 4  # of the nine squares of a burst, with a hand in each of whom 45 % fail the saving throw
SAVE = 10  # a saving throw is a bare d20


@compiled
def next_officer(ship):
    """The first officer who stands, has not acted and has not been sent anywhere yet; 0 if there is none."""
    for officer in range(1, 1 + r.MOST_OFFICERS):
        if ship.wounds[officer] > 0 and ship.acted[officer] == 0 and ship.spot[officer] == r.NOWHERE:
            return officer
    return 0


@compiled
def take_officer(ship, spot):
    """One free officer acts, in a place; those who stand by come first once all have been sent to theirs.

    One action a turn for each. BE-ROLE-2, BE-CREW-1
    """
    officer = next_officer(ship)
    if officer == 0:
        for candidate in range(r.MOST_OFFICERS, 0, -1):
            if ship.wounds[candidate] > 0 and ship.acted[candidate] == 0:
                officer = candidate
    ship.acted[officer] = 1
    if ship.spot[officer] == r.NOWHERE:
        ship.spot[officer] = spot
    ship.free -= 1
    return officer


@compiled
def fall(ship, officer):
    """An officer is down: what he had to do is left undone. BE-CREW-4"""
    if officer == r.CAPTAIN:
        return
    ship.officers -= 1
    if ship.acted[officer] == 0:
        ship.free -= 1
    ship.task[officer] = 0


@compiled
def burst(state, seat, spot, powder):
    """Splinters sweep a place of a ship: hands fall where they are counted, and the first officer there must save.

    The captain before the others; in the hull nobody works but an engineer. With `powder`, as after a hit of a ship's
    weapons, a failed saving throw costs two wounds and one that is made a single one; a personal attack costs one or
    none. BE-CREW-2, BE-CREW-3, BE-CREW-5, BE-POWER-3
    """
    ship = state.ship[seat]
    if state.count_crew and spot != r.HULL:
        ship.hands = max(0, ship.hands - HANDS_A_BURST)
        s.look(ship)
    if ship.named == 0:
        return
    for officer in range(1 + r.MOST_OFFICERS):
        if ship.wounds[officer] > 0 and ship.spot[officer] == spot:
            saved = chance.at_least(state.dice, r.ROLL_SAVE, seat, SAVE, 20)
            ship.wounds[officer] = max(0, ship.wounds[officer] - int(powder) - int(not saved))
            if ship.wounds[officer] == 0:
                fall(ship, officer)
            return


@compiled
def succeed_captain(ship):
    """Where the captain is down, another officer takes over for the next turn. BE-ROLE-3"""
    if ship.named == 0 or ship.wounds[r.CAPTAIN] > 0:
        return
    for officer in range(1, 1 + r.MOST_OFFICERS):
        if ship.wounds[officer] > 0:
            ship.wounds[r.CAPTAIN] = ship.wounds[officer]
            ship.wounds[officer] = 0
            ship.officers -= 1
            ship.leader = ship.mate
            return


@compiled
def muster(ship):
    """A new turn: every officer who stands is free, nobody has a place yet but the captain on the main deck.

    BE-ROLE-2, BE-ROLE-4
    """
    if ship.named == 0:
        return
    ship.free = ship.officers
    for officer in range(1 + r.MOST_OFFICERS):
        ship.spot[officer] = r.NOWHERE
        ship.acted[officer] = 0
        ship.task[officer] = 0
    ship.spot[r.CAPTAIN] = r.MAIN_DECK
