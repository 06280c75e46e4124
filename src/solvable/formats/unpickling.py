"""Pickles of boards, read without running them.

A pickle is a program for a machine with a stack and a memo. The few instructions that build plain values are carried
out here, and every name means one of five kinds of stub, which keep what they are given and do nothing: the states of
the 15-puzzle and of Lights Out, and numpy's `_reconstruct`, `ndarray`, `dtype` and `scalar`. A file with any other
instruction or name is refused.

Each value has a weight, that of all its parts written out, also where the memo repeats them, and a depth. Both are
known before a value is put into another, and bounded, and so is the number of instructions: what a file holds is no
larger than what it says, and nothing that walks through it can run out of stack. A container that was fetched from the
memo is never changed again, so that nothing contains itself.
"""

import pickletools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solvable.core.budget import checked
from solvable.core.errors import NotationError
from solvable.core.message import msg

STATES = {"NPuzzleState", "LOState"}
INSTRUCTIONS_MAX = 2_000_000
WEIGHT_MAX = 1 << 24
"""Values, characters and bytes."""
DEPTH_MAX = 100
"""Of containers in each other, and of marks on the stack."""
_ARRAYS = {f"numpy.{core}.multiarray" for core in ("core", "_core")}
_PLAIN = {
    "BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT", "BINUNICODE", "SHORT_BINUNICODE", "BINBYTES",
    "SHORT_BINBYTES", "BINSTRING", "SHORT_BINSTRING",
}  # fmt: skip
"""Instructions that push their argument."""
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}


@dataclass(frozen=True, slots=True)
class Name:
    """What a name in a pickle means: "state", "array", "ndarray", "dtype" or "scalar"."""

    kind: str


@dataclass(slots=True, eq=False)
class Stub:
    """An object of a pickle: what it is made of, and the state that it was given."""

    name: Name
    made: tuple[Any, ...]
    kept: Any = None


@dataclass(slots=True, eq=False)
class _Item:
    """A value on the stack or in the memo, with its weight and its depth; frozen once it was fetched from the memo."""

    value: Any
    weight: int = 1
    depth: int = 0
    is_frozen: bool = False


def load(data: bytes) -> Any:
    """Return what a pickle holds, of stubs and plain values; raise NotationError for one that boards do not need.

    A damaged one fails in any way that Python has. Takes some microseconds an instruction, within the budget in force.
    """
    machine = _Machine()
    for number, (opcode, argument, _) in enumerate(checked(pickletools.genops(data))):
        if number == INSTRUCTIONS_MAX:
            raise NotationError(msg("the pickle has more than {most:,} instructions", most=INSTRUCTIONS_MAX))
        if opcode.name == "STOP":
            return machine.pop().value
        machine.step(number, opcode.name, argument)
    raise ValueError("no end")


class _Machine:
    """The stack and the memo."""

    def __init__(self) -> None:
        self.stack: list[_Item] = []
        self.marks: list[int] = []
        self.memo: dict[int, _Item] = {}
        self.pushed = 0  # weight of all that was read, which bounds the memory that is taken

    def step(self, number: int, name: str, argument: Any) -> None:
        """Carry out an instruction; raise NotationError for one that could do more than build values."""
        if name in _PLAIN:
            self.push(argument, len(argument) if isinstance(argument, str | bytes) else 1)
        elif name in _CONSTANTS:
            self.push(_CONSTANTS[name])
        elif name in _STEPS:
            _STEPS[name](self)
        elif name in ("BINPUT", "LONG_BINPUT") and argument <= number:
            self.memo[argument] = self.stack[-1]
        elif name in ("BINGET", "LONG_BINGET"):
            self.fetch(argument)
        elif name == "GLOBAL":
            self.push_name(*argument.split(" ", 1))
        elif name not in ("PROTO", "FRAME"):
            shown = name if argument is None else f"{name} {argument}"
            raise NotationError(msg("the pickle uses {name}, which no board needs", name=shown[:60]))

    def push(self, value: Any, weight: int = 1) -> None:
        """Push a new value."""
        self.pushed += weight
        self.stack.append(_Item(value))
        self._weigh(self.stack[-1], weight - 1)
        if self.pushed > WEIGHT_MAX:
            raise NotationError("the pickle holds more than boards need")

    def pop(self) -> _Item:
        """Return the top of the stack, which lies above the last mark."""
        if self.marks and len(self.stack) <= self.marks[-1]:
            raise IndexError("nothing above the mark")
        return self.stack.pop()

    def fetch(self, index: int) -> None:
        """Push a value of the memo, which stays as it is from now on."""
        item = self.memo[index]
        item.is_frozen = True
        self.stack.append(item)

    def mark(self) -> None:
        """Mark the top of the stack."""
        self.marks.append(len(self.stack))
        if len(self.marks) > DEPTH_MAX:
            raise NotationError("the pickle is nested too deeply")

    def above(self) -> list[_Item]:
        """Take what lies above the last mark."""
        start = self.marks.pop()
        taken = self.stack[start:]
        del self.stack[start:]
        return taken

    def memoize(self) -> None:
        """Put the top of the stack into the memo."""
        self.memo[len(self.memo)] = self.stack[-1]

    def make(self, items: list[_Item], kind: Callable[[list[Any]], Any]) -> None:
        """Push a value made of others."""
        self.push(kind([item.value for item in items]))
        for item in items:
            self._hold(self.stack[-1], item)

    def append(self, items: list[_Item]) -> None:
        """Append to the list on the stack."""
        holder = self._changed(list)
        for item in items:
            self._hold(holder, item)
            holder.value.append(item.value)

    def set_items(self, items: list[_Item]) -> None:
        """Set pairs of keys and values in the dict on the stack; keys are texts, whose hash is no work of theirs."""
        holder = self._changed(dict)
        for key, value in zip(items[::2], items[1::2], strict=True):
            if not isinstance(key.value, str):
                raise NotationError("a key in the pickle is not a text")
            self._hold(holder, key)
            self._hold(holder, value)
            holder.value[key.value] = value.value

    def build(self) -> None:
        """Give the stub on the stack its state, once."""
        state, holder = self.pop(), self._changed(Stub)
        if holder.value.kept is not None:
            raise ValueError("a second state")
        self._hold(holder, state)
        holder.value.kept = state.value

    def call(self) -> None:
        """Push the stub that a name makes of its arguments."""
        arguments, name = self.pop(), self.pop()
        if not isinstance(name.value, Name) or not isinstance(arguments.value, tuple):
            raise TypeError("only names are called")
        self.push(Stub(name.value, arguments.value))
        self._hold(self.stack[-1], arguments)

    def push_name(self, module: str, name: str) -> None:
        """Push what one of the few names that boards need means; raise NotationError for all others."""
        if name in STATES:
            kind = "state"
        elif module in _ARRAYS and name in ("_reconstruct", "scalar"):
            kind = "array" if name == "_reconstruct" else "scalar"
        elif module == "numpy" and name in ("ndarray", "dtype"):
            kind = name
        else:
            raise NotationError(msg("the pickle uses {name}, which no board needs", name=f"{module}.{name}"[:100]))
        self.push(Name(kind))

    def push_named(self) -> None:
        """Push what the name means whose parts are on the stack."""
        name, module = self.pop().value, self.pop().value
        if not isinstance(name, str) or not isinstance(module, str):
            raise TypeError("a name is text")
        self.push_name(module, name)

    def _changed(self, kind: type) -> _Item:
        """Return the top of the stack, a container of this kind that may still be changed."""
        holder = self.stack[-1]
        if not isinstance(holder.value, kind) or holder.is_frozen:
            raise TypeError(f"{type(holder.value).__name__} cannot be changed")
        return holder

    def _hold(self, holder: _Item, item: _Item) -> None:
        """Count what is put into a container; raise NotationError if that becomes too large or too deep."""
        holder.depth = max(holder.depth, item.depth + 1)
        if holder.depth > DEPTH_MAX:
            raise NotationError("the pickle is nested too deeply")
        self._weigh(holder, item.weight)

    def _weigh(self, item: _Item, weight: int) -> None:
        item.weight += weight
        if item.weight > WEIGHT_MAX:
            raise NotationError("the pickle holds more than boards need")


_STEPS: dict[str, Callable[[_Machine], None]] = {
    "MARK": _Machine.mark,
    "MEMOIZE": _Machine.memoize,
    "EMPTY_LIST": lambda machine: machine.push([]),
    "EMPTY_TUPLE": lambda machine: machine.push(()),
    "EMPTY_DICT": lambda machine: machine.push({}),
    "LIST": lambda machine: machine.make(machine.above(), list),
    "TUPLE": lambda machine: machine.make(machine.above(), tuple),
    "TUPLE1": lambda machine: machine.make(_taken(machine, 1), tuple),
    "TUPLE2": lambda machine: machine.make(_taken(machine, 2), tuple),
    "TUPLE3": lambda machine: machine.make(_taken(machine, 3), tuple),
    "APPEND": lambda machine: machine.append([machine.pop()]),
    "APPENDS": lambda machine: machine.append(machine.above()),
    "SETITEM": lambda machine: machine.set_items(_taken(machine, 2)),
    "SETITEMS": lambda machine: machine.set_items(machine.above()),
    "STACK_GLOBAL": _Machine.push_named,
    "NEWOBJ": _Machine.call,
    "REDUCE": _Machine.call,
    "BUILD": _Machine.build,
}


def _taken(machine: _Machine, count: int) -> list[_Item]:
    return [machine.pop() for _ in range(count)][::-1]
