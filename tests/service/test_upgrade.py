"""A workbook made anew from today's template: what people typed comes, what does not is said, the old one stays."""

from datetime import date, datetime, time

import pytest

from tests import books
from tests.books import untouched
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.phones import report_file
from tournament_xl.phones.report_lines import FROM_DESK, Report
from tournament_xl.service.buttons import ButtonRequest, press
from tournament_xl.service.upgrade import upgrade
from tournament_xl.service.workbook_access import OpenWorkbook, WorkbookFile
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.snapshot import Draft


def shown_sheets(path):
    return {sheet.title for sheet in books.content(path) if sheet.sheet_state == "visible"}


def open_workbook(path, **cells):
    """The workbook as a program has it open, with typed cells that are not saved."""
    draft = Draft(ClosedFile(path).read())
    for place, value in cells.items():
        draft.put("Joueurs", int(place[1:]), ord(place[0]) - 64, value)
    return OpenWorkbook(draft.after(), path)


@pytest.mark.parametrize(("formula", "players", "commands"), [
    ("classique", 8, ("simulate", "ratings")), ("open", 12, ("pair",)), ("toutes-rondes", 6, ()),
    ("othello", 9, ("pair",)),
])  # fmt: skip
def test_a_workbook_of_today_is_made_anew_cell_by_cell(tmp_path, formula, players, commands):
    book = books.create(tmp_path, players, formula=formula)
    for command in commands:
        assert books.run(command, book) == 0
    new = upgrade(WorkbookFile(book)).path
    assert books.everything(new, but=("Journal",)) == books.everything(book, but=("Journal",))
    *before, last = books.journal(new)
    assert before == books.journal(book) and last[2].endswith("d'après « tournoi.xlsx ».")
    assert shown_sheets(book) <= shown_sheets(new) <= shown_sheets(book) | {"Arbitre"}


TIMES = {
    "14:30": (0.6041666666666666, "h:mm"),
    "14:30:15": (time(14, 30, 15), "[h]:mm:ss"),
    "21/11/2026 14:30": (datetime(2026, 11, 21, 14, 30), "dd/mm/yyyy hh:mm"),
    "21/11/2026": (date(2026, 11, 21), "dd/mm/yyyy"),
    0.5: (0.5, "0.00"),
}  # what a cell of an own column has in the new workbook -> its value and format in the old one


def test_what_is_the_organisers_comes_by_its_title_or_is_named(tmp_path, capsys):
    book = books.create(tmp_path, 8, "--set", "Heure de la ronde=14:00")
    with books.opened(book) as content:
        sheet = content["Joueurs"]
        sheet.insert_cols(5)
        titles = {
            4: ["Né le", date(2010, 2, 1), None, "inconnu"],
            13: ["Présent", "oui", "oui"],
            14: ["Note", 12.5, "007"],
        }
        titles[5] = titles.pop(4)
        for column, (title, *values) in titles.items():
            sheet.cell(4, column).value = title
            for row, value in enumerate(values, start=5):
                sheet.cell(row, column).value = value
        sheet.cell(4, 15).value = "Arrivée"
        for row, (value, number_format) in enumerate(TIMES.values(), start=5):
            sheet.cell(row, 15).value, sheet.cell(row, 15).number_format = value, number_format
        for row in range(7, 13):
            sheet.cell(row, 13).value = "oui"
        content["Prix"]["A5"], content["Prix"]["B5"] = "Coupe", "Général"
        content["Tables"]["C5"], content["Tables"]["C6"] = 2, 1
        content["Résultats"]["P4"], content["Résultats"]["P5"] = "Arbitre de table", "Zoé"
        content["Tournoi"].insert_rows(24)
        content.create_sheet("Budget")["A1"] = "Salle"
    books.pair(book)
    capsys.readouterr()
    assert books.run("upgrade", book, "-o", tmp_path / "neuf.xlsm") == 0
    printed, new = capsys.readouterr().out, tmp_path / "neuf.xlsm"
    assert all(title in printed for title in ("Joueurs, Né le", "Résultats, Arbitre de table", "Budget"))
    for name in ("Joueurs", "Résultats", "Prix", "Tables"):
        for old, copy in zip(books.lines(book, name), books.lines(new, name), strict=True):
            assert {**old, "Né le": None, "Arrivée": None} == {**copy, "Né le": None, "Arrivée": None}, name
    assert [line["Né le"] for line in books.lines(new, "Joueurs")][:3] == ["01/02/2010", None, "inconnu"]
    assert [line["Arrivée"] for line in books.lines(new, "Joueurs")][: len(TIMES)] == [*TIMES]
    assert books.setting(new, "Heure de la ronde") == books.setting(book, "Heure de la ronde")
    assert "Budget" not in books.content(new).sheetnames
    assert books.run("check", new) == 0
    with books.opened(new) as content:
        assert content.vba_archive, "an .xlsm has the buttons"


def test_problems_are_told_at_their_cells_and_nothing_is_written(workbooks, tmp_path, capsys):
    book = tmp_path / "club.xlsx"
    book.write_bytes(workbooks["played"].read_bytes())
    books.edit(book, {"Joueurs!Cote!6": "beaucoup", "Résultats!Score 1!5": "x"})
    with untouched(book):
        assert books.run("upgrade", book) == 3
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("Joueurs!F6 : ") and second.startswith("Résultats!E5 : ")


def test_no_file_is_replaced_and_a_wrong_name_is_refused(tmp_path):
    book = books.create(tmp_path, name="club.xlsm")
    assert books.run("upgrade", book) == 0
    new = tmp_path / "club (nouveau modèle).xlsm"
    with untouched(new):
        assert books.run("upgrade", book) == books.run("upgrade", book, "-o", new) == 5
        assert books.run("upgrade", book, "-o", tmp_path / "neuf.ods") == 2
        assert books.run("upgrade", tmp_path / "rien.xlsx") == 5


def test_a_button_takes_what_is_typed_and_opens_the_new_workbook(workbooks, tmp_path):
    book = tmp_path / "club.xlsx"
    book.write_bytes(workbooks["played"].read_bytes())
    before = book.read_bytes()
    answer = press("upgrade", ButtonRequest(open_workbook(book, B5="Zoulou")))
    assert answer.opens == tmp_path / "club (nouveau modèle).xlsx"
    assert books.lines(answer.opens, "Joueurs")[0]["Nom"] == "Zoulou" and book.read_bytes() == before
    assert any("Zoulou" in detail for _, _, detail in books.journal(answer.opens)), "a change by hand is told"
    assert "téléphones" not in answer.outcome.text
    report = Report("01/01/2099 10:00:00", 2, 1, 1, 420, 380, 2, FROM_DESK)
    report_file.append_report(book, report, "reçu")
    answer.opens.unlink()
    from_ods = OpenWorkbook(ClosedFile(book).read(), book.with_suffix(".ods"))
    assert press("upgrade", ButtonRequest(from_ods)).opens.suffix == ".xlsx"
    answer.opens.unlink()
    assert "téléphones" in press("upgrade", ButtonRequest(open_workbook(book))).outcome.text
    never_saved = OpenWorkbook(ClosedFile(book).read())
    assert press("upgrade", ButtonRequest(never_saved)).outcome.code == 1


def test_the_page_shows_the_new_workbook(workbooks, tmp_path):
    book = tmp_path / "club.xlsx"
    book.write_bytes(workbooks["played"].read_bytes())
    reply = PageSession(tmp_path).call("press", {"file": book.name, "action": "upgrade"})
    assert reply["answer"]["code"] == 0 and reply["view"]["file"] == "club (nouveau modèle).xlsx"
    assert reply["view"]["played"] == 1 and str(tmp_path) not in reply["answer"]["message"]


def test_a_file_open_in_another_program_is_refused_by_the_command_and_by_the_page(tmp_path):
    book = books.create(tmp_path, 8)
    book.with_name(f".~lock.{book.name}#").write_text(",zoe,pc,21.11.2026 14:00,file:///x;", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    assert books.run("upgrade", book) == 5
    answer = PageSession(tmp_path).call("press", {"file": book.name, "action": "upgrade"})["answer"]
    assert answer["code"] == 5
    assert sorted(tmp_path.iterdir()) == before, "what is not saved would be lost"
