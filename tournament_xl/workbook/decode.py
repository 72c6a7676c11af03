"""From a snapshot to a tournament: every sheet read, every problem found, all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournament_xl.formulas import FORMULAS, Formula
from tournament_xl.model import Notice, Player, Tournament, X
from tournament_xl.scrabble import round_robin
from tournament_xl.scrabble.classique import registered_at_first_pairing
from tournament_xl.scrabble.initial import numbered, seeded
from tournament_xl.scrabble.tables import LARGEST
from tournament_xl.texts.names import listing, short_names
from tournament_xl.workbook import decode_tables, journal, labels
from tournament_xl.workbook.decode_players import PlayersSheet, read_players
from tournament_xl.workbook.decode_results import ResultsSheet, Row, missing_score, read_results
from tournament_xl.workbook.decode_settings import SettingsSheet, read_settings
from tournament_xl.workbook.grid import Line, Problem, Problems, Table, find_table
from tournament_xl.workbook.snapshot import Snapshot


@dataclass(slots=True)
class Decoded:
    """A workbook understood: the tournament, where its facts stand, what is wrong."""

    snapshot: Snapshot
    problems: Problems
    settings: SettingsSheet
    players: PlayersSheet
    results: ResultsSheet
    journal: journal.Journal
    derived: dict[str, Table]  # sheets that a press rewrites
    tournament: Tournament
    first_pairing: bool  # nobody has a place in the initial ranking yet
    registered: int  # at the first pairing, or now if there was none
    lines: dict[int, Line] = field(default_factory=dict)  # N° -> row of Joueurs
    warnings: list[Notice] = field(default_factory=list)
    pending: list[Row] = field(default_factory=list)  # rows of the last drawn round that want a result

    @property
    def formula(self) -> Formula:
        return FORMULAS[self.tournament.settings.formula]

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

    def numbered_rows(self) -> list[tuple[Line, Player]]:
        """The rows of Joueurs, with the N° each has or would get now."""
        by_row = {line.row: number for number, line in self.lines.items()}
        return [(line, replace(player, number=by_row[line.row])) for line, player in self.players.rows]

    def names(self) -> dict[int, str]:
        """Short names by N°, X included."""
        return short_names(self.tournament.players)


def decode(snapshot: Snapshot) -> Decoded | list[Problem]:
    """The workbook understood, or its problems when a sheet or column is missing so that it cannot be."""
    problems = Problems()
    settings = read_settings(snapshot, problems)
    players = read_players(snapshot, problems)
    log = read_log(snapshot, problems)
    derived = {
        sheet: find_table(snapshot, sheet, labels.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in (labels.PAIRINGS, labels.STANDINGS, labels.GRID)
    }
    tables = find_table(snapshot, labels.TABLES, labels.SCRABBLE_COLUMNS[labels.TABLES], problems)
    people, lines = _numbered(players, log) if players and log else ((), {})
    typed = {player.number: player for _, player in players.rows if player.number} if players else {}
    results = read_results(snapshot, typed, settings.settings.winning_games if settings else {}, problems)
    if not (settings and players and log and results and tables and all(derived.values())):
        return sorted(problems.found)
    decoded = Decoded(
        snapshot, problems, settings, players, results, log, {k: t for k, t in derived.items() if t},
        Tournament(settings.settings, ()), all(player.seed is None for player in people), 0, lines,
    )  # fmt: skip
    _assemble(decoded, people)
    return decoded


read_log = journal.read_journal


def _numbered(players: PlayersSheet, log: journal.Journal) -> tuple[tuple[Player, ...], dict[int, Line]]:
    """The players of the rows, each with the N° he has or would get now."""
    rows = players.rows
    highest = max([player.number for _, player in rows] + [log.highest_number])
    people = numbered([player for _, player in rows], highest)
    return people, {player.number: line for player, (line, _) in zip(people, rows, strict=True)}


def _assemble(decoded: Decoded, people: Sequence[Player]) -> None:
    """Build the tournament step by step, each step checking what it reads."""
    settings = decoded.settings.settings
    rounds_set = settings.rounds or FORMULAS[settings.formula].default_rounds(len(people))
    drawn = _drawn_rounds(decoded, people)
    with_rows = {who for row in decoded.results.rows for who in (row.match.one, row.match.two)}
    remaining = range(1 if decoded.first_pairing else drawn + 1, rounds_set + 1)
    registered = [
        player
        for player in people
        if player.seed is not None
        or player.number in with_rows
        or not remaining
        or any(number not in player.absences for number in remaining)
    ]
    _check_seeds(decoded, people, with_rows)
    if decoded.first_pairing:
        decoded.registered = len(registered)
    else:
        decoded.registered = registered_at_first_pairing(Tournament(settings, tuple(people)))
    rounds = settings.rounds or decoded.formula.default_rounds(decoded.registered)
    seated = seeded(registered, [player.number for player in registered if player.seed is None])
    decoded.tournament = Tournament(
        settings=replace(settings, rounds=rounds),
        players=seated,
        rounds=tuple(
            tuple(row.match for row in decoded.results.round(number)) for number in range(1, drawn + 1)
        ),
        fixed=tuple(row.match for row in decoded.results.round(drawn + 1)),
        seat_table=_seat_table(decoded),
    )  # fmt: skip
    _check_rounds(decoded)
    if not decoded.problems.found:
        _check_fixed(decoded)
    _check_late(decoded)
    _find_pending(decoded)
    decoded.warnings += decoded.formula.warnings(decoded.registered, rounds) if decoded.registered else []
    decoded.problems.found.sort()


def _drawn_rounds(decoded: Decoded, people: Sequence[Player]) -> int:
    """How many rounds, from the first on, are drawn: a row has a reason, or everybody present has a row (contract)."""
    number = 0
    while rows := decoded.results.round(number + 1):
        with_row = {who for row in rows for who in (row.match.one, row.match.two)}
        by_hand = all(player.number in with_row for player in people if number + 1 not in player.absences)
        if not by_hand and not any(row.match.reason for row in rows):
            break
        number += 1
    return number


def _check_seeds(decoded: Decoded, people: Sequence[Player], with_rows: set[int]) -> None:
    """The places in the initial ranking are facts: none may be missing (C2). The Journal knows what they were."""
    log, problems = decoded.journal, decoded.problems
    journalled = {who for record in log.rounds.values() for pair in record.drawn for who in pair}
    lost = [player for player in people if player.seed is None and player.number in with_rows & journalled]
    for player in lost:
        known = f"{log.seeds[player.number]:g}".replace(".", ",") if player.number in log.seeds else "?"
        line = decoded.lines[player.number]
        line.problem(problems, "Rang initial", "seed_lost", name=player.full_name, seed=known)
    whole = {int(player.seed) for player in people if player.seed is not None and player.seed.is_integer()}
    whole |= {int(log.seeds.get(player.number, 0)) for player in lost}
    column = decoded.players.table.columns["Rang initial"]
    for seed in sorted(set(range(1, max(whole, default=0))) - whole):
        problems.add(labels.PLAYERS, decoded.players.table.header, column, "seed_missing", seed=seed)


def _seat_table(decoded: Decoded) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """The organiser's own table: from the sheet before the first pairing, from the Journal afterwards (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.tournament.settings.formula != labels.CLASSIQUE or size > LARGEST:
        return None
    if decoded.first_pairing:
        return decode_tables.read_seat_table(decoded.snapshot, size, decoded.problems)
    used = journal.read_seat_table(decoded.journal.seat_table)
    quiet = Problems()
    if decode_tables.read_seat_table(decoded.snapshot, size, quiet) != used or quiet.found:
        decoded.warnings.append(Notice("tables_ignored"))
    return used


def _check_rounds(decoded: Decoded) -> None:
    """The number of rounds fits the formula and what is drawn; no row of a round that comes later."""
    tournament, problems = decoded.tournament, decoded.problems
    rounds, drawn = tournament.settings.rounds or 0, len(tournament.rounds)
    if rounds < drawn:
        decoded.settings.problem(problems, "Nombre de rondes", "rounds_below", rounds=rounds, drawn=drawn)
    default = decoded.formula.default_rounds(decoded.registered)
    if decoded.formula.fixed_schedule and decoded.registered >= round_robin.FEWEST and rounds != default:
        decoded.settings.problem(
            problems, "Nombre de rondes", "rounds_fixed", default=default, registered=decoded.registered
        )
    for row in decoded.results.rows:
        if row.round > max(rounds, drawn):
            row.line.problem(problems, "Ronde", "round_beyond", rounds=rounds)
        elif row.round > drawn + 1:
            row.line.problem(problems, "Ronde", "round_ahead", round=row.round, next=drawn + 1)


def _check_fixed(decoded: Decoded) -> None:
    """Pairs typed for the next round: of players who will be there, X only if it is needed, in T those of the table."""
    tournament, number = decoded.tournament, decoded.tournament.next_round
    present = tournament.present(number)
    names = decoded.names()
    foreign: set[tuple[int, int]] = set()
    if decoded.formula.fixed_schedule and decoded.registered >= round_robin.FEWEST and not _late(decoded):
        foreign = set(round_robin.strangers(tournament)) if number <= (tournament.settings.rounds or 0) else set()
    for row in decoded.results.round(number):
        for who, column in ((row.match.one, "N° 1"), (row.match.two, "N° 2")):
            if who != X and who not in present and not decoded.formula.fixed_schedule:
                row.line.problem(decoded.problems, column, "absent_fixed", name=names[who], round=number)
        if row.match.two == X and len(present) % 2 == 0 and not decoded.formula.fixed_schedule:
            row.line.problem(decoded.problems, "N° 2", "x_even", present=len(present))
        if (row.match.one, row.match.two) in foreign:
            one, two = names[row.match.one], names[row.match.two]
            row.line.problem(decoded.problems, "N° 1", "not_scheduled", one=one, two=two, round=number)


def _late(decoded: Decoded) -> list[tuple[Line, Player]]:
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def _check_late(decoded: Decoded) -> None:
    """In a round robin nobody enters after the first pairing (T)."""
    if decoded.formula.fixed_schedule:
        for line, player in _late(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def _find_pending(decoded: Decoded) -> None:
    """Rows without result: wanted in the last drawn round, a problem in an earlier one."""
    last = len(decoded.tournament.rounds)
    for row in decoded.results.rows:
        if row.round > last or row.match.complete:
            continue
        if row.round == last:
            decoded.pending.append(row)
        else:
            report_missing(decoded, row)


def report_missing(decoded: Decoded, row: Row) -> None:
    """Record that a row has no result, at the first score that is wanted; not when something in the row is wrong."""
    if any(problem.sheet == labels.RESULTS and problem.row == row.line.row for problem in decoded.problems.found):
        return
    names = decoded.names()
    to_win = decoded.tournament.settings.games_to_win(row.round)
    row.line.problem(
        decoded.problems, missing_score(row, to_win), "no_score",
        table=row.match.table or "?", one=names[row.match.one], two=names[row.match.two],
    )  # fmt: skip


def pending_tables(decoded: Decoded) -> str:
    """The tables without result, as people say it: "4 et 7"."""
    return listing([str(row.match.table or "?") for row in decoded.pending])
