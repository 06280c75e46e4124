"""What holds for all tests: examples have no deadline, Ctrl-C is heard, the slow ones come first.

Where the tests run in the background of a shell, it has them ignore Ctrl-C, and so would the programs they start.
"""

import atexit
import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import settings

BROWSER = {"chromium", "node"}  # fixtures

settings.register_profile("solvable", deadline=None)  # how long an example takes is no matter of tests
settings.load_profile("solvable")

os.environ["SOLVABLE_DATA"] = tempfile.mkdtemp(prefix="solvable-tests-")  # no test writes the user's record
atexit.register(shutil.rmtree, os.environ["SOLVABLE_DATA"], ignore_errors=True)

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before marks are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser; put slow tests first, above all what compiles: no worker ends long after another."""
    for item in items:
        if BROWSER & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: (item.get_closest_marker("slow") is None, item.path.parent.name != "kernels"))
