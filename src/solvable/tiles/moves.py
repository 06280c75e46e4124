"""Lists of moves: letters of tile or blank, with repeats; replay, simplification, inverse, length in both metrics,
mistakes.

A move is the touched cell, to which the blank goes; so a list of moves is the blank's path, and everything here follows
from that path. A move along k cells counts k in STM and 1 in MTM. Letters name single steps, either of the tile
(slidysim, DeepCubeA) or of the blank (UVa 10181, HackerRank): the same path, with opposite letters.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Sequence

from solvable import kernels
from solvable.core.budget import check
from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.puzzle import Move, Puzzle, State
from solvable.tiles.compact import parts
from solvable.tiles.interface import Grid

OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}
WORD = re.compile(r"([A-Za-z])([0-9]*)|[\s,;]+|(.)")
ARRAY_MOVES_MIN = 10_000  # moves from which the kernel is faster, including the time to load it
TABLE_CELLS_MAX = 10  # cells of boards with a complete table
SEARCHED, FEW = 16, 40  # cells and moves up to which each state is searched


def direction(width: int, blank: int, move: Move) -> tuple[str, int]:
    """Return the direction of the blank (U, D, L or R) and its distance; raise IllegalMoveError if the two are not in
    line.
    """
    if move >= 0 and move != blank and move // width == blank // width:
        return ("R" if move > blank else "L"), abs(move - blank)
    if move >= 0 and move != blank and move % width == blank % width:
        return ("D" if move > blank else "U"), abs(move - blank) // width
    raise IllegalMoveError(
        msg("the tile at cell {cell} is not in line with the blank at cell {blank}", cell=move, blank=blank), move
    )


def _check_sense(of: str) -> None:
    if of not in ("tile", "blank"):
        raise PuzzleError(msg("letters give the direction of the tile or of the blank, not of {of}", of=repr(of)))


def to_letters(width: int, state: State, moves: Iterable[Move], of: str = "tile", *, repeats: bool = False) -> str:
    """Return `moves` as single steps U D L R of the tile (or of the blank); with `repeats`, "U2R" for "UUR"."""
    _check_sense(of)
    blank = state.index(0)
    moves = moves if isinstance(moves, Sequence) else tuple(moves)
    if len(moves) >= ARRAY_MOVES_MIN and not repeats and (letters := _letters_of_many(width, blank, moves, of)):
        return letters
    steps: list[tuple[str, int]] = []
    for move in moves:
        letter, count = direction(width, blank, move)
        if steps and steps[-1][0] == letter:
            count += steps.pop()[1]
        steps.append((letter, count))
        blank = move
    named = ((letter if of == "blank" else OPPOSITE[letter], count) for letter, count in steps)
    if repeats:
        return "".join(f"{letter}{count}" if count > 1 else letter for letter, count in named)
    return "".join(letter * count for letter, count in named)


def _letters_of_many(width: int, blank: int, moves: Sequence[Move], of: str) -> str | None:
    """Return the letters of single steps by the kernel; None if a move is not a single step, or without the kernel."""
    if not kernels.has_library():
        return None
    kernel = kernels.native()
    names = "".join(letter if of == "blank" else OPPOSITE[letter] for letter in "UDLR").encode()
    pieces = []
    for part in parts(moves):
        check()
        try:
            path = part if isinstance(part, memoryview) and part.format == "i" else array("i", part)
        except (OverflowError, TypeError):  # a number that is not a cell
            return None
        letters = bytearray(len(path))
        if kernel.letters_of_steps(path, len(path), blank, width, names, letters) < len(path):
            return None
        blank = path[-1]
        pieces.append(letters.decode("ascii"))
    return "".join(pieces)


def from_letters(width: int, state: State, letters: str, of: str = "tile", *, metric: str = "stm") -> tuple[Move, ...]:
    """Return the moves for `letters`; in MTM equal adjacent letters are one move.

    Raise NotationError at the first letter that is unknown or would leave the board.
    """
    _check_sense(of)
    blank, height = state.index(0), len(state) // width
    moves: list[Move] = []
    for match in WORD.finditer(letters):
        letter, count, other = match.groups()
        if letter is None and other is None:
            continue
        name = (letter or other).upper()
        if name not in OPPOSITE:
            raise NotationError.at(
                letters,
                match.start(),
                msg("{word} is not a move", word=repr(match.group())),
                "U, D, L or R, with a repeat count",
            )
        times = int(count[:9] or 1)
        heading = name if of == "blank" else OPPOSITE[name]
        row, column = divmod(blank, width)
        room = {"U": row, "D": height - 1 - row, "L": column, "R": width - 1 - column}[heading]
        if times > room:
            raise NotationError.at(
                letters,
                match.start(),
                msg("{move} leaves the board", move=match.group()),
                msg("at most {most} steps in this direction", most=room),
            )
        step = {"U": -width, "D": width, "L": -1, "R": 1}[heading]
        moves += range(blank + step, blank + step * (times + 1), step) if times else ()
        blank += step * times
    return merge(width, state, moves) if metric == "mtm" else tuple(moves)


def single_steps(width: int, state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the same path in single steps, as STM counts them."""
    blank = state.index(0)
    path: list[Move] = []
    for move in moves:
        letter, _ = direction(width, blank, move)
        step = {"U": -width, "D": width, "L": -1, "R": 1}[letter]
        path += range(blank + step, move + step, step)
        blank = move
    return tuple(path)


def merge(width: int, state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the same path with consecutive moves in one direction as one MTM move."""
    blank = state.index(0)
    path: list[Move] = []
    heading = ""
    for move in moves:
        letter, _ = direction(width, blank, move)
        if letter == heading:
            path[-1] = move
        else:
            path.append(move)
        heading, blank = letter, move
    return tuple(path)


def simplify(width: int, state: State, moves: Iterable[Move], *, metric: str = "stm") -> tuple[Move, ...]:
    """Return `moves` without immediate reversals; in MTM moves along one line are merged, possibly to none."""
    path = direct(state, single_steps(width, state, moves))
    return merge(width, state, path) if metric == "mtm" else path


def direct(state: State, steps: Iterable[Move]) -> tuple[Move, ...]:
    """Return single steps, on a board or any graph, without immediate reversals."""
    path = [state.index(0)]
    for step in steps:
        if len(path) > 1 and path[-2] == step:
            path.pop()
        else:
            path.append(step)
    return tuple(path[1:])


def invert(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves that lead from the end of `moves` back to `state`: the blank's path backwards."""
    return (*moves[-2::-1], state.index(0)) if moves else ()


def length(width: int, state: State, moves: Iterable[Move], metric: str = "stm") -> int:
    """Return the number of moves of the path: its single steps in STM, its straight runs in MTM."""
    moves = tuple(moves)
    return len(merge(width, state, moves)) if metric == "mtm" else len(single_steps(width, state, moves))


def replay(width: int, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves` of either metric, in time O(cells moved) for any board size."""
    board = list(state)
    blank = board.index(0)
    cells = len(board)
    for move in moves:
        if not 0 <= move < cells:
            raise IllegalMoveError(msg("there is no cell {cell}", cell=move), move)
        if abs(move - blank) == width:
            board[blank] = board[move]
        else:
            letter, _ = direction(width, blank, move)
            step = {"U": -width, "D": width, "L": -1, "R": 1}[letter]
            for cell in range(blank, move, step):
                board[cell] = board[cell + step]
        board[move] = 0
        blank = move
    return tuple(board)


@frozen
class Mistake:
    """A move of a given solution after which the goal is no nearer: its index, and the fewest moves before and after
    it.
    """

    index: int
    move: Move
    before: int
    after: int


def mistakes(
    puzzle: Puzzle, state: State, moves: Iterable[Move], distance: Callable[[State], int] | None = None
) -> list[Mistake]:
    """Return the moves after which the goal is no nearer; `distance` defaults to the length of an optimal solution.

    Each move is judged by the fewest moves left before and after it, independently of the others.
    """
    fewest = distance or (lambda position: len(puzzle.optimal(position)))
    before = fewest(state)
    results = []
    for index, move in enumerate(moves):
        state = puzzle.apply(state, move)
        after = fewest(state)
        if after >= before:
            results.append(Mistake(index, move, before, after))
        before = after
    return results


def cheap_distance(puzzle: Puzzle, moves: int) -> Callable[[State], int] | None:
    """Return a function for the fewest moves of each state along `moves` moves, None if that would take long.

    Boards of up to 10 cells use their complete table, or a search if they have none; boards of up to 16 cells are
    searched if there are few moves, because then the states are usually near the goal.
    """
    cells = len(puzzle.goal)
    has_table = cells <= TABLE_CELLS_MAX and kernels.has_library()
    if has_table and isinstance(puzzle, Grid) and min(puzzle.width, puzzle.height) > 1:
        from solvable.tiles.census import complete

        return complete.table(puzzle).distance
    if cells <= TABLE_CELLS_MAX or (cells <= SEARCHED and moves <= FEW):
        return lambda state: len(puzzle.optimal(state))
    return None
