"""The cells of a game ID for tiles: numbers row by row, `1,2,3/4,5,6/7,8,0`; 0 or _ is the blank.

Numbers are separated by commas or blanks, rows by `/` or line ends, which may be left out between rows; where every
tile is one digit the commas may go too: `123/456/780`.
"""

import re

from solvable.errors import NotationError
from solvable.puzzle import State

TOKEN = re.compile(r"[0-9]+|_|/|\n|[^\s,]")


def format(state: State, width: int) -> str:  # noqa: A001 - the pair of parse
    """Return the rows of `state`, separated by '/'."""
    rows = (state[start : start + width] for start in range(0, len(state), width))
    return "/".join(",".join(map(str, row)) for row in rows)


def parse(text: str, width: int, height: int) -> State:
    """Return the state that `text` writes; raise NotationError naming the line and column of the first fault."""
    cells = width * height
    found: dict[int, int] = {}  # tile -> where it stands in the text
    in_row = 0
    for match in TOKEN.finditer(text):
        word, where = match.group(), match.start()
        if word in "/\n":
            if in_row % width:
                raise NotationError.at(text, where, f"a row of {in_row} cells", f"{width} cells in each row")
            in_row = 0
            continue
        for tile, place in _tiles(text, word, where, width, cells):
            if tile in found:
                raise NotationError.at(text, place, f"{name(tile)} is there twice", "each number once")
            if len(found) == cells:
                raise NotationError.at(text, place, f"more than {cells} cells", f"{width} × {height} cells")
            found[tile] = place
            in_row += 1
    if len(found) < cells:
        missing = next(tile for tile in range(cells) if tile not in found)
        message = f"{len(found)} cells, and {name(missing)} is missing"
        raise NotationError.at(text, len(text), message, f"the {cells} numbers 0 to {cells - 1}")
    return tuple(found)


def _tiles(text: str, word: str, where: int, width: int, cells: int) -> list[tuple[int, int]]:
    """Return the tiles of one word with their places: one number, or a digit each where no number is longer."""
    if word == "_":
        return [(0, where)]
    if not (word.isascii() and word.isdigit()):
        raise NotationError.at(text, where, f"{word!r} is not a tile", "numbers, 0 or _ for the blank")
    if cells <= 10 and width > 1 and len(word) in (width, cells):
        digits = [(int(digit), where + at) for at, digit in enumerate(word)]
    else:
        digits = [(int(word) if len(word) < 12 else cells, where)]
    for tile, place in digits:
        if tile >= cells:
            shown = word if len(word) < 12 else word[:8] + "…"
            raise NotationError.at(text, place, f"there is no tile {shown}", f"numbers from 0 to {cells - 1}")
    return digits


def name(tile: int) -> str:
    """Return what a tile is called."""
    return f"tile {tile}" if tile else "the blank"
