"""Lists as other programs leave them: sign-up forms, letters of other systems, filters, OpenDocument, .xls, last week's
workbook. What is not read is told; nothing is taken for something else. Names are invented.
"""

from __future__ import annotations

import csv
import io
import re
from datetime import date

import openpyxl
import pytest

from tests import books, foreign
from tests.plain_xlsx import build_parts, write_package
from tournament_xl.games.othello.schema import COLUMNS
from tournament_xl.games.scrabble.schema import COLUMNS as SCRABBLE_COLUMNS
from tournament_xl.messages.players import FEDERATION_TITLES, REGISTER_TITLES, SPELLINGS
from tournament_xl.players.list_table import NAME_KEYS, ListError
from tournament_xl.players.othello_list import read_othello_registrations
from tournament_xl.players.player_lists import read_player_list, read_register
from tournament_xl.workbook.schema import PLAYERS

# Sign-up forms

HELLOASSO = """Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;\
Nom payeur;Prénom payeur;Email payeur;Raison sociale;Tarif;Montant tarif;Numéro de licence;Votre club
1;04/03/2026;Validé;VIDAUL;Kévin;PAYEUR;Odile;o@exemple.invalid;;Plein;8,00;1000101;Bourg
2;04/03/2026;Annulé;MORILLE;Jean;PAYEUR;Odile;o@exemple.invalid;;Plein;8,00;1000102;Bourg
3;04/03/2026;Validé;ABRICO;Zoé;PAYEUR;Odile;o@exemple.invalid;;Jeune;4,00;1000103;
"""
MEMBERS = """Nom payeur;Prénom payeur;Nom adhérent;Prénom adhérent;Statut
A;B;VIDAUL;Kévin;Validé
A;B;ABRICO;Zoé;Remboursé
"""
GOOGLE = """"Horodateur","Adresse e-mail","Nom et prénom du joueur","Votre numéro de licence, si vous en avez","Club ?"
"2026/03/04 2:25:12 PM UTC+1","k@exemple.invalid","VIDAUL Kévin","1000101","Bourg, rive droite"
"2026/03/04 2:26:12 PM UTC+1","z@exemple.invalid","ABRICO Zoé","pas encore",""
"""
LICENSED = '"Horodateur","Nom du licencié","Prénom du licencié","Licence"\n"x","VIDAUL","Kévin","1000101"\n'
MICROSOFT = [
    ["ID", "Heure de début", "Heure de fin", "Adresse de messagerie", "Nom", "Nom de famille", "Prénom",
     "N° de licence"],
    *([n, "3/4/26 14:25", "3/4/26 14:26", "anonymous", "anonymous", name, first, 1000100 + n]
      for n, (name, first) in enumerate([("VIDAUL", "Kévin"), ("ABRICO", "Zoé"), ("MORILLE", "Jean")], 1)),
]  # fmt: skip
ASSOCONNECT = [
    ["ID du contact", "Nom", "Prénom", "Adresse email", "Nom du responsable légal", "Tarif", "Une licence ?"],
    [812, "VIDAUL", "Kévin", "k@exemple.invalid", "PARENT", "Adulte", "Oui"],
    [813, "ABRICO", "Zoé", "z@exemple.invalid", "PARENT", "Adulte", "Non"],
]


@pytest.mark.parametrize(("content", "players", "sentences"), [
    (HELLOASSO, ["VIDAUL Kévin 1000101 Bourg", "ABRICO Zoé 1000103"], ["1 inscription", "MORILLE Jean (Annulé)"]),
    (MEMBERS, ["VIDAUL Kévin"], ["ABRICO Zoé (Remboursé)", "Nom payeur"]),
    (GOOGLE, ["VIDAUL Kévin 1000101 Bourg, rive droite", "ABRICO Zoé"], ["1 licence sans chiffre", "(pas encore)"]),
    (LICENSED, ["VIDAUL Kévin 1000101"], ["Horodateur"]),
    ({"A": MICROSOFT}, ["VIDAUL Kévin 1000101", "ABRICO Zoé 1000102", "MORILLE Jean 1000103"], ["« ID » (1 ; 2 ; …)"]),
    ({"Inscrits": ASSOCONNECT}, ["VIDAUL Kévin", "ABRICO Zoé"], ["ID du contact", "Tarif", "Une licence ?"]),
    ("Horodateur;Prénom et nom\nx;Kévin VIDAUL\n", ["VIDAUL Kévin"], ["Horodateur"]),
    ("Joueur;Nom du parrain\nVIDAUL Kévin;X\n", ["VIDAUL Kévin"], ["Nom du parrain"]),
    ('"Votre nom","Votre prénom"\n"VIDAUL","Kévin"\n', ["VIDAUL Kévin"], []),
])  # fmt: skip
def test_a_sign_up_form_gives_its_players_and_nobody_else(coming, content, players, sentences):
    names, output = coming(content, "liste.xlsx" if isinstance(content, dict) else "liste.csv")
    assert names == players and all(words in output for words in sentences), output
    assert "guillemets" not in output


def test_who_sent_the_answers_is_a_player_only_where_the_form_asks_for_no_name_and_never_twelve_times(coming):
    names = ["VIDAUL Kévin", "Zoé A", "Jean M"]
    rows = [[*row[:4], name, "x"] for row, name in zip(MICROSOFT[1:], names, strict=True)]
    assert coming({"A": [[*MICROSOFT[0][:5], "Repas"], *rows]}, "liste.xlsx")[0] == names
    rows = [[n, "a", "b", "anonymous", "anonymous", f"P{n}"] for n in range(1, 13)]
    with pytest.raises(ListError, match="^liste.xlsx, A!E2 : « anonymous » à chaque ligne : ce n'est pas la colonne"):
        coming({"A": [[*MICROSOFT[0][:5], "Prénom"], *rows]}, "liste.xlsx")


def test_the_fee_of_a_form_is_not_othellos(tmp_path):
    (tmp_path / "liste.csv").write_text("Nom;Tarif;Adhérent\nVIDAUL;Plein tarif;Oui\n", encoding="utf-8")
    registrations = read_othello_registrations(tmp_path / "liste.csv", [tmp_path])
    assert registrations.players == [{"Nom": "VIDAUL", "Adhérent": "Oui"}]
    assert "Tarif" in registrations.warnings[0]


@pytest.mark.parametrize("othello", [False, True])
@pytest.mark.parametrize(("titles", "columns", "cotes"), [
    ("Classement", [["2145"], ["1 987"], ["1800"]], ["2145", "1987", "1800"]),
    ("Classement", [["2145"], ["1 987"], ["nc"]], ["2145", "1987", None]),
    ("Classement", [["5000"], ["100"], ["nc"]], ["5000", "100", None]),
    ("Classement", [["2145"], ["nc"], ["nc"]], ["2145", None, None]),
    ("Classement", [["3041"], ["7250"], ["1204"]], [None] * 3),
    ("Classement ELO", [["2145"], ["98"], [""]], ["2145", "98", None]),
    ("Classement", [["1"], ["2"], ["3"]], [None] * 3),
    ("Classement", [["2145"], ["1987"], ["99"]], [None] * 3),
    ("Classement", [["2145"], ["1987"], ["3e"]], [None] * 3),
    ("Classement", [["-"], ["nc"], ["?"]], [None] * 3),
    ("Classement;Classement", [["2145", "1"], ["1987", "2"], ["1800", "3"]], [None] * 3),
    ("Classement;Elo duplicate", [["2145", "1200"], ["1987", "1100"], ["1800", "1000"]], [None] * 3),
    ("Classement;Elo", [["214", "1200"], ["198", "1100"], ["180", "1000"]], ["1200", "1100", "1000"]),
])  # fmt: skip
def test_classement_is_the_cote_only_where_its_values_are_cotes_and_else_its_values_are_told(
    tmp_path, titles, columns, cotes, othello
):
    names = ("VIDAUL;Kévin", "ABRICO;Zoé", "MORILLE;Jean")
    rows = [f"Nom;Prénom;{titles}", *(";".join([name, *cells]) for name, cells in zip(names, columns, strict=True))]
    (tmp_path / "liste.csv").write_text("\n".join(rows), encoding="utf-8")
    player_list = read_player_list(tmp_path / "liste.csv", othello=othello)
    assert [player.get("Cote") for player in player_list.players] == cotes
    text = " ".join(player_list.warnings)
    ratings = [cote for cote in cotes if cote]
    values = " ; ".join([*ratings[:2], *(["…"] if len(ratings) > 2 else [])])
    is_told = f"la colonne « Classement » ({values}) est lue comme la cote" in text
    assert is_told == (titles == "Classement" and any(cotes))
    if not is_told and "Classement" in titles.split(";"):
        assert f"« Classement » ({columns[0][0]} ; {columns[1][0]} ; …)" in text
        assert re.search(r"sur la feuille Joueurs \(N°, .*Absences.*\)", text)


@pytest.mark.parametrize("cote", ["NC", "—", "«nc»", "n.c.", "Non classée", "–"])
def test_a_cote_that_says_there_is_none_is_none(coming, cote):
    assert coming(f"Nom;Prénom;Cote\nVIDAUL;Kévin;{cote}\nABRICO;Zoé;1500\n")[0] == ["VIDAUL Kévin", "ABRICO Zoé 1500"]


# Letters

NAMES = """Nom;Prénom;Club
Legrand;André;Besançon
DUPRÉ;Zoé;Hôpital
LEFèVRE;Noël;Forêt
Muñoz;Benoît;Là-bas
Ça;À;Brûlé
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp850"])
def test_letters_are_known_whatever_system_wrote_them(coming, encoding):
    expected = [line.replace(";", " ") for line in NAMES.splitlines()[1:]]
    assert coming(NAMES.encode(encoding))[0] == expected
    assert coming(NAMES.encode().decode("latin-1").encode())[0] == coming(NAMES.encode())[0], "UTF-8 written twice"


@pytest.mark.parametrize("name", [
    "Dupré", "Lefèvre", "Élise", "DUPRÉ", "François", "Noël", "Zoë", "Là", "Benoît", "Müller", "Muñoz", "ÎLE", "Øster",
    "São", "Šarič", "LEFèVRE", "Cœur", "ŒUVRARD", "L’Été",
])  # fmt: skip
@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850"])
def test_one_accent_in_the_list_is_read_right_or_refused_never_garbled(coming, name, encoding):
    data = f"Nom;Club\n{name};Lyon\n".encode(encoding, "ignore")
    expected = [f"{name.encode(encoding, 'ignore').decode(encoding)} Lyon"]
    try:
        assert coming(data)[0] == expected
    except ListError as error:
        assert encoding != "cp1252" or "Š" in name
        assert "lettres accentuées" in str(error)


# Rows that are no players, or out of sight

TABLE = [["Nom", "Prénom", "Cote", "Dernier tournoi"], ["VIDAUL", "Kévin", 1500, date(2015, 11, 15)],
         ["CACHÉ", "Max", 1450, None], ["ABRICO", "Zoé", 1400.5, None], ["MORILLE", "Jean", "NC", None]]  # fmt: skip


def filtered(path):
    book = openpyxl.Workbook()
    for row in TABLE:
        book.active.append(row)
    book.active.auto_filter.ref, book.active.row_dimensions[3].hidden = "A1:D5", True
    book.save(path)
    return path.read_bytes()


def as_form(ending, tmp_path):
    forms = {
        "xlsx": lambda: filtered(tmp_path / "a.xlsx"),
        "ods": lambda: foreign.ods(foreign.odf({"Feuille": TABLE}, hidden={3})),
        "fods": lambda: foreign.odf({"Feuille": TABLE}, hidden={3}).encode(),
        "xls": lambda: foreign.xls({"Feuil1": [row[:3] for row in TABLE]}),
    }
    return forms[ending]()


@pytest.mark.parametrize("ending", ["xlsx", "ods", "fods", "xls"])
def test_a_workbook_of_any_form_gives_who_is_in_sight_and_tells_the_others(coming, tmp_path, ending):
    data, name = as_form(ending, tmp_path), f"liste.{ending}"
    everybody = ["VIDAUL Kévin 1500", "CACHÉ Max 1450", "ABRICO Zoé 1400,5", "MORILLE Jean"]
    names, output = coming(data, name)
    if ending == "xls":  # what is hidden is not known there
        assert names == everybody and "toutes sont prises" in output
        return
    assert names == [person for person in everybody if "CACHÉ" not in person]
    assert f"{name} : 1 ligne masquée, laissée de côté : ligne 3 : CACHÉ Max. " in output
    assert coming(data, name, hidden=True)[0] == everybody
    listed = read_register(tmp_path / name)
    assert len(listed) == 4, "a filter takes nobody out of the federation's ranking"
    assert listed[0]["Dernier tournoi"] in ("42323", "2015-11-15")


def test_dates_from_1904_are_those_that_excel_for_mac_shows(tmp_path):
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    for row in TABLE[:2]:
        book.active.append(row)
    book.save(tmp_path / "mac.xlsx")
    assert read_register(tmp_path / "mac.xlsx")[0]["Dernier tournoi"] == "42323"


@pytest.mark.parametrize(("below", "words"), [
    ("\nTotal;;3\nAttente;;\nMORILLE;Jean;1200\n", ("ligne 5", "« Total »", "(Attente et MORILLE Jean)")),
    ("Liste d'attente :;;\nMORILLE;Jean;\n", ("ligne 4", "« Liste d'attente : »", "(MORILLE Jean)")),
    ("Arbitre : Odile;;\n", ("ligne 4", "joueur ou remarque", "supprimez cette ligne")),
    ("\nOdile;;\n", ("ligne 5", "« Odile »", "joueur ou remarque")),
])  # fmt: skip
def test_a_note_and_what_stands_below_it_are_asked_about_before_its_blank_line_is_gone(coming, below, words):
    players = "Nom;Prénom;Cote\nVIDAUL;Kévin;1500\nABRICO;Zoé;1400\n"
    with pytest.raises(ListError) as error:
        coming(players + below)
    assert len(error.value.sentences) == 1 and all(word in str(error.value) for word in words), error.value
    assert len(coming(f"{players}\nTotal;Jean;\n\nNOTE;Ida;\n")[0]) == 4, "people of these names, in two groups"


PLAYERS_OF_TWO = "Nom;Prénom;Cote\n{}VIDAUL;Kévin;1500\nABRICO;Zoé;1400\n{}MORILLE;Jean;NC\nBOLET;Ida;\n"


@pytest.mark.parametrize(("content", "words"), [
    (PLAYERS_OF_TWO.format("Groupe A;;\n", "Groupe B;;\n"), "lignes 2 et 5 : « Groupe A » et « Groupe B » : joueur ou"),
    (PLAYERS_OF_TWO.format("", "Lyon;;\n"), "ligne 4, colonne « Nom » : « Lyon » : joueur ou remarque ?"),
    ("Joueur;Cote\nClub de Vienne;\nVIDAUL Kévin;1500\nAbrico Zoé;1400\n", "« Club de Vienne » : joueur ou remarque"),
    ("Joueur\nDivision 1\nVidaul Kévin\nAbrico Zoé\n", "« Division 1 » : joueur ou remarque"),
    ("Nom;Prénom;Cote\nVIDAUL;#N/A;#REF!\n", "« Prénom » : « #N/A » est l'erreur d'une formule"),
    ("Joueur\nVIDAUL Kévin 1500\n1. ABRICO Zoé\nMORILLE Jean 12345\n", "lignes 3 et 4 : un nom n'a pas de nombre"),
    ("Nom;Prénom;;Nom;Prénom\nVIDAUL;Zoé;;ABRICO;Zoé\n", "ligne 1, colonnes 1 et 4 (« Nom ») : deux colonnes "),
    ("Name;Surname\nKévin;VIDAUL\n", "colonnes 1 et 2 (« Name » et « Surname ») : deux colonnes"),
    ("Nom;Elo;Rating\nVIDAUL;1500;1400\n", "colonnes 2 et 3 (« Elo » et « Rating »)"),
])  # fmt: skip
def test_what_may_be_no_player_or_the_wrong_column_is_asked_about_once(coming, content, words):
    with pytest.raises(ListError) as error:
        coming(content)
    asked = [sentence for sentence in error.value.sentences if words in sentence]
    assert len(asked) == 1 and len(error.value.sentences) == 1 + ("#REF!" in content), error.value


@pytest.mark.parametrize(("content", "players"), [
    ("Nom;Prénom;Cote\nVIDAUL;;\nABRICO;;\nMORILLE;Jean;1500\n", ["VIDAUL", "ABRICO", "MORILLE Jean 1500"]),
    ("Nom;Club\nVIDAUL Kévin;\nABRICO Zoé;A\nMORILLE Jean;A\n", ["VIDAUL Kévin", "ABRICO Zoé A", "MORILLE Jean A"]),
    ("Joueur;Cote\nVidaul Kévin;\nAbrico Zoé;9\nBolet Ida;9\n", ["Vidaul Kévin", "Abrico Zoé 9", "Bolet Ida 9"]),
    ("Joueur\nVIDAUL Jean-Luc 1652 4b\nAbrico  Zoé (S)\nBolet Ida - 1500\n",
     ["VIDAUL Jean-Luc 1652 4B", "Abrico Zoé (S)", "Bolet Ida 1500"]),
    ("Name;First name;Last name\nZoé Abrico;Zoé;Abrico\n", ["Abrico Zoé"]),
    ("Nom;Prénom;Nom de famille\nMme Abrico;Zoé;Abrico\n", ["Abrico Zoé"]),
    ("Nom;Prénom;Nom\nVIDAUL;Kévin;Vidaul\n", ["VIDAUL Kévin"]),
    ("Nom;Prénom;Nom\nVIDAUL;Kévin;\n", ["VIDAUL Kévin"]),
])  # fmt: skip
def test_a_list_is_read_as_people_have_it(coming, content, players):
    assert coming(content)[0] == players


def test_whole_names_are_told_where_no_first_name_shows_or_where_they_say_something_else(coming):
    names, output = coming("Joueur\nJean Paul Bolet\nVidaul Kévin\n")
    assert names == ["Jean Paul Bolet", "Vidaul Kévin"]
    assert "1 nom de trois mots ou plus, où rien ne montre le prénom : Jean Paul Bolet. Dans la liste" in output
    names, output = coming("Joueur\nN'GUYEN Thi Mai\nDE LA TOUR Jean\nVidaul Kévin\n")
    assert names == ["N'GUYEN Thi Mai", "DE LA TOUR Jean", "Vidaul Kévin"]
    assert "rien ne montre" not in output, "what the sentence tells to do helps"
    names, output = coming("Joueur;Nom;Prénom\nZoé Abrico;Abrico;Zoé\nIda Bolet;Vidaul;Kévin\n")
    assert names == ["Abrico Zoé", "Vidaul Kévin"] and "qui comptent : Ida Bolet (Vidaul Kévin)." in output


CLUBS = [["Club", "Nom", "Prénom"], ["Lyon", "VIDAUL", "Kévin"], [None, "ABRICO", "Zoé"], [None, None, None],
         [None, "MORILLE", "Jean"]]  # fmt: skip


@pytest.mark.parametrize("ending", ["xlsx", "fods"])
def test_a_merged_club_is_that_of_each_player_beside_it(coming, tmp_path, ending):
    if ending == "xlsx":
        book = openpyxl.Workbook()
        for row in CLUBS:
            book.active.append(row)
        book.active.merge_cells("A2:A4")
        book.save(tmp_path / "a.xlsx")
        data = (tmp_path / "a.xlsx").read_bytes()
    else:
        cell = foreign.odf_cell("Lyon")
        spanned = cell.replace("<table:table-cell", '<table:table-cell table:number-rows-spanned="3"', 1)
        data = foreign.odf({"A": CLUBS}).replace(cell, spanned).encode()
    assert coming(data, f"liste.{ending}")[0] == ["VIDAUL Kévin Lyon", "ABRICO Zoé Lyon", "MORILLE Jean"]


# Read, or told


@pytest.mark.parametrize("othello", [False, True])
def test_every_column_of_every_list_is_read_or_told(tmp_path, othello):
    """The federation's file; a table with all titles that are known, and one that is not; forms."""
    values = {"N°": "7", "Cote": "1500", "Licence": "1000101", "Dernier tournoi": "21/11/2025", "Nom": "VIDAUL"}
    federation = [values.get(title, f"v{index}") for index, title in enumerate(FEDERATION_TITLES)]
    federation[3] = federation[9] = "1500"
    titles = list(dict.fromkeys((*SCRABBLE_COLUMNS[PLAYERS], *COLUMNS[PLAYERS], *REGISTER_TITLES, "Anonyme", "Repas")))
    tables = [
        (FEDERATION_TITLES, [federation]),
        (titles, [titles, [values.get(title, f"v {title}") for title in titles]]),
    ]
    for key, spellings in SPELLINGS.items():
        for title in spellings.split("|") if key not in (*NAME_KEYS, "Statut") else ():
            tables.append((["Nom", title], [["Nom", title], ["VIDAUL", values.get(key, "v")]]))
    for header, rows in tables:
        written = io.StringIO(newline="")
        csv.writer(written, delimiter=";").writerows(rows)
        (tmp_path / "liste.csv").write_text(written.getvalue(), encoding="utf-8")
        player_list = read_player_list(tmp_path / "liste.csv", othello=othello)
        warnings = " ".join(player_list.warnings)
        for title, value in zip(header, rows[-1], strict=True):
            filled_by_us = title in ("Rang initial", "Droits")
            is_seen = filled_by_us or header is FEDERATION_TITLES  # what it has besides is of no use to a tournament
            assert value in player_list.players[0].values() or title in warnings or is_seen, (header, title)


@pytest.mark.parametrize(
    ("formula", "name", "content", "place"),
    [
        ("classique", "l.csv", "Open;\n;\nNom;Absences\nA;\n\nB;mardi\n", "l.csv, ligne 6, colonne « Absences » : "),
        ("classique", "l.xlsx", {"Venus": [["Nom", "Absences"], ["A", ""], [], ["B", "mardi"]]}, "l.xlsx, Venus!B4 : "),
        ("othello", "l.txt", "% venus\n7 NEUF, Zoé {FRA}\n8 ABRICO\n7 VIDAUL, Kévin {FRA}\n", "l.txt, ligne 4 : "),
    ],
)  # fmt: skip
def test_a_refused_list_is_told_by_its_own_rows_for_there_is_no_workbook(
    tmp_path, capsys, formula, name, content, place
):
    path = tmp_path / name
    if isinstance(content, dict):
        write_package(path, build_parts(content))
    else:
        path.write_text(content, encoding="utf-8")
    assert books.run("new", tmp_path / "neuf.xlsx", "--formule", formula, "--joueurs", path) == 2
    output = capsys.readouterr().err
    assert place in output and "Joueurs!" not in output, output
    assert not (tmp_path / "neuf.xlsx").exists()


# Last week's workbook


def test_a_workbook_of_ours_as_a_list_gives_people_with_their_newest_cotes_not_the_event(tmp_path, capsys):
    place = ("--set", "Lieu=Bourg", "--set", "Salle=Halle", "--set", "Courriel fédération=f@exemple.invalid")
    path = books.create(tmp_path / "avant", 8, *place)
    books.pair(path)
    books.edit(path, {"Joueurs!Absences!6": "4-", "Joueurs!Remarque!7": "payé"})
    books.simulate(path, 5)
    assert books.run("ratings", path) == 0
    cotes = {row["Joueur"]: row["Nouvelle cote"] for row in books.lines(path, "Cotes")}
    capsys.readouterr()
    new = tmp_path / "neuf.xlsx"
    assert books.run("new", new, "--formule", "classique", "--joueurs", path, "--set", "Lieu=Ville") == 0
    output = capsys.readouterr().out
    assert output.count("joueurs repris de ce tournoi avec leur nouvelle cote, et Lieu, Salle et Courriel") == 1
    assert "colonnes laissées" not in output
    listed = books.lines(new, "Joueurs")
    assert [(row["N°"], row["Absences"], row["Remarque"]) for row in listed] == [(None, None, None)] * 8
    assert {f"{row['Nom']} {row['Prénom']}": row["Cote"] for row in listed} == cotes and len(cotes) == 8
    assert (books.setting(new, "Lieu"), books.setting(new, "Salle")) == ("Ville", "Halle")
    assert not books.setting(new, "Nom") and not books.setting(new, "Date de début")
    assert books.run("export", path, "--to", tmp_path / "tables") == 0
    player_list = read_player_list(tmp_path / "tables" / "cotes.csv")
    assert {player["Nom"]: float(player["Cote"].replace(",", ".")) for player in player_list.players} == cotes
    assert "Cote initiale" in " ".join(player_list.warnings)
    assert [*player_list.players[0]] == ["Nom", "Licence", "Cote"], "neither N° nor the series that the cote gives"
    player_list = read_player_list(tmp_path / "tables" / "joueurs.csv")
    assert not {"N°", "Absences", "Remarque"} & {key for player in player_list.players for key in player}
    unread = player_list.warnings[0]
    assert "laissées de côté" in unread
    assert re.findall("« (.*?) »", unread) == ["N°", "Cote imputée", "Absences", "Remarque"]


@pytest.mark.parametrize("formula", ["classique", "othello"])
@pytest.mark.parametrize("name", ["Odile", "Durand Odile", "Total", "Club de Lyon"])
def test_who_has_a_number_in_a_workbook_of_ours_is_a_player_even_with_a_name_alone(tmp_path, capsys, formula, name):
    path = books.pair(books.create(tmp_path / "avant", 8, formula=formula))
    beside = ("Prénom", "Cote", *(("Licence",) if formula == "classique" else ()))
    books.edit(path, {"Joueurs!Nom!9": name} | {f"Joueurs!{column}!9": None for column in beside})
    books.simulate(books.update(path), 3)
    capsys.readouterr()
    new = tmp_path / "neuf.xlsx"
    assert books.run("new", new, "--formule", formula, "--joueurs", path) == 0, capsys.readouterr()
    listed = books.lines(new, "Joueurs")
    assert [(row["N°"], row["Nom"]) for row in listed][4] == (None, name) and len(listed) == 8
    assert [row["Remarque"] for row in listed].count("au tournoi précédent") == (name != "Durand Odile")
    books.pair(new)


def test_r10_who_played_last_week_is_no_returner(tmp_path, capsys):
    listed = tmp_path / "liste.csv"
    rows = "".join(f"Nom{n};{1500 - n};1;12/10/2023\n" for n in range(1, 9))
    listed.write_text("Nom;Cote;Série duplicate;Dernier tournoi\n" + rows, encoding="utf-8")
    path = tmp_path / "avant.xlsx"
    dated = ("--set", "Date de début=20/11/2026", "--set", "Date de fin=21/11/2026")
    assert books.run("new", path, "--formule", "classique", "--joueurs", listed, *dated) == 0
    books.edit(path, {"Joueurs!Absences!12": "1-"})  # Nom8 is listed, and was not there
    books.simulate(path, 5)
    assert books.run("ratings", path) == 0
    assert {player["Nom"]: player["Dernier tournoi"] for player in read_player_list(path).players} == {
        f"Nom{n}": "12/10/2023" if n == 8 else "21/11/2026" for n in range(1, 9)
    }
    new = tmp_path / "neuf.xlsx"
    dated = ("--set", "Date de début=28/11/2026")
    assert books.run("new", new, "--formule", "classique", "--joueurs", path, *dated) == 0
    capsys.readouterr()
    assert books.run("pair", new) == 0
    assert "2250 au lieu de 1492" in (output := capsys.readouterr().out) and output.count("au lieu de") == 1


def test_provisional_cotes_are_nobodys_newest_and_the_worlds_numbers_stay_in_othello(tmp_path):
    path = books.create(tmp_path, 8)
    books.simulate(path, 2)
    assert books.run("ratings", path, "--provisional") == 0
    cotes = {player["Cote"] for player in read_player_list(path).players}
    assert cotes == {str(2500 - 10 * n) for n in range(1, 9)}
    listed = tmp_path / "othello.csv"
    listed.write_text("N°;Nom;Pays\n2788;VIDAUL;FRA\n;ABRICO;FRA\n", encoding="utf-8")
    words = ("--formule", "othello", "--rondes", 1, "--joueurs", listed)
    assert books.run("new", tmp_path / "o.xlsx", *words) == 0
    assert books.run("pair", tmp_path / "o.xlsx") == 0
    numbers = {
        player["Nom"]: player.get("N°") for player in read_player_list(tmp_path / "o.xlsx", othello=True).players
    }
    assert numbers == {"VIDAUL": "2788", "ABRICO": None}


@pytest.mark.parametrize(("name", "content"), [
    ("liste.csv", "Nom;Prénom;Cote;Cat.\nVIDAUL;Kévin;1500;V\nABRICO;Zoé;1400;S\nCERISE;Ève;1300;V\n"),
    ("joueurs.txt", "".join(f"{name};P;10000{index};1500;2A;LYON;{age};FRA;FRA;{1500 - index};B;1;21/11/2025\n"
                            for index, (name, age) in enumerate([("VIDAUL", "V"), ("ABRICO", "S"), ("CERISE", "V")]))),
])  # fmt: skip
def test_a_prize_of_a_category_is_won_by_the_column_that_the_list_brought(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    path = tmp_path / "a.xlsx"
    assert books.run("new", path, "--formule", "toutes-rondes", "--joueurs", tmp_path / name) == 0
    assert [row["Catégorie"] for row in books.lines(path, "Joueurs")] == ["V", "S", "V"]
    books.edit(path, {"Prix!Prix!5": "Vermeil", "Prix!Pour!5": "Catégorie V"})
    assert books.run("simulate", path) == 0
    (prize,) = books.lines(path, "Prix")
    first = next(row["Joueur"] for row in books.lines(path, "Classement") if not row["Joueur"].startswith("ABRICO"))
    assert prize["Gagnant"] == first
