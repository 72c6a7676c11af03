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


# Who sent it


def test_who_sent_it_when_and_the_first_lines_stand_with_each_file(receive, books):
    old, page = datetime(2016, 1, 9, 8), "<style>p{}</style><p>Attention,<br>il manque Léa</p>"
    inner = properties("Ida", "ida@a.fr", old, "TH", "Il manque un score", [("th.xlsx", books[1])], 24)
    files = receive({
        "1.eml": mail(("th.xlsx", books[1])), "2.eml": mail(("th.xlsx", books[1]), html=page),
        "3.eml": mail(("th.xlsx", books[1]), sender='"O\'Neil, Ève" <eve.oneil@club.example.org>'),
        "4.eml": mail(mail(("th.xlsx", books[1]), sender="Léa <lea@a.fr>"), text="Pour toi"),
        "5.eml": render_draft("classement@ff.fr", "TH", "Voici.", {"TH.xlsx": books[1]}),
        "6.msg": outlook_mail("Guy", "guy@a.fr", old, "Tr : TH", "", [("TH", inner)]),
    })  # fmt: skip
    mails = {int(file.name[0]): file.mail for file in files if file.played}
    assert (mails[1].sender, mails[1].address, mails[1].sent) == ("Zoé Blanc", "zoe@club.fr", "10/01/2016 18:30")
    assert mails[2].text == "Attention,\nil manque Léa" and mails[3].sender == "O'Neil, Ève"
    assert mails[4].address == "lea@a.fr" and "Zoé Blanc <zoe@club.fr>" in mails[4].text.split("\n")[0]
    assert mails[4].text.split("\n")[1:] == ["Pour toi", "Bonjour, voici le tournoi."]
    assert mails[5].address == "" and mails[6].address == "ida@a.fr" and mails[6].text.endswith("\nIl manque un score")


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


COUNTED = {
    "th.xlsx": (lambda b: b, ""),
    "simple.eml": (lambda b: mail(("été à Évian.xlsm", b)), "été à Évian.xlsm"),
    "transféré.eml": (lambda b: mail(mail(mail(("th.xlsx", b)))), "TH.eml › TH.eml › th.xlsx"),
    "deux.eml": (lambda b: mail(("a.xlsx", b), ("a.xlsx", b)), "a.xlsx"),
    "zip.eml": (lambda b: mail(("juin.zip", archive(**{"dossier/b.xlsx": b}))), "juin.zip › b.xlsx"),
    "zip dans zip.eml": (
        lambda b: mail(("tout.zip", archive(**{"mai.zip": archive(**{"a.xlsx": b})}))),
        "tout.zip › mai.zip › a.xlsx",
    ),
    "signature.eml": (lambda b: mail(("image001.png", b"\x89PNG"), ("th.xlsx", b)), "th.xlsx"),
    "outlook.msg": (
        lambda b: outlook_mail("Zoé Blanc", "zoe@club.fr", datetime(2016, 1, 10), "TH", "", [("th.xlsx", b)]),
        "th.xlsx",
    ),
    "boîte.mbox": (lambda b: mailbox(mail(("th.xlsx", b), text="From ici, tout va bien.")), "1 › th.xlsx"),
    "bom.eml": (lambda b: spoiled(b, start="\ufeff\n \n"), "th.xlsx"),
    "bavard.eml": (lambda b: spoiled(b, start="Message enregistré par Zoé\n"), "th.xlsx"),
    "objet.eml": (lambda b: spoiled(b, start="Objet : TH\n").replace(b"Subject:", b"Subject :"), "th.xlsx"),
    "unicode.eml": (lambda b: spoiled(b).decode().encode("utf-16"), "th.xlsx"),
    "12.emlx": (lambda b: b"%d\n%s<?xml version='1.0'?><plist/>\n" % (len(spoiled(b)), spoiled(b)), "th.xlsx"),
    "courriel": (spoiled, "th.xlsx"),
    "accents.eml": (lambda b: spoiled(b, name="été à Évian.xlsx"), "été à Évian.xlsx"),
    "xls.eml": (lambda b: spoiled(b, name='"TH neuf.xls"'), "TH neuf.xls"),
    "pdf.eml": (lambda b: spoiled(b, name="th.pdf"), "th.pdf"),
    "vienne.eml": (lambda b: spoiled(b, name="vienne.zip", kind="application/zip"), "vienne.zip"),
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
    files = receive({name: make(books[0]) for name, (make, _) in COUNTED.items()})
    expected = {f"{name} › {inner}" if inner else name for name, (_, inner) in COUNTED.items()}
    assert {*played(files)} - {"deux.eml › a.xlsx (2)"} == expected
    (tournament,) = {file.tournament.title for file in files if file.played}
    assert tournament == "TH 0" and len(played(files)) == len(COUNTED) + 1
    for file in (file for file in files if file.played and file.mail):
        assert (file.mail.sender, file.mail.address) == ("Zoé Blanc", "zoe@club.fr"), file.name
        assert file.mail.sent == "10/01/2016 18:30" or file.name.startswith("outlook"), file.name


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


# What is left out


def other_format(ending):
    return texts.OTHER_FORMAT.format(ending=ending)


LETTER = compound_file({"WordDocument": b"Bonjour", "ObjectPool": {"_1": {"Workbook": b"x"}}})
ODS = archive(mimetype="application/vnd.oasis.opendocument.spreadsheet", **{"content.xml": ""})
LEFT_OUT = {
    "affiche.eml": (lambda: mail(("affiche.pdf", b"%PDF-1.4")), texts.PARTS_UNREAD),
    "table.eml": (lambda: mail(("résultats.csv", results_csv())), texts.RESULTS),
    "merci.eml": (lambda: mail(text="Merci pour le classement !"), texts.MAIL_WITHOUT_WORKBOOK),
    "bombe.eml": (lambda: mail(("bombe.zip", bomb())), texts.TOO_MANY_PARTS),
    "nid.eml": (lambda: nested(3000), ""),
    "ods.eml": (lambda: mail(("TH", ODS)), other_format(".ods")),
    "xlsb.eml": (
        lambda: mail(("TH", archive(**{"[Content_Types].xml": "", "xl/workbook.bin": ""}))),
        other_format(".xlsb"),
    ),
    "xls.eml": (lambda: mail(("TH", OLE + "Workbook\0".encode("utf-16-le"))), other_format(".xls")),
    "rar.eml": (lambda: mail(("TH", b"Rar!\x1a\x07" + b"x" * 99)), texts.ENCLOSING),
    "docx.eml": (
        lambda: mail(("TH", archive(**{"[Content_Types].xml": "", "word/a.xlsx": b"PK\x03\x04"}))),
        texts.PARTS_UNREAD,
    ),
    "doc.eml": (lambda: mail(("lettre.doc", LETTER), ("résultats.csv", results_csv())), texts.NOT_WORKBOOKS),
    "trop.eml": (lambda: crowded(PARTS + 1), texts.TOO_MANY_PARTS),
    "photos.zip": (lambda: archive(**{f"{n}.jpg": b"x" for n in range(60)}), "49.jpg et 10 "),
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
}  # name -> what makes its content, what is said about it; a document is not opened for what is embedded in it


def test_a_hostile_container_costs_itself_only(receive, books, few_parts):
    contents = {name: content() for name, (content, _) in LEFT_OUT.items()}
    files = receive(contents | {"cassé.eml": mail(("th.xlsx", books[1][:-700])), "z.eml": mail(("th.xlsx", books[1]))})
    assert played(files) == ["z.eml › th.xlsx"]
    assert {file.name.split(" › ")[0] for file in files} == {*contents, "cassé.eml", "z.eml"}
    for name, (_, sentence) in LEFT_OUT.items():
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
