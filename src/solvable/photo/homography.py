"""The map of a plane board into a picture: (x, y) ↦ (a·x + b·y + c, d·x + e·y + f) / (g·x + h·y + 1).

Every photo of a flat thing is such a map (a homography). From points and their pictures it follows by least squares:
each point gives two equations that are linear in the eight numbers; below are the sums of their normal equations.
"""

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]
STIFF = 1e-6  # the weight by which g and h are held near 0 if too few points say them


class Homography(NamedTuple):
    """The eight numbers."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float
    g: float
    h: float

    def __call__(self, x: float, y: float) -> Point:
        """Return where a point of the board is in the picture."""
        scale = self.g * x + self.h * y + 1
        if abs(scale) < 1e-9:
            scale = 1e-9
        return (self.a * x + self.b * y + self.c) / scale, (self.d * x + self.e * y + self.f) / scale

    def back(self, u: float, v: float) -> Point:
        """Return which point of the board is at a place of the picture."""
        # (a − g·u)·x + (b − h·u)·y = u − c, and the same below
        p, q, r = self.a - self.g * u, self.b - self.h * u, u - self.c
        s, t, w = self.d - self.g * v, self.e - self.h * v, v - self.f
        determinant = p * t - q * s
        if abs(determinant) < 1e-12:
            return (1e9, 1e9)
        return (r * t - q * w) / determinant, (p * w - r * s) / determinant

    def moved(self, x: float, y: float) -> "Homography":
        """Return the map that takes (0, 0) to where this one takes (x, y)."""
        a, b, c, d, e, f, g, h = self
        scale = g * x + h * y + 1
        numbers = (a, b, a * x + b * y + c, d, e, d * x + e * y + f, g, h)
        return Homography(*(number / scale for number in numbers))

    def after(self, first: "Homography") -> "Homography":
        """Return the map that takes a point to where this one takes the place to which `first` takes it."""
        rows = (self[:3], self[3:6], (self.g, self.h, 1.0))
        others = (first[:3], first[3:6], (first.g, first.h, 1.0))
        product = [sum(row[at] * others[at][column] for at in range(3)) for row in rows for column in range(3)]
        return Homography(*(number / product[8] for number in product[:8]))

    def scaled(self, factor: float) -> "Homography":
        """Return the map into the same picture, drawn larger by a factor."""
        a, b, c, d, e, f, g, h = self
        return Homography(a * factor, b * factor, c * factor, d * factor, e * factor, f * factor, g, h)


def fit(points: Sequence[Point], pictures: Sequence[Point], *, is_flat: bool = False) -> Homography | None:
    """Return the map that takes the points closest to their pictures, or None; `is_flat`: without perspective."""
    scale = max(max(abs(u), abs(v)) for u, v in pictures) or 1.0
    pairs = [(x, y, u / scale, v / scale) for (x, y), (u, v) in zip(points, pictures, strict=True)]
    n, x1, y1, xx, xy, yy = _moments([(x, y, 1.0) for x, y, _, _ in pairs])
    u1, ux, uy, uxx, uxy, uyy = _moments([(x, y, u) for x, y, u, _ in pairs])
    v1, vx, vy, vxx, vxy, vyy = _moments([(x, y, v) for x, y, _, v in pairs])
    if is_flat:
        one, two = (
            _solved([[xx, xy, x1, right[1]], [xy, yy, y1, right[2]], [x1, y1, n, right[0]]])
            for right in ((u1, ux, uy), (v1, vx, vy))
        )
        if one is None or two is None:
            return None
        (a, b, c), (d, e, f) = one, two
        return Homography(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale, 0.0, 0.0)
    _, wx, wy, wxx, wxy, wyy = _moments([(x, y, u * u + v * v) for x, y, u, v in pairs])
    stiff = STIFF * n
    matrix = [
        [xx, xy, x1, 0.0, 0.0, 0.0, -uxx, -uxy, ux],
        [xy, yy, y1, 0.0, 0.0, 0.0, -uxy, -uyy, uy],
        [x1, y1, n, 0.0, 0.0, 0.0, -ux, -uy, u1],
        [0.0, 0.0, 0.0, xx, xy, x1, -vxx, -vxy, vx],
        [0.0, 0.0, 0.0, xy, yy, y1, -vxy, -vyy, vy],
        [0.0, 0.0, 0.0, x1, y1, n, -vx, -vy, v1],
        [-uxx, -uxy, -ux, -vxx, -vxy, -vx, wxx + stiff, wxy, -wx],
        [-uxy, -uyy, -uy, -vxy, -vyy, -vy, wxy, wyy + stiff, -wy],
    ]
    solved = _solved(matrix)
    if solved is None:
        return None
    a, b, c, d, e, f, g, h = solved
    return Homography(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale, g, h)


def _moments(points: Sequence[tuple[float, float, float]]) -> tuple[float, float, float, float, float, float]:
    """Return the sums of w, w·x, w·y, w·x², w·x·y and w·y² over points (x, y) with weights w."""
    return (
        sum(w for _, _, w in points),
        sum(w * x for x, _, w in points),
        sum(w * y for _, y, w in points),
        sum(w * x * x for x, _, w in points),
        sum(w * x * y for x, y, w in points),
        sum(w * y * y for _, y, w in points),
    )


def _solved(matrix: list[list[float]]) -> list[float] | None:
    """Return the solution of a square system with its right side in the last column; None if there is none."""
    size = len(matrix)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        if abs(matrix[pivot][column]) < 1e-12:
            return None
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(size):
            if row != column and (factor := matrix[row][column] / matrix[column][column]):
                matrix[row] = [one - factor * other for one, other in zip(matrix[row], matrix[column], strict=True)]
    return [matrix[row][size] / matrix[row][row] for row in range(size)]
