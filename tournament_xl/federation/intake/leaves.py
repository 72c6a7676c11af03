"""Leaves of what people send: the files in mails, mailboxes and archives, however they are nested.

Each leaf has its kind by its content (`kinds`). Nothing is executed, and nothing is written.
"""

from __future__ import annotations

import hashlib
import io
import mimetypes
import re
import zipfile
from collections.abc import Iterator
from email.errors import MessageError
from email.message import Message
from itertools import chain, pairwise
from mmap import mmap
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core import text_limits
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.facts import PART_SEPARATOR, File, Lack, Mail
from tournament_xl.federation.intake.kinds import (
    COMPOUND_MARK,
    HEAD_BYTES,
    MAILS,
    OPENED,
    Kind,
    find_closed_ending,
    find_damaged_zip_kind,
    find_kind,
    find_spreadsheet_ending,
    find_zip_kind,
    iterate_mail_starts,
)
from tournament_xl.federation.intake.mail_facts import attach, read_mail, render_body
from tournament_xl.federation.intake.mail_parts import (
    decode_content,
    find_part_name,
    is_body,
    is_mail,
    iterate_parts,
    iterate_uuencoded,
    parse_mail,
)
from tournament_xl.federation.intake.outlook import OutlookMail, read_outlook_mail
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import list_some_names
from tournament_xl.messages.workbook_files import BACKUP_FOLDER
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.limits import DAMAGE

_ZIP_DEPTH = 2  # an archive counts twice: an archive in an archive in an archive is not opened
_MAX_LABEL_LENGTH = 100  # characters of a part's name
_MAX_NAMED = 50  # unread parts that a French reason names
_BROKEN = (*DAMAGE, MessageError, OSError, AttributeError, TypeError, AssertionError)  # raised for damaged content
_WITHOUT_CONTENT = ("application/applefile",)  # what a Mac knows of the next attachment, under the same name
_UNREAD_SENTENCES = {
    Kind.UNFINISHED: texts.UNFINISHED, Kind.CLOUD: texts.IN_CLOUD, Kind.CLOSED: texts.ENCLOSING,
    Kind.SPREADSHEET: texts.OTHER_FORMAT,
}  # fmt: skip
_UNREAD_LACKS = {  # of other kinds the whole file
    Kind.CLOSED: Lack.FORMAT, Kind.SPREADSHEET: Lack.FORMAT, Kind.WORKBOOK: Lack.NOTHING, Kind.TABLE: Lack.NOTHING,
}  # fmt: skip
_DELETED = re.compile(rb"X-Mozilla-Status: [0-9a-f]{3}[89a-f]\r?\n", re.IGNORECASE)  # its bit 8, first header
Content = bytes | mmap | OutlookMail


class TooMuchError(Exception):
    """Raised when the parts of a mail or an archive are more, or larger, than allowed."""


class Leaf(NamedTuple):
    """File that contains no others, or a mail that is to be opened by itself."""

    name: str  # of the file around it, " › " and its own, for each level
    kind: Kind
    data: bytes  # of one of another kind perhaps only the beginning
    mail: Mail | None  # in which it came


class _Part(NamedTuple):
    """Direct part of a mail, a mailbox or an archive."""

    label: str
    content: bytes | OutlookMail
    kind: Kind | None = None  # None: its content says it


class LeafReader:
    """Reader of one file that was received, with the limits of a mail on all of its parts together."""

    def __init__(self, *, mails_apart: bool) -> None:
        """Begin with nothing counted.

        With `mails_apart` the mails of a mailbox or an archive are leaves, each to have limits of its own.
        """
        self.mails_apart = mails_apart
        self._names: set[str] = set()
        self._count = self._size = 0

    def iterate(
        self, name: str, content: Content, mail: Mail | None = None, depth: int = 0, kind: Kind | None = None
    ) -> Iterator[Leaf | File]:
        """Yield the leaves of a file: itself, or those of its parts.

        `depth` is the number of mails and archives around it.

        Yields:
            Leaves, and a file left out, with the reason, for each that cannot be read: damaged, locked, too large,
            nested too deeply, of another form; for each mail without a workbook, and for the other parts of a mail or
            an archive together.

        Raises:
            TooMuchError: The parts are more, or larger, than a mail may have.
        """
        label = name.rpartition(PART_SEPARATOR)[2].rpartition("/")[2]
        kind = kind or _find_kind(label, content)
        sender = (mail.subject, mail.sender, mail.address) if mail else ("", "", "")
        if refusal := _explain_unread(kind, label, content):
            lack = _UNREAD_LACKS.get(kind, Lack.WHOLE)
            yield File(name, _digest(content), None, refusal, sender=sender, mail=mail, lack=lack)
        elif kind not in OPENED or (kind in MAILS and self.mails_apart and depth):
            assert isinstance(content, bytes)
            yield Leaf(name, kind, content, mail)
        elif depth >= text_limits.MAIL_DEPTH:
            yield File(name, _digest(content), None, texts.TOO_DEEP, mail=mail)
        else:
            yield from self._open(name, content, mail, depth, kind)

    def _open(self, name: str, content: Content, mail: Mail | None, depth: int, kind: Kind) -> Iterator[Leaf | File]:
        """Yield the leaves of a mail, a mailbox or an archive; last what is to say about itself."""
        refusal, unread, is_empty = "", dict[str, int](), True
        inner_depth = depth + (_ZIP_DEPTH if kind is Kind.ARCHIVE else 1)
        try:
            mail, parts = self._split(content, mail, kind)
            for part in parts:
                part_name = self._unique_name(f"{name}{PART_SEPARATOR}{part.label}")
                for leaf in self.iterate(part_name, part.content, mail, inner_depth, part.kind):
                    if isinstance(leaf, Leaf) and leaf.kind is Kind.OTHER:
                        unread[part.label] = max(unread.get(part.label, 0), len(leaf.data))
                    else:
                        is_empty = False
                        yield leaf
        except ExternalError as error:
            refusal = str(error)
        except _BROKEN:
            refusal = texts.DAMAGED_CONTAINER
        sender, word, lack = ("", "", ""), texts.REFUSED, Lack.NOTHING
        if not refusal and is_empty and kind in MAILS:
            refusal, is_unread = _explain_without_workbook(unread)
            if mail and (is_unread or _announces_workbook(mail)):  # gets a letter; other mails are for the officer
                sender, lack = (mail.subject, mail.sender, mail.address), Lack.READING if is_unread else Lack.WORKBOOK
        elif not refusal and unread:
            refusal, word = texts.NOT_WORKBOOKS.format(names=_list(unread)), texts.ASIDE
        elif not refusal and is_empty:
            refusal = texts.NO_MAILBOX if kind is Kind.MAILBOX else texts.EMPTY_ARCHIVE
        if refusal:
            yield File(name, _digest(content), None, refusal, word, sender, mail=mail, lack=lack)

    def _split(self, content: Content, outer: Mail | None, kind: Kind) -> tuple[Mail | None, Iterator[_Part]]:
        """Return the mail that the parts come in, and the parts."""
        if isinstance(content, OutlookMail):
            text = render_body(content.text, outer)
            mail = Mail(content.sender, content.address, content.sent, content.subject, text, content.received)
            return attach(mail, outer), self._iterate_outlook_parts(content)
        if kind is Kind.MAILBOX:
            return outer, _iterate_mails(content)
        assert isinstance(content, bytes)
        if kind is Kind.ARCHIVE:
            return outer, self._iterate_members(content)
        if kind is Kind.OUTLOOK:
            return self._split(read_outlook_mail(content), outer, kind)
        message = parse_mail(content, self._add)
        return read_mail(message, outer), self._iterate_mail_parts(message)

    def _iterate_mail_parts(self, message: Message) -> Iterator[_Part]:
        for part in iterate_parts(message):
            data = decode_content(part)
            self._add(0, len(data))
            is_uuencoded = False
            for label, file in iterate_uuencoded(part, data):
                is_uuencoded = True
                self._add(1, len(file))
                yield _Part(clean_label(label), file)
            if is_uuencoded:
                continue
            if is_mail(part):
                label = find_part_name(part) or read_mail(parse_mail(data[:HEAD_BYTES])).subject
                yield _Part(clean_label(label, ".eml"), data, _find_mail_kind(data))
            elif part.get_content_type() in _WITHOUT_CONTENT:
                continue
            elif not is_body(part) or data.startswith((b"PK\x03\x04", COMPOUND_MARK)):
                unnamed = f"{texts.UNNAMED}{mimetypes.guess_extension(part.get_content_type()) or ''}"
                yield _Part(clean_label(find_part_name(part) or unnamed), data)

    def _iterate_outlook_parts(self, mail: OutlookMail) -> Iterator[_Part]:
        for label, content in mail.attachments:
            if isinstance(content, OutlookMail):
                self._add()
                yield _Part(clean_label(label or content.subject, ".msg"), content, Kind.OUTLOOK)
            else:
                self._add(1, len(content))
                yield _Part(clean_label(label), content)

    def _iterate_members(self, data: bytes) -> Iterator[_Part]:
        """Yield the members of an archive, those of other kinds only from their beginning."""
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                label = _find_member_label(info)
                if not label:
                    continue
                if info.flag_bits & 1:
                    raise ExternalError(texts.LOCKED_ARCHIVE)
                with archive.open(info) as member:
                    content = member.read(HEAD_BYTES)
                    kind = find_kind(label, content)
                    if kind is not Kind.OTHER or content.startswith(COMPOUND_MARK):
                        content += member.read(max(0, _find_limit(kind)[0] + 1 - len(content)))
                self._add(1, len(content))
                yield _Part(label, content)

    def _add(self, count: int = 1, size: int = 0) -> None:
        """Count parts and their bytes; raise TooMuchError beyond the limits."""
        self._count += count
        self._size += size
        if self._count > text_limits.MAIL_PARTS or self._size > text_limits.MAIL_UNPACKED_BYTES:
            raise TooMuchError

    def _unique_name(self, name: str) -> str:
        unique, number = name, 1
        while unique in self._names:
            number += 1
            unique = f"{name} ({number})"
        self._names.add(unique)
        return unique


def explain_unread(kind: Kind, label: str, head: bytes) -> str:
    """Explain why a file of a kind is not read; "" for one that is, and for one of another kind, which nobody misses.

    `head` is the beginning of its content.
    """
    ending = find_spreadsheet_ending(label, head) if kind is Kind.SPREADSHEET else find_closed_ending(label, head)
    return _UNREAD_SENTENCES.get(kind, "").format(ending=ending)


def clean_label(label: str, ending: str = "") -> str:
    """Return a part's name in one printable line, without folders, cut to 100 characters and its suffix.

    An empty label gives "sans nom". `ending` is appended if the name has another suffix; "" keeps its own.
    """
    line = " ".join(printable_path(re.split(r"[/\\]", label)[-1]).replace(PART_SEPARATOR.strip(), ">").split())
    stem, suffix = Path(line).stem, Path(line).suffix
    if ending and suffix.lower() != ending:
        stem, suffix = line, ending
    return f"{stem[:_MAX_LABEL_LENGTH]}{suffix[:10]}" if stem else f"{texts.UNNAMED}{suffix[:10]}"


def _explain_unread(kind: Kind, label: str, content: Content) -> str:
    """Explain why a file is not read: its kind, or its size; "" for one that is."""
    if isinstance(content, OutlookMail):
        return ""
    limit, sentence = _find_limit(kind)
    if isinstance(content, mmap):
        limit = text_limits.MAILBOX_BYTES
    is_large = len(content) > limit and kind is not Kind.OTHER
    return explain_unread(kind, label, content[:HEAD_BYTES]) or (
        sentence.format(limit=limit // 10**6) if is_large else ""
    )


def _find_limit(kind: Kind) -> tuple[int, str]:
    """Return how many bytes a file of a kind may have, and the sentence about a larger one."""
    if kind in OPENED:
        return text_limits.MAIL_BYTES, texts.TOO_BIG_MAIL
    return text_limits.RECEIVED_BYTES, texts.TOO_BIG


def _find_kind(label: str, content: Content) -> Kind:
    """Return the kind of a file; of a zip file its directory decides."""
    if isinstance(content, OutlookMail):
        return Kind.OUTLOOK
    kind = find_kind(label, content)
    if kind is not Kind.ARCHIVE:
        return kind
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return find_zip_kind(label, archive)
    except _BROKEN:
        return find_damaged_zip_kind(label, bytes(content))


def _find_mail_kind(data: bytes) -> Kind | None:
    """Return MAIL for what says that it is one; None where its content says that it is a workbook or an archive."""
    return None if find_kind("", data) in (Kind.ARCHIVE, Kind.OUTLOOK, Kind.SPREADSHEET) else Kind.MAIL


def _iterate_mails(box: bytes | mmap) -> Iterator[_Part]:
    """Yield the mails of a mailbox, numbered from 1, without those that Thunderbird has deleted but not yet removed."""
    borders = chain(iterate_mail_starts(box), [(len(box), len(box))])
    for number, ((_, start), (end, _)) in enumerate(pairwise(borders), start=1):
        if number > text_limits.MAILBOX_MAILS:
            raise ExternalError(texts.TOO_MANY_MAILS.format(limit=text_limits.MAILBOX_MAILS))
        if not _DELETED.match(box, start):
            yield _Part(str(number), box[start : min(end, start + text_limits.MAIL_BYTES + 1)], Kind.MAIL)


def _find_member_label(info: zipfile.ZipInfo) -> str:
    """Return the name of a member of an archive; "" for folders, hidden files, lock files and backups."""
    folders = [part for part in info.filename.replace("\\", "/").split("/") if part]
    is_hidden = any(part.startswith((".", "~$", "__MACOSX")) or part == BACKUP_FOLDER for part in folders)
    if not folders or info.is_dir() or (is_hidden and find_kind(folders[-1], b"") is not Kind.CLOUD):
        return ""
    return clean_label(folders[-1])


def _announces_workbook(mail: Mail) -> bool:
    """Check whether the words of a mail without workbook announce one; a mail without words does."""
    words = set(re.findall(r"\w+", normalize(f"{mail.subject} {mail.text}")))
    return not mail.text or not words.isdisjoint(texts.ANNOUNCING_WORDS)


def _explain_without_workbook(unread: dict[str, int]) -> tuple[str, bool]:
    """Explain a mail without workbook, and say whether it may be in a part larger than the picture of a signature."""
    large = {
        f"{label} ({size // 1000} Ko)": size for label, size in unread.items() if size > text_limits.SIGNATURE_BYTES
    }
    if large:
        return texts.MAIL_UNREAD.format(names=_list(large)), True
    return texts.MAIL_WITHOUT_WORKBOOK + (texts.PARTS_UNREAD.format(names=_list(unread)) if unread else ""), False


def _list(labels: dict[str, int]) -> str:
    return list_some_names([*labels], _MAX_NAMED + 1)


def _digest(content: Content) -> str:
    """Return the SHA-256 of a content; of a mail of Outlook inside another that of its facts."""
    if isinstance(content, OutlookMail):
        content = f"{content.address} {content.sent} {content.subject} {content.text}".encode("utf-8", "replace")
    return hashlib.sha256(content).hexdigest()
