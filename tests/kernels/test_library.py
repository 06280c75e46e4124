"""The C++ library: declarations become wrappers that check every array; a stale or foreign library is refused."""

import copy
import importlib.util
import os
import pickle
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import solvable
from solvable.core.errors import PuzzleError
from solvable.kernels import library
from solvable.kernels.buffers import Buffer, calloc
from solvable.kernels.library import Field

KERNELS = Path(library.__file__).parent


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_of_kernels", KERNELS / "cpp" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def tables(**changed: object) -> library.Struct:
    """Two cells that toggle alone: the presses are the state."""
    fields = {
        "tables": array("Q", [0, 1, 2, 3]), "groups": 1, "residuals": array("Q"), "residual_groups": 0,
        "width": 2, "shift": 64, "quiet": array("Q", [0]), "quiet_count": 1,
    }  # fmt: skip
    return library.require().struct("BulkTables", **fields | changed)


def test_any_buffer_will_do() -> None:
    kernel, states = library.require(), [0, 1, 2, 3]
    for source in (array("Q", states), np.array(states, np.uint64), memoryview(array("Q", states)).toreadonly()):
        presses, weights = array("Q", [9] * 4), bytearray(4)
        kernel.bulk_solve(tables(), source, 4, presses, weights)
        assert (list(presses), list(weights)) == (states, [0, 1, 1, 2])
    lazily = calloc("Q", 6)
    kernel.bulk_solve(tables(), array("Q", states), 4, lazily[1:5], weights)
    assert list(lazily) == [0, *states, 0]
    frozen = np.array(states, np.uint64)
    frozen.flags.writeable = False
    presses, weights = array("Q", bytes(32)), bytearray(4)
    kernel.bulk_solve(tables(), Buffer(frozen), 4, Buffer(presses), Buffer(weights))
    assert list(presses) == states


def test_large_zeros_are_zeros_that_can_be_written() -> None:
    lazily = calloc("i", 1 << 19)
    assert len(lazily) == 1 << 19
    assert not any(lazily[:: 1 << 10])
    part = lazily[5:9]
    part[2] = -7
    assert lazily[7] == -7
    buffer = Buffer(lazily)
    assert (buffer.type, buffer.size, buffer.writable) == ("i32", 1 << 19, True)


def test_an_array_cannot_move_while_a_kernel_may_use_it() -> None:
    states = array("Q", [1, 2, 3])
    buffer = Buffer(states)
    assert (buffer.type, buffer.size, buffer.writable) == ("u64", 3, True)
    with pytest.raises(BufferError):
        states.extend(range(1000))
    assert Buffer(array("i")).size == 0


@pytest.mark.parametrize(
    ("states", "presses", "error", "text"),
    [
        (array("Q", [0]), array("Q", [0, 0]), ValueError, "states must have at least 2 items, not 1"),
        (array("q", [0, 0]), array("Q", [0, 0]), TypeError, "states must be an array of u64, not of i64"),
        (
            array("Q", [0, 0]),
            bytes(16),
            TypeError,
            "presses must be an array of u64, not of u8 that may not be written",
        ),
        (array("Q", [0, 0]), np.zeros(4, np.uint64)[::2], ValueError, "contiguous"),
        (array("Q", [0, 0]), np.zeros(2, ">u8"), TypeError, ">"),
        (array("Q", [0, 0]), [0, 0], TypeError, "bytes-like"),
    ],
)
def test_wrong_arrays_are_refused(states: object, presses: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        library.require().bulk_solve(tables(), states, 2, presses, bytearray(2))


def test_wrong_structures_are_refused() -> None:
    with pytest.raises(ValueError, match="tables must have at least 8 items, not 4"):
        tables(groups=2)
    with pytest.raises(TypeError):
        library.require().struct("BulkTables", groups=1)
    with pytest.raises(AttributeError):
        library.require().no_such_kernel  # noqa: B018


def test_a_copied_structure_has_arrays_of_its_own() -> None:
    states, presses = array("Q", [0, 1, 2, 3]), array("Q", bytes(32))
    changed = array("Q", [0, 1, 2, 3])
    original = tables(tables=changed)
    copied = pickle.loads(pickle.dumps(original))
    changed[3] = 1
    for struct, expected in ((original, [0, 1, 2, 1]), (copied, [0, 1, 2, 3]), (copy.deepcopy(copied), [0, 1, 2, 3])):
        library.require().bulk_solve(struct, states, 4, presses, bytearray(4))
        assert list(presses) == expected
    assert pickle.loads(pickle.dumps(Buffer(states))).size == 4


def test_every_declaration_is_read() -> None:
    kernel = library.require()
    for name in kernel.names:
        assert all(isinstance(each, Field) for each in kernel.parameters(name))
        assert callable(getattr(kernel, name))


def test_no_library_if_it_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for chosen, path in (("off", None), (str(KERNELS / "lib" / f"kernels-v2{library.SUFFIX}"), "kernels-v2")):
        if path and not Path(chosen).exists():
            continue
        code = "from solvable.kernels import library; found = library.load(); print(found and found.path.stem)"
        env = os.environ | {"SOLVABLE_KERNELS": chosen}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        assert done.stdout.strip() == str(path)


@pytest.mark.slow
def test_changed_sources_refuse_the_library_and_are_compiled_anew(tmp_path: Path, build: ModuleType) -> None:
    """A checkout in which a helper header changes: the old library is refused, the new one has the change."""
    package = tmp_path / "src" / "solvable"
    shutil.copytree(KERNELS, package / "kernels", ignore=shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc"))
    script, header = package / "kernels" / "cpp" / "build.py", package / "kernels" / "cpp" / "lights" / "bulk.hpp"
    code = (
        "import sys, importlib.util as u\n"
        f"sys.path.insert(0, {str(KERNELS.parents[1])!r})\n"
        f"spec = u.spec_from_file_location('copied', {str(package / 'kernels' / 'library.py')!r})\n"
        "module = u.module_from_spec(spec); sys.modules['copied'] = module; spec.loader.exec_module(module)\n"
        "print(module.load().fingerprint)"
    )

    def loaded() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    before = loaded()
    assert before.stdout.strip() == build.fingerprint()
    header.write_text(header.read_text(encoding="utf-8") + "// changed\n", encoding="utf-8")
    refused = loaded()
    assert refused.returncode != 0
    assert "run `make`" in refused.stderr
    cached = tmp_path / "build"
    if build.CACHE.exists():
        shutil.copytree(build.CACHE, cached / "kernels")  # what did not change need not be compiled again
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    assert loaded().stdout.strip() not in {"", build.fingerprint()}


@pytest.mark.slow
def test_a_source_that_does_not_compile_is_named(tmp_path: Path) -> None:
    shutil.copytree(KERNELS / "cpp", tmp_path / "a" / "b" / "c" / "cpp")
    source = tmp_path / "a" / "b" / "c" / "cpp" / "lights" / "bulk.cpp"
    source.write_text("no C++\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(source.parents[1] / "build.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "bulk.cpp" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_stale_library_is_told_as_what_cannot_be_loaded() -> None:
    """Front ends show the sentence of an ImportError; any other error of theirs is reported as ours."""
    assert issubclass(library.StaleKernelsError, ImportError)


def test_what_has_no_reference_says_that_it_needs_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    with pytest.raises(PuzzleError, match="needs the compiled kernels"):
        solvable.LightsOut(4, 4).worst()
