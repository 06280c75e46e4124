"""A game: a puzzle, where it began, its moves, and what the player was shown; the terminal and the page view it.

It works for every puzzle and has no clock, no input and no output: time is handed in, files are texts. What was undone
can be made again until another move is made; a restart is the way back to the beginning, and can be taken back too. A
hint is one move of a solution, the marks are all of it, and both stay true while the player moves on (`plan`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solvable.answers.review import best
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Move, Puzzle, Solution, State
from solvable.core.scene import UNMARKED, Marks
from solvable.formats.tatham import read_history, write_history
from solvable.game_id import format_puzzle, parse_puzzle
from solvable.play.challenge import Challenge
from solvable.play.plan import Plan, followed, leads_to_goal, way_back
from solvable.play.save_format import Saved, Shown

HINT = 1.0  # seconds that a hint may look for a shortest solution


class Session:
    """A game of `puzzle` that begins at `start` (None: the goal).

    `with_help` says that a hint or the marks have been shown; `elapsed` are the seconds played; `par` is what is known
    of the fewest moves from the beginning, None until `find_par` has looked; `challenge` is the result to be beaten.
    """

    __slots__ = (
        "_moves", "_place", "_plan", "_shown", "_states", "_strayed", "_times", "challenge", "elapsed", "par", "puzzle",
        "with_help",
    )  # fmt: skip

    def __init__(self, puzzle: Puzzle, start: State | None = None) -> None:
        self.puzzle = puzzle
        self._begin(puzzle.goal if start is None else checked(puzzle, start))

    def _begin(self, start: State) -> None:
        self._states: list[State] = [start]
        self._moves: list[Move] = []
        self._times: list[int] = []
        self._place = 0
        self._plan: Plan | None = None
        self._shown: Shown = "nothing"
        self._strayed = False  # the plan leads back a mistake: true, but perhaps not the shortest
        self.with_help = False
        self.elapsed = 0.0
        self.par: Solution | None = None
        self.challenge: Challenge | None = None

    # the position

    @property
    def start(self) -> State:
        """The position where the game began."""
        return self._states[0]

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[self._place]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led here."""
        return tuple(self._moves[: self._place])

    @property
    def times(self) -> tuple[int, ...]:
        """When each of these moves was made, in milliseconds of play since the first."""
        return tuple(self._times[: self._place])

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that were undone and can be made again, the next one first."""
        return tuple(self._moves[self._place :])

    @property
    def is_solved(self) -> bool:
        """Whether the goal is reached."""
        return self.state == self.puzzle.goal

    @property
    def shown(self) -> Shown:
        """What the player sees of a solution."""
        return self._shown

    @property
    def marks(self) -> Marks:
        """What is to be shown upon the position: the next move of a hint, or all that is left of a solution."""
        if self._shown == "nothing" or not self._plan:
            return UNMARKED
        if self._shown == "hint":
            return Marks(next=self._plan[0])
        return Marks(pressed=self._plan, next=self._plan[0])

    # playing

    def move(self, move: Move) -> State:
        """Make a move and return the position; raise IllegalMoveError and change nothing if it is not legal."""
        before, after = self.state, self.puzzle.apply(self.state, move)
        if self.undone[:1] != (move,):
            del self._moves[self._place :], self._states[self._place + 1 :], self._times[self._place :]
            self._moves.append(move)
            self._states.append(after)
            self._times.append(0)
        self._times[self._place] = round(1000 * self.elapsed)
        self._place += 1
        self._follow(before, move, is_back=False)
        return after

    def undo(self) -> bool:
        """Take the last move back; return whether there was one."""
        if not self._place:
            return False
        move, before = self._moves[self._place - 1], self._states[self._place - 1]
        self._place -= 1
        self._follow(before, move, is_back=True)
        return True

    def redo(self) -> bool:
        """Make again the move that was undone last; return whether there was one."""
        if self._place == len(self._moves):
            return False
        self.move(self._moves[self._place])
        return True

    def preset(self, moves: Sequence[Move], times: Sequence[int] = ()) -> None:
        """Make these moves, by no player, and take them back: `redo` makes them one by one."""
        for move in moves:
            self.move(move)
        self.go(0)
        self._times, self.with_help = list(times or self._times), True

    def restart(self) -> None:
        """Go back to the beginning; `redo` leads forth again."""
        self.go(0)

    def go(self, place: int) -> None:
        """Go to the position after `place` moves of the history; raise PuzzleError if it is not so long."""
        if not 0 <= place <= len(self._moves):
            raise PuzzleError(
                msg("the history has places 0 to {count}, not {place}", count=len(self._moves), place=place)
            )
        while self._place > place and self.undo():
            pass
        while self._place < place and self.redo():
            pass

    def edit(self, cells: Mapping[int, int]) -> State:
        """Set cells of the position and begin a new game there; raise PuzzleError if that is no position."""
        state = list(self.state)
        for cell, value in cells.items():
            if not 0 <= cell < len(state):
                raise PuzzleError(
                    msg("there is no cell {cell}: the cells are 0 to {last}", cell=cell, last=len(state) - 1)
                )
            state[cell] = value
        self._begin(checked(self.puzzle, tuple(state)))
        return self.state

    def put(self, cell: int, value: int) -> State:
        """Write a value into a cell, as `edit` does; a piece that can be there only once changes places with it."""
        try:
            return self.edit({cell: value})
        except PuzzleError:
            if value not in self.state or not 0 <= cell < len(self.state):
                raise
            return self.edit({cell: value, self.state.index(value): self.state[cell]})

    def tick(self, seconds: float) -> None:
        """Let time pass; it counts from the first move until the goal is reached."""
        if self._moves and not self.is_solved:
            self.elapsed += max(0.0, seconds)

    # help

    def hint(self, seconds: float = HINT) -> Move | None:
        """Show and return one move of a solution, the shortest that `seconds` find; None at the goal.

        Raise UnsolvableError with the proof if there is no solution.
        """
        plan = self._planned(seconds)
        if self._shown == "nothing":
            self._shown = "hint"
        return plan[0] if plan else None

    def solve_marks(self, seconds: float = HINT) -> tuple[Move, ...]:
        """Show and return a solution, the shortest that `seconds` find; raise UnsolvableError if none is."""
        plan = self._planned(seconds)
        self._shown = "marks"
        return plan

    def follow(self, moves: Sequence[Move]) -> bool:
        """Take these moves, which a worker found for this position, as the solution to be shown; return whether it was
        new. Raise PuzzleError if they do not lead to the goal."""
        if not leads_to_goal(self.puzzle, self.state, moves):
            raise PuzzleError("these moves do not lead to the goal")
        is_new = self._plan is None or len(moves) < len(self._plan)
        if is_new:
            self._plan, self._strayed = tuple(moves), False
        return is_new

    @property
    def has_solution(self) -> bool:
        """Whether a solution of the position is at hand, so that a hint and the marks take no time."""
        return self._plan is not None

    def hide_marks(self) -> None:
        """Show no more of a solution; one that grew by a mistake is forgotten, for a hint is a step of a short one."""
        self._shown = "nothing"
        if self._strayed:
            self._plan, self._strayed = None, False

    def find_par(self, seconds: float = HINT) -> Solution:
        """Return what `seconds` find of the fewest moves from the beginning, and keep the best of it as `par`."""
        solution = self._best(self.start, seconds)
        if self.par is not None:
            shorter = min(solution, self.par, key=len)
            solution = Solution(shorter.moves, max(solution.lower_bound, self.par.lower_bound))
        self.par = solution
        return solution

    def _planned(self, seconds: float) -> Plan:
        """Return the solution of the position that is being followed, or a new one."""
        if self._plan is None:
            self._plan, self._strayed = tuple(self._best(self.state, seconds).moves), False
        self.with_help |= bool(self._plan)
        return self._plan

    def _best(self, state: State, seconds: float) -> Solution:
        """Return a shortest solution, or the best at hand when the time is up."""
        return best(self.puzzle, state, Budget(seconds))

    def _follow(self, before: State, move: Move, *, is_back: bool) -> None:
        """Keep the solution true after `move` was made at `before`, or taken back.

        Marks stay, and grow by a mistake; a hint is gone, and what follows it is kept where the player went its way.
        """
        plan, self._plan = self._plan, None
        if self._shown == "hint":
            self._shown = "nothing"
        if plan is None:
            return
        back = way_back(self.puzzle, before, move, self.puzzle.apply(before, move))
        if back is None:
            self._shown = "nothing"
            return
        path, opposite = (back, (move,)) if is_back else ((move,), back)
        remaining = followed(self.puzzle, plan, self.state, path, opposite)
        if self._shown == "marks" or len(remaining) < len(plan):
            self._plan = remaining
            self._strayed = bool(remaining) and (self._strayed or len(remaining) > len(plan))

    # files

    def to_json(self) -> str:
        """Return the game as one line of JSON."""
        return Saved(
            puzzle=format_puzzle(self.puzzle),
            start=self.puzzle.format(self.start),
            moves=tuple(self._moves),
            place=self._place,
            shown=self._shown,
            plan=self._plan,
            with_help=self.with_help,
            elapsed=self.elapsed,
            par=self.par,
            times=tuple(self._times),
            challenge=self.challenge,
        ).to_json()

    @classmethod
    def from_json(cls, text: str) -> Session:
        """Return the game that `to_json` wrote; raise PuzzleError if it is none, or does not fit together."""
        saved = Saved.from_json(text)
        puzzle = parse_puzzle(saved.puzzle)
        session = cls._played(puzzle, puzzle.parse(saved.start), saved.moves, saved.place)
        if saved.plan is not None and not leads_to_goal(puzzle, session.state, saved.plan):
            raise PuzzleError("the saved game's solution does not lead to the goal")
        if saved.par is not None and not leads_to_goal(puzzle, session.start, saved.par.moves):
            raise PuzzleError("the saved game's par is not a solution")
        session._plan, session._shown, session.par = saved.plan, saved.shown, saved.par
        session._strayed = saved.shown == "marks"  # it may have: files do not say
        session.with_help, session.elapsed, session.challenge = saved.with_help, saved.elapsed, saved.challenge
        if saved.times:
            session._times = list(saved.times)
        return session

    def to_save(self) -> str:
        """Return the game as a save file of Tatham's programs; raise PuzzleError if they do not have its puzzle."""
        return write_history(self.puzzle, self.start, self._moves, self._place)

    @classmethod
    def from_save(cls, text: str) -> Session:
        """Return the game of a save file of Tatham's programs; raise NotationError if it is none."""
        result = read_history(text)
        session = cls._played(result.puzzle, result.start, result.moves, result.place)
        session.with_help = result.with_help
        return session

    @classmethod
    def _played(cls, puzzle: Puzzle, start: State, moves: tuple[Move, ...], place: int) -> Session:
        session = cls(puzzle, start)
        for move in moves:
            session.move(move)
        session.go(place)
        return session


def checked(puzzle: Puzzle, state: State) -> State:
    """Return `state` where the puzzle can write and read it; raise PuzzleError if it is no position."""
    if puzzle.parse(puzzle.format(state)) != tuple(state):
        raise PuzzleError("this is not a position of the puzzle")
    return tuple(state)
