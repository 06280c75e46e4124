"""Every answer is what the schema says: each key that is ever printed is declared, and of its type."""

import json
from typing import Any

import pytest
from tests.goldens import cases, runs
from tests.schemas import fault

from solvable.cli import main
from solvable.cli.app import ROWS
from solvable.core import answer

SCHEMA = answer.schema()
FIELDS = SCHEMA["properties"]
ALONE = {
    "batch",
    "convert",
    "dataset",
    "explain",
    "help",
    "judge",
    "play",
    "schema",
    "serve",
    "table",
    "verify",
    "warm",
    "worksheet",
}  # commands whose golden cases are under other names, or no answers


def whole(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a golden answer that were kept as they are."""
    return {
        name: value
        for name, value in fields.items()
        if name not in runs.WORDS and not (isinstance(value, str) and ", sha256 " in value)
    }


@pytest.mark.parametrize("group", cases.COMMANDS)
def test_the_goldens_are_answers(group: str) -> None:
    for golden in runs.goldens(group):
        for fields in golden.get("answers", []):
            assert fields.keys() <= FIELDS.keys(), golden["case"]
            assert not fault(whole(fields), SCHEMA), golden["case"]


def test_the_goldens_know_every_command_and_every_key() -> None:
    words = {golden["case"].split()[0] for group in cases.COMMANDS for golden in runs.goldens(group)}
    assert {row.name for row in ROWS} - ALONE <= words
    printed = {
        name for group in cases.COMMANDS for g in runs.goldens(group) for a in g.get("answers", []) for name in a
    }
    assert FIELDS.keys() - printed <= {"seconds", "flat", "nodes", "id", "error", "column", "expected", "note"}


@pytest.mark.parametrize(
    "line",
    [
        "check 110/000/000",
        "solve tiles:3x3#1",
        "solve lights:5x5#1 --all",
        "check tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0",
        "check tiles:theta0:2,1,3,4,5,6,0",
        "check tiles:5x1:2,1,3,4,0",
        "count lights:merlin",
        "count lights:23x23 --worst --time 0.5",
        "count --list",
        "chase lights:5x5#1",
        "quiet lights:5x5",
        "table worst 2..3",
        "new lights:4x4 --seed 1",
        "pdb list",
    ],
)
def test_what_is_printed_is_an_answer(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*line.split(), "--json"])
    answers = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert answers
    for each in answers:
        assert not fault(each, SCHEMA)


def test_a_wrong_answer_breaks_the_schema() -> None:
    wrongs: list[dict[str, Any]] = [
        {"verdict": "maybe"},
        {"moves": [1, "2"]},
        {"length": True},
        {"optimal": 1},
        {"colour": 1},
        {"obstruction": {"weight": []}},
        {"parity": {"order": "1"}},
        {"blocks": {}},
    ]
    for wrong in wrongs:
        assert fault(wrong, SCHEMA), wrong
    assert not fault({"parity": {"order": None}, "seconds": 1, "blocks": [{"order": "6"}]}, SCHEMA)


def test_an_answer_is_put_in_order_and_has_no_unknown_field() -> None:
    assert list(answer.ordered({"nodes": 1, "puzzle": "", "n": 2, "seed": None})) == ["n", "puzzle", "nodes"]
    with pytest.raises(KeyError, match="colour"):
        answer.ordered({"colour": 1})


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    assert all(field["description"] for field in FIELDS.values())
