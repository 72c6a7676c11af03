"""The page's calls in this process, without a browser: a session of a page on one workbook of a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tournament_xl.frontends.web.page_session import PageSession

View = dict[str, Any]


def column(view: View, sheet: str, title: str) -> int:
    return next(column["column"] for column in view["sheets"][sheet]["typed"] if column["name"] == title)


def cell(view: View, sheet: str, row: int, title: str, value: object) -> View:
    """Return a cell as the page types it."""
    return {"sheet": sheet, "row": row, "column": column(view, sheet, title), "value": str(value)}


def scores(view: View, row: int, first: int, second: int) -> list[View]:
    """Return a result as the page types it into an empty row."""
    typed = zip(view["scores"][0], (first, second), strict=True)
    return [cell(view, "Résultats", row, title, value) | {"was": ""} for title, value in typed]


class PageDesk:
    """A session whose calls go through JSON, on `book` where a call names no other workbook; `view`: the last one."""

    def __init__(self, book: Path) -> None:
        self.book, self.session, self.view = book, PageSession(book.parent), {}

    def ask(self, call: str, data: bytes = b"", **request: object) -> View:
        """Make a call and return its reply."""
        reply = self.session.call(call, {"file": self.book.name, **request}, data)
        reply = json.loads(json.dumps(reply, ensure_ascii=False))
        self.view = reply.get("view", self.view)
        return reply

    def refused(self, call: str, data: bytes = b"", **request: object) -> View:
        """Make a call that must change nothing in the workbook, and return its answer."""
        before = self.book.read_bytes()
        reply = self.ask(call, data, **request)
        assert reply["answer"]["code"] and "view" not in reply and self.book.read_bytes() == before, reply
        return reply["answer"]

    def done(self, call: str, data: bytes = b"", **request: object) -> View:
        """Make a call that must succeed, and return its reply."""
        reply = self.ask(call, data, **request)
        assert reply["answer"]["code"] == 0, reply["answer"]
        return reply

    def type(self, *cells: View) -> View:
        return self.done("type", cells=[*cells])["view"]

    def cell(self, sheet: str, row: int, title: str, value: object) -> View:
        return cell(self.view, sheet, row, title, value)

    def scores(self, row: int, first: int, second: int) -> list[View]:
        return scores(self.view, row, first, second)

    def result(self, row: int, *typed: object) -> View:
        """Return a result as the page notes it, by its round and its pair; `typed`: the first score, or both."""
        names, cells = self.view["scores"][0], self.view["sheets"]["Résultats"]["rows"][row - 1]
        sides = [side for side, _ in self.view["sides"]]
        number, *pair = (cells[column(self.view, "Résultats", title) - 1] for title in ("Ronde", *sides))
        noted = dict(zip(names, map(str, typed), strict=False))
        return {"round": int(number), "pair": pair, "scores": noted, "was": dict.fromkeys(noted, "")}
