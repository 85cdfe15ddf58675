"""What the tests of every rule set share: legal actions by name, and steps by named orders with the rolls laid down."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from quarterdeck.envs import chance
from quarterdeck.envs.game import Game
from quarterdeck.envs.replay import copied
from quarterdeck.envs.typed_dice import retell


def legal(game: Game, state: Any, seat: int) -> list[str]:
    """The names of the legal actions of a seat, in their order."""
    mask = np.full(len(game.actions), 7, np.int8)
    game.rules.legal(state, seat, mask)
    assert set(mask.tolist()) <= {0, 1}
    return [name for name, may in zip(game.actions, mask, strict=True) if may]


@contextmanager
def rolling(game: Game, state: Any, rolls: Sequence[int]) -> Iterator[None]:
    """What happens inside is given these answers to its rolls; it asks for no more, and no fewer."""
    dice = state.dice
    chance.begin(dice)
    dice.laid_down, dice.answers = 1, len(rolls)
    dice.tape[: len(rolls)] = rolls
    yield
    assert not dice.short, f"also asks for {game.rolls[dice.want[1]]}"
    assert dice.position == len(rolls), f"used {dice.position} of the rolls {list(rolls)}"
    dice.laid_down = dice.answers = 0


def play(game: Game, state: Any, orders: Sequence[str], rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls; orders left out are `pass`."""
    given = [*orders, *["pass"] * (game.seats - len(orders))]
    for seat, name in enumerate(given):
        may = legal(game, state, seat)
        assert name in may, f"{name} is not among {may} of seat {seat}, {game.phases[state.phase]}"
    with rolling(game, state, rolls):
        game.rules.apply(state, np.array([game.actions.index(name) for name in given], np.int16))
    return state


def told(game: Game, state: Any, orders: Sequence[str], names: tuple[str, ...], rolls: Sequence[int] = ()) -> list[str]:
    """The story of one step, which is played in place."""
    before = copied(state)
    play(game, state, orders, rolls)
    given = [game.actions.index(name) for name in orders] + [0] * (game.seats - len(orders))
    return game.narrate(before, given, state, retell(game, before, given, state, names), names)
