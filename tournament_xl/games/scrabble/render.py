"""From a tournament to the sheets that Python rewrites at each press; nothing here is a fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from tournament_xl.core.model import Match, Player, Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.games import shared
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import COLUMNS, typed_cote
from tournament_xl.games.scrabble.render_open import write_open
from tournament_xl.games.scrabble.render_ratings import are_final, rewrite_ratings
from tournament_xl.games.scrabble.rules.open_groups import finalists, members
from tournament_xl.games.scrabble.rules.scoring import LOSS, WIN
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES
from tournament_xl.games.scrabble.rules.standings import Standing
from tournament_xl.messages import sheets
from tournament_xl.messages.names import clipped
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets import computed
from tournament_xl.workbook.sheets.computed import ROOM, LeaderPanel
from tournament_xl.workbook.sheets.pairings import Part, last_round, write_pairings_sheet, write_slips, write_tents
from tournament_xl.workbook.sheets.prizes import PrizeInputs, has_awards, write_awards
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text
from tournament_xl.workbook.tables import whole


def rewrite_derived(draft: Draft, decoded: ScrabbleBook, *, rated: bool = False) -> str:
    """Put all derived sheets into the draft: names, pairings, standings, cross table, groups, prizes; the status line.

    The ratings too if `rated`, or if they had been written before.
    """
    shared.write_names(draft, decoded, COLUMNS)
    _write_pairings(draft, decoded)
    write_slips(draft, decoded, "1", "2", sheets.WHO_STARTS)  # who starts is not regulated, the players note it
    write_tents(draft, decoded, len(decoded.tournament.players) // 2)
    _write_standings(draft, decoded)
    _write_grid(draft, decoded)
    if schema.GROUPS in decoded.derived:
        write_open(draft, decoded)
    unrated = _write_used_cotes(draft, decoded)
    changes = rewrite_ratings(draft, decoded, requested=rated)
    if has_awards(decoded):
        field = shared.field_of(decoded, decoded.ranked, lambda line: (line.pm, line.pdep), _played_scores, unrated)
        games = decoded.tournament.settings.rated_games
        write_awards(
            draft, PrizeInputs(decoded, field, "Club", "PM", changes, games, partial(_find_in_series, decoded))
        )
    return _write_dashboard(draft, decoded, rated=changes is not None and are_final(decoded, requested=rated))


def _find_in_series(decoded: ScrabbleBook, name: str) -> set[int] | None:
    """N° of those whose starting cote is in a series (R3), None for no name of one."""
    from tournament_xl.games.scrabble.rules.rating import series_of  # not wanted by most presses

    season = decoded.settings.season
    series_by_key = {normalize(series): series for series in (*dict(season.thresholds), LAST_SERIES)}
    if not (series_name := series_by_key.get(normalize(name))):
        return None
    return {player.number for player in decoded.tournament.players if series_of(player.cote, season) == series_name}


def _write_used_cotes(draft: Draft, decoded: ScrabbleBook) -> set[int]:
    """Joueurs: the cote that is used where it is not the one typed (R1, R10), if the column is there; other numbers in
    it go. N° of those who have none.
    """
    table = decoded.players.table
    used_cotes = {
        line.row: int(player.cote) for line, player in decoded.players.rows if typed_cote(line) != player.cote
    }
    unrated = {player_id for player_id, line in decoded.lines.items() if not typed_cote(line)}
    column = computed.beside(table, schema.USED_COTE).get(schema.USED_COTE)
    if column is None:
        return unrated
    for row in range(table.header + 1, len(decoded.snapshot.sheets[schema.PLAYERS]) + 1):
        if row in used_cotes or whole(cell_text(decoded.snapshot.cell(schema.PLAYERS, row, column))) is not None:
            draft.put(schema.PLAYERS, row, column, used_cotes.get(row))
    return unrated


def _write_pairings(draft: Draft, decoded: ScrabbleBook) -> None:
    """Appariements: the current round by table, an Open's group by group, and by name."""
    tournament, round_number, matches = decoded.tournament, len(decoded.tournament.rounds), last_round(decoded)
    short_names = decoded.fitted(ROOM[schema.PAIRINGS] - 9.8, smaller=computed.SMALLER)
    names = decoded.fitted(ROOM[schema.PAIRINGS], smaller=computed.SMALLER) | {
        player_id: sheets.announced(short_names[player_id])
        for match in matches
        for player_id in match.sides
        if player_id != X and match.gave(player_id) and round_number in tournament.player(player_id).absences
    }
    points = {line.number: line.pm for line in decoded.ranked(round_number - 1)} if round_number > 1 else {}
    parts: list[Part] = [(None, matches)]
    if tournament.groups and decoded.formula.scheduled(round_number):
        parts = []
        for order, group in enumerate(members(tournament, round_number), start=1):
            group_matches = [match for match in matches if {*match.sides} <= set(group)]
            tables = sheets.group_tables(match.table for match in group_matches if X not in match.sides)
            parts.append(((sheets.group_heading(order), tables), group_matches))
    title = sheets.pairings_title(round_number, tournament.settings.rounds or 0, decoded.formula.phase(round_number))
    write_pairings_sheet(draft, decoded, title, parts, names, points)


def _write_standings(draft: Draft, decoded: ScrabbleBook) -> None:
    """Classement after the last complete round; in ± the places won or lost since the one before."""
    after, names = decoded.tournament.played, decoded.fitted(ROOM[schema.STANDINGS])
    rows = standings_rows(decoded, after, names) if _has_player_numbers(decoded) else []
    rows = [row | {"Club": clipped(str(row["Club"]), computed.ROOM_BESIDE)} for row in rows]
    computed.write_standings(draft, decoded, decoded.derived[schema.STANDINGS], rows, standings_title(decoded, after))


def standings_rows(decoded: ScrabbleBook, after: int, names: Mapping[int, str]) -> list[dict[str, Cell]]:
    """The lines of Classement after a round."""

    def game_columns(standing: Standing, player: Player) -> dict[str, Cell]:
        return {
            "Club": player.club, "J": standing.played, "G": standing.won, "N": standing.drawn, "P": standing.lost, "PM": standing.pm,
            "PPM": standing.ppm, "Pdep": standing.pdep,
        }  # fmt: skip

    return shared.standings_rows(decoded, decoded.ranked, after, names, game_columns)


def standings_title(decoded: ScrabbleBook, after: int) -> str:
    """Title of Classement after a round."""
    phase = decoded.formula.phase(after) if after else 0
    ends = phase if decoded.formula.phase(after + 1) > phase else 0
    waits = after == decoded.tournament.settings.rounds and decoded.waits
    rounds = decoded.tournament.settings.rounds or 0
    final = after == rounds and decoded.tournament.final is not None and finalists(decoded.tournament) is not None
    return sheets.standings_title(after, rounds, ends_phase=ends, waits_for_final=waits, final=final)


def _find_pending_finalists(decoded: ScrabbleBook) -> tuple[int, ...]:
    """The two whose deciding game is still to be played (O8)."""
    return finalists(decoded.tournament) or () if decoded.waits else ()


def _has_player_numbers(decoded: ScrabbleBook) -> bool:
    """Before the first pairing nobody has a number to be listed by."""
    return not decoded.first_pairing or bool(decoded.tournament.rounds)


def _write_grid(draft: Draft, decoded: ScrabbleBook) -> None:
    """Grille after the last complete round."""
    after, full_names = decoded.tournament.played, decoded.fitted(ROOM[schema.GRID])
    rows, columns = _render_grid_rows(
        decoded, decoded.ranked(after) if _has_player_numbers(decoded) else [], after, full_names
    )
    computed.write_grid(draft, decoded, decoded.derived[schema.GRID], rows, after, columns)


def grid_rows(
    decoded: ScrabbleBook, after: int, full_names: Mapping[int, str]
) -> tuple[list[dict[str, Cell]], list[str]]:
    """The lines of Grille after a round, and the names of its columns by round or opponent."""
    return _render_grid_rows(decoded, decoded.ranked(after), after, full_names)


def _render_grid_rows(
    decoded: ScrabbleBook, ranking: Sequence[Standing], after: int, full_names: Mapping[int, str]
) -> tuple[list[dict[str, Cell]], list[str]]:
    """A line of Grille for each of the `table`: a column per round, or in a round robin per opponent, opponents with
    their place.
    """
    tournament, names = decoded.tournament, decoded.names()
    places = {standing.number: standing.place for standing in ranking}
    sides_by_round = [
        {side.number: side for match in decoded.sides(round_number) for side in match}
        for round_number in range(1, after + 1)
    ]
    results_by_pair = _find_results_by_pair(decoded, sides_by_round) if decoded.formula.closed else {}

    def find_results(player_id: int, column_number: int) -> list[str]:
        if decoded.formula.closed:
            return results_by_pair.get((player_id, column_number), [])
        side = sides_by_round[column_number - 1].get(player_id) if column_number <= after else None
        return [_grid_cell_text(side, names, places) if side else sheets.ABSENT] if column_number <= after else []

    rounds = None if decoded.formula.closed else tournament.settings.rounds or 0
    return shared.grid_rows(
        ranking,
        full_names,
        rounds,
        lambda standing: {"PM": standing.pm, "PPM": standing.ppm, "Pdep": standing.pdep},
        find_results,
    )


def _find_results_by_pair(
    decoded: ScrabbleBook, rounds: Sequence[Mapping[int, Side]]
) -> dict[tuple[int, int], list[str]]:
    """N° and opponent's N° -> their results seen from the first: "+44", and the score where it is one game."""
    results: dict[tuple[int, int], list[str]] = defaultdict(list)
    for side in (side for by_number in rounds for side in by_number.values() if X not in (side.number, side.opponent)):
        results[side.number, side.opponent].append(_result_text(side))
        if len(side.games) == 1 and decoded.tournament.settings.formula == schema.ROUND_ROBIN:
            results[side.number, side.opponent].append(f"{side.games[0][0]}-{side.games[0][1]}")
    return results


def _grid_cell_text(side: Side, names: Mapping[int, str], places: Mapping[int, int]) -> str:
    """ "+44" over "5. Durand": won, lost or drawn, the difference, the opponent and his place."""
    result = _result_text(side)
    return result if side.opponent == X else sheets.grid_cell(result, names[side.opponent], places[side.opponent])


def _result_text(side: Side) -> str:
    """ "+44": won, lost or drawn, and the difference; "+X", "−F"."""
    if side.opponent == X:
        return f"{sheets.SIGNS[side.outcome]}X"
    return sheets.result(side.outcome, int(side.value or 0), forfeit=side.gave or side.got)


def _write_dashboard(draft: Draft, decoded: ScrabbleBook, *, rated: bool) -> str:
    """Tournoi: title, status line, warnings, panel; the status line. `rated`: Cotes has those to be sent."""
    tournament = decoded.tournament
    drawn, played = len(tournament.rounds), tournament.played
    status = shared.status_line(
        decoded, players=decoded.registered if drawn == 0 else len(tournament.players),
        phase=decoded.formula.phase(drawn), next_phase=decoded.formula.phase(drawn + 1),
        final=[decoded.names()[player_id] for player_id in _find_pending_finalists(decoded)],
        then=sheets.THEN_SEND if rated else sheets.THEN_RATINGS,
    )  # fmt: skip
    last_button = schema.BUTTON_SEND if rated else schema.BUTTON_RATINGS
    points = {standing.number: standing.pm for standing in decoded.ranked(played)}
    leader_panel = LeaderPanel(points, WIN, LOSS, last_button, sheets.STEPS, shared.coming(decoded))
    computed.write_dashboard(draft, decoded, status=status, front=leader_panel)
    return status


def score_texts(decoded: ScrabbleBook, round_number: int, names: Mapping[int, str]) -> list[str]:
    """The results of a drawn round, for the terminal."""
    return [_score_text(match, names) for match in decoded.tournament.rounds[round_number - 1]]


def _score_text(match: Match, names: Mapping[int, str]) -> str:
    """ "444 – 333", "forfait Martin Paul": the games, or who gave the match."""
    if match.forfeits:
        return "forfait " + " + ".join(names[match.sides[side - 1]] for side in match.forfeits)
    return "  ".join(f"{first} – {second}" for first, second in match.games)


def _played_scores(match: Match) -> Sequence[tuple[int, int]]:
    """The games that were played."""
    return () if X in match.sides or match.forfeits else match.games
