"""The kernels' own tests once more, with kernels that AddressSanitizer and UBSan watch: no access beyond an array."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import make_wheels

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/kernels/test_library.py::test_any_buffer_will_do",
    "tests/lights/test_bulk.py",
    "tests/lights/worst/test_flats.py::test_the_kernel_is_its_twin",
    "tests/lights/worst/test_hardest.py::test_kernel_and_reference_visit_the_same_nodes",
    "tests/lights/worst/test_intervals.py::test_annealing_is_its_reference",
    "tests/lights/worst/test_intervals.py::test_the_covering_radius_is_the_definition",
)
LEVEL = "kernels-v3.so"


def runtime(name: str) -> str:
    """Return the path of a sanitizer's runtime as g++ has it, "" if it has none."""
    if shutil.which("g++") is None:
        return ""
    done = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    path = done.stdout.strip()
    return path if os.sep in path else ""


@pytest.mark.skipif(not runtime("libasan.so"), reason="g++ with its sanitizers is not installed")
def test_the_sanitizers_have_nothing_to_report(tmp_path: Path) -> None:
    build = make_wheels.kernels()
    if "v3" not in build.host().levels or "avx2" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("the library that is tested is for processors with AVX2")
    build.build(tmp_path, sanitized=True)
    watched = {
        "SOLVABLE_KERNELS": str(tmp_path / LEVEL),
        "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libubsan.so')}",
        "ASAN_OPTIONS": "detect_leaks=0",  # CPython's own
    }
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(words, cwd=ROOT, env=os.environ | watched, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "ERROR: AddressSanitizer" not in done.stderr and "runtime error" not in done.stderr
