"""Reading of mails that Outlook saves as .msg: a compound file with a stream for each property ([MS-OXMSG])."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.parser import HeaderParser
from email.utils import parseaddr
from typing import TYPE_CHECKING

from tournament_xl.federation.intake.mail_facts import (
    clean_line,
    format_time,
    parse_email_address,
    read_received,
    read_time,
    strip_html,
)

if TYPE_CHECKING:
    from olefile import OleFileIO

_SUBJECT, _BODY, _HTML, _HEADERS = "0037", "1000", "1013", "007D"
_SENDER_NAME, _SENDER_SMTP_ADDRESS, _SENDER_ADDRESS = "0C1A", "5D01", "0C1F"
_LONG_NAME, _SHORT_NAME, _DISPLAY_NAME, _DATA = "3707", "3704", "3001", "3701"
_TEXT, _ANSI_TEXT, _BINARY, _OBJECT = "001F", "001E", "0102", "000D"  # types of properties
_SUBMIT_TIME = 0x00390040
_MAX_NESTING = 4  # mails in mails


@dataclass(frozen=True, slots=True)
class OutlookMail:
    """Mail of Outlook; each text is "" if the mail has none, sender and subject are printable lines."""

    sender: str
    address: str  # "" for one inside a company's Exchange server, which is no Internet address
    sent: str  # day and time by the header Date, else of submission in UTC, "12/01/2016 14:05"
    subject: str
    text: str  # plain, or the HTML without its tags; of any length
    attachments: tuple[tuple[str, bytes | OutlookMail], ...]  # name, and content or the forwarded mail
    received: str = ""  # day and time by its first header Received, in UTC, as `sent`


def read_outlook_mail(data: bytes) -> OutlookMail:
    """Read a .msg file with its attachments, and the mails forwarded in it; more than four deep they are left empty.

    Raises:
        ValueError: It is no compound file.
        OSError: It is damaged.
    """
    from olefile import OleFileIO, isOleFile  # only for a .msg: most folders have none

    if not isOleFile(data=data):
        raise ValueError("no compound file")
    with OleFileIO(io.BytesIO(data)) as ole:
        return _read_mail(ole, (), header_size=32)


def _read_mail(ole: OleFileIO, storage: tuple[str, ...], header_size: int) -> OutlookMail:
    def text(tag: str) -> str:
        return _text(ole, storage, tag)

    headers = HeaderParser().parsestr(text(_HEADERS)[:20_000])
    name, address = parseaddr(str(headers["from"] or ""))
    addresses = (address, text(_SENDER_SMTP_ADDRESS), text(_SENDER_ADDRESS))
    entries = {tuple(path[: len(storage) + 1]) for path in ole.listdir(streams=True, storages=True)}
    attachment_storages = sorted(
        path for path in entries if path[:-1] == storage and path[-1].startswith("__attach_version1.0_")
    )
    return OutlookMail(
        clean_line(text(_SENDER_NAME) or name), next(filter(None, map(parse_email_address, addresses)), ""),
        read_time(str(headers["date"] or "")) or _sent(ole, storage, header_size), clean_line(text(_SUBJECT)),
        text(_BODY) or strip_html(text(_HTML) or _binary(ole, storage, _HTML).decode("utf-8", "replace")),
        tuple(_attachment(ole, path) for path in attachment_storages), read_received(str(headers["received"] or "")),
    )  # fmt: skip


def _attachment(ole: OleFileIO, storage: tuple[str, ...]) -> tuple[str, bytes | OutlookMail]:
    names = (_text(ole, storage, tag) for tag in (_LONG_NAME, _SHORT_NAME, _DISPLAY_NAME))
    name = next(filter(None, names), "")
    inner = (*storage, f"__substg1.0_{_DATA}{_OBJECT}")
    nested = sum(part.startswith("__attach_version1.0_") for part in storage)
    if ole.exists([*inner, "__properties_version1.0"]) and nested <= _MAX_NESTING:
        return name, _read_mail(ole, inner, header_size=24)
    return name, _binary(ole, storage, _DATA)


def _stream(ole: OleFileIO, storage: tuple[str, ...], name: str) -> bytes:
    """Return the content of a stream, b"" if there is none."""
    path = [*storage, name]
    if not ole.exists(path):
        return b""
    read: Callable[[], bytes] = ole.openstream(path).read
    return read()


def _binary(ole: OleFileIO, storage: tuple[str, ...], tag: str) -> bytes:
    return _stream(ole, storage, f"__substg1.0_{tag}{_BINARY}")


def _text(ole: OleFileIO, storage: tuple[str, ...], tag: str) -> str:
    """Return a property as text; old mails have the letters of Windows-1252."""
    text = _stream(ole, storage, f"__substg1.0_{tag}{_TEXT}").decode("utf-16-le", "replace")
    return text or _stream(ole, storage, f"__substg1.0_{tag}{_ANSI_TEXT}").decode("cp1252", "replace")


def _sent(ole: OleFileIO, storage: tuple[str, ...], header_size: int) -> str:
    """Return when the mail was submitted, in UTC; "" if there is none."""
    properties = _stream(ole, storage, "__properties_version1.0")[header_size:]
    for position in range(0, len(properties) - 15, 16):
        tag, _, ticks = struct.unpack_from("<IIQ", properties, position)
        if tag == _SUBMIT_TIME:
            try:
                return format_time(datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10))
            except OverflowError:
                return ""
    return ""
