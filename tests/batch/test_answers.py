"""Every line gets its answer, the same whatever the chunks and the workers, and never stops the others."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import LightsOut, SlidingTiles, answers, batch, formats, variant, verify
from solvable.batch.answers import Line, answered
from solvable.batch.requests import FEWEST_CELLS, Options, Reader, parse_line
from solvable.core.puzzle import Puzzle
from solvable.game_id import format_board

QUIET = Options(shows_time=False)
BAD = [
    "nothing",
    '{"board": 5}',
    '{"board": "11/00", "tme": 1}',
    "lights:3x3:11x/000/000",
    '{"board": "11/00", "time": -1}',
    '{"board": "11/00", "time": 1e400}',
]


def lines(*texts: str) -> list[Line]:
    return [Line(number, text.encode()) for number, text in enumerate(texts, start=1)]


def read(texts: Sequence[str], options: Options = QUIET) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answered(lines(*texts), options).text.splitlines()]


def alone(text: str) -> dict[str, Any]:
    return read([text])[0]


@pytest.mark.parametrize(
    "puzzle",
    [
        LightsOut(5, 5),
        LightsOut(3, 3),
        LightsOut(4, 4),
        LightsOut(8, 8),
        LightsOut(5, 5, rule="king"),
        LightsOut(5, 5, surface="torus"),
        LightsOut(4, 4, dead=[5], goal=[1] * 5 + [0] + [1] * 10),
        LightsOut(4, 3, k=3),
        LightsOut(9, 9),
        variant("merlin"),
    ],
    ids=repr,
)
def test_many_boards_at_once_are_answered_as_each_alone(puzzle: LightsOut) -> None:
    rng = Random(1)
    free = [cell for cell in range(puzzle.cells) if cell not in puzzle.dead]
    states = [puzzle.goal] + [puzzle.scramble(rng) for _ in range(30)]
    for _ in range(30):
        lit = {cell: rng.randrange(puzzle.k) for cell in free}
        states.append(tuple(lit.get(cell, 0) for cell in range(puzzle.cells)))
    found = answers.solve_at_once(puzzle, states)
    if found is None:
        assert puzzle.k > 2 or puzzle.cells > 64
        return
    for state, answer in zip(states, found, strict=True):
        expected = answers.solve(puzzle, state)
        expected["seconds"] = answer["seconds"]
        assert list(answer.items()) == list(expected.items())


@pytest.mark.slow
@settings(deadline=None)
@given(st.integers(1, 8), st.integers(1, 8), st.randoms(use_true_random=False))
def test_rows_of_lamps_are_recognised_as_by_the_recogniser(width: int, height: int, rng: Random) -> None:
    reader = Reader(QUIET)
    for _ in range(4):
        text = "/".join("".join(rng.choice("01") for _ in range(width)) for _ in range(height))
        try:
            expected = formats.read(text)
            assert width * height >= FEWEST_CELLS
        except (ValueError, AssertionError):
            with pytest.raises(ValueError, match=r"."):
                reader.read(parse_line(text.encode()))
            continue
        request = reader.read(parse_line(text.encode()))
        assert (request.puzzle, request.state) == (expected.puzzle, expected.state)


def test_a_bad_line_is_answered_in_its_place() -> None:
    good = "lights:3x3:110/000/000"
    texts = [text for bad in BAD for text in (bad, good)]
    found = read(texts)
    assert [answer.get("verdict", "error") for answer in found] == ["error", "solved"] * len(BAD)
    assert [answer["line"] for answer in found] == list(range(1, 2 * len(BAD) + 1))
    assert all(answer["error"] for answer in found[::2])
    assert alone('{"board": "lights:3x3:11x/000/000"}')["column"] == 25  # in the line, not in the board
    assert alone("lights:3x3:11x/000/000")["column"] == 14
    assert alone('{"board": "11/00", "tme": 1}')["column"] == 20
    assert not read(["\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace")])[0].get("verdict")
    assert all(verify(answer) for answer in found)


def test_whatever_bytes_a_line_has_it_is_answered() -> None:
    rng = Random(2)
    data = [bytes(rng.choice(b'{}[]":,01 /xlights') for _ in range(rng.randrange(1, 40))) for _ in range(300)]
    data += [rng.randbytes(30).replace(b"\n", b"") for _ in range(100)]
    reply = answered([Line(number, text) for number, text in enumerate(data, start=1)], QUIET)
    assert reply.count == reply.text.count(b"\n") == len(data)
    assert all(isinstance(json.loads(line), dict) for line in reply.text.splitlines())


def test_an_object_says_how_its_board_is_solved() -> None:
    board = "8 6 7/2 5 4/3 0 1"
    fewest, quick = (json.dumps({"board": board} | more) for more in ({}, {"any": True}))
    assert alone(fewest)["length"] == 31
    found = answers.solve(*read_board(board), mode="any")
    assert alone(quick) == {"line": 1} | {k: v for k, v in found.items() if k != "seconds"}
    assert alone(json.dumps({"board": board, "metric": "mtm"}))["puzzle"] == "tiles:3x3,mtm"
    assert alone(json.dumps({"board": "10/01", "puzzle": "lights:2x2,mod3"}))["board"] == "lights:2x2,mod3:10/01"
    assert alone(json.dumps({"board": [[1, 2, 3], [4, 0, 5]]}))["puzzle"] == "tiles:3x2"
    assert alone(json.dumps({"board": "1 2/3 0", "goal": "3 1/0 2"}))["puzzle"] == "tiles:2x2,goal=3,1/0,2"
    assert alone(json.dumps({"board": "1 2/3 0", "goal": [[3, 1], [0, 2]]}))["puzzle"] == "tiles:2x2,goal=3,1/0,2"
    assert alone(json.dumps({"board": "1 2/3 0", "goal": "spiral"}))["puzzle"] == "tiles:2x2,goal=spiral"
    assert alone(json.dumps({"start": "1 2/3 0", "goal": "spiral"}))["puzzle"] == "tiles:2x2,goal=spiral"
    assert alone("1 2/3 0 -> spiral")["puzzle"] == "tiles:2x2,goal=spiral"
    wrong = alone(json.dumps({"board": "1 2/3 0", "goal": "3 1/0 3"}))
    assert wrong["error"].startswith("in the goal: ")
    assert "did you mean spiral?" in alone(json.dumps({"board": "1 2/3 0", "goal": "spirals"}))["error"]
    assert alone(json.dumps(dict(answers.solve(*read_board(board)))))["length"] == 31  # answers are boards to solve
    hard = json.dumps({"board": "tiles:5x5#1", "time": 0.2})
    assert alone(hard)["verdict"] == "bounded"


def read_board(text: str) -> tuple[Puzzle, tuple[int, ...]]:
    found = formats.read(text)
    return found.puzzle, found.state


@pytest.mark.slow
def test_the_order_is_kept_and_two_workers_are_one() -> None:
    rng, tiles, lights = Random(3), SlidingTiles(3, 3), LightsOut(4, 4)
    boards = []
    for number in range(120):
        puzzle: Any = (tiles, lights)[number % 2]
        boards.append(rng.choice([*BAD, format_board(puzzle, puzzle.scramble(rng))]) if number % 5 else "12/21/x")
    one, two = (list(batch.answers(boards, workers=workers, options=QUIET)) for workers in (1, 2))
    assert one == two == read(boards)


def test_the_answer_does_not_depend_on_the_chunk() -> None:
    rng, puzzle = Random(4), LightsOut(5, 5)
    texts = [format_board(puzzle, puzzle.scramble(rng)) for _ in range(60)]
    assert read(texts) == [alone(text) | {"line": number} for number, text in enumerate(texts, start=1)]


def test_a_lost_worker_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A site module kills the first three processes that are started, at their first chunk."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, pathlib, sys\n"
        "if any('solvable.batch.worker' in word for word in sys.orig_argv):\n"
        f"    marks = pathlib.Path({str(tmp_path)!r})\n"
        "    if len(list(marks.glob('*.mark'))) < 3:\n"
        "        (marks / f'{os.getpid()}.mark').touch()\n"
        "        os._exit(9)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    boards = ["lights:3x3:110/000/000", "lights:3x3:111/000/000"]
    assert [answer["verdict"] for answer in batch.answers(boards, workers=1)] == ["solved", "solved"]
    assert len(list(tmp_path.glob("*.mark"))) == 3


@pytest.mark.slow
def test_a_board_with_which_every_worker_is_lost_costs_only_its_own_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import pickle, sys\n"
        "if any('solvable.batch.worker' in word for word in sys.orig_argv):\n"
        "    real = pickle.load\n"
        "    def load(file):\n"
        "        found = real(file)\n"
        "        if any(b'poison' in line[1] for line in found[1][0]):\n"
        "            import os\n"
        "            os._exit(9)\n"
        "        return found\n"
        "    pickle.load = load\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    boards = ["lights:3x3:110/000/000", "poison", "lights:3x3:111/000/000"]
    found = list(batch.answers(boards, workers=1))
    assert [answer.get("verdict") for answer in found] == ["solved", None, "solved"]
    assert found[1]["line"] == 2
