"""The report: the month in ten lines first, and what a calendar announced and nobody sent."""

from datetime import date

import openpyxl

from tests.federation_desk import FEBRUARY, JANUARY, publish_month, read_ranking, send

CALENDAR = """Date;Tournoi;Organisateur
20/01/2016;TH de Vienne;
27/02/2016;Grand Prix de Lyon;
05/02/2016;TH de Sète;Léa Rey
01/03/2016;TH de Nîmes;Luc Roux
13/02/2016;Tournoi de Vienne;
"""


def read_month(path):
    book = openpyxl.load_workbook(path)
    assert book.sheetnames[:2] == ["Ce mois", "Classement"]
    rows = [row[:2] for row in book.worksheets[0].iter_rows(min_row=4, values_only=True)]
    return dict(rows[:10]), [row for row in rows[10:] if any(row)]


def test_the_month_stands_first_in_ten_lines_and_below_what_was_expected_in_vain(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 20))
    publish_month(desk, JANUARY)
    lines, rest = read_month(desk / f"{JANUARY}.xlsx")
    assert len(lines) == 10 and lines["Attendus, pas reçus"] == "Pas de calendrier donné (--calendrier)." and not rest
    assert lines["Classés"] == "10 joueurs classés au 31/01/2016 ; 10 joueurs au fichier."
    send(desk, FEBRUARY, "Coupe Lyon", date(2016, 2, 27))
    send(desk, FEBRUARY, "Annecy", date(2016, 1, 10))
    (desk / "calendrier.csv").write_text(CALENDAR, encoding="utf-8")
    capsys.readouterr()
    assert publish_month(desk, FEBRUARY, JANUARY, "--calendrier", desk / "calendrier.csv") == 0
    assert "pas reçus : TH de Sète (05/02/2016) et Tournoi de Vienne (13/02/2016) (feuille" in capsys.readouterr().out
    lines, rest = read_month(desk / f"{FEBRUARY}.xlsx")
    assert lines["Tournois"].startswith("2 tournois comptés ce mois : ") and lines["Tournois"].endswith("3 en tout.")
    assert "Annecy (10/01/2016) : compté en retard" in lines["Après publication"]
    best = read_ranking(desk, FEBRUARY)
    ups = sorted((line["Variation"] for line in best.values()), reverse=True)
    assert f"+{ups[0]}" in lines["En hausse"].split(",")[0]
    assert rest == [
        ("Date", "Tournoi · Organisateur"), ("05/02/2016", "TH de Sète · Léa Rey"), ("13/02/2016", "Tournoi de Vienne"),
    ]  # fmt: skip


def test_each_fault_of_a_calendar_is_named_and_nothing_is_written(desk, capsys):
    (desk / "calendrier.csv").write_text("Date;Tournoi;Organisateur\n31/02/2016;Sète;\n05/02/2016;;\n", "utf-8")
    assert publish_month(desk, JANUARY, None, "--calendrier", desk / "calendrier.csv") != 0
    said = capsys.readouterr().err
    assert "31/02/2016" in said and said.count("il faut") == 2 and not (desk / f"{JANUARY}.xlsx").exists()
