"""Checks that need the whole tournament: places, formula, rounds, fixed pairs, late entries, missing results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournament_xl.model import Notice, Player, X
from tournament_xl.texts.names import alternatives, listing
from tournament_xl.workbook import labels
from tournament_xl.workbook.decode_results import GAMES, NAMES, Row, missing_score
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.grid import Line
from tournament_xl.workbook.name_checks import check_names
from tournament_xl.workbook.shared_checks import check_order, check_rows, report_at


def check_all(decoded: Decoded) -> None:
    """Every check of the tournament as a whole, but that of the initial ranking, which comes first."""
    check_rounds(decoded)
    check_formula(decoded)
    if not decoded.problems.found:
        check_fixed(decoded)
        check_schedule(decoded)
    check_late(decoded)
    check_rows(decoded)
    check_names(decoded, NAMES, "X")
    find_pending(decoded)


def without_new_seeds(decoded: Decoded, people: Iterable[Player]) -> list[Player]:
    """The players; of who comes late, without the place in the initial ranking that somebody typed for him: a problem.

    The pairings write it (C2). Where the Journal has not given all places, as in rounds typed by hand, it stays.
    """
    log = decoded.journal
    with_rows = {who for row in decoded.results.rows for who in (row.match.one, row.match.two)} - {X}
    given = bool(log.seeds) and with_rows <= log.seeds.keys()
    found = []
    for (line, _), player in zip(decoded.players.rows, people, strict=True):
        known = not player.number or player.number in log.seeds or player.seed in log.seeds.values()  # a N° may be lost
        if given and player.seed is not None and not known:
            line.problem(decoded.problems, "Rang initial", "seed_new")
            player = replace(player, seed=None)
        found.append(player)
    return found


def check_seeds(decoded: Decoded, people: Sequence[Player], drawn: int) -> None:
    """The places in the initial ranking are facts: none may be missing (C2). The Journal knows what they were."""
    log, problems = decoded.journal, decoded.problems
    rows = decoded.results.rows
    with_rows = {who for row in rows for who in (row.match.one, row.match.two)}
    numbers = {seed: who for who, seed in log.seeds.items()}
    without = [(line, player.seed) for line, player in decoded.players.rows if player.seed and not player.number]
    for line, seed in without:
        line.problem(problems, "N°", "number_missing", number=numbers.get(seed, "son N°"))
    named = {seed for _, seed in without}
    journalled = {who for record in log.rounds.values() for pair in record.drawn for who in pair}
    lost = [p for p in people if p.seed is None and (p.number in log.seeds or p.number in with_rows & journalled)]
    for player in lost:
        known = _shown(log.seeds[player.number]) if player.number in log.seeds else "?"
        decoded.lines[player.number].problem(problems, "Rang initial", "seed_lost", name=player.full_name, seed=known)
    here = {player.number for player in people}
    gone = sorted(log.seeds.keys() - here) if log.rounds else []
    for who in (who for who in gone if log.seeds[who] not in named):
        header, column = decoded.players.table.header, decoded.players.table.columns["N°"]
        problems.add(labels.PLAYERS, header, column, "player_gone", number=who, seed=_shown(log.seeds[who]))
    typed = [(decoded.lines[player.number], player) for player in people if player.seed is not None]
    no_scores = all(row.line.empty(*(name for game in GAMES for name in game), "Forfait") for row in rows)
    if not log.seeds and typed and no_scores and not drawn:
        typed[0][0].problem(problems, "Rang initial", "seed_early")
        return
    changed = [(line, player) for line, player in typed if log.seeds.get(player.number, player.seed) != player.seed]
    for line, player in changed:
        given = log.seeds[player.number]
        if all(problem.row != line.row for problem in problems.found if problem.sheet == labels.PLAYERS):
            line.problem(problems, "Rang initial", "seed_changed", number=player.number, seed=_shown(given))
    kept = {player.number: player.seed for player in people} | {player.number: None for _, player in changed}
    whole = {int(seed) for seed in kept.values() if seed is not None and seed.is_integer()}
    whole |= {int(log.seeds.get(player.number, 0)) for player in [*lost, *(player for _, player in changed)]}
    whole |= {int(log.seeds[who]) for who in gone}
    column = decoded.players.table.columns["Rang initial"]
    for seed in sorted(set(range(1, min(max(whole, default=0), len(whole) + 1))) - whole):  # one may be far too high
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


def check_rounds(decoded: Decoded) -> None:
    """The number of rounds fits the formula and what is drawn; no row of a round that comes later."""
    check_order(decoded)
    rounds, allowed = decoded.tournament.settings.rounds, decoded.formula.rounds_allowed(decoded.registered)
    begun = decoded.journal.rounds and not decoded.first_pairing
    empty = "Nombre de rondes" in decoded.settings.lines and not decoded.settings.settings.rounds
    if begun and empty and len(allowed) != 1:  # C1: fixed at the first pairing; the regulation's may be another one
        decoded.settings.problem(decoded.problems, "Nombre de rondes", "rounds_gone")
    doubtful = any(one.sheet == labels.PLAYERS for one in decoded.problems.found)  # who is registered, and how many
    if allowed and rounds not in allowed and not doubtful:
        choices = alternatives(list(map(str, allowed)))
        key = "rounds_fixed" if decoded.registered else "rounds_choice"
        decoded.settings.problem(
            decoded.problems, "Nombre de rondes", key, choices=choices, registered=decoded.registered
        )


def check_fixed(decoded: Decoded) -> None:
    """Pairs typed for the next round: of players who will be there, X only if it is needed (C3)."""
    tournament, number, names = decoded.tournament, decoded.tournament.next_round, decoded.names()
    present = tournament.present(number)
    if decoded.formula.scheduled(number):
        return
    for row in decoded.results.round(number):
        for who, column in ((row.match.one, "N° 1"), (row.match.two, "N° 2")):
            if who != X and who not in present:
                row.line.problem(decoded.problems, column, "absent_fixed", name=names[who], round=number)
        if row.match.two == X and len(present) % 2 == 0:
            row.line.problem(decoded.problems, "N° 2", "x_even", present=len(present))


def check_schedule(decoded: Decoded) -> None:
    """Where the games are known from the start, no row holds another one, drawn or to be drawn (T, O5)."""
    formula, tournament, names = decoded.formula, decoded.tournament, decoded.names()
    if formula.schedule is None or formula.field_refusal(decoded.registered):
        return
    if formula.closed and late_entrants(decoded):
        return
    last = min(tournament.next_round, tournament.settings.rounds or 0)
    for number in filter(formula.scheduled, range(1, last + 1)):
        games = {frozenset((game.one, game.two)) for game in formula.schedule(tournament, number)}
        for row in decoded.results.round(number):
            if frozenset(pair := row.match.sides) not in games:
                drawn = [game for game in games if game & {*pair} - {X}] if number <= len(tournament.rounds) else []
                shown = sorted(" contre ".join(str(who or "X") for who in sorted(game, key=_x_last)) for game in drawn)
                key = "not_scheduled_drawn" if drawn else "not_scheduled"
                one, two = names[pair[0]], names[pair[1]]
                row.line.problem(decoded.problems, "N° 1", key, one=one, two=two, round=number, games=listing(shown))


def _x_last(number: int) -> tuple[bool, int]:
    return number == X, number


def late_entrants(decoded: Decoded) -> list[tuple[Line, Player]]:
    """The rows of players who have no place in the initial ranking although the others have one (C2)."""
    registered = {player.number for player in decoded.tournament.players}
    return [
        (line, player)
        for line, player in decoded.numbered_rows()
        if not decoded.first_pairing and player.seed is None and player.number in registered
    ]


def check_late(decoded: Decoded) -> None:
    """In a round robin nobody enters after the first pairing (T)."""
    if decoded.formula.closed:
        for line, player in late_entrants(decoded):
            line.problem(decoded.problems, "Nom", "late_refused", name=player.full_name)


def find_pending(decoded: Decoded) -> None:
    """Rows without result: wanted in the last drawn round, a problem in an earlier one."""
    last = len(decoded.tournament.rounds)
    single = _rounds_of_one_game(decoded)
    if single:
        decoded.settings.problem(decoded.problems, "Manches gagnantes", "games_changed", rounds=listing(single))
    for row in decoded.results.rows:
        if row.round > last or row.match.complete or str(row.round) in single:
            continue
        if row.round == last:
            decoded.pending.append(row)
        else:
            report_missing(decoded, row)


def _rounds_of_one_game(decoded: Decoded) -> list[str]:
    """Earlier rounds that were played in one game although the setting now wants two wins (C5)."""
    settings, found = decoded.tournament.settings, []
    for number, matches in enumerate(decoded.tournament.rounds[:-1], start=1):
        played = [match for match in matches if match.games]
        if settings.games_to_win(number) > 1 and len(played) > 1 and all(len(match.games) == 1 for match in played):
            found.append(str(number))
    return found


def report_missing(decoded: Decoded, row: Row) -> None:
    """Record that a row has no result, at the first score that is wanted."""
    report_at(decoded, row, missing_score(row, decoded.tournament.settings.games_to_win(row.round)))
