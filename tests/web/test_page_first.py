"""The first ten seconds, and those who come by keyboard, on paper, at 200 %, or without JavaScript."""

from typing import Any

import pytest
from tests.web.test_page import SERVED, SWAPPED, UNSOLVABLE, board_of, comes_to

import solvable

BOARD = "lights:3x3:110/000/000"
HEADLINES = {"en-US": "Put out every light.", "zh-CN": "把灯全部关掉。"}
LEVELS = {"en-US": ["Easy", "Medium", "Hard", "Any"], "zh-CN": ["简单", "中等", "困难", "任意"]}
SHOWN = """() => [...document.querySelectorAll("body *")].filter(each =>
  each.checkVisibility({ visibilityProperty: true }) && !each.closest("#board")
  && [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())).map(each => each.id)"""
LONG = """window.long = [];
new PerformanceObserver(list => window.long.push(...list.getEntries().map(each => each.duration)))
  .observe({ type: "longtask", buffered: true });"""
COVERED = """() => [...document.querySelectorAll("#board .cell")].filter(cell => {
  cell.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = cell.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !hit || !cell.contains(hit);
}).length"""


@pytest.mark.parametrize("lang", HEADLINES)
def test_the_first_board_is_easy_and_a_hand_shows_where_to_begin(visit: Any, lang: str) -> None:
    page = visit(locale=lang)
    page.wait_for_selector(".over .hand")
    assert page.inner_text("#headline h2") == HEADLINES[lang]
    assert page.locator(".levels label").all_inner_texts() == LEVELS[lang]
    length = solvable.solve(board_of(page))["length"]
    assert 3 <= length <= 5
    page.click(".cell.pressing")
    assert page.locator(".over .hand").count() == 0
    assert solvable.solve(board_of(page))["length"] == length - 1  # the hand was right
    page.keyboard.press("u")
    assert page.locator(".over .hand").count() == 1 or page.locator(".cell.pressing").count() == 0
    page.keyboard.press("n")
    board_of(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    board_of(page)
    assert page.locator(".over .hand").count() == 0  # it is not the first game any more


def test_whoever_comes_by_a_link_sees_no_hand(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector("#status:has-text('fewest 5')")
    assert page.locator(".over .hand").count() == 0


def test_levels_are_kept_and_easy_boards_are_easy(visit: Any) -> None:
    page = visit("lights:5x5#1")
    for level, least, most in (("easy", 3, 5), ("medium", 5, 8)):
        page.check(f".levels input[value={level}]", force=True)
        for _ in range(4):
            page.keyboard.press("n")
            assert least <= solvable.solve(board_of(page))["length"] <= most
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.is_checked(".levels input[value=medium]")


def test_the_board_is_the_second_stop_and_a_link_skips_to_it(visit: Any) -> None:
    page = visit(BOARD)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.do") == "board"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.cell") == "0"
    order = "[...document.querySelectorAll('#board, #toolbar, #panel, #rail')].map(each => each.id)"
    assert page.evaluate(order) == ["board", "toolbar", "panel", "rail"]


@pytest.mark.parametrize(
    ("board", "words"),
    [(BOARD, "Press 5 lamps (row,column): "), ("tiles:3x3:1,2,3/4,5,6/0,7,8", "Slide 2 tiles: 7 8")],
)
def test_on_paper_are_the_board_its_solution_and_its_id(visit: Any, board: str, words: str) -> None:
    page = visit(board)
    page.wait_for_selector("#status:has-text('fewest')")
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(SHOWN) == ["printed"]
    assert words in page.inner_text("#printed") and board in page.inner_text("#printed")
    assert page.locator(".cell.marked").count() == (5 if board == BOARD else 0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".cell.marked").count() == 0


@pytest.mark.parametrize("board", ["lights:5x5#1", "tiles:4x4#1", UNSOLVABLE, SWAPPED])
def test_at_200_percent_nothing_covers_the_board(visit: Any, board: str) -> None:
    page = visit(board, viewport={"width": 640, "height": 400})
    page.wait_for_selector("#status:not(:empty)", state="attached")
    assert page.evaluate(COVERED) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_without_javascript_it_is_said_where_it_is_seen(visit: Any) -> None:
    context = visit.chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    visit.contexts.append(context)
    page = context.new_page()
    page.goto(visit.address)
    box = page.locator(".noscript").bounding_box()
    assert 0 < box["y"] < 200
    assert "JavaScript" in page.inner_text(".noscript")


@SERVED
@pytest.mark.parametrize("board", ["", f"solve:{BOARD}", SWAPPED])
def test_the_console_is_clean_and_nothing_is_asked_for_that_is_not_there(visit: Any, board: str) -> None:
    context = visit.chromium.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    visit.contexts.append(context)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda each: said.append(each.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("response", lambda each: said.extend([each.url] if each.status >= 400 else []))
    page.goto(f"{visit.address}#{board}")
    page.wait_for_selector("#status:not(:empty)")
    page.wait_for_load_state("networkidle")
    assert [each for each in said if "Playwright" not in each] == []  # which blocks the service worker


@pytest.mark.parametrize("hash_", ["lights:5x5#1", UNSOLVABLE, "tiles:4x4#1", SWAPPED, f"solve:{BOARD}"])
def test_nothing_holds_the_page_up(visit: Any, hash_: str) -> None:
    context = visit.chromium.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    visit.contexts.append(context)
    context.add_init_script(LONG)
    page = context.new_page()
    longest = []
    for _ in range(3):  # the machine may have others to serve
        page.goto("about:blank")
        page.goto(f"{visit.address}#{hash_}")
        page.wait_for_selector("#status:not(:empty)", state="attached")
        page.click("[data-cell='1']")
        page.wait_for_load_state("networkidle")
        longest.append(page.evaluate("Math.max(0, ...window.long)"))
        if longest[-1] <= 50:
            return
    assert not longest


def test_edit_is_one_toggle_in_every_tab_and_off(visit: Any) -> None:
    page = visit(f"solve:{BOARD}")
    page.wait_for_selector(".cell.marked")
    assert page.locator(".board.editing").count() == 0
    page.click("[data-cell='8']")  # plays, and is marked to be pressed again or gone
    assert board_of(page) != BOARD
    page.keyboard.press("u")
    for tab in ("play", "learn", "lab", "solve"):
        page.click(f"#tab-{tab}")
        page.click("#toolbar [data-do=edit]")
        page.wait_for_selector("#toolbar [data-do=edit][aria-pressed=true]")
        page.wait_for_selector("#editor button:visible")
        page.click("#toolbar [data-do=edit]")
        page.wait_for_selector("#editor", state="hidden")
    page.wait_for_selector(".cell.marked")
    comes_to(page, BOARD)


def test_solve_stands_once_on_every_screen(visit: Any) -> None:
    for size in ({"width": 1280, "height": 800}, {"width": 360, "height": 740}):
        page = visit("tiles:3x3#1", viewport=size)
        for tab in ("play", "solve"):
            page.click(f"#tab-{tab}")
            page.wait_for_selector("#status:has-text('fewest')", state="attached")
            shown = [each for each in page.locator("button:visible").all_inner_texts() if each.strip() == "Solve"]
            assert len(shown) == 1


def test_without_workers_the_board_plays_and_it_is_said(visit_site: Any) -> None:
    page = visit_site()
    page.add_init_script("delete window.Worker")
    page.goto(page.url.partition("#")[0] + "?without#tiles:4x4#3")
    page.wait_for_selector("#board .cell")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.inner_text(".figures dd >> nth=0") != "0"
    page.wait_for_selector("#status:has-text('The solver is not available here.')", timeout=20_000)
