"""`solvable new`: solvable boards, each with its proved minimum; `--exact`: a contest set of equal difficulty."""

from typing import Annotated

import typer

from solvable.budget import Budget
from solvable.cli.failures import INTERRUPTED, LIMIT_REACHED, UsageError
from solvable.cli.options import JsonOption, LangOption, PuzzleArgument, read_puzzle
from solvable.cli.terminal import Terminal

ExactOption = Annotated[int | None, typer.Option("--exact", metavar="N", min=0, help="option.exact")]
GradedOption = Annotated[int | None, typer.Option("--graded", metavar="N", min=1, help="option.graded")]
CountOption = Annotated[int, typer.Option("--count", metavar="M", min=1, help="option.count")]
PatienceOption = Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="option.patience")]
PATIENCE = 10.0  # seconds for the proof of a board's minimum, unless told
SeedOption = Annotated[str | None, typer.Option("--seed", metavar="S", help="option.seed")]


def new(
    ctx: typer.Context,
    puzzle: PuzzleArgument,
    exact: ExactOption = None,
    graded: GradedOption = None,
    count: CountOption = 1,
    seed: SeedOption = None,
    time: PatienceOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> int:
    """Make new boards."""
    from solvable import families, query
    from solvable.cli.progress import Watch
    from solvable.cli.report import draw_board, put, size_of

    terminal: Terminal = ctx.obj
    if exact is not None and graded is not None:
        raise UsageError(terminal.say("error.exact_graded"))
    wanted = read_puzzle(puzzle)
    if time is None and exact is None and graded is None:
        time = PATIENCE
    code = 0
    with Watch(terminal, time) as watch:
        whole = Budget(progress=watch)
        boards = query.new_boards(
            wanted, number=count, exact=exact, graded=graded, seed=seed, seconds=time, budget=whole
        )
        for number, (state, answer) in enumerate(boards):
            code = LIMIT_REACHED if answer["verdict"] == "bounded" else code
            if json:
                terminal.json(answer)
                continue
            if number:
                terminal.line()
            key = f"new.{families.of(wanted).prefix}" if answer["optimal"] else "new.bounds"
            length = answer.get("length", "?")
            told = terminal.say(key, n=length, length=length, bound=answer["lower_bound"])
            terminal.line(terminal.pen.paint(answer["board"], "strong"))
            put(terminal, draw_board(terminal, wanted, state), size_of(wanted))
            terminal.line(told)
            if watch.is_cancelled:
                break
    return INTERRUPTED if watch.is_cancelled else code
