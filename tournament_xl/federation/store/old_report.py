"""Import of the ranking workbooks of before the register: all that a publication was made of, on a very hidden sheet.

The sheet Mémoire holds one JSON text in as many cells as it needs; a record is the list of its values, without their
names. A register is begun with it once (`--avant`).
"""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from tournament_xl import __version__
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.document.keys import Document
from tournament_xl.federation.intake.decisions import question_key
from tournament_xl.federation.intake.facts import Entrant
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.federation.ranking.history import PublicationHistory
from tournament_xl.federation.ranking.ledger import Calendar, Terms, rate_tournament
from tournament_xl.federation.store.load import DECISION_FIELDS, Line, RegisterReader, Row
from tournament_xl.federation.store.save import compute_hash, describe_terms, format_exact
from tournament_xl.federation.store.tables import insert_rows
from tournament_xl.games.scrabble.rules.rating import Rating
from tournament_xl.games.scrabble.seasons.catalogue import seasons
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.cells import parse_number
from tournament_xl.workbook.snapshot import ExternalError, Json
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import explain_error
from tournament_xl.xlsx.limits import DAMAGE, xml_parser

FORMAT = 4
_WRONG_ROWS = sqlite3.InterfaceError, sqlite3.ProgrammingError, sqlite3.IntegrityError  # values of other types
_MAIN_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHARED_STRINGS = "xl/sharedStrings.xml"
_ESCAPED_CHARACTER = re.compile("_x([0-9A-Fa-f]{4})_")


def import_old_report(connection: sqlite3.Connection, path: Path, report: str) -> None:
    """Begin a register with a ranking workbook of before it: each ranking that it carries is a publication.

    `report` is its path relative to the register.

    Raises:
        ExternalError: The file cannot be read, is no ranking workbook of ours, or its history is missing,
            damaged or of an unknown format.
    """
    try:
        data = read_regular_file(path, limits.MAX_PUBLICATION)
    except OSError as error:
        reason = explain_error(error)[0]
        raise ExternalError(texts.BEFORE_UNREADABLE, path=printable_path(path), reason=reason) from None
    if not is_ours(data):
        raise ExternalError(texts.BEFORE_NOT_OURS, path=printable_path(path))
    try:
        version, values = json.loads(_memory_text(data))
        if version != FORMAT:
            raise ValueError(f"format {version}")
        last = _insert_all(connection, values, report)
        history = RegisterReader(connection).read_history(last)
    except (*DAMAGE, TypeError, AttributeError, SyntaxError, OSError, *_WRONG_ROWS):
        raise ExternalError(texts.BEFORE_WITHOUT_MEMORY, path=printable_path(path)) from None
    for number, terms in _find_terms(history):
        connection.execute(
            "UPDATE movement SET (place, rank, start, reference, pe, bonus, raw, pj) = (?, ?, ?, ?, ?, ?, ?, ?)"
            " WHERE number = ?", (*describe_terms(terms), number),
        )  # fmt: skip
    for number in range(1, last + 1):
        digest = compute_hash(connection, number)
        connection.execute("UPDATE publication SET hash = ? WHERE number = ?", (digest, number))


def _insert_all(connection: sqlite3.Connection, values: Json, report: str) -> int:
    """Insert the rows of all tables, without terms and hashes; return the number of the last publication.

    ValueError, TypeError or an error of `_WRONG_ROWS` for other values.
    """
    _, lists, files, adjustments, decisions, season_files, refused, places, *results = values
    movements, people, rankings, (federation, logo, signature, *_), journal, standing = results
    last = len(rankings)  # above, *_: version 0.1.0 kept a limit for letters

    def insert(table: str, *rows: Sequence[object]) -> None:
        insert_rows(connection, table, rows)

    for number, (day, lines) in enumerate(rankings, start=1):
        is_last = number == last
        insert("publication", (number, _day(day), True, True, is_last, report if is_last else "", False, "", "",
                               __version__, _text(federation), _text(logo), _text(signature)))  # fmt: skip
        insert("ranked", *_list_ranked(number, lines, places if is_last else {}))
    insert("season", *((last, position, _text(content)) for position, content in enumerate(season_files)))
    lines = [(_day(since), _json(_line(line))) for since, lines in lists for line in lines]
    insert("list_line", *((last, position, *line) for position, line in enumerate(lines)))
    for position, (day, licence, points, *reason_and_source) in enumerate(adjustments):
        insert("adjustment", (last, position, _day(day), licence, _exact(points), *reason_and_source))
    _insert_files(connection, last, files, _line(refused), standing)
    for person, spellings in people:
        rows = [(_day(since), *_texts(licence_to_club)) for since, *licence_to_club in spellings]
        _, licence, name, first_name, club = rows[0]
        insert("person", (last, person, name, first_name, licence, club, ""))
        insert("spelling", *((last, person, position, *row) for position, row in enumerate(rows)))
    for line in _replay([*map(_line, decisions)], [*map(_line, journal)]):
        insert("decision", (None, last, *(line.get(column, "") for column in DECISION_FIELDS)))
    played_days = {sha256: played[3] for _, sha256, played, *_ in files}
    for day, kind, reason, before, after, sha256, entrant, _, _, key, _, _ in movements:
        where = (sha256, entrant, played_days[sha256]) if sha256 else ("", 0, None)
        terms = describe_terms(None)
        insert("movement", (None, last, _day(day), kind, reason, _person(key), _exact(before), _exact(after), *where,
                            *terms))  # fmt: skip
    return last


def _insert_files(
    connection: sqlite3.Connection, last: int, files: Json, refused: Mapping[str, str], standing: Json
) -> None:
    """Insert the files with tournaments, and one for each other digest that was ever left out."""
    numbers = {_text(sha256): number for number, (_, sha256, *_) in enumerate(files, start=1)}
    first_numbers = numbers | {instead: numbers[sha256] for _, sha256, _, _, _, _, day, instead, *_ in files
                               if day and instead in numbers}  # fmt: skip
    counted = {sha256: (_day(day), first_numbers[sha256]) for sha256, day, _ in standing}
    rows_of = {sha256: {number: (_person(key) or None, _exact(start)) for number, key, start in rows}
               for sha256, _, rows in standing}  # fmt: skip

    def insert(table: str, *rows: Sequence[object]) -> None:
        insert_rows(connection, table, rows)

    def receive(number: int, name: str, sha256: str, mail: Sequence[object], *refusal: object) -> None:
        mail_cells = (True, *mail) if mail else (False, *[None] * 7)
        insert("received", (number, last, name, sha256, "", "", *mail_cells, *refusal, False, "", ""))

    for number, (name, sha256, played, refusal, word, sender, published, _, _, mail) in enumerate(files, start=1):
        receive(number, name, sha256, _texts(mail or ()), refusal, word, *_texts(sender))
        is_counted = sha256 in counted
        insert("verdict", (
            None, last, number, texts.COUNTED if is_counted else word, "" if is_counted else refused.get(sha256, ""),
            True, published and _day(published), *counted.get(sha256, (None, number)),
        ))  # fmt: skip
        (title, where, first, end, formula, kind, season, games, entrants, results, draw, organiser, email, serious,
         details) = played  # fmt: skip
        insert("tournament", (
            number, last, sha256, title, where, _day(first), _day(end), formula, kind, season, games, organiser, email,
            draw, _json(_texts(serious)), _json(_texts(details)), _json(_document(_texts(results))),
        ))  # fmt: skip
        rows = rows_of.get(sha256, {})
        insert("entrant", *((last, number, *Entrant(*entrant), *rows.get(entrant[0], (None, None)))
                            for entrant in entrants))  # fmt: skip
    for number, (sha256, reason) in enumerate(refused.items(), start=len(files) + 1):
        if sha256 not in numbers:
            receive(number, "", sha256, (), reason, texts.REFUSED, "", "", "")
            insert("verdict", (None, last, number, texts.REFUSED, reason, False, None, None, number))


def _list_ranked(number: int, lines: Json, places: Json) -> Iterator[Row]:
    """Yield the rows of a ranking, then the cotes of those who are not ranked, if `places` has them."""
    rows = [(_person(key), int(place), _exact(cote), *_texts(names)) for key, place, *names, cote in lines]
    ranked = {person for person, *_ in rows}
    rows += [(person, place, _exact(cote), None, None, None)
             for key, (place, cote) in places.items() if (person := _person(key)) not in ranked]  # fmt: skip
    yield from ((number, position, *row) for position, row in enumerate(rows))


def _replay(decisions: Sequence[Line], journal: Sequence[Line]) -> Iterator[Line]:
    """Yield the journal of old decisions, and last those in force, whole."""
    in_force = {question_key(line) for line in decisions}
    last = {question_key(line): position for position, line in enumerate(journal)}
    for position, line in enumerate(journal):
        if question_key(line) not in in_force or last[question_key(line)] != position:
            yield line
    yield from decisions


def _find_terms(history: PublicationHistory) -> Iterator[tuple[int, Terms]]:
    """Yield the row of each movement of a tournament, and its terms, where they give what was published.

    The report kept the starting cotes; guests have those of the workbook.
    """
    calendar, files = Calendar(seasons().values()), {file.number: file.tournament for file in history.files}
    lines: dict[tuple[int, int], Rating] = {}
    for standing in history.standing:
        played = files[standing.number]
        season = calendar.find_season(played.season) or calendar.season_on(played.first)
        starts = {entrant.number: Fraction(entrant.cote) for entrant in played.participants}
        starts |= {row.number: row.start for row in standing.rows}
        for line in rate_tournament(played, starts, season).lines:
            lines[standing.number, line.player.number] = line
    for row, movement in enumerate(history.movements, start=1):
        found = lines.get((movement.tournament, movement.entrant))
        if found and found.gain.total == movement.change:
            yield row, Terms(found.place, found.rank, found.old, found.gain)


def _document(results: tuple[str, ...]) -> Document:
    """Return a document with matches alone, of lines "1:3-5:451/407", "2:3-X", "3:3-7:F1"; round 0 is the final."""
    rounds: dict[str, Document] = {}
    for line in results:
        number, pair, *parts = line.split(":")
        match: Document = {"sides": [int(side) if side.isdigit() else side for side in pair.split("-")]}
        for part in parts:
            if part.startswith("F"):
                match["forfeit"] = part[1:]
            else:
                games = [[_score(score) for score in game.split("/")] for game in part.split("+")]
                match |= {"scores": games[0]} | ({"further": games[1:]} if games[1:] else {})
        rounds.setdefault(number, {"matches": {}})["matches"][pair] = match
    finals = rounds.pop("0", None)
    return {"rounds": rounds} | ({"finals": finals} if finals else {})


def _score(text: str) -> float | str | None:
    number = parse_number(text)
    return None if text == "?" else text if number is None else int(number) if number.is_integer() else number


def _text(value: Json) -> str:
    if type(value) is not str:
        raise TypeError("text wanted")
    return value


def _texts(values: Json) -> tuple[str, ...]:
    return tuple(map(_text, values))


def _day(value: Json) -> str:
    return str(date.fromisoformat(value))


def _exact(value: Json) -> str | None:
    return None if value is None else format_exact(Fraction(value))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _line(value: Json) -> dict[str, str]:
    """Convert a JSON object to a line of a list or of the decisions."""
    return {_text(key): _text(cell) for key, cell in value.items()}


def _person(key: str) -> int:
    """Return the register number in the key of a player, "R-12"; 0 for "", a player in doubt."""
    return int(key.removeprefix("R-") or 0)


def _memory_text(data: bytes) -> str:
    """Join the texts of the sheet Mémoire, whatever the size of the other sheets.

    `xlsx.workbook_package` is no help: its limits are those of a tournament, and 1,200 tournaments have more text.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheets = _part(package, "xl/workbook.xml").iter(f"{_MAIN_NAMESPACE}sheet")
        sheet_id = {sheet.get("name"): sheet.get(_RELATION_ID) for sheet in sheets}[texts.MEMORY_SHEET]
        links = _part(package, "xl/_rels/workbook.xml.rels")
        target = next(link.get("Target", "") for link in links if link.get("Id") == sheet_id)
        sheet = _part(package, target.lstrip("/") if target.startswith("/") else f"xl/{target}")
        has_shared_strings = _SHARED_STRINGS in package.namelist()  # some programs store each text in its cell
        shared = (
            [_element_text(item) for item in _part(package, _SHARED_STRINGS).iter(f"{_MAIN_NAMESPACE}si")]
            if has_shared_strings
            else []
        )
    return "".join(
        shared[int(cell.findtext(f"{_MAIN_NAMESPACE}v", ""))] if cell.get("t") == "s" else _element_text(cell)
        for cell in sheet.iter(f"{_MAIN_NAMESPACE}c")
    )


def _part(package: zipfile.ZipFile, name: str) -> Element:
    with package.open(name) as part:
        content = part.read(limits.MAX_PUBLICATION_PART)
    xml_parser(content, strict=False).Parse(content, True)
    return fromstring(content)


def _element_text(item: Element) -> str:
    text = "".join(part.text or "" for part in item.iter(f"{_MAIN_NAMESPACE}t"))
    return _ESCAPED_CHARACTER.sub(lambda match: chr(int(match[1], 16)), text)
