"""Both catalogues say the same things, every sentence that the program says is there, and numbers read well."""

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvable
from solvable.families.protocol import Template
from solvable.messages import LANGUAGES, catalogue, duration, number, sentence

SOURCE = Path(solvable.__file__).parent


def fields(template: Template) -> set[str]:
    """The values that a template speaks of, whatever the number of things."""
    texts = [template] if isinstance(template, str) else template.values()
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def test_the_catalogues_hold_the_same_keys() -> None:
    assert set(catalogue("en")) == set(catalogue("zh"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice(lang: str) -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names))
        return dict(pairs)

    json.loads((SOURCE / "messages" / f"{lang}.json").read_text("utf-8"), object_pairs_hook=unique)


def test_the_languages_speak_of_the_same_values() -> None:
    for key, template in catalogue("en").items():
        other = fields(catalogue("zh")[key])
        assert other - {"n"} == fields(template) - {"n"}, key


def test_chinese_is_chinese_and_english_is_not() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    english = json.dumps(catalogue("en"), ensure_ascii=False)
    assert not han.search(english)
    untranslated = [key for key in catalogue("zh") if catalogue("zh")[key] == catalogue("en")[key]]
    assert all(key.startswith("examples.") for key in untranslated), untranslated


@pytest.mark.slow
def test_every_sentence_that_the_program_says_is_in_the_catalogue() -> None:
    said = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in {
                "say",
                "sentence",
            }:
                keys = [leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant)]
                said |= {key for key in keys if isinstance(key, str) and re.fullmatch(r"[a-z]+(\.[a-z_]+)+", key)}
    assert len(said) > 20
    assert said <= set(catalogue("en")) | set(catalogue("en", "lesson"))


def test_one_and_many() -> None:
    assert sentence("headline.ways", "en", n=1).strip() == "1 solution"
    assert sentence("headline.ways", "en", n="4").strip() == "4 solutions"
    assert sentence("headline.ways", "zh", n=4).strip() == "共 4 个解"


def test_one_press_or_move_is_not_many() -> None:
    for key, template in catalogue("en").items():
        values = dict.fromkeys(fields(template), 1) | {"n": 1}
        assert not re.search(r"\b1 (moves|presses|boards|lamps)\b", sentence(key, "en", **values)), key


def test_an_unknown_language_is_english() -> None:
    assert sentence("headline.already", "fr") == sentence("headline.already", "en")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (9999, "9999"),
        (33554432, "33,554,432"),
        (2**64, "18,446,744,073,709,551,616"),
        (2**100, "2^100"),
        (3**90, "3^90"),
        (10**100 - 1, "≈ 1.00 × 10^100"),
        (-(10**30) - 7, "≈ −1.00 × 10^30"),
        ("4", "4"),
        ("123" + "0" * 5000, "≈ 1.23 × 10^5002"),
    ],
)
def test_numbers_for_people(value: int | str, text: str) -> None:
    assert number(value) == text


def test_a_giant_number_is_not_turned_into_digits() -> None:
    assert number(2**1_000_000) == "2^1000000"
    assert number(2**1_000_000 + 1) == "≈ 9.90 × 10^301029"


@given(st.integers(min_value=0))
def test_a_number_is_never_longer_than_the_eye(value: int) -> None:
    assert len(number(value)) <= 28
    if value < 10**21:
        assert int(number(value).replace(",", "")) == value


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0002, "0.2 ms"), (0.035, "35 ms"), (1.26, "1.3 s"), (125, "2 min 5 s"), (7300, "2 h 1 min")],
)
def test_durations_for_people(seconds: float, text: str) -> None:
    assert duration(seconds) == text
