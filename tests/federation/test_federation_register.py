"""`federation build` and `publish` month by month: what is read once, refused, written again, taken back."""

import json
import re
import shutil
import socket
import sqlite3
from contextlib import closing
from datetime import date
from random import Random

import openpyxl
import pytest

from tests import ROOT
from tests import federation_world as world
from tests.books import run
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    answer_decisions,
    archive,
    is_open,
    list_people,
    mail,
    publish_month,
    read_ranking,
    read_sheet_rows,
    run_act,
    says,
    send,
)
from tests.programs import takes_seconds
from tournament_xl import frames
from tournament_xl.core.resources import resource_path
from tournament_xl.federation.intake import folder as intake_folder
from tournament_xl.messages import federation as texts

OLD_REPORT = ROOT / "tests" / "data" / "classement-avant-registre.xlsx"
FIRST_TABLES = ROOT / "tests" / "data" / "registre-tables-1.sql"  # as the program that had them wrote it


@pytest.fixture(scope="module")
def january(tmp_path_factory):
    """January published, with a tournament; February received."""
    folder = tmp_path_factory.mktemp("janvier")
    world.write_list(folder / "liste.csv", list_people(10))
    send(folder, JANUARY, "TH de =1+1 _x0041_ é", date(2016, 1, 10))
    send(folder, FEBRUARY, "TH de Lyon", date(2016, 2, 7))
    assert run_act(folder, "publish", JANUARY, "--joueurs", folder / "liste.csv") == 0
    return folder


@pytest.fixture
def month(january, tmp_path):
    return shutil.copytree(january, tmp_path / "mois")


def written(folder):
    """All files but the register."""
    paths = (path for path in folder.rglob("*.*") if path.is_file() and "registre" not in path.name)
    return {path.relative_to(folder): path.read_bytes() for path in paths}


def change(folder, statement, *values):
    with closing(sqlite3.connect(folder / "registre.sqlite")) as register:
        register.execute(statement, values)
        register.commit()


# What was read


def test_an_unchanged_file_or_mail_is_not_read_again_and_the_publication_is_the_same(tmp_path, monkeypatch):
    """Another program reads all again, but the published tournaments."""
    world.write_list(tmp_path / "liste.csv", list_people(8))
    books = [send(tmp_path, "b", f"TH {n}", date(2015, 10, 1 + n)).read_bytes() for n in range(5)]
    inbox = tmp_path / "recus"
    inbox.mkdir()
    letter = mail(("a.xlsx", books[1]), ("b.zip", archive(**{"x.xlsx": books[2]})), ("logo.png", b"x"))
    box = mail(("c.xlsx", books[3])).as_bytes().replace(b"\r\n", b"\n")
    for name, content in (("0.xlsx", books[0]), ("m.eml", letter.as_bytes()), ("mauvais.xlsx", b"x"),
                          ("boîte.mbox", b"From x Sun Jan 10\n" + box + b"\n")):  # fmt: skip
        (inbox / name).write_bytes(content)
    everything = [
        "0.xlsx", "boîte.mbox", "boîte.mbox › 1", "boîte.mbox › 1 › c.xlsx", "m.eml", "m.eml › a.xlsx",
        "m.eml › b.zip › x.xlsx", "mauvais.xlsx",
    ]  # fmt: skip
    worked, open_parts, read_files = [], intake_folder.run_in_workers, intake_folder.read_files

    def record_opened(tasks, *args, **kwargs):
        worked.extend(part.name for part, _ in tasks)
        return open_parts(tasks, *args, **kwargs)

    def record_read(tasks, *args, **kwargs):
        worked.extend(name for _, name in tasks)
        return read_files(tasks, *args, **kwargs)

    monkeypatch.setattr(intake_folder, "run_in_workers", record_opened)
    monkeypatch.setattr(intake_folder, "read_files", record_read)

    def build(place="sortie", act="build", day=JANUARY):
        worked.clear()
        (tmp_path / place).mkdir(exist_ok=True)
        words = ("--joueurs", tmp_path / "liste.csv", "--date", day, "-o", tmp_path / place / f"{day}.xlsx")
        assert run("federation", act, inbox, *words) == 0
        return sorted(worked)

    assert build() == everything
    first = written(tmp_path / "sortie")
    assert build() == ["boîte.mbox"] and written(tmp_path / "sortie") == first  # a mailbox is cut into its mails
    (inbox / "neuf.xlsx").write_bytes(books[4])
    assert build() == ["boîte.mbox", "neuf.xlsx"] and build("ailleurs") == sorted([*everything, "neuf.xlsx"])
    assert written(tmp_path / "sortie") == written(tmp_path / "ailleurs")
    change(tmp_path / "sortie", "UPDATE received SET reader = 'other'")
    assert build(act="publish") == sorted([*everything, "neuf.xlsx"])
    change(tmp_path / "sortie", "UPDATE received SET reader = 'other'")
    assert build(day=FEBRUARY) == ["boîte.mbox", "m.eml", "mauvais.xlsx"]


def test_what_a_build_wrote_into_the_folder_itself_is_not_received(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    for _ in range(2):
        words = ("--joueurs", desk / "liste.csv", "--date", JANUARY, "-o", desk / JANUARY / "c.xlsx")
        assert run("federation", "build", desk / JANUARY, *words) == 0
    rows = read_sheet_rows(desk / JANUARY / "c.xlsx", "Tournois")
    assert [row["Fichier"] for row in rows] == ["Vienne.xlsx"] and [*(desk / JANUARY / "courriers").iterdir()]
    (desk / JANUARY / "Vienne.xlsx").unlink()
    assert run("federation", "build", desk / JANUARY, *words) == 0
    assert not [*(desk / JANUARY / "courriers").iterdir()], "a letter of an earlier build that is not written again"


# What is refused


def test_what_cannot_be_used_is_told_and_nothing_is_written(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    files = {
        "a.csv": "Date;Licence;Points;Motif\n01/01/2016;L99;5;CLAP\n", "s.toml": "name = 3",
        "c.csv": "Date;Tournoi;Organisateur\n31/02/2016;Sète;\n05/02/2016;;\n",
    }  # fmt: skip
    for name, text in files.items():
        (desk / name).write_text(text, encoding="utf-8")
    world.write_list(desk / "x-joueurs.csv", list_people(8))
    wrong = [
        (2, "demain", {"--date": "demain"}), (2, "--joueurs", {"--joueurs": None}),
        (5, ".xlsx", {"-o": desk / "x.pdf"}), (5, "liste.csv", {"--avant": desk / "liste.csv"}),
        (5, "rien.xlsx", {"--avant": desk / "rien.xlsx"}), (5, "rien", {"": desk / "rien"}),
        (5, "s.toml", {"--saison": desk / "s.toml"}), (5, "L99", {"--ajustements": desk / "a.csv"}),
        (5, "31/02/2016", {"--calendrier": desk / "c.csv"}),
        (5, "x-joueurs.csv", {"-o": desk / "x.xlsx", "--joueurs": desk / "x-joueurs.csv"}),
        (5, "Vienne.xlsx", {"-o": desk / JANUARY / "Vienne.xlsx"}), (2, "logo.png", {"--logo": desk / "logo.png"}),
    ]  # fmt: skip
    before = written(desk)
    for code, word, changed in wrong:
        options = {"": desk / JANUARY, "--joueurs": desk / "liste.csv", "--date": JANUARY, "-o": desk / "y.xlsx"}
        words = [word for option, value in (options | changed).items() if value for word in (option, value) if word]
        assert run("federation", "build", *words) == code, changed
        output = capsys.readouterr()
        assert word in output.err and "Traceback" not in output.err
        assert written(desk) == before and not (desk / "registre.sqlite").exists()


@takes_seconds
def test_a_register_that_somebody_has_is_left_alone(month, capsys):
    lock, before = month / "registre.sqlite.verrou", written(month)
    lock.write_text("bureau-2\nanne, 31/01/2016 18:00\n", encoding="utf-8")
    assert publish_month(month, FEBRUARY) == 5
    sentence = capsys.readouterr().err
    assert "anne, 31/01/2016 18:00" in sentence and "bureau-2" in sentence and lock.name in sentence
    lock.write_text(f"{socket.gethostname()}\nanne, 31/01/2016 18:00\n", encoding="utf-8")  # of a killed command
    with closing(sqlite3.connect(month / "registre.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert publish_month(month, FEBRUARY) == 5
        other.execute("ROLLBACK")
    lock.unlink(missing_ok=True)
    assert written(month) == before
    assert publish_month(month, FEBRUARY, JANUARY) == 0 and not lock.exists()


def test_a_register_older_than_a_report_or_of_another_ranking_is_refused(month, capsys):
    path = month / "registre.sqlite"
    old = path.read_bytes()
    assert run_act(month, "publish", FEBRUARY) == 0
    before, copy = written(month), (month / f"{FEBRUARY}-registre.sqlite").read_bytes()
    for content, statement, sentence in (
        (old, "", texts.REGISTER_OLDER), (None, "", texts.REGISTER_OLDER), ("à moi".encode(), "", texts.NO_REGISTER),
        (copy, "UPDATE generation SET hash = 'other' WHERE number = 2", texts.REGISTER_OTHER),
        (copy, "PRAGMA user_version = 99", texts.REGISTER_NEWER),
    ):  # fmt: skip
        path.unlink()
        if content:
            path.write_bytes(content)
        if statement:
            change(month, statement)
        capsys.readouterr()
        assert publish_month(month, MARCH) == 5 and says(capsys.readouterr().err, sentence), sentence
        assert written(month) == before and path.exists() == (content is not None)
        path.write_bytes(copy)
    assert publish_month(month, MARCH) == 0


def test_answers_are_never_written_over_and_are_kept(month, capsys):
    facts = world.invent_tournament(Random(1), list_people(8), date(2016, 1, 10), title="TH de =1+1 _x0041_ é")
    world.write_workbook(month / FEBRUARY / "corrigé.xlsx", facts)
    assert publish_month(month, FEBRUARY) == 0
    decisions = answer_decisions(month / f"{FEBRUARY}-decisions.csv", "écarter")
    before = written(month)
    assert publish_month(month, FEBRUARY) == 5 and "--decisions" in capsys.readouterr().err
    assert written(month) == before and len(read_sheet_rows(month / f"{FEBRUARY}.xlsx", "À décider")) == 1
    assert publish_month(month, FEBRUARY, JANUARY, "--decisions", decisions) == 0
    assert ";écarter" in decisions.read_text(encoding="utf-8-sig")
    assert publish_month(month, MARCH, FEBRUARY) == 0
    for day in (FEBRUARY, MARCH):
        assert read_sheet_rows(month / f"{day}.xlsx", "À décider") == []


@pytest.mark.parametrize("edit", [
    lambda draft: draft + b"PS : merci.\r\n", lambda draft: draft.replace(b"Bonjour", b"Salut"),
    lambda draft: draft.replace(b"utf-8", b"inconnu"), lambda draft: draft.replace(b".csv", b".pdf"),
], ids=["added", "changed", "charset", "attachment"])  # fmt: skip
def test_a_letter_that_somebody_changed_is_never_written_over(month, capsys, edit):
    assert publish_month(month, FEBRUARY) == publish_month(month, FEBRUARY) == 0
    (letter,) = (month / "courriers").glob(f"{FEBRUARY} *.eml")
    letter.write_bytes(edit(letter.read_bytes()))
    before = written(month)
    assert run_act(month, "publish", FEBRUARY) == 5 and says(capsys.readouterr().err, texts.EDITED_LETTER)
    assert written(month) == before and is_open(month, FEBRUARY)
    letter.unlink()
    assert run_act(month, "publish", FEBRUARY) == 0


def test_a_season_given_has_its_thresholds_and_reaches_the_workbooks_that_name_it(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10), season="2016-2017")
    season = resource_path("tournament_xl", "games/scrabble/seasons/2015-2016.toml").read_text(encoding="utf-8")
    season = season.replace("2015-2016", "2016-2017").replace("2015-09-01", "2016-01-01")
    (desk / "s.toml").write_text(season.replace("A = 2250", "A = 1450"), encoding="utf-8")
    assert publish_month(desk, JANUARY, None, "--saison", desk / "s.toml") == 0
    (row,) = read_sheet_rows(desk / f"{JANUARY}.xlsx", "Tournois")
    assert row["Verdict"].startswith("compté") and row["Saison"] == "2016-2017"
    assert "A" in {own["Série"] for own in read_ranking(desk, JANUARY).values()}


# What is written again, and what is taken back


def test_all_files_of_any_publication_can_be_written_again(month):
    assert run_act(month, "publish", FEBRUARY) == 0
    whole = written(month)
    for path in {month / path.parts[0] for path in whole} - {month / JANUARY, month / FEBRUARY, month / "liste.csv"}:
        path.unlink() if path.is_file() else shutil.rmtree(path)
    for day, code in ((JANUARY, 0), (FEBRUARY, 0), (MARCH, 5)):
        assert run("federation", "pages", "--date", day, "--registre", month / "registre.sqlite") == code
    assert written(month) == whole


def test_the_last_publication_is_taken_back_with_what_was_built_on_it(month, capsys, monkeypatch):
    published = written(month)
    publish_month(month, FEBRUARY)
    monkeypatch.chdir(month)  # where the register is, no option is needed
    capsys.readouterr()
    assert run("federation", "unpublish") == 0
    output = capsys.readouterr().out
    assert "31/01/2016" in output and f"{JANUARY}-site" in output and f"{JANUARY} TH de" in output
    assert is_open(month, JANUARY) and not is_open(month, FEBRUARY)
    assert run("federation", "unpublish", "--registre", month / "registre.sqlite") == 5
    (month / f"{FEBRUARY}.xlsx").unlink()
    assert run_act(month, "publish", JANUARY) == 0
    again, before = written(month), {path: data for path, data in published.items() if path.suffix != ".xlsx"}
    assert {path: again[path] for path in before} == before
    assert read_ranking(month, JANUARY)  # its mark tells of another generation of the register


def test_a_month_taken_back_with_decisions_of_the_one_built_on_it_is_said_to_be_built_again(month, capsys):
    (month / "d.csv").write_text(
        ";".join(texts.DECISION_COLUMNS) + "\ntournoi;TH de Lyon;07/02/2016;;;;;;;;;écarter\n", "utf-8"
    )
    assert run_act(month, "publish", FEBRUARY) == 0
    assert publish_month(month, MARCH, None, "--decisions", month / "d.csv") == 0
    register = "--registre", month / "registre.sqlite"
    assert run("federation", "unpublish", *register) == 0
    capsys.readouterr()
    assert run("federation", "pages", *register) == 5
    assert says(capsys.readouterr().err, texts.OPEN_MONTH_CHANGED)
    assert run_act(month, "build", FEBRUARY) == run("federation", "pages", *register) == 0


def test_cotes_that_this_program_does_not_find_again_stand_and_the_next_month_is_built(month):
    """As where a command was killed between register and files, and another version came after it.

    Another program has saved the report.
    """
    openpyxl.load_workbook(month / f"{JANUARY}.xlsx").save(month / f"{JANUARY}.xlsx")
    change(month, "UPDATE publication SET written = 0")
    change(month, "UPDATE ranked SET cote = '2000/1' WHERE position = 0")
    assert run("federation", "pages", "--registre", month / "registre.sqlite") == 5
    assert publish_month(month, FEBRUARY, JANUARY) == 0
    assert 2000 in {row["Cote avant"] for row in read_ranking(month, FEBRUARY).values()}
    assert run("federation", "unpublish", "--registre", month / "registre.sqlite") == 0


# Beside the program


def test_a_register_goes_on_from_a_report_of_before_it(desk):
    """With its cotes and numbers, a tournament that waits, decisions, who is anonymous, and the rankings before."""
    before = {line["Licence"]: line for line in read_sheet_rows(OLD_REPORT, "Classement")}
    send(desk, MARCH, "TH de Dakar", date(2016, 3, 20), field=list_people(8))
    (desk / MARCH).mkdir(exist_ok=True)
    assert run_act(desk, "build", MARCH, "--avant", OLD_REPORT) == 0
    now = read_ranking(desk, MARCH)
    assert {key: line["Cote avant"] for key, line in now.items()} == {key: own["Cote"] for key, own in before.items()}
    assert now["L09"]["Nom"] == "NEUF" and now["L10"]["Cote"] == before["L10"]["Cote"]
    verdicts = {line["Tournoi"]: line["Verdict"] for line in read_sheet_rows(desk / f"{MARCH}.xlsx", "Tournois")}
    assert {"TH de Mars", "TH de Dakar", "TH de Vienne"} <= {name for name in verdicts if "compté" in verdicts[name]}
    assert "TH de trop" not in verdicts
    site = desk / f"{MARCH}-site"
    assert [page.name for page in sorted(site.glob("etat-*/classement-*.html"))] == [
        f"classement-{day}.html" for day in (JANUARY, FEBRUARY)
    ]
    assert "NOM03" not in "".join(page.read_text("utf-8") for page in site.rglob("*.html"))
    rows = read_sheet_rows(desk / f"{MARCH}.xlsx", "Saison 2015-2016")
    of_tournaments = [row for row in rows if row["Mouvement"] == "tournoi"]
    assert of_tournaments and all(row["Variation"] == row["PE"] + row["B"] + row["PJ"] for row in of_tournaments)
    assert run_act(desk, "build", MARCH, "--avant", OLD_REPORT) == 5
    assert run("federation", "pages", "--date", FEBRUARY, "--registre", desk / "registre.sqlite") == 5


def test_a_register_of_the_first_tables_goes_on(desk):
    """With its cotes; a tournament that was corrected is one, and only the difference counts after it."""
    with closing(sqlite3.connect(desk / "registre.sqlite")) as register:
        register.executescript(FIRST_TABLES.read_text(encoding="utf-8"))
        published = dict(register.execute("SELECT person, cote FROM ranked WHERE publication = 2"))
        hashes = register.execute("SELECT hash FROM publication").fetchall()
    for day in (MARCH, "neuf"):
        (desk / day).mkdir()
    assert run_act(desk, "publish", MARCH) == 0
    words = ("--joueurs", desk / "liste.csv", "--date", MARCH, "-o", desk / "neuf" / "a.xlsx")
    assert run("federation", "build", desk / "neuf", *words) == 0
    columns = (
        "SELECT sqlite_master.name, own.name, own.type, own.dflt_value FROM sqlite_master,"
        " pragma_table_info(sqlite_master.name) AS own ORDER BY sqlite_master.name, cid"
    )
    with (
        closing(sqlite3.connect(desk / "registre.sqlite")) as register,
        closing(sqlite3.connect(desk / "neuf" / "registre.sqlite")) as new,
    ):
        assert dict(register.execute("SELECT person, cote FROM ranked WHERE publication = 3")) == published
        assert register.execute("SELECT hash FROM publication WHERE number < 3").fetchall() == hashes
        for statement in ("PRAGMA user_version", columns):
            assert register.execute(statement).fetchall() == new.execute(statement).fetchall()
    site = desk / f"{MARCH}-site"
    tournaments = json.loads((site / "tournois.json").read_bytes())["tournaments"]
    assert [(own["number"], own["title"]) for own in tournaments] == [(2, "TH de Vienne"), (3, "TH de Lyon")]
    later = re.findall(r'<td class="num">([+−]\d+|)</td></tr>', (site / "tournoi" / "2.html").read_text("utf-8"))
    assert sorted(later) == ["", "", "", "", "+12", "−12"]
    for day in (FEBRUARY, JANUARY):  # the program finds the same cotes
        assert run("federation", "pages", "--date", day, "--registre", desk / "registre.sqlite") == 0


def test_the_views_give_exact_numbers_to_pandas(month):
    pandas = pytest.importorskip("pandas")  # the group frames: `make check`
    with closing(sqlite3.connect(month / "registre.sqlite")) as register:
        moved = pandas.read_sql("SELECT * FROM movement_real", register)
        ranked = pandas.read_sql("SELECT * FROM ranked_real JOIN person ON number = person", register)
    played = moved[moved.hash != ""]
    assert len(played) == 8 and (played.after_real - played.before_real == played.pe_real + played.bonus_real
                                 + played.pj_real).all()  # fmt: skip
    cotes = {licence: line["Cote"] for licence, line in read_ranking(month, JANUARY).items()}
    assert dict(zip(ranked.licence, ranked.cote_real, strict=True)) == pytest.approx(cotes)


def test_two_months_built_from_a_script_are_those_of_the_command(january, tmp_path):
    pytest.importorskip("pandas")
    listed, register = january / "liste.csv", tmp_path / "registre.sqlite"
    (tmp_path / "a.csv").write_text("Date;Licence;Points;Motif\n20/01/2016;L01;12,5;CLAP\n", encoding="utf-8")
    lines = frames.build_month(
        january / JANUARY, date(2016, 1, 31), tmp_path / "1.xlsx", players=listed,
        adjustments=str(tmp_path / "a.csv"), publish=True,
    )  # fmt: skip
    assert "31/01/2016" in lines[0]
    frames.build_month(january / FEBRUARY, date(2016, 2, 29), tmp_path / "2.xlsx")
    first, second = (read_sheet_rows(tmp_path / f"{number}.xlsx", "Classement") for number in (1, 2))
    assert len(first) == len(second) == 10 and 0.5 in {row["Cote"] % 1 for row in first}, "CLAP counts"
    assert {row["Cote avant"] for row in second} == {row["Cote"] for row in first}
    before = written(tmp_path)
    for error, word, folder, day, more in (
        (frames.UsageError, "chemin", 3, date(2016, 3, 1), {"register": 3}),
        (frames.UsageError, "--joueurs", january, date(2016, 3, 1), {"register": tmp_path / "neuf.sqlite"}),
        (frames.UsageError, "date", january, "mars", {}),
        (frames.ExternalError, "31/01/2016", january / JANUARY, date(2016, 1, 1), {"register": register}),
    ):  # fmt: skip
        with pytest.raises(error, match=word):
            frames.build_month(folder, day, tmp_path / "x.xlsx", **more)
    assert written(tmp_path) == before
