"""What a press of Scrabble Classique does by itself: the places given, the pairs drawn, the sheets derived."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tournament_xl.book import labels, memory
from tournament_xl.book.grid import Problems
from tournament_xl.book.memory import groups_text, seat_table_text
from tournament_xl.book.workbook import facts_of, report_field, report_pending
from tournament_xl.games.scrabble.checks import report_missing, unusual_scores
from tournament_xl.games.scrabble.decode import decode as decode
from tournament_xl.games.scrabble.decode_sheets import SCORES, Row, decisive, missing_score
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.encode import rewrite_derived as rewrite_derived
from tournament_xl.games.scrabble.encode_ratings import is_rated as has_ratings
from tournament_xl.games.scrabble.encode_ratings import ratings_table
from tournament_xl.games.scrabble.open_sheets import clear_groups, write_open
from tournament_xl.games.scrabble.replay import as_remembered as as_remembered
from tournament_xl.games.scrabble.replay import redraw
from tournament_xl.model import Match, Notice, Pair, Player, Tournament, X
from tournament_xl.press import Drawn, Press, put_reason
from tournament_xl.record import replace
from tournament_xl.rules.scrabble.initial import seeded
from tournament_xl.texts import reasons

LAST_ENTRY: int | None = None
COLOURS = False
MOST, MOST_OPEN = 128, 500  # players; ours but for the Formule Classique: larger fields keep one waiting


def report_results(decoded: Decoded) -> None:
    """The matches that want a result."""

    def wanted(row: Row) -> str:
        return missing_score(row, decoded.tournament.settings.games_to_win(row.round))

    report_pending(decoded, partial(report_missing, decoded), wanted)


def report_unready(decoded: Decoded) -> None:
    """Results missing in the last round; at the first pairing players too few or too many, no seed for the lots."""
    report_results(decoded)
    if decoded.first_pairing and not decoded.problems.found:
        refusal = decoded.formula.field_refusal(decoded.registered)  # C1, T
        most = MOST_OPEN if decoded.tournament.settings.formula == labels.OPEN else MOST
        report_field(decoded, decoded.registered, refusal, most)
    if decoded.first_pairing and decoded.formula.draw and not decoded.tournament.settings.seed:
        decoded.settings.problem(decoded.problems, "Graine", "no_seed")


def pair(press: Press, decoded: Decoded, wrote_rounds: int | None) -> Drawn:
    tournament, number, entering = decoded.tournament, decoded.tournament.next_round, decoded.entering
    ready = replace(tournament, players=_with_seeds(decoded, {player.number for player in entering}))
    lots = decoded.formula.draw(ready) if decoded.first_pairing and decoded.formula.draw else ()
    drawn = decoded.formula.pair(ready)
    _write_players(press, decoded, ready)
    forfeited = _write_round(press, decoded, drawn)
    pairs = [(match.one, match.two) for match in tournament.fixed] + [(p.one, p.two) for p in drawn]
    kept = {f"présents|{number}": memory.ranges(tournament.present(number))}
    for match in tournament.fixed:
        kept[f"imposée|{number}|{memory.pair_key(*match.sides)}"] = "forfait" if match in forfeited else "oui"
    if wrote_rounds:
        kept["rondes"] = str(wrote_rounds)
    if decoded.first_pairing:
        kept["tables"] = seat_table_text(ready.seat_table)
    if lots:
        kept |= {"groupes": groups_text(lots), "graine": memory.one_line(tournament.settings.seed)}
    seeds = {one.number: one.seed for one in ready.players if one.number in {two.number for two in entering}}
    kept |= {f"rang|{who}": memory.plain(seed) for who, seed in seeds.items() if seed is not None}
    return Drawn(pairs, kept, [(pair.one, pair.two) for pair in drawn if pair.reason.rematch])


def _with_seeds(decoded: Decoded, entering: set[int]) -> tuple[Player, ...]:
    """The players, those not entering yet without a place in the initial ranking."""
    unwritten = {player.number for _, player in decoded.numbered_rows() if player.seed is None}
    bare = [
        replace(player, seed=None) if player.number in unwritten else player for player in decoded.tournament.players
    ]
    return seeded(bare, entering)


def _write_players(press: Press, decoded: Decoded, ready: Tournament) -> None:
    """Joueurs: the N° and Rang initial that are new."""
    columns = decoded.players.table.columns
    for player in ready.players:
        row = decoded.lines[player.number].row
        press.draft.put(labels.PLAYERS, row, columns["N°"], player.number)
        if player.seed is not None:
            press.draft.put(labels.PLAYERS, row, columns["Rang initial"], _shown_seed(player.seed))


def _shown_seed(seed: float | None) -> int | float | None:
    return int(seed) if seed is not None and seed.is_integer() else seed


def _write_round(press: Press, decoded: Decoded, drawn: list[Pair]) -> list[Match]:
    """Résultats: the new pairs below, and table number and reason of the fixed ones; those of these that got the
    forfeit of an announced absentee.
    """
    number = decoded.tournament.next_round
    fixed = decoded.results.round(number)
    names = decoded.names()
    tables, forfeited = _free_tables({row.match.table for row in fixed}), []
    for row in fixed:
        if not row.match.table:
            press.put(row, "Table", next(tables))
        put_reason(press, row, reasons.ORGANISER)
        if decoded.formula.scheduled(number) and not row.match.complete and (given := _announced(decoded, row)):
            press.put(row, "Forfait", given)
            forfeited.append(row.match)
    columns, rows = decoded.results.table.columns, decoded.results.table.free_rows()
    for new in sorted(drawn, key=lambda one: one.two == X):
        line = next(rows)
        values = {
            "Ronde": number, "Table": next(tables), "N° 1": new.one, "N° 2": "X" if new.two == X else new.two,
            "Forfait": "+".join(str(side) for side in sorted(new.forfeits)),
            "Motif": reasons.reason_text(new, names.__getitem__),
        }  # fmt: skip
        for column, value in values.items():
            press.draft.put(labels.RESULTS, line, columns[column], value)
    return forfeited


def _announced(decoded: Decoded, row: Row) -> str:
    """The forfeit of those who are announced absent in a typed game of a fixed schedule (T)."""
    players = {player.number: player for player in decoded.tournament.players}
    sides = {1: row.match.one, 2: row.match.two}
    return "+".join(str(side) for side, who in sides.items() if who != X and row.round in players[who].absences)


def _free_tables(taken: set[int]) -> Iterator[int]:
    table = 0
    while True:
        table += 1
        if table not in taken:
            yield table


def has_result(decoded: Decoded, row: Row) -> bool:
    """Whether a person typed a result; in a fixed schedule an announced absentee's forfeit is the program's (T)."""
    players = {player.number: player for player in decoded.tournament.players}
    given = [row.match.one if side == 1 else row.match.two for side in row.match.forfeits]
    written = decoded.formula.scheduled(row.round) and all(row.round in players[who].absences for who in given)
    return not row.line.empty(*SCORES) or (bool(given) and not written)


def take_back(press: Press, decoded: Decoded, number: int) -> dict[str, None]:
    """Undoing round 1 takes back the initial ranking, a later one the places of those who entered in it (C2)."""
    taken = _take_back_seeds(press, decoded, number)
    if number == 1 and labels.GROUPS in decoded.derived:
        clear_groups(press.draft, decoded)
    return {f"rang|{who}": None for who in taken}


def _take_back_seeds(press: Press, decoded: Decoded, number: int) -> list[int]:
    """C2: the places that the undone pairing gave; N° stay. The N° of the players concerned."""
    column = decoded.players.table.columns["Rang initial"]
    earlier = {who for matches in decoded.tournament.rounds[: number - 1] for m in matches for who in (m.one, m.two)}
    taken = []
    for line, player in decoded.numbered_rows():
        late = player.seed is not None and not player.seed.is_integer() and player.number not in earlier
        if player.seed is not None and (number == 1 or late):
            press.draft.put(labels.PLAYERS, line.row, column, None)
            taken.append(player.number)
    return taken


def derive(press: Press, facts: Decoded) -> str:
    column = facts.players.table.columns["Rang initial"]
    for line, player in facts.players.rows:  # the column only shows what the memory knows (C2)
        press.draft.put(labels.PLAYERS, line.row, column, _shown_seed(player.seed))
    status = rewrite_derived(press.draft, facts, rated=press.rated)
    if labels.GROUPS in facts.derived:
        write_open(press.draft, facts)
    if press.rated:
        press.draft.reveal.append(labels.RATINGS)
        press.kept["calculées"] = "oui"
    return status


def redrawn(facts: Decoded, number: int) -> dict[frozenset[int], str]:
    names = facts.names()
    drawn = redraw(facts, number, remembered=True)  # a reason tells what the draw was made from
    return {frozenset((p.one, p.two)): reasons.reason_text(p, names.__getitem__) for p in drawn}


def facts(decoded: Decoded) -> dict[str, str]:
    """The facts on the sheets, as the memory keeps them; the seed once groups have been drawn from it."""
    settings = decoded.tournament.settings
    decide = {"Formule": settings.formula} | decisive(settings)
    if "groupes" in decoded.memory.facts:
        decide["Graine"] = memory.one_line(settings.seed)
    return facts_of(decoded, decide)


def is_rated(decoded: Decoded) -> bool:
    """Whether the workbook has ratings, written by a press or standing on Cotes."""
    table = ratings_table(decoded.snapshot, Problems())
    return "calculées" in decoded.memory.facts or (table is not None and has_ratings(table))


def odd_scores(decoded: Decoded) -> Iterator[Notice]:
    """Scores of any round that nobody makes."""
    return unusual_scores(decoded, range(1, len(decoded.tournament.rounds) + 1))
