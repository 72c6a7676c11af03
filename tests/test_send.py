"""`send`: the copy, the ratings and the mail for the federation; nothing in them but what is meant for it."""

from __future__ import annotations

import csv
import email
import hashlib
import io
import zipfile
from email.policy import default

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.sent import files
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.cli import main
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.send import send
from tournament_xl.press import DONE

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
HOSTILE = ('=HYPERLINK("http://x.example","clic")', "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-1+2", "=1+1")


def values(snapshot: Snapshot) -> dict[tuple[str, int, int], str]:
    return {
        (sheet, row, column): cell_text(cell)
        for sheet, grid in snapshot.sheets.items()
        for row, line in enumerate(grid, start=1)
        for column, cell in enumerate(line, start=1)
        if cell_text(cell)
    }


def test_three_files_named_after_the_tournament_and_its_day(source, tmp_path, capsys):
    before = source.read_bytes()
    assert main(["send", str(source), "--to", str(tmp_path / "envoi")]) == 0
    assert sorted(path.name for path in (tmp_path / "envoi").iterdir()) == [
        "Tournoi de Genève 2026-11-21 - cotes.csv",
        "Tournoi de Genève 2026-11-21 - courriel.eml",
        "Tournoi de Genève 2026-11-21 - envoi.xlsx",
    ]
    assert source.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["envoi", "tournoi.xlsx"]
    out = capsys.readouterr().out
    assert "Envoi préparé" in out and "Tout est juste" in out


def test_the_mail_has_the_right_parts(source, tmp_path):
    send(source, tmp_path / "o")
    made = files(tmp_path / "o")
    mail = email.message_from_bytes(made[".eml"].read_bytes(), policy=default)
    assert (mail["X-Unsent"], mail["To"]) == ("1", "cotes@federation.example")
    assert mail["Subject"] == "Résultats : Tournoi de Genève, Genève, 20/11/2026 – 21/11/2026"
    assert mail["Date"] is None and mail["From"] is None and not mail.defects
    text, *attached = mail.iter_parts()
    assert [part.get_filename() for part in attached] == [made[".xlsx"].name, made[".csv"].name]
    assert [part.get_content_type() for part in attached] == [
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv",
    ]  # fmt: skip
    body = text.get_content().replace("\r\n", "\n")
    for part, file in zip(attached, (made[".xlsx"], made[".csv"]), strict=True):
        content = part.get_payload(decode=True)
        assert content == file.read_bytes()
        assert f"- {file.name}\n  SHA-256 : {hashlib.sha256(content).hexdigest()}" in body
    assert "formule Classique, édition F50, 5 rondes, 10 joueurs. 1er : Quatrième série" in body
    assert "Tout est juste" in body and "cotes : justes" in body
    assert body.rstrip().endswith("Club de Genève")


def test_the_copy_says_cell_by_cell_what_the_workbook_says(source, tmp_path):
    send(source, tmp_path / "o")
    copy = ClosedFile(files(tmp_path / "o")[".xlsx"]).read()
    own, theirs = values(ClosedFile(source).read()), values(copy)
    assert {place: text for place, text in theirs.items() if place[0] != "Fiche"} == own
    assert list(copy.sheets) == ["Fiche", *labels.SCRABBLE_SHEETS]
    assert main(["check", str(files(tmp_path / "o")[".xlsx"])]) == 0


def test_the_page_identifies_the_tournament_and_says_what_the_check_found(source, tmp_path):
    send(source, tmp_path / "o")
    sheet = openpyxl.load_workbook(files(tmp_path / "o")[".xlsx"])["Fiche"]
    lines = {label: value for label, value in sheet.iter_rows(min_row=4, max_col=2, values_only=True) if value}
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    assert lines.items() >= {
        "Tournoi": "Tournoi de Genève", "Formule": "Classique", "Édition": "F50", "Rondes": "5", "Inscrits": "10",
        "Participants": "10", "Saison": "2015-2016", "Type d'épreuve": "TH", "Graine des tirages": "4711",
        "1er": "Quatrième série", "SHA-256 du classeur d'origine": digest,
    }.items()  # fmt: skip
    assert lines["Programme"].startswith("tournament-xl ")
    told = [row[0] for row in sheet.iter_rows(values_only=True)]
    assert "Tout est juste." in told[told.index("Vérification") :]


def test_formulas_become_values_and_what_is_the_organisers_own_stays_at_home(source, tmp_path):
    with books.opened(source) as book:
        book.set_cell_value("Joueurs", "L4", "Téléphone")
        book.set_cell_value("Joueurs", "N6", "a payé 12 euros")  # below no title at all
        book.set_cell_value("Joueurs", "L5", "0611223344")
        book.set_cell_formula("Joueurs", "J5", '=UPPER("a")')
        book.new_sheet("Caisse")
        book.set_cell_value("Caisse", "A1", "recette 120")
        book.set_cell_formula("Caisse", "A2", "='[autre.xlsx]Feuil1'!A1")
    assert send(source, tmp_path / "o").code == DONE
    book = openpyxl.load_workbook(files(tmp_path / "o")[".xlsx"])
    assert book.sheetnames == ["Fiche", *labels.SCRABBLE_SHEETS]
    content = files(tmp_path / "o")[".xlsx"].read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    for word in ("0611223344", "Téléphone", "a payé", "recette", "autre.xlsx", "UPPER"):
        assert word.encode() not in everything


def test_hostile_names_stay_text_in_the_copy_and_the_csv(tmp_path):
    desk = Desk(Nom="=1+1", Organisateur="=2+2")
    for at, name in enumerate((*HOSTILE, "P6", "P7", "P8")):
        desk.player(name, 2000 - at, Club=name)
    for _ in range(5):
        desk.must().better_seed_wins()
    send(desk.must("update").save(tmp_path / "t.xlsx"), tmp_path / "o")
    made = {path.suffix: path for path in (tmp_path / "o").iterdir()}
    book = openpyxl.load_workbook(made[".xlsx"])
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert {cell.value for cell in cells if cell.data_type == "s"} >= set(HOSTILE)
    rows = list(csv.reader(io.StringIO(made[".csv"].read_text("utf-8-sig"), newline=""), delimiter=";"))
    assert {row[2] for row in rows[1:]} == {f"'{name}" for name in HOSTILE} | {"P6", "P7", "P8"}
    mail = email.message_from_bytes(made[".eml"].read_bytes(), policy=default)
    assert mail["To"] is None and mail["Subject"] == "Résultats : =1+1"


def test_what_the_federation_asks_for_and_the_workbook_does_not_have_is_told(source):
    def asked():
        return " ".join(word for word in send(source).warnings if "vide sur Tournoi" in word or "Sans licence" in word)

    everyone = {f"Joueurs!Licence!{row}": 4000 + row for row in range(5, 15)}
    books.edit(source, everyone)
    assert asked() == ""
    books.edit(source, {"Tournoi!Lieu": None, "Tournoi!Organisateur": None, "Joueurs!Licence!6": None})
    assert "Lieu, Organisateur." in asked() and "Sans licence sur Joueurs : Première série." in asked()
    books.edit(source, dict.fromkeys(everyone))
    assert "Joker, Première série, Troisième, Cas A, Cas B et 5 autres." in asked()


def test_the_copy_for_the_federation_is_not_gone_on_with(source, capsys):
    """What is corrected there would not be in the tournament, nor in the mail."""
    send(source)
    copy = files(source.parent)[".xlsx"]
    before = copy.read_bytes()
    for verb in ("update", "pair", "undo", "ratings"):
        assert main([verb, str(copy)]) == 5 and copy.read_bytes() == before
        assert "est la copie pour la fédération (feuille Fiche) : rien n'y est changé" in capsys.readouterr().err
    assert main(["check", str(copy)]) == 0
