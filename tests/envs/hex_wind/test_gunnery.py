"""Ballistae and catapults: what bears, what must be rolled, what a hit does."""

import numpy as np
import pytest

from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import gunnery
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.hex_wind.fight import EAST, FIRST, HIT, MISS, NORTH_EAST, fight, legal, play, sail, to_fire

GALLEON = {"kind": "galleon", "fit": "ballistae"}
ALL_ROUND = {arc: {"light_ballista": 1} for arc in r.ARCS}


def armed(weapons, other="galleon", distance=3, ship="galleon", crew=None, captain=None, **scenario):
    """A ship with the enemy straight ahead, in the fire of the quint; the enemy has no weapons."""
    spec = {"kind": ship, "weapons": weapons, "crew": crew or {}, "captain": captain or {}}
    enemy = {"kind": other, "weapons": {}}
    place = 10 + distance + (3 if other == "galleon" else 1) - 1
    state = fight(spec, enemy, at=((10, 20, EAST), (place, 20, EAST)), **scenario)
    assert state.range == distance
    return to_fire(state)


# --- what may fire ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "arc"), [((13, 20), "fore"), ((7, 20), "aft"), ((10, 17), "port"), ((10, 23), "starboard")]
)
def test_a_mount_serves_one_arc(place, arc):
    """HW-ARC-5, HW-FIRE-1: only the weapons whose arc has the enemy may fire."""
    spec = {"kind": "caravel", "weapons": ALL_ROUND}
    state = to_fire(fight(spec, {"kind": "caravel", "weapons": {}}, at=((10, 20, EAST), (*place, EAST))))
    assert legal(state, 0) == ["hold", f"{arc}:light_ballista"]


@pytest.mark.parametrize(
    ("weapon", "nearest", "farthest"),
    [("light_ballista", 1, 6), ("heavy_ballista", 1, 8), ("light_catapult", 3, 6), ("heavy_catapult", 3, 8)],
)
def test_ranges(weapon, nearest, farthest):
    """HW-WEAPON-3: catapults throw no nearer than 3 hexes."""
    may = []
    for distance in range(1, 11):
        state = armed({"fore": {weapon: 1}}, distance=distance)
        ship = state.ship[0]
        may += [distance] if gunnery.may_fire(state, ship, 0) else []
    assert may == list(range(nearest, farthest + 1))


@pytest.mark.parametrize(("weapon", "reload"), [("light_ballista", 2), ("heavy_ballista", 3), ("heavy_catapult", 6)])
def test_reload(weapon, reload):
    """HW-WEAPON-4, HW-WEAPON-5: loaded at the start; fired at t, she fires again at t and so many quints."""
    state = armed({"fore": {weapon: 1}})
    play(state, f"fore:{weapon}", rolls=[MISS, FIRST])
    quints = []
    for _ in range(reload + 1):
        sail(state, rolls=() if state.turn >= 1 + reload else (FIRST,))
        if state.phase == r.FIRE:
            quints.append(int(state.turn))
            break
    assert quints == [1 + reload]


def test_weapons_need_hands():
    """HW-CREW-1: four at a ballista, six at a catapult, in the quint in which they fire."""
    state = armed({"fore": {"light_ballista": 3}}, crew={"hands": 11})
    for _ in range(2):
        assert "fore:light_ballista" in legal(state, 0)
        play(state, "fore:light_ballista", rolls=[MISS] if state.ship[0].serving == 0 else [MISS, FIRST])
    assert state.turn == 2
    assert not gunnery.any_may_fire(*_with_hands(armed({"fore": {"light_catapult": 1}}), 5))
    assert gunnery.any_may_fire(*_with_hands(armed({"fore": {"light_catapult": 1}}), 6))


def _with_hands(state, hands):
    state.ship[0].crew = hands
    return state, state.ship[0]


def test_who_fights_a_fire_serves_no_weapon():
    """HW-CREW-2, HW-OIL-4: ten men at each of two fires leave nobody of 20."""
    state = armed({"fore": {"light_ballista": 1}}, crew={"hands": 20})
    ship = state.ship[0]
    ship.fires, ship.fighters = 2, 10
    assert not gunnery.any_may_fire(state, ship)
    ship.fighters = 6
    assert gunnery.any_may_fire(state, ship)


def test_the_winner_of_the_initiative_fires_first_and_all_damage_counts_together():
    """HW-TURN-4, HW-TURN-5: a ship that is sunk in a quint still fires in it."""
    ships = [{"kind": "caravel", "weapons": ALL_ROUND, "damage_points": 31}] * 2
    state = to_fire(fight(*ships, at=((10, 20, EAST), (13, 20, EAST))))
    assert legal(state, 1) == ["pass"]
    state.ship[0].hurt = state.ship[1].hurt = 19
    play(state, "fore:light_ballista", rolls=[HIT, 12])
    assert state.ship[1].hull == 31 and state.ship[1].hurt == 31
    play(state, second="aft:light_ballista", rolls=[HIT, 12])
    assert state.ending == r.SUNK and state.ship[0].sunk == state.ship[1].sunk == 1
    assert DUEL.rules.payoff(state, 0) == DUEL.rules.payoff(state, 1) == 0


# --- to hit -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("distance", range(1, 9))
def test_percent_by_distance(distance):
    """HW-HIT-1, HW-HIT-4: 60 and 40 of 100, ten less for every two full hexes."""
    state = armed({"fore": {"heavy_ballista": 1}}, distance=distance)
    ship, target = state.ship[0], state.ship[1]
    off = 10 * (distance // 2)
    assert gunnery.percent(state, ship, target, r.LIGHT_BALLISTA) == 60 - off
    assert gunnery.percent(state, ship, target, r.HEAVY_CATAPULT) == max(5, 40 - off)


@pytest.mark.parametrize(
    ("crew", "captain", "change"),
    [("raw", "raw", -20), ("raw", "average", -10), ("average", "veteran", 10), ("veteran", "veteran", 20)],
)
def test_skill_of_crew_and_captain(crew, captain, change):
    """HW-HIT-2, HW-HIT-3: ten each, up or down."""
    state = armed({"fore": {"light_ballista": 1}}, crew={"skill": crew}, captain={"skill": captain}, distance=1)
    assert gunnery.percent(state, state.ship[0], state.ship[1], r.LIGHT_BALLISTA) == 60 + change


def test_house_rules_change_the_percent():
    """HW-HIT-5, HW-HIT-6: large waves take ten; a ship of three hexes is easier by ten, of one harder."""
    rules = {"house_rules": {"large_waves": True, "sizes_count": True}}
    for other, place, percent in (("galleon", 13, 60), ("trell", 12, 50), ("caravel", 11, 40)):
        state = fight("galleon", other, at=((10, 20, EAST), (place, 20, EAST)), **rules)
        assert state.range == 1
        assert gunnery.percent(state, state.ship[0], state.ship[1], r.LIGHT_BALLISTA) == percent


def test_never_sure_and_never_hopeless():
    """HW-HIT-7: at least 5 and at most 95 of 100."""
    worst = armed({"fore": {"heavy_catapult": 1}}, distance=8, crew={"skill": "raw"}, captain={"skill": "raw"})
    assert gunnery.percent(worst, worst.ship[0], worst.ship[1], r.HEAVY_CATAPULT) == 5
    best = armed({"fore": {"light_ballista": 1}}, distance=1)
    best.ship[0].crew_skill = 60
    assert gunnery.percent(best, best.ship[0], best.ship[1], r.LIGHT_BALLISTA) == 95


def test_a_roll_of_the_percent_or_less_hits():
    """HW-HIT-1: 41 of 100 chances at 2 hexes are laid on the high rolls, so that 51 and more hit."""
    for roll, hurt in ((50, 0), (51, 7)):
        state = armed({"fore": {"light_ballista": 2}}, distance=2)
        play(state, "fore:light_ballista", rolls=[roll, 7] if hurt else [roll])
        assert state.ship[1].hurt == hurt


@pytest.mark.parametrize(
    ("weapon", "dice"), [("light_ballista", 2), ("heavy_ballista", 3), ("light_catapult", 4), ("heavy_catapult", 6)]
)
def test_damage_dice(weapon, dice):
    """HW-WEAPON-2, HW-HIT-1: the mean damage of a shot is the chance to hit times 5.5 a die, by every outcome."""
    state = armed({"fore": {weapon: 1}})
    percent = gunnery.percent(state, state.ship[0], state.ship[1], r.WEAPONS.index(weapon))
    order = r.ACTIONS.index(f"fore:{weapon}")
    ends, chances = outcomes_of_step(DUEL, state, [order, r.PASS])
    assert chances.sum() == pytest.approx(1)
    lost = 300 - float(np.dot(chances, ends["ship"]["hull"][:, 1]))
    assert lost == pytest.approx(percent / 100 * dice * 5.5)


# --- special damage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "percent"), [(19, 0), (20, 10), (29, 10), (30, 15), (39, 15), (40, 20), (132, 65), (396, 100)]
)
def test_how_likely_special_damage_is(damage, percent):
    """HW-SPECIAL-1, HW-SPECIAL-2: from 20 in a single hit; five more for each full ten over 20."""
    assert gunnery.special_percent(damage) == percent


@pytest.mark.parametrize(
    ("face", "field", "change"),
    [(1, "masts", -1), (4, "masts", -1), (5, "leaks", 1), (6, "steering", 1), (9, "steering", 1), (10, "adrift", 1)],
)
def test_kinds_of_special_damage(face, field, change):
    """HW-SPECIAL-3, HW-SPECIAL-4, HW-SPECIAL-5, HW-SPECIAL-6: by a die, at the end of the quint."""
    state = armed({"fore": {"heavy_catapult": 1}})
    before = int(state.ship[1][field])
    play(state, "fore:heavy_catapult", rolls=[HIT, 25, 91, face, FIRST])
    assert int(state.ship[1][field]) == before + change
    assert state.ship[1].hull == 275


def test_a_hard_hit_may_do_nothing_special():
    """HW-SPECIAL-1: 90 of 100 do not."""
    state = armed({"fore": {"heavy_catapult": 1}})
    play(state, "fore:heavy_catapult", rolls=[HIT, 25, 90, FIRST])
    assert (state.ship[1].masts, state.ship[1].leaks, state.ship[1].steering) == (3, 0, 0)


def test_two_hits_of_ten_are_no_hard_hit():
    """HW-SPECIAL-1: a single hit must do the 20."""
    state = armed({"fore": {"light_ballista": 2}})
    play(state, "fore:light_ballista", rolls=[HIT, 15])
    play(state, "fore:light_ballista", rolls=[HIT, 15, FIRST])
    assert state.ship[1].hull == 270


# --- oil ----------------------------------------------------------------------------------------------------


def test_only_catapults_throw_oil():
    """HW-OIL-1, HW-FIRE-1: a load of theirs, chosen with each shot."""
    weapons = {"fore": {"light_ballista": 1, "heavy_ballista": 1, "light_catapult": 1, "heavy_catapult": 1}}
    assert legal(armed(weapons), 0) == [
        "hold",
        "fore:light_ballista",
        "fore:heavy_ballista",
        "fore:light_catapult",
        "fore:light_catapult+oil",
        "fore:heavy_catapult",
        "fore:heavy_catapult+oil",
    ]


def test_oil_burns_from_the_next_quint_on():
    """HW-OIL-1, HW-OIL-2: no damage with the hit; 1d10 at the end of each later quint, a fire for each hit."""
    state = armed({"fore": {"light_catapult": 2}})
    play(state, "fore:light_catapult+oil", rolls=[HIT])
    play(state, "fore:light_catapult+oil", rolls=[HIT, FIRST])
    assert (state.ship[1].hull, state.ship[1].fires) == (300, 2)
    assert legal(state, 1) == ["let_burn", "fight_fire:3", "fight_fire:6", "fight_fire:10"]
    play(state, second="let_burn")
    sail(state, rolls=[13, FIRST])
    assert (state.ship[1].hull, state.ship[1].fires) == (287, 2)


@pytest.mark.parametrize(("men", "percent"), [(3, 30), (6, 60), (10, 95)])
def test_men_at_a_fire(men, percent):
    """HW-OIL-3, HW-OIL-4: ten of 100 a man, at most 95; the fire burns first, then it is fought."""
    for roll, left in ((100 - percent, 1), (101 - percent, 0)):
        state = fight("galleon", "galleon")
        state.ship[1].fires = 1
        state.phase = r.FIREFIGHTING
        play(state, second=f"fight_fire:{men}")
        sail(state, rolls=[4, roll, FIRST])
        assert (state.ship[1].hull, state.ship[1].fires) == (296, left)


def test_no_more_men_than_there_are():
    """HW-OIL-4: 15 hands are five at each of three fires, so ten or six cannot be sent."""
    state = fight("galleon", "caravel")
    state.ship[1].fires = 3
    state.phase = r.FIREFIGHTING
    assert legal(state, 1) == ["let_burn", "fight_fire:3"]
    assert legal(state, 0) == ["pass"]


def test_who_holds_fires_no_more():
    """HW-FIRE-1: the quint goes on with the other ship."""
    state = to_fire(fight(GALLEON, GALLEON, at=((10, 20, NORTH_EAST), (13, 20, NORTH_EAST))))
    play(state, "hold")
    assert legal(state, 0) == ["pass"] and "hold" in legal(state, 1)
