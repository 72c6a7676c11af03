"""Checks of the players read from a list: what may be no player, or a player twice.

Each `report_…` adds problems to its table, which make the list unusable. `name_key` is the key of the column of names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament_xl.messages import players as texts
from tournament_xl.messages.names import list_some_names
from tournament_xl.players import columns, list_table, whole_names
from tournament_xl.players.columns import normalize_title
from tournament_xl.players.list_table import NAME_KEYS, ListError, ListTable, shorten
from tournament_xl.players.statuses import says_no
from tournament_xl.workbook.input_rows import are_headings, is_heading, may_be_heading

ListedPlayer = tuple[int, dict[str, str]]  # line of the list, player by column
_PERSON_KEYS = frozenset(("Prénom", "Licence"))
_PLAYER_KEYS = _PERSON_KEYS | {"N°", "Club", "Cote", "Série duplicate", "Pays"}  # a line with one of them is no note
_MAX_FAMILY = 3  # players of one surname, beyond which a list of a single surname is a mistake
MAX_NAMES = 6  # in one sentence
_MOST_FIGURES = 5  # lines with sums and means below a list


def report_above(table: ListTable) -> None:
    """Note the lines above the titles.

    Raises:
        ListError: One of them reads like a player: two names, or a cote in its column.
    """
    lines = {line: " ".join(filter(None, cells)) for line, cells in table.above}
    if players := [line for line, cells in table.above if _reads_like_player(table, cells)]:
        shown = list_some_names([f"« {shorten(lines[line])} »" for line in players], list_table.MOST_PLACES)
        place = table.locate_lines(players)
        raise ListError([texts.ABOVE_TITLES.format(place=place, texts=shown)], line=players[0])
    if lines:
        shown = list_some_names(
            [f"« {shorten(text)} » ({list_table.list_lines([line])})" for line, text in lines.items()], MAX_NAMES
        )
        table.notes.append(texts.ABOVE.format(texts=shown))


def _reads_like_player(table: ListTable, cells: Sequence[str]) -> bool:
    """Check whether a line above the titles reads like a player, whether it has the columns of the list or not."""
    filled = [cell for cell in cells if cell]
    keys = [key for key in (*NAME_KEYS, "Prénom") if key in table.columns]
    names = [text for key in keys if (text := list_table.cell_of(cells, table.columns[key][0]))]
    figures = [list_table.cell_of(cells, table.columns[key][0]) for key in ("Cote", "Licence") if key in table.columns]
    has_figure = len(filled) > 1 and bool(names) and any(re.fullmatch(r"\d{3,8}", figure) for figure in figures)
    candidates = (" ".join(names), " ".join(filled[:2]), *filled[:1])
    return has_figure or any(map(whole_names.reads_like_person, candidates))


def report_line_without_name(table: ListTable, line: int, cells: Sequence[str]) -> None:
    """Ask about a line that has no name and a single text, as a heading has: those below it may not play.

    A number, as of a prepared line, and a bare yes or no are no text.
    """
    filled = [cell for cell in cells if cell]
    if len(filled) == 1 and any(map(str.isalpha, filled[0])) and normalize_title(filled[0]) not in texts.BARE_ANSWERS:
        table.add_problem(texts.NO_NAME_BUT_TEXT, line, text=shorten(filled[0]))


def report_numbers_in_names(
    table: ListTable, name_key: str, players: Sequence[ListedPlayer], *, only_names: bool
) -> set[int]:
    """Add one problem, at the first of them, for all names with a number, and one for those of two people.

    A surname or first name without any letter is a number; and, if `only_names`, a name of which a word begins with a
    digit: a position, a licence. Headings are left to `report_no_players`. Returned are the lines that were asked
    about.
    """
    names = [
        (line, join_name(player), [player[key] for key in ("Nom", "Prénom") if key in player])
        for line, player in players
    ]
    numbered = [
        (line, name)
        for line, name, parts in names
        if not all(any(map(str.isalpha, part)) for part in parts)
        or (only_names and whole_names.has_number(name) and not is_heading(name))
    ]
    paired = [(line, name) for line, name, _ in names if re.search(r"(?:^|\s)(?:et|and|&|\+)\s+[^\W\d]", name)]
    for sentence, suspects in ((texts.NUMBERS_IN_NAMES, numbered), (texts.TWO_IN_ONE, paired)):
        if suspects:
            lines = [line for line, _ in suspects]
            shown_names = list_some_names([f"« {shorten(name)} »" for _, name in suspects], MAX_NAMES)
            places = table.locate_cells(lines, name_key)
            table.problems.append((lines[0], sentence.format(places=places, texts=shown_names)))
    return {line for line, _ in (*numbered, *paired)}


def report_no_players(table: ListTable, name_key: str, players: Sequence[ListedPlayer]) -> None:
    """Add problems for lines that may be no players: figures of the list, notes and those below them, headings."""
    figures = _report_statistics(table, name_key, players)
    players = [(line, player) for line, player in players if line not in figures]
    note = _report_first_note(table, name_key, players)
    _report_lone_names(table, name_key, players, note)


def _report_statistics(table: ListTable, name_key: str, players: Sequence[ListedPlayer]) -> set[int]:
    """Add one problem for all lines that may be sums, counts or means of the list: a word, and numbers elsewhere.

    Such a line has no first name, where two thirds of the players have one, nor several names with capitals; or its
    words are small, and a number is the sum, the mean or the count of its column. Returned are the lines that were
    asked about.
    """
    cells_by_line = dict(table.rows)
    name_columns = {column for key, (column, _) in table.columns.items() if key in (*NAME_KEYS, "Prénom")}
    numbers = {
        line: {
            column: number
            for column, text in enumerate(cells_by_line[line])
            if column not in name_columns and text and (number := _parse_number(text)) is not None
        }
        for line, _ in players
    }
    full_names = [line for line, player in players if "Prénom" in player]
    known = {line: numbers[line] for line, player in players if player.get("Prénom", "x")[0].isupper()}
    suspects: dict[int, str] = {}
    for line, player in players:
        others = [text for column, text in enumerate(cells_by_line[line]) if text and column not in name_columns]
        if not others or len(numbers[line]) < len(others) or not player.keys().isdisjoint(("Licence", "N°")):
            continue
        is_small = any(word[0].islower() for word in player.get("Prénom", "").split()[:1])
        is_last = line >= players[-_MOST_FIGURES:][0][0]
        is_nameless = "Prénom" not in player and not whole_names.reads_like_person(player.get("Nom", ""))
        if (is_nameless and 3 * len(full_names) >= 2 * len(players)) or (
            is_small
            and is_last
            and any(_is_statistic(number, column, known) for column, number in numbers[line].items())
        ):
            suspects[line] = join_name(player)
    suspects = {} if 2 * len(suspects) > len(players) else suspects
    if suspects:
        lines = [*suspects]
        shown = list_some_names([f"« {shorten(name)} »" for name in suspects.values()], list_table.MOST_PLACES)
        places = table.locate_cells(lines, name_key)
        table.problems.append((lines[0], texts.PLAYER_OR_FIGURE.format(places=places, texts=shown)))
    return {*suspects}


def _parse_number(text: str) -> float | None:
    """Read a number of a statistic: "1 496,5", "80 €", "50 %"; None for another text."""
    digits = re.sub(r"[\s€$%\u202f\xa0]", "", text).replace(",", ".")
    return float(digits) if re.fullmatch(r"\d{1,9}(?:\.\d{1,4})?", digits) else None


def _is_statistic(number: float, column: int, players: Mapping[int, Mapping[int, float]]) -> bool:
    """Check whether a number is, rounded, the sum or mean of a column's numbers, or the count of the players."""
    values = [figures[column] for figures in players.values() if column in figures]
    candidates = {len(players), len(values), *((sum(values), sum(values) / len(values)) if values else ())}
    return any(abs(number - value) < 1 for value in candidates)


def _report_lone_names(table: ListTable, name_key: str, players: Sequence[ListedPlayer], note: int | None) -> None:
    """Add one problem, at the first of them, for all lines that have only a name and may be headings: "Groupe A".

    Without a column of first names a line counts only if its name reads like a heading or is a single word. No problem
    is added if fewer than twice as many lines say more about a player. The sheet Joueurs is read by the same rule.
    `note` is the line that `_report_first_note` reported, None without one; lines from there on are left out.
    """
    has_first_names = "Prénom" in table.columns
    lone_names = {
        line: player["Nom"]
        for line, player in players
        if player.keys() == {"Nom"}
        and (has_first_names or may_be_heading(player["Nom"]) or _reads_like_sentence(player["Nom"]))
    }
    others = [line for line, player in players if line not in lone_names and player.keys() & _PLAYER_KEYS]
    if are_headings(len(lone_names), len(others)) and (
        lines := [line for line in lone_names if note is None or line < note]
    ):
        shown_names = list_some_names([f"« {shorten(lone_names[line])} »" for line in lines], list_table.MOST_PLACES)
        table.problems.append(
            (lines[0], texts.NAMES_ALONE.format(places=table.locate_cells(lines, name_key), texts=shown_names))
        )


def _reads_like_sentence(name: str) -> bool:
    """Check whether a name of three words or more has a small one that is no particle: "Voir avec Luc"."""
    words = name.split()
    small = [word for word in words if word[0].islower() and not re.fullmatch(texts.PARTICLE, normalize_title(word))]
    return len(words) > 2 and name[0].isupper() and bool(small)


def _report_first_note(table: ListTable, name_key: str, players: Sequence[ListedPlayer]) -> int | None:
    """Add a problem at the first line that may be a note instead of a player, naming the players below it.

    Such a line is "Total" or "Arbitre : …" without first name, licence and N° of an earlier tournament, or a name alone
    that comes after a player with more than a name and after a blank line (a hidden line is none). Later notes are not
    reported. Returned is the line of the note, None without one.
    """
    has_player_before = below_gap = False
    previous_line, cells_by_line = players[0][0] if players else 0, dict(table.rows)
    filled_lines = {*cells_by_line, *table.hidden, *table.repeated}
    for index, (line, player) in enumerate(players):
        below_gap = below_gap or any(gap_line not in filled_lines for gap_line in range(previous_line + 1, line))
        name = player.get("Nom", "")
        has_name_only = not _has_facts(table, name_key, cells_by_line[line], player)
        is_person = line in table.own_numbers or player.keys() & _PERSON_KEYS
        is_note_word = not is_person and (re.match(texts.NOTE, normalize_title(name)) or ":" in name or says_no(name))
        if is_note_word or (has_name_only and has_player_before and below_gap):
            rest = [shorten(join_name(later)) for _, later in players[index + 1 :]]
            names_below = texts.BELOW.format(names=list_some_names(rest, MAX_NAMES)) if rest else ""
            table.add_problem(texts.PLAYER_OR_NOTE, line, name_key, text=shorten(join_name(player)), below=names_below)
            return line
        has_player_before, previous_line = has_player_before or not has_name_only, line
    return None


def _has_facts(table: ListTable, name_key: str, cells: Sequence[str], player: Mapping[str, str]) -> bool:
    """Check whether a line says something that only players have.

    "NC" is a cote, too; that a name has two words does not count as a first name.
    """
    filled = {key for key, (column, _) in table.columns.items() if column < len(cells) and cells[column]}
    if name_key in filled - {"Nom"} and whole_names.split_name(cells[table.columns[name_key][0]], name_key)[1]:
        filled.add("Prénom")
    return not _PLAYER_KEYS.isdisjoint(filled | (player.keys() - {"Prénom"}))


def report_duplicates(
    table: ListTable, name_key: str, players: Sequence[ListedPlayer], *, by_club: bool, world: bool = False
) -> None:
    """Add a problem for each player number, licence number or name that occurs again, at its later line.

    Case, accents and punctuation of names do not count. One name may occur twice if both lines have a licence (or, if
    `world`, a N° of the world's list) or, if `by_club`, two clubs; the latter adds a note. A list of more than three
    players who all have one surname gets a single problem that says so, and nothing else is checked.
    """
    if len(players) > _MAX_FAMILY and len({player.get("Nom") for _, player in players}) == 1:
        table.add_problem(texts.ALL_THE_SAME, players[0][0], name_key, name=shorten(players[0][1].get("Nom", "")))
        return
    first_seen: dict[tuple[str, str], tuple[int, str, str, str]] = {}  # key, value -> line, name, licence or N°, club
    same_names: dict[str, None] = {}  # names of players in different clubs
    for line, player in players:
        name = join_name(player)
        licence, club = columns.licence_key(player.get("Licence", "")), normalize_title(player.get("Club", ""))
        identity = player.get("N°", "") if world else licence
        entry = line, name, identity, club
        for key, value, sentence in (
            ("N°", player.get("N°"), texts.SAME_NUMBER),
            ("Licence", licence, texts.SAME_LICENCE),
            (name_key, normalize_title(name), texts.SAME_NAME_IN_WORLD if world else texts.SAME_NAME),
        ):
            if not value:
                continue
            first_line, first_name_seen, first_identity, first_club = first_seen.setdefault((key, value), entry)
            if by_club and key == name_key and first_line != line and club and first_club and club != first_club:
                same_names[shorten(name)] = None
                first_line, first_name_seen, first_identity, _ = first_seen.setdefault((key, f"{value}\n{club}"), entry)
            if first_line != line and not (key == name_key and identity and first_identity):
                table.add_problem(sentence, line, key, name=shorten(first_name_seen), other=first_line)
    if same_names:
        names = list_some_names([*same_names], MAX_NAMES)
        table.notes.append(texts.HOMONYMS_BY_CLUB.format(names=names))


def join_name(player: Mapping[str, str]) -> str:
    """Return surname and first name of a player as one text; "" for a player with neither."""
    return " ".join(filter(None, (player.get("Nom"), player.get("Prénom"))))
