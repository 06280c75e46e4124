"""The pastes of pastes.txt are each read right, or refused with the place and the advice that helps."""

from pathlib import Path
from typing import NamedTuple

import pytest

from solvable import formats, game_id
from solvable.core.errors import NotationError
from solvable.messages import translate

FILE = Path(__file__).with_name("pastes.txt")


class Paste(NamedTuple):
    """A title, the text, the game ID (or "line:column"), whether it is an error, and words of what is said."""

    title: str
    text: str
    wanted: str
    is_error: bool
    words: tuple[str, ...]


def pastes() -> list[Paste]:
    found = []
    for block in ("\n" + FILE.read_text("utf-8")).split("\n=== ")[1:]:
        title, _, rest = block.partition("\n")
        mark = "\n--! " if "\n--! " in rest else "\n--> "
        text, _, told = rest.partition(mark)
        if title.endswith("[escaped]"):
            text = text.encode("latin-1").decode("unicode_escape")
        head, *words = told.strip().split(" | ")
        is_error = mark == "\n--! "
        wanted, _, first = head.partition(" ") if is_error else (head, "", "")
        found.append(Paste(title, text, wanted, is_error, tuple(word for word in (first, *words) if word)))
    return found


PASTES = pastes()


def test_the_table_is_as_large_as_it_says() -> None:
    assert len(PASTES) > 180
    assert len({paste.title for paste in PASTES}) == len(PASTES)


def has_chinese(sentence: str) -> bool:
    return translate(sentence, "zh") != sentence or not any(map(str.isalpha, sentence))


@pytest.mark.slow
@pytest.mark.parametrize("paste", [p for p in PASTES if not p.is_error], ids=lambda paste: paste.title)
def test_what_is_read(paste: Paste) -> None:
    for text in (paste.text, paste.text.encode()):
        board = formats.read(text)
        assert game_id.format_board(board.puzzle, board.state) == paste.wanted
        assert all(word in board.note for word in paste.words)
        assert has_chinese(board.note)


@pytest.mark.parametrize("paste", [p for p in PASTES if p.is_error], ids=lambda paste: paste.title)
def test_what_is_refused(paste: Paste) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(paste.text)
    error = caught.value
    assert f"{error.line}:{error.column}".startswith(paste.wanted)
    assert all(word in str(error) for word in paste.words)
    assert error.expected and error.excerpt()
    assert has_chinese(error.message) and has_chinese(error.expected)


GB = "我的棋盘：\n亮灭\n灭亮\n"


def test_encodings_are_read_and_said() -> None:
    for text, encoding, note in (
        (GB, "gb18030", "GB18030"),
        (GB, "utf-16", "UTF-16"),
        ("110\n001", "utf-16-le", "UTF-16"),
    ):
        board = formats.read(text.encode(encoding))
        assert note in board.note and not board.is_evident
    for text in (GB, "●○\n○●", "１１０\n００１", "一 二\n三 空"):
        assert formats.read(text.encode("gb18030")).state == formats.read(text).state
    with pytest.raises(NotationError, match="byte 0xe9"):
        formats.read("110 é\n000".encode("latin-1"))
