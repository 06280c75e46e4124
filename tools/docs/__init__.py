"""The documentation site, in English and Chinese: `python -m tools.docs OUT` (`make docs`).

pages      the Markdown of a language: docs/ or docs/zh/, pages from elsewhere in the repository, and the links
pictures   what the pages show, drawn by the program itself
gallery    the catalogue of puzzles, with pictures
search     the order in which the search finds pages
commands   the help of every command
api        the public names and their docstrings
schema     the keys of a JSON answer

Nothing that is generated is kept in the repository. Zensical makes the pages HTML; a warning of its is an error.
"""
