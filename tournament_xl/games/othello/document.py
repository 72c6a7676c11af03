"""Document of an Othello tournament: how it is read from a decoded workbook."""

from __future__ import annotations

from tournament_xl.document.codec import build_document, read_player
from tournament_xl.document.keys import Document
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.workbook.cells import to_cell_number
from tournament_xl.workbook.settings import format_decisive_settings


def to_document(book: OthelloBook) -> Document:
    """Return the document of a decoded workbook; entries of rows are shared between documents and must not change."""
    players = []
    for line, player in book.players.rows:
        cote = None if player.cote is None else to_cell_number(player.cote)
        own = {"country": player.country, "cote": cote, "member": player.member, "reduced": player.reduced}
        players.append(read_player(book, line, player, own))
    effective = format_decisive_settings(schema.SETTINGS, book.tournament.settings)
    document, recorded = build_document(book, schema.SETTINGS, effective, players), book.memory.document
    return document | {name: recorded[name] for name in ("given_numbers", "free_numbers") if recorded.get(name)}
