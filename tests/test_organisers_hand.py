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


def test_t_a_round_typed_or_exchanged_against_the_schedule_is_refused_even_when_it_is_drawn():
    typed = numbered(4, Formule="Toutes-rondes").match(1, 1, 2, (400, 300)).match(1, 3, 4, (400, 300))
    assert typed.press("update").code == 3
    drawn = numbered(6, Formule="Toutes-rondes").must()
    exchange(drawn, 1, 1, 2)
    outcome = drawn.press("update")
    assert outcome.code == 3 and all("ne se rencontrent pas" in problem.message for problem in outcome.problems)


def test_t_a_typed_game_of_the_schedule_gets_the_absentees_forfeit():
    desk = numbered(4, Formule="Toutes-rondes").match(1, 1, 4).absences(4, "1").must()
    match = next(m for m in desk.decoded().tournament.rounds[0] if 4 in m)
    assert match.gave(4) and not match.gave(1)


def test_t_nobody_present_is_refused():
    desk = numbered(4, Formule="Toutes-rondes").must().better_seed_wins()
    for who in range(1, 5):
        desk.absences(who, "2")
    assert desk.press().code == 1


def test_undo_keeps_a_number_of_rounds_that_the_organiser_typed_after_the_pairing():
    desk = Desk().players(8).must().set("Nombre de rondes", 6).must("update").must("undo")
    assert desk.decoded().settings.settings.rounds == 6


def test_undo_takes_back_the_number_of_rounds_written_after_a_round_typed_by_hand():
    desk = numbered(8)
    for one, two in ((1, 2), (3, 4), (5, 6), (7, 8)):
        desk.match(1, one, two, (400, 300))
    desk.must().must("undo").must("undo", force=True)
    assert desk.decoded().settings.settings.rounds is None


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


def test_undo_without_force_does_not_remove_a_typed_forfeit():
    desk = Desk().players(8).must().better_seed_wins().must()
    desk.type(labels.RESULTS, desk.row_of(2, 1), "Forfait", "1")
    desk.absences(1, "2-")
    assert desk.press("undo").code == 1


def test_a_note_between_title_and_table_stays():
    desk = Desk().players(8).must()
    grid = [list(row) for row in desk.snapshot.sheets[labels.STANDINGS]]
    grid.insert(2, ["Repas à 12 h 30 au foyer"])
    desk.snapshot = type(desk.snapshot)(dict(desk.snapshot.sheets) | {labels.STANDINGS: grid})
    desk.better_seed_wins().must("update")
    column = [row[0] if row else None for row in desk.snapshot.sheets[labels.STANDINGS][:6]]
    assert column[0] == "Classement après la ronde 1 sur 5" and column[2] == "Repas à 12 h 30 au foyer"


def test_a_row_with_only_a_first_name_is_told():
    desk = Desk().players(8)
    row = next(desk.table(labels.PLAYERS).free_rows())
    desk.type(labels.PLAYERS, row, "Prénom", "Marie Claude")
    outcome = desk.press()
    assert outcome.code == 3 and "le nom est vide" in outcome.problems[0].message


def test_half_a_game_after_two_wins_is_told_at_that_game():
    desk = Desk(Manches_gagnantes=2).players(8).must()
    row = desk.row_of(1, 1)
    for column, value in {"Score 1": 410, "Score 2": 400, "Score 1b": 410, "Score 2b": 400, "Score 1c": 300}.items():
        desk.type(labels.RESULTS, row, column, value)
    outcome = desk.press("update")
    assert [problem.cell for problem in outcome.problems] == [f"L{row}"]
    assert "déjà gagné" in outcome.problems[0].message


@pytest.mark.parametrize(("typed", "told"), [
    ("35", True), ("3, 35", True), ("6", True), ("4-10", False), ("3, 5", False), ("4-", False),
])  # fmt: skip
def test_an_absence_from_a_round_that_there_is_not_is_told(typed: str, told: bool) -> None:
    desk = Desk().players(8).must("pair")  # five rounds
    desk.absences(3, typed)
    outcome = desk.press("update")
    assert any("Absences nomme la ronde" in warning for warning in outcome.warnings) is told


def test_the_same_number_twice_is_a_problem_also_when_somebody_is_to_enter() -> None:
    desk = Desk().players(8).must("pair")
    desk.player("Nouvelle", 1200, N=3)
    assert any("déjà celui de la ligne" in problem.message for problem in desk.press("update").problems)


def test_a_round_of_four_figures_is_no_round():
    desk = Desk().players(8).must()
    desk.match(1000, 1, 2)
    assert any("n'est pas un numéro de ronde" in str(one) for one in desk.press("update").problems)
