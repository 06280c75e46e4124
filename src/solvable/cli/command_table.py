"""What is known of a command before it is loaded."""

from typing import NamedTuple


class Row(NamedTuple):
    """A command of a group: its name, what its page calls its first argument, and the section it is listed in."""

    name: str
    argument: str = ""
    section: str = "commands"
