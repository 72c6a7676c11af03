"""The columns of a list of players, recognised by their titles in French or English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from tournament_xl.book.labels import PLAYERS, SCRABBLE_COLUMNS, USED_COTE
from tournament_xl.book.snapshot import address
from tournament_xl.folding import LONGEST
from tournament_xl.games.othello.labels import COLUMNS as OTHELLO_COLUMNS
from tournament_xl.record import field, record
from tournament_xl.texts import player_list as texts

Row = tuple[int, list[str]]  # line in the file counted from 1, its cells

HEADER_ROWS, _HEADER_COLUMNS = 30, 300  # where a header is looked for
_COLUMNS = (*SCRABBLE_COLUMNS[PLAYERS], *OTHELLO_COLUMNS[PLAYERS])
KEYS = tuple(dict.fromkeys(name for name in _COLUMNS if name not in ("Rang initial", "Droits")))  # of both games
REGISTER_KEYS = (*KEYS, *texts.REGISTER_TITLES)  # what a federation's list tells besides
_DECISIVE = ("N°", "Licence", "Cote")  # of which the wrong one would be taken for somebody else, or for strength
_OURS = frozenset((*_COLUMNS, USED_COTE)) - frozenset(KEYS)  # columns that the program fills
_YEAR = re.compile(r"(?: au| du)?(?: \d\d?){0,2}(?: 20\d\d){1,2}$")  # of a season, or a day of it
SURNAME_LAST = "Prénom Nom"
NAME_KEYS = ("Nom", "Nom Prénom", SURNAME_LAST)  # the last two: both names in one column


class ListError(Exception):
    """The list cannot be used; `sentences` says in French what is wrong where, and what to do."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)
        super().__init__("\n".join(self.sentences))


@record
class ListTable:
    """The lines of players, and the columns that were recognised."""

    file: str  # name shown in messages
    sheet: str | None  # of a workbook
    rows: Sequence[Row]
    columns: Mapping[str, tuple[int, str]]  # key -> the column counted from 0, its title as written
    problems: list[tuple[int, str]] = field(default_factory=list)  # found so far: line, French sentence
    header: int = 0  # the line of the titles
    titles: Sequence[str] = ()  # of all columns
    uncomputed: set[tuple[int, int]] = field(default_factory=set)  # line, column from 0 of formulas without result
    unread: list[str] = field(default_factory=list)  # those of filled columns that mean nothing here

    def place(self, line: int, key: str = "", short: bool = False) -> str:
        """Where a line, or its cell in a column, stands; short: without the file, and without the column of a text."""
        if short and self.sheet is None:
            return texts.OTHER_LINE.format(line=line)
        return place_text("" if short else self.file, self.sheet, line, *self.columns.get(key, ())).removeprefix(", ")

    def say(self, sentence: str, line: int, key: str = "", **values: object) -> None:
        """Adds a problem at a line, or at its cell in a column."""
        self.problems.append((line, sentence.format(place=self.place(line, key), **values)))


def fold_title(text: str) -> str:
    """Case, accents and punctuation aside: "N° de licence :" -> "n de licence"; what is too long stays as it is."""
    if len(text) > LONGEST:
        return text.strip()
    plain = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    if len(plain) > LONGEST:  # a letter may stand for eighteen
        return text.strip()
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split()) or text.strip()


_KEY_OF = {title: key for key, titles in texts.SPELLINGS.items() for title in (fold_title(key), *titles.split("|"))}
_KEY_OF |= {fold_title(title): title for title in texts.REGISTER_TITLES}


def _key(title: str) -> str | None:
    """What a title means, whatever its year: "Cote 2026", "Elo au 1/9/2026"; None when it is not known."""
    folded = fold_title(title)
    return _KEY_OF.get(folded) or _KEY_OF.get(_YEAR.sub("", folded))


def _known(cells: Sequence[str]) -> dict[str, list[int]]:
    """Key -> the columns whose title means it."""
    found: dict[str, list[int]] = {}
    for column, cell in enumerate(cells[:_HEADER_COLUMNS]):
        if key := _key(cell):
            found.setdefault(key, []).append(column)
    return found


def is_title(text: str) -> bool:
    """Whether a column of a list may be called so."""
    return _key(text) is not None


def find_header(rows: Sequence[Row]) -> tuple[int, dict[str, list[int]]]:
    """Index of the first line with most known titles, a name among them, and its columns; (0, {}) if there is none."""
    best: tuple[int, dict[str, list[int]]] = (0, {})
    for at, (_, cells) in enumerate(rows[:HEADER_ROWS]):
        found = _known(cells)
        if len(found) > len(best[1]) and not found.keys().isdisjoint(NAME_KEYS):
            best = at, found
    return best


def under_header(file: str, sheet: str | None, rows: Sequence[Row]) -> ListTable:
    """The lines below the header; of two columns with one meaning the contract's own label wins, else the first.

    Raises ListError when no column is known as one of names.
    """
    at, found = find_header(rows)
    if not found:
        if not rows:
            raise ListError([texts.EMPTY.format(file=file)])
        line, titles = max(rows[:HEADER_ROWS], key=lambda row: (len(_known(row[1])), len(row[1])))
        listed = ", ".join(f"« {short(title)} »" for title in titles[:20] if title)
        sentence = texts.NO_NAME_COLUMN.format(place=place_text(file, sheet, line), found=listed)
        bare = all(sum(map(bool, cells)) == 1 for _, cells in rows)
        raise ListError([f"{sentence} {texts.BARE_LIST}" if bare else sentence])
    line, titles = rows[at]
    columns: dict[str, tuple[int, str]] = {}
    table = ListTable(file, sheet, rows[at + 1 :], columns, header=line, titles=titles)
    table.unread[:] = _unread(titles, table.rows)
    for key, candidates in found.items():
        exact = [column for column in candidates if fold_title(titles[column]) == fold_title(key)]
        columns[key] = (exact or candidates)[0], titles[(exact or candidates)[0]]
        if len(exact) > 1 and key not in texts.REGISTER_TITLES:
            place = place_text(file, sheet, line, exact[1], titles[exact[1]])
            table.problems.append((line, texts.TWICE_A_COLUMN.format(place=place)))
    if "Nom" in columns or "Prénom" in columns:  # a column of first names: nothing is to be taken to pieces
        names = [columns.pop(key) for key in NAME_KEYS if key in columns]
        columns["Nom"] = names[0]
    for key in (key for key in columns if key not in NAME_KEYS):
        _report_another(table, line, key, [at for at in found[key] if fold_title(titles[at]) != fold_title(key)])
    _nobody_above(table, rows, at)
    return table


def _unread(titles: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """The titles of columns that are not known and have something below."""
    filled = {column for _, cells in rows for column, text in enumerate(cells) if text}
    unknown = ((at, text) for at, text in enumerate(titles) if text not in _OURS and not is_title(text))
    return [short(text) for at, text in unknown if text and at in filled]


def _report_another(table: ListTable, line: int, key: str, candidates: Sequence[int]) -> None:
    """Columns of one meaning that do not say the same: a problem where that decides and none has the contract's own
    title, else those that do not count are told.
    """
    first, title = table.columns[key]
    for column in (column for column in candidates if column != first):
        values = ([_value(cells[at]) if at < len(cells) else "" for at in (first, column)] for _, cells in table.rows)
        if all(not other or taken == other for taken, other in values):
            continue
        if key in _DECISIVE and first in candidates:
            place = place_text(table.file, table.sheet, line, column, table.titles[column])
            table.problems.append((line, texts.SAME_MEANING.format(place=place, title=short(title), meaning=key)))
        else:
            table.unread.append(short(table.titles[column]))


def _value(text: str) -> str:
    """A number without what people put into it: "1 500,0" is "1500"; another text as it is."""
    return re.sub(r"[.,]0+$|(?<=\d)[\s'’.]+(?=\d{3}\b)", "", text.strip()) if text[:1].isdigit() else text.strip()


def _nobody_above(table: ListTable, rows: Sequence[Row], at: int) -> None:
    """A problem when two players with a cote stand above the header: a list that was sorted together with it."""
    cote = table.columns["Cote"][0] if "Cote" in table.columns else -1
    above = [line for line, cells in rows[:at] if 0 <= cote < len(cells) and cells[cote][:1].isdecimal()]
    if len(above) > 1:
        place = place_text(table.file, table.sheet, above[0])
        table.problems.append((above[0], texts.ABOVE_HEADER.format(place=place, line=rows[at][0])))


def place_text(file: str, sheet: str | None, line: int, column: int = 0, title: str = "") -> str:
    if sheet is not None:
        return texts.PLACE_CELL.format(file=file, sheet=sheet, cell=address(line, column + 1))
    pattern = texts.PLACE_COLUMN if title else texts.PLACE_LINE
    return pattern.format(file=file, line=line, column=short(title))


def short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
