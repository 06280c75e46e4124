"""Giant two-colour boards in files (.pbm, .npy, rows of 0 and 1): solved and checked as streams, never as cells.

Such an answer names files instead of listing moves: `board_file`, `moves_file`, and the proof of an unsolvable board
as a picture of its quiet pattern.
"""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from solvable.cli.failures import UsageError
from solvable.cli.terminal import Terminal
from solvable.errors import UnsolvableError
from solvable.messages import duration, number

GIANT = 1 << 17  # bytes of a raw PBM file of a million lamps: from here on boards are not taken apart into cells
GIANT_TEXT = 1 << 20  # bytes of as many lamps in rows of 0 and 1
PICTURES = (".pbm", ".npy")
FORMATS = (None, "pbm", "npy", "grid")
MAGIC = (b"P1", b"P4", b"\x93NUMPY")


def is_giant(board: str, format_: str | None = None) -> bool:
    """Return whether `board` names a file of a million two-colour lamps or more: a picture, or rows of 0 and 1."""
    path = Path(board)
    try:
        if format_ not in FORMATS or not path.is_file() or path.stat().st_size < GIANT:
            return False
        with path.open("rb") as file:
            if file.read(6).startswith(MAGIC):
                return True
            file.seek(0)
            return path.stat().st_size >= GIANT_TEXT and _is_grid(file.readline(GIANT_TEXT), file.readline(GIANT_TEXT))
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
    from solvable.formats import giant

    return _answer(terminal, board, lambda: giant.check_file(Path(board)), "", json=json)


def solve_giant(terminal: Terminal, board: str, out: str | None, *, json: bool) -> int:
    """Write the presses that darken the board in the file `board` to the file `out`."""
    from solvable.formats import giant

    if out is None or not out.endswith(PICTURES):
        raise UsageError(terminal.say("error.giant", board=board))
    return _answer(terminal, board, lambda: giant.solve_file(Path(board), Path(out)), out, json=json)


def _answer(terminal: Terminal, board: str, ask: Callable[[], dict[str, Any]], out: str, *, json: bool) -> int:
    from solvable.answer import ordered

    start = perf_counter()
    fields: dict[str, Any] = {"board_file": board, "method": "rows"}
    try:
        found = ask()
    except UnsolvableError as error:
        proof: Any = error.obstruction
        fields |= {"verdict": "unsolvable", "puzzle": f"lights:{proof.width}x{proof.height}"}
        fields["obstruction"] = {"invariant": proof.invariant, "value": proof.value, "wanted": proof.wanted}
        if out:
            from solvable.formats.giant import write_rows

            write_rows(Path(out), proof.rows, proof.width, proof.height)
            fields["obstruction"]["weights_file"] = out
    else:
        fields |= {"verdict": "solved" if out else "solvable", "puzzle": f"lights:{found['width']}x{found['height']}"}
        fields["nullity"] = found["nullity"]
        if out:
            bound = 0 if found["nullity"] else found["presses"]
            fields |= {"moves_file": out, "length": found["presses"], "lower_bound": bound}
            fields["optimal"] = bound == found["presses"]
    fields["seconds"] = round(perf_counter() - start, 6)
    if json:
        terminal.json(ordered(fields))
    else:
        _show(terminal, fields, out)
    return 1 if fields["verdict"] == "unsolvable" else 0


def _show(terminal: Terminal, fields: dict[str, Any], out: str) -> None:
    if fields["verdict"] == "unsolvable":
        told = terminal.say("giant.unsolvable")
    else:
        ways = terminal.say("headline.ways", n=1 if not fields["nullity"] else number(2 ** fields["nullity"]))
        key, length = "headline.lights.any" if out else "headline.solvable.ways", fields.get("length")
        told = terminal.say(key, n=length, ways=ways, length=length)
    terminal.sentence(told)
    if out:
        terminal.line(terminal.say("giant.proof" if fields["verdict"] == "unsolvable" else "note.saved", path=out))
    terminal.line(terminal.pen.paint(f"{fields['puzzle']} · {duration(fields['seconds'])}", "dim"))
