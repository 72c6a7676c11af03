"""What an ELO file (X2) does not say in words: how games ended, byes, absences, Bêta, usages, which games were finals.

Its points, its discs and the order of its list say it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

from tournament_xl.core.model import Absences
from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello import finals, schema
from tournament_xl.games.othello.elo.file import FORFEIT_WORD, EloFile, EloGame, EloPlayer, game_cells
from tournament_xl.games.othello.rules import finals as rules
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloPlayer, OthelloSettings, OthelloTournament
from tournament_xl.games.othello.rules.results import BOARD, discs, entry
from tournament_xl.games.othello.rules.standings import OthelloStanding, beta, standings
from tournament_xl.messages import elo as texts
from tournament_xl.messages import othello_sheets
from tournament_xl.workbook.snapshot import Cell

MOST_BETA = 100
_FORFEITS: dict[tuple[float, float], str] = {(0, 0): othello.NEITHER, (0, BOARD): "FN", (BOARD, 0): "FB"}


def settle(found: EloFile) -> EloFile:
    """The file with the ends of its games: forfeits as we write them, 0-0 as lost by both, and drawn boards given to
    one where the sign says so and the listed points fit it; one warning says where sign and discs differ.
    """
    by_sign, by_discs = _with_ends(found, signs=True), _with_ends(found, signs=False)
    fits = not found.scored or len(misfitting(by_sign)) <= len(misfitting(by_discs))
    odd = [game.line for games in (*found.rounds, found.added) for game in games if game.contradicts]
    told = [texts.signs_text(odd)] if odd else []
    return replace(by_sign if fits else by_discs, warnings=[*found.warnings, *told])


def _with_ends(found: EloFile, *, signs: bool) -> EloFile:
    def ended(games: list[EloGame]) -> list[EloGame]:
        return [replace(game, end=_end(game, signs=signs)) for game in games]

    return replace(found, rounds=list(map(ended, found.rounds)), added=ended(found.added))


def _end(game: EloGame, *, signs: bool) -> str:
    discs = game.black_discs, game.white_discs
    if FORFEIT_WORD in game.note and discs in _FORFEITS:
        return _FORFEITS[discs]
    if discs[0] == discs[1] and signs and game.sign in "<>":
        return "GN" if game.sign == ">" else "GB"
    return othello.BOTH_LOSE if discs == (0, 0) else ""


# Byes and absences


def _played(found: EloFile) -> tuple[dict[int, float], dict[int, list[int]]]:
    """What each has won in his games, and his rounds without one."""
    won: dict[int, float] = dict.fromkeys(found.players, 0.0)
    idle: dict[int, list[int]] = {who: [] for who in found.players}
    for number, games in enumerate(found.rounds, start=1):
        for one in games:
            for who in (one.black, one.white):
                won[who] += entry(one.game, who, number, 0).half_points / 2
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
    byes: dict[int, int] = {}
    odd = {one.number: one for one in misfitting(found)} if found.scored else {}
    if found.scored:
        for who, one in found.players.items():
            for _ in range(round((one.points - won[who]) / bye_points(found))):
                if not _place(who, idle, byes, set()):
                    odd[who] = one
                    break
    else:
        for number in range(1, len(found.rounds) + 1):
            alone = [who for who, rounds in idle.items() if number in rounds]
            byes |= {number: alone[0]} if len(alone) == 1 else {}
    absent = {who: {number for number in rounds if byes.get(number) != who} for who, rounds in idle.items()}
    return byes, absent, list(odd.values())


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


# Settings


def as_tournament(
    found: EloFile, byes: dict[int, int], absent: dict[int, set[int]], settings: OthelloSettings
) -> OthelloTournament:
    """The tournament of a file; whose colour against BIP is not known is Black."""
    players = tuple(
        OthelloPlayer(one.number, one.name, one.first_name, absences=Absences(frozenset(absent[one.number])))
        for one in found.players.values()
    )
    rounds = []
    for number, games in enumerate(found.rounds, start=1):
        bye = [OthelloGame(byes[number], BIP, complete=True)] if number in byes else []
        rounds.append((*(one.game for one in games), *bye))
    return OthelloTournament(settings, players, tuple(rounds))


def deduce(found: EloFile, tournament: OthelloTournament, byes: dict[int, int]) -> tuple[OthelloSettings, list[str]]:
    """By which discs of a bye, Bêta and usage the file's standings come out, tried from those of the `tournament` on;
    and what could not be known.
    """
    chosen, told = tournament.settings, list[str]()
    if not found.scored:
        return chosen, [texts.NO_POINTS]
    values = _bye_discs(found, byes)
    if len(values) == 1 and (one := next(iter(values))) in range(65):
        chosen = replace(chosen, bye_discs=int(one))
    elif values:
        told.append(texts.BYE_DISCS.format(discs=chosen.bye_discs))
    default = beta(chosen)
    usages = dict.fromkeys((chosen.tie_break, othello.PAPP, othello.REGLEMENT))
    others = sorted(range(MOST_BETA + 1), key=lambda value: abs(value - default))
    tries = [replace(chosen, tie_break=usage) for usage in usages]
    tries += [replace(one, beta=value) for one in tries for value in others]
    order = next((order for settings in tries if (order := _Order(found, tournament, settings)).fits), None)
    if order is None:
        return chosen, [*told, texts.NO_BETA.format(beta=default)]
    settings = order.settings
    if settings.beta is not None:
        told.append(texts.BETA.format(beta=settings.beta, default=default))
    if settings.tie_break != chosen.tie_break:
        told.append(texts.USAGE.format(usage=settings.tie_break))
    if order.tied:
        told.append(texts.TIED.format(players=order.tied))
    return settings, told


def _bye_discs(found: EloFile, byes: dict[int, int]) -> set[Fraction]:
    """What each bye must have brought, by the listed discs of those who had one."""
    real = dict.fromkeys(found.players, Fraction())
    for one in (one for games in found.rounds for one in games):
        for who, own in zip((one.black, one.white), discs(one.game), strict=True):
            real[who] += Fraction(own)
    had = {who: list(byes.values()).count(who) for who in byes.values()}
    return {(Fraction(found.players[who].discs) - real[who]) / count for who, count in had.items()}


class _Order:
    """The order of the file beside the standings by some settings."""

    def __init__(self, found: EloFile, tournament: OthelloTournament, settings: OthelloSettings) -> None:
        self.settings = settings
        table = standings(replace(tournament, settings=settings), len(tournament.rounds))
        keys = {line.number: (line.half_points, line.tie_break, line.second) for line in table}
        listed = [(keys[who], normalize(f"{one.name} {one.first_name}".strip()))
                  for who, one in found.players.items() if who in keys]  # fmt: skip
        self.fits = all(one >= other for (one, _), (other, _) in pairwise(listed))  # nobody stands above who is better
        self.tied = sum(
            one == other and (settings.tie_break != othello.PAPP or name > other_name)
            for (one, name), (other, other_name) in pairwise(listed)
        )  # how many are equal to their neighbour in everything and do not stand as the usage would have them


# Finals


Finals = tuple[dict[str, int], list[dict[str, Cell]]]  # label above the table -> games at most; rows by column


def find_finals(found: EloFile, table: list[OthelloStanding]) -> Finals:
    """The finals (F1, F2) that use most of the added games, by the standings of the rounds; others decide no place."""
    unranked = othello_sheets.STAGES[rules.UNRANKED].casefold()
    games: dict[frozenset[int], list[EloGame]] = defaultdict(list)
    for game in found.added:
        if game.title.casefold() != unranked:
            games[frozenset((game.black, game.white))].append(game)
    best: tuple[dict[str, int], dict[str, frozenset[int]]] = ({}, {})
    for lengths in product(*([0, *map(int, choices)] for choices in schema.FINAL_CHOICES.values())):
        chosen = {label: length for label, length in zip(schema.FINAL_CHOICES, lengths, strict=True) if length}
        pairs = _pairs(table, chosen, games)
        if len(set(pairs.values())) == len(pairs) > len(best[1]):
            best = chosen, pairs
    chosen, pairs = best
    rows = [row for stage, two in pairs.items() for row in _rows(stage, games[two])]
    used = [game for two in pairs.values() for game in games[two]]
    return chosen, rows + _rows(rules.UNRANKED, [game for game in found.added if game not in used])


def _rows(stage: str, games: list[EloGame]) -> list[dict[str, Cell]]:
    return [
        {"Match": othello_sheets.STAGES[stage], "Partie": number, **game_cells(game.game)}
        for number, game in enumerate(games, start=1)
    ]


def _pairs(
    table: list[OthelloStanding], chosen: dict[str, int], games: dict[frozenset[int], list[EloGame]]
) -> dict[str, frozenset[int]]:
    """Who met in each match that these choices mean; none when games are missing, or more were played."""
    best_of = {stage: length for label, length in chosen.items() for stage in finals.STAGES_OF[label]}
    won: dict[str, rules.FinalMatch] = {}
    while new := {stage: two for stage, two in rules.bracket(table, best_of, won).items() if stage not in won}:
        for stage, two in new.items():
            played = games.get(frozenset(two), [])
            if not 1 <= len(played) <= best_of[stage]:
                return {}
            won[stage] = rules.match(*two, [one.game for one in played], best_of[stage])
    if won.keys() != best_of.keys():
        return {}
    return {stage: frozenset((won[stage].better, won[stage].other)) for stage in rules.STAGES if stage in won}
