"""A fuzzer of all that takes text or values from outside: `python -m tools.fuzz`.

targets   what is tried: texts, ids, options, api, json, pickles, goals; each makes a case of a corpus, and tries it
mutate    how a text is spoilt
watch     a process that tries cases, and one that sees what takes too long or too much memory
"""
