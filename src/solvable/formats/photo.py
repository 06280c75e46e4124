"""Photos and screenshots of a board of lamps or of numbered tiles, read by `solvable.photo`; doubtful ones are refused.

The note says what was read, how sure it is, and the board as text, so that it can be corrected. A reading that is less
sure than `CONFIDENCE_READ_MIN` is an error with that reading and the reason for the doubt; below `CONFIDENCE_SHOWN_MIN`
it is not worth correcting, and only the reason is said. A picture of several boards is refused with their number.
A picture does not say the rules: lamps are taken for the ordinary game, unless the cells show what each press does, as
Tatham's flip has it; tiles for the goal 1, 2, …, blank last.
"""

from typing import TYPE_CHECKING, NamedTuple

from solvable import game_id
from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.core.states import where
from solvable.formats.base import Board, Format, Reading
from solvable.formats.magic import PICTURE_MAGIC
from solvable.formats.text import Text

if TYPE_CHECKING:
    from solvable.photo.raster import Colour, Raster
    from solvable.photo.recognise import Detection

BYTES_MAX = 64_000_000
CONFIDENCE_READ_MIN = 0.95  # the probability from which on a reading is taken for the board
CONFIDENCE_SHOWN_MIN = 0.5  # the probability from which on a reading is shown, to be corrected
DOUBT_SHOWN_MIN = 0.15  # of a side, a face or a contrast: the evidence that is worth naming


class Look(NamedTuple):
    """A board in a picture as it is best read, how probable that is, whether that is enough, and why not.

    `corners` are the outer corners of the board from the top left clockwise, as parts of the picture's width and
    height; `doubtful` has the cells that are less sure than the whole should be, and how sure each is.
    """

    reading: Reading
    confidence: float
    is_sure: bool
    reason: str = ""
    corners: tuple[tuple[float, float], ...] = ()
    doubtful: tuple[tuple[int, float], ...] = ()


def _read(text: Text) -> Reading | None:
    return _of(text, is_swapped=False)


def _read_swapped(text: Text) -> Reading | None:
    return _of(text, is_swapped=True)


def _of(text: Text, *, is_swapped: bool) -> Reading | None:
    if not text.raw.startswith(PICTURE_MAGIC):
        return None
    if len(text.raw) > BYTES_MAX:
        raise NotationError(msg("a picture of more than {most:,} bytes", most=BYTES_MAX), source=text.source)
    from solvable.photo.decode import raster_of

    return _sure(raster_of(text.raw, text.source), text.source, is_swapped=is_swapped)


def read_raster(raster: "Raster", *, is_swapped: bool = False) -> Board:
    """Return the board in a picture; raise NotationError if there is none, or none that is sure.

    `is_swapped`: the lamps that would be read as off are the lit ones.
    """
    reading = _sure(raster, "", is_swapped=is_swapped)
    return Board(reading.puzzle, reading.state, "photo", reading.assumed)


def _sure(raster: "Raster", source: str, *, is_swapped: bool) -> Reading:
    look = look_at(raster, source, is_swapped=is_swapped)
    if look.is_sure:
        return look.reading
    board = game_id.format_board(look.reading.puzzle, look.reading.state)
    message = msg(
        "this picture is read with too much doubt ({percent} % sure) as {board}",
        percent=int(100 * look.confidence),
        board=board,
    )
    if look.reason:
        message = msg("{message}: {reason}", message=message, reason=look.reason)
    raise NotationError(
        message,
        expected="that board, corrected, as text; or a sharper picture, cropped to the board and straightened",
        source=source,
    )


def look_at(raster: "Raster", source: str = "", *, is_swapped: bool = False) -> Look:
    """Return the best reading of a picture, how sure it is, and the reason for a doubt.

    Raise NotationError if no board is found, if there are several, or if none is more likely than not.
    """
    from solvable.photo.recognise import read

    seen = read(raster)
    whole = "a whole grid of lamps or of numbered tiles, from the front; crop the picture to it"
    if seen is None:
        raise NotationError("no board is found in this picture", expected=whole, source=source)
    if seen.boards > 1 and seen.confidence < CONFIDENCE_READ_MIN:
        message = msg("this picture shows {count} boards", count=seen.boards)
        raise NotationError(message, expected="a picture of one board: crop it to that", source=source)
    if seen.colours == 1:
        raise NotationError(
            msg("all {width} × {height} lamps of this picture look alike", width=seen.width, height=seen.height),
            expected="lit and dark lamps",
            source=source,
        )
    reason = _reason(seen)
    if seen.confidence < CONFIDENCE_SHOWN_MIN:
        message = msg(
            "no board is read in this picture, as it would be only {percent} % sure", percent=int(100 * seen.confidence)
        )
        if reason:
            message = msg("{message}; {reason}", message=message, reason=reason)
        raise NotationError(message, expected=whole, source=source)
    puzzle, state = _board(seen, is_swapped)
    board = game_id.format_board(puzzle, state)
    note = msg("{percent} % sure of {board}", percent=min(99, int(100 * seen.confidence)), board=board)
    for more in _remarks(seen, is_swapped):
        note = msg("{note}; {other}", note=note, other=more)
    is_sure = seen.confidence >= CONFIDENCE_READ_MIN
    if reason and not is_sure:
        note = msg("{note}; {other}", note=note, other=reason)
    places = ((-0.5, -0.5), (seen.width - 0.5, -0.5), (seen.width - 0.5, seen.height - 0.5), (-0.5, seen.height - 0.5))
    corners = tuple((x / raster.width, y / raster.height) for x, y in (seen.lattice.where(*place) for place in places))
    return Look(Reading(puzzle, state, note), seen.confidence, is_sure, reason, corners, _doubtful(seen))


def _doubtful(seen: "Detection") -> tuple[tuple[int, float], ...]:
    """Return the cells that may be wrong, each with the probability that it is right."""
    if seen.confidence >= CONFIDENCE_READ_MIN:
        return ()
    if seen.kind == "tiles":
        return tuple((cell, seen.confidence) for cell in seen.unread)
    from solvable.photo import lamps

    sure = dict(enumerate(lamps.clearness(seen.faces, seen.off, seen.lit)))
    if max(seen.evidence.odd, seen.evidence.minority) > DOUBT_SHOWN_MIN:
        sure[seen.evidence.odd_cell] = min(sure[seen.evidence.odd_cell], seen.confidence)
    return tuple((cell, value) for cell, value in sure.items() if value < CONFIDENCE_READ_MIN)


def _reason(seen: "Detection") -> str:
    """Return what makes the reading doubtful, the gravest first; "" if nothing can be named."""
    evidence = seen.evidence
    if seen.lattice.is_cut or evidence.outside > DOUBT_SHOWN_MIN:
        return msg("the board goes on beyond the picture's edge")
    if max(evidence.touched, evidence.goes_on) > DOUBT_SHOWN_MIN:
        sides = msg("on the left"), msg("on the right"), msg("above"), msg("below")
        return msg("the board continues {side}, or something covers it", side=sides[evidence.side])
    if seen.kind == "lamps" and (reason := _lamp_reason(seen)):
        return reason
    if seen.colours > 2:
        return msg("the lamps have more than two colours")
    if seen.polarity < CONFIDENCE_READ_MIN:
        return msg("which of the two colours is lit is not clear")
    return ""


def _lamp_reason(seen: "Detection") -> str:
    """Return what makes single lamps doubtful; "" if nothing can be named."""
    evidence = seen.evidence
    if max(evidence.odd, evidence.minority) > DOUBT_SHOWN_MIN:
        return msg("the lamp in {where} is covered, or has a mark on it", where=where(evidence.odd_cell, seen.width))
    return msg("something lies over the board") if evidence.gaps > DOUBT_SHOWN_MIN else ""


def board_of(seen: "Detection") -> str:
    """Return the board that is seen in a picture, as a game ID."""
    return game_id.format_board(*_board(seen, is_swapped=False))


def _board(seen: "Detection", is_swapped: bool) -> tuple[Puzzle, State]:
    if seen.kind == "tiles":
        from solvable.tiles.board import SlidingTiles

        return SlidingTiles(seen.width, seen.height), seen.cells
    from solvable.lights.board import LightsOut

    state = tuple(1 - cell for cell in seen.cells) if is_swapped else seen.cells
    plain = LightsOut(seen.width, seen.height)
    if seen.toggles and seen.toggles != plain.toggles:
        return LightsOut(seen.width, seen.height, rule=seen.toggles), state
    return plain, state


def _remarks(seen: "Detection", is_swapped: bool) -> list[str]:
    """Return what else was taken for granted."""
    if seen.kind == "tiles":
        return [
            msg("tile {tile} in {where} by what is left", tile=seen.cells[cell], where=where(cell, seen.width))
            for cell in seen.unread
        ]
    lit, off = (seen.off, seen.lit) if is_swapped else (seen.lit, seen.off)
    readings = msg("lit {lit}, off {off}, or with --format {other} the reverse", lit=_hex(lit), off=_hex(off),
               other="photo" if is_swapped else "photo-swapped")  # fmt: skip
    return [readings, msg("what each press does is read from the signs on the cells")] if seen.toggles else [readings]


def _hex(colour: "Colour") -> str:
    return "#" + "".join(f"{round(channel):02x}" for channel in colour)


PHOTO = Format("photo", "a photo or screenshot of lamps or tiles (PNG, JPEG, …)", _read)
PHOTO_SWAPPED = Format("photo-swapped", "a photo whose darker lamps are the lit ones", _read_swapped)
