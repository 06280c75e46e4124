"""The questions: check, solve, count, quiet, chase, matrix, new — each answered as a JSON answer.

This is the one place where front ends get answers, so that what one can do, all can. A position is a puzzle and a
state; an unsolvable board and a limit that was reached are answers here, not exceptions.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import islice
from random import Random, SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from solvable.answer import Answer, count_fields, decimal, obstruction_fields, ordered, solution_fields
from solvable.budget import Budget
from solvable.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import VARIANTS, variant
from solvable.notation import format_board, format_puzzle, seeded
from solvable.puzzle import Move, Obstruction, Progress, Puzzle, Solution, State, replay
from solvable.tiles.board import SlidingTiles
from solvable.tiles.graphs.board import GraphTiles

if TYPE_CHECKING:
    from solvable.lights.fewest.choose import Fewest

LARGEST_MATRIX = 10**7  # entries
Mode = Literal["optimal", "any", "near"]


def with_goal(puzzle: Puzzle, goal: State) -> Puzzle:
    """Return the puzzle with another goal; raise PuzzleError where it does not fit."""
    if isinstance(puzzle, LightsOut | GraphTiles):
        return puzzle.with_goal(goal)
    tiles = _tiles(puzzle, "another goal")
    return SlidingTiles(tiles.width, tiles.height, metric=tiles.metric, goal=goal)


def with_metric(puzzle: Puzzle, metric: str) -> Puzzle:
    """Return the tiles puzzle counting moves by `metric`; raise PuzzleError for lights and where lines do not slide."""
    if isinstance(puzzle, GraphTiles):
        if metric != "stm":
            raise PuzzleError("on graphs, with holes and with tiles alike moves are single: stm")
        return puzzle
    tiles = _tiles(puzzle, "a metric")
    return SlidingTiles(tiles.width, tiles.height, metric=metric, goal=tiles.goal)


def named_rules(puzzle: Puzzle) -> Answer:
    """Return the puzzle's ID, and for a named one its rules written out."""
    fields: Answer = {"puzzle": format_puzzle(puzzle)}
    if isinstance(puzzle, LightsOut) and puzzle.name:
        fields["rules"] = format_puzzle(puzzle.without_name())
    return fields


def check(puzzle: Puzzle, state: State) -> Answer:
    """Return whether `state` is solvable, with the proof if not, and in how many ways if so."""
    start = perf_counter()
    obstruction = puzzle.obstruction(state)
    fields = _head(puzzle, state) | _parity(puzzle, state) | _parts(puzzle, state)
    if obstruction is None:
        fields |= {"verdict": "solvable"} | _ways(puzzle)
    else:
        fields |= _unsolvable(puzzle, obstruction)
    return ordered(fields | {"seconds": _since(start)})


def solve(
    puzzle: Puzzle,
    state: State,
    *,
    mode: Mode = "optimal",
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Answer:
    """Return a solution: a shortest one, any one, or a short one that improves while time lasts.

    The verdict is `bounded` where the shortest was asked for but a limit came first: then the answer holds the
    best solution so far (if any) and the proved bound.
    """
    start = perf_counter()
    limits: dict[str, Any] = {"seconds": seconds, "workers": workers, "progress": progress}
    try:
        if isinstance(puzzle, LightsOut) and mode != "any":
            fields = _fewest(puzzle, state, mode, limits)
        else:
            fields = _solved(puzzle, state, _asker(puzzle, mode)(state, **limits), mode)
    except UnsolvableError:
        return check(puzzle, state)
    except BudgetExceededError as limit:
        fields = {"verdict": "bounded", "lower_bound": limit.lower_bound, "optimal": False}
        if limit.best is not None:
            best = Solution(tuple(limit.best.moves), limit.lower_bound)
            fields |= _solved(puzzle, state, best, mode)
    return ordered(_head(puzzle, state) | fields | {"seconds": _since(start)})


def solve_all(
    puzzle: Puzzle,
    state: State,
    *,
    mode: Mode = "optimal",
    limit: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Iterator[Answer]:
    """Yield every shortest solution, or with mode "any" every solution (lights), one answer each.

    An unsolvable board yields its one refutation. At most `limit` answers. Raise BudgetExceededError where they take
    more than `seconds`, or `progress` says no.
    """
    if puzzle.obstruction(state) is not None:
        yield check(puzzle, state)
        return
    solutions: Iterator[Solution]
    if mode == "optimal" and isinstance(puzzle, SlidingTiles | GraphTiles | LightsOut):
        solutions = puzzle.optimal_solutions(state, seconds=seconds, progress=progress)
    elif mode == "optimal":
        solutions = puzzle.optimal_solutions(state)
    elif isinstance(puzzle, LightsOut):
        solutions = puzzle.solutions(state, seconds=seconds, progress=progress)
    else:
        raise PuzzleError("a tiles board has infinitely many solutions; --all lists the optimal ones")
    head = _head(puzzle, state)
    for solution in islice(solutions, limit):
        yield ordered(head | _solved(puzzle, state, solution, mode))


def lit_only(puzzle: Puzzle, state: State, *, seconds: float | None = None, progress: Progress | None = None) -> Answer:
    """Return a shortest solution, in order, in which each pressed lamp is lit; or that there is none."""
    from solvable.lights.fewest import lit_only as play

    lights, start = _lights(puzzle, "lit-only play"), perf_counter()
    fields: Answer
    try:
        solution = play.solve(lights, state, seconds=seconds, progress=progress)
        fields = {"verdict": "solved"} | solution_fields(solution)
    except UnsolvableError as error:
        proof = error.obstruction
        found = Obstruction(proof.invariant, tuple(proof.weights), proof.value, proof.wanted)
        fields = {"verdict": "unsolvable"} | obstruction_fields(found)
    except BudgetExceededError as limit:
        fields = {"verdict": "bounded", "lower_bound": limit.lower_bound, "optimal": False}
    return ordered(_head(puzzle, state) | {"play": "lit-only"} | fields | {"seconds": _since(start)})


def fewest_lit(
    puzzle: Puzzle,
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Answer:
    """Return presses that leave as few lamps lit as can be, and the bound on those.

    The answer is about the puzzle whose goal is the state reached, so that it can be checked like any other.
    """
    from solvable.lights.fewest import fewest_lit

    lights, start = _lights(puzzle, "lamps"), perf_counter()
    if any(lights.goal):
        raise PuzzleError("lit lamps are counted where the goal is all dark")
    try:
        best, solution = fewest_lit.fewest_lit(lights, state, seconds=seconds, workers=workers, progress=progress)
        bound = sum(best)
    except BudgetExceededError as limit:
        moves = tuple(limit.best.moves) if limit.best is not None else ()
        best, bound, solution = lights.apply_all(state, moves), limit.lower_bound, Solution(moves, 0)
    toward = lights.with_goal(best)
    fields = _solved(toward, state, solution, "any") | {"lit": sum(best), "lit_bound": bound}
    return ordered(_head(toward, state) | fields | {"seconds": _since(start)})


def all_lit(puzzle: Puzzle, *, seconds: float | None = None, progress: Progress | None = None) -> Answer:
    """Return the fewest presses from every lamp at 1 to the goal (on n × n boards OEIS A075464)."""
    lights = _lights(puzzle, "lamps")
    state = tuple(int(cell not in lights.dead) for cell in range(lights.cells))
    return solve(lights, state, seconds=seconds, progress=progress)


def worst(puzzle: Puzzle, *, seconds: float | None = None, progress: Progress | None = None) -> Answer:
    """Return a solvable board that needs as many presses as any known, solved; `worst_bound` is what none exceeds."""
    from solvable.lights.worst.hardest import LEAST, hardest

    start, lights, budget = perf_counter(), _lights(puzzle, "a hardest state"), Budget(seconds, progress=progress)
    found = hardest(lights, budget=budget)
    flat = None if found.flat is None else list(found.flat)
    if found.fewest is None:
        answer = solve(lights, found.state, seconds=None if seconds is None else max(LEAST, budget.left))
    else:
        answer = _head(lights, found.state) | _fewest_fields(lights, found.state, found.fewest, "optimal")
    return ordered(answer | {"worst_bound": found.bound, "flat": flat, "seconds": _since(start)})


def count(puzzle: Puzzle) -> Answer:
    """Return how many states there are, how many are solvable, and in how many ways."""
    return ordered(named_rules(puzzle) | count_fields(puzzle.count()) | _told(puzzle) | _blocks(puzzle))


def variants() -> Iterator[Answer]:
    """Yield each named lights puzzle: its rules in words and written out, its source, its figures and its picture."""
    for name in VARIANTS:
        puzzle = variant(name)
        size = {"width": puzzle.width, "height": puzzle.height, "k": puzzle.k, "presses": puzzle.presses}
        figures = {"nullity": puzzle.nullity, "solutions": decimal(puzzle.solutions_each)}
        yield ordered(named_rules(puzzle) | _told(puzzle) | size | figures | {"picture": puzzle._repr_svg_()})


def quiet(puzzle: Puzzle, *, every: bool = False, limit: int | None = None) -> Answer:
    """Return a basis of the quiet patterns, or with `every` all of them but the empty one (at most `limit`)."""
    lights = _lights(puzzle, "quiet patterns")
    patterns = lights.quiet_patterns
    if every:
        empty = (0,) * lights.presses
        presses = (_times(lights, solution.moves) for solution in lights.solutions(lights.goal))
        patterns = tuple(islice((pattern for pattern in presses if pattern != empty), limit))
    return ordered(named_rules(puzzle) | _ways(puzzle) | {"quiet_patterns": [list(pattern) for pattern in patterns]})


def matrix(puzzle: Puzzle, state: State | None = None) -> Answer:
    """Return the toggle matrix; with a state also the ranks of A and (A|b)."""
    lights = _lights(puzzle, "a toggle matrix")
    if lights.presses * lights.cells > LARGEST_MATRIX:
        raise PuzzleError(f"the matrix would have {lights.presses} × {lights.cells} entries, too many to write out")
    fields: Answer = {"matrix": [list(row) for row in lights.matrix()], "nullity": lights.nullity}
    if state is not None:
        rank, augmented = lights.ranks(state)
        fields |= {"board": format_board(puzzle, state), "rank": rank, "augmented_rank": augmented}
    return ordered(named_rules(puzzle) | fields)


def new(
    puzzle: Puzzle,
    *,
    number: int = 1,
    exact: int | None = None,
    graded: int | None = None,
    seed: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Iterator[Answer]:
    """Yield `number` different solvable boards, each solved with its proved minimum.

    Board i of seed S is the seeded board "S" or, from the second, "S-i", so each has a game ID of its own; with
    `exact` every board needs exactly that many moves and is drawn from a generator seeded with S; with `graded` the
    moves needed rise in equal steps up to that many.
    """
    seed = seed if seed is not None else str(SystemRandom().randrange(10**15))
    lengths = None if exact is None else {exact: number}
    if graded is not None:
        lengths = Counter(-(-graded * step // number) for step in range(1, number + 1))
    for board_seed, state in _draw(puzzle, number, lengths, seed):
        answer = solve(puzzle, state, seconds=seconds, progress=progress)
        yield answer if board_seed is None else answer | {"seed": board_seed}


def moves(puzzle: Puzzle, state: State, made: Sequence[Move]) -> Answer:
    """Return where a list of moves ends, what it comes to, and what it wastes; IllegalMoveError where it cannot be."""
    start = perf_counter()
    end = replay(puzzle, state, made)
    facts = _moves_of_tiles(puzzle, state, made) if isinstance(puzzle, SlidingTiles | GraphTiles) else {}
    if isinstance(puzzle, LightsOut):
        from solvable.lights import moves as lights

        fewest = lights.fewest(puzzle, state)
        facts = {"simplified": lights.simplify(puzzle, made), "inverse": lights.invert(puzzle, made), "fewest": fewest}
    if end == puzzle.goal:
        best = Solution(tuple(made), facts["fewest"] or 0)
        fields = {"verdict": "solved"} | solution_fields(best) | _ways(puzzle)
    else:
        fields = check(puzzle, state) | {"moves": list(made), "length": len(made)}
    told = {"ends": format_board(puzzle, end), "seconds": _since(start)}
    return ordered(_head(puzzle, state) | fields | facts | told)


def _moves_of_tiles(puzzle: SlidingTiles | GraphTiles, state: State, made: Sequence[Move]) -> Answer:
    """Return a path of the blank in letters, without detours, backwards, and where it loses ground."""
    from solvable.tiles import moves as tiles

    width, metric = puzzle.width, puzzle.metric if isinstance(puzzle, SlidingTiles) else "stm"
    distance = tiles.cheap_distance(puzzle, len(made))
    fields: Answer = {"fewest": None}
    if distance is not None and puzzle.obstruction(state) is None:
        lost = tiles.mistakes(puzzle, state, made, distance)
        told = [{"index": each.index, "before": each.before, "after": each.after} for each in lost]
        fields = {"fewest": distance(state), "mistakes": told}
    back, end = tiles.invert(state, made), replay(puzzle, state, made)
    fields["inverse"] = list(back)
    fields["simplified"] = list(
        tiles.simplify(width, state, made, metric=metric) if width else tiles.direct(state, made)
    )
    if width:
        letters, blank = (tiles.to_letters(width, state, made, of) for of in ("tile", "blank"))
        counts = {each: tiles.length(width, state, made, each) for each in ("stm", "mtm")}
        fields |= {"letters": letters, "letters_of": "tile", "letters_of_blank": blank, "lengths": counts}
        fields["inverse_letters"] = tiles.to_letters(width, end, back)
    return fields


def _draw(
    puzzle: Puzzle, number: int, lengths: Mapping[int, int] | None, seed: str
) -> Iterator[tuple[str | None, State]]:
    if lengths is not None:
        rng = Random(seed)
        for length, times in lengths.items():
            yield from ((None, state) for state in _exact(puzzle, length, times, rng))
        return
    seen: set[State] = set()
    tries = 0
    while len(seen) < number:
        tries += 1
        if tries > 100 + 20 * number:
            raise PuzzleError(f"this puzzle has few solvable states: {len(seen)} found, {number} asked for")
        board_seed = seed if tries == 1 else f"{seed}-{tries}"
        state = seeded(puzzle, board_seed)
        if state not in seen:
            seen.add(state)
            yield board_seed, state


def _exact(puzzle: Puzzle, moves: int, number: int, rng: Random) -> Iterator[State]:
    if isinstance(puzzle, LightsOut):
        from solvable.lights import generate as lights

        return lights.exact(puzzle, moves, number, rng)
    if isinstance(puzzle, GraphTiles):
        from solvable.tiles.graphs import census as graphs

        return graphs.exact(puzzle, moves, number, rng)
    from solvable.tiles import generate as tiles

    return tiles.exact(_tiles(puzzle, "an exact number of moves"), moves, number, rng)


def _fewest(puzzle: LightsOut, state: State, mode: Mode, limits: dict[str, Any]) -> Answer:
    """Return the fields of a solution of the fewest presses, or of the best within the limits."""
    from solvable.lights.fewest.choose import fewest

    return _fewest_fields(puzzle, state, fewest(puzzle, state, Budget.of(None, **limits)), mode)


def _fewest_fields(puzzle: LightsOut, state: State, found: "Fewest", mode: Mode) -> Answer:
    count = None if found.count is None else decimal(found.count)
    return _solved(puzzle, state, found.solution, mode) | {"optimal_solutions": count, "method": found.method}


def _asker(puzzle: Puzzle, mode: Mode) -> Callable[..., Solution]:
    if mode == "near" and isinstance(puzzle, SlidingTiles | GraphTiles):
        return puzzle.near
    return puzzle.solve if mode == "any" else puzzle.optimal


def _head(puzzle: Puzzle, state: State) -> Answer:
    return named_rules(puzzle) | {"board": format_board(puzzle, state)}


def _told(puzzle: Puzzle) -> Answer:
    """Return what the catalogue tells of a named puzzle; nothing of others."""
    entry = VARIANTS.get(puzzle.name) if isinstance(puzzle, LightsOut) else None
    if entry is None:
        return {}
    return {"title": entry.title, "description": entry.rule, "source": entry.source, "worst": entry.worst}


def _ways(puzzle: Puzzle) -> Answer:
    if not isinstance(puzzle, LightsOut):
        return {}
    return {"solutions": decimal(puzzle.solutions_each), "nullity": puzzle.nullity}


def _parity(puzzle: Puzzle, state: State) -> Answer:
    if not isinstance(puzzle, SlidingTiles):
        return {}
    from solvable.tiles.parity import explain

    numbers = explain(state, puzzle.goal, puzzle.width)
    return {"parity": {field.name: getattr(numbers, field.name) for field in fields(numbers)}}


def _parts(puzzle: Puzzle, state: State) -> Answer:
    """Return, for tiles on a graph, the blocks as the blank at home sees them, each with why it is wrong, or ""."""
    if not isinstance(puzzle, GraphTiles):
        return {}
    found: list[Answer] = []
    for part in puzzle.parts(state):
        shape = {"vertices": list(part.block.vertices), "kind": part.block.kind, "entry": part.entry}
        found.append(shape | {"tiles": list(part.tiles), "wanted": list(part.wanted), "reason": part.reason})
    return {"blocks": found}


def _blocks(puzzle: Puzzle) -> Answer:
    """Return, for tiles on a graph, the blocks and how many arrangements of different tiles each allows."""
    if not isinstance(puzzle, GraphTiles):
        return {}
    found = [
        {"vertices": list(block.vertices), "kind": block.kind, "order": decimal(block.order)} for block in puzzle.blocks
    ]
    return {"blocks": found}


def _unsolvable(puzzle: Puzzle, obstruction: Obstruction) -> Answer:
    nullity = {"nullity": puzzle.nullity} if isinstance(puzzle, LightsOut) else {}
    return {"verdict": "unsolvable"} | nullity | obstruction_fields(obstruction)


def _solved(puzzle: Puzzle, state: State, solution: Solution, mode: Mode) -> Answer:
    is_open = mode != "any" and not solution.is_optimal
    fields = {"verdict": "bounded" if is_open else "solved"} | solution_fields(solution) | _ways(puzzle)
    if isinstance(puzzle, SlidingTiles | GraphTiles) and puzzle.width:
        from solvable.tiles.moves import to_letters

        letters = to_letters(puzzle.width, state, solution.moves, of="tile")
        fields |= {"letters": letters, "letters_of": "tile"}
    return fields


def _lights(puzzle: Puzzle, what: str) -> LightsOut:
    if not isinstance(puzzle, LightsOut):
        raise PuzzleError(f"only lights puzzles have {what}")
    return puzzle


def _tiles(puzzle: Puzzle, what: str) -> SlidingTiles:
    if not isinstance(puzzle, SlidingTiles):
        raise PuzzleError(f"only tiles puzzles have {what}")
    return puzzle


def _times(puzzle: LightsOut, moves: tuple[Move, ...]) -> State:
    """Return how often each button is pressed."""
    times = [0] * puzzle.presses
    for press in moves:
        times[press] += 1
    return tuple(times)


def _since(start: float) -> float:
    return round(perf_counter() - start, 6)
