"""Which digit a piece of ink is: a network of one hidden layer over the piece as 10 × 14 shades, and its shape.

It was trained by `python -m tools.train_digits` on digits in 150 fonts, drawn small, aslant, thick, blurred and noisy,
and on what is none: letters, signs, halves of digits, two digits in one. Its numbers are 10 kB of bytes.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from operator import mul
from typing import NamedTuple

from solvable.photo.glyphs import Piece

ACROSS, DOWN = 10, 14
INPUTS = ACROSS * DOWN + 2
HIDDEN = 64
CLASSES = 11  # the ten digits, and what is none
PROBABILITY_MIN = 1e-5  # of a probability


class Network(NamedTuple):
    """The weights to each hidden unit with its bias last, and from them to each class with its bias last."""

    hidden: list[list[float]]
    output: list[list[float]]


@cache
def network() -> Network:
    """Return the trained network: signed bytes, each layer after its scale, a number of four bytes in millionths."""
    data = files("solvable.photo").joinpath("data/digits.bin").read_bytes()
    layers, start = [], 0
    for rows, columns in ((HIDDEN, INPUTS + 1), (CLASSES, HIDDEN + 1)):
        scale = int.from_bytes(data[start : start + 4]) / 1e6
        start += 4
        values = [scale * (byte - 256 if byte > 127 else byte) for byte in data[start : start + rows * columns]]
        layers.append([values[row * columns : (row + 1) * columns] for row in range(rows)])
        start += rows * columns
    return Network(*layers)


def features(piece: Piece) -> list[float]:
    """Return the piece stretched to 10 × 14 shades, and how wide it is for its height, twice."""
    columns, rows = _shares(piece.width, ACROSS), _shares(piece.height, DOWN)
    narrow = [[sum(row[index] * share for index, share in column) for column in columns] for row in piece.values]
    shades = [sum(narrow[index][column] * share for index, share in row) for row in rows for column in range(ACROSS)]
    shape = log(piece.width / piece.height)
    return [*shades, max(-1.5, min(1.5, shape)), max(0.0, -1.0 - shape)]


@cache
def _shares(size: int, parts: int) -> list[list[tuple[int, float]]]:
    """Return for each of the parts of a line of `size` samples, which it takes and by what shares."""
    shares = []
    for part in range(parts):
        start, stop = part * size / parts, (part + 1) * size / parts
        taken = range(int(start), min(size, int(stop - 1e-9) + 1))
        weights = [(position, min(stop, position + 1) - max(start, position)) for position in taken]
        total = sum(weight for _, weight in weights)
        shares.append([(position, weight / total) for position, weight in weights])
    return shares


def probabilities(piece: Piece) -> list[float]:
    """Return how likely the piece is each of the ten digits, and none."""
    return classified(features(piece))


def classified(inputs: Sequence[float]) -> list[float]:
    """Return what the network makes of features."""
    hidden, output = network()
    units = [max(0.0, sum(map(mul, row, inputs)) + row[-1]) for row in hidden]
    sums = [sum(map(mul, row, units)) + row[-1] for row in output]
    maximum = max(sums)
    powers = [exp(value - maximum) for value in sums]
    total = sum(powers)
    return [max(PROBABILITY_MIN, power / total) for power in powers]
