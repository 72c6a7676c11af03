"""A fifth front end: a text screen, operated by lines such as `score 3 444-333`. It knows `service` alone."""

from pathlib import Path

from tournament_xl.service.act import ActionRequest, act
from tournament_xl.service.create import CreateRequest, PlayerList, create
from tournament_xl.service.explain import explain
from tournament_xl.service.failures import ActionAborted, ExternalError
from tournament_xl.service.read import read_updated
from tournament_xl.service.type_cells import TypedCell, type_cells
from tournament_xl.service.workbook_access import WorkbookFile


class Screen:
    """The screen; `lines` is what it shows."""

    def __init__(self):
        self.lines, self.workbook = [], None

    def enter(self, line):
        """Do what a line says; whatever goes wrong is shown."""
        command, *words = line.split()
        try:
            getattr(self, f"do_{command}")(*words)
        except ActionAborted as aborted:
            self.show(aborted.outcome)
        except ExternalError as error:
            self.lines.append(str(error))

    def show(self, outcome):
        """Show what happened, each on a line."""
        lines = (outcome.message, *map(str, outcome.problems), *outcome.warnings, outcome.status)
        self.lines += filter(None, lines)

    def do_new(self, path, game, players, *settings):
        """`new club.xlsx scrabble liste.csv Graine=7`."""
        chosen = dict(setting.split("=") for setting in settings)
        result = create(CreateRequest(Path(path), game, chosen, PlayerList(Path(players))))
        self.show(result.outcome)
        self.workbook = WorkbookFile(result.path) if result.path else None

    def do_press(self, action):
        """`press pair`."""
        self.show(act(self.workbook, ActionRequest(action)).outcome)

    def do_score(self, table, scores):
        """`score 3 444-333`: table 3 of the round under way."""
        decoded = read_updated(self.workbook).decoded
        line = next(row.line for row in decoded.pending if row.match.table == int(table))
        columns = (line.table.columns[name] for name in ("Score 1", "Score 2"))
        values = zip(columns, scores.split("-"), strict=True)
        result = type_cells(self.workbook, [TypedCell("Résultats", line.row, *value) for value in values])
        self.show(result.outcome)

    def do_explain(self, table):
        """`explain 3`."""
        for explanation in explain(self.workbook, table=int(table)):
            self.lines += [explanation.title, *explanation.lines]
