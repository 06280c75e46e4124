"""The page, and what it is made of: everything below static/ runs in the browser as it is.

rpc            questions as JSON, answered as JSON: what the page's worker, and a server, call
endpoints      what may be asked, with which fields
server/        `solvable serve`: the page, and these questions over HTTP
static/engine  the page's one way to answers: `local` (this package under Pyodide, in a worker) and `server` (HTTP)

`tools/make_site.py` makes the static site of these, the runtime and the package with its kernels in WebAssembly.
"""
