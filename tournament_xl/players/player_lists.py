"""Lists of players as organisers have them: CSV of any make, the federation's file, a workbook."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tournament_xl.core.resources import NotOrdinaryError, printable_path, read_regular_file
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import some_names
from tournament_xl.messages.players import LAST_PLAYED
from tournament_xl.players import columns, whole_names
from tournament_xl.players.columns import NAME_KEYS, ListError, ListTable, Row, fold_title, short
from tournament_xl.players.other_forms import refuse_other_form
from tournament_xl.players.spreadsheets import PACKED, is_flat, workbook_table
from tournament_xl.players.text_encoding import decode_text
from tournament_xl.workbook.input_rows import are_headings, is_heading, may_be_heading
from tournament_xl.workbook.snapshot import is_error
from tournament_xl.workbook.tables import is_spoilt_identifier, read_date

Listed = tuple[int, dict[str, str]]  # line of the list, the player on it
SEPARATORS = ";\t,"
MAX_BYTES = 20_000_000
_MOST_TITLES, _MOST_NAMES = 25, 6  # that are told
_SHOWN = 50  # problems of a list that are told
_FEDERATION_WIDTHS = (12, 13)  # 13: with the date of the last tournament
_OF_A_PERSON = frozenset(("Prénom", "Licence"))
_FACTS = _OF_A_PERSON | {"N°", "Club", "Cote", "Série duplicate", "Pays"}  # a note has none
_ALL_BROTHERS = 3
# Adjustments may have decimals (R11): one or two behind three digits, so that "1.80" is still no cote.
_RATING = re.compile(r"(?:([0-9])[ .,'’]([0-9]{3})|([0-9]{1,4}))(?:[.,]0+|(?<=[0-9]{3})[.,]([0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class Registrations:
    """Who comes, by column of Joueurs, and what to say of the list."""

    players: list[dict[str, str]]
    warnings: list[str]
    lines: Sequence[int] = ()  # of the list, one for each of `players`
    table: ListTable = field(default_factory=lambda: ListTable("", None, (), {}))  # where they stand
    world: frozenset[int] = frozenset()  # the numbers of the world's list of Othello, where it was found

    def place(self, at: int, column: str) -> str:
        """Where the list has what the player `at` has in a column of Joueurs; "" for whoever is not of a list."""
        return self.table.place(self.lines[at], column) if at < len(self.lines) else ""


def read_coming(path: str | Path, *, othello: bool = False, hidden: bool = False) -> Registrations:
    """The players of a list as `read_list`, by the columns that a game's Joueurs may have, and what was left aside.

    Rows put out of sight are taken only if `hidden`.
    """
    keys = columns.OTHELLO_KEYS if othello else columns.SCRABBLE_KEYS
    table, found = _read(Path(path), keys, othello=othello, hidden=hidden)
    unread = table.unread(keys)
    told = (
        [texts.UNREAD.format(file=printable_path(table.file), titles=some_names(unread, _MOST_TITLES))]
        if unread
        else []
    )
    return Registrations([player for _, player in found], [*table.notes, *told], [line for line, _ in found], table)


def read_list(path: str | Path) -> list[dict[str, str]]:
    """The players of a list, in its order.

    A player's keys are those of KEYS that are filled, in that order; values are text without outer blanks, `N°` and
    `Cote` digits only (a cote 0 is left out: it means none yet). Unknown columns are ignored.
    Raises ListError with every problem of the list, and nothing else.
    """
    return [player for _, player in _read(Path(path), columns.KEYS)[1]]


def read_register(path: str | Path, until: date | None = None) -> list[dict[str, str]]:
    """The players of a federation's list with everything it says of them: as `read_list`, by REGISTER_KEYS; a filter
    that somebody left on takes nobody out of the ranking.

    A last tournament after `until` is a problem: the list is of another day, or the date a typing error.
    """
    return [player for _, player in _read(Path(path), columns.REGISTER_KEYS, until, hidden=True)[1]]


def _read(
    path: Path, keys: Sequence[str], until: date | None = None, *, othello: bool = False, hidden: bool = False
) -> tuple[ListTable, list[Listed]]:
    data = load(path)
    if data.startswith(PACKED) or path.suffix.lower() in (".xlsx", ".xlsm") or is_flat(data):
        table = workbook_table(path.name, data, keys)
    else:
        table = _text_table(path.name, data)
    players = _players(table, keys, until, negative=othello, hidden=hidden)
    if table.problems or not players:
        in_order = [sentence for _, sentence in sorted(table.problems, key=lambda problem: problem[0])]
        more = [texts.OTHERS.format(count=len(in_order) - _SHOWN)] if len(in_order) > _SHOWN else []
        raise ListError([*in_order[:_SHOWN], *more] or [texts.EMPTY.format(file=printable_path(path.name))])
    return table, players


def load(path: Path) -> bytes:
    """The bytes of a list; ListError when it is no file, too large, not to be read or of a form that is not read."""
    name = path.name or str(path)
    try:
        data = read_regular_file(path, MAX_BYTES + 1)
    except (NotOrdinaryError, FileNotFoundError, ValueError):  # ValueError: a name that no file can have
        raise ListError([texts.NO_FILE.format(file=printable_path(name))]) from None
    except OSError:
        raise ListError([texts.UNREADABLE.format(file=printable_path(name))]) from None
    if len(data) > MAX_BYTES:
        raise ListError([texts.TOO_LARGE.format(file=printable_path(name), limit=f"{MAX_BYTES // 1_000_000} Mo")])
    refuse_other_form(name, data)
    return data


# Texts


def parse(file: str, data: bytes) -> dict[str, tuple[list[Row], int | None]]:
    """Separator -> the lines of a text that are not blank, and the line whose quotes are wrong, if there is one.

    Raises ListError when it is no text, too long or empty.
    """
    text = decode_text(data)
    if text is not None and text.lstrip()[:1] == "<":
        raise ListError([texts.OTHER_FORM.format(file=printable_path(file))])
    if text is None:
        raise ListError([texts.NOT_TEXT.format(file=printable_path(file))])
    columns.check_size(file, max(text.count("\n"), text.count("\r")), max(map(text.count, SEPARATORS)))
    if not text.strip('; ,\t\r\n"'):
        raise ListError([texts.EMPTY.format(file=printable_path(file))])
    return {separator: parse_table(text, separator) for separator in SEPARATORS}


def parse_table(text: str, separator: str) -> tuple[list[Row], int | None]:
    """The lines that are not blank; and the line whose quotes are wrong, where reading stopped, if there is one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[Row] = []
    line = 1
    bad_quotes = None
    try:
        for cells in reader:
            rows.append((line, list(map(columns.clean, cells))))
            line = reader.line_num + 1
    except csv.Error:
        bad_quotes = line
    return [row for row in rows if any(row[1])], bad_quotes


def _text_table(file: str, data: bytes) -> ListTable:
    parsed = parse(file, data)
    rows, bad_quotes = parsed[";"]
    if _is_federation(rows):
        filled = {at for _, cells in rows for at, text in enumerate(cells) if text}
        titles = {at: title for at, title in enumerate(texts.FEDERATION_TITLES) if at in filled}
        known = {key: (at, title) for at, title in enumerate(texts.FEDERATION_TITLES) if (key := columns.key_of(title))}
        table, width = ListTable(file, None, rows, known, titles), _FEDERATION_WIDTHS[1]
        odd = [row for row in rows if len(row[1]) not in _FEDERATION_WIDTHS]
    else:
        separator = max(parsed, key=lambda one: (len(columns.find_header(parsed[one][0])[1]), *_sound(*parsed[one])))
        rows, bad_quotes = parsed[separator]
        at, found = columns.find_header(rows)
        if bad_quotes and not found:
            raise ListError([texts.QUOTES.format(place=columns.place_text(file, None, bad_quotes))])
        table, width = columns.under_header(file, None, rows), len(rows[at][1])
        odd = [row for row in table.rows if any(row[1][width:])]  # a separator inside a cell has shifted them
    for line, cells in odd:
        table.say(texts.WIDTH, line, cells=len(cells), columns=width)
    if bad_quotes:
        table.say(texts.QUOTES, bad_quotes)
    return table


def _sound(rows: Sequence[Row], bad_quotes: int | None) -> tuple[bool, int]:
    """Whether its quotes close, and how many columns there are: what tells a separator where no title is known."""
    return bad_quotes is None, len(rows[0][1]) if rows else 0


def _is_federation(rows: Sequence[Row]) -> bool:
    """12 or 13 columns and an Elo on most lines, and no header among the others."""
    others = [
        (line, cells)
        for line, cells in rows
        if len(cells) not in _FEDERATION_WIDTHS or not any(_RATING.fullmatch(cells[column]) for column in (3, 9))
    ]
    return 2 * len(others) < len(rows) and not columns.find_header(others)[1]


# From the cells to the players


def _players(
    table: ListTable, keys: Sequence[str], until: date | None, *, negative: bool, hidden: bool
) -> list[Listed]:
    """The players, each with his line and those of `keys` that are filled; problems go to the table.

    Left out and told: hidden lines unless `hidden`, cancelled ones. `until`: no Dernier tournoi is later. `negative`:
    whether cotes may be so (Othello). A line with nothing but a number is a prepared empty line.
    """
    name_key = next(key for key in NAME_KEYS if key in table.columns)
    only_names = _is_only_column(table, table.columns[name_key][0])
    players: list[Listed] = []
    aside: dict[str, list[str]] = {}  # why -> names of those left out
    for line, cells in table.rows:
        values = {key: cells[at] for key, (at, _) in table.columns.items() if at < len(cells) and cells[at]}
        if not values.keys() - {"N°"}:
            continue
        if name_key in values:
            values |= _split_cell(values[name_key], name_key, keys, with_rating=only_names)
        name = full_name(values)
        status = values.pop(texts.STATUS, "")
        if line in table.hidden and not hidden:
            aside.setdefault(texts.HIDDEN, []).append(name)
            continue
        if texts.CANCELLED.match(fold_title(status)):
            aside.setdefault(texts.WITHDRAWN, []).append(f"{name} ({status})")
            continue
        if errors := [key for key in table.columns if key in (*keys, name_key) and is_error(values.get(key, ""))]:
            for key in errors:
                table.say(texts.ERROR_CELL, line, key, value=values[key])
            continue
        if "Nom" not in values:
            table.say(texts.NO_NAME, line, name_key)
        elif name_key != "Nom" and not values["Prénom"] and len(name.split()) > 2:
            aside.setdefault(texts.WHOLE_NAMES, []).append(name)
        for whole in (cells[at] for at in table.whole_names if at < len(cells)):
            words, both = {*fold_title(whole).split()}, {*fold_title(name).split()}
            if not (words <= both or both <= words):
                aside.setdefault(texts.OTHER_WHOLE_NAMES, []).append(f"{whole} ({name})")
        if LAST_PLAYED in keys and (last := values.get(LAST_PLAYED)):
            day = read_date(last)
            if day is None:
                table.say(texts.NOT_A_DATE, line, LAST_PLAYED, value=short(last))
            elif until and day > until:
                table.say(texts.DAY_TO_COME, line, LAST_PLAYED, day=f"{day:%d/%m/%Y}", until=f"{until:%d/%m/%Y}")
        if not any(map(str.isdigit, values.get("Licence", "0"))):  # "pas encore"
            aside.setdefault(texts.NO_LICENCE, []).append(f"{name} ({short(values.pop('Licence'))})")
        if is_spoilt_identifier(licence := values.get("Licence", "")):
            table.say(texts.LICENCE_CHANGED, line, "Licence", value=short(licence))
        for key, read, sentence in (("N°", _number, texts.NOT_A_NUMBER), ("Cote", _rating, texts.NOT_A_RATING)):
            text = values.get(key, "0")
            minus = "-" if negative and key == "Cote" and text[:1] in "-−" and text[1:] else ""
            value = read(text[len(minus) :])
            if value is None:
                table.say(sentence, line, key, value=short(values[key]))
            values[key] = minus + value if value else ""
        players.append((line, {key: values[key] for key in keys if values.get(key)}))
    for why, names in aside.items():
        shown = some_names([short(name) for name in names], _MOST_NAMES)
        several = len(names) > 1
        facts = {"count": len(names), "s": "s" if several else "", "dit": "disent" if several else "dit"}
        table.notes.append(why.format(file=printable_path(table.file), names=shown, **facts))
    if only_names:
        _check_numbers(table, name_key, players)
    _check_headings(table, name_key, players, _check_notes(table, name_key, players))
    _check_duplicates(table, name_key, players, by_club=keys is not columns.REGISTER_KEYS)
    return players


def _is_only_column(table: ListTable, column: int) -> bool:
    """Whether nothing stands beside the names."""
    return not any(text for _, cells in table.rows for at, text in enumerate(cells) if at != column)


def _split_cell(text: str, name_key: str, keys: Sequence[str], *, with_rating: bool) -> dict[str, str]:
    """The names in a cell, by column; `with_rating`: and the cote and series behind them, where there are some."""
    behind: dict[str, str] = {}
    if with_rating:
        whole = whole_names.split_rating(text, series="Série duplicate" in keys)
        behind = {key: found for key, found in (("Cote", whole.rating), ("Série duplicate", whole.series)) if found}
        text = whole.name if behind else text
    if name_key == "Nom":
        return behind | {"Nom": text}
    surname, first = split_name(text, name_key)
    if not first:
        surname, first = whole_names.split_two_words(text, name_key)
    return behind | {"Nom": surname, "Prénom": first}


def _check_numbers(table: ListTable, name_key: str, players: Sequence[Listed]) -> None:
    """A problem, at the first of them, with the names that have a number nobody can place: of a list, a licence."""
    named = ((line, full_name(player)) for line, player in players)
    odd = [(line, name) for line, name in named if whole_names.has_number(name) and not is_heading(name)]
    if odd:
        lines, shown = [line for line, _ in odd], some_names([f"« {short(name)} »" for _, name in odd], _MOST_NAMES)
        table.problems.append(
            (lines[0], texts.NUMBERS_IN_NAMES.format(places=table.places(lines, name_key), texts=shown))
        )


def _check_headings(table: ListTable, name_key: str, players: Sequence[Listed], note: int | None) -> None:
    """A problem, at the first of them, with the lines that have nothing but a name where others have more: "Groupe A".
    From the line of a `note` on it is told already. Joueurs is read by the same rule: what passes here passes there.
    """
    apart = "Prénom" in table.columns
    alone = {
        line: player["Nom"]
        for line, player in players
        if player.keys() == {"Nom"} and (apart or may_be_heading(player["Nom"]))
    }
    others = [line for line, player in players if line not in alone and player.keys() & _FACTS]
    if are_headings(len(alone), len(others)) and (lines := [line for line in alone if note is None or line < note]):
        shown = some_names([f"« {short(alone[line])} »" for line in lines], columns.MOST_PLACES)
        table.problems.append((lines[0], texts.NAMES_ALONE.format(places=table.places(lines, name_key), texts=shown)))


def _check_notes(table: ListTable, name_key: str, players: Sequence[Listed]) -> int | None:
    """A problem at the first line that may be a note and no player, naming who stands below it: "Total", "Arbitre : …",
    or a name alone under a blank line. In the new workbook that blank line would be gone. Its number, None without.
    """
    known = below = False
    before, cells_of = players[0][0] if players else 0, dict(table.rows)
    for at, (line, player) in enumerate(players):
        below = below or any(between not in table.hidden for between in range(before + 1, line))
        name = player.get("Nom", "")
        bare = not _has_facts(table, name_key, cells_of[line], player)
        word = texts.NOTE.match(fold_title(name)) or ":" in name
        if (word and not player.keys() & _OF_A_PERSON) or (bare and known and below):
            rest = [short(full_name(other)) for _, other in players[at + 1 :]]
            who = texts.BELOW.format(names=some_names(rest, _MOST_NAMES)) if rest else ""
            table.say(texts.PLAYER_OR_NOTE, line, name_key, text=short(name), below=who)
            return line
        known, before = known or not bare, line
    return None


def _has_facts(table: ListTable, name_key: str, cells: Sequence[str], player: Mapping[str, str]) -> bool:
    """Whether a line says what only a player has; "NC" is a cote, too, and two words alone are no first name."""
    filled = {key for key, (at, _) in table.columns.items() if at < len(cells) and cells[at]}
    if name_key in filled - {"Nom"} and split_name(cells[table.columns[name_key][0]], name_key)[1]:
        filled.add("Prénom")
    return not _FACTS.isdisjoint(filled | (player.keys() - {"Prénom"}))


def full_name(player: Mapping[str, str]) -> str:
    return " ".join(filter(None, (player.get("Nom"), player.get("Prénom"))))


def _number(text: str) -> str | None:
    """ "7", "07", "7." and "7.0" are 7; "" for 0; None if it is no number of a player."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.0*)?", text)
    return match and match[1].lstrip("0")


def _rating(text: str) -> str | None:
    """The digits of "1 803", "1803,0" or "1803*" (the star of a PL*, R1), with decimals where there are some; "" for 0
    and where a dash or NC says that there is none; None if it is no cote.
    """
    if fold_title(text.strip("«» ")) in texts.NO_RATING:
        return ""
    match = _RATING.fullmatch(text.strip("* "))
    return match and (match[3] or match[1] + match[2]).lstrip("0") + (f",{match[4]}" if match[4] else "")


def split_name(text: str, order: str) -> tuple[str, str]:
    """Surname and first name where the text itself shows them: by a comma, or by a surname in capitals.

    Otherwise the whole text and "": it still prints and sorts well, a wrong cut would not.
    """
    surname, comma, first = (part.strip() for part in text.partition(","))
    if comma:
        return (surname, first) if surname and first and "," not in first else (text, "")
    words = text.split()
    capitals = [word.isupper() and "." not in word and len(word) > 1 for word in words]
    count = sum(capitals)
    if order == columns.SURNAME_LAST:
        whole, surnames, firsts = not any(capitals[:-count]), words[-count:], words[:-count]
    else:
        whole, surnames, firsts = all(capitals[:count]), words[:count], words[count:]
    initials = all(len(word) < 3 for word in surnames)  # "JP Dupont" looks like "LY Awa"
    if not whole or initials or not firsts or not firsts[0][0].isupper():
        return text, ""
    return " ".join(surnames), " ".join(firsts)


def _check_duplicates(table: ListTable, name_key: str, players: Sequence[Listed], *, by_club: bool) -> None:
    """A number or a licence given twice; a name given twice, unless two licences tell the players apart, or, told as a
    note, two clubs (`by_club`).
    """
    if len(players) > _ALL_BROTHERS and len({player.get("Nom") for _, player in players}) == 1:
        table.say(texts.ALL_THE_SAME, players[0][0], name_key, name=short(players[0][1].get("Nom", "")))
        return
    seen: dict[tuple[str, str], tuple[int, str, str, str]] = {}  # key, value -> line, name, licence, club of one
    apart: dict[str, None] = {}  # names that clubs tell apart
    for line, player in players:
        name = full_name(player)
        licence, club = columns.licence_key(player.get("Licence", "")), fold_title(player.get("Club", ""))
        mine = line, name, licence, club
        for key, value, sentence in (
            ("N°", player.get("N°"), texts.SAME_NUMBER),
            ("Licence", licence, texts.SAME_LICENCE),
            (name_key, fold_title(name), texts.SAME_NAME),
        ):
            if not value:
                continue
            other, bearer, his, his_club = seen.setdefault((key, value), mine)
            if by_club and key == name_key and other != line and club and his_club and club != his_club:
                apart[short(name)] = None
                other, bearer, his, _ = seen.setdefault((key, f"{value}\n{club}"), mine)
            if other != line and not (key == name_key and licence and his):
                table.say(sentence, line, key, name=short(bearer), other=other)
    if apart:
        names = some_names([*apart], _MOST_NAMES)
        table.notes.append(texts.HOMONYMS_BY_CLUB.format(file=printable_path(table.file), names=names))
