"""The words that all rooms share; it imports nothing of ours but itself.

puzzle         what a puzzle must do and may do; `solution` has states, moves, proofs and events of a search
solution       a state, a move, a Solution, an Obstruction
answer         the fields of an answer, each declared once; `to_json`, the schema
budget         time limits, cancelling, progress and the executor of a computation
errors         the kinds of errors
message        a message that can be translated
frozen         immutable classes, as dataclasses make them, that are quick to import
pattern        regular expressions, compiled when they are first used
log            what is told to listeners, or to Python's loggers
executor       independent tasks in threads, in processes or on the workers of a cluster
fork_safety    locks, made anew in the child of a fork
memory         what would not fit into memory is refused before it is computed
seeds          the random numbers of a seed
scene          what is seen of a puzzle, before anyone draws it
layout         the vertices of a graph, placed in a picture
states         states in any form: rows, arrays, data frames, text
graph          graphs of networkx
disk_cache     tables on disk: header, checksum, locks; which files are trusted
user_folders   where caches and settings lie
atomic_write   files written completely or not at all, never over one that is not ours
breadth_first  small puzzles solved by their rules alone
"""
