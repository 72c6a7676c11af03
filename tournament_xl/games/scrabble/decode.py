"""From a snapshot to a tournament: every sheet read, everything checked, every problem found, all at once; and what the
organiser should know although nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from tournament_xl.book import labels, memory
from tournament_xl.book.grid import Line, Problems, find_table, read_once, whole
from tournament_xl.book.memory import Memory, read_memory
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.book.typed_rows import PlayersSheet, ResultsSheet, drawn_rounds
from tournament_xl.book.workbook import no_shows, rematches
from tournament_xl.games import shared
from tournament_xl.games.scrabble import open_sheets
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.sheets import COLUMNS, read_players, read_results, read_settings
from tournament_xl.games.shared import check_fixed, idle
from tournament_xl.model import Notice, Player, Tournament, X
from tournament_xl.press import stopped
from tournament_xl.record import replace
from tournament_xl.rules.scrabble.classique import registered_at_first_pairing
from tournament_xl.rules.scrabble.formulas import FORMULAS
from tournament_xl.rules.scrabble.initial import numbered, seeded
from tournament_xl.rules.scrabble.scoring import is_usual
from tournament_xl.rules.scrabble.standings import meetings
from tournament_xl.rules.scrabble.tables import BUILT_IN, LARGEST, SeatTable, faults, is_override
from tournament_xl.texts.names import alternatives
from tournament_xl.texts.notices import first_of


def decode(snapshot: Snapshot, past: Memory | None = None) -> Decoded:
    """The workbook understood; Stop when a sheet or column is missing so that it cannot be.

    `past`: its memory where it is not the sheet's, within a press.
    """
    problems = Problems()
    settings = read_once(snapshot, labels.TOURNAMENT, problems, read_settings)
    season = settings.settings.season if settings else ""
    players = read_once(snapshot, labels.PLAYERS, problems, read_players, season)
    log = find_table(snapshot, labels.JOURNAL, labels.SCRABBLE_COLUMNS[labels.JOURNAL], problems)
    memory = past or read_memory(snapshot, problems)
    derived = {
        sheet: find_table(snapshot, sheet, labels.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in (labels.PAIRINGS, labels.STANDINGS, labels.GRID)
    }
    tables = find_table(snapshot, labels.TABLES, labels.SCRABBLE_COLUMNS[labels.TABLES], problems)
    games_to_win = settings.settings.winning_games if settings else {}
    results = read_results(snapshot, players, games_to_win, problems if players else Problems())
    if labels.RESULTS not in snapshot.sheets and not players:
        problems.add(labels.RESULTS, 1, 1, "no_sheet", sheet=labels.RESULTS)
    if not (settings and players and log and results and tables and all(derived.values())):
        raise stopped(problems.found)
    if settings.settings.formula in labels.FORMULA_SHEETS:
        derived |= open_sheets.open_tables(snapshot, problems)
        if not all(derived.values()):
            raise stopped(problems.found)
    decoded = Decoded(
        snapshot, problems, settings, _with_places(players, results, memory), results, log, memory,
        {k: t for k, t in derived.items() if t}, Tournament(settings.settings, ()),
    )  # fmt: skip
    decoded.first_pairing = all(player.seed is None for _, player in decoded.players.rows)
    _assemble(decoded)
    return decoded


def _with_places(players: PlayersSheet, results: ResultsSheet, memory: Memory) -> PlayersSheet:
    """The players with the places in the initial ranking that the pairings gave (C2): the column only shows them."""
    places = memory.now.numbers("rang")
    played = any(row.match.complete for row in results.rows)
    if played and not places and not memory.entries:  # rounds that no press of ours has paired
        return players
    rows = ((line, replace(player, seed=places.get(player.number))) for line, player in players.rows)
    return replace(players, rows=tuple(rows))


def _assemble(decoded: Decoded) -> None:
    """Build the tournament step by step, each step checking what it reads."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    people = [player for _, player in rows]
    drawn = drawn_rounds(decoded.results, people, decoded.memory.now, FORMULAS[settings.formula].scheduled)
    waiting = _unregistered(decoded, people, drawn)
    for_phase_2 = open_sheets.waiting_for_phase_2(decoded, people, drawn, waiting)
    waiting |= for_phase_2
    highest = max([player.number for player in people] + [decoded.memory.highest])
    people = list(numbered(people, highest, last=waiting))
    decoded.lines = {player.number: line for player, (line, _) in zip(people, rows, strict=True)}
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
    if labels.GROUPS in decoded.derived:
        decoded.tournament = replace(decoded.tournament, groups=open_sheets.read_groups(decoded))
    check_all(decoded)
    if labels.FINALS in decoded.derived and not decoded.problems.found:
        open_sheets.read_final(decoded)
    decoded.warnings += warnings(decoded)
    decoded.problems.found.sort()


def _unregistered(decoded: Decoded, people: Sequence[Player], drawn: int) -> set[int]:
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


def _seat_table(decoded: Decoded) -> SeatTable | None:
    """The organiser's own table: from the sheet before the first pairing, from the memory afterwards (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.tournament.settings.formula != labels.CLASSIQUE or size > LARGEST:
        return None
    if decoded.first_pairing:
        return read_seat_table(decoded.snapshot, size, decoded.problems)
    used = memory.read_seat_table(decoded.memory.facts.get("tables", ""))
    damaged = used is not None and faults(dict(enumerate(used, start=1)), size)
    return None if damaged else used


def read_seat_table(snapshot: Snapshot, size: int, problems: Problems) -> SeatTable | None:
    """The table for `size` seats when it is valid and differs from the built-in one, else None.

    Problems with every line that cannot be read, and with a table that pairs a seat twice, leaves one out, repeats a
    pair or has other rounds than C9 wants.
    """
    table = find_table(snapshot, labels.TABLES, labels.SCRABBLE_COLUMNS[labels.TABLES], problems)
    if table is None or size not in BUILT_IN:
        return None
    rounds: dict[int, list[tuple[int, int]]] = {}
    lines: dict[int | tuple[int, tuple[int, ...]], Line] = {}  # of a round the first, of a pair
    for line in table.lines():
        players, *numbers = (_read(line, column, problems) for column in labels.SCRABBLE_COLUMNS[labels.TABLES])
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


def check_all(decoded: Decoded) -> None:
    """Every check of the tournament as a whole."""
    _check_rounds(decoded)
    shared.check_all(decoded, COLUMNS, partial(_check_pairs, decoded))
    if decoded.formula.closed:  # in a round robin nobody enters after the first pairing (T)
        for line, player in late_entrants(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def _check_rounds(decoded: Decoded) -> None:
    """The number of rounds fits the formula and what is drawn."""
    rounds, allowed = decoded.tournament.settings.rounds, decoded.formula.rounds_allowed(decoded.registered)
    begun = decoded.memory.drawn and not decoded.first_pairing
    empty = "Nombre de rondes" in decoded.settings.lines and not decoded.settings.settings.rounds
    if begun and empty and len(allowed) != 1:  # C1: fixed at the first pairing; the regulation's may be another one
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_gone")
    doubtful = any(one.sheet == labels.PLAYERS for one in decoded.problems.found)  # who is registered, and how many
    if allowed and rounds not in allowed and not doubtful:
        facts = {"choices": alternatives(list(map(str, allowed))), "registered": decoded.registered}
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_fixed", **facts)


def _check_pairs(decoded: Decoded) -> None:
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
    last = min(tournament.next_round, tournament.settings.rounds or 0)
    for number in filter(formula.scheduled, range(1, last + 1)):
        games = {frozenset((game.one, game.two)) for game in formula.schedule(tournament, number)}
        for row in decoded.results.round(number):
            if frozenset(row.match.sides) not in games:
                one, two = (names[who] for who in row.match.sides)
                row.line.problem(decoded.problems, "N° 1", "not_scheduled", one=one, two=two, round=number)


def late_entrants(decoded: Decoded) -> list[tuple[Line, Player]]:
    """The rows of players who have no place in the initial ranking although the others have one (C2)."""
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def warnings(decoded: Decoded) -> Iterator[Notice]:
    """Departures from the regulation, and what a person may have overlooked in the current round."""
    last, names = len(decoded.tournament.rounds), decoded.names()
    if decoded.registered:
        yield from decoded.formula.warnings(decoded.registered, decoded.tournament.settings.rounds or 0)
    yield from idle(decoded, decoded.newcomers)
    if decoded.tournament.settings.formula != labels.DOUBLE_ROUND_ROBIN:
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


def _leaving(decoded: Decoded) -> set[int]:
    """Who is paired in the open round although announced absent, without a result yet."""
    number = len(decoded.tournament.rounds)
    absent = {player.number for player in decoded.tournament.players if number in player.absences}
    waiting = [one for one in decoded.tournament.rounds[-1] if not one.complete or X in one.sides]
    return {who for match in waiting for who in match.sides if who in absent and not match.gave(who)}


def unusual_scores(decoded: Decoded, rounds: Iterable[int]) -> Iterator[Notice]:
    """A notice for each of these rounds with scores that nobody makes, such as the 4 that "400%" leaves in a cell."""
    for number in rounds:
        odd = [
            f"table {match.table or '?'} ({', '.join(f'{one}-{two}' for one, two in match.games)})"
            for match in decoded.tournament.rounds[number - 1]
            if not all(is_usual(score) for game in match.games for score in game)
        ]
        if odd:
            yield Notice("unusual_scores", {"round": number, "count": len(odd), "shown": first_of(odd)})
