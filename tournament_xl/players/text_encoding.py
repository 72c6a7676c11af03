"""Bytes of a text file as the letters that were meant: taken for other ones, or refused, never garbled."""

from __future__ import annotations

import re

from tournament_xl.workbook.snapshot import INVISIBLE

# What no name or title has, each a sign that the bytes were meant in another way: lines of boxes, a low quote or
# another sign inside a word ("Dupr‚", "No‘l", "Fran‡ois"), a capital with an accent behind a small letter ("AndrŽ"), a
# small one among capitals, but for those that a French keyboard has ("LEFèVRE").
_LETTER = r"[^\W\d_]"
_GARBLED = re.compile(
    rf"[ƒˆ˜√\ufffd\u2500-\u25ff]|{_LETTER}(?:[‚„‘‰]|[^\w\s\x00-\x7f’ʼ·°ªº®™\xad\u2010-\u2014](?={_LETTER}))"
    rf"|[…¤¨¬¯±´¸×÷](?={_LETTER})|[a-zß-ÿ][–—™](?=[a-zß-ÿ])|(?<![a-zß-ÿ])(?![éèàçù])[ß-öø-ÿ][A-Z]"
    rf"|[a-zß-öø-ÿ][À-ÖØ-ÞŠŽŸŒ]|{_LETTER}[À-ÖØ-ÞŠŽŸŒ](?=[a-zß-ÿ])|ÎU|Ã[^\w\s]"
)
_RARE = re.compile("[ŠšŽžŸ…]")  # of Windows-1252: other programs' common letters
_COMMON = re.compile("[À-ÖØ-öø-ÿ]")
_OTHERS = ("mac_roman", "cp850")  # an old Excel for Mac, MS-DOS
_UNLIKELY = re.compile(r"[A-Z]{2}(?![éèàçù])[ß-öø-ÿ]|[ìòðþÐÞ]")  # in those two: the other one's É
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_BYTES = {bytes([one]).decode(name, "ignore"): one for name in ("latin-1", "cp1252") for one in range(128, 256)}
_TWICE = re.compile("[\x80-\U0010ffff]{2,}")


def decode_text(data: bytes) -> str | None:
    """UTF-16 if it says so, else UTF-8, else Windows-1252, which contains the texts in ISO-8859-1, else MacRoman or
    MS-DOS; None: no text, or letters of which it cannot be told.
    """
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text: str | None = data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        text = None if marked else decode_bytes(data)
    if text is None or _CONTROLS.search(text):
        return None
    text = re.sub(f"[{INVISIBLE}]", "", _TWICE.sub(_once, text))
    return None if re.search("Ã[^\\w\\s]|\ufffd", text) else text


def decode_bytes(data: bytes) -> str | None:
    """Windows-1252, else MacRoman or MS-DOS, a letter a byte; None when it cannot be told."""
    text = data.decode("cp1252", "replace")
    if not _GARBLED.search(text):
        return text if _COMMON.search(text) or not _RARE.search(text) else None
    found = [text for name in _OTHERS if not _GARBLED.search(text := data.decode(name)) and not _UNLIKELY.search(text)]
    return found[0] if len(found) == 1 else None


def _once(run: re.Match[str]) -> str:
    """UTF-8 that was taken for Windows-1252 and saved again: "Ã©" is é."""
    try:
        return bytes(_BYTES[letter] for letter in run[0]).decode()
    except (KeyError, UnicodeError):
        return run[0]
