"""Checks the claims about a list of moves: its final position, letters, inverse, lengths and mistakes.

All but `fewest` and `mistakes` follow from the path of the blank. Those two need the fewest moves of each state on the
way; each is found by bidirectional search, within a share of `STATES`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from solvable.checker.fields import WHOLE, Fields, check_object, check_types, each, is_same
from solvable.checker.report import Report, WrongError
from solvable.checker.tiles.groups import both_ends
from solvable.core.message import msg

STATES = 600_000  # states visited for all distances of a list
CELLS_MAX = 4_000_000  # cells of all the states of a list whose distances are searched
UNREACHED = 10**9
METRICS = each("stm mtm", WHOLE)
MISTAKE = each("index before after", WHOLE)
LETTERS = {"tile": "LRUD", "blank": "RLDU"}  # for the blank's steps right, left, down, up
ON_BOARDS = ("letters", "letters_of", "letters_of_blank", "inverse_letters", "lengths")

State = tuple[int, ...]
Steps = Callable[[int, int], Sequence[int] | None]


@dataclass(frozen=True)
class Rules:
    """The rules of sliding: the path of the blank to the touched cell (None: illegal), the goal, the board's width.

    `distance` returns the fewest moves of a state, or None if that takes more than a given number of states.
    """

    steps: Steps
    goal: State
    width: int
    is_multi: bool
    distance: Callable[[State, int], int | None]


def check_replay(
    fields: Fields, start: State, read: Callable[[str], Sequence[int]], rules: Rules, report: Report
) -> None:
    """Check all claims about the list in an answer of `moves`; raise WrongError at the first claim that fails."""
    moves = fields["moves"]
    end, path = _replayed(start, moves, rules)
    if tuple(read(fields["ends"])) != end:
        raise WrongError("ends", "is not the position after the moves")
    if fields["length"] != len(moves):
        raise WrongError("length", msg("is {claimed}, but there are {moves} moves",
                                       claimed=fields["length"], moves=len(moves)))  # fmt: skip
    back = [*moves[-2::-1], path[0]] if moves else []
    _compare("inverse", fields.get("inverse", back), back)
    short = _without_detours(path)
    short = [path[0], *_merged(short, rules.width)] if rules.is_multi else short
    _compare("simplified", fields.get("simplified", short[1:]), short[1:])
    if rules.width:
        _check_letters(fields, path, back, end, rules)
        lengths = check_object(fields, "lengths", METRICS, report) if "lengths" in fields else None
        right = {"stm": len(path) - 1, "mtm": len(_merged(path, rules.width))}
        if lengths is not None and not is_same({name: lengths[name] for name in right}, right):
            raise WrongError("lengths", msg("must be {right}", right=str(right)))
    elif strange := [name for name in ON_BOARDS if name in fields]:
        raise WrongError(strange[0], "does not belong to this kind of answer")
    report.checked.append("where the moves end, their inverse and what they come to")
    _check_ground(fields, start, rules, report)


def _replayed(start: State, moves: Sequence[int], rules: Rules) -> tuple[State, list[int]]:
    """Return the state after the moves, and the cells of the blank from the first on."""
    path, now = [start.index(0)], list(start)
    for number, touched in enumerate(moves, 1):
        cells = rules.steps(path[-1], touched)
        if not cells:
            message = msg("move {step} touches cell {cell}, which cannot slide into the blank at {blank}",
                          step=number, cell=touched, blank=path[-1])  # fmt: skip
            raise WrongError("moves", message)
        for cell in cells:
            now[path[-1]], now[cell] = now[cell], 0
            path.append(cell)
    return tuple(now), path


def _without_detours(path: Sequence[int]) -> list[int]:
    """Return the path of the blank without steps that are immediately reversed."""
    kept: list[int] = []
    for cell in path:
        if len(kept) > 1 and kept[-2] == cell:
            kept.pop()
        else:
            kept.append(cell)
    return kept


def _merged(path: Sequence[int], width: int) -> list[int]:
    """Return the last cell of each straight run of the path."""
    steps = [(b - a, b) for a, b in pairwise(path)]
    return [list(run)[-1][1] for _, run in groupby(steps, key=lambda step: step[0])] if width else list(path[1:])


def _compare(name: str, shown: object, right: list[int]) -> None:
    if not is_same(shown, right):
        raise WrongError(name, msg("must be {right}", right=str(right)[:200]))


def spelled(path: Sequence[int], width: int, of: str) -> list[str]:
    """Return a letter for each step of the blank, of the direction of the tile or of the blank."""
    right, left, down, up = tuple(LETTERS[of])
    names = {width: down, -width: up} | ({1: right, -1: left} if width > 1 else {})
    return [names[b - a] for a, b in pairwise(path)]


def _check_letters(fields: Fields, path: Sequence[int], back: Sequence[int], end: State, rules: Rules) -> None:
    backwards = _replayed(end, back, rules)[1]
    senses = {"letters": (path, fields.get("letters_of")), "letters_of_blank": (path, "blank"),
              "inverse_letters": (backwards, "tile")}  # fmt: skip
    if ("letters" in fields) != ("letters_of" in fields) or fields.get("letters_of", "tile") not in LETTERS:
        raise WrongError("letters_of", "is neither tile nor blank")
    for name, (cells, sense) in senses.items():
        if name in fields:
            expected = spelled(cells, rules.width, str(sense))
            pieces = re.findall(r"([LRUD])([1-9][0-9]{0,8})?", fields[name])
            results = [letter for letter, times in pieces for _ in range(min(int(times or 1), len(expected) + 1))]
            if results != expected or "".join(map("".join, pieces)) != fields[name]:
                raise WrongError(name, "do not match the moves")


def _check_ground(fields: Fields, start: State, rules: Rules, report: Report) -> None:
    """Check `fewest` and `mistakes`, which occur together or not at all."""
    if ("fewest" in fields) != ("mistakes" in fields):
        raise WrongError("mistakes" if "fewest" in fields else "fewest", "is missing")
    if "fewest" not in fields:
        return
    for mistake in fields["mistakes"]:
        check_types(mistake, MISTAKE, "mistakes.", report)
    moves, results, state = fields["moves"], list[int](), start
    room = STATES // (len(moves) + 1)
    for move in [None, *moves]:
        state = state if move is None else _replayed(state, [move], rules)[0]
        is_small = len(moves) * len(start) <= CELLS_MAX and room > 0
        distance = rules.distance(state, room) if is_small else None
        if distance is None:
            report.unchecked.append("the fewest moves along the list: beyond the checker's own search")
            return
        results.append(distance)
    if results[0] >= UNREACHED or fields["fewest"] != results[0]:
        raise WrongError("fewest", msg("is {claimed}, but the count gives {counted}",
                                       claimed=str(fields["fewest"])[:40], counted=results[0]))  # fmt: skip
    steps = enumerate(pairwise(results))
    right = [
        {"index": position, "before": before, "after": after} for position, (before, after) in steps if after >= before
    ]
    if not is_same(fields["mistakes"], right):
        raise WrongError("mistakes", "are not the moves that lost ground")
    report.checked.append("the fewest moves along the list, and where it lost ground")


def searched(goal: State, slid: Callable[[State], Iterable[State]]) -> Callable[[State, int], int | None]:
    """Return a function that finds the fewest moves of a state by bidirectional search within a number of states."""
    return lambda state, room: both_ends(state, goal, slid, UNREACHED, room)
