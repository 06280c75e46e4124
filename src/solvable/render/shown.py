"""Methods with which every puzzle shows itself, written once and assigned in the classes.

    svg = shown.svg
    _repr_svg_ = shown.repr_svg

They draw the scene of a state (`scene`) if the puzzle makes one, else the contents of the cells.
"""

from typing import Any

from solvable.core.scene import Goal, Marks
from solvable.core.solution import Obstruction, Solution


def svg(
    self: Goal,
    state: Any = None,
    *,
    marks: Marks | None = None,
    solution: Solution | None = None,
    obstruction: Obstruction | None = None,
    lang: str = "en",
) -> str:
    """Return `state` (default: the goal) as SVG with these marks, or those of a solution or an obstruction; the title
    is in `lang`.
    """
    from solvable.render import svg as drawing

    return drawing.picture(self, state, marks or Marks.of(solution, obstruction), lang)


def repr_svg(self: Goal) -> str:
    """Return the puzzle at its goal as SVG, for notebooks."""
    return svg(self)
