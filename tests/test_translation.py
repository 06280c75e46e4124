"""What the library says has its Chinese: each template has it with the same fields, and none is there in vain."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import solvable
from solvable import formats
from solvable.checker import verify
from solvable.core.errors import NotationError
from solvable.core.message import either, msg
from solvable.lights.catalogue.boards import BOARDS as LIGHTS
from solvable.messages import translate
from solvable.tiles.boards import BOARDS as TILES
from solvable.tiles.graphs.catalogue import NAMED

SOURCE = Path(solvable.__file__).parent
LIBRARY: dict[str, str] = json.loads((SOURCE / "messages" / "library.zh.json").read_text("utf-8"))
SPEAKERS = {
    *("NotationError", "PuzzleError", "BudgetExceededError", "IllegalMoveError", "UnsolvableError"),
    *("WrongError", "DamagedTableError", "MissingTableError", "at", "fault", "_fault", "_error"),
    *("info", "warning", "Reading", "Format", "Alphabet", "exceeded", "able"),
}
SAME = {"0-9, a-f", "KEY     :length:value"}  # an example, or a line of a file, is the same in every language
SYSTEM = {
    "Address already in use",
    "Cannot assign requested address",
    "Name or service not known",
} | {  # what Python and the operating system say
    *("Expecting value", "Expecting ',' delimiter", "Expecting ':' delimiter", "Extra data"),
    *("Expecting property name enclosed in double quotes", "Unterminated string starting at"),
    *("No such file or directory", "Not a directory", "Is a directory", "Permission denied", "File exists"),
    *("Read-only file system", "No space left on device"),
    *("cannot identify image file", "image file is truncated"),
    *("Address already in use", "Cannot assign requested address", "Name or service not known"),
}
HAN = re.compile(r"[\u4e00-\u9fff]")


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0]


FILES = [path for path in sorted(SOURCE.rglob("*.py")) if room_of(path) != "messages"]


def texts(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may be; what is put together where it stands is none that can be looked up."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one)
            yield from texts(other)


def given_to_speakers(tree: ast.AST) -> Iterator[ast.expr]:
    """What is said by the calls in `tree`: templates, and what errors, notes and reports are given."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("msg"), args=[template]):
                yield template
            case ast.Call(func=ast.Name("either"), args=given):
                yield from given
            case ast.Call(func=ast.Attribute(ast.Attribute(attr="problems" | "checked" | "trusted")), args=given):
                yield from given
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given, keywords=keywords):
                if name in SPEAKERS:
                    yield from [*given, *(keyword.value for keyword in keywords)]


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
    for given in given_to_speakers(tree):
        found |= named.get(given.id, set()) if isinstance(given, ast.Name) else set(texts(given))
    return {text for text in found if re.search("[a-z}] | [a-z{]", text)}


def fields(template: str) -> list[tuple[str, str]]:
    """The names and formats of the fields, in order; none where the braces are meant as they are."""
    if not re.search(r"\{\w+(:[^{}]*)?\}", template):
        return []
    return sorted((name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None)


@pytest.mark.slow
def test_every_sentence_has_its_chinese() -> None:
    known = SAME | LIBRARY.keys()
    missing = [(text, path) for path in FILES for text in said(path) if HAN.search(text) is None and text not in known]
    assert not missing, "say these by their templates, with the Chinese in messages/library.zh.json"


def test_the_chinese_is_chinese_and_speaks_of_every_value() -> None:
    for english, chinese in LIBRARY.items():
        assert HAN.search(chinese) or chinese != english
        assert "{}" not in english
        assert fields(chinese) == fields(english), english


@pytest.mark.slow
def test_no_chinese_is_in_vain() -> None:
    constants = {
        node.value
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    titles = {variant.title for variant in solvable.VARIANTS.values()} | {
        text for each in (*NAMED.values(), *LIGHTS.values(), *TILES.values()) for text in each
    }
    assert LIBRARY.keys() - constants - titles - SYSTEM == set()


def test_the_catalogue_of_named_puzzles_speaks_chinese() -> None:
    for name, entry in (solvable.VARIANTS | NAMED).items():
        assert all(HAN.search(translate(text, "zh")) for text in (entry.title, entry.rule)), name
    for texts in (*LIGHTS.values(), *TILES.values()):
        assert all(HAN.search(translate(text, "zh")) for text in texts), texts


def test_values_that_are_sentences_are_translated_and_others_kept() -> None:
    tile = msg("tile {tile}", tile=7)
    text = msg("only {count} cells; {missing} is missing", count=8, missing=tile)
    assert text == "only 8 cells; tile 7 is missing"
    assert translate(text, "zh") == "只有 8 格，缺少数字块 7"
    assert translate(text, "en") == translate(text, "fr") == text
    assert translate(msg("{word} is not a tile", word="'the blank'"), "zh") == "'the blank' 不是数字块"
    assert translate(msg("{tile} appears twice", tile=tile), "zh") == "数字块 7 出现了两次"
    assert translate(msg("{tile} appears twice", tile=msg("the blank")), "zh") == "空位出现了两次"
    assert translate(either(["a", "b", "c"]), "zh") == "a 或 b 或 c"
    assert translate("the goal", "zh") == "目标"
    assert translate("nobody has said this", "zh") == "nobody has said this"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "110/00",
        "1 2 3/4 0 5/6 0 8",
        "lights:3x3:9",
        "tiles:2x2:1,1",
        "[[0,1",
        "P1 x",
        "lights:3x3,plus,knight",
    ],
)
def test_mistakes_are_told_in_chinese(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(text)
    for told in (caught.value.message, caught.value.expected):
        assert not re.search("[a-z]{3}", told) or HAN.search(translate(told, "zh"))
        assert not re.search(r"\b(the|is|of|each|has)\b", translate(told, "zh"))


@pytest.mark.parametrize(
    "board",
    [
        *("lights:3x3#1", "lights:5x5#1", "lights:3x3,mod3#1", "lights:2x3,mod4#1", "lights:30x30#1"),
        *("tiles:1x5:0,1,2,3,4", "tiles:3x2#1", "tiles:3x3#1", "tiles:3x3,mtm#1", "tiles:theta0#1"),
        *("tiles:3x3,goal=AAB/BCC/DD_#1", "tiles:3x3,dead=4:1,2,3/4,-,5/6,0,7"),
    ],
)
def test_the_methods_of_answers_are_told_in_chinese(board: str) -> None:
    method = solvable.solve(board).get("method", "unique")
    assert HAN.search(translate(method, "zh")), method


WRONG = {
    "空位": re.compile("空格(?!键|子|、|切换)"),
    "新局": re.compile("新游戏|新的一局|另开一局"),
    "目标位置": re.compile("离家|回家|到家|之家"),
    "奇排列": re.compile("反常排列"),
    "次数": re.compile("按键数"),
    "最少几步": re.compile("怎样最好"),
    "灯盘, 棋盘": re.compile("(?<![面老看模棋灯键黑白地平样])板(?!块|上写)"),
}
"""What Chinese text says, and what it must not say for it."""


@pytest.mark.parametrize("path", sorted((SOURCE / "messages").glob("*zh.json")), ids=lambda path: path.name)
def test_one_thing_has_one_name_in_chinese(path: Path) -> None:
    text = "".join(
        template if isinstance(template, str) else "".join(template.values())
        for template in json.loads(path.read_text("utf-8")).values()
    )
    assert {right: found[0] for right, wrong in WRONG.items() if (found := wrong.search(text))} == {}


@pytest.mark.parametrize(
    "claims",
    [{}, {"moves": [9]}, {"moves": [0, 1]}, {"nullity": 3}, {"verdict": "unsolvable"}, {"board": "lights:2x2:0"}],
)
def test_problems_are_told_in_chinese(claims: dict[str, object]) -> None:
    answer = {"puzzle": "lights:2x2", "board": "lights:2x2:1000", "verdict": "solved", "length": 3} | claims
    (problem,) = verify(answer).problems
    assert HAN.search(translate(problem, "zh"))
