"""The page reads photos and screenshots of boards, its own among them."""

from io import BytesIO
from random import Random
from typing import Any

import pytest
from tests.photo.test_confidence import LIT, OFF, ROWS, lamps
from tests.web.conftest import WRITTEN, Visit

from solvable import formats, game_id
from solvable.core.scene import scene_of
from solvable.render import svg

pil = pytest.importorskip("PIL.Image")
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
    """Return the board that has come from a picture, once the player opens it."""
    page.locator(".acts .main").click(timeout=200_000)  # the runtime may have to come
    page.locator("dialog.screen").wait_for(state="detached")  # not by a function: the static site evaluates none
    page.evaluate(WRITTEN)
    text: str = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    return text.removeprefix("solve:")


def test_a_file_is_shown_beside_its_reading_and_other_lamps_may_be_lit(visit: Visit, chromium: Any, axe: str) -> None:
    page = visit("tiles:3x3#1")
    before = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    photo = {"name": "board.png", "mimeType": "image/png", "buffer": picture(LIGHTS, chromium)}
    page.set_input_files("[data-photo=file]", photo)
    page.wait_for_selector(".reading .lit")
    assert page.inner_text(".say") == "25 lamps read."
    assert page.locator(".photo img").evaluate("image => image.complete && image.naturalWidth > 0")
    assert page.locator(".reading .lit").count() == 16 and page.locator(".doubtful").count() == 0
    page.add_script_tag(path=axe)
    assert page.evaluate("axe.run().then(r => r.violations.map(v => v.id))") == []
    page.click(".acts button:has-text('Swap lit and dark')")
    assert opened(page) == "lights:5x5:10001/01010/00100/01010/10001"
    assert page.locator("[role=alert]:not(:empty)").count() == 0, "success is no alarm"
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.keyboard.press("u")
    page.evaluate(WRITTEN)
    assert page.evaluate("decodeURIComponent(location.hash.slice(1))") == before


def doubtful() -> bytes:
    """Return a picture of 5 × 5 lamps, of which the middle one is neither lit nor dark."""
    made = lamps(ROWS)
    made.paste(tuple((off + 2 * lit) // 3 for off, lit in zip(OFF, LIT, strict=True)), (130, 130, 174, 174))
    return png(made)


def png(made: Any) -> bytes:
    buffer = BytesIO()
    made.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize("lang", ["en-US", "zh-CN"])
def test_a_doubtful_lamp_is_ringed_in_both_and_mended_by_a_tap(visit: Visit, lang: str) -> None:
    page = visit("lights:3x3#1", locale=lang, viewport=PHONE)
    page.set_input_files("[data-photo=file]", {"name": "a.png", "mimeType": "image/png", "buffer": doubtful()})
    page.wait_for_selector(".reading .doubtful")
    page.wait_for_selector(".photo .ring")
    assert page.locator(".reading .doubtful").evaluate_all("all => all.map(each => each.dataset.cell)") == ["12"]
    ring, image = (page.locator(each).bounding_box() for each in (".photo .ring", ".photo img"))
    assert abs(ring["x"] + ring["width"] / 2 - image["x"] - image["width"] / 2) < 6
    assert abs(ring["y"] + ring["height"] / 2 - image["y"] - image["height"] / 2) < 6
    told = page.inner_text(".say")
    assert told == ("25 lamps read, 1 in doubt." if lang == "en-US" else "读出 25 盏灯，1 盏不确定。")
    assert "%" in page.get_attribute(".reading .doubtful", "aria-label")
    assert "--" not in page.inner_text("dialog.screen")
    assert page.evaluate("document.querySelector('dialog.screen').scrollWidth") <= 360
    page.focus(".reading [data-cell='12']")
    page.keyboard.press("Enter")
    assert page.locator(".doubtful").count() == 0 and page.locator(".ring.mended").count() == 1
    assert opened(page) == f"lights:5x5:{ROWS}".replace("00101", "00001")


def test_a_picture_below_half_sure_opens_nothing_and_says_what_would_help(visit: Visit, axe: str) -> None:
    page = visit("lights:4x4#9")
    page.evaluate(WRITTEN)
    before = page.evaluate("location.hash")
    noise = pil.frombytes("RGB", (120, 100), Random(1).randbytes(3 * 120 * 100))
    page.set_input_files("[data-photo=file]", {"name": "a.png", "mimeType": "image/png", "buffer": png(noise)})
    page.wait_for_selector(".pair.alone img")
    assert page.inner_text(".say") == "No board was read."
    assert page.locator(".reading").count() == 0
    page.add_script_tag(path=axe)
    assert page.evaluate("axe.run().then(r => r.violations.map(v => v.id))") == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.screen", state="detached")
    page.evaluate(WRITTEN)
    assert page.evaluate("location.hash") == before
    page.set_input_files("[data-photo=file]", {"name": "no.png", "mimeType": "image/png", "buffer": b"no picture"})
    page.wait_for_selector("#status:has-text('not a picture')")
    assert page.evaluate("location.hash") == before


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
