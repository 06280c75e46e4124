"""One catalogue of sentences for every front end, in English and Chinese.

A sentence is a key and the values it speaks of: `sentence("solved.fewest", "en", n=7)`. A catalogue entry is a
template, or `{"one": …, "other": …}`, chosen by the value `n`. Numbers are written for people: grouped in
threes, and shortened where they are too long to read (`number`); the exact form is in the JSON answer.
Both catalogues hold the same keys with the same values (a test says so). Cost: one small JSON file, read once.

What the library itself says, in errors and notes, is English and knows nothing of this. `library.zh.json` holds the
template of each of those sentences (`said`) and its Chinese, with the same fields; `translate` looks it up.

A family may bring sentences of its own, of both kinds (`Family.sentences`): they are found where these have none.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from solvable import families
from solvable.core.message import Message
from solvable.core.pattern import pattern
from solvable.families.protocol import Template

HERE = Path(__file__).parent
LANGUAGES = ("en", "zh")
TRANSLATED = ("zh",)  # of these the languages that the library's own sentences are translated to
DIGITS_SHOWN = 21  # up to here a number is written out
EXACT_LOGARITHM = 4000  # decimal digits beyond which a number is never turned into text whole

BORDER = "\0"
_CHINESE = pattern(f"(?<=[\u4e00-\u9fff]){BORDER}|{BORDER}(?=[\u4e00-\u9fff])")

BOOKS = {"lesson": "lessons."}
"""The first word of keys that have a file of their own, read when one of them is asked for; how it is called."""


@cache
def catalogue(lang: str, book: str = "") -> Mapping[str, Template]:
    """Return the catalogue of `lang`, or its `book` for the keys of one kind; a key for each sentence."""
    entries: dict[str, Template] = _read(f"{BOOKS.get(book, '')}{lang if lang in LANGUAGES else 'en'}.json")
    return entries


def sentence(key: str, lang: str = "en", /, **values: object) -> str:
    """Return the sentence `key` in `lang` with its values filled in, whole numbers written for people."""
    book = key.partition(".")[0]
    template = catalogue(lang, book if book in BOOKS else "").get(key) or families.sentences(lang)[key]
    if not isinstance(template, str):
        template = template["one" if values.get("n") in {1, "1"} else "other"]
    return template.format(**{name: _spoken(value, lang) for name, value in values.items()})


@cache
def _library(lang: str) -> Mapping[str, str]:
    """Return the library's sentences and what `lang` has for each."""
    sentences: dict[str, str] = _read(f"library.{lang}.json") if lang in TRANSLATED else {}
    return sentences


def _read(name: str) -> Any:
    """Return a file that lies here; the package may be a zip."""
    loader: Any = __spec__.loader
    return json.loads(loader.get_data(str(HERE / name)))


def translate(text: str, lang: str) -> str:
    """Return a sentence of the library, and those of its values that are sentences, in `lang`; others unchanged.

    A plain text is a template without values.
    """
    said = text if isinstance(text, Message) else Message(text)
    other = _library(lang).get(said.template) or families.sentences(lang).get(said.template)
    if not isinstance(other, str) or not said.values:
        return other if isinstance(other, str) else text
    values = {
        key: translate(value, lang) if isinstance(value, Message) else value for key, value in said.values.items()
    }
    return _spaced(other.format(**{key: _bordered(value) for key, value in values.items()}))


def _bordered(value: object) -> object:
    """Return a text with marks where it begins or ends with a letter or digit of ASCII."""
    if not isinstance(value, str) or not value:
        return value
    ends = (BORDER if end.isascii() and end.isalnum() else "" for end in (value[0], value[-1]))
    return next(ends) + value + next(ends)


def _spaced(text: str) -> str:
    """Return a text with a blank for a mark beside a Chinese character, and nothing for the others."""
    return _CHINESE.sub(" ", text).replace(BORDER, "") if BORDER in text else text


def join(text: str, other: str) -> str:
    """Return two sentences, a blank between them where neither is Chinese there: a full-width mark is wide enough."""
    return text + other if text[-1:] in "，。；：、）？！" or other[:1] in "（《“" else f"{text} {other}"


def _spoken(value: object, lang: str) -> object:
    """Return a number as people write it, a list of names as they say it, and a sentence of the library in `lang`."""
    if isinstance(value, tuple):
        return ("、" if lang == "zh" else ", ").join(str(_spoken(each, lang)) for each in value)
    if isinstance(value, Message):
        return translate(value, lang)
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else value


def number(value: int | str, plain: int = 10_000) -> str:
    """Return an integer (or its decimal digits) as people read it: 33,554,432, 2^90, about 1.27 × 10^89.

    Below `plain` its digits are not grouped: 1000 beside larger ones.
    """
    if isinstance(value, str):
        if len(value) > EXACT_LOGARITHM:
            return f"≈ {value[0]}.{value[1:3]} × 10^{len(value) - 1}"
        value = int(value)
    if abs(value) < plain:
        return str(value)
    if abs(value) < 10**DIGITS_SHOWN:
        return f"{value:,}"
    return _power(value) or _scientific(value)


def _power(value: int) -> str:
    """Return `value` as a power of a small base, "" where it is none."""
    for base in (2, 3, 5, 7):
        exponent = round(math.log(value, base)) if value > 0 else 0
        if exponent > 1 and pow(base, exponent, (1 << 61) - 1) == value % ((1 << 61) - 1) and base**exponent == value:
            return f"{base}^{exponent}"
    return ""


def _scientific(value: int) -> str:
    exponent, mantissa = divmod(math.log10(abs(value)), 1)
    digits = f"{10**mantissa:.2f}"
    if digits.startswith("10"):
        digits, exponent = "1.00", exponent + 1
    return f"≈ {'−' if value < 0 else ''}{digits} × 10^{int(exponent)}"


def duration(seconds: float) -> str:
    """Return a time as people read it: 0.2 ms, 35 ms, 1.3 s, 2 min 5 s."""
    if seconds < 1:
        return f"{seconds * 1000:.{1 if seconds < 0.01 else 0}f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, seconds_left = divmod(round(seconds), 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min {seconds_left} s"
