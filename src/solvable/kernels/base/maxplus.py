"""The best way along a line, 16 places at a time: out[x] = max(enter[x], out[x − 1] + profit[x]), or leftward.

A step v → max(best, v + sum) after another is again of this form, so the 16 steps of a vector are put together in four
rounds of doubling, and only one number goes from vector to vector. Arrays are of int32 or int64 (profits of int32) and
have room for whole vectors; LOW stands for no way at all, and the sums of a line are far less than that.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from solvable.kernels.base.vectors import greater
from solvable.kernels.sizes import LANES, LOW, LOW_64

cgutils: Any = untyped_cgutils
WENT_RIGHT, WENT_LEFT, ENDS_LEFT = 1, 2, 4
LANE, PLACE = ir.IntType(32), ir.IntType(64)


def _low(element: Any) -> int:
    return LOW if element.width == 32 else LOW_64


def _constant(element: Any, value: int) -> Any:
    return ir.Constant(ir.VectorType(element, LANES), [value] * LANES)


def _at(builder: Any, data: Any, place: Any) -> Any:
    vector = ir.VectorType(data.type.pointee, LANES)
    return builder.bitcast(builder.gep(data, [place]), vector.as_pointer())


def _load(builder: Any, data: Any, place: Any) -> Any:
    return builder.load(_at(builder, data, place), align=data.type.pointee.width // 8)


def _store(builder: Any, data: Any, place: Any, value: Any) -> None:
    builder.store(value, _at(builder, data, place), align=data.type.pointee.width // 8)


def _shuffled(builder: Any, vector: Any, fill: int, lanes: list[int]) -> Any:
    """Return the vector's lanes in this order; lane 16 is the fill."""
    other = _constant(vector.type.element, fill)
    return builder.shuffle_vector(vector, other, ir.Constant(ir.VectorType(LANE, LANES), lanes))


def _data(context: Any, builder: Any, signature: Any, args: Any, count: int) -> list[Any]:
    return [context.make_array(signature.args[k])(context, builder, args[k]).data for k in range(count)]


def _scan(is_leftward: bool) -> Any:
    """Return the code generator of a scan."""
    last = 0 if is_leftward else LANES - 1

    def before(lane: int, by: int) -> int:
        """Return the lane `by` places before in the direction of the scan; 16 where there is none."""
        return min(lane + by, LANES) if is_leftward else lane - by if lane >= by else LANES

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        entering, profits, out = _data(context, builder, signature, args, 3)
        element = entering.type.pointee
        low = _low(element)
        carried = cgutils.alloca_once_value(builder, _constant(element, low))
        vectors = builder.udiv(builder.add(args[3], PLACE(LANES - 1)), PLACE(LANES))
        with cgutils.for_range(builder, vectors) as loop:
            k = builder.sub(builder.sub(vectors, PLACE(1)), loop.index) if is_leftward else loop.index
            place = builder.mul(k, PLACE(LANES))
            best, total = _load(builder, entering, place), _load(builder, profits, place)
            if total.type.element.width < element.width:
                total = builder.sext(total, best.type)
            for by in (1, 2, 4, 8):
                lanes = [before(lane, by) for lane in range(LANES)]
                best = greater(builder, best, builder.add(_shuffled(builder, best, low, lanes), total))
                total = builder.add(total, _shuffled(builder, total, 0, lanes))
            best = greater(builder, best, builder.add(builder.load(carried), total))
            _store(builder, out, place, best)
            builder.store(_shuffled(builder, best, 0, [last] * LANES), carried)
        return context.get_dummy_value()

    return codegen


@intrinsic
def scan_rightward(_context: Any, enter: Any, profits: Any, out: Any, size: Any) -> Any:
    """Set out[x] = max(enter[x], out[x − 1] + profits[x]) for x from 0 up."""
    return types.void(enter, profits, out, types.int64), _scan(False)


@intrinsic
def scan_leftward(_context: Any, enter: Any, profits: Any, out: Any, size: Any) -> Any:
    """Set out[x] = max(enter[x], out[x + 1] + profits[x]) for x from size − 1 down; what lies beyond is entered too."""
    return types.void(enter, profits, out, types.int64), _scan(True)


@intrinsic
def settle(_context: Any, enter: Any, right: Any, left: Any, marks: Any, start: Any, size: Any) -> Any:
    """Mark from marks[start] on how the best way to each place came; leave its value in `right`, return the greatest.

    WENT_RIGHT where right > enter, WENT_LEFT where left > enter, ENDS_LEFT where left > right.
    """
    signature = enter.dtype(enter, right, left, marks, types.int64, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        entering, rights, lefts, bits = _data(context, builder, signature, args, 4)
        element, byte = entering.type.pointee, bits.type.pointee
        most = cgutils.alloca_once_value(builder, _constant(element, _low(element)))

        def flag(a: Any, b: Any, value: int) -> Any:
            return builder.select(builder.icmp_signed(">", a, b), _constant(byte, value), _constant(byte, 0))

        vectors = builder.udiv(builder.add(args[5], PLACE(LANES - 1)), PLACE(LANES))
        with cgutils.for_range(builder, vectors) as loop:
            place = builder.mul(loop.index, PLACE(LANES))
            enter, right, left = (_load(builder, data, place) for data in (entering, rights, lefts))
            came = builder.or_(flag(right, enter, WENT_RIGHT), flag(left, enter, WENT_LEFT))
            mark = builder.or_(came, flag(left, right, ENDS_LEFT))
            _store(builder, bits, builder.add(args[4], place), mark)
            best = greater(builder, right, left)
            _store(builder, rights, place, best)
            builder.store(greater(builder, best, builder.load(most)), most)
        vector = ir.VectorType(element, LANES)
        kind, name = ir.FunctionType(element, [vector]), f"llvm.vector.reduce.smax.v{LANES}i{element.width}"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [builder.load(most)])

    return signature, codegen
