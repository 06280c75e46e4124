"""Train the network that reads digits: `python -m tools.train_digits OUT [--fonts FOLDER …]`, with numpy and pillow.

Digits in all fonts found are drawn at the sizes of boards, rotated, slanted, thickened, blurred, with noise and JPEG
compression; then they are cut out as in the reader (`photo.glyphs`). Non-digits are learned too: letters, signs, parts
of digits, two digits that touch. OUT is `src/solvable/photo/data/digits.bin`; it takes ten minutes.
"""

import argparse
import string
from io import BytesIO
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from tools.photos.fonts import FOLDERS, fonts

from solvable.photo import digits, glyphs

Layers = tuple[Any, Any]
Sample = tuple[list[float], int]

OTHERS = [*(string.ascii_letters.translate(str.maketrans("", "", "OoIlSsBZzgqb"))), *"+-=#?!*%&@●■▲★←↑→↓"]
SIDE = 48
EACH = 42  # samples of a digit in a font
NONE = 10  # the class of non-digits


def drawn(text: str, font: str, random: Random) -> glyphs.Piece | None:
    """Return the largest piece of a text, drawn and distorted at random."""
    size = random.randint(11, 40)
    big = ImageFont.truetype(font, 3 * size)
    picture = Image.new("L", (3 * SIDE, 3 * SIDE))
    ImageDraw.Draw(picture).text(
        (1.5 * SIDE, 1.5 * SIDE), text, 255, big, anchor="mm", stroke_width=random.choice((0, 0, 0, 1, 2, 3))
    )
    turn, slant, wide = random.gauss(0, 0.04), random.gauss(0, 0.06), random.uniform(0.85, 1.15)
    a, b, d, e = wide, slant - turn, turn, 1 + random.gauss(0, 0.04)
    middle = 1.5 * SIDE
    shift = (middle - a * middle - b * middle, middle - d * middle - e * middle)
    picture = picture.transform(
        picture.size, Image.Transform.AFFINE, (a, b, shift[0], d, e, shift[1]), Image.Resampling.BILINEAR
    )
    if random.random() < 0.7:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0, 1.1) * 3))
    picture = picture.resize((SIDE, SIDE), Image.Resampling.BOX)
    if random.random() < 0.3:
        file = BytesIO()
        picture.save(file, "JPEG", quality=random.randint(40, 90))
        picture = Image.open(file)
    values = np.asarray(picture, float) + np.random.default_rng(random.getrandbits(32)).normal(
        0, random.choice((0, 0, 6, 14, 24)), (SIDE, SIDE)
    )
    field = np.abs(values).ravel().tolist()
    found = glyphs.pieces(field, SIDE, max(60.0, sorted(field)[-1 - len(field) // 100]) * random.uniform(0.8, 1.1))
    return max(found, key=lambda piece: piece.area, default=None)


def halved(piece: glyphs.Piece, random: Random) -> glyphs.Piece:
    """Return a part of a piece."""
    rows, columns = piece.height, piece.width
    if random.random() < 0.5:
        cut = int(columns * random.uniform(0.35, 0.65))
        values = [row[:cut] or [0.0] for row in piece.values]
    else:
        cut = int(rows * random.uniform(0.35, 0.65))
        values = piece.values[:cut] or piece.values[:1]
    return glyphs.Piece(0, 0, len(values[0]), len(values), piece.area, values)


def samples(font: str) -> list[Sample]:
    """Return features and their labels for one font."""
    random = Random(Path(font).name)
    found = []
    for digit in range(10):
        for _ in range(EACH):
            if piece := drawn(str(digit), font, random):
                found.append((digits.features(piece), digit))
                if random.random() < 0.06 and digit != 1:
                    found.append((digits.features(halved(piece, random)), NONE))
    for _ in range(2 * EACH):
        if piece := drawn(random.choice(OTHERS), font, random):
            found.append((digits.features(piece), NONE))
    for _ in range(EACH):  # two digits that touch
        one, other = (drawn(str(random.randrange(10)), font, random) for _ in range(2))
        if one and other:
            height = min(one.height, other.height)
            values = [a + b for a, b in zip(one.values[:height], other.values[:height], strict=True)]
            found.append((digits.features(glyphs.Piece(0, 0, len(values[0]), height, 1, values)), NONE))
    return found


def trained(inputs: Any, labels: Any, steps: int, seed: int) -> Layers:
    """Return the two layers, trained by Adam with weight decay on noisy inputs."""
    random = np.random.default_rng(seed)
    layers = [
        random.normal(0, 0.12, (digits.HIDDEN, digits.INPUTS + 1)),
        random.normal(0, 0.2, (digits.CLASSES, digits.HIDDEN + 1)),
    ]
    means, squares = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    wanted = np.eye(digits.CLASSES)[labels] * 0.99 + 0.01 / digits.CLASSES
    for step in range(1, steps + 1):
        batch = random.integers(0, len(inputs), 256)
        x = inputs[batch] + random.normal(0, 0.04, (256, digits.INPUTS))
        x = np.hstack([x, np.ones((256, 1))])
        sums = x @ layers[0].T
        units = np.hstack([np.maximum(sums, 0), np.ones((256, 1))])
        out = units @ layers[1].T
        out = np.exp(out - out.max(1, keepdims=True))
        error = (out / out.sum(1, keepdims=True) - wanted[batch]) / 256
        back = (error @ layers[1])[:, :-1] * (sums > 0)
        rate = 0.004 * 0.5 * (1 + np.cos(np.pi * step / steps))
        for place, slope in enumerate((back.T @ x, error.T @ units)):
            gradient = slope + 2e-5 * layers[place]
            means[place] += 0.1 * (gradient - means[place])
            squares[place] += 0.001 * (gradient**2 - squares[place])
            spread = np.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
            layers[place] -= rate * (means[place] / (1 - 0.9**step)) / spread
    return layers[0], layers[1]


def packed(layers: Layers) -> bytes:
    """Return the layers as signed bytes, each after its scale in millionths."""
    parts = []
    for layer in layers:
        scale = round(float(np.abs(layer).max()) / 127 * 1e6)
        values = np.clip(np.round(layer / scale * 1e6), -127, 127).astype(np.int8)
        parts += [scale.to_bytes(4), values.tobytes()]
    return b"".join(parts)


def main() -> None:
    """Train, write, and report the accuracy on other samples."""
    parser = argparse.ArgumentParser(description="Train the network that reads digits.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--fonts", nargs="*", default=[], help="folders of more fonts than this machine's")
    parser.add_argument("--steps", type=int, default=16_000)
    asked = parser.parse_args()
    with Pool() as pool:
        learnt = fonts((*FOLDERS, *asked.fonts), ("Math", "D050000L"))
        found = [each for part in pool.imap(samples, learnt) for each in part]
    inputs, labels = np.array([each for each, _ in found]), np.array([label for _, label in found])
    print(len(found), "samples", flush=True)
    is_kept = np.random.default_rng(2).random(len(found)) < 0.05
    layers = trained(inputs[~is_kept], labels[~is_kept], asked.steps, 3)
    asked.out.write_bytes(packed(layers))
    others = inputs[is_kept]
    units = np.maximum(np.hstack([others, np.ones((len(others), 1))]) @ layers[0].T, 0)
    guessed = (np.hstack([units, np.ones((len(units), 1))]) @ layers[1].T).argmax(1)
    print(int((guessed == labels[is_kept]).sum()), "of", len(others), "right")


if __name__ == "__main__":
    main()
