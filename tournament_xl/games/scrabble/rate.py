"""The press "Calculer les cotes": the international ratings onto the sheet Cotes (rules R2 to R7)."""

from __future__ import annotations

from tournament_xl.book import memory
from tournament_xl.book.grid import read_date
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.games.scrabble import press as scrabble
from tournament_xl.games.scrabble.decode import decode
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.press import report_results
from tournament_xl.model import Notice
from tournament_xl.press import Outcome, Press, finish, not_played, refused, stopped
from tournament_xl.rules.scrabble.seasons import year_name
from tournament_xl.texts import sheets


def ratings(snapshot: Snapshot, date: str, *, provisional: bool = False) -> Outcome:
    """Write the ratings; refused before the last round is played, unless `provisional`: as if it ended now.

    Once written they are derived like the standings: every press brings them up to date.
    """
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    tournament = decoded.tournament
    rounds, played = tournament.settings.rounds or 0, tournament.played
    if provisional and decoded.problems.found:
        return stopped(decoded.problems.found)
    if provisional and played == 0:
        return refused(Notice("ratings_no_round"))
    if not provisional and (why := not_over(decoded, "ratings_early")) is not None:
        return why
    press = Press(decoded, date, scrabble)
    press.rated = True
    to_come = decoded.formula.still_to_play(tournament)
    key = "rated_provisional" if played < rounds else "rated_before_final" if to_come else "rated"
    if borrowed := _borrowed(decoded, date):
        press.warnings.append(borrowed)
    sentence = sheets.rated_detail(played, rounds, final=to_come is not None)
    return finish(press, memory.RATED, played, Notice(key, {"round": played, "rounds": rounds}), sentence)


def _borrowed(decoded: Decoded, date: str) -> Notice | None:
    """That the last known season's numbers serve a tournament of a later one (R1); a season named is a choice."""
    used, name = decoded.settings.season, decoded.settings.settings.season
    day = read_date(decoded.settings.text("Date de début")) or read_date(date[:10])
    first = used.first_day
    season = year_name(day.year - ((day.month, day.day) < (first.month, first.day))) if day else ""
    return Notice("season_borrowed", {"season": season, "used": used.name}) if not name and season > used.name else None


def not_over(decoded: Decoded, early: str) -> Outcome | None:
    """Why a tournament is not over: problems, results missing in the last round, rounds or the deciding game to come.

    `early`: the notice that refuses before the last round. None when it is over.
    """
    if (why := not_played(decoded, early, report_results)) is not None:
        return why
    to_come = decoded.formula.still_to_play(decoded.tournament)
    return refused(to_come) if to_come else None
