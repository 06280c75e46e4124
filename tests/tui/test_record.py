"""The terminal's record: games are kept once, a foreign file is never changed, and the win says how it compares."""

from pathlib import Path

import pytest

from solvable.core.errors import PuzzleError
from solvable.messages import LANGUAGES, sentence
from solvable.play.levels import daily
from solvable.play.load import opened
from solvable.play.record import Record
from solvable.render.text import Pen, display_width
from solvable.tui import pages
from solvable.tui.game import Game
from solvable.tui.plain import PlainGame
from solvable.tui.record_file import RecordFile, default_path, today

BOARD = "lights:5x5:00111/01100/11101/00100/10011"
MINE = (6, 2, 13, 17, 8, 16, 17, 4, 21, 10, 23)


def won(book: RecordFile, text: str = BOARD, moves: tuple[int, ...] = MINE) -> Game:
    """A game of eleven presses, one every six seconds."""
    game = Game(opened(text, "1"), book)
    game.session.find_par()
    for move in moves:
        game.make((move,))
        game.session.tick(6)
    return game


def test_a_win_says_how_it_compares_and_is_kept_once(tmp_path: Path) -> None:
    book = RecordFile(tmp_path / "new" / "record.json")
    game = won(book)
    assert game.said.words("en") == "Solved in 11 moves, 1:00.000.\n★★☆ · fewest possible 9 · your best 1:00.000"
    game.undo()
    game.session.tick(9)
    game.make((23,))
    assert len(book.load().games) == 1 and len(won(book).book.load().games) == 1  # type: ignore[union-attr]
    found = book.load().games[0]
    assert (found.board, found.length, found.ms, found.par, found.moves) == (BOARD, 11, 60_000, 9, MINE)


def test_help_leaves_the_stars_hollow_and_counts_in_no_best(tmp_path: Path) -> None:
    book = RecordFile(tmp_path / "record.json")
    game = Game(opened(BOARD, "1"), book)
    game.session.find_par()
    game.show(whole=False)
    for move in game.session.solve_marks():
        game.make((move,))
    assert "☆☆☆" in game.said.words("en") and "your best" not in game.said.words("en")
    assert book.load().games[0].help and book.load().of("lights:5x5").best("ms") is None


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        ("12,5", "you beat 12 moves"),
        ("11,60", "a draw with 11"),
        ("11,59.9", "stand"),
        ("9,1", "9 moves in 0:01.000 stand"),
    ],
)
def test_a_challenge_is_judged(tmp_path: Path, theirs: str, said: str) -> None:
    game = Game(opened(f"{BOARD}&me={theirs}", "1"))
    assert game.said.key == "play.challenge"
    assert said in won(RecordFile(tmp_path / "record.json"), f"{BOARD}&me={theirs}").said.words("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_after_a_win_the_result_is_copied_and_opens_as_a_challenge(tmp_path: Path, lang: str) -> None:
    game = won(RecordFile(tmp_path / "record.json"))
    *lines, link = game.copied(lang).splitlines()
    assert lines[0] == "solvable · lights:5x5" and lines[2] == "■■■□■■■■■■■" and "★★☆ 1:00.000" in lines[1]
    assert link == f"{BOARD}&me=11,60"
    session = opened(link, "1")
    assert session.start == game.session.start and not session.moves and session.challenge is not None


@pytest.mark.parametrize("text", ["my notes", "[]", '{"format": "solvable record", "version": 1, "games": 7}', "\xff"])
def test_a_foreign_file_is_left_and_the_game_goes_on(tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(text.encode("latin-1"))
    game = won(RecordFile(path))
    assert game.session.is_solved and sentence("play.record.unwritten", "en") in game.said.words("en")
    assert path.read_bytes() == text.encode("latin-1")
    with pytest.raises(PuzzleError, match="record"):
        RecordFile(path).load()


def test_where_nothing_can_be_written_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    game = won(RecordFile(tmp_path / "file" / "record.json"))
    assert game.session.is_solved and sentence("play.record.unwritten", "zh") in game.said.words("zh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_the_record(tmp_path: Path, lang: str) -> None:
    book = RecordFile(tmp_path / "record.json")
    assert pages.record(Record(), "lights:5x5", lang, 60, "2026-11-28") == sentence("play.record.empty", lang)
    won(book)
    for seed in range(5):
        game = Game(opened(f"tiles:3x2#{seed}", "1"), book)
        for move in game.session.find_par().moves:
            game.make((move,))
            game.session.tick(0.5)
    today = book.load().games[0].day
    game = Game(daily("lights", today), book)
    for move in game.session.find_par().moves:
        game.make((move,))
    text = pages.record(book.load(), "tiles:3x2", lang, 60, today)
    assert text.index("tiles:3x2") < text.index("lights:5x5") and "Ao5" in text and "Ao12" not in text
    assert max(map(display_width, text.splitlines())) <= 60
    signs = text.splitlines()[1]
    assert signs[int(today[8:]) - 1] == "●" and len(signs) in (28, 29, 30, 31)


def test_the_folder_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOLVABLE_DATA", str(tmp_path))
    assert default_path() == tmp_path / "record.json"
    monkeypatch.delenv("SOLVABLE_DATA")
    assert default_path().name == "record.json"


def test_the_screen_shows_the_win_and_the_record(tmp_path: Path) -> None:
    pytest.importorskip("textual")
    from tests import apart

    from solvable.tui.app import PlayApp

    book = RecordFile(tmp_path / "record.json")

    async def whole() -> None:
        app = PlayApp(opened("tiles:3x2:1,2,3/0,4,5", "1"), "en", book=book)
        async with app.run_test(size=(80, 24)) as pilot:
            app.game.session.find_par()
            await pilot.press("left", "left")
            said = app.screen_stack[0].query_one("#said", Static)
            assert "★★★ · fewest possible 2 · your best 0:00." in str(said.content)
            await pilot.press("c")
            assert app.clipboard.splitlines()[-1].startswith("tiles:3x2:1,2,3/0,4,5&me=2,0")
            await pilot.press("b")
            lines = app.screen._compositor.render_strips(app.size)
            text = "\n".join("".join(segment.text for segment in strip) for strip in lines)
            assert "Your record" in text and "tiles:3x2  1 solve" in text and str(book.path)[:20] in text

    from textual.widgets import Static

    apart.run(whole())
    assert book.load().games[0].length == 2


def test_par_of_the_daily_board_is_hidden_until_it_is_solved_and_the_win_counts_the_days(tmp_path: Path) -> None:
    book = RecordFile(tmp_path / "record.json")
    game = Game(daily("lights", today()), book)
    moves = game.session.find_par().moves
    fewest = sentence("play.fewest", "en", n=len(moves))
    assert game.par() == "–" and fewest not in pages.verdict(game, None, "en")
    for move in moves:
        game.make((move,))
    assert game.par() == str(len(moves)) and fewest in pages.verdict(game, None, "en")
    assert sentence("play.record.streak", "en", n=1, longest=1) in game.said.words("en")
    other = won(book)
    assert other.par() == "9" and "Daily" not in other.said.words("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_that_is_given_up_is_in_the_record_as_not_solved(tmp_path: Path, lang: str) -> None:
    book = RecordFile(tmp_path / "record.json")
    game = Game(opened(BOARD, "1"), book)
    game.give_up()
    assert game.said.key == "play.no_game" and not book.load().games, "nothing was played"
    game.make((3,))
    game.give_up()
    assert game.said.words(lang) == sentence("play.given_up", lang)
    for move in (3, *MINE):
        game.make((move,))
    found = book.load()
    assert [(each.solved, each.length) for each in found.games] == [(False, 1)], (
        "it stays so when it is solved after all"
    )
    assert found.of("lights:5x5").best("ms") is None


def test_a_game_is_given_up_by_a_line(tmp_path: Path) -> None:
    book = RecordFile(tmp_path / "record.json")
    lines, written = iter(["1,1", "give-up"]), list[str]()

    def read(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    PlainGame("en", Pen(), read, written.append, book).play(opened(BOARD, "1"))
    assert sentence("play.given_up", "en") in written and not book.load().games[0].solved
