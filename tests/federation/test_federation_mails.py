"""The federation's inbox: mails, mailboxes, archives. The ranking is that of their workbooks; every mail is told."""

import base64
import binascii
import csv
import io
import os
import quopri
import shutil
import struct
import time
import zipfile
from datetime import date, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from random import Random

import pytest

from tests import federation_world as world
from tests.books import run
from tests.federation_desk import (
    build_publication,
    list_people,
    publish_month,
    read_mail_text,
    read_sheet_rows,
    run_act,
)
from tests.outlook_mail import compound_file, outlook_mail, properties
from tests.plain_xlsx import build_parts, write_package
from tests.programs import WHOLE
from tournament_xl.core import text_limits
from tournament_xl.federation.intake.containers import Part, open_container
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.kinds import Kind
from tournament_xl.federation.store.load import RegisterReader
from tournament_xl.federation.store.register_file import open_register
from tournament_xl.players.player_lists import read_register
from tournament_xl.submission.mail import render_draft

DAY = date(2016, 8, 31)
XLSX = ("application", "vnd.openxmlformats-officedocument.spreadsheetml.sheet")
UNPACKED = text_limits.MAIL_UNPACKED_BYTES if WHOLE else 60_000_000  # lower limits are reached in less time
PARTS = text_limits.MAIL_PARTS if WHOLE else 300
SENT = "Sun, 10 Jan 2016 18:30:00 +0100"


def workbook(folder, number, **changes):
    """The bytes of a tournament's workbook."""
    facts = (
        world.invent_tournament(Random(number), list_people(12), date(2015, 10, 1 + number % 28), title=f"TH {number}")
        | changes
    )
    return world.write_workbook(folder / f"{number}.xlsx", facts).read_bytes()


def mail(*attachments, text="Bonjour, voici le tournoi.", html="", sender="Zoé Blanc <zoe@club.fr>", subject="TH"):
    """A mail; an attachment is a name and its content, or a forwarded mail."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"], message["Date"] = sender, "classement@ff.fr", subject, SENT
    if html:
        message.set_content(html, subtype="html", charset="iso-8859-1")
    else:
        message.set_content(text)
    for attachment in attachments:
        if isinstance(attachment, EmailMessage):
            message.add_attachment(attachment)
        else:
            name, data = attachment
            main, sub = XLSX if name.endswith("x") else ("application", "octet-stream")
            message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return message


def archive(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return stream.getvalue()


def results_csv():
    """A table of results that `import` reads."""
    rows = [["Ronde", "Joueur 1", "Score 1", "Joueur 2", "Score 2"]]
    rows += [[1, "DURAND Anne", 412, "BLANC Zoé", 398], [2, "BLANC Zoé", 401, "DURAND Anne", 377]]
    stream = io.StringIO()
    csv.writer(stream, delimiter=";").writerows(rows)
    return stream.getvalue().encode()


def bomb():
    """An archive of more zeros in workbooks than a mail may unpack to."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for number in range(UNPACKED // 19_000_000 + 1):
            package.writestr(f"{number}.xlsx", bytes(19_000_000))
    return stream.getvalue()


def crowded(count):
    """A mail of so many attachments, written plainly: `EmailMessage` takes seconds for thousands."""
    lines = [b"From: x@y.fr", b"Subject: TH", b"MIME-Version: 1.0", b'Content-Type: multipart/mixed; boundary="b"', b""]
    for number in range(count):
        lines += [
            b"--b",
            b"Content-Type: application/pdf",
            b'Content-Disposition: attachment; filename="%d.pdf"' % number,
        ]
        lines += [b"", b"x"]
    return b"\r\n".join([*lines, b"--b--", b""])


def nested(depth):
    """A mail with mixed parts in each other, as no program writes them."""
    lines = [b"From: x@y.fr\r\nSubject: nid\r\nMIME-Version: 1.0"]
    lines += [b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d' % (n, n) for n in range(depth)]
    return b"\r\n".join(lines)


def fill(folder, book):
    """Forty mails as organisers send them; `book` gives the bytes of a workbook by its number."""
    mails = {f"{n:02}.eml": mail((f"th {n}.xlsx", book(n)), subject=f"Tournoi n° {n}") for n in range(1, 15)}
    no_tournament = write_package(folder.parent / "b.xlsx", build_parts({"Feuil1": [["Poste"]]})).read_bytes()
    old = datetime(2016, 1, 9, 8)
    page = "<style>p{}</style><p>Attention,<br>il manque Léa</p>"
    mails |= {
        "15 html.eml": mail(("été à Évian.xlsx", book(15)), html=page),
        "16 de loin.eml": mail(("th.xlsm", book(16)), sender='"O\'Neil, Ève" <eve.oneil@club.example.org>'),
        "17 transféré.eml": mail(mail(("th.xlsx", book(17)), sender="Léa <lea@a.fr>"), text="Pour toi"),
        "18 transféré deux fois.eml": mail(mail(mail(("th.xlsx", book(18)), sender="Max <max@a.fr>"))),
        "19 deux.eml": mail(("a.xlsx", book(19)), ("b.xlsx", book(20))),
        "20 deux du même nom.eml": mail(("a.xlsx", book(21)), ("a.xlsx", book(22))),
        "21 zip.eml": mail(("juin.zip", archive(**{"a.xlsx": book(23), "dossier/b.xlsx": book(24)}))),
        "22 zip dans zip.eml": mail(("tout.zip", archive(**{"mai.zip": archive(**{"a.xlsx": book(25)})}))),
        "23 affiche.eml": mail(("affiche.pdf", b"%PDF-1.4"), ("logo.png", b"\x89PNG")),
        "24 ancien.eml": mail(("th.xls", b"\xd0\xcf\x11\xe0" * 9)),
        "25 budget.eml": mail(("budget.xlsx", no_tournament)),
        "26 encore.eml": mail(("th 1.xlsx", book(1)), sender="Luc <luc@a.fr>", subject="Tournoi n° 1, de nouveau"),
        "27 table.eml": mail(("résultats.csv", results_csv())),
        "29 merci.eml": mail(text="Merci pour le classement !\n\nZoé"),
        "30 bombe.eml": mail(("bombe.zip", bomb())),
        "31 cassé.eml": mail(("th.xlsx", book(26)[:-700])),
        "32 signature.eml": mail(("image001.png", b"\x89PNG"), ("th.xlsx", book(27))),
    }  # fmt: skip
    contents = {name: message.as_bytes() for name, message in mails.items()}
    contents["33 nid.eml"] = nested(3000)
    contents["34 brouillon.eml"] = render_draft("classement@ff.fr", "TH 28", "Voici.", {"TH 28.xlsx": book(28)})
    contents["35.msg"] = outlook_mail("Guy", "guy@a.fr", old, "TH 29", "Bonjour", [("th.xlsx", book(29))])
    inner = properties("Ida", "ida@a.fr", old, "TH 30", "Il manque un score", [("th.xlsx", book(30))], 24)
    contents["36.msg"] = outlook_mail("Guy", "guy@a.fr", old, "Tr : TH 30", "", [("TH 30", inner)])
    box = [mail((f"th {n}.xlsx", book(n)), text="From ici, tout va bien.") for n in range(31, 35)]
    of_box = [message.as_bytes().replace(b"\r\n", b"\n") for message in box]
    contents["37-40 boîte.mbox"] = b"".join(b"From zoe@club.fr Sun Jan 10\n" + data + b"\n" for data in of_box)
    folder.mkdir()
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return contents


@pytest.fixture(scope="module")
def inbox(tmp_path_factory):
    """The publication of forty mails, that of the folder of their workbooks, and the mails by name."""
    folder = tmp_path_factory.mktemp("mails")
    (folder / "classeurs").mkdir()
    numbers = set()

    def book(number):
        numbers.add(number)
        return workbook(folder / "classeurs", number)

    contents = fill(folder / "reçus", book)
    (folder / "classeurs" / "26.xlsx").unlink()  # the damaged one
    players = read_register(world.write_list(folder / "l.csv", list_people(12)))
    before = {path: path.read_bytes() for path in (folder / "reçus").iterdir()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_limits, "MAIL_UNPACKED_BYTES", UNPACKED)
        by_mail, by_file = (
            build_publication(read_folder(folder / name), players, DAY) for name in ("reçus", "classeurs")
        )
    assert before == {path: path.read_bytes() for path in (folder / "reçus").iterdir()}
    assert len(numbers) == 34
    return by_mail, by_file, contents


def test_forty_mails_give_the_ranking_of_their_workbooks(inbox):
    by_mail, by_file, _ = inbox
    rankings = [
        [(line.place, line.account.licence, line.cote) for line in publication.ranking]
        for publication in (by_mail, by_file)
    ]
    assert rankings[0] == rankings[1] and len(rankings[0]) == 12
    assert len(by_mail.counted) == len(by_file.counted) == 33


def test_every_mail_is_accounted_for(inbox):
    by_mail, _, contents = inbox
    verdicts_of_mail = {}
    for verdict in by_mail.verdicts:
        verdicts_of_mail.setdefault(verdict.file.name.split(" › ")[0], []).append(verdict)
    assert verdicts_of_mail.keys() == contents.keys()
    assert {name.split(" › ")[1] for name in (v.file.name for v in verdicts_of_mail["37-40 boîte.mbox"])} == {*"1234"}
    sentences = {
        name: [(v.word, v.file.refusal) for v in verdicts if not v.entry] for name, verdicts in verdicts_of_mail.items()
    }
    expected = {
        "23 affiche.eml": ("refusé", "Courriel sans classeur", "Pièces non lues : affiche.pdf et logo.png."),
        "24 ancien.eml": ("refusé", "Format .xls non lu"),
        "25 budget.eml": ("refusé", "n'est pas un tournoi de ce programme"),
        "26 encore.eml": ("déjà compté", "Mêmes joueurs et mêmes résultats que 01.eml › th 1.xlsx"),
        "27 table.eml": ("refusé", "« tournament-xl import » en ferait un tournoi (2 joueurs, 2 rondes)"),
        "29 merci.eml": ("refusé", "Courriel sans classeur : lisez-le"),
        "30 bombe.eml": ("refusé", f"Plus de 5000 pièces, ou de {UNPACKED // 10**6} Mo"),
        "31 cassé.eml": ("refusé", "abîmé"),
        "32 signature.eml": ("laissé de côté", "Pas des classeurs, non lus : image001.png."),
        "33 nid.eml": ("refusé", "bîmé"),
    }
    for name, (word, *pieces) in expected.items():
        assert any(word == kind and all(piece in refusal for piece in pieces) for kind, refusal in sentences[name]), (
            name, sentences[name])  # fmt: skip
    assert {name for name, refusals in sentences.items() if refusals} == expected.keys()
    assert all(len(value) == 1 for value in sentences.values() if value)


def test_who_sent_it_when_and_the_first_lines_stand_with_each_file(inbox):
    mails = {verdict.file.name: verdict.file.mail for verdict in inbox[0].verdicts}
    assert mails["01.eml › th 1.xlsx"].sender == "Zoé Blanc" and mails["01.eml › th 1.xlsx"].address == "zoe@club.fr"
    assert mails["01.eml › th 1.xlsx"].sent == "10/01/2016 18:30"
    assert mails["15 html.eml › été à Évian.xlsx"].text == "Attention,\nil manque Léa"
    assert mails["16 de loin.eml › th.xlsm"].sender == "O'Neil, Ève"
    forwarded = next(sent_mail for name, sent_mail in mails.items() if name.startswith("17") and name.endswith("xlsx"))
    assert forwarded.address == "lea@a.fr" and forwarded.text.split("\n") == [
        "Transféré par Zoé Blanc <zoe@club.fr>.", "Pour toi", "Bonjour, voici le tournoi.",
    ]  # fmt: skip
    assert mails["34 brouillon.eml › TH 28.xlsx"].address == ""
    (nested_mail,) = (sent_mail for name, sent_mail in mails.items() if name.startswith("36.msg"))
    assert (nested_mail.address, nested_mail.text) == (
        "ida@a.fr", "Transféré par Guy <guy@a.fr>.\nIl manque un score",
    )  # fmt: skip


def test_letters_go_to_the_sender_and_the_next_publication_still_knows_him(tmp_path, capsys):
    folder = tmp_path / "2016-01-31"
    folder.mkdir()
    data, damaged = workbook(tmp_path, 1), workbook(tmp_path, 2)[:-700]
    (folder / "bon.eml").write_bytes(
        mail(("th.xlsx", data), ("logo.png", b"x"), text="Attention, il manque Max").as_bytes()
    )
    (folder / "cassé.eml").write_bytes(mail(("th.xlsx", damaged), sender="Luc <luc@a.fr>").as_bytes())
    (folder / "th.xlsx").write_bytes(data)  # saved from the mail, too
    nameless = workbook(tmp_path, 3, title="")
    (folder / "confidentiel.eml").write_bytes(mail(("sans.xlsx", nameless), sender="").as_bytes())
    world.write_list(tmp_path / "liste.csv", list_people(12))
    assert publish_month(tmp_path, "2016-01-31") == 0
    assert "logo.png" not in capsys.readouterr().out
    letters = [message_from_bytes(path.read_bytes(), policy=default) for path in (tmp_path / "courriers").iterdir()]
    assert sorted(letter["To"] or "" for letter in letters) == ["", "luc@a.fr", "zoe@club.fr"]
    assert "« th.xlsx »" in read_mail_text(next(letter for letter in letters if letter["To"] == "luc@a.fr"))
    assert run_act(tmp_path, "publish", "2016-01-31") == 0 and "Publié" in capsys.readouterr().out
    shutil.copytree(tmp_path / "2016-01-31", tmp_path / "2016-02-29")
    assert publish_month(tmp_path, "2016-02-29", "2016-01-31") == 0
    assert "cassé.eml" not in capsys.readouterr().out
    for day in ("2016-01-31", "2016-02-29"):
        row = read_sheet_rows(tmp_path / f"{day}.xlsx", "Tournois")[0]
        assert row["Fichier"].startswith("bon.eml › th.xlsx")
        assert [row[title] for title in ("Envoyé par", "Envoyé le", "Objet", "Message")] == [
            "Zoé Blanc <zoe@club.fr>", "10/01/2016 18:30", "TH", "Attention, il manque Max",
        ]  # fmt: skip
    with open_register(tmp_path / "registre.sqlite") as register:
        assert RegisterReader(register.connection).read_history(2).files[0].address == "zoe@club.fr"
    site = b"".join(path.read_bytes() for path in (tmp_path / "2016-01-31-site").rglob("*.*"))
    assert b"zoe@club.fr" not in site and b"manque Max" not in site
    assert b"sans.xlsx" in site and b"confidentiel" not in site


@pytest.mark.parametrize("minor", [{}, {"where": "Isère"}])  # the same bytes, the same facts
def test_of_two_identical_workbooks_the_mail_that_was_sent_first_counts_whatever_the_files_are_called(tmp_path, minor):
    for number, name, sent in ((1, "a", "Mon, 9 Feb 2016"), (2, "bb", "Wed, 3 Feb 2016"), (3, "ccc", "")):
        data = workbook(tmp_path, 1, **(minor if number == 2 else {}))
        written = mail(("th.xlsx", data), sender=f"N {number} <n{number}@club.fr>")
        del written["Date"]
        written["Date"] = sent and f"{sent} 08:00:00 +0100"
        (tmp_path / "r").mkdir(exist_ok=True)
        (tmp_path / "r" / f"{name}.eml").write_bytes(written.as_bytes())
    (tmp_path / "r" / "x.xlsx").write_bytes(workbook(tmp_path, 1))
    players = read_register(world.write_list(tmp_path / "l.csv", list_people(12)))
    publication = build_publication(read_folder(tmp_path / "r"), players, DAY)
    (counted,) = publication.counted
    assert counted.file.address == "n2@club.fr"
    assert [verdict.word for verdict in publication.verdicts[1:]] == ["déjà compté"] * 3


@pytest.mark.parametrize("text", [
    "Pour toi\n\n---------- Forwarded message ---------\nDe : Léa Rey <lea@a.fr>\nDate: dim. 10 janv.\n\nLe tournoi",
    "Pour toi\n-------- Message transféré --------\nSujet : TH\nDate : 10/01\nDe : Léa Rey <lea@a.fr>\n\nLe tournoi",
    "Pour toi\n________________________________\nFrom: Léa Rey <lea@a.fr>\nSent: Sunday\n\nLe tournoi",
])  # fmt: skip
def test_who_first_sent_a_mail_that_was_forwarded_as_text_is_named(tmp_path, text):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "a.eml").write_bytes(mail(("th.xlsx", workbook(tmp_path, 1)), text=text).as_bytes())
    (file,) = read_folder(tmp_path / "r")
    assert file.mail.text.startswith("Transféré ; envoyé d'abord par Léa Rey <lea@a.fr>.\nPour toi\n")
    assert file.mail.address == "zoe@club.fr"


@pytest.mark.parametrize(("subject", "text", "attached", "asked"), [
    ("Notre TH", "", True, True), ("TH", "Voici les scores.", True, True), ("TH", "Ci-joint notre TH.", False, True),
    ("Résultats", "Bonne soirée", False, True), ("Re: Votre tournoi au classement", "Merci !", True, False),
    ("TH", "Merci pour tout", False, False),
])  # fmt: skip
def test_a_mail_without_workbook_is_asked_for_it_only_where_it_announces_one(tmp_path, subject, text, attached, asked):
    folder = tmp_path / "2016-01-31"
    folder.mkdir()
    parts = [("photo.png", b"\x89PNG")] if attached else []
    (folder / "a.eml").write_bytes(mail(*parts, sender="Luc <luc@a.fr>", subject=subject, text=text).as_bytes())
    (folder / "bon.xlsx").write_bytes(workbook(tmp_path, 1))
    world.write_list(tmp_path / "liste.csv", list_people(12))
    assert publish_month(tmp_path, "2016-01-31") == 0
    letters = [message_from_bytes(path.read_bytes(), policy=default) for path in (tmp_path / "courriers").iterdir()]
    drafts = [letter for letter in letters if letter["To"]]
    assert [draft["Subject"] for draft in drafts] == [f"Il manque votre classeur : {subject}"] * asked
    if asked:
        assert "Bonjour Luc," in read_mail_text(drafts[0]) and f"« {subject} » nous est arrivé" in read_mail_text(
            drafts[0]
        )


def test_letters_of_the_folder_itself_are_not_mails_from_organisers(tmp_path, capsys):
    folder = tmp_path / "2016-01-31"
    workbook_path = folder / "1.xlsx"
    folder.mkdir()
    workbook_path.write_bytes(workbook(tmp_path, 1))
    world.write_list(tmp_path / "liste.csv", list_people(12))
    for _ in range(2):
        words = ("--joueurs", tmp_path / "liste.csv", "--date", "2016-01-31", "-o", folder / "c.xlsx")
        assert run("federation", "build", folder, *words) == 0
    assert [row["Fichier"] for row in read_sheet_rows(folder / "c.xlsx", "Tournois")] == ["1.xlsx"]


def test_tables_in_the_folder_are_told_what_import_makes_of_them_and_lists_are_not(tmp_path):
    world.write_list(tmp_path / "liste.csv", list_people(12))
    (tmp_path / "résultats.csv").write_bytes(results_csv())
    (tmp_path / "faux.csv").write_bytes(results_csv().replace(b"412", b"quatre"))
    (tmp_path / "notes.txt").write_text("Penser à rappeler Zoé.")
    verdicts = {file.name: (file.word, file.refusal) for file in read_folder(tmp_path)}
    assert verdicts.keys() == {"résultats.csv", "faux.csv"}
    assert "en ferait un tournoi" in verdicts["résultats.csv"][1]
    assert (
        "n'en ferait pas un tournoi" in verdicts["faux.csv"][1]
        and "« quatre » n'est pas un score" in verdicts["faux.csv"][1]
    )


@pytest.mark.parametrize("name", ["../../x.xlsx", "C:\\x\\th.xlsx", "a\u202ex.xlsx", "n" * 300 + ".xlsx", "a › b.xlsx"])
def test_a_name_of_an_attachment_is_only_a_label(tmp_path, name):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "a.eml").write_bytes(mail((name, workbook(tmp_path, 1))).as_bytes())
    (file,) = read_folder(tmp_path / "r")
    assert file.played and file.name.startswith("a.eml › ") and file.name.count("›") == 1 and len(file.name) < 130
    assert file.name.isprintable() and "/" not in file.name and "\\" not in file.name.replace("\\u202e", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.xlsx", "r"]


def test_mailboxes_as_apple_mail_and_google_export_them(tmp_path):
    """A folder with a file `mbox` in it; a mailbox inside an archive."""
    box = b"".join(
        b"From x Sun Jan 10\n" + mail((f"{n}.xlsx", workbook(tmp_path, n))).as_bytes().replace(b"\r\n", b"\n") + b"\n"
        for n in (1, 2)
    )
    (tmp_path / "r" / "Reçus.mbox").mkdir(parents=True)
    (tmp_path / "r" / "Reçus.mbox" / "mbox").write_bytes(box)
    (tmp_path / "r" / "takeout.zip").write_bytes(archive(**{"Takeout/Mail/TH.mbox": box}))
    assert [(file.name, bool(file.played)) for file in read_folder(tmp_path / "r")] == [
        ("Reçus.mbox/mbox › 1 › 1.xlsx", True), ("Reçus.mbox/mbox › 2 › 2.xlsx", True),
        ("takeout.zip › TH.mbox › 1 › 1.xlsx", True), ("takeout.zip › TH.mbox › 2 › 2.xlsx", True),
    ]  # fmt: skip


def spoiled(book, *, name='"th.xlsx"', kind="application/octet-stream", encoding="base64", start="", text=""):
    """A mail with one workbook, written by hand: what a gateway or a mail program may do to it."""
    encoded = base64.encodebytes(book).decode()
    labelled = f"; name={name}", f"; filename={name}" if name else ""
    lines = ["From: Zoé Blanc <zoe@club.fr>", "Subject: TH", f"Date: {SENT}", "MIME-Version: 1.0"]
    lines += ['Content-Type: multipart/mixed; boundary="b"', "", "--b", "Content-Type: text/plain", "", "Bonjour", text]
    lines += ["--b", f"Content-Type: {kind}{labelled[0] if name else ''}"]
    lines += [f"Content-Disposition: attachment{labelled[1]}"] if kind != "text/plain" else []
    lines += [f"Content-Transfer-Encoding: {encoding}"] if encoding else []
    return (start + "\n".join([*lines, "", encoded, "--b--", ""])).encode()


def uuencoded(data, name):
    lines = [binascii.b2a_uu(data[place : place + 45]) for place in range(0, len(data), 45)]
    return b"begin 644 %s\n%s`\nend\n" % (name.encode(), b"".join(lines))


def in_a_mail(data, encoding, kind="message/rfc822"):
    """A mail forwarded as an attachment, its bytes already in a transfer encoding."""
    head = b"From: Max <max@a.fr>\nSubject: Tr\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=c\n\n--c\n"
    head += f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    return head + data + b"\n--c--\n"


def in_text(data):
    return b"From: Zo\xc3\xa9 Blanc <zoe@club.fr>\nSubject: TH\nDate: %s\n\nBonjour\n\n" % SENT.encode() + data


def emlx(data):
    return b"%d\n%s<?xml version='1.0'?><plist></plist>\n" % (len(data), data)


FROM = b"From - Sat Nov 14 18:05:00 2026\nX-Mozilla-Status: 0001\n"
SPOILED = {
    "bom.eml": (lambda b: spoiled(b, start="\ufeff"), "th.xlsx"),
    "ligne vide.eml": (lambda b: spoiled(b, start="\r\n"), "th.xlsx"),
    "lignes vides.eml": (lambda b: spoiled(b, start="\ufeff\n \n"), "th.xlsx"),
    "bavard.eml": (lambda b: spoiled(b, start="Message enregistré par Zoé\n"), "th.xlsx"),
    "bavard, vide.eml": (lambda b: spoiled(b, start="Message :\n\n"), "th.xlsx"),
    "objet.eml": (lambda b: spoiled(b, start="Objet : TH\n").replace(b"Subject:", b"Subject :"), "th.xlsx"),
    "de.eml": (lambda b: spoiled(b, start="From zoe@club.fr Sat Nov 14\n"), "th.xlsx"),
    "unicode.eml": (lambda b: spoiled(b).decode().encode("utf-16"), "th.xlsx"),
    "12.emlx": (lambda b: emlx(spoiled(b)), "th.xlsx"),
    "courriel": (spoiled, "th.xlsx"),
    "enregistré.txt": (spoiled, "th.xlsx"),
    "sans guillemets.eml": (lambda b: spoiled(b, name="TH de Vienne.xlsx"), "TH de Vienne.xlsx"),
    "accents.eml": (lambda b: spoiled(b, name="été à Évian.xlsx"), "été à Évian.xlsx"),
    "xls.eml": (lambda b: spoiled(b, name='"TH neuf.xls"'), "TH neuf.xls"),
    "att.eml": (lambda b: spoiled(b, name="ATT00001"), "ATT00001"),
    "pdf.eml": (lambda b: spoiled(b, name="th.pdf"), "th.pdf"),
    "csv.eml": (lambda b: spoiled(b, name="th.csv"), "th.csv"),
    "zip.eml": (lambda b: spoiled(b, name="vienne.zip", kind="application/zip"), "vienne.zip"),
    "sans point.eml": (lambda b: spoiled(b, name='"Tournoi de Vienne"'), "Tournoi de Vienne"),
    "sans nom.eml": (lambda b: spoiled(b, name=""), "sans nom.bin"),
    "texte.eml": (lambda b: spoiled(b, name="", kind="text/plain"), "sans nom.txt"),
    "blancs.eml": (lambda b: spoiled(b, encoding="base64  \t"), "th.xlsx"),
    "cité.eml": (lambda b: spoiled(b, encoding='"Base64"; x=y'), "th.xlsx"),
    "sans codage.eml": (lambda b: spoiled(b, encoding=""), "th.xlsx"),
    "uu.eml": (lambda b: in_text(uuencoded(b, "th.xlsx")), "th.xlsx"),
    "uu, xls.eml": (lambda b: in_text(uuencoded(b, "TH neuf.xls")), "TH neuf.xls"),
    "uu base64.eml": (lambda b: in_text(b"begin-base64 644 th.xlsx\n%s====\n" % base64.encodebytes(b)), "th.xlsx"),
    "octets.eml": (
        lambda b: in_text(b"").replace(b"Subject", b"Content-Type: application/x\nSubject")[:-9] + b,
        "sans nom",
    ),
    "tr base64.eml": (lambda b: in_a_mail(base64.encodebytes(spoiled(b)), "base64"), "TH.eml › th.xlsx"),
    "tr blanc.eml": (lambda b: in_a_mail(base64.encodebytes(spoiled(b)), "BASE64 "), "TH.eml › th.xlsx"),
    "tr qp.eml": (lambda b: in_a_mail(quopri.encodestring(spoiled(b)), "quoted-printable"), "TH.eml › th.xlsx"),
    "tr 8bit.eml": (lambda b: in_a_mail(spoiled(b), "8bit"), "TH.eml › th.xlsx"),
    "tr bom.eml": (lambda b: in_a_mail(base64.encodebytes(spoiled(b, start="\ufeff\n")), "base64"), "TH.eml › th.xlsx"),
    "tr uu.eml": (lambda b: in_a_mail(uuencoded(spoiled(b), "th.eml"), "x-uuencode"), "th.eml › th.xlsx"),
    "tr octets.eml": (
        lambda b: in_a_mail(base64.encodebytes(spoiled(b)), "base64", "application/octet-stream"),
        "sans nom.bin › th.xlsx",
    ),
    "Boîte": (lambda b: FROM + spoiled(b) + b"\n" + FROM + mail().as_bytes(), "1 › th.xlsx"),
    "Boîte lue": (lambda b: b"\xef\xbb\xbf\n" + FROM + in_text(uuencoded(b, "th.xlsx")), "1 › th.xlsx"),
    "Tournoi de Vienne": (lambda b: b, ""),
    "TH neuf.xls": (lambda b: b, ""),
    "vienne.zip": (lambda b: b, ""),
    "th.csv": (lambda b: b, ""),
    "club.zip": (lambda b: archive(**{"club/Tournoi de Vienne": b}), "Tournoi de Vienne"),
    "clubs.xlsx": (lambda b: archive(**{"a/TH 1": b}), "TH 1"),
}  # name -> what makes its content of a workbook's, what counts in it


@pytest.mark.parametrize("name", SPOILED)
def test_bytes_that_are_a_workbook_count_whatever_their_name_and_what_befell_their_mail(tmp_path, name):
    make, counted = SPOILED[name]
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / name).write_bytes(make(workbook(tmp_path, 1)))
    files = read_folder(tmp_path / "r")
    assert [file.name for file in files if file.played] == [f"{name} › {counted}" if counted else name], files
    (file,) = (file for file in files if file.played)
    if file.mail:
        assert (file.mail.sender, file.mail.address, file.mail.sent) == ("Zoé Blanc", "zoe@club.fr", "10/01/2016 18:30")


UNREAD_FORMS = {
    "ods": (archive(mimetype="application/vnd.oasis.opendocument.spreadsheet", **{"content.xml": ""}), ".ods non lu"),
    "xlsb": (archive(**{"[Content_Types].xml": "", "xl/workbook.bin": ""}), ".xlsb non lu"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook\0".encode("utf-16-le"), ".xls non lu"),
    "gz": (b"\x1f\x8b\x08" + b"x" * 99, ".gz non lu"),
    "rar": (b"Rar!\x1a\x07" + b"x" * 99, ".rar non lu"),
    "docx": (archive(**{"[Content_Types].xml": "", "word/a.xlsx": b"PK\x03\x04"}), "Pièces non lues : TH."),
}  # form -> content, what the sentence about it says


@pytest.mark.parametrize("form", UNREAD_FORMS)
def test_what_is_no_workbook_is_named_by_its_content(tmp_path, form):
    """A text document is not opened for what is embedded in it."""
    data, words = UNREAD_FORMS[form]
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "a.eml").write_bytes(mail(("TH", data)).as_bytes())
    (file,) = read_folder(tmp_path / "r")
    assert words in file.refusal and file.sender == ("TH", "Zoé Blanc", "zoe@club.fr")


@pytest.mark.parametrize("kind", ["message/rfc822", "application/octet-stream"])
def test_a_forwarded_mail_with_a_uuencoded_file_in_its_text_keeps_its_attachments(tmp_path, kind):
    (tmp_path / "r").mkdir()
    text = "Voici aussi :\n\n" + uuencoded(workbook(tmp_path, 1), "ancien.xlsx").decode()
    forwarded = spoiled(workbook(tmp_path, 2), name='"neuf.xlsx"', text=text)
    (tmp_path / "r" / "a.eml").write_bytes(in_a_mail(base64.encodebytes(forwarded), "base64", kind))
    label = {"message/rfc822": "TH.eml"}.get(kind, "sans nom.bin")
    names = {file.name for file in read_folder(tmp_path / "r") if file.played}
    assert names == {f"a.eml › {label} › ancien.xlsx", f"a.eml › {label} › neuf.xlsx"}


@pytest.mark.parametrize("stream", ["WordDocument", "PowerPoint Document"])
def test_an_old_letter_with_an_embedded_table_beside_a_workbook_is_no_workbook(tmp_path, stream):
    (tmp_path / "r").mkdir()
    letter = compound_file({stream: b"Bonjour", "ObjectPool": {"_1": {"Workbook": b"x"}}})
    sent = mail(("lettre.doc", letter), ("t.xlsx", workbook(tmp_path, 1)))
    (tmp_path / "r" / "a.eml").write_bytes(sent.as_bytes())
    files = {file.name: (bool(file.played), file.refusal) for file in read_folder(tmp_path / "r")}
    assert files.pop("a.eml › t.xlsx")[0]
    assert files == {"a.eml": (False, "Pas des classeurs, non lus : lettre.doc.")}, files


def test_a_text_that_speaks_of_from_or_of_mails_is_cut_nowhere(tmp_path):
    """Words after "From" are a text unless headers of a mail follow; a list with a colon is no mail."""
    (tmp_path / "r").mkdir()
    text = "Bonjour\n\nFrom Lyon, nous venons.\nRemarque : rien\n\nFrom a\nFrais : b\n"
    box = b"From x\n" + spoiled(workbook(tmp_path, 1), text=text) + b"\n" + b"From y\n" + mail().as_bytes()
    (tmp_path / "r" / "a.mbox").write_bytes(box.replace(b"\r\n", b"\n"))
    (tmp_path / "r" / "notes").write_text("Date: 3 novembre\nLieu: Vienne\n")
    assert [file.name for file in read_folder(tmp_path / "r")] == ["a.mbox › 1 › th.xlsx", "a.mbox › 2"]


def test_what_thunderbird_has_deleted_but_not_yet_removed_is_no_mail(tmp_path):
    (tmp_path / "r").mkdir()
    deleted = FROM.replace(b"0001", b"0009") + spoiled(workbook(tmp_path, 1))
    (tmp_path / "r" / "Inbox").write_bytes(deleted + b"\n" + FROM + spoiled(workbook(tmp_path, 2)))
    assert [file.name for file in read_folder(tmp_path / "r")] == ["Inbox › 2 › th.xlsx"]


def test_what_is_not_here_yet_is_named_as_such(tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / ".lyon.xlsx.icloud").write_bytes(b"bplist00")
    (tmp_path / "r" / "metz.xlsx.crdownload").write_bytes(workbook(tmp_path, 1)[:9000])
    (tmp_path / "r" / "nice.xlsx.download").mkdir()
    (tmp_path / "r" / "nice.xlsx.download" / "nice.xlsx").write_bytes(workbook(tmp_path, 2)[:9000])
    (tmp_path / "r" / "club.zip").write_bytes(archive(**{"club/.brest.xlsx.icloud": b"bplist00"}))
    refusals = {file.name: file.refusal for file in read_folder(tmp_path / "r")}
    assert {name: refusal.partition(":")[0].strip() for name, refusal in refusals.items()} == {
        ".lyon.xlsx.icloud": "Resté sur iCloud, pas sur cet ordinateur",
        "club.zip › .brest.xlsx.icloud": "Resté sur iCloud, pas sur cet ordinateur",
        "metz.xlsx.crdownload": "Téléchargement inachevé", "nice.xlsx.download": "Téléchargement inachevé",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["winmail.dat", "th.pages", "photo.png", ""])
def test_no_letter_says_that_a_workbook_is_missing_while_a_large_part_is_unread(tmp_path, name):
    folder = tmp_path / "2016-01-31"
    folder.mkdir()
    (folder / "th.eml").write_bytes(spoiled(b"x" * 30_000, name=name, encoding="base64"))
    world.write_list(tmp_path / "liste.csv", list_people(12))
    assert publish_month(tmp_path, "2016-01-31") == 0
    (path,) = (tmp_path / "courriers").iterdir()
    draft = message_from_bytes(path.read_bytes(), policy=default)
    text = read_mail_text(draft)
    assert (draft["To"], draft["Subject"]) == ("zoe@club.fr", "Votre pièce jointe n'a pas pu être lue : TH")
    assert f"{name or 'sans nom.bin'} (30 Ko)" in text and "sans classeur" not in text and "manque" not in text


def test_a_hostile_mail_in_a_zipped_mailbox_costs_itself_only(tmp_path, monkeypatch):
    monkeypatch.setattr(text_limits, "MAIL_PARTS", PARTS)
    (tmp_path / "r").mkdir()
    parameters = b"From: x@y.fr\nSubject: TH\nContent-%s" + b'; a="b;' * 200_000 + b"\n\nx"
    hostile = [
        crowded(PARTS + 1).replace(b"\r", b""), parameters % b"Type: application/x",
        parameters % b"Disposition: attachment", b"From: x@y.fr\nSubject: TH\n\n" + b"From \n" * 800_000,
        b"From: x@y.fr\nContent-Type: text/html\n\n" + b"<a " * 200_000, b"Subject: TH\nFrom: " + b"(" * 2000 + b"\n\n",
    ]  # fmt: skip
    good = [spoiled(workbook(tmp_path, number)) for number in (1, 2)]
    box = b"".join(b"From x\n" + data + b"\n" for data in (good[0], *hostile, good[1]))
    (tmp_path / "r" / "takeout.zip").write_bytes(archive(**{"Takeout/TH.mbox": box}))
    before = time.process_time()
    files = read_folder(tmp_path / "r")
    assert time.process_time() - before < 20  # 3 here; each of the hostile ones took minutes or its neighbours along
    assert [file.name for file in files if file.played] == [f"takeout.zip › TH.mbox › {n} › th.xlsx" for n in (1, 8)]
    refusals = {file.name.split(" › ")[2]: file.refusal for file in files if not file.played}
    assert refusals.keys() == {*"234567"} and f"Plus de {PARTS} pièces" in refusals["2"]
    assert all("sans classeur" in refusals[number] for number in "3567")


@pytest.mark.parametrize(("limit", "value", "read", "words"), [
    ("MAILBOX_MAILS", 1, ["b.mbox › 1 › 1.xlsx"], "Plus de 1 courriels"), ("MAILBOX_BYTES", 10**4, [], "Trop gros"),
])  # fmt: skip
def test_a_mailbox_beyond_a_limit_is_told_with_what_is_read_of_it(tmp_path, monkeypatch, limit, value, read, words):
    (tmp_path / "r").mkdir()
    mails = [mail((f"{n}.xlsx", workbook(tmp_path, n))).as_bytes().replace(b"\r\n", b"\n") for n in (1, 2)]
    (tmp_path / "r" / "b.mbox").write_bytes(b"".join(b"From x Sun Jan 10\n" + data + b"\n" for data in mails))
    assert len(read_folder(tmp_path / "r")) == 2
    monkeypatch.setattr(text_limits, limit, value)
    (told, *files) = read_folder(tmp_path / "r")
    assert told.name == "b.mbox" and words in told.refusal and [file.name for file in files if file.played] == read


def test_a_copy_in_an_archive_of_a_whole_folder_is_no_tournament(tmp_path):
    """An organiser packs his folder: the copies in Sauvegardes, and what hides there, go with it."""
    (tmp_path / "r").mkdir()
    data = [workbook(tmp_path, number) for number in range(4)]
    names = ("club/th.xlsx", "club/Sauvegardes/th 2026-11-21 14-05-33.xlsx", "club/~$th.xlsx", "__MACOSX/._th.xlsx")
    (tmp_path / "r" / "club.zip").write_bytes(archive(**dict(zip(names, data, strict=True))))
    (file,) = read_folder(tmp_path / "r")
    assert file.name == "club.zip › th.xlsx" and file.played


def test_a_table_that_a_mail_program_sends_as_text_is_an_attachment_all_the_same(tmp_path):
    (tmp_path / "r").mkdir()
    letter = mail()
    letter.add_attachment(results_csv().decode(), subtype="plain", filename="résultats.csv", disposition="inline")
    letter.add_attachment("Ci-joint.", subtype="plain", filename=None)
    (tmp_path / "r" / "a.eml").write_bytes(letter.as_bytes())
    refusals = {file.name: file.refusal for file in read_folder(tmp_path / "r")}
    assert "en ferait un tournoi (2 joueurs, 2 rondes)" in refusals["a.eml › résultats.csv"]
    assert "a.eml › sans nom.txt" in refusals


def locked(data):
    """The archive with the mark of a password on each member."""
    archive = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        offset = archive.find(mark)
        while offset >= 0:
            struct.pack_into("<H", archive, offset + place, 1)
            offset = archive.find(mark, offset + 4)
    return bytes(archive)


HOSTILE = {
    "trop.eml": (lambda: crowded(PARTS + 1), f"Plus de {PARTS} pièces"),
    "photos.zip": (lambda: archive(**{f"{n}.jpg": b"x" for n in range(60)}), "48.jpg, 49.jpg et 10 autres."),
    "milliers.zip": (lambda: archive(**{f"{n}.jpg": b"" for n in range(PARTS + 1)}), f"Plus de {PARTS} pièces"),
    "profond.eml": (lambda: mail(mail(mail(mail(mail())))).as_bytes(), "trop d'autres"),
    "clos.zip": (lambda: locked(archive(**{"a.xlsx": b"x" * 99})), "mot de passe"),
    "vide.zip": (lambda: archive(), "Rien dedans"),
    "gros.zip": (lambda: archive(**{"a.xlsx": bytes(20_000_001)}), "Trop gros"),
    "coupé.zip": (lambda: archive(**{"a.xlsx": os.urandom(999)})[:-40], "Abîmé"),
    "entêtes.eml": (
        lambda: b"From: =?utf-8?q?" + b"=C3" * 900 + b"\nDate: hier\nSubject: =?x?b?!!?=\n\nBonjour",
        "sans classeur",
    ),
    "rien.eml": (bytes, "sans classeur"),
    "balises.eml": (lambda: mail(html="<p>Ci-joint</p><![" * 9).as_bytes(), "sans classeur"),
    "octets.msg": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "Abîmé"),
}  # name -> what makes its content, what its sentence must say


def test_a_hostile_container_costs_itself_only(tmp_path, monkeypatch):
    monkeypatch.setattr(text_limits, "MAIL_PARTS", PARTS)
    (tmp_path / "r").mkdir()
    for name, (content, _) in HOSTILE.items():
        (tmp_path / "r" / name).write_bytes(content())
    (tmp_path / "r" / "bon.eml").write_bytes(mail(("th.xlsx", workbook(tmp_path, 1))).as_bytes())
    files = read_folder(tmp_path / "r")
    assert [file.name for file in files if file.played] == ["bon.eml › th.xlsx"]
    for name, (_, sentence) in HOSTILE.items():
        refusals = [file.refusal for file in files if file.name.split(" › ")[0] == name]
        assert any(sentence in refusal for refusal in refusals), (name, refusals)
        assert not any("Erreur de notre part" in refusal for refusal in refusals)


def test_damaged_mails_never_raise(tmp_path):
    """Mails and archives with bytes changed at random: each has a verdict or its workbook."""
    source = Random(7)
    data = {
        ".eml": mail(("a.xlsx", b"PK" * 50), mail(("b.csv", b"x;y"))).as_bytes(),
        ".zip": archive(**{"a.xlsx": b"PK" * 50, "b.eml": mail().as_bytes()}),
        ".msg": outlook_mail("Guy", "guy@a.fr", datetime(2016, 1, 9), "TH", "Bonjour", [("a.xlsx", b"PK" * 50)]),
    }
    for ending, whole in data.items():
        for number in range(120):
            damaged = bytearray(whole)
            for _ in range(source.randrange(1, 12)):
                damaged[source.randrange(len(damaged))] = source.randrange(256)
            folder = tmp_path / f"{ending[1:]}{number}"
            folder.mkdir()
            path = folder / f"x{ending}"
            path.write_bytes(damaged)
            kind = {".eml": Kind.MAIL, ".zip": Kind.ARCHIVE, ".msg": Kind.OUTLOOK}[ending]
            contents = open_container(Part(path, f"x{ending}", kind, ""), folder)
            assert contents.parts or contents.files
            assert not any("Erreur de notre part" in file.refusal for file in contents.files), bytes(damaged)
