"""`send`: the copy, the ratings and the mail for the federation; nothing in them but what is meant for it."""

from __future__ import annotations

import csv
import email
import hashlib
import io
import json
import shutil
import zipfile
from email.policy import default
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.rated import finished, published
from tournament_xl.cli import main
from tournament_xl.hosts import pressing, stdio
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.send import send
from tournament_xl.press import DONE, PROBLEMS, REFUSED
from tournament_xl.send.mail import draft
from tournament_xl.send.names import safe_stem
from tournament_xl.texts import stdio as stdio_texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.guarded import french_csv
from tournament_xl.workbook.snapshot import HostError, Snapshot, cell_text

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
HOSTILE = ('=HYPERLINK("http://x.example","clic")', "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-1+2", "=1+1")


def named(desk: Desk) -> Desk:
    settings = {
        "Nom": "Tournoi de Genève", "Lieu": "Genève", "Date_de_début": "20/11/2026", "Date_de_fin": "21/11/2026",
        "Organisateur": "Club de Genève", "Courriel_fédération": "cotes@federation.example", "Graine": "4711",
    }  # fmt: skip
    for name, value in settings.items():
        desk.set(name, value)
    return desk


@pytest.fixture(scope="module")
def finished_file(tmp_path_factory) -> Path:
    """The regulation's example, with a name and an address."""
    desk = named(published()).must("ratings")
    return desk.save(tmp_path_factory.mktemp("send") / "tournoi.xlsx")


@pytest.fixture
def source(finished_file, tmp_path) -> Path:
    return Path(shutil.copy(finished_file, tmp_path / "tournoi.xlsx"))


def files(folder: Path) -> dict[str, Path]:
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
        "Tournoi de Genève 2026-11-21 - cotes.csv",
        "Tournoi de Genève 2026-11-21 - courriel.eml",
        "Tournoi de Genève 2026-11-21 - envoi.xlsx",
    ]
    assert source.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["envoi", "tournoi.xlsx"]
    out = capsys.readouterr().out
    assert "Envoi préparé" in out and "Tout est juste" in out


def test_without_to_they_stand_beside_the_workbook_and_a_second_send_replaces_them(source):
    assert send(source).code == DONE
    first = {path.name: path.read_bytes() for path in source.parent.iterdir()}
    assert send(source).code == DONE
    assert {path.name: path.read_bytes() for path in source.parent.iterdir()} == first and len(first) == 4


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


def test_numbers_are_numbers_and_texts_texts_in_the_copy(source, tmp_path):
    send(source, tmp_path / "o")
    book = openpyxl.load_workbook(files(tmp_path / "o")[".xlsx"])
    assert book[labels.RATINGS]["F5"].data_type == book[labels.RESULTS]["E5"].data_type == "n"
    assert book[labels.STANDINGS]["C5"].data_type == "s"
    assert book[labels.TOURNAMENT]["C15"].number_format == "dd/mm/yyyy"
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


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


def test_nothing_but_values_of_a_workbook_with_buttons_goes_out(tmp_path):
    path = books.create(tmp_path, name="boutons.xlsm")
    assert main(["simulate", str(path), "--seed", "1"]) == 0
    send(path, tmp_path / "o")
    with zipfile.ZipFile(next((tmp_path / "o").glob("*.xlsx"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert not [name for name in parts if any(word in name for word in ("vba", "vml", "ctrl", "drawing", "external"))]
    everything = b"".join(parts.values())
    for word in (b"macroEnabled", b"TX_Programme", b"TX_Apparier", b"TargetMode", b"codeName", b"<f>", b"<f "):
        assert word not in everything
    names = openpyxl.load_workbook(next((tmp_path / "o").glob("*.xlsx"))).defined_names
    assert all("[" not in name.attr_text for name in names.values())


def test_formulas_become_values_and_what_is_the_organisers_own_stays_at_home(source, tmp_path):
    with books.opened(source) as book:
        book.set_cell_value("Joueurs", "L4", "Téléphone")
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
    for word in ("0611223344", "Téléphone", "recette", "autre.xlsx", "UPPER"):
        assert word.encode() not in everything


def test_the_same_workbook_gives_the_same_bytes(source, tmp_path):
    for folder in ("a", "b"):
        send(source, tmp_path / folder)
    assert {p.name: p.read_bytes() for p in (tmp_path / "a").iterdir()} == {
        p.name: p.read_bytes() for p in (tmp_path / "b").iterdir()
    }


def test_ratings_that_were_not_computed_are_put_into_the_copy_only(tmp_path):
    path = named(published()).must("update").save(tmp_path / "t.xlsx")
    before = path.read_bytes()
    outcome = send(path, tmp_path / "o")
    assert outcome.code == DONE and "cotes : justes" in outcome.text
    assert openpyxl.load_workbook(files(tmp_path / "o")[".xlsx"])[labels.RATINGS]["A1"].value == "Cotes"
    assert path.read_bytes() == before


def test_the_ratings_as_csv_open_in_french_excel(source, tmp_path):
    send(source, tmp_path / "o")
    data = files(tmp_path / "o")[".csv"].read_bytes()
    assert data.startswith(b"\xef\xbb\xbfPlace;") and b"\r\n" in data
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert list(rows[0]) == [*labels.SCRABBLE_COLUMNS[labels.RATINGS], "Variation"]
    second = rows[1]
    assert (second["Joueur"], second["Nouvelle cote"], second["Variation"]) == ("Cas A", "2032", "229")
    assert len(rows) == 10


def test_hostile_names_stay_text_in_the_copy_and_the_csv(tmp_path):
    desk = Desk(Nom="=1+1", Organisateur="=2+2")
    for at, name in enumerate((*HOSTILE, "P6", "P7", "P8")):
        desk.player(name, 2000 - at, Club=name)
    for _ in range(5):
        desk.must().better_seed_wins()
    send(desk.save(tmp_path / "t.xlsx"), tmp_path / "o")
    made = {path.suffix: path for path in (tmp_path / "o").iterdir()}
    book = openpyxl.load_workbook(made[".xlsx"])
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert {cell.value for cell in cells if cell.data_type == "s"} >= set(HOSTILE)
    rows = list(csv.reader(io.StringIO(made[".csv"].read_text("utf-8-sig"), newline=""), delimiter=";"))
    assert {row[2] for row in rows[1:]} == {f"'{name}" for name in HOSTILE} | {"P6", "P7", "P8"}
    mail = email.message_from_bytes(made[".eml"].read_bytes(), policy=default)
    assert mail["To"] is None and mail["Subject"] == "Résultats : =1+1"


def test_numbers_of_a_csv_are_not_guarded_and_lines_stay_one():
    data = french_csv([["a\nb;c", -95, 12.5, None, "＝1", "\t=1", "0"]])
    assert data.decode("utf-8-sig") == "\"a b;c\";-95;12,5;;'＝1;'=1;0\r\n"


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
    outcome = send(finished(Nom="Tournoi").save(tmp_path / "t.xlsx"))
    assert outcome.code == DONE and "ajoutez l'adresse" in outcome.message
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
    path = finished(Nom=title).save(tmp_path / "t.xlsx")
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
