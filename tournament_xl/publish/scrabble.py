"""The part of a publication's facts that only Scrabble has."""

from __future__ import annotations

from typing import Any

from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.encode import standings_title
from tournament_xl.games.scrabble.encode_ratings import value_of
from tournament_xl.model import Match, Player, X
from tournament_xl.rules.scrabble.scoring import EDITIONS, tallies
from tournament_xl.rules.scrabble.standings import standings
from tournament_xl.seasons import named
from tournament_xl.texts import publish as texts
from tournament_xl.texts import sheets

FIGURES = texts.SCRABBLE_FIGURES


def rules(decoded: Decoded) -> dict[str, Any]:
    """What a program needs to rank the games again."""
    return {"game": "scrabble", "edition": decoded.tournament.settings.edition, "figures": FIGURES}


def rating_of(player: Player) -> float:
    return player.cote


def standings_after(decoded: Decoded, after: int) -> tuple[str, list[dict[str, Any]]]:
    """Title and lines of Classement."""
    return standings_title(decoded, after), [
        {
            "place": line.place, "number": line.number, "played": line.played, "won": line.won, "drawn": line.drawn,
            "lost": line.lost, "match_points": line.pm, "ppm": line.ppm, "pdep": line.pdep,
        }
        for line in standings(decoded.tournament, after)
    ]  # fmt: skip


def game(decoded: Decoded, match: Match, number: int) -> dict[str, Any]:
    """A match; `values`: what each counts for Pdep."""
    found = tallies(match, EDITIONS[decoded.tournament.settings.edition].forfeit) if match.complete else ()
    score = " · ".join(f"{one} – {two}" for one, two in match.games)
    if match.forfeits:
        score = texts.FORFEIT[tuple(sorted(match.forfeits))]
    return {
        "table": 0 if match.two == X else match.table, "one": match.one, "two": match.two,
        "scores": [list(scores) for scores in match.games], "forfeits": sorted(match.forfeits), "end": "",
        "complete": match.complete, "score": score, "results": [tally.outcome for tally in found],
        "values": [tally.pdep for tally in found],
    }  # fmt: skip


def waits(decoded: Decoded) -> bool:
    """Whether the deciding game is still to be played (O8)."""
    return decoded.formula.still_to_play(decoded.tournament) is not None


def ratings(decoded: Decoded) -> dict[int, tuple[int | float, int | float]]:
    """N° -> cote after the tournament, and change (R2), as if it ended now."""
    from tournament_xl.rules.scrabble.rating import ratings as rate

    settings = decoded.tournament.settings
    found = rate(decoded.tournament, decoded.tournament.played, named(settings.season))
    return {line.player.number: (value_of(line.new), value_of(line.gain.total)) for line in found.lines}


def finals(decoded: Decoded) -> list[dict[str, Any]]:
    """The deciding game of an Open (O8)."""
    final = decoded.tournament.final
    if final is None:
        return []
    return [{"stage": sheets.FINAL, **game(decoded, final, 0)}]
