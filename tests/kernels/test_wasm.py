"""The kernels in WebAssembly under Pyodide, in node: all calls of the kernels' own tests, with the same results."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.kernels import recorded_calls
from tests.kernels.test_sanitized import TESTS
from tests.web.conftest import fetched, node
from tools import make_wheels

from solvable import kernels

pytestmark = pytest.mark.slow
__all__ = ["node"]

MORE = (
    "tests/lights/algebra/test_gf2_polynomials.py",
    "tests/lights/nullity/test_roots_of_unity.py",
    "tests/lights/transfer_matrix/test_words.py",
    "tests/lights/test_batch_arrays.py",
    "tests/lights/min_weight/test_lit_only.py",
    "tests/tiles/census/test_complete.py",
    "tests/tiles/optimal/test_multi.py::test_labels_alone_may_look_solved",
    "tests/tiles/test_parity.py",
    "tests/tiles/suboptimal/test_guided.py",
    "tests/tiles/suboptimal/test_outer_lines.py",
    "tests/tiles/suboptimal/test_sweeps.py",
    "tests/tiles/suboptimal/test_pair_heuristic.py",
    "tests/tiles/suboptimal/test_pair_beam.py",
)
ROOT = Path(__file__).parents[2]
HEAD = f"""
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "src")!r}]
"""


@pytest.fixture(scope="session")
def pyodide(node: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A function of code in Python and an expression that runs both under Pyodide and returns the latter's value.

    Files of this checkout and of the folder `more` are there, and kernels.
    """
    runtime = fetched("pyodide", tmp_path_factory)
    build = make_wheels.kernels()
    if not build.are_current(target=build.PYODIDE):
        build.build(build.LIBRARIES, target=build.PYODIDE)

    def run(code: str, value: str, more: Path = ROOT) -> Any:
        folders = [str(each) for each in {ROOT, more}]
        words = [node, str(ROOT / "tools" / "pyodide.mjs"), f"{runtime}/pyodide.mjs"]
        words += [f"{HEAD}{code}\nprint(json.dumps({value}))", *folders]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.splitlines()[-1])

    return run


def test_the_library_is_loaded_and_has_every_kernel(pyodide: Any) -> None:
    found = pyodide(
        "from solvable import kernels; library = kernels.native()",
        "[library.path.name, library.names, library.fingerprint, kernels.has_library()]",
    )
    native = kernels.native()
    assert found == ["kernels-baseline.wasm", list(native.names), native.fingerprint, True]


def test_calls_of_the_kernels_own_tests_have_the_same_results(pyodide: Any, tmp_path: Path) -> None:
    file = tmp_path / "calls"
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", recorded_calls.__name__]
    recorded = os.environ | {recorded_calls.FILE: str(file), "SOLVABLE_KERNELS": str(kernels.native().path)}
    done = subprocess.run([*words, *TESTS, *MORE], cwd=ROOT, env=recorded, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    code = "from tests.kernels.recorded_calls import repeated"
    differences = pyodide(code, f"repeated({str(file)!r})", tmp_path)
    assert {name: told for name, told in differences.items() if told} == {}
    assert len(differences) > 80  # others are called with larger arrays, by threads, or only on some processors
