"""Checks answers about giant two-colour boards, whose board, presses or proof stand in picture files, row by row.

A lamp ends at board ⊕ presses ⊕ the presses left, right, above and below: every row must come out dark. A quiet
pattern turns every row of an empty board dark, and meets an unsolvable board in an odd number of lamps. Memory:
a few rows.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from solvable.checker.lights.picture_files import rows_of
from solvable.checker.report import Report, WrongError, lengths, whole


def verify(fields: Mapping[str, Any], params: str, report: Report) -> None:
    """Check the answer about the board in `board_file`; raise WrongError at the first claim that fails."""
    size = re.fullmatch(r"(\d{1,9})x(\d{1,9})", params)
    if not size:
        raise WrongError("puzzle", "a board in a file is a plain one, WIDTHxHEIGHT")
    width, height = int(size[1]), int(size[2])
    verdict = fields.get("verdict")
    if verdict == "unsolvable":
        _refuted(fields, width, height, report)
    elif verdict == "solved":
        presses = _file(fields, "moves_file")
        _dark(rows_of(_file(fields, "board_file"), width, height, "board_file"), presses, width, height, "moves_file")
        count = sum(row.bit_count() for row in rows_of(presses, width, height, "moves_file"))
        report.checked.append("the presses turn every row dark")
        lengths(fields, count, report)
        if fields["lower_bound"]:
            report.trusted.append("the bound: it rests on the nullity")
    elif verdict == "solvable":
        report.trusted.append("solvable: the board is too large for the checker's own elimination; solve it")
    else:
        raise WrongError("verdict", "is none of solved, solvable, unsolvable")
    for name in ("nullity", "solutions"):
        if name in fields:
            whole(fields, name)
            report.trusted.append(f"{name}: the board is too large for the checker's own elimination")


def presses_of(fields: Mapping[str, Any], width: int, height: int) -> list[int]:
    """Return the presses in `moves_file` as cells, for an answer that has its board in itself."""
    rows = rows_of(_file(fields, "moves_file"), width, height, "moves_file")
    return [
        row * width + column
        for row, presses in enumerate(rows)
        for column in range(width)
        if presses >> (width - 1 - column) & 1
    ]


def _file(fields: Mapping[str, Any], name: str) -> str:
    path = fields.get(name)
    if not isinstance(path, str):
        raise WrongError(name, "the name of a picture file was expected")
    return path


def _refuted(fields: Mapping[str, Any], width: int, height: int, report: Report) -> None:
    proof = fields.get("obstruction")
    if not isinstance(proof, dict):
        raise WrongError("obstruction", "an unsolvable board needs its proof")
    if whole(proof, "value") != 1 or whole(proof, "wanted") != 0:
        raise WrongError("obstruction", "the board's sum must be 1, the goal's 0")
    if "weights_file" not in proof:
        report.trusted.append("unsolvable: the proof was not written; `solve --out FILE` writes it")
        return
    name = "weights_file"
    pattern = _file(proof, name)
    _dark((0 for _ in range(height)), pattern, width, height, name)
    board = rows_of(_file(fields, "board_file"), width, height, "board_file")
    quiet = rows_of(pattern, width, height, name)
    met = sum((lamps & weights).bit_count() for lamps, weights in zip(board, quiet, strict=True))
    if met % 2 == 0:
        raise WrongError(name, f"meets the board in {met} lamps, an even number")
    report.checked.append("the pattern is quiet and meets an odd number of lit lamps")


def _dark(board: Iterator[int], path: str, width: int, height: int, name: str) -> None:
    """Raise WrongError unless the presses in the file `path` turn every row of `board` dark."""
    presses = rows_of(path, width, height, name)
    full = (1 << width) - 1
    above, here = 0, next(presses)
    for row, lamps in enumerate(board, 1):
        below = next(presses) if row < height else 0
        if left := lamps ^ here ^ (here << 1 & full) ^ here >> 1 ^ above ^ below:
            raise WrongError(name, f"after all presses row {row} still has {left.bit_count()} lit cells")
        above, here = here, below
