"""The page when answers come late, out of turn, or not at all: each belongs to the board that it was asked about."""

from typing import Any

import pytest
from tests.web.conftest import WRITTEN
from tests.web.test_page import SERVED, UNSOLVABLE, addressed, board_of, comes_to

import solvable

BOARD = "lights:3x3:110/000/000"  # 5 presses, no fewer and no others
JUDGED = "#status:has-text('fewest 5')"  # nothing more is asked of it by itself
OTHER = "lights:3x3:000/000/111"
SOLVE, PARSE, HINT = ("**/api/v1/solve", "**/api/v1/parse", "**/api/v1/hint")
PRESS_AT_ONCE = """async board => {
  const opened = new Promise(done => addEventListener("hashchange", done, { once: true }));
  location.hash = board;
  await opened;
  document.querySelector("[data-cell='0']").click();
}"""


class Held:
    """Requests that are held back until they are let go."""

    def __init__(self, page: Any, address: str) -> None:
        self.routes = list[Any]()
        page.route(address, self.hold)

    def hold(self, route: Any) -> None:
        """Hold one."""
        self.routes.append(route)

    def let_go(self) -> None:
        """Let those go that are here."""
        while self.routes:
            self.routes.pop().continue_()


def par(page: Any) -> str:
    """Return the par that is shown, once one is."""
    page.wait_for_function("/[0-9]/.test(document.querySelectorAll('.figures b')[1].textContent)")
    return str(page.inner_text(".figures b >> nth=1"))


def test_a_late_solution_is_not_that_of_another_position(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector(JUDGED)
    page.click("[data-cell='0']")
    held = Held(page, SOLVE)
    with page.expect_request(SOLVE):
        page.click("#tab-solve")
    page.keyboard.press("u")
    page.click("[data-cell='4']")
    with page.expect_request(SOLVE):  # of where the game is now
        held.let_go()
    assert page.locator(".cell.marked").count() == 0
    assert page.inner_text("#headline h2") == "Solving …"
    held.let_go()
    page.wait_for_selector(".cell.marked")
    assert page.locator(".cell.marked").count() in (4, 6)


def test_a_late_solution_is_followed_where_the_game_went_on(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector(JUDGED)
    held = Held(page, SOLVE)
    with page.expect_request(SOLVE):
        page.click("#tab-solve")
    page.click("[data-cell='4']")
    held.let_go()
    page.wait_for_selector(".cell.marked")
    assert page.locator(".cell.marked").count() in (4, 6)


def test_a_note_does_not_keep_the_verdict_away(visit: Any) -> None:
    page = visit("lights:2x2#1")
    page.fill("#rail textarea", "●○●\n●○●\n●●●")
    page.keyboard.press("Enter")
    comes_to(page, "lights:3x3:101/101/111")
    assert par(page) == str(solvable.solve(board_of(page))["length"])


def test_par_is_that_of_the_beginning(visit: Any) -> None:
    page = visit(OTHER)
    page.evaluate(PRESS_AT_ONCE, BOARD)
    assert par(page) == "5"
    page.click("[data-cell='4']")
    board_of(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert par(page) == "5"


@pytest.mark.parametrize("text", ["●○●\n●○●\n●●●", "no board"])
def test_what_is_read_late_does_not_take_the_place_of_a_newer_board(visit: Any, text: str) -> None:
    page = visit(BOARD)
    held = Held(page, PARSE)
    page.fill("#rail textarea", text)
    with page.expect_request(PARSE):
        page.keyboard.press("Enter")
    page.evaluate(f"location.hash = '{OTHER}'")
    comes_to(page, OTHER)
    with page.expect_response(PARSE):
        held.let_go()
    page.evaluate(WRITTEN)
    assert addressed(page) == OTHER
    assert page.inner_text("#rail [role=alert]") == ""


@SERVED
@pytest.mark.parametrize("name", ["lights:merlin", "tiles:petersen"])
def test_a_named_puzzle_is_opened_by_a_link(visit: Any, name: str) -> None:
    page = visit(name)
    page.wait_for_function("name => document.getElementById('board').ariaLabel?.includes(name)", arg=name)
    puzzle = solvable.parse_puzzle(name)
    assert puzzle.parse(board_of(page).partition(f"{name}:")[2]) == puzzle.goal


GRAPH = "tiles:graph=4;0-1;0-2;1-2;2-3:1,2,3,0"  # not in the menu


@SERVED
@pytest.mark.parametrize(("board", "cell"), [("lights:merlin", 4), ("tiles:petersen", 4), (GRAPH, 2)])
def test_a_game_with_rules_of_its_own_goes_on_after_a_reload(visit: Any, board: str, cell: int) -> None:
    page = visit(board)
    name = ":".join(board.split(":")[:2])
    page.wait_for_function("name => document.getElementById('board').ariaLabel?.includes(name)", arg=name)
    before = board_of(page)
    page.click(f"[data-cell='{cell}']")
    after = board_of(page)
    assert after != before
    page.reload()
    page.wait_for_selector("#toolbar [data-do=undo][aria-disabled=false]")
    assert board_of(page) == after
    page.keyboard.press("u")
    comes_to(page, before)


def test_the_last_move_is_kept_where_the_page_is_left_at_once(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector(JUDGED)
    for cell in (0, 4, 8):
        page.evaluate(f"document.querySelector(\"[data-cell='{cell}']\").click()")
        page.reload()
        page.wait_for_selector("#toolbar [data-do=undo][aria-disabled=false]")
    assert board_of(page) == pressed(0, 4, 8)
    assert page.inner_text(".figures b >> nth=0") == "3"


def test_a_click_beside_the_buttons_opens_no_tab(visit: Any) -> None:
    page = visit(f"solve:{BOARD}")
    page.wait_for_selector(JUDGED)
    page.focus(".transport button >> nth=1")
    page.evaluate("document.getElementById('status').click()")
    assert page.evaluate("document.activeElement.matches('.transport button')")
    page.click("#tab-play")
    assert page.evaluate("document.body.getAttribute('aria-selected')") is None


def test_answers_that_keep_coming_do_not_put_off_what_is_written(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector(JUDGED)
    page.click("[data-cell='0']")
    key = "new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })"
    page.evaluate(f"setInterval(() => document.body.dispatchEvent({key}), 50)")  # each draws the page anew
    comes_to(page, pressed(0))


def pressed(*cells: int) -> str:
    """Return BOARD after these presses."""
    puzzle, state = solvable.parse(BOARD)
    for cell in cells:
        state = puzzle.apply(state, solvable.Move(cell))
    return solvable.format_board(puzzle, state)


def test_a_game_is_not_overwritten_while_its_puzzle_is_not_known(visit: Any) -> None:
    page = visit("lights:merlin")
    page.wait_for_function("() => document.getElementById('board').ariaLabel?.includes('merlin')")
    page.click("[data-cell='4']")
    board = board_of(page)
    held = Held(page, "**/variants.json")
    for _ in range(2):
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.evaluate(WRITTEN)
    held.let_go()
    page.wait_for_selector("#toolbar [data-do=undo][aria-disabled=false]")
    assert board_of(page) == board


def test_where_a_server_answers_nothing_is_said_to_load(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector(JUDGED)
    held = [Held(page, address) for address in (HINT, SOLVE)]
    with page.expect_request(HINT):
        page.keyboard.press("i")
    with page.expect_request(SOLVE):
        page.click("#tab-solve")
    assert "loading" not in page.inner_text("#status") + page.inner_text(".progress-line")
    for each in held:
        each.let_go()


def test_a_tab_or_language_that_does_not_come_is_told(visit: Any) -> None:
    page = visit(f"solve:{BOARD}")
    page.keyboard.press("e")
    page.wait_for_selector(".board.editing")
    page.route("**/{learn,lab,zh}.js", lambda route: route.abort())
    for gone in ("#tab-learn", "#tab-lab", ".prefs [data-do=language]"):
        page.evaluate("document.getElementById('status').textContent = ''")
        page.click(gone)
        page.wait_for_selector("#status:has-text('The server does not answer')")
        assert page.get_attribute("#tab-solve", "aria-selected") == "true"
        assert page.locator(".board.editing").count() == 1
    assert page.get_attribute("html", "lang") == "en"


def test_a_change_of_language_keeps_the_verdict(visit: Any) -> None:
    page = visit(f"solve:{UNSOLVABLE}")
    page.wait_for_selector(".proof")
    page.keyboard.press("g")
    page.wait_for_selector(".proof :text('为什么无解')")
    assert page.inner_text("#status") == "无解"


def test_what_runs_goes_on_in_another_language(visit: Any) -> None:
    page = visit("solve:tiles:3x3:6,4,7/8,5,0/3,2,1")
    page.wait_for_selector("#status:has-text('fewest 31')")
    page.click(".transport [data-do=play]")
    page.keyboard.press("g")
    page.wait_for_selector("html[lang=zh-CN]")
    page.wait_for_selector(".transport [data-do=play][aria-label=暂停]")
    page.keyboard.press("p")
    page.keyboard.press("Home")
    page.keyboard.press("m")  # away with the marks
    held = Held(page, SOLVE)
    page.keyboard.press("m")
    page.wait_for_selector(".working button:text('停止')")
    page.keyboard.press("g")
    page.wait_for_selector(".working button:text('Stop')")
    held.let_go()
    page.wait_for_selector(".transport:visible")


def test_sentences_and_a_change_of_language_that_load_together_agree(visit: Any) -> None:
    page = visit(BOARD)
    held = Held(page, "**/i18n/zh.js")
    with page.expect_request("**/i18n/zh.js"):
        page.evaluate(
            "import('./i18n.js?late').then(words => { window.changed = (window.words = words).loadLang('zh'); })"
        )
    page.evaluate("words.loadWords('gallery')")  # in English
    held.let_go()
    page.evaluate("changed")
    assert page.evaluate("words.t('gallery.all')") == "全部"


def test_sentences_that_load_while_the_language_changes_twice_are_those_of_the_last(visit: Any) -> None:
    page = visit(BOARD)
    english, chinese = Held(page, "**/i18n/en-gallery.js"), Held(page, "**/i18n/zh-gallery.js")
    with page.expect_request("**/i18n/en-gallery.js"):
        page.evaluate(
            "import('./i18n.js?late').then(words => { window.came = (window.words = words).loadWords('gallery'); })"
        )
    page.evaluate("words.loadLang('zh')")
    with page.expect_request("**/i18n/zh-gallery.js"):
        english.let_go()
    page.evaluate("words.loadLang('en')")
    chinese.let_go()
    page.evaluate("came")
    assert page.evaluate("words.t('gallery.all')") == "All"


TOLD_BEFORE_IT_LOADED = """async boards => {
  const [{ createStatus }, { parseId }, { Session }] =
    await Promise.all(["./status.js", "./model.js", "./session.js"].map(name => import(name)));
  const [first, second] = boards.map(parseId).map(({ model, state }) => new Session(model, state));
  const asked = [], engine = { status: { phase: "loading" }, onStatus(tell) { this.tell = tell; } };
  const asks = (verb, { board }) => new Promise(answer => asked.push({ board, answer }));
  const until = async count => { while (asked.length < count) await new Promise(done => setTimeout(done, 10)); };
  const learn = ({ answer, session }) => session.learn(answer), rail = { about() {} };
  const app = { session: first, engine, ask: asks, do: learn, headlines: [], rail };
  const status = createStatus(app);
  status.opened();
  await until(1);
  engine.tell(engine.status = { phase: "ready" });  // so it is asked again
  await until(2);
  app.session = second;
  status.opened();
  await until(3);
  asked[2].answer({ verdict: "unsolvable" });
  asked[1].answer({ verdict: "solvable", solutions: 4 });
  asked[0].answer({ verdict: "solvable", solutions: 4 });
  await new Promise(done => setTimeout(done, 50));
  status.update();
  return [asked.map(each => each.board), document.getElementById("status").textContent];
}"""


def test_a_verdict_that_comes_late_while_the_runtime_loads_is_not_that_of_the_next_board(visit: Any) -> None:
    page = visit(BOARD)
    page.wait_for_selector(JUDGED)
    first, second = "lights:4x4:1000/0000/0000/0000", UNSOLVABLE
    asked, shown = page.evaluate(TOLD_BEFORE_IT_LOADED, [first, second])
    assert asked == [first, first, second]
    assert shown == "Unsolvable"
