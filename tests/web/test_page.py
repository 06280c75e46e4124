"""The page in a real browser: entered by keyboard, solved, followed to the win; proofs, links, phones, all senses."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import WRITTEN

import solvable
from solvable import answers, game_id, web
from solvable.tiles.generate import farthest

UNSOLVABLE = "lights:5x5:10000/00000/00000/00000/00000"
SWAPPED = "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0"
AUDITED = {
    "lights:5x5#1": "#status",
    "tiles:4x4#1": "#status",
    f"solve:{UNSOLVABLE}": ".proof",
    f"solve:{SWAPPED}": ".proof",
    "learn:elimination:4:lights:3x3#1": ".learn .matrix",
    "lab:lights:5x5#1": ".patterns button",
    "solve:tiles:3x3:8,6,7/2,5,4/3,0,1": ".transport",
    "lights:30x30#1": ".board.large",
}
SEEDS = [
    "lights:5x5#42",
    "lights:7x4#2026-11-22",
    "lights:5x5,torus,mod3#a",
    "lights:4x4,king,klein#x",
    "lights:6x6,triangle,torus#y",
    "lights:5x5,hex,mod5#z",
    "lights:4x5,cross#q",
    "lights:3x3,dead=4#1",
    "lights:3x3,mod12,fixed=0.1#1",
    "lights:5x5,knight0,projective#3",
    "lights:5x5,diagonal,mobius#é",
    "lights:5x5,plus0,cylinder,goal=11111/00000/00000/00000/00000#9",
    "tiles:4x4#42",
    "tiles:5x3,goal=spiral#s",
    "tiles:3x3#2026-11-22",
    "tiles:4x4,goal=blank-first,mtm#s",
    "tiles:10x10#s",
    "tiles:1x5#3",
    "tiles:15#42",
    "lights:5#42",
    "lights:70x70,torus,mod3#5",
    "lights:40x40,hex#3",
    "tiles:40x40#2",
]


SERVED = pytest.mark.parametrize("visit", ["address", "server"], indirect=True)  # also by `solvable serve`


def board_of(page: Any) -> str:
    """Return the board in the address, once it is written there."""
    page.evaluate(WRITTEN)
    return addressed(page)


def addressed(page: Any) -> str:
    """Return the board that is in the address now."""
    text: str = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    return re.sub("^(solve|learn|lab):", "", text)


def comes_to(page: Any, board: str) -> None:
    """Wait for this board in the address, and fail with the one that is there where it does not come."""
    page.evaluate(
        """async board => {
            const here = () => decodeURIComponent(location.hash.slice(1)).replace(/^(solve|learn|lab):/, "");
            for (let look = 0; look < 200 && here() !== board; look++) await new Promise(done => setTimeout(done, 25));
        }""",
        board,
    )
    assert addressed(page) == board


def focus(page: Any, cell: int, width: int) -> None:
    """Move the focus to a cell by arrow keys alone."""
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    rows, columns = cell // width - here // width, cell % width - here % width
    for key, times in (("ArrowDown", rows), ("ArrowUp", -rows), ("ArrowRight", columns), ("ArrowLeft", -columns)):
        for _ in range(times):
            page.keyboard.press(key)


def test_seeded_boards_are_those_of_the_command_line(visit: Any) -> None:
    page = visit()
    read = "ids.map(id => m.parseUpTo(id, 1e5)).map(p => m.formatId(p.model, p.state))"
    script = f'ids => import("/model.js").then(m => {read})'
    found = page.evaluate(script, SEEDS)
    assert found == [game_id.format_board(*game_id.parse(text)) for text in SEEDS]


@SERVED
def test_lights_are_entered_solved_and_followed_by_keyboard_alone(visit: Any) -> None:
    page = visit("lights:3x3")
    page.keyboard.press("e")
    page.wait_for_selector(".board.editing")
    page.keyboard.type("110000000")
    comes_to(page, "lights:3x3:110/000/000")
    page.keyboard.press("m")
    page.wait_for_selector(".cell.marked")
    left = page.locator(".cell.marked").count()
    assert left == 5
    for remaining in range(left, 0, -1):
        assert page.locator(".cell.marked").count() == remaining
        focus(page, int(page.locator(".cell.marked").first.get_attribute("data-cell")), 3)
        page.keyboard.press("Enter")
    page.wait_for_selector(".board.won")
    assert page.inner_text("#headline h2") == "Solved with help, 5 presses."


def test_a_wrong_press_is_marked_too(visit: Any) -> None:
    page = visit("solve:lights:3x3:110/000/000")  # solved at once
    page.wait_for_selector(".cell.marked")
    unmarked = page.locator(".cell:not(.marked)").first
    cell = unmarked.get_attribute("data-cell")
    unmarked.click()
    assert page.locator(f".cell.marked[data-cell='{cell}']").count() == 1
    page.keyboard.press("u")
    assert page.locator(f".cell.marked[data-cell='{cell}']").count() == 0


def test_a_move_that_is_written_down_does_not_lose_a_link_just_followed(visit: Any) -> None:
    page = visit("lights:3x3:110/000/000")
    page.evaluate("""() => {
        document.querySelector("[data-cell='0']").click();
        history.replaceState(null, "", "#lights:3x3:000/000/111");  // the event of a link comes later
    }""")
    comes_to(page, "lights:3x3:000/000/111")


@SERVED
def test_tiles_are_entered_solved_and_followed_by_keyboard_alone(visit: Any) -> None:
    page = visit("tiles:3x3")
    page.keyboard.press("e")
    page.wait_for_selector(".board.editing")
    page.keyboard.type("647850321")
    comes_to(page, "tiles:3x3:6,4,7/8,5,0/3,2,1")
    page.keyboard.press("m")
    page.wait_for_selector(".cell[data-order='0']")
    selectors = [".cell[data-order='0']", ".cell[aria-label*='blank']"]
    places = "selectors => selectors.map(s => +document.querySelector(s).dataset.cell)"
    moves = 0
    while not page.locator(".board.won").count():
        tile, blank = page.evaluate(places, selectors)
        keys = {1: "ArrowRight", -1: "ArrowLeft", 3: "ArrowDown", -3: "ArrowUp"}
        page.keyboard.press(keys[blank - tile])
        moves += 1
    assert moves == 31
    assert page.inner_text("#headline h2") == "Solved with help, 31 moves."


def test_a_line_of_tiles_slides_and_is_taken_back_one_by_one(visit: Any) -> None:
    page = visit("tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0")
    page.click("[data-cell='12']")
    comes_to(page, "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/0,13,14,15")
    for _ in range(3):
        page.keyboard.press("z")
    comes_to(page, "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0")


def test_unsolvable_tiles_name_their_goal_and_take_another(visit: Any) -> None:
    page = visit(SWAPPED)
    page.wait_for_selector("#status:has-text('Unsolvable for the goal 1 … 15, blank last')")
    page.wait_for_selector(".proof .goal")
    told = page.locator(".proof .goal").all_inner_texts()
    assert len(told) == 3 and told[0].startswith("Solvable for the goal blank first, then 1 … 15.")
    page.locator(".proof .goal button").first.click()
    comes_to(page, SWAPPED.replace("4x4:", "4x4,goal=blank-first:"))


def test_undo_and_redo_lead_through_every_position(visit: Any) -> None:
    page = visit("lights:5x5#7")
    positions = [board_of(page)]
    for cell in (3, 11, 7, 24, 3):
        page.click(f"[data-cell='{cell}']")
        positions.append(board_of(page))
    for place in (4, 3, 2, 1, 0):
        page.keyboard.press("u")
        comes_to(page, positions[place])
    for place in (1, 2, 3, 4, 5):
        page.keyboard.press("y")
        comes_to(page, positions[place])
    page.keyboard.press("Shift+R")
    comes_to(page, positions[0])


def test_lamps_are_painted_by_dragging(visit: Any) -> None:
    page = visit("lights:4x4:1000/0000/0000/0000")
    page.click("#toolbar [data-do=edit]")
    first, last = (page.locator(f"[data-cell='{cell}']").bounding_box() for cell in (4, 7))
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + 20, steps=12)
    page.mouse.up()
    comes_to(page, "lights:4x4:1000/1111/0000/0000")
    page.keyboard.press("u")  # the whole stroke
    comes_to(page, "lights:4x4:1000/0000/0000/0000")


def test_a_hint_is_one_move(visit: Any) -> None:
    page = visit("lights:3x3:110/000/000")
    page.keyboard.press("i")
    page.wait_for_selector(".cell.hinted")
    assert page.locator(".cell.hinted").count() == 1
    page.locator(".cell.hinted").click()
    assert page.locator(".cell.hinted").count() == 0


@SERVED
def test_a_link_opens_the_board_elsewhere(visit: Any) -> None:
    page = visit("tiles:3x3#shared")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.click("#toolbar [data-do=share]")
    began, link = (page.locator("dialog input").nth(number).input_value().partition("#")[2] for number in (0, 1))
    other = visit(link)
    assert board_of(other) == board_of(page)  # by now its address has followed the keys
    assert began == game_id.format_board(*game_id.parse("tiles:3x3#shared"))


@SERVED
def test_texts_of_other_formats_are_read(visit: Any) -> None:
    page = visit()
    page.fill("#rail textarea", "1 0 0\n0 1 0\n0 0 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board:has([data-cell='8']):not(:has([data-cell='9']))")
    comes_to(page, "lights:3x3:100/010/001")
    page.fill("#rail textarea", "lights:5x5:1x")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rail [role=alert]:not(:empty)")


DROP = """([name, type, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type }));
  document.querySelector("#board").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def test_files_are_dropped_and_what_is_no_photo_is_told(visit: Any) -> None:
    page = visit("lights:5x5#1")
    page.evaluate(DROP, ["board.txt", "text/plain", "1 0 0\n0 1 0\n0 0 1\n"])
    page.wait_for_selector(".board:not(:has([data-cell='9']))")
    comes_to(page, "lights:3x3:100/010/001")
    page.evaluate(DROP, ["photo.png", "image/png", "no photo"])
    page.wait_for_function("document.getElementById('status').textContent.includes('not a picture')")
    page = visit("tiles:3x3#1")
    page.evaluate(DROP, ["own.png", "image/png", "no picture"])
    page.wait_for_selector("#status:has-text('not a picture')")


def test_the_hardest_fifteen_puzzle_is_there_at_once(visit: Any) -> None:
    page = visit("tiles:4x4#1")
    found = page.evaluate('() => import("/hardest.js").then(m => m.FARTHEST)')
    puzzle = solvable.SlidingTiles(4, 4)
    assert {puzzle.parse(text) for text in found} == set(farthest(puzzle))
    page.click("#rail .levels label >> nth=2")
    assert puzzle.parse(board_of(page).partition(":4x4:")[2]) in farthest(puzzle)
    assert page.inner_text(".figures div >> nth=1").split()[-1] == "80"  # known by how it was made


@SERVED
def test_a_named_puzzle_is_chosen_and_drawn_from_its_scene(visit: Any) -> None:
    page = visit()
    for name, cells in (("merlin", 9), ("orbix", 12), ("gale-berlekamp", 100)):
        page.click("#rail [data-do=gallery]")
        page.click(f".cards a[href='#lights:{name}#1']")
        page.wait_for_selector(f".board:has([data-cell='{cells - 1}']):not(:has([data-cell='{cells}']))")
        assert board_of(page).startswith(f"lights:{name}:")
    page.locator(".switches button >> nth=19").wait_for()
    assert page.locator(".switches button").count() == 20


MISSED = """() => [...document.querySelectorAll("#board .cell:not(.dead)")].filter(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(width && hit && (hit === cell || cell.contains(hit)));
}).length"""


CHOSEN = """async id => {
  document.querySelector("#rail [data-do=gallery]").click();
  for (let look = 0; look < 300; look++) {
    const card = document.querySelector(`.cards a[href="#${id}#1"]`);
    if (card) return card.click();
    await new Promise(done => setTimeout(done, 20));
  }
}"""


@pytest.mark.slow
@pytest.mark.parametrize("family", ["lights", "tiles"])
def test_every_puzzle_of_the_gallery_plays(visit: Any, family: str) -> None:
    page, move = visit("tiles:4x4#1" if family == "tiles" else "lights:5x5#1"), 0
    page.set_viewport_size({"width": 1280, "height": 2400})  # all of the largest board is in sight
    page.wait_for_selector("#rail .pick .mini")
    every = [card["puzzle"] for card in (*answers.variants(), *answers.boards())]
    for name in (name for name in every if name.startswith(family)):
        puzzle = solvable.parse_puzzle(name)
        page.evaluate(CHOSEN, name)
        page.wait_for_function(
            "name => document.getElementById('board').ariaLabel === name && !document.querySelector('dialog.screen')",
            arg=name,
        )
        shown = page.evaluate("() => document.querySelectorAll('#board .cell:not(.dead)').length")
        assert shown == len(puzzle.goal) - len(getattr(puzzle, "dead", ())), name
        assert page.evaluate(MISSED) == 0, name
        state = puzzle.parse(board_of(page).partition(f"{name}:")[2])
        move = puzzle.moves(state)[0]
        box = page.locator(f"#board [data-cell='{move}'], .switches button").first.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        comes_to(page, game_id.format_board(puzzle, puzzle.apply(state, move)))


@SERVED
def test_language_and_theme_are_switched_and_kept(visit: Any) -> None:
    page = visit("lights:4x4#1")
    page.keyboard.press("g")
    page.wait_for_selector("html[lang=zh-CN]")
    assert page.inner_text("#tab-play") == "玩"
    page.keyboard.press("t")
    theme = page.get_attribute("html", "data-theme")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert (page.inner_text("#tab-solve"), page.get_attribute("html", "data-theme")) == ("求解", theme)


def test_escape_closes_what_was_opened(visit: Any) -> None:
    page = visit("lights:3x3#1")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")
    page.click("#toolbar [data-do=share]")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")


def test_the_game_is_there_after_a_reload(visit: Any) -> None:
    puzzle, state = game_id.parse("lights:5x5#again")
    board = game_id.format_board(puzzle, puzzle.apply(state, 12))
    page = visit("lights:5x5#again")
    page.click("[data-cell='12']")
    comes_to(page, board)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    comes_to(page, board)
    page.keyboard.press("u")
    comes_to(page, game_id.format_board(puzzle, state))


def test_the_daily_board_is_that_of_its_date(visit: Any) -> None:
    page = visit("tiles:4x4")
    page.click("#rail button:has-text('Daily')")
    seed = page.evaluate("new Date().toLocaleDateString('sv')")
    comes_to(page, game_id.format_board(*game_id.parse(f"tiles:4x4#{seed}")))


def test_quiet_patterns_change_nothing_and_nullities_are_those_of_the_library(visit: Any) -> None:
    page = visit("lab:lights:5x5#1")
    page.wait_for_selector(".patterns button >> nth=1")
    before = board_of(page)
    page.click(".patterns button >> nth=0")
    presses = page.locator(".cell.marked").count()
    assert presses in (12, 16)
    page.click(".lab .stack > .row button")
    assert board_of(page) == before
    sizes = [[5, 5], [4, 4], [9, 9], [19, 19], [23, 23], [14, 23]]
    found = page.evaluate('sizes => import("/nullity.js").then(m => sizes.map(size => m.nullity(...size)))', sizes)
    assert found == [solvable.nullity(*size) for size in sizes]
    page.wait_for_selector("text=Unknown wiring")
    page.evaluate("location.hash = 'lab:tiles:3x3#1'")
    page.wait_for_selector(".board.tiles")
    shown = page.locator("details.lab:visible > summary").all_inner_texts()
    assert len(shown) == 2  # how far, and a contest: what is of lamps alone is not there
    assert "Unknown wiring" not in shown


def test_a_quiet_pattern_stays_in_the_lab(visit: Any) -> None:
    board = "lights:5x5:01110/10101/11011/10101/01110"
    page = visit(f"lab:{board}")
    page.click(".patterns button >> nth=0")
    assert page.locator(".cell.marked").count() in (12, 16)
    page.click("#tab-play")
    assert page.locator(".cell.marked").count() == 0
    page.keyboard.press("m")
    page.wait_for_selector(".cell.marked")
    for mark in [each.get_attribute("data-cell") for each in page.locator(".cell.marked").all()]:
        page.click(f"[data-cell='{mark}']")
    page.wait_for_selector(".board.won")


def test_an_unknown_wiring_is_of_a_size_that_is_shown(visit: Any) -> None:
    page = visit("lab:lights:3x3#1")
    page.click("summary:has-text('Unknown wiring')")
    width = page.locator("details:has(.notebook) input >> nth=0")
    for wanted, buttons in (("0", 3), ("1000", 30), ("", 3), ("2.5", 9)):
        width.fill(wanted)
        width.blur()
        assert page.locator(".notebook button").count() == buttons


def test_a_goal_that_is_not_the_usual_one_is_drawn(visit: Any) -> None:
    page = visit("tiles:3x3,goal=spiral#1")
    page.wait_for_selector(".goal svg")
    assert page.locator(".goal text").all_text_contents() == ["1", "2", "3", "8", "4", "7", "6", "5"]
    page.evaluate("location.hash = 'tiles:3x3#1'")
    page.wait_for_selector(".goal svg", state="detached")


AIMED = {  # the goal of a board of lamps: what is drawn of it, lit discs and signs
    "lights:3x3,goal=1?1/?0?/1?1:110/000/000": (9, 4, ["?"] * 4),
    "lights:2x2,mod3,goal=10/02:11/00": (4, 2, ["1", "2"]),
    "lights:3x3,dead=4,goal=111/100/000:000/000/000": (8, 4, []),
}
IMPOSSIBLE = "lights:2x2,mod3,goal=10/02:11/00"  # so the headline says


@pytest.mark.parametrize("board", AIMED)
def test_lamps_that_are_to_end_otherwise_than_off_show_their_goal(visit: Any, board: str) -> None:
    page = visit(board)
    page.wait_for_selector(".goal svg")
    discs = page.locator(".goal .disc").count(), page.locator(".goal .disc.lit").count()
    assert (*discs, page.locator(".goal text").all_text_contents()) == AIMED[board]
    if board != IMPOSSIBLE:
        assert "Bring the lamps to the goal." in page.inner_text("#headline")
    assert page.locator(".board .glyph").count() == 0  # the rule is the usual one


def test_lamps_that_are_to_end_off_draw_no_goal(visit: Any) -> None:
    page = visit("lights:3x3:110/000/000")
    page.wait_for_selector("#headline :text('Put out every light.')")
    assert page.locator(".goal svg").count() == 0


@pytest.mark.parametrize("board", ["lights:3x3:110/000/000", "tiles:3x3:1,2,3/4,5,6/8,7,0"])
def test_a_lesson_is_stepped_through(visit: Any, board: str) -> None:
    page = visit(f"learn:{board}")
    page.wait_for_selector(".learn output:not(:empty)")
    steps = int(page.inner_text(".learn output").split()[-1])
    sentences = set()
    for _ in range(steps):
        sentences.add(page.inner_text("#headline"))
        if page.locator(".learn button.main").is_enabled():
            page.click(".learn button.main")
    assert len(sentences) == steps > 2


@pytest.mark.parametrize("board", ["lights:7x7#1", "tiles:7x7#1", SWAPPED])
@pytest.mark.parametrize("tab", ["play", "solve", "learn", "lab"])
def test_on_a_phone_nothing_scrolls_sideways_and_targets_are_large(visit: Any, tab: str, board: str) -> None:
    page = visit(f"{tab}:{board}", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.wait_for_selector(
        {"play": "#status", "solve": ".solve", "learn": ".learn output:not(:empty)", "lab": "details.lab:visible"}[tab]
    )
    page.evaluate(WRITTEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = """() => [...document.querySelectorAll('button, select, .cell, .levels label, summary')]
        .map(e => [e, e.getBoundingClientRect()])
        .filter(([e, r]) => r.width && Math.min(r.width, r.height) < 43.9 && getComputedStyle(e).visibility[0] === 'v')
        .map(([e, r]) => `${e.outerHTML.slice(0, 80)} ${r.width} × ${r.height}`)"""
    assert page.evaluate(small) == []
    page.click("#thumbs [data-do=more]")
    page.wait_for_timeout(300)
    assert page.evaluate(small) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(("theme", "lang"), [("dark", "en-US"), ("light", "zh-CN")])  # colours and words apart
def test_axe_finds_nothing(visit: Any, axe: str, theme: str, lang: str) -> None:
    for hash_, wait in AUDITED.items():
        page = visit(hash_, color_scheme=theme, locale=lang, reduced_motion="reduce")
        page.wait_for_selector(wait)
        page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        page.add_script_tag(path=axe)
        found = page.evaluate(
            "axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html + n.failureSummary)]))"
        )
        assert json.dumps(found, indent=1) == "[]"


def test_the_map_is_walked_by_keys(visit: Any) -> None:
    page = visit("lab:lights:5x5#1")
    page.wait_for_selector(".map td", state="attached")
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    page.focus(".map td[tabindex='0']")
    for key in ("ArrowLeft", "ArrowUp", *4 * ("ArrowRight", "ArrowDown")):  # the first two lead nowhere
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == page.inner_text(".map + p") and "5 × 5" in focused and focused.endswith("2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.includes('4x5')")


@pytest.mark.parametrize("width", [700, 740, 1100, 1180, 1280])
def test_the_toolbar_is_one_row(visit: Any, width: int) -> None:
    page = visit("lights:5x5#1", viewport={"width": width, "height": 800}, locale="en-US")
    rows = "new Set([...document.querySelectorAll('#toolbar button')].map(each => each.offsetTop)).size"
    assert page.evaluate(rows) == 1


def test_a_phone_shows_a_matrix_of_26_columns(visit: Any) -> None:
    page = visit("learn:lights:5x5#1", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.wait_for_selector(".learn output:not(:empty)")
    page.select_option(".learn select", "elimination")
    page.wait_for_function("document.querySelector('.learn output').textContent.endsWith('30')")
    page.click(".learn button.main")
    page.wait_for_selector(".learn .matrix")
    assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('.matrix'))")


def test_on_the_smallest_phone_the_steps_of_a_lesson_are_one_line(visit: Any) -> None:
    page = visit("learn:lights:3x3#1", viewport={"width": 320, "height": 640}, locale="zh-CN")
    page.wait_for_selector(".learn output:not(:empty)")
    assert page.evaluate("document.querySelector('.learn .main span').getClientRects().length") == 1
    assert page.evaluate("document.querySelector('.learn .main span').offsetHeight") < 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_numbers_of_the_map_are_legible(visit: Any) -> None:
    least = """() => {
      const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const bright = color => {
        brush.fillStyle = color;
        brush.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...brush.getImageData(0, 0, 1, 1).data].map(v => ((v / 255 + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b + .05;
      };
      return Math.min(...[...document.querySelectorAll('.map td.some')].map(cell => {
        const { backgroundColor, color } = getComputedStyle(cell);
        return bright(backgroundColor) / bright(color);
      }));
    }"""  # axe judges no text of one character
    page = visit("lab:lights:5x5#1", color_scheme="dark")
    page.wait_for_selector(".map td.some", state="attached")
    in_the_dark = page.evaluate(least)
    page.emulate_media(color_scheme="light")
    assert min(in_the_dark, page.evaluate(least)) >= 4.5


def test_the_first_paint_takes_little(visit: Any) -> None:
    page = visit()
    script = """() => {
      const [ready] = performance.getEntriesByName("ready");
      const asked = performance.getEntriesByType("resource").filter(each => each.startTime < ready.startTime);
      return asked.map(each => new URL(each.name).pathname);
    }"""
    of_worker = ("/engine/worker", "/sw.js")
    paths = {path for path in page.evaluate(script) if path.endswith((".js", ".css", ".svg"))}
    names = {path[1:] for path in paths if not path.startswith(of_worker)} | {"index.html"}
    static = Path(web.__file__).parent / "static"
    assert sum(len(gzip.compress((static / name).read_bytes())) for name in names) <= 61_000
    assert not names & {"gallery.js", "miniature.js", "catalogue.js"}


def test_the_static_site_solves_and_does_so_offline(visit_site: Any) -> None:
    page = visit_site("solve:lights:3x3:110/000/000", service_workers="allow")
    page.wait_for_selector(".cell.marked")
    assert "answered in this browser" in page.inner_text(".result")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(f"{visit_site.address}#solve:{SWAPPED}")
    page.reload()
    page.wait_for_selector(".proof")
    page.click("#rail [data-do=gallery]")
    page.click(".cards a[href='#lights:merlin#1']")
    page.wait_for_selector(".board:has([data-cell='8']):not(:has([data-cell='9']))")
    page.goto(f"{visit_site.address}#solve:tiles:4x4#1")  # by a kernel
    page.reload()
    page.wait_for_selector(".transport:visible")
