"""The types and services that every other package shares. Imports nothing of `solvable` outside this package.

Start with `solution` (the values) and `puzzle` (the protocol).

puzzle         the Puzzle protocol and the capabilities that some puzzles have
solution       State, Move, Solution, Obstruction, Count, and the events of a search
answer         the fields of an answer, each declared once; `to_json`, the JSON schema
budget         time limits, cancellation, progress and the executor of a computation
errors         the classes of errors
message        lazily translated messages
frozen         immutable classes like dataclasses, but quick to import
pattern        regular expressions that are compiled at first use
log            messages to a listener, or to Python's loggers
executor       independent tasks in threads, in processes or on a cluster
fork_safety    new locks in the child of a fork
memory         refuses computations that would not fit into memory
seeds          the random numbers of a seed
scene          the picture of a state as plain values, before it is drawn
layout         positions of a graph's vertices in a picture
states         states in any form: rows, arrays, data frames, text
graph          conversion from and to graphs of networkx
disk_cache     tables on disk: header, checksum, locks, trusted owners
atomic_write   output files: written whole or not at all, never over a file that is not ours
breadth_first  small puzzles solved by their rules alone
"""
