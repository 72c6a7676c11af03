"""What a press of Othello does by itself: the numbers given, the pairs drawn, the sheets derived."""

from __future__ import annotations

from tournament_xl.model import Notice
from tournament_xl.othello.model import BIP
from tournament_xl.othello.rounds import pair as next_round
from tournament_xl.othello.swiss import Pairing
from tournament_xl.othello_desk.replay import redrawn_reasons
from tournament_xl.press import Drawn, Game, Press
from tournament_xl.press_finish import note_finals
from tournament_xl.press_rounds import put, put_reason
from tournament_xl.texts import reasons
from tournament_xl.texts.othello_reasons import reason_text
from tournament_xl.workbook import kept
from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.othello import record
from tournament_xl.workbook.othello.checks import report_missing
from tournament_xl.workbook.othello.decode import decode
from tournament_xl.workbook.othello.decode_results import DISCS, Row
from tournament_xl.workbook.othello.decode_settings import decisive
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.encode import rewrite_derived, write_names
from tournament_xl.workbook.shared_checks import report_field

FEWEST, MOST = 2, 1000  # players; ours: more cannot be paired while one waits


def _report_unready(decoded: Decoded) -> None:
    """Results missing in the last round; players too few or too many at the first pairing."""
    for row in decoded.pending:
        report_missing(decoded, row)
    if decoded.first_pairing and not decoded.problems.found:
        registered = len(decoded.tournament.players)
        refusal = Notice("too_few_othello", {"registered": registered}) if registered < FEWEST else None
        report_field(decoded, registered, refusal, MOST)


def _pair(press: Press, decoded: Decoded, wrote_rounds: int | None) -> Drawn:
    tournament = decoded.tournament
    drawn = next_round(tournament)
    new = _write_numbers(press, decoded)
    _write_round(press, decoded, drawn)
    pairs = [one.sides for one in drawn.pairs]
    parts = record.pairing_parts(
        tournament,
        tournament.next_round,
        rounds=wrote_rounds,
        new=new,
        pairs=pairs,
        cost=drawn.cost,
        optimum=drawn.optimum,
    )
    parts |= kept.new_cotes(decoded, pairs)
    return Drawn(pairs, parts, (drawn.cost or 0) - (drawn.optimum or 0))


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
            put(press, row, "Table", row.match.table or one.table)
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


def _has_result(decoded: Decoded, row: Row) -> bool:
    return not row.line.empty(*DISCS, "Fin")


def _take_back(press: Press, decoded: Decoded, number: int) -> dict[str, str]:
    return {}


def _derive(press: Press, facts: Decoded) -> str:
    status = rewrite_derived(press.draft, facts)
    note_finals(press, facts)
    return status


def _settings(facts: Decoded) -> dict[str, str]:
    return decisive(facts.tournament.settings)


OTHELLO = Game(
    decode=decode,
    report_unready=_report_unready,
    pair=_pair,
    newcomers=lambda decoded: decoded.newcomers,
    has_result=_has_result,
    take_back=_take_back,
    write_names=write_names,
    derive=_derive,
    result_of=record.result_of,
    pairs_text=record.pairs_text,
    redrawn=redrawn_reasons,
    settings=_settings,
    colours=True,
)
