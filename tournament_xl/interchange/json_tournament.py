"""A tournament as one JSON object, for exchange with other programs (docs/pandas.md): `export --json`, `import`.

Its fields settings, players, rounds and finals hold the typed cells of the sheets, `kept` what only the history (sheet
Mémoire) knows. Its fields `results` and `standings` are computed, for other programs; `import` ignores them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from tournament_xl.core.model import Facts
from tournament_xl.core.resources import printable_path
from tournament_xl.games.new_workbook import Finals, typed_cell
from tournament_xl.games.othello.schema import FINAL_CHOICES
from tournament_xl.games.registry import DEFAULT_GAME, GAMES
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.interchange import export_tables
from tournament_xl.messages import exchange as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, read_date
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.entries import format_key, parse_key
from tournament_xl.workbook.history.fact_texts import format_number
from tournament_xl.workbook.history.history import HISTORY_ONLY_KINDS
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.tables import Line, find_right_of

FORMAT = 1  # incremented when a field changes its meaning or is removed
_NOT_CARRIED = "copie"  # kind of facts about copies next to the workbook
_SEEDS = "rang"  # kind of facts with the initial ranking
_DRAWN = "appariée"  # kind of facts that the first action in a new workbook records anew
Rows = Sequence[Mapping[str, Cell]]


@dataclass(frozen=True, slots=True)
class Incoming:
    """Tournament read from a file of results: what a person would type into a new workbook."""

    settings: Mapping[str, str]  # by name
    players: Sequence[Mapping[str, str]]  # rows of Joueurs by column
    rounds: Sequence[Rows]  # by round, from 1, the rows of Résultats by column
    game: str = DEFAULT_GAME  # its name
    finals: Finals | None = None  # sheet Finales; None if there is none
    history_facts: Facts = field(default_factory=dict)  # facts to record in the history
    notes: Sequence[str] = ()  # French remarks for the user
    player_lines: Sequence[int] = ()  # line of the file in which each player stands first; empty where it has no lines
    match_lines: Sequence[int] = ()  # line of the file for each row of `rounds`, one after another


def render_tournament_json(book: Workbook) -> str:
    """Render a tournament as the text of the JSON object.

    `rounds` also has the rows that are typed for the next round, which is not drawn yet. Empty cells and settings are
    left out. `standings` are those after the last complete round.
    """
    round_numbers = range(1, len(book.tournament.rounds) + 2)
    carried_kinds = {*HISTORY_ONLY_KINDS, _SEEDS} - {_NOT_CARRIED}
    rounds = [[_row(row.line) for row in book.results.round(number)] for number in round_numbers]
    while rounds and not rounds[-1]:
        rounds.pop()
    data: dict[str, object] = {
        "format": FORMAT,
        "game": book.game,
        "settings": {name: text for name, text in book.settings.texts().items() if text},
        "players": [
            _row(line) | ({} if line.empty("N°") else {"N°": number}) for number, line in sorted(book.lines.items())
        ],
        "rounds": rounds,
        "finals": _finals(book),
        "kept": {format_key(fact): text for fact, text in book.memory.facts.items() if fact.kind in carried_kinds},
        "results": _table(export_tables.build_games_table(book)),
        "standings": _table(export_tables.build_standings_table(book)),
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _row(line: Line) -> dict[str, Cell]:
    row = {name: typed_cell(name, text) for name, text in line.texts.items() if text and name != scrabble.USED_COTE}
    if day := read_date(line.texts.get(scrabble.LAST_PLAYED, "")):  # a serial number in the spreadsheet
        row[scrabble.LAST_PLAYED] = day.isoformat()
    return row


def _table(table: export_tables.ExportTable) -> list[dict[str, Cell]]:
    names, *rows = table.csv()
    return [{str(name): cell for name, cell in zip(names, row, strict=True) if cell not in (None, "")} for row in rows]


def _finals(book: Workbook) -> dict[str, object]:
    table = book.derived.get(schema.FINALS)
    if table is None:
        return {}
    positions = {label: find_right_of(book.snapshot, schema.FINALS, label) for label in FINAL_CHOICES}
    chosen = {
        label: cell_text(book.snapshot.cell(schema.FINALS, *position))
        for label, position in positions.items()
        if position
    }
    rows = [_row(line) for line in table.lines() if not line.empty("N° 1" if "N° 1" in table.columns else "N° N")]
    return {"choices": {label: int(text) for label, text in chosen.items() if text.isdecimal()}, "rows": rows}


def read_tournament_json(text: str, file: str) -> Incoming:
    """Read a tournament from the JSON object that `render_tournament_json` renders.

    The fields finals and kept may be missing; fields of other names, `results` and `standings` among them, are ignored,
    and so are entries of kept that no history has. Pairs do not count as drawn: the first action records that anew.

    Args:
        text: JSON text.
        file: Name of the file, for error messages.

    Raises:
        ExternalError: The text is no JSON or no such object, has another FORMAT, an unknown game, or a column or
            setting that its game does not have; the French sentence names the first wrong field.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ExternalError(texts.NO_JSON, file=printable_path(file), reason=error) from None
    field = ""
    try:
        for field, fits in (
            ("format", lambda value: value == FORMAT),
            ("game", lambda value: value in GAMES),
            ("settings", lambda value: _is_row(value)),
            ("players", lambda value: all(map(_is_row, value))),
            ("rounds", lambda value: all(_is_row(row) for rows in value for row in rows)),
            ("finals", lambda value: not value or all(map(_is_row, [value["choices"], *value["rows"]]))),
            ("kept", lambda value: _is_row(value)),
        ):  # further fields are ignored
            if not fits(data.setdefault(field, {}) if field in ("finals", "kept") else data[field]):
                raise ValueError
        kind, finals = GAMES[data["game"]], data["finals"]
        player_columns = [*kind.columns[schema.PLAYERS], *kind.extra_columns, *schema.OPTIONAL_COLUMNS]
        for field, lines, known_names in (
            ("settings", [data["settings"]], [setting.name for setting in kind.settings]),
            ("players", data["players"], player_columns),
            ("rounds", [row for rows in data["rounds"] for row in rows], kind.columns[schema.RESULTS]),
            ("finals", finals["rows"] if finals else [], kind.columns[schema.FINALS]),
        ):
            if unknown := next((name for row in lines for name in row if name not in known_names), ""):
                field = f"{field}, {unknown}"
                raise ValueError
        field = "kept"
        history_facts = {fact: _text(text) for key, text in data["kept"].items() if (fact := parse_key(key))}
        return Incoming(
            _texts(data["settings"]), [_texts(row) for row in data["players"]],
            [[_cells(row) for row in rows] for rows in data["rounds"]], data["game"],
            (finals["choices"], [_cells(row) for row in finals["rows"]]) if finals else None,
            {fact: text for fact, text in history_facts.items() if fact.kind != _DRAWN},
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ExternalError(texts.NO_FIELD, file=printable_path(file), field=printable_path(field)) from None


def _is_row(candidate: object) -> bool:
    """Check for an object whose values fit into cells: texts, numbers, null."""
    return isinstance(candidate, dict) and all(
        isinstance(value, str | None) or (type(value) in (int, float) and isfinite(value))
        for value in candidate.values()
    )


def _cells(row: Mapping[str, Cell]) -> dict[str, Cell]:
    return {name: typed_cell(name, text) for name, text in _texts(row).items()}


def _texts(row: Mapping[str, Cell]) -> dict[str, str]:
    return {name: _text(value) for name, value in row.items()}


def _text(value: Cell) -> str:
    """Return the text that a person would type for a cell."""
    return format_number(value).replace(".", ",") if isinstance(value, float) else "" if value is None else str(value)
