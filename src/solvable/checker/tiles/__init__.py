"""Claims about tiles, checked by definition.

claims  boards: replay, inversions, search        search  a plain IDA* with Manhattan distance
graphs  graphs, holes and pictures                shapes  their game IDs, read a second time
groups  what the blank can do on a graph
given   a board of which a goal leaves cells open
kinds   which fields each kind of answer has
"""
