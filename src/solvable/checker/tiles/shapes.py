"""Graphs of tiles, parsed from their game IDs by a second implementation: lists, names, boards with holes, identical
tiles.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solvable.checker.report import WrongError
from solvable.core.message import msg

VERTICES_MAX = 10_000
EDGES_MAX = 200_000
HOLE = -1
GOALS = ("blank-last", "blank-first", "snail", "snake", "columns", "mirror", "spiral")
"""The names of goals, the most usual first; the last is an alias of the snail."""

Pairs = set[frozenset[int]]


@dataclass(frozen=True)
class Shape:
    """A puzzle of tiles on a graph: neighbours, goal, and the width and height of a board (0 for other graphs)."""

    beside: list[list[int]]
    goal: list[int]
    width: int
    height: int
    edges: int

    @property
    def live(self) -> int:
        """The number of vertices that are not holes."""
        return len(self.goal) - self.goal.count(HOLE)


def concerns(params: str) -> bool:
    """Return whether this is not a plain sliding puzzle but a graph, a board with holes, or one with identical
    tiles.
    """
    head, dead, goal = _options(re.sub(",(?:stm|mtm)(?=,|$)", "", params))
    size = re.fullmatch(r"(\d{1,5})x(\d{1,5})", head)
    if not size or dead is not None:
        return True
    cells = int(size[1]) * int(size[2])
    if goal is None or goal in GOALS or cells > VERTICES_MAX:
        return False
    try:
        result = labels(goal, cells, "puzzle", int(size[1]))
    except WrongError:
        return False
    return bool(re.search("[A-Z]", goal)) or sorted(result) != list(range(cells))


def _options(params: str) -> tuple[str, str | None, str | None]:
    """Return the size or graph, the dead cells and the goal, as written."""
    match = re.fullmatch(r"([^,]*)(?:,dead=([0-9]{1,8}(?:\.[0-9]{1,8})*))?(?:,goal=(.+))?", params)
    return (match[1], match[2], match[3]) if match else (params, None, None)


def graph_of(params: str) -> tuple[str, str | None]:
    """Return the size or graph of `params`, and its dead cells, as written."""
    return _options(re.sub(",(?:stm|mtm)(?=,|$)", "", params))[:2]


def shape(params: str) -> Shape:
    """Return the puzzle of `params`; raise WrongError."""
    head, dead, goal = _options(params)
    size = re.fullmatch(r"(\d{1,5})x(\d{1,5})", head)
    width, height = (int(size[1]), int(size[2])) if size else (0, 0)
    if dead is not None and not size:
        raise WrongError("puzzle", "a graph has no dead cells")
    holes = {int(cell) for cell in (dead or "").split(".") if cell}
    if size:
        count, edges = width * height, _grid(width, height, holes)
    else:
        count, edges = _graph(head)
    beside: list[list[int]] = [[] for _ in range(count)]
    for a, b in map(sorted, edges):
        beside[a].append(b)
        beside[b].append(a)
    live = [vertex for vertex in range(count) if vertex not in holes]
    wanted = [HOLE] * count
    for tile, vertex in enumerate(live, start=1):
        wanted[vertex] = tile % len(live)
    if goal == "blank-first":
        for tile, vertex in enumerate(live):
            wanted[vertex] = tile
    elif goal in GOALS and goal != "blank-last" and size and not holes:
        wanted = named(goal, width, height)
    elif goal not in (None, "blank-last"):
        wanted = labels(str(goal), count, "puzzle", width)
    if wanted.count(0) != 1 or any((label == HOLE) != (vertex in holes) for vertex, label in enumerate(wanted)):
        raise WrongError("puzzle", "its goal needs one blank, and holes where cells are dead")
    if len(depths(beside, wanted.index(0))[0]) != len(live):
        raise WrongError("puzzle", "its graph is not connected")
    return Shape([sorted(others) for others in beside], wanted, width, height, len(edges))


def named(name: str, width: int, height: int) -> list[int]:
    """Return the goal of that name: the content of each cell, row by row; the last number is the blank's."""
    cells = width * height
    if name == "blank-first":
        return [*range(cells)]
    if name in ("snail", "spiral"):
        return _spiral(width, height)
    goal = []
    for cell in range(cells):
        row, column = divmod(cell, width)
        if name == "columns":
            number = column * height + row
        else:
            is_backward = name == "mirror" or (name == "snake" and row % 2 == 1)
            number = row * width + (width - 1 - column if is_backward else column)
        goal.append((number + 1) % cells)
    return goal


def _spiral(width: int, height: int) -> list[int]:
    """Number the cells clockwise from the top left inwards; the last cell is the blank."""
    goal = [0] * (width * height)
    top, left, bottom, right = 0, 0, height - 1, width - 1
    path: list[int] = []
    while top <= bottom and left <= right:
        path += [top * width + c for c in range(left, right + 1)]
        path += [r * width + right for r in range(top + 1, bottom + 1)]
        if top < bottom:
            path += [bottom * width + c for c in range(right - 1, left - 1, -1)]
        if left < right:
            path += [r * width + left for r in range(bottom - 1, top, -1)]
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    for number, cell in enumerate(path[:-1], 1):
        goal[cell] = number
    return goal


def labels(text: str, count: int, where: str, width: int) -> list[int]:
    """Return the contents of `count` cells: numbers, or letters from A = 1; 0 or _ is the blank, - a hole.

    Separate rows must be `width` cells long; a graph, of width 0, has no rows.
    """
    rows = text.strip().split("/")
    length = width if len(rows) > 1 else count
    pieces: list[str] = []
    for row in rows:
        result = row.split(",") if "," in row or length == 1 else list(row)
        if len(result) != length:
            raise WrongError(where, msg("{count} cells were expected", count=count))
        pieces += result
    if len(pieces) != count:
        raise WrongError(where, msg("{count} cells were expected", count=count))
    names = [piece for piece in pieces if piece not in ("_", "0", "-")]
    by_letter = bool(names) and names[0].isalpha()
    for piece in names:
        if not re.fullmatch("[A-Z]" if by_letter else "[0-9]{1,9}", piece):
            raise WrongError(where, msg("{word} is not a tile", word=repr(piece[:20])))
    known = {"_": 0, "0": 0, "-": HOLE} | ({chr(64 + number): number for number in range(1, 27)} if by_letter else {})
    return [known[piece] if piece in known else int(piece) for piece in pieces]


def same_tiles(state: Sequence[int], goal: Sequence[int]) -> bool:
    """Return whether the two have the same tiles, and the same holes."""
    return Counter(state) == Counter(goal) and all((a == HOLE) == (b == HOLE) for a, b in zip(state, goal, strict=True))


def depths(beside: Sequence[Sequence[int]], start: int) -> tuple[dict[int, int], dict[int, int]]:
    """Return, for each vertex reached from `start`, its distance, and the vertex before it on a shortest path."""
    depth, parent = {start: 0}, {start: start}
    for vertex in (reached := [start]):
        for other in beside[vertex]:
            if other not in depth:
                depth[other], parent[other] = depth[vertex] + 1, vertex
                reached.append(other)
    return depth, parent


def _grid(width: int, height: int, holes: set[int]) -> Pairs:
    if not 1 <= width * height <= VERTICES_MAX or any(hole >= width * height for hole in holes):
        raise WrongError("puzzle", msg("a board of 1 to {most} cells was expected", most=VERTICES_MAX))
    pairs = set()
    for row in range(height):
        for column in range(width):
            here = row * width + column
            if column:
                pairs.add(frozenset((here - 1, here)))
            if row:
                pairs.add(frozenset((here - width, here)))
    return {pair for pair in pairs if not pair & holes}


def _graph(head: str) -> tuple[int, Pairs]:
    """Return the number of vertices and the edges of a graph given as a list or a name."""
    if head.startswith("graph="):
        first, *walks = head.removeprefix("graph=").split(";")
        if not re.fullmatch("[0-9]{1,6}", first):
            raise WrongError("puzzle", "has no number of vertices")
        count, pairs = int(first), set()
        for walk in walks:
            if not re.fullmatch("[0-9]{1,6}(-[0-9]{1,6})+", walk):
                raise WrongError("puzzle", msg("{edge} is not an edge", edge=repr(walk[:40])))
            ends = [int(end) for end in walk.split("-")]
            pairs |= {frozenset(ends[offset : offset + 2]) for offset in range(len(ends) - 1)}
    else:
        count, pairs = _by_name(head)
    if not 1 <= count <= VERTICES_MAX or any(len(pair) != 2 or max(pair) >= count for pair in pairs):
        raise WrongError("puzzle", msg("a graph on 1 to {most} vertices was expected", most=VERTICES_MAX))
    return count, pairs


def _by_name(name: str) -> tuple[int, Pairs]:
    """Return a named graph by the rule that decides when two of its vertices are joined."""
    if name == "theta0":
        return 7, {frozenset((i, (i + 1) % 6)) for i in range(6)} | {frozenset((6, 0)), frozenset((6, 3))}
    if name == "petersen":
        spokes = {frozenset((i, i + 5)) for i in range(5)}
        rings = {
            frozenset((i + position, (i + step) % 5 + position))
            for i in range(5)
            for position, step in ((0, 1), (5, 2))
        }
        return 10, spokes | rings
    if name == "cube":
        return 8, {frozenset((a, a ^ bit)) for a in range(8) for bit in (1, 2, 4)}
    match = re.fullmatch("(path|cycle|star|wheel|complete)([0-9]{1,5})|bipartite([0-9]{1,5})x([0-9]{1,5})", name)
    if not match:
        raise WrongError("puzzle", msg("{name} is neither a size nor a graph", name=repr(name[:40])))
    if match[1] is None:
        a, b = int(match[3]), int(match[4])
        return a + b, {frozenset((x, a + y)) for x in range(a) for y in range(b)} if a * b <= EDGES_MAX else set()
    kind, n = match[1], int(match[2])
    if n > VERTICES_MAX or n < {"cycle": 3, "wheel": 4}.get(kind, 1):
        return 0, set()
    ring = {"path": range(n - 1), "cycle": range(n), "wheel": range(n - 1)}.get(kind, range(0))
    first = int(kind == "wheel")
    pairs = {frozenset((first + i, first + (i + 1) % (n - first))) for i in ring}
    if kind in ("star", "wheel"):
        pairs |= {frozenset((0, i)) for i in range(1, n)}
    if kind == "complete" and n * n <= 2 * EDGES_MAX:
        pairs = {frozenset((a, b)) for b in range(n) for a in range(b)}
    return n, pairs
