"""Make the shipped tables of plain 15-puzzle searches again, from nothing, in half a minute.

python tools/make_small_tables.py           # writes src/solvable/tiles/tables/data/4x4-555.xz
"""

from importlib.resources import files
from pathlib import Path

from solvable.tiles import tables
from solvable.tiles.tables import small


def main() -> None:
    """Write the file, and print its size."""
    path = Path(str(files(tables) / "data" / small.FILE))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(small.packed())
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
