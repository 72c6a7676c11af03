"""A list of players without titles, pasted or in a file: one player a line, or the cells of a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tournament_xl.messages import players as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players import whole_names
from tournament_xl.players.columns import key_of, normalize_title, read_below_header
from tournament_xl.players.list_table import ListTable, clean_cell, list_lines, shorten
from tournament_xl.players.statuses import is_status
from tournament_xl.workbook.input_rows import is_heading

_SEPARATOR = re.compile(
    r"[;\t()|~<>\[\]]"
    r"|(?<!\d),|,(?!\d{1,2}\b)"  # "1652,5" is a cote
    r"|\s[–—-]\s|(?<!\d)\s{0,9}/|/\s{0,9}(?!\d)"  # 12/3 is a day
)
_TITLES = ("Joueur", "Club", "Cote", "Série duplicate", "Licence", "Remarque", texts.STATUS)
_MAX_FIELDS = 6  # of a line; more are the columns of a file, which has titles or the federation's form
_PHONE = re.compile(r"(?:\+\d{2} ?|\b0)\d(?:[ .-]?\d\d){4}\b")
_LABELLED = re.compile(r"(\D{1,99}?)(?:\s{0,9}n°)?[\s:.]{0,9}(\d[\d ]{0,40}[\dA-D]?)")  # "licence 1234567", "cote 1500"
_STROKES = re.compile(r"[\u0335-\u0338]|^~+|~+$")
_YES_SIGNS = str.maketrans("", "", texts.YES_SIGNS)


def read_untitled(file: str, text: str) -> ListTable | None:
    """Read a list without titles by what its cells look like; each player stays on his line.

    Bullets and the numbers that count the lines are dropped. Headings such as "Groupe A" are left out with a note, but
    for those of people who do not play, which are asked about like those of any list.

    Returns:
        The table; None for a text that has a brace, titles of other columns than names, or more headings than other
        lines, or that cannot be recognised.
    """
    if "{" in text:  # the world's list of Othello has them around countries
        return None
    lines = [line.translate(_YES_SIGNS).strip(" ") for line in text.splitlines()]
    is_counted = whole_names.are_counted(lines)
    lines = [_strip_marks(line, counted=is_counted) for line in lines]
    struck = frozenset(number for number, line in enumerate(lines, start=1) if whole_names.is_struck(line))
    lines = [_STROKES.sub("", line) for line in lines]
    headings = {index: line.strip() for index, line in enumerate(lines) if _is_heading_line(line)}
    if 2 * len(headings) > sum(map(bool, map(str.strip, lines))):
        return None
    last_player = max((index for index, line in enumerate(lines) if line.strip() and index not in headings), default=0)
    for index, heading in [*headings.items()]:
        if index < last_player and re.match(texts.NOT_PLAYING, normalize_title(heading)):
            del headings[index]
    player_lines = ["" if index in headings else line for index, line in enumerate(lines)]
    filled = [line for line in player_lines if line.strip()]
    if _begins_with_titles([_fields(line) for line in filled]):
        return None
    if 2 * sum("\t" in line for line in filled) < len(filled) or not filled:
        titles, player_lines = _split_lines(player_lines)
    else:
        titles = whole_names.guess_titles("\n".join(player_lines))
    if not titles:
        return None
    shown_titles = [title or texts.UNTITLED_COLUMN.format(number=index) for index, title in enumerate(titles, start=1)]
    split_lines = ([*map(clean_cell, line.split("\t"))] for line in player_lines)
    rows = [(number, cells) for number, cells in enumerate(split_lines, start=1) if any(cells)]
    table = read_below_header(file, None, [(0, shown_titles), *rows])
    quoted = [f"« {shorten(name)} » ({list_lines([index + 1])})" for index, name in headings.items()]
    notes = [fill_sentence(texts.HEADINGS, {"names": quoted})] if headings else []
    return replace(table, guessed=True, struck=struck, notes=[*table.notes, *notes])


def _begins_with_titles(lines: Sequence[Sequence[str]]) -> bool:
    """Check whether the first line has titles, none of them of names: one is known, or has mostly numbers below it."""
    first, *others = lines or [()]
    columns = [[fields[index] for fields in others if index < len(fields)] for index in range(len(first))]
    return len(first) > 1 and any(
        (key_of(title) and not is_status(title))
        or (not _has_digit(title) and 2 * sum(field[0].isdigit() for field in column) > len(others))
        for title, column in zip(first, columns, strict=True)
    )


def _strip_marks(line: str, *, counted: bool) -> str:
    """Return a line without what stands before the name; a sign that says no goes to its end, as a status does."""
    signs = [sign for sign in texts.NO_SIGNS if sign in line]
    bare = "".join(letter for letter in line if letter not in texts.NO_SIGNS)
    name = whole_names.strip_marks(bare, counted=counted) if bare.strip() else ""
    return f"{name} ({signs[0]})" if signs and name else name


def _is_heading_line(line: str) -> bool:
    """Check whether a line is only a heading, perhaps with a number of players: "Groupe A (12)", "Lyon :"."""
    title, *numbers = _fields(line) or [""]
    if line.rstrip().endswith(":") or re.match(texts.EVENT, normalize_title(line)):
        return True
    is_title = is_heading(title) or re.search(texts.EVENT, normalize_title(title))
    return bool(is_title) and all(map(str.isdigit, numbers))


def _fields(line: str) -> list[str]:
    line = _PHONE.sub(r";\g<0>;", line)
    return [field.strip(' "') for field in _SEPARATOR.split(line) if field.strip(' "')]


def _split_lines(lines: Sequence[str]) -> tuple[Sequence[str], list[str]]:
    """Split lines as people write them: "Petit Luc (Vienne) 1500", "Durand, Anne, Lyon", "Durand Anne 1652".

    Returned are the titles, and the lines with tabs between the cells; no titles where the lines are no players.
    """
    fields_by_line = [_split_status(_fields(line)) for line in lines]
    filled = [fields for fields in fields_by_line if fields]
    first = filled[0][0] if filled else ""
    several = [fields for fields in filled if len(fields) > 1]
    if not first[:1].isalpha() or max(map(len, filled)) > _MAX_FIELDS or (several and len(filled) == 1):
        return (), list(lines)
    if not several:
        return ("Joueur",), [" ".join(line.split()) for line in lines]
    surname_only = [
        _is_surname(fields[0]) for fields in several if not (_has_digit(fields[1]) or _is_answer(fields[1]))
    ]
    split_names = 2 * sum(surname_only) > len(surname_only)
    return _TITLES, ["\t".join(_cells(fields, split_names=split_names)) if fields else "" for fields in fields_by_line]


def _split_status(fields: list[str]) -> list[str]:
    """Part a status from the name before it: "Petit Luc ne vient pas"; a name keeps its capitals."""
    words = fields[0].split() if fields and not is_heading(fields[0]) else []
    for index in range(1, len(words)):
        tail = " ".join(words[index:])
        if all(word[0].islower() or not word[0].isalpha() for word in words[index:]) and _is_answer(tail):
            return [" ".join(words[:index]), *fields[1:], tail]
    return fields


def _is_answer(text: str) -> bool:
    """Check whether a field or the end of a name says whether somebody comes: a status, or a bare yes or no."""
    return is_status(text) or (text.isalpha() and len(text) > 1 and normalize_title(text) in texts.BARE_ANSWERS)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_surname(text: str) -> bool:
    """Check whether a name has no first name: one word with its particles, or all in capitals."""
    words = text.split()
    leading = [word for word in words[:-1] if not re.fullmatch(texts.PARTICLE, normalize_title(word))]
    return not leading or (text.isupper() and "." not in text)


def _cells(fields: Sequence[str], *, split_names: bool) -> list[str]:
    """Put the fields of a line into the columns `_TITLES`.

    `fields` are the name, then whatever follows it; with `split_names` surname and first name are two fields on most
    lines.
    """
    cells: dict[str, str] = {}
    name = _take_name(fields[0], cells)
    has_first_name, remarks = not (split_names or _is_surname(name)), []
    for written in fields[1:]:
        title, field = _guess_field(written)
        if title == "Nom" and not has_first_name:
            name, has_first_name = f"{name}, {_take_name(field, cells)}", True
        elif (title := "Club" if title == "Nom" else title) and not cells.get(title):
            cells[title] = field
        else:
            remarks.append(field)
    cells |= {"Joueur": name, "Remarque": ", ".join(remarks)}
    return [cells.get(title, "") for title in _TITLES]


def _take_name(field: str, cells: dict[str, str]) -> str:
    """Return the name in a field; a cote or a series behind it goes to its cell."""
    parts = whole_names.split_rating(field, series=True)
    cells |= {title: text for title, text in (("Cote", parts.rating), ("Série duplicate", parts.series)) if text}
    return parts.name


def _guess_field(field: str) -> tuple[str, str]:
    """Return the title of a field behind the name, "Nom" for words, "" for what is told as it stands; and its text."""
    if _is_answer(field):
        return texts.STATUS, field
    if (match := _LABELLED.fullmatch(field)) and (key := key_of(match[1])) in _TITLES:
        return str(key), match[2]
    return ("" if "licence" in normalize_title(field) else whole_names.guess_cell_title(field)), field
