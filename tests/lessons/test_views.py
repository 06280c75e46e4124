"""Lessons and solutions as pictures, pages and moving pictures: valid, small, and showing what is so."""

import io
import json
import random
import re
from html import escape
from xml.etree import ElementTree

import pytest

import solvable
from solvable import LightsOut, SlidingTiles, lessons
from solvable.core.puzzle import Puzzle, State
from solvable.core.scene import scene_of
from solvable.families import FAMILIES, load
from solvable.game_id import parse, parse_puzzle
from solvable.lessons import course, worksheet
from solvable.messages import LANGUAGES, sentence
from solvable.render import animation, lesson_html, lesson_svg, lesson_text, svg
from solvable.render import worksheet as sheet
from solvable.render.text import Pen


def scrambled(puzzle: SlidingTiles, moves: int) -> tuple[State, tuple[int, ...]]:
    """A board and as many moves that lead home, none of them straight back."""
    rng, state, back, before = random.Random(moves), puzzle.goal, list[int](), -1
    for _ in range(moves):
        blank = state.index(0)
        move = rng.choice([move for move in puzzle.moves(state) if move != before])
        state, before = puzzle.apply(state, move), blank
        back.append(blank)
    return state, tuple(reversed(back))


def test_text_is_coloured_on_a_terminal_and_says_the_same() -> None:
    board = LightsOut(3, 3)
    lesson = lessons.make(board, board.parse("110/000/000"), "elimination")
    plain, ink = (list(lesson_text.pages(lesson, "en", Pen(color=color))) for color in (False, True))
    strip = [[re.sub(r"\x1b\[[0-9;]*m", "", line).split() for line in page] for page in ink]
    assert strip == [[line.split() for line in page] for page in plain] and ink != plain
    assert any("(1)1 0 1 0 0 0 0 0 │ 1" in line for line in plain[2])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["elimination", "chase", "witness"])
def test_a_page_is_well_formed(lang: str, name: str) -> None:
    board = LightsOut(3, 3)
    page = lesson_html.draw(lessons.make(board, board.parse("110/000/000"), name), lang)
    body = page[page.index("<main>") : page.index("</main>") + len("</main>")]
    ElementTree.fromstring(body)
    assert f'lang="{"zh-Hans" if lang == "zh" else "en"}"' in page
    assert "@media print" in page and "prefers-color-scheme:dark" in page


def test_pictures_of_equal_lessons_are_equal_and_others_have_other_names() -> None:
    board = LightsOut(3, 3)
    one, other = (lessons.make(board, board.parse(text), "chase") for text in ("110/000/000", "100/000/000"))
    assert lesson_svg.draw(one, "en") == lesson_svg.draw(one, "en")
    names = {ElementTree.fromstring(lesson_svg.draw(each, "en")).get("id") for each in (one, other)}
    assert len(names) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "most"), [(60, 2_000_000), (300, 4_000_000)])
def test_a_solution_plays_as_gif(moves: int, most: int) -> None:
    image = pytest.importorskip("PIL.Image")
    puzzle = SlidingTiles()
    state, path = scrambled(puzzle, moves)
    data = animation.animated(puzzle, state, path)
    assert len(data) <= most
    with image.open(io.BytesIO(data)) as played:
        assert played.n_frames >= moves
        first = played.convert("RGB").copy()
        played.seek(played.n_frames - 1)
        last = played.convert("RGB").copy()
    still = image.open(io.BytesIO(animation.animated(puzzle, puzzle.goal, ()))).convert("RGB")
    assert first.tobytes() != last.tobytes()
    assert last.resize((8, 8)).tobytes() == still.resize((8, 8)).tobytes()


def test_lamps_play_and_tiles_take_a_picture() -> None:
    image = pytest.importorskip("PIL.Image")
    board = LightsOut(5, 5, k=3)
    state = board.scramble(random.Random(1))
    assert animation.animated(board, state, board.solve(state).moves).startswith(b"GIF89a")
    picture = io.BytesIO()
    image.radial_gradient("L").save(picture, "PNG")
    puzzle = SlidingTiles(3, 3)
    start, path = scrambled(puzzle, 12)
    assert animation.animated(puzzle, start, path, picture.getvalue()) != animation.animated(puzzle, start, path)
    with pytest.raises(OSError, match="cannot identify"):
        animation.animated(puzzle, start, path, b"no picture")


def test_an_svg_plays_itself() -> None:
    puzzle = SlidingTiles(3, 3)
    state, path = scrambled(puzzle, 12)
    picture = animation.playing(puzzle, state, path)
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img" and "prefers-reduced-motion" in picture
    assert picture.count("@keyframes") == len({state[cell] for cell in _touched(puzzle, state, path)})
    last = re.findall(r"100\.00%\{transform:translate\(([\d.]+)px,([\d.]+)px\)\}", picture)
    assert last
    board = LightsOut(3, 3)
    lit = board.parse("110/000/000")
    ElementTree.fromstring(animation.playing(board, lit, board.solve(lit).moves))


def _touched(puzzle: SlidingTiles, state: State, path: tuple[int, ...]) -> set[int]:
    """The cells in which the tiles that move at all stand at first."""
    tiles, now = set(), state
    for move in path:
        tiles.add(now[move])
        now = puzzle.apply(now, move)
    return {state.index(tile) for tile in tiles}


def test_a_worksheet_is_the_same_for_the_same_seed_and_holds_its_solutions() -> None:
    board = LightsOut(3, 3)
    made = list(worksheet.problems(board, "elimination", 10, "1"))
    assert made == list(worksheet.problems(board, "elimination", 10, "1"))
    assert len({lesson.state for lesson in made}) == 10
    page = sheet.draw(board, made, "en", "1", "the command")
    ElementTree.fromstring(page[page.index("<main>") : page.index("</main>") + 7])
    solutions = page[page.index("Solutions") :]
    for lesson in made:
        assert ", ".join(str(press + 1) for press in lesson.moves) in solutions
    for name in ("parity", "slide"):
        verdicts = {lesson.verdict for lesson in worksheet.problems(SlidingTiles(), name, 12, "1")}
        assert verdicts == {"solvable", "unsolvable"}


@pytest.mark.parametrize("puzzle", [SlidingTiles(), SlidingTiles(3, 4, metric="mtm"), SlidingTiles(6, 5)])
def test_a_pupil_can_follow_every_search_of_a_worksheet(puzzle: SlidingTiles) -> None:
    for seed in range(5):
        made = list(worksheet.problems(puzzle, "deepening", 6, str(seed)))
        assert len({lesson.state for lesson in made}) == 6
        for lesson in made:
            state = lesson.state
            for move in lesson.moves:
                state = puzzle.apply(state, move)
            assert state == puzzle.goal


@pytest.mark.parametrize("name", ["quiet", "human", "matrix", "distance"])
def test_what_a_worksheet_asks_for_is_in_its_solutions(name: str) -> None:
    puzzle = worksheet_puzzle(name)
    made = list(worksheet.problems(puzzle, name, 3, "3"))
    page = sheet.draw(puzzle, made, "en", "3", "the command")
    for lesson in made:
        assert svg.draw(scene_of(puzzle, lesson.state), "en") in page[: page.index("Solutions")]
    solutions = page[page.index("Solutions") :]
    ElementTree.fromstring(page[page.index("<main>") : page.index("</main>") + 7])
    for lesson in made:
        for each in lesson.steps:
            assert escape(sentence(each.key, "en", **each.values)) in solutions
    tables = sum(each.table is not None for lesson in made for each in lesson.steps)
    assert solutions.count("<table") >= tables > 0 or name in ("quiet", "human")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", worksheet.SIZES)
def test_a_worksheet_has_a_name_lines_to_write_on_and_its_number(name: str, lang: str) -> None:
    puzzle = parse_puzzle(f"{worksheet.family_of(name)}:{worksheet.SIZES[name]}")
    page = sheet.draw(puzzle, list(worksheet.problems(puzzle, name, 3, "7")), lang, "7", "solvable <…> --seed 7")
    ElementTree.fromstring(page[page.index("<main>") : page.index("</main>") + 7])
    problems, _, solutions = page.partition("<section class='solutions'>")
    assert problems.count("<hr/>") == 3 * worksheet.lines_of(name, len(puzzle.goal)) >= 3 * 6
    assert (
        sentence("lesson.worksheet.name", lang) in problems
        and sentence("lesson.worksheet.sheet", lang, seed="7") in problems
    )
    assert "solvable &lt;…&gt; --seed 7" in solutions
    has_corners = "class='corner'" in problems
    assert has_corners == ('class="home"' in problems) and has_corners <= (sentence("lesson.corner", lang) in problems)


def test_an_elimination_has_room_for_its_matrices() -> None:
    assert worksheet.lines_of("elimination", 9) == 22  # two matrices of nine rows, and four lines more
    assert worksheet.lines_of("elimination", 81) == worksheet.LINES_MOST  # a page


def test_every_lesson_has_a_size_for_its_worksheet() -> None:
    assert set(worksheet.SIZES) == {name for family in FAMILIES for name in load(family).lessons}


@pytest.mark.slow
def test_a_contest_sheet_answers_its_own_question() -> None:
    puzzle, answers = SlidingTiles(3, 3), set()
    for seed in range(8):
        made = list(worksheet.problems(puzzle, "contest", 4, str(seed)))
        minima = [len(puzzle.optimal(lesson.state)) for lesson in made]
        step = course.conclusion(made)
        assert step is not None and step.values["minima"] == tuple(map(str, minima))
        answers.add(step.key)
        assert step.key.endswith(".fair" if len(set(minima)) == 1 else ".unfair")
        page = sheet.draw(puzzle, made, "en", str(seed), "")
        assert escape(sentence(step.key, "en", **step.values)) in page
        for lesson, minimum in zip(made, minima, strict=True):
            assert f"exactly {minimum} move" in sheet.result(lesson, "en")
    assert len(answers) == 2


def test_a_contest_lesson_speaks_of_its_board_alone() -> None:
    puzzle = SlidingTiles(4, 4)
    swapped, far = (2, 1, *range(3, 16), 0), (*range(15, 0, -1), 0)
    for state, key in ((swapped, "outside"), ((*reversed(far[:-1]), 0), "here"), (far, "outside")):
        lesson = lessons.make(puzzle, state, "contest")
        assert lesson.steps[-2].key == f"lesson.tiles.contest.{key}"
    hard = parse("tiles:4x4#1")[1]  # 59 moves
    lesson = lessons.make(puzzle, hard, "contest")
    assert lesson.steps[-2].key.endswith(".open") and 0 < lesson.steps[-2].facts["bound"] <= 59
    step = course.conclusion([lesson])
    assert step is not None and step.key.endswith(".set.open")
    for lang in LANGUAGES:
        assert "`" not in sentence("lesson.tiles.contest.fair", lang)


def worksheet_puzzle(name: str) -> Puzzle:
    return SlidingTiles(3, 3) if name in ("human", "distance") else LightsOut(4, 4)


def test_json_can_be_read_without_the_library() -> None:
    puzzle = SlidingTiles(3, 3)
    told = json.loads(json.dumps(lessons.make(puzzle, puzzle.parse("1,2,3/4,5,6/7,0,8"), "parity").to_json()))
    assert told["verdict"] == "solvable" and told["title"] == "lesson.tiles.parity.title"
    assert told["steps"][0]["scene"]["cells"][0] == {
        "index": 0, "x": 0.5, "y": 0.5, "shape": "tile", "label": "1", "is_home": True,
    }  # fmt: skip


def test_notebooks_and_papers() -> None:
    board = LightsOut(3, 3)
    shown = solvable.explain(board, board.parse("110/000/000"), "elimination", lang="zh")
    assert "高斯消元" in str(shown) and shown.svg.startswith("<svg") and shown.html.startswith("<!doctype html>")
    ElementTree.fromstring(f"<main>{shown._repr_html_()}</main>")
    paper = shown.latex
    assert paper.count(r"\begin{array}") == paper.count(r"\end{array}") == 11
    assert paper.count(r"\item") == len(shown.lesson.steps)
    assert r"\boxed{1} & 1 & 0 & 1 & 0 & 0 & 0 & 0 & 0 & 1" in paper and "{ccccccccc|cc}" in paper
    tiles = solvable.explain(SlidingTiles(3, 3), (1, 2, 3, 4, 5, 6, 7, 0, 8)).latex
    assert tiles.count("{") == tiles.count("}") and r"\begin{tabular}{llll}" in tiles


def test_of_tiles_alike_only_the_touched_one_moves() -> None:
    puzzle, state = solvable.parse("tiles:3x3,goal=AAB/BCC/DD_:AAB/BCC/D_D")
    before, after = animation.scenes(puzzle, state, [8])
    assert {cell: was.index for cell, was in animation.moved_from(after, before).items()} == {
        **{cell: cell for cell in range(7)}, 7: 8,
    }  # fmt: skip
