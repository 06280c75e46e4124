"""Population count and trailing zeros of a uint64, as single machine instructions inside kernels."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(_context: Any, word: Any) -> Any:
    """Return the number of set bits of a uint64, as a uint64."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def trailing_zeros(_context: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of a uint64, as a uint64; 64 for zero."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen
