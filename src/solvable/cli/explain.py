"""`solvable explain`: a lesson on the user's own board, step by step, and the same as SVG, page or moving picture.

`solvable worksheet`: problems to print, with their solutions on pages of their own.
"""

import shlex
import sys
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import (
    BOARD,
    FORMAT,
    GOAL,
    JSON,
    METRIC,
    Number,
    check_outputs,
    flag,
    option,
    read_position,
    read_puzzle,
)
from solvable.cli.terminal import Terminal

if TYPE_CHECKING:
    from solvable.cli.options import Output
    from solvable.core.atomic_write import FileKind
    from solvable.core.puzzle import Puzzle, State
    from solvable.lessons import Lesson

LESSON = option("--lesson", metavar="NAME", default="")
LIST = flag("--list", "list_", help_key="lessons")
SVG = option("--svg", metavar="FILE", help_key="lesson_svg")
GIF = option("--gif", metavar="FILE")
HTML = option("--html", metavar="FILE")
IMAGE = option("--image", metavar="FILE")


@command(BOARD, LESSON, LIST, SVG, GIF, HTML, IMAGE, GOAL, METRIC, FORMAT, JSON)
def explain(
    terminal: Terminal,
    *,
    board: str,
    lesson: str,
    list_: bool,
    svg: str | None,
    gif: str | None,
    html: str | None,
    image: str | None,
    goal: tuple[str, ...],
    metric: str | None,
    format_: str | None,
    json: bool,
) -> int:
    """Explain a board."""
    from solvable import lessons

    if list_:
        return show_list(terminal)
    if image is not None and gif is None:
        raise UsageError(terminal.say("error.image"), "solvable explain")
    check_outputs(terminal, _outputs(svg, gif, html), board, image)
    puzzle, state = read_position(terminal, board, format_=format_, goal=goal, metric=metric)
    made = lessons.make(puzzle, state, lesson)
    _save(terminal, made, svg, html)
    if gif is not None:
        _play(terminal, puzzle, state, made, gif, image)
    if json:
        from solvable.render.title import title

        fields = made.to_json()
        for step, each in zip(made.steps, fields["steps"], strict=True):
            each["text"] = terminal.say(step.key, **step.values)
            if step.scene is not None:
                each["scene"]["title"] = title(step.scene, terminal.lang)
        terminal.json(fields)
    elif svg is None and html is None and gif is None:
        _show(terminal, made)
    else:
        terminal.sentence(terminal.say(made.steps[-1].key, **made.steps[-1].values))
    return 1 if made.verdict == "unsolvable" else 0


def show_list(terminal: Terminal) -> int:
    """Write the lessons of each family, a line each."""
    from solvable import families
    from solvable.render.text import table

    for name in families.FAMILIES:
        names = families.load(name).lessons
        if names:
            rows = [(each, terminal.say(f"lesson.{name}.{each}.title")) for each in names]
            terminal.line(terminal.pen.paint(terminal.say(f"lesson.{name}.title"), "strong"))
            for line in table(rows, terminal.pen.width):
                terminal.line(line)
            terminal.line()
    return 0


def _show(terminal: Terminal, lesson: "Lesson") -> None:
    """Write the lesson: whole, or on a terminal a step at a time."""
    from solvable.render import lesson_text

    is_paged = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    terminal.sentence(lesson_text.title(lesson, terminal.lang))
    pages = list(lesson_text.pages(lesson, terminal.lang, terminal.pen))
    for number, page in enumerate(pages, start=1):
        terminal.line()
        for line in page:
            terminal.line(line)
        if is_paged and number < len(pages):
            terminal.flush()
            if _asked(terminal, number, len(pages)).startswith("q"):
                return


def _asked(terminal: Terminal, number: int, pages: int) -> str:
    """Return what the reader types after a page; "q" if there is nothing more to be read."""
    sys.stderr.write("\n" + terminal.say("lesson.page", number=number, pages=pages))
    sys.stderr.flush()
    line = sys.stdin.readline()
    return line.strip().lower() if line else "q"


def _outputs(svg: str | None, gif: str | None, html: str | None) -> list["Output"]:
    """Return the files that are asked for, and what is written there."""
    from solvable.formats.file_kinds import PAGE, SVG

    return [(svg, SVG), (html, PAGE), (gif, _playing_kind(gif or ""))]


def _playing_kind(path: str) -> "FileKind":
    """Return what a moving picture is by the ending of its file's name."""
    from solvable.formats.file_kinds import GIF, PNG, SVG

    kinds = {".svg": SVG, ".png": PNG, ".gif": GIF}
    return kinds.get(Path(path).suffix.lower(), GIF)._replace(suffixes=(".gif", ".png", ".svg"))


def _save(terminal: Terminal, lesson: "Lesson", svg: str | None, html: str | None) -> None:
    from solvable.core.atomic_write import write_text
    from solvable.formats.file_kinds import PAGE, SVG
    from solvable.render import lesson_html, lesson_svg

    for path, draw, kind in ((svg, lesson_svg.draw, SVG), (html, lesson_html.draw, PAGE)):
        if path is not None:
            write_text(Path(path), draw(lesson, terminal.lang), kind)
            terminal.note(terminal.say("note.saved", path=path))


def _play(terminal: Terminal, puzzle: "Puzzle", state: "State", lesson: "Lesson", path: str, image: str | None) -> None:
    """Write the moves of the lesson, or of a solution where it has none, as a moving picture."""
    from solvable.core.atomic_write import atomic_write
    from solvable.render import animation

    if lesson.verdict == "unsolvable":
        raise UsageError(terminal.say("error.nothing_to_play"))
    moves = lesson.moves or puzzle.solve(state).moves
    suffix = Path(path).suffix.lower()
    if suffix == ".svg":
        data = animation.playing(puzzle, state, moves, terminal.lang).encode()
    else:
        picture = Path(image).read_bytes() if image is not None else None
        data = animation.animated(puzzle, state, moves, picture, form="PNG" if suffix == ".png" else "GIF")
    with atomic_write(Path(path), _playing_kind(path)) as file:
        file.write(data)
    terminal.note(terminal.say("note.saved", path=path))


SHEET_LESSON = option("--lesson", metavar="NAME", default="elimination", help_key="worksheet_lesson")
SHEET_SIZE = option("--size", metavar="WxH")
PROBLEMS = option("--count", metavar="M", kind=Number(int, 1, 200), default=10, help_key="problems")
SHEET_SEED = option("--seed", metavar="S", help_key="sheet_seed")
SHEET = option("--html", metavar="FILE")
SHEET_NUMBERS = 10**6  # numbers of sheets that have none


@command(SHEET_LESSON, SHEET_SIZE, PROBLEMS, SHEET_SEED, SHEET)
def worksheet(
    terminal: Terminal, *, lesson: str, size: str | None, count: int, seed: str | None, html: str | None
) -> int:
    """Make a worksheet."""
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
