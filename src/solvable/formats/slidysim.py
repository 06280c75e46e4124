"""Slidysim, the simulator of those who slide fast: a scramble, a solution and the times of its moves.

    5 3 8/0 2 4/1 7 6          the scramble: rows split by "/", 0 the blank, solved with the blank last
    URDL2UR2                   the solution: directions of the tile, with an optional repeat
    0, 180, 431, …             milliseconds of each move since the first (optional)

Its replay links hold the same as zlib-compressed JSON in base64, `…/replay?r=DATA`: `[solution, tps, scramble, times]`,
where tps is in thousandths of a move a second, and times is -1 if there are none. The format was read in its replay
page (https://github.com/slidysim/slidysim.github.io, modules/dataFetching.js) and its session tracker. Links that hold
whole sessions, arrays of ten and more, are refused.
"""

import json
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Puzzle, State
from solvable.tiles.board import SlidingTiles
from solvable.tiles.moves import from_letters, to_letters

PAGE = "https://slidysim.github.io/replay?r="
JSON_BYTES_MAX = 1 << 20  # bytes that a link may unpack to
SIDE_MAX = 64  # rows and columns
SESSION_ITEMS = 10  # items from which an array is a whole session

_LINK = pattern(r"\s*(?:https?://[^\s?#]{1,200})?\?(?:[^\s#]{0,200}&)?r=(?P<data>[\w%+/=~.-]+)(?:[&#]\S*)?\s*")
_SCRAMBLE = pattern(r"\d+(?: +\d+)*(?:/\d+(?: +\d+)*)+")
_SOLUTION = pattern(r"(?:[URDL]\d{0,5})+")
_TIMES = pattern(r"\[?\s*\d{1,10}(?:\s*,\s*\d{1,10})*\s*\]?")


class TimedMoves(NamedTuple):
    """Moves from `start`, and when each was made, in milliseconds since the first; () if that is not known."""

    puzzle: Puzzle
    start: State
    moves: tuple[Move, ...]
    times: tuple[int, ...] = ()


def is_replay(text: str) -> bool:
    """Return whether this is a link to a replay, or a scramble with its solution in the next line."""
    lines = _lines(text)
    is_written = len(lines) in (2, 3) and bool(_SCRAMBLE.fullmatch(lines[0]) and _SOLUTION.fullmatch(lines[1]))
    return is_written or _LINK.fullmatch(text) is not None


def read_replay(text: str) -> TimedMoves:
    """Return the replay of a link or of lines; raise PuzzleError if it is none."""
    match = _LINK.fullmatch(text)
    if match is not None:
        return _unpacked(match["data"])
    scramble, solution, *times = _lines(text)
    if times and not _TIMES.fullmatch(times[0]):
        raise NotationError("the third line of a replay has the times", expected="milliseconds with commas between")
    return _timed(scramble, solution, [int(each) for each in times[0].strip("[] ").split(",")] if times else None)


def write_replay(played: TimedMoves) -> str:
    """Return a replay as lines; raise PuzzleError if slidysim does not have its puzzle."""
    scramble, solution = _notation(played)
    return "\n".join([scramble, solution, *([", ".join(map(str, played.times))] if played.times else [])])


def write_link(played: TimedMoves) -> str:
    """Return the link that slidysim's own page plays; raise PuzzleError if it does not have the puzzle."""
    scramble, solution = _notation(played)
    ms = played.times[-1] if played.times else 0
    tps = round(1_000_000 * len(played.moves) / ms) if ms else 10_000
    packed = zlib.compress(json.dumps([solution, tps, scramble, list(played.times) or -1]).encode(), 9)
    return PAGE + quote(b64encode(packed).decode(), safe="")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()] if len(text) <= JSON_BYTES_MAX else []


def _notation(played: TimedMoves) -> tuple[str, str]:
    puzzle = played.puzzle
    if not isinstance(puzzle, SlidingTiles) or puzzle != SlidingTiles(puzzle.width, puzzle.height):
        raise PuzzleError("slidysim has ordinary boards of tiles with the blank last, one tile a move")
    width = puzzle.width
    rows = [played.start[row : row + width] for row in range(0, len(played.start), width)]
    scramble = "/".join(" ".join(map(str, row)) for row in rows)
    return scramble, to_letters(width, played.start, played.moves, repeats=True)


def _unpacked(data: str) -> TimedMoves:
    """Return the replay that the data of a link hold; what they unpack to is bounded."""
    try:
        packed = b64decode(unquote(data).replace(" ", "+"), validate=True)
        unpack = zlib.decompressobj()
        text = unpack.decompress(packed, JSON_BYTES_MAX)
        if not unpack.eof:
            raise PuzzleError(msg("a replay has at most {most} characters", most=JSON_BYTES_MAX))
        fields: Any = json.loads(text)
    except (Base64Error, zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError("the data of this link to a replay are damaged") from None
    if not isinstance(fields, list) or not 4 <= len(fields) < SESSION_ITEMS:
        raise PuzzleError("this link holds no single replay of slidysim")
    solution, tps, scramble, times = fields[:4]
    if not isinstance(solution, str) or not isinstance(scramble, str) or not _SOLUTION.fullmatch(solution):
        raise PuzzleError("the data of this link to a replay are damaged")
    if isinstance(times, list) and all(type(each) is int and each >= 0 for each in times):
        return _timed(scramble, solution, times)
    return _timed(scramble, solution, None, tps if isinstance(tps, int | float) and tps > 0 else 0)


def _timed(scramble: str, solution: str, times: Sequence[int] | None, tps: float = 0) -> TimedMoves:
    """Return the replay; without times, but a pace in thousandths of a move a second, the times are even."""
    if not _SCRAMBLE.fullmatch(scramble):
        raise NotationError("a scramble of slidysim has rows of numbers", expected="5 3 8/0 2 4/1 7 6")
    rows = [row.split() for row in scramble.split("/")]
    if len({len(row) for row in rows}) > 1 or max(len(rows), len(rows[0])) > SIDE_MAX:
        raise PuzzleError("the rows of a scramble are equally long")
    puzzle = SlidingTiles(len(rows[0]), len(rows))
    start = puzzle.state([int(cell) for row in rows for cell in row])
    moves = from_letters(puzzle.width, start, solution)
    if times is not None and len(times) != len(moves):
        raise PuzzleError("a replay has as many times as moves")
    if times is None and tps:
        times = [round(1_000_000 * index / tps) for index in range(len(moves))]
    return TimedMoves(puzzle, start, moves, tuple(times or ()))
