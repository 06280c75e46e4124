"""An answer for people: one sentence, the drawing, then the detail.

The sentences stand in the catalogue, the drawings in `render.text`; here is only their order.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from solvable.answer import Answer, to_json
from solvable.cli.terminal import Terminal
from solvable.errors import PuzzleError
from solvable.lights.board import LightsOut
from solvable.messages import duration
from solvable.messages import number as speak
from solvable.render.text import Drawing, draw, fold, wrap
from solvable.scene import UNMARKED, Marks
from solvable.tiles.board import SlidingTiles
from solvable.tiles.graphs.board import GraphTiles

if TYPE_CHECKING:
    from solvable.cli.options import AnyPuzzle
    from solvable.puzzle import State

MOVES_SHOWN = 400


def show_answer(
    terminal: Terminal, puzzle: "AnyPuzzle", state: "State", answer: Answer, *, number: int = 0, told: str = ""
) -> None:
    """Write an answer: the sentence (or `told`), the drawing, the detail. From the second of several what differs."""
    if number > 1:
        terminal.line()
    sentence = told or headline(terminal, puzzle, answer, several=number > 0) if number < 2 else ""
    if sentence:
        terminal.sentence(sentence, "alarm" if answer["verdict"] == "unsolvable" else "strong")
        terminal.line()
    if number:
        terminal.line(terminal.pen.paint(terminal.say("solution.number", number=number), "strong"))
    if isinstance(puzzle, LightsOut):
        _show_lights(terminal, puzzle, state, answer, legend=number < 2)
    else:
        _show_tiles(terminal, puzzle, state, answer)
    if not number:
        _show_facts(terminal, answer)


def headline(terminal: Terminal, puzzle: "AnyPuzzle", answer: Answer, *, several: bool = False) -> str:
    """Return the one sentence that says it all; of one of several solutions, what is true of all."""
    verdict, kind = answer["verdict"], "lights" if isinstance(puzzle, LightsOut) else "tiles"
    if verdict == "unsolvable":
        return terminal.say("headline.unsolvable")
    ways = terminal.say("headline.ways", n=speak(answer["solutions"])) if "solutions" in answer else ""
    if verdict == "solvable" or (several and not answer["optimal"]):
        return terminal.say("headline.solvable.ways" if ways else "headline.solvable", ways=ways)
    if "moves" not in answer:
        return terminal.say("headline.limit", bound=answer["lower_bound"])
    if not answer["moves"]:
        return terminal.say("headline.already")
    quality = "fewest" if answer["optimal"] else "bounded" if answer["lower_bound"] else "any"
    return terminal.say(f"headline.{kind}.{quality}", ways=ways, length=answer["length"], bound=answer["lower_bound"])


def draw_board(terminal: Terminal, puzzle: "AnyPuzzle", state: "State", marks: Marks = UNMARKED) -> Drawing:
    """Return the board with these marks, drawn."""
    pen = terminal.pen
    return draw(puzzle.scene(state, marks, window=pen.window), pen, terminal.say)


def put(terminal: Terminal, drawing: Drawing, size: tuple[int, int]) -> None:
    """Write a drawing, and say so where it shows only a part of the board."""
    for line in drawing.lines:
        terminal.line(line)
    if (drawing.columns, drawing.rows) != size:
        terminal.line(
            terminal.say("drawing.cut", rows=drawing.rows, columns=drawing.columns, width=size[0], height=size[1])
        )


def place(puzzle: "AnyPuzzle", cell: int) -> str:
    """Return a cell as people say it, `row,column` from 1."""
    row, column = divmod(cell, puzzle.width)
    return f"{row + 1},{column + 1}"


def save_answers(terminal: Terminal, puzzle: "AnyPuzzle", answers: list[Answer], path: str, *, json: bool) -> None:
    """Write the answers to the file `path`, one line of JSON each; to .pbm or .npy the presses as a picture."""
    if path.endswith((".pbm", ".npy")):
        answers = _save_picture(terminal, puzzle, answers, path)
    else:
        Path(path).write_text("".join(to_json(answer) + "\n" for answer in answers), "utf-8")
    if json:
        for answer in answers:
            terminal.json(answer)
    else:
        terminal.line(headline(terminal, puzzle, {"moves": [0], **answers[0]}, several=len(answers) > 1))
    terminal.note(terminal.say("note.saved", path=path))


def _save_picture(terminal: Terminal, puzzle: "AnyPuzzle", answers: list[Answer], path: str) -> list[Answer]:
    """Draw the presses, or the quiet pattern of a refutation, into a file; return the answer that names it."""
    from solvable.formats.giant import write_rows

    if not isinstance(puzzle, LightsOut) or puzzle.k != 2 or puzzle.presses != puzzle.cells or len(answers) != 1:
        raise PuzzleError(terminal.say("error.picture"))
    (answer,) = answers
    if "obstruction" in answer:
        cells = answer["obstruction"]["weights"]
    elif "moves" in answer:
        pressed = set(answer.pop("moves"))
        cells = [int(cell in pressed) for cell in range(puzzle.cells)]
        answer["moves_file"] = path
    else:
        raise PuzzleError(terminal.say("error.picture"))
    width, digits = puzzle.width, "".join(map(str, cells))
    rows = (int(digits[start : start + width], 2) for start in range(0, len(digits), width))
    write_rows(Path(path), rows, width, puzzle.height)
    return [answer]


def _show_lights(terminal: Terminal, puzzle: "LightsOut", state: "State", answer: Answer, *, legend: bool) -> None:
    size = (puzzle.width, puzzle.height)
    if "obstruction" in answer:
        _show_witness(terminal, puzzle, state, answer)
        return
    presses: Counter[int] = Counter(answer.get("moves", ()))
    on_cells = puzzle.presses == puzzle.cells
    board = draw_board(terminal, puzzle, state, Marks(pressed=tuple(presses.elements()) or None))
    put(terminal, board, size)
    if not presses:
        return
    if on_cells and legend:
        key = "legend.times" if puzzle.k > 2 else "legend.star" if board.starred else "legend.press"
        terminal.line()
        terminal.line(terminal.pen.paint(terminal.say(key), "dim"))
    shown = sorted(presses)[:MOVES_SHOWN]
    names = [place(puzzle, press) if on_cells else str(press + 1) for press in shown]
    names = [
        f"{name} ×{presses[press]}" if presses[press] > 1 else name for name, press in zip(names, shown, strict=True)
    ]
    _show_list(terminal, "moves.presses" if on_cells else "moves.buttons", names, len(presses))


def _show_witness(terminal: Terminal, puzzle: "LightsOut", state: "State", answer: Answer) -> None:
    """Draw the proof: the cells that every press touches evenly, and what the board has there."""
    proof = answer["obstruction"]
    weights, goal = proof["weights"], puzzle.goal
    marked = [cell for cell, weight in enumerate(weights) if weight]
    board = draw_board(terminal, puzzle, state, Marks(weights=tuple(weights)))
    put(terminal, board, (puzzle.width, puzzle.height))
    terminal.line()
    if puzzle.k > 2:
        terminal.line(terminal.pen.paint(terminal.say("legend.weights"), "dim"))
        text = terminal.say("proof.weights", k=puzzle.k, value=proof["value"], wanted=proof["wanted"])
    else:
        wrong = sum(state[cell] != goal[cell] for cell in marked)
        key = "proof.differ" if any(goal) else "proof.lit"
        cells = terminal.say("proof.stars" if board.starred else "proof.brackets")
        text = terminal.say(key, n=wrong, cells=cells)
    for line in fold(text, min(terminal.pen.width, 100)):
        terminal.line(line)


def _show_tiles(terminal: Terminal, puzzle: SlidingTiles | GraphTiles, state: "State", answer: Answer) -> None:
    moves = answer.get("moves", [])
    letters = answer.get("letters", "")
    marks = Marks(next=moves[0] if moves and letters else None)
    put(terminal, draw_board(terminal, puzzle, state, marks), (puzzle.width, puzzle.height))
    if moves:
        if isinstance(puzzle, GraphTiles) and not puzzle.width and puzzle.has_equal_tiles:  # a name would not say which
            _show_list(terminal, "moves.vertices", [str(vertex) for vertex in moves[:MOVES_SHOWN]], len(moves))
        else:
            name = puzzle.name if isinstance(puzzle, GraphTiles) else str
            tiles = touched(puzzle, state, moves[:MOVES_SHOWN])
            _show_list(terminal, "moves.tiles", [name(tile) for tile in tiles], len(moves))
        if letters:
            _show_letters(terminal, letters, answer["letters_of"])
    if isinstance(puzzle, GraphTiles) and "blocks" in answer:
        from solvable.cli.blocks import show_blocks

        show_blocks(terminal, puzzle, answer)
    if isinstance(puzzle, SlidingTiles) and "parity" in answer:
        from solvable.cli.parity import show_parity

        show_parity(terminal, puzzle, answer)


def touched(puzzle: SlidingTiles | GraphTiles, state: "State", moves: Sequence[int]) -> list[int]:
    """Return the tile touched by each of `moves`."""
    tiles = []
    for move in moves:
        tiles.append(state[move])
        state = puzzle.apply(state, move)
    return tiles


def _show_list(terminal: Terminal, key: str, words: list[str], total: int = 0) -> None:
    terminal.line()
    terminal.line(terminal.say(key))
    for line in wrap(words[:MOVES_SHOWN], min(terminal.pen.width, 100), "  "):
        terminal.line(line)
    hidden = (total or len(words)) - MOVES_SHOWN
    if hidden > 0:
        terminal.line("  " + terminal.say("moves.more", n=hidden))


def _show_letters(terminal: Terminal, letters: str, of: str) -> None:
    terminal.line()
    terminal.line(terminal.say(f"moves.letters.{of}"))
    width = min(terminal.pen.width, 100) - 4
    for start in range(0, min(len(letters), 2 * MOVES_SHOWN), width):
        terminal.line("  " + letters[start : min(start + width, 2 * MOVES_SHOWN)])


def _show_facts(terminal: Terminal, answer: Answer) -> None:
    """Write the last line: nullity, how many solutions are shortest, time, method."""
    facts = []
    if "nullity" in answer:
        facts.append(terminal.say("fact.nullity", nullity=answer["nullity"]))
    if "optimal_solutions" in answer and answer.get("solutions") != "1":
        facts.append(terminal.say("fact.shortest", n=answer["optimal_solutions"]))
    if "seconds" in answer:
        facts.append(duration(answer["seconds"]))
    if answer.get("method", "unique") != "unique":
        facts.append(terminal.tell(str(answer["method"])))
    terminal.line()
    terminal.sentence(" · ".join(facts), "dim")
