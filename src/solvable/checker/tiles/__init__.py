"""Claims about tiles, checked by definition.

claims  boards: replay, inversions, search; start here
search  a plain IDA* with Manhattan distance
graphs  graphs, holes and pictures
shapes  a second parser of their game IDs
groups  the permutations that the blank makes on a graph
replay  lists of moves
given   boards whose goal leaves cells open
kinds   the fields of each kind of answer
"""
