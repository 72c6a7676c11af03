"""What differs between two recorded documents, value by value; the sentences on it are in `messages.changes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from tournament_xl.core.model import FieldChange
from tournament_xl.workbook.history.patches import Document
from tournament_xl.workbook.history.views import Match, Recorded, find_cote, find_matches, name_player
from tournament_xl.workbook.number_texts import to_one_line
from tournament_xl.workbook.settings import Setting

RESULT_FIELDS = ("scores", "further", "forfeit", "end")  # of a match
SettleMatch: TypeAlias = "Callable[[Match], Document]"  # `WorkbookOf.settle_match`


class _Place(NamedTuple):
    """Where a value stands: the first three fields of `FieldChange`."""

    field: str
    round: int
    key: int | str


def list_changes(
    before: Recorded, after: Recorded, settings: Iterable[Setting], settle_match: SettleMatch
) -> Iterator[FieldChange]:
    """Yield what differs of that which sheets say: decisive settings, players, pairs, results, finals.

    Yielded are first new and other values, in the order of `after`, then those that are gone. Tables, seeds apart what
    only the history has, and the order in a pair where it does not matter are no values; nor are finals to be played.
    `settle_match` returns a match in the order that counts, with the result that counts.
    """
    decisive = [setting for setting in settings if setting.decides]
    old_values, new_values = (
        _collect_values(document, other, decisive, settle_match)
        for document, other in ((before, after), (after, before))
    )
    for place in (*new_values, *(place for place in old_values if place not in new_values)):
        old, new = old_values.get(place), new_values.get(place)
        if old == new:
            continue
        if place.field == "result":  # with its sides
            matches = (find_matches(document, place.round).get(str(place.key)) for document in (before, after))
            old, new = (match and settle_match(match) for match in matches)
        yield FieldChange(*place, old, new)


def _collect_values(
    document: Recorded, other: Recorded, decisive: Iterable[Setting], settle_match: SettleMatch
) -> dict[_Place, Any]:
    """Collect the values of a document, without players and matches that are the same in the other one."""
    values: dict[_Place, Any] = {}
    effective = document.get("effective", {})
    for setting in decisive if effective else ():
        text = to_one_line(str(effective.get(setting.name, "")))
        values[_Place("setting", 0, setting.name)] = "" if setting.unsaid and text == setting.default else text
    for number, player in _select_other(document.get("players", {}), other.get("players", {})):
        fields = _read_player(player)
        values |= {_Place(name, 0, int(number)): value for name, value in fields.items() if value}
    for round_key, _ in _select_other(document.get("rounds", {}), other.get("rounds", {})):
        round_number = int(round_key)
        for pair, match in _select_other(find_matches(document, round_number), find_matches(other, round_number)):
            settled = settle_match(match)
            values[_Place("pair", round_number, pair)] = settled["sides"]
            if result := select_result(settled):
                values[_Place("result", round_number, pair)] = result
    for name, match in document.get("finals", {}).get("matches", {}).items():
        if select_result(settled := settle_match(match)):
            values[_Place("final", 0, name)] = settled
    return values


def _select_other(entries: Mapping[str, Any], others: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield key and entry of what is not the same in two objects; states of a history share what is the same."""
    for key, entry in () if entries is others else entries.items():
        if (other := others.get(key)) is not entry and other != entry:
            yield key, entry


def _read_player(player: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: to_one_line(player.get(name, "")) for name in ("licence", "country")}
    return {
        "name": name_player(player), **texts, "cote": find_cote(player), "seed": player.get("seed"),
        "absences": to_one_line(player.get("absences", "")), "avoids": player.get("avoids"),
        "own_table": player.get("own_table"),
    }  # fmt: skip


def select_result(match: Match) -> Document:
    """Return the fields of a match that are its result; {} without one."""
    return {name: match[name] for name in RESULT_FIELDS if match.get(name)}
