"""A worksheet as a page to print: a task, boards to work on, and the solutions on pages of their own."""

from collections.abc import Sequence
from functools import reduce
from html import escape

from solvable.lessons.lesson import Lesson
from solvable.messages import join, sentence
from solvable.puzzle import Puzzle
from solvable.render import svg
from solvable.render.lesson_html import page, steps
from solvable.shared.scene import scene_of

TOLD = 3  # the last sentences of a lesson are its result
WHOLE = {"matrix", "quiet", "witness", "chase", "probability", "human", "distance", "deepening"}
"""Lessons whose result is told on the way, by tables and boards: their solutions are the lessons themselves."""


def is_whole(lesson: Lesson) -> bool:
    """Return whether the solution is the whole lesson."""
    return lesson.name in WHOLE


def result(lesson: Lesson, lang: str) -> str:
    """Return the sentences that state the result."""
    return reduce(join, (sentence(step.key, lang, **step.values) for step in lesson.steps[-TOLD:]))


def draw(puzzle: Puzzle, lessons: Sequence[Lesson], lang: str) -> str:
    """Return the page of lessons on boards of a puzzle."""
    first = lessons[0]
    title = sentence("lesson.worksheet.title", lang, lesson=sentence(first.title, lang))
    task = sentence(f"lesson.{first.family}.{first.name}.task", lang)
    body = [f"<h1>{escape(title)}</h1>\n<p>{escape(task)}</p>\n<ol class='problems'>\n"]
    for each in lessons:
        body.append(f"<li>{svg.draw(scene_of(puzzle, each.state), lang)}</li>\n")
    body.append(
        f"</ol>\n<section class='solutions'><h2>{escape(sentence('lesson.worksheet.solutions', lang))}</h2><ol>\n"
    )
    for each in lessons:
        told = steps(each, lang) if is_whole(each) else f"<p>{escape(result(each, lang))}</p>"
        body.append(f"<li>{told}</li>\n")
    body.append("</ol></section>\n")
    return page(title, body, lang)
