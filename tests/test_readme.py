"""Every command in READMEs and in docs/ is run, and prints what they show; `…` stands for what is left out.

A page's commands are run one after another in one folder, with examples/ in it, in the language of the page: what only
a shell can read by a shell, and what is nothing but `solvable` and its words in this process, which prints the same and
spares the start of another.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from solvable import formats
from solvable.cli import main

ROOT = Path(__file__).parents[1]
READMES = ["README.md", "README.zh.md"]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
DOCS = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in PAGES}
GUIDES = [name for name, text in DOCS.items() if "```console" in text]
SESSIONS = [name for name, text in DOCS.items() if "```pycon" in text]
LIBRARIES = ("networkx", "pandas", "gymnasium")
PLAIN = re.compile(r"solvable [^|<>&;$`*~]*")  # nothing in it that a shell would do
MAKE = {"make run", "make test"}  # run by CI; this test is part of them


def sessions(readme: str) -> list[tuple[str, str]]:
    """Return (command, shown output) for every `$ command` of the console blocks."""
    text = (ROOT / readme).read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command.split("  #")[0].strip(), shown.rstrip()))
    return found


def pattern(shown: str) -> str:
    return re.escape(shown).replace("…", ".*")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "shown"),
    [session for readme in READMES for session in sessions(readme) if session[0] not in MAKE],
    ids=lambda value: value[:50],
)
def test_the_commands_print_what_is_shown(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(command, shown, ROOT, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_the_commands_of_a_guide_print_what_is_shown(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command, shown in sessions(guide):
        check(command, shown, tmp_path, monkeypatch, "zh" if "/zh/" in guide else "en")


def check(command: str, shown: str, folder: Path, patch: pytest.MonkeyPatch, lang: str = "en") -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    told = {"PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "80", "SOLVABLE_LANG": lang}
    with patch.context() as here:
        here.chdir(folder)
        for name, value in told.items():
            here.setenv(name, value)
        printed = run_here(command, here) if PLAIN.fullmatch(command) else run_by_shell(command)
    printed = "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())
    assert re.fullmatch(pattern(shown), printed, re.DOTALL), printed


def run_here(command: str, here: pytest.MonkeyPatch) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    here.setattr(sys, "stdout", out)
    assert main(shlex.split(command)[1:]) in (0, 1, 3)
    out.flush()
    return out.buffer.getvalue().decode()


def run_by_shell(command: str) -> str:
    shell = ["bash", "-o", "pipefail", "-c", command]
    run = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1, 3), run.stderr
    return run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("readme", [*READMES, *SESSIONS])
def test_the_python_session_is_true(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    for library in LIBRARIES:
        if library in text:
            pytest.importorskip(library)
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, readme, readme, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("readme", READMES)
def test_the_picture_is_what_the_command_below_it_makes(readme: str, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    sequence = pytest.importorskip("PIL.ImageSequence")
    chops = pytest.importorskip("PIL.ImageChops")
    stat = pytest.importorskip("PIL.ImageStat")
    shown, command = re.findall(r"\]\((\S+\.gif)\)\n.*?`solvable (.*?)`", (ROOT / readme).read_text("utf-8"))[0]
    *words, name = shlex.split(command)
    assert name == shown and (ROOT / shown).stat().st_size <= 60_000
    assert main([*words, str(tmp_path / "made.gif")]) == 0
    with image.open(ROOT / shown) as kept, image.open(tmp_path / "made.gif") as made:
        pairs = [(each.convert("RGB"), each.info["duration"]) for each in sequence.Iterator(made)]
        assert len(pairs) == kept.n_frames
        for frame, (picture, duration) in zip(sequence.Iterator(kept), pairs, strict=True):
            assert (frame.size, frame.info["duration"]) == (picture.size, duration)
            apart = stat.Stat(chops.difference(frame.convert("RGB"), picture)).mean
            assert max(apart) < 1  # a version of Pillow may draw the edges of digits a little differently


def test_every_example_is_named_in_the_list_of_examples() -> None:
    listed = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert all(f"| {path.name} |" in listed for path in (ROOT / "examples").iterdir() if path.name != "README.md")


def test_the_tests_are_told_in_both_readmes() -> None:
    for readme in READMES:
        text = (ROOT / readme).read_text(encoding="utf-8")
        assert all(command in text for command in MAKE)


def test_the_ways_to_type_a_board_are_one_board() -> None:
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    ways = re.findall("`(.*?)`", text.partition("all of these are one board:")[2].partition("(Tatham")[0])
    assert len(ways) == 8
    assert {formats.read(way).state for way in ways} == {(1, 1, 0, 0, 0, 0, 0, 0, 0)}
