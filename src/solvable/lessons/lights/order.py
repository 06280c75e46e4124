"""Order does not matter, and pressing twice changes nothing; so a solution is a set of buttons, of which there are
finitely many.

A press adds a fixed pattern, and addition is commutative; k times anything is 0 modulo k.
"""

from collections.abc import Iterator

from solvable.core.puzzle import Puzzle
from solvable.core.solution import Move, State
from solvable.lessons.lesson import Lesson, Step, step
from solvable.lessons.lights.lamps import Board, judged, lamps, verdict


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    done = board.system()
    presses = board.presses(done.solution()) if done.is_consistent else None
    steps = [*board.opening(), *_order(board), *_repeated(board)]
    key = "lesson.lights.order.sets" if board.k == 2 else "lesson.lights.order.counts"
    number = board.k ** len(board.buttons)
    steps.append(step(key, facts={"sets": str(number)}, n=len(board.buttons), k=board.k, number=number))
    steps.append(verdict(board, presses))
    return Lesson("order", "lights", state, judged(presses), tuple(steps), presses or ())


def _pair(board: Board) -> tuple[Move, Move] | None:
    """Return the first two buttons that reach a lamp in common, or None."""
    for offset, one in enumerate(board.buttons):
        for other in board.buttons[offset + 1 :]:
            if any(a and b for a, b in zip(board.adds[one], board.adds[other], strict=True)):
                return one, other
    return None


def _order(board: Board) -> Iterator[Step]:
    """Yield two presses in both orders."""
    pair = _pair(board)
    if pair is None:
        yield step("lesson.lights.order.apart", scene=board.see(board.state))
        return
    one, other = pair
    first, second = board.button(one), board.button(other)
    yield step("lesson.lights.order.start", scene=board.see(board.state), one=first, other=second)
    for key, presses in (("forth", (one, other)), ("back", (other, one))):
        after = board.press_all(board.state, presses)
        scene = board.see(after, points=presses if board.on_cells else ())
        facts = {"presses": list(presses), "after": list(after)}
        yield step(f"lesson.lights.order.{key}", scene=scene, facts=facts, one=first, other=second)


def _repeated(board: Board) -> Iterator[Step]:
    """Yield the effect of pressing one button k times."""
    press = board.buttons[0]
    after = board.press(board.state, press, board.k)
    points = (press,) if board.on_cells else ()
    facts = {"presses": [press] * board.k, "after": list(after)}
    key = "lesson.lights.order.twice" if board.k == 2 else "lesson.lights.order.times"
    yield step(key, scene=board.see(after, points=points), facts=facts, button=board.button(press), k=board.k)
