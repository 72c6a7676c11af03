"""Lists as forms, mails and messages leave them: exactly these players, or exactly this question. Names are invented.

Nobody is lost or added without a word: what is set aside is told with its line.
"""

from __future__ import annotations

import openpyxl
import pytest
from openpyxl.styles import Font

from tests import foreign
from tournament_xl.players.list_table import ListError
from tournament_xl.players.othello_list import read_othello_registrations
from tournament_xl.players.player_lists import read_player_list

THREE = ["Durand Paul", "Martin Anne", "Petit Luc"]


@pytest.fixture
def read(tmp_path):
    """Reads a text as a list: the names of its players, and all that is told."""

    def run(text, *, othello=False):
        (tmp_path / "l.csv").write_text(text, encoding="utf-8")
        listed = (read_othello_registrations if othello else lambda path, _: read_player_list(path))(
            tmp_path / "l.csv", [tmp_path]
        )
        names = [" ".join(filter(None, (player.get("Nom"), player.get("Prénom")))) for player in listed.players]
        return names, " ".join(listed.warnings)

    return run


@pytest.fixture
def question(read):
    """Reads a list that is refused: its only sentence, and the line that the page shows."""

    def run(text, **game):
        with pytest.raises(ListError) as error:
            read(text, **game)
        (sentence,) = error.value.sentences
        return sentence, error.value.line

    return run


# Titles


@pytest.mark.parametrize(("above", "lines"), [
    ("Garnier Élise\nNguyen Hoa\n", "lignes 1 et 2 : « Garnier Élise » et « Nguyen Hoa »"),
    ("Garnier;Élise;;\n", "ligne 1 : « Garnier Élise »"),
    ("Garnier;;;1500\n", "ligne 1 : « Garnier 1500 »"),
    ("Liste des inscrits\n\nDE LA TOUR, Élise\n", "ligne 3 : « DE LA TOUR, Élise »"),
    ("".join(f"Le Goff Ida{letter}\n" for letter in "abcdefghijklmnopqrstuvwxyzabcdefghij"), "lignes 1, 2, 3"),
])  # fmt: skip
def test_a_player_above_the_titles_is_asked_about(question, above, lines):
    sentence, line = question(f"{above}Nom;Prénom;Club;Cote\nDurand;Paul;Lyon;1500\n")
    assert lines in sentence and "au-dessus des titres" in sentence
    assert line == (3 if "Liste" in above else 1)


def test_what_is_no_player_above_the_titles_is_told(read):
    names, told = read("Open de Vienne 2026\nResponsable;Odile Blanc\nNom;Prénom\nDurand;Paul\n")
    assert names == ["Durand Paul"]
    assert "« Open de Vienne 2026 » (ligne 1) et « Responsable Odile Blanc » (ligne 2)" in told


@pytest.mark.parametrize("again", ["Nom;Prénom;Club", "NOM;PRENOM;", "Surname;First name;Club name"])
def test_titles_in_the_middle_are_titles_again(read, again):
    names, told = read(f"Nom;Prénom;Club\nDurand;Paul;Lyon\n{again}\nMartin;Anne;Vienne\n")
    assert names == ["Durand Paul", "Martin Anne"] and "titres répétés, laissés de côté : ligne 3." in told
    assert read("Joueur;Cote\nDurand Paul;1500\nNom et prénom;\nMartin Anne;1400\n")[0] == names


@pytest.mark.parametrize("other", ["Prénom;Nom;Club", "Nom;Prénom;Cote", "Club;Nom;Prénom"])
def test_other_titles_in_the_middle_are_another_list(question, other):
    sentence, line = question(f"Nom;Prénom;Club\nDurand;Paul;Lyon\n{other}\nMartin;Anne;x\n")
    assert "ligne 3 : d'autres titres commencent ici" in sentence and line == 3


@pytest.mark.parametrize(("first", "last"), [
    ("Nom - Prénom", "Nom - Nom"), ("Nom - Prénom", "Nom - Nom de famille"), ("Nom (Prénom)", "Nom (Nom)"),
    ("Nom [Prénom]", "Nom [Nom]"), ("Nom complet - Prénom", "Nom complet - Nom"), ("Nom : Prénom", "Nom : Nom"),
    ("Name - First Name", "Name - Last Name"), ("Name (First)", "Name (Last)"), ("name.first", "name.last"),
    ("Participant / Prénom", "Participant / Nom"), ("Joueur – Prénom *", "Joueur – Nom *"), ("Vorname", "Nachname"),
    ("Nombre - Nombre", "Nombre - Apellidos"), ("Nome", "Cognome"), ("Nombre", "Apellidos"),
    ("What is your first name?", "What is your last name?"), ("Inscrit n° 1 - Prénom", "Inscrit n° 1 - Nom"),
])  # fmt: skip
def test_of_titles_in_two_parts_the_last_part_decides(read, first, last):
    assert read(f"Date;{first};{last};Club\n1/11;Paul;Durand;x\n2/11;Anne;Martin;x\n2/11;Luc;Petit;x\n")[0] == THREE


@pytest.mark.parametrize("title", ["Nom - Prénom", "Nom (Prénom)", "Nom / Prénom", "Nom complet - Prénom", "Nombre"])
def test_a_single_title_of_both_names_stays_one(read, title):
    assert read(f"{title};Club\nDURAND Paul;x\nMARTIN Anne;x\nPETIT Luc;x\n")[0] == [
        name.split()[0].upper() + " " + name.split()[1] for name in THREE
    ]


def test_the_payers_name_is_nobodys(read):
    text = "Payeur - Nom;Payeur - Prénom;Participant - Nom;Participant - Prénom\nX;Y;Durand;Paul\n"
    assert read(text)[0] == ["Durand Paul"]


# Who is not coming

SET_ASIDE, OPEN = "de côté selon le statut : ligne 3 : Martin Anne ({})", "ils jouent : ligne 3 : Martin Anne ({})"


@pytest.mark.parametrize(("title", "yes", "no"), [
    ("Statut", "Confirmé", "Annulé"), ("État de la commande", "Validée", "Remboursée"), ("Status", "Paid", "Refunded"),
    ("Statut du paiement", "Payé", "Non payé"), ("Attendee Status", "Attending", "Not Attending"),
    ("Order Status", "Completed", "Order cancelled on 3/11"), ("Etat", "Inscrit", "Inscrit sur liste d'attente"),
    ("Status", "Registered", "On waitlist"), ("Attending", "Yes", "No"), ("Viendrez-vous ?", "Oui", "Non, désolée"),
    ("Serez-vous là ?", "Confirmé", "Désistement"), ("x", "payé", "ne vient plus"),
    ("Estado", "Confirmado", "Cancelado"),
    ("Stato", "Confermato", "Annullato"), ("Status", "Bestätigt", "Storniert"), ("Statut", "✅", "❌"),
    ("RSVP", "Going", "Can't go"), ("Statut", "Accepté", "Refusé le 12/11"), ("Remarque", "payé", "désistée"),
    ("Statut", "Présente", "Excusée"), ("Registration state", "Approved", "Rejected"), ("Confirmé", "oui", "non"),
    ("Statut", "", "Absente"),
])  # fmt: skip
def test_who_says_no_is_set_aside_and_named_with_the_line(read, title, yes, no):
    names, told = read(f"Nom;Prénom;{title}\nDurand;Paul;{yes}\nMartin;Anne;{no}\nPetit;Luc;{yes}\n")
    assert names == ["Durand Paul", "Petit Luc"] and SET_ASIDE.format(no) in told
    assert "ils jouent" not in told and f"« {title} »" not in told, "a yes plays without a word"


@pytest.mark.parametrize(("title", "yes", "other"), [
    ("Statut", "Confirmé", "En attente"), ("Statut", "Payé", "À payer"), ("Status", "Paid", "Pending"),
    ("Attending", "Yes", "Maybe"), ("Statut", "Confirmé", "Voir avec Luc"), ("Response Type", "completed", "partial"),
    ("Viendrez-vous ?", "Oui", "Oui si mon train arrive"),
    ("Statut", "Confirmé", "Absente ronde 1"), ("Remarque", "a payé 5 €", "ne viendra pas avant midi"),
])  # fmt: skip
def test_what_says_neither_plays_and_is_listed_once(read, title, yes, other):
    names, told = read(f"Nom;Prénom;{title}\nDurand;Paul;{yes}\nMartin;Anne;{other}\nPetit;Luc;{yes}\n")
    assert names == THREE and told.count("ils jouent") == 1 and OPEN.format(other) in told


@pytest.mark.parametrize(("title", "no", "yes"), [
    ("Annulé", "x", ""), ("Annulé ?", "oui", "non"), ("Date d'annulation", "12/11/2026", ""),
    ("Montant remboursé", "8,00 €", "0,00 €"), ("Liste d'attente", "1", ""), ("Cancelled at", "3:15", ""),
])  # fmt: skip
def test_below_a_title_that_says_no_something_is_a_no(read, title, no, yes):
    names, told = read(f"Nom;Prénom;{title}\nDurand;Paul;{yes}\nMartin;Anne;{no}\nPetit;Luc;{yes}\n")
    assert names == ["Durand Paul", "Petit Luc"] and SET_ASIDE.format(f"{title} : {no}") in told


@pytest.mark.parametrize("column", [
    "Repas;oui;non", "Une licence ?;Non;Oui", "Végétarien;non;oui", "Tarif;Plein;Réduit", "État;Rhône;Ain",
    "Assurance annulation;Non;Oui", "Statut;Licencié;Non licencié", "Date d'inscription;1/11;2/11",
    "Mode de paiement;CB;chèque", "Covoiturage ?;Non;Peut-être", "Participation;10 €;8 €",
    "Présent à toutes les rondes ?;Oui;Non",
])  # fmt: skip
def test_a_column_that_says_no_status_keeps_nobody_away_and_is_told(read, column):
    title, first, second = column.split(";")
    names, told = read(f"Nom;Prénom;{title}\nDurand;Paul;{first}\nMartin;Anne;{second}\nPetit;Luc;{first}\n")
    assert names == THREE and f"« {title} »" in told and "statut" not in told


def test_each_of_several_columns_of_status_can_say_no_and_nobody_left_is_told(read, question):
    rows = "Nom;Prénom;Statut;Paiement\nDurand;Paul;Confirmé;Remboursé\nMartin;Anne;{};Payé\n"
    assert read(rows.format("Confirmé"))[0] == ["Martin Anne"]
    sentence, _ = question(rows.format("Annulé"))
    assert "tous sont laissés de côté" in sentence and "Durand Paul" in sentence and "Martin Anne" in sentence


def test_a_name_that_is_struck_out_is_set_aside_and_told(tmp_path):
    book = openpyxl.Workbook()
    for row in (["Nom", "Prénom", "Club"], *(name.split() for name in THREE), ["Blanc", "Zoé"]):
        book.active.append(row)
    book.active["A3"].font, book.active["C2"].font = Font(strike=True), Font(strike=True)
    book.save(tmp_path / "l.xlsx")
    listed = read_player_list(tmp_path / "l.xlsx")
    told = " ".join(listed.warnings)
    assert [player["Nom"] for player in listed.players] == ["Durand", "Petit", "Blanc"]
    assert "1 ligne barrée, laissée de côté : ligne 3 : Martin Anne." in told
    style = '<style:style style:name="b" style:family="table-cell"><style:text-properties {}/></style:style>'
    for mark, count in (('style:text-line-through-style="solid"', 2), ('style:text-line-through-style="none"', 3)):
        content = foreign.odf({"A": [["Nom", "Prénom"], *(name.split() for name in THREE)]})
        cell = foreign.odf_cell("Martin")
        content = content.replace(cell, cell.replace("<table:table-cell", '<table:table-cell table:style-name="b"', 1))
        content = content.replace(
            "<office:body", f"<office:automatic-styles>{style.format(mark)}</office:automatic-styles><office:body", 1
        )
        content = content.replace(
            "<office:document ", '<office:document xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ', 1
        )
        (tmp_path / "l.fods").write_text(content, encoding="utf-8")
        assert len(read_player_list(tmp_path / "l.fods").players) == count


# Rows that are no players


@pytest.mark.parametrize("row", [
    "Moyenne;;1400", "Médiane;;1401", "Max;;1500", "Effectif;;3", "Inscrits;;3", "Σ;;4200",
    "Cote moyenne;;1400", "Organisateur;;", "Nombre de joueurs;;3", "Absents;;", "Mean;;1400", "Durchschnitt;;1400",
])  # fmt: skip
@pytest.mark.parametrize("titles", ["Nom;Prénom;Cote", "Joueur;Club;Cote"])
def test_a_row_of_figures_or_a_note_is_asked_about(question, titles, row):
    players = ["Durand;Paul;1500", "Martin;Anne;1400", "Petit;Luc;1300"]
    if "Joueur" in titles:
        players = [f"{player.replace(';', ' ', 1).rpartition(';')[0]};Lyon;{player[-4:]}" for player in players]
    sentence, line = question("\n".join([titles, *players, row]))
    assert line == 5 and row.split(";")[0] in sentence and "supprimez" in sentence


@pytest.mark.parametrize("heading", [
    "Désistements", "Suppléants", "Liste complémentaire", "Absents", "Liste d'attente", "Remplaçants", "Annulés",
])  # fmt: skip
@pytest.mark.parametrize("form", ["Nom;Prénom\nDurand;Paul\nMartin;Anne\n{};\nPetit;Luc\n",
                                  "Joueur;Club\nDurand Paul;x\nMartin Anne;x\n{};\nPetit Luc;x\n",
                                  "Durand Paul\nMartin Anne\n{} :\nPetit Luc\n",
                                  "- Durand Paul\n- Martin Anne\n\n{}\n- Petit Luc\n"])  # fmt: skip
def test_who_stands_below_a_heading_of_those_who_do_not_play_is_named(question, form, heading):
    sentence, line = question(form.format(heading))
    assert heading in sentence and "(Petit Luc)" in sentence and line == form.split("{}")[0].count("\n") + 1


def test_a_heading_in_the_wrong_column_is_asked_about(question):
    sentence, _ = question("N°;Nom;Prénom\n1;Durand;Paul\nRemplaçants;;\n2;Petit;Luc\n")
    assert "ligne 3 : « Remplaçants » n'est pas dans la colonne des noms" in sentence


@pytest.mark.parametrize(("text", "words"), [
    ("Joueur\nDurand Paul\nM. et Mme Petit\n", "deux joueurs sur une ligne"),
    ("Jean et Luc Petit\nMartin Anne\n", "deux joueurs sur une ligne"),
    ("Nom;Prénom\nDurand;Paul\n12;Anne\n", "n'a pas de nombre (« 12 Anne »)"),
])  # fmt: skip
def test_two_people_or_a_number_are_no_name(question, text, words):
    assert words in question(text)[0]


# Separators, and what stands before a name


@pytest.mark.parametrize("separator", [";", "\t", ",", "|", "/", "~", " | ", " / "])
@pytest.mark.parametrize("titles", [["Nom", "Prénom", "Cote"], []])
def test_any_separator_parts_the_cells_with_and_without_titles(read, separator, titles):
    rows = [[*name.split(), "1500"] for name in THREE]
    names, told = read("\n".join(map(separator.join, [titles, *rows] if titles else rows)))
    assert names == THREE and "cote n'y est lue" not in told


@pytest.mark.parametrize("titles", ["Pseudo;Club;Cote", "Pseudo;Force", "Pseudo;Ville;Points", "Cote;Club"])
def test_titles_without_one_of_names_are_no_player(question, titles):
    cells = {"Cote": "1500", "Force": "1400", "Points": "1300"}
    rows = [";".join(cells.get(title, name) for title in titles.split(";")) for name in THREE]
    sentence, _ = question("\n".join([titles, *rows]))
    assert "aucune colonne n'est reconnue comme celle des noms" in sentence


def test_a_table_of_markdown_is_a_table(read):
    assert read("| Nom | Prénom |\n|---|:---|\n| Durand | Paul |\n| Martin | Anne |\n")[0] == THREE[:2]


@pytest.mark.parametrize("mark", [
    "{n}. ", "{n}) ", "{n} - ", "({n}) ", "n° {n} ", "{n} ", "0{n}. ", "{n}️⃣ ", "- ", "• ", "* ", "– ", "☐ ", "[ ] ",
    "✅ ", "M. ", "Mme ", "Mlle ", "Dr ", "Mr ", "Monsieur ", "Herr ", "{n}. Mme ", "- M. ",
])  # fmt: skip
@pytest.mark.parametrize("title", ["", "Joueur\n", "Nom;Club\n"])
def test_what_stands_before_a_name_is_none_of_it(read, mark, title):
    end = ";x" if ";" in title else ""
    names, _ = read(title + "".join(f"{mark.format(n=n)}{name}{end}\n" for n, name in enumerate(THREE, start=1)))
    assert names == THREE


def test_initials_and_numbers_that_count_nothing_stay(read, question):
    assert read("Nom;Prénom\nDurand;M.\nMartin;Me\n")[0] == ["Durand M.", "Martin Me"]
    assert "n'a pas de nombre" in question("Durand Paul\n12 Martin Anne\nPetit Luc\n")[0]


def test_a_column_of_keys_is_no_number(read):
    names, told = read("#;Nom;Prénom\nh0x;Durand;Paul\nk1y;Martin;Anne\n")
    assert names == THREE[:2] and "« # »" in told


MESSAGE = """Bonjour à tous, voici les inscrits :
1️⃣ Paul Durand ✅
2️⃣ Anne Martin (désistée)
3️⃣ ~Hugo Simon~
4️⃣ Luc Petit ne vient pas
5️⃣ Zoé Bernard ❌
6️⃣ Inès Moreau ?
7️⃣ Éva Laurent - Lyon - 1500
8️⃣
"""


def test_a_message_gives_who_comes_and_names_everybody_else_with_the_line(read):
    names, told = read(MESSAGE)
    assert names == ["Paul Durand", "Inès Moreau", "Éva Laurent"]
    assert "ligne 3 : Anne Martin (désistée), ligne 5 : Luc Petit (ne vient pas) et ligne 6 : Zoé Bernard (❌)" in told
    assert "barrée, laissée de côté : ligne 4 : Hugo Simon" in told and "ligne 7 : Inès Moreau (?)" in told
    assert "« Bonjour à tous, voici les inscrits : » (ligne 1)" in told


def test_addresses_telephones_and_licences_behind_a_name_are_no_club(tmp_path):
    text = "Paul Durand <p@exemple.invalid>\nAnne Martin 06 12 34 56 78\nLuc Petit (licence 1234567), Lyon\n"
    (tmp_path / "l.txt").write_text(text, encoding="utf-8")
    one, two, three = read_player_list(tmp_path / "l.txt").players
    assert (one["Remarque"], two["Remarque"]) == ("p@exemple.invalid", "06 12 34 56 78")
    assert (three["Licence"], three["Club"]) == ("1234567", "Lyon") and not {"Club"} & {*one, *two}


def test_a_word_of_status_in_a_pasted_table_is_neither_title_nor_club(read):
    text = "DURAND Paul\tVienne\t1500\tpayé\nMARTIN Anne\tLyon\t1490\tannulé\nPETIT Luc\tLyon\t1480\tpayé\n"
    names, told = read(text)
    assert names == ["DURAND Paul", "PETIT Luc"] and "ligne 2 : MARTIN Anne (annulé)" in told


# Homonyms


def test_homonyms_of_othello_give_their_number_in_the_world_and_the_advice_is_read(read, question):
    text = "N°;Nom;Prénom\n{};Petit;Paul\n{};Petit;Paul\n"
    sentence, line = question(text.format("", ""), othello=True)
    assert "N° mondial" in sentence and "licence" not in sentence and line == 3
    assert len(sentence.partition(" : ")[2].split()) <= 24  # twenty words beside signs
    assert read(text.format(2788, 2789), othello=True)[0] == ["Petit Paul"] * 2
