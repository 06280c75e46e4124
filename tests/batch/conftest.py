"""The program, as the tests of the command line run it."""

from tests.cli.conftest import cli

__all__ = ["cli"]
