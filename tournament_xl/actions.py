"""A press: an action takes a snapshot and gives edits. No file, no clock, no chance but the seed.

All problems are gathered first; if there is one, nothing is to be written. An action repeated without new facts gives
no edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps

from tournament_xl.model import Notice, Pair, Player, Refused, Tournament, X
from tournament_xl.press import (
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
from tournament_xl.rate import ratings as ratings_of_scrabble
from tournament_xl.scrabble.initial import seeded
from tournament_xl.texts import reasons, sheets
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import compact, journal, labels
from tournament_xl.workbook.checks import report_missing
from tournament_xl.workbook.decode import decode
from tournament_xl.workbook.decode_results import SCORES, Row
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.encode_open import clear_groups
from tournament_xl.workbook.games import is_othello
from tournament_xl.workbook.seat_texts import seat_table_text
from tournament_xl.workbook.snapshot import Snapshot, apply


def _by_game(action: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """The action of this name of the game that the workbook is of; `action` is Scrabble's."""

    @wraps(action)
    def of_game(snapshot: Snapshot, *rest: str, **options: bool) -> Outcome:
        if is_othello(snapshot):
            from tournament_xl.othello_desk import (
                press as othello_press,  # only where it is needed: a press imports little
            )

            return othello_press.BY_NAME[action.__name__](snapshot, *rest, **options)
        return action(snapshot, *rest, **options)

    return of_game


@_by_game
def pair(snapshot: Snapshot, date: str) -> Outcome:
    """Pair the next round (C9, T): refused while a result is missing or when all rounds are drawn.

    `date` is the time of the press as the Journal is to show it.
    """
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    tournament, number = decoded.tournament, decoded.tournament.next_round
    for row in decoded.pending:
        report_missing(decoded, row)
    if not decoded.journal.seeds and not decoded.problems.found:
        _check_field(decoded)
    if decoded.first_pairing and decoded.formula.draw and not tournament.settings.seed:
        decoded.settings.problem(decoded.problems, "Graine", "no_seed")
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    rounds = tournament.settings.rounds or 0
    if number > rounds:
        return refused(Notice("all_played", {"rounds": rounds}))
    entering = decoded.entering
    ready = replace(tournament, players=_with_seeds(decoded, {player.number for player in entering}))
    lots = decoded.formula.draw(ready) if decoded.first_pairing and decoded.formula.draw else ()
    try:
        drawn = decoded.formula.pair(ready)
    except Refused as refusal:
        return refused(refusal.notice)
    press = Press(decoded, date)
    note_corrections(press, decoded)
    _write_players(press, decoded, ready)
    wrote_rounds = decoded.first_pairing and write_rounds(press, decoded, rounds)
    _write_round(press, decoded, drawn)
    parts = journal.pairing_parts(
        formula=f"{tournament.settings.formula} {tournament.settings.edition}",
        present=tournament.present(number),
        rounds=rounds if wrote_rounds else None,
        entering=[player for player in ready.players if player.number in {one.number for one in entering}],
        seat_table=seat_table_text(ready.seat_table) if decoded.first_pairing else "",
        seed=tournament.settings.seed if lots else "",
        groups=lots,
        results=tournament.rounds[-1] if tournament.rounds else (),
        fixed=tournament.fixed,
        pairs=[(match.one, match.two) for match in tournament.fixed] + [(p.one, p.two) for p in drawn],
    )
    total = len(tournament.fixed) + len(drawn)
    press.note(journal.PAIRED, number, journal.detail(sheets.paired_detail(number, total), parts))
    return finish(press, Notice("drawn", {"round": number, "pairs": total}), number)


@_by_game
def update(snapshot: Snapshot, date: str, *, quiet: bool = False) -> Outcome:
    """Check everything and rewrite what is derived: names, standings, cross table, status."""
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    return finish(Press(decoded, date, quiet=quiet), Notice("updated"), decoded.tournament.played)


def refresh(snapshot: Snapshot) -> Outcome:
    """Rewrite what is derived without a line in the Journal, for a workbook just created."""
    return update(snapshot, "", quiet=True)


@_by_game
def undo(snapshot: Snapshot, date: str, *, force: bool = False) -> Outcome:
    """Remove the last drawn round; with scores only by `force`. What is removed goes into the Journal.

    Pairs that the organiser had fixed before the pairing stay. Undoing round 1 also takes back the initial ranking
    and the number of rounds if the pairing wrote it (C2); undoing a later one, the places of those who entered in it.
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
    if not force and any(_has_result(decoded, row) for row in removed):
        return refused(Notice("undo_scores", {"round": number}))
    press = Press(decoded, date)
    take_away(press, decoded, number, removed)
    taken = _take_back_seeds(press, decoded, number)
    if number == 1 and labels.GROUPS in decoded.derived:
        clear_groups(press.draft, decoded)
    parts = {"rangs": compact.ranges(taken), "retirées": ",".join(row.compact() for row in removed)}
    press.note(journal.UNDONE, number, journal.detail(sheets.undone_detail(number, len(removed)), parts))
    return finish(press, Notice("undone", {"round": number}), number)


def after(snapshot: Snapshot, outcome: Outcome) -> Snapshot:
    """The workbook as it reads once the outcome is written; its snapshot if there is nothing to write."""
    return apply(snapshot, outcome.edits)


def _check_field(decoded: Decoded) -> None:
    """C1, T: at the first pairing only, the number of registered players allows the formula."""
    refusal = decoded.formula.field_refusal(decoded.registered)
    if refusal is None:
        return
    table = decoded.players.table
    key = "too_many" if refusal.key.startswith("too_many") else "too_few"
    row = decoded.players.rows[-1][0].row if key == "too_many" else next(table.free_rows())
    decoded.problems.add(labels.PLAYERS, row, table.columns["Nom"], key, sentence=notice_text(refusal))


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
            seed = int(player.seed) if player.seed.is_integer() else player.seed
            press.draft.put(labels.PLAYERS, row, columns["Rang initial"], seed)


def _write_round(press: Press, decoded: Decoded, drawn: list[Pair]) -> None:
    """Résultats: the new pairs below, and table number and reason of the fixed ones."""
    number = decoded.tournament.next_round
    fixed = decoded.results.round(number)
    names = decoded.names()
    tables = _free_tables({row.match.table for row in fixed})
    for row in fixed:
        if not row.match.table:
            put(press, row, "Table", next(tables))
        put(press, row, "Motif", reasons.ORGANISER)
        if decoded.formula.scheduled(number) and not row.match.complete:
            put(press, row, "Forfait", _announced(decoded, row))
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


def _has_result(decoded: Decoded, row: Row) -> bool:
    """Whether a person typed a result; in a fixed schedule an announced absentee's forfeit is the program's (T)."""
    players = {player.number: player for player in decoded.tournament.players}
    given = [row.match.one if side == 1 else row.match.two for side in row.match.forfeits]
    written = decoded.formula.scheduled(row.round) and all(row.round in players[who].absences for who in given)
    return not row.line.empty(*SCORES) or (bool(given) and not written)


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


ratings = _by_game(ratings_of_scrabble)
BY_NAME = {
    "pair": pair,
    "update": update,
    "undo": undo,
    "ratings": ratings,
}  # name on the command line and in the buttons -> action
