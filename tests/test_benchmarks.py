"""`make bench` runs whatever lies in benchmarks/: every module has its rows; results are kept, and compared."""

import ast
from pathlib import Path

import pytest
from benchmarks import __main__ as benchmarks

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize("path", sorted(BENCHMARKS.glob("[!_]*.py")), ids=lambda path: path.stem)
def test_every_benchmark_has_rows(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    (rows,) = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "rows"]
    arguments = rows.args
    assert len(arguments.defaults) == len(arguments.args)  # it can be called without any
    taken = [name.asname or name.name for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names]
    assert "rows" not in taken


def test_the_results_keep_what_is_not_measured_again() -> None:
    old = "# Results\n\nOpening.\n\n## bulk\n\nold\n\n## near\n\nolder\n\n# On a faster machine\n\n## bulk\n\nkept\n"
    new = benchmarks.written(old, "bulk", "## bulk\n\nnew")
    assert new == old.replace("old\n\n## near", "new\n\n## near")
    added = benchmarks.written(new, "cold", "## cold\n\n1")
    assert added == new.replace("# On a faster", "## cold\n\n1\n\n# On a faster")
    assert benchmarks.written("", "bulk", "## bulk\n\n1").startswith("# Results")


def test_two_checkouts_are_compared_row_by_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    values = {benchmarks.HERE.parent: (1.0, 2e6, 12), tmp_path: (0.9, 1e6, 13)}

    def rows(name: str, *, long: bool, checkout: Path) -> list[benchmarks.Row]:
        named = zip(("time (9 s)", "speed", "nodes"), values[checkout], ("s", "steps/s", ""), strict=True)
        return [{"name": name, "value": value, "unit": unit} for name, value, unit in named]

    monkeypatch.setattr(benchmarks, "measure", rows)
    told = benchmarks.compared("giant", tmp_path, 3, long=False).splitlines()
    assert told[-3:] == [
        "| time | 1.0 | 0.9 | 1.111 | s | slower |",
        "| speed | 2000000.0 | 1000000.0 | 2.000 | steps/s |  |",
        "| nodes | 12 | 13 | 0.923 |  | differs |",
    ]


def test_what_cannot_be_measured_is_told_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, body in {
        "broken": 'raise ImportError("this needs a library")',
        "empty": "return []",
        "sound": 'return [{"name": "answer", "value": 42, "unit": "", "target": None}]',
    }.items():
        (tmp_path / "benchmarks").mkdir(exist_ok=True)
        (tmp_path / "benchmarks" / f"{name}.py").write_text(f"def rows():\n    {body}\n")
    monkeypatch.setattr(benchmarks, "HERE", tmp_path / "benchmarks")
    monkeypatch.setattr(benchmarks, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(benchmarks.measure, "__kwdefaults__", {"long": False, "checkout": tmp_path})
    with pytest.raises(SystemExit) as ended:
        benchmarks.main([])
    assert ended.value.code == 1
    told = capsys.readouterr()
    assert "broken was not measured: ImportError: this needs a library" in told.err
    assert "empty was not measured: there is nothing to measure" in told.err
    assert "| answer | 42 |  |  |" in told.out
    benchmarks.main(["empty"])  # what lacks what is not required is no failure
    assert "## sound" in (results := (tmp_path / "RESULTS.md").read_text()) and "## empty" not in results
