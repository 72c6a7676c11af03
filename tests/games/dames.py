"""A toy game that lives in the tests: neighbours in the standings meet, 3 points a win. It shows what a third game is:
the protocols `press.Game` and `games.jobs.Jobs`, here in one module, and a line in `GAMES`.
"""

from collections import Counter, namedtuple
from dataclasses import replace
from functools import partial

from tournament_xl.core.model import CommonSettings, Fact, Match, Person, RoundByRound, X
from tournament_xl.games import past_rounds, shared
from tournament_xl.games.defaults import *  # noqa: F403 - what is not written here
from tournament_xl.games.findings import Pairing
from tournament_xl.games.othello.schema import COLUMNS as THEIRS
from tournament_xl.games.registry import RegisteredGame
from tournament_xl.games.scrabble.input_sheets import read_result
from tournament_xl.games.scrabble.rules.scoring import match_sides
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import WorkbookOf
from tournament_xl.workbook.history import history
from tournament_xl.workbook.input_rows import InputRow, People, PlayersSheet, count_drawn_rounds, read_absences
from tournament_xl.workbook.settings_table import SettingsReader, find_settings
from tournament_xl.workbook.sheets.computed import LeaderPanel, write_dashboard, write_grid, write_standings
from tournament_xl.workbook.sheets.pairings import find_last_round, write_pairings_sheet
from tournament_xl.workbook.tables import Problems, find_table, parse_int
from tournament_xl.workbook.working_copy import RoundDraw, invalid

TAKEN, REASON, FORMULA, ROUNDS = ("Pris 1", "Pris 2"), "Voisins au classement.", "Dames", 3
BOARDS = ((12, 0), (12, 11), (6, 6), (11, 12), (0, 12))  # men taken: the ways a game may end
LAST_ENTRY, COLOURS, SCORE_PAIRS = None, False, (TAKEN,)
BY_TABLE = ("Table", "Joueur", "Résultat", "Adversaire", "Motif")
COLUMNS = {
    schema.PLAYERS: ("N°", "Nom", "Prénom", "Club", "Absences"), schema.STANDINGS: ("Place", "N°", "Joueur", "Points"),
    schema.RESULTS: ("Ronde", "Table", "N° 1", "Premier", *TAKEN, "Second", "N° 2", "Motif"),
    schema.PAIRINGS: THEIRS[schema.PAIRINGS], schema.GRID: ("Place", "N°", "Joueur", "Points"),
    schema.JOURNAL: THEIRS[schema.JOURNAL],
}  # fmt: skip
SETTINGS = (
    *schema.SHARED_SETTINGS, schema.Setting("Formule", "", choices=(FORMULA,), decides=True),
    schema.Setting("Nombre de rondes", "", decides=True), schema.Setting("Graine", ""),
)  # fmt: skip
KIND = RegisteredGame("dames", __name__, __name__, COLUMNS, SETTINGS, (*COLUMNS, schema.MEMORY), {"dames": FORMULA})
PAIR = shared.Columns(("N° 1", "N° 2"), ("Premier", "Second"), "X")
GAMES_COLUMNS = ("Ronde", "Table", "N°", "Joueur", "N° adverse", "Score", "Score adverse", "Résultat", "Points")
FIGURES, POINTS, VALUE = {"points": "Points"}, "Points", "Pris"
Line = namedtuple("Line", "place number points")


class Row(InputRow):
    missing_key, missing = "no_score", TAKEN[0]

    @property
    def compact(self):
        one, two = self.match.sides
        taken = "/".join(history.format_typed_number(self.line.text(column)) for column in TAKEN)
        return f"{one}-{two or 'X'}" + ("" if self.line.empty(*TAKEN) else f":{taken}")


class Decoded(WorkbookOf):
    game, bye, columns, default_title, waits, newcomers = "dames", "X", COLUMNS, "Tournoi de dames", False, ()

    def ranked(self, after):
        points = Counter()
        for side in (side for at in range(1, after + 1) for match in self.sides(at) for side in match):
            points[side.number] += side.points
        order = sorted((player.number for player in self.tournament.players), key=lambda who: (-points[who], who))
        return [Line(place, who, points[who]) for place, who in enumerate(order, start=1)]

    def sides(self, number):
        return [match_sides(match, number, "F50") for match in self.tournament.rounds[number - 1]]


def decode(snapshot, past=None, before=None):
    problems = Problems()
    settings = find_settings(snapshot, SETTINGS, problems)
    tables = {sheet: find_table(snapshot, sheet, columns, problems) for sheet, columns in COLUMNS.items()}
    if settings is None or not all(tables.values()):
        raise invalid(problems.found)
    rows = shared.read_players(
        tables[schema.PLAYERS], shared.Registration(("N°",), ("N°",), 99, "N°"),
        lambda line, who: Person(who, line.text("Nom"), line.text("Prénom"), absences=read_absences(line, problems)),
        problems,
    )  # fmt: skip
    free = iter(range(max([player.number for _, player in rows], default=0) + 1, 99))
    lines = {player.number or next(free): (line, player) for line, player in rows}
    players = tuple(replace(player, number=who) for who, (_, player) in lines.items())
    people = PlayersSheet(tables[schema.PLAYERS], rows)

    def match(line, number, problems):
        sides = shared.read_sides(line, PAIR, People(people.by_number), problems)
        typed = tuple(parse_int(line.text(column)) for column in TAKEN)
        games = () if None in typed else (typed,)
        done = sides and (X in sides or bool(games))
        return sides and Match(*sides, games, frozenset(), shared.read_table(line, problems), done, line.text("Motif"))

    known, by_number = past or history.read_history(snapshot, problems), People(people.by_number)
    results = shared.read_results(tables[schema.RESULTS], Row, PAIR, by_number, {}, rows, match, problems)
    drawn = count_drawn_rounds(results, people.by_number.values(), known.now) if people.by_number else 0
    *rounds, fixed = (tuple(row.match for row in results.round(number)) for number in range(1, drawn + 2))
    said = SettingsReader(settings.texts(), SETTINGS)
    chosen = CommonSettings(FORMULA, said.rounds() or ROUNDS, title=said.text("Nom"))
    book = Decoded(
        snapshot, problems, settings, people, results, tables[schema.JOURNAL], known,
        {sheet: tables[sheet] for sheet in (schema.PAIRINGS, schema.STANDINGS, schema.GRID)},
        RoundByRound(chosen, players, tuple(rounds), fixed), {who: line for who, (line, _) in lines.items()},
        first_pairing=not drawn,
    )  # fmt: skip
    shared.check_tournament(book, PAIR, partial(shared.check_fixed_pairs, book, PAIR))
    return book


def _draw(tournament, ranked):
    here = [line.number for line in ranked if line.number in tournament.present(tournament.next_round)]
    taken = {who for match in tournament.fixed for who in match.sides}
    free = [who for who in here + [X] * (len(here) % 2) if who not in taken]
    return list(zip(free[::2], free[1::2], strict=True))


def pair(press, book):
    number, drawn = book.tournament.next_round, _draw(book.tournament, book.ranked(book.tournament.played))
    for who, line in book.lines.items():
        press.draft.put(schema.PLAYERS, line.row, book.players.table.columns["N°"], who)
    fixed = [match.sides for match in book.tournament.fixed]
    past_rounds.add_rows(press, book, (
        {"Ronde": number, "Table": table, "N° 1": one, "N° 2": two or "X", "Motif": REASON}
        for table, (one, two) in enumerate(drawn, start=len(fixed) + 1)
    ))  # fmt: skip
    return RoundDraw(
        [*fixed, *drawn], {Fact("imposée", number, history.format_pair_key(*sides)): "oui" for sides in fixed}
    )


def rewrite_derived(draft, book):
    after, names = book.tournament.played, book.full_names()
    shared.write_names(draft, book, PAIR)
    write_pairings_sheet(draft, book, "Appariements", [(None, find_last_round(book))], names, {})
    write_standings(draft, book, book.derived[schema.STANDINGS], standings_rows(book, after, names), "Classement")
    rows, columns = grid_rows(book, after, names)
    write_grid(draft, book, book.derived[schema.GRID], rows, after, columns)
    status = shared.status_line(book, then=sheets.THEN_SEND)
    points = {line.number: line.points for line in book.ranked(after)}
    write_dashboard(
        draft,
        book,
        status=status,
        front=LeaderPanel(points, 3, 1, schema.BUTTON_SEND, "", shared.points_under_way(book)),
    )
    return status


def _recorded(tournament, then, rounds):
    found = (past_rounds.recorded(then, at, tournament.players, read_result, Match) for at in rounds)
    return replace(tournament, rounds=tuple(found))


def state_after_last_action(book):
    left = _recorded(book.tournament, book.memory.now, book.memory.now.rounds)
    return replace(book, tournament=replace(left, fixed=()))


def recompute_reasons(book, number):
    before = past_rounds.pairing_inputs_with_current_results(book.tournament, book.memory, number)
    if drawn := book.memory.drawn.get(number):
        before = _recorded(before, drawn.before, range(1, number))
    return {frozenset(pair): REASON for pair in _draw(before, replace(book, tournament=before).ranked(number - 1))}


def standings_rows(book, after, names):
    return shared.standings_rows(book, book.ranked, after, names, lambda line, player: {"Points": line.points})


def grid_rows(book, after, names):
    met = (side for at in range(1, after + 1) for match in book.sides(at) for side in match)
    found = {(side.number, side.round): side.outcome for side in met}
    own, results = lambda line: {"Points": line.points}, lambda who, at: [found.get((who, at), "")]
    return shared.grid_rows(book.ranked(after), names, ROUNDS, own, results)


def score_text(one, two):
    return " – ".join(map(str, one.games[0])) if one.games else ""


def judge(book):
    drawn = enumerate(book.tournament.rounds, start=1)
    rounds = {at: {frozenset(match.sides) for match in matches} for at, matches in drawn}
    return [Pairing(at, pairs == recompute_reasons(book, at).keys(), (), (), True) for at, pairs in rounds.items()], []


def at_random(book, chances):
    drawn = {row.line.row: chances.draw(row.match.sides).choice(BOARDS) for row in book.pending}
    return {row: dict(zip(TAKEN, taken, strict=True)) for row, taken in drawn.items()}
