"""The effects of a camera and a file on a picture: rotation, perspective, blur, noise, uneven light, compression."""

from io import BytesIO
from math import cos, radians, sin
from random import Random
from typing import Any

import numpy as np
from PIL import Image, ImageFilter


def photographed(picture: Any, random: Random) -> Any:
    """Return the picture on a table, rotated by up to ten degrees and in perspective."""
    width, height = picture.size
    turn, aslant = radians(random.uniform(-10, 10)), 0.06
    table = random.choice(((120, 90, 60), (200, 200, 196), (60, 62, 66), (230, 222, 205)))
    middle = width / 2, height / 2
    corners = []
    for x, y in ((0, 0), (width, 0), (width, height), (0, height)):
        a, b = x - middle[0], y - middle[1]
        a, b = a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn)
        a, b = a * (1 + random.uniform(-aslant, aslant)), b * (1 + random.uniform(-aslant, aslant))
        corners.append((a, b))
    left, top = min(a for a, _ in corners) - 20, min(b for _, b in corners) - 20
    size = int(max(a for a, _ in corners) - left + 20), int(max(b for _, b in corners) - top + 20)
    targets = [(a - left, b - top) for a, b in corners]
    matrix, right = [], []
    for (x, y), (u, v) in zip(((0, 0), (width, 0), (width, height), (0, height)), targets, strict=True):
        matrix += [[u, v, 1, 0, 0, 0, -x * u, -x * v], [0, 0, 0, u, v, 1, -y * u, -y * v]]
        right += [x, y]
    numbers = np.linalg.solve(np.array(matrix), np.array(right)).tolist()
    return picture.transform(size, Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BICUBIC, fillcolor=table)


def spoilt(picture: Any, random: Random) -> Any:
    """Return the picture blurred, unevenly lit, noisy, reduced and compressed, each at random."""
    if random.random() < 0.3:
        factor = random.uniform(0.6, 0.95)
        size = int(picture.width * factor), int(picture.height * factor)
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    if random.random() < 0.4:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0.3, 1.2)))
    noise = np.random.default_rng(random.getrandbits(32))
    values = np.asarray(picture, float)
    if random.random() < 0.4:
        height, width, _ = values.shape
        slope = (
            random.uniform(-0.3, 0.3) * np.linspace(-1, 1, width)[None, :]
            + random.uniform(-0.3, 0.3) * np.linspace(-1, 1, height)[:, None]
        )
        values = values * (0.85 + 0.5 * slope)[:, :, None]
    if random.random() < 0.5:
        values = values + noise.normal(0, random.uniform(1, 12), values.shape)
    picture = Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))
    if random.random() < 0.5:
        packed = BytesIO()
        picture.save(packed, "JPEG", quality=random.randint(45, 95))
        picture = Image.open(packed).convert("RGB")
    return picture
