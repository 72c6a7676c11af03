"""What people type and do to their sheets, and what other programs save: taken as meant, or told at its cell."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import FIRST, edit, opened, run, score, simulate, type_formulas, untouched
from tests.closed_files import changed
from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.book.typed_rows import read_forfeit, read_rounds
from tournament_xl.folding import fold, fold_label
from tournament_xl.lists.columns import ListError, fold_title
from tournament_xl.lists.read import read_list, read_register
from tournament_xl.press import PROBLEMS

WHOLE = re.compile(rb'(<c (?![^>]*t="(?:s|b|str|e)")[^>]*>(?:<f>[^<]*</f>)?<v>)(-?\d+)</v>')
FRACTION = re.compile(rb"<v>(\d+\.\d*[1-9]\d*)</v>")


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Round 1 of 8 players drawn and scored: four rows, from row 5."""
    return score(books.pair(books.create(tmp_path_factory.mktemp("scored"), 8)), 1)


@pytest.fixture
def book(scored, tmp_path):
    return Path(shutil.copy(scored, tmp_path))


def told(path, capsys, action="update"):
    """The problems by their cells; the file stays."""
    capsys.readouterr()
    with untouched(path):
        assert run(action, path) == 3
    return dict(line.split(" : ", 1) for line in capsys.readouterr().err.splitlines())


def problem(desk, action="pair"):
    """The one problem of a press, as "Joueurs!B14 : …"."""
    outcome = desk.press(action)
    assert outcome.code == PROBLEMS and len(outcome.problems) == 1, outcome
    return str(outcome.problems[0])


# Sheets in one's own order


def _moved_down(path):
    """Three rows above every header but that of Tournoi, with a text in one of them."""
    with opened(path) as book:
        for sheet in book.get_sheet_list()[1:]:
            book.insert_rows(sheet, 1, 3)
            book.set_cell_str(sheet, "B2", "Ne pas oublier le café")


def _reordered(path):
    """Own columns first, between and last; Nom, Prénom and the scores elsewhere."""
    with opened(path) as book:
        for sheet, letter in (("Joueurs", "A"), ("Joueurs", "D"), ("Résultats", "A"), ("Résultats", "F")):
            book.insert_cols(sheet, letter, 1)
    rows = books.content(path)["Joueurs"]
    swapped = {}
    for row in range(4, rows.max_row + 1):
        swapped |= {f"Joueurs!C{row}": rows[f"E{row}"].value, f"Joueurs!E{row}": rows[f"C{row}"].value}
        swapped |= {f"Joueurs!A{row}": f"à moi {row}", f"Joueurs!D{row}": "payé" if row > 4 else "Payé ?"}
    edit(path, swapped)


def _noted(path):
    """Notes on the sheets that people type in, blank rows in the list, numbers as text."""
    with opened(path) as book:
        book.insert_rows("Joueurs", 7, 2)
    cells = {
        "Joueurs!A3": "Club : Genève", "Joueurs!A7": "les inscrits du dimanche :", "Joueurs!L6": "a payé",
        "Résultats!P2": "arbitre : Zoé", "Résultats!A40": "fin de la page 1", "Tournoi!B55": "Repas",
        "Tournoi!C55": "12 francs", "Tables!F6": "à revoir",
    }  # fmt: skip
    for row in books.lines(path, "Joueurs"):
        if row["Cote"]:
            cells[f"Joueurs!Cote!{row['row']}"] = f" {row['Cote'] // 1000}\u00a0{row['Cote'] % 1000:03} "
    edit(path, cells)


@pytest.mark.parametrize("change", [_moved_down, _reordered, _noted])
def test_people_may_arrange_their_sheets_as_they_like(tmp_path, change):
    found = []
    for name, arranged in (("plain", None), ("own", change)):
        path = books.create(tmp_path / name)
        if arranged:
            arranged(path)
        books.pair(score(books.pair(path), 1, "450", " 400 "))
        for sheet in ("Résultats", "Classement"):
            titles = [one for one in Desk.columns[sheet] if not one.startswith("Score")]
            rows = [[row.get(title) for title in titles] for row in books.lines(path, sheet)]
            found.append([row for row in rows if any(value is not None for value in row[1:])])
        with untouched(path):
            assert run("update", path) == 0
    assert found[:2] == found[2:]


# Cells in one's own words


@pytest.mark.parametrize("typed", [
    {"Résultats!Forfait!5": " 1 + 2 ", "Résultats!Score 1!5": None, "Résultats!Score 2!5": None},
    {"Résultats!Score 1!5": "−20", "Résultats!Score 2!5": -500},
    {"Résultats!Score 1!5": 451.0, "Résultats!Score 2!5": "1 003"},
    {"Tournoi!Édition": "f10", "Tournoi!Formule": "CLASSIQUE ", "Tournoi!Nombre de rondes": "6,0"},
    {"Tournoi!Manches gagnantes": 1.0, "Tournoi!Date de début": 46347, "Tournoi!Date de fin": "21.11.26"},
    {"Joueurs!Absences!5": "3,5;7", "Joueurs!Absences!6": "2 – 4", "Joueurs!Absences!7": " 4 -"},
    {"Joueurs!Cote!5": "2490*", "Joueurs!Cote!6": "2 480,5", "Joueurs!Cote!7": 0, "Joueurs!Série duplicate!7": "s"},
])  # fmt: skip
def test_what_people_type_in_their_own_way_is_read(tmp_path, capsys, typed):
    path = edit(simulate(books.create(tmp_path), 1), typed)
    assert run("update", path) == 0, capsys.readouterr().err
    with untouched(path):
        assert run("update", path) == 0


@pytest.mark.parametrize("text, rounds, after", [
    ("3", {3}, None), ("3, 5", {3, 5}, None), ("2-4", {2, 3, 4}, None), ("4-", set(), 4), ("1-2", {1, 2}, None),
    ("Ronde 3 et ronde 5", {3, 5}, None), ("rondes 2, 4", {2, 4}, None), ("R2-R4", {2, 3, 4}, None),
    ("r.2", {2}, None), ("2 à 3", {2, 3}, None), ("2 au 4", {2, 3, 4}, None), ("2/3", {2, 3}, None),
    ("Dès la ronde 2", set(), 2), ("1 et à partir de 4", {1}, 4), ("2 – 4", {2, 3, 4}, None),
])  # fmt: skip
def test_rounds_are_read_as_people_write_them(text, rounds, after):
    assert read_rounds(text) == (frozenset(rounds), after)


@pytest.mark.parametrize("text", ["parti", "hier", "4-2", "0", "2 à", "R", "dès", "2 et", "3.5"])
def test_what_names_no_round_is_not_read(text):
    assert read_rounds(text) is None


@pytest.mark.parametrize("text, sides", [
    ("1", {1}), ("1+2", {1, 2}), ("2 + 1", {1, 2}), ("F1", {1}), ("joueur 2", {2}), ("Forfait du joueur 1", {1}),
    ("les deux", {1, 2}), ("Dupont", {1}), ("DUPONT Zoé", {1}), ("Zoé Dupont", {1}), ("l'hôte", {2}),
    ("3", None), ("12", None), ("forfait", None), ("Durand", None), ("1+2+1", None),
])  # fmt: skip
def test_a_forfeit_is_read_as_people_write_it(text, sides):
    one, two = ("Dupont Zoé", "Dupont", "Zoé Dupont"), ("L’Hôte Jean", "L’Hôte", "Jean L’Hôte")
    assert read_forfeit(text, one, two) == sides
    assert read_forfeit("Dupont", one, ("Dupont Jean", "Dupont")) is None


@pytest.mark.parametrize("typed, words", [
    ("02/03/2026", "le tableur a changé la saisie en date"), (46083, "le tableur a changé la saisie en date"),
    ("parti", "« 4- » (parti après la ronde 3)"),
])  # fmt: skip
def test_absences_that_name_no_round_are_answered_with_what_to_type(typed, words):
    assert words in problem(Desk().players(8).absences(1, typed))


@pytest.mark.parametrize("word", ["forfait", "F", "Abandon", "abs"])
def test_a_word_in_place_of_a_score_is_sent_to_its_column(word):
    desk, othello = Desk().players(8).must(), OthelloDesk(8).must()
    desk.type(labels.RESULTS, 5, "Score 1", word)
    assert f"« {word} » n'est pas un score" in (said := problem(desk, "update")) and "la colonne Forfait (1" in said
    othello.type(labels.RESULTS, 5, "Pions N", word)
    assert "un forfait (FN, FB) ou un abandon (AN, AB) se tape dans la colonne Fin" in problem(othello, "update")


@pytest.mark.parametrize("note", ["Total", "Arbitre : Mme Dupont"])
@pytest.mark.parametrize("start", [Desk, OthelloDesk])
def test_a_note_below_the_players_is_asked_about_at_its_cell_and_nobody_is_paired(start, note):
    desk = start().players(8)
    desk.type(labels.PLAYERS, 14, "Nom", note)
    assert problem(desk).startswith(f"Joueurs!B14 : « {note} » : joueur ou remarque ?")
    desk.type(labels.PLAYERS, 14, "Club", "Lyon")
    assert ":" in note or len(desk.must().decoded().tournament.players) == 9


@pytest.mark.parametrize("typed", [True, False, "1,000", "1.000", "\u22121,000"])
def test_a_truth_and_what_may_be_a_thousand_are_no_score(book, capsys, typed):
    """TRUE and FALSE come from a box to tick or a formula: never a score of 1 or 0."""
    message = told(edit(book, {"Résultats!Score 1!5": typed}), capsys)["Résultats!E5"]
    assert "nombre entier" in message and {True: "VRAI", False: "FAUX"}.get(typed, typed) in message


# What other programs save


def stored_otherwise(path):
    """As other programs store the same numbers: 7 as 7.0, 1803.1 as 1803.0999999999999; texts stand as they were."""

    def change(old):
        return FRACTION.sub(lambda number: b"<v>%.17g</v>" % float(number[1]), WHOLE.sub(rb"\1\2.0</v>", old))

    with zipfile.ZipFile(path) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/sheet")]
    with zipfile.ZipFile(changed(path, dict.fromkeys(sheets, change))) as package:
        return b"".join(map(package.read, sheets))


@pytest.mark.parametrize("formula", ["open", "othello"])
def test_a_tournament_that_went_through_google_sheets_goes_on(tmp_path, formula, capsys):
    path = books.create(tmp_path, 12, formula=formula)
    books.simulate(edit(path, {"Joueurs!Absences!8": 3, "Tournoi!Nombre de rondes": 8}), 2)
    assert b"<v>3.0</v>" in stored_otherwise(path)
    for action in ("update", "check", "pair"):
        capsys.readouterr()
        assert run(action, path) == 0, capsys.readouterr().err
        assert action != "update" or "Tout est à jour" in capsys.readouterr().out


@pytest.mark.parametrize("action", ["pair", "undo", "send"])
def test_scores_typed_as_formulas_without_result_stop_every_command(book, capsys, action):
    """An undo would have left the formulas beside other pairs."""
    type_formulas(book, {f"Résultats!Score {side}!{row}": f"={row}+400" for side in (1, 2) for row in range(5, 9)})
    problems = told(book, capsys, action)
    assert list(problems) == [f"Résultats!{column}{row}" for row in range(5, 9) for column in "EF"]
    assert all("enregistrez-le" in sentence for sentence in problems.values())


@pytest.mark.parametrize("read", [read_list, read_register])
def test_a_list_of_players_with_such_formulas_is_refused(tmp_path, read):
    """They were empty cells: everybody without a cote, and one player not there."""
    book = openpyxl.Workbook()
    book.active.append(["Nom", "Prénom", "Cote", "Note à moi"])
    book.active.append(["Alpha", "Jo", "=1900+0", "=1+1"])
    book.active.append(['="Bravo"', '="Jo"', "=1800+0", None])
    book.save(tmp_path / "liste.xlsx")
    with pytest.raises(ListError) as refused:
        read(tmp_path / "liste.xlsx")
    told = [text for text in refused.value.sentences if "résultat de cette formule" in text]
    assert [text.split(" : ")[0].split("!")[1] for text in told] == ["C2", "A3", "B3", "C3"]


@pytest.mark.parametrize("sheet", ["Résultats", "Joueurs"])
def test_a_header_emptied_above_its_copy_hides_no_row(book, capsys, sheet):
    copy = FIRST + 3
    with opened(book) as workbook:
        workbook.duplicate_row_to(sheet, FIRST - 1, copy)
    problems = told(edit(book, {f"{sheet}!{letter}4": None for letter in "ABCDEFGHIJKLMN"}), capsys)
    assert list(problems) == [f"{sheet}!A{FIRST}"] and f"ligne {copy}" in problems[f"{sheet}!A{FIRST}"]


def test_letters_that_stand_for_many_and_endless_texts_cost_no_time():
    many = "\ufdfa" * 40  # 18 letters each
    assert fold(many) == many and fold_title(many) == many
    assert fold("É" * 500) == "e" * 500 and fold("É" * 501) == "É" * 501
    assert fold_label("\ufdfa") == fold_label("x" * 41) == ""
