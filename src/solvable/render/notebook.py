"""A lesson as an object that a notebook shows as a page of steps; also as a picture, as LaTeX and as text."""

from dataclasses import dataclass

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.course import make
from solvable.lessons.lesson import Lesson
from solvable.render import latex, lesson_html, lesson_svg, lesson_text
from solvable.render.text import Pen


@dataclass(frozen=True, slots=True)
class Explained:
    """A lesson in a language, "en" or "zh": `str` returns its text, and a notebook shows its steps."""

    lesson: Lesson
    lang: str = "en"

    def __str__(self) -> str:
        pages = lesson_text.pages(self.lesson, self.lang, Pen())
        return "\n\n".join([lesson_text.title(self.lesson, self.lang), *map("\n".join, pages)])

    @property
    def svg(self) -> str:
        """The lesson as one picture, SVG."""
        return lesson_svg.draw(self.lesson, self.lang)

    @property
    def html(self) -> str:
        """The lesson as a page of HTML that needs no other files."""
        return lesson_html.draw(self.lesson, self.lang)

    @property
    def latex(self) -> str:
        """The lesson as LaTeX source, for a paper."""
        return latex.lesson(self.lesson, self.lang)

    def _repr_html_(self) -> str:
        return lesson_html.steps(self.lesson, self.lang)


def explain(puzzle: Puzzle, state: State, lesson: str = "", *, lang: str = "en") -> Explained:
    """Return a lesson on the board: the one called `lesson`, or the first that fits. A notebook shows it, `print`
    prints it.

    It also has `.svg`, `.html` and `.latex`; `lang` is "en" or "zh". Raises PuzzleError if there is no such lesson,
    or if it does not fit the puzzle.
    """
    return Explained(make(puzzle, state, lesson), lang)
