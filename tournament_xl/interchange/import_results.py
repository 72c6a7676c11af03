"""Command `import`: a workbook from a file of results.

The file is JSON that this program exported, a table of Scrabble results (text or workbook), or an ELO file, which
goes to `import_elo`. Files of further programs are recognised, and refused with the name of the program. Only pairs and
scores are imported; the new workbook computes standings and ratings anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.games.othello.elo.file import is_papp
from tournament_xl.games.scrabble.rules.formulas import CLASSIQUE
from tournament_xl.games.scrabble.rules.initial import assign_seeds
from tournament_xl.games.scrabble.rules.model import Player
from tournament_xl.interchange.documents import Incoming, read_document
from tournament_xl.interchange.import_elo import build_import_outcome, format_absences, import_elo
from tournament_xl.messages import elo, reasons
from tournament_xl.messages import exchange as texts
from tournament_xl.messages.federation import BAD_QUOTES
from tournament_xl.messages.names import fill_sentence, list_some_names
from tournament_xl.players.columns import name_key, normalize_title
from tournament_xl.players.list_table import Row, cell_of, clean_cell, list_lines, render_place, shorten
from tournament_xl.players.player_lists import SEPARATORS, parse_table
from tournament_xl.players.previous_workbook import is_tournament
from tournament_xl.players.spreadsheets import PACKED
from tournament_xl.players.text_encoding import decode_text
from tournament_xl.players.whole_names import split_name
from tournament_xl.storage import new_file
from tournament_xl.workbook.cells import Cell, cell_text, to_cell_number
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import workbook_package

SHOWN = 8  # faults or names that are listed


def import_file(source: Path, target: Path) -> Outcome:
    """Create the workbook of a file of results, in any form that `read_results` or `import_elo` reads.

    An existing `target` is never overwritten. If the workbook cannot be created, the outcome says why.

    Raises:
        ExternalError: The file cannot be read, or no workbook can be made of it; the text is a French sentence.
    """
    try:
        data = read_regular_file(source, text_limits.RESULTS_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ExternalError(elo.MISSING, file=printable_path(source)) from error
    if incoming := read_results(data, source.name):
        return _create_workbook(incoming, source, target)
    text = decode_text(data) or ""
    has_elo_lines = any(line.lstrip().startswith("%") for line in text.splitlines())
    if has_elo_lines or is_papp(text) or source.suffix.lower() == ".elo":
        return import_elo(data, source, target)
    raise ExternalError(texts.NO_TABLE, file=printable_path(source.name))


def read_results(data: bytes, name: str) -> Incoming | None:
    """Read a tournament from exported JSON or from a table of Scrabble results (text or workbook).

    The content decides which of them it is. Of a workbook the first sheet with a table of results is read. `name` is
    for messages and for the name of the tournament. None is returned if the file is none of these, for example empty,
    an ELO file, or a table without the titles of a table of results.

    Raises:
        ExternalError: The file is too large or has too many players, another program wrote it, it is already a
            tournament's workbook or cannot be read as one, its JSON has a wrong field, or a quotation mark of its CSV
            is not closed; or lines of results are faulty: a French sentence for each of the first `SHOWN`.
    """
    text = decode_text(data) or ""
    incoming: Incoming | None = None
    if len(data) > text_limits.RESULTS_BYTES:
        raise ExternalError(texts.TOO_BIG, file=printable_path(name), limit=text_limits.RESULTS_BYTES // 1_000_000)
    if data.startswith(PACKED):
        snapshot = workbook_package.parse_snapshot(Path(name), data)
        if is_tournament(snapshot):
            raise ExternalError(texts.OURS, file=printable_path(name))
        grids = snapshot.sheets.values()
        sheets = [
            [(line_number, [clean_cell(cell_text(cell)) for cell in row]) for line_number, row in enumerate(grid, 1)]
            for grid in grids
        ]
        by_sheet = {sheet: rows for sheet, rows in zip(snapshot.sheets, sheets, strict=True) if _find_header(rows)[1]}
        if len(by_sheet) > 1:
            raise ExternalError(
                texts.SEVERAL_GROUPS, file=printable_path(name), where=texts.IN_SHEETS, names=_quote(by_sheet)
            )
        incoming = next((_read_table(rows, name, *_find_header(rows)) for rows in by_sheet.values()), None)
    elif program := _identify_other_program(text.lstrip() or data[:8].decode("latin-1"), name):
        raise ExternalError(texts.OTHER, file=printable_path(name), other=program)
    elif text.lstrip().startswith("{"):
        incoming = read_document(text, name)
    else:
        tables = (parse_table(text, separator) for separator in SEPARATORS)
        rows, bad_quotes = next((table for table in tables if _find_header(table[0])[1]), ([], None))
        if bad_quotes:
            raise ExternalError(BAD_QUOTES, file=printable_path(name), place=render_place(name, None, bad_quotes))
        incoming = _read_table(rows, name, *_find_header(rows)) if rows else None
    return incoming


def _identify_other_program(text: str, name: str) -> str:
    """Return the name of the program that wrote the file; "" for none that is known."""
    if name.lower().endswith(".tou"):
        return texts.TOU
    return next((program for pattern, program in texts.OTHERS if re.match(pattern, text)), "")


def _create_workbook(incoming: Incoming, source: Path, target: Path) -> Outcome:
    reason = reasons.imported_text(source.name)
    rows = [{"Motif": reason, **row} for rows in incoming.rounds for row in rows]
    outcome = new_file.create_workbook(
        target,
        incoming.settings,
        incoming.players,
        game=incoming.game,
        result_rows=rows,
        finals=incoming.finals,
        more_recorded=incoming.recorded,
        find_place=lambda index, column: _place(
            source.name, incoming.player_lines, index, texts.PLAYER_PLACE, number=index + 1
        ),
        find_result_place=lambda index: _place(
            source.name, incoming.match_lines, index, texts.ROUND_PLACE, round=rows[index].get("Ronde", "")
        ),
    )
    return build_import_outcome(outcome, source, target, len(incoming.players), len(incoming.rounds), incoming.notes)


def _place(file: str, lines: Sequence[int], index: int, pattern: str, **facts: object) -> str:
    """Render where in the file a player or a match stands: its line, or what it is where the file has no lines."""
    if index < len(lines):
        return render_place(file, None, lines[index])
    return pattern.format(file=printable_path(file), **facts)


# Scrabble: matches with their scores


@dataclass
class _MatchCollector:
    """Collector of a tournament's matches, in any order, and of all faults with their lines."""

    file: str
    faults: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # in the order of N°, as first written
    numbers: dict[str, int] = field(default_factory=dict)  # normalised name -> N°
    rows: dict[int, list[dict[str, Cell]]] = field(default_factory=dict)  # by round
    lines_of_matches: dict[tuple[int, int], int] = field(default_factory=dict)  # round and N° -> line of the file
    player_lines: list[int] = field(default_factory=list)  # line of the file in which each N° stands first
    match_lines: dict[int, list[int]] = field(default_factory=dict)  # round -> line of each of its `rows`
    tables: dict[tuple[int, Cell], int] = field(default_factory=dict)  # round and table -> line of the file
    notes: list[str] = field(default_factory=list)  # French sentences on what is not read
    has_both_sides: bool = False  # a match is given twice, once by each player

    def add_fault(self, line_number: int, sentence: str, /, **facts: object) -> None:
        self.faults.append(
            elo.LINE.format(file=printable_path(self.file), line=line_number, what=sentence.format(**facts))
        )

    def number_of(self, name: str, line: int) -> int:
        """Return the number of a name, a new one for a new name; 0 for X (the bye)."""
        if normalize_title(name) in texts.NOBODY:
            return 0
        number = self.numbers.setdefault(name_key(name), len(self.names) + 1)
        if number > len(self.names):
            self.names.append(name)
            self.player_lines.append(line)
        return number

    def add(
        self, line: int, round_number: int, table: Cell, sides: Sequence[int], scores: Sequence[Cell], forfeit: str
    ) -> None:
        """Add a match; X is put second."""
        if sides[0] == sides[1]:
            self.add_fault(line, texts.NO_PAIR)
            return
        if self._is_other_side(round_number, sides, scores):
            self.has_both_sides = True
            return
        if table and (first_line := self.tables.setdefault((round_number, table), line)) != line:
            self.add_fault(line, texts.TABLE_TWICE, table=table, round=round_number, line=first_line)
        for player_id in filter(None, sides):
            if (round_number, player_id) in self.lines_of_matches:
                self.add_fault(
                    line,
                    texts.TWICE,
                    name=self.names[player_id - 1],
                    round=round_number,
                    line=self.lines_of_matches[round_number, player_id],
                )
            self.lines_of_matches[round_number, player_id] = line
        if not sides[0]:
            sides, scores, forfeit = sides[::-1], scores[::-1], forfeit.translate({49: "2", 50: "1"})
        row: dict[str, Cell] = {"Ronde": round_number, "N° 1": sides[0], "N° 2": sides[1] or "X"}
        if table:
            row["Table"] = table
        if forfeit:
            row["Forfait"] = forfeit
        elif sides[1]:
            row |= {"Score 1": scores[0], "Score 2": scores[1]}
        self.rows.setdefault(round_number, []).append(row)
        self.match_lines.setdefault(round_number, []).append(line)

    def _is_other_side(self, round_number: int, sides: Sequence[int], scores: Sequence[Cell]) -> bool:
        """Check whether a match is one that the other player's line gave: sides and scores exchanged."""
        return all(sides) and any(
            (row["N° 1"], row["N° 2"]) == (sides[1], sides[0])
            and (row.get("Score 1", "F"), row.get("Score 2", "F")) == (scores[1], scores[0])
            for row in self.rows.get(round_number, ())
        )

    def list_groups(self) -> list[list[str]]:
        """Return the players by group, where groups never meet: names in the order of N°."""
        group = {number: number for number in range(len(self.names) + 1)}

        def find(number: int) -> int:
            while group[number] != number:
                group[number] = group[group[number]]
                number = group[number]
            return number

        for rows in self.rows.values():
            for row in rows:
                if row["N° 2"] != "X":
                    group[find(int(str(row["N° 1"])))] = find(int(str(row["N° 2"])))
        members: dict[int, list[str]] = {}
        for number, name in enumerate(self.names, start=1):
            members.setdefault(find(number), []).append(name)
        return [*members.values()]

    def finish(self, title: str) -> Incoming:
        """Return the tournament; ExternalError with the faults."""
        rounds = sorted(self.rows)
        if len(self.names) > text_limits.RESULTS_PLAYERS:
            raise ExternalError(texts.TOO_MANY, file=printable_path(self.file), most=text_limits.RESULTS_PLAYERS)
        if not self.faults and rounds != [*range(1, len(rounds) + 1)]:
            missing = min({*range(1, max(rounds, default=1) + 1)} - {*rounds})
            self.faults.append(texts.NO_ROUND.format(file=printable_path(self.file), round=missing))
        if self.faults:
            rest = len(self.faults) - SHOWN
            raise ExternalError(
                "\n".join(self.faults[:SHOWN] + [fill_sentence(texts.MORE, {"more": rest})] * (rest > 0))
            )
        last = len(rounds)
        people, places = [], []
        for player_id, name in enumerate(self.names, start=1):
            surname, first = split_name(name, "")
            missed = {round_number for round_number in rounds if (round_number, player_id) not in self.lines_of_matches}
            people.append({
                "N°": str(player_id), "Nom": surname, "Prénom": first,
                "Absences": format_absences(missed, last),
            })  # fmt: skip
            if len(missed) < last:
                places.append(Player(player_id, surname, first, cote=1000))
        seeds = {
            str(player.number): {"seed": to_cell_number(player.seed)}
            for player in assign_seeds(places, range(1, len(self.names) + 1))
            if player.seed
        }
        settings = {"Nom": title, "Formule": CLASSIQUE.name, "Nombre de rondes": str(last)}
        notes = [*self.notes, texts.ROUNDS.format(rounds=last), texts.NO_COTES]
        groups = [group for group in self.list_groups() if len(group) > 1]
        if len(groups) > 1 and last > 1:
            firsts = ", ".join(group[0] for group in groups[:SHOWN])
            notes.insert(0, texts.APART.format(file=printable_path(self.file), groups=len(groups), names=firsts))
        if self.has_both_sides:
            notes.insert(0, texts.BOTH_SIDES.format(file=printable_path(self.file)))
        return Incoming(
            settings,
            people,
            [self.rows[round_number] for round_number in rounds],
            recorded={"players": seeds},
            notes=notes,
            player_lines=self.player_lines,
            match_lines=[line for round_number in rounds for line in self.match_lines[round_number]],
        )


_REQUIRED_TITLES = {"round", "one", "two", "score one", "score two"}


def _find_header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    """Find the first line with the titles of a table of results.

    Returned are the index of the line, and meaning -> column; (0, {}) when there is none. Of two columns with the same
    title the first is player 1's.
    """
    for start, (_, cells) in enumerate(rows[:20]):
        columns: dict[str, int] = {}
        for index, cell in enumerate(cells):
            unused = (key for key in _meanings(cell) if key not in columns)
            columns |= dict.fromkeys([*unused][:1], index)
        if columns.keys() >= _REQUIRED_TITLES:
            return start, columns
    return 0, {}


def _meanings(title: str) -> Sequence[str]:
    """Return what a title of a table of results may mean; the first that no other column means counts."""
    folded = normalize_title(title)
    if meanings := texts.TITLES.get(folded):
        return meanings
    words = {*folded.split()} - texts.FILLERS
    of_score, others = words & texts.SCORES, words - texts.SCORES
    side = next((side for side, names in texts.SIDES.items() if others and others <= names), "")
    if not side or len(others) > 1:
        return ()
    return (f"score {side}",) if of_score else (side,)


def _read_table(rows: Sequence[Row], file: str, start: int, titles: dict[str, int]) -> Incoming:
    gathered, last_round = _MatchCollector(file), 0
    header, body = rows[start][1], _drop_headings(rows, file, start, titles, gathered)
    _report_unread_columns(header, body, file, titles, gathered)
    forfeit_columns = [index for index, cell in enumerate(header) if normalize_title(cell) in texts.UNREAD]
    for line, cells in body:
        values = {key: cells[index] if index < len(cells) else "" for key, index in titles.items()}
        digits = re.search(r"\d+", values["round"])
        round_number = int(digits[0][:4]) if digits else 0 if values["round"] else last_round
        if not 1 <= round_number <= text_limits.RESULTS_PLAYERS:
            gathered.add_fault(line, texts.NO_ROUND_HERE, text=values["round"])
            continue
        last_round = round_number
        for index in forfeit_columns:
            if any(cells[index : index + 1]):
                gathered.add_fault(line, texts.UNREAD_COLUMN, title=header[index])
        scores = [_parse_score(values[key]) for key in ("score one", "score two")]
        forfeit = "+".join(str(side) for side, score in enumerate(scores, 1) if score == "F")
        for key, score in zip(("score one", "score two"), scores, strict=True):
            if score is None:
                gathered.add_fault(line, texts.NO_SCORE, text=values[key])
        sides = [gathered.number_of(values[key], line) for key in ("one", "two")]
        gathered.add(line, last_round, _parse_score(values.get("table", "")) or "", sides, scores, forfeit)
    return gathered.finish(Path(file).stem)


def _drop_headings(
    rows: Sequence[Row], file: str, start: int, titles: Mapping[str, int], gathered: _MatchCollector
) -> list[Row]:
    """Return the lines of matches; note those that have no player, and leave out titles that come again.

    Raises:
        ExternalError: Lines without players are the headings of several groups.
    """
    header, matches, others = rows[start][1], list[Row](), dict[int, str]()
    for line, cells in (*rows[:start], *rows[start + 1 :]):
        text = " ".join(filter(None, cells))
        is_match = line > rows[start][0] and any(cell_of(cells, titles[side]) for side in ("one", "two"))
        if is_match and [*map(normalize_title, cells)] != [*map(normalize_title, header)]:
            matches.append((line, cells))
        elif text and not is_match:
            others[line] = text
    groups = [text for text in others.values() if re.fullmatch(texts.DIVISION, normalize_title(text))]
    if len({*groups}) > 1:
        where = texts.IN_LINES.format(lines=list_lines([line for line, text in others.items() if text in groups]))
        raise ExternalError(texts.SEVERAL_GROUPS, file=printable_path(file), where=where, names=_quote(groups))
    if others:
        shown = [f"« {shorten(text)} » ({list_lines([line])})" for line, text in others.items()]
        gathered.notes.append(texts.UNREAD_LINES.format(file=printable_path(file), texts=list_some_names(shown, SHOWN)))
    return matches


def _quote(names: Iterable[str]) -> str:
    return list_some_names([f"« {shorten(name)} »" for name in dict.fromkeys(names)], SHOWN)


def _report_unread_columns(
    header: Sequence[str], rows: Sequence[Row], file: str, titles: Mapping[str, int], gathered: _MatchCollector
) -> None:
    """Note the filled columns that are not read.

    Raises:
        ExternalError: One of them parts the matches into groups: by its title, or since no player changes his group.
    """
    width = max((len(cells) for _, cells in rows), default=0)
    unread: list[str] = []
    for column in {*range(width)} - {*titles.values()}:
        title, values = cell_of(header, column), [cell_of(cells, column) for _, cells in rows]
        groups = {*filter(None, values)}
        if not groups or normalize_title(title) in texts.UNREAD:
            continue
        if len(groups) > 1 and (normalize_title(title) in texts.DIVISIONS or _parts_players(rows, titles, column)):
            where = texts.IN_COLUMN.format(title=shorten(title or str(column + 1)))
            raise ExternalError(
                texts.SEVERAL_GROUPS, file=printable_path(file), where=where, names=_quote(sorted(groups))
            )
        examples = " ; ".join([*dict.fromkeys(shorten(value) for value in values if value)][:2])
        unread.append(f"« {shorten(title or str(column + 1))} » ({examples})")
    if unread:
        titles_shown = list_some_names(unread, SHOWN)
        gathered.notes.append(texts.UNREAD_COLUMNS.format(file=printable_path(file), titles=titles_shown))


def _parts_players(rows: Sequence[Row], titles: Mapping[str, int], column: int) -> bool:
    """Check whether a column is filled in each line and has one value for each player, who plays more than once."""
    group_of: dict[str, str] = {}
    counts: dict[str, int] = {}
    for _, cells in rows:
        group = cell_of(cells, column)
        for side in ("one", "two"):
            name = name_key(cell_of(cells, titles[side]))
            if not group or group_of.setdefault(name, group) != group:
                return False
            counts[name] = counts.get(name, 0) + 1
    return bool(counts) and min(counts.values()) > 1


def _parse_score(text: str) -> Cell:
    """Return an integer, "F" for a forfeit, "" for no score yet; None for anything else."""
    if normalize_title(text) in texts.FORFEITS:
        return "F"
    number = text.replace("\u2212", "-").removesuffix(",0").removesuffix(".0")
    return "" if not text else int(number) if re.fullmatch(r"-?\d{1,4}", number) else None
