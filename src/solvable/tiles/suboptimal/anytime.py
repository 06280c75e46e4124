"""The best solution so far of one board: what every method of `near` improves, within a budget.

A board is seen with its blank's home at the bottom right and each tile called by its home: tile t belongs on cell
t − 1. A goal whose blank is not in a corner is first walked to the nearest corner; the walk is taken back at the end.
A draft is a solution of the human method, or one that ends with it: there at once, so that there is always an answer,
but not worth improving. A small board is first solved as `solve` does, so that no answer is longer than that; then by
the compiled lines of `stream`, 20 × 20 in 1 ms, and by sweeps and then lines, which are much shorter. Sweeps end early
if the time left would else not do for the lines: a move of lines takes a fifth of a sweep's, but each unit of the
distance that sweeps leave takes four of them.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Better, Bound, Event, Solution, State
from solvable.tiles import construct, moves
from solvable.tiles.compact import Growing, moves_of
from solvable.tiles.interface import Grid
from solvable.tiles.suboptimal import stream
from solvable.tiles.suboptimal.boards import Path, after, cells_of

Walk = list[int]
MOVES_PER_BUDGET_CHECK = 1 << 22  # moves that are named between two looks at the budget, some 20 ms
FINAL_REPORT_TIME_SHARE = 0.1  # of the seconds left: the most that are kept for reporting the answer
HUGE, PAUSE = 100_000, 0.2  # moves of solutions that are reported at most once in so many seconds
REPORT_TIME_SHARE = 0.1  # of the time: the most that reporting solutions takes
LINE_MOVES_PER_BUDGET_CHECK = 1 << 19  # some 10 ms: most boards get an answer whoever cancels at once
NARROW_CELLS = 10_000  # of boards that are not swept: beyond, the human method takes too long beside the lines
SWEPT_FROM = 8  # shorter side of boards that sweeps and lines solve better than lines do
FIRST_ANSWER_OVERRUN_S = 0.15  # seconds that the very first answer may be late,
SWEEP_RESERVE_S, COLD_S = 0.05, 3e-3  # and what sweeps leave of them; what the first ones of a process take besides
QUICK, SOON = 0.1, 0.1  # of the time, and seconds: boards of which lines alone take no more get these before sweeps
EACH, LINE, ANSWER = 1.0e-7, 1.1e-8, 0.4e-8  # seconds a move takes that is swept, one of lines, and either as an answer
# here; what it takes whoever asked is for the budget to say
PER_FAR, PER_CELL = 4.0, 10.0  # moves of lines for each unit of distance, and besides for each cell, at most


@dataclass(slots=True)
class Incumbent:
    """One board, canonical, and the shortest walk of the blank found so far.

    Each event reported to `budget` carries the bound, the best so far and all nodes.
    """

    puzzle: Grid
    state: State
    bound: int
    whole: Budget
    budget: Budget = field(init=False)
    board: State = ()
    cells: tuple[int, ...] = ()
    tail: Walk = field(default_factory=list)
    best: Path | None = None
    path: Path | None = None  # the answer, as moves of the puzzle
    swept: tuple[Path, State] | None = None  # what the first answer began with, if that were sweeps
    slower: float = 1.0  # times as long as those were thought to take
    nodes: int = 0
    told: Solution | None = None  # what has been reported last
    pause: float = 0.0  # when another huge one may be reported, in seconds spent
    reserved: float = 0.0  # seconds that are kept for what is done with the answer

    def __post_init__(self) -> None:
        self.budget = self.whole.share(through=self._completed)
        w, h = self.puzzle.width, self.puzzle.height
        corner, walk = construct.corner_goal(self.puzzle)
        self.cells = tuple(reversed(construct.seen_from(w, h, corner)))
        goal = after(self.puzzle.goal, list(walk))
        self.tail = list(moves.invert(self.puzzle.goal, walk))
        if goal == (*range(1, w * h), 0) and self.cells[0] == 0:
            self.board = self.state
            return
        name = [0] * (w * h)
        for index, cell in enumerate(self.cells[:-1], start=1):
            name[goal[cell]] = index
        self.board = tuple(name[self.state[cell]] for cell in self.cells)

    @property
    def width(self) -> int:
        """The width of the board."""
        return self.puzzle.width

    @property
    def height(self) -> int:
        """The height of the board."""
        return self.puzzle.height

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the best is proved shortest."""
        return self.budget.is_over or (self.path is not None and len(self.path) <= self.bound)

    @property
    def solution(self) -> Solution | None:
        """The answer so far."""
        if self.path is None or (self.told is not None and len(self.told) == len(self.path)):
            return self.told
        return Solution(moves_of(self.path), min(self.bound, len(self.path)))

    def look(self, nodes: int = 0) -> None:
        """Report the work done; raise BudgetExceededError if cancelled."""
        self.budget.look(nodes)

    def _completed(self, event: Event) -> Event:
        """Return the event with the bound, the best reported so far and all nodes; first report a better one."""
        if isinstance(event, Better):
            return event
        self.nodes += event.nodes
        self._tell()
        return Bound(self.bound, self.told, self.nodes)

    def _tell(self) -> None:
        """Report the answer where it is better than the last one reported, but do not spend much time on huge ones."""
        if self.path is None or (self.told is not None and len(self.told) <= len(self.path)):
            return
        begun = self.budget.spent
        if not self.budget.has_listener or (len(self.path) > HUGE and begun < self.pause):
            return
        self.told = self.solution
        now = self.budget.spent
        self.pause = now + max(PAUSE, (now - begun) / REPORT_TIME_SHARE)
        if self.told is not None:
            self.budget.better(self.told, self.nodes)

    def keep(self, seconds: float) -> None:
        """Keep some seconds for reporting the answer, at most a tenth of what is left."""
        if self.budget.is_limited:
            self.budget.keep(min(seconds, FINAL_REPORT_TIME_SHARE * self.budget.left))

    def reserve(self, moves: int) -> None:
        """Keep the seconds that the caller takes for an answer of so many moves, instead of those kept before."""
        wanted = self.budget.per_move * moves
        self.budget.keep(wanted - self.reserved)
        self.reserved = wanted

    def offer(self, walk: Path) -> bool:
        """Keep a walk of the blank that solves the canonical board, if it is shorter; return whether it was."""
        walk = construct.simplified(memoryview(cells_of(walk)), self.board.index(0), is_mtm=False)
        if self.best is None or len(walk) < len(self.best):
            self.best = walk
        return self.draft(walk)

    def draft(self, walk: Path, is_spare: bool = False) -> bool:
        """Answer by a walk of the blank, if it is shorter, but do not improve it; return whether it was shorter.

        A walk that is spare, an array (int32), may be written over.
        """
        return self.answer(self.named(walk, is_spare))

    def answer(self, path: Path) -> bool:
        """Answer by moves of the puzzle, if they are fewer; return whether they are."""
        if self.path is not None and len(path) >= len(self.path):
            return False
        self.path = path
        self.reserve(len(path))
        self.look()
        return True

    def named(self, walk: Path, is_spare: bool = False) -> Path:
        """Return a walk of the blank on the canonical board as moves of the puzzle, in its own memory where it may."""
        if is_spare and not self.tail and isinstance(walk, array | memoryview):
            named = memoryview(walk)
        else:
            named = memoryview(cells_of(walk) + array("i", self.tail))
        if self.board is not self.state:
            names, made = array("i", self.cells), len(walk)
            for begin in range(0, made, MOVES_PER_BUDGET_CHECK):
                part = named[begin : min(made, begin + MOVES_PER_BUDGET_CHECK)]
                kernels.native().construct_rename(part, len(part), names, len(names))
                self.budget.look()
        return construct.simplified(named, self.state.index(0), self.puzzle.metric == "mtm")


def first(attempt: Incumbent) -> bool:
    """Give a board without an answer its first one; return whether a better one may be looked for.

    Raise BudgetExceededError if the time is up before, which only happens to huge boards.
    """
    puzzle = attempt.puzzle
    is_swept = min(puzzle.width, puzzle.height) >= SWEPT_FROM
    if puzzle.cells < (construct.COMPILED_FROM if is_swept else NARROW_CELLS):  # so that none is longer than `solve`'s
        attempt.answer(construct.solve(puzzle, attempt.state).moves)
    each = LINE + ANSWER + attempt.budget.per_move
    lines = each * construct.MOVES_PER_CELL_AND_SIDE * puzzle.cells * max(puzzle.width, puzzle.height)
    with attempt.budget.extended(FIRST_ANSWER_OVERRUN_S):
        if not is_swept or lines < min(SOON, QUICK * attempt.budget.left):
            complete(attempt, (), attempt.board)
        return not is_swept or attempt.is_over or sweep(attempt)


def sweep(attempt: Incumbent) -> bool:
    """Answer by sweeps, as many as there is time for, and lines; return whether there was time for all of them."""
    budget, w, h = attempt.budget, attempt.width, attempt.height
    begun = budget.spent
    made = room_for(attempt)

    def is_late(homes: Any) -> bool:
        """Return whether the lines from there take all the time that is left."""
        slower = max(1.0, (budget.spent - begun) / (EACH * made.size)) if made.size else 1.0  # than EACH says
        remaining = PER_FAR * stream.far(homes, w) + PER_CELL * w * h
        after = max(0.0, budget.per_move * (remaining + made.size) - attempt.reserved)
        return budget.left < SWEEP_RESERVE_S + after + slower * ((LINE + ANSWER) * remaining + ANSWER * made.size)

    prices = stream.PRICES
    board, is_all = stream.sweep(made, attempt.board, w, h, prices, budget=budget, is_enough=is_late)
    attempt.slower = (budget.spent - begun) / (EACH * made.size + COLD_S)
    if is_all:
        attempt.swept = cells_of(made.path), tuple(board)
    solve_lines(attempt, made, board)
    return is_all


def complete(attempt: Incumbent, walk: Path, board: Path) -> None:
    """Answer by a walk of the blank and lines from the board that it leads to, if that is shorter.

    Raise BudgetExceededError if the time is up before, which only happens to huge boards.
    """
    made = room_for(attempt, len(walk))
    made.add(cells_of(walk))
    solve_lines(attempt, made, array("q", board))


def room_for(attempt: Incumbent, begun: int = 0) -> Growing:
    """Return room for an answer that begins with so many moves."""
    return Growing(
        begun + int(construct.MOVES_PER_CELL_AND_SIDE * attempt.puzzle.cells * max(attempt.width, attempt.height))
    )


def solve_lines(attempt: Incumbent, made: Growing, board: Any) -> None:
    """Answer by what is made and lines from the `board` that it leads to; both are changed."""
    looked = made.size
    for line in stream.stream(board, attempt.width, attempt.height, place=made.place):
        made.size += len(line)
        if made.size > looked + LINE_MOVES_PER_BUDGET_CHECK:
            looked = made.size
            if attempt.path is None:
                attempt.reserve(made.size)
            attempt.look()
            if attempt.budget.is_over:
                raise too_short(attempt, made.size)
    attempt.draft(made.path, is_spare=True)


def too_short(attempt: Incumbent, made: int) -> BudgetExceededError:
    """Return the error that says which limit of time would do, from how long so many moves of lines took."""
    return construct.too_short(attempt.puzzle, attempt.budget, made, attempt.bound, each=ANSWER)
