"""The document: its schema on paper is that of the code; what the history records of it, and never does."""

from functools import cache

import pytest

from docs.write_schemas import FOLDER, render_schema
from tests import ROOT
from tournament_xl.document.description import Home, Keyed, Object
from tournament_xl.games.registry import GAMES, game_of
from tournament_xl.storage import decoding
from tournament_xl.workbook.schema import PLAYERS, RESULTS

PRIVATE = {"remark", "paid", "anonymous", "category", "club", "member", "reduced"}  # the parcel carries the history


@cache
def document(sample):
    book = decoding.decode_file(ROOT / "samples" / f"{sample}.xlsx")
    return game_of(book).to_document(book)


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_in_docs_is_that_of_the_code(game):
    assert (FOLDER / f"{game}.json").read_text(encoding="utf-8") == render_schema(GAMES[game]), "docs.write_schemas"


def leaves(shape, path=()):
    for field in shape.fields:
        inner = field.shape.item if isinstance(field.shape, Keyed) else field.shape
        if isinstance(inner, Object):
            yield from leaves(inner, (*path, field.name))
        else:
            yield (*path, field.name), field


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_one_home_and_what_is_told_is_recorded(game):
    fields = dict(leaves(GAMES[game].describe_document()))
    assert not [path for path, field in fields.items() if field.told and not field.recorded]
    assert not [path for path, field in fields.items() if path[-1] in PRIVATE and field.recorded]
    decisive = {setting.name for setting in GAMES[game].settings if setting.decides}
    assert {path[1] for path, field in fields.items() if path[0] == "settings" and field.recorded} == decisive
    assert {path[1] for path in fields if path[0] == "effective"} == decisive


@pytest.mark.parametrize("game", GAMES)
def test_what_people_type_about_a_player_or_a_match_has_a_column_and_each_column_a_field(game):
    fields = dict(leaves(GAMES[game].describe_document()))
    for part, sheet in ((("players",), PLAYERS), (("rounds", "matches"), RESULTS)):
        described = {path[-1]: field for path, field in fields.items() if path[:-1] == part}
        declared = {column.field for column in GAMES[game].typed_columns[sheet]} - {
            "",
            "number",
            "round",
        }  # keys of a player and a match
        assert declared <= described.keys()
        assert {name for name, field in described.items() if field.home is Home.TYPED} <= declared


@pytest.mark.parametrize("sample", ["open-64-finale", "othello-17-en-cours"])
def test_the_history_records_of_a_tournament_what_decides(sample):
    whole = document(sample)
    described = GAMES[whole["game"]].describe_document()
    recorded = described.record(whole)
    assert described.check("", whole) == whole and described.check("", recorded | {"game": whole["game"]})
    players = list(recorded["players"].values())
    assert players and not [name for player in players for name in player if name in PRIVATE]
    assert recorded["players"].keys() == whole["players"].keys() and recorded["rounds"].keys() == whole["rounds"].keys()
    for number, entry in recorded["rounds"].items():
        for pair, match in whole["rounds"][number]["matches"].items():
            assert entry["matches"][pair] == {name: value for name, value in match.items() if name != "reason"}
