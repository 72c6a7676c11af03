"""The computed sheets of Scrabble, rewritten by each action; none of them is a source of facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tournament_xl.core.model import Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.games import rendering
from tournament_xl.games.answers import FinalGame
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.games.scrabble.read_open import find_final_row
from tournament_xl.games.scrabble.render_open import build_groups, write_final
from tournament_xl.games.scrabble.render_ratings import are_final, build_ratings
from tournament_xl.games.scrabble.rules.model import TIE_BREAKS, Match
from tournament_xl.games.scrabble.rules.open_groups import find_group_members
from tournament_xl.games.scrabble.rules.scoring import LOSS, WIN, match_sides
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES
from tournament_xl.games.scrabble.rules.standings import find_winner
from tournament_xl.messages import legends, publication, sheets
from tournament_xl.messages.names import game_text
from tournament_xl.messages.player_names import name_opponents
from tournament_xl.messages.sheets import Status
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import Cell, cell_text, parse_int
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.write import has_award_sheets
from tournament_xl.workbook.sheets.computed import TableContents
from tournament_xl.workbook.sheets.contents import LeaderPanel, SheetContents
from tournament_xl.workbook.sheets.pairings import DueFinal, Part, PrintedRound, find_last_round
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import find_header_columns
from tournament_xl.workbook.working_copy import WorkingCopy

_SERIES = normalize("Série")


def render_sheets(working_copy: WorkingCopy, decoded: ScrabbleBook) -> SheetContents:
    """Write the sheets and columns that only Scrabble has and that an action computes; render the common ones.

    Written are those of `render_compared_sheets`, Rang initial on Joueurs and the codes of forfeits. If the action
    rates, or an earlier one did, it is recorded whether the ratings are final.
    """
    rated, column = working_copy.rated, decoded.players.table.columns["Rang initial"]
    for line, player in decoded.players.rows:  # the column only shows what the history records (C2)
        working_copy.draft.put(shared.PLAYERS, line.row, column, schema.show_seed(player.seed))
    _write_forfeit_codes(working_copy.draft, decoded)
    if rated or "rated" in decoded.memory.document:
        working_copy.record({"rated": schema.FINAL if are_final(decoded, requested=rated) else schema.PROVISIONAL})
    return render_compared_sheets(working_copy.draft, decoded, rated=rated)


def render_compared_sheets(draft: Draft, decoded: ScrabbleBook, *, rated: bool = False) -> SheetContents:
    """Write Finales and Cote retenue on Joueurs, and render the computed sheets.

    Groupes and Finales are of an Open only. Ratings (Cotes) are brought up to date if the workbook has any. With
    `rated`, they are written even if it has none yet.
    """
    tables = list[TableContents]()
    if shared.FINALS in decoded.tables:
        write_final(draft, decoded)
        tables.append(build_groups(decoded))
    unrated_ids, rating_changes = _write_used_cotes(draft, decoded), None
    if ratings := build_ratings(draft, decoded, requested=rated):
        contents, rating_changes = ratings
        tables.append(contents)
    has_final_ratings = rating_changes is not None and are_final(decoded, requested=rated)
    played, decided, has_numbers = decoded.tournament.played, describe_final(decoded), _has_player_numbers(decoded)
    legend = legends.grid_legend(decoded.scoring.forfeit_value, decoded.formula.cycles)
    title = render_standings_title(decoded, played)
    tables += [
        rendering.build_standings(decoded, title, decided, is_listed=has_numbers),
        rendering.build_grid(decoded, render_grid(decoded, played) if has_numbers else [], "", decided, legend),
    ]
    return SheetContents(
        {table.sheet: table for table in tables},
        _render_status(decoded, rated=has_final_ratings), _render_leader_panel(decoded, rated=has_final_ratings),
        _render_round(decoded),
        _collect_award_inputs(decoded, unrated_ids, rating_changes) if has_award_sheets(decoded) else None,
    )  # fmt: skip


def _write_forfeit_codes(draft: Draft, decoded: ScrabbleBook) -> None:
    """Write forfeits typed as words or names as their codes, by which the sheets know who has won: 1, 2 or "1+2"."""
    rows = [(row.line, row.match) for row in decoded.results.rows]
    if decoded.tournament.final and (final_row := find_final_row(decoded)):
        rows.append((decoded.tables[shared.FINALS].line(final_row), decoded.tournament.final))
    for line, match in rows:
        code = "+".join(map(str, sorted(match.forfeits)))
        if code and line.text("Forfait") != code:
            column = line.table.columns["Forfait"]
            draft.put(line.table.sheet, line.row, column, int(code) if len(match.forfeits) == 1 else code)


def _collect_award_inputs(
    decoded: ScrabbleBook, unrated_ids: set[int], rating_changes: dict[int, Cell] | None
) -> AwardInputs:
    """Collect what prizes and highlights are computed from."""
    played = decoded.tournament.played
    ranking = decoded.ranked(played)
    merits = [(standing.pm, standing.pdep) for standing in ranking]
    scores = [list(map(_played_scores, matches)) for matches in decoded.tournament.rounds[:played]]
    field = rendering.collect_results(decoded, merits, scores, unrated_ids)
    clubs = {player.number: player.club for player in decoded.tournament.players}
    find_group = partial(_find_series_group, decoded)
    ppm = {standing.number: standing.ppm for standing in ranking if standing.ppm is not None}
    return AwardInputs(
        decoded, field, "Club", clubs, "PM", changes=rating_changes, rated_games=decoded.scoring.rated_games,
        find_group=find_group, ppm=ppm, decided=describe_first_place(decoded),
        finals=rendering.count_played(list_finals(decoded)),
    )  # fmt: skip


def _find_series_group(decoded: ScrabbleBook, word: str, name: str) -> set[int] | None:
    """Return the N° of players whose starting cote is in a series (R3), as in "Série A"; None for anything else."""
    if normalize(word) != _SERIES:
        return None
    from tournament_xl.games.scrabble.rules.rating import find_series  # most actions write no prize by series

    season = decoded.settings.season
    series_by_key = {normalize(series): series for series in (*dict(season.thresholds), LAST_SERIES)}
    if not (series_name := series_by_key.get(normalize(name))):
        return None
    return {player.number for player in decoded.tournament.players if find_series(player.cote, season) == series_name}


def _write_used_cotes(draft: Draft, decoded: ScrabbleBook) -> set[int]:
    """Write on Joueurs each cote that is used in place of the typed one (R1, R10), if the sheet has the column.

    Other numbers in the column are cleared.

    Returns:
        N° of the players who typed no cote.
    """
    table = decoded.players.table
    used_cotes = {
        line.row: int(player.cote) for line, player in decoded.players.rows if read_typed_cote(line) != player.cote
    }
    unrated_ids = {player_id for player_id, line in decoded.lines.items() if not read_typed_cote(line)}
    column = find_header_columns(table, schema.USED_COTE).get(schema.USED_COTE)
    if column is None:
        return unrated_ids
    for row in range(table.header + 1, len(decoded.snapshot.sheets[shared.PLAYERS]) + 1):
        if row in used_cotes or parse_int(cell_text(decoded.snapshot.cell(shared.PLAYERS, row, column))) is not None:
            draft.put(shared.PLAYERS, row, column, used_cotes.get(row))
    return unrated_ids


def _render_round(decoded: ScrabbleBook) -> PrintedRound:
    """Render the current round for the hall: by table, in an Open group by group, and by name."""
    tournament, round_number, matches = decoded.tournament, len(decoded.tournament.rounds), find_last_round(decoded)
    names = decoded.names()
    names |= {
        player_id: sheets.absent_name(names[player_id])
        for match in matches
        for player_id in match.sides
        if player_id != X and match.gave(player_id) and round_number in tournament.player(player_id).absences
    }
    due = _list_due_finals(decoded)
    ranking = decoded.ranked(round_number - (not due)) if round_number > 1 else []
    points = {standing.number: standing.pm for standing in ranking}
    parts: list[Part] = [(None, matches)]
    if tournament.groups and decoded.formula.is_scheduled(round_number):
        parts = []
        for order, group in enumerate(find_group_members(tournament, round_number), start=1):
            group_matches = [match for match in matches if {*match.sides} <= set(group)]
            tables = sheets.group_tables(match.table for match in group_matches if X not in match.sides)
            parts.append(((sheets.group_heading(order), tables), group_matches))
    title = sheets.pairings_title(round_number, tournament.settings.rounds or 0, decoded.formula.phase(round_number))
    note = sheets.WHO_STARTS  # the regulation does not say who starts: players note it
    return PrintedRound(title, parts, names, points, slip_note=note, finals=due, points_title=TIE_BREAKS[0].code)


def render_standings_title(decoded: ScrabbleBook, after: int) -> str:
    """Render the title of Classement after a round (0: before the first).

    In an Open it says that a phase ends with the round, that the deciding game is still to be played, or what decided
    the first place.
    """
    phase = decoded.formula.phase(after) if after else 0
    ends = phase if decoded.formula.phase(after + 1) > phase else 0
    waits = after == decoded.tournament.settings.rounds and decoded.waits
    rounds = decoded.tournament.settings.rounds or 0
    decider = _find_decider(decoded) if after == rounds else ""
    return sheets.standings_title(after, rounds, ends_phase=ends, waits_for_final=waits, decider=decider)


def _find_decider(decoded: ScrabbleBook) -> str:
    """Say what decided the first place after the deciding game of an Open (O8); "" without its result."""
    final = decoded.tournament.final
    if decoded.waits or final is None or decoded.formula.find_finalists(decoded.tournament) is None:
        return ""
    if find_winner(final) is not None:
        return sheets.FIRST_BY_FINAL
    first, second = decoded.ranked(decoded.tournament.played)[:2]
    return sheets.FIRST_BY_PDEP if first.pdep != second.pdep else sheets.FIRST_BY_SEED


def _find_pending_finalists(decoded: ScrabbleBook) -> tuple[int, ...]:
    """Return the two players whose deciding game is still to be played (O8), or ()."""
    return decoded.formula.find_finalists(decoded.tournament) or () if decoded.waits else ()


def _list_due_finals(decoded: ScrabbleBook) -> list[DueFinal]:
    """Return the deciding game that is still to be played (O8), in the order of its row on Finales, or nothing."""
    pair, match = _find_pending_finalists(decoded), decoded.tournament.final
    if len(pair) != 2:
        return []
    sides = match.sides if match and {*match.sides} == {*pair} else (pair[0], pair[1])
    return [DueFinal(sheets.FINAL, sides, sheets.FINAL)]


def _has_player_numbers(decoded: ScrabbleBook) -> bool:
    """Check whether players have a N° to be listed by; before the first pairing they have none."""
    return not decoded.first_pairing or bool(decoded.tournament.rounds)


def render_grid(decoded: ScrabbleBook, after: int) -> list[dict[str, Cell]]:
    """Render the lines of the cross table Grille after a round (0 for the start), best first."""
    tournament, ranking = decoded.tournament, decoded.ranked(after)
    opponents = name_opponents(tournament.players, decoded.names())
    places = {standing.number: standing.place for standing in ranking}
    sides_by_round = [
        {side.number: side for match in decoded.sides(round_number) for side in match}
        for round_number in range(1, after + 1)
    ]
    if decoded.formula.cycles:  # everybody meets everybody: a column per opponent
        return rendering.render_grid(decoded, after, _find_results_by_pair(decoded, sides_by_round))
    absences = {player.number: player.absences for player in tournament.players}
    results = {
        (standing.number, round_number): [
            _grid_cell_text(by_number[standing.number], opponents, places)
            if standing.number in by_number
            else sheets.absence_text(has_left=absences[standing.number].has_left(round_number))
        ]
        for round_number, by_number in enumerate(sides_by_round, start=1)
        for standing in ranking
    }
    return rendering.render_grid(decoded, after, results)


def _find_results_by_pair(
    decoded: ScrabbleBook, rounds: Sequence[Mapping[int, Side]]
) -> dict[tuple[int, int], list[str]]:
    """Return N° and opponent's N° -> results seen from the first: "+44", with the score in a single round robin."""
    results: dict[tuple[int, int], list[str]] = defaultdict(list)
    for side in (side for by_number in rounds for side in by_number.values() if X not in (side.number, side.opponent)):
        results[side.number, side.opponent].append(_result_text(side))
        if len(side.games) == 1 and decoded.formula.cycles == 1:
            results[side.number, side.opponent].append(f"{side.games[0][0]}-{side.games[0][1]}")
    return results


def _grid_cell_text(side: Side, names: Mapping[int, str], places: Mapping[int, int]) -> str:
    """Render a cell of Grille: "+44" over "5. Durand", the result over the opponent with his place."""
    result = _result_text(side)
    return result if side.opponent == X else sheets.grid_cell(result, names[side.opponent], places[side.opponent])


def _result_text(side: Side) -> str:
    """Render a result: "+44" for a win by 44, "+X" against X (the bye), "−F" for a forfeit."""
    if side.opponent == X:
        return f"{sheets.SIGNS[side.outcome]}X"
    return sheets.grid_result_text(side.outcome, int(side.value or 0), forfeit=side.gave or side.got)


def _render_status(decoded: ScrabbleBook, *, rated: bool) -> Status:
    """Render the status line of Tournoi."""
    drawn = len(decoded.tournament.rounds)
    return rendering.status_line(
        decoded, players=decoded.registered if drawn == 0 else len(decoded.tournament.players),
        phase=decoded.formula.phase(drawn), next_phase=decoded.formula.phase(drawn + 1),
        final=[decoded.names()[player_id] for player_id in _find_pending_finalists(decoded)],
        then=sheets.THEN_SEND if rated else sheets.THEN_RATINGS,
    )  # fmt: skip


def _render_leader_panel(decoded: ScrabbleBook, *, rated: bool) -> LeaderPanel:
    """Render points and advice for Tournoi."""
    last_button = shared.BUTTON_SEND if rated else shared.BUTTON_RATINGS
    points = {standing.number: standing.pm for standing in decoded.ranked(decoded.tournament.played)}
    return LeaderPanel(points, WIN, LOSS, last_button, sheets.STEPS, rendering.points_under_way(decoded))


def render_score(first: Side, second: Side) -> str:
    """Render the result of a match: "444 – 333", several games joined by " · ", a forfeit as "forfait – gagné".

    "" without typed scores, such as for a bye.
    """
    if first.gave or second.gave:
        return publication.FORFEIT[tuple(side_number for side_number, side in ((1, first), (2, second)) if side.gave)]
    return " · ".join(f"{own_score} – {opponent_score}" for own_score, opponent_score in first.games)


def list_finals(decoded: ScrabbleBook) -> Iterator[FinalGame]:
    """Yield the deciding game of an Open (O8) as each of its two players sees it, once its row is on Finales."""
    match, row = decoded.tournament.final, find_final_row(decoded)
    if match is not None and row is not None:
        yield FinalGame(sheets.FINAL, *match_sides(match, 0, decoded.scoring), row, waits=decoded.waits)


def describe_final(decoded: ScrabbleBook) -> str:
    """Say how the deciding game of an Open (O8) ended; "" without its result."""
    names, ranked = decoded.names(), decoded.ranked(decoded.tournament.played)
    for final in list_finals(decoded) if not decoded.waits else ():
        is_first = ranked[0].number == final.first.number
        winner, loser = (final.first, final.second) if is_first else (final.second, final.first)
        score, gave = render_score(winner, loser), (winner.gave, loser.gave)
        return sheets.final_text(game_text(names[winner.number], score, names[loser.number], gave))
    return ""


def describe_first_place(decoded: ScrabbleBook) -> str:
    """Say what decided the first place of an Open, and how its deciding game ended (O8); "" without its result."""
    return sheets.first_place_text(_find_decider(decoded), describe_final(decoded))


def render_scores(decoded: ScrabbleBook, round_number: int, names: Mapping[int, str]) -> list[str]:
    """Render the results of a drawn round for the terminal, one text per match in the order of the sheet.

    A match without typed scores, such as a bye, has "".
    """
    return [_score_text(match, names) for match in decoded.tournament.rounds[round_number - 1]]


def _score_text(match: Match, names: Mapping[int, str]) -> str:
    """Render a result: "444 – 333", or "forfait Martin Paul" naming who forfeits."""
    if match.forfeits:
        return "forfait " + " + ".join(names[match.sides[side - 1]] for side in match.forfeits)
    return "  ".join(f"{first} – {second}" for first, second in match.games)


def _played_scores(match: Match) -> Sequence[tuple[int, int]]:
    """Return the games that were really played."""
    return () if X in match.sides or match.forfeits else match.games
