"""Checks answers about giant two-colour boards, whose board, presses or proof are in picture files, reading them row by
row.

The final state of a lamp is board ⊕ press ⊕ the presses to the left, to the right, above and below; every row must end
dark. A quiet pattern leaves every row of an empty board dark, and overlaps an unsolvable board in an odd number of
lamps. Memory: a few rows.
"""

import re
from collections.abc import Iterator

from solvable.checker.fields import TEXT, WHOLE, Fields, check_object, lengths
from solvable.checker.lights import polynomials
from solvable.checker.lights.counts import check_counts, size_of_params
from solvable.checker.lights.picture_files import rows_of
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

PROOF = {"invariant": TEXT, "value": WHOLE, "wanted": WHOLE}


def verify(fields: Fields, params: str, report: Report) -> None:
    """Check the answer about the board in `board_file`; raise WrongError at the first claim that fails."""
    size = re.fullmatch(r"(\d{1,9})x(\d{1,9})", params)
    if not size or min(map(int, size.groups())) < 1:
        raise WrongError("puzzle", "a board in a file is a plain one, WIDTHxHEIGHT")
    width, height = int(size[1]), int(size[2])
    check_counts(fields, size_of_params(params), report)
    if fields["verdict"] == "unsolvable":
        _refuted(fields, width, height, report)
    elif fields["verdict"] == "solved":
        presses = fields["moves_file"]
        _dark(rows_of(fields["board_file"], width, height, "board_file"), presses, width, height, "moves_file")
        count = sum(row.bit_count() for row in rows_of(presses, width, height, "moves_file"))
        report.checked.append("the presses turn every row off")
        lengths(fields, count, report)
        _bound(fields, width, height, report)
    elif _is_solvable(fields, width, height, report) is False:
        raise WrongError("verdict", "the board is not solvable")


def _bound(fields: Fields, width: int, height: int, report: Report) -> None:
    if polynomials.nullity(width, height) == 0:
        report.checked.append("the bound: there is one solution")
        return
    lit = sum(row.bit_count() for row in rows_of(fields["board_file"], width, height, "board_file"))
    if fields["lower_bound"] * 5 <= lit + 4:
        report.checked.append("the bound, by counting wrong cells")
    else:
        report.unchecked.append("the bound: too many solutions to compare them all")


def _is_solvable(fields: Fields, width: int, height: int, report: Report) -> bool | None:
    rows = rows_of(fields["board_file"], width, height, "board_file")
    result = polynomials.is_solvable(rows, width, height)
    if result is None:
        report.unchecked.append("solvable: the board is too large for the checker's own elimination")
    elif result:
        report.checked.append("the board lies in the span of the presses")
    return result


def presses_of(fields: Fields, width: int, height: int) -> list[int]:
    """Return the presses in `moves_file` as cells, for an answer that contains its board."""
    rows = rows_of(fields["moves_file"], width, height, "moves_file")
    return [
        row * width + column
        for row, presses in enumerate(rows)
        for column in range(width)
        if presses >> (width - 1 - column) & 1
    ]


def _refuted(fields: Fields, width: int, height: int, report: Report) -> None:
    has_file = "weights_file" in fields["obstruction"]
    proof = check_object(fields, "obstruction", PROOF | ({"weights_file": TEXT} if has_file else {}), report)
    for each, right in (("invariant", "quiet pattern"), ("value", 1), ("wanted", 0)):
        if proof[each] != right:
            raise WrongError(f"obstruction.{each}", msg("must be {right}", right=right))
    if not has_file:
        if _is_solvable(fields, width, height, report):
            raise WrongError("verdict", "the board is solvable")
        if polynomials.nullity(width, height) is not None:
            report.checked.append("no first row mends what chasing leaves")
        return
    pattern, name = proof["weights_file"], "weights_file"
    _dark((0 for _ in range(height)), pattern, width, height, name)
    board = rows_of(fields["board_file"], width, height, "board_file")
    quiet = rows_of(pattern, width, height, name)
    met = sum((lamps & weights).bit_count() for lamps, weights in zip(board, quiet, strict=True))
    if met % 2 == 0:
        raise WrongError(name, msg("overlaps the board in {lamps} lit lamps, an even number", lamps=met))
    report.checked.append("the pattern is quiet and overlaps an odd number of lit lamps")


def _dark(board: Iterator[int], path: str, width: int, height: int, name: str) -> None:
    """Raise WrongError unless the presses in the file `path` turn every row of `board` dark."""
    presses = rows_of(path, width, height, name)
    full = (1 << width) - 1
    above, here = 0, next(presses)
    for row, lamps in enumerate(board, 1):
        below = next(presses) if row < height else 0
        if remaining := lamps ^ here ^ (here << 1 & full) ^ here >> 1 ^ above ^ below:
            raise WrongError(
                name,
                msg("after all presses row {row} still has {count} lit cells", row=row, count=remaining.bit_count()),
            )
        above, here = here, below
