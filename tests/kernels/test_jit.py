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


@pytest.mark.parametrize("damage", ["nothing", "empty", "torn", "a class that is gone"])
def test_a_cache_that_cannot_be_read_is_written_anew(tmp_path: Path, damage: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)

    def run() -> str:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        command = [sys.executable, str(program)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert run() == "4 0\n"
    for path in (tmp_path / "cache").rglob("*.nb*"):
        data = path.read_bytes()
        if damage == "empty":
            path.write_bytes(b"")
        elif damage == "torn":
            path.write_bytes(data[: len(data) // 2])
        elif damage != "nothing":
            path.write_bytes(data.replace(b"numba.core.types", b"numba.core.tipes"))
    assert run() == ("4 1\n" if damage == "nothing" else "4 0\n")
    assert run() == "4 1\n"
