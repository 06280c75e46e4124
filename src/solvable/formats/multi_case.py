"""Inputs of online judges that hold several boards: each task is recognised by its shape, and the error names it.

A row is a task: its name for `solvable judge`, where it comes from, and how its input is recognised. What holds one
board only (`4 4` and a grid, POJ 3279; nine cells with x, HDU 1043) is read as that board by the other formats.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.formats.text import Text

CHARACTERS_MAX = 1_000_000  # characters
_PAIR = pattern(r"[1-9][0-9]{0,4} +[1-9][0-9]{0,4}")


class Task(NamedTuple):
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


TASKS = (
    Task("poj1222", "POJ 1222, Extended Lights Out", _poj1222),
    Task("acwing95", "AcWing 95, Luogu P10449", _acwing95),
    Task("uva10181", "UVa 10181, 15-Puzzle Problem", _uva10181),
    Task("uva10309", "UVa 10309, Turn the Lights Off", _uva10309),
    Task("poj1681", "POJ 1681, Painter's Problem", _poj1681),
    Task("poj3279", "POJ 3279, Fliptile", _poj3279),
    Task("poj1830", "POJ 1830, switches", _poj1830),
    Task("hdu1043", "HDU 1043, Eight", _hdu1043),
    Task("luogu-p1379", "Luogu P1379, the eight digits", _luogu_p1379),
    Task("poj3240", "POJ 3240, n-puzzles", _poj3240),
)
_SINGLE = ("poj3279", "luogu-p1379", "poj3240")  # several inputs in one text
_EVEN_ONE = ("uva10309", "uva10181")  # a name before and `end` behind, or a count of 1 before tiles: no other form


def judged(text: Text) -> NotationError | None:
    """Return the error for the input of a judge's task, which names the task and its command; None for other texts."""
    if len(text.data) > CHARACTERS_MAX or len(text.lines) < 2:
        return None
    for task in TASKS:
        count = task.boards(text.lines)
        if count > 1 or (count and task.name in _EVEN_ONE):
            boards = msg("{count} boards", count=count) if count > 1 else msg("one board")
            message = msg("this is the input of {title}: {boards}", title=msg(task.title), boards=boards)
            expected = msg("one board; `solvable judge {task} < FILE` answers the whole input", task=task.name)
            if task.name in _SINGLE:
                expected = msg("one board: an input for `solvable judge {task}` holds no more", task=task.name)
            return text.fault(message, expected)
    return None
