"""`explain` and `worksheet`, as a shell sees them."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

CLASSROOM = "5 1 4 3/10 8 2 13/6 9 14 12/7 15 11 0"


def test_elimination_reads_off_the_buttons(cli: Cli) -> None:
    shell = cli("explain", "110/000/000", "--lesson", "elimination")
    assert shell.code == 0 and "buttons 1, 3, 5, 6, 9" in " ".join(shell.out.split())
    assert "按第 1、3、5、6、9 个按钮" in cli("explain", "110/000/000", "--lesson", "elimination", "--lang", "zh").out


def test_parity_counts_27_inversions(cli: Cli) -> None:
    shell = cli("explain", CLASSROOM, "--lesson", "parity")
    assert shell.code == 1 and "27 inversions: an odd number" in shell.out
    assert "逆序数是 27，为奇数" in cli("explain", CLASSROOM, "--lang", "zh").out


def test_the_list_names_every_lesson(cli: Cli) -> None:
    for lang in ("en", "zh"):
        out = cli("explain", "--list", "--lang", lang).out
        assert all(name in out for name in ("chase", "elimination", "witness", "parity", "human", "deepening"))


def test_files_are_written_and_only_the_verdict_is_told(cli: Cli) -> None:
    shell = cli("explain", "01110/10101/11011/10101/01110", "--svg", "a.svg", "--html", "a.html", "--gif", "play.svg")
    assert shell.code == 0 and shell.out.startswith("Solvable: press") and shell.err.count("Written") == 3
    assert Path("a.svg").read_text("utf-8").startswith("<svg") and "<ol>" in Path("a.html").read_text("utf-8")
    assert "@keyframes" in Path("play.svg").read_text("utf-8")


def test_a_gif_with_a_picture(cli: Cli) -> None:
    image = pytest.importorskip("PIL.Image")
    image.linear_gradient("L").save("photo.png")
    assert cli("explain", "tiles:3x3#1", "--gif", "a.gif", "--image", "photo.png").code == 0
    assert Path("a.gif").read_bytes().startswith(b"GIF89a")


def test_json(cli: Cli) -> None:
    told = json.loads(cli("explain", "110/000/000", "--lesson", "chase", "--json").out)
    assert told["moves"] == [0, 2, 4, 5, 8] and "b+c" in told["steps"][5]["text"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("110/000/000", "--lesson", "cooking"), "the lessons are chase"),
        (("110/000/000", "--lesson", "parity"), "parity is a lesson about tiles, not about lights"),
        ((CLASSROOM, "--gif", "a.gif"), "no solution"),
        (("110/000/000", "--image", "a.png"), "--image"),
        (("tiles:cycle5#1", "--lesson", "parity"), ""),
    ],
)
def test_what_cannot_be_explained_is_refused(cli: Cli, words: tuple[str, ...], message: str) -> None:
    shell = cli("explain", *words)
    assert shell.code == 2 and message in shell.err


def test_a_worksheet_says_where_there_are_too_few_boards(cli: Cli) -> None:
    few = cli("worksheet", "--lesson", "matrix", "--size", "1x1", "--count", "4", "--seed", "1")
    assert (few.code, few.err) == (0, "Only 2 different boards were found: some are repeated.\n")


def test_worksheets(cli: Cli) -> None:
    shell = cli(
        "worksheet", "--lesson", "elimination", "--size", "3x3", "--count", "10", "--seed", "1", "--html", "s.html"
    )
    page = Path("s.html").read_text("utf-8")
    assert shell.code == 0 and page.count("<svg") == 10 and "break-before:page" in page
    told = cli("worksheet", "--lesson", "parity", "--size", "4x4", "--count", "3")
    assert told.code == 0 and "Solutions" in told.out
    for size in ("1x1", "1x2", "2x1"):  # without two tiles to swap
        assert cli("worksheet", "--lesson", "parity", "--size", size, "--count", "3").code == 0
    sheets = [cli("worksheet", "--lesson", "slide", "--count", "3") for _ in range(2)]
    assert sheets[0].out != sheets[1].out
    seed = sheets[0].err.split()[1].rstrip(";")
    again = cli("worksheet", "--lesson", "slide", "--count", "3", "--seed", seed)
    assert (again.out, again.err) == (sheets[0].out, "")
    assert cli("worksheet", "--lesson", "cooking").code == 2
    assert cli("worksheet", "--size", "nonsense").code == 2
