"""`solvable verify`: answers checked without the solver; trust nothing. `solvable schema`: what answers look like."""

import codecs
import json as codec
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.errors import LIMIT_REACHED
from solvable.cli.options import JSON, argument, complete_file, flag
from solvable.cli.terminal import Terminal
from solvable.core import memory
from solvable.core.errors import BudgetExceededError, NotationError
from solvable.core.message import msg
from solvable.render.text import fold

if TYPE_CHECKING:
    from solvable.checker import Report


@command()
def schema(terminal: Terminal) -> int:
    """Print the JSON schema of the answers."""
    import json

    from solvable.core.answer import schema as answers

    terminal.line(json.dumps(answers(), indent=2))
    return 0


ANSWER_BYTES_MAX = 1 << 30  # bytes of an answer
MEMORY_PER_ANSWER_BYTE = 50  # bytes of memory that a byte of an answer takes until it is checked
PROBE_BYTES = 1 << 16  # bytes in which what is no answer shows itself
SHOWN = 1 << 12
BLANK_BYTES_MAX = 1 << 20  # of blank lines one after the other
ID_SHOWN_MAX = 60  # characters of an ID that are shown


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of the answer in a line, and the board it is about."""

    line: int
    board: str
    report: "Report"
    key: Mapping[str, object] = field(default_factory=dict)
    """`line` and `id` of the answer itself, which tie it to its question."""


FILE = argument("file", "[FILE]", "-", help_key="answers", shell_complete=complete_file)
TRUST = flag("--trust")
VERBOSE = flag("-v", "--verbose")


@command(FILE, TRUST, VERBOSE, JSON)
def verify(terminal: Terminal, *, file: str, trust: bool, verbose: bool, json: bool) -> int:
    """Check answers without the solver."""
    count = {"right": 0, "wrong": 0, "unchecked": 0, "none": 0}
    first: tuple[Checked, str] | None = None  # waits: a single answer is shown whole
    for checked in _reports(terminal, file):
        report = checked.report
        verdict: str = "right" if trust and report.verdict == "unchecked" else report.verdict
        if report.remarks and not (report.problems or report.checked or report.unchecked):
            verdict = "none"  # a line that was no board: nothing is claimed
        count[verdict] += 1
        terminal.code = 1 if count["wrong"] else LIMIT_REACHED if count["unchecked"] else 0
        if json:
            fields = {"line": checked.line, **checked.key, "verdict": report.verdict, "valid": bool(report)}
            judged = {"problems": report.problems, "checked": report.checked, "trusted": report.unchecked}
            terminal.json(fields | judged | {"remarks": report.remarks})
        elif verbose or verdict not in {"right", "none"}:
            _show(terminal, checked, verdict)
        elif sum(count.values()) == 1:
            first = checked, verdict
    seen = sum(count.values())
    if not seen:
        raise NotationError(terminal.say("verify.empty"), source=_name(file), expected=terminal.say("verify.expected"))
    if not json and seen == 1 and first is not None:
        _show(terminal, *first)
    if not json and seen > 1:
        counts = [terminal.say(f"verify.count.{verdict}", n=n) for verdict, n in count.items() if n]
        terminal.line(terminal.say("verify.count", n=seen, counts=terminal.say("verify.comma").join(counts)))
    return terminal.code


def _show(terminal: Terminal, checked: Checked, verdict: str) -> None:
    """Write what was found of one answer."""
    report, board = checked.report, checked.board
    board = board if len(board) <= ID_SHOWN_MAX else f"{board[: ID_SHOWN_MAX - 1]}…"
    text = terminal.say(f"verify.{verdict}", line=checked.line, board=board)
    if report.problems:
        problems = [problem.partition(": ") for problem in report.problems]
        notes = [where + colon + terminal.tell(what) for where, colon, what in problems]
    else:
        what = terminal.say("verify.between").join(map(terminal.tell, report.checked))
        notes = [terminal.say("verify.checked", what=what)] if what else []
        notes += [terminal.say("verify.trusted", what=terminal.tell(what)) for what in report.unchecked]
    terminal.line(terminal.pen.paint(_safe(text), "" if report else "alarm"))
    for note in notes:
        for part in fold(_safe(note), min(terminal.pen.width, 100) - 2):
            terminal.line("  " + terminal.pen.paint(part, "dim" if report else ""))


def _safe(text: str) -> str:
    """Return `text` without what a terminal would obey."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _reports(terminal: Terminal, file: str) -> Iterator[Checked]:
    """Yield what was found of each line; a single answer may also be spread over lines."""
    longest = int(min(ANSWER_BYTES_MAX, memory.FREE_MEMORY_SHARE * memory.available() / MEMORY_PER_ANSWER_BYTE))
    if file == "-" and sys.stdin is None:
        raise OSError(terminal.say("error.closed_input"))
    from solvable.batch.streams import unpacked

    blank = 0
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as packed:
        stream = unpacked(packed)
        for number, start in enumerate(iter(lambda: stream.readline(PROBE_BYTES), b""), start=1):
            line = start if start.endswith(b"\n") or not _may_be(start) else start + stream.readline(longest + 1)
            if not line.strip() and line.endswith(b"\n"):
                blank += len(line)
                if blank > BLANK_BYTES_MAX:
                    message = msg("more than {most:,} bytes of blank lines", most=BLANK_BYTES_MAX)
                    raise NotationError(message, source=_name(file), line=number, expected="a JSON object a line")
                continue
            blank = 0
            is_spread = number == 1 and line.strip() == b"{"
            whole = line + stream.read(longest) if is_spread else line
            if len(whole) > longest:
                size = longest // 10**6
                raise BudgetExceededError(
                    msg("answers of more than {most} MB do not fit into memory to be checked", most=size), 0
                )
            if whole.strip() or len(whole) >= PROBE_BYTES:
                yield _checked(whole, number, _name(file))
            if is_spread:
                return


def _may_be(start: bytes) -> bool:
    """Return whether a long line that begins so may be an answer: an object, and no bytes that text never has."""
    return start.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{") and b"\0" not in start


def _checked(line: bytes, number: int, source: str) -> Checked:
    """Return what was found of the answer in `line`; raise NotationError if that is none."""
    from solvable import checker, families

    column, text, position = 1, line[:SHOWN].decode("utf-8", "replace").partition("\n")[0], number
    try:
        whole = line.decode("utf-8-sig")
        answer = checker.read(whole)
        if isinstance(answer, dict):
            board, key = str(answer.get("board", answer.get("puzzle", ""))), _key(answer)
            return Checked(number, board, families.verify(whole), key)
        message = "this is not an answer"
    except checker.WrongError as wrong:
        return Checked(number, "", checker.Report([str(wrong)]))
    except codec.JSONDecodeError as error:
        message, position, column = (
            msg("this is not JSON: {error}", error=msg(error.msg)),
            number + error.lineno - 1,
            error.colno,
        )
        text = error.doc.split("\n", error.lineno)[error.lineno - 1]
    except UnicodeDecodeError as error:
        message, column = "this is not UTF-8 text", error.start + 1
    except RecursionError:
        message = "this is nested too deeply to be an answer"
    except ValueError as error:
        message = msg("this is not an answer: {error}", error=str(error)[:100])
    shown = text[:SHOWN]
    raise NotationError(
        message, source=source, line=position, column=column, text=shown, expected="a JSON object a line"
    )


def _key(answer: Mapping[str, object]) -> dict[str, object]:
    """Return the line and the id of an answer, if they are what such fields hold."""
    key = {"line": answer["line"]} if type(answer.get("line")) is int else {}
    return key | ({"id": answer["id"]} if "id" in answer and not isinstance(answer["id"], list | dict) else {})


def _name(file: str) -> str:
    return "stdin" if file == "-" else file
