"""Document of a Scrabble tournament: how it is read from a decoded workbook."""

from __future__ import annotations

from tournament_xl.document.codec import build_document, read_player, without_blanks
from tournament_xl.document.keys import Document
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.games.scrabble.read_seat_table import write_table
from tournament_xl.workbook.cells import read_date, to_cell_number
from tournament_xl.workbook.settings import format_decisive_settings
from tournament_xl.workbook.tables import Line


def to_document(book: ScrabbleBook) -> Document:
    """Return the document of a decoded workbook; entries of rows are shared between documents and must not change."""
    recorded = book.memory.document
    effective = format_decisive_settings(schema.SETTINGS, book.tournament.settings)
    if "groups" not in recorded:
        del effective["Graine"]  # no lot has been drawn from it
    players = []
    for line, player in book.players.rows:
        typed_cote = read_typed_cote(line)
        own = {
            "licence": player.licence,
            "cote": None if typed_cote is None else to_cell_number(typed_cote),
            "series": line.text("Série duplicate"),
            "last_played": _read_day(line),
            "used_cote": to_cell_number(player.cote) if player.cote and player.cote != typed_cote else None,
            "seed": None if player.seed is None else to_cell_number(player.seed),
        }
        players.append(read_player(book, line, player, own))
    document = build_document(book, schema.SETTINGS, effective, players)
    kept: Document = {
        name: recorded[name] for name in ("seat_table", "groups", "groups_seed", "rated") if name in recorded
    }
    if "seat_table" not in kept and book.tournament.seat_table:
        kept["seat_table"] = write_table(book.tournament.seat_table)
    return document | without_blanks(kept)


def _read_day(line: Line) -> str:
    text = line.texts.get(schema.LAST_PLAYED, "")
    return day.isoformat() if (day := read_date(text)) else text
