"""Lamps that are no grid: lists of wires, switches, a graph, places of lit lamps; the machines of Advent of Code."""

import re
from typing import NamedTuple

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.grid import lights_of, plain_lights
from solvable.formats.text import Text

# Arbitrary wiring: a row of lamps `1 0 1`, then which lamps each button toggles, or which buttons toggle each lamp.
#
#     1 0 1                      1 0 1
#     button 1: lamps 2 3        lamp 1: buttons 2
#     button 2: lamps 1          lamp 2: buttons 1
#
# All are numbered from 1. The words say which is meant; of bare numbers, `1: 2 3`, a sense counts if it fits: the lamps
# exist, or each lamp has a line and no button is left out. If both fit and differ, both are offered.

_BUTTONS = r"buttons?|press(?:es)?|switch(?:es)?|按钮|按键|开关"
_LAMPS = r"lamps?|lights?|灯"
_WIRING_LINE = pattern(
    rf"(?:({_BUTTONS})|({_LAMPS}))?[ \t]*([0-9]{{1,7}})[ \t]*:[ \t]*(?:({_BUTTONS})|({_LAMPS}))?[ \t]*(.*)",
    re.IGNORECASE,
)
_NUMBERS = pattern(r"[0-9, \t]*")

Lists = list[list[int]]


class Lines(NamedTuple):
    """The lamps, the numbers of each line and where they begin in it, and which sense the words say."""

    lamps: str
    numbers: list[str]
    starts: list[int]
    by_button: bool
    by_lamp: bool


def _lines(text: Text) -> Lines | None:
    """Return the lines of the text; None if it is no wiring."""
    if ":" not in text.symbols or len(text.lines) < 2:
        return None
    lamps = re.sub("[ ,\t]", "", text.lines[0])
    results = [_WIRING_LINE.fullmatch(line) for line in text.lines[1:]]
    if not frozenset(lamps) <= {"0", "1"} or results[0] is None:
        return None
    by_button = by_lamp = False
    for index, (line, match) in enumerate(zip(text.lines[1:], results, strict=True), start=1):
        if match is None or int(match[3]) != index:
            raise text.fault(
                msg("{line} is not button {button}", line=repr(line[:20]), button=index),
                msg("{button}: lamps", button=index),
                text.offset(index, marks=""),
            )
        by_button = by_button or bool(match[1] or match[5])
        by_lamp = by_lamp or bool(match[2] or match[4])
    if by_button and by_lamp:
        raise text.fault(
            "the lines name buttons of lamps and lamps of buttons", "one of both", text.offset(1, marks="")
        )
    return Lines(lamps, [m[6] for m in results if m], [m.start(6) for m in results if m], by_button, by_lamp)


def _listed(text: Text, lines: Lines, most: int) -> Lists:
    """Return the numbers of each line, from 0; raise NotationError for one beyond `most`, or there twice."""
    lists: Lists = []
    for index, (numbers, start) in enumerate(zip(lines.numbers, lines.starts, strict=True), start=1):
        listed: list[int] = []
        for word in re.finditer(r"[^\s,]+", numbers):
            number = int(word[0]) if word[0].isascii() and word[0].isdigit() and len(word[0]) < 8 else 0
            if not 1 <= number <= most or number - 1 in listed:
                message = msg("{word} is not another lamp of this row", word=repr(word[0][:20]))
                place = text.offset(index, start + word.start(), marks="")
                raise text.fault(message, msg("different numbers from 1 to {last}", last=most), place)
            listed.append(number - 1)
        lists.append(listed)
    return lists


def _reading(lines: Lines, toggles: Lists, sense: str) -> Reading:
    from solvable.lights.board import LightsOut

    rule = tuple(tuple((lamp, 1) for lamp in sorted(toggle)) for toggle in toggles)
    is_said = lines.by_button or lines.by_lamp
    return Reading(
        LightsOut(len(lines.lamps), 1, rule=rule),
        tuple(map(int, lines.lamps)),
        msg("{note}; {other}", note="1 lit, 0 off", other=msg(sense)),
        is_evident=is_said,
    )


def _read_wiring(text: Text) -> Reading | None:
    lines = _lines(text)
    if lines is None or lines.by_lamp:
        return None
    return _reading(lines, _listed(text, lines, len(lines.lamps)), "each line is a button and its lamps")


def _read_by_lamp(text: Text) -> Reading | None:
    lines = _lines(text)
    if lines is None or lines.by_button or len(lines.numbers) != len(lines.lamps):
        return None
    if not lines.by_lamp and not all(map(_NUMBERS.fullmatch, lines.numbers)):
        return None
    used = {int(word) for numbers in lines.numbers for word in re.findall("[0-9]{1,7}", numbers)}
    if not lines.by_lamp and used != {*range(1, len(used) + 1)}:
        return None  # a button that no lamp names: the other sense is meant
    buttons = max(used, default=0)
    if buttons > len(text.data):
        raise text.fault(msg("there are {count} buttons", count=buttons), "buttons that toggle something")
    toggles: Lists = [[] for _ in range(buttons)]
    for lamp, listed in enumerate(_listed(text, lines, buttons)):
        for button in listed:
            toggles[button].append(lamp)
    return _reading(lines, toggles, "each line is a lamp and its buttons")


def _write_wiring(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "wiring")
    if lights.k != 2 or lights.height != 1 or isinstance(lights.rule, str) or any(lights.goal):
        raise PuzzleError("the format wiring is for a row of two-state lamps with buttons, to be turned off")
    buttons = (
        f"button {button}: lamps {' '.join(str(lamp + 1) for lamp, _ in toggle)}".rstrip()
        for button, toggle in enumerate(lights.toggles, start=1)
    )
    return "\n".join([" ".join(map(str, state)), *buttons])


WIRING = Format(
    "wiring", "a row of lamps, then `button 1: lamps 2 3` for each button, from 1", _read_wiring, _write_wiring
)
WIRING_BY_LAMP = Format("wiring-by-lamp", "a row of lamps, then `lamp 1: buttons 2 3` for each lamp", _read_by_lamp)


# Switches with a start and a goal: N, the start row, the goal row, pairs `i j`, at the end `0 0` (POJ 1830).
#
# Switch i turns itself, and j for each pair. A case count of 1 may come before.

SWITCHES_MAX = 10_000


def _read_switches(text: Text) -> Reading | None:
    if not text.is_numeric or len(text.rows) < 4 or text.rows[-1].split() != ["0", "0"]:
        return None
    first = 1 if text.rows[0] == "1" and len(text.rows[1].split()) == 1 else 0
    head = text.rows[first]
    if not (head.isascii() and head.isdigit() and len(head) < 6 and 0 < int(head) <= SWITCHES_MAX):
        return None
    n, edges = int(head), []
    start, goal = (
        (text.rows[first + 1].split(), text.rows[first + 2].split()) if len(text.rows) > first + 3 else ([], [])
    )
    if len(start) != n or len(goal) != n or not {*start, *goal} <= {"0", "1"}:
        return None
    for index in range(first + 3, len(text.rows) - 1):
        words = text.rows[index].split()
        if len(words) != 2 or not all(word.isdigit() and len(word) < 6 and 1 <= int(word) <= n for word in words):
            message = msg("{words} is not a pair of switches", words=repr(text.rows[index][:20]))
            raise text.fault(message, msg("two numbers from 1 to {last}, at the end 0 0", last=n), text.offset(index))
        edges.append((int(words[0]) - 1, int(words[1]) - 1))
    from solvable.lights.board import LightsOut

    puzzle = LightsOut.from_graph(n, edges, directed=True).with_goal(tuple(map(int, goal)))
    return Reading(puzzle, tuple(map(int, start)), goal_note="start row, then goal row")


def _write_switches(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "switches")
    loops = all((press, 1) in toggle for press, toggle in enumerate(lights.toggles))
    if lights.k != 2 or lights.height != 1 or lights.presses != lights.cells or not loops:
        raise PuzzleError("the format switches is for a row of lamps whose switches turn themselves and others")
    pairs = [f"{i + 1} {j + 1}" for i, toggle in enumerate(lights.toggles) for j, _ in toggle if i != j]
    rows = (" ".join(map(str, row)) for row in (state, lights.goal))
    return "\n".join([str(lights.cells), *rows, *pairs, "0 0"])


SWITCHES = Format(
    "switches", "N, the start row, the goal row, pairs `i j`, `0 0` (POJ 1830)", _read_switches, _write_switches
)


# The lit lamps of a square board by their places: `size count`, then `row column` for each, from 1.
#
# A size or a count below 2 × 2 and 1 is no such text: `1 1/1 1` is a grid.

_SIDE_MAX = 1000


def _pairs(text: Text) -> list[tuple[int, int]] | None:
    """Return the pairs of a text of two numbers a row, the second of them the number of rows below; or None."""
    head = text.rows[0].split() if text.is_numeric else []
    if len(head) != 2 or head[1] != str(len(text.rows) - 1):
        return None
    results = []
    for row in text.rows:
        words = row.split()
        if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            return None
        results.append((int(words[0]), int(words[1])))
    return results


def _read_coords(text: Text) -> Reading | None:
    result = _pairs(text)
    if result is None or not len(result) - 1 == result[0][1] > 0 or not 2 <= result[0][0] <= _SIDE_MAX:
        return None
    size, cells = result[0][0], bytearray(result[0][0] ** 2)
    for index, (row, column) in enumerate(result[1:], start=1):
        if not (1 <= row <= size and 1 <= column <= size):
            raise text.fault(
                msg("there is no row {row}, column {column}", row=row, column=column),
                msg("1 to {last}", last=size),
                text.offset(index),
            )
        cell = (row - 1) * size + column - 1
        if cells[cell]:
            raise text.fault(
                msg("row {row}, column {column} appears twice", row=row, column=column),
                "each lit lamp once",
                text.offset(index),
            )
        cells[cell] = 1
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(size, size), tuple(cells), "the places are of lit lamps")


def _write_coords(puzzle: Puzzle, state: State) -> str:
    lights = plain_lights(puzzle, "coords")
    size = lights.width
    if size != lights.height or size < 2 or not any(state):
        raise PuzzleError("the format coords is for square boards from 2 × 2 with a lit lamp")
    lit = [f"{cell // size + 1} {cell % size + 1}" for cell, value in enumerate(state) if value]
    return "\n".join([f"{size} {len(lit)}", *lit])


COORDS = Format("coords", "`size count`, then `row column` of each lit lamp, from 1", _read_coords, _write_coords)


# Lamps on a graph, all dark, to be lit: `N M`, then M edges `a b`, from 1.
#
# A button toggles its lamp and the neighbours. As in Luogu P2962 and BZOJ 1770.

VERTICES_MAX = 10_000


def _read_graph(text: Text) -> Reading | None:
    result = _pairs(text)
    if result is None or not len(result) - 1 == result[0][1] > 0 or not 2 <= result[0][0] <= VERTICES_MAX:
        return None
    n, edges = result[0][0], result[1:]
    for index, (a, b) in enumerate(edges, start=1):
        if not (1 <= a <= n and 1 <= b <= n and a != b):
            raise text.fault(
                msg("{one} {other} is not an edge", one=a, other=b),
                msg("two different lamps from 1 to {last}", last=n),
                text.offset(index),
            )
    from solvable.lights.board import LightsOut

    puzzle = LightsOut.from_graph(n, [(a - 1, b - 1) for a, b in edges]).with_goal((1,) * n)
    return Reading(puzzle, (0,) * n, "all off, the goal all lit")


def _write_graph(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "graph")
    wanted = lights.k == 2 and lights.height == 1 and all(lights.goal) and not any(state)
    loops = all((press, 1) in toggle for press, toggle in enumerate(lights.toggles))
    if not wanted or not loops or not lights.is_symmetric:
        raise PuzzleError("the format graph is for a graph of lamps that are all off and must all be lit")
    edges = [f"{a + 1} {b + 1}" for a, toggle in enumerate(lights.toggles) for b, _ in toggle if a < b]
    if not edges:
        raise PuzzleError("the format graph is for a graph with edges")
    return "\n".join([f"{lights.cells} {len(edges)}", *edges])


GRAPH = Format("graph", "`N M`, then M edges `a b` from 1: all off, to be lit", _read_graph, _write_graph)


# The machines of Advent of Code 2025, day 10: `[.##.] (3) (1,3) (2) {3,5,4}`, one a line.
#
# The lamps that are to be lit, all being off; for each button the lamps it toggles, from 0; then what counters are to
# show, which is the second half of the task (`counters`).

_MACHINE_LAMPS_MAX = 1_000
_MACHINE_LINE = pattern(r"\s*\[([.#]+)\]((?:[ \t]*\([0-9, ]*\))+)[ \t]*(?:\{([0-9, ]*)\})?\s*")
_MACHINE_BUTTON = pattern(r"\(([^()]*)\)")


def _read_machine(text: Text) -> Reading | None:
    if not text.typed[:100].lstrip().startswith(("[.", "[#")):
        return None
    lines = [match for match in re.finditer("[^\n]+", text.typed) if match[0].strip()]
    found = _MACHINE_LINE.fullmatch(lines[0][0])
    if found is None or len(found[1]) > _MACHINE_LAMPS_MAX:
        return None
    if len(lines) > 1:
        if not all(_MACHINE_LINE.fullmatch(line[0]) for line in lines[:100]):
            return None
        message = msg("the text holds {count} boards", count=len(lines))
        raise text.fault(message, "one board, or the command batch", lines[1].start())
    lamps, begin = len(found[1]), lines[0].start()
    toggles = [
        _reached(text, begin + found.start(2) + button.start(1), button[1], lamps)
        for button in _MACHINE_BUTTON.finditer(found[2])
    ]
    if found[3] is not None and (counters := len(found[3].split(","))) != lamps:
        message = msg("{counters} counters for {lamps} lamps", counters=counters, lamps=lamps)
        raise text.fault(message, "a counter for each lamp", begin + found.start(3))
    goal = tuple(int(symbol == "#") for symbol in found[1])
    from solvable.lights.board import LightsOut

    note = msg("from all off to {goal}", goal=f"[{found[1]}]")
    if found[3] is not None:
        note = msg(
            "{note}; {other}", note=note, other=msg("the counters in braces are another puzzle, --format counters")
        )
    return Reading(LightsOut(lamps, 1, rule=tuple(toggles), goal=goal), (0,) * lamps, note)


def _reached(text: Text, start: int, button: str, lamps: int) -> tuple[tuple[int, int], ...]:
    """Return the lamps that one button toggles; raise NotationError for one that does not exist or is there twice."""
    reached = list[int]()
    for word in re.finditer(r"[^\s,]+", button):
        lamp = int(word[0]) if len(word[0]) < 8 else lamps
        if lamp >= lamps or lamp in reached:
            message = msg("{word} is not another lamp of this row", word=repr(word[0][:20]))
            raise text.fault(message, msg("different numbers from 0 to {last}", last=lamps - 1), start + word.start())
        reached.append(lamp)
    return tuple((lamp, 1) for lamp in reached)


MACHINE = Format("machine", "a machine of Advent of Code, [.##.] (3) (1,3) … {3,5,4,7}: its lamps", _read_machine)


# The counters of a machine of Advent of Code 2025, day 10: `[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}`.
#
# In brackets are lamps, in parentheses the counters (from 0) that a button raises, in braces what they are to show.
# Such a line is read as lamps (`machine`) unless this format is named.

_LINE_CHARACTERS_MAX = 100_000  # characters
_COUNTERS = pattern(r"\s*(?:\[[.#]*\]\s*)?((?:\([\d,\s]*\)\s*)+)\{([\d,\s]+)\}\s*")
_COUNTERS_BUTTON = pattern(r"\(([\d,\s]*)\)")
_EXPECTED = "(3) (1,3) (2) {3,5,4}: the counters of each button, from 0, and what all are to show"


def _read_counters(text: Text) -> Reading | None:
    line = text.typed.strip() if len(text.typed) <= _LINE_CHARACTERS_MAX else ""
    if "\n" in line or not (machine := _COUNTERS.fullmatch(line)):
        return None
    amounts = _numbers(machine[2])
    from solvable.counters.board import Counters

    try:
        puzzle = Counters(len(amounts), tuple(_numbers(button) for button in _COUNTERS_BUTTON.findall(machine[1])))
        puzzle.check(amounts)
    except PuzzleError as error:
        raise text.fault(error.message, _EXPECTED) from None
    return Reading(puzzle, amounts, "counters that do not wrap, each to be brought to zero", is_evident=True)


def _numbers(words: str) -> tuple[int, ...]:
    return tuple(int(word[:9]) for word in re.findall(r"\d+", words))  # longer ones are too large all the same


def _write_counters(puzzle: Puzzle, state: State) -> str:
    from solvable.counters.board import Counters

    if not isinstance(puzzle, Counters):
        raise PuzzleError(msg("the format {name} is for counters", name="counters"))
    buttons = " ".join(f"({','.join(map(str, button))})" for button in puzzle.buttons)
    return f"{buttons} {{{','.join(map(str, state))}}}"


COUNTERS = Format(
    "counters",
    "a machine of Advent of Code, (3) (1,3) … {3,5,4,7}: its counters",
    _read_counters,
    _write_counters,
)
