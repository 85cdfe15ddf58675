"""The progress bar of a run: steps, steps a second, time left, and the latest payoffs above it."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from .measure import Score


def steps_text(steps: float) -> str:
    """`12.3M`, `450k`, `99`."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if steps >= size:
            return f"{steps / size:.1f}{letter}" if steps < 100 * size else f"{steps / size:.0f}{letter}"
    return f"{steps:.0f}"


class Bar:
    """A bar on a terminal; elsewhere, one line of text for each measurement. Both go to standard error."""

    def __init__(self, total: int, quiet: bool = False) -> None:
        self._progress = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.fields[rate]} steps/s"),
            TimeRemainingColumn(),
            console=Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True),
        )
        self._total = total
        self._task: TaskID | None = None
        self._start = 0

    def __enter__(self) -> "Bar":
        self._progress.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def begin(self, steps: int) -> None:
        """Start the clock at `steps`."""
        self._start = steps
        self._task = self._progress.add_task("", total=self._total, completed=steps, rate="-")
        self.update(steps)

    def update(self, steps: int) -> None:
        """Move on to `steps`."""
        if self._task is None:
            return
        elapsed = self._progress.tasks[self._task].elapsed or 0.0
        rate = steps_text((steps - self._start) / elapsed) if elapsed > 0 and steps > self._start else "-"
        what = f"{steps_text(steps)} / {steps_text(self._total)}"
        self._progress.update(self._task, completed=min(steps, self._total), description=what, rate=rate)

    def show(self, steps: int, scores: Sequence[Score]) -> None:
        """Print mean payoffs."""
        text = "  ".join(f"{score.opponent} {score.payoff:+.2f}" for score in scores)
        self._progress.console.print(f"{steps_text(steps):>6}  {text}")
