"""An organiser who types by chance whatever the rules allow, and the facts of it for `naive`.

The facts come from what was typed, never from what the program read. The program's N°, Rang initial and rows of
Résultats are taken over only after the test has compared them.
"""

from random import Random

from tests import naive
from tests.desk import Desk
from tournament_xl.core.exit_codes import DONE
from tournament_xl.workbook import schema

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
        self.name, self.source = f"{seed}", Random(f"{seed}")
        self.formula, self.edition = formula, edition
        self.players, self.rounds, self.fixed = [], [], []
        self.enters_late = formula in (naive.CLASSIQUE, naive.OPEN)
        self.cotes = (1500, "1700", 1800.0) if self.by_chance(0.3) else range(900, 3000)
        self.desk = Desk(Formule=formula, Édition=edition)
        size = size or choose_size(self.source, formula)
        numbers = self.source.sample(range(1, 3 * size), size) if self.by_chance(0.3) else [None] * size
        for number in numbers:
            self.enter(number)
        if self.enters_late and size > 13 and self.by_chance(0.1):
            self.announce(self.source.choice(self.players), set(range(1, FOREVER)))
        self.total = self.number_of_rounds()
        self.longer = ()
        if self.by_chance(0.25):
            first = self.source.randrange(1, 4)
            self.longer = first, first + 1
            self.desk.set("Manches gagnantes", f"2 : {first}-{first + 1}")

    def number_of_rounds(self):
        """Return the rules' number of rounds, or one that the organiser sets."""
        if self.formula == naive.CLASSIQUE and self.by_chance(0.15):
            number = self.source.randrange(3, 9)
            self.desk.set("Nombre de rondes", number)
            return number
        return naive.count_rounds(len(self.registered()), self.formula)

    def scheduled(self, number):
        """Check whether the games of a round are known from the start."""
        return self.formula != naive.CLASSIQUE

    def by_chance(self, probability):
        return self.source.random() < probability

    def must(self, action):
        """Press a button that must succeed, and return the outcome."""
        outcome = self.desk.press(action)
        assert outcome.code == DONE, (self.name, outcome.message, [str(problem) for problem in outcome.problems])
        return outcome

    # What is the case

    @property
    def next(self):
        return len(self.rounds) + 1

    def registered(self):
        """List everybody who has a place, or is not absent from round 1 to the end."""
        return [p for p in self.players if p["seed"] is not None or not p["away"] >= set(range(1, FOREVER))]

    def present(self):
        return [p for p in self.registered() if self.next not in p["away"]]

    def has_played(self, player):
        return any(player["number"] in (m["one"], m["two"]) for matches in self.rounds for m in matches)

    def drawn(self, number):
        """Read the rows of a round on the sheet."""
        lines = [line for line in self.desk.table(schema.RESULTS).lines() if line.text("N° 1")]
        return [line for line in lines if read_number(line.text("Ronde")) == number]

    # Before a pairing: who is away, who comes, which pairs are his own

    def before_pairing(self):
        for player in self.players:
            self.comes_and_goes(player)
        while len(self.present()) < 2:
            away = [player for player in self.registered() if self.next in player["away"]]
            self.announce(self.source.choice(away), set())
        if self.enters_late and self.rounds and self.by_chance(0.2):
            for _ in range(self.source.choice((1, 1, 2, 3))):
                player = self.enter()
                if self.by_chance(0.3) and self.next < self.total:
                    self.announce(player, set(range(1, self.next + 1)))
        if not self.scheduled(self.next) and self.by_chance(0.3):
            self.fix_pairs(self.source.choice((1, 1, 2, 3)))

    def enter(self, number=None):
        """Type a new row of Joueurs."""
        row = next(self.desk.table(schema.PLAYERS).free_rows())
        values = invent_player_row(self.source, len(self.players), self.cotes)
        self.desk.fill(schema.PLAYERS, {row: values | {"N°": number}})
        name = f"{values['Nom']} {values['Prénom']}".strip()
        self.players.append({"number": number, "name": name, "licence": values["Licence"], "cote": read_cote(values),
                             "seed": None, "away": set(), "row": row})  # fmt: skip
        return self.players[-1]

    def comes_and_goes(self, player):
        chance, away = self.source.random(), player["away"]
        playing = not self.rounds or player["seed"] is not None
        if away >= set(range(1, FOREVER)):
            if chance < 0.3 and self.rounds and self.enters_late:
                self.announce(player, set(range(1, self.next)))
        elif chance < 0.05 and playing:
            self.announce(player, away | set(range(self.next, self.next + (1 if chance < 0.04 else 2))))
        elif chance < 0.06 and playing and self.rounds:
            self.announce(player, away | set(range(self.next, FOREVER)))
        elif chance < 0.08 and self.next in away and player["seed"] is not None:
            self.announce(player, away - set(range(self.next, FOREVER)))

    def announce(self, player, away):
        player["away"] = away
        self.desk.type(schema.PLAYERS, player["row"], "Absences", write_absences(away))

    def fix_pairs(self, count):
        """Type some pairs beforehand, X too when the number present is odd, so that somebody is left to pair."""
        free = [player["number"] for player in self.present() if player["number"]]
        if len(free) < len(self.present()) and not self.rounds:
            return
        self.source.shuffle(free)
        if len(self.present()) % 2 and self.by_chance(0.4):
            free.append(naive.X)
        while count and len(free) > 4:
            second, first = free.pop(), free.pop()
            match = {"one": first, "two": second, "games": [], "gave": set()}
            self.fixed.append(match)
            cells = {"Ronde": self.next, "N° 1": self.typed(first), "N° 2": self.typed(second) if second else "X"}
            result_cells = self.result(match, self.next) if second and self.by_chance(0.2) else {}
            self.desk.add(schema.RESULTS, cells | result_cells)
            count -= 1

    def typed(self, number):
        return type_number(self.source, number)

    # After a pairing

    def expect_places(self):
        """Set N° and Rang initial in the facts as the next pairing must write them."""
        highest = max((p["number"] or 0 for p in self.players), default=0)
        for number, player in enumerate(naive.rank_initially([p for p in self.registered() if not p["number"]]), 1):
            player["number"] = highest + number
        if not self.rounds:
            for seed, player in enumerate(naive.rank_initially(self.registered()), start=1):
                player["seed"] = seed
            return
        with_row = {m[side] for matches in [*self.rounds, self.fixed] for m in matches for side in ("one", "two")}
        here = {player["number"] for player in self.present()} | with_row
        entering = [p for p in self.registered() if p["seed"] is None and p["number"] in here]
        seeds = [naive.find_late_seed(player, self.players) for player in entering]
        for player, seed in zip(entering, seeds, strict=True):
            player["seed"] = seed

    def adopt(self):
        """Take the drawn round into the facts."""
        fixed_matches = {frozenset((m["one"], m["two"])): m for m in self.fixed}
        matches = []
        for line in self.drawn(self.next):
            first, second = read_sides(line)
            drawn = {"one": first, "two": second, "games": [], "gave": read_forfeits(line)}
            matches.append(fixed_matches.get(frozenset((first, second))) or drawn)
        self.rounds.append(matches)
        self.fixed = []

    def exchange(self):
        """Let two tables exchange a player before results are entered."""
        lines, number = self.drawn(len(self.rounds)), len(self.rounds)
        open_ones = [
            (match, line.row)
            for match, line in zip(self.rounds[-1], lines, strict=True)
            if not match["games"] and not match["gave"]
        ]
        if len(open_ones) < 2 or self.scheduled(number):
            return
        (a, first_row), (b, second_row) = self.source.sample(open_ones, 2)
        a["two"], b["two"] = b["two"], a["two"]
        self.desk.fill(schema.RESULTS, {row: {"N° 2": m["two"] or "X"} for row, m in ((first_row, a), (second_row, b))})

    def meets_latecomer(self):
        """Let a player arrive after the draw and play the opponent of X."""
        lines = zip(self.rounds[-1], self.drawn(len(self.rounds)), strict=True)
        match, line = next(
            ((m, row_line) for m, row_line in lines if m["two"] == naive.X and not m["gave"]), (None, None)
        )
        if match and self.enters_late:
            match["two"] = max(p["number"] or 0 for p in self.players) + 1
            self.enter(match["two"])
            self.desk.type(schema.RESULTS, line.row, "N° 2", match["two"])

    def play_all(self):
        """Type a result in every row of the last drawn round that lacks one."""
        wanting = {}
        for match, line in zip(self.rounds[-1], self.drawn(len(self.rounds)), strict=True) if self.rounds else ():
            if not match["games"] and not match["gave"]:
                wanting[line.row] = self.result(match, len(self.rounds))
        self.desk.fill(schema.RESULTS, wanting)

    def result(self, match, number):
        """Choose a result, note it as a fact and return its cells."""
        first, second, cells = match["one"], match["two"], {}
        if self.by_chance(0.06):
            text = "1" if second == naive.X else self.source.choice(("1", "2", "1+2", "2+1", 1, 2))
            match["gave"] = {player_id for side, player_id in (("1", first), ("2", second)) if side in str(text)}
            cells["Forfait"] = text
        elif second != naive.X:
            match["games"] = invent_games(self.source, 2 if number in self.longer else 1)
            for columns, scores in zip(SCORES, match["games"], strict=False):
                cells |= {column: self.typed(score) for column, score in zip(columns, scores, strict=True)}
        return cells

    # What the rules say

    def expected_pairs(self):
        """Pair the whole next round by the naive rules: pair -> who gives the forfeit from the start."""
        if self.scheduled(self.next):
            return self.schedule()
        fixed = [(match["one"], match["two"]) for match in self.fixed]
        return {frozenset(pair): set() for pair in self.paired(fixed) + fixed}

    def schedule(self):
        """Return the games of the next round, where they are known from the start: pair -> who gives the forfeit."""
        return naive.pair_round_robin(self.players, self.next)

    def paired(self, fixed):
        return naive.pair_classique(self.players, self.rounds, fixed, self.edition)

    def expected_standings(self):
        """Rank by the naive rules; late entrants appear once they have a row."""
        entrants = []
        for player in self.registered():
            seed = naive.find_late_seed(player, self.players) if player["seed"] is None else player["seed"]
            if naive.is_whole(seed) or naive.find_first_round(player, self.rounds) <= len(self.rounds):
                entrants.append(player | {"seed": seed})
        return naive.compute_standings(entrants, self.rounds, self.edition, final=len(self.rounds) == self.total)


class Wishing(Organiser):
    """An organiser with the columns of C13 to C15.

    Players who have left are not ticked; families and tables are named by name or N°.
    """

    def __init__(self, seed, **options):
        self.begun = False
        super().__init__(seed, **options)

    def enter(self, number=None):
        if not self.begun:
            self.desk.columns_of_players(*schema.DECIDING_COLUMNS)
            self.begun = True
        player = super().enter(number)
        self.desk.type(schema.PLAYERS, player["row"], schema.PRESENT, self.source.choice(("oui", "x", "✓")))
        return player

    def announce(self, player, away):
        gone = away >= set(range(self.next, FOREVER))
        super().announce(player, away - set(range(self.next, FOREVER)) if gone else away)
        self.desk.type(schema.PLAYERS, player["row"], schema.PRESENT, None if gone else "oui")
        player["away"] = away

    def before_pairing(self):
        super().before_pairing()
        everybody = self.registered()
        for player in self.source.sample(everybody, min(len(everybody), self.source.choice((0, 2, 5)))):
            foes = [foe for foe in self.source.sample(everybody, self.source.randrange(1, 4)) if foe is not player]
            callable_foes = [foe for foe in foes if foe["number"] or self.is_called(foe)]
            player["foes"] = callable_foes
        for player in everybody:  # somebody who has come since may bear the same name: by N°, where there is one
            called = [str(foe["number"] or foe["name"]) for foe in player.get("foes", ())]
            text = self.source.choice((", ", " ; ")).join(called)
            self.desk.type(schema.PLAYERS, player["row"], schema.AVOID, text or None)
        player = self.source.choice(everybody)
        if all(player.get("table") is None for player in everybody):
            player["table"] = self.source.randrange(1, len(everybody))
            self.desk.type(schema.PLAYERS, player["row"], schema.OWN_TABLE, self.typed(player["table"]))

    def is_called(self, player):
        """Check that a player's name is no other player's, nor the beginning of one."""
        return (
            sum(
                naive.normalize_name(namesake["name"]).startswith(naive.normalize_name(player["name"]))
                for namesake in self.players
            )
            == 1
        )


class OpenOrganiser(Organiser):
    """An organiser of an Open: late entrants take X's seat or wait, absentees of phase 1 forfeit.

    Only players with a seat take part.
    """

    def __init__(self, seed, **options):
        super().__init__(seed, formula=naive.OPEN, **options)

    def number_of_rounds(self):
        self.seed = str(self.source.randrange(1000))
        self.desk.set("Graine", self.seed)
        allowed = (8, 10, 12, 14) if len(self.registered()) <= 96 else (10, 12, 14)
        if self.by_chance(0.2):
            self.desk.set("Nombre de rondes", allowed[1])
            return allowed[1]
        return allowed[0]

    def scheduled(self, number):
        return number <= naive.PHASE_1

    def registered(self):
        """List the registered players; in phase 1 nobody without a seat.

        X's seat, while it is free, is for the late entrant who is present.
        """
        registered = super().registered()
        if not self.rounds or not self.scheduled(self.next):
            return registered
        late = [player for player in registered if player["seed"] is None and not self.has_played(player)]
        seated = [player for player in registered if player not in late]
        odd = naive.count_registered(self.players) % 2
        taken = any(not naive.is_whole(player["seed"]) for player in seated)
        here = [player for player in late if self.next not in player["away"]]
        if odd and not taken and here:
            seated.append(min(here, key=lambda player: (player["number"] or 10**6, naive.rank_key(player))))
        return seated

    def schedule(self):
        return naive.pair_groups(self.players, self.rounds, self.seed)

    def paired(self, fixed):
        return naive.pair_phase_2(self.players, self.rounds, fixed, self.edition)


# What people type, by chance, and how it is read


def invent_player_row(source, index, cotes):
    """Invent a row of Joueurs.

    A name with accents that others may share, one of `cotes`, a duplicate series or none.
    """
    own = source.choice(FIRST)
    if source.random() < 0.5:
        own = f"{own} {index}".strip()
    row = {"Nom": source.choice(FAMILY), "Prénom": own, "Licence": f"{source.randrange(10**4):04}{index:03}"}
    chance = source.random()
    if chance < 0.1:
        row["Série duplicate"] = source.choice(list(SERIES))
    elif chance < 0.95:
        row["Cote"] = source.choice(cotes)
    return row


def read_cote(row):
    return float(row["Cote"] if "Cote" in row else SERIES.get(row.get("Série duplicate"), 1000))


def choose_size(source, formula):
    if formula == naive.OPEN:
        return source.choice((source.randrange(11, 20), source.randrange(11, 20), source.randrange(20, 45)))
    if formula != naive.CLASSIQUE:
        return source.randrange(3, 11 if formula == naive.ROUND_ROBIN else 8)
    few, medium, many = source.randrange(7, 17), source.randrange(17, 41), source.randrange(41, 129)
    return source.choice((few,) * 5 + (medium,) * 4 + (many,))


def invent_games(source, to_win):
    """Invent the games of a match: draws, narrow and crushing wins; at most three when two must be won."""
    played = []
    while len(played) < (1 if to_win == 1 else 3):
        first = source.randrange(250, 560)
        second = first if source.random() < 0.1 else source.randrange(250, 560)
        played.append((first, second))
        if max(sum(a > b for a, b in played), sum(a < b for a, b in played)) == to_win:
            break
    return played


def type_number(source, number):
    """Write a number as people type it, or as spreadsheets return it."""
    return source.choice((number, number, number, float(number), str(number), f" {number} ", f"{number},0"))


def write_absences(away):
    """Write a set of rounds as people announce it: "3", "3, 5", "2, 4-"."""
    forever = next(
        (round_number for round_number in sorted(away) if away >= set(range(round_number, FOREVER))), FOREVER
    )
    parts = [str(number) for number in sorted(away) if number < forever]
    return ", ".join([*parts, f"{forever}-"] if forever < FOREVER else parts)


def read_number(text):
    """Read a number from a cell: "X", "12", "12,0"."""
    return naive.X if text == "X" else int(float(text.replace(",", ".")))


def read_sides(line):
    """Read both numbers of a row of Résultats."""
    return read_number(line.text("N° 1")), read_number(line.text("N° 2"))


def read_forfeits(line):
    """Read who gives the forfeit in a row of Résultats."""
    return {player_id for side, player_id in zip("12", read_sides(line), strict=True) if side in line.text("Forfait")}
