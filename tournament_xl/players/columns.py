"""The columns of a list of players, recognised by their titles in French or English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tournament_xl.core.normalization import LONGEST
from tournament_xl.core.resources import printable_path
from tournament_xl.games.othello.schema import COLUMNS as OTHELLO_COLUMNS
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import french_decimal, listing, some_names
from tournament_xl.workbook.csv_text import unguarded, unwrap
from tournament_xl.workbook.schema import LAST_PLAYED, OPTIONAL_COLUMNS, PLAYERS, SCRABBLE_COLUMNS, USED_COTE
from tournament_xl.workbook.snapshot import HostError, address, cell_text

Row = tuple[int, list[str]]  # line in the file counted from 1, its cells

MAX_LINES = 50_000
MAX_CELLS = 700_000  # more than 50,000 lines of the federation's 13 columns
MOST_PLACES = 25  # that one sentence lists
HEADER_ROWS, _HEADER_COLUMNS = 30, 300  # where a header is looked for
_SEED = "Rang initial"
_FILLED = frozenset((_SEED, "Droits"))
_SCRABBLE, OTHELLO_KEYS = (
    (*(name for name in columns[PLAYERS] if name not in _FILLED), *OPTIONAL_COLUMNS)
    for columns in (SCRABBLE_COLUMNS, OTHELLO_COLUMNS)
)
SCRABBLE_KEYS = (*_SCRABBLE, LAST_PLAYED)
KEYS = tuple(dict.fromkeys((*_SCRABBLE, *OTHELLO_KEYS)))  # of both games
REGISTER_KEYS = tuple(dict.fromkeys((*KEYS, *texts.REGISTER_TITLES)))  # what a federation's list tells besides
_ASKED_FOR = ("Licence", "Club")  # "Avez-vous une licence ?"
_OURS = frozenset((*_FILLED, USED_COTE))  # columns that the program fills
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
    titles: Mapping[int, str] = field(default_factory=dict)  # of filled columns, but for those that the program fills
    hidden: frozenset[int] = frozenset()  # lines that a filter or somebody has put out of sight
    problems: list[tuple[int, str]] = field(default_factory=list)  # found so far: line, French sentence
    notes: list[str] = field(default_factory=list)  # what was left aside
    whole_names: Sequence[int] = ()  # columns of them beside one of surnames and one of first names
    settings: Mapping[str, str] = field(default_factory=dict)  # of a tournament's workbook that serves as a list

    def place(self, line: int, key: str = "") -> str:
        """Where a line, or its cell in a column, stands."""
        return place_text(self.file, self.sheet, line, *self.columns.get(key, ()))

    def places(self, lines: Sequence[int], key: str) -> str:
        """Where the cells of several lines in a column stand: "l.csv, lignes 3 et 7", "l.xlsx, Inscrits!A3 et A7"."""
        if len(lines) == 1:
            return self.place(lines[0], key)
        column = self.columns[key][0] + 1
        shown = [str(line) if self.sheet is None else address(line, column) for line in lines]
        pattern = texts.PLACE_LINES if self.sheet is None else texts.PLACE_CELLS
        listed = some_names(shown, MOST_PLACES)
        return pattern.format(file=printable_path(self.file), sheet=self.sheet, lines=listed, cells=listed)

    def unread(self, keys: Iterable[str]) -> list[str]:
        """Titles of filled columns that are none of `keys`."""
        read = {self.columns[key][0] for key in (*keys, *NAME_KEYS, texts.STATUS) if key in self.columns}
        read |= {*self.whole_names}
        return [short(title) for column, title in self.titles.items() if column not in read]

    def say(self, sentence: str, line: int, key: str = "", **values: object) -> None:
        """Adds a problem at a line, or at its cell in a column."""
        if self.sheet is not None and "value" in values:
            values["value"] = french_decimal(str(values["value"]))
        self.problems.append((line, sentence.format(place=self.place(line, key), **values)))


def fold_title(text: str) -> str:
    """Case, accents and punctuation aside: "N° de licence :" -> "n de licence"; what is too long stays as it is."""
    return _folded(text) if len(text) <= LONGEST else text.strip()


@lru_cache(maxsize=16_384)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    if len(plain) > LONGEST:  # a letter may stand for eighteen
        return text.strip()
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split()) or text.strip()


def licence_key(licence: str) -> str:
    """A licence as compared: no blanks, no case."""
    return "".join(licence.casefold().split())


def name_key(name: str) -> str:
    """A name as compared: folded, its words in alphabetical order (first name and surname exchanged do no harm)."""
    return " ".join(sorted(fold_title(name).split()))


_KEY_OF = {title: key for key, titles in texts.SPELLINGS.items() for title in (fold_title(key), *titles.split("|"))}
_KEY_OF |= {fold_title(title): title for title in (*texts.REGISTER_TITLES, *OPTIONAL_COLUMNS)}


def key_of(title: str) -> str | None:
    """What a title means, whatever its year: "Cote 2026", "Elo au 1/9/2026"; None when it is not known."""
    folded = fold_title(title)
    return _KEY_OF.get(folded) or _KEY_OF.get(_YEAR.sub("", folded))


def _known(titles: Sequence[str]) -> tuple[dict[str, int], int]:
    """Key -> the column that means it: the newest cote, the one with the contract's own label, else the first; a title
    that only contains a word counts where no plainer one does. And how many plain ones there are.
    """
    folded, sender = _folded_titles(titles), _sender(titles)
    found = {key: _best(folded, places, key) for key, places in _meanings(titles).items()}
    plain = len(found)
    named = not found.keys().isdisjoint(NAME_KEYS)
    known = (*NAME_KEYS, *(["Prénom"] if "Nom" not in found else [])) if named else ()
    found = {key: column for key, column in _asked(folded).items() if key not in known} | found
    if sender >= 0 and found.keys().isdisjoint(NAME_KEYS):
        found["Nom Prénom"] = sender
    return found, plain


def _folded_titles(titles: Sequence[str]) -> list[str]:
    return [fold_title(title) for title in titles[:_HEADER_COLUMNS]]


def _sender(titles: Sequence[str]) -> int:
    """The column that a form fills with who sent it; -1 where there is none."""
    folded = _folded_titles(titles)
    sent = any(pair <= {*folded} for pair in texts.SENDERS)
    return next((at for at, title in enumerate(folded) if title in texts.SENDERS_NAME), -1) if sent else -1


def _meanings(titles: Sequence[str]) -> dict[str, list[int]]:
    """Key -> the columns with a plain title that means it, in their order."""
    found: dict[str, list[int]] = {}
    sender = _sender(titles)
    for column, title in enumerate(titles[:_HEADER_COLUMNS]):
        key = key_of(title) if column != sender else None
        if key:
            found.setdefault(key, []).append(column)
    return found


def _best(folded: Sequence[str], places: Sequence[int], key: str) -> int:
    """Of the columns that mean a key the one that counts."""
    best = places[0]
    for column in places[1:]:
        if _better(folded[column], folded[best], key):
            best = column
    return best


def _better(title: str, other: str, key: str) -> bool:
    return other != texts.NEWEST and (title == texts.NEWEST or (title == fold_title(key) != other))


def _asked(folded: Sequence[str]) -> dict[str, int]:
    """Key -> the column whose title contains a word for it, and rather one of the player."""
    found: dict[str, int] = {}
    for column, title in enumerate(folded):
        words = title.split()
        if texts.NOT_THE_PLAYER.search(title) or key_of(title):
            continue
        places = {key: min(map(words.index, both)) for key, known in texts.WORDS if (both := known & {*words})}
        key = next(iter(places), "")
        if key == "Prénom" and "Nom" in places:
            key = "Nom Prénom" if places["Nom"] < places["Prénom"] else SURNAME_LAST
        player = texts.OF_THE_PLAYER.search
        if key and (key not in found or (player(title) and not player(folded[found[key]]))):
            found[key] = column
    return found


def find_header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    """Index of the first line with most known titles, a name among them, and its columns; (0, {}) if there is none."""
    best: tuple[int, dict[str, int]] = (0, {})
    most = (0, 0)
    for at, (_, cells) in enumerate(rows[:HEADER_ROWS]):
        found, plain = _known(cells)
        if (len(found), plain) > most and not found.keys().isdisjoint(NAME_KEYS):
            best, most = (at, found), (len(found), plain)
    return best


def under_header(file: str, sheet: str | None, rows: Sequence[Row], *, event: bool = False) -> ListTable:
    """The lines below the header. Raises ListError when no column is known as one of names.

    A list with the columns that only the program fills, as `export` writes it, gives people and not the event, unless
    `event`: of a whole workbook, which `last_week` reads.
    """
    if not rows:
        raise ListError([texts.EMPTY.format(file=printable_path(file))])
    at, found = find_header(rows)
    if not found:
        line, titles = max(rows[:HEADER_ROWS], key=lambda row: (len(_known(row[1])[0]), len(row[1])))
        listed = ", ".join(f"« {short(title)} »" for title in titles[:20] if title)
        raise ListError([texts.NO_NAME_COLUMN.format(place=place_text(file, sheet, line), found=listed)])
    titles, below = rows[at][1], rows[at + 1 :]
    filled: dict[int, set[str]] = {}
    for _, cells in below:
        for column, text in enumerate(cells):
            if text:
                filled.setdefault(column, set()).add(text)
    answers = {column for column, said in filled.items() if {fold_title(text) for text in said} <= texts.YES_OR_NO}
    whole_names: list[int] = []
    folded, doubles = _folded_titles(titles), dict[str, list[int]]()
    for key, places in _meanings(titles).items():
        places = [column for column in places if column in filled] or places
        if key in _ASKED_FOR:
            places = [column for column in places if column not in answers] or places
        family = [column for column in places if folded[column] in texts.FAMILY_NAMES]
        if key == "Nom" and "Prénom" in found and family:
            whole_names += [column for column in places if column not in family and column in filled]
            places = family
        found[key] = _best(folded, places, key)
        if rivals := [column for column in places if _is_rival(folded, column, found[key], key)]:
            doubles[key] = [found[key], *rivals]
    _refuse_doubles(file, sheet, rows[at], below, doubles)
    for key in _ASKED_FOR:
        if key in found and found[key] in answers:
            del found[key]
    columns = {key: (column, titles[column]) for key, column in found.items()}
    if "Nom" in columns or "Prénom" in columns:  # a column of first names: nothing is to be taken to pieces
        names = [columns.pop(key) for key in NAME_KEYS if key in columns]
        columns["Nom"] = names[0]
        if "Prénom" in columns:
            whole_names += [column for column, _ in names[1:]]
    if "Cote" in columns and fold_title(columns["Cote"][1]) == texts.NEWEST:
        for key in ("N°", "Série duplicate"):  # what a tournament of ours gave: its numbers, and series by cote
            columns.pop(key, None)
    if not event and not _FILLED.isdisjoint(titles):
        for key in ("Absences", "Remarque", *(["N°"] if _SEED in titles else [])):  # in Othello the N° is the world's
            columns.pop(key, None)
    shown = {column: title for column, title in enumerate(titles) if title and column in filled and title not in _OURS}
    return ListTable(file, sheet, below, columns, shown, whole_names=whole_names)


def _is_rival(folded: Sequence[str], column: int, best: int, key: str) -> bool:
    """Whether a column means the same as the one that counts, and no title says which is right: the contract's own, or
    that of the newest cote. Remarks and statuses may be several, unless they are called the same.
    """
    alike = folded[column] == folded[best]
    decided = folded[best] in (fold_title(key), texts.NEWEST) or key in ("Remarque", texts.STATUS)
    return column != best and (alike or not decided)


def _refuse_doubles(
    file: str, sheet: str | None, header: Row, below: Sequence[Row], doubles: Mapping[str, Sequence[int]]
) -> None:
    """Raises ListError where columns of one meaning differ in a line: two lists side by side, or two cotes."""

    def differ(one: int, two: int) -> bool:
        return any(
            (other := cell_of(cells, two)) and fold_title(other) != fold_title(cell_of(cells, one))
            for _, cells in below
        )

    line, titles = header
    shown: list[str] = []
    for best, *rivals in doubles.values():
        if clashing := [column for column in rivals if differ(best, column)]:
            places = sorted((best, *clashing))
            named = dict.fromkeys(f"« {short(titles[column])} »" for column in places)
            cells = [str(column + 1) if sheet is None else address(line, column + 1) for column in places]
            shown.append(f"{listing(cells)} ({listing([*named])})")
    if shown:
        pattern = texts.COLUMNS_OF_LINE if sheet is None else texts.PLACE_CELL
        listed = ", ".join(shown)
        place = pattern.format(file=printable_path(file), sheet=sheet, line=line, columns=listed, cell=listed)
        raise ListError([texts.TWO_COLUMNS.format(columns=place)])


def cell_of(cells: Sequence[str], column: int) -> str:
    """The cell in a column counted from 0; "" behind the last one of its line."""
    return cells[column] if column < len(cells) else ""


def place_text(file: str, sheet: str | None, line: int, column: int = 0, title: str = "") -> str:
    """Where a line or a cell stands, `column` counted from 0: "liste.csv, ligne 3, colonne « Cote »"."""
    if sheet is not None:
        return texts.PLACE_CELL.format(file=printable_path(file), sheet=sheet, cell=address(line, column + 1))
    pattern = texts.PLACE_COLUMN if title else texts.PLACE_LINE
    return pattern.format(file=printable_path(file), line=line, column=short(title))


def short(text: str) -> str:
    """A text as a sentence shows it: 40 letters at most."""
    return text if len(text) <= 40 else text[:39] + "…"


def clean(cell: str) -> str:
    """A cell of a list without line breaks and double blanks, without the apostrophe by which our own lists disarm a
    formula, and without what keeps a number a text (`unwrap`).
    """
    if cell.isalnum() or not cell:
        return cell
    return unwrap(unguarded(cell_text(" ".join(cell.split()))))


def check_size(file: str, lines: int, cells: int) -> None:
    """Raises ListError for what is no list of a federation's size."""
    for count, most, what in ((lines, MAX_LINES, "lignes"), (cells, MAX_CELLS, "cases")):
        if count > most:
            raise ListError([texts.TOO_LARGE.format(file=printable_path(file), limit=f"{most} {what}")])
