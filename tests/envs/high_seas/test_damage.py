"""What damage takes from a ship."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from tests.envs.high_seas.battle import battle, hold, play, to_fire


def ship(kind="corsair", /, **fields):
    made = battle(kind).ship[0]
    for name, value in fields.items():
        made[name] = value
    return made


@pytest.mark.parametrize(
    ("hits", "lost"),
    [([9], 0), ([10], 1), ([5, 5], 1), ([9, 1], 1), ([19], 1), ([20], 2), ([9, 9, 2], 2), ([4] * 5, 2)],
)
def test_guns_lost(hits, lost):
    """HS-DAMAGE-1, HS-CREW-2: a gun and its three hands for every ten points in all, in however many hits."""
    hurt = ship()
    for points in hits:
        s.damage_hull(hurt, points)
    assert sum(hurt.guns) == 20 - lost
    assert (hurt.gun_crew, hurt.crew) == (60 - 3 * lost, 100 - 3 * lost)


def guns_after(points=10, **fields):
    hurt = ship(**fields)
    s.damage_hull(hurt, points)
    return list(hurt.guns)


@pytest.mark.parametrize(
    ("fields", "guns"),
    [
        ({"fired": 1 + r.STARBOARD, "order": r.EVADE}, [8, 7, 2, 2]),
        ({"order": r.EVADE}, [8, 8, 2, 1]),
        ({"order": r.BEAR_DOWN}, [8, 8, 1, 2]),
        ({"order": r.CIRCLE}, [7, 8, 2, 2]),
        ({"order": r.CIRCLE, "guns": (5, 6, 2, 2)}, [5, 5, 2, 2]),
    ],
)
def test_which_gun(fields, guns):
    """HS-DAMAGE-2: of the battery that she fires, else by tactic, of two broadsides the larger, a tie
    port.
    """
    assert guns_after(**fields) == guns


@pytest.mark.parametrize(
    ("fields", "guns"),
    [
        ({"order": r.EVADE, "guns": (3, 4, 4, 0)}, [3, 3, 4, 0]),
        ({"order": r.BEAR_DOWN, "guns": (4, 4, 0, 4)}, [3, 4, 0, 4]),
        ({"order": r.CIRCLE, "guns": (0, 0, 2, 3)}, [0, 0, 2, 2]),
        ({"fired": 1 + r.CHASERS, "guns": (1, 2, 0, 2)}, [1, 1, 0, 2]),
        ({"order": 0}, [7, 8, 2, 2]),
        ({"order": r.CIRCLE, "guns": (0, 0, 0, 0)}, [0, 0, 0, 0]),
    ],
)
def test_battery_without_guns(fields, guns):
    """HS-DAMAGE-3: the largest battery left, ties in their order; a grappled ship counts as Circling."""
    assert guns_after(**fields) == guns


def test_second_gun_looks_again():
    """HS-DAMAGE-3: twenty points take the only stern gun and then one of the largest battery."""
    assert guns_after(20, order=r.EVADE, guns=(8, 8, 2, 1)) == [7, 8, 2, 0]


@pytest.mark.parametrize(("hull", "handling"), [(25, 4), (13, 4), (12, 3), (1, 3)])
def test_handling_of_a_holed_ship(hull, handling):
    """HS-DAMAGE-4: one less when more than half of 25 is gone; 12 gone is not."""
    assert s.handling(ship(hull=hull)) == handling


def test_exactly_half_the_hull():
    """HS-DAMAGE-4: 20 of 40 gone is not more than half."""
    assert s.handling(ship("merchantman", hull=20)) == 2
    assert s.handling(ship("merchantman", hull=19)) == 1


@pytest.mark.parametrize(("hits", "lost"), [([4], 0), ([5], 1), ([2, 3], 1), ([14], 2), ([15], 3), ([99], 3)])
def test_sail_hands_lost(hits, lost):
    """HS-DAMAGE-8, HS-CREW-9: a hand at the sails for every five points in all."""
    hurt = ship()
    for points in hits:
        s.damage_rigging(hurt, points)
    assert (hurt.sail_crew, hurt.crew) == (28 - lost, 100 - lost)


def test_crippled():
    """HS-DAMAGE-10, HS-DAMAGE-11: Rigging 0 takes five points of Handling, below 0 if need be."""
    assert s.handling(ship(rigging=1)) == 4
    assert s.handling(ship(rigging=0)) == -1
    assert s.handling(ship("small_warship", rigging=0)) == -2
    assert s.handling(ship("galleon", rigging=0, hull=1)) == -5


def test_damage_beyond_what_is_left():
    """HS-DAMAGE-12: Hull, Rigging and hands stop at 0."""
    hurt = ship(sail_crew=1)
    s.damage_hull(hurt, 300)
    s.damage_rigging(hurt, 300)
    s.lose_sail_hands(hurt, 300)
    assert (hurt.hull, hurt.rigging, hurt.sail_crew) == (0, 0, 0)


def test_crew_counts_every_loss():
    """HS-CREW-9: hands lost at sails and guns are lost to the crew."""
    hurt = ship()
    s.lose_gun(hurt, r.PORT)
    s.lose_sail_hands(hurt, 2)
    assert hurt.crew == 95


def test_worn_ship_pays_only_for_new_damage():
    """HS-DAMAGE-1: damage from before the battle took its guns before."""
    worn = battle({"hull": "corsair", "hull_points": 16}).ship[0]
    s.damage_hull(worn, 1)
    assert sum(worn.guns) == 19


def test_hull_nought_sinks():
    """HS-DAMAGE-6, HS-TURN-10: at the end of the turn."""
    state = to_fire(battle())
    play(state, "port@hull", "hold", [99, 25])
    assert (state.ending, state.ship[1].sunk, state.ship[0].sunk) == (r.SUNK, 1, 0)


def test_one_point_floats():
    """HS-DAMAGE-6: Hull 1 is enough."""
    state = to_fire(battle())
    play(state, "port@hull", "hold", [99, 24])
    assert (state.ending, state.ship[1].hull) == (r.RUNNING, 1)


def test_strain_can_sink():
    """HS-STRAT-7, HS-DAMAGE-6: the last point of Hull may go by the rudder."""
    state = to_fire(battle({"hull": "corsair", "hull_points": 1}), "circle+hard_turns", "circle")
    hold(state, [10])
    assert (state.ending, state.ship[0].sunk) == (r.SUNK, 1)


def test_strain_can_take_a_gun():
    """HS-DAMAGE-1, HS-DAMAGE-2: the tenth point by the rudder takes a gun of the battery that fired."""
    state = to_fire(battle({"hull": "corsair", "hull_points": 16}), "circle+hard_turns", "circle")
    play(state, "starboard@hull", "hold", [1, 10])
    assert list(state.ship[0].guns) == [8, 7, 2, 2]
