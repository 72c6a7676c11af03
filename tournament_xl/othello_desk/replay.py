"""A round of Othello drawn again from the facts as they now stand: for explanations, lost reasons and checks."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.model import Absences, Refused
from tournament_xl.othello.model import BIP, Tournament
from tournament_xl.othello.rounds import pair
from tournament_xl.othello.swiss import Pairing
from tournament_xl.texts.othello_reasons import reason_text
from tournament_xl.workbook.othello.decode_settings import as_recorded
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.othello.record import read_result


def before_round(decoded: Decoded, number: int) -> Tournament:
    """The tournament as it stood when round `number` was paired, with the results as they now stand.

    Present are those whom the Journal names, else those who have a row; fixed are the pairs that the organiser had
    typed before the pairing.
    """
    tournament, record = decoded.tournament, decoded.journal.rounds.get(number)
    games = tournament.rounds[number - 1]
    present = (record.present if record else None) or {who for game in games for who in game.sides if who != BIP}
    fixed = record.fixed if record else frozenset()
    players = tuple(
        replace(player, absences=Absences() if player.number in present else Absences(frozenset({number})))
        for player in tournament.players
    )
    return replace(
        tournament,
        players=players,
        rounds=tournament.rounds[: number - 1],
        fixed=tuple(game for game in games if frozenset(game.sides) in fixed),
    )


def as_paired(decoded: Decoded, number: int) -> Tournament:
    """`before_round` with the results and settings that the Journal recorded for that pairing, where it did."""
    before, record = before_round(decoded, number), decoded.journal.rounds.get(number)
    if record is None or not record.drawn:
        return before
    rounds, people = [], {BIP, *(player.number for player in before.players)}
    for at, games in enumerate(before.rounds, start=1):
        texts = record.basis.results.get(at, {})
        recorded = [game for text in texts.values() if (game := read_result(text)) and people.issuperset(game.sides)]
        known = {who for game in recorded for who in game.sides if who != BIP}
        rounds.append((*recorded, *(game for game in games if not known & set(game.sides))))
    return replace(before, rounds=tuple(rounds), settings=as_recorded(record.basis.settings, before.settings))


def redraw(decoded: Decoded, number: int) -> Pairing | None:
    """The whole round `number` as the rules draw it now; None when they give none."""
    try:
        return pair(before_round(decoded, number))
    except Refused:
        return None


def redrawn_reasons(decoded: Decoded, number: int) -> dict[frozenset[int], str]:
    """Pair -> the reason that the rules give for it now."""
    names, drawn = decoded.names(), redraw(decoded, number)
    pairs = drawn.pairs if drawn else ()
    return {frozenset(one.sides): reason_text(one, names.__getitem__) for one in pairs if not one.by_hand}
