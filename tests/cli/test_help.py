"""Help speaks both languages, shows examples that work, and starts without loading anything heavy."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import solvable
from solvable import __version__
from solvable.cli.app import ROWS
from solvable.cli.terminal import language
from solvable.messages import LANGUAGES, catalogue

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

ROOT = Path(__file__).parents[2]
NAMES = [row.name for row in ROWS]
EXAMPLES = [
    line.split("  # ")[0]
    for key, text in catalogue("en").items()
    if key.startswith("examples.") and isinstance(text, str)
    for line in text.splitlines()
    if "COMMAND" not in line and not {"bench", "serve"} & set(line.split())  # which have tests of their own
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["", *NAMES, "pdb list", "pdb build", "pdb verify", "pdb remove"])
def test_every_command_explains_itself(cli: "Cli", name: str, lang: str) -> None:
    shown = cli(*name.split(), "--help", "--lang", lang) if name else cli("--lang", lang, "--help")
    assert shown.code == 0
    assert shown.err == ""
    assert not re.search(r"\b(help|option|section|examples)\.[a-z]", shown.out)
    assert ("用法" in shown.out) == (lang == "zh")
    assert f"solvable {name or 'solve'}" in shown.out


def test_the_program_lists_every_command_and_says_its_version(cli: "Cli") -> None:
    assert all(f"  {name} " in cli().out for name in NAMES if name != "warm")  # which does nothing any more
    assert cli().out == cli("--help").out
    assert cli("pdb").out == cli("pdb", "--help").out
    assert cli("--version").out == f"solvable {__version__}\n"
    version, kernels = cli("--version", "-v").out.splitlines()
    assert version == f"solvable {__version__}"
    assert kernels.startswith("kernels: ")
    assert cli("-v", "-V").out.splitlines()[1] == kernels


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_begins_with_what_most_people_want_each_with_an_example(cli: "Cli", lang: str) -> None:
    first = cli("--lang", lang, "--help").out.split("\n\n")[2].splitlines()[1:]
    assert [line.split()[0] for line in first[::2]] == ["solve", "check", "play", "new", "explain"]
    for line, example in zip(first[::2], first[1::2], strict=True):
        examples = str(catalogue(lang)[f"examples.{line.split()[0]}"])
        assert example.strip() == examples.splitlines()[0].partition("  # ")[0]


def test_what_goes_with_every_command_is_explained_once(cli: "Cli") -> None:
    for option in ("--lang", "--ascii"):
        assert f"  {option}" in cli("--help").out
    for name in (name for name in NAMES if name != "pdb"):
        page = cli(name, "--help").out
        assert "\n  --lang" not in page and "\n  --ascii" not in page
        assert page.count("--ascii") == 1 and page.rstrip().endswith("explains them.")


@pytest.mark.slow
@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_in_the_help_works(
    cli: "Cli", line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path / "cache"))
    shutil.copy(ROOT / "examples" / "lights-5x5.txt", "board.txt")
    Path("answers.jsonl").write_text(cli("solve", "110/000/000", "--json").out)
    stdin = ""
    for command in line.split(" | "):
        program, *words = shlex.split(command)
        assert program == "solvable"
        words = ["1" if words[at - 1] == "--time" else word for at, word in enumerate(words)]
        shown = cli(*words, stdin=stdin)
        assert shown.code in (0, 1), shown.err
        assert shown.out
        stdin = shown.out


@pytest.mark.parametrize(
    ("words", "environment", "lang"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh"),
        ([], {"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW"}, "zh"),
        ([], {"LANG": "en_GB.UTF-8", "LANGUAGE": "zh:en"}, "zh"),
        ([], {"LANG": "C.UTF-8", "LANGUAGE": "zh"}, "en"),
        (["solve", "--lang", "en"], {"LANG": "zh_CN.UTF-8"}, "en"),
        (["solve", "--lang=zh"], {}, "zh"),
        (["solve", "--", "--lang=zh"], {}, "en"),
        (["solve", "--lang"], {}, "en"),
    ],
)
def test_the_language_is_asked_for_or_the_locale_s(words: list[str], environment: dict[str, str], lang: str) -> None:
    assert language(words, environment) == lang


def test_help_loads_nothing_heavy() -> None:
    heavy = {"numpy", "flint", "textual", "fastapi", "solvable.answers", "solvable.formats"}
    program = (
        f"import sys; from solvable.cli import main; main(['--help']); print(*sorted({heavy!r} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == ""


def test_an_interrupt_is_answered_before_anything_is_loaded() -> None:
    program = "import sys; from solvable.cli import run; print(*(name for name in sys.modules if 'solvable' in name))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) <= {"solvable", "solvable.cli", "__editable___solvable_finder"}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_an_interrupt_while_loading_ends_without_a_traceback() -> None:
    program = """
import builtins, os, signal
from solvable.cli import run
load = builtins.__import__
def interrupted(name, *rest):
    if name.startswith("solvable"):
        os.kill(os.getpid(), signal.SIGINT)
    return load(name, *rest)
builtins.__import__ = interrupted
run()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (130, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_an_interrupt_while_all_is_taken_down_changes_no_exit_code() -> None:
    program = """
import gc, os, signal, sys
from solvable.cli import run
gc.freeze = lambda: None  # all is taken down, when Python has given its signals back
class Late:
    def __del__(self, kill=os.kill, me=os.getpid(), number=signal.SIGINT):
        kill(me, number)
late = Late()
sys.argv = ["solvable", "solve", "110/000/000", "--json"]
run()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_public_names_are_there() -> None:
    assert all(getattr(solvable, name) is not None for name in solvable.__all__)
    assert set(dir(solvable)) == set(solvable.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = solvable.nothing  # type: ignore[attr-defined]


def test_the_module_is_the_program() -> None:
    run = subprocess.run([sys.executable, "-m", "solvable", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"solvable {__version__}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("solvable so", ["solve"]),
        ("solvable solve --ne", ["--near"]),
        ("solvable check boa", ["board.txt"]),
        ("solvable check bo/", ["bo/x"]),
        ("solvable convert - --to hack", ["hackerrank"]),
        ("solvable table nul", ["nullity"]),
    ],
)
def test_the_shell_completes_commands_options_files_and_formats(
    words: str, completed: list[str], tmp_path: Path
) -> None:
    (tmp_path / "board.txt").touch()
    (tmp_path / "bo").mkdir()
    (tmp_path / "bo" / "x").touch()
    environment = {"_SOLVABLE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    command = [sys.executable, "-m", "solvable"]
    run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.stdout.split(), run.stderr) == ([f"plain,{word}" for word in completed], "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no bash there")
@pytest.mark.parametrize(("shell", "start"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", "")])
def test_completion_is_installed_once(shell: str, start: str, tmp_path: Path) -> None:
    (tmp_path / start if start else tmp_path / "start").write_text("# mine")
    environment = os.environ | {"HOME": str(tmp_path), "SHELL": f"/bin/{shell}"}
    for words in (["--install-completion"], ["--install-completion", shell]):
        subprocess.run([sys.executable, "-m", "solvable", *words], env=environment, capture_output=True, check=True)
    scripts = [path for path in tmp_path.rglob("*") if path.suffix in {".bash", ".zsh", ".fish"}]
    assert len(scripts) == 1
    shown = subprocess.run(
        [sys.executable, "-m", "solvable", "--show-completion"], env=environment, capture_output=True, check=True
    )
    assert shown.stdout.strip() == scripts[0].read_bytes().strip()
    if start:
        lines = (tmp_path / start).read_text().splitlines()
        assert (lines[0], len(lines), str(scripts[0]) in lines[1]) == ("# mine", 2, True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash there")
def test_bash_completes_what_was_installed(tmp_path: Path) -> None:
    environment = os.environ | {"HOME": str(tmp_path), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    program = tmp_path / "solvable"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m solvable "$@"\n')
    program.chmod(0o755)
    subprocess.run([program, "--install-completion", "bash"], env=environment, capture_output=True, check=True)
    line = ". ~/.bashrc; COMP_WORDS=(solvable qu); COMP_CWORD=1; _solvable_completion solvable; echo $COMPREPLY"
    shown = subprocess.run(["bash", "-c", line], env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout == "quiet\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_shell_is_told_the_known_ones(cli: "Cli", lang: str) -> None:
    shown = cli("--lang", lang, "--install-completion", "tcsh")
    assert (shown.code, "bash, zsh, fish" in shown.err) == (2, True)


@pytest.mark.parametrize("name", ["solve", "pdb list", "help"])
def test_help_and_the_version_are_found_however_they_are_asked_for(cli: "Cli", name: str) -> None:
    words = name.split()
    page = cli(*words, "--help").out
    assert page == cli(*words, "-h").out == cli("help", *words).out
    assert cli(*words, "-V").out == cli("-V").out == f"solvable {__version__}\n"
    assert cli("help").out == cli("-h").out == cli().out
    assert cli("help", "slove").code == 2
    assert "solve" in cli("help", "slove", "--lang", "zh").err
