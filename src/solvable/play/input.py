"""What a touch, an arrow or a typed word means upon a scene: which cell is next, and which moves are meant.

Front ends turn keys, clicks, taps and swipes into these questions. They are put to what is seen, so a third family
needs no answer of its own: if a scene has a blank, its pieces slide; else a cell is pressed.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from solvable.core.errors import IllegalMoveError
from solvable.core.puzzle import Lamps, Move, Puzzle, State, replay
from solvable.core.scene import UNMARKED, Cell, Mark, Marks, Scene, scene_of

Way = tuple[int, int]
"""A direction, (columns right, rows down)."""

WAYS: dict[str, Way] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
SIDE = 2.5  # how much a cell aside is further than one ahead
CLEAR = 1e-6
LONGEST = 10_000  # characters of a line of moves
LONGEST_NAME = 40  # characters of one of its words
WHOLE = 4  # numbers, or digits, that may be all the tiles of a board
NAME = re.compile(r"-?\d+(\s*[,，]\s*\d+)?|[a-z]\d{1,2}|\d{1,2}[a-z]", re.IGNORECASE)
"""How one may try to name a cell: a number, row and column, b7."""


def stage(puzzle: Puzzle, state: State, marks: Marks = UNMARKED) -> Scene:
    """Return the scene on which a player acts: if the buttons are not the lamps they are below, numbered from 1."""
    scene = scene_of(puzzle, state, marks)
    if not isinstance(puzzle, Lamps) or puzzle.presses == puzzle.cells:
        return scene
    wide = max(1, scene.width)
    shown = (*(marks.pressed or marks.solution), *(() if marks.next is None else (marks.next,)))
    buttons = []
    for press in range(puzzle.presses):
        times = max(1, (marks.pressed or marks.solution).count(press))
        result = (Mark("press", times),) if press in shown else ()
        x, y = press % wide + 0.5, press // wide + scene.size[1] + 1.5
        buttons.append(Cell(puzzle.cells + press, x, y, "tile", label=str(press + 1), marks=result))
    rows = -(-puzzle.presses // wide)
    size = (scene.size[0], scene.size[1] + 1 + rows)
    widest = max(scene.widest, len(str(puzzle.presses)))
    return replace(scene, cells=(*scene.cells, *buttons), size=size, widest=widest, legend=("legend.press",))


def is_sliding(scene: Scene) -> bool:
    """Return whether pieces slide on a board, so that an arrow is a move."""
    return bool(scene.width) and any(cell.role == "blank" for cell in scene.cells)


def targets(puzzle: Puzzle, scene: Scene) -> tuple[Cell, ...]:
    """Return the cells of the stage that can be moved or pressed, now or later."""
    has_buttons = isinstance(puzzle, Lamps) and puzzle.presses != puzzle.cells
    return tuple(cell for cell in scene.cells if cell.role != "dead" and (not has_buttons or cell.shape == "tile"))


def neighbour(cells: Sequence[Cell], index: int, way: Way) -> int:
    """Return the nearest of the cells from `index` that way, itself if there is none."""
    here = next((cell for cell in cells if cell.index == index), cells[0])
    best, result = float("inf"), here.index
    for cell in cells:
        dx, dy = cell.x - here.x, cell.y - here.y
        ahead, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
        if ahead > CLEAR and aside <= 2 * ahead + CLEAR and ahead + SIDE * aside < best - CLEAR:
            best, result = ahead + SIDE * aside, cell.index
    return result


def slides(puzzle: Puzzle, state: State, way: Way) -> tuple[Move, ...]:
    """Return the move that slides a piece that way into the blank; none if no piece can."""
    scene = scene_of(puzzle, state)
    at = {cell.index: cell for cell in scene.cells}
    blank = next(cell for cell in scene.cells if cell.role == "blank")
    results = []
    for move in puzzle.moves(state):
        dx, dy = blank.x - at[move].x, blank.y - at[move].y
        ahead, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
        if ahead > CLEAR and aside < CLEAR:
            results.append((ahead, move))
    return (min(results)[1],) if results else ()


def touched(puzzle: Puzzle, state: State, index: int) -> tuple[Move, ...]:
    """Return the moves that touching a cell of the stage means: itself, or a line of pieces that it pushes.

    None if nothing can be meant.
    """
    if isinstance(puzzle, Lamps):
        move = index - puzzle.cells if puzzle.presses != puzzle.cells else index
        return (move,) if 0 <= move < puzzle.presses and _is_legal(puzzle, state, move) else ()
    if index in puzzle.moves(state):
        return (index,)
    scene = scene_of(puzzle, state)
    if not is_sliding(scene):
        return ()
    at = {cell.index: (cell.x, cell.y) for cell in scene.cells}
    blank = next(cell.index for cell in scene.cells if cell.role == "blank")
    return _line(puzzle, state, [at[blank], at[index]], at) if index in at else ()


def _line(
    puzzle: Puzzle, state: State, ends: list[tuple[float, float]], at: dict[int, tuple[float, float]]
) -> tuple[Move, ...]:
    """Return the moves, one after another, of the pieces from the first of two places in a line to the second."""
    (x, y), (to_x, to_y) = ends
    if (abs(to_x - x) > CLEAR) == (abs(to_y - y) > CLEAR):
        return ()
    cells = {place: cell for cell, place in at.items()}
    step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    moves: list[Move] = []
    while (x, y) != (to_x, to_y):
        x, y = x + step_x, y + step_y
        move = cells.get((x, y))
        if move is None or move not in puzzle.moves(state):
            return ()
        state = puzzle.apply(state, move)
        moves.append(move)
    return tuple(moves)


def _is_legal(puzzle: Puzzle, state: State, move: Move) -> bool:
    try:
        puzzle.apply(state, move)
    except IllegalMoveError:
        return False
    return True


def read_moves(puzzle: Puzzle, state: State, text: str) -> tuple[Move, ...]:
    """Return the moves that a typed line means: names of pieces, places as `row,column` from 1, or numbers.

    A number alone is the button or lamp of that number from 1, or the vertex with it. None if it means no move.
    """
    moves: list[Move] = []
    for place in _places(text):
        result = _meant(puzzle, state, place)
        if not result:
            return ()
        state = replay(puzzle, state, result)
        moves += result
    return tuple(moves)


def wrong_move(puzzle: Puzzle, state: State, text: str) -> str:
    """Return the first word of a typed line that is no move here, where all its words look like moves; else "".

    So a slip is not taken for the board that 10, or 1,0, is as well. Boards are rows as in 1 0; 0 1, and all numbers
    from 0, each once, or digits: 123456780.
    """
    places = _places(text)
    pieces = {cell.label.lower() for cell in stage(puzzle, state).cells if cell.shape == "tile"} - {""}
    if not all(NAME.fullmatch(place) or place.lower() in pieces for place in places):
        return ""
    are_rows = ";" in text and "," not in text
    numbers = re.findall(r"\d+", " ".join(places))
    tiles = list(numbers[0]) if len(numbers) == 1 else numbers
    if are_rows or (len(tiles) >= WHOLE and set(tiles) == set(map(str, range(len(tiles))))):
        return ""
    for place in places:
        result = _meant(puzzle, state, place)
        if not result:
            return place
        state = replay(puzzle, state, result)
    return ""


def _meant(puzzle: Puzzle, state: State, place: str) -> tuple[Move, ...]:
    """Return the moves that a word of a typed line means; none if it means no move."""
    scene = stage(puzzle, state)
    meant = (touched(puzzle, state, index) for index in _indices(puzzle, scene, place))
    return next((moved for moved in meant if moved), ())


def _places(text: str) -> list[str]:
    """Return each `row,column`, also in parentheses, and each single word of a line."""
    return re.findall(r"\d+\s*[,，]\s*\d+|[^\s,，;；、]+", re.sub("[()（）]", " ", text[:LONGEST]))


def _indices(puzzle: Puzzle, scene: Scene, place: str) -> list[int]:
    """Return the cells of the stage that a word may name: of pieces that are alike, each."""
    if len(place) > LONGEST_NAME:
        return []
    numbers = [int(part) for part in re.split("[,，]", place) if part.strip().isdecimal()]
    if len(numbers) == 2 and scene.width:
        row, column = numbers
        is_inside = 1 <= row <= scene.height and 1 <= column <= scene.width
        return [(row - 1) * scene.width + column - 1] if is_inside else []
    if is_sliding(scene) or (isinstance(puzzle, Lamps) and puzzle.presses != puzzle.cells):
        return [cell.index for cell in scene.cells if cell.shape == "tile" and cell.label.lower() == place.lower()]
    number = numbers[0] - (scene.height == 1) if len(numbers) == 1 else -1
    is_row = not scene.width or scene.height == 1
    return [number] if is_row and 0 <= number < len(scene.cells) else []
