"""`solvable play`: the game on the full screen, or by lines if there is none, or if that is asked for."""

import os
import sys
from importlib.util import find_spec

from solvable.cli.command import command
from solvable.cli.errors import INTERRUPTED
from solvable.cli.options import argument, complete_file, flag
from solvable.cli.terminal import Terminal, can_show

PUZZLE = argument("puzzle", "[PUZZLE]", "", help_key="play", shell_complete=complete_file)
PLAIN = flag("--plain")
FIGURES = "▄▀◤·↑"  # some of what the full screen draws, for which it has no ASCII


@command(PUZZLE, PLAIN)
def play(terminal: Terminal, *, puzzle: str, plain: bool) -> int:
    """Play a game."""
    from solvable.tui import files
    from solvable.tui.record_file import RecordFile

    book = RecordFile()
    session = files.from_argument(puzzle) if puzzle else None
    reason = "" if plain else _reason(terminal)
    if plain or reason:
        from solvable.tui.plain import PlainGame

        if reason:
            terminal.note(terminal.say(reason))
        game = PlainGame(terminal.lang, terminal.pen, _Reader(terminal), terminal.line, book)
        return 0 if game.play(session) else INTERRUPTED
    from solvable.tui import settings
    from solvable.tui.app import PlayApp

    kept = settings.load()
    likes = kept or settings.DEFAULT
    lang = terminal.lang if terminal.is_lang_wanted else likes.lang or terminal.lang
    colour = not os.environ.get("NO_COLOR")
    app = PlayApp(session or files.todays(), lang, colour=colour, likes=likes, keep=settings.keep, book=book)
    if kept is None:
        app.game.say("play.likings.damaged", path=settings.path())
    app.run()
    return 0


def _reason(terminal: Terminal) -> str:
    """Return the key of why the full screen cannot be had, "" where it can."""
    try:
        is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and min(os.get_terminal_size()) > 0
    except (AttributeError, OSError, ValueError):
        is_terminal = False
    if not is_terminal or os.environ.get("TERM") == "dumb":
        return "plain.terminal"
    if terminal.is_ascii or not can_show(sys.stdout, FIGURES):
        return "plain.ascii"
    return "" if find_spec("textual") else "plain.screen"


class _Reader:
    """Reads lines: from a terminal with a prompt and its editing, from a pipe as they are."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.is_live = sys.stdin is not None and sys.stdin.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def __call__(self, prompt: str) -> str:
        self.terminal.flush()
        if self.is_live:
            return input(prompt)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        return line
