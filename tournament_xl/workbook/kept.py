"""Settings, names and licences as the Journal keeps them: what it does not have yet, and what has changed since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tournament_xl.folding import fold
from tournament_xl.model import X
from tournament_xl.texts import sheets
from tournament_xl.texts.names import some_names
from tournament_xl.workbook import compact, journal
from tournament_xl.workbook.understood import Understood

_ROOM, _MORE = 12_000, 20  # letters for names and licences in a line; what a name has around it
_MOST_NAMED = 100  # former names in the sentence of a line; the lines before have them all


def new_settings(facts: Understood, now: Mapping[str, str], but: Collection[str] = ()) -> dict[str, str]:
    """The part `réglages` with the settings (`now`, by name) that no line has yet, `but` left out."""
    known = facts.journal.settings
    return {"réglages": compact.named_text({name: now[name] for name in now if name not in known and name not in but})}


def settings_change(facts: Understood, now: Mapping[str, str]) -> str:
    """The detail that tells which settings are not those recorded any more; "" for none."""
    changes = settings_changes(facts, now)
    if not changes:
        return ""
    sentence = sheets.settings_changed_detail({name: before for name, before, _ in changes})
    return journal.detail(sentence, {"réglages": compact.named_text({name: text for name, _, text in changes})})


def settings_changes(facts: Understood, now: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The settings that are not those recorded any more: name, what the Journal has, what stands there."""
    known = facts.journal.settings
    return [(name, known[name], text) for name, text in now.items() if known.get(name, text) != text]


def new_people(facts: Understood, pairs: Iterable[tuple[int, int]]) -> list[dict[str, str]]:
    """The parts `noms` and `licences` for those in the pairs whom no line has yet: of one line, or of several where
    they are too many for one.
    """
    new = {who for pair in pairs for who in pair} - {X} - facts.journal.names.keys()
    licences = _licences(facts.tournament.players)
    people = {one.number: (name_of(one), licences[one.number]) for one in facts.tournament.players if one.number in new}
    return [
        _people_parts(
            {who: name for who, (name, _) in line.items()}, {who: text for who, (_, text) in line.items() if text}
        )
        for line in _lines_of(people)
    ]


def new_cotes(facts: Understood, pairs: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The part `cotes` for those in the pairs whose cote no line has yet."""
    here = {who for pair in pairs for who in pair} - facts.journal.cotes.keys()
    return {"cotes": compact.cotes_text({p.number: cote_of(p) for p in facts.tournament.players if p.number in here})}


def cote_of(player: Any) -> float:
    """His starting cote; 0 for an Othello player who has none."""
    return float(player.cote if hasattr(player, "cote") else player.rating or 0)


def beside(
    sentence: str, parts: Mapping[str, str], people: Sequence[Mapping[str, str]]
) -> tuple[str, Sequence[Mapping[str, str]]]:
    """The detail of a line with the first of the parts of `new_people` if it has room for them, and those left."""
    first, *others = people or [{}]
    whole = journal.detail(sentence, {**parts, **first})
    return (whole, others) if journal.has_room(whole) else (journal.detail(sentence, parts), people)


def _lines_of(people: Mapping[int, tuple[str, str]]) -> Iterator[dict[int, tuple[str, str]]]:
    """As many of them for each line of the Journal as it has room for."""
    line: dict[int, tuple[str, str]] = {}
    letters = 0
    for who, texts in people.items():
        letters += sum(map(len, texts)) + _MORE
        if line and letters > _ROOM:
            yield line
            line, letters = {}, sum(map(len, texts)) + _MORE
        line[who] = texts
    if line:
        yield line


def _people_parts(names: Mapping[int, str], licences: Mapping[int, str]) -> dict[str, str]:
    parts = {"noms": names, "licences": licences}
    return {part: compact.named_text({str(who): text for who, text in them.items()}) for part, them in parts.items()}


def people_change(facts: Understood) -> Iterator[str]:
    """The details that tell which players are called otherwise, or have another licence, than recorded."""
    renamed, others = people_changes(facts).values()
    now = {who: (renamed.get(who, ("", ""))[1], others.get(who, ("", ""))[1]) for who in sorted({*renamed, *others})}
    for line in _lines_of(now):
        before = [sheets.name_detail(who, renamed[who][0]) for who in line if who in renamed]
        before += [sheets.licence_detail(who, others[who][0]) for who in line if who in others]
        parts = _people_parts(
            {who: renamed[who][1] for who in line if who in renamed},
            {who: others[who][1] for who in line if who in others},
        )
        yield journal.detail(sheets.people_changed_detail(some_names(before, _MOST_NAMED)), parts)


def people_changes(facts: Understood) -> dict[str, dict[int, tuple[str, str]]]:
    """Who is called otherwise ("renamed") than recorded, then who has another licence ("licences_changed") or, in a
    game without, another country or club beside a name that several have ("namesakes_changed").

    N° -> what the Journal has, what stands there.
    """
    log = facts.journal
    known = [player for player in facts.tournament.players if player.number in log.names]
    names = {one.number: (log.names[one.number], name_of(one)) for one in known}
    now = _licences(facts.tournament.players)
    licences = {who: (log.licences[who], now[who]) for who in names}
    if any(hasattr(player, "licence") for player in known):
        found = {"renamed": names, "licences_changed": licences}
    else:  # only of those who have been namesakes all the time
        found = {"renamed": names, "namesakes_changed": {who: two for who, two in licences.items() if all(two)}}
    return {key: {who: two for who, two in them.items() if two[0] != two[1]} for key, them in found.items()}


def name_of(player: Any) -> str:
    """His full name as the Journal keeps it."""
    return compact.one_line(player.full_name)


def _licences(players: Sequence[Any]) -> dict[int, str]:
    """N° -> licence as the Journal keeps it; in a game without, country and club of those with the same name."""
    shared = Counter(fold(player.full_name) for player in players)
    return {player.number: compact.one_line(_licence(player, shared[fold(player.full_name)] > 1)) for player in players}


def _licence(player: Any, has_namesake: bool) -> str:
    if hasattr(player, "licence"):
        return str(player.licence)
    return f"{player.country} {player.club}" if has_namesake else ""
