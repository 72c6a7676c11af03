"""Facts of the history (`workbook.history`) that follow from a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from tournament_xl.core.model import Fact
from tournament_xl.document.keys import DRAWN_BEFORE, TYPED_BEFORE, Document, Json
from tournament_xl.workbook.history.fact_texts import format_number, format_ranges, to_one_line
from tournament_xl.workbook.settings import Setting

_STATUSES = {TYPED_BEFORE: "oui", DRAWN_BEFORE: "tient"}
MatchTexts: TypeAlias = "Callable[[Document], tuple[str, str]]"  # entry of a match -> its pair, its result ("": none)


def collect_sheet_facts(document: Document, settings: Iterable[Setting], format_match: MatchTexts) -> dict[Fact, str]:
    """Return the facts on sheets: decisive settings, players with a N°, pairs, results as far as typed, finals.

    Players' empty values are no facts; an empty setting is one.

    Args:
        document: The tournament.
        settings: Settings of the game.
        format_match: Texts of a match in the history.
    """
    effective, facts = document.get("effective", {}), dict[Fact, str]()
    for setting in settings:
        if setting.decides:
            text = to_one_line(str(effective.get(setting.name, "")))
            facts[Fact("réglage", 0, setting.name)] = "" if setting.unsaid and text == setting.default else text
    for number, player in document.get("players", {}).items():
        facts |= _player_facts(int(number), player)
    for number, entry in document.get("rounds", {}).items():
        for pair, match in entry.get("matches", {}).items():
            stands, result = format_match(match)
            facts[Fact("paire", int(number), pair)] = stands
            if result:
                facts[Fact("résultat", int(number), pair)] = result
    for name, match in document.get("finals", {}).get("matches", {}).items():
        stands, result = format_match(match)
        if result:
            facts[Fact("finale", 0, name)] = f"{stands}:{result}"
    return facts


def _player_facts(number: int, player: Document) -> dict[Fact, str]:
    cote = player.get("used_cote") or player.get("cote")
    texts = {
        "nom": to_one_line(f"{player.get('name', '')} {player.get('first_name', '')}"),
        "licence": to_one_line(player.get("licence", "")),
        "pays": to_one_line(player.get("country", "")),
        "cote": format_number(float(cote)) if cote and not isinstance(cote, str) else "",
        "rang": format_number(float(player["seed"])) if player.get("seed") else "",
        "absences": to_one_line(player.get("absences", "")),
        "éviter": ",".join(map(str, player.get("avoids", ()))),
        "table": str(player.get("own_table", "")),
    }
    return {Fact(kind, 0, number): text for kind, text in texts.items() if text}


def format_typed_value(value: Json) -> str:
    """Format a typed score for the history, "?" for none; a text without the characters that separate scores."""
    if value is None:
        return "?"
    return re.sub("[,;|/+]", " ", value) if isinstance(value, str) else format_number(float(value))


def format_match(match: Document) -> tuple[str, str]:
    """Return the texts of a match in the history: its pair as on the sheet, and its scores so far, "" without."""
    scores = match.get("scores")
    return "-".join(map(str, match["sides"])), "/".join(map(format_typed_value, scores)) if scores else ""


def collect_kept_facts(document: Document) -> dict[Fact, str]:
    """Return the facts that only the history has, as far as every game has them."""
    facts = {}
    for number, entry in ((int(key), entry) for key, entry in document.get("rounds", {}).items()):
        if entry.get("drawn"):
            facts[Fact("appariée", number)] = "oui"
        if "present" in entry:
            facts[Fact("présents", number)] = format_ranges(entry["present"])
        facts |= {Fact("imposée", number, pair): _STATUSES[text] for pair, text in entry.get("imposed", {}).items()}
    if "given_rounds" in document:
        facts[Fact("rondes")] = str(document["given_rounds"])
    return facts | {Fact("copie", 0, time): "dite" for time in document.get("backups_told", {})}
