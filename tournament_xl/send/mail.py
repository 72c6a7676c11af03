"""The draft of a mail, an .eml file that mail programs open ready to be sent, and names of files that people type."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP

KINDS = {
    ".ELO": ("application", "octet-stream"),
    ".xlsx": ("application", "vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ".csv": ("text", "csv"),
    ".html": ("text", "html"),
}  # ending -> type of an attachment

LONGEST = 60  # characters of a stem; with what follows a name stays under 255 bytes and most paths under 260
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w.-]{1,250}", re.ASCII)
_LONGEST_SUBJECT = 300  # letters: `email` takes seconds for tens of thousands


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
    for name, data in attachments.items():
        kind, sub = KINDS[name[name.rindex(".") :]]
        params = {"charset": "utf-8"} if sub == "html" else None
        mail.add_attachment(data, maintype=kind, subtype=sub, filename=name, params=params)
    everything = b"".join((body.encode("utf-8", "replace"), *attachments.values()))
    mail.set_boundary(f"=_{digest(everything)[:40]}")
    return mail.as_bytes()


def _subject(text: str) -> str:
    """One line, not without end, in which nothing is taken for a coded word, that `email` would undo."""
    line = " ".join(text.encode("utf-8", "replace").decode().split())
    return line[:_LONGEST_SUBJECT].replace("=?", "= ?")


def safe_stem(text: str, otherwise: str) -> str:
    """The text as the stem of a file name, to which something is added; `otherwise` when nothing is left of it.

    No separator, control or direction character, no dot or blank at the ends.
    """
    visible = "".join(char if char.isprintable() else " " for char in text[: 2 * LONGEST])
    clean = " ".join(_FORBIDDEN.sub("-", visible).split())[:LONGEST].strip(" .-")
    return clean if any(map(str.isalnum, clean)) else otherwise
