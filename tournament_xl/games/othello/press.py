"""What a press of Othello does by itself: the numbers given, the pairs drawn, the sheets derived."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.book import labels as shared
from tournament_xl.book import memory
from tournament_xl.book.workbook import facts_of, report_field
from tournament_xl.games.othello.checks import report_results
from tournament_xl.games.othello.codes import OF_THE_LIST
from tournament_xl.games.othello.decode import decode as decode
from tournament_xl.games.othello.decode_sheets import DISCS, Row, decisive
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.encode import rewrite_derived as rewrite_derived
from tournament_xl.games.othello.replay import as_remembered as as_remembered
from tournament_xl.games.othello.replay import redrawn as redrawn
from tournament_xl.model import Notice
from tournament_xl.press import Drawn, Press, put_reason
from tournament_xl.record import replace
from tournament_xl.rules.othello.formulas import pair as next_round
from tournament_xl.rules.othello.model import BIP
from tournament_xl.rules.othello.swiss import Pairing
from tournament_xl.texts import reasons
from tournament_xl.texts.othello_reasons import reason_text

LAST_ENTRY: int | None = 2  # B7
COLOURS = True
FEWEST, MOST = 2, 1000  # players; ours: more cannot be paired while one waits


def report_unready(decoded: Decoded) -> None:
    """Results missing in the last round; players too few or too many at the first pairing.

    A round under way that is to be completed becomes the next one again, in which what stands is fixed (S8).
    """
    if _to_complete(decoded):
        *before, last = decoded.tournament.rounds
        decoded.tournament = replace(decoded.tournament, rounds=tuple(before), fixed=last)
        return
    report_results(decoded)
    if decoded.first_pairing and not decoded.problems.found:
        registered = len(decoded.tournament.players)
        refusal = Notice("too_few_othello", {"registered": registered}) if registered < FEWEST else None
        report_field(decoded, registered, refusal, MOST)


def _to_complete(decoded: Decoded) -> bool:
    """Whether a row of the last drawn round was emptied and two of those present, latecomers too, have none (ours)."""
    tournament, number = decoded.tournament, len(decoded.tournament.rounds)
    past = decoded.memory.drawn.get(number)
    if past is None or decoded.problems.found or len(tournament.rounds[-1]) >= len(past.after.pairs(number)):
        return False
    seated = {who for game in tournament.rounds[-1] for who in game.sides}
    here = {player.number for player in tournament.players if number not in player.absences}
    return len(here - seated) >= 2


def pair(press: Press, decoded: Decoded, wrote_rounds: int | None) -> Drawn:
    tournament = decoded.tournament
    drawn = next_round(tournament)
    new = _write_numbers(press, decoded)
    _write_round(press, decoded, drawn)
    number = tournament.next_round
    kept = {f"présents|{number}": memory.ranges(tournament.present(number))}
    there = decoded.memory.now.pairs(number) - decoded.memory.now.imposed(number)
    for game in tournament.fixed:
        kept[f"imposée|{number}|{memory.pair_key(*game.sides)}"] = "tient" if set(game.sides) in there else "oui"
    free = decoded.memory.now.of_kind("libres")
    kept |= {f"donné|{who}": OF_THE_LIST if free else "oui" for who in new}
    if wrote_rounds:
        kept["rondes"] = str(wrote_rounds)
    again = [one.sides for one in drawn.pairs if not one.by_hand and any(term.kind == "met" for term in one.terms)]
    return Drawn([one.sides for one in drawn.pairs], kept, again, drawn.above)


def _write_numbers(press: Press, decoded: Decoded) -> list[int]:
    """Joueurs: the N° that are new; these numbers."""
    column, new = decoded.players.table.columns["N°"], [player.number for player in decoded.unnumbered()]
    for number in new:
        press.draft.put(shared.PLAYERS, decoded.lines[number].row, column, number)
    return new


def _write_round(press: Press, decoded: Decoded, drawn: Pairing) -> None:
    """Résultats: the new pairs below, and table number and reason of the fixed ones."""
    number, names = decoded.tournament.next_round, decoded.names()
    fixed = {frozenset(row.match.sides): row for row in decoded.results.round(number)}
    columns, rows = decoded.results.table.columns, decoded.results.table.free_rows()
    for one in drawn.pairs:
        if row := fixed.get(frozenset(one.sides)):
            press.put(row, "Table", row.match.table or one.table)
            if number not in decoded.memory.drawn or not row.match.reason:
                put_reason(press, row, reasons.ORGANISER)
            continue
        line = next(rows)
        values = {
            "Ronde": number,
            "Table": one.table,
            "N° N": one.black if one.black != BIP else "BIP",
            "N° B": one.white if one.white != BIP else "BIP",
            "Motif": reason_text(one, names.__getitem__),
        }
        for column, value in values.items():
            press.draft.put(shared.RESULTS, line, columns[column], value)


def has_result(decoded: Decoded, row: Row) -> bool:
    return not row.line.empty(*DISCS, "Fin")


def take_back(press: Press, decoded: Decoded, number: int) -> dict[str, None]:
    return {}


def derive(press: Press, facts: Decoded) -> str:
    return rewrite_derived(press.draft, facts)


def facts(decoded: Decoded) -> dict[str, str]:
    """The facts on the sheets, as the memory keeps them."""
    settings = {"Formule": decoded.tournament.settings.formula} | decisive(decoded.tournament.settings)
    return facts_of(decoded, settings)


def is_rated(decoded: Decoded) -> bool:
    """Nothing is rated here (X2)."""
    return False


def odd_scores(decoded: Decoded) -> Iterable[Notice]:
    """Every count of discs is one that somebody makes."""
    return ()
