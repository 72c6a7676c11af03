"""Lists of players as organisers have them: CSV of any kind, the federation's file (no header), a workbook."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from operator import itemgetter
from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.resources import NotOrdinaryError, printable_path, read_regular_file
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import fill_sentence, list_some_names
from tournament_xl.messages.players import LAST_PLAYED
from tournament_xl.players import columns, list_table, whole_names
from tournament_xl.players.columns import normalize_title
from tournament_xl.players.list_checks import (
    MAX_NAMES,
    ListedPlayer,
    join_name,
    report_above,
    report_duplicates,
    report_line_without_name,
    report_no_players,
    report_numbers_in_names,
)
from tournament_xl.players.list_table import NAME_KEYS, ListError, ListTable, Row, shorten
from tournament_xl.players.other_forms import refuse_other_form
from tournament_xl.players.pasted_list import read_untitled
from tournament_xl.players.ratings import RATING, parse_rating, read_ranking_as_rating
from tournament_xl.players.spreadsheets import PACKED, is_flat, read_workbook_table
from tournament_xl.players.statuses import Answer, is_status_column, may_say_no, read_line
from tournament_xl.players.text_encoding import decode_text
from tournament_xl.workbook.cells import is_error, is_spoilt_identifier, read_date
from tournament_xl.workbook.input_rows import may_be_heading
from tournament_xl.workbook.typed_columns import OPTIONAL_TITLES

SEPARATORS = ";\t,|~/"  # of two with equally many known titles the first one counts
_VALUE_WIDTH = 20  # of a cell quoted beside the title of its column
_MAX_PROBLEMS = 50  # reported for one list
_FEDERATION_WIDTHS = (12, 13)  # 13: with the date of the last tournament


@dataclass(frozen=True, slots=True)
class Registrations:
    """Players who register for a tournament, with what to report about their list."""

    players: list[dict[str, str]]  # column of Joueurs -> text, filled ones only
    warnings: list[str]
    lines: Sequence[int] = ()  # line of the list for each of `players`
    table: ListTable = field(default_factory=lambda: ListTable("", None, (), {}))  # the list itself
    world: frozenset[int] = frozenset()  # numbers of the world's list of Othello, if it was found

    def place(self, index: int, column: str) -> str:
        """Render the place in the list of a player's cell; "" for a player who is on no list.

        `index` is the position of the player in `players`, from 0, `column` a column of Joueurs.
        """
        return self.table.place(self.lines[index], column) if index < len(self.lines) else ""

    def line_at(self, place: str) -> int:
        """Return the line of the list in which a place is that `place` rendered; 0 for another one."""
        titles = [*self.table.columns, ""]
        return next((line for line in self.lines if place in (self.table.place(line, key) for key in titles)), 0)


def read_player_list(path: str | Path, *, othello: bool = False, hidden: bool = False) -> Registrations:
    """Read a list of players for a new tournament, in its order.

    Left out with a warning are hidden and struck-out rows, players whose status says no, licences without a digit,
    lines above and between the players that are none, and columns that a tournament does not have; without one, lines
    that have nothing but a N°. A text without titles is read by what its cells look like (`pasted_list`). With
    `othello` the columns are those that Joueurs has in Othello, where cotes may be negative; with `hidden` hidden rows
    of a workbook are taken too.

    Raises:
        ListError: The list cannot be read, has no player, or has problems, of which the error carries the first 50.
    """
    keys = columns.OTHELLO_KEYS if othello else columns.SCRABBLE_KEYS
    table, listed = _read(Path(path), keys, othello=othello, hidden=hidden, untitled=True)
    unread = {} if table.official else table.unread_columns(keys)
    warnings = [_describe_unread(table, unread, keys)] if unread else []
    players = [
        player | _remark_on_lone_name(player) if line in table.own_numbers else player for line, player in listed
    ]
    notes = [f"{printable_path(table.file)} : {note}" for note in table.notes]
    return Registrations(players, [*notes, *warnings], [line for line, _ in listed], table)


def _describe_unread(table: ListTable, unread: Mapping[int, str], keys: Sequence[str]) -> str:
    """Say which columns are not read, how they begin, and which titles of Joueurs the list does not have yet."""
    quoted = []
    for column, title in unread.items():
        values = [*dict.fromkeys(text for _, cells in table.rows if (text := list_table.cell_of(cells, column)))]
        shown = [text if len(text) <= _VALUE_WIDTH else f"{text[: _VALUE_WIDTH - 1]}…" for text in values[:2]]
        quoted.append(f"« {title} » ({' ; '.join([*shown, *(['…'] if len(values) > 2 else [])])})")
    others = {*table.columns, *unread.values(), *NAME_KEYS, "Prénom", *OPTIONAL_TITLES, LAST_PLAYED}
    missing = [key for key in keys if key not in others] or OPTIONAL_TITLES
    return fill_sentence(
        texts.UNREAD_COLUMNS, {"file": printable_path(table.file), "titles": quoted, "keys": ", ".join(missing)}
    )


def _remark_on_lone_name(player: Mapping[str, str]) -> dict[str, str]:
    """Return the remark by which the new workbook takes a name alone for a player's, as the earlier one did."""
    return {"Remarque": texts.PLAYED_BEFORE} if player.keys() == {"Nom"} and may_be_heading(player["Nom"]) else {}


def read_list(path: str | Path) -> list[dict[str, str]]:
    """Read the players of a list, in its order; hidden rows and players who cancelled are left out without a warning.

    Returns:
        For each player the filled columns of KEYS, in that order. Values are text without outer blanks, `N°` of
        digits, `Cote` with a decimal comma if need be; a cote 0 is left out, since it means that there is none yet.
        Other columns are ignored.

    Raises:
        ListError: The list cannot be read, has no player, or has problems, of which the error carries the first 50.
    """
    return [player for _, player in _read(Path(path), columns.KEYS)[1]]


def read_register(path: str | Path, until: date | None = None) -> list[dict[str, str]]:
    """Read the players of a federation's list with all that it says about them, hidden rows too.

    Players who cancelled are left out. Two players of one name are a problem here, even in two clubs, unless both have
    a licence. Players are as `read_list` gives them, by REGISTER_KEYS. `until` is the day of the list: a later last
    tournament is a problem, since the list is of another day, or the date mistyped.

    Raises:
        ListError: The list cannot be read, has no player, or has problems, of which the error carries the first 50.
    """
    return [player for _, player in _read(Path(path), columns.REGISTER_KEYS, until, hidden=True)[1]]


def _read(
    path: Path,
    keys: Sequence[str],
    until: date | None = None,
    *,
    othello: bool = False,
    hidden: bool = False,
    untitled: bool = False,
) -> tuple[ListTable, list[ListedPlayer]]:
    data = load_list(path)
    if data.startswith(PACKED) or path.suffix.lower() in (".xlsx", ".xlsm") or is_flat(data):
        table = read_workbook_table(path.name, data, keys)
    else:
        table = _text_table(path.name, data, untitled=untitled)
    report_above(table)
    if table.repeated:
        table.notes.append(texts.TITLES_REPEATED.format(lines=list_table.list_lines(table.repeated)))
    table = replace(read_ranking_as_rating(table), statuses=_find_statuses(table))
    players = _players(table, keys, until, othello=othello, hidden=hidden)
    if table.problems or not players:
        problems = sorted(table.problems, key=lambda problem: problem[0])
        sentences = [sentence for _, sentence in problems]
        overflow = [texts.OTHERS.format(count=len(sentences) - _MAX_PROBLEMS)] if len(sentences) > _MAX_PROBLEMS else []
        raise ListError(
            [*sentences[:_MAX_PROBLEMS], *overflow] or [texts.EMPTY.format(file=printable_path(path.name))],
            line=problems[0][0] if problems else 0,
        )
    for line, player in players:
        if line in table.own_numbers:
            player.pop("N°", None)
    return table, players


def load_list(path: Path) -> bytes:
    """Read the bytes of a list, in any form that is not refused; they are not parsed.

    Raises:
        ListError: There is no such file, it is too large or unreadable, or its form is not supported.
    """
    name = path.name or str(path)
    try:
        data = read_regular_file(path, text_limits.LIST_BYTES + 1)
    except (NotOrdinaryError, FileNotFoundError, ValueError):  # ValueError: an impossible file name
        raise ListError([texts.NO_FILE.format(file=printable_path(name))]) from None
    except OSError:
        raise ListError([texts.UNREADABLE.format(file=printable_path(name))]) from None
    if len(data) > text_limits.LIST_BYTES:
        raise ListError(
            [texts.TOO_LARGE.format(file=printable_path(name), limit=f"{text_limits.LIST_BYTES // 1_000_000} Mo")]
        )
    refuse_other_form(name, data)
    return data


# Texts


def split_by_each_separator(file: str, data: bytes) -> dict[str, tuple[list[Row], int | None]]:
    """Split a text file into cells by semicolon, by tab and by comma, since its separator is not known yet.

    Lines and bad line of each separator are as `parse_table` returns them.

    Raises:
        ListError: The bytes are no text, a web page or XML, too long, or empty.
    """
    text = decode_text(data)
    if text is not None and text.lstrip()[:1] == "<":
        raise ListError([texts.OTHER_FORM.format(file=printable_path(file))])
    if text is None:
        raise ListError([texts.NOT_TEXT.format(file=printable_path(file))])
    list_table.check_size(file, max(text.count("\n"), text.count("\r")), max(map(text.count, SEPARATORS)))
    if not text.strip('; ,\t\r\n"'):
        raise ListError([texts.EMPTY.format(file=printable_path(file))])
    return {separator: parse_table(text, separator) for separator in SEPARATORS}


def parse_table(text: str, separator: str) -> tuple[list[Row], int | None]:
    """Split a text into cells by a separator, as CSV with quotes.

    Returns:
        Lines that are not blank, each with its number from 1 and its cells as `clean_cell` gives them; and the number
        of the line at which reading stopped because of its quotes, or None: later lines are then missing.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[Row] = []
    line = 1
    bad_quotes = None
    try:
        for cells in reader:
            if any(map(_has_text, cells := list(map(list_table.clean_cell, cells)))):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        bad_quotes = line
    return rows, bad_quotes


def _has_text(cell: str) -> bool:
    """Check whether a cell has a letter, a digit or a sign of a status, as a line drawn below titles has not."""
    return cell.isalnum() or any(letter.isalnum() or letter in texts.YES_SIGNS + texts.NO_SIGNS for letter in cell)


def _find_statuses(table: ListTable) -> dict[int, str]:
    """Return the columns that say who is coming; of those that are read only a remark may say it."""
    read_columns = {column for key, (column, _) in table.columns.items() if key != "Remarque"} | {*table.whole_names}
    return {
        column: title
        for column, title in table.titles.items()
        if column not in read_columns
        and ("Remarque" in table.columns or columns.key_of(title) != "Remarque")  # of an event that is over
        and is_status_column(title, [text for _, cells in table.rows if (text := list_table.cell_of(cells, column))])
    }


def _text_table(file: str, data: bytes, *, untitled: bool) -> ListTable:
    parsed = split_by_each_separator(file, data)
    rows, bad_quotes = parsed[";"]
    if _is_federation(rows):
        filled = {column for _, cells in rows for column, text in enumerate(cells) if text}
        titles = {column: title for column, title in enumerate(texts.FEDERATION_TITLES) if column in filled}
        known_columns = {
            key: (column, title)
            for column, title in enumerate(texts.FEDERATION_TITLES)
            if (key := columns.key_of(title))
        }
        table, width = ListTable(file, None, rows, known_columns, titles, official=True), _FEDERATION_WIDTHS[1]
        odd = [row for row in rows if len(row[1]) not in _FEDERATION_WIDTHS]
    else:
        separator = max(
            parsed,
            key=lambda candidate: (
                len(columns.find_header(parsed[candidate][0])[1]),
                *_rate_separator(*parsed[candidate]),
            ),
        )
        rows, bad_quotes = parsed[separator]
        header_index, header_columns = columns.find_header(rows)
        if not header_columns and untitled and (guessed := read_untitled(file, decode_text(data) or "")):
            return guessed
        if bad_quotes and not header_columns:
            place = list_table.render_place(file, None, bad_quotes)
            raise ListError([texts.QUOTES.format(place=place)], line=bad_quotes)
        table, width = columns.read_below_header(file, None, rows), len(rows[header_index][1])
        odd = [row for row in table.rows if any(row[1][width:])]  # shifted by a separator inside a cell
    for line, cells in odd:
        table.add_problem(texts.WIDTH, line, cells=len(cells), columns=width)
    if bad_quotes:
        table.add_problem(texts.QUOTES, bad_quotes)
    return table


def _rate_separator(rows: Sequence[Row], bad_quotes: int | None) -> tuple[bool, int]:
    """Rate a separator where no title is known: quotes that close count most, then the number of columns."""
    return bad_quotes is None, len(rows[0][1]) if rows else 0


def _is_federation(rows: Sequence[Row]) -> bool:
    """Check for the federation's file: 12 or 13 columns, a rating on most lines, no header on the others."""
    others = [
        (line, cells)
        for line, cells in rows
        if len(cells) not in _FEDERATION_WIDTHS or not any(RATING.fullmatch(cells[column]) for column in (3, 9))
    ]
    return 2 * len(others) < len(rows) and not columns.find_header(others)[1]


# From the cells to the players


def _players(
    table: ListTable, keys: Sequence[str], until: date | None, *, othello: bool, hidden: bool
) -> list[ListedPlayer]:
    """Read the players from the lines of a table, and add faults to its problems and notes.

    Hidden lines, struck-out lines and those whose status says no are left out with a note. A line with nothing but a
    number is a prepared empty line. Each player is returned with his line and only filled columns. `until` is the
    latest valid day of a last tournament, None for any. With `othello` cotes may be negative, and players have a N° of
    the world's list.
    """
    name_key = next(key for key in NAME_KEYS if key in table.columns)
    name_column = table.columns[name_key][0]
    only_names = _is_only_column(table, name_column)
    pasted = table.guessed or (only_names and "club" in normalize_title(table.columns[name_key][1]).split())
    is_counted = whole_names.are_counted([list_table.cell_of(cells, name_column) for _, cells in table.rows])
    players: list[ListedPlayer] = []
    left_out: dict[str, list[str]] = {}  # reason -> names
    set_aside: dict[str, list[str]] = {}  # key of the note -> lines with their names
    for line, cells in table.rows:
        values = _read_cells(table, cells, name_key, counted=is_counted)
        if not values.keys() - {"N°"}:
            report_line_without_name(table, line, cells)
            continue
        if name_key in values:
            values |= _split_cell(values[name_key], name_key, keys, with_rating=only_names)
        name = join_name(values)
        answer, words = read_line(table.statuses, cells, name_column)
        if reason := _reason_to_set_aside(table, line, answer, hidden=hidden):
            described = _describe_line(line, name, words if reason == "rows_cancelled" else "")
            set_aside.setdefault(reason, []).append(described)
            continue
        if errors := [key for key in table.columns if key in (*keys, name_key) and is_error(values.get(key, ""))]:
            for key in errors:
                table.add_problem(texts.ERROR_CELL, line, key, value=values[key])
            continue
        if answer is Answer.YES and may_say_no(remark := values.get("Remarque", "")):
            answer, words = Answer.OPEN, remark
        if answer is Answer.OPEN:
            set_aside.setdefault("statuses_open", []).append(_describe_line(line, name, words))
        if "Nom" not in values:
            table.add_problem(texts.NO_NAME, line, name_key)
        elif sentence := _name_note(name_key, values, name, pasted=pasted):
            left_out.setdefault(sentence, []).append(name)
        left_out.setdefault(texts.OTHER_WHOLE_NAMES, []).extend(_describe_other_names(table, cells, name))
        if not any(map(str.isdigit, values.get("Licence", "0"))):  # "pas encore"
            left_out.setdefault(texts.NO_LICENCE, []).append(f"{name} ({shorten(values.pop('Licence'))})")
        _check_values(table, line, values, keys, until, othello=othello)
        players.append((line, {key: values[key] for key in keys if values.get(key)}))
    if not players and set_aside and not table.problems:
        raise ListError([texts.ALL_SET_ASIDE.format(file=printable_path(table.file), names=_first_names(set_aside))])
    table.notes.extend(_render_left_out(set_aside, left_out))
    asked = report_numbers_in_names(table, name_key, players, only_names=only_names or table.guessed)
    report_no_players(table, name_key, [player for player in players if player[0] not in asked])
    report_duplicates(table, name_key, players, by_club=keys is not columns.REGISTER_KEYS, world=othello)
    return players


def _check_values(
    table: ListTable, line: int, values: dict[str, str], keys: Sequence[str], until: date | None, *, othello: bool
) -> None:
    """Add the faults of a line's dates, licence, N° and cote to the problems; N° and cote become digits."""
    if LAST_PLAYED in keys and (last := values.get(LAST_PLAYED)):
        last_day = read_date(last)
        if last_day is None:
            table.add_problem(texts.NOT_A_DATE, line, LAST_PLAYED, value=shorten(last))
        elif until and last_day > until:
            table.add_problem(
                texts.DAY_TO_COME, line, LAST_PLAYED, day=f"{last_day:%d/%m/%Y}", until=f"{until:%d/%m/%Y}"
            )
    if is_spoilt_identifier(licence := values.get("Licence", "")):
        table.add_problem(texts.LICENCE_CHANGED, line, "Licence", value=shorten(licence))
    for key, parse_cell, sentence in (
        ("N°", _parse_number, texts.NOT_A_NUMBER),
        ("Cote", parse_rating, texts.NOT_A_RATING),
    ):
        text = values.get(key, "0")
        minus = "-" if othello and key == "Cote" and text[:1] in "-−" and text[1:] else ""
        value = parse_cell(text[len(minus) :])
        if value is None:
            table.add_problem(sentence, line, key, value=shorten(values[key]))
        values[key] = minus + value if value else ""


def _read_cells(table: ListTable, cells: Sequence[str], name_key: str, *, counted: bool) -> dict[str, str]:
    """Return the filled cells of a line by key, names without the marks before them."""
    values = {key: text for key, (column, _) in table.columns.items() if (text := list_table.cell_of(cells, column))}
    for key in {"Prénom", name_key} & values.keys():
        name = whole_names.strip_marks(values[key], counted=counted and key == name_key)
        values[key] = name.rstrip(" ?") or name
    return {key: text for key, text in values.items() if text}


def _describe_other_names(table: ListTable, cells: Sequence[str], name: str) -> Iterator[str]:
    """Yield the whole names of a line that say something else than its name."""
    for whole_name in filter(None, (list_table.cell_of(cells, column) for column in table.whole_names)):
        words, name_words = {*normalize_title(whole_name).split()}, {*normalize_title(name).split()}
        if not (words <= name_words or name_words <= words):
            yield f"{whole_name} ({name})"


def _reason_to_set_aside(table: ListTable, line: int, answer: Answer, *, hidden: bool) -> str:
    """Return the key of the note on a line that is set aside; "" for a line that counts."""
    if line in table.hidden and not hidden:
        return "rows_hidden"
    if line in table.struck and not hidden:
        return "rows_struck"
    return "rows_cancelled" if answer is Answer.NO else ""


def _describe_line(line: int, name: str, words: str) -> str:
    return texts.LINE_OF.format(line=line, name=shorten(name)) + (f" ({shorten(words)})" if words else "")


def _first_names(set_aside: Mapping[str, Sequence[str]]) -> str:
    return list_some_names([name for names in set_aside.values() for name in names], MAX_NAMES)


def _render_left_out(set_aside: Mapping[str, Sequence[str]], left_out: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the notes on a list: the lines set aside or in doubt, then what else was left out, by reason."""
    for key in ("rows_hidden", "rows_struck", "rows_cancelled", "statuses_open"):
        if names := set_aside.get(key):
            yield fill_sentence(texts.SET_ASIDE[key], {"names": names})
    for reason, names in filter(itemgetter(1), left_out.items()):
        yield fill_sentence(reason, {"names": [*map(shorten, names)]})


def _name_note(name_key: str, values: Mapping[str, str], name: str, *, pasted: bool) -> str:
    """Return the note for a whole name that may be cut wrongly; "" for a clear one."""
    if name_key == "Nom":
        return ""
    if not values["Prénom"]:
        return texts.WHOLE_NAMES if len(name.split()) > 2 else ""
    return texts.LONG_FIRST_NAMES if pasted and " " in values["Prénom"] else ""


def _is_only_column(table: ListTable, column: int) -> bool:
    """Check whether no other column is filled next to the names."""
    return not any(text for _, cells in table.rows for index, text in enumerate(cells) if index != column)


def _split_cell(text: str, name_key: str, keys: Sequence[str], *, with_rating: bool) -> dict[str, str]:
    """Split the names in a cell by column; `with_rating` also splits off a cote and a series behind them."""
    extras: dict[str, str] = {}
    if with_rating:
        parts = whole_names.split_rating(text, series="Série duplicate" in keys)
        extras = {key: value for key, value in (("Cote", parts.rating), ("Série duplicate", parts.series)) if value}
        text = parts.name if extras else text
    if name_key == "Nom":
        return extras | {"Nom": text}
    surname, first = whole_names.split_name(text, name_key)
    if not first:
        surname, first = whole_names.split_two_words(text, name_key)
    return extras | {"Nom": surname, "Prénom": first}


def _parse_number(text: str) -> str | None:
    """Read a player's number: "7", "07", "7." and "7.0" are 7.

    The result is digits, "" for 0, None for a text that is no number of a player.
    """
    match = re.fullmatch(r"([0-9]{1,6})(?:\.0*)?", text)
    return match and match[1].lstrip("0")
