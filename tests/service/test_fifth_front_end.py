"""Whoever writes another front end needs `service` alone: a text screen leaves the same bytes as the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import books
from tests.service import screen
from tests.service.screen import Screen
from tests.test_house import imports
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.service.act import ActionRequest, act
from tournament_xl.service.workbook_access import OpenWorkbook, WorkbookFile
from tournament_xl.storage import timestamps

NOW = "21/11/2026 14:00:00"
LIST = "Nom;Prénom;Licence;Cote\n" + "".join(
    f"{name};P;L{index};{2000 - index}\n" for index, name in enumerate("ABCDEFGH")
)
SCORES = {1: (400, 380), 2: (500, 333), 3: (401, 402), 4: (300, 300)}


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """The same list in a folder for each front end; the clock stands still."""
    monkeypatch.setattr(timestamps, "journal_date", lambda: NOW)
    for name in ("screen", "page", "terminal"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "liste.csv").write_text(LIST, encoding="utf-8")
    return tmp_path


def by_page(folder: Path, explained: list[str]) -> Path:
    """The same tournament in the page."""
    page = PageSession(folder)

    def done(name, data=b"", **request):
        answer = page.call(name, {"file": "club.xlsx", **request}, data)
        assert answer["answer"]["code"] == 0, answer["answer"]["message"]
        return answer

    settings = {"Formule": "Classique", "Graine": "7"}
    done("new", LIST.encode(), game="scrabble", settings=settings, list="liste.csv")
    view = done("press", action="pair")["view"]
    rows = view["sheets"]["Résultats"]["rows"]
    for table, scores in SCORES.items():
        row = next(index for index, cells in enumerate(rows, 1) if cells[:2] == ["1", str(table)])
        columns = [rows[3].index(name) + 1 for name in ("Score 1", "Score 2")]
        cells = zip(columns, scores, strict=True)
        done(
            "type", cells=[{"sheet": "Résultats", "row": row, "column": column, "value": str(n)} for column, n in cells]
        )
    done("press", action="update")
    for pair in done("explain", table=3)["pairs"]:
        explained += [pair["title"], *pair["lines"]]
    return folder / "club.xlsx"


def test_a_text_screen_creates_pairs_types_updates_and_explains_as_the_page_does(folders):
    screen, explained = Screen(), []
    path = folders / "screen" / "club.xlsx"
    screen.enter(f"new {path} scrabble {path.parent / 'liste.csv'} Formule=Classique Graine=7")
    screen.enter("press pair")
    for table, scores in SCORES.items():
        screen.enter(f"score {table} {scores[0]}-{scores[1]}")
    screen.enter("press update")
    before = len(screen.lines)
    screen.enter("explain 3")
    page = by_page(folders / "page", explained)
    assert path.read_bytes() == page.read_bytes()
    assert screen.lines[before:] == explained and explained[0].startswith("Ronde 1, table 3 : ")
    assert "Ronde 1 sur 5 terminée" in screen.lines[before - 1]


def test_the_command_line_leaves_the_same_bytes(folders):
    screen, there, here = Screen(), folders / "terminal", folders / "screen"
    listed = ("--joueurs", there / "liste.csv")
    assert books.run("new", there / "club.xlsx", "--formule", "classique", "--graine", "7", *listed) == 0
    screen.enter(f"new {here / 'club.xlsx'} scrabble {here / 'liste.csv'} Formule=Classique Graine=7")
    assert books.run("pair", there / "club.xlsx") == 0
    screen.enter("press pair")
    assert (there / "club.xlsx").read_bytes() == (here / "club.xlsx").read_bytes()


def test_what_cannot_be_done_is_shown_and_nothing_is_written(folders):
    screen, path = Screen(), folders / "screen" / "club.xlsx"
    screen.enter(f"new {path} scrabble {path.parent / 'liste.csv'} Formule=Classique")
    screen.enter("explain 1")
    assert "ronde" in screen.lines[-1]
    screen.enter("press pair")
    before = path.read_bytes()
    screen.enter("press pair")
    assert any(line.startswith("Résultats!E5 : ") for line in screen.lines) and path.read_bytes() == before
    (path.parent / f"~${path.name}").write_bytes(b"")
    screen.enter("score 1 400-300")
    assert "ouvert dans Excel" in screen.lines[-1] and path.read_bytes() == before


def test_the_screen_knows_the_service_and_nothing_else():
    ours = {name for name in imports(Path(screen.__file__)) if name.startswith("tournament_xl")}
    assert ours and all(name.startswith("tournament_xl.service") for name in ours)
    assert len(Path(screen.__file__).read_text(encoding="utf-8").splitlines()) <= 70


@pytest.mark.parametrize("action", ["pair", "update", "undo"])
def test_what_a_program_with_the_open_workbook_writes_itself_are_the_same_bytes(action, folders, workbooks):
    """`OpenWorkbook`: LibreOffice gets the edits and the name of the backup."""
    closed, opened = (folders / name / "club.xlsx" for name in ("screen", "page"))
    for path in (closed, opened):
        path.write_bytes(workbooks["played" if action != "undo" else "drawn"].read_bytes())
    assert act(WorkbookFile(closed), ActionRequest(action)).outcome.code == 0
    workbook = OpenWorkbook(WorkbookFile(opened).read(), opened)
    outcome = act(workbook, ActionRequest(action)).outcome
    assert opened.read_bytes() == workbooks["played" if action != "undo" else "drawn"].read_bytes()
    if outcome.edits:
        assert workbook.backup and workbook.backup.file.name == next((closed.parent / "Sauvegardes").iterdir()).name
    WorkbookFile(opened).write(outcome, "2026-11-21 14-00-00 essai")
    assert opened.read_bytes() == closed.read_bytes()
