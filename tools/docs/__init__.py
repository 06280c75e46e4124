"""The documentation site, in English and Chinese: `python -m tools.docs OUT` (`make docs`).

pages      the Markdown of a language: docs/ or docs/zh/, pages from elsewhere in the repository, and the links
pictures   the pictures of the pages, drawn by the program itself
gallery    the catalogue of puzzles, with pictures
search     the order of pages in search results
commands   the help of every command
api        the public names and their docstrings
schema     the keys of a JSON answer

No generated file is in the repository. Zensical converts the pages to HTML; its warnings are errors.
"""
