"""Data frames of pandas: of answers a row each, of a position a cell each."""

from collections.abc import Iterable, Mapping
from typing import Any

from solvable.answer import ORDER
from solvable.errors import require


def frame(found: Any) -> Any:
    """Return a DataFrame of pandas: of Answers (one or many) a row each, of (puzzle, state) its rows and columns.

    What `solve_many` gives becomes a row for each board: whether it is solvable, its length, how often each button is
    pressed. Raise ImportError with the command that installs pandas.
    """
    require("pandas", "frames")
    import pandas

    if hasattr(found, "to_frame"):
        return found.to_frame()
    if isinstance(found, tuple) and len(found) == 2 and hasattr(found[0], "goal"):
        puzzle, state = found
        cells, width = puzzle.state(state), puzzle.width or len(puzzle.goal)
        return pandas.DataFrame([cells[start : start + width] for start in range(0, len(cells), width)])
    answers: Iterable[Mapping[str, Any]] = [found] if isinstance(found, Mapping) else list(found)
    known = {name for answer in answers for name in answer}
    return pandas.DataFrame.from_records(list(answers), columns=[name for name in ORDER if name in known])
