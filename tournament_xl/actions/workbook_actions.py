"""Actions on a workbook: each takes a snapshot and returns an outcome with edits; no file, no clock, only seeded lots.

All problems are gathered first; if there is one, the outcome has the problems and no edits. An action repeated without
new facts gives no edits. Steps that differ by game are methods of `games.game.Game`. Each action is recorded in the
history (sheet Mémoire), with what people changed since the last one. Rules (C9): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tournament_xl.actions.finish import finish
from tournament_xl.core.model import Notice, Refused, X
from tournament_xl.document.recorded import KEPT_OF_ROUNDS, KEPT_OF_TOURNAMENT
from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import find_game
from tournament_xl.messages import journal
from tournament_xl.messages.changes import entry_sentence, result_text
from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.player_names import find_careless_names
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.changes import select_result
from tournament_xl.workbook.history.views import TYPED_BEFORE, find_imposed_pairs, number_sides, split_pair_key
from tournament_xl.workbook.snapshot import Snapshot, apply_edits
from tournament_xl.workbook.working_copy import (
    Outcome,
    Row,
    WorkingCopy,
    refused,
    require_valid,
    returns_outcome,
)


@returns_outcome
def pair(snapshot: Snapshot, date: str, context: DecodeContext = EMPTY_CONTEXT) -> Outcome:
    """Pair the next round by the rules of its formula (Scrabble C9, T, O1 to O6; Othello S1 to S8, R1).

    Pairs that the organiser typed for the round stay, and all others present are paired. The round is still the next
    one when he typed a row for everybody: it then gets what a pairing writes (reasons, history), and no further round
    is paired. Once it has a result or was paired by an action, it is not. The first pairing also writes the number of
    rounds, where the organiser set none. `date` is the time for history and Journal, "21/11/2026 14:05:33".

    Returns:
        Outcome, whose `round` is the paired one. It has the problems where the workbook has some (a missing result is
        one); it is refused when all rounds are drawn or a rule refuses. Its warnings name players who join late or whom
        column Présent keeps out, rematches and pairs of players who were to avoid each other.
    """
    game = find_game(snapshot)
    typed: Workbook = _reopen_typed_round(game, game.decode(snapshot, context))
    decoded: Workbook = require_valid(game.prepare_pairing(typed))
    number, rounds = decoded.tournament.next_round, decoded.tournament.settings.rounds or 0
    if number > rounds:
        raise refused(Notice("all_played", {"rounds": rounds}))
    working_copy = WorkingCopy(decoded, date, context)
    newcomers = (
        [] if decoded.first_pairing else [player for player in decoded.newcomers if number not in player.absences]
    )
    late, names = game.last_entry is not None and number > game.last_entry, decoded.names()
    if newcomers and late:
        newcomer_names = [names[player.number] for player in newcomers]
        working_copy.warnings.append(Notice("newcomers_late", {"round": number, "names": newcomer_names}))
    wrote_rounds = decoded.first_pairing and _write_rounds(working_copy, decoded, rounds)
    try:
        draw = game.pair(working_copy, decoded)
    except Refused as refusal:
        raise refused(refusal.notice) from None
    working_copy.warnings.extend(draw.warnings)
    drawn_round = {"drawn": True, "present": sorted(decoded.tournament.present(number)), "imposed": {**draw.imposed}}
    working_copy.record({**draw.recorded, "rounds": {str(number): drawn_round}})
    if wrote_rounds:
        working_copy.record({"given_rounds": rounds})
    if decoded.unchecked:
        unchecked = Notice("not_checked_in", {"round": number, "names": _list_unchecked_names(decoded)})
        working_copy.warnings.append(unchecked)
    fixed = {frozenset(match.sides) for match in decoded.tournament.fixed}
    avoid = decoded.tournament.to_avoid - fixed
    avoided_pairs = [sides for sides in draw.sides if frozenset(sides) in avoid]
    for key, listed_pairs in (("rematches", draw.rematches), ("avoid_met", avoided_pairs)):
        if listed_pairs:
            pairs = [" – ".join(names[player_id] for player_id in sides) for sides in listed_pairs]
            working_copy.warnings.append(Notice(key, {"round": number, "pairs": pairs}))
    players = sum(player_id != X for sides in draw.sides for player_id in sides)
    byes = sum(X in sides for sides in draw.sides)
    entries = (
        entry_sentence(names[player.number], player.number, working_copy.seed_of(player.number)) for player in newcomers
    )
    imposed = [
        " – ".join(names.get(player_id, "X") for player_id in split_pair_key(key))
        for key, status in draw.imposed.items()
        if status == TYPED_BEFORE
    ]
    facts: dict[str, int | str] = {
        "round": number,
        "players": players,
        "paired": journal.paired_part(len(draw.sides) - byes, byes),
        "imposed": fill_sentence(journal.IMPOSED, {"pairs": imposed}) if imposed else "",
    }
    notice = Notice("drawn_first" if number == 1 else "drawn", facts)
    sentence = " ".join([fill_sentence(journal.PAIRED, facts), *entries])
    return finish(working_copy, history.PAIRED, number, notice, sentence)


def _reopen_typed_round(game: AnyGame, decoded: Workbook) -> Workbook:
    """Return the workbook with its last round as the next one to be paired, if people typed its pairs and nothing else.

    Its pairs are then all fixed (C11, S8). Otherwise return the workbook itself.
    """
    tournament, number = decoded.tournament, len(decoded.tournament.rounds)
    rows = decoded.results.round(number)
    if number in decoded.memory.drawn or decoded.problems or not rows:
        return decoded
    if any(row.match.reason for row in rows) or game.find_typed_rows(decoded, number):
        return decoded
    *before, last = tournament.rounds
    reopened = replace(tournament, rounds=tuple(before), fixed=last)
    return replace(decoded, tournament=reopened, pending=(), first_pairing=decoded.first_pairing or not before)


@returns_outcome
def update(snapshot: Snapshot, date: str, context: DecodeContext = EMPTY_CONTEXT, *, quiet: bool = False) -> Outcome:
    """Compute names, standings, cross table and status again from the typed cells, and record people's changes.

    `quiet`, for a workbook just created, leaves out Journal lines and, before the first round, the history. The `round`
    of the outcome is the last complete round, 0 for none. It has no edits and says "up to date" if nothing changes, and
    has the problems where the workbook has some.
    """
    game = find_game(snapshot)
    decoded = require_valid(game.decode(snapshot, context))
    names = () if quiet else ((player.name, player.first_name) for player in decoded.tournament.players)
    warnings = [*find_careless_names(names)]
    working_copy = WorkingCopy(decoded, date, context, quiet=quiet, warnings=warnings)
    return finish(working_copy, history.UPDATED, decoded.tournament.played, Notice("updated"))


@returns_outcome
def take_results(snapshot: Snapshot, date: str, context: DecodeContext = EMPTY_CONTEXT) -> Outcome:
    """Update a workbook to which results from phones were added, and write a line on each into the Journal.

    The results are already in the score cells of `snapshot` (`phones.merge` puts them there). `phone_results` of the
    context are the sentences for the Journal; the outcome is refused if there are none.
    """
    if not context.phone_results:
        raise refused(Notice("nothing_received"))
    game = find_game(snapshot)
    decoded = require_valid(game.decode(snapshot, context))
    return finish(WorkingCopy(decoded, date, context), history.TAKEN, len(decoded.tournament.rounds), Notice("taken"))


@returns_outcome
def undo(snapshot: Snapshot, date: str, context: DecodeContext = EMPTY_CONTEXT, *, force: bool = False) -> Outcome:
    """Remove the last drawn round: its rows with their results, and its facts in the history (sheet Mémoire).

    Rows that the organiser typed before an action paired the round stay with their results; only their reasons go. The
    N° that players got stay. Undoing round 1 also removes the number of rounds, if the pairing wrote it and nobody
    changed it since. A game may undo more of what its pairing wrote, such as initial ranks (Scrabble C2). `force`
    removes rows in which a person typed results, too; the Journal then lists these. The outcome is refused when no
    round is drawn, and without `force` when a row to be removed has a result or half of one.
    """
    game = find_game(snapshot)
    decoded = require_valid(game.decode(snapshot, context))
    number = len(decoded.tournament.rounds)
    if number == 0:
        raise refused(Notice("nothing_to_undo"))
    removed = _removable(decoded, number)
    typed_rows = game.find_typed_rows(decoded, number)
    if not force and any(row.line.row in typed_rows for row in removed):
        raise refused(Notice("undo_scores", {"round": number}))
    working_copy = WorkingCopy(decoded, date, context)
    _clear_round(working_copy, decoded, number, removed)
    working_copy.record(game.undo_extras(decoded, number))
    working_copy.record({"rounds": {str(number): dict.fromkeys(KEPT_OF_ROUNDS)}})
    if number == 1:  # also removes what the first pairing fixed for the whole tournament
        working_copy.record(dict.fromkeys(name for name in KEPT_OF_TOURNAMENT if name in decoded.memory.document))
    byes = sum(X in row.match.sides for row in removed)
    results = " ; ".join(_typed_in(decoded, removed))
    facts = {
        "round": number,
        "paired": journal.paired_part(len(removed) - byes, byes),
        "erased": journal.ERASED.format(results=results) if results else "",
    }
    sentence = fill_sentence(journal.UNDONE, facts)
    return finish(working_copy, history.UNDONE, number, Notice("undone", {"round": number}), sentence)


@returns_outcome
def rate(
    snapshot: Snapshot, date: str, context: DecodeContext = EMPTY_CONTEXT, *, provisional: bool = False
) -> Outcome:
    """Write the international ratings on Cotes (Scrabble R2 to R7), unhide it, and update the rest of the workbook.

    `provisional` rates as if the tournament ended with its last complete round. The outcome is refused where the game
    has no ratings, and before the tournament is over; with `provisional` only before a first round is complete.
    """
    game = find_game(snapshot)
    decoded = game.decode(snapshot, context)
    working_copy = WorkingCopy(decoded, date, context, rated=True)
    answer = game.rate(working_copy, decoded, provisional=provisional)
    working_copy.warnings.extend(answer.warnings)
    return finish(working_copy, history.RATED, decoded.tournament.played, answer.notice, answer.sentence)


def apply_outcome(snapshot: Snapshot, outcome: Outcome) -> Snapshot:
    """Return the workbook with the edits of an outcome in its cells; `snapshot` itself is not changed."""
    return apply_edits(snapshot, outcome.edits)


def _list_unchecked_names(decoded: Workbook) -> list[str]:
    """List the players without a mark in Présent, homonyms told apart."""
    names = decoded.names_by_row()
    return [names[line.row] for line, player in decoded.players.rows if player in decoded.unchecked]


def _write_rounds(working_copy: WorkingCopy, decoded: Workbook, rounds: int) -> bool:
    """Write the number of rounds that the regulation sets; do nothing, and return False, where there is one (C1)."""
    line = decoded.settings.lines.get("Nombre de rondes")
    if line is None or line.text("Valeur"):
        return False
    working_copy.draft.put(schema.TOURNAMENT, line.row, line.table.columns["Valeur"], rounds)
    return True


def _removable(decoded: Workbook, number: int) -> list[Row]:
    """Return the rows of a drawn round that an undo removes: all but those that the organiser had typed before."""
    imposed = find_imposed_pairs(decoded.memory.document, number, TYPED_BEFORE)
    return [row for row in decoded.results.round(number) if frozenset(row.match.sides) not in imposed]


def _clear_round(working_copy: WorkingCopy, decoded: Workbook, number: int, removed: list[Row]) -> None:
    """Empty the removed rows, the reasons in the others, and the number of rounds if the program wrote it."""
    columns = decoded.results.table.columns
    for row in decoded.results.round(number):
        for column in columns if row in removed else ["Motif"]:
            working_copy.put(row, column, None)
    line, written_rounds = decoded.settings.lines.get("Nombre de rondes"), decoded.memory.document.get("given_rounds")
    if number == 1 and line and written_rounds and line.text("Valeur") == str(written_rounds):
        working_copy.draft.put(schema.TOURNAMENT, line.row, line.table.columns["Valeur"], None)


def _typed_in(decoded: Workbook, rows: list[Row]) -> list[str]:
    """Format the results of these rows for the Journal: "Durand – Petit 451-407"."""
    names, matches = decoded.names(), (decoded.settle_match(row.entry) for row in rows)
    return [
        f"{' – '.join(names[player_id] for player_id in number_sides(match))} {result_text(match)}"
        for match in matches
        if select_result(match)
    ]


ACTIONS: dict[str, Callable[..., Outcome]] = {
    "pair": pair,
    "update": update,
    "undo": undo,
    "take": take_results,
    "ratings": rate,
}  # name on the command line and in the buttons -> action
