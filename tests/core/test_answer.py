"""Numbers of any length become their decimal digits."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.answer import count_fields, decimal
from solvable.core.puzzle import Count


@pytest.fixture(autouse=True, scope="module")
def any_number_of_digits() -> Iterator[None]:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@given(st.integers(0, 30_000), st.integers(0, 30_000), st.integers(0, 99))
@settings(deadline=None, max_examples=50)
def test_digits_of_any_length(high: int, low: int, small: int) -> None:
    number = (1 << high) + (1 << low) + small
    assert decimal(number) == str(number)


def test_a_million_digits() -> None:
    digits = decimal(10**1_000_000 + 7)
    assert digits == "1" + "0" * 999_999 + "7"


def test_the_probability_is_in_lowest_terms() -> None:
    assert count_fields(Count(1 << 4_000_000, 1 << 3_999_990, 1 << 10, 10))["probability"] == "1/1024"
    assert count_fields(Count(6, 4, 0, 0))["probability"] == "2/3"
