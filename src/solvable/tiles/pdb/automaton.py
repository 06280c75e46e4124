"""A finite automaton that refuses redundant move words, so that a depth-first search meets fewer duplicates.

Breadth-first from each blank cell, with all tiles distinct and the directions in a fixed order: a word that reaches a
state seen before is never part of the lexicographically first shortest path between two states, since the earlier word
can replace it. So refusing all such words of at most `letters` letters leaves at least one shortest solution of every
board. The minimal ones form an Aho–Corasick automaton whose states determine the blank's cell (Taylor and Korf 1993).

Building it takes up to half a second for large boards; it checks the budget in force.
"""

from solvable.core.budget import checked
from solvable.core.frozen import frozen

NONE = 0  # no word
REDUNDANT_WORD_LETTERS_MAX = 10  # letters of the words that compiled searches refuse

Cells = tuple[int, ...]


@frozen
class Automaton:
    """In state s the blank is on cell[s]; following[s] are the states after its moves; state 0 means none.

    start[c] is the state with the blank on cell c and no history.
    """

    cell: Cells
    following: tuple[Cells, ...]
    start: Cells


def steps(width: int, height: int) -> tuple[Cells, ...]:
    """Return, for each cell, its neighbours below, right, left and above, −1 at the edge of the board."""
    return tuple(
        (
            c + width if c // width < height - 1 else -1,
            c + 1 if c % width < width - 1 else -1,
            c - 1 if c % width else -1,
            c - width if c >= width else -1,
        )
        for c in range(width * height)
    )


class Words:
    """The words that are not redundant, numbered from 1, shortest first; a word is a start cell and directions.

    tail[w] is the word without its first letter, before[w] the one without its last; longer[w][d] is the word extended
    by direction d, 0 if that is redundant or leaves the board; redundant contains the minimal redundant words as (word,
    direction).
    """

    def __init__(self) -> None:
        self.cell, self.tail, self.before, self.longer = [-1], [NONE], [NONE], [[NONE] * 4]
        self.redundant: list[tuple[int, int]] = []

    def add(self, cell: int, tail: int, before: int) -> int:
        """Return the number of a new word."""
        self.cell.append(cell)
        self.tail.append(tail)
        self.before.append(before)
        self.longer.append([NONE] * 4)
        return len(self.cell) - 1


def words(width: int, height: int, letters: int) -> Words:
    """Return the words of at most `letters` letters that are not redundant, and the minimal ones that are."""
    move = steps(width, height)
    bits = (width * height).bit_length()
    tile = (1 << bits) - 1
    solved = sum(c << (bits * c) for c in range(width * height))
    result = Words()
    cell, tail, longer = result.cell, result.tail, result.longer
    layer = [(result.add(c, NONE, NONE), c, solved) for c in range(len(move))]
    seen = [{solved} for _ in move]
    for _ in range(letters):
        grown = []
        for word, start, board in checked(layer):
            blank, remaining = cell[word], tail[word]
            for d, to in enumerate(move[blank]):
                if to < 0:
                    continue
                shorter = longer[remaining][d] if remaining else to + 1
                if not shorter:
                    continue  # its tail is already redundant
                swap = (board >> bits * to ^ board >> bits * blank) & tile
                after = board ^ swap << bits * to ^ swap << bits * blank
                if after in seen[start]:
                    result.redundant.append((word, d))
                else:
                    seen[start].add(after)
                    longer[word][d] = result.add(to, shorter, word)
                    grown.append((longer[word][d], start, after))
        layer = grown
    return result


def automaton(width: int, height: int, letters: int) -> Automaton:
    """Return the automaton of the board's minimal redundant words of at most `letters` letters (2: no reversals).

    Its states are the prefixes of those words; a move that does not extend a prefix continues from the longest tail
    that is one.
    """
    move = steps(width, height)
    known = words(width, height, letters)
    refused = set(known.redundant)
    used = set(range(1, len(move) + 1))
    for word, _ in known.redundant:
        prefix = word
        while prefix not in used:
            used.add(prefix)
            prefix = known.before[prefix]
    number = {word: i for i, word in enumerate(sorted(used), start=1)}
    table: dict[int, list[int]] = {NONE: [NONE] * 4}
    # Each row: the state after each of the four steps. A step that makes a longer used word leads to its state, others
    # to that of the longest suffix with a row; shorter words come first, so that row is complete.
    for word in checked(sorted(used)):
        tail = known.tail[word]
        while tail not in table:
            tail = known.tail[tail]
        row = []
        for d, to in enumerate(move[known.cell[word]]):
            if to < 0 or (word, d) in refused:
                row.append(NONE)
            elif known.longer[word][d] in used:
                row.append(number[known.longer[word][d]])
            else:
                row.append(table[tail][d] if tail else to + 1)
        table[word] = row
    following = tuple(tuple(state for state in row if state) for row in table.values())
    return Automaton((0, *(known.cell[word] for word in sorted(used))), following, tuple(range(1, len(move) + 1)))
