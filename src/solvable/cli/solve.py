"""`solvable solve`: the fewest presses or moves, the quickest ones, a short list, or all of them."""

from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.errors import LIMIT_REACHED, UsageError
from solvable.cli.executors import crew_of
from solvable.cli.giant import is_giant, refuse, solve_giant
from solvable.cli.options import (
    BOARD,
    CLUSTER,
    FORMAT,
    GOAL,
    JSON,
    METRIC,
    NO_TIME,
    WORKERS,
    complete_file,
    flag,
    option,
    read_targets,
)
from solvable.cli.outputs import answers_kind, check_inputs, check_outputs
from solvable.cli.param_types import Number
from solvable.cli.terminal import Terminal
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvable.cli.progress import Watch
    from solvable.core.answer import Answer
    from solvable.core.puzzle import Puzzle
    from solvable.formats.base import Targets


TIME = option("--time", metavar="S", kind=Number(float), help_key="limit")
ANY = flag("--any", "any_")
NEAR = flag("--near")
ALL = option("--all", "all_", metavar="[N]")
LIT_ONLY = flag("--lit-only")
FEWEST_LIT = flag("--fewest-lit")
OUT = option("--out", metavar="FILE")
CHECKPOINT = option("--checkpoint", metavar="FILE", shell_complete=complete_file)


@command(
    BOARD, ANY, NEAR, TIME, ALL, LIT_ONLY, FEWEST_LIT, METRIC, GOAL, OUT, CHECKPOINT, WORKERS, CLUSTER, FORMAT, JSON,
    NO_TIME,
)  # fmt: skip
def solve(
    terminal: Terminal,
    *,
    board: str,
    any_: bool,
    near: bool,
    time: float | None,
    all_: str | None,
    lit_only: bool,
    fewest_lit: bool,
    metric: str | None,
    goal: tuple[str, ...],
    out: str | None,
    checkpoint: str | None,
    workers: int,
    cluster: str | None,
    format_: str | None,
    json: bool,
) -> int:
    """Solve a board."""
    from solvable import answers
    from solvable.answers import nearest
    from solvable.cli.progress import Watch
    from solvable.cli.report import save_answers, show_answer

    limit = _limit(all_, terminal, any_=any_, near=near)
    asks_another = any_ or near or all_ is not None or lit_only or fewest_lit
    _check_files(terminal, board, out, checkpoint, is_shortest=not asks_another and cluster is None)
    asks_lamps = {"lit-only": lit_only or None, "fewest-lit": fewest_lit or None, "cluster": cluster}
    with Budget(time) as whole:  # reading counts: a file may be made to take long
        if is_giant(board, format_):
            refuse(terminal, board, goal=goal or None, all=all_, metric=metric, checkpoint=checkpoint, **asks_lamps)
            return solve_giant(terminal, board, out, json=json)
        targets = read_targets(terminal, board, format_=format_, goal=goal, metric=metric)
    time = None if time is None else whole.left
    puzzle, state = targets.every[0]
    _check_single(terminal, targets, checkpoint=checkpoint, cluster=cluster, lit_only=lit_only, fewest_lit=fewest_lit)
    _check_cluster(terminal, puzzle, cluster, asks_another=asks_another)
    if lit_only or fewest_lit:
        from solvable.cli.lit_only import solve_lamps

        others = {"any": any_, "near": near, "all": all_, "out": out, "fewest-lit": lit_only and fewest_lit}
        limits = {"seconds": time, "workers": workers}
        return solve_lamps(terminal, puzzle, state, lit_only=lit_only, json=json, limits=limits, others=others)
    mode: answers.Mode = "any" if any_ else "near" if near else "optimal"
    results = []
    is_hopeless = time is None and checkpoint is None and not (any_ or near) and answers.is_hopeless(puzzle)
    patience = answers.HOPELESS_PROOF_S if is_hopeless else time
    with crew_of(1, cluster) as crew, Watch(terminal, patience, is_kept=checkpoint is not None, puzzle=puzzle) as watch:
        budget = Budget(time, workers=workers, progress=watch, crew=crew)
        if all_ is None:
            asked = iter([nearest.solve(targets, mode=mode, budget=budget, checkpoint=checkpoint)])
        else:
            asked = nearest.solve_all(targets, mode=mode, limit=limit, budget=budget)
        for number, answer in enumerate(_while_allowed(asked, watch), start=1):
            terminal.code = _code(answer["verdict"], near and "moves" in answer)
            if out is not None:
                results.append(answer)
            elif json:
                terminal.json(answer)
            else:
                place = number if all_ is not None else 0
                show_answer(terminal, *targets.of(answer["puzzle"]), answer, number=place, targets=targets)
    if out is not None:
        save_answers(terminal, puzzle, results, out, json=json)
    return _ended(terminal, watch, is_hopeless=is_hopeless)


def _ended(terminal: Terminal, watch: "Watch", *, is_hopeless: bool) -> int:
    """Return the exit code, and say so where the user or a limit cut the search short."""
    if watch.is_cancelled:
        terminal.note(terminal.say("note.interrupted"))
        return watch.code
    if terminal.code == LIMIT_REACHED or watch.is_cut:
        terminal.note(terminal.say("note.patience" if is_hopeless else "note.limit"))
        return LIMIT_REACHED
    return terminal.code


def _while_allowed(answers: "Iterator[Answer]", watch: "Watch") -> "Iterator[Answer]":
    """Yield the answers until the user stops them; a limit after the first only ends them, and the watch knows."""
    is_begun = False
    try:
        for answer in answers:
            yield answer
            is_begun = True
            if watch.is_cancelled:
                return
    except BudgetExceededError:
        if not is_begun:
            raise
        watch.is_cut = True


def _code(verdict: str, is_short: bool) -> int:
    """Return the exit code of a verdict; a short solution is what `--near` asks for."""
    return 1 if verdict == "unsolvable" else LIMIT_REACHED if verdict == "bounded" and not is_short else 0


def _check_cluster(terminal: Terminal, puzzle: "Puzzle", cluster: str | None, *, asks_another: bool) -> None:
    """Raise UsageError where the question has no parts that a cluster could work on."""
    from solvable import answers

    if cluster is not None and (asks_another or not answers.is_spread(puzzle)):
        raise UsageError(terminal.say("error.cluster"))


def _check_single(terminal: Terminal, targets: "Targets", **options: object) -> None:
    """Raise UsageError if several goals are given with an option that is for one."""
    for name, value in options.items():
        if value and len(targets.every) > 1:
            raise UsageError(terminal.say("error.one_goal", option=f"--{name.replace('_', '-')}"))


def _check_files(terminal: Terminal, board: str, out: str | None, checkpoint: str | None, *, is_shortest: bool) -> None:
    """Raise UsageError where a file would be written over the board, or keep another search than it can."""
    if checkpoint is not None and not is_shortest:
        raise UsageError(terminal.say("error.checkpoint"))
    if checkpoint is not None:
        check_inputs(terminal, checkpoint, board)
    if out is not None:
        check_outputs(terminal, [(out, answers_kind(out))], board)


def _limit(text: str | None, terminal: Terminal, *, any_: bool, near: bool) -> int | None:
    """Return how many answers `--all` asks for: None for every one; raise UsageError where it says no number."""
    if near and (any_ or text is not None):
        raise UsageError(terminal.say("error.any_near" if any_ else "error.all_near"))
    if text is None or text == "every":
        return None
    if not (text.isascii() and text.isdigit() and int(text[:19]) > 0):
        raise UsageError(terminal.say("error.all", value=text))
    return int(text[:19])
