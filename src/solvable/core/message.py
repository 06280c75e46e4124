"""A sentence that remembers how it was made, so that it can be said in another language.

`msg("tile {tile} is missing", tile=7)` is the English text "tile 7 is missing", and carries its `template` and
`values`. The template is what a catalogue translates and what a program distinguishes errors by; the values are
numbers, what the user wrote, which stays as it is, or sentences themselves, which are translated too.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Self


class Message(str):
    """The finished English sentence, with its `template` and `values`."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object] | None = None) -> Self:
        """Return `template` with its fields filled in; one without values is taken as it is, braces and all.

        A sentence stays itself.
        """
        if isinstance(template, cls) and not values:
            return template
        self = super().__new__(cls, template.format(**values) if values else template)
        self.template = template
        self.values = values or {}
        return self

    def __str__(self) -> str:
        return self  # so that str(error) of an error that says this can be translated

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, dict(self.values))


def msg(template: str, /, **values: object) -> Message:
    """Return the sentence that `template` makes of `values`."""
    return Message(template, values)


def closest_match(word: str, known: Iterable[str]) -> str:
    """Return which of the known words a misspelt one is likely meant to be; "" for none."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:40].lower(), known, n=1)), "")


def unknown(option: str, close: str) -> Message:
    """Return what is said of an option that does not exist, with what is likely meant."""
    if close:
        return msg("unknown option {option}; did you mean {close}?", option=repr(option[:40]), close=close)
    return msg("unknown option {option}", option=repr(option[:40]))


def either(choices: Iterable[str], template: str = "{one} or {other}") -> str:
    """Return the parts as one sentence, each joined to those before by `template`."""
    return reduce(lambda one, other: msg(template, one=one, other=other), choices)
