"""Results that were corrected after the Journal had recorded them: told until the next pairing, and in its answer.

A score typed again is an honest correction; a column sorted alone changes as many, and its organiser must hear of it.
So must he of N° that were changed beside results: these belong to whoever stands in their row now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from math import inf
from operator import eq
from typing import Any

from tournament_xl.model import Notice, X
from tournament_xl.texts import notices as texts
from tournament_xl.workbook import compact, journal
from tournament_xl.workbook.journal_facts import Journal, RoundRecord
from tournament_xl.workbook.understood import Understood

Changes = dict[str, dict[frozenset[int], str]]  # notice -> pair -> what is told of it
KEYS = ("results_corrected", "results_changed", "pairs_moved", "results_gone", "pairs_gone")  # of the notices


def corrections(
    decoded: Understood, result_of: Callable[[Any], str], same: Callable[[str, str], bool]
) -> Iterator[Notice]:
    """A notice for each round with results that are not those recorded, or not those before the last corrections.

    `result_of` gives a row's result in the Journal's compact form, `same` compares two of these.
    """
    log = decoded.journal
    rounds = {*range(1, len(decoded.tournament.rounds) + 2), *log.seen, *log.results}  # those played ahead, too
    recent = _recent(log)
    for number in sorted(rounds):
        now = [(row.match, row.so_far(result_of)) for row in decoded.results.round(number)]
        place = {frozenset(match.sides): at for at, (match, _) in enumerate(now)}
        line = {one.pair: one.entry for one in log.corrections if one.round == number}  # the last one
        latest, since, halves = _of_round(decoded, number, now, recent, same)
        for key in KEYS:  # what is taken back is told, too, by the press that meets it
            told = latest.get(key, {}) | since.get(key, {}) | halves.get(key, {})
            fresh = latest.get(key, {}).keys() | halves.get(key, {}).keys()
            age = {pair: -inf if pair in fresh else -line.get(pair, 0) for pair in told}  # since only some are shown
            in_order = sorted(told, key=lambda pair: (age[pair], place.get(pair, len(place)), X in pair, *sorted(pair)))
            if shown := [told[pair] for pair in in_order]:
                facts: dict[str, str | int] = {"round": number, "count": len(shown), "shown": texts.changed_ones(shown)}
                yield Notice(key, facts | {"new": bool(fresh)})


def _of_round(
    decoded: Understood, number: int, now: Sequence[tuple[Any, str]], recent: Collection[int],
    same: Callable[[str, str], bool],
) -> tuple[Changes, Changes, Changes]:  # fmt: skip
    """What differs in a round from what the Journal has last, from what it had before the `recent` corrections, and
    from results, or halves of them, that an update has seen of pairs whose result is not recorded.
    """
    log, goes_on = decoded.journal, partial(compact.goes_on, same)
    recorded, record, seen = log.results.get(number, {}), log.rounds.get(number), log.seen.get(number, {})
    corrected = [one for one in log.corrections if one.round == number and one.entry in recent]
    before = {**recorded, **{one.pair: one.before for one in reversed(corrected)}}  # the first of several counts
    since = _changes(decoded, now, {pair: text for pair, text in before.items() if text}, record, same)
    if recorded:  # it may have had pairs added to it, or have been reopened
        known = _with_result(log, number)
        added = {pair: text for pair, text in seen.items() if pair not in known}
        new = [(match, result) for match, result in now if frozenset(match.sides) not in known]
        halves = _seen_only(_changes(decoded, new, added, record, goes_on)) if added else {}
        return _changes(decoded, now, recorded, record, same), since, halves
    latest = _seen_only(_changes(decoded, now, seen, record, goes_on, drawn=bool(record)))
    latest["pairs_gone"] = {} if decoded.pending else _gone(decoded, now, record)
    return latest, since, {}


def _seen_only(changes: Changes) -> Changes:
    """Changes of what the Journal has only seen are no corrections."""
    return {"results_changed" if key == "results_corrected" else key: told for key, told in changes.items()}


def finals_corrected(decoded: Understood, same: Callable[[str, str], bool] = eq) -> list[Notice]:
    """The notice of results on Finales that the Journal has otherwise, if there are any, and of halves that have gone
    elsewhere: told by the press that records them, and by whatever shows the standings before.
    """
    log = decoded.journal
    return _finals(decoded, ((log.final_half, partial(compact.goes_on, same)), (log.final, eq)))


def _finals(decoded: Understood, compared: Iterable[tuple[str, Callable[[str, str], bool]]]) -> list[Notice]:
    now, half = decoded.deciding or ("", "")
    after = compact.read_finals(half) | compact.read_finals(now)
    changed = [
        texts.corrected_final(name, was, after.get(name, ""))
        for recorded, alike in compared
        for name, was in compact.read_finals(recorded).items()
        if decoded.deciding and not alike(was, after.get(name, ""))
    ]
    return (
        [Notice("finals_corrected", {"count": len(changed), "shown": texts.changed_ones(changed)})] if changed else []
    )


def seen_otherwise(decoded: Understood) -> list[Notice]:
    """Of results that an update has only seen, halves of finals too, and that are others now: a check, which compares
    recorded ones cell by cell, has nothing else to tell them by.
    """
    log = decoded.journal
    only_seen = {number for number, seen in log.seen.items() if not seen.keys() <= log.results.get(number, {}).keys()}
    mine = [notice for notice in decoded.warnings if notice.key in KEYS and notice.facts["new"]]
    rounds = [one for one in mine if one.key == "results_changed" or one.facts["round"] in only_seen]
    return rounds + _finals(decoded, [(log.final_half, partial(compact.goes_on, eq))])


def _with_result(log: Journal, number: int) -> set[frozenset[int]]:
    """The pairs of a round whose result is recorded; of one reopened, some are recorded without."""
    return {pair for pair, text in log.results.get(number, {}).items() if ":" in text}


def beyond_the_record(decoded: Understood) -> list[Notice]:
    """The warnings but those of recorded results, which a check finds cell by cell."""
    return seen_otherwise(decoded) + [notice for notice in decoded.warnings if notice.key not in KEYS]


def to_be_recorded(decoded: Understood) -> list[Notice]:
    """Those of its warnings that a pairing or an undo must tell: little of them is left once it is done."""
    mine = [notice for notice in decoded.warnings if notice.key in KEYS]
    return [notice for notice in mine if notice.key != "results_corrected" or notice.facts["new"]]


def _changes(
    decoded: Understood,
    now: Sequence[tuple[Any, str]],
    base: Mapping[frozenset[int], str],
    record: RoundRecord | None,
    same: Callable[[str, str], bool],
    *,
    drawn: bool = False,
) -> Changes:
    """What differs between the matches of a round (`now`, with their results) and those of a `base`. `drawn`: N° are
    compared with those drawn, and what has moved is told without the base.
    """
    here = {frozenset(match.sides): result for match, result in now}
    tables = {frozenset(match.sides): match.table for match, _ in now}
    moved = [(match, result) for match, result in now if _is_moved(match, here, {} if drawn else base, record)]
    gone = {pair: text for pair, text in base.items() if pair not in here}
    _leave_out(gone, moved)
    return {
        "results_corrected": {
            pair: texts.corrected_result(tables[pair] or _pair_text(decoded, sorted(pair)), base[pair], result)
            for pair, result in here.items()
            if pair in base and not same(base[pair], result)
        },
        "pairs_moved": {
            frozenset(match.sides): texts.moved_result(match.table, _pair_text(decoded, match.sides), result)
            for match, result in moved
            if not drawn
        },
        "results_gone": {
            pair: texts.gone_result(_pair_text(decoded, sorted(pair, reverse=X in pair)), text)
            for pair, text in gone.items()
        },
    }


def _leave_out(gone: dict[frozenset[int], str], moved: Sequence[tuple[Any, str]]) -> None:
    """Of the pairs that have `gone`, those whose results stand in the rows that have `moved`: one for each of these, if
    there is one, of his whose side the row has kept.
    """
    waiting = defaultdict[tuple[str, int], list[frozenset[int]]](list)
    for pair, text in gone.items():
        for who in (*pair, X):  # X: of anybody
            waiting[_scores(text), who].append(pair)
    for side in (0, 1, None):
        left = []
        for match, result in moved:
            pairs = waiting[_scores(result), match.sides[side] if side is not None else X]
            while pairs and pairs[-1] not in gone:
                pairs.pop()
            if pairs:
                del gone[pairs.pop()]
            else:
                left.append((match, result))
        moved = left


def _scores(result: str) -> str:
    """The result itself without the two N°."""
    return result.partition(":")[2]


def _gone(decoded: Understood, now: Sequence[tuple[Any, str]], record: RoundRecord | None) -> dict[frozenset[int], str]:
    """The pairs of a round without recorded results of which nobody has a row any more."""
    here = {who for match, _ in now for who in match.sides} - {X}
    pairs = sorted(record.current, key=sorted) if record else []
    return {pair: _pair_text(decoded, sorted(pair, reverse=X in pair)) for pair in pairs if not pair & here}


def _is_moved(match: Any, here: Collection[Any], base: Collection[Any], record: RoundRecord | None) -> bool:
    """Whether a match has a result beside N° that are not those of the base, or else not those last recorded.

    Without recorded results, so is one whose two N° have changed places.
    """
    pair = frozenset(match.sides)
    if X in pair or not match.complete:
        return False
    if base:
        return pair not in base and not all(one in here for one in base)
    drawn = record.current if record else frozenset()
    if pair in drawn:
        return record is not None and match.sides not in record.sides and match.sides[::-1] in record.sides
    return not all(one in here for one in drawn)


def _pair_text(decoded: Understood, sides: Iterable[int]) -> str:
    """ "Durand – Petit"; the N° of somebody whose row has gone."""
    names = decoded.names()
    return " – ".join(names.get(who, f"N° {who}") for who in sides)


def _recent(log: Journal) -> set[int]:
    """The running numbers of the lines since the last pairing, and of the corrections that came just before it."""
    backwards = iter(log.lines[::-1])
    since = [one.number for one in takewhile(lambda one: one.action != journal.PAIRED, backwards)]
    return {*since, *(one.number for one in takewhile(lambda one: one.action == journal.CORRECTED, backwards))}
