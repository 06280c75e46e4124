"""What the value of an option can be: a number within bounds, or one of some words. The errors speak our words."""

from collections.abc import Callable
from typing import Any

import click

from solvable.cli.errors import UsageError
from solvable.messages import join


class Number(click.ParamType[Any]):
    """A number of the type `kind`, from `least` to `most`."""

    name = "number"

    def __init__(self, kind: type[int] | type[float], least: int = 0, most: int | None = None) -> None:
        self.kind, self.least, self.most = kind, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that `value` is."""
        try:
            number = self.kind(value)
        except ValueError:
            raise _wrong(ctx, param, "error.integer" if self.kind is int else "error.number") from None
        if not number >= self.least:  # nor is what is no number
            raise _wrong(ctx, param, "error.least", bound=self.least)
        if self.most is not None and number > self.most:
            raise _wrong(ctx, param, "error.most", bound=self.most)
        return number


class Words(click.ParamType[Any]):
    """One of these words."""

    name = "words"

    def __init__(self, *words: str) -> None:
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word that `value` is, in any case of its letters."""
        if value.lower() in self.words:
            return value.lower()
        raise _wrong(ctx, param, "error.choice", self.words, value=value, choices=", ".join(self.words))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Return the words that begin with `incomplete`."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class Parsed(click.ParamType[Any]):
    """What `parse` makes of the text, raising ValueError for one that the sentence `error.KEY` describes."""

    name = "parsed"

    def __init__(self, parse: Callable[[str], Any], key: str) -> None:
        self.parse, self.key = parse, f"error.{key}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what the text says."""
        try:
            return self.parse(value)
        except ValueError:
            raise _wrong(ctx, param, self.key, value=value) from None


def _wrong(
    ctx: click.Context | None, param: click.Parameter | None, key: str, words: tuple[str, ...] = (), **values: object
) -> UsageError:
    """Return the error of a wrong value; where it is nearly one of `words`, with that."""
    if ctx is None or param is None:
        raise TypeError("a value is converted for a parameter of a command only")
    message = ctx.obj.say(key, name=name_of(param), **values)
    from difflib import get_close_matches  # here: it is loaded for mistakes alone

    if close := get_close_matches(str(values.get("value", "")).lower(), words, n=1):
        message = join(message, ctx.obj.say("error.suggestion", names=close[0]))
    return UsageError(message, ctx.command_path)


def name_of(param: click.Parameter) -> str:
    """Return what people call a parameter: an option by its longest name, an argument by its metavar."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else (param.metavar or "").strip("[]")
