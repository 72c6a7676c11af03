"""The actions of Scrabble: pair a round, undo it, announce ratings."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.core.model import Notice, X
from tournament_xl.core.seating import assign_tables
from tournament_xl.games.answers import RatingAnswer, RoundDraw
from tournament_xl.games.pairing_constraints import refuse_claimed_tables
from tournament_xl.games.past_rounds import add_rows
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.games.scrabble.read_open import write_groups
from tournament_xl.games.scrabble.read_seat_table import write_table
from tournament_xl.games.scrabble.render_ratings import find_borrowed_season, require_ratings_sheet
from tournament_xl.games.scrabble.rules.initial import assign_seeds
from tournament_xl.games.scrabble.rules.model import Pair, Player
from tournament_xl.games.scrabble.schema import SCORES
from tournament_xl.messages import journal, reasons, scrabble_reasons
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import to_cell_number
from tournament_xl.workbook.decoded import report_field, report_pending
from tournament_xl.workbook.history.patches import Document
from tournament_xl.workbook.history.views import TYPED_BEFORE, make_pair_key
from tournament_xl.workbook.number_texts import to_one_line
from tournament_xl.workbook.tables import Problems
from tournament_xl.workbook.working_copy import (
    WorkingCopy,
    put_reason,
    refused,
    require_valid,
)


def prepare_pairing(decoded: ScrabbleBook) -> ScrabbleBook:
    """Return a copy of the workbook whose problems include what prevents pairing the next round.

    They are missing results of the last drawn round and, at the first pairing, a number of players that the formula
    does not take (C1, T; reported only if there is no other problem so far), or an empty setting Graine where the
    formula draws groups by lot.
    """
    problems = Problems(decoded.problems)
    report_pending(decoded, problems)
    if decoded.first_pairing and not problems.entries:
        refusal = decoded.formula.find_field_refusal(decoded.registered)  # C1, T
        report_field(decoded, problems, decoded.registered, refusal, decoded.formula.most_players)
    if decoded.first_pairing and decoded.formula.draws_groups and not decoded.tournament.settings.seed:
        decoded.settings.report(problems, "Graine", "no_seed")
    return decoded.with_problems(problems)


def pair(working_copy: WorkingCopy, decoded: ScrabbleBook) -> RoundDraw:
    """Pair the next round; write its rows and the N° of all players.

    Returns:
        All pairs of the round, typed ones first; the rematches among the new pairs; what only the history (sheet
        Mémoire) records: typed pairs, new places in the initial ranking, at the first pairing the seat table, the
        groups and the seed of their lots; warnings: at the first pairing that wishes to avoid somebody have no
        effect in rounds with a fixed schedule or table, cotes (ratings) raised for players who return (R10).

    Raises:
        Refused: Nobody is present.
        ActionAborted: Two pairs claim a table that is fixed for a player (C14).
    """
    tournament, entering = decoded.tournament, decoded.entering
    column = decoded.players.table.columns["N°"]
    seeded_tournament = replace(tournament, players=_seed_players(decoded, {player.number for player in entering}))
    groups = decoded.formula.draw_groups(seeded_tournament) if decoded.first_pairing else ()
    drawn_pairs = decoded.formula.pair(seeded_tournament)
    formula, rounds = decoded.formula, range(1, (tournament.settings.rounds or 0) + 1)
    in_tables = formula.table_rounds(decoded.registered)
    last_scheduled = max(
        (number for number in rounds if formula.is_scheduled(number) or number <= in_tables), default=0
    )
    warnings: list[Notice] = []
    if decoded.first_pairing and last_scheduled and tournament.to_avoid:
        warnings.append(Notice("avoid_scheduled", {"last": last_scheduled}))
    for player in seeded_tournament.players:
        working_copy.draft.put(shared.PLAYERS, decoded.lines[player.number].row, column, player.number)
    _write_round(working_copy, decoded, drawn_pairs)
    sides_of_round = [match.sides for match in tournament.fixed] + [(pair.one, pair.two) for pair in drawn_pairs]
    imposed = {make_pair_key(*match.sides): TYPED_BEFORE for match in tournament.fixed}
    recorded = Document()
    if decoded.first_pairing:
        recorded["seat_table"] = write_table(seeded_tournament.seat_table)
    if groups:
        recorded["groups"] = write_groups(groups)
        recorded["groups_seed"] = to_one_line(tournament.settings.seed)
    if raised_players := [
        player for player in entering if (cote := read_typed_cote(decoded.lines[player.number])) and cote != player.cote
    ]:
        warnings.append(Notice("raised", {"names": [_raised_cote_text(decoded, player) for player in raised_players]}))
    entering_ids = {player.number for player in entering}
    seeds = {
        player.number: player.seed
        for player in seeded_tournament.players
        if player.number in entering_ids and player.seed
    }
    if seeds:
        recorded["players"] = {str(player_id): {"seed": to_cell_number(seed)} for player_id, seed in seeds.items()}
    rematches = [(pair.one, pair.two) for pair in drawn_pairs if pair.reason.rematch]
    return RoundDraw(sides_of_round, imposed, recorded, rematches, warnings=tuple(warnings))


def _raised_cote_text(decoded: ScrabbleBook, player: Player) -> str:
    """Say which cote is used for a player who returns after two years or more, and which was typed (R10)."""
    typed_text = decoded.lines[player.number].text("Cote").replace(".", ",")
    return f"{player.full_name} {to_cell_number(player.cote)} au lieu de {typed_text}"


def _seed_players(decoded: ScrabbleBook, entering_ids: set[int]) -> tuple[Player, ...]:
    """Return the players with places in the initial ranking; those who do not enter yet have none."""
    unseeded_ids = {player.number for player in decoded.entrants.values() if player.seed is None}
    players_to_seed = [
        replace(player, seed=None) if player.number in unseeded_ids else player for player in decoded.tournament.players
    ]
    return assign_seeds(players_to_seed, entering_ids)


def _write_round(working_copy: WorkingCopy, decoded: ScrabbleBook, drawn_pairs: list[Pair]) -> None:
    """Write the round on Résultats: new pairs below, table numbers and reasons of the fixed ones."""
    round_number, names = decoded.tournament.next_round, decoded.names()
    fixed = decoded.results.round(round_number)
    drawn_pairs = sorted(drawn_pairs, key=lambda pair: pair.two == X)
    sides_and_tables = [
        *((row.match.sides, row.match.table) for row in fixed),
        *(((pair.one, pair.two), 0) for pair in drawn_pairs),
    ]
    tables = assign_tables(sides_and_tables, decoded.tournament.own_tables)
    refuse_claimed_tables(
        decoded, [(opponents, table) for (opponents, _), table in zip(sides_and_tables, tables, strict=True)]
    )
    for row, table in zip(fixed, tables, strict=False):
        working_copy.put(row, "Table", table)
        put_reason(working_copy, row, reasons.ORGANISER)
    rows_in_order = sorted(
        zip(tables[len(fixed) :], drawn_pairs, strict=True), key=lambda row: (row[1].two == X, row[0])
    )
    rows = [
        {
            "Ronde": round_number, "Table": table, "N° 1": pair.one, "N° 2": "X" if pair.two == X else pair.two,
            "Forfait": "+".join(str(side) for side in sorted(pair.forfeits)),
            "Motif": scrabble_reasons.reason_text(pair, names.__getitem__),
        }
        for table, pair in rows_in_order
    ]  # fmt: skip
    add_rows(working_copy, decoded, rows)


def find_typed_rows(decoded: ScrabbleBook, round_number: int) -> set[int]:
    """Return the row numbers on Résultats of this round's matches into which a person typed a score or a forfeit.

    One score of two suffices. In a round with a fixed schedule the program itself writes the forfeits of announced
    absentees (T); a row with no more than these is not returned.
    """
    absent_ids = {player.number for player in decoded.tournament.players if round_number in player.absences}
    typed_rows = set()
    for row in decoded.results.round(round_number):
        forfeiting = {row.match.sides[side - 1] for side in row.match.forfeits}
        by_program = decoded.formula.is_scheduled(round_number) and forfeiting <= absent_ids
        if not row.line.empty(*SCORES) or (forfeiting and not by_program):
            typed_rows.add(row.line.row)
    return typed_rows


def undo_extras(decoded: ScrabbleBook, round_number: int) -> Document:
    """Return what the history is to forget when a round is undone (C2).

    They are places in the initial ranking: with round 1 of all players, else of late entrants who are in no earlier
    round. Player numbers stay.
    """
    earlier_ids = {
        player_id
        for matches in decoded.tournament.rounds[: round_number - 1]
        for match in matches
        for player_id in match.sides
    }
    ranked_players = [player for player in decoded.entrants.values() if player.seed is not None]
    late_entrants = [
        player for player in ranked_players if player.seed and player.seed % 1 and player.number not in earlier_ids
    ]
    forgotten = ranked_players if round_number == 1 else late_entrants
    return {"players": {str(player.number): {"seed": None} for player in forgotten}} if forgotten else {}


# the ratings (R2 to R7)


def rate(working_copy: WorkingCopy, decoded: ScrabbleBook, *, provisional: bool) -> RatingAnswer:
    """Return what the action says about the ratings (R2 to R7), which `render_sheets` writes; nothing is computed here.

    Without `provisional` the caller has checked that the tournament is over and the workbook has no problems. The date
    of the working copy serves if the workbook has none.

    Returns:
        Notice and sentence for the Journal, by whether rounds or an Open's deciding game are still missing; a warning
        if the numbers of an earlier rating season are used (`find_borrowed_season`).

    Raises:
        ActionAborted: The sheet Cotes is missing; with `provisional`: the workbook has problems, or no round is played.
    """
    tournament = decoded.tournament
    rounds, played = tournament.settings.rounds or 0, tournament.played
    if provisional and require_valid(decoded) and played == 0:
        raise refused(Notice("ratings_no_round"))
    pending_game = decoded.formula.find_missing_final(tournament)
    key = "rated_provisional" if played < rounds else "rated_before_final" if pending_game else "rated"
    require_ratings_sheet(decoded.snapshot)
    notice = find_borrowed_season(decoded, working_copy.date)
    sentence = journal.rated_detail(played, rounds, final=pending_game is not None)
    return RatingAnswer(Notice(key, {"round": played, "rounds": rounds}), sentence, (notice,) if notice else ())
