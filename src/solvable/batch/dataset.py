"""Datasets for learning: states drawn uniformly from the solvable ones, with the proved number of moves that each
needs.

Lights with up to 64 cells and tiles with up to 10 are looked up in bulk; other boards are solved by the workers of a
batch. The same seed gives the same file with any number of workers. Columns: `states` of shape (boards, cells),
`distances`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from io import SEEK_END
from pathlib import Path
from random import Random
from typing import IO, TYPE_CHECKING, Any

from solvable import families
from solvable.batch.answers import Line
from solvable.batch.job import replies
from solvable.batch.processes import Processes
from solvable.batch.requests import Options
from solvable.core.atomic_write import CHUNK, FileKind, atomic_write
from solvable.core.errors import PuzzleError, require
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.game_id import format_board, format_puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvable.answers.frames import Library

SUFFIXES = (".npz", ".parquet")
COLUMNS = (b"states", b"distances", b"puzzle")
STATES_PER_LOOKUP = 20_000  # states in one lookup

Tell = Callable[[int], None]


def dataset(
    puzzle: Puzzle, boards: int, *, seed: int | str = 0, workers: int = 1, tell: Tell = lambda _: None
) -> "tuple[NDArray[Any], NDArray[Any]]":
    """Return random solvable states, an array of shape (boards, cells), and the number of moves that each needs.

    States have the smallest type that holds them, −1 in holes; distances are uint16, or wider if one needs it.

    `tell` is called with the number of states done so far. The same seed gives the same arrays, with any number of
    workers. Raises PuzzleError if a distance cannot be proved, ImportError if numpy is missing.
    """
    require("numpy")
    import numpy as np

    if boards < 1:
        raise PuzzleError(msg("a dataset has 1 state or more, not {count}", count=boards))
    rng = Random(f"{format_puzzle(puzzle)}#{seed}")
    states = [puzzle.scramble(rng) for _ in range(boards)]
    results: list[int] = []
    for lengths in _lengths(puzzle, states, workers):
        results += lengths
        tell(len(results))
    minimum, maximum = min(0, *puzzle.goal), max(map(max, [puzzle.goal, *states]))  # −1 in holes
    kind = np.result_type(np.min_scalar_type(minimum), np.min_scalar_type(maximum))
    return np.array(states, kind), np.array(results, np.result_type(np.uint16, np.min_scalar_type(max(results))))


def write(path: Path, puzzle: Puzzle, states: "NDArray[Any]", distances: "NDArray[Any]") -> None:
    """Write a dataset: .npz with the puzzle's ID, or .parquet with a row for each state, whose cells are a list."""
    with atomic_write(path, KINDS[path.suffix]) as file:
        if path.suffix == ".npz":
            import numpy as np

            np.savez_compressed(file, states=states, distances=distances, puzzle=np.array(format_puzzle(puzzle)))
            return
        frame(puzzle, states, distances).to_parquet(file, index=False)


def _holds_npz(file: IO[bytes]) -> bool:
    """Return whether a file is an archive of the three arrays, judged by the directory at its end."""
    is_archive = file.read(2) == b"PK"
    file.seek(max(0, file.seek(0, SEEK_END) - CHUNK))
    end = file.read()
    return is_archive and all(end.count(name + b".npy") for name in COLUMNS)


def _holds_parquet(file: IO[bytes]) -> bool:
    """Return whether a file is a table of states and distances, judged by the metadata at its end."""
    is_parquet = file.read(4) == b"PAR1"
    file.seek(max(0, file.seek(0, SEEK_END) - CHUNK))
    end = file.read()
    return is_parquet and end.endswith(b"PAR1") and b"state" in end and b"distance" in end


KINDS = {
    ".npz": FileKind("a dataset of states and distances", SUFFIXES, _holds_npz),
    ".parquet": FileKind("a dataset of states and distances", SUFFIXES, _holds_parquet),
}
"""The kind of file written for each suffix."""


def check_suffix(path: Path) -> None:
    """Raise ImportError, with the command that installs it, if a library needed to write this file is missing."""
    require("numpy")
    if path.suffix == ".parquet":
        require("pandas", "frames")
        require("pyarrow", "frames")


def frame(puzzle: Puzzle, states: "NDArray[Any]", distances: "NDArray[Any]", library: "Library" = "pandas") -> Any:
    """Return a dataset as a DataFrame of pandas or polars: `state`, `distance`; in pandas `attrs` has the puzzle's
    ID.
    """
    if library == "polars":
        require("polars", "polars")
        import polars

        return polars.DataFrame({"state": states.tolist(), "distance": distances})
    require("pandas", "frames")
    import pandas

    table = pandas.DataFrame({"state": list(states), "distance": distances})
    table.attrs["puzzle"] = format_puzzle(puzzle)
    return table


def _lengths(puzzle: Puzzle, states: Sequence[State], workers: int) -> Iterator[Sequence[int]]:
    """Yield the fewest moves of the states, block by block, from a lookup or from workers."""
    if (remaining := families.of(puzzle).remaining(puzzle)) is not None:
        import numpy as np

        for first in range(0, len(states), STATES_PER_LOOKUP):
            yield remaining(np.array(states[first : first + STATES_PER_LOOKUP])).tolist()
        return
    lines = (Line(number, format_board(puzzle, state).encode()) for number, state in enumerate(states, start=1))
    with Processes(workers) as executor:
        for reply in replies(lines, executor, Options()):
            yield [_length(puzzle, json.loads(line)) for line in reply.text.splitlines()]


def _length(puzzle: Puzzle, answer: dict[str, Any]) -> int:
    """Return the length of an answer; raise PuzzleError if it is not proved optimal."""
    if not answer.get("optimal"):
        reason = str(answer.get("error", answer.get("verdict")))
        raise PuzzleError(
            msg("a dataset of {puzzle} takes the proof of every distance: {reason}",
                puzzle=format_puzzle(puzzle), reason=reason)
        )  # fmt: skip
    length: int = answer["length"]
    return length
