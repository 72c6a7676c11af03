"""Builds the sample workbooks: invented players, but the facts of published events hold (see README.md here).

Usage: python samples/build_samples.py [FOLDER]. The same bytes of content every time: results come from fixed seeds,
found by trying one after the other until the published facts hold.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tournament_xl.actions import simulate, workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read import decode
from tournament_xl.games.scrabble.rules.model import Tournament
from tournament_xl.games.scrabble.rules.standings import Standing, standings
from tournament_xl.players.othello_list import read_world_list
from tournament_xl.players.player_lists import read_list
from tournament_xl.storage import new_file, timestamps
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Draft, Snapshot, compute_edits
from tournament_xl.workbook.tables import Problems, find_right_of, find_table
from tournament_xl.workbook.working_copy import Outcome

HERE = Path(__file__).parent
Facts = Callable[[list[Standing]], bool]


@dataclass(frozen=True, slots=True)
class Sample:
    """A workbook: who plays, how far it has gone, and what must be true of its final standings."""

    file: str
    players: str  # list in this folder
    settings: dict[str, str]
    stop: int  # rounds played; one more is drawn, half filled, when it is below the tournament's length
    take: int = 1000  # players taken from the list
    leaves_after: int = 0  # the last of the initial ranking leaves after this round
    facts: Facts = field(default=lambda table: True)


def winner_wins_all(table: list[Standing]) -> bool:
    return table[0].won == table[0].played == 5


def one_perfect_and_nobody_without_win(table: list[Standing]) -> bool:
    return [line.won for line in table].count(5) == 1 and all(line.won for line in table)


def two_win_all(table: list[Standing]) -> bool:
    return [line.won for line in table].count(8) == 2


SAMPLES = (
    Sample(
        "geneve-2010.xlsx",
        "joueurs-geneve.csv",
        {"Nom": "UIT Genève classique 2010 (exemple)", "Lieu": "Genève", "Date de début": "20/06/2010"},
        stop=5,
        leaves_after=3,
        facts=winner_wins_all,
    ),
    Sample(
        "cote-saint-andre-2018.xlsx",
        "joueurs-cote-saint-andre.csv",
        {
            "Nom": "La Côte-Saint-André classique 2018 (exemple)",
            "Lieu": "La Côte-Saint-André",
            "Date de début": "24/11/2018",
            "Édition": "F10",
        },
        stop=5,
        facts=one_perfect_and_nobody_without_win,
    ),
    Sample(
        "championnat-64-en-cours.xlsx",
        "joueurs-federation.csv",
        {"Nom": "Championnat de printemps", "Lieu": "Lyon", "Date de début": "14/03/2026", "Date de fin": "15/03/2026"},
        stop=3,
    ),
    Sample(
        "open-64-finale.xlsx",
        "joueurs-federation.csv",
        {
            "Nom": "Open d'automne",
            "Lieu": "Annecy",
            "Date de début": "10/10/2026",
            "Date de fin": "11/10/2026",
            "Formule": "Open",
        },
        stop=8,
        facts=two_win_all,
    ),
    Sample(
        "toutes-rondes-a-apparier.xlsx",
        "joueurs-cote-saint-andre.csv",
        {"Nom": "Coupe du club", "Lieu": "Vienne", "Date de début": "05/12/2026", "Formule": "Toutes-rondes"},
        stop=0,
        take=5,
    ),
)


@dataclass(frozen=True, slots=True)
class OthelloSample:
    """A workbook of Othello: `away` is a row of Absences by the player's place in the list, from 0."""

    file: str
    settings: dict[str, str]
    stop: int  # rounds played; one more is drawn, half filled, when it is below the tournament's length
    take: int = 1000
    away: dict[int, str] = field(default_factory=dict)
    finals: dict[str, int] = field(default_factory=dict)  # choices on Finales
    final_games: int = 0  # how many of the games proposed there are played


OTHELLO_SAMPLES = (
    OthelloSample(
        "othello-17-en-cours.xlsx",
        {"Nom": "Grand Prix d'Othello (exemple)", "Lieu": "Grenoble", "Date de début": "07/03/2026",
         "Nombre de rondes": "7"},
        stop=4,
        away={16: "4-", 5: "1"},
    ),
    OthelloSample(
        "othello-finales.xlsx",
        {"Nom": "Championnat d'Othello (exemple)", "Lieu": "Nancy", "Date de début": "06/06/2026",
         "Date de fin": "07/06/2026", "Nombre de rondes": "11"},
        stop=11,
        take=16,
        finals={othello.SEMI_FINALS: 1, othello.THIRD_PLACE: 1, othello.FINAL: 3},
        final_games=4,
    ),
)  # fmt: skip


def build_othello(sample: OthelloSample, folder: Path) -> Path:
    """Write a sample workbook of Othello; return the path."""
    path = folder / sample.file
    path.unlink(missing_ok=True)
    date = f"{sample.settings['Date de début']} 09:30"
    listed_players = read_world_list((HERE / "joueurs-othello.txt").read_text(encoding="latin-1"))
    players = [
        listed_player.row | {"Absences": sample.away.get(index, "")}
        for index, listed_player in enumerate(listed_players[: sample.take])
    ]
    new_file.create_workbook(path, sample.settings | {"Graine": "2018"}, players, date=date, game="othello")
    book, chances = ClosedFile(path), simulate.Chances("1")
    start = book.read()
    now = pressed(start, simulate.simulate(start, sample.stop, chances, date))
    if sample.stop < int(sample.settings["Nombre de rondes"]):
        paired = workbook_actions.apply_outcome(now, workbook_actions.pair(now, date))
        now = _without_last_scores(simulate.fill_last_round(paired, chances), paired)
    now = with_finals(now, sample.finals, [(38 + 3 * game, 26 - 3 * game) for game in range(sample.final_games)], date)
    save(book, start, now)
    return path


def pressed(now: Snapshot, outcome: Outcome) -> Snapshot:
    """Apply the outcome of a press that must not be refused."""
    assert outcome.code == DONE, outcome
    return workbook_actions.apply_outcome(now, outcome)


def with_finals(now: Snapshot, choices: Mapping[str, int], results: Sequence[tuple[int, int]], date: str) -> Snapshot:
    """Choose the finals on Finales of Othello, update, then type these discs in its first games without a result."""
    draft = Draft(now)
    for label, games in choices.items():
        draft.put(schema.FINALS, *(find_right_of(now, schema.FINALS, label) or (1, 1)), games)
    now = pressed(draft.after(), workbook_actions.update(draft.after(), date))
    for discs in results:
        table = find_table(now, schema.FINALS, othello.COLUMNS[schema.FINALS], Problems())
        assert table
        line = next(line for line in table.lines() if line.text("N° N") and line.empty("Pions N"))
        draft = Draft(now)
        for column, value in zip(("Pions N", "Pions B"), discs, strict=True):
            draft.put(schema.FINALS, line.row, table.columns[column], value)
        now = pressed(draft.after(), workbook_actions.update(draft.after(), date))
    return now


def save(book: ClosedFile, start: Snapshot, end: Snapshot) -> None:
    """Save the workbook as presses leave it: its pages, and the sheets that now have content visible."""
    typed = {*schema.INPUT_SHEETS, schema.PRIZES, schema.MEMORY}
    before = end._replace(sheets={**start.sheets, **{name: end.sheets[name] for name in typed & end.sheets.keys()}})
    press = workbook_actions.update(before, "")
    once = (schema.RESULTS, schema.JOURNAL, schema.GROUPS, schema.FINALS, schema.RATINGS)
    visible_sheets = {*press.unhide, *(name for name in once if start.sheets.get(name) != end.sheets.get(name))}
    backup = book.write(
        compute_edits(start, end),
        stamp=timestamps.backup_stamp("avant exemple"),
        unhide=visible_sheets,
        layout_changes=press.layout_changes,
    )
    if backup:
        backup.unlink()
        backup.parent.rmdir()


def build(sample: Sample, folder: Path) -> Path:
    """Write a sample workbook; return the path."""
    path = folder / sample.file
    path.unlink(missing_ok=True)
    date = f"{sample.settings['Date de début']} 09:30"
    players = read_list(HERE / sample.players)[: sample.take]
    new_file.create_workbook(path, sample.settings | {"Graine": "2018"}, players, date=date)
    book = ClosedFile(path)
    start = book.read()
    end = next(played for seed in count(1) if (played := _play(start, sample, str(seed), date)))
    save(book, start, end)
    return path


def _play(start: Snapshot, sample: Sample, seed: str, date: str) -> Snapshot | None:
    """Play the workbook with a seed; return None when the facts do not come out."""
    if sample.stop == 0:
        return start
    chances = simulate.Chances(seed)
    first = sample.leaves_after or sample.stop
    now = pressed(start, simulate.simulate(start, first, chances, date))
    if sample.leaves_after:
        left = _departure(now, sample.leaves_after)
        now = pressed(left, simulate.simulate(left, sample.stop - first, chances, date))
    decoded = _decoded(now)
    if not sample.facts(standings(decoded.tournament, sample.stop)):
        return None
    if decoded.tournament.settings.rounds == sample.stop:
        return now
    paired = workbook_actions.apply_outcome(now, workbook_actions.pair(now, date))
    half = _without_last_scores(simulate.fill_last_round(paired, chances), paired)
    return workbook_actions.apply_outcome(half, workbook_actions.update(half, date))


def _decoded(now: Snapshot) -> ScrabbleBook:
    decoded = decode(now)
    assert isinstance(decoded, ScrabbleBook) and not decoded.problems, decoded
    return decoded


def _departure(now: Snapshot, last_round: int) -> Snapshot:
    decoded, draft = _decoded(now), Draft(now)
    tournament: Tournament = decoded.tournament
    line = decoded.lines[max(tournament.players, key=lambda player: player.seed or 0).number]
    draft.put(schema.PLAYERS, line.row, line.table.columns["Absences"], f"{last_round + 1}-")
    return draft.after()


def _without_last_scores(filled: Snapshot, paired: Snapshot) -> Snapshot:
    """Keep the scores of the first half of the tables only, as in the middle of an afternoon."""
    edits = compute_edits(paired, filled)
    draft = Draft(paired)
    cells = [(block.sheet, block.row + i, block.column + j, value)
             for block in edits for i, row in enumerate(block.values) for j, value in enumerate(row)]  # fmt: skip
    rows = sorted({row for _, row, _, _ in cells})
    early = set(rows[: len(rows) // 2])
    for sheet, row, column, value in cells:
        if row in early:
            draft.put(sheet, row, column, value)
    return draft.after()


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0]) if arguments else HERE
    for sample in SAMPLES:
        print(build(sample, folder))
    for othello_sample in OTHELLO_SAMPLES:
        print(build_othello(othello_sample, folder))


if __name__ == "__main__":
    main(sys.argv[1:])
