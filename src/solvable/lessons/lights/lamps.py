"""The model of a board of lamps that the lessons use: its cells and buttons, and the effect of each press.

Everything is stated as the difference from the goal: a lamp's number is how much too high it is, 0 means right. So
every goal becomes the dark board. Lessons use only the puzzle's capability `Lamps`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Puzzle
from solvable.core.scene import Scene
from solvable.core.solution import Move, State
from solvable.lessons.lesson import Step, Table, Verdict, board, step
from solvable.lessons.lights.linear import Matrix as Rows
from solvable.lessons.lights.linear import Reduced, is_prime, reduced

CELLS_MAX = 400  # cells: as many as a person can follow and plain elimination handles instantly
WRITTEN = 36  # columns of the largest matrix that is shown


@dataclass(frozen=True, slots=True)
class Board:
    """The puzzle, its size, the indices of its cells and buttons, the effect of each press, and the state to be
    solved.
    """

    puzzle: Puzzle
    width: int
    height: int
    k: int
    cells: tuple[int, ...]
    buttons: tuple[Move, ...]
    adds: Sequence[Sequence[int]]
    state: State
    is_shifted: bool
    on_cells: bool

    def press(self, state: Sequence[int], press: Move, times: int = 1) -> State:
        """Return the state after `times` presses of a button."""
        return tuple((value + times * add) % self.k for value, add in zip(state, self.adds[press], strict=True))

    def press_all(self, state: Sequence[int], presses: Iterable[Move]) -> State:
        """Return the state after some presses."""
        for press in presses:
            state = self.press(state, press)
        return tuple(state)

    def matrix(self) -> Rows:
        """Return A: a row for each cell, a column for each button."""
        return [[self.adds[press][cell] for press in self.buttons] for cell in self.cells]

    def right(self) -> list[int]:
        """Return what the presses must add to each cell, the vector b."""
        return [-self.state[cell] % self.k for cell in self.cells]

    def system(self) -> Reduced:
        """Return the reduced system A x = b."""
        return reduced(self.matrix(), self.right(), self.k)

    def presses(self, x: Sequence[int]) -> tuple[Move, ...]:
        """Return the presses of a solution, each as often as it occurs."""
        return tuple(press for press, times in zip(self.buttons, x, strict=True) for _ in range(times))

    def place(self, cell: int) -> str:
        """Return the name of a cell for readers: (row,column) from 1, or its number on a single row."""
        row, column = divmod(cell, self.width)
        return f"({row + 1},{column + 1})" if self.height > 1 else f"{column + 1}"

    def button(self, press: Move) -> str:
        """Return the name of a button for readers: its cell, or its number if buttons are not cells."""
        return self.place(press) if self.on_cells else str(press + 1)

    def named(self, presses: Iterable[Move]) -> tuple[str, ...]:
        """Return the names of the buttons pressed, with the number of presses if it is more than one."""
        often = Counter(presses)
        return tuple(self.button(press) + (f"×{times}" if times > 1 else "") for press, times in often.items())

    @property
    def is_prime(self) -> bool:
        """Whether k is prime, so that ranks exist."""
        return is_prime(self.k)

    def see(
        self,
        state: Sequence[int],
        presses: Iterable[Move] | None = None,
        points: Iterable[int] = (),
        weights: Mapping[int, int] | None = None,
    ) -> Scene:
        """Return the scene of a state with presses marked, cells marked, and cells weighted."""
        return board(self.puzzle, state, presses=presses, points=points, weights=weights)

    def opening(self) -> list[Step]:
        """Return the step that describes the numbers on the lamps, if the goal is not the dark board."""
        return [step("lesson.lights.shifted", scene=self.see(self.state))] if self.is_shifted else []


def lamps(puzzle: Puzzle, state: State) -> Board:
    """Return the board of a lesson; raise PuzzleError if the puzzle has no lamps or is too large."""
    if not isinstance(puzzle, Lamps):
        raise PuzzleError("this lesson is about lamps")
    if puzzle.cells > CELLS_MAX:
        raise PuzzleError(msg("a lesson takes at most {most} cells, not {cells}", most=CELLS_MAX, cells=puzzle.cells))
    k = puzzle.k
    return Board(
        puzzle,
        puzzle.width,
        puzzle.height,
        k,
        tuple(cell for cell in range(puzzle.cells) if cell not in puzzle.lampless),
        tuple(puzzle.moves(state)),
        puzzle.matrix(),
        tuple(-value % k for value in puzzle.difference(state)),
        any(puzzle.goal),
        puzzle.presses == puzzle.cells,
    )


def numbers(rows: Iterable[Sequence[int]], bar: int = 0, **marked: tuple[object, ...]) -> Table:
    """Return a matrix as a table."""
    return Table(tuple(tuple(map(str, row)) for row in rows), bar=bar, is_matrix=True, **marked)  # type: ignore[arg-type]


def judged(presses: Sequence[Move] | None) -> Verdict:
    """Return the verdict for these presses; None means that there are none."""
    return "unsolvable" if presses is None else "solvable"


def verdict(board: Board, presses: Sequence[Move] | None) -> Step:
    """Return the last step: solvable by these presses, or unsolvable."""
    if presses is None:
        return step("lesson.lights.unsolvable", facts={"verdict": "unsolvable"})
    facts = {"verdict": "solvable", "moves": list(presses)}
    if not presses:
        return step("lesson.lights.already", scene=board.see(board.state), facts=facts)
    return step(
        "lesson.lights.solvable",
        scene=board.see(board.state, presses),
        facts=facts,
        n=len(presses),
        presses=board.named(presses),
    )
