"""Boards that a seed draws, and boards that need exactly so many presses: fair contest sets.

A seed presses each cell upto(k) times in cell order, and again if the board is the goal: Simon Tatham's `flip` boards.

One press changes the fewest presses of a board by at most k − 1 (by 1 for two states), so a walk that adds presses to a
lightest solution climbs through every minimum on its way up. Each board is accepted only when its proved minimum is
the one asked for. Cost: one proof of a minimum a step; a few steps a board but near the worst case.
"""

from collections.abc import Callable, Iterator
from random import Random

from solvable.errors import PuzzleError
from solvable.lights.nullity.choose import is_ordinary
from solvable.lights.wiring import Solved
from solvable.said import say
from solvable.solution import State

_BITS = bytes.maketrans(b"01", b"\0\1")
STEPS = 2000  # proofs spent on one board before giving up


def exact(puzzle: Solved, presses: int, number: int, rng: Random) -> Iterator[State]:
    """Yield `number` different boards whose fewest presses are exactly `presses`, drawn with `rng`.

    Raises PuzzleError where no (further) such board is found, saying how far the search came.
    """
    most = len(_buttons(puzzle)) * (puzzle.k - 1)
    if not 0 <= presses <= most:
        raise PuzzleError(
            say("no board needs {presses} presses: {most} are enough for every board", presses=presses, most=most)
        )
    seen: set[State] = set()
    while len(seen) < number:
        state = _one(puzzle, presses, rng, seen)
        seen.add(state)
        yield state


def _one(puzzle: Solved, presses: int, rng: Random, seen: set[State]) -> State:
    """Return a board not in `seen` that needs exactly `presses`, by a climbing walk with restarts."""
    buttons = _buttons(puzzle) * (puzzle.k - 1)
    lightest: list[int] = []
    hardest = 0
    for step in range(STEPS):
        restart = step % 50 == 0 or len(lightest) >= presses
        state = _board(puzzle, rng.sample(buttons, presses) if restart else [*lightest, rng.choice(buttons)])
        solution = puzzle.optimal(state).moves
        hardest = max(hardest, len(solution))
        if len(solution) == presses and state not in seen:
            return state
        if restart or len(solution) >= len(lightest):
            lightest = list(solution)
    told = say("the hardest of {tried} tried needs {hardest}", tried=STEPS, hardest=hardest)
    if seen:
        raise PuzzleError(
            say(
                "after {count} no further board that needs exactly {presses} presses was found; {hardest}",
                count=len(seen),
                presses=presses,
                hardest=told,
            )
        )
    raise PuzzleError(
        say("no board that needs exactly {presses} presses was found; {hardest}", presses=presses, hardest=told)
    )


def _board(puzzle: Solved, presses: list[int]) -> State:
    """Return the board that `presses` solve: for k states, the inverse presses taken from the goal."""
    undo = [press for press in presses for _ in range(puzzle.k - 1)]
    return puzzle.apply_all(puzzle.goal, undo)


def _buttons(puzzle: Solved) -> list[int]:
    return list(puzzle.moves(puzzle.goal))


def seeded(puzzle: Solved, upto: Callable[[int], int]) -> State:
    """Return the scramble that the random numbers `upto(limit)` draw: solvable, and not the goal if another is."""
    if not any(puzzle.toggle(press) for press in puzzle.buttons):
        return puzzle.goal
    draw = _pressed_rows if is_ordinary(puzzle) else _pressed
    while (state := draw(puzzle, upto)) == puzzle.goal:
        pass
    return state


def _pressed_rows(puzzle: Solved, upto: Callable[[int], int]) -> State:
    """Return what `_pressed` returns on an ordinary board, a row at a time: for boards of a million lamps."""
    w, mask, cells = puzzle.width, (1 << puzzle.width) - 1, bytearray()
    above = 0
    here, *rest = [int("".join(str(upto(2)) for _ in range(w)), 2) for _ in range(puzzle.height)]
    for below in [*rest, 0]:
        row = above ^ here ^ below ^ here >> 1 ^ here << 1 & mask
        cells += f"{row:0{w}b}".encode().translate(_BITS)
        above, here = here, below
    return tuple(a ^ b for a, b in zip(cells, puzzle.goal, strict=True))


def _pressed(puzzle: Solved, upto: Callable[[int], int]) -> State:
    cells, k = list(puzzle.goal), puzzle.k
    for press in puzzle.buttons:
        if times := upto(k):
            for cell, amount in puzzle.toggle(press):
                cells[cell] += times * amount
    return tuple(cell % k for cell in cells)
