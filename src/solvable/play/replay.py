"""A replay: a board, the moves that solved it and when each was made, in one link.

    lights:5x5:00111/01100/11101/00100/10011&replay=6.2.13,0.6200.5700

The moves are cells, as everywhere; the times are milliseconds, each counted from the move before, so that they stay
short. Without the comma the times are not known. `formats.slidysim` has the notation of the field for tiles.
"""

import re
from dataclasses import dataclass
from itertools import accumulate, pairwise

from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Puzzle, State, replay
from solvable.formats import slidysim
from solvable.formats.position import read
from solvable.game_id import format_board

MOVES_MAX = 20_000
TEXT_MAX = 1 << 20  # characters

_LINK = pattern(r"(?P<board>[^\n]*[^\s&])&replay=(?P<moves>[\d.]*)(?:,(?P<times>[\d.]*))?\s*", re.ASCII)
_NUMBERS = pattern(r"\d{1,9}(\.\d{1,9})*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Replay:
    """Moves that lead from `start` to the goal; `times`: milliseconds since the first, () if they are not known."""

    puzzle: Puzzle
    start: State
    moves: tuple[Move, ...]
    times: tuple[int, ...] = ()

    @property
    def ms(self) -> int:
        """Milliseconds from the first move to the last."""
        return self.times[-1] if self.times else 0


def format_replay(played: Replay) -> str:
    """Return a replay as a link."""
    times = [played.times[0], *(b - a for a, b in pairwise(played.times))] if played.times else []
    lists = [".".join(map(str, numbers)) for numbers in (played.moves, times) if numbers]
    return f"{format_board(played.puzzle, played.start)}&replay={','.join(lists)}"


def is_replay(text: str) -> bool:
    """Return whether a text is meant as a replay: a link of ours, or one of slidysim."""
    return len(text) <= TEXT_MAX and (_LINK.fullmatch(text) is not None or slidysim.is_replay(text))


def parse_replay(text: str) -> Replay:
    """Return the replay of a link, of ours or of slidysim; raise PuzzleError if it is none, or solves nothing."""
    if len(text) > TEXT_MAX:
        raise PuzzleError(msg("a replay has at most {most} characters", most=TEXT_MAX))
    if slidysim.is_replay(text):
        found = slidysim.read_replay(text)
        return _checked(Replay(found.puzzle, found.start, found.moves, found.times))
    match = _LINK.fullmatch(text)
    if match is None:
        raise NotationError("this is no replay", expected="a game ID, then &replay=6.2.13,0.6200.5700")
    steps = _numbers(match["times"] or "")
    puzzle, start = read(match["board"]).only_target()
    return _checked(Replay(puzzle, start, _numbers(match["moves"]), tuple(accumulate(steps))))


def _numbers(text: str) -> tuple[int, ...]:
    if text and not _NUMBERS.fullmatch(text):
        raise PuzzleError("the moves and times of a replay are whole numbers with dots between them")
    return tuple(map(int, text.split("."))) if text else ()


def _checked(played: Replay) -> Replay:
    if len(played.moves) > MOVES_MAX:
        raise PuzzleError(msg("a replay has at most {most} moves", most=MOVES_MAX))
    if played.times and len(played.times) != len(played.moves):
        raise PuzzleError("a replay has as many times as moves")
    try:
        end = replay(played.puzzle, played.start, played.moves)
    except IllegalMoveError as error:
        raise PuzzleError(msg("the moves of this replay are not legal: {error}", error=error.message)) from None
    if end != played.puzzle.goal:
        raise PuzzleError("the moves of this replay do not lead to the goal")
    return played
