"""Short solutions where there is no library of kernels: the human method, then beams that grow while time lasts.

Boards to 16 cells are ranked by their small pattern databases. On others a beam brings home the tiles of an outer line,
the distances of the rest counting less, then of the next, until 4 × 4 cells are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from solvable.core.budget import Budget
from solvable.core.puzzle import Move, Solution, State
from solvable.tiles import symmetry as frames
from solvable.tiles.interface import Grid
from solvable.tiles.symmetry import Cells, Frame

BEAM_CELLS_MAX = 100  # cells of a board that beams are worth trying on
NARROWEST, WIDER = 90, 3  # nodes of a layer, and how many times as many the next beam has, if there is time for it
BEAM_WIDTH_MAX = 1_000  # where there is no limit of time
LAYERS_PER_CELL_MAX = 4  # layers of a beam for each cell
MOVES_MAX = 200  # moves of a board to 16 cells
WHOLE_BOARD_SIDE_MAX = 4  # cells of the longer side of a board that is solved as a whole
OTHER = 255  # any tile of a later line
NODES_PER_LINE_MAX = 1  # nodes of a layer with the tiles of the line on the same cells
LATER_LINE_DISTANCE_SHARE = 0.2  # what the distance of a tile counts that belongs to a later line

Node = tuple[float, bytes, int, "Node | None"]
"""A state: its rank, the board, the blank's cell, the state before."""

Tick = Callable[[], bool]


def near(puzzle: Grid, state: State, bound: int, budget: Budget) -> Solution:
    """Return the shortest solution found within the budget; of the human method at least.

    Where it is cancelled, BudgetExceededError has the best so far.
    """
    from solvable.tiles import construct, moves

    def solution() -> Solution:
        return Solution(best, min(bound, len(best)))

    def goes_on() -> bool:
        is_on = budget.goes_on(bound, solution())
        if budget.is_cancelled:
            raise budget.exceeded(bound, solution())
        return is_on

    best: Sequence[Move] = construct.solve(puzzle, state, budget).moves
    budget.better(solution())
    view = frames.orientation(puzzle.width, puzzle.height, puzzle.goal)
    if puzzle.cells <= BEAM_CELLS_MAX:
        widest = puzzle.cells**4 if budget.is_limited else BEAM_WIDTH_MAX
        for cells in beams(view.frame, view.state(state), goes_on, widest, budget):
            path = view.moves(cells)
            if puzzle.metric == "mtm":
                path = tuple(moves.merge(puzzle.width, state, path))
            if len(path) < len(best):
                best = path
                budget.better(solution())
            if len(best) <= bound or not goes_on():
                break
    return solution()


def beams(frame: Frame, state: State, goes_on: Tick, widest: int, budget: Budget) -> Iterator[Cells]:
    """Yield a walk of the blank from each beam that finds one, wider and wider, until time or width are at an end.

    A beam takes time as its width.
    """
    width = NARROWEST
    while width <= widest and goes_on():
        begun = budget.spent
        result = beam(frame, state, width, goes_on)
        if result is not None:
            yield result
        if budget.left < WIDER * (budget.spent - begun):
            break
        width *= WIDER


def beam(frame: Frame, state: State, width: int, goes_on: Tick) -> Cells | None:
    """Return a walk of the blank that so wide a beam finds, None where it finds none."""
    from solvable.tiles.optimal import plain

    return (by_tables if plain.covers(frame) else by_lines)(frame, state, width, goes_on)


def by_tables(frame: Frame, state: State, width: int, goes_on: Tick) -> Cells | None:
    """Return the walk of a beam ranked by small pattern databases."""
    from solvable.tiles.optimal import plain

    deepening = plain.deepening(frame, state)
    layer = [deepening.root(state)]
    for depth in count():
        if not layer or depth > MOVES_MAX or not goes_on():
            return None
        if layer[0].h == 0:
            return layer[0].path
        following = {tuple(child.one): child for part in layer for child in deepening.children(part, MOVES_MAX)}
        layer = sorted(following.values(), key=lambda part: part.h + part.other_h)[:width]
    return None


def by_lines(frame: Frame, state: State, width: int, goes_on: Tick) -> Cells | None:
    """Return the walk of beams that finish the outer lines one after the other, then the inner board by tables.

    For boards whose blank is at home in the corner; None for others.
    """
    w, h = frame.width, frame.height
    board, walk = list(state), list[int]()
    while frame.home == 0 and max(w, h) > WHOLE_BOARD_SIDE_MAX:
        line = range((h - 1) * frame.width, (h - 1) * frame.width + w)
        if w > h:
            line = range(w - 1, frame.width * h, frame.width)
        result = one_line(frame, board, (w, h), line, width, goes_on)
        if result is None:
            return None
        walk += result
        replay(board, result)
        w, h = (w - 1, h) if w > h else (w, h - 1)
    return _inner(frame, board, walk, (w, h), width, goes_on)


def _inner(
    frame: Frame, board: list[int], walk: list[int], size: tuple[int, int], width: int, goes_on: Tick
) -> Cells | None:
    """Return the walk and that of the inner board, None where there is none."""
    if frame.home:
        return None
    w, h = size
    cells = [row * frame.width + column for row in range(h) for column in range(w)]
    number = {cell: i for i, cell in enumerate(cells)}
    remaining = by_tables(Frame(w, h, 0), tuple(number[board[cell]] for cell in cells), width, goes_on)
    return None if remaining is None else (*walk, *(cells[cell] for cell in remaining))


def replay(board: list[int], walk: Sequence[int]) -> None:
    """Take the blank, tile 0, along a walk."""
    blank = board.index(0)
    for to in walk:
        board[blank], board[to], blank = board[to], 0, to


def one_line(
    frame: Frame, state: Sequence[int], size: tuple[int, int], line: range, width: int, goes_on: Tick
) -> Cells | None:
    """Return the walk of a beam, within the part of the board that is left, that brings the tiles of a line home."""
    w, h = size
    price = [
        [
            (1.0 if tile in line else LATER_LINE_DISTANCE_SHARE if tile else 0.0) * frame.distance(tile, cell)
            for cell in range(frame.cells)
        ]
        for tile in range(frame.cells)
    ]
    inside = [cell % frame.width < w and cell // frame.width < h for cell in range(frame.cells)]
    beside = [[to for to in frame.neighbours(cell) if inside[to]] for cell in range(frame.cells)]
    rank = sum(price[tile][cell] for cell, tile in enumerate(state))
    layer: list[Node] = [(rank, bytes(state), state.index(0), None)]
    before: dict[bytes, Node] = {}
    home, begin, step = bytes(line), line[0], line.step
    blind = bytes(tile if tile in line or not tile else OTHER for tile in range(256))
    for _ in range(LAYERS_PER_CELL_MAX * frame.cells):
        for node in layer:
            if node[1][begin : line[-1] + 1 : step] == home:
                return _walk(node)
        following: dict[bytes, Node] = {}
        for node in layer:
            rank, board, blank, _from = node
            for to in beside[blank]:
                tile = board[to]
                low, high = (blank, to) if blank < to else (to, blank)
                middle = board[low + 1 : high]
                after = board[:low] + board[high : high + 1] + middle + board[low : low + 1] + board[high + 1 :]
                if after not in following and after not in before:
                    following[after] = rank - price[tile][to] + price[tile][blank], after, to, node
        before = {node[1]: node for node in layer}
        layer = _varied(sorted(following.values(), key=lambda node: node[0]), blind, width)
        if not layer or not goes_on():
            return None
    return None


def _varied(nodes: list[Node], blind: bytes, width: int) -> list[Node]:
    """Return the first nodes, but few of which the tiles of the line lie alike: else all would be in one hollow."""
    kept: list[Node] = []
    alike: dict[bytes, int] = {}
    for node in nodes:
        key = node[1].translate(blind)
        alike[key] = alike.get(key, 0) + 1
        if alike[key] <= NODES_PER_LINE_MAX:
            kept.append(node)
            if len(kept) == width:
                break
    return kept


def _walk(node: Node) -> Cells:
    cells = []
    at: Node | None = node
    while at is not None:
        cells.append(at[2])
        at = at[3]
    return tuple(cells[-2::-1])
