"""How many generated pictures are read, and whether "sure" is a probability.

    python -m tools.photos --count 300 --seed 1                     boards in many themes and fonts, half photographed
    python -m tools.photos --kind all --count 1000 --seed 7         every kind of `corpus.KINDS` in turn
    python -m tools.photos --kind bubble,cut --count 100 --keep FOLDER
    python -m tools.photos --kind all --count 1000 --seed 1 --fit   the weights that a fit would give

A reading is right, refused (a doubt, or no board), or wrong without a doubt. The report counts these by kind, and by
the confidence of the best reading: of the pictures in the row 90–95 %, about 92 % should be right. `--keep` writes the
pictures that are not read correctly, `--fonts` uses fonts for the numbers on which the reader was not trained.
"""

import argparse
import itertools
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from tools.photos.corpus import KINDS, sample
from tools.photos.fit import fitted
from tools.photos.fonts import FOLDERS

from solvable import formats, game_id
from solvable.core.errors import NotationError
from solvable.formats import photo
from solvable.photo.decode import raster_of
from solvable.photo.recognise import Detection, read

BINS_PERCENT = (0, 10, 50, 75, 90, 95, 99, 100)


class Result(NamedTuple):
    """The outcome for one picture: the verdict, the message, the confidence of the best reading, and whether it was
    right.
    """

    kind: str
    seed: str
    verdict: str
    message: str
    confidence: float
    is_right: bool
    seconds: float
    seen: Detection | None
    board: str
    theme: str


def picture(seed: str, folders: tuple[str, ...] = FOLDERS) -> tuple[bytes, str, str]:
    """Return a PNG of a board that nothing covers, the board, and the theme."""
    made = sample("plain", seed, folders)
    return made.data, made.board, made.theme


def judged(data: bytes, board: str) -> tuple[str, str]:
    """Return `right`, `refused` or `wrong`, and the message."""
    try:
        opened = formats.read(data)
    except NotationError as error:
        return "refused", error.message
    return "right" if game_id.format_board(opened.puzzle, opened.state) == board else "wrong", opened.note


def result(job: tuple[str, str], folders: tuple[str, ...] = FOLDERS) -> Result:
    """Return the outcome for the picture of a kind and seed."""
    kind, seed = job
    made = sample(kind, seed, folders)
    start = process_time()
    seen = read(raster_of(made.data))
    seconds = process_time() - start
    message, board, sureness = "no board is found", "", 0.0
    if seen is not None and seen.colours > 1:
        board, sureness, message = (
            photo.board_of(seen),
            seen.confidence,
            f"{100 * seen.confidence:.1f} % sure of {photo.board_of(seen)}",
        )
        if seen.boards > 1:
            message = f"{seen.boards} boards; {message}"
    is_right = board != "" and board in (made.board, made.partial)
    is_sure = sureness >= photo.CONFIDENCE_READ_MIN
    verdict = ("right" if is_right else "wrong") if is_sure else "refused"
    return Result(
        kind,
        seed,
        verdict,
        message,
        sureness,
        is_right,
        seconds,
        seen,
        made.board or f"({made.boards} boards)",
        made.theme,
    )


def results(kinds: list[str], count: int, seed: str, folders: tuple[str, ...], workers: int) -> Iterable[Result]:
    """Return the outcomes for pictures of these kinds in turn; the n-th one is the same for any count."""
    jobs = [
        (kinds[number % len(kinds)], f"{seed}/{number // len(kinds) if len(kinds) > 1 else number}")
        for number in range(count)
    ]
    one = partial(result, folders=folders)
    if workers == 1:
        yield from map(one, jobs)
    else:
        with ProcessPoolExecutor(workers) as executor:
            yield from executor.map(one, jobs)


def report(found: list[Result]) -> None:
    """Print how many pictures were read, by kind and by confidence."""
    print(f"{'kind':10} {'right':>6} {'refused':>8} {'wrong':>6}")
    for kind in dict.fromkeys(each.kind for each in found):
        counts = Counter(each.verdict for each in found if each.kind == kind)
        print(f"{kind:10} {counts['right']:6} {counts['refused']:8} {counts['wrong']:6}")
    print(f"\n{'sure':10} {'right':>6} {'wrong':>6}")
    for low, high in itertools.pairwise(BINS_PERCENT):
        within = [
            each for each in found if low <= 100 * each.confidence < high or (high == 100 and each.confidence == 1)
        ]
        right = sum(each.is_right for each in within)
        print(f"{f'{low}–{high} %':10} {right:6} {len(within) - right:6}")
    sure = [each for each in found if each.confidence >= 0.9]
    wrong = sum(not each.is_right for each in sure)
    print(f"\n{len(sure)} of {len(found)} are at least 90 % sure, {wrong} of these wrong")
    counts = Counter(each.verdict for each in found)
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in ("right", "refused", "wrong")), f"of {len(found)}")
    seconds = [each.seconds for each in found]
    print(f"CPU time a picture: {median(seconds):.2f} s, at most {max(seconds):.2f} s")


def main() -> None:
    """Read the requested number of pictures, print those that were not read correctly, and the counts."""
    parser = argparse.ArgumentParser(description="How many generated pictures are read, and how sure that is.")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--kind", default="plain", help=f"plain, or any of {','.join(KINDS)}, or all: all of these in turn"
    )
    parser.add_argument("--keep", type=Path, help="folder for the pictures that are read wrong")
    parser.add_argument("--fonts", default=FOLDERS, nargs="+", help="folders of fonts, in the place of this machine's")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--fit", action="store_true", help="print the weights that a fit to these pictures gives")
    asked = parser.parse_args()
    kinds = [*KINDS] if asked.kind == "all" else asked.kind.split(",")
    found = []
    for each in results(kinds, asked.count, asked.seed, tuple(asked.fonts), asked.workers):
        found.append(each)
        if each.verdict == "wrong" or (each.verdict == "refused" and not each.board.startswith("(")):
            print(f"{each.kind} {each.seed} {each.verdict}: {each.theme}\n  {each.board}\n  {each.message}", flush=True)
            if asked.keep:
                asked.keep.mkdir(parents=True, exist_ok=True)
                name = f"{each.kind}-{each.seed.replace('/', '-')}.png"
                (asked.keep / name).write_bytes(sample(each.kind, each.seed, tuple(asked.fonts)).data)
    report(found)
    if asked.fit:
        for kind in ("lamps", "tiles"):
            print(kind, fitted([(each.seen, each.is_right) for each in found if each.seen and each.seen.kind == kind]))


if __name__ == "__main__":
    main()
