"""Giant boards in picture files: solved, checked, refuted without being taken apart into cells."""

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

SIDE = 1028  # nullity 0, and a little over a million lamps


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A random board as a raw PBM file."""
    path = tmp_path / "board.pbm"
    rng = Random(1)
    rows = [rng.randbytes(SIDE // 8) + bytes([rng.randrange(16) << 4]) for _ in range(SIDE)]
    path.write_bytes(b"P4\n%d %d\n" % (SIDE, SIDE) + b"".join(rows))
    return path


def test_a_giant_board_is_solved_into_a_file(cli: "Cli", picture: Path) -> None:
    assert cli("check", str(picture)).code == 0
    shown = cli("solve", str(picture), "--out", "presses.pbm", "--json")
    answer = json.loads(shown.out)
    assert (shown.code, answer["verdict"], answer["moves_file"]) == (0, "solved", "presses.pbm")
    assert answer["puzzle"] == f"lights:{SIDE}x{SIDE}"
    assert cli("verify", stdin=shown.out).code == 0
    wrong = shown.out.replace(f'"length": {answer["length"]}', f'"length": {answer["length"] + 1}')
    assert cli("verify", stdin=wrong).code == 1
    assert "presses" in cli("solve", str(picture), "--out", "presses.pbm").out


def test_its_presses_want_a_file(cli: "Cli", picture: Path) -> None:
    shown = cli("solve", str(picture))
    assert shown.code == 2
    assert "--out FILE.pbm" in shown.err


def test_an_unsolvable_giant_gets_its_quiet_pattern(cli: "Cli", tmp_path: Path) -> None:
    side = 1169  # 1170 = 5·234: nullity > 0
    path = tmp_path / "corner.pbm"
    rows = bytearray(side * (side // 8 + 1))
    rows[0] = 0x80
    path.write_bytes(b"P4\n%d %d\n" % (side, side) + rows)
    shown = cli("solve", str(path), "--out", "proof.pbm", "--json")
    answer = json.loads(shown.out)
    assert (shown.code, answer["verdict"]) == (1, "unsolvable")
    pattern = Path(answer["obstruction"]["weights_file"]).read_bytes()
    assert pattern.startswith(b"P4")
    assert pattern[len(pattern) - len(rows)] & 0x80  # it meets the one lit lamp
    assert cli("check", str(path), "--lang", "zh").out.startswith("无解")


@pytest.mark.parametrize("ending", ["txt", "p1.pbm", "npy"])
def test_every_form_of_a_giant_gets_the_same_presses(cli: "Cli", picture: Path, tmp_path: Path, ending: str) -> None:
    import numpy as np

    words = np.frombuffer(picture.read_bytes()[-SIDE * (SIDE // 8 + 1) :], np.uint8).reshape(SIDE, -1)
    cells = np.unpackbits(words, axis=1)[:, :SIDE]
    other = tmp_path / f"other.{ending}"
    if ending == "npy":
        np.save(other, cells)
    else:
        head = f"P1\n{SIDE} {SIDE}\n" if ending == "p1.pbm" else ""
        other.write_text(head + "".join("".join(map(str, row)) + "\n" for row in cells.tolist()))
    assert cli("solve", str(picture), "--out", "presses.pbm", "--format", "pbm").code == 0
    shown = cli("solve", str(other), "--out", "same.pbm", "--json")
    assert json.loads(shown.out)["board_file"] == str(other)
    assert Path("same.pbm").read_bytes() == Path("presses.pbm").read_bytes()
    assert cli("verify", stdin=shown.out).code == 0
    assert cli("solve", str(other), "--out", "presses.npy").code == 0
    assert (np.load("presses.npy").sum(), cli("check", str(other)).code) == (json.loads(shown.out)["length"], 0)


def test_a_text_of_another_kind_is_no_giant(cli: "Cli", tmp_path: Path) -> None:
    path = tmp_path / "size.txt"
    path.write_text("1000 1000\n" + ("1" * 1000 + "\n") * 1100)
    shown = cli("check", str(path))
    assert (shown.code, "not a board" in shown.err) == (2, True)


@pytest.mark.parametrize("option", [("--all",), ("--metric", "mtm"), ("--goal", "board.pbm")])
def test_what_giants_have_no_answer_to_is_refused(cli: "Cli", picture: Path, option: tuple[str, ...]) -> None:
    shown = cli("solve", str(picture), "--out", "presses.pbm", *option)
    assert (shown.code, option[0] in shown.err) == (2, True)
    assert not Path("presses.pbm").exists()


def test_an_answer_never_overwrites_its_board(cli: "Cli", picture: Path) -> None:
    before = picture.read_bytes()
    for out in (str(picture), "./board.pbm"):
        assert cli("solve", str(picture), "--out", out).code == 2
    Path("small.txt").write_text("110/000/000")
    assert cli("solve", "small.txt", "--out", "small.txt").code == 2
    assert (picture.read_bytes(), Path("small.txt").read_text()) == (before, "110/000/000")
    assert cli("solve", str(picture), "--out", "no/presses.pbm").err.count(".part") == 0


@pytest.mark.parametrize("suffix", ["pbm", "txt"])
def test_the_time_limit_counts_for_giant_boards(cli: "Cli", tmp_path: Path, suffix: str) -> None:
    rows, name = [Random(1).getrandbits(3000) for _ in range(3000)], f"g.{suffix}"
    if suffix == "pbm":
        Path(name).write_bytes(b"P4\n3000 3000\n" + b"".join(row.to_bytes(375) for row in rows))
    else:
        Path(name).write_text("".join(f"{row:03000b}\n" for row in rows))
    ended = cli("solve", name, "--out", "p.pbm", "--time", "0.0001")
    assert ended.code == 3 and "limit" in ended.err
    assert {path.name for path in tmp_path.iterdir()} == {name}
    assert cli("solve", name, "--out", "p.pbm", "--time", "600").code == 0
