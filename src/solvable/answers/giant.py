"""Giant two-colour boards in files (.pbm, .npy, rows of 0 and 1): solved as streams of rows.

Such an answer names files instead of listing moves: `board_file`, `moves_file`, and for an unsolvable board a picture
of the quiet pattern that proves it. The presses of other boards can be written to a picture too.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from solvable import families
from solvable.answers.fields import timed
from solvable.core.answer import Answer, Fields, ordered
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.puzzle import Lamps, Puzzle
from solvable.formats import row_files


def answer_file(board: str, out: str = "") -> Answer:
    """Return whether the board in a file is solvable; with `out`, write the presses or the proof to that file."""
    fields: Fields = {"board_file": board, "method": "rows"}
    with timed() as time:
        try:
            result = solve_file(Path(board), Path(out) if out else None)
        except UnsolvableError as error:
            fields |= _refuted(error.obstruction, out)
        else:
            puzzle = families.row_solver().puzzle_id(result["width"], result["height"])
            fields |= {"verdict": "solvable", "puzzle": puzzle, "nullity": result["nullity"]}
            if out:
                bound = 0 if result["nullity"] else result["presses"]
                fields |= {"verdict": "solved", "moves_file": out, "length": result["presses"], "lower_bound": bound}
                fields["optimal"] = bound == result["presses"]
    return ordered(fields | time)


def solve_file(board: Path | bytes, out: Path | None = None, *, width: int = 0) -> Fields:
    """Return width, height and nullity of a board in a file or in bytes; raise UnsolvableError, with the proof, if it
    is unsolvable.

    With `out`, presses that solve it are written to that file, and their number is returned. `width` is that of a
    packed .npy.
    """
    opened, solver = row_files.open_rows(board, width=width), families.row_solver()
    first, height, nullity = solver.first_row(opened.blocks, opened.width)
    result = {"width": opened.width, "height": height, "nullity": nullity}
    if out is None:
        return result
    length = 0

    def counted() -> Iterator[bytes]:
        nonlocal length
        for block, count in solver.presses(opened.blocks, opened.width, first):
            length += count
            yield block

    row_files.write_blocks(out, counted(), opened.width, height)
    return result | {"presses": length}


def _refuted(proof: Any, out: str) -> Fields:
    """Return the fields of a refutation whose quiet pattern is written to `out`, unless that is ""."""
    obstruction = {"invariant": proof.invariant, "value": proof.value, "wanted": proof.wanted}
    if out:
        row_files.write_rows(Path(out), proof.rows, proof.width, proof.height)
        obstruction["weights_file"] = out
    puzzle = families.row_solver().puzzle_id(proof.width, proof.height)
    return {"verdict": "unsolvable", "puzzle": puzzle, "obstruction": obstruction}


def to_picture(puzzle: Puzzle, answers: Sequence[Answer], path: str, refusal: str) -> Answer:
    """Write a picture of the presses of the only answer, or of its refutation's quiet pattern; return the answer with
    the file's name.

    Raise PuzzleError with the sentence `refusal` if it has neither.
    """
    if not isinstance(puzzle, Lamps) or puzzle.k != 2 or puzzle.presses != puzzle.cells or len(answers) != 1:
        raise PuzzleError(refusal)
    (answer,) = answers
    if "obstruction" in answer:
        cells = answer["obstruction"]["weights"]
    elif "moves" in answer:
        pressed = set(answer.pop("moves"))
        cells = [int(cell in pressed) for cell in range(puzzle.cells)]
        answer["moves_file"] = path
    else:
        raise PuzzleError(refusal)
    width, digits = puzzle.width, "".join(map(str, cells))
    rows = (int(digits[start : start + width], 2) for start in range(0, len(digits), width))
    row_files.write_rows(Path(path), rows, width, puzzle.height)
    return answer
