"""Faits marquants: the best game, the widest win, the biggest upset and others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tournament_xl.core import prizes as awards
from tournament_xl.messages import prizes as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.computed_columns import AWARD_COLUMNS, render_rows
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.computed import TableContents
from tournament_xl.workbook.sheets.paging import lay_out_text_column
from tournament_xl.workbook.snapshot import ColumnWidth
from tournament_xl.workbook.tables import Table

_MAX_TIES = 3  # equals that are named where more than one would have to be counted


class Memorable(NamedTuple):
    """One of the best of a kind."""

    title: str
    fact: awards.Highlight
    detail: str
    others: int = 0  # equals behind it that are only counted


class HighlightLine(NamedTuple):
    """Line of Faits marquants."""

    title: str
    player: str  # name, or how many others
    opponent: str  # name of whom it was against; "" for nobody
    round: int | None
    detail: str


def render_highlights(inputs: AwardInputs) -> TableContents:
    """Render Faits marquants: the best of each kind that means something in the game."""
    names, lines = inputs.names, list[HighlightLine]()
    kinds = [kind for kind in inputs.highlights if kind not in inputs.not_notable]
    for title, fact, detail, others in select_memorable(inputs, kinds):
        player, *opponents = fact.players
        opponent = names[opponents[0]] if opponents else names.get(fact.opponent, "")
        lines.append(HighlightLine(title, names[player], opponent, fact.round or None, detail))
        if others:
            lines.append(HighlightLine(title, texts.others_text(others), "", None, ""))
    rows = render_rows(AWARD_COLUMNS[schema.HIGHLIGHTS], lines)
    return TableContents(
        schema.HIGHLIGHTS, rows, inputs.title(schema.HIGHLIGHTS), is_filled=bool(rows), lay_out=partial(_lay_out, rows)
    )


def _lay_out(rows: Sequence[Mapping[str, Cell]], table: Table) -> list[ColumnWidth]:
    return [
        lay_out_text_column(table, column, (row[column.title] for row in rows)) for column in schema.HIGHLIGHT_NAMES
    ]


def select_memorable(inputs: AwardInputs, kinds: Iterable[awards.HighlightKind]) -> list[Memorable]:
    """Return the best of each kind; of many equals `_MAX_TIES`, the last of which counts the others.

    A best game that is also the widest win occurs once, under both titles.
    """
    memorable = dict[tuple[object, ...], Memorable]()
    joined_kinds = awards.rank_best_games, awards.rank_widest_wins
    for kind in kinds:
        best = inputs.highlights[kind][0] if inputs.highlights[kind] else ()
        named = best if len(best) <= _MAX_TIES + 1 else best[:_MAX_TIES]
        for number, fact in enumerate(named, start=1):
            key = (fact.players, fact.opponent, fact.round, kind in joined_kinds or kind)
            title = (
                texts.join_titles(memorable[key].title, texts.NAMES[kind]) if key in memorable else texts.NAMES[kind]
            )
            others = len(best) - len(named) if number == len(named) else 0
            memorable[key] = Memorable(title, fact, texts.highlight_text(kind, fact), others)
    return [*memorable.values()]
