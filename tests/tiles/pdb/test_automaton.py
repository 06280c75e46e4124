from itertools import product

import pytest

from solvable.tiles.pdb.automaton import automaton, steps, words


def walk(width: int, height: int, start: int, word: tuple[int, ...]) -> tuple[tuple[int, ...], int] | None:
    """The arrangement after the blank has walked `word` from `start`, all tiles distinct, and where the blank is."""
    board, blank = list(range(width * height)), start
    for letter in word:
        to = steps(width, height)[blank][letter]
        if to < 0:
            return None
        board[blank], board[to] = board[to], board[blank]
        blank = to
    return tuple(board), blank


@pytest.mark.slow
@pytest.mark.parametrize("width,height,depth", [(2, 2, 8), (3, 2, 7), (3, 3, 6)])
def test_only_words_with_an_earlier_equal_are_refused_and_every_state_keeps_a_shortest_word(
    width: int, height: int, depth: int
) -> None:
    machine = automaton(width, height, depth)
    for start in range(width * height):
        first: dict[object, int] = {}  # the length of the shortest word to each state
        kept = set()
        for length in range(depth + 1):
            for word in product(range(4), repeat=length):
                reached = walk(width, height, start, word)
                if reached is None:
                    continue
                first.setdefault(reached, length)
                place: int | None = machine.start[start]
                blank = start
                for letter in word:
                    blank = steps(width, height)[blank][letter]
                    place = next((s for s in machine.following[place or 0] if machine.cell[s] == blank), None)
                    if place is None:
                        break
                if place is not None:
                    assert reached not in kept, "two words to one state"
                    assert length == first[reached], "a detour"
                    kept.add(reached)
        assert kept == set(first)


@pytest.mark.parametrize("size,depth,states", [((4, 4), 2, 64), ((4, 4), 8, 878), ((4, 4), 10, 4147)])
def test_sizes_of_automata(size: tuple[int, int], depth: int, states: int) -> None:
    assert len(automaton(*size, depth).cell) == states + 1


def test_two_letters_only_undo_a_move() -> None:
    known = words(4, 4, 2)
    assert len(known.redundant) == 48  # one for each directed edge of the board
    for word, direction in known.redundant:
        assert steps(4, 4)[known.cell[word]][direction] == known.cell[known.before[word]]
