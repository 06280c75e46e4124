"""Solving by hand, stage by stage with its moves, on any board of at least two rows and two columns.

Row by row until two rows are left, each tile is moved to its goal cell, the last two of a row round a corner; then
column by column; then the last 2 × 2, which ends in order if the parity is right, and else with two tiles swapped
(`tiles.construct`). So the method solves every solvable board, and on an unsolvable one it ends with the swap that
proves it.
"""

from collections.abc import Iterator, Sequence

from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Human, Puzzle, Stage, replay
from solvable.core.solution import Move, State
from solvable.lessons.lesson import Lesson, Step, step
from solvable.lessons.tiles.tray import Board, letters, tray, verdict


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    if not isinstance(puzzle, Human):
        raise PuzzleError("this lesson is about tiles that all differ, on a full board of rows and columns")
    word, last = verdict(board)
    stages = puzzle.stages(state)
    if board.is_line:
        steps = [step("lesson.tiles.human.line", scene=board.see(board.state))]
    else:
        steps = [step("lesson.tiles.human.plan", scene=board.see(board.state), rows=board.height - 2)]
    described = list(_stages(board, stages))
    path: tuple[Move, ...] = tuple(move for stage in stages for move in stage.moves)
    if word == "solvable":
        described.append(step("lesson.tiles.human.total", facts={"moves": list(path)}, n=len(path)))
    return Lesson("human", "tiles", state, word, (*steps, *described, last), path if word == "solvable" else ())


def _stages(board: Board, stages: Sequence[Stage]) -> Iterator[Step]:
    """Yield a step for each stage, and one when the method continues by columns; a row consists of its tiles and a
    turn.
    """
    state, rows = board.state, (board.height - 2) * (board.width + 1)
    for number, stage in enumerate(stages):
        if number == rows and board.width > 2 and not board.is_line:
            yield step("lesson.tiles.human.columns", columns=board.width - 2, n=board.width - 2)
        blank = state.index(0)
        after = replay(board.puzzle, state, stage.moves)
        kind = f"{stage.kind}.there" if not stage.moves else stage.kind
        points = [after.index(stage.tile)] if stage.tile else [after.index(0)]
        facts = {"kind": stage.kind, "tile": stage.tile, "cell": stage.cell, "moves": list(stage.moves)}
        yield step(
            f"lesson.tiles.human.{kind}",
            scene=board.see(after, points=points) if stage.moves else None,
            facts=facts,
            tile=stage.tile,
            cell=board.place(stage.cell),
            n=len(stage.moves),
            letters=letters(board, blank, stage.moves),
        )
        state = after
