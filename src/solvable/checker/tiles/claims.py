"""Checks answers about sliding tiles by definition: replay every slide, count inversions, repeat the search."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

from solvable.checker.census import check_distribution, layers_of
from solvable.checker.fields import (
    PAIR,
    ROW,
    ROWS,
    TEXT,
    WHOLE,
    Fields,
    at_goal,
    big,
    check_fields,
    check_object,
    check_probability,
    check_types,
    each,
    is_same,
    lengths,
    only_bounded,
)
from solvable.checker.report import Report, WrongError
from solvable.checker.tiles import graphs, groups, shapes
from solvable.checker.tiles.kinds import kind_of
from solvable.checker.tiles.replay import UNREACHED, Rules, check_replay, searched
from solvable.checker.tiles.search import Search
from solvable.core.message import msg

CELL_LIMIT = 2_000_000
NODE_LIMIT = {False: 300_000, True: 30_000}  # nodes in the single-tile and the multi-tile metric: a second or two
WORK = {False: 20_000_000, True: 400_000}  # nodes times cells
SMALL = 9  # cells of a board all of whose states may be visited
ROOM = 10**6  # a bound on the number of their states
FACTORIAL = 5000  # cells whose factorial is written out
PROOF = {"invariant": TEXT, "weights": ROW, "value": WHOLE, "wanted": WHOLE}
COUNTED = (
    "inversions permutation blank_row blank_column goal_inversions goal_blank_row goal_blank_column distance value"
)
NUMBERS = each(COUNTED, WHOLE) | {"cycles": ROWS, "order": PAIR}


@dataclass(frozen=True)
class Board:
    """The rules of a sliding-tile puzzle."""

    width: int
    height: int
    goal: list[int]
    is_multi: bool

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.goal)


def verify(fields: Fields, params: str, report: Report) -> None:
    """Check every claim of an answer about the tiles puzzle `params`; raise WrongError at the first that fails."""
    check_fields(fields, kind_of(fields), report)
    if _is_graph(fields, params):
        graphs.verify(fields, params, report)
        return
    board = board_of(params)
    _count(fields, board, report)
    if "distribution" in fields:
        reachable = _reachable(board) if board.cells < FACTORIAL else None
        goal, cost = tuple(board.goal), 4 * board.cells
        check_distribution(
            fields, reachable, lambda: layers_of(goal, lambda state: _slid(state, board), reachable, cost), report
        )
    if "verdict" not in fields:
        return
    state = state_of(fields, params, board)
    _numbers_shown(fields, state, board, report)
    _goals_said(fields, state, board, report)
    verdict = fields["verdict"]
    if verdict == "unsolvable":
        _obstruction(fields, state, board, report)
    elif not _can_reach(state, board):
        raise WrongError("verdict", "the parities differ: the board is not solvable")
    else:
        report.checked.append("the parities agree")
        if "moves" in fields:
            _solution(fields, state, board, report)
        elif verdict != "solvable":
            only_bounded(fields)
        if verdict != "solvable":
            _bound(fields, state, board, report)


def verify_list(fields: Fields, params: str, report: Report) -> None:
    """Check the claims about the list in an answer of `moves`; raise WrongError at the first claim that fails."""
    if _is_graph(fields, params):
        graphs.verify_list(fields, params, report)
        return
    board = board_of(params)
    start = tuple(state_of(fields, params, board))
    goal = tuple(board.goal)
    near = searched(goal, lambda state: _slid(state, board))

    def steps(blank: int, touched: int) -> Sequence[int] | None:
        stride = _stride(blank, touched, board)
        cells = range(blank + stride, touched + stride, stride) if stride else ()
        return cells if len(cells) == 1 or board.is_multi else None

    def distance(state: tuple[int, ...], room: int) -> int | None:
        if not _can_reach(state, board):
            return UNREACHED
        result = near(state, room)
        if result is None and not board.is_multi:
            result = Search(board.width, board.height, goal, is_multi=False).raise_bound(state, UNREACHED, room)
        return result

    rules = Rules(steps, goal, board.width, board.is_multi, distance)
    check_replay(fields, start, lambda text: state_of({"board": text}, params, board), rules, report)


def _is_graph(fields: Fields, params: str) -> bool:
    """Return whether the answer is about a graph, or about a whole board but with a comparison of blocks."""
    return shapes.concerns(params) or "blocks" in fields


def board_of(params: str) -> Board:
    """Return the sliding puzzle that the PARAMS of a game ID describe."""
    head, *options = params.split(",")
    size = re.fullmatch(r"(\d{1,7})x(\d{1,7})", head)
    if not size:
        raise WrongError("puzzle", msg("{size} is not a size", size=repr(head[:40])))
    width, height = int(size[1]), int(size[2])
    cells = width * height
    if not 1 <= cells <= CELL_LIMIT:
        raise WrongError("puzzle", msg("a board of 1 to {most} cells was expected", most=CELL_LIMIT))
    metrics = [option for option in options if option in ("mtm", "stm")]
    named = ",".join(option for option in options if option not in metrics)
    if len(metrics) > 1 or (named and not named.startswith("goal=")):
        raise WrongError("puzzle", "has an unknown option, or one twice")
    is_multi, name = metrics == ["mtm"], named.removeprefix("goal=") if named else "blank-last"
    goal = shapes.named(name, width, height) if name in shapes.GOALS else _numbers(name, "puzzle", width)
    _permutation(goal, cells, "puzzle")
    return Board(width, height, goal, is_multi)


def _numbers(text: str, where: str, width: int) -> list[int]:
    if "/" in text and any(len(row.split(",")) != width for row in text.split("/")):
        raise WrongError(where, msg("its rows are not {width} cells long", width=width))
    pieces = re.split(r"[,/\s]+", text.strip(",/ \n"))
    pieces = ["0" if piece == "_" else piece for piece in pieces]
    if not all(re.fullmatch("0|[1-9][0-9]{0,8}", piece) for piece in pieces):
        raise WrongError(where, "its cells are not numbers")
    return [int(piece) for piece in pieces]


def _permutation(state: Sequence[int], cells: int, where: str) -> None:
    if len(state) != cells or sorted(state) != list(range(cells)):
        raise WrongError(where, msg("each of 0..{last} must be in exactly one cell", last=cells - 1))


def state_of(fields: Fields, params: str, board: Board) -> list[int]:
    """Return the cells of the answer's board, whose ID must be of the puzzle `params`."""
    head, _, cells = fields["board"].rpartition(":")
    if head != f"tiles:{params}":
        raise WrongError("board", "its game ID does not belong to the puzzle")
    state = _numbers(cells, "board", board.width)
    _permutation(state, board.cells, "board")
    return state


def _solution(fields: Fields, state: Sequence[int], board: Board, report: Report) -> None:
    moves = fields["moves"]
    now = list(state)
    blank = now.index(0)
    directions = []
    for step, touched in enumerate(moves, 1):
        stride = _stride(blank, touched, board)
        distance = (touched - blank) // stride if stride else 0
        if not stride or (distance > 1 and not board.is_multi):
            raise WrongError(
                "moves",
                msg(
                    "move {step} touches cell {cell}, which cannot slide into the blank at {blank}",
                    step=step,
                    cell=touched,
                    blank=blank,
                ),
            )
        while blank != touched:
            now[blank] = now[blank + stride]
            blank += stride
            directions.append(stride)
        now[blank] = 0
    at_goal(now, board.goal, report)
    lengths(fields, len(moves), report)
    if "letters" in fields:
        _letters(fields, directions, board, report)


def _stride(blank: int, touched: int, board: Board) -> int:
    """Return the step of the blank towards `touched`: ±1 in its row, ±width in its column, otherwise 0."""
    if not 0 <= touched < board.cells or touched == blank:
        return 0
    if touched // board.width == blank // board.width:
        return 1 if touched > blank else -1
    if touched % board.width == blank % board.width:
        return board.width if touched > blank else -board.width
    return 0


def _letters(fields: Fields, directions: Sequence[int], board: Board, report: Report) -> None:
    senses = {"blank": "RLDU", "tile": "LRUD"}
    if fields["letters_of"] not in senses:
        raise WrongError("letters_of", "is neither tile nor blank")
    right, left, down, up = tuple(senses[fields["letters_of"]])
    names = {board.width: down, -board.width: up}
    if board.width > 1:
        names |= {1: right, -1: left}
    expected = [names[step] for step in directions]
    pieces = re.findall(r"([LRUD])([1-9][0-9]{0,8})?", fields["letters"])
    spelled = [letter for letter, times in pieces for _ in range(min(int(times or 1), len(directions) + 1))]
    if spelled != expected or "".join(map("".join, pieces)) != fields["letters"]:
        raise WrongError("letters", "do not match the moves")
    report.checked.append("the letters match the moves")


def _blank_steps(state: Sequence[int], board: Board) -> int:
    row, column = divmod(list(state).index(0), board.width)
    home_row, home_column = divmod(board.goal.index(0), board.width)
    return abs(row - home_row) + abs(column - home_column)


def _invariant(state: Sequence[int], board: Board) -> int:
    """Return permutation parity plus the blank's distance from home, mod 2: a slide changes both; at the goal it is
    0.
    """
    return (groups.parity(state, board.goal) + _blank_steps(state, board)) % 2


def _out_of_order(state: Sequence[int], board: Board) -> tuple[int, int] | None:
    """Return, on a board of one line, the first tile out of order and the one that belongs there."""
    if min(board.width, board.height) > 1:
        return None
    pairs = zip([x for x in state if x], [x for x in board.goal if x], strict=True)
    return next(((have, want) for have, want in pairs if have != want), None)


def _can_reach(state: Sequence[int], board: Board) -> bool:
    if min(board.width, board.height) == 1:  # no tile passes another
        return _out_of_order(state, board) is None
    return _invariant(state, board) == 0


def _obstruction(fields: Fields, state: Sequence[int], board: Board, report: Report) -> None:
    proof = check_object(fields, "obstruction", PROOF, report)
    expected: dict[str, Any] = {"invariant": "parity", "weights": [], "value": _invariant(state, board), "wanted": 0}
    if pair := _out_of_order(state, board):
        expected |= {"invariant": "order", "value": pair[0], "wanted": pair[1]}
    for name, value in expected.items():
        if proof[name] != value:
            raise WrongError(f"obstruction.{name}", msg("must be {right}", right=repr(value)))
    if expected["value"] == expected["wanted"]:
        raise WrongError("verdict", "the parities agree: the board is solvable")
    report.checked.append("the invariants of state and goal differ")


def _goals_said(fields: Fields, state: Sequence[int], board: Board, report: Report) -> None:
    """Check the goal named in the answer, and the named goals for which the verdict would differ."""
    names = [name for name in ("goal", "other_goals", "impossible_goals") if name in fields]
    if not names:
        return
    if "goal" in fields:
        name = fields["goal"]
        is_named = name in shapes.GOALS
        if (
            shapes.named(name, board.width, board.height) if is_named else _numbers(name, "goal", board.width)
        ) != board.goal:
            raise WrongError("goal", "is not the goal of the puzzle")
    reached, missed, known = list[str](), list[str](), [board.goal]
    for name in shapes.GOALS if len(names) > int("goal" in fields) else ():
        goal = shapes.named(name, board.width, board.height)
        if goal in known:
            continue
        known.append(goal)
        if _can_reach(state, replace(board, goal=goal)):
            reached.append(name)
        elif _most_in_place(state, goal, board):
            missed.append(name)
    for field, expected in (("other_goals", reached), ("impossible_goals", missed)):
        if field in fields and fields[field] != expected:
            raise WrongError(field, msg("must be {right}", right=repr(expected)))
    report.checked.append("the goals")


def _most_in_place(state: Sequence[int], goal: Sequence[int], board: Board) -> bool:
    """Return whether more than half of the cells agree with `goal`, and fewer with the puzzle's own goal."""
    alike, own = (sum(a == b for a, b in zip(state, each, strict=True)) for each in (goal, board.goal))
    return 2 * alike > board.cells and alike > own


def _cycles(cycles: list[list[int]], state: Sequence[int], board: Board) -> None:
    """Check that each piece of a cycle belongs in the cell of the next one, and that all misplaced pieces are
    listed.
    """
    places = {piece: cell for cell, piece in enumerate(state)}
    belongs = {piece: cell for cell, piece in enumerate(board.goal)}
    shown = [piece for cycle in cycles for piece in cycle]
    if sorted(shown) != sorted(piece for piece in places if places[piece] != belongs[piece]):
        raise WrongError("parity.cycles", "are not exactly the pieces away from home")
    for cycle in cycles:
        if not cycle or any(
            belongs[piece] != places[following] for piece, following in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        ):
            raise WrongError("parity.cycles", msg("{cycle} is not a cycle", cycle=str(cycle)[:100]))


def _numbers_shown(fields: Fields, state: Sequence[int], board: Board, report: Report) -> None:
    """Check the numbers that explain the parity, if the answer has them."""
    if "parity" not in fields:
        return
    shown = fields["parity"]
    check_types(shown, NUMBERS, "parity.", report)
    row, column = divmod(list(state).index(0), board.width)
    goal_row, goal_column = divmod(board.goal.index(0), board.width)
    expected = {
        "permutation": groups.parity(state, board.goal),
        "blank_row": row,
        "blank_column": column,
        "goal_blank_row": goal_row,
        "goal_blank_column": goal_column,
        "distance": _blank_steps(state, board),
        "value": _invariant(state, board),
    }
    for name, cells in (("inversions", state), ("goal_inversions", board.goal)):
        if name in shown:
            expected[name] = _inversions([tile for tile in cells if tile])
    if "cycles" in shown:
        _cycles(shown["cycles"], state, board)
    pair = _out_of_order(state, board)
    if "order" in shown and not is_same(shown["order"], pair):
        raise WrongError("parity.order", "is not the first tile out of order and the one that belongs there")
    for name, value in expected.items():
        if name in shown and shown[name] != value:
            raise WrongError(
                f"parity.{name}",
                msg("is {claimed}, but the count gives {counted}", claimed=str(shown[name])[:40], counted=value),
            )
    report.checked.append("the numbers of the parity argument")


def _inversions(tiles: list[int]) -> int:
    """Return the number of inversions by merging sorted halves: each left item passes the smaller right ones."""
    if not tiles[1:]:
        return 0
    half = len(tiles) // 2
    left, right = tiles[:half], tiles[half:]
    count = _inversions(left) + _inversions(right)
    left.sort()
    right.sort()
    passed = 0
    for tile in left:
        while passed < len(right) and right[passed] < tile:
            passed += 1
        count += passed
    return count


def _reachable(board: Board) -> int:
    """Return the number of states that can reach the goal."""
    return board.cells if min(board.width, board.height) == 1 else factorial(board.cells) // 2


def _slid(state: Sequence[int], board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the states one move away."""
    for stride in {1, -1, board.width, -board.width}:
        now, blank = list(state), state.index(0)
        while _stride(blank, blank + stride, board) == stride:
            now[blank], now[blank + stride] = now[blank + stride], 0
            blank += stride
            yield tuple(now)
            if not board.is_multi:
                break


def _count(fields: Fields, board: Board, report: Report) -> None:
    if "solvable_states" not in fields:
        return
    if board.cells >= FACTORIAL:
        report.unchecked.append("the counts: the factorial is too large")
        return
    total, reachable = factorial(board.cells), _reachable(board)
    for name, value in (("solvable_states", reachable), ("states", total)):
        if big(fields[name]) != value:
            raise WrongError(name, msg("is {fields}, but another number was counted", fields=fields[name][:40]))
    check_probability(fields, reachable, total)
    report.checked.append("the counts")


def _bound(fields: Fields, state: Sequence[int], board: Board, report: Report) -> None:
    bound = fields["lower_bound"]
    search = Search(board.width, board.height, board.goal, board.is_multi)
    own = search.estimate(state)
    if bound <= own:
        report.checked.append(
            msg(
                "the bound, by {method} ({bound})",
                method=msg("moved lines") if board.is_multi else msg("Manhattan distance"),
                bound=own,
            )
        )
        return
    if not board.is_multi and (bound - own) % 2 and fields["optimal"]:
        raise WrongError("lower_bound", "every solution of this board has the other parity of moves")
    if board.cells <= SMALL:
        proved: int | None = groups.both_ends(
            tuple(state), tuple(board.goal), lambda now: _slid(now, board), bound, ROOM
        )
        _told(bound, proved, 0, report)
        return
    nodes = min(NODE_LIMIT[board.is_multi], WORK[board.is_multi] // board.cells)
    _told(bound, search.raise_bound(state, bound, nodes), nodes, report)


def _told(bound: int, proved: int | None, nodes: int, report: Report) -> None:
    if proved is None:
        report.unchecked.append(
            msg("the bound {bound}: beyond the checker's own search of {most} nodes", bound=str(bound)[:40], most=nodes)
        )
    elif proved < bound:
        raise WrongError(
            "lower_bound", msg("is {claimed}, but {moves} moves suffice", claimed=str(bound)[:40], moves=proved)
        )
    else:
        report.checked.append("the bound, by a search of all shorter move lists")
