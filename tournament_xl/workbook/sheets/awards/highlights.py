"""Faits marquants: the best game, the widest win, the biggest upset and others."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.core import prizes as awards
from tournament_xl.messages import prizes as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet, is_first_content
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.paging import lay_out_text_column

_MAX_TIES = 3  # equals that are named


def render_highlights(inputs: AwardInputs) -> AwardSheet | None:
    """Render Faits marquants: the best of each kind that means something in the game."""
    table = inputs.book.find_table(schema.HIGHLIGHTS)
    if table is None:
        return None
    names = inputs.book.fit_names(schema.HIGHLIGHT_NAMES[0].room)
    rows: list[dict[str, Cell]] = []
    kinds = [kind for kind in inputs.highlights if kind not in inputs.not_notable]
    for name, fact, detail in select_memorable(inputs, kinds):
        player, *opponents = fact.players
        rows.append({
            "Fait": name, "Joueur": names[player], "Ronde": fact.round or None,
            "Contre": names[opponents[0]] if opponents else names.get(fact.opponent, ""), "Détail": detail,
        })  # fmt: skip
    widths = [
        lay_out_text_column(table, column, (row[column.title] for row in rows)) for column in schema.HIGHLIGHT_NAMES
    ]
    return AwardSheet(schema.HIGHLIGHTS, table, rows, layout_changes=widths, is_revealed=is_first_content(table, rows))


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
