"""Two arrangements compared: the tiles that differ, whether one can become the other, and moves between them.

The two arrangements are arbitrary: the second is the goal of the puzzle. The moves are those of the human method.
"""

from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Human, Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, step
from solvable.lessons.tiles.tray import cycles, letters, tray, verdict


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    if not isinstance(puzzle, Human):
        raise PuzzleError("this lesson is about tiles that all differ, on a full board of rows and columns")
    word, last = verdict(board)
    wrong = [cell for cell, (tile, wanted) in enumerate(zip(state, board.goal, strict=True)) if tile != wanted]
    result = cycles(board.state, board.goal)
    names = tuple("(" + " ".join(str(tile or "_") for tile in cycle) + ")" for cycle in result) or ("–",)
    facts = {"wrong": wrong, "cycles": [list(cycle) for cycle in result]}
    steps: list[Step] = [
        step("lesson.tiles.compare.from", scene=board.see(state, points=wrong), facts=facts, n=len(wrong)),
        step("lesson.tiles.compare.to", scene=board.see(board.goal, points=wrong)),
        step("lesson.tiles.compare.cycles", cycles=names, n=len(result)),
    ]
    if board.is_line:
        steps.append(step("lesson.tiles.compare.line"))
    else:
        w = board.width
        swaps, blank, home = sum(len(cycle) - 1 for cycle in result), state.index(0), board.goal.index(0)
        far = abs(blank // w - home // w) + abs(blank % w - home % w)
        key = "same" if (swaps + far) % 2 == 0 else "other"
        counts = {"swaps": swaps, "distance": far}
        steps.append(step(f"lesson.tiles.compare.{key}", facts=counts, swaps=swaps, distance=far, total=swaps + far))
    moves = tuple(move for stage in puzzle.stages(state) for move in stage.moves) if word == "solvable" else ()
    if moves:
        way = letters(board, state.index(0), moves)
        steps.append(step("lesson.tiles.compare.way", facts={"moves": list(moves)}, n=len(moves), letters=way))
    return Lesson("compare", "tiles", state, word, (*steps, last), moves)
