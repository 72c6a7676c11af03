"""What organisers do to a workbook, by accident or on purpose, and what becomes of it (rules C2, C11, C12, T)."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tournament_xl.workbook import labels


def numbered(count: int, **settings: object) -> Desk:
    desk = Desk(**settings)
    for number in range(1, count + 1):
        desk.player(f"A{number:02}", 3000 - number, N=number)
    return desk


def exchange(desk: Desk, number: int, one: int, other: int) -> None:
    """The second players of two matches change places."""
    rows = [next(r for r in desk.decoded().results.round(number) if who in r.match) for who in (one, other)]
    first, second = rows[0].match.two, rows[1].match.two
    desk.type(labels.RESULTS, rows[0].line.row, "N° 2", second)
    desk.type(labels.RESULTS, rows[1].line.row, "N° 2", first)


def test_undo_keeps_a_number_of_rounds_that_the_organiser_typed_after_the_pairing():
    desk = Desk().players(8).must().set("Nombre de rondes", 6).must("update").must("undo")
    assert desk.decoded().settings.settings.rounds == 6


def test_the_reason_comes_back_when_an_exchange_is_taken_back_and_follows_its_pair():
    desk = Desk().players(8).must()
    before = desk.reason(1, 1)
    exchange(desk, 1, 1, 2)
    desk.must("update")
    assert "Choix de l'organisateur" in desk.reason(1, 1)
    exchange(desk, 1, 1, 2)
    desk.must("update")
    assert desk.reason(1, 1) == before
    rows = [row.line.row for row in desk.decoded().results.round(1)[:2]]
    for row, (one, two) in zip(rows, ((2, 6), (1, 5)), strict=True):  # the two matches change tables
        desk.type(labels.RESULTS, row, "N° 1", one)
        desk.type(labels.RESULTS, row, "N° 2", two)
    desk.must("update")
    assert desk.reason(1, 1) == before and desk.reason(1, 2).endswith("siège 2 contre siège 6.")


def test_the_journal_may_be_sorted():
    desk = Desk().players(8).must().must("undo").player("Nouveau", 2985).must()
    lines = list(desk.table(labels.JOURNAL).lines())
    texts = [dict(line.texts) for line in reversed(lines)]
    for line, content in zip(lines, texts, strict=True):
        for column, text in content.items():
            desk.type(labels.JOURNAL, line.row, column, text)
    assert desk.press("update").code == 0
    assert desk.decoded().problems.found == []


def test_a_note_between_title_and_table_stays():
    desk = Desk().players(8).must()
    grid = [list(row) for row in desk.snapshot.sheets[labels.STANDINGS]]
    grid.insert(2, ["Repas à 12 h 30 au foyer"])
    desk.snapshot = type(desk.snapshot)(dict(desk.snapshot.sheets) | {labels.STANDINGS: grid})
    desk.better_seed_wins().must("update")
    column = [row[0] if row else None for row in desk.snapshot.sheets[labels.STANDINGS][:6]]
    assert column[0] == "Classement après la ronde 1 sur 5" and column[2] == "Repas à 12 h 30 au foyer"


@pytest.mark.parametrize(("typed", "told"), [
    ("35", True), ("3, 35", True), ("6", True), ("4-10", False), ("3, 5", False), ("4-", False),
])  # fmt: skip
def test_an_absence_from_a_round_that_there_is_not_is_told(typed: str, told: bool) -> None:
    desk = Desk().players(8).must("pair")  # five rounds
    desk.absences(3, typed)
    outcome = desk.press("update")
    assert any("Absences nomme la ronde" in warning for warning in outcome.warnings) is told
