"""Numbers with their words, as a French reader expects them: the plural begins at 2."""

from tournament_xl.messages.prizes import podium_line, series_text
from tournament_xl.messages.publication import score_text


def test_points_are_singular_below_two():
    values = (0, 0.5, 1, 1.5, 2, 4.5)
    assert [score_text(value, "Points") for value in values] == [
        "0 point", "½ point", "1 point", "1½ point", "2 points", "4½ points",
    ]  # fmt: skip
    assert [score_text(1, "PM"), podium_line(13, "PM", 123, 3)] == ["1 PM", "13 PM · PPM 3 · Pdep +123"]


def test_the_cotes_of_any_number_of_series_are_said():
    limits = [("Joker", 2900), ("A", 2250), ("C", 0)]
    texts = [series_text(limits[start:]).replace("\u00a0", " ").partition(" : ")[2] for start in range(3)]
    assert texts == ["Joker dès 2 900, A de 2 250 à 2 899, C jusqu'à 2 249.", "A dès 2 250, C jusqu'à 2 249.",
                     "C à toute cote."]  # fmt: skip
