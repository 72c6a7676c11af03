"""The one file in Firefox and in WebKit, as it opens by double click there: tests that Chromium passes, asked again."""

import os

import pytest

from tests import other_browsers
from tests.frontends.web import test_page_browser as chromiums
from tests.frontends.web import test_page_storage as storage
from tests.page_browser import build, open_afresh, open_page
from tests.programs import starts_programs

pytestmark = starts_programs
ALL = bool(os.environ.get("TOURNAMENT_XL_FUZZ"))  # whole tournaments take their time


@pytest.fixture(scope="module", params=sorted(other_browsers.PROGRAMS))
def browser(request, tmp_path_factory):
    build()
    with getattr(other_browsers, request.param)(tmp_path_factory.mktemp("profile")) as page:
        yield open_page(page)


@pytest.fixture
def page(browser):
    return open_afresh(browser)


def test_a_round_with_ratings_and_the_parcel(page, tmp_path, monkeypatch):
    chromiums.test_classique_15_with_ratings_and_the_parcel(page, tmp_path, monkeypatch, rounds=1)


@pytest.mark.skipif(not ALL, reason="make trials")
@pytest.mark.parametrize(
    "tournament",
    [
        chromiums.test_classique_15_with_ratings_and_the_parcel,
        chromiums.test_open_26,
        chromiums.test_othello_17_with_finals,
    ],
)
def test_a_whole_tournament(page, tournament, tmp_path, monkeypatch):
    tournament(page, tmp_path, monkeypatch)


def test_after_its_end_the_engine_starts_anew(page, tmp_path):
    storage.test_the_worker_ends_and_nothing_is_lost(page, tmp_path)


def test_a_closed_tab_is_taken_up_again(page, tmp_path):
    storage.test_a_closed_tab_is_taken_up_again_with_its_copies(page, tmp_path)
