from array import array
from random import Random

import pytest

from solvable.core import memory
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.lights import rules
from solvable.lights.board import LightsOut
from solvable.lights.methods.choose import force, quick_orders
from solvable.lights.nullity import sparse_transfer


def boards(rule: str, surface: str, most: int) -> list[LightsOut]:
    found = []
    for w in range(1, most):
        for h in range(1, most):
            try:
                found.append(LightsOut(w, h, rule=rule, surface=surface))
            except PuzzleError:  # triangles do not close up
                continue
    return found


def listed(board: LightsOut) -> list[list[int]]:
    return [
        list(block[first : first + width])
        for block, width in sparse_transfer.equations(board)
        for first in range(0, len(block), width)
    ]


def cells(board: LightsOut) -> list[list[int]]:
    """The equations, with cells numbered row by row."""
    turned, h = board.width > board.height, board.height
    numbers = [v % h * board.width + v // h if turned else v for v in range(board.cells)] + [-1]
    rows = [[numbers[v] for v in row] for row in listed(board)]
    return [rows[numbers.index(cell)] for cell in range(board.cells)]


@pytest.mark.parametrize("surface", rules.SURFACES)
@pytest.mark.parametrize("rule", [*rules.OFFSETS, "triangle"])
def test_the_equations_are_the_rule(rule: str, surface: str) -> None:
    for board in boards(rule, surface, 6):
        for cell, row in enumerate(cells(board)):
            held = [v for v in row if v >= 0]
            assert {v: held.count(v) for v in held} == rules.toggle(rule, surface, board.width, board.height, cell)


@pytest.mark.slow
@pytest.mark.parametrize("surface", rules.SURFACES)
@pytest.mark.parametrize("rule", [*rules.OFFSETS, "triangle"])
def test_every_small_board_has_the_nullity_of_elimination(rule: str, surface: str) -> None:
    for board in boards(rule, surface, 8):
        assert sparse_transfer.nullity(board) == len(force(board).orders()), board


def test_the_kernel_agrees_with_the_reference_where_slots_and_bits_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse_transfer, "SLOTS", 9)
    monkeypatch.setattr(sparse_transfer, "PART", 50)
    monkeypatch.setattr(sparse_transfer, "CHUNK", 7)
    random = Random(1)
    for w, h, rule in ((20, 30, "knight"), (5, 200, "knight0"), (9, 40, "king0"), (40, 3, "hex"), (30, 31, "plus")):
        board = LightsOut(w, h, rule=rule, dead=random.sample(range(w * h), 9))
        rows = listed(board)
        found = sparse_transfer.rank(lambda board=board: sparse_transfer.equations(board), board.cells)  # type: ignore[misc]
        assert found == sparse_transfer.rank_reference(rows) == board.cells - 9 - len(force(board).orders())


def test_dead_and_fixed_cells() -> None:
    random = Random(2)
    for surface in rules.SURFACES:
        lost = random.sample(range(80), 20)
        board = LightsOut(8, 10, rule="knight", surface=surface, dead=lost[:10], fixed=lost[10:])
        assert sparse_transfer.nullity(board) == len(force(board).orders())


def test_explicit_wiring() -> None:
    random = Random(3)
    for board in (LightsOut.box(3, 4, 30), LightsOut.box(5, 5, 12), LightsOut.box(1, 1, 9)):
        assert sparse_transfer.nullity(board) == len(force(board).orders())
    for _ in range(5):
        rule = [[(c, 1) for c in range(max(0, p - 4), min(90, p + 5)) if random.random() < 0.5] for p in range(80)]
        board = LightsOut(9, 10, rule=rule)
        assert sparse_transfer.serves(board)
        assert sparse_transfer.nullity(board) == len(force(board).orders())
    assert not sparse_transfer.serves(LightsOut.from_graph(20, [(0, 19)]))
    large = LightsOut.box(16, 17, 18)
    assert quick_orders(large) == (2,) * len(force(large).orders())


@pytest.mark.slow
def test_large_boards_are_counted_so() -> None:
    board = LightsOut(70, 90, rule="knight", surface="torus")
    assert quick_orders(board) == (2,) * board.nullity == (2,) * len(force(board).orders())
    assert LightsOut(300, 300, rule="hex").nullity == len(force(LightsOut(300, 300, rule="hex")).orders())


def test_what_does_not_fit_is_refused_with_what_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_MEMORY", "1M")
    with pytest.raises(BudgetExceededError, match=r"1000000 cells need about 0\.\d GB .* for about \d+ cells"):
        sparse_transfer.nullity(LightsOut(1000, 1000, rule="knight"))
    with pytest.raises(BudgetExceededError, match="GB of memory"):
        force(LightsOut(100, 100, k=4))
    monkeypatch.undo()
    with pytest.raises(BudgetExceededError, match="minutes on this machine, but the limit is 10"):
        memory.check_time(3600, 1000)


def test_a_band_that_takes_hours_is_refused() -> None:
    with pytest.raises(BudgetExceededError, match="minutes"):
        sparse_transfer._Band(1 << 17, array("q", [0] * 4), *(array("i", [0]) * 10**7 for _ in range(2)))
