"""From a snapshot to a tournament: every sheet read, everything checked, every problem found, all at once; and what the
organiser should know although nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import ClassVar

from tournament_xl.core.model import Match, Notice, Player, Side, Tournament, X, replace_fields
from tournament_xl.games import shared
from tournament_xl.games.pairing_constraints import checked_in, marked, wishing
from tournament_xl.games.scrabble.input_sheets import (
    COLUMNS,
    ScrabbleRow,
    SettingsSheet,
    read_forfeits,
    read_players,
    read_results,
    read_score,
    read_settings,
)
from tournament_xl.games.scrabble.rules.classique import registered_at_first_pairing
from tournament_xl.games.scrabble.rules.formulas import FORMULAS, Formula
from tournament_xl.games.scrabble.rules.initial import numbered, seeded, strength
from tournament_xl.games.scrabble.rules.open_groups import Groups, draw, finalists, is_possible
from tournament_xl.games.scrabble.rules.scoring import is_usual, sides
from tournament_xl.games.scrabble.rules.standings import Standing, meetings, standings
from tournament_xl.games.scrabble.rules.tables import BUILT_IN, LARGEST, SeatTable, faults, is_override
from tournament_xl.games.shared import check_fixed, idle
from tournament_xl.messages import sheets
from tournament_xl.messages.names import alternatives
from tournament_xl.messages.notices import first_of
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook, WorkbookOf, no_shows, rematches, scores_over_names
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.history import History, read_history
from tournament_xl.workbook.input_rows import People, PlayersSheet, ResultsSheet, drawn_rounds
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import (
    Line,
    Problems,
    Table,
    find_table,
    read_date,
    read_once,
    report_no_sheet,
    whole,
)
from tournament_xl.workbook.working_copy import invalid

GROUP_FACTS = ("Groupe", "Ordre", "N°")  # of a line of Groupes
FINAL_RESULT = ("Score 1", "Score 2", "Forfait")  # of the deciding game


@dataclass(eq=False)
class ScrabbleBook(WorkbookOf[Player, Match]):
    """A workbook of Scrabble understood."""

    game: ClassVar[str] = "scrabble"
    bye: ClassVar[str] = "X"
    columns: ClassVar[Mapping[str, tuple[str, ...]]] = schema.SCRABBLE_COLUMNS
    default_title: ClassVar[str] = sheets.DEFAULT_TITLE
    optional: ClassVar[tuple[str, ...]] = (schema.LAST_PLAYED, *schema.OPTIONAL_COLUMNS)
    settings: SettingsSheet
    tournament: Tournament
    registered: int = 0  # at the first pairing, or now if there was none
    waiting: list[Player] = field(default_factory=list)  # Open: late entrants without a seat before phase 2 (O5)
    _ranked: dict[int, list[Standing]] = field(default_factory=dict, init=False)  # standings by round

    @property
    def formula(self) -> Formula:
        return FORMULAS[self.tournament.settings.formula]

    def ranked(self, after: int) -> list[Standing]:
        if after not in self._ranked:
            self._ranked[after] = standings(self._without_newcomers, after)
        return self._ranked[after]

    @cached_property
    def _without_newcomers(self) -> Tournament:
        newcomer_ids = () if self.first_pairing else {player.number for player in self.newcomers}
        players = tuple(player for player in self.tournament.players if player.number not in newcomer_ids)
        return replace(self.tournament, players=players)

    def sides(self, round_number: int) -> list[tuple[Side, Side]]:
        edition = self.tournament.settings.edition
        return [sides(match, round_number, edition) for match in self.tournament.rounds[round_number - 1]]

    @property
    def waits(self) -> bool:
        return self.formula.still_to_play(self.tournament) is not None

    @property
    def entering(self) -> list[Player]:
        """Players whose place in the initial ranking is yet to be written, if a pairing comes now (C2)."""
        unseeded_ids = {player.number for line, player in self.numbered_rows() if player.seed is None}
        drawn_ids = {
            player_id for matches in self.tournament.rounds for match in matches for player_id in (match.one, match.two)
        }
        fixed_ids = {player_id for match in self.tournament.fixed for player_id in (match.one, match.two)}
        expected_ids = drawn_ids | fixed_ids | self.tournament.present(self.tournament.next_round)
        return [
            player
            for player in self.tournament.players
            if player.number in unseeded_ids and (self.first_pairing or player.number in expected_ids)
        ]

    @property
    def newcomers(self) -> list[Player]:
        """Those of them who are in no round yet: who took the seat of X plays already."""
        playing_ids = {
            player_id for matches in self.tournament.rounds for match in matches for player_id in match.sides
        }
        return [player for player in self.entering if player.number not in playing_ids]

    def numbered_rows(self) -> list[tuple[Line, Player]]:
        """The rows of Joueurs, with the N° each has or would get now."""
        by_row = {line.row: number for number, line in self.lines.items()}
        return [
            (line, replace_fields(player, number=by_row[line.row]))
            for line, player in self.players.rows
            if line.row in by_row
        ]


def decode(snapshot: Snapshot, history: History | None = None, previous: Workbook | None = None) -> ScrabbleBook:
    """The workbook understood, its problems in it; Stop only where a table cannot be read: a sheet or column missing,
    too many rows, rows above its header.
    """
    problems, readings = Problems(), previous.readings if previous else {}
    settings = read_once(snapshot, schema.TOURNAMENT, problems, readings, read_settings)
    season = settings.settings.season if settings else ""
    start = read_date(settings.text("Date de début")) if settings else None
    players = read_once(snapshot, schema.PLAYERS, problems, readings, read_players, season, start)
    journal = find_table(snapshot, schema.JOURNAL, schema.SCRABBLE_COLUMNS[schema.JOURNAL], problems)
    history = history or read_history(snapshot, problems)
    derived = {
        sheet_name: find_table(snapshot, sheet_name, schema.SCRABBLE_COLUMNS[sheet_name], problems)
        for sheet_name in (schema.PAIRINGS, schema.STANDINGS, schema.GRID)
    }
    tables = find_table(snapshot, schema.TABLES, schema.SCRABBLE_COLUMNS[schema.TABLES], problems)
    games_to_win = settings.settings.winning_games if settings else {}
    results = read_results(snapshot, players, games_to_win, problems if players else Problems(), readings)
    if schema.RESULTS not in snapshot.sheets and not players:
        report_no_sheet(snapshot, schema.RESULTS, problems, schema.SCRABBLE_COLUMNS[schema.RESULTS])
    if not (settings and players and journal and results and tables and all(derived.values())):
        raise invalid(problems.found)
    if settings.settings.formula in schema.FORMULA_SHEETS:
        derived |= _find_open_tables(snapshot, problems)
        if not all(derived.values()):
            raise invalid(problems.found)
    decoded = ScrabbleBook(
        snapshot, problems, settings, _with_recorded_seeds(players, results, history), results, journal, history,
        {sheet_name: table for sheet_name, table in derived.items() if table}, Tournament(settings.settings, ()), readings=readings,
    )  # fmt: skip
    decoded.first_pairing = all(player.seed is None for _, player in decoded.players.rows)  # no place is given yet
    _assemble(decoded)
    return decoded


def _with_recorded_seeds(
    players: PlayersSheet[Player], results: ResultsSheet[Match], history: History
) -> PlayersSheet[Player]:
    """The players with the places in the initial ranking that the pairings gave (C2): the column only shows them."""
    seeds = history.now.numbers("rang")
    has_results = any(row.match.complete for row in results.rows)
    if has_results and not seeds and not history.entries:  # rounds that no press of ours has paired
        return players
    rows = ((line, replace_fields(player, seed=seeds.get(player.number))) for line, player in players.rows)
    return players._replace(rows=tuple(rows))


def _assemble(decoded: ScrabbleBook) -> None:
    """Build the tournament step by step, each step checking what it reads."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    drawn_count = drawn_rounds(decoded.results, marked(rows), decoded.memory.now, FORMULAS[settings.formula].scheduled)
    rows, decoded.unchecked = checked_in(rows, decoded.results, drawn_count, decoded.problems)
    players = [player for _, player in rows]
    waiting_indices = _find_unregistered(decoded, players, drawn_count)
    phase_2_indices = _find_waiting_for_phase_2(decoded, players, drawn_count, waiting_indices)
    waiting_indices |= phase_2_indices
    highest_number = max([player.number for player in players] + [decoded.memory.highest])
    players = list(numbered(players, highest_number, last=waiting_indices))
    decoded.lines = {player.number: line for player, (line, _) in zip(players, rows, strict=True)}
    players = wishing([(line, player) for (line, _), player in zip(rows, players, strict=True)], decoded.problems)
    decoded.waiting = [players[index] for index in sorted(phase_2_indices)]
    registered_players = [player for index, player in enumerate(players) if index not in waiting_indices]
    if decoded.first_pairing:
        decoded.registered = len(registered_players)
    else:
        decoded.registered = registered_at_first_pairing(Tournament(settings, tuple(players)))
    rounds = settings.rounds or decoded.formula.default_rounds(decoded.registered)
    decoded.tournament = Tournament(
        settings=replace(settings, rounds=rounds),
        players=seeded(registered_players, [player.number for player in registered_players if player.seed is None]),
        rounds=tuple(
            tuple(row.match for row in decoded.results.round(round_number))
            for round_number in range(1, drawn_count + 1)
        ),
        fixed=tuple(row.match for row in decoded.results.round(drawn_count + 1)),
        seat_table=_find_seat_table(decoded),
    )
    if schema.GROUPS in decoded.derived:
        decoded.tournament = replace(decoded.tournament, groups=_read_groups(decoded))
    check_all(decoded)
    if schema.FINALS in decoded.derived and not decoded.problems.found:
        _read_final(decoded)
    decoded.warnings += warnings(decoded)
    decoded.problems.found.sort()


def _find_unregistered(decoded: ScrabbleBook, players: Sequence[Player], drawn_count: int) -> set[int]:
    """Indices of the rows that are no registration: absent in every round to come, without place or match (C2)."""
    settings = decoded.settings.settings
    rounds = settings.rounds or FORMULAS[settings.formula].default_rounds(len(players))
    remaining = range(1 if decoded.first_pairing else drawn_count + 1, rounds + 1)
    ids_in_rows = {player_id for row in decoded.results.rows for player_id in (row.match.one, row.match.two)}
    return {
        index
        for index, player in enumerate(players)
        if player.seed is None and not (player.number and player.number in ids_in_rows)
        and all(round_number in player.absences for round_number in remaining)
    }  # fmt: skip


def _find_seat_table(decoded: ScrabbleBook) -> SeatTable | None:
    """The organiser's own table: from the sheet before the first pairing, from the memory afterwards (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.tournament.settings.formula != schema.CLASSIQUE or size > LARGEST:
        return None
    if decoded.first_pairing:
        return read_seat_table(decoded.snapshot, size, decoded.problems)
    recorded_table = history.read_seat_table(decoded.memory.facts.get(history.TABLES, ""))
    is_damaged = recorded_table is not None and faults(dict(enumerate(recorded_table, start=1)), size)
    return None if is_damaged else recorded_table


def read_seat_table(snapshot: Snapshot, size: int, problems: Problems) -> SeatTable | None:
    """The table for `size` seats when it is valid and differs from the built-in one, else None.

    Problems with every line that cannot be read, and with a table that pairs a seat twice, leaves one out, repeats a
    pair or has other rounds than C9 wants.
    """
    table = find_table(snapshot, schema.TABLES, schema.SCRABBLE_COLUMNS[schema.TABLES], problems)
    if table is None or size not in BUILT_IN:
        return None
    rounds: dict[int, list[tuple[int, int]]] = {}
    lines: dict[int | tuple[int, tuple[int, ...]], Line] = {}  # of a round the first, of a pair
    for line in table.lines():
        players, *numbers = (_read_number(line, column, problems) for column in schema.SCRABBLE_COLUMNS[schema.TABLES])
        round_number, first, second = numbers
        if players != size or round_number is None or first is None or second is None:
            continue
        rounds.setdefault(round_number, []).append((first, second))
        lines.setdefault(round_number, line)
        lines[round_number, (first, second)] = line
    table_faults = faults(rounds, size) if rounds else []
    for fault, round_number, seats in table_faults:
        line = lines[
            min(rounds) if fault == "rounds" else round_number if fault == "missing" else (round_number, seats)
        ]
        seats_text = "-".join(map(str, seats)) or "?"
        line.problem(problems, "Siège 1", "table_wrong", players=size, round=round_number, seats=seats_text)
    typed_table = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return typed_table if rounds and not table_faults and is_override(typed_table, size) else None


def _read_number(line: Line, column: str, problems: Problems) -> int | None:
    text = line.text(column)
    value = whole(text)
    if value is None or (column == "Joueurs" and value not in BUILT_IN):
        line.problem(problems, column, "table_number", text=text)
    return value


# the tournament as a whole


def check_all(decoded: ScrabbleBook) -> None:
    """Every check of the tournament as a whole."""
    _check_rounds(decoded)
    shared.check_all(decoded, COLUMNS, partial(_check_pairs, decoded))
    if decoded.formula.closed:  # in a round robin nobody enters after the first pairing (T)
        for line, player in late_entrants(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def _check_rounds(decoded: ScrabbleBook) -> None:
    """The number of rounds fits the formula and what is drawn."""
    rounds, allowed = decoded.tournament.settings.rounds, decoded.formula.rounds_allowed(decoded.registered)
    begun = decoded.memory.drawn and not decoded.first_pairing
    empty = "Nombre de rondes" in decoded.settings.lines and not decoded.settings.settings.rounds
    if begun and empty and len(allowed) != 1:  # C1: fixed at the first pairing; the regulation's may be another one
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_gone")
    is_registration_doubtful = any(
        problem.sheet == schema.PLAYERS for problem in decoded.problems.found
    )  # who is registered, and how many
    if allowed and rounds not in allowed and not is_registration_doubtful:
        facts = {"choices": alternatives(list(map(str, allowed))), "registered": decoded.registered}
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_fixed", **facts)


def _check_pairs(decoded: ScrabbleBook) -> None:
    """Pairs typed for the next round (C3); where the games are known from the start no row holds another one, drawn or
    to be drawn (T, O5).
    """
    formula, tournament, names = decoded.formula, decoded.tournament, decoded.names()
    if not formula.scheduled(tournament.next_round):
        check_fixed(decoded, COLUMNS)
    if formula.schedule is None or formula.field_refusal(decoded.registered):
        return
    if formula.closed and late_entrants(decoded):
        return
    for round_number, match in formula.off_schedule(tournament):
        line = next(row.line for row in decoded.results.round(round_number) if row.match is match)
        first, second = (names[player_id] for player_id in match.sides)
        line.problem(decoded.problems, "N° 1", "not_scheduled", one=first, two=second, round=round_number)


# the sheets of an Open: who waits for phase 2, the drawn groups, the deciding game (O4, O5, O8)


def _find_open_tables(snapshot: Snapshot, problems: Problems) -> dict[str, Table | None]:
    """The sheets Groupes and Finales, problems when one is missing."""
    return {
        sheet: find_table(snapshot, sheet, schema.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in schema.FORMULA_SHEETS[schema.OPEN]
    }


def _find_waiting_for_phase_2(
    decoded: ScrabbleBook, players: Sequence[Player], drawn_count: int, unregistered_indices: set[int]
) -> set[int]:
    """Indices of late entrants without a seat in the groups: they are no participants before phase 2 (O5).

    X's seat, while nobody has it, goes to the one who is there for the next round, of several to the lowest N°.
    """
    formula = FORMULAS[decoded.settings.settings.formula]
    if decoded.first_pairing or formula.closed or not formula.scheduled(drawn_count + 1):
        return set()
    ids_in_rows = {player_id for row in decoded.results.rows for player_id in row.match.sides}
    ids_in_drawn_rows = {
        player_id for row in decoded.results.rows if row.round <= drawn_count for player_id in row.match.sides
    }
    late_indices = {index for index, player in enumerate(players) if player.seed is None} - unregistered_indices
    indices_in_rows = {
        index for index in late_indices if players[index].number in ids_in_rows and players[index].number
    }
    is_seat_taken = any(player.seed is not None and player.seed % 1 for player in players)
    is_seat_taken |= any(players[index].number in ids_in_drawn_rows for index in indices_in_rows)
    is_odd = registered_at_first_pairing(Tournament(decoded.settings.settings, tuple(players))) % 2
    present_indices = [
        index for index in late_indices if index in indices_in_rows or drawn_count + 1 not in players[index].absences
    ]
    is_seat_free = is_odd and not is_seat_taken and present_indices
    seat_taker = (
        {min(present_indices, key=lambda index: (players[index].number or 10**6, strength(players[index])))}
        if is_seat_free
        else set()
    )
    return late_indices - indices_in_rows - seat_taker


def _read_groups(decoded: ScrabbleBook) -> Groups | None:
    """The groups as drawn: by the memory, else drawn again; None before.

    Problems at every line of the sheet Groupes that says otherwise; lines that are missing are written again (O4).
    """
    lines = [line for line in decoded.derived[schema.GROUPS].lines() if not line.empty(*GROUP_FACTS)]
    if decoded.first_pairing:
        for line in lines:
            line.problem(decoded.problems, _first_filled_column(line), "group_line")
        return None
    groups, seeds = decoded.memory.now.groups, decoded.memory.now.numbers("rang")
    players = tuple(
        replace_fields(player, seed=seeds.get(player.number, player.seed)) for player in decoded.tournament.players
    )
    drawn_groups = draw(tournament := replace(decoded.tournament, players=players))
    if drawn_groups and not is_possible(tournament, groups):
        groups = drawn_groups
    if drawn_groups:
        _check_groups(decoded, lines, groups)
        scores_over_names(decoded, lines, ["Joueur"])
    return groups


def _first_filled_column(line: Line) -> str:
    return next(column for column in GROUP_FACTS if line.text(column))


def _check_groups(decoded: ScrabbleBook, lines: Sequence[Line], groups: Groups) -> None:
    """Every line of the sheet stands as drawn: each place with its player."""
    drawn_ids = {
        (group, order): player_id
        for group, member_ids in enumerate(groups, 1)
        for order, player_id in enumerate(member_ids, 1)
    }
    for line in lines:
        position = whole(line.text("Groupe")) or 0, whole(line.text("Ordre")) or 0
        expected = str(drawn_ids[position] or "X") if position in drawn_ids else ""
        if expected and expected != line.text("N°").upper():
            line.problem(decoded.problems, "N°", "group_number", group=position[0], order=position[1], number=expected)
        elif not expected:
            line.problem(decoded.problems, _first_filled_column(line), "group_line")


def _read_final(decoded: ScrabbleBook) -> None:
    """The deciding game into the tournament (O8); a problem where one is typed that is not to be played."""
    finalist_ids = set(finalists(decoded.tournament) or ())
    for line in decoded.derived[schema.FINALS].lines():
        first, second = (whole(line.text(column)) for column in ("N° 1", "N° 2"))
        if (
            decoded.tournament.final is None
            and first is not None
            and second is not None
            and {first, second} == finalist_ids
        ):
            scores_over_names(decoded, [line], ["Joueur 1", "Joueur 2"])
            match = _read_final_match(line, (first, second), decoded)
            decoded.tournament = replace(decoded.tournament, final=match)
            decoded.deciding = {} if line.empty(*FINAL_RESULT) else {sheets.FINAL: ScrabbleRow(line, 0, match).compact}
        elif not line.empty(*FINAL_RESULT):
            line.problem(decoded.problems, "N° 1", "final_gone")


def _read_final_match(line: Line, sides: tuple[int, int], decoded: ScrabbleBook) -> Match:
    """The deciding game as typed: one game, or a forfeit."""
    problems, people = decoded.problems, People({player.number: player for player in decoded.tournament.players})
    forfeits = read_forfeits(line, sides, people, problems)
    typed_columns = [column for column in ("Score 1", "Score 2") if line.text(column)]
    scores = [read_score(line, column, problems) for column in typed_columns]
    if forfeits:
        for column in typed_columns:
            line.problem(problems, column, "score_forfeit")
    games = ((scores[0], scores[1]),) if len(scores) == 2 and scores[0] is not None and scores[1] is not None else ()
    return Match(*sides, () if forfeits else games, forfeits, complete=bool(forfeits or games))


# what the organiser should know


def late_entrants(decoded: ScrabbleBook) -> list[tuple[Line, Player]]:
    """The rows of players who have no place in the initial ranking although the others have one (C2)."""
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def warnings(decoded: ScrabbleBook) -> Iterator[Notice]:
    """Departures from the regulation, and what a person may have overlooked in the current round."""
    last_round, names = len(decoded.tournament.rounds), decoded.names()
    if decoded.registered:
        yield from decoded.formula.warnings(decoded.registered, decoded.tournament.settings.rounds or 0)
    yield from idle(decoded, decoded.newcomers)
    if decoded.tournament.settings.formula != schema.DOUBLE_ROUND_ROBIN:
        met = partial(meetings, decoded.tournament)
        yield from rematches(decoded, met, len(decoded.tournament.players))
    yield from unusual_scores(
        decoded, range(max(1, last_round - 1) if decoded.pending else max(1, last_round), last_round + 1)
    )
    if decoded.pending:
        for player_id in sorted(_find_paired_absentees(decoded)):
            yield Notice("absent_but_paired", {"round": last_round, "name": names[player_id]})
        yield from no_shows(decoded)
    if not decoded.first_pairing and last_round < (
        decoded.tournament.settings.rounds or 0
    ):  # O5; a pairing tells the others
        for player in decoded.waiting:
            facts: dict[str, int | str] = {"round": decoded.formula.scheduled_rounds or 0, "name": player.full_name}
            yield Notice("newcomer_waits", facts)


def _find_paired_absentees(decoded: ScrabbleBook) -> set[int]:
    """Who is paired in the open round although announced absent, without a result yet."""
    round_number = len(decoded.tournament.rounds)
    absent = {player.number for player in decoded.tournament.players if round_number in player.absences}
    open_matches = [match for match in decoded.tournament.rounds[-1] if not match.complete or X in match.sides]
    return {
        player_id
        for match in open_matches
        for player_id in match.sides
        if player_id in absent and not match.gave(player_id)
    }


def unusual_scores(decoded: ScrabbleBook, round_numbers: Iterable[int]) -> Iterator[Notice]:
    """A notice for each of these rounds with a score that must be a slip, as the 4 that "400%" leaves in a cell."""
    for round_number in round_numbers:
        match_texts = [
            f"table {match.table or '?'} ({', '.join(f'{first}-{second}' for first, second in match.games)})"
            for match in decoded.tournament.rounds[round_number - 1]
            if not all(is_usual(score) for game in match.games for score in game)
        ]
        if match_texts:
            yield Notice(
                "unusual_scores", {"round": round_number, "count": len(match_texts), "shown": first_of(match_texts)}
            )
