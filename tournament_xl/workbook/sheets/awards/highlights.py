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

_MAX_TIES = 3  # equals that are named


class HighlightLine(NamedTuple):
    """Line of Faits marquants."""

    title: str
    player: str  # name
    opponent: str  # name of whom it was against; "" for nobody
    fact: awards.Highlight
    detail: str


def render_highlights(inputs: AwardInputs) -> TableContents:
    """Render Faits marquants: the best of each kind that means something in the game."""
    names, lines = inputs.names, list[HighlightLine]()
    kinds = [kind for kind in inputs.highlights if kind not in inputs.not_notable]
    for title, fact, detail in select_memorable(inputs, kinds):
        player, *opponents = fact.players
        opponent = names[opponents[0]] if opponents else names.get(fact.opponent, "")
        lines.append(HighlightLine(title, names[player], opponent, fact, detail))
    rows = render_rows(AWARD_COLUMNS[schema.HIGHLIGHTS], lines)
    return TableContents(
        schema.HIGHLIGHTS, rows, inputs.title(schema.HIGHLIGHTS), is_filled=bool(rows), lay_out=partial(_lay_out, rows)
    )


def _lay_out(rows: Sequence[Mapping[str, Cell]], table: Table) -> list[ColumnWidth]:
    return [
        lay_out_text_column(table, column, (row[column.title] for row in rows)) for column in schema.HIGHLIGHT_NAMES
    ]


def select_memorable(
    inputs: AwardInputs, kinds: Iterable[awards.HighlightKind]
) -> list[tuple[str, awards.Highlight, str]]:
    """Return title, highlight and detail of the best of each kind, `_MAX_TIES` at most of equals.

    A best game that is also the widest win occurs once, under both titles.
    """
    memorable: dict[tuple[object, ...], tuple[str, awards.Highlight, str]] = {}
    joined_kinds = awards.rank_best_games, awards.rank_widest_wins
    for kind in kinds:
        for fact in inputs.highlights[kind][0][:_MAX_TIES] if inputs.highlights[kind] else ():
            key = (fact.players, fact.opponent, fact.round, kind in joined_kinds or kind)
            name = texts.join_titles(memorable[key][0], texts.NAMES[kind]) if key in memorable else texts.NAMES[kind]
            memorable[key] = name, fact, texts.highlight_text(kind, fact)
    return [*memorable.values()]
