"""Beams by pair values in a browser, to 7 × 7, by their JavaScript twin (`web/static/kernels/beam.js`).

The page brings the parameters of one size, as `packed` makes them.
"""

import json
import lzma
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from solvable import kernels
from solvable.puzzle import State
from solvable.tiles.frame import Cells, Frame
from solvable.tiles.near import boards, pairs

FILE = f"pairs_{pairs.SMALL}"
LAYERS = 2.2, 100  # of a beam, for each unit of distance, and more
NPY = 10  # bytes before the header of a NumPy array, of which the last two are its length


def packed(folder: Path) -> dict[str, bytes]:
    """Return the files that the page brings, by name, from those in the package's folder: int16, least byte first."""
    with ZipFile(folder / f"{FILE}.npz") as archive:
        array = archive.read("steps.npy")
    start = NPY + int.from_bytes(array[NPY - 2 : NPY], "little")
    return {f"{FILE}.xz": lzma.compress(array[start:], preset=9 | lzma.PRESET_EXTREME)}


def covers(frame: Frame) -> bool:
    """Return whether the twin is here, and is good at such a board."""
    size = frame.width, frame.height
    return kernels.javascript() is not None and frame.home == 0 and max(size) <= pairs.SMALL and pairs.covers(*size)


def beam(frame: Frame, state: State, width: int, goes_on: Callable[[], bool]) -> Cells | None:
    """Return the walk of the blank that so wide a beam finds, None where it finds none.

    The twin wants the blank's home at the bottom right, where a frame has it at the top left: it sees the board upside
    down, and calls the tile of home t by n − t.
    """
    n = frame.cells
    turned = tuple(n - tile if tile else 0 for tile in reversed(state))
    layers = int(LAYERS[0] * boards.far(turned, frame.width)) + LAYERS[1]
    answer = obtain(frame)(json.dumps(turned), width, layers, goes_on)
    found: list[int] | None = json.loads(answer)
    return None if found is None else tuple(n - 1 - cell for cell in found)


@lru_cache(2)
def obtain(frame: Frame) -> Any:
    """Return the twin for a kind of board, its model spread out: in half a second."""
    source = files("solvable.tiles.near").joinpath("data", f"{FILE}.xz")
    return kernels.javascript().beams(frame.width, frame.height, lzma.decompress(source.read_bytes()))
