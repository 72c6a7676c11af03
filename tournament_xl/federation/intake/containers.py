"""Copying of workbooks and tables out of containers: mails, mailboxes and archives.

Nothing in a mail is executed or shown: attachments are copied to a folder, and the first lines of the text are kept as
plain text. What is not copied is named in a file left out (`File` without tournament, with the reason).
"""

from __future__ import annotations

import hashlib
import mailbox
import mimetypes
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.facts import PART_SEPARATOR, File, Mail
from tournament_xl.federation.intake.mail_facts import is_body, iterate_leaves, read_mail, render_body
from tournament_xl.federation.intake.outlook import OutlookMail, read_outlook_mail
from tournament_xl.messages import federation as texts
from tournament_xl.messages.workbook_files import BACKUP_FOLDER
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.limits import DAMAGE

WORKBOOKS = (".xlsx", ".xlsm")
TABLES = (".csv", ".tsv", ".txt")  # may hold results that `import` reads
OTHER_SPREADSHEETS = (".xls", ".xlsb", ".ods", ".fods", ".xltx", ".xltm", ".xlam", ".numbers")
CONTAINERS = (".zip", ".eml", ".mbox", ".msg")
OTHER_CONTAINERS = (".rar", ".7z", ".tar", ".gz", ".tgz", ".pst", ".ost", ".emlx")  # may hold workbooks, not opened
_ZIP_DEPTH = 2  # an archive counts twice: an archive in an archive in an archive is not opened
_MAX_LABEL_LENGTH = 100  # characters of a part's name
_MAX_NAMED = 50  # unread parts that a French reason names
_BROKEN = (*DAMAGE, MessageError, OSError, AttributeError, TypeError, AssertionError)  # raised for damaged content
_HEADER_LINE = re.compile(rb"[!-9;-~]+[ \t]*:")
_WITHOUT_CONTENT = ("application/applefile",)  # what a Mac knows of the next attachment, under the same name


@dataclass(frozen=True, slots=True)
class Part:
    """File to read: of the folder, or copied out of a mail or an archive."""

    path: Path
    name: str  # path relative to the folder; "MAIL › FILE" for a copy
    mail: Mail | None = None
    digest: str = ""  # SHA-256 of the content; "" if it is too large for the cache


@dataclass(frozen=True, slots=True)
class Contents:
    """Contents of a container."""

    parts: tuple[Part, ...]  # copies to read
    files: tuple[File, ...]  # left out: what was not copied, with the reasons


class _TooMuchError(Exception):
    """Raised when the parts of a container are more, or larger, than allowed."""


def find_ending(path: Path) -> str:
    """Return the suffix of a file name in small letters; ".mbox" for a file `mbox`, as Apple Mail exports a mailbox."""
    return ".mbox" if path.name == "mbox" else path.suffix.lower()


def split_mailbox(path: Path, name: str, folder: Path) -> Contents:
    """Copy each mail of a mailbox to a separate file.

    Args:
        path: Path of the .mbox file.
        name: Its name in the report.
        folder: Existing folder for the copies.

    Returns:
        Mails "MAILBOX › 1", …; the mailbox itself as a file left out if it is too large or damaged, or has no mail or
        too many; the mails copied until then are returned too. Never raises for any content.
    """
    parts: list[Part] = []
    refusal = texts.NO_MAILBOX
    try:
        if path.stat().st_size > text_limits.MAILBOX_BYTES:
            return Contents(
                (), (File(name, "", None, texts.TOO_BIG_MAIL.format(limit=text_limits.MAILBOX_BYTES // 10**6)),)
            )
        for number, data in enumerate(_iterate_mails(path), start=1):
            if number > text_limits.MAILBOX_MAILS:
                refusal = texts.TOO_MANY_MAILS.format(limit=text_limits.MAILBOX_MAILS)
                return Contents(tuple(parts), (File(name, "", None, refusal),))
            copy = folder / f"{number:05}.eml"
            copy.write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()
            parts.append(Part(copy, f"{name}{PART_SEPARATOR}{number}", digest=digest))
    except _BROKEN:
        refusal = texts.DAMAGED_CONTAINER
        return Contents(tuple(parts), (File(name, "", None, refusal),))
    return Contents(tuple(parts), () if parts else (File(name, "", None, refusal),))


def _iterate_mails(path: Path) -> Iterator[bytes]:
    """Yield the mails of a mailbox.

    Some programs leave a line of text that starts with "From " as it is; what follows it has no header and belongs to
    the mail before.
    """
    box = mailbox.mbox(path, create=False)
    try:
        mail = b""
        for key in box.iterkeys():
            data = box.get_bytes(key, from_=True)
            _, _, rest = data.partition(b"\n")
            if mail and not _HEADER_LINE.match(rest):
                mail += data
                continue
            if mail:
                yield mail
            mail = rest
        if mail:
            yield mail
    finally:
        box.close()


def open_container(path: Path, name: str, folder: Path) -> Contents:
    """Copy the workbooks and tables out of a mail or an archive; never raises for any content.

    Args:
        path: Path of the .eml, .msg or .zip file.
        name: Its name in the report.
        folder: Existing folder for the copies.

    Returns:
        Copies with the mail that they came with; files left out: the container if it holds no workbook or cannot be
        read, one file that names all parts of other kinds, and each spreadsheet or archive that is not opened. If the
        parts are too many or too large, nothing is returned but the container, left out.
    """
    opening = _Opening(folder)
    sha256, refusal, is_transient = "", "", False
    try:
        data = read_regular_file(path, text_limits.MAIL_BYTES + 1)
        if len(data) > text_limits.MAIL_BYTES:
            refusal = texts.TOO_BIG_MAIL.format(limit=text_limits.MAIL_BYTES // 10**6)
            return Contents((), (File(name, "", None, refusal),))
        sha256 = hashlib.sha256(data).hexdigest()
        opening.open(name, find_ending(path), data, None, 0)
    except _TooMuchError:
        opening = _Opening(folder)  # nothing of it counts
        refusal = texts.TOO_MANY_PARTS.format(
            parts=text_limits.MAIL_PARTS, limit=text_limits.MAIL_UNPACKED_BYTES // 10**6
        )
    except OSError:
        refusal, is_transient = texts.UNREADABLE, True
    except (MemoryError, RecursionError):
        refusal = texts.DAMAGED_CONTAINER
    except Exception as error:  # a bug of ours must not cost the other files
        refusal, is_transient = texts.BUG.format(kind=type(error).__name__), True
    if refusal:
        opening.files.append(File(name, sha256, None, refusal, is_transient=is_transient))
    return Contents(tuple(opening.parts), tuple(opening.files))


@dataclass
class _Opening:
    """What was copied out of a container so far."""

    folder: Path
    parts: list[Part] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    count: int = 0
    size: int = 0

    def open(self, name: str, ending: str, data: bytes, mail: Mail | None, depth: int) -> None:
        """Copy the contents of a container; if it is damaged, locked, empty or nested too deeply it is left out."""
        sha256 = hashlib.sha256(data).hexdigest()
        if depth >= text_limits.MAIL_DEPTH:
            self.files.append(File(name, sha256, None, texts.TOO_DEEP, mail=mail))
            return
        before = len(self.parts) + len(self.files)
        refusal = ""
        try:
            if ending == ".zip":
                self._open_zip(name, sha256, data, mail, depth)
            elif ending == ".msg":
                self._open_outlook_mail(name, sha256, read_outlook_mail(data), mail, depth)
            else:
                message = BytesParser(policy=default).parsebytes(data)
                self._open_mail(name, sha256, message, mail, depth)
        except ExternalError as error:
            refusal = str(error)
        except _BROKEN:
            refusal = texts.DAMAGED_CONTAINER
        if refusal or len(self.parts) + len(self.files) == before:
            self.files.append(File(name, sha256, None, refusal or texts.EMPTY_ARCHIVE, mail=mail))

    def _add(self, name: str, label: str, data: bytes, mail: Mail | None, depth: int, unread_labels: list[str]) -> None:
        """Copy a part, open it if it is a container, or name it among the unread ones."""
        self._count(len(data))
        label = clean_label(label)
        part_name, ending = self._unique_name(f"{name}{PART_SEPARATOR}{label}"), find_ending(Path(label))
        if ending in (*WORKBOOKS, *TABLES):
            copy = self.folder / f"{len(self.parts):05}{ending}"
            copy.write_bytes(data)
            self.parts.append(Part(copy, part_name, mail, hashlib.sha256(data).hexdigest()))
        elif ending == ".mbox":
            copy = self.folder / f"mbox-{self.count:05}"
            copy.write_bytes(data)
            for number, content in enumerate(_iterate_mails(copy), start=1):
                self.open(f"{part_name}{PART_SEPARATOR}{number}", ".eml", content, mail, depth + 1)
        elif ending in CONTAINERS:
            self.open(part_name, ending, data, mail, depth + 1)
        elif ending in (*OTHER_SPREADSHEETS, *OTHER_CONTAINERS):
            text = texts.OTHER_FORMAT if ending in OTHER_SPREADSHEETS else texts.ENCLOSING
            sha256, sender = hashlib.sha256(data).hexdigest(), (mail.subject, mail.sender, mail.address) if mail else ()
            self.files.append(
                File(part_name, sha256, None, text.format(ending=ending), sender=sender or ("", "", ""), mail=mail)
            )
        else:
            unread_labels.append(label)

    def _count(self, size: int) -> None:
        """Count a part of so many bytes; raise _TooMuchError beyond the limits."""
        self.count += 1
        self.size += size
        if self.count > text_limits.MAIL_PARTS or self.size > text_limits.MAIL_UNPACKED_BYTES:
            raise _TooMuchError

    def _unique_name(self, name: str) -> str:
        unique, number = name, 1
        while unique in self.names:
            number += 1
            unique = f"{name} ({number})"
        self.names.add(unique)
        return unique

    def _tell_unread(
        self, name: str, sha256: str, unread_labels: list[str], before: int, mail: Mail | None, *, is_mail: bool = False
    ) -> None:
        """Add a mail without workbook, or the unread parts of a mail or an archive, to the files left out."""
        labels = list(dict.fromkeys(unread_labels))
        more = [texts.MORE_PARTS.format(count=len(labels) - _MAX_NAMED)] if len(labels) > _MAX_NAMED else []
        listing = ", ".join([*labels[:_MAX_NAMED], *more])
        if is_mail and len(self.parts) + len(self.files) == before:
            refusal = texts.MAIL_WITHOUT_WORKBOOK + (texts.PARTS_UNREAD.format(names=listing) if listing else "")
            # a mail with other parts gets a letter: the workbook was forgotten; one of mere words is for the officer
            sender = (mail.subject, mail.sender, mail.address) if mail and listing else ("", "", "")
            self.files.append(File(name, sha256, None, refusal, sender=sender, mail=mail))
        elif listing:
            refusal = texts.NOT_WORKBOOKS.format(names=listing)
            self.files.append(File(name, sha256, None, refusal, texts.ASIDE, mail=mail))

    def _open_zip(self, name: str, sha256: str, data: bytes, mail: Mail | None, depth: int) -> None:
        copy = self.folder / f"zip-{self.count:05}"
        copy.write_bytes(data)
        unread_labels: list[str] = []
        before = len(self.parts) + len(self.files)
        with zipfile.ZipFile(copy) as archive:
            for info in archive.infolist():
                folders = [part for part in info.filename.replace("\\", "/").split("/") if part]
                is_hidden = any(part.startswith((".", "~$", "__MACOSX")) or part == BACKUP_FOLDER for part in folders)
                if info.is_dir() or is_hidden or not folders:
                    continue
                ending = find_ending(Path(folders[-1]))
                if ending not in (*WORKBOOKS, *TABLES, *CONTAINERS, *OTHER_SPREADSHEETS, *OTHER_CONTAINERS):
                    self._count(0)
                    unread_labels.append(clean_label(folders[-1]))
                    continue
                if info.flag_bits & 1:
                    raise ExternalError(texts.LOCKED_ARCHIVE)
                limit = text_limits.MAIL_BYTES if ending in CONTAINERS else text_limits.RECEIVED_BYTES
                with archive.open(info) as part:
                    content = part.read(limit + 1)
                if len(content) > limit:
                    refusal = texts.TOO_BIG.format(limit=limit // 10**6)
                    part_name = self._unique_name(f"{name}{PART_SEPARATOR}{clean_label(folders[-1])}")
                    self.files.append(
                        File(part_name, _digest(sha256, part_name.removeprefix(name)), None, refusal, mail=mail)
                    )
                    self._count(len(content))
                    continue
                self._add(name, folders[-1], content, mail, depth + _ZIP_DEPTH - 1, unread_labels)
        self._tell_unread(name, sha256, unread_labels, before, mail)

    def _open_mail(self, name: str, sha256: str, message: Message, outer: Mail | None, depth: int) -> None:
        mail = read_mail(message, outer)
        unread_labels: list[str] = []
        before = len(self.parts) + len(self.files)
        for part in iterate_leaves(message):
            payload = part.get_payload()
            if isinstance(payload, list) and payload and isinstance(payload[0], Message):
                label = part.get_filename() or read_mail(payload[0]).subject
                if inner_name := self._enter(name, clean_label(label, ".eml"), sha256, mail, depth):
                    self._open_mail(
                        inner_name, _digest(sha256, inner_name.removeprefix(name)), payload[0], mail, depth + 1
                    )
            elif not is_body(part) and part.get_content_type() not in _WITHOUT_CONTENT:
                label = (
                    part.get_filename() or f"{texts.UNNAMED}{mimetypes.guess_extension(part.get_content_type()) or ''}"
                )
                content = part.get_payload(decode=True)
                self._add(name, label, content if isinstance(content, bytes) else b"", mail, depth, unread_labels)
        self._tell_unread(name, sha256, unread_labels, before, mail, is_mail=True)

    def _enter(self, name: str, label: str, sha256: str, mail: Mail, depth: int) -> str:
        """Return the name of a forwarded mail to open; "" for one nested too deeply, which is left out."""
        self._count(0)
        inner_name = self._unique_name(f"{name}{PART_SEPARATOR}{label}")
        if depth + 1 < text_limits.MAIL_DEPTH:
            return inner_name
        self.files.append(
            File(inner_name, _digest(sha256, inner_name.removeprefix(name)), None, texts.TOO_DEEP, mail=mail)
        )
        return ""

    def _open_outlook_mail(self, name: str, sha256: str, message: OutlookMail, outer: Mail | None, depth: int) -> None:
        mail = Mail(message.sender, message.address, message.sent, message.subject, render_body(message.text, outer))
        unread_labels: list[str] = []
        before = len(self.parts) + len(self.files)
        for label, content in message.attachments:
            if isinstance(content, bytes):
                self._add(name, label, content, mail, depth, unread_labels)
                continue
            if inner_name := self._enter(name, clean_label(label or content.subject, ".msg"), sha256, mail, depth):
                self._open_outlook_mail(
                    inner_name, _digest(sha256, inner_name.removeprefix(name)), content, mail, depth + 1
                )
        self._tell_unread(name, sha256, unread_labels, before, mail, is_mail=True)


def _digest(sha256: str, name: str) -> str:
    """Return the identity of a part without own bytes, made from the digest of the file around it."""
    return hashlib.sha256(f"{sha256} {name}".encode()).hexdigest()


def clean_label(label: str, ending: str = "") -> str:
    """Return a part's name in one printable line, without folders, cut to 100 characters and its suffix.

    Args:
        label: Name as written by the sender; "sans nom" stands for an empty one.
        ending: Suffix that is appended if the name has another one; "" to keep its own.
    """
    line = " ".join(printable_path(re.split(r"[/\\]", label)[-1]).replace(PART_SEPARATOR.strip(), ">").split())
    stem, suffix = Path(line).stem, Path(line).suffix
    if ending and suffix.lower() != ending:
        stem, suffix = line, ending
    return f"{stem[:_MAX_LABEL_LENGTH]}{suffix[:10]}" if stem else f"{texts.UNNAMED}{suffix[:10]}"
