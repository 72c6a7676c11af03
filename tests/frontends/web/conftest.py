"""The built page in Chromium, opened once for each file of tests, which names the faults that it causes on purpose; and
a folder with a tournament, called as the page calls it.
"""

import pytest

from tests import books
from tests.browser import chromium
from tests.page_browser import build, open_afresh, open_page
from tournament_xl.frontends.web.page_session import PageSession

COMPILE_ONCE = "--js-flags=--liftoff-only"  # each test starts the engine anew: half the work of the default


@pytest.fixture(scope="module")
def browser(request, tmp_path_factory):
    build()
    with chromium(tmp_path_factory.mktemp("profile"), COMPILE_ONCE) as page:
        open_page(page)
        yield page
        on_purpose = getattr(request.module, "FAULTS_ON_PURPOSE", ())
        assert not [fault for fault in page.faults if not any(words in fault for words in on_purpose)]


@pytest.fixture
def page(browser):
    return open_afresh(browser)


@pytest.fixture
def desk(tmp_path):
    """Two folders: one with a tournament of eleven under way, whose second round has no results yet."""
    book = books.create(tmp_path, 11, formula="classique")
    books.pair(books.simulate(book, 1))
    return PageSession(book.parent), book
