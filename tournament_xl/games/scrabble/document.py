"""Document of a Scrabble tournament: how it is read from a decoded workbook, and its facts in the history."""

from __future__ import annotations

from tournament_xl.core.model import Fact
from tournament_xl.document.codec import build_document, read_player, without_blanks
from tournament_xl.document.facts import collect_kept_facts, collect_sheet_facts, format_typed_value
from tournament_xl.document.keys import X_MARK, Document
from tournament_xl.games.scrabble import history_facts, schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.workbook.cells import read_date, to_cell_number
from tournament_xl.workbook.settings import format_decisive_settings
from tournament_xl.workbook.tables import Line

BUILT_IN = "built-in"  # seat table of the regulation
RATED = {"oui": "final", history_facts.PROVISIONAL: "provisional"}  # fact "calculées" -> value in the document


def to_document(book: ScrabbleBook) -> Document:
    """Return the document of a decoded workbook; entries of rows are shared between documents and must not change."""
    facts = book.memory.facts
    effective = format_decisive_settings(schema.SETTINGS, book.tournament.settings)
    if history_facts.GROUPS not in facts:
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
    recorded_table = facts.get(history_facts.TABLES)
    table = history_facts.parse_seat_table(recorded_table) if recorded_table else book.tournament.seat_table
    kept = {
        "seat_table": [[[*seats] for seats in games] for games in table] if table else recorded_table and BUILT_IN,
        "groups": [[member or X_MARK for member in group] for group in history_facts.read_groups(book.memory.now)],
        "groups_seed": facts.get(history_facts.SEED),
        "rated": RATED.get(facts.get(history_facts.RATED_ONCE, "")),
    }
    return document | without_blanks(kept)


def _read_day(line: Line) -> str:
    text = line.texts.get(schema.LAST_PLAYED, "")
    return day.isoformat() if (day := read_date(text)) else text


def format_match(match: Document) -> tuple[str, str]:
    """Return the texts of a match in the history: its pair, the lower N° first, and its result as typed, "" without.

    "1-5" and "451/407", "1-X" for a bye, a missing score as "?" ("451/?"), several games joined by "+", a forfeit of
    the second as "F2", of both as "F1+2".
    """
    (first, second), forfeit = match["sides"], match.get("forfeit", "")
    games = [game for game in (match.get("scores"), *match.get("further", ())) if game and game != [None, None]]
    if second != X_MARK and first > second:
        first, second, forfeit = second, first, {"1": "2", "2": "1"}.get(forfeit, forfeit)
        games = [game[::-1] for game in games]
    scores = "+".join("/".join(map(format_typed_value, game)) for game in games)
    return f"{first}-{second}", ":".join(filter(None, (forfeit and f"F{forfeit}", scores)))


def collect_facts(document: Document) -> dict[Fact, str]:
    """Return the facts on sheets as the history records them; Graine only once groups have been drawn from it."""
    facts = collect_sheet_facts(document, schema.SETTINGS, format_match)
    if "groups" not in document:
        del facts[Fact("réglage", 0, "Graine")]
    return facts


def collect_history_facts(document: Document) -> dict[Fact, str]:
    """Return the facts that only the history has."""
    facts = collect_kept_facts(document)
    if table := document.get("seat_table"):
        facts[history_facts.TABLES] = history_facts.format_seat_table(None if table == BUILT_IN else table)
    if groups := document.get("groups"):
        facts[history_facts.GROUPS] = history_facts.format_groups(
            [0 if member == X_MARK else member for member in group] for group in groups
        )
        facts[history_facts.SEED] = document.get("groups_seed", "")
    if rated := document.get("rated"):
        facts[history_facts.RATED_ONCE] = next(text for text, value in RATED.items() if value == rated)
    return facts
