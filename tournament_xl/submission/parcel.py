"""What goes to the federation once a tournament is over: its copy, page and enclosure, and the draft of the mail, an
.eml file that programs open ready to be sent. Pure: snapshot → parcel; `submission/send.py` writes the files.
"""

from __future__ import annotations

import hashlib
import re
from base64 import encodebytes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from functools import cache
from textwrap import wrap

from tournament_xl import __version__
from tournament_xl.actions.check import check
from tournament_xl.actions.check_report import lines, summary
from tournament_xl.games.registry import GAMES, decode, of
from tournament_xl.messages import submission as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Cell, Grid, Snapshot, cell_text
from tournament_xl.workbook.tables import Problems, find_table, read_date
from tournament_xl.workbook.working_copy import refuse_unrecorded

KINDS = {
    ".ELO": ("application", "octet-stream"),
    ".xlsx": ("application", "vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ".csv": ("text", "csv"),
    ".html": ("text", "html"),
}  # ending -> type of an attachment

LONGEST = 60  # characters of a stem; with what follows a name stays under 255 bytes and most paths under 260
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$) *(\.|$)", re.IGNORECASE)  # by Windows
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w.-]{1,250}", re.ASCII)
_LONGEST_SUBJECT = 300  # letters: `email` takes seconds for tens of thousands
_WIDTH = 120  # characters in a line of the page Fiche
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d+)?")
_CLOSED = (schema.PLAYERS, schema.RESULTS)  # sheets on which people add columns for themselves: telephone, payment
PageLine = tuple[str, str]  # label and value; without value a title


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is to be written for the federation."""

    stem: str  # of the files' names: the tournament's name and its day
    snapshot: Snapshot  # the sheets of the copy: numbers as numbers, no formula, no columns of the organiser's own
    page: tuple[PageLine, ...]  # the page Fiche
    enclosure: bytes  # the ratings as CSV; for Othello the ELO file
    enclosure_name: str  # with {stem}, or not
    template: str  # that the copy is made from
    sound: bool  # whether the check found nothing
    empty: str  # settings that the federation wants and that are empty, in a sentence
    remarks: str  # that some of Joueurs leave with the copy
    wanting: str  # what else the federation asks for and the workbook does not have
    to: str  # address, "" when the organiser gave none
    subject: str
    facts: dict[str, str]  # for the text of the mail (texts.send.BODY), without its attachments


def parcel(snapshot: Snapshot, source: str) -> Parcel:
    """The parcel of a tournament of either game; Stop where there is none: problems, or not over yet.

    `source`: SHA-256 of the workbook. What stands on the sheets is not touched, so that the federation checks what the
    organiser has; only ratings that were not computed yet are put into the copy.
    """
    decoded = decode(snapshot)
    game, kind = of(decoded), GAMES[decoded.game]
    game.refuse_unfinished(decoded, "send_early")
    refuse_unrecorded(decoded, game.facts(decoded))
    parts = kind.jobs.parcel_parts(decoded)
    copy = for_the_copy(parts.snapshot, kind.sheets, decoded.columns)
    settings, text = decoded.tournament.settings, decoded.settings.text
    report = replace(check(parts.snapshot), doubts=())  # not the copy: prizes may be for a column that is not in it
    title, names = settings.title or texts.NO_NAME, decoded.full_names()
    ranked = [line for line in decoded.ranked(settings.rounds or 0) if line.number not in decoded.barred]
    facts = {
        "title": title, "place": settings.place, "dates": settings.dates, "organiser": text("Organisateur"),
        "referee": text("Arbitre"), "formula": settings.formula, "rounds": str(settings.rounds or 0),
        "registered": str(len(decoded.tournament.players)), "seed": settings.seed,
        "winner": ", ".join(names[line.number] for line in ranked if line.place == ranked[0].place),
        "program": f"tournament-xl {__version__}", "source": source, **parts.own,
    }  # fmt: skip
    page = [(label, facts[key]) for key, label in texts.PAGE_LABELS.items() if facts.get(key)]
    where = [part for part in (settings.place, settings.dates) if part]
    days = filter(None, (read_date(text(name)) for name in ("Date de fin", "Date de début")))
    asked = [name for name in GAMES[decoded.game].asked if not text(name)]
    return Parcel(
        stem=" ".join([safe_stem(settings.title, texts.NO_NAME), *(day.isoformat() for day in [*days][:1])]),
        snapshot=copy,
        template=f"{decoded.game}-envoi.xlsx",
        page=(*page, ("", ""), (texts.CHECK_TITLE, ""), *(("", line) for line in _wrapped(lines(report, "")))),
        sound=not report.code,
        empty=texts.WANTING.format(names=", ".join(asked)) if asked else "",
        remarks=texts.REMARKS if any(line.text("Remarque") for line in decoded.lines.values()) else "",
        to=text("Courriel fédération"),
        subject=texts.SUBJECT.format(event=", ".join([title, *where])),
        facts={
            "title": title, "where": "".join(f", {part}" for part in where), "played": parts.played,
            "winner": facts["winner"], "check": summary(report), "organiser": facts["organiser"],
        },
        enclosure=parts.enclosure,
        enclosure_name=parts.enclosure_name,
        wanting=parts.wanting,
    )  # fmt: skip


def _wrapped(found: Iterator[str]) -> Iterator[str]:
    """What the check found, in lines that fit the page; its first line, the file, is left out."""
    next(found)
    for line in found:
        yield from wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False) or [""]


# The copy


def for_the_copy(snapshot: Snapshot, sheets: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Snapshot:
    """The contract's sheets of a workbook, as values, without columns that the organiser added.

    Hosts read closed files as text: what is a number becomes one again.
    """
    return Snapshot({
        sheet: [[_number(cell) for cell in row] for row in _ours(snapshot, sheet, columns.get(sheet, ()))]
        for sheet in sheets
        if sheet in snapshot.sheets
    })  # fmt: skip


def _ours(snapshot: Snapshot, sheet: str, columns: Sequence[str]) -> Grid:
    grid = snapshot.sheets[sheet]
    table = find_table(snapshot, sheet, columns, Problems()) if sheet in _CLOSED else None
    if table is None:
        return grid
    header = [cell_text(cell) for cell in grid[table.header - 1]]
    further = (schema.USED_COTE, schema.LAST_PLAYED)
    known = {at for at, text in enumerate(header) if text in further or at + 1 in table.columns.values()}
    kept = {at for at in range(max(known) + 1) if at in known or not header[at]}
    below = [[cell if at in kept else None for at, cell in enumerate(row)] for row in grid[table.header - 1 :]]
    return [*grid[: table.header - 1], *below]


def _number(cell: Cell) -> Cell:
    """A text that is a plain number, as the number, if it reads the same; anything else as it is."""
    if not isinstance(cell, str) or not _NUMBER.fullmatch(cell):
        return cell
    number = float(cell) if "." in cell else int(cell)
    return number if cell_text(number) == cell else cell


# The mail


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def draft(to: str, subject: str, body: str, attachments: Mapping[str, bytes]) -> bytes:
    """The mail as bytes; the same words and attachments (by file name) give the same bytes.

    Without Date and Message-ID, which the program that sends it adds; X-Unsent makes it a draft for Outlook.
    """
    mail = EmailMessage(policy=SMTP)
    mail["X-Unsent"] = "1"
    if _ADDRESS.fullmatch(to):  # else the person adds it
        mail["To"] = to
    mail["Subject"] = _subject(subject)
    mail.set_content(body, cte="quoted-printable")
    everything = b"".join((body.encode("utf-8", "replace"), *attachments.values()))
    boundary = f"=_{digest(everything)[:40]}"
    if attachments:
        mail.make_mixed()
    mail.set_boundary(boundary)
    if not attachments:
        return mail.as_bytes()
    text, between, end = mail.as_bytes().rpartition(f"\r\n--{boundary}".encode())
    lines = (encodebytes(data).replace(b"\n", b"\r\n") for data in attachments.values())
    parts = (b"\r\n" + _head(name) + encoded for name, encoded in zip(attachments, lines, strict=True))
    return between.join((text, *parts, end))


@cache
def _head(name: str) -> bytes:
    """What stands before an attachment of this name, which a thousand letters have."""
    kind, sub = KINDS[name[name.rindex(".") :]]
    mail, params = EmailMessage(policy=SMTP), {"charset": "utf-8"} if sub == "html" else None
    mail.add_attachment(b"", maintype=kind, subtype=sub, filename=name, params=params)
    (part,) = mail.iter_attachments()
    return part.as_bytes()


def drafted(data: bytes) -> Mapping[str, bytes]:
    """The attachments of a draft exactly as `draft` made it; none for any other mail."""
    mail = BytesParser(policy=SMTP).parsebytes(data)
    body, parts = mail.get_body(("plain",)), [*mail.iter_attachments()] if mail.is_multipart() else []
    if body is None or mail["X-Unsent"] != "1":
        return {}
    found: dict[str, bytes] = {part.get_filename() or "": bytes(part.get_payload(decode=True) or b"") for part in parts}
    again = draft(mail["To"] or "", mail["Subject"] or "", body.get_content().replace("\r\n", "\n"), found)
    return found if again == data else {}


def _subject(text: str) -> str:
    """One line, not without end, in which nothing is taken for a coded word, that `email` would undo."""
    line = " ".join(text.encode("utf-8", "replace").decode().split())
    return line[:_LONGEST_SUBJECT].replace("=?", "= ?")


def safe_stem(text: str, otherwise: str) -> str:
    """The text as the stem of a file name, to which something is added; `otherwise` when nothing is left of it.

    No separator, control or direction character, no dot or blank at the ends, no name of a device of Windows, which
    means it with any ending, too.
    """
    visible = "".join(char if char.isprintable() else " " for char in text[: 2 * LONGEST])
    clean = " ".join(_FORBIDDEN.sub("-", visible).split())[:LONGEST].strip(" .-")
    if _RESERVED.match(clean):
        return f"{otherwise} {clean}"
    return clean if any(map(str.isalnum, clean)) else otherwise
