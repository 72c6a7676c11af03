"""Varied ELO files (X2), each named after what it shows.

Small events by chance with standings by the naive rules, then whatever real files do to the text. Nothing here is
taken from the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tests import naive_othello as naive

HEAD = "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating"
Rows = list[tuple[int, int, float | None, float | None, str]]


def write_event(
    name: str,
    players: int = 8,
    rounds: int = 5,
    *,
    away: Mapping[int, set[int]] = {},  # noqa: B006  # rounds by place in the field, from 1
    beta: int | None = None,
    papp: bool = True,
    boards: Callable[[Random], tuple[float, float]] | None = None,
    ends: Mapping[tuple[int, int], str] = {},  # noqa: B006  # (round, game of it, from 0) -> Fin
    line: Callable[[int, str, str], str] = lambda player_id, points, discs: (
        f"{player_id:>6}, N{player_id}, P, FRA, {points}, {discs}, 1500"
    ),
    added: Callable[[list[int]], list[str]] = lambda order: [],
    edit: Callable[[str], str] = lambda text: text,
) -> str:
    """Write the text of a file; players have N° from 101 on."""
    chance = Random(name)
    field = [100 + index for index in range(1, players + 1)]
    played: list[Rows] = []
    for number in range(1, rounds + 1):
        here = [player_id for player_id in field if number not in away.get(player_id - 100, ())]
        chance.shuffle(here)
        two = list(zip(here[::2], here[1::2], strict=False))
        rows: Rows = []
        for table_index, (black, white) in enumerate(two):
            discs = boards(chance) if boards else (own := chance.choice([10, 20, 27, 31, 33, 38, 44, 51]), 64 - own)
            rows.append((black, white, *discs, ends.get((number, table_index), "")))
        idle = set(here) - {player_id for pair in two for player_id in pair}
        played.append(rows + [(player_id, naive.BIP, None, None, "") for player_id in idle])
    value = beta if beta is not None else 6 if rounds >= 8 else 0
    table = naive.compute_standings(played, rounds, value, papp)
    order = sorted(table, key=lambda player_id: (*(-total for total in table[player_id][:3]), f"N{player_id}"))
    lines = [f"%%Tournament: {name.replace('_', ' ')}", "%%Country: France", "%%Date: 05/03/2016 - 06/03/2016",
             "%%Sender: nobody", *(["%%Creator: PAPP 1.36"] if papp else []), "", HEAD]  # fmt: skip
    for player_id in order:
        lines.append(f"%_%  {line(player_id, f'{float(table[player_id][0]):g}', f'{float(table[player_id][3]):g}')}")
    for number, rows in enumerate(played, start=1):
        lines += ["", f"%Round: {number}", ""] + [write_game(*row) for row in rows if naive.BIP not in row[:2]]
    return edit("\r\n".join([*lines, "", *added(order), ""]))


def write_game(black: int, white: int, black_discs: float | None, white_discs: float | None, end: str = "") -> str:
    """Write a line as PAPP does; the sign of given boards is that of the winner."""
    points = naive.score_row((black, white, black_discs, white_discs, end))
    final = [discs for _, discs in points]
    sign = ">" if points[0] > points[1] else "<" if points[0] < points[1] else "="
    sign = {"GN": ">", "GB": "<"}.get(end, sign)
    left, right = (f"{float(discs):g}".zfill(2) for discs in final)
    return f"{black:>6} ({left}){sign}({right}) {white:>6}  B"


def _finals(*games: tuple[int, int, int]) -> Callable[[list[int]], list[str]]:
    """Return a writer of finals from Black's and White's place and Black's discs."""
    return lambda order: ["%%Added results", *(write_game(order[b - 1], order[w - 1], n, 64 - n) for b, w, n in games)]


DRAWN = {(1, 0): "GN", (1, 1): "GB", (3, 2): "GB", (4, 0): "GN"}
SEMIS = ((1, 4, 40), (2, 3, 20), (1, 3, 40), (3, 1, 20), (4, 2, 44))
FILES: dict[str, dict[str, Any]] = {  # name -> arguments of `event`
    "eight_players_five_rounds": {},
    "an_odd_field_has_a_bye_a_round": {"players": 9, "rounds": 7},
    "one_leaves_and_two_come_late": {"players": 12, "rounds": 7, "away": {5: {4, 5, 6, 7}, 9: {1}, 10: {1}}},
    "some_drawn_boards_have_a_winner": {"players": 10, "ends": DRAWN, "boards": lambda chance: (32, 32)},
    "a_wrong_sign_beside_points_that_fit_the_discs": {
        "boards": lambda chance: (32, 32),
        "edit": lambda text: text.replace("(32)=(32)", "(32)>(32)", 1),
    },
    "without_ratings_and_countries": {
        "line": lambda player_id, points, discs: f"{player_id}, N{player_id}, P, {points}, {discs}"
    },
    "without_points": {"players": 9, "line": lambda player_id, points, discs: f"{player_id}, N{player_id}, Paul"},
    "two_players_are_new": {"edit": lambda text: text.replace("%_%     10", "%_% +   10", 2)},
    "a_game_commented_out_is_not_rated": {
        "edit": lambda text: text.replace("%Round: 2\r\n\r\n   ", "%Round: 2\r\n\r\n%", 1)
    },
    "a_forfeit_commented_out_by_us": {
        "ends": {(2, 0): "FN", (3, 1): "FNB"},
        "edit": lambda text: re.sub(r"(.*\(00\)[<=]\((?:64|00)\).* B)", r"%\1 %% forfait", text),
    },
    "semi_finals_third_place_and_a_final_of_three": {"added": _finals(*SEMIS)},
    "games_of_women_and_for_the_fifth_place": {
        "added": _finals((1, 2, 40), (5, 8, 33), (6, 7, 20), (7, 5, 20), (6, 7, 50))
    },
    "finals_without_discs": {
        "added": lambda order: ["%Finals", "", f"{order[0]} > {order[1]}", f"{order[2]} < {order[3]}"]
    },
    "seven_rounds_with_beta_6": {"players": 12, "rounds": 7, "beta": 6},
    "eleven_rounds_with_beta_0": {"players": 16, "rounds": 11, "beta": 0},
    "the_regulations_tie_break": {"players": 9, "papp": False, "away": {2: {3}, 4: {3}}},
}
