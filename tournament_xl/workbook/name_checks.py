"""Names that stand where they do not belong: on Joueurs at another's N°, on Résultats and Finales beside one that
is not theirs.

Results belong to the N°, so a name that has moved alone would give them to somebody else without a word. The Journal
tells what everybody was called when he was paired, hence a spelling that was corrected is never taken for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament_xl.folding import LONGEST, fold
from tournament_xl.model import X
from tournament_xl.texts.names import NO_OPPONENT
from tournament_xl.workbook.compact import Sides
from tournament_xl.workbook.grid import Line, is_score, whole
from tournament_xl.workbook.results_table import RowOf
from tournament_xl.workbook.understood import Replaced, Understood

_WORDS = 20  # of a name; what has more is none
RESULTS = ("Score", "Pions", "Forfait", "Fin")  # how columns begin that hold a result


def check_names(decoded: Understood, columns: tuple[str, str], bye: str) -> None:
    """Names on Joueurs, then those on Résultats; `columns`: of the two names there, `bye`: what stands for X."""
    _exchanged(decoded)
    names = {player.number: player.full_name for _, player in decoded.players.rows if player.number} | {X: bye}
    own = {who: {fold(name)} for who, name in names.items()}
    own[X] |= set(map(fold, NO_OPPONENT))
    for _, player in decoded.players.rows:
        if player.number:
            own[player.number] |= {fold(player.name), *map(fold, decoded.journal.called.get(player.number, ()))}
    bearers: dict[str, set[int]] = defaultdict(set)
    for who, texts in own.items():
        for text in texts:
            bearers[text].add(who)
    beside = _Beside(decoded, columns, names, bearers)
    for row in decoded.results.rows:
        if is_score(row.line.text("Motif")):
            row.line.problem(decoded.problems, "Motif", "score_for_reason", text=row.line.text("Motif"))
        for column, who in zip(columns, row.match.sides, strict=True):
            if (text := row.line.text(column)) and fold(text) not in own[who]:
                beside.judge(row, column, who, text)


def check_final_names(decoded: Understood, line: Line, columns: tuple[str, str], sides: tuple[int, int]) -> None:
    """The names in a row of Finales: a score there is a problem, another text is told before it is written over.

    Two names that only wait for the two N° of a row still to be played to be followed are nothing to tell.
    """
    log, people = decoded.journal, {player.number: player for player in decoded.tournament.players}
    own = [{fold(people[who].full_name), fold(people[who].name), *map(fold, log.called.get(who, ()))} for who in sides]
    played = _has_result(line)
    for at, (column, who) in enumerate(zip(columns, sides, strict=True)):
        text = line.text(column)
        if not text or fold(text) in own[at] or (fold(text) in own[1 - at] and not played):
            continue
        if is_score(text):
            facts = {"text": text, "name": people[who].full_name, "number": who}
            line.problem(decoded.problems, column, "score_for_name", **facts)
        else:
            decoded.replaced.append(Replaced(line, column, None, text, who, people[who].full_name))


def check_group_names(decoded: Understood, lines: Iterable[Line]) -> None:
    """The names on Groupes, of players: another text than a score is told before it is written over."""
    people = {player.number: player for player in decoded.tournament.players}
    for line in lines:
        text, player = line.text("Joueur"), people.get(whole(line.text("N°")) or X)
        if not text or player is None:
            continue
        own = {player.full_name, player.name, *decoded.journal.called.get(player.number, ())}
        if fold(text) in set(map(fold, own)):
            continue
        if is_score(text):
            line.problem(decoded.problems, "Joueur", "score_elsewhere", text=text)
        else:
            decoded.replaced.append(Replaced(line, "Joueur", None, text, player.number, player.full_name))


def _has_result(line: Line) -> bool:
    """Whether one of the cells that hold a result is filled."""
    return not line.empty(*(column for column in line.texts if column.startswith(RESULTS)))


def _exchanged(decoded: Understood) -> None:
    """A N° whose name is now another N°'s former one, or whose surname is that of another who is renamed, too.

    So is a row without record whose name is the former one of a N°: its cells were pushed down beside the N°.
    """
    log, lines, found = decoded.journal, decoded.lines, decoded.problems
    people = [p for p in decoded.tournament.players if p.number in log.names]
    renamed = {p.number: p for p in people if fold(p.full_name) != fold(log.names[p.number])}
    gone = log.names.keys() - {p.number for p in people}
    former = defaultdict(set)
    for who, name in log.names.items():
        former[fold(name)].add(who)
    surnames = {who: _surname(log.names[who], player) for who, player in renamed.items()}
    told = {one.row for one in found.found if one.sheet == decoded.players.table.sheet}
    for who, player in renamed.items():
        name, surname = fold(player.full_name), fold(player.name)
        moved = {one for one, was in surnames.items() if was and was == surname != surnames[who]}
        others = former[name] & (renamed.keys() | gone) or moved
        if others and lines[who].row not in told:
            facts = {"name": player.full_name, "other": min(others), "number": who, "was": log.names[who]}
            lines[who].problem(found, "Nom", "name_moved", **facts)
    by_name = {fold(log.names[who]): who for who in renamed}
    for line, player in decoded.players.rows:
        former_one = by_name.get(fold(player.full_name))
        if former_one and player.number not in log.names and line.row not in told:
            facts = {"name": player.full_name, "number": former_one, "now": renamed[former_one].full_name}
            line.problem(found, "Nom", "name_left", **facts)


def _surname(before: str, player: Any) -> str:
    """The former surname, folded, of a player whose first name has stayed; "" when it cannot be told."""
    first = f" {fold(player.first_name)}"
    return fold(before).removesuffix(first) if len(first) > 1 and fold(before).endswith(first) else ""


@dataclass(frozen=True, slots=True)
class _Beside:
    """The names beside the N° on Résultats, against everybody's present and former names."""

    decoded: Understood
    columns: tuple[str, str]
    names: Mapping[int, str]  # N° -> full name
    bearers: Mapping[str, set[int]]  # folded name, surname or former name -> N° of those who have it
    broken_up: dict[int, set[int]] = field(default_factory=dict)  # round -> players of drawn pairs that no row has

    def judge(self, row: RowOf[Any], column: str, who: int, text: str) -> None:
        """One text that is not what its N° is or was called."""
        problems, log = self.decoded.problems, self.decoded.journal
        record = None if row.round in log.damaged else log.rounds.get(row.round)
        others = self.bearers.get(fold(text), set())
        facts = {"text": text, "name": self.names[who], "number": who or self.names[X]}
        if is_score(text):
            row.line.problem(problems, column, "score_for_name", **facts)
        elif record and others:
            if not others & self._left(row, record.sides):
                other = min(others) or self.names[X]
                row.line.problem(problems, column, "name_of_other", other=other, **facts)
        elif record and (who == X or who in log.called) and not _short_for(text, self.names[who]):
            row.line.problem(problems, column, "name_unknown", **facts)
        elif others or not _short_for(text, self.names[who]):
            self.decoded.replaced.append(Replaced(row.line, column, row.round, text, who, self.names[who]))

    def _left(self, row: RowOf[Any], sides: Sides) -> set[int]:
        """Those whose names may stand in a row because its N° were changed: the players of the pairs it broke up.

        Where nobody has played yet two pairs may have changed places, N° by N°: the names of a whole pair then.
        """
        if row.match.sides not in sides:
            if row.round not in self.broken_up:
                now = {one.match.sides for one in self.decoded.results.round(row.round)}
                self.broken_up[row.round] = {who for pair in sides - now for who in pair}
            return self.broken_up[row.round]
        played = _has_result(row.line)
        one, two = (self.bearers.get(fold(row.line.text(column)), set()) for column in self.columns)
        few = len(one) * len(two) < len(sides)
        pairs = ((a, b) in sides for a in one for b in two) if few else (a in one and b in two for a, b in sides)
        whole = any(pairs)
        return one | two if whole and not played else set()


def _short_for(text: str, name: str) -> bool:
    """Whether a text is a name as people shorten it: "P. Durand", "Durand"."""
    words, parts = fold(name).split()[:_WORDS], fold(text[:LONGEST]).replace(".", " ").split()
    return len(parts) <= _WORDS and all(any(word.startswith(part) for word in words) for part in parts)
