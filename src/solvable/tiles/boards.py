"""Ordinary boards that a list of puzzles shows after the named ones: the usual sizes, goals and metrics."""

_ORDER = "slide the tiles into order, the blank last"

BOARDS: dict[str, tuple[str, str]] = {
    "2x2": ("3-puzzle", f"{_ORDER}; the tiles only go round"),
    "3x2": ("5-puzzle", f"{_ORDER}; 21 moves for the hardest board"),
    "3x3": ("8-puzzle", f"{_ORDER}; 31 moves for the hardest board"),
    "4x3": ("11-puzzle", f"{_ORDER}; 53 moves for the hardest board"),
    "4x4": ("15-puzzle", f"{_ORDER}; the puzzle of 1880, 80 moves for the hardest board"),
    "5x4": ("19-puzzle", f"{_ORDER}; nobody knows the hardest board"),
    "5x5": ("24-puzzle", f"{_ORDER}; nobody knows the hardest board"),
    "6x6": ("35-puzzle", f"{_ORDER}; row by row is the way by hand"),
    "8x8": ("63-puzzle", f"{_ORDER}; as large as a chessboard"),
    "10x10": ("99-puzzle", f"{_ORDER}; a hundred cells, and patience"),
    "4x4,goal=blank-first": ("Blank first", "slide the tiles into order, the blank in front of 1"),
    "4x4,goal=spiral": ("Spiral", "slide the tiles into a spiral that ends in the middle"),
    "4x4,mtm": ("Whole lines", "a line of tiles slides as one move"),
}
"""The options of each board, in canonical order: its title, and its rule in words."""
