"""Texts of many boards: a file as a stream of single ones, each with its line; the inputs of judges' tasks.

    one a line      game IDs, rows split by '/', JSON, permutations, Advent of Code's machines
    Korf            an index counted up over two records or more, on the line of the tiles or on one before it, perhaps
                    the optimal length behind them: the goal has the blank first
    blocks          boards by rows, with blank lines or // between
    a JSON list     of boards
    DeepCubeA       a pickle of states, numbered from 1
    NumPy           an array N × cells, or N × height × width, numbered from 1

Lines that are boards by themselves are passed on as they come; otherwise the layout is that of the first `HEAD` bytes.
What comes from an index, a pickle or an array is written as a game ID. The input of a judge's task, whose answer is no
list of boards, is refused with the command that answers it.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import IO, NamedTuple

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.formats import magic
from solvable.formats.numbers import square_side
from solvable.formats.text import BYTES_MAX, Text
from solvable.game_id import format_puzzle, is_game_id

HEAD = 1_000_000  # bytes that decide on the layout
LONGEST_PERMUTATION = 4_000  # characters of a line that is looked at as tiles
TRAILING_NUMBERS_MAX = 1  # numbers behind the tiles of an instance: its optimal length
DIGITS = 18  # of an index
LEADING_NUMBERS_MAX = 4  # numbers on an index line of its own
ONE = "one board, or the command batch"
BINARY = (magic.NPY_MAGIC, *magic.PICKLE_MAGIC)  # how files begin whose boards are no lines

_NUMBERS = pattern(rb"[0-9]+(?:[ \t,]+[0-9]+)*")
_ITSELF = pattern(
    r"[0-9]+(?:x[0-9]+)?[cr]?(?:#|:[^\s,]*,\S+\s*$)|\[[.#]+\][ \t]*\("
)  # Tatham's IDs; Advent of Code's machines
_BLANKS = frozenset(["0", "x", "X", "_"])
_COMMENTS = (b"#", b"%", b";")


class Instance(NamedTuple):
    """A board of a file: its line from 1 (of a binary file its number), its text, and whether that stands there."""

    line: int
    data: bytes
    is_verbatim: bool = True


def instances(lines: Iterable[tuple[int, bytes]], *, format: str | None = None, source: str = "") -> Iterator[Instance]:  # noqa: A002
    """Yield the boards in numbered lines of text, blank ones included; with a named format none is written otherwise.

    Raises NotationError for the input of a judge's task, and for a JSON list that is none. Cost: linear; memory for
    the first `HEAD` bytes, for one board, or for a JSON list.
    """
    given = iter(lines)
    first = next(((number, line.rstrip()) for number, line in given if line.strip()), None)
    if first is None:
        return
    if _is_board(first[1].strip()):
        yield from _each_line(chain([first], given))
        return
    head, size = [first], len(first[1])
    for number, line in given:
        head.append((number, line.rstrip()))
        size += len(line)
        if size > HEAD:
            break
    yield from _layout(head, chain(head, given), format, source)


def binary_instances(file: IO[bytes], source: str = "") -> Iterator[Instance]:
    """Yield the boards of a pickle of DeepCubeA or of an array of NumPy; raise NotationError if it is damaged."""
    start = file.read(len(magic.NPY_MAGIC))
    if start == magic.NPY_MAGIC:
        from solvable.formats import npy

        boards = npy.read_boards(start + file.read(), source)
    else:
        from solvable.formats import deepcubea

        result = deepcubea.read_instances(start + file.read(deepcubea.BYTES_MAX + 1), source)
        boards = ((format_puzzle(result.puzzle), result.puzzle.format(state)) for state in result.states)
    for number, (puzzle, cells) in enumerate(boards, start=1):
        yield Instance(number, f"{puzzle}:{cells}".encode(), False)


def many_boards(text: Text) -> NotationError | None:
    """Return the error for a text that only `batch` answers: Korf's file, IDs one a line, a JSON list; else None."""
    shown = [(0, line.encode()) for line in text.lines[:4]]
    if len(shown) > 1 and _korf_side(shown):
        count = len(text.lines) // (1 if _tiles(_words(shown[0][1])[1:]) else 2)
    elif len(shown) > 2 and all(_names_itself(line.decode()) for _, line in shown):
        count = len(text.lines)
    elif _is_list(text.typed[:400].lstrip().encode("utf-8", "replace")):
        count = _listed(text)
    else:
        return None
    return text.fault(msg("the text holds {count} boards", count=count), ONE) if count > 1 else None


def _listed(text: Text) -> int:
    """Return how many boards a JSON list holds; 0 if it is damaged, which its reader says."""
    try:
        return sum(1 for _ in _json_list(text.typed, text.source))
    except NotationError:
        return 0


def _layout(
    head: Sequence[tuple[int, bytes]], lines: Iterator[tuple[int, bytes]], format_: str | None, source: str
) -> Iterator[Instance]:
    """Yield the boards of lines whose first one is no board by itself."""
    shown = [(number, line.strip()) for number, line in head[:100] if line]
    if side := _korf_side(shown):
        return _korf(lines, side, is_named=format_ is not None)
    if _is_list(b"".join(line for _, line in shown[:4])):
        return _json_list(_joined(lines, source), source)
    _refuse_judged(head, source)
    if _are_blocks(head):
        return _blocks(lines)
    return _each_line(lines)


def _each_line(lines: Iterable[tuple[int, bytes]]) -> Iterator[Instance]:
    """Yield each line, or the boards on it that // separates."""
    for number, line in lines:
        if b"//" not in line or line.lstrip().startswith((b"{", b"[")):
            parts = [line.strip()]
        else:
            parts = [part.strip().strip(b"/") for part in line.split(b"//")]
        yield from (Instance(number, part, len(parts) == 1) for part in parts if part)


def _is_board(line: bytes) -> bool:
    """Return whether a line is surely a board by itself, and no row of one."""
    text = line.decode("utf-8", "replace")
    if _names_itself(text):
        return True
    if text[:1] == "[":
        return text.endswith("]") and not _is_list(line) and text.count("[") > 1
    if "/" in text and text.strip("/"):
        return True
    return len(text) <= LONGEST_PERMUTATION and _is_permutation(text)


def _names_itself(text: str) -> bool:
    """Return whether a line is a board that can be no row: a game ID, also Tatham's, a JSON object, a machine."""
    return text.startswith("{") or is_game_id(text) or bool(_ITSELF.match(text))


def _is_permutation(text: str) -> bool:
    """Return whether a line is the tiles of a square board, 9 at least; nine of one digit may be joined."""
    words = text.replace(",", " ").split()
    words = list(words[0]) if len(words) == 1 and len(words[0]) == 9 else words
    return bool(square_side(["0" if word in _BLANKS else word for word in words]))


def _words(line: bytes) -> list[str]:
    """Return the numbers of a line; none if it holds anything else, or numbers that no such line has."""
    words = re.split("[ \t,]+", line.decode()) if _NUMBERS.fullmatch(line) else []
    return words if max(map(len, words), default=0) <= DIGITS else []


def _tiles(words: Sequence[str]) -> int:
    """Return the side of the board at the start of these words, perhaps with its optimal length behind; else 0."""
    return next(
        (side for end in range(TRAILING_NUMBERS_MAX + 1) if (side := square_side(words[: len(words) - end]))), 0
    )


def _korf_side(shown: Sequence[tuple[int, bytes]]) -> int:
    """Return the side of the boards of Korf's file: the first two records have numbers counted up; else 0."""
    words = [_words(line) for _, line in shown[:4]]
    if len(words) < 2 or not words[0]:
        return 0
    if side := _tiles(words[0][1:]):
        is_counted = _tiles(words[1][1:]) == side and int(words[1][0]) == int(words[0][0]) + 1
        return side if is_counted else 0
    if len(words) < 4 or not 0 < len(words[0]) <= LEADING_NUMBERS_MAX or not 0 < len(words[2]) <= LEADING_NUMBERS_MAX:
        return 0
    is_counted = int(words[2][0]) == int(words[0][0]) + 1
    return _tiles(words[1]) if is_counted and _tiles(words[1]) == _tiles(words[3]) else 0


def _korf(lines: Iterator[tuple[int, bytes]], side: int, *, is_named: bool) -> Iterator[Instance]:
    """Yield the instances of Korf's file, by their index; one that is damaged becomes a board that is refused."""
    start, index = 0, list[str]()
    for number, line in lines:
        shown = line.strip()
        words = _words(shown)
        if not shown or shown.startswith(_COMMENTS):
            continue
        if not index and 0 < len(words) <= LEADING_NUMBERS_MAX:
            start, index = number, words[:1]
            continue
        start = start if index else number
        if not index and not _tiles(words):
            index, words = words[:1], words[1:]
        if is_named:
            yield Instance(start, shown, start == number)
        else:
            tiles = words[: side * side] if _tiles(words) == side else words or [shown.decode("utf-8", "replace")]
            board = f"tiles:{side}x{side},goal=blank-first:{','.join(tiles)}"
            named = {"id": int(index[0])} if index else {}
            yield Instance(start, json.dumps(named | {"board": board}).encode(), False)
        index = []
    if index:
        yield Instance(start, " ".join(index).encode())


def _is_list(start: bytes) -> bool:
    """Return whether a text that begins so is a JSON list of boards and not one board."""
    return bool(re.match(rb'\s*\[\s*(?:\{|\[\s*\[|"[^"]*[:/#])', start[:400]))


def _joined(lines: Iterable[tuple[int, bytes]], source: str) -> str:
    """Return a text of bounded length again."""
    pieces, size, position = list[bytes](), 0, 1
    for number, line in lines:
        pieces.append(b"\n" * (number - position) + line)
        size, position = size + len(pieces[-1]), number
        if size > BYTES_MAX:
            message = msg("the input is longer than {most:,} bytes", most=BYTES_MAX)
            raise NotationError(message, expected="a board a line", source=source)
    return b"".join(pieces).decode("utf-8-sig", "replace")


def _json_list(text: str, source: str) -> Iterator[Instance]:
    """Yield the boards of a JSON list, each with its line; raise NotationError if it is damaged."""
    decoder, line, counted = json.JSONDecoder(), 1, 0
    offset = _past_space(text, text.index("[") + 1)
    while offset < len(text) and text[offset] != "]":
        try:
            board, end = decoder.raw_decode(text, offset)
        except json.JSONDecodeError as error:
            message = msg("JSON: {error}", error=msg(error.msg))
            raise NotationError.at(text, error.pos, message, "a list of boards", source) from None
        except (RecursionError, ValueError):
            problem = "JSON that is nested too deeply or has too long a number"
            raise NotationError.at(text, offset, problem, "a list of boards", source) from None
        line, counted = line + text.count("\n", counted, offset), offset
        written = board if isinstance(board, str) else json.dumps(board)
        yield Instance(line, written.encode("utf-8", "replace"), False)
        offset = _past_space(text, end)
        if text[offset : offset + 1] not in (",", "]"):
            raise NotationError.at(
                text, min(offset, len(text)), "the list is not closed", "a comma or a bracket", source
            )
        offset = _past_space(text, offset + 1) if text[offset] == "," else offset
    if text[offset + 1 :].strip():
        offset = _past_space(text, offset + 1)
        raise NotationError.at(text, offset, "text after the first JSON value", "one list of boards", source)


def _past_space(text: str, at: int) -> int:
    """Return the first place from there on that is not blank."""
    while text[at : at + 1].isspace():
        at += 1
    return at


def _refuse_judged(head: Sequence[tuple[int, bytes]], source: str) -> None:
    """Raise NotationError for the input of a judge's task, which names the command that answers it."""
    try:
        text = Text(b"\n".join(line for _, line in head), source)
    except PuzzleError:
        return  # its lines say what is wrong
    if (cases := judged(text)) is not None:
        raise cases


def _ends_block(line: bytes) -> bool:
    return not line.strip() or line.strip() == b"//"


def _are_blocks(head: Sequence[tuple[int, bytes]]) -> bool:
    """Return whether the first lines are rows of boards with something between: two blocks, the first of two rows."""
    ends = [index for index, (_, line) in enumerate(head) if _ends_block(line)]
    if not ends or ends[0] < 2 or all(_ends_block(line) for _, line in head[ends[0] :]):
        return False
    return not any(_is_board(line.strip()) for _, line in head[: ends[0]])


def _blocks(lines: Iterable[tuple[int, bytes]]) -> Iterator[Instance]:
    """Yield the boards between blank lines and //; BYTES_MAX bounds each."""
    block, start, size = list[bytes](), 0, 0
    for number, line in chain(lines, [(0, b"")]):
        if not _ends_block(line):
            start = start if block else number
            size += len(line) + 1
            if size > BYTES_MAX:
                raise NotationError(msg("the input is longer than {most:,} bytes", most=BYTES_MAX), line=start)
            block.append(line.rstrip())
        elif block:
            yield Instance(start, b"\n".join(block))
            block, size = [], 0


# Inputs of online judges that hold several boards: each task is recognised by its shape, and the error names it.
#
# A row is a task: its name for `solvable judge`, where it comes from, and how its input is recognised. What holds one
# board only (`4 4` and a grid, POJ 3279; nine cells with x, HDU 1043) is read as that board by the other formats.

_JUDGED_CHARACTERS_MAX = 1_000_000  # characters
_PAIR = pattern(r"[1-9][0-9]{0,4} +[1-9][0-9]{0,4}")


class _Task(NamedTuple):
    """A judge's task: its name, who sets it, and how many boards a text of it holds (0: it is no such text)."""

    name: str
    title: str
    boards: Callable[[Sequence[str]], int]


def _counted(lines: Sequence[str], height: int, row: str) -> int:
    """Return the count on the first line where so many boards of `height` rows like `row` follow."""
    if not re.fullmatch("[1-9][0-9]{0,5}", lines[0]) or len(lines) - 1 != height * int(lines[0]):
        return 0
    return int(lines[0]) if all(re.fullmatch(row, line) for line in lines[1:]) else 0


def _poj1222(lines: Sequence[str]) -> int:
    return _counted(lines, 5, "[01](?: *[01]){5}")


def _acwing95(lines: Sequence[str]) -> int:
    return _counted(lines, 5, "[01](?: *[01]){4}")


def _uva10181(lines: Sequence[str]) -> int:
    return _counted(lines, 4, r"\d{1,2}(?:\s+\d{1,2}){3}")


def _uva10309(lines: Sequence[str]) -> int:
    if lines[-1] != "end" or (len(lines) - 1) % 11:
        return 0
    grids = all(re.fullmatch("[#O]{10}", line) for index, line in enumerate(lines[:-1]) if index % 11)
    return (len(lines) - 1) // 11 if grids else 0


def _sized(lines: Sequence[str], row: str) -> int:
    """Return the count of cases, each its side and so many rows like `row`."""
    if not re.fullmatch("[1-9][0-9]{0,5}", lines[0]):
        return 0
    offset, result = 1, 0
    while offset < len(lines) and re.fullmatch("[1-9][0-9]{0,3}", lines[offset]):
        side = int(lines[offset])
        rows = lines[offset + 1 : offset + 1 + side]
        if len(rows) < side or not all(re.fullmatch(row, line) and len(line) == side for line in rows):
            return 0
        offset, result = offset + 1 + side, result + 1
    return result if offset == len(lines) and result == int(lines[0]) else 0


def _poj1681(lines: Sequence[str]) -> int:
    return _sized(lines, "[yw]+")


def _poj3279(lines: Sequence[str]) -> int:
    offset, result = 0, 0
    while offset < len(lines) and _PAIR.fullmatch(lines[offset]):
        height, width = map(int, lines[offset].split())
        rows = [line.replace(" ", "") for line in lines[offset + 1 : offset + 1 + height]]
        if len(rows) < height or not all(len(row) == width and set(row) <= {"0", "1"} for row in rows):
            return 0
        offset, result = offset + 1 + height, result + 1
    return result if offset == len(lines) else 0


def _poj1830(lines: Sequence[str]) -> int:
    if not re.fullmatch("[1-9][0-9]{0,5}", lines[0]):
        return 0
    offset, result = 1, 0
    while offset + 3 <= len(lines) and re.fullmatch("[1-9][0-9]{0,3}", lines[offset]):
        rows = [line.split() for line in lines[offset + 1 : offset + 3]]
        if any(len(row) != int(lines[offset]) or not {*row} <= {"0", "1"} for row in rows):
            return 0
        offset += 3
        while (
            offset < len(lines)
            and re.fullmatch(r"[0-9]{1,5}\s+[0-9]{1,5}", lines[offset])
            and lines[offset].split() != ["0", "0"]
        ):
            offset += 1
        if offset == len(lines):
            return 0
        offset, result = offset + 1, result + 1
    return result if offset == len(lines) and result == int(lines[0]) else 0


def _hdu1043(lines: Sequence[str]) -> int:
    wanted = sorted("12345678x")
    return len(lines) if all(sorted(line.replace(" ", "")) == wanted for line in lines) else 0


def _luogu_p1379(lines: Sequence[str]) -> int:
    wanted = sorted("012345678")
    return len(lines) if all(sorted(line) == wanted for line in lines) else 0


def _poj3240(lines: Sequence[str]) -> int:
    offset, result = 0, 0
    while offset < len(lines) and re.fullmatch("[2-9]|10", lines[offset]):
        side = int(lines[offset])
        rows = [line.split() for line in lines[offset + 1 : offset + 1 + side]]
        cells = sorted(word for row in rows for word in row)
        if any(len(row) != side for row in rows) or cells != sorted(map(str, range(side * side))):
            return 0
        offset, result = offset + 1 + side, result + 1
    return result if offset == len(lines) else 0


_TASKS = (
    _Task("poj1222", "POJ 1222, Extended Lights Out", _poj1222),
    _Task("acwing95", "AcWing 95, Luogu P10449", _acwing95),
    _Task("uva10181", "UVa 10181, 15-Puzzle Problem", _uva10181),
    _Task("uva10309", "UVa 10309, Turn the Lights Off", _uva10309),
    _Task("poj1681", "POJ 1681, Painter's Problem", _poj1681),
    _Task("poj3279", "POJ 3279, Fliptile", _poj3279),
    _Task("poj1830", "POJ 1830, switches", _poj1830),
    _Task("hdu1043", "HDU 1043, Eight", _hdu1043),
    _Task("luogu-p1379", "Luogu P1379, the eight digits", _luogu_p1379),
    _Task("poj3240", "POJ 3240, n-puzzles", _poj3240),
)
_SINGLE = ("poj3279", "luogu-p1379", "poj3240")  # several inputs in one text
_EVEN_ONE = ("uva10309", "uva10181")  # a name before and `end` behind, or a count of 1 before tiles: no other form


def judged(text: Text) -> NotationError | None:
    """Return the error for the input of a judge's task, which names the task and its command; None for other texts."""
    if len(text.data) > _JUDGED_CHARACTERS_MAX or len(text.lines) < 2:
        return None
    for task in _TASKS:
        count = task.boards(text.lines)
        if count > 1 or (count and task.name in _EVEN_ONE):
            boards = msg("{count} boards", count=count) if count > 1 else msg("one board")
            message = msg("this is the input of {title}: {boards}", title=msg(task.title), boards=boards)
            expected = msg("one board; `solvable judge {task} < FILE` answers the whole input", task=task.name)
            if task.name in _SINGLE:
                expected = msg("one board: an input for `solvable judge {task}` holds no more", task=task.name)
            return text.fault(message, expected)
    return None
