"""The register: what is read once, who may write, what is refused, what is written again or taken back, `--avant`."""

import json
import re
import shutil
import socket
import sqlite3
from contextlib import closing
from datetime import date
from random import Random

import pytest

from tests import ROOT
from tests import federation_world as world
from tests.books import run
from tests.federation.test_federation_mails import archive, mail
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    is_open,
    list_people,
    publish_month,
    read_ranking,
    read_sheet_rows,
    run_act,
    send,
)
from tournament_xl.federation.intake import folder as intake_folder

OLD_REPORT = ROOT / "tests" / "data" / "classement-avant-registre.xlsx"
FIRST_TABLES = ROOT / "tests" / "data" / "registre-tables-1.sql"  # as the program that had them wrote it
ALL = [
    "0.xlsx", "1.xlsx", "boîte.mbox", "boîte.mbox › 1", "boîte.mbox › 1 › c.xlsx", "m.eml", "m.eml › a.xlsx",
    "m.eml › b.zip › x.xlsx", "mauvais.xlsx",
]  # fmt: skip


def workbook(path, number):
    facts = world.invent_tournament(Random(number), list_people(8), date(2015, 10, 1 + number), title=f"TH {number}")
    return world.write_workbook(path, facts).read_bytes()


@pytest.fixture
def inbox(tmp_path, monkeypatch):
    """A folder with workbooks and mails; what builds from it and says which files were read or opened."""
    (tmp_path / "recus").mkdir()
    data = [workbook(tmp_path / f"{number}.xlsx", number) for number in range(6)]
    for number in range(2):
        (tmp_path / "recus" / f"{number}.xlsx").write_bytes(data[number])
    letter = mail(("a.xlsx", data[2]), ("b.zip", archive(**{"x.xlsx": data[3]})), ("logo.png", b"x"), text="Bonjour")
    (tmp_path / "recus" / "m.eml").write_bytes(letter.as_bytes())
    box = mail(("c.xlsx", data[4])).as_bytes().replace(b"\r\n", b"\n")
    (tmp_path / "recus" / "boîte.mbox").write_bytes(b"From x Sun Jan 10\n" + box + b"\n")
    (tmp_path / "recus" / "mauvais.xlsx").write_bytes(b"x")
    world.write_list(tmp_path / "liste.csv", list_people(8))
    worked = []

    def record(tasks, *args, **kwargs):
        worked.extend(part.name for part, _ in tasks)
        return original(tasks, *args, **kwargs)

    def record_read(tasks, *args, **kwargs):
        worked.extend(name for _, name in tasks)
        return original_read(tasks, *args, **kwargs)

    original, original_read = intake_folder.run_in_workers, intake_folder.read_files
    monkeypatch.setattr(intake_folder, "run_in_workers", record)
    monkeypatch.setattr(intake_folder, "read_files", record_read)

    def build(place="sortie", act="build", day=JANUARY):
        worked.clear()
        (tmp_path / place).mkdir(exist_ok=True)
        words = ("--joueurs", tmp_path / "liste.csv", "--date", day, "-o", tmp_path / place / f"{day}.xlsx")
        assert run("federation", act, tmp_path / "recus", *words) == 0
        return sorted(worked)

    return tmp_path, build, data


@pytest.fixture
def month(desk):
    """January published, with a tournament."""
    send(desk, JANUARY, "TH de Vienne", date(2016, 1, 10))
    send(desk, FEBRUARY, "TH de Lyon", date(2016, 2, 7))
    publish_month(desk, JANUARY)
    assert run_act(desk, "publish", JANUARY) == 0
    return desk


def written(folder):
    """All files but the register."""
    paths = (path for path in folder.rglob("*.*") if path.is_file() and "registre" not in path.name)
    return {path.relative_to(folder): path.read_bytes() for path in paths}


def change(folder, statement, *values):
    with closing(sqlite3.connect(folder / "registre.sqlite")) as register:
        register.execute(statement, values)
        register.commit()


# What was read


def test_an_unchanged_file_or_mail_is_not_read_again_and_the_publication_is_the_same(inbox):
    folder, build, data = inbox
    assert build() == ALL
    first = written(folder / "sortie")
    assert build() == ["boîte.mbox"] and written(folder / "sortie") == first  # a mailbox is cut into its mails
    (folder / "recus" / "neuf.xlsx").write_bytes(data[5])
    assert build() == ["boîte.mbox", "neuf.xlsx"]
    assert build("ailleurs") == sorted([*ALL, "neuf.xlsx"])
    assert written(folder / "sortie") == written(folder / "ailleurs")


def test_another_program_reads_all_again_but_the_published_tournaments(inbox):
    folder, build, _ = inbox
    build()
    first = written(folder / "sortie")
    change(folder / "sortie", "UPDATE received SET reader = 'other'")
    assert build() == ALL and written(folder / "sortie") == first
    build(act="publish")
    change(folder / "sortie", "UPDATE received SET reader = 'other'")
    assert build(day=FEBRUARY) == ["boîte.mbox", "m.eml", "mauvais.xlsx"]


# Who may write


def test_a_register_that_somebody_has_is_left_alone(month, capsys):
    lock, before = month / "registre.sqlite.verrou", written(month)
    lock.write_text("bureau-2\nanne, 31/01/2016 18:00\n", encoding="utf-8")
    assert publish_month(month, FEBRUARY, JANUARY) == 5
    sentence = capsys.readouterr().err
    assert "anne, 31/01/2016 18:00" in sentence and "bureau-2" in sentence and lock.name in sentence
    lock.write_text(f"{socket.gethostname()}\nanne, 31/01/2016 18:00\n", encoding="utf-8")  # of a killed command
    with closing(sqlite3.connect(month / "registre.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert publish_month(month, FEBRUARY, JANUARY) == 5
        assert "une autre commande y travaille" in capsys.readouterr().err
        other.execute("ROLLBACK")
    lock.unlink(missing_ok=True)
    assert written(month) == before
    assert publish_month(month, FEBRUARY, JANUARY) == 0 and not lock.exists()


def test_a_register_older_than_a_report_or_of_another_ranking_is_refused(month, capsys):
    old = (month / "registre.sqlite").read_bytes()
    publish_month(month, FEBRUARY, JANUARY)
    assert run_act(month, "publish", FEBRUARY) == 0
    assert (month / f"{FEBRUARY}-registre.sqlite").read_bytes()[:16] == old[:16]
    before = written(month)
    (month / "registre.sqlite").write_bytes(old)
    assert publish_month(month, MARCH) == 5
    assert f"plus ancien que {month / FEBRUARY}.xlsx" in capsys.readouterr().err
    (month / "registre.sqlite").unlink()
    assert publish_month(month, MARCH) == 5 and "plus ancien" in capsys.readouterr().err
    assert not (month / "registre.sqlite").exists()
    (month / "registre.sqlite").write_text("à moi")
    assert publish_month(month, MARCH) == 5 and "n'est pas un registre" in capsys.readouterr().err
    (month / "registre.sqlite").write_bytes((month / f"{FEBRUARY}-registre.sqlite").read_bytes())
    change(month, "UPDATE generation SET hash = 'other' WHERE number = 2")
    assert publish_month(month, MARCH) == 5 and "ne vient pas de" in capsys.readouterr().err
    assert written(month) == before
    change(month, "PRAGMA user_version = 99")
    assert publish_month(month, MARCH) == 5 and "version plus récente" in capsys.readouterr().err


# What is written again, and what is taken back


def test_all_files_of_any_publication_can_be_written_again(month, capsys):
    publish_month(month, FEBRUARY, JANUARY)
    run_act(month, "publish", FEBRUARY)
    whole = written(month)
    for path in {month / path.parts[0] for path in whole} - {month / JANUARY, month / FEBRUARY, month / "liste.csv"}:
        path.unlink() if path.is_file() else shutil.rmtree(path)
    for day in (JANUARY, FEBRUARY):
        assert run("federation", "pages", "--date", day, "--registre", month / "registre.sqlite") == 0
    assert written(month) == whole and "écrit de nouveau" in capsys.readouterr().out
    assert run("federation", "pages", "--date", MARCH, "--registre", month / "registre.sqlite") == 5
    assert "n'a pas de publication de ce jour" in capsys.readouterr().err


def test_the_last_publication_is_taken_back_with_what_was_built_on_it(month, capsys, monkeypatch):
    published = written(month)
    publish_month(month, FEBRUARY, JANUARY)
    register = ("--registre", month / "registre.sqlite")
    monkeypatch.chdir(month)  # where the register is, no option is needed
    assert run("federation", "unpublish") == 0
    said = capsys.readouterr().out
    assert "31/01/2016 est reprise" in said and f"{JANUARY}-site" in said and f"{JANUARY} TH de Vienne.eml" in said
    assert is_open(month, JANUARY) and not is_open(month, FEBRUARY)
    assert run("federation", "unpublish", *register) == 5
    for path in month.glob(f"{FEBRUARY}.xlsx"):
        path.unlink()
    assert run_act(month, "publish", JANUARY) == 0
    again = written(month)
    assert {path: again[path] for path in published if path.suffix != ".xlsx"} == {
        path: content for path, content in published.items() if path.suffix != ".xlsx"
    }
    assert read_ranking(month, JANUARY)  # its mark tells of another generation of the register


def test_cotes_that_this_program_does_not_find_again_stand_and_the_next_month_is_built(month, capsys):
    """As where a command was killed between register and files, and another version came after it."""
    change(month, "UPDATE publication SET written = 0")
    change(month, "UPDATE ranked SET cote = '2000/1' WHERE position = 0")
    assert run("federation", "pages", "--registre", month / "registre.sqlite") == 5
    assert "ne retrouve pas les cotes" in capsys.readouterr().err
    assert publish_month(month, FEBRUARY, JANUARY) == 0
    assert "ne retrouve pas les cotes publiées au 31/01/2016" in capsys.readouterr().out
    assert 2000 in {line["Cote avant"] for line in read_ranking(month, FEBRUARY).values()}
    assert run("federation", "unpublish", "--registre", month / "registre.sqlite") == 0


# Beside the program


def test_a_register_goes_on_from_a_report_of_before_it(desk, capsys):
    """With its cotes and numbers, a tournament that waits, decisions, who is anonymous, and the rankings before."""
    before = {line["Licence"]: line for line in read_sheet_rows(OLD_REPORT, "Classement")}
    send(desk, MARCH, "TH de Dakar", date(2016, 3, 20), field=list_people(8))
    (desk / MARCH).mkdir(exist_ok=True)
    assert run_act(desk, "build", MARCH, "--avant", OLD_REPORT) == 0, capsys.readouterr()
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
    assert "--avant ne sert qu'à le commencer" in capsys.readouterr().err
    assert run("federation", "pages", "--date", FEBRUARY, "--registre", desk / "registre.sqlite") == 5
    assert "est d'avant le registre" in capsys.readouterr().err


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
