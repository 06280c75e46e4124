"""Why the fewest presses are a search among the quiet patterns, and how parity classes shorten it.

All solutions are one of them plus a quiet pattern, so the fewest presses are the lightest of these sums, one for each
pattern. On the plane the buttons fall into four classes by the parities of row and column, and on one colour of the
chessboard the parts in its two classes can be chosen independently (`lights.min_weight.parity_classes`); the lesson
checks that on the patterns.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import Board, judged, lamps, verdict
from solvable.lessons.lights.linear import reduced

SOLUTIONS_MAX = 1 << 12  # solutions that are compared
LISTED = 20  # lines of a table


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    done = board.system()
    basis = done.null_basis()
    steps = board.opening()
    if not done.is_consistent:
        steps += [step("lesson.lights.fewest.none", scene=board.see(board.state)), verdict(board, None)]
        return Lesson("fewest", "lights", state, "unsolvable", tuple(steps))
    one = done.solution()
    scene = board.see(board.state, board.presses(one))
    number = prod(done.orders)
    facts = {"moves": list(board.presses(one)), "nullity": len(basis), "solutions": str(number)}
    key = f"lesson.lights.fewest.{'one' if board.is_prime else 'some'}"
    steps.append(step(key, scene=scene, facts=facts, n=sum(one), k=board.k, nullity=len(basis), number=number))
    result = one
    if not basis:
        steps.append(step("lesson.lights.fewest.unique", n=sum(one)))
    elif number > SOLUTIONS_MAX:
        steps.append(step("lesson.lights.fewest.many", number=number))
    else:
        result, looks = _searched(board, one, basis, done.orders)
        steps += looks
    if basis:
        steps += _classes(board, basis, number)
    presses = board.presses(result)
    steps.append(verdict(board, presses))
    return Lesson("fewest", "lights", state, judged(presses), tuple(steps), presses)


def _searched(
    board: Board, one: Sequence[int], basis: list[tuple[int, ...]], orders: Sequence[int]
) -> tuple[tuple[int, ...], list[Step]]:
    """Return the lightest solution, and the steps that compare all of them."""
    k, results = board.k, [tuple(one)]
    for pattern, order in zip(basis, orders, strict=True):
        results = [
            tuple((a + times * b) % k for a, b in zip(x, pattern, strict=True))
            for x in results
            for times in range(order)
        ]
    weights = Counter(map(sum, results))
    minimum = min(results, key=lambda x: (sum(x), x))
    rows = tuple((str(weight), str(number)) for weight, number in sorted(weights.items()))[:LISTED]
    heads = ("lesson.lights.fewest.head.presses", "lesson.lights.fewest.head.solutions")
    shown = Table(rows, head=heads, points=((0, 0),))
    facts = {"weights": {str(weight): number for weight, number in weights.items()}, "fewest": sum(minimum)}
    looks = [
        step("lesson.lights.fewest.weights", table=shown, facts=facts, n=len(results)),
        step("lesson.lights.fewest.least", scene=board.see(board.state, board.presses(minimum)), n=sum(minimum)),
    ]
    return minimum, looks


def _classes(board: Board, basis: list[tuple[int, ...]], number: int) -> Iterator[Step]:
    """Yield the four classes, if the parts of the patterns in them are independent on either colour."""
    if not board.on_cells or board.height == 1:
        return
    classes = {(row, column): _part(board, basis, {(row, column)}) for row in (0, 1) for column in (0, 1)}
    colours = [_part(board, basis, {(0, 0), (1, 1)}), _part(board, basis, {(0, 1), (1, 0)})]
    pairs = [classes[0, 0] * classes[1, 1], classes[0, 1] * classes[1, 0]]
    parts = [classes[0, 0], classes[1, 1], classes[0, 1], classes[1, 0]]
    if colours != pairs or max(parts) == number:
        return
    points = [cell for cell in board.cells if not (cell // board.width % 2 or cell % board.width % 2)]
    yield step(
        "lesson.lights.fewest.classes", scene=board.see(board.state, points=points), facts={"parts": parts},
        parts=tuple(map(str, parts)), number=number, largest=max(parts),
    )  # fmt: skip


def _part(board: Board, basis: list[tuple[int, ...]], kinds: set[tuple[int, int]]) -> int:
    """Return the number of different parts that quiet patterns have on buttons with these parities of row and
    column.
    """
    w = board.width
    chosen = [position for position, press in enumerate(board.buttons) if (press // w % 2, press % w % 2) in kinds]
    if not chosen:
        return 1
    return reduced([[x[index] for index in chosen] for x in basis], [0] * len(basis), board.k).span
