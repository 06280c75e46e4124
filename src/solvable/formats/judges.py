"""Online judges: a judge's input turned into its exact output, tie rules and all.

    TASKS      a row a task: what answers it, the statement's sample, random inputs, its names at other judges
    Input      the words of an input in order, each with its place for errors, and every number bounded

The statements' own numbers bound every input. What a task asks and the idea that solves it are sentences of the
catalogue: `judge.NAME` and `judge.NAME.idea`. Boards are loaded when a task is answered: its name alone needs none.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from solvable.core.errors import NotationError, PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Puzzle, Solution, State

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

LARGEST = 12_000_000  # characters, as of every other input
LONGEST_NUMBER = 12  # digits; no statement has numbers of more

_WORD = pattern(r"\S+")
_ZEROS = pattern(r"(?<!\S)0\s+0(?!\S)")
_NAMED = pattern(r"(?:Input:\s{0,9})?[A-Za-z_]\w{0,40}\s{0,9}=\s{0,9}(?=\[)")
_NUMBER = pattern(rf"[+-]?[0-9]{{1,{LONGEST_NUMBER}}}")


class Input:
    """The words of a text, from the first to the last; raises NotationError if one is not what was expected.

    Judges differ in blank lines and line ends, so words are read, not lines, but where a line may hold blanks.
    """

    def __init__(self, text: str, source: str = "") -> None:
        self.text = text.removeprefix("\ufeff")
        self.source = source
        self._start = self._end = 0  # of the word read last
        if len(text) > LARGEST:
            self.fail(msg("the input is longer than {most:,} bytes", most=LARGEST))

    @property
    def at_end(self) -> bool:
        """Whether no word is left."""
        return _WORD.search(self.text, self._end) is None

    def fail(self, message: str, expected: str = "") -> NoReturn:
        """Raise NotationError at the word read last."""
        raise NotationError.at(self.text, self._start, message, expected, self.source)

    def check_end(self) -> None:
        """Raise NotationError at the first word that is left."""
        if match := _WORD.search(self.text, self._end):
            self._start, self._end = match.span()
            self.fail(msg("the input goes on after its end"), msg("the end of the input"))

    def word(self, expected: str) -> str:
        """Return the next word."""
        match = _WORD.search(self.text, self._end)
        if match is None:
            self._start = len(self.text.rstrip())
            self.fail(msg("the input ends too early"), expected)
        self._start, self._end = match.span()
        return match[0]

    def line(self, expected: str) -> str:
        """Return the rest of the line that the next word begins."""
        self.word(expected)
        end = self.text.find("\n", self._start)
        self._end = len(self.text) if end < 0 else end
        return self.text[self._start : self._end].strip()

    def number(self, what: str, least: int, most: int) -> int:
        """Return the next word as a number from `least` to `most`."""
        if match := _WORD.search(self.text, self._end):
            self._start, self._end = match.span()
            if _NUMBER.fullmatch(match[0]) and least <= (number := int(match[0])) <= most:
                return number
        expected = msg("{what}, from {least} to {most}", what=what, least=least, most=most)
        word = match[0] if match else self.word(expected)  # which says that the input has ended
        return self.fail(msg("{word} does not fit here", word=repr(word[:LONGEST_NUMBER])), expected)

    def numbers(self, count: int, what: str, least: int, most: int) -> list[int]:
        """Return the next `count` numbers."""
        return [self.number(what, least, most) for _ in range(count)]

    def until_zeros(self, most: int) -> Iterator[int]:
        """Return the numbers before the next `0 0` if they are pairs from 1 to `most`, all at once; else none of them.

        The zeros are left, or what is wrong: to be read number by number, which says where.
        """
        if end := _ZEROS.search(self.text, self._end):
            words = self.text[self._end : end.start()].split()
            if len(words) % 2 == 0 and set(words) <= set(map(str, range(1, most + 1))):
                self._end = end.start()
                return map(int, words)
        return iter(())

    def lamps(self, width: int, height: int, symbols: Mapping[str, int]) -> tuple[int, ...]:
        """Return a grid of one symbol a cell, whether rows are joined or spaced."""
        expected = msg("{count} cells of {symbols}", count=width * height, symbols=" ".join(symbols))
        cells: list[int] = []
        while len(cells) < width * height:
            for symbol in self.word(expected):
                if symbol not in symbols:
                    self.fail(msg("{symbol} is not a cell here", symbol=repr(symbol)), expected)
                cells.append(symbols[symbol])
        if len(cells) > width * height:
            self.fail(msg("the row is too long"), expected)
        return tuple(cells)

    def tiles(self, width: int, height: int, blanks: str = "0") -> tuple[int, ...]:
        """Return the numbers 0 to n − 1, each once, 0 or one of `blanks` for the blank."""
        last = width * height - 1
        expected = msg("the numbers 0 to {last}, each once", last=last)
        seen: list[int] = []
        for _ in range(width * height):
            word = self.word(expected)
            tile = 0 if word in blanks else int(word) if _NUMBER.fullmatch(word) else -1
            if not 0 <= tile <= last or tile in seen:
                self.fail(msg("{word} is out of place", word=repr(word[:LONGEST_NUMBER])), expected)
            seen.append(tile)
        return tuple(seen)

    def matrix(self, expected: str, widest: int, highest: int, most: int) -> list[list[int]]:
        """Return the next JSON list of rows, of numbers from 0 to `most`; a name may stand before it, `mat = [[0]]`."""
        line = self.line(expected)
        if named := _NAMED.match(line):
            line = line[named.end() :]
        try:
            rows = json.loads(line)
        except (ValueError, RecursionError):
            self.fail(msg("this is not JSON"), expected)
        if not (isinstance(rows, list) and 1 <= len(rows) <= highest and all(isinstance(row, list) for row in rows)):
            self.fail(msg("this is not a matrix"), expected)
        if not 1 <= len(rows[0]) <= widest or any(len(row) != len(rows[0]) for row in rows):
            self.fail(msg("this is not a matrix"), expected)
        if not all(type(cell) is int and 0 <= cell <= most for row in rows for cell in row):
            self.fail(msg("this is not a matrix"), expected)
        return rows


# What several tasks share: boards, a shortest solution or None, and grids of presses as judges print them.


def _lights(width: int, height: int, *, lit: int = 0, rule: str = "plus") -> "LightsOut":
    """Return the board whose goal has all lamps in the state `lit`."""
    from solvable.lights.board import LightsOut

    return LightsOut(width, height, rule=rule).with_goal((lit,) * (width * height))


def _sliding(width: int, height: int, goal: str | State = "blank-last") -> "SlidingTiles":
    from solvable.tiles.board import SlidingTiles

    return SlidingTiles(width, height, goal=goal)


def _fewest(board: Puzzle, state: State) -> Solution | None:
    """Return a solution of the fewest moves, or None if there is none."""
    try:
        return board.optimal(state)
    except UnsolvableError:
        return None


def _length(board: Puzzle, state: State) -> str:
    """Return the fewest moves, −1 if there is no solution."""
    solution = _fewest(board, state)
    return str(-1 if solution is None else len(solution.moves))


def _press_rows(board: "LightsOut", presses: Iterable[Move]) -> Iterator[str]:
    """Yield the rows of the grid of presses, 1 if a cell is pressed, spaced."""
    pressed = set(presses)
    for row in range(board.height):
        yield " ".join(str(int(row * board.width + column in pressed)) for column in range(board.width))


# Lights.


def _poj3279(given: Input) -> Iterator[str]:
    """Fliptile: the grid of the fewest presses, of these the first in lexicographic order.

    All solutions are one of them plus the quiet patterns, at most 2^8 on the statement's boards: all are looked at.
    """
    height = given.number(msg("the number of rows"), 1, 15)
    width = given.number(msg("the number of columns"), 1, 15)
    board = _lights(width, height)
    state = given.lamps(width, height, {"0": 0, "1": 1})

    def rank(presses: Iterable[Move]) -> tuple[int, list[int]]:
        """Of as many presses, the grid is first whose first press that the other has not is later."""
        in_order = sorted(presses)
        return len(in_order), [-cell for cell in in_order]

    try:
        results = [solution.moves for solution in board.solutions(state)]
    except UnsolvableError:
        yield "IMPOSSIBLE"
        return
    yield from _press_rows(board, min(results, key=rank))


def _poj1222(given: Input) -> Iterator[str]:
    """Extended Lights Out: a 5 × 6 board has one solution, its toggle matrix being regular."""
    board = _lights(6, 5)
    for case in range(given.number(msg("the number of puzzles"), 0, 10_000)):
        yield f"PUZZLE #{case + 1}"
        yield from _press_rows(board, board.solve(given.lamps(6, 5, {"0": 0, "1": 1})).moves)


def _poj1681(given: Input) -> Iterator[str]:
    """Painter's Problem: the fewest bricks to paint until all are yellow."""
    for _ in range(given.number(msg("the number of walls"), 0, 20)):
        size = given.number(msg("the side of the wall"), 1, 15)
        solution = _fewest(_lights(size, size, lit=1), given.lamps(size, size, {"y": 1, "w": 0}))
        yield "inf" if solution is None else str(len(solution.moves))


def _poj1753(given: Input) -> Iterator[str]:
    """Flip Game: the fewest rounds until a 4 × 4 board is all white or all black."""
    state = given.lamps(4, 4, {"b": 1, "w": 0})
    results = [_fewest(_lights(4, 4, lit=lit), state) for lit in (0, 1)]
    yield str(min((len(solution.moves) for solution in results if solution is not None), default="Impossible"))


def _poj1830(given: Input) -> Iterator[str]:
    """The switch problem (开关问题): in how many ways N linked switches go from one state to another.

    A switch changes itself and those it is linked to, one way. The ways are 2^nullity, or none. Of switches all linked,
    reading the links is most of the work.
    """
    from solvable.lights.algebra.gf2 import Span
    from solvable.lights.algebra.masks import pack

    for _ in range(given.number(msg("the number of cases"), 0, 1000)):
        count = given.number(msg("the number of switches"), 1, 28)
        start, wanted = (pack(given.numbers(count, msg("the state of a switch"), 0, 1)) for _ in range(2))
        alone = [0, *(1 << switch for switch in range(count))]  # numbered from 1
        effects = alone.copy()
        for switch, other in _links(given, count):
            effects[switch] |= alone[other]
        span = Span(effects[1:])
        result = span.express(start ^ wanted)
        yield "Oh,it's impossible~!!" if result is None else str(2 ** (count - span.rank))


def _links(given: Input, count: int) -> Iterator[tuple[int, int]]:
    numbers = given.until_zeros(count)
    return chain(zip(numbers, numbers, strict=True), _other_links(given, count))


def _other_links(given: Input, count: int) -> Iterator[tuple[int, int]]:
    """Yield the links up to `0 0`, read number by number."""
    what = msg("the number of a switch")
    while (pair := (given.number(what, 0, count), given.number(what, 0, count))) != (0, 0):
        if 0 in pair:
            given.fail(msg("{word} does not fit here", word="'0'"), msg("two switches, or 0 0 at the end"))
        yield pair


def _poj2965(given: Input) -> Iterator[str]:
    """The Pilots Brothers' refrigerator: a switch turns its row and its column; each 4 × 4 state has one solution."""
    board = _lights(4, 4, rule="cross")
    presses = sorted(board.solve(given.lamps(4, 4, {"+": 1, "-": 0})).moves)
    yield str(len(presses))
    for cell in presses:
        yield f"{cell // 4 + 1} {cell % 4 + 1}"


def _uva10309(given: Input) -> Iterator[str]:
    """Turn the Lights Off: 10 × 10 boards with names; one solution each, its toggle matrix being regular."""
    board = _lights(10, 10)
    while (name := given.line(msg("the name of a board, or end"))) != "end":
        length = len(board.solve(given.lamps(10, 10, {"#": 0, "O": 1})).moves)
        yield f"{name} {length if length <= 100 else -1}"


def _acwing95(given: Input) -> Iterator[str]:
    """The strange light switches (费解的开关): whether a 5 × 5 board is all lit within six steps, and in how many."""
    board = _lights(5, 5, lit=1)
    for _ in range(given.number(msg("the number of boards"), 0, 500)):
        solution = _fewest(board, given.lamps(5, 5, {"0": 0, "1": 1}))
        yield str(-1 if solution is None or len(solution.moves) > 6 else len(solution.moves))


def _luogu_p2962(given: Input) -> Iterator[str]:
    """Lights (灯 Lights, USACO): the fewest switches that light every lamp of a graph.

    Switches of one effect are one switch: no shortest answer uses two of them, and few quiet patterns are left.
    """
    from solvable.lights.board import LightsOut

    count = given.number(msg("the number of lamps"), 1, 35)
    links = given.number(msg("the number of links"), 0, 595)
    ends = [given.numbers(2, msg("the number of a lamp"), 1, count) for _ in range(links)]
    effects = [{lamp} for lamp in range(count)]
    for one, other in ends:
        effects[one - 1].add(other - 1)
        effects[other - 1].add(one - 1)
    rows = {tuple(int(lamp in effect) for lamp in range(count)) for effect in effects}
    board = LightsOut.from_matrix(sorted(rows), width=count, height=1).with_goal((1,) * count)
    yield str(len(board.optimal((0,) * count).moves))


def _leetcode1284(given: Input) -> Iterator[str]:
    """Minimum number of flips to convert a binary matrix to a zero matrix; a matrix a line."""
    while not given.at_end:
        rows = given.matrix(msg("a matrix of 0 and 1, at most 3 × 3, like [[0,0],[0,1]]"), 3, 3, 1)
        yield _length(_lights(len(rows[0]), len(rows)), tuple(chain.from_iterable(rows)))


# Tiles.


def _uva10181(given: Input) -> Iterator[str]:
    """15-Puzzle Problem: the blank's moves, at most 50 of them; ours are the fewest."""
    board = _sliding(4, 4)
    for _ in range(given.number(msg("the number of puzzles"), 0, 10_000)):
        state = given.tiles(4, 4)
        solution = _fewest(board, state)
        yield "This puzzle is not solvable." if solution is None else board.to_letters(state, solution.moves, "blank")


PAYS = 25  # boards of one input from which on the table of all states costs less than as many searches


def _hdu1043(given: Input) -> Iterator[str]:
    """Eight: the blank's moves as small letters, a board a line; ours are the fewest."""
    states = []
    while not given.at_end:
        states.append(given.tiles(3, 3, "x"))
    yield from _eights(states)


def _uva652(given: Input) -> Iterator[str]:
    """Eight, as UVa 652 asks it: the number of boards first, and a blank line between the answers."""
    cases = given.number(msg("the number of puzzles"), 0, 10_000)
    for case, letters in enumerate(_eights([given.tiles(3, 3, "x") for _ in range(cases)])):
        if case:
            yield ""
        yield letters


def _eights(states: Sequence[State]) -> Iterator[str]:
    """Yield for each state the blank's moves as small letters, or that there are none."""
    board = _sliding(3, 3)
    for state in states:
        moves = _descended(board, state) if len(states) >= PAYS else _searched(board, state)
        yield "unsolvable" if moves is None else board.to_letters(state, moves, "blank").lower()


def _searched(board: "SlidingTiles", state: State) -> Sequence[Move] | None:
    """Return the moves of a shortest solution, or None if there is none."""
    solution = _fewest(board, state)
    return None if solution is None else solution.moves


def _descended(board: "SlidingTiles", state: State) -> Sequence[Move] | None:
    """Return the same from the table of all states: each move leads to one that needs a move less."""
    from solvable.tiles.census.remaining import by_state

    needed = by_state(board)
    if state not in needed:
        return None
    moves: list[Move] = []
    for remaining in reversed(range(needed[state])):
        steps = ((move, board.apply(state, move)) for move in board.moves(state))
        move, state = next((move, after) for move, after in steps if needed[after] == remaining)
        moves.append(move)
    return moves


def _luogu_p1379(given: Input) -> Iterator[str]:
    """The eight digits (八数码难题): the fewest moves to 123804765, the blank in the middle."""
    expected = msg("the digits 0 to 8, each once, joined")
    word = given.word(expected)
    if sorted(word) != list("012345678"):
        given.fail(msg("{word} does not fit here", word=repr(word[:12])), expected)
    yield _length(_sliding(3, 3, (1, 2, 3, 8, 0, 4, 7, 6, 5)), tuple(map(int, word)))


def _aoj_15puzzle(given: Input) -> Iterator[str]:
    """15 Puzzle (ALDS1 13 C): the fewest moves of a board that needs at most 45."""
    yield _length(_sliding(4, 4), given.tiles(4, 4))


def _poj3240(given: Input) -> Iterator[str]:
    """Fifteen puzzle of any size to 10 × 10: the blank's moves, any that solve it."""
    size = given.number(msg("the side of the board"), 1, 10)
    board = _sliding(size, size)
    state = given.tiles(size, size)
    try:
        yield board.to_letters(state, board.solve(state).moves, "blank")
    except UnsolvableError:
        yield "No Answer!"


def _hackerrank_n_puzzle(given: Input) -> Iterator[str]:
    """N Puzzle: a way to 0, 1, 2, … with the blank first, as the number of moves and a word a move.

    Any way counts, so boards from 4 × 4 get a short one, in half a second, and not the shortest.
    """
    size = given.number(msg("the side of the board"), 3, 5)
    board = _sliding(size, size, "blank-first")
    state = given.tiles(size, size)
    solution = board.optimal(state) if size == 3 else board.near(state, seconds=0.5)
    yield str(len(solution.moves))
    words = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}
    for letter in board.to_letters(state, solution.moves, "blank"):
        yield words[letter]


def _leetcode773(given: Input) -> Iterator[str]:
    """Sliding puzzle: the fewest moves of a 2 × 3 board, a matrix a line."""
    board = _sliding(3, 2)
    expected = msg("two rows of the numbers 0 to 5, like [[1,2,3],[4,0,5]]")
    while not given.at_end:
        state = tuple(chain.from_iterable(given.matrix(expected, 3, 2, 5)))
        if sorted(state) != list(range(6)):
            given.fail(msg("this is not a matrix"), expected)
        yield _length(board, state)


# Random inputs, solvable and not.


def _grid(rng: Random, width: int, height: int, symbols: str, joint: str = "") -> str:
    return "".join(joint.join(rng.choice(symbols) for _ in range(width)) + "\n" for _ in range(height))


def _tiles(rng: Random, width: int, height: int, blank: str = "0") -> list[str]:
    """Return the words of a board in any order, half of them unsolvable."""
    return [str(tile) if tile else blank for tile in rng.sample(range(width * height), width * height)]


def _rows(words: list[str], width: int) -> str:
    return "".join(" ".join(words[start : start + width]) + "\n" for start in range(0, len(words), width))


def _walked(rng: Random, side: int, steps: int) -> str:
    """Return the rows of a square board after so many random moves from 1, 2, …, the blank last."""
    state, blank = [*range(1, side * side), 0], side * side - 1
    for _ in range(steps):
        row, column = divmod(blank, side)
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        other = rng.choice([r * side + c for r, c in beside if 0 <= r < side and 0 <= c < side])
        state[blank], state[other], blank = state[other], 0, other
    return _rows(list(map(str, state)), side)


def _times(make: Callable[[Random], str], *, counted: bool = True) -> Callable[[Random, int], str]:
    """Return what writes so many boards, with their number first."""

    def many(rng: Random, count: int) -> str:
        return (f"{count}\n" if counted else "") + "".join(make(rng) for _ in range(count))

    return many


def _named(rng: Random, count: int) -> str:
    boards = (f"board {number}\n{_grid(rng, 10, 10, '#O')}" for number in range(1, count + 1))
    return "".join(boards) + "end\n"


def _fliptile(rng: Random, count: int) -> str:
    height, width = rng.randint(1, 15), rng.randint(1, 15)
    return f"{height} {width}\n{_grid(rng, width, height, '01', ' ')}"


def _wall(rng: Random) -> str:
    side = rng.randint(1, 15)
    return f"{side}\n{_grid(rng, side, side, 'yw')}"


def _switches(rng: Random) -> str:
    count = rng.randint(1, 8)
    pairs = [(a, b) for a in range(1, count + 1) for b in range(1, count + 1) if a != b and rng.random() < 0.4]
    return f"{count}\n{_grid(rng, count, 2, '01', ' ')}" + "".join(f"{a} {b}\n" for a, b in pairs) + "0 0\n"


def _graph(rng: Random, count: int) -> str:
    """Return a graph whose lamps can all be lit: so can those of any graph (Sutner 1989)."""
    lamps = rng.randint(1, 20)
    links = [(a, b) for a in range(1, lamps + 1) for b in range(a + 1, lamps + 1) if rng.random() < 0.3]
    return f"{lamps} {len(links)}\n" + "".join(f"{a} {b}\n" for a, b in links)


def _matrix(rng: Random) -> str:
    height, width = rng.randint(1, 3), rng.randint(1, 3)
    return json.dumps([[rng.randrange(2) for _ in range(width)] for _ in range(height)]) + "\n"


def _two_rows(rng: Random) -> str:
    tiles = rng.sample(range(6), 6)
    return json.dumps([tiles[:3], tiles[3:]]) + "\n"


def _sized(least: int, most: int, *, by_line: bool) -> Callable[[Random, int], str]:
    """Return what writes the side of a square board and its tiles, any walk from its goal."""

    def board(rng: Random, count: int) -> str:
        side = rng.randint(least, most)
        if not by_line:
            return f"{side}\n{_rows(_tiles(rng, side, side), side)}"
        walked = _walked(rng, side, 200).split()  # turned by 180°: s'[N−1−i] = (N − s[i]) mod N has the blank first
        turned = [str(-int(tile) % side**2) for tile in reversed(walked)]
        return "\n".join([str(side), *turned]) + "\n"

    return board


def _reachable_digits(rng: Random, count: int) -> str:
    """Return nine digits from which 123804765 can be reached, as the statement promises."""
    digits, blank = list("123804765"), 4
    for _ in range(200):
        beside = [blank + 3, blank - 3, *([blank + 1] if blank % 3 < 2 else []), *([blank - 1] if blank % 3 else [])]
        other = rng.choice([cell for cell in beside if 0 <= cell < 9])
        digits[blank], digits[other], blank = digits[other], "0", other
    return "".join(digits) + "\n"


class Task(NamedTuple):
    """A task: what yields the lines of its output, and what a program for it can be tried with.

    An input holds at most `most` boards (1: one and no more); `random` writes so many of them. `others` are its names
    at other judges.
    """

    answer: Callable[[Input], Iterator[str]]
    sample: str
    most: int
    random: Callable[[Random, int], str]
    others: tuple[str, ...] = ()
    accepts_any: bool = False
    """Whether its judge accepts every right answer, of which ours is one."""


DARK, LIT = "##########\n" * 10, "OOOOOOOOOO\n" * 10

TASKS: dict[str, Task] = {
    "poj3279": Task(
        _poj3279, "4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n", 1, _fliptile, others=("luogu-p1985", "bzoj1647")
    ),
    "poj1222": Task(
        _poj1222,
        "2\n0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n"
        "0 0 1 0 1 0\n1 0 1 0 1 1\n0 0 1 0 1 1\n1 0 1 1 0 0\n0 1 0 1 0 0\n",
        10_000,
        _times(lambda rng: _grid(rng, 6, 5, "01", " ")),
    ),
    "poj1681": Task(_poj1681, "2\n3\nyyy\nyyy\nyyy\n5\n" + "wwwww\n" * 5, 20, _times(_wall)),
    "poj1753": Task(_poj1753, "bwwb\nbbwb\nbwwb\nbwww\n", 1, lambda rng, count: _grid(rng, 4, 4, "bw")),
    "poj1830": Task(
        _poj1830,
        "2\n3\n0 0 0\n1 1 1\n1 2\n1 3\n2 1\n2 3\n3 1\n3 2\n0 0\n3\n0 0 0\n1 0 1\n1 2\n2 1\n0 0\n",
        1000,
        _times(_switches),
    ),
    "poj2965": Task(
        _poj2965, "-+--\n----\n----\n-+--\n", 1, lambda rng, count: _grid(rng, 4, 4, "-+"), accepts_any=True
    ),
    "uva10309": Task(_uva10309, f"all off\n{DARK}all on\n{LIT}end\n", 1000, _named),
    "acwing95": Task(
        _acwing95,
        "3\n00111\n01011\n10001\n11010\n11100\n\n11101\n11101\n11110\n11111\n11111\n\n01111" + "\n11111" * 4 + "\n",
        500,
        _times(lambda rng: _grid(rng, 5, 5, "01")),
        others=("luogu-p10449",),
    ),
    "luogu-p2962": Task(_luogu_p2962, "5 6\n1 2\n1 3\n4 2\n3 4\n2 5\n5 3\n", 1, _graph, others=("bzoj1770",)),
    "leetcode1284": Task(
        _leetcode1284, "[[0,0],[0,1]]\n[[0]]\n[[1,0,0],[1,0,0]]\n", 1000, _times(_matrix, counted=False)
    ),
    "uva10181": Task(
        _uva10181,
        "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n",
        1000,
        _times(lambda rng: _walked(rng, 4, 40)),
        accepts_any=True,
    ),
    "hdu1043": Task(
        _hdu1043,
        "2 3 4 1 5 x 7 6 8\n",
        1000,
        _times(lambda rng: " ".join(_tiles(rng, 3, 3, "x")) + "\n", counted=False),
        others=("poj1077",),
        accepts_any=True,
    ),
    "uva652": Task(
        _uva652,
        "1\n\n2 3 4 1 5 x 7 6 8\n",
        1000,
        _times(lambda rng: "\n" + " ".join(_tiles(rng, 3, 3, "x")) + "\n"),
        accepts_any=True,
    ),
    "luogu-p1379": Task(_luogu_p1379, "283104765\n", 1, _reachable_digits),
    "aoj-15puzzle": Task(
        _aoj_15puzzle, "1 2 3 4\n6 7 8 0\n5 10 11 12\n9 13 14 15\n", 1, lambda rng, count: _walked(rng, 4, 40)
    ),
    "poj3240": Task(_poj3240, "2\n3 1\n2 0\n", 1, _sized(2, 10, by_line=False), accepts_any=True),
    "hackerrank-n-puzzle": Task(
        _hackerrank_n_puzzle, "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n", 1, _sized(3, 5, by_line=True), accepts_any=True
    ),
    "leetcode773": Task(
        _leetcode773,
        "[[1,2,3],[4,0,5]]\n[[1,2,3],[5,4,0]]\n[[4,1,2],[5,0,3]]\n[[3,2,4],[1,5,0]]\n",
        1000,
        _times(_two_rows, counted=False),
    ),
}
ANY_ANSWER = frozenset(name for name, row in TASKS.items() if row.accepts_any)
"""The tasks whose judges accept every right answer, of which ours is one."""


def task(name: str) -> str:
    """Return the name in TASKS of the task `name`, in any case and at any judge; raise PuzzleError for a stranger."""
    wanted = name.strip().lower()
    for known, row in TASKS.items():
        if wanted in {known, *row.others}:
            return known
    raise PuzzleError(msg("there is no task {name}; `solvable judge --list` lists them", name=repr(name)))


def answer(name: str, text: str, source: str = "") -> Iterator[str]:
    """Yield the lines that the judge of the task `name` expects for the input `text`.

    Raises NotationError if the input is not what the statement says, or goes on after its end; what was yielded before
    is right.
    """
    row, given = TASKS[task(name)], Input(text, source)
    yield from row.answer(given)
    given.check_end()


def random_input(name: str, count: int, seed: str) -> str:
    """Return a random input of `count` boards for the task, the same for the same seed; PuzzleError beyond the task."""
    row = TASKS[name]
    if not 1 <= count <= row.most:
        message = msg("an input of {task} holds 1 to {most} boards, not {count}", task=name, most=row.most, count=count)
        raise PuzzleError(message)
    return row.random(Random(f"{name}#{seed}"), count)
