"""A finite automaton that refuses redundant move words, so that a depth-first search meets fewer duplicates.

Breadth-first from each blank cell, with all tiles distinct and the directions in a fixed order: a word that reaches a
state seen before is never part of the lexicographically first shortest path between two states, for the earlier word
may replace it. So refusing all such words of at most `depth` letters keeps at least one shortest solution of every
board. The minimal ones, 4 letters on, make an Aho–Corasick automaton whose states know the blank's cell
(Taylor and Korf 1993).
"""

from collections.abc import Iterator
from dataclasses import dataclass

DEAD = 0

Word = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Automaton:
    """State s has the blank on cell[s]; following[s] are the states its moves lead to; state 0 is none.

    start[c] is the state of a blank on cell c with no history.
    """

    cell: tuple[int, ...]
    following: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]


def steps(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell its neighbours below, right, left and above, −1 where the board ends."""
    return tuple(
        (
            c + width if c // width < height - 1 else -1,
            c + 1 if c % width < width - 1 else -1,
            c - 1 if c % width else -1,
            c - width if c >= width else -1,
        )
        for c in range(width * height)
    )


def redundant_words(width: int, height: int, depth: int) -> Iterator[tuple[int, Word]]:
    """Yield the minimal redundant words of at most `depth` letters, each with the cell the blank starts from."""
    move = steps(width, height)
    bits = (width * height).bit_length()
    solved = sum(c << (bits * c) for c in range(width * height))
    tile = (1 << bits) - 1
    seen = [{solved} for _ in move]
    alive: set[tuple[int, Word]] = {(c, ()) for c in range(len(move))}
    layer: list[tuple[int, Word, int, int]] = [(c, (), c, solved) for c in range(len(move))]
    for _ in range(depth):
        grown: list[tuple[int, Word, int, int]] = []
        for start, word, blank, board in layer:
            for d in range(4):
                to = move[blank][d]
                if to < 0 or (word and (move[start][word[0]], (*word[1:], d)) not in alive):
                    continue  # off the board, or its tail is redundant already
                swap = (board >> (bits * to) ^ board >> (bits * blank)) & tile
                after = board ^ swap << (bits * to) ^ swap << (bits * blank)
                if after in seen[start]:
                    yield start, (*word, d)
                else:
                    seen[start].add(after)
                    alive.add((start, (*word, d)))
                    grown.append((start, (*word, d), to, after))
        layer = grown


def automaton(width: int, height: int, depth: int) -> Automaton:
    """Return the automaton of the board's minimal redundant words of at most `depth` letters (2: no step back)."""
    move = steps(width, height)
    words = set(redundant_words(width, height, depth))
    nodes: dict[tuple[int, Word], int] = {
        (c, ()): c + 1 for c in range(len(move))
    }  # prefixes of redundant words, shortest first
    cells = list(range(len(move)))
    for start, word in sorted(words, key=lambda item: len(item[1])):
        blank = start
        for i in range(1, len(word)):
            blank = move[blank][word[i - 1]]
            if (start, word[:i]) not in nodes:
                nodes[start, word[:i]] = len(nodes) + 1
                cells.append(blank)
    table: list[tuple[int, ...]] = [(DEAD,) * 4] * (len(nodes) + 1)
    for (start, word), number in sorted(nodes.items(), key=lambda item: len(item[0][1])):
        shorter = table[tail(nodes, move, start, word)] if word else ()
        row = []
        for d in range(4):
            to = move[cells[number - 1]][d]
            if to < 0 or (start, (*word, d)) in words:
                row.append(DEAD)
            else:
                row.append(nodes.get((start, (*word, d)), shorter[d] if word else to + 1))
        table[number] = tuple(row)
    following = tuple(tuple(s for s in row if s) for row in table)
    return Automaton((0, *cells), following, tuple(c + 1 for c in range(len(move))))


def tail(nodes: dict[tuple[int, Word], int], move: tuple[tuple[int, ...], ...], start: int, word: Word) -> int:
    """Return the node of the longest proper tail of `word` that is one; the empty tail always is."""
    start, word = move[start][word[0]], word[1:]
    return nodes[start, word] if (start, word) in nodes else tail(nodes, move, start, word)
