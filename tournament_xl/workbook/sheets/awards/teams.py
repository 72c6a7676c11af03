"""Équipes: teams by club or country, ranked by their best players."""

from __future__ import annotations

from tournament_xl.messages.names import clip_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, to_cell_number
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet, is_first_content
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs

_COUNTED_WIDTH = 54  # in digits: names of the players who count


def render_teams(inputs: AwardInputs) -> AwardSheet | None:
    """Render Équipes, without rows unless the setting asks for teams."""
    table = inputs.book.find_table(schema.TEAMS)
    if table is None:
        return None
    names = inputs.book.names()
    rows: list[dict[str, Cell]] = [
        {
            "Place": team.place or "\u2014", "Équipe": team.name, "Inscrits": len(team.players),
            "Points": to_cell_number(team.points), "Départage": to_cell_number(team.second),
            "Comptent": clip_text(", ".join(map(names.__getitem__, team.players[: team.counted])), _COUNTED_WIDTH),
        }
        for team in inputs.teams
    ]  # fmt: skip
    return AwardSheet(schema.TEAMS, table, rows, is_revealed=is_first_content(table, rows))
