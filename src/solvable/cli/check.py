"""`solvable check`: is it solvable, in how many ways, and why?"""

from solvable.cli.command import command
from solvable.cli.giant import check_giant, is_giant, refuse
from solvable.cli.options import BOARD, FORMAT, GOAL, JSON, NO_TIME, read_targets
from solvable.cli.terminal import Terminal


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
