"""Description of what every game's document has; a game adds its fields of players, matches and the tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament_xl.document.description import (
    PAIR_KEY,
    PLAYER_NUMBER,
    ROUND_NUMBER,
    YES,
    Choice,
    Either,
    Field,
    Home,
    InputError,
    Keyed,
    Listed,
    Number,
    Object,
    Row,
    Text,
)
from tournament_xl.document.keys import FORMAT, TEXT_COLUMNS, Document, Json
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.views import DRAWN_BEFORE, TYPED_BEFORE, X_MARK
from tournament_xl.workbook.settings import Setting

HIGHEST_NUMBER = 999_999
NUMBER = Number(1, HIGHEST_NUMBER)
SIDE = Either((NUMBER, Choice((X_MARK,))))
NAME_FIELDS = (
    Field("name", Text(), told=True), Field("first_name", Text(), told=True),
    Field("club", Text(), recorded=False),
)  # fmt: skip
PLAYER_FIELDS = (
    Field("absences", Text(), told=True),
    Field("avoids", Row(NUMBER), told=True),
    Field("own_table", Number(1, 999), told=True),
    Field("present", YES, recorded=False),
    *(Field(name, Text(), recorded=False) for name in TEXT_COLUMNS if name != "absences"),
)
SIDES_FIELD = Field("sides", Row(SIDE, 2), Home.GIVEN, told=True)
TABLE_FIELD = Field("table", Number(1, 9_999), Home.GIVEN)
ANY_SCORES = Field("scores", Row(Number(-10_000, 10_000, whole=False), 2, nullable=True), told=True)
REASON_FIELD = Field("reason", Text(), Home.GIVEN, recorded=False)


def describe_document(
    game: str,
    settings: Sequence[Setting],
    player_fields: Sequence[Field],
    match_fields: Sequence[Field],
    *fields: Field,
) -> Object:
    """Describe the document of a game.

    `player_fields` and `fields` (of the whole tournament) are those that only this game has; `match_fields` include the
    result, but not sides, table and reason.
    """
    player = Object(*NAME_FIELDS, *player_fields, *PLAYER_FIELDS, required=["name"])
    match = Object(SIDES_FIELD, TABLE_FIELD, *match_fields, REASON_FIELD, required=["sides"])
    final = Object(SIDES_FIELD, *match_fields, required=["sides"])
    rounds = Object(
        Field("drawn", YES, Home.KEPT),
        Field("present", Row(NUMBER), Home.KEPT),
        Field("imposed", Keyed(PAIR_KEY, "3-5", Choice((TYPED_BEFORE, DRAWN_BEFORE))), Home.KEPT),
        Field("matches", Keyed(PAIR_KEY, "3-5", match)),
    )
    return Object(
        Field("format", Choice((FORMAT,))),
        Field("game", Choice((game,))),
        Field("settings", Object(*(_setting_field(setting, Home.TYPED) for setting in settings))),
        Field("effective", Object(*(_setting_field(setting, Home.KEPT) for setting in settings if setting.decides))),
        Field("players", Keyed(PLAYER_NUMBER, "12", player)),
        Field("unnumbered", Listed(player), recorded=False),
        Field("rounds", Keyed(ROUND_NUMBER, "3", rounds)),
        Field("finals", Object(
            Field("choices", Keyed(".{1,40}", "Grande finale", Number(1, 9)), recorded=False),
            Field("matches", Keyed(".{1,40}", "Finale 1", final)),
        )),
        Field("given_rounds", Number(1, schema.MOST_ROUNDS), Home.KEPT),
        Field("former_numbers", Row(NUMBER), Home.KEPT),
        Field("backups_told", Keyed(".{1,40}", "21/11/2026 14:05", YES), Home.KEPT),
        *fields,
        required=["format", "game"],
    )  # fmt: skip


def _setting_field(setting: Setting, home: Home) -> Field:
    shape = Number(*setting.whole) if setting.whole and not setting.parse else Text()
    return Field(setting.name, shape, home, setting.decides, setting.decides)


def list_players(document: Document) -> Document:
    """Return a document as it is exported: while nobody has a N°, `players` is the list of `unnumbered`."""
    if document.get("players") or "unnumbered" not in document:
        return document
    listed = {**document, "players": document["unnumbered"]}
    del listed["unnumbered"]
    return listed


def check_document(description: Object, value: Json) -> Document:
    """Return a checked copy of a document, whose `players` may be a list (`list_players`).

    Raises:
        InputError: A value is impossible; `path` names it.
    """
    if not isinstance(value, Mapping) or not isinstance(value.get("players"), list):
        return description.check("", value)
    try:
        return description.check("", {**value, "players": {}, "unnumbered": value["players"]})
    except InputError as error:
        raise InputError(re.sub("^unnumbered", "players", error.path), error.what) from None
