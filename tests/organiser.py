"""An organiser by chance: he types into a workbook whatever the rules allow, and keeps the facts for `naive` beside.

The facts come from what was typed, never from what the program read. The program's part is taken over only after the
test has compared it: N° and Rang initial, and which row of Résultats a pair stands in.
"""

from random import Random

from tests import naive, naive_open
from tests.desk import Desk
from tournament_xl.book import labels
from tournament_xl.press import DONE

EDITIONS = ("F50", "F10")
FOREVER = 99  # rounds of somebody who has left: up to this one, not included
SCORES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))
SERIES = {"S": 2350, "0": 2350, "1A": 2250, "1B": 2250, "2A": 2000, "3C": 1800, "4D": 1700, "5A": 1500, "6B": 1300}
FAMILY = (
    "Dupont", "dupond", "Éluard", "Eluard", "Œuvrard", "Oeuvre", "Saint-Jean", "Saint Just", "D'Arcy", "Darcy", "Zola",
    "Ænea", "Müller", "Muller", "Lê", "Le Goff", "N'Diaye", "de Rham", "Çelik", "Celik", "O’Neil", "Martin", "Aubert",
)  # fmt: skip
FIRST = ("Zoé", "Zoe", "Anne", "Anne-Marie", "Jean", "Élie", "Luc", "Max", "Ève", "Noël", "", "Ida", "Paul", "René")


class Organiser:
    """One tournament: its workbook, its facts, and the events that may befall it."""

    def __init__(self, seed, *, formula=naive.CLASSIQUE, edition="F50", size=None):
        self.name = f"seed {seed}"
        self.source = Random(f"{seed}")
        self.formula, self.edition, self.desk = formula, edition, Desk()
        self.players, self.rounds, self.fixed, self.log = [], [], [], []
        self.to_win = lambda number: 1
        size = size or size_of_field(self.source, formula)
        rows = people(self.source, size)
        self.players = [self._player(row, at) for at, row in enumerate(rows, start=5)]
        if self.enters_late and size > self.fewest + 2 and self._by_chance(0.1):
            self.source.choice(self.players)["away"] = set(range(1, FOREVER))
        settings = {"Formule": formula, "Édition": edition}
        self.total = self.number_of_rounds(settings)
        if self._by_chance(0.25):
            settings["Manches gagnantes"] = self._winning_games()
        for name, value in settings.items():
            self.desk.set(name, value)
        self.desk.fill(labels.PLAYERS, dict(enumerate(rows, start=5)))
        for player in self.players:
            if player["away"]:
                self._announce(player)

    fewest = 7  # players, where somebody may be away for ever

    def number_of_rounds(self, settings):
        """The rules' number, or one that the organiser sets."""
        if self.formula == naive.CLASSIQUE and self._by_chance(0.15):
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

    def round(self, number):
        """The rows of a round; notes are none."""
        rows = [row for row in self.desk.rows(labels.RESULTS) if row["Ronde"] and row["N° 1"]]
        return [row for row in rows if number_of(row["Ronde"]) == number]

    def pairs(self, number):
        return {frozenset((number_of(row["N° 1"]), number_of(row["N° 2"]))) for row in self.round(number)}

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

    # Before a pairing: who is away, who comes, which pairs are his own

    def before_pairing(self):
        """Absences, departures, returns, late entries, corrected cotes, fixed pairs."""
        for player in self.players:
            self._comes_and_goes(player)
        while len(self.present()) < 2:
            away = [player for player in self.registered() if self.next in player["away"]]
            self._announce(self.source.choice(away), away=set())
        if self.enters_late and self.rounds and self._by_chance(0.2):
            self._enter_late(self.source.choice((1, 1, 2, 3)))
        if not self.scheduled(self.next) and self._by_chance(0.3):
            self._fix_pairs(self.source.choice((1, 1, 2, 3)))

    def _comes_and_goes(self, player):
        chance, away, playing = self.source.random(), set(player["away"]), not self.rounds or player["seed"] is not None
        if away >= set(range(1, FOREVER)):
            if chance < 0.3 and self.rounds and self.enters_late:
                self._announce(player, away=set(range(1, self.next)))
        elif chance < 0.04 and playing:
            self._announce(player, away=away | {self.next})
        elif chance < 0.05 and playing:
            self._announce(player, away=away | set(range(self.next, self.next + 2)))
        elif chance < 0.06 and playing and self.rounds:
            self._announce(player, away=away | set(range(self.next, FOREVER)))
        elif chance < 0.08 and self.next in away and player["seed"] is not None:
            self._announce(player, away=away - set(range(self.next, FOREVER)))
        elif chance < 0.085 and len(self.rounds) > 1:
            self._announce(player, away=away | {self.source.randrange(1, len(self.rounds) + 1)})

    def _announce(self, player, away=None):
        player["away"] = player["away"] if away is None else away
        text = absences_text(self.source, player["away"])
        self.log.append(f"before round {self.next}: {player['name']} absent {text or 'never'}")
        self.desk.fill(labels.PLAYERS, {player["row"]: {"Absences": text}})

    def _enter_late(self, count):
        for row in people(self.source, count, first=len(self.players)):
            player = self._player(row, max(p["row"] for p in self.players) + 1)
            self.players.append(player)
            self.desk.fill(labels.PLAYERS, {player["row"]: row})
            self.log.append(f"before round {self.next}: {player['name']} enters, cote {player['cote']:.0f}")
            if self._by_chance(0.3) and self.next < self.total:
                self._announce(player, away=set(range(1, self.next + 1)))

    def _fix_pairs(self, count):
        """Some pairs typed beforehand, X too when the number present is odd; never so many that nobody is left."""
        free = [player["number"] for player in self.present() if player["number"]]
        odd = len(self.present()) % 2
        if len(free) < len(self.present()) and self.rounds == []:
            return
        self.source.shuffle(free)
        if odd and self._by_chance(0.4):
            free.append(naive.X)
        while count and len(free) > 4:
            two, one = free.pop(), free.pop()
            self._type_fixed(one, two)
            count -= 1

    def schedule(self):
        """The games of the next round, where they are known from the start: pair -> who gives the forfeit."""
        return naive.round_robin_pairs(self.players, self.next)

    def _type_fixed(self, one, two):
        match = {"one": one, "two": two, "games": [], "gave": set()}
        self.fixed.append(match)
        self.log.append(f"round {self.next}: fixed {one}-{two or 'X'}")
        row = self.desk.table(labels.RESULTS).last_row() + 1
        cells = {"Ronde": self.next, "N° 1": typed(self.source, one), "N° 2": typed(self.source, two) if two else "X"}
        if two and self._by_chance(0.2):
            cells |= self._result(match, self.next)
        self.desk.fill(labels.RESULTS, {row: cells})

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
        for row in self.round(self.next):
            one, two = number_of(row["N° 1"]), number_of(row["N° 2"])
            match = known.get(frozenset((one, two))) or {"one": one, "two": two, "games": [], "gave": gave(row)}
            matches.append(match)
        self.rounds.append(matches)
        self.fixed = []

    def exchange(self):
        """The organiser lets two tables exchange a player, before results are entered."""
        number, rows = len(self.rounds), self.round(len(self.rounds))
        open_ones = [at for at, match in enumerate(self.rounds[-1]) if not match["games"] and not match["gave"]]
        if len(open_ones) < 2 or self.scheduled(number):
            return
        first, second = self.source.sample(open_ones, 2)
        a, b = self.rounds[-1][first], self.rounds[-1][second]
        a["two"], b["two"] = b["two"], a["two"]
        self.log.append(f"round {number}: {a['one']}-{a['two']} and {b['one']}-{b['two']} exchanged")
        cells = {rows[at]["row"]: {"N° 2": m["two"] or "X"} for at, m in ((first, a), (second, b))}
        self.desk.fill(labels.RESULTS, cells)

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
        row = self.round(len(self.rounds))[self.rounds[-1].index(match)]["row"]
        self.desk.fill(labels.PLAYERS, {newcomer["row"]: {"N°": newcomer["number"]}})
        self.desk.fill(labels.RESULTS, {row: {"N° 2": newcomer["number"]}})

    def play_all(self):
        """A result in every row of the last drawn round that wants one."""
        wanting = {}
        if not self.rounds:
            return
        for match, row in zip(self.rounds[-1], self.round(len(self.rounds)), strict=True):
            if not match["games"] and not match["gave"]:
                wanting[row["row"]] = self._result(match, len(self.rounds))
        self.desk.fill(labels.RESULTS, wanting)

    def _result(self, match, number):
        """The cells of a result, which becomes a fact."""
        one, two, cells = match["one"], match["two"], {}
        if self._by_chance(0.06):
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
        return naive.classique_pairs(self.players, self.rounds, fixed, self.edition)

    def expected_standings(self):
        known = []
        for player in self.registered():
            seed = naive.seed_of_late_entrant(player, self.players) if player["seed"] is None else player["seed"]
            known.append(player | {"seed": seed})
        return naive.standings(known, self.rounds, self.edition, final=len(self.rounds) == self.total)

    def must(self, action="pair", **options):
        outcome = self.desk.press(action, **options)
        assert outcome.code == DONE, (self.name, self.log, outcome.message, [str(one) for one in outcome.problems])
        return outcome


class OpenOrganiser(Organiser):
    """At an Open late entrants take X's seat or wait, absentees of phase 1 forfeit; only who has a seat takes part."""

    enters_late = True
    fewest = 11

    def __init__(self, seed, **options):
        super().__init__(seed, formula=naive_open.OPEN, **options)

    def number_of_rounds(self, settings):
        settings["Graine"] = self.seed = str(self.source.randrange(1000))
        allowed = (8, 10, 12, 14) if len(self.registered()) <= 96 else (10, 12, 14)
        if self._by_chance(0.2):
            settings["Nombre de rondes"] = self.source.choice(allowed[:2])
            return settings["Nombre de rondes"]
        return allowed[0]

    def scheduled(self, number):
        return number <= naive_open.PHASE_1

    def registered(self):
        """In phase 1 nobody without a seat; X's, if nobody has it, is for the late entrant who is there now."""
        known = super().registered()
        if not self.rounds or not self.scheduled(self.next):
            return known
        late = [player for player in known if player["seed"] is None and not self.has_played(player)]
        seated = [player for player in known if player not in late]
        odd = naive.registered_at_start(self.players) % 2
        taken = any(not naive.is_whole(player["seed"]) for player in seated)
        here = [player for player in late if self.next not in player["away"]]
        if odd and not taken and here:
            seated.append(min(here, key=lambda player: (player["number"] or 10**6, naive.key(player))))
        return seated

    def schedule(self):
        return naive_open.games_of_groups(self.players, self.rounds, self.seed)

    def drawn(self, fixed):
        return naive_open.pairs_of_phase_2(self.players, self.rounds, fixed, self.edition)

    def expected_standings(self):
        """Once phase 1 is over those who waited are shown, with the N° that they will get."""
        kept = {id(player): player["number"] for player in self.players}
        highest = max(player["number"] or 0 for player in self.players)
        nameless = [player for player in self.registered() if not player["number"]]
        for number, player in enumerate(naive.initial_ranking(nameless), start=highest + 1):
            player["number"] = number
        lines = super().expected_standings()
        for player in self.players:
            player["number"] = kept[id(player)]
        return lines


# Players, scores and ways of typing by chance


def number_of(text):
    """A number as it stands in a cell: "X", "12", "12,0"."""
    return naive.X if text == "X" else int(float(text.replace(",", ".")))


def people(source, count, *, first=0):
    """Rows of Joueurs: names with accents, some of them equal, cotes often equal, some from the series."""
    few = source.random() < 0.3
    rows = []
    for index in range(first, first + count):
        family, own = source.choice(FAMILY), source.choice(FIRST)
        if source.random() < 0.5:
            own = f"{own} {index}".strip()
        row = {"Nom": family, "Prénom": own, "Licence": f"{source.randrange(10**4):04}{index:03}"}
        chance = source.random()
        if chance < 0.1:
            row["Série duplicate"] = source.choice(list(SERIES))
        elif chance < 0.95:
            cote = source.choice((1500, 1700, 1800)) if few else source.randrange(900, 3000)
            row["Cote"] = source.choice((cote, str(cote), float(cote)))
        rows.append(row)
    return rows


def cote_of(row):
    return float(row["Cote"]) if row.get("Cote") else float(SERIES.get(str(row.get("Série duplicate")), 1000))


def games(source, *, to_win):
    """A match: draws, narrow and crushing games; three games at most when two must be won."""
    played = []
    while len(played) < (1 if to_win == 1 else 3):
        one = source.randrange(250, 560)
        two = one if source.random() < 0.1 else source.randrange(250, 560)
        played.append((one, two))
        if max(sum(a > b for a, b in played), sum(a < b for a, b in played)) == to_win:
            break
    return played


def typed(source, number):
    """A number as people type it, or hosts read it."""
    return source.choice((number, number, number, float(number), str(number), f" {number} ", f"{number},0"))


def gave(row):
    """Who gives the forfeit by a row of Résultats."""
    return {number_of(row[f"N° {side}"]) for side in "12" if side in row["Forfait"]}


def absences_text(source, away):
    """A set of rounds as people announce it: "3", "3, 5", "2-4", "4-"."""
    parts, rest = [], sorted(away)
    while rest:
        run = [number for at, number in enumerate(rest) if number == rest[0] + at]
        if run[-1] >= FOREVER - 1:
            parts.append(f"{run[0]}-")
        elif len(run) > 1 and source.random() < 0.8:
            parts.append(f"{run[0]}-{run[-1]}")
        else:
            parts.extend(str(number) for number in run)
        rest = rest[len(run) :]
    if len(parts) == 1 and parts[0].isdigit() and source.random() < 0.5:
        return int(parts[0])
    return source.choice((",", ", ", "; ")).join(parts)


def size_of_field(source, formula):
    if formula == naive_open.OPEN:
        return source.choice((source.randrange(11, 20), source.randrange(11, 20), source.randrange(20, 45)))
    if formula != naive.CLASSIQUE:
        return source.randrange(3, 11 if formula == naive.ROUND_ROBIN else 8)
    few, some, many = source.randrange(7, 17), source.randrange(17, 41), source.randrange(41, 129)
    return source.choice((few,) * 5 + (some,) * 4 + (many,))
