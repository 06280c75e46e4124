"""Compares the board that the user gave with that of a puzzle in which tiles that the goal does not name are
identical.
"""

from collections.abc import Sequence

from solvable.checker.report import Report, WrongError
from solvable.checker.tiles import shapes


def check_symbols(symbols: Sequence[str], board: str) -> None:
    """Raise WrongError unless there is one symbol for each number on the tiles, all distinct except ?, which stands for
    any tile.
    """
    params, cells = board.partition(":")[2].rpartition(":")[::2]
    shape = shapes.shape(params)
    highest = max(shapes.labels(cells, len(shape.goal), "board", shape.width))
    shown = [symbol for symbol in symbols if symbol not in ("", "?")]
    is_whole = len(shown) == len(symbols)
    if len(set(shown)) < len(shown) or len(symbols) > highest or (is_whole and len(symbols) < highest):
        raise WrongError("symbols", "are not one for each number on the tiles")


def is_left_open(given: str, board: str, report: Report) -> bool:
    """Return whether both are on the same graph, and tiles of `given` that `board` identifies have their least number
    there.

    The blank and holes must be the same.
    """
    (params, cells), (own, own_cells) = (each.partition(":")[2].rpartition(":")[::2] for each in (given, board))
    if shapes.graph_of(params) != shapes.graph_of(own):
        return False
    shape = shapes.shape(own)
    tiles, own_labels = (
        shapes.labels(text, len(shape.goal), where, shape.width)
        for text, where in ((cells, "given"), (own_cells, "board"))
    )
    if not shapes.same_tiles(tiles, shapes.shape(params).goal):
        return False
    labels: dict[int, int] = {}
    for tile, label in zip(tiles, own_labels, strict=True):
        if labels.setdefault(tile, label) != label or (min(tile, label) < 1 and tile != label):
            return False
    minimum: dict[int, int] = {}
    for tile, label in labels.items():
        minimum[label] = min(tile, minimum.get(label, tile))
    return all(label == tile for label, tile in minimum.items())
