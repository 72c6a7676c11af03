"""Facts that an ELO file (X2) does not state: ends of games, byes, absences, Bêta, usage, finals.

They follow from its points, its discs and the order of its list.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

from tournament_xl.core.model import Absences
from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello import finals, schema
from tournament_xl.games.othello.elo.file import FORFEIT_WORD, EloFile, EloGame, EloPlayer, render_game_cells
from tournament_xl.games.othello.rules import finals as rules
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.model import (
    BIP,
    OthelloGame,
    OthelloPlayer,
    OthelloSettings,
    OthelloStanding,
    OthelloTournament,
)
from tournament_xl.games.othello.rules.results import BOARD, compute_final_discs, score_game
from tournament_xl.games.othello.rules.standings import compute_beta, compute_standings
from tournament_xl.messages import elo as texts
from tournament_xl.messages import othello_sheets
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook.cells import Cell

MOST_BETA = 100
_FORFEITS: dict[tuple[float, float], str] = {(0, 0): othello.NEITHER, (0, BOARD): "FN", (BOARD, 0): "FB"}


def resolve_game_ends(elo_file: EloFile) -> EloFile:
    """Return a copy of the file with the ends of its games set.

    Forfeits get the codes of the column Fin, 0-0 is lost by both, and a drawn board goes to the player whom the sign in
    the file favours, unless the listed points fit better without the signs. One warning in the copy lists the lines
    where sign and discs disagree.
    """
    by_sign, by_discs = _with_ends(elo_file, signs=True), _with_ends(elo_file, signs=False)
    fits = not elo_file.scored or len(find_misfitting_players(by_sign)) <= len(find_misfitting_players(by_discs))
    contradicting_lines = [
        str(game.line) for games in (*elo_file.rounds, elo_file.added) for game in games if game.is_contradictory
    ]
    sign_warnings = [fill_sentence(texts.SIGNS, {"lines": contradicting_lines})] if contradicting_lines else []
    return replace(by_sign if fits else by_discs, warnings=[*elo_file.warnings, *sign_warnings])


def _with_ends(elo_file: EloFile, *, signs: bool) -> EloFile:
    """Return the file with the ends of its games, drawn boards by their signs or as draws."""

    def resolve_ends(games: list[EloGame]) -> list[EloGame]:
        return [replace(game, end=_end(game, signs=signs)) for game in games]

    return replace(elo_file, rounds=list(map(resolve_ends, elo_file.rounds)), added=resolve_ends(elo_file.added))


def _end(game: EloGame, *, signs: bool) -> str:
    discs = game.black_discs, game.white_discs
    if FORFEIT_WORD in game.note and discs in _FORFEITS:
        return _FORFEITS[discs]
    if discs[0] == discs[1] and signs and game.sign in "<>":
        return "GN" if game.sign == ">" else "GB"
    return othello.BOTH_LOSE if discs == (0, 0) else ""


# Byes and absences


def _points_and_idle_rounds(elo_file: EloFile) -> tuple[dict[int, float], dict[int, list[int]]]:
    """Return the points of each player's games, and his rounds without a game."""
    won_points: dict[int, float] = dict.fromkeys(elo_file.players, 0.0)
    idle: dict[int, list[int]] = {player_id: [] for player_id in elo_file.players}
    for round_number, games in enumerate(elo_file.rounds, start=1):
        for elo_game in games:
            for player_id in (elo_game.black, elo_game.white):
                won_points[player_id] += score_game(elo_game.game, player_id, round_number, 0).half_points / 2
        seated = {player_id for elo_game in games for player_id in (elo_game.black, elo_game.white)}
        for player_id in elo_file.players.keys() - seated:
            idle[player_id].append(round_number)
    return won_points, idle


def find_misfitting_players(elo_file: EloFile) -> list[EloPlayer]:
    """Return the players whose listed points their games and byes cannot give.

    Such points are below the points won in games, or exceed them by more than the number of rounds without a game.
    """
    won_points, idle = _points_and_idle_rounds(elo_file)
    return [
        player
        for player in elo_file.players.values()
        if not 0 <= player.points - won_points[player.number] <= len(idle[player.number])
    ]


def deduce_bye_points(elo_file: EloFile) -> float:
    """Return the points of a bye: 0.5 or 1.

    A half if somebody's points beyond his games are no whole number and halves fit all players, else 1; 1 for a file
    that lists no points.
    """
    won_points, idle = _points_and_idle_rounds(elo_file)
    extra_points = {player_id: player.points - won_points[player_id] for player_id, player in elo_file.players.items()}
    halves = any(extra % 1 for extra in extra_points.values()) and all(
        0 <= extra <= len(idle[player_id]) / 2 for player_id, extra in extra_points.items()
    )
    return 0.5 if elo_file.scored and halves else 1.0


def deduce_byes_and_absences(elo_file: EloFile) -> tuple[dict[int, int], dict[int, set[int]], list[EloPlayer]]:
    """Deduce byes and absences from the points.

    A round has at most one bye. A player's points beyond his games are byes, in the earliest rounds that fit. Where the
    file lists no points, a single player without a game had BIP (the bye).

    Returns:
        Round -> N° of the player with BIP; N° -> rounds of absence, for every player; players whose points fit no byes,
        or whose byes find no free round.
    """
    won_points, idle = _points_and_idle_rounds(elo_file)
    byes: dict[int, int] = {}
    misfits = {player.number: player for player in find_misfitting_players(elo_file)} if elo_file.scored else {}
    if elo_file.scored:
        for player_id, player in elo_file.players.items():
            for _ in range(round((player.points - won_points[player_id]) / deduce_bye_points(elo_file))):
                if not _place_bye(player_id, idle, byes, set()):
                    misfits[player_id] = player
                    break
    else:
        for round_number in range(1, len(elo_file.rounds) + 1):
            idle_ids = [player_id for player_id, rounds in idle.items() if round_number in rounds]
            byes |= {round_number: idle_ids[0]} if len(idle_ids) == 1 else {}
    absent = {
        player_id: {round_number for round_number in rounds if byes.get(round_number) != player_id}
        for player_id, rounds in idle.items()
    }
    return byes, absent, list(misfits.values())


def _place_bye(player_id: int, idle: dict[int, list[int]], byes: dict[int, int], tried_rounds: set[int]) -> bool:
    """Give a player a bye in a round without a game, moving another player's bye where that makes room."""
    for round_number in idle[player_id]:
        if round_number in tried_rounds or byes.get(round_number) == player_id:
            continue
        tried_rounds.add(round_number)
        if round_number not in byes or _place_bye(byes[round_number], idle, byes, tried_rounds):
            byes[round_number] = player_id
            return True
    return False


# Settings


def build_tournament(
    elo_file: EloFile, byes: dict[int, int], absent: dict[int, set[int]], settings: OthelloSettings
) -> OthelloTournament:
    """Build the tournament of a file from its rounds only, without finals; a player against BIP (the bye) is Black.

    The ends of the file's games must be set; `byes` and `absent` are as `deduce_byes_and_absences` returns them.
    """
    players = tuple(
        OthelloPlayer(
            player.number, player.name, player.first_name, absences=Absences(frozenset(absent[player.number]))
        )
        for player in elo_file.players.values()
    )
    rounds = []
    for round_number, games in enumerate(elo_file.rounds, start=1):
        bye = [OthelloGame(byes[round_number], BIP, complete=True)] if round_number in byes else []
        rounds.append((*(elo_game.game for elo_game in games), *bye))
    return OthelloTournament(settings, players, tuple(rounds))


def deduce_settings(
    elo_file: EloFile, tournament: OthelloTournament, byes: dict[int, int]
) -> tuple[OthelloSettings, list[str]]:
    """Deduce discs of a bye, Bêta and usage (Départage) with which the standings come out in the order of the file.

    Where the settings of the tournament give this order, they stay; else the other usage is tried, then the whole Bêta
    from 0 to `MOST_BETA` that is nearest to the default. If nothing gives this order, usage and Bêta stay.

    Returns:
        Settings; French sentences about what was deduced or could not be.
    """
    base_settings, remarks = tournament.settings, list[str]()
    if not elo_file.scored:
        return base_settings, [texts.NO_POINTS]
    bye_disc_values = _bye_discs(elo_file, byes)
    if len(bye_disc_values) == 1 and (bye_discs := next(iter(bye_disc_values))) in range(65):
        base_settings = replace(base_settings, bye_discs=int(bye_discs))
    elif bye_disc_values:
        remarks.append(texts.BYE_DISCS.format(discs=base_settings.bye_discs))
    default = compute_beta(base_settings)
    usages = dict.fromkeys((base_settings.tie_break, othello.PAPP, othello.REGLEMENT))
    other_betas = sorted(range(MOST_BETA + 1), key=lambda value: abs(value - default))
    candidates = [replace(base_settings, tie_break=usage) for usage in usages]
    candidates += [replace(candidate, beta=value) for candidate in candidates for value in other_betas]
    order = next((order for settings in candidates if (order := _Order(elo_file, tournament, settings)).fits), None)
    if order is None:
        return base_settings, [*remarks, texts.NO_BETA.format(beta=default)]
    settings = order.settings
    if settings.beta is not None:
        remarks.append(texts.BETA.format(beta=settings.beta, default=default))
    if settings.tie_break != base_settings.tie_break:
        remarks.append(texts.USAGE.format(usage=settings.tie_break))
    if order.tied:
        remarks.append(fill_sentence(texts.TIED, {"players": order.tied}))
    return settings, remarks


def _bye_discs(elo_file: EloFile, byes: dict[int, int]) -> set[Fraction]:
    """Return the discs that each bye must have brought, by the listed discs of its player."""
    real_discs = dict.fromkeys(elo_file.players, Fraction())
    for elo_game in (elo_game for games in elo_file.rounds for elo_game in games):
        for player_id, own_discs in zip(
            (elo_game.black, elo_game.white), compute_final_discs(elo_game.game), strict=True
        ):
            real_discs[player_id] += Fraction(own_discs)
    bye_counts = {player_id: list(byes.values()).count(player_id) for player_id in byes.values()}
    return {
        (Fraction(elo_file.players[player_id].discs) - real_discs[player_id]) / count
        for player_id, count in bye_counts.items()
    }


class _Order:
    """Comparison of the file's order with the standings by some settings."""

    def __init__(self, elo_file: EloFile, tournament: OthelloTournament, settings: OthelloSettings) -> None:
        self.settings = settings
        lines = compute_standings(replace(tournament, settings=settings), len(tournament.rounds))
        keys = {line.number: (line.half_points, line.tie_break, line.second) for line in lines}
        listed = [(keys[player_id], normalize(f"{player.name} {player.first_name}".strip()))
                  for player_id, player in elo_file.players.items() if player_id in keys]  # fmt: skip
        self.fits = all(
            key >= next_key for (key, _), (next_key, _) in pairwise(listed)
        )  # nobody is listed above a better player
        self.tied = sum(
            key == next_key and (settings.tie_break != othello.PAPP or name > next_name)
            for (key, name), (next_key, next_name) in pairwise(listed)
        )  # neighbours equal in everything, and not in the order of the usage


# Finals


# choice on the sheet -> games at most; rows of Finales by column
DeducedFinals = tuple[dict[str, int], list[dict[str, Cell]]]


def find_finals(elo_file: EloFile, standing_lines: list[OthelloStanding]) -> DeducedFinals:
    """Find the choice of finals (F1, F2) with the most matches, each of which has games in the file.

    Returns:
        Choice on the sheet -> games at most, {} where none fits; the rows of Finales, column -> cell, by match in the
        order of play, all other games last as games that decide no place.
    """
    unranked_title = othello_sheets.STAGES[rules.UNRANKED].casefold()
    games: dict[frozenset[int], list[EloGame]] = defaultdict(list)
    for game in elo_file.added:
        if game.title.casefold() != unranked_title:
            games[frozenset((game.black, game.white))].append(game)
    best: tuple[dict[str, int], dict[str, frozenset[int]]] = ({}, {})
    for lengths in product(*([0, *map(int, setting.choices)] for setting in schema.FINAL_CHOICES)):
        lengths_by_label = {
            setting.name: length for setting, length in zip(schema.FINAL_CHOICES, lengths, strict=True) if length
        }
        pairs = _pairs(standing_lines, lengths_by_label, games)
        if len(set(pairs.values())) == len(pairs) > len(best[1]):
            best = lengths_by_label, pairs
    lengths_by_label, pairs = best
    rows = [row for stage, pair in pairs.items() for row in _rows(stage, games[pair])]
    used = [game for pair in pairs.values() for game in games[pair]]
    return lengths_by_label, rows + _rows(rules.UNRANKED, [game for game in elo_file.added if game not in used])


def _rows(stage: str, games: list[EloGame]) -> list[dict[str, Cell]]:
    return [
        {"Match": othello_sheets.STAGES[stage], "Partie": number, **render_game_cells(game.game)}
        for number, game in enumerate(games, start=1)
    ]


def _pairs(
    standing_lines: list[OthelloStanding], lengths_by_label: dict[str, int], games: dict[frozenset[int], list[EloGame]]
) -> dict[str, frozenset[int]]:
    """Return the opponents of each chosen match; {} when its games are missing or too many."""
    best_of = {stage: length for label, length in lengths_by_label.items() for stage in finals.STAGES_OF[label]}
    matches: dict[str, rules.FinalMatch] = {}
    while new_pairs := {
        stage: pair
        for stage, pair in rules.find_final_pairs(standing_lines, best_of, matches).items()
        if stage not in matches
    }:
        for stage, pair in new_pairs.items():
            played = games.get(frozenset(pair), [])
            if not 1 <= len(played) <= best_of[stage]:
                return {}
            matches[stage] = rules.score_match(*pair, [elo_game.game for elo_game in played], best_of[stage])
    if matches.keys() != best_of.keys():
        return {}
    return {
        stage: frozenset((matches[stage].better_ranked, matches[stage].worse_ranked))
        for stage in rules.STAGES
        if stage in matches
    }
