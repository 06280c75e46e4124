"""Products of bit matrices by one instruction: eight by eight bits times 64 bytes.

The instruction is of the GFNI set, which Intel has had since 2019 (Ice Lake) and AMD since 2022 (Zen 4).

A byte is a column vector of eight bits; `block` says how a matrix is written in a word. `is_there` says whether the
processor that kernels are compiled for has the instruction; nothing else here may be compiled where it has not.
Positions count elements. Nothing is checked: callers keep inside their arrays.
"""

from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.core import registry as untyped_registry
from numba.extending import intrinsic

from solvable.kernels.base.lamps import BYTES, WORD, WORDS
from solvable.kernels.base.vectors import broadcast, pointer

cgutils: Any = untyped_cgutils
registry: Any = untyped_registry
TILE = 4  # columns of bytes, and vectors of 64 rows, that one call of `add_products` holds in registers
IMMEDIATE = ir.Constant(ir.IntType(8), 0)


def features() -> set[str]:
    """Return what the processor can do that kernels are compiled for, as LLVM calls it."""
    _triple, _name, features = registry.cpu_target.target_context.codegen().magic_tuple()
    return set(features.split(","))


@cache
def is_there() -> bool:
    """Return whether kernels may multiply bit matrices by the instruction."""
    return {"+gfni", "+avx"} <= features()


def product(builder: Any, values: Any, matrix: Any) -> Any:
    """Return the code of the matrices, one for every eight bytes, times the bytes."""
    is_wide = "+avx512bw" in features()
    size = 64 if is_wide else 32
    part = ir.VectorType(ir.IntType(8), size)
    kind = ir.FunctionType(part, [part, part, ir.IntType(8)])
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.x86.vgf2p8affineqb.{8 * size}")
    if is_wide:
        return builder.call(function, [values, matrix, IMMEDIATE])
    whole = ir.VectorType(ir.IntType(32), size)
    halves = []
    for first in (0, size):
        lanes = ir.Constant(whole, list(range(first, first + size)))
        one, two = builder.shuffle_vector(values, values, lanes), builder.shuffle_vector(matrix, matrix, lanes)
        halves.append(builder.call(function, [one, two, IMMEDIATE]))
    every = ir.Constant(ir.VectorType(ir.IntType(32), 64), list(range(64)))
    return builder.shuffle_vector(halves[0], halves[1], every)


@intrinsic
def swap_bytes(_context: Any, word: Any) -> Any:
    """Return a word with its bytes in the other order."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bswap(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def multiply_column(_context: Any, column: Any, start: Any, size: Any, matrix: Any) -> Any:
    """Replace the bytes column[start : start + size], a multiple of 64, by the matrix times each."""
    signature = types.void(column, types.int64, types.int64, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        column, start, size, matrix = args
        whole = builder.bitcast(broadcast(builder, matrix, WORDS), BYTES)
        with cgutils.for_range(builder, builder.lshr(size, WORD(6))) as loop:
            place = builder.add(start, builder.shl(loop.index, WORD(6)))
            where = pointer(context, builder, signature.args[0], column, place, BYTES)
            builder.store(product(builder, builder.load(where, align=1), whole), where, align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def add_products(
    _context: Any, target: Any, start: Any, factors: Any, first: Any, stride: Any, blocks: Any, block: Any, count: Any
) -> Any:
    """Add to four columns of 256 bytes, `stride` apart from target[start] on, the sum of `count` products.

    Product i, for column c: the matrix blocks[block + 4·i + c] times the 256 bytes at factors[first + i·stride].
    """
    word = types.int64
    signature = types.void(target, word, factors, word, word, blocks, word, word)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, start, factors, first, stride, blocks, block, count = args
        places = {}
        for column in range(TILE):
            for lane in range(TILE):
                offset = builder.add(builder.mul(stride, WORD(column)), WORD(64 * lane))
                places[column, lane] = pointer(
                    context, builder, signature.args[0], target, builder.add(start, offset), BYTES
                )
        sums = {key: cgutils.alloca_once_value(builder, builder.load(place, align=1)) for key, place in places.items()}
        matrices = context.make_array(signature.args[5])(context, builder, blocks).data
        with cgutils.for_range(builder, count) as loop:
            at = builder.add(first, builder.mul(loop.index, stride))
            kind = signature.args[2]
            values = [
                builder.load(pointer(context, builder, kind, factors, builder.add(at, WORD(64 * lane)), BYTES), align=1)
                for lane in range(TILE)
            ]
            row = builder.add(block, builder.shl(loop.index, WORD(2)))
            for column in range(TILE):
                matrix = builder.load(builder.gep(matrices, [builder.add(row, WORD(column))]))
                whole = builder.bitcast(broadcast(builder, matrix, WORDS), BYTES)
                for lane in range(TILE):
                    total = sums[column, lane]
                    builder.store(builder.xor(builder.load(total), product(builder, values[lane], whole)), total)
        for key, place in places.items():
            builder.store(builder.load(sums[key]), place, align=1)
        return context.get_dummy_value()

    return signature, codegen
