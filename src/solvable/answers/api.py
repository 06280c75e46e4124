"""The public functions of `solvable`: they take a board in any form and return an Answer, as `--json` prints it.

A board is a text in any format that the command line reads (a game ID, rows, emoji …), bytes, a `pathlib.Path` to a
file, a pair (puzzle, state), or rows of numbers and arrays; with `puzzle=` it is a state of that puzzle. A text is
never read as a file name, so untrusted input may be passed.

Solutions and answers can be converted into each other: `to_answer(puzzle, state, solution)` and `to_solution(answer)`.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Unpack, cast, overload

from solvable import answers, families, formats, game_id
from solvable.answers import nearest
from solvable.answers.fields import head, solved
from solvable.checker import Report
from solvable.core.answer import Answer, Fields, obstruction_fields, ordered, solution_fields
from solvable.core.budget import Budget, Limits, ParallelLimits
from solvable.core.errors import PuzzleError, UnsolvableError, whole_number
from solvable.core.puzzle import Move, Obstruction, Puzzle, Solution, State, StateReader
from solvable.core.states import StateLike, whole
from solvable.formats import Board
from solvable.formats.base import Targets, targets_of

BoardLike = str | bytes | PathLike[str] | tuple[Puzzle, StateLike] | StateLike
GoalLike = BoardLike | Sequence[Any]
Found = Solution | Obstruction | Iterable[Move]


def parse(
    board: BoardLike,
    *,
    puzzle: Puzzle | str | None = None,
    format: str | None = None,  # noqa: A002 - the user's word
) -> tuple[Puzzle, State]:
    """Return the puzzle of a board in any form, and its state: a tuple of ints, one for each cell, row by row.

    `puzzle` (a puzzle or its ID) is the puzzle of which the board is a state, `format` the name of its format; by
    default both are recognised. Raises NotationError, with line and column, if the text is not a board, and PuzzleError
    if the numbers are not a state. Takes time proportional to the text; pictures take a few tenths of a second.

    >>> parse("110/000/000")
    (LightsOut(3, 3), (1, 1, 0, 0, 0, 0, 0, 0, 0))
    >>> parse([[1, 2, 3], [4, 0, 5]])[1]
    (1, 2, 3, 4, 0, 5)
    >>> parse("10/01", puzzle="lights:2x2,mod3")
    (LightsOut(2, 2, k=3), (1, 0, 0, 1))
    """
    (result,) = _targets(board, puzzle, None, None, format).every
    return result


def _raster(board: Any) -> Any:
    """Return the raster of a picture (pillow's, or an array of bytes of shape (height, width, 3 or 4)), None for
    anything else.
    """
    is_array, is_picture = getattr(board, "ndim", 0) == 3, hasattr(board, "getbands")
    if not is_array and not is_picture:
        return None
    from solvable.photo.decode import raster_of_array, raster_of_picture

    return raster_of_array(board) if is_array else raster_of_picture(board)


def puzzle_of(puzzle: Puzzle | str) -> Puzzle:
    """Return `puzzle`, read if it is an ID such as `lights:5x5,torus`; raise NotationError if the text is not an ID."""
    return game_id.parse_puzzle(puzzle) if isinstance(puzzle, str) else puzzle


def state_of(puzzle: Puzzle, state: Any) -> State:
    """Return a state of `puzzle`, given in any form, as a tuple of ints; raise PuzzleError if it is not a state."""
    if isinstance(puzzle, StateReader):
        return puzzle.state(state)
    return puzzle.parse(state) if isinstance(state, str) else tuple(state)


def check(
    board: BoardLike,
    *,
    puzzle: Puzzle | str | None = None,
    goal: GoalLike | None = None,
    format: str | None = None,  # noqa: A002
    **limits: Unpack[Limits],
) -> Answer:
    """Return an Answer: whether a board is solvable, in how many ways if so, and the proof if not.

    `verdict` is "solvable" or "unsolvable"; `solutions` is a decimal string; `obstruction` is the proof. `puzzle` and
    `format` are as in `parse`; `goal` is another state to reach, with None or ? in cells that do not matter, or a list
    of several, of which the nearest counts. Takes milliseconds for boards that people play. Raises PuzzleError if
    `board` is not a board, BudgetExceededError if a limit is reached on a huge one.

    >>> check("1 2 3/4 5 6/8 7 0")["verdict"]
    'unsolvable'
    >>> check([[1, 1], [0, 0]])["solutions"]
    '1'
    """
    own = Budget.of(**limits)
    return nearest.check(_targets(board, puzzle, goal, None, format), budget=own)


@overload
def solve(
    board: BoardLike, *, puzzle: Puzzle | str | None = ..., any: bool = ..., near: bool = ..., all: None = ...,
    metric: str | None = ..., goal: GoalLike | None = ..., format: str | None = ..., **limits: Unpack[ParallelLimits],
) -> Answer: ...  # fmt: skip


@overload
def solve(
    board: BoardLike, *, puzzle: Puzzle | str | None = ..., any: bool = ..., near: bool = ..., all: int,
    metric: str | None = ..., goal: GoalLike | None = ..., format: str | None = ..., **limits: Unpack[ParallelLimits],
) -> Iterator[Answer]: ...  # fmt: skip


def solve(
    board: BoardLike,
    *,
    puzzle: Puzzle | str | None = None,
    any: bool = False,  # noqa: A002 - the options of the command
    near: bool = False,
    all: int | None = None,  # noqa: A002
    metric: str | None = None,
    goal: GoalLike | None = None,
    format: str | None = None,  # noqa: A002
    **limits: Unpack[ParallelLimits],
) -> Answer | Iterator[Answer]:
    """Return an Answer with a proved shortest solution.

    With `any` the solution is the quickest to find; with `near` it is as short as `seconds` allow. `all=True` gives an
    iterator of Answers, one for each shortest solution (with `any` for each solution at all), `all=N` at most N of
    them. `moves` lists cells, numbered row by row from 0; `length` is their number. The verdict of an unsolvable board
    is "unsolvable", with a proof; if a limit was reached it is "bounded", with the best solution so far.

    `puzzle` and `format` are as in `parse`; `goal` is another state to reach, with None or ? in cells that do not
    matter, or a list of several (names, IDs, boards with /), of which the nearest counts; `metric` is "stm" or "mtm"
    for tiles.

    Limits: `seconds`, not counting compilation; `workers`, the number of threads or processes; `progress`, a function
    that is called with each `Bound` and `Better` and cancels by returning False; or one `budget` in place of all these.
    Without a limit a proof may take very long: the time for lights is exponential in the nullity; a 15-puzzle takes
    milliseconds to seconds, a 24-puzzle seconds to days. Raises PuzzleError if `board` is not a board.

    >>> answer = solve("8 6 7/2 5 4/3 0 1")
    >>> answer["verdict"], answer["length"], answer["optimal"]
    ('solved', 31, True)
    >>> [answer["moves"] for answer in solve("11/11", all=True)]
    [[0, 1, 2, 3]]
    """
    if near and (any or all is not None):
        raise PuzzleError("near goes with neither any nor all")
    mode: answers.Mode = "any" if any else "near" if near else "optimal"
    targets = _targets(board, puzzle, goal, metric, format)
    own = Budget.parallel(**limits)
    if all is None or all is False:
        return nearest.solve(targets, mode=mode, budget=own)
    limit = None if all is True else min(whole_number(all, "the number of solutions"), sys.maxsize)
    return nearest.solve_all(targets, mode=mode, limit=limit, budget=own)


def count(puzzle: Puzzle | str, **limits: Unpack[Limits]) -> Answer:
    """Return an Answer with the numbers of states, of solvable states, and of solutions of each solvable state.

    `states`, `solvable_states` and `solutions` are decimal strings, since they may be long; `probability`, a fraction
    as a string, is the probability that a random state is solvable. `puzzle` is a puzzle or its ID. Takes milliseconds
    for boards that people play. Raises BudgetExceededError at a limit.

    >>> count("lights:5x5")["probability"]
    '1/4'
    """
    return answers.count(puzzle_of(puzzle), budget=Budget.of(**limits))


def new(
    puzzle: Puzzle | str,
    *,
    count: int = 1,
    exact: int | None = None,
    graded: int | None = None,
    seed: int | str | None = None,
    **limits: Unpack[Limits],
) -> Iterator[Answer]:
    """Yield Answers: `count` different solvable boards, each with its shortest solution.

    With `exact` every board needs exactly that many moves; with `graded` the difficulty rises from board to board, up
    to that many moves. The same `seed` gives the same boards on every machine. `seconds` limits the whole call; by
    default each proof has a limit of ten seconds, and exact and graded boards have none. Raises PuzzleError if there
    are not that many boards, BudgetExceededError if the time is up before one is found.

    >>> [answer["length"] for answer in new("tiles:3x3", count=2, exact=20, seed=1)]
    [20, 20]
    """
    if exact is not None and graded is not None:
        raise PuzzleError("boards are exact or graded, not both")
    wanted = None if seed is None else str(seed)
    subject, wanted = game_id.parse_seeded_puzzle(puzzle, wanted) if isinstance(puzzle, str) else (puzzle, wanted)
    number = whole_number(count, "the number of boards")
    exact, graded = (each if each is None else whole_number(each, "the number of moves") for each in (exact, graded))
    return answers.new(
        subject, number=number, exact=exact, graded=graded, seed=wanted,
        budget=Budget.of(**limits),
    )  # fmt: skip


def to_answer(puzzle: Puzzle | str | Solution, state: Any = None, found: Found | None = None) -> Answer:
    """Return the Answer for a solution, a list of moves or an obstruction, of a state of `puzzle`.

    A solution that a puzzle returned includes its puzzle and start, so `to_answer(solution)` suffices. The moves are
    not checked; use `verify` for that. Raises PuzzleError if the puzzle, the state or the moves are missing.

    >>> from solvable import LightsOut
    >>> to_answer(LightsOut(3, 3).optimal("110/000/000"))["moves"]
    [0, 2, 4, 5, 8]
    """
    subject, start, result = _claim(puzzle, state, found)
    if isinstance(result, Obstruction):
        about = head(subject, start) | families.of(subject).goal_fields(subject, start, False)
        return ordered(about | {"verdict": "unsolvable"} | obstruction_fields(result))
    cost = {"method": result.method or None, "nodes": result.nodes or None}
    return ordered(head(subject, start) | solved(subject, start, result, "any") | cost)


def to_solution(answer: Mapping[str, Any]) -> Solution:
    """Return the Solution in an Answer, with its puzzle and the state that it solves.

    Raises UnsolvableError, with the proof, if the Answer's verdict is that there is none, and PuzzleError if it has no
    moves. Nothing is checked; use `verify` for that.

    >>> solution = to_solution(solve("110/000/000"))
    >>> solution.is_optimal, solution.final == solution.puzzle.goal
    (True, True)
    """
    if "moves" not in answer and "obstruction" in answer:
        proof = answer["obstruction"]
        obstruction = Obstruction(proof["invariant"], tuple(proof["weights"]), proof["value"], proof["wanted"])
        raise UnsolvableError("the answer says that there is no solution", obstruction)
    if "moves" not in answer or "board" not in answer:
        raise PuzzleError("the answer has no moves of a board")
    puzzle, state = game_id.parse(answer["board"])
    solution = Solution(_moves(answer["moves"]), answer.get("lower_bound", 0))
    return solution.of(puzzle, state, answer.get("nodes", 0), answer.get("method", ""))


def verify(
    answer: Mapping[str, Any] | str | bytes | Puzzle | Solution, state: Any = None, found: Found | None = None
) -> Report:
    """Return a Report on a claim, true if nothing is wrong, from a checker that shares no code with the solvers.

    The claim is an Answer, its JSON text, a solution that a puzzle returned, or three arguments: a puzzle (or its ID),
    a state, and its solution, list of moves or obstruction. Replaying moves and testing a proof take time proportional
    to their length. Recounting solutions takes an elimination; a board that is too large for it is reported as
    unchecked.

    >>> bool(verify(solve("110/000/000")))
    True
    >>> from solvable import LightsOut
    >>> verify(LightsOut(3, 3), "110/000/000", [0, 2, 4]).verdict
    'wrong'
    """
    if isinstance(answer, str | bytes | Mapping) and found is None:
        return families.verify(cast(Any, answer))
    subject, start, result = _claim(cast(Any, answer), state, found)
    fields: Fields = {"puzzle": game_id.format_puzzle(subject), "board": game_id.format_board(subject, start)}
    if isinstance(result, Obstruction):
        return families.verify(ordered(fields | {"verdict": "unsolvable"} | obstruction_fields(result)))
    return families.verify(ordered(fields | {"verdict": "solved"} | solution_fields(result)))


def _claim(
    puzzle: Puzzle | str | Solution, state: Any, found: Found | None
) -> tuple[Puzzle, State, Solution | Obstruction]:
    """Return the puzzle, the state, and the claim about it."""
    if isinstance(puzzle, Solution):
        if puzzle.puzzle is None or puzzle.start is None:
            raise PuzzleError("this solution does not know its puzzle: use solution.of(puzzle, state)")
        return puzzle.puzzle, puzzle.start, puzzle
    if found is None:
        raise PuzzleError("three things are needed: a puzzle, a state, and its solution, moves or obstruction")
    subject = puzzle_of(puzzle)
    result = found if isinstance(found, Solution | Obstruction) else Solution(_moves(found), 0)
    return subject, state_of(subject, state), result


def _moves(moves: Iterable[Any]) -> tuple[Move, ...]:
    """Return moves as ints; raise PuzzleError if one is not a whole number."""
    return tuple(whole_number(move, "a move") for move in moves)


def _targets(
    board: BoardLike, puzzle: Puzzle | str | None, goal: GoalLike | None, metric: str | None, format_: str | None
) -> Targets:
    """Return the board with all goals, in the requested metric."""
    wanted = _goals_of(goal)
    if puzzle is not None or (isinstance(board, tuple) and len(board) == 2 and hasattr(board[0], "goal")):
        result = Board(*_of_puzzle(board, puzzle, format_), format_ or "")
        texts: list[str | bytes] = []
    else:
        texts = [each for each in wanted if isinstance(each, str | bytes)] if _are_texts(wanted) else []
        result = _read(board, format_, texts)
    if texts or not wanted:
        return nearest.with_metric(result.targets, metric)
    subject, state = result.only_target()
    if _are_texts(wanted):
        given = formats.given_of(cast(Any, wanted))
        return nearest.with_metric(formats.targets(subject, state, given, format=result.format), metric)
    if len(wanted) == 1 and not _is_open(wanted[0]):
        return nearest.with_metric(Targets(((answers.with_goal(subject, cast(Any, wanted[0])), state),)), metric)
    return nearest.with_metric(targets_of(subject, state, [_cells(subject, each) for each in wanted]), metric)


def _goals_of(goal: Any) -> list[Any]:
    """Return the goals in `goal` as a list: one, or the strings of a list of names, IDs and boards with their rows."""
    if goal is None:
        return []
    if isinstance(goal, PathLike):
        return [Path(goal).read_bytes()]
    return list(goal) if formats.are_several(goal) else [goal]


def _are_texts(goals: Iterable[Any]) -> bool:
    return all(isinstance(each, str | bytes) for each in goals)


def _is_open(goal: Any) -> bool:
    """Return whether a goal, flat or in rows, has None in some cells."""
    return isinstance(goal, list | tuple) and any(
        None in row if isinstance(row, list | tuple) else row is None for row in goal
    )


def _cells(puzzle: Puzzle, goal: Any) -> list[int | None]:
    """Return the cells of a goal, None for those that do not matter; raise PuzzleError if it is not a goal."""
    if not _is_open(goal):
        return list(state_of(puzzle, goal))
    cells = [cell for row in goal for cell in (row if isinstance(row, list | tuple) else (row,))]
    return [None if cell is None else whole_number(cell, "a cell of the goal") for cell in cells]


def _of_puzzle(board: BoardLike, puzzle: Puzzle | str | None, format_: str | None) -> tuple[Puzzle, State]:
    """Return a given puzzle, and the board as a state of it."""
    if puzzle is None:
        return cast(Puzzle, cast(Any, board)[0]), state_of(*cast(Any, board))
    known = puzzle_of(puzzle)
    return known, state_of(known, _read(board, format_).state if isinstance(board, PathLike) else board)


def _read(board: BoardLike, format_: str | None, goals: Sequence[str | bytes] = ()) -> Board:
    """Return the board in a text, a file, a picture, rows or an array, with the goals that its texts contain."""
    if isinstance(board, PathLike):
        return formats.open_file(Path(board), format=format_, goal=goals or None)
    if (raster := _raster(board)) is not None:
        result = formats.read_raster(raster, is_swapped=format_ == "photo-swapped")
        given = formats.given_of(goals)
        return replace(result, given=formats.targets(result.puzzle, result.state, given)) if given else result
    if isinstance(board, str) and format_ is None and not goals and (known := formats.read_line(board)):
        return known
    text = board if isinstance(board, str | bytes) else json.dumps(whole(board))
    return formats.read(text, format=format_, goal=goals or None)
