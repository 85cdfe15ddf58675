"""Legal values: every field has its bounds, and what is beyond them is refused wherever a battle is put in place."""

import gymnasium as gym
import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import parallel_env, values
from quarterdeck.envs.game import Bound, RuleSet, games, setup
from tests.envs.faulty import FAULTY
from tests.envs.high_seas.battle import DUEL, battle, grappled
from tests.refused import refused
from tests.toy_game import TOY

GAMES = sorted({*games().values(), TOY}, key=lambda game: game.name)
FREE = {"dice.generator", "dice.want", "dice.tape", "dice.hand", "captain"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_field_has_bounds(game):
    """A field that is added to a record wants a row in the rule set's bounds."""
    have = {leaf.field for leaf, _ in values.bounded(game.rules)}
    assert {leaf.field for leaf in values.leaves(game.rules.dtype)} - FREE == have


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_scenario_is_legal_begun_or_not(game):
    for state in game.build("default")[:20]:
        values.check_values(game.rules, state)
        setup(state)
        values.check_values(game.rules, state)


def test_every_number_is_found_where_it_stands():
    state = battle()
    for number, leaf in enumerate(values.leaves(state.dtype)):
        place = values.as_bytes(np.array([state], state.dtype))[0][leaf.offset : leaf.offset + leaf.dtype.itemsize]
        part = state
        for name in leaf.name.replace("]", "").replace("[", ".").split("."):
            part = part[int(name)] if name.isdigit() else part[name]
        assert place.copy().view(leaf.dtype)[0] == part, (number, leaf)


@pytest.mark.parametrize("number", [0, 1, -1, 7, 255, 256, -256, 32767, -32768])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64])
def test_numbers_are_read_from_bytes(dtype, number):
    if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max:
        row = np.concatenate([np.full(3, 9, np.uint8), np.array([number], dtype).view(np.uint8)])
        size = np.dtype(dtype).itemsize
        assert values.number(row, 3, -size if np.dtype(dtype).kind == "i" else size) == number


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda s: s.ship[1].__setitem__("hull", 26), "state: ship[1].hull: 26 does not fit; it must be from 0 to 25"),
        (lambda s: s.ship[0].__setitem__("rigging", -1), "ship[0].rigging: -1 does not fit; it must be from 0 to 15"),
        (lambda s: s.__setitem__("phase", 6), "phase: 6 does not fit; it must be from 0 to 5"),
        (lambda s: s.__setitem__("turn", 61), "turn: 61 does not fit; it must be from 0 to 60"),
        (lambda s: s.ship[0].loaded.__setitem__(2, 2), "ship[0].loaded[2]: 2 does not fit; it must be from -1 to 1"),
        (lambda s: s.ship[0].__setitem__("wits", 6), "ship[0].wits: 6 does not fit"),
        (lambda s: s.ship[0].__setitem__("fired", 5), "ship[0].fired: 5 does not fit"),
        (lambda s: s.dice.__setitem__("laid_down", 1), "dice.laid_down: 1 does not fit"),
        (lambda s: s.__setitem__("sight", 2), "range: is out of sight, and the battle runs"),
        (lambda s: s.ship[1].__setitem__("crew", 60), "ship[1].crew: is less than the hands at sails and guns"),
    ],
)
def test_what_no_battle_can_come_to_is_refused_by_field_and_value(spoil, said):
    state = battle()
    values.check_values(DUEL.rules, state)
    spoil(state)
    assert said in refused(values.check_values, DUEL.rules, state)


def test_grappled_ships_lie_at_close():
    state = grappled(rolls=[3, 3, 2, 2, 2, 2])
    values.check_values(DUEL.rules, state)
    state.range = 1
    with pytest.raises(BadInput, match="grappled: is 1, but the ships are not at Close"):
        values.check_values(DUEL.rules, state)


def test_the_faces_refuse_such_a_battle():
    solo = gym.make("quarterdeck/HighSeasDuel-v0").unwrapped
    parallel = parallel_env("HighSeasDuel")
    for env in (solo, parallel):
        env.reset(seed=1)
        before = env.get_state()
        wrong = before.copy()
        wrong.ship[0].hull = 1000
        with pytest.raises(BadInput, match=r"state: ship\[0\].hull: 1000 does not fit"):
            env.set_state(wrong)
        # more guns than any ship has, but few enough for the field
        wrong = before.copy()
        wrong.ship[1].guns[0] = 150
        with pytest.raises(BadInput, match=r"state: seat \d would see \w+ as [\d.]+; it must be from 0 to 1"):
            env.set_state(wrong)
        assert env.get_state().tobytes() == before.tobytes()
        env.set_state(before)


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        (Bound("sails", 0, 1), "sails, which is no field"),
        (Bound("captain", 0, 1), "captain, which is uint64"),
        (Bound("logs", 0, "planks"), "bounded by planks, which is no field"),
    ],
)
def test_bounds_of_what_is_not_there_are_an_error(bound, said):
    rules = FAULTY.rules
    wrong = RuleSet(
        "wrong", rules.dtype, rules.setup, rules.legal, rules.apply, rules.observe, rules.payoff, rules.is_over,
        bounds=(bound,),
    )  # fmt: skip
    with pytest.raises(ValueError, match=said):
        values.table(wrong)
