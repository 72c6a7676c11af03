"""A bad list of players says at once all that is wrong with it."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("cote", ["abc", "1803,555", "12,5", "1.80", "-5", "12345", "18 03", "1803 ?", "١٨٠٣", "²"])
def test_a_cote_that_is_no_whole_number_is_refused_with_its_line(problems, cote):
    (sentence,) = problems(f"Nom;Cote\nDupont;{cote}\n")
    assert sentence.startswith(f"liste.csv, ligne 2, colonne « Cote » : « {cote} » n'est pas une cote")


def test_the_same_title_twice_is_refused_if_it_is_the_contracts_own(problems):
    (sentence,) = problems("Nom;Cote;Cote\nDupont;1;2\n")
    assert sentence.startswith("liste.csv, ligne 1, colonne « Cote » : cet intitulé figure deux fois")


def test_two_columns_of_one_meaning_that_differ_are_refused_unless_one_has_the_contracts_title(problems, read):
    (sentence,) = problems("Nom;Elo;Cote PL\nDupont;2100;1500\n")
    assert sentence.startswith(
        "liste.csv, ligne 1, colonne « Cote PL » : cet intitulé et « Elo » veulent tous deux dire"
    )
    assert "intitulez « Cote »" in sentence
    assert read("Nom;Elo;Cote PL\nDupont;1500;1500\nPetit;1400;\n")[1]["Cote"] == "1400"
    assert read("Nom;Elo;Cote\nDupont;2100;1500\n")[0]["Cote"] == "1500"
    assert read("Nom;Elo;Rating\nDupont;1 500;1500,0\n")[0]["Cote"] == "1500"


@pytest.mark.parametrize(("encoding", "end"), [("mac_roman", "\r"), ("cp850", "\r\n"), ("cp437", "\n")])
@pytest.mark.parametrize("name", ["Zoé", "Gisèle", "Benoît", "Jérôme"])
def test_letters_of_old_macs_and_of_dos_are_refused_not_misread(problems, read, encoding, end, name):
    text = f"Nom;Prénom\nDupont;{name}\n"
    assert "CSV UTF-8" in problems(text.replace("\n", end).encode(encoding))[0]
    for usual in ("utf-8", "utf-16", "cp1252"):
        assert read(text.encode(usual)) == [{"Nom": "Dupont", "Prénom": name}]


def test_without_a_column_of_names_the_titles_found_and_those_accepted_are_said(problems):
    (sentence,) = problems("Inscrits du jour\nWho;Licence;Rating\nDupont;1;1500\n")
    assert sentence.startswith("liste.csv, ligne 2 : aucune colonne")
    assert "« Who », « Licence », « Rating »" in sentence and "« Nom de famille »" in sentence


def test_bad_quotes_are_refused_with_their_line(problems):
    assert problems('Nom;Prénom\nDupont;Zoé\nNgo;"Éa\nSy;Awa\n')[0].startswith("liste.csv, ligne 3 : guillemets")
    assert problems('Nom;Prénom\n"Ngo "Le Mot"";Éa\n')[0].startswith("liste.csv, ligne 2 : guillemets")
    assert problems('"Nom;Prénom\nDupont;Zoé\n')[0].startswith("liste.csv, ligne 1 : guillemets")


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff", "Nom;Prénom\n", "Nom;Prénom\n;\n", ";;;\n"])
def test_an_empty_list_is_refused(problems, content):
    assert problems(content) == [
        "liste.csv : la liste ne contient aucun joueur ; écrivez-en un par ligne sous l'en-tête."
    ]


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


def test_a_list_that_was_sorted_with_its_header_is_refused(problems):
    names = ["Alpha", "Bravo", "Nom", "Petit", "Roux"]
    lines = [f"{name};{'Cote' if name == 'Nom' else 1500 - at}" for at, name in enumerate(names)]
    (sentence,) = problems("\n".join(lines))
    assert sentence.startswith("liste.csv, ligne 1 : des joueurs sont au-dessus des intitulés (ligne 3)")
