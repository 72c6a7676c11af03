"""The sheet Finales: what is played there, the games typed, the rows that the program proposes next (F1, F2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournament_xl.book import labels as shared
from tournament_xl.book.grid import Line, Problems, Table, right_of, whole
from tournament_xl.book.snapshot import Cell, Draft, Snapshot, cell_text
from tournament_xl.book.typed_rows import People
from tournament_xl.folding import fold
from tournament_xl.games.othello import bracket, labels
from tournament_xl.games.othello.decode_sheets import DISCS, NAMES, Row, read_game
from tournament_xl.model import Notice
from tournament_xl.record import field, record, workspace
from tournament_xl.rules.othello import finals as rules
from tournament_xl.rules.othello.finals import Match
from tournament_xl.rules.othello.model import BIP, Game, Player, Tournament
from tournament_xl.rules.othello.standings import Standing, standings
from tournament_xl.texts import othello_sheets as texts

STAGES_OF = {
    labels.PLAY_OFF: (rules.PLAYOFF,),
    labels.SEMI_FINALS: (rules.SEMI_1, rules.SEMI_2),
    labels.THIRD_PLACE: (rules.THIRD,),
    labels.FINAL: (rules.FINAL,),
}  # choice on the sheet -> the matches that it means
_MOST_GAMES = max(int(games) for choices in labels.FINAL_CHOICES.values() for games in choices)


@record
class FinalRow:
    """A row of Finales that names two opponents."""

    line: Line
    stage: str
    number: int  # of the game in its match
    game: Game

    @property
    def typed(self) -> bool:
        """Whether there is a result, or half of one."""
        return not self.line.empty(*DISCS, "Fin")

    def compact(self) -> str:
        """The row as typed, as in Résultats."""
        return Row(self.line, 0, self.game).compact()


@workspace
class Finals:
    """The sheet as read."""

    table: Table
    best_of: dict[str, int] = field(default_factory=dict)  # matches that are played -> games at most
    rows: list[FinalRow] = field(default_factory=list)

    def matches(self, standing: Sequence[Standing]) -> dict[str, Match]:
        """Every match whose two players are known, as it stands."""
        found: dict[str, Match] = {}
        while True:
            pairs = rules.bracket(standing, self.best_of, found)
            new = {stage: pair for stage, pair in pairs.items() if stage not in found}
            if not new:
                return found
            for stage, (better, other) in new.items():
                games = [row.game for row in self._played(stage, {better, other})]
                found[stage] = rules.match(better, other, games, self.best_of[stage])

    def so_far(self) -> dict[str, str]:
        """What is typed, in compact form: "Finale 1" -> "1-5:40/24", half a result as "1-5:40/?"."""
        rows = sorted(self.rows, key=lambda row: ((*rules.STAGES, rules.UNRANKED).index(row.stage), row.number))
        return {f"{texts.STAGES[row.stage]} {row.number}": row.compact() for row in rows if row.typed}

    def uncounted(self, tournament: Tournament, names: Mapping[int, str], problems: Problems) -> Iterator[Notice]:
        """Typed results that count nowhere: a problem where the match is not to be played so, by the standings as
        they are now (a corrected round may have changed them); a notice where the match was won before (F1).
        """
        typed = [row for row in self.rows if row.typed and row.stage != rules.UNRANKED]
        over = tournament.played == tournament.settings.rounds
        matches = self.matches(standings(tournament, tournament.played)) if typed and over else {}
        for row in typed:
            match, stage = matches.get(row.stage), texts.STAGES[row.stage]
            if row.stage not in self.best_of:
                row.line.problem(problems, "Match", "final_unchosen", stage=stage)
            elif match is None:
                row.line.problem(problems, "Match", "final_not_due", stage=stage)
            elif set(row.game.sides) != {match.better, match.other}:
                one, two = names[match.better], names[match.other]
                row.line.problem(problems, "N° N", "final_pair", stage=stage, one=one, two=two)
            else:
                yield from self._surplus(row, match, problems)

    def _surplus(self, row: FinalRow, match: Match, problems: Problems) -> Iterator[Notice]:
        """Whether a game came after the last one that the match may have, or needed."""
        games, best_of = self._played(row.stage, {match.better, match.other}), self.best_of[row.stage]
        before = [one.game for one in games[: games.index(row)]] if row in games else [one.game for one in games]
        stage = texts.STAGES[row.stage]
        if len(before) >= best_of:
            row.line.problem(problems, "Partie", "final_surplus", stage=stage, games=best_of)
        elif rules.match(match.better, match.other, before, best_of).winner is not None:
            yield Notice("final_won_before", {"row": row.line.row, "stage": stage, "game": row.number})

    def _played(self, stage: str, pair: set[int]) -> list[FinalRow]:
        """The games of a match that have a result, in their order."""
        played = [row for row in self.rows if row.stage == stage and set(row.game.sides) == pair and row.game.complete]
        return sorted(played, key=lambda row: row.number)


def read_finals(
    snapshot: Snapshot, table: Table, players: Mapping[int, Player], problems: Problems, *, halves: bool
) -> Finals:
    """What is chosen and typed, problems at their cells; `halves` of discs as in Résultats."""
    finals = Finals(table)
    for label, choices in labels.FINAL_CHOICES.items():
        at = right_of(snapshot, shared.FINALS, label)
        text = cell_text(snapshot.cell(shared.FINALS, *at)) if at else ""
        if at and text and text not in choices:
            problems.add(shared.FINALS, *at, "choice", text=text, name=label, choices=", ".join(choices))
        elif text:
            finals.best_of |= dict.fromkeys(STAGES_OF[label], int(text))
    stages = {fold(name): stage for stage, name in texts.STAGES.items()}
    seen: dict[tuple[str, int], FinalRow] = {}
    people = People(players)
    for line in table.lines():
        if line.empty(*(column for column in line.texts if column not in ("Match", "Partie"))):
            continue
        stage = stages.get(fold(line.text("Match")))
        if stage is None:
            key = "final_match" if line.text("Match") else "final_unnamed"
            line.problem(problems, "Match", key, text=line.text("Match"), known=", ".join(texts.STAGES.values()))
            continue
        game = read_game(line, people, problems, halves=halves)
        if game is None:
            continue
        if stage == rules.UNRANKED:
            count = sum(row.stage == stage for row in finals.rows)
            finals.rows.append(FinalRow(line, stage, count + 1, game))
            continue
        game_number = whole(line.text("Partie") or "1")
        if game_number is None or not 1 <= game_number <= _MOST_GAMES:
            line.problem(problems, "Partie", "final_game", text=line.text("Partie"), most=_MOST_GAMES)
            continue
        row = FinalRow(line, stage, game_number, game)
        if (first := seen.setdefault((row.stage, row.number), row)) is not row:
            line.problem(problems, "Partie", "final_twice", game=row.number, row=first.line.row)
        finals.rows.append(row)
    return finals


def write(draft: Draft, finals: Finals, won: Mapping[str, Match], names: Mapping[int, str]) -> None:
    """The next game of every match that is not over, rows that are no longer to be played taken away, names.

    Who chooses the colour stands as Black; the numbers may be exchanged. Typed games are never changed.
    """
    wanted = {(stage, match.next_game.number): match for stage, match in won.items() if match.next_game}
    for row in finals.rows:
        match = wanted.get((row.stage, row.number))
        proposed = not row.game.complete and not row.typed
        if match and set(row.game.sides) == {match.better, match.other}:
            del wanted[row.stage, row.number]
        elif proposed and row.stage != rules.UNRANKED:
            for at in finals.table.columns.values():
                draft.put(shared.FINALS, row.line.row, at, None)
            continue
        for column, who in zip(NAMES, row.game.sides, strict=True):
            draft.put(shared.FINALS, row.line.row, finals.table.columns[column], names[who] if who != BIP else None)
    rows = finals.table.free_rows()
    for (stage, number), match in wanted.items():
        coming = match.next_game
        black = (coming and (coming.black or coming.chooser)) or match.better
        white = match.other if black == match.better else match.better
        values: dict[str, Cell] = {
            "Match": texts.STAGES[stage], "Partie": number, "N° N": black, "Noir": names[black], "Blanc": names[white],
            "N° B": white,
        }  # fmt: skip
        free = next(rows)
        for column, value in values.items():
            draft.put(shared.FINALS, free, finals.table.columns[column], value)


def draw(draft: Draft, finals: Finals, won: Mapping[str, Match], names: Mapping[int, str], event: str) -> None:
    """The bracket: games won of a match of three, discs of a single game."""
    boxes = {}
    for stage, match in won.items():
        values, size = (match.half_points, 2) if finals.best_of[stage] > 1 else (match.discs, 1)
        played = any(match.half_points) or match.winner is not None
        one, two = (int(value) // size if value % size == 0 else value / size for value in values)
        winner = names[match.winner] if match.winner is not None else ""
        pair = names[match.better], names[match.other]
        boxes[stage] = bracket.Box(pair, (one, two) if played else (None, None), winner, texts.STAGES[stage])
    bracket.write(draft, boxes, event)


def to_play(won: Mapping[str, Match]) -> list[str]:
    """The matches that are not over, as on the sheet."""
    return [texts.STAGES[stage] for stage, match in won.items() if match.next_game]
