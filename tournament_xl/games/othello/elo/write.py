"""Text of an ELO file (X2), written from a tournament for the rating officer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from tournament_xl.games.othello.elo.file import FORFEIT_WORD
from tournament_xl.games.othello.read import OthelloBook, assign_rating_file_numbers
from tournament_xl.games.othello.rules import finals as rules
from tournament_xl.games.othello.rules.model import BIP, FORFEIT, NEITHER, OthelloGame
from tournament_xl.games.othello.rules.results import compute_final_discs, score_game
from tournament_xl.games.othello.rules.standings import compute_beta, compute_standings
from tournament_xl.messages.othello_sheets import STAGES
from tournament_xl.workbook.cells import read_date

HEADER = "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating"
_LATIN = re.compile(r"LATIN (SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:[A-Z]{3,} )?([A-Z]{1,2})(?: WITH .*)?")


def build_elo_name(decoded: OthelloBook) -> str:
    """Return the name of the ELO file, "20261121_Open_de_Lyon.ELO": the first day, if it is set, and the title.

    Accents are removed, and "_" stands for all but letters and digits.
    """
    day = read_date(decoded.settings.text("Date de début"))
    title = decoded.tournament.settings.title or "Othello"
    ascii_title = unicodedata.normalize("NFKD", title[:200]).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "_", ascii_title).strip("_")[:60] or "Othello"
    return f"{f'{day:%Y%m%d}_' if day else ''}{name}.ELO"


def render_elo_text(decoded: OthelloBook, *, creator: str, created: str) -> str:
    """Render the complete rounds as an ELO file, finals with a result after them; the caller encodes it in Latin-1.

    Byes and absences have no line; a forfeit and a game that is not rated are commented out.

    A N° typed before the pairing is the player's number in the world's list. A player whose N° the program assigned is
    new (+) and gets a number that nobody has in that list (X3).

    Args:
        decoded: Workbook without problems.
        creator: Program and version.
        created: Date and time as "yyyy/mm/dd hh:mm".
    """
    tournament, text = decoded.tournament, decoded.settings.text
    settings = tournament.settings
    lines = [
        f"%%Tournament: {_latin_field(settings.title)}",
        f"%%Country: {_latin_field(text('Pays du tournoi'))}",
        f"%%Date: {settings.dates.replace('–', '-')}",
        f"%%Sender: {_latin_field(text('Organisateur') or text('Arbitre'))}",
        f"%%Creator: {creator}",
        f"%%CreationDate: {created}",
        f"%%TieBreak: {settings.tie_break} {float(compute_beta(settings)):g} {settings.bye_discs}",
        "",
        HEADER,
    ]
    players, rating_numbers = (
        {player.number: player for player in tournament.players},
        assign_rating_file_numbers(decoded.memory.document),
    )
    numbers = {player_id: player_id for player_id in players} | rating_numbers
    for line in compute_standings(tournament, tournament.played):
        player = players[line.number]
        rating = f"{player.cote:.0f}" if player.cote is not None else "0"
        cells = (player.name, player.first_name, player.country, f"{line.points:.1f}", f"{float(line.discs):g}", rating)
        mark = "+" if player.number in rating_numbers else " "
        lines.append(f"%_% {mark}{numbers[player.number]:>6}, {', '.join(map(_latin_field, cells))}")
    for round_number, games in enumerate(tournament.rounds[: tournament.played], start=1):
        lines += ["", f"%Round: {round_number}"]
        lines += [_line(game, numbers) for game in games if BIP not in game.sides]
    played_rows = [row for row in decoded.finals.rows if row.game.complete] if decoded.finals else []
    unranked = [_line(row.game, numbers) for row in played_rows if row.stage == rules.UNRANKED]
    if played_rows:
        lines += [
            "",
            "%%Added results",
            *(_line(row.game, numbers) for row in played_rows if row.stage != rules.UNRANKED),
        ]
    if unranked:
        lines += [f"%%{STAGES[rules.UNRANKED]}", *unranked]
    return "\r\n".join([*lines, ""])


def _line(game: OthelloGame, numbers: Mapping[int, int]) -> str:
    """Render a game as Black sees it; commented out where it is not rated: a forfeit, or the organiser's choice."""
    black, white = (f"{float(count):g}".zfill(2) for count in compute_final_discs(game))
    points = [score_game(game, player_id, 1, 0).half_points for player_id in game.sides]
    sign = ">" if points[0] > points[1] else "<" if points[0] < points[1] else "="
    text = f"{numbers[game.black]:>6} ({black}){sign}({white}) {numbers[game.white]:>6} B"
    if game.end in FORFEIT | {NEITHER}:
        return f"%{text} %% {FORFEIT_WORD}"
    return text if game.rated else f"%{text} %% hors cote"


def _latin_field(text: str) -> str:
    """Return a text as one line without commas, in letters of Latin-1: Œ becomes OE, Ł becomes L."""
    joined = unicodedata.normalize("NFC", " ".join(text.replace(",", " ").split()).replace("’", "'"))
    return "".join(char if ord(char) < 256 else _latin_letters(char) for char in joined)


def _latin_letters(char: str) -> str:
    """Return letters for a character that Latin-1 lacks, "-" for other scripts.

    Taken from its name: LATIN SMALL LETTER L WITH STROKE gives "l".
    """
    if match := _LATIN.fullmatch(unicodedata.name(char, "")):
        return match[2] if match[1] == "CAPITAL" else match[2].lower()
    ascii_letters = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return ascii_letters or ("" if unicodedata.combining(char) else "-")
