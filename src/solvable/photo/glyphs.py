"""What is written on a cell: the pieces of ink on its face, each as a small picture of its own.

A patch is sampled from the cell; the face is its usual colour, ink is what differs from it by more than half of what
the strongest ink does. Pieces that touch the patch's edge are borders and shadows, and small ones are specks or marks.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solvable.photo.raster import Colour

PIECE_AREA_MIN = 0.006  # of a patch: the area of a piece


class Patch(NamedTuple):
    """Colours of `side` × `side` samples of a cell, row by row."""

    side: int
    colours: list[Colour]


class Piece(NamedTuple):
    """A piece of ink: where it is in the patch, and how dark each of its samples is, row by row."""

    left: int
    top: int
    width: int
    height: int
    area: int
    values: list[list[float]]


def median(values: Sequence[float]) -> float:
    """Return the middle one of the values."""
    return sorted(values)[len(values) // 2]


def face_of(patch: Patch) -> Colour:
    """Return the usual colour of a patch."""
    red, green, blue = (median(channel) for channel in zip(*patch.colours, strict=True))
    return red, green, blue


def differences(patch: Patch) -> list[float]:
    """Return how far each sample is from the face, the sum of three differences."""
    red, green, blue = face_of(patch)
    return [abs(r - red) + abs(g - green) + abs(b - blue) for r, g, b in patch.colours]


def strength(field: Sequence[float], part: int = 50) -> float:
    """Return how far the strongest ink is from the face: what a fiftieth (or another part) of the samples surpass."""
    return sorted(field)[-1 - len(field) // part]


def pieces(field: Sequence[float], side: int, level: float, *, least: float = 0.5, whole: bool = True) -> list[Piece]:
    """Return the pieces of ink, from the left: what has at least the part `least` of `level`, which is full ink.

    With `whole`, none that touch the edge.
    """
    values = [min(1.0, value / level) for value in field]
    labels = _labelled([value >= least for value in values], side)
    spans: dict[int, list[int]] = {}
    for index, label in enumerate(labels):
        if label:
            row, column = divmod(index, side)
            span = spans.setdefault(label, [column, column, row, row, 0])
            span[0], span[1] = min(span[0], column), max(span[1], column)
            span[2], span[3] = min(span[2], row), max(span[3], row)
            span[4] += 1
    results = []
    for label, (left, right, top, bottom, area) in spans.items():
        touches = min(left, top) == 0 or max(right, bottom) == side - 1
        if area < PIECE_AREA_MIN * side * side or (whole and touches):
            continue
        crop = [
            [values[at] if labels[at] in (label, 0) else 0.0 for at in range(row * side + left, row * side + right + 1)]
            for row in range(top, bottom + 1)
        ]
        results.append(Piece(left, top, right - left + 1, bottom - top + 1, area, crop))
    return sorted(results)


def _labelled(mask: Sequence[bool], side: int) -> list[int]:
    """Return for each sample the number of its piece, corners counting as neighbours; 0 if there is no ink."""
    labels = [0] * len(mask)
    count = 0
    for start, is_ink in enumerate(mask):
        if not is_ink or labels[start]:
            continue
        count += 1
        labels[start] = count
        stack = [start]
        while stack:
            row, column = divmod(stack.pop(), side)
            for i in range(max(0, row - 1), min(side, row + 2)):
                for index in range(i * side + max(0, column - 1), i * side + min(side, column + 2)):
                    if mask[index] and not labels[index]:
                        labels[index] = count
                        stack.append(index)
    return labels
