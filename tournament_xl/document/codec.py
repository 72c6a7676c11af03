"""The document of a decoded workbook: what every game has in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament_xl.core.model import Person
from tournament_xl.document.keys import FORMAT, TEXT_COLUMNS, Document, Json, match_order
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.views import Recorded, make_pair_key
from tournament_xl.workbook.input_rows import is_ticked
from tournament_xl.workbook.settings import Setting
from tournament_xl.workbook.tables import Line

_BLANK: tuple[Json, ...] = ("", [], {})


def write_value(value: Json) -> str:
    """Return the text that a person would type for a value."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "oui" if value is True else str(value).replace(".", ",") if isinstance(value, float) else str(value)


def without_blanks(entry: Mapping[str, Json]) -> Document:
    """Return an entry without what is unknown: None, "", empty lists and objects, False."""
    return {
        name: value for name, value in entry.items() if value is not None and value is not False and value not in _BLANK
    }


def read_player(book: Workbook, line: Line, player: Person, own: Mapping[str, Json]) -> tuple[int, Document]:
    """Return the N° of a row of Joueurs (0: none yet) and its entry in the document.

    `own` are fields that only the game has; unknown ones are left out.
    """
    entrant = book.entrants.get(line.row, player)
    entry = {
        "name": player.name,
        "first_name": player.first_name,
        "club": player.club,
        **own,
        "avoids": sorted(entrant.avoids),
        "own_table": entrant.own_table or None,
        "present": is_ticked(line),
        **{name: line.texts.get(title, "") for name, title in TEXT_COLUMNS.items()},
    }
    return player.number, without_blanks(entry)


def build_document(
    book: Workbook, settings: Iterable[Setting], effective: Mapping[str, str], players: Iterable[tuple[int, Document]]
) -> Document:
    """Build what every game has in its document.

    `effective` has the text of the value that counts of each decisive setting, "" for none. Players have their N° (0:
    none yet) and entry, in the order of the sheet.
    """
    recorded = book.memory.document
    document: Document = {"format": FORMAT, "game": book.game, "settings": {}, "effective": {}, "players": {}}
    texts = book.settings.texts()
    for setting in settings:
        is_number = setting.whole and not setting.parse
        for part, of in (("settings", texts), ("effective", effective)):
            if text := of.get(setting.name, ""):
                number = parse_int(text) if is_number else None
                document[part][setting.name] = text if number is None else number
    for number, entry in players:
        if number:
            document["players"][str(number)] = entry
        else:
            document.setdefault("unnumbered", []).append(entry)
    document["rounds"] = _read_rounds(book, recorded)
    finals = without_blanks({"choices": {**book.final_choices}, "matches": {**book.deciding}})
    former = sorted(number for number in book.memory.numbers if str(number) not in document["players"])
    kept = {
        "given_rounds": recorded.get("given_rounds"),
        "former_numbers": former,
        "backups_told": recorded.get("backups_told"),
    }
    return document | without_blanks({"finals": finals, **kept})


def _read_rounds(book: Workbook, recorded: Recorded) -> Document:
    """Return the rounds that have rows, that are drawn, or of which the history keeps something; matches in order."""
    rounds: dict[int, Document] = {}
    for row in book.results.rows:
        matches = rounds.setdefault(row.round, {}).setdefault("matches", {})
        matches[make_pair_key(*row.match.sides)] = row.entry
    for matches in (entry["matches"] for entry in rounds.values()):
        if list(matches) != (order := sorted(matches, key=lambda pair: match_order((pair, matches[pair])))):
            entries = {pair: matches[pair] for pair in order}
            matches.clear()
            matches.update(entries)
    for number in range(1, len(book.tournament.rounds) + 1):
        rounds.setdefault(number, {})["drawn"] = True
    for key, entry in recorded.get("rounds", {}).items():
        if kept := {name: entry[name] for name in ("present", "imposed") if entry.get(name)}:
            rounds.setdefault(int(key), {}).update(kept)
    return {str(number): rounds[number] for number in sorted(rounds)}
