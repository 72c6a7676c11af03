"""Workbooks of earlier versions are checked, continued, counted and upgraded; a figure changed by hand is found.

`make check` takes all of them, `make test` one of each day.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests import ROOT, books
from tests.programs import WHOLE
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.federation.intake.reading import read_file
from tournament_xl.games.scrabble.seasons import catalogue
from tournament_xl.workbook import schema

FOLDER = Path(__file__).parent
WORKBOOKS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.xlsx"))
DAYS = sorted({path.split("/")[0] for path in WORKBOOKS})
ONE_A_DAY = ["2026-11-25/othello-finales.xlsx", "2026-11-26/open-en-cours.xlsx", "2026-11-29/classique-cotes.xlsx"]
SAMPLES = sorted(books.SAMPLES.glob("*.xlsx"))
LIST = ROOT / "samples" / "joueurs-federation.csv"
WORDS = ("--joueurs", LIST, "--date", "30/11/2026")
NEXT = {  # workbook -> exit codes of pair, ratings, send, in this order
    "classique-cotes": (1, 0, 0),
    "open-en-cours": (0, 1, 1),
    "othello-en-cours": (3, 1, 1),
    "othello-finales": (1, 1, 0),
    "toutes-rondes": (1, 0, 0),
}


@pytest.fixture(params=WORKBOOKS if WHOLE else ONE_A_DAY)
def workbook(request, tmp_path):
    return Path(shutil.copy(FOLDER / request.param, tmp_path))


def findings(path, capsys):
    """Exit code of `check`, and the cells of its findings."""
    capsys.readouterr()
    code = books.run("check", path, "--json")
    report = json.loads(capsys.readouterr().out)
    assert not report["problems"]
    return code, [(finding["sheet"], finding["cell"]) for finding in report["findings"]]


def go_on(path):
    """Exit codes of pair, ratings and send."""
    codes = [books.run(command, path) for command in ("pair", "ratings")]
    return (*codes, books.run("send", path, "--to", path.parent / "envoi"))


def upgrade(path):
    """Upgrade a workbook; return the path of the new one."""
    assert books.run("upgrade", path) == 0
    return path.with_name(f"{path.stem} (nouveau modèle){path.suffix}")


def test_a_workbook_of_an_earlier_version_is_right_and_goes_on(workbook, capsys):
    assert findings(workbook, capsys) == (0, [])
    assert books.run("update", workbook) == 0
    assert findings(workbook, capsys) == (0, [])
    written = workbook.read_bytes()
    assert books.run("update", workbook) == 0 and workbook.read_bytes() == written, "its titles are today's"
    assert go_on(workbook) == NEXT[workbook.stem]
    assert findings(workbook, capsys) == (0, [])


def test_a_season_that_a_later_program_brings_is_none_of_a_tournament_that_began_before(
    workbook, tmp_path, monkeypatch, capsys
):
    folder = Path(shutil.copytree(catalogue.FOLDER, tmp_path / "seasons"))
    earlier = (folder / "2015-2016.toml").read_text(encoding="utf-8")
    later = earlier.replace("2015-2016", "2026-2027").replace("2015-09-01", "2026-09-01").replace("2900", "3100")
    (folder / "2026-2027.toml").write_text(later, encoding="utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", folder)
    catalogue.seasons.cache_clear()
    try:
        assert catalogue.latest_season() == "2026-2027"
        assert findings(workbook, capsys) == (0, [])
        assert books.run("update", workbook) == 0
        assert go_on(workbook) == NEXT[workbook.stem]
        assert findings(workbook, capsys) == (0, [])
        played = read_file(workbook, workbook.name).played
        assert not (played and played.season), "the federation takes the season of its date"
    finally:
        catalogue.seasons.cache_clear()


def test_an_upgraded_workbook_is_right_and_goes_on_as_the_old_one(workbook, capsys):
    before = workbook.read_bytes()
    new = upgrade(workbook)
    assert workbook.read_bytes() == before
    assert findings(new, capsys) == (0, [])
    written = new.read_bytes()
    assert books.run("update", new) == 0 and new.read_bytes() == written
    explained = []
    for path in (workbook, new):
        capsys.readouterr()
        assert books.run("explain", path) == 0
        explained.append(capsys.readouterr().out)
    assert explained[0] == explained[1]
    assert go_on(new) == NEXT[workbook.stem]
    assert books.run("undo", new, "--force") == books.run("undo", workbook, "--force")
    assert findings(new, capsys) == (0, [])


@pytest.mark.parametrize("day", DAYS if WHOLE else DAYS[-1:])
def test_the_federation_counts_the_finished_ones_of_a_day_upgraded_or_not(day, tmp_path, capsys):
    received, upgraded = tmp_path / "recus", tmp_path / "refaits"
    shutil.copytree(FOLDER / day, received)
    upgraded.mkdir()
    finished = 0
    for path in received.iterdir():
        assert books.run("upgrade", path, "-o", upgraded / path.name) == 0
        finished += path.stem in ("classique-cotes", "toutes-rondes")
    for folder in (received, upgraded):
        capsys.readouterr()
        assert books.run("federation", "build", folder, *WORDS, "-o", tmp_path / f"{folder.name}.xlsx") == 0
        assert f"Tournois : {finished} compté" in capsys.readouterr().out, "not those under way, nor Othello"


def find_figure(path, sheet, *titles):
    """A filled cell of the first of these columns that a sheet has; None where it has none."""
    rows = books.lines(path, sheet) if sheet in books.content(path).sheetnames else []
    title = next((title for title in titles if rows and rows[0].get(title)), None)
    return title and books.located(path, f"{sheet}!{title}!{rows[0]['row']}")


def change_score_of_the_history(path):
    """Raise a recorded score; return its cell."""
    score = re.compile(r'("résultat\|\d+\|[^"]*":"|"scores":\[)(\d+)')
    line = next(line for line in books.lines(path, schema.MEMORY) if score.search(line["Faits"]))
    place = books.located(path, f"{schema.MEMORY}!Faits!{line['row']}")
    books.edit(path, {place: score.sub(lambda part: f"{part[1]}{int(part[2]) + 1}", line["Faits"], count=1)})
    return place


def test_a_figure_changed_by_hand_is_found_with_its_cell(workbook, capsys):
    figures = (("Classement", "Pdep", "Départage"), ("Joueurs", "Cote"), ("Cotes", "Nouvelle cote"))
    before, places = workbook.read_bytes(), [find_figure(workbook, *figure) for figure in figures]
    assert places[0] and places[1]
    for place in filter(None, places):
        books.edit(workbook, {place: books.value(workbook, place) + 1})
        code, cells = findings(workbook, capsys)
        assert code == 1 and "!".join(cells[0]) == place
        workbook.write_bytes(before)
    place = change_score_of_the_history(workbook)
    code, cells = findings(workbook, capsys)
    assert code == 1 and "!".join(cells[0]) == place
    code, cells = findings(upgrade(workbook), capsys)
    assert code == 1 and cells[0][0] == schema.MEMORY


def test_a_cote_changed_by_hand_is_told_by_the_upgrade(workbook, capsys):
    place = find_figure(workbook, "Joueurs", "Cote")
    new = upgrade(books.edit(workbook, {place: books.value(workbook, place) + 10}))
    assert findings(new, capsys) == (0, []) and any("cote" in line["Détail"] for line in books.lines(new, "Journal"))


def test_what_people_changed_since_the_last_line_of_the_old_form_is_told(tmp_path, capsys):
    path = Path(shutil.copy(FOLDER / "2026-11-25" / "open-en-cours.xlsx", tmp_path))
    row = books.lines(path, schema.RESULTS)[0]["row"]
    books.update(books.edit(path, {f"Résultats!Score 1!{row}": 519, f"Résultats!Score 2!{row}": 245}))
    assert capsys.readouterr().out.count("519-245") == 1
    assert "519-245" in books.journal(path)[-1][2] and findings(path, capsys) == (0, [])


@pytest.mark.parametrize("sample", SAMPLES if WHOLE else SAMPLES[-1:], ids=lambda path: path.stem)
def test_a_sample_is_right_and_goes_on(sample, tmp_path, capsys):
    path = Path(shutil.copy(sample, tmp_path))
    assert findings(path, capsys) == (0, [])
    assert books.run("update", path) == 0 and books.run("simulate", path) in (DONE, REFUSED), "refused where it is over"
    assert findings(path, capsys) == (0, [])
