"""Ropes, the swing, the jump, and the melee on deck."""

from .. import chance
from ..compiler import compiled
from . import crew as c
from . import record as r
from . import sailing, sinking
from . import table as t

JUMP = 300
ROPE = 600  # how far a rope is thrown
WALK = 600  # of a man in a round
NUMBER = 4  # of every task, on 1D
UPHILL, DOWNHILL = WALK // 2, WALK * 2


# --- what may be done ---


@compiled
def hangs_together(state):
    """Whether the ships are near enough for ropes, tied, or have men on each other's decks."""
    return state.gap <= ROPE or state.tied > 0 or state.ship[0].boarders > 0 or state.ship[1].boarders > 0


@compiled
def may_throw(state, seat):
    """A rope goes across to a deck no higher than the own. BR-ROPE-5"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    room = ship.flung + state.tied < r.MAST_ROPES
    return state.gap <= ROPE and ship.hands[r.ROPES] > 0 and c.top(ship) >= c.top(enemy) and room


@compiled
def may_wrap(state, seat):
    """A rope goes round a mast of either ship. BR-ROPE-1"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    mast = sinking.mast_stands(ship) or sinking.mast_stands(enemy)
    return state.gap <= ROPE and ship.hands[r.ROPES] > 0 and mast and ship.ready + ship.away < r.MAST_ROPES


@compiled
def may_swing(state, seat):
    """A rope is ready round a mast, and no enemy on the own deck. BR-ROPE-2, BR-BOARD-7"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    return ship.ready > 0 and enemy.boarders == 0 and reaching(ship, enemy) > 0 and state.gap <= ROPE


@compiled
def may_cross(state, seat):
    """Within 3" men jump, else they climb along a tied rope; not while there is an enemy on the own deck.

    BR-BOARD-1, BR-BOARD-7, BR-RAM-5, BR-ROPE-7
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    if enemy.boarders > 0 or reaching(ship, enemy) == 0:
        return False
    return state.gap <= JUMP or sailing.room_on_ropes(state) >= sailing.weight(ship)


@compiled
def ropes_to_cut(state, seat):
    """Ropes that her men can get at: those that tie the ships, and the enemy's. BR-ROPE-11"""
    enemy = state.ship[1 - seat]
    return int(state.tied) + int(enemy.flung) + int(enemy.ready)


@compiled
def may_throw_back(ship):
    """Ropes hang where they were swung on; who is across and acts can throw them to others at the ropes. BR-ROPE-4"""
    return ship.away > 0 and ship.boarders > ship.fresh and ship.hands[r.ROPES] > 0


@compiled
def may_do(state, seat, deed):
    """Whether a deed of the ropes phase can be done."""
    ship = state.ship[seat]
    if deed == r.THROW:
        return may_throw(state, seat)
    if deed == r.WRAP:
        return may_wrap(state, seat)
    if deed == r.SWING or deed == r.KICK:
        return may_swing(state, seat)
    if deed == r.CROSS:
        return may_cross(state, seat)
    if deed == r.CUT:
        return ship.hands[r.ROPES] > 0 and ropes_to_cut(state, seat) > 0
    return may_throw_back(ship)


@compiled
def reaching(ship, enemy):
    """How many at the ropes can come to where the ships are nearest: 6" a round along the deck.

    On a sinking ship half of that towards the bow, and double towards the stern. BR-BOARD-2, BR-SINK-10
    """
    men = int(ship.hands[r.ROPES])
    if men == 0:
        return 0
    half = int(ship.length) >> 1
    stern = -half
    forward, aft = WALK, WALK
    if ship.sinking:
        forward, aft = UPHILL, DOWNHILL
        stern = min(half, stern + sinking.top_under(ship))
    dry = half - stern
    if dry == 0:
        return 0
    low, high = t.nearest_along(ship, enemy)
    low, high = max(stern, low), max(stern, high)
    near = min(forward, low - stern) + (high - low) + min(aft, half - high)
    return (men * near + (dry >> 1)) // dry


# --- ropes ---


@compiled
def lose_slack(state):
    """Ropes that are not tied slip away when the ships are too far apart for them. BR-ROPE-12"""
    if state.gap > ROPE:
        for seat in range(2):
            ship = state.ship[seat]
            ship.flung = ship.ready = ship.away = 0


@compiled
def arrive(state, seat):
    """Men half-way along tied ropes come over: 3" a round, 6" in two. BR-ROPE-7"""
    ship = state.ship[seat]
    ship.boarders += ship.on_rope
    ship.on_rope = 0


@compiled
def tie(state, seat):
    """Ropes that lie on the other deck since the last round are tied at this end. BR-ROPE-6"""
    ship = state.ship[seat]
    if ship.hands[r.ROPES] > 0:
        tied = min(int(ship.flung), r.MAST_ROPES - int(state.tied))
        state.tied += tied
        ship.flung = 0


@compiled
def throw(state, seat, purpose_wrap):
    """Each man throws a rope, 4+ on 1D: across to be tied, or round a mast. BR-ROPE-1, BR-ROPE-5"""
    ship = state.ship[seat]
    out = int(ship.ready) + int(ship.away) if purpose_wrap else int(ship.flung) + int(state.tied)
    men = min(int(ship.hands[r.ROPES]), r.MAST_ROPES - out)
    if men <= 0:
        return
    held = chance.count(state.dice, r.ROLL_THROW, seat, men, NUMBER, men, 6)
    if purpose_wrap:
        ship.ready += held
    else:
        ship.flung += held


@compiled
def throw_back(state, seat):
    """Men across throw the ropes back that they swung on, each to a man at the ropes who catches it on 4+ of 1D; else
    they try again. BR-ROPE-4
    """
    ship = state.ship[seat]
    men = min(int(ship.away), int(ship.boarders) - int(ship.fresh), int(ship.hands[r.ROPES]))
    if men > 0:
        caught = chance.count(state.dice, r.ROLL_THROW, seat, men, NUMBER, men, 6)
        ship.ready += caught
        ship.away -= caught


@compiled
def cut(state, seat):
    """Each man cuts a rope on anything but a 1: first the tied ones, then the enemy's. BR-ROPE-11, BR-ROPE-8"""
    enemy = state.ship[1 - seat]
    ropes = ropes_to_cut(state, seat)
    men = min(int(state.ship[seat].hands[r.ROPES]), ropes)
    if men <= 0:
        return
    gone = chance.count(state.dice, r.ROLL_CUT, seat, men, 2, men, 6)
    tied = min(gone, int(state.tied))
    flung = min(gone - tied, int(enemy.flung))
    state.tied -= tied
    enemy.flung -= flung
    enemy.ready -= gone - tied - flung
    sailing.drop_from_ropes(state)


# --- across ---


@compiled
def swing(state, seat, kick):
    """A man swings across on each rope; he acts in the next round.

    With a drop-kick, 4+ on 1D less the enemy's Combat stuns a man for the round; on a miss the next round is lost.
    BR-ROPE-2, BR-ROPE-3, BR-BOARD-4
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    men = min(int(ship.ready), reaching(ship, enemy))
    if men <= 0:
        return
    ship.hands[r.ROPES] -= men
    ship.boarders += men
    ship.fresh += men
    ship.ready -= men
    ship.away += men
    if kick:
        hits = chance.count(state.dice, r.ROLL_KICK, seat, men, number_to_strike(ship, enemy), men, 6)
        enemy.stunned += hits
        ship.late += men - hits


@compiled
def cross(state, seat):
    """Within 3" all who reach the side jump and fight at once; else as many climb as the ropes bear.

    BR-BOARD-1, BR-ROPE-7, BR-ROPE-8
    """
    ship = state.ship[seat]
    men = reaching(ship, state.ship[1 - seat])
    if state.gap <= JUMP:
        ship.boarders += men
    else:
        men = min(men, max(0, sailing.room_on_ropes(state)) // sailing.weight(ship))
        ship.on_rope += men
    ship.hands[r.ROPES] -= men


@compiled
def go_across(state, seat):
    """Who has to fight on the own deck does not leave it: the side of the high die is over first. BR-BOARD-7"""
    deed = state.ship[seat].deed - 1
    if state.ship[1 - seat].boarders > 0:
        return
    if deed in (r.SWING, r.KICK):
        swing(state, seat, deed == r.KICK)
    elif deed == r.CROSS:
        cross(state, seat)


# --- melee ---


@compiled
def number_to_strike(ship, enemy):
    """4 less the own Combat, and the enemy's more; a natural 1 misses. BR-BOARD-4"""
    return max(2, NUMBER - int(ship.combat) + int(enemy.combat))


@compiled
def defenders(ship):
    """Who of the crew fight on their deck: those at the ropes; if there is none, all at their stations. BR-BOARD-3"""
    men = int(ship.hands[r.ROPES])
    if men == 0:
        men = c.crew(ship)
    return max(0, men - int(ship.stunned))


@compiled
def attackers(ship):
    """Her boarders who act this round."""
    return int(ship.boarders) - int(ship.fresh)


@compiled
def struck(dice, ship, enemy, seat, fighters, most):
    """How many of `most` men of the enemy so many fighters kill. BR-BOARD-4, BR-CREW-5"""
    number = number_to_strike(ship, enemy)
    if fighters <= 0 or most <= 0 or number > 6:
        return 0
    hits = min(most, chance.count(dice, r.ROLL_MELEE, seat, fighters, number, most, 6))
    return c.unsaved(dice, hits, int(enemy.armour), 1 - seat)


@compiled
def lose_crew(ship, men):
    """First those at the ropes, then from wheel to breach."""
    for turn in range(5):
        station = r.ROPES if turn == 0 else turn - 1
        lost = min(men, int(ship.hands[station]))
        ship.hands[station] -= lost
        men -= lost


@compiled
def strike_blow(state, deck, by_crew):
    """One side of the melee on a deck strikes."""
    ship, enemy = state.ship[deck], state.ship[1 - deck]
    if by_crew:
        killed = struck(state.dice, ship, enemy, deck, defenders(ship), int(enemy.boarders))
        c.lose_at(ship, enemy, c.BOARDERS, killed)
    else:
        killed = struck(state.dice, enemy, ship, 1 - deck, attackers(enemy), c.crew(ship))
        lose_crew(ship, killed)


@compiled
def melee(state, deck):
    """Boarders and crew fight on a deck: the side of the high die strikes first. BR-BOARD-5, BR-BOARD-6"""
    if state.ship[1 - deck].boarders > 0 and c.crew(state.ship[deck]) > 0:
        strike_blow(state, deck, state.high == deck)
        strike_blow(state, deck, state.high != deck)


@compiled
def is_taken(ship, enemy):
    """A ship without a standing man aboard is taken by those who are; a side without any man is taken too.

    BR-BOARD-9
    """
    return c.standing(ship) == 0 or (c.crew(ship) == 0 and enemy.boarders > 0)


@compiled
def play_deeds(state):
    """The ropes phase: ropes are cut, who is on one arrives, ropes are tied, thrown; men cross, and fight. BR-TURN-7"""
    lose_slack(state)
    for seat in range(2):
        if state.ship[seat].deed - 1 == r.CUT:
            cut(state, seat)
    for seat in range(2):
        arrive(state, seat)
        tie(state, seat)
    for seat in range(2):
        deed = state.ship[seat].deed - 1
        if deed == r.THROW or deed == r.WRAP:
            throw(state, seat, deed == r.WRAP)
        elif deed == r.THROW_BACK:
            throw_back(state, seat)
    go_across(state, int(state.high))
    go_across(state, 1 - int(state.high))
    melee(state, 0)
    melee(state, 1)
