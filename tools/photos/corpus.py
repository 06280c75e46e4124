"""Pictures by kind, each from a seed: its subject, and the board, if any, that may be read from it."""

from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

from tools.photos import apps, draw, others, overlays, screens, spoil
from tools.photos.fonts import FOLDERS

PHOTO_SHARE = 0.2  # share of the pictures of the kinds below that are photographed; half for `plain`


class Sample(NamedTuple):
    """A PNG; the board in it as a game ID, or "" if none may be read; the number of boards; and a description.

    `partial` is a board that the picture shows in part: it need not be read, but reading exactly that board is right,
    for example tiles whose last row is cut off below the numbers.
    """

    data: bytes
    board: str
    boards: int
    theme: str
    partial: str = ""


class Made(NamedTuple):
    """A pillow picture, with the other fields of its `Sample`."""

    picture: Any
    board: str
    boards: int
    theme: str
    partial: str = ""


def _of(drawn: draw.Drawn, picture: Any) -> Made:
    return Made(picture, drawn.board, 1, drawn.theme)


def _cut(random: Random, folders: tuple[str, ...]) -> Made:
    drawn = screens.either(random, folders)
    return Made(screens.cut(drawn, random), "", 1, drawn.theme, drawn.board)


def _several(random: Random, folders: tuple[str, ...]) -> Made:
    picture, count = screens.several(random, folders)
    return Made(picture, "", count, f"{count} boards")


def _other(random: Random, folders: tuple[str, ...]) -> Made:
    picture, what = others.other(random, folders)
    return Made(picture, "", 0, what)


def _covered(cover: Callable[..., Any]) -> Callable[[Random, tuple[str, ...]], Made]:
    def made(random: Random, folders: tuple[str, ...]) -> Made:
        drawn = screens.either(random, folders)
        return _of(drawn, cover(drawn, random, folders))

    return made


def _touching(random: Random, folders: tuple[str, ...]) -> Made:
    drawn = apps.lights(random, gap=0)
    return _of(drawn, drawn.picture)


def _gradient(random: Random, folders: tuple[str, ...]) -> Made:
    drawn = apps.on_gradient(apps.board(random, folders), random)
    return _of(drawn, drawn.picture)


KINDS: dict[str, Callable[[Random, tuple[str, ...]], Made]] = {
    "app": _covered(lambda drawn, random, folders: drawn.picture),
    "phone": _covered(screens.phone),
    "touching": _touching,
    "gradient": _gradient,
    "bubble": _covered(overlays.bubble),
    "pointer": _covered(lambda drawn, random, folders: overlays.pointer(drawn, random)),
    "mark": _covered(lambda drawn, random, folders: overlays.mark(drawn, random)),
    "dialog": _covered(overlays.dialog),
    "cut": _cut,
    "several": _several,
    "none": _other,
}


def sample(kind: str, seed: str, folders: tuple[str, ...] = FOLDERS) -> Sample:
    """Return the picture of a kind (one of `KINDS`, or `plain`) drawn from a seed."""
    random = Random(seed) if kind == "plain" else Random(f"{kind}/{seed}")
    if kind == "plain":
        drawn = draw.board(random, folders)
        picture = draw.surrounded(drawn, random, folders) if random.random() < 0.5 else drawn.picture
        made, is_photo = _of(drawn, picture), random.random() < 0.5
    else:
        made = KINDS[kind](random, folders)
        is_photo = kind != "none" and random.random() < PHOTO_SHARE
    picture, board, boards, theme, partial = made
    if is_photo:
        picture = spoil.photographed(picture, random)
    if kind == "plain" or random.random() < 0.5:
        picture = spoil.spoilt(picture, random)
    packed = BytesIO()
    picture.convert("RGB").save(packed, "PNG", compress_level=1)
    return Sample(packed.getvalue(), board, boards, f"{theme}, {'photo' if is_photo else 'screen'}", partial)
