"""Class `Game`: everything that the rest of the program asks of a game, with defaults.

A formula (setting Formule) says how rounds are paired; the history is the sheet Mémoire.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from tournament_xl.core.model import FieldChange, Formula, Notice, Side
from tournament_xl.core.normalization import normalize
from tournament_xl.document.codec import build_document, read_player
from tournament_xl.document.keys import Document
from tournament_xl.document.recorded import join_parts, select_kept, select_said
from tournament_xl.games.answers import Explanation, FinalGame, NotYetError, ParcelParts, RatingAnswer, RoundDraw
from tournament_xl.games.rendering import render_standings
from tournament_xl.messages import sheets
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import report_pending
from tournament_xl.workbook.history.changes import list_changes
from tournament_xl.workbook.history.views import Recorded, find_imposed_pairs
from tournament_xl.workbook.schema import PLAYERS, RESULTS
from tournament_xl.workbook.settings import FEDERATION_SETTINGS, Setting
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Problems
from tournament_xl.workbook.typed_columns import Column
from tournament_xl.workbook.working_copy import BookT, WorkingCopy, refuse_unplayed, refused, require_valid

if TYPE_CHECKING:
    from tournament_xl.document.description import Object
    from tournament_xl.games.findings import Finding, Pairing
    from tournament_xl.games.rules_view import RulesView
    from tournament_xl.games.simulation import Chances
    from tournament_xl.workbook.sheets.contents import SheetContents


class Game(Generic[BookT]):
    """A game, asked in the order of a tournament: read, pair, render, rate, submit.

    A game is a subclass in a folder of `games/`, and a line of `registry.LOADERS`. A method with a body is a default.
    Workbooks that it takes were decoded by the same game. "Fixed" pairs are on Résultats when their round is paired.

    Attributes:
        name: Name of the game: key in `GAMES`, beginning of its templates' names.
        columns: Sheet -> its columns, in the template's order.
        typed_columns: Sheet that people type into -> its columns.
        settings: Settings of the sheet Tournoi.
        federation_settings: Names of the settings that must be filled in before results go to a federation.
        sheets: Sheets in the order of the tabs.
        formulas: Formulas of play; the first is the usual one.
        forms: Sheets with boxes that people fill in for themselves in a spreadsheet, which nothing reads.
        has_ratings: Whether there is a sheet Cotes.
        has_world_list: Whether N° come from a list of all players.
        final_choices: Sheet Finales: settings in the cells right of their names.
        last_entry: Last round in which the regulation admits newcomers; None: any.
        bye: Name of the fictitious player on sheets.
        has_colours: Whether the order within a pair matters.
        side_columns: Columns of Résultats: number and name of each side.
        score_pairs: Columns of Résultats: the two scores of each game of a match.
        ending_column: Column of Résultats that says how a game ended, if not by its scores alone; "" for none.
        extra_columns: Columns of Joueurs that are the game's and that a workbook may lack.
        round_titles: Titles of a round in the terminal: table, first, score, second, reason.
        games_columns: Columns of the exported table of games, two rows a game.
        figures: Published standings: key in tournoi.json -> column of Classement.
        points_column: Column of the points of a match in the table of games.
        value_column: Column of what a match adds to the tie-break, in the same table.
        margin_spread: Standard deviation of the margin between equals, in points or discs (docs/fiabilite.md).
        prize_columns: Columns of Joueurs whose values a prize may be for -> letters of a value that count; 0: all.
    """

    name: ClassVar[str]
    columns: ClassVar[Mapping[str, tuple[str, ...]]]
    typed_columns: ClassVar[Mapping[str, Sequence[Column]]] = {}
    settings: ClassVar[Sequence[Setting]]
    federation_settings: ClassVar[Sequence[str]] = FEDERATION_SETTINGS
    sheets: ClassVar[Sequence[str]]
    formulas: ClassVar[Sequence[Formula]]
    forms: ClassVar[Sequence[str]] = ()
    has_ratings: ClassVar[bool] = False
    has_world_list: ClassVar[bool] = False
    final_choices: ClassVar[Sequence[Setting]] = ()
    last_entry: ClassVar[int | None] = None
    bye: ClassVar[str] = "X"
    has_colours: ClassVar[bool] = False
    side_columns: ClassVar[Sequence[tuple[str, str]]]
    score_pairs: ClassVar[Sequence[tuple[str, str]]]
    ending_column: ClassVar[str] = ""
    extra_columns: ClassVar[Sequence[str]] = ()
    round_titles: ClassVar[Sequence[str]]
    games_columns: ClassVar[Sequence[str]]
    figures: ClassVar[Mapping[str, str]]
    points_column: ClassVar[str]
    value_column: ClassVar[str]
    margin_spread: ClassVar[float]
    prize_columns: ClassVar[Mapping[str, int]] = {}

    @property
    def words(self) -> set[str]:
        """Normalised column and setting names by which workbooks of the game are recognised."""
        columns = (name for sheet in (PLAYERS, RESULTS) for name in self.columns[sheet])
        return {normalize(word) for word in (*columns, *(setting.name for setting in self.settings))}

    # Read

    def decode(self, snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT) -> BookT:
        """Read a whole workbook and check it.

        Faults of its content do not raise but come back as its problems.

        Raises:
            ActionAborted: A table cannot be read.
        """
        raise NotImplementedError

    def record_numbers(self, new_numbers: Iterable[int], world_numbers: Collection[int]) -> Document:
        """Return what a new workbook records about the players' numbers, a part of a document; by default nothing.

        `new_numbers` are not in the world's list; `world_numbers` are all of that list, empty if it is not available.
        """
        return {}

    def to_document(self, book: BookT) -> Document:
        """Return the document of a decoded workbook; by default without fields that only this game has."""
        chosen = book.tournament.settings
        effective = {"Formule": chosen.formula.name, "Nombre de rondes": str(chosen.rounds or "")}
        players = [read_player(book, line, player, {}) for line, player in book.players.rows]
        return build_document(book, self.settings, effective, players)

    def describe_document(self) -> Object:
        """Describe the document: its fields with home, recorded and told."""
        from tournament_xl.document.tournament import ANY_SCORES, describe_document  # no action needs it: 3 ms

        return describe_document(self.name, self.settings, (), (ANY_SCORES,))

    def record(self, book: BookT) -> Document:
        """Return the recorded part of the document: what the sheets say now, and what only the history keeps."""
        return join_parts(self.select_said(book), select_kept(book.memory.document))

    def select_said(self, book: BookT) -> Document:
        """Return the recorded part of what the sheets say."""
        return select_said(self.to_document(book), {setting.name for setting in self.settings if setting.decides})

    def find_changes(self, book: BookT, before: Recorded, after: Recorded) -> list[FieldChange]:
        """Find what differs between two recorded documents of a workbook of that which its sheets say."""
        return [*list_changes(before, after, self.settings, book.settle_match)]

    def find_typed_rows(self, book: BookT, round_number: int) -> Collection[int]:
        """Return the row numbers of Résultats in which a person typed a result of this round, or half of one."""
        columns = [column for pair in self.score_pairs for column in pair]
        return {row.line.row for row in book.results.round(round_number) if not row.line.empty(*columns)}

    def state_after_last_action(self, book: BookT) -> BookT:
        """Return a copy with results, settings and ranks as the last action left them, but with current names.

        It has no pairs typed for the next round.
        """
        raise NotImplementedError

    def judge_rounds(self, book: BookT) -> tuple[list[Pairing], list[Finding]]:
        """Compare every drawn round with the rules; by default its pairs must be those of `recompute_reasons` or fixed.

        The workbook must have no problems. There is a comparison per drawn round, in order; findings are on lots,
        places and rounds, by default none.
        """
        from tournament_xl.games.findings import Pairing  # only `check` judges: see `service/act.py`

        pairings = []
        for number, matches in enumerate(book.tournament.rounds, start=1):
            drawn = book.memory.drawn.get(number)
            expected = self.recompute_reasons(book, number).keys() | (
                find_imposed_pairs(drawn.after, number) if drawn else set()
            )
            pairings.append(Pairing(number, {frozenset(match.sides) for match in matches} == expected))
        return pairings, []

    def has_lots(self, book: BookT) -> bool:
        """Check whether lots were drawn that `judge_rounds` verifies; by default there are none."""
        return False

    def find_unlikely_scores(self, book: BookT) -> Iterable[Notice]:
        """Return a notice for each drawn round with a score that is probably a typing error; by default none."""
        return ()

    def find_unlikely_cells(self, book: BookT) -> Iterable[tuple[int, str, str]]:
        """Return the cells of Résultats with a score that is probably a typing error; by default none.

        Returns:
            Row of Résultats, column, text of the score.
        """
        return ()

    # Pair

    def prepare_pairing(self, book: BookT) -> BookT:
        """Prepare a workbook for the next pairing.

        Returns:
            The workbook, its problems with those that only forbid a pairing; a round to be completed is its next one.
        """
        return self.report_missing_results(book)

    def pair(self, working_copy: WorkingCopy, book: BookT) -> RoundDraw:
        """Pair the next round; write its rows and the N° of new players into the draft.

        The workbook is as `prepare_pairing` returns it, without problems.

        Returns:
            The pairs, fixed ones included: everybody present has one opponent, or the bye; what only the history
            records; warnings.

        Raises:
            Refused: A rule refuses the pairing.
            ActionAborted: There are problems at cells.
        """
        raise NotImplementedError

    def undo_extras(self, book: BookT, round_number: int) -> Document:
        """Return what is void with an undone round besides its rows; by default nothing.

        The round is the last drawn one; the answer is a patch of the recorded document.
        """
        return {}

    def recompute_reasons(self, book: BookT, round_number: int) -> dict[frozenset[int], str]:
        """Return the reasons of the pairs that a pairing drew, from what it read.

        Returns:
            Pair of N° -> reason, without the fixed pairs; {} when the round cannot be paired again.
        """
        raise NotImplementedError

    def explain_round(self, book: BookT, round_number: int, table: int | None = None) -> list[Explanation]:
        """Explain the pairs of a drawn round; by default with the reasons on the sheet.

        `table` restricts the answer to one table; [] if the round has no such table.
        """
        matches = (match for match in book.tournament.rounds[round_number - 1] if table in (None, match.table))
        return [Explanation(f"Table {match.table}", (match.reason,)) for match in matches]

    def simulate_results(self, book: BookT, chances: Chances) -> dict[int, dict[str, Cell]]:
        """Invent a plausible result for every row of the last drawn round that lacks one.

        The same chances give the same results: row of Résultats -> column -> content.
        """
        raise NotImplementedError

    # Render

    def render_sheets(self, working_copy: WorkingCopy, book: BookT) -> SheetContents:
        """Write what only this game computes after an action, and render the computed sheets.

        That is, by default only, what `render_compared_sheets` writes; and what only an action may (ranks, ratings).
        `write_contents` writes the contents returned.
        """
        return self.render_compared_sheets(working_copy.draft, book)

    def render_compared_sheets(self, draft: Draft, book: BookT) -> SheetContents:
        """Write the computed columns of sheets that people type into, and render the computed sheets.

        These are the sheets that `check` compares. Cells in the way are noted in the draft (`Draft.in_the_way`).
        """
        raise NotImplementedError

    def render_standings(self, book: BookT, after: int) -> list[dict[str, Cell]]:
        """Return the rows of Classement.

        The best player is first; `after` counts rounds, 0 for the initial ranking.
        """
        return render_standings(book, after)

    def render_standings_title(self, book: BookT, after: int) -> str:
        """Return the title of Classement after a round (0: before the first)."""
        return sheets.standings_title(after, book.tournament.settings.rounds or 0)

    def render_grid(self, book: BookT, after: int) -> list[dict[str, Cell]]:
        """Return the rows of Grille, the cross table.

        Returns:
            Column -> content, best player first: the declared columns, then one per round of the tournament ("R1"), in
            a round robin one per opponent, his place ("1").
        """
        raise NotImplementedError

    def render_score(self, first: Side, second: Side) -> str:
        """Return the result of a match for the pages: "444 – 333", games joined by " · "; "" without a result."""
        return " · ".join(f"{own_score} – {opponent_score}" for own_score, opponent_score in first.games)

    def describe_counted_score(self, first: Side, second: Side) -> str:
        """Say what counts instead of the scores typed for a match; "" where they count as typed, as by default."""
        return ""

    def render_scores(self, book: BookT, round_number: int, names: Mapping[int, str]) -> list[str]:
        """Return the results of a drawn round for the terminal: a text a match, in the sheet's order, "" without."""
        return [self.render_score(first, second) for first, second in book.sides(round_number)]

    def list_finals(self, book: BookT) -> Iterable[FinalGame]:
        """Return the games on Finales whose two players are known, played or not, in the order of the sheet."""
        return ()

    def find_final_opponents(self, book: BookT) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Map each choice of Finales to the N° of those who would meet if it were chosen; by default no choices."""
        return {}

    def list_series(self, book: BookT) -> Sequence[tuple[str, int]]:
        """List the series of ratings that a prize may be for, highest first, with the lowest rating; often none."""
        return ()

    def describe_rules(self, book: BookT) -> dict[str, Cell]:
        """Return the settings by which a program can rank the published games again: key in tournoi.json -> value."""
        return {}

    def explain_tie_breaks(self, book: BookT) -> dict[int, str]:
        """Return how everybody's tie-break adds up after the last complete round: N° -> sum; by default none."""
        return {}

    # Rate

    def is_rated(self, book: BookT) -> bool:
        """Check whether the history or the sheet Cotes says that ratings were computed; by default never."""
        return False

    def rate(self, working_copy: WorkingCopy, book: BookT, *, provisional: bool) -> RatingAnswer:
        """Return the words of an action about the ratings, which `render_sheets` then writes; refuse by default.

        With `provisional`, it rates as if the tournament ended with its last complete round.

        Raises:
            ActionAborted: The game has no ratings, the workbook has problems, or the tournament is not over (with
                `provisional`: no round is complete).
        """
        raise refused(Notice("no_ratings"))

    def render_ratings(self, book: BookT, *, provisional: bool) -> list[dict[str, Cell]]:
        """Return the lines of the sheet Cotes.

        With `provisional`, it rates as if the tournament ended with its last complete round.

        Raises:
            NotYetError: The tournament is not over and `provisional` is false, or the game has no ratings.
        """
        raise NotYetError(notice_text(Notice("no_ratings")))

    def find_rating_notices(self, book: BookT) -> Iterable[Notice]:
        """Return notices on the ratings, such as a season of another year; by default none."""
        return ()

    def compute_rating_changes(self, book: BookT) -> dict[int, tuple[float, float]]:
        """Return N° -> new rating and its change after the last complete round; empty without ratings."""
        return {}

    def rules_view(self, document: Document) -> RulesView[Any, Any]:
        """Read a document as the rules need it, for the engine.

        The document is not trusted and does not change.

        Raises:
            InputError: A value is impossible; `path` names it.
        """
        raise NotImplementedError

    # Submit

    def report_missing_results(self, book: BookT) -> BookT:
        """Return the workbook with the missing results of its last drawn round added to its problems."""
        problems = Problems(book.problems)
        report_pending(book, problems)
        return book.with_problems(problems)

    def list_final_rounds(self, book: BookT) -> Collection[int]:
        """Return the numbers of rounds with which the formula may end; empty for any."""
        return ()

    def find_open_decision(self, book: BookT) -> Notice | None:
        """Return the notice about games to be played once all rounds are played; None when there are none."""
        return None

    def refuse_unfinished(self, book: BookT, early: str) -> None:
        """Refuse a tournament that is not over.

        `early` is the key of the notice for rounds to come.

        Raises:
            ActionAborted: There are problems, missing results, rounds or deciding games to play.
        """
        if len(book.tournament.rounds) == (book.tournament.settings.rounds or 0):
            book = self.report_missing_results(book)
        refuse_unplayed(require_valid(book), early, self.list_final_rounds(book))
        if notice := self.find_open_decision(book):
            raise refused(notice)

    def collect_parcel(self, book: BookT) -> ParcelParts:
        """Collect what this game adds to the parcel of a finished tournament, the mail with files for the federation.

        Raises:
            ActionAborted: The workbook has problems.
        """
        return ParcelParts(book.snapshot, {}, book.tournament.settings.formula.name, b"", "{stem}.csv", "")


AnyGame: TypeAlias = Game[Any]  # a game together with the workbooks that it decoded
