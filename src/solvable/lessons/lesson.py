"""A lesson as data: steps, each a sentence of the catalogue with its values, and the cells and entries it refers to.

A step refers to cells of a `Scene`, to entries of a `Table`, or to both, and every view shows the same. Its `facts` are
its claims as exact numbers (row operations, moves, counts), so that programs can follow and tests can check it. A
lesson ends with the same verdict as `check`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from solvable.core.puzzle import Puzzle
from solvable.core.scene import Mark, Marks, Scene, scene_of
from solvable.core.solution import Move, State

Value = int | str | tuple[str, ...]
"""A value of a sentence: a number, a name, or a list of names."""

Verdict = Literal["solvable", "unsolvable"]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of entries: a matrix, or numbers listed one below another.

    `head` holds keys of the catalogue, one a column; `bar` columns come before a vertical bar (0: none); `points` are
    the entries that the sentence refers to, as (row, column), and `changed` the rows that the step changed.
    """

    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()
    bar: int = 0
    points: tuple[tuple[int, int], ...] = ()
    changed: tuple[int, ...] = ()
    is_matrix: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence, the cells and entries it refers to, and its claims."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)
    scene: Scene | None = None
    table: Table | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of the lesson `name` on a board, the final verdict, and the moves found (or None)."""

    name: str
    family: str
    state: State
    verdict: Verdict
    steps: tuple[Step, ...]
    moves: tuple[Move, ...] = ()

    @property
    def title(self) -> str:
        """The key of the lesson's title."""
        return f"lesson.{self.family}.{self.name}.title"

    def to_json(self) -> dict[str, Any]:
        """Return the lesson as a JSON object; sentences stay keys, so that the reader chooses the language.

        Empty parts of cells and tables are left out.
        """
        steps = []
        for step in self.steps:
            written: dict[str, Any] = {"key": step.key, "values": dict(step.values)}
            if step.scene is not None:
                written["scene"] = _lean(asdict(step.scene)) | {"cells": [_lean(asdict(c)) for c in step.scene.cells]}
            if step.table is not None:
                written["table"] = _lean(asdict(step.table))
            steps.append(written | ({"facts": dict(step.facts)} if step.facts else {}))
        verdict, moves = self.verdict, list(self.moves)
        about = {"lesson": self.name, "family": self.family, "title": self.title, "state": list(self.state)}
        return about | {"verdict": verdict, "moves": moves, "steps": steps}


Maker = Callable[[Puzzle, State], Lesson]


def _lean(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that are not empty; the index in the state and the position in the picture are always
    included.
    """
    return {
        name: value for name, value in fields.items() if value or (name in {"index", "x", "y"} and value is not None)
    }


def board(
    puzzle: Puzzle,
    state: Sequence[int],
    *,
    points: Iterable[int] = (),
    weights: Mapping[int, int] | None = None,
    presses: Iterable[Move] | None = None,
) -> Scene:
    """Return the scene of `state` with cells marked, weighted, or marked with presses."""
    pressed = None if presses is None else tuple(presses)
    scene = scene_of(puzzle, state, Marks(pressed=pressed))
    marks = {cell: Mark("weight", weight) for cell, weight in (weights or {}).items()}
    marks |= dict.fromkeys(points, Mark("point"))
    if not marks:
        return scene
    cells = (
        replace(cell, marks=(*cell.marks, marks[cell.index])) if cell.index in marks else cell for cell in scene.cells
    )
    return replace(scene, cells=tuple(cells), most=max(1, scene.most))


def step(
    key: str, *, scene: Scene | None = None, table: Table | None = None, facts: Mapping[str, Any] | None = None,
    **values: Value,
) -> Step:  # fmt: skip
    """Return a step."""
    return Step(key, values, scene, table, facts or {})
