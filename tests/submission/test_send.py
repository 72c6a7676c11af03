"""`send`: the copy, the ratings and the mail for the federation; nothing in them but what is meant for it."""

from __future__ import annotations

import csv
import email
import hashlib
import io
import shutil
import zipfile
from email.header import decode_header, make_header
from email.policy import default
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.games.scrabble.test_rules_rating import published
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.submission.mail import render_draft
from tournament_xl.submission.parcel import safe_stem
from tournament_xl.submission.send import write_parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.snapshot import Draft

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
HOSTILE = ('=HYPERLINK("http://x.example","clic")', "+cmd|' /C calc'!A0", "@SUM(A1:A9)", "-1+2", "=1+1")
GENEVE = {
    "Nom": "Tournoi de Genève", "Lieu": "Genève", "Date_de_début": "20/11/2026", "Date_de_fin": "21/11/2026",
    "Organisateur": "Club de Genève", "Courriel_fédération": "cotes@federation.example",
}  # fmt: skip


@pytest.fixture(scope="module")
def finished_file(tmp_path_factory):
    """The regulation's example, with a name and an address."""
    return published(**GENEVE).must("ratings").save(tmp_path_factory.mktemp("send") / "tournoi.xlsx")


@pytest.fixture
def source(finished_file, tmp_path):
    return Path(shutil.copy(finished_file, tmp_path / "tournoi.xlsx"))


def send(path, folder):
    """Write the parcel: its files, by ending; the mail as read."""
    assert write_parcel(path, folder).outcome.code == DONE
    files = {path.suffix: path for path in folder.iterdir()}
    return files | {".eml": email.message_from_bytes(files[".eml"].read_bytes(), policy=default)}


def texts(row):
    """Column -> text of the cells that have one."""
    return {column: cell_text(cell) for column, cell in enumerate(row) if cell_text(cell)}


# What is written


def test_three_files_named_after_the_tournament_and_its_day_never_over_the_workbook(source, tmp_path):
    before = source.read_bytes()
    assert books.run("send", source, "--to", tmp_path / "envoi") == 0
    assert sorted(path.name for path in (tmp_path / "envoi").iterdir()) == [
        f"Tournoi de Genève 2026-11-21 - {end}" for end in ("cotes.csv", "courriel.eml", "envoi.xlsx")
    ]
    assert source.read_bytes() == before and len(list(tmp_path.iterdir())) == 2
    path = source.rename(source.with_name("Tournoi de Genève 2026-11-21 - envoi.xlsx"))
    assert write_parcel(path).outcome.code == DONE and path.read_bytes() == before
    assert path.with_name("Tournoi de Genève 2026-11-21 - envoi (2).xlsx").exists()


def test_the_mail_has_the_right_parts(source, tmp_path):
    files = send(source, tmp_path / "o")
    mail = files[".eml"]
    assert (mail["X-Unsent"], mail["To"]) == ("1", "cotes@federation.example") and not mail.defects
    assert mail["Subject"] == "Résultats : Tournoi de Genève, Genève, 20/11/2026 – 21/11/2026"
    text, *attached = mail.iter_parts()
    for part, file in zip(attached, (files[".xlsx"], files[".csv"]), strict=True):
        assert part.get_filename() == file.name and part.get_payload(decode=True) == file.read_bytes()
    letter, technical_lines = text.get_content().replace("\r\n", "\n").split("\n-- \n")
    assert all(f"\n- {files[ending].name}\n" in letter for ending in (".xlsx", ".csv"))
    assert "Quatrième série" in letter and "Club de Genève" in letter
    assert hashlib.sha256(files[".xlsx"].read_bytes()).hexdigest() in technical_lines


def test_the_copy_says_cell_by_cell_what_the_workbook_says_but_asks_for_nothing_and_the_page_what_it_is(
    source, tmp_path
):
    file = send(source, tmp_path / "o")[".xlsx"]
    copy, own = ClosedFile(file).read(), ClosedFile(source).read().sheets
    own.pop(schema.PALMARES)  # a page for the hall
    assert list(copy.sheets) == ["Fiche", *(sheet for sheet in scrabble.SHEETS if sheet != schema.PALMARES)]
    to_do = "Préparer l'envoi"
    for sheet, rows in own.items():
        filled, filled_in_copy = ([*filter(None, map(texts, lines))] for lines in (rows, copy.sheets[sheet]))
        for row, row_of_copy in zip(filled, filled_in_copy, strict=True):
            differing = row.items() ^ row_of_copy.items()
            assert not differing or sheet == "Tournoi" and any(to_do in text for _, text in differing)
    assert not any(to_do in text for row in copy.sheets["Tournoi"] for text in texts(row).values())
    assert check(copy).code == 0
    page = list(openpyxl.load_workbook(file)["Fiche"].iter_rows(max_col=2, values_only=True))
    assert {("Tournoi", "Tournoi de Genève"), ("1er", "Quatrième série")} <= {*page}
    assert hashlib.sha256(source.read_bytes()).hexdigest() in {value for _, value in page}


def test_a_second_parcel_takes_the_place_of_the_first_and_of_nothing_else(source, tmp_path):
    """With another date the files have other names: two parcels would lie there, and the wrong one may be sent."""
    folder = tmp_path / "envoi"
    assert write_parcel(source, folder).outcome.code == DONE
    first = sorted(path.name for path in folder.iterdir())
    other = published(**GENEVE | {"Nom": "Open d'Annecy"}).score(1, 1, 444, 333).must("ratings")
    assert write_parcel(other.save(tmp_path / "autre.xlsx"), folder).outcome.code == DONE
    expected = {path.name for path in folder.iterdir()} - {*first} | {first[0]}
    (folder / first[0]).write_text("my own notes", encoding="utf-8")  # the CSV, changed since
    (folder / "Vœux - courriel.eml").write_bytes(b"X-Unsent: 1\nSubject: a\n\nb\n")
    books.update(books.edit(source, {"Tournoi!Date de fin": "22/11/2026"}))
    assert write_parcel(source, folder).outcome.code == DONE
    second = {name.replace("11-21", "11-22") for name in first}
    assert {path.name for path in folder.iterdir()} == expected | second | {"Vœux - courriel.eml"}


# What stays at home


def test_formulas_become_values_and_what_is_the_organisers_own_stays_at_home(source, tmp_path):
    with books.opened(source) as book:
        book.create_sheet("Caisse")
    own = {"Joueurs!L4": "Téléphone", "Joueurs!L5": "0611223344"}
    books.edit(source, own | {"Joueurs!N6": "a payé 12 euros"})  # below no title at all
    books.type_formulas(source, {"Joueurs!J5": 'UPPER("a")', "Caisse!A2": "'[autre.xlsx]Feuil1'!A1"})
    with zipfile.ZipFile(send(source, tmp_path / "o")[".xlsx"]) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    for word in ("0611223344", "Téléphone", "a payé", "Caisse", "autre.xlsx", "UPPER"):
        assert word.encode() not in everything


def test_remarks_are_said_to_leave_with_the_copy_where_there_are_some(source, tmp_path):
    assert not any("Remarque" in warning for warning in write_parcel(source, tmp_path / "a").outcome.warnings)
    books.edit(source, {"Joueurs!Remarque!5": "ne mange pas de noix"})
    assert sum("Remarque" in warning for warning in write_parcel(source, tmp_path / "b").outcome.warnings) == 1


def test_a_doubt_of_the_organiser_stays_with_him(tmp_path, capsys):
    path = published(**GENEVE).must("ratings").score(1, 1, 4, 333).must("update").save(tmp_path / "tournoi.xlsx")
    assert books.run("check", path) == 0 and "inhabituel" in capsys.readouterr().out
    files = send(path, tmp_path / "envoi")
    page = str(ClosedFile(files[".xlsx"]).read().sheets["Fiche"])
    assert "inhabituel" not in files[".eml"].get_body().get_content() + page


# What is told


def test_hostile_names_stay_text_in_the_copy_and_the_csv_and_homonyms_without_licence_are_named(tmp_path, capsys):
    desk = Desk(Nom="=1+1", Organisateur="=2+2", Nombre_de_rondes=1)
    for index, name in enumerate((*HOSTILE, "P6")):
        desk.player(name, 2000 - index, Club=name, Licence=f"10{index}")
    desk.player("Martin Marie", 1900, Club="Lyon").player("Martin Marie", 1890, Club="Metz")
    path = desk.must().better_seed_wins().must("update").save(tmp_path / "t.xlsx")
    assert books.run("send", path, "--to", tmp_path / "o") == 0
    assert "Martin Marie (Lyon) et Martin Marie (Metz)" in capsys.readouterr().out
    files = send(path, tmp_path / "o")
    book = openpyxl.load_workbook(files[".xlsx"])
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert {cell.value for cell in cells if cell.data_type == "s"} >= set(HOSTILE)
    rows = list(csv.reader(io.StringIO(files[".csv"].read_text("utf-8-sig"), newline=""), delimiter=";"))
    assert {row[2] for row in rows[1:]} == {f"'{name}" for name in HOSTILE} | {
        "P6",
        "Martin Marie (Lyon)",
        "Martin Marie (Metz)",
    }
    assert files[".eml"]["To"] is None and files[".eml"]["Subject"] == "Résultats : =1+1"


def test_the_copy_for_the_federation_is_not_gone_on_with(source, tmp_path):
    """What is corrected there would not be in the tournament, nor in the mail."""
    copy = send(source, tmp_path / "o")[".xlsx"]
    with books.untouched(copy):
        assert books.run("update", copy) == 5


def test_refused_before_the_last_round_and_before_a_press_has_seen_all(tmp_path):
    path = Desk().players(8).must().better_seed_wins().save(tmp_path / "t.xlsx")
    assert write_parcel(path).outcome.code == REFUSED
    assert write_parcel(published(**GENEVE).save(path)).outcome.code == REFUSED
    assert [path.name for path in tmp_path.iterdir()] == ["t.xlsx"]


def test_what_the_check_finds_goes_into_the_mail_and_stops_nothing(source, tmp_path):
    books.edit(source, {"Cotes!Nouvelle cote!6": 9999})
    files = send(source, tmp_path / "o")
    page = openpyxl.load_workbook(files[".xlsx"])["Fiche"]
    cell_texts = "".join(str(cell.value) for row in page.iter_rows() for cell in row)
    mail = files[".eml"].get_body().get_content().replace("\u202f", "")
    rows = files[".csv"].read_text("utf-8-sig")
    assert "9999" in mail and "9999" in cell_texts
    assert "2032" in rows and "9999" not in rows  # the rules' ratings


def test_prizes_and_their_page_are_checked_in_the_parcel_also_those_of_a_column_that_does_not_leave(tmp_path):
    """The copy lacks the organiser's own columns: only the organiser's check can tell whom they name."""
    desk = published(**GENEVE).must("ratings").columns_of_players("Catégorie")
    desk.type(schema.PLAYERS, desk.table(schema.PLAYERS).header + 3, "Catégorie", "V")
    desk.add(schema.PRIZES, {"Prix": "Vétéran", "Pour": "Catégorie V"}, {"Prix": "Coupe", "Pour": "Général"})
    copy = ClosedFile(send(desk.must("update").save(tmp_path / "t.xlsx"), tmp_path / "o")[".xlsx"]).read()
    assert check(copy).code == 0 and "Vétéran" in str(copy.sheets)
    page = desk.snapshot.sheets[schema.PALMARES]
    row = next(index for index, cells in enumerate(page, start=1) if "Vétéran" in cells)
    draft = Draft(desk.snapshot)
    draft.put(schema.PALMARES, row, 4, "DUPONT Jean")
    desk.snapshot = draft.after()
    files = send(desk.save(tmp_path / "t.xlsx"), tmp_path / "o")
    assert "Palmarès" in files[".eml"].get_body().get_content()


# The mail's headers and the files' names


def test_what_is_no_address_is_a_cell_to_mend_and_no_header_comes_in():
    for to in ("f@x.fr\r\nBcc: g@x.fr", "b@,.:", "a@b.fr;c@d.fr"):
        assert [problem.key for problem in Desk(Courriel_fédération=to).press("update").problems] == ["mail"]
        mail = email.message_from_bytes(render_draft(to, "Sujet\r\nBcc: g@x.fr", "", {}), policy=default)
        assert mail["To"] is None and "Bcc" not in mail and mail["Subject"] == "Sujet Bcc: g@x.fr"


@pytest.mark.parametrize("length", [3, 12, 40])
def test_a_subject_is_read_as_it_was_written_however_long(length):
    """`email` loses blanks between encoded words: "Sèten° 11"."""
    subject = " ".join(["Sète", "n°", "11", ":", "«", "Noël", "»", "à", "Saint-Étienne-du-Rouvray,", "B"] * 4)[:length]
    draft = render_draft("a@b.fr", subject := " ".join(subject.split()), "", {})
    assert email.message_from_bytes(draft, policy=default)["Subject"] == subject
    plain = email.message_from_bytes(draft)["Subject"]
    assert str(make_header(decode_header(plain))) == subject and max(map(len, draft.split(b"\r\n"))) < 78


@pytest.mark.parametrize(("title", "stem"), [
    ("NUL.x", "tournoi NUL.x"), ("com¹ .a", "tournoi com¹ .a"), ("Nul n'est prophète", "Nul n'est prophète"),
    ("Coupe interclubs de Scrabble classique de la Côte-Saint-André", "Coupe interclubs de Scrabble classique"),
], ids=["device of Windows", "another", "no device", "cut behind a word"])  # fmt: skip
def test_a_file_is_named_after_the_tournament_as_windows_permits(title, stem):
    assert safe_stem(title, "tournoi") == stem
