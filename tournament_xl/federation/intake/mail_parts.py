"""Parts of a mail, as mail programs write them and gateways spoil them."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32, default
from email.utils import parseaddr

from tournament_xl.core import text_limits
from tournament_xl.federation.intake.kinds import skip_to_headers

_ENCODINGS = ("base64", "quoted-printable")  # of parts; uuencoded text is found by its first line
_MAX_NAME_LENGTH = 600  # letters of an attachment's name as it is encoded; decoding 2,000 takes 6 ms
_UUENCODED = re.compile(rb"begin(-base64)? [0-7]{3,4} ([^\r\n]{1,255})\s*")
_BASE64_OF_WORKBOOK = re.compile(rb"\s*(?:UEsDB[A-Za-z0-9+/=\s]+|0M8R4KGxGuE[A-Za-z0-9+/=\s]+)")  # zip, old Office


class MailPart(Message):
    """Part of a mail. A mail inside it stays bytes, in any transfer encoding; a name that is malformed is none."""

    def get_content_maintype(self) -> str:
        """Return the first half of the type; the parser would parse a "message" without decoding it."""
        main_type = super().get_content_maintype()
        return "application" if main_type == "message" else main_type

    def get_filename(self, failobj: str | None = None) -> str | None:  # type: ignore[override]
        """Return the name of an attachment, `failobj` for none."""
        with suppress(Exception):  # the parser of parameters raises many kinds of errors for malformed ones
            return super().get_filename(failobj)
        return failobj


class _Policy(Compat32):
    """Headers are cut, for the time of their parsers grows with the square of their length, and become text."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        source = value.encode("ascii", "surrogateescape")
        try:
            value = source.decode()
        except UnicodeDecodeError:
            value = source.decode("cp1252", "replace")
        if name.lower() == "content-transfer-encoding":
            value = next((encoding for encoding in _ENCODINGS if encoding in value.lower()), "")
        return name, value[: text_limits.MAIL_HEADER_LETTERS + 1]


_POLICY = _Policy()


def parse_mail(data: bytes, count: Callable[[], None] = lambda: None) -> Message:
    """Parse a mail.

    The first header may stand behind a byte order mark, a blank line or junk. `count` is called for each part; what it
    raises ends the parsing.
    """

    def create_part(policy: Compat32 = _POLICY) -> Message:
        count()
        return MailPart(policy)

    return BytesParser(create_part, policy=_POLICY).parsebytes(skip_to_headers(data))


def read_header(message: Message, name: str) -> str:
    """Return a header on one line, as it stands in the mail; "" if it is missing or too long."""
    value = "".join(str(message[name] or "").splitlines())
    return value if len(value) <= text_limits.MAIL_HEADER_LETTERS else ""


def decode_words(text: str) -> str:
    """Decode the encoded words ("=?utf-8?q?=C3=89t=C3=A9?=") of a line; "" if they are unreadable."""
    try:
        return str(default.header_factory("subject", text))
    except Exception:  # the parser of headers raises many kinds of errors for malformed ones
        return ""


def read_sender(message: Message) -> tuple[str, str]:
    """Return name and address of the sender, "" each for none."""
    try:
        name, address = parseaddr(read_header(message, "from"))
    except (ValueError, LookupError, RecursionError):
        return "", ""
    return decode_words(name), address


def iterate_parts(message: Message) -> Iterator[Message]:
    """Yield the texts and attachments of a mail in their order, parts of parts too; a forwarded mail as a whole."""
    stack = [message]
    while stack:
        part = stack.pop()
        if part.is_multipart():
            stack.extend(reversed([inner for inner in part.get_payload() if isinstance(inner, Message)]))
        else:
            yield part


def is_body(part: Message) -> bool:
    """Check whether a part is a text, plain or HTML, of the mail itself and no attachment."""
    is_text = part.get_content_maintype() == "text"
    return is_text and not part.get_filename() and part.get_content_disposition() != "attachment"


def is_mail(part: Message) -> bool:
    """Check whether a part says that it is a mail, forwarded as an attachment."""
    return part.get_content_type() in ("message/rfc822", "message/global")


def find_part_name(part: Message) -> str:
    """Return the name of an attachment, with or without quotation marks around it; "" for none."""
    return decode_words(" ".join((part.get_filename() or "")[:_MAX_NAME_LENGTH].split()))


def decode_content(part: Message) -> bytes:
    """Return the content of a part, decoded, also base64 that no header announces."""
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return b""
    with suppress(binascii.Error):
        content = binascii.a2b_base64(content) if _BASE64_OF_WORKBOOK.fullmatch(content) else content
    return content


def iterate_uuencoded(part: Message, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file that stands in a part between the lines "begin 644 NAME" and "end".

    With "begin-base64" its lines are base64, and "====" is the last. Such files stand anywhere in a text of the mail
    itself; an attachment, or a mail inside it, has them only where it begins with one: then it was encoded as a whole.
    `part` is no multipart, `data` its decoded content.
    """
    text = data if is_body(part) or _UUENCODED.match(data.lstrip()) else b""
    name, pieces, is_base64 = "", list[bytes](), False
    for line in text.splitlines() if b"begin" in text else ():
        if start := _UUENCODED.fullmatch(line):
            name, pieces, is_base64 = start[2].decode("utf-8", "replace"), [], bool(start[1])
        elif name and line.strip() in (b"end", b"===="):
            yield name, b"".join(pieces)
            name = ""
        elif name:
            try:
                pieces.append(binascii.a2b_base64(line) if is_base64 else _decode_uuencoded(line))
            except binascii.Error:
                name = ""


def _decode_uuencoded(line: bytes) -> bytes:
    """Return the bytes of a line; its first letter says how many, and what follows them is ignored."""
    size = ((line[0] - 32) & 63) if line else 0
    return binascii.a2b_uu(line[: 1 + (size + 2) // 3 * 4])
