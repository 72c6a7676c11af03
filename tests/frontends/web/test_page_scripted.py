"""The scripted tournaments played through the page's calls: every act leaves the cells that it leaves by command.

What a call shows, which the session keeps and understands anew only where it changed, is what another session shows.
"""

import re
from itertools import groupby
from pathlib import Path

import pytest

from tests import books, scripted
from tests.programs import WHOLE
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.service.act import SHEETS
from tournament_xl.workbook.cells import cell_text

MOST_REFUSED = 6  # rows of a script: the rest is noted by calls
DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d) 00:00:00")
SAMPLE = ("10-matches-of-two-games", "45-othello-a-final-and-a-game-beside-it")


def without_journal(view):
    """Leave out the sheet whose line of an update has the time."""
    return {**view, "sheets": {name: sheet for name, sheet in view["sheets"].items() if name != "Journal"}}


class Hand:
    """A hand that types into the page where `books` types into the file; what the page refuses, into the file.

    Attributes:
        refused: Rows that the page did not take: slips, titles of new columns, what only another program types.
        view: What there is to see; None where another hand has changed the file since.
    """

    content, header, lines = map(staticmethod, (books.content, books.header, books.lines))

    def __init__(self, folder):
        self.session, self.refused, self.view = PageSession(folder), 0, None

    def call(self, path, name, /, **request):
        """Make a call, keep what there is to see then, and return the code of its answer."""
        reply = self.session.call(name, {"file": path.name, **request})
        if "view" in reply:
            self.view = reply["view"]
            opened = PageSession(path.parent).call("open", {"file": path.name})["view"]
            assert without_journal(self.view) == without_journal(opened)
        return reply["answer"]["code"]

    def edit(self, path, cells):
        """Type cells, those of a row together."""
        for _, items in groupby(cells.items(), lambda item: (item[0].split("!")[0], item[0].split("!")[-1])):
            row = dict(items)
            if self.view is None:
                self.call(path, "open")
            if not self.view or self.type_row(path, row):
                books.edit(path, row)
                self.refused, self.view = self.refused + 1, None

    def type_row(self, path, cells):
        """Type cells of one row by the call that names them; return the code of its answer, 1 where there is none."""
        sheet, *where = next(iter(cells)).split("!")
        values = {place.split("!")[1]: cell_text(value) for place, value in cells.items()}
        if sheet == "Tournoi":
            return self.call(path, "setting", name=where[-1], value=cell_text(next(iter(cells.values()))))
        if len(where) < 2 or sheet not in self.view["sheets"]:
            return 1
        typed = [*sum(self.view.get("scores", []), []), self.view.get("ending")]
        if values.keys() <= {*typed} and (match := self.match(sheet, int(where[1]))):
            return self.call(path, "result", **match, scores=values, was={}, sure=True)
        columns = {column["name"]: column["column"] for column in self.view["sheets"][sheet].get("typed", ())}
        if not values.keys() <= columns.keys():
            return 1
        place = {"sheet": sheet, "row": int(where[1])}
        typed = [{**place, "column": columns[name], "value": value} for name, value in values.items()]
        return self.call(path, "type", cells=typed, sure=True)

    def match(self, sheet, row):
        """How a call names the match of a row; None where the page shows none."""
        if sheet == "Finales":
            return next(({"final": game["title"]} for game in self.view["final_games"] if game["row"] == row), None)
        columns = {column["name"]: column["column"] for column in self.view["sheets"][sheet]["typed"]}
        cells = self.view["sheets"][sheet]["rows"][row - 1]
        number, *pair = (cells[columns[name] - 1] for name in ("Ronde", *(side for side, _ in self.view["sides"])))
        return {"round": int(number), "pair": pair} if number.isdigit() and all(pair) else None


class Page(scripted.Script):
    """A script whose typing and whose actions are calls of the page; other commands are given as they are."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.books = Hand(folder)

    def play(self, lines):
        text = super().play(lines)
        assert self.books.refused <= MOST_REFUSED
        return text

    def obey(self, arguments):
        action, *words = arguments
        if action in SHEETS and words and words[0] == self.book.name:
            options = {option.removeprefix("--"): True for option in words[1:]}
            return self.books.call(self.book, "press", action=action, **options)
        self.books.view = None
        return super().obey(arguments)

    def _right(self, rest):
        place, _, value = rest.partition(" = ")
        assert self.books.call(self.book, "setting", name=place.partition(" ")[2], value=value) == 0


@pytest.mark.parametrize(
    "script",
    [script for script in scripted.all_scripts() if script.with_suffix(".cells").exists()],
    ids=lambda path: path.stem,
)
def test_what_is_played_through_the_page_leaves_the_cells_that_it_leaves_by_command(script):
    _, recorded = scripted.read_recorded(script)
    if not WHOLE and script.stem not in SAMPLE:
        pytest.skip("one of a series: make check")
    _, cells = scripted.play(script, Page)
    cells = DAY.sub(r"\3/\2/\1", cells)  # what is typed as a day is one, where a script types text
    assert cells == recorded
