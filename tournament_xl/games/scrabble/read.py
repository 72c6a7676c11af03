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
        coming = () if self.first_pairing else {player.number for player in self.newcomers}
        here = tuple(player for player in self.tournament.players if player.number not in coming)
        return replace(self.tournament, players=here)

    def sides(self, number: int) -> list[tuple[Side, Side]]:
        edition = self.tournament.settings.edition
        return [sides(match, number, edition) for match in self.tournament.rounds[number - 1]]

    @property
    def waits(self) -> bool:
        return self.formula.still_to_play(self.tournament) is not None

    @property
    def entering(self) -> list[Player]:
        """Players whose place in the initial ranking is yet to be written, if a pairing comes now (C2)."""
        unwritten = {player.number for line, player in self.numbered_rows() if player.seed is None}
        drawn = {who for matches in self.tournament.rounds for match in matches for who in (match.one, match.two)}
        fixed = {who for match in self.tournament.fixed for who in (match.one, match.two)}
        coming = drawn | fixed | self.tournament.present(self.tournament.next_round)
        return [
            player
            for player in self.tournament.players
            if player.number in unwritten and (self.first_pairing or player.number in coming)
        ]

    @property
    def newcomers(self) -> list[Player]:
        """Those of them who are in no round yet: who took the seat of X plays already."""
        playing = {who for matches in self.tournament.rounds for match in matches for who in match.sides}
        return [player for player in self.entering if player.number not in playing]

    def numbered_rows(self) -> list[tuple[Line, Player]]:
        """The rows of Joueurs, with the N° each has or would get now."""
        by_row = {line.row: number for number, line in self.lines.items()}
        return [
            (line, replace_fields(player, number=by_row[line.row]))
            for line, player in self.players.rows
            if line.row in by_row
        ]


def decode(snapshot: Snapshot, past: History | None = None, before: Workbook | None = None) -> ScrabbleBook:
    """The workbook understood, its problems in it; Stop only where a table cannot be read: a sheet or column missing,
    too many rows, rows above its header.
    """
    problems, readings = Problems(), before.readings if before else {}
    settings = read_once(snapshot, schema.TOURNAMENT, problems, readings, read_settings)
    season = settings.settings.season if settings else ""
    start = read_date(settings.text("Date de début")) if settings else None
    players = read_once(snapshot, schema.PLAYERS, problems, readings, read_players, season, start)
    log = find_table(snapshot, schema.JOURNAL, schema.SCRABBLE_COLUMNS[schema.JOURNAL], problems)
    memory = past or read_history(snapshot, problems)
    derived = {
        sheet: find_table(snapshot, sheet, schema.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in (schema.PAIRINGS, schema.STANDINGS, schema.GRID)
    }
    tables = find_table(snapshot, schema.TABLES, schema.SCRABBLE_COLUMNS[schema.TABLES], problems)
    games_to_win = settings.settings.winning_games if settings else {}
    results = read_results(snapshot, players, games_to_win, problems if players else Problems(), readings)
    if schema.RESULTS not in snapshot.sheets and not players:
        report_no_sheet(snapshot, schema.RESULTS, problems, schema.SCRABBLE_COLUMNS[schema.RESULTS])
    if not (settings and players and log and results and tables and all(derived.values())):
        raise invalid(problems.found)
    if settings.settings.formula in schema.FORMULA_SHEETS:
        derived |= _open_tables(snapshot, problems)
        if not all(derived.values()):
            raise invalid(problems.found)
    decoded = ScrabbleBook(
        snapshot, problems, settings, _with_places(players, results, memory), results, log, memory,
        {k: t for k, t in derived.items() if t}, Tournament(settings.settings, ()), readings=readings,
    )  # fmt: skip
    decoded.first_pairing = all(player.seed is None for _, player in decoded.players.rows)  # no place is given yet
    _assemble(decoded)
    return decoded


def _with_places(players: PlayersSheet[Player], results: ResultsSheet[Match], memory: History) -> PlayersSheet[Player]:
    """The players with the places in the initial ranking that the pairings gave (C2): the column only shows them."""
    places = memory.now.numbers("rang")
    played = any(row.match.complete for row in results.rows)
    if played and not places and not memory.entries:  # rounds that no press of ours has paired
        return players
    rows = ((line, replace_fields(player, seed=places.get(player.number))) for line, player in players.rows)
    return players._replace(rows=tuple(rows))


def _assemble(decoded: ScrabbleBook) -> None:
    """Build the tournament step by step, each step checking what it reads."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    drawn = drawn_rounds(decoded.results, marked(rows), decoded.memory.now, FORMULAS[settings.formula].scheduled)
    rows, decoded.unchecked = checked_in(rows, decoded.results, drawn, decoded.problems)
    people = [player for _, player in rows]
    waiting = _unregistered(decoded, people, drawn)
    for_phase_2 = _waiting_for_phase_2(decoded, people, drawn, waiting)
    waiting |= for_phase_2
    highest = max([player.number for player in people] + [decoded.memory.highest])
    people = list(numbered(people, highest, last=waiting))
    decoded.lines = {player.number: line for player, (line, _) in zip(people, rows, strict=True)}
    people = wishing([(line, one) for (line, _), one in zip(rows, people, strict=True)], decoded.problems)
    decoded.waiting = [people[index] for index in sorted(for_phase_2)]
    registered = [player for index, player in enumerate(people) if index not in waiting]
    if decoded.first_pairing:
        decoded.registered = len(registered)
    else:
        decoded.registered = registered_at_first_pairing(Tournament(settings, tuple(people)))
    rounds = settings.rounds or decoded.formula.default_rounds(decoded.registered)
    decoded.tournament = Tournament(
        settings=replace(settings, rounds=rounds),
        players=seeded(registered, [player.number for player in registered if player.seed is None]),
        rounds=tuple(tuple(row.match for row in decoded.results.round(number)) for number in range(1, drawn + 1)),
        fixed=tuple(row.match for row in decoded.results.round(drawn + 1)),
        seat_table=_seat_table(decoded),
    )
    if schema.GROUPS in decoded.derived:
        decoded.tournament = replace(decoded.tournament, groups=_read_groups(decoded))
    check_all(decoded)
    if schema.FINALS in decoded.derived and not decoded.problems.found:
        _read_final(decoded)
    decoded.warnings += warnings(decoded)
    decoded.problems.found.sort()


def _unregistered(decoded: ScrabbleBook, people: Sequence[Player], drawn: int) -> set[int]:
    """Indices of the rows that are no registration: absent in every round to come, without place or match (C2)."""
    settings = decoded.settings.settings
    rounds = settings.rounds or FORMULAS[settings.formula].default_rounds(len(people))
    remaining = range(1 if decoded.first_pairing else drawn + 1, rounds + 1)
    with_row = {who for row in decoded.results.rows for who in (row.match.one, row.match.two)}
    return {
        index
        for index, player in enumerate(people)
        if player.seed is None and not (player.number and player.number in with_row)
        and all(number in player.absences for number in remaining)
    }  # fmt: skip


def _seat_table(decoded: ScrabbleBook) -> SeatTable | None:
    """The organiser's own table: from the sheet before the first pairing, from the memory afterwards (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.tournament.settings.formula != schema.CLASSIQUE or size > LARGEST:
        return None
    if decoded.first_pairing:
        return read_seat_table(decoded.snapshot, size, decoded.problems)
    used = history.read_seat_table(decoded.memory.facts.get(history.TABLES, ""))
    damaged = used is not None and faults(dict(enumerate(used, start=1)), size)
    return None if damaged else used


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
        players, *numbers = (_read(line, column, problems) for column in schema.SCRABBLE_COLUMNS[schema.TABLES])
        number, one, two = numbers
        if players != size or number is None or one is None or two is None:
            continue
        rounds.setdefault(number, []).append((one, two))
        lines.setdefault(number, line)
        lines[number, (one, two)] = line
    found = faults(rounds, size) if rounds else []
    for fault, number, seats in found:
        line = lines[min(rounds) if fault == "rounds" else number if fault == "missing" else (number, seats)]
        shown = "-".join(map(str, seats)) or "?"
        line.problem(problems, "Siège 1", "table_wrong", players=size, round=number, seats=shown)
    own = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return own if rounds and not found and is_override(own, size) else None


def _read(line: Line, column: str, problems: Problems) -> int | None:
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
    doubtful = any(one.sheet == schema.PLAYERS for one in decoded.problems.found)  # who is registered, and how many
    if allowed and rounds not in allowed and not doubtful:
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
    for number, match in formula.off_schedule(tournament):
        line = next(row.line for row in decoded.results.round(number) if row.match is match)
        one, two = (names[who] for who in match.sides)
        line.problem(decoded.problems, "N° 1", "not_scheduled", one=one, two=two, round=number)


# the sheets of an Open: who waits for phase 2, the drawn groups, the deciding game (O4, O5, O8)


def _open_tables(snapshot: Snapshot, problems: Problems) -> dict[str, Table | None]:
    """The sheets Groupes and Finales, problems when one is missing."""
    return {
        sheet: find_table(snapshot, sheet, schema.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in schema.FORMULA_SHEETS[schema.OPEN]
    }


def _waiting_for_phase_2(
    decoded: ScrabbleBook, people: Sequence[Player], drawn: int, unregistered: set[int]
) -> set[int]:
    """Indices of late entrants without a seat in the groups: they are no participants before phase 2 (O5).

    X's seat, while nobody has it, goes to the one who is there for the next round, of several to the lowest N°.
    """
    formula = FORMULAS[decoded.settings.settings.formula]
    if decoded.first_pairing or formula.closed or not formula.scheduled(drawn + 1):
        return set()
    rows = {who for row in decoded.results.rows for who in row.match.sides}
    played = {who for row in decoded.results.rows if row.round <= drawn for who in row.match.sides}
    late = {index for index, one in enumerate(people) if one.seed is None} - unregistered
    with_row = {index for index in late if people[index].number in rows and people[index].number}
    taken = any(player.seed is not None and player.seed % 1 for player in people)
    taken |= any(people[index].number in played for index in with_row)
    odd = registered_at_first_pairing(Tournament(decoded.settings.settings, tuple(people))) % 2
    here = [index for index in late if index in with_row or drawn + 1 not in people[index].absences]
    free = odd and not taken and here
    first = {min(here, key=lambda index: (people[index].number or 10**6, strength(people[index])))} if free else set()
    return late - with_row - first


def _read_groups(decoded: ScrabbleBook) -> Groups | None:
    """The groups as drawn: by the memory, else drawn again; None before.

    Problems at every line of the sheet Groupes that says otherwise; lines that are missing are written again (O4).
    """
    lines = [line for line in decoded.derived[schema.GROUPS].lines() if not line.empty(*GROUP_FACTS)]
    if decoded.first_pairing:
        for line in lines:
            line.problem(decoded.problems, _first_filled(line), "group_line")
        return None
    known, places = decoded.memory.now.groups, decoded.memory.now.numbers("rang")
    players = tuple(replace_fields(one, seed=places.get(one.number, one.seed)) for one in decoded.tournament.players)
    drawn = draw(then := replace(decoded.tournament, players=players))
    if drawn and not is_possible(then, known):
        known = drawn
    if drawn:
        _compare(decoded, lines, known)
        scores_over_names(decoded, lines, ["Joueur"])
    return known


def _first_filled(line: Line) -> str:
    return next(column for column in GROUP_FACTS if line.text(column))


def _compare(decoded: ScrabbleBook, lines: Sequence[Line], groups: Groups) -> None:
    """Every line of the sheet stands as drawn: each place with its player."""
    drawn = {(group, order): who for group, them in enumerate(groups, 1) for order, who in enumerate(them, 1)}
    for line in lines:
        place = whole(line.text("Groupe")) or 0, whole(line.text("Ordre")) or 0
        wanted = str(drawn[place] or "X") if place in drawn else ""
        if wanted and wanted != line.text("N°").upper():
            line.problem(decoded.problems, "N°", "group_number", group=place[0], order=place[1], number=wanted)
        elif not wanted:
            line.problem(decoded.problems, _first_filled(line), "group_line")


def _read_final(decoded: ScrabbleBook) -> None:
    """The deciding game into the tournament (O8); a problem where one is typed that is not to be played."""
    wanted = set(finalists(decoded.tournament) or ())
    for line in decoded.derived[schema.FINALS].lines():
        one, two = (whole(line.text(column)) for column in ("N° 1", "N° 2"))
        if decoded.tournament.final is None and one is not None and two is not None and {one, two} == wanted:
            scores_over_names(decoded, [line], ["Joueur 1", "Joueur 2"])
            match = _final(line, (one, two), decoded)
            decoded.tournament = replace(decoded.tournament, final=match)
            decoded.deciding = {} if line.empty(*FINAL_RESULT) else {sheets.FINAL: ScrabbleRow(line, 0, match).compact}
        elif not line.empty(*FINAL_RESULT):
            line.problem(decoded.problems, "N° 1", "final_gone")


def _final(line: Line, sides: tuple[int, int], decoded: ScrabbleBook) -> Match:
    """The deciding game as typed: one game, or a forfeit."""
    problems, people = decoded.problems, People({player.number: player for player in decoded.tournament.players})
    forfeits = read_forfeits(line, sides, people, problems)
    typed = [column for column in ("Score 1", "Score 2") if line.text(column)]
    scores = [read_score(line, column, problems) for column in typed]
    if forfeits:
        for column in typed:
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
    last, names = len(decoded.tournament.rounds), decoded.names()
    if decoded.registered:
        yield from decoded.formula.warnings(decoded.registered, decoded.tournament.settings.rounds or 0)
    yield from idle(decoded, decoded.newcomers)
    if decoded.tournament.settings.formula != schema.DOUBLE_ROUND_ROBIN:
        met = partial(meetings, decoded.tournament)
        yield from rematches(decoded, met, len(decoded.tournament.players))
    yield from unusual_scores(decoded, range(max(1, last - 1) if decoded.pending else max(1, last), last + 1))
    if decoded.pending:
        for who in sorted(_leaving(decoded)):
            yield Notice("absent_but_paired", {"round": last, "name": names[who]})
        yield from no_shows(decoded)
    if not decoded.first_pairing and last < (decoded.tournament.settings.rounds or 0):  # O5; a pairing tells the others
        for player in decoded.waiting:
            facts: dict[str, int | str] = {"round": decoded.formula.scheduled_rounds or 0, "name": player.full_name}
            yield Notice("newcomer_waits", facts)


def _leaving(decoded: ScrabbleBook) -> set[int]:
    """Who is paired in the open round although announced absent, without a result yet."""
    number = len(decoded.tournament.rounds)
    absent = {player.number for player in decoded.tournament.players if number in player.absences}
    waiting = [one for one in decoded.tournament.rounds[-1] if not one.complete or X in one.sides]
    return {who for match in waiting for who in match.sides if who in absent and not match.gave(who)}


def unusual_scores(decoded: ScrabbleBook, rounds: Iterable[int]) -> Iterator[Notice]:
    """A notice for each of these rounds with a score that must be a slip, as the 4 that "400%" leaves in a cell."""
    for number in rounds:
        odd = [
            f"table {match.table or '?'} ({', '.join(f'{one}-{two}' for one, two in match.games)})"
            for match in decoded.tournament.rounds[number - 1]
            if not all(is_usual(score) for game in match.games for score in game)
        ]
        if odd:
            yield Notice("unusual_scores", {"round": number, "count": len(odd), "shown": first_of(odd)})
