"""How many generated pictures are read: `python -m tools.photos --count 300 --seed 1 [--keep FOLDER] [--fonts FOLDER]`.

Each shows a board in one of many themes and fonts (`draw`), half of them on a screen with other things, half of them
photographed (`spoil`). A reading is right, refused (which tells the doubt), or wrong without a doubt. With `--fonts`
the numbers are in fonts that the reader has not learnt.
"""

import argparse
from collections import Counter
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from tools.photos import draw, spoil
from tools.photos.fonts import FOLDERS

from solvable import formats, notation
from solvable.errors import NotationError


def picture(seed: str, folders: tuple[str, ...] = FOLDERS) -> tuple[bytes, str, str]:
    """Return a PNG, the board in it, and the theme."""
    random = Random(seed)
    drawn = draw.board(random, folders)
    made: Any = drawn.picture
    if random.random() < 0.5:
        made = draw.surrounded(drawn, random, folders)
    is_photo = random.random() < 0.5
    if is_photo:
        made = spoil.photographed(made, random)
    made = spoil.spoilt(made, random)
    packed = BytesIO()
    made.save(packed, "PNG", compress_level=1)
    return packed.getvalue(), drawn.board, f"{drawn.theme}, {'photo' if is_photo else 'screen'}"


def judged(data: bytes, board: str) -> tuple[str, str]:
    """Return `right`, `refused` or `wrong`, and what was told."""
    try:
        read = formats.read(data)
    except NotationError as error:
        return "refused", error.message
    told = notation.format_board(read.puzzle, read.state)
    return "right" if told == board else "wrong", read.note


def main() -> None:
    """Read as many pictures as asked for, tell of those that were not read right, and count."""
    parser = argparse.ArgumentParser(description="How many generated pictures are read.")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, help="where pictures that are not read right are written")
    parser.add_argument("--fonts", default=FOLDERS, nargs="+", help="folders of fonts, in the place of this machine's")
    asked = parser.parse_args()
    counts, seconds = Counter[str](), list[float]()
    for number in range(asked.count):
        data, board, theme = picture(f"{asked.seed}/{number}", tuple(asked.fonts))
        start = process_time()
        verdict, told = judged(data, board)
        seconds.append(process_time() - start)
        counts[verdict] += 1
        if verdict != "right":
            print(f"{number} {verdict}: {theme}\n  {board}\n  {told}")
            if asked.keep:
                asked.keep.mkdir(parents=True, exist_ok=True)
                (asked.keep / f"{number}.png").write_bytes(data)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("right", "refused", "wrong"))
    print(f"{told} (without a doubt) of {asked.count}")
    print(f"CPU time a picture: {median(seconds):.2f} s, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
