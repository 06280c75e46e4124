"""Game IDs: one line of text that says a puzzle and a position, `lights:5x5,torus,mod3:01201/…`.

    FAMILY ":" PARAMS ":" CELLS      this position
    FAMILY ":" PARAMS "#" SEED       the solvable scramble of this seed, the same on every machine

PARAMS are options separated by commas; each family (`families`) parses and formats its own. Every puzzle has one
canonical spelling, so equal boards have equal IDs. An ID is read in time linear in its length, and allocates no more
than its length or its family's largest board allow. What keyboards and phones make of ASCII (`lights：５×５`) is read
as the ASCII it means, but in seeds. Names are read in any case, and some need no family before them (`15-puzzle`).
"""

import re

from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError
from solvable.core.message import either, msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.core.seeds import Generator
from solvable.families import FAMILIES, family_of, load, of, offered

__all__ = [
    "FAMILIES",
    "family_of",
    "format_board",
    "format_puzzle",
    "is_game_id",
    "is_side",
    "narrow",
    "parse",
    "parse_puzzle",
    "seeded",
]


_BLANKS = "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_UNSEEN = [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0x20E3, 0xFE0E, 0xFE0F, 0xFEFF]
_NO_WIDTH = "\xad\u200b\u2060\ufeff"  # what copying leaves at the end; joiners and selectors belong to emoji
_ASCII = {
    **{code + 0xFEE0: chr(code) for code in range(0x21, 0x7F)},  # the full-width forms
    **dict.fromkeys(map(ord, _BLANKS), " "),
    **str.maketrans("×、−–—─━═│┃║", "x,------|||"),
    **dict.fromkeys(map(ord, "┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝╭╮╰╯╞╪╡╟╫╢╒╤╕╘╧╛┠╂┨┯┷┿"), "+"),
    **dict.fromkeys(_UNSEEN),  # joiners, directions, the selectors of emoji and key caps: they mean nothing here
}
_SEEDED = pattern(r"\s*(?:[^\s#＃:：]+[:：][^\s#＃:：]*|[0-9０-９xｘ×]+[cr]?)[#＃]")
_COMMA = pattern(",(?![0-9_-])")
_OPTIONS_MAX = 20
_SHORT = 60  # characters of an ID that is shown in full
_SIDE = pattern("[1-9][0-9]{0,3}")
_ROOM = 10_000  # cells that a short text may name: the family says better what is missing


def narrow(text: str) -> str:
    """Return `text` with full-width and similar characters replaced by ASCII, but for the seed of an ID."""
    if not isinstance(text, str):
        raise PuzzleError(msg("a game ID is a text, not {value}", value=repr(text)[:40]))
    if text.isascii():
        return text
    with_seed = _SEEDED.match(text) if "\n" not in text.strip() else None
    end = with_seed.end() if with_seed else len(text)
    return text[:end].translate(_ASCII) + text[end:]


def parse(text: str) -> tuple[Puzzle, State]:
    """Return the puzzle and the state of a game ID; raise NotationError with line and column."""
    text = narrow(text)
    name, start, end = _split(text)
    if end == len(text):
        _puzzle(text, name, start, end, _ROOM)  # what is wrong there comes first
        raise NotationError.at(text, end, "a puzzle without a position", "':' and the cells, or '#' and a seed")
    remaining = _rest(text, end)
    limit = load(name).largest if text[end] == "#" else max(_ROOM, len(remaining))
    puzzle = _puzzle(text, name, start, end, limit)
    if text[end] == "#":
        return puzzle, seeded(puzzle, remaining)
    try:
        return puzzle, puzzle.parse(remaining)
    except NotationError as error:
        raise _moved(text, end + 1, error) from None
    except PuzzleError as error:
        raise NotationError.at(text, end + 1, str(error)) from None


def parse_puzzle(text: str) -> Puzzle:
    """Return the puzzle of an ID like `lights:5x5,torus`, with or without a position or a seed after it.

    Raises NotationError, with line and column, if the text is not an ID.
    """
    text = narrow(text)
    name, start, end = _split(text)
    if text[end : end + 1] == ":":
        return parse(text)[0]
    return _puzzle(text, name, start, end, load(name).largest)


def parse_seeded_puzzle(text: str, seed: str | None) -> tuple[Puzzle, str | None]:
    """Return the puzzle of an ID, and `seed` or else the one after the ID, if any: what new boards are made of.

    Raises NotationError if the text is not an ID, or has a position.
    """
    text = narrow(text)
    name, start, end = _split(text)
    puzzle = _puzzle(text, name, start, end, load(name).largest)
    if text[end : end + 1] == ":":
        raise NotationError.at(
            text, end, "new boards are made of a puzzle, not of a position", "'#' and a seed, or no more"
        )
    return puzzle, _rest(text, end) if seed is None and text[end : end + 1] == "#" else seed


def format_puzzle(puzzle: Puzzle) -> str:
    """Return the canonical ID of `puzzle`, without a position; `parse_puzzle` reads it."""
    name = family_of(puzzle)
    return f"{name}:{load(name).format_params(puzzle)}"


def format_board(puzzle: Puzzle, state: State) -> str:
    """Return the canonical game ID of `state`, `FAMILY:PARAMS:CELLS`; `parse` reads it."""
    return f"{format_puzzle(puzzle)}:{puzzle.format(state)}"


def seeded(puzzle: Puzzle, seed: str) -> State:
    """Return the solvable scramble of `seed`; raise PuzzleError if it is not a valid text."""
    try:
        generator = Generator(seed)
    except (UnicodeEncodeError, AttributeError):
        raise PuzzleError(msg("the seed {seed} is not text", seed=repr(seed)[:40])) from None
    return of(puzzle).seeded(puzzle, generator.upto)


def is_game_id(text: str) -> bool:
    """Return whether `text` begins with a family's name and a colon."""
    return _family(text[: len(text[:40]) + 40]) is not None


def is_side(text: str) -> bool:
    """Return whether `text` is a lone number, which may be the side of a square board."""
    return _SIDE.fullmatch(text) is not None


def _family(text: str) -> tuple[str, int] | None:
    """Return the family that `text` begins with, and where the options start; None if it begins with none."""
    start = len(text) - len(text.lstrip())
    head = text[start : start + 40]
    name, colon, _ = head.partition(":")
    if head[len(name) : len(name) + 2] == ":=":
        return None  # a variable of a program
    if colon and (known := name.strip().lower()) in FAMILIES:
        return known, start + len(name) + 1
    word = re.split("[:#,]", head, maxsplit=1)[0].strip().lower()
    return next(((name, start) for name, home in FAMILIES.items() if home.bare and re.fullmatch(home.bare, word)), None)


def _rest(text: str, end: int) -> str:
    """Return what follows the options: a seed, which is one line, or cells."""
    remaining = text[end + 1 :].rstrip().rstrip(_NO_WIDTH).rstrip()
    if text[end] == "#" and "\n" in remaining:
        raise NotationError.at(
            text, text.index("\n", end) + 1, "text after the seed, which ends with its line", "an ID"
        )
    return remaining


def _split(text: str) -> tuple[str, int, int]:
    """Return the family's name, and where the options start and end."""
    start = len(text) - len(text.lstrip())
    family = _family(text)
    if family is None:
        if ids := meant(text.strip()):
            raise NotationError.at(text, start, msg("write {ids}", ids=either(ids)))
        examples = either(load(name).example for name in offered())
        raise NotationError.at(text, start, "this names no puzzle", examples)
    mark = re.compile("[:#]").search(text, family[1])
    return *family, mark.start() if mark else len(text.rstrip())


def meant(text: str) -> list[str]:
    """Return the IDs that `text` may mean without its family: lights:merlin for `merlin`, two for `4x4` or for `4`."""
    if len(text) > _SHORT:
        return []
    if is_side(text):
        text = f"{text}x{text}"
    params = re.split("[:#]", text, maxsplit=1)[0]
    results = []
    for name in FAMILIES:
        try:
            load(name).parse_params(_options(params), _ROOM)
        except PuzzleError:
            continue
        results.append(f"{name}:{text}")
    return results


def _puzzle(text: str, name: str, start: int, end: int, limit: int) -> Puzzle:
    try:
        puzzle: Puzzle = load(name).parse_params(_options(text[start:end]), limit)
    except NotationError as error:
        raise _moved(text, start, error) from None
    except BudgetExceededError:  # it says nothing against the text
        raise
    except PuzzleError as error:
        raise NotationError.at(text, start, str(error)) from None
    return puzzle


def _options(params: str) -> list[tuple[int, str]]:
    """Return the options with their columns; a comma before a cell belongs to the option: `goal=1,2/-,0,mtm`."""
    options: list[tuple[int, str]] = []
    start = 0
    for comma in _COMMA.finditer(params):
        if len(options) == _OPTIONS_MAX:
            raise NotationError(
                "too many options", expected=msg("at most {most}", most=_OPTIONS_MAX), line=1, column=start + 1
            )
        options.append(_option(params, start, comma.start()))
        start = comma.end()
    return [*options, _option(params, start, len(params))]


def _option(params: str, start: int, end: int) -> tuple[int, str]:
    """Return an option in small letters, without blanks around it, and its column."""
    option = params[start:end]
    return start + 1 + len(option) - len(option.lstrip()), option.strip().lower()


def _moved(text: str, start: int, error: NotationError) -> NotationError:
    """Return `error`, whose place is counted from `start`, with its place in the whole text."""
    offset = start
    for _ in range(1, error.line):
        offset = text.find("\n", offset) + 1
    return NotationError.at(text, min(offset + max(error.column, 1) - 1, len(text)), error.message, error.expected)
