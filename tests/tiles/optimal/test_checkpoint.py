"""A search kept in a file ends with the answer of one that nobody stopped, wherever it was killed."""

import json
import os
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import IO

import pytest

from solvable.core.atomic_write import FileKind, atomic_write
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.puzzle import State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import checkpoint, ida, parallel, search_worker
from solvable.tiles.optimal.checkpoint import Checkpoint, Saved
from solvable.tiles.optimal.incumbent import Incumbent
from solvable.tiles.optimal.node_ordering import Stage
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.labels import Collection

PUZZLE = SlidingTiles(4, 4)
TABLES = partitions.named("4x4-663")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked and killed")


class Killed(BaseException):
    """The end of a process."""


def kept(path: Path, state: State, puzzle: SlidingTiles = PUZZLE) -> Saved:
    found = Checkpoint(path, Incumbent(puzzle, state, Budget())).saved
    assert found is not None
    return found


def killed_again_and_again(
    path: Path, state: State, workers: tuple[int, ...], patch: pytest.MonkeyPatch,
    puzzle: SlidingTiles = PUZZLE, made: "partitions.Tier | Collection | None" = TABLES,
) -> tuple[ida.Result, int]:  # fmt: skip
    """Return what a search says that is killed after some writings, gone on with by so many workers in turn."""
    rng, kills, keep = Random(str(state)), 0, Checkpoint.save
    patch.setattr(parallel, "SLICE", 3000)
    patch.setattr(checkpoint, "WRITE_INTERVAL_S", 0)
    while True:
        left = iter(range(rng.randrange(1, 5)))

        def mortal(self: Checkpoint, stage: Stage | None, left: "object" = left) -> None:
            keep(self, stage)
            if next(left, None) is None:  # type: ignore[call-overload]
                raise Killed

        patch.setattr(Checkpoint, "save", mortal)
        budget = Budget(workers=workers[kills % len(workers)])
        try:
            found = ida.search(puzzle, state, budget, tables=made, checkpoint=path)
        except Killed:
            kills += 1
            continue
        patch.setattr(Checkpoint, "save", keep)
        return found, kills


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(1,), (2,), (1, 3, 2)])
def test_a_search_that_is_killed_ends_with_the_same_answer(
    workers: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker generates the very nodes of a search that is not stopped; more do, in every bound but the last."""
    kills = 0
    for seed in (0, 1, 8):
        state = PUZZLE.scramble(Random(seed))
        whole = ida.search(PUZZLE, state, Budget(), tables=TABLES, checkpoint=tmp_path / f"{seed}.whole")
        assert whole.nodes == ida.search(PUZZLE, state, Budget(), tables=TABLES).nodes
        path = tmp_path / f"{seed}.killed"
        found, times = killed_again_and_again(path, state, workers, monkeypatch)
        kills += times
        assert found.lower_bound == len(found.moves) == whole.lower_bound
        assert replay(PUZZLE, state, found.moves) == PUZZLE.goal
        assert kept(path, state).finished == kept(tmp_path / f"{seed}.whole", state).finished
        if workers == (1,):
            assert (found.nodes, found.expanded, found.moves) == (whole.nodes, whole.expanded, whole.moves)
    assert kills >= (3 if workers == (1,) else 1)  # threads come to their looks when they come


def test_a_search_in_the_multi_tile_metric_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(4, 3, metric="mtm")
    state = puzzle.scramble(Random(4))
    whole = ida.search(puzzle, state, Budget())
    monkeypatch.setattr(search_worker, "SLICE", 500)
    found, _ = killed_again_and_again(tmp_path / "kept", state, (1, 2), monkeypatch, puzzle, None)
    assert found.lower_bound == len(found.moves) == whole.lower_bound


KILLED_BY_THE_SYSTEM = """
import os, signal, sys, time
from pathlib import Path
from random import Random
from solvable.core.budget import Budget
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import checkpoint, ida
from solvable.tiles.pdb import partitions

puzzle, tables, path = SlidingTiles(4, 4), partitions.named("4x4-333321"), Path(sys.argv[1])
state, rng = puzzle.scramble(Random(2)), Random(7)
checkpoint.WRITE_INTERVAL_S = 0.02
ida.search(puzzle, puzzle.scramble(Random(4)), Budget(), tables=tables)  # all is loaded
whole = ida.search(puzzle, state, Budget(), tables=tables)
sizes = []
for _ in range(5):
    child = os.fork()
    if not child:
        ida.search(puzzle, state, Budget(), tables=tables, checkpoint=path)
        os._exit(0)
    time.sleep(rng.uniform(0.02, 0.12))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
found = ida.search(puzzle, state, Budget(), tables=tables, checkpoint=path)
print(found.lower_bound == whole.lower_bound, found.nodes == whole.nodes, os.listdir(path.parent))
"""


@pytest.mark.slow
@POSIX
def test_five_kills_by_the_system_change_nothing(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", KILLED_BY_THE_SYSTEM, str(tmp_path / "kept")],
        capture_output=True, text=True, check=True, env={**os.environ, "SOLVABLE_KERNELS": "on"},
    )  # fmt: skip
    assert shown.stdout == "True True ['kept']\n"


def test_a_limit_leaves_what_was_done_and_the_answer_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "SLICE", 20_000)
    state, path = PUZZLE.scramble(Random(8)), tmp_path / "kept"
    whole = ida.search(PUZZLE, state, Budget(), tables=TABLES)
    with pytest.raises(BudgetExceededError) as stopped:
        ida.search(PUZZLE, state, Budget(progress=lambda event: event.nodes < 100_000), tables=TABLES, checkpoint=path)
    begun = kept(path, state)
    assert begun.stage is not None and begun.stage.part is not None
    assert begun.stage.nodes >= 100_000
    assert begun.stage.bound == stopped.value.lower_bound
    found = PUZZLE.search(state, checkpoint=path)
    assert (found.nodes, len(found.solution)) == (whole.nodes, whole.lower_bound)
    written = path.read_bytes()
    assert PUZZLE.optimal(state, checkpoint=str(path)).moves == found.solution.moves
    assert path.read_bytes() == written


def test_what_is_not_of_this_search_is_refused_and_left_alone(tmp_path: Path) -> None:
    state, path = PUZZLE.scramble(Random(9)), tmp_path / "kept"
    PUZZLE.search(state, checkpoint=path)
    written = path.read_bytes()

    def refused(puzzle: SlidingTiles, of: State, reason: str) -> None:
        before = path.read_bytes()
        with pytest.raises(PuzzleError, match=reason):
            puzzle.search(of, checkpoint=path)
        assert path.read_bytes() == before

    refused(PUZZLE, PUZZLE.scramble(Random(5)), "of another board")
    refused(SlidingTiles(3, 3), (1, 2, 3, 4, 5, 6, 0, 7, 8), "of another board: 4 × 4")
    refused(PUZZLE.with_metric("mtm"), state, "in the metric stm")
    other = (*PUZZLE.goal[:8], *PUZZLE.goal[10:12], *PUZZLE.goal[8:10], *PUZZLE.goal[12:])
    refused(PUZZLE.with_goal(other), state, "another goal")
    for damaged in (written[:-1], written + b"\n", written[:300], b"", b"1,2,3,0\n"):
        path.write_bytes(damaged)
        refused(PUZZLE, state, "damaged|no checkpoint")
    rng = Random(1)
    for at in (1, 30, *(rng.randrange(len(written)) for _ in range(40))):
        path.write_bytes(written[:at] + bytes([written[at] ^ 1 << rng.randrange(8)]) + written[at + 1 :])
        refused(PUZZLE, state, "damaged|no checkpoint|of version")
    first, rest = written.split(b"\n", 1)
    path.write_bytes(json.dumps({**json.loads(first), "version": 99}).encode() + b"\n" + rest)
    refused(PUZZLE, state, "of version 99, not 1")


def test_boards_beyond_all_tables_are_refused(tmp_path: Path) -> None:
    large = SlidingTiles(7, 6)
    with pytest.raises(PuzzleError, match="at most 40 cells"):
        large.search(large.scramble(Random(1)), checkpoint=tmp_path / "kept")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_told_before_the_search(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        PUZZLE.search(PUZZLE.scramble(Random(9)), checkpoint=tmp_path / "nowhere" / "kept")


def test_a_disk_that_is_full_later_does_not_end_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state, path = PUZZLE.scramble(Random(1)), tmp_path / "kept"
    monkeypatch.setattr(checkpoint, "WRITE_INTERVAL_S", 0)
    monkeypatch.setattr(parallel, "SLICE", 3000)
    writes = iter(range(2))

    def full(path: Path, kind: FileKind, **options: bool) -> AbstractContextManager[IO[bytes]]:
        if next(writes, None) is None:
            raise OSError(28, "No space left on device")
        return atomic_write(path, kind, **options)

    monkeypatch.setattr(checkpoint, "atomic_write", full)
    assert (
        PUZZLE.search(state, checkpoint=path).nodes == ida.search(PUZZLE, state, Budget()).nodes
    )  # with the best tables there
    assert "No space left on device" in caplog.text
