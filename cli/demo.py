"""`quarterdeck demo`: the pretrained captain against every scripted game master."""

import sys
from typing import Annotated

import numpy as np
import typer

from quarterdeck import agents
from quarterdeck.cli import evaluate
from quarterdeck.envs.batch import Batch, ask
from quarterdeck.envs.captain import Captain, script_names, script_number
from quarterdeck.envs.engine import LEARNER
from quarterdeck.evaluation import report, suite

CAPTAIN = "commodore"


def demo(
    quick: Annotated[bool, typer.Option("--quick", help="Every pairing of ships once instead of ten times.")] = False,
) -> None:
    """Fight the pretrained captain against every scripted game master and print the table with intervals."""
    battles = suite.load("quick" if quick else "duel")
    if CAPTAIN not in agents.names(battles.game):
        print(f"quarterdeck: no pretrained captain of {battles.game.rules.name} is installed", file=sys.stderr)
        raise typer.Exit(1)
    opponents = list(script_names(battles.game.rules))
    for line in one_fight(battles, agents.load(battles.game, CAPTAIN), opponents[-1]):
        print(line)
    folder = report.new_folder(evaluate.ROOT, "demo")
    results = evaluate.fight(battles, [CAPTAIN], opponents, 0, 1, folder)
    evaluate.show(results)
    evaluate.finish(results, folder)


def one_fight(battles: suite.Suite, captain: Captain, opponent: str, seed: int = 0) -> list[str]:
    """The first battle of a suite as text: how it begins, what she orders, how it ends."""
    game = battles.game
    names = (CAPTAIN, opponent)
    batch = Batch(game, battles.templates, 1, [LEARNER, script_number(game.rules, opponent)])
    batch.reset(seeds=[seed])
    lines = [f"One battle, {CAPTAIN} against {opponent}:", game.describe(batch.states[0], names)]
    orders = []
    while not batch.ended[0]:
        batch.orders[:, 0] = ask(captain, game, batch.states, np.zeros(1, np.int64), 0)
        orders.append(game.actions[batch.orders[0, 0]])
        batch.step()
    lines += [f"{CAPTAIN} orders {', '.join(orders)}.", game.describe(batch.states[0], names)]
    return [*lines, f"The end: {game.endings[game.ending(batch.states[0])]}.", ""]
