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
from random import Random

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.games.scrabble.test_rules_rating import published
from tournament_xl import __version__
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.frontends.cli.main import main
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


def sent(folder):
    """The files written, by ending; the mail as read."""
    files = {path.suffix: path for path in folder.iterdir()}
    return files | {".eml": email.message_from_bytes(files[".eml"].read_bytes(), policy=default)}


def test_three_files_named_after_the_tournament_and_its_day_never_over_the_workbook(source, tmp_path):
    before = source.read_bytes()
    assert main(["send", str(source), "--to", str(tmp_path / "envoi")]) == 0
    assert sorted(path.name for path in (tmp_path / "envoi").iterdir()) == [
        f"Tournoi de Genève 2026-11-21 - {end}" for end in ("cotes.csv", "courriel.eml", "envoi.xlsx")
    ]
    assert source.read_bytes() == before and len(list(tmp_path.iterdir())) == 2
    path = source.rename(source.with_name("Tournoi de Genève 2026-11-21 - envoi.xlsx"))
    assert write_parcel(path).outcome.code == DONE and path.read_bytes() == before
    assert path.with_name("Tournoi de Genève 2026-11-21 - envoi (2).xlsx").exists()


def test_the_mail_has_the_right_parts(source, tmp_path):
    write_parcel(source, tmp_path / "o")
    files = sent(tmp_path / "o")
    mail = files[".eml"]
    assert (mail["X-Unsent"], mail["To"]) == ("1", "cotes@federation.example")
    assert mail["Subject"] == "Résultats : Tournoi de Genève, Genève, 20/11/2026 – 21/11/2026"
    assert not mail.defects
    text, *attached = mail.iter_parts()
    body = text.get_content().replace("\r\n", "\n")
    for part, file in zip(attached, (files[".xlsx"], files[".csv"]), strict=True):
        content = part.get_payload(decode=True)
        assert part.get_filename() == file.name and content == file.read_bytes()
        assert f"\n- {file.name}\n" in body
    played = "formule Classique, édition F50, 5 rondes, 10 joueurs, cotes sur 5 parties"
    assert f"{played}. 1er : Quatrième série.\n\n" in body
    letter, technical_lines = body.split("\n-- \n")  # what programs read stands where mails have a signature
    assert letter.endswith("Cordialement,\nClub de Genève\n") and "tournament-xl" not in letter and "SHA" not in letter
    digest = hashlib.sha256(files[".xlsx"].read_bytes()).hexdigest()
    program, fingerprint, purpose = technical_lines.splitlines()
    assert program == f"tournament-xl {__version__}" and fingerprint == f"Empreinte de la copie (SHA-256) : {digest}"
    assert "la fédération vérifie ainsi" in purpose and "rien à garder" in purpose


def texts(row):
    """Column -> text of the cells that have one."""
    return {column: cell_text(cell) for column, cell in enumerate(row) if cell_text(cell)}


def test_the_copy_says_cell_by_cell_what_the_workbook_says_but_asks_for_nothing_and_the_page_what_it_is(
    source, tmp_path
):
    write_parcel(source, tmp_path / "o")
    file = sent(tmp_path / "o")[".xlsx"]
    copy = ClosedFile(file).read()
    assert list(copy.sheets) == ["Fiche", *(sheet for sheet in scrabble.SHEETS if sheet != schema.PALMARES)]
    own = ClosedFile(source).read().sheets
    own.pop(schema.PALMARES)  # a page for the hall
    ended, step = "Tournoi terminé · 1er : Quatrième série", "Préparer l'envoi"
    in_copy = {f"{ended} · à faire : {step}": ended, step: None}
    assert {*in_copy} <= {text for row in own["Tournoi"] for text in texts(row).values()}
    assert step not in " ".join(text for row in copy.sheets["Tournoi"] for text in texts(row).values())
    own["Tournoi"] = [[in_copy.get(text, text) for text in map(cell_text, row)] for row in own["Tournoi"]]
    for sheet, rows in own.items():
        assert [texts(row) for row in copy.sheets[sheet] if texts(row)] == [texts(row) for row in rows if texts(row)]
    assert main(["check", str(file)]) == 0
    page = list(openpyxl.load_workbook(file)["Fiche"].iter_rows(max_col=2, values_only=True))
    assert {(label, value) for label, value in page} >= {
        ("Tournoi", "Tournoi de Genève"), ("1er", "Quatrième série"), (None, "Tout est juste."),
        ("SHA-256 du classeur d'origine", hashlib.sha256(source.read_bytes()).hexdigest()),
    }  # fmt: skip


def test_formulas_become_values_and_what_is_the_organisers_own_stays_at_home(source, tmp_path):
    with books.opened(source) as book:
        book.create_sheet("Caisse")
    own = {"Joueurs!L4": "Téléphone", "Joueurs!L5": "0611223344"}
    books.edit(source, own | {"Joueurs!N6": "a payé 12 euros"})  # below no title at all
    books.type_formulas(source, {"Joueurs!J5": 'UPPER("a")', "Caisse!A2": "'[autre.xlsx]Feuil1'!A1"})
    assert write_parcel(source, tmp_path / "o").outcome.code == DONE
    with zipfile.ZipFile(sent(tmp_path / "o")[".xlsx"]) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    for word in ("0611223344", "Téléphone", "a payé", "Caisse", "autre.xlsx", "UPPER"):
        assert word.encode() not in everything


def test_hostile_names_stay_text_in_the_copy_and_the_csv(tmp_path):
    desk = Desk(Nom="=1+1", Organisateur="=2+2")
    for index, name in enumerate((*HOSTILE, "P6", "P7", "P8")):
        desk.player(name, 2000 - index, Club=name)
    for _ in range(5):
        desk.must().better_seed_wins()
    write_parcel(desk.must("update").save(tmp_path / "t.xlsx"), tmp_path / "o")
    files = sent(tmp_path / "o")
    book = openpyxl.load_workbook(files[".xlsx"])
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert {cell.value for cell in cells if cell.data_type == "s"} >= set(HOSTILE)
    rows = list(csv.reader(io.StringIO(files[".csv"].read_text("utf-8-sig"), newline=""), delimiter=";"))
    assert {row[2] for row in rows[1:]} == {f"'{name}" for name in HOSTILE} | {"P6", "P7", "P8"}
    mail = files[".eml"]
    assert mail["To"] is None and mail["Subject"] == "Résultats : =1+1"


def test_the_copy_for_the_federation_is_not_gone_on_with(source, capsys):
    """What is corrected there would not be in the tournament, nor in the mail."""
    write_parcel(source, source.parent / "o")
    copy = sent(source.parent / "o")[".xlsx"]
    before = copy.read_bytes()
    assert main(["update", str(copy)]) == 5 and copy.read_bytes() == before
    assert "est la copie pour la fédération" in capsys.readouterr().err


def test_homonyms_without_licence_are_told_apart(tmp_path, capsys):
    desk = Desk().player("Martin Marie", 2100, Club="Lyon").player("Martin Marie", 2000, Club="Metz")
    for number in range(6):
        desk.player(f"A{number}", 1900 - number, Licence=f"10200{number}")
    for _ in range(5):
        desk.must().better_seed_wins()
    path = desk.must("ratings").save(tmp_path / "t.xlsx")
    assert main(["send", str(path), "--to", str(tmp_path / "o")]) == 0
    assert "Sans licence sur Joueurs : Martin Marie (Lyon) et Martin Marie (Metz)." in capsys.readouterr().out


def test_refused_before_the_last_round_and_before_a_press_has_seen_all(tmp_path, capsys):
    path = Desk().players(8).must().better_seed_wins().save(tmp_path / "t.xlsx")
    assert main(["send", str(path)]) == 1
    assert "après la dernière ronde : 1 ronde jouée sur 5" in capsys.readouterr().err
    assert write_parcel(published(**GENEVE).save(path)).outcome.code == REFUSED
    assert [path.name for path in tmp_path.iterdir()] == ["t.xlsx"]


def test_what_the_check_finds_goes_into_the_mail_and_stops_nothing(source, tmp_path):
    books.edit(source, {"Cotes!Nouvelle cote!6": 9999})
    outcome = write_parcel(source, tmp_path / "o").outcome
    files = sent(tmp_path / "o")
    page = openpyxl.load_workbook(files[".xlsx"])["Fiche"]
    cell_texts = "".join(str(cell.value) for row in page.iter_rows() for cell in row)
    mail = files[".eml"].get_body().get_content().replace("\u202f", "")
    rows = files[".csv"].read_text("utf-8-sig")
    assert outcome.code == DONE and all("9999" in text for text in (outcome.text, mail, cell_texts))
    assert "2032" in rows and "9999" not in rows  # the rules' ratings


def test_prizes_and_their_page_are_checked_in_the_parcel_also_those_of_a_column_that_does_not_leave(tmp_path):
    """The copy lacks the organiser's own columns: only the organiser's check can tell whom they name."""
    desk = published(**GENEVE).must("ratings").columns_of_players("Catégorie")
    header = [*desk.snapshot.sheets[schema.PLAYERS][desk.table(schema.PLAYERS).header - 1]]
    draft = Draft(desk.snapshot)
    draft.put(schema.PLAYERS, desk.table(schema.PLAYERS).header + 3, header.index("Catégorie") + 1, "V")
    desk.snapshot = draft.after()
    desk.add(schema.PRIZES, {"Prix": "Vétéran", "Pour": "Catégorie V"}, {"Prix": "Coupe", "Pour": "Général"})
    write_parcel(desk.must("update").save(tmp_path / "t.xlsx"), tmp_path / "o")
    files = sent(tmp_path / "o")
    assert "Tout est juste" in files[".eml"].get_body().get_content()
    assert check(ClosedFile(files[".xlsx"]).read()).code == 0 and "Vétéran" in str(
        ClosedFile(files[".xlsx"]).read().sheets
    )
    page = desk.snapshot.sheets[schema.PALMARES]
    row = next(index for index, cells in enumerate(page, start=1) if "Vétéran" in cells)
    draft = Draft(desk.snapshot)
    draft.put(schema.PALMARES, row, 4, "DUPONT Jean")
    desk.snapshot = draft.after()
    write_parcel(desk.save(tmp_path / "t.xlsx"), tmp_path / "o")
    letter = sent(tmp_path / "o")[".eml"].get_body().get_content()
    assert "retouchés (Palmarès)" in letter


def test_what_is_no_address_is_a_cell_to_mend_and_no_header_comes_in():
    for to in ("f@x.fr\r\nBcc: g@x.fr", "b@,.:", "a@b.fr;c@d.fr"):
        problems = [str(problem) for problem in Desk(Courriel_fédération=to).press("update").problems]
        assert len(problems) == 1 and "adresse de courriel" in problems[0]
        mail = email.message_from_bytes(render_draft(to, "Sujet\r\nBcc: g@x.fr", "", {}), policy=default)
        assert mail["To"] is None and "Bcc" not in mail and mail["Subject"] == "Sujet Bcc: g@x.fr"


def test_a_subject_is_read_as_it_was_written_however_long():
    """`email` loses blanks between encoded words: "Sèten° 11"."""
    words = (
        "Sète",
        "n°",
        "11",
        ":",
        "édition",
        "«",
        "Noël",
        "»",
        "à",
        "Saint-Étienne-du-Rouvray,",
        "finale",
        "B",
        "du",
    )
    source = Random(1)
    for length in range(1, 40):
        subject = " ".join(source.choices(words, k=length))[:300].strip()
        draft = render_draft("a@b.fr", subject, "", {})
        assert email.message_from_bytes(draft, policy=default)["Subject"] == subject
        plain = email.message_from_bytes(draft)["Subject"]
        assert str(make_header(decode_header(plain))) == subject and max(map(len, draft.split(b"\r\n"))) < 78


def test_a_second_parcel_takes_the_place_of_the_first_and_of_nothing_else(source, tmp_path, capsys):
    """With another date the files have other names: two parcels would lie there, and the wrong one may be sent."""
    folder = tmp_path / "envoi"
    assert main(["send", str(source), "--to", str(folder)]) == 0
    first = sorted(path.name for path in folder.iterdir())
    second_book = (
        published(**GENEVE | {"Nom": "Open d'Annecy"})
        .score(1, 1, 444, 333)
        .must("ratings")
        .save(tmp_path / "autre.xlsx")
    )
    assert main(["send", str(second_book), "--to", str(folder)]) == 0
    expected = {path.name for path in folder.iterdir()} - {*first} | {first[0]}
    (folder / first[0]).write_text("my own notes", encoding="utf-8")  # the CSV, changed since
    (folder / "Vœux - courriel.eml").write_bytes(b"X-Unsent: 1\nSubject: a\n\nb\n")
    books.update(books.edit(source, {"Tournoi!Date de fin": "22/11/2026"}))
    capsys.readouterr()
    assert main(["send", str(source), "--to", str(folder)]) == 0
    second = {name.replace("11-21", "11-22") for name in first}
    assert {path.name for path in folder.iterdir()} == expected | second | {"Vœux - courriel.eml"}
    output = capsys.readouterr().out
    assert "Envoi précédent" in output and first[1] in output and first[0] not in output.partition("Envoi précédent")[2]


def test_a_doubt_of_the_organiser_stays_with_him(tmp_path, capsys):
    desk = published(**GENEVE).must("ratings").score(1, 1, 4, 333).must("update")
    path = desk.save(tmp_path / "tournoi.xlsx")
    assert main(["check", str(path)]) == 0 and "inhabituel" in capsys.readouterr().out
    assert main(["send", str(path), "--to", str(tmp_path / "envoi")]) == 0
    mail = sent(tmp_path / "envoi")[".eml"].get_body().get_content()
    page = ClosedFile(sent(tmp_path / "envoi")[".xlsx"]).read().sheets["Fiche"]
    assert "Tout est juste" in mail and "inhabituel" not in mail + str(page) + capsys.readouterr().out


def test_remarks_are_said_to_leave_with_the_copy_where_there_are_some(source, tmp_path):
    assert not any("Remarque" in warning for warning in write_parcel(source, tmp_path / "a").outcome.warnings)
    books.edit(source, {"Joueurs!Remarque!5": "ne mange pas de noix"})
    assert sum("Remarque" in warning for warning in write_parcel(source, tmp_path / "b").outcome.warnings) == 1


@pytest.mark.parametrize(
    ("title", "stem"),
    [("NUL.x", "tournoi NUL.x"), ("aux.2026", "tournoi aux.2026"), ("CON", "tournoi CON"),
     ("com¹ .a", "tournoi com¹ .a"), ("Nul n'est prophète", "Nul n'est prophète"),
     ("Auxerre.2026", "Auxerre.2026"), ("com10", "com10")],
)  # fmt: skip
def test_a_tournament_named_as_a_device_of_windows_has_another_file_name(title, stem):
    assert safe_stem(title, "tournoi") == stem


def test_the_name_of_a_file_is_cut_behind_a_whole_word():
    name = "Coupe interclubs de Scrabble classique de la Côte-Saint-André"
    assert safe_stem(name, "tournoi") == "Coupe interclubs de Scrabble classique"
    longer = "Championnat de la Ville de Saint-Étienne-du-Rouvray et de l'agglomération"
    assert safe_stem(longer, "tournoi") == "Championnat de la Ville de Saint-Étienne-du-Rouvray"
    assert safe_stem("x" * 90, "tournoi") == "x" * 60 and safe_stem(f"{'x' * 58} y", "tournoi") == f"{'x' * 58} y"


def test_the_name_of_a_file_is_cut_within_a_word_where_half_of_it_would_be_lost():
    assert safe_stem(f"Tournoi {'b' * 60}", "tournoi") == f"Tournoi {'b' * 52}"
    assert safe_stem(f"{'a' * 30} {'b' * 60}", "tournoi") == "a" * 30


def test_the_mail_counts_participants_apart_forfeits_late_entries_and_departures(tmp_path):
    desk = Desk(Nombre_de_rondes=3, **GENEVE).players(9).must()
    row = next(row for row in desk.decoded().results.round(1) if 5 in row.match)
    desk.fill(schema.RESULTS, {row.line.row: {"Forfait": str(1 + row.match.sides.index(5))}}).absences(5, "2-")
    desk.play().player("Tardif", 1500).must().play().must().play().must("ratings")
    write_parcel(desk.save(tmp_path / "tournoi.xlsx"), tmp_path / "envoi")
    body = sent(tmp_path / "envoi")[".eml"].get_body(("plain",)).get_content()
    counted = (
        "3 rondes, 10 inscrits, 9 participants, cotes sur 3 parties, 1 forfait, 1 entrée en cours de tournoi, 1 départ."
    )
    assert counted in body
