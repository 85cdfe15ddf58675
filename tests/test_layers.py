"""Who may know whom: a room imports only from rooms below it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ["cli", "training", "evaluation", "agents", "envs", "configs"]  # upper rooms first


def imports(path: Path) -> set[str]:
    """The rooms that a file imports from, by absolute name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("quarterdeck.")}
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_only_from_below(room):
    above = set(ROOMS[: ROOMS.index(room)])
    guilty = {
        str(path.relative_to(ROOT)): sorted(imports(path) & above)
        for path in (ROOT / room).rglob("*.py")
        if imports(path) & above
    }
    assert not guilty


def test_the_base_needs_no_torch():
    """What a game master installs: only training, and what serves Stable-Baselines3, import its libraries."""
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard"}
    guilty = []
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = {alias.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names}
            names |= {n.module.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
            if names & heavy:
                guilty.append(str(path.relative_to(ROOT)))
    assert all(name.startswith("training/") or name in ("envs/faces/sb3.py", "envs/testing.py") for name in guilty)


def test_what_draws_is_imported_when_something_is_drawn():
    """Training and searching do without Pillow and matplotlib: no file imports them as it is loaded."""
    guilty = []
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                guilty += [str(path.relative_to(ROOT)) for name in names if name.split(".")[0] in ("PIL", "matplotlib")]
    assert not guilty
