"""Breadth-first search from the goal, and puzzles small enough to be solved by it alone.

Level d holds the states that need exactly d moves, provided that every move can be undone by some move. `levels` lists
them for any puzzle, `exact` draws from one of them. `Listed` turns bare rules into a puzzle, and `family` turns a class
of rules into a family: a new family of small puzzles supplies only its rules and its sentences. Cost: time and memory
proportional to the number of states.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cached_property, partial, reduce
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, Unpack

from solvable.core.budget import Budget, Limits, ParallelLimits, check
from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError, UnsolvableError
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.core.puzzle import Count, Move, Obstruction, Searched, Solution, State
from solvable.families.protocol import Family, Options, Template, fault, size_of
from solvable.render import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

STATE, POINTER = 150, 8  # bytes of a state in a set, and of each of its cells


class Moved(Protocol):
    """What the search needs of a puzzle."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves of `state`."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`."""


class Rules(Moved, Protocol):
    """The bare rules of a puzzle: a frozen dataclass of integers, which its game ID joins by x."""

    @property
    def letters(self) -> str:
        """The characters that stand for the contents 0, 1, 2, … of a cell."""

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None if it can."""


def levels(puzzle: Moved) -> Iterator[list[State]]:
    """Yield the states that need 0, 1, 2, … moves; raise BudgetExceededError if they do not fit into memory."""
    seen, level = {puzzle.goal}, [puzzle.goal]
    cells = len(puzzle.goal)
    while level:
        yield level
        coming = len(level) * len(puzzle.moves(level[0]))
        check_memory((STATE + POINTER * cells) * (len(seen) + coming), cells)
        reached = []
        for state in level:
            for move in puzzle.moves(state):
                check()
                after = puzzle.apply(state, move)
                if after not in seen:
                    seen.add(after)
                    reached.append(after)
        level = reached


def exact(levels: Iterable[list[State]], moves: int, number: int, rng: Random, budget: Budget) -> Iterator[State]:
    """Return `number` different states of level `moves`, drawn with `rng`.

    Raise PuzzleError if there are fewer, or if the levels before do not fit into memory; BudgetExceededError at a
    limit.
    """
    level: list[State] = []
    farthest = -1
    try:
        for farthest, level in enumerate(levels):  # noqa: B007 - the last one counts
            if farthest == moves:
                break
    except BudgetExceededError as error:
        if budget.is_over:
            raise
        raise PuzzleError(
            msg("boards that need {moves} moves are too many to list: {error}", moves=moves, error=msg(str(error)))
        ) from None
    if farthest != moves:
        raise PuzzleError(
            msg("no board of this puzzle needs {moves} moves: {most} are always enough", moves=moves, most=farthest)
        )
    if number > len(level):
        raise too_few(len(level), moves, number)
    return iter(rng.sample(level, number))


def too_few(there: int, moves: int, wanted: int) -> PuzzleError:
    """Return the error that fewer states than wanted need exactly `moves` moves."""
    return PuzzleError(
        msg(
            "only {count} states of this puzzle need exactly {moves} moves, not {wanted}",
            count=there,
            moves=moves,
            wanted=wanted,
        )
    )


@dataclass(frozen=True)
class Listed:
    """The puzzle with these rules, solved by a list of all its solvable states, which is built once, at first use.

    A state is written with one of the rules' letters for each cell.
    """

    rules: Rules

    @property
    def goal(self) -> State:
        """The state to reach."""
        return self.rules.goal

    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves of `state`."""
        return self.rules.moves(state)

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`; raise IllegalMoveError if it is not legal."""
        return self.rules.apply(state, move)

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`; raise IllegalMoveError at the first that is not legal."""
        return reduce(self.apply, moves, state)

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None if it can."""
        return self.rules.obstruction(state)

    @cached_property
    def needed(self) -> Mapping[State, int]:
        """The fewest moves of each solvable state, level by level."""
        return {state: depth for depth, level in enumerate(levels(self.rules)) for state in level}

    def search(self, state: State, **limits: Unpack[ParallelLimits]) -> Searched:
        """Return a shortest solution, with the number of states listed to find it."""
        best = next(self.optimal_solutions(state, budget=Budget.parallel(**limits)))
        return Searched(best, len(self.needed), "breadth-first search").of(self, state)

    def optimal(self, state: State, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a shortest solution; raise UnsolvableError with the proof if there is none."""
        return self.search(state, budget=Budget.parallel(**limits)).solution

    solve = optimal

    def optimal_solutions(self, state: State, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield every shortest solution: each move leads to the level below."""
        with Budget.parallel(**limits):
            if proof := self.obstruction(state):
                raise UnsolvableError(msg("the goal cannot be reached ({invariant})", invariant=proof.invariant), proof)
            needed = self.needed
        waiting: list[tuple[State, tuple[Move, ...]]] = [(state, ())]
        while waiting:
            here, path = waiting.pop()
            if here == self.goal:
                yield Solution(path, needed[state]).of(self, state)
            after = ((self.apply(here, move), (*path, move)) for move in reversed(self.moves(here)))
            waiting += [(there, way) for there, way in after if needed[there] < needed[here]]

    def distances(self, **limits: Unpack[Limits]) -> Sequence[int]:
        """Return how many states need 0, 1, 2, … moves."""
        with Budget.of(**limits):
            return list(Counter(self.needed.values()).values())

    def exact(self, moves: int, number: int, rng: Random) -> Iterator[State]:
        """Return `number` different states that need exactly `moves`; raise PuzzleError if there are fewer."""
        return exact(levels(self.rules), moves, number, rng, Budget.of())

    def count(self) -> Count:
        """Return how many states there are, and how many of them are solvable."""
        return Count(len(self.rules.letters) ** len(self.goal), len(self.needed), solutions=0, nullity=0)

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state."""
        return rng.choice([*self.needed])

    svg = shown.svg
    _repr_svg_ = shown.repr_svg

    def parse(self, text: str) -> State:
        """Return the state that `text` writes; raise NotationError."""
        letters, cells = self.rules.letters, len(self.goal)
        wrong = next((index for index, letter in enumerate(text[:cells]) if letter not in letters), cells)
        if wrong < cells or len(text) != cells:
            expected = msg("{count} of the characters {letters}", count=cells, letters=letters)
            raise NotationError.at(text, min(wrong, len(text)), "this is not a state", expected)
        return tuple(map(letters.index, text))

    def format(self, state: State) -> str:
        """Return the letters of the cells."""
        return "".join(self.rules.letters[content] for content in state)


def remaining(puzzle: Listed) -> "Callable[[Any], NDArray[Any]] | None":
    """Return a function that maps many states, one a row, to their fewest moves, −1 if there is no solution."""
    return partial(looked_up, puzzle.needed)


def looked_up(needed: Mapping[State, int], states: Any) -> "NDArray[Any]":
    """Return the value of `needed` for each row of cells, −1 if it has none."""
    import numpy as np

    return np.array([needed.get(tuple(state), -1) for state in np.asarray(states).tolist()], np.int64)


def seeded(puzzle: Listed, upto: Callable[[int], int]) -> State:
    """Return the solvable state drawn by a random number; never the goal if there is another state."""
    _, *others = puzzle.needed
    return others[upto(len(others))] if others else puzzle.goal


def family(
    kind: type[Any], example: str, *, largest: int, prefix: str = "moves",
    sentences: Mapping[str, Mapping[str, Template]] | None = None,
) -> Family:  # fmt: skip
    """Return the family of the puzzles whose rules are instances of `kind` (`Rules`), with IDs like `example`, say
    `ring:6x3`.

    The numbers of an ID are the fields of `kind`, in order; `largest` is the number of cells that such a puzzle may
    have.
    """

    def parse_params(options: Options, limit: int) -> Listed:
        (column, text), *others = options
        numbers = size_of(text)
        if others or len(numbers) != len(fields(kind)):
            unread = ",".join(option for _, option in options)[:40]
            message = msg("{text} is not a size of these puzzles", text=repr(unread))
            raise fault(message, example.partition(":")[2], column)
        puzzle = Listed(kind(*numbers))
        if len(puzzle.goal) > min(limit, largest):
            too_many = msg("{count} cells are too many to handle", count=len(puzzle.goal))
            raise fault(too_many, msg("at most {most} cells", most=min(limit, largest)), column)
        return puzzle

    return Family(
        example=example,
        largest=largest,
        owns=lambda puzzle: isinstance(puzzle, Listed) and isinstance(puzzle.rules, kind),
        parse_params=parse_params,
        format_params=lambda puzzle: "x".join(map(str, astuple(puzzle.rules))),
        seeded=seeded,
        remaining=remaining,
        prefix=prefix,
        sentences=sentences or {},
    )
