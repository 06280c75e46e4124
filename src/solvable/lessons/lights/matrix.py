"""The matrix A of a board and its state as a vector: solving is A x = b.

Column j of A is what button j adds to each lamp, row i lists the buttons that reach lamp i; A x is the total effect of
the presses x.
"""

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import WRITTEN, Board, judged, lamps, numbers, verdict
from solvable.lessons.lights.linear import Matrix, Reduced


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    rows, right = board.matrix(), board.right()
    middle = len(board.buttons) // 2
    button = board.buttons[middle]
    reached = [cell for cell in board.cells if board.adds[button][cell]]
    names = tuple(board.place(cell) for cell in reached)
    done = board.system()
    x = done.solution() if done.is_consistent else None
    presses = None if x is None else board.presses(x)
    column = tuple((row, middle) for row in range(len(rows)) if rows[row][middle])
    steps = [
        *board.opening(),
        step("lesson.lights.matrix.press", scene=board.see(board.state, points=reached),
             facts={"button": button, "reached": reached}, button=board.button(button), cells=names, n=len(names)),
        step("lesson.lights.matrix.column", table=_shown(rows, column), facts={"matrix": rows},
             number=middle + 1, rows=len(rows), columns=len(board.buttons)),
        step("lesson.lights.matrix.state", scene=board.see(board.state), facts={"right": right},
             b=tuple(map(str, right)) if len(right) <= WRITTEN else ("…",)),
        step("lesson.lights.matrix.product", k=board.k),
        _judged(board, done),
    ]  # fmt: skip
    if x is not None and presses:
        scene = board.see(board.state, presses)
        steps.append(step("lesson.lights.matrix.solution", scene=scene, facts={"x": list(x)}, n=len(presses)))
    steps.append(verdict(board, presses))
    return Lesson("matrix", "lights", state, judged(presses), tuple(steps), presses or ())


def _judged(board: Board, done: Reduced) -> Step:
    """Return the step that compares A with (A | b): by their ranks, or if k is composite, by their spans."""
    ending = "equal" if done.is_consistent else "differ"
    if board.is_prime:
        rank = len(done.pivots)
        facts = {"rank": rank, "augmented": rank + (not done.is_consistent)}
        return step(f"lesson.lights.matrix.ranks.{ending}", facts=facts, rank=rank, augmented=facts["augmented"])
    ranks = {"span": str(done.span), "augmented": str(done.augmented)}
    key = f"lesson.lights.matrix.spans.{ending}"
    return step(key, facts=ranks, span=done.span, augmented=done.augmented)


def _shown(rows: Matrix, points: tuple[tuple[int, int], ...]) -> Table | None:
    return numbers(rows, points=points) if len(rows[0]) <= WRITTEN else None
