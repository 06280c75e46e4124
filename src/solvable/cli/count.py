"""`solvable count`, `quiet` and `matrix`: what is true of a puzzle whatever the position."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solvable import families
from solvable.cli.failures import UsageError
from solvable.cli.options import (
    FormatOption,
    JsonOption,
    LangOption,
    PuzzleArgument,
    TimeOption,
    read_position,
    read_puzzle,
)
from solvable.cli.terminal import Terminal
from solvable.messages import join, number

if TYPE_CHECKING:
    from solvable.answer import Answer

PATTERNS_SHOWN = 1000  # of a space that doubles with every dimension; --json gives as many
OptionalPuzzle = Annotated[str, typer.Argument(metavar="[PUZZLE]", help="option.puzzle")]
EveryOption = Annotated[bool, typer.Option("--all", help="option.quiet_all")]
PositionOption = Annotated[str | None, typer.Option("--board", metavar="BOARD", help="option.matrix_board")]


def count(
    ctx: typer.Context,
    puzzle: OptionalPuzzle = "",
    worst: Annotated[bool, typer.Option("--worst", help="option.worst")] = False,
    time: TimeOption = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="option.svg")] = None,
    list_: Annotated[bool, typer.Option("--list", help="option.variants")] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> int:
    """Count states and solutions."""
    from solvable import query
    from solvable.cli.catalogue import list_puzzles
    from solvable.cli.extremes import show_worst

    terminal: Terminal = ctx.obj
    if list_:
        return list_puzzles(terminal, json=json)
    if not puzzle:
        raise UsageError(terminal.say("error.missing", name="PUZZLE"))
    if worst:
        return show_worst(terminal, read_puzzle(puzzle), time, json=json)
    if time is not None:
        raise UsageError(terminal.say("error.needs", option="--time", other="--worst"))
    subject = read_puzzle(puzzle)
    answer = query.count(subject)
    if svg is not None:
        Path(svg).write_text(query.picture(subject), "utf-8")
        terminal.note(terminal.say("note.saved", path=svg))
    if json:
        terminal.json(answer)
    else:
        _tell_count(terminal, subject, answer)
    return 0


def _tell_count(terminal: Terminal, subject: Any, answer: "Answer") -> None:
    """Write the counts: in a sentence, in a table, and for tiles on a graph part by part."""
    from solvable.cli.catalogue import tell_puzzle

    has_ways = "nullity" in answer
    if answer["states"] == answer["solvable_states"]:
        key = "headline.count.one" if answer["states"] == "1" else "headline.count.all"
    else:
        key = f"headline.count.{families.of(subject).prefix}"
    share = _share(answer["probability"])
    solvable = number(answer["solvable_states"], 1000)
    told = terminal.say(
        key, n=number(answer.get("solutions", "0"), 1000), solvable=solvable, share=share.partition(" ")[0]
    )
    terminal.sentence(told)
    terminal.line()
    if "title" in answer:
        tell_puzzle(terminal, answer)
    rows = [
        ("count.states", number(answer["states"], 1000)),
        ("count.solvable", number(answer["solvable_states"], 1000)),
        ("count.probability", share),
    ]
    if has_ways:
        rows += [("count.nullity", str(answer["nullity"])), ("count.solutions", number(answer["solutions"], 1000))]
    if "worst" in answer:
        rows.append(("count.worst", str(answer["worst"])))
    _put_table(terminal, rows)
    if "blocks" in answer:
        from solvable.cli.blocks import show_orders

        show_orders(terminal, subject, answer)


def quiet(
    ctx: typer.Context,
    puzzle: PuzzleArgument,
    every: EveryOption = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> int:
    """Show the quiet patterns."""
    from solvable import query

    terminal: Terminal = ctx.obj
    board = read_puzzle(puzzle)
    answer = query.quiet(board, every=every, limit=PATTERNS_SHOWN + 1 if every else None)
    patterns = answer["quiet_patterns"]
    is_cut = every and len(patterns) > PATTERNS_SHOWN
    answer["quiet_patterns"] = patterns[:PATTERNS_SHOWN] if is_cut else patterns
    key = "quiet.none" if not patterns else "quiet.cut" if is_cut else "quiet.all" if every else "quiet.basis"
    told = terminal.say(
        key, n=len(patterns), nullity=answer["nullity"], solutions=number(answer["solutions"]), shown=PATTERNS_SHOWN
    )
    if not json:
        terminal.sentence(told)
        _draw_patterns(terminal, board, answer["quiet_patterns"])
        return 0
    terminal.json(answer)
    if is_cut:
        terminal.note(told)
    return 0


def _draw_patterns(terminal: Terminal, puzzle: Any, patterns: list[list[int]]) -> None:
    from solvable.cli.report import draw_board, put

    on_cells = puzzle.presses == puzzle.cells
    for pattern in patterns:
        terminal.line()
        if on_cells:
            put(terminal, draw_board(terminal, puzzle, tuple(pattern)), (puzzle.width, puzzle.height))
        else:
            terminal.line("  " + " ".join(map(str, pattern)))
    if on_cells and patterns:
        key = "legend.quiet" if puzzle.k == 2 else "legend.quiet_times"
        terminal.line()
        terminal.line(terminal.pen.paint(terminal.say(key), "dim"))


def matrix(
    ctx: typer.Context,
    puzzle: PuzzleArgument,
    board: PositionOption = None,
    format_: FormatOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> int:
    """Print the toggle matrix."""
    from solvable import query
    from solvable.cli.report import size_of

    terminal: Terminal = ctx.obj
    wanted = read_puzzle(puzzle)
    state = None
    if board is not None:
        other, state = read_position(terminal, board, format_=format_)
        sizes = ["{} × {}".format(*size_of(each)) for each in (wanted, other)]
        if sizes[0] != sizes[1]:
            raise UsageError(terminal.say("error.matrix_board", wanted=sizes[0], given=sizes[1]))
    answer = query.matrix(wanted, state)
    if json:
        terminal.json(answer)
        return 0
    for row in _matrix_rows(wanted, state, answer):
        terminal.line(row)
    if state is not None:
        same = answer["rank"] == answer["augmented_rank"]
        ranks = terminal.say("matrix.ranks", rank=answer["rank"], augmented=answer["augmented_rank"])
        terminal.note(join(ranks, terminal.say("matrix.solvable" if same else "matrix.unsolvable")))
        return 0 if same else 1
    return 0


def _matrix_rows(puzzle: Any, state: tuple[int, ...] | None, answer: "Answer") -> list[str]:
    """Return A row by row, a row a press; with a state (Aᵀ | b), an equation for each cell."""
    width = len(str(puzzle.k - 1))
    rows = answer["matrix"]
    if state is None:
        return [" ".join(f"{value:{width}}" for value in row) for row in rows]
    right = puzzle.difference(state)
    return [
        " ".join(f"{row[cell]:{width}}" for row in rows) + f" | {right[cell]:{width}}" for cell in range(puzzle.cells)
    ]


def _put_table(terminal: Terminal, rows: list[tuple[str, str]]) -> None:
    from solvable.render.text import table

    for line in table([(terminal.say(key), value) for key, value in rows], terminal.pen.width):
        terminal.line(line)


def _share(text: str) -> str:
    """Return a probability as people read it: 1/4 = 25 %."""
    above, _, below = text.partition("/")
    if len(below) > 12:
        return f"{number(above)}/{number(below)}"
    value = Fraction(int(above), int(below))
    return f"{above}/{below} = {float(value):.4g}" if value != 1 else "1"
