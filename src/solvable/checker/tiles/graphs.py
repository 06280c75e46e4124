"""Checks answers about tiles on graphs, with holes or tiles alike: replay, compare block by block, search anew."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from solvable.checker.census import check_distribution
from solvable.checker.report import Report, WrongError, check_probability, lengths, whole, whole_list
from solvable.checker.tiles import groups, shapes
from solvable.checker.tiles.search import Search
from solvable.checker.tiles.shapes import Shape

COUNTED = 60_000  # states that are visited to count them
SEARCHED = 200_000  # states of a bound
ROOM = 10_000_000  # cells of all the states that are kept at a time
NODES = 300_000  # of a search of all ways to tell tiles apart
WAYS = 48
LONGEST_ESTIMATE = 2_000_000  # vertices times labels


def verify(fields: Mapping[str, Any], params: str, report: Report) -> None:
    """Check every claim of an answer about the graph puzzle `params`; raise WrongError at the first that fails."""
    shape = shapes.shape(params)
    _count(fields, shape, report)
    if "distribution" in fields:
        states = _solvable(shape)
        if states is not None and states * len(shape.goal) > ROOM:
            states = None
        check_distribution(fields, states, tuple(shape.goal), lambda state: _slid(state, shape), report)
    if "verdict" not in fields:
        if not report.checked and not report.trusted:
            raise WrongError("verdict", "there is nothing to check: no verdict, no count")
        return
    state = _state(fields, params, shape)
    blocks = groups.comparison(shape, state)
    _blocks_shown(fields, blocks, report)
    wrong = next((block for block in blocks if block["reason"]), None)
    verdict = fields["verdict"]
    if verdict == "unsolvable":
        _obstruction(fields, wrong, report)
        return
    if verdict not in ("solvable", "solved", "bounded"):
        raise WrongError("verdict", "is none of solved, solvable, unsolvable, bounded")
    if wrong is not None:
        raise WrongError("verdict", f"a block refutes it ({wrong['reason']}): the board is not solvable")
    report.checked.append("each block can be put right")
    if verdict != "solvable":
        if "moves" in fields:
            _solution(fields, state, shape, report)
        elif verdict == "solved":
            raise WrongError("moves", "a solved board needs its moves")
        _bound(fields, state, shape, report)


def _state(fields: Mapping[str, Any], params: str, shape: Shape) -> list[int]:
    head, _, cells = str(fields.get("board", "")).rpartition(":")
    if head != f"tiles:{params}":
        raise WrongError("board", "its game ID does not belong to the puzzle")
    state = shapes.labels(cells, len(shape.goal), "board")
    if not shapes.same_tiles(state, shape.goal):
        raise WrongError("board", "does not have the tiles of the goal")
    return state


def _blocks_shown(fields: Mapping[str, Any], blocks: list[dict[str, Any]], report: Report) -> None:
    """Check the blocks that explain the verdict, where the answer shows them."""
    shown = fields.get("blocks")
    if shown is None:
        return
    expected = [{key: value for key, value in block.items() if key != "pair"} for block in blocks]
    if shown != expected:
        raise WrongError("blocks", "are not the blocks of this graph with their tiles and those wanted")
    report.checked.append("the blocks")


def _obstruction(fields: Mapping[str, Any], wrong: dict[str, Any] | None, report: Report) -> None:
    proof = fields.get("obstruction")
    if not isinstance(proof, dict):
        raise WrongError("obstruction", "an unsolvable board needs its proof")
    if wrong is None:
        raise WrongError("verdict", "each block can be put right: the board is solvable")
    value, wanted = wrong["pair"]
    expected = {"invariant": wrong["reason"], "weights": [], "value": value, "wanted": wanted}
    for name, right in expected.items():
        if proof.get(name) != right:
            raise WrongError(f"obstruction.{name}", f"must be {right!r}")
    report.checked.append("a block cannot be put right")


def _solution(fields: Mapping[str, Any], state: Sequence[int], shape: Shape, report: Report) -> None:
    moves = whole_list(fields, "moves")
    now, blank = list(state), list(state).index(0)
    steps = []
    for number, touched in enumerate(moves, 1):
        if touched not in shape.near[blank]:
            raise WrongError("moves", f"move {number} touches {touched}, which is not beside the blank at {blank}")
        steps.append(touched - blank)
        now[blank], now[touched] = now[touched], 0
        blank = touched
    if now != shape.goal:
        cell = next(cell for cell, label in enumerate(now) if label != shape.goal[cell])
        raise WrongError("moves", f"after all moves cell {cell} holds {now[cell]}, the goal has {shape.goal[cell]}")
    report.checked.append("the moves lead to the goal")
    lengths(fields, len(moves), report)
    if "letters" in fields:
        names = {shape.width: "U", -shape.width: "D"} | ({1: "L", -1: "R"} if shape.width > 1 else {})
        if not shape.width or fields.get("letters_of") != "tile" or fields["letters"] != "".join(map(names.get, steps)):  # type: ignore[arg-type]
            raise WrongError("letters", "do not spell the moves of the tiles")
        report.checked.append("the letters spell the moves")


def _slid(state: Sequence[int], shape: Shape) -> Iterator[tuple[int, ...]]:
    """Yield the states one move away."""
    blank = state.index(0)
    for vertex in shape.near[blank]:
        now = list(state)
        now[blank], now[vertex] = now[vertex], 0
        yield tuple(now)


def _states(shape: Shape) -> int:
    alike = Counter(label for label in shape.goal if label > 0)
    return factorial(shape.live) // prod(map(factorial, alike.values()))


def _solvable(shape: Shape) -> int | None:
    """Return how many states reach the goal: visited where they are few, else by the theorems."""
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


def _count(fields: Mapping[str, Any], shape: Shape, report: Report) -> None:
    if "solvable_states" not in fields:
        return
    if "verdict" not in fields and "blocks" in fields:
        found = groups.regions(shape, shape.goal.index(0))
        told = [{"vertices": region.vertices, "kind": region.kind} for region in found]
        orders = [region.order for region in found]
        shown = fields["blocks"]
        if [{key: block[key] for key in ("vertices", "kind")} for block in shown] != told:
            raise WrongError("blocks", "are not the blocks of this graph")
        if [whole(block, "order", 1) for block in shown] != orders:
            raise WrongError("blocks", "one has another number of arrangements")
        report.checked.append("the blocks")
    states, reachable = _states(shape), _solvable(shape)
    if "states" in fields and whole(fields, "states") != states:
        raise WrongError("states", f"is not {str(states)[:40]}")
    if reachable is None:
        report.trusted.append("the solvable states: tiles alike in several blocks, and too many to visit")
        return
    if whole(fields, "solvable_states") != reachable:
        raise WrongError("solvable_states", f"is not {str(reachable)[:40]}")
    check_probability(fields, reachable, states)
    report.checked.append("the counts")


def _bound(fields: Mapping[str, Any], state: list[int], shape: Shape, report: Report) -> None:
    bound = whole(fields, "lower_bound")
    own = _estimate(state, shape)
    if bound <= own:
        report.checked.append(f"the bound, by the distances to the nearest goal cells ({own})")
        return
    shorter = _both_ends(state, shape, bound)
    if shorter is None:
        shorter = _told_apart(state, shape, bound)
    if shorter is None:
        report.trusted.append(f"the bound {bound}: beyond the checker's own search of {SEARCHED} states")
    elif shorter < bound:
        raise WrongError("lower_bound", f"is {bound}, but {shorter} moves suffice")
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
            for other in shape.near[vertex]:
                if other not in depth:
                    depth[other] = depth[vertex] + 1
                    waiting.append(other)
        total += sum(depth[vertex] for vertex, there in enumerate(state) if there == label)
    return total


def _both_ends(state: Sequence[int], shape: Shape, bound: int) -> int | None:
    """Return the fewest moves if they are below `bound`, else `bound`; None where too many states are needed."""
    sides = [{tuple(state)}, {tuple(shape.goal)}]
    seen = [set(sides[0]), set(sides[1])]
    for depth in range(bound):
        if sides[0] & seen[1] or sides[1] & seen[0]:
            return depth
        side = 0 if len(sides[0]) <= len(sides[1]) else 1
        sides[side] = {after for here in sides[side] for after in _slid(here, shape)} - seen[side]
        seen[side] |= sides[side]
        if len(seen[0]) + len(seen[1]) > min(SEARCHED, ROOM // len(shape.goal)):
            return None
    return bound


def _told_apart(state: Sequence[int], shape: Shape, bound: int) -> int | None:
    """Return what `_both_ends` does, on whole boards with few tiles alike: each way to tell them apart is searched."""
    alike = Counter(label for label in shape.goal if label > 0)
    if min(shape.width, shape.height) < 2 or shape.live < len(shape.goal) or max(alike.values()) > 5:
        return None
    if prod(map(factorial, alike.values())) > WAYS:
        return None
    homes = {label: [cell for cell, other in enumerate(shape.goal) if other == label] for label in alike}
    goal = [0 if label == 0 else cell + 1 for cell, label in enumerate(shape.goal)]
    names = {name: number for number, name in enumerate(sorted(goal))}
    search = Search(shape.width, shape.height, [names[name] for name in goal], is_multi=False)
    least = bound
    for choice in product(*map(permutations, homes.values())):
        left = {label: list(cells) for label, cells in zip(homes, choice, strict=True)}
        told = [names[left[label].pop() + 1] if label else 0 for label in state]
        if groups.parity(told, search.goal) != _steps(told, search.goal, shape.width) % 2:
            continue
        found = search.raise_bound(told, least, NODES)
        if found is None:
            return None
        least = min(least, found)
    return least


def _steps(state: Sequence[int], goal: Sequence[int], width: int) -> int:
    (row, column), (home_row, home_column) = (divmod(list(board).index(0), width) for board in (state, goal))
    return abs(row - home_row) + abs(column - home_column)
