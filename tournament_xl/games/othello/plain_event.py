"""A tournament of Othello in plain values: what the engine pairs and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament_xl.core.model import X
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.formulas import FORMULAS
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.plain_event import Event, Line, Pair, PlainTournament, Player, Rating, Result, check_fixed
from tournament_xl.games.plain_values import InputError, RefusedError, check_choice, check_range
from tournament_xl.messages import engine as texts
from tournament_xl.messages import exports, othello_reasons, reasons
from tournament_xl.messages.notices import notice_text


@dataclass(frozen=True)
class OthelloEvent(PlainTournament[othello.OthelloPlayer, othello.OthelloGame]):
    """Tournament of Othello in plain values."""

    tournament: othello.OthelloTournament

    def pair(self) -> list[Pair]:
        """Pair the next round by the event's formula."""
        drawn, name = self.tournament.settings.formula.pair(self.tournament).pairs, self.names.__getitem__
        reason_texts = (reasons.ORGANISER if p.by_hand else othello_reasons.reason_text(p, name) for p in drawn)
        rows = enumerate(zip(drawn, reason_texts, strict=True), start=1)
        return [Pair(table, *drawn_pair.sides, text) for table, (drawn_pair, text) in rows]

    def rank(self, after: int) -> list[Line]:
        """Return the standings after a complete round, best first; [] for 0."""
        return [
            Line(
                line.place, line.number, self.names[line.number], line.points, float(line.tie_break), line.won,
                line.drawn, line.lost,
            )
            for line in compute_standings(self.tournament, after)
        ]  # fmt: skip

    def rate(self) -> list[Rating]:
        """Refuse: Othello has its own rating officer (X2)."""
        raise RefusedError(exports.NO_RATINGS)


def build_event(event: Event, players: Sequence[Player], fixed: Sequence[tuple[int, int]]) -> OthelloEvent:
    """Build the tournament of an event; players who enter only after the next round are left out.

    Args:
        event: The event.
        players: Its players, all with a N°.
        fixed: Pairs typed for the next round: N° of Black and of White.

    Raises:
        InputError: A value is impossible or only for Scrabble (a final), the seed is missing, or a fixed pair cannot
            play.
        RefusedError: Fewer than two players are left.
    """
    name = event.formula or next(iter(FORMULAS))
    check_choice("formula", name, FORMULAS)
    formula = FORMULAS[name]
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
    check_fixed(tournament)
    return OthelloEvent(event, tournament)


def _build_game(prefix: str, table: int, result: Result) -> othello.OthelloGame:
    check_choice(f"{prefix}.end", result.end, othello.list_allowed_ends(result.one, result.two))
    check_choice(f"{prefix}.forfeit", result.forfeit, ("",))
    for side, score in (("one", result.score_one), ("two", result.score_two)):
        check_range(f"{prefix}.score_{side}", score, 0, 64)
        if score is not None and X in (result.one, result.two):
            raise InputError(f"{prefix}.score_{side}", texts.NO_SCORE_HERE)
    total = (result.score_one or 0) + (result.score_two or 0)
    if (result.score_one is None) != (result.score_two is None) or total > 64:
        raise InputError(f"{prefix}.score_two", texts.DISCS)
    if result.end in othello.GIVEN and result.score_one != result.score_two:
        raise InputError(f"{prefix}.end", texts.NO_DRAW)
    complete = X in (result.one, result.two) or result.score_one is not None or result.end not in othello.NEEDS_BOARD
    return othello.OthelloGame(result.one, result.two, result.score_one, result.score_two, result.end, table, complete)
