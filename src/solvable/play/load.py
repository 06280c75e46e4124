"""A game from any text: a save file, ours or Tatham's, a challenge, a replay, a scramble, an ID, any board."""

from solvable import game_id
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.families import FAMILIES
from solvable.formats.position import read
from solvable.play.challenge import split_challenge
from solvable.play.input import WAYS, is_sliding, slides, stage
from solvable.play.levels import dealt
from solvable.play.replay import TEXT_MAX, Replay, is_replay, parse_replay
from solvable.play.session import Session

_SAVE = "SAVEFILE"
_SHORT = 60  # characters of what may be a name
_SCRAMBLE = pattern(r"\s*(?:[URDL]\d{0,3}\s*){4,4000}")
_STEP = pattern(r"([URDL])(\d*)")
_STEPS_MAX = 4000  # of a scramble
_LETTERS = dict(zip("LRUD", WAYS.values(), strict=True))


def opened(text: str, seed: str, family: str = "", puzzle: Puzzle | None = None) -> Session:
    """Return the game that `text` is; if it names a puzzle only, the board that `seed` draws.

    A size, a number of tiles or the options of a puzzle (`6`, `3x4`, `4x4,torus`) name one of `family`, if that is
    given. A replay is opened at its beginning, where `redo` makes its moves; a challenge as the board it began with.
    A scramble, as the steps U R D L of tiles from the goal, is one of `puzzle` if pieces slide on it, else of 4 × 4.
    Raise NotationError or PuzzleError if the text is no game.
    """
    start = text.lstrip()[:400]
    if start.startswith("{") and '"solvable game"' in start:
        return Session.from_json(text)
    if start.startswith(_SAVE):
        return Session.from_save(text)
    link = _link(text)
    if is_replay(link):
        return _replayed(parse_replay(link))
    board, challenge = split_challenge(link)
    if challenge is not None:
        session = _read(board)
        session.challenge = challenge
        return session
    name = text.strip()
    if game_id.is_game_id(name):
        has_position = "#" in name or ":" in name.partition(":")[2]
        return _read(text) if has_position else dealt(game_id.parse_puzzle(name), seed)
    named = (_of(family, name) if family else None) or _named(name)
    if named is None and game_id.is_side(name):
        game_id.parse_puzzle(name)  # which says how to write it
    return _read(text, puzzle) if named is None else dealt(named, seed)


def _scrambled(text: str, puzzle: Puzzle | None) -> tuple[Puzzle, State]:
    """Return where a scramble leads from the goal; raise PuzzleError if a step of it is not possible."""
    if puzzle is None or not is_sliding(stage(puzzle, puzzle.goal)):
        puzzle = game_id.parse_puzzle("tiles:4x4")
    state, number = puzzle.goal, 0
    for letter, count in _STEP.findall(text):
        for _ in range(int(count or 1)):
            number += 1
            moves = slides(puzzle, state, _LETTERS[letter]) if number <= _STEPS_MAX else ()
            if not moves:
                raise PuzzleError(
                    msg("step {number} of the scramble, {letter}, is not possible", number=number, letter=letter)
                )
            state = puzzle.apply(state, moves[0])
    return puzzle, state


def _read(text: str, puzzle: Puzzle | None = None) -> Session:
    if _SCRAMBLE.fullmatch(text):
        return Session(*_scrambled(text, puzzle))
    return Session(*read(text).only_target())


def _link(text: str) -> str:
    """Return the link of a challenge or a replay as it is copied, after other lines and with the page's address."""
    last = text.strip().rpartition("\n")[2] if len(text) <= TEXT_MAX else ""
    if "&me=" not in last and "&replay=" not in last:
        return text
    return last.partition("#")[2] if last.startswith(("http://", "https://")) else last


def _replayed(played: Replay) -> Session:
    """Return a game whose moves, all undone, are those of a replay: with help, for they are another player's."""
    session = Session(played.puzzle, played.start)
    session.preset(played.moves, played.times)
    return session


def _of(family: str, name: str) -> Puzzle | None:
    """Return the puzzle of the family that `name` means, a lone number being the side of a square; None for none."""
    for params in (name, f"{name}x{name}") if len(name) < _SHORT and name.isprintable() else ():
        try:
            return game_id.parse_puzzle(f"{family}:{params}")
        except PuzzleError:
            continue
    return None


def _named(name: str) -> Puzzle | None:
    """Return the puzzle of a name that lacks its family, like merlin; None if no family or several have it."""
    results = []
    for family in FAMILIES if len(name) < _SHORT and name.isprintable() else ():
        try:
            results.append(game_id.parse_puzzle(f"{family}:{name}"))
        except PuzzleError:
            continue
    return results[0] if len(results) == 1 and not set(name) <= set("0123456789") else None
