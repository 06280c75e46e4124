"""`solvable convert`: a board from any format that can be read to any that can be written."""

from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import BOARD, FORMAT, complete_format, flag, option, read_position
from solvable.cli.terminal import Terminal
from solvable.messages import join
from solvable.render.text import fold

TO = option("--to", metavar="FORMAT", default="", shell_complete=complete_format)
LIST = flag("--list", "list_", help_key="formats")


@command(BOARD, TO, LIST, FORMAT)
def convert(terminal: Terminal, *, board: str, to: str, list_: bool, format_: str | None) -> int:
    """Convert a board to another format."""
    from solvable import formats

    if list_:
        names = max(map(len, formats.FORMATS))
        for name, row in formats.FORMATS.items():
            text = terminal.tell(row.summary)
            text = text if row.write else join(text, terminal.say("convert.read_only"))
            first, *others = fold(text, max(20, terminal.pen.width - names - 4))
            for start, part in ((name, first), *(("", other) for other in others)):
                terminal.line(f"  {start:<{names}}  {part}")
        return 0
    if not to:
        writers = ", ".join(name for name, row in formats.FORMATS.items() if row.write)
        raise UsageError(terminal.say("error.to", formats=writers))
    puzzle, state = read_position(terminal, board, format_=format_)
    terminal.data(formats.write(puzzle, state, to).rstrip("\n"))
    return 0
