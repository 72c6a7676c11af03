"""What people do to their sheets that is no problem: own order, notes, numbers as text, the table of either edition."""

import pytest

from tests import books
from tests.books import FIRST, SAMPLES, edit, pair, run, score, simulate, untouched, update


def _seats(row, *pairs):
    """Seats typed over the lines of the sheet Tables from a row on."""
    cells = {}
    for number, (one, two) in enumerate(pairs, row):
        cells |= {f"Tables!Siège 1!{number}": one, f"Tables!Siège 2!{number}": two}
    return cells


@pytest.mark.parametrize("edition, first_round", [
    ("F50", [{1, 5}, {2, 6}, {3, 7}, {4, 8}]), ("F10", [{1, 8}, {5, 6}, {2, 7}, {3, 4}]),
])  # fmt: skip
@pytest.mark.parametrize("typed", [
    (),
    ((1, 5), (2, 6), (3, 7), (4, 8), (1, 4), (2, 3), (5, 8), (6, 7)),
    ((1, 8), (5, 6), (2, 7), (3, 4), (1, 6), (5, 8), (2, 4), (3, 7)),
    ((4, 3), (7, 2), (6, 5), (8, 1), (7, 3), (8, 5), (4, 2), (6, 1)),
], ids=["as in the template", "F50", "F10", "F10 in another order"])  # fmt: skip
def test_either_editions_own_table_of_8_on_the_sheet_is_no_override(tmp_path, capsys, edition, first_round, typed):
    path = edit(books.create(tmp_path, 8, "--edition", edition), _seats(FIRST, *typed))
    assert sorted(map(sorted, books.pairs(pair(path), 1))) == sorted(map(sorted, first_round))
    assert books.remembered(path)["tables"] == "intégrée"
    assert run("update", score(path, 1)) == 0
    assert "feuille Tables" not in capsys.readouterr().out


def test_an_own_table_of_8_is_used_and_remembered(tmp_path):
    own = ((1, 2), (3, 4), (5, 6), (7, 8), (1, 3), (2, 4), (5, 7), (6, 8))
    path = pair(edit(books.create(tmp_path), _seats(FIRST, *own)))
    assert books.pairs(path, 1) == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    assert books.remembered(path)["tables"] == "1-2 3-4 5-6 7-8/1-3 2-4 5-7 6-8"


def _reference(folder):
    """The second round of a tournament in which nothing odd was typed."""
    path = pair(score(pair(books.create(folder)), 1))
    return books.lines(path, "Résultats"), books.lines(path, "Classement")


def _moved_down(path):
    """Three rows above every header but that of Tournoi, with a text in one of them."""
    with books.opened(path) as book:
        for sheet in book.get_sheet_list()[1:]:
            book.insert_rows(sheet, 2, 3)
            book.set_cell_str(sheet, "B3", "Ne pas oublier le café")


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


def test_notes_stay_where_they_were_typed(tmp_path):
    path = books.create(tmp_path)
    _noted(path)
    simulate(pair(path), 1)
    for place, text in {"Joueurs!A20": "manger", "Joueurs!L6": "payé", "Résultats!A40": "fin", "Tables!F6": "revoir",
                        "Résultats!P2": "Zoé", "Tournoi!C55": "francs", "Tournoi!H3": "chauffée"}.items():  # fmt: skip
        assert text in str(books.value(path, place)), place


def test_a_list_with_an_english_header_is_read_as_ours(tmp_path):
    path = tmp_path / "t.xlsx"
    assert run("new", path, "--formule", "classique", "--joueurs", SAMPLES / "joueurs-cote-saint-andre.csv") == 0
    assert run("update", pair(path)) == 0


# Odd things that people type


def test_a_row_with_only_a_name_of_three_words_is_a_player(tmp_path):
    path = pair(edit(books.create(tmp_path, 7), {"Joueurs!Nom!12": "Van der Straeten"}))
    assert [row["N°"] for row in books.lines(path, "Joueurs")][:7] == list(range(1, 8))
    assert books.value(path, "Joueurs!N°!12") == 8


def test_a_cote_that_a_formula_has_computed_is_a_cote(tmp_path):
    path = edit(books.create(tmp_path), {"Joueurs!Cote!5": 7400 / 3})
    assert run("pair", path) == 0


@pytest.mark.parametrize("count", [1, 3, 8])
def test_places_typed_by_hand_before_the_first_pairing_are_no_bug_of_ours(tmp_path, count):
    typed = {f"Joueurs!{column}!{4 + n}": n for n in range(1, count + 1) for column in ("N°", "Rang initial")}
    path = edit(books.create(tmp_path), typed)
    assert run("pair", path) in (0, 3)


@pytest.mark.parametrize("count", [6, 129])
def test_places_pasted_from_another_tournament_do_not_lift_the_limits_of_the_formula(tmp_path, count):
    typed = {f"Joueurs!{column}!{4 + n}": n for n in range(1, count + 1) for column in ("N°", "Rang initial")}
    path = edit(books.create(tmp_path, count), typed)
    with untouched(path):
        assert run("pair", path) == 3


@pytest.mark.parametrize("formula, count", [("toutes-rondes", 101), ("double-toutes-rondes", 52)])
def test_a_round_robin_of_a_hundred_rounds_is_not_refused_at_a_cell_that_is_empty(tmp_path, capsys, formula, count):
    path = books.create(tmp_path, count, formula=formula)
    capsys.readouterr()
    run("pair", path)
    assert "Nombre de rondes" in capsys.readouterr().err or books.setting(path, "Nombre de rondes")


@pytest.mark.parametrize("name", ["=1+1", "-5", "@SOMME(A1)", "👩‍🦰 Zoé", "Du\nPont", "[gras]a[/gras]"])
def test_a_name_is_text_whatever_it_looks_like(tmp_path, capsys, name):
    path = pair(edit(books.create(tmp_path), {"Joueurs!Nom!5": name, "Joueurs!Prénom!5": None}))
    assert books.lines(path, "Résultats")[0]["Joueur 1"] == name
    assert books.content(path)["Résultats"]["D5"].data_type == "s"
    score(path, 1)
    assert run("pair", path) == run("standings", path) == run("explain", path) == 0
    with untouched(path):
        assert run("update", path) == 0


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


def test_numbers_typed_by_hand_with_gaps_are_kept_and_the_others_go_on_above(tmp_path):
    path = edit(books.create(tmp_path), {"Joueurs!N°!5": 10, "Joueurs!N°!7": "7", "Joueurs!N°!8": 300.0})
    found = [int(row["N°"]) for row in books.lines(pair(path), "Joueurs")]
    assert (found[0], found[2], found[3]) == (10, 7, 300)
    assert sorted(found) == [7, 10, 300, 301, 302, 303, 304, 305]


def test_blank_rows_pasted_into_the_lists_do_no_harm(tmp_path):
    path = score(pair(books.create(tmp_path)), 1)
    with books.opened(path) as book:
        book.insert_rows("Joueurs", 7, 2)
        book.insert_rows("Résultats", 6, 3)
    assert books.pairs(pair(path), 2) == [{1, 4}, {2, 3}, {5, 8}, {6, 7}]


def test_the_largest_field_plays_to_the_end(tmp_path):
    path = books.create(tmp_path, 128)
    assert run("simulate", path) == 0
    assert len(books.lines(path, "Résultats")) == 7 * 64
