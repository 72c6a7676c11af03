"""The organiser by chance at an Open: late entrants take X's seat or wait, absentees of phase 1 forfeit."""

from tests import naive, naive_open
from tests.fields import SCORES
from tests.helpers import Organiser
from tournament_xl.workbook import labels


class OpenOrganiser(Organiser):
    """As Organiser; in phase 1 only those with a seat take part."""

    enters_late = True
    fewest = 11

    def __init__(self, seed, *, rounds=None, **options):
        self.wanted_rounds = rounds
        super().__init__(seed, formula=naive_open.OPEN, **options)

        self.loser = self.champions = None
        strong = [player for player in self.players if not player["away"]]
        if self.eventful and self._by_chance(0.4):
            self.champions = self.source.sample(strong, 2)
        self.log.append(f"champions: {[player['name'] for player in self.champions or ()]}")

    def _is_champion(self, number):
        return any(player["number"] == number for player in self.champions or ())

    def _comes_and_goes(self, player):
        if player not in (self.champions or ()):
            super()._comes_and_goes(player)

    def fix_pairs(self, count):
        """In phase 2 the organiser keeps the champions apart: each meets somebody else."""
        free = [p["number"] for p in self.present() if p["number"] and p not in (self.champions or ())]
        if self.champions and len(free) > 4:
            for player in self.champions:
                self._type_fixed(player["number"], free.pop(self.source.randrange(len(free))))
        elif not self.champions:
            super().fix_pairs(count)

    def before_pairing(self):
        super().before_pairing()
        if self.champions and not self.scheduled(self.next) and not self.fixed:
            self.fix_pairs(1)

    def _result(self, match, number, forfeits=0.06):
        """A champion wins, whoever the other one is; as all others do otherwise."""
        one, two = self._is_champion(match["one"]), self._is_champion(match["two"])
        if one == two or match["two"] == naive.X:
            return super()._result(match, number, 0 if one else forfeits)
        won, lost = self.source.randrange(400, 600), self.source.randrange(200, 400)
        match["games"] = [(won, lost) if one else (lost, won)] * self.to_win(number)
        cells = {}
        for (first, second), columns in zip(match["games"], SCORES, strict=False):
            cells |= {columns[0]: first, columns[1]: second}
        return cells

    def play_final(self):
        """The deciding game on the sheet Finales, if the rules have one; whether they have."""
        wanted = naive_open.unbeaten(self.expected_standings(), self.total)
        rows = [row for row in self.book.rows(labels.FINALS) if row["N° 1"]]
        assert [[int(row["N° 1"]), int(row["N° 2"])] for row in rows] == ([wanted] if wanted else []), self.log
        if not wanted:
            return False
        won, lost = self.source.randrange(400, 600), self.source.randrange(200, 400)
        cells, loser = self.source.choice([
            ({"Score 1": won, "Score 2": lost}, 1), ({"Score 1": lost, "Score 2": won}, 0),
            ({"Score 1": won, "Score 2": won}, None), ({"Forfait": "1"}, 0), ({"Forfait": 2}, 1),
            ({"Forfait": "1+2"}, None),
        ])  # fmt: skip
        self.book.type(labels.FINALS, {rows[0]["row"]: cells})
        self.log.append(f"final: {cells}")
        self.loser = (None if loser is None else wanted[loser],)
        return True

    def number_of_rounds(self, settings):
        settings["Graine"] = self.seed = str(self.source.randrange(1000))
        if self.wanted_rounds:
            settings["Nombre de rondes"] = self.wanted_rounds
            return self.wanted_rounds
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
        if self.loser:
            lines = naive_open.after_the_final(lines, *self.loser)
        for player in self.players:
            player["number"] = kept[id(player)]
        return lines
