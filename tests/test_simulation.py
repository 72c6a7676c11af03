"""What a simulation types for an organiser."""

import pytest

from tournament_xl.simulate import and_round
from tournament_xl.workbook.typed_forms import read_rounds


@pytest.mark.parametrize(("before", "number", "after"), [
    ("", 3, "3"), ("1", 2, "1-2"), ("1-2", 3, "1-3"), ("1, 3", 4, "1, 3-4"), ("1", 3, "1, 3"), ("2, 4-", 7, "2, 4-, 7"),
])  # fmt: skip
def test_one_more_absence_is_written_in_short(before, number, after):
    assert and_round(before, number) == after and read_rounds(after)
