"""The commands, each with the page that its `--help` prints."""

from contextlib import redirect_stdout
from io import StringIO

from solvable.cli import main
from solvable.cli.app import ROWS

WORDS = {
    "en": ("Commands", "What `solvable --help` and each command's `--help` print."),
    "zh": ("命令", "`solvable --help` 与各命令 `--help` 的内容。"),
}


def page(lang: str) -> str:
    """Return the page."""
    title, lead = WORDS[lang]
    parts = [f"# {title}", lead, _block(_help(lang))]
    for name in sorted(row.name for row in ROWS):
        parts += [f"## {name}", _block(_help(lang, name))]
    return "\n\n".join(parts) + "\n"


def _help(lang: str, *words: str) -> str:
    printed = StringIO()
    with redirect_stdout(printed):
        main(["--lang", lang, "help", *words])
    return printed.getvalue()


def _block(text: str) -> str:
    return f"```text\n{text.strip()}\n```"
