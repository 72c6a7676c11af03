"""Ratings through a workbook (R2 to R8): the published example, refusals, corrections, what a person sees."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.desk import DATE, Desk
from tournament_xl import actions
from tournament_xl.cli import main
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.model import X
from tournament_xl.press import DONE, PROBLEMS, REFUSED
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot, cell_text

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
PUBLISHED = (
    ("Joker", 2923, ""), ("Première série", None, "1A"), ("Troisième", 1860, ""), ("Cas A", 1803, ""),
    ("Cas B", 1700, ""), ("Quatrième série", None, "4C"), ("Septième", 1580, ""), ("Huitième", 1415, ""),
    ("Neuvième", 1002, ""), ("Nouveau", None, ""),
)  # regulation, paragraph 8: name, PL, duplicate series  # fmt: skip
STRENGTH = [6, 4, 9, 2, 8, 10, 1, 5, 7, 3]  # who beats whom, so that case A ends second and case B eighth


def published() -> Desk:
    """The tournament of the regulation's example, its five rounds played."""
    desk = Desk()
    for name, cote, series in PUBLISHED:
        desk.player(name, cote, Série_duplicate=series)
    for _ in range(5):
        desk.must()
        play(desk, STRENGTH)
    return desk


def play(desk: Desk, order: list[int]) -> None:
    """Results of the current round: whoever stands first in `order` wins."""
    for row in desk.decoded().pending:
        edge = 10 * (order.index(row.match.two) - order.index(row.match.one))
        desk.type(labels.RESULTS, row.line.row, "Score 1", 400 + edge)
        desk.type(labels.RESULTS, row.line.row, "Score 2", 400)


def finished(players: int = 8, **settings: object) -> Desk:
    """A tournament of five rounds in which the better seed always won; results all in."""
    desk = Desk(**settings).players(players)
    for _ in range(5):
        desk.must().better_seed_wins()
    return desk


def lines(desk: Desk) -> dict[str, dict[str, str]]:
    """The rows of Cotes by player's name."""
    return {line.text("Joueur"): line.texts for line in desk.table(labels.RATINGS).lines()}


def facts(desk: Desk) -> dict[str, str]:
    """Row 3: label -> value in the next cell."""
    row = [cell_text(cell) for cell in desk.snapshot.sheets[labels.RATINGS][2]] + [""]
    return {label: row[row.index(label) + 1] for label in labels.RATING_FACTS}


def header(desk: Desk) -> list[str]:
    return [cell_text(cell) for cell in desk.snapshot.sheets[labels.RATINGS][3]]


def title(desk: Desk) -> str:
    return cell_text(desk.snapshot.cell(labels.RATINGS, 1, 1))


def by_place(desk: Desk, name: str) -> list[str]:
    """The columns "1", "2", … of a player."""
    head = header(desk)
    row = desk.table(labels.RATINGS).header
    row += 1 + list(lines(desk)).index(name)
    after = head.index(labels.BY_PLACE_COLUMN) + 1
    return [cell_text(desk.snapshot.cell(labels.RATINGS, row, at)) for at in range(after + 1, len(head) + 1)]


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


def test_refused_before_the_last_round_with_exit_code_1(tmp_path, capsys):
    desk = Desk().players(8)
    assert desk.press("ratings").code == REFUSED
    desk.must().better_seed_wins().must()
    outcome = desk.press("ratings")
    assert (outcome.code, outcome.edits) == (REFUSED, ()) and "1 sur 5" in outcome.message
    path = desk.save(tmp_path / "t.xlsx")
    before = path.read_bytes()
    assert main(["ratings", str(path)]) == 1
    assert "après la dernière ronde" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_result_missing_in_the_last_round_is_told_at_its_cell():
    desk = finished()
    row = desk.row_of(5, 1)
    desk.type(labels.RESULTS, row, "Score 1", None)
    outcome = desk.press("ratings")
    assert outcome.code == PROBLEMS
    assert [(problem.sheet, problem.row) for problem in outcome.problems] == [(labels.RESULTS, row)]


def test_provisional_ratings_say_so_and_become_final_with_the_last_result():
    desk = Desk().players(8)
    assert desk.press("ratings", provisional=True).code == REFUSED  # nobody has played
    desk.must().better_seed_wins()
    outcome = desk.press("ratings", provisional=True)
    assert outcome.code == DONE and "provisoires après la ronde 1 sur 5" in outcome.message
    assert outcome.reveal == (labels.RATINGS,)
    assert title(desk) == "Cotes provisoires après la ronde 1 sur 5"
    assert facts(desk)["PJmax"] == "255" and facts(desk)["% Joker"] == "100"  # of five games, not of one
    for number in range(2, 6):
        desk.must().better_seed_wins()
        assert title(desk) == f"Cotes provisoires après la ronde {number - 1} sur 5"
    desk.must("update")
    assert title(desk) == "Cotes"
    again = desk.press("ratings")
    assert (again.code, again.edits) == (DONE, ())


def test_the_journal_says_when_ratings_were_computed_and_a_press_repeated_changes_nothing():
    desk = finished().must("ratings")
    last = list(desk.table(labels.JOURNAL).lines())[-1]
    assert (last.text("Action"), last.text("Détail").split(" | ")[:2]) == (
        "Cotes", ["Cotes calculées", "réglages=Type d'épreuve:TH; Saison:2015-2016"],
    )  # fmt: skip
    assert desk.press("ratings").edits == () and desk.press("update").edits == ()


def test_without_a_press_on_ratings_the_sheet_stays_empty():
    desk = finished().must("update")
    assert lines(desk) == {} and set(facts(desk).values()) == {""}


def test_corrections_reach_the_ratings_at_the_next_press():
    desk = finished().must("ratings")
    assert lines(desk)["A01"]["Place"] == "1"
    desk.type(labels.PLAYERS, desk.decoded().lines[1].row, "Cote", 1500)
    for number in range(1, 6):
        desk.score(number, 1, 300, 400)
    desk.must("update")
    first = lines(desk)["A01"]
    assert (first["Cote initiale"], first["Rang initial"], first["Place"]) == ("1500", "8", "8")
    rows = desk.table(labels.JOURNAL).lines()
    assert [line.text("Action") for line in rows].count("Cotes") == 1  # the line of the press; the update has its own


def test_undo_makes_them_provisional_again_and_of_no_round_empty():
    desk = finished().must("ratings")
    desk.must("undo", force=True)
    assert title(desk) == "Cotes provisoires après la ronde 4 sur 5"
    for _ in range(4):
        desk.must("undo", force=True)
    assert lines(desk) == {} and set(facts(desk).values()) == {""}
    assert header(desk)[15:] == [""] * 8


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
    names = ('=HYPERLINK("http://x.example","clic")', "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-1+2", "P5", "P6", "P7")
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


def open_before_its_final(folder) -> tuple[Path, int]:
    """A finished Open of 64 whose two unbeaten players have not met yet, and the row of their game on Finales."""
    path = Path(shutil.copy(Path(__file__).parent.parent / "samples" / "open-64-finale.xlsx", folder / "open.xlsx"))
    rows = [row for row, cells in enumerate(ClosedFile(path).read().sheets["Finales"], start=1) if "Finale" in cells]
    return path, rows[0]


def test_o8_the_deciding_game_comes_before_the_ratings_and_changes_places_only(tmp_path, capsys):
    path, row = open_before_its_final(tmp_path)
    assert main(["ratings", str(path)]) == main(["send", str(path)]) == 1
    assert capsys.readouterr().err.count("Finale à jouer") == 2
    assert main(["ratings", str(path), "--provisional"]) == 0
    assert "finale à jouer" in capsys.readouterr().out
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    assert sheet["A1"].value == "Cotes provisoires, finale à jouer"
    before = {line[2]: line for line in sheet.iter_rows(min_row=5, max_row=68, values_only=True)}
    leader, second = (sheet[f"C{at}"].value for at in (5, 6))
    with books.opened(path) as book:
        ahead = book.get_cell_value("Finales", f"D{row}") == leader
        book.set_cell_value("Finales", f"E{row}", 350 if ahead else 400)
        book.set_cell_value("Finales", f"F{row}", 400 if ahead else 350)
    assert main(["ratings", str(path)]) == 0
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    after = {line[2]: line for line in sheet.iter_rows(min_row=5, max_row=68, values_only=True)}
    assert sheet["A1"].value == "Cotes"
    assert (after[second][0], after[leader][0]) == (1, 2)
    assert after[second][8] == 2 * after[leader][8] == before[leader][8]  # B: M and M/2
    rest = [name for name in before if name not in (leader, second)]
    assert [after[name] for name in rest] == [before[name] for name in rest]
    assert main(["send", str(path), "--to", str(tmp_path / "o")]) == 0
    copy = openpyxl.load_workbook(next((tmp_path / "o").glob("*.xlsx")))
    assert all(one.sheet_state == "visible" for one in copy)
