"""Ratings through a workbook (R2 to R8): the published example, when they are computed, what stands on the sheet."""

from __future__ import annotations

import openpyxl

from tests.desk import Desk
from tests.rated import PUBLISHED, by_place, facts, header, lines, published, title
from tournament_xl.book import labels
from tournament_xl.cli import main
from tournament_xl.press import DONE, REFUSED


def test_r8_the_published_example_comes_out_through_a_workbook_file(tmp_path, capsys):
    path = published().save(tmp_path / "exemple.xlsx")
    assert main(["ratings", str(path)]) == 0
    assert "Cotes calculées" in capsys.readouterr().out
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    assert sheet.sheet_state == "visible"
    grid = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [grid[2][at] for at in range(2, 14)] == [
        "Catégorie", 1, "M", 20, "CT", 1, "PJmax", 210, "PJmin", -105, "% Joker", 10,
    ]  # fmt: skip
    rows = {line[2]: dict(zip(grid[3], line, strict=True)) for line in grid[4:14]}
    columns = ("Place", "Rang initial", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ",
               "Nouvelle cote", "Série")  # fmt: skip
    assert [rows["Cas A"][name] for name in columns] == [2, 4, 1803, 2250, 9, 10, 298, 210, 2032, "B"]
    assert [rows["Cas B"][name] for name in columns] == [8, 5, 1700, 1415, 3, 0, -95, -95, 1608, "B"]
    assert [rows[name]["Cote initiale"] for name, _, _ in PUBLISHED] == [
        2923, 2250, 1860, 1803, 1700, 1700, 1580, 1415, 1002, 1000,
    ]  # fmt: skip


def test_the_last_two_columns_say_what_each_place_would_bring():
    desk = published().must("ratings")
    assert header(desk)[15:] == [str(place) for place in range(1, 11)]
    second = lines(desk)["Cas A"]
    totals = by_place(desk, "Cas A")
    assert totals[:4] == ["240", "229", "50", "9"]  # 10 + 20 + 210; 9 + 10 + 210; 8 + 4 + 38; 7 + 2 + 0
    assert totals[7] == "-102"  # 3 - 105, for 1/3 of 1803 - 1415 is 129
    assert int(second["Nouvelle cote"]) - int(second["Cote initiale"]) == 229
    shown = desk.table(labels.RATINGS).header + 1 + list(lines(desk)).index("Cas A")
    assert desk.snapshot.cell(labels.RATINGS, shown, 14) == 229
    assert desk.snapshot.cell(labels.RATINGS, shown, 15) == "1er +240 · [2e +229] · 3e +50 · 4e +9"


def test_provisional_ratings_say_so_and_become_final_with_the_last_result():
    desk = Desk().players(8)
    assert desk.press("ratings", provisional=True).code == REFUSED  # nobody has played
    desk.must().better_seed_wins()
    outcome = desk.press("ratings", provisional=True)
    assert outcome.code == DONE and "provisoires après la ronde 1 sur 5" in outcome.message
    assert labels.RATINGS in outcome.reveal
    assert title(desk) == "Cotes provisoires après la ronde 1 sur 5"
    assert facts(desk)["PJmax"] == "255" and facts(desk)["% Joker"] == "100"  # of five games, not of one
    for number in range(2, 6):
        desk.must().better_seed_wins()
        assert title(desk) == f"Cotes provisoires après la ronde {number - 1} sur 5"
    desk.must("update")
    assert title(desk) == "Cotes"
    again = desk.press("ratings")
    assert (again.code, again.edits) == (DONE, ())
