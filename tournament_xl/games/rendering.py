"""Values of computed sheets that games share: Classement, Grille, facts for prizes, the status line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tournament_xl.core.model import X
from tournament_xl.core.prizes import PlayedGame, Ranked, ResultsSoFar
from tournament_xl.messages import sheets
from tournament_xl.workbook import decoded as workbook
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.computed_columns import IDENTITIES, render_rows
from tournament_xl.workbook.decoded import RankedLine, Workbook
from tournament_xl.workbook.schema import BUTTON_PAIR, BUTTON_UPDATE
from tournament_xl.workbook.sheets.computed import TableContents, compute_rank_changes
from tournament_xl.workbook.sheets.paging import lay_out_grid
from tournament_xl.workbook.snapshot import CollapsedRange, LayoutChange
from tournament_xl.workbook.tables import Table

if TYPE_CHECKING:
    from fractions import Fraction

    from tournament_xl.games.answers import FinalGame

Cells = dict[str, Cell]  # column -> content


class PlayerLine(NamedTuple):
    """Line of a table of players by rank."""

    line: Any  # of the standings or ratings
    player: Any
    name: str
    move: str = ""  # places won or lost since the round before


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

    The game's own facts replace those.
    """
    tournament, names = decoded.tournament, decoded.names()
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


def render_standings(decoded: Workbook, after: int) -> list[Cells]:
    """Render the rows of Classement after a round, best first; 0: the initial ranking, only who the players are."""
    columns = decoded.computed_columns[schema.STANDINGS]
    if after == 0:
        columns = [column for column in columns if column.style in IDENTITIES]
    ranked = decoded.ranked(after)
    places, places_before = {line.number: line.place for line in ranked}, decoded.find_previous_places(after)
    moves = compute_rank_changes(decoded.tournament, places, places_before, after)
    return render_rows(columns, list_lines(decoded, ranked, moves))


def list_lines(decoded: Workbook, ranked: Iterable[Any], moves: Mapping[int, str] | None = None) -> list[PlayerLine]:
    """Return the lines of a table of players by rank.

    `moves` are places won or lost since the round before.
    """
    names, players = decoded.names(), {player.number: player for player in decoded.tournament.players}
    return [
        PlayerLine(line, players[line.number], names[line.number], (moves or {}).get(line.number, ""))
        for line in ranked
    ]


def list_grid_titles(decoded: Workbook, ranked: Sequence[RankedLine]) -> list[str]:
    """Return the titles of the columns with results: one a round, in a round robin one an opponent, his place."""
    settings = decoded.tournament.settings
    if settings.formula.cycles:
        return [str(place) for place in range(1, len(ranked) + 1)]
    return [f"R{number}" for number in range(1, (settings.rounds or 0) + 1)]


def render_grid(decoded: Workbook, after: int, results: Mapping[tuple[int, int], Sequence[str]]) -> list[Cells]:
    """Render the rows of Grille after a round, one a player in the order of the standings.

    Results are by N° and round, or N° of the opponent in a round robin; their texts are below one another in the cell.
    """
    ranked, is_robin = decoded.ranked(after), decoded.tournament.settings.formula.cycles > 0
    rows = render_rows(decoded.computed_columns[schema.GRID], list_lines(decoded, ranked))
    titles = list_grid_titles(decoded, ranked)
    for row, line in zip(rows, ranked, strict=True):
        keys = [opponent.number for opponent in ranked] if is_robin else range(1, len(titles) + 1)
        for title, key in zip(titles, keys, strict=True):
            is_self = is_robin and key == line.number
            row[title] = sheets.ONESELF if is_self else "\n".join(results.get((line.number, key), ()))
    return rows


def build_standings(
    decoded: Workbook, title: str, decided: str = "", *, legend: str = "", is_listed: bool = True
) -> TableContents:
    """Build the sheet Classement after the last complete round.

    `decided` is a sentence on how finals decided the first places, `legend` says what the columns mean where the
    template's is not that of every tournament; "" for none. `is_listed` tells whether the players have a N° to be
    listed by.
    """
    played = decoded.tournament.played
    rows = render_standings(decoded, played) if is_listed else []
    return TableContents(
        schema.STANDINGS, rows, title, decided, legend=legend, is_filled=played > 0,
        lay_out=partial(_hide_empty_columns, decoded),
    )  # fmt: skip


def build_grid(
    decoded: Workbook, rows: Sequence[Cells], title: str = "", decided: str = "", legend: str = ""
) -> TableContents:
    """Build the sheet Grille after the last complete round.

    `title` is for finals that make its places, "" for that by rounds; `decided` and `legend` are as in
    `build_standings`.
    """
    tournament = decoded.tournament
    played, settings = tournament.played, tournament.settings
    titles = list_grid_titles(decoded, decoded.ranked(played) if rows else ())
    rounds_before = int(decoded.memory.document.get("effective", {}).get("Nombre de rondes") or 0)
    by_rounds = sheets.grid_title(played, settings.rounds or 0, waits_for_final=decoded.waits)
    return TableContents(
        schema.GRID, rows, title or by_rounds, decided, legend=legend,
        series=titles, series_before=None if settings.formula.cycles else rounds_before, is_filled=played > 0,
        lay_out=lambda table: [
            *_hide_empty_columns(decoded, table),
            *lay_out_grid(decoded, table, rows, {title: table.columns[title] for title in titles}),
        ],
    )  # fmt: skip


def _hide_empty_columns(decoded: Workbook, table: Table) -> list[LayoutChange]:
    """Hide columns of Classement or Grille that few tournaments need while they are empty, and show them otherwise."""
    sparse = decoded.sparse_columns(decoded.ranked(decoded.tournament.played))
    places = ((table.columns[title], is_empty) for title, is_empty in sparse.items())
    return [CollapsedRange(table.sheet, column, column, is_empty, columns=True) for column, is_empty in places]


def count_played(finals: Iterable[FinalGame]) -> int:
    """Count the games of Finales that have a result and were not lost by forfeit."""
    return sum(final.first.complete and not (final.first.gave or final.second.gave) for final in finals)
