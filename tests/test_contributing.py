"""What CONTRIBUTING.md says to run after a change: its paths, targets and programs exist."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def rows() -> list[tuple[list[str], list[str]]]:
    """Return (what stands in code on the left, what stands in code on the right) of each row of the table."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| changed this |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [line.strip("|").split(" | ") for line in table]
    return [(re.findall("`([^`]+)`", left), re.findall("`([^`]+)`", right)) for left, right in cells]


def runs(command: str, marks: set[str]) -> bool:
    """Return whether all that a command names exists."""
    program, *words = shlex.split(command)
    if program == "make":
        return all(re.search(rf"^{word}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M) for word in words)
    if program == "pytest":
        chosen = words[words.index("-m") + 1 :] if "-m" in words else []
        places = words[: len(words) - len(chosen) - bool(chosen)]
        return all((ROOT / place).exists() for place in places) and set(" ".join(chosen).split()) - {"not"} <= marks
    module = ROOT / words[1].replace(".", "/")
    return words[0] == "-m" and (module.with_suffix(".py").is_file() or (module / "__main__.py").is_file())


def test_what_to_run_after_a_change_exists(pytestconfig: pytest.Config) -> None:
    marks = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    changed = [path for paths, _ in rows() for path in paths]
    commands = [command for _, each in rows() for command in each if " " in command]
    assert len(changed) > 20 < len(commands)
    assert not [path for path in changed if not (ROOT / path).exists()]
    assert not [command for command in commands if not runs(command, marks)]


def test_what_does_not_exist_is_noticed() -> None:
    assert runs("make check", set())
    assert runs('pytest tests/web -m "not browser"', {"browser"})
    for command in ("make nothing", "pytest tests/none", "pytest tests/web -m brouser", "python -m tools.none"):
        assert not runs(command, {"browser"})


def test_every_room_stands_in_the_table() -> None:
    named = {path.split("/")[2] for paths, _ in rows() for path in paths if path.startswith("src/solvable/")}
    rooms = {path.parent.name for path in (ROOT / "src" / "solvable").glob("*/__init__.py")}
    assert rooms <= named
