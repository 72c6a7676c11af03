"""The federation's statistician at the desk: people, folders, the command, and its output, read back."""

import copy
import csv
import hashlib
import io
import re
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import fields, replace
from datetime import date
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from random import Random

from tests import books
from tests import federation_world as world
from tournament_xl.federation.intake.reading import read_file
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.ranking import build
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.federation.store.load import MonthInputs, RegisterReader
from tournament_xl.federation.store.register_file import open_register
from tournament_xl.federation.store.save import number_files, save_month
from tournament_xl.messages.federation import DECISION_COLUMNS
from tournament_xl.players.player_lists import read_register

OCTOBER = date(2015, 10, 4)
JANUARY, FEBRUARY, MARCH = "2016-01-31", "2016-02-29", "2016-03-31"
_readings = {}  # (SHA-256, ending) -> `File`


def list_people(count=8, cote=1500, series="4A", last=date(2015, 8, 1)):
    return [
        {"name": f"NOM{n:02}", "first_name": "Ève", "licence": f"L{n:02}", "club": "Vienne", "series": series,
         "cote": cote + n if cote else 0, "last": last}
        for n in range(1, count + 1)
    ]  # fmt: skip


def line(nature, decision, **cells):
    """Return a line of decisions; the cells that are not given are empty."""
    return dict.fromkeys(DECISION_COLUMNS, "") | {"Nature": nature, "Décision": decision} | cells


def answer(question, decision):
    """Return the line that answers a question."""
    return question.to_csv_line() | {"Décision": decision}


def mark_of(path):
    """Return what names a file in a decision."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def mail(*attachments, text="Bonjour, voici le tournoi.", html="", sender="Zoé Blanc <zoe@club.fr>", subject="TH",
         sent="Sun, 10 Jan 2016 18:30:00 +0100"):  # fmt: skip
    """Write a mail to the federation; an attachment is a name and its content, or a forwarded mail."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"], message["Date"] = sender, "classement@ff.fr", subject, sent
    if html:
        message.set_content(html, subtype="html", charset="iso-8859-1")
    else:
        message.set_content(text)
    for attachment in attachments:
        if isinstance(attachment, EmailMessage):
            message.add_attachment(attachment)
        else:
            name, data = attachment
            message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message


def archive(**members):
    """Write the bytes of a zip archive of these members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return stream.getvalue()


def mistype_score(source, facts):
    """Return the facts with one result that was typed wrongly."""
    wrong = copy.deepcopy(facts)
    match = source.choice([match for matches in wrong["rounds"] for match in matches if match["games"]])
    ((own, opposing),) = match["games"]
    match["games"] = [(opposing + 7, own)]
    return wrong


def says(text, sentence):
    """Check whether a text has a sentence of the catalogue, whatever stands in its fields and at its line ends."""
    pieces = re.split(r"\{.*?\}", " ".join(sentence.split()))
    return re.search(".*".join(map(re.escape, pieces)), " ".join(text.split())) is not None


def read_received(folder):
    """Read the workbooks of a folder as `read_folder` does, without processes of their own, each only once."""
    workbooks = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.xlsx"))
    return [read_once(path, name) for name, path in workbooks]


def read_once(path, name):
    """Read a file as `read_file` does, once for the same bytes with the same ending."""
    if not path.is_file():
        return read_file(path, name)
    key = hashlib.sha256(path.read_bytes()).hexdigest(), path.suffix
    if key not in _readings:
        _readings[key] = read_file(path, path.name)
    return replace(_readings[key], name=name)


def build_publication(files, players, day, *, earlier=BEFORE_THE_FIRST, **more):
    """Build a publication from files, numbered as in a register: one that waited has the number that it had."""
    waiting = {(file.name, file.sha256): file.number for file in earlier.files if not file.published}
    last = max((file.number for file in earlier.files), default=0)
    numbered = []
    for file in files:
        if not file.number:
            number = waiting.pop((file.name, file.sha256), 0)
            last += not number
            file = replace(file, number=number or last)
        numbered.append(file)
    return build.build_publication(numbered, players, day, earlier=earlier, **more)


class Story:
    """A folder, a list, and the publications built from them."""

    def __init__(self, folder):
        self.folder = folder
        self.facts = []

    def played(self, first, field, **more):
        """Write a tournament of these people, from its first day on."""
        facts = world.invent_tournament(Random(len(self.facts)), field, first, **more)
        self.facts.append(facts)
        world.write_workbook(self.folder / "reçus" / f"{len(self.facts)}.xlsx", facts)
        return self

    def build(self, listed, day=date(2016, 8, 31), **more):
        players = read_register(world.write_list(self.folder / "liste.csv", listed))
        (self.folder / "reçus").mkdir(exist_ok=True)
        return build_publication(read_received(self.folder / "reçus"), players, day, **more)


def find_mover(publication, move):
    """Return the account of the player whose cote a movement changes."""
    if not move.person:  # a guest
        (counted,) = (row.counted for row in publication.counted if row.counted.number == move.tournament)
        return counted.accounts[move.entrant]
    return next(account for account in publication.accounts if account.number == move.person)


def find_account(publication, licence):
    return next(account for account in publication.accounts if account.licence == licence)


def render_mails(publication):
    """Return the letters of a publication as mails."""
    return [message_from_bytes(draft, policy=default) for draft in render_letters(publication).values()]


def read_mail_text(mail):
    """Return the text of a letter, with plain blanks."""
    if isinstance(mail, bytes):
        mail = message_from_bytes(mail, policy=default)
    return mail.get_body(("plain",)).get_content().replace("\r", "").replace("\xa0", " ")


# The command, month by month


def send(folder, day, name, first, *, field=None, **more):
    """Write a workbook in the folder of a month."""
    facts = world.invent_tournament(Random(name), field or list_people(8), first, title=name, **more)
    return world.write_workbook(folder / day / f"{name}.xlsx", facts)


def publish_month(folder, day, before=None, *options):
    """Build a month, which stays open, after the one before it, which is published now if it is not yet."""
    (folder / day).mkdir(exist_ok=True)
    if before and is_open(folder, before):
        assert run_act(folder, "publish", before) == 0
    words = () if before else ("--joueurs", folder / "liste.csv")
    return run_act(folder, "build", day, *words, *options)


def run_act(folder, act, day, *options):
    return books.run("federation", act, folder / day, "--date", day, "-o", folder / f"{day}.xlsx", *options)


def is_open(folder, day):
    with closing(sqlite3.connect(folder / "registre.sqlite")) as register:
        return register.execute("SELECT 1 FROM publication WHERE day = ? AND NOT closed", (day,)).fetchone() is not None


def number_received(folder, name, earlier):
    """Read the workbooks of a month, with the numbers that they get in the register of a folder."""
    with open_register(folder / "registre.sqlite") as register:
        month = register.last_closed + 1
        return number_files(RegisterReader(register.connection), read_received(folder / name), month, earlier)


def keep(folder, publication, files, earlier=BEFORE_THE_FIRST):
    """Keep a publication in a register, published, and read back what it leaves to the next one: the same."""
    with open_register(folder / "registre.sqlite") as register:
        month, history = register.last_closed + 1, publication.history
        inputs = MonthInputs(publication.day, files, (), (), history.adjustments, history.seasons, history.publisher)
        save_month(register.connection, month, publication, inputs, "", earlier)
        register.close_month()
        register.commit()
        kept = RegisterReader(register.connection).read_history(month)
    for field in fields(kept):
        assert getattr(kept, field.name) == getattr(history, field.name), field.name
    return kept


def read_sheet_rows(path, sheet):
    """Read the rows of a sheet as dicts, without its header."""
    rows = list(books.content(path)[sheet].iter_rows(min_row=4, values_only=True))
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:] if set(row) != {None} and row != rows[0]]


def read_ranking(folder, day):
    return {line["Licence"]: line for line in read_sheet_rows(folder / f"{day}.xlsx", "Classement")}


def answer_decisions(path, *answers):
    """Write these answers in the last lines of a file of decisions."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = list(csv.reader(stream, delimiter=";"))
    for line, answer in zip(lines[-len(answers) :], answers, strict=True):
        line[lines[0].index("Décision")] = answer
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(lines)
    return path


def read_letter(path):
    mail = message_from_bytes(path.read_bytes(), policy=default)
    parts = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    return mail["to"], mail["subject"], read_mail_text(mail), parts
