"""The middle of a game ID for lights, `5x5,king,torus,mod3`.

It begins with a size, or that of a solid box, `3x3x3`, a named variant, or `graph=N;0-1;1-2` (`>` for one-way edges,
each vertex toggling itself; `graph0=` without that); then, in canonical order: rule, surface, modN, the wiring,
dead=cells, fixed=cells, free=cells, goal=cells; `?` in a goal makes its cell free.

A wiring is `matrix=HEX` (k = 2; row i = what press i toggles, most significant bit first, as Simon Tatham packs it) or
`toggles=0.1*2.3/…`: for each press the cells it adds 1 to, or `cell*amount`.
"""

import re
from collections.abc import Sequence
from math import prod
from typing import Any

from solvable.core.budget import checked
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.memory import check_memory
from solvable.core.message import closest_match, msg, unknown
from solvable.core.pattern import pattern
from solvable.families.protocol import fault, size_of
from solvable.lights.board import LightsOut
from solvable.lights.rules import RULES, SURFACES, box_toggles
from solvable.lights.text import parse_goal
from solvable.lights.wiring import is_full

CELLS_MAX = 10**7  # cells in an ID
EXAMPLE = "lights:5x5"
BOX_BYTES = 600  # bytes per cell of a solid box while its wiring is made

Toggles = tuple[tuple[tuple[int, int], ...], ...]

_SIDE = pattern("[0-9]{1,40}")
_LOST = ("dead", "fixed", "free")
_MATRIX_CELLS = 100  # the largest board whose wiring is written as a matrix: 2,500 digits
_KEYS = ("matrix", "toggles", "dead", "fixed", "free", "goal")
_EXPECTED = msg(
    "a rule ({rules}), a surface ({surfaces}), modN, dead=, fixed=, free=, goal=, matrix= or toggles=",
    rules=", ".join(RULES),
    surfaces=", ".join(SURFACES),
)


def parse_params(options: Sequence[tuple[int, str]], limit: int) -> LightsOut:
    """Return the puzzle that `options` (column, text) describe, of at most `limit` cells; raise NotationError."""
    column, first = options[0]
    given = _options(options[1:])
    if size := size_of(f"{first}x{first}" if _SIDE.fullmatch(first) else first):
        if prod(size) > min(limit, CELLS_MAX):
            shown = " × ".join(map(str, size))
            too_many = "too many for a game ID" if limit >= CELLS_MAX else "too many to handle"
            raise fault(
                msg("{size} cells are {problem}", size=shown, problem=msg(too_many)),
                msg("at most {most} cells", most=min(limit, CELLS_MAX)),
                column,
            )
        width, height, *depth = size
        return _box(width, height, depth[0], given) if depth else _sized(width, height, given)
    if first.startswith(("graph=", "graph0=")):
        return _graph(first, column, given)
    from solvable.lights.catalogue.variants import VARIANTS, variant

    if first in VARIANTS:
        puzzle = variant(first)
        _allow(given, ("free", "goal"), msg("the variant {name}", name=first))
        return _with_goal(puzzle, given)
    expected = "width x height, like 5x5, a box, like 3x3x3, or a name, like merlin"
    message = msg("{name} is neither a size nor a variant", name=repr(first[:40]))
    if close := closest_match(first, VARIANTS):
        message = msg(
            "{name} is neither a size nor a variant; did you mean {close}?", name=repr(first[:40]), close=close
        )
    raise fault(message, expected, column)


def _options(options: Sequence[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Return the options by kind, each with the column of its value and the value."""
    given: dict[str, tuple[int, str]] = {}
    for column, option in options:
        key, equals, value = option.partition("=")
        kind, start = (key, column + len(key) + 1) if equals else (_kind(option), column)
        if kind not in (*_KEYS, "rule", "surface", "mod") or (equals and kind not in _KEYS):
            close = closest_match(option, (*RULES, *SURFACES, *(f"{key}=" for key in _KEYS)))
            raise fault(unknown(option, close), _EXPECTED, column)
        if kind in given:
            raise fault(msg("a second {option}", option=msg(kind)), "each option once", column)
        given[kind] = (start, value if equals else option)
    return given


def _kind(option: str) -> str:
    if option in RULES:
        return "rule"
    if option in SURFACES:
        return "surface"
    return "mod" if re.fullmatch(r"mod[0-9]{1,1000}", option) else ""


def _allow(given: dict[str, tuple[int, str]], kinds: Sequence[str], what: str) -> None:
    for kind, (column, _) in given.items():
        if kind not in kinds:
            raise fault(
                msg("{what} has its own {option}", what=msg(what), option=msg(kind)),
                msg("only {options}", options=", ".join(kinds)),
                column,
            )


def _k(given: dict[str, tuple[int, str]]) -> int:
    return int(given["mod"][1][3:]) if "mod" in given else 2


def _sized(width: int, height: int, given: dict[str, tuple[int, str]]) -> LightsOut:
    fields: dict[str, Any] = {"k": _k(given), **_lost(given)}
    if "matrix" in given or "toggles" in given:
        kind = "matrix" if "matrix" in given else "toggles"
        _allow(given, (kind, "mod", *_LOST, "goal"), msg("an explicit wiring ({option}=)", option=kind))
        column, value = given[kind]
        if kind == "matrix" and fields["k"] != 2:
            raise fault(msg("a matrix of bits cannot be used mod {k}", k=fields["k"]), "toggles=", column)
        read = read_matrix if kind == "matrix" else _toggles
        fields["rule"] = read(value, width * height, column)
    else:
        fields["rule"] = given["rule"][1] if "rule" in given else "plus"
        fields["surface"] = given["surface"][1] if "surface" in given else "plane"
    return _with_goal(LightsOut(width, height, **fields), given)


def _box(width: int, height: int, depth: int, given: dict[str, tuple[int, str]]) -> LightsOut:
    """Return the solid box, its layers stacked as rows."""
    _allow(given, ("mod", *_LOST, "goal"), "a box")
    for value in (width, height, depth):
        if value < 1:
            raise PuzzleError(msg("a box needs at least one cell in each direction, not {size}", size=value))
    check_memory(BOX_BYTES * width * height * depth, width * height * depth)
    rule = box_toggles(width, height, depth)
    return _with_goal(LightsOut(width, height * depth, k=_k(given), rule=rule, **_lost(given)), given)


def _with_goal(puzzle: LightsOut, given: dict[str, tuple[int, str]]) -> LightsOut:
    """Return the puzzle with the goal and the free cells of the options, if they have any."""
    if "free" in given:
        puzzle = puzzle.with_free(_cells(given, "free"))
    if "goal" not in given:
        return puzzle
    column, value = given["goal"]
    try:
        goal, free = parse_goal(value, puzzle)
    except NotationError as error:
        raise fault(
            msg("in the goal: {error}", error=msg(error.message)), error.expected, column + error.column - 1
        ) from None
    return puzzle.with_free(free).with_goal(goal) if free else puzzle.with_goal(goal)


def _lost(given: dict[str, tuple[int, str]]) -> dict[str, Any]:
    """Return the dead and the fixed cells."""
    return {kind: _cells(given, kind) for kind in ("dead", "fixed")}


def _cells(given: dict[str, tuple[int, str]], kind: str) -> tuple[int, ...]:
    if kind not in given:
        return ()
    column, value = given[kind]
    if not re.fullmatch(r"[0-9]{1,8}(\.[0-9]{1,8})*", value):
        raise fault(
            msg("the {option} cells are not numbers", option=kind),
            msg("cells from 0 separated by points, like {option}=0.6.24", option=kind),
            column,
        )
    return tuple(map(int, value.split(".")))


def read_matrix(value: str, cells: int, column: int = 1) -> Toggles:
    """Return the toggles of a matrix packed four bits a hex digit, row by row, most significant bit first."""
    bits = cells * cells
    digits = -(-bits // 4)
    if len(value) != digits:
        raise fault(
            msg("a matrix of {count} digits", count=len(value)), msg("{count} hexadecimal digits", count=digits), column
        )
    wrong = re.search(r"[^0-9A-Fa-f]", value)
    if wrong:
        raise fault(msg("{digit} is not a hexadecimal digit", digit=repr(wrong[0])), "0-9, a-f", column + wrong.start())
    packed = f"{int(value, 16):0{4 * digits}b}"
    presses: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
    bit = packed.find("1", 0, bits)
    while bit >= 0:
        presses[bit // cells].append((bit % cells, 1))
        bit = packed.find("1", bit + 1, bits)
    return tuple(map(tuple, presses))


def _toggles(value: str, cells: int, column: int) -> Toggles:
    """Return the toggles written `0.1*2.3/…`; a press that adds nothing is empty."""
    presses = []
    for press in value.split("/"):
        if press and not re.fullmatch(r"[0-9]{1,8}(\*[0-9]{1,8})?(\.[0-9]{1,8}(\*[0-9]{1,8})?)*", press):
            raise fault("this is not a press", "cells from 0 or cell*amount, separated by points", column)
        pairs = (part.partition("*") for part in press.split(".") if part)
        toggle = tuple((int(cell), int(amount or 1)) for cell, _, amount in pairs)
        if any(cell >= cells for cell, _ in toggle):
            raise fault("a press that reaches beyond the board", msg("cells from 0 to {last}", last=cells - 1), column)
        presses.append(toggle)
        column += len(press) + 1
    return tuple(presses)


def _graph(text: str, column: int, given: dict[str, tuple[int, str]]) -> LightsOut:
    """Return the puzzle of `graph=N;0-1;1>2`: an edge works both ways, an arrow from press to light."""
    _allow(given, ("mod", *_LOST, "goal"), "a graph")
    head, _, tail = text.partition("=")
    count, *edges = tail.split(";")
    column += len(head) + 1
    if not re.fullmatch(r"[0-9]{1,7}", count) or not 0 < int(count) <= max(1000, 4 * len(text)):
        raise fault(
            msg("{count} is not a number of vertices", count=repr(count[:40])),
            "graph=N;0-1;1-2, with most vertices on edges",
            column,
        )
    n = int(count)
    arrows: list[tuple[int, int]] = []
    column += len(count) + 1
    for edge in edges:
        ends = re.fullmatch(r"([0-9]{1,7})([->])([0-9]{1,7})", edge)
        if not ends or int(ends[1]) >= n or int(ends[3]) >= n:
            raise fault(
                msg("{edge} is not an edge", edge=repr(edge[:40])),
                msg("0-1 or 0>1, vertices from 0 to {last}", last=n - 1),
                column,
            )
        a, b = int(ends[1]), int(ends[3])
        arrows += [(a, b), (b, a)] if ends[2] == "-" else [(a, b)]
        column += len(edge) + 1
    plain = LightsOut.from_graph(n, arrows, directed=True, loops=head == "graph")
    return _with_goal(LightsOut(plain.width, plain.height, k=_k(given), rule=plain.rule, **_lost(given)), given)


def format_params(puzzle: LightsOut) -> str:
    """Return the options of `puzzle` in canonical order."""
    if puzzle.name:
        from solvable.lights.catalogue.variants import VARIANTS, variant

        if puzzle.name in VARIANTS and (named := variant(puzzle.name)).with_goal(puzzle.goal) == puzzle:
            return puzzle.name + ("" if named.goal == puzzle.goal else f",goal={puzzle.format(puzzle.goal)}")
    explicit = not isinstance(puzzle.rule, str)
    graph = _format_graph(puzzle) or _format_box(puzzle) if explicit else ""
    options = [graph or f"{puzzle.width}x{puzzle.height}"]
    if not explicit:
        options += [str(puzzle.rule)] * (puzzle.rule != "plus") + [puzzle.surface] * (puzzle.surface != "plane")
    options += [f"mod{puzzle.k}"] * (puzzle.k != 2)
    if explicit and not graph:
        options.append(_format_wiring(puzzle))
    for kind in _LOST:
        options += _format_cells(kind, getattr(puzzle, kind))
    if any(puzzle.goal):
        options.append(f"goal={puzzle.format(puzzle.goal)}")
    return ",".join(options)


def _format_cells(kind: str, cells: frozenset[int]) -> list[str]:
    """Return the option that lists these cells; [] if there are none."""
    return [f"{kind}={'.'.join(map(str, sorted(cells)))}"] * bool(cells)


def _format_graph(puzzle: LightsOut) -> str:
    """Return `graph=…` if the wiring is a graph on one row of cells, with loops on all or on none; else ""."""
    toggles = puzzle.toggles
    if puzzle.height != 1 or len(toggles) != puzzle.cells or any(amount != 1 for t in toggles for _, amount in t):
        return ""
    reached = [{cell for cell, _ in toggle} for toggle in toggles]
    loops = sum(press in cells for press, cells in enumerate(reached))
    if loops not in (0, len(reached)) or len(reached) > 1000:
        return ""
    edges = []
    for a, cells in enumerate(reached):
        for b in sorted(cells - {a}):
            if a not in reached[b]:
                edges.append(f"{a}>{b}")
            elif a < b:
                edges.append(f"{a}-{b}")
    return ";".join([f"{'graph' if loops else 'graph0'}={puzzle.cells}", *edges])


def _format_box(puzzle: LightsOut) -> str:
    """Return `WxHxD` if the wiring is that of a solid box, or of a flat one too large for a matrix; else ""."""
    w, rows = puzzle.width, puzzle.height
    reach = max((toggle[-1][0] - press for press, toggle in checked(enumerate(puzzle.toggles)) if toggle), default=0)
    height = reach // w
    minimum = 1 if puzzle.cells > _MATRIX_CELLS else 2
    if puzzle.presses != puzzle.cells or reach % w or not minimum <= height < rows or rows % height:
        return ""
    rule = box_toggles(w, height, rows // height)
    if not is_full(puzzle):  # else it is already in its only form
        lost = {kind: getattr(puzzle, kind) for kind in _LOST}
        rule = LightsOut(w, rows, k=puzzle.k, rule=rule, **lost).toggles
    return f"{w}x{height}x{rows // height}" if rule == puzzle.rule else ""


def _format_wiring(puzzle: LightsOut) -> str:
    toggles, cells = puzzle.toggles, puzzle.cells
    if puzzle.k == 2 and len(toggles) == cells <= _MATRIX_CELLS:
        return f"matrix={matrix_digits(puzzle)}"
    presses = (".".join(f"{cell}*{amount}" if amount > 1 else str(cell) for cell, amount in t) for t in toggles)
    return f"toggles={'/'.join(presses)}"


def matrix_digits(puzzle: LightsOut) -> str:
    """Return the toggle matrix packed four bits a hex digit, row by row, most significant first, zero-padded."""
    cells = puzzle.cells
    bits = bytearray(b"0" * (-(-cells * len(puzzle.toggles) // 4) * 4))
    for press, toggle in checked(enumerate(puzzle.toggles)):
        for cell, _ in toggle:
            bits[press * cells + cell] = ord("1")
    return f"{int(bits, 2):0{len(bits) // 4}x}"
