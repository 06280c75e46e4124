"""Boards for lessons, and the views that every lesson must stand."""

import json
import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from solvable import LightsOut, SlidingTiles, answers
from solvable.core.puzzle import Puzzle, State, replay
from solvable.lessons import Lesson
from solvable.lessons.lesson import Step
from solvable.messages import LANGUAGES, sentence
from solvable.render import lesson_svg, lesson_text, lettering
from solvable.render.text import Pen, display_width

LARGEST_SVG = 200_000
SVG = "{http://www.w3.org/2000/svg}"


def board(kind: int, rng: random.Random) -> LightsOut:
    w, h = rng.randint(2, 5), rng.randint(2, 5)
    k = rng.choice((2, 2, 2, 3, 4, 5, 6))
    if kind == 1 and min(w, h) > 2:
        return LightsOut(w, h, k=k, surface=rng.choice(("torus", "cylinder")))
    if kind == 2:
        return LightsOut(w, h, rule=rng.choice(("plus0", "king", "diagonal", "cross", "knight")))
    if kind == 3:
        return LightsOut(w, h, k=k, goal=[rng.randrange(k) for _ in range(w * h)])
    if kind == 4:
        return LightsOut(w, h, dead={rng.randrange(w * h)})
    return LightsOut(w, h, k=k)


def lights(number: int, seed: int) -> Iterator[tuple[LightsOut, State]]:
    """Random boards, half of them solvable: plain ones, other rules and surfaces, three to six colours, goals."""
    rng = random.Random(seed)
    for index in range(number):
        puzzle = board(index % 5, rng)
        state = puzzle.scramble(rng)
        if rng.random() < 0.5:
            cells = [cell for cell in range(puzzle.cells) if cell not in puzzle.dead]
            wrong = rng.choice(cells)
            state = tuple((v + (c == wrong)) % puzzle.k for c, v in enumerate(state))
        yield puzzle, state


def tiles(number: int, seed: int) -> Iterator[tuple[SlidingTiles, State]]:
    """Random boards of 2 × 2 to 5 × 5 and lines, any goal, both metrics; half of them unsolvable."""
    rng = random.Random(seed)
    for index in range(number):
        w, h = (rng.randint(2, 5), rng.randint(2, 5)) if index % 10 else (rng.choice((1, 4)), 1)
        if (w, h) == (1, 1):
            w, h = 1, 4
        goal = rng.choice(("blank-last", "blank-last", "blank-first", "spiral", "random"))
        cells = list(range(w * h))
        rng.shuffle(cells)
        puzzle = SlidingTiles(w, h, goal=cells if goal == "random" else goal, metric=rng.choice(("stm", "mtm")))
        state = list(range(w * h))
        rng.shuffle(state)
        yield puzzle, tuple(state)


def check_whole(puzzle: Puzzle, state: State, lesson: Lesson) -> None:
    """What every lesson keeps: the verdict of `check`, moves that end at the goal, JSON, and views without a fault."""
    answer = answers.check(puzzle, state)
    assert lesson.verdict == answer["verdict"]
    assert lesson.steps[-1].facts["verdict"] == lesson.verdict
    assert lesson.state == state
    if lesson.moves:
        assert replay(puzzle, state, lesson.moves) == puzzle.goal
    told = json.loads(json.dumps(lesson.to_json()))
    assert len(told["steps"]) == len(lesson.steps)
    for lang in LANGUAGES:
        for step in lesson.steps:
            assert "{" not in sentence(step.key, lang, **step.values)
    for page in lesson_text.pages(lesson, LANGUAGES[sum(state) % 2], Pen(width=80)):
        assert all(display_width(line) <= 80 for line in page)


def check_picture(lesson: Lesson, lang: str = "zh") -> None:
    """The picture is valid XML with a role and a title, its letters are large enough and fit, it is not too large."""
    picture = lesson_svg.draw(lesson, lang)
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img" and root[0].tag.endswith("title") and root[0].text
    assert len(picture.encode()) <= LARGEST_SVG
    for text in root.iter(f"{SVG}text"):
        if text.get("class") in {"list", "quiet"}:
            size, last = float(text.get("font-size", 0)), float(str(text.get("x")).split()[-1])
            assert size >= lesson_svg.SMALLEST
            word = text.text or ""
            assert last + (size / 2 if " " in str(text.get("x")) else lettering.width(word, size)) <= lesson_svg.WIDTH
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))


def facts(lesson: Lesson, ending: str) -> dict[str, Any]:
    """The facts of the first step whose key ends so."""
    return dict(step_of(lesson, ending).facts)


def step_of(lesson: Lesson, ending: str) -> Step:
    """The first step whose key ends so."""
    return next(step for step in lesson.steps if step.key.endswith(ending))
