"""YAML files of ships, scenarios, suites and training runs, found by name, and how they are read.

The files lie in one folder a rule set: `high_seas/scenarios/default.yaml` is scenario `default` of `high_seas`.
"""

import difflib
import math
import os
import re
import reprlib
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

FOLDER = Path(__file__).resolve().parent
MOST_YAML = 1 << 16  # bytes of a YAML file: ten times the longest of ours, and read within seconds
MOST_VALUES = 20_000  # that one file may come to when its aliases are unfolded
DEEPEST = 50

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlevel, _SHORT.maxlist = 2, 4

Model = TypeVar("Model", bound=BaseModel)


class BadInput(ValueError):
    """What a person gave cannot be used; the message is one line that says what, where, and what would do."""


def nearest(value: object, choices: Iterable[str]) -> str:
    """The end of an error line: the nearest valid choice, or all of them."""
    names = [str(choice) for choice in choices]
    for name in names:
        if isinstance(value, str) and name.lower() == value.lower():
            return f"did you mean {name!r}?"
    # only so much of a value can be a slip of the pen, and a value may be made to be endless
    near = difflib.get_close_matches(value if isinstance(value, str) and len(value) < 100 else show(value), names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(names)}"


def show(value: object) -> str:
    """A value in an error line, cut short where it is long."""
    try:
        return _SHORT.repr(value)
    except ValueError:
        return "a number of thousands of digits"


def names(folder: str) -> list[str]:
    """The files of a folder by name, as in `names("high_seas/scenarios")`."""
    return sorted(path.stem for path in (FOLDER / folder).glob("*.yaml"))


def is_file(name: str) -> bool:
    """Whether this is the path of a YAML file, not the name of one of ours."""
    return name.endswith((".yaml", ".yml")) or "/" in name


def find(folder: str, name: str) -> Path:
    """A file by its name in a folder of ours, or any YAML file by its path.

    Raises:
        BadInput: there is neither.
    """
    if is_file(name):
        path = Path(name)
        try:
            if path.is_file():
                return path
        except (OSError, ValueError):
            pass
        raise BadInput(f"{name[:200]}: there is no such file")
    if name in names(folder):
        return FOLDER / folder / f"{name}.yaml"
    raise BadInput(f"nothing in {folder} is called {name!r}; {nearest(name, names(folder))}")


def read_yaml(path: Path) -> dict[str, Any]:
    """The mapping in a YAML file.

    Raises:
        BadInput: it cannot be read, is no YAML, or holds something else than a mapping.
    """
    written = read(path, MOST_YAML)
    try:
        # a BOM, as editors on Windows put it, is no part of the text
        data = yaml.load(written.decode("utf-8-sig"), _Loader)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: cannot be read ({error})") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        raise BadInput(f"{path}: {where}not valid YAML ({getattr(error, 'problem', None) or 'unreadable'})") from None
    except (ValueError, KeyError, IndexError, AttributeError, RecursionError):
        # what the parser lets through of values that are none, as `!!int x`, and of brackets without end
        raise BadInput(f"{path}: not valid YAML (a value that cannot be read)") from None
    if not isinstance(data, dict):
        raise BadInput(f"{path}: holds {type(data).__name__}, not a mapping of fields")
    if not _unfolds(data):
        words = f"with its aliases written out, more than {MOST_VALUES} values or nested more than {DEEPEST} deep"
        raise BadInput(f"{path}: {words}; leave some out")
    return data


class _Loader(yaml.SafeLoader):
    """YAML in which no field stands twice, and `<<` does not unfold without end."""

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node: yaml.MappingNode = super().compose_mapping_node(anchor)
        seen: set[tuple[str, str]] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if (key.tag, key.value) in seen:
                    problem = f"{show(key.value)} stands there twice; keep one"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
                seen.add((key.tag, key.value))
        return node

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        super().flatten_mapping(node)
        if len(node.value) > MOST_VALUES // DEEPEST:
            raise yaml.constructor.ConstructorError(None, None, "too many fields", node.start_mark)


def _unfolds(data: Any) -> bool:
    """Whether a value with all its aliases written out is neither too long nor too deep, nor holds itself."""
    left = [(data, 1)]
    for _ in range(MOST_VALUES):
        if not left:
            return True
        value, depth = left.pop()
        if isinstance(value, dict | list | tuple | set):
            if depth > DEEPEST or len(value) > MOST_VALUES:
                return False
            inner = value.values() if isinstance(value, dict) else value
            left += [(part, depth + 1) for part in inner]
    return not left


def read(path: Path, most: int) -> bytes:
    """What a file holds.

    Args:
        most: bytes that it may have.

    Raises:
        BadInput: it cannot be read, is no plain file, or longer than that.
    """
    try:
        if stat.S_ISFIFO(path.stat().st_mode):
            raise OSError(0, "no plain file")  # it might keep us waiting for ever
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > most:
        raise BadInput(f"{path}: is longer than the {most:,} bytes that such a file may have")
    return data


def write(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, and its folder with it.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        half.write_bytes(data)
        half.replace(path)
    except OSError:
        half.unlink(missing_ok=True)
        raise


def check_writable(path: Path) -> None:
    """See before long work that a file can be written after it.

    Raises:
        BadInput: it cannot.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "is a folder")
        made = [folder for folder in path.parents if not folder.exists()]
        probe = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            write(probe, b"")
            probe.unlink()
        finally:
            for folder in made:
                if folder.is_dir():
                    folder.rmdir()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error})") from None


def check(model: type[Model], data: Any, source: str) -> Model:
    """Check a mapping against a model.

    Args:
        source: what the data is called in an error line: the file, or `scenario`.

    Raises:
        BadInput: the first thing that is wrong: source, field, value, nearest valid choice.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise BadInput(f"{source}: {_say(model, _telling(error.errors()))}") from None


def _telling(errors: list[Any]) -> Any:
    """The first error; where a field is missing, that of an unknown one beside it, which is a slip of the pen."""
    first = errors[0]
    if first["type"] == "missing":
        for error in errors:
            if error["type"] == "extra_forbidden" and error["loc"][:-1] == first["loc"][:-1]:
                return error
    return first


# what pydantic's kinds of error ask for
_WANTED = {
    "bool": "true or false",
    "int": "a whole number",
    "int_from_float": "a whole number",
    "float": "a number",
    "string": "a text",
    "list": "a list",
    "tuple": "a list",
    "model": "a mapping",
    "dict": "a mapping",
}


def _say(model: type[BaseModel], error: Any) -> str:
    """One line for one error of pydantic."""
    where = [part for part in error["loc"] if isinstance(part, int) or not _is_branch(part)]
    field = ".".join(str(part) for part in where)
    value = error["input"]
    shown = show(value) if not isinstance(value, dict) else "a mapping"
    if error["type"] in ("too_long", "too_short"):
        shown = f"a list of {len(value)}"
    kind = error["type"]
    if kind == "extra_forbidden":
        unknown = error["loc"][-1]
        inside = where[:-1] if where and where[-1] == unknown else where
        field = ".".join(
            [*map(str, inside), str(unknown) if re.fullmatch(r"\w{1,60}", str(unknown)) else show(unknown)]
        )
        return f"{field}: there is no such field; {nearest(unknown, _fields(model, inside))}"
    if kind == "literal_error":
        return f"{field}: {shown} is not known; {nearest(value, _quoted(error['ctx']['expected']))}"
    if kind == "missing":
        return f"{field}: is missing"
    if kind == "value_error":
        return f"{field}: {error['ctx']['error']}" if field else str(error["ctx"]["error"])
    if isinstance(value, float) and not math.isfinite(value):
        return f"{field}: {shown} is not a finite number"
    wanted = _WANTED.get(kind.removesuffix("_type").removesuffix("_parsing"))
    if wanted is None:
        return f"{field}: {shown} does not fit: {error['msg'][0].lower()}{error['msg'][1:]}"
    fields = ", ".join(_fields(model, where)) if kind == "model_type" else ""
    return f"{field}: {shown} does not fit; give {wanted}{fields and f' of {fields}'}"


def _quoted(expected: str) -> list[str]:
    return [part.strip("' ") for part in expected.replace(" or ", ", ").split(",")]


def _is_branch(part: object) -> bool:
    """Whether a part of an error's place names a branch of a union, which means nothing to a person."""
    return not str(part).isidentifier() or str(part) in {"str", "int", "float", "bool", "literal", "none"}


def _fields(model: type[BaseModel], where: list[Any]) -> list[str]:
    """The fields of the model that lies at a place inside another."""
    here: Any = model
    for part in where:
        if isinstance(part, int):
            continue
        found = here.model_fields.get(part)
        inner = _models(found.annotation) if found else []
        if not inner:
            return []
        here = inner[0]
    return list(here.model_fields)


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The models that an annotation mentions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for part in getattr(annotation, "__args__", ()) for found in _models(part)]
