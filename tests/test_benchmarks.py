"""`make bench` runs whatever lies in benchmarks/: every module there must have its rows."""

import ast
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize("path", sorted(BENCHMARKS.glob("[!_]*.py")), ids=lambda path: path.stem)
def test_every_benchmark_has_rows(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    (rows,) = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "rows"]
    arguments = rows.args
    assert len(arguments.defaults) == len(arguments.args)  # it can be called without any
    taken = [name.asname or name.name for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names]
    assert "rows" not in taken
