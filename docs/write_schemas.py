"""`python -m docs.write_schemas`: docs/schema/GAME.json, the JSON Schema of a game's document, from its description."""

from __future__ import annotations

import json
from pathlib import Path

from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import GAMES

FOLDER = Path(__file__).parent / "schema"


def render_schema(game: AnyGame) -> str:
    """Return the text of the file of a game."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"tournament_xl: {game.name}"}
    schema = game.describe_document().schema()
    fields = schema["properties"]
    fields["players"] = {"anyOf": [fields["players"], fields["unnumbered"]]}  # a list while nobody has a N°
    return json.dumps(head | schema, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.json").write_text(render_schema(game), encoding="utf-8")
