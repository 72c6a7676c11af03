"""A player typed after the first pairing: what the missed rounds count, and how he can still play in the last one."""

import pytest

from tests import books
from tournament_xl.core.model import Notice
from tournament_xl.messages.notices import notice_text
from tournament_xl.service.type_cells import TypedCell, type_cells
from tournament_xl.service.workbook_access import WorkbookFile

MISSED = notice_text(Notice("late_entry", {"name": "Tard Zoé"}))


def in_time(number):
    return notice_text(Notice("late_entry_in_time", {"round": number}))


def against_exempt(number, exempt):
    return notice_text(Notice("late_entry_exempt", {"round": number, "exempt": exempt}))


def exempt_of(book, number):
    """The row of Résultats with the bye, and who has it."""
    rows = [
        row for row in books.lines(book, "Résultats") if row["Ronde"] == number and "BIP" in (row["N° N"], row["N° B"])
    ]
    return next(((row["row"], row["Blanc" if row["N° N"] == "BIP" else "Noir"]) for row in rows), (0, ""))


def meetings(book):
    return [{row["N° N"], row["N° B"]} for row in books.lines(book, "Résultats")]


@pytest.mark.parametrize(
    ("formula", "count", "played", "is_scored", "is_in_time"),
    [
        ("classique", 23, 0, False, True),
        ("classique", 23, 0, True, False),
        ("classique", 20, 2, False, True),
        ("open", 13, 0, False, True),
        ("open", 13, 1, False, False),  # of phase 1 only round 1 is drawn anew (O5)
        ("othello", 9, 1, False, True),
    ],
)
def test_a_late_entrant_is_told_how_to_play_in_a_round_without_scores_where_that_is_so(
    tmp_path, formula, count, played, is_scored, is_in_time
):
    book = books.create(tmp_path, count, formula=formula)
    books.pair(books.simulate(book, played) if played else book)
    if is_scored:
        books.edit(book, {f"Résultats!Score 1!{books.FIRST}": 400})
    name = [TypedCell("Joueurs", books.FIRST + count, column, text) for column, text in ((2, "Tard"), (3, "Zoé"))]
    notes = type_cells(WorkbookFile(book), name).outcome.warnings
    _, exempt = exempt_of(book, played + 1) if formula == "othello" else (0, "")
    against = [against_exempt(played + 1, exempt)] if exempt else []
    assert [*notes] == [MISSED, *against, *([in_time(played + 1)] if is_in_time else [])]
    if is_in_time:
        assert (books.run("undo", book), books.run("pair", book)) == (0, 0)
        (late,) = [row["N°"] for row in books.lines(book, "Joueurs") if row["Nom"] == "Tard"]
        rows = [row for row in books.lines(book, "Résultats") if row["Ronde"] == played + 1]
        assert late in [value for row in rows for title, value in row.items() if title.startswith("N°")]


def test_a_late_entrant_without_number_meets_the_exempt_of_a_round_with_results_and_no_other_table_changes(tmp_path):
    book = books.pair(books.create(tmp_path, 9, formula="othello"))
    row, exempt = exempt_of(book, 1)
    books.edit(book, {f"Résultats!E{books.FIRST}": 40, f"Résultats!F{books.FIRST}": 24})
    before = meetings(book)
    name = [TypedCell("Joueurs", books.FIRST + 9, column, text) for column, text in ((2, "Tard"), (3, "Zoé"))]
    notes = type_cells(WorkbookFile(book), name).outcome.warnings
    assert [*notes] == [MISSED, against_exempt(1, exempt)]
    type_cells(WorkbookFile(book), [TypedCell("Résultats", row, column, "") for column in range(1, 12)])
    assert books.run("pair", book) == 0
    after = meetings(book)
    (late,) = [line["N°"] for line in books.lines(book, "Joueurs") if line["Nom"] == "Tard"]
    assert sum(two in after for two in before) == 4 and any(late in two for two in after)
    assert exempt_of(book, 1) == (0, "")


def test_a_late_entrant_with_a_number_takes_the_place_of_bip_and_after_the_last_pairing_nobody_is_sent_to_pair(
    tmp_path,
):
    book = books.pair(books.create(tmp_path, 9, formula="othello"))
    row, exempt = exempt_of(book, 1)
    line = books.lines(book, "Résultats")[row - books.FIRST]
    name = [
        TypedCell("Joueurs", books.FIRST + 9, column, text) for column, text in ((1, "18"), (2, "Tard"), (3, "Zoé"))
    ]
    type_cells(WorkbookFile(book), name)
    type_cells(WorkbookFile(book), [TypedCell("Résultats", row, 3 if line["N° N"] == "BIP" else 8, "18")])
    assert books.run("update", book) == 0
    assert any(18 in two for two in meetings(book)) and exempt_of(book, 1) == (0, "")
    folder = tmp_path / "last"
    folder.mkdir()
    book = books.pair(books.create(folder, 9, "--rondes", "1", formula="othello"))
    name = [TypedCell("Joueurs", books.FIRST + 9, 2, "Tard"), TypedCell("Joueurs", books.FIRST + 9, 3, "Zoé")]
    notes = type_cells(WorkbookFile(book), name).outcome.warnings
    assert not [note for note in notes if "contre l'exempt" in note]


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
