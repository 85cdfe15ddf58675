"""A suite: which battles a candidate has to fight. YAML in the folder `suites` of a rule set."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.game import Game, find_game, games

DEFAULT_GAME = "HighSeasDuel"
DEFAULT_SUITE = "duel"
DEFAULT_BATTLES = 2_000
MOST_BATTLES = 10_000_000


class Spec(BaseModel):
    """What a suite's file holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    scenarios: list[str | dict[str, Any]] = Field(min_length=1, max_length=100)
    battles: int = Field(ge=2, le=MOST_BATTLES, multiple_of=2)


@dataclass(frozen=True)
class Suite:
    """A suite that is ready to be fought.

    Attributes:
        name: as in the file's name.
        game: which game.
        scenarios: as they were named.
        templates: the battles of all scenarios, as `game.build` makes them.
        battles: fought by each pairing of captains, both seats together.
    """

    name: str
    game: Game
    scenarios: tuple[str, ...]
    templates: np.ndarray
    battles: int

    def seeds(self, seed: int) -> np.ndarray:
        """One seed for each pair of battles, the same for every candidate.

        Raises:
            BadInput: the seed is out of bounds.
        """
        if not 0 <= seed < 2**62:
            raise BadInput(f"seed: {seed} does not fit; give a whole number from 0 to {2**62 - 1}")
        return np.arange(seed, seed + self.battles // 2, dtype=np.int64)


def load(suite: str | None = None, game: Game | str | None = None, battles: int | None = None) -> Suite:
    """A suite by name or file.

    Args:
        suite: default: `duel`; or for another game than its own the scenario that the game calls `default`.
        game: needed only to tell suites of the same name apart.
        battles: instead of the suite's own number; an even one, since each battle is fought from both seats.

    Raises:
        BadInput: there is no such suite or something in it is wrong.
    """
    if suite is None and game is not None and find_game(game).name != DEFAULT_GAME:
        return _prepare(
            "default",
            Spec(game=find_game(game).name, scenarios=["default"], battles=DEFAULT_BATTLES),
            battles,
            "default",
        )
    path = _find(suite or DEFAULT_SUITE, game)
    spec = configs.check(Spec, configs.read_yaml(path), str(path))
    if game is not None and find_game(game).id != find_game(spec.game).id:
        raise BadInput(
            f"{path}: game: {spec.game} is not the {find_game(game).name} asked for; leave out one of the two"
        )
    return _prepare(path.stem, spec, battles, str(path))


def _rule_sets() -> Iterator[str]:
    """The names of all rule sets, that of the default game first: often it is enough, and no other is imported."""
    first = find_game(DEFAULT_GAME).rules.name
    yield first
    yield from dict.fromkeys(game.rules.name for game in games().values() if game.rules.name != first)


def _find(name: str, game: Game | str | None) -> Path:
    """A suite's file, in the folder of the game's rule set or of any, that of the default game first."""
    known: list[str] = []
    for rules in [find_game(game).rules.name] if game else _rule_sets():
        names = configs.names(f"{rules}/suites")
        if name in names or configs.is_file(name):
            return configs.find(f"{rules}/suites", name)
        known += names
    raise BadInput(f"no suite is called {name!r}; {configs.nearest(name, known)}")


def _prepare(name: str, spec: Spec, battles: int | None, source: str) -> Suite:
    if battles is not None and (battles < 2 or battles % 2):
        raise BadInput(f"battles: {battles} does not fit; give an even number, each battle is fought from both seats")
    if battles is not None and battles > MOST_BATTLES:
        raise BadInput(f"battles: {battles} does not fit; give at most {MOST_BATTLES}")
    try:
        game = find_game(spec.game)
        templates = np.concatenate([game.build(scenario) for scenario in spec.scenarios])
    except BadInput as error:
        raise BadInput(f"{source}: {error}") from None
    names = tuple(scenario if isinstance(scenario, str) else "inline" for scenario in spec.scenarios)
    return Suite(name, game, names, templates, battles or spec.battles)
