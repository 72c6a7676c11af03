"""The tables of a workbook as rows, columns named as on its sheets; both games. Figures are those of the sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from tournament_xl.book import labels
from tournament_xl.book.grid import Line, read_date
from tournament_xl.book.grid import number as read_number
from tournament_xl.book.snapshot import Cell
from tournament_xl.games.othello import labels as othello_labels
from tournament_xl.games.othello.decoded import Decoded as Othello
from tournament_xl.games.scrabble.decoded import Decoded as Scrabble
from tournament_xl.games.scrabble.encode_ratings import value_of
from tournament_xl.model import Match, X
from tournament_xl.rules.othello.model import BIP
from tournament_xl.texts import exports as texts

Decoded = Scrabble | Othello
NUMBERS = ("N°", "Cote", "Rang initial", "Ronde")  # columns of the sheets that are typed in
_DAY_ZERO = datetime(1899, 12, 30)  # of a spreadsheet


class Table(NamedTuple):
    """A table: its columns in order, and rows that may lack some."""

    columns: Sequence[str]
    rows: Sequence[dict[str, Cell]]

    def lines(self) -> Iterator[list[Cell]]:
        """The names of the columns, then each row."""
        yield list(self.columns)
        for row in self.rows:
            yield [row.get(name) for name in self.columns]


class NotYetError(Exception):
    """The round is not played, or the tournament not over; the text is a French sentence."""


def players(decoded: Decoded) -> Table:
    """Joueurs as typed, a row a player, in the order of the sheet; N° also where it is yet to be written."""
    table = decoded.players.table
    numbers = {line.row: number for number, line in decoded.lines.items()}
    rows = [_typed(line) | {"N°": numbers.get(line.row)} for line, _ in decoded.players.rows]
    return Table([*table.columns], rows)


def games(decoded: Decoded) -> Table:
    """Two rows a game, one for each player; one where a player met X or BIP.

    Of a match of several games, PM stands in the row of its first game, Pdep in each; sums are those of Classement.
    """
    if isinstance(decoded, Othello):
        return Table(texts.OTHELLO_GAMES, [*_othello_games(decoded)])
    return Table(texts.SCRABBLE_GAMES, [*_scrabble_games(decoded)])


def standings(decoded: Decoded, after: int | None = None) -> Table:
    """Classement after a round (None: the last complete one), names in full."""
    return standings_after(decoded, _round(decoded, after))


def standings_after(decoded: Decoded, after: int) -> Table:
    """Classement after any drawn round; where results are missing, as far as it goes."""
    names = {player.number: player.full_name for player in decoded.tournament.players}
    if isinstance(decoded, Othello):
        from tournament_xl.games.othello.encode import standings_rows as othello_rows

        (ranked, _), (earlier, _) = (decoded.standings(number) for number in (after, max(0, after - 1)))
        columns = othello_labels.COLUMNS[labels.STANDINGS]
        return Table((*columns, labels.MOVE_COLUMN), othello_rows(decoded, ranked, earlier, after, names))
    from tournament_xl.games.scrabble.encode import standings_rows
    from tournament_xl.rules.scrabble.standings import standings as rank

    found = rank(decoded.tournament, after)
    before = rank(decoded.tournament, after - 1) if after > 1 else []
    columns = labels.SCRABBLE_COLUMNS[labels.STANDINGS]
    return Table((*columns, labels.MOVE_COLUMN), standings_rows(decoded, found, before, after, names))


def crosstable(decoded: Decoded, after: int | None = None) -> Table:
    """Grille after a round (None: the last complete one), names in full."""
    after = _round(decoded, after)
    names = {player.number: player.full_name for player in decoded.tournament.players}
    if isinstance(decoded, Othello):
        from tournament_xl.games.othello.encode import grid_rows as othello_rows

        rows, further = othello_rows(decoded, decoded.standings(after)[0], after, names)
        return Table((*othello_labels.COLUMNS[labels.GRID], *further), rows)
    from tournament_xl.games.scrabble.encode import grid_rows
    from tournament_xl.rules.scrabble.standings import standings as rank

    rows, further = grid_rows(decoded, rank(decoded.tournament, after), after, names)
    return Table((*labels.SCRABBLE_COLUMNS[labels.GRID], *further), rows)


def ratings(decoded: Decoded, *, provisional: bool = False) -> Table:
    """Cotes with their working; before the end only if `provisional`, as if the tournament ended now."""
    if isinstance(decoded, Othello):
        raise NotYetError(texts.NO_RATINGS)
    from tournament_xl.games.scrabble.encode_ratings import rating_row
    from tournament_xl.rules.scrabble.rating import ratings as rate
    from tournament_xl.seasons import named

    tournament = decoded.tournament
    played, rounds = tournament.played, tournament.settings.rounds or 0
    if not played or not (provisional or (played == rounds and decoded.formula.still_to_play(tournament) is None)):
        raise NotYetError(texts.NOT_RATED.format(played=played, rounds=rounds))
    found = rate(tournament, played, named(tournament.settings.season))
    rows = [rating_row(line) | {labels.CHANGE_COLUMN: value_of(line.gain.total)} for line in found.lines]
    return Table((*labels.SCRABBLE_COLUMNS[labels.RATINGS], labels.CHANGE_COLUMN), rows)


def journal(decoded: Decoded) -> Table:
    """Journal: each press and change; Date as a text "2026-11-21 14:05" where the cell holds one."""
    rows = [_typed(line) | {"Date": moment(line.text("Date"))} for line in decoded.journal.lines()]
    return Table([*decoded.journal.columns], rows)


def first_day(decoded: Decoded) -> date | None:
    """The setting Date de début, if it is a date."""
    return read_date(decoded.settings.text("Date de début"))


def _typed(line: Line) -> dict[str, Cell]:
    """The cells of a row; numbers where the column holds numbers."""
    return {
        name: _count(value) if name in NUMBERS and (value := read_number(text)) is not None else text or None
        for name in line.table.columns
        if (text := line.text(name)) is not None
    }


def moment(text: str) -> str:
    """A date of a spreadsheet, days since the end of 1899, as "2026-11-21 14:05"; anything else as it is."""
    days = read_number(text)
    return text if days is None else f"{_DAY_ZERO + timedelta(minutes=round(days * 24 * 60)):%Y-%m-%d %H:%M}"


def _round(decoded: Decoded, after: int | None) -> int:
    played = decoded.tournament.played
    if after is None:
        return played
    if not 0 <= after <= played:
        raise NotYetError(texts.NO_ROUND.format(after=after, played=played))
    return after


def _scrabble_games(decoded: Scrabble) -> Iterator[dict[str, Cell]]:
    from tournament_xl.rules.scrabble.scoring import EDITIONS, tallies

    tournament = decoded.tournament
    forfeit = EDITIONS[tournament.settings.edition].forfeit
    names = {player.number: player.full_name for player in tournament.players} | {X: "X"}
    cotes = {player.number: _count(player.cote) for player in tournament.players}
    for number, matches in enumerate(tournament.rounds, start=1):
        for match in matches:
            found = tallies(match, forfeit) if match.complete else (None, None)
            for who, tally in zip(match.sides, found, strict=True):
                if who == X:
                    continue
                other = match.opponent(who)
                row: dict[str, Cell] = {
                    "Ronde": number, "Table": match.table or None, "N°": who, "Joueur": names[who],
                    "Adversaire": names[other], "N° adverse": other or None, "Cote": cotes[who],
                    "Cote adverse": cotes.get(other), "Forfait": _forfeit(match, who),
                }  # fmt: skip
                if tally:
                    row |= {"Résultat": tally.outcome, "PM": tally.pm, "Pdep": tally.pdep}
                yield from _each_game(match, who, row)


def _each_game(match: Match, who: int, row: dict[str, Cell]) -> Iterator[dict[str, Cell]]:
    """A row for each game of a match; without games, and of a forfeit, the row itself."""
    from tournament_xl.rules.scrabble.scoring import CAP

    for at, scores in enumerate(match.games, start=1):
        own, other = scores if who == match.one else scores[::-1]
        shown = row | {"Score": own, "Score adverse": other, "Manche": at}
        if len(match.games) > 1 and not match.forfeits and "Pdep" in row:
            shown["Pdep"] = max(-CAP, min(CAP, own - other))
        if at > 1:
            shown.pop("PM", None)
            if match.forfeits:
                shown.pop("Pdep", None)
        yield shown
    if not match.games:
        yield row


def _forfeit(match: Any, who: int) -> str:
    gave, got = match.gave(who), match.gave(match.opponent(who))
    return texts.BOTH if gave and got else texts.GAVE if gave else texts.GOT if got else ""


def _othello_games(decoded: Othello) -> Iterator[dict[str, Cell]]:
    from tournament_xl.games.othello.encode import exact
    from tournament_xl.rules.othello.results import WIN, entry

    tournament, settings = decoded.tournament, decoded.tournament.settings
    names = decoded.full_names()
    ratings_of = {player.number: player.rating for player in tournament.players}
    for number, games_ in enumerate(tournament.rounds, start=1):
        for game in games_:
            typed = (game.discs_black, game.discs_white)
            for who, discs in zip(game.sides, (typed, typed[::-1]), strict=True):
                if who == BIP:
                    continue
                other = game.opponent(who)
                row: dict[str, Cell] = {
                    "Ronde": number, "Table": game.table or None, "N°": who, "Joueur": names[who],
                    "Adversaire": names[other], "N° adverse": other or None, "Score": _count(discs[0]),
                    "Score adverse": _count(discs[1]), "Forfait": _forfeit(game, who), "Cote": ratings_of[who],
                    "Cote adverse": ratings_of.get(other), "Fin": game.end,
                    "Couleur": "" if game.bye else texts.BLACK if who == game.black else texts.WHITE,
                }  # fmt: skip
                if game.complete:
                    line = entry(game, who, number, settings.bye_discs, settings.bye_half_points)
                    row["Résultat"] = {WIN: "G", 1: "N", 0: "P"}[line.half_points]
                    row |= {"Points": line.half_points / 2, "Pions": exact(line.discs)}
                yield row


def _count(discs: float | None) -> Cell:
    return int(discs) if discs is not None and float(discs).is_integer() else discs
