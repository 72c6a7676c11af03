"""What the federation receives of an Othello tournament: the ELO file (X2)."""

from __future__ import annotations

from tournament_xl import __version__
from tournament_xl.games.answers import ParcelParts
from tournament_xl.games.othello.elo.write import build_elo_name, render_elo_text
from tournament_xl.games.othello.read import OthelloBook, assign_rating_file_numbers
from tournament_xl.games.othello.render import describe_places
from tournament_xl.games.othello.rules.standings import compute_beta
from tournament_xl.messages import othello_sheets, submission
from tournament_xl.messages.names import fill_sentence


def collect_parcel(decoded: OthelloBook) -> ParcelParts:
    """Return the ELO file (X2) and the texts of the parcel, the mail with files that the federation gets.

    `wanting` names the players who are not in the world's list, with their numbers in the ELO file.
    """
    tournament, settings = decoded.tournament, decoded.tournament.settings
    names, rating_numbers = decoded.names(), assign_rating_file_numbers(decoded.memory.document)
    names_not_listed = [
        f"{names[player_id]} (N° {number})" for player_id, number in rating_numbers.items() if player_id in names
    ]
    date = decoded.memory.entries[-1].date  # so that the same workbook gives the same file
    elo = render_elo_text(
        decoded, creator=f"tournament_xl {__version__}",
        created=f"{date[6:10]}/{date[3:5]}/{date[:2]} {date[11:16]}",
    )  # fmt: skip
    own_facts = {
        "event": othello_sheets.EVENT,
        "edition": othello_sheets.tie_break_text(
            settings.tie_break, f"{float(compute_beta(settings)):g}".replace(".", ",")
        ),
    }
    return ParcelParts(
        decoded.snapshot, own_facts,
        othello_sheets.played_text(settings.formula.name, settings.rounds or 0, len(tournament.players)),
        elo.encode("latin-1", "replace"), build_elo_name(decoded),
        fill_sentence(submission.NOT_OF_THE_WORLD, {"names": names_not_listed}) if names_not_listed else "",
        describe_places(decoded),
    )  # fmt: skip
