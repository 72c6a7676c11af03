"""Checks that need the whole tournament: places, formula, rounds, fixed pairs, late entries, missing results."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.model import Notice, Player, X
from tournament_xl.scrabble import round_robin
from tournament_xl.texts.names import listing, ranges
from tournament_xl.workbook import labels
from tournament_xl.workbook.decode_results import Row, missing_score
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.grid import Line


def check_all(decoded: Decoded) -> None:
    """Every check of the tournament as a whole, but that of the initial ranking, which comes first."""
    check_rounds(decoded)
    check_formula(decoded)
    if not decoded.problems.found:
        check_fixed(decoded)
    check_late(decoded)
    find_pending(decoded)


def check_seeds(decoded: Decoded, people: Sequence[Player]) -> None:
    """The places in the initial ranking are facts: none may be missing (C2). The Journal knows what they were."""
    log, problems = decoded.journal, decoded.problems
    with_rows = {who for row in decoded.results.rows for who in (row.match.one, row.match.two)}
    journalled = {who for record in log.rounds.values() for pair in record.drawn for who in pair}
    lost = [player for player in people if player.seed is None and player.number in with_rows & journalled]
    for player in lost:
        known = _shown(log.seeds[player.number]) if player.number in log.seeds else "?"
        decoded.lines[player.number].problem(problems, "Rang initial", "seed_lost", name=player.full_name, seed=known)
    typed = [(decoded.lines[player.number], player) for player in people if player.seed is not None]
    if not log.seeds and typed and not decoded.results.rows:
        typed[0][0].problem(problems, "Rang initial", "seed_early")
        return
    changed = [(line, player) for line, player in typed if log.seeds.get(player.number, player.seed) != player.seed]
    for line, player in changed:
        given = log.seeds[player.number]
        if all(problem.row != line.row for problem in problems.found if problem.sheet == labels.PLAYERS):
            line.problem(problems, "Rang initial", "seed_changed", number=player.number, seed=_shown(given))
    whole = {int(player.seed) for player in people if player.seed is not None and player.seed.is_integer()}
    whole |= {int(log.seeds.get(player.number, 0)) for player in [*lost, *(player for _, player in changed)]}
    column = decoded.players.table.columns["Rang initial"]
    for seed in sorted(set(range(1, max(whole, default=0))) - whole):
        problems.add(labels.PLAYERS, decoded.players.table.header, column, "seed_missing", seed=seed)


def _shown(seed: float) -> str:
    """6.5 -> "6,5"."""
    return f"{seed:g}".replace(".", ",")


def check_formula(decoded: Decoded) -> None:
    """The formula of a tournament that has begun stands; another edition is told. A pair taken away is told, too."""
    log, settings = decoded.journal, decoded.tournament.settings
    formula, _, edition = log.formula.rpartition(" ")
    if log.rounds and formula and formula != settings.formula:
        decoded.settings.problem(decoded.problems, "Formule", "formula_changed", formula=formula)
    if log.rounds and edition and edition != settings.edition:
        decoded.warnings.append(Notice("edition_changed", {"before": edition, "now": settings.edition}))
    names = decoded.names()
    for number, matches in enumerate(decoded.tournament.rounds, start=1):
        drawn = log.rounds[number].drawn if number in log.rounds else frozenset()
        here = {who for match in matches for who in (match.one, match.two)}
        gone = sorted({who for pair in drawn for who in pair if who != X and who in names} - here)
        if gone:
            who = listing([names[number] for number in gone])
            decoded.warnings.append(Notice("without_row", {"round": number, "names": who}))


def check_rounds(decoded: Decoded) -> None:
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


def check_fixed(decoded: Decoded) -> None:
    """Pairs typed for the next round: of players who will be there, X only if it is needed, in T those of the table."""
    tournament, number = decoded.tournament, decoded.tournament.next_round
    present = tournament.present(number)
    names = decoded.names()
    foreign: set[tuple[int, int]] = set()
    if decoded.formula.fixed_schedule and decoded.registered >= round_robin.FEWEST and not late_entrants(decoded):
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


def late_entrants(decoded: Decoded) -> list[tuple[Line, Player]]:
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def check_late(decoded: Decoded) -> None:
    """In a round robin nobody enters after the first pairing (T)."""
    if decoded.formula.fixed_schedule:
        for line, player in late_entrants(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def find_pending(decoded: Decoded) -> None:
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
    """The tables without result, as people say it: "4 et 7", "17 à 32"."""
    tables = [row.match.table for row in decoded.pending]
    return ranges(tables) if all(tables) else "?"
