"""The Journal: what each press wrote, in a form that a program reads back (contract: sheet Journal).

A detail is a sentence followed by `key=value` parts, separated by " | "; `n` is the line's running number, so that the
sheet may be sorted. A pairing (action "Appariement") has: `formule` (with its edition), `présents` (N°, as ranges),
`rondes` (only when pairing set the number of rounds), `cotes` and `rangs` (N°:value of the players who enter now),
`tables` (first pairing: "intégrée" or the organiser's own), `graine` and `groupes` (first pairing of an Open: the seed,
and the N° of each group in the order drawn), `résultats` (the preceding round as read), `fixes` (pairs typed before),
`forfaits` (those of them that the pairing gave one), `paires` (all pairs of the round, X for the fictitious one), and
what no line before has: `réglages` (the settings that decide, by name), `noms` and `licences` (N°:text of those in
the pairs). A later change of a recorded result is a "Correction" with the new `résultats`, of an Open's deciding game
a "Finale" with `finale`; a change of pairs a "Changement" with all `paires` and the `résultats` of new ones in a
recorded round, of all in one typed by hand; an "Annulation" has what was `retirées` and the N° whose `rangs` were
taken back. An update notes the `résultats` of a round that is complete, or those that it has seen (`vus`) of the
round under way. A starting cote corrected after the pairing that took it is a "Correction", too, with the new
`cotes`; so are settings that have changed, with the new `réglages`, and names or licences, with the new `noms` and
`licences`. The line of the ratings has their `réglages`. The last line of a press has the fingerprints of the sheets
that it wrote anew (`feuilles`, see fingerprints.py), and that of the lines whose seal is broken, once this was told
(`abîmées`), and the times of copies of presses that the workbook does not know, once they were told (`copies`). Each
detail has the seconds of its press (`s`) and ends with a seal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tournament_xl.model import Match, Player
from tournament_xl.workbook import labels, seal
from tournament_xl.workbook.compact import (
    by_number,
    cotes_text,
    one_line,
    pairs_text,
    plain,
    ranges,
    read_named,
    read_numbers,
    read_pairs,
    read_results,
    read_sides,
    results_text,
)
from tournament_xl.workbook.fingerprints import reasons_of
from tournament_xl.workbook.grid import MOST_ROUNDS, Line, Problems, find_table, whole
from tournament_xl.workbook.journal_facts import Altered, Basis, Corrected, Entry, Journal, RoundRecord
from tournament_xl.workbook.seat_texts import groups_text, read_groups
from tournament_xl.workbook.snapshot import Snapshot

Key = TypeVar("Key")
Value = TypeVar("Value")
PAIRED, CHANGED, CORRECTED, UNDONE, UPDATED, CREATED, RATED, FINAL = (
    "Appariement", "Changement", "Correction", "Annulation", "Mise à jour", "Création", "Cotes", "Finale",
)  # fmt: skip
TO_THE_MINUTE = 16  # letters of a date: "21/11/2026 14:05"
_SEPARATOR = " | "
_LONGEST = 32_000  # UTF-16 units of a detail before its number and seal; a cell holds 32,767
_GAPS = 50  # running numbers looked for beyond the number of lines
_SHOWN = 60  # letters of the numbers that are missing
_MOST = 2_000  # results of a round, people or settings that lines may name together; beyond, they were forged
_MOST_HEARD = 20_000  # names and changes that all lines may tell
_MARKS = 4_000  # of them for the marks of what a press has written, which come last


def read_journal(snapshot: Snapshot, problems: Problems) -> Journal | None:
    """Replay the Journal from its first line to its last; lines that were damaged are passed over."""
    table = find_table(snapshot, labels.JOURNAL, labels.SCRABBLE_COLUMNS[labels.JOURNAL], problems)
    if table is None:
        return None
    journal = Journal(table)
    journal.lines = sorted(map(_entry, table.lines()), key=lambda entry: entry.number)  # the sheet may be sorted
    journal.entries = max([entry.number for entry in journal.lines], default=0)
    journal.missing = _missing(journal.lines)
    broken = seal.damage(entry.line for entry in journal.lines if entry.whole is False)
    journal.damage = "+".join(filter(None, [broken, ranges(journal.missing)[:_SHOWN]]))
    for entry in journal.lines:
        journal.told_damage = entry.parts.get("abîmées", journal.told_damage)
        journal.written |= read_named(entry.parts.get("feuilles", ""))
        journal.copies |= {*filter(None, entry.parts.get("copies", "").split(","))}
        if entry.round is not None or entry.action in (FINAL, RATED):
            _learn(journal, entry)
            if "paires" in entry.parts:
                journal.damaged -= {entry.round} if entry.action == PAIRED else set()
                journal.damaged |= {entry.round or 0} if entry.whole is False else set()
            journal.rated |= entry.action == RATED
            at = entry.round or 0
            known = journal.results.get(at, {})
            _replay(journal, entry.action, at, entry.parts)
            if entry.action in (CORRECTED, CHANGED) and (now := journal.results.get(at, known)) is not known:
                journal.corrections += [
                    Corrected(entry.number, at, pair, known.get(pair, ""))
                    for pair in {**known, **now}
                    if now.get(pair) != known.get(pair)
                ]
    return journal


def _missing(lines: Sequence[Entry]) -> list[int]:
    """The running numbers that no line has, up to the highest; nothing where lines without number may be those."""
    unnumbered = sum(not one.number for one in lines if one.action != CREATED and one.whole is not True)
    numbers = {one.number for one in lines if one.number}
    last = min(max(numbers, default=0), len(lines) + _GAPS)
    found = sorted(set(range(1, last + 1)) - numbers)
    return found if len(found) > unnumbered else []


def _entry(line: Line) -> Entry:
    parts = read_detail(line.text("Détail"))
    at = whole(line.text("Ronde"))
    number = at if at is not None and 0 <= at <= MOST_ROUNDS else None
    return Entry(line, whole(parts.get("n", "")) or 0, line.text("Action"), number, parts, seal.is_whole(line))


def _replay(journal: Journal, action: str, at: int, parts: Mapping[str, str]) -> None:
    """What one line says of round `at`."""
    if action == PAIRED and "paires" in parts:
        drawn, sides = read_pairs(parts["paires"]), read_sides(parts["paires"])
        present = read_numbers(parts.get("présents", ""))
        journal.seat_table = parts.get("tables", journal.seat_table)
        journal.formula = parts.get("formule", journal.formula)
        journal.wrote_rounds = whole(parts.get("rondes", "")) or journal.wrote_rounds
        journal.seeds = _joined(journal.seeds, by_number(parts.get("rangs", "")))
        journal.groups = read_groups(parts["groupes"]) if "groupes" in parts else journal.groups
        journal.seed = parts.get("graine", journal.seed)
        journal.highest_number = max(journal.highest_number, *present, *journal.seeds, 0)
        journal.cotes |= by_number(parts.get("cotes", ""))
        read, known = read_results(parts.get("résultats", "")), journal.results.get(at - 1, {})
        if known and known.keys() != read.keys() and at - 1 in journal.rounds:
            journal.rounds[at - 1] = replace(journal.rounds[at - 1], late=True)
        journal.results[at - 1] = read
        journal.seen.pop(at - 1, None)
        basis = Basis(journal.formula, journal.seeds, dict(journal.results), journal.settings)
        fixed, given = (read_pairs(parts.get(name, "")) for name in ("fixes", "forfaits"))
        journal.rounds[at] = RoundRecord(drawn, fixed, drawn, present, basis, sides, sides, forfeits=given)
    elif action == CORRECTED:
        journal.cotes |= by_number(parts.get("cotes", ""))
        if changed := read_results(parts.get("résultats", "")):
            journal.results[at] = _joined(journal.results.get(at, {}), changed)
    elif action in (UPDATED, RATED) and "résultats" in parts:
        journal.results[at] = read_results(parts["résultats"])
        journal.seen.pop(at, None)
    elif action == UPDATED and "vus" in parts:
        journal.seen[at] = read_results(parts["vus"])
    elif action == FINAL:
        journal.final, journal.final_half = parts.get("finale", ""), parts.get("finale vue", "")
    elif action == CHANGED and "paires" in parts:
        pairs, known = read_pairs(parts["paires"]), journal.results.get(at, {})
        before = journal.rounds.get(at, RoundRecord(frozenset(), frozenset(), frozenset(), frozenset()))
        late = before.late or bool(known and known.keys() != pairs)
        journal.rounds[at] = replace(before, current=pairs, sides=read_sides(parts["paires"]), late=late)
        if known:
            journal.results[at] = {pair: text for pair, text in known.items() if pair in pairs}
        if played := read_results(parts.get("résultats", "")):
            journal.results[at] = _joined(journal.results.get(at, {}), played)
    elif action == UNDONE:
        journal.written.pop(reasons_of(at), None)  # its rows have gone, and what stood there with them
        journal.rounds.pop(at, None)
        journal.results.pop(at, None)
        journal.seen.pop(at, None)
        gone = read_numbers(parts.get("rangs", ""))
        journal.seeds = {who: seed for who, seed in journal.seeds.items() if who not in gone}
        for who in gone:
            journal.names.pop(who, None)
            journal.licences.pop(who, None)
            journal.called.pop(who, None)
        if at == 1:
            journal.wrote_rounds = 0
            journal.settings, journal.names, journal.licences, journal.rated = {}, {}, {}, False
            journal.called, journal.cotes = {}, {}
        if not journal.seeds:
            journal.groups, journal.seed = (), ""


def _joined(known: Mapping[Key, Value], more: Mapping[Key, Value]) -> dict[Key, Value]:
    """What was known and what a line adds, anew; nothing of a line that would make it more than any tournament has."""
    joined = {**known, **more}
    return joined if len(joined) <= _MOST else dict(known)


def _learn(journal: Journal, entry: Entry) -> None:
    """The settings, names and licences that a line tells, and which of them it changes."""
    settings = _settings(entry.parts)
    told = [Altered(entry, 0, name, journal.settings.get(name, now), now) for name, now in settings.items()]
    journal.settings = _joined(journal.settings, settings)
    for part, known in (("licences", journal.licences), ("noms", journal.names)):
        texts = {whole(who): text for who, text in read_named(entry.parts.get(part, "")).items()}
        people = {who: text for who, text in texts.items() if who}
        told += [Altered(entry, who, part, known.get(who, now), now) for who, now in people.items()]
        for who, name in people.items() if part == "noms" and journal.heard < _MOST_HEARD else ():
            journal.called.setdefault(who, set()).add(name)
            journal.ever.add(name)
            journal.heard += 1
        known |= people if len(known.keys() | people.keys()) <= _MOST else {}
    if "noms" in entry.parts:
        journal.licences = dict.fromkeys(journal.names, "") | journal.licences  # one that comes later is a change
    if len(journal.changes) < _MOST_HEARD:
        journal.changes += [one for one in told if one.before != one.now]


def _settings(parts: Mapping[str, str]) -> dict[str, str]:
    """The settings that a line tells; the edition stands behind the formula of a pairing or an older correction."""
    edition = {"Édition": parts["formule"].rpartition(" ")[2]} if "formule" in parts else {}
    seed = {"Graine": one_line(parts["graine"])} if "groupes" in parts and "graine" in parts else {}
    return edition | seed | read_named(parts.get("réglages", ""))


def detail(sentence: str, parts: Mapping[str, str]) -> str:
    """A detail to write; parts without value are left out."""
    return _SEPARATOR.join([sentence, *(f"{key}={value}" for key, value in parts.items() if value)])


def has_room(text: str) -> bool:
    """Whether a cell has room for a detail and what still comes behind it."""
    return len(text.encode("utf-16-le")) <= 2 * (_LONGEST - _MARKS)


def numbered(text: str, entry: int) -> str:
    """A detail with its running number."""
    return f"{text}{_SEPARATOR}n={entry}"


def read_detail(text: str) -> dict[str, str]:
    """The `key=value` parts of a detail."""
    return dict(part.split("=", 1) for part in text.split(_SEPARATOR) if "=" in part)


def pairing_parts(
    *,
    formula: str,
    present: Iterable[int],
    rounds: int | None,
    entering: Iterable[Player],
    seat_table: str,
    seed: str,
    groups: Iterable[Iterable[int]],
    results: Iterable[Match],
    fixed: Iterable[Match],
    forfeited: Iterable[Match],
    pairs: Iterable[tuple[int, int]],
) -> dict[str, str]:
    """The parts of a pairing's detail; see the top of this module."""
    new = list(entering)
    return {
        "formule": formula,
        "présents": ranges(present),
        "rondes": str(rounds) if rounds else "",
        "cotes": cotes_text({player.number: player.cote for player in new}),
        "rangs": ",".join(f"{player.number}:{plain(player.seed)}" for player in new if player.seed is not None),
        "tables": seat_table,
        "graine": seed,
        "groupes": groups_text(groups),
        "résultats": results_text(results),
        "fixes": pairs_text((match.one, match.two) for match in fixed),
        "forfaits": pairs_text((match.one, match.two) for match in forfeited),
        "paires": pairs_text(pairs),
    }
