"""The questions that the page may ask, each with the fields it takes, named like the options of the commands.

Texts of boards are read by `formats`, never as names of files. Each question returns an object of JSON.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from solvable import answers, families, formats, game_id
from solvable.answers import improving, nearest
from solvable.answers.review import review
from solvable.core.answer import Fields
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Progress, Puzzle, Shaped, State
from solvable.core.scene import Marks, Scene, scene_of
from solvable.formats.base import Targets
from solvable.messages import LANGUAGES, sentence, translate
from solvable.render.title import title

HINT_S = 1.0  # seconds for a hint
REVIEW_S = 3.0  # seconds to judge a finished game
ANSWERS_MAX = 1000  # of a list
BOARDS_MAX = 1000  # that are made at once
TOGGLES_CELLS_MAX = 4096  # cells of the largest board whose toggles and picture are sent

KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("board", "puzzle", "text", "goal", "metric", "format", "to", "lesson", "lang", "pixels"), (str,)),
    **dict.fromkeys(("any", "near", "improve", "lit_only", "fewest_lit", "swapped"), (bool,)),
    **dict.fromkeys(("exact", "graded", "count", "next", "width", "height"), (int,)),
    "time": (int, float),
    "all": (bool, int),
    "seed": (str, int),
    "answer": (dict, str),
    **dict.fromkeys(("moves", "pressed", "weights", "solution", "wrong"), (list,)),
}
"""Of each field, the types of its values; lists are of whole numbers."""


class UnknownError(Exception):
    """There is no such question."""


@dataclass(frozen=True, slots=True)
class Question:
    """How a question is answered, the fields it needs, and those it may have."""

    run: Callable[[Fields, Progress | None], Fields]
    needs: str
    takes: str = ""

    @property
    def known(self) -> list[str]:
        """The names of all its fields, those that it needs first."""
        return [*self.needs.split(), *self.takes.split(), "lang"]


def answer(verb: str, fields: object, progress: Progress | None = None) -> Fields:
    """Return the answer of a question; raise PuzzleError if a field is missing, unknown or of a wrong type."""
    given = checked(verb, fields)
    return QUESTIONS[verb].run(given, progress)


def checked(verb: str, fields: object) -> Fields:
    """Return the fields of a question that are given; raise PuzzleError if one is missing, unknown or wrong."""
    question = QUESTIONS.get(verb)
    if question is None:
        raise UnknownError(f"there is no question {verb[:40]!r}")
    if not isinstance(fields, dict):
        raise PuzzleError("the fields of a question are an object")
    known = question.known
    for name in fields:
        if name not in known:
            names = ", ".join(known)
            raise PuzzleError(msg("there is no field {name} here; there are {known}", name=name[:40], known=names))
    given = {name: value for name, value in fields.items() if value is not None}
    for name in question.needs.split():
        if name not in given:
            raise PuzzleError(msg("the field {name} is missing", name=name))
    for name, value in given.items():
        if not _fits(value, KINDS[name]):
            raise PuzzleError(msg("the field {name} cannot be {value}", name=name, value=repr(value)[:40]))
    return given


def _fits(value: object, kinds: tuple[type, ...]) -> bool:
    """Return whether a value is of these types: no truth value for a number, no number below 0, lists of numbers."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        return isinstance(value, bool) and bool in kinds
    if isinstance(value, int | float):
        return 0 <= value < float("inf")
    return not isinstance(value, list) or all(type(number) is int for number in value)


def _position(fields: Fields, name: str = "board") -> tuple[Puzzle, State, formats.Board]:
    """Return the puzzle and the state that a text writes, with the only goal and the metric asked for."""
    board = formats.read(fields[name], format=fields.get("format"), goal=fields.get("goal"))
    puzzle, state = board.only_target()
    return (puzzle if "metric" not in fields else answers.with_metric(puzzle, fields["metric"])), state, board


def _targets(fields: Fields) -> Targets:
    """Return the board that a text writes with all goals asked for, of which the nearest counts."""
    board = formats.read(fields["board"], format=fields.get("format"), goal=fields.get("goal"))
    return nearest.with_metric(board.targets, fields.get("metric"))


def _check_board(fields: Fields, progress: Progress | None) -> Fields:
    return dict(nearest.check(_targets(fields)))


def _solve(fields: Fields, progress: Progress | None) -> Fields:
    is_any, is_near, seconds, every = (fields.get(name) for name in ("any", "near", "time", "all"))
    if fields.get("lit_only") or fields.get("fewest_lit"):
        puzzle, state, _ = _position(fields)
    if fields.get("lit_only"):
        return dict(answers.lit_only(puzzle, state, seconds=seconds, progress=progress))
    if fields.get("fewest_lit"):
        return dict(answers.fewest_lit(puzzle, state, seconds=seconds, progress=progress))
    mode: answers.Mode = "any" if is_any else "near" if is_near else "optimal"
    budget = Budget(seconds, progress=progress)
    targets = _targets(fields)
    if fields.get("improve"):
        return dict(improving.improve(targets, budget=budget))
    if not every:
        return dict(nearest.solve(targets, mode=mode, budget=budget))
    limit = ANSWERS_MAX if every is True else min(every, ANSWERS_MAX)
    return {"answers": _dicts(nearest.solve_all(targets, mode=mode, limit=limit, budget=budget))}


def _dicts(answers: Iterable[Mapping[str, Any]]) -> list[Fields]:
    return [dict(each) for each in answers]


def _count(fields: Fields, progress: Progress | None) -> Fields:
    return dict(answers.count(game_id.parse_puzzle(fields["puzzle"])))


def _quiet(fields: Fields, progress: Progress | None) -> Fields:
    every = bool(fields.get("all"))
    return dict(
        answers.quiet(game_id.parse_puzzle(fields["puzzle"]), every=every, limit=ANSWERS_MAX if every else None)
    )


def _chase(fields: Fields, progress: Progress | None) -> Fields:
    puzzle, state, _ = _position(fields)
    return dict(answers.chase(puzzle, state))


def _new(fields: Fields, progress: Progress | None) -> Fields:
    exact, graded, seed = (fields.get(name) for name in ("exact", "graded", "seed"))
    puzzle, seed = game_id.parse_seeded_puzzle(fields["puzzle"], None if seed is None else str(seed))
    count = fields.get("count", 1)
    if count > BOARDS_MAX:
        raise PuzzleError(msg("at most {most} boards at once", most=BOARDS_MAX))
    boards = answers.new(
        puzzle,
        number=count,
        exact=exact,
        graded=graded,
        seed=seed,
        seconds=fields.get("time"),
        progress=progress,
    )
    return {"answers": _dicts(boards)}


def _convert(fields: Fields, progress: Progress | None) -> Fields:
    puzzle, state, _ = _position(fields)
    return {"text": formats.write(puzzle, state, fields["to"])}


def _verify(fields: Fields, progress: Progress | None) -> Fields:
    report = families.verify(fields["answer"])
    return {
        "verdict": report.verdict,
        "valid": bool(report),
        "problems": report.problems,
        "checked": report.checked,
        "trusted": report.unchecked,
        "remarks": report.remarks,
    }


def _parse(fields: Fields, progress: Progress | None) -> Fields:
    """Return the board of a text; if it may be several, `choices` has each of them instead."""
    try:
        puzzle, state, board = _position(fields, "text")
    except formats.AmbiguousError as error:
        boards = error.boards
    else:
        if board.format != "compact" or state != puzzle.goal or not {"format", "goal"}.isdisjoint(fields):
            return _read(board, fields)
        boards = board, *_blank_first(fields["text"])
    choices = [_read(each, fields) for each in boards]
    return {"choices": choices} if len(choices) > 1 else choices[0]


def _read(board: formats.Board, fields: Fields) -> Fields:
    note = "" if board.is_evident else translate(board.note, fields.get("lang", "en"))
    return _opened(*board.only_target(), board.format, note)


def _blank_first(text: str) -> Iterator[formats.Board]:
    """Yield a solved board on a line as the other convention has it: whoever gives it may mean that goal."""
    with suppress(PuzzleError):
        yield formats.read(text, format="korf")


def _opened(puzzle: Puzzle, state: State, name: str, note: str) -> Fields:
    """Return what the page needs to open a board that was read in the format `name`; of a large one no picture."""
    about = {"board": game_id.format_board(puzzle, state), "format": name, "note": note, "state": list(state)}
    if len(state) > TOGGLES_CELLS_MAX:  # megabytes; the page lays out such boards itself
        return played(puzzle) | about
    return played(puzzle) | about | {"scene": drawn(scene_of(puzzle, state))}


def _photo(fields: Fields, progress: Progress | None) -> Fields:
    from solvable.formats.photo import look_at
    from solvable.photo.raster import SIDE_PIXELS_MAX, SMALLEST, Raster

    width, height = fields["width"], fields["height"]
    if not SMALLEST <= min(width, height) <= max(width, height) <= SIDE_PIXELS_MAX:
        raise PuzzleError(msg("a picture has {least} to {most} pixels a side", least=SMALLEST, most=SIDE_PIXELS_MAX))
    try:
        raster = Raster.of(width, height, b64decode(fields["pixels"], validate=True))
    except (Base64Error, ValueError):
        raise PuzzleError("pixels are three bytes each, row by row, in base64") from None
    look = look_at(raster, is_swapped=fields.get("swapped", False))
    opened = _opened(
        look.reading.puzzle, look.reading.state, "photo", translate(look.reading.note, fields.get("lang", "en"))
    )
    return opened | {
        "sureness": round(look.confidence, 4),
        "is_sure": look.is_sure,
        "reason": translate(look.reason, fields.get("lang", "en")),
        "corners": [[round(x, 4), round(y, 4)] for x, y in look.corners],
        "doubtful": [[cell, round(sureness, 4)] for cell, sureness in look.doubtful],
    }


def played(puzzle: Puzzle) -> Fields:
    """Return what a program needs to play a puzzle: its size, its goal, what each press does, where pieces may go."""
    fields: Fields = {"family": families.family_of(puzzle), "puzzle": game_id.format_puzzle(puzzle)}
    fields |= {"goal": list(puzzle.goal), "width": 0, "height": 0}
    if isinstance(puzzle, Shaped):
        fields |= {"width": puzzle.width, "height": puzzle.height}
    if isinstance(puzzle, Lamps):
        fields |= {"k": puzzle.k, "dead": sorted(puzzle.dead)}
        if free := puzzle.lampless - puzzle.dead:
            fields["free"] = sorted(free)
    if isinstance(puzzle, Lamps) and puzzle.cells <= TOGGLES_CELLS_MAX:
        fields["toggles"] = [[[cell, by] for cell, by in enumerate(row) if by] for row in puzzle.matrix()]
    fields |= {name: getattr(puzzle, name) for name in ("metric",) if hasattr(puzzle, name)}
    if colours := families.of(puzzle).colours(puzzle):
        fields["colours"] = list(colours)
    if symbols := getattr(puzzle, "symbols", ()):
        fields["symbols"] = list(symbols)
    if getattr(puzzle, "letters", False):
        fields["letters"] = True
    if hasattr(puzzle, "edges"):
        fields["links"] = [list(edge) for edge in puzzle.edges]
    return fields


def drawn(scene: Scene) -> Fields:
    """Return a scene as an object of JSON, what is empty in it left out."""
    fields = _lean(asdict(scene))
    fields |= {"width": scene.width, "height": scene.height, "cells": [_lean(asdict(cell)) for cell in scene.cells]}
    return fields


def _lean(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if value or name in {"index", "x", "y"}}


def _scene(fields: Fields, progress: Progress | None) -> Fields:
    puzzle, state, _ = _position(fields)
    pressed = fields.get("pressed")
    marks = Marks(
        pressed=None if pressed is None else tuple(pressed),
        weights=tuple(fields.get("weights", ())),
        next=fields.get("next"),
        solution=tuple(fields.get("solution", ())),
        wrong=frozenset(fields.get("wrong", ())),
    )
    scene = scene_of(puzzle, state, marks)
    return {"title": title(scene, fields.get("lang", "en"))} | drawn(scene)


def _variants(fields: Fields, progress: Progress | None) -> Fields:
    return {
        "variants": [variant(card) for card in answers.variants()],
        "boards": [{"id": card["puzzle"]} | _in_both_languages(card) for card in answers.boards()],
    }


def variant(card: Mapping[str, Any]) -> Fields:
    """Return what the page knows of a named puzzle: its card in both languages, how it is played, and its layout."""
    puzzle = game_id.parse_puzzle(card["puzzle"])
    figures = {name: card[name] for name in ("nullity", "presses", "worst") if name in card}
    scene = {"scene": drawn(scene_of(puzzle, puzzle.goal))}
    return {"id": card["puzzle"]} | played(puzzle) | figures | _in_both_languages(card) | scene


def _in_both_languages(card: Mapping[str, Any]) -> Fields:
    """Return the words of an entry of a list of puzzles."""
    told = [name for name in ("title", "description", "source") if name in card]
    return {name: {lang: translate(card[name], lang) for lang in LANGUAGES} for name in told}


def _hint(fields: Fields, progress: Progress | None) -> Fields:
    budget = Budget(fields.get("time", HINT_S), progress=progress)
    result = improving.improve(_targets(fields), budget=budget)
    moves: Sequence[int] = result.get("moves", ())
    return dict(result) | {"move": moves[0] if moves else None}


def _review(fields: Fields, progress: Progress | None) -> Fields:
    puzzle, state, _ = _position(fields)
    if puzzle.obstruction(state) is not None:
        raise PuzzleError("a game on a board that cannot be solved is not judged")
    seconds = fields.get("time", REVIEW_S)
    found = review(puzzle, state, fields["moves"], seconds=seconds, progress=progress)
    about = {"board": game_id.format_board(puzzle, state), "moves": list(found.best.moves), "length": len(found.best)}
    about |= {"lower_bound": found.best.lower_bound, "optimal": found.best.is_optimal}
    return about | {"remaining": list(found.remaining), "lost": list(found.lost)}


def _explain(fields: Fields, progress: Progress | None) -> Fields:
    from solvable import lessons

    lang = fields.get("lang", "en")
    if "board" not in fields:
        listed = ((name, families.load(name).lessons) for name in families.FAMILIES)
        titles = {
            name: [{"lesson": each, "title": sentence(f"lesson.{name}.{each}.title", lang)} for each in names]
            for name, names in listed
        }
        return {"lessons": titles}
    puzzle, state, _ = _position(fields)
    lesson = lessons.make(puzzle, state, fields.get("lesson", ""))
    written = lesson.to_json()
    for step, each in zip(lesson.steps, written["steps"], strict=True):
        each["text"] = sentence(step.key, lang, **step.values)
        if step.scene is not None:
            each["scene"]["title"] = title(step.scene, lang)
        if step.table is not None:
            each["table"]["head"] = [sentence(key, lang) for key in step.table.head]
    return written | {"title": sentence(lesson.title, lang), "fitting": lessons.names(puzzle)}


QUESTIONS = {
    "check": Question(_check_board, "board", "goal metric format"),
    "solve": Question(_solve, "board", "any near improve time all metric goal format lit_only fewest_lit"),
    "count": Question(_count, "puzzle"),
    "quiet": Question(_quiet, "puzzle", "all"),
    "chase": Question(_chase, "board", "format"),
    "new": Question(_new, "puzzle", "exact graded count seed time"),
    "explain": Question(_explain, "", "board lesson goal metric format"),
    "convert": Question(_convert, "board to", "format"),
    "verify": Question(_verify, "answer"),
    "parse": Question(_parse, "text", "format goal metric"),
    "photo": Question(_photo, "width height pixels", "swapped"),
    "scene": Question(_scene, "board", "format pressed weights next solution wrong"),
    "variants": Question(_variants, ""),
    "hint": Question(_hint, "board", "time goal metric format"),
    "review": Question(_review, "board moves", "time goal metric format"),
}
