"""How Manhattan distance and a pattern database bound the number of moves from below.

A move takes one tile one step. So each tile needs at least as many moves as steps to its goal cell, and all together
the sum. A few tiles, with all others considered identical, form a smaller puzzle: the moves of these tiles that it
needs, plus the steps of all others, are a bound as well, and a better one if tiles block each other (Korf & Felner
2002).
"""

from collections.abc import Sequence
from heapq import heappop, heappush

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.tiles.tray import Board, steps_home, tray, verdict

# Tiles of the pattern; of a smaller one; and the cells from which the smaller is used
PATTERN, SMALLER, LARGE = 3, 2, 16


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    word, last = verdict(board)
    far = {tile: steps_home(board, cell, tile) for cell, tile in enumerate(state) if tile}
    total = sum(far.values())
    steps = [step("lesson.tiles.distance.what", scene=board.see(state)), _table(board, far, total)]
    tiles = _pattern(board, far)
    if tiles:
        alone, needs = sum(far[tile] for tile in tiles), pattern_moves(board, tiles)
        facts = {"pattern": list(tiles), "alone": alone, "moves": needs, "bound": total - alone + needs}
        points = [state.index(tile) for tile in tiles]
        names = tuple(map(str, tiles))
        steps.append(step("lesson.tiles.distance.pattern", scene=board.see(state, points=points), tiles=names))
        key = "better" if needs > alone else "same"
        steps.append(
            step(f"lesson.tiles.distance.{key}", facts=facts, tiles=names, n=needs, alone=alone, rest=total - alone,
                 bound=total - alone + needs)
        )  # fmt: skip
    steps.append(step(f"lesson.tiles.distance.{word}", facts={"bound": total}))
    return Lesson("distance", "tiles", state, word, (*steps, last))


def _table(board: Board, far: dict[int, int], total: int) -> Step:
    """Return the step with the steps of each tile to its goal cell, shown on the board."""
    w = board.width
    cells = [str(far[tile]) if tile else "·" for tile in board.state]
    rows = tuple(tuple(cells[start : start + w]) for start in range(0, len(cells), w))
    facts = {"distances": {str(tile): steps for tile, steps in far.items()}, "manhattan": total}
    return step("lesson.tiles.distance.manhattan", table=Table(rows, is_matrix=True), facts=facts, n=total)


def _pattern(board: Board, far: dict[int, int]) -> tuple[int, ...]:
    """Return the tiles of a pattern: two that must pass each other in their row or column, if there are such, then
    others.
    """
    if board.is_line:
        return ()
    if len(board.state) == 4:  # on a ring two tiles may block each other for ever
        return ()
    size = PATTERN if len(board.state) <= LARGE else SMALLER
    home = {tile: cell for cell, tile in enumerate(board.goal)}
    at = {tile: cell for cell, tile in enumerate(board.state)}
    tiles = sorted(far, key=lambda tile: board.number[tile])
    for one in tiles:
        for other in tiles:
            for line, along in ((_row, _column), (_column, _row)):
                is_one_line = (
                    len({line(cell, board.width) for cell in (at[one], at[other], home[one], home[other])}) == 1
                )
                gap = along(at[one], board.width) - along(at[other], board.width)
                if is_one_line and gap < 0 < along(home[one], board.width) - along(home[other], board.width):
                    remaining = [tile for tile in tiles if tile not in (one, other)]
                    return tuple(sorted((one, other, *remaining[: size - 2]), key=lambda tile: board.number[tile]))
    return tuple(tiles[:size])


def _row(cell: int, width: int) -> int:
    return cell // width


def _column(cell: int, width: int) -> int:
    return cell % width


def pattern_moves(board: Board, tiles: Sequence[int]) -> int:
    """Return the least number of moves of these tiles, all others being identical: best first; others move at no
    cost.
    """
    w, h = board.width, board.height
    goal = tuple(board.goal.index(tile) for tile in tiles)
    start = (board.state.index(0), tuple(board.state.index(tile) for tile in tiles))

    def remaining(at: tuple[int, ...]) -> int:
        return sum(abs(a // w - b // w) + abs(a % w - b % w) for a, b in zip(at, goal, strict=True))

    queue, cost = [(remaining(start[1]), 0, start)], {start: 0}
    while queue:
        _, made, (blank, index) = heappop(queue)
        if index == goal:
            return made
        if made > cost[blank, index]:
            continue
        row, column = divmod(blank, w)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if not (0 <= r < h and 0 <= c < w):
                continue
            cell = r * w + c
            after, is_ours = tuple(blank if here == cell else here for here in index), cell in index
            key = (cell, after)
            if made + is_ours < cost.get(key, made + 2):
                cost[key] = made + is_ours
                heappush(queue, (made + is_ours + remaining(after), made + is_ours, key))
    raise AssertionError("a few tiles of many can always be brought home")
