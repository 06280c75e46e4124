"""`solvable worksheet`: problems to print, with their solutions on pages of their own."""

import shlex
from pathlib import Path
from secrets import randbelow

from solvable.cli.command import command
from solvable.cli.options import option
from solvable.cli.param_types import Number
from solvable.cli.terminal import Terminal

LESSON = option("--lesson", metavar="NAME", default="elimination", help_key="worksheet_lesson")
SIZE = option("--size", metavar="WxH")
COUNT = option("--count", metavar="M", kind=Number(int, 1, 200), default=10, help_key="problems")
SEED = option("--seed", metavar="S", help_key="sheet_seed")
HTML = option("--html", metavar="FILE")
SHEET_NUMBERS = 10**6  # numbers of sheets that have none


@command(LESSON, SIZE, COUNT, SEED, HTML)
def worksheet(
    terminal: Terminal, *, lesson: str, size: str | None, count: int, seed: str | None, html: str | None
) -> int:
    """Make a worksheet."""
    from solvable.cli.options import read_puzzle
    from solvable.cli.outputs import check_outputs
    from solvable.core.atomic_write import write_text
    from solvable.formats.file_kinds import PAGE
    from solvable.lessons import worksheet as sheet
    from solvable.render import lesson_text
    from solvable.render import worksheet as view

    check_outputs(terminal, [(html, PAGE)])
    family = sheet.family_of(lesson)
    size = size or sheet.SIZES[lesson]
    puzzle = read_puzzle(f"{family}:{size}")
    if seed is None:
        seed = str(randbelow(SHEET_NUMBERS))
        terminal.note(terminal.say("worksheet.seed", seed=seed))
    made = list(sheet.problems(puzzle, lesson, count, seed))
    if (different := len({each.state for each in made})) < count:
        terminal.note(terminal.say("worksheet.few", n=different))
    if html is not None:
        words = ("solvable", "worksheet", "--lesson", lesson, "--size", size, "--count", str(count), "--seed", seed)
        write_text(Path(html), view.draw(puzzle, made, terminal.lang, seed, shlex.join(words)), PAGE)
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
    if answer := view.conclusion(made, terminal.lang):
        terminal.line()
        terminal.sentence(answer, "")
    return 0
