"""The former home of `solvable.core.errors`, for one version."""

from solvable.core.errors import *  # noqa: F403
