"""Checks a giant two-colour board against its presses, row by row, both in PBM files.

A lamp ends at board ⊕ presses ⊕ the presses left, right, above and below; every row must come out dark.
Memory: three rows.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from solvable.checker.report import Report, WrongError, whole


def verify(fields: Mapping[str, Any], params: str, report: Report) -> None:
    """Check that the presses in `moves_file` turn the board in `board_file` dark, and are `length` many."""
    names = [fields.get("board_file"), fields.get("moves_file")]
    if not all(isinstance(name, str) for name in names):
        raise WrongError("board_file", "a giant answer names the files of its board and of its presses")
    width, height = (int(side) for side in params.split("x"))
    try:
        with Path(str(names[0])).open("rb") as board, Path(str(names[1])).open("rb") as presses:
            count = _replay(board, presses, width, height)
    except OSError as error:
        raise WrongError("moves_file", f"cannot be read: {error}") from error
    report.checked.append("the presses turn every row dark")
    if "length" in fields and whole(fields, "length") != count:
        raise WrongError("length", f"is {fields['length']}, but the file holds {count} presses")
    if "lower_bound" in fields and whole(fields, "lower_bound") > count:
        raise WrongError("lower_bound", f"is {fields['lower_bound']}, but {count} presses suffice")
    for name in ("nullity", "solutions"):
        if name in fields:
            report.trusted.append(f"{name}: the board is too large for the checker's own elimination")


def _replay(board: IO[bytes], presses: IO[bytes], width: int, height: int) -> int:
    for file, name in ((board, "board_file"), (presses, "moves_file")):
        if _header(file, name) != (width, height):
            raise WrongError(name, f"its size is not {width} × {height}")
    rows = _rows(presses, width, height, "moves_file")
    above, here, count = 0, next(rows), 0
    full = (1 << width) - 1
    for row, lamps in enumerate(_rows(board, width, height, "board_file"), 1):
        below = next(rows) if row < height else 0
        count += here.bit_count()
        if left := lamps ^ here ^ (here << 1 & full) ^ here >> 1 ^ above ^ below:
            raise WrongError("moves_file", f"after all presses row {row} still has {left.bit_count()} lit cells")
        above, here = here, below
    return count


def _header(file: IO[bytes], name: str) -> tuple[int, int]:
    """Return width and height of a raw PBM, leaving the file at its first row."""
    if file.read(2) != b"P4":
        raise WrongError(name, "is not a raw PBM file (P4)")
    numbers: list[int] = []
    token = b""
    while len(numbers) < 2:
        byte = file.read(1)
        if byte == b"#":
            file.readline(1000)
        if byte.isdigit():
            token += byte
        elif token:
            numbers.append(int(token))
            token = b""
        elif not byte or not (byte.isspace() or byte == b"#"):
            raise WrongError(name, "its header is no width and height")
        if len(token) > 9:
            raise WrongError(name, "its header is no width and height")
    return numbers[0], numbers[1]


def _rows(file: IO[bytes], width: int, height: int, name: str) -> Iterator[int]:
    """Yield each row as an int, cell c at bit width − 1 − c (the rule is symmetric, so left and right may swap)."""
    size = -(-width // 8)
    for row in range(height):
        data = file.read(size)
        if len(data) < size:
            raise WrongError(name, f"ends in row {row + 1} of {height}")
        yield int.from_bytes(data) >> (8 * size - width)
