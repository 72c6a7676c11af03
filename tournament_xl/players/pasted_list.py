"""A list of players pasted as text, which may lack column titles."""

from __future__ import annotations

import re

from tournament_xl.players.whole_names import title_columns


def add_titles(data: bytes) -> bytes:
    """Add column titles to a pasted list (one name a line, or cells between tabs) that has none.

    Args:
        data: Bytes of the list; those of a file of another kind stay as they are.
    """
    if data[:2] == b"PK" or b"\0" in data or (b"\t" not in data and re.search(rb"[;,]", data)):
        return data
    try:
        encoding, text = "utf-8", data.decode()
    except UnicodeDecodeError:
        encoding, text = "cp1252", data.decode("cp1252", "replace")
    lines = [line for line in text.splitlines() if line.strip()]
    if encoding == "utf-8" and 2 * sum("\t" in line for line in lines) < len(lines):
        text = text.replace("\t", " ")  # a few lines with tabs make no columns
        data = text.encode()
    titles = "\t".join(title_columns(text))
    return f"{titles}\n".encode(encoding) + data if titles else data
