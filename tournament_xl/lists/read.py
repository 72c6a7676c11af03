"""Lists of players as organisers have them: CSV of any make, the federation's file, a workbook."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

from tournament_xl.book.guarded import unguarded
from tournament_xl.book.labels import PLAYERS
from tournament_xl.book.snapshot import HostError, cell_text
from tournament_xl.lists.columns import (
    KEYS,
    NAME_KEYS,
    REGISTER_KEYS,
    ListError,
    ListTable,
    Row,
    find_header,
    fold_title,
    place_text,
    short,
    under_header,
)
from tournament_xl.lists.players import RATING, to_players
from tournament_xl.ordinary import NotOrdinaryError, read_ordinary
from tournament_xl.record import record
from tournament_xl.texts import player_list as texts
from tournament_xl.texts.names import some_names

MAX_BYTES = 20_000_000
MAX_LINES = 50_000
MAX_COLUMNS = 200
MAX_CELLS = 700_000  # more than 50,000 lines of the federation's 13 columns
_STORED = re.compile(r"[0-9]{1,15}\.[0-9]{8,20}")
_OF_DOS = re.compile(rb"[A-Za-z\x80-\xff][\x82\x87-\x89\x8b]|[a-z][\x8a\x8c\x93]")
_OF_WINDOWS = re.compile(rb"[a-z][\xe0\xe2\xe4\xe7-\xeb\xee\xef\xf4\xf6\xf9\xfb\xfc]")
_OF_MACS = re.compile(rb"[A-Za-z][\x83\x88-\x8b\x8e\x91\x94-\x96\x99\x9a\x9e]")
_MOST_TITLES = 6  # that are told
_SHOWN = 50  # problems of a list that are told
_FEDERATION = {
    "Nom": 0, "Prénom": 1, "Licence": 2, "Elo duplicate": 3, "Série duplicate": 4, "Club": 5, "Catégorie": 6,
    "Nationalité": 7, "Fédération": 8, "Cote": 9, "Coefficient classique": 11,
    "Dernier tournoi": 12,
}  # column from 0  # fmt: skip
_FEDERATION_WIDTHS = (12, 13)  # 13: with the date of the last tournament
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"  # how workbooks begin; the second: .xls, or a password


@record
class Coming:
    """Who comes, by column of Joueurs, and what to say of the list."""

    players: list[dict[str, str]]
    warnings: list[str]
    world: frozenset[int] = frozenset()  # the numbers of the world's list of Othello, where it was found


def read_coming(path: str | Path, *, negative: bool = False) -> Coming:
    """The players of a list as `read_list`, and which of its columns were left out; cotes may be `negative`."""
    table, players = _read(Path(path), KEYS, negative=negative)
    told = [texts.UNREAD.format(file=table.file, titles=some_names(table.unread, _MOST_TITLES))] if table.unread else []
    return Coming(players, told)


def read_list(path: str | Path) -> list[dict[str, str]]:
    """The players of a list, in its order.

    A player's keys are those of KEYS that are filled, in that order; values are text without outer blanks, `N°` and
    `Cote` digits only (a cote 0 is left out: it means none yet). Unknown columns are ignored.
    Raises ListError with every problem of the list, and nothing else.
    """
    return _read(Path(path), KEYS)[1]


def read_register(path: str | Path, until: date | None = None) -> list[dict[str, str]]:
    """The players of a federation's list with everything it says of them: as `read_list`, by REGISTER_KEYS.

    A last tournament after `until` is a problem: the list is of another day, or the date a typing error.
    """
    return _read(Path(path), REGISTER_KEYS, until)[1]


def _read(
    path: Path, keys: Sequence[str], until: date | None = None, *, negative: bool = False
) -> tuple[ListTable, list[dict[str, str]]]:
    data = load(path)
    workbook = data.startswith((_ZIP, _OLE)) or path.suffix.lower() in (".xlsx", ".xlsm")
    table = _workbook_table(path.name, data) if workbook else _text_table(path.name, data)
    players = to_players(table, keys, until, negative=negative)
    _report_uncomputed(table, keys)
    if table.problems or not players:
        in_order = [sentence for _, sentence in sorted(table.problems, key=lambda problem: problem[0])]
        more = [texts.OTHERS.format(count=len(in_order) - _SHOWN)] if len(in_order) > _SHOWN else []
        raise ListError([*in_order[:_SHOWN], *more] or [texts.EMPTY.format(file=path.name)])
    return table, players


def _shown(text: str) -> str:
    """A number with decimals as its program shows it: Excel stores 1803.1 as 1803.0999999999999."""
    return repr(float(text)) if _STORED.fullmatch(text) else text


def _report_uncomputed(table: ListTable, keys: Sequence[str]) -> None:
    """Formulas without result where players stand, a formula for the name included."""
    wanted = {column: key for key, (column, _) in table.columns.items() if key in (*keys, *NAME_KEYS)}
    names = {column for column, key in wanted.items() if key in NAME_KEYS}
    lines = {line for line, cells in table.rows if any(at < len(cells) and cells[at] for at in names)}
    lines |= {line for line, column in table.uncomputed if column in names and line > table.header}
    for line, column in sorted(table.uncomputed):
        if line in lines and column in wanted:
            table.say(texts.NO_RESULT, line, wanted[column])


def load(path: Path) -> bytes:
    """The bytes of a list; ListError when it is no file, too large or not to be read."""
    name = path.name or str(path)
    try:
        data = read_ordinary(path, MAX_BYTES + 1)
    except (NotOrdinaryError, FileNotFoundError, ValueError) as error:  # ValueError: a name that no file can have
        sentence = texts.NOT_A_FILE if isinstance(error, NotOrdinaryError) else texts.NO_FILE
        raise ListError([sentence.format(file=name)]) from None
    except OSError:
        raise ListError([texts.UNREADABLE.format(file=name)]) from None
    if len(data) > MAX_BYTES:
        raise ListError([texts.TOO_BIG.format(file=name, limit=MAX_BYTES // 1_000_000)])
    return data


def _text_table(file: str, data: bytes) -> ListTable:
    parsed = parse(file, data)
    rows, bad_quotes = parsed[";"]
    if _is_federation(rows):
        columns = {key: (column, texts.FEDERATION_TITLES[column]) for key, column in _FEDERATION.items()}
        table = ListTable(file, None, rows, columns)
        for line, cells in rows:
            if len(cells) not in _FEDERATION_WIDTHS:
                table.say(texts.FEDERATION_WIDTH, line, cells=len(cells))
    else:
        separator = max(parsed, key=lambda separator: _fit(*parsed[separator]))
        rows, bad_quotes = parsed[separator]
        _check_width(file, None, rows)
        at, found = find_header(rows)
        if bad_quotes and not found:
            raise ListError([texts.QUOTES.format(place=place_text(file, None, bad_quotes))])
        table = under_header(file, None, rows)
        for line, cells in _wide(rows):
            name = texts.SEPARATORS[separator]
            table.say(texts.TOO_MANY_CELLS, line, cells=len(cells), columns=len(rows[at][1]), separator=name)
    if bad_quotes:
        table.say(texts.QUOTES, bad_quotes)
    return table


def parse(file: str, data: bytes) -> dict[str, tuple[list[Row], int | None]]:
    """Separator -> the lines of a text that are not blank, and the line whose quotes are wrong, if there is one.

    Raises ListError when it is no text, too long or empty.
    """
    refuse_other_systems(file, data)
    text = decode_text(data)
    if text is None:
        raise ListError([texts.NOT_TEXT.format(file=file)])
    if max(text.count("\n"), text.count("\r")) > MAX_LINES:
        raise ListError([texts.TOO_LONG.format(file=file, limit=MAX_LINES)])
    if not text.strip('; ,\t\r\n"'):
        raise ListError([texts.EMPTY.format(file=file)])
    if max(map(text.count, texts.SEPARATORS)) > MAX_CELLS:
        raise ListError([texts.TOO_FULL.format(file=file, limit=MAX_CELLS)])
    return {separator: _parse(text, separator) for separator in texts.SEPARATORS}


def decode_text(data: bytes) -> str | None:
    """UTF-16 if it says so, else UTF-8, else Windows-1252, which contains the texts in ISO-8859-1; None: no text."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding).removesuffix("\x1a")  # DOS programs end a file so
        except UnicodeDecodeError:
            continue
        return None if re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text) else text
    return None


def refuse_other_systems(file: str, data: bytes) -> None:
    """ListError where names would be read with other letters."""
    if of_other_systems(data):
        raise ListError([texts.NOT_TEXT.format(file=file)])


def of_other_systems(data: bytes) -> bool:
    """Whether letters are those of DOS, or of old Macs, whose lines end so: é would be read as Ž or ‚."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    with suppress(UnicodeDecodeError):
        data.decode()
        return False
    others = _OF_MACS if b"\n" not in data else _OF_DOS
    return others.search(data) is not None and _OF_WINDOWS.search(data) is None


def _parse(text: str, separator: str) -> tuple[list[Row], int | None]:
    """The lines that are not blank; and the line whose quotes are wrong, where reading stopped, if there is one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[Row] = []
    line = 1
    bad_quotes = None
    try:
        for cells in reader:
            rows.append((line, _cleaned(cells)))
            line = reader.line_num + 1
    except csv.Error:
        bad_quotes = line
    return [row for row in rows if any(row[1])], bad_quotes


def _cleaned(cells: Sequence[str]) -> list[str]:
    """The cells of a line; empty ones far to the right do not count, of filled ones there only the first."""
    last = MAX_COLUMNS + any(map(str.strip, cells[MAX_COLUMNS:]))
    return [cell if cell.isalnum() or not cell else _clean(cell) for cell in cells[:last]]


def _clean(cell: str) -> str:
    """Without breaks; without the apostrophe that keeps a text from being taken for a formula (our own lists)."""
    lines = [line.strip() for line in re.split(r"[\r\n\t\v\f]", cell)]
    return unguarded(cell_text(" ".join(filter(None, lines))))


def _check_width(file: str, sheet: str | None, rows: Sequence[Row]) -> None:
    for line, cells in rows:
        if len(cells) > MAX_COLUMNS:
            place = place_text(file, sheet, line, MAX_COLUMNS)
            raise ListError([texts.TOO_WIDE.format(place=place, limit=MAX_COLUMNS)])


def _fit(rows: Sequence[Row], bad_quotes: int | None) -> tuple[int, bool, int]:
    """How well a separator suits: known titles, then sound quotes, then few cells without a column."""
    known = len(find_header(rows)[1])
    return known, not bad_quotes, -len(_wide(rows)) if known else max((len(cells) for _, cells in rows), default=0)


def _is_federation(rows: Sequence[Row]) -> bool:
    """12 or 13 columns and an Elo on most lines, and no header among the others."""
    others = [row for row in rows if not _is_federation_row(row[1])]
    return 2 * len(others) < len(rows) and not find_header(others)[1]


def _is_federation_row(cells: Sequence[str]) -> bool:
    return len(cells) in _FEDERATION_WIDTHS and any(RATING.fullmatch(cells[column]) for column in (3, 9))


def _wide(rows: Sequence[Row]) -> list[Row]:
    """Lines with something to the right of the header's last column: a separator inside a cell has shifted them."""
    at = find_header(rows)[0]
    return [row for row in rows[at + 1 :] if any(row[1][len(rows[at][1]) :])]


def _workbook_table(file: str, data: bytes) -> ListTable:
    """The sheet Joueurs if it has a header, else the only sheet that has one; ListError when several have."""
    from tournament_xl.files import xlsx

    try:
        snapshot = xlsx.load(Path(file), data, ())
    except HostError as error:
        if b"xl/workbook." in data:  # a part's name in a package: too large, or damaged
            raise ListError([f"{error} {texts.OR_CSV}"]) from None
        sentence = texts.OLD_WORKBOOK if data.startswith(_OLE) else texts.NOT_A_WORKBOOK
        raise ListError([sentence.format(file=file)]) from None
    headed: list[tuple[str, list[Row]]] = []
    headless: tuple[str, list[Row]] | None = None  # the first filled sheet, to name what stands there
    sheets = snapshot.sheets
    for name in sorted(sheets, key=lambda name: fold_title(name) != fold_title(PLAYERS)):
        if sum(map(len, sheets[name])) > MAX_CELLS:
            raise ListError([texts.TOO_FULL.format(file=file, limit=MAX_CELLS)])
        grid = (_cleaned([_shown(cell_text(cell)) for cell in cells]) for cells in sheets[name])
        rows = [(line, cells) for line, cells in enumerate(grid, 1) if any(cells)]
        if len(rows) > MAX_LINES:
            raise ListError([texts.TOO_LONG.format(file=file, limit=MAX_LINES)])
        if find_header(rows)[1]:
            headed.append((name, rows))
            if fold_title(name) == fold_title(PLAYERS):
                break
        headless = headless or ((name, rows) if rows else None)
    if len(headed) > 1:
        names = ", ".join(f"« {short(name)} »" for name, _ in headed[:_SHOWN])
        raise ListError([texts.SEVERAL_SHEETS.format(file=file, sheets=names, players=PLAYERS)])
    if headed:
        _check_width(file, *headed[0])
    table = under_header(file, *(headed + [headless or ("", [])])[0])
    table.uncomputed.update((line, at - 1) for sheet, line, at in snapshot.uncomputed if sheet == table.sheet)
    return table
