"""Facts of a mail for the federation's officer: who sent it, when, its subject, its first lines as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from html import unescape
from itertools import dropwhile, islice

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.facts import Mail
from tournament_xl.federation.intake.mail_parts import decode_words, is_body, iterate_parts, read_header, read_sender
from tournament_xl.messages import federation as texts

_MAX_LINE_LENGTH = 200
_MAX_LINES = 8
_TIME = "%d/%m/%Y %H:%M"
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}", re.ASCII)
_FORWARD = re.compile(r"[-_]{3,}")  # "---------- Forwarded message ---------", "-------- Message transféré --------"
_FROM = re.compile(r"\W{0,9}(?:De|From|Von|Da)\W{0,3}:\W{0,3} *(.{1,200})", re.IGNORECASE)
_MAX_HEADING_LINES = 9  # below the dashes
_INVISIBLE_ELEMENTS = {"style", "script", "head", "title"}
_TAG = re.compile(r"(<[^<>]*>)")
_LINE_ELEMENTS = {"br", "p", "div", "tr", "li", "h1", "h2", "h3"}


def read_mail(message: Message, outer: Mail | None = None) -> Mail:
    """Read the facts of a mail; "" for each header that is missing or malformed.

    `outer` is the mail in which it was forwarded, None if it was not; the first lines of both are kept.
    """
    name, address = read_sender(message)
    mail = Mail(
        clean_line(name), parse_email_address(address), read_time(read_header(message, "date")),
        clean_line(decode_words(read_header(message, "subject"))), render_body(_body(message), outer),
        read_received(read_header(message, "received")),
    )  # fmt: skip
    return attach(mail, outer)


def attach(mail: Mail, outer: Mail | None) -> Mail:
    """Add to a mail what the mail that it was attached to says: only who sent that one, and when, is certain."""
    if outer is None:
        return mail
    return replace(mail, received=outer.received, forwarder=outer.forwarder or outer.address or outer.sender)


def read_received(header: str) -> str:
    """Return day and time of a header Received in UTC, as `read_time` does; "" without any."""
    try:
        moment = parsedate_to_datetime(header.rpartition(";")[2])
        return format_time(moment.astimezone(UTC) if moment.tzinfo else moment)
    except (TypeError, ValueError, IndexError, OverflowError):
        return ""


def read_time(header: str) -> str:
    """Return what `format_time` makes of a header Date; "" if it is none."""
    try:
        return format_time(parsedate_to_datetime(header))
    except (TypeError, ValueError, IndexError, OverflowError):
        return ""


def format_time(moment: datetime) -> str:
    """Render day and time of a mail on the clock of the value: "12/01/2016 14:05"."""
    return f"{moment:{_TIME}}"


def parse_time(text: str) -> datetime:
    """Parse what `format_time` renders; the latest time of all for any other text."""
    try:
        return datetime.strptime(text, _TIME)
    except ValueError:
        return datetime.max


def clean_line(text: str) -> str:
    """Return a text as one line, cut to 200 characters; then control and other invisible characters are escaped."""
    return printable_path(" ".join(text.split())[:_MAX_LINE_LENGTH])


def parse_email_address(text: str) -> str:
    """Return a text that is an e-mail address as a whole, "" for any other text."""
    return text if _ADDRESS.fullmatch(text) else ""


def _body(message: Message) -> str:
    """Return the text of a mail: the plain text, else the HTML without its tags."""
    texts = {part.get_content_type(): part for part in reversed([*filter(is_body, iterate_parts(message))])}
    if "text/plain" in texts:
        return _decode(texts["text/plain"])
    return strip_html(_decode(texts["text/html"])) if "text/html" in texts else ""


def _decode(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        return data[: text_limits.MAIL_BODY_LETTERS].decode(part.get_content_charset() or "utf-8", "replace")
    except (LookupError, ValueError):
        return data[: text_limits.MAIL_BODY_LETTERS].decode("cp1252", "replace")


def render_body(text: str, outer: Mail | None = None) -> str:
    """Return the first 8 of the lines to show of a mail, joined by newlines.

    Their order: the sender of `outer`, who forwarded this mail; the writer of a mail that is quoted below a line of
    dashes; the text of `outer`; the lines of `text`, without empty and quoted ones (">"), each cut to 200 characters.
    `text` is the whole plain text of the mail.
    """
    lines = [clean_line(line) for line in text[: text_limits.MAIL_BODY_LETTERS].splitlines()]
    own_lines = [line for line in lines if line and not line.startswith(">")]
    first = []
    if outer and outer.writer:
        first.append(texts.FORWARDED_BY.format(sender=outer.writer))
    if sender := _original_sender(lines):
        first.append(texts.FORWARDED_FROM.format(sender=sender))
    return "\n".join([*first, *(outer.text.split("\n") if outer and outer.text else ()), *own_lines][:_MAX_LINES])


def _original_sender(lines: Iterable[str]) -> str:
    """Return who wrote the mail that is quoted below a line of dashes, as mail programs forward one; "" for none."""
    after_dashes = dropwhile(lambda line: not _FORWARD.match(line), lines)
    heading = next((match for match in map(_FROM.match, islice(after_dashes, 1, _MAX_HEADING_LINES)) if match), None)
    return heading[1].replace("*", "").strip() if heading else ""


def strip_html(page: str) -> str:
    """Return the text of an HTML page without tags, comments, head, title, styles and scripts, with line breaks.

    Only the first `text_limits.MAIL_BODY_LETTERS` characters of the page are read, in linear time.
    """
    pieces, hidden_by = list[str](), ""
    for number, piece in enumerate(_TAG.split(page[: text_limits.MAIL_BODY_LETTERS])):
        if number % 2 == 0:
            pieces += [] if hidden_by else [re.sub(r"\s+", " ", unescape(piece))]
            continue
        element = piece.strip("</>").split(maxsplit=1)[0].lower() if piece.strip("</> \t\r\n") else ""
        if piece.startswith("<!--") or hidden_by == "!--":
            hidden_by = "" if piece.endswith("-->") else "!--"
        elif element in _INVISIBLE_ELEMENTS and hidden_by in ("", element):
            hidden_by = "" if piece.startswith("</") else element
        elif element in _LINE_ELEMENTS:
            pieces.append("\n")
    return "".join(pieces)
