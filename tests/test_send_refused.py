"""`send` refused, or given odd names and places: nothing half written, nothing outside its folder."""

from __future__ import annotations

import email
import io
import json
from email.policy import default

import openpyxl
import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.rated import finished, published
from tests.sent import files, named
from tournament_xl.check import check
from tournament_xl.cli import main
from tournament_xl.files import xlsx
from tournament_xl.hosts import pressing, stdio
from tournament_xl.hosts.clean_copy import clean_copy
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.send import send
from tournament_xl.press import DONE, PROBLEMS, REFUSED
from tournament_xl.send.mail import draft
from tournament_xl.send.names import safe_stem
from tournament_xl.send.parcel import parcel
from tournament_xl.texts import stdio as stdio_texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import HostError, Snapshot

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


def test_refused_before_the_last_round_and_nothing_is_written(tmp_path, capsys):
    desk = Desk().players(8).must().better_seed_wins()
    path = desk.save(tmp_path / "t.xlsx")
    assert main(["send", str(path)]) == 1
    assert "après la dernière ronde : 1 sur 5" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["t.xlsx"]


def test_a_missing_result_and_a_wrong_cell_are_told_at_their_place(tmp_path):
    desk = finished()
    row = desk.row_of(5, 1)
    desk.type(labels.RESULTS, row, "Score 1", None)
    outcome = send(desk.save(tmp_path / "t.xlsx"))
    assert outcome.code == PROBLEMS and str(outcome.problems[0]).startswith(f"Résultats!E{row} : ")
    desk.type(labels.RESULTS, row, "Score 1", "4O2")
    (tmp_path / "t.xlsx").unlink()
    assert send(desk.save(tmp_path / "t.xlsx")).code == PROBLEMS
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


def test_the_mail_without_an_address_says_so(tmp_path):
    asked = {"Nom": "Tournoi", "Lieu": "Lyon", "Date_de_début": "21/11/2026", "Organisateur": "Club"}
    outcome = send(finished(**asked).must("update").save(tmp_path / "t.xlsx"))
    assert outcome.code == DONE and "ajoutez l'adresse" in outcome.message
    outcome = send(finished(Nom="Tournoi").must("update").save(tmp_path / "u.xlsx"))
    assert outcome.code == DONE and "mais incomplet" in outcome.message
    mail = email.message_from_bytes(files(tmp_path)[".eml"].read_bytes(), policy=default)
    assert mail["To"] is None


def test_the_workbook_is_never_written_over_by_its_own_copy(source, tmp_path):
    path = source.rename(source.with_name("Tournoi de Genève 2026-11-21 - envoi.xlsx"))
    before = path.read_bytes()
    assert send(path).code == DONE
    assert path.read_bytes() == before
    assert path.with_name("Tournoi de Genève 2026-11-21 - envoi (2).xlsx").exists()


@pytest.mark.parametrize("title", ["../../etc/passwd", "..\\..\\autoexec", "/tmp/x", "C:\\x", "a\0b", "~", "."])
def test_a_name_like_a_path_stays_in_the_folder(tmp_path, title):
    path = finished(Nom=title).must("update").save(tmp_path / "t.xlsx")
    assert send(path, tmp_path / "o" / "p").code == DONE
    assert len(list((tmp_path / "o" / "p").iterdir())) == 3
    assert {one.name for one in tmp_path.iterdir()} == {"t.xlsx", "o"} and len(list((tmp_path / "o").iterdir())) == 1


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


def test_a_folder_that_cannot_be_written_is_told(source, tmp_path, capsys):
    (tmp_path / "o").write_text("un fichier")
    before = source.read_bytes()
    with pytest.raises(HostError, match="ne peut pas être écrit"):
        send(source, tmp_path / "o")
    assert main(["send", str(source), "--to", str(tmp_path / "o")]) == 5
    assert "Traceback" not in capsys.readouterr().err
    assert source.read_bytes() == before and len(list(tmp_path.iterdir())) == 2


def test_a_file_that_is_none_of_ours_in_the_way_of_the_last_leaves_none_of_the_others_half(source, tmp_path):
    (tmp_path / "o" / "Tournoi de Genève 2026-11-21 - courriel.eml").mkdir(parents=True)
    with pytest.raises(HostError):
        send(source, tmp_path / "o")
    assert not [one for one in (tmp_path / "o").iterdir() if one.suffix == ".tmp"]


def test_the_button_works_on_the_saved_file_only(source):
    snapshot = ClosedFile(source).read()
    outcome = pressing.act("send", snapshot, pressing.Place(source, modified=True))
    assert outcome.code == REFUSED and stdio_texts.BUTTONS["send"] in outcome.message
    assert len(list(source.parent.iterdir())) == 1
    outcome = pressing.act("send", snapshot, pressing.Place(source))
    assert (outcome.code, outcome.edits) == (DONE, ()) and len(list(source.parent.iterdir())) == 4


def test_a_live_document_that_is_saved_sends_its_file_and_the_text_names_what_was_written(source):
    sheets = [{"name": name, "rows": list(rows)} for name, rows in ClosedFile(source).read().sheets.items()]
    request = {"version": 1, "name": str(source), "modified": False, "sheets": sheets}
    out = io.BytesIO()
    assert stdio.main("send", io.BytesIO(json.dumps(request).encode()), out) == 0
    answer = json.loads(out.getvalue())
    written = {one.name for one in source.parent.iterdir()} - {source.name}
    assert len(written) == 3 and all(name in answer["text"] for name in written)
    assert (answer["edits"], answer["backup"]) == ([], {}) and "Vérification" in answer["text"]


def test_addresses_separated_as_in_outlook_both_get_the_mail():
    mail = email.message_from_bytes(draft("f@x.fr; g@x.fr", "Sujet \udcff", "", {}), policy=default)
    assert [one.addr_spec for one in mail["To"].addresses] == ["f@x.fr", "g@x.fr"]


@pytest.mark.parametrize("to", ["f@x.fr\nBcc: g@x.fr", "f@x.fr\r\nBcc: g@x.fr"])
def test_no_header_comes_in_with_the_address_or_the_name(to):
    mail = email.message_from_bytes(draft(to, "Sujet\r\nBcc: g@x.fr", "", {}), policy=default)
    assert "Bcc" not in mail and mail["Subject"] == "Sujet Bcc: g@x.fr"


@pytest.mark.parametrize("to", ["b@,.:", "-@[..", "(]@).\\", "a@b.fr;c:", "é@b.fr", "a@b", "\ud800@b.fr", "a@b.fr"])
def test_an_address_that_is_none_is_left_to_the_person(to):
    mail = email.message_from_bytes(draft(to, "sujet", "corps", {}), policy=default)
    assert mail["Subject"] == "sujet" and (mail["To"] or to != "a@b.fr")


@pytest.mark.parametrize("to", ["b@,.:", "-@[..", "(]@).\\", "a@b.fr;c@d.fr", "a b@c.fr", "a@b", "a@.fr"])
def test_what_is_no_address_is_a_cell_to_mend(to):
    told = [str(one) for one in Desk(Courriel_fédération=to).press("update").problems]
    assert len(told) == 1 and "adresse de courriel" in told[0]


@pytest.mark.parametrize("to", ["cotes@federation.example", "a.b+c@d-e.co.uk", "zoé@ffsc.fr"])
def test_what_is_an_address_is_none(to):
    assert not Desk(Courriel_fédération=to).press("update").problems


def test_nothing_is_sent_that_no_press_has_seen(tmp_path):
    desk = finished(Nom="Tournoi")
    outcome = send(desk.save(tmp_path / "t.xlsx"))
    assert outcome.code == REFUSED and "n'est pas encore dans le classement" in outcome.message
    assert [one.name for one in tmp_path.iterdir()] == ["t.xlsx"]


@pytest.mark.parametrize(
    "title", ["Open =?utf-8?q?=80?=", "=?utf-16?b?gA==?=", "=?unicode_escape?q?=5Cud800?=", "é" * 9000]
)
def test_a_title_that_looks_like_a_coded_word_is_sent_as_it_stands(tmp_path, title):
    assert send(finished(Nom=title).must("update").save(tmp_path / "t.xlsx")).code == DONE
    (written,) = tmp_path.glob("*.eml")
    mail = email.message_from_bytes(written.read_bytes(), policy=default)
    subject = mail["Subject"].removeprefix("Résultats : ").replace("= ?", "=?")
    assert subject == title[: len(subject)] and len(subject) > 10


def test_a_correction_that_no_press_has_met_is_not_sent(tmp_path):
    desk = finished(Nom="Tournoi").must("update")
    row = next(iter(desk.decoded().results.round(3))).line.row
    desk.type(labels.RESULTS, row, "Score 1", 333)
    path = desk.save(tmp_path / "t.xlsx")
    assert send(path).code == REFUSED
    assert send(desk.must("update").save(path)).code == DONE


def test_a_copy_has_the_sheets_that_the_organiser_has_deleted_as_the_template_has_them(tmp_path):
    """Emptied of their titles, they would be a workbook that cannot be checked."""
    desk = OthelloDesk(6, Nombre_de_rondes=2)
    for _ in range(2):
        desk.must().lower_wins()
    desk.must("update")
    gone = ("Finales", "Équipes", "Fiches", "Arbitre")
    desk.snapshot = Snapshot({name: grid for name, grid in desk.snapshot.sheets.items() if name not in gone})
    made = parcel(desk.snapshot, "")
    data = clean_copy(tmp_path / "t.xlsx", made.snapshot, made.reveal, made.page, made.template)
    report = check(xlsx.load(tmp_path / "t.xlsx", data))
    assert (report.code, report.problems) == (0, ())
