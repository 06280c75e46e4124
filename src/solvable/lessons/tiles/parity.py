"""Inversions counted tile by tile, and what their parity implies for the board.

A tile and a smaller one after it form an inversion. A slide along a row does not change the reading order; a slide
along a column takes a tile past width − 1 others. So if the width is odd, the parity of the inversions never changes;
if it is even, that of inversions + the blank's row does not (Johnson & Story 1879).
"""

from collections.abc import Iterator

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.tiles.tray import Board, inversions_of, tray, verdict

AFTER = 12  # smaller tiles that a row of the table lists


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    word, last = verdict(board)
    if board.is_line:
        return Lesson("parity", "tiles", state, word, (_line(board), last))
    steps = [*_reading(board), *_counting(board), *_deciding(board), last]
    return Lesson("parity", "tiles", state, word, tuple(steps))


def _line(board: Board) -> Step:
    names = tuple(str(tile) for tile in board.state if tile)
    goal = tuple(str(tile) for tile in board.goal if tile)
    return step("lesson.tiles.parity.line", scene=board.see(board.state), tiles=names, goal=goal)


def _reading(board: Board) -> Iterator[Step]:
    tiles = tuple(str(tile) for tile in board.state if tile)
    yield step("lesson.tiles.parity.read", scene=board.see(board.state), tiles=tiles)
    if not board.is_plain:
        order = tuple(str(tile) for tile in board.goal if tile)
        yield step("lesson.tiles.parity.renamed", scene=board.see(board.goal), order=order)


def _counting(board: Board) -> Iterator[Step]:
    """Yield the count for one tile, then all counts with the running total."""
    tiles = [tile for tile in board.state if tile]
    counts = inversions_of(board.numbers(board.state))
    first = next((position for position, count in enumerate(counts) if count), None)
    smaller = [
        tuple(tile for tile in tiles[offset + 1 :] if board.number[tile] < board.number[one])
        for offset, one in enumerate(tiles)
    ]
    if first is not None:
        one = tiles[first]
        cells = [board.state.index(tile) for tile in smaller[first]]
        scene = board.see(board.state, points=[board.state.index(one)], weights=cells)
        names = tuple(map(str, smaller[first]))
        facts = {"tile": one, "smaller": list(smaller[first])}
        yield step("lesson.tiles.parity.tile", scene=scene, facts=facts, tile=one, n=len(names), smaller=names)
    rows, total = [], 0
    for tile, count, after in zip(tiles, counts, smaller, strict=True):
        total += count
        listed = " ".join(map(str, after[:AFTER])) + (" …" if len(after) > AFTER else "")
        rows.append((str(tile), listed or "–", str(count), str(total)))
    head = tuple(f"lesson.tiles.parity.head.{name}" for name in ("tile", "smaller", "count", "total"))
    facts = {"tiles": tiles, "counts": counts, "inversions": total}
    yield step("lesson.tiles.parity.all", table=Table(tuple(rows), head=head), facts=facts, n=total)
    yield step(f"lesson.tiles.parity.{'odd' if total % 2 else 'even'}", facts={"inversions": total}, n=total)


def _deciding(board: Board) -> Iterator[Step]:
    """Yield the invariant for this width, its value here and at the goal, and the half of the states to which this one
    belongs.
    """
    here, goal = (sum(inversions_of(board.numbers(each))) for each in (board.state, board.goal))
    row, home = (each.index(0) // board.width for each in (board.state, board.goal))
    facts = {"inversions": here, "goal_inversions": goal, "blank_row": row, "goal_blank_row": home}
    scene = board.see(board.state, points=[board.state.index(0)])
    is_same = board.is_reachable()
    if board.width % 2:
        yield step("lesson.tiles.parity.odd_width", width=board.width, others=board.width - 1)
        key = "lesson.tiles.parity.compare.odd_width"
        yield step(f"{key}.{'same' if is_same else 'other'}", facts=facts, here=here)
    else:
        yield step("lesson.tiles.parity.even_width", width=board.width, others=board.width - 1, n=board.width - 1)
        steps = abs(row - home)
        key = "lesson.tiles.parity.compare.even_width"
        yield step(
            f"{key}.{'same' if is_same else 'other'}", scene=scene, facts=facts,
            here=here, steps=steps, total=here + steps,
        )  # fmt: skip
    yield step(f"lesson.tiles.parity.{'normal' if is_same else 'swapped'}")
