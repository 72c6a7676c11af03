"""What a simulation types for an organiser."""

import pytest

from tournament_xl.simulate import and_round
from tournament_xl.workbook.typed_forms import read_rounds


@pytest.mark.parametrize(("before", "number", "after"), [
    ("", 3, "3"), ("1", 2, "1-2"), ("1-2", 3, "1-3"), ("1, 3", 4, "1, 3-4"), ("1", 3, "1, 3"), ("2, 4-", 7, "2, 4-, 7"),
])  # fmt: skip
def test_one_more_absence_is_written_in_short(before, number, after):
    assert and_round(before, number) == after and read_rounds(after)


def test_absences_of_a_long_tournament_can_be_read_again():
    text = ""
    for number in range(1, 100):
        text = and_round(text, number) if number % 20 else text
    assert read_rounds(text)[0] == {number for number in range(1, 100) if number % 20}
