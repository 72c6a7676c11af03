"""Writing the ELO file (X2) of a tournament, for the rating officer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from tournament_xl.book.grid import read_date
from tournament_xl.elo.results import FORFEIT as FORFEIT_WORD
from tournament_xl.games.othello.decode import new_numbers
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.rules.othello import finals as rules
from tournament_xl.rules.othello.model import BIP, FORFEIT, NEITHER, Game
from tournament_xl.rules.othello.results import discs, entry
from tournament_xl.rules.othello.standings import beta, standings
from tournament_xl.texts.othello_sheets import STAGES

HEADER = "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating"


def elo_name(decoded: Decoded) -> str:
    """ "20261121_Open_de_Lyon.ELO"; letters and digits only."""
    day = read_date(decoded.settings.text("Date de début"))
    title = decoded.tournament.settings.title or "Othello"
    plain = unicodedata.normalize("NFKD", title[:200]).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")[:60] or "Othello"
    return f"{f'{day:%Y%m%d}_' if day else ''}{name}.ELO"


def elo_text(decoded: Decoded, *, creator: str, created: str) -> str:
    """The file of the rounds played, finals after them; `created`: "yyyy/mm/dd hh:mm". Encode it in Latin-1.

    N° typed before the pairing are those of the world's list; who got his from the program is new (+), under a number
    that nobody there has (X3).
    """
    tournament, text = decoded.tournament, decoded.settings.text
    settings = tournament.settings
    lines = [
        f"%%Tournament: {_plain(settings.title)}",
        f"%%Country: {_plain(text('Pays du tournoi'))}",
        f"%%Date: {settings.dates.replace('–', '-')}",
        f"%%Sender: {_plain(text('Organisateur') or text('Arbitre'))}",
        f"%%Creator: {creator}",
        f"%%CreationDate: {created}",
        f"%%TieBreak: {settings.tie_break} {float(beta(settings)):g} {settings.bye_discs}",
        "",
        HEADER,
    ]
    players, new = {player.number: player for player in tournament.players}, new_numbers(decoded.memory.now)
    numbers = {who: who for who in players} | new
    for line in standings(tournament, tournament.played):
        player = players[line.number]
        rating = f"{player.rating:.0f}" if player.rating is not None else "0"
        cells = (player.name, player.first_name, player.country, f"{line.points:.1f}", f"{float(line.discs):g}", rating)
        mark = "+" if player.number in new else " "
        lines.append(f"%_% {mark}{numbers[player.number]:>6}, {', '.join(map(_plain, cells))}")
    for number, games in enumerate(tournament.rounds[: tournament.played], start=1):
        lines += ["", f"%Round: {number}"]
        lines += [_game(game, numbers) for game in games if BIP not in game.sides]
    played = [row for row in decoded.finals.rows if row.game.complete] if decoded.finals else []
    unranked = [_game(row.game, numbers) for row in played if row.stage == rules.UNRANKED]
    if played:
        lines += ["", "%%Added results", *(_game(row.game, numbers) for row in played if row.stage != rules.UNRANKED)]
    if unranked:
        lines += [f"%%{STAGES[rules.UNRANKED]}", *unranked]
    return "\r\n".join([*lines, ""])


def _game(game: Game, numbers: Mapping[int, int]) -> str:
    """A game as Black sees it; commented out where it is not to be rated: a forfeit, or the organiser's choice."""
    black, white = (f"{float(count):g}".zfill(2) for count in discs(game))
    points = [entry(game, who, 1, 0).half_points for who in game.sides]
    sign = ">" if points[0] > points[1] else "<" if points[0] < points[1] else "="
    text = f"{numbers[game.black]:>6} ({black}){sign}({white}) {numbers[game.white]:>6} B"
    if game.end in FORFEIT | {NEITHER}:
        return f"%{text} %% {FORFEIT_WORD}"
    return text if game.rated else f"%{text} %% hors cote"


def _plain(text: str) -> str:
    """One line without the separator, in letters that Latin-1 has."""
    joined = " ".join(text.replace(",", " ").split()).replace("’", "'")
    return "".join(
        char if _latin(char) else unicodedata.normalize("NFKD", char).encode("ascii", "replace").decode()[:1]
        for char in joined
    )


def _latin(char: str) -> bool:
    try:
        char.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True
