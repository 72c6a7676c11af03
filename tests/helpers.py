"""An organiser by chance: he types into a workbook whatever the rules allow, and keeps the facts for `naive` beside.

The facts come from what was typed, never from what the program read. The program's part is taken over only after the
test has compared it: N° and Rang initial, and which row of Résultats a pair stands in.
"""

from random import Random

from tests import naive
from tests.beforehand import Beforehand
from tests.fields import (
    FOREVER,
    SCORES,
    Book,
    cote_of,
    games,
    gave,
    number_of,
    people,
    size_of_field,
    typed,
)
from tournament_xl.press import DONE
from tournament_xl.workbook import labels


class Organiser(Beforehand):
    """One tournament: its workbook, its facts, and the events that may befall it."""

    def __init__(self, seed, *, formula=naive.CLASSIQUE, edition="F50", size=None, eventful=True, games_to_win=None):
        self.name = f"seed {seed}"
        self.source = Random(f"{seed}")
        self.formula, self.edition, self.eventful = formula, edition, eventful
        self.players, self.rounds, self.fixed, self.log = [], [], [], []
        self.to_win = games_to_win or (lambda number: 1)
        self.own_table = None
        size = size or size_of_field(self.source, formula)
        rows = people(self.source, size)
        for row in rows:
            self.players.append(self._player(row, 5 + len(self.players)))
        if eventful and self.enters_late and size > self.fewest + 2 and self._by_chance(0.1):
            self.source.choice(self.players)["away"] = set(range(1, FOREVER))
        settings = {"Formule": formula, "Édition": edition}
        self.total = self.number_of_rounds(settings)
        if eventful and games_to_win is None and self._by_chance(0.25):
            settings["Manches gagnantes"] = self._winning_games()
        numbered = eventful and self._by_chance(0.3)
        if numbered:
            numbers = self.source.sample(range(1, 3 * size), size)
            for player, row, number in zip(self.players, rows, numbers, strict=True):
                player["number"] = row["N°"] = number
        self.book = Book(settings, rows)
        for player in self.players:
            if player["away"]:
                self._announce(player)
        if eventful and formula == naive.CLASSIQUE and len(self.registered()) <= 16 and self._by_chance(0.1):
            self._type_own_table()

    fewest = 7  # players, where somebody may be away for ever

    def number_of_rounds(self, settings):
        """The rules' number, or one that the organiser sets."""
        if self.eventful and self.formula == naive.CLASSIQUE and self._by_chance(0.15):
            settings["Nombre de rondes"] = self.source.randrange(3, 9)
            return settings["Nombre de rondes"]
        return naive.number_of_rounds(len(self.registered()), self.formula)

    @property
    def enters_late(self):
        """Whether the formula lets players enter after the first pairing."""
        return self.formula == naive.CLASSIQUE

    def scheduled(self, number):
        """Whether the games of a round are known from the start."""
        return self.formula != naive.CLASSIQUE

    def _by_chance(self, probability):
        return self.source.random() < probability

    def _winning_games(self):
        if self._by_chance(0.4):
            self.to_win = lambda number: 2
            return "2"
        first = self.source.randrange(1, 4)
        self.to_win = lambda number: 2 if first <= number <= first + 1 else 1
        return f"2 : {first}-{first + 1}"

    @staticmethod
    def _player(row, line):
        name = f"{row['Nom']} {row['Prénom']}".strip()
        return {"number": None, "name": name, "licence": row["Licence"], "cote": cote_of(row), "seed": None,
                "away": set(), "row": line}  # fmt: skip

    # What is the case

    @property
    def next(self):
        return len(self.rounds) + 1

    def registered(self):
        """Everybody who has a place, or is not absent from round 1 to the end."""
        return [p for p in self.players if p["seed"] is not None or not p["away"] >= set(range(1, FOREVER))]

    def present(self):
        return [p for p in self.registered() if self.next not in p["away"]]

    def has_played(self, player):
        return any(player["number"] in (m["one"], m["two"]) for matches in self.rounds for m in matches)

    # After a pairing

    def expect_places(self):
        """N° and Rang initial as the next pairing is to write them."""
        highest = max((p["number"] or 0 for p in self.players), default=0)
        for number, player in enumerate(naive.initial_ranking([p for p in self.registered() if not p["number"]]), 1):
            player["number"] = highest + number
        if not self.rounds:
            for seed, player in enumerate(naive.initial_ranking(self.registered()), start=1):
                player["seed"] = seed
            return
        with_row = {m[side] for matches in [*self.rounds, self.fixed] for m in matches for side in ("one", "two")}
        here = {player["number"] for player in self.present()} | with_row
        entering = [p for p in self.registered() if p["seed"] is None and p["number"] in here]
        seeds = [naive.seed_of_late_entrant(player, self.players) for player in entering]
        for player, seed in zip(entering, seeds, strict=True):
            player["seed"] = seed

    def adopt(self):
        """The drawn round becomes a fact."""
        known = {frozenset((m["one"], m["two"])): m for m in self.fixed}
        matches = []
        for row in self.book.round(self.next):
            one, two = number_of(row["N° 1"]), number_of(row["N° 2"])
            match = known.get(frozenset((one, two))) or {"one": one, "two": two, "games": [], "gave": gave(row)}
            matches.append(match)
        self.rounds.append(matches)
        self.fixed = []

    def exchange(self):
        """The organiser lets two tables exchange a player, before results are entered."""
        number, rows = len(self.rounds), self.book.round(len(self.rounds))
        open_ones = [at for at, match in enumerate(self.rounds[-1]) if not match["games"] and not match["gave"]]
        if len(open_ones) < 2 or self.scheduled(number):
            return
        first, second = self.source.sample(open_ones, 2)
        a, b = self.rounds[-1][first], self.rounds[-1][second]
        a["two"], b["two"] = b["two"], a["two"]
        self.log.append(f"round {number}: {a['one']}-{a['two']} and {b['one']}-{b['two']} exchanged")
        cells = {rows[at]["row"]: {"N° 2": m["two"] or "X"} for at, m in ((first, a), (second, b))}
        self.book.type(labels.RESULTS, cells)

    def meets_latecomer(self):
        """Somebody arrives after the draw and plays the opponent of X."""
        match = next((m for m in self.rounds[-1] if m["two"] == naive.X and not m["gave"]), None)
        if match is None or not self.enters_late:
            return
        self._enter_late(1)
        newcomer = self.players[-1]
        if newcomer["away"]:
            self._announce(newcomer, away=set())
        newcomer["number"] = match["two"] = max(p["number"] or 0 for p in self.players) + 1
        self.log.append(f"round {len(self.rounds)}: {newcomer['number']} plays {match['one']} instead of X")
        row = self.book.round(len(self.rounds))[self.rounds[-1].index(match)]["row"]
        self.book.type(labels.PLAYERS, {newcomer["row"]: {"N°": newcomer["number"]}})
        self.book.type(labels.RESULTS, {row: {"N° 2": newcomer["number"]}})

    def play_all(self, forfeits=0.06):
        """A result in every row of the last drawn round that wants one."""
        wanting = {}
        if not self.rounds:
            return
        for match, row in zip(self.rounds[-1], self.book.round(len(self.rounds)), strict=True):
            if not match["games"] and not match["gave"]:
                wanting[row["row"]] = self._result(match, len(self.rounds), forfeits)
        self.book.type(labels.RESULTS, wanting)

    def _result(self, match, number, forfeits=0.06):
        """The cells of a result, which becomes a fact."""
        one, two, cells = match["one"], match["two"], {}
        if self._by_chance(forfeits):
            text = "1" if two == naive.X else self.source.choice(("1", "2", "1+2", "2+1", 1, 2))
            match["gave"] = {who for side, who in (("1", one), ("2", two)) if side in str(text)}
            cells["Forfait"] = text
        elif two != naive.X:
            match["games"] = games(self.source, to_win=self.to_win(number))
            for columns, scores in zip(SCORES, match["games"], strict=False):
                cells |= {column: typed(self.source, score) for column, score in zip(columns, scores, strict=True)}
        return cells

    # What the rules say

    def expected_pairs(self):
        """The whole next round by the naive rules: pair -> who gives the forfeit from the start."""
        if self.scheduled(self.next):
            return self.schedule()
        fixed = [(match["one"], match["two"]) for match in self.fixed]
        return {frozenset(pair): set() for pair in self.drawn(fixed) + fixed}

    def drawn(self, fixed):
        return naive.classique_pairs(self.players, self.rounds, fixed, self.edition, self.own_table)

    def expected_standings(self):
        known = []
        for player in self.registered():
            seed = naive.seed_of_late_entrant(player, self.players) if player["seed"] is None else player["seed"]
            known.append(player | {"seed": seed})
        return naive.standings(known, self.rounds, self.edition, final=len(self.rounds) == self.total)

    def must(self, outcome):
        assert outcome.code == DONE, (self.name, self.log, outcome.message, [str(one) for one in outcome.problems])
        return outcome
