"""On from where a beam of the pair model got stuck: restarts bring it nearer home, then boxes put right what is left.

On large boards a beam ends among rings of tiles, each one cell from home, which it left behind: worth little, and too
far away for its few nodes to walk there, since each step takes a tile from home. **Restarts**: alone on the best board
a beam often gets on, all nodes near the blank; else the blank goes straight to the next such tiles, and the beam begins
there. What the way there shifted it puts right as it comes back. Cost: some 100 layers a try.

**Boxes** end with small cycles of tiles, far apart: a beam within a box around one of them sees nothing else. The blank
comes from its home along the last row, up a column, the same for all boxes, and along a row; it goes back the same way,
which undoes what it shifted, and between two boxes what both ways share cancels. Tiles in the box that belong elsewhere
go to the cells nearest their homes; if the permutation is odd then, two of them are exchanged, or two tiles near the
next odd cycle. Cost: some 20 ms a box, 20 to 80 moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.census.ranking import is_odd
from solvable.tiles.suboptimal import pair_heuristic
from solvable.tiles.suboptimal.boards import after, manhattan, positions
from solvable.tiles.suboptimal.pair_beam import PairBeam, Walk
from solvable.tiles.suboptimal.tuning import TUNING

UNIT_MOVES, APART_MOVES = 5, 10  # that a unit of distance takes here, and a cell between two odd cycles
MENDED_UNIT_MOVES = 8  # that it is thought to take boxes alone
LAYERS, STRIDE = 2000, 5  # of a restart at most, and between boards with which a beam may be left
GAIN_MOVES_MIN = 2  # moves that a restart must gain
BOX_WALK_MOVES_MAX = 300  # moves of a walk within a box
BOXES_MAX = 40  # boxes, and one more for each unit of distance, after which a board is given up


def finish(board: State, stuck: PairBeam, budget: Budget) -> Walk | None:
    """Return the walk that a stuck beam began and restarts and boxes end; None if they do not get on."""
    width, height = stuck.tables.width, stuck.tables.height

    def stems() -> Iterator[Walk]:
        """Yield walks that lead near to home: first by restarts."""
        stem, _ = stuck.stem(UNIT_MOVES)
        yield stem + nearer(after(board, stem), stuck, budget.share(TUNING.restart_part))
        yield stuck.stem(MENDED_UNIT_MOVES)[0]

    for stem in stems():
        near = after(board, stem)
        if manhattan(near, width) <= TUNING.mend_distance * max(1.0, len(near) / 400) ** 0.5:
            remaining = mend(near, width, height, budget)
            if remaining is not None:
                return stem + remaining
        if budget.is_over:
            break
    return None


def nearer(board: State, stuck: PairBeam, budget: Budget) -> Walk:
    """Return the blank's walk to a board that is nearer home; an empty one if nothing is gained.

    `stuck` is a beam with the model to use. Raises BudgetExceededError if the budget is cancelled.
    """
    width, walk = stuck.tables.width, Walk()
    beam = PairBeam(stuck.tables, min(TUNING.restart_width, stuck.width), LAYERS)
    ways = islice(approaches(board, width), TUNING.restart_tries)
    while (way := next(ways, None)) is not None and not budget.is_over:
        beam.search(after(board, way), budget, stride=STRIDE)
        on, remaining = beam.stem(UNIT_MOVES)
        if len(way) + len(on) + UNIT_MOVES * remaining + GAIN_MOVES_MIN < UNIT_MOVES * manhattan(board, width):
            walk, board = walk + way + on, after(board, way + on)
            ways = islice(approaches(board, width), TUNING.restart_tries)
    return walk


def approaches(board: State, width: int) -> Iterator[Walk]:
    """Yield ways of the blank: none, then straight to tiles that are not home and do not touch, the nearest first."""
    blank = board.index(0)

    def away(cell: int) -> int:
        return abs(cell // width - blank // width) + abs(cell % width - blank % width)

    yield []
    entries = list[int]()
    for cell in sorted(astray(board), key=away):
        if away(cell) > 1 and all(
            max(abs(cell // width - e // width), abs(cell % width - e % width)) > 1 for e in entries
        ):
            entries.append(cell)
            yield straight(blank, cell, width)


def straight(start: int, end: int, width: int) -> Walk:
    """Return the way from a cell, without it, to another: along the row first, then along the column."""
    (r, c), (y, x) = divmod(start, width), divmod(end, width)
    corner, right, down = r * width + x, 1 if x > c else -1, width if y > r else -width
    return [*range(start + right, corner + right, right), *range(corner + down, end + down, down)]


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways from the last cell of a board to all others: along the last row, a column, and a row."""

    width: int
    height: int
    column: int

    def home(self, cell: int) -> Walk:
        """Return the cells of the way from a cell, without it, to the last one."""
        foot, end = (self.height - 1) * self.width + self.column, self.width * self.height - 1
        if cell > end - self.width:
            return straight(cell, end, self.width)
        return straight(cell, foot, self.width) + straight(foot, end, self.width)

    def into(self, cells: list[int]) -> Walk:
        """Return the cells of the way from the last cell, without it, to the first cell of a box that it meets."""
        middle, inside, end = cells[len(cells) // 2], set(cells), self.width * self.height - 1
        path = [*self.home(middle)[::-1], middle] if middle != end else [end]
        return path[1 : next(k for k, cell in enumerate(path) if cell in inside) + 1]


def astray(board: State) -> list[int]:
    """Return the cells of the tiles that are not home."""
    return [cell for cell, tile in enumerate(board) if tile not in {0, cell + 1}]


def ways_of(board: State, width: int, height: int) -> Ways:
    """Return the ways along the column in the middle of those of all tiles that are not home."""
    columns = sorted(cell % width for cell in astray(board)) or [0]
    return Ways(width, height, columns[len(columns) // 2])


def mend(board: State, width: int, height: int, budget: Budget) -> Walk | None:
    """Return the blank's walk that solves a board whose tiles are nearly all home; None if boxes of no side get on.

    Raises BudgetExceededError if the budget is cancelled.
    """
    ways = ways_of(board, width, height)
    walks = [ways.home(board.index(0))]
    board = after(board, walks[0])
    met, known = set[State](), dict[Any, Walk | None]()
    for _ in range(BOXES_MAX + manhattan(board, width)):
        if not astray(board):
            return [cell for walk in walks for cell in walk]
        met.add(board)
        results = []
        for box in hopeful(board, width, height):
            if budget.is_over:
                return None
            tour = repaired(board, ways, box, budget, known)
            if tour is not None and (made := after(board, tour)) not in met:
                added = len(tour) - 2 * shared(walks[-1], tour, len(board) - 1)
                results.append((added + need(made, width), tour, made))
        if not results:
            return None
        _, tour, board = min(results, key=lambda each: each[0])
        walks.append(tour)
    return None


def shared(one: Walk, other: Walk, home: int) -> int:
    """Return how many steps of a walk's end are taken back by another's beginning, both ending at home."""
    back = [*one[-2::-1], home] if one else []
    return next((k for k, (a, b) in enumerate(zip(back, other, strict=False)) if a != b), min(len(back), len(other)))


def need(board: State, width: int) -> int:
    """Return about how many moves it takes to mend a board, the blank at home.

    A blank that comes and goes by the same way permutes tiles evenly, so cycles of even length, which are odd
    permutations, must be mended in pairs: here each with the nearest of those left.
    """
    moves, odd = UNIT_MOVES * manhattan(board, width), odd_cycles(board)

    def apart(one: list[int], other: list[int]) -> int:
        pairs = product([divmod(cell, width) for cell in one], [divmod(cell, width) for cell in other])
        return min(abs(r - y) + abs(c - x) for (r, c), (y, x) in pairs)

    while len(odd) > 1:
        one = odd.pop()
        nearest = min(odd, key=lambda other: apart(one, other))
        odd.remove(nearest)
        moves += APART_MOVES * apart(one, nearest)
    return moves


def odd_cycles(board: State) -> list[list[int]]:
    """Return the cells of each cycle of even length."""
    results, met = [], set[int]()
    for first in astray(board):
        cycle, cell = list[int](), first
        while cell not in met and board[cell]:
            met.add(cell)
            cycle.append(cell)
            cell = board[cell] - 1
        if cycle and len(cycle) % 2 == 0:
            results.append(cycle)
    return results


def hopeful(
    board: State, width: int, height: int, sides: tuple[int, ...] = TUNING.mend_sides
) -> list[tuple[int, int, int, int]]:
    """Return the boxes (top, left, width, height) of each size that hold the most tiles not home that belong there."""
    away = [(*divmod(cell, width), *divmod(board[cell] - 1, width)) for cell in astray(board)]
    results = []
    for side in sides:
        w, h = min(side, width), min(side, height)
        inside = Counter[tuple[int, int]]()
        for r, c, y, x in away:
            tops = range(max(0, r - h + 1, y - h + 1), min(height - h, r, y) + 1)
            inside.update(product(tops, range(max(0, c - w + 1, x - w + 1), min(width - w, c, x) + 1)))

        order = sorted((-many, -top, -left) for (top, left), many in inside.items())
        results += [(-top, -left, w, h) for _, top, left in order[: TUNING.mend_boxes]]
    return results


def repaired(
    board: State, ways: Ways, box: tuple[int, int, int, int], budget: Budget, known: dict[Any, Walk | None]
) -> Walk | None:
    """Return the blank's walk from its home and back that brings the tiles of a box home; None if none is found.

    Those `known` are not searched again where the tiles of the box are the same.
    """
    top, left, w, h = box
    cells = [r * ways.width + c for r in range(top, top + h) for c in range(left, left + w)]
    name = box, tuple(board[cell] for cell in cells)
    if name in known:
        return known[name]
    there = ways.into(cells)
    end = len(board) - 1
    back = [*there[-2::-1], end] if there else []
    shifted, where = after(board, there), positions(after((*range(1, end + 1), 0), there))
    blank = cells.index(there[-1] if there else end)
    inner = [place + 1 for place in targets(shifted, where, cells, ways.width)]
    inner[blank] = 0  # the tile of the cell where the blank ends, its own, is missing
    beam = PairBeam(pair_heuristic.tables(w, h, budget), TUNING.mend_width, BOX_WALK_MOVES_MAX)
    inside = beam.search(tuple(inner), budget)
    known[name] = None if inside is None else [*there, *(cells[index] for index in inside), *back]
    return known[name]


def targets(board: State, where: list[int], cells: list[int], width: int) -> list[int]:
    """Return for each place of a box the place where its tile shall go, evenly permuted; the blank stays.

    `where` are the cells of all tiles on the board that is wanted.
    """
    place = {cell: k for k, cell in enumerate(cells)}
    to = [place.get(where[board[cell]], -1) for cell in cells]
    foreign = [k for k, target in enumerate(to) if target < 0]
    free = set(range(len(cells))) - set(to)

    def apart(k: int, target: int) -> int:
        (r, c), (y, x) = divmod(where[board[cells[k]]], width), divmod(cells[target], width)
        return abs(r - y) + abs(c - x)

    for _, k, target in sorted((apart(k, target), k, target) for k in foreign for target in free):
        if to[k] < 0 and target in free:
            to[k] = target
            free.remove(target)
    if is_odd(to):
        others = [c for c, tile in enumerate(board) if where[tile] != c and c not in place]
        a, b = foreign[-2:] if len(foreign) > 1 else map(to.index, beside(board, cells, others, width))
        to[a], to[b] = to[b], to[a]
    return to


def beside(board: State, cells: list[int], others: list[int], width: int) -> tuple[int, int]:
    """Return two neighbouring places of a box, the nearest to any of the other cells; none is the blank's."""

    def apart(cell: int) -> int:
        return min((abs(cell // width - o // width) + abs(cell % width - o % width) for o in others), default=0)

    place = {cell: k for k, cell in enumerate(cells) if board[cell]}
    pairs = [(apart(c) + apart(d), place[c], place[d]) for c in place for d in (c + 1, c + width) if d in place]
    return min(pairs)[1:]
