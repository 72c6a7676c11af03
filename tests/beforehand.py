"""What an organiser by chance does before a pairing: who is away, who comes, which pairs are his own."""

from tests import naive
from tests.fields import FOREVER, absences_text, people, typed
from tournament_xl.workbook import labels


class Beforehand:
    """Part of `helpers.Organiser`, which has the facts and the workbook."""

    def before_pairing(self):
        """Absences, departures, returns, late entries, corrected cotes, fixed pairs."""
        if not self.eventful:
            return
        for player in self.players:
            self._comes_and_goes(player)
        while len(self.present()) < 2:
            away = [player for player in self.registered() if self.next in player["away"]]
            self._announce(self.source.choice(away), away=set())
        if self.enters_late and self.rounds and self._by_chance(0.2):
            self._enter_late(self.source.choice((1, 1, 2, 3)))
        nobody_late = all(naive.is_whole(player["seed"]) for player in self.players)  # else C2 has two readings
        if self.enters_late and self.rounds and nobody_late and self._by_chance(0.1):
            self._correct_cote(self.source.choice(self.players))
        if self.scheduled(self.next):
            self._fix_scheduled()
        elif self._by_chance(0.3):
            self.fix_pairs(self.source.choice((1, 1, 2, 3)))

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
        self.book.type(labels.PLAYERS, {player["row"]: {"Absences": text}})

    def _enter_late(self, count):
        for row in people(self.source, count, first=len(self.players)):
            player = self._player(row, max(p["row"] for p in self.players) + 1)
            self.players.append(player)
            self.book.type(labels.PLAYERS, {player["row"]: row})
            self.log.append(f"before round {self.next}: {player['name']} enters, cote {player['cote']:.0f}")
            if self._by_chance(0.3) and self.next < self.total:
                self._announce(player, away=set(range(1, self.next + 1)))

    def _correct_cote(self, player):
        player["cote"] = float(self.source.randrange(900, 3000))
        self.log.append(f"before round {self.next}: {player['name']} cote {player['cote']:.0f}")
        self.book.type(labels.PLAYERS, {player["row"]: {"Cote": typed(self.source, int(player["cote"]))}})

    def fix_pairs(self, count):
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

    def _fix_scheduled(self):
        """In a round robin a pair may be typed beforehand only as the schedule has it."""
        if not (self.rounds and self.next <= self.total and self._by_chance(0.2)):
            return
        schedule = self.schedule()
        newcomers = any(player["seed"] is None for player in self.registered())  # one of them takes X's seat
        free = [pair for pair, gave in schedule.items() if not gave and not (newcomers and naive.X in pair)]
        if len(free) > 1:
            one, two = sorted(self.source.choice(free), reverse=True)
            self._type_fixed(one, two)

    def schedule(self):
        """The games of the next round, where they are known from the start: pair -> who gives the forfeit."""
        return naive.round_robin_pairs(self.players, self.next)

    def _type_fixed(self, one, two):
        match = {"one": one, "two": two, "games": [], "gave": set()}
        self.fixed.append(match)
        self.log.append(f"round {self.next}: fixed {one}-{two or 'X'}")
        line = {"Ronde": self.next, "N° 1": typed(self.source, one), "N° 2": typed(self.source, two) if two else "X"}
        self.book.add(labels.RESULTS, line)
        if two and self._by_chance(0.2):
            row = self.book.rows(labels.RESULTS)[-1]["row"]
            self.book.type(labels.RESULTS, {row: self._result(match, self.next)})

    def _type_own_table(self):
        """The organiser's own table on the sheet Tables: rounds of a round robin with shuffled seats."""
        registered = len(self.registered())
        n, count = registered + registered % 2, 2 if registered <= 8 else 3
        seat = self.source.sample(range(1, n + 1), n)
        rounds = self.source.sample(range(1, n), count)
        self.own_table = [[(seat[a - 1], seat[b - 1]) for a, b in naive.berger(n, r)] for r in rounds]
        old = [row["row"] for row in self.book.rows(labels.TABLES) if row["Joueurs"] == str(n)]
        lines = [
            {"Joueurs": n, "Ronde": number, "Siège 1": a, "Siège 2": b}
            for number, pairs in enumerate(self.own_table, start=1)
            for a, b in pairs
        ]
        self.book.type(labels.TABLES, dict(zip(old, lines, strict=True)))
