"""A plain iterative-deepening search (Korf 1985) with Manhattan distance, to check bounds independently."""

from collections.abc import Sequence

DEEPEST = 700  # moves: a depth that Python's stack allows


class Search:
    """Searches one board for solutions shorter than a claimed bound, within a number of nodes."""

    def __init__(self, width: int, height: int, goal: Sequence[int], is_multi: bool) -> None:
        self.width, self.height, self.is_multi = width, height, is_multi
        self.goal = list(goal)
        self.home = [0] * len(goal)
        for cell, tile in enumerate(goal):
            self.home[tile] = cell
        self.nodes = 0

    def estimate(self, state: Sequence[int]) -> int:
        """Return the Manhattan distance; in the multi-tile metric, the number of lines that must move."""
        if not self.is_multi:
            return sum(self._distance(tile, cell) for cell, tile in enumerate(state) if tile)
        wrong = [cell for cell, tile in enumerate(state) if tile and self.home[tile] != cell]
        longest = max(self.width, self.height) - 1
        return -(-sum(self._distance(state[cell], cell) for cell in wrong) // longest) if wrong else 0

    def _distance(self, tile: int, cell: int) -> int:
        row, column = divmod(cell, self.width)
        home_row, home_column = divmod(self.home[tile], self.width)
        return abs(row - home_row) + abs(column - home_column)

    def raise_bound(self, state: Sequence[int], bound: int, nodes: int) -> int | None:
        """Return `bound` if no solution is shorter, else the shorter length found; None when `nodes` run out."""
        self.nodes = nodes
        step = 1 if self.is_multi else 2
        limit = self.estimate(state)
        while limit < bound:
            if limit > DEEPEST:
                return None
            result = self._search(list(state), state.index(0), -1, 0, limit, self.estimate(state))
            if result is None:
                return None
            if result:
                return limit
            limit += step
        return bound

    def _search(self, now: list[int], blank: int, last: int, moved: int, limit: int, estimate: int) -> bool | None:
        """Return whether the goal is reached within `limit` moves; None if the nodes have run out."""
        if now == self.goal:
            return True
        self.nodes -= 1
        if self.nodes < 0:
            return None
        for touched in self._touchable(blank):
            if touched == last:
                continue
            delta = self._slide(now, blank, touched)
            ahead = self.estimate(now) if self.is_multi else estimate + delta
            result: bool | None = False
            if moved + 1 + ahead <= limit:
                result = self._search(now, touched, blank, moved + 1, limit, ahead)
            self._slide(now, touched, blank)
            if result is None or result:
                return result
        return False

    def _touchable(self, blank: int) -> list[int]:
        row, column = divmod(blank, self.width)
        if self.is_multi:
            line = [row * self.width + c for c in range(self.width) if c != column]
            return line + [r * self.width + column for r in range(self.height) if r != row]
        beside = [blank - self.width] if row else []
        beside += [blank + self.width] if row + 1 < self.height else []
        beside += [blank - 1] if column else []
        return beside + ([blank + 1] if column + 1 < self.width else [])

    def _slide(self, now: list[int], blank: int, touched: int) -> int:
        """Slide the tiles from `touched` towards `blank`; return the change of Manhattan distance."""
        same_row = blank // self.width == touched // self.width
        step = (1 if same_row else self.width) * (1 if touched > blank else -1)
        change = 0
        while blank != touched:
            tile = now[blank + step]
            change += self._distance(tile, blank) - self._distance(tile, blank + step)
            now[blank], now[blank + step] = tile, 0
            blank += step
        return change
