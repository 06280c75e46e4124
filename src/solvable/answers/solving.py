"""Check, solve and count: is a board solvable, in how many ways, how, and how best?"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from os import PathLike
from typing import Unpack

from solvable import families
from solvable.answers.fields import PER_MOVE, Mode, able, head, named_rules, solved, timed
from solvable.core.answer import Answer, Fields, count_fields, obstruction_fields, ordered, search_fields
from solvable.core.budget import Budget, Limits, ParallelLimits, unhurried
from solvable.core.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.core.puzzle import (
    Near,
    Obstruction,
    Puzzle,
    Searched,
    Searches,
    Solution,
    State,
    WithGoal,
    WithMetric,
)

HOPELESS_PROOF_S = 10.0  # seconds for a proof that is out of reach, if no limit is given
MORE = "a proof may take very long, so the search stopped after {seconds} seconds: give a limit of time for more"


def with_goal(puzzle: Puzzle, goal: State) -> Puzzle:
    """Return the puzzle with another goal; raise PuzzleError if it does not fit."""
    return able(puzzle, WithGoal, "this kind of puzzle has no other goal").with_goal(goal)


def with_metric(puzzle: Puzzle, metric: str) -> Puzzle:
    """Return the tiles puzzle counting moves by `metric`; raise PuzzleError for lights and for puzzles without sliding
    lines.
    """
    return able(puzzle, WithMetric, "only tiles puzzles have a metric").with_metric(metric)


def check(puzzle: Puzzle, state: State, **limits: Unpack[Limits]) -> Answer:
    """Return whether `state` is solvable, in how many ways if so, and the proof if not.

    Raises BudgetExceededError at a limit.
    """
    family = families.of(puzzle)
    with timed() as time, Budget.of(**limits):
        obstruction = puzzle.obstruction(state)
        fields = head(puzzle, state) | family.evidence(puzzle, state)
        if obstruction is None:
            fields |= {"verdict": "solvable"} | family.ways(puzzle)
        else:
            fields |= {"verdict": "unsolvable"} | obstruction_fields(obstruction)
        fields |= family.goal_fields(puzzle, state, obstruction is None)
    return ordered(fields | time)


def is_hopeless(puzzle: Puzzle) -> bool:
    """Return whether proving that no solution is shorter is out of reach for most states of the puzzle."""
    return families.of(puzzle).is_hopeless(puzzle)


def is_spread(puzzle: Puzzle) -> bool:
    """Return whether the search for a shortest solution distributes its parts over the budget's executor."""
    return families.of(puzzle).is_spread(puzzle)


def solve(
    puzzle: Puzzle,
    state: State,
    *,
    mode: Mode = "optimal",
    checkpoint: str | PathLike[str] | None = None,
    **limits: Unpack[ParallelLimits],
) -> Answer:
    """Return a solution: a shortest one, any one, or a short one that improves until the time is up.

    The verdict is `bounded` if a shortest solution was requested but a limit was reached: the answer then contains the
    best solution so far (if any) and the proved bound. Without a limit a proof that is out of reach gets
    `HOPELESS_PROOF_S`, and the answer's note explains how to allow more. With a checkpoint the search for a shortest
    solution is saved to that file and continues from it; raises PuzzleError if the file belongs to another search, or
    if the puzzle or the mode has no such search.
    """
    whole = Budget.parallel(**limits).share()
    whole.per_move = PER_MOVE
    with timed() as time:
        with unhurried():  # first, so that the search has the right remaining time
            named = head(puzzle, state)
        own = whole
        try:
            own = patient(puzzle, whole) if mode == "optimal" and checkpoint is None else whole
            solution, cost = _found(puzzle, state, mode, own, checkpoint)
            with unhurried():
                fields = solved(puzzle, state, solution, mode) | cost
        except UnsolvableError as error:
            return _refuted(puzzle, state, error, whole)
        except BudgetExceededError as limit:
            fields = bounded(limit) | families.of(puzzle).goal_fields(puzzle, state, True)
            if limit.best is not None:
                with unhurried(), suppress(BudgetExceededError):  # leave out what does not fit into memory
                    fields |= solved(puzzle, state, Solution(limit.best.moves, limit.lower_bound), mode)
        if own is not whole and fields["verdict"] == "bounded" and not own.is_cancelled:
            fields["note"] = msg(MORE, seconds=f"{HOPELESS_PROOF_S:g}")
    return ordered(named | fields | time)


def patient(puzzle: Puzzle, budget: Budget) -> Budget:
    """Return the budget of a proof: a share of `HOPELESS_PROOF_S` if it has no limit and the proof is out of reach."""
    if budget.is_limited:
        return budget
    with budget:
        return budget.share(seconds=HOPELESS_PROOF_S) if is_hopeless(puzzle) else budget


def _refuted(puzzle: Puzzle, state: State, error: UnsolvableError, budget: Budget) -> Answer:
    """Return the answer of `check`, or if the limit is reached before that, the proof alone."""
    with timed() as time:
        try:
            return check(puzzle, state, budget=budget)
        except BudgetExceededError:
            proof = error.obstruction
            obstruction = Obstruction(proof.invariant, tuple(proof.weights), proof.value, proof.wanted)
            fields = head(puzzle, state) | {"verdict": "unsolvable"} | obstruction_fields(obstruction)
            fields |= families.of(puzzle).goal_fields(puzzle, state, False)
    return ordered(fields | time)


def solve_at_once(puzzle: Puzzle, states: Sequence[State]) -> list[Answer] | None:
    """Return the answers of `solve` to all states, computed together; None if that is no faster than one by one."""
    family = families.of(puzzle)
    with timed() as time:
        found = family.many(puzzle, states)
        if found is None:
            return None
        named, drafts = named_rules(puzzle), list[Fields]()
        for state, result in zip(states, found, strict=True):
            fields = named | {"board": f"{named['puzzle']}:{puzzle.format(state)}"}
            if isinstance(result, Obstruction):
                fields |= family.evidence(puzzle, state) | {"verdict": "unsolvable"} | obstruction_fields(result)
                fields |= family.goal_fields(puzzle, state, False)
            else:
                fields |= solved(puzzle, state, result.solution, "optimal") | search_fields(result)
            drafts.append(fields)
    each = {"seconds": round(time["seconds"] / max(1, len(states)), 6)}
    return [ordered(fields | each) for fields in drafts]


def bounded(limit: BudgetExceededError) -> Fields:
    """Return the fields known when a limit was reached."""
    return {"verdict": "bounded", "lower_bound": limit.lower_bound, "optimal": False}


def _found(
    puzzle: Puzzle, state: State, mode: Mode, budget: Budget, checkpoint: str | PathLike[str] | None = None
) -> tuple[Solution, Fields]:
    """Return a solution, and the fields about its cost if the search reports them."""
    if checkpoint is not None:
        result = _resumed(puzzle, state, mode, budget, checkpoint)
    elif mode == "any":
        return puzzle.solve(state, budget=budget), {}
    elif mode == "near" and isinstance(puzzle, Near):
        return puzzle.near(state, budget=budget), {}
    elif isinstance(puzzle, Searches):
        result = puzzle.search(state, budget=budget)
    else:
        return puzzle.optimal(state, budget=budget), {}
    return result.solution, search_fields(result)


def _resumed(puzzle: Puzzle, state: State, mode: Mode, budget: Budget, checkpoint: str | PathLike[str]) -> Searched:
    if mode != "optimal":
        raise PuzzleError("a checkpoint keeps the search for a shortest solution, no other")
    return families.of(puzzle).resume(puzzle, state, checkpoint, budget=budget)


def solve_all(
    puzzle: Puzzle, state: State, *, mode: Mode = "optimal", limit: int | None = None, **limits: Unpack[Limits]
) -> Iterator[Answer]:
    """Yield every shortest solution, or with mode "any" every solution (lights), one answer each.

    An unsolvable board yields its refutation. Yields at most `limit` answers. Raises BudgetExceededError if they take
    more than `seconds`, or if `progress` returns False.
    """
    whole = Budget.of(**limits)
    with whole:
        refuted = check(puzzle, state) if puzzle.obstruction(state) is not None else None
    if refuted is not None:
        yield refuted
        return
    if mode == "optimal":
        solutions = puzzle.optimal_solutions(state, budget=patient(puzzle, whole))
    else:
        solutions = families.of(puzzle).solutions(puzzle, state, budget=whole)
    about = head(puzzle, state)
    for solution in islice(solutions, limit):
        yield ordered(about | solved(puzzle, state, solution, mode))


def count(puzzle: Puzzle, **limits: Unpack[Limits]) -> Answer:
    """Return the number of states, of solvable states, and of solutions of each."""
    with Budget.of(**limits):
        return ordered(named_rules(puzzle) | count_fields(puzzle.count()) | families.of(puzzle).facts(puzzle))


def variants() -> Iterator[Answer]:
    """Yield each named puzzle: its rules in words and in full, its source, its figures and its picture."""
    for name in families.FAMILIES:
        family = families.load(name)
        for puzzle in family.named():
            yield ordered(named_rules(puzzle) | family.card(puzzle))


def boards() -> Iterator[Answer]:
    """Yield each board without a name that a list of puzzles shows: its ID, its title and its rule in words."""
    for name in families.FAMILIES:
        for params, (title, rule) in families.load(name).boards().items():
            yield ordered({"puzzle": f"{name}:{params}", "title": title, "description": rule})
