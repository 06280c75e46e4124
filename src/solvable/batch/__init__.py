"""Many boards: lines in, JSON answers out, one line for each board, in order, by local processes or a Ray cluster.

    requests   a line: a board in any format, or a JSON object with a board and options
    answers    the answers to a chunk of lines; boards of one puzzle together where that is faster
    streams    lines from files and pipes, plain, gzip or zstd
    results    the file of answers, which can be continued after a kill at any moment
    processes  a crew of worker processes of this machine
    worker     what such a process does
    cluster    a crew of the workers of a Ray cluster
    job        all of it together
    dataset    states with their distances, for learning

The answers do not depend on how many workers there are, on how the lines are cut into chunks, or on what is lost.
"""

from solvable.batch.job import answers, hired

__all__ = ["answers", "hired"]
