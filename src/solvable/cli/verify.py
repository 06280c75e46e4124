"""`solvable verify` and `solvable convert`: trust nothing, and bring boards from one format to another."""

import json as codec
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from solvable import memory
from solvable.cli.failures import UsageError
from solvable.cli.options import (
    BoardArgument,
    FormatOption,
    JsonOption,
    LangOption,
    complete_file,
    complete_format,
    read_position,
)
from solvable.cli.terminal import Terminal
from solvable.errors import BudgetExceededError, NotationError
from solvable.messages import join
from solvable.render.text import fold

Answer = dict[str, object]
LONGEST = 1 << 30  # bytes of an answer
EACH = 33  # bytes of memory that a byte of an answer takes until it is checked
SHOWN = 1 << 12
FileArgument = Annotated[str, typer.Argument(metavar="[FILE]", help="option.answers", autocompletion=complete_file)]
ListOption = Annotated[bool, typer.Option("--list", help="option.formats")]
ToOption = Annotated[str, typer.Option("--to", metavar="FORMAT", help="option.to", autocompletion=complete_format)]


def verify(ctx: typer.Context, file: FileArgument = "-", json: JsonOption = False, lang: LangOption = None) -> int:
    """Check answers without the solver."""
    from solvable import families

    terminal: Terminal = ctx.obj
    wrong = seen = 0
    for line, answer in _answers(file):
        seen += 1
        found = families.verify(answer)
        wrong += not found
        if json:
            fields = {"line": line, "valid": bool(found), "problems": found.problems}
            terminal.json(fields | {"checked": found.checked, "trusted": found.trusted})
            continue
        board = str(answer.get("board", answer.get("puzzle", "")))
        board = board if len(board) <= 60 else board[:59] + "…"
        if found:
            told = terminal.say("verify.right", line=line, board=board)
            checked = terminal.say("verify.between").join(map(terminal.tell, found.checked))
            notes = [terminal.say("verify.checked", what=checked)] if checked else []
            notes += [terminal.say("verify.trusted", what=terminal.tell(what)) for what in found.trusted]
        else:
            told = terminal.pen.paint(terminal.say("verify.wrong", line=line, board=board), "alarm")
            problems = [problem.partition(": ") for problem in found.problems]
            notes = [where + colon + terminal.tell(what) for where, colon, what in problems]
        terminal.line(told)
        for note in notes:
            for part in fold(note, min(terminal.pen.width, 100) - 2):
                terminal.line("  " + terminal.pen.paint(part, "dim" if found else ""))
    if not seen:
        raise NotationError(terminal.say("verify.empty"), source=_name(file), expected=terminal.say("verify.expected"))
    return 1 if wrong else 0


def _answers(file: str) -> Iterator[tuple[int, Answer]]:
    """Yield (line number, answer) for each line; a single answer may also be spread over lines."""
    longest = int(min(LONGEST, memory.SHARE * memory.available() / EACH))
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
        for number, line in enumerate(iter(lambda: stream.readline(longest + 1), b""), start=1):
            if not line.strip():
                continue
            is_spread = number == 1 and line.strip() == b"{"
            whole = line + stream.read(longest) if is_spread else line
            if len(whole) > longest:
                size = longest // 10**6
                raise BudgetExceededError(f"answers of more than {size} MB do not fit here to be checked", 0)
            yield number, _answer(whole, number, _name(file))
            if is_spread:
                return


def _answer(line: bytes, number: int, source: str) -> Answer:
    """Return the answer that `line` holds; raise NotationError."""
    column, text = 1, line[:SHOWN].decode("utf-8", "replace").partition("\n")[0]
    try:
        answer = codec.loads(line.decode("utf-8-sig"))
        if isinstance(answer, dict):
            return answer
        message = "this is not an answer"
    except codec.JSONDecodeError as error:
        message, number, column = f"this is not JSON: {error.msg}", number + error.lineno - 1, error.colno
        text = error.doc.split("\n", error.lineno)[error.lineno - 1]
    except UnicodeDecodeError as error:
        message, column = "this is not UTF-8 text", error.start + 1
    except RecursionError:
        message = "this is nested too deeply to be an answer"
    except ValueError as error:
        message = f"this is not an answer: {str(error)[:100]}"
    raise NotationError(message, source=source, line=number, column=column, text=text, expected="a JSON object a line")


def _name(file: str) -> str:
    return "stdin" if file == "-" else file


def convert(
    ctx: typer.Context,
    board: BoardArgument = "-",
    to: ToOption = "",
    list_: ListOption = False,
    format_: FormatOption = None,
    lang: LangOption = None,
) -> int:
    """Convert a board to another format."""
    from solvable import formats

    terminal: Terminal = ctx.obj
    if list_:
        for name, row in formats.FORMATS.items():
            told = terminal.tell(row.summary)
            told = told if row.write else join(told, terminal.say("convert.read_only"))
            first, *others = fold(told, max(20, terminal.pen.width - 16))
            for start, part in ((name, first), *(("", other) for other in others)):
                terminal.line(f"  {start:<12}  {part}")
        return 0
    if not to:
        names = ", ".join(name for name, row in formats.FORMATS.items() if row.write)
        raise UsageError(terminal.say("error.to", formats=names))
    puzzle, state = read_position(terminal, board, format_=format_)
    terminal.line(formats.write(puzzle, state, to).rstrip("\n"))
    return 0
