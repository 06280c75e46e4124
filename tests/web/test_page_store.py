"""One history over everything that changes the board, and a page that goes on without the browser's storage."""

import json
from typing import Any

import pytest
from tests.web.test_page import UNSOLVABLE, addressed, board_of, comes_to

import solvable
from solvable import game_id

BOARD = "lights:3x3:110/000/000"
OTHER = "lights:3x3:000/000/111"
DENIED = """address => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";  // an origin of its own: the browser denies it every storage
  frame.src = address;
  document.body.append(frame);
}"""
FULL = """() => {
  for (let size = 1 << 20; size >= 1; size >>= 1)
    for (let number = 0; ; number++)
      try { localStorage.setItem(`${size} ${number}`, "x".repeat(size)); } catch { break; }
}"""
SAID = {"en-US": ("keep nothing", "full", "damaged"), "zh-CN": ("不让网页保存", "满了", "已损坏")}


def pressed(board: str, *cells: int) -> str:
    """Return a board after these presses."""
    puzzle, state = solvable.parse(board)
    for cell in cells:
        state = puzzle.apply(state, solvable.Move(cell))
    return solvable.format_board(puzzle, state)


def test_undo_and_redo_lead_over_new_edit_paste_and_mended_boards(visit: Any) -> None:
    page = visit(BOARD)
    page.click("[data-cell='4']")
    boards = [BOARD, board_of(page)]
    page.keyboard.press("n")
    boards.append(board_of(page))
    assert "Undo brings back" in page.inner_text("#status")
    page.keyboard.press("e")
    page.wait_for_selector(".board.editing")
    page.focus("[data-cell='0']")
    page.keyboard.press("1" if boards[-1].partition(":3x3:")[2].startswith("0") else "0")
    boards.append(board_of(page))
    page.keyboard.press("e")
    page.fill("#rail textarea", UNSOLVABLE)
    boards.append(UNSOLVABLE)
    comes_to(page, UNSOLVABLE)
    page.click(".proof [data-do=fix]")
    page.wait_for_selector("#headline:has-text('Fixed: one lamp changed.')")
    boards.append(board_of(page))
    assert len(set(boards)) == 6
    page.focus("[data-cell='0']")
    for board in reversed(boards[:-1]):
        page.keyboard.press("u")
        comes_to(page, board)
    assert page.get_attribute("#toolbar [data-do=undo]", "aria-disabled") == "true"
    for board in boards[1:]:
        page.keyboard.press("r")
        comes_to(page, board)
    assert page.get_attribute("#toolbar [data-do=redo]", "aria-disabled") == "true"


def test_back_goes_to_the_game_before_and_its_moves_are_there(visit: Any) -> None:
    page = visit(BOARD)
    page.click("[data-cell='4']")
    moved = board_of(page)
    page.keyboard.press("n")
    fresh = board_of(page)
    page.go_back()
    comes_to(page, moved)
    page.keyboard.press("u")
    comes_to(page, BOARD)
    page.go_forward()
    comes_to(page, fresh)


def test_undo_leads_back_to_the_game_before_a_reload(visit: Any) -> None:
    page = visit(BOARD)
    page.click("[data-cell='4']")
    moved = board_of(page)
    page.keyboard.press("n")
    fresh = board_of(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    comes_to(page, fresh)
    page.wait_for_selector("#toolbar [data-do=undo][aria-disabled=false]")
    page.keyboard.press("u")
    comes_to(page, moved)
    page.keyboard.press("u")
    comes_to(page, BOARD)
    for board in (moved, fresh):
        page.keyboard.press("r")
        comes_to(page, board)


def test_the_game_of_the_other_family_goes_on_where_it_was_left(visit: Any) -> None:
    page = visit(BOARD)
    page.click("[data-cell='4']")
    moved = board_of(page)
    page.click("[data-family=tiles]")
    page.wait_for_selector(".board.tiles")
    page.click("[data-family=lights]")
    comes_to(page, moved)
    page.keyboard.press("u")
    comes_to(page, BOARD)


def test_a_long_game_costs_what_its_moves_cost(visit: Any) -> None:
    page = visit("tiles:4x4#1")
    script = """async ([count, longest]) => {
        const [{ Session }, { parseId }] = await Promise.all(["./session.js", "./model.js"].map(name => import(name)));
        const times = [];
        for (const moves of [count, longest]) {
            const { model, state } = parseId("tiles:4x4#1"), session = new Session(model, state);
            const begun = performance.now();
            session.show([], "marks");
            for (let move = 0; move < moves; move++) session.move(model.near[session.state.indexOf(0)][move % 2]);
            const end = session.id;
            session.go(0);
            if (session.id !== session.startId) throw new Error("undo leads elsewhere");
            session.go(moves);
            if (session.id !== end) throw new Error("redo leads elsewhere");
            times.push((performance.now() - begun) / moves);
        }
        return times[1] / times[0];
    }"""
    assert min(page.evaluate(script, [4000, 40_000]) for _ in range(3)) < 3  # ten times the moves, each for the same


@pytest.mark.parametrize("lang", SAID)
def test_without_storage_the_page_plays_and_says_so_once(visit: Any, lang: str) -> None:
    page = visit(locale=lang)
    page.evaluate(DENIED, f"{visit.address}#{BOARD}")
    frame = page.frame_locator("iframe")
    frame.locator("#status").get_by_text(SAID[lang][0]).wait_for()
    frame.locator("[data-cell='4']").click()
    frame.locator("[data-cell='4'].lit").wait_for()
    frame.locator("[data-do=theme]").first.click()
    frame.locator("html[data-theme=dark]").wait_for()
    frame.locator("header [data-do=language]").click()
    frame.locator(f"html[lang={'zh-CN' if lang == 'en-US' else 'en'}]").wait_for()
    frame.locator("[data-cell='0']").click()
    assert frame.locator(".figures b").first.inner_text() == "2"
    assert not frame.locator("#status.note").count()  # it is said once


@pytest.mark.parametrize("lang", SAID)
def test_with_a_full_storage_the_page_plays_and_says_so(visit: Any, lang: str) -> None:
    page = visit(BOARD, locale=lang)
    page.evaluate(FULL)
    page.click("[data-cell='4']")
    page.wait_for_selector(f"#status:has-text('{SAID[lang][1]}')")
    page.keyboard.press("t")
    page.wait_for_selector("html[data-theme=dark]")
    page.keyboard.press("t")
    page.wait_for_selector("html[data-theme=light]")
    page.keyboard.press("g")
    page.wait_for_selector(f"html[lang={'zh-CN' if lang == 'en-US' else 'en'}]")
    comes_to(page, pressed(BOARD, 4))


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("text", ["{no json", "7", json.dumps({"shown": 7, "start": BOARD, "moves": "nothing"})])
def test_a_damaged_memory_is_set_aside(visit: Any, lang: str, text: str) -> None:
    page = visit(OTHER, locale=lang)
    board_of(page)
    page.goto("about:blank")
    page.goto(f"{visit.address}healthz")
    page.evaluate("text => localStorage.setItem('game', text)", text)
    page.goto(f"{visit.address}#{BOARD}")
    page.wait_for_selector("body[data-ready]")
    if not text.startswith('{"'):
        page.wait_for_selector(f"#status:has-text('{SAID[lang][2]}')")
        assert page.evaluate("localStorage.getItem('game.damaged')") == text
    page.click("[data-cell='4']")
    comes_to(page, pressed(BOARD, 4))
    assert addressed(page) == game_id.format_board(*game_id.parse(pressed(BOARD, 4)))
