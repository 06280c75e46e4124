"""The answers to a chunk of lines: a line of JSON for each, an error if the line is not a board.

Boards of one puzzle are solved together if that gives the same answers sooner; others are solved one by one.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from solvable import answers
from solvable.answers import nearest
from solvable.batch.requests import Options, Reader, Request, identity, parse_line
from solvable.core.answer import Answer, ordered
from solvable.core.budget import Budget
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle

PUZZLES_CACHED_MAX = 1000  # puzzles whose computed properties a worker caches
ERROR_CHARACTERS_MAX = 600  # characters of an error message
FAULTS_EXPLAINED_MAX = 3  # bad lines whose errors are explained


class Line(NamedTuple):
    """A board of the input: its line number from 1, its text, and whether that text is the line itself."""

    number: int
    data: bytes
    is_verbatim: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """The answers to a chunk as lines of JSON, the number with each verdict ("error": not a board), and the seconds
    taken.

    `faults` are the first answers with an error, whose messages can still be translated.
    """

    text: bytes
    verdicts: Counter[str]
    seconds: float
    faults: tuple[Answer, ...] = ()

    @property
    def count(self) -> int:
        """The number of lines answered."""
        return self.verdicts.total()


def answered(lines: Sequence[Line], options: Options) -> Reply:
    """Return the answers to the lines, in order; the answer to a bad line describes its error."""
    budget, reader = Budget(), _reader(options)
    if len(reader.known) > PUZZLES_CACHED_MAX:
        reader.known.clear()
        reader.shapes.clear()
    results: list[dict[str, Any] | Answer] = [{} for _ in lines]
    requests: dict[int, Request] = {}
    keys: list[dict[str, Any]] = [{"line": line.number} for line in lines]
    for index, line in enumerate(lines):
        try:
            parsed = parse_line(line.data)
            keys[index] |= identity(parsed)
            requests[index] = reader.read(parsed)
        except Exception as error:  # no line may stop the others, whatever goes wrong
            results[index] = fault(line, error)
    for places in _alike(requests):
        first = requests[places[0]]
        many = _at_once(first.puzzle, [requests[place] for place in places])
        for index, answer in zip(places, many or (), strict=False):
            results[index] = answer
        for index in () if many else places:
            results[index] = _answer(lines[index], requests[index])
    shown = [key | _shown(answer, options) for key, answer in zip(keys, results, strict=True)]
    verdicts = Counter(str(answer.get("verdict", "error")) for answer in shown)
    text = "".join(json.dumps(answer, ensure_ascii=False) + "\n" for answer in shown).encode("utf-8", "replace")
    return Reply(text, verdicts, budget.spent, _faults(results))


def _faults(found: Iterable[Any]) -> tuple[Answer, ...]:
    """Return the first answers that are errors."""
    return tuple(islice((answer for answer in found if "verdict" not in answer), FAULTS_EXPLAINED_MAX))


@lru_cache(4)
def _reader(options: Options) -> Reader:
    """Return the reader for these options, which is cached for later chunks."""
    return Reader(options)


def _alike(requests: dict[int, Request]) -> Iterator[list[int]]:
    """Yield lists of indices of requests; those for one puzzle, goal and mode are in one list."""
    groups: dict[tuple[int, str, int], list[int]] = {}
    for place, request in requests.items():
        alone = -1 if request.targets is None else place
        groups.setdefault((id(request.puzzle), request.mode, alone), []).append(place)
    yield from groups.values()


def _at_once(puzzle: Puzzle, requests: Sequence[Request]) -> list[Answer] | None:
    """Return the answers to requests for one puzzle, None if they have to be answered one by one."""
    if requests[0].mode != "optimal" or len(requests) < 2:
        return None
    try:
        return answers.solve_at_once(puzzle, [request.state for request in requests])
    except Exception:  # one by one, to find the request that fails
        return None


def _answer(line: Line, request: Request) -> Answer | dict[str, Any]:
    try:
        if request.targets is not None:
            return nearest.solve(request.targets, mode=request.mode, seconds=request.seconds)
        return answers.solve(request.puzzle, request.state, mode=request.mode, seconds=request.seconds)
    except Exception as error:
        return fault(line, error)


def fault(line: Line, error: Exception) -> Answer:
    """Return the answer to a board that cannot be answered: its line, and the error with its position."""
    column, problem, expected = 0, str(error) or type(error).__name__, ""
    if isinstance(error, NotationError):
        problem, expected = str(error.message), str(error.expected)
        if line.is_verbatim:
            column = error.column
        if line.is_verbatim and error.line > 1:  # the board has several lines
            problem = msg("line {line}: {error}", line=line.number + error.line - 1, error=problem)
    fields = {
        "line": line.number,
        "error": _cut(problem),
        "column": column or None,
        "expected": _cut(expected) or None,
    }
    return ordered(fields)


def _cut(text: str) -> str:
    """Return a message, still translatable, or its beginning if it is too long."""
    return text if len(text) <= ERROR_CHARACTERS_MAX else text[:ERROR_CHARACTERS_MAX]


def lost(line: Line) -> Reply:
    """Return the reply, an error, to a line on which every worker was lost."""
    message = "the worker was lost with this board, each time: is there enough memory?"
    try:
        key = identity(parse_line(line.data))
    except PuzzleError:
        key = {}
    told = fault(line, PuzzleError(message))
    answer = {"line": line.number} | key | told
    text = (json.dumps(answer, ensure_ascii=False) + "\n").encode("utf-8", "replace")
    return Reply(text, Counter(error=1), 0.0, (told,))


def _shown(answer: Answer | dict[str, Any], options: Options) -> dict[str, Any]:
    """Return an answer, without its time unless the options request that."""
    return {name: value for name, value in answer.items() if options.shows_time or name != "seconds"}
