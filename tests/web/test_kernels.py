"""The JavaScript kernels in node, beside their Python twins: the same tables, lengths and nodes, the same values."""

import json
import lzma
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solvable.puzzle import State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.frame import Frame, view
from solvable.tiles.javascript import beams, fifteen
from solvable.tiles.near import pairs
from solvable.tiles.optimal import plain
from solvable.tiles.tables import small

KERNELS = Path(__file__).parents[2] / "src" / "solvable" / "web" / "static" / "kernels"
ORACLES = Path(__file__).parents[1] / "oracles" / "tiles"

SEARCH = """
const problem = JSON.parse(text("problem.json"));
const search = deepening({ ...problem, costs: new Uint8Array(read("costs")) });
const found = JSON.parse(text("states.json")).map(state => search(state, () => true));
console.log(JSON.stringify(found.map(({ cells, bound, expanded }) => [Array.from(cells), bound, expanded])));
"""
COSTS = """
for (const [name, ...asked] of JSON.parse(text("asked.json"))) writeFileSync(folder + name, costs(...asked));
"""
MODEL = """
const parameters = JSON.parse(text("names.json")).map(name => new Int16Array(new Uint8Array(read(name)).buffer));
const [width, height, breadth] = JSON.parse(text("size.json")), made = model(width, height, parameters);
writeFileSync(folder + "slides", made.slides);
console.log(JSON.stringify(JSON.parse(text("states.json")).map(state => beam(made, state, breadth, 1000))));
"""


def run(node: str, folder: Path, program: str) -> str:
    """What a program prints that has the kernels, and the files of a folder by `text` and `read`."""
    head = [
        f'import {{ costs, deepening }} from "{(KERNELS / "fifteen.js").as_uri()}";',
        f'import {{ model }} from "{(KERNELS / "pairs.js").as_uri()}";',
        f'import {{ beam }} from "{(KERNELS / "beam.js").as_uri()}";',
        'import { readFileSync, writeFileSync } from "node:fs";',
        f"const folder = {json.dumps(str(folder) + '/')}, read = name => readFileSync(folder + name);",
        'const text = name => read(name).toString("utf8");',
    ]
    file = folder / "program.mjs"
    file.write_text("\n".join([*head, program]), "utf-8")
    done = subprocess.run([node, str(file)], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def searched(node: str, folder: Path, frame: Frame, states: list[State]) -> Any:
    tables = small.obtain(frame)
    (folder / "problem.json").write_text(json.dumps(fifteen.problem(frame, tables)), "utf-8")
    (folder / "states.json").write_text(json.dumps(states), "utf-8")
    (folder / "costs").write_bytes(tables.costs)
    return json.loads(run(node, folder, SEARCH))


@pytest.mark.parametrize(("size", "goal", "boards"), [((3, 3), "blank-last", 60), ((4, 3), "blank-last", 8),
                                                      ((3, 3), "spiral", 30), ((5, 2), "blank-first", 20)])  # fmt: skip
def test_searches_have_the_walks_and_nodes_of_their_twin(
    node: str, tmp_path: Path, size: tuple[int, int], goal: str, boards: int
) -> None:
    puzzle, rng = SlidingTiles(*size, goal=goal), Random(1)
    seen = view(puzzle.width, puzzle.height, puzzle.goal)
    states = [seen.state(puzzle.scramble(rng)) for _ in range(boards)]
    for state, (cells, bound, expanded) in zip(states, searched(node, tmp_path, seen.frame, states), strict=True):
        twin = plain.search(seen.frame, state, lambda *_: None)
        assert (tuple(cells), bound, expanded) == (twin.cells, twin.bound, twin.expanded)


def korf(name: str) -> list[tuple[int, State]]:
    """The published lengths, and the boards."""
    rows = (line.split(":") for line in (ORACLES / name).read_text("utf-8").splitlines() if line[0] != "#")
    return [(int(row[0].split()[1]), tuple(map(int, row[1].split()))) for row in rows]


def test_korfs_hundred_have_their_lengths_and_some_the_nodes_of_the_twin(node: str, tmp_path: Path) -> None:
    puzzle = SlidingTiles(4, 4, goal="blank-first")
    seen, rows = view(4, 4, puzzle.goal), korf("korf100.txt")
    states = [seen.state(state) for _, state in rows]
    found = searched(node, tmp_path, seen.frame, states)
    for (length, state), (cells, bound, _) in zip(rows, found, strict=True):
        assert bound == length
        assert replay(puzzle, state, seen.moves(tuple(cells))) == puzzle.goal
    for place in range(0, 100, 24):
        twin = plain.search(seen.frame, states[place], lambda *_: None)
        assert (tuple(found[place][0]), found[place][2]) == (twin.cells, twin.expanded)


def test_tables_are_those_of_the_twin(node: str, tmp_path: Path) -> None:
    asked = [(Frame(3, 3, 4), (0, 1, 5)), (Frame(4, 3, 0), (1, 4, 5, 9)), (Frame(8, 2, 0), (3, 12, 15))]
    shipped = small.obtain(small.SHIPPED)
    fives = [(small.SHIPPED, pattern) for pattern in shipped.lookups[0].partition]
    told = [(str(i), f.width, f.height, f.home, p) for i, (f, p) in enumerate(asked + fives)]
    (tmp_path / "asked.json").write_text(json.dumps(told), "utf-8")
    run(node, tmp_path, COSTS)
    tables = [(tmp_path / str(place)).read_bytes() for place in range(len(told))]
    assert tables[: len(asked)] == [small.costs(frame, pattern) for frame, pattern in asked]
    assert b"".join(tables[len(asked) :]) == shipped.costs


@pytest.mark.parametrize("size", [(5, 5), (6, 6)])
def test_slides_and_beams_are_those_of_the_pair_model(node: str, tmp_path: Path, size: tuple[int, int]) -> None:
    import numpy as np

    from solvable.tiles.near.pair_layout import GROUP

    packed = beams.packed(Path(str(pairs.__file__)).parent / "data")
    (tmp_path / "7").write_bytes(lzma.decompress(packed[f"{beams.FILE}.xz"]))
    width, height = size
    goal = (*range(1, width * height), 0)
    puzzle, rng = SlidingTiles(width, height, goal=goal), Random(1)
    states = [puzzle.scramble(rng) for _ in range(4)]
    for name, value in (("names", ["7"]), ("size", [width, height, 60]), ("states", states)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value), "utf-8")
    walks = json.loads(run(node, tmp_path, MODEL))
    n, model = width * height, pairs.spread(pairs.parameters(pairs.SMALL), width, height)
    slides = np.frombuffer((tmp_path / "slides").read_bytes(), "<i2").reshape(2 * n, n, n, n)
    parts = np.asarray(model.slides).reshape(2 * n, n, n, -1, 2, GROUP)  # low bytes, high bytes
    wanted = (
        (parts[..., 0, :] | parts[..., 1, :].astype(np.uint16) << 8).view(np.int16).reshape(2 * n, n, n, -1)[..., :n]
    )
    there = [2 * a + d for a in range(n) for d in (0, 1) if (a < n - width if d else a % width < width - 1)]
    assert (slides[there, 1:] == wanted[there, 1:]).all()
    for state, walk in zip(states, walks, strict=True):
        assert replay(puzzle, state, walk) == puzzle.goal


def test_beams_of_korfs_fifty_are_short(node: str, tmp_path: Path) -> None:
    """Width 1000 gives 103.2 moves on average, 2.4 % above the fewest (Korf and Felner 2002: 100.78)."""
    frame, rows = Frame(5, 5, 0), korf("korf50.txt")
    packed = beams.packed(Path(str(pairs.__file__)).parent / "data")
    (tmp_path / "7").write_bytes(lzma.decompress(packed[f"{beams.FILE}.xz"]))
    states = [[frame.cells - tile if tile else 0 for tile in reversed(state)] for _, state in rows]
    for name, value in (("names", ["7"]), ("size", [5, 5, 1000]), ("states", states)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value), "utf-8")
    lengths = [len(walk) for walk in json.loads(run(node, tmp_path, MODEL))]
    assert all(length >= fewest for length, (fewest, _) in zip(lengths, rows, strict=True))
    assert sum(lengths) / len(lengths) < 103.5
