"""Rules C1, C2, R1: registered players, initial ranking, late entrants, numbers."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tournament_xl.model import Player
from tournament_xl.scrabble.classique import default_rounds, field_refusal, warnings
from tournament_xl.scrabble.initial import seeded, unrated_cote
from tournament_xl.seasons import seasons
from tournament_xl.workbook import labels


def seeds(desk: Desk) -> dict[str, str]:
    names, ranks = desk.column(labels.PLAYERS, "Nom"), desk.column(labels.PLAYERS, "Rang initial")
    return dict(zip(names, ranks, strict=True))


@pytest.mark.parametrize(("players", "rounds"), [(7, 5), (8, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7)])
def test_c1_number_of_matches(players, rounds):
    assert default_rounds(players) == rounds


def test_c1_limits_and_warnings():
    assert field_refusal(6) and field_refusal(129)
    assert field_refusal(7) is None and field_refusal(128) is None
    assert [notice.key for notice in warnings(7, 5)] == ["seven_players"]
    assert [notice.key for notice in warnings(12, 6)] == ["other_rounds"]
    assert warnings(12, 5) == []


def test_c1_the_number_of_rounds_is_written_at_the_first_pairing_and_late_entrants_do_not_change_it():
    desk = Desk().players(32).must().better_seed_wins()
    assert desk.decoded().settings.lines["Nombre de rondes"].text("Valeur") == "5"
    desk.player("Tardif", 100).must()
    assert desk.decoded().tournament.settings.rounds == 5


def test_c2_cote_first_then_name_without_accents_then_licence():
    desk = Desk()
    for name, first, licence, cote in [
        ("Zola", "Émile", "9", 1500),
        ("Œuvrard", "Luc", "8", 1500),
        ("Odin", "Max", "7", 1500),
        ("Éloi", "Guy", "6", 1500),
        ("D'Aubigné", "Ève", "5", 1500),
        ("d aubigne", "eve", "4", 1500),
        ("Bas", "Jean-Luc", "2", 1500),
        ("Bas", "jean luc", "3", 1500),
        ("Dernier", "", "1", 1400),
        ("Premier", "", "0", 1600),
    ]:
        desk.player(name, cote, Prénom=first, Licence=licence)
    desk.must()
    ranks, licences = desk.column(labels.PLAYERS, "Rang initial"), desk.column(labels.PLAYERS, "Licence")
    order = sorted(zip(map(int, ranks), licences, strict=True))
    assert [licence for _, licence in order] == ["0", "2", "3", "4", "5", "6", "7", "8", "9", "1"]


def test_c2_a_late_entrant_gets_a_half_place_above_the_first_weaker_player():
    desk = Desk().players(12).must().better_seed_wins()
    desk.player("Fort", 5000).player("Moyen", 2935).player("Égal", 2935).player("Faible", 10).must()
    late = {name: seed for name, seed in seeds(desk).items() if not name.startswith("A")}
    assert late == {"Fort": "0.5", "Moyen": "6.5", "Égal": "6.5", "Faible": "12.5"}
    numbers = dict(zip(desk.column(labels.PLAYERS, "Nom"), desk.column(labels.PLAYERS, "N°"), strict=True))
    assert [numbers[name] for name in ("Fort", "Égal", "Moyen", "Faible")] == ["13", "14", "15", "16"]


def test_c2_an_announced_absence_is_no_late_entry_but_absence_to_the_end_is_no_registration():
    desk = Desk().players(12).player("Attendu", 2500, Absences="1-2").player("Excusé", 2400, Absences="1-").must()
    assert seeds(desk)["Attendu"] == "13" and seeds(desk)["Excusé"] == ""
    assert desk.decoded().registered == 13
    desk.better_seed_wins()
    row = next(r for r, name in enumerate(desk.column(labels.PLAYERS, "Nom")) if name == "Excusé")
    desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 1 + row, "Absences", "1")
    desk.must()
    assert seeds(desk)["Excusé"] == "13.5"


def test_c2_numbers_given_in_the_list_are_kept_and_never_reused():
    desk = Desk().players(8)
    desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 8, "N°", 20)
    desk.must()
    assert sorted(map(int, desk.column(labels.PLAYERS, "N°"))) == [20, 21, 22, 23, 24, 25, 26, 27]
    desk.must("undo")
    row = desk.table(labels.PLAYERS).header + 8
    for column in labels.SCRABBLE_COLUMNS[labels.PLAYERS]:
        desk.type(labels.PLAYERS, row, column, None)
    desk.player("Nouveau", 1).must()
    assert "28" in desk.column(labels.PLAYERS, "N°") and "20" not in desk.column(labels.PLAYERS, "N°")


@pytest.mark.parametrize(
    ("series", "cote"),
    [("S", 2350), ("0", 2350), ("1A", 2250), ("1b", 2250), ("2", 2000), ("3C", 1800), ("4D", 1700), ("5A", 1500),
     ("6B", 1300), ("7D", 1000), ("", 1000), ("8A", None), ("1E", None), ("abc", None)],
)  # fmt: skip
def test_r1_pl_of_the_unrated_from_the_duplicate_series(series, cote):
    assert unrated_cote(series, seasons()["2015-2016"]) == cote


def test_r1_an_empty_cote_or_zero_is_no_cote():
    desk = Desk().players(8)
    desk.player("Supersérie", None, Série_duplicate="S").player("Zéro", 0, Série_duplicate="2A").player("Neuf")
    cotes = {player.name: player.cote for player in desk.decoded().tournament.players}
    assert (cotes["Supersérie"], cotes["Zéro"], cotes["Neuf"]) == (2350, 2000, 1000)


def test_c2_a_second_late_entrant_weaker_than_the_first_gets_the_same_half_below_the_last_whole_place():
    """Places 1, 2, 3, then 3.5 for whoever came in round 2, and 3.5 again for a weaker one in round 3."""
    ranked = [Player(number, f"A{number}", cote=2000.0 - number, seed=float(number)) for number in (1, 2, 3)]
    late = [Player(4, "B", cote=500.0, seed=3.5), Player(5, "C", cote=400.0)]
    assert [player.seed for player in seeded([*ranked, *late], [5])] == [1, 2, 3, 3.5, 3.5]
