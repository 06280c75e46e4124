"""`pattern`: a regular expression that is compiled at first use.

Compiling one takes 0.05 to 1 ms, and a command that reads one board imports a hundred of them and uses ten.
"""

import re
from typing import Any, AnyStr, cast


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return `re.compile(text, flags)`, compiled at first use, which is also when an error in `text` is raised."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))


class _Pattern:
    def __init__(self, text: Any, flags: int) -> None:
        self._source = text, flags

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the compiled expression, and store it on the instance."""
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(*self._source), name)
        setattr(self, name, value)
        return value
