"""Canonical orientation of boards, so that they share tables: turned or reflected, with each tile named by its goal
cell.

Relabelling each tile by its goal cell makes all goals equal; turning and reflecting the board moves the blank's home,
so all boards whose homes are images of each other (the four corners, say) share one frame and its tables. The
symmetries that fix the frame's home map a state to another at the same distance.
"""

from functools import lru_cache

from solvable.core.frozen import frozen
from solvable.core.puzzle import State

Cells = tuple[int, ...]


@frozen
class Frame:
    """A board of `width` × `height` cells, width ≥ height, whose blank's home is the cell `home`."""

    width: int
    height: int
    home: int

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def tiles(self) -> Cells:
        """The goal cells of the tiles, that is all cells but the blank's home."""
        return tuple(c for c in range(self.cells) if c != self.home)

    def neighbours(self, cell: int) -> Cells:
        """Return the cells adjacent to `cell`."""
        w = self.width
        across = [cell - 1] * (cell % w > 0) + [cell + 1] * (cell % w < w - 1)
        return tuple(across + [c for c in (cell - w, cell + w) if 0 <= c < self.cells])

    def ways(self, blank: int) -> tuple[tuple[int, int, int], ...]:
        """Return the directions of the blank: the axis (0 along its row, 1 along its column), the step, the room."""
        row, column = divmod(blank, self.width)
        right, down = self.width - 1 - column, self.height - 1 - row
        return (0, 1, right), (0, -1, column), (1, self.width, down), (1, -self.width, row)

    def distance(self, a: int, b: int) -> int:
        """Return the Manhattan distance between two cells."""
        w = self.width
        return abs(a // w - b // w) + abs(a % w - b % w)

    def symmetries(self) -> tuple[Cells, ...]:
        """Return the turns and reflections of the board that fix the home: the images of each cell, identity first."""
        kept = {
            image: None
            for size, image in turns(self.width, self.height)
            if size == (self.width, self.height) and image[self.home] == self.home
        }
        return tuple(kept)


@frozen
class Orientation:
    """The map of a puzzle into its frame: `cell[c]` is the image of its cell c, `tile[t]` of the goal cell of tile
    t.
    """

    frame: Frame
    cell: Cells
    tile: Cells

    def state(self, state: State) -> State:
        """Return the state in the frame: the goal cell of each cell's tile, the home for the blank."""
        seen = [0] * len(state)
        for cell, tile in enumerate(state):
            seen[self.cell[cell]] = self.tile[tile]
        return tuple(seen)

    def turned(self, image: Cells) -> "Orientation":
        """Return the view after turning the frame by one of its symmetries."""
        return Orientation(self.frame, tuple([image[c] for c in self.cell]), tuple([image[t] for t in self.tile]))

    def moves(self, blank_cells: Cells) -> Cells:
        """Return the puzzle's cells for cells of the frame."""
        seen = {image: cell for cell, image in enumerate(self.cell)}
        return tuple([seen[c] for c in blank_cells])


def turns(width: int, height: int) -> tuple[tuple[tuple[int, int], Cells], ...]:
    """Return the eight turns and reflections: the size of the turned board, and the image of each cell."""
    results = []
    for flip_rows, flip_columns, transpose in ((a, b, c) for c in (0, 1) for a in (0, 1) for b in (0, 1)):
        image = []
        for cell in range(width * height):
            row, column = divmod(cell, width)
            row = height - 1 - row if flip_rows else row
            column = width - 1 - column if flip_columns else column
            image.append(column * height + row if transpose else row * width + column)
        results.append(((height, width) if transpose else (width, height), tuple(image)))
    return tuple(results)


@lru_cache(64)
def orientation(width: int, height: int, goal: State) -> Orientation:
    """Return the view of a puzzle: among all turns to width ≥ height, the first with the least home of the blank."""
    home = goal.index(0)
    size, image = min(
        (turn for turn in turns(width, height) if turn[0][0] >= turn[0][1]), key=lambda turn: turn[1][home]
    )
    tile = [0] * len(goal)
    for cell, name in enumerate(goal):
        tile[name] = image[cell]
    return Orientation(Frame(*size, image[home]), image, tuple(tile))
