"""The memory of a workbook: what each press found changed, and what it made (contract: sheet Mémoire).

A fact is a key and a text; keys are in N°, sentences name. Those that stand on sheets, read anew by every press:

    réglage|NAME     a setting that decides            nom|N°, licence|N°, pays|N°, cote|N°, rang|N°, absences|N°,
                                                       éviter|N° (C13), table|N° (C14)
    paire|R|A-B      the two as they stand ("5-3")     résultat|R|A-B   what is typed so far, in that order
    finale|NAME      a deciding game, so far

A-B: the lower N° first, X for the fictitious player. Those that only the memory knows, made by presses (`KEPT`):

    appariée|R       round R counts as drawn           imposée|R|A-B   "oui": typed before; "tient": kept
    présents|R       N° present when it was paired     donné|N°        a N° that the program gave
    rondes           written by the first pairing      tables          the seats' table of the first rounds
    groupes, graine  an Open's groups, and their seed  calculées       the ratings were asked for: "oui"
    copie|TIME       a later version beside the workbook that was told
    libres|FIRST     Othello: numbers that the world's list leaves free in the range that begins there

In code a key is a `Fact`; only the JSON of a line has it as such a text. A line holds `trouvé` (changed by people since
the line before) and `fait` (made by this press), null for what is gone. Folding all lines gives the facts as the last
press left them; folding up to a pairing, those that it read. The chain is a hash over `Faits` and the hash before.
Lines are read as untrusted (`workbook.history.entries`): bounded, and passed over where they are broken.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from tournament_xl.core.model import Changes, Fact, Facts, X
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.entries import ALONE, line_texts, read_line
from tournament_xl.workbook.snapshot import Cell, Draft, Snapshot
from tournament_xl.workbook.tables import Problems, Table, find_table, number, whole

KEPT = (
    "appariée", "présents", "imposée", "donné", "rondes", "tables", "groupes", "graine", "calculées", "copie",
    "libres",
)  # fmt: skip
ROUNDS, TABLES, GROUPS, SEED, RATED_ONCE = OF_FIRST = tuple(map(Fact, ALONE))  # those that go with the first round
OF_ROUND = ("appariée", "présents", "imposée")  # those that go with a round
CREATED, PAIRED, UPDATED, UNDONE, RATED = "Création", "Appariement", "Mise à jour", "Annulation", "Cotes"  # actions
TAKEN = "Résultats reçus"
PROVISIONAL = "provisoires"  # RATED_ONCE: asked for before the end, or no longer at the end; else "oui"
_MAX_FACTS = 200_000  # of all lines together, a line counting as one more; a double round robin of 128 has 50,000
_MAX_CACHED_FACTS = (
    200_000  # of the views of earlier rounds that stay at hand, together; those of a weekend have 100,000
)


class HistoryEntry(NamedTuple):
    """A press as Mémoire has it; several lines where one had no room."""

    number: int  # n
    date: str
    action: str
    round: int | None
    chain: str  # of its last line
    found: Changes
    made: Changes


class StateView:
    """What facts say, as the rules want it."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def _kinds(self) -> dict[tuple[str, int], dict[int | str, str]]:
        index: dict[tuple[str, int], dict[int | str, str]] = {}
        for (kind, round_number, subject), text in self.facts.items():
            index.setdefault((kind, round_number), {})[subject] = text
        return index

    def named(self, kind: str, round_number: int = 0) -> dict[str, str]:
        """The facts of a kind, in a round where they are of one, by pair or name."""
        return {str(subject): text for subject, text in self._kinds.get((kind, round_number), {}).items()}

    def by_number(self, kind: str) -> dict[int, str]:
        """The facts of a kind that belong to players, by N°."""
        return {int(player_id): text for player_id, text in self._kinds.get((kind, 0), {}).items()}

    def numbers(self, kind: str) -> dict[int, float]:
        """The facts of a kind that are numbers (cotes, places in the initial ranking), by N°."""
        values = {player_id: number(text) for player_id, text in self.by_number(kind).items()}
        return {player_id: value for player_id, value in values.items() if value is not None}

    @property
    def settings(self) -> dict[str, str]:
        return self.named("réglage")

    def pairs(self, round_number: int) -> Pairs:
        """The pairs of a round."""
        return frozenset(self.in_order(round_number))

    def in_order(self, round_number: int) -> list[frozenset[int]]:
        """The pairs of a round, in the order of the sheet when it was paired."""
        return [frozenset(sides(pair) or ()) for pair in self.named("paire", round_number)]

    def sides(self, round_number: int) -> Sides:
        """The pairs of a round as they stand on the sheet: Black first in Othello."""
        return frozenset(filter(None, map(sides, self.named("paire", round_number).values())))

    def imposed(self, round_number: int, status: str = "") -> Pairs:
        """The pairs of a round that were typed before its pairing; `how`: only those kept as "oui", or as "tient"."""
        statuses = self.named("imposée", round_number)
        return frozenset(frozenset(sides(pair) or ()) for pair, text in statuses.items() if status in ("", text))

    def results(self, round_number: int) -> list[str]:
        """Its rows in the compact form, "3-5:451/407", so far."""
        results = self.named("résultat", round_number)
        pairs = self.named("paire", round_number)
        return [f"{text}:{results[pair]}" if pair in results else text for pair, text in pairs.items()]

    def present(self, round_number: int) -> frozenset[int]:
        """N° of those present when the round was paired; empty when no press paired it."""
        return read_numbers(self.facts.get(Fact("présents", round_number), ""))

    @property
    def rounds(self) -> list[int]:
        """The rounds that count as drawn."""
        return sorted(round_number for kind, round_number in self._kinds if kind == "appariée")

    def of_rounds(self, rounds: Collection[int]) -> dict[Fact, None]:
        """The facts that go with these rounds, as gone."""
        return {fact: None for fact in self.facts if fact.kind in OF_ROUND and fact.round in rounds}

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Open: the groups as drawn (O4); () before."""
        return read_groups(self.facts[GROUPS]) if GROUPS in self.facts else ()


class Past:
    """The changes of all lines. What they came to is folded where it is asked for: a copy of all facts for each round
    would be hundreds of megabytes.
    """

    def __init__(self) -> None:
        self.changes: list[Changes] = []
        self._kept: dict[int, StateView] = {}  # how many changes -> the facts after them

    def after(self, count: int) -> StateView:
        """The facts after the first changes."""
        if count not in self._kept:
            start = max((cached_count for cached_count in self._kept if cached_count < count), default=0)
            facts = dict(self._kept[start].facts) if start else {}
            for changes in self.changes[start:count]:
                replay(facts, changes)
            while self._kept and sum(len(view.facts) for view in self._kept.values()) + len(facts) > _MAX_CACHED_FACTS:
                del self._kept[next(iter(self._kept))]
            self._kept[count] = StateView(facts)
        return self._kept[count]


class PairedRound(NamedTuple):
    """A round as its pairing read and left it."""

    past: Past
    read: int  # of its changes: those that the pairing read; its own is the next

    @property
    def before(self) -> StateView:
        """What the pairing read."""
        return self.past.after(self.read)

    @property
    def after(self) -> StateView:
        """And with what it made."""
        return self.past.after(self.read + 1)


@dataclass(eq=False)
class History:
    """The sheet Mémoire, read and folded."""

    table: Table | None  # None: the sheet is gone
    entries: list[HistoryEntry] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)  # as the last press left them
    drawn: dict[int, PairedRound] = field(default_factory=dict)  # rounds paired by a press and not undone
    highest: int = 0  # the highest N° ever
    broken: list[int] = field(default_factory=list)  # rows whose chain does not hold, or that could not be read
    chain: str = ""  # of the last line
    next_row: int = 0

    @cached_property
    def now(self) -> StateView:
        """The facts as the last press left them."""
        return StateView(self.facts)


def read_history(snapshot: Snapshot, problems: Problems) -> History:
    """Mémoire as it stands; an empty one where the sheet is missing or has no header."""
    if schema.MEMORY not in snapshot.sheets:
        return History(None)
    table = find_table(snapshot, schema.MEMORY, schema.MEMORY_COLUMNS, problems)
    if table is None:
        return History(None)
    history = History(table, next_row=max(table.last_row(), len(snapshot.sheets[schema.MEMORY])) + 1)
    remaining = _MAX_FACTS
    entry_changes: tuple[dict[Fact, str | None], dict[Fact, str | None]] = {}, {}
    for line in table.lines():
        text, chain = line.text("Faits"), line.text("Chaîne")
        changes = read_line(text, remaining)
        if changes is None or chain != chained(history.chain, text):
            history.broken.append(line.row)
        history.chain = chain
        if changes is None:
            continue
        remaining -= 1 + sum(map(len, changes))
        entry_number, round_number = whole(line.text("n")) or 0, whole(line.text("Ronde"))
        if history.entries and history.entries[-1].number == entry_number and entry_number:  # goes on
            history.entries[-1] = history.entries[-1]._replace(chain=chain)
            for merged, addition in zip(entry_changes, changes, strict=True):
                merged.update(addition)
            continue
        round_number = round_number if round_number is not None and 0 <= round_number <= schema.MOST_ROUNDS else None
        history.entries.append(
            HistoryEntry(
                entry_number, line.text("Date"), line.text("Action"), round_number, chain, *(entry_changes := changes)
            )
        )
    _replay_all(history)
    return history


def _replay_all(history: History) -> None:
    """The lines into what they come to; what one found "changed" to what it was already is no change."""
    log, facts = Past(), dict[Fact, str]()
    for index, raw_entry in enumerate(history.entries):
        observed = {fact: text for fact, text in raw_entry.found.items() if facts.get(fact) != text}
        entry = history.entries[index] = raw_entry._replace(found=observed)
        for changes in (observed, entry.made):
            replay(facts, changes)
            log.changes.append(changes)
        if entry.action == PAIRED and entry.round and Fact("appariée", entry.round) in facts:
            history.drawn[entry.round] = PairedRound(log, len(log.changes) - 1)
        for fact in (*observed, *entry.made):
            if fact.kind == "nom":
                history.highest = max(history.highest, int(fact.who))
            elif fact.kind == "appariée" and fact not in facts:
                history.drawn.pop(fact.round, None)
    history.facts = facts


@lru_cache(10_000)
def sides(pair: str) -> tuple[int, int] | None:
    """ "3-X" -> (3, 0); None where it is no pair."""
    numbers = [0 if part in ("X", "BIP") else whole(part) for part in pair.split("-")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def pair_key(first: int, second: int) -> str:
    """The two of a pair in a key: the lower N° first, X last."""
    low, high = (first, second) if second == 0 or 0 < first < second else (second, first)
    return f"{low}-{high or 'X'}"


def replay(facts: dict[Fact, str], changes: Changes) -> None:
    """Changes into the facts."""
    for fact, text in changes.items():
        if text is None:
            facts.pop(fact, None)
        else:
            facts[fact] = text


def replay_changes(facts: Facts, changes: Changes) -> dict[Fact, str]:
    """The facts after changes."""
    after = dict(facts)
    replay(after, changes)
    return after


def difference(before: Facts, after: Facts) -> dict[Fact, str | None]:
    """The changes that turn `before` into `now`."""
    changed: dict[Fact, str | None] = {fact: text for fact, text in after.items() if before.get(fact) != text}
    return changed | {fact: None for fact in before if fact not in after}


def on_sheets(facts: Facts) -> dict[Fact, str]:
    """The facts that stand on sheets."""
    return {fact: text for fact, text in facts.items() if fact.kind not in KEPT}


def chained(before: str, text: str) -> str:
    """The chain after a line with these `Faits`."""
    return hashlib.sha256((before + text).encode("utf-8", "replace")).hexdigest()[:16]


def write_entry(
    draft: Draft,
    history: History,
    date: str,
    action: str,
    round_number: int | None,
    observed: Changes,
    applied: Changes,
) -> None:
    """The line of a press, or several, below the others."""
    if history.table is None:
        return
    entry_number = max((entry.number for entry in history.entries), default=0) + 1
    columns, chain, row = history.table.columns, history.chain, history.next_row
    for text in line_texts(observed, applied):
        chain = chained(chain, text)
        values: dict[str, Cell] = {
            "n": entry_number,
            "Date": date,
            "Action": action,
            "Ronde": round_number,
            "Faits": text,
            "Chaîne": chain,
        }
        for name, value in values.items():
            draft.put(schema.MEMORY, row, columns[name], value)
        row += 1


def share_a_past(first: Iterable[HistoryEntry], second: Iterable[HistoryEntry]) -> bool:
    """Whether two workbooks are versions of one tournament: their first pairings left the same line, chain included."""
    first_chains = [
        next((entry.chain for entry in entries if entry.action == PAIRED), None) for entries in (first, second)
    ]
    return first_chains[0] is not None and first_chains[0] == first_chains[1]


Pairs = frozenset[frozenset[int]]
Sides = frozenset[tuple[int, int]]
_MOST_NUMBERS = 10_000  # that a list of ranges may name
BUILT_IN_TABLE = "intégrée"


def typed(text: str) -> str:
    """A number as typed by a person, "?" where there is none."""
    value = number(text)
    return "?" if not text else re.sub("[,;|/+]", " ", text) if value is None else plain(value)


@lru_cache(maxsize=20_000)
def one_line(text: str) -> str:
    """A text with single blanks, as the Journal keeps it; half a letter, as a macro may send it, becomes "?"."""
    return " ".join(text.split()).encode(errors="replace").decode()


def plain(value: float) -> str:
    """1803.0 -> "1803", 2.5 -> "2.5"."""
    return str(int(value)) if value.is_integer() else repr(value)


def ranges(numbers: Iterable[int]) -> str:
    """1, 2, 3, 5 -> "1-3,5"."""
    runs: list[list[int]] = []
    for value in sorted(numbers):
        if runs and runs[-1][1] == value - 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def read_numbers(text: str) -> frozenset[int]:
    """ "1-3,5" -> 1, 2, 3, 5; damaged parts are passed over, and all after more numbers than any tournament has."""
    numbers: set[int] = set()
    remaining = _MOST_NUMBERS
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        low, high = whole(first), whole(last or first)
        if low is not None and high is not None and low not in numbers and 0 <= high - low < remaining:
            numbers |= set(range(low, high + 1))
            remaining -= high - low
    return frozenset(numbers)


def seat_table_text(table: Iterable[Iterable[tuple[int, int]]] | None) -> str:
    """A table of seats for the first pairing's record: rounds separated by "/"."""
    if table is None:
        return BUILT_IN_TABLE
    return "/".join(" ".join(f"{a}-{b}" for a, b in games) for games in table)


def read_seat_table(text: str) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """The organiser's own table from the record; None for the built-in one."""
    if text in ("", BUILT_IN_TABLE):
        return None
    try:
        return tuple(
            tuple((int(a), int(b)) for a, b in (game.split("-") for game in games.split())) for games in text.split("/")
        )
    except ValueError:
        return None


def groups_text(groups: Iterable[Iterable[int]]) -> str:
    """The N° of each group in the order drawn: "8-1-X-4-5-9/2-7-3-6-10-11"."""
    return "/".join("-".join(str(player_id or "X") for player_id in group) for group in groups)


def read_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The groups from the record; () when it cannot be read."""
    try:
        return tuple(tuple(X if part == "X" else int(part) for part in group.split("-")) for group in text.split("/"))
    except ValueError:
        return ()
