"""The benchmark's signatures are those of the right answers: fewest presses and moves, nullities, depths."""

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

SIGNATURES = {
    "lights.fewest": "1f12bf2d5fde",
    "lights.orders": "7c1bed4b1c6f",
    "tiles.optimal": "4d5fb32f29b4",
    "tiles.census": "f06b927091ec",
}


def test_every_machine_computes_the_same(cli: "Cli") -> None:
    shown = cli("bench", "--json")
    assert shown.code == 0
    found = {row["task"]: row["signature"] for row in map(json.loads, shown.out.splitlines())}
    assert found.items() >= SIGNATURES.items()
    assert len(found) == 6


def test_one_family_for_people(cli: "Cli") -> None:
    shown = cli("bench", "lights", "--lang", "zh")
    assert len(shown.out.splitlines()) == 3
    assert "lights:9x9" in shown.out
