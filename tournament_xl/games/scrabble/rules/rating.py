"""Cote, the international rating of Scrabble (PL): what a tournament adds to it, in exact fractions.

A cote is exactly the decimal number that is written (1803, 1803.5). `Event` has what is the same for all participants;
`rate` computes everybody's new cote, `compute_gains_by_place` the points that each place would bring to each player.
Rules R2 to R7 and R9 of Scrabble in docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm

from tournament_xl.core.model import X
from tournament_xl.games.scrabble.rules.initial import strength_key
from tournament_xl.games.scrabble.rules.model import Player, Standing, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES, Season
from tournament_xl.games.scrabble.rules.standings import standings

TH = "TH"  # Type d'épreuve when the setting is empty
_PER_CATEGORY, _PER_GAME, _BASE, _HIGHEST_CATEGORY = 25, 5, 400, 5  # of the limits (R7)
_CHAMPIONSHIP_PLACES = 10  # R9


@dataclass(frozen=True, slots=True)
class Event:
    """Values for the ratings that are the same for all participants: they follow from field, length and type."""

    season: Season
    registered: int  # n of PE: registered players, X excluded
    cotes: tuple[Fraction, ...]  # starting cotes of the participants, highest first: C_i is the i-th
    category: int  # 1 … 5 (R4)
    value: int  # M (R4)
    coefficient: Fraction  # CT (R7)
    jokers: Fraction  # percentage of the participants in series Joker at the start, 0 … 100, not rounded
    highest: Fraction  # PJmax, not rounded
    lowest: Fraction  # PJmin, from PJmax before rounding


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that a place brings to a player."""

    reference: Fraction  # C_i: the cote at this place of the initial list
    pe: int  # points for experience
    bonus: int | Fraction  # B; whole with the values of 2015-2016
    raw: int  # PJ before the limits
    pj: int  # PJ within the limits

    @property
    def total(self) -> int | Fraction:
        """Points added to the cote (R2)."""
        return self.pe + self.bonus + self.pj


@dataclass(frozen=True, slots=True)
class Rating:
    """A line of the ratings."""

    player: Player  # with the starting cote that was used
    place: int  # x: place among the participants, shared by players ex æquo
    rank: int  # place in the initial list (of C_i), from 1
    old: Fraction  # C_j: cote at the start
    gain: Gain
    new: Fraction  # cote after the tournament
    series: str  # of the new cote


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of a tournament, by place, then by rank in the initial list."""

    event: Event
    lines: tuple[Rating, ...]


def find_participants(tournament: Tournament, after: int) -> frozenset[int]:
    """Return the N° of the participants (R7): players who have played a match up to round `after`, inclusive.

    That is any match with a result which the player did not forfeit; the bye (a match against X) and an opponent's
    forfeit count.
    """
    return frozenset(
        number
        for matches in tournament.rounds[:after]
        for match in matches
        if match.complete
        for number in (match.one, match.two)
        if number != X and not match.gave(number)
    )


def compute_places(ranking: Iterable[Standing], participant_ids: Collection[int]) -> dict[int, int]:
    """Return N° -> x: the place of each participant among the participants alone (R7).

    Players who share a place in the ranking share it here too (R6).
    """
    lines = [line for line in ranking if line.number in participant_ids]
    return {line.number: 1 + sum(rival.place < line.place for rival in lines) for line in lines}


def ratings(tournament: Tournament, after: int, season: Season, *, waiting: int = 0) -> Ratings:
    """Compute the ratings of the participants as if the tournament ended with the standings after a round (R2 to R7).

    Args:
        tournament: Facts of the tournament.
        after: Last round that counts; the number of games is still that of all rounds of the tournament (R7).
        season: Rating season whose numbers are used.
        waiting: Number of registered players who are not in `tournament` yet: late entrants of an Open, who take no
            part before phase 2 (O5). They count as registered.

    Returns:
        Lines by place, then by rank in the initial list; none when nobody has played a match.
    """
    participant_ids = find_participants(tournament, after)
    players = [player for player in tournament.players if player.number in participant_ids]
    places = compute_places(standings(tournament, after), participant_ids)
    return rate(
        players, places, registered=len(tournament.players) + waiting,
        games=Scoring.of(tournament.settings).rated_games, event_type=tournament.settings.event, season=season,
    )  # fmt: skip


def rate(
    players: Sequence[Player], place: Mapping[int, int], *, registered: int, games: int, event_type: str, season: Season
) -> Ratings:
    """Compute the new cotes of the participants (R2), in lines by place, then by rank in the initial list.

    Args:
        players: Participants, each with the starting cote to use (`Player.cote`).
        place: N° -> x, the place among the participants.
        registered: n, the number of registered players, X (the bye) not counted.
        games: Number of games of the tournament that count for PJmax (R7); an Open's deciding game does not.
        event_type: Type d'épreuve (setting: kind of event); "" for TH.
        season: Rating season whose numbers are used.
    """
    initial = sorted(players, key=strength_key)
    event = build_event(
        (player.cote for player in initial), registered=registered, games=games, event_type=event_type, season=season
    )
    lines = []
    for rank, player in enumerate(initial, start=1):
        old, gain = as_fraction(player.cote), compute_gain(event, player.cote, place[player.number])
        new = old + gain.total
        lines.append(Rating(player, place[player.number], rank, old, gain, new, find_series(new, season)))
    return Ratings(event, tuple(sorted(lines, key=lambda line: (line.place, line.rank))))


def build_event(
    cotes: Iterable[float | Fraction], *, registered: int, games: int, event_type: str, season: Season
) -> Event:
    """Return the event with these starting cotes of the participants, in any order; other arguments as in `rate`."""
    field = tuple(sorted(map(as_fraction, cotes), reverse=True))
    jokers = Fraction(100 * sum(cote >= season.joker for cote in field), max(1, len(field)))
    category = find_category(event_type, len(field), season)
    coefficient = season.coefficients.get(event_type, Fraction(1))
    highest = compute_highest_pj(category, games, jokers, coefficient, season)
    return Event(
        season, registered, field, category, season.values[category], coefficient, jokers, highest, -highest / 2
    )


def compute_gain(event: Event, cote: float | Fraction, place: int) -> Gain:
    """Compute the points that a place brings to a player with this starting cote (R2)."""
    reference, own = event.cotes[place - 1], as_fraction(cote)
    raw = compute_raw_pj(own, reference)
    return Gain(
        reference,
        compute_experience(event.registered, place),
        compute_bonus(event.value, place, event.season),
        raw,
        limit_pj(raw, event.highest),
    )


def compute_gains_by_place(event: Event, cotes: Iterable[float | Fraction]) -> list[list[int | Fraction]]:
    """Compute for each starting cote what each place, from the first to the last, would add to it (R2).

    Returns one list per starting cote, in the order given; its values are the totals of `compute_gain`. As there is one
    for each player and place, each PJ is computed once per difference of cotes.
    """
    starting_cotes = list(map(as_fraction, cotes))
    denominator = lcm(*(cote.denominator for cote in (*starting_cotes, *event.cotes)))
    references = [int(cote * denominator) for cote in event.cotes]
    points = [
        compute_experience(event.registered, place) + compute_bonus(event.value, place, event.season)
        for place in range(1, len(references) + 1)
    ]
    pj: dict[int, int] = {}  # by C_i - C_j
    totals = []
    for cote in starting_cotes:
        start = int(cote * denominator)
        for reference in references:
            if (difference := reference - start) not in pj:
                pj[difference] = limit_pj(compute_raw_pj(0, Fraction(difference, denominator)), event.highest)
        totals.append(
            [place_points + pj[reference - start] for place_points, reference in zip(points, references, strict=True)]
        )
    return totals


def find_series(cote: float | Fraction, season: Season) -> str:
    """Return the series of a cote (R3): Joker, A, B or C; fractions of a point do not count."""
    points = floor(as_fraction(cote))  # thresholds are whole
    return next((series for series, lowest in season.thresholds if points >= lowest), LAST_SERIES)


def find_category(event_type: str, players: int, season: Season) -> int:
    """Return the category 1 … 5 of an event (R4).

    It is fixed for the types that the season lists; for a TH and any other type it goes by the number of participants.
    An empty type is TH.
    """
    if event_type in season.events:
        return season.events[event_type]
    fits = (category for category, most in season.field_sizes.items() if players <= most)
    return next(fits, season.large_field)


def compute_experience(registered: int, place: int) -> int:
    """Compute the points for experience (R5): PE = n - x + 1, n registered players, x the place of the player."""
    return registered - place + 1


def compute_bonus(value: int, place: int, season: Season) -> int | Fraction:
    """Compute the bonus (R6): B = M, M/2, M/5, M/10 for places 1 to 4, else 0.

    `value` is M, the value of the event.
    """
    if place > len(season.bonus):
        return 0
    share = Fraction(value, season.bonus[place - 1])
    return int(share) if share.denominator == 1 else share


def compute_raw_pj(cote: float | Fraction, reference: float | Fraction) -> int:
    """Compute PJ without limits (R7): two thirds of `reference` - `cote` if positive, one third if negative.

    Rounded to the nearest whole number, halves away from zero. `cote` is C_j, the player's starting cote, `reference`
    C_i, the cote at his place of the initial list.
    """
    reference_cote, own_cote = as_fraction(reference), as_fraction(cote)
    difference = reference_cote.numerator * own_cote.denominator - own_cote.numerator * reference_cote.denominator
    thirds = 2 if difference >= 0 else 1
    return _nearest(thirds * difference, 3 * reference_cote.denominator * own_cote.denominator)


def compute_highest_pj(category: int, games: int, jokers: Fraction, coefficient: Fraction, season: Season) -> Fraction:
    """Compute PJmax, the most points PJ, not rounded (R7); the least, PJmin, is minus half of it.

    Args:
        category: Category of the event, 1 … 5 (R4).
        games: Games that count; at most the season's maximum is used.
        jokers: Percentage of participants in series Joker, 0 … 100.
        coefficient: CT of the event.
        season: Season whose numbers are used.
    """
    short = season.most_games - min(games, season.most_games)
    lacking = (100 - jokers) / 2
    return coefficient * (_BASE - _PER_CATEGORY * (_HIGHEST_CATEGORY - category) - _PER_GAME * short - lacking)


def limit_pj(raw: int, highest: Fraction) -> int:
    """Limit PJ to PJmin = -PJmax/2 … PJmax (R7); a limit that applies is rounded, halves away from zero.

    `highest` is PJmax, not rounded.
    """
    numerator, denominator = highest.numerator, highest.denominator
    if raw * denominator > numerator:
        return _nearest(numerator, denominator)
    return _nearest(-numerator, 2 * denominator) if 2 * raw * denominator < -numerator else raw


def compute_cote_at_season_start(cote: float | Fraction, championship_place: int, season: Season) -> Fraction:
    """Return the cote with which a player starts a season (R9).

    The first ten of the last world championship start with at least the lowest cote of the series Joker. Everybody else
    keeps his cote. `championship_place` is 0 for none; `season` is the one that starts.
    """
    first_ten = 1 <= championship_place <= _CHAMPIONSHIP_PLACES
    return max(as_fraction(cote), Fraction(season.joker)) if first_ten else as_fraction(cote)


def as_fraction(cote: float | Fraction) -> Fraction:
    """Return a cote as an exact fraction; a float counts as it is written: 1803.1 is 18031/10."""
    if type(cote) is Fraction:
        return cote
    return Fraction(str(cote)) if isinstance(cote, float) else Fraction(cote)


def to_nearest(value: Fraction) -> int:
    """Round to the nearest whole number, halves away from zero (R7)."""
    return _nearest(value.numerator, value.denominator)


def _nearest(numerator: int, denominator: int) -> int:
    """Round a fraction with a positive denominator; integer arithmetic, because it is fast."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size
