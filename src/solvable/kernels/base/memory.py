"""`prefetch`: ask for a word of a large table some time before it is read, so that many cache misses overlap."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_utils
from numba.extending import intrinsic
from numba.np import arrayobj as untyped_arrays

arrays: Any = untyped_arrays
utils: Any = untyped_utils


def place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Return the pointer to array[index], the first two arguments."""
    data = arrays.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.gep(data, [args[1]])


def ask(builder: Any, where: Any) -> None:
    """Write the code that fetches what is at a pointer into the caches; the pointer may lead anywhere."""
    word, flag = builder.bitcast(where, ir.IntType(8).as_pointer()), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [word.type, flag, flag, flag])
    function = utils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(function, [word, flag(0), flag(3), flag(1)])  # to read, to all caches, data


@intrinsic
def prefetch(_context: Any, array: Any, index: Any) -> Any:
    """Fetch array[index] into the caches; no effect on the program but its speed."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        ask(builder, place(context, builder, signature, args))
        return context.get_dummy_value()

    return types.void(array, index), codegen
