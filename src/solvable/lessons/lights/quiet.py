"""Quiet patterns: presses that change nothing, why they form a space, and how many solutions follow.

Two solutions of one board differ by a quiet pattern, and a solution plus a quiet pattern is a solution; so a solvable
board has as many solutions as there are quiet patterns: k^nullity.
"""

from collections.abc import Iterator
from math import prod

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, step
from solvable.lessons.lights.lamps import Board, judged, lamps, verdict
from solvable.lessons.lights.linear import Reduced

SHOWN = 6  # patterns of a basis that are drawn


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    done = board.system()
    basis = done.null_basis()
    steps = [*board.opening(), *_basis(board, basis, done)]
    one = done.solution() if done.is_consistent else None
    if one is not None and basis:
        steps += _another(board, one, basis[0])
    presses = None if one is None else board.presses(one)
    steps.append(verdict(board, presses))
    return Lesson("quiet", "lights", state, judged(presses), tuple(steps), presses or ())


def _basis(board: Board, basis: list[tuple[int, ...]], done: Reduced) -> Iterator[Step]:
    dark = (0,) * len(board.state)
    yield step("lesson.lights.quiet.what")
    yield _choices(board, done)
    if not basis:
        yield step("lesson.lights.quiet.none")
        return
    for number, x in enumerate(basis[:SHOWN], start=1):
        yield _pattern(board, dark, x, "lesson.lights.quiet.pattern", number)
    if len(basis) > SHOWN:
        yield step("lesson.lights.quiet.more", n=len(basis) - SHOWN)
    if len(basis) > 1:
        total = tuple((a + b) % board.k for a, b in zip(basis[0], basis[1], strict=True))
        yield _pattern(board, dark, total, "lesson.lights.quiet.sum", 3)
    key = f"lesson.lights.quiet.{'space' if board.is_prime else 'module'}"
    yield step(key, k=board.k, nullity=len(basis), n=prod(done.orders))


def _choices(board: Board, done: Reduced) -> Step:
    """Return the step that lists the unknowns with a choice: the free ones, and those whose pivot is a proper
    divisor.
    """
    buttons, free = len(board.buttons), len(done.free)
    solutions = str(prod(done.orders))
    if board.is_prime:
        facts = {"rank": len(done.pivots), "nullity": free, "solutions": solutions}
        return step("lesson.lights.quiet.nullity", facts=facts, rank=len(done.pivots), buttons=buttons, nullity=free)
    between = [divisor for divisor in done.divisors if divisor > 1]
    fixed = len(done.pivots) - len(between)
    facts = {"fixed": fixed, "free": free, "orders": list(done.orders), "solutions": solutions}
    key = "lesson.lights.quiet.choices" + ("" if between else ".whole")
    return step(key, facts=facts, buttons=buttons, k=board.k, fixed=fixed, free=free, n=len(between),
                divisors=tuple(map(str, between)))  # fmt: skip


def _pattern(board: Board, dark: State, x: tuple[int, ...], key: str, number: int) -> Step:
    presses = board.presses(x)
    names = board.named(presses)
    scene = board.see(dark, presses)
    return step(key, scene=scene, facts={"presses": list(presses)}, number=number, presses=names, n=len(names))


def _another(board: Board, one: tuple[int, ...], quiet: tuple[int, ...]) -> Iterator[Step]:
    """Yield one solution, and a second one that differs by a quiet pattern."""
    presses = board.presses(one)
    other = board.presses([(a + b) % board.k for a, b in zip(one, quiet, strict=True)])
    for key, result in (("one", presses), ("other", other)):
        scene = board.see(board.state, result)
        yield step(f"lesson.lights.quiet.{key}", scene=scene, facts={"moves": list(result)}, n=len(result))
