"""The questions as models of their bodies, made from what `questions` declares, and what the OpenAPI document says.

A field has exactly the types that `questions.KINDS` gives it, and no others are taken: what these models let through,
`questions` takes.
"""

from collections.abc import Mapping
from typing import Any

from solvable.answer import Fields, schema
from solvable.errors import NotationError, PuzzleError
from solvable.messages import LANGUAGES
from solvable.said import say
from solvable.web import bridge, questions
from solvable.web.server.worker import NOWHERE

COMMANDS = {
    "check": "Is it solvable, in how many ways, and why?",
    "solve": "The fewest presses or moves, any solution, or a short one. With `Accept: text/event-stream` its events.",
    "count": "How many states a puzzle has, how many are solvable, and in how many ways.",
    "quiet": "Presses that change nothing: a basis, or all.",
    "chase": "The light-chasing solution.",
    "new": "New solvable boards, each with its proved minimum.",
    "explain": "The lesson on this very board, step by step.",
    "convert": "A board in another format.",
    "verify": "Whether an answer is right, without the solver.",
    "parse": "What a pasted text is, and how it is played.",
    "photo": "The board in a picture's pixels, how sure it is, and how it is played.",
    "scene": "How a board is drawn, with marks.",
    "variants": "The named puzzles.",
    "hint": "The next move.",
}
ANSWERS = {"check", "solve", "count", "quiet", "chase", "verify"}  # that give an Answer
SLOW = {"solve", "new", "hint"}  # that take a time limit and send events
ANSWER: Fields = {"$ref": "#/components/schemas/Answer"}
MANY: Fields = {
    "type": "object",
    "properties": {"answers": {"type": "array", "items": ANSWER}},
    "required": ["answers"],
}
PROBLEM: Fields = {
    "type": "object",
    "description": "What is wrong, in the words of the library's errors.",
    "properties": {
        "code": {"type": "string", "description": "the template of the message, or a word: too big, unknown verb, …"},
        "message": {"type": "string", "description": "a sentence in the language asked for"},
        "line": {"type": "integer", "description": "from 1; 0 where there is none"},
        "column": {"type": "integer", "description": "from 1; 0 where there is none"},
        "expected": {"type": "string", "description": "what would be right, where that is known"},
        "arguments": {"type": "object", "description": "the values of the template"},
    },
    "required": ["code", "message"],
}
PROBLEMS = {
    400: "The body is no JSON that can be read.",
    404: "There is no such question.",
    405: "Only POST asks a question.",
    408: "The body took too long.",
    413: "The body is too long.",
    422: "The board or a field is wrong, or the question is too big: where, what, and what was expected.",
    429: "Too many questions wait; Retry-After says when to come again.",
    503: "The server ends; Retry-After says when to come again.",
}


def body(verb: str) -> Any:
    """Return the model of a question's body: strict, and with no other fields."""
    from pydantic import ConfigDict, create_model

    question = questions.QUESTIONS[verb]
    fields: dict[str, Any] = {name: (_type(name), ...) for name in question.needs.split()}
    fields |= {name: (_type(name) | None, None) for name in [*question.takes.split(), "lang"]}
    config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
    return create_model(verb.capitalize(), __config__=config, __doc__=COMMANDS[verb], **fields)


def _type(name: str) -> Any:
    """Return the type of a field, numbers not negative, lists of whole numbers."""
    from typing import Annotated, Union

    from pydantic import Field

    number = Field(ge=0)
    types = {
        str: str,
        bool: bool,
        int: Annotated[int, number],
        float: Annotated[float, number],
        list: list[int],
        dict: dict[str, Any],
    }
    return Union[tuple(types[kind] for kind in questions.KINDS[name])]  # noqa: UP007 - made while running


def responses(verb: str) -> dict[int | str, Fields]:
    """Return what a question may be told, by status, for the OpenAPI document."""
    result: Fields = ANSWER if verb in ANSWERS else MANY if verb == "new" else {"type": "object"}
    if verb == "solve":
        result = {"anyOf": [ANSWER, MANY]}
    content: Fields = {"application/json": {"schema": result}}
    if verb in SLOW:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    told: dict[int | str, Fields] = {200: {"description": "The answer.", "content": content}}
    return told | problems()


def problems() -> dict[int | str, Fields]:
    """Return what may be wrong, by status."""
    schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": told, "content": schema} for status, told in PROBLEMS.items()}


def schemas() -> Fields:
    """Return the schemas that all answers share: the Answer that `answer.py` declares, and a Problem."""
    return {"Answer": {key: value for key, value in schema().items() if key != "$schema"}, "Problem": PROBLEM}


def problem(verb: str, errors: list[Mapping[str, Any]], given: object) -> Fields:
    """Return the answer to a body that its model refuses: the first mistake, in the words of `questions`."""
    lang = given.get("lang") if isinstance(given, Mapping) else None
    return NOWHERE | bridge.failure(_error(verb, errors[0], given), lang if lang in LANGUAGES else "en")


def _error(verb: str, error: Mapping[str, Any], given: object) -> PuzzleError:
    kind, place = error["type"], error["loc"]
    if kind == "json_invalid" and isinstance(given, str):
        offset = place[-1] if isinstance(place[-1], int) else 0
        return NotationError.at(given, offset, "the body is not JSON", "an object of JSON")
    if len(place) < 2 or not isinstance(given, Mapping):
        return PuzzleError("the fields of a question are an object")
    name = str(place[1])
    if kind == "missing":
        return PuzzleError(say("the field {name} is missing", name=name))
    if kind == "extra_forbidden":
        question = questions.QUESTIONS[verb]
        known = ", ".join([*question.needs.split(), *question.takes.split(), "lang"])
        return PuzzleError(say("there is no field {name} here; there are {known}", name=name[:40], known=known))
    return PuzzleError(say("the field {name} cannot be {value}", name=name, value=repr(given.get(name))[:40]))
