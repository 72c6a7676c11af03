"""The engine as a library: pair, rank and rate a tournament that your own program keeps (docs/moteur.md).

Nothing of workbooks is in it: players and results come as plain values, and go through the same rules as every press.
What stands here under a name without underscore is stable (semantic versions); all other modules are inside.
InputError names the field that is wrong, RefusedError is a rule that does not allow it; both say so in French.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from numbers import Integral, Rational, Real
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tournament_xl.core import model
from tournament_xl.core.model import Absences, Notice, Refused, Tournament, X
from tournament_xl.games.othello.rules import formulas as othello_formulas
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.standings import standings as othello_standings
from tournament_xl.games.scrabble.rules import scoring
from tournament_xl.games.scrabble.rules.formulas import FORMULAS
from tournament_xl.games.scrabble.rules.initial import seeded, unrated_cote
from tournament_xl.games.scrabble.rules.open_groups import finalists
from tournament_xl.games.scrabble.rules.standings import standings as scrabble_standings
from tournament_xl.games.scrabble.seasons.catalogue import named, seasons
from tournament_xl.messages import engine as texts
from tournament_xl.messages import exports, othello_reasons, reasons
from tournament_xl.messages.notices import notice_text

__all__ = [
    "BYE", "Event", "InputError", "Line", "Pair", "Player", "Rating", "RefusedError", "Result", "pair", "rate",
    "standings",
]  # fmt: skip
BYE = X  # the number of X and of BIP, the fictitious opponent


class InputError(ValueError):
    """A value that cannot be; `field` says which: "rounds[0][2].score_one"."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(f"{field} : {what}")
        self.field = field


class RefusedError(Exception):
    """A rule does not allow what is asked; nothing is wrong in any one field."""


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player."""

    name: str
    rating: float | None = None  # cote; without (in Scrabble also 0): PL*, which R1 gives by series; Othello: unrated
    number: int = 0  # N°, from 1; 0: the place in the list of players
    series: str = ""  # Scrabble: Série duplicate, "S", "1A" … "7D"
    club: str = ""
    country: str = ""  # Othello: compatriots meet later
    absent: Sequence[int] | frozenset[int] = ()  # rounds not played
    enters: int = 1  # the round for which a late entrant is there first


@dataclass(frozen=True, slots=True)
class Result:
    """Two who met, and what came of it. Othello: `one` is Black, scores are discs."""

    one: int  # N°
    two: int  # N°; BYE for X or BIP, against whom there is no score
    score_one: int | None = None
    score_two: int | None = None
    forfeit: str = ""  # Scrabble, who gives it: "1", "2", "1+2"
    end: str = ""  # Othello: code of the column Fin, "TN", "AB", "FN" …
    more: Sequence[tuple[int, int]] = ()  # Scrabble: the further games of a match of two winning games


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament as far as it has been played; a value that never changes: `after` gives the next one."""

    players: Sequence[Player]
    rounds: Sequence[Sequence[Result]] = ()
    game: Literal["scrabble", "othello"] = "scrabble"
    formula: str = ""  # "Classique", "Open", "Toutes-rondes", "Double toutes-rondes", "Suisse"; "": the game's first
    length: int | None = None  # rounds; None: the regulation's number
    edition: str = "F50"  # Scrabble: "F50" or "F10"
    seed: str = ""  # for lots: an Open's groups and Othello cannot do without
    winning_games: int = 1  # Scrabble: 2 for matches of two winning games
    final: Result | None = None  # Open: the deciding game
    kind: str = ""  # Scrabble, for ratings: Type d'épreuve (R4), "" for TH, tournoi homologué
    season: str = ""  # Scrabble, for ratings: "2015-2016"; "": the latest known
    rated_games: int | None = None  # Scrabble, for ratings: games that count for PJmax (R7); None: one a round

    def after(self, results: Sequence[Result]) -> Event:
        """The event with one round more."""
        return replace(self, rounds=(*self.rounds, tuple(results)))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who are to meet."""

    table: int
    one: int  # N°; Othello: Black, who may be BYE
    two: int  # N°, or BYE
    reason: str  # why, in the words of the regulation
    forfeit: str = ""  # who gives it, as in Result: an announced absentee keeps his seat in a fixed schedule (T, O5)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings."""

    place: int
    number: int
    name: str
    points: float  # PM; Othello: points
    tie_break: float  # Pdep; Othello: Départage
    won: int
    drawn: int
    lost: int
    ppm: int | None = None  # Scrabble: points among those equal who have all met (C7)


@dataclass(frozen=True, slots=True)
class Rating:
    """What the tournament makes of a cote (R2)."""

    place: int
    number: int
    name: str
    old: float
    new: float
    change: float
    series: str  # Joker, A, B, C (R3)


def pair(event: Event, fixed: Sequence[tuple[int, int]] = ()) -> list[Pair]:
    """The next round by the event's formula, by table. `fixed`: pairs of N° that are to meet whatever the formula says.

    All results of the rounds before must be there. Raises InputError, RefusedError.
    """
    tournament = _tournament(event, fixed)
    if tournament.played < len(tournament.rounds):
        raise InputError(f"rounds[{tournament.played}]", texts.MISSING)
    if tournament.settings.rounds is not None and tournament.next_round > tournament.settings.rounds:
        raise RefusedError(texts.ENDED.format(rounds=tournament.settings.rounds))
    name = ({player.number: player.full_name for player in tournament.players} | {X: "X"}).__getitem__
    try:
        if isinstance(tournament, othello.OthelloTournament):
            drawn = othello_formulas.pair(tournament).pairs
            why = [reasons.ORGANISER if one.by_hand else othello_reasons.reason_text(one, name) for one in drawn]
            return [Pair(at, *one.sides, reason) for at, (one, reason) in enumerate(zip(drawn, why, strict=True), 1)]
        found = FORMULAS[tournament.settings.formula].pair(tournament)
    except Refused as refused:
        raise RefusedError(notice_text(refused.notice)) from None
    told = [(*match.sides, reasons.ORGANISER, "") for match in tournament.fixed]
    for one in sorted(found, key=lambda one: one.two == X):
        gives = "+".join(map(str, sorted(one.forfeits)))
        told.append((one.one, one.two, reasons.reason_text(one, name), gives))
    return [Pair(at, *one) for at, one in enumerate(told, start=1)]


def standings(event: Event, after: int | None = None) -> list[Line]:
    """The standings after a round; None: after the last one with all its results. Raises InputError, RefusedError."""
    tournament = _tournament(event)
    after = _fit("after", after, int | None)
    _whole("after", after, 0, tournament.played)
    after = tournament.played if after is None else after
    names = {player.number: player.full_name for player in tournament.players}
    if isinstance(tournament, othello.OthelloTournament):
        return [
            Line(
                one.place, one.number, names[one.number], one.points, float(one.tie_break), one.won, one.drawn, one.lost
            )
            for one in othello_standings(tournament, after)
        ]
    return [
        Line(one.place, one.number, names[one.number], one.pm, one.pdep, one.won, one.drawn, one.lost, one.ppm)
        for one in scrabble_standings(_without_newcomers(tournament), after)
    ]


def rate(event: Event) -> list[Rating]:
    """The new cotes as if the tournament ended with the last round that has all its results (R2 to R7).

    Raises InputError; RefusedError for Othello, which has its own rating officer, where no round is played, and for a
    number of players that the formula does not take.
    """
    tournament = _tournament(event)
    if isinstance(tournament, othello.OthelloTournament):
        raise RefusedError(exports.NO_RATINGS)
    if not tournament.played:
        raise RefusedError(notice_text(Notice("ratings_no_round")))
    from tournament_xl.games.scrabble.rules.rating import ratings

    waiting = sum(one.enters <= tournament.next_round for one in event.players) - len(tournament.players)
    return [
        Rating(
            line.place, line.player.number, line.player.full_name, float(line.old), float(line.new),
            float(line.gain.total), line.series,
        )
        for line in ratings(tournament, tournament.played, named(event.season), waiting=waiting).lines
    ]  # fmt: skip


# From plain values to the nouns of the rules, each checked


def _tournament(event: Event, fixed: Sequence[tuple[int, int]] = ()) -> Tournament | othello.OthelloTournament:
    """The facts as the rules take them. InputError for what cannot be, RefusedError for a field the formula has not."""
    event = _fit("event", event, Event)
    fixed = _fit("fixed", fixed, Sequence[tuple[int, int]])
    _whole("length", event.length, 1, 500)
    players = [_checked(at, player) for at, player in enumerate(event.players)]
    if twice := [number for number, count in Counter(one.number for one in players).items() if count > 1]:
        raise InputError("players", texts.NUMBER_TWICE.format(number=min(twice)))
    drawn = [(f"rounds[{at}]", [(one.one, one.two) for one in results]) for at, results in enumerate(event.rounds)]
    for number, (field, pairs) in enumerate([*drawn, ("fixed", fixed)], start=1):
        _check_round(event, field, pairs, {player.number for player in players if player.enters <= number})
    build = _othello if event.game == "othello" else _scrabble
    tournament = build(event, players, fixed)
    if len(event.rounds) > (tournament.settings.rounds or 0):
        raise InputError(
            f"rounds[{tournament.settings.rounds}]", texts.BEYOND.format(rounds=tournament.settings.rounds)
        )
    return tournament


def _without_newcomers(tournament: Tournament) -> Tournament:
    """The tournament without late entrants who are in no round yet, whom no standings shows."""
    playing = {who for matches in tournament.rounds for match in matches for who in match.sides}
    shown = (one for one in tournament.players if one.number in playing or (one.seed or 0.5).is_integer())
    return replace(tournament, players=tuple(shown))


def _scrabble(event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]) -> Tournament:
    from tournament_xl.games.scrabble.rules.rating import exact

    formula = event.formula or "Classique"
    _one_of("formula", formula, FORMULAS)
    _one_of("edition", event.edition, scoring.EDITIONS)
    _one_of("winning_games", event.winning_games, (1, 2))
    _one_of("season", event.season, ("", *seasons()))
    rules, season = FORMULAS[formula], named(event.season)
    _one_of("kind", event.kind, ("", *dict.fromkeys(("TH", *season.coefficients, *season.events))))
    _whole("rated_games", event.rated_games, 1, 300)
    people = []
    for at, one in enumerate(players):
        star = unrated_cote(one.series, season)
        if star is None:
            raise InputError(f"players[{at}].series", texts.NO_SERIES.format(value=one.series))
        if rules.closed and one.enters > 1:
            raise InputError(f"players[{at}].enters", texts.CLOSED)
        cote = exact(one.rating or star)
        people.append(model.Player(one.number, one.name, club=one.club, cote=cote, absences=_absences(one, event)))
    first = sum(one.enters == 1 for one in players)
    if refusal := rules.field_refusal(first):
        raise RefusedError(notice_text(refusal))
    length = event.length or rules.default_rounds(first)
    if (allowed := rules.rounds_allowed(first)) and length not in allowed:
        raise InputError("length", texts.NO_CHOICE.format(value=length, choices=", ".join(map(str, allowed))))
    settings = model.Settings(
        formula, length, event.seed, edition=event.edition, winning_games={0: event.winning_games}, event=event.kind,
        season=event.season, own_games=event.rated_games,
    )  # fmt: skip
    rounds = tuple(
        tuple(_match(f"rounds[{at}][{place}]", event, place + 1, one) for place, one in enumerate(results))
        for at, results in enumerate(event.rounds)
    )
    here = tuple(people)
    for entry in sorted({one.enters for one in players if one.enters <= len(rounds) + 1}):
        here = seeded(here, [one.number for one in players if one.enters == entry])  # C2
    typed = tuple(model.Match(one, two) for one, two in fixed)
    tournament = Tournament(settings, tuple(one for one in here if one.seed is not None), rounds, typed)
    if rules.draw:
        if not event.seed:
            raise InputError("seed", texts.NO_SEED)
        there = tuple(one for one in tournament.players if one.seed and one.seed.is_integer())
        tournament = replace(tournament, groups=rules.draw(replace(tournament, players=there)))
    waiting = rules.waiting(tournament)
    tournament = replace(tournament, players=tuple(one for one in tournament.players if one.number not in waiting))
    for number, match in rules.off_schedule(tournament):
        drawn = number <= len(rounds)
        at = (rounds[number - 1] if drawn else typed).index(match)
        raise InputError(f"rounds[{number - 1}][{at}]" if drawn else f"fixed[{at}]", texts.NOT_SCHEDULED)
    if not rules.scheduled(tournament.next_round):
        _check_fixed(tournament)
    if event.final is None:
        return tournament
    _check_sides(event, "final", event.final.one, event.final.two, {player.number for player in players})
    if {event.final.one, event.final.two} != {*((rules.draw and finalists(tournament)) or ())}:
        raise InputError("final", texts.NO_FINAL)
    return replace(tournament, final=_match("final", event, 0, event.final))


def _othello(event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]) -> othello.OthelloTournament:
    formula = event.formula or othello.SWISS
    _one_of("formula", formula, othello_formulas.FORMULAS)
    if not event.seed:
        raise InputError("seed", texts.NO_SEED)
    if event.final is not None:
        raise InputError("final", texts.NO_FINAL)
    people = tuple(
        othello.OthelloPlayer(
            one.number, one.name, club=one.club, cote=one.rating, absences=_absences(one, event), country=one.country
        )
        for one in players
        if one.enters <= len(event.rounds) + 1
    )
    if refusal := othello_formulas.field_refusal(len(people)):
        raise RefusedError(notice_text(refusal))
    length = event.length or othello_formulas.default_rounds(formula, len(people))
    rounds = tuple(
        tuple(_game(f"rounds[{at}][{place}]", place + 1, one) for place, one in enumerate(results))
        for at, results in enumerate(event.rounds)
    )
    games = tuple(othello.OthelloGame(one, two) for one, two in fixed)
    tournament = othello.OthelloTournament(othello.OthelloSettings(formula, length, event.seed), people, rounds, games)
    _check_fixed(tournament)
    return tournament


def _match(field: str, event: Event, table: int, one: Result) -> model.Match:
    _one_of(f"{field}.forfeit", one.forfeit, ("", "1", "2", "1+2"))
    _one_of(f"{field}.end", one.end, ("",))
    forfeits = frozenset(int(side) for side in one.forfeit.split("+") if side)
    typed = [(f"{field}.score_{side}", score) for side, score in (("one", one.score_one), ("two", one.score_two))]
    typed += [(f"{field}.more[{at}]", score) for at, game in enumerate(one.more) for score in game]
    for name, score in typed:
        if score is not None and (forfeits or one.two == X):
            raise InputError(name, texts.NO_SCORE_HERE)
        _whole(name, score, scoring.LOWEST_SCORE, scoring.HIGHEST_SCORE)
    games = tuple((own, other) for own, other in ((one.score_one, one.score_two), *one.more) if own is not None)
    if any(other is None for _, other in games) or (one.score_one is None) != (one.score_two is None):
        raise InputError(f"{field}.score_two", texts.HALF)
    bare = model.Match(one.one, one.two, games, forfeits, table)  # type: ignore[arg-type]  # no half ones are left
    if scoring.surplus_game(bare, event.winning_games) is not None or len(games) > 2 * event.winning_games - 1:
        raise InputError(f"{field}.more", texts.SURPLUS)
    return replace(bare, complete=scoring.is_decided(bare, event.winning_games))


def _game(field: str, table: int, one: Result) -> othello.OthelloGame:
    _one_of(f"{field}.end", one.end, othello.ends(one.one, one.two))
    _one_of(f"{field}.forfeit", one.forfeit, ("",))
    for side, score in (("one", one.score_one), ("two", one.score_two)):
        _whole(f"{field}.score_{side}", score, 0, 64)
        if score is not None and X in (one.one, one.two):
            raise InputError(f"{field}.score_{side}", texts.NO_SCORE_HERE)
    if (one.score_one is None) != (one.score_two is None) or (one.score_one or 0) + (one.score_two or 0) > 64:
        raise InputError(f"{field}.score_two", texts.DISCS)
    if one.end in othello.GIVEN and one.score_one != one.score_two:
        raise InputError(f"{field}.end", texts.NO_DRAW)
    complete = X in (one.one, one.two) or one.score_one is not None or one.end not in othello.NEEDS_BOARD
    return othello.OthelloGame(one.one, one.two, one.score_one, one.score_two, one.end, table, complete)


def _checked(at: int, player: Player) -> Player:
    field = f"players[{at}]"
    if not player.name.strip():
        raise InputError(f"{field}.name", texts.NO_NAME)
    _whole(f"{field}.number", player.number, 0, 99_999)
    _whole(f"{field}.enters", player.enters, 1, 500)
    for number in player.absent:
        _whole(f"{field}.absent", number, 1, 500)
    if player.rating is not None and not 0 <= player.rating < 10_000:
        raise InputError(f"{field}.rating", texts.NO_RATING.format(value=player.rating))
    return player if player.number else replace(player, number=at + 1)


def _absences(player: Player, event: Event) -> Absences:
    return Absences(frozenset({*player.absent, *range(1, player.enters)}))


def _check_round(event: Event, field: str, pairs: Iterable[tuple[int, int]], numbers: Collection[int]) -> None:
    """Pairs of people that there are, each once."""
    seen: set[int] = set()
    for at, two in enumerate(pairs):
        _check_sides(event, f"{field}[{at}]", *two, numbers)
        if again := seen.intersection(two):
            raise InputError(f"{field}[{at}]", texts.TWICE.format(number=min(again) or "X"))
        seen |= {*two}


def _check_sides(event: Event, field: str, one: int, two: int, numbers: Collection[int]) -> None:
    for name, who in (("one", one), ("two", two)):
        if who not in numbers and (who != X or (name == "one" and event.game != "othello")):  # BIP may be Black
            raise InputError(f"{field}.{name}", texts.NOBODY.format(value=who))
    if one == two:
        raise InputError(f"{field}.two", texts.ONESELF)


def _check_fixed(tournament: Tournament | othello.OthelloTournament) -> None:
    for at, side in tournament.misplaced():
        told = texts.NO_BYE if tournament.fixed[at].sides[side] == X else texts.ABSENT
        raise InputError(f"fixed[{at}].{('one', 'two')[side]}", told)


def _whole(field: str, value: int | None, lowest: int, highest: int) -> None:
    if value is not None and not lowest <= value <= highest:
        raise InputError(field, texts.NO_WHOLE.format(value=value, lowest=lowest, highest=highest))


def _one_of(field: str, value: object, choices: Collection[object]) -> None:
    if value not in choices:
        raise InputError(field, texts.NO_CHOICE.format(value=value, choices=", ".join(repr(one) for one in choices)))


def _fit(field: str, value: Any, kind: Any) -> Any:
    """The value as its field declares it, with all that is in it; InputError names what is of another kind.

    Numbers of other libraries become Python's: numpy's would overflow in sums.
    """
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin is UnionType:
        kinds = [part for part in parts if part is not NoneType]
        if value is None and len(kinds) < len(parts):
            return None
        return _fit(field, value, next((one for one in kinds if isinstance(value, get_origin(one) or one)), kinds[0]))
    if origin is Literal:
        _one_of(field, value, parts)
        return value
    if origin in (int, float):
        whole = isinstance(value, Integral) and not isinstance(value, bool)
        real = isinstance(value, Real) and not isinstance(value, Rational)  # a Fraction may be too large for a float
        _must(field, value, whole or (real and origin is float), origin)
        return int(value) if whole else float(value)
    if origin is tuple:  # JSON has lists
        _must(field, value, isinstance(value, list | tuple) and len(value) == len(parts), tuple)
        return tuple(_fit(f"{field}[{at}]", one, part) for at, (one, part) in enumerate(zip(value, parts, strict=True)))
    if parts:
        _must(field, value, isinstance(value, origin) and not isinstance(value, str | bytes), Sequence)
        return [_fit(f"{field}[{at}]", one, parts[0]) for at, one in enumerate(value)]
    _must(field, value, isinstance(value, origin), origin)
    if not is_dataclass(origin):
        return value
    fitted = {
        name: _fit(name if origin is Event else f"{field}.{name}", inside, declared)
        for name, (declared, plain) in _declared(kind).items()
        if type(inside := getattr(value, name)) not in plain
    }
    return replace(value, **fitted) if fitted else value


@cache
def _declared(kind: Any) -> dict[str, tuple[Any, set[type]]]:
    """Field -> its kind, and the types of values that fit as they are."""
    hints = get_type_hints(kind)
    parts = {name: {*get_args(hint)} if get_origin(hint) is UnionType else {hint} for name, hint in hints.items()}
    return {name: (hint, parts[name] & {str, int, float, NoneType}) for name, hint in hints.items()}


def _must(field: str, value: object, fits: bool, kind: type) -> None:
    if not fits:
        wanted = texts.KINDS.get(kind.__name__) or f"un engine.{kind.__name__}"
        raise InputError(field, texts.NO_KIND.format(kind=wanted, value=value))
