"""A round of Othello drawn again from the facts as they now stand: for explanations, lost reasons and checks."""

from __future__ import annotations

from tournament_xl.book.memory import sides
from tournament_xl.games.othello.codes import read_result
from tournament_xl.games.othello.decode_sheets import as_recorded
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.model import Absences, Refused
from tournament_xl.record import replace
from tournament_xl.rules.othello.formulas import pair
from tournament_xl.rules.othello.model import BIP, Game, Tournament
from tournament_xl.rules.othello.swiss import Pairing
from tournament_xl.texts.othello_reasons import reason_text


def before_round(decoded: Decoded, number: int) -> Tournament:
    """The tournament as it stood when round `number` was paired, with the results as they now stand.

    Present are those of the pairing's memory, else those who have a row; fixed are the pairs that the organiser had
    typed before it.
    """
    tournament, drawn = decoded.tournament, decoded.memory.drawn.get(number)
    games = tournament.rounds[number - 1]
    present = (drawn.after.present(number) if drawn else None) or {w for game in games for w in game.sides if w != BIP}
    fixed = drawn.after.imposed(number) if drawn else frozenset()
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
    """`before_round` with the results and settings that the pairing read, where a press paired the round."""
    before, drawn = before_round(decoded, number), decoded.memory.drawn.get(number)
    if drawn is None:
        return before
    people = {BIP, *(player.number for player in before.players)}
    read = (filter(None, map(read_result, drawn.before.results(at))) for at in range(1, number))
    rounds = tuple(tuple(game for game in games if people.issuperset(game.sides)) for games in read)
    return replace(before, rounds=rounds, settings=as_recorded(drawn.before.settings, before.settings))


def as_remembered(decoded: Decoded) -> Tournament:
    """The tournament as the last press left it: results and settings; names as they stand."""
    then = decoded.memory.now
    people = {BIP, *(player.number for player in decoded.tournament.players)}
    read = ([read_result(text) or _open_game(text) for text in then.results(at)] for at in then.rounds)
    rounds = tuple(tuple(game for game in games if game and people.issuperset(game.sides)) for games in read)
    settings = as_recorded(then.settings, decoded.tournament.settings)
    return replace(decoded.tournament, rounds=rounds, fixed=(), settings=settings)


def _open_game(text: str) -> Game | None:
    """A game without a result, or with half of one."""
    two = sides(text.partition(":")[0])
    return Game(*two) if two else None


def redraw(decoded: Decoded, number: int) -> Pairing | None:
    """The whole round `number` as the rules draw it now; None when they give none."""
    try:
        return pair(before_round(decoded, number))
    except Refused:
        return None


def redrawn(decoded: Decoded, number: int) -> dict[frozenset[int], str]:
    """Pair -> the reason that the rules give for it now."""
    names, drawn = decoded.names(), redraw(decoded, number)
    pairs = drawn.pairs if drawn else ()
    return {frozenset(one.sides): reason_text(one, names.__getitem__) for one in pairs if not one.by_hand}
