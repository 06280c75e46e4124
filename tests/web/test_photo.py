"""The page reads photos and screenshots of boards, its own among them."""

from typing import Any

import pytest
from tests.web.conftest import WRITTEN, Visit

from solvable import formats, game_id
from solvable.core.scene import scene_of
from solvable.render import svg

LIGHTS = "lights:5x5:01110/10101/11011/10101/01110"
TILES = "tiles:4x4:12,11,4,10/5,3,8,0/14,6,7,15/13,2,9,1"
PHONE = {"width": 360, "height": 740}
SCREENS = [
    ("lights:5x5:01000/00001/01001/00001/10100", {"color_scheme": "dark"}),
    ("lights:7x4:0100011/1110001/0010100/0111001", {"color_scheme": "light"}),
    ("tiles:4x4:12,11,4,10/5,3,8,0/14,6,7,15/13,2,9,1", {"color_scheme": "dark"}),
    ("tiles:3x3:8,6,7/2,5,4/3,0,1", {"color_scheme": "light"}),
    ("tiles:5x5:24,2,3,4,5/6,17,8,9,10/11,0,13,14,15/16,7,18,19,20/21,22,23,1,12", {"color_scheme": "light"}),
    ("lights:5x5:11011/01110/00100/01010/10001", {"color_scheme": "dark", "viewport": PHONE}),
    ("tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0", {"color_scheme": "dark", "viewport": PHONE}),
]  # fmt: skip


@pytest.mark.parametrize(("board", "how"), SCREENS)
def test_its_own_screenshots_are_read(board: str, how: dict[str, Any], visit: Visit) -> None:
    page = visit(f"play:{board}", **how)
    page.wait_for_timeout(400)  # until lamps have lit
    read = formats.read(page.screenshot())
    assert game_id.format_board(read.puzzle, read.state) == board, read.note


def picture(board: str, chromium: Any, **how: Any) -> bytes:
    """Return a picture of a board, our own SVG as the browser draws it."""
    puzzle, state = game_id.parse(board)
    page = chromium.new_page(viewport={"width": 420, "height": 420})
    page.set_content(f"<body style='background:#fff'>{svg.draw(scene_of(puzzle, state))}")
    shown: bytes = page.locator("svg").first.screenshot(**how)
    page.close()
    return shown


@pytest.mark.parametrize("board", [LIGHTS, TILES])
def test_a_drawing_of_ours_is_read(board: str, chromium: Any) -> None:
    read = formats.read(picture(board, chromium))
    assert game_id.format_board(read.puzzle, read.state) == board, read.note


def opened(page: Any) -> str:
    """Return the board that has come from a picture."""
    page.locator("#status", has_text="sure").wait_for()  # not by a function: the static site lets nothing be evaluated
    page.evaluate(WRITTEN)
    text: str = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    return text.removeprefix("solve:")


def test_a_file_opens_in_the_editor_and_other_lamps_may_be_lit(visit: Visit, chromium: Any) -> None:
    page = visit("tiles:3x3#1")
    photo = {"name": "board.png", "mimeType": "image/png", "buffer": picture(LIGHTS, chromium)}
    page.set_input_files("[data-photo=file]", photo)
    assert opened(page) == LIGHTS
    assert page.get_attribute("[data-do=edit]", "aria-pressed") == "true"
    page.click("[data-photo=swap]")
    page.evaluate(WRITTEN)
    assert page.evaluate("location.hash").endswith("lights:5x5:10001/01010/00100/01010/10001")
    page.click("[data-family=tiles]")
    page.wait_for_selector("[data-photo=swap]", state="hidden")
    page.set_input_files("[data-photo=file]", {"name": "no.png", "mimeType": "image/png", "buffer": b"no picture"})
    page.wait_for_function("document.querySelector('#rail [role=alert]').textContent.includes('not a picture')")


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_a_picture_is_pasted_or_dropped(way: str, visit: Visit, chromium: Any) -> None:
    page = visit("lights:3x3#1")
    bytes_ = list(picture(TILES, chromium))
    page.evaluate(
        """([way, bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], "board.png", { type: "image/png" }));
          const how = { clipboardData: data, dataTransfer: data, bubbles: true, cancelable: true };
          const event = way === "paste" ? new ClipboardEvent("paste", how) : new DragEvent("drop", how);
          document.body.dispatchEvent(event);
        }""",
        [way, bytes_],
    )
    assert opened(page) == TILES


def test_photos_are_read_in_the_browser_itself(visit_site: Visit, chromium: Any) -> None:
    page = visit_site("lights:3x3#1")
    asked = set[str]()
    page.on("request", lambda request: asked.add(request.method))
    jpeg = picture(TILES, chromium, type="jpeg", quality=80)
    page.set_input_files("[data-photo=file]", {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": jpeg})
    assert opened(page) == TILES
    assert asked <= {"GET", "HEAD"}, "a picture was sent away"
