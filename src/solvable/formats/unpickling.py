"""Pickles of boards, read without running them.

Pickles can run programs, so nothing of a file is trusted: the opcodes are looked through before (`pickletools`), and
every name in it means one of five small classes here, which keep what they are given and do nothing. Names are those
of the states of the 15-puzzle and of Lights Out, and numpy's `_reconstruct`, `ndarray`, `dtype` and `scalar`; a file
with any other is refused.
"""

import pickle
import pickletools
from io import BytesIO
from typing import Any

from solvable.errors import NotationError
from solvable.shared.said import say

STATES = {"NPuzzleState", "LOState"}
_ARRAYS = {f"numpy.{core}.multiarray" for core in ("core", "_core")}
_OPCODES = {
    "PROTO", "FRAME", "STOP", "MARK", "POP", "POP_MARK", "DUP", "NONE", "NEWTRUE", "NEWFALSE", "BININT",
    "BININT1", "BININT2", "LONG1", "BINFLOAT", "BINUNICODE", "SHORT_BINUNICODE", "BINBYTES", "SHORT_BINBYTES",
    "BINSTRING", "SHORT_BINSTRING", "EMPTY_LIST", "APPEND", "APPENDS", "LIST", "EMPTY_TUPLE", "TUPLE", "TUPLE1",
    "TUPLE2", "TUPLE3", "EMPTY_DICT", "SETITEM", "SETITEMS", "GLOBAL", "STACK_GLOBAL", "NEWOBJ", "REDUCE",
    "BUILD", "BINPUT", "LONG_BINPUT", "MEMOIZE", "BINGET", "LONG_BINGET",
}  # fmt: skip


def load(data: bytes) -> Any:
    """Return what a pickle holds, of stubs and plain values; raise NotationError for one that boards do not need.

    A damaged one fails in any way that Python has.
    """
    _look_through(data)
    return _Reader(BytesIO(data)).load()


def _look_through(data: bytes) -> None:
    """Raise NotationError where an opcode could do more than build values, or asks for more memory than was read."""
    for number, (opcode, argument, _) in enumerate(pickletools.genops(data)):
        if opcode.name not in _OPCODES:
            raise NotationError(say("the pickle uses {name}, which no board needs", name=opcode.name))
        if opcode.name in ("BINPUT", "LONG_BINPUT") and int(argument or 0) > number:
            raise NotationError(say("the pickle uses {name}, which no board needs", name=f"{opcode.name} {argument}"))


class _Reader(pickle.Unpickler):
    """Gives each name a class of this file's own reading, made anew so that nothing a file does to it stays."""

    def __init__(self, file: BytesIO) -> None:
        super().__init__(file)

        class Stub:
            """Keeps what it is made of, and the state that it is given."""

            def __init__(self, *made: Any) -> None:
                self.made, self.kept = made, None

            def __setstate__(self, kept: Any) -> None:
                self.kept = kept

        self.kinds = {kind: type(kind, (Stub,), {}) for kind in ("state", "array", "ndarray", "dtype", "scalar")}

    def find_class(self, module: str, name: str) -> Any:
        """Return the stub for one of the few names that boards need; raise NotationError for all others."""
        if name in STATES:
            return self.kinds["state"]
        if module in _ARRAYS and name in ("_reconstruct", "scalar"):
            return self.kinds["array" if name == "_reconstruct" else "scalar"]
        if module == "numpy" and name in ("ndarray", "dtype"):
            return self.kinds[name]
        raise NotationError(say("the pickle uses {name}, which no board needs", name=f"{module}.{name}"[:100]))
