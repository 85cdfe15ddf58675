"""The key of the compiled rules: an edit of any of their sources must lead to another folder."""

import contextlib
import gc
import os

import numba
import numpy as np
import pytest

from quarterdeck.envs import compiler, memory


def test_every_source_is_in_the_key(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE_DIR", str(tmp_path))
    extra = tmp_path / "rules.py"
    extra.write_text("one")
    first = compiler.cache_folder([extra])
    assert first == compiler.cache_folder([extra])
    extra.write_text("two")
    assert compiler.cache_folder([extra]) != first
    assert compiler.cache_folder() not in (first, None)


def test_rules_and_scripted_captains_count_and_faces_do_not():
    names = {str(path.relative_to(compiler.ROOT.parent)) for path in compiler._sources()}
    assert {"envs/chance.py", "envs/engine.py", "envs/high_seas/turn.py", "agents/scripted/high_seas.py"} <= names
    assert "configs/hex_wind/tables.yaml" in names
    assert not any(name.startswith("envs/faces") for name in names)


def test_where_nothing_can_be_written_nothing_is_kept(monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE_DIR", os.devnull + "/nowhere")
    assert compiler.cache_folder() is None
    double = compiler.jit(lambda number: 2 * number, None)
    assert double(21) == 42


def test_one_version_serves_every_width_and_constant():
    inner = compiler.jit(lambda number: number + 1, None)

    def call(array):
        return inner(array[0]) + inner(2) + inner(3)

    assert compiler.jit(call, None)(np.array([1], np.int16)) == 9
    assert len(getattr(inner, "signatures", [()])) == 1


def test_what_nobody_uses_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE_DIR", str(tmp_path))
    old, recent = tmp_path / "old", tmp_path / "recent"
    for folder in (old, recent):
        folder.mkdir()
    os.utime(old, (0, 0))
    compiler.cache_folder()
    assert recent.is_dir() and not old.exists()


def test_memory_asked_for_beforehand_changes_nothing():
    rows = np.arange(6, dtype=np.int64).reshape(3, 2)

    def total(rows):
        result = 0
        for row in range(len(rows)):
            memory.fetch(rows, row + 2)
            result += rows[row, 0] + rows[row, 1]
        return result

    assert total(rows) == compiler.jit(total, None)(rows) == 15


def test_a_part_of_a_row_is_copied_compiled_and_not():
    def moved(source, out):
        memory.copy(source, 1, out, 2, 3)
        return out.sum()

    source = np.arange(5, dtype=np.float32)
    for function in (moved, compiler.jit(moved, None)):
        out = np.zeros(6, np.float32)
        assert function(source, out) == 6
        assert out.tolist() == [0, 0, 1, 2, 3, 0]
        # neither side by side nor of one kind
        wide = np.zeros((6, 2))
        assert function(source, wide[:, 0]) == 6
        assert wide.tolist() == [[0, 0], [0, 0], [1, 0], [2, 0], [3, 0], [0, 0]]


def test_garbage_is_collected_again_after_compiling():
    def broken(number):
        return number + "one"

    for function in (lambda number: 3 * number, broken):
        with contextlib.suppress(numba.core.errors.TypingError, TypeError):
            compiler.jit(function, None)(1)
        assert gc.isenabled()


def doubled(number):
    return 2 * number


def test_a_part_is_translated_and_made_into_machine_code_with_its_caller_alone(tmp_path):
    if numba.config.DISABLE_JIT:
        pytest.skip("nothing is compiled")
    for hits in (0, 1):  # the second time it comes from the disk
        part = compiler.jit(doubled, tmp_path, **compiler.PART)

        def call(number, part=part):
            return part(number) + part(1)

        assert compiler.jit(call, None)(20) == 42
        (result,) = part.overloads.values()
        assert sum(part.stats.cache_hits.values()) == hits
        assert result.library.get_pointer_to_function(result.fndesc.llvm_func_name) == 0


def tripled(numbers):
    return 3 * numbers


@pytest.mark.parametrize("allocates", [False, True])
@pytest.mark.parametrize("ending", ["nbc", "nbi"])
@pytest.mark.parametrize("left", [0, 0.5])
def test_what_was_cut_short_on_the_disk_is_compiled_anew(tmp_path, allocates, ending, left):
    if numba.config.DISABLE_JIT:
        pytest.skip("nothing is compiled")
    for hits in (0, 0, 1):
        function = compiler.jit(tripled, tmp_path, allocates)
        assert function(np.float64(14)) == 42
        assert sum(function.stats.cache_hits.values()) == hits
        files = list(tmp_path.rglob(f"*.{ending}"))
        assert files
        if function.stats.cache_misses and not (tmp_path / "cut").exists():
            (tmp_path / "cut").touch()
            for path in files:
                path.write_bytes(path.read_bytes()[: int(left * path.stat().st_size)])


def test_the_parts_of_a_function_are_its_own(tmp_path, monkeypatch):
    if numba.config.DISABLE_JIT:
        pytest.skip("nothing is compiled")
    told = {}
    optimize = numba.core.codegen.JITCodeLibrary._optimize_final_module

    def watched(library):
        told.update({function.name: function.linkage.name for function in library._final_module.functions})
        optimize(library)

    monkeypatch.setattr(numba.core.codegen.JITCodeLibrary, "_optimize_final_module", watched)
    part = compiler.jit(doubled, tmp_path, **compiler.PART)
    whole = compiler.jit(lambda number: part(number) + 1, None)
    assert whole(20) == 41
    for function, linkage in ((part, "internal"), (whole, "external")):
        (result,) = function.overloads.values()
        assert told[result.fndesc.llvm_func_name] == linkage


def test_a_compiler_built_otherwise_compiles_parts_as_it_does_all_functions(tmp_path, monkeypatch):
    monkeypatch.setitem(compiler.PART, "pipeline_class", numba.core.compiler.Compiler)
    part = compiler.jit(doubled, tmp_path, **compiler.PART)
    assert compiler.jit(lambda number: part(number), None)(21) == 42
