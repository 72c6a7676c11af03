"""`federation build --avant`: the publication of the month before is where the next one begins, on files."""

import csv
import shutil
from datetime import date
from html import unescape
from random import Random

import openpyxl
import pytest

from tests import books
from tests import federation_world as world
from tests.books import run
from tests.test_federation_files import cells
from tests.test_federation_rules import people

JANUARY, FEBRUARY, MARCH = "2016-01-31", "2016-02-29", "2016-03-31"


@pytest.fixture
def desk(tmp_path):
    """A list, and the command for a day on the files of its month."""
    world.write_list(tmp_path / "liste.csv", people(10))
    return tmp_path


def send(desk, day, name, first, *, field=None, **more):
    facts = world.tournament(Random(name), field or people(8), first, title=name, **more)
    return world.write(desk / day / f"{name}.xlsx", facts)


def build(desk, day, before=None, *options):
    (desk / day).mkdir(exist_ok=True)
    words = ("--avant", desk / f"{before}.xlsx") if before else ("--joueurs", desk / "liste.csv")
    return run("federation", "build", desk / day, "--date", day, "-o", desk / f"{day}.xlsx", *words, *options)


def ranking(desk, day):
    return {line["Licence"]: line for line in cells(desk / f"{day}.xlsx", "Classement")}


def test_the_next_month_begins_where_the_last_one_ended(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    assert build(desk, JANUARY) == 0
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10))
    capsys.readouterr()
    assert build(desk, FEBRUARY, JANUARY) == 0
    said = capsys.readouterr().out
    assert "Tournois comptés depuis la publication du 31/01/2016 : 1." in said and "Tournois : 2 comptés" in said
    before, now = ranking(desk, JANUARY), ranking(desk, FEBRUARY)
    moves = [line for line in cells(desk / f"{FEBRUARY}.xlsx", "Saison 2015-2016") if line["Date"].month == 2]
    assert len(moves) == 8
    for line in moves:
        one = now[line["Licence"]]
        assert (one["Place avant"], one["Cote avant"]) == (before[line["Licence"]]["Place"], line["Cote avant"])
        assert one["Variation"] == line["Variation"] == one["Cote"] - before[line["Licence"]]["Cote"]
    assert cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives") == []


def test_a_late_file_is_counted_on_its_day_and_everything_that_it_changes_is_listed(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 20))
    build(desk, JANUARY)
    send(desk, FEBRUARY, "Tardif", date(2016, 1, 10))
    capsys.readouterr()
    assert build(desk, FEBRUARY, JANUARY) == 0
    assert "Passé corrigé : " in capsys.readouterr().out
    found = cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives")
    late = [line for line in found if line["Tournoi ou motif"] == "Tardif"]
    assert len(late) == 8 and all(line["Départ publié"] is None for line in late)
    assert {line["Cause"] for line in found if line["Tournoi ou motif"] == "Vienne"} >= {"Suite de : Tardif."}
    gap = dict.fromkeys(ranking(desk, FEBRUARY), 0)
    for line in found:
        gap[line["Licence"]] += line["Écart"]
    for licence, line in ranking(desk, FEBRUARY).items():
        if line["Cote avant"] is not None:
            assert line["Variation"] == gap[licence], licence
    shutil.copytree(desk / JANUARY, desk / "tout")
    shutil.copy(desk / FEBRUARY / "Tardif.xlsx", desk / "tout")
    (desk / "tout").rename(desk / MARCH)
    build(desk, MARCH)
    assert {who: line["Cote"] for who, line in ranking(desk, MARCH).items()} == {
        who: line["Cote"] for who, line in ranking(desk, FEBRUARY).items()
    }


def test_a_file_that_is_sent_again_has_its_line_and_a_refused_one_is_told_once(desk, capsys):
    path = send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    (desk / JANUARY / "abîmé.xlsx").write_bytes(b"PK\x03\x04 rien")
    build(desk, JANUARY)
    assert "  abîmé.xlsx : " in capsys.readouterr().out
    (desk / FEBRUARY).mkdir()
    for file in (path, desk / JANUARY / "abîmé.xlsx"):
        shutil.copy(file, desk / FEBRUARY)
    assert build(desk, FEBRUARY, JANUARY) == 0
    said = capsys.readouterr().out
    assert "abîmé" not in said and "écartés dans une publication d'avant : 2 fichiers" in said
    lines = {line["Fichier"]: line for line in cells(desk / f"{FEBRUARY}.xlsx", "Tournois")}
    assert lines["Vienne.xlsx"]["Verdict"] == "déjà compté"
    assert "depuis la publication du 31/01/2016 : Vienne" in lines["Vienne.xlsx"]["À savoir"]
    assert lines["Vienne.xlsx (31/01/2016)"]["Verdict"].startswith("compté")
    assert lines["abîmé.xlsx"]["Verdict"] == "écarté, déjà dit"
    assert {line["Variation"] for line in ranking(desk, FEBRUARY).values()} == {0}


def test_a_corrected_version_is_a_question_with_the_differences_and_one_answer_settles_it(desk, capsys):
    """A workbook of the program: its first round was drawn once, so both are one tournament."""
    path = books.simulate(books.create(desk, 8, "--set", "Date de début=10/01/2016"), 5)
    (desk / JANUARY).mkdir()
    shutil.copy(path, desk / JANUARY / "club.xlsx")
    build(desk, JANUARY)
    line = books.lines(path, "Résultats")[0]
    books.edit(path, {f"Résultats!Score 1!{line['row']}": line["Score 1"] + 200})
    books.update(path)
    (desk / FEBRUARY).mkdir()
    shutil.copy(path, desk / FEBRUARY / "club.xlsx")
    capsys.readouterr()
    assert build(desk, FEBRUARY, JANUARY) == 0
    assert "1 question à décider" in capsys.readouterr().out
    (question,) = cells(desk / f"{FEBRUARY}.xlsx", "À décider")
    score = f"{line['Score 1'] + 200}-{line['Score 2']} au lieu de {line['Score 1']}-{line['Score 2']}"
    assert score in question["Question"] and "ronde 1" in question["Question"]
    assert ranking(desk, FEBRUARY).keys() == ranking(desk, JANUARY).keys()  # the one that was published goes on
    decisions = desk / f"{FEBRUARY}-decisions.csv"
    text = decisions.read_bytes().decode("utf-8-sig").rstrip()
    decisions.write_text(text + "compter\n", encoding="utf-8-sig")
    assert build(desk, FEBRUARY, JANUARY, "--decisions", decisions) == 0
    lines = {line["Fichier"]: line["À savoir"] or "" for line in cells(desk / f"{FEBRUARY}.xlsx", "Tournois")}
    assert "Remplacé par club.xlsx, selon votre décision" in lines["club.xlsx (31/01/2016)"]
    assert cells(desk / f"{FEBRUARY}.xlsx", "À décider") == []
    causes = {line["Cause"] for line in cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives")}
    assert causes <= {"Une version corrigée du classeur compte à la place."}
    assert build(desk, MARCH, FEBRUARY) == 0  # the answer is kept
    assert {line["Variation"] for line in ranking(desk, MARCH).values()} == {0}
    assert cells(desk / f"{MARCH}.xlsx", "À décider") == []


def test_a_later_list_brings_clubs_and_new_players_not_cotes(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    build(desk, JANUARY)
    listed = people(11)
    listed[0] |= {"club": "Grenoble", "cote": 3000}
    world.write_list(desk / "liste2.csv", listed)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10), field=[*people(11)[3:], people(1)[0] | {"club": "Grenoble"}])
    assert build(desk, FEBRUARY, JANUARY, "--joueurs", desk / "liste2.csv") == 0
    now = ranking(desk, FEBRUARY)
    assert now["L01"]["Club"] == "Grenoble" and now["L01"]["Cote avant"] == ranking(desk, JANUARY)["L01"]["Cote"]
    assert now["L11"]["Cote"] - now["L11"]["Variation"] == 1511 if now["L11"]["Variation"] else now["L11"]["Cote"]
    assert cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives") == []
    assert build(desk, MARCH, FEBRUARY, "--joueurs", desk / f"{FEBRUARY}-joueurs.csv") == 0
    assert {line["Variation"] for line in ranking(desk, MARCH).values()} == {0}


def test_what_is_no_publication_or_a_later_one_is_told(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    build(desk, JANUARY)
    assert build(desk, JANUARY, JANUARY) == 5  # it would be written over
    assert run("federation", "build", desk / JANUARY, "--date", JANUARY, "-o", desk / "x.xlsx",
               "--avant", desk / f"{JANUARY}.xlsx") == 5  # fmt: skip
    assert "--date (31/01/2016) doit être après" in capsys.readouterr().err
    book = openpyxl.load_workbook(desk / f"{JANUARY}.xlsx")
    del book["Mémoire"]
    book.save(desk / "sans.xlsx")
    for name, sentence in (("sans.xlsx", "est abîmé, ou d'une version"), ("liste.csv", "n'est pas un classement")):
        assert run("federation", "build", desk / JANUARY, "--date", MARCH, "-o", desk / "x.xlsx",
                   "--avant", desk / name) == 5  # fmt: skip
        assert sentence in capsys.readouterr().err
    assert run("federation", "build", desk / JANUARY, "--date", MARCH, "-o", desk / "x.xlsx") == 2
    assert "Donnez --joueurs LISTE" in capsys.readouterr().err and not (desk / "x.xlsx").exists()


def test_a_publication_that_excel_or_another_program_saved_again_still_serves(desk):
    send(desk, JANUARY, "=1+1 _x0041_ é", date(2016, 1, 10))
    build(desk, JANUARY)
    openpyxl.load_workbook(desk / f"{JANUARY}.xlsx").save(desk / "autre.xlsx")
    (desk / "autre.xlsx").replace(desk / f"{JANUARY}.xlsx")
    assert build(desk, FEBRUARY, JANUARY) == 0
    assert {line["Variation"] for line in ranking(desk, FEBRUARY).values()} == {0}


def answered(desk, day, answer):
    """The file of decisions with this answer to its one open question."""
    path = desk / f"{day}-decisions.csv"
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = list(csv.reader(stream, delimiter=";"))
    lines[1][-1] = answer
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(lines)
    return path


def test_a_decision_of_the_next_month_gives_the_points_and_says_so(desk, capsys):
    """In doubt they are nobody's: nothing was published of them, the page says that they wait, then a letter goes."""
    field = [one | {"licence": "L99"} if one["licence"] == "L03" else one for one in people(8)]
    send(desk, JANUARY, "Vienne", date(2016, 1, 10), field=field)
    assert build(desk, JANUARY) == 0
    before = ranking(desk, JANUARY)["L03"]
    (page,) = (desk / f"{JANUARY}-site").glob("etat-*/tournoi-1.html")
    assert "en attente d'une décision" in unescape(page.read_text("utf-8"))
    wrong = answered(desk, JANUARY, "oui")
    capsys.readouterr()
    assert build(desk, JANUARY, None, "--decisions", wrong) == 0
    said = capsys.readouterr().out
    assert "Réponse pas comprise : « oui » pour " in said and "nouveau" in said, said
    (desk / FEBRUARY).mkdir()
    given = ("--decisions", answered(desk, JANUARY, "L03"))
    assert build(desk, FEBRUARY, JANUARY, *given) == 0
    assert build(desk, FEBRUARY, JANUARY, *given) == 0  # the answers that stand there are those given
    assert build(desk, FEBRUARY, JANUARY, *given) == 0
    now = ranking(desk, FEBRUARY)["L03"]
    (line,) = cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives")
    assert (line["Variation publiée"], line["Cote après publiée"]) == (None, None)
    assert line["Écart"] == now["Cote"] - before["Cote"] == line["Variation"]
    assert line["Cause"] == "Décidé depuis : ces points n'étaient portés à personne."
    letter = (desk / "courriers" / f"{FEBRUARY} Vienne.eml").read_text("utf-8")
    assert "Subject: Cotes" in letter and "dernier courrier" in letter
    shutil.move(desk / f"{FEBRUARY}-decisions.csv", desk / f"{MARCH}-decisions.csv")
    (desk / MARCH).mkdir()
    assert build(desk, MARCH, FEBRUARY) == 0, "the answers are those of the publication before"


def test_what_ends_later_waits_and_is_not_called_left_out(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    send(desk, JANUARY, "Hiver", date(2016, 1, 30), days=5)
    assert build(desk, JANUARY) == 0
    said = capsys.readouterr().out
    assert "0 écarté." in said and "En attente, comptés dans une prochaine publication" in said and "Hiver.xlsx" in said
    verdicts = {line["Fichier"]: line["Verdict"] for line in cells(desk / f"{JANUARY}.xlsx", "Tournois")}
    assert verdicts["Hiver.xlsx"] == "attend"
