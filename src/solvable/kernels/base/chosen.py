"""Sums of table entries chosen by bytes, for many rows of bytes at once: bytes are looked up in registers.

Row r says for each of its cells q which entry of the table's line q it counts: its sum is Σ_q table[q, r[q]], 16 bits.
One by one that is two loads and an addition a cell. Here the bytes of 16 or 32 rows are transposed, so that a vector
holds those of one cell, and a line of the table is looked up 16 entries at a time: what is not among them adds zero,
and groups that nobody chooses are left out. So a line is stored in groups of 16 entries, first their low bytes, then
their high ones; `place_of` says where. Sums are taken modulo 2¹⁶. Nothing is checked: callers keep inside their arrays.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from solvable.kernels.base.jit import inline
from solvable.kernels.base.vectors import broadcast
from solvable.kernels.sizes import GROUP, ROWS

cgutils: Any = untyped_cgutils
NEEDED = {GROUP: "ssse3", ROWS: "avx2"}  # of the processor, for so many rows
HAVING = {"ssse3": ("x86-64-v2", "x86-64-v3", "x86-64-v4"), "avx2": ("x86-64-v3", "x86-64-v4")}  # by name, as shipped
LOOK_UP = {GROUP: "llvm.x86.ssse3.pshuf.b.128", ROWS: "llvm.x86.avx2.pshuf.b"}
NOT_IN_GROUP = np.uint64(2**64 - GROUP)
NOT_HERE = 0x70  # added with saturation: bytes up to 15 keep their last four bits, others get the highest, so find 0
BYTE, SUM, WORD, LANE = ir.IntType(8), ir.IntType(16), ir.IntType(64), ir.IntType(32)
LINE, SUMS = ir.VectorType(BYTE, GROUP), ir.VectorType(SUM, GROUP)


@inline
def place_of(entry: Any) -> Any:
    """Return where in a line the low byte of an entry (uint64) stands; the high byte stands 16 places later."""
    return entry + (entry & NOT_IN_GROUP)


def _can(context: Any, rows: int) -> bool:
    codegen, needed = context.codegen(), NEEDED[rows]
    features = str(codegen._tm_features).split(",")
    by_name = codegen._get_host_cpu_name() in HAVING[needed] and f"-{needed}" not in features
    return by_name or f"+{needed}" in features


def _shuffled(builder: Any, a: Any, b: Any, lanes: list[int]) -> Any:
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(LANE, len(lanes)), lanes))


def _interleaved(builder: Any, a: Any, b: Any) -> list[Any]:
    """Return the bytes of two vectors in turn: of the first eight of each group of 16, and of the others."""
    rows = a.type.count
    groups = range(0, rows, GROUP)

    def lanes(first: int) -> list[int]:
        return [start + first + k + rows * side for start in groups for k in range(8) for side in (0, 1)]

    return [_shuffled(builder, a, b, lanes(first)) for first in (0, 8)]


def _transposed(builder: Any, vectors: list[Any]) -> list[Any]:
    """Return 16 vectors of groups of 16 bytes, each group of all of them transposed: four perfect shuffles."""
    for _ in range(4):
        vectors = [each for k in range(8) for each in _interleaved(builder, vectors[k], vectors[k + 8])]
    return vectors


def _call(builder: Any, name: str, result: Any, *args: Any) -> Any:
    kind = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def _times(builder: Any, value: Any, factor: int) -> Any:
    return builder.mul(value, WORD(factor))


def _at(builder: Any, data: Any, place: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(data, [place]), kind.as_pointer())


def _transpose(builder: Any, board: Any, starts: list[Any], cells: Any, room: Any) -> None:
    """Write the bytes of all rows on a cell into `room`, cell by cell."""
    rows = len(starts)
    with cgutils.for_range(builder, builder.udiv(builder.add(cells, WORD(GROUP - 1)), WORD(GROUP))) as loop:
        base = _times(builder, loop.index, GROUP)
        parts = [builder.load(_at(builder, board, builder.add(start, base), LINE), align=8) for start in starts]
        if rows == ROWS:
            parts = [_shuffled(builder, parts[k], parts[k + GROUP], list(range(ROWS))) for k in range(GROUP)]
        for k, vector in enumerate(_transposed(builder, parts)):
            place = _times(builder, builder.add(base, WORD(k)), rows)
            builder.store(vector, _at(builder, room, place, vector.type), align=8)


def _sum_up(
    builder: Any, room: Any, rows: int, table: Any, first: Any, cells: Any, line: Any, groups: Any
) -> list[Any]:  # fmt: skip
    """Return vectors of the sums: of the first eight of each group of 16 rows, and of the others."""
    kind, total = ir.VectorType(BYTE, rows), ir.VectorType(SUM, rows // 2)
    all_of = list(range(GROUP)) * (rows // GROUP)
    totals = [cgutils.alloca_once_value(builder, ir.Constant(total, None)) for _ in range(2)]
    found, left = [cgutils.alloca_once(builder, kind) for _ in range(2)], cgutils.alloca_once(builder, LANE)
    with cgutils.for_range(builder, cells) as loop:
        names = builder.load(_at(builder, room, _times(builder, loop.index, rows), kind), align=8)
        for part in found:
            builder.store(ir.Constant(kind, None), part)
        start = builder.add(first, builder.mul(loop.index, line))
        builder.store(builder.load(builder.gep(groups, [loop.index])), left)
        again, done = builder.append_basic_block("group"), builder.append_basic_block("done")
        builder.branch(again)
        builder.position_at_end(again)
        mask = builder.load(left)
        group = builder.cttz(mask, ir.Constant(ir.IntType(1), 0))
        name = builder.sub(names, broadcast(builder, builder.trunc(builder.shl(group, LANE(4)), BYTE), kind))
        index = _call(builder, f"llvm.uadd.sat.v{rows}i8", kind, name, ir.Constant(kind, [NOT_HERE] * rows))
        for side, part in enumerate(found):
            place = builder.add(start, builder.zext(builder.shl(group, LANE(5)), WORD))
            entries = builder.load(_at(builder, table, builder.add(place, WORD(side * GROUP)), LINE), align=1)
            here = _call(builder, LOOK_UP[rows], kind, _shuffled(builder, entries, entries, all_of), index)
            builder.store(builder.or_(builder.load(part), here), part)
        rest = builder.and_(mask, builder.sub(mask, LANE(1)))
        builder.store(rest, left)
        builder.cbranch(builder.icmp_unsigned("!=", rest, LANE(0)), again, done)
        builder.position_at_end(done)
        for sums, part in zip(totals, _interleaved(builder, *map(builder.load, found)), strict=True):
            builder.store(builder.add(builder.load(sums), builder.bitcast(part, total)), sums)
    return [builder.load(sums) for sums in totals]


def _summing(rows: int) -> Any:
    """Return the code generator for so many rows at once."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not _can(context, rows):
            return context.get_dummy_value()
        first, cells, line = args[3:6]
        structs = [context.make_array(signature.args[k])(context, builder, args[k]) for k in (0, 1, 2, 6, 7, 8)]
        board, chosen, table, groups, room, out = (struct.data for struct in structs)
        size = cgutils.unpack_tuple(builder, structs[0].shape)[1]
        starts = [builder.mul(builder.load(builder.gep(chosen, [WORD(k)])), size) for k in range(rows)]
        _transpose(builder, board, starts, cells, room)
        totals = _sum_up(builder, room, rows, table, first, cells, line, groups)
        for group in range(rows // GROUP):
            lanes = [8 * group + k + rows // 2 * side for side in (0, 1) for k in range(8)]
            builder.store(
                _shuffled(builder, totals[0], totals[1], lanes), _at(builder, out, WORD(GROUP * group), SUMS), align=2
            )
        return context.get_dummy_value()

    return codegen


@intrinsic
def rows_at_once(_context: Any) -> Any:
    """Return how many rows can be summed at once on this processor: 32, 16 or 0."""

    def codegen(context: Any, _builder: Any, _signature: Any, _args: Any) -> Any:
        return WORD(max((rows for rows in NEEDED if _can(context, rows)), default=0))

    return types.int64(), codegen


@intrinsic
def sums_of_16(
    _context: Any, rows: Any, which: Any, table: Any, first: Any, cells: Any, line: Any, groups: Any, room: Any,
    sums: Any,
) -> Any:  # fmt: skip
    """Write into sums[: 16] (int16) for each row rows[which[k]] (uint8) its sum over `cells` cells.

    Line q of the table (bytes) begins at `first` + q · `line`, a multiple of 32; rows are of a multiple of 16 bytes.
    Bit g of groups[q] (uint32, not 0) says that some entry of line q that is chosen is one of 16·g to 16·g + 15. `room`
    are 16 bytes a cell, for a multiple of 16 cells. Only where `rows_at_once` is at least 16.
    """
    return types.void(rows, which, table, types.int64, types.int64, types.int64, groups, room, sums), _summing(GROUP)


@intrinsic
def sums_of_32(
    _context: Any, rows: Any, which: Any, table: Any, first: Any, cells: Any, line: Any, groups: Any, room: Any,
    sums: Any,
) -> Any:  # fmt: skip
    """Write into sums[: 32] what `sums_of_16` does, with 32 bytes of `room` a cell, where `rows_at_once` is 32."""
    return types.void(rows, which, table, types.int64, types.int64, types.int64, groups, room, sums), _summing(ROWS)
