"""All that is sent of a finished Othello tournament: the copy, the ELO file for the rating officer, the mail."""

from __future__ import annotations

from datetime import datetime

from tournament_xl import __version__
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.check import check
from tournament_xl.elo.writing import elo_name, elo_text
from tournament_xl.games.othello.decode import decode, new_numbers, report_results
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.finals import to_play
from tournament_xl.games.othello.press import facts as facts_of
from tournament_xl.model import Notice
from tournament_xl.press import Outcome, not_played, not_recorded, refused, stopped
from tournament_xl.record import replace
from tournament_xl.rules.othello.standings import beta
from tournament_xl.send.contents import Parcel, parcel_of
from tournament_xl.send.copy import for_the_copy
from tournament_xl.texts import othello_sheets
from tournament_xl.texts import send as texts
from tournament_xl.texts.names import listing


def parcel(snapshot: Snapshot, source: str) -> Parcel | Outcome:
    """The parcel of a tournament, or why there is none; `source`: SHA-256 of the workbook."""
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    why = not_played(decoded, "send_early", report_results) or not_recorded(decoded, facts_of(decoded))
    if why is not None:
        return why
    if decoded.finals and (wanted := to_play(decoded.standings(rounds)[1])):
        return refused(Notice("send_before_finals", {"matches": listing(wanted)}))
    copy = for_the_copy(snapshot)
    settings, names = tournament.settings, decoded.full_names()
    own = {
        "event": othello_sheets.EVENT,
        "edition": othello_sheets.usage_text(settings.tie_break, f"{float(beta(settings)):g}".replace(".", ",")),
        "winner": names[decoded.standings(tournament.played)[0][0].number],
    }
    elo = elo_text(decoded, creator=f"tournament_xl {__version__}", created=_created(decoded))
    return parcel_of(
        decoded, copy, check(copy, replace(decoded, snapshot=copy)), source, own,
        othello_sheets.played_text(settings.formula, rounds, len(tournament.players)),
        enclosure=elo.encode("latin-1", "replace"), enclosure_name=elo_name(decoded),
        wanting=tuple(_about_numbers(decoded)), template="othello.xlsx",
    )  # fmt: skip


def _about_numbers(decoded: Decoded) -> tuple[str, str]:
    """Who has a N° that is not of the world's list (X2), or may be: "" where there is nobody."""
    names, new = decoded.full_names(), new_numbers(decoded.memory.now)
    first = decoded.memory.now.present(1)
    coming = [player.number for player in decoded.tournament.players if 1 not in player.absences]  # in the first round
    late = sorted(number for number in coming if number not in first | new.keys())
    return (
        texts.named(
            texts.NOT_OF_THE_WORLD, [f"{names[who]} (N° {number})" for who, number in new.items() if who in names]
        ),
        texts.named(texts.TYPED_LATE, [f"{names[number]} (N° {number})" for number in late if first]),
    )


def _created(decoded: Decoded) -> str:
    """When the Journal was last written: the same file from the same workbook."""
    dates = [line.text("Date") for line in decoded.journal.lines()]
    for text in reversed(dates):
        try:
            return f"{datetime.strptime(text, '%d/%m/%Y %H:%M'):%Y/%m/%d %H:%M}"
        except ValueError:
            continue
    return ""
