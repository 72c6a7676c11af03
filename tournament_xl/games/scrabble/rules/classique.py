"""Formule Classique: number of rounds, and the pairing of any round (rules C1, C3, C8 to C11 of docs/regles.md)."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.core.model import Notice, Refused, X
from tournament_xl.games.scrabble.rules import tables
from tournament_xl.games.scrabble.rules.model import Pair, Player, Reason, Standing, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring
from tournament_xl.games.scrabble.rules.search import PairPredicate, no_pair, pair_ranking
from tournament_xl.games.scrabble.rules.standings import find_meetings, standings

FEWEST, MOST = 7, 128  # C1: registered players, at the first pairing


def default_rounds(registered: int) -> int:
    """Return 5 rounds up to 32 registered players, 6 up to 64, 7 above, X (the bye) not counted (C1)."""
    return 5 if registered <= 32 else 6 if registered <= 64 else 7


def find_field_refusal(registered: int) -> Notice | None:
    """Return why so many registered players cannot play the Formule Classique: not 7 to 128 (C1); None if they can."""
    if registered < FEWEST:
        return Notice("too_few_classique" if registered >= 3 else "too_few", {"registered": registered})
    if registered > MOST:
        return Notice("too_many_classique", {"registered": registered})
    return None


def list_departures(registered: int, rounds: int) -> list[Notice]:
    """List the allowed departures from the regulation: 7 players, another number of rounds than the default (C1).

    [] when there are none; whether the number of players is allowed at all is not checked (`find_field_refusal`).
    """
    notices = []
    if registered == FEWEST:
        notices.append(Notice("seven_players"))
    if rounds != default_rounds(registered):
        notices.append(Notice("other_rounds", {"rounds": rounds, "default": default_rounds(registered)}))
    return notices


def pair(tournament: Tournament) -> list[Pair]:
    """Pair the next round; pairs that the organiser fixed are kept (C9, C11).

    Every present player without a fixed pair gets an opponent. X, the fictitious player, joins when the number of all
    present players is odd (C3). Up to 16 registered players the first rounds follow a fixed table, which is dropped for
    a round in which it would bring a rematch; above, round 1 folds the initial ranking; all other rounds are paired by
    the ranking (`search.pair_ranking`).

    Args:
        tournament: Facts of the tournament; the players' seeds (places in the initial ranking) must be set.

    Returns:
        New pairs without the fixed ones: in the order of the ranking, but by the fixed table in the order of the table,
        then the pairs of players whom it leaves without opponent. [] when everybody present has a fixed pair.

    Raises:
        Refused: Nobody is present.
    """
    round_number = tournament.next_round
    unpaired = _unpaired(tournament)
    pairer = _Pairer(tournament)
    registered = count_registered_at_first_pairing(tournament)
    if round_number == 1 and registered > tables.LARGEST:
        return _fold_pairing([player_id for player_id in pairer.ranking if player_id in unpaired], pairer.avoid)
    if round_number <= table_rounds(registered):
        return _table_round(tournament, unpaired, pairer)
    return pairer.pairs(unpaired)


def pair_later_round(tournament: Tournament, phase_1: int) -> list[Pair]:
    """Pair the next round of an Open by the ranking (C9), with as few rematches as possible (O6).

    Pairs that the organiser fixed stay; X, the fictitious player, joins when an odd number is present (C3).

    Args:
        tournament: Facts of the tournament; the players' seeds must be set.
        phase_1: Number of rounds before phase 2; repeating a match of these is worse than any other rematches.

    Returns:
        New pairs in the order of the ranking, without the fixed ones.

    Raises:
        Refused: Nobody is present.
    """
    unpaired, early = _unpaired(tournament), find_meetings(tournament, phase_1 + 1)
    return _Pairer(tournament).pairs(unpaired, met_in_phase_1=lambda first, second: frozenset((first, second)) in early)


def pair_by_ranking(tournament: Tournament) -> list[Pair]:
    """Pair the next round by the ranking alone (C9): phase 2 of an Open as it was paired until 27 November 2026 (O6).

    Raises:
        Refused: Nobody is present.
    """
    return _Pairer(tournament).pairs(_unpaired(tournament))


def _unpaired(tournament: Tournament) -> set[int]:
    """Return the N° present in the next round without a fixed pair, and X if an odd number is present (C3).

    Raises:
        Refused: Nobody is present.
    """
    round_number = tournament.next_round
    present = tournament.present(round_number)
    if not present:
        raise Refused(Notice("nobody_present", {"round": round_number}))
    return set(_with_x(present)) - {player_id for match in tournament.fixed for player_id in (match.one, match.two)}


def count_registered_at_first_pairing(tournament: Tournament) -> int:
    """Return how many players were registered at the first pairing (C2); 0 while nobody has a place.

    It is the highest whole place (seed) in the initial ranking; late entrants have half places.
    """
    return max(
        (int(player.seed) for player in tournament.players if player.seed is not None and player.seed.is_integer()),
        default=0,
    )


def table_rounds(registered: int) -> int:
    """Return how many first rounds come from a fixed table (C9): 2 up to 8 registered, 3 up to 16, 0 above."""
    return 0 if registered > tables.LARGEST else 2 if registered <= 8 else 3


def assign_seats(tournament: Tournament) -> dict[int, int]:
    """Return who has each seat of the fixed tables: seat -> N°, or X (0), the fictitious player (C9).

    A seat is a whole place in the initial ranking. With an odd number of registered players there is one more seat:
    X's, until the late entrant who plays first takes it in his first round; of several in that round, the lowest N°.
    """
    registered = count_registered_at_first_pairing(tournament)
    holders = {
        int(player.seed): player.number
        for player in tournament.players
        if player.seed is not None and player.seed.is_integer()
    }
    if registered % 2:
        late_entrants = [
            player for player in tournament.players if player.seed is not None and not player.seed.is_integer()
        ]
        entries = {player.number: find_first_round(tournament, player) for player in late_entrants}
        entered_ids = [player.number for player in late_entrants if entries[player.number] <= tournament.next_round]
        holders[registered + 1] = min(entered_ids, key=lambda player_id: (entries[player_id], player_id), default=X)
    return holders


def rank_for_pairing(tournament: Tournament) -> list[Standing]:
    """Rank those present in the next round, best first, by the results so far (C10).

    X, the fictitious player, is ranked too if an odd number is present. PPM, the match points among players with equal
    PM (match points), count only later than the first round after the table rounds (C8); without table rounds, always.
    """
    round_number = tournament.next_round
    opening = table_rounds(count_registered_at_first_pairing(tournament)) + 1
    with_ppm = opening == 1 or round_number > opening  # C8: without PPM up to the first round after the table rounds
    return standings(tournament, round_number - 1, present=_with_x(tournament.present(round_number)), ppm=with_ppm)


def _with_x(present: frozenset[int]) -> frozenset[int]:
    return present | {X} if len(present) % 2 else present


class _Pairer:
    """The ranking that pairs the next round, and the pairs that have met or are to avoid each other.

    X is the fictitious player of an odd field (the bye).
    """

    def __init__(self, tournament: Tournament) -> None:
        ranking = rank_for_pairing(tournament)
        self.ranking: Sequence[int] = [line.number for line in ranking]
        self.pm = {line.number: line.pm for line in ranking}
        self._met = find_meetings(tournament, tournament.next_round)
        self._avoid = tournament.to_avoid
        self.scoring = Scoring.of(tournament.settings)

    def met(self, first: int, second: int) -> bool:
        """Check whether two N° have met in an earlier round; X can be met, a forfeit is no meeting."""
        return frozenset((first, second)) in self._met

    @property
    def avoid(self) -> PairPredicate:
        """Predicate of two N°: they are to avoid each other (C13)."""
        return (lambda first, second: frozenset((first, second)) in self._avoid) if self._avoid else no_pair

    def pairs(self, unpaired: set[int], *, met_in_phase_1: PairPredicate | None = None) -> list[Pair]:
        """Pair these N° by the ranking (C9).

        After a rematch the last third is paired again (end repair) in edition F50, and in an Open in both (O6).

        Args:
            unpaired: N° to pair, an even number, all in the ranking.
            met_in_phase_1: In phase 2 of an Open, the predicate that two have met in phase 1; else None.
        """
        end_repair = self.scoring.end_repair or met_in_phase_1 is not None
        return pair_ranking(
            self.ranking, self.pm, unpaired, self.met, end_repair=end_repair, met_in_phase_1=met_in_phase_1,
            avoid=self.avoid,
        )  # fmt: skip


def _fold_pairing(order: Sequence[int], avoid: PairPredicate) -> list[Pair]:
    """Pair the first round above 16 players: two thirds fold, the last third plays neighbours (C9, regulation §6.1.1).

    This is C9's search, first against last, through the first part and through each two of the rest; so pairs to avoid
    are passed over as in that search (C13, decision of this project).
    """
    folded = 2 * ((len(order) + 1) // 3)  # 2M, M = count / 3 rounded to nearest
    positions = {player_id: position for position, player_id in enumerate(order, start=1)}
    parts = {player_id: min(0, (folded - position) // 2) for player_id, position in positions.items()}
    pairs = pair_ranking(order, parts, set(order), no_pair, avoid=avoid, end_repair=False)
    return [pair._replace(reason=_fold_reason(pair, positions, folded)) for pair in pairs]


def _fold_reason(pair: Pair, positions: dict[int, int], folded: int) -> Reason:
    """Return the reason of a pair of the folded first round."""
    first, second = sorted((positions[pair.one], positions[pair.two]))
    kind = "fold" if first <= folded else "neighbours"
    return pair.reason._replace(kind=kind, facts={"one": first, "two": second, "folded": folded})


def _table_round(tournament: Tournament, unpaired: set[int], pairer: _Pairer) -> list[Pair]:
    """Pair a round by the fixed table; players whom it leaves without opponent meet each other (C9).

    If that would bring a rematch, the table is dropped for the round and all unpaired are paired by ranking.
    """
    round_number = tournament.next_round
    holders = assign_seats(tournament)
    size = count_registered_at_first_pairing(tournament)
    size += size % 2
    table = tournament.seat_table or tables.find_built_in_table(size, pairer.scoring.edition)
    pairs: list[Pair] = []
    for first_seat, second_seat in table[round_number - 1]:
        first_player, second_player = holders.get(first_seat), holders.get(second_seat)
        if (
            first_player in unpaired
            and second_player in unpaired
            and first_player is not None
            and second_player is not None
        ):
            if first_player == X:
                first_player, second_player = second_player, first_player
            facts = {"one": first_seat, "two": second_seat, "size": size, "round": round_number}
            pairs.append(
                Pair(
                    first_player, second_player, Reason("table", facts, rematch=pairer.met(first_player, second_player))
                )
            )
    left_over = unpaired - {player_id for pair in pairs for player_id in (pair.one, pair.two)}
    pairs += [pair._replace(reason=pair.reason._replace(left_over=True)) for pair in pairer.pairs(left_over)]
    if any(pair.reason.rematch for pair in pairs):
        return [pair._replace(reason=pair.reason._replace(table_dropped=True)) for pair in pairer.pairs(unpaired)]
    return pairs


def find_first_round(tournament: Tournament, player: Player) -> int:
    """Return the number of the first drawn round in which a player has a match or the bye.

    If he is in no drawn round: the next round, or the one after it if his absence from the next is announced.
    """
    for round_number, matches in enumerate(tournament.rounds, start=1):
        if any(player.number in match for match in matches):
            return round_number
    round_number = tournament.next_round
    return round_number if round_number not in player.absences else round_number + 1
