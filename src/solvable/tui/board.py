"""The board on the screen: the drawing of the game's scene, in the middle, and the cell that the mouse touches."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from solvable.tui.canvas import Dot
from solvable.tui.drawing import Picture, Room, draw
from solvable.tui.game import Game
from solvable.tui.theme import PORCELAIN, Palette


class Board(Widget, can_focus=True):
    """The scene of a game."""

    class Touched(Message):
        """A cell was clicked."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, game: Game, palette: Palette, *, colour: bool) -> None:
        super().__init__(id="board")
        self.game, self.palette, self.colour = game, palette, colour
        self.picture: Picture | None = None
        self.drawn = Size(0, 0)
        self._styles: dict[tuple[str, str, bool], Style] = {}

    def show(self, palette: Palette) -> None:
        """Draw again what may have changed."""
        if palette is not self.palette:
            self.palette, self._styles = palette, {}
        self.picture = None
        self.refresh()

    def _drawing(self) -> Picture:
        """Return the drawing for the size of now."""
        if self.picture is None or self.drawn != self.size:
            self.drawn = self.size
            game = self.game
            room = Room(
                self.size.width, self.size.height, self.colour, game.cursor, game.picked, self.palette is PORCELAIN
            )
            self.picture = draw(game.scene, room)
        return self.picture

    def _corner(self, picture: Picture) -> tuple[int, int]:
        """Return the column and the line of the drawing at the top left of the widget: it is centred, or follows."""
        box = picture.boxes.get(self.game.cursor)
        if box is None:
            box = next(iter(picture.boxes.values()))
        middles = (box.x + box.width // 2, box.y + box.height // 2)
        drawn, seen = (picture.canvas.width, picture.canvas.height), (self.size.width, self.size.height)
        x, y = (
            -((room - whole) // 2) if whole <= room else max(0, min(whole - room, middle - room // 2))
            for middle, whole, room in zip(middles, drawn, seen, strict=True)
        )
        return x, y

    def render_line(self, y: int) -> Strip:
        """Return a line of the widget."""
        picture = self._drawing()
        left, top = self._corner(picture)
        width, row = self.size.width, y + top
        blank = Segment(" ", self._style(Dot()))
        if not 0 <= row < picture.canvas.height:
            return Strip([Segment(" " * width, blank.style)], width)
        line = picture.canvas.lines[row]
        segments = []
        for column in range(left, left + width):
            dot = line[column] if 0 <= column < len(line) else Dot()
            segments.append(Segment(dot.char, self._style(dot)))
        return Strip(segments, width).simplify()

    def _style(self, dot: Dot) -> Style:
        key = (dot.ink, dot.ground, dot.bold)
        if key not in self._styles:
            if self.colour:
                ink, ground = self.palette[dot.ink or "text"], self.palette[dot.ground or "ground"]
                self._styles[key] = Style(color=ink, bgcolor=ground, bold=dot.bold)
            else:
                self._styles[key] = Style(bold=dot.bold, reverse=dot.ground in ("mark_fill", "cursor_ground"))
        return self._styles[key]

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget."""
        picture = self._drawing()
        left, top = self._corner(picture)
        return picture.at(x + left, y + top)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the cell that is touched."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Touched(cell))
