"""The targets: each draws a case, which `repr` can write, and tries it; it may raise only PuzzleErrors.

texts     formats.read of texts and bytes, in the format recognised or a named one; what is read is written back
goals     formats.read of a board with a goal, beside it or in the same text; what is read is the goal of a legal state
ids       notation.parse and parse_puzzle; what is read has a canonical ID that reads the same
options   the options of an ID in any order, number, case and spelling
api       the public classes and their methods with arguments of every kind
json      verify, which raises nothing at all
pickles   test sets of DeepCubeA as instructions of pickles, spoilt by bytes and by instructions
calls     methods of puzzles, with the compiled kernels if they are on: see `calls`
checks    check of a small board with a goal in any text
"""

import json
import pickle
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.checker import forgeries
from tests.formats.test_mistakes import SEEDS
from tests.formats.test_pastes import PASTES
from tests.formats.test_readings import READINGS, TYPED
from tools.fuzz import calls
from tools.fuzz.mutate import mutated

import solvable
from solvable import formats, game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.formats.deepcubea import read_instances

NUMBER_MAX = 40  # in an ID, since the cost of large boards is tested elsewhere
WORDS = (
    *(
        "lights:5x5",
        "lights:3x3",
        "lights:2x2x2",
        "lights:merlin",
        "lights:graph=4;0-1;1>2",
        "lights:graph0=3;0-1",
        "lights:4",
    ),
    *(
        "tiles:3x3",
        "tiles:4x4",
        "tiles:15",
        "15-puzzle",
        "tiles:petersen",
        "tiles:theta0",
        "tiles:cycle5",
        "tiles:graph=3;0-1-2-0",
    ),
)
OPTIONS = (
    *(
        "torus",
        "klein",
        "king",
        "plus0",
        "knight",
        "mod3",
        "mod6",
        "mod12",
        "mod1",
        "mod0",
        "dead=0",
        "dead=1.3",
        "fixed=2",
    ),
    *(
        "goal=000/000/000",
        "goal=spiral",
        "goal=blank-first",
        "goal=1,2,3/4,5,6/7,8,0",
        "goal=AAB/BCC/DD_",
        "mtm",
        "stm",
    ),
    *(
        "matrix=d074191345d1644c17058",
        "toggles=0.1/1*2/2",
        "hex",
        "mobius",
        "projective",
        "TORUS",
        "mmt",
        "tors",
        "",
        "=",
    ),
)


class Target(NamedTuple):
    """A kind of case: how one is drawn and tried, the CPU seconds it may take, and whether its memory is limited."""

    draw: Callable[[Random], Any]
    attempt: Callable[[Any], object]
    seconds: float = 2.0
    is_limited: bool = True


def texts() -> list[str]:
    """Return the corpus of texts: all that the tests of the formats read or refuse, and game IDs."""
    return [*(row[0] for row in (*READINGS, *TYPED)), *(paste.text for paste in PASTES), *SEEDS, *ids()]


def ids() -> list[str]:
    """Return the corpus of game IDs."""
    return [row[2] for row in (*READINGS, *TYPED)] + [f"{word}#1" for word in WORDS]


CORPUS = texts()
IDS = ids()
GOALS = ["blank-last", "blank-first", "snail", "spiral", "snake", "columns", "mirror", "on", "off", "ON", "snak", "-"]
PAIRED = [
    *(
        "110/000/000",
        "111111111",
        "#.#/.#./#.#",
        "###/###/###",
        "X.X\n.X.\nX.X",
        "lights:3x3:010/101/010",
        "lights:cube#1",
    ),
    *(
        "1 2 3/4 5 6/7 8 0",
        "1,2,3,4,5,6,7,8,0",
        "0 1 2 3 4 5 6 7 8",
        "[[1,2,3],[8,0,4],[7,6,5]]",
        "3\n1 2 3\n4 5 6\n7 8 0",
    ),
    *("tiles:3x3#1", "tiles:3x3:1,2,3/4,5,6/7,8,0", "7 1 2 0 3 4 5 6 7 8", "tiles:star6#1", "tiles:3x3,dead=4#1"),
]
JOINED = [
    ("", " -> "),
    ("", "\n\n"),
    ("", "\n"),
    ("", "//"),
    ("Initial:\n", "\nGoal:\n"),
    ("start = ", "; goal = "),
    ("初始：", "\n目标："),
]
NAMES = [None, None, None, None, *formats.FORMATS]


def _text(rng: Random) -> tuple[str | bytes, str | None]:
    text: str | bytes = mutated(rng.choice(CORPUS), CORPUS, rng)
    if rng.random() < 0.25:
        assert isinstance(text, str)
        text = text.encode(rng.choice(("utf-8", "utf-16", "gb18030")), "replace")
        at = rng.randint(0, len(text))
        text = text[:at] + rng.randbytes(rng.choice((0, 0, 1, 3))) + text[at:]
    return _small(text), rng.choice(NAMES)


def _cut(number: re.Match[str]) -> str:
    return str(min(int(number[0]), NUMBER_MAX))


def _small(text: Any) -> Any:
    """Return an ID, or the size before a seed, with its numbers bounded."""
    if not isinstance(text, str) or not (re.match(r"\s*[0-9]{1,9}(x[0-9]{1,9})?[cr]?#", text) or ":" in text[:40]):
        return text
    head, mark, rest = text.partition(":")
    body, hash_, seed = rest.partition("#")
    if hash_:
        body = re.sub("[0-9]{3,}", _cut, body)
    return re.sub("[0-9]{3,}", _cut, head) + mark + body + hash_ + seed


def _read(case: tuple[str | bytes, str | None]) -> None:
    try:
        board = formats.read(case[0], format=case[1])
    except PuzzleError as error:
        str(error)
        if isinstance(error, NotationError):
            error.excerpt()
        return
    if board.puzzle.parse(board.puzzle.format(board.state)) != board.state:
        raise AssertionError("the state is written and read as another")


def _goal(rng: Random) -> tuple[str, str | None, str | None]:
    board, goal = (rng.choice(CORPUS if rng.random() < 0.3 else PAIRED) for _ in range(2))
    if rng.random() < 0.5:
        board = mutated(board, CORPUS, rng)
    if rng.random() < 0.5:
        goal = mutated(goal, [*CORPUS, *GOALS], rng)
    if rng.random() < 0.3:
        goal = rng.choice(GOALS)
    if rng.random() < 0.5:
        return _small(board), _small(goal), rng.choice(NAMES)
    before, between = rng.choice(JOINED)
    return _small(f"{before}{board}{between}{goal}"), None, rng.choice(NAMES)


def _aim(case: tuple[str, str | None, str | None]) -> None:
    text, goal, name = case
    try:
        board = formats.read(text, goal=goal, format=name)
    except PuzzleError as error:
        str(error)
        if isinstance(error, NotationError):
            error.excerpt()
        return
    puzzle = board.puzzle
    if puzzle.parse(puzzle.format(puzzle.goal)) != tuple(puzzle.goal):
        raise AssertionError("the goal is no state of its puzzle")
    if puzzle.parse(puzzle.format(board.state)) != board.state:
        raise AssertionError("the state is written and read as another")


def _id(rng: Random) -> str:
    text: str = _small(mutated(rng.choice(IDS), IDS, rng))
    return text


def _options(rng: Random) -> str:
    words = [rng.choice(WORDS), *(rng.choice(OPTIONS) for _ in range(rng.randint(0, 4)))]
    text = ",".join(words) + rng.choice(("", "#1", ":000/000/000", ":1,2,3/4,5,6/7,8,0"))
    text = text.upper() if rng.random() < 0.2 else text
    return mutated(text, [*WORDS, *OPTIONS], rng) if rng.random() < 0.3 else text


def _parse(text: str) -> None:
    try:
        puzzle = game_id.parse_puzzle(text)
        name = game_id.format_puzzle(puzzle)
        if game_id.format_puzzle(game_id.parse_puzzle(name)) != name:
            raise AssertionError("the canonical ID reads as another")
        puzzle, state = game_id.parse(text)
        if game_id.parse(game_id.format_board(puzzle, state))[1] != state:
            raise AssertionError("the board is written and read as another")
    except PuzzleError as error:
        str(error)


VALUES: tuple[Any, ...] = (
    *(
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        -1,
        10**9,
        2**63,
        True,
        None,
        1.0,
        0.5,
        float("nan"),
        float("inf"),
        "",
        "3",
        "plus",
        "torus",
    ),
    *(
        "king",
        "spiral",
        "stm",
        "mtm",
        "\ud800",
        b"1",
        [],
        [0],
        [0, 1],
        [[0, 1], [1, 0]],
        (0,) * 9,
        (1,) * 9,
        {},
        {0: 1},
        {1},
    ),
    *(
        (1, 2, 3, 4, 5, 6, 7, 8, 0),
        (1, 2, 3, 4, 5, 6, 8, 7, 0),
        (2, 0, 1, 3),
        [1.0] * 9,
        ["a"] * 9,
        [None] * 9,
        range(9),
    ),
    *([(0, 1), (1, 2)], [((0, 1),)] * 9, "110/000/000", "1,2,3/4,5,6/7,8,0", complex(1, 1), object, -(2**70), 10**30),
)
METHODS = {
    "LightsOut": ("apply", "obstruction", "solve", "optimal", "format", "parse", "with_goal", "toggle"),
    "SlidingTiles": (
        "apply",
        "moves",
        "obstruction",
        "solve",
        "optimal",
        "format",
        "parse",
        "with_goal",
        "with_metric",
    ),
}
FUNCTIONS = ("parse", "parse_puzzle", "variant", "nullity")


def _call(rng: Random) -> tuple[str, tuple[int, ...], str, tuple[int, ...]]:
    """Return the name of a class or function, indices of arguments, a method and indices of its arguments."""

    def some(most: int) -> tuple[int, ...]:
        return tuple(rng.randrange(len(VALUES)) for _ in range(rng.randint(1, most)))

    if rng.random() < 0.2:
        name = rng.choice(FUNCTIONS)
        return name, some(1) if name != "nullity" else (*some(1), *some(1))[:2], "", ()
    name = rng.choice(sorted(METHODS))
    good = (VALUES.index(3), VALUES.index(3))
    arguments = good if rng.random() < 0.6 else (*some(1), *some(1))[:2]
    return name, arguments, rng.choice(METHODS[name]), some(2)


def _called(case: tuple[str, tuple[int, ...], str, tuple[int, ...]]) -> None:
    name, arguments, method, inner = case
    values = [VALUES[index] for index in arguments]
    if name == "nullity" and not all(type(value) is not int or abs(value) < 1000 for value in values):
        return
    try:
        made = getattr(solvable, name)(*values)
        if method:
            taken = [VALUES[index] for index in inner]
            getattr(made, method)(*(taken * 2)[: 2 if method == "apply" else 1])
    # TypeError is Python's error for a wrong type
    except (PuzzleError, solvable.MissingTableError, TypeError) as error:
        str(error)


INSTRUCTIONS = [
    b"N", b"]", b"}", b")", b"(", b"a", b"e", b"s", b"u", b"t", b"\x85", b"\x86", b"\x87", b"\x88", b"l", b"d", b"0",
    b"1", b"2", b"b", b"R", b"\x81", b"\x93", b"\x94", b"h\x00", b"h\x01", b"q\x00", b"q\x01", b"j\x00\x00\x00\x00",
    b"K\x01", b"M\x01\x02", b"J\xff\xff\xff\xff", b"\x8a\x01\xff", b"G" + bytes(8), b"\x8c\x05tiles", b"\x8c\x06states",
    b"X\x01\x00\x00\x00a", b"B\x02\x00\x00\x00ab", b"C\x01a", b"cnumpy\ndtype\n", b"cnumpy\nndarray\n",
    b"cnumpy.core.multiarray\n_reconstruct\n", b"cnumpy.core.multiarray\nscalar\n",
    b"cenvironments.n_puzzle\nNPuzzleState\n",
    b"cos\nsystem\n", b"I01\n", b"L5L\n", b"S'a'\n", b"Pid\n", b"Q", b".", b"\x95" + bytes(8), b"\x96" + bytes(8),
]  # fmt: skip
"""Instructions of pickles, both those that readers accept and those that they refuse, with small arguments."""


def pickles() -> list[bytes]:
    """Return the corpus of pickles: test sets with states as lists, as arrays and as objects with arrays."""
    array = b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(K\x00tC\x01bt\x94R(K\x01(K\x04tcnumpy\ndtype\n("
    array += (
        b"\x8c\x02u1K\x00K\x01tR(K\x03\x8c\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89C\x04\x01\x02\x03\x00tb"
    )
    state = b"cenvironments.n_puzzle\nNPuzzleState\n)\x81N}(\x8c\x05tiles" + array + b"\x8c\x04hashNu\x86b"
    plain = pickle.dumps({"states": [[1, 2, 3, 0]], "solutions": [[["U", -1]]], "times": [0.5]}, 4)
    return [plain, *(b"\x80\x04}(\x8c\x06states](" + each + b"eu." for each in (array, state, state + state))]


PICKLES = pickles()


def _pickle(rng: Random) -> bytes:
    data = bytearray(rng.choice(PICKLES))
    for _ in range(rng.randint(1, 6)):
        start = rng.randrange(2, len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[start : start + rng.choice((0, 0, 1, 3))] = rng.choice(INSTRUCTIONS) * rng.choice(
                    (1, 1, 1, 5, 200)
                )
            case 1 if start < len(data):
                data[start] = rng.randrange(256)
            case 2:
                other = rng.choice(PICKLES)
                first = rng.randrange(len(other))
                data[start:start] = other[first : first + rng.randint(1, 60)]
            case _:
                del data[start : start + rng.choice((1, 2, 10))]
    return bytes(data)


def _unpickled(data: bytes) -> None:
    try:
        found = read_instances(data)
    except PuzzleError as error:
        str(error)
        return
    if not all(found.puzzle.parse(found.puzzle.format(state)) == state for state in found.states):
        raise AssertionError("a state that is none of the puzzle's")


BOARDS = ("110/000/000", "1 2 3/4 0 5/7 8 6", "1 3 4 8 0 2 7 5 6", "AAB/BCC/D_D", "1 1 1/2 2 2/3 3 0",
          "#..#/.##./.##./#..#", "lights:3x3,mod3:012/000/000", "tiles:4x4#1", "tiles:petersen#1",
          "[[0,1],[1,0]]", "lights:merlin#1")  # fmt: skip
BOARD_GOALS = (*BOARDS, "blank-first", "blank-last", "snail", "snake", "columns", "on", "off", "1 2 ?/? ? ?/7 8 0",
         "?1?/1?1/?1?", "AAB/BCC/DD_", "3 3 2/2 2 1/1 1 0", "0 1 2/3 4 5/6 7 8", "111/111/111")  # fmt: skip


def _board_and_goal(rng: Random) -> tuple[str, str]:
    return rng.choice(BOARDS), mutated(rng.choice(BOARD_GOALS), [*BOARD_GOALS], rng)


def _checked(case: tuple[str, str]) -> None:
    try:
        if solvable.check(case[0], goal=case[1], seconds=1)["verdict"] not in ("solvable", "unsolvable"):
            raise AssertionError("neither solvable nor unsolvable")
    except PuzzleError as error:
        str(error)


ANSWERS = [json.dumps(answer) for answer in forgeries.answers()]


def _answer(rng: Random) -> str | bytes:
    text = mutated(rng.choice(ANSWERS), ANSWERS, rng)
    return text.encode("utf-8", "replace") if rng.random() < 0.2 else text


TARGETS = {
    "texts": Target(_text, _read),
    "goals": Target(_goal, _aim),
    "ids": Target(_id, _parse),
    "options": Target(_options, _parse),
    "api": Target(_call, _called),
    "pickles": Target(_pickle, _unpickled),
    "checks": Target(_board_and_goal, _checked),
    "calls": Target(calls.draw, calls.attempt, seconds=20.0, is_limited=False),
    "json": Target(_answer, lambda case: solvable.verify(case).verdict),
}
