"""Othello outside the actions (`games.jobs.Jobs`): pages, parcel with the ELO file, rehearsals."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from tournament_xl import __version__
from tournament_xl.core.model import Side
from tournament_xl.games.defaults import is_rated as is_rated
from tournament_xl.games.defaults import rating_changes as rating_changes
from tournament_xl.games.defaults import rating_notices as rating_notices
from tournament_xl.games.defaults import unlikely_cells as unlikely_cells
from tournament_xl.games.defaults import unlikely_scores as unlikely_scores
from tournament_xl.games.jobs import Chances, NotYetError, ParcelParts, win_probability
from tournament_xl.games.othello.audit import judge as judge
from tournament_xl.games.othello.elo.write import build_elo_name, render_elo_text
from tournament_xl.games.othello.input_sheets import DISCS
from tournament_xl.games.othello.read import OthelloBook, assign_rating_file_numbers
from tournament_xl.games.othello.rules.model import OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.results import BOARD, build_sides
from tournament_xl.games.othello.rules.standings import compute_beta
from tournament_xl.messages import exports, othello_sheets, publication, submission
from tournament_xl.messages.names import french_decimal
from tournament_xl.workbook.input_rows import InputRow
from tournament_xl.workbook.snapshot import Cell
from tournament_xl.workbook.tables import to_cell_number

GAMES_COLUMNS: Sequence[str] = exports.OTHELLO_GAMES
FIGURES: Mapping[str, str] = publication.OTHELLO_FIGURES
POINTS, VALUE = "Points", "Pions"
LEAD = 11.0  # discs: standard deviation of the winner's lead over 32 between equal players
DRAWS, EMPTY, TIME = 0.03, 0.06, 0.02  # shares of games that are drawn, end with empty squares, are lost on time
UNRATED = 1000.0


def published_rules(decoded: OthelloBook) -> dict[str, Cell]:
    """Return the settings that are needed to rank the published games again."""
    settings = decoded.tournament.settings
    return {
        "tie_break": settings.tie_break,
        "beta": to_cell_number(compute_beta(settings)),
        "bye_discs": settings.bye_discs,
    }


def ratings_rows(decoded: OthelloBook, *, provisional: bool) -> NoReturn:
    """Refuse: the rating officer computes the ratings, from the ELO file (X2).

    Raises:
        NotYetError: Always.
    """
    raise NotYetError(exports.NO_RATINGS)


def score_text(black: Side, white: Side) -> str:
    """Render a result such as "40 – 24" or "33 – 31 TN": the discs that count, and how the game ended."""
    discs = [french_decimal(f"{side.value:g}") for side in (black, white) if side.value is not None]
    score = " – ".join(discs) if len(discs) == 2 else ""
    return f"{score} {black.end}".strip()


def finals(decoded: OthelloBook) -> Iterator[tuple[str, Side, Side]]:
    """Yield the typed games of Finales: match, Black's side, White's side (F1, F2)."""
    for row in decoded.finals.rows if decoded.finals else ():
        if row.typed:
            yield othello_sheets.STAGES[row.stage], *build_sides(row.game, row.number, decoded.tournament.settings)


def parcel_parts(decoded: OthelloBook) -> ParcelParts:
    """Return the ELO file (X2) and the texts of the parcel; players without a number in the world's list are named."""
    tournament, settings = decoded.tournament, decoded.tournament.settings
    names, rating_numbers = decoded.full_names(), assign_rating_file_numbers(decoded.memory.now)
    names_not_listed = [
        f"{names[player_id]} (N° {number})" for player_id, number in rating_numbers.items() if player_id in names
    ]
    date = decoded.memory.entries[-1].date  # so that the same workbook gives the same file
    elo = render_elo_text(
        decoded, creator=f"tournament_xl {__version__}",
        created=f"{date[6:10]}/{date[3:5]}/{date[:2]} {date[11:16]}",
    )  # fmt: skip
    own_facts = {
        "event": othello_sheets.EVENT,
        "edition": othello_sheets.usage_text(
            settings.tie_break, f"{float(compute_beta(settings)):g}".replace(".", ",")
        ),
    }
    return ParcelParts(
        decoded.snapshot, own_facts,
        othello_sheets.played_text(settings.formula, settings.rounds or 0, len(tournament.players)),
        elo.encode("latin-1", "replace"), build_elo_name(decoded),
        submission.named(submission.NOT_OF_THE_WORLD, names_not_listed),
    )  # fmt: skip


def at_random(decoded: OthelloBook, chances: Chances) -> dict[int, dict[str, Cell]]:
    """Draw a result for each row without one: discs, an end on time or a forfeit.

    Returns:
        Row of the sheet -> values by column.
    """
    source = chances.draw("othello")
    return {
        row.line.row: _random_result(
            decoded, row, chances, random.Random(f"{source.random()}:{row.round}:{row.match.sides}")
        )
        for row in decoded.pending
    }


def _random_result(
    decoded: OthelloBook, row: InputRow[OthelloGame], chances: Chances, source: random.Random
) -> dict[str, Cell]:
    """Draw a result; a count already typed is completed to a possible board."""
    if row.line.empty(*DISCS) and source.random() < chances.forfeits:
        return {"Fin": source.choice(("FN", "FB", "FN", "FB", "FNB"))}
    typed = row.match.discs_white, row.match.discs_black
    counts = draw_board(decoded.tournament, row.match, source)
    fitting = (
        min(count, BOARD - int(opponent_count or 0)) for count, opponent_count in zip(counts, typed, strict=True)
    )
    values: dict[str, Cell] = dict(zip(DISCS, fitting, strict=True))
    if source.random() < TIME and row.line.empty(*DISCS):
        values["Fin"] = source.choice(("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB"))
    return values


def draw_board(tournament: OthelloTournament, game: OthelloGame, source: random.Random) -> tuple[int, int]:
    """Draw the final discs of a game, by the ratings of the two players."""
    black, white = (tournament.player(player_id).cote for player_id in game.sides)
    return draw_discs((UNRATED if black is None else black) - (UNRATED if white is None else white), source)


def draw_discs(ahead: float, source: random.Random) -> tuple[int, int]:
    """Draw the final discs of a game, Black's first.

    Args:
        ahead: Black's rating minus White's.
        source: Random numbers.
    """
    if source.random() < DRAWS:
        return 32, 32
    winner = min(64, 33 + round(abs(source.gauss(0, LEAD))))
    loser = 64 - winner
    if source.random() < EMPTY:
        loser -= source.randint(0, loser)
    return (winner, loser) if source.random() < win_probability(ahead) else (loser, winner)
