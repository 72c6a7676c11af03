"""Mail drafts: .eml files that mail programs open ready to send."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode, encodebytes
from collections.abc import Mapping
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from textwrap import wrap

ATTACHMENT_TYPES = {
    ".ELO": ("application", "octet-stream"),
    ".xlsx": ("application", "vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ".csv": ("text", "csv"),
    ".html": ("text", "html"),
}  # suffix -> type of the attachment

_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w.-]{1,250}", re.ASCII)
_MAX_SUBJECT_LENGTH = 300  # characters
_SUBJECT_PLACE = "-"  # where the header of the subject goes
_ENCODED_WORD_BYTES = 36  # of text, so that a line of the header has less than 75 letters
_LINE_LENGTH = 66


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def render_draft(to: str, subject: str, body: str, attachments: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a mail draft; the same texts and attachments give the same bytes.

    It has no Date and no Message-ID, which the program that sends it adds; X-Unsent makes it a draft for Outlook. The
    address is left out if `parse_address` gives none; the subject is written as `clean_subject` gives it. Attachments
    are in the order of the mail; their suffixes must be in ATTACHMENT_TYPES.

    Raises:
        KeyError: The suffix of an attachment is another one.
    """
    mail = EmailMessage(policy=SMTP)
    mail["X-Unsent"] = "1"
    if address := parse_address(to):  # otherwise the sender types it
        mail["To"] = address
    mail["Subject"] = _SUBJECT_PLACE
    mail.set_content(body, cte="quoted-printable")
    everything = b"".join((body.encode("utf-8", "replace"), *attachments.values()))
    boundary = f"=_{sha256_hex(everything)[:40]}"
    if attachments:
        mail.make_mixed()
    mail.set_boundary(boundary)
    content = mail.as_bytes().replace(f"Subject: {_SUBJECT_PLACE}".encode(), _subject_header(subject), 1)
    if not attachments:
        return content
    text, separator, end = content.rpartition(f"\r\n--{boundary}".encode())
    lines = (encodebytes(data).replace(b"\n", b"\r\n") for data in attachments.values())
    parts = (b"\r\n" + _attachment_header(name) + encoded for name, encoded in zip(attachments, lines, strict=True))
    return separator.join((text, *parts, end))


def _subject_header(subject: str) -> bytes:
    """Return the header of a subject; one that is not plain ASCII is all in encoded words, whole letters in each.

    `email` itself loses blanks between encoded words, and parts letters.
    """
    words, line = [""], clean_subject(subject)
    for letter in line:
        if len((words[-1] + letter).encode()) > _ENCODED_WORD_BYTES:
            words.append("")
        words[-1] += letter
    encoded = [f"=?utf-8?b?{b64encode(word.encode()).decode()}?=" for word in words]
    lines = wrap(line, _LINE_LENGTH, break_long_words=False, break_on_hyphens=False) if line.isascii() else encoded
    return "\r\n ".join(["Subject: " + "".join(lines[:1]), *lines[1:]]).encode()


def _attachment_header(name: str) -> bytes:
    """Return the header of an attachment of this name."""
    main_type, subtype = ATTACHMENT_TYPES[name[name.rindex(".") :]]
    mail, params = EmailMessage(policy=SMTP), {"charset": "utf-8"} if subtype == "html" else None
    mail.add_attachment(b"", maintype=main_type, subtype=subtype, filename=name, params=params)
    (part,) = mail.iter_attachments()
    return part.as_bytes()


def read_draft(data: bytes) -> Mapping[str, bytes] | None:
    """Read the attachments of a draft that `render_draft` made and nobody changed.

    They are by file name; None for any other mail, also if it was edited or sent.
    """
    mail = BytesParser(policy=SMTP).parsebytes(data)
    body, parts = mail.get_body(("plain",)), [*mail.iter_attachments()] if mail.is_multipart() else []
    if body is None or mail["X-Unsent"] != "1":
        return None
    attachments: dict[str, bytes] = {
        part.get_filename() or "": bytes(part.get_payload(decode=True) or b"") for part in parts
    }
    try:
        text = body.get_content().replace("\r\n", "\n")
        rebuilt = render_draft(mail["To"] or "", mail["Subject"] or "", text, attachments)
    except (LookupError, ValueError):  # an unknown charset, or an attachment that no draft of ours has
        return None
    return attachments if rebuilt == data else None


def parse_address(text: str) -> str:
    """Return the text if all of it is one mail address, else ""."""
    return text if _ADDRESS.fullmatch(text) else ""


def clean_subject(text: str) -> str:
    """Return a subject on one line of at most 300 letters and without "=?", which `email` would take for a code."""
    line = " ".join(text.encode("utf-8", "replace").decode().split())
    return line[:_MAX_SUBJECT_LENGTH].replace("=?", "= ?")
