"""The kinds of answers about lights, and the fields of each."""

from solvable.checker.fields import Fields, Kind, kind
from solvable.checker.report import WrongError

WAYS = "rules solutions nullity"
SIZE = "n w h"
TITLE = "title description source"
TABLES = {
    "matrix": kind("puzzle nullity matrix", "rules", "board rank augmented_rank"),
    "first_rows": kind("puzzle residual first_rows", "rules"),
    "quiet_patterns": kind("puzzle solutions nullity quiet_patterns", "rules"),
    "distribution": kind("puzzle distribution", "rules"),
    "picture": kind(f"puzzle {WAYS} {TITLE} width height k presses picture", "worst"),
}
COUNT = kind("puzzle solvable_states states probability solutions nullity", "rules worst", TITLE)
ROW = kind("puzzle nullity", f"{SIZE} {WAYS}", "w h")
HEAD = "puzzle board verdict"
SOLVABLE = kind(HEAD, WAYS)
REFUTED = kind(f"{HEAD} obstruction", "rules nullity")
REFUTED_CHASE = kind(f"{HEAD} obstruction chased residual", "rules nullity")
REFUTED_PLAY = kind(f"{HEAD} obstruction play", "rules")
BOUND = f"{HEAD} lower_bound optimal"
SOLVED = (  # by the field that only this kind has
    ("play", f"{BOUND} play", "rules"),
    ("lit", f"{BOUND} lit lit_bound", WAYS),
    ("lit_bound", f"{BOUND} lit lit_bound", WAYS),
    ("chased", f"{BOUND} chased residual first_row", WAYS),
    ("residual", f"{BOUND} chased residual first_row", WAYS),
    ("first_row", f"{BOUND} chased residual first_row", WAYS),
)
IN_FILES = {
    "solved": kind("puzzle verdict board_file moves_file length lower_bound optimal", "solutions nullity"),
    "solvable": kind("puzzle verdict board_file", "solutions nullity"),
    "unsolvable": kind("puzzle verdict board_file obstruction", "nullity"),
}


def kind_of(fields: Fields) -> Kind:
    """Return the kind of an answer by its verdict and the field specific to the question; raise WrongError."""
    verdict = fields.get("verdict")
    if "board_file" in fields and "board" not in fields:
        if not isinstance(verdict, str) or verdict not in IN_FILES:
            raise WrongError("verdict", "is not one of solved, solvable, unsolvable")
        return IN_FILES[verdict]
    if "verdict" not in fields:
        return _table(fields)
    if verdict in ("solved", "bounded"):
        return _solved(fields)
    if verdict == "unsolvable":
        return REFUTED_PLAY if "play" in fields else REFUTED_CHASE if "chased" in fields else REFUTED
    if verdict != "solvable":
        raise WrongError("verdict", "is not one of solved, solvable, unsolvable, bounded")
    return SOLVABLE


def _table(fields: Fields) -> Kind:
    for name, of in TABLES.items():
        if name in fields:
            return of
    if fields.keys() & {"solvable_states", "states", "probability", "worst"}:
        return COUNT
    if "nullity" not in fields:
        raise WrongError("verdict", "there is nothing to check: no verdict, no count, no patterns")
    return ROW


def _solved(fields: Fields) -> Kind:
    moves = "moves_file length" if "moves_file" in fields else "moves length" if "moves" in fields else ""
    for name, needs, may in SOLVED:
        if name in fields:
            return kind(f"{needs} {moves}", may)
    counted = "optimal_solutions" if moves else ""
    worst = "worst_bound flat" if "worst_bound" in fields else ""
    return kind(f"{BOUND} {moves}", f"{WAYS} {SIZE} {counted} {worst}", "w h")
