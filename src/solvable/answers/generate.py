"""New boards: drawn from seeds, or all of them of a given difficulty."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, Unpack

from solvable.answers.fields import able
from solvable.answers.solving import HOPELESS_PROOF_S, solve
from solvable.core.answer import Answer
from solvable.core.budget import FOREVER, Budget, Limits
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.puzzle import Exact, Puzzle, State
from solvable.game_id import seeded

if TYPE_CHECKING:
    from random import Random

    from solvable.core.executor import Executor

BOARDS_PER_TASK = 4  # boards in one task of an executor


def new(
    puzzle: Puzzle,
    *,
    number: int = 1,
    exact: int | None = None,
    graded: int | None = None,
    seed: str | None = None,
    **limits: Unpack[Limits],
) -> Iterator[Answer]:
    """Yield `number` different solvable boards, each solved with its proved minimum, in at most `seconds` for all.

    Board i of seed S is the seeded board "S" or, from the second, "S-i", so each has its own game ID; with `exact`
    every board needs exactly that many moves and is drawn from a generator seeded with S; with `graded` the number of
    moves rises in equal steps up to that many, and a level with too few boards is completed from the next. If there are
    fewer than `number` boards, yields all that were found. A proof gets an even share of the remaining seconds; without
    a limit it gets `HOPELESS_PROOF_S`, and boards of a given difficulty take as long as they need. Raises
    BudgetExceededError if the time is up before a board of a given difficulty is found.
    """
    whole = Budget.of(**limits)
    boards = new_boards(puzzle, number=number, exact=exact, graded=graded, seed=seed, budget=whole)
    return (answer for _, answer in boards)


def new_boards(
    puzzle: Puzzle,
    *,
    number: int,
    exact: int | None,
    graded: int | None,
    seed: str | None,
    budget: Budget,
) -> Iterator[tuple[State, Answer]]:
    """Yield the answers of `new` with their states; this process draws the boards, the budget's executor proves
    them.
    """
    if seed is None:
        from random import SystemRandom

        seed = str(SystemRandom().randrange(10**15))
    lengths = levels(number, exact, graded)
    made = _begun(_draw(puzzle, number, lengths, seed), budget)
    limits = _limits(budget, number, is_exact=bool(lengths))
    solved: Iterator[tuple[str, State, Answer]]
    if budget.executor is None:
        solved = ((*each, solve(puzzle, each[1], budget=budget.share(seconds=next(limits)))) for each in made)
    else:
        solved = _proved(puzzle, made, limits, budget, budget.executor)
    for board_seed, state, answer in solved:
        if lengths and answer["verdict"] == "bounded" and budget.is_over:
            raise budget.exceeded()  # the board is not known to need the requested number of moves
        answer["seed"] = board_seed
        yield state, answer


def _limits(budget: Budget, number: int, *, is_exact: bool) -> Iterator[float | None]:
    """Yield the time limit of each proof, in seconds."""
    for remaining in chain(range(number, 0, -1), repeat(1)):
        if budget.is_limited:
            yield budget.left if is_exact else budget.left / remaining
        else:
            yield None if is_exact else HOPELESS_PROOF_S


def _begun(drawn: Iterator[tuple[str, State]], budget: Budget) -> Iterator[tuple[str, State]]:
    """Yield drawn boards within the budget, which this process alone checks: another worker may find another board."""
    alone = budget if budget.executor is None else budget.share()
    alone.executor = None
    while True:
        with alone:
            result = next(drawn, None)
        if result is None:
            return
        yield result


def _proved(
    puzzle: Puzzle,
    made: Iterator[tuple[str, State]],
    limits: Iterator[float | None],
    budget: Budget,
    executor: "Executor",
) -> Iterator[tuple[str, State, Answer]]:
    """Yield boards with their seeds and answers, computed by an executor."""
    from solvable.core.executor import map_ordered

    groups = (
        (puzzle, group, min(list(islice(limits, len(group))), key=lambda limit: FOREVER if limit is None else limit))
        for group in iter(lambda: list(islice(made, BOARDS_PER_TASK)), [])
    )
    for group in map_ordered(executor, solved_group, groups, budget.look):
        yield from group


def solved_group(
    puzzle: Puzzle, boards: Sequence[tuple[str, State]], seconds: float | None
) -> list[tuple[str, State, Answer]]:
    """Return boards with their seeds and answers; a task of an executor."""
    return [(seed, state, solve(puzzle, state, seconds=seconds)) for seed, state in boards]


def levels(number: int, exact: int | None, graded: int | None) -> Counter[int]:
    """Return the number of boards wanted of each length, empty if any length will do."""
    if graded is not None:
        return Counter(-(-graded * step // number) for step in range(1, number + 1))
    return Counter() if exact is None else Counter({exact: number})


def _draw(puzzle: Puzzle, number: int, lengths: Counter[int], seed: str) -> Iterator[tuple[str, State]]:
    """Yield different boards and the seed of each; if too few of a length are found, the rest come from the next
    level.
    """
    if lengths:
        from random import Random

        rng, maker = Random(seed), able(puzzle, Exact, "this kind of puzzle has no boards of an exact number of moves")
        missing = made = 0
        for length, times in lengths.items():
            missing += times
            for state in _exact(maker, length, missing, rng, is_last=not made and length == max(lengths)):
                missing, made = missing - 1, made + 1
                yield seed, state
        return
    seen: set[State] = set()
    tries, maximum = 0, number
    while len(seen) < maximum and tries <= 100 + 20 * maximum:  # all n states are drawn after about n log n draws
        tries += 1
        board_seed = seed if tries == 1 else f"{seed}-{tries}"
        state = seeded(puzzle, board_seed)
        if state not in seen:
            seen.add(state)
            yield board_seed, state
        elif maximum == number:
            maximum = min(number, puzzle.count().solvable)


def _exact(maker: Exact, length: int, number: int, rng: "Random", *, is_last: bool) -> Iterator[State]:
    """Yield `number` boards, or as many as are found; raise PuzzleError if none is found and `is_last` holds."""
    made = 0
    try:
        for state in maker.exact(length, number, rng):
            made += 1
            yield state
    except BudgetExceededError:
        raise
    except PuzzleError as error:
        there = error.arguments.get("count")  # counted before the first board was drawn
        if not made and isinstance(there, int) and there:
            yield from maker.exact(length, there, rng)
        elif not made and is_last:
            raise
