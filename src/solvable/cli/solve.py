"""`solvable check`: is it solvable? `solvable solve`: the fewest presses or moves, the quickest, a short list, or all.

Giant two-colour boards in files (.pbm, .npy, rows of 0 and 1) are solved and checked as streams, never as cells.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.errors import LIMIT_REACHED, UsageError
from solvable.cli.options import (
    BOARD,
    CLUSTER,
    FORMAT,
    GOAL,
    JSON,
    METRIC,
    NO_TIME,
    WORKERS,
    Number,
    answers_kind,
    check_inputs,
    check_outputs,
    complete_file,
    flag,
    option,
    read_targets,
)
from solvable.cli.terminal import Terminal
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.messages import duration, number

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
# bytes of a raw PBM file of a million lamps: from here on boards are not taken apart into cells
GIANT_PBM_BYTES_MIN = 1 << 17
GIANT_TEXT_BYTES_MIN = 1 << 20  # bytes of as many lamps in rows of 0 and 1
PICTURES = (".pbm", ".npy")
GIANT_FORMATS = (None, "pbm", "npy", "grid")


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
    from solvable.cli.progress import Watch, executor_of
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
        from solvable.cli.lights import solve_lamps

        others = {"any": any_, "near": near, "all": all_, "out": out, "fewest-lit": lit_only and fewest_lit}
        limits = {"seconds": time, "workers": workers}
        return solve_lamps(terminal, puzzle, state, lit_only=lit_only, json=json, limits=limits, others=others)
    mode: answers.Mode = "any" if any_ else "near" if near else "optimal"
    results = []
    is_hopeless = time is None and checkpoint is None and not (any_ or near) and answers.is_hopeless(puzzle)
    patience = answers.HOPELESS_PROOF_S if is_hopeless else time
    with (
        executor_of(1, cluster) as executor,
        Watch(terminal, patience, is_kept=checkpoint is not None, puzzle=puzzle) as watch,
    ):
        budget = Budget(time, workers=workers, progress=watch, executor=executor)
        if all_ is None:
            asked = iter([nearest.solve(targets, mode=mode, budget=budget, checkpoint=checkpoint)])
        else:
            asked = nearest.solve_all(targets, mode=mode, limit=limit, budget=budget)
        for index, answer in enumerate(_while_allowed(asked, watch), start=1):
            terminal.code = _code(answer["verdict"], near and "moves" in answer)
            if out is not None:
                results.append(answer)
            elif json:
                terminal.json(answer)
            else:
                place = index if all_ is not None else 0
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
    """Raise UsageError if the question has no parts that a cluster could work on."""
    from solvable import answers

    if cluster is not None and (asks_another or not answers.is_spread(puzzle)):
        raise UsageError(terminal.say("error.cluster"))


def _check_single(terminal: Terminal, targets: "Targets", **options: object) -> None:
    """Raise UsageError if several goals are given with an option that is for one."""
    for name, value in options.items():
        if value and len(targets.every) > 1:
            raise UsageError(terminal.say("error.one_goal", option=f"--{name.replace('_', '-')}"))


def _check_files(terminal: Terminal, board: str, out: str | None, checkpoint: str | None, *, is_shortest: bool) -> None:
    """Raise UsageError if a file would be written over the board, or keep another search than it can."""
    if checkpoint is not None and not is_shortest:
        raise UsageError(terminal.say("error.checkpoint"))
    if checkpoint is not None:
        check_inputs(terminal, checkpoint, board)
    if out is not None:
        check_outputs(terminal, [(out, answers_kind(out))], board)


def _limit(text: str | None, terminal: Terminal, *, any_: bool, near: bool) -> int | None:
    """Return how many answers `--all` asks for: None for every one; raise UsageError if it says no number."""
    if near and (any_ or text is not None):
        raise UsageError(terminal.say("error.any_near" if any_ else "error.all_near"))
    if text is None or text == "every":
        return None
    if not (text.isascii() and text.isdigit() and int(text[:19]) > 0):
        raise UsageError(terminal.say("error.all", value=text))
    return int(text[:19])


@command(BOARD, GOAL, FORMAT, JSON, NO_TIME)
def check(terminal: Terminal, *, board: str, goal: tuple[str, ...], format_: str | None, json: bool) -> int:
    """Say whether a board is solvable, with the proof."""
    from solvable.answers import nearest
    from solvable.cli.report import show_answer

    if is_giant(board, format_):
        refuse(terminal, board, goal=goal or None)
        return check_giant(terminal, board, json=json)
    targets = read_targets(terminal, board, format_=format_, goal=goal)
    answer = nearest.check(targets)
    terminal.code = 1 if answer["verdict"] == "unsolvable" else 0
    if json:
        terminal.json(answer)
    else:
        show_answer(terminal, *targets.of(answer["puzzle"]), answer, targets=targets)
    return terminal.code


def is_giant(board: str, format_: str | None = None) -> bool:
    """Return whether `board` names a file of a million two-colour lamps or more: a picture, or rows of 0 and 1."""
    path = Path(board)
    try:
        if format_ not in GIANT_FORMATS or not path.is_file() or path.stat().st_size < GIANT_PBM_BYTES_MIN:
            return False
        from solvable.formats.magic import NPY_MAGIC, PBM_MAGIC

        with path.open("rb") as file:
            if file.read(6).startswith((*PBM_MAGIC, NPY_MAGIC)):
                return True
            file.seek(0)
            return path.stat().st_size >= GIANT_TEXT_BYTES_MIN and _is_grid(
                file.readline(GIANT_TEXT_BYTES_MIN), file.readline(GIANT_TEXT_BYTES_MIN)
            )
    except (OSError, ValueError):
        return False


def _is_grid(first: bytes, second: bytes) -> bool:
    """Return whether these can be the first rows of lamps; a size before rows is not, nor a line without an end."""
    if not first.endswith(b"\n"):
        return False
    rows = [row.translate(None, b" \t\r\n") for row in (first, second) if row]
    return len(set(map(len, rows))) == 1 and all(row and not row.strip(b"01") for row in rows)


def refuse(terminal: Terminal, board: str, **options: object) -> None:
    """Raise UsageError if an option was given that has no meaning for giant boards."""
    for name, value in options.items():
        if value is not None:
            raise UsageError(terminal.say("error.giant_option", option=f"--{name}", board=board))


def check_giant(terminal: Terminal, board: str, *, json: bool) -> int:
    """Write whether the board in the file is solvable."""
    return _answer_giant(terminal, board, "", json=json)


def solve_giant(terminal: Terminal, board: str, out: str | None, *, json: bool) -> int:
    """Write the presses that darken the board in the file `board` to the file `out`."""
    if out is None or not out.endswith(PICTURES):
        raise UsageError(terminal.say("error.giant", board=board))
    return _answer_giant(terminal, board, out, json=json)


def _answer_giant(terminal: Terminal, board: str, out: str, *, json: bool) -> int:
    from solvable.answers.giant import answer_file

    answer = answer_file(board, out)
    terminal.code = 1 if answer["verdict"] == "unsolvable" else 0
    if json:
        terminal.json(answer)
    else:
        _show_giant(terminal, answer, out)
    return terminal.code


def _show_giant(terminal: Terminal, answer: "Answer", out: str) -> None:
    if answer["verdict"] == "unsolvable":
        text = terminal.say("giant.unsolvable")
    else:
        ways = terminal.say("headline.ways", n=1 if not answer["nullity"] else number(2 ** answer["nullity"]))
        key, length = "headline.lights.any" if out else "headline.solvable.ways", answer.get("length")
        text = terminal.say(key, n=length, ways=ways, length=length)
    terminal.sentence(text)
    if out:
        terminal.line(terminal.say("giant.proof" if answer["verdict"] == "unsolvable" else "note.saved", path=out))
    facts = [answer["puzzle"], *([duration(answer["seconds"])] if terminal.shows_time else [])]
    terminal.line(terminal.pen.paint(" · ".join(facts), "dim"))
