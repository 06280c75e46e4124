"""A fuzzer of everything that takes text or values from outside: `python -m tools.fuzz`.

targets   the targets: texts, ids, options, api, json, pickles, goals; each draws a case from a corpus and tries it
calls     another target: calls of puzzles' methods, for kernels under sanitizers
mutate    corrupts a text
watch     a process that tries cases, and one that detects excessive time or memory
"""
