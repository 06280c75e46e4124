"""Partitions of the tiles into patterns: the named ones, chosen by nodes searched, and one constructed for any other
board.

Each cell of a drawing has the pattern of the tile with that goal cell, `.` is the blank's. The figures are the nodes
generated for Korf's 100 15-puzzles with every pattern also looked up in the mirror. The mean heuristic value misleads:
of the 180 connected 6-6-3 partitions the best by nodes is not the best by mean.
"""

from functools import cache
from itertools import combinations, pairwise
from math import comb, factorial

from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.tiles.symmetry import Cells, Frame, Orientation

Pattern = tuple[int, ...]
Partition = tuple[Pattern, ...]

PATTERN_TILES_MAX = 8  # tiles in a pattern: the order of 9 does not fit in 16 bits
CELLS_MAX = 40  # cells of a board with pattern tables: the bits of a mask
TABLE_BYTES_MAX = 24_000_000, 100_000_000  # bytes, for partitions constructed here: boards below 20 cells, and others
HURRIED_TABLE_BYTES_MAX = 6_000_000  # bytes, if there is no time

DRAWINGS = {
    "4x4-663": (". A B B / A A B B / A A B B / A C C C",),  # 20 M nodes, 3 MB
    "4x4-771": (". A A A / A A A A / B B B C / B B B B",),  # 5 M, 35 MB
    "4x4-78": (". A A A / A A A A / B B B B / B B B B",),  # 1.7 M, 196 MB
    "5x5-6666": (". A A B B / A A B B B / A A B C C / D D D C C / D D D C C",),  # 97 MB
}
WITHOUT_MIRROR = {
    "5x5@1-6666": (  # 194 MB
        "A . A B B / A A B B B / A A B C C / D D D C C / D D D C C",
        "A . A D D / A A A D D / A B B D D / B B C C C / B B C C C",
    ),
}
"""No symmetry of 5 × 5 fixes the home 1, so a second partition replaces the mirror."""
MORE = {
    "b": ". A B B B / A A B B B / A A C C C / A D C C C / D D D D D",
    "c": ". A A A A / A A B B B / C C B B B / C C D D D / C C D D D",
    "d": ". A A A B / A A A B B / C C C B B / C C C B D / D D D D D",
    "e": ". A B B B / A A B B B / A A C C C / A D D C C / D D D D C",
}
"""More partitions of 5 × 5, for its hard boards (`optimal.choose_direction`): `5x5@7-6666c` is c with the home moved to
cell 7. If no symmetry fixes the home, the transposed drawing replaces the mirror.
"""
MIRRORED = "'"  # suffix of a look-up through the mirror


@frozen
class Tier:
    """A set of partitions whose pattern tables are in one file called `name`; `images` symmetries are looked up."""

    name: str
    frame: Frame
    partitions: tuple[Partition, ...]
    images: int

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All patterns, in the order of the file."""
        return tuple(pattern for partition in self.partitions for pattern in partition)

    @property
    def bytes(self) -> int:
        """The approximate size of the tables."""
        return sum(weight(self.frame, len(pattern)) for pattern in self.patterns)

    @property
    def looks(self) -> "tuple[Look, ...]":
        """The look-ups: each partition directly, then through the mirror."""
        return tuple(Look(self, i, image) for i in range(len(self.partitions)) for image in range(self.images))


@frozen
class Look:
    """A partition of a tier, the first being 0, looked up directly (image 0) or through the mirror of the board (1)."""

    tier: Tier
    number: int
    image: int

    @property
    def partition(self) -> Partition:
        """The patterns."""
        return self.tier.partitions[self.number]

    @property
    def name(self) -> str:
        """The name of the tables, with `.2` for the second partition in them, and a stroke for the mirror."""
        return self.tier.name + (f".{self.number + 1}" if self.number else "") + MIRRORED * self.image


@frozen
class Pair:
    """Two partitions looked up together, from the tables of one tier or of two, named by both:
    `5x5-6666+5x5-6666c'`.
    """

    looks: tuple[Look, Look]

    @property
    def name(self) -> str:
        """The names of both."""
        return "+".join(look.name for look in self.looks)

    @property
    def frame(self) -> Frame:
        """The board, and the blank's home."""
        return self.looks[0].tier.frame


Partitions = Tier | Pair
"""The look-ups of a search, partition by partition."""


def tiers(chosen: Partitions) -> tuple[Tier, ...]:
    """Return the tiers whose tables are read."""
    return tuple(dict.fromkeys(look.tier for look in chosen.looks))


def turned(view: Orientation, chosen: Partitions) -> Orientation:
    """Return a view of a board turned so that the first partition is looked up directly."""
    if isinstance(chosen, Tier):
        return view
    return view.turned(view.frame.symmetries()[chosen.looks[0].image])


def images(chosen: Partitions) -> list[Cells]:
    """Return, for each look-up, its cells in terms of those of the first look-up."""
    symmetries, first = chosen.frame.symmetries(), chosen.looks[0].image
    return [symmetries[look.image ^ first] for look in chosen.looks]  # the mirror of the mirror is the board


def drawn(text: str) -> Partition:
    """Return the partition of a drawing, its patterns by their letters."""
    cells = text.replace("/", " ").split()
    letters = sorted(set(cells) - {"."})
    return tuple(tuple(c for c, letter in enumerate(cells) if letter == which) for which in letters)


def draw(frame: Frame, partition: Partition) -> str:
    """Return the drawing of a partition, one line a row."""
    letter = {cell: chr(ord("A") + i) for i, pattern in enumerate(partition) for cell in pattern}
    rows = range(0, frame.cells, frame.width)
    return "\n".join(" ".join(letter.get(c, ".") for c in range(r, r + frame.width)) for r in rows)


def weight(frame: Frame, size: int) -> int:
    """Return the approximate bytes of the table of a pattern of `size` tiles."""
    regions = 1 + 8 * (size / frame.cells) ** 2 + 0.5 * (frame.height == 2)  # of the blank, for each mask, fitted
    return int(comb(frame.cells, size) * regions) * ((factorial(size) + 63) // 64) * 8


@cache
def named(name: str) -> Tier:
    """Return the tier called `name`: one drawn above, or `WxH[@home][-sizes]` for one constructed for that board."""
    board, _, digits = name.partition("-")
    shape, _, home = board.partition("@")
    letter = digits[4:] if digits[4:] in MORE and shape == "5x5" else ""
    try:
        width, height = (int(number) for number in shape.split("x"))
        frame = Frame(width, height, int(home or 0))
        sizes = tuple(int(digit) for digit in digits.removesuffix(letter))
    except ValueError:
        raise _unknown(name) from None
    if drawings := (DRAWINGS | WITHOUT_MIRROR).get(name):
        return Tier(name, frame, tuple(drawn(text) for text in drawings), _images(frame))
    canonical = f"{width}x{height}" + (f"@{frame.home}" if frame.home else "") + "-" + "".join(map(str, sizes))
    fits = name == canonical + letter and width >= height >= 2
    fits = fits and frame.cells <= CELLS_MAX and 0 <= frame.home < frame.cells
    if not fits or sum(sizes) != frame.cells - 1 or not all(1 <= size <= PATTERN_TILES_MAX for size in sizes):
        raise PuzzleError(
            msg(
                "unknown table {name}: its patterns must contain {count} tiles in all, 1 to 8 each",
                name=repr(name),
                count=frame.cells - 1,
            )
        )
    if not letter:
        return Tier(name, frame, (compact(frame, sizes),), _images(frame))
    if sizes != (6, 6, 6, 6):
        raise _unknown(name)
    both = [MORE[letter], transposed(MORE[letter])]
    partitions = [drawn(moved(drawing, frame)) for drawing in both[: 3 - _images(frame)]]
    return Tier(name, frame, tuple(partitions), _images(frame))


def _unknown(name: str) -> PuzzleError:
    return PuzzleError(msg("unknown table {name}: try 4x4-78 or 5x4-6661", name=repr(name)))


def searched(name: str) -> Tier | Pair:
    """Return the tier or the pair called `name`."""
    if "+" not in name:
        return named(name)
    try:
        first, second = map(_look, name.split("+"))
    except ValueError:
        raise _unknown(name) from None
    if first.tier.frame != second.tier.frame:
        raise _unknown(name)
    return Pair((first, second))


def _look(name: str) -> Look:
    """Return the look-up with this name; raise ValueError if there is none."""
    text, _, number = name.removesuffix(MIRRORED).partition(".")
    tier, which, image = named(text), int(number or 1) - 1, int(name.endswith(MIRRORED))
    result = Look(tier, which, image)
    if result not in tier.looks or result.name != name:
        raise ValueError
    return result


def moved(drawing: str, frame: Frame) -> str:
    """Return a drawing for the blank's home in the first cell with that home moved along its row, then down."""
    cells, home = drawing.replace("/", " ").split(), frame.home
    column = home % frame.width
    for cell, after in pairwise([*range(column + 1), *range(column + frame.width, home + 1, frame.width)]):
        cells[cell] = cells[after]
    cells[home] = "."
    return " ".join(cells)


def transposed(drawing: str) -> str:
    """Return a drawing with its columns as rows."""
    rows = [row.split() for row in drawing.split("/")]
    return " / ".join(" ".join(column) for column in zip(*rows, strict=True))


def _images(frame: Frame) -> int:
    """Return the number of symmetries of a board that are looked up: 2 if there is a mirror, else 1."""
    return min(2, len(frame.symmetries()))


def fitting(frame: Frame, budget: int = 0) -> Tier:
    """Return a tier for any board of up to 40 cells: among the sizes whose tables fit `budget`, those with the most
    pairs of tiles in one pattern.
    """
    budget = budget or TABLE_BYTES_MAX[frame.cells >= 20]
    best = max(
        (
            sizes
            for sizes in shares(frame.cells - 1, PATTERN_TILES_MAX - 1)
            if sum(weight(frame, k) for k in sizes) <= budget
        ),
        key=lambda sizes: (sum(k * k for k in sizes), -len(sizes)),
    )
    home = f"@{frame.home}" if frame.home else ""
    return named(f"{frame.width}x{frame.height}{home}-{''.join(map(str, best))}")


def library(frame: Frame) -> tuple[Tier, ...]:
    """Return the tiers whose partitions are searched in pairs if a board is hard, the usual one first."""
    if (frame.width, frame.height) != (5, 5):
        return ()
    usual = "5x5" + (f"@{frame.home}" if frame.home else "") + "-6666"
    return named(usual), *(named(usual + letter) for letter in MORE)


def shares(total: int, largest: int) -> list[tuple[int, ...]]:
    """Return all ways to write `total` as a sum of numbers ≤ `largest`, descending."""
    if not total:
        return [()]
    return [(k, *remaining) for k in range(min(total, largest), 0, -1) for remaining in shares(total - k, k)]


def compact(frame: Frame, sizes: tuple[int, ...]) -> Partition:
    """Return a partition into patterns of these sizes whose tiles are close together.

    Starts from a boustrophedon path through the rows, then exchanges tiles as long as that reduces the distances within
    the patterns: tiles far apart rarely interact, so their table is little better than the sum of its parts.
    """
    walk = [c for r in range(frame.height) for c in _row(frame, r) if c != frame.home]
    patterns, offset = [], 0
    for size in sizes:
        patterns.append(walk[offset : offset + size])
        offset += size

    def spread(pattern: list[int]) -> int:
        return sum(frame.distance(a, b) ** 2 for a, b in combinations(pattern, 2))

    improved = True
    while improved:
        improved = False
        for one, two in combinations(patterns, 2):
            for i in range(len(one)):
                for j in range(len(two)):
                    before = spread(one) + spread(two)
                    one[i], two[j] = two[j], one[i]
                    if spread(one) + spread(two) < before:
                        improved = True
                    else:
                        one[i], two[j] = two[j], one[i]
    return tuple(tuple(sorted(pattern)) for pattern in patterns)


def _row(frame: Frame, row: int) -> range:
    first, last = row * frame.width, row * frame.width + frame.width - 1
    return range(first, last + 1) if row % 2 == 0 else range(last, first - 1, -1)
