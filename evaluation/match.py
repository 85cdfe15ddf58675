"""Captains fight each other over fixed battles, each battle twice with the seats exchanged.

Battle k of a match is settled before anybody fights it: its ships are template k of the scenario, its dice
come from seed k. So every candidate meets the same ships and the same dice, whoever the others are, and no
battle is dropped or repeated because it is short: there is no autoreset here.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np

from quarterdeck.configs import BadInput
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import Captain, script_number
from quarterdeck.envs.engine import GUEST, TERMINATED
from quarterdeck.envs.game import Game, find_game

MOST_ROWS = 4_096  # battles in memory at once
FEWEST_ROWS = 64
CHUNK_SECONDS = 1.0  # slow captains are asked about fewer battles at once, so that the progress bar moves

RECORD = np.dtype(
    [
        ("pair", np.int32),  # which two battles differ by the seats alone
        ("template", np.int32),
        ("seed", np.int64),
        ("seat", np.int8),  # of the first captain
        ("payoffs", np.float64, (2,)),  # by seat
        ("ending", np.int16),  # index into `game.endings`
        ("turns", np.int32),
    ]
)


def template_order(count: int) -> np.ndarray:
    """In which order `count` templates are fought.

    A scenario lists its battles hull by hull; shuffled once and for all, the first few already hold a bit
    of everything.
    """
    return np.random.default_rng(0).permutation(count)


def play(
    game: Game | str,
    first: str | Captain,
    second: str | Captain,
    templates: np.ndarray,
    seeds: Sequence[int] | np.ndarray,
    progress: Callable[[int], None] | None = None,
    threads: int = 1,
) -> np.ndarray:
    """Fight two captains against each other.

    Args:
        game: a game of two seats.
        first: a captain, or the name of a scripted one.
        second: likewise; may be the same.
        templates: battles to fight, as `game.build(scenario)` makes them. Pair k of battles fights number k
            modulo their count, in `template_order`.
        seeds: one for each pair of battles. Battle k equals the solo battle of that seed over that template.
        progress: called with the number of battles finished since the last call.
        threads: rows fought side by side; the result does not depend on it.

    Returns:
        Records of `RECORD`, shape (2 * len(seeds),): rows 2k and 2k + 1 are pair k, with the first captain
        in seat 0 and in seat 1.

    Raises:
        BadInput: no scripted captain has that name, or the game is not one of two seats.
        RuntimeError: a battle did not come to an end.
    """
    game = find_game(game)
    if game.seats != 2:
        raise BadInput(f"{game.name}: captains are matched in games of two seats, this one has {game.seats}")
    guests: list[Captain] = []
    sides = [_controller(game, captain, guests) for captain in (first, second)]
    records = np.zeros(2 * len(seeds), RECORD)
    pairs = np.arange(len(records)) // 2
    records["pair"] = pairs
    records["template"] = template_order(len(templates))[pairs % len(templates)]
    records["seed"] = np.asarray(seeds, np.int64)[pairs]
    records["seat"] = np.arange(len(records)) % 2
    rows, done = FEWEST_ROWS, 0
    while done < len(records):
        started = time.perf_counter()
        chunk = records[done : done + rows]
        _fight(game, sides, guests, templates, chunk, threads)
        done += len(chunk)
        if progress is not None:
            progress(len(chunk))
        if time.perf_counter() - started < CHUNK_SECONDS:
            rows = min(2 * rows, MOST_ROWS)
    return records


def score(records: np.ndarray) -> np.ndarray:
    """The first captain's payoff in each pair of battles, float64 of shape (pairs, 2)."""
    mine = records["payoffs"][np.arange(len(records)), records["seat"]]
    return mine.reshape(-1, 2)


def _controller(game: Game, captain: str | Captain, guests: list[Captain]) -> int:
    """Scripted captains by their number, all others by their place among the guests."""
    if isinstance(captain, str):
        return script_number(game.rules, captain)
    if not any(guest is captain for guest in guests):
        guests.append(captain)
    return GUEST - [guest is captain for guest in guests].index(True)


def _fight(
    game: Game,
    sides: list[int],
    guests: list[Captain],
    templates: np.ndarray,
    records: np.ndarray,
    threads: int,
) -> None:
    """Fight one chunk of battles to the end and write down what came of them.

    With no learner aboard, beginning a battle plays it out: scripted captains inside the compiled loop,
    guests by rounds of questions.
    """
    seats = np.array([sides, sides[::-1]])[records["seat"]]
    threads = min(threads, len(records))
    batch = Batch(game, templates, len(records), seats, guests, threads=threads)
    batch.place(templates[records["template"]], records["seed"])
    if not (batch.ended == TERMINATED).all():
        raise RuntimeError(f"{game.name}: a battle did not come to an end")
    records["payoffs"] = batch.rewards
    records["ending"] = [game.ending(state) for state in batch.states]
    if "turn" in (game.rules.dtype.names or ()):
        records["turns"] = batch.states["turn"]
