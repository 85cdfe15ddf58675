"""What the scenarios of all rule sets share: how one is read, and what unfolds into several battles."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from quarterdeck import configs

Model = TypeVar("Model", bound=BaseModel)
Named = Callable[[dict[str, Any], Path], dict[str, Any]]

MOST = 10_000  # battles that one scenario may unfold into


def load(model: type[Model], folder: str, scenario: Any, named: Named | None = None) -> tuple[Model, str]:
    """A scenario by name, by file, as a mapping, or as it is; and what to call it in an error line.

    Args:
        model: what is in it.
        folder: of ours, where names are looked for.
        scenario: which.
        named: puts the ships that a mapping calls by name in their places; files count from the folder it is given.

    Raises:
        BadInput: there is none, or something in it is wrong.
    """
    if isinstance(scenario, model):
        return scenario, "scenario"
    if isinstance(scenario, dict):
        data = named(scenario, Path()) if named else scenario
        return configs.check(model, data, "scenario"), "scenario"
    if not isinstance(scenario, str | Path):
        raise configs.BadInput(f"scenario: {configs.show(scenario)} is neither a name, a file nor a mapping")
    path = configs.find(folder, str(scenario))
    data = configs.read_yaml(path)
    try:
        data = named(data, path.parent) if named else data
    except configs.BadInput as error:
        raise configs.BadInput(f"{path}: {error}") from None
    return configs.check(model, data, str(path)), str(path)


def several(value: Any) -> list[Any]:
    """What a scenario gives as one choice or as a list of them, as a list."""
    return value if isinstance(value, list) else [value]


def check_number(number: int, source: str) -> None:
    """Check that a scenario does not unfold into too many battles.

    Raises:
        BadInput: it does; the line begins with `source`, which says where it was read.
    """
    if number > MOST:
        raise configs.BadInput(f"{source}: unfolds into {number} battles, more than {MOST}")
