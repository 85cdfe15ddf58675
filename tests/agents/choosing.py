"""What the tests of the scripted captains of every rule set share: they play by the rules, however they are asked."""

from collections.abc import Sequence

import numpy as np

from quarterdeck import agents
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.game import Game


def phases_met(game: Game, scenarios: Sequence[str], rows: int, steps: int) -> set[int]:
    """The phases in which every captain chose in every seat, always lawfully, whatever another had done before."""
    captains = [agents.load(game, script) for script in script_names(game.rules)[1:]]
    batch = Batch(game, np.concatenate([game.build(name) for name in scenarios]), rows, LEARNER)
    batch.reset(range(rows))
    rng = np.random.default_rng(1)
    phases = set()
    for _ in range(steps):
        live = np.flatnonzero(batch.ended == 0)
        phases |= {int(phase) for phase in batch.states["phase"][live]}
        for seat in range(game.seats):
            states, masks = batch.states[live], batch.masks[live, seat]
            orders = [captain.choose(game, states.copy(), seat) for captain in captains]
            for actions in orders:
                assert masks[np.arange(len(live)), actions].all()
            batch.orders[live, seat] = np.choose(rng.integers(len(captains), size=len(live)), orders)
        batch.step()
        assert not batch.illegal.any()
        batch.reset(rows=batch.ended > 0)
    return phases


def check_alike(game: Game, templates: np.ndarray, captains: Sequence[str], rows: int) -> None:
    """Captains, one a seat, play alike in the compiled loop and asked from Python."""
    names = script_names(game.rules)
    played = Batch(game, templates, rows, [names.index(name) for name in captains])
    guests = [agents.load(game, name) for name in captains]
    asked = Batch(game, templates, rows, [-2 - seat for seat in range(len(captains))], guests=guests)
    for batch in (played, asked):
        batch.reset(range(rows))
    assert played.ended.all() and played.states.tobytes() == asked.states.tobytes()
