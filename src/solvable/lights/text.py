"""States as text: digits row by row, rows split by '/' or line breaks; more than ten colours as a comma list.

Separate rows must be `width` cells long each. Every error has the line and the column, both from 1, and what was
expected.
"""

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from solvable.core.budget import checked
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import State
from solvable.core.states import where

if TYPE_CHECKING:
    from solvable.core.puzzle import Lamps
    from solvable.lights.wiring import Wiring

_TOKEN = pattern(r"([0-9?])|([/\n])|[ \t\r,]+|(.)", re.DOTALL)
_NUMBER = pattern(r"([0-9]+|\?)|([/\n])|[ \t\r,]+|(.)", re.DOTALL)
_DIGITS = bytes(range(ord("0"), 256)).ljust(256)  # the digits of numbers below ten
UNKNOWN = "?"  # a lamp that does not matter
PART = 1 << 16  # cells that are checked together
_LONGEST = 18  # digits of the longest number that is read


def parse_state(
    text: str, width: int, height: int, k: int, dead: Collection[int] = (), free: Collection[int] = ()
) -> State:
    """Return the state in `text`: width·height numbers below `k`, 0 at the `dead` cells; ? in `free` ones."""
    if not isinstance(text, str):
        raise PuzzleError(msg("the cells of a state are read from a text, not {value}", value=repr(text)[:40]))
    quick = None if dead or free else _plain(text, width * height, k, width)
    if quick is not None:
        return quick
    return tuple(
        [0 if cell in free else value or 0 for cell, value in enumerate(_read(text, width, height, k, dead, free))]
    )


def parse_goal(text: str, puzzle: "Wiring") -> tuple[State, list[int]]:
    """Return the goal in `text`, and the cells with ?, whose lamps do not matter (0 in the goal)."""
    width, height = puzzle.width, puzzle.height
    result = _read(text, width, height, puzzle.k, puzzle.dead, range(width * height))
    return tuple([value or 0 for value in result]), [cell for cell, value in enumerate(result) if value is None]


def format_state(state: Sequence[int], width: int, k: int) -> str:
    """Return the numbers of `state`, rows split by '/'."""
    starts = checked(range(0, len(state), width), 1 + 10_000 // width)
    if k > 10:
        return "/".join(",".join(map(str, state[start : start + width])) for start in starts)
    digits = bytes(state).translate(_DIGITS).decode()
    return "/".join(digits[start : start + width] for start in starts)


def _plain(text: str, cells: int, k: int, width: int) -> State | None:
    """Return the state in a text that consists of digits and '/' at the right positions, fast; None for any other
    text.
    """
    rows = text.split("/")
    digits = "".join(rows)
    if k > 10 or len(digits) != cells or not (digits.isascii() and digits.isdigit()) or int(max(digits)) >= k:
        return None
    if len(rows) > 1 and any(len(row) != width for row in rows):
        return None
    return tuple(byte - 48 for byte in digits.encode())


def _read(
    text: str, width: int, height: int, k: int, dead: Collection[int], free: Collection[int] = ()
) -> list[int | None]:
    """Return the cells of a text, None for each ?, which is allowed only in `free` cells."""
    size, cells, begun = width * height, list[int | None](), 0
    split = any(separator in text.strip() for separator in "/\n")
    for match in (_NUMBER if k > 10 else _TOKEN).finditer(text):
        number, separator, other = match.groups()
        place = match.start()
        if other:
            raise NotationError.at(
                text, place, msg("{word} is not a cell", word=repr(other)), msg("0 to {last}", last=k - 1)
            )
        if separator and split:
            if len(cells) - begun not in (0, width):
                raise NotationError.at(
                    text,
                    place,
                    msg("a row of {count} cells", count=len(cells) - begun),
                    msg("rows of {width} cells", width=width),
                )
            begun = len(cells)
        elif number:
            if len(cells) == size:
                raise NotationError.at(
                    text,
                    place,
                    msg("more than {most} cells", most=size),
                    msg("{cells} cells, {rows} rows of {columns}", cells=size, rows=height, columns=width),
                )
            if number == UNKNOWN:
                if len(cells) not in free:
                    raise NotationError.at(
                        text, place, msg("{word} is not a cell", word=repr(number)), msg("0 to {last}", last=k - 1)
                    )
                cells.append(None)
                continue
            if len(number) > _LONGEST or int(number) >= k:
                raise NotationError.at(
                    text,
                    place,
                    msg("{number} is not a state of a lamp", number=number[:_LONGEST]),
                    msg("0 to {last}", last=k - 1),
                )
            if len(cells) in dead and int(number):
                raise NotationError.at(text, place, "this cell does not exist on this board", "0")
            cells.append(int(number))
    if len(cells) != size:
        end = len(text.rstrip())
        raise NotationError.at(
            text,
            end,
            msg("only {count} cells", count=len(cells)) if len(cells) != 1 else "only one cell",
            msg("{cells} cells, {rows} rows of {columns}", cells=size, rows=height, columns=width),
        )
    return cells


def described(puzzle: "Wiring", goal: State, name: str) -> str:
    """Return the call that creates a puzzle, without explicit toggles."""
    rule = puzzle.rule if isinstance(puzzle.rule, str) else f"<{len(puzzle.rule)} explicit presses>"
    words = [str(puzzle.width), str(puzzle.height)]
    words += [f"k={puzzle.k}"] * (puzzle.k != 2) + [f"rule={rule!r}"] * (rule != "plus")
    words += [f"surface={puzzle.surface!r}"] * (puzzle.surface != "plane")
    for kind, cells in (("dead", puzzle.dead), ("fixed", puzzle.fixed), ("free", puzzle.free)):
        words += [f"{kind}={sorted(cells)}"] * bool(cells)
    words += [f"goal={format_state(goal, puzzle.width, puzzle.k)!r}"] * any(goal)
    words += [f"name={name!r}"] * bool(name)
    return f"LightsOut({', '.join(words)})"


def check_state(state: State, what: str, puzzle: "Lamps") -> None:
    """Raise PuzzleError, about `what`, unless `state` has a number from 0 to k − 1 for each cell, and 0 in dead
    ones.
    """
    if len(state) != puzzle.cells:
        raise PuzzleError(
            msg("the board has {cells} cells, {what} {count}", cells=puzzle.cells, what=msg(what), count=len(state))
        )
    width = puzzle.width if puzzle.height > 1 else 0
    parts = (
        [state]
        if len(state) <= PART
        else (state[offset : offset + PART] for offset in checked(range(0, len(state), PART), 1))
    )
    if not all(0 <= value < puzzle.k for part in parts for value in set(part)):
        cell = next(cell for cell, value in enumerate(state) if not 0 <= value < puzzle.k)
        raise PuzzleError(
            msg(
                "{what} has {value} in {where}: cells are 0 to {last}",
                what=msg(what), value=state[cell], where=where(cell, width), last=puzzle.k - 1,
            )
        )  # fmt: skip
    for cell in puzzle.dead:
        if state[cell]:
            raise PuzzleError(
                msg("{what} lights {where}, which does not exist", what=msg(what), where=where(cell, width))
            )
