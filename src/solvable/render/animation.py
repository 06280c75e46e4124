"""Animated solutions: a GIF, or an SVG whose tiles slide and whose lamps go out by CSS alone.

A frame is a scene, so every family can be animated. Between two scenes a tile moves to the next cell of its label;
every other cell stays and changes its level. For the GIF each tile and each lamp is drawn once, at four times its size,
and reduced; frames copy these sprites in one palette, so that 60 moves take a second. The SVG does not move if the
reader prefers reduced motion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from solvable.core.errors import require
from solvable.core.puzzle import Move, Puzzle, State
from solvable.core.scene import Cell, Marks, Scene, scene_of
from solvable.messages import join, sentence
from solvable.render import svg
from solvable.render.title import title

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE, EDGE = 56, 10  # pixels of a cell and of the margin
SIDE_PIXELS_MAX = 640  # pixels of the longer side; larger boards have smaller cells
FRAMES = 420  # frames of a GIF: fewer between two moves if there are many moves
BETWEEN = 4
STILL, STEP, END = 600, 180, 2000  # milliseconds: the start, a move, the end
GROUND, INK, TILE, RIM, LIT, LIT_RIM, OFF, MARK = (
    "#F7F4EE", "#1B2333", "#FFFFFF", "#6B7A99", "#E8A317", "#8A6100", "#FFFFFF", "#0072B2",
)  # fmt: skip
FINER = 4
COLOURS = 64
GENERATOR = "solvable"  # marks a picture as ours, so that the next one may replace it
Form = Literal["GIF", "PNG"]


def scenes(puzzle: Puzzle, state: State, moves: Sequence[Move]) -> list[Scene]:
    """Return the scene before the first move and after each move, with the next move marked."""
    results = []
    for move in (*moves, None):
        results.append(scene_of(puzzle, state, Marks(next=move)))
        if move is not None:
            state = puzzle.apply(state, move)
    return results


def animated(
    puzzle: Puzzle, state: State, moves: Sequence[Move], picture: bytes | None = None, *, form: Form = "GIF"
) -> bytes:
    """Return the solution as an animated GIF or PNG, the tiles cut from `picture` if one is given.

    Raise ImportError if pillow is not installed, OSError if the picture cannot be read.
    """
    require("PIL", "image")
    shown = scenes(puzzle, state, moves)
    artist = _Artist(shown[0], scene_of(puzzle, puzzle.goal), picture)
    between = max(1, min(BETWEEN, FRAMES // max(1, len(moves))))
    frames, times = [artist.frame(shown[0])], [STILL]
    for before, after in pairwise(shown):
        is_sliding = before.cells[0].shape == "tile"
        for part in range(1, between + 1) if is_sliding else (between,):
            frames.append(artist.frame(after, before, part / between))
            times.append(max(20, STEP // between) if is_sliding else 2 * STEP)
    times[-1] = END
    out = BytesIO()
    named = _named_png() if form == "PNG" else {"comment": GENERATOR.encode(), "optimize": False, "disposal": 1}
    frames[0].save(out, form, save_all=True, append_images=frames[1:], duration=times, loop=0, **named)
    return out.getvalue()


def moved_from(after: Scene, before: Scene) -> dict[int, Cell]:
    """Return, for each tile of a scene, by its cell, its cell in the scene before; identical tiles that can stay do."""
    old = {cell.index: cell for cell in before.cells}
    new = {cell.index: cell.label for cell in after.cells}
    left: dict[str, list[Cell]] = {}
    for cell in before.cells:
        if cell.label and new[cell.index] != cell.label:
            left.setdefault(cell.label, []).append(cell)
    labelled = ((cell, old[cell.index]) for cell in after.cells if cell.label and cell.shape == "tile")
    return {cell.index: was if was.label == cell.label else left[cell.label].pop(0) for cell, was in labelled}


def _named_png() -> dict[str, Any]:
    """Return the options that write the program's name into a PNG."""
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Software", GENERATOR)
    return {"pnginfo": info}


class _Artist:
    """Draws the frames of one board by copying sprites onto a background."""

    def __init__(self, first: Scene, goal: Scene, picture: bytes | None) -> None:
        from PIL import Image

        across, down = first.size
        self.side = max(8, min(SIDE, int((SIDE_PIXELS_MAX - 2 * EDGE) / max(across, down))))
        self.size = int(across * self.side) + 2 * EDGE, int(down * self.side) + 2 * EDGE
        self.levels = first.levels
        self.sprites: dict[tuple[Any, ...], Image.Image] = {}
        self.pieces = self._cut(goal, picture) if picture is not None else {}
        self.palette = self._palette(first)
        ground = Image.new("RGB", self.size, GROUND)
        self.ground = ground.quantize(palette=self.palette, dither=Image.Dither.NONE)

    def _palette(self, first: Scene) -> "Image":
        """Return an image whose palette serves all frames: the colours of the sprites."""
        from PIL import Image

        cells = first.cells if not self.pieces else [cell for cell in first.cells if cell.label]
        sheet = Image.new("RGB", (self.side * max(1, len(cells)), 2 * self.side), GROUND)
        for position, cell in enumerate(cells):
            for row in (0, 1):
                sheet.paste(self._drawn(cell, row == 1, 1.0 if row else 0.0), (position * self.side, row * self.side))
        return sheet.quantize(colors=256 if self.pieces else COLOURS)

    def frame(self, scene: Scene, before: Scene | None = None, part: float = 1.0) -> "Image":
        """Return a frame: `scene`, or a stage between the scene before and it."""
        image = self.ground.copy()
        places = moved_from(scene, before) if before is not None else {}
        for cell in scene.cells:
            if cell.role in ("dead", "blank"):
                continue
            x, y = cell.x, cell.y
            if cell.shape == "tile" and cell.index in places:
                old = places[cell.index]
                x, y = old.x + (x - old.x) * part, old.y + (y - old.y) * part
            sprite = self._sprite(cell)
            left = EDGE + round(x * self.side - self.side / 2)
            image.paste(sprite, (left, EDGE + round(y * self.side - self.side / 2)))
        return image

    def _sprite(self, cell: Cell) -> "Image":
        is_next = cell.shape != "tile" and any(mark.kind in ("press", "arrow") for mark in cell.marks)
        key = (cell.shape, cell.label, cell.level, is_next, cell.is_home and cell.shape == "tile")
        if key not in self.sprites:
            from PIL import Image

            drawn = self._drawn(cell, is_next, cell.level)
            self.sprites[key] = drawn.quantize(palette=self.palette, dither=Image.Dither.NONE)
        return self.sprites[key]

    def _drawn(self, cell: Cell, is_next: bool, level: float) -> "Image":
        """Return a sprite of a cell in full colour."""
        from PIL import Image, ImageDraw

        side = self.side * FINER
        image = Image.new("RGB", (side, side), GROUND)
        pen = ImageDraw.Draw(image)
        if cell.shape == "tile":
            box = (side * 0.04, side * 0.04, side * 0.96, side * 0.96)
            pen.rounded_rectangle(box, side * 0.1, fill=TILE, outline=RIM, width=FINER)
            if cell.label in self.pieces:
                image.paste(self.pieces[cell.label], (0, 0))
                self._write(pen, cell.label, (side * 0.2, side * 0.2), 0.22, halo=True)
            else:
                self._write(pen, cell.label, (side / 2, side / 2), min(0.46, 1.2 / max(1, len(cell.label))))
        else:
            low, high = side * 0.14, side * 0.86
            fill, rim = (LIT, LIT_RIM) if level >= 1 else (OFF, RIM)
            pen.ellipse((low, low, high, high), fill=fill, outline=rim, width=3 * FINER)
            if 0 < level < 1:
                pen.chord((low, low, high, high), 90 - 180 * level, 90 + 180 * level, fill=LIT)
            self._write(pen, cell.label, (side / 2, side / 2), 0.36)
            if is_next:
                low, high = side * 0.36, side * 0.64
                pen.ellipse((low, low, high, high), fill=MARK, outline=OFF, width=FINER)
        return image.resize((self.side, self.side), Image.Resampling.LANCZOS)

    def _write(self, pen: Any, text: str, at: tuple[float, float], share: float, *, halo: bool = False) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(share * self.side * FINER)
        pen.text(at, text, fill=INK, font=font, anchor="mm", stroke_width=FINER * halo, stroke_fill=TILE)

    def _cut(self, goal: Scene, picture: bytes) -> "dict[str, Image]":
        """Return the part of the picture for each tile, cut at its goal cell."""
        from PIL import Image, ImageOps

        across, down = goal.size
        side = self.side * FINER
        with Image.open(BytesIO(picture)) as opened:
            whole = ImageOps.fit(opened.convert("RGB"), (int(across * side), int(down * side)))
        pieces = {}
        for cell in goal.cells:
            if cell.label and cell.shape == "tile":
                left, top = round((cell.x - 0.5) * side), round((cell.y - 0.5) * side)
                gap = side // 32
                piece = Image.new("RGB", (side, side), GROUND)
                piece.paste(whole.crop((left + gap, top + gap, left + side - gap, top + side - gap)), (gap, gap))
                pieces[cell.label] = piece
        return pieces


def playing(puzzle: Puzzle, state: State, moves: Sequence[Move], lang: str = "en") -> str:
    """Return the solution as an SVG that plays in a loop by CSS alone, with a title in `lang`."""
    shown = scenes(puzzle, state, moves)
    times = [STILL + 3 * STEP * move for move in range(len(moves))] + [STILL + 3 * STEP * len(moves) + END]
    body, rules = [], []
    tracks = _sliding(shown) if shown[0].cells[0].shape == "tile" else _changing(shown)
    for number, (drawn, changes) in enumerate(tracks):
        body.append(f'<g class="t{number}" style="{changes[0][1]}">{drawn}</g>')
        if len(changes) > 1:
            stops = "".join(_stop(changes, position, times) for position in range(len(changes)))
            rules.append(f"@keyframes §t{number}{{{stops}}}")
            rules.append(f"#§ .t{number}{{animation:§t{number} {times[-1] / 1000:g}s linear infinite}}")
    rules.append("@media (prefers-reduced-motion:reduce){#§ g{animation:none!important}}")
    moved = f'<g transform="translate({svg.MARGIN} {svg.MARGIN})">'
    called = join(sentence("scene.playing", lang, n=len(moves)), title(scene_of(puzzle, state), lang))
    return svg.document(called, svg.extent(shown[0]), [moved, *body, "</g>"], "".join(rules))


Change = tuple[int, str]
"""A move (0: the start), and the declarations that hold after it."""


def _sliding(shown: Sequence[Scene]) -> Iterator[tuple[str, list[Change]]]:
    """Yield each tile, drawn at the origin, and its path."""
    steps = [
        {old.index: cell for cell in after.cells if (old := before.get(cell.index))}
        for after, before in ((after, moved_from(after, before)) for before, after in pairwise(shown))
    ]
    for cell in shown[0].cells:
        if not cell.label:
            continue
        changes: list[Change] = []
        here = cell
        for move in range(len(shown)):
            here = steps[move - 1][here.index] if move else cell
            style = f"transform:translate({svg.short(here.x * svg.SIDE)}px,{svg.short(here.y * svg.SIDE)}px)"
            if not changes or changes[-1][1] != style:
                changes.append((move, style))
        yield _alone(shown[0], replace(cell, x=0, y=0, marks=(), is_home=False)), changes


def _changing(shown: Sequence[Scene]) -> Iterator[tuple[str, list[Change]]]:
    """Yield each appearance of a cell, and when it is visible."""
    for index in range(len(shown[0].cells)):
        looks = [scene.cells[index] for scene in shown]
        for look in dict.fromkeys(looks):
            changes: list[Change] = []
            for move, other in enumerate(looks):
                style = f"opacity:{int(other == look)}"
                if not changes or changes[-1][1] != style:
                    changes.append((move, style))
            yield _alone(shown[0], look), changes


def _alone(scene: Scene, cell: Cell) -> str:
    return "".join(svg.elements(replace(scene, cells=(cell,), links=(), width=0)))


def _stop(changes: Sequence[Change], at: int, times: Sequence[float]) -> str:
    """Return the key frames between which one of the changes holds; the change to the next takes the time of a step."""
    move, style = changes[at]
    start = 0.0 if at == 0 else 100 * (times[move - 1] + STEP) / times[-1]
    until = 100.0 if at + 1 == len(changes) else 100 * times[changes[at + 1][0] - 1] / times[-1]
    return f"{start:.2f}%,{until:.2f}%{{{style}}}"
