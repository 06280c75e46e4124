"""Lists of moves as people write them: letters in either sense, numbers, or cells.

URDL, U2R      directions of the tile, or of the blank, also as ↑→↓← or 上右下左; where only one sense is legal,
                   or solves the board, that one is meant
5 6 8          tiles by their numbers; vertices of a graph with tiles alike; buttons from 1; else moves from 0
1,2 2,2        cells, row,column from 1; `×2` after a cell or a number says how often
[4, 5]         the moves of an answer, from 0
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Pieces, Puzzle, State, replay
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.moves import from_letters

LETTER = pattern("[A-Za-z]")
PIECE = pattern(r"(?P<row>\d{1,9}),(?P<column>\d{1,9})(?!\d)|(?P<number>\d{1,9})|[×x*](?P<times>\d{1,5})|[\s,;]+")
EXPECTED = "numbers, cells as row,column, or letters U D L R"
OF_LIGHTS = "numbers, or cells as row,column"
ARROWS = str.maketrans("↑→↓←⬆➡⬇⬅上右下左ＵＲＤＬ\ufe0f", 4 * "URDL" + " ")  # each by one character: places stay
LEGAL = 8  # moves that a refusal names


@dataclass(frozen=True, slots=True)
class MoveList:
    """The moves, and for letters whose directions they are: "tile" or "blank"."""

    moves: tuple[Move, ...]
    letters_of: str = ""


def read_moves(puzzle: Puzzle, state: State, text: str, of: str | None = None) -> MoveList:
    """Return the moves that `text` writes; raise NotationError, or IllegalMoveError at the first that is not legal.

    `of` says whose directions letters are, "tile" or "blank"; None takes the only sense that is legal, or that solves
    the board, and raises PuzzleError if there is no such one.
    """
    text = text.strip()
    if text.startswith("["):
        result = MoveList(_listed(text))
    elif isinstance(puzzle, SlidingTiles | GraphTiles) and puzzle.width and LETTER.match(text.translate(ARROWS)):
        return _lettered(puzzle, state, text.translate(ARROWS), of)
    else:
        result = MoveList(tuple(_numbered(puzzle, state, text)))
    try:
        replay(puzzle, state, result.moves)
    except IllegalMoveError:
        for number, move in enumerate(result.moves, start=1):
            state = _after(puzzle, state, move, number)
        raise
    return result


def _after(puzzle: Puzzle, state: State, move: Move, number: int) -> State:
    """Return the state after a move; if it is not legal say which move of the list that is, and which are."""
    try:
        return puzzle.apply(state, move)
    except IllegalMoveError:
        if not isinstance(puzzle, SlidingTiles | GraphTiles) or not 0 <= move < len(state):
            raise
    legal = puzzle.moves(state)
    named = "; ".join(puzzle.move_name(each) for each in legal[:LEGAL]) + "; …" * (len(legal) > LEGAL)
    cell = puzzle.move_name(move)
    message = msg("move {number}: no tile slides from {cell}, only from {legal}", number=number, cell=cell, legal=named)
    raise IllegalMoveError(message, move)


def _listed(text: str) -> tuple[Move, ...]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise NotationError.at(text, 0, "this is not a list of whole numbers", "[4, 5, 8]")
    return tuple(values)


def _lettered(puzzle: SlidingTiles | GraphTiles, state: State, text: str, of: str | None) -> MoveList:
    """Return the moves of letters; if no sense is named, in the only one that is legal, or that solves the board."""
    metric = puzzle.metric if isinstance(puzzle, SlidingTiles) else "stm"
    legal, faults = [], []
    for sense in (of,) if of else ("tile", "blank"):
        try:
            moves = from_letters(puzzle.width, state, text, sense, metric=metric)
            replay(puzzle, state, moves)
            legal.append(MoveList(moves, sense))
        except (NotationError, IllegalMoveError) as error:
            faults.append(error)
    if not legal:
        raise faults[0]
    if len(legal) == 2 and legal[0].moves != legal[1].moves:
        legal = [each for each in legal if replay(puzzle, state, each.moves) == puzzle.goal]
    if not legal or legal[0].moves != legal[-1].moves:
        raise PuzzleError("these letters are legal as directions of the tile and of the blank: say which with --of")
    return legal[0]


def _numbered(puzzle: Puzzle, state: State, text: str) -> Iterator[Move]:
    """Yield the moves of numbers and cells."""
    index = made = 0
    last: Move | None = None
    while index < len(text):
        match = PIECE.match(text, index)
        if match is None:
            raise NotationError.at(text, index, msg("{word} is not a move", word=repr(text[index])), _expected(puzzle))
        times = 1
        if match["times"] is not None:
            if last is None:
                raise NotationError.at(text, index, "nothing comes before it", _expected(puzzle))
            times = int(match["times"]) - 1
        elif match["row"] is not None:
            last = _cell(puzzle, text, index, int(match["row"]), int(match["column"]))
        elif match["number"] is not None:
            last = _number(puzzle, state, text, index, int(match["number"]))
        if last is not None and match.lastgroup:
            for _ in range(times):
                yield last
                made += 1
                state = state if isinstance(puzzle, LightsOut) else _after(puzzle, state, last, made)
        index = match.end()


def _expected(puzzle: Puzzle) -> str:
    return OF_LIGHTS if isinstance(puzzle, LightsOut) else EXPECTED


def _cell(puzzle: Puzzle, text: str, at: int, row: int, column: int) -> Move:
    width = puzzle.width if isinstance(puzzle, LightsOut | SlidingTiles | GraphTiles) else 0
    cells = puzzle.presses if isinstance(puzzle, LightsOut) else len(puzzle.goal)
    if not (1 <= column <= width and row >= 1 and (row - 1) * width + column <= cells):
        raise NotationError.at(
            text, at, msg("there is no cell {row},{column}", row=row, column=column), "row,column, from 1"
        )
    return (row - 1) * width + column - 1


def _number(puzzle: Puzzle, state: State, text: str, at: int, number: int) -> Move:
    """Return the press of a button, the cell of a tile (where alike, that beside the blank), or the move itself."""
    if isinstance(puzzle, LightsOut):
        if not 1 <= number <= puzzle.presses:
            raise NotationError.at(
                text, at, msg("there is no button {number}", number=number), msg("1 to {last}", last=puzzle.presses)
            )
        return number - 1
    is_vertex = isinstance(puzzle, GraphTiles) and not puzzle.width and puzzle.has_equal_tiles
    if is_vertex or not isinstance(puzzle, Pieces):
        return number
    cells = [cell for cell, tile in enumerate(state) if tile == number and number > 0]
    if len(cells) > 1:
        cells = [cell for cell in puzzle.moves(state) if state[cell] == number]
    if number not in state or not number:
        raise NotationError.at(text, at, msg("there is no tile {tile}", tile=number), "a tile of the board")
    if len(cells) != 1:
        raise NotationError.at(
            text, at, msg("tile {number} does not say which tile slides", number=number), "a tile of the board"
        )
    return cells[0]
