"""Where the tests run in the background of a shell, it has them ignore Ctrl-C, and so would the programs they start."""

import signal

from hypothesis import settings

settings.register_profile("solvable", deadline=None)  # how long an example takes is no matter of tests
settings.load_profile("solvable")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
