"""An answer for people: one sentence, the drawing, then the detail.

The sentences are in the catalogue, the drawings in `render.text`; here is only their order. Of several goals each gets
a line: the nearest, how far the others are, which cannot be reached.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable import answers, families
from solvable.cli.options import answers_kind
from solvable.cli.terminal import Terminal
from solvable.core.answer import Answer, Proof, to_json
from solvable.core.puzzle import Lamps, Pieces, Shaped, WithGoal, replay
from solvable.core.scene import UNMARKED, Marks, scene_of
from solvable.messages import duration
from solvable.messages import number as speak
from solvable.render.text import Drawing, draw, fold, table, wrap
from solvable.render.text import legend as legend_of

if TYPE_CHECKING:
    from solvable.core.answer import GoalClaim
    from solvable.core.puzzle import Puzzle, State
    from solvable.formats.base import Target, Targets

MOVES_SHOWN = 400
GOALS_SHOWN = 20
GOAL_CHARACTERS_SHOWN_MAX = 40  # characters of a goal without a name


def show_answer(
    terminal: Terminal,
    puzzle: "Puzzle",
    state: "State",
    answer: Answer,
    *,
    number: int = 0,
    heading: str = "",
    targets: "Targets | None" = None,
) -> None:
    """Write an answer: its sentence (or `heading`), drawing and detail. From the second of several what differs.

    `targets` are the goals, if there may be several; the board is drawn as it was given.
    """
    answer = terminal.shown(answer)
    if number > 1:
        terminal.line()
    sentence = heading or headline(terminal, puzzle, answer, several=number > 0) if number < 2 else ""
    if sentence:
        terminal.sentence(sentence, "alarm" if answer["verdict"] == "unsolvable" else "strong")
        show_goals(terminal, puzzle, answer)
        terminal.line()
    if number:
        terminal.line(terminal.pen.paint(terminal.say("solution.number", number=number), "strong"))
    if isinstance(puzzle, Lamps):
        _show_lights(terminal, puzzle, state, answer, legend=number < 2)
    else:
        _show_pieces(terminal, puzzle, state, answer, targets.original if targets else None)
    if targets is not None and "goals" in answer:
        show_claims(terminal, targets, answer)
    if not number:
        _show_facts(terminal, answer)


def headline(terminal: Terminal, puzzle: "Puzzle", answer: Answer, *, several: bool = False) -> str:
    """Return the one sentence that says it all; of one of several solutions, what is true of all."""
    verdict, kind = answer["verdict"], families.of(puzzle).prefix
    if verdict == "unsolvable":
        return terminal.say("headline.unsolvable")
    ways = terminal.say("headline.ways", n=speak(answer["solutions"])) if "solutions" in answer else ""
    if verdict == "solvable" or (several and not answer["optimal"]):
        return terminal.say("headline.solvable.ways" if ways else "headline.solvable", ways=ways)
    if "moves" not in answer:
        return terminal.say("headline.limit", n=answer["lower_bound"], bound=answer["lower_bound"])
    if not answer["moves"]:
        return terminal.say("headline.already")
    quality = "fewest" if answer["optimal"] else "bounded" if answer["lower_bound"] else "any"
    key, length = f"headline.{kind}.{quality}", answer["length"]
    return terminal.say(key, n=length, ways=ways, length=length, bound=answer["lower_bound"])


def show_goals(terminal: Terminal, puzzle: "Puzzle", answer: Answer) -> None:
    """Write which goal a verdict on tiles is for, and for which usual ones it would be another."""
    for sentence in answers.goal_sentences(puzzle, answer):
        terminal.sentence(terminal.tell(sentence), "")


def draw_board(terminal: Terminal, puzzle: "Puzzle", state: "State", marks: Marks = UNMARKED) -> Drawing:
    """Return the board with these marks, drawn."""
    pen = terminal.pen
    return draw(scene_of(puzzle, state, marks, extent=pen.extent), pen, terminal.say)


def size_of(puzzle: "Puzzle") -> tuple[int, int]:
    """Return the columns and rows of the board; 0 if it has none."""
    return (puzzle.width, puzzle.height) if isinstance(puzzle, Shaped) else (0, 0)


def put(terminal: Terminal, drawing: Drawing, size: tuple[int, int]) -> None:
    """Write a drawing, and say so where it shows only a part of the board."""
    if drawing.lines:
        terminal.line("\n".join(drawing.lines))
    if (drawing.columns, drawing.rows) != size:
        terminal.line(
            terminal.say("drawing.cut", rows=drawing.rows, columns=drawing.columns, width=size[0], height=size[1])
        )


def place(puzzle: Any, cell: int) -> str:
    """Return a cell as people say it, `row,column` from 1."""
    row, column = divmod(cell, puzzle.width)
    return f"{row + 1},{column + 1}"


def save_answers(terminal: Terminal, puzzle: "Puzzle", answers: list[Answer], path: str, *, json: bool) -> None:
    """Write the answers to the file `path`, one line of JSON each; to .pbm or .npy the presses as a picture."""
    if path.endswith((".pbm", ".npy")):
        from solvable.answers.giant import to_picture

        answers = [to_picture(puzzle, answers, path, terminal.say("error.picture"))]
    else:
        from solvable.core.atomic_write import write_text

        text = "".join(to_json(terminal.shown(answer)) + "\n" for answer in answers)
        write_text(Path(path), text, answers_kind(path))
    is_refuted = any("obstruction" in answer for answer in answers)
    if json:
        for answer in answers:
            terminal.json(answer)
    elif is_refuted:
        terminal.line(terminal.say("headline.unsolvable.file"))
    elif answers:
        terminal.line(headline(terminal, puzzle, {"moves": [0], **answers[0]}, several=len(answers) > 1))
        show_goals(terminal, puzzle, answers[0])
    is_pattern = is_refuted and path.endswith((".pbm", ".npy"))
    terminal.note(terminal.say("giant.proof" if is_pattern else "note.saved", path=path))


def _show_lights(terminal: Terminal, puzzle: Any, state: "State", answer: Answer, *, legend: bool) -> None:
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
        terminal.line(terminal.pen.paint(legend_of(board, terminal.say(key)), "dim"))
    shown = sorted(presses)[:MOVES_SHOWN]
    names = [place(puzzle, press) if on_cells else str(press + 1) for press in shown]
    names = [
        f"{name} ×{presses[press]}" if presses[press] > 1 else name for name, press in zip(names, shown, strict=True)
    ]
    _show_list(terminal, "moves.presses" if on_cells else "moves.buttons", names, len(presses))


def _show_witness(terminal: Terminal, puzzle: Any, state: "State", answer: Answer) -> None:
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


def _show_pieces(
    terminal: Terminal, puzzle: "Puzzle", state: "State", answer: Answer, original: "Target | None" = None
) -> None:
    solved, moves = puzzle, answer.get("moves", [])
    if original is not None:
        puzzle, state = _as_given(*original, moves)
    letters = answer.get("letters", "")
    marks = Marks(next=moves[0] if moves and letters else None)
    put(terminal, draw_board(terminal, puzzle, state, marks), size_of(puzzle))
    if moves:
        if not isinstance(puzzle, Pieces):
            _show_list(terminal, "moves.plain", [str(move) for move in moves[:MOVES_SHOWN]], len(moves))
        elif not size_of(puzzle)[0] and len(set(state)) < len(state):  # a name would not say which
            _show_list(terminal, "moves.vertices", [str(vertex) for vertex in moves[:MOVES_SHOWN]], len(moves))
        else:
            tiles = touched(puzzle, state, moves[:MOVES_SHOWN])
            _show_list(terminal, "moves.tiles", [puzzle.name(tile) for tile in tiles], len(moves))
        if letters:
            _show_letters(terminal, letters, answer["letters_of"])
    if "blocks" in answer:
        from solvable.cli.proofs import show_blocks

        show_blocks(terminal, solved, answer)
    if "parity" in answer:
        from solvable.cli.proofs import show_parity

        show_parity(terminal, solved, answer)
    if "obstruction" in answer and not {"blocks", "parity"} & answer.keys():
        _show_invariant(terminal, answer["obstruction"])


def _as_given(puzzle: "Puzzle", state: "State", moves: Sequence[int]) -> "Target":
    """Return the board as it was given, with what the moves make of it as its goal."""
    if not moves or not isinstance(puzzle, WithGoal):
        return puzzle, state
    return puzzle.with_goal(replay(puzzle, state, moves)), state


def _show_invariant(terminal: Terminal, proof: Proof) -> None:
    """Write what no move changes, and that the goal has another."""
    invariant, value, wanted = terminal.tell(proof["invariant"]), proof["value"], proof["wanted"]
    terminal.line()
    terminal.sentence(terminal.say("proof.invariant", invariant=invariant, value=value, wanted=wanted), "")


def touched(puzzle: "Puzzle", state: "State", moves: Sequence[int]) -> list[int]:
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
        facts.append(terminal.tell(answer["method"]))
    terminal.line()
    terminal.sentence(" · ".join(facts), "dim")


def show_claims(terminal: Terminal, targets: "Targets", answer: "Answer") -> None:
    """Write the goals that were considered, and what the answer claims of each."""
    claims = answer["goals"]
    terminal.line()
    terminal.line(terminal.say("goals.intro", n=len(claims)))
    shown = list(zip(targets.every, claims, strict=True))[:GOALS_SHOWN]
    rows = [
        (_goal_name(puzzle), _goal_claim(terminal, families.of(puzzle).prefix, claim, answer))
        for (puzzle, _), claim in shown
    ]
    for line in table(rows, min(terminal.pen.width, 100)):
        terminal.line(line)
    if len(claims) > GOALS_SHOWN:
        terminal.line("  " + terminal.say("goals.more", n=len(claims) - GOALS_SHOWN))


def _goal_name(puzzle: "Puzzle") -> str:
    """Return the name of the puzzle's goal, or its cells as the board shows them."""
    for name, goal in families.of(puzzle).goals(puzzle).items():
        if goal() == puzzle.goal:
            return name
    if isinstance(puzzle, Pieces) and isinstance(puzzle, Shaped) and puzzle.width:
        names = [puzzle.name(label) if label else "_" for label in puzzle.goal]
        rows = (names[start : start + puzzle.width] for start in range(0, len(names), puzzle.width))
        cells = "/".join(map(" ".join, rows))
    else:
        cells = puzzle.format(puzzle.goal)
    return cells if len(cells) <= GOAL_CHARACTERS_SHOWN_MAX else cells[:GOAL_CHARACTERS_SHOWN_MAX] + "…"


def _goal_claim(terminal: Terminal, kind: str, claim: "GoalClaim", answer: "Answer") -> str:
    """Return what is claimed of a goal of a puzzle of this family."""
    if claim["verdict"] == "unsolvable":
        return terminal.say("goals.unsolvable")
    if claim["puzzle"] == answer["puzzle"] and "length" in answer:
        return terminal.say(f"goals.nearest.{kind}", n=answer["length"])
    if "lower_bound" in claim:
        return terminal.say(f"goals.bound.{kind}", n=claim["lower_bound"])
    if "solutions" in claim:
        return terminal.say("goals.ways", n=speak(claim["solutions"]))
    return terminal.say("goals.solvable")
