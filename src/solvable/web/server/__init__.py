"""`solvable serve`: the page at /, and the questions of the commands at /api/v1, over HTTP.

limits       the limits on requests, clients and the whole server
models       the OpenAPI models of the questions and their answers
requests     the questions: reads and checks the body, queues the job, sends the answer or a stream of events
app          all other routes: the page, the OpenAPI document, the named puzzles, /healthz
middleware   limits body size and time, adds security headers, logs requests
hosts        the host names that the server answers to
connections  limits the number of connections and closes idle ones
pool         the worker processes: starts, cancels and kills them
scheduling   which queued question runs next
worker       a process that answers one question at a time (`python -m solvable.web.server.worker`)
logs         the log, as lines of JSON
main         starts and stops the server

The event loop computes nothing: every question is answered in a worker by `web.endpoints`, as in the browser.
"""
