"""Actions of Othello: pair a round, recompute a pairing, explain its pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournament_xl.core.model import Notice, Refused
from tournament_xl.games.answers import Explanation, RoundDraw
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.read import OthelloBook, build_game, report_missing_results
from tournament_xl.games.othello.rules.model import (
    BIP,
    DrawnRound,
    OthelloGame,
    OthelloTournament,
    list_allowed_ends,
)
from tournament_xl.games.othello.rules.results import (
    PlayerRecord,
    build_sides,
    collect_pairing_history,
    is_absence,
    is_possible,
    score_rounds,
)
from tournament_xl.games.othello.rules.swiss import describe_drawn_pairs
from tournament_xl.games.othello.schema import DISCS
from tournament_xl.games.othello.settings_sheet import settings_from_history
from tournament_xl.games.pairing_constraints import constraints_from_history, refuse_claimed_tables
from tournament_xl.games.past_rounds import add_rows, pairing_inputs_with_current_results, restore_rounds
from tournament_xl.messages import othello_reasons as texts
from tournament_xl.messages import reasons
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.decoded import report_field
from tournament_xl.workbook.history.views import (
    DRAWN_BEFORE,
    TYPED_BEFORE,
    find_drawn_pairs,
    find_matches,
    list_drawn_rounds,
    make_pair_key,
)
from tournament_xl.workbook.tables import Problems
from tournament_xl.workbook.working_copy import WorkingCopy, put_reason


def prepare_pairing(decoded: OthelloBook) -> OthelloBook:
    """Return the workbook as the next pairing needs it, with the problems that forbid it added to its own.

    These are missing results of the last round, and at the first pairing too few or too many players. But if people
    emptied a row of the last drawn round and two present players have no row in it, this round is to be completed: in
    the result it is the next one again, its remaining rows are the fixed pairs, and nothing is reported (S8).
    """
    if _to_complete(decoded):
        *earlier_rounds, last_round = decoded.tournament.rounds
        tournament = replace(decoded.tournament, rounds=tuple(earlier_rounds), fixed=last_round)
        return replace(decoded, tournament=tournament, first_pairing=not earlier_rounds)
    decoded = report_missing_results(decoded)
    problems = Problems(decoded.problems)
    if decoded.first_pairing and not problems.entries:
        registered, formula = len(decoded.tournament.players), decoded.tournament.settings.formula
        report_field(decoded, problems, registered, formula.find_field_refusal(registered), formula.most_players)
    return decoded.with_problems(problems)


def _to_complete(decoded: OthelloBook) -> bool:
    """Check whether a row of the last drawn round was emptied and two present players have none [ours]."""
    tournament, round_number = decoded.tournament, len(decoded.tournament.rounds)
    draw_record = decoded.memory.drawn.get(round_number)
    if (
        draw_record is None
        or decoded.problems
        or len(tournament.rounds[-1]) >= len(find_matches(draw_record.after, round_number))
    ):
        return False
    seated = {player_id for game in tournament.rounds[-1] for player_id in game.sides}
    present_ids = {player.number for player in tournament.players if round_number not in player.absences}
    return len(present_ids - seated) >= 2


def pair(working_copy: WorkingCopy, decoded: OthelloBook) -> RoundDraw:
    """Pair the next round; write its rows and the N° of new players.

    Returns:
        The pairs; what only the history records (pairs typed before, N° that the program gives); the pairs of the
        program that have met before; a warning of how much the typed pairs cost above the optimum (S8), and at the
        first pairing of a round robin one if players are to avoid each other: its schedule ignores that.

    Raises:
        Refused: Nobody is present, and no pair is typed.
        ActionAborted: Two pairs claim a table that is fixed for a player (C14).
    """
    tournament, round_number, state = decoded.tournament, decoded.tournament.next_round, decoded.memory.document
    earlier_draw = decoded.memory.drawn.get(round_number)  # of a round to be completed
    drawn_round = tournament.settings.formula.pair(tournament)
    ignores_avoid = decoded.first_pairing and tournament.to_avoid and tournament.settings.formula.cycles
    warnings = [Notice("avoid_scheduled", {"last": tournament.settings.rounds or 1})] if ignores_avoid else []
    if drawn_round.above:
        warnings.append(Notice("extra_cost", {"round": round_number, "cost": drawn_round.above}))
    refuse_claimed_tables(decoded, [(drawn_pair.sides, drawn_pair.table) for drawn_pair in drawn_round.pairs])
    column, new_player_ids = decoded.players.table.columns["N°"], [player.number for player in decoded.unnumbered()]
    for player_id in new_player_ids:
        working_copy.draft.put(shared.PLAYERS, decoded.lines[player_id].row, column, player_id)
    _write_round(working_copy, decoded, drawn_round)
    program_pairs = find_drawn_pairs(state, round_number) if earlier_draw else frozenset()
    imposed = {
        make_pair_key(*game.sides): DRAWN_BEFORE if set(game.sides) in program_pairs else TYPED_BEFORE
        for game in tournament.fixed
    }
    origin = schema.OF_THE_LIST if state.get("free_numbers") else schema.OF_THE_TOURNAMENT
    rematches = [
        drawn_pair.sides
        for drawn_pair in drawn_round.pairs
        if not drawn_pair.by_hand and any(term.kind == "met" for term in drawn_pair.terms)
    ]
    return RoundDraw(
        [drawn_pair.sides for drawn_pair in drawn_round.pairs],
        imposed,
        {"given_numbers": {str(player_id): origin for player_id in new_player_ids}} if new_player_ids else {},
        rematches,
        warnings=tuple(warnings),
    )


def _write_round(working_copy: WorkingCopy, decoded: OthelloBook, drawn_round: DrawnRound) -> None:
    """Write new pairs below the rows of Résultats, and table and reason of the fixed ones."""
    round_number, names = decoded.tournament.next_round, decoded.names()
    fixed = {frozenset(row.match.sides): row for row in decoded.results.round(round_number)}
    rows: list[dict[str, str | int]] = []
    for drawn_pair in drawn_round.pairs:
        if row := fixed.get(frozenset(drawn_pair.sides)):
            working_copy.put(row, "Table", row.match.table or drawn_pair.table)
            if round_number not in decoded.memory.drawn or not row.match.reason:
                put_reason(working_copy, row, reasons.ORGANISER)
            continue
        black, white = (schema.BIP if player_id == BIP else player_id for player_id in drawn_pair.sides)
        reason = texts.reason_text(drawn_pair, names.__getitem__)
        rows.append({"Ronde": round_number, "Table": drawn_pair.table, "N° N": black, "N° B": white, "Motif": reason})
    add_rows(working_copy, decoded, rows)


def find_typed_rows(decoded: OthelloBook, round_number: int) -> set[int]:
    """Return the row numbers of Résultats in which discs or an end (Fin) of a game of the round are typed."""
    return {row.line.row for row in decoded.results.round(round_number) if not row.line.empty(*DISCS, "Fin")}


# Pairing a round again


def pairing_inputs(decoded: OthelloBook, round_number: int) -> OthelloTournament:
    """Return the tournament at the time when a round was paired, with the results and settings of that time.

    Whom players avoid, and who took part, is also as it was then. If no action paired the round, or the history lacks a
    result of an earlier game, the present results, settings and players to avoid are used.
    """
    tournament = pairing_inputs_with_current_results(decoded.tournament, decoded.memory, round_number)
    draw_record = decoded.memory.drawn.get(round_number)
    if draw_record is None:
        return tournament
    inputs = restore_rounds(tournament, draw_record.before, range(1, round_number), _read_recorded)
    if not all(game.complete for games in inputs.rounds for game in games):
        return tournament
    settings = settings_from_history(draw_record.before, tournament.settings)
    return replace(
        inputs,
        settings=settings,
        players=constraints_from_history(tournament.players, draw_record.after),
    )


def _read_recorded(_round_number: int, entry: Mapping[str, Any]) -> OthelloGame:
    """Build a recorded game; the pair alone where its result is damaged, impossible or missing."""
    game = build_game(OthelloBook.settle_match(entry))
    has_result = game.complete and game.end in list_allowed_ends(*game.sides) and is_possible(game)
    return game if has_result else OthelloGame(*game.sides)


def state_after_last_action(decoded: OthelloBook) -> OthelloBook:
    """Return a copy with results and settings as the last action left them; players are the current ones.

    It has no pairs typed for the next round.
    """
    state, tournament = decoded.memory.document, decoded.tournament
    settings = settings_from_history(state, tournament.settings)
    inputs = restore_rounds(tournament, state, list_drawn_rounds(state), _read_recorded)
    return replace(decoded, tournament=replace(inputs, fixed=(), settings=settings))


def recompute_reasons(decoded: OthelloBook, round_number: int) -> dict[frozenset[int], str]:
    """Return the reasons of the pairs that a pairing drew, from what it read.

    Returns:
        Pair -> reason, without the pairs typed before; {} where no pairing of the round is recorded, or it can no
        longer be paired.
    """
    names, drawn = decoded.names(), decoded.memory.drawn.get(round_number)
    inputs = pairing_inputs(decoded, round_number)
    try:
        if inputs.settings.formula.cycles:
            pairs = [pair for pair in inputs.settings.formula.pair(inputs).pairs if not pair.by_hand]
        else:
            pairs = describe_drawn_pairs(inputs, find_drawn_pairs(drawn.after, round_number) if drawn else ())
    except Refused:
        return {}
    return {frozenset(pair.sides): texts.reason_text(pair, names.__getitem__) for pair in pairs}


# Explanations


def explain_round(decoded: OthelloBook, round_number: int, table: int | None = None) -> list[Explanation]:
    """Explain the pairs of a drawn round in the order of the tables (S8): reason, points and colours of then.

    If all tables of a Swiss are explained, it comes first what is drawn by lot; [] if there is no such table.
    """
    games = decoded.tournament.rounds[round_number - 1]
    explained_games = sorted(
        (game for game in games if table is None or game.table == table), key=lambda game: game.table
    )
    if not explained_games:
        return []
    records = collect_pairing_history(pairing_inputs(decoded, round_number), round_number).players
    explanations = [_explain(decoded, round_number, game, records, alone=table is not None) for game in explained_games]
    if table is not None or decoded.tournament.settings.formula.cycles:
        return explanations
    title = texts.ROUND_TITLE.format(round=round_number)
    return [Explanation(title, (texts.drawing_text(round_number),)), *explanations]


def has_corrected_results(decoded: OthelloBook, round_number: int) -> bool:
    """Check whether a result of an earlier round is no longer what the pairing of a round read, by the history.

    What a bye counts is a setting, no result: both are scored with the present settings.
    """
    tournament = decoded.tournament
    past_tournament = replace(pairing_inputs(decoded, round_number), settings=tournament.settings)
    past = score_rounds(past_tournament, round_number - 1)
    current = score_rounds(tournament, round_number - 1)
    return any(entries != current.get(player_id) for player_id, entries in past.items())


def _explain(
    decoded: OthelloBook, round_number: int, game: OthelloGame, records: Mapping[int, PlayerRecord], *, alone: bool
) -> Explanation:
    names = decoded.names()
    plain, typed_cost = texts.split_reason(game.reason or reasons.ORGANISER)
    sides = build_sides(game, round_number, decoded.tournament.settings)
    gain = reasons.unplayed_text(sides, names.__getitem__, texts.gain_text, neither=texts.NEITHER_PLAYS)
    lines, details = [plain, *filter(None, [gain])], [typed_cost] if typed_cost else []
    drawn = reasons.ORGANISER not in plain and not decoded.tournament.settings.formula.cycles
    if not is_absence(game):
        if BIP in game.sides and drawn:
            lines[0] = f"{plain} {texts.WHY_BYE}"
            lines += filter(None, [_byes_before(decoded, round_number, game, records, names)])
            details.append(texts.BYE_COST)
        for player_id in game.sides:
            if record := records.get(player_id):
                lines.append(texts.player_text(names[player_id], record.score, record.delta))
        if alone and drawn and BIP not in game.sides:
            lines.append(texts.drawing_text(round_number))
    if BIP in game.sides:
        title = texts.EXEMPT_TITLE.format(round=round_number, one=names[game.opponent(BIP)])
    else:
        facts = {"table": game.table or "?", "black": names[game.black], "white": names[game.white]}
        title = texts.TITLE.format(round=round_number, **facts)
    return Explanation(title, tuple(lines), tuple(details))


def _byes_before(
    decoded: OthelloBook,
    round_number: int,
    game: OthelloGame,
    records: Mapping[int, PlayerRecord],
    names: dict[int, str],
) -> str:
    """Name who of the round's players had no more points than its exempt, and has been exempt before."""
    most = records[game.opponent(BIP)].score
    seats = {player_id for seated in decoded.tournament.rounds[round_number - 1] for player_id in seated.sides}
    earlier_ids = {
        bye.opponent(BIP)
        for games in decoded.tournament.rounds[: round_number - 1]
        for bye in games
        if bye.bye and not is_absence(bye)
    }
    others = earlier_ids & seats - {game.opponent(BIP), BIP}
    points = {player_id: records[player_id].score for player_id in others if records[player_id].score <= most}
    ordered = sorted(points, key=lambda player_id: (points[player_id], names[player_id]))
    return texts.byes_before_text([(names[player_id], points[player_id]) for player_id in ordered])
