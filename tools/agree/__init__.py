"""Checks that all engines give the same answer to a question: `python -m tools.agree [--questions N] [--seed S]`.

questions  a table of random questions, as words of the command line
levels     the answers of every level of the compiled kernels, without numpy, in WebAssembly, and of the references
page       the answers of the page's engine in a browser and of the command line: `python -m tools.agree.page`
"""
