"""What the OpenAPI document says of the questions: their bodies, as `endpoints` declares them, and their answers.

A field has exactly the types that `endpoints.KINDS` gives it, and no others are taken.
"""

from solvable.core.answer import Fields, schema
from solvable.web import endpoints

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
    "review": "A finished game: the fewest moves left after each of its moves, and which lost ground.",
}
KINDS: dict[type, Fields] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},
    float: {"type": "number", "minimum": 0},
    list: {"type": "array", "items": {"type": "integer"}},
    dict: {"type": "object"},
}
ANSWERS = {"check", "solve", "count", "quiet", "chase", "verify"}  # that give an Answer
SLOW = {"solve", "new", "hint", "review"}  # that take a time limit and send events
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
    400: "The request or its body cannot be read.",
    403: "A page of another site asks.",
    404: "There is no such question.",
    405: "Only POST asks a question.",
    408: "The body took too long.",
    413: "The body is too long.",
    421: "The server does not answer to this name of a host.",
    422: "The board or a field is wrong, or the question is too big: where, what, and what was expected.",
    429: "Too many questions wait, or the client has too many connections; Retry-After says when to come again.",
    503: "The server ends, or has too many connections; Retry-After says when to come again.",
}


def paths(root: str) -> Fields:
    """Return the addresses of the questions under `root`."""
    return {f"{root}/{verb}": {"post": _operation(verb)} for verb in endpoints.QUESTIONS}


def _operation(verb: str) -> Fields:
    schema = {"$ref": f"#/components/schemas/{verb.capitalize()}"}
    return {
        "operationId": verb,
        "tags": ["questions"],
        "summary": COMMANDS[verb],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {str(status): shown for status, shown in responses(verb).items()},
    }


def body(verb: str) -> Fields:
    """Return the schema of a question's body: it has no other fields; one that is null is not there."""
    question = endpoints.QUESTIONS[verb]
    needed = question.needs.split()
    return {
        "title": verb.capitalize(),
        "description": COMMANDS[verb],
        "type": "object",
        "properties": {name: _field(name, is_needed=name in needed) for name in question.known},
        "required": needed,
        "additionalProperties": False,
    }


def _field(name: str, *, is_needed: bool) -> Fields:
    kinds = [KINDS[kind] for kind in endpoints.KINDS[name]] + ([] if is_needed else [{"type": "null"}])
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def responses(verb: str) -> dict[int | str, Fields]:
    """Return what a question may be answered, by status, for the OpenAPI document."""
    result: Fields = ANSWER if verb in ANSWERS else MANY if verb == "new" else {"type": "object"}
    if verb == "solve":
        result = {"anyOf": [ANSWER, MANY]}
    content: Fields = {"application/json": {"schema": result}}
    if verb in SLOW:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    statuses: dict[int | str, Fields] = {200: {"description": "The answer.", "content": content}}
    return statuses | problems()


def problems() -> dict[int | str, Fields]:
    """Return what may be wrong, by status."""
    schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": description, "content": schema} for status, description in PROBLEMS.items()}


def schemas() -> Fields:
    """Return the schemas of all bodies, and those that answers share: that of `core/answer.py`, and a Problem."""
    answer = {key: value for key, value in schema().items() if key != "$schema"}
    return {verb.capitalize(): body(verb) for verb in endpoints.QUESTIONS} | {"Answer": answer, "Problem": PROBLEM}
