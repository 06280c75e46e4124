"""Answers whose board, presses or proof stand in picture files: accepted as they are, rejected with one bit changed."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from solvable.checker import verify

WIDTH, HEIGHT = 11, 8


def picture(path: Path, cells: Any, kind: str) -> str:
    """Write 0/1 cells as a raw or plain PBM or an array, and return the file's name."""
    if kind == "npy":
        np.save(path, cells)
        return f"{path}.npy"
    if kind == "P4":
        path.write_bytes(b"P4\n# made here\n%d %d\n" % cells.shape[::-1] + np.packbits(cells, axis=1).tobytes())
    elif kind == "text":
        path.write_text("".join("".join(map(str, row)) + "\n" for row in cells.tolist()))
    else:
        rows = "\n".join(" ".join(map(str, row)) for row in cells.tolist())
        path.write_text(f"P1 {cells.shape[1]} {cells.shape[0]}\n{rows}\n")
    return str(path)


def lamps(presses: Any) -> Any:
    padded = np.pad(presses, 1)
    return padded[1:-1, 1:-1] ^ padded[:-2, 1:-1] ^ padded[2:, 1:-1] ^ padded[1:-1, :-2] ^ padded[1:-1, 2:]


@pytest.mark.parametrize("kind", ["P4", "P1", "npy", "text"])
def test_presses_in_a_file(tmp_path: Path, kind: str) -> None:
    rng = np.random.default_rng(Random(kind).randrange(1000))
    presses = rng.integers(0, 2, (HEIGHT, WIDTH), dtype=np.uint8)
    answer: dict[str, Any] = {
        "puzzle": f"lights:{WIDTH}x{HEIGHT}",
        "board_file": picture(tmp_path / "board", lamps(presses), kind),
        "verdict": "solved",
        "moves_file": picture(tmp_path / "presses", presses, kind),
        "length": int(presses.sum()),
        "lower_bound": 0,
        "optimal": False,
    }
    report = verify(answer)
    assert report, report.problems
    assert not verify(answer | {"length": answer["length"] - 1})
    assert not verify(answer | {"puzzle": f"lights:{WIDTH}x{HEIGHT + 1}"})
    assert not verify(answer | {"moves_file": str(tmp_path / "nowhere")})
    presses[3, 4] ^= 1
    assert not verify(answer | {"moves_file": picture(tmp_path / "changed", presses, kind)})


@pytest.mark.parametrize("kind", ["P4", "npy", "text"])
def test_a_quiet_pattern_in_a_file(tmp_path: Path, kind: str) -> None:
    quiet = np.array([[int(x) for x in row] for row in ["01110", "10101", "11011", "10101", "01110"]], dtype=np.uint8)
    board = np.zeros((5, 5), dtype=np.uint8)
    board[0, 1] = 1
    answer: dict[str, Any] = {
        "puzzle": "lights:5x5",
        "board_file": picture(tmp_path / "board", board, kind),
        "verdict": "unsolvable",
        "obstruction": {
            "invariant": "quiet pattern",
            "value": 1,
            "wanted": 0,
            "weights_file": picture(tmp_path / "quiet", quiet, kind),
        },
    }
    assert verify(answer).checked
    board[0, 2] = 1  # now two lamps of the pattern are lit
    assert not verify(answer | {"board_file": picture(tmp_path / "other", board, kind)})
    quiet[2, 2] ^= 1
    proof = answer["obstruction"] | {"weights_file": picture(tmp_path / "loud", quiet, kind)}
    assert not verify(answer | {"obstruction": proof})
