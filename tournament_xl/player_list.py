"""Lists of players as organisers have them: CSV of any make, the federation's file, a workbook."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tournament_xl.texts import player_list as texts
from tournament_xl.workbook.labels import PLAYERS, SCRABBLE_COLUMNS
from tournament_xl.workbook.snapshot import address, cell_text

Row = tuple[int, list[str]]  # line in the file counted from 1, its cells

MAX_BYTES = 20_000_000
MAX_LINES = 50_000
HEADER_ROWS = 30  # a header is looked for in so many lines
KEYS = tuple(name for name in SCRABBLE_COLUMNS[PLAYERS] if name != "Rang initial")
SURNAME_LAST = "Prénom Nom"
NAME_KEYS = ("Nom", "Nom Prénom", SURNAME_LAST)  # the last two: both names in one column
_FEDERATION = {"Nom": 0, "Prénom": 1, "Licence": 2, "Série duplicate": 4, "Club": 5, "Cote": 9}  # column from 0
_FEDERATION_WIDTHS = (12, 13)  # 13: with the date of the last tournament
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"  # how workbooks begin; the second: .xls, or a password
_RATING = re.compile(r"(?:([0-9])[ .,'’]([0-9]{3})|([0-9]{1,4}))(?:[.,]0+)?")


class ListError(Exception):
    """The list cannot be used; `sentences` says in French what is wrong where, and what to do."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)
        super().__init__("\n".join(self.sentences))


@dataclass(frozen=True, slots=True)
class _Table:
    """The lines of players, and the columns that were recognised."""

    file: str  # name shown in messages
    sheet: str | None  # of a workbook
    rows: Sequence[Row]
    columns: Mapping[str, tuple[int, str]]  # key -> the column counted from 0, its title as written
    problems: list[tuple[int, str]] = field(default_factory=list)  # found so far: line, French sentence

    def place(self, line: int, key: str = "", short: bool = False) -> str:
        """Where a line, or its cell in a column, stands; short: without the file, and without the column of a text."""
        if short and self.sheet is None:
            return texts.OTHER_LINE.format(line=line)
        return _place("" if short else self.file, self.sheet, line, *self.columns.get(key, ())).removeprefix(", ")

    def say(self, sentence: str, line: int, key: str = "", **values: object) -> None:
        """Adds a problem at a line, or at its cell in a column."""
        self.problems.append((line, sentence.format(place=self.place(line, key), **values)))


def read_list(path: str | Path) -> list[dict[str, str]]:
    """The players of a list, in its order.

    A player's keys are those of KEYS that are filled, in that order; values are text without outer blanks, `N°` and
    `Cote` digits only (a cote 0 is left out: it means none yet). Unknown columns are ignored.
    Raises ListError with every problem of the list, and nothing else.
    """
    path = Path(path)
    data = _load(path)
    workbook = data.startswith((_ZIP, _OLE)) or path.suffix.lower() in (".xlsx", ".xlsm")
    table = _workbook_table(path.name, data) if workbook else _text_table(path.name, data)
    players = _players(table)
    if table.problems or not players:
        in_order = [sentence for _, sentence in sorted(table.problems, key=lambda problem: problem[0])]
        raise ListError(in_order or [texts.EMPTY.format(file=path.name)])
    return players


def _load(path: Path) -> bytes:
    name = path.name or str(path)
    try:
        if not path.is_file():
            raise ListError([(texts.NOT_A_FILE if path.exists() else texts.NO_FILE).format(file=name)])
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise ListError([texts.UNREADABLE.format(file=name)]) from None
    if len(data) > MAX_BYTES:
        raise ListError([texts.TOO_BIG.format(file=name, limit=MAX_BYTES // 1_000_000)])
    return data


def _text_table(file: str, data: bytes) -> _Table:
    text = _decode(data)
    if text is None:
        raise ListError([texts.NOT_TEXT.format(file=file)])
    if max(text.count("\n"), text.count("\r")) > MAX_LINES:
        raise ListError([texts.TOO_LONG.format(file=file, limit=MAX_LINES)])
    if not text.strip('; ,\t\r\n"'):
        raise ListError([texts.EMPTY.format(file=file)])
    parsed = {separator: _parse(text, separator) for separator in texts.SEPARATORS}
    rows, bad_quotes = parsed[";"]
    if _is_federation(rows):
        columns = {key: (column, texts.FEDERATION_TITLES[column]) for key, column in _FEDERATION.items()}
        table = _Table(file, None, rows, columns)
        for line, cells in rows:
            if len(cells) not in _FEDERATION_WIDTHS:
                table.say(texts.FEDERATION_WIDTH, line, cells=len(cells))
    else:
        separator = max(parsed, key=lambda separator: _fit(*parsed[separator]))
        rows, bad_quotes = parsed[separator]
        at, found = _header(rows)
        if bad_quotes and not found:
            raise ListError([texts.QUOTES.format(place=_place(file, None, bad_quotes))])
        table = _under_header(file, None, rows)
        for line, cells in _wide(rows):
            name = texts.SEPARATORS[separator]
            table.say(texts.TOO_MANY_CELLS, line, cells=len(cells), columns=len(rows[at][1]), separator=name)
    if bad_quotes:
        table.say(texts.QUOTES, bad_quotes)
    return table


def _decode(data: bytes) -> str | None:
    """UTF-16 if it says so, else UTF-8, else Windows-1252, which contains the texts in ISO-8859-1; None: no text."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding).removesuffix("\x1a")  # DOS programs end a file so
        except UnicodeDecodeError:
            continue
        return None if re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text) else text
    return None


def _parse(text: str, separator: str) -> tuple[list[Row], int | None]:
    """The lines that are not blank; and the line whose quotes are wrong, where reading stopped, if there is one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[Row] = []
    line = 1
    bad_quotes = None
    try:
        for cells in reader:
            rows.append((line, [_clean(cell) for cell in cells]))
            line = reader.line_num + 1
    except csv.Error:
        bad_quotes = line
    return [row for row in rows if any(row[1])], bad_quotes


def _clean(cell: str) -> str:
    return cell_text(re.sub(r"\s*[\r\n\t\v\f]+\s*", " ", cell))


def _fit(rows: Sequence[Row], bad_quotes: int | None) -> tuple[int, bool, int]:
    """How well a separator suits: known titles, then sound quotes, then few cells without a column."""
    known = len(_header(rows)[1])
    return known, not bad_quotes, -len(_wide(rows)) if known else max((len(cells) for _, cells in rows), default=0)


def _is_federation(rows: Sequence[Row]) -> bool:
    """12 or 13 columns and an Elo on most lines, and no header among the others."""
    others = [row for row in rows if not _is_federation_row(row[1])]
    return 2 * len(others) < len(rows) and not _header(others)[1]


def _is_federation_row(cells: Sequence[str]) -> bool:
    return len(cells) in _FEDERATION_WIDTHS and any(_RATING.fullmatch(cells[column]) for column in (3, 9))


def _wide(rows: Sequence[Row]) -> list[Row]:
    """Lines with something to the right of the header's last column: a separator inside a cell has shifted them."""
    at = _header(rows)[0]
    return [row for row in rows[at + 1 :] if any(row[1][len(rows[at][1]) :])]


def _workbook_table(file: str, data: bytes) -> _Table:
    """The sheet Joueurs if it has a header, else the first sheet that has one."""
    import excelize

    headless: tuple[str, list[Row]] | None = None  # the first filled sheet, to name what stands there
    try:
        with closing(excelize.open_reader(data, excelize.Options(unzip_size_limit=10 * MAX_BYTES))) as book:
            for name in sorted(book.get_sheet_list(), key=lambda name: _fold(name) != _fold(PLAYERS)):
                try:
                    grid = book.get_rows(name, excelize.Options(raw_cell_value=True))
                except RuntimeError as error:
                    if "not a worksheet" in str(error):  # a chart that fills its sheet
                        continue
                    raise
                rows = [(line, [_clean(cell) for cell in cells]) for line, cells in enumerate(grid, 1) if any(cells)]
                if len(rows) > MAX_LINES:
                    raise ListError([texts.TOO_LONG.format(file=file, limit=MAX_LINES)])
                if _header(rows)[1]:
                    return _under_header(file, name, rows)
                headless = headless or ((name, rows) if rows else None)
    except (RuntimeError, UnicodeError):
        sentence = texts.OLD_WORKBOOK if data.startswith(_OLE) else texts.NOT_A_WORKBOOK
        raise ListError([sentence.format(file=file)]) from None
    return _under_header(file, *headless or ("", []))


def _fold(text: str) -> str:
    """Case, accents and punctuation aside: "N° de licence :" -> "n de licence"."""
    plain = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split()) or text.strip()


_KEY_OF = {title: key for key, titles in texts.SPELLINGS.items() for title in (_fold(key), *titles.split("|"))}


def _known(cells: Sequence[str]) -> dict[str, list[int]]:
    """Key -> the columns whose title means it."""
    found: dict[str, list[int]] = {}
    for column, cell in enumerate(cells):
        if key := _KEY_OF.get(_fold(cell)):
            found.setdefault(key, []).append(column)
    return found


def _header(rows: Sequence[Row]) -> tuple[int, dict[str, list[int]]]:
    """Index of the first line with most known titles, a name among them, and its columns; (0, {}) if there is none."""
    best: tuple[int, dict[str, list[int]]] = (0, {})
    for at, (_, cells) in enumerate(rows[:HEADER_ROWS]):
        found = _known(cells)
        if len(found) > len(best[1]) and not found.keys().isdisjoint(NAME_KEYS):
            best = at, found
    return best


def _under_header(file: str, sheet: str | None, rows: Sequence[Row]) -> _Table:
    """The lines below the header; of two columns with one meaning the contract's own label wins, else the first.

    Raises ListError when no column is known as one of names.
    """
    at, found = _header(rows)
    if not found:
        if not rows:
            raise ListError([texts.EMPTY.format(file=file)])
        line, titles = max(rows[:HEADER_ROWS], key=lambda row: (len(_known(row[1])), len(row[1])))
        listed = ", ".join(f"« {_short(title)} »" for title in titles[:20] if title)
        raise ListError([texts.NO_NAME_COLUMN.format(place=_place(file, sheet, line), found=listed)])
    line, titles = rows[at]
    columns: dict[str, tuple[int, str]] = {}
    table = _Table(file, sheet, rows[at + 1 :], columns)
    for key, candidates in found.items():
        exact = [column for column in candidates if _fold(titles[column]) == _fold(key)]
        columns[key] = (exact or candidates)[0], titles[(exact or candidates)[0]]
        if len(exact) > 1:
            place = _place(file, sheet, line, exact[1], titles[exact[1]])
            table.problems.append((line, texts.TWICE_A_COLUMN.format(place=place)))
    if "Nom" in columns or "Prénom" in columns:  # a column of first names: nothing is to be taken to pieces
        names = [columns.pop(key) for key in NAME_KEYS if key in columns]
        columns["Nom"] = names[0]
    return table


def _place(file: str, sheet: str | None, line: int, column: int = 0, title: str = "") -> str:
    if sheet is not None:
        return texts.PLACE_CELL.format(file=file, sheet=sheet, cell=address(line, column + 1))
    pattern = texts.PLACE_COLUMN if title else texts.PLACE_LINE
    return pattern.format(file=file, line=line, column=_short(title))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _players(table: _Table) -> list[dict[str, str]]:
    """One dict per line; problems go to the table. A line with nothing but a number is a prepared empty line."""
    name_key = next(key for key in NAME_KEYS if key in table.columns)
    players: list[tuple[int, dict[str, str]]] = []
    for line, cells in table.rows:
        values = {key: cells[at] for key, (at, _) in table.columns.items() if at < len(cells) and cells[at]}
        if not values.keys() - {"N°"}:
            continue
        if name_key != "Nom" and name_key in values:
            values["Nom"], values["Prénom"] = _split(values[name_key], name_key)
        if "Nom" not in values:
            table.say(texts.NO_NAME, line, name_key)
        for key, read, sentence in (("N°", _number, texts.NOT_A_NUMBER), ("Cote", _rating, texts.NOT_A_RATING)):
            value = read(values.get(key, "0"))
            if value is None:
                table.say(sentence, line, key, value=_short(values[key]))
            values[key] = value or ""
        players.append((line, {key: values[key] for key in KEYS if values.get(key)}))
    _check_duplicates(table, name_key, players)
    return [player for _, player in players]


def _number(text: str) -> str | None:
    """ "7", "07", "7." and "7.0" are 7; "" for 0; None if it is no number of a player."""
    match = re.fullmatch(r"([0-9]{1,4})(?:\.0*)?", text)
    return match and match[1].lstrip("0")


def _rating(text: str) -> str | None:
    """The digits of "1 803", "1803,0" or "1803*" (the star of a PL*, R1); "" for 0; None if it is no cote."""
    match = _RATING.fullmatch(text.strip("* "))
    return match and (match[3] or match[1] + match[2]).lstrip("0")


def _split(text: str, order: str) -> tuple[str, str]:
    """Surname and first name where the text itself shows them: by a comma, or by a surname in capitals.

    Otherwise the whole text and "": it still prints and sorts well, a wrong cut would not.
    """
    surname, comma, first = (part.strip() for part in text.partition(","))
    if comma:
        return (surname, first) if surname and first and "," not in first else (text, "")
    words = text.split()[:: -1 if order == SURNAME_LAST else 1]
    capitals = [word.isupper() and "." not in word and sum(map(str.isalpha, word)) > 1 for word in words]
    count = capitals.index(False) if False in capitals else 0
    sides = [side[:: -1 if order == SURNAME_LAST else 1] for side in (words[:count], words[count:])]
    initials = all(sum(map(str.isalpha, word)) < 3 for word in sides[0])  # "JP Dupont" looks like "LY Awa"
    if initials or any(capitals[count:]) or not sides[1][0][0].isupper():
        return text, ""
    return " ".join(sides[0]), " ".join(sides[1])


def _check_duplicates(table: _Table, name_key: str, players: Sequence[tuple[int, dict[str, str]]]) -> None:
    """A number or a licence given twice; a name given twice, unless two licences tell the players apart."""
    sentences = {"N°": texts.SAME_NUMBER, "Licence": texts.SAME_LICENCE}
    seen: dict[tuple[str, str], tuple[int, str]] = {}  # kind and value -> line and name of the player who has it
    for line, player in players:
        name = " ".join(filter(None, (player.get("Nom"), player.get("Prénom"))))
        licence = "".join(player.get("Licence", "").casefold().split())
        folded = _fold(name) if "Nom" in player else ""
        wanted = {"N°": player.get("N°"), "Licence": licence, "name without licence" if licence else "name": folded}
        for kind, value in wanted.items():
            if value and (kind, value) in seen:
                key = kind if kind in sentences else name_key
                other_line, other_name = seen[kind, value]
                other = table.place(other_line, key, short=True)
                table.say(sentences.get(kind, texts.SAME_NAME), line, key, name=_short(other_name), other=other)
        facts = {"N°": player.get("N°"), "Licence": licence, "name": folded}
        for kind, value in (facts if licence else facts | {"name without licence": folded}).items():
            seen.setdefault((kind, value or ""), (line, name))
