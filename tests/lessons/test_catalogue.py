"""Every sentence of a lesson stands in both languages with the same values, and every one that stands there is told."""

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest

import solvable
from solvable import families
from solvable.families.protocol import Template
from solvable.messages import LANGUAGES, catalogue

SOURCE = Path(solvable.__file__).parent
BOOKS = {lang: catalogue(lang, "lesson") for lang in LANGUAGES}


def fields(template: Template) -> set[str]:
    texts = [template] if isinstance(template, str) else template.values()
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_tell_the_same() -> None:
    assert set(BOOKS["en"]) == set(BOOKS["zh"])
    for key, template in BOOKS["en"].items():
        assert fields(BOOKS["zh"][key]) - {"n"} == fields(template) - {"n"}, key
        assert isinstance(template, str) == isinstance(BOOKS["zh"][key], str), key


def test_chinese_is_chinese_and_english_is_not() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    assert not han.search(json.dumps(BOOKS["en"], ensure_ascii=False))
    same = {key for key in BOOKS["zh"] if BOOKS["zh"][key] == BOOKS["en"][key]}
    assert not same


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice(lang: str) -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names))
        return dict(pairs)

    json.loads((SOURCE / "messages" / f"lessons.{lang}.json").read_text("utf-8"), object_pairs_hook=unique)


def patterns() -> list[re.Pattern[str]]:
    """The keys that the program's strings can make: a field of an f-string is any word."""
    found = []
    for path in [
        *(SOURCE / "lessons").rglob("*.py"),
        *(SOURCE / "render").glob("*.py"),
        *(SOURCE / "cli").glob("*.py"),
    ]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("lesson."):
                found.append(re.compile(re.escape(node.value) + r"(\.[a-z_]+)*"))
            if isinstance(node, ast.JoinedStr) and ast.unparse(node)[2:].startswith(("lesson.", "{key}.")):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z_.]+"
                    for part in node.values
                ]
                found.append(re.compile("".join(parts) + r"(\.[a-z_]+)*"))
    return found


@pytest.mark.slow
def test_every_sentence_is_told_somewhere() -> None:
    made = patterns()
    idle = [key for key in BOOKS["en"] if not any(pattern.fullmatch(key) for pattern in made)]
    assert not idle


def test_every_lesson_has_a_title() -> None:
    for name in families.FAMILIES:
        for lesson in families.load(name).lessons:
            assert f"lesson.{name}.{lesson}.title" in BOOKS["en"]
