"""Many boards: lines in, JSON answers out, a line a board, in order, over local processes or a Ray cluster.

    requests   a line: a board in any format, or a JSON object with a board and options
    answers    what a chunk of lines is answered; boards of one puzzle at once where that is quicker
    streams    lines from files and pipes, plain, gzip or zstd
    results    the file of answers, which a kill at any moment leaves such that it can be continued
    processes  a crew of worker processes of this machine
    worker     what such a process does
    packing    parts and their answers as bytes, and how they are sent
    cluster    a crew of the workers of a Ray cluster
    keeper     a process that keeps such workers from command to command
    kept       a crew of workers that are kept
    job        all of it together
    dataset    states with their distances, for learning

The answers do not depend on how many workers there are, on how the lines are cut into chunks, or on what is lost.
"""

from solvable.batch.job import answers, hired

__all__ = ["answers", "hired"]
