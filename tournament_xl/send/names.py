"""File names made of what people type: safe on every system, never a path."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 80  # characters of a stem; with what follows a name stays under 255 bytes and most paths under 260
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
_READ = 500  # letters of a text that are looked at
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def safe_stem(text: str, otherwise: str) -> str:
    """The text as the stem of a file name; `otherwise` when nothing is left of it.

    No separator, control or direction character, no name that Windows keeps for devices, no dot or blank at the ends.
    """
    composed = unicodedata.normalize("NFC", text[:_READ])
    visible = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in composed)
    clean = " ".join(_FORBIDDEN.sub("-", visible).split()).strip(" .-")
    while len(clean) > LONGEST or len(clean.encode("utf-8")) > 2 * LONGEST:
        clean = clean[:-1].rstrip(" .-")
    if not any(char.isalnum() for char in clean):
        return otherwise
    return f"{otherwise} {clean}" if _RESERVED.fullmatch(clean.split(".")[0].strip()) else clean
