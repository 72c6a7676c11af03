"""The engine as a library: pair, rank and rate a tournament that your own program keeps (docs/moteur.md).

No workbook is involved: players and results are plain values and go through the same rules as every action in a
workbook. Every name here without an underscore is stable (semantic versioning); all other modules are internal.
InputError names the field that is wrong; RefusedError means that a rule forbids the request. Their texts are French.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from tournament_xl.core.model import Encounter, Person, Refused, X
from tournament_xl.games.plain_event import Event, Line, Pair, PlainTournament, Player, Rating, Result, check_sides
from tournament_xl.games.plain_values import InputError, RefusedError, check_range, coerce
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import engine as texts
from tournament_xl.messages.notices import notice_text

__all__ = [
    "BYE", "Event", "InputError", "Line", "Pair", "Player", "Rating", "RefusedError", "Result", "pair", "rate",
    "standings",
]  # fmt: skip
BYE = X  # number of the fictitious opponent (X in Scrabble, BIP in Othello)


def pair(event: Event, fixed: Sequence[tuple[int, int]] = ()) -> list[Pair]:
    """Pair the next round by the event's formula; the event does not change.

    Args:
        event: Tournament; all results of its earlier rounds must be present.
        fixed: Pairs of player numbers that meet in this round whatever the formula says; Othello: Black first.

    Returns:
        Pairs in the order of the tables, from 1, the bye included; in Scrabble the fixed ones first. Absentees and
        later entrants have no pair, except in a fixed schedule (T, O5), where `forfeit` says who is absent.

    Raises:
        InputError: A value is impossible, or a result of an earlier round is missing.
        RefusedError: All rounds are drawn, or a rule forbids this round.
    """
    plain = _build(event, fixed)
    tournament = plain.tournament
    if tournament.played < len(tournament.rounds):
        raise InputError(f"rounds[{tournament.played}]", texts.MISSING)
    if tournament.settings.rounds is not None and tournament.next_round > tournament.settings.rounds:
        raise RefusedError(texts.ENDED.format(rounds=tournament.settings.rounds))
    try:
        return plain.pair()
    except Refused as refused:
        raise RefusedError(notice_text(refused.notice)) from None


def standings(event: Event, after: int | None = None) -> list[Line]:
    """Compute the standings after a round.

    Args:
        event: Tournament.
        after: Number of rounds counted, all complete; 0 for the initial order (Scrabble) or no line (Othello).
            None for all before the first incomplete round, perhaps 0; a complete round after it does not count.

    Returns:
        Lines from the first place down. Players who left stay; left out are Scrabble's late entrants who are in no
        round of the event yet, and in Othello players who are in none of the rounds counted.

    Raises:
        InputError: A value is impossible, or one of these rounds is not complete.
        RefusedError: The formula does not allow this number of players.
    """
    plain = _build(event)
    after = coerce("after", after, int | None)
    check_range("after", after, 0, plain.tournament.played)
    return plain.rank(plain.tournament.played if after is None else after)


def rate(event: Event) -> list[Rating]:
    """Compute the new ratings as if the tournament ended with its last complete round (Scrabble R2 to R7).

    Args:
        event: Tournament of Scrabble. The limits of gains (R7) depend on all its rounds, also those not yet played.

    Returns:
        By place, one rating per player with at least one match that he did not forfeit; the others are left out, and
        places count without them.

    Raises:
        InputError: A value is impossible.
        RefusedError: The game is Othello, which has its own rating officer; no round is complete; or the formula does
            not allow this number of players.
    """
    return _build(event).rate()


# Checks of plain values, whatever the game


def _build(event: Event, fixed: Sequence[tuple[int, int]] = ()) -> PlainTournament[Person, Encounter]:
    """Convert the event to the values of the rules; raises InputError, and RefusedError for a refused field."""
    event = coerce("", event, Event)
    game = GAMES[event.game]
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
        numbers = {player.number for player in players if player.enters <= round_number}
        _check_round(field, pairs, numbers, bye_first=game.has_colours)
    plain = game.build_event(event, players, fixed)
    rounds = plain.tournament.settings.rounds or 0
    if len(event.rounds) > rounds:
        raise InputError(f"rounds[{rounds}]", texts.BEYOND.format(rounds=rounds))
    return plain


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


def _check_round(field: str, pairs: Iterable[tuple[int, int]], numbers: Collection[int], *, bye_first: bool) -> None:
    """Check that every pair consists of registered players and that nobody is paired twice."""
    paired: set[int] = set()
    for index, sides in enumerate(pairs):
        check_sides(f"{field}[{index}]", *sides, numbers, bye_first=bye_first)
        if repeated := paired.intersection(sides):
            raise InputError(f"{field}[{index}]", texts.TWICE.format(number=min(repeated) or "X"))
        paired |= {*sides}
