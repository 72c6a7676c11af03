"""`send` refused, or given odd names and places: nothing half written, nothing outside its folder."""

from __future__ import annotations

import email
from email.policy import default

import openpyxl
import pytest

from tests.desk import Desk
from tests.rated import finished, published
from tests.sent import files, named
from tournament_xl.book import labels
from tournament_xl.cli import main
from tournament_xl.hosts import pressing
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.send import send
from tournament_xl.press import DONE, REFUSED
from tournament_xl.send.mail import draft, safe_stem
from tournament_xl.texts import stdio as stdio_texts

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


def test_refused_before_the_last_round_and_nothing_is_written(tmp_path, capsys):
    desk = Desk().players(8).must().better_seed_wins()
    path = desk.save(tmp_path / "t.xlsx")
    assert main(["send", str(path)]) == 1
    assert "après la dernière ronde : 1 sur 5" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["t.xlsx"]


def test_what_the_check_finds_goes_into_the_mail_and_stops_nothing(tmp_path):
    desk = named(published()).must("ratings")
    table = desk.table(labels.RATINGS)
    desk.type(labels.RATINGS, table.header + 2, "Nouvelle cote", 9999)
    outcome = send(desk.save(tmp_path / "t.xlsx"), tmp_path / "o")
    assert outcome.code == DONE and "9999" in outcome.text
    mail = email.message_from_bytes(files(tmp_path / "o")[".eml"].read_bytes(), policy=default)
    assert "9999" in mail.get_body().get_content().replace("\u202f", "")
    page = openpyxl.load_workbook(files(tmp_path / "o")[".xlsx"])["Fiche"]
    assert any("9999" in str(cell.value) for row in page.iter_rows() for cell in row)
    rows = files(tmp_path / "o")[".csv"].read_text("utf-8-sig")
    assert "2032" in rows and "9999" not in rows  # the rules' ratings


def test_the_workbook_is_never_written_over_by_its_own_copy(source, tmp_path):
    path = source.rename(source.with_name("Tournoi de Genève 2026-11-21 - envoi.xlsx"))
    before = path.read_bytes()
    assert send(path).code == DONE
    assert path.read_bytes() == before
    assert path.with_name("Tournoi de Genève 2026-11-21 - envoi (2).xlsx").exists()


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("Tournoi d'été", "Tournoi d'été"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"), ("", "Tournoi"),
        ("...", "Tournoi"), ("con", "Tournoi con"), ("NUL.txt", "Tournoi NUL.txt"), ("LPT1 ", "Tournoi LPT1"),
        ("contre", "contre"), ("  x  . ", "x"), ("a\u202egnp.exe", "a gnp.exe"), ("x" * 300, "x" * 80),
        ("é" * 300, "é" * 80), ("字" * 300, "字" * 53), ("e\u0301te\u0301", "été"),
    ],
)  # fmt: skip
def test_safe_stems(text, stem):
    assert safe_stem(text, "Tournoi") == stem


def test_the_button_works_on_the_saved_file_only(source):
    snapshot = ClosedFile(source).read()
    outcome = pressing.act("send", snapshot, pressing.Place(source, modified=True))
    assert outcome.code == REFUSED and stdio_texts.BUTTONS["send"] in outcome.message
    assert len(list(source.parent.iterdir())) == 1
    outcome = pressing.act("send", snapshot, pressing.Place(source))
    assert (outcome.code, outcome.edits) == (DONE, ()) and len(list(source.parent.iterdir())) == 4


@pytest.mark.parametrize("to", ["f@x.fr\nBcc: g@x.fr", "f@x.fr\r\nBcc: g@x.fr"])
def test_no_header_comes_in_with_the_address_or_the_name(to):
    mail = email.message_from_bytes(draft(to, "Sujet\r\nBcc: g@x.fr", "", {}), policy=default)
    assert "Bcc" not in mail and mail["Subject"] == "Sujet Bcc: g@x.fr"


@pytest.mark.parametrize("to", ["b@,.:", "-@[..", "(]@).\\", "a@b.fr;c@d.fr", "a b@c.fr", "a@b", "a@.fr"])
def test_what_is_no_address_is_a_cell_to_mend(to):
    told = [str(one) for one in Desk(Courriel_fédération=to).press("update").problems]
    assert len(told) == 1 and "adresse de courriel" in told[0]


def test_nothing_is_sent_that_no_press_has_seen(tmp_path):
    desk = finished(Nom="Tournoi")
    outcome = send(desk.save(tmp_path / "t.xlsx"))
    assert outcome.code == REFUSED and "n'est pas encore dans le classement" in outcome.message
    assert [one.name for one in tmp_path.iterdir()] == ["t.xlsx"]
