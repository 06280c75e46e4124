"""The house keeps its plan: who imports whom, no circles, how light the import is."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "solvable"

# room → what it may import, besides itself; `*`: a front end, which may import all but front ends, families, kernels
TABLE = {
    "core": "",
    "kernels": "core.errors core.message",
    "checker": "core.errors core.message",
    "photo": "core.errors core.message",  # sees rows of numbers in pixels, and knows no puzzle
    "lights": "core kernels families.protocol render.shown",
    "tiles": "core kernels families.protocol render.shown",
    "counters": "core families.protocol render.shown",
    "families": "core checker",
    "game_id": "core families",
    "messages": "core families",
    "formats": "core families game_id lights tiles counters photo",
    "answers": "core families game_id formats checker photo",
    "lessons": "core families messages",
    "render": "core messages lessons",  # no family: a puzzle draws itself
    "play": "core families game_id formats answers",
    "errors": "core.errors",  # its former home
    "envs": "*",
    "batch": "*",
    "cli": "* batch tui web",  # a command starts them
    "tui": "*",
    "web": "*",
    "__init__": "* core lights tiles",
    "__main__": "* cli",
}
FILES = {  # file → what it may import in addition
    "core/breadth_first.py": "families.protocol render.shown",  # it makes a family of bare rules
    "core/disk_cache.py": "kernels",  # the sums of a file's rows
}
BY_NAME = {  # room → rooms above it that it loads by their names, when they are asked for
    "cli": {"kernels"},  # which of them run, in the version
    "families": {"lights", "tiles", "counters"},
    "core": {"formats"},  # text that the puzzle itself does not read
}
FRONT_ENDS = {room for room, allowed in TABLE.items() if "*" in allowed}
BEHIND = {"lights", "tiles", "counters", "kernels"}  # what no front end imports
HEAVY = {"numpy", "flint"}  # none is loaded with the public names
LAZY = {"flint"}  # outside kernels: inside functions only; numpy by modules that are arrays throughout
EXTRAS = {"textual", "fastapi", "uvicorn", "gymnasium", "PIL", "ray"}
BUILT_ON = {  # room → what its classes are made of; its __init__ loads them when they are named
    "envs": {"gymnasium"},
    "tui": {"textual"},
}
DOTTED = re.compile(r"solvable(\.\w+)+")
TIMERS = {"monotonic", "perf_counter", "process_time", "time"}
WATCHMAKERS = {"core/budget.py", "core/disk_cache.py", "answers", "cli"}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@cache
def imports(path: Path) -> list[tuple[ast.AST, str]]:
    """Return every import of a file, as `imported` yields them."""
    return list(imported(tree(path)))


def imported(root: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield the dotted name of every import in the tree, lazy and type-only ones too."""
    for node in ast.walk(root):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


def forbidden(path: str, names: Iterable[str]) -> list[str]:
    """Return what a file of the package, by its path, imports and may not, without `solvable.`."""
    room = Path(path).with_suffix("").parts[0]
    allowed = {*TABLE[room].split(), *FILES.get(path, "").split(), room}
    if "*" in allowed:
        allowed |= set(TABLE) - FRONT_ENDS - BEHIND
    targets = (name.removeprefix("solvable.") for name in names if name.startswith("solvable."))
    known = (target for target in targets if target.partition(".")[0] in TABLE)
    return [target for target in known if not any(f"{target}.".startswith(f"{each}.") for each in allowed)]


def asked_classes(root: ast.AST) -> list[str]:
    """Return the classes of families that the code tests for."""
    asked = []
    for node in ast.walk(root):
        is_test = (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"isinstance", "type"}
        )
        names = ast.walk(node) if is_test or isinstance(node, ast.MatchClass) else ()
        asked += [name.id for name in names if isinstance(name, ast.Name) and name.id in CLASSES]
    return asked


def file_of(name: str) -> Path | None:
    """Return the file that an import of `name` (a module, or a name in one) reads; None for what is not ours."""
    parts = name.split(".")[1:] if name.startswith("solvable.") else []
    while parts:
        path = SOURCE.joinpath(*parts)
        for found in (path.with_suffix(".py"), path / "__init__.py"):
            if found.is_file():
                return found
        parts.pop()
    return None


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the sets of nodes that reach each other: what is left without those that have no edge out, or in."""
    left = {node: set(ends) - {node} for node, ends in graph.items()}
    while ends := [node for node, out in left.items() if not out & left.keys()]:
        for node in ends:
            del left[node]
    while starts := left.keys() - set().union(*left.values(), ()):
        for node in starts:
            del left[node]
    return [sorted(left)] if left else []


def test_every_module_imports_only_what_its_room_may() -> None:
    assert not set(map(room_of, modules())) - TABLE.keys(), "rooms that are not in the plan"
    wrong = {name_of(path): forbidden(name_of(path), [name for _, name in imports(path)]) for path in modules()}
    assert not {name: targets for name, targets in wrong.items() if targets}


def test_kernels_import_nothing_of_others() -> None:
    allowed = {"solvable", "numpy"} | sys.stdlib_module_names
    for path in (path for path in modules() if room_of(path) == "kernels"):
        assert {name.partition(".")[0] for _, name in imports(path)} <= allowed, name_of(path)


def test_rooms_are_loaded_by_name_only_if_the_plan_says_so() -> None:
    for path in modules():
        room = room_of(path)
        texts = (node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant))
        dotted = (text.split(".") for text in texts if isinstance(text, str) and DOTTED.fullmatch(text))
        named = {words[1] for words in dotted} & set(TABLE)
        assert named <= {each.partition(".")[0] for each in TABLE[room].split()} | {room} | BY_NAME.get(room, set()), (
            name_of(path)
        )


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = {name_of(path): set[str]() for path in modules()}
    for path in modules():
        found = (file_of(name) for _, name in imports(path))
        graph[name_of(path)] = {name_of(file) for file in found if file is not None}
    del graph["__init__.py"]  # the public names are loaded when they are used
    assert not circles(graph)


def test_the_plan_is_noticed_where_it_is_broken() -> None:
    lazy = [name for _, name in imported(ast.parse("def later():\n    from solvable.lights.board import LightsOut\n"))]
    assert forbidden("cli/solve.py", lazy) == ["lights.board.LightsOut"]
    assert forbidden("tiles/board.py", lazy) == ["lights.board.LightsOut"]
    assert forbidden("formats/grid.py", lazy) == []
    assert circles({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set(), "e": {"a"}}) == [["a", "b", "c"]]
    assert not circles({"a": {"b", "c"}, "b": {"c"}, "c": set()})
    assert asked_classes(ast.parse("if isinstance(puzzle, LightsOut | Other): pass")) == ["LightsOut"]
    assert asked_classes(ast.parse("type(puzzle) is SlidingTiles")) == []


def test_clocks_are_read_by_the_budget_alone() -> None:
    for path in (path for path in modules() if not {name_of(path), room_of(path)} & WATCHMAKERS):
        names = [name for _, name in imports(path)]
        assert not {name.rpartition(".")[2] for name in names if name.startswith("time.")} & TIMERS, name_of(path)


def test_heavy_libraries_are_imported_inside_functions() -> None:
    wrong = {name_of(path): found for path in modules() if room_of(path) != "kernels" and (found := heavy_at_top(path))}
    assert not wrong


def heavy_at_top(path: Path) -> list[str]:
    """Return what a module imports when it is loaded, and should not: heavy libraries, extras, kernels."""
    inside = {id(node) for f in functions(path) for node in ast.walk(f)}
    typing_only = {
        id(node)
        for block in ast.walk(tree(path))
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    built_on = BUILT_ON.get(room_of(path), set()) if path.stem != "__init__" else set()
    heavy = (LAZY | EXTRAS) - built_on
    names = [name for node, name in imports(path) if id(node) not in inside | typing_only]
    return [name for name in names if name.partition(".")[0] in heavy or name.startswith("solvable.kernels.")]


def test_each_package_names_its_modules() -> None:
    packages = {path.parent for path in modules()} - {SOURCE, SOURCE / "kernels" / "cpp"}
    for package in (package for package in packages if package.name != "cli"):
        drawn = ast.get_docstring(tree(package / "__init__.py")) or ""
        inside = [path for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()]
        assert not [path.stem for path in inside if path.stem != "__init__" and path.stem not in drawn], package.name


def test_the_map_leads_to_files_that_exist_and_to_every_room() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.findall(r"\? \| `([^`]+)` \|", text)
    assert len(found) == text.count("? |") == len(set(found))
    assert not [name for name in found if not (SOURCE / name).is_file() and not (ROOT / name).is_file()]
    drawn = {room_of(SOURCE / name) for name in found}
    assert not set(map(room_of, modules())) - {"__init__", "__main__", "errors"} - drawn


def test_files_that_documents_name_and_references_of_kernels_exist() -> None:
    folders = (SOURCE, *(ROOT / name for name in ("tests", "tools", "benchmarks", "examples", "docs")))
    paths = [f"/{path.relative_to(ROOT)}" for folder in folders for path in folder.rglob("*.*")]
    paths += [f"/{path.name}" for path in ROOT.glob("*.py")]
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        named = set(re.findall(r"`([\w/]+\.(?:py|cpp|hpp|js))`", page.read_text(encoding="utf-8")))
        assert not [name for name in named if not any(path.endswith(f"/{name}") for path in paths)], page
    for header in (SOURCE / "kernels" / "cpp").rglob("*.hpp"):
        for name in re.findall(r"`((?:core|counters|lights|tiles)(?:\.\w+)+)`", header.read_text(encoding="utf-8")):
            resolve_name(f"solvable.{name}")


def test_the_public_names_load_no_heavy_library() -> None:
    heavy = HEAVY | EXTRAS | {"click"}
    program = f"import sys, solvable; solvable.parse; print(*sorted({heavy!r} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == []


@pytest.mark.parametrize(
    ("board", "idle"),
    [
        ("tiles:4x4#1", "lights tiles.graphs tiles.suboptimal tiles.construct tiles.pdb.labels formats.recognise"),
        ("lights:5x5#1", "tiles lights.covering_radius lights.census formats.recognise"),
    ],
)
def test_an_id_loads_what_its_board_needs(board: str, idle: str) -> None:
    program = f"import sys; from solvable.cli import main; main(['solve', {board!r}]); print('loaded', *sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = shown.stdout.rpartition("loaded ")[2].split()
    assert "solvable.answers" in loaded
    assert not {"logging", "concurrent.futures", "numpy.random", "multiprocessing"} & set(loaded)
    homes = tuple(f"solvable.{name}" for name in idle.split())
    assert not [name for name in loaded if name in homes or name.startswith(tuple(home + "." for home in homes))]


SHARED = {"core", "families", "game_id.py", "answers", "batch", "cli", "envs", "play", "render", "tui", "web"}
SHARED_FORMATS = {"__init__", "base", "game_id", "open", "recognise", "registry", "text"}
CLASSES = {"LightsOut", "SlidingTiles", "GraphTiles"}


def shared(path: Path) -> bool:
    """Whether a file is written once for all families."""
    room = path.relative_to(SOURCE).parts[0]
    return room in SHARED or (room == "formats" and path.stem in SHARED_FORMATS)


def test_what_is_shared_asks_for_no_class_and_for_no_family() -> None:
    for path in (path for path in modules() if shared(path)):
        for node in ast.walk(tree(path)):
            names = {getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", "")}
            assert not names & CLASSES, f"{name_of(path)}: line {node.lineno} names a class"  # type: ignore[attr-defined]
            if isinstance(node, ast.Compare | ast.MatchValue) and path.stem != "proofs":  # there tiles are a reason
                words = {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
                assert not words & {"lights", "tiles"}, f"{name_of(path)}: line {node.lineno} asks for a family"
