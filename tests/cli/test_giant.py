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
