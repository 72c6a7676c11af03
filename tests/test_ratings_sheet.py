"""The sheet Cotes (R2 to R7): who takes part, ties, the event's category, what people did to the sheet."""

from __future__ import annotations

import openpyxl
import pytest

from tests.desk import DATE, Desk
from tests.rated import facts, finished, header, lines
from tournament_xl import actions
from tournament_xl.cli import main
from tournament_xl.model import X
from tournament_xl.press import DONE, PROBLEMS
from tournament_xl.workbook import encode_ratings, labels
from tournament_xl.workbook.snapshot import Snapshot, cell_text

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


def test_who_only_forfeited_or_never_came_is_registered_but_takes_no_part():
    desk = Desk().players(10)
    for _ in range(5):
        desk.must()
        for row in desk.decoded().pending:
            sides = [str(side) for side, who in ((1, row.match.one), (2, row.match.two)) if who in (9, 10)]
            desk.type(labels.RESULTS, row.line.row, "Forfait", "+".join(sides) or None)
        desk.better_seed_wins()
    desk.must("ratings")
    found = lines(desk)
    assert len(found) == 8 and not {"A09", "A10"} & found.keys()
    assert {int(line["Place"]) for line in found.values()} <= set(range(1, 9))  # of 8, not of 10
    assert max(int(line["PE"]) for line in found.values()) == 10  # n counts the registered
    assert "n = 10 · 8 participants" in cell_text(desk.snapshot.cell(labels.RATINGS, 2, 1))


def test_x_takes_no_part_and_whoever_met_only_x_does():
    desk = Desk().players(9).absences(5, "2-5")  # seat 5 meets X in round 1 of 10 seats
    for _ in range(5):
        desk.must().better_seed_wins()
    assert (5, X) in desk.pairs(1)
    desk.must("ratings")
    assert lines(desk).keys() == {f"A{number:02}" for number in range(1, 10)}
    assert "n = 9 · 9 participants" in cell_text(desk.snapshot.cell(labels.RATINGS, 2, 1))


def test_ex_aequo_share_place_experience_and_reference():
    desk = Desk(Formule="Toutes-rondes").players(4)
    for _ in range(3):
        desk.must()
        for row in desk.decoded().pending:
            desk.score(len(desk.decoded().tournament.rounds), row.match.one, 400, 400)
    desk.must("ratings")
    found = list(lines(desk).values())
    assert {(line["Place"], line["PE"], line["B"], line["Cote de référence"]) for line in found} == {
        ("1", "4", "20", "2990")
    }
    assert [line["PJ"] for line in found] == ["0", "7", "13", "20"]  # 2/3 of 0, 10, 20, 30


@pytest.mark.parametrize(
    ("event", "category", "value", "ct", "limit"),
    [
        ("", "1", "20", "1", 205), ("TH", "1", "20", "1", 205), ("TH Classique B", "1", "20", "0.8", 164),
        ("Masters départemental", "1", "20", "1", 205), ("Masters régional", "2", "50", "1", 230),
        ("Championnat national", "4", "150", "1", 280), ("Open international", "4", "150", "1", 280),
        ("Championnat du monde", "5", "250", "1", 305),
    ],
)  # fmt: skip
def test_r4_the_setting_decides_on_the_category(event, category, value, ct, limit):
    desk = Desk(**{"Type_d'épreuve": event, "Saison": "2015/16"})
    for number in range(1, 9):
        desk.player(f"P{number}", 2000 - number)
    for _ in range(5):
        desk.must().better_seed_wins()
    desk.must("ratings")
    shown = facts(desk)
    assert (shown["Catégorie"], shown["M"], shown["CT"], shown["PJmax"]) == (category, value, ct, str(limit))
    assert float(shown["PJmin"]) == -limit / 2
    assert shown["% Joker"] == "0"


def test_limits_and_percentages_that_are_not_whole_stand_unrounded():
    desk = Desk()
    for number, cote in enumerate((2950, 1500, 1400, 1300, 1200, 1100, 1000), start=1):
        desk.player(f"P{number}", cote)
    for _ in range(5):
        desk.must().better_seed_wins()
    desk.must("ratings")
    assert float(facts(desk)["% Joker"]) == 100 / 7
    assert float(facts(desk)["PJmax"]) == pytest.approx(205 + 50 / 7)


def test_a_late_entrant_is_registered_and_ranked_by_his_cote():
    desk = Desk().players(8).must().better_seed_wins()
    desk.player("Tardif", 2975)
    for _ in range(4):
        desk.must().better_seed_wins()
    desk.must("ratings")
    assert lines(desk)["Tardif"]["Rang initial"] == "3"
    assert "n = 9 · 9 participants" in cell_text(desk.snapshot.cell(labels.RATINGS, 2, 1))


def test_hostile_names_stay_text_on_the_sheet(tmp_path):
    desk = Desk()
    names = ('=LIEN("x.fr","clic")', "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-1+2", "P5", "P6", "P7")
    for at, name in enumerate(names):
        desk.player(name, 2000 - at, Licence="=1+1" if at == 0 else None)
    for _ in range(5):
        desk.must().better_seed_wins()
    path = desk.save(tmp_path / "t.xlsx")
    assert main(["ratings", str(path)]) == 0
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    cells = {cell.value: cell for row in sheet.iter_rows(min_row=5) for cell in row if cell.value is not None}
    for name in (*names, "=1+1"):
        assert cells[name].data_type == "s"
    assert not [cell for cell in cells.values() if cell.data_type == "f"]


def test_a_note_where_the_ratings_must_stand_is_told_and_kept():
    desk = finished()
    table = desk.table(labels.RATINGS)
    desk.type(labels.RATINGS, table.header + 2, "Licence", "à revoir")
    outcome = desk.press("ratings")
    assert outcome.code == PROBLEMS
    assert str(outcome.problems[0]).startswith("Cotes!D6 : « à revoir » est à la place")
    desk.type(labels.RATINGS, table.header + 2, "Licence", None)
    grid = [list(row) for row in desk.snapshot.sheets[labels.RATINGS]]
    grid.extend([] for _ in range(10))
    grid[5].extend([None] * 30)
    grid[5][16] = "appeler Max"  # where the column of the second place comes
    sheets = dict(desk.snapshot.sheets) | {labels.RATINGS: grid}
    outcome = actions.ratings(Snapshot(sheets), DATE)
    assert [str(problem).split(" : ")[0] for problem in outcome.problems] == ["Cotes!Q6"]


def test_a_workbook_without_the_sheet_goes_on_but_has_no_ratings():
    desk = finished()
    sheets = {name: grid for name, grid in desk.snapshot.sheets.items() if name != labels.RATINGS}
    desk.snapshot = Snapshot(sheets)
    assert desk.press("update").code == DONE
    outcome = desk.press("ratings")
    assert outcome.code == PROBLEMS and "« Cotes » manque" in str(outcome.problems[0])


def test_columns_may_stand_in_another_order_and_own_ones_are_kept():
    desk = finished()
    grid = [list(row) for row in desk.snapshot.sheets[labels.RATINGS]]
    head = grid[3]
    head[1], head[11] = head[11], head[1]  # N° and Nouvelle cote
    head[14] = "Ma colonne"  # no Par place any more: nothing of it is written
    desk.snapshot = Snapshot(dict(desk.snapshot.sheets) | {labels.RATINGS: grid})
    desk.must("ratings")
    assert len(lines(desk)) == 8 and {line["N°"] for line in lines(desk).values()} == set("12345678")
    assert all(len(row) <= 14 or row[14] in (None, "Ma colonne") for row in desk.snapshot.sheets[labels.RATINGS][3:])


def test_fewer_participants_leave_no_old_place_behind():
    desk = finished(10).must("ratings")
    assert header(desk)[15:] == [str(place) for place in range(1, 11)]
    for number in range(1, 6):
        row = desk.row_of(number, 10)
        match = next(m for m in desk.decoded().tournament.rounds[number - 1] if 10 in m)
        for column, value in {"Score 1": None, "Score 2": None, "Forfait": "1" if match.one == 10 else "2"}.items():
            desk.type(labels.RESULTS, row, column, value)
    desk.must("update")
    assert len(lines(desk)) == 9 and header(desk)[15:] == [*map(str, range(1, 10)), ""]
    beyond = [row[24] for row in desk.snapshot.sheets[labels.RATINGS][4:] if len(row) > 24]
    assert beyond == [None] * len(beyond)


def test_a_field_too_large_for_a_column_for_each_place_keeps_the_places_near_ones_own(monkeypatch):
    usual = finished(10).must("ratings")
    monkeypatch.setattr(encode_ratings, "MOST_PLACES", 9)
    desk = finished(10).must("ratings")
    near = header(desk).index(labels.BY_PLACE_COLUMN)
    assert header(desk)[near + 1 :] == []
    assert [row[near] for row in desk.snapshot.sheets[labels.RATINGS][4:14]] == [
        row[near] for row in usual.snapshot.sheets[labels.RATINGS][4:14]
    ]
    again = usual.must("update")  # the field was smaller when the columns were filled
    assert not any(header(again)[15:]) and not any(any(row[15:]) for row in again.snapshot.sheets[labels.RATINGS][4:])
