"""How sure a reading is: what covers, cuts or multiplies boards is a doubt, and the threshold is at 95 %."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tools.photos.__main__ import result
from tools.photos.corpus import KINDS, sample
from tools.photos.draw import lights

from solvable import formats, game_id
from solvable.core.errors import NotationError
from solvable.formats import photo
from solvable.photo import confidence
from solvable.photo.evidence import NO_DOUBT, Evidence, gathered
from solvable.photo.grid_detection import Lattice
from solvable.photo.homography import Homography
from solvable.photo.lamps import read as read_lamps
from solvable.photo.raster import Raster

pil = pytest.importorskip("PIL.Image")
draw = pytest.importorskip("PIL.ImageDraw")

GROUND, OFF, LIT = (18, 18, 24), (52, 56, 68), (250, 208, 60)
ROWS = "01100/10010/00101/11010/01011"


def lamps(rows: str, side: int = 44, gap: int = 6, margin: int = 30) -> Any:
    """Return a picture of lamps as squares, `gap` apart."""
    lines, step = rows.split("/"), side + gap
    size = len(lines[0]) * step - gap + 2 * margin, len(lines) * step - gap + 2 * margin
    made = pil.new("RGB", size, GROUND)
    for y, line in enumerate(lines):
        for x, lamp in enumerate(line):
            corner = margin + x * step, margin + y * step
            made.paste(LIT if lamp == "1" else OFF, (*corner, corner[0] + side, corner[1] + side))
    return made


def raster(made: Any) -> Raster:
    return Raster.of(made.width, made.height, made.convert("RGB").tobytes())


def read(made: Any) -> str:
    board = formats.read_raster(raster(made))
    return game_id.format_board(board.puzzle, board.state)


def refused(made: Any) -> NotationError:
    with pytest.raises(NotationError) as caught:
        formats.read_raster(raster(made))
    return caught.value


def bubble(made: Any) -> Any:
    """A message over part of the last row: one lamp of it is still seen, or none."""
    draw.Draw(made).rounded_rectangle((20, 226, made.width - 84, made.height - 4), 14, (0, 122, 255))
    return made


def wide_bubble(made: Any) -> Any:
    draw.Draw(made).rounded_rectangle((8, 226, made.width - 8, made.height - 4), 14, (0, 122, 255))
    return made


def bubble_on_the_right(made: Any) -> Any:
    draw.Draw(made).rounded_rectangle((228, 6, made.width - 2, made.height - 90), 14, (255, 255, 255))
    return made


def glow(made: Any) -> Any:
    """A spot of light, 22 pixels wide, on the dark lamp of the first row and column."""
    from PIL import ImageFilter

    mask = pil.new("L", made.size)
    draw.Draw(mask).ellipse((41, 41, 63, 63), 220)
    made.paste((255, 255, 255), (0, 0), mask.filter(ImageFilter.GaussianBlur(6)))
    return made


def cut_below(made: Any) -> Any:
    return made.crop((0, 0, made.width, made.height - 30 - 20))


def cut_left(made: Any) -> Any:
    return made.crop((30 + 30, 0, made.width, made.height))


def dialog(made: Any) -> Any:
    pen = draw.Draw(made)
    pen.rounded_rectangle((70, 90, 230, 190), 8, (255, 255, 255))
    pen.rounded_rectangle((90, 150, 140, 175), 5, (0, 122, 255))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cover", "reason"),
    [
        (bubble, "the board continues below, or something covers it"),
        (wide_bubble, "the board continues below, or something covers it"),
        (bubble_on_the_right, "the board continues on the right, or something covers it"),
        (glow, "the lamp in row 1, column 1 is covered, or has a mark on it"),
        (cut_below, "the board goes on beyond the picture's edge"),
        (cut_left, "the board goes on beyond the picture's edge"),
        (dialog, "the lamp in row 3, column 2 is covered, or has a mark on it"),
    ],
)
def test_what_covers_or_cuts_the_board_is_a_doubt(cover: Callable[[Any], Any], reason: str) -> None:
    assert refused(cover(lamps(ROWS))).message.endswith(reason)


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 4])
def test_a_dark_board_on_black_that_is_cut_off_within_the_photo_of_a_screen_is_a_doubt(turn: int) -> None:
    made = lamps("101/010/000/110", side=44, gap=4, margin=30)
    made.putdata([{GROUND: (0, 0, 0), OFF: (45, 45, 45)}.get(colour, colour) for colour in made.get_flattened_data()])
    screen = made.crop((0, 0, made.width, 30 + 2 * 48 + 22))
    photo = pil.new("RGB", (screen.width + 80, screen.height + 80), (200, 200, 196))
    photo.paste(screen, (40, 40))
    photo = photo.rotate(turn, pil.Resampling.BICUBIC, fillcolor=(200, 200, 196))
    with pytest.raises(NotationError, match=r"continues below|goes on|no board"):
        formats.read_raster(raster(photo))


def test_further_lamps_are_seen_beyond_those_that_no_lamp_inside_the_board_is_like() -> None:
    """Beyond dark lamps others stand, but inside the board each dark lamp is the last of its row."""
    made = lamps("1111/1101/1100/1101", side=44, gap=6, margin=30)
    picture = raster(made.crop((0, 0, 30 + 3 * 50 + 12, made.height)))
    places = frozenset((column, row) for column in range(3) for row in range(4))
    where = Homography(50.0, 0.0, 52.0, 0.0, 50.0, 52.0, 0.0, 0.0)
    lattice = Lattice(3, 4, where, places, places, (0.88, 0.88), 0.0, 12 * 44.0**2)
    cells = tuple(map(int, "111110110110"))
    lit, off = (250.0, 208.0, 60.0), (52.0, 56.0, 68.0)
    faces = [lit if cell else off for cell in cells]
    found = gathered(picture, lattice, cells, faces, contrast=300.0)
    assert found.goes_on == 1 and found.side == 1


@pytest.mark.slow
def test_a_message_that_is_nearly_of_the_grounds_colour_is_a_doubt() -> None:
    made = lamps(ROWS, side=44, gap=6, margin=30)
    near = tuple(channel + 10 for channel in GROUND)
    draw.Draw(made).rectangle((0, made.height - 30 - 44 + 3, made.width, made.height), near)
    assert refused(made).message.endswith("the board continues below, or something covers it")


@pytest.mark.slow
def test_a_lamp_under_something_like_a_dark_one_is_a_doubt() -> None:
    """What covers all but the edge of a lit lamp is nearer to off than to lit; no cell is found there."""
    made = lamps(ROWS, side=44, gap=6, margin=30)
    draw.Draw(made).rounded_rectangle((76, 39, 128, 80), 8, (80, 82, 92))
    assert "lamp in row 1, column 2" in refused(made).message


PALE_PAGE, PANEL, PALE, BROWN = (252, 250, 205), (170, 155, 147), (246, 244, 184), (116, 104, 87)


def pale(panel: Any) -> Any:
    """Return pale lamps, about as coloured as the dark ones, on a panel on a page of their own colour."""
    made = lamps(ROWS, side=28, gap=8, margin=6)
    shown = {GROUND: panel, OFF: BROWN, LIT: PALE}
    made.putdata([shown[colour] for colour in made.get_flattened_data()])
    page = pil.new("RGB", (made.width + 90, made.height + 90), PALE_PAGE)
    page.paste(made, (45, 45))
    return page


def test_pale_lamps_on_a_panel_are_lit_whatever_the_page() -> None:
    assert read(pale(PANEL)) == f"lights:5x5:{ROWS}"


@pytest.mark.slow
def test_which_colour_is_lit_is_a_doubt_if_page_and_gaps_disagree() -> None:
    """The gaps say that brown is off, the page says that pale is."""
    error = refused(pale((104, 94, 78)))
    assert error.message.endswith("which of the two colours is lit is not clear")


WHITE, BLACK = (255.0, 255.0, 255.0), (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("one", "other", "around", "between", "lit", "low", "high"),
    [
        (WHITE, BLACK, WHITE, WHITE, BLACK, 0.99, 1),  # squares on paper
        (WHITE, BLACK, WHITE, None, BLACK, 0.99, 1),  # which touch
        (WHITE, BLACK, None, None, WHITE, 0.99, 1),  # and no ground is seen
        (WHITE, BLACK, WHITE, BLACK, BLACK, 0.5, 0.9),  # black lines between them: they may be the ground
        (PALE, BROWN, PALE_PAGE, PANEL, PALE, 0.99, 1),
        (PALE, BROWN, PALE_PAGE, None, PALE, 0.99, 1),
        ((150, 150, 130), (90, 90, 80), (150, 150, 135), (120, 120, 105), None, 0.5, 0.95),  # hardly brighter
    ],
)
def test_polarity_is_a_probability(
    one: Any, other: Any, around: Any, between: Any, lit: Any, low: float, high: float
) -> None:
    seen = read_lamps([one, other, one, other], around, between)
    assert lit in (None, seen.lit)
    assert low <= seen.polarity <= high


@pytest.mark.slow
def test_a_picture_that_ends_at_the_lamps_shows_no_ground() -> None:
    made = lamps("11001/11011/10101/01000/11010", side=60, gap=0, margin=0)
    made.putdata([{OFF: (70, 70, 70), LIT: (245, 245, 245)}[colour] for colour in made.get_flattened_data()])
    assert read(made) == "lights:5x5:11001/11011/10101/01000/11010"


def test_the_same_board_is_read() -> None:
    assert read(lamps(ROWS)) == f"lights:5x5:{ROWS}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [30, 58])
def test_what_belongs_to_the_cells_is_no_doubt(seed: int) -> None:
    """Outlines and light of the outer lamps are nothing that lies over the next row."""
    drawn = lights(Random(seed))
    assert read(drawn.picture) == drawn.board


@pytest.mark.slow
def test_a_row_of_which_a_message_leaves_a_strip_is_a_doubt() -> None:
    """The lit lamps of that row are not the light of those above it."""
    made = lamps("010010010/010100001/110111110/110101101", side=24, gap=20, margin=60)
    draw.Draw(made).rectangle((40, 60 + 3 * 44 + 8, made.width, made.height - 30), (0, 122, 255))
    assert refused(made).message.endswith("the board continues below, or something covers it")


def beside(pictures: list[Any], across: int, gap: int) -> Any:
    """Return pictures of one size in rows."""
    width, height = pictures[0].size
    lines = -(-len(pictures) // across)
    made = pil.new("RGB", (across * (width + gap) + gap, lines * (height + gap) + gap), GROUND)
    for index, each in enumerate(pictures):
        made.paste(each, (gap + index % across * (width + gap), gap + index // across * (height + gap)))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("count", "across", "gap"), [(2, 2, 10), (3, 1, 30)])
def test_several_boards_are_counted(count: int, across: int, gap: int) -> None:
    random = Random(count)
    boards = ["/".join("".join(random.choice("01") for _ in range(5)) for _ in range(5)) for _ in range(count)]
    error = refused(beside([lamps(rows, side=24, gap=6, margin=0) for rows in boards], across, gap))
    assert error.message == f"this picture shows {count} boards"


@pytest.mark.slow
def test_boards_of_cells_of_nearly_one_size_are_counted() -> None:
    made = pil.new("RGB", (160, 520), GROUND)
    for y, (side, gap) in ((20, (14, 6)), (190, (15, 3)), (360, (12, 4))):
        made.paste(lamps(ROWS, side, gap, margin=0), (30, y))
    assert refused(made).message == "this picture shows 3 boards"


@pytest.mark.slow
def test_six_phones_are_counted() -> None:
    random, phones = Random(6), []
    for _ in range(6):
        rows = "/".join("".join(random.choice("01") for _ in range(5)) for _ in range(5))
        screen = pil.new("RGB", (120, 220), (5, 5, 5))
        screen.paste(GROUND, (6, 6, 114, 214))
        screen.paste(lamps(rows, side=15, gap=3, margin=0), (16, 66))
        phones.append(screen)
    assert refused(beside(phones, 3, 10)).message == "this picture shows 6 boards"


@pytest.mark.slow
def test_panels_whose_distance_makes_the_usual_step_longer_are_counted() -> None:
    """Three panels of 3 × 3 lamps, an eighth of a step farther apart than the lamps: the fit hides half of that."""
    made = pil.new("RGB", (40 + 3 * 96 + 2 * 4, 40 + 96), GROUND)
    for panel, rows in enumerate(("011/100/101", "110/011/001", "101/010/110")):
        made.paste(lamps(rows, side=24, gap=8, margin=4), (20 + panel * 100, 20))
    assert refused(made).message == "this picture shows 3 boards"


@pytest.mark.slow
def test_a_board_near_the_lines_of_another_one_is_no_part_of_it() -> None:
    made = pil.new("RGB", (620, 320), GROUND)
    made.paste(lamps(ROWS, 44, 6, margin=0), (20, 20))
    made.paste(lamps("0110/1001/0011/1010", 46, 7, margin=0), (20 + 6 * 50 + 4, 20 + 54))
    assert refused(made).message == "this picture shows 2 boards"


@pytest.mark.slow
def test_a_board_of_which_no_threshold_shows_both_dark_and_lit_lamps_is_counted() -> None:
    """Its dark lamps are hardly lighter than the page, and its lit ones are striped."""
    made = pil.new("RGB", (320, 660), GROUND)
    made.paste(lamps(ROWS, 44, 6, margin=0), (36, 20))
    dark, bars = tuple(channel + 11 for channel in GROUND), (LIT, tuple(channel - 24 for channel in LIT))
    pen = draw.Draw(made)
    for y, line in enumerate(["01101", "10110", "01011", "11010", "00101"]):
        for x, lamp in enumerate(line):
            left, top = 36 + 48 * x, 380 + 48 * y
            for bar in range(0, 40, 8):
                pen.rectangle((left, top + bar, left + 39, top + bar + 7), bars[bar // 8 % 2] if lamp == "1" else dark)
    assert refused(made).message == "this picture shows 2 boards"


def default_font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(24)


def tiles(numbers: str, face: Any, ink: Any, ground: Any, side: int = 50, gap: int = 6) -> Any:
    """Return a picture of tiles, cropped to them."""
    lines, step = [line.split(",") for line in numbers.split("/")], side + gap
    made = pil.new("RGB", (len(lines[0]) * step - gap, len(lines) * step - gap), ground)
    pen, font = draw.Draw(made), default_font()
    for y, line in enumerate(lines):
        for x, number in enumerate(line):
            if number != "0":
                pen.rectangle((x * step, y * step, x * step + side - 1, y * step + side - 1), face)
                pen.text((x * step + side / 2, y * step + side / 2), number, ink, font, anchor="mm")
    return made


@pytest.mark.slow
def test_tiles_that_are_as_light_as_the_page_are_a_board_too() -> None:
    """Only the four in the middle are seen as cells, as the outer ones and the page are one."""
    made = pil.new("RGB", (640, 320), "white")
    made.paste(GROUND, (320, 0, 640, 320))
    made.paste(lamps(ROWS, 40, 6, margin=0), (370, 40))
    board = tiles("1,9,0,6/12,5,8,14/10,11,15,7/3,2,4,13", (255, 255, 255), (20, 20, 40), (180, 195, 215))
    made.paste(board, (40, 40))
    assert refused(made).message == "this picture shows 2 boards"


LIGHT = "1,9,0,6/12,5,8,14/10,11,15,7/3,2,4,13"


@pytest.mark.slow
@pytest.mark.parametrize(("beyond", "is_read"), [("", True), ("16", False)])
def test_tiles_that_are_as_light_as_the_page_are_read(beyond: str, is_read: bool) -> None:
    """The outer ones are found by their numbers, of which no other may stand beyond them."""
    made = pil.new("RGB", (380, 320), "white")
    made.paste(tiles(LIGHT, (255, 255, 255), (20, 20, 40), (180, 195, 215)), (40, 40))
    draw.Draw(made).text((40 + 4 * 56 + 25, 40 + 25), beyond, (20, 20, 40), default_font(), anchor="mm")
    if is_read:
        assert read(made) == f"tiles:4x4:{LIGHT}"
    else:
        refused(made)


def three_by_three() -> Any:
    """Tiles as light as the page, of which only the middle one has an outline."""
    made = pil.new("RGB", (280, 300), "white")
    made.paste(tiles("1,2,0/3,4,8/5,6,7", (255, 255, 255), (20, 20, 40), (180, 195, 215)), (60, 60))
    return made


def test_a_board_is_read_from_its_one_tile_with_an_outline() -> None:
    assert read(three_by_three()) == "tiles:3x3:1,2,0/3,4,8/5,6,7"


@pytest.mark.slow
def test_a_board_of_which_one_tile_has_an_outline_is_counted() -> None:
    made = pil.new("RGB", (680, 300), GROUND)
    made.paste(three_by_three(), (0, 0))
    made.paste(tiles("15,1,3,5/10,0,7,8/9,14,11,12/2,6,4,13", (0, 121, 107), (255, 255, 255), GROUND), (350, 40))
    assert refused(made).message == "this picture shows 2 boards"


@pytest.mark.slow
@pytest.mark.parametrize("turn", [-7, 5])
def test_lamps_that_touch_are_read_in_the_photo_of_a_screen(turn: int) -> None:
    screen = lamps(ROWS, side=60, gap=0, margin=30)
    photo = pil.new("RGB", (480, 480), (200, 200, 196))
    photo.paste(screen, (60, 60))
    assert read(photo.rotate(turn, pil.Resampling.BICUBIC, fillcolor=(200, 200, 196))) == f"lights:5x5:{ROWS}"


@pytest.mark.slow
@pytest.mark.parametrize("margin", [0, 20, 37])
def test_lamps_that_touch_are_read(margin: int) -> None:
    random = Random(margin)
    rows = "/".join("".join(random.choice("01") for _ in range(5)) for _ in range(5))
    assert read(lamps(rows, side=60, gap=0, margin=margin)) == f"lights:5x5:{rows}"


def test_a_frame_as_wide_as_the_lamps_that_touch_is_no_row_of_them() -> None:
    frame = lamps("00000/01110/01110/00110/00000", side=60, gap=0, margin=0)
    assert "beyond the picture's edge" in refused(frame).message


@pytest.mark.slow
def test_a_dialog_over_a_board_makes_no_two_of_it() -> None:
    made = lamps("0111011/1111101/0100111/1011011/0010011/0110111/1111100", side=24, gap=4, margin=16)
    draw.Draw(made).rounded_rectangle((10, 70, 214, 126), 8, (255, 255, 255))
    assert "boards" not in refused(made).message


@pytest.mark.slow
@pytest.mark.parametrize(("below", "is_read"), [(0, True), (3, False)])
def test_numbers_that_count_on_below_are_a_calendar(below: int, is_read: bool) -> None:
    numbers = "0,1,2,3,4,5,6/7,8,9,10,11,12,13/14,15,16,17,18,19,20/21,22,23,24,25,26,27"
    days = tiles(
        f"{numbers}/{','.join(map(str, [*range(28, 28 + below), *[0] * (7 - below)]))}", "tan", "black", "white"
    )
    page = pil.new("RGB", (days.width + 60, days.height + 60), "white")
    page.paste(days, (30, 30))
    if is_read:
        assert read(page) == f"tiles:7x4:{numbers}"
    else:
        assert refused(page).message.endswith("the board continues below, or something covers it")


def test_four_cells_far_apart_are_more_of_a_doubt() -> None:
    """They may be every second one of a board."""
    places = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})
    picture = Raster.of(200, 200, bytes(3 * 200 * 200))
    doubts = []
    for side in (0.4, 0.9):
        where = Homography(60.0, 0.0, 70.0, 0.0, 60.0, 70.0, 0.0, 0.0)
        lattice = Lattice(2, 2, where, places, places, (side, side), 0.0, 4 * (60 * side) ** 2)
        doubts.append(gathered(picture, lattice, None, [(0.0, 0.0, 0.0)] * 4, contrast=150.0, blank=0).few)
    assert doubts == [4, 2]
    assert confidence.confidence(0.999, Evidence(few=4), 1, confidence.TILES) < 0.9


@pytest.mark.slow
def test_noise_is_no_board() -> None:
    made = pil.frombytes("RGB", (120, 100), Random(1).randbytes(3 * 120 * 100))
    with pytest.raises(NotationError, match="no board"):
        photo.look_at(raster(made))


def with_contrast(contrast: int) -> photo.Look:
    """Return how lamps are seen whose lit ones differ from the dark ones by so little."""
    made = lamps("011/100/010", side=20, gap=4, margin=8)
    lit = tuple(channel + contrast // 3 + (contrast % 3 > part) for part, channel in enumerate(OFF))
    made.putdata([lit if colour == LIT else colour for colour in made.get_flattened_data()])
    return photo.look_at(raster(made))


@pytest.mark.slow
def test_the_threshold_is_95_percent() -> None:
    """The faintest contrast that is read, and the next one, which is not, are on both sides of 95 %."""
    looks = {contrast: with_contrast(contrast) for contrast in (45, 110)}
    doubtful, sure = looks
    assert looks[sure].is_sure and not looks[doubtful].is_sure
    while sure - doubtful > 1:
        contrast = (sure + doubtful) // 2
        looks[contrast] = with_contrast(contrast)
        sure, doubtful = (contrast, doubtful) if looks[contrast].is_sure else (sure, contrast)
    assert 0.945 < looks[doubtful].confidence < 0.95 <= looks[sure].confidence < 0.955


def test_the_lamp_between_lit_and_off_is_the_doubtful_one_and_the_corners_are_the_board_s() -> None:
    made = lamps(ROWS)
    made.paste(tuple((off + 2 * lit) // 3 for off, lit in zip(OFF, LIT, strict=True)), (130, 130, 174, 174))
    look = photo.look_at(raster(made))
    assert not look.is_sure and [cell for cell, _ in look.doubtful] == [12]
    assert all(0 < sureness < 0.95 for _, sureness in look.doubtful)
    for (x, y), (right, below) in zip(look.corners, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        assert abs(x * made.width - (27 + 250 * right)) < 4 and abs(y * made.height - (27 + 250 * below)) < 4
    assert photo.look_at(raster(lamps(ROWS))).doubtful == ()


def test_without_a_doubt_the_cells_say_how_sure_a_reading_is() -> None:
    assert confidence.confidence(0.97, NO_DOUBT, 1, confidence.LAMPS) == pytest.approx(0.97)


@pytest.mark.parametrize(
    "doubt",
    [
        Evidence(touched=0.2),
        Evidence(goes_on=0.2),
        Evidence(odd=0.8),
        Evidence(hidden=0.3),
        Evidence(tint=0.16),
        Evidence(minority=0.5),
        Evidence(uneven=0.09),
        Evidence(faint=0.9),
    ],
)
def test_each_doubt_is_enough_to_refuse(doubt: Evidence) -> None:
    assert confidence.confidence(0.999, doubt, 1, confidence.LAMPS) < photo.CONFIDENCE_READ_MIN


def test_a_second_board_is_enough_to_refuse() -> None:
    assert confidence.confidence(0.999, NO_DOUBT, 2, confidence.LAMPS) < photo.CONFIDENCE_READ_MIN


def test_another_hue_is_a_tint_and_shade_is_none() -> None:
    """The last two lamps are seen through a message."""
    made = lamps("011/101/100", side=44, gap=6, margin=30)
    places = frozenset((x, y) for x in range(3) for y in range(3))
    lattice = Lattice(3, 3, Homography(50, 0, 52, 0, 50, 52, 0, 0), places, places, (0.88, 0.88), 0.0, 9 * 44.0**2)
    cells = (0, 1, 1, 1, 0, 1, 1, 0, 0)
    faces = [(250.0, 208.0, 60.0) if cell else (52.0, 56.0, 68.0) for cell in cells]
    shaded = [(r * share, g * share, b * share) for (r, g, b), share in zip(faces, (1, 0.9, 0.8) * 3, strict=True)]
    covered = [*faces[:7], (70.0, 64.0, 45.0), (70.0, 64.0, 45.0)]
    plain, shade, cover = (
        gathered(raster(made), lattice, cells, each, contrast=358.0).tint for each in (faces, shaded, covered)
    )
    assert plain == pytest.approx(0) and shade == pytest.approx(0) and cover > 0.08


READ = ("app/4", "phone/1", "touching/2", "touching/3", "gradient/6")
DOUBTED = ("bubble/5", "pointer/5", "mark/1", "mark/3", "mark/4", "dialog/2", "cut/6", "several/3", "none/2")
"""Kinds and seeds of pictures; the marks are a hovered lamp, a focus ring and a glowing one."""


@pytest.mark.slow
@pytest.mark.parametrize("picture", [*READ, *DOUBTED])
def test_sure_is_a_probability_on_a_sample_of_each_kind(picture: str) -> None:
    kind, seed = picture.split("/")
    found = result((kind, f"suite/{seed}"))
    assert found.is_right or found.confidence < 0.9
    assert found.verdict == "right" or picture in DOUBTED


def test_the_sample_has_every_kind_and_is_the_same_each_time() -> None:
    assert {picture.split("/")[0] for picture in (*READ, *DOUBTED)} == {*KINDS}
    assert sample("bubble", "suite/1") == sample("bubble", "suite/1")
