"""What is compiled is kept on disk, and what is kept there and cannot be read is compiled anew."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import numpy as np
from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

@jit
def count(words):
    total = 0
    for word in words:
        total += np.int64(bits.popcount(word))
    return total

print(count(np.array([7, 8], np.uint64)), sum(count.stats.cache_hits.values()))
"""


def test_a_cache_that_cannot_be_read_is_written_anew(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)

    def run() -> str:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        command = [sys.executable, str(program)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    def empty(_data: bytes) -> bytes:
        return b""

    def tear(data: bytes) -> bytes:
        return data[: len(data) // 2]

    def lose_a_class(data: bytes) -> bytes:
        return data.replace(b"numba.core.types", b"numba.core.tipes")

    assert run() == "4 0\n"
    assert run() == "4 1\n"
    for damage in (empty, tear, lose_a_class):
        for path in (tmp_path / "cache").rglob("*.nb*"):
            path.write_bytes(damage(path.read_bytes()))
        assert run() == "4 0\n", damage
        assert run() == "4 1\n", damage


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_a_cache_that_others_can_write_is_not_unpickled(tmp_path: Path) -> None:
    program, mark = tmp_path / "program.py", tmp_path / "mark"
    program.write_text(PROGRAM)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run() -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, str(program)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    assert run().stdout == "4 0\n"
    index, *_ = (tmp_path / "cache").rglob("*.nbi")
    code = f"import pathlib; pathlib.Path({str(mark)!r}).touch()"
    hostile = b"cbuiltins\nexec\n(V" + code.encode() + b"\ntR."
    whole = index.read_bytes()
    index.write_bytes(hostile)
    for path, mode in ((index, 0o666), (index.parent, 0o777)):
        before = path.stat().st_mode
        path.chmod(mode)
        ended = run()
        assert ended.stdout == "4 0\n" and "can be written by others" in ended.stderr
        path.chmod(before)
    assert not mark.exists()
    index.write_bytes(whole)
    assert run().stdout == "4 1\n"
