"""Execute the notebooks of docs/notebooks and write the output of each cell: `python -m tools.docs.notebooks`.

The output of a cell is what it prints and the value of its last line, as in Jupyter: its HTML or SVG if it has one, and
its text. The few lines below replace Jupyter; a test runs them and compares with the stored output.
"""

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
CHINESE = "zh"  # the folder of the translations
Notebook = dict[str, Any]
RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_", "text/latex": "_repr_latex_"}


def executed(notebook: Notebook, twin: Notebook) -> tuple[Notebook, Notebook]:
    """Return the notebook with the outputs of its cells, run in order, and the same for its translation.

    The translation corresponds cell by cell. Equal code shares its output; other code, such as a lesson in that
    language, runs after that of the notebook.
    """
    names: dict[str, Any] = {}
    number, one, two = 0, list[Any](), list[Any]()
    for cell, other in zip(notebook["cells"], twin["cells"], strict=True):
        if cell["cell_type"] != "code":
            one.append(cell)
            two.append(other)
            continue
        number += 1
        outputs = list(_outputs("".join(cell["source"]), names, number))
        is_same = cell["source"] == other["source"]
        others = outputs if is_same else list(_outputs("".join(other["source"]), names, number))
        one.append({**cell, "execution_count": number, "outputs": outputs})
        two.append({**other, "execution_count": number, "outputs": others})
    return {**notebook, "cells": one}, {**twin, "cells": two}


def _outputs(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = None if last is None else eval(compile(last, "cell", "eval"), names)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        yield {"data": _shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def _shown(value: Any) -> dict[str, list[str]]:
    rich = {kind: getattr(value, method)() for kind, method in RICH.items() if hasattr(value, method)}
    return {kind: text.splitlines(keepends=True) for kind, text in ({"text/plain": repr(value)} | rich).items()}


def read(name: str, lang: str = "") -> Notebook:
    """Return a stored notebook."""
    found: Notebook = json.loads((FOLDER / lang / f"{name}.ipynb").read_text("utf-8"))
    return found


def main() -> None:
    """Execute all notebooks."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        for lang, notebook in zip(("", CHINESE), executed(read(path.stem), read(path.stem, CHINESE)), strict=True):
            text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
            (FOLDER / lang / path.name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
