"""Seeded boards are Simon Tatham's: frozen vectors from his programs, and the programs themselves where installed."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from solvable import game_id
from solvable.core.puzzle import State, replay
from solvable.core.seeds import BYTE_LIMIT_MAX, Generator, small
from solvable.lights.board import LightsOut

# From sgt-flip and sgt-fifteen 20230122: the game ID, and the description that the program makes of it.
FLIP = {
    "1x1c#a": "8",
    "2x1c#b": "c",
    "2x2c#d": "9",
    "5x5c#abc": "3d8c7f0",
    "3x3c#é": "720",
    "3x3c# lead": "160",
    "3x3c#": "3b0",
}
FIFTEEN = {
    "4x4#abc": "14,4,5,13,3,1,15,0,8,9,6,11,10,7,2,12",
    "2x2#x": "3,0,2,1",
    "3x2#1": "5,1,4,2,0,3",
}
SIZES = [(1, 1), (2, 1), (1, 2), (2, 2), (5, 1), (3, 3), (4, 4), (5, 5), (19, 3), (12, 11)]


def bits(digits: str, cells: int) -> State:
    """Return the cells packed in hexadecimal digits, most significant bit first."""
    return tuple(int(bit) for digit in digits for bit in f"{int(digit, 16):04b}")[:cells]


def seeded(text: str) -> State:
    return game_id.parse(text)[1]


def programs(name: str) -> str:
    """Return the path of one of Tatham's programs, or skip; with SOLVABLE_REQUIRE=sgt its absence is a failure."""
    path = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/lib/games"]))
    if path:
        return path
    message = f"{name} is not installed (Debian: sgt-puzzles)"
    if "sgt" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.fail(message)
    pytest.skip(message)


def descriptions(program: str, ids: Sequence[str], folder: Path) -> list[str]:
    """Return the description that the program makes of each ID, by the save files it writes."""
    run = [programs(program), "--save", "board", "--save-suffix", ".sav"]
    subprocess.run(run, input="\n".join(ids) + "\n", text=True, cwd=folder, check=True, timeout=60)
    saves = sorted(folder.glob("board*.sav"), key=lambda path: int(re.sub(r"\D", "", path.name)))
    assert len(saves) == len(ids)
    found = [re.search(r"^DESC +:\d+:(.*)$", save.read_text("latin-1"), re.MULTILINE) for save in saves]
    return [match[1] for match in found if match]


@pytest.mark.parametrize(("identifier", "grid"), FLIP.items())
def test_frozen_flip_boards(identifier: str, grid: str) -> None:
    size, _, seed = identifier.partition("c#")
    w, h = map(int, size.split("x"))
    assert seeded(f"lights:{size}#{seed}") == bits(grid, w * h)


@pytest.mark.parametrize(("identifier", "tiles"), FIFTEEN.items())
def test_frozen_fifteen_boards(identifier: str, tiles: str) -> None:
    assert seeded(f"tiles:{identifier}") == tuple(map(int, tiles.split(",")))


@pytest.mark.parametrize(("w", "h"), SIZES)
def test_real_flip_makes_the_same_boards(w: int, h: int, tmp_path: Path) -> None:
    seeds = [str(Random(seed).getrandbits(40)) for seed in range(25)]
    found = descriptions("sgt-flip", [f"{w}x{h}c#{seed}" for seed in seeds], tmp_path)
    for seed, description in zip(seeds, found, strict=True):
        assert seeded(f"lights:{w}x{h}#{seed}") == bits(description.partition(",")[2], w * h), seed


@pytest.mark.parametrize(("w", "h"), [(2, 2), (3, 2), (2, 3), (3, 3), (4, 4), (5, 4), (7, 2), (13, 17)])
def test_real_fifteen_makes_the_same_boards(w: int, h: int, tmp_path: Path) -> None:
    seeds = [str(Random(seed).getrandbits(40)) for seed in range(25)]
    found = descriptions("sgt-fifteen", [f"{w}x{h}#{seed}" for seed in seeds], tmp_path)
    for seed, description in zip(seeds, found, strict=True):
        assert seeded(f"tiles:{w}x{h}#{seed}") == tuple(map(int, description.split(","))), seed


@pytest.mark.parametrize(
    "puzzle",
    [
        "lights:5x5",
        "lights:2x1",
        "lights:4x4,torus,mod3",
        "lights:3x3,dead=4",
        "lights:3x3,goal=111/111/111",
        "lights:1x1,plus0",
        "lights:graph=4;0>1;2-3",
        "lights:merlin",
        "tiles:3x3,goal=blank-first",
        "tiles:4x3,goal=spiral,mtm",
        "tiles:2x2,goal=0,3/2,1",
        "tiles:5x1",
        "tiles:1x2,goal=blank-first",
        "tiles:1x1",
    ],
)
def test_every_seed_is_solvable_and_not_the_goal(puzzle: str) -> None:
    parsed = game_id.parse_puzzle(puzzle)
    only_the_goal = puzzle in ("lights:1x1,plus0", "tiles:1x1")
    for seed in range(20):
        state = game_id.seeded(parsed, str(seed))
        assert parsed.obstruction(state) is None
        assert (state == parsed.goal) == only_the_goal


def test_other_lights_puzzles_press_every_cell_in_order() -> None:
    puzzle = game_id.parse_puzzle("lights:3x3,king,torus,mod5")
    draws = Generator("seed")
    state = puzzle.goal
    for cell in range(9):
        for _ in range(draws.upto(5)):
            state = puzzle.apply(state, cell)
    assert state == game_id.seeded(puzzle, "seed")


@pytest.mark.parametrize("k", [2, 3, 5, 16, 31, 32])
@pytest.mark.parametrize(("w", "h"), [(1, 1), (1, 5), (4, 1), (2, 1), (3, 4), (6, 6)])
def test_plain_boards_by_rows_press_the_same_cells(w: int, h: int, k: int) -> None:
    for goal in (None, (1,) * (w * h)):
        puzzle = LightsOut(w, h, k=k, goal=goal)
        for seed in map(str, range(8)):
            draws, state = Generator(seed), puzzle.goal
            while state == puzzle.goal:
                state = replay(puzzle, state, [cell for cell in range(w * h) for _ in range(draws.upto(k))])
            assert game_id.seeded(puzzle, seed) == state


@pytest.mark.parametrize("limit", range(1, BYTE_LIMIT_MAX + 1))
def test_small_numbers_drawn_together_are_those_drawn_one_by_one(limit: int) -> None:
    together, one_by_one = Generator("s"), Generator("s")
    for count in (0, 1, 7, 100, 5000):
        drawn = bytes(one_by_one.upto(limit) for _ in range(count))
        assert small(together.upto, limit, count) == drawn == small(Generator("t").upto, limit, 0) + drawn
    assert together.upto(1000) == one_by_one.upto(1000)


def test_numbers_are_uniform_and_in_range() -> None:
    draws = Generator("x")
    counts = [0] * 7
    for _ in range(7000):
        counts[draws.upto(7)] += 1
    assert all(900 < count < 1100 for count in counts)
    assert {draws.upto(1) for _ in range(100)} == {0}
    with pytest.raises(ValueError, match="positive"):
        draws.upto(0)


def test_the_counter_carries_past_its_first_byte() -> None:
    """After 256 blocks the little-endian counter has carried; 3 bytes a draw cross the blocks unevenly."""
    draws = Generator("carry")
    wide = [draws.bits(24) for _ in range(2000)]
    again = Generator("carry")
    narrow = [again.bits(8) for _ in range(6000)]
    assert wide == [a << 16 | b << 8 | c for a, b, c in zip(narrow[::3], narrow[1::3], narrow[2::3], strict=True)]
