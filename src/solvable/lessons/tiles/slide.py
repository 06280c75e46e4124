"""Why a slide does not change "parity + the blank's steps": it is one swap and one step on a chessboard.

A slide swaps the blank with a tile, and moves the blank to a cell of the other colour. So the parity of the permutation
to the goal and that of the blank's distance from its goal cell change together, and their sum stays even or odd for
ever.
"""

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, step
from solvable.lessons.tiles.tray import cycles, tray, verdict


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    word, last = verdict(board)
    if board.is_line:
        return Lesson("slide", "tiles", state, word, (step("lesson.tiles.slide.line", scene=board.see(state)), last))
    w = board.width
    blank, home = board.state.index(0), board.goal.index(0)
    dark = [cell for cell in range(len(state)) if (cell // w + cell % w) % 2]
    move = puzzle.moves(state)[0]
    after = puzzle.apply(state, move)
    result = cycles(board.state, board.goal)
    swaps = sum(len(cycle) - 1 for cycle in result)
    distance = abs(blank // w - home // w) + abs(blank % w - home % w)
    names = tuple("(" + " ".join(str(tile or "_") for tile in cycle) + ")" for cycle in result) or ("–",)
    is_even = (swaps + distance) % 2 == 0
    steps = (
        step("lesson.tiles.slide.chessboard", scene=board.see(state, points=dark)),
        step("lesson.tiles.slide.swap", scene=board.see(after, points=[blank, move]), facts={"move": move},
             tile=state[move]),
        step("lesson.tiles.slide.together"),
        step("lesson.tiles.slide.cycles", facts={"cycles": [list(cycle) for cycle in result], "swaps": swaps},
             cycles=names, n=swaps),
        step("lesson.tiles.slide.distance", scene=board.see(state, points=[blank], weights=[home] * (home != blank)),
             facts={"distance": distance}, n=distance),
        step(f"lesson.tiles.slide.{'even' if is_even else 'odd'}", swaps=swaps, distance=distance,
             total=swaps + distance),
        step(f"lesson.tiles.slide.{'half' if is_even else 'other_half'}"),
        last,
    )  # fmt: skip
    return Lesson("slide", "tiles", state, word, steps)
