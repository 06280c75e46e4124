"""`solvable new`: solvable boards, each with its proved minimum; `--exact`: a contest set of equal difficulty."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.errors import INTERRUPTED, LIMIT_REACHED, UsageError
from solvable.cli.options import CLUSTER, JSON, NO_TIME, PUZZLE, WORKERS, Number, option
from solvable.cli.progress import executor_of
from solvable.cli.terminal import Terminal
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError

if TYPE_CHECKING:
    from solvable.cli.progress import Watch
    from solvable.core.answer import Answer
    from solvable.core.puzzle import State

EXACT = option("--exact", metavar="N", kind=Number(int))
GRADED = option("--graded", metavar="N", kind=Number(int, 1))
COUNT = option("--count", metavar="M", kind=Number(int, 1), default=1)
SEED = option("--seed", metavar="S")
TIME = option("--time", metavar="S", kind=Number(float), help_key="whole")


@command(PUZZLE, EXACT, GRADED, COUNT, SEED, TIME, WORKERS, CLUSTER, JSON, NO_TIME)
def new(
    terminal: Terminal,
    *,
    puzzle: str,
    exact: int | None,
    graded: int | None,
    count: int,
    seed: str | None,
    time: float | None,
    workers: int,
    cluster: str | None,
    json: bool,
) -> int:
    """Make new boards."""
    from solvable import answers, families, game_id
    from solvable.cli.progress import Watch
    from solvable.cli.report import draw_board, put, size_of

    if exact is not None and graded is not None:
        raise UsageError(terminal.say("error.exact_graded"))
    wanted, seed = game_id.parse_seeded_puzzle(puzzle, seed)
    lengths: Counter[int] = Counter()
    with executor_of(workers, cluster) as executor, Watch(terminal, time) as watch:
        whole = Budget(time, progress=watch, executor=executor)
        boards = answers.new_boards(
            wanted,
            number=count,
            exact=exact,
            graded=graded,
            seed=seed,
            budget=whole,
        )
        for number, (state, answer) in enumerate(_within(boards, watch)):
            terminal.code = LIMIT_REACHED if answer["verdict"] == "bounded" else terminal.code
            lengths[answer.get("length", 0)] += 1
            if json:
                terminal.json(answer)
                continue
            if number:
                terminal.line()
            key = f"new.{families.of(wanted).prefix}" if answer["optimal"] else "new.bounds"
            length = answer.get("length", "?")
            text = terminal.say(key, n=length, length=length, bound=answer["lower_bound"])
            terminal.line(terminal.pen.paint(answer["board"], "strong"))
            put(terminal, draw_board(terminal, wanted, state), size_of(wanted))
            terminal.line(text)
            if watch.is_cancelled:
                break
    if watch.is_cancelled:
        return INTERRUPTED
    if lengths.total() < count:
        terminal.note(terminal.say("new.late" if watch.is_cut else "new.few", n=lengths.total(), wanted=count))
        return LIMIT_REACHED
    if (levels := answers.levels(count, exact, graded)) and levels != lengths:
        terminal.note(terminal.say("new.spilled"))
    return terminal.code


def _within(boards: Iterator[tuple["State", "Answer"]], watch: "Watch") -> Iterator[tuple["State", "Answer"]]:
    """Yield the boards that are found until the time is up, which the watch then knows."""
    try:
        yield from boards
    except BudgetExceededError:
        if watch.is_cancelled:
            raise
        watch.is_cut = True
