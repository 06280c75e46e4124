"""The readable twin of the beam for outer lines: whole boards in lists, and all terms of the key counted anew."""

from __future__ import annotations

from tests.tiles.suboptimal.pair_model_reference import hash_of, hash_of_pair

from solvable.core.puzzle import State
from solvable.tiles.suboptimal import outer_lines
from solvable.tiles.suboptimal.boards import after, positions
from solvable.tiles.suboptimal.tuning import TUNING

Stages = list[tuple[int, int, int, int]]
Spot = tuple[int, int]
PATIENCE, MU_MAX = 20, 64


def single_distance(at: Spot, home: Spot, blank: Spot) -> int:
    """Return about how many moves bring a tile home."""
    down, right = abs(home[0] - at[0]), abs(home[1] - at[1])
    longer, shorter = max(down, right), min(down, right)
    if not longer:
        return 0
    approaches = []
    for axis in (axis for axis in (0, 1) if home[axis] != at[axis]):
        way = 1 if home[axis] > at[axis] else -1
        moves = abs(blank[axis] - at[axis] - way) + abs(blank[1 - axis] - at[1 - axis])
        is_behind = blank[1 - axis] == at[1 - axis] and (blank[axis] - at[axis]) * way < 0
        approaches.append(moves + 2 * is_behind)
    turns = 6 * shorter + 5 * (longer - shorter - 1) if longer != shorter else 6 * shorter - 3
    return min(approaches) + 1 + (turns if shorter else 5 * (longer - 1))


class Twin:
    """A board being solved from outside in; `advance` makes the moves of one plan.

    A board is new unless the hash noted last in its slot, of so many, is its own.
    """

    def __init__(self, state: State, width: int, height: int, stages: Stages, slots: int) -> None:
        self.board, self.w, self.h, self.stages = state, width, height, stages
        self.mu, self.walk, self.plans = 1, list[int](), 0
        self.slots, self.seen = slots, dict[int, int]()
        self.weight, self.factor, self.power, self.fall = TUNING.line_key

    def stage(self, board: State) -> int:
        """Return the first stage that is not done."""
        undone = (s for s, (a, b, _, _) in enumerate(self.stages) if any(t and board[t - 1] != t for t in (a, b)))
        return next(undone, len(self.stages))

    def total(self, board: State) -> int:
        """Return Σ φ in steps of the key."""
        pairs = ((divmod(cell, self.w), divmod(tile - 1, self.w)) for cell, tile in enumerate(board) if tile)
        distances = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairs]
        return sum(round(16 * (1 + self.factor * each**self.power)) for each in distances if each)

    def stage_term(self, board: State) -> int:
        """Return κ D + C of the later stages, in steps of the key."""
        s = self.stage(board)
        if s == len(self.stages):
            return -16 * self.weight * self.stages[-1][3]
        later = sum(bonus for *_, bonus in self.stages[s + 1 :])
        return 16 * self.weight * (self.distance(board, *self.stages[s][:3]) + later)

    def distance(self, board: State, one: int, two: int, is_column: int) -> int:
        """Return D of the stage of these tiles."""

        def spot(cell: int) -> Spot:
            row, column = divmod(cell, self.w)
            return (column, row) if is_column else (row, column)

        at = [spot(cell) for cell in positions(board)]
        if not two:
            return single_distance(at[one], spot(one - 1), at[0])
        end, depth, span = spot(two - 1), outer_lines.CORNER_SIDE, min(outer_lines.CORNER_SIDE, self.w, self.h)
        left = end[1] - span + 1

        def outside(cell: Spot) -> int:
            rows, columns = range(end[0], end[0] + depth), range(left, left + span)
            return min(abs(cell[0] - r) for r in rows) + min(abs(cell[1] - c) for c in columns)

        if outside(at[one]):
            return 80 + 2 * max(self.w, self.h) + 6 * outside(at[two]) + single_distance(at[one], spot(one - 1), at[0])
        if outside(at[two]):
            return 80 + single_distance(at[two], end, at[0])
        if outside(at[0]):
            return 80 + outside(at[0])
        places = [(y - end[0]) * span + x - left for y, x in (at[0], at[one], at[two])]
        index = (places[0] * depth * span + places[1]) * depth * span + places[2]
        exact = int(outer_lines.pair_distances(depth, span)[index])
        return exact if exact < 255 else 80

    def children(self, board: State) -> list[int]:
        """Return the cells beside the blank: above it, to its left, its right, below."""
        r, c = divmod(board.index(0), self.w)
        beside = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
        return [y * self.w + x for y, x in beside if 0 <= y < self.h and 0 <= x < self.w]

    def advance(self, beam: int, layers: int, behind: int) -> None:
        """Look so many layers ahead and make all moves of the best node but the last `behind`."""
        layer, salt = [(self.board, list[int]())], hash_of_pair(0, self.plans) ^ hash_of(self.board)
        self.plans += 1
        best, least, depth = layer[0], self.total(self.board) + self.stage_term(self.board), 0
        while depth < layers and self.stage(best[0]) < len(self.stages):
            children = []
            for board, path in layer:
                for to in self.children(board):
                    child = after(board, [to])
                    code = salt ^ hash_of(child)
                    if self.seen.get(code % self.slots, 0) != code:
                        self.seen[code % self.slots] = code
                        children.append((self.total(child) + self.mu * self.stage_term(child), child, [*path, to]))
            if not children:
                break
            order = sorted(range(len(children)), key=lambda number: children[number][0])
            layer = [children[number][1:] for number in sorted(order[:beam])]
            best, depth = children[order[0]][1:], depth + 1
            if depth % PATIENCE == 0:
                key = self.total(best[0]) + self.stage_term(best[0])
                self.mu = min(MU_MAX, 2 * self.mu) if least - key < 16 * self.fall else max(1, self.mu // 2)
                least = key
        cut = max(min(depth, 1), depth - behind) if self.stage(best[0]) < len(self.stages) else depth
        self.walk += best[1][:cut]
        self.board = after(self.board, best[1][:cut])
