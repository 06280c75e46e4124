"""Solutions show themselves in notebooks."""

from solvable import Solution


def test_a_solution_shows_its_moves_and_what_is_proved() -> None:
    assert Solution((0, 2, 4), 3)._repr_latex_() == "$(0, 2, 4)$: 3 moves, the fewest"
    assert Solution((5,), 0)._repr_latex_() == "$(5)$: 1 move, at least 0 are needed"
    assert len(Solution(tuple(range(10**6)), 7)._repr_latex_()) < 2000
