"""A tournament of Scrabble in plain values: what the engine pairs, ranks and rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament_xl.core.model import Notice, X
from tournament_xl.games.plain_event import (
    Event,
    Line,
    Pair,
    PlainTournament,
    Player,
    Rating,
    Result,
    check_fixed,
    check_sides,
)
from tournament_xl.games.plain_values import InputError, RefusedError, check_choice, check_range
from tournament_xl.games.scrabble.rules import model, scoring
from tournament_xl.games.scrabble.rules.formulas import FORMULAS
from tournament_xl.games.scrabble.rules.initial import assign_seeds, find_unrated_cote
from tournament_xl.games.scrabble.rules.model import Match, Tournament
from tournament_xl.games.scrabble.rules.rating import as_fraction, ratings
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.games.scrabble.seasons.catalogue import find_season, seasons
from tournament_xl.messages import engine as texts
from tournament_xl.messages import reasons, scrabble_reasons
from tournament_xl.messages.notices import notice_text


@dataclass(frozen=True)
class ScrabbleEvent(PlainTournament[model.Player, Match]):
    """Tournament of Scrabble in plain values, built and checked by `build_event`."""

    tournament: Tournament

    def pair(self) -> list[Pair]:
        """Pair the next round by the event's formula: fixed pairs first, the new pair with X (the bye) last.

        Tables are numbered from 1 in this order; the reason of a pair is a French sentence.

        Raises:
            Refused: Nobody is present.
        """
        pairings = self.tournament.settings.formula.pair(self.tournament)
        pair_rows = [(*match.sides, reasons.ORGANISER, "") for match in self.tournament.fixed]
        for pairing in sorted(pairings, key=lambda pairing: pairing.two == X):
            forfeit = "+".join(map(str, sorted(pairing.forfeits)))
            text = scrabble_reasons.reason_text(pairing, self.names.__getitem__)
            pair_rows.append((pairing.one, pairing.two, text, forfeit))
        return [Pair(table, *row) for table, row in enumerate(pair_rows, start=1)]

    def rank(self, after: int) -> list[Line]:
        """Return the standings after a complete round (0: before the first), best first.

        Late entrants who are in none of the event's rounds are left out.
        """
        return [
            Line(
                line.place, line.number, self.names[line.number], line.pm, line.pdep, line.won, line.drawn,
                line.lost, line.ppm,
            )
            for line in standings(_without_newcomers(self.tournament), after)
        ]  # fmt: skip

    def rate(self) -> list[Rating]:
        """Return the new ratings of the participants after the last complete round (R2 to R7), by place.

        Raises:
            RefusedError: No round is complete.
        """
        tournament = self.tournament
        if not tournament.played:
            raise RefusedError(notice_text(Notice("ratings_no_round")))
        entered = sum(player.enters <= tournament.next_round for player in self.event.players)
        season, waiting = find_season(self.event.season), entered - len(tournament.players)
        return [
            Rating(
                line.place, line.player.number, line.player.full_name, float(line.old), float(line.new),
                float(line.gain.total), line.series,
            )
            for line in ratings(tournament, tournament.played, season, waiting=waiting).lines
        ]  # fmt: skip


def build_event(event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]) -> ScrabbleEvent:
    """Build the tournament of an event, and check its values by the rules of Scrabble; see `Game.build_event`.

    Args:
        event: The event.
        players: Its players, each with a N°.
        fixed: Pairs of N° that the organiser fixed for the next round.

    Raises:
        InputError: A value is impossible; the error names the field.
        RefusedError: The formula does not take this number of players (those who enter in round 1).
    """
    return ScrabbleEvent(event, _build_tournament(event, players, fixed))


def _build_tournament(event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]) -> Tournament:
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
        provisional_cote = find_unrated_cote(entrant.series, season)
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
    waiting = rules.find_waiting_entrants(tournament)
    tournament = replace(
        tournament, players=tuple(player for player in tournament.players if player.number not in waiting)
    )
    for round_number, match in rules.find_unscheduled_matches(tournament):
        is_drawn = round_number <= len(rounds)
        index = (rounds[round_number - 1] if is_drawn else typed).index(match)
        raise InputError(f"rounds[{round_number - 1}][{index}]" if is_drawn else f"fixed[{index}]", texts.NOT_SCHEDULED)
    if not rules.is_scheduled(tournament.next_round):
        check_fixed(tournament)
    if event.final is None:
        return tournament
    check_sides("final", event.final.one, event.final.two, {player.number for player in players}, bye_first=False)
    if {event.final.one, event.final.two} != {*(rules.find_finalists(tournament) or ())}:
        raise InputError("final", texts.NO_FINAL)
    return replace(tournament, final=_build_match("final", event, 0, event.final))


def _without_newcomers(tournament: Tournament) -> Tournament:
    """Return the tournament without late entrants who have not played yet: no standings list them."""
    playing = {player_id for matches in tournament.rounds for match in matches for player_id in match.sides}
    listed = (player for player in tournament.players if player.number in playing or (player.seed or 0.5).is_integer())
    return replace(tournament, players=tuple(listed))


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
    if scoring.find_surplus_game(match, event.winning_games) is not None or len(games) > 2 * event.winning_games - 1:
        raise InputError(f"{field}.more", texts.SURPLUS)
    return replace(match, complete=scoring.is_decided(match, event.winning_games))
