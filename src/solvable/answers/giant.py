"""Giant two-colour boards in files (.pbm, .npy, rows of 0 and 1): answered as streams, never as cells.

Such an answer names files instead of listing moves: `board_file`, `moves_file`, and the proof of an unsolvable board
as a picture of its quiet pattern. The presses of other boards may go to a picture too.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solvable.answers.fields import timed
from solvable.core.answer import Answer, Fields, ordered
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.puzzle import Lamps, Puzzle
from solvable.formats import giant


def answer_file(board: str, out: str = "") -> Answer:
    """Return whether the board in a file is solvable; with `out` the presses, or the proof, are written there."""
    fields: Fields = {"board_file": board, "method": "rows"}
    with timed() as time:
        try:
            result = giant.solve_file(Path(board), Path(out)) if out else giant.check_file(Path(board))
        except UnsolvableError as error:
            fields |= _refuted(error.obstruction, out)
        else:
            puzzle = giant.puzzle_id(result["width"], result["height"])
            fields |= {"verdict": "solvable", "puzzle": puzzle, "nullity": result["nullity"]}
            if out:
                bound = 0 if result["nullity"] else result["presses"]
                fields |= {"verdict": "solved", "moves_file": out, "length": result["presses"], "lower_bound": bound}
                fields["optimal"] = bound == result["presses"]
    return ordered(fields | time)


def _refuted(proof: Any, out: str) -> Fields:
    """Return the fields of a refutation whose quiet pattern is written to `out`, if that is wanted."""
    obstruction = {"invariant": proof.invariant, "value": proof.value, "wanted": proof.wanted}
    if out:
        giant.write_rows(Path(out), proof.rows, proof.width, proof.height)
        obstruction["weights_file"] = out
    puzzle = giant.puzzle_id(proof.width, proof.height)
    return {"verdict": "unsolvable", "puzzle": puzzle, "obstruction": obstruction}


def to_picture(puzzle: Puzzle, answers: Sequence[Answer], path: str, refusal: str) -> Answer:
    """Draw the presses of the only answer, or its refutation's quiet pattern, into a file; return it, naming that.

    Raise PuzzleError with the sentence `refusal` where there are none.
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
    giant.write_rows(Path(path), rows, width, puzzle.height)
    return answer
