"""The terminal as the commands see it: its language, its pens, and where lines go.

Colour only where a terminal shows it and NO_COLOR is not set (no-color.org). The language is that of `--lang`, else of
SOLVABLE_LANG, else of the locale, as gettext reads it; English where a stream cannot show Chinese.
"""

import codecs
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from solvable.messages import LANGUAGES, sentence, translate
from solvable.render.text import PLAIN, Pen, cut, fold, is_wide

if TYPE_CHECKING:
    from solvable.core.answer import Answer

ASCII = str.maketrans(PLAIN)


@dataclass(slots=True)
class Terminal:
    """The language, a pen for each of the two streams, and the status line that shows what is going on."""

    lang: str
    pen: Pen
    note_pen: Pen
    is_live: bool  # standard error is a terminal: a line there may be written over
    has_status: bool = False
    code: int = 0  # the exit code of what was written so far
    shows_time: bool = True  # whether answers say how long they took
    is_verbose: bool = False  # whether the version names the kernels too
    is_ascii: bool = False  # whether boards, arrows and marks are drawn in ASCII
    is_lang_wanted: bool = False  # the language was asked for, and is not only that of the locale

    @classmethod
    def open(cls, words: Sequence[str] = ()) -> "Terminal":
        """Return the terminal of this process for the command line `words`."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="solvable.plain")
        lang, is_wanted = language(words), bool(wanted_language(words))
        if lang == "zh" and not (can_show(sys.stdout, "中") and can_show(sys.stderr, "中")):
            lang = "en"
        is_ascii = is_wide() or os.environ.get("SOLVABLE_ASCII", "") not in {"", "0"}
        return cls(
            lang,
            _pen(sys.stdout),
            _pen(sys.stderr),
            _is_terminal(sys.stderr),
            is_ascii=is_ascii,
            is_lang_wanted=is_wanted,
        )

    def say(self, key: str, /, **values: object) -> str:
        """Return the sentence `key` in the user's language."""
        return sentence(key, self.lang, **{name: _harmless(value) for name, value in values.items()})

    def tell(self, text: str) -> str:
        """Return a sentence of the library in the user's language."""
        return str(_harmless(translate(text, self.lang)))

    def shown(self, answer: "Answer") -> "Answer":
        """Return an answer as the user wants it: without its time where that is not asked for."""
        if self.shows_time or "seconds" not in answer:
            return answer
        kept = answer.copy()
        del kept["seconds"]
        return kept

    def line(self, text: str = "") -> None:
        """Write a line for people to standard output."""
        self.data(text.translate(ASCII) if self.is_ascii else text)

    def data(self, text: str) -> None:
        """Write a line to standard output as it is."""
        self.clear()
        if sys.stdout is None:
            raise OSError(self.say("error.closed"))
        with _hushed():
            sys.stdout.write(text + "\n")

    def flush(self) -> None:
        """Hand what was written to its reader; raise BrokenPipeError if there is none any more."""
        if sys.stdout is not None:
            with _hushed():
                sys.stdout.flush()

    def json(self, answer: Any) -> None:
        """Write `answer` to standard output as one line of JSON, as a batch does; in ASCII where that is asked for."""
        self.data(json.dumps(self.shown(answer), ensure_ascii=self.is_ascii))

    def note(self, text: str) -> None:
        """Write a line to standard error; if it cannot be written, that changes no answer."""
        self.clear()
        self._tell((text.translate(ASCII) if self.is_ascii else text) + "\n")

    def _tell(self, text: str) -> None:
        try:
            if sys.stderr is not None:
                sys.stderr.write(text)
                sys.stderr.flush()
        except (OSError, ValueError):
            hush(2)

    def sentence(self, text: str, ink: str = "strong") -> None:
        """Write a sentence for people, folded to the terminal's width."""
        for line in fold(text, min(self.pen.width, 100)):
            self.line(self.pen.paint(line, ink))

    def status(self, text: str) -> None:
        """Write `text` over the last line of a live standard error; nothing elsewhere."""
        if self.is_live:
            line = cut(text, self.note_pen.width - 1)
            self._tell(f"\r{line.translate(ASCII) if self.is_ascii else line}\x1b[K")
            self.has_status = bool(text)

    def clear(self) -> None:
        """Take the status line away, before anything else is written."""
        if self.has_status:
            self.status("")


def hush(descriptor: int) -> None:
    """Let nothing more be written to standard output (1) or error (2), not even at exit: there is no reader."""
    name = {1: "stdout", 2: "stderr"}[descriptor]
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), getattr(sys, name).fileno())
    except (AttributeError, OSError, ValueError):
        setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115


@contextmanager
def _hushed() -> Iterator[None]:
    """Let nothing more be written to standard output once writing there has failed."""
    try:
        yield
    except OSError as error:
        hush(1)
        if not isinstance(error, BrokenPipeError) and error.filename is None:
            error.filename = "stdout"  # as `source` names standard input
        raise


def _harmless(value: object) -> object:
    """Return a text without what a terminal would obey; another value as it is."""
    if not isinstance(value, str) or value.isprintable():
        return value
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in value)


def wanted_language(words: Sequence[str] = (), environment: Mapping[str, str] = os.environ) -> str:
    """Return what `--lang` in `words` says, else SOLVABLE_LANG; "" where neither names a language."""
    for index, word in enumerate(words):
        if word == "--":
            break
        value = words[index + 1] if word == "--lang" and index + 1 < len(words) else word.removeprefix("--lang=")
        if word.startswith("--lang") and value in LANGUAGES:
            return value
    wanted = environment.get("SOLVABLE_LANG", "").lower()
    return wanted if wanted in LANGUAGES else ""


def language(words: Sequence[str] = (), environment: Mapping[str, str] = os.environ) -> str:
    """Return "en" or "zh": the language that is wanted, else that of the locale."""
    if wanted := wanted_language(words, environment):
        return wanted
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if locale.partition(".")[0] not in {"C", "POSIX"}:
        locale = environment.get("LANGUAGE") or locale
    if not locale and os.name == "nt":
        import locale as system

        locale = "zh" if (system.getlocale()[0] or "").startswith(("zh", "Chinese")) else ""
    return "zh" if locale.startswith("zh") else "en"


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # a closed stream
        return False


def _pen(stream: TextIO | None) -> Pen:
    color = _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    columns, lines = _size()
    return Pen(color, max(20, columns), max(40, lines))


def _size() -> tuple[int, int]:
    """Return the columns and lines of the terminal, as `shutil` finds them, which loads much for it."""
    given = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    columns, lines = (int(number[:6]) if number.isdecimal() else 0 for number in given)
    if columns and lines:
        return columns, lines
    try:
        size = os.get_terminal_size(sys.__stdout__.fileno())  # type: ignore[union-attr]  # None is caught
    except (AttributeError, OSError, ValueError):
        size = os.terminal_size((0, 0))
    return columns or size.columns or 80, lines or size.lines or 24


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return replacements of the characters that a stream's encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(char, "?") for char in error.object[error.start : error.end]), error.end


codecs.register_error("solvable.plain", _plain)


def can_show(stream: TextIO | None, text: str) -> bool:
    """Return whether the encoding of a stream has these characters."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True
