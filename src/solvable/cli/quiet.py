"""`solvable quiet`: the patterns of presses that change nothing."""

from typing import Any

from solvable.cli.command import command
from solvable.cli.options import JSON, PUZZLE, flag, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.messages import number
from solvable.render.text import legend

PATTERNS_SHOWN_MAX = 1000  # of a space that doubles with every dimension; --json gives as many
EVERY = flag("--all", "every", help_key="quiet_all")


@command(PUZZLE, EVERY, JSON)
def quiet(terminal: Terminal, *, puzzle: str, every: bool, json: bool) -> int:
    """Show the quiet patterns."""
    from solvable import answers

    board = read_puzzle(puzzle)
    answer = answers.quiet(board, every=every, limit=PATTERNS_SHOWN_MAX + 1 if every else None)
    patterns = answer["quiet_patterns"]
    is_cut = every and len(patterns) > PATTERNS_SHOWN_MAX
    answer["quiet_patterns"] = patterns[:PATTERNS_SHOWN_MAX] if is_cut else patterns
    key = "quiet.none" if not patterns else "quiet.cut" if is_cut else "quiet.all" if every else "quiet.basis"
    text = terminal.say(
        key, n=len(patterns), nullity=answer["nullity"], solutions=number(answer["solutions"]), shown=PATTERNS_SHOWN_MAX
    )
    if not json:
        terminal.sentence(text)
        _draw_patterns(terminal, board, answer["quiet_patterns"])
        return 0
    terminal.json(answer)
    if is_cut:
        terminal.note(text)
    return 0


def _draw_patterns(terminal: Terminal, puzzle: Any, patterns: list[list[int]]) -> None:
    from solvable.cli.report import draw_board, put

    on_cells = puzzle.presses == puzzle.cells
    for pattern in patterns:
        terminal.line()
        if on_cells:
            board = draw_board(terminal, puzzle, tuple(pattern))
            put(terminal, board, (puzzle.width, puzzle.height))
        else:
            terminal.line("  " + " ".join(map(str, pattern)))
    if on_cells and patterns:
        key = "legend.quiet" if puzzle.k == 2 else "legend.quiet_times"
        terminal.line()
        terminal.line(terminal.pen.paint(legend(board, terminal.say(key)), "dim"))
