"""Hostile requests about lights: large boards, many states, dense wirings, numbers without end."""

from tools.hostile.runner import Case

FREE = 20.0  # seconds in which what has no limit of time is answered or refused

LIMITED = (
    "parse('lights:5x5,mod1000000000#1')",
    "parse('lights:110x110x110#1')",
    "parse('lights:3162x3162,mod7#1')",
    "query.check(*parse('lights:5x5,mod1000000000#1'))",
    "query.fewest_lit(*parse('lights:300x300#1'), seconds=1)",
    "query.fewest_lit(*parse('lights:100x100,torus#1'), seconds=1)",
    "query.lit_only(*parse('lights:150x150#1'), seconds=1)",
    "query.quiet(board('lights:39x39'), every=True)",
    "query.quiet(board('lights:300x300,mod4,torus'))",
)
FREELY = (
    "query.new(board('lights:2x2'), number=10**6)",
    "query.new(board('lights:3x3'), number=10**8)",
    "query.new(board('lights:5x5,mod2147483647'), exact=1000)",
    "solvable.nullity(10**18, 10**18)",
)
CASES = [
    *(Case(request) for request in LIMITED),
    *(Case(request, "cancel") for request in LIMITED),
    *(Case(request, "free", FREE) for request in FREELY),
]
