"""Hostile requests about tiles: huge and slim boards, boards beyond any proof, graphs, pictures."""

from tempfile import TemporaryDirectory

from tools.hostile.runner import Case

FOLDER = TemporaryDirectory()  # for searches that are saved
FREE = 45.0  # seconds in which a request without a time limit is answered or refused

BOARDS = (
    "board('tiles:1000x1000')",
    "board('tiles:500000x2,goal=spiral')",
    "board('tiles:1x1000000')",
    "board('tiles:300x300,mtm')",
    "board('tiles:100x100')",
    "board('tiles:10x10')",
    "board('tiles:5x5,mtm')",
    "board('tiles:4x4')",
)
GRAPHS = (
    "solvable.GraphTiles.board(100, 100, goal=[1] * 5000 + [2] * 4999 + [0])",
    "solvable.GraphTiles.board(100, 100, dead=(5,))",
    "solvable.GraphTiles.board(30, 30, goal=[1, 1, *range(2, 899), 0])",
    "solvable.GraphTiles.board(5, 5, dead=(6,))",
    "solvable.GraphTiles(900, [(v, v + 1) for v in range(899)], goal=[1] * 899 + [0])",
    "solvable.GraphTiles(10000, [(v, (v + 1) % 10000) for v in range(10000)])",
    "solvable.GraphTiles(120, [(a, b) for a in range(120) for b in range(a)])",
)
METHODS = {
    "apply": "p.apply(s, p.moves(s)[0])",
    "apply_all": "p.apply_all(s, p.moves(s)[:1])",
    "check": "p.check(s)",
    "count": "p.count()",
    "distances": "p.distances()",
    "exact": "p.exact(60, 3, Random(1))",
    "format": "p.format(s)",
    "move_name": "p.move_name(1)",
    "moves": "p.moves(s)",
    "name": "p.name(1)",
    "near": "p.near(s)",
    "obstruction": "p.obstruction(s)",
    "optimal": "p.optimal(s)",
    "optimal_solutions": "p.optimal_solutions(s)",
    "parse": "p.parse(p.format(p.goal))",
    "require_solvable": "p.require_solvable(s)",
    "scene": "p.scene(s)",
    "scramble": "p.scramble(Random(2))",
    "search": "p.search(s)",
    "solve": "p.solve(s)",
    "state": "p.state(list(s))",
    "svg": "p.svg(s)",
    "to_letters": "p.to_letters(s, p.moves(s)[:1])",
    "to_networkx": "p.to_networkx()",
    "with_goal": "p.with_goal(s)",
    "with_metric": "p.with_metric('stm')",
}
OF_BOARDS = METHODS | {
    "blank": "p.blank(s)",
    "cells": "p.cells",
    "equivalent": "p.equivalent(s, p.goal)",
    "homes": "p.homes",
    "resume": f"p.resume(s, {FOLDER.name!r} + f'/{{id(s)}}')",
    "stages": "p.stages(s)",
}
OF_GRAPHS = METHODS | {
    "with_symbols": "p.with_symbols(['x'] * p.cells)",
    "blocks": "p.blocks",
    "board": "type(p).board(100, 100)",
    "cells": "p.cells",
    "drawn": "p.drawn(Random(3).randrange)",
    "entries": "p.entries(0)",
    "from_graph": "type(p).from_graph(p.to_networkx())",
    "has_equal_tiles": "p.has_equal_tiles",
    "height": "p.height",
    "is_whole": "p.is_whole",
    "levels": "p.levels()",
    "like": "type(p).like(solvable.SlidingTiles(100, 100))",
    "parity_is_free": "p.parity_is_free",
    "comparisons": "p.comparisons(s)",
    "walk": "p.walk(0, p.vertices - 1)",
    "with_blank_at": "p.with_blank_at(s, 0)",
}
LIMITED = (
    *(
        f"answers.solve(*parse('tiles:{board}#1'), mode={mode!r})"
        for board in ("10x10", "100x100", "300x300", "1000x1000", "500000x2", "6x6,mtm")
        for mode in ("any", "near", "optimal")
    ),
    "answers.solve_all(*parse('tiles:10x10#1'))",
    "answers.check(*parse('tiles:300x300#1'))",
    "answers.check(*parse('tiles:1000x1000#1'))",
    "answers.count(board('tiles:1000x1000'))",
    "answers.new(board('tiles:5x5'), exact=150, seed='1', seconds=1)",
    "answers.new(board('tiles:100x100'), exact=10, seed='1', seconds=1)",
    "answers.new(board('tiles:4x4'), exact=80, number=5, seed='1', seconds=1)",
    "answers.new(board('tiles:10x10'), graded=200, number=3, seed='1', seconds=1)",
    "answers.distances(board('tiles:4x3,mtm'), budget)",
    "parse('tiles:1000x1000#1')",
    "parse('tiles:500000x2,goal=spiral#1')",
    "parse('tiles:1x1000000#1')",
    "answers.check(*parse('tiles:0x4,goal=RATE/YOUR/MIND/PAL_:RIAU/ORNP/DE_Y/AMTL'))",
)
FREELY = (
    "answers.solve(*parse('tiles:10x10#1'))",
    "answers.solve(*parse('tiles:300x300#1'))",
    "answers.solve(*parse('tiles:1000x1000#1'), mode='any')",
    "answers.solve(*parse('tiles:1000x1000#1'), mode='near')",
    "answers.solve(*parse('tiles:500000x2#1'), mode='near')",
    "solvable.SlidingTiles(1000, 1000).stages(solvable.SlidingTiles(1000, 1000).goal)",
    "solvable.SlidingTiles(3000, 3000).count()",
)


def _each(puzzle: str, methods: dict[str, str]) -> list[Case]:
    """Return the cases of all methods of a puzzle, with a limit and cancelled; the state is drawn before."""
    before = f"(s := (of := {puzzle}).scramble(Random(1))) and of"
    return [Case(request, bounded, 1.0, before) for request in methods.values() for bounded in ("seconds", "cancel")]


CASES = [
    *(Case(request) for request in LIMITED),
    *(Case(request, "cancel") for request in LIMITED),
    *(Case(request, "free", FREE) for request in FREELY),
    *(case for puzzle in BOARDS for case in _each(puzzle, OF_BOARDS)),
    *(case for puzzle in GRAPHS for case in _each(puzzle, OF_GRAPHS)),
]
