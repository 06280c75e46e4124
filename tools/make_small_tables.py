"""Rebuild the tables of plain 15-puzzle searches that the package includes, from scratch, in half a minute.

python tools/make_small_tables.py           # writes src/solvable/tiles/pdb/data/
"""

from importlib.resources import files
from pathlib import Path

from solvable.tiles import pdb
from solvable.tiles.pdb import small


def main() -> None:
    """Write the files, and print their sizes."""
    folder = Path(str(files(pdb) / "data"))
    folder.mkdir(exist_ok=True)
    for name, data in small.packed().items():
        (folder / name).write_bytes(data)
        print(f"{folder / name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
