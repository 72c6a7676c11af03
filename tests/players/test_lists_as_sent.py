"""Lists as forms, mails and messages leave them: exactly these players, or exactly this question. Names are invented.

Nobody is lost or added without a word: what is set aside is told with its line.
"""

from __future__ import annotations

import pytest

THREE = ["Durand Paul", "Martin Anne", "Petit Luc"]

# Sign-up forms

HELLOASSO = """Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;\
Nom payeur;Prénom payeur;Email payeur;Raison sociale;Tarif;Montant tarif;Numéro de licence;Votre club
1;04/03/2026;Validé;VIDAUL;Kévin;PAYEUR;Odile;o@exemple.invalid;;Plein;8,00;1000101;Bourg
2;04/03/2026;Annulé;MORILLE;Jean;PAYEUR;Odile;o@exemple.invalid;;Plein;8,00;1000102;Bourg
3;04/03/2026;Validé;ABRICO;Zoé;PAYEUR;Odile;o@exemple.invalid;;Jeune;4,00;1000103;
"""
GOOGLE = """"Horodateur","Adresse e-mail","Nom et prénom du joueur","Votre numéro de licence, si vous en avez","Club ?"
"2026/03/04 2:25:12 PM UTC+1","k@exemple.invalid","VIDAUL Kévin","1000101","Bourg, rive droite"
"2026/03/04 2:26:12 PM UTC+1","z@exemple.invalid","ABRICO Zoé","pas encore",""
"""
SENDER = ["ID", "Heure de début", "Heure de fin", "Adresse de messagerie", "Nom"]  # Microsoft Forms: who is signed in
MICROSOFT = [
    [*SENDER, "Nom de famille", "Prénom", "N° de licence"],
    [1, "3/4/26 14:25", "3/4/26 14:26", "anonymous", "anonymous", "VIDAUL", "Kévin", 1000101],
    [2, "3/4/26 14:25", "3/4/26 14:26", "anonymous", "anonymous", "ABRICO", "Zoé", 1000102],
]


@pytest.mark.parametrize(("content", "players", "words"), [
    (HELLOASSO, ["VIDAUL Kévin 1000101 Bourg", "ABRICO Zoé 1000103"], ["MORILLE Jean (Annulé)"]),
    (GOOGLE, ["VIDAUL Kévin 1000101 Bourg, rive droite", "ABRICO Zoé"], ["pas encore"]),
    ({"A": MICROSOFT}, ["VIDAUL Kévin 1000101", "ABRICO Zoé 1000102"], ["« ID »"]),
    ({"A": [[*SENDER, "Repas"], *([*row[:4], "VIDAUL Kévin", "x"] for row in MICROSOFT[1:2])]}, ["VIDAUL Kévin"], []),
    ("Nom;Prénom;Nom du responsable légal;Tarif\nVIDAUL;Kévin;PARENT;Adulte\n", ["VIDAUL Kévin"], ["Tarif"]),
    ("Joueur;Nom du parrain\nVIDAUL Kévin;X\n", ["VIDAUL Kévin"], ["Nom du parrain"]),
], ids=["HelloAsso", "Google", "Microsoft", "Microsoft without a question for names", "parent", "sponsor"])  # fmt: skip
def test_a_sign_up_form_gives_its_players_and_nobody_else(read, content, players, words):
    listed = read(content, "liste.xlsx" if isinstance(content, dict) else "liste.csv")
    assert listed.lines == players and all(word in listed.told for word in words), listed.told


def test_one_name_at_each_line_is_no_column_of_names(refuse):
    rows = [[number, "a", "b", "anonymous", "anonymous", f"P{number}"] for number in range(1, 13)]
    assert "A!E2" in str(refuse({"A": [[*SENDER, "Prénom"], *rows]}, "liste.xlsx"))


def test_the_fee_of_a_form_is_not_othellos(read):
    listed = read("Nom;Tarif;Adhérent\nVIDAUL;Plein tarif;Oui\n", othello=True)
    assert listed.players == [{"Nom": "VIDAUL", "Adhérent": "Oui"}] and "Tarif" in listed.told


@pytest.mark.parametrize(("titles", "rows", "cotes"), [
    ("Classement", ["2145", "1 987", "nc"], ["2145", "1987", None]),
    ("Classement", ["3041", "7250", "1204"], [None] * 3),
    ("Classement", ["1", "2", "3"], [None] * 3),
    ("Classement", ["2145", "1987", "3e"], [None] * 3),
    ("Classement;Classement", ["2145;1", "1987;2", "1800;3"], [None] * 3),
    ("Classement;Elo", ["214;1200", "198;1100", "180;1000"], ["1200", "1100", "1000"]),
], ids=["cotes", "above all cotes", "places", "a place", "twice", "beside Elo"])  # fmt: skip
def test_classement_is_the_cote_only_where_its_values_are_cotes_and_is_told(read, titles, rows, cotes):
    lines = (f"{name.replace(' ', ';')};{row}" for name, row in zip(THREE, rows, strict=True))
    listed = read("\n".join([f"Nom;Prénom;{titles}", *lines]))
    assert [player.get("Cote") for player in listed.players] == cotes and "« Classement »" in listed.told


# Titles


@pytest.mark.parametrize(("first", "last"), [
    ("Nom - Prénom", "Nom - Nom"), ("Nom (Prénom)", "Nom (Nom)"), ("name.first", "name.last"), ("Vorname", "Nachname"),
    ("Participant / Prénom", "Participant / Nom"), ("What is your first name?", "What is your last name?"),
])  # fmt: skip
def test_of_titles_in_two_parts_the_last_part_decides(read, first, last):
    assert read(f"Date;{first};{last}\n1/11;Paul;Durand\n2/11;Anne;Martin\n2/11;Luc;Petit\n").names == THREE


@pytest.mark.parametrize("again", ["Nom;Prénom;Club", "Surname;First name;Club name"])
def test_titles_in_the_middle_are_titles_again(read, again):
    listed = read(f"Nom;Prénom;Club\nDurand;Paul;Lyon\n{again}\nMartin;Anne;Vienne\n")
    assert listed.names == THREE[:2] and "ligne 3" in listed.told


# Who is not coming


@pytest.mark.parametrize(("title", "yes", "no"), [
    ("Statut", "Confirmé", "Annulé"), ("État de la commande", "Validée", "Remboursée"), ("Statut", "✅", "❌"),
    ("Statut du paiement", "Payé", "Non payé"), ("Attending", "Yes", "No"), ("RSVP", "Going", "Can't go"),
    ("Etat", "Inscrit", "Inscrit sur liste d'attente"), ("Viendrez-vous ?", "Oui", "Non, désolée"),
    ("x", "payé", "ne vient plus"), ("Remarque", "payé", "désistée"), ("Statut", "", "Absente"),
    ("Annulé ?", "non", "oui"), ("Date d'annulation", "", "12/11/2026"), ("Montant remboursé", "0,00 €", "8,00 €"),
])  # fmt: skip
def test_who_says_no_is_set_aside_and_named_with_the_line(read, title, yes, no):
    listed = read(f"Nom;Prénom;{title}\nDurand;Paul;{yes}\nMartin;Anne;{no}\nPetit;Luc;{yes}\n")
    assert listed.names == ["Durand Paul", "Petit Luc"], "a yes plays"
    assert "ligne 3 : Martin Anne" in listed.told and "Durand" not in listed.told and no in listed.told


@pytest.mark.parametrize(("title", "yes", "other"), [
    ("Statut", "Confirmé", "En attente"), ("Attending", "Yes", "Maybe"), ("Statut", "Confirmé", "Voir avec Luc"),
    ("Viendrez-vous ?", "Oui", "Oui si mon train arrive"), ("Statut", "Confirmé", "Absente ronde 1"),
    ("Remarque", "a payé 5 €", "ne viendra pas avant midi"),
])  # fmt: skip
def test_what_says_neither_plays_and_is_listed_once(read, title, yes, other):
    listed = read(f"Nom;Prénom;{title}\nDurand;Paul;{yes}\nMartin;Anne;{other}\nPetit;Luc;{yes}\n")
    assert listed.names == THREE and listed.told.count(f"ligne 3 : Martin Anne ({other})") == 1


@pytest.mark.parametrize("column", [
    "Repas;oui;non", "Une licence ?;Non;Oui", "Assurance annulation;Non;Oui", "Statut;Licencié;Non licencié",
    "Présent à toutes les rondes ?;Oui;Non",
])  # fmt: skip
def test_a_column_that_says_no_status_keeps_nobody_away_and_is_told(read, column):
    title, first, second = column.split(";")
    listed = read(f"Nom;Prénom;{title}\nDurand;Paul;{first}\nMartin;Anne;{second}\nPetit;Luc;{first}\n")
    assert listed.names == THREE and f"« {title} »" in listed.told


def test_each_of_several_columns_of_status_can_say_no_and_where_nobody_is_left_all_are_named(read, refuse):
    rows = "Nom;Prénom;Statut;Paiement\nDurand;Paul;Confirmé;Remboursé\nMartin;Anne;{};Payé\n"
    assert read(rows.format("Confirmé")).names == ["Martin Anne"]
    (sentence,) = refuse(rows.format("Annulé")).sentences
    assert "Durand Paul" in sentence and "Martin Anne" in sentence


# Lists that are read


@pytest.mark.parametrize("separator", [";", "\t", ",", "|", "/"])
@pytest.mark.parametrize("titles", [["Nom", "Prénom", "Cote"], []], ids=["titles", "no titles"])
def test_any_separator_parts_the_cells_with_and_without_titles(read, separator, titles):
    rows = [[*name.split(), "1500"] for name in THREE]
    listed = read("\n".join(map(separator.join, [titles, *rows] if titles else rows)))
    assert listed.lines == [f"{name} 1500" for name in THREE]


@pytest.mark.parametrize("mark", [
    "{n}. ", "{n}) ", "{n} - ", "n° {n} ", "0{n}. ", "{n}️⃣ ", "- ", "• ", "☐ ", "[ ] ", "✅ ", "M. ", "{n}. Mme ",
])  # fmt: skip
@pytest.mark.parametrize("title", ["", "Joueur\n"], ids=["pasted", "titled"])
def test_what_stands_before_a_name_is_none_of_it(read, mark, title):
    assert read(title + "".join(f"{mark.format(n=n)}{name}\n" for n, name in enumerate(THREE, start=1))).names == THREE


READ = {
    "surnames alone": ("Nom;Prénom;Cote\nVIDAUL;;\nMORILLE;Jean;1500\n", ["VIDAUL", "MORILLE Jean 1500"]),
    "whole names under Nom": ("Nom;Club\nVIDAUL Kévin;\nABRICO Zoé;A\n", ["VIDAUL Kévin", "ABRICO Zoé A"]),
    "both names under one title": ("Nom / Prénom;Club\nDURAND Paul;x\n", ["DURAND Paul x"]),
    "name, cote and series in a line": ("Joueur\nVIDAUL Jean-Luc 1652 4b\nBolet Ida - 1500\n",
                                        ["VIDAUL Jean-Luc 1652 4B", "Bolet Ida 1500"]),
    "three columns of names": ("Nom;Prénom;Nom de famille\nMme Abrico;Zoé;Abrico\n", ["Abrico Zoé"]),
    "the surname twice": ("Nom;Prénom;Nom\nVIDAUL;Kévin;Vidaul\nABRICO;Zoé;\n", ["VIDAUL Kévin", "ABRICO Zoé"]),
    "the first name first": ("Prénom et nom;Club\nJean Paul LE DUC;x\nAnne Roy;\n", ["LE DUC Jean Paul x", "Roy Anne"]),
    "Markdown": ("| Nom | Prénom |\n|---|:---|\n| Durand | Paul |\n", ["Durand Paul"]),
    "initials": ("Nom;Prénom\nDurand;M.\nMartin;Me\n", ["Durand M.", "Martin Me"]),
    "keys under #": ("#;Nom;Prénom\nh0x;Durand;Paul\nk1y;Martin;Anne\n", THREE[:2]),
    "ID first, yet no SYLK": ("ID;Prénom;Nom\n1;Zoé;ABRICO\n", ["ABRICO Zoé"]),
    "no cote": ("Nom;Cote\nVIDAUL;NC\nABRICO;Non classée\nBOLET;—\nMORILLE;1500\n",
                ["VIDAUL", "ABRICO", "BOLET", "MORILLE 1500"]),
    "groups with a total": ("Nom;Prénom\nVIDAUL;Kévin\nABRICO;Zoé\nTotal;Jean\n\nNOTE;Ida\n",
                            ["VIDAUL Kévin", "ABRICO Zoé", "Total Jean", "NOTE Ida"]),
}  # fmt: skip


@pytest.mark.parametrize(("content", "players"), READ.values(), ids=READ)
def test_a_list_is_read_as_people_have_it(read, content, players):
    assert read(content).lines == players


TOLD = {
    "titles of the day above": ("Open de Vienne 2026\nResponsable;Odile Blanc\nNom;Prénom\nDurand;Paul\n",
                                THREE[:1], ["Open de Vienne 2026", "Odile Blanc"]),
    "three words, which the first name?": ("Joueur\nJean Paul Bolet\nVidaul Kévin\n",
                                           ["Jean Paul Bolet", "Vidaul Kévin"], ["Jean Paul Bolet"]),
    "whole names that differ from the parts": ("Joueur;Nom;Prénom\nZoé Abrico;Abrico;Zoé\nIda Bolet;Vidaul;Kévin\n",
                                               ["Abrico Zoé", "Vidaul Kévin"], ["Ida Bolet (Vidaul Kévin)"]),
    "a status in a pasted table": ("DURAND Paul\tVienne\t1500\tpayé\nMARTIN Anne\tLyon\t1490\tannulé\n",
                                   ["DURAND Paul"], ["ligne 2 : MARTIN Anne (annulé)"]),
}  # fmt: skip


@pytest.mark.parametrize(("content", "names", "words"), TOLD.values(), ids=TOLD)
def test_what_was_made_of_a_list_is_told(read, content, names, words):
    listed = read(content)
    assert listed.names == names and all(word in listed.told for word in words), listed.told


def test_a_name_in_capitals_of_three_words_shows_its_first_name(read):
    listed = read("Joueur\nN'GUYEN Thi Mai\nDE LA TOUR Jean\nVidaul Kévin\n")
    assert listed.names == ["N'GUYEN Thi Mai", "DE LA TOUR Jean", "Vidaul Kévin"] and "TOUR" not in listed.told


MESSAGE = """Bonjour à tous, voici les inscrits :
1️⃣ Paul Durand ✅
2️⃣ Anne Martin (désistée)
3️⃣ ~Hugo Simon~
4️⃣ Luc Petit ne vient pas
5️⃣ Inès Moreau ?
6️⃣ Éva Laurent - Lyon - 1500
7️⃣
"""


def test_a_message_gives_who_comes_and_names_everybody_else_with_the_line(read):
    listed = read(MESSAGE)
    assert listed.names == ["Paul Durand", "Inès Moreau", "Éva Laurent"]
    lines = ("Bonjour à tous", "ligne 3 : Anne Martin", "ligne 4 : Hugo Simon", "ligne 5 : Luc Petit",
             "ligne 6 : Inès Moreau (?)")  # fmt: skip
    assert [line for line in lines if line not in listed.told] == []


def test_addresses_telephones_and_licences_behind_a_name_are_no_club(read):
    text = "Paul Durand <p@exemple.invalid>\nAnne Martin 06 12 34 56 78\nLuc Petit (licence 1234567), Lyon\n"
    one, two, three = read(text, "l.txt").players
    assert (one["Remarque"], two["Remarque"]) == ("p@exemple.invalid", "06 12 34 56 78")
    assert (three["Licence"], three["Club"]) == ("1234567", "Lyon") and not {"Club"} & {*one, *two}


# Lists that are asked about

ASKED = {
    "a player above the titles": ("Garnier;Élise;;\nNom;Prénom;Club;Cote\nDurand;Paul;Lyon;1500\n", 1, "Garnier Élise"),
    "players above the titles": ("Liste\n\nDE LA TOUR, Élise\nNom;Prénom;Club\nDurand;Paul;\n", 3, "DE LA TOUR, Élise"),
    "other titles in the middle": ("Nom;Prénom;Club\nDurand;Paul;Lyon\nClub;Nom;Prénom\nx;Martin;Anne\n", 3, "ligne 3"),
    "no title of names": ("Pseudo;Club;Cote\nzorro;Lyon;1500\nbatman;Lyon;1400\n", 1, "Pseudo"),
    "a word for a mean": ("Nom;Prénom;Cote\nDurand;Paul;1500\nMartin;Anne;1400\nMoyenne;;1450\n", 4, "Moyenne"),
    "a count": ("Joueur;Club;Cote\nDurand Paul;Lyon;1500\nMartin Anne;Lyon;1400\nInscrits;;2\n", 4, "Inscrits"),
    "a mean": ("Joueur;Club;Cote\nDurand Paul;A;1500\nMartin Anne;A;1400\nCote moyenne;;1450\n", 4, "Cote moyenne"),
    "an error of a formula": ("Nom;Prénom;Cote\nVIDAUL;#N/A;1500\n", 2, "#N/A"),
    "a note": ("Nom;Prénom;Cote\nVIDAUL;Kévin;1500\nABRICO;Zoé;1400\nArbitre : Odile;;\n", 4, "Arbitre : Odile"),
    "a total and who waits": ("Nom;Prénom;Cote\nVIDAUL;Kévin;15\nABRICO;Zoé;14\n\nTotal;;3\nAttente;;\nBOLET;Ida;\n",
                              5, "(Attente et BOLET Ida)"),
    "a heading of the absent": ("Nom;Prénom\nDurand;Paul\nMartin;Anne\nDésistements;\nPetit;Luc\n", 4, "(Petit Luc)"),
    "a heading of who waits": ("- Durand Paul\n- Martin Anne\n\nListe d'attente :\n- Petit Luc\n", 4, "(Petit Luc)"),
    "a heading in another column": ("N°;Nom;Prénom\n1;Durand;Paul\nRemplaçants;;\n2;Petit;Luc\n", 3, "Remplaçants"),
    "groups": ("Nom;Prénom\nGroupe A;\nVIDAUL;Kévin\nABRICO;Zoé\nGroupe B;\nMORILLE;Jean\nBOLET;Ida\n", 2,
               "« Groupe A » et « Groupe B »"),
    "a club above its players": ("Joueur;Cote\nClub de Vienne;\nVIDAUL Kévin;1500\nAbrico Zoé;1400\n", 2,
                                 "Club de Vienne"),
    "two people in a line": ("Joueur\nDurand Paul\nM. et Mme Petit\n", 3, "Petit"),
    "a number in a name": ("Durand Paul\n12 Martin Anne\nPetit Luc\n", 2, "12 Martin Anne"),
    "the names twice": ("Nom;Prénom;;Nom;Prénom\nVIDAUL;Zoé;;ABRICO;Zoé\n", 1, "« Nom »"),
    "two columns of cotes": ("Nom;Elo;Rating\nVIDAUL;1500;1400\n", 1, "« Elo » et « Rating »"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "line", "words"), ASKED.values(), ids=ASKED)
def test_what_may_be_no_player_is_asked_about_once_at_its_line(refuse, content, line, words):
    error = refuse(content)
    assert len(error.sentences) == 1 and words in str(error) and error.line == line


def test_homonyms_of_othello_are_told_apart_by_their_number_in_the_world(read, refuse):
    text = "N°;Nom;Prénom\n{};Petit;Paul\n{};Petit;Paul\n"
    assert refuse(text.format("", ""), othello=True).line == 3
    assert read(text.format(2788, 2789), othello=True).names == ["Petit Paul"] * 2
