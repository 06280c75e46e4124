"""Boards to play: the levels of a family, from a child's first board up; today's board; any puzzle scrambled by a seed.

All of them are the same on every machine. A level of m moves is a walk of m moves from the goal that never comes back
to where it was, so m moves lead home, perhaps fewer; without m the board is the seeded scramble of its game ID; the
hardest level has boards that are known to need the most moves there are. The daily board is that of the date:
`lights:5x5#2026-11-22`, which Tatham's programs give for this seed as well.
"""

from solvable import families
from solvable.core.puzzle import Puzzle, State
from solvable.core.seeds import Generator
from solvable.families.protocol import Level
from solvable.game_id import parse_puzzle, seeded
from solvable.play.session import Session

NAMES = ("first", "easy", "medium", "hard", "expert", "master", "hardest")


def levels(family: str) -> tuple[tuple[str, str, Level], ...]:
    """Return for each level of a family its name, its puzzle's ID and how its boards are made."""
    result = families.load(family)
    if not result.levels:
        return ((NAMES[1], result.example, Level(result.example.partition(":")[2])),)
    return tuple((name, f"{family}:{level.params}", level) for name, level in zip(NAMES, result.levels, strict=False))


def at_level(family: str, number: int, seed: str) -> Session:
    """Return the game of a level, counted from 0, and a seed."""
    _, puzzle_id, level = levels(family)[number]
    puzzle = parse_puzzle(puzzle_id)
    if level.boards:
        return Session(puzzle, puzzle.parse(level.boards[Generator(seed).upto(len(level.boards))]))
    return dealt(puzzle, seed, level.moves)


def daily(family: str, day: str) -> Session:
    """Return the game of a day, written as in 2026-11-22."""
    return dealt(parse_puzzle(families.load(family).example), day)


def dealt(puzzle: Puzzle, seed: str, moves: int = 0) -> Session:
    """Return a game of `puzzle` whose board this seed draws."""
    state = walked(puzzle, seed, moves) if moves else seeded(puzzle, seed)
    return Session(puzzle, state)


def walked(puzzle: Puzzle, seed: str, moves: int) -> State:
    """Return where so many random moves lead from the goal, none of them back to where it was."""
    upto = Generator(seed).upto
    state, seen = puzzle.goal, {puzzle.goal}
    for _ in range(moves):
        ways = [after for after in (puzzle.apply(state, move) for move in puzzle.moves(state)) if after not in seen]
        if not ways:
            break
        state = ways[upto(len(ways))]
        seen.add(state)
    return state if puzzle.obstruction(state) is None else seeded(puzzle, seed)
