"""Tests that `make test` leaves to `make check`, which needs everything installed.

Those that start LibreOffice or a browser, and the rest of long series of one kind.
"""

import os

import pytest

from tests.fuzz import TRIALS

WANTED = bool(os.environ.get("TOURNAMENT_XL_NEEDS_LIBREOFFICE"))  # then none is skipped, whatever is missing
WHOLE = WANTED or TRIALS  # each of a series, not some of them
starts_programs = pytest.mark.skipif(not WANTED, reason="starts LibreOffice or a browser: make check")
