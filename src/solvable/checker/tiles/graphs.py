"""Checks answers about tiles on graphs, with holes or identical tiles: replay, compare block by block, repeat the
search.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from solvable.checker.census import check_distribution, layers_of
from solvable.checker.fields import (
    DECIMAL,
    ROW,
    TEXT,
    WHOLE,
    Fields,
    at_goal,
    big,
    check_object,
    check_probability,
    check_types,
    is_same,
    lengths,
    only_bounded,
)
from solvable.checker.report import Report, WrongError
from solvable.checker.tiles import groups, shapes
from solvable.checker.tiles.replay import UNREACHED, Rules, check_replay, searched
from solvable.checker.tiles.search import Search
from solvable.checker.tiles.shapes import Shape
from solvable.core.message import msg

COUNTED = 60_000  # states that are visited to count them
SEARCHED = 200_000  # states visited to check a bound
ROOM = 10_000_000  # cells of all states stored at a time
NODES = 300_000  # nodes of a search over all ways to label identical tiles
WAYS = 48
LONGEST_ESTIMATE = 2_000_000  # vertices times labels
FACTORIAL = 5000  # vertices whose factorial is written out
PROOF = {"invariant": TEXT, "weights": ROW, "value": WHOLE, "wanted": WHOLE}
BLOCK = {"vertices": ROW, "kind": TEXT, "entry": WHOLE, "tiles": ROW, "wanted": ROW, "reason": TEXT}
PART = {"vertices": ROW, "kind": TEXT, "order": DECIMAL}


def verify(fields: Fields, params: str, report: Report) -> None:
    """Check every claim of an answer about the graph puzzle `params`; raise WrongError at the first that fails."""
    shape = shapes.shape(params)
    for name in ("parity", "goal", "other_goals", "impossible_goals"):
        if name in fields:
            raise WrongError(name, "does not belong to this kind of answer")
    for name, true in (("width", shape.width), ("height", shape.height)):
        if fields.get(name, true) != true:
            raise WrongError(name, msg("is not {states}", states=str(true)))
    _count(fields, shape, report)
    if "distribution" in fields:
        states, goal = _solvable(shape), tuple(shape.goal)
        cost = len(goal) * max(map(len, shape.beside))
        check_distribution(
            fields, states, lambda: layers_of(goal, lambda state: _slid(state, shape), states, cost), report
        )
    if "verdict" not in fields:
        return
    state = state_of(fields, params, shape)
    blocks = groups.comparison(shape, state)
    _blocks_shown(fields, blocks, report)
    wrong = next((block for block in blocks if block["reason"]), None)
    verdict = fields["verdict"]
    if verdict == "unsolvable":
        _obstruction(fields, wrong, report)
        return
    if wrong is not None:
        raise WrongError(
            "verdict", msg("a block cannot be solved ({reason}): the board is not solvable", reason=wrong["reason"])
        )
    report.checked.append("each block can be solved")
    if verdict != "solvable":
        if "moves" in fields:
            _solution(fields, state, shape, report)
        else:
            only_bounded(fields)
        _bound(fields, state, shape, report)


def verify_list(fields: Fields, params: str, report: Report) -> None:
    """Check the claims about the list in an answer of `moves`; raise WrongError at the first claim that fails."""
    shape = shapes.shape(params)
    goal = tuple(shape.goal)
    near = searched(goal, lambda state: _slid(state, shape))

    def distance(state: tuple[int, ...], room: int) -> int | None:
        is_solvable = not any(block["reason"] for block in groups.comparison(shape, state))
        return near(state, room) if is_solvable else UNREACHED

    def steps(blank: int, touched: int) -> Sequence[int] | None:
        return [touched] if touched in shape.beside[blank] else None

    rules = Rules(steps, goal, shape.width, False, distance)
    start = tuple(state_of(fields, params, shape))
    check_replay(fields, start, lambda text: state_of({"board": text}, params, shape), rules, report)


def state_of(fields: Fields, params: str, shape: Shape) -> list[int]:
    """Return the contents of the vertices of the answer's board, whose ID must be of the puzzle `params`."""
    head, _, cells = fields["board"].rpartition(":")
    if head != f"tiles:{params}":
        raise WrongError("board", "its game ID does not belong to the puzzle")
    state = shapes.labels(cells, len(shape.goal), "board", shape.width)
    if not shapes.same_tiles(state, shape.goal):
        raise WrongError("board", "does not have the tiles of the goal")
    return state


def _blocks_shown(fields: Fields, blocks: list[dict[str, Any]], report: Report) -> None:
    """Check the blocks that explain the verdict, if the answer has them."""
    if "blocks" not in fields:
        return
    for block in fields["blocks"]:
        check_types(block, BLOCK, "blocks.", report)
    shown = [{key: value for key, value in block.items() if key in BLOCK} for block in fields["blocks"]]
    if not is_same(shown, [{key: value for key, value in block.items() if key != "pair"} for block in blocks]):
        raise WrongError("blocks", "are not the blocks of this graph with their tiles and those wanted")
    report.checked.append("the blocks")


def _obstruction(fields: Fields, wrong: dict[str, Any] | None, report: Report) -> None:
    proof = check_object(fields, "obstruction", PROOF, report)
    if wrong is None:
        raise WrongError("verdict", "each block can be solved: the board is solvable")
    value, wanted = wrong["pair"]
    expected = {"invariant": wrong["reason"], "weights": [], "value": value, "wanted": wanted}
    for name, right in expected.items():
        if proof[name] != right:
            raise WrongError(f"obstruction.{name}", msg("must be {right}", right=repr(right)))
    report.checked.append("a block cannot be solved")


def _solution(fields: Fields, state: Sequence[int], shape: Shape, report: Report) -> None:
    moves = fields["moves"]
    now, blank = list(state), list(state).index(0)
    steps = []
    for number, touched in enumerate(moves, 1):
        if touched not in shape.beside[blank]:
            raise WrongError(
                "moves",
                msg(
                    "move {step} touches {vertex}, which is not beside the blank at {blank}",
                    step=number,
                    vertex=touched,
                    blank=blank,
                ),
            )
        steps.append(touched - blank)
        now[blank], now[touched] = now[touched], 0
        blank = touched
    at_goal(now, shape.goal, report)
    lengths(fields, len(moves), report)
    if "letters" in fields:
        names = {shape.width: "U", -shape.width: "D"} | ({1: "L", -1: "R"} if shape.width > 1 else {})
        if not shape.width or fields["letters_of"] != "tile" or fields["letters"] != "".join(map(names.get, steps)):  # type: ignore[arg-type]
            raise WrongError("letters", "do not match the moves of the tiles")
        report.checked.append("the letters match the moves")


def _slid(state: Sequence[int], shape: Shape) -> Iterator[tuple[int, ...]]:
    """Yield the states one move away."""
    blank = state.index(0)
    for vertex in shape.beside[blank]:
        now = list(state)
        now[blank], now[vertex] = now[vertex], 0
        yield tuple(now)


def _states(shape: Shape) -> int:
    alike = Counter(label for label in shape.goal if label > 0)
    return factorial(shape.live) // prod(map(factorial, alike.values()))


def _solvable(shape: Shape) -> int | None:
    """Return the number of states that can reach the goal: visited if they are few, else by the theorems."""
    if _states(shape) > min(COUNTED, ROOM // len(shape.goal)):
        return groups.reachable(shape)
    start = tuple(shape.goal)
    seen = {start}
    for state in (waiting := [start]):
        for after in _slid(state, shape):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen)


def _count(fields: Fields, shape: Shape, report: Report) -> None:
    if "solvable_states" not in fields:
        return
    if shape.live >= FACTORIAL:
        report.unchecked.append("the counts: the factorial is too large")
        return
    if "verdict" not in fields and "blocks" in fields:
        result = groups.regions(shape, shape.goal.index(0))
        for block in fields["blocks"]:
            check_types(block, PART, "blocks.", report)
        shown = [{key: value for key, value in block.items() if key in PART} for block in fields["blocks"]]
        true = [{"vertices": each.vertices, "kind": each.kind, "order": str(each.order)} for each in result]
        if not is_same(shown, true):
            raise WrongError("blocks", "are not the blocks of this graph, with their arrangements")
        report.checked.append("the blocks")
    states, reachable = _states(shape), _solvable(shape)
    if big(fields["states"]) != states:
        raise WrongError("states", msg("is not {states}", states=str(states)[:40]))
    if reachable is None:
        report.unchecked.append("the solvable states: identical tiles in several blocks, and too many to visit")
        return
    if big(fields["solvable_states"]) != reachable:
        raise WrongError("solvable_states", msg("is not {states}", states=str(reachable)[:40]))
    check_probability(fields, reachable, states)
    report.checked.append("the counts")


def _bound(fields: Fields, state: list[int], shape: Shape, report: Report) -> None:
    bound = fields["lower_bound"]
    own = _estimate(state, shape)
    if bound <= own:
        report.checked.append(msg("the bound, by the distances to the nearest goal cells ({bound})", bound=own))
        return
    room = min(SEARCHED, ROOM // len(shape.goal))
    shorter = groups.both_ends(tuple(state), tuple(shape.goal), lambda now: _slid(now, shape), bound, room)
    if shorter is None:
        shorter = _told_apart(state, shape, bound)
    if shorter is None:
        report.unchecked.append(
            msg(
                "the bound {bound}: beyond the checker's own search of {most} states",
                bound=str(bound)[:40],
                most=SEARCHED,
            )
        )
    elif shorter < bound:
        raise WrongError(
            "lower_bound", msg("is {claimed}, but {moves} moves suffice", claimed=str(bound)[:40], moves=shorter)
        )
    else:
        report.checked.append("the bound, by a search of all shorter move lists")


def _estimate(state: Sequence[int], shape: Shape) -> int:
    """Return the sum of the tiles' distances to the nearest goal vertices of their labels: a move is one step."""
    homes: dict[int, list[int]] = {}
    for vertex, label in enumerate(shape.goal):
        if label > 0:
            homes.setdefault(label, []).append(vertex)
    if len(homes) * len(shape.goal) > LONGEST_ESTIMATE:
        return 0
    total = 0
    for label, starts in homes.items():
        depth = dict.fromkeys(starts, 0)
        for vertex in (waiting := list(starts)):
            for other in shape.beside[vertex]:
                if other not in depth:
                    depth[other] = depth[vertex] + 1
                    waiting.append(other)
        total += sum(depth[vertex] for vertex, there in enumerate(state) if there == label)
    return total


def _told_apart(state: Sequence[int], shape: Shape, bound: int) -> int | None:
    """Return the result of `groups.both_ends` if few tiles are identical: every way to label them is searched."""
    alike = Counter(label for label in shape.goal if label > 0)
    if min(shape.width, shape.height) < 2 or shape.live < len(shape.goal) or max(alike.values()) > 5:
        return None
    if prod(map(factorial, alike.values())) > WAYS:
        return None
    homes = {label: [cell for cell, other in enumerate(shape.goal) if other == label] for label in alike}
    goal = [0 if label == 0 else cell + 1 for cell, label in enumerate(shape.goal)]
    names = {name: number for number, name in enumerate(sorted(goal))}
    search = Search(shape.width, shape.height, [names[name] for name in goal], is_multi=False)
    minimum = bound
    for choice in product(*map(permutations, homes.values())):
        remaining = {label: list(cells) for label, cells in zip(homes, choice, strict=True)}
        named = [names[remaining[label].pop() + 1] if label else 0 for label in state]
        if groups.parity(named, search.goal) != _steps(named, search.goal, shape.width) % 2:
            continue
        result = search.raise_bound(named, minimum, NODES)
        if result is None:
            return None
        minimum = min(minimum, result)
    return minimum


def _steps(state: Sequence[int], goal: Sequence[int], width: int) -> int:
    (row, column), (home_row, home_column) = (divmod(list(board).index(0), width) for board in (state, goal))
    return abs(row - home_row) + abs(column - home_column)
