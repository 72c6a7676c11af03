"""Évolution and Saison à saison, against the lines of the sheets Saison."""

from datetime import date
from functools import cache
from random import Random

import pytest

from tests import federation_world as world
from tests.books import run
from tests.test_federation_files import cells

DAY = date(2016, 11, 20)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Fourteen months of tournaments over two seasons."""
    folder = tmp_path_factory.mktemp("course")
    people, tournaments = world.seasons(Random("course"), people=60, unknown=6, tournaments=20, days=400)
    for number, facts in enumerate(tournaments):
        world.write(folder / "recus" / f"{number}.xlsx", facts)
    world.write_list(folder / "liste.csv", people)
    assert run("federation", "build", folder / "recus", "--joueurs", folder / "liste.csv", "--date", DAY,
               "-o", folder / "c.xlsx") == 0  # fmt: skip
    return folder / "c.xlsx"


@cache
def moves(book):
    return [line for name in ("2015-2016", "2016-2017") for line in cells(book, f"Saison {name}")]


def test_each_month_has_the_cote_after_the_last_movement_before_its_end(book):
    lines = {(one["Nom"], one["Prénom"]): one for one in cells(book, "Évolution")}
    months = [title for title in next(iter(lines.values())) if title[:1].isdigit()]
    assert months[0] == f"{moves(book)[0]['Date']:%m/%Y}" and months[-1] == "11/2016" and len(months) == 15
    checked = 0
    for one in cells(book, "Classement"):
        own = [move for move in moves(book) if move["Licence"] == one["Licence"]]
        line = lines[one["Nom"], one["Prénom"]]
        for month in months:
            end = int(month[3:]), int(month[:2])
            before = [move for move in own if (move["Date"].year, move["Date"].month) <= end]
            expected = before[-1]["Cote après"] if before else own[0]["Cote avant"] if own else one["Cote"]
            assert line[month] == expected, (one["Nom"], month)
            checked += 1
    assert checked > 500


def test_a_season_beside_the_other_counts_what_its_sheet_has(book):
    found = {line["Saison"]: line for line in cells(book, "Saison à saison") if "-" in str(line["Saison"])}
    assert list(found) == ["2015-2016", "2016-2017"]
    for name, line in found.items():
        played = [one for one in cells(book, f"Saison {name}") if one["Mouvement"] == "tournoi"]
        gains = {}
        for one in played:
            gains[one["Licence"]] = gains.get(one["Licence"], 0) + one["Variation"]
        assert line["Tournois"] == len({one["N°"] for one in played}) and line["Participations"] == len(played)
        assert (line["Joueurs"], line["Points"], line["Points perdus"]) == (
            len(gains),
            max(gains.values()),
            min(gains.values()),
        )
