"""Giant two-colour boards in files (.pbm, .npy, rows of 0 and 1): solved and checked as streams, never as cells."""

from pathlib import Path
from typing import TYPE_CHECKING

from solvable.cli.errors import UsageError
from solvable.cli.terminal import Terminal
from solvable.messages import duration, number

if TYPE_CHECKING:
    from solvable.core.answer import Answer

# bytes of a raw PBM file of a million lamps: from here on boards are not taken apart into cells
GIANT_PBM_BYTES_MIN = 1 << 17
GIANT_TEXT_BYTES_MIN = 1 << 20  # bytes of as many lamps in rows of 0 and 1
PICTURES = (".pbm", ".npy")
FORMATS = (None, "pbm", "npy", "grid")
MAGIC = (b"P1", b"P4", b"\x93NUMPY")


def is_giant(board: str, format_: str | None = None) -> bool:
    """Return whether `board` names a file of a million two-colour lamps or more: a picture, or rows of 0 and 1."""
    path = Path(board)
    try:
        if format_ not in FORMATS or not path.is_file() or path.stat().st_size < GIANT_PBM_BYTES_MIN:
            return False
        with path.open("rb") as file:
            if file.read(6).startswith(MAGIC):
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
    """Raise UsageError where an option was given that has no meaning for giant boards."""
    for name, value in options.items():
        if value is not None:
            raise UsageError(terminal.say("error.giant_option", option=f"--{name}", board=board))


def check_giant(terminal: Terminal, board: str, *, json: bool) -> int:
    """Write whether the board in the file is solvable."""
    return _answer(terminal, board, "", json=json)


def solve_giant(terminal: Terminal, board: str, out: str | None, *, json: bool) -> int:
    """Write the presses that darken the board in the file `board` to the file `out`."""
    if out is None or not out.endswith(PICTURES):
        raise UsageError(terminal.say("error.giant", board=board))
    return _answer(terminal, board, out, json=json)


def _answer(terminal: Terminal, board: str, out: str, *, json: bool) -> int:
    from solvable.answers.giant import answer_file

    answer = answer_file(board, out)
    terminal.code = 1 if answer["verdict"] == "unsolvable" else 0
    if json:
        terminal.json(answer)
    else:
        _show(terminal, answer, out)
    return terminal.code


def _show(terminal: Terminal, answer: "Answer", out: str) -> None:
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
