"""A player typed after the first pairing: what the missed rounds count, and how he can still play in the last one."""

import pytest

from tests import books
from tournament_xl.service.type_cells import TypedCell, type_cells
from tournament_xl.service.workbook_access import WorkbookFile


def exempt_of(book, number):
    """The row of Résultats with the bye, and who has it."""
    rows = [
        row for row in books.lines(book, "Résultats") if row["Ronde"] == number and "BIP" in (row["N° N"], row["N° B"])
    ]
    return next(((row["row"], row["Blanc" if row["N° N"] == "BIP" else "Noir"]) for row in rows), (0, ""))


def meetings(book):
    return [{row["N° N"], row["N° B"]} for row in books.lines(book, "Résultats")]


def enter(book, row, *cells):
    """Type a late entrant and return what the page says to it."""
    name = [TypedCell("Joueurs", row, column, text) for column, text in ((2, "Tard"), (3, "Zoé"), *cells)]
    return " ".join(type_cells(WorkbookFile(book), name).outcome.warnings)


@pytest.mark.parametrize(
    ("formula", "count", "played", "is_scored", "in_time"),
    [
        ("classique", 23, 0, False, True),
        ("classique", 23, 0, True, False),
        ("open", 13, 1, False, False),  # of phase 1 only round 1 is drawn anew (O5)
        ("othello", 9, 1, False, True),
    ],
)
def test_a_late_entrant_is_told_to_undo_a_round_without_scores_where_he_can_then_play_in_it(
    tmp_path, formula, count, played, is_scored, in_time
):
    book = books.create(tmp_path, count, formula=formula)
    books.pair(books.simulate(book, played) if played else book)
    if is_scored:
        books.edit(book, {f"Résultats!Score 1!{books.FIRST}": 400})
    assert ("annulez" in enter(book, books.FIRST + count)) == in_time
    if in_time:
        assert (books.run("undo", book), books.run("pair", book)) == (0, 0)
        (late,) = [row["N°"] for row in books.lines(book, "Joueurs") if row["Nom"] == "Tard"]
        rows = [row for row in books.lines(book, "Résultats") if row["Ronde"] == played + 1]
        assert late in [value for row in rows for title, value in row.items() if title.startswith("N°")]


def test_a_late_entrant_meets_the_exempt_of_a_round_with_results_and_no_other_table_changes(tmp_path):
    book = books.pair(books.create(tmp_path, 9, formula="othello"))
    row, exempt = exempt_of(book, 1)
    books.edit(book, {f"Résultats!E{books.FIRST}": 40, f"Résultats!F{books.FIRST}": 24})
    before = meetings(book)
    assert exempt in enter(book, books.FIRST + 9)
    type_cells(WorkbookFile(book), [TypedCell("Résultats", row, column, "") for column in range(1, 12)])
    assert books.run("pair", book) == 0
    after = meetings(book)
    (late,) = [line["N°"] for line in books.lines(book, "Joueurs") if line["Nom"] == "Tard"]
    assert sum(two in after for two in before) == 4 and any(late in two for two in after)
    assert exempt_of(book, 1) == (0, "")


def test_a_late_entrant_with_a_number_takes_the_place_of_bip(tmp_path):
    book = books.pair(books.create(tmp_path, 9, formula="othello"))
    row, _ = exempt_of(book, 1)
    line = books.lines(book, "Résultats")[row - books.FIRST]
    enter(book, books.FIRST + 9, (1, "18"))
    type_cells(WorkbookFile(book), [TypedCell("Résultats", row, 3 if line["N° N"] == "BIP" else 8, "18")])
    assert books.run("update", book) == 0
    assert any(18 in two for two in meetings(book)) and exempt_of(book, 1) == (0, "")


def test_the_number_of_a_player_who_has_gone_is_never_given_again(tmp_path):
    """Not even where the last player whom somebody changed has a lower one."""
    book = books.create(tmp_path, 9)
    books.edit(book, {f"Joueurs!Absences!{books.FIRST + 8}": 1})
    books.score(books.pair(book), 1)
    last = books.lines(book, "Joueurs")[8]
    emptied = [title for title in last if title != "row" and last[title] is not None]
    books.update(books.edit(book, {f"Joueurs!{title}!{last['row']}": None for title in emptied}))
    books.update(books.edit(book, {f"Joueurs!Prénom!{books.FIRST + 2}": "Renée"}))
    books.pair(books.edit(book, {f"Joueurs!Nom!{last['row']}": "Tard", f"Joueurs!Prénom!{last['row']}": "Zoé"}))
    numbers = {row["Nom"]: row["N°"] for row in books.lines(book, "Joueurs")}
    assert last["N°"] == 9 and numbers["Tard"] == 10
