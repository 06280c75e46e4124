import subprocess
import sys
from pathlib import Path

import pytest

from solvable.core import disk_cache
from solvable.core.errors import MissingTableError, PuzzleError
from solvable.tiles.pdb import registry


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["3x3-431", "3x3-mtm"])
def test_a_table_is_built_verified_and_removed_by_its_name(name: str, folder: Path) -> None:
    with pytest.raises(MissingTableError, match="build it first"):
        registry.verify(name)
    reached: list[tuple[int, int]] = []
    size = registry.build(name, lambda *now: reached.append(now))
    assert reached[-1][0] == reached[-1][1]
    assert registry.verify(name) == ""
    assert registry.Entry(name, size + disk_cache.PAGE, built=True) in registry.list_tables()
    path = folder / f"{name}.table"
    broken = bytearray(path.read_bytes())
    broken[-9] ^= 1
    path.write_bytes(broken)
    assert "damaged" in registry.verify(name)
    assert registry.remove(name)
    assert not registry.remove(name)


@pytest.mark.parametrize("word", [b'"checksum": "', b'"name": "'])
def test_what_verify_finds_wrong_is_built_anew_though_no_search_would_see_it(word: bytes, folder: Path) -> None:
    registry.build("3x3-431")
    path = folder / "3x3-431.table"
    whole = path.read_bytes()
    at = whole.index(word) + len(word)
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    assert "damaged" in registry.verify("3x3-431")
    registry.build("3x3-431")
    assert path.read_bytes() == whole
    assert registry.verify("3x3-431") == ""


@pytest.mark.slow
def test_killed_builds_and_damaged_files_give_no_wrong_answer_and_heal() -> None:
    words = ["--kills", "2", "--damages", "4", "--table", "4x3-74"]
    done = subprocess.run([sys.executable, "-m", "tools.wreck", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("2 kills, 4 damages, 0 faults")


def test_the_known_tables_are_listed_whether_built_or_not() -> None:
    found = {entry.name: entry for entry in registry.list_tables()}
    assert set(found) == set(registry.TABLES)
    assert not any(entry.built for entry in found.values())
    assert found["4x4-663"].bytes < 12_000_000
    assert found["5x5-6666"].bytes < 101_000_000
    assert found["4x4-mtm"].bytes < 110_000_000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4x3-641", "4x3-mtm"])
def test_an_interrupted_build_leaves_nothing(name: str, folder: Path) -> None:
    def interrupt(_reached: int, _states: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        registry.build(name, interrupt)
    assert not list(folder.glob("*.table*"))


def test_a_name_that_means_no_table_is_refused() -> None:
    for call in (registry.build, registry.verify):
        with pytest.raises(PuzzleError, match="unknown table"):
            call("7x7-nothing")


@pytest.mark.parametrize("name", ["+4x4-663", " 4x4-663", "4x4@0-663", "4_x4-663", "04x4-663", "４x4-663", "5x5@-6666"])
def test_a_table_has_one_name(name: str) -> None:
    with pytest.raises(PuzzleError, match="unknown table"):
        registry.named(name)


def test_a_table_beyond_the_memory_is_refused() -> None:
    with pytest.raises(PuzzleError, match="GB to build"):
        registry.build("6x6-88883")


def test_damaged_and_unknown_files_are_listed_and_found_wrong(folder: Path) -> None:
    registry.build("3x3-431")
    whole = (folder / "3x3-431.table").read_bytes()
    (folder / "stranger.table").write_bytes(whole)
    (folder / "4x4-78.table").write_bytes(b"hello")
    (folder / "3x3-422.table").write_bytes(whole[:-8])
    (folder / "not a name.table").write_bytes(whole)
    found = {entry.name: entry for entry in registry.list_tables() if entry.built}
    assert {name: entry.damaged for name, entry in found.items()} == {
        "3x3-431": False, "stranger": False, "4x4-78": True, "3x3-422": True
    }  # fmt: skip
    assert registry.verify("3x3-431") == ""
    assert "unknown table" in registry.verify("stranger")
    assert "not a table" in registry.verify("4x4-78")
    assert "cut short" in registry.verify("3x3-422")
    assert all(registry.remove(name) for name in found)
