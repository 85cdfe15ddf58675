"""What a tournament says: as JSON, and as a picture where matplotlib is installed."""

import json
import platform
from datetime import datetime
from importlib.metadata import version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.configs import write
from quarterdeck.envs.game import Game

from .match import score
from .stats import CONFIDENCE, Estimate, difference, estimate, summary
from .tournament import Results

FORMAT = 1
UNIT = "two battles with the same ships and dice and the seats exchanged"


def new_folder(root: Path, what: str) -> Path:
    """The name of a fresh folder for results: `<date-time>-<what>` under `root`."""
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{what}"
    folder, more = root / name, 2
    while folder.exists():
        folder, more = root / f"{name}-{more}", more + 1
    return folder


def overall(results: Results, candidate: str) -> Estimate:
    """A candidate's mean payoff over all opponents.

    A pair of battles has the same dice whoever the opponent is, so one pair against all of them counts as
    one.
    """
    return estimate(_against_all(results, candidate), results.suite.game.payoffs)


def _against_all(results: Results, candidate: str) -> np.ndarray:
    """Payoffs of one candidate, shape (pairs, 2 * opponents)."""
    return np.hstack([score(results.matches[candidate, opponent]) for opponent in results.opponents])


def by_hull(game: Game, templates: np.ndarray, matches: list[np.ndarray]) -> list[list[Estimate | None]] | None:
    """The mean payoff by own hull (row) and enemy hull (column) over some matches of one candidate.

    `None` for a game whose ships are not told apart by kind, and in a cell that no battle belongs to.
    """
    kinds = game.kinds
    if not kinds:
        return None
    records = np.concatenate(matches)
    ships = templates["ship"]["kind"][records["template"]]
    rows, seats = np.arange(len(records)), records["seat"]
    own, enemy, payoff = ships[rows, seats], ships[rows, 1 - seats], records["payoffs"][rows, seats]
    grid: list[list[Estimate | None]] = [[None] * len(kinds) for _ in kinds]
    for i in range(len(kinds)):
        for j in range(len(kinds)):
            here = (own == i) & (enemy == j)
            if here.any():
                pairs, place = np.unique(records["pair"][here], return_inverse=True)
                means = np.bincount(place, payoff[here]) / np.bincount(place)
                grid[i][j] = estimate(means.reshape(len(pairs), 1), game.payoffs)
    return grid


def as_json(results: Results) -> dict[str, Any]:
    """Everything a tournament says, ready for `json.dumps`."""
    suite, game = results.suite, results.suite.game
    first = results.candidates[0]
    return {
        "format": FORMAT,
        "game": game.id,
        "suite": suite.name,
        "scenarios": list(suite.scenarios),
        "battles": suite.battles,
        "seed": results.seed,
        "confidence": CONFIDENCE,
        "unit": UNIT,
        "candidates": list(results.candidates),
        "opponents": list(results.opponents),
        "matches": [
            {"candidate": one, "opponent": other, **summary(game, records)}
            for (one, other), records in results.matches.items()
        ],
        "overall": [
            {
                "candidate": name,
                "payoff": overall(results, name).as_dict(),
                "by_hull": _hulls_json(results, name),
            }
            for name in results.candidates
        ],
        "differences": [
            {"candidate": name, "than": first, "payoff": _difference(results, name, first).as_dict()}
            for name in results.candidates[1:]
        ],
        "hulls": list(game.kinds),
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba")},
        },
    }


def _difference(results: Results, name: str, than: str) -> Estimate:
    one, other = _against_all(results, name), _against_all(results, than)
    return difference(one, other, results.suite.game.payoffs)


def _candidate_hulls(results: Results, candidate: str) -> list[list[Estimate | None]] | None:
    matches = [results.matches[candidate, opponent] for opponent in results.opponents]
    return by_hull(results.suite.game, results.suite.templates, matches)


def _hulls_json(results: Results, candidate: str) -> list[list[dict[str, float] | None]] | None:
    grid = _candidate_hulls(results, candidate)
    if grid is None:
        return None
    return [[cell.as_dict() if cell is not None else None for cell in row] for row in grid]


def save(results: Results, folder: Path) -> list[str]:
    """Write `report.json`, and `report.png` where matplotlib is installed.

    Returns:
        One line for each thing that a person should be told.
    """
    report = as_json(results)
    write(folder / "report.json", (json.dumps(report, indent=1) + "\n").encode())
    if find_spec("matplotlib") is None:
        return ["no picture was drawn: matplotlib is not installed (pip install 'quarterdeck[report]')"]
    write(folder / "report.png", picture(report))
    return []


def picture(report: dict[str, Any]) -> bytes:
    """A report as PNG: payoffs by opponent, how the battles end, and payoffs by own hull and enemy hull."""
    from matplotlib.figure import Figure

    candidates, opponents = report["candidates"], report["opponents"]
    columns = max(2, len(candidates)) if report["hulls"] else 2
    figure = Figure(figsize=(5.2 * columns, 10), layout="constrained")
    grid = figure.add_gridspec(2, columns)
    figure.suptitle(f"{report['game']}, suite {report['suite']}, {report['battles']} battles a match")
    cut = max(1, columns // 2)
    cells = {(match["candidate"], match["opponent"]): match for match in report["matches"]}
    table = [[cells[one, other]["payoff"] for other in opponents] for one in candidates]
    _heat_map(
        figure.add_subplot(grid[0, :cut]),
        table,
        candidates,
        opponents,
        "Mean payoff by opponent, 95% interval",
    )
    _endings(figure.add_subplot(grid[0, cut:]), report["matches"])
    for place, entry in enumerate(report["overall"]):
        if report["hulls"]:
            axes = figure.add_subplot(grid[1, place])
            hulls = [name.replace("_", " ") for name in report["hulls"]]
            _heat_map(
                axes,
                entry["by_hull"],
                hulls,
                hulls,
                f"{_short(entry['candidate'])}: own hull (row), enemy hull",
            )
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=110)
    return buffer.getvalue()


def _short(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def _heat_map(axes: Any, cells: list[list[Any]], rows: list[str], columns: list[str], title: str) -> None:
    """One square an estimate, with the mean and the interval written in it: nothing is told by colour
    alone.
    """
    means = [[np.nan if cell is None else cell["mean"] for cell in row] for row in cells]
    axes.imshow(means, cmap="RdBu", vmin=-1, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), [_short(name) for name in columns], rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), [_short(name) for name in rows])
    axes.set_title(title, fontsize=10)
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            if cell is not None:
                text = f"{cell['mean']:+.2f}\n{cell['low']:+.2f}\n{cell['high']:+.2f}"
                dark = abs(cell["mean"]) > 0.6
                axes.text(j, i, text, ha="center", va="center", fontsize=7, color="white" if dark else "black")


def _endings(axes: Any, matches: list[dict[str, Any]]) -> None:
    """How the battles of each match ended, as bars of one length."""
    names = list(dict.fromkeys(name for match in matches for name in match["endings"]))
    labels = [f"{_short(match['candidate'])} – {_short(match['opponent'])}" for match in matches]
    left = np.zeros(len(matches))
    for name, hatch in zip(names, ("", "//", "..", "xx", "--", "++", "oo") * 2):
        share = np.array([match["endings"].get(name, {"mean": 0.0})["mean"] for match in matches])
        axes.barh(labels, share, left=left, label=name, hatch=hatch, edgecolor="white")
        left += share
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_title("How the battles end (share)", fontsize=10)
    axes.tick_params(axis="y", labelsize=7)
    axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=len(names))
