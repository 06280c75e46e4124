"""The game on a screen, played by keys and the mouse in Textual's own driver: what is seen, what the session says."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("textual")

from tests import apart
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static, TextArea

from solvable.game_id import parse
from solvable.messages import LANGUAGES, sentence
from solvable.play.load import opened
from solvable.play.session import Session
from solvable.render.text import display_width
from solvable.tui import pages
from solvable.tui.app import PlayApp

Play = Callable[[PlayApp, Pilot[None]], Awaitable[None]]
SIZE = (80, 24)


def run(board: str, play: Play, *, lang: str = "en", size: tuple[int, int] = SIZE, colour: bool = True) -> None:
    async def whole() -> None:
        app = PlayApp(opened(board, "1"), lang, colour=colour)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    apart.run(whole())


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for a search in its thread."""
    for _ in range(300):
        await pilot.pause(0.1)
        if holds():
            return
    raise AssertionError("it never came")


def seen(app: PlayApp) -> str:
    """All that is on the screen, as text."""
    lines = app.screen._compositor.render_strips(app.size)
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in lines)


def told(app: PlayApp, name: str) -> str:
    return str(app.screen_stack[0].query_one(f"#{name}", Static).content)


def fault(app: PlayApp) -> str:
    """What the dialog on top says is wrong with its entry."""
    return str(app.screen.query_one(".fault", Static).content)


@pytest.mark.slow
def test_lights_are_pressed_by_keys() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        game = app.game
        for keys, cell in (("right", 1), ("s", 4), ("h", 3), ("j", 6), ("l", 7), ("k", 4), ("a", 3), ("W", 0)):
            await pilot.press(keys)
            assert game.cursor == cell
        await pilot.press("space")
        assert game.session.moves == (0,)
        await pilot.press("right", "enter", "u")
        assert game.session.moves == (0,) and list(game.session.undone) == [1]
        await pilot.press("z", "z")
        assert told(app, "said") == sentence("play.no_undo", "en")
        await pilot.press("r", "y", "R")
        assert not game.session.moves and list(game.session.undone) == [0, 1]

    run("lights:3x3#1", play)


@pytest.mark.slow
def test_arrows_move_the_tile_or_by_preference_the_blank() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        session = app.game.session
        await pilot.press("left")
        assert session.moves == (5,)
        await pilot.press("u", "p", "left")
        assert session.moves == (3,)
        await pilot.press("left")
        assert session.moves == (3,) and told(app, "said") == "The blank cannot move left."

    run("tiles:3x3:1,2,3/4,0,5/6,7,8", play)


@pytest.mark.slow
def test_the_mouse_presses_lamps_and_slides_lines() -> None:
    async def lamp(app: PlayApp, pilot: Pilot[None]) -> None:
        box = app.board._drawing().boxes[7]
        left, top = app.board._corner(app.board._drawing())
        await pilot.click("#board", offset=(box.x + 3 - left, box.y + 1 - top))
        assert app.game.session.moves == (7,) and app.game.cursor == 7

    async def line(app: PlayApp, pilot: Pilot[None]) -> None:
        box = app.board._drawing().boxes[8]
        left, top = app.board._corner(app.board._drawing())
        await pilot.click("#board", offset=(box.x + 3 - left, box.y + 1 - top))
        assert app.game.session.moves == (5, 8)

    run("lights:5x5#1", lamp)
    run("tiles:3x3:1,3,0/4,2,5/7,8,6", line)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["lights:5x5#2", "tiles:3x3#1", "lights:gale-berlekamp#1", "tiles:petersen#1"])
def test_hints_lead_to_the_goal_with_help(board: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        game = app.game
        for _ in range(60):
            await pilot.press("H")
            await until(pilot, lambda: game.session.shown == "hint")
            move = game.session.marks.next
            assert move is not None
            game.make((move,))
            if game.session.is_solved:
                break
        app.show()
        assert game.session.is_solved and game.said.key == "play.won.help"

    run(board, play)


def test_the_marks_stay_true_and_go_again() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        session = app.game.session
        await pilot.press("m")
        await until(pilot, lambda: session.shown == "marks" and app.help_search is None)
        count = len(session.marks.pressed or ())
        wrong = next(cell for cell in range(25) if cell not in (session.marks.pressed or ()))
        app.game.press(wrong)
        assert len(session.marks.pressed or ()) == count + 1
        await pilot.press("m")
        assert session.shown == "nothing"

    run("lights:5x5#1", play)


@pytest.mark.slow
def test_par_and_verdict_are_found_meanwhile() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.game.session.par is not None)
        await pilot.pause(0.3)
        assert told(app, "verdict") == "Solvable · 4 solutions · fewest: 9 moves"
        assert "Fewest    9" in told(app, "panel")

    run("lights:5x5#1", play)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "key"), [("lights:5x5:10000/00000/00000/00000/00000", "play.unsolvable.cells"),
                       ("tiles:3x3:2,1,3/4,5,6/7,8,0", "play.unsolvable")]
)  # fmt: skip
def test_an_unsolvable_board_is_told_why(board: str, key: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("H")
        await until(pilot, lambda: app.game.said.key == key)
        assert app.game.said.is_alarm
        await until(pilot, lambda: told(app, "verdict") == sentence("play.refutable", "en"))
        await pilot.press("escape")
        assert app.game.proof is None and app.game.said.words("en") == ""

    run(board, play)


@pytest.mark.slow
def test_a_long_search_is_cancelled_and_blocks_nothing() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause(0.3)
        search = app.help_search
        assert search is not None and not search.is_over
        await pilot.press("escape")
        await until(pilot, lambda: search.is_over and app.help_search is None)
        assert app.game.session.shown == "marks" and app.game.session.moves == ()
        await pilot.press("u", "m", "m")
        move = app.game.session.puzzle.moves(app.game.session.state)[0]
        app.game.make((move,))
        await pilot.press("n", "escape")

    run("tiles:6x6#1", play)


@pytest.mark.slow
def test_a_new_game_ends_the_search_for_the_last_one() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause(0.3)
        search = app.help_search
        assert search is not None and not search.is_over
        await pilot.press("n", "tab")
        app.screen.query_one(Input).value = "merlin"
        await pilot.press("enter")
        await until(pilot, lambda: search.is_over and app.game.session.par is not None)

    run("tiles:6x6#1", play)


@pytest.mark.slow
def test_lamps_and_tiles_are_edited() -> None:
    async def lamps(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("5", "e", "space", "right", "2", "down", "9")
        assert app.game.session.state == (1, 2, 0, 0, 0, 0, 0, 0, 0)
        await pilot.press("e")
        assert not app.game.is_editing and app.game.session.start == app.game.session.state

    async def tiles(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", "1", "5")
        assert app.game.session.state[0] == 15 and app.game.session.state[14] == 1
        await pilot.press("right", "space", "down", "space", "escape")
        assert app.game.session.state[1] == 6 and app.game.session.state[5] == 2
        assert not app.game.is_editing

    run("lights:3x3,mod3:000/000/000", lamps)
    run("tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0", tiles)


@pytest.mark.slow
def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for name in ("game.json", "game.sav"):
            await pilot.press("space", "f2")
            app.screen.query_one(Input).value = str(tmp_path / name)
            await pilot.press("enter")
        assert app.game.said.key == "play.saved"
        kept = app.game.session.state
        await pilot.press("R", "f3")
        app.screen.query_one(Input).value = str(tmp_path / "game.json")
        await pilot.press("enter")
        assert app.game.session.moves == (0,)
        await pilot.press("f3")
        app.screen.query_one(Input).value = str(tmp_path / "game.sav")
        await pilot.press("enter")
        assert app.game.session.state == kept
        await pilot.press("f3")
        app.screen.query_one(Input).value = str(tmp_path / "none.json")
        await pilot.press("enter")
        assert fault(app) and app.game.session.state == kept

    run("lights:3x3#1", play)
    assert Session.from_json((tmp_path / "game.json").read_text()).moves == (0,)


@pytest.mark.slow
def test_a_saved_game_is_replaced_only_when_that_is_chosen(tmp_path: Path) -> None:
    file = tmp_path / "game.json"

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for keys, said in (((), "play.saved"), (("enter",), "play.kept"), (("escape",), "play.kept")):
            await pilot.press("space", "f2")
            app.screen.query_one(Input).value = str(file)
            await pilot.press("enter", *keys)
            assert app.game.said.key == said
        assert Session.from_json(file.read_text()).moves == (0,)
        await pilot.press("f2")
        app.screen.query_one(Input).value = str(file)
        await pilot.press("enter", "down", "enter")
        assert app.game.said.key == "play.saved"

    run("lights:3x3#1", play)
    assert Session.from_json(file.read_text()).moves == (0, 0, 0)


@pytest.mark.slow
def test_a_file_that_cannot_be_written_or_read_is_named(tmp_path: Path) -> None:
    none, bad = tmp_path / "none" / "game.json", tmp_path / "bad.json"
    bad.write_text('{"board": 1,\n  bad', "utf-8")

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for key, file, said in (
            ("f2", none, f"{none}: 没有这个文件或目录"),
            ("f3", none, f"{none}: 没有这个文件"),
            ("f3", bad, f"{bad}:2:3: JSON 有误：缺少双引号中的属性名"),
        ):
            await pilot.press(key)
            app.screen.query_one(Input).value = str(file)
            await pilot.press("enter")
            assert fault(app).startswith(said)
            await pilot.press("escape")
            assert len(app.screen_stack) == 1

    run("lights:3x3#1", play, lang="zh")


@pytest.mark.slow
def test_boards_are_copied_and_pasted() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("c")
        assert app.clipboard == "lights:3x3:110/000/000"
        await pilot.press("v")
        app.screen.query_one(TextArea).text = "1 2 3\n4 0 5\n7 8 6"
        await pilot.press("f2")
        assert app.game.session.state == (1, 2, 3, 4, 0, 5, 7, 8, 6)
        await pilot.press("v")
        app.screen.query_one(TextArea).text = "no board at all"
        await pilot.press("f2")
        assert "not a board" in fault(app) and app.game.session.state == (1, 2, 3, 4, 0, 5, 7, 8, 6)
        app.screen.query_one(TextArea).text = "110/000/001"
        await pilot.press("f2")
        assert len(app.screen_stack) == 1 and app.game.board == "lights:3x3:110/000/001"

    run("lights:3x3:110/000/000", play)


@pytest.mark.slow
def test_new_games_are_chosen_from_the_list_or_typed() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        choices = app.screen.query_one(OptionList)
        names = [option.id for option in choices.options if option.id]
        assert names[:3] == ["again", "daily-lights", "level-lights-0"] and "level-tiles-5" in names
        choices.highlighted = choices.get_option_index("level-tiles-0")
        await pilot.press("enter")
        assert app.game.name == "tiles:3x2" and not app.game.session.is_solved
        await pilot.press("n", "tab")
        app.screen.query_one(Input).value = "merlin"
        await pilot.press("enter")
        assert app.game.name == "lights:merlin"
        await pilot.press("n", "enter")
        assert app.game.name == "lights:merlin"

    run("lights:3x3#1", play)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "family"), [("lights:3x3#1", "lights"), ("tiles:3x3#1", "tiles")])
def test_a_wrong_entry_keeps_the_dialog_and_a_size_is_of_the_family_played(board: str, family: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "tab")
        app.screen.query_one(Input).value = "3x"
        await pilot.press("enter")
        assert len(app.screen_stack) == 2 and fault(app) and app.game.name == f"{family}:3x3"
        for size, puzzle in (("2x7", "2x7"), ("6", "6x6")):
            app.screen.query_one(Input).value = size
            await pilot.press("enter")
            assert len(app.screen_stack) == 1 and app.game.name == f"{family}:{puzzle}"
            await pilot.press("n", "tab")

    run(board, play)


@pytest.mark.slow
def test_what_is_typed_or_pasted_over_the_list_of_games_is_entered() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for typed, puzzle in (("6", "lights:6x6"), ("3x4", "lights:3x4"), ("tiles:2x3", "tiles:2x3")):
            await pilot.press("n", *("colon" if key == ":" else key for key in typed), "enter")
            assert (len(app.screen_stack), app.game.name) == (1, puzzle)
        await pilot.press("n")
        app.screen.post_message(events.Paste("1 1 0\n0 0 0\n0 0 0\n"))
        await until(pilot, lambda: app.game.board == "lights:3x3:110/000/000")
        await pilot.press("n", "h", "e", "x", "x", "enter")
        assert len(app.screen_stack) == 2 and "hexx" in fault(app)
        await pilot.press("down", "escape", "n", "down", "enter")  # keys of the list are its own
        assert len(app.screen_stack) == 1

    run("lights:3x3#1", play)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_list_of_keys_has_two_columns_on_every_screen(lang: str, width: int) -> None:
    lines = pages.key_list(lang, min(64, width - 10)).splitlines()
    assert max(map(display_width, lines)) <= width - 10
    columns = {
        display_width(line) - display_width(line.split("  ")[-1]) for line in lines if line.startswith(("V ", "P "))
    }
    assert len(columns) == 1 and columns.pop() > 3  # what they do stands beside them


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", ["lights:5x5#1", "tiles:4x4#1"])
def test_a_narrow_screen_shows_the_first_keys_and_the_line_of_a_dialog(board: str, lang: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.game.session.par is not None)
        text = seen(app)
        key = "play.keys.slide" if app.game.is_sliding else "play.keys.press"
        assert all(part in text for part in sentence(key, lang).split(" · "))
        assert app.game.name in text and pages.figures(app.game, lang) in text
        await pilot.press("n")
        await pilot.pause()
        line = app.screen.query_one(Input)
        assert line.region.bottom < app.size.height - 1

    run(board, play, lang=lang, size=(40, 20))


@pytest.mark.slow
def test_language_and_theme_change_live() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "Moves" in seen(app)
        await pilot.press("g")
        assert "步数" in told(app, "panel") and "Moves" not in seen(app)
        dark = app.screen.styles.background
        await pilot.press("t")
        assert app.screen.styles.background != dark
        await pilot.press("question_mark")
        assert "重新开始" in str(app.screen.query(Static).last().content)
        await pilot.press("question_mark", "g")
        assert len(app.screen_stack) == 1
        assert "Moves" in seen(app)

    run("lights:3x3#1", play)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", ["lights:5x5#1", "tiles:4x4#1", "lights:dodecahedron#1", "tiles:petersen#1"])
def test_all_is_seen_on_80_by_24_after_resizing(board: str, lang: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for size in ((200, 60), SIZE, (40, 16), SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.05)
            picture = app.board._drawing()
            if size == SIZE:
                assert picture.canvas.width <= app.board.size.width and picture.canvas.height <= app.board.size.height
        assert app.game.name in told(app, "head")
        assert sentence("play.moves", lang) in told(app, "panel")

    run(board, play, lang=lang)


@pytest.mark.slow
def test_a_board_larger_than_the_screen_follows_the_cursor() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 12)
        assert app.game.cursor == 12 * 40
        left, top = app.board._corner(app.board._drawing())
        assert top > 0 and left == 0

    run("lights:40x40#1", play, size=(80, 14))


def test_without_colour_there_is_none() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("H")
        await until(pilot, lambda: app.game.session.shown == "hint")
        for y in range(app.board.size.height):
            styles = [segment.style for segment in app.board.render_line(y)]
            assert not any(style and (style.color or style.bgcolor) for style in styles)
        assert "<>" in seen(app)

    run("lights:5x5#1", play, colour=False)


@pytest.mark.slow
def test_a_win_without_help_in_the_fewest_moves_is_told() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.game.session.par is not None)
        for cell in parse("lights:3x3#1")[0].optimal(app.game.session.state).moves:
            app.game.cursor = cell
            await pilot.press("space")
        assert app.game.said.key == "play.won.fewest"
        assert "fewer" in seen(app)

    run("lights:3x3#1", play)
