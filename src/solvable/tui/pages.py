"""What is shown beside the board and over it, as text in either language: figures, keys, the list of new games."""

from calendar import monthrange
from datetime import date, timedelta
from math import isfinite

from solvable import answers, families
from solvable.messages import sentence, translate
from solvable.play.challenge import clock_ms
from solvable.play.levels import levels
from solvable.play.record import AVERAGES, Record, Statistics
from solvable.render.text import fold, pad, table, wrap
from solvable.tui.game import Game, clock, family_name
from solvable.tui.search import Search

PUZZLES_SHOWN_MAX = 20  # puzzles of a record
MOVES_LISTED_MAX = 14  # moves of a solution that are listed
KEYS = {
    "move": "↑↓←→ WASD hjkl",
    "press": "Space Enter",
    "undo": "U Z",
    "redo": "R Y",
    "restart": "Shift+R",
    "new": "N",
    "hint": "Shift+H I",
    "marks": "M",
    "edit": "E",
    "digits": "0–9",
    "copy": "C",
    "paste": "V",
    "save": "F2",
    "load": "F3",
    "record": "B",
    "give_up": "X",
    "blank": "P",
    "language": "G",
    "theme": "T",
    "help": "?",
    "close": "Esc",
    "quit": "Q Ctrl+C",
}
FIRST = {"move": "↑↓←→", "press": "Space", "hint": "I", "marks": "M", "undo": "U", "redo": "R", "new": "N", "edit": "E"}
FIRST |= {"help": "?"}


def panel(game: Game, lang: str, width: int, *, lines: int) -> str:
    """Return what is shown beside the board: the figures, the next moves, the keys that one needs first."""
    session = game.session
    figures = [("play.moves", str(len(session.moves))), ("play.par", game.par() or "…")]
    figures.append(("play.time", clock(session.elapsed)))
    rows = [pad(sentence(key, lang), 10) + value for key, value in figures]
    if game.is_editing:
        rows = [sentence("play.editing", lang)]
    moves = game.left()
    if moves:
        shown = "  ".join(moves[:MOVES_LISTED_MAX]) + ("  …" if len(moves) > MOVES_LISTED_MAX else "")
        rows += ["", sentence("play.next", lang), *fold(shown, width)]
    does = table([(keys, sentence(f"does.{name}", lang)) for name, keys in FIRST.items()], width, indent="")
    return "\n".join([*rows, "", *does] if len(rows) + 1 + len(does) <= lines else rows)


def figures(game: Game, lang: str) -> str:
    """Return moves, par and time in one line, for screens without room beside the board."""
    session = game.session
    values = {"moves": len(session.moves), "par": game.par() or "…", "time": clock(session.elapsed)}
    return sentence("play.figures", lang, **values)


def first_keys(game: Game, lang: str, width: int) -> str:
    """Return the keys that one needs first, in lines of this width, for screens without room beside the board."""
    keys = sentence("play.keys.slide" if game.is_sliding else "play.keys.press", lang)
    return "\n".join(wrap(keys.split(" · "), width))


def verdict(game: Game, scout: Search | None, lang: str, *, with_fewest: bool = True) -> str:
    """Return whether the board that was dealt is solvable, in how many ways, and how well it can be done."""
    par = game.session.par
    if scout is not None and scout.proof is not None:
        return sentence("play.refutable", lang)
    if par is None:
        return sentence("play.looking", lang) if scout is not None and not scout.is_over else ""
    ways = families.of(game.session.puzzle).ways(game.session.puzzle).get("solutions")
    parts = [sentence("play.solvable", lang)]
    if ways is not None:
        parts.append(sentence("play.ways", lang, n=ways))
    if with_fewest and not game.hides_par:
        key = "play.fewest" if par.is_optimal else "play.between"
        parts.append(sentence(key, lang, n=len(par), bound=par.lower_bound))
    return " · ".join(parts)


def progress(search: Search, lang: str) -> str:
    """Return how far the search for a solution is."""
    if search.best is None:
        return sentence("play.searching", lang)
    return sentence("play.improving", lang, best=len(search.best), bound=search.bound)


def key_list(lang: str, width: int) -> str:
    """Return all keys and what they do, in lines of this width."""
    return "\n".join(table([(keys, sentence(f"does.{name}", lang)) for name, keys in KEYS.items()], width, indent=""))


def record(found: Record, puzzle: str, lang: str, width: int, today: str) -> str:
    """Return the record in lines of this width: the streak, the days of the month, and each puzzle, this one first."""
    if not found.games:
        return sentence("play.record.empty", lang)
    now, longest = found.streak(today)
    blocks = ["\n".join([sentence("play.record.streak", lang, n=now, longest=longest), days(found, today)])]
    for each in sorted(found.puzzles(), key=lambda name: name != puzzle)[:PUZZLES_SHOWN_MAX]:
        blocks.append("\n".join(fold(line, width)[0] for line in _figures_of(found.of(each), each, lang)))
    return "\n\n".join(blocks)


def _figures_of(found: Statistics, puzzle: str, lang: str) -> list[str]:
    """Return a puzzle's name, and below it what its games come to."""
    helped = len(found.games) - len(found.counted)
    counts = [sentence("play.record.solves", lang, n=len(found.solves))]
    counts += [sentence("play.record.helped", lang, n=helped)] if helped else []
    lines = [f"{puzzle}  {' · '.join(counts)}"]
    fastest, shortest = found.best("ms"), found.best("length")
    if fastest is not None and shortest is not None:
        best = {"time": clock_ms(fastest.ms), "tps": f"{fastest.tps:.2f}", "n": shortest.length}
        lines.append("  " + sentence("play.record.best", lang, **best))
    for number in AVERAGES:
        latest, best_yet = found.average(number, "ms"), found.best_average(number, "ms")
        if latest is not None and best_yet is not None:
            lines.append(
                "  " + sentence("play.record.average", lang, n=number, now=_mean(latest), best=_mean(best_yet))
            )
    return lines


def _mean(ms: float) -> str:
    return clock_ms(round(ms)) if isfinite(ms) else "DNF"


def days(found: Record, today: str) -> str:
    """Return the days of this month as lamps: lit if solved, half with help, a point for a day to come."""
    calendar, now = found.calendar(), date.fromisoformat(today)
    signs = {"solved": "●", "help": "◐"}
    dates = (now.replace(day=1) + timedelta(days=number) for number in range(monthrange(now.year, now.month)[1]))
    return "".join("·" if day > now else signs.get(calendar.get(day.isoformat(), ""), "○") for day in dates)


def new_games(game: Game, lang: str, day: str, *, with_moves: bool = True) -> list[tuple[str, str]]:
    """Return the games to choose from, each with its name: this puzzle again, and of each family levels and today's.

    `with_moves` says of each level how many moves its boards need.
    """
    rows = [("again", sentence("play.new.again", lang, puzzle=game.name))]
    for family in families.offered():
        rows.append(("", f"── {family_name(family, lang)} ──"))
        rows.append((f"daily-{family}", sentence("play.new.daily", lang, day=day)))
        for number, (name, puzzle, level) in enumerate(levels(family)):
            row = pad(sentence(f"level.{name}", lang), 18) + pad(puzzle, 18)
            if level.moves and with_moves:
                row += sentence("level.exact" if level.boards else "level.moves", lang, n=level.moves)
            rows.append((f"level-{family}-{number}", row.rstrip()))
    rows.append(("", f"── {sentence('play.new.named', lang)} ──"))
    return rows + [(f"text:{card['puzzle']}", translate(card["title"], lang)) for card in answers.variants()]
