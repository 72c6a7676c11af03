"""The columns of a list of players, recognised by their titles in French or English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournament_xl.book.labels import PLAYERS, SCRABBLE_COLUMNS, USED_COTE
from tournament_xl.book.snapshot import HostError, address
from tournament_xl.folding import LONGEST
from tournament_xl.games.othello.labels import COLUMNS as OTHELLO_COLUMNS
from tournament_xl.texts import player_list as texts

Row = tuple[int, list[str]]  # line in the file counted from 1, its cells

HEADER_ROWS, _HEADER_COLUMNS = 30, 300  # where a header is looked for
_COLUMNS = (*SCRABBLE_COLUMNS[PLAYERS], *OTHELLO_COLUMNS[PLAYERS])
KEYS = tuple(dict.fromkeys(name for name in _COLUMNS if name not in ("Rang initial", "Droits")))  # of both games
REGISTER_KEYS = (*KEYS, *texts.REGISTER_TITLES)  # what a federation's list tells besides
_OURS = frozenset((*_COLUMNS, USED_COTE)) - frozenset(KEYS)  # columns that the program fills
_YEAR = re.compile(r"(?: au| du)?(?: \d\d?){0,2}(?: 20\d\d){1,2}$")  # of a season, or a day of it
SURNAME_LAST = "Prénom Nom"
NAME_KEYS = ("Nom", "Nom Prénom", SURNAME_LAST)  # the last two: both names in one column


class ListError(HostError):
    """The list cannot be used; `sentences` says in French what is wrong where, and what to do."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)
        super().__init__("\n".join(self.sentences))


@dataclass(frozen=True, slots=True)
class ListTable:
    """The lines of players, and the columns that were recognised."""

    file: str  # name shown in messages
    sheet: str | None  # of a workbook
    rows: Sequence[Row]
    columns: Mapping[str, tuple[int, str]]  # key -> the column counted from 0, its title as written
    unread: Sequence[str] = ()  # titles of filled columns that are not read
    problems: list[tuple[int, str]] = field(default_factory=list)  # found so far: line, French sentence

    def place(self, line: int, key: str = "") -> str:
        """Where a line, or its cell in a column, stands."""
        return place_text(self.file, self.sheet, line, *self.columns.get(key, ()))

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


def key_of(title: str) -> str | None:
    """What a title means, whatever its year: "Cote 2026", "Elo au 1/9/2026"; None when it is not known."""
    folded = fold_title(title)
    return _KEY_OF.get(folded) or _KEY_OF.get(_YEAR.sub("", folded))


def _known(titles: Sequence[str]) -> dict[str, int]:
    """Key -> the column that means it: the one with the contract's own label, else the first."""
    found: dict[str, int] = {}
    for column, title in enumerate(titles[:_HEADER_COLUMNS]):
        key = key_of(title)
        if key and (key not in found or fold_title(titles[found[key]]) != fold_title(key) == fold_title(title)):
            found[key] = column
    return found


def find_header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    """Index of the first line with most known titles, a name among them, and its columns; (0, {}) if there is none."""
    best: tuple[int, dict[str, int]] = (0, {})
    for at, (_, cells) in enumerate(rows[:HEADER_ROWS]):
        found = _known(cells)
        if len(found) > len(best[1]) and not found.keys().isdisjoint(NAME_KEYS):
            best = at, found
    return best


def under_header(file: str, sheet: str | None, rows: Sequence[Row]) -> ListTable:
    """The lines below the header. Raises ListError when no column is known as one of names."""
    if not rows:
        raise ListError([texts.EMPTY.format(file=file)])
    at, found = find_header(rows)
    if not found:
        line, titles = max(rows[:HEADER_ROWS], key=lambda row: (len(_known(row[1])), len(row[1])))
        listed = ", ".join(f"« {short(title)} »" for title in titles[:20] if title)
        raise ListError([texts.NO_NAME_COLUMN.format(place=place_text(file, sheet, line), found=listed)])
    titles, below = rows[at][1], rows[at + 1 :]
    filled = {column for _, cells in below for column, text in enumerate(cells) if text}
    read = found.values()
    unread = [short(title) for column, title in enumerate(titles)
              if title and column in filled and column not in read and title not in _OURS]  # fmt: skip
    columns = {key: (column, titles[column]) for key, column in found.items()}
    if "Nom" in columns or "Prénom" in columns:  # a column of first names: nothing is to be taken to pieces
        names = [columns.pop(key) for key in NAME_KEYS if key in columns]
        columns["Nom"] = names[0]
    return ListTable(file, sheet, below, columns, unread)


def place_text(file: str, sheet: str | None, line: int, column: int = 0, title: str = "") -> str:
    """Where a line or a cell stands, `column` counted from 0: "liste.csv, ligne 3, colonne « Cote »"."""
    if sheet is not None:
        return texts.PLACE_CELL.format(file=file, sheet=sheet, cell=address(line, column + 1))
    pattern = texts.PLACE_COLUMN if title else texts.PLACE_LINE
    return pattern.format(file=file, line=line, column=short(title))


def short(text: str) -> str:
    """A text as a sentence shows it: 40 letters at most."""
    return text if len(text) <= 40 else text[:39] + "…"
