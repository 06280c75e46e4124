"""Inputs of each task to try a program with: the statement's own sample, and random ones, solvable and not.

A row has the sample, how many boards an input may hold (1: one and no more), and what writes that many at random.
"""

import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from solvable.core.errors import PuzzleError
from solvable.core.message import msg

DARK, LIT = "##########\n" * 10, "OOOOOOOOOO\n" * 10


class Inputs(NamedTuple):
    """What a task's program can be tried with."""

    sample: str
    most: int
    random: Callable[[Random, int], str]


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


INPUTS: dict[str, Inputs] = {
    "poj3279": Inputs("4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n", 1, _fliptile),
    "poj1222": Inputs(
        "2\n0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n"
        "0 0 1 0 1 0\n1 0 1 0 1 1\n0 0 1 0 1 1\n1 0 1 1 0 0\n0 1 0 1 0 0\n",
        10_000,
        _times(lambda rng: _grid(rng, 6, 5, "01", " ")),
    ),
    "poj1681": Inputs("2\n3\nyyy\nyyy\nyyy\n5\n" + "wwwww\n" * 5, 20, _times(_wall)),
    "poj1753": Inputs("bwwb\nbbwb\nbwwb\nbwww\n", 1, lambda rng, count: _grid(rng, 4, 4, "bw")),
    "poj1830": Inputs(
        "2\n3\n0 0 0\n1 1 1\n1 2\n1 3\n2 1\n2 3\n3 1\n3 2\n0 0\n3\n0 0 0\n1 0 1\n1 2\n2 1\n0 0\n",
        1000,
        _times(_switches),
    ),
    "poj2965": Inputs("-+--\n----\n----\n-+--\n", 1, lambda rng, count: _grid(rng, 4, 4, "-+")),
    "uva10309": Inputs(f"all off\n{DARK}all on\n{LIT}end\n", 1000, _named),
    "acwing95": Inputs(
        "3\n00111\n01011\n10001\n11010\n11100\n\n11101\n11101\n11110\n11111\n11111\n\n01111" + "\n11111" * 4 + "\n",
        500,
        _times(lambda rng: _grid(rng, 5, 5, "01")),
    ),
    "luogu-p2962": Inputs("5 6\n1 2\n1 3\n4 2\n3 4\n2 5\n5 3\n", 1, _graph),
    "leetcode1284": Inputs("[[0,0],[0,1]]\n[[0]]\n[[1,0,0],[1,0,0]]\n", 1000, _times(_matrix, counted=False)),
    "uva10181": Inputs(
        "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n",
        1000,
        _times(lambda rng: _walked(rng, 4, 40)),
    ),
    "hdu1043": Inputs(
        "2 3 4 1 5 x 7 6 8\n", 1000, _times(lambda rng: " ".join(_tiles(rng, 3, 3, "x")) + "\n", counted=False)
    ),
    "uva652": Inputs(
        "1\n\n2 3 4 1 5 x 7 6 8\n", 1000, _times(lambda rng: "\n" + " ".join(_tiles(rng, 3, 3, "x")) + "\n")
    ),
    "luogu-p1379": Inputs("283104765\n", 1, _reachable_digits),
    "aoj-15puzzle": Inputs("1 2 3 4\n6 7 8 0\n5 10 11 12\n9 13 14 15\n", 1, lambda rng, count: _walked(rng, 4, 40)),
    "poj3240": Inputs("2\n3 1\n2 0\n", 1, _sized(2, 10, by_line=False)),
    "hackerrank-n-puzzle": Inputs("3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n", 1, _sized(3, 5, by_line=True)),
    "leetcode773": Inputs(
        "[[1,2,3],[4,0,5]]\n[[1,2,3],[5,4,0]]\n[[4,1,2],[5,0,3]]\n[[3,2,4],[1,5,0]]\n",
        1000,
        _times(_two_rows, counted=False),
    ),
}


def random_input(name: str, count: int, seed: str) -> str:
    """Return a random input of `count` boards for the task, the same for the same seed; PuzzleError beyond the task."""
    inputs = INPUTS[name]
    if not 1 <= count <= inputs.most:
        message = msg(
            "an input of {task} holds 1 to {most} boards, not {count}", task=name, most=inputs.most, count=count
        )
        raise PuzzleError(message)
    return inputs.random(Random(f"{name}#{seed}"), count)
