"""A decoded workbook, whatever the game: its facts as the history records them, and checks that all games share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import ClassVar, Generic, Protocol, Self

from tournament_xl.core.model import Encounter, Fact, Facts, MatchT, Notice, Person, PlayerT, RoundByRound, Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import reasons
from tournament_xl.messages.changes import FactNames, result_text
from tournament_xl.messages.names import disambiguate_names, join_items, ranges
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import looks_like_score
from tournament_xl.workbook.history.history import History, format_number, format_pair_key, to_one_line
from tournament_xl.workbook.input_rows import InputRow, PlayersSheet, ResultsSheet
from tournament_xl.workbook.settings_table import SettingsTable
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Line, Problem, Problems, Readings, Table


class RankedLine(Protocol):
    """A line of the standings, whatever the game."""

    @property
    def place(self) -> int: ...
    @property
    def number(self) -> int: ...


@dataclass(frozen=True, eq=False)
class WorkbookOf(Generic[PlayerT, MatchT]):
    """A tournament, the tables in which its facts stand, and their problems.

    Finished when `decode` returns it: who needs another one makes it with `dataclasses.replace`.
    """

    game: ClassVar[str]  # name of its game: key of the registry
    bye: ClassVar[str]  # name of the fictitious player
    columns: ClassVar[Mapping[str, tuple[str, ...]]]  # sheet -> its columns
    default_title: ClassVar[str]  # title of a tournament without a name
    page_lines: ClassVar[Mapping[str, int]] = {}  # sheets that print one page wide -> rows for which a page has room
    optional: ClassVar[tuple[str, ...]] = schema.OPTIONAL_COLUMNS  # further columns of Joueurs that a list may bring
    snapshot: Snapshot
    problems: tuple[Problem, ...]  # in the order of sheets and cells
    settings: SettingsTable
    players: PlayersSheet[PlayerT]
    results: ResultsSheet[MatchT]
    journal: Table
    memory: History
    derived: Mapping[str, Table]  # sheets that an action rewrites
    tournament: RoundByRound[PlayerT, MatchT]
    lines: Mapping[int, Line] = field(default_factory=dict)  # N° -> row of Joueurs
    warnings: tuple[Notice, ...] = ()
    unchecked: Sequence[PlayerT] = ()  # players left out of the next round: no mark in Présent (C15)
    deciding: Mapping[str, str] = field(default_factory=dict)  # results on Finales so far, by match
    first_pairing: bool = False  # whether the next pairing is the first one
    pending: tuple[InputRow[MatchT], ...] = ()  # rows of the last drawn round without result
    readings: Readings = field(default_factory=dict)  # cache for decoding a draft of this workbook
    _fitted: dict[tuple[float, int, bool, float], dict[int, str]] = field(default_factory=dict, init=False)

    def with_problems(self, problems: Problems) -> Self:
        """Return the workbook with these problems instead of its own; itself where they are the same."""
        found = tuple(sorted(problems.found))
        return self if found == self.problems else replace(self, problems=found)

    @property
    def newcomers(self) -> Sequence[PlayerT]:
        """Players to be paired who have not been in any round, once a round is drawn."""
        raise NotImplementedError

    def ranked(self, after: int) -> Sequence[RankedLine]:
        """Return the standings after a round (0: before the first)."""
        raise NotImplementedError

    def sides(self, number: int) -> list[tuple[Side, Side]]:
        """Return the matches of a drawn round in the order of the sheet, each as its two players see it."""
        raise NotImplementedError

    @property
    def waits(self) -> bool:
        """True while a deciding game (O8) or finals (F1) are still to be played."""
        raise NotImplementedError

    @property
    def barred(self) -> Collection[int]:
        """N° of players who stay ranked but cannot win a prize, the podium or a "1er" (F2)."""
        return ()

    @property
    def has_finals(self) -> bool:
        """True when matches on Finales decide who is first (F1)."""
        return False

    def games_to_win(self, round_number: int) -> int:
        """Return the games needed to win a match of this round."""
        return 1

    def shown_from(self, number: int) -> list[str]:
        """Return the sheets without a title of their own that appear when a round is drawn."""
        return [schema.RESULTS, schema.JOURNAL] if number == 1 else []

    def spare_columns(self) -> Mapping[str, bool]:
        """Return the columns of Résultats that not every tournament uses, and whether this one leaves them unused."""
        return {}

    def fitted(
        self, max_width: float = inf, lines: int = 1, *, surnames: bool = False, smaller: float = 1
    ) -> dict[int, str]:
        """Return names by N° that fit a width: full names where they fit, else shortened but still distinct.

        Args:
            max_width: Width of a line, in digits.
            lines: Lines that a name may take.
            surnames: Whether to use short names; see `disambiguate_names`.
            smaller: How many times smaller the letters may get.
        """
        form = max_width, lines, surnames, smaller
        if form not in self._fitted:
            self._fitted[form] = disambiguate_names(
                self.tournament.players, max_width, lines, surnames=surnames, shrinkage=smaller
            )
        return {**self._fitted[form]}

    def names(self) -> dict[int, str]:
        """Return short names by N° for sentences, the bye included."""
        return self.fitted(surnames=True) | {X: self.bye}

    def full_names(self) -> dict[int, str]:
        """Return full names by N°, the bye included."""
        return self.fitted() | {X: self.bye}


Workbook = WorkbookOf[Person, Encounter]  # of any game


def collect_facts(book: Workbook, settings: Mapping[str, str]) -> dict[Fact, str]:
    """Return the facts on the sheets; players without a N° and empty values give none.

    Args:
        book: Decoded workbook.
        settings: Values of the settings on which rules depend.
    """
    facts = {Fact("réglage", 0, name): text for name, text in settings.items()}
    for line, player in book.players.rows:
        if player.number:
            facts |= _player_facts(player, line.text("Absences"))
    for row in book.results.rows:
        facts |= row.facts
    for name, result in book.deciding.items():
        facts[Fact("finale", 0, name)] = result
    players_by_number = book.players.by_number
    for player in book.tournament.players:
        constraints = {"éviter": ",".join(map(str, sorted(player.avoids))), "table": str(player.own_table or "")}
        if player.number in players_by_number:
            facts |= {Fact(kind, 0, player.number): text for kind, text in constraints.items() if text}
    return facts


def _player_facts(player: Person, absences: str) -> dict[Fact, str]:
    """Return the facts of a player; an empty value is no fact."""
    cote, seed = player.cote, getattr(player, "seed", None)
    texts = {
        "nom": to_one_line(player.full_name),
        "licence": to_one_line(getattr(player, "licence", "")),
        "pays": to_one_line(getattr(player, "country", "")),
        "cote": format_number(float(cote)) if cote else "",
        "rang": format_number(float(seed)) if seed else "",
        "absences": to_one_line(absences),
    }
    return {Fact(kind, 0, player.number): text for kind, text in texts.items() if text}


def build_naming(book: Workbook, facts: Facts | None = None) -> FactNames:
    """Return how sentences about changes name players and tables.

    Args:
        book: Decoded workbook.
        facts: Facts before the changes, for the former names of players who have left; None for those of the history.
    """
    facts_before, names = book.memory.facts if facts is None else facts, book.names()
    matches = {(row.round, format_pair_key(*row.match.sides)): row.match for row in book.results.rows}
    return FactNames(
        name=lambda player_id: names.get(player_id) or facts_before.get(Fact("nom", 0, player_id), f"N° {player_id}"),
        table=lambda round_number, pair: match.table if (match := matches.get((round_number, pair))) else 0,
        first=lambda round_number, pair: match.sides[0] if (match := matches.get((round_number, pair))) else 0,
        begun=Fact("appariée", 1) in facts_before,
    )


_MIN_RENAMED = 3  # fewer names changed at once are corrections
PairsMetBefore = Callable[[int], Collection[frozenset[int]]]  # round -> pairs that met before it


def report_field(
    decoded: Workbook, problems: Problems, registered: int, refusal: Notice | None, max_players: int
) -> None:
    """Report at Joueurs that the field cannot play.

    Args:
        decoded: Workbook.
        problems: Receives the problem.
        registered: Number of registered players.
        refusal: Refusal by a rule; None without one.
        max_players: Largest field allowed.
    """
    if registered > max_players:
        refusal = refusal or Notice("too_many_players", {"registered": registered, "most": max_players})
    if refusal is None:
        return
    table, many = decoded.players.table, refusal.key.startswith("too_many")
    row = table.last_row() if many else next(table.free_rows())
    problems.add(schema.PLAYERS, row, table.columns["Nom"], "field", sentence=notice_text(refusal))


def check_formula(decoded: Workbook, problems: Problems) -> None:
    """Report a changed formula once the tournament has begun."""
    before = decoded.memory.now.settings.get("Formule")
    if decoded.memory.drawn and before and before != decoded.tournament.settings.formula.name:
        decoded.settings.problem(problems, "Formule", "formula_changed", formula=before)


def check_order(decoded: Workbook, problems: Problems) -> None:
    """Report fewer rounds than are drawn, and rows of a round beyond the last or after the next one to be drawn."""
    tournament = decoded.tournament
    rounds, drawn = tournament.settings.rounds or 0, len(tournament.rounds)
    if rounds < drawn:
        decoded.settings.problem(problems, "Nombre de rondes", "rounds_below", rounds=rounds, drawn=drawn)
    for row in decoded.results.rows:
        if row.round > max(rounds, drawn):
            row.line.problem(problems, "Ronde", "round_beyond", rounds=rounds)
        elif row.round > drawn + 1:
            row.line.problem(problems, "Ronde", "round_ahead", round=row.round, next=drawn + 1)


def check_rows(decoded: Workbook, problems: Problems) -> None:
    """Report tables that occur twice in the last drawn round or a later one."""
    last = len(decoded.tournament.rounds)
    first_rows: dict[tuple[int, int], InputRow[Encounter]] = {}
    for row in decoded.results.rows:
        key = (row.round, row.match.table)
        if row.round >= last and row.match.table and first_rows.setdefault(key, row) is not row:
            first = first_rows[key].line.row
            row.line.problem(problems, "Table", "table_twice", table=row.match.table, row=first)


def report_pending(decoded: Workbook, problems: Problems) -> None:
    """Report missing results of the last drawn round; rows with another problem are passed over.

    A single one is reported at its cell, several in one sentence with their tables, or each at its cell where a table
    has no number.
    """
    rows = [row for row in decoded.pending if not problems.in_row(schema.RESULTS, row.line.row)]
    if len(rows) == 1 or not all(row.match.table for row in rows):
        for row in rows:
            report_missing(decoded, problems, row)
    elif rows:
        tables = ranges(row.match.table for row in rows)
        rows[0].line.problem(problems, rows[0].missing, "scores_missing", round=rows[0].round, tables=tables)


def report_missing(decoded: Workbook, problems: Problems, row: InputRow[Encounter]) -> None:
    """Report that a row has no result, with the former result if there was one; not when the row has other problems."""
    if not problems.in_row(schema.RESULTS, row.line.row):
        names, (first, second) = decoded.names(), row.match.sides
        old_result = decoded.memory.facts.get(Fact("résultat", row.round, format_pair_key(first, second)))
        was = f" (avant : {result_text(old_result)})" if old_result else ""
        facts = {"table": row.match.table or "?", "one": names[first], "two": names[second], "was": was}
        row.line.problem(problems, row.missing, row.missing_key, **facts)


def list_pending_tables(decoded: Workbook) -> str:
    """Return the tables without result as text: "4 et 7", "17 à 32"; "?" when a table has no number."""
    tables = [row.match.table for row in decoded.pending]
    return ranges(tables) if all(tables) else "?"


def report_scores_over_names(
    decoded: Workbook, problems: Problems, lines: Iterable[Line], columns: Iterable[str]
) -> None:
    """Report scores typed where the program writes a name ([ours])."""
    full_names = {player.full_name for _, player in decoded.players.rows}
    for line in lines:
        for column in columns:
            if (text := line.text(column)) not in full_names and looks_like_score(text):
                line.problem(problems, column, "score_over_name", text=text)


def report_moved_names(decoded: Workbook, problems: Problems) -> None:
    """Report at the first changed name that a column of Joueurs was probably sorted or moved alone.

    This is so when more than a third of the players in the history, and at least `_MIN_RENAMED`, have other names:
    results belong to N° ([ours]).
    """
    former_names = decoded.memory.now.by_number("nom")
    current_names = {player.number: to_one_line(player.full_name) for _, player in decoded.players.rows}
    changed = [
        player_id
        for player_id, name in former_names.items()
        if player_id in current_names and normalize(current_names[player_id]) != normalize(name)
    ]
    if len(changed) >= _MIN_RENAMED and 3 * len(changed) > len(former_names):
        lines = {player.number: line for line, player in decoded.players.rows}
        first = min(changed, key=lambda player_id: lines[player_id].row)
        facts = {"count": len(changed), "number": first, "was": former_names[first], "now": current_names[first]}
        lines[first].problem(problems, "Nom", "names_moved", **facts)


def find_rematches(decoded: Workbook, pairs_met_before: PairsMetBefore, until: int) -> Iterator[Notice]:
    """Yield warnings for rematches that the organiser set up in the open or the next round (C9 avoids them).

    Args:
        decoded: Workbook to examine.
        pairs_met_before: Returns the pairs that met before a round.
        until: First round in which everybody may have met everybody; rounds from here on are not examined.
    """
    drawn = len(decoded.tournament.rounds)
    paired_round, under_way = decoded.memory.drawn.get(drawn), decoded.tournament.rounds[-1] if decoded.pending else ()
    if paired_round:
        by_program = paired_round.after.pairs(drawn) - paired_round.after.imposed(drawn)
        manual_matches = [match for match in under_way if frozenset(match.sides) not in by_program]
    else:  # paired by the action under way, or by no action
        manual_matches = [
            match for match in under_way if not match.reason or reasons.is_organisers_choice(match.reason)
        ]
    candidates = [
        *((drawn, match.sides) for match in manual_matches),
        *((drawn + 1, match.sides) for match in decoded.tournament.fixed),
    ]
    met_pairs = {
        number: pairs_met_before(number)
        for number in {round_number for round_number, _ in candidates if round_number < until}
    }
    for number, (first, second) in candidates:
        if frozenset((first, second)) in met_pairs.get(number, ()):
            names = decoded.names()
            yield Notice("rematch_by_hand", {"round": number, "one": names[first], "two": names[second]})


def find_no_shows(decoded: Workbook) -> Iterator[Notice]:
    """Yield at most one warning: who plays the open round forfeited the previous one and announced no absence."""
    number, rounds = len(decoded.tournament.rounds), decoded.tournament.rounds
    if not decoded.pending or number < 2:
        return
    absences = {player.number: player.absences for player in decoded.tournament.players}
    absentees = {
        player_id for match in rounds[-2] for player_id in match.sides
        if player_id != X and match.gave(player_id)
        and number - 1 not in absences[player_id] and number not in absences[player_id]
    }  # fmt: skip
    no_show_ids = sorted(
        player_id
        for match in rounds[-1]
        for player_id in match.sides
        if player_id in absentees and not match.gave(player_id)
    )
    if no_show_ids:
        names = decoded.names()
        name_list = join_items([names[player_id] for player_id in no_show_ids])
        yield Notice("no_shows", {"round": number, "before": number - 1, "names": name_list})
