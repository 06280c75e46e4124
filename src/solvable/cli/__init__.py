"""The command line: data to standard output, notes and progress to standard error, exit codes that scripts can trust.

0 answered · 1 proved unsolvable, or a wrong answer found · 2 usage or input error · 3 a limit was reached ·
130 interrupted. No input ends in a traceback, and neither does Ctrl-C while the program is still being loaded: so this
file loads nothing.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["main", "run"]

END_AGAIN_S = 2.0
"""Seconds after which a request to end is repeated."""


def run() -> "NoReturn":
    """Run the program with the process's arguments and exit."""
    try:
        import gc
        import signal

        # what is loaded stays: looking through it for garbage takes longer than small boards do
        gc.set_threshold(100_000)
        signal.signal(signal.SIGTERM, _end)
        code = main()
        gc.freeze()  # nor does it matter at the end, when all of it goes
    except KeyboardInterrupt:  # before there is a terminal to tell it to
        code = 130
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is over: a Ctrl-C while all is taken down changes no exit code
    # Run by `python -m`, Python 3.11 ends by the signal where a Ctrl-C fell into code made of text (that of a dataclass
    # that is being loaded), although it was heard. The next code made of text makes it forget.
    exec("")
    sys.exit(code)


def _end(number: int, frame: object) -> "NoReturn":
    """End on SIGTERM, as an exception that lets half-written files be removed.

    Python drops an exception that falls into a callback of a library, so it is raised again until the process ends.
    """
    import signal

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _end)
        signal.setitimer(signal.ITIMER_REAL, END_AGAIN_S)
    sys.exit(128 + signal.SIGTERM)


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the program with `arguments` (default: the process's) and return its exit code."""
    from solvable.cli.terminal import Terminal

    words = list(sys.argv[1:] if arguments is None else arguments)
    terminal = Terminal.open(words)
    try:
        from solvable.cli.app import answer
        from solvable.core.log import listening

        with listening(lambda text: terminal.note(terminal.tell(text))):
            code = answer(words, terminal)
        terminal.code = code  # of an answer that its reader may not stay for
        terminal.flush()
    except BaseException as error:  # the last line of defence: every error becomes one message
        from solvable.cli.errors import report

        return report(error, terminal)
    return code
