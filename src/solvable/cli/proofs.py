"""Why tiles can, or cannot, reach their goal, for a person to check with a pencil: parity, or the parts of a graph."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solvable.cli.terminal import Terminal
from solvable.messages import number
from solvable.render.text import fold, table

if TYPE_CHECKING:
    from solvable.core.answer import Answer, Block

PLACES_SHOWN = 12
TILES_SHOWN = 40
PARTS_SHOWN = 20
REASONS_SHOWN = 3
GOAL_SHOWN = 80


def place(puzzle: Any, vertex: int) -> str:
    """Return a vertex as people say it: `row,column` from 1 on a board, elsewhere its number in the game ID."""
    if not puzzle.width:
        return str(vertex)
    row, column = divmod(vertex, puzzle.width)
    return f"{row + 1},{column + 1}"


def show_blocks(terminal: Terminal, puzzle: Any, answer: "Answer") -> None:
    """Write what the blank can do in each part of the graph, and what is wrong where."""
    blocks = answer["blocks"]
    terminal.line()
    if not blocks:
        _put(terminal, terminal.say("blocks.none"))
        return
    intro = "blocks.intro" if len(blocks) > 1 else "blocks.intro.one"
    _put(terminal, terminal.say(intro, place=place(puzzle, puzzle.goal.index(0))))
    listed = sorted(blocks, key=lambda block: not block["reason"])
    _show_table(terminal, [(_places(terminal, puzzle, block), _block_kind(terminal, block)) for block in listed])
    terminal.line()
    wrong = [block for block in listed if block["reason"]]
    for block in wrong[:REASONS_SHOWN]:
        _put(terminal, _reason(terminal, puzzle, block, answer if block is wrong[0] else None))
    if len(wrong) > REASONS_SHOWN:
        _put(terminal, terminal.say("blocks.more", n=len(wrong) - REASONS_SHOWN))
    if not wrong:
        _put(terminal, terminal.say("blocks.right"))


def show_orders(terminal: Terminal, puzzle: Any, answer: "Answer") -> None:
    """Write the parts of a graph, and how many arrangements of different tiles the blank makes in each."""
    if not answer["blocks"]:
        return
    terminal.line()
    _put(terminal, terminal.say("blocks.orders"))
    rows = []
    for block in answer["blocks"]:
        kind = terminal.say(f"blocks.{block['kind']}")
        rows.append((_places(terminal, puzzle, block), f"{number(block['order'], 1000)} · {kind}"))
    _show_table(terminal, rows)


def _show_table(terminal: Terminal, rows: Sequence[tuple[str, str]]) -> None:
    for line in table(rows[:PARTS_SHOWN], min(terminal.pen.width, 100)):
        terminal.line(line)
    if len(rows) > PARTS_SHOWN:
        terminal.line("  " + terminal.say("blocks.more", n=len(rows) - PARTS_SHOWN))


def _block_kind(terminal: Terminal, block: "Block") -> str:
    is_free = block["kind"] == "even" and len(set(block["wanted"])) < len(block["wanted"])
    return terminal.say("blocks.free" if is_free else f"blocks.{block['kind']}")


def _reason(terminal: Terminal, puzzle: Any, block: "Block", answer: "Answer | None") -> str:
    """Return why a part cannot be put right; the answer's own proof is of the first one."""
    where, why = _places(terminal, puzzle, block), block["reason"]
    if why == "tiles":
        here, there = list(block["tiles"]), list(block["wanted"])
        for tile in block["tiles"]:
            if tile in there:
                here.remove(tile)
                there.remove(tile)
        return terminal.say("blocks.wrong.tiles", where=where, tiles=_named(puzzle, here), wanted=_named(puzzle, there))
    if why == "order":
        tiles, wanted = _named(puzzle, block["tiles"]), _named(puzzle, block["wanted"])
        return terminal.say("blocks.wrong.order", where=where, tiles=tiles, wanted=wanted)
    if why == "theta" and answer is not None:
        proof = answer["obstruction"]
        return terminal.say("blocks.wrong.theta", where=where, value=proof["value"] + 1, wanted=proof["wanted"] + 1)
    return terminal.say(f"blocks.wrong.{'other' if why == 'theta' else why}", where=where)


def _places(terminal: Terminal, puzzle: Any, block: "Block") -> str:
    if len(puzzle.blocks) == 1:
        return terminal.say("blocks.whole")
    names = [place(puzzle, vertex) for vertex in block["vertices"]]
    return " ".join(names[:PLACES_SHOWN]) + " …" * (len(names) > PLACES_SHOWN)


def _named(puzzle: Any, tiles: Sequence[int]) -> str:
    return " ".join(map(puzzle.name, tiles[:TILES_SHOWN])) + " …" * (len(tiles) > TILES_SHOWN)


def _put(terminal: Terminal, text: str) -> None:
    for line in fold(text, min(terminal.pen.width, 100)):
        terminal.line(line)


def show_parity(terminal: Terminal, puzzle: Any, answer: "Answer") -> None:
    """Write why the arrangement can, or cannot, reach the goal."""
    numbers: Mapping[str, Any] = answer["parity"]
    terminal.line()
    if numbers["order"] is not None:
        tile, wanted = numbers["order"]
        _put(terminal, terminal.say("parity.order", tile=tile, wanted=wanted))
        _show_goal(terminal, puzzle)
        return
    rows = _parity_rows(terminal, numbers)
    for line in table(rows, terminal.pen.width):
        terminal.line(line)
    terminal.line()
    _put(terminal, terminal.say("parity.odd" if numbers["value"] else "parity.even"))
    if numbers["value"]:
        _show_goal(terminal, puzzle)


def _show_goal(terminal: Terminal, puzzle: Any) -> None:
    """Name the goal that cannot be reached, if it is short: another may have been meant."""
    goal = puzzle.format(puzzle.goal)
    if len(goal) <= GOAL_SHOWN:
        _put(terminal, terminal.say("parity.goal", goal=goal))


def _parity_rows(terminal: Terminal, numbers: Mapping[str, Any]) -> list[tuple[str, str]]:
    def parity(value: int) -> str:
        return terminal.say("parity.is_odd" if value % 2 else "parity.is_even", value=value)

    def pair(here: object, goal: object) -> str:
        return terminal.say("parity.pair", here=here, goal=goal)

    def where(prefix: str) -> str:
        return f"{numbers[prefix + 'blank_row'] + 1},{numbers[prefix + 'blank_column'] + 1}"

    swaps = sum(len(cycle) - 1 for cycle in numbers["cycles"])
    total = swaps + numbers["distance"]
    return [
        (terminal.say("parity.inversions"), pair(numbers["inversions"], numbers["goal_inversions"])),
        (terminal.say("parity.blank"), pair(where(""), where("goal_"))),
        (terminal.say("parity.cycles"), _cycles(numbers["cycles"])),
        (terminal.say("parity.swaps"), parity(swaps)),
        (terminal.say("parity.distance"), parity(numbers["distance"])),
        (terminal.say("parity.sum"), parity(total)),
    ]


def _cycles(cycles: Any) -> str:
    """Return the cycles as (1 2)(3 4 5), the blank as _, cut if there are many tiles."""
    shown, room = "", TILES_SHOWN
    for cycle in cycles:
        if not room:
            return shown + "…"
        shown += "(" + " ".join(str(tile or "_") for tile in cycle[:room]) + (" …)" if len(cycle) > room else ")")
        room = max(0, room - len(cycle))
    return shown or "–"
