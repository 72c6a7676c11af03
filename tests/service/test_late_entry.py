"""A player typed after the first pairing: what the missed rounds count, and how he can still play in the last one."""

import pytest

from tests import books
from tournament_xl.messages.audience import Audience
from tournament_xl.service.type_cells import TypedCell, type_cells
from tournament_xl.service.workbook_access import WorkbookFile

MISSED = "Tard Zoé, en cours de tournoi : chaque ronde manquée compte 0 point."
IN_TIME = (
    "Pour jouer dès la ronde {round}, qui n'a pas encore de score : annulez la dernière ronde, puis appariez de "
    "nouveau ; toutes ses paires sont refaites."
)


@pytest.mark.parametrize(
    ("formula", "count", "played", "is_scored", "in_time"),
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
    tmp_path, formula, count, played, is_scored, in_time
):
    book = books.create(tmp_path, count, formula=formula)
    books.pair(books.simulate(book, played) if played else book)
    if is_scored:
        books.edit(book, {f"Résultats!Score 1!{books.FIRST}": 400})
    name = [TypedCell("Joueurs", books.FIRST + count, column, text) for column, text in ((2, "Tard"), (3, "Zoé"))]
    notes = type_cells(WorkbookFile(book), name).outcome.warning_texts(Audience.PAGE)
    assert [*notes] == [MISSED, *([IN_TIME.format(round=played + 1)] if in_time else [])]
    if in_time:
        assert (books.run("undo", book), books.run("pair", book)) == (0, 0)
        (late,) = [row["N°"] for row in books.lines(book, "Joueurs") if row["Nom"] == "Tard"]
        rows = [row for row in books.lines(book, "Résultats") if row["Ronde"] == played + 1]
        assert late in [value for row in rows for title, value in row.items() if title.startswith("N°")]
