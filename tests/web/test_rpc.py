"""Questions as JSON: the answers of the command line, errors with their place, and events that rise to the answer."""

import json
from random import Random
from typing import Any

import pytest

import solvable
from solvable.cli import main
from solvable.core.puzzle import replay
from solvable.web import endpoints, rpc

BOARDS = [
    "lights:5x5#1",
    "lights:5x5:10000/00000/00000/00000/00000",
    "lights:4x3,torus,mod3#2",
    "lights:merlin#3",
    "lights:gale-berlekamp#4",
    "tiles:3x3#5",
    "tiles:4x2,mtm#6",
    "tiles:3x3:1,2,3,4,5,6,8,7,0",
    "1 2 3/4 5 6/7 0 8",
]


def ask(verb: str, **fields: Any) -> Any:
    """The answer to a question; of an error, that."""
    told = json.loads(rpc.ask(verb, json.dumps(fields)))
    return told.get("answer", told.get("error"))


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[Any]:
    """The answers that a command writes, without their time."""
    main([*words, "--json"])
    return [untimed(json.loads(line)) for line in capsys.readouterr().out.splitlines()]


def untimed(answer: Any) -> Any:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.parametrize("board", BOARDS)
def test_answers_are_those_of_the_command_line(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [untimed(ask("check", board=board))] == printed(capsys, "check", board)
    assert [untimed(ask("solve", board=board))] == printed(capsys, "solve", board)
    assert [untimed(ask("solve", board=board, any=True))] == printed(capsys, "solve", board, "--any")
    every = ask("solve", board=board, all=3)["answers"]
    assert [untimed(answer) for answer in every] == printed(capsys, "solve", board, "--all", "3")


def test_other_questions_agree_with_their_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert [ask("count", puzzle="lights:5x5")] == printed(capsys, "count", "lights:5x5")
    assert [ask("quiet", puzzle="lights:5x5", all=True)] == printed(capsys, "quiet", "lights:5x5", "--all")
    assert [untimed(ask("chase", board="lights:5x5#1"))] == printed(capsys, "chase", "lights:5x5#1")
    new = ask("new", puzzle="tiles:3x3", exact=9, count=3, seed="1")["answers"]
    command = ("new", "tiles:3x3", "--exact", "9", "--count", "3", "--seed", "1")
    assert [untimed(answer) for answer in new] == printed(capsys, *command)
    main(["convert", "tiles:3x3#1", "--to", "json"])
    assert ask("convert", board="tiles:3x3#1", to="json")["text"].rstrip("\n") + "\n" == capsys.readouterr().out


def test_an_answer_is_verified_and_a_forged_one_refused() -> None:
    answer = ask("solve", board="lights:5x5#1")
    assert ask("verify", answer=answer)["verdict"] == "right"
    assert ask("verify", answer=answer | {"length": 1})["valid"] is False


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("110000000", ["lights:9x1:110000000", "lights:3x3:110/000/000"]),
        ("1100100101010101", ["lights:16x1:1100100101010101", "lights:4x4:1100/1001/0101/0101"]),
        ("1 2 3 4 5 6 7 8 0", ["tiles:3x3:1,2,3/4,5,6/7,8,0", "tiles:3x3,goal=blank-first:1,2,3/4,5,6/7,8,0"]),
    ],
)
def test_a_text_that_may_be_several_boards_gives_the_choice(text: str, boards: list[str]) -> None:
    assert [choice["board"] for choice in ask("parse", text=text)["choices"]] == boards
    assert ask("parse", text=text, format=ask("parse", text=text)["choices"][1]["format"])["board"] == boards[1]


def test_a_long_line_is_a_choice_too_and_its_answer_is_small() -> None:
    choices = ask("parse", text="1" * 40_000)["choices"]
    assert [choice["puzzle"] for choice in choices] == ["lights:40000x1", "lights:200x200"]
    assert sum(len(json.dumps(choice)) for choice in choices) < 1_000_000


def test_a_tile_line_that_is_not_solved_is_no_question() -> None:
    assert ask("parse", text="1 3 4 8 0 2 7 5 6")["board"] == "tiles:3x3:1,3,4/8,0,2/7,5,6"


def test_the_gallery_names_puzzles_that_can_be_read_and_colours_for_each_state() -> None:
    told = ask("variants")
    for board in told["boards"]:
        assert solvable.format_puzzle(solvable.parse_puzzle(board["id"])) == board["id"]
        assert board["title"]["en"] != board["title"]["zh"] and board["description"]["zh"]
    ids = [entry["id"] for entry in (*told["variants"], *told["boards"])]
    assert len(set(ids)) == len(ids) >= 75
    coloured = {entry["id"]: entry for entry in told["variants"] if "colours" in entry}
    assert {"lights:alien-tiles", "lights:lights-out-2000"} == set(coloured)
    for entry in coloured.values():
        assert len(entry["colours"]) == entry["k"]
        assert ", ".join(entry["colours"]) in entry["description"]["en"]


def test_what_parse_tells_is_enough_to_play() -> None:
    rng = Random(1)
    for name in ("lights:5x4,torus,mod3#1", "lights:merlin#1", "lights:gale-berlekamp#2", "lights:cube#3"):
        board, (puzzle, state) = ask("parse", text=name), solvable.parse(name)
        assert board["state"] == list(state) and board["goal"] == list(puzzle.goal)
        for _ in range(5):
            press, cells = rng.randrange(len(board["toggles"])), list(state)
            for cell, amount in board["toggles"][press]:
                cells[cell] = (cells[cell] + amount) % board["k"]
            assert tuple(cells) == puzzle.apply(state, press)
    graph = ask("parse", text="tiles:petersen#1")
    assert len(graph["links"]) == 15 and len(graph["scene"]["links"]) == 15


def test_of_a_large_board_only_the_cells_are_sent() -> None:
    board = ask("parse", text="\n".join("01" * 40 for _ in range(80)))
    assert (board["width"], board["height"], board["state"][:3]) == (80, 80, [0, 1, 0])
    assert board.keys().isdisjoint({"scene", "toggles"})


def test_every_variant_has_both_titles_and_a_scene_of_all_its_cells() -> None:
    variants = ask("variants")["variants"]
    assert len(variants) > 30
    for variant in variants:
        assert variant["title"]["en"] and any("一" <= letter <= "鿿" for letter in variant["title"]["zh"]), variant[
            "id"
        ]
        assert len(variant["scene"]["cells"]) == len(variant["goal"])


def test_lessons_are_those_of_the_command_line_with_their_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    for board in ("lights:5x5#1", "tiles:3x3#1"):
        lesson = ask("explain", board=board)
        (told,) = printed(capsys, "explain", board)
        assert [step["text"] for step in lesson["steps"]] == [step["text"] for step in told["steps"]]
        assert lesson["lesson"] in lesson["fitting"]
    chinese = ask("explain", board="lights:5x5#1", lesson="quiet", lang="zh")
    assert all("一" <= letter <= "鿿" for letter in chinese["title"])
    assert {"lights", "tiles"} <= ask("explain", lang="zh")["lessons"].keys()


def test_a_hint_is_the_first_move_of_a_shortest_solution() -> None:
    hint = ask("hint", board="tiles:3x3#5")
    assert hint["move"] == hint["moves"][0] and hint["optimal"]
    assert ask("hint", board="lights:2x2:0000")["move"] is None
    assert ask("hint", board="tiles:3x3:1,2,3,4,5,6,8,7,0")["verdict"] == "unsolvable"


def test_marks_are_drawn_where_they_were_asked_for() -> None:
    cells = ask("scene", board="lights:3x3#1", pressed=[4, 4], wrong=[4])["cells"]
    assert [cell["index"] for cell in cells if cell.get("marks")] == [4]


def test_events_close_in_on_the_answer() -> None:
    events: list[Any] = []
    answer = json.loads(rpc.ask("solve", '{"board": "tiles:3x3#5"}', lambda text: events.append(json.loads(text))))
    bounds = [event["lower_bound"] for event in events if event["type"] == "bound"]
    assert bounds == sorted(set(bounds)) and bounds[-1] == answer["answer"]["length"]
    assert [event["length"] for event in events if event["type"] == "better"][-1] == answer["answer"]["length"]


def improved(board: str, seconds: float) -> tuple[Any, list[Any]]:
    """The answer to `solve` that improves, and the events that are news."""
    events: list[Any] = []
    fields = json.dumps({"board": board, "improve": True, "time": seconds})
    answer = json.loads(rpc.ask("solve", fields, lambda text: events.append(json.loads(text))))["answer"]
    return answer, [event for event in events if event["type"] != "progress"]


@pytest.mark.parametrize("board", BOARDS)
def test_small_boards_are_improved_until_they_are_proved(board: str) -> None:
    answer, shortest = improved(board, 10)[0], ask("solve", board=board)
    assert [answer.get(name) for name in ("verdict", "length", "lower_bound", "optimal")] == [
        shortest.get(name) for name in ("verdict", "length", "lower_bound", "optimal")
    ]
    assert ask("verify", answer=answer)["valid"]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["tiles:5x5#3", "tiles:10x10#1", "lights:30x30,torus,mod3#1"])
def test_what_is_improved_never_gets_worse(board: str) -> None:
    answer, events = improved(board, 1.5)
    puzzle, state = solvable.parse(board)
    assert replay(puzzle, state, answer["moves"]) == puzzle.goal and answer["verdict"] == "bounded"
    lengths = [event["length"] for event in events if event["type"] == "better"]
    bounds = [event["lower_bound"] for event in events]
    assert lengths == sorted(set(lengths), reverse=True) and len(lengths) > 1 and bounds == sorted(bounds)
    assert (answer["length"], answer["lower_bound"]) == (lengths[-1], bounds[-1])
    assert ask("verify", answer=answer)["valid"]


def test_an_event_that_is_answered_by_no_cancels() -> None:
    told = json.loads(rpc.ask("solve", '{"board": "tiles:4x4#2"}', lambda _: False))["answer"]
    assert told["verdict"] == "bounded"


@pytest.mark.parametrize(
    ("verb", "fields", "code"),
    [
        ("dance", {}, "unknown verb"),
        ("check", {}, "the field {name} is missing"),
        ("check", {"board": 5}, "the field {name} cannot be {value}"),
        ("check", {"board": "lights:2x2:0000", "any": True}, "there is no field {name} here; there are {known}"),
        ("solve", {"board": "lights:2x2:0000", "time": -1}, "the field {name} cannot be {value}"),
        ("solve", {"board": "lights:2x2:0000", "time": True}, "the field {name} cannot be {value}"),
        ("scene", {"board": "lights:2x2:0000", "pressed": ["x"]}, "the field {name} cannot be {value}"),
        ("chase", {"board": "tiles:3x3#1"}, "light chasing is for lights puzzles only"),
    ],
)
def test_what_cannot_be_asked_is_told(verb: str, fields: dict[str, Any], code: str) -> None:
    assert ask(verb, **fields)["code"] == code
    assert ask(verb, **fields, lang="zh")["code"] == code


def test_a_wrong_board_is_told_with_its_place_in_the_language_asked_for() -> None:
    error = ask("check", board="lights:5x5:01", lang="zh")
    assert (error["line"], error["column"], error["arguments"]) == (1, 14, {"count": 2})
    assert error["message"] == "只有 2 格" and "25" in error["expected"]


def test_a_name_of_a_file_is_no_board() -> None:
    assert "message" in ask("check", board=__file__) and ask("check", board="/etc/passwd")["code"]


def test_every_question_says_which_fields_it_takes() -> None:
    for question in endpoints.QUESTIONS.values():
        assert {*question.needs.split(), *question.takes.split()} <= endpoints.KINDS.keys()


def test_fields_that_are_no_object_are_refused() -> None:
    assert json.loads(rpc.ask("check", "[1]"))["error"]["code"] == "the fields of a question are an object"
    assert "error" in json.loads(rpc.ask("check", "{"))
