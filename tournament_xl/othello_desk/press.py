"""The presses of an Othello workbook: pair, update, undo; what they share with Scrabble is in press.py."""

from __future__ import annotations

from collections.abc import Callable

from tournament_xl.model import Notice, Refused
from tournament_xl.othello.model import BIP
from tournament_xl.othello.rounds import pair as next_round
from tournament_xl.othello.swiss import Pairing
from tournament_xl.othello_desk.replay import redrawn_reasons
from tournament_xl.press import (
    Game,
    Outcome,
    Press,
    finish,
    note_corrections,
    put,
    refused,
    removable,
    stopped,
    take_away,
    write_rounds,
)
from tournament_xl.texts import reasons, sheets
from tournament_xl.texts.notices import notice_text
from tournament_xl.texts.othello_reasons import reason_text
from tournament_xl.workbook import journal
from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.othello import record
from tournament_xl.workbook.othello.checks import report_missing
from tournament_xl.workbook.othello.decode import decode
from tournament_xl.workbook.othello.decode_results import DISCS
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.encode import rewrite_derived
from tournament_xl.workbook.snapshot import Snapshot

FEWEST = 2  # players


def _derive(press: Press, facts: Decoded) -> str:
    status = rewrite_derived(press.draft, facts)
    now = facts.finals.recorded() if facts.finals else facts.journal.final
    if now != facts.journal.final:  # F1, F2: results typed, corrected or taken away
        press.note(journal.FINAL, None, journal.detail(sheets.final_detail(now), {"finale": now}))
    return status


OTHELLO = Game(decode, _derive, record.result_of, record.pairs_text, redrawn_reasons, colours=True)


def pair(snapshot: Snapshot, date: str) -> Outcome:
    """Pair the next round (S, R1): refused while a result is missing or when all rounds are drawn."""
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    tournament, number = decoded.tournament, decoded.tournament.next_round
    for row in decoded.pending:
        report_missing(decoded, row)
    if decoded.first_pairing and not decoded.problems.found:
        _check_field(decoded)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    rounds = tournament.settings.rounds or 0
    if number > rounds:
        return refused(Notice("all_played", {"rounds": rounds}))
    try:
        drawn = next_round(tournament)
    except Refused as refusal:
        return refused(refusal.notice)
    press = Press(decoded, date, game=OTHELLO)
    note_corrections(press, decoded)
    new = _write_numbers(press, decoded)
    wrote_rounds = decoded.first_pairing and write_rounds(press, decoded, rounds)
    _write_round(press, decoded, drawn)
    parts = record.pairing_parts(
        tournament,
        number,
        rounds=rounds if wrote_rounds else None,
        new=new,
        pairs=[one.sides for one in drawn.pairs],
        cost=drawn.cost,
        optimum=drawn.optimum,
    )
    total = len(drawn.pairs)
    press.note(journal.PAIRED, number, journal.detail(sheets.paired_detail(number, total), parts))
    dearer = (drawn.cost or 0) - (drawn.optimum or 0)
    facts = {"round": number, "pairs": total, "dearer": dearer}
    return finish(press, Notice("drawn_dearer" if dearer else "drawn", facts), number)


def update(snapshot: Snapshot, date: str, *, quiet: bool = False) -> Outcome:
    """Check everything and rewrite what is derived: names, fees, standings, cross table, slips, status."""
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    return finish(Press(decoded, date, quiet=quiet, game=OTHELLO), Notice("updated"), decoded.tournament.played)


def undo(snapshot: Snapshot, date: str, *, force: bool = False) -> Outcome:
    """Remove the last drawn round; with results only by `force`. What is removed goes into the Journal.

    Pairs that the organiser had fixed before the pairing stay; so do the N° given.
    """
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    number = len(decoded.tournament.rounds)
    if number == 0:
        return refused(Notice("nothing_to_undo"))
    removed = removable(decoded, number)
    if not force and any(not row.line.empty(*DISCS, "Fin") for row in removed):
        return refused(Notice("undo_scores", {"round": number}))
    press = Press(decoded, date, game=OTHELLO)
    take_away(press, decoded, number, removed)
    parts = {"retirées": ",".join(row.compact() for row in removed)}
    press.note(journal.UNDONE, number, journal.detail(sheets.undone_detail(number, len(removed)), parts))
    return finish(press, Notice("undone", {"round": number}), number)


def _check_field(decoded: Decoded) -> None:
    """At the first pairing: enough players."""
    registered = len(decoded.tournament.players)
    if registered < FEWEST:
        table = decoded.players.table
        sentence = notice_text(Notice("too_few_othello", {"registered": registered}))
        decoded.problems.add(
            shared.PLAYERS, next(table.free_rows()), table.columns["Nom"], "too_few", sentence=sentence
        )


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
            put(press, row, "Motif", reasons.ORGANISER)
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


def ratings(snapshot: Snapshot, date: str, *, provisional: bool = False) -> Outcome:
    """The FFO's ratings are the rating officer's: the ELO file has what he needs (X2)."""
    return refused(Notice("ratings_othello"))


BY_NAME: dict[str, Callable[..., Outcome]] = {
    "pair": pair,
    "update": update,
    "undo": undo,
    "ratings": ratings,
}  # name on the command line and in the buttons -> action
