"""How IDA* deepens: thresholds and nodes on the user's board (Korf 1985).

Search depth first, and backtrack whenever the moves made plus the Manhattan distance exceed the threshold. If nothing
is found, no solution is that short: raise the threshold to the least sum that was cut off, and search again. The first
solution found is therefore a shortest one. Each move changes the distance by one, so thresholds grow by two.
"""

from collections.abc import Iterator

from solvable.core.puzzle import Puzzle
from solvable.core.solution import Move, State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.tiles.tray import Board, steps_home, tray, verdict

ENOUGH = 30_000  # nodes, a few tenths of a second


class EnoughError(Exception):
    """The lesson has searched enough nodes."""


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    word, last = verdict(board)
    start = sum(steps_home(board, cell, tile) for cell, tile in enumerate(state) if tile)
    opening = [step("lesson.tiles.deepening.what", scene=board.see(state), n=start)]
    if word == "unsolvable":
        opening.append(step("lesson.tiles.deepening.endless"))
        return Lesson("deepening", "tiles", state, word, (*opening, last))
    search = Search(board)
    moves = search.run(start)
    steps = [*opening, *_told(search, moves)]
    return Lesson("deepening", "tiles", state, word, (*steps, last), tuple(moves or ()))


def _told(search: "Search", moves: list[Move] | None) -> Iterator[Step]:
    rows = tuple((str(bound), str(nodes)) for bound, nodes in search.rounds)
    heads = ("lesson.tiles.deepening.head.threshold", "lesson.tiles.deepening.head.nodes")
    facts = {"rounds": [list(each) for each in search.rounds], "is_complete": moves is not None}
    total = sum(nodes for _, nodes in search.rounds)
    yield step("lesson.tiles.deepening.rounds", table=Table(rows, head=heads), facts=facts, n=total)
    bound = search.rounds[-1][0]
    if moves is None:
        yield step("lesson.tiles.deepening.stopped", facts={"bound": bound}, n=bound, nodes=ENOUGH)
    else:
        yield step("lesson.tiles.deepening.found", facts={"moves": list(moves), "bound": bound}, n=len(moves))
        yield step("lesson.tiles.deepening.pruned", nodes=total, n=total)


class Search:
    """IDA* by Manhattan distance in single-tile moves, without immediate reversals; `rounds` are (threshold, nodes)."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rounds: list[tuple[int, int]] = []
        w, cells = board.width, range(len(board.state))
        self.beside = [[c for c in cells if abs(c // w - b // w) + abs(c % w - b % w) == 1] for b in cells]
        self.far = [[steps_home(board, cell, tile) if tile else 0 for tile in cells] for cell in cells]
        self.state = list(board.state)
        self.nodes, self.seen = 0, 0
        self.path: list[Move] = []

    def run(self, bound: int) -> list[Move] | None:
        """Return a shortest solution, or None if that takes too many nodes; the last round may then be cut short."""
        start, blank = bound, self.state.index(0)
        while True:
            self.nodes = 0
            try:
                result = self.dive(blank, -1, start, bound)
            except EnoughError:
                self.rounds.append((bound, self.nodes))
                return None
            self.rounds.append((bound, self.nodes))
            if result:
                return self.path
            bound += 2

    def dive(self, blank: int, before: int, left: int, room: int) -> bool:
        """Search below the state, whose distance is `left`, with at most `room` moves."""
        self.nodes += 1
        self.seen += 1
        if left == 0:
            return True
        if self.seen > ENOUGH:
            raise EnoughError
        state = self.state
        for cell in self.beside[blank]:
            if cell == before:
                continue
            tile = state[cell]
            after = left - self.far[cell][tile] + self.far[blank][tile]
            if after < room:
                state[blank], state[cell] = tile, 0
                self.path.append(cell)
                if self.dive(cell, blank, after, room - 1):
                    return True
                self.path.pop()
                state[blank], state[cell] = 0, tile
        return False
