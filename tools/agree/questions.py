"""Random questions, as words of the command line: all commands, families, rules, surfaces, wirings, goals, metrics.

Most have an answer; some are refused, with the same message everywhere. None takes more than a few seconds, and none
has a time limit, because its result would depend on the machine. The same seed draws the same questions.
"""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from solvable.formats.judges import ANY_ANSWER, TASKS
from solvable.lights.rules import RULES, SURFACES

Words = tuple[str, ...]

COLOURS = (2, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 97)
VARIANTS = ("mini", "lights-out-2000", "deluxe-x", "merlin", "orbix", "icosahedron-opposite", "button-madness",
            "circle", "gale-berlekamp", "tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron",
            "cuboctahedron", "alien-tiles", "icosidodecahedron")  # fmt: skip
TILE_GOALS = ("", "", "", ",goal=spiral", ",goal=blank-first", ",goal=snake", ",goal=columns", ",goal=snail")
SMALL_TILES = ("2x2", "2x3", "3x2", "3x3", "3x3", "4x2", "2x4", "5x2", "2x5", "1x5", "6x1")
MEDIUM_TILES = ("4x3", "3x4", "4x4", "4x4", "6x2", "5x3", "2x7", "5x4")
LARGE_TILES = ("5x5", "6x4", "6x6", "7x5", "8x8", "3x9", "12x9", "20x20", "2x30")
GRAPHS = ("theta0", "petersen", "cube", "path5", "cycle7", "star6", "wheel6", "complete5", "bipartite3x4", "cycle9",
          "graph=5;0-1-2-0;2-3-4-2", "graph=6;0-1-2-3-0;3-4-5", "graph=7;0-1-2-3-4-5-0;0-6-3;1-4", "3x3,dead=4",
          "4x3,dead=5", "3x3,dead=0", "3x4,dead=4.7", "wheel8", "bipartite2x3")  # fmt: skip
PICTURES = ("3x3,goal=1,1,1/2,2,2/3,3,0", "3x3,goal=AAB/BCC/DD_", "4x2,goal=1,1,2,2/3,3,4,0", "3x2,goal=1,1,2/2,3,0",
            "4x4,goal=RATE/YOUR/MIND/PAL_", "petersen,goal=1,1,1,2,2,2,3,3,3,0")  # fmt: skip
WALK = 30  # moves from the goal, for boards that the references solve optimally


def questions(seed: int) -> Iterator[Words]:
    """Yield questions endlessly."""
    rng = Random(f"questions {seed}")
    kinds = [kind for kind, weight in KINDS.items() for _ in range(weight)]
    for number in count():
        made = KINDS_FIRST[number] if number < len(KINDS_FIRST) else rng.choice(kinds)
        yield tuple(made(rng))


def lights_puzzle(rng: Random, most: int = 7) -> str:
    """Return a random puzzle of lights, by its ID."""
    match rng.randrange(12):
        case 0:
            return f"lights:{rng.choice(VARIANTS)}"
        case 1:
            edges = {tuple(sorted(rng.sample(range(most), 2))) for _ in range(rng.randint(most, 2 * most))}
            joined = ";".join(f"{a}{rng.choice('--->')}{b}" for a, b in sorted(edges))
            return f"lights:graph{rng.choice(('', '0'))}={most};{joined}{_colours(rng)}"
        case 2:
            cells = rng.randint(2, 9)
            wires = "/".join(
                ".".join(map(str, sorted(rng.sample(range(cells), rng.randint(1, min(4, cells))))))
                for _ in range(cells)
            )
            return f"lights:{cells}x1{_colours(rng)},toggles={wires}"
        case 3:
            return f"lights:{rng.randint(2, 3)}x{rng.randint(2, 3)}x{rng.randint(1, 3)}{_colours(rng)}"
    w, h = rng.randint(1, most), rng.randint(1, most)
    text = f"lights:{w}x{h}"
    if rng.random() < 0.6:
        text += f",{rng.choice(sorted(RULES))}"
    if rng.random() < 0.5:
        text += f",{rng.choice(sorted(SURFACES))}"
    text += _colours(rng)
    if rng.random() < 0.15:
        text += f",{rng.choice(('dead', 'fixed', 'free'))}={rng.randrange(w * h)}"
    return text


def _colours(rng: Random) -> str:
    k = rng.choice(COLOURS)
    return f",mod{k}" if k > 2 else ""


def lights_board(rng: Random, most: int = 7) -> str:
    """Return a random board of lights: a solvable one of a seed, or an arbitrary one."""
    puzzle = lights_puzzle(rng, most)
    if rng.random() < 0.6 or "graph" in puzzle or puzzle.count("x") > 1 or not puzzle[7].isdigit():
        return f"{puzzle}#{rng.randrange(1000)}"
    w, h = map(int, puzzle[7:].partition(",")[0].split("x"))
    k = int(puzzle.partition("mod")[2].partition(",")[0] or 2)
    cells = [str(rng.choice((0, rng.randrange(k)))) for _ in range(w * h)]
    for option, at in (part.split("=") for part in puzzle.split(",") if "=" in part):
        if option == "dead":
            cells[int(at)] = "0"
    return f"{puzzle}:{','.join(cells)}"


def tiles_puzzle(rng: Random, sizes: Words = SMALL_TILES) -> str:
    """Return a random puzzle of tiles, by its ID."""
    if sizes is SMALL_TILES and rng.random() < 0.35:
        return f"tiles:{rng.choice((*GRAPHS, *PICTURES))}"
    return f"tiles:{rng.choice(sizes)}{rng.choice(TILE_GOALS)}{rng.choice(('', '', ',mtm'))}"


def tiles_board(rng: Random, sizes: Words = SMALL_TILES) -> str:
    """Return a random board of tiles: a solvable one of a seed, or one that may be unsolvable."""
    puzzle = tiles_puzzle(rng, sizes)
    size = puzzle[6:].partition(",")[0]
    if rng.random() < 0.75 or not size[0].isdigit() or "dead" in puzzle or "goal=1" in puzzle or "goal=A" in puzzle:
        return f"{puzzle}#{rng.randrange(1000)}"
    w, h = map(int, size.split("x"))
    if "goal=R" in puzzle:
        return f"{puzzle}#{rng.randrange(1000)}"
    cells = list(range(w * h))
    rng.shuffle(cells)
    return f"{puzzle}:{','.join(map(str, cells))}"


def near_goal(rng: Random) -> str:
    """Return a 15- or 24-puzzle a few moves from the goal, which the references can solve."""
    w, h = rng.choice(((4, 4), (4, 4), (5, 4), (5, 5), (3, 6)))
    cells = [*range(1, w * h), 0]
    at, before = w * h - 1, -1
    for _ in range(rng.randint(1, WALK)):
        beside = [at - w] * (at >= w) + [at + w] * (at + w < w * h) + [at - 1] * (at % w > 0)
        beside += [at + 1] * (at % w < w - 1)
        to = rng.choice([cell for cell in beside if cell != before])
        cells[at], cells[to], at, before = cells[to], 0, to, at
    metric = rng.choice(("", "", ",mtm")) if w * h == 16 else ""
    return f"tiles:{w}x{h}{metric}:{','.join(map(str, cells))}"


def _json(*words: str) -> Words:
    return (*words, "--json", "--no-time")


def _check(rng: Random) -> Words:
    board = rng.choice((lights_board(rng), lights_board(rng, 12), tiles_board(rng), tiles_board(rng, LARGE_TILES)))
    return _json("check", board)


def _goal(rng: Random) -> Words:
    verb = rng.choice(("check", "solve"))
    if rng.random() < 0.5:
        w, h = rng.randint(1, 5), rng.randint(1, 5)
        marks = rng.choice(("01", "01", "01?"))
        goal = "/".join("".join(rng.choice(marks) for _ in range(w)) for _ in range(h))
        return _json(verb, f"lights:{w}x{h}#{rng.randrange(99)}", "--goal", rng.choice((goal, "on", "off")))
    words = [str(tile) for tile in rng.sample(range(9), 9)]
    if rng.random() < 0.3:
        words = [word if word == "0" or rng.random() < 0.7 else "?" for word in words]
    goal = "/".join(" ".join(words[row : row + 3]) for row in (0, 3, 6))
    named = rng.choice(("snail", "snake", "columns", "blank-first", "blank-last", "mirror"))
    return _json(verb, f"tiles:3x3#{rng.randrange(99)}", "--goal", rng.choice((goal, named)))


def _solve_lights(rng: Random) -> Words:
    return _json("solve", lights_board(rng, rng.choice((5, 7, 9))))


def _solve_tiles(rng: Random) -> Words:
    return _json("solve", rng.choice((tiles_board(rng), near_goal(rng))))


def _solve_medium(rng: Random) -> Words:
    board = tiles_board(rng, MEDIUM_TILES)
    small = ("tiles:4x4", "tiles:4x3", "tiles:3x4", "tiles:6x2", "tiles:5x3")
    return _json("solve", board) if board.startswith(small) and "mtm" not in board else _json("solve", board, "--any")


def _any(rng: Random) -> Words:
    boards = (lights_board(rng, 15), tiles_board(rng), tiles_board(rng, MEDIUM_TILES), tiles_board(rng, LARGE_TILES))
    return _json("solve", rng.choice(boards), "--any")


def _giant(rng: Random) -> Words:
    n, rule = rng.randint(60, 160), rng.choice(("", "", ",king", ",diagonal", ",cross", ",torus", ",mod3", ",mod4"))
    verb = rng.choice((("check",), ("solve", "--any"), ("solve", "--any")))
    return _json(verb[0], f"lights:{n}x{rng.randint(60, 160)}{rule}#{rng.randrange(99)}", *verb[1:])


def _near(rng: Random) -> Words:
    return _json("solve", tiles_board(rng, rng.choice((SMALL_TILES, MEDIUM_TILES, LARGE_TILES[:7]))), "--near")


def _all(rng: Random) -> Words:
    most = rng.choice(("", "=3", "=20"))
    board = rng.choice((lights_board(rng, 5), tiles_board(rng), near_goal(rng)))
    return _json("solve", board, f"--all{most}" if most else "--all=50")


def _lit(rng: Random) -> Words:
    return _json("solve", lights_board(rng, 4), rng.choice(("--lit-only", "--fewest-lit")))


def _count(rng: Random) -> Words:
    puzzle = rng.choice((lights_puzzle(rng, 12), tiles_puzzle(rng), tiles_puzzle(rng, LARGE_TILES)))
    return _json("count", puzzle)


def _worst(rng: Random) -> Words:
    if rng.random() < 0.5:
        return _json("table", "worst", f"{rng.randint(1, 3)}..{rng.randint(3, 5)}")
    return _json(
        "count", f"lights:{rng.randint(1, 5)}x{rng.randint(1, 5)}{rng.choice(('', ',torus', ',king'))}", "--worst"
    )


def _table(rng: Random) -> Words:
    first, shape = rng.randint(1, 9), ("csv", "bfile", "text")
    options = ["--rule", rng.choice(sorted(RULES)), "--surface", rng.choice(sorted(SURFACES))]
    options += ["--mod", str(rng.choice(COLOURS))]
    match rng.randrange(6):
        case 0:
            return _json("table", "distances", tiles_puzzle(rng))
        case 1:
            return _json("table", "presses", lights_puzzle(rng, 4))
        case 2:
            return _json("table", "all-lit", f"1..{rng.randint(1, 9)}")
        case 3:
            return "table", "all-lit", f"{min(first, 3)}..{min(first, 3) + 1}", *options, "--format", rng.choice(shape)
        case 4:
            return "table", "nullity", f"{first}..{first + rng.randint(0, 20)}", "--format", rng.choice(shape)
    return "table", "nullity", f"{first}..{first + rng.randint(0, 3)}", *options, "--format", rng.choice(shape)


def _quiet(rng: Random) -> Words:
    return "quiet", lights_puzzle(rng, rng.choice((5, 9))), *rng.choice(((), ("--all",))), "--json"


def _matrix(rng: Random) -> Words:
    board = lights_board(rng, 5)
    puzzle = lights_puzzle(rng, 5) if "#" in board else board.rpartition(":")[0]
    return "matrix", puzzle, *(() if "#" in board else ("--board", board)), "--json"


def _chase(rng: Random) -> Words:
    if rng.random() < 0.2:
        return _json("chase", "--table", f"lights:{rng.randint(2, 6)}x{rng.randint(2, 6)}{_colours(rng)}")
    return _json("chase", rng.choice((lights_board(rng, 8), f"lights:{rng.randint(20, 90)}x{rng.randint(2, 90)}#1")))


def _new(rng: Random) -> Words:
    seed = ("--seed", str(rng.randrange(100)), "--count", str(rng.randint(1, 4)))
    match rng.randrange(5):
        case 0:
            return _json("new", rng.choice((lights_puzzle(rng, 5), tiles_puzzle(rng))), *seed)
        case 1:
            return _json(
                "new", f"lights:{rng.choice(('4x4', '5x5', '3x5', 'merlin'))}", "--exact", str(rng.randint(1, 8)), *seed
            )
        case 2:
            return _json("new", tiles_puzzle(rng), "--exact", str(rng.randint(1, 15)), *seed)
        case 3:
            return _json(
                "new", rng.choice(("tiles:3x3", "lights:5x5", "tiles:4x2")), "--graded", str(rng.randint(4, 10)), *seed
            )
    return _json("new", rng.choice(("tiles:4x4", "tiles:4x3")), "--exact", str(rng.randint(20, 38)), *seed)


def _explain(rng: Random) -> Words:
    lights = ("chase", "order", "matrix", "elimination", "quiet", "witness", "fewest", "probability")
    tiles = ("parity", "slide", "human", "compare", "distance", "deepening", "contest")
    if rng.random() < 0.5:
        return "explain", lights_board(rng, 4), "--lesson", rng.choice(lights), "--json"
    return "explain", tiles_board(rng), "--lesson", rng.choice(tiles), "--json"


def _moves(rng: Random) -> Words:
    letters = "".join(rng.choice("UDLR") for _ in range(rng.randint(1, 8)))
    board = rng.choice((tiles_board(rng), near_goal(rng), lights_board(rng, 3)))
    if board.startswith("lights"):
        return _json(
            "moves", board, " ".join(f"{rng.randint(1, 3)},{rng.randint(1, 3)}" for _ in range(rng.randint(1, 6)))
        )
    return _json("moves", board, letters, "--of", rng.choice(("tile", "blank")))


def _judge(rng: Random) -> Words:
    task = rng.choice(sorted(TASKS.keys() - ANY_ANSWER))
    return "judge", task, "--random", "2", "--seed", str(rng.randrange(99)), "|", "judge", task


def _counters(rng: Random) -> Words:
    n = rng.randint(1, 5)
    buttons = [
        ",".join(map(str, sorted(rng.sample(range(n), rng.randint(1, n))))) for _ in range(rng.randint(1, n + 2))
    ]
    presses = [rng.randint(0, 12) for _ in buttons]
    totals = [sum(p for p, each in zip(presses, buttons, strict=True) if str(at) in each.split(",")) for at in range(n)]
    totals[0] += rng.choice((0, 0, 0, 1))
    line = " ".join(f"({each})" for each in buttons) + " {" + ",".join(map(str, totals)) + "}"
    return _json("solve", line, "--format", "counters")


def _convert(rng: Random) -> Words:
    form = rng.choice(
        ("id", "json", "sage", "gap", "save", "dots", "korf", "hex", "42", "wiring", "switches", "labels")
    )
    return "convert", rng.choice((lights_board(rng, 5), tiles_board(rng))), "--to", form


def _dataset(rng: Random) -> Words:
    puzzle = rng.choice(("tiles:3x3", "tiles:2x3", "tiles:3x3,mtm", "lights:4x4", "lights:3x3,mod3", "tiles:petersen"))
    return "dataset", puzzle, "--boards", str(rng.randint(1, 60)), "--seed", str(rng.randrange(99)), "--out", "d.npz"


def _batch(rng: Random) -> Words:
    boards = ("new", rng.choice(("tiles:3x3", "lights:4x4", "tiles:4x2")), "--count", "5", "--seed", "7", "--json")
    return *boards, "|", "batch", "--no-time", *rng.choice(((), ("--any",)))


def _verify(rng: Random) -> Words:
    made = rng.choice((_check, _solve_lights, _solve_tiles, _chase, _count, _quiet))(rng)
    return *made, "|", "verify", "--json"


KINDS: dict[Callable[[Random], Words], int] = {
    _check: 8, _goal: 6, _solve_lights: 16, _solve_tiles: 12, _solve_medium: 3, _any: 8, _giant: 3, _near: 6, _all: 8,
    _lit: 3, _count: 5, _worst: 1, _table: 8, _quiet: 4, _matrix: 3, _chase: 5, _new: 6, _explain: 5, _moves: 4,
    _judge: 4, _counters: 2, _convert: 3, _dataset: 2, _batch: 1, _verify: 3,
}  # fmt: skip
KINDS_FIRST = [*KINDS]  # one of each kind before the random ones, so that even a few questions cover all kinds
