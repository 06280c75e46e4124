"""Properties of a puzzle that do not depend on the position, and other ways to play it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Unpack

from solvable import families
from solvable.answers.fields import able, head, named_rules, solved, timed
from solvable.answers.solving import bounded, check, solve, with_goal
from solvable.core.answer import Answer, Fields, obstruction_fields, ordered, solution_fields
from solvable.core.budget import Budget, Limits, ParallelLimits
from solvable.core.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.core.puzzle import (
    Lamps,
    Move,
    Obstruction,
    Puzzle,
    Solution,
    State,
    replay,
)
from solvable.game_id import format_board

MATRIX_MAX = 10**7  # entries of a matrix that is written out
LAMPS = "only lights puzzles have lamps"


def moves(puzzle: Puzzle, state: State, made: Sequence[Move]) -> Answer:
    """Return where a list of moves ends, its length in each metric, and the moves it wastes; raise IllegalMoveError if
    one is illegal.
    """
    return replayed(puzzle, state, made)[1]


def replayed(puzzle: Puzzle, state: State, made: Sequence[Move]) -> tuple[State, Answer]:
    """Return the state after a list of moves, and the answer of `moves`."""
    with timed() as time:
        end = replay(puzzle, state, made)
        family = families.of(puzzle)
        facts = family.replayed(puzzle, state, made)
        fields: Fields
        if end == puzzle.goal:
            best = Solution(tuple(made), facts.get("fewest") or 0)
            fields = {"verdict": "solved"} | solution_fields(best) | family.ways(puzzle)
            fields |= family.goal_fields(puzzle, state, True)
        else:
            fields = {**check(puzzle, state)} | {"moves": list(made), "length": len(made)}
        fields = head(puzzle, state) | fields | facts | {"ends": format_board(puzzle, end)}
    return end, ordered(fields | time)


def lit_only(puzzle: Puzzle, state: State, **limits: Unpack[Limits]) -> Answer:
    """Return a shortest sequence of presses, each of a lit lamp, that solves the board, or the proof that there is
    none.
    """
    fields: Fields
    budget = Budget.of(**limits)
    with timed() as time:
        try:
            solution = families.of(puzzle).lit_only(puzzle, state, budget=budget)
            fields = {"verdict": "solved"} | solution_fields(solution)
        except UnsolvableError as error:
            proof = error.obstruction
            obstruction = Obstruction(proof.invariant, tuple(proof.weights), proof.value, proof.wanted)
            fields = {"verdict": "unsolvable"} | obstruction_fields(obstruction)
        except BudgetExceededError as limit:
            fields = bounded(limit)
    return ordered(head(puzzle, state) | {"play": "lit-only"} | fields | time)


def fewest_lit(puzzle: Puzzle, state: State, **limits: Unpack[ParallelLimits]) -> Answer:
    """Return presses that leave as few lamps lit as possible, and the lower bound on that number.

    The answer is about the puzzle whose goal is the state reached, so it can be checked like any other.
    """
    return fewest_left(puzzle, state, Budget.parallel(**limits))[1]


def fewest_left(puzzle: Puzzle, state: State, budget: Budget) -> tuple[State, Answer]:
    """Return a state with the fewest lit lamps, and the answer that leads to it."""
    able(puzzle, Lamps, LAMPS)
    if any(puzzle.goal):
        raise PuzzleError("lit lamps are counted where the goal is all off")
    with timed() as time:
        try:
            remaining, solution = families.of(puzzle).fewest_lit(puzzle, state, budget=budget)
            bound = sum(remaining)
        except BudgetExceededError as limit:
            moves = tuple(limit.best.moves) if limit.best is not None else ()
            remaining, bound, solution = replay(puzzle, state, moves), limit.lower_bound, Solution(moves, 0)
        toward = with_goal(puzzle, remaining)
        fields = head(toward, state) | solved(toward, state, solution, "any")
    return remaining, ordered(fields | {"lit": sum(remaining), "lit_bound": bound} | time)


def all_lit(puzzle: Puzzle, **limits: Unpack[Limits]) -> Answer:
    """Return the fewest presses from every lamp at 1 to the goal (OEIS A075464 for n × n boards)."""
    state = able(puzzle, Lamps, LAMPS).all_lit()
    return solve(puzzle, state, budget=Budget.of(**limits))


def quiet(puzzle: Puzzle, *, every: bool = False, limit: int | None = None, **limits: Unpack[Limits]) -> Answer:
    """Return a basis of the quiet patterns, or with `every` all non-zero ones (at most `limit`)."""
    with Budget.of(**limits):
        patterns = list[list[int]]()
        for pattern in islice(families.of(puzzle).quiet(puzzle, every=every), limit if every else None):
            if every and (len(patterns) + 1) * len(pattern) > MATRIX_MAX:
                raise PuzzleError(msg("more than {count} quiet patterns: too many to write out", count=len(patterns)))
            patterns.append(list(pattern))
        fields = {"quiet_patterns": patterns}
        return ordered(named_rules(puzzle) | families.of(puzzle).ways(puzzle) | fields)


def matrix(puzzle: Puzzle, state: State | None = None, **limits: Unpack[Limits]) -> Answer:
    """Return the toggle matrix A, and if a state b is given, the ranks of A and (A|b)."""
    with Budget.of(**limits):
        lights = able(puzzle, Lamps, "only lights puzzles have a toggle matrix")
        if lights.presses * lights.cells > MATRIX_MAX:
            raise PuzzleError(
                msg(
                    "the matrix would have {presses} × {cells} entries, too many to write out",
                    presses=lights.presses,
                    cells=lights.cells,
                )
            )
        evidence = families.of(puzzle).evidence(puzzle, puzzle.goal if state is None else state)
        fields: Fields = {"matrix": [list(row) for row in lights.matrix()]} | evidence
        if state is None:
            return ordered(named_rules(puzzle) | fields)
        rank, augmented = lights.ranks(state)
        return ordered(head(puzzle, state) | fields | {"rank": rank, "augmented_rank": augmented})


def chase(puzzle: Puzzle, state: State, **limits: Unpack[Limits]) -> Answer:
    """Return the chase of a board: the solution by chasing twice, or the proof that there is none."""
    with Budget.of(**limits):
        result = families.of(puzzle).chase(puzzle, state)
        fields: Fields = {"chased": list(result.chased), "residual": list(result.residual)}
        if result.presses is not None and result.first_row is not None:
            moves = tuple(cell for cell, times in enumerate(result.presses) for _ in range(times))
            fields |= {"verdict": "solved", "first_row": list(result.first_row)} | solution_fields(Solution(moves, 0))
        return ordered(check(puzzle, state) | fields | {"method": "light chasing"})


def chase_table(puzzle: Puzzle, **limits: Unpack[Limits]) -> Iterator[Answer]:
    """Yield each residual last row with the first rows that clear it, lightest first."""
    with Budget.of(**limits):
        rows, rules = families.of(puzzle).chase_table(puzzle), named_rules(puzzle)
    for residual, firsts in rows.items():
        yield ordered(rules | {"residual": list(residual), "first_rows": [list(first) for first in firsts]})
