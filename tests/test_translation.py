"""What the library says in English has its Chinese: every sentence of the rooms that read and check what users give."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import solvable
from solvable import formats
from solvable.errors import NotationError
from solvable.messages import translate

SOURCE = Path(solvable.__file__).parent
LIBRARY: dict[str, str] = json.loads((SOURCE / "messages" / "library.zh.json").read_text("utf-8"))
ROOMS = (
    *("notation.py", "query", "families.py", "tables.py", "formats", "checker", "cli/verify.py"),
    *("memory.py", "play"),
    *(str(path.relative_to(SOURCE)) for path in sorted((SOURCE / "lights").rglob("*.py")) if path.name != "figure.py"),
    *("tiles/board.py", "tiles/ids.py", "tiles/moves.py", "tiles/text.py"),
    *("tiles/graphs/census.py", "tiles/graphs/ids.py", "tiles/graphs/board.py", "tiles/graphs/named.py"),
)
SPEAKERS = {
    *(
        "NotationError",
        "PuzzleError",
        "BudgetExceededError",
        "IllegalMoveError",
        "UnsolvableError",
        "WrongError",
        "DamagedTableError",
    ),
    *("able", "at", "fault", "_fault", "_error", "append", "info", "warning", "Reading", "Format", "Alphabet"),
}
HAN = re.compile(r"[\u4e00-\u9fff]")
FILES = [path for room in ROOMS for path in ([SOURCE / room] if room.endswith(".py") else (SOURCE / room).glob("*.py"))]


def texts(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may be, {} for each value in them."""
    match node:
        case ast.Constant(value=str(text)):
            yield text.replace("%s", "{}")
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one)
            yield from texts(other)


def said(path: Path) -> set[str]:
    """The sentences that the calls in a file give to those who speak, directly or under a name."""
    tree = ast.parse(path.read_text("utf-8"))
    named: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for name, value in pairs:
                    if isinstance(name, ast.Name):
                        named.setdefault(name.id, set()).update(texts(value))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in SPEAKERS:
            for given in [*node.args, *(keyword.value for keyword in node.keywords)]:
                found |= named.get(given.id, set()) if isinstance(given, ast.Name) else set(texts(given))
    return {text for text in found if re.search("[a-z] | [a-z]", text.replace("{}", ""))}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_sentence_has_its_chinese(path: Path) -> None:
    # a game ID, a line of a file, or an example is the same in every language
    same = {"0-9, a-f", "KEY     :length:value"}
    missing = said(path) - same - LIBRARY.keys()
    assert not missing, "say these in Chinese in messages/library.zh.json"


def test_the_chinese_is_chinese_and_speaks_of_every_value() -> None:
    for english, chinese in LIBRARY.items():
        assert HAN.search(chinese) or chinese != english
        fields = [name for _, name, _, _ in Formatter().parse(chinese) if name is not None] if "{}" in english else []
        count = english.count("{}")
        assert fields == [""] * count or sorted(fields) == [str(index) for index in range(count)], english


def test_the_catalogue_of_named_puzzles_speaks_chinese() -> None:
    for name, entry in solvable.VARIANTS.items():
        assert all(HAN.search(translate(text, "zh")) for text in (entry.title, entry.rule)), name


def test_no_sentence_is_taken_for_another() -> None:
    for english, chinese in LIBRARY.items():
        values = [f"<{index}>" for index in range(english.count("{}"))]
        text = english
        for value in values:
            text = text.replace("{}", value, 1)
        assert translate(text, "zh") == (chinese.format(*values) if values else chinese)


def test_values_that_are_words_are_translated_and_others_kept() -> None:
    english = "the blank is there twice, first in row 2, column 2, and tile 7 is missing"
    assert translate(english, "zh") == "空位出现了两次，第一次在第 2 行第 2 列；还缺少数字块 7"
    assert translate(english, "en") == translate(english, "fr") == english
    assert translate("'{x}' is not a tile", "zh") == "'{x}' 不是数字块"
    assert translate("nobody has said this", "zh") == "nobody has said this"


@pytest.mark.parametrize(
    "text", ["", "5", "110/00", "1 2 3/4 0 5/6 0 8", "lights:3x3:9", "tiles:2x2:1,1", "[[0,1", "P1 x"]
)
def test_mistakes_are_told_in_chinese(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(text)
    for told in (caught.value.message, caught.value.expected):
        assert not re.search("[a-z]{3}", told) or HAN.search(translate(told, "zh"))
        assert not re.search(r"\b(the|is|of|each|has)\b", translate(told, "zh"))
