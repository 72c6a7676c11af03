"""`python -m docs.write_schemas`: what docs/schema holds, from the declarations in the program.

GAME.json is the JSON Schema of a game's document, tables.csv the columns of the tables for programmers.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import table_columns

FOLDER = Path(__file__).parent / "schema"


def render_schema(game: AnyGame) -> str:
    """Return the text of the file of a game."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"tournament_xl: {game.name}"}
    schema = game.describe_document().schema()
    fields = schema["properties"]
    fields["players"] = {"anyOf": [fields["players"], fields["unnumbered"]]}  # a list while nobody has a N°
    return json.dumps(head | schema, ensure_ascii=False, indent=1) + "\n"


def render_tables() -> str:
    """Return the text of tables.csv: a line a column, in the order of the tables."""
    text = io.StringIO()
    lines = csv.writer(text, delimiter=";", lineterminator="\n")
    lines.writerow(("table", *table_columns.TITLES))
    for table, fields in (table_columns.TABLES | {"comparaison": table_columns.COMPARED}).items():
        lines.writerows((table, *field) for field in fields)
    return text.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "tables.csv").write_text(render_tables(), encoding="utf-8")
    for name, game in GAMES.items():
        (FOLDER / f"{name}.json").write_text(render_schema(game), encoding="utf-8")
