"""Fields of an Othello tournament's document that other games do not have."""

from __future__ import annotations

from functools import cache

from tournament_xl.document.description import (
    PLAYER_NUMBER,
    YES,
    Choice,
    Field,
    Home,
    Keyed,
    Number,
    Object,
    Row,
    Text,
)  # fmt: skip
from tournament_xl.document.tournament import describe_document
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules.model import ENDS
from tournament_xl.games.othello.rules.results import BOARD
from tournament_xl.workbook.typed_columns import HIGHEST_COTE


@cache
def describe() -> Object:
    """Describe the document."""
    return describe_document(
        "othello",
        schema.SETTINGS,
        (
            Field("country", Text(), told=True),
            Field("cote", Number(-HIGHEST_COTE, HIGHEST_COTE, whole=False), told=True),
            Field("member", YES, recorded=False),
            Field("reduced", YES, recorded=False),
        ),
        (
            Field("scores", Row(Number(0, BOARD, whole=False), 2, nullable=True), told=True),
            Field("end", Choice(sorted(ENDS - {""})), told=True),
            Field("unrated", YES, recorded=False),
        ),
        Field(
            "given_numbers",
            Keyed(PLAYER_NUMBER, "12", Choice((schema.OF_THE_TOURNAMENT, schema.OF_THE_LIST))),
            Home.KEPT,
        ),
        Field("free_numbers", Keyed(PLAYER_NUMBER, "9000", Text("[0-9,-]+", "9001-9005,9007")), Home.KEPT),
    )
