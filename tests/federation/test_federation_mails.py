"""The federation's inbox: mails, mailboxes, archives. The ranking is that of their workbooks; every mail is told."""

import base64
import binascii
import io
import os
import quopri
import struct
import time
import zipfile
from datetime import date, datetime
from random import Random

import pytest

from tests import federation_world as world
from tests.federation_desk import (
    archive,
    build_publication,
    list_people,
    mail,
    read_mail_text,
    read_received,
    render_mails,
    says,
)
from tests.outlook_mail import compound_file, outlook_mail, properties
from tests.plain_xlsx import build_parts, write_package
from tests.programs import WHOLE
from tournament_xl.core import text_limits
from tournament_xl.federation.intake.containers import Part, open_container
from tournament_xl.federation.intake.facts import Lack
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.kinds import Kind
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.players.player_lists import read_register
from tournament_xl.submission.mail import render_draft

UNPACKED = text_limits.MAIL_UNPACKED_BYTES if WHOLE else 60_000_000  # lower limits are reached in less time
PARTS = text_limits.MAIL_PARTS if WHOLE else 300
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAILBOX_LINE = b"From - Sat Nov 14 18:05:00 2026\nX-Mozilla-Status: 0001\n"


@pytest.fixture(scope="session")
def books(tmp_path_factory):
    """The bytes of the workbooks of 16 tournaments."""
    folder = tmp_path_factory.mktemp("classeurs")
    facts = [
        world.invent_tournament(Random(n), list_people(8), date(2015, 10, 1 + n), title=f"TH {n}") for n in range(16)
    ]
    return [world.write_workbook(folder / f"{n:02}.xlsx", own).read_bytes() for n, own in enumerate(facts)]


@pytest.fixture
def receive(tmp_path):
    """Put files, by name, in a folder, and read it."""

    def run(contents):
        for name, content in contents.items():
            path = tmp_path / "r" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.as_bytes())
        return read_folder(tmp_path / "r")

    return run


@pytest.fixture
def few_parts(monkeypatch):
    monkeypatch.setattr(text_limits, "MAIL_PARTS", PARTS)
    monkeypatch.setattr(text_limits, "MAIL_UNPACKED_BYTES", UNPACKED)


def played(files):
    return [file.name for file in files if file.played]


def refusals(files):
    return {file.name: file.refusal for file in files if not file.played}


def letters_about(files, tmp_path):
    """The letters of a publication of these files."""
    players = read_register(world.write_list(tmp_path / "l.csv", list_people(8)))
    return render_mails(build_publication(files, players, date(2016, 8, 31)))


# What a mail looks like


def results_csv(score="412"):
    """A table of results that `import` reads."""
    rows = f"1;DURAND Anne;{score};BLANC Zoé;398\r\n2;BLANC Zoé;401;DURAND Anne;377\r\n"
    return f"Ronde;Joueur 1;Score 1;Joueur 2;Score 2\r\n{rows}".encode()


def mailbox(*mails):
    contents = (own if isinstance(own, bytes) else own.as_bytes() for own in mails)
    return b"".join(b"From x Sun Jan 10\n" + content.replace(b"\r\n", b"\n") + b"\n" for content in contents)


def bomb():
    """An archive of more zeros in workbooks than a mail may unpack to."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for number in range(UNPACKED // 19_000_000 + 1):
            package.writestr(f"{number}.xlsx", bytes(19_000_000))
    return stream.getvalue()


def crowded(count):
    """A mail of so many attachments, written plainly: `EmailMessage` takes seconds for thousands."""
    part = '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="{}.pdf"\r\n\r\nx\r\n'
    head = 'From: x@y.fr\r\nSubject: TH\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
    return (head + "".join(map(part.format, range(count))) + "--b--\r\n").encode()


def nested(depth):
    """A mail with mixed parts in each other, as no program writes them."""
    lines = [b"From: x@y.fr\r\nSubject: nid\r\nMIME-Version: 1.0"]
    lines += [b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d' % (n, n) for n in range(depth)]
    return b"\r\n".join(lines)


def locked(data):
    """The archive with the mark of a password on each member."""
    archive = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        offset = archive.find(mark)
        while offset >= 0:
            struct.pack_into("<H", archive, offset + place, 1)
            offset = archive.find(mark, offset + 4)
    return bytes(archive)


def spoiled(book, *, name='"th.xlsx"', kind="application/octet-stream", encoding="base64", start="", text=""):
    """A mail with one workbook, written by hand: what a gateway or a mail program may do to it."""
    encoded = base64.encodebytes(book).decode()
    labelled = f"; name={name}", f"; filename={name}" if name else ""
    lines = ["From: Zoé Blanc <zoe@club.fr>", "Subject: TH", "Date: Sun, 10 Jan 2016 18:30:00 +0100"]
    lines += ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"', ""]
    lines += ["--b", "Content-Type: text/plain", "", "Bonjour", text]
    lines += ["--b", f"Content-Type: {kind}{labelled[0] if name else ''}"]
    lines += [f"Content-Disposition: attachment{labelled[1]}"] if kind != "text/plain" else []
    lines += [f"Content-Transfer-Encoding: {encoding}"] if encoding else []
    return (start + "\n".join([*lines, "", encoded, "--b--", ""])).encode()


def uuencoded(data, name):
    lines = [binascii.b2a_uu(data[place : place + 45]) for place in range(0, len(data), 45)]
    return b"begin 644 %s\n%s`\nend\n" % (name.encode(), b"".join(lines))


def forwarded(data, encoding, kind="message/rfc822"):
    """A mail forwarded as an attachment, its bytes already in a transfer encoding."""
    head = b"From: Max <max@a.fr>\nSubject: Tr\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=c\n\n--c\n"
    head += f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    return head + data + b"\n--c--\n"


def in_text(data):
    head = "From: Zoé Blanc <zoe@club.fr>\nSubject: TH\nDate: Sun, 10 Jan 2016 18:30:00 +0100\n\nBonjour\n\n"
    return head.encode() + data


# A month's mails


def fill(book, other_workbook):
    """Mails as organisers send them, each of another kind: name -> content."""
    old, page = datetime(2016, 1, 9, 8), "<style>p{}</style><p>Attention,<br>il manque Léa</p>"
    inner = properties("Ida", "ida@a.fr", old, "TH 15", "Il manque un score", [("th.xlsx", book[15])], 24)
    return {
        "01 simple.eml": mail(("th 1.xlsx", book[1])),
        "02 html.eml": mail(("été à Évian.xlsx", book[2]), html=page),
        "03 de loin.eml": mail(("th.xlsm", book[3]), sender='"O\'Neil, Ève" <eve.oneil@club.example.org>'),
        "04 transféré.eml": mail(mail(("th.xlsx", book[4]), sender="Léa <lea@a.fr>"), text="Pour toi"),
        "05 transféré deux fois.eml": mail(mail(mail(("th.xlsx", book[5])))),
        "06 deux du même nom.eml": mail(("a.xlsx", book[6]), ("a.xlsx", book[7])),
        "07 zip.eml": mail(("juin.zip", archive(**{"a.xlsx": book[8], "dossier/b.xlsx": book[9]}))),
        "08 zip dans zip.eml": mail(("tout.zip", archive(**{"mai.zip": archive(**{"a.xlsx": book[10]})}))),
        "09 signature.eml": mail(("image001.png", b"\x89PNG"), ("th.xlsx", book[11])),
        "10 brouillon.eml": render_draft("classement@ff.fr", "TH 12", "Voici.", {"TH 12.xlsx": book[12]}),
        "11.msg": outlook_mail("Guy", "guy@a.fr", old, "TH 13", "Bonjour", [("th.xlsx", book[13])]),
        "12.msg": outlook_mail("Guy", "guy@a.fr", old, "Tr : TH 15", "", [("TH 15", inner)]),
        "13 boîte.mbox": mailbox(mail(("a.xlsx", book[14]), text="From ici, tout va bien."), mail(("b.xlsx", book[0]))),
        "20 affiche.eml": mail(("affiche.pdf", b"%PDF-1.4")),
        "21 ancien.eml": mail(("th.xls", OLE * 9)),
        "22 budget.eml": mail(("budget.xlsx", other_workbook)),
        "23 encore.eml": mail(("th 1.xlsx", book[1]), sender="Luc <luc@a.fr>", subject="TH, de nouveau"),
        "24 table.eml": mail(("résultats.csv", results_csv())),
        "25 merci.eml": mail(text="Merci pour le classement !\n\nZoé"),
        "26 bombe.eml": mail(("bombe.zip", bomb())),
        "27 cassé.eml": mail(("th.xlsx", book[3][:-700])),
        "28 nid.eml": nested(3000),
    }  # fmt: skip


LEFT_OUT = {
    "09 signature.eml": ("laissé de côté", texts.NOT_WORKBOOKS), "20 affiche.eml": ("refusé", texts.PARTS_UNREAD),
    "21 ancien.eml": ("refusé", texts.OTHER_FORMAT), "22 budget.eml": ("refusé", texts.NOT_A_TOURNAMENT),
    "23 encore.eml": ("déjà compté", texts.SAME_FACTS), "24 table.eml": ("refusé", texts.RESULTS),
    "25 merci.eml": ("refusé", texts.MAIL_WITHOUT_WORKBOOK), "26 bombe.eml": ("refusé", texts.TOO_MANY_PARTS),
    "27 cassé.eml": ("refusé", ""), "28 nid.eml": ("refusé", ""),
}  # name -> the word of its verdict, and what is said about it  # fmt: skip


@pytest.fixture(scope="module")
def publications(tmp_path_factory, books):
    """The publication of the mails, and that of the folder of their workbooks."""
    folder = tmp_path_factory.mktemp("mails")
    other = write_package(folder / "b.xlsx", build_parts({"Feuil1": [["Poste"]]})).read_bytes()
    (folder / "reçus").mkdir()
    (folder / "classeurs").mkdir()
    for name, content in fill(books, other).items():
        (folder / "reçus" / name).write_bytes(content if isinstance(content, bytes) else content.as_bytes())
    for number, book in enumerate(books):
        (folder / "classeurs" / f"{number:02}.xlsx").write_bytes(book)
    players = read_register(world.write_list(folder / "l.csv", list_people(8)))
    before = {path: path.read_bytes() for path in (folder / "reçus").iterdir()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_limits, "MAIL_UNPACKED_BYTES", UNPACKED)
        received = read_folder(folder / "reçus"), read_received(folder / "classeurs")
    assert before == {path: path.read_bytes() for path in (folder / "reçus").iterdir()}
    return [build_publication(files, players, date(2016, 8, 31)) for files in received]


def test_mails_give_the_ranking_of_their_workbooks(publications):
    by_mail, by_file = (
        [(line.place, line.account.licence, line.cote) for line in publication.ranking] for publication in publications
    )
    assert by_mail == by_file and len(by_mail) == 8
    assert [len(publication.counted) for publication in publications] == [16, 16]


def test_every_mail_is_accounted_for(publications):
    verdicts = {}
    for verdict in publications[0].verdicts:
        verdicts.setdefault(verdict.file.name.split(" › ")[0], []).append(verdict)
    assert verdicts.keys() == fill([b""] * 16, b"").keys()
    left_out = {name: [own for own in of_mail if not own.entry] for name, of_mail in verdicts.items()}
    assert {name for name, own in left_out.items() if own} == LEFT_OUT.keys()
    for name, (word, sentence) in LEFT_OUT.items():
        (verdict,) = left_out[name]
        assert verdict.word == word and says(verdict.file.refusal, sentence), (name, verdict.file.refusal)


def test_who_sent_it_when_and_the_first_lines_stand_with_each_file(publications):
    mails = {verdict.file.name.split(" ")[0]: verdict.file.mail for verdict in publications[0].counted}
    assert [mails["01"].sender, mails["01"].address, mails["01"].sent] == [
        "Zoé Blanc", "zoe@club.fr", "10/01/2016 18:30",
    ]  # fmt: skip
    assert mails["02"].text == "Attention,\nil manque Léa" and mails["03"].sender == "O'Neil, Ève"
    assert mails["04"].address == "lea@a.fr" and mails["10"].address == ""
    assert mails["04"].text.split("\n")[1:] == ["Pour toi", "Bonjour, voici le tournoi."]
    assert "Zoé Blanc <zoe@club.fr>" in mails["04"].text.split("\n")[0]
    assert mails["12.msg"].address == "ida@a.fr" and mails["12.msg"].text.endswith("\nIl manque un score")


@pytest.mark.parametrize("heading", [
    "---------- Forwarded message ---------\nDe : Léa Rey <lea@a.fr>\nDate: dim. 10 janv.",
    "-------- Message transféré --------\nSujet : TH\nDate : 10/01\nDe : Léa Rey <lea@a.fr>",
    "________________________________\nFrom: Léa Rey <lea@a.fr>\nSent: Sunday",
], ids=["Gmail", "Thunderbird", "Outlook"])  # fmt: skip
def test_who_first_sent_a_mail_that_was_forwarded_as_text_is_named(receive, books, heading):
    (file,) = receive({"a.eml": mail(("th.xlsx", books[0]), text=f"Pour toi\n\n{heading}\n\nLe tournoi")})
    first, second, *_ = file.mail.text.split("\n")
    assert "Léa Rey <lea@a.fr>" in first and second == "Pour toi" and file.mail.address == "zoe@club.fr"


# Letters about mails


def test_a_mail_without_workbook_is_asked_for_it_only_where_it_announces_one(receive, tmp_path):
    photo = ("photo.png", b"\x89PNG")
    asked = [
        ("Notre TH", "", photo),
        ("TH", "Voici les scores.", photo),
        ("TH", "Ci-joint notre TH."),
        ("Résultats", ""),
    ]
    not_asked = [("Re: Votre tournoi au classement", "Merci !", photo), ("TH", "Merci pour tout")]
    files = receive({
        f"{n}.eml": mail(*parts, sender=f"Luc <{n}@a.fr>", subject=subject, text=text)
        for n, (subject, text, *parts) in enumerate([*asked, *not_asked])
    })  # fmt: skip
    assert {file.name for file in files if file.lack is Lack.WORKBOOK} == {f"{n}.eml" for n in range(len(asked))}
    letters = letters_about(files, tmp_path)
    assert {letter["To"] for letter in letters} == {f"{n}@a.fr" for n in range(len(asked))}
    assert all(says(letter["Subject"], words.NO_WORKBOOK_SUBJECT) for letter in letters)


def test_no_letter_says_that_a_workbook_is_missing_while_a_large_part_is_unread(receive, tmp_path):
    names = ("winmail.dat", "th.pages", "photo.png", "")
    files = receive({f"{n}.eml": spoiled(b"x" * 30_000, name=name) for n, name in enumerate(names)})
    assert [file.lack for file in files] == [Lack.READING] * 4
    (letter,) = letters_about(files, tmp_path)
    assert letter["To"] == "zoe@club.fr" and says(read_mail_text(letter), words.UNREAD_LETTER.partition("\n")[0])
    assert all(name in read_mail_text(letter) for name in names) and "sans nom.bin" in read_mail_text(letter)


def test_a_letter_has_nothing_that_only_the_officer_can_do(receive, tmp_path):
    members = write_package(tmp_path / "a.xlsx", build_parts({"Feuil1": [["Liste", "des", "membres"]]})).read_bytes()
    rows = [["Ronde", "Table", "Joueur 1", "Score 1", "Score 2", "Joueur 2"], [1, 1, "A", 400, 300, "B"]]
    results = write_package(tmp_path / "b.xlsx", build_parts({"Feuil1": rows})).read_bytes()
    cases = [
        ("membres.xlsx", members, Lack.TOURNAMENT), ("th.xlsx", results, Lack.TABLE), ("th.xls", OLE, Lack.FORMAT),
        ("th.rar", b"Rar!\x1a\x07", Lack.FORMAT), ("th.xlsx.part", b"PK", Lack.WHOLE),
    ]  # fmt: skip
    files = receive({
        f"{n}.eml": mail((name, content), sender=f"Zoé <{n}@a.fr>") for n, (name, content, _) in enumerate(cases)
    })  # fmt: skip
    assert [file.lack for file in files] == [lack for *_, lack in cases]
    letters = letters_about(files, tmp_path)
    assert [letter["To"] for letter in letters] == [f"{n}@a.fr" for n in range(len(cases))]
    for letter, (_, _, lack) in zip(letters, cases, strict=True):
        text = read_mail_text(letter)
        assert says(text, texts.TOLD_ORGANISER[lack])
        assert not any(word in text for word in ("tournament-xl", " ici", "nuire", "expéditeur"))


# What is a workbook, whatever it is called and whatever befell its mail


SPOILED = {
    "bom.eml": (lambda b: spoiled(b, start="\ufeff\n \n"), "th.xlsx"),
    "bavard.eml": (lambda b: spoiled(b, start="Message enregistré par Zoé\n"), "th.xlsx"),
    "objet.eml": (lambda b: spoiled(b, start="Objet : TH\n").replace(b"Subject:", b"Subject :"), "th.xlsx"),
    "unicode.eml": (lambda b: spoiled(b).decode().encode("utf-16"), "th.xlsx"),
    "12.emlx": (lambda b: b"%d\n%s<?xml version='1.0'?><plist/>\n" % (len(spoiled(b)), spoiled(b)), "th.xlsx"),
    "courriel": (spoiled, "th.xlsx"),
    "accents.eml": (lambda b: spoiled(b, name="été à Évian.xlsx"), "été à Évian.xlsx"),
    "xls.eml": (lambda b: spoiled(b, name='"TH neuf.xls"'), "TH neuf.xls"),
    "pdf.eml": (lambda b: spoiled(b, name="th.pdf"), "th.pdf"),
    "zip.eml": (lambda b: spoiled(b, name="vienne.zip", kind="application/zip"), "vienne.zip"),
    "sans nom.eml": (lambda b: spoiled(b, name=""), "sans nom.bin"),
    "texte.eml": (lambda b: spoiled(b, name="", kind="text/plain"), "sans nom.txt"),
    "blancs.eml": (lambda b: spoiled(b, encoding="base64  \t"), "th.xlsx"),
    "sans codage.eml": (lambda b: spoiled(b, encoding=""), "th.xlsx"),
    "uu.eml": (lambda b: in_text(uuencoded(b, "th.xlsx")), "th.xlsx"),
    "uu base64.eml": (lambda b: in_text(b"begin-base64 644 th.xlsx\n%s====\n" % base64.encodebytes(b)), "th.xlsx"),
    "octets.eml": (
        lambda b: in_text(b"").replace(b"Subject", b"Content-Type: application/x\nSubject")[:-9] + b,
        "sans nom",
    ),
    "tr base64.eml": (lambda b: forwarded(base64.encodebytes(spoiled(b)), "base64"), "TH.eml › th.xlsx"),
    "tr qp.eml": (lambda b: forwarded(quopri.encodestring(spoiled(b)), "quoted-printable"), "TH.eml › th.xlsx"),
    "tr 8bit.eml": (lambda b: forwarded(spoiled(b), "8bit"), "TH.eml › th.xlsx"),
    "tr octets.eml": (
        lambda b: forwarded(base64.encodebytes(spoiled(b)), "base64", "application/octet-stream"),
        "sans nom.bin › th.xlsx",
    ),
    "Boîte": (lambda b: MAILBOX_LINE + spoiled(b) + b"\n" + MAILBOX_LINE + mail().as_bytes(), "1 › th.xlsx"),
    "TH neuf.xls": (lambda b: b, ""),
    "club.zip": (lambda b: archive(**{"club/Tournoi de Vienne": b}), "Tournoi de Vienne"),
}  # name -> what makes its content of a workbook's, what counts in it


def test_bytes_that_are_a_workbook_count_whatever_their_name_and_what_befell_their_mail(receive, books):
    files = receive({name: make(books[0]) for name, (make, _) in SPOILED.items()})
    expected = {f"{name} › {inner}" if inner else name for name, (_, inner) in SPOILED.items()}
    assert {*played(files)} == expected
    for file in (file for file in files if file.played and file.mail):
        facts = file.mail.sender, file.mail.address, file.mail.sent
        assert facts == ("Zoé Blanc", "zoe@club.fr", "10/01/2016 18:30"), file.name


def test_what_is_no_workbook_is_named_by_its_content_and_not_opened_for_what_is_embedded_in_it(receive, books):
    """The first six come as attachments called TH, the letter of Word beside a workbook."""
    forms = {
        "ods": archive(mimetype="application/vnd.oasis.opendocument.spreadsheet", **{"content.xml": ""}),
        "xlsb": archive(**{"[Content_Types].xml": "", "xl/workbook.bin": ""}),
        "xls": OLE + "Workbook\0".encode("utf-16-le"), "gz": b"\x1f\x8b\x08" + b"x" * 99,
        "rar": b"Rar!\x1a\x07" + b"x" * 99,
        "docx": archive(**{"[Content_Types].xml": "", "word/a.xlsx": b"PK\x03\x04"}),
    }  # fmt: skip
    letter = compound_file({"WordDocument": b"Bonjour", "ObjectPool": {"_1": {"Workbook": b"x"}}})
    files = receive(
        {f"{form}.eml": mail(("TH", data)) for form, data in forms.items()}
        | {"doc.eml": mail(("lettre.doc", letter), ("t.xlsx", books[1]))}
    )
    said = {name.split(".")[0]: refusal for name, refusal in refusals(files).items()}
    assert played(files) == ["doc.eml › t.xlsx"] and said.keys() == {*forms, "doc"}
    assert all(f".{form} " in said[form] for form in ("ods", "xlsb", "xls", "gz", "rar"))
    assert says(said["docx"], texts.PARTS_UNREAD) and says(said["doc"], texts.NOT_WORKBOOKS)


def test_a_name_of_an_attachment_is_only_a_label(receive, books, tmp_path):
    names = ["../../x.xlsx", "C:\\x\\th.xlsx", "a\u202ex.xlsx", "n" * 300 + ".xlsx", "a › b.xlsx"]
    files = receive({f"{number}.eml": mail((name, books[0])) for number, name in enumerate(names)})
    assert len(files) == len(names) and len(played(files)) == len(names)
    for number, file in enumerate(files):
        assert file.name.startswith(f"{number}.eml › ") and file.name.count("›") == 1 and len(file.name) < 130
        assert file.name.isprintable() and "/" not in file.name and "\\" not in file.name.replace("\\u202e", "")
    assert [path.name for path in tmp_path.iterdir()] == ["r"]


def test_tables_are_told_what_import_makes_of_them_and_lists_are_not(receive, tmp_path):
    world.write_list(tmp_path / "l.csv", list_people(12))
    files = receive({
        "résultats.csv": results_csv(), "faux.csv": results_csv("quatre"), "notes.txt": "Rappeler Zoé.".encode(),
        "liste.csv": (tmp_path / "l.csv").read_bytes(),
    })  # fmt: skip
    said = refusals(files)
    assert said.keys() == {"résultats.csv", "faux.csv"} and says(said["résultats.csv"], texts.RESULTS)
    assert says(said["faux.csv"], texts.RESULTS_WITH_FAULTS) and "« quatre »" in said["faux.csv"]


def test_a_table_that_a_mail_program_sends_as_text_is_an_attachment_all_the_same(receive):
    letter = mail()
    letter.add_attachment(results_csv().decode(), subtype="plain", filename="résultats.csv", disposition="inline")
    letter.add_attachment("Ci-joint.", subtype="plain", filename=None)
    said = refusals(receive({"a.eml": letter}))
    assert says(said["a.eml › résultats.csv"], texts.RESULTS) and "a.eml › sans nom.txt" in said


# Mailboxes and archives


def test_mailboxes_are_read_as_mail_programs_keep_and_export_them(receive, books):
    """A folder with a file `mbox` in it (Apple); a mailbox inside an archive (Google); deleted mails (Thunderbird)."""
    box = mailbox(mail(("1.xlsx", books[1])), mail(("2.xlsx", books[2])))
    deleted = MAILBOX_LINE.replace(b"0001", b"0009") + spoiled(books[3])
    files = receive({
        "Reçus.mbox/mbox": box, "takeout.zip": archive(**{"Takeout/Mail/TH.mbox": box}),
        "Inbox": deleted + b"\n" + MAILBOX_LINE + spoiled(books[4]),
    })  # fmt: skip
    assert [file.name for file in files] == played(files) == [
        "Inbox › 2 › th.xlsx", "Reçus.mbox/mbox › 1 › 1.xlsx", "Reçus.mbox/mbox › 2 › 2.xlsx",
        "takeout.zip › TH.mbox › 1 › 1.xlsx", "takeout.zip › TH.mbox › 2 › 2.xlsx",
    ]  # fmt: skip


def test_a_text_that_speaks_of_from_or_of_mails_is_cut_nowhere(receive, books):
    """Words after "From" are a text unless headers of a mail follow; a list with a colon is no mail."""
    text = "Bonjour\n\nFrom Lyon, nous venons.\nRemarque : rien\n\nFrom a\nFrais : b\n"
    notes = b"Date: 3 novembre\nLieu: Vienne\n"
    files = receive({"a.mbox": mailbox(spoiled(books[1], text=text), mail()), "notes": notes})
    assert [file.name for file in files] == ["a.mbox › 1 › th.xlsx", "a.mbox › 2"]


def test_a_copy_in_an_archive_of_a_whole_folder_is_no_tournament(receive, books):
    """An organiser packs his folder: the copies in Sauvegardes, and what hides there, go with it."""
    names = ("club/th.xlsx", "club/Sauvegardes/th 2026-11-21 14-05-33.xlsx", "club/~$th.xlsx", "__MACOSX/._th.xlsx")
    files = receive({"club.zip": archive(**dict(zip(names, books, strict=False)))})
    assert [file.name for file in files] == played(files) == ["club.zip › th.xlsx"]


def test_what_is_not_here_yet_is_named_as_such(receive, books):
    files = receive({
        ".lyon.xlsx.icloud": b"bplist00", "metz.xlsx.crdownload": books[1][:900],
        "nice.xlsx.download/nice.xlsx": books[2][:900], "club.zip": archive(**{"club/.brest.xlsx.icloud": b"bplist00"}),
    })  # fmt: skip
    assert refusals(files) == {
        ".lyon.xlsx.icloud": texts.IN_CLOUD, "club.zip › .brest.xlsx.icloud": texts.IN_CLOUD,
        "metz.xlsx.crdownload": texts.UNFINISHED, "nice.xlsx.download": texts.UNFINISHED,
    }  # fmt: skip


@pytest.mark.parametrize(("limit", "value", "read", "sentence"), [
    ("MAILBOX_MAILS", 1, ["b.mbox › 1 › 1.xlsx"], texts.TOO_MANY_MAILS), ("MAILBOX_BYTES", 10**4, [], "Trop gros"),
])  # fmt: skip
def test_a_mailbox_beyond_a_limit_is_told_with_what_is_read_of_it(
    receive, books, monkeypatch, limit, value, read, sentence
):
    monkeypatch.setattr(text_limits, limit, value)
    (told, *files) = receive({"b.mbox": mailbox(mail(("1.xlsx", books[1])), mail(("2.xlsx", books[2])))})
    assert told.name == "b.mbox" and says(told.refusal, sentence) and played(files) == read


# Hostile ones


HOSTILE = {
    "trop.eml": (lambda: crowded(PARTS + 1), texts.TOO_MANY_PARTS),
    "photos.zip": (lambda: archive(**{f"{n}.jpg": b"x" for n in range(60)}), "48.jpg, 49.jpg, " + texts.MORE_PARTS),
    "milliers.zip": (lambda: archive(**{f"{n}.jpg": b"" for n in range(PARTS + 1)}), texts.TOO_MANY_PARTS),
    "profond.eml": (lambda: mail(mail(mail(mail(mail())))).as_bytes(), texts.TOO_DEEP),
    "clos.zip": (lambda: locked(archive(**{"a.xlsx": b"x" * 99})), texts.LOCKED_ARCHIVE),
    "vide.zip": (lambda: archive(), texts.EMPTY_ARCHIVE),
    "gros.zip": (lambda: archive(**{"a.xlsx": bytes(20_000_001)}), texts.TOO_BIG),
    "coupé.zip": (lambda: archive(**{"a.xlsx": os.urandom(999)})[:-40], texts.DAMAGED_CONTAINER),
    "entêtes.eml": (
        lambda: b"From: =?utf-8?q?" + b"=C3" * 900 + b"\nDate: hier\nSubject: =?x?b?!!?=\n\nBonjour",
        texts.MAIL_WITHOUT_WORKBOOK,
    ),
    "rien.eml": (bytes, texts.MAIL_WITHOUT_WORKBOOK),
    "balises.eml": (lambda: mail(html="<p>Ci-joint</p><![" * 9).as_bytes(), texts.MAIL_WITHOUT_WORKBOOK),
    "octets.msg": (lambda: OLE + bytes(2000), texts.DAMAGED_CONTAINER),
}  # name -> what makes its content, what is said about it


def test_a_hostile_container_costs_itself_only(receive, books, few_parts):
    files = receive(
        {name: content() for name, (content, _) in HOSTILE.items()} | {"z.eml": mail(("th.xlsx", books[1]))}
    )
    assert played(files) == ["z.eml › th.xlsx"]
    for name, (_, sentence) in HOSTILE.items():
        said = [file.refusal for file in files if file.name.split(" › ")[0] == name]
        assert any(says(refusal, sentence) for refusal in said), (name, said)
        assert not any(says(refusal, texts.BUG) for refusal in said)


def test_a_hostile_mail_in_a_zipped_mailbox_costs_itself_only(receive, books, few_parts):
    parameters = b"From: x@y.fr\nSubject: TH\nContent-%s" + b'; a="b;' * 200_000 + b"\n\nx"
    hostile = [
        crowded(PARTS + 1), parameters % b"Type: application/x", parameters % b"Disposition: attachment",
        b"From: x@y.fr\nSubject: TH\n\n" + b"From \n" * 200_000,
        b"From: x@y.fr\nContent-Type: text/html\n\n" + b"<a " * 100_000, b"Subject: TH\nFrom: " + b"(" * 2000 + b"\n\n",
    ]  # fmt: skip
    box = mailbox(spoiled(books[1]), *hostile, spoiled(books[2]))
    before = time.process_time()
    files = receive({"takeout.zip": archive(**{"Takeout/TH.mbox": box})})
    assert time.process_time() - before < 10  # 1 here; each of the hostile ones took minutes or its neighbours along
    assert played(files) == [f"takeout.zip › TH.mbox › {n} › th.xlsx" for n in (1, 8)]
    said = {name.split(" › ")[2]: refusal for name, refusal in refusals(files).items()}
    assert said.keys() == {*"234567"} and says(said["2"], texts.TOO_MANY_PARTS)
    assert all(says(said[number], texts.MAIL_WITHOUT_WORKBOOK.partition(" :")[0]) for number in "3567")


def test_damaged_mails_never_raise(tmp_path):
    """Mails and archives with bytes changed at random: each has a verdict or its workbook."""
    source = Random(7)
    data = {
        (".eml", Kind.MAIL): mail(("a.xlsx", b"PK" * 50), mail(("b.csv", b"x;y"))).as_bytes(),
        (".zip", Kind.ARCHIVE): archive(**{"a.xlsx": b"PK" * 50, "b.eml": mail().as_bytes()}),
        (".msg", Kind.OUTLOOK): outlook_mail("Guy", "", datetime(2016, 1, 9), "TH", "", [("a.xlsx", b"PK" * 50)]),
    }
    for (ending, kind), whole in data.items():
        for number in range(120 if WHOLE else 30):
            damaged = bytearray(whole)
            for _ in range(source.randrange(1, 12)):
                damaged[source.randrange(len(damaged))] = source.randrange(256)
            folder = tmp_path / f"{kind}{number}"
            folder.mkdir()
            (folder / f"x{ending}").write_bytes(damaged)
            contents = open_container(Part(folder / f"x{ending}", f"x{ending}", kind, ""), folder)
            assert contents.parts or contents.files
            assert not any(says(file.refusal, texts.BUG) for file in contents.files), bytes(damaged)
