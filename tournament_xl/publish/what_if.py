"""What may still come: standings and pairs if results come; in the last round every place that is still possible.

`race` tries every outcome of the last round: a win or a loss, by 1 and by the cap, or a draw, at each table still
playing. What decides in the standings is a sum over the tables, so that each table is ranked alone, by the one
`standings`, and numpy adds up; only Scrabble's PPM (C7) is counted anew. A test compares with brute force.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Draft, Snapshot
from tournament_xl.book.workbook import Workbook
from tournament_xl.exits import DONE, REFUSED
from tournament_xl.games import decode, of
from tournament_xl.model import X
from tournament_xl.press import Outcome, Stop, understood
from tournament_xl.texts import publish as texts
from tournament_xl.texts.names import ranges

MOST = 16  # players for whom every outcome is tried
_AT_A_TIME = 5_000  # outcomes, so that memory stays small
_RESULTS = ("win", "win", "draw", "loss", "loss")  # of the first of a pair; the other's are these from the end
_DRAW = 2
_PM, _PPM = 10**10, 10**6  # how much more than Pdep they are worth
_DAY = "01/01/2000 12:00"  # of a pairing that is written nowhere


@dataclass(frozen=True, slots=True)
class IfSo:
    """The tournament if the given results come."""

    told: str
    decoded: Workbook
    after: int
    next: Workbook | None  # with the next round drawn, when no result is missing


def what_if(snapshot: Snapshot, given: Sequence[Sequence[str]]) -> IfSo:
    """`given`: tables with their scores as typed, ("3", "444-333"), games of one match joined by "+". Stop for others,
    and where nothing is missing.
    """
    decoded: Any = understood(decode(snapshot))
    if not decoded.pending:
        raise Stop(Outcome(REFUSED, texts.IF_NOTHING))
    draft, rows = Draft(snapshot), {str(row.match.table): row for row in decoded.pending}
    columns = of(decoded).SCORE_PAIRS
    for table, text in given:
        games = [re.fullmatch(r"\s*(-?\d{1,4})\s*[-–:/]\s*(-?\d{1,4})\s*", game) for game in text.split("+")]
        if table not in rows:
            known = ranges(int(name) for name in rows)
            told = texts.IF_NO_TABLE.format(round=len(decoded.tournament.rounds), table=table, tables=known)
            raise Stop(Outcome(REFUSED, told))
        if not all(games) or len(games) > len(columns):
            raise Stop(Outcome(REFUSED, texts.IF_NOT_A_RESULT.format(text=text)))
        line = rows[table].line
        for pair, game in zip(columns, games, strict=False):
            for column, score in zip(pair, game.groups() if game else (), strict=True):
                draft.put(labels.RESULTS, line.row, line.table.columns[column], int(score))
    then: Any = understood(decode(draft.after()))
    after, following = len(then.tournament.rounds), None
    told = texts.IF_TITLE
    if then.pending:
        told += "\n" + texts.IF_MISSING.format(tables=ranges(row.match.table for row in then.pending))
        _count_for_nothing(then)
    elif after < (then.tournament.settings.rounds or 0):
        outcome = actions.pair(draft.after(), _DAY)
        if outcome.code != DONE:
            raise Stop(outcome)
        following = understood(decode(actions.after(draft.after(), outcome)))
    return IfSo(told, then, after, following)


def _count_for_nothing(decoded: Any) -> None:
    """The games without a result are not counted as played."""
    *before, last = decoded.tournament.rounds
    decoded.tournament = replace(decoded.tournament, rounds=(*before, tuple(game for game in last if game.complete)))


# Every outcome of the last round


def race(decoded: Any, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """In the last round: the places that each player may still take by his own result, and who may still be first.

    None before, after, and for more than `MOST` players. `numbers`: N° -> the number that is published.
    """
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if len(tournament.rounds) < rounds or tournament.played == rounds or len(tournament.players) > MOST or not rounds:
        return None
    lines: list[dict[str, Any]] = [
        {"number": numbers[number], "places": {result: sorted(places) for result, places in by_result.items()}}
        for number, by_result in _tried(decoded).items()
    ]
    lines.sort(key=lambda line: sorted(place for places in line["places"].values() for place in places))
    first = [line["number"] for line in lines if any(1 in places for places in line["places"].values())]
    return {"in_race": first, "players": lines}


def _tried(decoded: Any) -> dict[int, dict[str, set[int]]]:
    """N° -> own result -> places, over all outcomes of the games without a result."""
    import numpy as np

    tournament = decoded.tournament
    *before, last = tournament.rounds
    ways = {at: _ways(decoded, match) for at, match in enumerate(last) if not match.complete}

    def after(chosen: Mapping[int, int]) -> Any:
        games = tuple(ways[at][chosen[at]] if at in ways else match for at, match in enumerate(last))
        return replace(tournament, rounds=(*before, games))

    drawn = dict.fromkeys(ways, _DRAW)
    of_othello = decoded.game == "othello"
    merits = _othello_merits if of_othello else _scrabble_merits
    base = merits(after(drawn))
    who = list(base)
    sums = np.array([*base.values()])[:, None]  # player x outcome
    gains = []  # a table: more than with a draw, by its result
    for at in ways:
        tables = [merits(after(drawn | {at: way})) for way in range(len(_RESULTS))]
        gains.append(np.array([[table[number] for table in tables] for number in who]) - sums)
    seats = {number: (table, side) for table, at in enumerate(ways) for side, number in enumerate(last[at].sides)}
    found: dict[int, dict[str, set[int]]] = {number: {} for number in who}
    total = len(_RESULTS) ** len(ways)
    for start in range(0, total, _AT_A_TIME):
        outcomes = np.arange(start, min(start + _AT_A_TIME, total))
        chosen = [outcomes // len(_RESULTS) ** table % len(_RESULTS) for table in range(len(ways))]
        now = sums + sum(gain[:, way] for gain, way in zip(gains, chosen, strict=True))
        if not of_othello:
            now += _PPM * _ppm(after(drawn), who, now, sums)
        for row, number in enumerate(who):
            places = 1 + (now > now[row]).sum(axis=0)
            table, side = seats.get(number, (-1, 0))
            for way, result in enumerate(_RESULTS[::-1] if side else _RESULTS) if table >= 0 else [(0, "no_game")]:
                counted = np.bincount(places[chosen[table] == way] if table >= 0 else places)
                found[number].setdefault(result, set()).update(np.flatnonzero(counted).tolist())
    return found


def _ways(decoded: Any, match: Any) -> list[Any]:
    """The match with each of `_RESULTS`; in a match of several games each is won by as much."""
    if decoded.game == "othello":
        boards = ((64, 0), (33, 31), (32, 32), (31, 33), (0, 64))
        return [replace(match, discs_black=one, discs_white=two, complete=True, end="") for one, two in boards]
    from tournament_xl.rules.scrabble.scoring import CAP

    to_win = decoded.tournament.settings.games_to_win(len(decoded.tournament.rounds))
    draw = ((400, 400),) if to_win == 1 else ((401, 400), (400, 401), (400, 400))
    won, lost = ([((400 + a, 400 + b),) * to_win for a, b in by] for by in (((CAP, 0), (1, 0)), ((0, 1), (0, CAP))))
    return [replace(match, games=games, complete=True) for games in (*won, draw, *lost)]


def _scrabble_merits(tournament: Any) -> dict[int, int]:
    """PM, then Pdep (C8), as one number; between them is room for PPM."""
    from tournament_xl.rules.scrabble.standings import standings

    return {line.number: _PM * line.pm + line.pdep for line in standings(tournament, len(tournament.rounds))}


def _ppm(drawn: Any, who: Sequence[int], now: Any, sums: Any) -> Any:
    """PPM (C7) in many outcomes at once: PM from those with the same PM, where all of these have met. `now`: merits, a
    player a row; what PM are more than in `sums` comes from the last round, all draws in `drawn`.
    """
    import numpy as np

    from tournament_xl.rules.scrabble.scoring import is_meeting, tallies

    index = {number: at for at, number in enumerate(who)}
    pm, drawn_pm = ((merits + _PM // 2) // _PM for merits in (now, sums))
    met, among = np.eye(len(who), dtype=bool)[..., None], np.zeros((len(who), *pm.shape), dtype=np.int16)
    for number, matches in enumerate(drawn.rounds, start=1):
        for match in matches:
            if X in match.sides or not is_meeting(match):
                continue
            one, two = index[match.one], index[match.two]
            met[one, two] = met[two, one] = True
            for (a, b), tally in zip(((one, two), (two, one)), tallies(match, 0), strict=True):
                among[a, b] += tally.pm
                if number == len(drawn.rounds):
                    among[a, b] += pm[a] - drawn_pm[a]
    same = pm[:, None] == pm
    stranger = (same & ~met).any(axis=1)
    apart = (same & stranger).any(axis=1)
    return np.where(apart, 0, (same * among).sum(axis=1))


def _othello_merits(tournament: Any) -> dict[int, int]:
    """Points, départage, the criterion after it, then the lot or the name (B5), as one number: halves of discs times
    two decimals of β are whole.
    """
    from tournament_xl.rules.othello.standings import last_word, standings

    last = last_word(tournament)
    found = {}
    for line in standings(tournament, len(tournament.rounds)):
        tie_break, second = (int(200 * value) for value in (line.tie_break, line.second))
        found[line.number] = ((line.half_points * 10**8 + tie_break) * 10**7 + second) * 64 - last[line.number]
    return found
