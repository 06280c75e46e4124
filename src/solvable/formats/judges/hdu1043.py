"""Eight: the blank's moves as small letters, a board a line; ours are the fewest."""

from collections.abc import Iterable, Iterator, Sequence

from solvable.core.puzzle import Move, State
from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles
from solvable.tiles.census.remaining import by_state

BLANK = "x"
PAYS = 25  # boards of one input from which on the table of all states costs less than as many searches


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    states = []
    while not given.at_end:
        states.append(given.tiles(3, 3, BLANK))
    yield from ways(states)


def ways(states: Iterable[State]) -> Iterator[str]:
    """Yield for each state the blank's moves as small letters, or that there are none."""
    board, states = SlidingTiles(3, 3), list(states)
    for state in states:
        moves = descended(board, state) if len(states) >= PAYS else searched(board, state)
        yield "unsolvable" if moves is None else board.to_letters(state, moves, "blank").lower()


def searched(board: SlidingTiles, state: State) -> Sequence[Move] | None:
    """Return the moves of a shortest solution, or None where there is none."""
    solution = shortest(board, state)
    return None if solution is None else solution.moves


def descended(board: SlidingTiles, state: State) -> Sequence[Move] | None:
    """Return the same from the table of all states: each move leads to one that needs a move less."""
    needed = by_state(board)
    if state not in needed:
        return None
    moves: list[Move] = []
    for remaining in reversed(range(needed[state])):
        steps = ((move, board.apply(state, move)) for move in board.moves(state))
        move, state = next((move, after) for move, after in steps if needed[after] == remaining)
        moves.append(move)
    return moves
