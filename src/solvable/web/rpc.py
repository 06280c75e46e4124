"""Questions as JSON, answered as JSON: the interface of the page's worker to the package.

`ask("solve", '{"board": "lights:5x5#1"}')` returns `{"answer": …}` or `{"error": …}`, never raises, and reports
progress by `on_event('{"type": "bound", …}')`, which cancels by returning False. Only a cancelled or invalid question
is an error; an unsolvable board or a reached limit is an answer. Answers are those of the command line's --json.
"""

import json
from collections.abc import Callable
from typing import Any

from solvable.core.answer import Fields
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.puzzle import Event, Solution
from solvable.messages import LANGUAGES, translate
from solvable.web import endpoints

OnEvent = Callable[[str], object]
TOO_BIG, FAILED = "too big", "failed"


def ask(verb: str, fields: str, on_event: OnEvent | None = None) -> str:
    """Return the answer to a question, or the error, as one line of JSON."""
    lang = "en"
    try:
        given: object = json.loads(fields)
        if isinstance(given, dict) and given.get("lang") in LANGUAGES:
            lang = given["lang"]
        results = {"answer": endpoints.answer(verb, given, EventStream(on_event).send if on_event else None)}
    except Exception as error:
        results = {"error": failure(error, lang)}
    return json.dumps(results)


def failure(error: Exception, lang: str) -> Fields:
    """Return an error as a JSON object: its code, its sentence in `lang`, its position, and what was expected."""
    message = translate(error.message if isinstance(error, PuzzleError) else str(error), lang)
    fields: Fields = {"code": FAILED, "message": message}
    if isinstance(error, endpoints.UnknownError):
        fields["code"] = "unknown verb"
    elif isinstance(error, PuzzleError):
        values = {
            name: value if isinstance(value, int | str) else str(value) for name, value in error.arguments.items()
        }
        fields |= {"code": error.code, "arguments": values}
    elif isinstance(error, ImportError | MemoryError | RecursionError):
        fields["code"] = TOO_BIG
    if isinstance(error, NotationError):
        fields |= {"line": error.line, "column": error.column, "expected": translate(error.expected, lang)}
    return fields


class EventStream:
    """Sends events as JSON: a better bound, a shorter solution, or only that work goes on."""

    def __init__(self, on_event: OnEvent) -> None:
        self.on_event, self.bound, self.length = on_event, 0, -1

    def send(self, event: Event) -> bool:
        """Send an event; return whether the work goes on."""
        fields: dict[str, Any] = {"type": "progress", "lower_bound": event.lower_bound, "nodes": event.nodes}
        if event.best is not None:
            fields["length"] = len(event.best)
        if event.lower_bound > self.bound:
            self.bound = event.lower_bound
            fields["type"] = "bound"
        if event.best is not None and self.is_shorter(event.best):
            self.length = len(event.best)
            fields |= {"type": "better", "moves": list(event.best.moves)}
        return self.on_event(json.dumps(fields)) is not False

    def is_shorter(self, best: Solution) -> bool:
        """Return whether a solution is shorter than all reported so far."""
        return self.length < 0 or len(best) < self.length


def warm() -> None:
    """Import what most questions need, so that the first one is not delayed."""
    for board in ("lights:9x9#1", "tiles:3x3:1,2,3/4,0,6/7,5,8"):
        ask("solve", json.dumps({"board": board}))
        ask("parse", json.dumps({"text": board}))
