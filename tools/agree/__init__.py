"""The same question gets the same answer, whatever answers it: `python -m tools.agree [--questions N] [--seed S]`.

questions  a table of random questions, as words of the command line
levels     each is asked of every level of the compiled kernels, without numpy, in WebAssembly, and of the references
page       boards asked of the page's engine in a browser, and of the command line: `python -m tools.agree.page`
"""
