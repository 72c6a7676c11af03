"""Class `Othello`: answers what the program asks of the game, by the modules of this folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tournament_xl.core.model import Notice, Side
from tournament_xl.document.keys import Document
from tournament_xl.games.answers import Explanation, FinalGame, NotYetError, ParcelParts, RatingAnswer, RoundDraw
from tournament_xl.games.game import Game
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules.formulas import FORMULAS
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.working_copy import WorkingCopy, refused

if TYPE_CHECKING:
    from tournament_xl.document.description import Object
    from tournament_xl.games.findings import Finding, Pairing
    from tournament_xl.games.othello.read import OthelloBook
    from tournament_xl.games.othello.rules_view import OthelloRules
    from tournament_xl.games.simulation import Chances
    from tournament_xl.workbook.sheets.contents import SheetContents


class Othello(Game["OthelloBook"]):
    """Othello: Swiss by least cost, round robin, finals; the rating officer computes the ratings.

    `Game` documents each method; most only call the function of the same name in a module of this folder, which they
    import in the body, so that an action loads one game only, and of that game what it needs (see `Scrabble`).
    """

    name = "othello"
    columns = schema.COLUMNS
    typed_columns = schema.TYPED_COLUMNS
    settings = schema.SETTINGS
    federation_settings = schema.FEDERATION_SETTINGS
    sheets = schema.SHEETS
    forms = (schema.REFEREE,)
    formulas = tuple(FORMULAS.values())
    has_world_list = True
    final_choices = schema.FINAL_CHOICES
    last_entry = 2  # B7
    bye = schema.BIP
    has_colours = True  # S4
    side_columns = schema.SIDES
    score_pairs = (schema.DISCS,)
    ending_column = "Fin"
    round_titles = schema.ROUND_TITLES
    games_columns = schema.EXPORTED_GAME
    figures = schema.FIGURES
    points_column, value_column = "Points", "Pions"
    margin_spread = 27.0
    prize_columns = schema.PRIZE_COLUMNS

    # Read

    def decode(self, snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT) -> OthelloBook:
        from tournament_xl.games.othello.read import decode

        return decode(snapshot, context)

    def record_numbers(self, new_numbers: Iterable[int], world_numbers: Collection[int]) -> Document:
        from tournament_xl.games.othello.read import record_numbers

        return record_numbers(new_numbers, world_numbers)

    def to_document(self, book: OthelloBook) -> Document:
        from tournament_xl.games.othello.document import to_document

        return to_document(book)

    def describe_document(self) -> Object:
        from tournament_xl.games.othello.fields import describe

        return describe()

    def find_typed_rows(self, book: OthelloBook, round_number: int) -> Collection[int]:
        from tournament_xl.games.othello.actions import find_typed_rows

        return find_typed_rows(book, round_number)

    def state_after_last_action(self, book: OthelloBook) -> OthelloBook:
        from tournament_xl.games.othello.actions import state_after_last_action

        return state_after_last_action(book)

    def judge_rounds(self, book: OthelloBook) -> tuple[list[Pairing], list[Finding]]:
        from tournament_xl.games.othello.audit import judge_rounds

        return judge_rounds(book)

    # Pair

    def prepare_pairing(self, book: OthelloBook) -> OthelloBook:
        from tournament_xl.games.othello.actions import prepare_pairing

        return prepare_pairing(book)

    def pair(self, working_copy: WorkingCopy, book: OthelloBook) -> RoundDraw:
        from tournament_xl.games.othello.actions import pair

        return pair(working_copy, book)

    def recompute_reasons(self, book: OthelloBook, round_number: int) -> dict[frozenset[int], str]:
        from tournament_xl.games.othello.actions import recompute_reasons

        return recompute_reasons(book, round_number)

    def explain_round(self, book: OthelloBook, round_number: int, table: int | None = None) -> list[Explanation]:
        from tournament_xl.games.othello.actions import explain_round

        return explain_round(book, round_number, table)

    def simulate_results(self, book: OthelloBook, chances: Chances) -> dict[int, dict[str, Cell]]:
        from tournament_xl.games.othello.simulation import simulate_results

        return simulate_results(book, chances)

    # Render

    def render_compared_sheets(self, draft: Draft, book: OthelloBook) -> SheetContents:
        from tournament_xl.games.othello.render import render_compared_sheets

        return render_compared_sheets(draft, book)

    def render_standings_title(self, book: OthelloBook, after: int) -> str:
        from tournament_xl.games.othello.render import render_standings_title

        return render_standings_title(book, after)

    def render_grid(self, book: OthelloBook, after: int) -> list[dict[str, Cell]]:
        from tournament_xl.games.othello.render import render_grid

        return render_grid(book, after)

    def render_score(self, first: Side, second: Side) -> str:
        from tournament_xl.games.othello.render import render_score

        return render_score(first, second)

    def describe_counted_score(self, first: Side, second: Side) -> str:
        """Say what counts instead of the discs typed for a game (B1, B6); "" where they count as typed."""
        from tournament_xl.games.othello.render import describe_counted_score

        return describe_counted_score(first, second)

    def render_scores(self, book: OthelloBook, round_number: int, names: Mapping[int, str]) -> list[str]:
        from tournament_xl.games.othello.render import render_scores

        return render_scores(book, round_number)

    def list_finals(self, book: OthelloBook) -> Iterable[FinalGame]:
        from tournament_xl.games.othello.render import list_finals

        return list_finals(book)

    def find_final_opponents(self, book: OthelloBook) -> Mapping[str, Sequence[tuple[int, int]]]:
        from tournament_xl.games.othello.finals import find_opponents

        standing, matches = book.standings(book.tournament.played)
        return find_opponents(standing, book.finals.best_of if book.finals else {}, matches)

    def describe_rules(self, book: OthelloBook) -> dict[str, Cell]:
        from tournament_xl.games.othello.render import describe_rules

        return describe_rules(book)

    def explain_tie_breaks(self, book: OthelloBook) -> dict[int, str]:
        from tournament_xl.games.othello.render import explain_tie_breaks

        return explain_tie_breaks(book)

    # Rate

    def rate(self, working_copy: WorkingCopy, book: OthelloBook, *, provisional: bool) -> RatingAnswer:
        raise refused(Notice("ratings_othello"))  # X2

    def render_ratings(self, book: OthelloBook, *, provisional: bool) -> list[dict[str, Cell]]:
        from tournament_xl.messages.exports import NO_RATINGS

        raise NotYetError(NO_RATINGS)

    def rules_view(self, document: Document) -> OthelloRules:
        from tournament_xl.games.othello.rules_view import rules_view

        return rules_view(document)

    # Submit

    def report_missing_results(self, book: OthelloBook) -> OthelloBook:
        from tournament_xl.games.othello.read import report_missing_results

        return report_missing_results(book)

    def find_open_decision(self, book: OthelloBook) -> Notice | None:
        from tournament_xl.games.othello.finals import find_unfinished_matches

        unfinished = find_unfinished_matches(book.standings(book.tournament.played)[1])
        return Notice("send_before_finals", {"matches": unfinished}) if unfinished else None

    def collect_parcel(self, book: OthelloBook) -> ParcelParts:
        from tournament_xl.games.othello.submission import collect_parcel

        return collect_parcel(book)
