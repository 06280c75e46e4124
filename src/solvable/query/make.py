"""New boards: drawn from seeds, or all of them as hard as was asked."""

from collections.abc import Iterable, Iterator
from random import Random, SystemRandom

from solvable.answer import Answer
from solvable.budget import Budget, check
from solvable.errors import PuzzleError
from solvable.notation import seeded
from solvable.puzzle import Exact, Progress, Puzzle, State
from solvable.query.ask import solve
from solvable.query.parts import able
from solvable.said import say


def new(
    puzzle: Puzzle,
    *,
    number: int = 1,
    exact: int | None = None,
    graded: int | None = None,
    seed: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> Iterator[Answer]:
    """Yield `number` different solvable boards, each solved with its proved minimum in `seconds`.

    Board i of seed S is the seeded board "S" or, from the second, "S-i", so each has a game ID of its own; with
    `exact` every board needs exactly that many moves and is drawn from a generator seeded with S; with `graded` the
    moves needed rise in equal steps up to that many.
    """
    whole = Budget.of(budget, None, 1, progress)
    boards = new_boards(puzzle, number=number, exact=exact, graded=graded, seed=seed, seconds=seconds, budget=whole)
    return (answer for _, answer in boards)


def new_boards(
    puzzle: Puzzle,
    *,
    number: int,
    exact: int | None,
    graded: int | None,
    seed: str | None,
    seconds: float | None,
    budget: Budget,
) -> Iterator[tuple[State, Answer]]:
    """Yield what `new` does, each with its state."""
    seed = seed if seed is not None else str(SystemRandom().randrange(10**15))
    lengths = None if exact is None else iter([(exact, number)])
    if graded is not None:
        lengths = _graded(graded, number)
    drawn = _draw(puzzle, number, lengths, seed)
    while True:
        share = budget.share(seconds=seconds)
        with share:
            share.check()
            found = next(drawn, None)
        if found is None:
            return
        board_seed, state = found
        answer = solve(puzzle, state, budget=share)
        if board_seed is not None:
            answer["seed"] = board_seed
        yield state, answer


def _graded(most: int, number: int) -> Iterator[tuple[int, int]]:
    """Yield (length, how many boards need it): `number` boards in equal steps up to `most`."""
    step = 1
    while step <= number:
        length = -(-most * step // number)
        last = length * number // most
        yield length, last - step + 1
        step = last + 1


def _draw(
    puzzle: Puzzle, number: int, lengths: Iterable[tuple[int, int]] | None, seed: str
) -> Iterator[tuple[str | None, State]]:
    if lengths is not None:
        rng, maker = Random(seed), able(puzzle, Exact, "this kind of puzzle has no boards of an exact number of moves")
        for length, times in lengths:
            yield from ((None, state) for state in maker.exact(length, times, rng))
        return
    seen: set[State] = set()
    tries, most = 0, number
    while len(seen) < min(number, most):
        tries += 1
        check()
        board_seed = seed if tries == 1 else f"{seed}-{tries}"
        state = seeded(puzzle, board_seed)
        if state not in seen:
            seen.add(state)
            yield board_seed, state
        elif most == number:  # where boards come again there may be no others
            most = puzzle.count().solvable - (puzzle.goal not in seen)
    if len(seen) < number:
        raise PuzzleError(
            say(
                "this puzzle has too few solvable states: {wanted} asked for, {found} found",
                wanted=number,
                found=len(seen),
            )
        )
