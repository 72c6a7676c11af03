"""A press: an action takes a snapshot and gives edits. No file, no clock, no chance but the seed.

All problems are gathered first; if there is one, nothing is to be written. An action repeated without new facts gives
no edits. What a press does differently in each game is its `press.Game`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tournament_xl.model import Notice, Refused, X
from tournament_xl.press import Game, Outcome, Press, refused, understood
from tournament_xl.press_finish import finish, note_corrections, note_replaced, note_with_people
from tournament_xl.press_rounds import note_emptied, put, put_reason, record_change
from tournament_xl.texts import sheets
from tournament_xl.workbook import journal, kept, labels
from tournament_xl.workbook.corrections import to_be_recorded
from tournament_xl.workbook.games import is_othello
from tournament_xl.workbook.grid import whole
from tournament_xl.workbook.results_table import own_numbers
from tournament_xl.workbook.snapshot import Snapshot, apply
from tournament_xl.workbook.understood import Understood


def pair(snapshot: Snapshot, date: str) -> Outcome:
    """Pair the next round (C9, T, S, R1): refused while a result is missing or when all rounds are drawn.

    `date` is the time of the press as the Journal is to show it.
    """
    game = _game(snapshot)
    decoded = understood(game.decode(snapshot), game.report_unready)
    if isinstance(decoded, Outcome):
        return _with_those_of_an_update(decoded, snapshot, date)
    number, rounds = decoded.tournament.next_round, decoded.tournament.settings.rounds or 0
    if number > rounds:
        return refused(Notice("all_played", {"rounds": rounds}))
    press = Press(decoded, date, game)
    press.told += to_be_recorded(decoded)
    press.told += decoded.once
    if not decoded.first_pairing:  # once paired they are newcomers no more: a note below the list would be one unseen
        names = [player.full_name for player in game.newcomers(decoded) if number not in player.absences]
        press.told += [Notice("newcomer_plays", {"round": number, "name": name}) for name in names]
    note_emptied(press, decoded)
    note_corrections(press, decoded)
    for changed in range(1, number):  # before the line of the pairing, which is made from them
        record_change(press, decoded, changed)
    game.write_names(press.draft, decoded)
    wrote_rounds = decoded.first_pairing and _write_rounds(press, decoded, rounds)
    try:
        drawn = game.pair(press, decoded, rounds if wrote_rounds else None)
    except Refused as refusal:
        return refused(refusal.notice)
    parts = drawn.parts | kept.new_settings(decoded, game.settings(decoded), game.not_at_pairing)
    sentence = sheets.paired_detail(number, len(drawn.sides))
    note_with_people(press, journal.PAIRED, number, sentence, parts, kept.new_people(decoded, drawn.sides))
    if drawn.dearer:  # a warning: Excel shows no other word of a press that is done
        press.told.append(Notice("dearer", {"round": number, "dearer": drawn.dearer}))
    players = sum(who != X for two in drawn.sides for who in two)
    facts = {"round": number, "players": players, "pairs": len(drawn.sides)}
    return finish(press, Notice("drawn_first" if number == 1 else "drawn", facts), number)


def _with_those_of_an_update(outcome: Outcome, snapshot: Snapshot, date: str) -> Outcome:
    """The refusal of a pairing, with what only rewriting finds: scores that are missing here, typed on Appariements."""
    elsewhere = [one for one in update(snapshot, date).problems if one not in outcome.problems]
    return replace(outcome, problems=(*elsewhere, *outcome.problems)) if elsewhere else outcome


def update(snapshot: Snapshot, date: str, *, quiet: bool = False) -> Outcome:
    """Check everything and rewrite what is derived: names, standings, cross table, status."""
    game = _game(snapshot)
    decoded = understood(game.decode(snapshot))
    if isinstance(decoded, Outcome):
        return decoded
    return finish(Press(decoded, date, game, quiet=quiet), Notice("updated"), decoded.tournament.played)


def refresh(snapshot: Snapshot) -> Outcome:
    """Rewrite what is derived without a line in the Journal, for a workbook just created."""
    return update(snapshot, "", quiet=True)


def undo(snapshot: Snapshot, date: str, *, force: bool = False) -> Outcome:
    """Remove the last drawn round; with results only by `force`. What is removed goes into the Journal.

    Pairs that the organiser had fixed before the pairing stay, and so do the N° given. Undoing round 1 also takes back
    the number of rounds if the pairing wrote it; in Scrabble, the places in the initial ranking that it gave (C2).
    """
    game = _game(snapshot)
    decoded = understood(game.decode(snapshot))
    if isinstance(decoded, Outcome):
        return decoded
    number = len(decoded.tournament.rounds)
    if number == 0:
        return refused(Notice("nothing_to_undo"))
    removed = _removable(decoded, number)
    if not force and any(game.has_result(decoded, row) for row in removed):
        return refused(Notice("undo_scores", {"round": number}))
    press = Press(decoded, date, game)
    press.told += to_be_recorded(decoded)
    note_replaced(press, decoded.replaced)
    _take_away(press, decoded, number, removed)
    if own := own_numbers(removed):
        press.told.append(Notice("own_columns_stay", own))
    parts = game.take_back(press, decoded, number) | {"retirées": ",".join(row.compact() for row in removed)}
    press.note(journal.UNDONE, number, journal.detail(sheets.undone_detail(number, len(removed)), parts))
    return finish(press, Notice("undone", {"round": number}), number)


def ratings(snapshot: Snapshot, date: str, *, provisional: bool = False) -> Outcome:
    """The international ratings (R2 to R7). Othello's are the rating officer's: the ELO file has what he needs (X2)."""
    if is_othello(snapshot):
        return refused(Notice("ratings_othello"))
    from tournament_xl import rate

    return rate.ratings(snapshot, date, provisional=provisional)


def after(snapshot: Snapshot, outcome: Outcome) -> Snapshot:
    """The workbook as it reads once the outcome is written; its snapshot if there is nothing to write."""
    return apply(snapshot, outcome.edits)


def _game(snapshot: Snapshot) -> Game:
    """The game that the workbook is of; a press does not load the other one."""
    if is_othello(snapshot):
        from tournament_xl.othello_desk.press import OTHELLO

        return OTHELLO
    from tournament_xl.scrabble_press import SCRABBLE

    return SCRABBLE


def _write_rounds(press: Press, decoded: Understood, rounds: int) -> bool:
    """Write the number of rounds that the regulation sets; False when the organiser had set one (C1)."""
    line = decoded.settings.lines.get("Nombre de rondes")
    if line is None or line.text("Valeur"):
        return False
    press.draft.put(labels.TOURNAMENT, line.row, line.table.columns["Valeur"], rounds)
    return True


def _removable(decoded: Understood, number: int) -> list[Any]:
    """The rows of a drawn round that an undo takes away: all but those that the organiser had typed before."""
    record = decoded.journal.rounds.get(number)
    fixed = record.fixed if record else frozenset()
    return [row for row in decoded.results.round(number) if frozenset(row.match.sides) not in fixed]


def _take_away(press: Press, decoded: Understood, number: int, removed: list[Any]) -> None:
    """Empty these rows of a round, what the program wrote into the others, and the number of rounds if it wrote it."""
    columns, record = decoded.results.table.columns, decoded.journal.rounds.get(number)
    forfeited = record.forfeits if record else frozenset()
    for row in decoded.results.round(number):
        ours = ["Motif"]
        if frozenset(row.match.sides) in forfeited and not press.game.has_result(decoded, row):
            ours.append("Forfait")  # an announced absentee's (T)
        for column in columns if row in removed else ours:
            put(press, row, column, None)
        put_reason(press, row, "")
    line, written = decoded.settings.lines.get("Nombre de rondes"), decoded.journal.wrote_rounds
    if number == 1 and line and written and whole(line.text("Valeur")) == written:
        press.draft.put(labels.TOURNAMENT, line.row, line.table.columns["Valeur"], None)


BY_NAME = {
    "pair": pair,
    "update": update,
    "undo": undo,
    "ratings": ratings,
}  # name on the command line and in the buttons -> action
