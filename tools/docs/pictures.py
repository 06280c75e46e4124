"""The pictures of the written pages, drawn by the program itself: name → function that draws it, and the link into the
page.

A board, its shortest solution, the proof that there is none, a lesson, or an animated solution.
"""

from collections.abc import Callable
from typing import NamedTuple

import solvable
from solvable import lessons
from solvable.core.solution import Obstruction, Solution
from solvable.render import animation, lesson_svg


class Picture(NamedTuple):
    """A function that draws a picture in a language, and what a click on it opens in the page."""

    draw: Callable[[str], str]
    opens: str


def board(text: str) -> Picture:
    """Draw a board."""
    return Picture(lambda lang: _svg(text, lang), _id(text))


def solved(text: str) -> Picture:
    """Draw a board with its shortest solution."""
    puzzle, state = solvable.parse(text)
    return Picture(lambda lang: _svg(text, lang, solution=puzzle.optimal(state)), f"solve:{_id(text)}")


def refuted(text: str) -> Picture:
    """Draw a board with the proof that it has no solution."""
    puzzle, state = solvable.parse(text)
    return Picture(lambda lang: _svg(text, lang, obstruction=puzzle.obstruction(state)), _id(text))


def lesson(text: str, name: str) -> Picture:
    """Draw a lesson on a board."""
    return Picture(
        lambda lang: lesson_svg.draw(lessons.make(*solvable.parse(text), name), lang), f"learn:{name}:1:{_id(text)}"
    )


def playing(text: str) -> Picture:
    """Draw an animated shortest solution."""
    puzzle, state = solvable.parse(text)
    return Picture(
        lambda lang: animation.playing(puzzle, state, puzzle.optimal(state).moves, lang), f"solve:{_id(text)}"
    )


def _id(text: str) -> str:
    return solvable.format_board(*solvable.parse(text))


def _svg(text: str, lang: str, **marks: Solution | Obstruction | None) -> str:
    puzzle, state = solvable.parse(text)
    drawing: str = getattr(puzzle, "svg")(state, lang=lang, **marks)  # noqa: B009  a capability
    return drawing


CORNER = "lights:5x5:10000/00000/00000/00000/00000"
FIFTEEN = "tiles:4x4:5,1,4,3/10,8,2,13/6,9,14,12/7,15,11,0"
PICTURES: dict[str, Picture] = {
    "board.svg": board("110/000/000"),
    "solution.svg": solved("110/000/000"),
    "corner.svg": refuted(CORNER),
    "eight.svg": playing("tiles:3x3:1,2,3/7,0,6/5,4,8"),
    "quiet.svg": lesson("lights:5x5#1", "quiet"),
    "chase.svg": lesson("110/000/000", "chase"),
    "elimination.svg": lesson("110/000/000", "elimination"),
    "parity.svg": lesson(FIFTEEN, "parity"),
    "slide.svg": lesson("tiles:3x3:1,2,3/4,0,5/7,8,6", "slide"),
    "human.svg": lesson("tiles:3x3#1", "human"),
    "deepening.svg": lesson("tiles:3x3#1", "deepening"),
    "knight.svg": solved("lights:4x4,knight,torus#1"),
    "hexagons.svg": solved("lights:5x4,hex#1"),
    "triangles.svg": solved("lights:7x4,triangle#1"),
    "modulus.svg": solved("lights:4x4,mod3#1"),
    "football.svg": board("lights:truncated-icosahedron#1"),
    "petersen.svg": board("tiles:petersen#1"),
    "hole.svg": board("tiles:3x3,dead=4#5"),
    "words.svg": board("tiles:4x4,goal=RATE/YOUR/MIND/PAL_:RATE/YOUR/MIND/PLA_"),
}


def drawn(lang: str) -> dict[str, str]:
    """Return every picture in a language."""
    return {name: picture.draw(lang) for name, picture in PICTURES.items()}
