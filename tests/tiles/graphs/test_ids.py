"""Game IDs of graphs, boards with holes and picture puzzles: round trips, names, seeds, and faults with their place."""

from random import Random

import pytest

from solvable import formats, game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.tiles import SlidingTiles
from solvable.tiles.graphs import named, orbits
from solvable.tiles.graphs.board import GraphTiles

CANONICAL = [
    "tiles:theta0",
    "tiles:petersen",
    "tiles:cube",
    "tiles:path1",
    "tiles:path4",
    "tiles:cycle7",
    "tiles:star6",
    "tiles:wheel6",
    "tiles:complete5",
    "tiles:bipartite3x3",
    "tiles:cycle5,goal=blank-first",
    "tiles:cycle5,goal=1,1,0,2,2",
    "tiles:wheel5,goal=AB_CA",
    "tiles:graph=4;0-1;1-2;1-3",
    "tiles:3x3,dead=4",
    "tiles:3x2,dead=5,goal=blank-first",
    "tiles:3x3,dead=0.8,goal=-,1,1/2,0,2/3,3,-",
    "tiles:4x4,goal=RATE/YOUR/MIND/PAL_",
    "tiles:3x1,goal=1,0,1",
    "tiles:2x2,goal=5,6/7,0",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_every_puzzle_has_one_spelling(text: str) -> None:
    puzzle = game_id.parse_puzzle(text)
    assert isinstance(puzzle, GraphTiles)
    assert game_id.format_puzzle(puzzle) == text
    rng = Random(1)
    for state in (puzzle.goal, puzzle.scramble(rng), puzzle.scramble(rng)):
        board = game_id.format_board(puzzle, state)
        assert game_id.parse(board) == (puzzle, state)
        assert formats.read(board).state == state
        assert formats.write(puzzle, state, "id") == board


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("tiles:graph=7;0-1-2-3-4-5-0-6-3", "tiles:theta0"),
        ("tiles:graph=3;2-1;0-1", "tiles:path3"),
        ("tiles:graph=3;0-1-2-0", "tiles:cycle3"),
        ("tiles:complete3", "tiles:cycle3"),
        ("tiles:graph=4;0-2-1-3-0", "tiles:bipartite2x2"),
        ("tiles:cycle4", "tiles:cycle4"),
        ("tiles:graph=4;0-1;1-2;1-3;2-1", "tiles:graph=4;0-1;1-2;1-3"),
        ("tiles:cycle4,goal=1,2,3,0", "tiles:cycle4"),
        ("tiles:cycle4,goal=0,1,2,3", "tiles:cycle4,goal=blank-first"),
        ("tiles:3x3,goal=1,2,3/4,5,6/7,8,0", "tiles:3x3"),
        ("tiles:3x3,goal=111/222/330", "tiles:3x3,goal=1,1,1/2,2,2/3,3,0"),
        ("tiles:2x2,goal=ab/c_", "tiles:2x2,goal=AB/C_"),
        ("tiles:3x3,goal=1,2,3,-,5,6,7,8,0,dead=3", "tiles:3x3,dead=3,goal=1,2,3/-,5,6/7,8,0"),
        ("tiles:3x3,dead=4.4", "tiles:3x3,dead=4"),
    ],
)
def test_other_spellings_mean_the_same(text: str, canonical: str) -> None:
    puzzle = game_id.parse_puzzle(text)
    assert game_id.format_puzzle(puzzle) == canonical
    assert game_id.parse_puzzle(canonical) == puzzle


def test_plain_boards_stay_sliding_puzzles() -> None:
    for text in ("tiles:3x3", "tiles:4x4,goal=spiral,mtm", "tiles:3x2,goal=0,1,2/3,4,5,stm"):
        assert isinstance(game_id.parse_puzzle(text), SlidingTiles)


def test_named_graphs_are_what_their_names_say() -> None:
    sizes = {
        "theta0": (7, 8),
        "petersen": (10, 15),
        "cube": (8, 12),
        "path6": (6, 5),
        "cycle6": (6, 6),
        "star6": (6, 5),
    }
    sizes |= {"wheel6": (6, 10), "complete6": (6, 15), "bipartite3x4": (7, 12)}
    for name, (vertices, edges) in sizes.items():
        graph = named.graph(name, 100)
        assert graph is not None
        assert (graph[0], len({frozenset(edge) for edge in graph[1]})) == (vertices, edges)
    petersen = GraphTiles(*named.graph("petersen", 100) or (0, ()))
    for vertex in range(
        10
    ):  # every vertex has three neighbours, and each other one is reached in exactly one way by two
        around = [
            other for beside in petersen.neighbours[vertex] for other in petersen.neighbours[beside] if other != vertex
        ]
        assert sorted([vertex, *petersen.neighbours[vertex], *around]) == list(range(10))
    assert named.graph("dodecahedron", 100) is None
    for name in ("cycle2", "wheel3", "path0", "bipartite0x3", "bipartite3x0", "path101", "complete99999"):
        with pytest.raises(PuzzleError):
            named.graph(name, 100 if name != "complete99999" else 10**6)


@pytest.mark.parametrize("text", CANONICAL)
def test_seeded_boards_are_solvable_and_the_same_everywhere(text: str) -> None:
    puzzle = game_id.parse_puzzle(text)
    for seed in ("1", "2", "种子"):
        state = game_id.seeded(puzzle, seed)
        assert game_id.parse(f"{text}#{seed}") == (puzzle, state)
        assert puzzle.obstruction(state) is None
        assert state != puzzle.goal or not puzzle.moves(puzzle.goal)


def test_seeds_of_all_time() -> None:
    drawn = {
        text: game_id.format_board(*game_id.parse(f"{text}#2024")).rpartition(":")[2]
        for text in ("tiles:theta0", "tiles:petersen", "tiles:3x3,dead=4", "tiles:4x4,goal=RATE/YOUR/MIND/PAL_")
    }
    assert drawn == {
        "tiles:theta0": "4,0,2,3,6,1,5",
        "tiles:petersen": "3,8,5,2,7,1,0,9,6,4",
        "tiles:3x3,dead=4": "2,3,5/1,-,0/4,6,7",
        "tiles:4x4,goal=RATE/YOUR/MIND/PAL_": "O_RM/NAPE/IYLA/TURD",
    }


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("tiles:theta1:1,2", 7),
        ("tiles:graph=x;0-1:1,0", 13),
        ("tiles:graph=0:1", 13),
        ("tiles:graph=2;0:1,0", 15),
        ("tiles:graph=2;0-0:1,0", 15),
        ("tiles:graph=3;0-1;1-3:1,0", 19),
        ("tiles:theta0,spiral:1", 14),
        ("tiles:theta0,goal=spiral:1", 19),
        ("tiles:theta0,goal=1,2,3,4,5,0,0:1", 19),
        ("tiles:theta0,goal=1,2,3,x,5,6,0:1", 25),
        ("tiles:theta0,goal=1,2,3:1", 24),
        ("tiles:3x3,dead=a:1", 16),
        ("tiles:3x3,dead=4,dead=5:1", 18),
        ("tiles:3x3,dead=4,goal=1,1,1/1,1,1/1,1,0:1", 31),
        ("tiles:3x3,goal=1,1,1/2,2,2/3,3,0,mtm:1", 34),
        ("tiles:2x2,goal=A1/B_:1", 16),
        ("tiles:2x2,goal=AB/C_:1,2,3,0", 22),
        ("tiles:2x2,goal=AB/C_:AB/C", 26),
        ("tiles:2x2,goal=AB/C_:AB/CCC", 25),
        ("tiles:2x2,goal=1,1/2,0:1,2/2,0", 28),
        ("tiles:theta0:1,2,3,4,5,6,-", 26),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        game_id.parse(text)
    assert (caught.value.line, caught.value.column) == (1, column), caught.value.message
    assert caught.value.expected


def test_rotations_by_their_definition() -> None:
    rng = Random(3)
    for _ in range(300):
        tiles = tuple(rng.randrange(1, 3) for _ in range(rng.randrange(1, 9)))
        turned = set(orbits.rotations(tiles))
        assert orbits.period(tiles) == len(turned)
        other = tuple(rng.sample(tiles, len(tiles)))
        places = orbits.rotation(tiles, other)
        assert (places >= 0) == (other in turned)
        assert places < 0 or tiles[places:] + tiles[:places] == other


def test_large_graphs_are_read_at_once() -> None:
    puzzle, state = game_id.parse("tiles:cycle10000#1")
    assert puzzle.obstruction(state) is None
    puzzle, state = game_id.parse("tiles:path10000#1")
    assert puzzle.obstruction(state) is None
    with pytest.raises(NotationError):
        game_id.parse("tiles:path10001#1")
    with pytest.raises(NotationError):
        game_id.parse("tiles:1000x1000,dead=5#1")
