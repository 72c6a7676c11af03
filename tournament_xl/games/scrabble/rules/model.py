"""Data types of a Scrabble tournament: players, matches, pairs, settings, base of the formulas of play. Immutable.

Rules (C9, O5, T, R7): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament_xl.core.model import CommonSettings, Cote, Encounter, Formula, Notice, Person, RoundByRound, TieBreak


@dataclass(frozen=True, slots=True)
class Player(Person):
    """Registered player of Scrabble."""

    cote: Cote = 1000  # PL, or PL* for the unrated (R1)
    licence: str = ""
    seed: float | None = None  # Rang initial: 1, 2, …; r + 0.5 for a late entrant (C2); None before the first pairing


class Reason(NamedTuple):
    """Reason for a pair, from which the column Motif is written (C12)."""

    kind: str  # rule that made the pair, see messages/scrabble_reasons.py
    facts: Mapping[str, int] = {}  # numbers for the sentence (seats, PM, sizes)
    normal: int | None = None  # normal opponent, if he was passed over
    up: tuple[int, ...] = ()  # players passed over in the first direction: met, or in `forcing` or `avoided`
    down: tuple[int, ...] = ()  # players passed over in the other direction
    opponent: int | None = None  # opponent that the search found in place of the normal one
    turned: bool = False  # the search went on in the other direction
    rematch: bool = False  # no other opponent: they meet again
    table_dropped: bool = False  # the seat table of this round was abandoned (C9)
    left_over: bool = False  # the seat table of this round had no opponent for this player (C9)
    forcing: Mapping[int, tuple[int, int]] = {}  # player passed over -> pair that would then meet again (O6)
    avoided: frozenset[int] = frozenset()  # players passed over because they are to be avoided (C13)
    unavoidable: bool = False  # no other opponent: two players meet who should avoid each other (C13)
    dissolved_rematches: tuple[tuple[int, int], ...] = ()  # would be replayed without the end repair (C9)


class Pair(NamedTuple):
    """Two players who are to meet, or a player and X (the bye); X is always `two`."""

    one: int
    two: int
    reason: Reason
    forfeits: frozenset[int] = frozenset()  # announced absentees of a fixed schedule: {1}, {2}, {1, 2}

    def __contains__(self, number: object) -> bool:
        return number in (self.one, self.two)


@dataclass(frozen=True, slots=True)
class Match(Encounter):
    """Row of Résultats in Scrabble: a pair and its result."""

    one: int  # player number
    two: int  # player number, or X
    games: tuple[tuple[int, int], ...] = ()  # own and opponent's score of each game, seen from `one`
    forfeits: frozenset[int] = frozenset()  # sides that forfeit: {1}, {2} or {1, 2}
    table: int = 0  # table number on the sheet; 0 when not given
    complete: bool = False  # the result is known (X's opponent needs no score)
    reason: str = ""  # the sentence on the sheet

    @property
    def sides(self) -> tuple[int, int]:
        """Numbers of the two players, in the order of the sheet."""
        return self.one, self.two

    def gave(self, number: int) -> bool:
        """Check whether the player with this N°, who must be one of the two, forfeits the match; both may."""
        return (1 if number == self.one else 2) in self.forfeits


Round = tuple[Match, ...]
Groups = tuple[tuple[int, ...], ...]  # seats or N° of each group, group 1 first


class ScrabbleFormula(Formula):
    """Formula of play of Scrabble (setting Formule); `formulas.py` overrides the members in which formulas differ.

    All score and rank by rule C8.
    """

    draws_groups: bool = False  # the first pairing draws groups by lot, which needs a seed
    scheduled_rounds: int | None = 0  # first rounds whose games stand from the start, whatever the results; None: all

    def default_rounds(self, registered: int) -> int:
        """Return the number of rounds that the regulation sets for so many registered players, X not counted."""
        raise NotImplementedError

    def rounds_allowed(self, registered: int) -> tuple[int, ...]:
        """Return the numbers of rounds that so many registered players may play.

        () for any number of rounds; in a round robin, also for too few players.
        """
        return ()

    def find_field_refusal(self, registered: int) -> Notice | None:
        """Return the notice why so many registered players cannot play by this formula; None if they can."""
        raise NotImplementedError

    def list_departures(self, registered: int, rounds: int) -> list[Notice]:
        """List as notices what departs from the regulation but is allowed; [] for none."""
        return []

    def draw_groups(self, tournament: Tournament) -> Groups:
        """Return the groups, each in an order drawn by lot; the setting Graine (seed of the lots) decides the lots.

        () where the formula has no groups, or places in the initial ranking are missing.
        """
        return ()

    def pair(self, tournament: Tournament) -> list[Pair]:
        """Pair the next round; pairs that the organiser typed for it stay and are not in the result (C11).

        Seeds (places in the initial ranking) must be set. The answer is [] when everybody present has a typed pair.

        Raises:
            Refused: Nobody is present.
        """
        raise NotImplementedError

    def schedule(self, tournament: Tournament, round_number: int) -> list[Pair]:
        """Return all games of a scheduled round, also those typed by the organiser; an announced absentee forfeits.

        Only a formula with scheduled rounds has this method.
        """
        raise NotImplementedError

    def table_rounds(self, registered: int) -> int:
        """Return how many first rounds a table of seats pairs, which the organiser may replace (C9); 0: none."""
        return 0

    def find_waiting_entrants(self, tournament: Tournament) -> frozenset[int]:
        """Return the N° of late entrants who take no part before phase 2 of an Open (O5); none in other formulas."""
        return frozenset()

    def find_finalists(self, tournament: Tournament) -> tuple[int, int] | None:
        """Return N° of the two who play for the first place once all rounds are played, the better ranked first (O8).

        None while rounds are missing, and where no such game is due.
        """
        return None

    def find_missing_final(self, tournament: Tournament) -> Notice | None:
        """Return a notice that names the finalists while their deciding game is due and has no result (O8).

        Else None: it has a result, or no such game is due (`find_finalists`). Ratings wait for it.
        """
        finalist_ids = self.find_finalists(tournament)
        if finalist_ids is None or (tournament.final is not None and tournament.final.complete):
            return None
        first, second = (tournament.player(number).full_name for number in finalist_ids)
        return Notice("final_missing", {"one": first, "two": second})

    def is_scheduled(self, round_number: int) -> bool:
        """Check whether the games of a round are known from the start, so that other pairs are refused (T, O5).

        True for every round of a closed formula (a round robin), in an Open for the rounds of phase 1.
        """
        return self.closed or round_number <= (self.scheduled_rounds or 0)

    @property
    def closed(self) -> bool:
        """Whether every game is known from the start, so that nobody enters late (T): in a round robin."""
        return self.scheduled_rounds is None

    def find_unscheduled_matches(self, tournament: Tournament) -> Iterator[tuple[int, Match]]:
        """Yield round and match of every row that the schedule of its round does not have, by round (T, O5).

        Examined are drawn rounds, and the rows typed for the next one; rounds without a schedule are skipped, and those
        beyond the number of rounds in the settings: all, where it is None.
        """
        last = min(tournament.next_round, tournament.settings.rounds or 0)
        for round_number in filter(self.is_scheduled, range(1, last + 1)):
            games = {frozenset((game.one, game.two)) for game in self.schedule(tournament, round_number)}
            for match in (*tournament.rounds, tournament.fixed)[round_number - 1]:
                if frozenset(match.sides) not in games:
                    yield round_number, match

    def phase(self, round_number: int) -> int:
        """Return the phase of a round of an Open: 1 up to its last scheduled round, 2 after it.

        0 in other formulas, which have no phases.
        """
        return 0 if not self.scheduled_rounds else 1 if round_number <= self.scheduled_rounds else 2


@dataclass(frozen=True, slots=True)
class Settings(CommonSettings):
    """Choices of the organiser of a Scrabble tournament."""

    formula: ScrabbleFormula
    edition: str = "F50"  # this and `winning_games` are read by `scoring.Scoring` alone
    winning_games: Mapping[int, int] = field(default_factory=dict)  # round -> games to win; 1 where not listed
    event: str = ""  # Type d'épreuve in the spelling of the setting's choices, "" for TH (R4)
    season: str = ""  # name of the rating season, "" for the latest one known
    own_games: int | None = None  # games that count for PJmax, if not one per round (R7)


@dataclass(frozen=True, slots=True)
class Tournament(RoundByRound[Player, Match]):
    """Facts of a Scrabble tournament."""

    settings: Settings
    seat_table: tuple[tuple[tuple[int, int], ...], ...] | None = (
        None  # organiser's own fixed table (C9), None: built in
    )
    groups: Groups | None = None  # Open: N° of each group as drawn, X as 0 (O4); None: not yet
    final: Match | None = None  # Open: the deciding game (O8), None when there is none or it is not typed yet


class Standing(NamedTuple):
    """Line of the standings, of a player or of X."""

    place: int  # 1, 2, …; shared by players ex æquo in the final ranking only
    number: int  # player's N°, or X in a ranking for pairing
    pm: int  # match points
    ppm: int | None  # points among the players with the same PM; None where C7 does not apply
    pdep: int  # cumulated capped differences
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """Number of matches with a result, byes and forfeits included."""
        return self.won + self.drawn + self.lost


TIE_BREAKS: tuple[TieBreak[Standing], ...] = (
    TieBreak("PM", "match_points", lambda line: line.pm),
    TieBreak("PPM", "ppm", lambda line: line.ppm),
    TieBreak("Pdep", "pdep", lambda line: line.pdep),
)  # C8; then the place in the initial ranking
