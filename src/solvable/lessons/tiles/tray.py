"""The model of a board of tiles that the lessons use: rows and columns, the goal, and counts as a person makes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solvable import families
from solvable.core.errors import PuzzleError
from solvable.core.message import either, msg
from solvable.core.puzzle import Human, Puzzle
from solvable.core.scene import Scene
from solvable.core.solution import Move, State
from solvable.lessons.lesson import Step, Verdict, board, step

CELLS_MAX = 400  # cells: as many as a person can follow


@dataclass(frozen=True, slots=True)
class Board:
    """The puzzle, its size, the state, and the number of each tile: its rank when the goal is read row by row."""

    puzzle: Puzzle
    width: int
    height: int
    state: State
    goal: State
    number: tuple[int, ...]
    is_plain: bool

    @property
    def is_line(self) -> bool:
        """Whether the board is a single row or column, on which no tile passes another."""
        return min(self.width, self.height) == 1

    def numbers(self, state: Sequence[int]) -> list[int]:
        """Return the tiles row by row, the blank left out, each as its number."""
        return [self.number[tile] for tile in state if tile]

    def place(self, cell: int) -> str:
        """Return the name of a cell for readers, (row,column) from 1."""
        row, column = divmod(cell, self.width)
        return f"({row + 1},{column + 1})"

    def see(self, state: Sequence[int], points: Iterable[int] = (), weights: Iterable[int] = ()) -> Scene:
        """Return the scene of a state, with cells marked and cells weighted."""
        return board(self.puzzle, state, points=points, weights=dict.fromkeys(weights, 1))

    def is_reachable(self) -> bool:
        """Return whether the goal can be reached: by order on a line, else by inversions and the blank's row."""
        if self.is_line:
            return self.numbers(self.state) == self.numbers(self.goal)
        return invariant(self, self.state) == invariant(self, self.goal)


def inversions_of(numbers: Sequence[int]) -> list[int]:
    """Return, for each number, how many smaller ones follow it."""
    return [sum(later < number for later in numbers[offset + 1 :]) for offset, number in enumerate(numbers)]


def invariant(board: Board, state: Sequence[int]) -> int:
    """Return what no slide changes mod 2: the inversions, plus the row of the blank if the width is even."""
    row = state.index(0) // board.width
    return (sum(inversions_of(board.numbers(state))) + (row if board.width % 2 == 0 else 0)) % 2


def tray(puzzle: Puzzle, state: State) -> Board:
    """Return the board of a lesson; raise PuzzleError if the puzzle is not a board of distinct tiles, or is too
    large.
    """
    if not isinstance(puzzle, Human):
        raise PuzzleError("this lesson is about tiles that all differ, on a full board of rows and columns")
    puzzle.check(state)
    if len(state) > CELLS_MAX:
        raise PuzzleError(msg("a lesson takes at most {most} cells, not {cells}", most=CELLS_MAX, cells=len(state)))
    goal = tuple(puzzle.goal)
    tiles = [tile for tile in goal if tile]
    number = [0] * len(goal)
    for index, tile in enumerate(tiles, start=1):
        number[tile] = index
    is_plain = tiles == sorted(tiles)
    return Board(puzzle, puzzle.width, puzzle.height, tuple(state), goal, tuple(number), is_plain)


def verdict(board: Board) -> tuple[Verdict, Step]:
    """Return the verdict, and the step that states it."""
    word: Verdict = "solvable" if board.is_reachable() else "unsolvable"
    if board.state == board.goal:
        return word, step("lesson.tiles.already", scene=board.see(board.state), facts={"verdict": word})
    family = families.of(board.puzzle)
    facts = family.goal_fields(board.puzzle, board.state, word == "solvable")
    if "goal" not in facts:
        return word, step(f"lesson.tiles.{word}", facts={"verdict": word})
    goal = family.goal_words(board.puzzle, facts["goal"])
    others = [family.goal_words(board.puzzle, name) for name in facts.get("other_goals", ())]
    if word == "solvable":
        return word, step("lesson.tiles.solvable.goal", facts={"verdict": word, **facts}, goal=goal)
    if not others:
        return word, step("lesson.tiles.unsolvable.goal", facts={"verdict": word, **facts}, goal=goal)
    listed = either(others, "{one}; {other}")
    return word, step("lesson.tiles.unsolvable.others", facts={"verdict": word, **facts}, goal=goal, others=listed)


def letters(board: Board, blank: int, moves: Iterable[Move]) -> str:
    """Return moves as the directions in which tiles slide, U, D, L, R, in groups of four."""
    runs = []
    for move in moves:
        far = move - blank
        if move // board.width == blank // board.width:
            runs.append(("L" if far > 0 else "R") * abs(far))
        else:
            runs.append(("U" if far > 0 else "D") * (abs(far) // board.width))
        blank = move
    word = "".join(runs)
    return " ".join(word[start : start + 4] for start in range(0, len(word), 4))


def steps_home(board: Board, cell: int, tile: int) -> int:
    """Return the steps from a cell to the tile's goal cell."""
    home = board.goal.index(tile)
    return abs(cell // board.width - home // board.width) + abs(cell % board.width - home % board.width)


def cycles(state: State, goal: State) -> list[tuple[int, ...]]:
    """Return the cycles of length > 1, in which each tile belongs in the cell of the next one; the blank is 0."""
    results, seen = [], set[int]()
    for first in state:
        cycle: list[int] = []
        tile = first
        while tile not in seen:
            seen.add(tile)
            cycle.append(tile)
            tile = state[goal.index(tile)]
        if len(cycle) > 1:
            results.append(tuple(cycle))
    return results
