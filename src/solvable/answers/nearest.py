"""Several goals, of which the nearest counts.

The answer is about the nearest goal's puzzle. Its bound is the least of all goals' bounds, so it holds for all of them;
`goals` lists the claim for each: the proof that it cannot be reached, or its own bound. The search for a goal ends when
its bound reaches the best known solution, so farther goals cost as little as possible.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from os import PathLike
from typing import Unpack

from solvable import families
from solvable.answers import solving
from solvable.answers.fields import Mode, head, timed
from solvable.core.answer import Answer, Fields, obstruction_fields, ordered
from solvable.core.budget import Budget, Limits, ParallelLimits, unhurried
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Event, Obstruction, Puzzle, State, replay
from solvable.formats.base import Target, Targets

UNHURRIED_CELLS_MAX = 1000
"""Cells of a board whose proofs take milliseconds."""
ABOUT_ONE_GOAL = ("goal", "other_goals", "impossible_goals")


def with_metric(targets: Targets, metric: str | None) -> Targets:
    """Return the targets with moves counted in `metric` (None: unchanged); raise PuzzleError if that is impossible."""
    if metric is None:
        return targets
    every = tuple((solving.with_metric(puzzle, metric), state) for puzzle, state in targets.every)
    return replace(targets, every=every)


def check(targets: Targets, **limits: Unpack[Limits]) -> Answer:
    """Return whether one of the goals can be reached, and for each goal whether it can, with the proof if not.

    The answer is about the first goal that can be reached. Raises BudgetExceededError at a limit.
    """
    whole = Budget.of(**limits)
    if len(targets.every) == 1:
        return ordered(solving.check(*targets.every[0], budget=whole) | _given(targets))
    with timed() as time:
        proofs = _proofs(targets, whole)
        first = next((index for index, proof in enumerate(proofs) if proof is None), 0)
        answer = solving.check(*targets.every[first], budget=whole)
    claims = [_claim(*each, proof, None) for each, proof in zip(targets.every, proofs, strict=True)]
    return _told(targets, answer, claims, time)


def solve(
    targets: Targets,
    *,
    mode: Mode = "optimal",
    checkpoint: str | PathLike[str] | None = None,
    **limits: Unpack[ParallelLimits],
) -> Answer:
    """Return the shortest of the goals' solutions, as `solving.solve` finds them; limits are shared among the goals.

    A checkpoint is for one goal. The verdict is `unsolvable` only if no goal can be reached; then `goals` holds the
    proof for each.
    """
    whole = Budget.parallel(**limits)
    if len(targets.every) == 1:
        return ordered(
            solving.solve(*targets.every[0], mode=mode, budget=whole, checkpoint=checkpoint) | _given(targets)
        )
    if checkpoint is not None:
        raise PuzzleError("a checkpoint keeps the search for one goal, not for several")
    whole = whole.share()
    proofs = _proofs(targets, whole)
    if all(proofs):
        return check(targets, budget=whole)
    with timed() as time:
        reachable = [index for index, proof in enumerate(proofs) if proof is None]
        result = _solved([targets.every[index] for index in reachable], mode, whole)
    bounds = {place: bound for place, (_, bound) in zip(reachable, result, strict=True)}
    minimum = min(bounds.values())
    best = min((answer for answer, _ in result), key=lambda answer: answer.get("length", float("inf")))
    fields: Fields = dict(best) | {"lower_bound": min(minimum, best.get("length", minimum))}
    fields["optimal"] = "length" in best and fields["lower_bound"] == best["length"]
    if not fields["optimal"]:
        fields.pop("optimal_solutions", None)  # it counts solutions for one goal, but another may be nearer
    if mode != "any":
        fields["verdict"] = "solved" if fields["optimal"] else "bounded"
    claims = [_claim(*each, proofs[index], bounds.get(index)) for index, each in enumerate(targets.every)]
    return _told(targets, fields, claims, time)


def solve_all(
    targets: Targets, *, mode: Mode = "optimal", limit: int | None = None, **limits: Unpack[Limits]
) -> Iterator[Answer]:
    """Yield every shortest solution for all nearest goals; with mode "any", every solution for each goal.

    A solution that ends in several goals, which is possible with open cells, is yielded once, for the first goal. An
    unsolvable board yields its refutation. Raises BudgetExceededError if a limit is reached before the last.
    """
    whole = Budget.of(**limits)
    proofs = _proofs(targets, whole)
    if all(proofs) and len(targets.every) > 1:
        yield check(targets, budget=whole)
        return
    chosen = [each for each, proof in zip(targets.every, proofs, strict=True) if proof is None] or [*targets.every]
    if mode == "optimal" and len(chosen) > 1:
        lengths = [len(puzzle.optimal(state, budget=whole)) for puzzle, state in chosen]
        chosen = [each for each, length in zip(chosen, lengths, strict=True) if length == min(lengths)]
    results = (
        answer
        for index, each in enumerate(chosen)
        for answer in solving.solve_all(*each, mode=mode, budget=whole)
        if not any(_reaches(earlier, answer) for earlier in chosen[:index])
    )
    yield from (ordered(answer | _given(targets)) for answer in islice(results, limit))


def _reaches(target: Target, answer: Answer) -> bool:
    """Return whether the moves of an answer end in this goal as well."""
    puzzle, state = target
    return "moves" in answer and replay(puzzle, state, answer["moves"]) == tuple(puzzle.goal)


def _given(targets: Targets) -> Fields:
    """Return the fields of the board as the user gave it."""
    return {"given": targets.given or None, "symbols": list(targets.symbols) or None}


def _proofs(targets: Targets, budget: Budget) -> list[Obstruction | None]:
    """Return for each goal the proof that it cannot be reached, or None; for small boards even if the time is up."""
    is_small = all(len(state) <= UNHURRIED_CELLS_MAX for _, state in targets.every)
    with budget, unhurried() if is_small else nullcontext():
        return [puzzle.obstruction(state) for puzzle, state in targets.every]


def _solved(targets: Sequence[Target], mode: Mode, whole: Budget) -> list[tuple[Answer, int]]:
    """Return for each goal its answer, and a proved bound on its moves."""
    results: list[tuple[Answer, int]] = []
    for index, (puzzle, state) in enumerate(targets):
        limit = min((answer["length"] for answer, _ in results if "length" in answer), default=None)
        search = _Search(whole, 1 / (len(targets) - index), None if mode == "any" else limit)
        answer = solving.solve(puzzle, state, mode=mode, budget=search.budget)
        results.append((answer, max(answer["lower_bound"], search.bound)))
    return results


class _Search:
    """The search for one goal; it ends when the goal is proved to need at least `limit` moves."""

    def __init__(self, whole: Budget, part: float, limit: int | None) -> None:
        self.limit, self.bound = limit, 0
        self.budget = whole.share(part if whole.is_limited else 1.0, through=self._through)

    def _through(self, event: Event) -> Event:
        self.bound = max(self.bound, event.lower_bound)
        if self.limit is not None and self.bound >= self.limit:
            self.budget.cancel()
        return replace(event, lower_bound=0)  # nothing is proved for all goals together before the last


def _claim(puzzle: Puzzle, state: State, proof: Obstruction | None, bound: int | None) -> Fields:
    """Return the claim about one of several goals."""
    fields = head(puzzle, state) | {"verdict": "solvable" if proof is None else "unsolvable"}
    if proof is not None:
        return fields | obstruction_fields(proof)
    return fields | families.of(puzzle).ways(puzzle) | ({} if bound is None else {"lower_bound": bound})


def _told(targets: Targets, answer: Answer | Fields, claims: list[Fields], time: Fields) -> Answer:
    """Return the answer with the claims for each goal, in place of its fields for its own goal alone."""
    fields = {name: value for name, value in answer.items() if name not in ABOUT_ONE_GOAL}
    return ordered(fields | _given(targets) | {"goals": claims} | time)
