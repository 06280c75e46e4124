"""count, quiet, matrix, table: published figures, in every layout."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solvable import VARIANTS, verify
from solvable.tiles.graphs.catalogue import NAMED

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

# solutions of the n × n board, n = 1..40 (OEIS A159257 is the nullity)
ORDERS = [
    *[1, 1, 1, 16, 4, 1, 1, 1, 256, 1, 64, 1, 1, 16, 1, 256, 4, 1, 65536, 1, 1, 1, 16384, 16],
    *[1, 1, 1, 1, 1024, 1048576, 1, 1048576, 65536, 16, 64, 1, 1, 1, 4294967296, 1],
]


def test_the_table_of_orders(cli: "Cli") -> None:
    rows = cli("table", "nullity", "1..40").out.splitlines()[1:]
    assert [int(row.split()[2]) for row in rows] == ORDERS
    assert cli("table", "nullity", "1", "--lang", "zh").out.split()[:3] == ["阶", "零化度", "解数"]
    csv = cli("table", "nullity", "1..40", "--format", "csv").out.splitlines()
    assert csv[0] == "n,nullity,solutions"
    assert [int(line.split(",")[2]) for line in csv[1:]] == ORDERS
    assert all(2 ** int(line.split(",")[1]) == int(line.split(",")[2]) for line in csv[1:])


def test_a_b_file_is_one_as_the_oeis_has_it(cli: "Cli") -> None:
    text = cli("table", "nullity", "1..12", "--format", "bfile").out
    assert text.isascii() and text.endswith("\n")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"(0|-?[1-9]\d*) (0|-?[1-9]\d*)", line) for line in lines)
    assert [int(line.split()[0]) for line in lines] == list(range(1, 13))
    assert [int(line.split()[1]) for line in lines] == [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0]


def test_tables_of_rectangles_rules_surfaces_and_moduli(cli: "Cli") -> None:
    csv = cli("table", "nullity", "1..3x2..3", "--format", "csv").out.split()
    assert csv[0] == "w,h,nullity,solutions"
    assert csv[1:] == ["1,2,1,2", "1,3,0,1", "2,2,0,1", "2,3,2,4", "3,2,2,4", "3,3,0,1"]
    assert cli("table", "nullity", "3", "--surface", "torus", "--format", "csv").out.split()[1] == "3,4,16"
    rows = [json.loads(line) for line in cli("table", "nullity", "2..3", "--mod", "3", "--json").out.splitlines()]
    assert rows == [
        {"puzzle": "lights:2x2,mod3", "n": 2, "nullity": 1, "solutions": "3"},
        {"puzzle": "lights:3x3,mod3", "n": 3, "nullity": 0, "solutions": "1"},
    ]
    assert cli("table", "nullity", "2", "--rule", "king", "--format", "csv").out.split()[1] == "2,3,8"


def test_how_many_states_need_how_many_moves(cli: "Cli") -> None:
    presses = [line.split(",") for line in cli("table", "presses", "lights:5x5", "--format", "csv").out.split()[1:]]
    assert [int(states) for _, states in presses[:4]] == [1, 25, 300, 2300]
    assert sum(int(states) for _, states in presses) == 2**23
    assert presses[-1] == ["15", "7350"]
    slides = [line.split(",") for line in cli("table", "distances", "tiles:3x3", "--format", "csv").out.split()[1:]]
    assert len(slides) == 32
    assert [int(states) for _, states in slides[:4]] == [1, 2, 4, 8]
    assert sum(int(states) for _, states in slides) == 181_440


def test_the_toggle_matrix(cli: "Cli") -> None:
    rows = [[int(value) for value in line.split()] for line in cli("matrix", "lights:3x3").out.splitlines()]
    for press in range(9):
        for cell in range(9):
            steps = abs(press // 3 - cell // 3) + abs(press % 3 - cell % 3)
            assert rows[press][cell] == (steps <= 1)
    assert json.loads(cli("matrix", "lights:3x3", "--json").out)["matrix"] == rows


def test_the_augmented_matrix_and_its_ranks(cli: "Cli") -> None:
    shown = cli("matrix", "lights:2x3", "--board", "10/00/00")
    assert shown.code == 1
    assert "rank A = 4, rank (A|b) = 5" in shown.err
    assert [line[-1] for line in shown.out.splitlines()] == ["1", "0", "0", "0", "0", "0"]
    assert cli("matrix", "lights:2x3", "--board", "11/10/00").code == 0
    assert json.loads(cli("matrix", "lights:2x3", "--board", "10/00/00", "--json").out)["augmented_rank"] == 5


def test_quiet_patterns_are_drawn(cli: "Cli") -> None:
    shown = cli("quiet", "lights:5x5", "--all")
    assert shown.out.startswith("3 patterns of presses change nothing.")
    assert " 1  ○  ●  ●  ●  ○\n 2  ●  ○  ●  ○  ●\n 3  ●  ●  ○  ●  ●" in shown.out
    assert "Nullity 0" in cli("quiet", "lights:3x3").out
    assert len(json.loads(cli("quiet", "lights:4x4", "--json").out)["quiet_patterns"]) == 4
    assert len(json.loads(cli("quiet", "lights:4x4", "--all", "--json").out)["quiet_patterns"]) == 15


@pytest.mark.slow
def test_a_space_too_large_to_list_is_cut_and_says_so(cli: "Cli") -> None:
    shown = cli("quiet", "lights:19x19", "--all", "--json")
    assert len(json.loads(shown.out)["quiet_patterns"]) == 1000
    told = "65,536 patterns of presses, including the empty one, change nothing; the first 1000 are shown."
    assert shown.err == told + "\n"
    assert cli("quiet", "lights:19x19", "--all").out.replace("\n", " ").startswith(told)


def test_counts(cli: "Cli") -> None:
    answer = json.loads(cli("count", "lights:5x5", "--json").out)
    assert (answer["nullity"], answer["solutions"], answer["solvable_states"]) == (2, "4", "8388608")
    assert cli("count", "lights:5x5").out.startswith("Every solvable state has 4 solutions; 8,388,608 states")
    assert "4,096 states are solvable" in cli("count", "lights:4x4").out
    assert cli("count", "lights:3x3").out.startswith("All 512 states are solvable.")
    assert "10,461,394,944,000 arrangements" in cli("count", "tiles:4x4").out
    assert "2^10000" in cli("count", "lights:100x100").out


def test_a_matrix_too_large_to_write_is_refused(cli: "Cli") -> None:
    shown = cli("matrix", "lights:60x60")
    assert (shown.code, shown.out) == (2, "")
    assert "3600 × 3600" in shown.err


def test_one_state_is_one(cli: "Cli") -> None:
    assert cli("count", "tiles:1x1").out.startswith("The only state is solvable.")


@pytest.mark.parametrize(
    "words",
    [
        ["table", "nullity", "1..4x2..3", "--surface", "torus"],
        ["table", "presses", "lights:merlin"],
        ["table", "distances", "tiles:3x2,mtm"],
        ["chase", "--table", "lights:4x3,mod3"],
        ["quiet", "lights:mini", "--all"],
        ["matrix", "lights:2x3", "--board", "10/00/00"],
    ],
)
def test_every_line_of_json_can_be_verified(cli: "Cli", words: list[str]) -> None:
    lines = cli(*words, "--json").out
    shown = cli("verify", "-v", stdin=lines)
    assert shown.code == 0, shown.out
    assert shown.out.count(": correct  ") == len(lines.splitlines()) > 0


@pytest.mark.parametrize(
    ("rule", "sentence", "row"),
    [("hex", "the six around it", " 3      ●   ●   ○"), ("triangle", "the three that share a side", " 2  ▼ [▲] ▼")],
)
def test_cells_that_are_no_squares_are_explained_and_drawn(cli: "Cli", rule: str, sentence: str, row: str) -> None:
    out = cli("count", f"lights:3x3,{rule}").out
    assert sentence in " ".join(out.split()) and row in out
    assert "triangles" not in cli("count", "lights:3x3").out and "hexagons" not in cli("count", "tiles:3x3").out


@pytest.mark.slow
def test_the_catalogue_is_listed_and_each_puzzle_told(cli: "Cli") -> None:
    listed, _, sizes = cli("count", "--list").out.partition("\n\n")
    assert "lights:5x5,hex has hexagons" in " ".join(sizes.split())
    lines = listed.splitlines()
    names = [*(f"lights:{name}" for name in VARIANTS), *(f"tiles:{name}" for name in NAMED)]
    assert [line.split(" ")[0] for line in lines[1:]] == names
    told = cli("count", "lights:merlin").out
    assert all(part in told for part in ("Merlin, Magic Square", "a corner toggles", "Parker Brothers 1978"))
    assert "角改变" in cli("count", "lights:merlin", "--lang", "zh").out
    rows = [json.loads(line) for line in cli("count", "--list", "--json").out.splitlines()]
    assert [row["puzzle"] for row in rows] == names
    for row in rows:
        assert row["picture"].startswith("<svg") and row["title"] and row["description"] and row["source"]
        assert verify(row)


def test_a_puzzle_is_drawn_into_a_file(cli: "Cli") -> None:
    shown = cli("count", "lights:icosahedron", "--svg", "ball.svg")
    picture = Path("ball.svg").read_text("utf-8")
    assert (shown.code, picture.count("<circle"), picture.count("<line")) == (0, 12, 30)
    assert "ball.svg" in shown.err


def test_worst_cases_and_all_lit_boards(cli: "Cli") -> None:
    shown = cli("count", "lights:4x4", "--worst")
    assert (shown.code, shown.out.splitlines()[0]) == (
        0,
        "This state needs 7 presses; no state needs more.",
    )
    bounded = cli("count", "lights:23x23", "--worst", "--json")
    answer = json.loads(bounded.out)
    assert (bounded.code, answer["length"] < answer["worst_bound"]) == (3, True)
    assert cli("verify", stdin=bounded.out).code == 0
    rows = cli("table", "worst", "1..8", "--format", "csv").out.split()
    assert rows == ["n,presses,bound", *(f"{n},{p},{p}" for n, p in enumerate([1, 4, 9, 7, 15, 36, 49, 64], start=1))]
    lit = cli("table", "all-lit", "1..8", "--format", "bfile").out.splitlines()[1:]
    assert lit == [f"{n} {p}" for n, p in enumerate([1, 4, 5, 4, 15, 28, 33, 40], start=1)]  # OEIS A075464
    assert "3,3,-,-" in cli("table", "all-lit", "2..3x3", "--rule", "plus0", "--format", "csv").out
    for kind in ("worst", "all-lit"):
        answers = cli("table", kind, "3..4x4", "--json").out
        assert [json.loads(line)["w"] for line in answers.splitlines()] == [3, 4]
        assert cli("verify", stdin=answers).code == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("count",), 2, "PUZZLE is missing"),
        (("count", "lights:5x5", "--time", "1"), 2, "--time needs --worst"),
        (("count", "tiles:3x3", "--worst"), 2, "only lights"),
        (("table", "worst", "23", "--format", "bfile"), 3, "order 23: not proved"),
        (("table", "nullity", "5", "--time", "1"), 2, "--time is for table worst"),
        (("table", "presses", "lights:3x3", "--time", "1"), 2, "here rules belong in the puzzle's name"),
        (("table", "worst", "40", "--mod", "3"), 2, "too many"),
        (("table", "all-lit", "1001"), 2, "at most 1000"),
    ],
)
def test_what_cannot_be_asked(cli: "Cli", words: tuple[str, ...], code: int, told: str) -> None:
    shown = cli(*words)
    assert (shown.code, told in shown.err) == (code, True), shown.err
