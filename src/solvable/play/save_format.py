"""A saved game as one line of JSON: its puzzle, where it began, the moves and the place among them, and what was shown.

Everything is typed when it is read, so that a file from anywhere raises PuzzleError and nothing else; whether the moves
are legal is for the session to find out. The version grows when an older program could misread a game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, cast, get_args

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Move, Solution
from solvable.play.challenge import Challenge

NAME = "solvable game"
VERSION = 1
Shown = Literal["nothing", "hint", "marks"]


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file says of a game; `puzzle` and `start` are written as game IDs write them."""

    puzzle: str
    start: str
    moves: tuple[Move, ...]
    place: int
    shown: Shown
    plan: tuple[Move, ...] | None
    with_help: bool
    elapsed: float
    par: Solution | None
    times: tuple[int, ...] = ()
    challenge: Challenge | None = None

    def to_json(self) -> str:
        """Return one line of JSON."""
        par = {"moves": self.par.moves, "lower_bound": self.par.lower_bound} if self.par else None
        fields = {
            "format": NAME,
            "version": VERSION,
            "puzzle": self.puzzle,
            "start": self.start,
            "moves": self.moves,
            "place": self.place,
            "shown": self.shown,
            "solution": self.plan,
            "with_help": self.with_help,
            "seconds": self.elapsed,
            "par": par,
            "times": self.times,
        }
        if self.challenge is not None:
            fields["challenge"] = [self.challenge.length, self.challenge.ms]
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Saved:
        """Return what the JSON says; raise PuzzleError if it is no saved game of this version."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            raise PuzzleError("a saved game is one object of JSON") from None
        if not isinstance(fields, dict) or fields.get("format") != NAME:
            raise PuzzleError("this is not a saved game")
        if fields.get("version") != VERSION:
            raise PuzzleError(
                msg(
                    "a saved game of version {fields}: this program reads {version}",
                    fields=repr(fields.get("version")),
                    version=VERSION,
                )
            )
        shown, place, seconds, par = (fields.get(key) for key in ("shown", "place", "seconds", "par"))
        if shown not in get_args(Shown) or not _is_whole(place) or not isinstance(fields.get("with_help"), bool):
            raise PuzzleError("a saved game has what is shown, the place in the history and whether there was help")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
            raise PuzzleError("a saved game has the seconds that were played")
        plan = fields.get("solution")
        return cls(
            puzzle=_text(fields.get("puzzle")),
            start=_text(fields.get("start")),
            moves=_moves(fields.get("moves")),
            place=place,
            shown=cast(Shown, shown),
            plan=None if plan is None else _moves(plan),
            with_help=fields["with_help"],
            elapsed=float(seconds),
            par=None if par is None else _par(par),
            times=_times(fields.get("times", []), fields.get("moves")),
            challenge=_challenge(fields.get("challenge")),
        )


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise PuzzleError("a saved game has its puzzle and its beginning as game IDs write them")
    return value


def _moves(value: Any) -> tuple[Move, ...]:
    if not isinstance(value, list) or not all(map(_is_whole, value)):
        raise PuzzleError("the moves of a saved game are whole numbers")
    return tuple(value)


def _times(value: Any, moves: Any) -> tuple[int, ...]:
    """Return when each move was made; () if that is not known, as in files of older programs."""
    if not isinstance(value, list) or not all(map(_is_whole, value)) or (value and len(value) != len(moves)):
        raise PuzzleError("a saved game has the milliseconds at which each move was made")
    return tuple(value)


def _challenge(value: Any) -> Challenge | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(map(_is_whole, value)):
        raise PuzzleError("the challenge of a saved game is a number of moves and milliseconds")
    return Challenge(*value)


def _par(value: Any) -> Solution:
    if isinstance(value, dict) and _is_whole(value.get("lower_bound")):
        solution = Solution(_moves(value.get("moves")), value["lower_bound"])
        if solution.lower_bound <= len(solution):
            return solution
    raise PuzzleError("the par of a saved game is a list of moves and a bound that it keeps")
