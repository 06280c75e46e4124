"""Words that threads share: read, written, added to and exchanged in one step, all threads agreeing on the order.

Without these a compiler may keep a word in a register, and a processor may let a later read overtake a write.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

from solvable.kernels.base.memory import place

ALL = "seq_cst"
WORD = 8  # bytes


@intrinsic
def load(_context: Any, array: Any, index: Any) -> Any:
    """Return array[index]."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(place(context, builder, signature, args), ALL, WORD)

    return types.uint64(array, index), codegen


@intrinsic
def store(_context: Any, array: Any, index: Any, _value: Any) -> Any:
    """Set array[index]."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store_atomic(args[2], place(context, builder, signature, args), ALL, WORD)
        return context.get_dummy_value()

    return types.void(array, index, types.uint64), codegen


@intrinsic
def add(_context: Any, array: Any, index: Any, _value: Any) -> Any:
    """Add to array[index], and return what it was."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", place(context, builder, signature, args), args[2], ALL)

    return types.uint64(array, index, types.uint64), codegen


@intrinsic
def claim(_context: Any, array: Any, index: Any, _old: Any, _new: Any) -> Any:
    """Set array[index] to the last argument where it is the one before; return whether it was."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        done = builder.cmpxchg(place(context, builder, signature, args), args[2], args[3], ALL, ALL)
        return builder.extract_value(done, 1)

    return types.boolean(array, index, types.uint64, types.uint64), codegen
