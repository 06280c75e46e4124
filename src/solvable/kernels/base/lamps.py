"""Lamps as bytes and as bits: 64 bytes at once to the bits of a word, and back; words added by vectors of eight.

Positions count elements. Nothing is checked: callers keep inside their arrays.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from solvable.kernels.base.vectors import broadcast, pointer

cgutils: Any = untyped_cgutils
BYTES = ir.VectorType(ir.IntType(8), 64)
WORD = ir.IntType(64)
LANES = 8
WORDS = ir.VectorType(WORD, LANES)


def above(size: int) -> Any:
    """Return the function that takes (array, position, least) to the mask of the bytes, of `size` from array[position]
    on, that are more than `least`, unsigned."""
    vector = ir.VectorType(ir.IntType(8), size)

    @intrinsic
    def bytes_above(_context: Any, array: Any, position: Any, least: Any) -> Any:
        signature = types.uint64(array, types.int64, types.uint8)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, position, least = args
            values = builder.load(pointer(context, builder, signature.args[0], array, position, vector), align=1)
            more = builder.icmp_unsigned(">", values, broadcast(builder, least, vector))
            mask = builder.bitcast(more, ir.IntType(size))
            return mask if size == 64 else builder.zext(mask, WORD)

        return signature, codegen

    return bytes_above


def writer(size: int) -> Any:
    """Return the function that takes (array, position, bits) and writes the lowest `size` bits of a word as bytes."""
    vector = ir.VectorType(ir.IntType(8), size)

    @intrinsic
    def write_bits(_context: Any, array: Any, position: Any, bits: Any) -> Any:
        signature = types.void(array, types.int64, types.uint64)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, position, bits = args
            part = bits if size == 64 else builder.trunc(bits, ir.IntType(size))
            lit = builder.bitcast(part, ir.VectorType(ir.IntType(1), size))
            where = pointer(context, builder, signature.args[0], array, position, vector)
            builder.store(builder.zext(lit, vector), where, align=1)
            return context.get_dummy_value()

        return signature, codegen

    return write_bits


bytes_above, bytes_above_32 = above(64), above(32)
write_bits, write_bits_32 = writer(64), writer(32)


@intrinsic
def xor_words(_context: Any, target: Any, source: Any, start: Any, words: Any) -> Any:
    """XOR source[start : start + words] into target[: words]; `words` is a multiple of eight, all are uint64."""
    signature = types.void(target, source, types.int64, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, source, start, words = args
        to_type, from_type = signature.args[0], signature.args[1]
        with cgutils.for_range(builder, builder.lshr(words, WORD(3))) as loop:
            word = builder.shl(loop.index, WORD(3))
            place = pointer(context, builder, to_type, target, word, WORDS)
            other = pointer(context, builder, from_type, source, builder.add(start, word), WORDS)
            builder.store(builder.xor(builder.load(place, align=8), builder.load(other, align=8)), place, align=8)
        return context.get_dummy_value()

    return signature, codegen
