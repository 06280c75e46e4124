"""A board that cannot be solved: the proof plays on the board, in every tab and at once; one change mends it."""

import re
from typing import Any

import pytest
from tests.web.test_page import SERVED, SWAPPED, UNSOLVABLE, board_of, comes_to

import solvable
from solvable import game_id

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
HEADLINES = {"en-US": "This board is impossible.", "zh-CN": "这一局怎么都解不开。"}
RING = "tiles:4x4:1,2,3,4/5,8,7,0/9,10,11,12/13,6,15,14"  # one cycle with the blank, whose home is two squares away
MANY = "tiles:4x4:2,1,4,3/6,5,8,7/10,9,12,11/14,13,15,0"  # seven pairs
SEVEN = "lights:4x4,mod3:1000/0000/0000/0000"
WORDS = re.compile("touches (.+) of the framed lamps, and (\\d+) of them (?:are|is) lit")


@SERVED
@pytest.mark.parametrize("tab", ["play", "solve", "learn", "lab"])
def test_the_proof_is_there_in_every_tab(visit: Any, tab: str) -> None:
    page = visit(f"{tab}:{UNSOLVABLE}", reduced_motion="reduce")
    page.wait_for_selector("#proof .acts button >> nth=2")
    if tab != "learn":  # there the lesson has the line
        assert page.inner_text("#headline h2") == HEADLINES["en-US"]
    assert page.locator(".cell.weighed").count() in (12, 16)
    page.evaluate(f"location.hash = '{tab}:{SWAPPED}'")
    page.wait_for_selector("#proof .sides")
    assert page.locator(".over .arrow").count() == 2


@pytest.mark.parametrize(
    "board", [UNSOLVABLE, "lights:5x5:10110/01101/00100/11010/00001", "lights:4x4:0001/0000/0000/0000"]
)
def test_the_sentence_names_the_counts_that_occur_and_each_press_shows_one(visit: Any, board: str) -> None:
    page = visit(board, reduced_motion="reduce")
    page.wait_for_selector("#proof .acts")
    framed = {int(each.get_attribute("data-cell")) for each in page.locator(".cell.weighed").all()}
    puzzle: Any
    puzzle, state = solvable.parse(board)
    counts = sorted({len(framed & {cell for cell, _ in toggle}) for toggle in puzzle.toggles})
    found = WORDS.search(page.inner_text("#headline"))
    assert found is not None
    assert [int(n) for n in re.findall(r"\d+", found[1])] == counts
    assert all(count % 2 == 0 for count in counts)
    assert int(found[2]) == sum(state[cell] for cell in framed) and int(found[2]) % 2 == 1
    for cell, toggle in enumerate(puzzle.toggles):
        page.hover(f"[data-cell='{cell}']")
        touched = framed & {each for each, _ in toggle}
        assert page.inner_text(f"[data-cell='{cell}'] .mark") == str(len(touched))
        assert page.locator(".cell.hit").count() == len(touched)


def test_presses_leave_the_parity_as_it_is(visit: Any) -> None:
    page = visit(UNSOLVABLE, reduced_motion="reduce")
    page.wait_for_selector("#proof .tally b")
    for cell in (0, 7, 12, 24, 3):
        page.click(f"[data-cell='{cell}']")
        assert page.locator(".cell.weighed.lit").count() % 2 == 1
    tallies = [int(each) for each in page.locator(".tally b").all_inner_texts()]
    assert len(tallies) > 1 and all(n % 2 for n in tallies)
    assert tallies[-1] == page.locator(".cell.weighed.lit").count()


def test_three_states_are_weighed(visit: Any) -> None:
    page = visit(SEVEN, reduced_motion="reduce")
    page.wait_for_selector("#proof .acts")
    assert "modulo 3" in page.inner_text("#headline")
    for cell in range(16):
        page.hover(f"[data-cell='{cell}']")
        assert int(page.inner_text(f"[data-cell='{cell}'] .mark")) % 3 == 0


def test_the_show_plays_is_paused_stepped_and_repeated(visit: Any) -> None:
    page = visit(UNSOLVABLE)
    page.wait_for_selector("#proof [data-act=toggle][aria-label=Pause]")
    page.wait_for_selector("#proof [data-act='1'][aria-current]")
    page.wait_for_selector(".cell.pressing")
    page.click("#proof [data-act=toggle]")
    page.wait_for_selector("#proof [data-act=toggle][aria-label='Go on']")
    shown = page.get_attribute(".cell.pressing", "data-cell")
    page.wait_for_timeout(1600)  # two presses long
    assert page.get_attribute(".cell.pressing", "data-cell") == shown
    assert page.evaluate("document.activeElement.dataset.act") == "toggle"
    page.click("#proof [data-act='2']")
    page.wait_for_selector("#proof [data-act=toggle][aria-label='Show it again']")
    assert page.locator(".cell.tagged").count() == page.locator(".cell.weighed.lit").count()
    page.click("#proof [data-act=toggle]")
    page.wait_for_selector("#proof [data-act='0'][aria-current]")


def test_under_reduced_motion_the_acts_are_stills(visit: Any) -> None:
    page = visit(RING, reduced_motion="reduce")
    page.wait_for_selector("#proof [data-act='2'][aria-current]")
    assert page.locator("#proof [data-act=toggle]").count() == 0
    page.click("#proof [data-act='1']")
    page.wait_for_selector(".board.chess")
    assert page.locator(".over .square").all_text_contents() == ["1", "2"]
    page.click("#proof [data-act='0']")
    page.wait_for_selector(".board:not(.chess)")
    assert page.locator(".over .swap").all_text_contents() == ["1", "2", "3"]


@pytest.mark.parametrize(("board", "arrows"), [(RING, 4), (SWAPPED, 2), (MANY, 2)])
def test_swaps_and_squares_are_those_of_the_library_after_each_slide(visit: Any, board: str, arrows: int) -> None:
    page = visit(board, reduced_motion="reduce")
    for key in ("", "ArrowDown", "ArrowRight", "ArrowDown"):
        page.focus("[data-cell='0']")
        if key:
            page.keyboard.press(key)
        page.wait_for_selector("#proof .sides")
        if not key:
            assert page.locator(".over .arrow").count() == arrows
        parity = solvable.check(board_of(page))["parity"]
        swaps = sum(len(cycle) - 1 for cycle in parity["cycles"])
        assert page.locator(".sides div b").all_inner_texts() == [str(swaps), str(parity["distance"])]
        assert (swaps - parity["distance"]) % 2 == 1


@SERVED
@pytest.mark.parametrize(
    ("board", "said"), [(UNSOLVABLE, "Fixed: one lamp changed."), (SWAPPED, "Fixed: 14 and 15 changed places.")]
)
def test_one_change_mends_it_and_undo_brings_it_back(visit: Any, board: str, said: str) -> None:
    page = visit(board, reduced_motion="reduce")
    page.click("#proof [data-do=fix]")
    page.wait_for_selector(f"#headline:has-text('{said}')")
    mended = board_of(page)
    assert solvable.check(mended)["verdict"] == "solvable"
    changed = sum(a != b for a, b in zip(game_id.parse(mended)[1], game_id.parse(board)[1], strict=True))
    assert changed == (1 if board == UNSOLVABLE else 2)
    page.wait_for_selector("#proof", state="hidden")
    page.keyboard.press("u")
    comes_to(page, board)
    page.wait_for_selector("#proof .acts")


@pytest.mark.parametrize("lang", HEADLINES)
@pytest.mark.parametrize("board", [UNSOLVABLE, RING])
def test_on_a_phone_the_thumbs_fix_and_send(visit: Any, board: str, lang: str) -> None:
    page = visit(board, locale=lang, reduced_motion="reduce", **PHONE)
    page.wait_for_selector("#thumbs [data-do=fix]")
    assert page.inner_text("#headline h2") == HEADLINES[lang]
    assert [each.get_attribute("data-do") for each in page.locator("#thumbs button").all()] == [
        "undo",
        "fix",
        "send",
        "edit",
        "more",
    ]
    shown = page.locator("#proof .act-text").bounding_box()
    assert shown["y"] + shown["height"] <= page.locator("#thumbs").bounding_box()["y"]  # read without scrolling
    page.click("#thumbs [data-do=fix]")
    page.wait_for_selector("#thumbs [data-do=hint]")


def test_the_impossible_board_is_sent(visit: Any) -> None:
    page = visit(SWAPPED, permissions=["clipboard-read", "clipboard-write"])
    page.click("#proof [data-do=send]")
    page.wait_for_selector("#status:has-text('The link is copied')")
    other = visit(page.evaluate("navigator.clipboard.readText()").partition("#")[2])
    other.wait_for_selector("#proof .sides")


def test_a_change_of_language_loses_no_act(visit: Any) -> None:
    page = visit(UNSOLVABLE)
    page.wait_for_selector("#proof [data-act='0'][aria-current]")
    page.click("#proof [data-act='1']")
    page.click("#proof [data-act=toggle]")
    page.keyboard.press("g")
    page.wait_for_selector("#proof :text('随便按')")
    assert page.get_attribute("#proof [aria-current]", "data-act") == "1"
    assert page.inner_text("#headline h2") == HEADLINES["zh-CN"]
