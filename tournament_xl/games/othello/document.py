"""Document of an Othello tournament: how it is read from a decoded workbook, and its facts in the history."""

from __future__ import annotations

from tournament_xl.core.model import Fact
from tournament_xl.document.codec import build_document, read_player, without_blanks
from tournament_xl.document.facts import collect_kept_facts, collect_sheet_facts, format_typed_value
from tournament_xl.document.keys import X_MARK, Document
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.rules.model import FORFEIT, NEEDS_BOARD
from tournament_xl.workbook.cells import to_cell_number
from tournament_xl.workbook.settings import format_decisive_settings

GIVEN = {"oui": "tournament", schema.OF_THE_LIST: "list"}  # fact "donné" -> value in the document


def to_document(book: OthelloBook) -> Document:
    """Return the document of a decoded workbook; entries of rows are shared between documents and must not change."""
    players = []
    for line, player in book.players.rows:
        cote = None if player.cote is None else to_cell_number(player.cote)
        own = {"country": player.country, "cote": cote, "member": player.member, "reduced": player.reduced}
        players.append(read_player(book, line, player, own))
    effective = format_decisive_settings(schema.SETTINGS, book.tournament.settings)
    document, state = build_document(book, schema.SETTINGS, effective, players), book.memory.now
    given = {str(number): GIVEN[text] for number, text in state.by_number("donné").items()}
    return document | without_blanks({"given_numbers": given, "free_numbers": state.named("libres")})


def format_match(match: Document) -> tuple[str, str]:
    """Return the texts of a game in the history: its pair and its result as typed, "" without.

    "1-5" and "40/24", "TN:28/36", "FN", "3-BIP", half a result as "40/?". The colour of BIP counts nowhere (B7): its
    opponent is written as Black, his forfeit as FN. Discs that are not needed count only if both are typed.
    """
    (black, white), end, scores = match["sides"], match.get("end", ""), match.get("scores")
    if black == X_MARK:
        black, white, end = white, black, "FN" if end in FORFEIT else end
    is_complete = white == X_MARK or end not in NEEDS_BOARD
    discs = "/".join(map(format_typed_value, scores)) if scores and not (is_complete and None in scores) else ""
    return f"{black}-{schema.BIP if white == X_MARK else white}", ":".join(filter(None, (end, discs)))


def collect_facts(document: Document) -> dict[Fact, str]:
    """Return the facts on sheets as the history records them."""
    return collect_sheet_facts(document, schema.SETTINGS, format_match)


def collect_history_facts(document: Document) -> dict[Fact, str]:
    """Return the facts that only the history has."""
    facts = collect_kept_facts(document)
    texts, given = {value: text for text, value in GIVEN.items()}, document.get("given_numbers", {})
    facts |= {Fact("donné", 0, int(number)): texts[value] for number, value in given.items()}
    return facts | {Fact("libres", 0, int(first)): text for first, text in document.get("free_numbers", {}).items()}
