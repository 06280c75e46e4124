"""A worksheet as a page to print: a task, boards with lines to write on, and the solutions on separate pages."""

from collections.abc import Sequence
from functools import reduce
from html import escape

from solvable.core.puzzle import Puzzle
from solvable.core.scene import scene_of
from solvable.lessons import course
from solvable.lessons.lesson import Lesson
from solvable.lessons.worksheet import lines_of
from solvable.messages import join, sentence
from solvable.render import svg
from solvable.render.lesson_html import legend, page, steps

TOLD, TOLD_OF = 3, {"contest": 2}  # last sentences of a lesson that state its result, by default and by lesson
SHORT = 12  # lines that fit next to the board; more are put below it, and may continue on the next page
WHOLE = {"matrix", "quiet", "witness", "chase", "probability", "human", "distance", "deepening"}
"""Lessons whose result is in their tables and boards: the solution is the whole lesson."""


def is_whole(lesson: Lesson) -> bool:
    """Return whether the solution is the whole lesson."""
    return lesson.name in WHOLE


def result(lesson: Lesson, lang: str) -> str:
    """Return the sentences that state the result."""
    return reduce(
        join, (sentence(step.key, lang, **step.values) for step in lesson.steps[-TOLD_OF.get(lesson.name, TOLD) :])
    )


def conclusion(lessons: Sequence[Lesson], lang: str) -> str:
    """Return the sentence that combines the results of the boards, "" if there is none."""
    step = course.conclusion(lessons)
    return "" if step is None else sentence(step.key, lang, **step.values)


def draw(puzzle: Puzzle, lessons: Sequence[Lesson], lang: str, seed: str, command: str) -> str:
    """Return the page of lessons on boards of a puzzle, drawn from a seed; `command` reproduces the sheet."""
    first = lessons[0]

    def say(key: str, **values: object) -> str:
        return escape(sentence(key, lang, **values))

    title = sentence("lesson.worksheet.title", lang, lesson=sentence(first.title, lang))
    scenes = [scene_of(puzzle, each.state) for each in lessons]
    fields = "".join(f"<span>{say(f'lesson.worksheet.{name}')}<i></i></span>" for name in ("name", "class", "date"))
    number = lines_of(first.name, len(first.state))
    kind = "short" if number <= SHORT else "long"
    lines = f"<div class='lines'>{'<hr/>' * number}</div>"
    body = [
        f"<p class='who'>{fields}</p>\n<h1>{escape(title)}</h1>\n",
        f"<p>{say(f'lesson.{first.family}.{first.name}.task')}</p>\n{legend(scenes, lang)}<ol class='problems'>\n",
        *(f"<li class='{kind}'><div>{svg.draw(scene, lang)}{lines}</div></li>\n" for scene in scenes),
        f"</ol>\n<p class='sheet'>{say('lesson.worksheet.sheet', seed=seed)}</p>\n",
        f"<section class='solutions'><h2>{say('lesson.worksheet.solutions')}</h2><ol>\n",
    ]
    for each in lessons:
        told = steps(each, lang) if is_whole(each) else f"<p>{escape(result(each, lang))}</p>"
        body.append(f"<li>{told}</li>\n")
    body.append(f"</ol><p>{escape(conclusion(lessons, lang))}</p>\n")
    again = say("lesson.worksheet.again", seed=seed, command=command)
    body.append(f"<p class='sheet'>{again}</p></section>\n")
    return page(title, body, lang)
