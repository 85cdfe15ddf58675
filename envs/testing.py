"""The test of a rule set: whether a game keeps the contract that faces, captains, training and tables lean on.

    from quarterdeck.envs.testing import api_test

    api_test("quarterdeck/MyGame-v0")

A game is one folder and one `quarterdeck.envs.register(...)`; this says whether that was done right, and if not, what
is wrong in one line. It needs no pytest.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from quarterdeck.configs import BadInput

from . import fuzz, typed_dice
from .batch import Batch
from .captain import random_legal, script, script_names
from .chance import mix
from .engine import LEARNER
from .faces.battles import box
from .faces.parallel import ParallelFace
from .game import Game, apply, find_game, games, is_over, legal, payoff, setup
from .outcomes import outcomes
from .values import bounded, leaves

ROWS = 64  # battles side by side in random play
TOLERANCE = 1e-9  # of probabilities that must add up to 1


def api_test(game: Game | str, steps: int = 20_000, battles: int = 5, seed: int = 0, scenario: Any = "default") -> None:
    """Check everything that a rule set promises.

    Its facts fit its record; battles can be built and begun; in random play, legal and illegal, values stay in their
    bounds, masks, payoffs and features are right, and a battle comes to the same in a batch, alone, copied and restored
    (`quarterdeck.envs.fuzz`); the rules play the same battle called from Python; a step can be told again and typed in
    as dice; the outcomes of every roll add up to 1; words and pictures leave the battle alone; every scripted captain
    plays to the end; and the checkers of Gymnasium, of PettingZoo and, where it is installed, of Stable-Baselines3
    accept it.

    Args:
        game: itself, or its id once it is registered.
        steps: of random play.
        battles: that are played step by step from Python, which is slow.
        seed: of all play.
        scenario: what the battles are built of.

    Raises:
        AssertionError: the first promise that is broken, in one line.
        BadInput: no game is called so, or the scenario is not known.
    """
    game = find_game(game)
    check_facts(game)
    check_build(game, scenario)
    fault = fuzz.fuzz(game, steps, seed, ROWS, scenario=scenario).fault
    _hold(game, fault is None, f"in random play, seed {fault.seed}, step {fault.step}: {fault.words}" if fault else "")
    for number in range(battles):
        check_battle(game, scenario, seed + number)
    check_captains(game, scenario, seed)
    check_faces(game, scenario)


def _hold(game: Game, holds: bool, words: str) -> None:
    if not holds:
        raise AssertionError(f"{game.id}: {words}")


# --- what is declared ---------------------------------------------------------------------------------------


def check_facts(game: Game) -> None:
    """Whether the facts of a game fit one another and its record.

    Raises:
        AssertionError: they do not.
    """
    for holds, words in _facts(game):
        _hold(game, holds, words)
    try:
        bounded(game.rules)
    except ValueError as error:
        raise AssertionError(f"{game.id}: {error}") from None


def _facts(game: Game) -> Iterator[tuple[bool, str]]:
    fields: Any = game.rules.dtype.fields or {}
    yield games().get(game.id) is game, "is not registered: quarterdeck.envs.register(game)"
    yield game.id in gymnasium.registry, "Gymnasium does not know it: quarterdeck.envs.register(game)"
    yield "dice" in fields, "the record has no field `dice` (chance.chance_dtype)"
    yield "captain" in fields, "the record has no field `captain`"
    yield fields["captain"][0] == np.dtype((np.uint64, (game.seats,))), "`captain` is not one uint64 a seat"
    yield game.actions[0] == "pass", "action 0 is not `pass`"
    for what, names in (("actions", game.actions), ("features", game.feature_names), ("endings", game.endings)):
        yield len(set(names)) == len(names), f"two {what} have the same name"
    yield (
        all(np.isfinite([low, high]).all() and low < high for _, low, high in game.features),
        ("a feature has no finite bounds, or its least value is not below its greatest"),
    )
    low, high = game.payoffs
    yield low <= 0 <= high and low < high, "the payoffs do not reach from 0 or less to 0 or more"
    yield not game.zero_sum or low == -high or game.seats != 2, "a game of zero sum has a greatest payoff of -(least)"
    yield game.longest > 0, "`longest` is not above 0"
    yield len(game.names) >= game.seats, "`names` has none for some seats"
    yield len(game.meanings) in (0, len(game.actions)), "`meanings` has not a line for each action"
    yield set(game.habits) <= set(game.actions), "`habits` names what is no action"
    known = {leaf.field for leaf in leaves(game.rules.dtype)} | {leaf.name for leaf in leaves(game.rules.dtype)}
    yield set(game.counted) <= known, "`counted` names what is no field of the record"
    yield not game.phases or "phase" in fields, "`phases` are named, but the record has no field `phase`"


def check_build(game: Game, scenario: Any) -> None:
    """Whether battles are built alike each time, and begin with a choice.

    Raises:
        AssertionError: they do not.
    """
    templates = game.build(scenario)
    _hold(game, templates.dtype == game.rules.dtype, "`build` gives records of another dtype")
    _hold(game, templates.ndim == 1 and len(templates) > 0, "`build` gives no list of battles")
    _hold(game, templates.tobytes() == game.build(scenario).tobytes(), "`build` gives other battles the second time")
    try:
        game.build("no scenario is called so")
    except BadInput as error:
        _hold(game, "\n" not in str(error), "a wrong scenario is not refused in one line")
    batch = Batch(game, templates, len(templates), LEARNER)
    batch.place(templates, range(len(templates)))
    idle = np.flatnonzero(batch.masks[:, :, 0].all(axis=1))
    _hold(game, len(idle) == 0, f"battle {idle[:1]} of the scenario begins without a choice for anybody")


# --- one battle, step by step from Python -------------------------------------------------------------------


def begin(game: Game, scenario: Any, seed: int) -> Any:
    """A battle of a scenario with the generators of a seed, at its first choice."""
    templates = game.build(scenario)
    state = templates[seed % len(templates)].copy()
    state.dice.generator = mix(seed)
    for seat in range(game.seats):
        state.captain[seat] = mix(mix(seed) + seat)
    setup(state)
    return state


def any_orders(game: Game, state: Any) -> np.ndarray:
    """A legal action for each seat, drawn from the captains' generators: int16, shape (seats,)."""
    mask = np.zeros(len(game.actions), np.int8)
    orders = np.zeros(game.seats, np.int16)
    for seat in range(game.seats):
        legal(state, seat, mask)
        orders[seat] = random_legal(state.captain, seat, mask)
    return orders


def check_battle(game: Game, scenario: Any, seed: int) -> None:
    """Play one battle by the rules as Python, and look at each step from every side.

    Raises:
        AssertionError: a step cannot be told again, its rolls have no outcomes, its words or picture are wrong.
    """
    state = begin(game, scenario, seed)
    for _ in range(game.longest):
        if is_over(state):
            break
        before, orders = state.copy(), any_orders(game, state)
        before.captain = state.captain
        apply(state, orders)
        again = before.copy()
        apply(again, orders)
        _hold(game, again.tobytes() == state.tobytes(), "the same orders over a copy lead to another battle")
        if state.dice.position <= game.rules.tape:
            _check_rolls(game, before, orders, state)
    _hold(game, bool(is_over(state)), f"seed {seed}: a battle does not end in `longest` steps")
    ending = int(game.ending(state))
    _hold(game, 0 < ending < len(game.endings), f"`ending` of a battle that is over is {ending}")
    total = sum(payoff(state, seat) for seat in range(game.seats))
    _hold(game, not game.zero_sum or abs(total) < TOLERANCE, f"the payoffs add up to {total}")
    _check_words(game, state)


def _check_rolls(game: Game, before: Any, orders: np.ndarray, after: Any) -> None:
    """Whether the rolls of a step can be told, and laid down for the same step; and whether each has its outcomes."""
    try:
        told = typed_dice.retell(game, before, orders, after, game.names)
        answers = [answer for _, answer in told]
        again = typed_dice.play_rolls(game, before, orders, answers)
    except ValueError as error:
        raise AssertionError(f"{game.id}: a step cannot be told again: {error}") from None
    again.dice, again.captain = after.dice, after.captain
    _hold(game, again.tobytes() == after.tobytes(), "the rolls of a step, laid down, lead to another battle")
    lines = game.narrate(before, orders, after, told, game.names)
    _hold(game, all(isinstance(line, str) for line in lines), "`narrate` gives no list of lines")
    short = before.copy()
    short.dice.laid_down = 1
    apply(short, orders)
    if answers:
        chances = outcomes(short.dice.want)[1]
        _hold(game, abs(chances.sum() - 1) < TOLERANCE, f"the outcomes of a roll add up to {chances.sum()}")
    _hold(game, bool(short.dice.short) == bool(answers), "a step rolls where no roll was asked for")
    _check_words(game, after)


def _check_words(game: Game, state: Any) -> None:
    """Whether a battle can be told and drawn, and stays as it is."""
    before = state.tobytes()
    _hold(game, isinstance(game.describe(state, game.names), str), "`describe` gives no text")
    if game.picture is not None:
        picture = game.picture(state, game.names)
        drawn = picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
        _hold(game, drawn, "`picture` gives no array of uint8, shape (height, width, 3)")
    _hold(game, state.tobytes() == before, "`describe` or `picture` changes the battle")


# --- captains and faces -------------------------------------------------------------------------------------


def check_captains(game: Game, scenario: Any, seed: int) -> None:
    """Whether every scripted captain plays lawfully to the end, in all seats of a battle.

    Raises:
        AssertionError: one gives an illegal order.
    """
    mask = np.zeros(len(game.actions), np.int8)
    orders = np.zeros(game.seats, np.int16)
    for which, name in enumerate(script_names(game.rules)):
        state = begin(game, scenario, seed)
        for _ in range(game.longest):
            if is_over(state):
                break
            for seat in range(game.seats):
                legal(state, seat, mask)
                orders[seat] = 0 if mask[0] else script(state, seat, which, mask)
                lawful = 0 <= orders[seat] < len(mask) and mask[orders[seat]] == 1
                _hold(game, lawful, f"captain {name}, seat {seat}, gives order {orders[seat]}, which is not legal")
            apply(state, orders)
        _hold(game, bool(is_over(state)), f"a battle of captain {name} does not end in `longest` steps")


def check_faces(game: Game, scenario: Any) -> None:
    """Whether the checkers of the libraries accept the game.

    Raises:
        AssertionError: one of them does not.
    """
    from pettingzoo.test import parallel_api_test

    env = gymnasium.make(game.id, scenario=scenario, disable_env_checker=True).unwrapped
    check_env(env, skip_render_check=True)
    _hold(game, env.observation_space == box(game), "the observation space is not that of the features")
    parallel_api_test(ParallelFace(game.id, scenario), num_cycles=200)
    if find_spec("stable_baselines3"):
        from stable_baselines3.common.env_checker import check_env as check_for_sb3

        check_for_sb3(env, warn=False, skip_render_check=True)
