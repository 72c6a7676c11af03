"""Values of computed sheets that games share: Classement, Grille, facts for prizes, the status line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tournament_xl.core.model import LineT, TieBreak, X
from tournament_xl.core.prizes import PlayedGame, Ranked, ResultsSoFar
from tournament_xl.messages import sheets
from tournament_xl.messages.player_names import fit_beside_rank
from tournament_xl.messages.text_width import text_width
from tournament_xl.workbook import decoded as workbook
from tournament_xl.workbook.cells import Cell, to_cell_number
from tournament_xl.workbook.decoded import RankedLine, Workbook
from tournament_xl.workbook.schema import BUTTON_PAIR, BUTTON_UPDATE, MOVE_COLUMN
from tournament_xl.workbook.sheets.computed import compute_rank_changes
from tournament_xl.workbook.sheets.paging import shape_grid

if TYPE_CHECKING:
    from fractions import Fraction

    from tournament_xl.games.answers import FinalGame

Cells = dict[str, Cell]  # column -> content


def collect_results(
    decoded: Workbook,
    merits: Sequence[tuple[Fraction | int, Fraction | int]],
    scores: Sequence[Sequence[Sequence[tuple[int, int]]]],
    unrated: Collection[int],
) -> ResultsSoFar:
    """Collect the facts that prizes and highlights (Faits marquants) are computed from, of the complete rounds.

    Args:
        decoded: Workbook.
        merits: Points and tie-break of each line of the standings after the last complete round, in their order.
        scores: Complete rounds, their matches, the scores of the games of a match that were played to their end.
        unrated: N° of the players without a rating of their own, whose rating is left out.

    Returns:
        Standings (empty before the first complete round), games played to their end, wins in matches with such games,
        places round by round, and ratings.
    """
    tournament, played = decoded.tournament, decoded.tournament.played
    games, wins = list[PlayedGame](), list[tuple[int, int, int]]()
    for round_number, matches in enumerate(tournament.rounds[:played], start=1):
        for match, game_scores in zip(matches, scores[round_number - 1], strict=True):
            first, second = match.sides
            games += [PlayedGame(round_number, first, second, *score) for score in game_scores]
            if balance := sum(
                (own_score > opponent_score) - (own_score < opponent_score) for own_score, opponent_score in game_scores
            ):
                wins.append((round_number, first, second) if balance > 0 else (round_number, second, first))
    ranking = decoded.ranked(played) if played else ()
    return ResultsSoFar(
        tuple(Ranked(line.number, line.place, *merit) for line, merit in zip(ranking, merits, strict=False)),
        tuple(games),
        tuple(wins),
        tuple(map(decoded.find_round_places, range(1, played + 1))),
        {
            player.number: float(player.cote)
            for player in tournament.players
            if player.cote is not None and player.number not in unrated
        },
    )


def points_under_way(decoded: Workbook) -> dict[int, float]:
    """Return N° -> points of the match in the round after the last complete one, of players who have a result there."""
    tournament = decoded.tournament
    under_way = range(tournament.played + 1, len(tournament.rounds) + 1)
    match_sides = (side for round_number in under_way for match in decoded.sides(round_number) for side in match)
    return {side.number: side.points for side in match_sides if side.complete and side.number != X}


def status_line(decoded: Workbook, **game_facts: Any) -> sheets.Status:
    """Render the status line of Tournoi: the next step, with the facts that every game has.

    Args:
        decoded: Workbook.
        **game_facts: Further facts for the sentence, from the game; they replace the common ones.
    """
    tournament, names = decoded.tournament, decoded.full_names()
    eligible = [line for line in decoded.ranked(tournament.played) if line.number not in decoded.barred]
    facts: dict[str, Any] = {
        "players": len(tournament.players),
        "rounds": tournament.settings.rounds or 0,
        "drawn": len(tournament.rounds),
        "played": tournament.played,
        "pending": len(decoded.pending),
        "tables": workbook.list_pending_tables(decoded),
        "button": BUTTON_PAIR if len(tournament.rounds) < (tournament.settings.rounds or 0) else BUTTON_UPDATE,
        "leaders": [names[line.number] for line in eligible if line.place == eligible[0].place],
    }
    return sheets.status_line(**facts | game_facts)


def render_standings(decoded: Workbook, after: int, names: Mapping[int, str], cells: Sequence[Cells]) -> list[Cells]:
    """Build the lines of Classement after a round, best first; column ± has the places won or lost since the last.

    Args:
        decoded: Workbook.
        after: Number of the round, complete; 0 for the initial ranking, without ±.
        names: Player number -> name to display.
        cells: Further cells of each line, from the game; for the initial ranking only the first of them is used, which
            is the club or the country.
    """
    table = decoded.ranked(after)
    places, places_before = {line.number: line.place for line in table}, decoded.find_previous_places(after)
    moved = compute_rank_changes(decoded.tournament, places, places_before, after)
    rows: list[Cells] = []
    for line, game_cells in zip(table, cells, strict=True):
        row: Cells = {"Place": line.place, "N°": line.number, "Joueur": names[line.number]}
        if after == 0:
            row |= dict(list(game_cells.items())[:1])
        else:
            row |= {**game_cells, MOVE_COLUMN: moved[line.number]}
        rows.append(row)
    return rows


def render_tie_breaks(criteria: Sequence[TieBreak[LineT]], line: LineT) -> Cells:
    """Return column of Classement and Grille -> tie-break of a line; None, an empty cell, where it does not apply."""
    values = {criterion.code: criterion.value(line) for criterion in criteria if criterion.code}
    return {code: None if value is None else to_cell_number(value) for code, value in values.items()}


def fit_grid_names(decoded: Workbook, table: Sequence[RankedLine]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names on Grille by player number: names for the lines, and names of opponents next to their places.

    Args:
        decoded: Workbook.
        table: Standings.
    """
    shape = shape_grid(decoded, table)
    opponent_room = shape.opponent_room - text_width(f"{len(table)}. ")
    return decoded.fit_names(shape.name_room, lines=2), fit_beside_rank(decoded.tournament.players, opponent_room)


def render_grid(
    table: Sequence[RankedLine],
    names: Mapping[int, str],
    rounds: int | None,
    cells: Sequence[Cells],
    results: Mapping[tuple[int, int], Sequence[str]],
) -> tuple[list[Cells], list[str]]:
    """Build the lines of Grille, one row per player in the order of the standings.

    Args:
        table: Standings, best first.
        names: Player number -> name to display.
        rounds: Number of rounds, a column each; None for a column per opponent, named by his place.
        cells: Cells of the game for each line of the standings.
        results: (N°, round or N° of the opponent) -> texts of results, below one another in the cell.

    Returns:
        The rows, and the names of the columns with results.
    """
    columns = {str(place): opponent.number for place, opponent in enumerate(table, start=1)}  # by place
    if rounds is not None:
        columns = {f"R{round_number}": round_number for round_number in range(1, rounds + 1)}
    rows: list[Cells] = []
    for line, game_cells in zip(table, cells, strict=True):
        row: Cells = {"Place": line.place, "N°": line.number, "Joueur": names[line.number], **game_cells}
        for name, key in columns.items():
            is_self = rounds is None and key == line.number
            row[name] = sheets.ONESELF if is_self else "\n".join(results.get((line.number, key), ()))
        rows.append(row)
    return rows, list(columns)


def count_played(finals: Iterable[FinalGame]) -> int:
    """Count the games of Finales that have a result and were not lost by forfeit."""
    return sum(final.first.complete and not (final.first.gave or final.second.gave) for final in finals)
