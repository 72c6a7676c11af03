"""Fields of a Scrabble tournament's document that other games do not have."""

from __future__ import annotations

from functools import cache

from tournament_xl.document.description import Choice, Either, Field, Home, Number, Object, Row, Text
from tournament_xl.document.tournament import NUMBER, describe_document
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.rules.scoring import HIGHEST_SCORE, LOWEST_SCORE
from tournament_xl.workbook.history.views import X_MARK
from tournament_xl.workbook.typed_columns import HIGHEST_COTE

_SCORES = Row(Number(LOWEST_SCORE, HIGHEST_SCORE), 2, nullable=True)


@cache
def describe() -> Object:
    """Describe the document."""
    return describe_document(
        "scrabble",
        schema.SETTINGS,
        (
            Field("licence", Text(), told=True),
            Field("cote", Number(0, HIGHEST_COTE, whole=False), told=True),
            Field("series", Text(), recorded=False),
            Field("last_played", Text(), recorded=False),
            Field("used_cote", Number(0, HIGHEST_COTE, whole=False), Home.GIVEN, told=True),
            Field("seed", Number(0.5, 10_000, whole=False), Home.GIVEN),
        ),
        (
            Field("scores", _SCORES, told=True),
            Field("further", Row(_SCORES), told=True),
            Field("forfeit", Choice(("1", "2", "1+2")), told=True),
        ),
        Field("seat_table", Either((Row(Row(Row(Number(1, 16), 2))), Choice((schema.BUILT_IN_TABLE,)))), Home.KEPT),
        Field("groups", Row(Row(Either((NUMBER, Choice((X_MARK,)))))), Home.KEPT),
        Field("groups_seed", Text(), Home.KEPT),
        Field("rated", Choice((schema.FINAL, schema.PROVISIONAL)), Home.KEPT),
    )
