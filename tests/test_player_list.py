"""Lists of players: every form of a CSV gives the same players."""

from __future__ import annotations

import pytest

from tests import books
from tournament_xl.lists.read import read_list

DUPONT = {"Nom": "Dupont", "Prénom": "Zoé", "Cote": "1803"}

# The samples


@pytest.mark.parametrize(
    ("name", "count", "rated"), [("geneve", 15, 13), ("cote-saint-andre", 12, 10), ("federation", 64, 57)]
)
def test_samples_are_whole_and_plausible(name, count, rated):
    players = read_list(books.SAMPLES / f"joueurs-{name}.csv")
    assert (len(players), sum("Cote" in player for player in players)) == (count, rated)
    for player in players:
        assert player["Nom"] and player["Prénom"] and player["Club"] and player["Série duplicate"]
        assert len(player["Licence"]) == 7 and player["Licence"].isdigit()
        assert 1000 <= int(player.get("Cote", 1000)) <= 3000


# Headers

SPELLINGS = {
    "N°": ["N°", "No", "no.", "Num", "Numéro", "NUMERO", "Number", "#", "Nº", "№", "N° joueur"],
    "Nom": ["Nom", "NOM", "nom :", "Nom de famille", "Last name", "Last-Name", "Surname", "Family name", "Name"],
    "Prénom": ["Prénom", "PRENOM", "Prénoms", "Prénom(s)", "First name", "Given name", "Forename", "first_name"],
    "Licence": ["Licence", "N° licence", "N° de licence", "No. licence", "Licence number", "License No", "ID"],
    "Club": ["Club", "CLUB", "Team", "Équipe"],
    "Cote": ["Cote", "Cote PL", "Cote (PL*)", "Elo classique", "Elo", "Rating", "PL", "PL*"],
    "Série duplicate": ["Série duplicate", "Série", "SERIE", "Series", "Serie", "Série (duplicate)"],
    "Absences": ["Absences", "Absent", "absence"],
    "Remarque": ["Remarque", "Remarques", "Note", "Remarks", "Comment", "Commentaires"],
}


@pytest.mark.parametrize(("key", "title"), [(key, title) for key, titles in SPELLINGS.items() for title in titles])
def test_a_column_is_found_under_every_natural_title(read, key, title):
    other = "Prénom" if key == "Nom" else "Nom"
    assert read(f"{other};{title}\n9;9") == [{other: "9", key: "9"}]


@pytest.mark.parametrize(
    "title", ["Nom Prénom", "Nom et prénom", "NOM / Prénom", "Nom, Prénom", "Joueur", "Player", "Full name", "Joueurs"]
)
def test_a_column_with_both_names_is_found_under_every_natural_title(read, title):
    assert read(f'"{title}";Club\nDUPONT Zoé;Lyon') == [{"Nom": "DUPONT", "Prénom": "Zoé", "Club": "Lyon"}]


@pytest.mark.parametrize(
    ("text", "surname", "first"),
    [
        ("DUPONT-MARTIN Jean Paul", "DUPONT-MARTIN", "Jean Paul"),
        ("N'DIAYE Fatou", "N'DIAYE", "Fatou"),
        ("DE LA FONTAINE Élise", "DE LA FONTAINE", "Élise"),
        ("ŒUVRARD Gaétan", "ŒUVRARD", "Gaétan"),
        ("DUPONT J.", "DUPONT", "J."),
        ("DUPONT J. Paul", "DUPONT", "J. Paul"),
        ("Dupont, Jean", "Dupont", "Jean"),
        ("de La Tour, Marie", "de La Tour", "Marie"),
        # not plain: all of it is the surname
        ("Jean Dupont", "Jean Dupont", ""),
        ("Jean DUPONT", "Jean DUPONT", ""),
        ("DUPONT JEAN", "DUPONT JEAN", ""),
        ("DUPONT", "DUPONT", ""),
        ("JP Dupont", "JP Dupont", ""),
        ("DUPONT de LIGNY Bernard", "DUPONT de LIGNY Bernard", ""),
        ("DUPONT de Ligny", "DUPONT de Ligny", ""),
        ("Dupont, Jean, fils", "Dupont, Jean, fils", ""),
        ("Dupont,", "Dupont,", ""),
    ],
)
def test_both_names_in_one_column_are_parted_only_where_the_text_shows_how(read, text, surname, first):
    expected = {"Nom": surname} | ({"Prénom": first} if first else {})
    assert read(f"Joueur;Club\n{text};\n") == [expected]


# Files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "iso-8859-1"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_separators_and_ends_of_lines(read, encoding, separator, end):
    lines = [["Cote", "Nom", "Prénom"], ["1803", "Dupont", "Zoé"], ["", "", ""], ["", "Ngo", "Éa"]]
    text = end.join(separator.join(line) for line in lines)
    assert read(text.encode(encoding)) == [DUPONT, {"Nom": "Ngo", "Prénom": "Éa"}]


def test_a_prepared_line_with_only_a_number_is_no_player(read):
    assert read("N°;Nom\n1;Dupont\n2;\n3;\n") == [{"N°": "1", "Nom": "Dupont"}]


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("1803", "1803"), ("1 803", "1803"), ("1\u202f803", "1803"), ("1'803", "1803"), ("1.803", "1803"),
        ('"1,803"', "1803"), ("1803,0", "1803"), ("1803.00", "1803"), ("1803*", "1803"), ("* 1 803", "1803"),
        ("1803,5", "1803,5"), ("1 803.25", "1803,25"),
        ("950", "950"), ("0950", "950"), ("0", None), ("", None),
    ],
)  # fmt: skip
def test_a_cote_is_read_as_people_write_it(read, text, digits):
    assert read(f"Nom;Cote\nDupont;{text}\n")[0].get("Cote") == digits
