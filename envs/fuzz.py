"""Random play, legal and illegal, in which everything that must always hold is checked after every step.

The battles are stepped by the engine itself. Beside each lies a copy that is played by the rules alone, and the two
must stay alike, byte for byte. The checks (in `faults`) are compiled: millions of steps are a matter of seconds.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quarterdeck import configs
from quarterdeck.configs import BadInput

from . import saved
from .batch import Batch, take
from .chance import mix
from .engine import LEARNER, TRIES
from .faults import DIFFERS, FINE, LAW, OUTSIDE, ROSE, UNSEEN, WORDS, Facts, Look, loops
from .game import Game
from .values import as_bytes, bounded, leaves, table

ROWS = 2048  # battles side by side in one thread
SAMPLE = 512  # steps after which a battle is saved, restored and gone on with
SAMPLES = 3  # battles that are fought again alone at the end


@dataclass(frozen=True)
class Fault:
    """Something that must not be.

    Attributes:
        game: in which game.
        seed: a run of one row with this seed meets it again.
        row: in which row of the run.
        step: in which step of the row, counting from 1.
        words: what is wrong.
    """

    game: Game
    seed: int
    row: int
    step: int
    words: str


@dataclass
class Report:
    """What a run has met.

    Attributes:
        steps: how many were played.
        illegal: how many orders were illegal and replaced.
        endings: how many battles ended, by how.
        fault: the first thing that was wrong.
    """

    steps: int = 0
    illegal: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    fault: Fault | None = None


def templates_of(game: Game, scenario: Any = None) -> np.ndarray:
    """The battles to draw from: of one scenario, or of every scenario of the rule set that suits the game."""
    if scenario is not None:
        return game.build(scenario)
    found = [game.build("default")]
    for name in configs.names(f"{game.rules.name}/scenarios"):
        try:
            found.append(game.build(name))
        except BadInput:
            continue  # it is for another game
    return np.concatenate(found)


class Rows:
    """Some rows of a run: battles, the copies that the rules alone play, and what is drawn for their orders."""

    def __init__(self, game: Game, templates: np.ndarray, seed: int, first: int, size: int) -> None:
        self.game, self.seed, self.first, self.played = game, seed, first, 0
        self.batch = Batch(game, templates, size, LEARNER)
        seeds = [seed + first + row for row in range(size)]
        self.generators = np.array([mix(mix(one & (2**64 - 1)) ^ 1) for one in seeds], np.uint64)
        self.batch.reset(seeds)
        self.alone = np.zeros(size, game.rules.dtype)
        self.before = np.zeros((size, game.rules.dtype.itemsize), np.uint8)
        self.after = as_bytes(self.alone)
        at = self.batch.slots.dtype.fields["state"][1]
        self.states = as_bytes(self.batch.slots)[:, at : at + game.rules.dtype.itemsize]
        self.masks = np.zeros_like(self.batch.masks)
        self.orders = np.zeros(game.seats, np.int16)
        self.loops = loops(game.rules)
        self._renew(np.ones(size, bool))
        least, most = map(float, game.payoffs)
        low, high = game.feature_bounds
        self.facts = Facts(table(game.rules), low, high, least, most, game.zero_sum, game.longest)

    def _renew(self, rows: np.ndarray) -> None:
        """Begin new battles where one is over, and copy them."""
        batch = self.batch
        for _ in range(TRIES):
            over = batch.ended > 0
            if not over.any():
                break
            batch.reset(rows=over)
        self.after[rows] = self.states[rows]

    def step(self, report: Report) -> None:
        """Play one step in every row and look at it."""
        batch = self.batch
        self.loops.draw(self.generators, batch.masks, batch.orders)
        sent, was = batch.orders.copy(), batch.masks.copy()
        self.before[:] = self.after
        self.masks[:] = was
        self.loops.alone(self.alone, sent, self.masks, self.orders)
        batch.step()
        self.played += 1
        look = Look(
            batch.masks, batch.observations, batch.orders, batch.rewards, batch.illegal,
            batch.slots["steps"], self.before, self.after, self.alone, self.masks, sent, was,
        )  # fmt: skip
        row, what, place = self.strays() or self.loops.fault(look, self.facts)
        if what != FINE:
            report.fault = self.fault(row, self.words(row, what, place))
            return
        if self.played % SAMPLE == 1:
            self._restore(self.played // SAMPLE % batch.size, sent, was, report)
        report.steps += batch.size
        report.illegal += int(batch.illegal.sum())
        over = batch.ended > 0
        if over.any():
            endings = np.asarray(self.game.ending(take(self.alone, np.flatnonzero(over))))
            report.endings.update(self.game.endings[number] for number in endings.tolist())
            self._renew(over)

    def strays(self) -> tuple[int, int, int] | None:
        """The first byte in which the engine's battles are not those that the rules alone played."""
        if np.array_equal(self.states, self.after):
            return None
        row, place = np.argwhere(self.states != self.after)[0].tolist()
        return row, DIFFERS, place

    def _restore(self, row: int, sent: np.ndarray, was: np.ndarray, report: Report) -> None:
        """Save the battle before the step, restore it and go on: it must come to the same."""
        state = self.before[row].copy().view(self.game.rules.dtype)
        try:
            restored = saved.from_text(saved.text(saved.Saved(self.game, state[0])), "file")
        except BadInput as error:
            report.fault = self.fault(row, f"saved, but not restored: {error}")
            return
        copy = np.zeros(1, self.game.rules.dtype)
        copy[0] = restored.state
        self.loops.alone(copy, sent[row : row + 1], was[row : row + 1].copy(), self.orders)
        if copy.tobytes() != self.after[row].tobytes():
            report.fault = self.fault(row, "saved and restored, the battle goes on otherwise")

    def fight_again(self, templates: np.ndarray, row: int, report: Report) -> None:
        """Fight one row's battles alone, from their seed: a row does not depend on the others."""
        again = Rows(self.game, templates, self.seed + self.first + row, 0, 1)
        spare = Report()
        for _ in range(self.played):
            again.step(spare)
        if again.after[0].tobytes() != self.after[row].tobytes():
            report.fault = self.fault(row, "fought alone from the same seed, the row comes to another battle")

    def fault(self, row: int, words: str) -> Fault:
        """Something is wrong in a row."""
        return Fault(self.game, self.seed + self.first + row, self.first + row, self.played, words)

    def words(self, row: int, what: int, place: int) -> str:
        """What `first_fault` found, in words."""
        rules = self.game.rules
        leaf = next((one for one in leaves(rules.dtype) if one.offset <= place < one.offset + one.dtype.itemsize), None)
        bound = bounded(rules)[place][0] if what in (OUTSIDE, ROSE) else None
        here = self.after[row]
        return WORDS[what].format(
            place=place,
            leaf=leaf.name if leaf else "",
            value=_number(self.states[row], leaf) if leaf else 0,
            bound=bound.name if bound else "",
            number=_number(here, bound) if bound else 0,
            law=rules.laws[place] if what == LAW else "",
            feature=self._unseen(row, place) if what == UNSEEN else "",
            longest=self.game.longest,
        )

    def _unseen(self, row: int, seat: int) -> str:
        """The first feature of a seat that is out of its bounds."""
        seen = self.batch.observations[row, seat]
        within = (seen >= self.facts.lows) & (seen <= self.facts.highs)
        return self.game.feature_names[int(np.argmin(within))]


def _number(row: np.ndarray, leaf: Any) -> int:
    return int(row[leaf.offset : leaf.offset + leaf.dtype.itemsize].copy().view(leaf.dtype)[0])


def fuzz(
    game: Game,
    steps: int,
    seed: int = 0,
    rows: int = ROWS,
    threads: int = 1,
    scenario: Any = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play random steps, legal and illegal, and check after each all that must always hold.

    Values lie in the bounds of the rule set and fall where they must, its laws hold; masks are never empty, and `pass`
    is legal exactly when nothing else is; illegal orders are replaced by the lowest legal one; payoffs are in bounds,
    zero before the end, and of zero sum; features are in bounds; battles end in time; the engine's battle is that which
    the rules alone make of a copy; and, of a sample: a battle saved and restored goes on as it would have, and a row
    fought alone comes to the same.

    Args:
        game: which game.
        steps: how many in all rows together, rounded up to as many in each.
        seed: row k is the row of seed + k, whatever the other rows.
        rows: battles side by side.
        threads: that share the rows.
        scenario: which battles; by default all scenarios that suit the game.
        progress: called with the number of steps since the last call, from any thread.

    Returns:
        What was met; the run stops at the first fault.
    """
    templates = templates_of(game, scenario)
    threads = min(threads, rows)
    each = -(-steps // rows)
    cuts = [rows * number // threads for number in range(threads + 1)]
    reports = [Report() for _ in range(threads)]

    def play(number: int) -> None:
        report = reports[number]
        mine = Rows(game, templates, seed, cuts[number], cuts[number + 1] - cuts[number])
        for _ in range(each):
            mine.step(report)
            if any(one.fault for one in reports):
                return
            if progress is not None:
                progress(mine.batch.size)
        for row in range(0, mine.batch.size, max(1, mine.batch.size // SAMPLES)):
            if report.fault is None and mine.batch.size > 1:
                mine.fight_again(templates, row, report)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, range(threads)))
    whole = Report(fault=next((report.fault for report in reports if report.fault), None))
    for report in reports:
        whole.steps += report.steps
        whole.illegal += report.illegal
        whole.endings += report.endings
    return whole
