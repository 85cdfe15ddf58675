"""The run: PPO against the league, measured as it goes, ready to stop anywhere, ending in a captain."""

import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from quarterdeck import envs
from quarterdeck.agents import learned
from quarterdeck.configs import BadInput

from . import checkpoint, export, folders
from .checkpoint import Progress
from .config import TrainingConfig
from .league import League
from .measure import Score, measure
from .progress import Bar


class Stopped(Exception):
    """A signal ended the run; what was learned is in its folder.

    Attributes:
        folder: where to go on from.
        steps: decisions learned from.
        signal: its number.
    """

    def __init__(self, folder: Path, steps: int, number: int) -> None:
        super().__init__(f"stopped after {steps} steps")
        self.folder, self.steps, self.signal = folder, steps, number


class StopSignals:
    """Notes Ctrl-C and requests to end, for the run to heed where its state is whole; a second ends at once.

    Attributes:
        caught: the number of the signal, 0 before there was one.
    """

    def __init__(self) -> None:
        self.caught = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "StopSignals":
        # Python hands signals to the main thread alone
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: object) -> None:
        if self.caught:
            raise KeyboardInterrupt
        self.caught = number


def line(start: float, end: float, done: float) -> float:
    """The value at `done` (0 to 1) of the way from `start` to `end`."""
    return start + (end - start) * min(1.0, max(0.0, done))


def seed_at(seed: int, steps: int) -> int:
    """The seed with which a run goes on from `steps`: `seed` itself at the beginning."""
    return seed if steps == 0 else int(np.random.SeedSequence([seed, steps]).generate_state(1)[0])


@contextmanager
def torch_settings(threads: int) -> Iterator[None]:
    """Threads as asked for, and no checks of every distribution, which cost a tenth of the time."""
    distribution = torch.distributions.Distribution
    before = torch.get_num_threads(), distribution._validate_args
    torch.set_num_threads(threads)
    distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        torch.set_num_threads(before[0])
        distribution.set_default_validate_args(before[1])


def build(config: TrainingConfig, seed: int, opponents: Any) -> MaskablePPO:
    """The learner and its battles, both begun from `seed`."""
    ppo = config.learner
    env = envs.sb3_vec_env(config.found_game.id, ppo.num_envs, config.scenario, opponents, "both", seed=seed)
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: line(ppo.learning_rate, ppo.learning_rate_end, 1 - left),
        n_steps=ppo.n_steps,
        batch_size=ppo.batch_size,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip_range,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value_weight,
        max_grad_norm=ppo.max_grad_norm,
        policy_kwargs={
            "net_arch": {"pi": ppo.policy_layers, "vf": ppo.value_layers},
            "activation_fn": torch.nn.ReLU,
        },
        seed=seed,
        device="cpu",
    )


class Run:
    """A training run in its folder.

    There lie `config.yaml`, `checkpoint.safetensors`, `past/` (the league), `tensorboard/`, `evaluations.jsonl`,
    the captain `latest` as last measured, and at the end the captain herself and `result.json`.

    Attributes:
        model: the learner.
        league: its opponents.
        steps: decisions learned from.

    Args:
        folder: exists; if it holds a checkpoint the run goes on from it.
    """

    def __init__(self, config: TrainingConfig, folder: Path, bar: Bar) -> None:
        self.config, self.folder, self.bar = config, folder, bar
        self.game = config.found_game
        self.templates = self.game.build(config.scenario)
        goes_on = (folder / checkpoint.NAME).is_file()
        progress = checkpoint.read_progress(folder) if goes_on else Progress()
        self.steps, self._seconds = progress.steps, progress.seconds
        self._began = time.monotonic()
        self.league = League(config, self.game, folder / "past", progress.league)
        self.model = build(config, seed_at(config.seed, self.steps), self.league.pool())
        self.model.num_timesteps, self.model._n_updates = progress.steps, progress.updates
        if goes_on:
            checkpoint.restore(folder, self.model.policy)
        else:
            self.save()

    @property
    def seconds(self) -> float:
        """Spent on this run, those before an interruption too."""
        return self._seconds + time.monotonic() - self._began

    def save(self) -> None:
        """Write the checkpoint."""
        now = Progress(
            steps=self.steps,
            updates=self.model._n_updates,
            seconds=round(self.seconds, 1),
            league=self.league.steps,
        )
        checkpoint.save(self.folder, self.model.policy, now)
        self.league.tidy()

    def learn(self, signals: StopSignals) -> None:
        """Learn until `total_steps`, or until a signal.

        Raises:
            Stopped: by a signal; the checkpoint is written.
        """
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        left = self.config.total_steps - self.steps
        with torch_settings(self.config.threads):
            if left > 0:
                self.model.learn(left, Course(self, signals), reset_num_timesteps=False)
        self.save()
        self.model.logger.close()
        if signals.caught:
            raise Stopped(self.folder, self.steps, signals.caught)

    def snapshot(self) -> None:
        """Take the learner as it is into the league."""
        self.league.add(self.steps, self._export)
        self.model.get_env().set_opponents(self.league.pool())  # type: ignore[union-attr]

    def evaluate(self) -> None:
        """A small measurement, told to the bar, TensorBoard and `evaluations.jsonl`."""
        path = self.folder / "latest"
        self._export(path)
        scores = self.scores(path, self.config.evaluation.battles, 1.0)
        for score in scores:
            self.model.logger.record(f"payoff/{score.opponent}", score.payoff)
        with (self.folder / "evaluations.jsonl").open("a", encoding="utf-8") as file:
            facts = {"steps": self.steps, "scores": [score.facts() for score in scores]}
            file.write(json.dumps(facts) + "\n")
        self.bar.show(self.steps, scores)

    def _export(self, path: Path) -> None:
        export.save(path, self.model.policy, self.game, temperature=1.0, steps=self.steps)

    def scores(self, path: Path, battles: int, temperature: float) -> list[Score]:
        """Measure a captain's file against each scripted captain of the run."""
        captain = learned.load(path, self.game, temperature)
        # other battles than those of training, and the same ones each time
        seed = seed_at(self.config.seed, 2**32)
        return measure(self.game, self.templates, captain, self.config.scripted(), battles, seed)

    def finish(self) -> list[Score]:
        """Export the captain, measure her, and write `result.json`."""
        config, path = self.config, self.folder / self.config.captain
        facts = {
            "temperature": config.temperature,
            "training": config.model_dump(mode="json"),
            "seed": config.seed,
            "steps": self.steps,
        }
        export.save(path, self.model.policy, self.game, **facts)
        scores = self.scores(path, config.evaluation.final_battles, config.temperature)
        results = [score.facts() for score in scores]
        export.save(path, self.model.policy, self.game, **facts, results=results)
        result = {
            "captain": config.captain,
            "game": self.game.id,
            "steps": self.steps,
            "seconds": round(self.seconds, 1),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "scores": results,
        }
        (self.folder / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        return scores


class Course(BaseCallback):
    """What happens between two updates: schedules, snapshots, measurements, checkpoints."""

    def __init__(self, run: Run, signals: StopSignals) -> None:
        super().__init__()
        self.run, self.signals = run, signals
        self._seen = run.steps

    def _on_rollout_end(self) -> None:
        # the update follows at once; decisions of a rollout that a signal cut short never count
        self.run.steps = self.model.num_timesteps

    def _on_rollout_start(self) -> None:
        run, config, ppo = self.run, self.run.config, self.run.config.learner
        before, now = self._seen, self.run.steps
        self._seen = now
        run.bar.update(now)
        run.model.ent_coef = line(ppo.entropy, ppo.entropy_end, now / config.total_steps)
        self.logger.record("train/entropy_weight", run.model.ent_coef)

        def due(every: int) -> bool:
            return now // every > before // every

        if due(config.evaluation.every):
            run.evaluate()
        if run.league.due(before, now):
            run.snapshot()
            # at once: the next one may push files out of the league that an older checkpoint names
            run.save()
        elif due(config.checkpoint_every):
            run.save()

    def _on_step(self) -> bool:
        return not self.signals.caught


def train(config: TrainingConfig, folder: Path, quiet: bool = False) -> list[Score]:
    """Train a captain in `folder`, from its checkpoint if it holds one, and measure her.

    Args:
        config: what to do; written beside the result.
        folder: of the run.
        quiet: no progress bar.

    Returns:
        Her scores against each scripted captain.

    Raises:
        BadInput: the checkpoint or a past self in the folder is damaged, or made for another config.
        Stopped: Ctrl-C or a request to end; what was learned is in the folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made ({error.strerror})") from None
    with Bar(config.total_steps, quiet) as bar, StopSignals() as signals:
        folders.write_config(folder, config)
        run = Run(config, folder, bar)
        bar.begin(run.steps)
        run.learn(signals)
        return run.finish()
