"""A thousand random inputs a task, against plain programs that try everything; fewer where these are slow.

`SOLVABLE_CASES=1000 python -m pytest tests/formats/judges/test_random.py` tries a thousand of those too.
"""

import os
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from tests.formats.judges import brute

from solvable.formats import judges
from solvable.formats.judges import PAYS

CASES = 1000


def cases(usual: int) -> int:
    """Return how many inputs of a task are tried whose plain program is slow."""
    return int(os.environ.get("SOLVABLE_CASES", str(usual)))


def lines_of(task: str, given: str) -> list[str]:
    return list(judges.answer(task, given))


def lamps(rng: Random, count: int) -> brute.Grid:
    return tuple(rng.getrandbits(1) for _ in range(count))


def drawn(width: int, cells: brute.Grid, symbols: Sequence[str], joint: str = "") -> str:
    rows = (cells[start : start + width] for start in range(0, len(cells), width))
    return "".join(joint.join(symbols[cell] for cell in row) + "\n" for row in rows)


def fewest(width: int, height: int, cells: brute.Grid, goal: int) -> int | None:
    return min(map(sum, brute.all_presses(width, height, cells, goal)), default=None)


def test_poj3279() -> None:
    rng = Random(3279)
    for _ in range(CASES):
        width, height = rng.randint(1, 5), rng.randint(1, 6)
        cells = lamps(rng, width * height)
        every = list(brute.all_presses(width, height, cells))
        wanted = drawn(width, min(every, key=lambda grid: (sum(grid), grid)), "01", " ") if every else "IMPOSSIBLE\n"
        assert lines_of("poj3279", f"{height} {width}\n{drawn(width, cells, '01', ' ')}") == wanted.splitlines()


@pytest.mark.slow
def test_poj1222() -> None:
    rng = Random(1222)
    boards = [lamps(rng, 30) for _ in range(CASES)]
    found = lines_of("poj1222", f"{CASES}\n" + "\n".join(drawn(6, board, "01", " ") for board in boards))
    for case, board in enumerate(boards):
        (grid,) = brute.all_presses(6, 5, board)
        assert found[6 * case : 6 * case + 6] == [f"PUZZLE #{case + 1}", *drawn(6, grid, "01", " ").splitlines()]


@pytest.mark.slow
def test_uva10309() -> None:
    rng = Random(10309)
    boards = [lamps(rng, 100) for _ in range(cases(20))]  # a thousand first rows each
    given = "".join(f"board {number}\n{drawn(10, board, '#O')}" for number, board in enumerate(boards)) + "end\n"
    wanted = [f"board {number} {fewest(10, 10, board, 0)}" for number, board in enumerate(boards)]
    assert lines_of("uva10309", given) == wanted


def test_poj1681() -> None:
    rng = Random(1681)
    for _ in range(CASES // 20):
        boards = [(size, lamps(rng, size * size)) for size in rng.choices(range(1, 7), k=20)]
        given = "20\n" + "".join(f"{size}\n{drawn(size, board, 'wy')}" for size, board in boards)
        found = [fewest(size, size, board, 1) for size, board in boards]
        assert lines_of("poj1681", given) == ["inf" if length is None else str(length) for length in found]


@pytest.mark.slow
def test_poj1753() -> None:
    rng = Random(1753)
    for _ in range(CASES):
        board = lamps(rng, 16)
        found = [length for lit in (0, 1) if (length := fewest(4, 4, board, lit)) is not None]
        assert lines_of("poj1753", drawn(4, board, "wb")) == [str(min(found, default="Impossible"))]


def test_poj1830() -> None:
    rng = Random(1830)
    for _ in range(CASES):
        n = rng.randint(1, 7)
        start, wanted = lamps(rng, n), lamps(rng, n)
        pairs = [(a, b) for a in range(n) for b in range(n) if a != b and rng.random() < 0.4]
        effects = [1 << a | sum(1 << b for one, b in pairs if one == a) for a in range(n)]
        change = sum((one ^ other) << place for place, (one, other) in enumerate(zip(start, wanted, strict=True)))
        ways = sum(1 for _ in brute.subsets(n, effects, change))
        rows = [n, " ".join(map(str, start)), " ".join(map(str, wanted)), *(f"{a + 1} {b + 1}" for a, b in pairs)]
        given = "1\n" + "\n".join(map(str, rows)) + "\n0 0\n"
        assert lines_of("poj1830", given) == [str(ways or "Oh,it's impossible~!!")]


def test_acwing95() -> None:
    rng = Random(95)
    boards = []
    for _ in range(cases(500)):  # within a few presses of the goal, or anywhere
        presses = set(rng.sample(range(25), rng.randint(0, 8)))
        near = tuple(1 ^ sum(abs(p // 5 - c // 5) + abs(p % 5 - c % 5) <= 1 for p in presses) % 2 for c in range(25))
        boards.append(near if rng.random() < 0.8 else lamps(rng, 25))
    found = [fewest(5, 5, board, 1) for board in boards]
    wanted = [str(-1 if length is None or length > 6 else length) for length in found]
    answers = []
    for start in range(0, len(boards), 500):  # the most of one input
        part = boards[start : start + 500]
        answers += lines_of("acwing95", f"{len(part)}\n" + "\n".join(drawn(5, board, "01") for board in part))
    assert answers == wanted


def test_luogu_p2962() -> None:
    rng = Random(2962)
    for _ in range(CASES):
        n = rng.randint(1, 8)
        edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < 0.5]
        effects = [1 << a | sum(1 << one ^ 1 << b ^ 1 << a for one, b in edges if a in (one, b)) for a in range(n)]
        given = f"{n} {len(edges)}\n" + "".join(f"{a + 1} {b + 1}\n" for a, b in edges)
        assert lines_of("luogu-p2962", given) == [str(min(brute.subsets(n, effects, 2**n - 1)))]


def test_poj2965() -> None:
    rng = Random(2965)
    for _ in range(CASES):
        board = lamps(rng, 16)
        odd = [
            cell
            for cell in range(16)
            if sum(board[other] for other in range(16) if other // 4 == cell // 4 or other % 4 == cell % 4) % 2
        ]  # each lit cell asks for its row and column: the even ones cancel
        wanted = [str(len(odd)), *(f"{cell // 4 + 1} {cell % 4 + 1}" for cell in odd)]
        assert lines_of("poj2965", drawn(4, board, "-+")) == wanted


def test_leetcode1284() -> None:
    for width in (1, 2, 3):
        for height in (1, 2, 3):
            for number in range(2 ** (width * height)):
                board = tuple(number >> cell & 1 for cell in range(width * height))
                rows = [list(board[start : start + width]) for start in range(0, len(board), width)]
                length = fewest(width, height, board, 0)
                assert lines_of("leetcode1284", str(rows)) == [str(-1 if length is None else length)]


@cache
def eights(goal: brute.Grid) -> dict[brute.Grid, int]:
    return brute.distances(3, 3, goal)


def shuffled(rng: Random, count: int) -> brute.Grid:
    return tuple(rng.sample(range(count), count))


def test_leetcode773() -> None:
    found = brute.distances(3, 2, (1, 2, 3, 4, 5, 0))
    rng = Random(773)
    for _ in range(cases(200)):
        state = shuffled(rng, 6)
        assert lines_of("leetcode773", str([list(state[:3]), list(state[3:])])) == [str(found.get(state, -1))]


@pytest.mark.slow
@pytest.mark.parametrize(("task", "count"), [("hdu1043", False), ("uva652", True)])
@pytest.mark.parametrize("number", [PAYS - 1, CASES])
def test_the_eight(task: str, count: bool, number: int) -> None:
    rng = Random(1043)
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    boards = [shuffled(rng, 9) for _ in range(number)]
    given = "\n\n".join(" ".join(str(tile or "x") for tile in board) for board in boards)
    answers = lines_of(task, f"{len(boards)}\n\n{given}" if count else given)
    if count:
        assert answers[1::2] == [""] * (len(boards) - 1)
        answers = answers[::2]
    for board, letters in zip(boards, answers, strict=True):
        if board in eights(goal):
            assert brute.walked(3, 3, board, letters.upper()) == goal
            assert len(letters) == eights(goal)[board]
        else:
            assert letters == "unsolvable"


@pytest.mark.slow
def test_luogu_p1379() -> None:
    rng = Random(1379)
    found = eights((1, 2, 3, 8, 0, 4, 7, 6, 5))
    for state in rng.sample(sorted(found), cases(30)):
        assert lines_of("luogu-p1379", "".join(map(str, state))) == [str(found[state])]


def fifteens(rng: Random, number: int, moves: int) -> list[brute.Grid]:
    boards = []
    for _ in range(number):
        state: brute.Grid = (*range(1, 16), 0)
        for _ in range(rng.randint(0, moves)):
            state = rng.choice(list(brute.steps(4, 4, state).values()))
        boards.append(state)
    return boards


@cache
def close_fifteens() -> dict[brute.Grid, int]:
    """Every 15-puzzle within 14 moves of the goal."""
    goal: brute.Grid = (*range(1, 16), 0)
    found, layer = {goal: 0}, [goal]
    for distance in range(1, 15):
        after = {other for state in layer for other in brute.steps(4, 4, state).values()} - found.keys()
        found |= dict.fromkeys(after, distance)
        layer = list(after)
    return found


def test_uva10181() -> None:
    rng = Random(10181)
    boards = [board if rng.random() < 0.7 else brute.swapped(board, 0, 1) for board in fifteens(rng, cases(200), 40)]
    rows = "\n".join(drawn(4, board, [str(tile) for tile in range(16)], " ") for board in boards)
    answers = lines_of("uva10181", f"{len(boards)}\n{rows}")
    for board, letters in zip(boards, answers, strict=True):
        blank = board.index(0)
        solvable = brute.is_even([tile or 16 for tile in board]) == ((blank // 4 + blank % 4) % 2 == 0)
        assert solvable == (letters != "This puzzle is not solvable.")
        if solvable:
            assert brute.walked(4, 4, board, letters) == (*range(1, 16), 0)
            assert len(letters) <= 50
            assert len(letters) == close_fifteens().get(board, len(letters))


def test_aoj_15puzzle() -> None:
    for board in Random(13).sample(sorted(close_fifteens()), cases(100)):
        rows = drawn(4, board, [str(tile) for tile in range(16)], " ")
        assert lines_of("aoj-15puzzle", rows) == [str(close_fifteens()[board])]


def test_poj3240() -> None:
    rng = Random(3240)
    for _ in range(cases(100)):
        size = rng.randint(1, 10)
        board = shuffled(rng, size * size)
        goal = (*range(1, size * size), 0)
        given = f"{size}\n" + drawn(size, board, [str(tile) for tile in range(size * size)], " ")
        (letters,) = lines_of("poj3240", given)
        blank = board.index(0)
        even = brute.is_even([tile or size * size for tile in board])
        if even == ((2 * (size - 1) - blank // size - blank % size) % 2 == 0):
            assert brute.walked(size, size, board, letters) == goal
        else:
            assert letters == "No Answer!"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [(3, cases(100)), (4, 4), (5, 2)])
def test_hackerrank_n_puzzle(size: int, number: int) -> None:
    rng = Random(size)
    goal = tuple(range(size * size))
    for _ in range(number):
        board: brute.Grid = goal
        for _ in range(300):
            board = rng.choice(list(brute.steps(size, size, board).values()))
        count, *words = lines_of("hackerrank-n-puzzle", "\n".join(map(str, (size, *board))))
        assert int(count) == len(words)
        assert brute.walked(size, size, board, "".join(word[0] for word in words)) == goal
