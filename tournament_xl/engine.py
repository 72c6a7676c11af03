"""The engine as a library: pair, rank and rate a tournament that your own program keeps (docs/moteur.md).

No workbook is involved: a tournament is a document, plain JSON as docs/schema describes it, and goes through the same
rules as every action in a workbook. Every name here without an underscore is stable (semantic versioning); all other
modules are internal. InputError names the path that is wrong; RefusedError means that a rule forbids the request. Their
texts are French.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament_xl.core.model import Refused
from tournament_xl.document.description import InputError, Number
from tournament_xl.document.keys import Document
from tournament_xl.games.registry import GAMES
from tournament_xl.games.rules_view import RefusedError, RulesView
from tournament_xl.messages import documents as texts
from tournament_xl.messages.notices import notice_text

__all__ = ["InputError", "RefusedError", "pair", "rank", "rate"]


def pair(document: Document) -> Document:
    """Pair the next round.

    Matches that the document has for this round are fixed: they stay, whatever the formula says. In a fixed schedule
    (T, O5) an announced absentee keeps his seat and forfeits.

    Args:
        document: Tournament; all results of its drawn rounds must be present. It does not change.

    Returns:
        The document with the round, each match with its sides, table and reason, and with what its pairing gave: N°,
        places in the initial ranking, the number of rounds, groups.

    Raises:
        InputError: A value is impossible, or a result of an earlier round is missing.
        RefusedError: All rounds are drawn, or a rule forbids this round.
    """
    try:
        return _read(document).pair()
    except Refused as refused:
        raise RefusedError(notice_text(refused.notice)) from None


def rank(document: Document, after: int | None = None) -> list[Document]:
    """Compute the standings after a round.

    Args:
        document: Tournament.
        after: Number of rounds counted, all complete; 0 for the initial order (Scrabble) or no line (Othello).
            None for all before the first incomplete round, perhaps 0; a complete round after it does not count.

    Returns:
        Lines from the first place down, each with place, number, played, won, drawn, lost and the figures of the game.
        Players who left stay; left out are Scrabble's late entrants who are in no round yet, and in Othello players who
        are in none of the rounds counted.

    Raises:
        InputError: A value is impossible, or one of these rounds is not complete.
    """
    view = _read(document)
    played = view.tournament.played
    return view.rank(played if after is None else Number(0, played).check("after", after))


def rate(document: Document) -> list[Document]:
    """Compute the new ratings as if the tournament ended with its last complete round (Scrabble R2 to R7).

    The limits of gains (R7) depend on all its rounds, also those not yet played.

    Returns:
        By place, one line per player with at least one match that he did not forfeit: place, number, old, new, change,
        series; the others are left out, and places count without them.

    Raises:
        InputError: A value is impossible.
        RefusedError: The game is Othello, which has its own rating officer, or no round is complete.
    """
    return _read(document).rate()


def _read(document: Document) -> RulesView[Any, Any]:
    """Check a document, and read it as its game's rules need it."""
    if not isinstance(document, Mapping):
        raise InputError("document", texts.OBJECT.format(value=document))
    name = document.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise InputError("game", texts.CHOICE.format(choices=", ".join(map(repr, GAMES)), value=name))
    return GAMES[name].rules_view(document)
