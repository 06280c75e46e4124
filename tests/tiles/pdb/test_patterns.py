from functools import cache
from math import factorial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from solvable import kernels
from solvable.core.errors import PuzzleError
from solvable.tiles.optimal import lookups
from solvable.tiles.pdb import cohorts, partitions, patterns
from solvable.tiles.pdb.automaton import REDUNDANT_WORD_LETTERS_MAX
from solvable.tiles.pdb.partitions import Partition, Tier
from solvable.tiles.symmetry import Frame

SMALL = (
    Tier("a", Frame(3, 2, 0), (((1, 2), (3, 4, 5)),), images=1),
    Tier("b", Frame(3, 3, 4), (((0, 1, 2), (3, 5), (6, 7, 8)),), images=2),
    Tier("c", Frame(3, 3, 0), (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 3, 5), (2, 4), (6, 7, 8))), images=2),
    Tier("d", Frame(4, 3, 1), (((0, 2, 3), (4, 5, 8), (6, 7, 10), (9, 11)),), images=1),
    Tier(
        "f",
        Frame(5, 4, 0),
        (((1, 2, 3), (12, 13, 19), (4, 8), (9,), (5, 6), (7, 10), (11, 15), (14, 16), (17, 18)),),
        images=1,
    ),
    Tier("e", Frame(6, 3, 0), (((1, 2, 3),),), images=1),  # more than 16 cells, as f: by order, and cohorts by rank
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))
    return tmp_path


reference = cache(patterns.reference)


@cache
def entries(tier: Tier) -> list[tuple[int, int, int]]:
    """For each state of each pattern, by the readable search: (number of the pattern, bit address, distance)."""
    base, results = 0, []
    for pattern, length in zip(tier.patterns, cohorts.sizes(tier), strict=True):
        here = cohorts.layout(tier.frame.width, tier.frame.height, len(pattern))
        ranks = {int(mask): rank for rank, mask in enumerate(here.masks)}
        for (cells, blank), distance in reference(tier.frame, pattern).items():
            rank = ranks[sum(1 << c for c in cells)]
            choices = [rank, *range(int(here.first[rank]), int(here.first[rank + 1]))]
            cohort = next(c for c in choices if int(here.found[c]) >> blank & 1)
            order = [pattern.index(tile) for _, tile in sorted(zip(cells, pattern, strict=True))]
            q = sum(
                sum(later < tile for later in order[i + 1 :]) * factorial(len(order) - 1 - i)
                for i, tile in enumerate(order)
            )
            row, bit = (q, cohort) if tier.frame.cells > 16 else (cohort, q)
            results.append((base + row * cohorts.wide(tier.frame, len(pattern)) + bit // 64, bit % 64, distance))
        base += length
    return results


@pytest.mark.slow
@pytest.mark.parametrize("tier", SMALL, ids=lambda tier: tier.name)
def test_tables_equal_their_reference(tier: Tier) -> None:
    expected = [0] * sum(cohorts.sizes(tier))
    count = 0
    for word, bit, distance in entries(tier):
        expected[word] |= (distance >> 1 & 1) << bit
        count += 1
    assert patterns.make(tier)[: len(expected)].tolist() == expected
    assert count <= cohorts.states(tier)  # less only where the pattern leaves fewer than two cells free


@pytest.mark.slow
@pytest.mark.parametrize("tier", SMALL[:-1], ids=lambda tier: tier.name)
def test_estimates_of_a_state_equal_the_readable_ones(tier: Tier) -> None:
    rng = Random(3)
    loaded = lookups.load(tier)
    readable = {pattern: reference(tier.frame, pattern) for pattern in tier.patterns}
    images = tier.frame.symmetries()[: tier.images]
    for _ in range(30):
        state = list(range(tier.frame.cells))
        blank = tier.frame.home
        for _ in range(rng.randrange(80)):
            to = rng.choice(tier.frame.neighbours(blank))
            state[blank], state[to], blank = state[to], state[blank], to
        sums = []
        for partition in tier.partitions:
            for image in images:
                seen = [0] * len(state)
                for cell, tile in enumerate(state):
                    seen[image[cell]] = image[tile]
                placed = {pattern: patterns.place(tier.frame, pattern, tuple(seen)) for pattern in partition}
                sums.append(sum(readable[pattern][where] for pattern, where in placed.items()))
        assert loaded.roots(tuple(state))[1] == sums


@pytest.mark.slow
@pytest.mark.parametrize("tier", SMALL, ids=lambda tier: tier.name)
def test_the_verifier_finds_every_wrong_entry(tier: Tier) -> None:
    bits = patterns.make(tier)
    assert patterns.wrong(tier, bits) == ""
    rng = Random(4)
    for word, bit, _ in rng.sample(entries(tier), 20):
        bits[word] ^= 1 << bit
        assert "wrong entry" in patterns.wrong(tier, bits) or "not at distance 0" in patterns.wrong(tier, bits)
        bits[word] ^= 1 << bit


@pytest.mark.slow
@pytest.mark.parametrize("tier", SMALL, ids=lambda tier: tier.name)
def test_the_verifier_finds_what_is_stored_beyond_the_states(tier: Tier) -> None:
    bits, begin = patterns.make(tier), 0
    states = {(word, bit) for word, bit, _ in entries(tier)}
    for length in cohorts.sizes(tier):
        spare = [(word, bit) for word in range(begin, begin + length) for bit in range(64) if (word, bit) not in states]
        for word, bit in spare[:1] + spare[-1:]:
            bits[word] ^= 1 << bit
            assert "wrong entry" in patterns.wrong(tier, bits)
            bits[word] ^= 1 << bit
        begin += length


def test_an_automaton_fits_whose_steps_stay_inside() -> None:
    tier = SMALL[0]
    bits, half = patterns.make(tier), len(patterns.machine(tier.frame, REDUNDANT_WORD_LETTERS_MAX)) // 2
    assert patterns.fits(tier, bits)
    for place, value in ((-1, tier.frame.cells), (-half, 1 << 60), (-2 * half + 1, half), (-half - 1, half << 48)):
        bits[place], before = value, bits[place]
        assert not patterns.fits(tier, bits)
        bits[place] = before
    assert patterns.fits(tier, bits)
    assert not patterns.fits(tier, bits[:-1])


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (64, 64), (63, 130), (200, 65), (129, 24)])
def test_a_matrix_of_bits_is_turned_as_numpy_turns_it(rows: int, columns: int) -> None:
    matrix = np.random.default_rng(rows).integers(0, 2, (rows, columns), np.uint8)

    def packed(bits: NDArray[np.uint8]) -> NDArray[np.uint64]:
        wide = np.zeros((bits.shape[0], -(-bits.shape[1] // 64) * 64), np.uint8)
        wide[:, : bits.shape[1]] = bits
        return np.packbits(wide, axis=1, bitorder="little").view(np.uint64).ravel()

    target = np.zeros(packed(matrix.T).size, np.uint64)
    kernels.native().pattern_transpose(rows, columns, packed(matrix), target)
    assert (target == packed(matrix.T)).all()


@pytest.mark.parametrize("k", range(1, 6))
def test_transitions_take_a_tile_out_and_put_it_back(k: int) -> None:
    from itertools import permutations

    table = cohorts.transitions(k)
    orders = list(permutations(range(k)))
    for q, order in enumerate(orders):
        for i in range(k):
            for j in range(k):
                moved = [tile for tile in order if tile != order[i]]
                moved.insert(j, order[i])
                assert orders[table[(i * k + j) * factorial(k) + q]] == tuple(moved)


@pytest.mark.parametrize(
    "size,k,masks,regions", [((4, 4), 6, 8008, 16412), ((4, 4), 7, 11440, 27748), ((5, 5), 6, 177100, 251400)]
)
def test_published_counts_of_masks_and_cohorts(size: tuple[int, int], k: int, masks: int, regions: int) -> None:
    here = cohorts.layout(*size, k)
    assert (len(here.masks), len(here.found)) == (masks, regions)


def test_every_named_partition_shares_out_all_tiles() -> None:
    for name in partitions.DRAWINGS:
        tier = partitions.named(name)
        for partition in tier.partitions:
            assert sorted(tile for pattern in partition for tile in pattern) == list(tier.frame.tiles)
            assert partitions.drawn(partitions.draw(tier.frame, partition)) == partition


@pytest.mark.parametrize("frame", [Frame(2, 2, 0), Frame(3, 3, 4), Frame(5, 3, 0), Frame(8, 2, 3), Frame(6, 6, 0)])
def test_any_board_has_a_partition_within_its_budget(frame: Frame) -> None:
    tier = partitions.fitting(frame)
    assert sorted(tile for pattern in tier.patterns for tile in pattern) == list(frame.tiles)
    assert tier.bytes <= max(partitions.TABLE_BYTES_MAX)
    assert partitions.named(tier.name) == tier


def test_small_patterns_lie_together() -> None:
    frame = Frame(4, 4, 0)
    partition: Partition = partitions.compact(frame, (6, 6, 3))
    for pattern in partition:
        assert patterns.region(frame, frozenset(range(16)) - frozenset(pattern), pattern[0]) == frozenset(pattern)


@pytest.mark.parametrize(
    "name", ["", "4x4", "4x4-9", "4x4-87-1", "3x4-74", "4x4@16-771", "9x9-88888888888", "x-1", "4x4-66"]
)
def test_a_name_that_means_no_table_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match="unknown table"):
        partitions.named(name)
