"""A recorded document as lines of the old form held it: facts, a key and a text each."""

from __future__ import annotations

import re

from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.registry import GAMES
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.history.changes import list_changes
from tournament_xl.workbook.number_texts import format_ranges

KINDS = {"name": "nom", "licence": "licence", "country": "pays", "cote": "cote", "seed": "rang",
         "absences": "absences", "avoids": "éviter", "own_table": "table", "setting": "réglage", "final": "finale",
         "pair": "paire", "result": "résultat"}  # fmt: skip
BOOKS = {"scrabble": ScrabbleBook, "othello": OthelloBook}


def list_facts(document, game):
    """Facts of a document: those of sheets, and those that only the history has."""
    changes = list_changes({}, document, GAMES[game].settings, BOOKS[game].settle_match)
    facts = {
        "|".join(str(part) for part in (KINDS[change.field], change.round, change.key) if part not in (0, "")):
            _text(change.field, change.new, game)
        for change in changes
        if change.field != "result" or _result(change.new)
    }  # fmt: skip
    for number, entry in document.get("rounds", {}).items():
        facts |= {f"appariée|{number}": "oui"} if entry.get("drawn") else {}
        facts |= {f"présents|{number}": format_ranges(entry["present"])} if "present" in entry else {}
        facts |= {f"imposée|{number}|{key}": {"typed": "oui", "drawn": "tient"}[status]
                  for key, status in entry.get("imposed", {}).items()}  # fmt: skip
    texts = {
        "rondes": document.get("given_rounds"),
        "tables": _seats(document["seat_table"]) if "seat_table" in document else None,
        "groupes": "/".join("-".join(map(str, group)) for group in document.get("groups", ())),
        "graine": document.get("groups_seed"),
        "calculées": {"final": "oui", "provisional": "provisoires"}.get(document.get("rated")),
        **{f"copie|{time}": "dite" for time in document.get("backups_told", {})},
        **{f"donné|{number}": {"list": "liste", "tournament": "oui"}[origin]
           for number, origin in document.get("given_numbers", {}).items()},
        **{f"libres|{first}": text for first, text in document.get("free_numbers", {}).items()},
    }  # fmt: skip
    return facts | {key: str(text) for key, text in texts.items() if text}


def list_changed_facts(before, after, game):
    """Facts that differ: the new text, None for one that is gone."""
    old, new = list_facts(before, game), list_facts(after, game)
    changed = {key: text for key, text in new.items() if old.get(key) != text}
    return changed | {key: None for key in old if key not in new}


def _seats(table):
    return "intégrée" if table == "built-in" else "/".join(
        " ".join("-".join(map(str, seats)) for seats in games) for games in table)  # fmt: skip


def _text(field, value, game):
    if field in ("cote", "seed"):
        return cell_text(float(value))
    if field == "avoids":
        return ",".join(map(str, value))
    if field == "pair":
        return "-".join(map(str, value)).replace("X", "BIP" if game == "othello" else "X")
    if field == "final":
        return f"{_text('pair', value['sides'], game)}:{_result(value)}"
    return _result(value) if field == "result" else str(value)


def _result(match):
    games = [match["scores"], *match.get("further", ())] if match.get("scores") else []
    scores = "+".join("/".join(map(_score, scores)) for scores in games)
    return ":".join(filter(None, (match.get("forfeit") and f"F{match['forfeit']}", match.get("end"), scores)))


def _score(score):
    return (
        "?" if score is None else re.sub("[,;|/+]", " ", score) if isinstance(score, str) else cell_text(float(score))
    )
