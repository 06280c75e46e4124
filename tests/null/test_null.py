"""A third family costs one package, one checker and one line: nothing that is shared knows of it."""

import io
import json
import sys
from pathlib import Path

import pytest
from tests import apart
from tests.null.sentences import SENTENCES
from tests.schemas import fault

import solvable
from solvable import answers, families
from solvable.batch.answers import Line, answered
from solvable.batch.requests import Options
from solvable.cli import main
from solvable.core import answer
from solvable.families import FAMILIES, Home
from solvable.messages import LANGUAGES
from solvable.play.session import Session
from solvable.web import rpc
from solvable.web.server.worker import Worker

HERE = Path(__file__).parent
BOARD, LOST = "ring:6x3:210012", "ring:6x3:000012"


@pytest.fixture(autouse=True)
def one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "ring", Home("tests.null.ring", "tests.null.checker"))


class Shell:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, line: str, code: int = 0, stdin: str = "") -> str:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        assert main(line.split()) == code, self.capsys.readouterr().err
        out, self.err = self.capsys.readouterr()
        return str(out)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"check {BOARD}", 0),
        (f"check {LOST}", 1),
        (f"solve {BOARD}", 0),
        (f"solve {BOARD} --any", 0),
        (f"solve {BOARD} --near", 0),
        (f"solve {BOARD} --all 3", 0),
        (f"solve {LOST}", 1),
        ("count ring:6x3", 0),
        ("table distances ring:6x3", 0),
        ("new ring:6x3 --seed 1 --count 3", 0),
        ("new ring:6x3 --exact 5 --count 2 --seed 1", 0),
    ],
)
def test_every_command_answers_and_the_answers_are_verified(shell: Shell, line: str, code: int) -> None:
    rows = shell(f"{line} --json", code)
    for row in rows.splitlines():
        fields = json.loads(row)
        assert not fault(fields, answer.schema())
        assert solvable.verify(fields) and families.verify(row)
        if fields.get("moves"):
            assert not solvable.verify(fields | {"moves": fields["moves"][:-1], "length": len(fields["moves"]) - 1})
            assert not solvable.verify(fields | {"lower_bound": fields["lower_bound"] + 1})
    assert shell("verify", 0, stdin=rows)


@pytest.mark.parametrize(
    ("line", "code", "english", "chinese"),
    [
        (f"check {BOARD}", 0, "Solvable.", "有解"),
        (f"check {LOST}", 1, "colours", "颜色"),
        (f"solve {BOARD}", 0, "4 swaps sort the ring", "最少交换 4 次"),
        (f"solve {BOARD} --any", 0, "4 swaps sort the ring", "最少交换 4 次"),
        ("count ring:6x3", 0, "90 of the necklaces can be sorted", "90 种珠环"),
        ("table distances ring:6x3", 0, "moves", "步"),
        ("new ring:6x3 --seed 1", 0, "swaps sort it", "最少交换"),
    ],
)
def test_people_are_told_in_both_languages(shell: Shell, line: str, code: int, english: str, chinese: str) -> None:
    assert english in shell(f"{line} --lang en", code)
    assert chinese in shell(f"{line} --lang zh", code)


def test_a_family_brings_its_own_sentences(shell: Shell) -> None:
    shared = Path(solvable.__file__).parent / "messages"
    for lang in LANGUAGES:
        assert not SENTENCES[lang].keys() & json.loads((shared / f"{lang}.json").read_text("utf-8")).keys()
    assert SENTENCES["en"].keys() <= SENTENCES["zh"].keys()
    for line, told in (("count ring:2x3", "每种至少一颗"), (f"moves {BOARD} 9", "没有第 9 颗珠子")):
        shell(f"{line} --lang zh", 2)
        assert told in shell.err


def test_a_family_takes_eighty_lines_with_its_sentences() -> None:
    assert sum((HERE / name).read_text("utf-8").count("\n") for name in ("ring.py", "sentences.py")) <= 80


def test_boards_are_read_written_and_seeded(shell: Shell, tmp_path: Path) -> None:
    assert shell(f"convert {BOARD} --to id").strip() == BOARD
    (tmp_path / "board.txt").write_text(BOARD)
    assert shell(f"convert {tmp_path / 'board.txt'} --to id").strip() == BOARD
    assert solvable.parse("ring:6x3#1") == solvable.parse("ring:6x3#1")
    for line, problem in (
        ("solve ring:6x3:21001x", "1:15: this is not a state"),
        ("count ring:6", "1:6: '6' is not a size of these puzzles"),
        ("count ring:13x2", "1:6: 13 cells are too many"),
        ("count ring:6x1", "1:6: a ring has two to ten colours"),
    ):
        shell(line, 2)
        assert problem in shell.err
    shell(f"convert {BOARD} --to fifteen", 2)
    assert "for tiles" in shell.err


def test_moves_are_replayed(shell: Shell) -> None:
    moves = " ".join(map(str, solvable.parse(BOARD)[0].optimal(solvable.parse(BOARD)[1]).moves))
    assert main(["moves", BOARD, moves, "--json"]) == 0
    fields = json.loads(shell.capsys.readouterr().out)
    assert fields["ends"] == "ring:6x3:001122" and solvable.verify(fields)
    assert main(["moves", BOARD, moves]) == 0
    assert "4 moves" in shell.capsys.readouterr().out


def test_batches_answer_it() -> None:
    lines = [Line(number, text.encode()) for number, text in enumerate((BOARD, LOST, "ring:6x3#1"), start=1)]
    rows = answered(lines, Options()).text.splitlines()
    assert [json.loads(row)["verdict"] for row in rows] == ["solved", "unsolvable", "solved"]
    assert all(solvable.verify(row) for row in rows)


@pytest.mark.parametrize("verb", ["check", "solve", "parse", "scene", "hint", "count", "new", "convert", "verify"])
def test_the_page_asks_of_it(verb: str) -> None:
    board: dict[str, object] = {"board": BOARD}
    rules: dict[str, object] = {"puzzle": "ring:6x3"}
    fields: dict[str, dict[str, object]] = {
        "parse": {"text": BOARD},
        "count": rules,
        "new": rules | {"seed": "1"},
        "convert": board | {"to": "id"},
        "verify": {"answer": dict(answers.solve(*solvable.parse(BOARD)))},
    }
    told = json.loads(rpc.ask(verb, json.dumps(fields.get(verb, board))))
    assert "answer" in told, told


@pytest.mark.parametrize("board, verdict", [(BOARD, "solved"), (LOST, "unsolvable"), ("ring:6x3:21001x", "")])
def test_a_worker_of_the_server_answers_it(board: str, verdict: str) -> None:
    """What a process of `serve` writes: events, then the answer; the addresses know no families."""
    written = io.StringIO()
    Worker(written).answer("solve", {"board": board}, 10.0, with_events=True)
    *events, (kind, status, _, text) = (line.split(" ", 3) for line in written.getvalue().splitlines())
    assert (kind, status) == (("answer", "200") if verdict else ("error", "422"))
    assert {event[0] for event in events} <= {"bound", "better", "progress"}
    assert json.loads(text).get("verdict", "") == verdict
    assert not verdict or solvable.verify(json.loads(text))


def test_a_game_of_it_is_kept() -> None:
    session = Session(*solvable.parse(BOARD))
    first = session.hint()
    assert first is not None
    session.move(first)
    session.move(5)
    session.undo()
    again = Session.from_json(session.to_json())
    assert (again.state, again.start, again.moves, again.undone) == (
        session.state, session.start, session.moves, session.undone,
    )  # fmt: skip
    again.follow(again.solve_marks())
    assert again.find_par().is_optimal
    with pytest.raises(solvable.PuzzleError, match="for flip and fifteen"):  # Simon Tatham has no such game
        session.to_save()


@pytest.mark.parametrize("line", [f"chase {BOARD}", "quiet ring:6x3", "matrix ring:6x3", "count ring:6x3 --worst",
                                  f"solve {BOARD} --lit-only", f"solve {BOARD} --fewest-lit",
                                  f"solve {BOARD} --metric mtm", f"solve {BOARD} --goal {LOST}",
                                  f"solve {BOARD} --any --all", "table presses ring:6x3",
                                  f"explain {BOARD}", f"explain {BOARD} --lesson parity"])  # fmt: skip
def test_what_it_lacks_is_said_in_one_sentence(shell: Shell, line: str) -> None:
    assert shell(line, 2) == ""
    assert shell.err.count("\n") == 1


def test_it_has_a_picture_and_a_dataset(shell: Shell, tmp_path: Path) -> None:
    shell(f"count ring:6x3 --svg {tmp_path / 'ring.svg'}")
    assert (tmp_path / "ring.svg").read_text("utf-8").count("<circle") >= 6
    puzzle, state = solvable.parse(BOARD)
    assert str(puzzle.optimal(state)._repr_svg_()).startswith("<svg")
    numpy = pytest.importorskip("numpy")
    shell(f"dataset ring:6x3 --boards 40 --out {tmp_path / 'ring.npz'}")
    made = numpy.load(tmp_path / "ring.npz")
    puzzle = solvable.parse_puzzle(str(made["puzzle"]))
    for state, distance in zip(made["states"].tolist(), made["distances"].tolist(), strict=True):
        assert len(puzzle.optimal(tuple(state))) == distance


def test_it_is_an_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from solvable.envs import PuzzleEnv

    for options in ({"depth": (1, 4), "render_mode": "rgb_array"}, {"distance": 5, "render_mode": "ansi"}):
        env = gymnasium.make("solvable/Puzzle-v0", puzzle="ring:6x3", **options).unwrapped
        check_env(env)
        _, info = env.reset(options={"state": solvable.parse(BOARD)[1]})
        for left, move in zip((3, 2, 1, 0), env.puzzle.optimal(env.position).moves, strict=True):
            assert info["distance"] == left + 1 and info["action_mask"].all()
            _, _, terminated, _, info = env.step(move)
            assert info["distance"] == left and terminated == (left == 0)
    assert PuzzleEnv("lights:3x3").actions.number == PuzzleEnv("tiles:3x3").actions.number == 9
    assert PuzzleEnv("tiles:3x3").reset(seed=1)[1]["action_mask"].sum() in (2, 3, 4)


def test_a_stranger_has_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, state = solvable.parse(BOARD)
    assert answers.check(puzzle, state)["verdict"] == "solvable"
    monkeypatch.delitem(FAMILIES, "ring")
    with pytest.raises(solvable.PuzzleError, match="no family"):
        answers.check(puzzle, state)
    assert not solvable.verify({"puzzle": "ring:6x3", "board": BOARD, "verdict": "solvable"})


def test_it_is_played_by_lines_to_a_win(shell: Shell) -> None:
    moves = [str(move) for move in solvable.parse(BOARD)[0].optimal(solvable.parse(BOARD)[1]).moves]
    for lang, told in (("en", "Solved with help: 5 moves"), ("zh", "借助提示完成：5 步")):
        lines = "\n".join(["hint", "0", "undo", "solve", "0", "0", "undo", "undo", "0", *moves[1:]][:4] + moves)
        out = shell(f"play {BOARD} --plain --lang {lang}", 0, stdin=lines)
        assert told.replace("5", str(len(moves))) in out
    assert "ring:6x3:" in shell("play --plain", 0, stdin="3\n1\n")


@pytest.mark.slow
def test_it_is_played_on_the_screen_to_a_win() -> None:
    pytest.importorskip("textual")
    from solvable.tui.app import PlayApp

    async def play() -> None:
        app = PlayApp(Session(*solvable.parse(BOARD)), "zh")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("n", "escape", "e", "2", "e", "right", "space", "u", "g", "t", "c", "M")
            for _ in range(50):
                await pilot.pause(0.1)
                if app.game.session.shown == "marks":
                    break
            for move in app.game.session.marks.pressed or ():
                app.game.cursor = move
                await pilot.press("space")
            assert app.game.session.is_solved and app.game.said.key == "play.won.help"
            assert app.game.name == "ring:6x3"

    apart.run(play())
