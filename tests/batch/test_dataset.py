"""States for learning: solvable, with their proved distances, the same for the same seed."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from solvable import LightsOut, PuzzleError, SlidingTiles, families
from solvable.batch.dataset import check_suffix, dataset, write
from solvable.game_id import parse_puzzle

if TYPE_CHECKING:
    from tests.cli.conftest import Cli


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "tiles:3x3",
        "tiles:3x2,mtm",
        "tiles:5x2,goal=spiral",
        "tiles:4x3",
        "lights:5x5",
        "lights:4x3,mod3",
        "lights:merlin",
    ],
)
def test_every_distance_is_what_the_search_proves(name: str) -> None:
    puzzle = parse_puzzle(name)
    states, distances = dataset(puzzle, 25, seed=1)
    assert states.shape == (25, len(puzzle.goal))
    for state, distance in zip(states.tolist(), distances.tolist(), strict=True):
        assert len(puzzle.optimal(tuple(state))) == distance


@pytest.mark.slow
def test_the_seed_says_which_states_and_the_workers_do_not() -> None:
    puzzle = SlidingTiles(4, 3)
    (one, far), (two, off), (other, _) = (dataset(puzzle, 40, seed=s, workers=w) for s, w in ((1, 1), (1, 2), (2, 1)))
    assert (one == two).all()
    assert (far == off).all()
    assert (one != other).any()


def test_the_states_of_small_boards_are_looked_up() -> None:
    rng, lights, tiles = Random(1), LightsOut(5, 5), SlidingTiles(3, 3)
    for puzzle, most in ((lights, 15), (tiles, 31)):
        states = [puzzle.scramble(rng) for _ in range(5000)]
        remaining = families.of(puzzle).remaining(puzzle)
        assert remaining is not None
        found = remaining(np.array(states)).tolist()
        assert max(found) in range(most - 3, most + 1)
        assert found[:20] == [len(puzzle.optimal(state).moves) for state in states[:20]]
    for large in (SlidingTiles(4, 4), LightsOut(11, 11)):
        assert families.of(large).remaining(large) is None


def test_the_file_says_all(cli: "Cli") -> None:
    shown = cli("dataset", "tiles:3x3", "--boards", "200", "--seed", "1", "--out", "a.npz")
    assert (shown.code, "200 states" in shown.out) == (0, True)
    with np.load("a.npz") as found:
        assert found["states"].shape == (200, 9)
        assert found["distances"].shape == (200,)
        assert str(found["puzzle"]) == "tiles:3x3"
    kept = Path("a.npz").read_bytes()
    cli("dataset", "tiles:3x3", "--boards", "200", "--seed", "1", "--out", "b.npz")
    assert Path("b.npz").read_bytes() == kept


def test_a_file_of_another_kind_or_an_extra_that_is_missing_is_told(cli: "Cli") -> None:
    assert cli("dataset", "tiles:3x3", "--out", "a.csv").code == 2
    assert cli("dataset", "tiles:3x3").code == 2
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        shown = cli("dataset", "tiles:3x3", "--boards", "10", "--out", "a.parquet")
        assert (shown.code, "solvable[frames]" in shown.err) == (2, True)
        return
    import pandas

    assert cli("dataset", "tiles:3x3", "--boards", "10", "--seed", "1", "--out", "a.parquet").code == 0
    frame = pandas.read_parquet("a.parquet")
    assert list(frame.columns) == ["state", "distance"]
    assert len(frame["state"][0]) == 9


def test_no_board_and_no_proof_are_refused() -> None:
    with pytest.raises(PuzzleError, match="1 state or more"):
        dataset(SlidingTiles(3, 3), 0)


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
@pytest.mark.parametrize(
    ("text", "kind"), [("tiles:3x3,dead=4", "int16"), ("lights:2x2,mod100000", "uint32"), ("lights:3x3", "uint8")]
)
def test_holes_and_many_colours_are_written(text: str, kind: str, suffix: str, tmp_path: Path) -> None:
    puzzle, path = parse_puzzle(text), tmp_path / f"made{suffix}"
    try:
        check_suffix(path)
    except ImportError:
        pytest.skip("no pandas or pyarrow here")
    states, distances = dataset(puzzle, 30, seed=2)
    assert states.dtype == kind
    for state, distance in zip(states.tolist(), distances.tolist(), strict=True):
        assert len(puzzle.optimal(tuple(state))) == distance
    write(path, puzzle, states, distances)
    if suffix == ".npz":
        with np.load(path) as read:
            assert (read["states"] == states).all()
            assert (read["distances"] == distances).all()
    else:
        import pandas

        table = pandas.read_parquet(path)
        assert [list(state) for state in table["state"]] == states.tolist()
        assert table["distance"].tolist() == distances.tolist()
