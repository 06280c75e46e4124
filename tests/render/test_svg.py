"""Pictures are well-formed XML with one shape a piece, a title, and styles that touch nothing else on a page."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import cast
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import GraphTiles, LightsOut, SlidingTiles, parse, variant
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.scene import Marks, Seen
from solvable.core.solution import Solution
from solvable.render import lettering, svg

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    title = root.find(f"{SVG}title")
    assert title is not None and title.text and root.get("role") == "img"
    assert root.get("aria-labelledby") == title.get("id")
    style = root.findtext(f"{SVG}style") or ""
    assert all(rule.startswith(f"#{root.get('id')} ") for rule in re.findall(r"[^{}]+(?={[^{}]*})", style))
    return root


def of(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [part for part in root.iter() if part.get("class") == kind]


@pytest.mark.parametrize("puzzle", [SlidingTiles(4, 4), SlidingTiles(2, 3, goal="spiral"), SlidingTiles(5, 1)])
def test_every_tile_is_drawn_and_at_home_in_the_goal(puzzle: SlidingTiles) -> None:
    picture = parsed(puzzle._repr_svg_())
    assert [text.text for text in picture.iter(f"{SVG}text")] == [str(tile) for tile in puzzle.goal if tile]
    assert len(of(picture, "home")) == puzzle.cells - 1


@pytest.mark.parametrize("puzzle", [LightsOut(3, 3), variant("orbix"), LightsOut(3, 2, k=3, dead=[0])])
def test_every_lamp_is_drawn(puzzle: LightsOut) -> None:
    picture = parsed(puzzle._repr_svg_())
    assert len(list(picture.iter(f"{SVG}circle"))) == puzzle.cells - len(puzzle.dead)


def test_lamps_of_more_states_are_filled_as_far_as_they_are_lit() -> None:
    picture = parsed(LightsOut(4, 1, k=4).svg((0, 1, 2, 3)))
    assert [text.text for text in picture.iter(f"{SVG}text")] == ["1", "2", "3"]
    assert [len(of(picture, kind)) for kind in ("off", "part", "lit")] == [3, 2, 1]


@pytest.mark.parametrize("k", [2, 3])
def test_a_solution_of_lights_is_a_badge_a_press(k: int) -> None:
    board = LightsOut(3, 3, k=k)
    solution = board.optimal((1,) + (0,) * 8)
    picture = parsed(board.svg((1,) + (0,) * 8, solution=solution))
    assert len(of(picture, "mark")) == len(set(solution.moves))
    words = [word.text or "" for word in of(picture, "say")]
    assert sorted(words) == sorted(str(n + 1) for n in range(len(solution))) if k == 2 else set(words) <= {"1", "2"}


def test_a_proof_frames_the_cells_of_its_weights() -> None:
    board, state = LightsOut(5, 5), (1,) + (0,) * 24
    proof = board.obstruction(state)
    assert proof is not None
    assert len(of(parsed(board.svg(state, obstruction=proof)), "frame")) == sum(proof.weights)


def test_buttons_that_are_no_cells_are_listed() -> None:
    board = variant("gale-berlekamp")
    state = board.apply_all(board.goal, (0, 12))
    picture = parsed(board.svg(state, solution=Solution((0, 12), 0)))
    assert "1  13" in [text.text for text in of(picture, "list")]
    assert not of(picture, "mark")


@pytest.mark.parametrize(
    "puzzle",
    [SlidingTiles(3, 3, metric="mtm"), GraphTiles.board(3, 2), GraphTiles(4, [(0, 1), (1, 2), (2, 3), (0, 3)])],
)
def test_a_solution_of_tiles_is_an_arrow_and_a_list(puzzle: SlidingTiles | GraphTiles) -> None:
    state = puzzle.apply(puzzle.goal, puzzle.moves(puzzle.goal)[0])
    solution = puzzle.solve(state)
    picture = parsed(puzzle.svg(state, solution=solution))
    assert len(of(picture, "arrow")) == 1
    assert [text.text for text in of(picture, "list")] == [str(state[solution.moves[0]])]
    assert len(of(picture, "next")) == 1


def test_marks_of_a_game() -> None:
    picture = parsed(LightsOut(3, 3).svg(marks=Marks(pressed=(4,), wrong=frozenset({0}))))
    assert (len(of(picture, "mark")), len(of(picture, "alarm"))) == (1, 2)


def test_hexagons_and_triangles_have_their_buttons() -> None:
    for rule in ("hex", "triangle"):
        assert len(of(parsed(LightsOut(4, 3, rule=rule).svg()), "button")) == 12


def test_a_large_board_is_cut_and_says_so() -> None:
    picture = parsed(LightsOut(100, 100).svg())
    assert (len(of(picture, "off")), [text.text for text in picture.iter(f"{SVG}text")]) == (64 * 64, ["⋯", "⋮"])


def test_labels_are_escaped_and_pictures_tell_themselves_apart() -> None:
    board = LightsOut(2, 2)
    scene = board.scene(board.goal)
    odd = replace(scene, cells=(replace(scene.cells[0], label="<&>"), *scene.cells[1:]))
    assert "".join(parsed(svg.draw(odd)).itertext()).endswith("<&>")
    assert parsed(svg.draw(odd)).get("id") != parsed(svg.draw(scene)).get("id")
    assert board.svg() == LightsOut(2, 2).svg()


class Walked(tuple[tuple[int, int], ...]):
    """Links that count how often they are gone through."""

    times = 0

    def __iter__(self) -> Iterator[tuple[int, int]]:
        self.times += 1
        return super().__iter__()


@pytest.mark.parametrize("vertices", [5, 300])
def test_a_graph_is_drawn_in_a_few_walks_over_its_links_however_many_vertices_it_has(vertices: int) -> None:
    cycle = GraphTiles(vertices, [(v, (v + 1) % vertices) for v in range(vertices)])
    links = Walked(cycle.edges)
    picture = svg.draw(replace(cycle.scene(cycle.goal), links=links))
    assert picture == cycle.svg()
    assert len(of(parsed(picture), "link")) == vertices
    assert links.times <= 3


@pytest.mark.parametrize("puzzle", [GraphTiles(2000, [(v, v + 1) for v in range(1999)]), LightsOut(64, 64)])
def test_drawing_ends_when_it_is_cancelled(puzzle: Seen) -> None:
    scene, budget = puzzle.scene(puzzle.goal), Budget()
    budget.cancel()
    with budget, pytest.raises(BudgetExceededError):
        svg.draw(scene)


TITLES = {
    "Lights, 3 × 3: 2 of 9 lit. 5 buttons to press are marked.": ("110/000/000", True, "en"),
    "3 × 3 盏灯，9 盏中亮着 2 盏。": ("110/000/000", False, "zh"),
    "Sliding tiles, 2 × 2, row by row: 3 1, 2 blank.": ("tiles:2x2:3,1,2,0", False, "en"),
    "2 × 2 数字滑块，逐行为：3 1、2 空位。": ("tiles:2x2:3,1,2,0", False, "zh"),
    "Lights on a graph: 0 of 20 lit.": ("lights:dodecahedron:" + "0" * 20, False, "en"),
    "A corner of a 90 × 90 board.": ("lights:90x90:" + "0" * 8100, False, "en"),
}


@pytest.mark.parametrize("title", TITLES)
def test_a_picture_is_titled_with_a_sentence(title: str) -> None:
    text, is_solved, lang = TITLES[title]
    puzzle, state = parse(text)
    solution = puzzle.solve(state) if is_solved else None
    picture = parsed(svg.picture(cast(Seen, puzzle), state, Marks.of(solution), lang))
    assert picture.findtext(f"{SVG}title") == title


@given(st.text(st.characters(categories=["L", "N", "P"]) | st.just(" "), max_size=80), st.integers(60, 400))
def test_lines_fit_unless_a_word_does_not(text: str, room: int) -> None:
    lines = lettering.lines(text, room, 15)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(lettering.width(line, 15) <= room for line in lines if " " in line)
