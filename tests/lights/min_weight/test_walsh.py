"""The transform that weighs a whole coset."""

from solvable.core.budget import Budget
from solvable.lights.min_weight.walsh import Spectrum


def test_more_cells_than_sixteen_bits_count() -> None:
    cells = 40_000  # half of them pressed and all in the one pattern, so that their signs cancel
    everything = (1 << cells) - 1
    whole = Spectrum(cells, everything >> cells // 2, [everything], everything)
    assert whole.run(Budget())
    assert whole.minimum == cells // 2
