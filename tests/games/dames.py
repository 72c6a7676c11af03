"""A toy game: neighbours in the standings meet, 3 points a win. A third game is a class and a line in `GAMES`."""

from collections import Counter, namedtuple
from dataclasses import replace

from tournament_xl.core.model import CommonSettings, Formula, Person, RoundByRound, X
from tournament_xl.games import checks, past_rounds, rendering
from tournament_xl.games.answers import RoundDraw
from tournament_xl.games.game import Game
from tournament_xl.games.scrabble.assembly import build_match
from tournament_xl.games.scrabble.rules.model import Match
from tournament_xl.games.scrabble.rules.scoring import Scoring, match_sides
from tournament_xl.messages import sheets
from tournament_xl.workbook import input_rows, schema, tables, typed_columns
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.computed_columns import RANKED, ComputedColumn, Style, list_figures, list_titles
from tournament_xl.workbook.context import EMPTY_CONTEXT
from tournament_xl.workbook.decoded import WorkbookOf
from tournament_xl.workbook.history.history import find_history
from tournament_xl.workbook.history.views import TYPED_BEFORE, list_drawn_rounds, make_pair_key
from tournament_xl.workbook.input_rows import InputRow, People, ResultsReader, count_drawn_rounds
from tournament_xl.workbook.settings import SHARED_SETTINGS, Setting, read_values
from tournament_xl.workbook.settings_table import find_settings
from tournament_xl.workbook.sheets import pairings
from tournament_xl.workbook.sheets.contents import LeaderPanel, SheetContents
from tournament_xl.workbook.working_copy import invalid


class Neighbours(Formula):
    name, word = "Dames", "dames"


TAKEN, REASON, FORMULA, ROUNDS = ("Pris 1", "Pris 2"), "Voisins au classement.", Neighbours(), 3
BOARDS = ((12, 0), (12, 11), (6, 6), (11, 12), (0, 12))  # men taken: the ways a game may end
SIDES, _GAME = (("N° 1", "Premier"), ("N° 2", "Second")), ("N° 1", "Premier", *TAKEN, "Second", "N° 2", "Motif")
TYPED = {
    schema.PLAYERS: (typed_columns.number_column(99), *typed_columns.NAMES, typed_columns.CLUB, typed_columns.ABSENCES),
    schema.RESULTS: (typed_columns.ROUND, typed_columns.TABLE, *map(typed_columns.Column, _GAME)),
}  # fmt: skip
POINTS = ComputedColumn("Points", lambda row: row.line.points, Style.TOTAL, "points")
COMPUTED = {
    schema.STANDINGS: (*RANKED, POINTS), schema.GRID: (*RANKED, POINTS),
    schema.PAIRINGS: [*map(ComputedColumn, ("Table", "Pts N", "Noir", "Pions N", "Pions B", "Blanc", "Pts B"))],
}  # fmt: skip
READ = {sheet: typed_columns.required_titles(declared) for sheet, declared in TYPED.items()}
READ[schema.JOURNAL] = schema.JOURNAL_COLUMNS
COLUMNS = READ | {sheet: list_titles(declared) for sheet, declared in COMPUTED.items()}
Line = namedtuple("Line", "place number points")


class Row(InputRow):
    missing_key, scores = "no_score", TAKEN


class Results(ResultsReader):
    columns, side_columns, row_class = TYPED[schema.RESULTS], SIDES, Row

    def read_match(self, line, round_number, problems):
        sides = input_rows.read_sides(line, SIDES, "X", self.people, problems)
        typed = tuple(parse_int(line.text(column)) for column in TAKEN)
        games, table = () if None in typed else (typed,), typed_columns.read_cell(line, typed_columns.TABLE, problems)
        return sides and Match(*sides, games, frozenset(), table, X in sides or bool(games), line.text("Motif"))


class Decoded(WorkbookOf):
    game, bye, columns, default_title, waits, newcomers = "dames", "X", COLUMNS, "Tournoi de dames", False, ()
    side_columns, computed_columns = SIDES, COMPUTED

    def ranked(self, after):
        points = Counter()
        for side in (side for number in range(1, after + 1) for match in self.sides(number) for side in match):
            points[side.number] += side.points
        order = sorted(self.tournament.players, key=lambda player: (-points[player.number], player.number))
        return [Line(place, player.number, points[player.number]) for place, player in enumerate(order, start=1)]

    def sides(self, number):
        return [match_sides(match, number, Scoring()) for match in self.tournament.rounds[number - 1]]


class Dames(Game):
    name, columns, sheets, formulas = "dames", COLUMNS, (*COLUMNS, schema.MEMORY), (FORMULA,)
    own_settings = (Setting(name, "", decides=True) for name in ("Formule", "Nombre de rondes"))
    settings, typed_columns = (*SHARED_SETTINGS, *own_settings, Setting("Graine", "")), TYPED
    side_columns, score_pairs, round_titles = SIDES, (TAKEN,), ("Table", "Joueur", "Résultat", "Adversaire", "Motif")
    games_columns = ("Ronde", "Table", "N°", "Joueur", "N° adverse", "Score", "Score adverse", "Résultat", "Points")
    figures, points_column, value_column = list_figures(COMPUTED[schema.STANDINGS]), "Points", "Pris"

    def decode(self, snapshot, context=EMPTY_CONTEXT):
        problems, titles = tables.Problems(), {schema.TOURNAMENT: schema.SETTINGS_COLUMNS, **READ}
        if (tables_by_name := tables.find_tables(snapshot, titles, problems)).keys() < titles.keys():
            raise invalid(problems.entries)
        settings = find_settings(tables_by_name[schema.TOURNAMENT], self.settings, problems)
        people = input_rows.read_players(tables_by_name[schema.PLAYERS], problems, TYPED[schema.PLAYERS], Person)
        rows = people.rows
        free = iter(range(max([player.number for _, player in rows], default=0) + 1, 99))
        lines = {player.number or next(free): (line, player) for line, player in rows}
        past = context.history or find_history(snapshot)
        results = Results(tables_by_name[schema.RESULTS], People(people.by_number)).read(problems, {}, rows)
        drawn = count_drawn_rounds(results, [player for _, player in rows], past.document)
        *rounds, fixed = (tuple(row.match for row in results.round(number)) for number in range(1, drawn + 2))
        values = read_values(self.settings, settings.texts())
        chosen = CommonSettings(FORMULA, int(values["Nombre de rondes"] or ROUNDS), title=values["Nom"])
        players = tuple(replace(player, number=number) for number, (_, player) in lines.items())
        book = Decoded(
            snapshot, (), settings, people, results, past, tables_by_name,
            RoundByRound(chosen, players, tuple(rounds), fixed), {number: line for number, (line, _) in lines.items()},
            first_pairing=not drawn, pending=results.pending(drawn),
        )  # fmt: skip
        checks.check_tournament(book, problems)
        return book.with_problems(problems)

    def _draw(self, book):
        tournament, ranked = book.tournament, book.ranked(book.tournament.played)
        here = [line.number for line in ranked if line.number in tournament.present(tournament.next_round)]
        free = [side for side in here + [X] * (len(here) % 2) if not any(side in match for match in tournament.fixed)]
        return list(zip(free[::2], free[1::2], strict=True))

    def _restore(self, tournament, state, numbers):
        return past_rounds.restore_rounds(tournament, state, numbers, lambda _, entry: build_match(entry, 1))

    def pair(self, working_copy, book):
        number, drawn, fixed = book.tournament.next_round, self._draw(book), [m.sides for m in book.tournament.fixed]
        for player_id, line in book.lines.items():
            working_copy.draft.put(schema.PLAYERS, line.row, book.players.table.columns["N°"], player_id)
        past_rounds.add_rows(working_copy, book, (
            {"Ronde": number, "Table": table, "N° 1": first, "N° 2": second or "X", "Motif": REASON}
            for table, (first, second) in enumerate(drawn, start=len(fixed) + 1)
        ))  # fmt: skip
        return RoundDraw([*fixed, *drawn], {make_pair_key(*two): TYPED_BEFORE for two in fixed}, {})

    def render_compared_sheets(self, draft, book):
        after = book.tournament.played
        points = {line.number: line.points for line in book.ranked(after)}
        panel = LeaderPanel(points, 3, 1, schema.BUTTON_SEND, "", rendering.points_under_way(book))
        status = rendering.status_line(book, then=sheets.THEN_SEND)
        printed = pairings.PrintedRound("", [(None, pairings.find_last_round(book))], book.names(), {})
        grid = rendering.build_grid(book, self.render_grid(book, after))
        tables = {schema.STANDINGS: rendering.build_standings(book, "Classement"), schema.GRID: grid}
        return SheetContents(tables, status, panel, printed)

    def state_after_last_action(self, book):
        state = book.memory.document
        left = self._restore(book.tournament, state, list_drawn_rounds(state))
        return replace(book, tournament=replace(left, fixed=()))

    def recompute_reasons(self, book, round_number):
        inputs = past_rounds.pairing_inputs_with_current_results(book.tournament, book.memory, round_number)
        if drawn := book.memory.drawn.get(round_number):
            inputs = self._restore(inputs, drawn.before, range(1, round_number))
        return {frozenset(pair): REASON for pair in self._draw(replace(book, tournament=inputs))}

    def render_grid(self, book, after):
        rounds = map(book.sides, range(1, after + 1))
        results = {(side.number, side.round): [side.outcome] for sides in rounds for match in sides for side in match}
        return rendering.render_grid(book, after, results)

    def simulate_results(self, book, chances):
        drawn = {row.line.row: chances.draw(row.match.sides).choice(BOARDS) for row in book.pending}
        return {row: dict(zip(TAKEN, taken, strict=True)) for row, taken in drawn.items()}
