"""Numbers with their words, as a French reader expects them: the plural begins at 2."""

from tournament_xl.messages.othello_sheets import tie_break_sum_text
from tournament_xl.messages.prizes import figures_text, highlight_line, podium_line, series_text, team_score_text
from tournament_xl.messages.publication import score_text


def test_points_are_singular_below_two():
    values = (0, 0.5, 1, 1.5, 2, 4.5)
    assert [score_text(value, "Points") for value in values] == [
        "0 point", "½ point", "1 point", "1½ point", "2 points", "4½ points",
    ]  # fmt: skip
    assert score_text(1, "PM") == "1 PM"
    assert podium_line(1, "points", 40) == "1 point · départage 40"
    assert podium_line(4.5, "points", 40) == "4,5 points · départage 40"
    assert podium_line(13, "PM", 123) == "13 PM · Pdep +123"
    assert [podium_line(13, "PM", 123, ppm) for ppm in (0, 3)] == [f"13 PM · PPM {ppm} · Pdep +123" for ppm in (0, 3)]
    assert [team_score_text(value, ["Roy"], "") for value in (1, 2)] == ["1 point : Roy", "2 points : Roy"]
    sums = [tie_break_sum_text([(1, 40, "")], 6, value).partition(" + ")[2] for value in (1, 2)]
    assert sums == ["6\u00a0×\u00a01 point des adversaires = 46", "6\u00a0×\u00a02 points des adversaires = 52"]


def test_countries_are_all_of_them_only_where_everybody_states_his():
    assert "5 pays" in figures_text(18, 6, 49, 5, "Pays", 0, is_everywhere=True).split(" · ")
    assert "5 pays indiqués" in figures_text(18, 6, 49, 5, "Pays", 0, is_everywhere=False).split(" · ")
    assert "1 pays indiqué" in figures_text(18, 6, 49, 1, "Pays", 0, is_everywhere=False).split(" · ")
    assert "pays" not in figures_text(18, 6, 49, 0, "Pays", 0, is_everywhere=False)
    assert "club" not in figures_text(18, 6, 49, 0, "Club", 0, is_everywhere=True), "nobody has one"


def test_who_did_the_same_twice_is_named_once():
    games = {"56 à 8": ["Roy Anne", "Petit Luc", "Petit Luc"], "55 à 9": ["Roy Anne"]}
    assert highlight_line("Écart", games) == "Écart : Roy Anne et Petit Luc (2 fois), 56 à 8 ; Roy Anne, 55 à 9"


def test_the_cotes_of_any_number_of_series_are_said():
    limits, begin = [("Joker", 2900), ("A", 2250), ("C", 0)], "Séries, par la cote de départ : "
    texts = [series_text(limits[start:]).replace("\u00a0", " ") for start in range(3)]
    assert texts == [
        f"{begin}Joker dès 2 900, A de 2 250 à 2 899, C jusqu'à 2 249.",
        f"{begin}A dès 2 250, C jusqu'à 2 249.",
        f"{begin}C à toute cote.",
    ]
