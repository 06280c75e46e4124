"""A question as JSON, answered as JSON: what the page's worker calls, and whoever else speaks for the page.

`ask("solve", '{"board": "lights:5x5#1"}')` returns `{"answer": …}` or `{"error": …}`, never raises, and sends events
on the way: `on_event('{"type": "bound", …}')`, which cancels by returning False. Only what was cancelled, or is wrong,
is an error; an unsolvable board and a limit are answers. The answers are those of the command line's --json.
"""

import json
from collections.abc import Callable
from typing import Any

from solvable.core.answer import Fields
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.puzzle import Event, Solution
from solvable.messages import LANGUAGES, translate
from solvable.web import endpoints

Tell = Callable[[str], object]
TOO_BIG, FAILED = "too big", "failed"


def ask(verb: str, fields: str, on_event: Tell | None = None) -> str:
    """Return the answer, or the error, of a question as one line of JSON."""
    lang = "en"
    try:
        given: object = json.loads(fields)
        if isinstance(given, dict) and given.get("lang") in LANGUAGES:
            lang = given["lang"]
        results = {"answer": endpoints.answer(verb, given, EventStream(on_event).hear if on_event else None)}
    except Exception as error:
        results = {"error": failure(error, lang)}
    return json.dumps(results)


def failure(error: Exception, lang: str) -> Fields:
    """Return an error as an object of JSON: its code, its sentence in `lang`, where it is, and what would be right."""
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
    """Tells events as JSON: a better bound, a shorter solution, or else only that work goes on."""

    def __init__(self, tell: Tell) -> None:
        self.tell, self.bound, self.length = tell, 0, -1

    def hear(self, event: Event) -> bool:
        """Tell of an event; return whether the work goes on."""
        fields: dict[str, Any] = {"type": "progress", "lower_bound": event.lower_bound, "nodes": event.nodes}
        if event.best is not None:
            fields["length"] = len(event.best)
        if event.lower_bound > self.bound:
            self.bound = event.lower_bound
            fields["type"] = "bound"
        if event.best is not None and self.is_shorter(event.best):
            self.length = len(event.best)
            fields |= {"type": "better", "moves": list(event.best.moves)}
        return self.tell(json.dumps(fields)) is not False

    def is_shorter(self, best: Solution) -> bool:
        """Return whether a solution is shorter than all that were reported."""
        return self.length < 0 or len(best) < self.length


def warm() -> None:
    """Import what most questions need, so that the first one need not wait."""
    for board in ("lights:9x9#1", "tiles:3x3:1,2,3/4,0,6/7,5,8"):
        ask("solve", json.dumps({"board": board}))
        ask("parse", json.dumps({"text": board}))
