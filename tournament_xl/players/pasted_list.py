"""A list of players pasted as text: one player a line, or the cells of a spreadsheet, usually without titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import list_some_names
from tournament_xl.players import whole_names
from tournament_xl.players.columns import find_header, normalize_title
from tournament_xl.players.list_table import shorten
from tournament_xl.players.text_encoding import decode_text
from tournament_xl.workbook.input_rows import is_heading

_SEPARATOR = re.compile(r"[;\t()]|(?<!\d),|,(?!\d{1,2}\b)|\s[–—-]\s")  # "1652,5" is a cote
_TITLES = ("Joueur", "Club", "Cote", "Série duplicate", "Licence", "Remarque")
_MAX_FIELDS = 6  # of a line; more are the columns of a file, which has titles or the federation's form
_MAX_SHOWN = 6  # headings in one sentence


class PastedList(NamedTuple):
    """A pasted list as a text that `registrations.read_registrations` reads, line by line as it was pasted."""

    data: bytes  # text in UTF-8, or the bytes as pasted
    titles: Sequence[str] = ()  # of its columns, which are separated by tabs; empty if the list has its own
    notes: Sequence[str] = ()  # French sentences on what was left out


def read_pasted_list(data: bytes, file: str) -> PastedList:
    """Split the lines of a pasted list into cells and guess the titles of its columns; each player stays on his line.

    Headings such as "Groupe A" become empty lines, with a note. A text that has a row of titles, a brace, or more
    headings than other lines, or cannot be recognised, is returned unchanged with no `titles`, and so are bytes that
    are no text.

    Args:
        data: Text as pasted, or the bytes of a file.
        file: Name of the list, for the note.
    """
    text = decode_text(data) if data[:2] != b"PK" and b"\0" not in data else None
    if text is None or "{" in text:  # braces: the world's list of Othello has them around countries
        return PastedList(data)
    lines = text.splitlines()
    if any(find_header([(1, line.split(separator)) for line in lines if line.strip()])[1] for separator in ";\t,"):
        return PastedList(data)
    headings = {index: line.strip() for index, line in enumerate(lines) if _is_heading_line(line)}
    if 2 * len(headings) > sum(map(bool, map(str.strip, lines))):
        return PastedList(data)
    player_lines = ["" if index in headings else line for index, line in enumerate(lines)]
    filled = [line for line in player_lines if line.strip()]
    if 2 * sum("\t" in line for line in filled) < len(filled) or not filled:
        titles, player_lines = _split_lines(player_lines)
    else:
        titles = whole_names.guess_titles("\n".join(player_lines))
    if not titles:
        return PastedList(data)
    quoted = [f"« {shorten(name)} » (ligne {index + 1})" for index, name in headings.items()]
    note = texts.HEADINGS.format(file=printable_path(file), names=list_some_names(quoted, _MAX_SHOWN))
    return PastedList("\n".join(player_lines).encode(), titles, [note] if headings else [])


def _is_heading_line(line: str) -> bool:
    """Check whether a line is only a heading, perhaps with a number of players: "Groupe A (12)", "Lyon :"."""
    title, *numbers = _fields(line) or [""]
    return (title.endswith(":") or is_heading(title)) and all(map(str.isdigit, numbers))


def _fields(line: str) -> list[str]:
    return [field.strip() for field in _SEPARATOR.split(line) if field.strip()]


def _split_lines(lines: Sequence[str]) -> tuple[Sequence[str], list[str]]:
    """Split lines as people write them: "Petit Luc (Vienne) 1500", "Durand, Anne, Lyon", "Durand Anne 1652".

    Returns:
        Titles, and the lines with tabs between the cells; no titles where the lines are no players.
    """
    fields_by_line = [_fields(line) for line in lines]
    filled = [fields for fields in fields_by_line if fields]
    first = filled[0][0] if filled else ""
    several = [fields for fields in filled if len(fields) > 1]
    if not first[:1].isalpha() or max(map(len, filled)) > _MAX_FIELDS or (several and len(filled) == 1):
        return (), list(lines)
    if not several:
        return ("Joueur",), [" ".join(line.split()) for line in lines]
    surname_only = [_is_surname(fields[0]) for fields in several if not _has_digit(fields[1])]
    split_names = 2 * sum(surname_only) > len(surname_only)
    return _TITLES, ["\t".join(_cells(fields, split_names=split_names)) if fields else "" for fields in fields_by_line]


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_surname(text: str) -> bool:
    """Check whether a name has no first name: one word with its particles, or all in capitals."""
    words = text.split()
    leading = [word for word in words[:-1] if not re.fullmatch(texts.PARTICLE, normalize_title(word))]
    return not leading or (text.isupper() and "." not in text)


def _cells(fields: Sequence[str], *, split_names: bool) -> list[str]:
    """Put the fields of a line into the columns `_TITLES`.

    Args:
        fields: Name, then whatever follows it.
        split_names: Surname and first name are two fields on most lines.
    """
    parts = whole_names.split_rating(fields[0], series=True)
    cells = {"Joueur": parts.name, "Cote": parts.rating, "Série duplicate": parts.series}
    has_first_name, remarks = not (split_names or _is_surname(parts.name)), []
    for field in fields[1:]:
        title = whole_names.guess_cell_title(field)
        if title == "Nom" and not has_first_name:
            cells["Joueur"], has_first_name = f"{cells['Joueur']}, {field}", True
        elif (title := "Club" if title == "Nom" else title) and not cells.get(title):
            cells[title] = field
        else:
            remarks.append(field)
    cells["Remarque"] = ", ".join(remarks)
    return [cells.get(title, "") for title in _TITLES]
