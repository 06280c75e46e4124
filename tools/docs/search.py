"""The index of the site's search: theorems and guides come before the reference.

The search of Zensical ranks a word in a title above one in a text, and among texts those in which it is nearest to the
beginning. So a method called `parity_is_free`, or a docstring of one line, would come before the theorem on parity.
Therefore each page of the reference is a single entry, in which a word is far from the beginning; the search still
marks it there.
"""

from typing import Any

REFERENCE = ("commands", "api", "schema", "changes", "contributing", "results", "near-log")
"""The pages that are single entries, and come last."""


def ranked(index: dict[str, Any]) -> dict[str, Any]:
    """Return the index with each page of the reference as one entry, at the end."""
    guides = [entry for entry in index["items"] if _page(entry) not in REFERENCE]
    whole = (_whole([entry for entry in index["items"] if _page(entry) == page]) for page in REFERENCE)
    return index | {"items": [*guides, *filter(None, whole)]}


def _page(entry: dict[str, Any]) -> str:
    return str(entry["location"]).partition(".html")[0]


def _whole(entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the entries of a page as one; None if there are none."""
    if not entries:
        return None
    first, *others = sorted(entries, key=lambda entry: "#" in entry["location"])
    parts = [first["text"], *(f"{entry['title']} {entry['text']}" for entry in others)]
    return first | {"text": " ".join(parts)}
