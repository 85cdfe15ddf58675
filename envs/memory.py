"""What a loop tells the processor of memory: what it will need soon, and what is to be copied at one go.

Thousands of battles do not fit into the caches near the processor, so a loop would wait for each battle before it could
play it. It asks for the rows that follow while it plays this one.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from .compiler import compiled_as

LINE = 64  # bytes that come at once


@intrinsic
def _prefetch(typing_context, array, row, byte):
    """Have the line with this byte of a row brought near, to be written."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        stride = builder.extract_value(rows.strides, 0)
        place = builder.add(builder.mul(stride, arguments[1]), arguments[2])
        place = builder.gep(builder.bitcast(rows.data, pointer), [place])
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [place, number(1), number(3), number(1)])  # to write, to keep, as data
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp), generate


def fetch(array, row):
    """Ask for a row of an array that will be needed soon; one past the end is none, and uncompiled it does nothing."""


ask: Any = _prefetch  # the compiler gives it the context it is declared with


@compiled_as(fetch)
def _fetch(array, row):
    def compiled_fetch(array, row):
        # the size of a record is known beforehand, and the loop unrolled
        size = array.itemsize if array.ndim == 1 else array.strides[0]
        if row < len(array):
            for byte in range(0, size, LINE):
                ask(array, row, byte)

    return compiled_fetch


@intrinsic
def _memcpy(typing_context, source, start, out, at, count):
    """Copy `count` numbers of a row to another."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, out = (
            builder.gep(arrayobj.make_array(signature.args[i])(context, builder, arguments[i]).data, [arguments[i + 1]])
            for i in (0, 2)
        )
        size = context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))
        cgutils.raw_memcpy(builder, out, source, arguments[4], size)
        return context.get_dummy_value()

    return types.void(source, types.intp, out, types.intp, types.intp), generate


def copy(source, start, out, at, count):
    """Copy `count` numbers of `source`, from `start` on, to `out`, from `at` on."""
    for i in range(count):
        out[at + i] = source[start + i]


copy_bytes: Any = _memcpy


@compiled_as(copy)
def _copy(source, start, out, at, count):
    if source.layout != "C" or out.layout != "C" or source.dtype != out.dtype:
        return copy
    return lambda source, start, out, at, count: copy_bytes(source, start, out, at, count)
