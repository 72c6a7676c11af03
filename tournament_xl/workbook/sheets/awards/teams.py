"""Équipes: teams by club or country, ranked by their best players."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.core.prizes import Team
from tournament_xl.workbook import schema
from tournament_xl.workbook.computed_columns import AWARD_COLUMNS, render_rows
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.computed import TableContents


class TeamLine(NamedTuple):
    """Line of Équipes."""

    team: Team
    counted: str  # names of the players whose points count


def render_teams(inputs: AwardInputs) -> TableContents:
    """Render Équipes, without rows unless the setting asks for teams."""
    lines = [
        TeamLine(team, ", ".join(map(inputs.names.__getitem__, team.players[: team.counted]))) for team in inputs.teams
    ]
    rows = render_rows(AWARD_COLUMNS[schema.TEAMS], lines)
    return TableContents(schema.TEAMS, rows, inputs.title(schema.TEAMS), is_filled=bool(rows))
