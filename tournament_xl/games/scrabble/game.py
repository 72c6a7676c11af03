"""Class `Scrabble`: answers what the program asks of the game, by the modules of this folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tournament_xl.core.model import Notice, Side
from tournament_xl.document.keys import Document
from tournament_xl.games.answers import Explanation, FinalGame, ParcelParts, RatingAnswer, RoundDraw
from tournament_xl.games.game import Game
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.rules.formulas import FORMULAS
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.working_copy import WorkingCopy

if TYPE_CHECKING:
    from tournament_xl.document.description import Object
    from tournament_xl.games.findings import Finding, Pairing
    from tournament_xl.games.scrabble.book import ScrabbleBook
    from tournament_xl.games.scrabble.rules_view import ScrabbleRules
    from tournament_xl.games.simulation import Chances
    from tournament_xl.workbook.sheets.contents import SheetContents


class Scrabble(Game["ScrabbleBook"]):
    """Scrabble Classique, with Open and round robin.

    `Game` documents each method; most only call the function of the same name in a module of this folder. They import
    it in the body, so that an action loads one game only, and of that game what it needs. With imports at the top, and
    the functions as attributes, a pairing of 190 ms took 30 more, and 13 with no more than what a press asks.
    """

    name = "scrabble"
    columns = schema.COLUMNS
    typed_columns = schema.TYPED_COLUMNS
    settings = schema.SETTINGS
    sheets = schema.SHEETS
    formulas = tuple(FORMULAS.values())
    has_ratings = True
    side_columns = schema.SIDES
    score_pairs = schema.GAMES
    ending_column = "Forfait"
    extra_columns = schema.EXTRA_COLUMNS
    round_titles = schema.ROUND_TITLES
    games_columns = schema.EXPORTED_GAME
    figures = schema.FIGURES
    points_column, value_column = "PM", "Pdep"
    margin_spread = 75.0
    prize_columns = schema.PRIZE_COLUMNS

    # Read

    def decode(self, snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT) -> ScrabbleBook:
        from tournament_xl.games.scrabble.read import decode

        return decode(snapshot, context)

    def to_document(self, book: ScrabbleBook) -> Document:
        from tournament_xl.games.scrabble.document import to_document

        return to_document(book)

    def describe_document(self) -> Object:
        from tournament_xl.games.scrabble.fields import describe

        return describe()

    def find_typed_rows(self, book: ScrabbleBook, round_number: int) -> Collection[int]:
        from tournament_xl.games.scrabble.actions import find_typed_rows

        return find_typed_rows(book, round_number)

    def state_after_last_action(self, book: ScrabbleBook) -> ScrabbleBook:
        from tournament_xl.games.scrabble.drawn_rounds import state_after_last_action

        return state_after_last_action(book)

    def judge_rounds(self, book: ScrabbleBook) -> tuple[list[Pairing], list[Finding]]:
        from tournament_xl.games.scrabble.audit import judge_rounds

        return judge_rounds(book)

    def has_lots(self, book: ScrabbleBook) -> bool:
        """Check whether the history (sheet Mémoire) records groups of an Open, which are drawn by lot."""
        return "groups" in book.memory.document

    def find_unlikely_scores(self, book: ScrabbleBook) -> Iterable[Notice]:
        from tournament_xl.games.scrabble.checks import find_unlikely_scores

        return find_unlikely_scores(book)

    def find_unlikely_cells(self, book: ScrabbleBook) -> Iterable[tuple[int, str, str]]:
        from tournament_xl.games.scrabble.checks import find_unlikely_cells

        return find_unlikely_cells(book)

    # Pair

    def prepare_pairing(self, book: ScrabbleBook) -> ScrabbleBook:
        from tournament_xl.games.scrabble.actions import prepare_pairing

        return prepare_pairing(book)

    def pair(self, working_copy: WorkingCopy, book: ScrabbleBook) -> RoundDraw:
        from tournament_xl.games.scrabble.actions import pair

        return pair(working_copy, book)

    def undo_extras(self, book: ScrabbleBook, round_number: int) -> Document:
        from tournament_xl.games.scrabble.actions import undo_extras

        return undo_extras(book, round_number)

    def recompute_reasons(self, book: ScrabbleBook, round_number: int) -> dict[frozenset[int], str]:
        from tournament_xl.games.scrabble.drawn_rounds import recompute_reasons

        return recompute_reasons(book, round_number)

    def explain_round(self, book: ScrabbleBook, round_number: int, table: int | None = None) -> list[Explanation]:
        from tournament_xl.games.scrabble.drawn_rounds import explain_round

        return explain_round(book, round_number, table)

    def simulate_results(self, book: ScrabbleBook, chances: Chances) -> dict[int, dict[str, Cell]]:
        from tournament_xl.games.scrabble.simulation import simulate_results

        return simulate_results(book, chances)

    # Render

    def render_sheets(self, working_copy: WorkingCopy, book: ScrabbleBook) -> SheetContents:
        from tournament_xl.games.scrabble.render import render_sheets

        return render_sheets(working_copy, book)

    def render_compared_sheets(self, draft: Draft, book: ScrabbleBook) -> SheetContents:
        from tournament_xl.games.scrabble.render import render_compared_sheets

        return render_compared_sheets(draft, book)

    def render_standings_title(self, book: ScrabbleBook, after: int) -> str:
        from tournament_xl.games.scrabble.render import render_standings_title

        return render_standings_title(book, after)

    def render_grid(self, book: ScrabbleBook, after: int) -> list[dict[str, Cell]]:
        from tournament_xl.games.scrabble.render import render_grid

        return render_grid(book, after)

    def render_score(self, first: Side, second: Side) -> str:
        from tournament_xl.games.scrabble.render import render_score

        return render_score(first, second)

    def render_scores(self, book: ScrabbleBook, round_number: int, names: Mapping[int, str]) -> list[str]:
        from tournament_xl.games.scrabble.render import render_scores

        return render_scores(book, round_number, names)

    def list_finals(self, book: ScrabbleBook) -> Iterable[FinalGame]:
        """Return the deciding game on Finales, played or not."""
        from tournament_xl.games.scrabble.render import list_finals

        return list_finals(book)

    def list_series(self, book: ScrabbleBook) -> Sequence[tuple[str, int]]:
        """List the series of starting cotes, each with the lowest cote in it (R3)."""
        from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES

        return [*book.settings.season.thresholds, (LAST_SERIES, 0)]

    def describe_rules(self, book: ScrabbleBook) -> dict[str, Cell]:
        """Return what tournoi.json publishes for programs that rank the games again: the edition of the regulation."""
        return {**book.scoring.describe()}

    # Rate

    def is_rated(self, book: ScrabbleBook) -> bool:
        from tournament_xl.games.scrabble.render_ratings import is_rated

        return is_rated(book)

    def rate(self, working_copy: WorkingCopy, book: ScrabbleBook, *, provisional: bool) -> RatingAnswer:
        """Return what the action says about the ratings, which `render_sheets` writes.

        Raises:
            ActionAborted: The workbook has problems, or the sheet Cotes is missing; without `provisional`, the
                tournament is not over, its deciding game included; with it, no round is complete.
        """
        from tournament_xl.games.scrabble.actions import rate

        if not provisional:
            self.refuse_unfinished(book, "ratings_early")
        return rate(working_copy, book, provisional=provisional)

    def render_ratings(self, book: ScrabbleBook, *, provisional: bool) -> list[dict[str, Cell]]:
        from tournament_xl.games.scrabble.render_ratings import render_ratings

        return render_ratings(book, provisional=provisional)

    def find_rating_notices(self, book: ScrabbleBook) -> Iterable[Notice]:
        from tournament_xl.games.scrabble.render_ratings import find_rating_notices

        return find_rating_notices(book)

    def compute_rating_changes(self, book: ScrabbleBook) -> dict[int, tuple[float, float]]:
        from tournament_xl.games.scrabble.render_ratings import compute_rating_changes

        return compute_rating_changes(book)

    def rules_view(self, document: Document) -> ScrabbleRules:
        from tournament_xl.games.scrabble.rules_view import rules_view

        return rules_view(document)

    # Submit

    def list_final_rounds(self, book: ScrabbleBook) -> Collection[int]:
        """Return the numbers of rounds with which a tournament of this formula and field may end; empty for any."""
        return book.formula.rounds_allowed(book.registered)

    def find_open_decision(self, book: ScrabbleBook) -> Notice | None:
        """Return a notice while the deciding game of an Open is due and has no result (O8), else None."""
        return book.formula.find_missing_final(book.tournament)

    def collect_parcel(self, book: ScrabbleBook) -> ParcelParts:
        from tournament_xl.games.scrabble.submission import collect_parcel

        return collect_parcel(book)
