"""The built page in Chromium, loaded once for each file of tests, which names the faults that it causes on purpose; and
desks at which the page's calls are made without a browser.
"""

import shutil

import pytest

from tests import books
from tests.browser import chromium
from tests.page_browser import build, open_page, reset_page
from tests.page_desk import PageDesk

COMPILE_ONCE = "--js-flags=--liftoff-only"  # the engine starts a few times in a file: half the work of the default


@pytest.fixture(scope="module")
def browser(request, tmp_path_factory):
    build()
    with chromium(tmp_path_factory.mktemp("profile"), COMPILE_ONCE) as page:
        open_page(page)
        yield page
        on_purpose = getattr(request.module, "FAULTS_ON_PURPOSE", ())
        assert [fault for fault in page.faults if not any(words in fault for words in on_purpose)] == []


@pytest.fixture
def page(browser):
    """The page without a workbook, as on its first visit."""
    return reset_page(browser)


@pytest.fixture
def spoilt_page(browser):
    """The page for a test that replaces parts of it: afterwards it is loaded anew."""
    yield reset_page(browser)
    open_page(browser)


@pytest.fixture(scope="session")
def under_way(tmp_path_factory):
    """A tournament of eleven whose second round has no results yet."""
    return books.pair(books.simulate(books.create(tmp_path_factory.mktemp("page"), 11), 1))


@pytest.fixture(scope="session")
def rated(tmp_path_factory):
    """A tournament of eight with its two rounds and its ratings."""
    book = books.simulate(books.create(tmp_path_factory.mktemp("page"), 8, "--rondes", 2), 2)
    assert books.run("ratings", book) == 0
    return book


@pytest.fixture
def desk(under_way, tmp_path):
    """Open a copy of the tournament under way."""
    desk = PageDesk(shutil.copy(under_way, tmp_path / "tournoi.xlsx"))
    desk.done("open")
    return desk
