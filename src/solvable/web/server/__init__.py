"""`solvable serve`: the page at /, and the questions of the commands at /api/v1, over HTTP.

limits       what one request, one client, and all together may take
models       what the OpenAPI document says of the questions and their answers
requests     a question: its body is read and checked, it is put to the workers, its answer or its events are sent
app          the addresses of all else: the page, the document, the named puzzles, whether the server is well
middleware   around it: bodies bounded in size and time, headers, a line in the log
hosts        the names that the server answers to
connections  how many there may be, and how long each may keep the server waiting
pool         the workers: who runs, who is stopped; none survives its client or the server
scheduling   which waiting question is next
worker       a process that answers one question at a time (`python -m solvable.web.server.worker`)
logs         what happened, as lines of JSON
main         the server from its start to its end

The event loop computes nothing: every question is answered in a worker by `web.endpoints`, as in the browser.
"""
