"""The board of tiles as it was given, against that of a puzzle where tiles that its goal does not name are alike."""

from solvable.checker.report import Report
from solvable.checker.tiles import shapes


def is_left_open(given: str, board: str, report: Report) -> bool:
    """Return whether both are on one graph, and tiles of `given` that are alike in `board` have their least number.

    The blank and holes stay what they are.
    """
    (params, cells), (own, own_cells) = (each.partition(":")[2].rpartition(":")[::2] for each in (given, board))
    if shapes.graph_of(params) != shapes.graph_of(own):
        return False
    shape = shapes.shape(own)
    tiles, own_labels = (
        shapes.labels(text, len(shape.goal), where, shape.width)
        for text, where in ((cells, "given"), (own_cells, "board"))
    )
    labels: dict[int, int] = {}
    for tile, label in zip(tiles, own_labels, strict=True):
        if labels.setdefault(tile, label) != label or (min(tile, label) < 1 and tile != label):
            return False
    least: dict[int, int] = {}
    for tile, label in labels.items():
        least[label] = min(tile, least.get(label, tile))
    return all(label == tile for label, tile in least.items())
