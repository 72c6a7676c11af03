"""The one file in Firefox and in WebKit, as it opens by double click there: tests that Chromium passes, asked again."""

import pytest

from tests import other_browsers
from tests.frontends.web import test_page_browser as chromiums
from tests.frontends.web import test_page_storage as storage
from tests.page_browser import RESET, build, open_page
from tests.programs import starts_programs

pytestmark = starts_programs


@pytest.mark.parametrize("name", sorted(other_browsers.PROGRAMS))
def test_a_round_is_as_natively_and_neither_an_end_of_the_engine_nor_of_the_tab_loses_it(name, tmp_path, monkeypatch):
    build()
    for folder in ("profile", "round", "end", "tab"):
        (tmp_path / folder).mkdir()
    with getattr(other_browsers, name)(tmp_path / "profile") as browser:
        page = open_page(browser)
        chromiums.test_a_tournament_with_its_parcel_has_the_same_parts_as_natively(
            page, tmp_path / "round", monkeypatch, rounds=1
        )
        page.run(RESET)
        storage.test_the_worker_ends_and_nothing_is_lost(page, tmp_path / "end")
        page.run(RESET)
        storage.test_a_closed_tab_is_taken_up_again_with_its_copies(page, tmp_path / "tab")
