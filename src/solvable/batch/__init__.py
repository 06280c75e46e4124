"""Many boards: lines in, JSON answers out, one line for each board, in order, by local processes or a Ray cluster.

    requests   a line: a board in any format, or a JSON object with a board and options
    answers    the answers to a chunk of lines; boards of one puzzle together if that is faster
    streams    lines from files and pipes, plain, gzip or zstd
    results    the file of answers, which can be resumed after a kill at any moment
    processes  an executor with worker processes on this machine
    worker     the program of such a process
    cluster    an executor with the workers of a Ray cluster
    job        the whole batch; start here
    dataset    states with their distances, for learning

The answers do not depend on the number of workers, on the division into chunks, or on lost workers.
"""

from solvable.batch.job import answers, make_executor

__all__ = ["answers", "hired", "make_executor"]

hired = make_executor  # the former name, for one version
