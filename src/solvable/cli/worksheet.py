"""`solvable worksheet`: problems to print, with their solutions on pages of their own."""

from pathlib import Path

from solvable.cli.command import command
from solvable.cli.kinds import Number
from solvable.cli.options import option
from solvable.cli.terminal import Terminal

LESSON = option("--lesson", metavar="NAME", default="elimination", help_key="worksheet_lesson")
SIZE = option("--size", metavar="WxH", default="3x3")
COUNT = option("--count", metavar="M", kind=Number(int, 1, 200), default=10, help_key="problems")
SEED = option("--seed", metavar="S", default="1")
HTML = option("--html", metavar="FILE")


@command(LESSON, SIZE, COUNT, SEED, HTML)
def worksheet(terminal: Terminal, *, lesson: str, size: str, count: int, seed: str, html: str | None) -> int:
    """Make a worksheet."""
    from solvable.cli.options import read_puzzle
    from solvable.cli.outputs import check_outputs
    from solvable.formats.file_kinds import PAGE
    from solvable.lessons import worksheet as sheet
    from solvable.render import lesson_text
    from solvable.render import worksheet as view
    from solvable.shared.atomic_write import write_text

    check_outputs(terminal, [(html, PAGE)])
    puzzle = read_puzzle(f"{sheet.family_of(lesson)}:{size}")
    made = list(sheet.problems(puzzle, lesson, count, seed))
    if (different := len({each.state for each in made})) < count:
        terminal.note(terminal.say("worksheet.few", n=different))
    if html is not None:
        write_text(Path(html), view.draw(puzzle, made, terminal.lang), PAGE)
        terminal.note(terminal.say("note.saved", path=html))
    first = made[0]
    terminal.sentence(terminal.say("lesson.worksheet.title", lesson=terminal.say(first.title)))
    if html is not None:
        return 0
    terminal.sentence(terminal.say(f"lesson.{first.family}.{first.name}.task"), "")
    for number, each in enumerate(made, start=1):
        terminal.line()
        terminal.line(f"{number}.  {puzzle.format(each.state)}")
    terminal.line()
    terminal.sentence(terminal.say("lesson.worksheet.solutions"))
    for number, each in enumerate(made, start=1):
        terminal.line()
        if view.is_whole(each):
            terminal.line(f"{number}.  {puzzle.format(each.state)}")
            for lines in lesson_text.pages(each, terminal.lang, terminal.pen):
                for line in ("", *lines):
                    terminal.line(line)
        else:
            terminal.sentence(f"{number}.  {view.result(each, terminal.lang)}", "")
    return 0
