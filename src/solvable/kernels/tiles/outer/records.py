"""What the kernels of outer lines take: named tuples of arrays, and numbers that their callers must know.

Nothing here is compiled, so whoever calls linked kernels (`kernels.linked`) need not load numba.
"""

from typing import Any, NamedTuple

from numpy.typing import NDArray

Array = NDArray[Any]

SCALE = 16  # keys of a rolling beam are integers in steps of 1/16
ROLLING, DONE, STUCK = 0, 1, 2


class Board(NamedTuple):
    """A board of w × h cells: the tile on each cell, the cell of each tile (first the blank's)."""

    tiles: Array
    cells: Array
    w: int
    h: int


class Plan(NamedTuple):
    """The terms of the key: φ by distance, the stages in their order, and the exact distances of a pair in a window.

    A stage is its tile, the second one or 0, whether its line is a column, its κ (in steps of the key), and how much
    the key must fall in 20 layers, else μ grows; `later` is κ C of those after it. `stage_of` has each tile's stage.
    """

    phi: Array
    first: Array
    second: Array
    is_column: Array
    kappa: Array
    fall: Array
    later: Array
    stage_of: Array
    table: Array
    depth: int
    span: int


class Beam(NamedTuple):
    """The most nodes of a layer, the layers looked ahead, and the moves committed then."""

    width: int
    horizon: int
    commit: int


class Nodes(NamedTuple):
    """The nodes: how many are in each layer, their parents and moves by slot and row; hashes that were taken lately.

    Those of the last layer have a sum (Σ φ less the first board's), the first stage that is not done, and a hash.
    """

    counts: Array
    parents: Array
    steps: Array
    totals: Array
    stages: Array
    codes: Array
    seen: Array


class Path(NamedTuple):
    """The node that the board stands at and its ancestors, and where they have the blank; both by layer."""

    nodes: Array
    blanks: Array


class Children(NamedTuple):
    """The children of a layer: what they are as nodes, their keys, and room to order them and to mark those kept."""

    parents: Array
    steps: Array
    totals: Array
    stages: Array
    codes: Array
    keys: Array
    order: Array
    tally: Array
    kept: Array


class Progress(NamedTuple):
    """How far a beam has come: the slot of the committed board, the layers after it, μ, the layers since the last look
    at the key, the key then, the commits made, and ROLLING, DONE or STUCK."""

    root: int
    length: int
    mu: int
    since: int
    key: int
    commits: int
    status: int
