"""A long search saved to a file, so that it can resume after a kill: the proved bound, the best solution, the remaining
work.

The parts of the current bound are those of `node_ordering`, whose order is recomputed from what was known before the
bound; the parts that were begun are saved as the stacks of their workers. So only the last seconds since the file was
written are searched twice, and with one worker a resumed search generates the same nodes as an uninterrupted one. The
number of workers may change.

A file, a few megabytes, is a line of JSON with the checksum of the rest, a line of JSON for people, and the arrays. It
is synced and replaced atomically every `WRITE_INTERVAL_S` seconds and when a limit ends the search. A file of another
board or metric, a damaged one, and one that is not a checkpoint are refused and never overwritten.
"""

import hashlib
import json
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import prod
from pathlib import Path
from typing import Any

from solvable.core import disk_cache
from solvable.core.atomic_write import FileKind, atomic_write, check_output
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Move, State
from solvable.tiles import text
from solvable.tiles.interface import Grid
from solvable.tiles.optimal.incumbent import Incumbent
from solvable.tiles.optimal.node_ordering import Memory, Part, Stage
from solvable.tiles.optimal.search_worker import Segment, Stack

Shaped = tuple["array[int]", tuple[int, ...]]
"""An array and its shape."""

MAGIC, VERSION = "solvable checkpoint", 1
SEARCH = "IDA*, deepest parts first, 1"  # its number grows when the meaning of parts or stacks changes
WRITE_INTERVAL_S = 20.0  # seconds between two writes
KIND = FileKind("a checkpoint", (), lambda file: MAGIC.encode() in file.read(MAGIC_BYTES))
MAGIC_BYTES = 100  # bytes at the start of a file that contain MAGIC


@dataclass(frozen=True, slots=True)
class Saved:
    """The contents of a file: the tables and the stage of the search, or the answer and its cost.

    `is_backward` and `looked` (the number of alternatives tried): see `choose_direction`.
    """

    tables: str
    is_backward: bool
    looked: int
    stage: Stage | None
    finished: tuple[tuple[int, int], ...]  # (bound, nodes) of the bounds without a solution
    best: tuple[Move, ...] | None = None
    beam: tuple[int, int] = (0, 0)  # the width of the last beam, and the bound at that time
    answer: tuple[tuple[Move, ...], int, int, str] | None = None


class Checkpoint:
    """The file of a search: reads it once and keeps it up to date. The caller holds its lock."""

    def __init__(self, path: Path, incumbent: Incumbent) -> None:
        self.path, self.incumbent = path, incumbent
        self.saved = self._read()
        self.name = self.saved.tables if self.saved else ""
        self.is_backward = self.saved.is_backward if self.saved else False
        self.looked = self.saved.looked if self.saved else 0
        self.finished = [*self.saved.finished] if self.saved else []
        self._timer = Budget(WRITE_INTERVAL_S)
        self._has_written = False
        if self.saved:
            incumbent.upper_bound.moves = self.saved.best
            incumbent.upper_bound.width, incumbent.upper_bound.bound = self.saved.beam

    @property
    def stage(self) -> Stage | None:
        """The stage that the file had, or None at the beginning."""
        return self.saved.stage if self.saved else None

    @property
    def is_due(self) -> bool:
        """Whether it is time to write the file again."""
        return self._timer.is_over

    def save(self, stage: Stage | None) -> None:
        """Write the stage of the search."""
        self._write(self._now(stage))

    def passed(self, bound: int, nodes: int) -> None:
        """Record the nodes of a bound without a solution."""
        self.finished.append((bound, nodes))

    def solved(self, moves: Sequence[Move], nodes: int, expanded: int, method: str) -> None:
        """Write the answer, for later calls."""
        self._write(replace(self._now(None), answer=(tuple(moves), nodes, expanded, method)))

    def _now(self, stage: Stage | None) -> Saved:
        return Saved(self.name, self.is_backward, self.looked, stage, tuple(self.finished))

    def _write(self, saved: Saved) -> None:
        """Write the file; if that fails, raise OSError the first time, and later only log it."""
        upper_bound = self.incumbent.upper_bound
        best = None if upper_bound.moves is None else tuple(upper_bound.moves)
        parts = _packed(self._head(), replace(saved, best=best, beam=(upper_bound.width, upper_bound.bound)))
        try:
            with atomic_write(self.path, KIND, sync=True, is_locked=True) as file:
                file.writelines(parts)
        except OSError as error:
            if not self._has_written:
                raise
            message = msg("{file}: {reason}", file=str(self.path), reason=msg(str(error.strerror)))
            disk_cache.log.warning(message)
        self._has_written = True
        self._timer = Budget(WRITE_INTERVAL_S)

    def _head(self) -> dict[str, Any]:
        """Return the fields that identify the search."""
        puzzle, width = self.incumbent.puzzle, self.incumbent.puzzle.width
        return {
            "size": [width, puzzle.height],
            "metric": puzzle.metric,
            "board": text.format(self.incumbent.state, width),
            "goal": text.format(puzzle.goal, width),
            "search": SEARCH,
        }

    def _read(self) -> Saved | None:
        """Return the contents of the file, None without one; raise PuzzleError if it is of another search."""
        if not check_file(self.path):
            return None
        data = self.path.read_bytes()
        try:
            saved = self._understood(data)
        except PuzzleError:
            raise
        except (ValueError, KeyError, TypeError, IndexError, RecursionError, StopIteration):
            raise PuzzleError(msg("{path} is damaged", path=str(self.path))) from None
        solutions = [saved.best or (), saved.answer[0] if saved.answer else ()]
        if not all(_solves(self.incumbent.puzzle, self.incumbent.state, moves) for moves in solutions if moves):
            raise PuzzleError(msg("{path} is damaged", path=str(self.path)))
        return saved

    def _understood(self, data: bytes) -> Saved:
        first, _, remaining = data.partition(b"\n")
        head = json.loads(first)
        if head["version"] != VERSION:
            raise PuzzleError(
                msg(
                    "{path} is a checkpoint of version {version}, not {wanted}",
                    path=str(self.path), version=head["version"], wanted=VERSION,
                )
            )  # fmt: skip
        if first != _first(remaining):
            raise ValueError
        second, _, words = remaining.partition(b"\n")
        fields, own = json.loads(second), self._head()
        for key, refusal in REFUSALS:
            if fields[key] != own[key]:
                raise PuzzleError(msg(refusal, path=str(self.path), other=_shown(fields[key])))
        return _unpacked(fields, words)


def check_file(path: Path) -> bool:
    """Return whether there is a checkpoint; raise PuzzleError for a file of another kind, or a read-only one."""
    if check_output(path, KIND._replace(is_own=lambda _: True)) is None:
        return False
    with path.open("rb") as file:
        if not KIND.is_own(file):
            raise PuzzleError(msg("{path} is no checkpoint", path=str(path)))
    return True


_ORDER = "<" if sys.byteorder == "little" else ">"
_NAMES = {"Q": f"{_ORDER}u8", "I": f"{_ORDER}u4", "B": "|u1"}  # types of arrays in numpy's notation
_TYPECODES = {name: typecode for typecode, name in _NAMES.items()}

REFUSALS = (
    ("size", "{path} is the checkpoint of another board: {other}"),
    ("board", "{path} is the checkpoint of another board: {other}"),
    ("goal", "{path} is the checkpoint of a search for another goal: {other}"),
    ("metric", "{path} is the checkpoint of a search in the metric {other}"),
    ("search", "{path} is the checkpoint of another search: {other}"),
)


def _shown(value: Any) -> str:
    return " × ".join(map(str, value)) if isinstance(value, list) else str(value)


def _solves(puzzle: Grid, state: State, moves: Sequence[Move]) -> bool:
    """Return whether moves lead to the goal."""
    try:
        for move in moves:
            state = puzzle.apply(state, move)
    except PuzzleError:
        return False
    return state == puzzle.goal


def _packed(head: dict[str, Any], saved: Saved) -> Iterator[bytes]:
    """Yield the parts of a file."""
    stage = saved.stage
    memory, part = (stage.memory, stage.part) if stage else (None, None)
    arrays = [*_remembered(memory)] if memory else []
    if part:
        arrays += [_flat("B", part.deepest), *(each for stack in part.stacks for each in _stacked(stack))]
    fields = head | {
        "tables": saved.tables,
        "backward": saved.is_backward,
        "looked": saved.looked,
        "bound": stage.bound if stage else None,
        "nodes": [stage.nodes, stage.expanded, stage.begun, stage.last] if stage else None,
        "memory": memory.cut if memory else None,
        "part": [part.cut, part.count, part.taken] if part else None,
        "finished": saved.finished,
        "best": saved.best,
        "beam": saved.beam,
        "answer": saved.answer,
        "arrays": [[_NAMES[words.typecode], shape] for words, shape in arrays],
    }
    remaining = json.dumps(fields).encode() + b"\n" + b"".join(words.tobytes() for words, _ in arrays)
    yield _first(remaining) + b"\n"
    yield remaining


def _flat(typecode: str, items: Iterable[int]) -> Shaped:
    words = array(typecode, items)
    return words, (len(words),)


def _remembered(memory: Memory) -> Iterator[Shaped]:
    """Yield the keys of the parts, ascending, and how deep each came."""
    keys = sorted(memory.deepest)
    yield _flat("Q", keys)
    yield _flat("B", map(memory.deepest.__getitem__, keys))


def _stacked(stack: Stack) -> Iterator[Shaped]:
    """Yield the arrays of a stack: its segments, the words of its rows, the trails."""
    yield array("Q", chain.from_iterable(stack.segments)), (len(stack.segments), 4)
    yield _flat("Q", stack.rows)
    yield array("I", chain.from_iterable(stack.trails)), (len(stack.trails), len(stack.trails[0]))


def _first(rest: bytes) -> bytes:
    """Return the first line of a file, with the checksum of the rest."""
    return json.dumps({"magic": MAGIC, "version": VERSION, "checksum": hashlib.blake2b(rest).hexdigest()}).encode()


def _unpacked(fields: dict[str, Any], words: bytes) -> Saved:
    """Return what the fields and the arrays of a file contain."""
    arrays = _arrays(fields["arrays"], words)
    stage = None
    if fields["nodes"]:
        memory = None
        if fields["memory"] is not None:
            (keys, _), (deepest, _) = next(arrays), next(arrays)
            memory = Memory(fields["memory"], dict(zip(keys, deepest, strict=True)))
        part = None
        if fields["part"]:
            (deepest, _), stacks = (
                next(arrays),
                tuple(_stack(*three) for three in zip(arrays, arrays, arrays, strict=True)),
            )
            cut, count, taken = fields["part"]
            part = Part(cut, count, taken, deepest.tobytes(), stacks)
        nodes, expanded, begun, last = fields["nodes"]
        stage = Stage(fields["bound"], nodes, expanded, begun, last, memory, part)
    answer = fields["answer"]
    return Saved(
        fields["tables"],
        fields["backward"],
        fields["looked"],
        stage,
        tuple((bound, nodes) for bound, nodes in fields["finished"]),
        tuple(fields["best"]) if fields["best"] is not None else None,
        (fields["beam"][0], fields["beam"][1]),
        (tuple(answer[0]), *answer[1:]) if answer else None,
    )


def _stack(segments: Shaped, rows: Shaped, trails: Shaped) -> Stack:
    """Return a stack without its paths: those of the frontier come when that is found again."""
    fields, (steps, (count, length)) = segments[0].tolist(), trails
    cut: list[Segment] = [*zip(*(fields[i::4] for i in range(4)), strict=True)]
    return Stack(cut, rows[0], [steps[length * row : length * (row + 1)] for row in range(count)], ())


def _arrays(shapes: list[tuple[str, list[int]]], words: bytes) -> Iterator[Shaped]:
    begin = 0
    for name, shape in shapes:
        results = array(_TYPECODES[name])
        end = begin + prod(shape) * results.itemsize
        if end > len(words):
            raise ValueError
        results.frombytes(words[begin:end])
        yield results, tuple(shape)
        begin = end
