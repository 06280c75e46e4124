"""A fuzzer of all that takes text or values from outside: `python -m tools.fuzz`.

targets   what is tried: texts, ids, options, api, json, pickles, goals; each makes a case of a corpus, and tries it
calls     a target of its own: calls of puzzles' methods, for kernels that sanitizers watch
mutate    how a text is spoilt
watch     a process that tries cases, and one that sees what takes too long or too much memory
"""
