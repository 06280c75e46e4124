"""Vector instructions that Numba does not write by itself: 32 lanes of int16 or int32, 16 lanes of uint64.

`butterflies` is four levels of a Walsh–Hadamard transform in registers: 16 vectors in, 64 additions and subtractions,
16 vectors out. Positions and strides count elements. Nothing is checked: callers keep inside their arrays.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

cgutils: Any = untyped_cgutils
LANES = 32
RADIX = 16


def pointer(context: Any, builder: Any, array_type: Any, array: Any, position: Any, to: Any) -> Any:
    """Return the code of the pointer to array[position] as one to a vector of type `to`."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [position]), to.as_pointer())


def broadcast(builder: Any, scalar: Any, vector: Any) -> Any:
    """Return the code of the vector of that type whose every element is `scalar`."""
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), scalar, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None)
    return builder.shuffle_vector(first, first, zeros)


def window(builder: Any, before: Any, here: Any, first: int) -> Any:
    """Return the code of as many elements as each of two vectors has, of both in a row, from number `first` on."""
    lanes = list(range(first, first + here.type.count))
    return builder.shuffle_vector(before, here, ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), lanes))


def _lanes(context: Any, builder: Any, array_type: Any, array: Any, position: Any) -> Any:
    to = ir.VectorType(context.get_value_type(array_type.dtype), LANES)
    return pointer(context, builder, array_type, array, position, to)


def _load(context: Any, builder: Any, array_type: Any, array: Any, position: Any) -> Any:
    return builder.load(_lanes(context, builder, array_type, array, position), align=2)


def _store(context: Any, builder: Any, array_type: Any, array: Any, position: Any, value: Any) -> None:
    builder.store(value, _lanes(context, builder, array_type, array, position), align=2)


def _levels(builder: Any, vectors: list[Any], levels: int) -> list[Any]:
    for level in range(levels):
        for low in range(RADIX):
            high = low | 1 << level
            if low != high:
                a, b = vectors[low], vectors[high]
                vectors[low], vectors[high] = builder.add(a, b), builder.sub(a, b)
    return vectors


def greater(builder: Any, a: Any, b: Any) -> Any:
    """Return the code of the greater of two vectors, lane by lane."""
    return builder.select(builder.icmp_signed(">", a, b), a, b)


def _place(builder: Any, start: Any, stride: Any, index: int) -> Any:
    return builder.add(start, builder.mul(stride, ir.Constant(ir.IntType(64), index)))


@intrinsic
def butterflies(_context: Any, source: Any, target: Any, start: Any, stride: Any) -> Any:
    """Transform the 16 vectors at source[start + i·stride] to target[start + i·stride]."""
    signature = types.void(source, target, types.int64, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, target, start, stride = args
        from_type, to_type = signature.args[0], signature.args[1]
        vectors = [_load(context, builder, from_type, source, _place(builder, start, stride, i)) for i in range(RADIX)]
        for i, vector in enumerate(_levels(builder, vectors, 4)):
            _store(context, builder, to_type, target, _place(builder, start, stride, i), vector)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def butterflies_maximum(_context: Any, source: Any, start: Any, stride: Any, best: Any) -> Any:
    """Raise the 32 lanes of `best` to the maximum over the transformed 16 vectors, which are not stored.

    The last level needs only max(a + b, a − b) = a + |b|.
    """
    signature = types.void(source, types.int64, types.int64, best)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, start, stride, best = args
        from_type, best_type = signature.args[0], signature.args[3]
        zero = ir.Constant(ir.IntType(64), 0)
        vectors = [_load(context, builder, from_type, source, _place(builder, start, stride, i)) for i in range(RADIX)]
        vectors = _levels(builder, vectors, 3)
        highest = _load(context, builder, best_type, best, zero)
        for i in range(RADIX // 2):
            b = vectors[i + RADIX // 2]
            size = greater(builder, b, builder.neg(b))
            highest = greater(builder, builder.add(vectors[i], size), highest)
        _store(context, builder, best_type, best, zero, highest)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def butterfly(_context: Any, array: Any, low: Any, high: Any) -> Any:
    """Write the sum of the vectors at array[low] and array[high] to the first place, the difference to the other."""
    signature = types.void(array, types.int64, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, low, high = args
        kind = signature.args[0]
        a, b = _load(context, builder, kind, array, low), _load(context, builder, kind, array, high)
        _store(context, builder, kind, array, low, builder.add(a, b))
        _store(context, builder, kind, array, high, builder.sub(a, b))
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def highest_lanes(_context: Any, array: Any, size: Any) -> Any:
    """Return the maximum of array[: size], of the array's type; `size` is a multiple of 32, and not 0."""
    signature = array.dtype(array, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, size = args
        kind, word = signature.args[0], ir.IntType(64)
        best = cgutils.alloca_once_value(builder, _load(context, builder, kind, array, ir.Constant(word, 0)))
        with cgutils.for_range(builder, builder.udiv(size, ir.Constant(word, LANES))) as loop:
            value = _load(context, builder, kind, array, builder.mul(loop.index, ir.Constant(word, LANES)))
            builder.store(greater(builder, value, builder.load(best)), best)
        vector, half = builder.load(best), LANES // 2
        while half:
            turned = [(lane + half) % LANES for lane in range(LANES)]
            order = ir.Constant(ir.VectorType(ir.IntType(32), LANES), turned)
            vector, half = greater(builder, vector, builder.shuffle_vector(vector, vector, order)), half // 2
        return builder.extract_element(vector, ir.Constant(ir.IntType(32), 0))

    return signature, codegen


@intrinsic
def add_multiple(_context: Any, target: Any, start: Any, source: Any, source_start: Any, factor: Any) -> Any:
    """Add factor · source[source_start : + 32] to target[start : + 32]; `factor` has the arrays' type."""
    signature = types.void(target, types.int64, source, types.int64, target.dtype)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, start, source, source_start, factor = args
        to_type, from_type = signature.args[0], signature.args[2]
        product = builder.mul(
            _load(context, builder, from_type, source, source_start),
            broadcast(builder, factor, ir.VectorType(factor.type, LANES)),
        )
        old = _load(context, builder, to_type, target, start)
        _store(context, builder, to_type, target, start, builder.add(old, product))
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def lanes_at_least(_context: Any, array: Any, start: Any, least: Any) -> Any:
    """Return the mask of those of the 32 elements from array[start] on that are ≥ `least`, of the array's type."""
    signature = types.uint64(array, types.int64, array.dtype)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, start, least = args
        values = _load(context, builder, signature.args[0], array, start)
        high = builder.icmp_signed(">=", values, broadcast(builder, least, ir.VectorType(least.type, LANES)))
        return builder.zext(builder.bitcast(high, ir.IntType(LANES)), ir.IntType(64))

    return signature, codegen


@intrinsic
def near_lanes(
    _context: Any,
    lefts: Any,
    left_start: Any,
    right: Any,
    words: Any,
    limit: Any,
    distances: Any,
) -> Any:
    """Return the mask of those of 16 packed vectors within Hamming distance `limit` of another, `right`.

    Word w of vector `lane` is lefts[left_start + 16·w + lane]. The distances are written to the int64s `distances`.
    """
    signature = types.uint64(lefts, types.int64, right, types.int64, types.int64, distances)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lefts, left_start, right, words, limit, distances = args
        word_type = ir.IntType(64)
        vector_type = ir.VectorType(word_type, RADIX)
        left_data = context.make_array(signature.args[0])(context, builder, lefts).data
        right_data = context.make_array(signature.args[2])(context, builder, right).data
        out_data = context.make_array(signature.args[5])(context, builder, distances).data
        popcount = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(vector_type, [vector_type]), f"llvm.ctpop.v{RADIX}i64"
        )
        sums = cgutils.alloca_once_value(builder, ir.Constant(vector_type, [0] * RADIX))
        with cgutils.for_range(builder, words) as loop:
            place = builder.add(left_start, builder.mul(loop.index, ir.Constant(word_type, RADIX)))
            left = builder.load(builder.bitcast(builder.gep(left_data, [place]), vector_type.as_pointer()), align=8)
            other = builder.load(builder.gep(right_data, [loop.index]))
            difference = builder.xor(left, broadcast(builder, other, vector_type))
            builder.store(builder.add(builder.load(sums), builder.call(popcount, [difference])), sums)
        builder.store(builder.load(sums), builder.bitcast(out_data, vector_type.as_pointer()), align=8)
        near = builder.icmp_signed("<=", builder.load(sums), broadcast(builder, limit, vector_type))
        return builder.zext(builder.bitcast(near, ir.IntType(RADIX)), word_type)

    return signature, codegen
