"""Bridge between the worker and tournament_xl.frontends.web.page_session: objects as JSON text, files as bytes."""

import json
from pathlib import Path

from tournament_xl.frontends.web.page_session import PageSession

FOLDER = Path("/tournois")  # in the memory of the worker
FOLDER.mkdir(exist_ok=True)
DESK = PageSession(FOLDER)


def call(name, request, data):
    """Make a call of the page (tournament_xl/frontends/web/page_calls.py)."""
    return json.dumps(DESK.call(name, json.loads(request), bytes(data)), ensure_ascii=False)


def content(name):
    """Return the bytes of a file, or of a folder as .zip."""
    return DESK.content(name)


def put(name, data):
    """Restore a copy that the browser has kept."""
    target = FOLDER / name
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(bytes(data))


def forget(name):
    """Forget a workbook that the browser no longer keeps: its name is free again."""
    DESK.forget(name)
