"""The engine as a library: pair, rank and rate a tournament that your own program keeps (docs/moteur.md).

No workbook is involved: players and results are plain values and go through the same rules as every action in a
workbook. Every name here without an underscore is stable (semantic versioning); all other modules are internal.
InputError names the field that is wrong; RefusedError means that a rule forbids the request. Their texts are French.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tournament_xl.core.model import Absences, Notice, Refused, X
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.formulas import FORMULAS as OTHELLO_FORMULAS
from tournament_xl.games.othello.rules.standings import compute_standings as othello_standings
from tournament_xl.games.plain_values import InputError, RefusedError, check_choice, check_range, coerce
from tournament_xl.games.scrabble.rules import model, scoring
from tournament_xl.games.scrabble.rules.formulas import FORMULAS
from tournament_xl.games.scrabble.rules.initial import assign_seeds, unrated_cote
from tournament_xl.games.scrabble.rules.model import Tournament
from tournament_xl.games.scrabble.rules.standings import standings as scrabble_standings
from tournament_xl.games.scrabble.seasons.catalogue import find_season, seasons
from tournament_xl.messages import engine as texts
from tournament_xl.messages import exports, othello_reasons, reasons, scrabble_reasons
from tournament_xl.messages.notices import notice_text

__all__ = [
    "BYE", "Event", "InputError", "Line", "Pair", "Player", "Rating", "RefusedError", "Result", "pair", "rate",
    "standings",
]  # fmt: skip
BYE = X  # number of the fictitious opponent (X in Scrabble, BIP in Othello)


@dataclass(frozen=True, slots=True)
class Player:
    """Registered player."""

    name: str
    rating: float | None = None  # cote. None (Scrabble: also 0): that of the series by R1; Othello: unrated
    number: int = 0  # N°, from 1; 0: position in the list of players
    series: str = ""  # Scrabble: Série duplicate, "S", "1A" … "7D"
    club: str = ""
    country: str = ""  # Othello: compatriots are paired late
    absent: Sequence[int] | frozenset[int] = ()  # rounds not played
    enters: int = 1  # first round of a late entrant

    @property
    def absences(self) -> Absences:
        """Rounds without this player: those announced, and those before the entry."""
        return Absences(frozenset({*self.absent, *range(1, self.enters)}))


@dataclass(frozen=True, slots=True)
class Result:
    """Match of two players, with its result once there is one. Othello: `one` is Black, the scores are discs."""

    one: int  # N°
    two: int  # N°; BYE for X or BIP, against whom there is no score
    score_one: int | None = None
    score_two: int | None = None
    forfeit: str = ""  # Scrabble: side that forfeits, "1", "2" or "1+2"
    end: str = ""  # Othello: code of the column Fin, "TN", "AB", "FN" …
    more: Sequence[tuple[int, int]] = ()  # Scrabble: further games of a match of two winning games


@dataclass(frozen=True, slots=True)
class Event:
    """Tournament up to the last round given; immutable: `after` returns the tournament with one more round."""

    players: Sequence[Player]
    rounds: Sequence[Sequence[Result]] = ()
    game: Literal["scrabble", "othello"] = "scrabble"
    formula: str = ""  # "Classique", "Open", "Toutes-rondes", "Double toutes-rondes", "Suisse"; "": the game's first
    length: int | None = None  # rounds; None: the regulation's number
    edition: str = "F50"  # Scrabble: "F50" or "F10"
    seed: str = ""  # for drawing lots; required for an Open's groups and for Othello
    winning_games: int = 1  # Scrabble: 2 for matches of two winning games
    final: Result | None = None  # Open: the deciding game
    kind: str = ""  # Scrabble, for ratings: Type d'épreuve (R4), "" for TH, tournoi homologué
    season: str = ""  # Scrabble, for ratings: "2015-2016"; "": the latest known
    rated_games: int | None = None  # Scrabble, for ratings: games that count for PJmax (R7); None: one a round

    def after(self, results: Sequence[Result]) -> Event:
        """Return a copy of the event with one more round, that of `results`; nothing is checked yet."""
        return replace(self, rounds=(*self.rounds, tuple(results)))


@dataclass(frozen=True, slots=True)
class Pair:
    """Pair of players for the next round."""

    table: int
    one: int  # N°; Othello: Black, who may be BYE
    two: int  # N°, or BYE
    reason: str  # reason for the pair, in the words of the regulation
    forfeit: str = ""  # as in Result: an announced absentee keeps his seat in a fixed schedule (T, O5)


@dataclass(frozen=True, slots=True)
class Line:
    """Line of the standings."""

    place: int
    number: int
    name: str
    points: float  # PM; Othello: points
    tie_break: float  # Pdep; Othello: Départage
    won: int
    drawn: int
    lost: int
    ppm: int | None = None  # Scrabble: points of equal players among themselves, if all have met (C7)


@dataclass(frozen=True, slots=True)
class Rating:
    """New rating (cote) of one player after the tournament (Scrabble R2)."""

    place: int
    number: int
    name: str
    old: float
    new: float
    change: float
    series: str  # Joker, A, B, C (R3)


def pair(event: Event, fixed: Sequence[tuple[int, int]] = ()) -> list[Pair]:
    """Pair the next round by the event's formula; the event does not change.

    Args:
        event: Tournament; all results of its earlier rounds must be present.
        fixed: Pairs of player numbers that meet whatever the formula says; Othello: Black first.

    Returns:
        Pairs in the order of the tables, from 1; in Scrabble the fixed ones first. Absentees and later entrants have
        none, except where a fixed schedule keeps their seat: `forfeit` then says so.

    Raises:
        InputError: A value is impossible, or a result of an earlier round is missing.
        RefusedError: The tournament is over, or a rule forbids this round.
    """
    tournament = _build_tournament(event, fixed)
    if tournament.played < len(tournament.rounds):
        raise InputError(f"rounds[{tournament.played}]", texts.MISSING)
    if tournament.settings.rounds is not None and tournament.next_round > tournament.settings.rounds:
        raise RefusedError(texts.ENDED.format(rounds=tournament.settings.rounds))
    name = ({player.number: player.full_name for player in tournament.players} | {X: "X"}).__getitem__
    try:
        if isinstance(tournament, othello.OthelloTournament):
            drawn = tournament.settings.formula.pair(tournament).pairs
            texts_by_pair = (
                (p, reasons.ORGANISER if p.by_hand else othello_reasons.reason_text(p, name)) for p in drawn
            )
            return [Pair(table, *p.sides, text) for table, (p, text) in enumerate(texts_by_pair, start=1)]
        pairings = tournament.settings.formula.pair(tournament)
    except Refused as refused:
        raise RefusedError(notice_text(refused.notice)) from None
    pair_rows = [(*match.sides, reasons.ORGANISER, "") for match in tournament.fixed]
    for pairing in sorted(pairings, key=lambda pairing: pairing.two == X):
        forfeit = "+".join(map(str, sorted(pairing.forfeits)))
        pair_rows.append((pairing.one, pairing.two, scrabble_reasons.reason_text(pairing, name), forfeit))
    return [Pair(table, *row) for table, row in enumerate(pair_rows, start=1)]


def standings(event: Event, after: int | None = None) -> list[Line]:
    """Compute the standings after a round.

    Args:
        event: Tournament.
        after: Number of rounds counted, all complete; 0 for the initial order (Scrabble) or no line (Othello).
            None: all up to the first incomplete round; a complete one behind it does not count, and it may be 0.

    Returns:
        Lines from the first place down. Players who left stay; left out are Scrabble's late entrants who are in no
        round of the event yet, and in Othello players who are in none of the rounds counted.

    Raises:
        InputError: A value is impossible, or the round is not complete.
        RefusedError: The formula does not allow this number of players.
    """
    tournament = _build_tournament(event)
    after = coerce("after", after, int | None)
    check_range("after", after, 0, tournament.played)
    after = tournament.played if after is None else after
    names = {player.number: player.full_name for player in tournament.players}
    if isinstance(tournament, othello.OthelloTournament):
        figures = (
            (line, (line.points, float(line.tie_break), line.won, line.drawn, line.lost))
            for line in othello_standings(tournament, after)
        )
        return [Line(line.place, line.number, names[line.number], *values) for line, values in figures]
    return [
        Line(line.place, line.number, names[line.number], line.pm, line.pdep, line.won, line.drawn, line.lost, line.ppm)
        for line in scrabble_standings(_without_newcomers(tournament), after)
    ]


def rate(event: Event) -> list[Rating]:
    """Compute the new ratings as if the tournament ended with its last complete round (Scrabble R2 to R7).

    Args:
        event: Tournament of Scrabble. The number of games that count stays that of the whole tournament.

    Returns:
        By place, one rating per player with at least one match that he did not forfeit; the others are left out, and
        places count without them.

    Raises:
        InputError: A value is impossible.
        RefusedError: The game is Othello, which has its own rating officer; no round is complete; or the formula does
            not allow this number of players.
    """
    tournament = _build_tournament(event)
    if isinstance(tournament, othello.OthelloTournament):
        raise RefusedError(exports.NO_RATINGS)
    if not tournament.played:
        raise RefusedError(notice_text(Notice("ratings_no_round")))
    from tournament_xl.games.scrabble.rules.rating import ratings

    waiting = sum(player.enters <= tournament.next_round for player in event.players) - len(tournament.players)
    return [
        Rating(
            line.place, line.player.number, line.player.full_name, float(line.old), float(line.new),
            float(line.gain.total), line.series,
        )
        for line in ratings(tournament, tournament.played, find_season(event.season), waiting=waiting).lines
    ]  # fmt: skip


# Conversion of plain values to the values of the rules, with checks


def _build_tournament(event: Event, fixed: Sequence[tuple[int, int]] = ()) -> Tournament | othello.OthelloTournament:
    """Convert the event to the values of the rules; raises InputError, and RefusedError for a refused field."""
    event = coerce("", event, Event)
    fixed = coerce("fixed", fixed, Sequence[tuple[int, int]])
    check_range("length", event.length, 1, 500)
    players = [_check_player(index, player) for index, player in enumerate(event.players)]
    if duplicates := [number for number, count in Counter(player.number for player in players).items() if count > 1]:
        raise InputError("players", texts.NUMBER_TWICE.format(number=min(duplicates)))
    drawn = [
        (f"rounds[{index}]", [(result.one, result.two) for result in results])
        for index, results in enumerate(event.rounds)
    ]
    for round_number, (field, pairs) in enumerate([*drawn, ("fixed", fixed)], start=1):
        _check_round(event, field, pairs, {player.number for player in players if player.enters <= round_number})
    build = _build_othello if event.game == "othello" else _build_scrabble
    tournament = build(event, players, fixed)
    if len(event.rounds) > (tournament.settings.rounds or 0):
        raise InputError(
            f"rounds[{tournament.settings.rounds}]", texts.BEYOND.format(rounds=tournament.settings.rounds)
        )
    return tournament


def _without_newcomers(tournament: Tournament) -> Tournament:
    """Return the tournament without late entrants who have not played yet: no standings list them."""
    playing = {player_id for matches in tournament.rounds for match in matches for player_id in match.sides}
    listed = (player for player in tournament.players if player.number in playing or (player.seed or 0.5).is_integer())
    return replace(tournament, players=tuple(listed))


def _build_scrabble(event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]) -> Tournament:
    from tournament_xl.games.scrabble.rules.rating import as_fraction

    name = event.formula or next(iter(FORMULAS))
    check_choice("formula", name, FORMULAS)
    check_choice("edition", event.edition, scoring.EDITIONS)
    check_choice("winning_games", event.winning_games, (1, 2))
    check_choice("season", event.season, ("", *seasons()))
    rules, season = FORMULAS[name], find_season(event.season)
    check_choice("kind", event.kind, ("", *dict.fromkeys(("TH", *season.coefficients, *season.events))))
    check_range("rated_games", event.rated_games, 1, 300)
    people = []
    for index, entrant in enumerate(players):
        provisional_cote = unrated_cote(entrant.series, season)
        if provisional_cote is None:
            raise InputError(f"players[{index}].series", texts.NO_SERIES.format(value=entrant.series))
        if rules.closed and entrant.enters > 1:
            raise InputError(f"players[{index}].enters", texts.CLOSED)
        cote = as_fraction(entrant.rating or provisional_cote)
        people.append(
            model.Player(entrant.number, entrant.name, club=entrant.club, cote=cote, absences=entrant.absences)
        )
    starters = sum(player.enters == 1 for player in players)
    if refusal := rules.find_field_refusal(starters):
        raise RefusedError(notice_text(refusal))
    length = event.length or rules.default_rounds(starters)
    if (allowed := rules.rounds_allowed(starters)) and length not in allowed:
        raise InputError("length", texts.NO_CHOICE.format(value=length, choices=", ".join(map(str, allowed))))
    settings = model.Settings(
        rules, length, event.seed, edition=event.edition, winning_games={0: event.winning_games}, event=event.kind,
        season=event.season, own_games=event.rated_games,
    )  # fmt: skip
    rounds = tuple(
        tuple(
            _build_match(f"rounds[{round_index}][{row_index}]", event, row_index + 1, result)
            for row_index, result in enumerate(results)
        )
        for round_index, results in enumerate(event.rounds)
    )
    registered = tuple(people)
    for entry in sorted({player.enters for player in players if player.enters <= len(rounds) + 1}):
        registered = assign_seeds(registered, [player.number for player in players if player.enters == entry])  # C2
    typed = tuple(model.Match(first, second) for first, second in fixed)
    tournament = Tournament(settings, tuple(player for player in registered if player.seed is not None), rounds, typed)
    if rules.draws_groups:
        if not event.seed:
            raise InputError("seed", texts.NO_SEED)
        on_time = tuple(player for player in tournament.players if player.seed and player.seed.is_integer())
        tournament = replace(tournament, groups=rules.draw_groups(replace(tournament, players=on_time)))
    waiting = rules.waiting(tournament)
    tournament = replace(
        tournament, players=tuple(player for player in tournament.players if player.number not in waiting)
    )
    for round_number, match in rules.find_unscheduled_matches(tournament):
        is_drawn = round_number <= len(rounds)
        index = (rounds[round_number - 1] if is_drawn else typed).index(match)
        raise InputError(f"rounds[{round_number - 1}][{index}]" if is_drawn else f"fixed[{index}]", texts.NOT_SCHEDULED)
    if not rules.is_scheduled(tournament.next_round):
        _check_fixed(tournament)
    if event.final is None:
        return tournament
    _check_sides(event, "final", event.final.one, event.final.two, {player.number for player in players})
    if {event.final.one, event.final.two} != {*(rules.find_finalists(tournament) or ())}:
        raise InputError("final", texts.NO_FINAL)
    return replace(tournament, final=_build_match("final", event, 0, event.final))


def _build_othello(
    event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]
) -> othello.OthelloTournament:
    name = event.formula or next(iter(OTHELLO_FORMULAS))
    check_choice("formula", name, OTHELLO_FORMULAS)
    formula = OTHELLO_FORMULAS[name]
    if not event.seed:
        raise InputError("seed", texts.NO_SEED)
    if event.final is not None:
        raise InputError("final", texts.NO_FINAL)
    people = tuple(
        othello.OthelloPlayer(
            player.number,
            player.name,
            club=player.club,
            cote=player.rating,
            absences=player.absences,
            country=player.country,
        )
        for player in players
        if player.enters <= len(event.rounds) + 1
    )
    if refusal := formula.find_field_refusal(len(people)):
        raise RefusedError(notice_text(refusal))
    length = event.length or formula.default_rounds(len(people))
    rounds = tuple(
        tuple(
            _build_game(f"rounds[{round_index}][{row_index}]", row_index + 1, result)
            for row_index, result in enumerate(results)
        )
        for round_index, results in enumerate(event.rounds)
    )
    fixed_games = tuple(othello.OthelloGame(black, white) for black, white in fixed)
    tournament = othello.OthelloTournament(
        othello.OthelloSettings(formula, length, event.seed), people, rounds, fixed_games
    )
    _check_fixed(tournament)
    return tournament


def _build_match(field: str, event: Event, table: int, result: Result) -> model.Match:
    check_choice(f"{field}.forfeit", result.forfeit, ("", "1", "2", "1+2"))
    check_choice(f"{field}.end", result.end, ("",))
    forfeits = frozenset(int(side) for side in result.forfeit.split("+") if side)
    typed = [(f"{field}.score_{side}", score) for side, score in (("one", result.score_one), ("two", result.score_two))]
    typed += [(f"{field}.more[{index}]", score) for index, game in enumerate(result.more) for score in game]
    for name, score in typed:
        if score is not None and (forfeits or result.two == X):
            raise InputError(name, texts.NO_SCORE_HERE)
        check_range(name, score, scoring.LOWEST_SCORE, scoring.HIGHEST_SCORE)
    games = tuple(
        (own_score, opponent_score)
        for own_score, opponent_score in ((result.score_one, result.score_two), *result.more)
        if own_score is not None
    )
    if any(opponent_score is None for _, opponent_score in games) or (result.score_one is None) != (
        result.score_two is None
    ):
        raise InputError(f"{field}.score_two", texts.HALF)
    match = model.Match(result.one, result.two, games, forfeits, table)  # type: ignore[arg-type]  # no score is None here
    if scoring.surplus_game(match, event.winning_games) is not None or len(games) > 2 * event.winning_games - 1:
        raise InputError(f"{field}.more", texts.SURPLUS)
    return replace(match, complete=scoring.is_decided(match, event.winning_games))


def _build_game(field: str, table: int, result: Result) -> othello.OthelloGame:
    check_choice(f"{field}.end", result.end, othello.list_allowed_ends(result.one, result.two))
    check_choice(f"{field}.forfeit", result.forfeit, ("",))
    for side, score in (("one", result.score_one), ("two", result.score_two)):
        check_range(f"{field}.score_{side}", score, 0, 64)
        if score is not None and X in (result.one, result.two):
            raise InputError(f"{field}.score_{side}", texts.NO_SCORE_HERE)
    total = (result.score_one or 0) + (result.score_two or 0)
    if (result.score_one is None) != (result.score_two is None) or total > 64:
        raise InputError(f"{field}.score_two", texts.DISCS)
    if result.end in othello.GIVEN and result.score_one != result.score_two:
        raise InputError(f"{field}.end", texts.NO_DRAW)
    complete = X in (result.one, result.two) or result.score_one is not None or result.end not in othello.NEEDS_BOARD
    return othello.OthelloGame(result.one, result.two, result.score_one, result.score_two, result.end, table, complete)


def _check_player(index: int, player: Player) -> Player:
    field = f"players[{index}]"
    if not player.name.strip():
        raise InputError(f"{field}.name", texts.NO_NAME)
    check_range(f"{field}.number", player.number, 0, 99_999)
    check_range(f"{field}.enters", player.enters, 1, 500)
    for number in player.absent:
        check_range(f"{field}.absent", number, 1, 500)
    if player.rating is not None and not 0 <= player.rating < 10_000:
        raise InputError(f"{field}.rating", texts.NO_RATING.format(value=player.rating))
    return player if player.number else replace(player, number=index + 1)


def _check_round(event: Event, field: str, pairs: Iterable[tuple[int, int]], numbers: Collection[int]) -> None:
    """Check that every pair consists of registered players and that nobody is paired twice."""
    paired: set[int] = set()
    for index, sides in enumerate(pairs):
        _check_sides(event, f"{field}[{index}]", *sides, numbers)
        if repeated := paired.intersection(sides):
            raise InputError(f"{field}[{index}]", texts.TWICE.format(number=min(repeated) or "X"))
        paired |= {*sides}


def _check_sides(event: Event, field: str, first: int, second: int, numbers: Collection[int]) -> None:
    for name, number in (("one", first), ("two", second)):
        if number not in numbers and (number != X or (name == "one" and event.game != "othello")):  # BIP may be Black
            raise InputError(f"{field}.{name}", texts.NOBODY.format(value=number))
    if first == second:
        raise InputError(f"{field}.two", texts.ONESELF)


def _check_fixed(tournament: Tournament | othello.OthelloTournament) -> None:
    for index, side in tournament.find_misplaced_sides():
        sentence = texts.NO_BYE if tournament.fixed[index].sides[side] == X else texts.ABSENT
        raise InputError(f"fixed[{index}].{('one', 'two')[side]}", sentence)
