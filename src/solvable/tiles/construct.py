"""The human method on any board: row by row until two rows are left, then column by column, then the last 2 × 2.

Each tile of a row except the last is moved to its goal cell by walking the blank around it, diagonally as long as
possible (3 blank moves a step; 5 when moving straight). The last tile is brought under its corner, and a shortest word
turns the 2 × 3 corner. Columns are the same with the board transposed. The last 2 × 2 is a ring of three tiles: it is
turned into order or, if the parity is wrong, ends with two tiles swapped. For other goals the goal's blank is first
walked to the nearest corner and the board is viewed from the opposite one; at the end the blank walks home. 2.7 to 2.85
n³ moves on random n × n boards (measured; the best such method expects 8/3 n³, Parberry 2015), at most 5 n³ (Parberry
1995); time O(cells moved): 100 × 100 in 0.1 s by the kernel.
"""

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence, Sized
from functools import lru_cache
from math import ceil
from typing import TypeVar

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.frozen import frozen
from solvable.core.log import Log
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.core.solution import Bound, Move, Solution, State
from solvable.tiles import heuristics, moves, parity
from solvable.tiles.compact import Growing, moves_of
from solvable.tiles.interface import Grid

KINDS = ("place", "under", "turn", "ring", "swapped", "blank")
KERNEL_FROM = 100  # cells from which the kernel is faster, including the time to load it
COMPILED_FROM = 1000  # cells from which sweeps are tried before this method if few moves are wanted (`suboptimal`)
MOVES_BEFORE_FIRST_CHECK = 1 << 17  # moves before the first check of the time: small boards are always completed
MOVES_PER_BUDGET_CHECK = 1 << 15  # moves between two checks, less than 100 ms of the readable method
KERNEL_MOVES_MAX = 1 << 22  # the most moves in one call of the kernel
MOVES_PER_CELL_AND_SIDE = 2.9  # a usual upper bound on the method's moves, divided by cells and longer side
MOVE, PLAIN_MOVE = 6, 80  # bytes of a move, in the kernel and in the readable method
log = Log("solvable.tiles")
Path = TypeVar("Path", bound=Sized)  # an array of cells: a memoryview or a numpy array


@frozen
class Stage:
    """One step of the method, with the moves it takes (none if all is in place already).

    `kind`: "place": move `tile` to its goal cell `cell`; "under": bring the last tile of a row or column next to its
    corner `cell`; "turn": turn the corner so that the tile goes in; "ring": turn the last 2 × 2 into order; "swapped":
    the same if the parity is wrong, so that two tiles stay swapped; "blank": walk the blank home (`tile` is 0).
    """

    kind: str
    tile: int
    cell: int
    moves: tuple[Move, ...]


def solve(puzzle: Grid, state: State, budget: Budget | None = None) -> Solution:
    """Return the solution of the human method without moves that cancel; raise UnsolvableError if there is none.

    Boards with fewer than about 5,000 cells are always solved; for larger ones it raises BudgetExceededError if the
    budget is over, or if the moves would not fit into memory.
    """
    w, metric = puzzle.width, puzzle.metric
    is_compiled = min(w, puzzle.height) > 1 and is_worth_compiled(puzzle.cells)
    budget = (budget or Budget()).share(through=lambda _: Bound(bound))
    bound = 0
    with budget:
        parity.require(state, puzzle.goal, puzzle.width)
        if min(w, puzzle.height) == 1:
            only = walk_home(puzzle, state)
            return Solution(only, len(only))
        bound = heuristics.lower_bound(state, puzzle.goal, w, metric)
    check_room(puzzle, bound, MOVE if is_compiled else PLAIN_MOVE)
    try:
        if is_compiled:
            result = solve_compiled(puzzle, state, budget)
        else:
            path = (move for stage in stages(puzzle, state, budget) for move in stage.moves)
            result = moves.simplify(w, state, path, metric=metric)
    except BudgetExceededError as error:
        error.lower_bound = bound
        raise
    return Solution(result, min(len(result), bound))


def too_short(
    puzzle: Grid, budget: Budget, made: int, bound: int = 0, *, begun: float = 0.0, each: float = 0.0
) -> BudgetExceededError:
    """Return (and log) the error that names a sufficient time limit, estimated from the time that `made` moves took.

    The moves were begun after `begun` seconds; `each` is the time per move after all are found, in addition to the
    caller's own.
    """
    if budget.is_cancelled or not made:
        return budget.exceeded(bound)
    whole = MOVES_PER_CELL_AND_SIDE * puzzle.cells * max(puzzle.width, puzzle.height)
    seconds = begun + (budget.spent - begun) * max(1.0, whole / made) + (each + budget.per_move) * whole
    seconds *= 1.2  # a margin, since speeds vary
    message = msg(
        "{width} × {height} cells are not solved in so short a time: allow about {seconds} seconds",
        width=puzzle.width, height=puzzle.height, seconds=f"{ceil(10 * seconds) / 10:.1f}",
    )  # fmt: skip
    log.warning(message)
    return BudgetExceededError(message, bound)


def check_room(puzzle: Grid, bound: int, each: int) -> None:
    """Raise BudgetExceededError, and log why, if a solution of `bound` moves with `each` bytes a move may not fit into
    memory.
    """
    if min(puzzle.width, puzzle.height) == 1:
        return
    try:
        check_memory(
            each * MOVES_PER_CELL_AND_SIDE * puzzle.cells * max(puzzle.width, puzzle.height), puzzle.cells, 1.5
        )
    except BudgetExceededError as error:
        log.warning(str(error))
        raise BudgetExceededError(str(error), bound) from None


def stages(puzzle: Grid, state: State, budget: Budget | None = None) -> list[Stage]:
    """Return the stages of the method on `state`, solvable or not, with moves of the puzzle's metric.

    Raise BudgetExceededError if the budget is over, or if they would not fit into memory.
    """
    puzzle.check(state)
    check_room(puzzle, 0, PLAIN_MOVE)
    if min(puzzle.width, puzzle.height) == 1:
        return [Stage("blank", 0, puzzle.goal.index(0), walk_home(puzzle, state))]
    result = _rectangle(puzzle, state, budget)
    position = state.index(0)
    simplified = []
    is_long = sum(len(stage.moves) for stage in result) >= MOVES_BEFORE_FIRST_CHECK
    for stage in result:
        if budget is not None and (budget.is_over if is_long else budget.is_cancelled):
            raise budget.exceeded()
        start = (*(1,) * position, 0)  # only the position of the blank matters
        path = moves.simplify(puzzle.width, start, stage.moves, metric=puzzle.metric) if stage.moves else ()
        simplified.append(Stage(stage.kind, stage.tile, stage.cell, path))
        position = stage.moves[-1] if stage.moves else position
    return simplified


def walk_home(puzzle: Grid, state: State) -> tuple[Move, ...]:
    """Return the only solution without detours of a solvable state in one row or column: the blank walks home."""
    blank, home = state.index(0), puzzle.goal.index(0)
    step = 1 if home > blank else -1
    if puzzle.metric == "mtm":
        return (home,) if home != blank else ()
    return tuple(range(blank + step, home + step, step)) if home != blank else ()


def _rectangle(puzzle: Grid, state: State, budget: Budget | None) -> list[Stage]:
    w, h = puzzle.width, puzzle.height
    corner, walk = corner_goal(puzzle)
    goal = moves.replay(w, puzzle.goal, walk)
    seen = seen_from(w, h, w * h - 1 - corner)
    worker = _Worker(w, h, [state[cell] for cell in seen], [goal[cell] for cell in seen], budget)
    worker.run()
    on_board = [
        Stage(stage.kind, stage.tile, seen[stage.cell], tuple(seen[cell] for cell in stage.moves))
        for stage in worker.stages
    ]
    return [*on_board, Stage("blank", 0, puzzle.homes[0], moves.invert(puzzle.goal, walk))]


def is_worth_compiled(cells: int) -> bool:
    """Return whether the kernel is the faster way to solve this many cells."""
    return cells >= KERNEL_FROM and kernels.has_library()


def solve_compiled(puzzle: Grid, state: State, budget: Budget | None = None) -> Sequence[Move]:
    """Return the moves of `solve`, found by the kernel; for boards of at least two rows and columns."""
    w, h = puzzle.width, puzzle.height
    corner, walk = corner_goal(puzzle)
    seen = seen_from(w, h, w * h - 1 - corner)
    start = moves.replay(w, puzzle.goal, walk)
    board, goal = (array("q", [cells[cell] for cell in seen]) for cells in (state, start))
    made = Growing(int(MOVES_PER_CELL_AND_SIDE * w * h * max(w, h)))
    begun = 0.0 if budget is None else budget.spent
    try:
        for count in lines_compiled(board, goal, w, h, made.place, budget):
            made.size += count
    except BudgetExceededError as error:
        raise error if budget is None else too_short(puzzle, budget, made.size, begun=begun) from None
    worker = _Worker(w, h, board.tolist(), goal)
    worker.ring()
    made.add(worker.stages[0].moves)
    kernels.native().construct_rename(made.path, made.size, array("i", seen), w * h)
    made.add(moves.invert(puzzle.goal, walk))
    return moves_of(simplified(made.path, state.index(0), puzzle.metric == "mtm"))


def simplified(path: Path, blank: int, is_mtm: bool) -> Path:
    """Return the blank's single steps, cells of 32 bits, without immediate reversals; in MTM as moves.

    The input is overwritten. `blank` is the first cell.
    """
    length = kernels.native().construct_simplify(path, len(path), blank, is_mtm)
    return path[:length]  # type: ignore[index,no-any-return]


def lines_compiled(
    board: "array[int]",
    goal: "array[int]",
    w: int,
    h: int,
    place: "Callable[[int], memoryview[int]]",
    budget: Budget | None = None,
) -> Iterator[int]:
    """Solve all rows but two and all columns but two of `board`, in place; yield the lengths of the parts of the path.

    Each part is written into the buffer that `place(maximum moves)` returns.
    """
    from solvable.kernels.buffers import Buffer, zeros

    where = zeros("q", len(board))
    kernels.native().construct_places(board, len(board), where)
    longest = 8 * (w + h) + 64  # moves for a tile
    at_once = max(2, KERNEL_MOVES_MAX // longest)  # tiles in one call
    maximum = (min(at_once, max(w, 2)) + 1) * longest
    arrays, corner = (Buffer(board), Buffer(where), Buffer(goal), len(board)), Buffer(corner_word_array())
    solve_line = kernels.native().construct_solve_line
    # (base, step of a line, step within it), (lines, length), line
    rows = [((0, w, 1), (h, w), top) for top in range(h - 2)]
    columns = [(((h - 2) * w, 1, w), (w, 2), top) for top in range(w - 2)]
    watch = _Watch(budget)
    for grid, size, top in rows + columns:
        for begin in range(0, size[1], at_once):
            made = solve_line(*arrays, place(maximum), *grid, *size, top, corner, begin, begin + at_once)
            yield made
            watch.made(made)


def corner_word_array() -> "array[int]":
    """Return the corner words as rows of 16 terminated by −1, for the kernel."""
    words = array("q", [-1]) * 96
    for blank, word in corner_words().items():
        words[16 * blank : 16 * blank + len(word)] = array("q", word)
    return words


def seen_from(width: int, height: int, corner: int) -> list[int]:
    """Return the cells of the board row by row as seen from `corner`: rows and columns may be reversed."""
    rows = range(height) if corner < width else range(height - 1, -1, -1)
    columns = range(width) if corner % width == 0 else range(width - 1, -1, -1)
    return [row * width + column for row in rows for column in columns]


def corner_goal(puzzle: Grid) -> tuple[int, list[Move]]:
    """Return the corner nearest to the blank's home (bottom right in a tie), and the blank's walk from home to it."""
    w, h = puzzle.width, puzzle.height
    row, column = divmod(puzzle.homes[0], w)
    last_row = h - 1 if 2 * row >= h - 1 else 0
    last_column = w - 1 if 2 * column >= w - 1 else 0
    walk = []
    while (row, column) != (last_row, last_column):
        if column != last_column:
            column += 1 if last_column else -1
        else:
            row += 1 if last_row else -1
        walk.append(row * w + column)
    return last_row * w + last_column, walk


# the eight neighbours of a tile, clockwise from above, round which the blank walks
RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
PLACE_ON_RING = {offset: index for index, offset in enumerate(RING)}


@lru_cache(maxsize=1)
def corner_words() -> dict[int, tuple[int, ...]]:
    """Return, for each cell of the blank, the shortest path of the blank that turns a 2 × 3 corner.

    The corner is 0 1 / 2 3 / 4 5. The last tile but one of the row is at 0, the last at 3; they end at 0 and 1 with the
    blank below the row. The kernels use the same words.
    """
    return {blank: _corner_word(blank) for blank in (1, 2, 4, 5)}


def _corner_word(blank: int) -> tuple[int, ...]:
    start = (0, 3, blank)
    words: dict[tuple[int, int, int], tuple[int, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        first, last, hole = now = queue.popleft()
        if (first, last) == (0, 1) and hole > 1:
            return words[now]
        for cell in (hole - 2, hole + 2, hole ^ 1):
            if 0 <= cell < 6:
                after = (hole if first == cell else first, hole if last == cell else last, cell)
                if after not in words:
                    words[after] = (*words[now], cell)
                    queue.append(after)
    raise AssertionError("a 2 x 3 corner can always be turned")


class _Watch:
    """Checks a budget from time to time; its time only after a number of moves, so that small boards are always
    completed.
    """

    def __init__(self, budget: Budget | None) -> None:
        self.budget = budget
        self.moves = self.looked = 0

    def made(self, moves: int) -> None:
        """Count moves; raise BudgetExceededError if the budget is over, or too short for all moves."""
        self.moves += moves
        if self.budget is not None and self.moves >= self.looked + MOVES_PER_BUDGET_CHECK:
            self.looked = self.moves
            if self.budget.is_cancelled or (self.moves >= MOVES_BEFORE_FIRST_CHECK and self._is_over(self.budget)):
                raise self.budget.exceeded()

    def _is_over(self, budget: Budget) -> bool:
        return not budget.goes_on() or budget.left < budget.per_move * self.moves


class _Worker:
    """The board during the method, seen from the corner where it starts; solved rows and columns do not change any
    more.

    A line is a row of the board, or, when `transposed`, a column of its last two rows; (u, v) is cell v of line u.
    """

    def __init__(
        self, width: int, height: int, board: list[int], goal: Sequence[int], budget: Budget | None = None
    ) -> None:
        self.watch = _Watch(budget)
        self.width = width
        self.height = height
        self.board = board
        self.goal = goal
        self.where = [0] * len(board)
        for cell, tile in enumerate(board):
            self.where[tile] = cell
        self.path: list[Move] = []
        self.stages: list[Stage] = []
        self.transposed = False
        self.top = 0  # the line being solved
        self.locked = 0  # the number of its cells that must not change

    def run(self) -> None:
        """Solve all rows but two, then all columns but two, then the ring."""
        for row in range(self.height - 2):
            self.line(row)
        self.transposed = True
        for column in range(self.width - 2):
            self.line(column)
        self.ring()

    @property
    def lines(self) -> int:
        return self.width if self.transposed else self.height

    @property
    def length(self) -> int:
        return 2 if self.transposed else self.width

    def cell(self, u: int, v: int) -> int:
        return (self.height - 2 + v) * self.width + u if self.transposed else u * self.width + v

    def place(self, tile: int) -> tuple[int, int]:
        row, column = divmod(self.where[tile], self.width)
        return (column, row - self.height + 2) if self.transposed else (row, column)

    def is_free(self, u: int, v: int) -> bool:
        return self.top <= u < self.lines and 0 <= v < self.length and (u > self.top or v >= self.locked)

    def slide(self, cell: int) -> None:
        """Slide the tile at `cell` into the adjacent blank."""
        board, where, blank = self.board, self.where, self.where[0]
        tile = board[cell]
        board[blank], board[cell] = tile, 0
        where[tile], where[0] = blank, cell
        self.path.append(cell)

    def close(self, kind: str, tile: int, cell: int) -> None:
        """End the stage whose moves are the path since the last one."""
        self.stages.append(Stage(kind, tile, cell, tuple(self.path)))
        self.watch.made(len(self.path))
        self.path.clear()

    def line(self, top: int) -> None:
        """Solve the line `top`, below which there are at least two."""
        self.top = top
        last = self.length - 1
        for v in range(last):
            self.locked = v
            cell = self.cell(top, v)
            self.lead(self.goal[cell], top, v)
            self.close("place", self.goal[cell], cell)
        corner, below = self.cell(top, last), self.cell(top + 1, last)
        tile = self.goal[corner]
        self.locked = self.length
        if self.where[tile] not in (corner, below):
            if self.where[0] == corner:
                self.slide(below)
            self.lead(tile, top + 1, last)
        self.close("under", tile, corner)
        if self.where[tile] != corner:
            self.turn()
        self.close("turn", tile, corner)

    def lead(self, tile: int, u: int, v: int) -> None:
        """Move `tile` to (u, v), each time by the step for which the blank is nearest."""
        at_u, at_v = self.place(tile)
        while (at_u, at_v) != (u, v):
            steps = []
            if at_u != u:
                steps.append((-1, 0))
            if at_v != v:
                steps.append((0, 1 if at_v < v else -1))
            free = [(du, dv) for du, dv in steps if self.is_free(at_u + du, at_v + dv)]
            du, dv = min(free, key=lambda step: self.distance(at_u, at_v, step))
            self.bring_blank(at_u, at_v, du, dv)
            self.slide(self.cell(at_u, at_v))
            at_u, at_v = at_u + du, at_v + dv

    def distance(self, u: int, v: int, step: tuple[int, int]) -> int:
        """Return how far the blank must go to let the tile at (u, v) make `step`; not counting distant obstacles."""
        blank_u, blank_v = self.place(0)
        start = PLACE_ON_RING.get((blank_u - u, blank_v - v))
        if start is None:
            return abs(blank_u - u - step[0]) + abs(blank_v - v - step[1])
        return len(self.round_tile(u, v, start, PLACE_ON_RING[step]))

    def round_tile(self, u: int, v: int, start: int, end: int) -> list[tuple[int, int]]:
        """Return the blank's shorter free path around the tile at (u, v) between two cells of its ring."""
        ways = []
        for turn in (1, -1):
            count = (end - start) * turn % 8
            offsets = (RING[(start + turn * index) % 8] for index in range(1, count + 1))
            way = [(u + du, v + dv) for du, dv in offsets]
            if all(self.is_free(*place) for place in way):
                ways.append(way)
        return min(ways, key=len)

    def bring_blank(self, u: int, v: int, du: int, dv: int) -> None:
        """Bring the blank to (u + du, v + dv) next to the tile at (u, v), without moving that tile."""
        blank_u, blank_v = self.place(0)
        while abs(blank_u - u) > 1 or abs(blank_v - v) > 1:
            # down before across, across before up: the first line is left and entered through its free cells
            if blank_u < u + du or blank_v == v + dv:
                blank_u += 1 if blank_u < u + du else -1
            else:
                blank_v += 1 if blank_v < v + dv else -1
            self.slide(self.cell(blank_u, blank_v))
        start = PLACE_ON_RING[blank_u - u, blank_v - v]
        for place in self.round_tile(u, v, start, PLACE_ON_RING[du, dv]):
            self.slide(self.cell(*place))

    def turn(self) -> None:
        """Turn the 2 × 3 corner whose last tile is below it."""
        remaining = self.length - 2
        corner = [self.cell(self.top + u, remaining + v) for u in range(3) for v in range(2)]
        blank_u, blank_v = self.place(0)
        while self.where[0] not in corner:
            if blank_v < remaining:
                blank_v += 1
            else:
                blank_u -= 1
            self.slide(self.cell(blank_u, blank_v))
        for index in corner_words()[corner.index(self.where[0])]:
            self.slide(corner[index])

    def ring(self) -> None:
        """Turn the last 2 × 2 the shorter way into order, or if the parity is wrong, until only two tiles are
        swapped.
        """
        end = self.width * self.height - 1
        ring = (end - self.width - 1, end - self.width, end, end - 1)  # clockwise
        hole = ring.index(self.where[0])
        around = [self.board[ring[(hole + index) % 4]] for index in (1, 2, 3)]
        wanted = [self.goal[ring[index]] for index in (3, 0, 1)]  # clockwise after the blank at ring[2]
        swapped = wanted not in (around, around[1:] + around[:1], around[2:] + around[:2])
        if swapped:
            wanted.reverse()
        # each step of the blank moves the tile that it passes to the end of the order; 12 steps change nothing
        turns = next(t for t in range((2 - hole) % 4, 12, 4) if around[t % 3 :] + around[: t % 3] == wanted)
        step = 1 if turns <= 6 else -1
        for index in range(1, min(turns, 12 - turns) + 1):
            self.slide(ring[(hole + step * index) % 4])
        self.close("swapped" if swapped else "ring", 0, end)
