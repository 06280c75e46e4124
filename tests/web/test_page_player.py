"""Winning, the record, challenges and replays in a real browser."""

import json
import re
from datetime import date, timedelta
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from solvable.core.puzzle import replay
from solvable.formats import slidysim
from solvable.game_id import format_board, parse
from solvable.play.levels import daily
from solvable.play.record import Game, Record
from solvable.tiles.moves import from_letters

BOARD = "lights:5x5:00111/01100/11101/00100/10011"
MINE = (6, 2, 13, 17, 8, 16, 17, 4, 21, 10, 23)
PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""
TWELVE = [
    "1,2,3/4,0,5", "1,0,3/4,2,5", "1,2,3/0,4,5", "0,2,3/1,4,5", "1,2,0/4,5,3", "1,0,2/4,5,3",
    "0,1,2/4,5,3", "4,1,2/0,5,3", "4,1,2/5,0,3", "2,0,3/1,4,5", "2,3,0/1,4,5", "2,3,5/1,4,0",
]  # fmt: skip
AXE = """axe.run()
    .then(found => found.violations.map(each => [each.id, each.nodes[0].html]))"""
SMALL = """() => [...document.querySelectorAll('.win button, .win a, .screen button, .screen input[type=range]')]
    .filter(each => each.offsetParent && (each.offsetHeight < 44 || each.offsetWidth < 40))
    .map(each => each.outerHTML)"""
STILL = {"reduced_motion": "reduce"}
RESULT = f"{BOARD}&me=11,"


def press(page: Any, cells: tuple[int, ...]) -> None:
    for cell in cells:
        page.locator(f"#board [data-cell='{cell}']").click()


def won(visit: Any, link: str = BOARD, moves: tuple[int, ...] = MINE, **how: Any) -> Any:
    page = visit(link, **(STILL | how))
    page.wait_for_selector(".own")
    press(page, moves)
    page.wait_for_selector("#card .win")
    return page


def stored(page: Any) -> Record:
    """The record that the browser has, read by the library."""
    return Record.from_json(page.evaluate("localStorage.getItem('record')"))


def text_of(page: Any, selector: str) -> str:
    return str(page.locator(selector).inner_text())


def test_a_win_is_a_card_with_stars_slips_and_the_record(visit: Any) -> None:
    page = won(visit)
    assert text_of(page, "#won") == "Solved in 11"
    page.wait_for_selector(".win .strip")
    assert page.locator(".win .stars .on").count() == 2
    assert page.locator(".win .strip i").count() == 11
    assert [i for i in range(11) if page.locator(".win .strip i").nth(i).get_attribute("class") == "lost"] == [3]
    assert "Press 4 lost ground, and it cost 2." in text_of(page, ".win") and "par 9" in text_of(page, ".win .facts")
    assert "no help" in text_of(page, ".win .facts") and "+2, once" in text_of(page, ".win .best")
    assert page.evaluate("document.activeElement.dataset.act") == "next"
    game = stored(page).games[0]
    assert (game.board, game.moves, game.length, game.help) == (BOARD, MINE, 11, False)
    assert (game.par, game.proved) == (9, True)
    assert len(game.times) == 11 and game.times[0] == 0 and game.ms == game.times[-1] > 0
    page.keyboard.press("Escape")
    assert page.locator("#card .win").count() == 0
    assert page.evaluate("document.activeElement.closest('#board') !== null")


def test_next_begins_a_new_board_and_again_the_same(visit: Any) -> None:
    page = won(visit)
    page.locator("[data-act=again]").click()
    page.wait_for_function("document.querySelector('#card .win') === null")
    assert page.locator("#board .lit").count() == BOARD.count("1", len("lights:5x5:"))
    press(page, MINE)
    page.wait_for_selector("#card .win")
    assert len(stored(page).games) == 1  # a board counts once
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#card .win') === null")
    assert page.locator("#board .lit").count() > 0


def test_help_leaves_the_stars_hollow(visit: Any) -> None:
    page = visit(BOARD, **STILL)
    page.wait_for_selector(".own")
    page.keyboard.press("Shift+H")
    page.wait_for_selector(".cell.hinted")
    press(page, MINE)
    page.wait_for_selector("#card .win")
    assert page.locator(".win .stars .on").count() == 0 and "with help" in text_of(page, ".win .facts")
    assert stored(page).games[0].help


@pytest.mark.parametrize("lang", ["en-US", "zh-CN"])
def test_share_after_a_win_opens_the_fresh_board_with_the_challenge(visit: Any, lang: str) -> None:
    page = won(visit, locale=lang, permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".win .strip")
    page.locator("[data-act=share]").click()
    page.locator("[data-act=copy]").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('&me='))")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[2] == "■■■□■■■■■■■" and "★★☆" in lines[1]
    link = lines[-1].partition("#")[2]
    assert link.startswith(RESULT)
    other = visit(link, locale=lang, **STILL)
    other.wait_for_selector(".race-card:not([hidden])")
    assert "11" in text_of(other, "#headline h2") and other.locator("#board .lit").count() == 13
    other.wait_for_function("document.querySelector('#headline p').textContent.includes('9')")
    press(other, (2, 4, 6, 8, 10, 13, 16, 21, 23))
    other.wait_for_selector("#card .win")
    assert text_of(other, "#won") == ("You beat it: 9 to 11" if lang == "en-US" else "你赢了：9 比 11")


def test_a_challenge_is_there_after_a_reload(visit: Any) -> None:
    page = visit(f"{BOARD}&me=11,72.3", **STILL)
    page.wait_for_selector(".race-card:not([hidden])")
    press(page, (6,))
    page.wait_for_timeout(700)
    page.reload()
    page.wait_for_selector(".race-card:not([hidden])")
    assert text_of(page, "#headline h2") == "Can you beat 11?"


def test_twelve_solves_have_the_averages_of_an_independent_computation(visit: Any) -> None:
    page = visit("tiles:3x2:1,2,3/4,0,5", **STILL)
    page.wait_for_selector(".own")
    for board in TWELVE:
        puzzle, state = parse(f"tiles:3x2:{board}")
        page.evaluate("board => { location.hash = board; }", f"tiles:3x2:{board}")
        page.wait_for_function(
            "board => document.querySelector('#card .win') === null && location.hash.endsWith(board)", arg=board
        )
        page.wait_for_timeout(150)
        for move in puzzle.optimal(state).moves:
            page.locator(f"#board [data-cell='{move}']").click()
        page.wait_for_selector("#card .win")
    record = stored(page)
    times = [game.ms for game in record.games]
    assert len(times) == 12
    page.keyboard.press("Escape")
    page.locator("[data-do=record]").first.click()
    page.wait_for_selector(".history .nums")
    shown = page.locator(".nums dd").all_inner_texts()

    def seconds(text: str) -> float:
        minutes, rest = re.match(r"(\d+):([\d.]+)", text).groups()  # type: ignore[union-attr]
        return 60 * int(minutes) + float(rest)

    trimmed = [fmean(sorted(each)[1:-1]) / 1000 for each in (times[-5:], times)]
    assert [seconds(shown[1]), seconds(shown[2])] == pytest.approx(trimmed, abs=0.00051)
    assert seconds(shown[0]) == pytest.approx(min(times) / 1000)
    assert seconds(shown[4]) == pytest.approx(fmean(times) / 1000, abs=0.00051)


def test_the_streak_of_a_simulated_week(visit: Any) -> None:
    page, today = visit("lights:3x3:110/100/000", **STILL), date.today()
    base = page.url.partition("#")[0]
    for number in range(7):
        day = (today + timedelta(days=number - 6)).isoformat()
        if number == 2:
            continue  # missed
        page.clock.set_fixed_time(f"{day}T12:00:00")
        page.goto(f"{base}?{number}#lights:5x5#{day}")
        page.wait_for_selector(".own")
        press(page, tuple(daily("lights", day).find_par().moves))
        page.wait_for_selector("#card .win")
    assert "4 days in a row" in text_of(page, ".win")
    found = Record.from_json(page.evaluate("localStorage.getItem('record')"))
    assert found.streak(today.isoformat()) == (4, 4) and len(found.calendar()) == 6
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.wait_for_selector(".history .streak")
    assert text_of(page, ".streak b") == "4"


def test_par_of_the_daily_board_is_kept_until_it_is_solved(visit: Any) -> None:
    page = visit(f"lights:5x5#{date.today().isoformat()}", **STILL)
    moves = tuple(daily("lights", date.today().isoformat()).find_par().moves)
    page.wait_for_selector(".own")
    page.wait_for_function("document.querySelector('#status').textContent.includes('olvable')")
    page.wait_for_timeout(800)
    assert "fewest" not in text_of(page, "#status") and text_of(page, ".figures dd >> nth=1") in ("–", "?")
    press(page, moves)
    page.wait_for_selector("#card .win")
    page.wait_for_function("document.querySelector('.win .facts').textContent.includes('par')")


def test_a_record_is_exported_imported_and_refused(visit: Any, tmp_path: Path) -> None:
    page = won(visit)
    page.keyboard.press("Escape")
    page.locator("[data-do=record]").first.click()
    page.wait_for_selector(".history")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    page.locator(".recent tbody button").click()
    page.wait_for_selector(".watch .chart:not([hidden]) .slip")
    assert "of 11" in text_of(page, ".watch h3 >> nth=0")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    exported = Record.from_json(Path(download.value.path()).read_text("utf-8"))
    assert exported == stored(page)
    other = Game("tiles:3x3:1,2,3/4,5,6/7,0,8", "2026-11-01T10:00:00+08:00", 1234, 1, par=1, proved=True)
    file = tmp_path / "record.json"
    file.write_text(exported.merged([other]).to_json(), "utf-8")
    for expected in ("1 new game, of 2 in the file.", "0 new games, of 2 in the file."):
        page.locator(".history input[type=file]").set_input_files(file)
        page.wait_for_function(
            "text => document.querySelector('.history [role=status]').textContent === text", arg=expected
        )
    assert stored(page) == exported.merged([other])
    fields = json.loads(file.read_text("utf-8"))
    fields["games"][1]["ms"] = -5
    for text, said in (
        ("{", "not JSON"),
        ("{}", "no record"),
        (json.dumps(fields), "Game 2 of the file has a wrong “ms”"),
    ):
        file.write_text(text, "utf-8")
        page.locator(".history input[type=file]").set_input_files(file)
        page.wait_for_function(
            "text => document.querySelector('.history [role=status]').textContent.includes(text)", arg=said
        )
    assert len(stored(page).games) == 2


def test_mine_is_played_beside_the_perfect_one(visit: Any) -> None:
    page = won(visit)
    page.locator("[data-act=watch]").click()
    page.wait_for_selector(".watch .pair .one >> nth=1")
    page.wait_for_selector(".chart:not([hidden]) .slip")
    page.get_by_role("button", name="Next slip").click()
    assert text_of(page, ".watch h2") == "Press 4 lost ground: 6 were left, now 7."
    assert page.locator(".one").nth(0).locator(".cell.bad").count() == 1
    page.get_by_role("button", name="To the end").click()
    assert text_of(page, ".watch h2") == "This one 11, the best 9."
    assert page.locator(".watch .lit").count() == 0
    page.keyboard.press("g")
    page.wait_for_function("document.documentElement.lang === 'zh-CN'")
    page.wait_for_function("document.querySelector('.watch h2').textContent.includes('最好 9 步')")
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelector('.screen') === null && !document.querySelector('main').hidden")


def test_a_replay_is_opened_by_link_and_by_slidysims_notation(visit: Any) -> None:
    link = "tiles:3x3:1,2,3/4,5,6/0,7,8&replay=7.8,0.412"
    page = visit(link, **STILL)
    page.wait_for_selector(".watch")
    assert "The replay" in text_of(page, ".watch h3 >> nth=0")
    page.get_by_role("button", name="To the end").click()
    assert "0:00.412" in text_of(page, ".watch h3 >> nth=0")
    page.keyboard.press("Escape")
    assert page.evaluate("localStorage.getItem('record')") in (None, "null")  # another player's game
    puzzle, start = parse("tiles:3x3:1,2,3/4,5,6/0,7,8")
    lines = slidysim.write_replay(slidysim.TimedMoves(puzzle, start, (7, 8), (0, 412)))
    for text in (lines, slidysim.write_link(slidysim.TimedMoves(puzzle, start, (7, 8), (0, 412)))):
        page.evaluate(PASTE, text)
        page.wait_for_selector(".watch")
        page.keyboard.press("Escape")
        page.wait_for_function("document.querySelector('.screen') === null")


def test_hovering_moves_tiles_and_colours_are_those_of_their_places(visit: Any) -> None:
    page = visit("tiles:3x3:1,2,3/4,5,6/0,7,8", **STILL)
    page.wait_for_selector(".fast")
    page.locator("#board [data-cell='7']").hover()
    assert "0,7,8" in page.evaluate("location.hash")
    page.get_by_label("Hover moves the tile").check()
    page.locator("#board [data-cell='7']").hover()
    page.locator("#board [data-cell='8']").hover()
    page.wait_for_selector("#card .win")
    assert stored(page).games[0].moves == (7, 8)
    for look, bands in (("Rows", "00011122"), ("Fringe", "00001101")):
        page.locator(f".fast input[value={look.lower()}]").check()
        assert (
            page.evaluate("[...document.querySelectorAll('#board .tile')].map(each => each.dataset.band).join('')")
            == bands
        )
    page.reload()
    page.wait_for_selector(".fast")
    assert page.locator("#board").get_attribute("data-look") == "fringe"
    assert page.get_by_label("Hover moves the tile").is_checked()


def test_keys_play_on_after_a_control_was_clicked(visit: Any) -> None:
    page = visit("tiles:3x3:1,2,3/4,0,5/7,8,6", **STILL)
    page.wait_for_selector(".fast")
    hover = page.get_by_label("Hover moves the tile")
    hover.focus()
    page.keyboard.press(" ")  # is the box's own
    assert hover.is_checked() and page.locator("#board [data-cell='4'] .tile").count() == 0
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("location.hash.endsWith('4,5,0/7,8,6')")
    page.locator(".fast label", has_text="Rows").click()
    page.keyboard.press("ArrowRight")  # chooses the next colours
    assert page.locator("#board").get_attribute("data-look") == "fringe"
    page.keyboard.press("u")
    page.wait_for_function("location.hash.endsWith('4,0,5/7,8,6')")


def test_a_scramble_is_copied_and_pasted(visit: Any) -> None:
    page = visit("tiles:4x4#7", **STILL, permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".fast")
    board = page.evaluate("decodeURIComponent(location.hash)")
    page.wait_for_function("document.querySelector('#status').textContent.includes('fewest')")
    page.get_by_role("button", name="Copy scramble").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => /^[URDL0-9]+$/.test(text))")
    text = page.evaluate("navigator.clipboard.readText()")
    puzzle, _ = parse("tiles:4x4#7")
    end = replay(puzzle, puzzle.goal, from_letters(4, puzzle.goal, text))
    assert format_board(puzzle, end) == format_board(*parse("tiles:4x4#7"))
    page.evaluate("location.hash = 'tiles:4x4#8'")
    page.wait_for_function("board => decodeURIComponent(location.hash) !== board", arg=board)
    page.wait_for_timeout(400)
    page.evaluate(PASTE, text)
    page.wait_for_function("board => decodeURIComponent(location.hash).includes(board)", arg=format_board(puzzle, end))


def test_a_game_that_is_given_up_counts_as_not_solved_and_shows_the_solution(visit: Any) -> None:
    page = visit("tiles:3x2:1,0,3/4,2,5", **STILL)
    page.wait_for_selector(".own")
    button = page.get_by_role("button", name="Give up")
    assert button.is_hidden(), "no move is made"
    press(page, (0,))
    button.click()
    (game,) = stored(page).games
    assert (game.board, game.length, game.solved, game.help) == ("tiles:3x2:1,0,3/4,2,5", 1, False, False)
    page.wait_for_selector("#board [data-order='0']")
    assert button.is_hidden()
    press(page, (1, 4, 5))
    page.wait_for_selector("#card .win")
    assert [game.solved for game in stored(page).games] == [False]


def test_inspection_is_measured_if_that_is_wanted(visit: Any) -> None:
    page = visit("tiles:3x2:1,0,3/4,2,5", **STILL)
    page.wait_for_selector(".own")
    press(page, (4, 5))
    page.wait_for_selector("#card .win")
    page.get_by_label("Measure inspection").check()
    page.evaluate("location.hash = 'tiles:3x2:1,2,3/0,4,5'")
    page.wait_for_function(
        "document.querySelector('#board [data-cell=\\'3\\']').getAttribute('aria-label').includes('blank')"
    )
    page.wait_for_timeout(700)
    press(page, (4,))
    assert "inspected for 0:0" in text_of(page, ".clock")
    page.wait_for_timeout(300)
    press(page, (5,))
    page.wait_for_selector("#card .win")
    before, after = stored(page).games
    assert before.inspection == 0 and after.inspection >= 700 and 300 <= after.ms < after.inspection + 60_000


def test_every_solve_of_a_session_is_judged(visit: Any) -> None:
    boards = [parse(f"tiles:3x2#{seed}") for seed in "123"]
    fewest = [len(puzzle.optimal(start)) for puzzle, start in boards]
    games = tuple(
        Game(format_board(*board), f"2026-11-28T10:0{i}:00+00:00", ms=9000, length=fewest[i] + 2 * i)
        for i, board in enumerate(boards)
    )
    page = visit("tiles:3x2#9", **STILL)
    page.wait_for_selector(".own")
    page.evaluate("text => localStorage.setItem('record', text)", Record(games).to_json())
    page.keyboard.press("b")
    page.wait_for_selector(".recent")
    assert [row.inner_text() for row in page.locator(".recent tbody td:nth-child(4)").all()] == ["–"] * 3
    page.get_by_role("button", name="Judge every solve").click()
    page.wait_for_function(
        "[...document.querySelectorAll('.recent tbody td:nth-child(4)')].every(cell => cell.textContent !== '–')"
    )
    assert [row.inner_text() for row in page.locator(".recent tbody td:nth-child(4)").all()] == ["+4", "+2", "+0"]
    assert [(game.par, game.proved) for game in stored(page).games] == [(n, True) for n in fewest]
    assert page.get_by_role("button", name="Judge every solve").count() == 0


def test_where_storage_is_denied_a_win_is_a_win(visit: Any) -> None:
    page = visit("", **STILL)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.goto(page.url.partition("#")[0] + "?denied#" + BOARD)
    page.wait_for_selector(".own")
    press(page, MINE)
    page.wait_for_selector("#card .win")
    page.locator("[data-act=next]").click()
    page.locator("[data-do=record]").first.click()
    page.wait_for_selector(".history .nums")


@pytest.mark.parametrize("damaged", ["{", '{"format": "solvable record", "version": 1, "games": [7]}', "[]"])
def test_a_damaged_record_is_set_aside(visit: Any, damaged: str) -> None:
    page = visit("", **STILL)
    page.evaluate("text => localStorage.setItem('record', text)", damaged)
    page.goto(page.url.partition("#")[0] + "?damaged#" + BOARD)
    page.wait_for_selector(".own")
    press(page, MINE)
    page.wait_for_selector("#card .win")
    assert len(stored(page).games) == 1 and page.evaluate("localStorage.getItem('record.damaged')") == damaged


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_the_card_the_record_and_a_replay(visit: Any, axe: str, theme: str, lang: str) -> None:
    page = visit("", **STILL)
    page.evaluate(f"localStorage.setItem('theme', '{theme}'); localStorage.setItem('lang', '{lang}')")
    page.goto(page.url.partition("#")[0] + "?axe#" + BOARD)
    page.wait_for_selector(".own")
    press(page, MINE)
    page.wait_for_selector(".win .strip")
    page.add_script_tag(path=axe)
    assert page.evaluate(AXE) == []
    page.locator("[data-act=share]").click()
    assert page.evaluate(AXE) == []
    page.locator("[data-act=back]").click()
    page.locator("[data-act=watch]").click()
    page.wait_for_selector(".chart:not([hidden]) .slip")
    assert page.evaluate(AXE) == []
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.wait_for_selector(".history .nums")
    assert page.evaluate(AXE) == []


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_nothing_is_wider_than_its_window_and_targets_are_large(visit: Any, size: tuple[int, int]) -> None:
    page = won(visit, viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 700)
    wide = "document.documentElement.scrollWidth - innerWidth"
    page.wait_for_selector(".win .strip")
    assert page.evaluate(SMALL) == [] and page.evaluate(wide) <= 0
    page.locator("[data-act=watch]").click()
    page.wait_for_selector(".chart:not([hidden])")
    assert page.evaluate(SMALL) == [] and page.evaluate(wide) <= 0
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.wait_for_selector(".history .nums")
    assert page.evaluate(SMALL) == [] and page.evaluate(wide) <= 0


def test_the_runtime_in_the_browser_judges_a_game(visit_site: Any) -> None:
    """Of lights by the linear system, of a 15-puzzle by the kernels: none of a best solution is lost."""
    page = visit_site(BOARD, **STILL)
    page.wait_for_selector(".own")
    press(page, MINE)
    page.wait_for_selector(".win .strip")
    assert page.locator(".win .strip .lost").count() == 1 and page.locator(".win .stars .on").count() == 2
    puzzle, state = parse("tiles:4x4#5")
    page.evaluate("location.hash = 'tiles:4x4#5'")
    page.wait_for_selector("#board .tile")
    page.wait_for_timeout(400)
    press(page, tuple(puzzle.optimal(state).moves))
    page.wait_for_selector("#card .win")
    page.wait_for_selector(".win p:has-text('No move lost ground.')")
    assert page.locator(".win .stars .on").count() == 3
