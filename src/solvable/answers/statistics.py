"""Tables: nullities by order, the number of states by moves, and the hardest states."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Unpack, cast

from solvable import families
from solvable.answers.analyse import all_lit
from solvable.answers.fields import able, head, named_rules, solved, timed
from solvable.core.answer import Answer, decimal, ordered, search_fields
from solvable.core.budget import Budget, Limits
from solvable.core.puzzle import Levels, Puzzle, State
from solvable.families.protocol import BySize, Rules
from solvable.game_id import format_puzzle

Row = tuple[int, ...]


def board(width: int, height: int, rules: Rules) -> Puzzle:
    """Return the board of this size and these rules."""
    result: Puzzle = _by_size().sized(width, height, rules)
    return result


def nullities(
    widths: Iterable[int], heights: Iterable[int] | None, rules: Rules, known: Sequence[int] = ()
) -> Iterator[Row]:
    """Yield (n, nullity, solutions of a solvable state) for each order, or with heights (w, h, nullity, solutions).

    `known` are the nullities of the squares of sides 1, 2, …: with them a table continues faster.
    """
    rows: Iterator[Row] = _by_size().nullities(widths, heights, rules, known)
    return rows


def nullity_answers(rows: Iterable[Row], rules: Rules) -> Iterator[Answer]:
    """Yield each row of `nullities` as an answer."""
    start, _, options = format_puzzle(board(2, 2, rules)).partition("2x2")
    for *sides, nullity, solutions in rows:
        fields = {"puzzle": f"{start}{sides[0]}x{sides[-1]}{options}"}
        axes = dict(zip(("w", "h") if len(sides) > 1 else ("n",), sides, strict=True))
        yield cast(Answer, fields | axes | {"nullity": nullity, "solutions": decimal(solutions)})


def _by_size() -> BySize:
    """Return the tables by size, from the family that has them."""
    return next(family.by_size for family in map(families.load, families.FAMILIES) if family.by_size)


def extreme(kind: str, puzzle: Puzzle, size: Mapping[str, int], budget: Budget) -> Answer:
    """Return a row of `table worst` or `table all-lit`: the size, and the answer about its position."""
    answer = worst(puzzle, budget=budget) if kind == "worst" else all_lit(puzzle, budget=budget)
    return ordered({**size, **answer})


def worst(puzzle: Puzzle, **limits: Unpack[Limits]) -> Answer:
    """Return a solvable board that needs as many presses as any known, solved; `worst_bound` bounds all boards."""
    return hardest(puzzle, Budget.of(**limits))[1]


def hardest(puzzle: Puzzle, budget: Budget) -> tuple[State, Answer]:
    """Return the state of `worst`, and its answer."""
    with timed() as time:
        result = families.of(puzzle).worst(puzzle, budget=budget)
        fields = head(puzzle, result.state) | solved(puzzle, result.state, result.searched.solution, "optimal")
        flat = None if result.flat is None else list(result.flat)
    return result.state, ordered(
        fields | search_fields(result.searched) | {"worst_bound": result.bound, "flat": flat} | time
    )


def distances(puzzle: Puzzle, budget: Budget) -> Sequence[int]:
    """Return the number of states that need 0, 1, 2, … moves."""
    refusal = "table distances needs a tiles puzzle; for lights: table presses"
    return able(puzzle, Levels, refusal).distances(budget=budget)


def press_distribution(puzzle: Puzzle) -> Sequence[int]:
    """Return the number of solvable states that need 0, 1, 2, … presses."""
    return families.of(puzzle).press_distribution(puzzle)


def distribution(puzzle: Puzzle, numbers: Iterable[int]) -> Answer:
    """Return these numbers of states as an answer."""
    return ordered(named_rules(puzzle) | {"distribution": [decimal(number) for number in numbers]})
