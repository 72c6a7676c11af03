"""A decoded workbook of any game: its tournament, its tables, its history (sheet Mémoire), and checks of all games.

A check that reports adds to the `Problems` that it is passed and returns nothing. Rules (C9): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, Self

from tournament_xl.core.model import Encounter, MatchT, Notice, Person, PlayerT, RoundByRound, Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.changes import ChangeNames, absences_text, result_text
from tournament_xl.messages.names import ranges
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.player_names import alphabetical_key, name_players
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import looks_like_score
from tournament_xl.workbook.computed_columns import ComputedColumn
from tournament_xl.workbook.history.changes import select_result
from tournament_xl.workbook.history.history import History
from tournament_xl.workbook.history.views import (
    find_matches,
    find_names,
    list_drawn_rounds,
    make_pair_key,
    split_pair_key,
)
from tournament_xl.workbook.input_rows import InputRow, PlayersSheet, ResultsSheet
from tournament_xl.workbook.input_texts import read_rounds
from tournament_xl.workbook.number_texts import to_one_line
from tournament_xl.workbook.pair_authors import find_organisers_matches
from tournament_xl.workbook.settings_table import SettingsTable
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import (
    Line,
    Problem,
    Problems,
    Readings,
    Table,
    find_computed_table,
    find_table,
    sort_problems,
)
from tournament_xl.workbook.typed_columns import OPTIONAL_TITLES


class RankedLine(Protocol):
    """Line of the standings, whatever the game: rank (equals share it) and N° of the player."""

    @property
    def place(self) -> int: ...
    @property
    def number(self) -> int: ...


@dataclass(frozen=True, eq=False, repr=False)
class WorkbookOf(Generic[PlayerT, MatchT]):
    """Decoded workbook: the tournament, the tables with its facts, and problems at their cells.

    Nothing changes it after `decode` has returned it; an altered copy is made with `dataclasses.replace`.
    """

    game: ClassVar[str]  # name of its game: key of the registry
    bye: ClassVar[str]  # name of the fictitious player
    side_columns: ClassVar[Sequence[tuple[str, str]]]  # of Résultats: number and name of each side
    columns: ClassVar[Mapping[str, tuple[str, ...]]]  # sheet -> titles of its columns
    computed_columns: ClassVar[Mapping[str, Sequence[ComputedColumn]]] = {}  # computed sheet -> its columns
    default_title: ClassVar[str]  # title of a tournament without a name
    page_lines: ClassVar[Mapping[str, int]] = {}  # sheets that print one page wide -> most rows of a page
    optional: ClassVar[tuple[str, ...]] = OPTIONAL_TITLES  # further columns of Joueurs that a list may bring
    completes_rounds: ClassVar[bool] = False  # whether pairing completes a last round with an emptied row (S8)
    snapshot: Snapshot
    problems: tuple[Problem, ...]  # sorted by name of sheet, row, column
    settings: SettingsTable
    players: PlayersSheet[PlayerT]
    results: ResultsSheet[MatchT]
    memory: History
    tables: Mapping[str, Table]  # sheet that was read -> its table
    tournament: RoundByRound[PlayerT, MatchT]
    lines: Mapping[int, Line] = field(default_factory=dict)  # N° -> row of Joueurs
    warnings: tuple[Notice, ...] = ()
    unchecked: Sequence[PlayerT] = ()  # players left out of the next round: no mark in Présent (C15)
    deciding: Mapping[str, dict[str, Any]] = field(default_factory=dict)  # match on Finales -> entry in the document
    final_choices: Mapping[str, int] = field(default_factory=dict)  # label on Finales -> games at most
    entrants: Mapping[int, PlayerT] = field(
        default_factory=dict
    )  # row of Joueurs -> player with N° had or to get, wishes
    first_pairing: bool = False  # whether the next pairing is the first one
    pending: tuple[InputRow[MatchT], ...] = ()  # rows of the last drawn round without result
    readings: Readings = field(default_factory=dict)  # cache for decoding a draft of this workbook

    def with_problems(self, problems: Problems) -> Self:
        """Return a copy with these problems, sorted, instead of its own; the workbook itself if they are the same."""
        sorted_problems = sort_problems(problems.entries)
        return self if sorted_problems == self.problems else replace(self, problems=sorted_problems)

    def find_table(self, sheet: str) -> Table | None:
        """Return the table of any sheet of the game; None where the workbook has none."""
        if sheet in self.tables or sheet not in self.columns or sheet not in self.snapshot.sheets:
            return self.tables.get(sheet)
        if sheet in self.computed_columns:
            return find_computed_table(self.snapshot, sheet, self.computed_columns[sheet])
        return find_table(self.snapshot, sheet, self.columns[sheet], Problems())

    @property
    def newcomers(self) -> Sequence[PlayerT]:
        """Players who are in no drawn round and join the tournament with the next one; each game decides who does."""
        raise NotImplementedError

    def ranked(self, after: int) -> Sequence[RankedLine]:
        """Return the standings after a round, best first; 0: the order before the first round."""
        raise NotImplementedError

    def find_round_places(self, after: int) -> dict[int, int]:
        """Return N° -> place after a round; after the last, too, without what finals decide."""
        return {line.number: line.place for line in self.ranked(after)}

    def find_previous_places(self, after: int) -> dict[int, int]:
        """Return N° -> place with which that of the standings after a round is compared: the one a round before.

        Where finals have decided places it is that after the last round, without them. Empty after round 1.
        """
        return self.find_round_places(after - 1) if after > 1 else {}

    def sides(self, number: int) -> list[tuple[Side, Side]]:
        """Return the matches of a drawn round in the order of the sheet, each as its two players see it."""
        raise NotImplementedError

    @property
    def waits(self) -> bool:
        """True while a deciding game (O8) or finals (F1) are still to be played."""
        raise NotImplementedError

    @property
    def barred(self) -> Collection[int]:
        """N° of players who have left: ranked, but without a prize, the podium or a "1er" (F2)."""
        return ()

    @property
    def has_finals(self) -> bool:
        """True when matches on Finales decide who is first (F1)."""
        return False

    @staticmethod
    def settle_match(match: Mapping[str, Any]) -> dict[str, Any]:
        """Return a match of the document as a change of it is judged: sides in the order that counts, and the result.

        By default the order counts, and every score that is typed.
        """
        return {**match}

    def games_to_win(self, round_number: int) -> int:
        """Return how many games win a match of this round."""
        return 1

    def sheets_to_unhide(self, number: int) -> list[str]:
        """Return the sheets to unhide when a round is drawn: Résultats and Journal for round 1, else none.

        Computed sheets are not among them: `write_table` unhides them. A game may have more sheets to unhide.
        """
        return [schema.RESULTS, schema.JOURNAL] if number == 1 else []

    def sparse_columns(self, table: Sequence[RankedLine]) -> Mapping[str, bool]:
        """Return columns of Classement and Grille that are often empty: title -> True where they are in a standings."""
        return {}

    def spare_columns(self) -> Mapping[str, bool]:
        """Return columns of Résultats that not every tournament uses: title -> True where this one leaves it unused."""
        return {}

    def find_unrated_cotes(self) -> Mapping[int, int]:
        """Return what counts for players who typed no cote: row of Joueurs -> cote; {} where nothing does."""
        return {}

    def names(self) -> dict[int, str]:
        """Return whole names by N°, those of homonyms with their mark (`name_players`); the name of the bye for X."""
        return {**self._names}

    @cached_property
    def _names(self) -> dict[int, str]:
        return name_players(self.tournament.players) | {X: self.bye}

    def names_by_row(self) -> dict[int, str]:
        """Return whole names by row of Joueurs as `names`; homonyms without N° and club have their row, "ligne 7"."""
        rows = self.players.rows
        names = name_players(replace(player, number=player.number or -line.row) for line, player in rows)
        return {line.row: names[player.number or -line.row].replace("N° -", "ligne ") for line, player in rows}

    def list_alphabetically(self) -> list[int]:
        """Return the N° of all players by surname, first name, then N°."""
        keys = {
            player.number: (alphabetical_key(player.name, player.first_name), player.number)
            for player in self.tournament.players
        }
        return sorted(keys, key=keys.__getitem__)


Workbook = WorkbookOf[Person, Encounter]  # of any game


def build_naming(book: Workbook) -> ChangeNames:
    """Return what sentences about changes need: names of players, table and first player of a pair.

    A pair that is no longer on Résultats has table 0 and first player 0. Pairs have keys of the document, "3-5".
    """
    matches = {(row.round, make_pair_key(*row.match.sides)): row.match for row in book.results.rows}
    return ChangeNames(
        names=book.names(),
        table=lambda round_number, pair: match.table if (match := matches.get((round_number, pair))) else 0,
        first=lambda round_number, pair: match.sides[0] if (match := matches.get((round_number, pair))) else 0,
        absences=lambda text: absences_text(*rounds) if (rounds := read_rounds(text)) else text,
    )


_MIN_RENAMED = 3  # fewer names changed at once are corrections
PairsMetBefore = Callable[[int], Collection[frozenset[int]]]  # round -> pairs that met before it


def report_field(
    decoded: Workbook, problems: Problems, player_count: int, refusal: Notice | None, max_players: int
) -> None:
    """Report a number of players with which no round can be paired; report nothing for a number that is allowed.

    The problem is at Nom on Joueurs: in the last row with content for too many players, else in the first free row.
    `refusal`, of this number by a rule, is reported instead of the limit `max_players`.
    """
    if player_count > max_players:
        refusal = refusal or Notice("too_many_players", {"registered": player_count, "most": max_players})
    if refusal is None:
        return
    table, many = decoded.players.table, refusal.key.startswith("too_many")
    row = table.last_row() if many else next(table.free_rows())
    problems.add(schema.PLAYERS, row, table.columns["Nom"], "field", sentence=notice_text(refusal))


def report_changed_formula(decoded: Workbook, problems: Problems) -> None:
    """Report a formula (kind of tournament) other than the one in the history, if an action has paired a round."""
    before = decoded.memory.document.get("effective", {}).get("Formule")
    if decoded.memory.drawn and before and before != decoded.tournament.settings.formula.name:
        decoded.settings.report(problems, "Formule", "formula_changed", formula=before)


def report_misplaced_rounds(decoded: Workbook, problems: Problems) -> None:
    """Report a setting of fewer rounds than are drawn, and each row of Résultats with an impossible round.

    Impossible is a round beyond both the set and the drawn number of rounds, or beyond the next round to be drawn.
    """
    tournament = decoded.tournament
    rounds, drawn = tournament.settings.rounds or 0, len(tournament.rounds)
    if rounds < drawn:
        decoded.settings.report(problems, "Nombre de rondes", "rounds_below", rounds=rounds, drawn=drawn)
    for row in decoded.results.rows:
        if row.round > max(rounds, drawn):
            row.line.report(problems, "Ronde", "round_beyond", rounds=rounds)
        elif row.round > drawn + 1:
            row.line.report(problems, "Ronde", "round_ahead", round=row.round, next=drawn + 1)


def report_double_tables(decoded: Workbook, problems: Problems) -> None:
    """Report each row whose table number occurs further above in its round, from the last drawn round on."""
    last = len(decoded.tournament.rounds)
    first_rows: dict[tuple[int, int], InputRow[Encounter]] = {}
    for row in decoded.results.rows:
        key = (row.round, row.match.table)
        if row.round >= last and row.match.table and first_rows.setdefault(key, row) is not row:
            first = first_rows[key].line.row
            row.line.report(problems, "Table", "table_twice", table=row.match.table, row=first)


def report_pending(decoded: Workbook, problems: Problems) -> None:
    """Report missing results of the last drawn round; rows that have a problem already are skipped.

    Several are reported together, in a sentence at the first of them that lists their tables. A single one is reported
    by `report_missing`, and so is each if a table has no number.
    """
    rows = [row for row in decoded.pending if not problems.in_row(schema.RESULTS, row.line.row)]
    if len(rows) == 1 or not all(row.match.table for row in rows):
        for row in rows:
            report_missing(decoded, problems, row)
    elif rows:
        tables = ranges(row.match.table for row in rows)
        rows[0].line.report(problems, rows[0].missing, "scores_missing", round=rows[0].round, tables=tables)


def report_missing(decoded: Workbook, problems: Problems, row: InputRow[Encounter]) -> None:
    """Report, at the first missing score of a row, that it has no result, unless the row has a problem already.

    The sentence names the result that the history has for this pair, if it has one.
    """
    if not problems.in_row(schema.RESULTS, row.line.row):
        names, (first, second) = decoded.names(), row.match.sides
        recorded = find_matches(decoded.memory.document, row.round).get(make_pair_key(first, second))
        old_match = recorded and decoded.settle_match(recorded)
        was = f" (avant : {result_text(old_match)})" if old_match and select_result(old_match) else ""
        facts = {"table": row.match.table or "?", "one": names[first], "two": names[second], "was": was}
        row.line.report(problems, row.missing, row.missing_key, **facts)


def list_pending_tables(decoded: Workbook) -> str:
    """List as text the tables of the last drawn round that have no complete result: "4 et 7", "17 à 32".

    It is "" when there are none, and "?" when one of them has no number.
    """
    tables = [row.match.table for row in decoded.pending]
    return ranges(tables) if all(tables) else "?"


def report_scores_over_names(
    decoded: Workbook, problems: Problems, lines: Iterable[Line], columns: Sequence[str] = ()
) -> None:
    """Report scores typed into columns where the program writes names (decision of this project [ours]).

    The full name of a player is never reported, even if it looks like a score. `columns` are those of names; empty for
    those of both sides.
    """
    columns = columns or [name for _, name in decoded.side_columns]
    full_names = {player.full_name for _, player in decoded.players.rows}
    for line in lines:
        for column in columns:
            if (text := line.text(column)) not in full_names and looks_like_score(text):
                line.report(problems, column, "score_over_name", text=text)


def report_moved_names(decoded: Workbook, problems: Problems) -> None:
    """Report, at the topmost changed name, that a column of Joueurs was probably sorted or moved alone [ours].

    This is assumed when the name of more than a third of the N° in the history, and of at least `_MIN_RENAMED`, is now
    another; it matters since results belong to the N°. A removed N° does not count, nor a change of case or accents.
    """
    former_names = find_names(decoded.memory.document)
    current_names = {player.number: to_one_line(player.full_name) for _, player in decoded.players.rows}
    changed = [
        player_id
        for player_id, name in former_names.items()
        if player_id in current_names and normalize(current_names[player_id]) != normalize(name)
    ]
    if len(changed) >= _MIN_RENAMED and 3 * len(changed) > len(former_names):
        lines = {player.number: line for line, player in decoded.players.rows}
        first = min(changed, key=lambda player_id: lines[player_id].row)
        facts = {"count": len(changed), "number": first, "was": former_names[first], "now": current_names[first]}
        lines[first].report(problems, "Nom", "names_moved", **facts)


REMOVED_ROWS = ("row_removed", "row_removed_played")  # problems of an action; `check` finds what is not as recorded


def report_removed_rows(decoded: Workbook, problems: Problems) -> None:
    """Report players of a drawn round who are in no row of it now, although they played or are not announced absent.

    The history says who was in the round; whoever has another opponent now is in it still (C11). A game that completes
    its last round (S8) does so without a row that had no result. The problem is in the first free row of Résultats.
    """
    state, table = decoded.memory.document, decoded.results.table
    names = find_names(state) | decoded.names()
    absences = {player.number: player.absences for player in decoded.tournament.players}
    last = len(decoded.tournament.rounds)
    key_columns = [column for title, column in table.columns.items() if title == "Ronde" or title.startswith("N°")]
    if any(problem.sheet == schema.RESULTS and problem.column in key_columns for problem in problems.entries):
        return  # a wrong round or N° is why somebody is missing
    for number in (number for number in list_drawn_rounds(state) if number <= last):
        seated_ids = {player_id for row in decoded.results.round(number) for player_id in row.match.sides}
        for key, match in find_matches(state, number).items():
            pair = sorted(split_pair_key(key))
            if seated_ids.issuperset({*pair} - {X}):
                continue
            settled = decoded.settle_match(match)
            result = result_text(settled) if select_result(settled) else ""
            missing = [
                player_id for player_id in pair
                if player_id not in {X, *seated_ids} and (result or number not in absences.get(player_id, ()))
            ]  # fmt: skip
            if not missing or (number == last and not result and decoded.completes_rounds):
                continue
            opponents = [_name(names, player_id) for player_id in pair if player_id not in {X, *missing}]
            facts = {
                "round": number, "names": [_name(names, player_id) for player_id in missing], "result": result,
                "opponent": f" contre {opponents[0]}" if opponents else "",
            }  # fmt: skip
            key = REMOVED_ROWS[bool(result)]
            problems.add(schema.RESULTS, next(table.free_rows()), min(table.columns.values()), key, **facts)


def _name(names: Mapping[int, str], player_id: int) -> str:
    return names.get(player_id, f"N° {player_id}")


def find_rematches(decoded: Workbook, pairs_met_before: PairsMetBefore, until: int) -> Iterator[Notice]:
    """Yield a warning for each rematch that the organiser set up by hand; pairing avoids them (C9).

    Examined are the pairs of the last drawn round that the program did not draw, as long as a result is missing there,
    and the pairs that are fixed for the next round. Rounds from `until` on, in which everybody may have met everybody,
    are not examined.
    """
    drawn = len(decoded.tournament.rounds)
    under_way = decoded.tournament.rounds[-1] if decoded.pending else ()
    organisers_matches = find_organisers_matches(decoded.memory, drawn, under_way)
    manual_matches = [match for match in under_way if match in organisers_matches or not match.reason]
    candidates = [
        *((drawn, match.sides) for match in manual_matches),
        *((drawn + 1, match.sides) for match in decoded.tournament.fixed),
    ]
    met_pairs = {
        number: pairs_met_before(number)
        for number in {round_number for round_number, _ in candidates if round_number < until}
    }
    for number, (first, second) in candidates:
        if frozenset((first, second)) in met_pairs.get(number, ()):
            names = decoded.names()
            yield Notice("rematch_by_hand", {"round": number, "one": names[first], "two": names[second]})


def find_no_shows(decoded: Workbook) -> Iterator[Notice]:
    """Yield at most one warning, with the players of the last drawn round who forfeited the round before it.

    Players who forfeit this round as well, or whose absence from either round is announced, are not in it. Nothing is
    said once a score of this round is in: the advice is to take the round back, which would lose that score.
    """
    number, rounds = len(decoded.tournament.rounds), decoded.tournament.rounds
    if not decoded.pending or number < 2 or any(map(_was_played, rounds[-1])):
        return
    absences = {player.number: player.absences for player in decoded.tournament.players}
    absentees = {
        player_id for match in rounds[-2] for player_id in match.sides
        if player_id != X and match.gave(player_id)
        and number - 1 not in absences[player_id] and number not in absences[player_id]
    }  # fmt: skip
    no_show_ids = sorted(
        player_id
        for match in rounds[-1]
        for player_id in match.sides
        if player_id in absentees and not match.gave(player_id)
    )
    if no_show_ids:
        names = decoded.names()
        no_shows = [names[player_id] for player_id in no_show_ids]
        yield Notice("no_shows", {"round": number, "before": number - 1, "names": no_shows})


def _was_played(match: Encounter) -> bool:
    """Check whether two players met and have a result at the board."""
    return match.complete and X not in match.sides and not any(map(match.gave, match.sides))
