"""What every puzzle shows of itself: methods written once, that the classes take over as their own.

    svg = shown.svg
    _repr_svg_ = shown.repr_svg

A puzzle may say what is seen of a state (`scene`); these draw it, or what stands on each place.
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
    """Return `state` (the goal) as SVG with these marks, or those of a solution or an obstruction; titled in `lang`."""
    from solvable.render import svg as drawing

    return drawing.picture(self, state, marks or Marks.of(solution, obstruction), lang)


def repr_svg(self: Goal) -> str:
    """Return the puzzle at its goal, as SVG: what a notebook shows."""
    return svg(self)
