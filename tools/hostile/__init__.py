"""Hostile requests that a puzzle must survive: `python -m tools.hostile [FAMILY …]`, each in a separate process.

    runner    the cases, the process that makes a request, and the measurements
    child     that process
    lights    the cases of a family, one file each: `CASES`; tiles, and files: what is read, packed or cached

A request is a Python expression over the names of `child.SCOPE`. It is bounded by a time limit, by cancellation, or by
nothing, if the program itself must refuse it.
"""
