"""The board of tiles as it was given, against that of a puzzle where tiles that its goal does not name are alike."""

from solvable.checker.report import Report
from solvable.checker.tiles import shapes


def is_left_open(given: str, board: str, report: Report) -> bool:
    """Return whether both are on one graph, and each tile of `given` has one label in `board`; blank and holes stay."""
    (params, cells), (own, own_cells) = (each.partition(":")[2].rpartition(":")[::2] for each in (given, board))
    if shapes.graph_of(params) != shapes.graph_of(own):
        return False
    count = len(shapes.shape(own).goal)
    labels: dict[int, int] = {}
    for tile, label in zip(shapes.labels(cells, count, "given"), shapes.labels(own_cells, count, "board"), strict=True):
        if labels.setdefault(tile, label) != label or (min(tile, label) < 1 and tile != label):
            return False
    return True
