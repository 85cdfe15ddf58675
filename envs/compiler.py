"""Compile the rules with Numba, and keep the result on disk under a key that no edit can outwit.

Numba's own disk cache looks at the file of the function it compiled, not at the files of the functions
that this one calls: after an edit of a rule it would go on playing the old one. So the folder of the cache is
named by a hash of every compiled source. The folder is set around our own decorators only, so that other
libraries keep theirs.
"""

import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import types
from numba.core import config, event
from numba.core.caching import FunctionCache
from numba.extending import overload

from .parts import PART_OPTIONS, WHOLE_OPTIONS
from .pause import no_collecting

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **WHOLE_OPTIONS}
# the rules make no arrays, so their views of records need no counting of references, which would cost a fifth of a step
UNCOUNTED: dict[str, Any] = {**OPTIONS, "_nrt": False}
PART: dict[str, Any] = {**UNCOUNTED, **PART_OPTIONS}  # of what is compiled into others only
KEEP_DAYS = 30
ROOT = Path(__file__).resolve().parent


def _sources() -> list[Path]:
    """Every file of which a line may end up in compiled code: the rules, the numbers that they read from tables, and
    the scripted captains, no face.
    """
    rules = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] != "faces"]
    tables = sorted((ROOT.parent / "configs").glob("*/tables.yaml"))
    return rules + tables + sorted((ROOT.parent / "agents" / "scripted").rglob("*.py"))


def cache_folder(extra: Iterable[str | Path] = ()) -> Path | None:
    """The folder for code compiled from our sources and `extra` ones; `None` where none can be written."""
    key = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in [*_sources(), *map(Path, extra)]:
        key.update(path.name.encode() + path.read_bytes())
    home = os.environ.get("QUARTERDECK_CACHE_DIR")
    base = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "quarterdeck"
    folder = base / key.hexdigest()[:16]
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(base)
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _prune(base: Path) -> None:
    """Drop what was compiled from sources that nobody has used for long."""
    for folder in base.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < time.time() - KEEP_DAYS * 86_400:
            shutil.rmtree(folder, ignore_errors=True)


FOLDER = cache_folder()


def _widened(kind: Any) -> Any:
    """The type a callee is compiled for: any small or literal integer counts as int64."""
    plain = types.unliteral(kind)
    if isinstance(plain, types.BaseTuple) and not isinstance(plain, types.NamedTuple):
        parts: Any = plain
        return types.Tuple([_widened(part) for part in parts.types])
    return types.int64 if isinstance(plain, types.Integer) and getattr(plain, "signed", False) else plain


def _compile_once(dispatcher: Any) -> None:
    """Have compiled callers share one version of a function.

    Left alone, Numba compiles a callee anew for each constant and each width of integer it is called with: the duel
    then takes three times as long to compile.
    """
    original = getattr(dispatcher, "get_call_template", None)
    if original is not None:
        dispatcher.get_call_template = lambda args, kws: original(
            tuple(_widened(kind) for kind in args), {name: _widened(kind) for name, kind in kws.items()}
        )


class _Kept(FunctionCache):
    """The cache on disk of one function; what cannot be read there any more is compiled anew.

    The machine code of a function that makes no arrays runs by itself, so it is loaded without first getting ready to
    compile, which would cost a fifth of a start; whatever is then really compiled gets Numba ready by itself.
    """

    def __init__(self, function: Any, allocates: bool) -> None:
        super().__init__(function)
        self._allocates = allocates

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if self._allocates:
            target_context.refresh()
        with self._guard_against_spurious_io_errors():
            try:
                return self._load_overload(sig, target_context)
            except OSError:
                raise
            except Exception:  # a file that was cut short can fail anywhere
                self.flush()
        return None


def jit(function: Function, folder: Path | None, allocates: bool = False, **options: Any) -> Function:
    """Compile one function; with a folder its machine code is kept there for the next process.

    Only one that `allocates` may make arrays.
    """
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder) if folder else ""
    try:
        chosen = {**(OPTIONS if allocates else UNCOUNTED), **options}
        dispatcher: Any = numba.njit(function, **chosen)
        if folder is not None and hasattr(dispatcher, "enable_caching"):
            dispatcher._cache = _Kept(function, allocates)
    finally:
        settings.CACHE_DIR = before
    _compile_once(dispatcher)
    return dispatcher


def compiled(function: Function) -> Function:
    """Decorator for the functions of a rule set that ships with the package; they may not make arrays.

    Compiled callers use a version that is a part of them, made when the first is compiled; hardly a rule is ever called
    from Python.
    """
    dispatcher: Any = jit(function, FOLDER)
    if hasattr(dispatcher, "get_call_template"):

        @cache
        def part() -> Any:
            return jit(function, FOLDER / "parts" if FOLDER else None, **PART)

        dispatcher.get_call_template = lambda args, kws: part().get_call_template(args, kws)
        dispatcher.get_overload = lambda signature: part().get_overload(signature)
    return dispatcher


def inner(function: Function) -> Function:
    """Decorator for parts of compiled functions that nobody calls from Python."""
    return jit(function, FOLDER, **PART)


def inlined(function: Function) -> Function:
    """Decorator for what is called in every step: it is compiled as a part of its caller, which runs a fifth faster."""
    return jit(function, None, inline="always")


def allocating(function: Function) -> Function:
    """Decorator for compiled functions that make arrays."""
    return jit(function, FOLDER, allocates=True)


def compiled_as(generic: Callable[..., Any]) -> Callable[[Function], Function]:
    """Decorator for a function that says, of the types of the arguments, what calls of `generic` are compiled to."""
    options: Any = PART
    return overload(generic, jit_options=options)


class _Compiling(event.Listener):
    """Says once why a first start takes its time, as soon as a function of ours is really compiled.

    Meanwhile no garbage is collected: the compiler makes millions of objects that live on, and to look through them
    again and again takes an eighth of its time.
    """

    said = False
    depth = 0
    pause: Any = None

    def on_start(self, event: Any) -> None:
        _Compiling.depth += 1
        if self.depth == 1:
            _Compiling.pause = no_collecting()
            self.pause.__enter__()
        module = getattr(getattr(event.data["dispatcher"], "py_func", None), "__module__", "")
        if not self.said and str(module).startswith("quarterdeck."):
            _Compiling.said = True
            if threading.current_thread() is threading.main_thread() and "PYTEST_CURRENT_TEST" not in os.environ:
                print(
                    "quarterdeck: compiling the rules for this machine (once, up to a minute) ...",
                    file=sys.stderr,
                    flush=True,
                )

    def on_end(self, event: Any) -> None:
        _Compiling.depth -= 1
        if self.depth == 0:
            self.pause.__exit__(None, None, None)


event.register("numba:compile", _Compiling())
