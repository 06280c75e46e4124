"""Kernels in a shared object do what numba's do, and whatever does not fit comes from numba."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solvable import SlidingTiles, kernels, memory
from solvable.kernels import linked
from solvable.kernels.base import jit, linking
from solvable.kernels.tiles import construct, pairs
from solvable.kernels.tiles.outer import stages
from solvable.kernels.tiles.outer.records import Beam
from solvable.shared import behind
from solvable.tiles import compiling
from solvable.tiles.near import large
from solvable.warming import LINKED

pytestmark = pytest.mark.skipif(linking.linker() is None or sys.platform != "linux", reason="there is no linker")
NEAR = 5, 10, 12, 30


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shared object of what short solutions compile."""
    large.load()
    for side in NEAR:
        puzzle = SlidingTiles(side, side)
        puzzle.near(puzzle.scramble("1"), seconds=0.3)
    result = tmp_path_factory.mktemp("linked") / "near.so"
    wanted = [each for each in jit.made if linking.name(each.py_func).startswith(LINKED["tiles.near"])]
    assert linking.write(result, wanted, linked.processor())
    return result


def stand_in(file: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What looks like a module and must not load it."""
    library = linked.opened(file)
    assert library is not None
    monkeypatch.setattr(linked, "module", lambda name: pytest.fail(f"{name} was loaded"))
    return linked.StandIn(name, library)


@pytest.mark.parametrize(
    ("kind", "given", "others"),
    [
        ("i8", (3, np.int64(3)), (True, 3.0, np.uint64(3), np.zeros(1, np.int64), np.zeros((), ">i8"), None)),
        ("u8", (np.uint64(3),), (3, np.int64(3), np.uint32(3))),
        ("f8", (3.0, np.float64(3)), (3, np.float32(3))),
        (["<u4", 1, False], (np.zeros(3, np.uint32),), (np.zeros((1, 3), np.uint32), np.zeros(3, np.int32), [1], b"")),
        (["<u4", 1, False], (), (np.zeros(6, np.uint32)[::2], np.frombuffer(bytes(8), np.uint32))),
        (["<u4", 1, True], (np.zeros(3, np.uint32), np.frombuffer(bytes(8), np.uint32)), ()),
        ("b1", (True, np.bool_(0)), (1, 0.0, np.uint8(1), np.zeros(1, np.bool_), None)),
        (["|b1", 1, False], (np.zeros(3, np.bool_),), (np.zeros(3, np.uint8), True)),
        (("i8", ("u8",)), ((1, (np.uint64(1),)),), ((1,), (1, (1,)), (1, np.uint64(1)), [1, (np.uint64(1),)])),
        (("i8", "i8", "i8"), (Beam(1, 2, 3), (1, 2, 3)), (Beam(1, 2, True), (1, 2), [1, 2, 3])),
    ],
)
def test_arguments_fit_exactly_one_kind(kind: Any, given: tuple[Any, ...], others: tuple[Any, ...]) -> None:
    assert all(linked.fits(kind, value) for value in given)
    assert not any(linked.fits(kind, value) for value in others)
    for value in given:
        assert len(list(linked.types(kind))) == len(list(linked.words(kind, value)))


def test_files_that_are_damaged_or_for_another_processor_are_not_opened(short: Path, tmp_path: Path) -> None:
    code, listed = short.read_bytes(), json.loads(Path(f"{short}{linked.LIST}").read_text())

    def opened(name: str, code: bytes, listed: Any) -> linked.Library | None:
        (tmp_path / name).write_bytes(code)
        (tmp_path / f"{name}{linked.LIST}").write_text(listed if isinstance(listed, str) else json.dumps(listed))
        return linked.opened(tmp_path / name)

    assert opened("whole", code, listed) and opened("for all", code, listed | {"processor": ""})
    assert opened("other processor", code, listed | {"processor": "Z80"}) is None
    assert opened("flipped", code[:4000] + bytes([code[4000] ^ 1]) + code[4001:], listed) is None
    assert opened("torn", code[:-1], listed) is None
    assert opened("no list", code, "") is None and opened("odd list", code, "[]") is None
    assert opened("no functions", code, listed | {"functions": {"a": [["nowhere", [], ""]]}}) is None
    assert linked.opened(tmp_path / "not there") is None


@pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are those of POSIX")
def test_code_that_others_could_have_written_is_not_opened(short: Path, tmp_path: Path) -> None:
    copy, listed = tmp_path / "copy.so", tmp_path / f"copy.so{linked.LIST}"
    copy.write_bytes(short.read_bytes())
    listed.write_bytes(Path(f"{short}{linked.LIST}").read_bytes())
    for path, mode in ((copy, 0o666), (listed, 0o622), (tmp_path, 0o777)):
        before = path.stat().st_mode
        path.chmod(mode)
        assert linked.opened.__wrapped__(copy) is None
        path.chmod(before)
    assert linked.opened.__wrapped__(copy)


def test_arrays_and_tuples_come_back_as_numba_returns_them(short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, count = pairs.number_parameters()
    steps = np.random.default_rng(1).integers(-99, 99, count).astype(np.int16)
    moved = [np.array([1, 2, 6, 2, 3], np.int32) for _ in range(2)]  # there and back in the middle
    expected = (
        (numbers, count),
        pairs.terms_of_pairs(steps, numbers),
        pairs.terms_of_tiles(steps, numbers, 4, 3),
        stages.pair_window(3, 5),
        construct.simplify(moved[0], 0, False),
    )
    here = {name: stand_in(short, f"tiles/{name}", monkeypatch) for name in ("pairs", "outer/stages", "construct")}
    again = (
        here["pairs"].number_parameters(),
        here["pairs"].terms_of_pairs(steps, numbers),
        here["pairs"].terms_of_tiles(steps, numbers, 4, 3),
        here["outer/stages"].pair_window(3, 5),
        here["construct"].simplify(moved[1], 0, False),
    )
    for wanted, found in zip(expected, again, strict=True):
        for one, other in zip(*(each if isinstance(each, tuple) else (each,) for each in (wanted, found)), strict=True):
            assert type(one) is type(other) and np.array_equal(one, other)
            assert not isinstance(one, np.ndarray) or one.dtype == other.dtype
    assert np.array_equal(moved[0], moved[1])


def test_what_is_returned_again_and_again_takes_no_memory(short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each array of 4.7 MB is given back: 200 of them would be a gigabyte."""
    kernels = stand_in(short, "tiles/pairs", monkeypatch)
    kernels.number_parameters()
    before = memory.resident()
    for _ in range(200):
        kernels.number_parameters()
    assert memory.resident() - before < 100_000_000


def test_short_solutions_in_a_new_process_load_no_numba(
    short: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    own = behind.mark(compiling.NEAR).with_suffix(".so")
    for end in ("", linked.LIST):
        Path(f"{own}{end}").write_bytes(Path(f"{short}{end}").read_bytes())
    code = (
        "import sys; from solvable import SlidingTiles\n"
        f"for side in {NEAR}:\n"
        "    puzzle = SlidingTiles(side, side)\n"
        "    state = puzzle.scramble('1')\n"
        "    found = puzzle.near(state, seconds=1)\n"
        "    assert puzzle.apply_all(state, found.moves) == puzzle.goal\n"
        "    print(len(found.moves), 'numba' in sys.modules)"
    )
    environment = os.environ | {"SOLVABLE_KERNELS": "on", "PYTHONPATH": str(Path(kernels.__file__).parents[2])}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    lengths, loaded = zip(*(line.split() for line in said.stdout.splitlines()), strict=True)
    assert set(loaded) == {"False"}
    assert all(int(length) < 1.5 * side**3 for length, side in zip(lengths, NEAR, strict=True))


def test_what_is_warmed_is_compiled_though_it_could_be_called_without_numba(tmp_path: Path) -> None:
    """A shared object without a mark may be left by a process that was killed."""
    code = (
        "from solvable import kernels, warming\n"
        "warming.steps = lambda: {'tiles.near': lambda: print(kernels.are_loaded())}\n"
        "list(warming.warm())\n"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(kernels.__file__).parents[2])}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout == "True\n"
