"""What was answered once is answered for ever: data, exit codes, boards of seeds, names, costs.

tests/goldens has it all; `python -m tools.record_goldens` writes it anew where a change is meant.
"""

from collections.abc import Iterator
from importlib import import_module

import pytest
from tests.goldens import runs

import solvable

SHOWN = 5  # differences


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLVABLE_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield


@pytest.mark.parametrize("group", [group for group in runs.GROUPS if group not in ("imports", "names")])
def test_nothing_has_changed(group: str) -> None:
    goldens, found = runs.goldens(group), list(runs.records(group))
    assert [golden["case"] for golden in goldens] == [record["case"] for record in found], "other cases: record anew"
    pairs = zip(goldens, found, strict=True)
    told = [f"\n{golden['case']}\n  {how}" for golden, record in pairs if (how := runs.difference(golden, record))]
    if told:
        pytest.fail(f"{len(told)} of {len(found)} differ:{''.join(told[:SHOWN])}", pytrace=False)


@pytest.mark.parametrize("golden", runs.goldens("imports"), ids=lambda golden: golden["case"])
def test_no_more_libraries_are_loaded(golden: runs.Record) -> None:
    found = runs.imports(golden["case"])
    assert found["code"] == golden["code"]
    assert set(found["loaded"]) <= set(golden["loaded"])


def test_no_public_name_is_lost() -> None:
    (golden,) = runs.goldens("names")
    assert set(golden["names"]) <= set(solvable.__all__)
    for name in solvable.__all__:
        assert getattr(import_module("solvable"), name) is not None


def test_a_difference_is_told_where_it_begins() -> None:
    golden = {"case": "solve", "code": 0, "answers": [{"length": 5, "optimal": True, "moves": [0, 1]}]}
    assert runs.difference(golden, golden) == ""
    for answer, told in (
        ({"length": 5, "optimal": 1, "moves": [0, 1]}, "answers[0].optimal:\n    was true\n    is  1"),
        ({"length": 5, "moves": [0, 1], "optimal": True}, "answers[0]: the next key was optimal, and is moves"),
        ({"length": 5, "optimal": True}, "answers[0]: the next key was moves, and is None"),
        ({"length": 5, "optimal": True, "moves": [0, 2]}, "answers[0].moves[1]:\n    was 1\n    is  2"),
        ({"length": 5, "optimal": True, "moves": [0]}, "answers[0].moves:\n    was [0, 1]\n    is  [0]"),
    ):
        assert runs.difference(golden, golden | {"answers": [answer]}) == told
