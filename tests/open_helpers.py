"""The organiser by chance at an Open: late entrants take X's seat or wait, absentees of phase 1 forfeit."""

from tests import naive, naive_open
from tests.helpers import Organiser


class OpenOrganiser(Organiser):
    """As Organiser; in phase 1 only those with a seat take part."""

    enters_late = True
    fewest = 11

    def __init__(self, seed, *, rounds=None, **options):
        self.wanted_rounds = rounds
        super().__init__(seed, formula=naive_open.OPEN, **options)

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
        for player in self.players:
            player["number"] = kept[id(player)]
        return lines
