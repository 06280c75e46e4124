import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from solvable.core import disk_cache
from solvable.core.disk_cache import PAGE, DamagedTableError, UntrustedError
from solvable.core.errors import PuzzleError

KEY = {"kind": "test", "board": [1, 2, 3]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def words(size: int = 100_000) -> disk_cache.Words:
    return memoryview(bytearray(Random(1).randbytes(8 * size))).cast("Q")


def same(found: disk_cache.Words, wanted: disk_cache.Words) -> bool:
    return bytes(found) == bytes(wanted)


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*") if path.suffix not in (".table", ".lock"))


def test_a_table_comes_back_as_it_was_written(folder: Path) -> None:
    assert not disk_cache.has("a")
    built = disk_cache.obtain("a", KEY, words)
    assert same(built, words())
    assert built.readonly and built.format == "Q"
    again = disk_cache.obtain("a", KEY, lambda: pytest.fail("built twice"))
    assert same(again, built)
    assert disk_cache.check("a").bytes == PAGE + built.nbytes
    assert [info.name for info in disk_cache.listing()] == ["a"]
    assert leftovers(folder) == []
    assert disk_cache.remove("a")
    assert not disk_cache.remove("a")
    assert disk_cache.listing() == ()


@pytest.mark.parametrize("size", [1, 1 << 16, (1 << 16) + 1])
def test_every_size_comes_back(size: int) -> None:
    disk_cache.save("a", KEY, words(size))
    assert same(disk_cache.load("a", KEY), words(size))


def damages() -> Iterator[tuple[str, bytes, bytes]]:
    body = words().tobytes()
    header = disk_cache._header("a", KEY, words())
    yield "empty", b"", b""
    yield "junk", os.urandom(PAGE), body
    yield "cut in the header", header[:100], b""
    yield "cut in the words", header, body[:-8]
    yield "too long", header, body + b"12345678"
    yield "foreign", disk_cache._header("a", {"kind": "other"}, words()), body
    yield "of a later version", header.replace(b'"version": 2', b'"version": 9'), body
    yield "a list", json.dumps([1]).encode().ljust(PAGE), body
    for at in (0, 12_345, len(body) - 1):
        flipped = bytearray(body)
        flipped[at] ^= 1 << (at % 8)
        yield f"a bit flipped at {at}", header, bytes(flipped)
    for place, size in (("pages", 4096), ("words", 8), ("blocks", 1 << 19)):
        moved = body[size : 2 * size] + body[:size] + body[2 * size :]
        yield f"two {place} swapped", header, moved
    yield "a block rotated by a page", header, body[4096 : 1 << 19] + body[:4096] + body[1 << 19 :]
    yield "a block reversed", header, words()[: 1 << 16][::-1].tobytes() + body[1 << 19 :]
    yield "nested deeply", b"[" * PAGE, body
    fields = json.loads(header)
    for key in (None, 7, "a"):
        yield f"with the key {key}", json.dumps(fields | {"key": key}).encode().ljust(PAGE), body


@pytest.mark.parametrize("name,header,body", [*damages()], ids=lambda value: value if isinstance(value, str) else "")
def test_a_damaged_file_is_never_used_and_said_so(
    name: str, header: bytes, body: bytes, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    disk_cache.path_of("a").write_bytes(header + body)
    with pytest.raises(DamagedTableError):
        disk_cache.load("a", KEY)
    assert same(disk_cache.obtain("a", KEY, words), words())
    assert "building it again" in caplog.text
    assert same(disk_cache.load("a", KEY), words())


def test_a_table_whose_words_do_not_fit_its_key_is_built_again(caplog: pytest.LogCaptureFixture) -> None:
    disk_cache.save("a", KEY, words(1))  # a header with the right key, the right sums, and one word
    assert same(disk_cache.load("a", KEY), words(1))
    with pytest.raises(DamagedTableError):
        disk_cache.load("a", KEY, lambda found: len(found) == 100_000)
    assert same(disk_cache.obtain("a", KEY, words, lambda found: len(found) == 100_000), words())
    assert "is damaged; building it again" in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are those of POSIX")
def test_a_table_that_others_could_have_written_is_not_used(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    forged = words()
    forged[7] ^= 1

    def forge(mode: int, owner: int) -> None:
        disk_cache.save("a", KEY, forged)
        disk_cache.path_of("a").chmod(mode)
        if os.geteuid() == 0:
            os.chown(disk_cache.path_of("a"), owner, -1)

    for mode, owner in ((0o666, 0), (0o620, 0), (0o644, 12345)):
        if owner == 0 or os.geteuid() == 0:
            forge(mode, owner)
            if owner == 0 and mode == 0o620:
                os.chown(disk_cache.path_of("a"), -1, 12345) if os.geteuid() == 0 else disk_cache.path_of("a").chmod(
                    0o602
                )
            with pytest.raises(UntrustedError):
                disk_cache.load("a", KEY)
            assert same(disk_cache.obtain("a", KEY, words), words())
            assert same(disk_cache.load("a", KEY), words())
    forge(0o644, 0)
    folder.chmod(0o777)
    assert same(disk_cache.obtain("a", KEY, words), words())  # and it stays in memory
    assert "can be written by others" in caplog.text
    folder.chmod(0o1777)  # nobody replaces another's files there, as in /tmp
    assert same(disk_cache.load("a", KEY), words())


def test_a_damaged_file_is_listed_as_a_file_and_can_be_removed(folder: Path) -> None:
    folder.mkdir()
    for number, (_, header, body) in enumerate(damages()):
        disk_cache.path_of(f"t{number}").write_bytes(header + body)
    assert len(disk_cache.listing()) < len(disk_cache.files()) == number + 1
    for name in disk_cache.files():
        with contextlib.suppress(DamagedTableError):
            disk_cache.check(name)
        assert disk_cache.remove(name)
    assert not disk_cache.files()


def test_removing_leaves_the_lock_to_who_holds_it(folder: Path) -> None:
    def removed_meanwhile() -> disk_cache.Words:
        disk_cache.remove("a")
        assert (folder / "a.lock").exists()
        return words()

    assert same(disk_cache.obtain("a", KEY, removed_meanwhile), words())


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 3000, 1 << 16, (1 << 16) + 1, 3 << 16, 200_000])
def test_the_sum_of_the_kernel_is_that_of_the_reference(size: int) -> None:
    given = words(size)
    assert disk_cache._sum(given) == disk_cache.sum_reference(given)


def test_the_sum_is_that_of_its_definition() -> None:
    given = words(3000).tolist()
    weights = [i * 0x9E3779B97F4A7C15 % 2**64 | 1 for i in range(1, 257)]
    rows = [given[begin : begin + 256] for begin in range(0, 3000, 256)]
    by_column = sum(weight * word for row in rows for weight, word in zip(weights, row, strict=False))
    by_row = sum(weight * sum(row) for weight, row in zip(weights, rows, strict=False))
    assert disk_cache.sum_reference(words(3000)) == [by_column % 2**64, by_row % 2**64]
    assert len(set(weights)) == 256


def test_what_a_build_raises_leaves_nothing(folder: Path) -> None:
    def interrupted() -> disk_cache.Words:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        disk_cache.obtain("a", KEY, interrupted)
    assert leftovers(folder) == []
    assert not disk_cache.has("a")
    assert same(disk_cache.obtain("a", KEY, words), words())  # the lock is free again


def test_dead_builds_are_cleared(folder: Path) -> None:
    folder.mkdir()
    (folder / "a.table.123.tmp").write_bytes(b"half")
    disk_cache.obtain("a", KEY, words)
    assert leftovers(folder) == []


@pytest.mark.parametrize("obstacle", ["a file where the folder should be", "a folder that cannot be made"])
def test_without_a_folder_the_table_stays_in_memory(
    obstacle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if "file" in obstacle:
        (tmp_path / "cache").write_text("")
    else:
        monkeypatch.setenv("SOLVABLE_CACHE", "/proc/none")
    assert same(disk_cache.obtain("a", KEY, words), words())
    assert "stays in memory" in caplog.text
    assert disk_cache.listing() == ()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
def test_a_full_disk_keeps_the_table_in_memory(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limits[1]))
    try:
        assert same(disk_cache.obtain("a", KEY, words), words())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "stays in memory" in caplog.text
    assert not disk_cache.has("a")
    assert leftovers(folder) == []


SLOW_BUILD = """
import time
from array import array
from solvable.core import disk_cache as tables

def build():
    print("building", flush=True)
    time.sleep(0.5)
    return memoryview(array("Q", range(1000)))

print(sum(tables.obtain("a", {"kind": "test"}, build)))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs file locks")
def test_two_processes_build_once(folder: Path) -> None:
    both = [subprocess.Popen([sys.executable, "-c", SLOW_BUILD], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    printed = [process.communicate()[0].split() for process in both]
    assert sorted(printed) == [["499500"], ["building", "499500"]]
    assert leftovers(folder) == []


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "a\\b", "x y", "a.table", "a\0", "é"])
def test_a_name_leads_to_no_file_outside_the_folder(name: str) -> None:
    with pytest.raises(PuzzleError, match="invalid table name"):
        disk_cache.path_of(name)
    with pytest.raises(PuzzleError, match="invalid table name"):
        disk_cache.remove(name)
