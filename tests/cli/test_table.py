"""`solvable table … --out FILE --resume`: whatever an interruption left, the file ends as if there had been none."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

LAYOUTS = {"csv": "n,nullity,solutions", "bfile": "# nullity of n x n lights, plus, plane, mod 2"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_table_goes_on_from_any_byte(cli: "Cli", tmp_path: Path, layout: str) -> None:
    path = tmp_path / "table"
    options = ("table", "nullity", "1..40", "--format", layout, "--out", str(path))
    assert cli(*options).out == ""
    whole = path.read_bytes()
    assert whole.decode().splitlines()[0] == LAYOUTS[layout] and whole.count(b"\n") == 41
    for size in (0, 1, 8, len(whole) // 3, len(whole) // 2, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:size])
        assert cli(*options, "--resume").code == 0
        assert path.read_bytes() == whole


def test_a_long_table_goes_on_where_rows_are_found_together(cli: "Cli", tmp_path: Path) -> None:
    path = tmp_path / "table"
    options = ("table", "nullity", "1..2000", "--format", "bfile", "--out", str(path))
    cli(*options)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 4 // 5])
    cli(*options, "--resume")
    assert path.read_bytes() == whole


def test_a_file_of_another_table_is_left_as_it_is(cli: "Cli", tmp_path: Path) -> None:
    path = tmp_path / "table"
    for text in ("w,h,nullity,solutions\n", "n,nullity,solutions\n5,2,4\n", "n,nullity,solutions\n1,x,1\n"):
        path.write_text(text)
        ended = cli("table", "nullity", "1..9", "--format", "csv", "--out", str(path), "--resume")
        assert ended.code == 2 and "another table" in ended.err
        assert path.read_text() == text
    cli("table", "nullity", "1..20", "--surface", "torus", "--format", "csv", "--out", str(path))
    torn = path.read_text()[:-3]
    path.write_text(torn)
    for words in (("1..30",), ("1..30", "--rule", "king"), ("3..1",)):  # other rules under the same head; no range
        ended = cli("table", "nullity", *words, "--format", "csv", "--out", str(path), "--resume")
        assert ended.code == 2 and path.read_text() == torn
    assert cli("table", "nullity", "3..1", "--format", "csv", "--out", str(path)).code == 2
    assert path.read_text() == torn


@pytest.mark.parametrize(
    "words",
    [
        ("worst", "3..4"),
        ("nullity", "3..4x5..6", "--format", "csv"),
        ("nullity", "3..4"),
        ("nullity", "3..4", "--json"),
    ],
)
def test_what_cannot_be_continued_is_said(cli: "Cli", tmp_path: Path, words: tuple[str, ...]) -> None:
    ended = cli("table", *words, "--out", str(tmp_path / "table"), "--resume")
    assert ended.code == 2 and "table of nullities of squares" in ended.err
    assert cli("table", "nullity", "3..4", "--format", "csv", "--resume").code == 2


def test_other_tables_are_written_too(cli: "Cli", tmp_path: Path) -> None:
    path = tmp_path / "table"
    assert cli("table", "distances", "tiles:2x2", "--out", str(path)).out == ""
    assert path.read_text() == cli("table", "distances", "tiles:2x2").out
    cli("table", "nullity", "4..5", "--json", "--out", str(path))
    assert path.read_text() == cli("table", "nullity", "4..5", "--json").out


@pytest.mark.parametrize(
    ("kind", "size", "puzzle"),
    [("distances", "2x3", "tiles:2x3"), ("distances", "2", "tiles:2x2"), ("presses", "3×2", "lights:3x2")],
)
def test_a_size_alone_is_a_board_of_the_family_that_is_counted(cli: "Cli", kind: str, size: str, puzzle: str) -> None:
    named = cli("table", kind, puzzle, "--json").out
    assert cli("table", kind, size, "--json").out == named
    assert f'"puzzle": "{puzzle}"' in named
