"""Likings are kept and read again; a damaged file is passed over and written anew."""

from pathlib import Path

import pytest

pytest.importorskip("textual")

from tests import apart

from solvable.core.errors import PuzzleError
from solvable.play.load import opened
from solvable.tui import settings
from solvable.tui.app import PlayApp
from solvable.tui.settings import DEFAULT, Settings


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOLVABLE_CONFIG", str(tmp_path / "new"))
    return tmp_path / "new"


def test_what_is_kept_is_read_again(folder: Path) -> None:
    assert settings.load() == DEFAULT
    for likes in (Settings("zh", "light", True), Settings("en"), DEFAULT):
        settings.keep(likes)
        assert settings.load() == likes
    assert [file.name for file in folder.iterdir()] == [settings.FILE]


@pytest.mark.parametrize(
    ("text", "is_own"),
    [
        ('{"look": []}', True),
        ("", True), ('{"lang": "fr"}', True), ('{"look": 3}', True), ('{"moves_blank": 1}', True),
        ("{", False), ("[]", False), ("7", False), ('{"x": 1}', False), ("my notes", False),
    ],
)  # fmt: skip
def test_a_damaged_file_is_passed_over_and_a_foreign_one_is_left(folder: Path, text: str, is_own: bool) -> None:
    folder.mkdir()
    (folder / settings.FILE).write_text(text, "utf-8")
    assert settings.load() is None
    if is_own:
        settings.keep(DEFAULT)
        assert settings.load() == DEFAULT
    else:
        with pytest.raises(PuzzleError, match="is not a file of settings"):
            settings.keep(DEFAULT)
        assert (folder / settings.FILE).read_text("utf-8") == text


def test_a_folder_that_cannot_be_written_is_named(folder: Path) -> None:
    folder.write_text("no folder", "utf-8")

    async def play() -> None:
        app = PlayApp(opened("tiles:3x3", "1"), "en", keep=settings.keep)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("t")
            said = app.game.said
            assert said.is_alarm and "Errno" not in said.words("en")
            assert said.words("zh") in (f"{folder}: 文件已存在", f"{folder / settings.FILE}: 不是目录")

    apart.run(play())


def test_the_game_keeps_language_colours_and_arrows() -> None:
    async def first() -> None:
        app = PlayApp(opened("tiles:3x3", "1"), "en", keep=settings.keep)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("t", "p")
            assert settings.load() == Settings("", "light", True)
            await pilot.press("g")

    async def second() -> None:
        kept = settings.load()
        assert kept == Settings("zh", "light", True)
        app = PlayApp(opened("tiles:3x3", "1"), kept.lang, likes=kept)
        async with app.run_test(size=(80, 24)):
            assert (app.look, app.theme, app.game.moves_blank) == ("light", "house-light", True)

    apart.run(first())
    apart.run(second())
