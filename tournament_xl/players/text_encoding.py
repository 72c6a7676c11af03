"""Decoding of text files whose encoding is not stated: the right letters or None, never wrong ones."""

from __future__ import annotations

import re

from tournament_xl.workbook.cells import INVISIBLE

# Never in a name or title, so each a sign of another encoding: lines of boxes, a low quote or
# another sign inside a word ("Dupr‚", "No‘l", "Fran‡ois"), an accented capital behind a small letter ("AndrŽ"), an
# accented small letter among capitals, except letters on a French keyboard ("LEFèVRE").
_LETTER = r"[^\W\d_]"
_GARBLED = re.compile(
    rf"[ƒˆ˜√\ufffd\u2500-\u25ff]|{_LETTER}(?:[‚„‘‰]|[^\w\s\x00-\x7f’ʼ·°ªº®™\xad\u2010-\u2014](?={_LETTER}))"
    rf"|[…¤¨¬¯±´¸×÷](?={_LETTER})|[a-zß-ÿ][–—™](?=[a-zß-ÿ])|(?<![a-zß-ÿ])(?![éèàçù])[ß-öø-ÿ][A-Z]"
    rf"|[a-zß-öø-ÿ][À-ÖØ-ÞŠŽŸŒ]|{_LETTER}[À-ÖØ-ÞŠŽŸŒ](?=[a-zß-ÿ])|ÎU|Ã[^\w\s]"
)
_RARE = re.compile("[ŠšŽžŸ…]")  # in Windows-1252; common letters in other encodings have their bytes
_COMMON = re.compile("[À-ÖØ-öø-ÿ]")
_OTHER_ENCODINGS = ("mac_roman", "cp850")  # an old Excel for Mac, MS-DOS
_UNLIKELY = re.compile(r"[A-Z]{2}(?![éèàçù])[ß-öø-ÿ]|[ìòðþÐÞ]")  # in these two encodings: É of the other one
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_BYTE_OF_LETTER = {
    bytes([byte]).decode(name, "ignore"): byte for name in ("latin-1", "cp1252") for byte in range(128, 256)
}
_ENCODED_TWICE = re.compile("[\x80-\U0010ffff]{2,}")


def decode_text(data: bytes) -> str | None:
    """Decode a text file.

    UTF-16 if it starts with a byte order mark of it, else UTF-8, else as `decode_bytes`. UTF-8 that was encoded twice
    ("Ã©") is restored.

    Returns:
        Text without invisible characters (byte order mark, zero width, soft hyphen); None for bytes that are no text
        (control characters) or whose encoding is uncertain.
    """
    has_mark = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text: str | None = data.decode("utf-16" if has_mark else "utf-8-sig")
    except UnicodeDecodeError:
        text = None if has_mark else decode_bytes(data)
    if text is None or _CONTROLS.search(text):
        return None
    text = re.sub(f"[{INVISIBLE}]", "", _ENCODED_TWICE.sub(_decode_once, text))
    return None if re.search("Ã[^\\w\\s]|\ufffd", text) else text


def decode_bytes(data: bytes) -> str | None:
    """Decode bytes, one letter a byte, as Windows-1252, else MacRoman or MS-DOS (code page 850).

    Returns:
        Text; None if no encoding, or both of the latter two, give plausible words, or if all accented letters are rare
        ones of Windows-1252 (Š, Ž), whose bytes are common letters elsewhere.
    """
    text = data.decode("cp1252", "replace")
    if not _GARBLED.search(text):
        return text if _COMMON.search(text) or not _RARE.search(text) else None
    readings = [
        text
        for name in _OTHER_ENCODINGS
        if not _GARBLED.search(text := data.decode(name)) and not _UNLIKELY.search(text)
    ]
    return readings[0] if len(readings) == 1 else None


def _decode_once(run: re.Match[str]) -> str:
    """Decode UTF-8 that was taken for Windows-1252 and saved again: "Ã©" is é."""
    try:
        return bytes(_BYTE_OF_LETTER[letter] for letter in run[0]).decode()
    except (KeyError, UnicodeError):
        return run[0]
