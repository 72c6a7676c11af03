"""The built page in Chromium, opened once for each file of tests, which names the faults that it causes on purpose."""

import pytest

from tests.browser import chromium
from tests.page_browser import build, open_afresh, open_page


@pytest.fixture(scope="module")
def browser(request, tmp_path_factory):
    build()
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        open_page(page)
        yield page
        on_purpose = getattr(request.module, "FAULTS_ON_PURPOSE", ())
        assert not [fault for fault in page.faults if not any(words in fault for words in on_purpose)]


@pytest.fixture
def page(browser):
    return open_afresh(browser)
