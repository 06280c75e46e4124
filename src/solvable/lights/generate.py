"""Boards drawn from a seed, and boards that need an exact number of presses, for fair contests.

A seed presses each cell upto(k) times in cell order, and starts again if the board is the goal; these are the boards of
Simon Tatham's `flip`.

One press changes the fewest presses of a board by at most k − 1 (by 1 for two states), so a walk that adds presses to a
lightest solution passes through every minimum on its way up. A board is accepted only if its proved minimum is the
requested one. Cost: one proof of a minimum for each step; a few steps for each board, except near the worst case.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from solvable.core.budget import Budget, check, checked
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.seeds import BYTE_LIMIT_MAX, Seed, small, upto_of
from solvable.core.solution import Move, State
from solvable.lights.linear_system import LinearSystem
from solvable.lights.wiring import Wiring, is_full, solved_by

if TYPE_CHECKING:
    from random import Random

WORST_CASE_S = 2.0  # seconds for a bound on the presses of any board, which an error message names
STEPS = 2000  # proofs spent on one board before giving up
LONGEST = 1 << 20  # presses of a scramble that is computed


def scrambled(puzzle: Wiring, rng: Seed) -> State:
    """Return the goal after 0 to k − 1 random presses of each button; with a seed, the board of that seed."""
    if isinstance(rng, int | str):
        return seeded(puzzle, upto_of(rng))
    cells, k = list(puzzle.goal), puzzle.k
    for press in checked(puzzle.buttons, 16 if puzzle.rule == "cross" else 1024):
        if times := rng.randrange(k):
            for cell, amount in puzzle.toggle(press):
                cells[cell] = (cells[cell] + times * amount) % k
    return tuple(cells)


def exact(system: LinearSystem, presses: int, number: int, rng: "Random", budget: Budget) -> Iterator[State]:
    """Yield `number` different boards whose fewest presses are exactly `presses`, drawn with `rng`.

    Each minimum is proved. Raises PuzzleError, with the hardest board found, if 2,000 tries find no (further) such
    board.
    """
    maximum = len(system.board.buttons) * (system.board.k - 1)
    if not 0 <= presses <= maximum:
        raise _beyond(presses, min(maximum, _most_needed(system, budget)))
    if presses > LONGEST:
        raise PuzzleError(msg("the solution takes {presses} presses, too many to list", presses=presses))
    seen: set[State] = set()
    while len(seen) < number:
        with budget:
            state = _one(system, presses, rng, seen, budget)
        seen.add(state)
        yield state


def _one(system: LinearSystem, presses: int, rng: "Random", seen: set[State], budget: Budget) -> State:
    """Return a board not in `seen` that needs exactly `presses`, by a climbing walk with restarts."""
    buttons = system.board.buttons
    places = range(len(buttons) * (system.board.k - 1))  # each button as often as it may be pressed
    lightest: list[int] = []
    hardest = 0
    for step in range(STEPS):
        check()
        restart = step % 50 == 0 or len(lightest) >= presses
        added = rng.sample(places, presses) if restart else [rng.choice(places)]
        pressed = [buttons[index % len(buttons)] for index in added]
        times = Counter(pressed if restart else [*lightest, *pressed])
        state = solved_by(system.board, checked(times.items(), 64))
        solution = _fewest(system, state, budget)
        hardest = max(hardest, len(solution))
        if len(solution) == presses and state not in seen:
            return state
        if restart or len(solution) >= len(lightest):
            lightest = list(solution)
    message = msg("the hardest of {tried} tried needs {hardest}", tried=STEPS, hardest=hardest)
    if seen:
        raise PuzzleError(
            msg(
                "after {count} no further board that needs exactly {presses} presses was found; {hardest}",
                count=len(seen),
                presses=presses,
                hardest=message,
            )
        )
    if presses > (maximum := _most_needed(system, budget)):
        raise _beyond(presses, maximum)
    raise PuzzleError(
        msg("no board that needs exactly {presses} presses was found; {hardest}", presses=presses, hardest=message)
    )


def _fewest(system: LinearSystem, state: State, budget: Budget) -> Sequence[Move]:
    """Return the fewest presses, proved."""
    from solvable.lights.min_weight import choose

    if (searched := choose.at_once(system.board, state)) is not None:
        return searched.solution.moves
    return choose.optimal(system, state, budget.share(through=lambda _: None)).moves


def _beyond(presses: int, most: int) -> PuzzleError:
    return PuzzleError(
        msg("no board needs {presses} presses: {most} are enough for every board", presses=presses, most=most)
    )


def _most_needed(system: LinearSystem, budget: Budget) -> int:
    """Return a proved upper bound on the presses of any board, the best that `WORST_CASE_S` seconds give."""
    from solvable.lights.covering_radius import hardest

    maximum = len(system.board.buttons) * (system.board.k - 1)
    with suppress(PuzzleError):  # too large, or not two colours
        share = budget.share(seconds=WORST_CASE_S, through=lambda _: None)
        maximum = min(maximum, hardest.hardest(system, share).bound)
    return maximum


def seeded(puzzle: Wiring, upto: Callable[[int], int]) -> State:
    """Return the scramble drawn with the random numbers `upto(limit)`: solvable, and not the goal if another state
    is.
    """
    goal = puzzle.goal  # first, since it fails if memory does not suffice for the scramble
    if not any(puzzle.toggle(press) for press in checked(puzzle.buttons, 64)):
        return goal
    draw = _pressed_rows if _is_plain(puzzle) else _pressed
    while (state := draw(puzzle, upto)) == goal:
        pass
    return state


def _pressed_rows(puzzle: Wiring, upto: Callable[[int], int]) -> State:
    """Return the same as `_pressed` if a press adds 1 to itself and its neighbours, computed a row at a time.

    A row is an integer with a byte for each lamp, which has room for five presses of up to k − 1 each.
    """
    w, k, cells = puzzle.width, puzzle.k, bytearray()
    remaining, all_lanes = bytes(number % k for number in range(256)), (1 << 8 * w) - 1
    above, here = 0, int.from_bytes(small(upto, k, w), "little")
    for row in checked(range(1, puzzle.height + 1), 64):
        below = int.from_bytes(small(upto, k, w), "little") if row < puzzle.height else 0
        added = above + here + below + (here >> 8) + (here << 8 & all_lanes)
        cells += added.to_bytes(w, "little").translate(remaining)
        above, here = here, below
    if not any(puzzle.goal):
        return tuple(cells)
    return tuple((a + b) % k for a, b in zip(cells, puzzle.goal, strict=True))


def _is_plain(puzzle: Wiring) -> bool:
    return puzzle.rule == "plus" and puzzle.surface == "plane" and puzzle.k <= BYTE_LIMIT_MAX and is_full(puzzle)


def _pressed(puzzle: Wiring, upto: Callable[[int], int]) -> State:
    cells, k = list(puzzle.goal), puzzle.k
    for press in checked(puzzle.buttons, 64 if puzzle.rule == "cross" else 1024):
        if times := upto(k):
            for cell, amount in puzzle.toggle(press):
                cells[cell] += times * amount
    return tuple(cell % k for cell in cells)
