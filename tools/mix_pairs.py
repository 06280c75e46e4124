"""Write the weighted sum of parameter files of the pair model: means of separately trained files rank better than each.

python tools/mix_pairs.py mixed.npz 0.75 one.npz 0.25 other.npz
"""

import argparse
from pathlib import Path

import numpy as np

from solvable.tiles.suboptimal.pair_heuristic import PARAMETER_MAX


def main() -> None:
    """Add the files up, each multiplied by the weight before it, and round to multiples of `--step`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", nargs="+", metavar="WEIGHT FILE")
    parser.add_argument(
        "--step", type=int, default=4, help="of what is written, 1/1000: coarser ones are packed smaller"
    )
    args = parser.parse_args()
    try:
        parts = [(float(weight), file) for weight, file in zip(args.parts[::2], args.parts[1::2], strict=True)]
    except ValueError:
        parser.error("a weight before each file")
    total = sum(weight * np.load(file)["steps"] for weight, file in parts)
    most = PARAMETER_MAX // args.step
    np.savez_compressed(args.out, steps=args.step * np.clip(np.round(total / args.step), -most, most).astype(np.int16))


if __name__ == "__main__":
    main()
