"""What may still come: standings and pairs if results come; in the last round every place that is still possible.

`race` tries all outcomes at once (numpy): a win, a draw or a loss, by 1 and by the cap, at each table still playing.
Its ranking is `standings`' own criteria as sums; a test compares both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Draft, Snapshot
from tournament_xl.games import decode
from tournament_xl.games.othello.decoded import Decoded as Othello
from tournament_xl.games.othello.sheets import DISCS
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.sheets import GAMES
from tournament_xl.model import X
from tournament_xl.press import DONE, REFUSED, Outcome, understood
from tournament_xl.record import record, replace
from tournament_xl.texts import publish as texts
from tournament_xl.texts.names import ranges

MOST = 16  # players for whom every outcome is tried
_AT_A_TIME = 20_000  # outcomes, so that memory stays small
_DAY = "01/01/2000 12:00"  # of a pairing that is written nowhere


@record
class IfSo:
    """The tournament if the given results come."""

    told: str
    decoded: Decoded | Othello
    after: int
    next: Decoded | Othello | None  # with the next round drawn, when no result is missing


def what_if(snapshot: Snapshot, given: Sequence[Sequence[str]]) -> IfSo | Outcome:
    """`given`: tables with their scores as typed, ("3", "444-333"), games of one match joined by "+"."""
    decoded: Any = understood(decode(snapshot))
    if isinstance(decoded, Outcome):
        return decoded
    if not decoded.pending:
        return Outcome(REFUSED, texts.IF_NOTHING)
    draft, rows = Draft(snapshot), {str(row.match.table): row for row in decoded.pending}
    columns = (DISCS,) if isinstance(decoded, Othello) else GAMES
    if twice := [table for table, times in Counter(table for table, _ in given).items() if times > 1]:
        return Outcome(REFUSED, texts.IF_TWICE.format(table=twice[0]))
    for table, text in given:
        games = [re.fullmatch(r"\s*(-?\d{1,4})\s*[-–:/]\s*(-?\d{1,4})\s*", game) for game in text.split("+")]
        if table not in rows:
            known = ranges(int(name) for name in rows)
            return Outcome(
                REFUSED, texts.IF_NO_TABLE.format(round=len(decoded.tournament.rounds), table=table, tables=known)
            )
        if not all(games) or len(games) > len(columns):
            return Outcome(REFUSED, texts.IF_NOT_A_RESULT.format(text=text))
        line = rows[table].line
        for pair, game in zip(columns, games, strict=False):
            for column, score in zip(pair, game.groups() if game else (), strict=True):
                draft.put(labels.RESULTS, line.row, line.table.columns[column], int(score))
    then: Any = understood(decode(draft.after()))
    if isinstance(then, Outcome):
        return then
    after, following = len(then.tournament.rounds), None
    told = texts.IF_TITLE
    if then.pending:
        told += "\n" + texts.IF_MISSING.format(tables=ranges(row.match.table for row in then.pending))
        if isinstance(then, Othello):
            _count_for_nothing(then)
    elif after < (then.tournament.settings.rounds or 0):
        outcome = actions.pair(draft.after(), _DAY)
        if outcome.code != DONE:
            return outcome
        following = understood(decode(actions.after(draft.after(), outcome)))
    return IfSo(told, then, after, following)


def _count_for_nothing(decoded: Othello) -> None:
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
    who, options, rank = (_othello if isinstance(decoded, Othello) else _scrabble)(decoded)
    found = _tried(who, options, rank)
    lines: list[dict[str, Any]] = [
        {"number": numbers[number], "places": {result: sorted(places) for result, places in by_result.items()}}
        for number, by_result in found.items()
    ]
    lines.sort(key=lambda line: sorted(place for places in line["places"].values() for place in places))
    first = [line["number"] for line in lines if any(1 in places for places in line["places"].values())]
    return {"in_race": first, "players": lines}


def _tried(who: list[int], options: list[dict[str, Any]], rank: Any) -> dict[int, dict[str, set[int]]]:
    """N° -> own result -> places; `rank` gives the players' keys, a row each, in many outcomes at once."""
    import numpy as np

    found: dict[int, dict[str, set[int]]] = {number: {} for number in who}
    own = {number: (at, side) for at, option in enumerate(options) for side, number in enumerate(option["sides"])}
    total = len(options[0]["results"]) ** len(options)
    for start in range(0, total, _AT_A_TIME):
        rest = np.arange(start, min(start + _AT_A_TIME, total))
        chosen = []
        for option in options:
            chosen.append(rest % len(option["results"]))
            rest = rest // len(option["results"])
        keys = rank(chosen)
        for row, number in enumerate(who):
            places = 1 + (keys > keys[row]).sum(axis=0)
            at, side = own.get(number, (-1, 0))
            for result in range(len(options[at]["results"]) if at >= 0 else 1):
                name = options[at]["results"][result][side] if at >= 0 else "no_game"
                counted = np.bincount(places[chosen[at] == result] if at >= 0 else places)
                found[number].setdefault(name, set()).update(np.flatnonzero(counted).tolist())
    return found


def _scrabble(decoded: Decoded) -> tuple[list[int], list[dict[str, Any]], Any]:
    """PM, PPM among those who have all met (C7), Pdep."""
    import numpy as np

    from tournament_xl.rules.scrabble.scoring import CAP, EDITIONS, is_meeting, tallies
    from tournament_xl.rules.scrabble.standings import standings

    tournament = decoded.tournament
    after, value = len(tournament.rounds), EDITIONS[tournament.settings.edition].forfeit
    base = standings(tournament, after)
    who = [line.number for line in base]
    index = {number: at for at, number in enumerate(who)}
    pm, pdep = (np.array([getattr(line, name) for line in base]) for name in ("pm", "pdep"))
    met, among = np.eye(len(who), dtype=bool), np.zeros((len(who), len(who)), dtype=np.int64)
    options: list[dict[str, Any]] = []
    for match in (match for matches in tournament.rounds for match in matches if X not in match.sides):
        one, two = index[match.one], index[match.two]
        if not match.complete:
            results = list(_games(tournament.settings.games_to_win(after), CAP))
            gained = [tallies(replace(match, games=games, complete=True), value) for games in results]
            names = [tuple(texts.OUTCOMES[tally.outcome] for tally in both) for both in gained]
            options.append({"sides": match.sides, "results": names, "at": (one, two), "gained": gained})
        if not match.complete or is_meeting(match):
            met[one, two] = met[two, one] = True
        if is_meeting(match):
            for a, b, tally in zip((one, two), (two, one), tallies(match, value), strict=True):
                among[a, b] += tally.pm

    def rank(chosen: list[Any]) -> Any:
        size = len(who), len(chosen[0])
        points, ppm, difference = (np.zeros(size, dtype=np.int64) for _ in range(3))
        points += pm[:, None]
        difference += pdep[:, None]
        between: dict[tuple[int, int], Any] = {}
        for option, taken in zip(options, chosen, strict=True):
            for side, (a, b) in enumerate((option["at"], option["at"][::-1])):
                between[a, b] = np.array([both[side].pm for both in option["gained"]])[taken]
                points[a] += between[a, b]
                difference[a] += np.array([both[side].pdep for both in option["gained"]])[taken]
        equal = {(a, b): points[a] == points[b] for a in range(len(who)) for b in range(a)}
        stranger, apart = np.zeros(size, dtype=bool), np.zeros(size, dtype=bool)
        for (a, b), same in equal.items():
            if not met[a, b]:
                stranger[a] |= same
                stranger[b] |= same
        for (a, b), same in equal.items():
            apart[a] |= same & stranger[b]
            apart[b] |= same & stranger[a]
            ppm[a] += same * (among[a, b] + between.get((a, b), 0))
            ppm[b] += same * (among[b, a] + between.get((b, a), 0))
        ppm[stranger | apart] = 0
        return points * 10**10 + ppm * 10**7 + difference

    return who, options, rank


def _games(to_win: int, cap: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Wins, a draw and losses, by 1 and by the cap in each game."""
    for margin in (cap, 1):
        yield ((400 + margin, 400),) * to_win
    yield ((400, 400),) if to_win == 1 else ((401, 400), (400, 401), (400, 400))
    for margin in (1, cap):
        yield ((400, 400 + margin),) * to_win


def _othello(decoded: Othello) -> tuple[list[int], list[dict[str, Any]], Any]:
    """Points, départage and the criterion after it (B5), in which the Buchholz is a sum of the opponents' points."""
    import numpy as np

    from tournament_xl.rules.othello.model import PAPP
    from tournament_xl.rules.othello.results import DRAW, UNPLAYED, entries, entry, took_part
    from tournament_xl.rules.othello.standings import beta, last_word

    tournament = decoded.tournament
    *before, last = tournament.rounds
    drawn = tuple(game if game.complete else replace(game, discs_black=DRAW, discs_white=DRAW, complete=True, end="")
                  for game in last)  # fmt: skip
    filled = replace(tournament, rounds=(*before, drawn))
    after, here = len(filled.rounds), took_part(filled, len(filled.rounds))
    entered = {number for games in filled.rounds for game in games for number in game.sides if number != X}
    lines = {number: line for number, line in entries(filled, after).items() if number in entered}
    who = list(lines)
    index = {number: at for at, number in enumerate(who)}
    met = np.zeros((len(who), len(who)))
    half, text, real = (np.zeros(len(who)) for _ in range(3))
    for number, line in lines.items():
        for one in line:
            oneself = one.kind in UNPLAYED or one.opponent not in here
            at = index[number]
            met[at, at if oneself else index[one.opponent]] += 1
            half[at] += one.half_points
            text[at] += DRAW if oneself else one.discs
            real[at] += one.discs
    options: list[dict[str, Any]] = []
    for game in (game for game in last if not game.complete):
        results = []
        for discs in ((64, 0), (33, 31), (32, 32), (31, 33), (0, 64)):
            played = replace(game, discs_black=discs[0], discs_white=discs[1], complete=True, end="")
            results.append([entry(played, number, after, 0) for number in game.sides])
        names = [tuple(("loss", "draw", "win")[one.half_points] for one in both) for both in results]
        places = [index[number] for number in game.sides]
        options.append({"sides": game.sides, "results": names, "at": places, "gained": results})
    order = last_word(tournament)
    by_lot = np.array([len(order) - order[number] for number in who])
    factor, papp = float(beta(tournament.settings)), tournament.settings.tie_break == PAPP

    def rank(chosen: list[Any]) -> Any:
        size = len(who), len(chosen[0])
        points, counted, board = (np.zeros(size) + values[:, None] for values in (half, text, real))
        for option, taken in zip(options, chosen, strict=True):
            for side, at in enumerate(option["at"]):
                points[at] += np.array([both[side].half_points - 1 for both in option["gained"]])[taken]
                discs = np.array([both[side].discs - DRAW for both in option["gained"]])[taken]
                counted[at] += discs
                board[at] += discs
        tie_break = board if papp and not factor else counted + factor * (met @ points) / 2
        second = board if papp else counted
        whole = [np.rint(values * 200).astype(np.int64) for values in (points, tie_break, second)]
        return (whole[0] * 10**13 + whole[1] * 10**6 + whole[2]) * 64 + by_lot[:, None]

    return who, options, rank
