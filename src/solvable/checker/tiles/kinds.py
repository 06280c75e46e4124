"""The kinds of answers about tiles, and the fields of each."""

from solvable.checker.fields import Fields, Kind, kind
from solvable.checker.report import WrongError

HEAD = "puzzle board verdict"
AIM = "goal impossible_goals"
SOLVED = kind(f"{HEAD} moves length lower_bound optimal", AIM, "letters letters_of")
BOUNDED = kind(f"{HEAD} lower_bound optimal", AIM)
SOLVABLE = kind(HEAD, f"parity blocks {AIM}")
REFUTED = kind(f"{HEAD} obstruction", "parity blocks goal other_goals")
COUNT = kind("puzzle solvable_states states probability", "blocks")
CARD = kind("puzzle solvable_states states probability title description source picture", "width height")
DISTANCES = kind("puzzle distribution")


def kind_of(fields: Fields) -> Kind:
    """Return the kind of an answer by its verdict and the field specific to the question; raise WrongError."""
    verdict = fields.get("verdict")
    if "verdict" not in fields:
        if "distribution" in fields:
            return DISTANCES
        if fields.keys() & {"solvable_states", "states", "probability"}:
            return CARD if "picture" in fields else COUNT
        raise WrongError("verdict", "there is nothing to check: no verdict, no count")
    if verdict in ("solved", "bounded"):
        return SOLVED if fields.keys() & {"moves", "length", "letters", "letters_of"} else BOUNDED
    if verdict == "unsolvable":
        return REFUTED
    if verdict != "solvable":
        raise WrongError("verdict", "is not one of solved, solvable, unsolvable, bounded")
    return SOLVABLE
