"""`solvable moves`: where a list of moves ends, what it comes to, and where it loses ground."""

from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.options import FORMAT, GOAL, JSON, METRIC, NO_TIME, Words, argument, option, read_targets
from solvable.cli.terminal import Terminal
from solvable.core.puzzle import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvable.core.answer import Answer
    from solvable.core.puzzle import Move, Puzzle, State

MISTAKES_SHOWN, LETTERS_SHOWN = 40, 800


BOARD = argument("board", "BOARD")
MOVES = argument("moves", "MOVES")
OF = option("--of", kind=Words("tile", "blank"))


@command(BOARD, MOVES, OF, METRIC, GOAL, FORMAT, JSON, NO_TIME)
def moves(
    terminal: Terminal,
    *,
    board: str,
    moves: str,
    of: str | None,
    metric: str | None,
    goal: tuple[str, ...],
    format_: str | None,
    json: bool,
) -> int:
    """Replay a list of moves; exit with 1 if it does not solve the board for one of its goals."""
    from solvable import answers
    from solvable.formats.moves import read_moves

    targets = read_targets(terminal, board, format_=format_, goal=goal, metric=metric)
    made = read_moves(*targets.every[0], moves, of)
    puzzle, state = next((each for each in targets.every if _solves(*each, made.moves)), targets.every[0])
    end, answer = answers.replayed(puzzle, state, made.moves)
    terminal.code = 0 if answer["verdict"] == "solved" else 1
    if json:
        terminal.json(answer)
    elif targets.original is None:
        _show(terminal, puzzle, end, answer, made.letters_of)
    else:
        given, start = targets.original
        _show(terminal, given, replay(given, start, made.moves), answer, made.letters_of)
    return terminal.code


def _solves(puzzle: "Puzzle", state: "State", made: "Sequence[Move]") -> bool:
    return replay(puzzle, state, made) == puzzle.goal


def _show(terminal: Terminal, puzzle: "Puzzle", end: "State", answer: "Answer", letters_of: str) -> None:
    from solvable.cli.report import draw_board, put, show_goals, size_of

    key = "moves.solve" if answer["verdict"] == "solved" else "moves.end"
    terminal.sentence(terminal.say(key, n=answer["length"]), "strong")
    show_goals(terminal, puzzle, answer)
    if letters_of:
        terminal.line(terminal.say(f"moves.read.{letters_of}"))
    terminal.line()
    put(terminal, draw_board(terminal, puzzle, end), size_of(puzzle))
    for fact in _facts(terminal, answer):
        terminal.line()
        terminal.line(fact)


def _facts(terminal: Terminal, answer: "Answer") -> list[str]:
    """Return what there is to say of the moves, a sentence each."""
    say, facts = terminal.say, []
    if "lengths" in answer:
        facts.append(say("moves.lengths", stm=answer["lengths"]["stm"], mtm=answer["lengths"]["mtm"]))
    if len(answer.get("simplified", answer["moves"])) < answer["length"]:
        facts.append(say("moves.simplified", n=len(answer["simplified"])))
    if "fewest" in answer:
        facts.append(say("moves.fewest", n=answer["fewest"]))
    for lost in answer.get("mistakes", ())[:MISTAKES_SHOWN]:
        facts.append(say("moves.mistake", number=lost["index"] + 1, before=lost["before"], after=lost["after"]))
    if answer.get("letters"):
        facts.append(say("moves.letters.tile") + _lines(terminal, answer["letters"]))
        facts.append(say("moves.letters.blank") + _lines(terminal, answer["letters_of_blank"]))
        facts.append(say("moves.inverse") + _lines(terminal, answer["inverse_letters"]))
    return facts


def _lines(terminal: Terminal, letters: str) -> str:
    """Return letters in lines that fit, the first of very many."""
    width = min(terminal.pen.width, 100) - 4
    shown = letters[:LETTERS_SHOWN] + "…" * (len(letters) > LETTERS_SHOWN)
    return "".join("\n  " + shown[start : start + width] for start in range(0, len(shown), width))
