"""What people do to their sheets that is no problem: own order, notes, numbers as text, the table of either edition."""

import pytest

from tests import books
from tests.books import FIRST, edit, pair, run, score, simulate, untouched, update


def _reference(folder):
    """The second round of a tournament in which nothing odd was typed."""
    path = pair(score(pair(books.create(folder)), 1))
    return books.lines(path, "Résultats"), books.lines(path, "Classement")


def _moved_down(path):
    """Three rows above every header but that of Tournoi, with a text in one of them."""
    with books.opened(path) as book:
        for sheet in book.get_sheet_list()[1:]:
            book.insert_rows(sheet, 1, 3)
            book.set_cell_str(sheet, "B2", "Ne pas oublier le café")


def _reordered(path):
    """Own columns first, between and last; Nom, Prénom and the scores elsewhere."""
    with books.opened(path) as book:
        for sheet, letter in (("Joueurs", "A"), ("Joueurs", "D"), ("Résultats", "A"), ("Résultats", "F")):
            book.insert_cols(sheet, letter, 1)
    rows = books.content(path)["Joueurs"]
    swapped = {}
    for row in range(4, rows.max_row + 1):
        swapped |= {f"Joueurs!C{row}": rows[f"E{row}"].value, f"Joueurs!E{row}": rows[f"C{row}"].value}
        swapped |= {f"Joueurs!A{row}": f"à moi {row}", f"Joueurs!D{row}": "payé" if row > 4 else "Payé ?"}
    edit(path, swapped)


def _noted(path):
    """Notes on every sheet that people type in, a title between, blank rows in the list."""
    with books.opened(path) as book:
        book.insert_rows("Joueurs", 7, 2)
        book.insert_rows("Joueurs", 11, 1)
    edit(path, {
        "Joueurs!A3": "Club : Genève", "Joueurs!A11": "les inscrits du dimanche :", "Joueurs!L6": "a payé",
        "Joueurs!A20": "manger à midi au plus tard", "Résultats!P2": "arbitre : Zoé",
        "Résultats!A40": "fin de la page 1", "Tournoi!H3": "salle chauffée", "Tournoi!B55": "Repas",
        "Tournoi!C55": "12 francs", "Tables!F6": "à revoir",
    })  # fmt: skip


def _as_text(path):
    """Numbers stored as text, some with blanks or a no-break space."""
    cells = {}
    for row in books.lines(path, "Joueurs"):
        cells[f"Joueurs!Cote!{row['row']}"] = f" {row['Cote'] // 1000}\u00a0{row['Cote'] % 1000:03} "
        cells[f"Joueurs!N°!{row['row']}"] = f" {row['row'] - FIRST + 1} "
    edit(path, cells)


@pytest.mark.parametrize("change", [_moved_down, _reordered, _noted, _as_text])
def test_people_may_arrange_their_sheets_as_they_like(tmp_path, change):
    results, standings = _reference(tmp_path / "plain")
    path = books.create(tmp_path / "own")
    change(path)
    update(pair(path))
    score(path, 1, "450", " 400 ")
    pair(path)
    for sheet, expected in (("Résultats", results), ("Classement", standings)):
        titles = [title for title in expected[0] if title != "row" and not title.startswith("Score")]
        found = [[row.get(title) for title in titles] for row in books.lines(path, sheet) if len(row) > 5]
        found = [line for line in found if any(value is not None for value in line[1:])]
        assert found == [[row[title] for title in titles] for row in expected]
    with untouched(path):
        assert run("update", path) == 0


# Odd things that people type


@pytest.mark.parametrize("typed", [
    {"Résultats!Forfait!5": " 1 + 2 ", "Résultats!Score 1!5": None, "Résultats!Score 2!5": None},
    {"Résultats!Forfait!5": 2.0, "Résultats!Score 1!5": " ", "Résultats!Score 2!5": "  "},
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
