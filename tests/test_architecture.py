"""The house keeps its plan: who imports whom, how light the import is, how long files and functions are."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "solvable"

# room → rooms it may import, besides itself; `*`: a front end, which may import all but those, lights, tiles, kernels
TABLE = {
    "said": "",
    "errors": "said",
    "clock": "",
    "seeds": "",
    "messages": "said",
    "solution": "",
    "layout": "",
    "scene": "solution",
    "budget": "errors said clock solution",
    "puzzle": "errors said solution budget",
    "answer": "errors said puzzle solution",
    "family": "puzzle",
    "families": "errors said puzzle family checker",
    "tables": "errors said",
    "memory": "errors said",
    "kernels": "",
    "checker": "errors said",
    "lights": "errors said solution puzzle answer family tables memory clock budget scene layout render kernels",
    "tiles": "errors said solution puzzle answer family tables memory clock budget scene layout render kernels",
    "notation": "errors said puzzle seeds families",
    "formats": "errors said puzzle notation lights tiles",
    "query": "errors said puzzle budget answer family families notation formats",
    "lessons": "errors said puzzle lights tiles messages",
    "render": "scene",  # below the families: a puzzle draws itself by what draws any scene,
    "play": "errors said puzzle scene notation formats",
    "envs": "*",
    "batch": "*",
    "cli": "*",
    "tui": "*",
    "web": "*",
    "__init__": "*",
    "__main__": "* cli",
}
FRONT_ENDS = {room for room, allowed in TABLE.items() if "*" in allowed}
HEAVY = {"numpy", "numba", "flint"}  # none is loaded with the public names
LAZY = {
    "numba",
    "flint",
}  # outside kernels: imported inside functions only; numpy by modules that are arrays throughout
EXTRAS = {"textual", "fastapi", "uvicorn", "gymnasium", "PIL", "ray"}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield (top-level package, room of ours or "") of every import in the tree."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            yield package, rest.partition(".")[0] if package == "solvable" else ""


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_imports_only_what_its_room_may(path: Path) -> None:
    room = room_of(path)
    assert room in TABLE, f"{room} is not in the plan"
    allowed = set(TABLE[room].split()) | {room}
    if "*" in allowed:
        allowed |= set(TABLE) - FRONT_ENDS - {"kernels"} - (set() if room.startswith("__") else {"lights", "tiles"})
    for package, target in imports(ast.parse(path.read_text(encoding="utf-8"))):
        if package == "solvable" and target in TABLE:
            assert target in allowed, f"{room} imports {target}"
        if room == "kernels" and package != "solvable":
            assert package in {"numpy", "numba", "llvmlite"} | sys.stdlib_module_names, f"a kernel imports {package}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_heavy_libraries_are_imported_where_they_are_used(path: Path) -> None:
    if room_of(path) == "kernels":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(node) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for node in ast.walk(f)}
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in inside | typing_only:
            for package, target in imports(node):
                assert package not in LAZY | EXTRAS, f"{package} at the top of the module"
                assert target != "kernels", "a kernel at the top of the module"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_and_functions_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 500
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or node.lineno) - node.lineno + 1 <= 60, f"{node.name} is too long"


def test_the_public_names_load_no_heavy_library() -> None:
    heavy = HEAVY | EXTRAS | {"rich", "typer"}
    program = f"import sys, solvable; solvable.parse; print(*sorted({heavy!r} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == []


SHARED = ("query", "cli", "render", "play", "notation.py", "families.py", "family.py", "puzzle.py", "answer.py")
SHARED_FORMATS = {"__init__", "base", "diagnosis", "game_id", "opening", "recognise", "table", "text", "writing"}
CLASSES = {"LightsOut", "SlidingTiles", "GraphTiles"}


def shared(path: Path) -> bool:
    """Whether a file is written once for all families."""
    room = path.relative_to(SOURCE).parts[0]
    return room in SHARED or (room == "formats" and path.stem in SHARED_FORMATS)


@pytest.mark.parametrize(
    "path", [path for path in modules() if shared(path)], ids=lambda path: str(path.relative_to(SOURCE))
)
def test_what_is_shared_asks_for_no_class_and_for_no_family(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = {getattr(node, "id", ""), getattr(node, "attr", "")} | ({node.name} if hasattr(node, "name") else set())
        assert not names & CLASSES, f"line {node.lineno} names a class"  # type: ignore[attr-defined]
        if isinstance(node, ast.Compare | ast.MatchValue) and path.stem != "blocks":  # there tiles are a reason
            words = {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
            assert not words & {"lights", "tiles"}, f"line {node.lineno} asks for a family"
