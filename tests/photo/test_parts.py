"""The parts of the reader of photos: maps, assignments, regions, digits, each against something simpler."""

from itertools import permutations, product
from random import Random

import pytest

from solvable.photo import assignment, digits, homography, several, touching
from solvable.photo.glyphs import pieces
from solvable.photo.grid_detection import Lattice, cells_among, lattices
from solvable.photo.raster import Raster
from solvable.photo.rectification import rectified
from solvable.photo.regions import Steps


def test_an_assignment_is_the_cheapest_of_all() -> None:
    random = Random(1)
    for size in range(1, 7):
        for _ in range(20):
            costs = [[random.choice((0.0, 1.0, random.random() * 9)) for _ in range(size)] for _ in range(size)]
            found = assignment.assigned(costs)
            best = min(sum(costs[row][column] for row, column in enumerate(each)) for each in permutations(range(size)))
            assert sorted(found) == [*range(size)]
            assert sum(costs[row][column] for row, column in enumerate(found)) == pytest.approx(best)
            assert assignment.margin(costs, found) >= -1e-9


def test_a_homography_is_found_again_from_its_points() -> None:
    random = Random(2)
    for _ in range(20):
        numbers = [random.uniform(-3, 3) for _ in range(6)] + [random.uniform(-0.02, 0.02) for _ in range(2)]
        numbers[0], numbers[4] = 30 + numbers[0], 30 + numbers[4]
        true = homography.Homography(*numbers)
        points = [(float(x), float(y)) for x, y in product(range(4), repeat=2)]
        found = homography.fit(points, [true(*point) for point in points])
        assert found is not None
        for x, y in [*points, (1.5, 2.25)]:
            assert found(x, y) == pytest.approx(true(x, y), abs=0.2)
            assert true.back(*true(x, y)) == pytest.approx((x, y), abs=1e-6)
            assert true.moved(1, 2)(x, y) == pytest.approx(true(x + 1, y + 2))
            assert true.scaled(2)(x, y) == pytest.approx([2 * part for part in true(x, y)])


def test_maps_are_taken_after_each_other() -> None:
    first = homography.Homography(30.0, 2.0, 5.0, -1.0, 28.0, 7.0, 0.01, -0.02)
    second = homography.Homography(0.9, 0.2, 50.0, -0.3, 1.1, 20.0, 0.001, 0.002)
    for x, y in product(range(4), repeat=2):
        assert second.after(first)(x, y) == pytest.approx(second(*first(x, y)))


def test_a_sheet_on_a_table_stands_upright() -> None:
    """A grey square on black, its corners at (20, 10), (90, 20), (80, 90), (10, 80); a speck beside it."""
    corners = [(20, 10), (90, 20), (80, 90), (10, 80)]
    sides = [(*corners[at], *corners[(at + 1) % 4]) for at in range(4)]
    pixels = bytearray(3 * 100 * 100)
    for y, x in product(range(100), repeat=2):
        if all((u - a) * (y - b) - (v - b) * (x - a) >= 0 for a, b, u, v in sides) or (x, y) == (5, 95):
            pixels[3 * (100 * y + x) : 3 * (100 * y + x) + 3] = (90, 90, 90)
    picture = Raster.of(100, 100, bytes(pixels))
    found = Steps(picture).corners(20, 0.01)
    assert found is not None
    assert [place for corner in found for place in corner] == pytest.approx(
        [place for corner in corners for place in corner], abs=1.5
    )
    result = rectified(picture)
    assert result is not None
    upright, where = result
    assert where(upright.width / 2, upright.height / 2) == pytest.approx((50, 50), abs=1.5)
    inside = range(6, upright.width - 6)
    assert min(upright.planes[0][upright.width * y + x] for y in inside for x in inside) > 60


def test_noise_makes_no_upright_sheet_aslant() -> None:
    """At one threshold it eats into the corners of lamps that touch, lit ones beside a column of dark ones."""
    random, rows = Random(1), ("1010", "1110", "1110", "1010")
    pixels = bytearray()
    for y, x in product(range(280), repeat=2):
        row, column = (y - 12) // 64, (x - 12) // 64
        is_lamp = 0 <= row < 4 and 0 <= column < 4
        colour = ((250, 248, 110) if rows[row][column] == "1" else (30, 30, 30)) if is_lamp else (10, 10, 10)
        pixels += bytes(min(255, max(0, int(random.gauss(value, 8)))) for value in colour)
    assert rectified(Raster.of(280, 280, bytes(pixels))) is None


def test_points_in_a_line_say_no_map() -> None:
    assert homography.fit([(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)], is_flat=True) is None


def flooded(raster: Raster, threshold: int) -> list[tuple[int, int, int, int, int]]:
    """Return the spans and areas of the regions, pixel by pixel."""
    width, height = raster.width, raster.height
    left = {(x, y) for x in range(width) for y in range(height)}
    colour = {(x, y): [plane[y * width + x] for plane in raster.planes] for x, y in left}
    found = []
    while left:
        stack = [left.pop()]
        region = list(stack)
        while stack:
            x, y = stack.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if (
                    near in left
                    and max(abs(a - b) for a, b in zip(colour[near], colour[x, y], strict=True)) <= threshold
                ):
                    left.remove(near)
                    stack.append(near)
                    region.append(near)
        across, along = zip(*region, strict=True)
        found.append((min(across), max(across), min(along), max(along), len(region)))
    return sorted(found)


def test_regions_are_those_of_a_flood() -> None:
    random = Random(3)
    for _ in range(30):
        width, height = random.randint(16, 24), random.randint(16, 24)
        raster = Raster.of(width, height, bytes(random.choice((0, 9, 30)) for _ in range(3 * width * height)))
        for threshold in (0, 9, 21, 40):
            spans = sorted(
                (
                    round(region.x - region.width / 2),
                    round(region.x + region.width / 2) - 1,
                    round(region.y - region.height / 2),
                    round(region.y + region.height / 2) - 1,
                    region.area,
                )
                for region in Steps(raster).regions(threshold)
            )
            assert spans == flooded(raster, threshold)


def test_a_picture_is_halved_by_means_of_four() -> None:
    random = Random(4)
    raster = Raster.of(17, 19, bytes(random.randrange(256) for _ in range(3 * 17 * 19)))
    half = raster.halved()
    assert (half.width, half.height) == (8, 9)
    for plane, small in zip(raster.planes, half.planes, strict=True):
        for x, y in product(range(8), range(9)):
            four = [plane[(2 * y + j) * 17 + 2 * x + i] for i in (0, 1) for j in (0, 1)]
            assert 0 <= sum(four) / 4 - small[8 * y + x] <= 2


def test_a_lattice_is_found_among_other_things() -> None:
    width, height = 120, 90
    pixels = bytearray(3 * width * height)
    for row, column in product(range(4), range(5)):
        for y, x in product(range(14), range(14)):
            at = 3 * ((12 + 18 * row + y) * width + 20 + 18 * column + x)
            pixels[at : at + 3] = (200, 40 * row, 50 * column)
    pixels[3 * 700 : 3 * 740] = bytes(120 * [90])
    cells = cells_among(Steps(Raster.of(width, height, bytes(pixels))).regions(5), width, height)
    best = lattices(cells, width, height)[0]
    assert (best.width, best.height, best.filled) == (5, 4, 1.0)
    assert best.where(0, 0) == pytest.approx((27, 19)) and best.where(4, 3) == pytest.approx((99, 73))
    assert best.side == pytest.approx((14 / 18, 14 / 18))


def test_digits_in_a_font_that_was_not_learnt() -> None:
    image = pytest.importorskip("PIL.Image")
    from PIL import ImageDraw, ImageFont

    for size in (18, 28):
        font = ImageFont.load_default(size)
        if not hasattr(font, "getmetrics"):
            pytest.skip("this pillow has no font of its own")
        for digit in "0123456789":
            shown = image.new("L", (40, 40))
            ImageDraw.Draw(shown).text((20, 20), digit, 255, font, anchor="mm")
            (piece,) = pieces([float(shade) for shade in shown.tobytes()], 40, 255.0)
            told = digits.probabilities(piece)
            assert told.index(max(told)) == int(digit)


def test_the_largest_rectangle_is_the_largest_of_all() -> None:
    random = Random(5)
    for _ in range(60):
        width, height = random.randint(1, 6), random.randint(1, 6)
        mask = [random.random() < 0.7 for _ in range(width * height)]

        def is_full(x: int, y: int, w: int, h: int, mask: list[bool] = mask, width: int = width) -> bool:
            return all(mask[row * width + column] for row in range(y, y + h) for column in range(x, x + w))

        areas = [
            w * h
            for x, y in product(range(width), range(height))
            for w, h in product(range(1, width - x + 1), range(1, height - y + 1))
            if is_full(x, y, w, h)
        ]
        x, y, w, h = touching.largest_rectangle(mask, width)
        assert w * h == max(areas, default=0) and is_full(x, y, w, h)


def test_a_lattice_falls_into_panels_at_empty_lines_and_longer_steps() -> None:
    where = homography.Homography(30.0, 0.0, 20.0, 0.0, 30.0, 20.0, 0.0, 0.0)
    places = frozenset((x, y) for x, y in product(range(7), range(5)) if x != 3)
    whole = Lattice(7, 5, where, places, places, (0.8, 0.8), 0.0, 1.0)
    left, right = several.parts(whole)
    assert (left.width, left.height, right.width, right.height) == (3, 5, 3, 5)
    assert right.where(0, 0) == pytest.approx(where(4, 0)) and right.filled == 1
    full = frozenset(product(range(7), range(5)))
    uneven = ((0.0, 0.0, 0.0, 0.1, 0.1, 0.1, 0.1), (0.0,) * 5)
    assert len(several.parts(Lattice(7, 5, where, full, full, (0.8, 0.8), 0.0, 1.0, shifts=uneven))) == 2
    assert several.parts(one := Lattice(7, 5, where, full, full, (0.8, 0.8), 0.0, 1.0)) == [one]
