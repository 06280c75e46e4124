"""Hostile requests, which a puzzle must survive: `python -m tools.hostile [FAMILY …]`, each in a process of its own.

    runner    what a case is, how a process makes its request, and what is measured
    child     that process
    lights    the cases of a family, one file each: `CASES`; tiles, and files: what is read, packed or cached

A request is a Python expression over the names of `child.SCOPE`, told by how it is bounded: by a time limit, by being
cancelled, or by nothing if the program itself must refuse what is hopeless.
"""
