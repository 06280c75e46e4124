"""What is known of each of several goals, a line each: the nearest, how far the others are, which cannot be reached."""

from typing import TYPE_CHECKING

from solvable import families
from solvable.cli.terminal import Terminal
from solvable.core.puzzle import Pieces, Shaped
from solvable.messages import number
from solvable.render.text import table

if TYPE_CHECKING:
    from solvable.core.answer import Answer, GoalClaim
    from solvable.core.puzzle import Puzzle
    from solvable.formats.base import Targets

GOALS_SHOWN = 20
GOAL_CHARACTERS_SHOWN_MAX = 40  # characters of a goal without a name


def show_claims(terminal: Terminal, targets: "Targets", answer: "Answer") -> None:
    """Write the goals that were considered, and what the answer claims of each."""
    claims = answer["goals"]
    terminal.line()
    terminal.line(terminal.say("goals.intro", n=len(claims)))
    shown = list(zip(targets.every, claims, strict=True))[:GOALS_SHOWN]
    rows = [
        (_name(puzzle), _claim(terminal, families.of(puzzle).prefix, claim, answer)) for (puzzle, _), claim in shown
    ]
    for line in table(rows, min(terminal.pen.width, 100)):
        terminal.line(line)
    if len(claims) > GOALS_SHOWN:
        terminal.line("  " + terminal.say("goals.more", n=len(claims) - GOALS_SHOWN))


def _name(puzzle: "Puzzle") -> str:
    """Return the name of the puzzle's goal, or its cells as the board shows them."""
    for name, goal in families.of(puzzle).goals(puzzle).items():
        if goal() == puzzle.goal:
            return name
    if isinstance(puzzle, Pieces) and isinstance(puzzle, Shaped) and puzzle.width:
        names = [puzzle.name(label) if label else "_" for label in puzzle.goal]
        rows = (names[start : start + puzzle.width] for start in range(0, len(names), puzzle.width))
        cells = "/".join(map(" ".join, rows))
    else:
        cells = puzzle.format(puzzle.goal)
    return cells if len(cells) <= GOAL_CHARACTERS_SHOWN_MAX else cells[:GOAL_CHARACTERS_SHOWN_MAX] + "…"


def _claim(terminal: Terminal, kind: str, claim: "GoalClaim", answer: "Answer") -> str:
    """Return what is claimed of a goal of a puzzle of this family."""
    if claim["verdict"] == "unsolvable":
        return terminal.say("goals.unsolvable")
    if claim["puzzle"] == answer["puzzle"] and "length" in answer:
        return terminal.say(f"goals.nearest.{kind}", n=answer["length"])
    if "lower_bound" in claim:
        return terminal.say(f"goals.bound.{kind}", n=claim["lower_bound"])
    if "solutions" in claim:
        return terminal.say("goals.ways", n=number(claim["solutions"]))
    return terminal.say("goals.solvable")
