"""The one rule for names: whole, surname first, and those of one name told apart, the same everywhere."""

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournament_xl.core.model import Notice, Person
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.earlier_names import is_same_name, list_earlier_names
from tournament_xl.messages.names import fill_sentence, hyphenate
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.player_names import alphabetical_key, name_opponents, name_players
from tournament_xl.messages.text_width import count_lines, text_width

SURNAMES = ["Martin", "Brunet-Manquat", "II", "Van den Broucke de Montgolfier", "Le", "Martín", "O'Neil", "Martin Jean"]
FIRST_NAMES = ["Jean-Pierre", "Jean-Paul", "Jean", "J", "", "Marie Antoinette", "Élisabeth", "Pierre"]
FIELDS = st.lists(
    st.builds(Person, number=st.just(0), name=st.sampled_from(SURNAMES), first_name=st.sampled_from(FIRST_NAMES),
              club=st.sampled_from(["", "Paris", "Metz", "Scrabble-club de Bourg-en-Bresse"])),
    max_size=40,
)  # fmt: skip


def number_people(people):
    return [Person(index, person.name, person.first_name, person.club) for index, person in enumerate(people, start=1)]


@given(FIELDS)
def test_names_are_whole_and_tell_all_apart(people):
    players = number_people(people)
    names = name_players(players)
    assert [*names] == [player.number for player in players]
    assert len({*map(normalize, names.values())}) == len(players)
    assert all(names[player.number].startswith(player.full_name) for player in players)


@given(FIELDS)
@example([Person(0, "Martin", "Jean-Pierre"), Person(0, "Martin Jean", "Pierre")])
def test_in_the_cells_of_the_grid_only_players_of_one_whole_name_read_alike(people):
    players = number_people(people)
    shown = name_opponents(players, name_players(players))
    for one, two in combinations(players, 2):
        if normalize(shown[one.number]) == normalize(shown[two.number]):
            assert normalize(one.full_name) == normalize(two.full_name)


def name(*people):
    return [*name_players(Person(index, *person) for index, person in enumerate(people, start=1)).values()]


@pytest.mark.parametrize(("clubs", "marks"), [
    (("Metz",), ("",)), (("Metz", "Bourg-en-Bresse"), (" (Metz)", " (Bourg-en-Bresse)")),
    (("Metz", "METZ"), (" N° 1", " N° 2")), (("Metz", "Lyon", "Lyon"), (" N° 1", " N° 2", " N° 3")),
])  # fmt: skip
def test_players_of_one_name_carry_their_whole_clubs_else_their_numbers(clubs, marks):
    people = [("Martin" if index % 2 else "MARTIN", "Luc", club) for index, club in enumerate(clubs)]
    expected = [f"{surname} Luc{mark}" for (surname, *_), mark in zip(people, marks, strict=True)]
    assert name(*people, ("Martin", "Lucie", "Metz")) == [*expected, "Martin Lucie"]


def test_a_cell_of_the_grid_has_the_surname_alone_unless_players_share_it():
    people = [Person(1, "Petit", "Luc"), Person(2, "Roy", "Léa"), Person(3, "ROY", "Lou"), Person(4, "", "Ève")]
    assert name_opponents(people, name_players(people)) == {1: "Petit", 2: "Roy Léa", 3: "ROY Lou", 4: "Ève"}


@pytest.mark.parametrize(("text", "width", "lines"), [
    ("LEFÈVRE Jean-Marc", 17.6, 1), ("VANDENBROUCKE Anne-Charlotte", 17.6, 2), ("Brunet-Manquat", 9, 2),
    ("+44\n5. Durand", 12, 2), ("Montmorency", 6, 3), ("", 6, 1),
    ("DE LA ROCHEFOUCAULD-MONTGOMERY Marie-Antoinette", 17.6, 4),
])  # fmt: skip
def test_lines_are_counted_as_spreadsheets_break_them_at_blanks_and_behind_hyphens(text, width, lines):
    assert count_lines(text, width) == lines


def test_names_as_earlier_versions_shortened_them_are_known():
    forms = {*list_earlier_names(Person(1, "Petit", "Jean-Luc"))}
    assert {"Petit", "Petit J.", "Petit Jean.", "Petit Jean-L.", "Pet…", "Peti…"} <= forms and "Pe…" not in forms


@pytest.mark.parametrize(("text", "width"), [("Durand Paul (Grenoble)", 18.96), ("Lévêque Gaétan", 13.0)])
def test_a_text_is_as_wide_as_in_the_font(text, width):
    """In figures, from the table of Carlito."""
    assert text_width(text) == pytest.approx(width, abs=0.1)


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ("Noté : {value}.", "PERRIN D.", "Noté : PERRIN D."),
        ("Noté : {value}{more}.", "PERRIN D.", "Noté : PERRIN D."),
        ("Entrée : {value}. Le reste suit.", "Roy M.", "Entrée : Roy M. Le reste suit."),
        ("Entrée : {value}.", "PERRIN", "Entrée : PERRIN."),
        ("À suivre{value}", "...", "À suivre..."),
        ("Prix de {value:.2f}.", 2.5, "Prix de 2.50."),
        ("Fichier {value}.", "a..b.xlsx", "Fichier a..b.xlsx."),
        ("{value} : illisible.", "../coupe..2026.xlsx", "../coupe..2026.xlsx : illisible."),
        ("Rondes {value}.", "1..3", "Rondes 1..3."),
        ("{value:n joueur inscrit}", 3, "3 joueurs inscrits"),
        ("{value:n joueur inscrit}", ["Roy"], "1 joueur inscrit"),
        ("{value:agree table} {value:ranges}.", {2, 5}, "tables 2 et 5."),
        ("{value:signed}", -3, "−3"),
        ("{value:ordinal}", 1, "1er"),
        ("{value:list}", ["a", "b", "c"], "a, b et c"),
        ("{value:or}", ["8", "10"], "8 ou 10"),
        ("{value:some 2}.", ["Roy M.", "Lis", "Bo"], "Roy M. et 2 autres."),
    ],
)
def test_the_point_of_an_initial_is_the_full_stop_too_and_no_value_changes(template, value, expected):
    assert fill_sentence(template, {"value": value, "more": ""}) == expected


def test_the_name_of_a_file_with_two_points_stays_in_a_notice():
    assert "« a..b.xlsx »" in notice_text(Notice("backups_of_others", {"names": "« a..b.xlsx »"}))


def test_a_notice_that_ends_with_an_initial_has_one_full_stop():
    assert notice_text(Notice("idle", {"round": 3, "names": ["PERRIN D."]})).endswith(" PERRIN D.")


def test_a_list_by_name_has_all_of_a_surname_before_those_that_begin_with_it():
    people = [("Ostrowski", "Dominique"), ("OSTROWSKI", "Marie-Claude"), ("Ostrowski-Fontanarosa", "Karine"),
              ("Rey", "Luc")]  # fmt: skip
    shuffled = people[::-1]
    assert sorted(shuffled, key=lambda person: alphabetical_key(*person)) == people
    assert alphabetical_key("Rey", "Luc") == alphabetical_key("REY", "luc")


@pytest.mark.parametrize(("name", "parts"), [
    ("Castelnau-Montmorency Marie-Élisabeth", 1), ("Rakotoarimanana-Andrianjafy Hasina", 5), ("Championnats", 1),
])  # fmt: skip
def test_a_name_is_hyphenated_only_in_a_long_part_without_a_hyphen_of_its_own(name, parts):
    assert len(hyphenate(name).split("\u00ad")) == parts and hyphenate(name).replace("\u00ad", "") == name


@pytest.mark.parametrize(("first", "second", "same"), [
    ("Roux-Villeneuve de la Tour Sèna", "Sèna Roux-Villeneuve de…", True), ("BELLANGER H.", "BELLANGER Hugo ●", True),
    ("Petit J. (Lyon)", "Petit Jean N° 7", True), ("N'Guessan", "N'Guessan Adjoua Prisca", True),
    ("Petit Jeanne", "Petit Jean", False), ("Petite Jean", "Petit Jean", False),
    ("(Lyon)", "Petit Jean (Lyon)", False), ("", "Petit Jean", False),
])  # fmt: skip
def test_a_name_is_the_same_however_it_is_shortened_and_marked(first, second, same):
    assert is_same_name(first, second) is is_same_name(second, first) is same
