"""Columns of a list of players, recognised by their titles in French or English.

The key of a column is its standard name ("Nom", "Cote"): its title on the sheet Joueurs, or in a federation's own list.
Its title in the list that is read may be another one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from tournament_xl.core.normalization import LONGEST
from tournament_xl.core.resources import printable_path
from tournament_xl.games.othello.schema import COLUMNS as OTHELLO_COLUMNS
from tournament_xl.games.scrabble.schema import COLUMNS as SCRABBLE_COLUMNS
from tournament_xl.games.scrabble.schema import LAST_PLAYED, USED_COTE
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import join_items
from tournament_xl.players.list_table import (
    NAME_KEYS,
    SURNAME_LAST,
    ListError,
    ListTable,
    NoNameColumnError,
    Row,
    cell_of,
    render_place,
    shorten,
)
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.schema import PLAYERS
from tournament_xl.workbook.typed_columns import OPTIONAL_TITLES

HEADER_ROWS, _HEADER_COLUMNS = 30, 300  # searched for a header
_SEED_COLUMN = "Rang initial"
_COMPUTED_COLUMNS = frozenset((_SEED_COLUMN, "Droits"))
_SCRABBLE, OTHELLO_KEYS = (
    (*(name for name in columns[PLAYERS] if name not in _COMPUTED_COLUMNS), *OPTIONAL_TITLES)
    for columns in (SCRABBLE_COLUMNS, OTHELLO_COLUMNS)
)
SCRABBLE_KEYS = (*_SCRABBLE, LAST_PLAYED)
KEYS = tuple(dict.fromkeys((*_SCRABBLE, *OTHELLO_KEYS)))  # of both games
REGISTER_KEYS = tuple(dict.fromkeys((*KEYS, *texts.REGISTER_TITLES)))  # with the further columns of a federation's list
_QUESTION_KEYS = ("Licence", "Club")  # forms ask "Avez-vous une licence ?"
_PROGRAM_COLUMNS = frozenset((*_COMPUTED_COLUMNS, USED_COTE))  # columns that the program fills
_WORDS = re.compile(
    "|".join(rf"(?P<{key}>\b(?:{words})\b)" for key, words in texts.WORDS)
)  # of a longer title; of two that begin together the first one counts
_PARTS = re.compile(
    r"(.{0,99}\w\W{0,9}?)(?:\s[-–—/|]\s{0,9}|\s{0,9}[-–—/|]\s|\s{0,9}[:>(\[{._/|]\s{0,9})"
    r"([^:>(\[{._/|]{1,99}?)[)\]}\s:*?]{0,9}"
)
_YEAR = re.compile(r"(?: au| du)?(?: \d\d?){0,2}(?: 20\d\d){1,2}$")  # year of a season, or a day in it


def normalize_title(text: str) -> str:
    """Normalize a title or name for comparison: "N° de licence :" becomes "n de licence".

    Case and accents go, punctuation becomes a space, œ becomes oe. A text without letters and digits, or longer than
    `LONGEST`, only loses its outer blanks.
    """
    if len(text) > LONGEST:
        return text.strip()
    decomposed = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    if len(decomposed) > LONGEST:  # one letter may decompose into eighteen
        return text.strip()
    words = "".join(c if c.isalnum() else " " for c in decomposed if not unicodedata.combining(c))
    return " ".join(words.split()) or text.strip()


def licence_key(licence: str) -> str:
    """Return a licence number in the form in which they are compared: without blanks, in lower case."""
    return "".join(licence.casefold().split())


def name_key(name: str) -> str:
    """Return a name in the form in which names are compared: normalized, its words in alphabetical order.

    So a list that exchanges surname and first name gives the same key.
    """
    return " ".join(sorted(normalize_title(name).split()))


_KEY_OF = {
    title: key for key, titles in texts.SPELLINGS.items() for title in (normalize_title(key), *titles.split("|"))
}
_KEY_OF |= {normalize_title(title): title for title in (*texts.REGISTER_TITLES, *OPTIONAL_TITLES)}


def key_of(title: str) -> str | None:
    """Return the key that a whole title means, with or without a year at its end; None for an unknown title.

    "Cote 2026" and "Elo au 1/9/2026" give "Cote".
    """
    folded = normalize_title(title)
    return _KEY_OF.get(folded) or _KEY_OF.get(_YEAR.sub("", folded))


def last_parts(titles: Sequence[str]) -> list[str]:
    """Return titles as their last part where two of them are alike before it and each last part means something.

    Forms ask for a name in several boxes: "Nom - Prénom" beside "Nom - Nom de famille", "Name (First)" beside
    "Name (Last)". A single "Nom - Prénom" stays: both names stand below it.
    """
    titles = [*titles]
    parts = {
        index: (normalize_title(match[1]), match[2])
        for index, title in enumerate(titles[:_HEADER_COLUMNS])
        if len(title) <= LONGEST
        and (match := _PARTS.fullmatch(title))
        and not re.search(texts.NOT_THE_PLAYER, normalize_title(match[1]))
    }
    for question in {question for question, _ in parts.values()}:
        columns = {index: last for index, (first, last) in parts.items() if first == question}
        keys = {index: _key_of_first_name(last) for index, last in columns.items()}
        if len({*filter(None, keys.values())}) > 1:
            for index, last in columns.items():
                titles[index] = last if keys[index] else titles[index]
    return titles


def _key_of_first_name(title: str) -> str | None:
    return "Prénom" if normalize_title(title) in texts.FIRST_NAMES else key_of(title)


def _find_columns(titles: Sequence[str]) -> tuple[dict[str, int], int]:
    """Find the column of each key, and count the keys that have a title of their own.

    Of several columns the newest cote counts, then the column titled as the key, then the first. A title that merely
    contains a word for a key counts where no column has a title of its own for it.
    """
    folded, sender = _folded_titles(titles), _find_sender_column(titles)
    columns = {key: _choose_column(folded, places, key) for key, places in _columns_by_key(titles).items()}
    plain_count = len(columns)
    has_name = not columns.keys().isdisjoint(NAME_KEYS)
    skipped_keys = (*NAME_KEYS, *(["Prénom"] if "Nom" not in columns else [])) if has_name else ()
    columns = {
        key: column for key, column in _find_columns_by_words(folded).items() if key not in skipped_keys
    } | columns
    if sender >= 0 and columns.keys().isdisjoint(NAME_KEYS):
        columns["Nom Prénom"] = sender
    return columns, plain_count


def _folded_titles(titles: Sequence[str]) -> list[str]:
    return [normalize_title(title) for title in titles[:_HEADER_COLUMNS]]


def _find_sender_column(titles: Sequence[str]) -> int:
    """Return the column in which a web form notes who sent it; -1 if there is none."""
    folded = _folded_titles(titles)
    is_form = any(pair <= {*folded} for pair in texts.SENDERS)
    return next((column for column, title in enumerate(folded) if title in texts.SENDERS_NAME), -1) if is_form else -1


def _columns_by_key(titles: Sequence[str]) -> dict[str, list[int]]:
    """Return by key the columns whose whole title means it, from left to right."""
    columns: dict[str, list[int]] = {}
    sender = _find_sender_column(titles)
    for column, title in enumerate(titles[:_HEADER_COLUMNS]):
        key = _key_of_first_name(title) if column != sender else None
        if key:
            columns.setdefault(key, []).append(column)
    if "Prénom" in columns and "Nom" not in columns:  # "Nombre" alone
        whole = [column for column in columns["Prénom"] if normalize_title(titles[column]) in texts.FIRST_NAMES]
        if whole == columns["Prénom"]:
            columns.setdefault(SURNAME_LAST, []).extend(columns.pop("Prénom"))
    return columns


def _choose_column(folded: Sequence[str], places: Sequence[int], key: str) -> int:
    """Choose one of several columns with the same key."""
    best = places[0]
    for column in places[1:]:
        if _is_better_title(folded[column], folded[best], key):
            best = column
    return best


def _is_better_title(title: str, best: str, key: str) -> bool:
    return best != texts.NEWEST and (title == texts.NEWEST or (title == normalize_title(key) != best))


def _find_columns_by_words(folded: Sequence[str]) -> dict[str, int]:
    """Return by key the column whose title contains a word for it; a column about the player comes first."""
    columns: dict[str, int] = {}
    for column, title in enumerate(folded):
        if re.search(texts.NOT_THE_PLAYER, title) or key_of(title):
            continue
        keys = [*dict.fromkeys(str(match.lastgroup) for match in _WORDS.finditer(title))]
        key = next((key for key, _ in texts.WORDS if key in keys), "")
        if key == "Prénom" and "Nom" in keys:
            key = "Nom Prénom" if keys.index("Nom") < keys.index("Prénom") else SURNAME_LAST
        is_of_player = re.search(texts.OF_THE_PLAYER, title) is not None
        if key and (key not in columns or (is_of_player and not re.search(texts.OF_THE_PLAYER, folded[columns[key]]))):
            columns[key] = column
    return columns


def find_header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    """Find the header of a list: the line, of the first `HEADER_ROWS`, with most known titles, one of them of a name.

    Of lines with equally many the one counts in which more titles are known as a whole, then the first. A line further
    down counts, where there is none above, if it is nothing but titles. Returned are the index of the line in `rows`,
    and key -> column counted from 0; (0, {}) if there is no header.
    """
    best: tuple[int, dict[str, int]] = (0, {})
    most = (0, 0)
    for index, (_, cells) in enumerate(rows[:HEADER_ROWS]):
        columns, plain_count = _find_columns(last_parts(cells))
        if (len(columns), plain_count) > most and not columns.keys().isdisjoint(NAME_KEYS):
            best, most = (index, columns), (len(columns), plain_count)
    if not best[1]:
        below = (index for index, (_, cells) in enumerate(rows[HEADER_ROWS:], HEADER_ROWS) if is_row_of_titles(cells))
        if (index := next(below, 0)) > 0:
            best = index, _find_columns(last_parts(rows[index][1]))[0]
    return best


def is_row_of_titles(cells: Sequence[str]) -> bool:
    """Check whether a line is a row of titles: at least two, half of its cells, are titles, one of them of names."""
    filled = [cell for cell in cells[:_HEADER_COLUMNS] if cell]
    if any(map(str.isdecimal, filled)):  # saves a third of the time of a long list
        return False
    keys = [key for cell in filled if (key := _key_of_first_name(cell))]
    return 1 < len(keys) >= len(filled) / 2 and not {*NAME_KEYS, "Prénom"}.isdisjoint(keys)


def _drop_repeated_titles(
    file: str, sheet: str | None, rows: Sequence[Row], header: Row, columns: Mapping[str, int]
) -> tuple[list[Row], list[int]]:
    """Leave out the lines that repeat the titles of the list.

    Returned are the other lines, and the numbers of those left out.

    Raises:
        ListError: A line has other titles: another list begins there.
    """
    known = {(column, "Nom" if key in NAME_KEYS else key) for key, column in columns.items()}
    folded, kept, repeated = _folded_titles(header[1]), list[Row](), list[int]()
    for line, cells in rows:
        filled = [(column, cell) for column, cell in enumerate(cells) if cell]
        is_same = all(normalize_title(cell) == cell_of(folded, column) for column, cell in filled)
        is_lone_title = len(filled) == 1 and key_of(filled[0][1]) in NAME_KEYS[1:] and (filled[0][0], "Nom") in known
        if is_same or is_lone_title:
            repeated.append(line)
        elif not is_row_of_titles(cells):
            kept.append((line, cells))
        else:
            titles = {
                (column, "Nom" if key in NAME_KEYS else key)
                for column, cell in filled
                if (key := _key_of_first_name(cell)) and normalize_title(cell) != cell_of(folded, column)
            }
            if not titles <= known:
                place = render_place(file, sheet, line)
                raise ListError([texts.OTHER_TITLES.format(place=place)], line=line)
            repeated.append(line)
    return kept, repeated


def read_below_header(file: str, sheet: str | None, rows: Sequence[Row], *, event: bool = False) -> ListTable:
    """Find the header of a list and which of its columns are read; return them with the lines below it.

    Of several columns with one meaning a filled one counts: the one titled as the newest cote, else as the key, else
    the first. Not read are a column Licence or Club that has only yes or no; N° and Série duplicate if the list has a
    newest cote (they are of our own tournament); and, in a list with a column that only the program computes (Rang
    initial, Droits), Absences and Remarque, and N° next to Rang initial. `sheet` is None for a text file, and `rows`
    have no blank lines. The lines of the table are not checked yet. With `event` the list is a tournament's whole
    workbook: Absences, Remarque and N° are kept, for `list_from_tournament`.

    Raises:
        ListError: The list is empty, no column has names (NoNameColumnError), or two columns of one meaning, between
            which no title decides, have different cells.
    """
    if not rows:
        raise ListError([texts.EMPTY.format(file=printable_path(file))])
    header_index, header_columns = find_header(rows)
    if not header_columns:
        line, titles = max(rows[:HEADER_ROWS], key=lambda row: (len(_find_columns(row[1])[0]), len(row[1])))
        listed = ", ".join(f"« {shorten(title)} »" for title in titles[:20] if title)
        raise NoNameColumnError(render_place(file, sheet, line), line, listed)
    titles, shown = last_parts(rows[header_index][1]), rows[header_index][1]
    body, repeated = _drop_repeated_titles(file, sheet, rows[header_index + 1 :], rows[header_index], header_columns)
    filled: dict[int, set[str]] = {}
    for _, cells in body:
        for column, text in enumerate(cells):
            if text:
                filled.setdefault(column, set()).add(text)
    answer_columns = {
        column
        for column, column_texts in filled.items()
        if {normalize_title(text) for text in column_texts} <= texts.YES_OR_NO
    }
    whole_names: list[int] = []
    folded, same_meaning = _folded_titles(titles), dict[str, list[int]]()
    for key, candidates in _columns_by_key(titles).items():
        candidates = [column for column in candidates if column in filled] or candidates
        if key in _QUESTION_KEYS:
            candidates = [column for column in candidates if column not in answer_columns] or candidates
        surname_columns = [column for column in candidates if folded[column] in texts.FAMILY_NAMES]
        if key == "Nom" and "Prénom" in header_columns and surname_columns:
            whole_names += [column for column in candidates if column not in surname_columns and column in filled]
            candidates = surname_columns
        header_columns[key] = _choose_column(folded, candidates, key)
        if rivals := [column for column in candidates if _is_rival(folded, column, header_columns[key], key)]:
            same_meaning[key] = [header_columns[key], *rivals]
    _refuse_conflicting_columns(file, sheet, rows[header_index], body, same_meaning)
    for key in _QUESTION_KEYS:
        if key in header_columns and header_columns[key] in answer_columns:
            del header_columns[key]
    columns = {key: (column, shown[column]) for key, column in header_columns.items()}
    if "N°" in columns and not any(text[:1].isdigit() for text in filled.get(columns["N°"][0], "0")):
        del columns["N°"]  # "#" above the keys of a form's answers
    if "Nom" in columns or "Prénom" in columns:  # first names have a column: no name is split
        names = [columns.pop(key) for key in NAME_KEYS if key in columns]
        columns["Nom"] = names[0]
        if "Prénom" in columns:
            whole_names += [column for column, _ in names[1:]]
    if "Cote" in columns and normalize_title(columns["Cote"][1]) == texts.NEWEST:
        for key in ("N°", "Série duplicate"):  # given by our own tournament: its numbers, its series by cote
            columns.pop(key, None)
    if not event and not _COMPUTED_COLUMNS.isdisjoint(titles):
        for key in (
            "Absences",
            "Remarque",
            *(["N°"] if _SEED_COLUMN in titles else []),
        ):  # in Othello the N° is the world's
            columns.pop(key, None)
    shown_titles = {
        column: title
        for column, title in enumerate(shown)
        if title and column in filled and title not in _PROGRAM_COLUMNS
    }
    return ListTable(
        file, sheet, body, columns, shown_titles, whole_names=whole_names, above=rows[:header_index], repeated=repeated
    )


def _is_rival(folded: Sequence[str], column: int, best: int, key: str) -> bool:
    """Check whether a column means the same as the chosen one while no title decides between them.

    A title decides when it is the key itself or names the newest cote. There may be several remarks,
    unless their titles are the same.
    """
    alike = folded[column] == folded[best]
    decided = folded[best] in (normalize_title(key), texts.NEWEST) or key == "Remarque"
    return column != best and (alike or not decided)


def _refuse_conflicting_columns(
    file: str, sheet: str | None, header: Row, below: Sequence[Row], same_meaning: Mapping[str, Sequence[int]]
) -> None:
    """Raise ListError where columns of one meaning differ in a line: two lists next to each other, or two cotes."""

    def differ(first: int, second: int) -> bool:
        return any(
            (second_text := cell_of(cells, second))
            and normalize_title(second_text) != normalize_title(cell_of(cells, first))
            for _, cells in below
        )

    line, titles = header
    clashes: list[str] = []
    for best, *rivals in same_meaning.values():
        if differing := [column for column in rivals if differ(best, column)]:
            places = sorted((best, *differing))
            quoted_titles = dict.fromkeys(f"« {shorten(titles[column])} »" for column in places)
            cells = [str(column + 1) if sheet is None else cell_address(line, column + 1) for column in places]
            clashes.append(f"{join_items(cells)} ({join_items([*quoted_titles])})")
    if clashes:
        pattern = texts.COLUMNS_OF_LINE if sheet is None else texts.PLACE_CELL
        listed = ", ".join(clashes)
        place = pattern.format(file=printable_path(file), sheet=sheet, line=line, columns=listed, cell=listed)
        raise ListError([texts.TWO_COLUMNS.format(columns=place)], line=line)
