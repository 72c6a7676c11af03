"""Palmarès: a page to hang up, with the podium, prizes, places and the tournament in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from tournament_xl.core import prizes as awards
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import prizes as texts
from tournament_xl.messages.names import list_fitting_names, ordinal, wrap_text
from tournament_xl.messages.sheets import join_parts
from tournament_xl.messages.text_width import text_width
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.sheets.awards import palmares_layout as layouts
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet
from tournament_xl.workbook.sheets.awards.highlights import select_memorable
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.palmares_layout import NameRow, PageLayout, Steps
from tournament_xl.workbook.sheets.awards.prizes import PrizeAnswer, PrizeWon, name_winners
from tournament_xl.workbook.snapshot import CollapsedRange, Snapshot

_MAX_WINNERS = 4  # winners of one prize that are named
_LEAST_GAP, _WIDE_GAPS = 1, (3, 2)  # rows of each gap: so that parts stand apart; beside places, fewer if all fit then
Cells = dict[tuple[int, int], Cell]  # row and column, counted from the word Palmarès -> content


def render_palmares(inputs: AwardInputs, answers: Sequence[PrizeAnswer]) -> AwardSheet | None:
    """Render Palmarès, filled once all is played; its cells are counted from the word Palmarès.

    Where something is left to play again, such as finals chosen late, it names nobody: it says so instead.

    Args:
        inputs: Values of the tournament.
        answers: Prizes, as `award_prizes` found them.

    Returns:
        The sheet; None without that word, or where what a person prepared there is to stay.
    """
    place = _find_page(inputs.book.snapshot)
    if place is None:
        return None
    layout, row, left = place
    is_over = inputs.complete and bool(inputs.field.table)
    is_empty = not cell_text(inputs.book.snapshot.cell(schema.PALMARES, row + layout.title, left))
    if is_empty and not is_over:
        return None
    page = _Page(inputs, layout, [answer.won for answer in answers if answer.won], is_over=is_over)
    cells = {(row + down, left + right): value for (down, right), value in page.cells.items()}
    folds = [
        CollapsedRange(schema.PALMARES, row + rows[0], row + rows[-1], away=not is_shown)
        for is_shown, rows in _join_rows(layout, page.shown)
    ]
    return AwardSheet(schema.PALMARES, cells, folds, is_revealed=is_over and is_empty)


def _find_page(snapshot: Snapshot) -> tuple[PageLayout, int, int] | None:
    """Return the layout of the sheet, with row and column (from 1) of the word Palmarès; None without it."""
    grid = snapshot.sheets.get(schema.PALMARES, ())
    for row, cells in enumerate(grid, start=1):
        for column, cell in enumerate(cells, start=1):
            if cell_text(cell) == layouts.WORD:
                return layouts.PAGE, row, column
            if cell_text(cell) == texts.PALMARES:
                below = {
                    cell_text(snapshot.cell(schema.PALMARES, other, column)): other - row
                    for other in range(len(grid), row, -1)
                }
                rows = {title: below[title] for title in layouts.EARLIER_TITLES if title in below}
                return layouts.build_earlier_layout(rows), row, column
    return None


def _join_rows(layout: PageLayout, shown: Mapping[str, int]) -> Iterator[tuple[bool, list[int]]]:
    """Yield runs of rows, counted from the word, that are all to be shown or all to be hidden, top to bottom."""
    rows = sorted(
        (part.first + offset, offset < shown[name])
        for name, part in layout.parts.items()
        if name in shown
        for offset in range(part.rows)
    )
    runs = groupby(enumerate(rows), key=lambda item: (item[1][1], item[1][0] - item[0]))
    for (is_shown, _), run in runs:
        yield is_shown, [row for _, (row, _) in run]


class _Page:
    """Contents of the page, and how many rows of each part are shown.

    Attributes:
        cells: Content of all cells that the program owns.
        shown: Part -> number of its rows that are shown, of all parts but those that always are.
    """

    def __init__(self, inputs: AwardInputs, layout: PageLayout, prizes: Sequence[PrizeWon], *, is_over: bool) -> None:
        self._inputs, self._layout = inputs, layout
        settings, book = inputs.book.tournament.settings, inputs.book
        (referee, organiser), parts = layout.signatures, layout.parts
        self.shown = dict[str, int]()
        self.cells: Cells = {
            (layout.title, 0): settings.title or book.default_title,
            (layout.event, 0): " · ".join(filter(None, (settings.place, settings.dates))),
            referee: book.settings.text("Arbitre"),
            organiser: book.settings.text("Organisateur"),
        }
        others = self._fill_podium(inputs.eligible_lines if is_over else [])
        self.shown |= {name: int(is_over) for name in layouts.PODIUM_RULES if name in parts}
        if not is_over:
            first = layout.podium[0]
            self.cells[first.rank, first.columns[0]] = texts.NOT_OVER
        lines = self._lay_out_all(prizes if is_over else [], len(others))
        self._fill_lines(layouts.PRIZES, [column for column, _ in layout.prizes], lines)
        summary = render_summary(inputs) if inputs.field.table else ""
        if layouts.SUMMARY in parts:
            self.cells[parts[layouts.SUMMARY].first, 0] = summary
        first_texts = [] if layouts.SUMMARY in parts else [summary]
        figures = _render_figures(inputs, layout, first_texts, self._free_rows(layouts.FIGURES))
        self._fill_lines(layouts.FIGURES, [0], [[figure] for figure in figures])
        self.shown[layouts.FIGURES] = max(self.shown[layouts.FIGURES], layout.least_figures)
        self.shown |= {
            heading: int(bool(self.shown[part]))
            for part, heading in (
                (layouts.PRIZES, layouts.PRIZES_HEADING),
                (layouts.FIGURES, layouts.FIGURES_HEADING),
            )
            if heading in parts
        }
        if layout.standings:
            self._fill_standings(others)
        self._spread_gaps()

    def _measure(self) -> float:
        """Return the height of the page without its gaps."""
        parts = self._layout.parts.items()
        return sum(
            part.height * self.shown.get(name, part.rows) for name, part in parts if name not in self._layout.gaps
        )

    def _free_rows(self, part: str, gap: int = _LEAST_GAP) -> int:
        """Return how many rows of a part without any the page still has room for, with gaps of so many rows."""
        layout = self._layout
        if not layout.room:
            return layout.parts[part].rows
        gaps = sum(gap * layout.parts[name].height for name in layout.gaps)
        return max(int((layout.room - gaps - self._measure()) // layout.parts[part].height), 0)

    def _fill_podium(self, lines: Sequence[awards.Ranked]) -> Sequence[awards.Ranked]:
        """Fill the steps: those who share the first rank together, then one on each, on the last all who share it.

        Returns:
            The lines of the standings below the podium.
        """
        steps = [(group, column) for group in self._layout.podium for column in group.columns]
        tied_by_step, rest = dict[tuple[Steps, int], Sequence[awards.Ranked]](), lines
        for step in steps:
            tied = [line for line in rest if line.place == rest[0].place <= len(steps)]
            tied_by_step[step] = tied if step in (steps[0], steps[-1]) else tied[:1]
            rest = rest[len(tied_by_step[step]) :]
        for group in self._layout.podium:
            self._fill_steps(group, {column: tied_by_step[group, column] for column in group.columns})
        return rest

    def _fill_steps(self, steps: Steps, tied_by_column: Mapping[int, Sequence[awards.Ranked]]) -> None:
        """Fill the steps beside each other, in the largest letters in which all of their names are whole."""
        names = dict[int, str]()
        for column, tied in tied_by_column.items():
            names[column] = self._name_tied(tied, steps.names[-1]) if tied else ""
            self.cells[steps.rank, column] = ordinal(tied[0].place) if tied else None
            self.cells[steps.figures, column] = self._describe(tied, steps.figures_width) if tied else None
        chosen = next((row for row in steps.names if all(_fits(name, row) for name in names.values())), steps.names[-1])
        for row in steps.names:
            first = self._layout.parts[row.part].first
            self.cells |= {(first, column): name if row is chosen else None for column, name in names.items()}
            if len(steps.names) > 1:
                self.shown[row.part] = int(row is chosen)

    def _name_tied(self, tied: Sequence[awards.Ranked], row: NameRow) -> str:
        """Name those who share a step, whole where one stands on it."""
        names = [self._inputs.names[line.number] for line in tied]
        return names[0] if len(names) == 1 else list_fitting_names(names, row.lines * row.width - 2)

    def _describe(self, tied: Sequence[awards.Ranked], width: float) -> str:
        """Render the figures of a step, behind the club or country of one who is alone there, where that is whole."""
        inputs, line = self._inputs, tied[0]
        ppm = (inputs.ppm or {}).get(line.number)
        figures = texts.podium_line(float(line.points), inputs.unit, float(line.second), ppm)
        origin = inputs.teams_of.get(line.number, "") if len(tied) == 1 else ""
        described = join_parts(origin, figures)
        return described if text_width(described) <= width else figures

    def _fill_lines(self, name: str, columns: Sequence[int], lines: Sequence[Sequence[str]]) -> None:
        """Fill the rows of a part, at most all of them, and show those that are filled."""
        part, empty = self._layout.parts[name], [""] * len(columns)
        for down in range(part.rows):
            line = lines[down] if down < len(lines) else empty
            self.cells |= {(part.first + down, column): text for column, text in zip(columns, line, strict=True)}
        self.shown[name] = min(len(lines), part.rows)

    def _fill_standings(self, lines: Sequence[awards.Ranked]) -> None:
        """Fill in the places below the podium, as many as there is room for, in columns beside each other."""
        inputs, columns = self._inputs, self._layout.standings
        self.shown[layouts.STANDINGS] = 0
        needed = -(-len(lines) // len(columns))
        most_rows = [
            min(self._free_rows(layouts.STANDINGS, gap), self._layout.parts[layouts.STANDINGS].rows)
            for gap in _WIDE_GAPS
        ]
        rows = next((needed for most in most_rows if needed <= most), most_rows[0])
        self._fill_lines(layouts.STANDINGS, [column for part in columns for column in part], [
            [
                text
                for index in range(down, len(columns) * rows, rows)
                for text in (
                    (str(lines[index].place), inputs.names[lines[index].number],
                     texts.points_text(float(lines[index].points), inputs.unit))
                    if index < len(lines) else ("", "", "")
                )
            ]
            for down in range(rows)
        ])  # fmt: skip

    def _spread_gaps(self) -> None:
        """Share what is left of the page between the gaps."""
        gaps = self._layout.gaps
        if not gaps:
            return
        height = self._layout.parts[gaps[0]].height
        rows = max(int((self._layout.room - self._measure()) // height), 0)
        for index, name in enumerate(gaps):
            share = (rows + index) // len(gaps)
            self.shown[name] = min(max(share, _LEAST_GAP), self._layout.parts[name].rows)

    def _lay_out_all(self, prizes: Sequence[PrizeWon], others: int) -> list[Sequence[str]]:
        """Return the lines of the prizes, as many for each as its texts need.

        What the prizes are for gives way to the places of the `others`. Where the lines do not fit without it, the size
        of the page gives way; then the last line says how many more prizes there are.
        """
        lines = list[Sequence[str]]()
        self.shown |= dict.fromkeys((layouts.PRIZES, layouts.STANDINGS, layouts.FIGURES), 0)
        parts, columns = self._layout.parts, len(self._layout.standings)
        most_rows = parts[layouts.PRIZES].rows
        free_rows = min(self._free_rows(layouts.PRIZES), most_rows)
        places = min(-(-others // columns), parts[layouts.STANDINGS].rows) if columns else 0
        for is_full, rows in ((True, free_rows - places), (False, free_rows), (False, most_rows)):
            lines, is_fitting = self._lay_out_prizes(prizes, rows, is_full=is_full)
            if is_fitting:
                break
        return lines

    def _lay_out_prizes(
        self, prizes: Sequence[PrizeWon], rows: int, *, is_full: bool
    ) -> tuple[list[Sequence[str]], bool]:
        """Return the lines of prizes, at most so many rows, and whether all prizes are on them."""
        widths, page_lines = [width for _, width in self._layout.prizes], list[Sequence[str]]()
        for index, (prize, best, reason, full_reason) in enumerate(prizes):
            winners = texts.separate_sharers(name_winners(best, self._inputs.names), _MAX_WINNERS)
            shown_reason = full_reason if is_full or text_width(full_reason) <= widths[-1] else reason
            columns = (
                [line for text in column for line in wrap_text(text, width)]
                for column, width in zip(([prize], winners, [shown_reason]), widths, strict=True)
            )
            lines = [*zip_longest(*columns, fillvalue="")]
            if len(page_lines) + len(lines) > rows - (index < len(prizes) - 1):
                return [*page_lines, (texts.more_prizes_text(len(prizes) - index), "", "")], False
            page_lines += lines
        return page_lines, True


def _fits(name: str, row: NameRow) -> bool:
    """Check whether a name is whole in a row, broken at blanks only where it must be."""
    lines = wrap_text(name, row.width)
    return len(lines) <= row.lines and "".join(lines).replace(" ", "") == name.replace(" ", "")


def render_summary(inputs: AwardInputs) -> str:
    """Return the size of the tournament: "16 joueurs · 5 rondes · 40 matchs joués · 7 clubs"."""
    played = inputs.book.tournament.played
    groups = {normalize(line.text(inputs.team_column)) for line in inputs.book.lines.values()}
    matches = [
        (first.number, second.number)
        for round_number in range(1, played + 1)
        for first, second in inputs.book.sides(round_number)
        if not (first.gave or second.gave) and X not in (first.number, first.opponent)
    ]
    participant_ids = {player_id for match in matches for player_id in match}
    return texts.figures_text(
        len(participant_ids), played, len(matches) + inputs.finals, len(groups - {""}), inputs.team_column,
        inputs.rated_games, is_everywhere="" not in groups,
    )  # fmt: skip


def _render_figures(inputs: AwardInputs, layout: PageLayout, first_texts: Sequence[str], rows: int) -> list[str]:
    """Return the lines of the texts passed, of what decided the first places, and of the most memorable facts.

    Facts for which there is no room are left out.
    """
    rows = min(rows, layout.parts[layouts.FIGURES].rows)
    page_texts = [*first_texts, *filter(None, [inputs.decided]), *list_facts(inputs)]
    wrapped_texts = [wrap_text(text, layout.figures_width) for text in page_texts]
    while sum(map(len, wrapped_texts)) > rows:
        wrapped_texts.pop()
    return [line for wrapped in wrapped_texts for line in wrapped]


def list_facts(inputs: AwardInputs) -> list[str]:
    """Return the most memorable facts, a text each."""
    kinds = awards.rank_best_games, awards.rank_widest_wins, awards.rank_winning_runs, awards.rank_upsets
    players_by_fact, others = dict[str, dict[str, list[str]]](), Counter[str]()
    for memorable in select_memorable(inputs, kinds):
        is_by_cote = memorable.title == texts.NAMES[awards.rank_upsets] and inputs.field.ratings
        title = texts.RATED_UPSET if is_by_cote else memorable.title
        holders = players_by_fact.setdefault(title, {}).setdefault(memorable.detail, [])
        holders += [inputs.names[player_id] for player_id in memorable.fact.players]
        others[title] += memorable.others
    return [texts.highlight_line(title, players, others[title]) for title, players in players_by_fact.items()]
