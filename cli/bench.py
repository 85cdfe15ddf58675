"""`quarterdeck bench`: the speed of the environments, beside those of other libraries."""

import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from quarterdeck.configs import check_writable, write
from quarterdeck.envs.game import find_game, games
from quarterdeck.evaluation import bench as measure

_LIBRARIES = (
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "stable-baselines3",
    "open-spiel",
    "pgx",
    "jax",
    "envpool",
)


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer rounds, one size, one thread.")] = False,
    game: Annotated[list[str] | None, typer.Option(help="Which games.  [default: all]")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the numbers to this file.")] = None,
) -> None:
    """Measure steps a second of every environment by face, batch size and threads, beside those of other
    libraries.
    """
    chosen = [find_game(name) for name in game] if game else list(games().values())
    if json_file is not None:
        check_writable(json_file)
    console = Console()
    settings: dict[str, Any] = {"sizes": (1_024,), "threads": (1,), "rounds": 3, "seconds": 0.05} if quick else {}
    with Console(stderr=True).status("starting") as status:
        result = measure.run(chosen, progress=status.update, **settings)
    result["machine"] = machine()
    if json_file is not None:
        write(json_file, (json.dumps(result, indent=1) + "\n").encode())
    console.print(table(result))
    for name, size in result["bytes"].items():
        console.print(f"{name}: a battle takes {size['battle']} bytes, with masks and observations {size['row']}")
    console.print(
        "Timed: the step with the opponent's orders, masks, observations and new battles; not the choice of "
        "actions. "
        "Medians of the rounds, in brackets least and most. Pgx and EnvPool take the threads they like."
    )
    console.print(result["not"])
    if json_file is not None:
        print(f"numbers: {json_file}")


def table(result: dict[str, Any]) -> Table:
    """The rows of a measurement."""
    shown = Table(title="Steps a second, in thousands", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in ("game", "face"):
        shown.add_column(name, overflow="fold")
    for name in ("size", "steps/s", "× CartPole"):
        shown.add_column(name, justify="right", no_wrap=True)
    for row in result["rows"]:
        ours = row["library"] == "quarterdeck"
        pace = {name: value / 1000 for name, value in row["steps_per_second"].items()}
        ratio = row["ratio_to_cartpole"]
        shown.add_row(
            row["game"] if ours else f"{row['library']} {row['game']}",
            f"{row['face']}, {row['threads']} threads" if row["threads"] > 1 else row["face"],
            str(row["size"]),
            f"{pace['median']:,.0f} ({pace['least']:,.0f}–{pace['most']:,.0f})",
            f"{ratio['median']:.2f} ({ratio['least']:.2f}–{ratio['most']:.2f})",
        )
    return shown


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    versions = {}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "libraries": versions,
    }
