"""`send`: the copy, the ratings and the mail for the federation; nothing in them but what is meant for it."""

from __future__ import annotations

import csv
import email
import hashlib
import io
import shutil
import zipfile
from email.policy import default
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.rated import finished, published
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.cli import main
from tournament_xl.hosts import pressing
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.send import send
from tournament_xl.press import DONE, REFUSED
from tournament_xl.send.mail import draft, safe_stem
from tournament_xl.texts import live as stdio_texts

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
HOSTILE = ('=HYPERLINK("http://x.example","clic")', "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-1+2", "=1+1")
GENEVE = {
    "Nom": "Tournoi de Genève", "Lieu": "Genève", "Date_de_début": "20/11/2026", "Date_de_fin": "21/11/2026",
    "Organisateur": "Club de Genève", "Courriel_fédération": "cotes@federation.example", "Graine": "4711",
}  # fmt: skip


def named(desk: Desk) -> Desk:
    for name, value in GENEVE.items():
        desk.set(name, value)
    return desk


@pytest.fixture(scope="module")
def finished_file(tmp_path_factory):
    """The regulation's example, with a name and an address."""
    return named(published()).must("ratings").save(tmp_path_factory.mktemp("send") / "tournoi.xlsx")


@pytest.fixture
def source(finished_file, tmp_path):
    return Path(shutil.copy(finished_file, tmp_path / "tournoi.xlsx"))


def sent(folder):
    """The files written, by ending."""
    return {path.suffix: path for path in folder.iterdir() if path.name.startswith("Tournoi")}


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
        f"Tournoi de Genève 2026-11-21 - {end}" for end in ("cotes.csv", "courriel.eml", "envoi.xlsx")
    ]
    assert source.read_bytes() == before and len(list(tmp_path.iterdir())) == 2
    out = capsys.readouterr().out
    assert "Envoi préparé" in out and "Tout est juste" in out


def test_the_workbook_is_never_written_over_by_its_own_copy(source):
    path = source.rename(source.with_name("Tournoi de Genève 2026-11-21 - envoi.xlsx"))
    before = path.read_bytes()
    assert send(path).code == DONE and path.read_bytes() == before
    assert path.with_name("Tournoi de Genève 2026-11-21 - envoi (2).xlsx").exists()


def test_the_mail_has_the_right_parts(source, tmp_path):
    send(source, tmp_path / "o")
    made = sent(tmp_path / "o")
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


def test_the_copy_says_cell_by_cell_what_the_workbook_says_and_the_page_what_it_is(source, tmp_path):
    send(source, tmp_path / "o")
    file = sent(tmp_path / "o")[".xlsx"]
    copy = ClosedFile(file).read()
    own, theirs = values(ClosedFile(source).read()), values(copy)
    assert {place: text for place, text in theirs.items() if place[0] != "Fiche"} == own
    assert list(copy.sheets) == ["Fiche", *labels.SCRABBLE_SHEETS]
    assert main(["check", str(file)]) == 0
    book = openpyxl.load_workbook(file)
    assert all(isinstance(cell.value, int) for cell in book["Classement"]["I"][4:10])
    lines = {label: value for label, value in book["Fiche"].iter_rows(min_row=4, max_col=2, values_only=True) if value}
    assert lines.items() >= {
        "Tournoi": "Tournoi de Genève", "Formule": "Classique", "Édition": "F50", "Rondes": "5", "Inscrits": "10",
        "Participants": "10", "Saison": "2015-2016", "Type d'épreuve": "TH", "Graine des tirages": "4711",
        "1er": "Quatrième série", "SHA-256 du classeur d'origine": hashlib.sha256(source.read_bytes()).hexdigest(),
    }.items()  # fmt: skip
    assert lines["Programme"].startswith("tournament-xl ")
    titles, told = zip(*book["Fiche"].iter_rows(max_col=2, values_only=True), strict=True)
    assert "Tout est juste." in told[titles.index("Vérification") :]


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
    content = sent(tmp_path / "o")[".xlsx"].read_bytes()
    assert openpyxl.load_workbook(io.BytesIO(content)).sheetnames == ["Fiche", *labels.SCRABBLE_SHEETS]
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

    assert "Sans licence sur Joueurs : Joker, Première série, Troisième, Cas A, Cas B et 5 autres." in asked()
    books.edit(source, {f"Joueurs!Licence!{row}": 4000 + row for row in range(5, 15)})
    assert asked() == ""
    books.edit(source, {"Tournoi!Lieu": None, "Tournoi!Organisateur": None})
    assert "Lieu, Organisateur." in asked()


def test_the_copy_for_the_federation_is_not_gone_on_with(source, capsys):
    """What is corrected there would not be in the tournament, nor in the mail."""
    send(source)
    copy = sent(source.parent)[".xlsx"]
    before = copy.read_bytes()
    assert main(["update", str(copy)]) == 5 and copy.read_bytes() == before
    assert "est la copie pour la fédération (feuille Fiche) : rien n'y est changé" in capsys.readouterr().err


# Refused, and odd names


def test_refused_before_the_last_round_and_before_a_press_has_seen_all(tmp_path, capsys):
    path = Desk().players(8).must().better_seed_wins().save(tmp_path / "t.xlsx")
    assert main(["send", str(path)]) == 1
    assert "après la dernière ronde : 1 sur 5" in capsys.readouterr().err
    outcome = send(finished(Nom="Tournoi").save(path))
    assert outcome.code == REFUSED and "n'est pas encore dans le classement" in outcome.message
    assert [one.name for one in tmp_path.iterdir()] == ["t.xlsx"]


def test_what_the_check_finds_goes_into_the_mail_and_stops_nothing(tmp_path):
    desk = named(published()).must("ratings")
    table = desk.table(labels.RATINGS)
    desk.type(labels.RATINGS, table.header + 2, "Nouvelle cote", 9999)
    outcome = send(desk.save(tmp_path / "t.xlsx"), tmp_path / "o")
    made = sent(tmp_path / "o")
    assert outcome.code == DONE and "9999" in outcome.text
    mail = email.message_from_bytes(made[".eml"].read_bytes(), policy=default)
    assert "9999" in mail.get_body().get_content().replace("\u202f", "")
    page = openpyxl.load_workbook(made[".xlsx"])["Fiche"]
    assert any("9999" in str(cell.value) for row in page.iter_rows() for cell in row)
    rows = made[".csv"].read_text("utf-8-sig")
    assert "2032" in rows and "9999" not in rows  # the rules' ratings


def test_safe_stems():
    for text, stem in (("Tournoi d'été", "Tournoi d'été"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
                       ("...", "T"), ("  x  . ", "x"), ("a\u202egnp", "a gnp"), ("é" * 300, "é" * 60)):  # fmt: skip
        assert safe_stem(text, "T") == stem


def test_the_button_works_on_the_saved_file_only(source):
    snapshot = ClosedFile(source).read()
    outcome = pressing.act("send", snapshot, pressing.Place(source, modified=True))
    assert outcome.code == REFUSED and stdio_texts.BUTTONS["send"] in outcome.message
    outcome = pressing.act("send", snapshot, pressing.Place(source))
    assert (outcome.code, outcome.edits) == (DONE, ()) and len(list(source.parent.iterdir())) == 4


def test_no_header_comes_in_with_the_address_or_the_name():
    for to in ("f@x.fr\nBcc: g@x.fr", "f@x.fr\r\nBcc: g@x.fr", "b@,.:", "(]@).\\", "a@b.fr;c@d.fr", "é@x.fr"):
        mail = email.message_from_bytes(draft(to, "Sujet\r\nBcc: g@x.fr", "", {}), policy=default)
        assert mail["To"] is None and "Bcc" not in mail and mail["Subject"] == "Sujet Bcc: g@x.fr"


@pytest.mark.parametrize("to", ["b@,.:", "(]@).\\", "a@b.fr;c@d.fr", "a b@c.fr", "a@b", "a@.fr"])
def test_what_is_no_address_is_a_cell_to_mend(to):
    told = [str(one) for one in Desk(Courriel_fédération=to).press("update").problems]
    assert len(told) == 1 and "adresse de courriel" in told[0]
