"""What the games of an ELO file (X2) mean: who won, who had BIP, who was absent. The file says it by its points."""

from __future__ import annotations

from collections.abc import Iterator

from tournament_xl.elo.reading import EloFile, EloGame, EloPlayer
from tournament_xl.record import replace
from tournament_xl.rules.othello.model import BOTH_LOSE, NEITHER, Game
from tournament_xl.rules.othello.results import BOARD, entry
from tournament_xl.texts import elo as texts
from tournament_xl.texts.names import ranges

FORFEIT = "forfait"  # what is said of a game commented out where it was one


def as_game(one: EloGame) -> Game:
    """The game as a row of Résultats has it."""
    rated = not one.note or FORFEIT in one.note
    return Game(one.black, one.white, one.black_discs, one.white_discs, one.end, complete=True, rated=rated)


def settle(found: EloFile) -> EloFile:
    """The file with the ends of its games: forfeits as we write them, 0-0 as lost by both, and drawn boards given to
    one where the sign says so and the listed points fit it; one warning says where sign and discs differ.
    """
    games = [*_all(found)]
    odd = [game for game in games if game.contradicts]
    by_sign = _with_ends(found, signs=True)
    if not odd:
        return by_sign
    by_discs = _with_ends(found, signs=False)
    misfits = len(misfitting(by_sign))
    sign = not found.scored or not misfits or misfits < len(misfitting(by_discs))
    chosen = by_sign if sign else by_discs
    given = sum(game.end in ("GN", "GB") for game in _all(chosen))
    lines = ranges({game.line for game in odd[: texts.MOST_LINES]}) + ("…" if len(odd) > texts.MOST_LINES else "")
    sentence = texts.signs_text(len(odd), lines, given if given == len(odd) else 0)
    return replace(chosen, warnings=[*found.warnings, sentence])


def _all(found: EloFile) -> Iterator[EloGame]:
    for games in (*found.rounds, found.added):
        yield from games


def _with_ends(found: EloFile, *, signs: bool) -> EloFile:
    def ended(games: list[EloGame]) -> list[EloGame]:
        return [replace(game, end=_end(game, signs=signs)) for game in games]

    return replace(found, rounds=list(map(ended, found.rounds)), added=ended(found.added))


def _end(game: EloGame, *, signs: bool) -> str:
    discs = game.black_discs, game.white_discs
    forfeits = {(0, 0): NEITHER, (0, BOARD): "FN", (BOARD, 0): "FB"}
    if FORFEIT in game.note and discs in forfeits:
        return forfeits[int(discs[0]), int(discs[1])]
    if discs[0] == discs[1] and signs and game.sign in "<>":
        return "GN" if game.sign == ">" else "GB"
    return BOTH_LOSE if discs == (0, 0) else ""


def _played(found: EloFile) -> tuple[dict[int, float], dict[int, list[int]]]:
    """What each has won in his games, and his rounds without one."""
    won: dict[int, float] = dict.fromkeys(found.players, 0.0)
    idle: dict[int, list[int]] = {who: [] for who in found.players}
    for number, games in enumerate(found.rounds, start=1):
        for one in games:
            for who in (one.black, one.white):
                won[who] += entry(as_game(one), who, number, 0).half_points / 2
        seated = {who for one in games for who in (one.black, one.white)}
        for who in found.players.keys() - seated:
            idle[who].append(number)
    return won, idle


def misfitting(found: EloFile) -> list[EloPlayer]:
    """Whose points no number of byes explains."""
    won, idle = _played(found)
    return [one for one in found.players.values() if not 0 <= one.points - won[one.number] <= len(idle[one.number])]


def bye_points(found: EloFile) -> float:
    """What a bye brought: a half where somebody's points beyond his games are no whole number, and a half fits all."""
    won, idle = _played(found)
    beyond = {who: one.points - won[who] for who, one in found.players.items()}
    halves = any(left % 1 for left in beyond.values()) and all(
        0 <= left <= len(idle[who]) / 2 for who, left in beyond.items()
    )
    return 0.5 if found.scored and halves else 1.0


def unplayed(found: EloFile) -> tuple[dict[int, int], dict[int, set[int]], list[EloPlayer]]:
    """Who had BIP (round -> N°) and who was absent (N° -> rounds), from the points; players whose points do not fit.

    A round has one bye at most. A player's points beyond his games are byes; the earliest rounds that fit are taken.
    Where the file lists no points, who alone has no game had BIP.
    """
    won, idle = _played(found)
    bye = bye_points(found)
    byes: dict[int, int] = {}
    odd: list[EloPlayer] = []
    if found.scored:
        odd = misfitting(found)
        for who, one in found.players.items():
            for _ in range(round((one.points - won[who]) / bye)):
                if not _place(who, idle, byes, set()):
                    odd.append(one)
                    break
    else:
        for number in range(1, len(found.rounds) + 1):
            alone = [who for who, rounds in idle.items() if number in rounds]
            byes |= {number: alone[0]} if len(alone) == 1 else {}
    absent = {who: {number for number in rounds if byes.get(number) != who} for who, rounds in idle.items()}
    return byes, absent, list({one.number: one for one in odd}.values())


def _place(who: int, idle: dict[int, list[int]], byes: dict[int, int], tried: set[int]) -> bool:
    """Give a bye in one of his rounds without a game, moving another one's bye if that makes room."""
    for number in idle[who]:
        if number in tried or byes.get(number) == who:
            continue
        tried.add(number)
        if number not in byes or _place(byes[number], idle, byes, tried):
            byes[number] = who
            return True
    return False
