"""Lazily translated messages: an English string that carries its template and values.

`msg("tile {tile} is missing", tile=7)` is the English text "tile 7 is missing", and carries its `template` and
`values`. Catalogues translate the template, and programs distinguish errors by it. The values are numbers, text of the
user, which is left as it is, or messages, which are translated too.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Self


class Message(str):
    """The English sentence, with its `template` and `values`."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object] | None = None) -> Self:
        """Return `template` with its fields filled in; without values, braces are taken literally.

        A Message is returned unchanged.
        """
        if isinstance(template, cls) and not values:
            return template
        self = super().__new__(cls, template.format(**values) if values else template)
        self.template = template
        self.values = values or {}
        return self

    def __str__(self) -> str:
        return self  # so that str(error) can be translated if the error's message is a Message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, dict(self.values))


def msg(template: str, /, **values: object) -> Message:
    """Return the message that fills `values` into `template`."""
    return Message(template, values)


def closest_match(word: str, known: Iterable[str]) -> str:
    """Return the known word closest to a misspelt one, "" if none is close."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:40].lower(), known, n=1)), "")


def unknown(option: str, close: str) -> Message:
    """Return the message about an option that does not exist, with the closest one that does."""
    if close:
        return msg("unknown option {option}; did you mean {close}?", option=repr(option[:40]), close=close)
    return msg("unknown option {option}", option=repr(option[:40]))


def either(choices: Iterable[str], template: str = "{one} or {other}") -> str:
    """Return the choices as one sentence, joined pairwise by `template`."""
    return reduce(lambda one, other: msg(template, one=one, other=other), choices)
