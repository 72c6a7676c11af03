"""Reader of an Othello workbook: every sheet read and checked, all problems reported at once.

Also players who left after the draw and the rows to type then (S7), and warnings about a workbook without problems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count
from typing import Any, ClassVar, TypeVar

from tournament_xl.core.model import Notice, Side
from tournament_xl.games.checks import check_tournament, find_idle_players, find_missing_sheets
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.finals import Finals, find_unfinished_matches, read_finals
from tournament_xl.games.othello.input_sheets import read_results
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules import numbers
from tournament_xl.games.othello.rules.finals import FinalMatch, order_final_places
from tournament_xl.games.othello.rules.formulas import suggest_round_robin
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloPlayer, OthelloStanding, OthelloTournament
from tournament_xl.games.othello.rules.results import Entry, build_sides, find_participants, is_complete, score_rounds
from tournament_xl.games.othello.rules.round_robin import find_rounds_of_cycle
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.othello.rules.swiss import repair_after_departure
from tournament_xl.games.othello.settings_sheet import (
    OthelloSettingsSheet,
    read_settings,
    settings_from_history,
)
from tournament_xl.games.pairing_constraints import apply_check_in, find_checked_in_players, read_pairing_constraints
from tournament_xl.messages import othello_sheets as texts
from tournament_xl.workbook import schema as book
from tournament_xl.workbook.computed_columns import ComputedColumn
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.decoded import (
    WorkbookOf,
    find_no_shows,
    find_rematches,
    report_pending,
    report_scores_over_names,
)
from tournament_xl.workbook.history.history import read_history
from tournament_xl.workbook.history.patches import Document
from tournament_xl.workbook.history.views import (
    X_MARK,
    Recorded,
    find_names,
    list_drawn_rounds,
    list_pairs,
    number_sides,
)
from tournament_xl.workbook.input_rows import InputRow, count_drawn_rounds, read_players
from tournament_xl.workbook.number_texts import format_ranges, parse_ranges
from tournament_xl.workbook.settings import format_decisive_settings
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problems, find_tables, read_cached, report_no_sheet
from tournament_xl.workbook.working_copy import invalid

_OPTIONAL = (book.FINALS, book.MEMORY)
_COLUMNS = {
    book.TOURNAMENT: book.SETTINGS_COLUMNS,
    **{sheet: schema.COLUMNS[sheet] for sheet in (book.PLAYERS, book.RESULTS, book.JOURNAL, *_OPTIONAL)},
}
RowT = TypeVar("RowT")


@dataclass(frozen=True, eq=False, repr=False)
class OthelloBook(WorkbookOf[OthelloPlayer, OthelloGame]):
    """Decoded workbook of Othello."""

    game: ClassVar[str] = "othello"
    bye: ClassVar[str] = schema.BIP
    side_columns: ClassVar[Sequence[tuple[str, str]]] = schema.SIDES
    columns: ClassVar[Mapping[str, tuple[str, ...]]] = schema.COLUMNS
    computed_columns: ClassVar[Mapping[str, Sequence[ComputedColumn]]] = schema.COMPUTED_COLUMNS
    page_lines: ClassVar[Mapping[str, int]] = schema.PAGE_LINES
    default_title: ClassVar[str] = texts.DEFAULT_TITLE
    completes_rounds: ClassVar[bool] = True
    settings: OthelloSettingsSheet
    tournament: OthelloTournament
    finals: Finals | None = None  # the sheet Finales; None when it has been deleted
    _ranked: dict[int, tuple[list[OthelloStanding], dict[str, FinalMatch]]] = field(default_factory=dict, init=False)

    @staticmethod
    def settle_match(match: Mapping[str, Any]) -> dict[str, Any]:
        """Return a game of the document with the result that counts.

        The colour of BIP counts nowhere (B7): its opponent is Black, his forfeit FN. Discs that are not needed count
        only if both are typed.
        """
        (black, white), end, scores = match["sides"], match.get("end", ""), match.get("scores")
        if black == X_MARK:
            black, white, end = white, black, "FN" if end in othello.FORFEIT else end
        is_complete = white == X_MARK or end not in othello.NEEDS_BOARD
        settled = {"sides": [black, white], "end": end}
        if scores and not (is_complete and None in scores):
            settled["scores"] = scores
        return {name: value for name, value in settled.items() if value}

    def standings(self, after: int) -> tuple[list[OthelloStanding], dict[str, FinalMatch]]:
        """Return the standings after a round, and the state of each match of Finales.

        After the last round the finals decide the places; points and tie-breaks come from the rounds only (F1, F2).

        Args:
            after: Number of rounds counted, all complete; 0 gives no lines.

        Returns:
            Lines, best first; stage -> state, only after the last round and for matches whose two players are known.
        """
        if after in self._ranked:
            return self._ranked[after]
        table = compute_standings(self.tournament, after, self.entries(after))
        matches = self.finals.matches(table) if self.finals and after == self.tournament.settings.rounds else {}
        lines = {line.number: line for line in table}
        order = enumerate(order_final_places(table, matches), start=1)
        ranked = [lines[player_id]._replace(place=place) for place, player_id in order] if matches else table
        self._ranked[after] = ranked, matches
        return ranked, matches

    def sheets_to_unhide(self, number: int) -> list[str]:
        """Return the sheets to unhide when this round is drawn: Arbitre at round 1, Finales at the last, and others."""
        finals = [book.FINALS] if self.finals and number == self.tournament.settings.rounds else []
        return [*WorkbookOf.sheets_to_unhide(self, number), *([schema.REFEREE] if number == 1 else []), *finals]

    def ranked(self, after: int) -> list[OthelloStanding]:
        """Return the standings after a round ([] for 0), after the last round in the order that the finals decided."""
        return self.standings(after)[0]

    def find_round_places(self, after: int) -> dict[int, int]:
        """Return N° -> place after a round; after the last, too, without what finals decide (F1)."""
        if not self.standings(after)[1]:
            return super().find_round_places(after)
        return {line.number: line.place for line in compute_standings(self.tournament, after, self.entries(after))}

    def find_previous_places(self, after: int) -> dict[int, int]:
        """Return N° -> place a round before; where finals have decided places, that after the last round (F1)."""
        decided = any(match.winner is not None for match in self.standings(after)[1].values())
        return self.find_round_places(after) if decided else super().find_previous_places(after)

    def entries(self, after: int) -> dict[int, list[Entry]]:
        """Return N° -> one entry per round, 1 to `after`, of registered players; the rounds must be complete."""
        return {player_id: player_entries[:after] for player_id, player_entries in self._entries.items()}

    @cached_property
    def _entries(self) -> dict[int, list[Entry]]:
        return score_rounds(self.tournament, self.tournament.played)

    def sides(self, number: int) -> list[tuple[Side, Side]]:
        """Return the games of a round as Black and as White sees them."""
        return [build_sides(game, number, self.tournament.settings) for game in self.tournament.rounds[number - 1]]

    @property
    def waits(self) -> bool:
        """Whether games of finals are still to be played, all rounds being complete."""
        return bool(find_unfinished_matches(self.standings(self.tournament.played)[1]))

    @cached_property
    def barred(self) -> frozenset[int]:
        """N° of the players who do not take part in the last complete round and so win nothing (F2, B5)."""
        played = self.tournament.played
        participants = find_participants(self.tournament, played) if played else frozenset()
        return frozenset(
            player.number for player in self.tournament.players if played and player.number not in participants
        )

    @property
    def has_finals(self) -> bool:
        """Whether the organiser chose finals."""
        return bool(self.finals and self.finals.best_of)

    def unnumbered(self) -> list[OthelloPlayer]:
        """Return the players whose N° is not written yet."""
        numbered_rows = {line.row for line, player in self.players.rows if player.number}
        return [player for player in self.tournament.players if self.lines[player.number].row not in numbered_rows]

    @property
    def newcomers(self) -> list[OthelloPlayer]:
        """Registered players in no drawn round yet who were not announced absent in all of these."""
        rounds = self.tournament.rounds
        playing = {player_id for games in rounds for game in games for player_id in game.sides}
        return [
            player
            for player in self.tournament.players
            if player.number not in playing
            and any(round_number not in player.absences for round_number in range(1, len(rounds) + 1))
        ]


def decode(snapshot: Snapshot, context: DecodeContext) -> OthelloBook:
    """Read a whole workbook of Othello and check it.

    Faults of its content do not raise but come back as problems; there are warnings only without problems. The
    `readings` of an earlier workbook in `context` are updated in place.

    Raises:
        ActionAborted: A table cannot be read: a sheet or a column is missing, a table has too many rows, or rows
            are above its header. Computed sheets and Mémoire may be missing, and Finales unless the history has results
            of finals.
    """
    problems, readings = Problems(), context.previous.readings if context.previous else {}
    tables = find_tables(snapshot, _COLUMNS, problems, _OPTIONAL)
    settings = read_cached(tables.get(book.TOURNAMENT), problems, readings, read_settings)
    players = read_cached(
        tables.get(book.PLAYERS), problems, readings, read_players, schema.PLAYER_COLUMNS, OthelloPlayer
    )
    history = context.history or read_history(tables.get(book.MEMORY))
    is_finals_lost = bool(history.document.get("finals", {}).get("matches")) and book.FINALS not in snapshot.sheets
    if is_finals_lost:  # the history has results of finals
        report_no_sheet(snapshot, book.FINALS, problems, schema.COLUMNS[book.FINALS])
    recorded, results = history.document if settings and settings.settings.black_alone else None, None
    if players and book.RESULTS in tables:
        results = read_results(tables[book.RESULTS], players, problems, readings, recorded)
    has_sheets = book.JOURNAL in tables and (book.FINALS in tables or book.FINALS not in snapshot.sheets)
    if not (settings and players and results and has_sheets) or is_finals_lost:
        raise invalid(problems.entries)
    read_sheets = OthelloBook(
        snapshot, (), settings, players, results, history, tables | {book.PLAYERS: players.table},
        OthelloTournament(settings.settings, ()), readings=readings,
    )  # fmt: skip
    return _assemble(read_sheets, problems)


def _assemble(decoded: OthelloBook, problems: Problems) -> OthelloBook:
    """Return the workbook with the tournament that its sheets give, checked as a whole."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    drawn = count_drawn_rounds(decoded.results, find_checked_in_players(rows), decoded.memory.document)
    rows, unchecked = apply_check_in(rows, decoded.results, drawn)
    paired = {player_id for row in decoded.results.rows for player_id in row.match.sides}
    state = decoded.memory.document
    paired |= {
        player_id
        for round_number in list_drawn_rounds(state)
        for pair in list_pairs(state, round_number)
        for player_id in pair
    }
    last = max(settings.rounds or 0, drawn + 1)
    paired.discard(0)  # 0 is BIP, and the number of players without N°
    taking_part = [row for row in rows if row[1].number in paired or takes_part(row[1], last)]
    free_numbers = {int(first): parse_ranges(text) for first, text in state.get("free_numbers", {}).items()}
    given_numbers = {*map(int, state.get("given_numbers", ()))}
    registered = number_players(
        taking_part, decoded.players.by_number, decoded.memory.numbers, free_numbers, given_numbers
    )
    registered_rows = {line.row for line, _ in registered}
    other_rows = [row for row in rows if row[0].row not in registered_rows]
    all_rows = [*registered, *other_rows]
    wishing = read_pairing_constraints(all_rows, problems)
    players = tuple(wishing[: len(registered)])
    tournament = OthelloTournament(
        settings=replace(settings, rounds=settings.rounds or settings.formula.default_rounds(len(players))),
        players=players,
        rounds=tuple(
            tuple(row.match for row in decoded.results.round(round_number)) for round_number in range(1, drawn + 1)
        ),
        fixed=tuple(row.match for row in decoded.results.round(drawn + 1)),
    )
    decoded = replace(
        decoded,
        tournament=tournament,
        unchecked=unchecked,
        lines={player.number: line for line, player in registered},
        entrants={line.row: player for (line, _), player in zip(all_rows, wishing, strict=True)},
        first_pairing=not drawn,
        pending=decoded.results.pending(drawn),
    )
    check_tournament(decoded, problems)
    if book.FINALS in decoded.tables:
        players_by_id = {player.number: player for player in players}
        table, halves = decoded.tables[book.FINALS], decoded.results.imported
        finals = read_finals(decoded.snapshot, table, players_by_id, problems, halves=halves)
        report_scores_over_names(decoded, problems, (row.line for row in finals.rows))
        entries = {} if problems.entries else finals.collect_entries()
        decoded = replace(decoded, finals=finals, deciding=entries, final_choices=finals.choices)
        if not problems.entries:
            _check_finals(decoded, finals, problems)
    if not problems.entries:
        decoded = replace(decoded, warnings=tuple(find_warnings(decoded)))
    return decoded.with_problems(problems)


def _check_finals(decoded: OthelloBook, finals: Finals, problems: Problems) -> None:
    """Report typed results of games that are not to be played; at a setting where its change is the cause (F1)."""
    undue, tournament = finals.find_undue(decoded.tournament), decoded.tournament
    recorded = settings_from_history(decoded.memory.document, tournament.settings)
    if undue and not finals.find_undue(replace(tournament, settings=recorded)):
        before, current = (
            format_decisive_settings(schema.SETTINGS, chosen) for chosen in (recorded, tournament.settings)
        )
        for name in current:
            if current[name] != before[name]:
                decoded.settings.report(problems, name, "final_changed_by_setting", was=before[name] or "vide")
        return
    for final in undue:
        final.report(decoded.names(), problems)


def build_game(entry: Mapping[str, Any]) -> OthelloGame:
    """Build a game of its entry in the document; half a result leaves it open, and so do discs that are no numbers."""
    black, white = number_sides(entry)
    discs = [disc if isinstance(disc, int | float) else None for disc in entry.get("scores") or (None, None)]
    game = OthelloGame(
        black, white, discs[0], discs[1], entry.get("end", ""), entry.get("table", 0), reason=entry.get("reason", ""),
        rated=not entry.get("unrated", False),
    )  # fmt: skip
    return replace(game, complete=is_complete(game))


def takes_part(player: OthelloPlayer, last_round: int) -> bool:
    """Check whether a player never paired is registered: not absent in every round up to the last."""
    return any(round_number not in player.absences for round_number in range(1, last_round + 1))


def number_players(
    rows: Iterable[tuple[RowT, OthelloPlayer]],
    typed_numbers: Iterable[int],
    former_numbers: Collection[int],
    free_numbers: Mapping[int, Collection[int]],
    given_numbers: Collection[int],
) -> list[tuple[RowT, OthelloPlayer]]:
    """Return the players with their N°, or the N° that each would get now in their order.

    If the world's list was available, a new N° is a free number of the country's range (X3). Otherwise it is above all
    numbers of that list if somebody typed a number of it, else the next number. No N° is assigned twice.

    Args:
        rows: Registered players, each with his row.
        typed_numbers: N° of all players who have one.
        former_numbers: N° that players ever had.
        free_numbers: First number of a range of the list -> free numbers in it; empty if the list was not available.
        given_numbers: N° that the program gave.
    """
    typed_ids = {*typed_numbers}
    used_ids = typed_ids | {*former_numbers}
    lowest = numbers.ABOVE if typed_ids - {*given_numbers} else 1
    numbered_rows = []
    for row, player in rows:
        if not player.number:
            following = max([*used_ids, lowest - 1]) + 1
            new_number = (
                numbers.choose_player_number(player.country, free_numbers, used_ids) if free_numbers else following
            )
            used_ids.add(new_number)
            player = replace(player, number=new_number)
        numbered_rows.append((row, player))
    return numbered_rows


def assign_rating_file_numbers(state: Recorded) -> dict[int, int]:
    """Return N° -> number in the ELO file, of the players who are not in the world's list (X3).

    These are the players whose N° the program gave, or whom an imported file marks as new. A N° that may belong to
    somebody else in the list is replaced by a number above the list. The numbers are not written into the workbook.
    """
    origins, used_ids = state.get("given_numbers", {}), find_names(state).keys()
    given_ids = {int(number): origin for number, origin in origins.items()}
    later_numbers = (number for number in count(numbers.ABOVE) if number not in used_ids)
    return {
        player_id: player_id if origin == schema.OF_THE_LIST or player_id >= numbers.ABOVE else next(later_numbers)
        for player_id, origin in sorted(given_ids.items())
    }


def record_numbers(new_numbers: Iterable[int], world_numbers: Collection[int]) -> Document:
    """Return what a new workbook records: N° that are not in the world's list, and numbers free in it (X3).

    `world_numbers` are all of the list; empty if it is not available: then there are no free numbers.
    """
    given = {str(player_id): schema.OF_THE_LIST for player_id in new_numbers}
    free_numbers = numbers.find_free_numbers(world_numbers) if world_numbers else {}
    free = {str(first): format_ranges(free) for first, free in free_numbers.items()}
    return {name: value for name, value in (("given_numbers", given), ("free_numbers", free)) if value}


# Missing results, and players who left after the draw


def report_missing_results(decoded: OthelloBook) -> OthelloBook:
    """Return the workbook, to whose problems each missing result of the last drawn round is added.

    Games of players who left after the draw are reported with the rows to type (S7).
    """
    problems = Problems(decoded.problems)
    departed_ids = set(find_departed_players(decoded))
    for row in decoded.pending:
        if departed_ids & set(row.match.sides):
            facts = {
                "names": _list_names(decoded, find_departed_players(decoded)),
                "round": row.round,
                "rows": describe_rows_to_type(decoded),
            }
            row.line.report(problems, row.missing, "left_unplayed", **facts)
    report_pending(decoded, problems)
    return decoded.with_problems(problems)


def _list_names(decoded: OthelloBook, player_ids: list[int]) -> list[str]:
    """Return the names of these players."""
    names = decoded.names()
    return [names[player_id] for player_id in player_ids]


def find_departed_players(decoded: OthelloBook) -> list[int]:
    """Return the N° of players who left after the draw of the last round, sorted.

    They are announced absent in it and have a row there without result, or BIP (the bye). Empty if the last round has
    all its results, an earlier round is incomplete, or a player has two rows in the last one.
    """
    tournament, round_number = decoded.tournament, len(decoded.tournament.rounds)
    if not decoded.pending or tournament.played < round_number - 1:
        return []
    sides = [player_id for game in tournament.rounds[-1] for player_id in game.sides]
    absent = {player.number for player in tournament.players if round_number in player.absences}
    departed_ids = sorted(
        player_id
        for game in tournament.rounds[-1]
        for player_id in game.sides
        if player_id in absent and (game.bye or not game.complete) and not game.gave(player_id)
    )
    return departed_ids if len(sides) == len(set(sides)) else []


def describe_rows_to_type(decoded: OthelloBook) -> str:
    """Return the rows to type after a departure (S7): "ligne 7 : N° N 5, N° B BIP ; ligne 9 : à vider".

    Rows whose players stay the same are left out; "" if nothing is to be typed.
    """
    round_number = len(decoded.tournament.rounds)
    rows = decoded.results.round(round_number)
    remaining_games = list(repair_after_departure(decoded.tournament, round_number, find_departed_players(decoded)))
    row_texts = []
    for row in rows:
        new_game = remaining_games[0] if remaining_games and _same_place(row, remaining_games[0]) else None
        if new_game is not None:
            del remaining_games[0]
        if new_game is None or new_game.sides != row.match.sides:
            row_texts.append(texts.row_to_type_text(row.line.row, *map(_side_text, new_game.sides if new_game else ())))
    return " ; ".join(row_texts)


def _same_place(row: InputRow[OthelloGame], game: OthelloGame) -> bool:
    """Check whether a game belongs to this row: the same table, and the same players or no reason yet."""
    return row.match.table == game.table and (row.match.sides == game.sides or not game.reason)


def _side_text(player_id: int) -> str:
    return schema.BIP if player_id == BIP else str(player_id)


# Warnings


def find_warnings(decoded: OthelloBook) -> Iterator[Notice]:
    """Yield what a person may have overlooked, and choices that are open.

    These are a round robin instead of a Swiss; missing sheets; in the last rounds players without a game, players who
    left or did not come, and rematches. The workbook has no problems.
    """
    settings, round_number = decoded.tournament.settings, len(decoded.tournament.rounds)
    yield from _could_be_round_robin(decoded)
    yield from find_missing_sheets(decoded, book.ROUND_SHEETS)
    yield from find_idle_players(decoded, decoded.newcomers)
    if departed_ids := find_departed_players(decoded):
        rows = describe_rows_to_type(decoded)
        yield Notice(
            "left_after_draw", {"round": round_number, "names": _list_names(decoded, departed_ids), "rows": rows}
        )
    yield from find_no_shows(decoded)
    if settings.most_meetings == 1 or settings.formula.cycles:
        until = book.MOST_ROUNDS if settings.formula.cycles else len(decoded.tournament.players)
        yield from find_rematches(decoded, partial(_met, decoded), until)


def _could_be_round_robin(decoded: OthelloBook) -> Iterator[Notice]:
    """Yield a question where PAPP would play a round robin: at most 2·⌈R/2⌉ players for R rounds (Othello R1)."""
    settings, players = decoded.tournament.settings, len(decoded.tournament.players)
    rounds = decoded.settings.settings.rounds or 0
    if decoded.first_pairing and not settings.formula.cycles and players > 2 and suggest_round_robin(players, rounds):
        yield Notice("round_robin_possible", {"players": players, "rounds": rounds})


def _met(decoded: OthelloBook, round_number: int) -> set[frozenset[int]]:
    """Return the pairs that played each other before a round, in a round robin in its cycle (Othello R1); never BIP."""
    played = (
        game for games in find_rounds_of_cycle(decoded.tournament, round_number) for game in games if not game.bye
    )
    return {frozenset(game.sides) for game in played if game.end not in othello.FORFEIT | {othello.NEITHER}}
