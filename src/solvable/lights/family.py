"""The family of lights: game IDs, facts, goals and sentences, for code that serves all families."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from solvable.core.answer import decimal
from solvable.core.solution import Move, Obstruction, Searched, State
from solvable.families.protocol import BySize, Family, Fields, Level, Rules
from solvable.lights import game_id, generate
from solvable.lights.board import LightsOut
from solvable.lights.min_weight.choose import is_provable

MANY = 4096  # solutions of a board for which the lightest is found instantly
BUTTONS_MAX = 400  # buttons of such a board


def owns(puzzle: object) -> bool:
    """Return whether this is a lights puzzle."""
    return isinstance(puzzle, LightsOut)


def is_hopeless(puzzle: LightsOut) -> bool:
    """Return whether there are too many quiet patterns for the exact methods."""
    return not any(is_provable(puzzle.k, most) for most in (puzzle.presses, puzzle.nullity))


def written_rules(puzzle: LightsOut) -> Fields:
    """Return the rules of a named puzzle, written out."""
    return {"rules": f"lights:{game_id.format_params(puzzle.without_name())}"} if puzzle.name else {}


def ways(puzzle: LightsOut) -> Fields:
    """Return the number of solutions of every solvable state."""

    return {"solutions": decimal(puzzle.solutions_each), "nullity": puzzle.nullity}


def goals(puzzle: LightsOut) -> dict[str, Callable[[], State]]:
    """Return the goals that have a name: every lamp off, or at 1."""
    return {"off": lambda: (0,) * puzzle.cells, "on": puzzle.all_lit}


def toward(puzzle: LightsOut, goal: Sequence[int | None], state: State) -> list[tuple[LightsOut, State]]:
    """Return the one puzzle with the goal `goal`, in which None is a lamp that does not matter, and its state."""
    wanted = puzzle.state(tuple([value or 0 for value in goal]), "the goal")
    free = [cell for cell, value in enumerate(goal) if value is None]
    aimed = puzzle.with_free(free).with_goal(wanted)
    return [(aimed, aimed.state(state))]


def facts(puzzle: LightsOut) -> Fields:
    """Return the catalogue's description of a named puzzle."""
    if not puzzle.name:
        return {}
    from solvable.lights.catalogue.variants import VARIANTS

    entry = VARIANTS.get(puzzle.name)
    if entry is None:
        return {}
    return {"title": entry.title, "description": entry.rule, "source": entry.source, "worst": entry.worst}


def evidence(puzzle: LightsOut, state: object) -> Fields:
    """Return the nullity, which is the dimension of possible proofs of unsolvability."""
    return {"nullity": puzzle.nullity}


def replayed(puzzle: LightsOut, state: State, presses: Sequence[Move]) -> Fields:
    """Return a list of presses without those that cancel, its inverse, and the fewest presses."""
    return {
        "simplified": simplify(puzzle.k, presses),
        "inverse": [press for press in reversed(presses) for _ in range(puzzle.k - 1)],
        "fewest": fewest(puzzle, state),
    }


def simplify(k: int, presses: Sequence[Move]) -> list[Move]:
    """Return presses with the same effect, each button fewer than k times, in ascending order: presses commute."""
    times = Counter(presses)
    return [press for press in sorted(times) for _ in range(times[press] % k)]


def fewest(puzzle: LightsOut, state: State) -> int | None:
    """Return the fewest presses of `state`; None if it has no solution or finding them would take long."""
    if puzzle.presses > BUTTONS_MAX or puzzle.k**puzzle.nullity > MANY or puzzle.obstruction(state) is not None:
        return None
    return len(puzzle.optimal(state))


def many(puzzle: LightsOut, states: Sequence[State]) -> Sequence[Searched | Obstruction] | None:
    """Return the search result for each state, by tables if they apply."""
    from solvable.lights.batch import searched

    return searched(puzzle, states)


def card(puzzle: LightsOut) -> Fields:
    """Return the size, the figures and the picture of a puzzle."""
    size = {"width": puzzle.width, "height": puzzle.height, "k": puzzle.k, "presses": puzzle.presses}
    return facts(puzzle) | size | ways(puzzle) | {"picture": puzzle._repr_svg_()}


def remaining(puzzle: LightsOut) -> Callable[[Any], Any] | None:
    """Return a function for the fewest presses of many states together, or None."""
    from solvable.lights import batch

    return batch.remaining(puzzle)


def named() -> Iterator[LightsOut]:
    """Yield the puzzles of the catalogue."""
    from solvable.lights.catalogue.variants import VARIANTS, variant

    return map(variant, VARIANTS)


def boards() -> dict[str, tuple[str, str]]:
    """Return the boards that a list of puzzles shows after the named ones."""
    from solvable.lights.catalogue.boards import BOARDS

    return BOARDS


def colours(puzzle: LightsOut) -> tuple[str, ...]:
    """Return the colours of the states of a lamp that the rule of a named puzzle gives."""
    if not puzzle.name:
        return ()
    from solvable.lights.catalogue.variants import VARIANTS

    entry = VARIANTS.get(puzzle.name)
    return entry.colours if entry else ()


def sized(width: int, height: int, rules: Rules) -> LightsOut:
    """Return the board of this size and these rules."""
    return LightsOut(width, height, **rules._asdict())


def nullities(
    widths: Iterable[int], heights: Iterable[int] | None, rules: Rules, known: Sequence[int] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield (n, nullity, solutions) for each order, or with heights (w, h, nullity, solutions)."""
    from solvable.lights import census

    if heights is None:
        return census.nullity_table(widths, *rules, known=known)
    return census.rectangle_table(widths, heights, *rules)


HARDEST = (
    "10100/10110/11010/00000/10001",
    "01100/00010/10101/01000/10111",
    "11100/11000/00111/11010/11011",
    "00011/01011/00000/01011/10010",
    "00101/01101/11111/10110/00101",
)
"""5 × 5 boards that need 15 presses, the maximum."""

LEVELS = (
    Level("3x3", 2),
    Level("4x4", 4),
    Level("5x5", 6),
    Level("5x5"),
    Level("7x7"),
    Level("5x5,mod3"),
    Level("5x5", 15, HARDEST),
)  # fmt: skip

FAMILY = Family(
    example=game_id.EXAMPLE,
    largest=game_id.CELLS_MAX,
    owns=owns,
    is_hopeless=is_hopeless,
    parse_params=game_id.parse_params,
    format_params=game_id.format_params,
    seeded=generate.seeded,
    rules=written_rules,
    ways=ways,
    remaining=remaining,
    facts=facts,
    goals=goals,
    toward=toward,
    goal_names=("off", "on"),
    evidence=evidence,
    replayed=replayed,
    many=many,
    card=card,
    named=named,
    boards=boards,
    colours=colours,
    by_size=BySize(sized, nullities),
    plays_like=LightsOut.plays_like,
    solutions=LightsOut.solutions,
    press_distribution=LightsOut.press_distribution,
    worst=LightsOut.worst,
    quiet=LightsOut.quiet_list,
    chase=LightsOut.chase,
    chase_table=LightsOut.chase_table,
    lit_only=LightsOut.lit_only,
    fewest_lit=LightsOut.fewest_lit,
    levels=LEVELS,
    prefix="lights",
    lessons=("chase", "order", "matrix", "elimination", "quiet", "witness", "fewest", "probability"),
)
