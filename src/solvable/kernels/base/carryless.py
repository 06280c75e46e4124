"""Products of polynomials over GF(2) by one instruction: 64 bits times 64 bits, without carries.

The instruction is PCLMULQDQ, which Intel has had since 2010 and AMD since 2011; processors of the last years multiply
two or four pairs at once. `is_there` says whether the processor that kernels are compiled for has it; nothing else here
may be compiled where it has not.

A polynomial is an array of uint64, the lowest coefficient at the lowest bit. Positions count words. Nothing is checked:
callers keep inside their arrays, and what is written has room for whole vectors of `LANES` words.
"""

from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.core import registry as untyped_registry
from numba.extending import intrinsic

from solvable.kernels.base.lamps import LANES, WORD, WORDS
from solvable.kernels.base.vectors import broadcast, pointer, window

cgutils: Any = untyped_cgutils
registry: Any = untyped_registry
MULTIPLY = {2: "llvm.x86.pclmulqdq", 4: "llvm.x86.pclmulqdq.256", 8: "llvm.x86.pclmulqdq.512"}
LOW, HIGH = 0x00, 0x01  # which words of the first factor's pairs are multiplied; of the second always the low ones


def features() -> set[str]:
    """Return what the processor can do that kernels are compiled for, as LLVM calls it."""
    _triple, _name, features = registry.cpu_target.target_context.codegen().magic_tuple()
    return set(features.split(","))


@cache
def is_there() -> bool:
    """Return whether kernels may multiply by the instruction."""
    return "+pclmul" in features()


def _at_once() -> int:
    """Return of how many words one instruction multiplies every other."""
    having = features()
    if "+vpclmulqdq" not in having:
        return 2
    return 8 if "+avx512f" in having else 4


def _products(builder: Any, words: Any, factor: Any, which: int) -> Any:
    """Return the code of the products of every other of 8 words, the even or the odd ones, with a factor."""
    size = _at_once()
    part, lane = ir.VectorType(WORD, size), ir.IntType(32)
    kind = ir.FunctionType(part, [part, part, ir.IntType(8)])
    function = cgutils.get_or_insert_function(builder.module, kind, MULTIPLY[size])
    factors = broadcast(builder, factor, part)
    found = []
    for first in range(0, LANES, size):
        lanes = ir.Constant(ir.VectorType(lane, size), list(range(first, first + size)))
        piece = builder.shuffle_vector(words, words, lanes)
        found.append(builder.call(function, [piece, factors, ir.Constant(ir.IntType(8), which)]))
    while len(found) > 1:
        both = ir.Constant(ir.VectorType(lane, 2 * found[0].type.count), list(range(2 * found[0].type.count)))
        found = [builder.shuffle_vector(*found[k : k + 2], both) for k in range(0, len(found), 2)]
    return found[0]


def _sum_of_products(builder: Any, sources: list[Any], factors: list[Any], room: Any) -> Any:
    """Return the code of 8 words of Σ source · factor; `room` keeps the products of odd words, which reach further."""
    sums = []
    for which in (LOW, HIGH):
        products = [_products(builder, *pair, which) for pair in zip(sources, factors, strict=True)]
        total = products[0]
        for other in products[1:]:
            total = builder.xor(total, other)
        sums.append(total)
    moved = window(builder, builder.load(room), sums[1], LANES - 1)
    builder.store(sums[1], room)
    return builder.xor(sums[0], moved)


def _loops(builder: Any, first: Any, last: Any) -> Any:
    """Return the loop over the vectors of 8 words that begin at `first`, … below `last`."""
    count = builder.lshr(builder.add(builder.sub(last, first), WORD(LANES - 1)), WORD(3))
    return cgutils.for_range(builder, count)


@intrinsic
def combine(_context: Any, a: Any, b: Any, first: Any, last: Any, matrix: Any) -> Any:
    """Replace (a, b) by (m₀a + m₁b, m₂a + m₃b), m the four words of `matrix`, from word `first` to `last` on.

    Words before are zero, those from `last` − 1 on too; fewer than 8 of these are read and written from `last` on.
    """
    signature = types.void(a, b, types.int64, types.int64, matrix)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first, last = args[2:4]
        entries = context.make_array(signature.args[4])(context, builder, args[4]).data
        factors = [builder.load(builder.gep(entries, [WORD(k)])) for k in range(4)]
        rooms = [cgutils.alloca_once_value(builder, ir.Constant(WORDS, None)) for _ in range(2)]
        with _loops(builder, first, last) as loop:
            place = builder.add(first, builder.shl(loop.index, WORD(3)))
            places = [pointer(context, builder, signature.args[k], args[k], place, WORDS) for k in range(2)]
            words = [builder.load(where, align=8) for where in places]
            found = [_sum_of_products(builder, words, factors[2 * k : 2 * k + 2], rooms[k]) for k in range(2)]
            for value, where in zip(found, places, strict=True):
                builder.store(value, where, align=8)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def add_product(_context: Any, target: Any, start: Any, source: Any, size: Any, factor: Any) -> Any:
    """Add source[: size] times a word to target[start :], which has room for 8 words more.

    The source's words from `size` − 1 on are zero; fewer than 8 of these are read from `size` on.
    """
    signature = types.void(target, types.int64, source, types.int64, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, start, source, size, factor = args
        room = cgutils.alloca_once_value(builder, ir.Constant(WORDS, None))
        with _loops(builder, WORD(0), size) as loop:
            place = builder.shl(loop.index, WORD(3))
            words = builder.load(pointer(context, builder, signature.args[2], source, place, WORDS), align=8)
            where = pointer(context, builder, signature.args[0], target, builder.add(start, place), WORDS)
            found = _sum_of_products(builder, [words], [factor], room)
            builder.store(builder.xor(builder.load(where, align=8), found), where, align=8)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def top_product(_context: Any, a: Any, b: Any) -> Any:
    """Return bits 63 to 126 of the product of two words."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pair, byte = ir.VectorType(WORD, 2), ir.IntType(8)
        kind = ir.FunctionType(pair, [pair, pair, byte])
        function = cgutils.get_or_insert_function(builder.module, kind, MULTIPLY[2])
        factors = [broadcast(builder, word, pair) for word in args]
        found = builder.bitcast(builder.call(function, [*factors, ir.Constant(byte, LOW)]), ir.IntType(128))
        return builder.trunc(builder.lshr(found, ir.Constant(ir.IntType(128), 63)), WORD)

    return types.uint64(types.uint64, types.uint64), codegen
