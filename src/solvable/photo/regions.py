"""The regions of a picture: pixels of one colour that hang together, whatever slow change of light lies over them.

Two neighbours belong together where their colours differ by at most a threshold. A row falls into runs at the larger
steps, which `bytes.find` finds; runs of neighbouring rows that touch at a small step are joined. The cost is in the
number of runs, not of pixels.
"""

from collections import Counter
from typing import NamedTuple

from solvable.photo.homography import Point
from solvable.photo.raster import Raster

RUNS_MAX = 40_000  # a picture that noise breaks up has more, and no cell in one piece


class Region(NamedTuple):
    """The middle of what a region spans, how wide and high that is, and its pixels."""

    x: float
    y: float
    width: int
    height: int
    area: int

    def scaled(self, factor: int) -> "Region":
        """Return the same in a picture that is larger by a factor."""
        x, y, width, height, area = self
        return Region(factor * x, factor * y, factor * width, factor * height, factor**2 * area)


class Steps:
    """A picture's steps between neighbouring pixels, from which its regions at any threshold follow."""

    def __init__(self, raster: Raster) -> None:
        self.width, self.height = raster.width, raster.height
        self.across, self.down = raster.across(), raster.down()

    def regions(self, threshold: int) -> list[Region]:
        """Return the regions whose neighbouring pixels differ by at most `threshold`; none of a picture of noise."""
        table = bytes(int(step > threshold) for step in range(256))
        across, down = self.across.translate(table), self.down.translate(table)
        runs = self._runs(across)
        if len(runs) > RUNS_MAX:
            return []
        return _collected(runs, self._joined(runs, down))

    def corners(self, threshold: int, least: float) -> tuple[Point, Point, Point, Point] | None:
        """Return the outermost places of what is not the ground, from the top left one clockwise; None without any.

        The ground is what is in the picture's corners; of the rest, regions count that cover `least` of the picture.
        """
        down = self.down.translate(table := bytes(int(step > threshold) for step in range(256)))
        runs = self._runs(self.across.translate(table))
        if len(runs) > RUNS_MAX:
            return None
        leaders = self._joined(runs, down)
        areas: Counter[int] = Counter()
        ground = set()
        for (row, start, stop), leader in zip(runs, leaders, strict=True):
            areas[leader] += stop - start + 1
            if row in (0, self.height - 1) and (start == 0 or stop == self.width - 1):
                ground.add(leader)
        minimum = least * self.width * self.height
        ends = [
            (x, y)
            for (row, start, stop), leader in zip(runs, leaders, strict=True)
            if leader not in ground and areas[leader] >= minimum
            for x in (start, stop + 1)
            for y in (row, row + 1)
        ]
        if not ends:
            return None
        return (
            min(ends, key=lambda end: end[0] + end[1]),
            max(ends, key=lambda end: end[0] - end[1]),
            max(ends, key=lambda end: end[0] + end[1]),
            min(ends, key=lambda end: end[0] - end[1]),
        )

    def _runs(self, across: bytes) -> list[tuple[int, int, int]]:
        """Return row, first and last column of each run."""
        runs = []
        for row in range(self.height):
            first, start, end = row * self.width, row * self.width, (row + 1) * self.width - 1
            while start <= end:
                stop = across.find(1, start, end)
                stop = end if stop < 0 else stop
                runs.append((row, start - first, stop - first))
                start = stop + 1
        return runs

    def _joined(self, runs: list[tuple[int, int, int]], down: bytes) -> list[int]:
        """Return for each run another one of its region, or itself, the first of the region."""
        first = list(range(len(runs)))

        def leader(run: int) -> int:
            while first[run] != run:
                first[run] = first[first[run]]
                run = first[run]
            return run

        above = below = 0
        count = len(runs)
        while below < count and runs[below][0] == 0:
            below += 1
        while below < count:
            row, start, stop = runs[below]
            one, left, right = runs[above]
            if one == row - 1:
                begin, end = max(start, left), min(stop, right)
                if begin <= end and down.find(0, one * self.width + begin, one * self.width + end + 1) >= 0:
                    a, b = leader(above), leader(below)
                    first[max(a, b)] = min(a, b)
            if one < row - 1 or right <= stop:
                above += 1
                below += right == stop and one == row - 1
            else:
                below += 1
        return [leader(run) for run in range(count)]


def _collected(runs: list[tuple[int, int, int]], leaders: list[int]) -> list[Region]:
    """Return the regions that the runs make, each with what it spans."""
    spans: dict[int, list[int]] = {}
    for (row, start, stop), leader in zip(runs, leaders, strict=True):
        span = spans.get(leader)
        if span is None:
            spans[leader] = [start, stop, row, row, stop - start + 1]
        else:
            span[0], span[1] = min(span[0], start), max(span[1], stop)
            span[3] = row
            span[4] += stop - start + 1
    return [
        Region((left + right + 1) / 2, (top + bottom + 1) / 2, right - left + 1, bottom - top + 1, area)
        for left, right, top, bottom, area in spans.values()
    ]
