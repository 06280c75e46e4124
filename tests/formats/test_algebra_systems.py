"""What SageMath and GAP are given: matrices whose solutions are solutions, and groups that have the solvable states.

Both are evaluated here from the text alone, by code that shares nothing with the writers.
"""

import re
import shutil
import sys
from itertools import permutations, product
from operator import mul

import pytest
from tools import gap

from solvable import formats, game_id
from solvable.core.errors import NotationError, PuzzleError

Permutation = tuple[int, ...]


def cycles_in(text: str, points: int) -> Permutation:
    """Return the permutation, from 0, that cycles write."""
    found = list(range(points))
    for cycle in re.findall(r"\(([0-9,]+)\)", text):
        members = [int(point) - 1 for point in cycle.split(",")]
        for point, image in zip(members, members[1:] + members[:1], strict=True):
            found[point] = image
    return tuple(found)


def closure(generators: list[Permutation]) -> set[Permutation]:
    """Return the group that permutations generate, by multiplying until nothing is new."""
    unit = tuple(range(len(generators[0])))
    found, frontier = {unit}, [unit]
    for one in frontier:
        for other in generators:
            after = tuple(other[point] for point in one)
            if after not in found:
                found.add(after)
                frontier.append(after)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sage", "gap"])
@pytest.mark.parametrize("params", ["2x2", "3x2", "3x2,goal=blank-first", "2x3,goal=5,0/1,2/3,4", "2x3,mtm"])
def test_the_group_has_the_solvable_states_and_no_others(params: str, name: str) -> None:
    puzzle = game_id.parse_puzzle(f"tiles:{params}")
    group = None
    for state in permutations(range(len(puzzle.goal))):
        *head, element, _ = formats.write(puzzle, state, name).split("\n")
        if group is None:
            made = [cycles_in(line, len(state)) for line in head[1:] if re.search(r"\([0-9]+,", line)]
            group = closure([each for each in made if each != tuple(range(len(state)))])
        assert (cycles_in(element, len(state)) in group) == (puzzle.obstruction(state) is None)


@pytest.mark.parametrize("name", ["sage", "gap"])
@pytest.mark.parametrize("params", ["2x2", "3x2,goal=101/000", "2x1,mod3", "1x3,mod4", "graph=3;0>1;1>2"])
def test_the_matrix_and_the_vectors_give_the_solutions(params: str, name: str) -> None:
    puzzle = game_id.parse_puzzle(f"lights:{params}")
    k = getattr(puzzle, "k", 0)
    for state in product(range(k), repeat=len(puzzle.goal)):
        text = formats.write(puzzle, state, name)
        *matrix, start, goal = [list(map(int, row.split(","))) for row in re.findall(r"\[([0-9, ]+)\]", text)]
        columns = list(zip(*matrix, strict=True))
        reached = [
            [(at + sum(map(mul, pressed, column))) % k for at, column in zip(start, columns, strict=True)]
            for pressed in product(range(k), repeat=len(matrix))
        ]
        found = goal in reached
        assert found == (puzzle.obstruction(state) is None)


def test_what_was_changed_by_hand_is_refused() -> None:
    for board in ("lights:2x2:10/00", "tiles:3x2:1,2,3/4,0,5"):
        for name in ("sage", "gap"):
            text = formats.write(*game_id.parse(board), name)
            assert formats.read(text).format == name
            for changed in (
                text.replace("1, 1", "1, 0").replace("(1,2", "(1,3"),
                text + "\nquit",
                text.rpartition("\n")[0],
            ):
                with pytest.raises(NotationError, match="is not what this board gives"):
                    formats.read(changed, format=name)


def test_what_has_no_group_or_too_large_a_matrix_is_refused() -> None:
    for board in ("tiles:petersen:1,2,3,4,5,6,7,8,9,0", "tiles:4x1:1,2,3,0", "lights:50x50:" + "0" * 2500):
        with pytest.raises(PuzzleError, match="the format gap is for"):
            formats.write(*game_id.parse(board), "gap")


def test_gap_itself_says_the_same(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A board of each kind of `python -m tools.gap`."""
    if shutil.which("gap") is None:
        pytest.skip("GAP is not installed (Debian: gap-core)")
    monkeypatch.setattr(sys, "argv", ["tools.gap", "--boards", str(len(gap.KINDS))])
    assert gap.main() == 0, capsys.readouterr().out
