"""A player's record: every finished game, what the averages of speedcubing make of them, and the streak of days.

The page and the terminal game keep the same JSON: `{"format": "solvable record", "version": 1, "games": [...]}`, each
game as `Game` lists it. Family, puzzle, size, rule and metric of a game are those of its game ID, so games are compared
by the ID without its cells. An average of n leaves out the best and the worst twentieth, at least one at each end; a
game that was given up is the worst there is, and an average with one left in it is none (the rules of the World Cube
Association). Games with help are listed, and count in no average.

Everything is typed and bounded when it is read, so that a file from anywhere raises PuzzleError and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from math import ceil, inf
from typing import TYPE_CHECKING, Any, Literal

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move
from solvable.game_id import format_board, seeded

if TYPE_CHECKING:
    from solvable.play.session import Session

NAME = "solvable record"
VERSION = 1
TEXT_MAX = 1 << 25  # characters of a file
GAMES_MAX = 100_000
BOARD_MAX = 100_000  # characters of a game ID
MOVES_MAX = 100_000  # of a game
MS_MAX = 10**10  # milliseconds: four months
AVERAGES = (5, 12, 50)  # games of an average
SESSION_GAP = timedelta(hours=1)  # without a finished game, after which another session begins

Measure = Literal["ms", "length"]

_BOARD = pattern(r"[a-z]{1,40}:[^:#\s]+:[^:#\s]+")
_DATE = pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII)
_DAY = pattern(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game."""

    board: str
    """The game ID of the board as it began."""
    date: str
    """When it ended, local time with its offset: 2026-11-28T21:04:05+08:00."""
    ms: int
    """Milliseconds from the first move to the last."""
    length: int
    """How many moves led to the end."""
    moves: tuple[Move, ...] = ()
    """These moves; () if they are not kept."""
    times: tuple[int, ...] = ()
    """When each was made, in milliseconds since the first; () if that is not known."""
    par: int | None = None
    """The fewest moves that are known, None if that is unknown."""
    proved: bool = False
    """Whether no solution has fewer moves than `par`."""
    help: bool = False
    """Whether a hint or a solution was shown."""
    solved: bool = True
    """False: it was given up."""
    inspection: int = 0
    """Milliseconds from when the board was seen to the first move; 0 if that was not measured."""
    daily: str = ""
    """The day whose board this is, as in 2026-11-28; "" if it is no daily board."""

    @property
    def puzzle(self) -> str:
        """The ID of its puzzle: what games are compared by."""
        return self.board.rpartition(":")[0]

    @property
    def day(self) -> str:
        """The local day on which it ended."""
        return self.date[:10]

    @property
    def tps(self) -> float:
        """Moves a second; 0 if no time passed."""
        return 1000 * self.length / self.ms if self.ms else 0.0

    @property
    def instant(self) -> datetime:
        """When it ended."""
        return datetime.fromisoformat(self.date)

    @property
    def identity(self) -> tuple[datetime, str, int, int]:
        """What is the same in two copies of one game, and in no others."""
        return self.instant, self.board, self.ms, self.length

    def to_fields(self) -> dict[str, Any]:
        """Return it as an object of JSON, what is usual in it left out."""
        fields: dict[str, Any] = {"board": self.board, "date": self.date, "ms": self.ms, "length": self.length}
        optional = {name: getattr(self, name) for name in ("par", "proved", "help", "inspection", "daily")}
        fields |= {name: value for name, value in optional.items() if value or (name == "par" and value is not None)}
        fields |= {} if self.solved else {"solved": False}
        fields |= {name: list(getattr(self, name)) for name in ("moves", "times") if getattr(self, name)}
        return fields

    @classmethod
    def from_fields(cls, fields: Any, number: int) -> Game:
        """Return the game of an object of JSON, the `number`th of its file; raise PuzzleError if it is none."""
        if not isinstance(fields, dict):
            raise PuzzleError(msg("game {number} of the record is not an object", number=number))
        values = {name: fields.get(name, usual) for name, usual in USUAL.items()}
        for name, is_right in CHECKS.items():
            if not is_right(values[name]):
                raise PuzzleError(msg("game {number} of the record has a wrong {name}", number=number, name=name))
        values |= {name: tuple(values[name]) for name in ("moves", "times")}
        sizes = {len(values[name]) for name in ("moves", "times") if values[name]}
        if sizes and sizes != {values["length"]}:
            raise PuzzleError(msg("game {number} of the record has a wrong {name}", number=number, name="length"))
        return cls(**values)


def _is_whole(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _are_whole(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOVES_MAX and all(_is_whole(each, MS_MAX) for each in value)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_instant(value: Any) -> bool:
    try:
        return bool(_DATE.fullmatch(value)) and datetime.fromisoformat(value) is not None
    except (TypeError, ValueError):
        return False


def _is_day(value: Any) -> bool:
    try:
        return value == "" or (bool(_DAY.fullmatch(value)) and date.fromisoformat(value) is not None)
    except (TypeError, ValueError):
        return False


CHECKS: dict[str, Callable[[Any], bool]] = {
    "board": lambda value: isinstance(value, str) and len(value) <= BOARD_MAX and bool(_BOARD.fullmatch(value)),
    "date": _is_instant,
    "ms": lambda value: _is_whole(value, MS_MAX),
    "length": lambda value: _is_whole(value, MOVES_MAX),
    "moves": _are_whole,
    "times": _are_whole,
    "par": lambda value: value is None or _is_whole(value, MOVES_MAX),
    "proved": _is_flag,
    "help": _is_flag,
    "solved": _is_flag,
    "inspection": lambda value: _is_whole(value, MS_MAX),
    "daily": _is_day,
}
"""Of each field of a game in a file, whether a value is right."""
USUAL: dict[str, Any] = {
    **dict.fromkeys(("board", "date", "ms", "length", "par")),
    **dict.fromkeys(("proved", "help"), False),
    **{name: [] for name in ("moves", "times")},
    "solved": True,
    "inspection": 0,
    "daily": "",
}
"""What each field is if it is left out."""


@dataclass(frozen=True, slots=True)
class Record:
    """Games in the order in which they ended."""

    games: tuple[Game, ...] = ()

    def merged(self, others: Iterable[Game]) -> Record:
        """Return the record with these games as well, none of them twice; its own stay as they are."""
        games = {game.identity: game for game in (*others, *self.games)}
        return Record(tuple(sorted(games.values(), key=lambda game: game.identity)))

    def to_json(self) -> str:
        """Return the record as JSON, a game a line."""
        lines = ",\n".join(json.dumps(game.to_fields(), ensure_ascii=False) for game in self.games)
        return f'{{"format": "{NAME}", "version": {VERSION}, "games": [\n{lines}\n]}}\n'

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Return the record that a file holds; raise PuzzleError if it holds none, or is too large."""
        if len(text) > TEXT_MAX:
            raise PuzzleError(msg("a record has at most {most} characters", most=TEXT_MAX))
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            raise PuzzleError("a record is one object of JSON") from None
        if not isinstance(fields, dict) or fields.get("format") != NAME:
            raise PuzzleError("this is no record of games")
        if fields.get("version") != VERSION:
            found = repr(fields.get("version"))[:40]
            raise PuzzleError(msg("a record of version {found}: this program reads {version}", found=found, version=1))
        games = fields.get("games")
        if not isinstance(games, list) or len(games) > GAMES_MAX:
            raise PuzzleError(msg("a record has a list of at most {most} games", most=GAMES_MAX))
        return cls().merged(Game.from_fields(each, number) for number, each in enumerate(games, start=1))

    def puzzles(self) -> list[str]:
        """Return the IDs of the puzzles that were played, the last one first."""
        return list(dict.fromkeys(game.puzzle for game in reversed(self.games)))

    def of(self, puzzle: str) -> Statistics:
        """Return what the games of a puzzle come to."""
        return Statistics(tuple(game for game in self.games if game.puzzle == puzzle))

    def calendar(self) -> dict[str, Literal["solved", "help"]]:
        """Return the days whose board was solved, with or without help."""
        days: dict[str, Literal["solved", "help"]] = {}
        for game in self.games:
            if game.daily and game.solved and days.get(game.daily) != "solved":
                days[game.daily] = "help" if game.help else "solved"
        return days

    def streak(self, today: str) -> tuple[int, int]:
        """Return on how many days in a row, up to now, the daily board was solved on its day, and the most ever.

        A day counts with help too; today does not end a streak before it is over.
        """
        days = sorted({date.fromisoformat(game.daily) for game in self.games if game.solved and _is_on_time(game)})
        runs: list[list[date]] = []
        for day in days:
            if runs and day - runs[-1][-1] == timedelta(days=1):
                runs[-1].append(day)
            else:
                runs.append([day])
        now = date.fromisoformat(today)
        current = next((len(run) for run in runs if run[-1] in (now, now - timedelta(days=1))), 0)
        return current, max(map(len, runs), default=0)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the games of one puzzle come to; those with help are only counted."""

    games: tuple[Game, ...]

    @property
    def counted(self) -> tuple[Game, ...]:
        """The games without help, in order."""
        return tuple(game for game in self.games if not game.help)

    @property
    def solves(self) -> tuple[Game, ...]:
        """Those that were solved."""
        return tuple(game for game in self.counted if game.solved)

    def values(self, measure: Measure) -> list[float]:
        """Return what counts of each game without help, infinity for one that was given up."""
        return [getattr(game, measure) if game.solved else inf for game in self.counted]

    def best(self, measure: Measure) -> Game | None:
        """Return the best game, the first of several alike; None if none was solved."""
        return min(self.solves, key=lambda game: getattr(game, measure), default=None)

    def mean(self, measure: Measure) -> float | None:
        """Return the mean of all that were solved; None if none was."""
        values = [getattr(game, measure) for game in self.solves]
        return sum(values) / len(values) if values else None

    def average(self, number: int, measure: Measure) -> float | None:
        """Return the average of the last `number` games; None if there are fewer."""
        values = self.values(measure)
        return average(values[-number:]) if len(values) >= number else None

    def best_average(self, number: int, measure: Measure) -> float | None:
        """Return the best average of so many games in a row; None if there are fewer."""
        return min(rolling(self.values(measure), number), default=None)

    def sessions(self) -> list[tuple[Game, ...]]:
        """Return the games without help, divided where an hour went by without one."""
        games = self.counted
        ends = [index for index, (a, b) in enumerate(pairwise(games), 1) if b.instant - a.instant > SESSION_GAP]
        return [games[start:end] for start, end in pairwise((0, *ends, len(games)))] if games else []


def average(values: Sequence[float]) -> float:
    """Return the mean without the best and the worst twentieth, at least one each; infinity if one in it is that."""
    cut = ceil(len(values) / 20)
    middle = sorted(values)[cut : len(values) - cut]
    return sum(middle) / len(middle)


def rolling(values: Sequence[float], number: int) -> list[float]:
    """Return the averages of each `number` values in a row."""
    return [average(values[end - number : end]) for end in range(number, len(values) + 1)]


def game_of(session: Session, ended: datetime) -> Game:
    """Return the record of a session that is solved, or else given up; `ended` is local time, with its offset."""
    day, par = ended.date().isoformat(), session.par
    is_daily = session.start == seeded(session.puzzle, day)
    return Game(
        board=format_board(session.puzzle, session.start),
        date=ended.isoformat(timespec="seconds"),
        ms=session.times[-1] if session.times else 0,
        length=len(session.moves),
        moves=session.moves,
        times=session.times,
        par=None if par is None else len(par),
        proved=par is not None and par.is_optimal,
        help=session.with_help,
        solved=session.is_solved,
        daily=day if is_daily else "",
    )


def _is_on_time(game: Game) -> bool:
    return bool(game.daily) and game.daily == game.day
