"""What the lessons about lamps claim, recomputed from presses alone: `apply` is all that is asked of the puzzle."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from math import gcd, prod

import pytest
from tests.lessons.boards import check_picture, check_whole, facts, lights, step_of

from solvable import LightsOut, lessons
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import State
from solvable.lessons import Lesson

Matrix = list[list[int]]
BOARDS = list(lights(200, seed=1))


def live(puzzle: LightsOut) -> list[int]:
    return [cell for cell in range(puzzle.cells) if cell not in puzzle.dead]


def adds(puzzle: LightsOut, press: int) -> State:
    """What a press adds to each cell: seen by pressing it on the goal."""
    after = puzzle.apply(puzzle.goal, press)
    return tuple((b - a) % puzzle.k for a, b in zip(puzzle.goal, after, strict=True))


def pressed(puzzle: LightsOut, state: State, presses: list[int]) -> State:
    for press in presses:
        state = puzzle.apply(state, press)
    return state


def excess(puzzle: LightsOut, state: State) -> State:
    return tuple((a - b) % puzzle.k for a, b in zip(state, puzzle.goal, strict=True))


def span(rows: Matrix, k: int) -> int:
    """How many sums the rows have modulo k: one prime power after another, no code and no order of the lesson's.

    The entry that p divides least often, wherever it stands, clears its column, and its row has the rest of q over it.
    """
    number, left, p = 1, k, 2
    while left > 1:
        q = 1
        while left % p == 0:
            q, left = q * p, left // p
        number *= _powers([[value % q for value in row] for row in rows], p, q) if q > 1 else 1
        p += 1
    return number


def _powers(rows: Matrix, p: int, q: int) -> int:
    number, least = 1, 1
    while rows := [row for row in rows if any(row)]:
        found = [(row, at) for row in rows for at, value in enumerate(row) if value % (least * p)]
        if not found:
            least *= p
            continue
        row, at = found[-1]
        rows = [other for other in rows if other is not row]
        inverse, number = pow(row[at] // least, -1, q), number * q // least
        for other in rows:
            if times := other[at] // least * inverse:
                other[:] = [(a - times * b) % q for a, b in zip(other, row, strict=True)]
    return number


def system(puzzle: LightsOut, state: State) -> tuple[Matrix, Matrix]:
    """A, and A beside what the presses must add."""
    columns = [adds(puzzle, press) for press in puzzle.moves(state)]
    need = [-value % puzzle.k for value in excess(puzzle, state)]
    matrix = [[column[cell] for column in columns] for cell in live(puzzle)]
    return matrix, [[*row, need[cell]] for row, cell in zip(matrix, live(puzzle), strict=True)]


def elimination(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    """The first matrix is (A | b), each step is a row operation on the one before, the last is reduced."""
    matrix, rows = system(puzzle, state)
    beside = [row[:] for row in rows]
    assert facts(lesson, ".system")["matrix"] == rows
    columns, k = len(matrix[0]), puzzle.k
    free, leads = [], []
    for step in lesson.steps:
        told = step.facts
        if "swap" in told:
            here, there = told["swap"]
            rows[here], rows[there] = rows[there], rows[here]
            assert gcd(told["factor"], k) == 1
            rows[here] = [value * told["factor"] % k for value in rows[here]]
            leads.append((here, told["column"], told.get("divisor", 1)))
        for other, times in told.get("add", ()):
            assert other != told["row"]
            rows[other] = [(a + times * b) % k for a, b in zip(rows[other], rows[told["row"]], strict=True)]
        if "append" in told:
            row, times = told["append"]
            rows.append([value * times % k for value in rows[row]])
        if "reduced" in told and "column" in told:
            assert rows[told["row"]] == told["reduced"]
        if step.table is not None and "matrix" not in told:
            assert step.table.rows == tuple(tuple(map(str, row)) for row in rows)
        if step.key.endswith(".free"):
            free.append(told["column"])
    told = next(step.facts for step in lesson.steps if "reduced" in step.facts and "column" not in step.facts)
    assert told["reduced"] == rows
    assert [row for row, _, _ in leads] == list(range(len(leads)))
    assert sorted([column for _, column, _ in leads] + free) == list(range(columns))
    for row, column, divisor in leads:  # each pivot alone in its column but for rests above it, and nothing left of it
        assert k % divisor == 0 and rows[row][column] == divisor and all(line[column] < divisor for line in rows[:row])
        assert not any(line[column] for line in rows[row + 1 :]) and not any(rows[row][:column])
    assert not any(any(row[:-1]) for row in rows[len(leads) :])
    choices = prod(divisor for _, _, divisor in leads) * k ** len(free)
    assert choices == puzzle.count().solutions == k**columns // span(matrix, k)
    if "rank" in told:
        assert (k ** told["rank"], k ** told["augmented_rank"]) == (span(matrix, k), span(beside, k))
    else:
        assert (int(told["span"]), int(told["augmented"])) == (span(matrix, k), span(beside, k))
        assert int(told.get("solutions", choices)) == choices


def chase(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    """The presses told leave what is told, no row above is lit again; the map is what single presses leave."""
    w, k, last = puzzle.width, puzzle.k, (puzzle.height - 1) * puzzle.width
    now = state
    for step in lesson.steps:
        if step.key.endswith("chase.rule"):
            now = state
        if step.key.endswith("chase.equations"):
            assert step.facts["wanted"] == [-value % k for value in excess(puzzle, now)[last:]]
        if step.key.endswith("chase.first"):
            now = state
        if "presses" in step.facts and "left" in step.facts:
            now = pressed(puzzle, now, step.facts["presses"])
            assert list(excess(puzzle, now)) == step.facts["left"]
            assert not any(excess(puzzle, now)[: step.facts["row"] * w])
            assert {press // w for press in step.facts["presses"]} == {step.facts["row"]}
    table = facts(lesson, ".no_table" if any("no_table" in s.key for s in lesson.steps) else ".sums")["table"]
    for column in range(w):
        presses = [column]
        for row in range(1, puzzle.height):  # what the lesson says that a press of the first row forces
            lit = excess(puzzle, pressed(puzzle, puzzle.goal, presses))
            for c in range(w):
                above, cell = (row - 1) * w + c, row * w + c
                times = next(t for t in range(k) if (lit[above] + t * adds(puzzle, cell)[above]) % k == 0)
                presses += [cell] * times
        left = excess(puzzle, pressed(puzzle, puzzle.goal, presses))
        assert not any(left[:last]) and [row[column] for row in table] == list(left[last:])


def quiet(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    matrix, _ = system(puzzle, state)
    told = next(step.facts for step in lesson.steps if "solutions" in step.facts)
    if "rank" in told:
        assert told["nullity"] == len(matrix[0]) - told["rank"] and puzzle.k ** told["rank"] == span(matrix, puzzle.k)
    assert int(told["solutions"]) == prod(told.get("orders", ())) * puzzle.k ** told.get("nullity", 0)
    assert int(told["solutions"]) * span(matrix, puzzle.k) == puzzle.k ** len(matrix[0])
    for step in lesson.steps:
        if "presses" in step.facts:
            assert step.facts["presses"] and pressed(puzzle, state, step.facts["presses"]) == state
        if "moves" in step.facts:
            assert pressed(puzzle, state, step.facts["moves"]) == puzzle.goal


def witness(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    matrix, _ = system(puzzle, state)
    sets = facts(lesson, ".number")["sets"]
    assert span([list(y) for y in sets], puzzle.k) == prod(facts(lesson, ".number")["orders"])
    assert span([list(y) for y in sets], puzzle.k) * span(matrix, puzzle.k) == puzzle.k ** len(matrix)
    for y in sets:
        for press in puzzle.moves(state):
            assert sum(w * adds(puzzle, press)[cell] for w, cell in zip(y, live(puzzle), strict=True)) % puzzle.k == 0
    totals = [
        sum(w * excess(puzzle, state)[cell] for w, cell in zip(y, live(puzzle), strict=True)) % puzzle.k for y in sets
    ]
    assert (lesson.verdict == "unsolvable") == any(totals)
    shown = [step for step in lesson.steps if ".lit." in step.key]
    if any(totals):
        assert [step.facts["total"] % puzzle.k != 0 for step in shown] == [True]
    for step in lesson.steps:
        if "reached" in step.facts:
            assert int(step.facts["reached"]) * int(step.facts["number"]) == int(step.facts["states"])
            assert int(step.facts["reached"]) == span(matrix, puzzle.k)
        if "touched" in step.facts:
            assert all(count % puzzle.k == 0 for count in step.facts["touched"])


def order(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    seen = [step.facts for step in lesson.steps if "after" in step.facts]
    for told in seen:
        lit = excess(puzzle, pressed(puzzle, state, told["presses"]))
        assert list(lit) == told["after"]
    assert seen[-1]["after"] == list(excess(puzzle, state))
    if len(seen) == 3:
        assert seen[0]["after"] == seen[1]["after"] and seen[0]["presses"] == seen[1]["presses"][::-1]
    told = next(step.facts for step in lesson.steps if "sets" in step.facts)
    assert int(told["sets"]) == puzzle.k ** len(puzzle.moves(state))


def matrix(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    rows, beside = system(puzzle, state)
    assert facts(lesson, ".column")["matrix"] == rows
    right = facts(lesson, ".state")["right"]
    assert right == [row[-1] for row in beside]
    press = facts(lesson, "matrix.press")
    assert press["reached"] == [cell for cell in live(puzzle) if adds(puzzle, press["button"])[cell]]
    told = next(step.facts for step in lesson.steps if "augmented" in step.facts)
    both = (span(rows, puzzle.k), span(beside, puzzle.k))
    if "rank" in told:
        assert (puzzle.k ** told["rank"], puzzle.k ** told["augmented"]) == both
    else:
        assert (int(told["span"]), int(told["augmented"])) == both
    for step in lesson.steps:
        if "x" in step.facts:
            product = [sum(a * x for a, x in zip(row, step.facts["x"], strict=True)) % puzzle.k for row in rows]
            assert product == right


def fewest(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    if lesson.verdict == "unsolvable":
        return
    told = next(step.facts for step in lesson.steps if "solutions" in step.facts)
    assert pressed(puzzle, state, told["moves"]) == puzzle.goal
    matrix, _ = system(puzzle, state)
    assert int(told["solutions"]) * span(matrix, puzzle.k) == puzzle.k ** len(matrix[0])
    for step in lesson.steps:
        if "weights" in step.facts:
            weights = Counter(len(solution) for solution in puzzle.solutions(state))
            assert step.facts["weights"] == {str(weight): number for weight, number in weights.items()}
            assert step.facts["fewest"] == len(lesson.moves) == min(weights)
        if "parts" in step.facts:
            patterns = [list(x) for x in puzzle.quiet_patterns]
            kinds = ((0, 0), (1, 1), (0, 1), (1, 0))
            parts = [[[x[c] for c in sorted(cells)] for x in patterns] for cells in map(class_of(puzzle), kinds)]
            assert step.facts["parts"] == [span(part, puzzle.k) for part in parts]


def class_of(puzzle: LightsOut) -> Callable[[tuple[int, int]], set[int]]:
    w = puzzle.width
    return lambda kind: {cell for cell in live(puzzle) if (cell // w % 2, cell % w % 2) == kind}


def probability(puzzle: LightsOut, state: State, lesson: Lesson) -> None:
    told = next(step.facts for step in lesson.steps if "solvable" in step.facts)
    count = puzzle.count()
    assert (int(told["solvable"]), int(told["states"])) == (count.solvable, count.states)
    k = puzzle.k
    assert int(told["solvable"]) == span(system(puzzle, state)[0], k)
    assert "rank" not in told or k ** told["rank"] == int(told["solvable"])
    for n, *nullity, solutions in next(step.facts["table"] for step in lesson.steps if "table" in step.facts):
        assert solutions == solutions_each(n, k) and all(solutions == k**each for each in nullity)


@cache
def solutions_each(n: int, k: int) -> int:
    matrix = [[int(abs(a // n - b // n) + abs(a % n - b % n) <= 1) for a in range(n * n)] for b in range(n * n)]
    return int(k ** (n * n) // span(matrix, k))


CLAIMS: dict[str, Callable[[LightsOut, State, Lesson], None]] = {
    "elimination": elimination,
    "chase": chase,
    "quiet": quiet,
    "witness": witness,
    "order": order,
    "matrix": matrix,
    "fewest": fewest,
    "probability": probability,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_what_a_lesson_claims_is_so(name: str) -> None:
    made = 0
    for number, (puzzle, state) in enumerate(BOARDS):
        try:
            lesson = lessons.make(puzzle, state, name)
        except PuzzleError:
            assert name == "chase"
            continue
        check_whole(puzzle, state, lesson)
        CLAIMS[name](puzzle, state, lesson)
        if number % 10 == 0:
            check_picture(lesson)
        made += 1
    assert made >= (80 if name == "chase" else 200)


def test_the_lessons_are_all_checked() -> None:
    assert set(CLAIMS) == set(lessons.names(LightsOut(3, 3)))


def test_three_by_three() -> None:
    board = LightsOut(3, 3)
    state = board.parse("110/000/000")
    assert lessons.make(board, state, "elimination").moves == (0, 2, 4, 5, 8)
    chased = lessons.make(board, state, "chase")
    assert step_of(chased, ".sums").values["sums"] == ("b+c", "a+b+c", "a+b")
    assert step_of(lessons.make(board, state, "elimination"), ".read").values["buttons"] == ("1", "3", "5", "6", "9")


def test_four_by_four_is_ended_by_chasing_alone() -> None:
    board = LightsOut(4, 4)
    for state in product((0, 1), repeat=8):
        lesson = lessons.make(board, (*state, *state), "chase")
        assert any(step.key.endswith("no_table") for step in lesson.steps)
        assert not any(step.key.endswith(("chase.first", "chase.table")) for step in lesson.steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_the_largest_boards_that_people_play(name: str) -> None:
    board = LightsOut(9, 9)
    state = tuple((cell * cell // 3) % 2 for cell in range(81))
    lesson = lessons.make(board, state, name)
    check_whole(board, state, lesson)
    check_picture(lesson)


def test_the_table_of_orders() -> None:
    lesson = lessons.make(LightsOut(5, 5), (0,) * 25, "probability")
    solutions = [each for _, _, each in facts(lesson, ".orders")["table"]]
    assert solutions == [1, 1, 1, 16, 4, 1, 1, 1, 256, 1, 64, 1]  # OEIS A159257


def test_the_table_of_orders_marks_ordinary_boards_only() -> None:
    for board, marked in (
        (LightsOut(5, 5), (4,)),
        (LightsOut(5, 5, surface="torus"), ()),
        (LightsOut(4, 4, rule="king"), ()),
    ):
        lesson = lessons.make(board, board.goal, "probability")
        (table,) = [step.table for step in lesson.steps if step.key.endswith(".orders")]
        assert table is not None and table.changed == marked


def test_giants_are_refused() -> None:
    with pytest.raises(PuzzleError, match="at most 400"):
        lessons.make(LightsOut(30, 30), (0,) * 900, "quiet")
    with pytest.raises(PuzzleError, match="the lessons are"):
        lessons.make(LightsOut(3, 3), (0,) * 9, "cooking")
