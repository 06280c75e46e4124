"""Simon Tatham's programs read what we write, and we read what they write, moves included."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tools import sgt

from solvable import formats, game_id
from solvable.core.errors import NotationError
from solvable.core.puzzle import replay
from solvable.formats.tatham import write_history
from solvable.lights.board import LightsOut

# Written by sgt-flip and sgt-fifteen 20230122; the moves were made by hand in the same way as theirs.
FLIP = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :4:Flip
PARAMS  :4:3x3c
CPARAMS :4:3x3c
SEED    :1:1
DESC    :25:d074191345d1644c17058,0c8
NSTATES :1:4
STATEPOS:1:{position}
MOVE    :4:M1,1
SOLVE   :10:S010101010
MOVE    :4:M0,0
"""
FIFTEEN = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Fifteen
PARAMS  :3:3x2
CPARAMS :3:3x2
SEED    :1:1
DESC    :11:5,1,4,2,0,3
NSTATES :1:4
STATEPOS:1:{position}
MOVE    :4:M1,0
MOVE    :4:M0,0
SOLVE   :1:S
"""


@pytest.mark.parametrize(
    ("position", "cells"), [(1, "000/011/001"), (2, "010/100/011"), (3, "010/100/011"), (4, "100/000/011")]
)
def test_a_flip_save_stands_at_its_position(position: int, cells: str) -> None:
    board = formats.read("\n" * (position % 2) + FLIP.format(position=position))
    assert game_id.format_board(board.puzzle, board.state) == f"lights:3x3:{cells}"
    assert f"after {position - 1} of 3 moves" in board.note


@pytest.mark.parametrize(
    ("position", "cells"), [(1, "5,1,4/2,0,3"), (2, "5,0,4/2,1,3"), (3, "0,5,4/2,1,3"), (4, "1,2,3/4,5,0")]
)
def test_a_fifteen_save_stands_at_its_position(position: int, cells: str) -> None:
    board = formats.read(FIFTEEN.format(position=position).replace("\n", "\r\n"))
    assert game_id.format_board(board.puzzle, board.state) == f"tiles:3x2:{cells}"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("Flip", "Mine", 3, "a save file of 'Mine'"),
        ("3x3c", "axbc", 5, "does not say the size"),
        (",0c8", ",0g8", 7, "hexadecimal|digit|read"),
        (":1:4\nS", ":1:4\nX", 9, "not a line of a save file|no STATEPOS"),
        ("M1,1", "M9,1", 10, "not a move"),
        ("M1,1", "X1,1", 10, "not a move"),
        ("NSTATES :1:4", "NSTATES :9:4", 8, "not a line"),
    ],
)
def test_broken_saves(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        formats.read(FLIP.format(position=4).replace(old, new))
    assert caught.value.line in (line, line + 1, 0) or "STATEPOS" in caught.value.message


def test_positions_beyond_the_moves() -> None:
    for position in ("0", "5", "9", "x"):
        with pytest.raises(NotationError, match="position"):
            formats.read(FLIP.format(position=position))


def program(name: str) -> str:
    path = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/lib/games"]))
    if path:
        return path
    message = f"{name} is not installed (Debian: sgt-puzzles)"
    if "sgt" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.fail(message)
    pytest.skip(message)


def run(name: str, text: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [program(name), "--save", "out", "--save-suffix", ".sav", *options]
    return subprocess.run(command, input=text, text=True, cwd=folder, capture_output=True, timeout=60, check=False)


def saves(folder: Path) -> list[str]:
    files = sorted(folder.glob("out*.sav"), key=lambda path: int(re.sub(r"\D", "", path.name)))
    return [file.read_bytes().decode("latin-1") for file in files]


@pytest.mark.parametrize("params", ["3x3r", "4x2r", "5x5c", "2x2c"])
def test_we_read_the_boards_and_saves_of_flip(params: str, tmp_path: Path) -> None:
    done = run("sgt-flip", "\n".join(f"{params}#{seed}" for seed in range(8)) + "\n", tmp_path, "--test-solve")
    assert done.returncode == 0, done.stderr
    for save in saves(tmp_path):
        described = re.search(r"(?m)^DESC +:\d+:(.*)$", save)
        solved = re.search(r"(?m)^SOLVE +:\d+:S([01]+)$", save)
        assert described and solved
        first = formats.read(f"{params[:-1]}:{described[1]}")
        at_end = formats.read(save)
        assert (at_end.puzzle, at_end.state) == (first.puzzle, first.state)  # solving only shows marks
        presses = [press for press, bit in enumerate(solved[1]) if bit == "1"]
        assert replay(first.puzzle, first.state, presses) == first.puzzle.goal
        assert len(first.puzzle.optimal(first.state).moves) == len(presses)


def test_flip_solves_what_we_write(tmp_path: Path) -> None:
    random, texts = Random(4), []
    for w, h, rule in [(3, 3, "plus"), (4, 3, "king"), (5, 2, "knight"), (3, 4, "cross"), (1, 1, "plus")]:
        puzzle = LightsOut(w, h, rule=rule, surface="torus" if rule == "king" else "plane")
        texts.append(formats.write(puzzle, game_id.seeded(puzzle, str(random.random())), "flip"))
    done = run("sgt-flip", "\n".join(texts) + "\n", tmp_path, "--test-solve")
    assert done.returncode == 0, done.stderr
    for text, save in zip(texts, saves(tmp_path), strict=True):
        assert formats.read(save).state == formats.read(text).state


def test_fifteen_reads_what_we_write_and_we_read_its_saves(tmp_path: Path) -> None:
    puzzle = game_id.parse_puzzle("tiles:4x3")
    states = [game_id.seeded(puzzle, str(seed)) for seed in range(5)]
    texts = [formats.write(puzzle, state, "fifteen") for state in states]
    done = run("sgt-fifteen", "\n".join(texts) + "\n", tmp_path)
    assert done.returncode == 0, done.stderr
    boards = [formats.read(save) for save in saves(tmp_path)]
    assert [board.state for board in boards] == states
    assert all(board.puzzle == puzzle for board in boards)


def test_our_saves_are_theirs(tmp_path: Path) -> None:
    for name, board in (("sgt-flip", "5x5c#7"), ("sgt-fifteen", "4x4#7")):
        folder = tmp_path / name
        folder.mkdir()
        assert run(name, board + "\n", folder).returncode == 0
        theirs = saves(folder)[0]
        read = formats.read(theirs)
        ours = formats.write(read.puzzle, read.state, "save")
        assert ours == re.sub(r"(?m)^SEED +:.*\n", "", theirs)


def generated(name: str, params: str, number: int, folder: Path) -> list[str]:
    """Return IDs that the program makes."""
    command = [program(name), "--generate", str(number), params]
    return subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=60, check=True).stdout.split()


FLIP_PRESETS = ["3x3c", "4x4c", "5x5c", "3x3r", "4x4r", "5x5r"]
FIFTEEN_PRESETS = ["4x4", "3x3", "5x4", "2x2"]


@pytest.mark.slow
@pytest.mark.parametrize("params", FLIP_PRESETS)
def test_our_fewest_presses_are_theirs(params: str, tmp_path: Path) -> None:
    ids = generated("sgt-flip", params, 25, tmp_path)
    assert run("sgt-flip", "\n".join(ids) + "\n", tmp_path, "--test-solve").returncode == 0
    for text, save in zip(ids, saves(tmp_path), strict=True):
        board = formats.read(text)
        solved = re.search(r"(?m)^SOLVE +:\d+:S([01]+)$", save)
        assert solved
        best = board.puzzle.optimal(board.state)
        assert len(best) == solved[1].count("1")
        end = formats.read(write_history(board.puzzle, board.state, best.moves, len(best)))
        assert (end.puzzle, end.state) == (board.puzzle, board.puzzle.goal)


def test_their_programs_play_our_moves_to_the_picture_of_the_solved_board(tmp_path: Path) -> None:
    """A board each of what `python -m tools.sgt` asks of hundreds."""
    missing = [name for name in ("sgt-flip", "sgt-fifteen", "Xvfb") if shutil.which(name, path=sgt.PATH) is None]
    if missing and "sgt" not in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.skip(f"{missing[0]} is not installed")
    counts: Counter[str] = Counter()
    with sgt.display() as screen:
        for name, params in (("sgt-flip", "5x5r"), ("sgt-fifteen", "3x2")):
            program = sgt.Tatham(name, tmp_path, screen)
            sgt.board(program, program.generated(params, 1)[0], counts)
    assert counts == {"read": 2, sgt.FEWEST: 1, "played": 2, "refused": 2}


@pytest.mark.parametrize("params", FIFTEEN_PRESETS)
def test_the_boards_of_fifteen_are_solved_in_saves_of_its_kind(params: str, tmp_path: Path) -> None:
    for text in generated("sgt-fifteen", params, 15, tmp_path):
        board = formats.read(text)
        found = board.puzzle.solve(board.state)
        end = formats.read(write_history(board.puzzle, board.state, found.moves, len(found)))
        assert (end.puzzle, end.state) == (board.puzzle, board.puzzle.goal)


@pytest.mark.parametrize(("name", "params"), [("sgt-flip", "5x5c"), ("sgt-fifteen", "4x4")])
def test_fifty_seeds_are_the_same_boards(name: str, params: str, tmp_path: Path) -> None:
    seeds = [f"{params}#{seed}" for seed in [*range(49), "a word"]]
    assert run(name, "\n".join(seeds) + "\n", tmp_path).returncode == 0
    for seed, save in zip(seeds, saves(tmp_path), strict=True):
        theirs, ours = formats.read(save), formats.read(seed, format=name.removeprefix("sgt-"))
        assert (theirs.puzzle, theirs.state) == (ours.puzzle, ours.state)
