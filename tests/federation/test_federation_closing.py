"""Closed periods (R13): what is published stands, what comes later counts in the list that is built."""

import hashlib
from datetime import date
from random import Random

import pytest

from tests import federation_world as world
from tests.federation.test_federation_months import explained
from tests.federation.test_federation_year import OCTOBER, Year, line
from tests.federation_desk import Story, people, received
from tests.fuzz import TRIALS
from tests.naive_closing import ClosedMonths
from tournament_xl.federation.output.report import render_workbook
from tournament_xl.federation.ranking.build import build_publication
from tournament_xl.federation.ranking.history import read_history
from tournament_xl.players.player_lists import read_register

CLOSED = line("Clôture", "oui")


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


class FactsYear(Year):
    """The officer's year, with the facts of every file by its SHA-256."""

    def __init__(self, source, folder, **size):
        self.facts_of = {}
        write = world.write

        def note(path, facts):
            written = write(path, facts)
            self.facts_of[hashlib.sha256(written.read_bytes()).hexdigest()] = facts
            return written

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(world, "write", note)
            super().__init__(source, folder, **size)


@pytest.mark.parametrize("seed", range(5 if TRIALS else 1))
def test_the_officers_year_with_closing_has_each_month_the_cotes_of_its_twin_and_nothing_published_changes(
    tmp_path, seed
):
    size = {"people": 300, "tournaments": 138} if TRIALS else {"people": 50, "tournaments": 14}
    year = FactsYear(Random(f"year {seed}"), tmp_path, **size)
    players = read_register(world.write_list(tmp_path / "liste.csv", year.people))
    earlier, twin, late = None, None, set()
    for month, day in enumerate(year.MONTHS):
        (tmp_path / f"{month}").mkdir(exist_ok=True)
        decisions = [*year.decisions[month], *([] if month else [CLOSED])]
        publication = build_publication(
            received(tmp_path / f"{month}"), [] if earlier else players, day, adjustments=year.adjustments[month],
            decisions=decisions, earlier=earlier,
        )  # fmt: skip
        key_of = {account.licence: account.key for account in publication.accounts}
        if not twin:
            listed = {key_of[one["licence"]]: one | {"cote": one["cote"] or None} for one in year.people}
            twin = ClosedMonths(listed, date(2015, 8, 31))
        counted = {
            one.file.tournament.title: (
                year.facts_of[one.file.sha256],
                {number: "" if account.guest else account.key for number, account in one.counted.accounts.items()},
            )
            for one in publication.counted
        }
        points = {(one.day, key_of[one.licence], one.reason): one.points for one in publication.history.adjustments}
        twin.month(day, counted, points, {account.key for account in publication.accounts})
        assert {account.key: account.cote for account in publication.accounts if account.cote is not None} == {
            key: one["cote"] for key, one in twin.people.items() if one["cote"] is not None
        }, day
        if earlier:
            assert not publication.corrections and not publication.corrected_players
            explained(publication, earlier)
        late |= {one.file.tournament.title for one in publication.counted if one.counted.is_late}
        path = tmp_path / f"{day}.xlsx"
        path.write_bytes(render_workbook(publication, "", ""))
        earlier = read_history(path)
    assert late and year.struck not in counted
