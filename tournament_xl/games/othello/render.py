"""Sheets that are computed from an Othello tournament and rewritten by every action; nothing here is a fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from tournament_xl.core.model import Side
from tournament_xl.core.prizes import rank_highest_totals
from tournament_xl.games import rendering
from tournament_xl.games.answers import FinalGame
from tournament_xl.games.othello import finals, schema
from tournament_xl.games.othello.input_sheets import find_empty_squares
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.rules.finals import FINAL, LISTED, THIRD, UNRANKED, FinalMatch
from tournament_xl.games.othello.rules.model import PAPP, OthelloGame, OthelloStanding
from tournament_xl.games.othello.rules.referee import compute_fee
from tournament_xl.games.othello.rules.results import (
    ABSENT,
    BYE,
    GAVE_FORFEIT,
    WON_BY_FORFEIT,
    Entry,
    build_sides,
    settle_empty_squares,
)
from tournament_xl.games.othello.rules.standings import compute_beta, list_tie_break_parts
from tournament_xl.messages import othello_sheets as texts
from tournament_xl.messages import sheets
from tournament_xl.messages.names import french_decimal, game_text
from tournament_xl.messages.player_names import name_opponents
from tournament_xl.messages.sheets import Status
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import Cell, to_cell_number
from tournament_xl.workbook.sheets import computed
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.write import has_award_sheets
from tournament_xl.workbook.sheets.contents import LeaderPanel, SheetContents
from tournament_xl.workbook.sheets.pairings import PrintedRound, find_last_round
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import find_right_of


def render_compared_sheets(draft: Draft, decoded: OthelloBook) -> SheetContents:
    """Write Finales and the computed columns of Joueurs, Résultats and Arbitre, and render the computed sheets."""
    played, decided = decoded.tournament.played, describe_final(decoded, brief=True)
    matches = decoded.standings(played)[1]
    _write_finals(draft, decoded, matches)
    _write_white_discs(draft, decoded)
    _write_fees(draft, decoded)
    title, legend = render_standings_title(decoded, played), _render_legend(decoded)
    tables = (
        rendering.build_standings(decoded, title, decided, legend=legend),
        rendering.build_grid(decoded, render_grid(decoded, played), _render_grid_title(matches), decided),
    )
    return SheetContents(
        {table.sheet: table for table in tables}, _render_status(decoded, matches), _render_leader_panel(decoded),
        _render_round(decoded, matches), _collect_award_inputs(decoded) if has_award_sheets(decoded) else None,
    )  # fmt: skip


def _collect_award_inputs(decoded: OthelloBook) -> AwardInputs:
    """Collect what prizes and highlights are computed from."""
    played = decoded.tournament.played
    unrated = [player.number for player in decoded.tournament.players if not player.cote]
    merits = list(map(_merit, decoded.ranked(played)))
    scores = [list(map(_scores, matches)) for matches in decoded.tournament.rounds[:played]]
    field = rendering.collect_results(decoded, merits, scores, unrated)
    countries = {player.number: player.country for player in decoded.tournament.players}
    return AwardInputs(
        decoded,
        field,
        "Pays",
        countries,
        "points",
        not_notable=(rank_highest_totals,),
        decided=describe_places(decoded),
        finals=rendering.count_played(list_finals(decoded)),
    )


def _write_finals(draft: Draft, decoded: OthelloBook, matches: Mapping[str, FinalMatch]) -> None:
    """Write the matches of Finales (F1, F2)."""
    if decoded.finals:
        event_line = computed.render_event_line(decoded)
        finals.write_finals(draft, decoded, decoded.finals, matches, event_line)


def _write_white_discs(draft: Draft, decoded: OthelloBook) -> None:
    """Write White's discs on Résultats where only Black's are typed."""
    column = decoded.results.table.columns["Pions B"]
    for row in decoded.results.rows if decoded.tournament.settings.black_alone else ():
        if row.match.discs_white is not None:
            draft.put(shared.RESULTS, row.line.row, column, to_cell_number(row.match.discs_white))


def _write_fees(draft: Draft, decoded: OthelloBook) -> None:
    """Write Droits of a Grand Prix A into Joueurs (B8), and their total into Arbitre."""
    settings, column = decoded.tournament.settings, decoded.players.table.columns["Droits"]
    total = 0
    for player in decoded.tournament.players:
        player_fee = compute_fee(player, settings)
        total += player_fee
        value = player_fee if settings.grand_prix_a else None
        draft.put(shared.PLAYERS, decoded.lines[player.number].row, column, value)
    if total_position := find_right_of(decoded.snapshot, schema.REFEREE, schema.FEES_TOTAL):
        draft.put(schema.REFEREE, *total_position, total if settings.grand_prix_a else None)


def _render_legend(decoded: OthelloBook) -> str:
    """Render the legend of Classement with the tie-break of this tournament (B5)."""
    settings = decoded.tournament.settings
    beta = french_decimal(f"{float(compute_beta(settings)):g}")
    return texts.standings_legend(beta, real_discs=settings.tie_break == PAPP)


def _render_round(decoded: OthelloBook, matches: Mapping[str, FinalMatch]) -> PrintedRound:
    """Render the current round for the hall, by table and by name, with the colours; finals for their slips."""
    round_number = len(decoded.tournament.rounds)
    due = [*finals.list_due_finals(decoded.finals, matches)] if decoded.finals else []
    after = min(round_number - (not due), decoded.tournament.played)
    earlier_standings = decoded.ranked(after) if after > 0 else []
    points = {line.number: sheets.points_text(float(line.points)) for line in earlier_standings}
    if points:
        late_ids = {player_id for match in find_last_round(decoded) for player_id in match.sides} - points.keys()
        points |= dict.fromkeys(late_ids, sheets.points_text(0))  # not ranked before their first row (B5)
    title = sheets.pairings_title(round_number, decoded.tournament.settings.rounds or 0)
    parts, marks = [(None, find_last_round(decoded))], (texts.BLACK_MARK, texts.WHITE_MARK)
    return PrintedRound(title, parts, decoded.names(), points, marks, (texts.BLACK, texts.WHITE), texts.SLIP_NOTE, due)


def render_standings_title(decoded: OthelloBook, after: int) -> str:
    """Render the title of Classement after a round (0: before the first).

    After the last round it says whether finals are still to be played, or have decided the first places (F1).
    """
    matches = decoded.standings(after)[1]
    if finals.find_unfinished_matches(matches):
        return texts.BEFORE_FINALS
    if any(match.winner is not None for match in matches.values()):
        reasons = {texts.STAGES[stage]: finals.describe_deciding_discs(matches.get(stage)) for stage in (FINAL, THIRD)}
        return texts.final_standings_title({name: reason for name, reason in reasons.items() if reason})
    return sheets.standings_title(after, decoded.tournament.settings.rounds or 0)


def _render_grid_title(matches: Mapping[str, FinalMatch]) -> str:
    """Render the title of Grille where finals are to be played or have decided the first places (F1); else ""."""
    if finals.find_unfinished_matches(matches):
        return texts.GRID_BEFORE_FINALS
    return texts.FINAL_GRID if any(match.winner is not None for match in matches.values()) else ""


def render_grid(decoded: OthelloBook, after: int) -> list[dict[str, Cell]]:
    """Return the lines of Grille after a round, all complete."""
    tournament, entries_by_player, standing_lines = decoded.tournament, decoded.entries(after), decoded.ranked(after)
    opponents = name_opponents(tournament.players, decoded.names())
    places = {line.number: line.place for line in standing_lines}
    matrix = tournament.settings.formula.cycles > 0
    absences = {player.number: player.absences for player in tournament.players}
    results: dict[tuple[int, int], list[str]] = defaultdict(list)
    for line in standing_lines:
        for entry in entries_by_player[line.number]:
            key = entry.opponent if matrix else entry.round
            has_left = absences[line.number].has_left(entry.round)
            text = _result_text(entry) if matrix else render_grid_cell(entry, opponents, places, has_left=has_left)
            results[line.number, key].append(text)
    return rendering.render_grid(decoded, after, results)


def render_grid_cell(
    entry: Entry, names: Mapping[int, str], places: Mapping[int, int], *, has_left: bool = False
) -> str:
    """Render an entry as "● +40" above "5. Durand": colour, sign, discs; place and name of the opponent.

    An absence, also that of a player who `has_left`, and a bye are one word.
    """
    if entry.kind == ABSENT:
        return sheets.absence_text(has_left=has_left)
    if entry.kind == BYE:
        return f"+{sheets.EXEMPT}"
    return sheets.grid_cell(_result_text(entry), names[entry.opponent], places[entry.opponent])


def _result_text(entry: Entry) -> str:
    """Render an entry as "● +40": colour, won, lost or drawn, discs."""
    sign = {2: "+", 1: "=", 0: "\u2212"}[entry.half_points]
    size = "F" if entry.kind in (WON_BY_FORFEIT, GAVE_FORFEIT) else f"{entry.discs:g}".replace(".", ",")
    colour = texts.BLACK_MARK if entry.colour == 1 else texts.WHITE_MARK
    return f"{colour} {sign}{size}"


def _render_status(decoded: OthelloBook, matches: Mapping[str, FinalMatch]) -> Status:
    """Render the status line of Tournoi."""
    drawn = len(decoded.tournament.rounds)
    next_step = sheets.THEN_FINALS if decoded.finals and not decoded.has_finals else sheets.THEN_SEND
    status = rendering.status_line(decoded, then=next_step)
    if open_matches := finals.find_unfinished_matches(matches):
        status = texts.finals_status(open_matches)
    if open_tables := [str(table or "?") for table in find_empty_squares(decoded.results, drawn)]:
        status = status._replace(parts=(*status.parts, texts.empty_squares_status(open_tables)))
    return status


def _render_leader_panel(decoded: OthelloBook) -> LeaderPanel:
    """Render points and advice for Tournoi."""
    points = {line.number: line.points for line in decoded.ranked(decoded.tournament.played)}
    return LeaderPanel(points, 1, 0, shared.BUTTON_SEND, texts.STEPS, rendering.points_under_way(decoded))


def describe_rules(decoded: OthelloBook) -> dict[str, Cell]:
    """Return the settings that a program needs to rank the published games again, by key in tournoi.json."""
    settings = decoded.tournament.settings
    return {
        "tie_break": settings.tie_break,
        "beta": to_cell_number(compute_beta(settings)),
        "bye_discs": settings.bye_discs,
    }


def explain_tie_breaks(decoded: OthelloBook) -> dict[int, str]:
    """Return how each player's tie-break adds up in the standings after the last complete round: N° -> sum."""
    tournament = decoded.tournament
    beta = compute_beta(tournament.settings)
    return {
        player_id: texts.tie_break_sum_text(
            [(part.round, part.discs, part.reason) for part in parts],
            float(beta),
            sum(part.half_points for part in parts) / 2,
        )
        for player_id, parts in list_tie_break_parts(tournament, tournament.played).items()
    }


def render_score(black: Side, white: Side) -> str:
    """Render a result such as "40 – 24" or "33 – 31 TN": the discs that count, and the code of Fin if there is one.

    While discs are missing, and against BIP (the bye), there are no discs: the text is that code, or "".
    """
    discs = [french_decimal(f"{side.value:g}") for side in (black, white) if side.value is not None]
    score = " – ".join(discs) if len(discs) == 2 else ""
    return f"{score} {black.end}".strip()


def describe_counted_score(black: Side, white: Side) -> str:
    """Say which discs count where they are not those typed (B1, B6), and why; "" for the bye and without a result."""
    typed = black.games[0] if black.games else (None, None)
    counted = (black.value, white.value)
    if not black.complete or None in counted or typed == counted:
        return ""
    score = render_score(black._replace(end=""), white)
    return texts.counted_score_text(score, black.end, drawn=black.value == white.value)


def list_finals(decoded: OthelloBook) -> Iterator[FinalGame]:
    """Yield the games of Finales, played or not, as Black and White see them (F1, F2).

    Their order is that of the matches, whatever rows they have on the sheet.
    """
    if decoded.finals is None:
        return
    matches, best_of = decoded.standings(decoded.tournament.played)[1], decoded.finals.best_of
    names, last_numbers, order = decoded.names(), Counter[str](), (*LISTED, UNRANKED)
    for row in decoded.finals.rows:
        last_numbers[row.stage] = max(last_numbers[row.stage], row.number)
    for row in sorted(decoded.finals.rows, key=lambda row: (order.index(row.stage), row.number)):
        match, sides = matches.get(row.stage), build_sides(row.game, row.number, decoded.tournament.settings)
        next_game = (
            match.next_game if match and {match.better_ranked, match.worse_ranked} == {*row.game.sides} else None
        )
        waits = bool(next_game and next_game.number == row.number)
        several = best_of.get(row.stage, 1) > 1
        reason = finals.describe_deciding_discs(match) if row.number == last_numbers[row.stage] else ""
        winner = match.winner if match and reason else None
        yield FinalGame(
            texts.STAGES[row.stage], *sides, row.line.row, row.number if several else 0,
            waits=waits, winner=winner,
            decided=texts.decided_match_text(names[winner], reason) if winner is not None else "",
        )  # fmt: skip


def describe_final(decoded: OthelloBook, *, brief: bool = False) -> str:
    """Say how the final and the match for third place ended; "" while finals are to be played or without both.

    With `brief` it fits a line of Classement: without what decided the second of two matches.
    """
    if decoded.waits or decoded.finals is None:
        return ""
    matches = decoded.standings(decoded.tournament.played)[1]
    played = [(stage, matches[stage]) for stage in (FINAL, THIRD) if stage in matches]
    names = decoded.names()
    parts = list[str]()
    for stage, match in played:
        if match.winner is not None and match.loser is not None:
            scores = finals.show_scores(match, decoded.finals.best_of[stage])
            score = " – ".join(scores if match.winner == match.better_ranked else scores[::-1])
            game = game_text(names[match.winner], score, names[match.loser])
            decided = "" if brief and stage == THIRD else finals.describe_deciding_discs(match)
            parts.append(sheets.final_text(game, decided, texts.STAGES[stage]))
    return sheets.join_parts(*parts)


def describe_places(decoded: OthelloBook) -> str:
    """Say that the finals decided the first places, and how the final ended; "" where they have not."""
    matches = decoded.standings(decoded.tournament.played)[1].values()
    if decoded.waits or all(match.winner is None for match in matches):
        return ""
    return texts.places_by_finals(describe_final(decoded))


def render_scores(decoded: OthelloBook, round_number: int) -> list[str]:
    """Return the typed results of a drawn round, one text per game in the order of the sheet.

    It has the discs as typed ("40 – " for half a result) and the code of Fin; "" if nothing is typed.
    """
    return [_score_text(game) for game in decoded.tournament.rounds[round_number - 1]]


def _score_text(game: OthelloGame) -> str:
    """Render a result such as "40 – 24" or "33 – 31 TN": the discs typed, and how the game ended."""
    discs = ["" if count is None else french_decimal(f"{count:g}") for count in (game.discs_black, game.discs_white)]
    score = " – ".join(discs) if any(discs) else ""
    return f"{score} {game.end}".strip()


def _merit(line: OthelloStanding) -> tuple[Fraction, Fraction]:
    """Return points and départage, by which prizes are shared."""
    return Fraction(line.half_points, 2), line.tie_break


def _scores(game: OthelloGame) -> tuple[tuple[int, int], ...]:
    """Return the discs of a game that was played to its end, else nothing."""
    if game.bye or game.end or game.discs_black is None or game.discs_white is None:
        return ()
    black, white = settle_empty_squares(game.discs_black, game.discs_white)
    return ((int(black), int(white)),)
