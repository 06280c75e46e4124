"""What happened, as lines of JSON on standard error: `{"at": "2026-01-01T12:00:00.000+00:00", "event": "request", …}`.

No board and no address of a client is written.
"""

import json
import sys
from datetime import UTC, datetime


def log(event: str, **about: object) -> None:
    """Write a line; if nobody can read it, that stops nothing."""
    position = datetime.now(UTC).isoformat(timespec="milliseconds")
    try:
        sys.stderr.write(json.dumps({"at": position, "event": event, **about}) + "\n")
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        return
