"""What Scrabble does besides its actions (`games.jobs.Jobs`): tables of ratings, pages, the parcel, simulations."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournament_xl.core.model import Match, Notice, Side
from tournament_xl.games.jobs import Chances, NotYetError, ParcelParts, win_probability
from tournament_xl.games.scrabble.audit import judge as judge
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.checks import unusual_scores
from tournament_xl.games.scrabble.input_sheets import GAMES, SCORES
from tournament_xl.games.scrabble.render import rewrite_derived
from tournament_xl.games.scrabble.render_ratings import (
    find_borrowed_season,
    rate_workbook,
    render_rating_row,
    rewrite_ratings,
)
from tournament_xl.games.scrabble.render_ratings import is_rated as is_rated
from tournament_xl.games.scrabble.rules.scoring import is_decided, is_usual, match_sides
from tournament_xl.messages import exports, publication, sheets, submission
from tournament_xl.workbook import schema
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.workbook.input_rows import InputRow
from tournament_xl.workbook.snapshot import Cell, Draft
from tournament_xl.workbook.tables import Problems, parse_int, to_cell_number
from tournament_xl.workbook.working_copy import require_valid

GAMES_COLUMNS: Sequence[str] = exports.SCRABBLE_GAMES
FIGURES: Mapping[str, str] = publication.SCRABBLE_FIGURES
POINTS, VALUE = "PM", "Pdep"
AVERAGE, SPREAD = 390.0, 55.0  # points of a game between equals, mean and standard deviation of each score
DRAWS = 0.01  # share of drawn games


def unlikely_scores(decoded: ScrabbleBook) -> Iterator[Notice]:
    """List the rounds with a score that is probably a typing error."""
    return unusual_scores(decoded, range(1, len(decoded.tournament.rounds) + 1))


def unlikely_cells(decoded: ScrabbleBook) -> Iterator[tuple[int, str, str]]:
    """List row, column and text of such scores, even where the opponent's score is missing."""
    for row in decoded.results.rows:
        for column in SCORES:
            score = parse_int(row.line.text(column))
            if score is not None and not is_usual(score):
                yield row.line.row, column, row.line.text(column)


def ratings_rows(decoded: ScrabbleBook, *, provisional: bool) -> list[dict[str, Cell]]:
    """Render the lines of Cotes.

    Args:
        decoded: Workbook.
        provisional: Rate as if the tournament ended now.

    Raises:
        NotYetError: No round is played, or the tournament is not over and `provisional` is not set.
    """
    tournament = decoded.tournament
    played, rounds = tournament.played, tournament.settings.rounds or 0
    if not played or not (provisional or (played == rounds and decoded.formula.still_to_play(tournament) is None)):
        raise NotYetError(exports.NOT_RATED.format(played=played, rounds=rounds))
    names = decoded.full_names()
    return [render_rating_row(line) | {"Joueur": names[line.player.number]} for line in rate_workbook(decoded).lines]


def rating_notices(decoded: ScrabbleBook) -> Iterator[Notice]:
    """Report when the ratings use the numbers of an earlier season (R1)."""
    if notice := find_borrowed_season(decoded):
        yield notice


def rating_changes(decoded: ScrabbleBook) -> dict[int, tuple[float, float]]:
    """Return N° -> new cote and its change, as if the tournament ended now (R2)."""
    lines = rate_workbook(decoded).lines if decoded.tournament.played else ()
    return {line.player.number: (to_cell_number(line.new), to_cell_number(line.gain.total)) for line in lines}


def published_rules(decoded: ScrabbleBook) -> dict[str, Cell]:
    """Return the rules that a published page names: the edition."""
    return {"edition": decoded.tournament.settings.edition}


def score_text(first: Side, second: Side) -> str:
    """Render the result of a match: "444 – 333", or who forfeits."""
    if first.gave or second.gave:
        return publication.FORFEIT[tuple(side_number for side_number, side in ((1, first), (2, second)) if side.gave)]
    return " · ".join(f"{own_score} – {opponent_score}" for own_score, opponent_score in first.games)


def finals(decoded: ScrabbleBook) -> Iterator[tuple[str, Side, Side]]:
    """Return the deciding game of an Open, if any, as its two sides see it (O8)."""
    if decoded.tournament.final is not None:
        yield sheets.FINAL, *match_sides(decoded.tournament.final, 0, decoded.tournament.settings.edition)


def parcel_parts(decoded: ScrabbleBook) -> ParcelParts:
    """Collect what the federation receives: the workbook with ratings, a description, the ratings as CSV.

    Ratings not written yet are computed on the copy that is sent, with the sheet Évolution.

    Args:
        decoded: Workbook.

    Raises:
        ActionAborted: The workbook has problems.
    """
    draft = Draft(decoded.snapshot)
    if not is_rated(decoded):
        rewrite_ratings(draft, decoded, requested=True)
        rewritten_draft, valid_workbook = Draft(decoded.snapshot), replace(decoded, problems=Problems())
        rewrite_derived(rewritten_draft, valid_workbook, rated=True)  # all other sheets leave as the organiser has them
        draft.wanted |= {schema.EVOLUTION: rewritten_draft.wanted.get(schema.EVOLUTION, {})}
    require_valid(decoded)
    tournament, settings = decoded.tournament, decoded.tournament.settings
    rows = ratings_rows(decoded, provisional=False)
    columns = (*decoded.columns[schema.RATINGS], schema.CHANGE_COLUMN)
    details = {
        "event": settings.event or schema.TH,
        "season": decoded.settings.season.name,
        "edition": settings.edition,
        "participants": str(len(rows)),
        "games": str(settings.rated_games),
    }
    without_licence = [player.full_name for player in tournament.players if not player.licence]
    return ParcelParts(
        draft.after(), details,
        submission.played_text(
            settings.formula, settings.edition, settings.rounds or 0, len(tournament.players), settings.rated_games
        ),
        render_french_csv([columns, *([row.get(name) for name in columns] for row in rows)]), submission.RATINGS_NAME,
        submission.named(submission.NO_LICENCE, without_licence),
    )  # fmt: skip


def at_random(decoded: ScrabbleBook, chances: Chances) -> dict[int, dict[str, Cell]]:
    """Draw scores, or a forfeit, for each row without a result; return row -> cells."""
    return {
        row.line.row: _draw_result(decoded, row, chances, chances.draw("match", row.round, *row.match.sides))
        for row in decoded.pending
    }


def _draw_result(
    decoded: ScrabbleBook, row: InputRow[Match], chances: Chances, source: random.Random
) -> dict[str, Cell]:
    """Draw the missing cells of a row: a forfeit, or games until the match is decided."""
    if source.random() < chances.forfeits and row.line.empty(*SCORES):
        return {"Forfait": source.choice(("1", "2", "1", "2", "1+2"))}
    tournament, match, games = decoded.tournament, row.match, list(row.match.games)
    to_win = tournament.settings.games_to_win(row.round)
    ahead = float(tournament.player(match.one).cote - tournament.player(match.two).cote)
    while not is_decided(replace(match, games=tuple(games)), to_win):
        games.append(draw_scores(ahead, source))
    values: dict[str, Cell] = {}
    for columns, game in zip(GAMES, games, strict=False):
        values |= zip(columns, game, strict=True)
    return values


def draw_scores(ahead: float, source: random.Random) -> tuple[int, int]:
    """Draw the scores of a game.

    Args:
        ahead: By how many points of cote the first player is stronger.
        source: Random numbers.
    """
    total = source.gauss(2 * AVERAGE, SPREAD)
    margin = round(abs(source.gauss(0, 1.3 * SPREAD))) + 1
    if source.random() < DRAWS:
        margin = 0
    if source.random() >= win_probability(ahead):
        margin = -margin
    loser = max(0, round((total - abs(margin)) / 2))
    winner = loser + abs(margin)
    return (winner, loser) if margin >= 0 else (loser, winner)
