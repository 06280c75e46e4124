"""Partitions by name, the library of 5 × 5, and pairs of what is looked up."""

from itertools import combinations

import pytest

from solvable.core.errors import PuzzleError
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.partitions import Pair
from solvable.tiles.symmetry import Frame

HOMES = (0, 1, 2, 6, 7, 12)  # of the blank on 5 × 5, but for symmetries


@pytest.mark.parametrize("home", HOMES)
def test_the_library_of_24_puzzles_has_other_partitions_of_all_tiles(home: int) -> None:
    frame = Frame(5, 5, home)
    library = partitions.library(frame)
    looks = [look for tier in library for look in tier.looks]
    assert len(looks) == 2 * len(library) == 2 * (1 + len(partitions.MORE))
    for look in looks:
        assert sorted(tile for pattern in look.partition for tile in pattern) == [*frame.tiles]
        assert sorted(map(len, look.partition)) == [6, 6, 6, 6]
    seen = {
        frozenset(frozenset(frame.symmetries()[look.image][tile] for tile in pattern) for pattern in look.partition)
        for look in looks
    }
    assert len(seen) == len(looks)
    assert {tier.frame for tier in library} == {frame}
    for tier in library:
        assert partitions.named(tier.name) == tier


def test_only_24_puzzles_have_a_library() -> None:
    assert partitions.library(Frame(5, 4, 0)) == partitions.library(Frame(6, 5, 3)) == ()


def test_a_drawing_with_its_home_moved_moves_the_tiles_on_the_way() -> None:
    drawing = ". A B C D / E F G H I / J K L M N / O P Q R S / T U V W X"
    assert partitions.moved(drawing, Frame(5, 5, 0)) == drawing.replace("/ ", "")
    assert partitions.moved(drawing, Frame(5, 5, 7)) == "A B G C D E F . H I J K L M N O P Q R S T U V W X"
    assert partitions.transposed(". A B / C D E") == ". C / A D / B E"


@pytest.mark.parametrize("home", HOMES)
def test_every_pair_is_found_by_its_name(home: int) -> None:
    looks = [look for tier in partitions.library(Frame(5, 5, home)) for look in tier.looks]
    names = set()
    for two in combinations(looks, 2):
        pair = Pair(two)
        assert partitions.searched(pair.name) == pair
        names.add(pair.name)
    assert len(names) == len(looks) * (len(looks) - 1) // 2
    assert [tier.name for tier in partitions.tiers(partitions.searched("5x5-6666b'+5x5-6666c"))] == [
        "5x5-6666b", "5x5-6666c",
    ]  # fmt: skip
    assert partitions.tiers(partitions.searched("5x5-6666b+5x5-6666b'")) == (partitions.named("5x5-6666b"),)
    assert partitions.searched("5x5-6666") == partitions.named("5x5-6666")


@pytest.mark.parametrize("name", [
    "5x5-6666+5x5-6666z", "5x5-6666+5x5@1-6666", "5x5-6666+5x5-6666b+5x5-6666c", "5x5-6666.2+5x5-6666",
    "5x5-6666.1+5x5-6666b", "5x5@1-6666'+5x5@1-6666b", "5x5@1-6666.3+5x5@1-6666", "5x5-6666''+5x5-6666", "+",
    "5x5-6666.x+5x5-6666", "5x5-6666f", "5x5-888b", "5x5@25-6666b", "5x5@01-6666b", "4x4-663b", "6x4-6665b",
    "5x5-6666bc", "5x5-6666+",
])  # fmt: skip
def test_what_names_no_table_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match="unknown table"):
        partitions.searched(name)
