"""Large boards on the page, and the way through long solutions."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.test_page import addressed, comes_to

import solvable

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FARTHEST = "tiles:3x3:8,6,7/2,5,4/3,0,1"  # 31 moves
COLOUR = """() => {
  const cell = document.activeElement.getBoundingClientRect(), canvas = document.querySelector(".large-canvas");
  const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
  const at = [cell.x + cell.width / 2 - box.x, cell.y + cell.height / 2 - box.y].map(v => Math.round(v * scale));
  return [...canvas.getContext("2d").getImageData(...at, 1, 1).data].join();
}"""
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
FIGURES = """() => {
  const digits = text => Number(text.replace(/[^0-9]/g, ""));
  const text = name => document.querySelector(name).textContent, [, bound] = text(".answer-line span").split("least");
  return {
    length: digits(text(".answer-line b")), bound: digits(bound), status: text("#status"),
    total: digits(text(".transport .where b").split("of")[1]), last: digits(text(".stream b") || "0"),
  };
}"""


def place(page: Any) -> list[int]:
    """Return which move of how many the transport stands at."""
    return [int(number) for number in re.findall(r"\d+", page.inner_text(".transport .where b"))]


def solving(visit: Any, board: str = FARTHEST, **how: Any) -> Any:
    """Return the page with the solution of a board to be followed."""
    page = visit(f"solve:{board}", **how)
    page.wait_for_selector(".transport:visible")
    return page


def test_the_way_is_gone_through_by_keys_buttons_and_scrub(visit: Any) -> None:
    page = solving(visit)
    assert place(page) == [0, 31]
    for key, at in ((".", 1), (".", 2), (",", 1), ("End", 31), (",", 30), ("Home", 0)):
        page.keyboard.press(key)
        assert place(page) == [at, 31]
    comes_to(page, FARTHEST)
    page.locator(".transport input[type=range]").fill("20")
    assert place(page) == [20, 31]
    page.click(".transport [data-do=last]")
    comes_to(page, "tiles:3x3:1,2,3/4,5,6/7,8,0")
    assert page.get_attribute(".transport [data-do=forward]", "aria-disabled") == "true"


def test_the_solution_plays_at_the_speed_that_was_chosen_and_stops_where_it_is_told(visit: Any) -> None:
    page = solving(visit)
    for _ in range(6):
        page.keyboard.press(">")
    assert page.locator(".speeds input:checked").get_attribute("value") == "50"
    page.keyboard.press("p")
    comes_to(page, "tiles:3x3:1,2,3/4,5,6/7,8,0")
    assert page.locator(".frame.quick").count() == 0  # it has ended
    for _ in range(6):
        page.keyboard.press("<")
    assert page.locator(".speeds input:checked").get_attribute("value") == "0.5"
    page.click(".transport [data-do=play]")  # from the start again
    page.wait_for_selector(".transport [data-do=play][aria-label=Pause]")
    assert place(page)[0] == 1
    page.keyboard.press("p")
    page.wait_for_selector(".transport [data-do=play][aria-label=Play]")
    page.reload()
    page.wait_for_selector(".transport:visible")
    assert page.locator(".speeds input:checked").get_attribute("value") == "0.5"


def test_a_move_by_hand_stops_what_plays_and_the_way_leads_on_from_there(visit: Any) -> None:
    page = solving(visit)
    page.keyboard.press("p")
    page.wait_for_selector(".transport [data-do=play][aria-label=Pause]")
    at, all_moves = place(page)
    page.keyboard.press("u")
    page.wait_for_selector(".transport [data-do=play][aria-label=Play]")
    assert place(page)[1] == all_moves and place(page)[0] <= at
    page.keyboard.press("End")
    comes_to(page, "tiles:3x3:1,2,3/4,5,6/7,8,0")


def test_the_language_changes_in_the_middle_of_a_solution(visit: Any) -> None:
    page = solving(visit)
    page.keyboard.press(".")
    page.click("[data-do=language]")
    page.wait_for_selector("text=每秒几步")
    assert place(page) == [1, 31]
    assert page.text_content(".answer-line") == "31步，已证明最少"


def test_a_phone_has_the_transport_at_the_thumb(visit: Any) -> None:
    page = solving(visit, **PHONE)
    page.tap("#thumbs [data-do=forward]")
    assert place(page) == [1, 31]
    page.tap("#thumbs [data-do=last]")
    comes_to(page, "tiles:3x3:1,2,3/4,5,6/7,8,0")
    page.tap("[data-tab=play]")
    page.wait_for_selector("#thumbs [data-do=hint]")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_large_board_has_a_solution_at_once_that_gets_better_until_it_is_stopped(visit_site: Any) -> None:
    page = visit_site("solve:tiles:10x10#1")
    page.wait_for_selector(".stream b")
    seen = []
    for _ in range(40):
        seen.append(page.evaluate(FIGURES))
        page.wait_for_timeout(50)
    for each in seen:  # all numbers are of one answer
        assert each["length"] == each["total"] == each["last"] > each["bound"] >= 600
        assert f"at most {each['length']} moves, at least {each['bound']}" in each["status"]
    lengths, bounds = [each["length"] for each in seen], [each["bound"] for each in seen]
    assert lengths == sorted(lengths, reverse=True) and bounds == sorted(bounds)
    assert lengths[-1] < 2575  # the first answer to this board, by the method for people
    page.click(".working button:has-text('Stop')")
    page.wait_for_selector(".working button:has-text('Keep improving')")
    kept = page.evaluate(FIGURES)["length"]
    page.keyboard.press("End")
    puzzle, _ = solvable.parse("tiles:10x10#1")
    comes_to(page, f"tiles:10x10:{puzzle.format(puzzle.goal)}")
    page.keyboard.press("Home")
    page.click(".working button")
    page.wait_for_selector(".working button:has-text('Stop')")
    assert page.evaluate(FIGURES)["length"] <= kept


def pressed(board: str, cell: int) -> str:
    """Return the game ID after a press."""
    puzzle, state = solvable.parse(board)
    return solvable.format_board(puzzle, puzzle.apply(state, cell))


@pytest.mark.parametrize("board", ["lights:200x200#1", "lights:40x30,torus,mod3#2", "lights:24x24,hex#1"])
def test_a_large_board_is_pressed_by_keyboard_alone(visit: Any, board: str) -> None:
    page = visit(board)
    page.wait_for_selector(".board.large")
    page.focus(".large .cell[tabindex='0']")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    width = int(re.findall(r"\d+", board)[0])
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name.startswith("row 2 column 3, ") and page.evaluate("document.activeElement.dataset.cell") == str(
        width + 2
    )
    page.evaluate(DRAWN)
    before = page.evaluate(COLOUR)
    page.keyboard.press("Enter")
    page.evaluate(DRAWN)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") != name
    assert page.evaluate(COLOUR) != before
    comes_to(page, pressed(board, width + 2))
    page.keyboard.press("u")
    comes_to(page, solvable.format_board(*solvable.parse(board)))


def test_a_tap_on_cells_too_small_for_a_finger_brings_them_near(visit: Any) -> None:
    page = visit("lights:50x50#1", **PHONE)
    page.wait_for_selector(".board.large")
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.6
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".board.near")
    page.evaluate(DRAWN)
    assert page.locator(".large .cell[tabindex='0']").bounding_box()["width"] >= 24
    assert addressed(page) == "lights:50x50#1" or not page.locator("[data-do=undo][aria-disabled=false]").count()
    cell = int(page.get_attribute(".large .cell[tabindex='0']", "data-cell"))
    page.touchscreen.tap(x, y)
    comes_to(page, pressed("lights:50x50#1", cell))
    page.tap(".zoom [title='The whole board']")
    page.wait_for_selector(".board:not(.near)")


def test_a_board_that_is_near_is_dragged_and_pinched(visit: Any) -> None:
    page = visit("tiles:30x30#1", **PHONE)
    page.wait_for_selector(".board.large")
    touch = page.context.new_cdp_session(page)
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    fingers("touchStart", (x - 20, y), (x + 20, y))
    for spread in (40, 60, 80):
        fingers("touchMove", (x - spread, y), (x + spread, y))
    fingers("touchEnd")
    page.wait_for_selector(".board.near")
    page.evaluate(DRAWN)
    before = page.locator(".large .cell[tabindex='0']").bounding_box()
    assert before["width"] > 30
    fingers("touchStart", (x, y))
    for by in (20, 40, 60):
        fingers("touchMove", (x + by, y + by))
    fingers("touchEnd")
    page.evaluate(DRAWN)
    after = page.locator(".large .cell[tabindex='0']").bounding_box()
    assert after["x"] > before["x"] and after["y"] > before["y"]
    assert not page.locator("[data-do=undo][aria-disabled=false]").count()  # neither moved a tile


def test_lamps_of_a_large_board_are_painted(visit: Any) -> None:
    page = visit("lights:21x21")
    page.wait_for_selector(".board.large")
    page.keyboard.press("e")
    page.wait_for_selector(".board.editing")
    box = page.locator("#board").bounding_box()
    side = box["width"] / 21
    page.mouse.move(box["x"] + 2.5 * side, box["y"] + 1.5 * side)
    page.mouse.down()
    page.mouse.move(box["x"] + 5.5 * side, box["y"] + 1.5 * side, steps=8)
    page.mouse.up()
    rows = ["0" * 21 if row != 1 else "00" + "1111" + "0" * 15 for row in range(21)]
    comes_to(page, f"lights:21x21:{'/'.join(rows)}")


def test_the_name_of_a_board_too_large_for_a_picture_is_on_one_line(visit: Any) -> None:
    page = visit("tiles:200x200#1", locale="zh-CN")
    page.wait_for_selector(".own")
    name, all_puzzles = (page.locator(f"#rail .pick {each}").bounding_box() for each in ("b", "span"))
    assert name["height"] < 24 and name["y"] + name["height"] <= all_puzzles["y"] + 1


@pytest.mark.parametrize(("locale", "said"), [("en-US", "up to 160,000 cells"), ("zh-CN", "最多显示 160,000 格")])
def test_a_board_beyond_the_limit_is_refused_before_any_work(visit: Any, locale: str, said: str) -> None:
    page = visit("lights:3x3:110/000/000", locale=locale)
    page.fill("#rail textarea", "lights:500x500#1")
    page.keyboard.press("Enter")
    page.wait_for_selector(f":text('{said}')")
    assert page.locator(".cell").count() == 9


def test_a_text_of_200000_ones_leaves_the_page_as_it_was(visit: Any) -> None:
    page = visit("lights:3x3:110/000/000")
    page.evaluate(
        "document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: (() => "
        "{ const data = new DataTransfer(); data.setData('text', '1'.repeat(200000)); return data; })() }))"
    )
    page.wait_for_selector("#status.note")
    assert page.locator(".cell").count() == 9 and page.is_visible("#board")


def test_while_a_large_board_comes_no_other_is_shown_in_its_place(visit: Any) -> None:
    page = visit("lights:3x3:110/000/000")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/reading.js", hold)
    page.evaluate("location.hash = 'lights:200x200#1'")
    page.wait_for_selector("text=Reading a board of 200 × 200")
    assert not page.is_visible("#board")
    held[0].continue_()
    page.wait_for_selector(".board.large")
    comes_to(page, solvable.format_board(*solvable.parse("lights:200x200#1")))


def test_what_is_made_lazily_is_what_is_made_at_once(visit: Any) -> None:
    page = visit()
    script = """([id, presses]) => import("/model.js").then(({ parseUpTo, apply, formatId }) => {
      const { model, state } = parseUpTo(id, 1e5);
      return presses.map(press => formatId(model, apply(model, state, press)));
    })"""
    for board in ("lights:70x70,torus,mod3#5", "lights:66x70,triangle#3", "tiles:70x70#2"):
        puzzle, state = solvable.parse(board)
        presses = [0, 69, 2500, 4619] if board.startswith("lights") else [state.index(0) - 1]
        wanted = [solvable.format_board(puzzle, puzzle.apply(state, press)) for press in presses]
        assert page.evaluate(script, [board, presses]) == wanted


def test_no_module_of_the_first_paint_loads_the_canvas() -> None:
    static = Path(solvable.__file__).parent / "web" / "static"
    eager = [static / "app.js"]
    for path in eager:
        names = re.findall(r'^import .* from "(.*)";$', path.read_text("utf-8"), re.M)
        eager += [found for name in names if (found := (path.parent / name).resolve()) not in eager]
    assert {path.name for path in eager}.isdisjoint({"canvas.js", "painter.js", "large.js", "solve.js", "transport.js"})
