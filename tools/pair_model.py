"""V of the pair model in PyTorch, for boards of any size, so that its parameters can be fitted to many boards together.

The terms of near tiles, T1 and T2, are looked up for each two cells at most five lines apart, and T1 of the inverse
board for each two homes: some 20,000 look-ups a board of 12 × 12. T3 depends only on the number of tiles of each class
of home and cell: with N[kind] of them, its sum is ½ (Nᵀ T3 N − N · diag T3), a product of matrices for all boards.
Beyond the largest size it is reduced, as in `tiles.suboptimal.pair_heuristic.shares`. PyTorch computes the gradient.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools import pair_layout as layout

from solvable.tiles.suboptimal import pair_heuristic

Array = NDArray[Any]
U, V, KINDS = layout.SHIFTS, layout.NEAR, layout.KINDS
NO_U, NO_G = U, V  # of the blank; of homes too far apart
G2 = 9 * 9  # rows and columns of a pair of homes at most four lines apart


@cache
def raw_numbers() -> tuple[Array, Array, Array, Array, Array, Array, int]:
    """Return (numbers of t1[u, x, v], of t2[u, g, v] in both views, of t3, of TU, of TB, the number of parameters).

    As in the kernel `pairs_list_terms`. If there is no such term, the number is that of an additional parameter, which
    is 0.
    """
    found, count = pair_heuristic.numbering()
    numbers = np.asarray(found)
    t1 = np.full((U + 1, U + 1, V), count)
    t1[:U, :U] = numbers[: layout.FIRST["T2"]].reshape(U, U, V)
    u, far, v = np.indices((U, G2, V))
    g = (far // 9 + 1) * 11 + far % 9 + 1
    raw = numbers[layout.FIRST["T2"] : layout.FIRST["T3"]].reshape(U, G2, V)
    here, inverse = np.full((2, U + 1, V + 1, V), count)
    here[u, g, v] = raw
    inverse[U - 1 - u, v, g] = raw
    t3 = numbers[layout.FIRST["T3"] : layout.FIRST["TU"]].reshape(KINDS, KINDS)
    return t1, here, inverse, t3, numbers[layout.FIRST["TU"] : layout.FIRST["TB"]], numbers[layout.FIRST["TB"] :], count


class Parameters:
    """The parameters (in moves) on a device; gradients are with respect to `leaf`, which has one more, equal to 0."""

    def __init__(self, torch: Any, theta: Array, device: str) -> None:
        *numbers, self.count = raw_numbers()
        self.torch, self.device = torch, device
        self.t1, self.here, self.inverse, self.t3, self.tu, self.tb = (self.put(each) for each in numbers)
        self.leaf = torch.zeros(self.count + 1, device=device)
        self.leaf[: self.count] = self.put(theta.astype(np.float32))
        self.leaf.requires_grad_()

    def put(self, array: Any) -> Any:
        """Return a numpy array on the device."""
        return self.torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def terms(self) -> tuple[Any, Any, Any, Any, Any]:
        """Return t1, t2 and T3 of both views, TU and TB, tabulated."""
        t2 = self.look(self.leaf, self.here) + self.look(self.leaf, self.inverse)
        return self.look(self.leaf, self.t1), t2, *(self.look(self.leaf, each) for each in (self.t3, self.tu, self.tb))

    def look(self, table: Any, at: Any) -> Any:
        """Return table[at]; the gradient is summed in any order, which `gather` does without sorting."""
        return table.reshape(-1).gather(0, at.reshape(-1)).reshape(at.shape)


class Boards:
    """The arguments of V for square boards of one size; boards are rows of the cell of each tile, the blank's first."""

    def __init__(self, parameters: Parameters, size: int, power: float) -> None:
        self.parameters, self.size, self.n = parameters, size, size * size
        n, put = self.n, parameters.put
        cells = np.arange(n)
        row, column = cells // size, cells % size
        line = np.array([layout.line_class(x, size) for x in range(size)])
        kind = line[row] * layout.COORDINATE_CLASSES + line[column]
        right, down = column - column[:, None], row - row[:, None]  # [home, cell]
        self.away = put((abs(right) + abs(down)).astype(np.float32))
        self.u = put((down.clip(-3, 3) + 3) * 7 + right.clip(-3, 3) + 3)
        self.kind = put(kind[:, None] * layout.CELL_CLASSES + kind)
        self.tu = put(kind[:, None] * layout.WIDE_SHIFTS + (down.clip(-6, 6) + 6) * 13 + right.clip(-6, 6) + 6)
        lean = kind * 25 + (down.clip(-2, 2) + 2) * 5 + right.clip(-2, 2) + 2
        self.tb = put(lean * V)
        self.blank_from = put((down.clip(-5, 5) + 5) * 11 + right.clip(-5, 5) + 5)  # [from, to]
        a, b = np.triu_indices(n, 1)
        is_near = (abs(row[a] - row[b]) <= 5) & (abs(column[a] - column[b]) <= 5)
        a, b = a[is_near], b[is_near]
        v = (row[a] - row[b] + 5) * 11 + column[a] - column[b] + 5
        self.cells, self.v = (put(a), put(b)), put(v)
        real = b < n - 1  # the home of the blank is not a tile's
        self.homes, self.g = (put(a[real]), put(b[real])), put(v[real])
        apart = np.full((n, n), NO_G)  # of tiles: the blank, 0, is near none
        apart[a[real] + 1, b[real] + 1] = v[real]
        apart[b[real] + 1, a[real] + 1] = V - 1 - v[real]
        self.apart = put(apart)
        shares = np.repeat(np.array(pair_heuristic.shares(size, size, power)), layout.CELL_CLASSES)
        self.shares = put(np.outer(shares, shares).astype(np.float32))
        self.mirrored = put(column * size + row)

    def distance(self, pos: Any) -> Any:
        """Return the Manhattan distance of boards."""
        return self.away[self.parameters.torch.arange(self.n - 1, device=pos.device), pos[:, 1:]].sum(1)

    def values(self, pos: Any, terms: tuple[Any, Any, Any, Any, Any]) -> Any:
        """Return V of boards, in moves, by the parameters' `terms`."""
        torch, look = self.parameters.torch, self.parameters.look
        t1, t2, t3, tu, tb = terms
        home = torch.arange(self.n - 1, device=pos.device)
        cell = pos[:, 1:]
        total = self.distance(pos) + look(tu, self.tu[home, cell]).sum(1)
        total = total + look(tb, self.tb[home, cell] + self.blank_from[cell, pos[:, :1]]).sum(1)
        counts = torch.zeros(len(pos), KINDS, device=pos.device)
        kinds = self.kind[home, cell]
        counts.scatter_add_(1, kinds, torch.ones_like(kinds, dtype=counts.dtype))
        matrix = t3 * self.shares
        total = total + ((counts @ matrix) * counts).sum(1) / 2 - counts @ matrix.diagonal() / 2
        u = torch.cat([torch.full_like(pos[:, :1], NO_U), self.u[home, cell]], 1)  # of each tile
        tile = torch.zeros_like(pos).scatter_(1, pos, torch.arange(self.n, device=pos.device).expand_as(pos))
        on = u.gather(1, tile)  # of the tile on each cell
        first, second = (tile[:, each] for each in self.cells)
        mine, other = (on[:, each] for each in self.cells)
        g = self.apart[first, second]
        back = torch.where(g == NO_G, NO_G, V - 1 - g)
        total = total + look(t1, (mine * (U + 1) + other) * V + self.v).sum(1)
        total = total + look(t2, (mine * (V + 1) + g) * V + self.v).sum(1)
        total = total + look(t2, (other * (V + 1) + back) * V + V - 1 - self.v).sum(1)
        mine, other = (U - 1 - u[:, 1:][:, each] for each in self.homes)  # in the inverse board, homes are cells
        return total + look(t1, (mine * (U + 1) + other) * V + self.g).sum(1)

    def mirror(self, pos: Any) -> Any:
        """Return the mirror images of boards in the main diagonal."""
        out = self.parameters.torch.empty_like(pos)
        out[:, 0] = self.mirrored[pos[:, 0]]
        out[:, self.mirrored[:-1] + 1] = self.mirrored[pos[:, 1:]]
        return out
