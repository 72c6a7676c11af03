"""History of a workbook, kept on its hidden sheet Mémoire: facts that each action observed and facts that it changed.

A fact is a key and a text. In the keys below R is a round, N a player number (N°), and A-B the numbers of a pair, the
lower one first; the fictitious player is X, even where sheets call it BIP. Keys have no names of players.

Facts on sheets, which every action reads there again:
    réglage|NAME    value of a setting on which rules depend
    nom|N           name of a player
    licence|N       licence number
    pays|N          country
    cote|N          starting rating
    rang|N          place in the initial ranking
    absences|N      announced absences
    éviter|N        numbers of the players to avoid (C13)
    table|N         table at which the player always plays (C14)
    paire|R|A-B     pair, Black first where there are colours ("5-3"), else the lower number first
    résultat|R|A-B  scores or forfeit, as far as typed, in the order of `paire`
    finale|NAME     pair of a final, and its result as far as typed

Facts that only the history has (`HISTORY_ONLY_KINDS`); actions write them:
    appariée|R      "oui": round R is drawn
    présents|R      numbers of the players present when round R was paired
    imposée|R|A-B   pair fixed before round R was paired: "oui" if people typed it, "tient" if the program had drawn it
    donné|N         this player number was assigned by the program
    rondes          number of rounds, as the first pairing set it
    tables          seat table of the first rounds (C9)
    groupes         groups of an Open, in the order drawn (O4)
    graine          seed with which these groups were drawn
    calculées       ratings were requested: "oui", or "provisoires" before the end
    copie|TIME      a backup of this time, newer than the workbook, was reported to people
    libres|FIRST    player numbers that nobody has in the world's list, of the range that begins at FIRST (X3)

Code uses `Fact` for a key; only the JSON in column Faits has such texts: in `trouvé` the changes by people since the
previous line, in `fait` the changes by this action; null removes a fact. Replaying all lines gives the facts after the
last action, replaying up to a pairing the facts that it read. Column Chaîne has a hash over Faits and the hash of the
line before. Lines are untrusted: bounded in size, skipped where damaged (`workbook.history.entries`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tournament_xl.core.model import Changes, Fact, Facts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, parse_int, parse_number
from tournament_xl.workbook.history.entries import SINGLE_KINDS, read_line, render_changes
from tournament_xl.workbook.history.fact_texts import parse_pair, parse_ranges
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Problems, Table, find_table

HISTORY_ONLY_KINDS = (
    "appariée", "présents", "imposée", "donné", "rondes", "tables", "groupes", "graine", "calculées", "copie",
    "libres",
)  # fmt: skip
FIRST_ROUND_FACTS = tuple(map(Fact, SINGLE_KINDS))  # facts removed with the first round
ROUNDS = Fact("rondes")
ROUND_KINDS = ("appariée", "présents", "imposée")  # kinds removed with a round
CREATED, PAIRED, UPDATED, UNDONE, RATED = "Création", "Appariement", "Mise à jour", "Annulation", "Cotes"  # actions
TAKEN = "Résultats reçus"
_MAX_FACTS = 200_000  # in all lines together, plus one per line; a double round robin of 128 has 50,000
_MAX_CACHED_FACTS = 200_000  # in all cached states together; a weekend tournament has 100,000
Pairs = frozenset[frozenset[int]]
Sides = frozenset[tuple[int, int]]


class HistoryEntry(NamedTuple):
    """One action as recorded in Mémoire, from several lines when its facts do not fit into one."""

    number: int  # column n, from 1; 0 where it is no number
    date: str
    action: str
    round: int | None  # round concerned; None: none, or an impossible number
    chain: str  # hash of its last line
    observed: Changes  # by people, since the entry before
    applied: Changes  # by the program


class StateView:
    """Facts at one moment, by kind and round; an empty collection if none are recorded."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def _kinds(self) -> dict[tuple[str, int], dict[int | str, str]]:
        index: dict[tuple[str, int], dict[int | str, str]] = {}
        for (kind, round_number, subject), text in self.facts.items():
            index.setdefault((kind, round_number), {})[subject] = text
        return index

    def named(self, kind: str, round_number: int = 0) -> dict[str, str]:
        """Return the texts of a kind of facts, by what stands last in the key: pair ("3-5"), name or, as text, N°.

        Args:
            kind: First part of the key, such as "résultat".
            round_number: Round of the facts; 0 for kinds that belong to no round.
        """
        return {str(subject): text for subject, text in self._kinds.get((kind, round_number), {}).items()}

    def by_number(self, kind: str) -> dict[int, str]:
        """Return the texts of a kind of facts that belong to players, such as "nom", by N°."""
        return {int(player_id): text for player_id, text in self._kinds.get((kind, 0), {}).items()}

    def numbers(self, kind: str) -> dict[int, float]:
        """Return the numeric facts of a kind (cotes, initial ranks) by N°, without texts that are no numbers."""
        values = {player_id: parse_number(text) for player_id, text in self.by_number(kind).items()}
        return {player_id: value for player_id, value in values.items() if value is not None}

    @property
    def settings(self) -> dict[str, str]:
        """Values of the settings on which rules depend, by name."""
        return self.named("réglage")

    def pairs(self, round_number: int) -> Pairs:
        """Return the pairs of a round, each as the set of its two N° (0 for X); empty without recorded pairs."""
        return frozenset(self.ordered_pairs(round_number))

    def ordered_pairs(self, round_number: int) -> list[frozenset[int]]:
        """Return the pairs of a round, each as the set of its two N°, in the order in which they were recorded.

        That is the order of the sheet when the round was paired; pairs that people typed later follow.
        """
        return [frozenset(parse_pair(pair) or ()) for pair in self.named("paire", round_number)]

    def sides(self, round_number: int) -> Sides:
        """Return the pairs of a round, each as (first, second) N° on the sheet: Black first where there are colours."""
        return frozenset(filter(None, map(parse_pair, self.named("paire", round_number).values())))

    def imposed(self, round_number: int, status: str = "") -> Pairs:
        """Return the pairs of a round that were fixed before its pairing.

        Args:
            round_number: Number of the round.
            status: "oui" selects pairs that people typed, "tient" pairs that the program had drawn and that remained
                when the round was paired again; "" selects all.
        """
        statuses = self.named("imposée", round_number)
        return frozenset(frozenset(parse_pair(pair) or ()) for pair, text in statuses.items() if status in ("", text))

    def results(self, round_number: int) -> list[str]:
        """Return the recorded rows of a round as text: "3-5:451/407", or "3-5" where no result is typed."""
        results = self.named("résultat", round_number)
        pairs = self.named("paire", round_number)
        return [f"{text}:{results[pair]}" if pair in results else text for pair, text in pairs.items()]

    def present(self, round_number: int) -> frozenset[int]:
        """Return the N° of players present when the round was paired; empty when no action paired it."""
        return parse_ranges(self.facts.get(Fact("présents", round_number), ""))

    @property
    def rounds(self) -> list[int]:
        """Numbers of the rounds that count as drawn, ascending."""
        return sorted(round_number for kind, round_number in self._kinds if kind == "appariée")

    def compute_removals(self, rounds: Collection[int]) -> dict[Fact, None]:
        """Return the changes (fact -> None) that remove the facts of these rounds that no sheet has (`ROUND_KINDS`)."""
        return {fact: None for fact in self.facts if fact.kind in ROUND_KINDS and fact.round in rounds}


class ChangeLog:
    """Changes of all entries in order, from which the facts at any moment are replayed.

    States are built on demand and a limited number of them is cached: storing all facts for each round would take
    hundreds of megabytes.
    """

    def __init__(self) -> None:
        self.changes: list[Changes] = []  # two for each entry: observed, then applied
        self._states: dict[int, StateView] = {}  # number of changes -> state after them

    def after(self, count: int) -> StateView:
        """Return the state after the first `count` changes."""
        if count not in self._states:
            start = max((cached_count for cached_count in self._states if cached_count < count), default=0)
            facts = dict(self._states[start].facts) if start else {}
            for changes in self.changes[start:count]:
                replay(facts, changes)
            while (
                self._states and sum(len(view.facts) for view in self._states.values()) + len(facts) > _MAX_CACHED_FACTS
            ):
                del self._states[next(iter(self._states))]
            self._states[count] = StateView(facts)
        return self._states[count]


class PairedRound(NamedTuple):
    """Round paired by an action, with the states before and after its pairing."""

    past: ChangeLog
    changes_read: int  # number of changes that the pairing read; its own change is the next

    @property
    def before(self) -> StateView:
        """State that the pairing read: with the changes by people that it observed, without its own."""
        return self.past.after(self.changes_read)

    @property
    def after(self) -> StateView:
        """State after the pairing wrote its round."""
        return self.past.after(self.changes_read + 1)


@dataclass(eq=False)
class History:
    """Content of the sheet Mémoire: what each action recorded, and the facts that follow."""

    table: Table | None  # None: the sheet or its header is missing
    entries: list[HistoryEntry] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)  # after the last action
    drawn: dict[int, PairedRound] = field(default_factory=dict)  # rounds paired by an action and not undone
    numbers: set[int] = field(default_factory=set)  # N° that players ever had, also those who have left
    broken: list[int] = field(default_factory=list)  # sheet rows with a wrong chain hash or damaged facts
    chain: str = ""  # hash of the last line
    next_row: int = 0  # sheet row, from 1, for the next entry

    @cached_property
    def now(self) -> StateView:
        """State after the last action."""
        return StateView(self.facts)

    def typed_pairs(self, round_number: int) -> Pairs:
        """Return the pairs of a round that people typed after the first action (Création aside) and no action replaced.

        Pairs that this first action observed may be from a file of results, or from an older history that was lost.
        """
        return frozenset(
            frozenset(parse_pair(str(fact.subject)) or ())
            for fact in self._typed_pair_facts
            if fact.round == round_number
        )

    @cached_property
    def _typed_pair_facts(self) -> set[Fact]:
        typed = set[Fact]()
        actions = [entry for entry in self.entries if entry.action != CREATED]
        for entry in actions[1:]:
            typed |= {fact for fact in entry.observed if fact.kind == "paire"}
            typed -= entry.applied.keys()
        return typed & self.facts.keys()


def find_history(snapshot: Snapshot) -> History:
    """Return the history of a workbook; an empty one when the sheet Mémoire or its header is missing."""
    return read_history(find_table(snapshot, schema.MEMORY, schema.MEMORY_COLUMNS, Problems()))


def read_history(table: Table | None) -> History:
    """Read and replay the table of Mémoire; without one the history is empty.

    `broken` lists damaged lines, which are skipped as are lines beyond `_MAX_FACTS`, and lines with a wrong chain hash,
    which are read nevertheless.
    """
    if table is None:
        return History(None)
    history = History(table, next_row=len(table.snapshot.sheets[table.sheet]) + 1)
    remaining = _MAX_FACTS
    entry_changes: tuple[dict[Fact, str | None], dict[Fact, str | None]] = {}, {}
    for line in table.lines():
        text, chain = line.text("Faits"), line.text("Chaîne")
        changes = read_line(text, remaining)
        if changes is None or chain != compute_chain(history.chain, text):
            history.broken.append(line.row)
        history.chain = chain
        if changes is None:
            continue
        remaining -= 1 + sum(map(len, changes))
        entry_number, round_number = parse_int(line.text("n")) or 0, parse_int(line.text("Ronde"))
        if history.entries and history.entries[-1].number == entry_number and entry_number:  # continued
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
    """Replay all entries into `history`, dropping observed changes that repeat the text already recorded."""
    log, facts = ChangeLog(), dict[Fact, str]()
    for index, raw_entry in enumerate(history.entries):
        observed = {fact: text for fact, text in raw_entry.observed.items() if facts.get(fact) != text}
        entry = history.entries[index] = raw_entry._replace(observed=observed)
        for changes in (observed, entry.applied):
            replay(facts, changes)
            log.changes.append(changes)
        if entry.action == PAIRED and entry.round and Fact("appariée", entry.round) in facts:
            history.drawn[entry.round] = PairedRound(log, len(log.changes) - 1)
        for fact in (*observed, *entry.applied):
            if fact.kind == "nom":
                history.numbers.add(int(fact.subject))
            elif fact.kind == "appariée" and fact not in facts:
                history.drawn.pop(fact.round, None)
    history.facts = facts


def replay(facts: dict[Fact, str], changes: Changes) -> None:
    """Apply changes to `facts` in place."""
    for fact, text in changes.items():
        if text is None:
            facts.pop(fact, None)
        else:
            facts[fact] = text


def replay_on_copy(facts: Facts, changes: Changes) -> dict[Fact, str]:
    """Return a copy of the facts with changes applied."""
    after = dict(facts)
    replay(after, changes)
    return after


def compute_changes(before: Facts, after: Facts) -> dict[Fact, str | None]:
    """Return the changes that turn `before` into `after`: the new text of a fact, or None for one that is gone."""
    changed: dict[Fact, str | None] = {fact: text for fact, text in after.items() if before.get(fact) != text}
    return changed | {fact: None for fact in before if fact not in after}


def select_sheet_facts(facts: Facts) -> dict[Fact, str]:
    """Return the facts that are on sheets, without the facts that only the history has."""
    return {fact: text for fact, text in facts.items() if fact.kind not in HISTORY_ONLY_KINDS}


def compute_chain(before: str, text: str) -> str:
    """Return the chain hash of a line: of the hash `before` it ("" for the first line) and its text in Faits."""
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
    """Write one action into the draft below the last line of Mémoire; do nothing without the sheet.

    An action with many facts takes several lines.

    Args:
        draft: Draft that receives the cells.
        history: History so far, which does not change.
        date: Time of the action, "21/11/2026 14:05:33".
        action: Name of the action, such as `PAIRED`.
        round_number: Round concerned; None for none.
        observed: Changes by people since the previous action.
        applied: Changes by this action.
    """
    if history.table is None:
        return
    entry_number = max((entry.number for entry in history.entries), default=0) + 1
    columns, chain, row = history.table.columns, history.chain, history.next_row
    for text in render_changes(observed, applied):
        chain = compute_chain(chain, text)
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


def have_same_origin(first: Iterable[HistoryEntry], second: Iterable[HistoryEntry]) -> bool:
    """Check whether two histories are of one tournament: their first pairings (`PAIRED`) have the same chain hash.

    It is False if one of them has no pairing.
    """
    first_chains = [
        next((entry.chain for entry in entries if entry.action == PAIRED), None) for entries in (first, second)
    ]
    return first_chains[0] is not None and first_chains[0] == first_chains[1]
