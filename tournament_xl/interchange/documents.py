"""A tournament's document in and out of files: `export --json`, `import` (docs/moteur.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournament_xl.core.resources import printable_path
from tournament_xl.document.codec import write_value
from tournament_xl.document.description import InputError
from tournament_xl.document.keys import Document, Json
from tournament_xl.document.recorded import select_kept
from tournament_xl.document.tournament import check_document, list_players
from tournament_xl.games.game import AnyGame
from tournament_xl.games.new_workbook import Finals, typed_cell
from tournament_xl.games.registry import DEFAULT_GAME, GAMES, game_of
from tournament_xl.games.rules_view import list_entries, read_rounds_of
from tournament_xl.messages import exchange as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.views import X_MARK
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.typed_columns import Column

Rows = Sequence[Mapping[str, Cell]]


@dataclass(frozen=True, slots=True)
class Incoming:
    """Tournament read from a file: what a person would type into a new workbook."""

    settings: Mapping[str, str]  # by name
    players: Sequence[Mapping[str, str]]  # rows of Joueurs by column
    rounds: Sequence[Rows]  # by round, from 1, the rows of Résultats by column
    game: str = DEFAULT_GAME  # its name
    finals: Finals | None = None  # sheet Finales; None if there is none
    recorded: Document = field(default_factory=dict)  # what the history is to record: a part of a document
    notes: Sequence[str] = ()  # French remarks for the user
    player_lines: Sequence[int] = ()  # line of the file in which each player stands first; empty where it has no lines
    match_lines: Sequence[int] = ()  # line of the file for each row of `rounds`, one after another


def render_document(book: Workbook) -> str:
    """Render the document of a workbook as JSON, without what is about copies next to it."""
    document = list_players(game_of(book).to_document(book))
    return json.dumps({key: value for key, value in document.items() if key != "backups_told"},
        ensure_ascii=False, indent=1)  # fmt: skip


def read_document(text: str, file: str) -> Incoming:
    """Read a tournament from a document.

    Pairs do not count as drawn: the first action records that anew. Computed values are none of its fields.

    Raises:
        ExternalError: The text is no JSON or no document; the French sentence names the first wrong path.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ExternalError(texts.NO_JSON, file=printable_path(file), reason=error) from None
    name = data.get("game") if isinstance(data, dict) else None
    game = GAMES[name if isinstance(name, str) and name in GAMES else DEFAULT_GAME]
    try:
        return _make_incoming(check_document(game.describe_document(), data), game)
    except (InputError, RecursionError) as error:
        raise ExternalError(texts.NO_FIELD, file=printable_path(file), fault=printable_path(str(error))) from None


def _make_incoming(document: Document, game: AnyGame) -> Incoming:
    entries = list_entries(document)
    people = [
        ({"N°": str(number)} if number else {})
        | {column: write_value(value) for column, value in _cells(entry, game.typed_columns[schema.PLAYERS])}
        for _, number, entry in entries
    ]
    matches = read_rounds_of(document, lambda path, number, match: match, x_first=game.has_colours)
    rows = {
        number: [{"Ronde": number, **_row(match, game)} for match in of_round] for number, of_round in matches.items()
    }
    rounds = {
        number: {name: value for name, value in entry.items() if name != "drawn"}  # recorded anew by the first action
        for number, entry in document.get("rounds", {}).items()
    }
    recorded = select_kept({**document, "rounds": rounds, "backups_told": {}})  # of copies next to another workbook
    seeds = {str(number): {"seed": entry["seed"]} for _, number, entry in entries if number and entry.get("seed")}
    return Incoming(
        {name: str(value) for name, value in document.get("settings", {}).items()},
        people,
        [rows.get(number, []) for number in range(1, max(rows, default=0) + 1)],
        game.name,
        _make_finals(document["finals"], game) if "finals" in document else None,
        recorded | ({"players": seeds} if seeds else {}),
    )


def _cells(entry: Document, columns: Iterable[Column]) -> Iterator[tuple[str, Json]]:
    """Yield column and value of each cell of an entry; positional values fill one column each."""
    titles_by_field: dict[str, list[str]] = {}
    for column in columns:
        titles_by_field.setdefault(column.field, []).append(column.title)
    for name, titles in titles_by_field.items():
        if name not in entry:
            continue
        if len(titles) == 1:
            yield titles[0], entry[name]
            continue
        flat = [cell for part in entry[name] for cell in (part if isinstance(part, list) else [part])]
        yield from ((title, cell) for title, cell in zip(titles, flat, strict=False) if cell is not None)


def _row(match: Document, game: AnyGame) -> dict[str, Cell]:
    """Return the row of Résultats or Finales of a match."""
    sides = [game.bye if side == X_MARK else side for side in match["sides"]]
    cells = _cells({**match, "sides": sides}, game.typed_columns[schema.RESULTS])
    return {title: cell if title.startswith("N°") else typed_cell(title, write_value(cell)) for title, cell in cells}


def _make_finals(finals: Document, game: AnyGame) -> Finals:
    rows = []
    for name, match in finals.get("matches", {}).items():
        stage, _, number = name.rpartition(" ")
        is_numbered = "Partie" in game.columns[schema.FINALS] and number.isdecimal()
        place: dict[str, Cell] = {"Match": stage, "Partie": int(number)} if is_numbered else {"Match": name}
        rows.append(place | _row(match, game))
    return finals.get("choices", {}), rows
