"""What opens over the page and beside the board: the gallery, pastes that ask, lessons, colours, what this is."""

import json
import re
from typing import Any

import pytest
from tests.web.conftest import WRITTEN
from tests.web.test_page import addressed, comes_to

import solvable
from solvable import answers, lessons
from solvable.messages import translate

PHONE = {"width": 360, "height": 740}
BOTH = pytest.mark.parametrize(("theme", "lang"), [("dark", "en-US"), ("light", "zh-CN")])
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""
LESSON = "lights:3x3:110/000/000"
CONTRAST = """() => {
  const style = getComputedStyle(document.documentElement);
  const bright = name => {
    const hex = style.getPropertyValue(`--${name}`).trim();
    const parts = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255);
    const [r, g, b] = parts.map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  const ratio = (one, other) => Math.max(bright(one) / bright(other), bright(other) / bright(one));
  return {
    text: ["ink ground", "soft ground", "on-lit lit", "tile-ink tile", "on-link link"]
      .map(each => ratio(...each.split(" "))),
    edges: ["lit-edge ground", "off-edge ground", "mark off", "mark-on-lit lit"]
      .map(each => ratio(...each.split(" "))),
  };
}"""
BRIGHTNESS = """() => [...document.querySelectorAll("#board .cell")].slice(0, 4).map(each => {
  const parts = getComputedStyle(each.querySelector(".lamp")).backgroundColor.match(/\\d+/g).map(part => part / 255);
  const [r, g, b] = parts.map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b + .05;
})"""


def audited(page: Any, axe: str) -> None:
    """Fail where axe finds something."""
    page.add_script_tag(path=axe)
    found = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))")
    assert json.dumps(found, indent=1) == "[]"


# The gallery.


@BOTH
def test_the_gallery_shows_every_puzzle_with_a_sentence_and_draws_what_is_seen(
    visit: Any, axe: str, theme: str, lang: str
) -> None:
    page = visit("lights:5x5#1", color_scheme=theme, locale=lang)
    assert "variants.json" not in page.evaluate("performance.getEntriesByType('resource').map(e => e.name).join()")
    page.click("#rail .pick")
    page.wait_for_selector(".cards .mini")
    word = lang[:2]
    every = [*answers.variants(), *answers.boards()]
    cards = page.locator(".cards a")
    assert cards.count() == len(every) >= 75
    shown = {each.get_attribute("href"): each.inner_text() for each in cards.all()}
    for entry in every:
        rule = sentence(entry["description"], word)
        assert rule in shown[f"#{entry['puzzle']}#1"], entry["puzzle"]
    assert 0 < page.locator(".cards .mini").count() < len(every), "only those near the window are drawn"
    page.locator(".cards li").last.scroll_into_view_if_needed()
    page.locator(".cards li >> nth=-1 >> .mini").wait_for()
    audited(page, axe)


def sentence(text: str, lang: str) -> str:
    """Return a rule of the catalogue as a card says it."""
    told = translate(text, lang)
    return told[:1].upper() + told[1:] + ("." if lang == "en" else "。")


def test_the_gallery_is_filtered_chosen_and_left_by_keyboard_alone(visit: Any) -> None:
    page = visit("lights:5x5#1")
    before = addressed(page)
    page.focus("#rail .pick")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cards .mini")
    page.focus(".find input")
    page.keyboard.type("knight")
    page.wait_for_function("[...document.querySelectorAll('.cards li')].filter(e => !e.hidden).length === 2")
    assert page.inner_text(".screen [role=status]") == "2 puzzles"
    page.keyboard.type(" zebra")
    page.wait_for_selector(".screen [role=status]:has-text('No puzzle here is called')")
    page.keyboard.press("Escape")  # the words
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.screen", state="detached")
    assert page.evaluate("document.activeElement.matches('#rail .pick')")
    assert addressed(page) == before
    page.keyboard.press("Enter")
    page.wait_for_selector(".cards a")
    page.focus(".cards a[href='#tiles:petersen#1']")
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('board').ariaLabel === 'tiles:petersen'")
    assert page.locator("#rail .pick b").inner_text() == "Petersen graph"
    page.keyboard.press("u")
    comes_to(page, before)


def test_the_browser_s_back_closes_the_gallery_and_keeps_the_board(visit: Any) -> None:
    page = visit("lights:4x4#7")
    page.evaluate(WRITTEN)
    before = addressed(page)
    page.click("#rail .pick")
    page.wait_for_selector(".cards a")
    page.go_back()
    page.wait_for_selector("dialog.screen", state="detached")
    page.evaluate(WRITTEN)
    assert addressed(page) == before
    assert page.locator("#board .cell").count() == 16


def test_a_link_opens_the_gallery(visit: Any) -> None:
    page = visit("gallery", locale="zh-CN")
    page.wait_for_selector(".cards .mini")
    assert page.inner_text("#screen-title") == "全部谜题"
    page.click("[data-kind=tiles]")
    seen = page.locator(".cards li:not([hidden]) a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert seen and all(link.startswith("#tiles:") for link in seen)


def test_on_a_phone_the_gallery_has_two_columns_and_large_targets(visit: Any) -> None:
    page = visit("gallery", viewport=PHONE, has_touch=True, is_mobile=True)
    page.wait_for_selector(".cards .mini")
    assert page.evaluate("document.querySelector('dialog.screen').scrollWidth") <= 360
    small = """() => [...document.querySelectorAll('dialog.screen :is(button, a, input)')]
      .map(e => e.getBoundingClientRect())
      .filter(r => r.width && Math.min(r.width, r.height) < 43.9).length"""
    assert page.evaluate(small) == 0


# Pastes.


@pytest.mark.parametrize(
    ("text", "names", "boards"),
    [
        ("110000000", ["3 × 3, in rows", "9 × 1, one line"], ["lights:3x3:110/000/000", "lights:9x1:110000000"]),
        ("1100100101010101", ["4 × 4, in rows", "16 × 1, one line"], ["lights:4x4:1100/1001/0101/0101", ""]),
        ("1 2 3 4 5 6 7 8 0", ["1 … 8, blank last", "blank first, then 1 … 8"], ["tiles:3x3:1,2,3/4,5,6/7,8,0", ""]),
    ],
)
def test_a_paste_that_may_be_several_boards_asks_with_both_drawn(
    visit: Any, axe: str, text: str, names: list[str], boards: list[str]
) -> None:
    page = visit("lights:5x5#1")
    before = addressed(page)
    page.evaluate(PASTE, text)
    page.wait_for_selector(".ask")
    assert page.locator(".choice b").all_inner_texts() == names
    assert page.locator(".choice .mini").count() == 2
    assert "--" not in page.inner_text(".ask")
    page.wait_for_function("[...document.querySelectorAll('.choice p')].every(each => /olv/.test(each.textContent))")
    box = page.locator(".ask").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800, "the whole question is in view"
    audited(page, axe)
    page.keyboard.press("Escape")
    page.wait_for_selector(".ask", state="detached")
    assert addressed(page) == before
    page.evaluate(PASTE, text)
    page.locator(".choice button").first.click()
    comes_to(page, boards[0])
    page.keyboard.press("u")
    comes_to(page, before)


def test_the_goal_of_a_question_is_taken_and_zeros_may_be_lit(visit: Any) -> None:
    page = visit("lights:5x5#1", locale="zh-CN")
    page.evaluate(PASTE, "1 2 3 4 5 6 7 8 0")
    page.locator(".choice button").nth(1).click()
    comes_to(page, "tiles:3x3,goal=blank-first:1,2,3/4,5,6/7,8,0")
    page.evaluate(PASTE, "110000000")
    page.click(".ask button[aria-pressed]")
    assert "亮 7 盏" in page.inner_text(".choice >> nth=0")
    page.locator(".choice button").first.click()
    comes_to(page, "lights:3x3:001/111/111")


def test_a_line_of_forty_thousand_lamps_is_never_opened_unasked(visit: Any) -> None:
    page = visit("lights:5x5#1")
    before = addressed(page)
    page.evaluate(PASTE, "1" * 40_000)
    page.wait_for_selector(".ask")
    assert page.locator(".choice b").all_inner_texts() == ["200 × 200, in rows", "40000 × 1, one line"]
    page.click(".ask .row button:last-child")
    page.wait_for_selector(".ask", state="detached")
    assert addressed(page) == before


@pytest.mark.parametrize("lang", ["en-US", "zh-CN"])
def test_what_is_wrong_is_said_below_the_box_in_the_page_s_own_words(visit: Any, lang: str) -> None:
    page = visit("lights:5x5#1", locale=lang)
    for text in ("lights:5x5:1x", "hello", "1 2 3\n4 4 0", "110\n000\n\n110\n000\n\n111\n000", "for (let i = 0; ;) {}"):
        page.fill("#rail textarea", text)
        page.keyboard.press("Enter")
        page.wait_for_selector("#rail [role=alert]:not(:empty)")
        told = page.inner_text("#rail [role=alert]")
        assert not re.search(r"--\w|`|\bbatch\b", told), told
        boxes = [page.locator(each).bounding_box() for each in ("#rail textarea", "#rail [role=alert]")]
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] and boxes[1]["y"] + boxes[1]["height"] <= 800
        page.fill("#rail textarea", "")


@pytest.mark.parametrize("how", [{}, {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}}])
def test_an_id_that_is_typed_opens_with_its_last_lamp(visit: Any, how: dict[str, Any]) -> None:
    page = visit("lights:5x5#1", **how)
    if how:
        page.locator("[data-do=more]:visible").click()
    page.click("#rail textarea")
    page.keyboard.type("lights:3x3:110/100/00")
    assert page.locator("#board .cell").count() == 25
    assert page.input_value("#rail textarea") == "lights:3x3:110/100/00"
    page.keyboard.press("1")
    comes_to(page, "lights:3x3:110/100/001")


def test_a_paste_into_the_box_opens_at_once(visit: Any) -> None:
    page = visit("lights:5x5#1")
    page.evaluate(
        """() => {
          const box = document.querySelector("#rail textarea");
          box.focus();
          document.execCommand("insertText", false, "");
          box.value = "1 0 0\\n0 1 0\\n0 0 1";
          box.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
        }"""
    )
    comes_to(page, "lights:3x3:100/010/001")
    assert page.locator("#rail button", has_text="Read").count() == 0


def test_a_long_id_never_widens_the_rail(visit: Any) -> None:
    page = visit("lights:5x5#1")
    width = page.evaluate("document.getElementById('rail').offsetWidth")
    page.fill("#rail textarea", "lights:9x9:" + "1" * 80)
    page.keyboard.press("Enter")
    page.wait_for_selector("#rail [role=alert]:not(:empty)")
    assert page.evaluate("document.getElementById('rail').scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


# Lessons.


def test_a_lesson_has_a_link_that_follows_its_steps(visit: Any) -> None:
    page = visit(f"learn:elimination:5:{LESSON}")
    page.wait_for_selector(".learn output:has-text('step 5 of 14')")
    page.click(".learn .main")
    page.wait_for_selector(".learn output:has-text('step 6 of 14')")
    page.wait_for_function("id => decodeURIComponent(location.hash) === `#learn:elimination:6:${id}`", arg=LESSON)
    page.reload()
    page.wait_for_selector(".learn output:has-text('step 6 of 14')")
    page.evaluate(f"location.hash = '#learn:quiet:1:{LESSON}'")
    page.wait_for_function("document.querySelector('.learn select').value === 'quiet'")
    page.evaluate("location.hash = '#learn:parity:2:tiles:3x3:1,2,3/4,5,6/8,7,0'")
    page.wait_for_selector(".learn output:has-text('step 2 of')")
    assert page.input_value(".learn select") == "parity"


def test_language_and_theme_switched_in_a_lesson_keep_its_step(visit: Any) -> None:
    page = visit(f"learn:elimination:4:{LESSON}")
    page.wait_for_selector(".learn output:has-text('step 4 of 14')")
    english = page.inner_text("#headline")
    page.keyboard.press("g")
    page.wait_for_selector(".learn output:has-text('第 4 步，共 14 步')")
    page.wait_for_function("/[一-鿿]/.test(document.getElementById('headline').textContent)")
    page.keyboard.press("t")
    assert page.input_value(".learn select") == "elimination"
    assert page.inner_text("#headline") != english and re.search("[一-鿿]", page.inner_text("#headline"))
    assert page.inner_text(".learn output") == "第 4 步，共 14 步"
    page.keyboard.press("g")
    page.wait_for_selector(".learn output:has-text('step 4 of 14')")
    page.wait_for_function("text => document.getElementById('headline').innerText === text", arg=english)


def test_the_lesson_s_picture_is_the_big_board(visit: Any) -> None:
    page = visit(f"learn:elimination:1:{LESSON}")
    puzzle, state = solvable.parse(LESSON)
    for place, step in enumerate(lessons.make(puzzle, state, "elimination").steps):
        page.wait_for_selector(f".learn output:has-text('step {place + 1} of 14')")
        scene = step.scene
        for kind, name in (("point", "pointed"), ("press", "marked")):
            wanted = [
                cell.index for cell in (scene.cells if scene else ()) if any(mark.kind == kind for mark in cell.marks)
            ]
            seen = page.locator(f"#board .{name}").evaluate_all("all => all.map(each => +each.dataset.cell)")
            assert seen == wanted, (place, kind)
        if place < 13:
            page.click(".learn .main")
    assert page.locator(".scene").count() == 0


def test_a_row_that_is_pointed_at_rings_its_presses_and_a_lamp_marks_its_column(visit: Any) -> None:
    page = visit(f"learn:elimination:2:{LESSON}")
    page.wait_for_selector(".matrix tbody tr")
    puzzle = solvable.LightsOut(3, 3)
    rings = "() => [...document.querySelectorAll('#board .pointed')].map(each => +each.dataset.cell)"
    for row in (0, 4, 8):
        page.hover(f".matrix tbody tr >> nth={row}")
        assert page.evaluate(rings) == [cell for cell, _ in puzzle.toggles[row]]  # the matrix is symmetric
    page.focus(".matrix [data-row='1']")
    assert page.evaluate(rings) == [cell for cell, _ in puzzle.toggles[1]]
    assert page.get_attribute(".matrix [data-row='1']", "aria-label") == "row 2: x1 + x2 + x3 + x5 = 1"
    page.click("#board [data-cell='2']")
    assert page.locator(".matrix td.column").count() == 9
    assert page.locator("#board .chosen").get_attribute("data-cell") == "2"
    page.evaluate(WRITTEN)
    assert addressed(page).endswith(LESSON), "a lamp that shows its column is not pressed"


# What this is, colours, sound, full screen.


@BOTH
def test_what_this_is_is_explained_with_pictures(visit: Any, axe: str, theme: str, lang: str) -> None:
    page = visit("lights:5x5#1", color_scheme=theme, locale=lang)
    page.click(".prefs [data-do=help]")
    page.wait_for_selector(".about .mini")
    assert page.locator(".about .mini").count() == 4
    assert page.inner_text("#screen-title") == ("What is this?" if lang == "en-US" else "这是什么？")
    assert page.locator(".about a").count() == 0, "a server has no documentation beside the page"
    audited(page, axe)
    page.locator(".about dt button").nth(2).click()
    page.wait_for_selector("#tab-learn[aria-selected=true]")


def test_the_static_site_leads_to_its_documentation(visit_site: Any) -> None:
    page = visit_site("lights:5x5#1", locale="zh-CN")
    page.keyboard.press("?")
    page.wait_for_selector(".about a")
    links = page.locator(".about a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert links == [f"docs/zh/{name}.html" for name in ("player", "theory", "teacher", "gallery")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colours", ["amber", "ice", "mono"])
def test_every_set_of_colours_has_contrast_and_is_kept(visit: Any, colours: str, theme: str) -> None:
    page = visit("lights:5x5#1", color_scheme=theme)
    page.keyboard.press("?")
    page.check(f".about input[value={colours}]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.screen", state="detached")
    page.evaluate(WRITTEN)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    if colours != "amber":
        page.wait_for_selector(f"html[data-colours={colours}]")
        page.wait_for_function("[...document.styleSheets].some(sheet => sheet.href?.endsWith('colours.css'))")
    found = page.evaluate(CONTRAST)
    assert min(found["text"]) >= 4.5 and min(found["edges"]) >= 3, found


HEARD = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    heard.push(this.frequency.value);
    return start.apply(this, when);
  };
}"""


def test_sound_is_off_until_it_is_wanted(visit: Any) -> None:
    page = visit("lights:3x3:110/000/000")
    page.evaluate(HEARD)
    page.click("[data-cell='0']")
    assert page.evaluate("heard") == []
    page.keyboard.press("?")
    page.check(".about .check input >> nth=0")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.screen", state="detached")
    for cell in (2, 4, 5):
        page.click(f"[data-cell='{cell}']")
    assert len(page.evaluate("heard")) == 3
    page.click("[data-cell='8']")
    assert len(page.evaluate("heard")) == 7, "four notes at the end"


def test_full_screen_is_entered_and_left(visit: Any) -> None:
    page = visit("lights:3x3#1")
    page.keyboard.press("?")
    page.click(".about button:has-text('Full screen')")
    page.wait_for_function("document.fullscreenElement !== null")
    page.click(".about button:has-text('Leave full screen')")
    page.wait_for_function("document.fullscreenElement === null")


# Boards with a face of their own.


@pytest.mark.parametrize(("lang", "signs"), [("en-US", "RGBP"), ("zh-CN", "红绿蓝紫")])
def test_alien_tiles_have_the_colours_of_their_rule(visit: Any, lang: str, signs: str) -> None:
    page = visit("lights:alien-tiles:1320111/3222222/1213000/1213000/1213000/1213000/1213000", locale=lang)
    page.wait_for_selector("#board [data-colour=purple]")
    row = page.locator("#board .cell").all()[:4]
    assert [cell.locator(".lamp b").inner_text() for cell in row] == [signs[level] for level in (1, 3, 2, 0)]
    colours = [cell.get_attribute("data-colour") for cell in row]
    assert colours == ["green", "purple", "blue", "red"]
    names = [cell.get_attribute("aria-label").rpartition(", " if lang == "en-US" else "，")[2] for cell in row]
    assert names == (colours if lang == "en-US" else [signs[level] for level in (1, 3, 2, 0)])
    page.wait_for_selector(f"#headline:has-text('{'Turn all of them red.' if lang == 'en-US' else '全部变成红色。'}')")
    page.wait_for_function("[...document.styleSheets].some(sheet => sheet.href?.endsWith('screen.css'))")
    seen = page.evaluate(BRIGHTNESS)
    assert all(1.05 / bright >= 4.5 for bright in seen), "white letters"
    assert all(0.955 / bright >= 3 and bright / 0.0568 >= 3 for bright in seen), "on paper, and at night"


def test_switches_stand_at_their_rows_and_columns(visit: Any) -> None:
    page = visit("lights:gale-berlekamp#1")
    page.wait_for_selector(".switches.rows button")
    assert page.locator("#extra").is_hidden()
    for side, place, middle in (("rows", 3, "y"), ("columns", 7, "x")):
        button = page.locator(f".switches.{side} button").nth(place)
        assert button.get_attribute("aria-label") == f"{side[:-1]} {place + 1}"
        cell = page.locator(f"[data-cell='{10 * place if side == 'rows' else place}']")
        size = {"y": "height", "x": "width"}[middle]
        centres = [box[middle] + box[size] / 2 for box in (button.bounding_box(), cell.bounding_box())]
        assert abs(centres[0] - centres[1]) < 4, (side, centres)
        before = page.locator("#board .lit").evaluate_all("all => all.map(each => each.dataset.cell)")
        button.click()
        after = page.locator("#board .lit").evaluate_all("all => all.map(each => each.dataset.cell)")
        assert len({*before} ^ {*after}) == 10
    assert page.locator("#toolbar").bounding_box()["y"] < 800, "the tools are still in sight"


def test_a_picture_on_the_tiles_survives_a_reload(visit: Any) -> None:
    page = visit("tiles:3x3#1")
    drawn = page.evaluate("""async () => {
      const canvas = new OffscreenCanvas(300, 200), pen = canvas.getContext("2d");
      pen.fillStyle = "#C62828";
      pen.fillRect(0, 0, 300, 200);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())];
    }""")
    picture = {"name": "own.png", "mimeType": "image/png", "buffer": bytes(drawn)}
    page.set_input_files(".play input[type=file]", picture)
    page.wait_for_selector(".board.pictured")
    page.reload()
    page.wait_for_selector(".board.pictured")
    assert "data:image/jpeg" in page.evaluate("document.getElementById('board').style.getPropertyValue('--picture')")
    page.click(".play button:has-text('Back to numbers')")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".board.pictured").count() == 0
