"""Pickles of DeepCubeA are read without running them: made by hand here, honest ones and hostile ones."""

import os
import pickle
import pickletools
import sys
import tracemalloc
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, NotationError
from solvable.formats import unpickling
from solvable.formats.deepcubea import read_instances
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

np = pytest.importorskip("numpy")


@pytest.fixture
def classes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """DeepCubeA's state classes, with the modules, names and slots they have there; (class name, tiles) → a state."""

    def made(name: str, tiles: Any) -> Any:
        module = ModuleType("environments.n_puzzle" if name == "NPuzzleState" else "environments.lights_out")
        kind = type(name, (), {"__slots__": ("tiles", "hash"), "__module__": module.__name__})
        setattr(module, name, kind)
        monkeypatch.setitem(sys.modules, "environments", ModuleType("environments"))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        state = kind()
        state.tiles, state.hash = tiles, None
        return state

    return made


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["uint8", "int64", ">i4"])
def test_test_sets_are_read(classes: Any, protocol: int, kind: str) -> None:
    puzzle, random = SlidingTiles(4, 4), Random(3)
    boards = [puzzle.scramble(random) for _ in range(20)]
    states: list[Any] = []
    for board in boards:  # one class for all, as in a file
        states.append(classes("NPuzzleState", np.array(board, kind)) if not states else type(states[0])())
        states[-1].tiles, states[-1].hash = np.array(board, kind), np.int64(7)
    data = pickle.dumps({"states": states, "solutions": [[["U", -1]]] * 20, "times": [0.5] * 20}, protocol)
    if protocol in (2, 5):  # bytes by _codecs.encode, arrays by numpy's _frombuffer: no names that are read
        with pytest.raises(NotationError, match=r"_codecs|BYTEARRAY8|_frombuffer"):
            read_instances(data)
        return
    found = read_instances(data)
    assert (found.puzzle, found.states) == (puzzle, tuple(boards))
    assert found.solutions[0] == [["U", -1]]


def test_a_file_of_one_board_is_a_board(classes: Any, tmp_path: Path) -> None:
    lamps = np.array([0, 1, 1, 0, 1, 0, 0, 0, 1], np.uint8)
    state = classes("LOState", lamps)
    file = tmp_path / "one.pkl"
    file.write_bytes(pickle.dumps({"states": [state]}, 4))
    board = formats.open_file(file)
    assert (board.puzzle, board.state, board.format) == (LightsOut(3, 3), tuple(lamps.tolist()), "deepcubea")
    file.write_bytes(pickle.dumps({"states": [state, state]}, 4))
    with pytest.raises(NotationError, match="holds 2 boards"):
        formats.open_file(file)


def test_plain_lists_are_states_too() -> None:
    assert read_instances(pickle.dumps({"states": [[1, 2, 3, 0]]})).states == ((1, 2, 3, 0),)


class Runs:
    """An object whose unpickling calls a function."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.function, self.arguments = function, arguments

    def __reduce__(self) -> Any:
        return self.function, self.arguments


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_nothing_in_a_file_is_run(tmp_path: Path, protocol: int) -> None:
    mark = tmp_path / "mark"
    for hostile in (
        Runs(os.system, f"touch {mark}"), Runs(eval, f"open({str(mark)!r}, 'w')"), Runs(exec, "1"),
        Runs(getattr, "a", "b"),
        Runs(np.memmap, str(mark), "u1", "w+", 0, (3,)), Runs(np.fromfile, str(mark)), Runs(bytearray, 10**12),
        Runs(__import__, "os"), Runs(print, "run"), Runs(Path, "/"), Runs(np.frombuffer, b"1"),
    ):  # fmt: skip
        for data in (hostile, {"states": [hostile]}, {"states": [[1, 2, 3, 0]], "times": hostile}):
            with pytest.raises(NotationError, match=r"which no board needs|damaged|no states"):
                read_instances(pickle.dumps(data, protocol))
    assert not mark.exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x80\x04cposix\nsystem\n(S'true'\ntR.", "which no board needs"),
        (b"\x80\x04(S'true'\nios\nsystem\n.", "which no board needs"),
        (b"\x80\x02\x82\x01.", "EXT1"),
        (b"\x80\x04Pid\n.", "PERSID"),
        (b"\x80\x04}r\xff\xff\xff\x7f.", "LONG_BINPUT"),
        (b"\x80\x04I" + b"9" * 4000 + b"\n.", "which no board needs"),
        (b"\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.", "which no board needs|damaged"),
        (b"\x80\x04B\xff\xff\xff\x7fabc", "damaged"),
        (b"\x80\x04.", "damaged"),
        (b"\x80\x04", "damaged"),
        (b"\x80\x05K\x01.", "no states"),
        (pickle.dumps({"states": []}), "no states"),
        (pickle.dumps({"states": [[1, 2, 2, 0]]}), "state 1: tile 2 appears twice"),
        (pickle.dumps({"states": [[1, 2, 0]]}), "3 cells is not square"),
        (pickle.dumps({"states": [[1, 2, 3, "0"]]}), "a state without tiles"),
        (pickle.dumps({"states": [[0, 1, 1, 0], [0, 2, 1, 0]]}), "state 2"),
    ],
)
def test_broken_and_hostile_files(data: bytes, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_instances(data, "some.pkl")


def repeated(times: int) -> bytes:
    """Return a pickle of one state of 100 × 100 lamps that is referred to so many times."""
    state = b"]\x94(" + b"K\x00" * 10_000 + b"e"
    return b"\x80\x04}\x8c\x06states](" + state + b"h\x00" * times + b"es."


DOUBLED = b"".join(b"h%ch%c\x86q%c" % (n, n, n + 1) for n in range(60))
"""Pairs of the pair before: 2^60 parts in 360 bytes."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x80\x03}" + b")" + b"2\x86" * 45 + b"Ns.", "DUP"),  # a tuple of 2^45 parts as a key: never hashed
        (b"\x80\x03})q\x00" + DOUBLED + b"Ns.", "more than"),
        (b"\x80\x03})" + b"\x85" * 1_000_000 + b"Ns.", "nested too deeply"),
        (b"\x80\x04" + b"(" * 1_000_000 + b".", "nested too deeply"),
        (b"\x80\x04" + b"]" * 101 + b"a" * 100 + b".", "damaged|no states"),
        (b"\x80\x04" + b"]" * 102 + b"a" * 101 + b".", "nested too deeply"),
        (b"\x80\x04}K\x01Ns.", "a key in the pickle is not a text"),
        (b"\x80\x04}NNs.", "a key in the pickle is not a text"),
        (b"\x80\x04}(K\x01Nu.", "a key in the pickle is not a text"),
        (b"\x80\x04})Ns.", "a key in the pickle is not a text"),
        (b"\x80\x04]\x94h\x00a.", "damaged"),  # a list in itself
        (b"\x80\x04]\x94h\x00h\x00a.", "damaged"),
        (b"\x80\x04}\x94\x8c\x01ah\x00s.", "damaged"),
        (b"\x80\x04" + b"K\x01" * 3_000_000 + b".", "more than 2,000,000 instructions"),
        (repeated(30_000), "holds more than boards need"),  # 70 kB that would be 2.4 GB
        (b"\x80\x04B\x01\x00\x00\x01" + bytes((1 << 24) + 1) + b".", "holds more than boards need"),
        (b"\x80\x04" + b"N0.", "POP"),
    ],
)  # fmt: skip
def test_a_pickle_is_never_larger_than_it_says(data: bytes, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_instances(data)


def test_the_largest_pickle_is_read() -> None:
    assert len(unpickling.load(b"\x80\x04B\x00\x00\x00\x01" + bytes(1 << 24) + b".")) == unpickling.WEIGHT_MAX


@pytest.mark.slow
def test_a_state_that_is_referred_to_again_and_again_takes_no_memory() -> None:
    tracemalloc.start()
    with pytest.raises(NotationError, match="holds more than boards need"):
        read_instances(repeated(30_000))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 20_000_000
    assert len(read_instances(repeated(20)).states) == 21


def test_reading_a_pickle_keeps_to_the_budget() -> None:
    clock = iter(range(10**9))
    data = b"\x80\x04](" + b"K\x01" * 500_000 + b"e."
    for read in (read_instances, formats.read):  # where no other format is tried instead
        with Budget(3, clock=lambda: float(next(clock))), pytest.raises(BudgetExceededError):
            read(data)


PLAIN = st.none() | st.booleans() | st.integers(-(2**31), 2**31 - 1) | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    PLAIN | st.binary(), lambda each: st.lists(each) | st.tuples(each, each) | st.dictionaries(st.text(), each)
)


@pytest.mark.slow
@given(VALUES, st.sampled_from([3, 4]))
def test_plain_values_are_those_that_python_reads(value: object, protocol: int) -> None:
    assert unpickling.load(pickle.dumps(value, protocol)) == value


def test_what_is_done_to_a_name_does_not_stay() -> None:
    build = b"\x80\x04cnumpy\ndtype\n(N}(\x8c\x04mades\x8c\x01xt\x86b."  # gives the class itself a state
    with pytest.raises(NotationError):
        read_instances(build)
    array = np.array([1, 2, 3, 0], np.uint8)
    assert read_instances(pickle.dumps({"states": [array]}, 4)).states == ((1, 2, 3, 0),)


def test_random_damage_is_an_error_or_a_board(classes: Any) -> None:
    random = Random(5)
    data = pickle.dumps({"states": [classes("NPuzzleState", np.arange(16, dtype=np.uint8))]}, 4)
    assert pickletools.genops(data)
    for _ in range(3000):
        damaged = bytearray(data)
        for _ in range(random.randint(1, 4)):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        try:
            read_instances(bytes(damaged))
        except NotationError:
            continue
