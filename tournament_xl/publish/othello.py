"""The part of a publication's facts that only Othello has."""

from __future__ import annotations

from typing import Any

from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.encode import exact, standings_title
from tournament_xl.games.othello.finals import to_play
from tournament_xl.rules.othello.model import BIP, Game, Player
from tournament_xl.rules.othello.results import WIN, entry
from tournament_xl.rules.othello.standings import beta
from tournament_xl.texts import othello_sheets
from tournament_xl.texts import publish as texts

FIGURES = texts.OTHELLO_FIGURES
_OUTCOMES = {WIN: "G", 1: "N", 0: "P"}


def rules(decoded: Decoded) -> dict[str, Any]:
    """What a program needs to rank the games again."""
    settings = decoded.tournament.settings
    return {
        "game": "othello", "figures": FIGURES, "tie_break": settings.tie_break, "beta": exact(beta(settings)),
        "bye_discs": settings.bye_discs,
    }  # fmt: skip


def rating_of(player: Player) -> float | None:
    return player.rating


def standings_after(decoded: Decoded, after: int) -> tuple[str, list[dict[str, Any]]]:
    """Title and lines of Classement."""
    table, won = decoded.standings(after)
    return standings_title(after, decoded.tournament.settings.rounds or 0, won), [
        {
            "place": line.place, "number": line.number, "played": line.games, "won": line.won, "drawn": line.drawn,
            "lost": line.lost, "points": exact(line.points), "tie_break": exact(line.tie_break),
            "discs": exact(line.discs),
        }
        for line in table
    ]  # fmt: skip


def game(decoded: Decoded, match: Game, number: int) -> dict[str, Any]:
    """A game, Black first; `values`: the discs that count (B1 to B6)."""
    settings = decoded.tournament.settings
    found = [
        entry(match, who, number, settings.bye_discs, settings.bye_half_points)
        for who in (match.sides if match.complete else ())
        if who != BIP
    ]
    sides = dict(zip([who for who in match.sides if who != BIP], found, strict=False))
    values = [exact(sides[who].discs) if who in sides else None for who in match.sides] if found else []
    typed = [match.discs_black, match.discs_white]
    score = " – ".join(f"{value:g}" for value in values if value is not None) if found and not match.bye else ""
    return {
        "table": 0 if match.bye else match.table, "one": match.black, "two": match.white,
        "scores": [typed] if None not in typed else [], "end": match.end, "complete": match.complete,
        "forfeits": [side for side, who in enumerate(match.sides, start=1) if match.gave(who)],
        "score": f"{score} {match.end}".strip(), "values": values,
        "results": [_OUTCOMES[sides[who].half_points] if who in sides else "P" for who in match.sides] if found else [],
    }  # fmt: skip


def waits(decoded: Decoded) -> bool:
    """Whether finals are chosen and not over (F1)."""
    return bool(to_play(decoded.standings(decoded.tournament.played)[1]))


def ratings(decoded: Decoded) -> dict[int, tuple[int | float, int | float]]:
    """None here: the federation's rating officer computes them."""
    return {}


def finals(decoded: Decoded) -> list[dict[str, Any]]:
    """The games of the sheet Finales (F1, F2)."""
    rows = decoded.finals.rows if decoded.finals else []
    return [
        {"stage": othello_sheets.STAGES[row.stage], **game(decoded, row.game, row.number)} for row in rows if row.typed
    ]
