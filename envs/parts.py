"""Functions that are only ever parts of others, compiled without what they need only where they stand alone.

Numba optimises every function and makes machine code of it, together with all that it calls, and does so again for
each caller: a rule nine calls below the loop is optimised ten times over. The machine code of all but the loop is never
run. So a part is only translated; it is optimised with the loop, once. The first start takes two thirds of its
time.

Nobody else calls the parts in a loop, and LLVM is told so: it may then leave out what they are never asked for, and
builds in what is called from one place. The loop runs a tenth faster.

This reaches into Numba. A version that is built otherwise compiles parts as it does all functions.
"""

from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

KIND = "part"  # what the cache on disk calls them, beside Numba's own "object" and "bitcode"

_HOOKS = (
    "_optimize_final_module",
    "_finalize_final_module",
    "_finalize_dynamic_globals",
    "_get_module_for_linking",
    "_unserialize",
    "enable_object_caching",
)


class _Nowhere:
    """Stands for the machine on which a part would run."""

    def set_env(self, name: str, env: Any) -> None:
        """It does not run there."""


class _Part(JITCodeLibrary):
    """The code of a part, and of what it calls."""

    def _optimize_final_module(self) -> None:
        """Not here: it is optimised in its callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Where a function lies among the machine code: nowhere."""
        return 0

    @property
    def codegen(self) -> Any:
        """What runs it."""
        return _Nowhere()

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """For the cache on disk."""
        return self.name, KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def restored(cls, codegen: Any, name: str, code: bytes) -> "_Part":
        """From the cache on disk."""
        part = cls(codegen, name)
        part._final_module = part._shared_module = binding.parse_bitcode(code)
        part._finalized = True
        return part


class _PartCompiler(Compiler):
    """Numba's compiler, of parts."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or _Part(target.codegen(), KIND), *rest)


class _Whole(JITCodeLibrary):
    """The code of a function, with its parts."""

    def _optimize_final_module(self) -> None:
        parts = [library for library in getattr(self, "_linking_libraries", ()) if isinstance(library, _Part)]
        names = {function.name for part in parts for function in part._get_module_for_linking().functions}
        for function in self._final_module.functions:
            if function.name in names and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


class _WholeCompiler(Compiler):
    """Numba's compiler, of functions with parts."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = _Whole(target.codegen(), "whole")
            library.enable_object_caching()
        super().__init__(typing, target, library, *rest)


def _teach_the_cache() -> None:
    """Have Numba's cache on disk restore parts as what they are."""
    library: Any = JITCodeLibrary
    others = library._unserialize.__func__

    def restore(cls: Any, codegen: Any, state: Any) -> Any:
        if state[1] == KIND:
            return _Part.restored(codegen, state[0], state[2])
        return others(cls, codegen, state)

    library._unserialize = classmethod(restore)


WHOLE_OPTIONS: dict[str, Any] = {}
PART_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True}
if all(hasattr(JITCodeLibrary, hook) for hook in _HOOKS):
    _teach_the_cache()
    WHOLE_OPTIONS["pipeline_class"] = _WholeCompiler
    PART_OPTIONS["pipeline_class"] = _PartCompiler
