"""Lists of players: every form gives the same players, and a bad list says at once all that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import read_list

SAMPLES = Path(__file__).parent.parent / "samples"
DUPONT = {"Nom": "Dupont", "Prénom": "Zoé", "Cote": "1803"}


@pytest.fixture
def read(tmp_path):
    """Reads a text (or bytes) as if it were the file liste.csv."""

    def run(content: str | bytes, name: str = "liste.csv") -> list[dict[str, str]]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_list(path)

    return run


@pytest.fixture
def problems(read):
    def run(content: str | bytes, name: str = "liste.csv") -> list[str]:
        with pytest.raises(ListError) as error:
            read(content, name)
        assert str(error.value) == "\n".join(error.value.sentences)
        return error.value.sentences

    return run


@pytest.fixture
def workbook(tmp_path):
    """Writes sheets of rows as an .xlsx."""

    def run(sheets: dict[str, list[list[object]]], name: str = "liste.xlsx") -> Path:
        book = openpyxl.Workbook()
        book.remove(book.active)
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / name)
        return tmp_path / name

    return run


# The samples


@pytest.mark.parametrize(
    ("name", "count", "rated"), [("geneve", 15, 13), ("cote-saint-andre", 12, 10), ("federation", 64, 57)]
)
def test_samples_are_whole_and_plausible(name, count, rated):
    players = read_list(SAMPLES / f"joueurs-{name}.csv")
    assert (len(players), sum("Cote" in player for player in players)) == (count, rated)
    for player in players:
        assert player["Nom"] and player["Prénom"] and player["Club"] and player["Série duplicate"]
        assert len(player["Licence"]) == 7 and player["Licence"].isdigit()
        assert 1000 <= int(player.get("Cote", 1000)) <= 3000


def test_a_sample_in_windows_1252_keeps_its_ligatures():
    names = [player["Nom"] for player in read_list(SAMPLES / "joueurs-cote-saint-andre.csv")]
    assert "Cœurdevey" in names and "Lœwenguth" in names


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


def test_with_the_surname_last_its_capitals_are_looked_for_at_the_end(read):
    players = read("Prénom Nom;Club\nMarie Ève DE LA TOUR;a\nMarie Tour;b\nTOUR Marie;c\n")
    assert [(player["Nom"], player.get("Prénom")) for player in players] == [
        ("DE LA TOUR", "Marie Ève"), ("Marie Tour", None), ("TOUR Marie", None),
    ]  # fmt: skip


def test_a_column_of_first_names_leaves_the_other_one_whole(read):
    assert read("Joueur;Prénom\nDE MAN Bis;Zoé") == [{"Nom": "DE MAN Bis", "Prénom": "Zoé"}]


def test_separate_names_win_over_a_combined_column(read):
    assert read("Joueur;Nom;Prénom\nX;Dupont;Zoé") == [{"Nom": "Dupont", "Prénom": "Zoé"}]


def test_the_contracts_own_label_wins_over_a_synonym(read):
    assert read("Nom;Elo;Cote\nDupont;1;2") == [{"Nom": "Dupont", "Cote": "2"}]
    assert read("Nom;Elo;Rating\nDupont;1;2") == [{"Nom": "Dupont", "Cote": "1"}]


def test_unknown_columns_and_the_initial_rank_are_ignored(read):
    assert read("Courriel;Nom;Rang initial;Elo duplicate\na@b;Dupont;3;2400") == [{"Nom": "Dupont"}]


# Files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "iso-8859-1"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_separators_and_ends_of_lines(read, encoding, separator, end):
    lines = [["Cote", "Nom", "Prénom"], ["1803", "Dupont", "Zoé"], ["", "", ""], ["", "Ngo", "Éa"]]
    text = end.join(separator.join(line) for line in lines)
    assert read(text.encode(encoding)) == [DUPONT, {"Nom": "Ngo", "Prénom": "Éa"}]


def test_titles_blank_lines_and_empty_columns_do_no_harm(read):
    text = "Joueurs\n\nTournoi de Lyon, 21 mai, salle 3;;\n;Nom;Prénom;Cote;\n\n;Dupont;Zoé;1803;\n;;;;\n \n"
    assert read(text) == [DUPONT]


def test_excels_separator_line_and_the_end_mark_of_dos_do_no_harm(read):
    assert read("sep=;\nNom;Prénom;Cote\nDupont;Zoé;1803\n\x1a") == [DUPONT]


def test_commas_in_the_cells_of_a_semicolon_list_do_not_make_it_a_comma_list(read):
    text = "Nom;Absences;Remarque\nDupont;3, 5;a, b, c\nNgo;2, 4;d, e, f\n"
    assert read(text)[0] == {"Nom": "Dupont", "Absences": "3, 5", "Remarque": "a, b, c"}


def test_a_single_column_of_surname_comma_first_name(read):
    assert read("Joueur\nDupont, Jean\nNgo, Éa\n")[1] == {"Nom": "Ngo", "Prénom": "Éa"}


def test_quoted_cells_may_hold_separators_quotes_and_ends_of_lines(read):
    text = 'Nom, Club, Remarque\n"Dupont", "Le ""Mot"", Lyon", "a\nb"\nNgo,,\n'
    assert read(text)[0] == {"Nom": "Dupont", "Club": 'Le "Mot", Lyon', "Remarque": "a b"}


def test_hard_spaces_are_blanks_and_formulas_are_text(read):
    assert read("Nom;Club\n\u00a0Dupont ;=1+1\n") == [{"Nom": "Dupont", "Club": "=1+1"}]


def test_a_prepared_line_with_only_a_number_is_no_player(read):
    assert read("N°;Nom\n1;Dupont\n2;\n3;\n") == [{"N°": "1", "Nom": "Dupont"}]


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("1803", "1803"), ("1 803", "1803"), ("1\u202f803", "1803"), ("1'803", "1803"), ("1.803", "1803"),
        ('"1,803"', "1803"), ("1803,0", "1803"), ("1803.00", "1803"), ("1803*", "1803"), ("* 1 803", "1803"),
        ("950", "950"), ("0950", "950"), ("0", None), ("", None),
    ],
)  # fmt: skip
def test_a_cote_is_read_as_people_write_it(read, text, digits):
    assert read(f"Nom;Cote\nDupont;{text}\n")[0].get("Cote") == digits


# The federation's file

FEDERATION = "DUPONT;Zoé;1234567;2300;2A;LYON;S;FRA;FRA;1803;B;1\nNGO;Éa;1234568;1500;4D;PAU;S;PL;ID;0;;0\n"


@pytest.mark.parametrize("dated", ["", ";21/11/2026"])
def test_the_federations_file_has_no_header_and_12_or_13_columns(read, dated):
    text = FEDERATION.replace("\n", dated + "\n")
    assert read(text.encode("iso-8859-1"), "joueurs.txt") == [
        DUPONT | {"Nom": "DUPONT", "Licence": "1234567", "Club": "LYON", "Série duplicate": "2A"},
        {"Nom": "NGO", "Prénom": "Éa", "Licence": "1234568", "Club": "PAU", "Série duplicate": "4D"},
    ]


def test_a_player_called_like_a_title_is_no_header(read):
    assert read(FEDERATION.replace("DUPONT", "PLAYER").replace("Zoé", "Team"))[0]["Nom"] == "PLAYER"


def test_the_federations_columns_under_a_header_read_the_same(read):
    header = (
        "Nom;Prénoms;Licence;Elo duplicate;Série duplicate;Club;Catégorie;Nationalité;Fédération;"
        "Elo classique;Série classique;Coefficient classique\n"
    )
    assert read(header + FEDERATION) == read(FEDERATION)


def test_a_bad_line_of_the_federations_file_is_named(problems):
    assert problems(FEDERATION + "SY;Awa\n" + "KA;Bo;7654321;1500;4D;PAU;S;SEN;SEN;abc;;0\n") == [
        "liste.csv, ligne 3 : 2 colonnes au lieu des 12 ou 13 du fichier de la fédération ; corrigez la ligne.",
        "liste.csv, ligne 4, colonne « Elo classique » : « abc » n'est pas une cote ; "
        "écrivez un nombre entier comme 1803, ou laissez vide.",
    ]


# Workbooks


def test_a_workbook_gives_the_sheet_called_joueurs(workbook):
    path = workbook({
        "Tournoi": [["Nom", "Prénom"], ["Faux", "Nez"]],
        "joueurs": [["Liste"], [], [None, "Nom", "Prénom", "Cote", "Club"], [], [None, "Dupont", "Zoé", 1803.0, 75]],
    })  # fmt: skip
    assert read_list(path) == [DUPONT | {"Club": "75"}] == read_list(str(path))


def test_a_workbook_without_it_gives_the_first_sheet_with_a_header(workbook):
    path = workbook({"Salle": [["Tables", 12]], "Inscrits": [["Joueur"], ["DUPONT Zoé"]], "Autre": [["Nom"], ["x"]]})
    assert read_list(path) == [{"Nom": "DUPONT", "Prénom": "Zoé"}]


def test_a_formula_in_a_workbook_is_never_run(workbook):
    assert read_list(workbook({"A": [["Nom", "Club"], ["Dupont", '=HYPERLINK("http://x")']]}))[0]["Nom"] == "Dupont"


def test_a_workbook_is_known_by_its_content(workbook):
    path = workbook({"A": [["Nom"], ["Dupont"]]})
    assert read_list(path.rename(path.with_suffix(".csv"))) == [{"Nom": "Dupont"}]


def test_problems_of_a_workbook_name_the_cell(workbook):
    rows = [["Nom", "Licence", "Cote"], ["Dupont", 1, "bon"], ["Ngo", 1, 1803.5], [None, 2, 1500]]
    with pytest.raises(ListError) as error:
        read_list(workbook({"Joueurs": rows}))
    starts = ["Joueurs!C2 : « bon »", "Joueurs!C3 : « 1803.5 »", "Joueurs!B3 : cette licence", "Joueurs!A4 : il manque"]
    for sentence, start in zip(error.value.sentences, starts, strict=True):
        assert sentence.startswith(f"liste.xlsx, {start}")
    assert "celle de Dupont (Joueurs!B2)" in error.value.sentences[2]


# What is refused


def test_everything_that_is_wrong_is_said_at_once(problems):
    text = """Tournoi de Lyon
N°;Nom;Prénom;Licence;Cote
1;Dupont;Zoé;100;mille
1;Ngo;Éa;101;
x;;Awa;102;1500

;Sy;Bo;100;1400
;Léa;Ba;;1300
;LEA;Bà;;1200
;Kâ;Li;103;1200;trop
"""
    assert problems(text) == [
        "liste.csv, ligne 3, colonne « Cote » : « mille » n'est pas une cote ; "
        "écrivez un nombre entier comme 1803, ou laissez vide.",
        "liste.csv, ligne 4, colonne « N° » : ce numéro est déjà celui de Dupont Zoé (ligne 3) ; "
        "changez-en un, ou laissez vide.",
        "liste.csv, ligne 5, colonne « Nom » : il manque le nom ; écrivez-le, ou supprimez la ligne.",
        "liste.csv, ligne 5, colonne « N° » : « x » n'est pas un numéro de joueur ; écrivez 1, 2, 3…, ou laissez vide.",
        "liste.csv, ligne 7, colonne « Licence » : cette licence est déjà celle de Dupont Zoé (ligne 3) ; "
        "supprimez une des deux lignes ou corrigez la licence.",
        "liste.csv, ligne 9, colonne « Nom » : Léa Ba figure déjà dans la liste (ligne 8) ; "
        "supprimez une des deux lignes ou, pour des homonymes, donnez les deux licences.",
        "liste.csv, ligne 10 : 6 cellules pour 5 colonnes ; "
        "mettre entre guillemets toute cellule qui contient le séparateur (point-virgule).",
    ]


@pytest.mark.parametrize(
    ("licences", "sentence"),
    [
        (("1", "2"), None),
        (("1", "1"), "cette licence est déjà"),
        (("", ""), "figure déjà"),
        (("1", ""), "figure déjà"),
        (("", "1"), "figure déjà"),
    ],
)
def test_homonyms_need_two_licences(read, problems, licences, sentence):
    text = "Nom;Prénom;Licence\nSy;Awa;{}\nSY;Awa;{}\n".format(*licences)
    if sentence:
        (said,) = problems(text)
        assert sentence in said and "ligne 3" in said and "(ligne 2)" in said
    else:
        assert len(read(text)) == 2


@pytest.mark.parametrize("cote", ["abc", "1803,5", "-5", "12345", "18 03", "1803 ?", "١٨٠٣", "²"])
def test_a_cote_that_is_no_whole_number_is_refused_with_its_line(problems, cote):
    (sentence,) = problems(f"Nom;Cote\nDupont;{cote}\n")
    assert sentence.startswith(f"liste.csv, ligne 2, colonne « Cote » : « {cote} » n'est pas une cote")


def test_the_same_title_twice_is_refused_if_it_is_the_contracts_own(problems):
    (sentence,) = problems("Nom;Cote;Cote\nDupont;1;2\n")
    assert sentence.startswith("liste.csv, ligne 1, colonne « Cote » : cet intitulé figure deux fois")


def test_without_a_column_of_names_the_titles_found_and_those_accepted_are_said(problems):
    (sentence,) = problems("Inscrits du jour\nWho;Licence;Rating\nDupont;1;1500\n")
    assert sentence.startswith("liste.csv, ligne 2 : aucune colonne")
    assert "« Who », « Licence », « Rating »" in sentence and "« Nom de famille »" in sentence


def test_bad_quotes_are_refused_with_their_line(problems):
    assert problems('Nom;Prénom\nDupont;Zoé\nNgo;"Éa\nSy;Awa\n')[0].startswith("liste.csv, ligne 3 : guillemets")
    assert problems('Nom;Prénom\n"Ngo "Le Mot"";Éa\n')[0].startswith("liste.csv, ligne 2 : guillemets")
    assert problems('"Nom;Prénom\nDupont;Zoé\n')[0].startswith("liste.csv, ligne 1 : guillemets")


def test_an_unquoted_comma_that_shifts_cells_is_refused(problems):
    (sentence,) = problems("Nom,Cote,Absences\nDupont,1803,3, 5\nNgo,1500,\n")
    assert sentence.startswith("liste.csv, ligne 2 : 4 cellules pour 3 colonnes") and "(virgule)" in sentence


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff", "Nom;Prénom\n", "Nom;Prénom\n;\n", ";;;\n"])
def test_an_empty_list_is_refused(problems, content):
    assert problems(content) == [
        "liste.csv : la liste ne contient aucun joueur ; écrivez-en un par ligne sous l'en-tête."
    ]


def test_an_empty_workbook_is_refused(workbook):
    for sheets in ({"A": []}, {"Joueurs": [["Nom", "Prénom"]], "A": [["Nom"], ["Dupont"]]}):
        with pytest.raises(ListError, match="aucun joueur"):
            read_list(workbook(sheets))
    with pytest.raises(ListError, match="Plan!A1 : aucune colonne"):
        read_list(workbook({"Plan": [["Salle", "Table"], ["A", 1]]}))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("image.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "texte lisible"),
        ("utf16.csv", "Nom;Prénom\nDupont;Zoé".encode("utf-16-le"), "texte lisible"),
        ("moitie.csv", b"\xff\xfeN", "texte lisible"),
        ("bizarre.csv", b"Nom\nDup\x81nt\xe9", "texte lisible"),
        ("texte.xlsx", b"Nom;Prenom\nDupont;Zoe\n", "classeur Excel lisible"),
        ("vide.xlsm", b"", "classeur Excel lisible"),
        ("zip.csv", b"PK\x03\x04 and no more", "classeur Excel lisible"),
        ("vieux.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "ancien format .xls"),
        ("secret.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "mot de passe"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(problems, name, content, words):
    (sentence,) = problems(content, name)
    assert sentence.startswith(f"{name} : ") and words in sentence


@pytest.mark.parametrize(("path", "words"), [("rien.csv", "n'existe pas"), (".", "pas un fichier"), ("a\0b", "existe")])
def test_no_file_to_read(tmp_path, path, words):
    with pytest.raises(ListError, match=words):
        read_list(tmp_path / path)


def test_limits_of_size(problems, monkeypatch):
    monkeypatch.setattr("tournament_xl.lists.read.MAX_LINES", 3)
    assert "plus de 3 lignes" in problems("Nom\na\nb\nc\nd\n")[0]
    monkeypatch.setattr("tournament_xl.lists.read.MAX_BYTES", 5)
    assert "plus de 0 Mo" in problems("Nom;Club\n")[0]
