"""Settings, names and licences as the Journal keeps them: what it does not have yet, and what has changed since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tournament_xl.model import X
from tournament_xl.texts import sheets
from tournament_xl.workbook import compact, journal
from tournament_xl.workbook.understood import Understood


def new_settings(facts: Understood, now: Mapping[str, str], but: Collection[str] = ()) -> dict[str, str]:
    """The part `réglages` with the settings (`now`, by name) that no line has yet, `but` left out."""
    known = facts.journal.settings
    return {"réglages": compact.named_text({name: now[name] for name in now if name not in known and name not in but})}


def settings_change(facts: Understood, now: Mapping[str, str]) -> str:
    """The detail that tells which settings are not those recorded any more; "" for none."""
    known = facts.journal.settings
    changed = {name: text for name, text in now.items() if known.get(name, text) != text}
    if not changed:
        return ""
    sentence = sheets.settings_changed_detail({name: known[name] for name in changed})
    return journal.detail(sentence, {"réglages": compact.named_text(changed)})


def new_people(facts: Understood, pairs: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The parts `noms` and `licences` for those in the pairs whom no line has yet."""
    new = {who for pair in pairs for who in pair} - {X} - facts.journal.names.keys()
    players = [player for player in facts.tournament.players if player.number in new]
    return {"noms": _names(players), "licences": _licences(player for player in players if licence_of(player))}


def people_change(facts: Understood) -> str:
    """The detail that tells which players are called otherwise, or have another licence, than recorded; "" for none."""
    log, renamed = facts.journal, renamed_players(facts)
    players = [player for player in facts.tournament.players if player.number in log.names]
    others = [player for player in players if licence_of(player) != log.licences[player.number]]
    if not (renamed or others):
        return ""
    before = [sheets.name_detail(player.number, log.names[player.number]) for player in renamed]
    before += [sheets.licence_detail(player.number, log.licences[player.number]) for player in others]
    parts = {"noms": _names(renamed), "licences": _licences(others)}
    return journal.detail(sheets.people_changed_detail(before), parts)


def renamed_players(facts: Understood) -> list[Any]:
    """The players who are called otherwise than recorded."""
    known = facts.journal.names
    return [one for one in facts.tournament.players if known.get(one.number, name_of(one)) != name_of(one)]


def name_of(player: Any) -> str:
    """His full name as the Journal keeps it."""
    return compact.one_line(player.full_name)


def licence_of(player: Any) -> str:
    """His licence as the Journal keeps it; "" in a game without."""
    return compact.one_line(getattr(player, "licence", ""))


def _names(players: Iterable[Any]) -> str:
    return compact.named_text({str(player.number): name_of(player) for player in players})


def _licences(players: Iterable[Any]) -> str:
    return compact.named_text({str(player.number): licence_of(player) for player in players})
