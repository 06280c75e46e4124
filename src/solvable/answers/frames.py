"""Data frames of pandas or polars: one row for each answer, or one cell for each cell of a position."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from solvable.core.answer import ORDER
from solvable.core.errors import PuzzleError, require

Library = Literal["pandas", "polars"]


def frame(found: Any, library: Library = "pandas") -> Any:
    """Return `found` as a DataFrame of pandas or polars.

    Answers, one or many, also those of a batch or a table, become a row each with a column for each of their fields; a
    field that an answer lacks is a missing value. A pair (puzzle, state) becomes the board, row by row. The result of
    `solve_many` becomes a row for each board: whether it is solvable, its length, and how often each button is pressed.
    Raises ImportError, with the command that installs the library, if it is missing.
    """
    require(library, "frames" if library == "pandas" else library)
    if hasattr(found, "to_frame"):
        return found.to_frame(library)
    if isinstance(found, tuple) and len(found) == 2 and hasattr(found[0], "goal"):
        puzzle, state = found
        cells, width = puzzle.state(state), puzzle.width or len(puzzle.goal)
        return _of_rows([cells[start : start + width] for start in range(0, len(cells), width)], library)
    answers = [found] if isinstance(found, Mapping) else list(found) if isinstance(found, Iterable) else [found]
    if not all(isinstance(answer, Mapping) for answer in answers):
        raise PuzzleError("a frame is made of answers, or of a pair (puzzle, state)")
    known = {name for answer in answers for name in answer}
    return _of_answers(answers, [name for name in ORDER if name in known], library)


def _of_rows(rows: Sequence[Sequence[int]], library: Library) -> Any:
    """Return rows of numbers; polars requires strings as column names."""
    if library == "pandas":
        import pandas

        return pandas.DataFrame(rows)
    import polars

    return polars.DataFrame(rows, schema=[str(column) for column in range(len(rows[0]))], orient="row")


def _of_answers(answers: Sequence[Mapping[str, Any]], names: Sequence[str], library: Library) -> Any:
    """Return answers with their fields in order; the type of a polars column is inferred from all rows."""
    if library == "pandas":
        import pandas

        return pandas.DataFrame.from_records(answers, columns=names)
    import polars

    columns = {name: [answer.get(name) for answer in answers] for name in names}
    return polars.DataFrame({name: polars.Series(name, column, strict=False) for name, column in columns.items()})
