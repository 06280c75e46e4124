"""A second implementation of the rules of lights puzzles, from their definitions, as plain lists.

A rule is a predicate on the step (dr, dc) from the pressed cell; a surface defines where a step that leaves the board
returns. Steps are tried one by one, so a lamp that is reached twice is counted twice. The presses of such a board are
computed on demand, so that millions of them take no memory.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from solvable.checker.report import TooLargeError, WrongError
from solvable.core.message import msg

CELL_LIMIT = 4_000_000
MODULUS_MAX = 2**31 - 1
TOGGLE_LIMIT = 5_000_000  # for the rule cross, whose presses grow with the board
Step = tuple[int, int]
Toggle = list[tuple[int, int]]

RULES: dict[str, Callable[[int, int], bool]] = {
    "plus": lambda dr, dc: abs(dr) + abs(dc) <= 1,
    "plus0": lambda dr, dc: abs(dr) + abs(dc) == 1,
    "diagonal": lambda dr, dc: abs(dr) == abs(dc) <= 1,
    "king": lambda dr, dc: max(abs(dr), abs(dc)) <= 1,
    "king0": lambda dr, dc: max(abs(dr), abs(dc)) == 1,
    "knight": lambda dr, dc: abs(dr * dc) == 2 or dr == dc == 0,
    "knight0": lambda dr, dc: abs(dr * dc) == 2,
    "hex": lambda dr, dc: (abs(dr) <= 1 and abs(dc) <= 1 and dr != dc) or dr == dc == 0,
}
SURFACES = ("plane", "cylinder", "torus", "mobius", "klein", "projective")


@dataclass(frozen=True)
class Wiring:
    """The wiring of a lights puzzle: for each button the cells it adds to, and the goal."""

    width: int
    k: int
    toggles: "Sequence[Toggle] | Ruled"
    goal: list[int]
    dead: frozenset[int]  # cells that do not exist
    fixed: frozenset[int]  # cells that cannot be pressed
    free: frozenset[int]  # cells whose lamps do not matter

    @property
    def buttons(self) -> list[int]:
        """The presses that the player has."""
        return [press for press in range(len(self.toggles)) if press not in self.dead and press not in self.fixed]

    @property
    def cells(self) -> int:
        """The number of cells, dead ones included."""
        return len(self.goal)

    @property
    def live(self) -> int:
        """The number of cells whose lamps count."""
        return len(self.goal) - len(self.lampless)

    @property
    def lampless(self) -> frozenset[int]:
        """The cells that do not exist or whose lamps do not matter."""
        return self.dead | self.free

    @property
    def reach(self) -> int:
        """An upper bound on the number of cells that a press changes."""
        if isinstance(self.toggles, Ruled):
            return self.toggles.reach
        return max(map(len, self.toggles), default=0)

    def matrix(self) -> Iterable[list[int]]:
        """Yield, for each button, what one press of it adds to each cell."""
        for toggles in self.toggles:
            row = [0] * self.cells
            for cell, amount in toggles:
                row[cell] = (row[cell] + amount) % self.k
            yield row


def cells_of(text: str, k: int, where: str, width: int) -> list[int]:
    """Return the numbers that the CELLS of a game ID write; separate rows must be `width` cells long."""
    if "/" in text and any(len(row.split(",") if k > 10 else row) != width for row in text.split("/")):
        raise WrongError(where, msg("its rows are not {width} cells long", width=width))
    pieces = re.split(r"[,/\s]+", text.strip(",/ \n")) if k > 10 else list(re.sub(r"[/\s]", "", text))
    if not all(piece.isascii() and piece.isdigit() and len(piece) < 11 for piece in pieces):
        raise WrongError(where, "its cells are not digits")
    state = [int(piece) for piece in pieces]
    if any(value >= k for value in state):
        raise WrongError(where, msg("a cell is not in 0..{last}", last=k - 1))
    return state


def size_of(params: str) -> int:
    """Return the number of cells in the PARAMS of a lights game ID, without building the wiring."""
    head = params.partition(",")[0]
    if head.startswith(("graph=", "graph0=")):
        count = head.partition("=")[2].partition(";")[0]
        return int(count) if re.fullmatch(r"\d{1,9}", count) else 0
    size = re.fullmatch(r"(\d{1,7})x(\d{1,7})(?:x(\d{1,7}))?", head)
    return int(size[1]) * int(size[2]) * int(size[3] or 1) if size else 0


def wiring_of(params: str) -> Wiring:
    """Return the wiring that the PARAMS of a lights game ID describe."""
    params, has_goal, goal_text = params.partition(",goal=")
    head, *options = params.split(",")
    k, matrix, remaining = 2, None, []
    lost: dict[str, frozenset[int]] = dict.fromkeys(("dead", "fixed", "free"), frozenset())
    kinds = [re.sub(r"\d+$|=.*", "", option) for option in options]
    if len(set(kinds)) < len(kinds):
        raise WrongError("puzzle", "has one option twice")
    for option in options:
        if re.fullmatch(r"mod\d{1,10}", option):
            k = int(option[3:])
        elif option.startswith(("dead=", "fixed=", "free=")):
            kind, _, cells_text = option.partition("=")
            lost[kind] = _cells_lost(cells_text)
        elif option.startswith(("matrix=", "toggles=")) and matrix is None:
            matrix = option
        else:
            remaining.append(option)
    width, height, toggles = _board(head, matrix, remaining)
    cells = width * height
    if not 2 <= k <= MODULUS_MAX:
        raise WrongError("puzzle", msg("the modulus must be from 2 to {most}", most=MODULUS_MAX))
    if k > 2 and (matrix or "").startswith("matrix="):
        raise WrongError("puzzle", "a matrix of bits is for two colours")
    goal = cells_of(goal_text, k, "puzzle", width) if has_goal else [0] * cells
    dead, fixed, free = lost["dead"], lost["fixed"], lost["free"]
    _check_lost(goal, dead, fixed, free, cells, len(toggles))
    if isinstance(toggles, Ruled):
        toggles.lampless, toggles.lost = dead | free, dead | fixed
    elif dead or fixed or free:
        toggles = [_left(press, cells, dead | free, dead | fixed) for press, cells in enumerate(toggles)]
    return Wiring(width, k, toggles, goal, dead, fixed, free)


def _check_lost(
    goal: Sequence[int], dead: frozenset[int], fixed: frozenset[int], free: frozenset[int], cells: int, presses: int
) -> None:
    """Raise WrongError unless the dead, fixed and free cells fit the board, its goal and its presses."""
    if len(goal) != cells or any(not 0 <= cell < cells for cell in dead | fixed | free):
        raise WrongError("puzzle", "its goal or its dead, fixed or free cells do not fit its size")
    if dead & free or any(goal[cell] for cell in free):
        raise WrongError("puzzle", "a free cell is dead, or its goal is not 0")
    if (dead or fixed) and presses != cells:
        raise WrongError("puzzle", "has dead or fixed cells, but not one press for each cell")


def _cells_lost(text: str) -> frozenset[int]:
    """Return the cells of `dead=`, `fixed=` or `free=`."""
    if not re.fullmatch(r"[0-9]{1,8}(\.[0-9]{1,8})*", text):
        raise WrongError("puzzle", "its dead or fixed cells are not numbers")
    return frozenset(map(int, text.split(".")))


def _left(press: int, toggle: Toggle, lampless: frozenset[int], lost: frozenset[int]) -> Toggle:
    """Return the effect of a press: none if the press is lost, and none on cells without a lamp that counts."""
    return [] if press in lost else [(cell, amount) for cell, amount in toggle if cell not in lampless]


def _board(head: str, matrix: str | None, options: list[str]) -> "tuple[int, int, Sequence[Toggle] | Ruled]":
    is_graph = head.startswith(("graph=", "graph0="))
    has_wiring = is_graph or head.count("x") > 1
    if (matrix is not None and (options or has_wiring)) or (options and has_wiring):
        raise WrongError("puzzle", "has a wiring of its own, and a rule or surface beside it")
    if is_graph:
        toggles = _graph(head)
        return len(toggles), 1, toggles
    size = re.fullmatch(r"(\d{1,7})x(\d{1,7})(?:x(\d{1,7}))?", head)
    if not size:
        raise WrongError(
            "puzzle", msg("{size} is not a size; a named puzzle needs the field rules", size=repr(head[:40]))
        )
    width, height, depth = int(size[1]), int(size[2]), int(size[3] or 1)
    if not 1 <= width * height * depth <= CELL_LIMIT:
        raise WrongError("puzzle", msg("a board of 1 to {most} cells was expected", most=CELL_LIMIT))
    if size[3]:
        return width, height * depth, _box(width, height, depth)
    if matrix is not None:
        return width, height, _listed(matrix, width * height)
    rules = [option for option in options if option not in SURFACES] or ["plus"]
    surfaces = [option for option in options if option in SURFACES] or ["plane"]
    if len(rules) > 1 or len(surfaces) > 1:
        raise WrongError("puzzle", "two rules or two surfaces")
    return width, height, Ruled(width, height, rules[0], surfaces[0])


def _box(width: int, height: int, depth: int) -> list[Toggle]:
    """Return the presses of a solid box, layer by layer: the lamp itself and those one step away along an axis."""
    size = (depth, height, width)
    toggles = []
    for z in range(depth):
        for y in range(height):
            for x in range(width):
                beside = [
                    (z, y, x),
                    (z - 1, y, x),
                    (z + 1, y, x),
                    (z, y - 1, x),
                    (z, y + 1, x),
                    (z, y, x - 1),
                    (z, y, x + 1),
                ]
                inside = [at for at in beside if all(0 <= at[axis] < size[axis] for axis in range(3))]
                toggles.append(sorted(((at[0] * height + at[1]) * width + at[2], 1) for at in inside))
    return toggles


def _graph(head: str) -> list[Toggle]:
    kind, _, text = head.partition("=")
    count, *edges = text.split(";")
    n = int(count) if re.fullmatch(r"\d{1,9}", count) else 0
    if not 1 <= n <= CELL_LIMIT:
        raise WrongError("puzzle", msg("a graph of 1 to {most} cells was expected", most=CELL_LIMIT))
    beside: list[set[int]] = [{cell} if kind == "graph" else set() for cell in range(n)]
    for edge in edges:
        ends = re.fullmatch(r"(\d{1,9})([->])(\d{1,9})", edge)
        if not ends or not max(a := int(ends[1]), b := int(ends[3])) < n:
            raise WrongError("puzzle", msg("edge {edge} leads to no cell", edge=repr(edge[:40])))
        beside[a].add(b)
        if ends[2] == "-":
            beside[b].add(a)
    return [[(cell, 1) for cell in sorted(cells)] for cells in beside]


def _listed(option: str, cells: int) -> list[Toggle]:
    kind, _, text = option.partition("=")
    if kind == "matrix":
        if not re.fullmatch("[0-9a-f]*", text) or len(text) != -(-cells * cells // 4):
            raise WrongError("puzzle", msg("its matrix does not have {cells} rows and columns", cells=cells))
        bits = "".join(f"{int(digit, 16):04b}" for digit in text)
        return [[(cell, 1) for cell in range(cells) if bits[press * cells + cell] == "1"] for press in range(cells)]
    toggles: list[Toggle] = []
    for press in text.split("/"):
        amounts: dict[int, int] = {}
        for piece in filter(None, press.split(".")):
            match = re.fullmatch(r"(\d{1,9})(?:\*(\d{1,10}))?", piece)
            if not match or int(match[1]) >= cells:
                raise WrongError("puzzle", msg("button {button} leads to no cell", button=len(toggles) + 1))
            amounts[int(match[1])] = amounts.get(int(match[1]), 0) + int(match[2] or 1)
        toggles.append(sorted(amounts.items()))
    return toggles


class Ruled:
    """The presses of a board with a rule on a surface, each computed on demand."""

    lampless: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()  # presses that the player does not have

    def __init__(self, width: int, height: int, rule: str, surface: str) -> None:
        self.size, self.rule, self.surface = (width, height), rule, surface
        self.steps = _steps(width, height, rule)
        self.reach = max(len(set(self.steps(row, 0))) for row in range(min(2, height)))

    def __len__(self) -> int:
        return self.size[0] * self.size[1]

    def __iter__(self) -> Iterator[Toggle]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, press: int) -> Toggle:
        width, height = self.size
        row, column = divmod(press, width)
        hit: dict[int, int] = {}
        for dr, dc in self.steps(row, column):
            cell = _land(row + dr, column + dc, width, height, self.surface)
            if cell is not None:
                hit[cell] = 1 if self.rule == "cross" else hit.get(cell, 0) + 1  # a whole line, each cell once
        return _left(press, sorted(hit.items()), self.lampless, self.lost)


def _steps(width: int, height: int, rule: str) -> Callable[[int, int], list[Step]]:
    if rule == "cross":
        if width * height * (width + height) > TOGGLE_LIMIT:
            raise TooLargeError("puzzle", "its presses are too large to write out")
        return lambda row, column: [(0, c - column) for c in range(width)] + [(r - row, 0) for r in range(height)]
    if rule == "triangle":  # up-pointing if row + column is even: it shares its base with the cell below
        return lambda row, column: [(0, 0), (0, -1), (0, 1), (1, 0) if (row + column) % 2 == 0 else (-1, 0)]
    if rule not in RULES:
        raise WrongError("puzzle", msg("unknown rule {rule}", rule=repr(rule[:40])))
    box = [(dr, dc) for dr in range(-2, 3) for dc in range(-2, 3) if RULES[rule](dr, dc)]
    return lambda _row, _column: box


def _land(row: int, column: int, width: int, height: int, surface: str) -> int | None:
    """Return the cell at `row`, `column` after glueing: columns first, then rows."""
    wraps_columns = surface != "plane"
    wraps_rows = surface in ("torus", "klein", "projective")
    while wraps_columns and not 0 <= column < width:
        column += width if column < 0 else -width
        if surface in ("mobius", "klein", "projective"):
            row = height - 1 - row
    while wraps_rows and not 0 <= row < height:
        row += height if row < 0 else -height
        if surface == "projective":
            column = width - 1 - column
    if 0 <= row < height and 0 <= column < width:
        return row * width + column
    return None
