"""Tests that start LibreOffice or Chromium: `.ci/run` installs them and runs these tests too; `make test` is quick."""

import os

import pytest

WANTED = bool(os.environ.get("TOURNAMENT_XL_NEEDS_LIBREOFFICE"))  # then none is skipped, whatever is missing
starts_programs = pytest.mark.skipif(not WANTED, reason="starts LibreOffice or Chromium: .ci/run")
