"""What the kernels of the pair model take: named tuples of arrays, and numbers that their callers must know.

Nothing here is compiled, so whoever calls linked kernels (`kernels.linked`) need not load numba.
"""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from solvable.kernels.sizes import GROUP

Array = NDArray[Any]

U3, U6, U2, W5, G4, C5 = 7, 13, 5, 11, 9, 5
SIZE_T1 = U3**4 * W5**2
SIZE_T2 = U3**2 * G4**2 * W5**2
SIZE_T3 = C5**8
SIZE_TU = C5**2 * U6**2
SIZE_TB = C5**2 * U2**2 * W5**2
SORTS = C5**2 * U3**2  # classes of a cell and shifts of the tile there
AT_T2 = SIZE_T1
AT_T3 = AT_T2 + SIZE_T2
AT_TU = AT_T3 + SIZE_T3
AT_TB = AT_TU + SIZE_TU
RAW = AT_TB + SIZE_TB
LARGEST = 2047  # a slide adds at most sixteen parameters a tile, or a move and four: int16 holds the sum
LINE = 64  # bytes in a line of memory
PLACE = 8  # bits of the column in `homes`
NOWHERE = 255  # as u of a tile that is missing


class Terms(NamedTuple):
    """What the tables are made of: t1, t2, t3 of `terms_of_pairs`, tu and tb of `terms_of_tiles`, in 1/1000 of a move;
    of each cell the row, the column, the class, and its class times 49: `tb` has a row of `SORTS` for each place of the
    blank, by class of cell and u. Of each name, `homes` has row · 2⁸ + column of its home, and
    `home_kinds` the class times 25.

    Tile t has home cell t − 1.
    """

    t1: Array
    t2: Array
    t3: Array
    tu: Array
    tb: Array
    rows: Array
    columns: Array
    kinds: Array
    places: Array
    homes: Array
    home_kinds: Array


class Nodes(NamedTuple):
    """The nodes of two layers, or of one: row by row the board as words, by cells and as bytes (all the same memory),
    its value, hash and Manhattan distance, the cell of the blank and the cell before.

    Without a table of gains u of the tile on each cell comes behind the words of cells, a byte each, then u of each
    name.
    """

    words: Array
    cells: Array
    bytes: Array
    values: Array
    hashes: Array
    far: Array
    blanks: Array
    previous: Array


class Model(NamedTuple):
    """What a move changes: the gains of each slide, the cells beside each cell, the hash, of which each name and each
    cell has a factor, and the Manhattan distance of each name on each cell.

    Without a table of gains they are summed from the `terms` for each child.
    """

    slides: Array
    neighbours: Array
    name_codes: Array
    cell_codes: Array
    distances: Array
    terms: Terms


class Children(NamedTuple):
    """The children of a layer slide by slide: a card and a key of each, and room to sort the cards by tile.

    `order` are their numbers by ascending key, `tally` how many keys are in a bucket. Of those valued at once the
    nodes, the gains, and room for their cells; `groups` has bit g for each cell where a name of 16·g to 16·g + 15
    stands on some board, and `needed` which lines of memory that asks for in the gains of a slide.
    """

    cards: Array
    by_tile: Array
    keys: Array
    order: Array
    tally: Array
    which: Array
    sums: Array
    room: Array
    groups: Array
    needed: Array


class History(NamedTuple):
    """What was taken: of all layers the parents and moves of the nodes, and the last hash in each slot."""

    parents: Array
    moves: Array
    seen: Array


def line_of(names: int) -> int:
    """Return the bytes of a line of gains, one for each name: `base.chosen` tells their order."""
    return 2 * (-(-names // GROUP) * GROUP)
