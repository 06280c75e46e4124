"""Where the tests run in the background of a shell, it has them ignore Ctrl-C, and so would the programs they start."""

import os
import signal

from hypothesis import settings

settings.register_profile("solvable", deadline=None)  # how long an example takes is no matter of tests
settings.load_profile("solvable")
os.environ.setdefault("SOLVABLE_KERNELS", "on")  # the same twin answers whether or not kernels were compiled before

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
