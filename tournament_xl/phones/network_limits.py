"""Limits on what comes over the network, from phones and from the browser of `app`."""

from __future__ import annotations

import os

MAX_CONNECTIONS = 480 if os.name == "nt" else 1000  # Windows can watch 512 sockets at once
MAX_SILENCE = 30  # seconds
MAX_THREADS = 4
MAX_HEADER_BYTES = 8192  # of a request
MAX_FORM_BYTES = 4096  # of what a phone sends
MAX_TABLE_REPORTS = 12  # for a table in a minute
MAX_ADDRESS_REPORTS = 200  # from an address in a minute
MAX_WRONG_KEYS = 30  # from an address in a minute
MAX_COUNTED = 10_000  # events kept to be counted
MAX_CALL_BRACKETS = 10_000  # lists and objects in a call of the page
