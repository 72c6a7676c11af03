"""`--elo`: recomputed a second time from the facts of the tournaments, in decimals of 60 digits."""

from decimal import Decimal, getcontext
from itertools import groupby
from random import Random

import pytest

from tests import federation_world as world
from tests.books import run
from tests.naive import X
from tests.test_federation_files import cells

NUMBERS = 'k = 24\nstart = 1400\nscale = 350\nperiod = "{period}"\n'


def again(tournaments, period):
    """Licence -> rating and games, tournament by tournament or month by month."""
    getcontext().prec = 60
    rating, games = {}, {}
    order = sorted(tournaments, key=lambda facts: (facts["last"], facts["first"], facts["title"]))
    key = (
        (lambda facts: facts["title"])
        if period == "tournoi"
        else lambda facts: (facts["last"].year, facts["last"].month)
    )
    for _, together in groupby(order, key=key):
        gained = {}
        for facts in together:
            licence = {player["number"]: player["licence"] for player in facts["players"]}
            for match in (match for matches in facts["rounds"] for match in matches):
                if match["two"] == X or match["gave"]:
                    continue
                one, two = licence[match["one"]], licence[match["two"]]
                own, other = match["games"][0]
                got = Decimal(1) if own > other else Decimal(0) if own < other else Decimal("0.5")
                for who, against, score in ((one, two, got), (two, one, 1 - got)):
                    gap = rating.get(against, Decimal(1400)) - rating.get(who, Decimal(1400))
                    gained[who] = gained.get(who, 0) + 24 * (score - 1 / (1 + Decimal(10) ** (gap / 350)))
                    games[who] = games.get(who, 0) + 1
        for who, points in gained.items():
            rating[who] = rating.get(who, Decimal(1400)) + points
    return {who: (float(value), games[who]) for who, value in rating.items()}


@pytest.fixture(scope="module")
def season(tmp_path_factory):
    folder = tmp_path_factory.mktemp("elo")
    people, tournaments = world.seasons(Random("elo"), people=50, unknown=0, tournaments=15, days=200)
    for number, facts in enumerate(tournaments):
        world.write(folder / "recus" / f"{number}.xlsx", facts)
    world.write_list(folder / "liste.csv", people)
    return folder, tournaments


def build(folder, *options):
    return run("federation", "build", folder / "recus", "--joueurs", folder / "liste.csv", "--date", "2016-08-31",
               "-o", folder / "c.xlsx", *options)  # fmt: skip


@pytest.mark.parametrize("period", ["tournoi", "mois"])
def test_the_sheet_elo_has_what_a_second_computation_gives(season, period):
    folder, tournaments = season
    (folder / "elo.toml").write_text(NUMBERS.format(period=period))
    assert build(folder, "--elo", folder / "elo.toml") == 0
    found = {line["Licence"]: (line["Elo"], line["Parties"]) for line in cells(folder / "c.xlsx", "Elo")}
    expected = again(tournaments, period)
    assert found.keys() == expected.keys() and len(found) > 40
    for who, (rating, games) in expected.items():
        assert abs(found[who][0] - rating) <= 0.5 and found[who][1] == games, who
    elos = [line["Elo"] for line in cells(folder / "c.xlsx", "Elo")]
    assert elos == sorted(elos, reverse=True)


def test_without_numbers_there_is_no_such_sheet_and_bad_ones_are_told(season, capsys):
    import openpyxl

    folder, _ = season
    assert build(folder) == 0 and "Elo" not in openpyxl.load_workbook(folder / "c.xlsx").sheetnames
    bad = {
        "k = 0": "k doit être un nombre de 1 à 1000",
        "k = 20\nstart = 1500\nscale = 400\nperiod = 'an'": "period doit être : tournoi / mois",
        "k =": "n'est pas un fichier Elo",
    }
    for text, sentence in bad.items():
        (folder / "bad.toml").write_text(text)
        assert build(folder, "--elo", folder / "bad.toml") == 5
        assert sentence in capsys.readouterr().err
