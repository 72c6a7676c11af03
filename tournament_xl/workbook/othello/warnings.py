"""What the organiser of an Othello tournament should know although nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tournament_xl.model import Notice
from tournament_xl.othello.model import FORFEIT, NEITHER, SWISS, Game
from tournament_xl.othello.results import discs
from tournament_xl.othello.round_robin import same_cycle, suggestion
from tournament_xl.texts import othello_sheets as texts
from tournament_xl.texts.names import listing
from tournament_xl.workbook import by_hand
from tournament_xl.workbook.grid import MOST_ROUNDS
from tournament_xl.workbook.othello import checks
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.shared_checks import absences_beyond, names_as_numbers


def warnings(decoded: Decoded) -> Iterator[Notice]:
    """What a person may have overlooked in the current round, and choices that are open."""
    yield from _could_be_round_robin(decoded)
    yield from _current_round(decoded)
    yield from by_hand.no_shows(decoded)
    settings = decoded.tournament.settings
    if settings.most_meetings == 1 or settings.formula != SWISS:
        before = len(decoded.tournament.players) if settings.formula == SWISS else MOST_ROUNDS
        yield from by_hand.of_open_rounds(decoded, by_hand.rematches(decoded, partial(_met, decoded), before))
    yield from _met_again(decoded)
    yield from by_hand.of_open_rounds(decoded, by_hand.absent_but_played(decoded))
    yield from _few_discs(decoded)
    yield from _ends_with_discs(decoded)
    yield from absences_beyond(decoded)
    yield from names_as_numbers(decoded)


def _could_be_round_robin(decoded: Decoded) -> Iterator[Notice]:
    """R1: PAPP plays a round robin when at most 2·⌈R/2⌉ players are there for R rounds; the workbook asks."""
    settings, players = decoded.tournament.settings, len(decoded.tournament.players)
    rounds = decoded.settings.settings.rounds or 0
    if decoded.first_pairing and settings.formula == SWISS and players > 2 and suggestion(players, rounds):
        yield Notice("round_robin_possible", {"players": players, "rounds": rounds})


def _met(decoded: Decoded, number: int) -> set[frozenset[int]]:
    """The pairs that played each other before a round (R1: in its cycle); BIP is nobody's opponent."""
    played = (game for games in same_cycle(decoded.tournament, number) for game in games if not game.bye)
    return {frozenset(game.sides) for game in played if game.end not in FORFEIT | {NEITHER}}


def _met_again(decoded: Decoded) -> Iterator[Notice]:
    """Pairs of a round robin's open round that met before in its cycle, since its order was changed (R1)."""
    number, names = len(decoded.tournament.rounds), decoded.names()
    past = decoded.memory.drawn.get(number)
    if decoded.tournament.settings.formula == SWISS or not decoded.pending or past is None:
        return
    by_program, met = past.after.pairs(number) - past.after.imposed(number), _met(decoded, number)
    again = [game.sides for game in decoded.tournament.rounds[-1] if frozenset(game.sides) in met & by_program]
    if again:
        pairs = [f"{names[black]} et {names[white]}" for black, white in again]
        yield Notice("rematch_of_table", {"round": number, "pairs": ", ".join(pairs)})


def _current_round(decoded: Decoded) -> Iterator[Notice]:
    """Who has no row although he is there, and who is paired although announced absent."""
    tournament, names = decoded.tournament, decoded.names()
    number = len(tournament.rounds)
    if not decoded.pending:
        return
    here = {who for game in tournament.rounds[-1] for who in game.sides}
    past = decoded.memory.drawn.get(number)
    drawn = {who for pair in (past.after.pairs(number) if past else ()) for who in pair}
    idle = sorted(
        player.number
        for player in tournament.players
        if number not in player.absences and player.number not in here and (player.number in drawn or not drawn)
    )
    if idle:
        yield Notice("idle", {"round": number, "names": listing([names[who] for who in idle])})
    if left := checks.gone(decoded):
        rows = checks.rows_to_type(decoded)
        yield Notice("left_after_draw", {"round": number, "names": listing([names[who] for who in left]), "rows": rows})


def _few_discs(decoded: Decoded) -> Iterator[Notice]:
    """Counts under 64 (B1), which may be a slip: in the last round, and while that is open in the one before, for who
    types and pairs at once; in others, and on Finales, until the Journal has them.
    """
    last = len(decoded.tournament.rounds)
    lasting = {last - 1, last} if decoded.pending else {last}
    for number in range(1, last + 1):
        few = checks.few_discs(decoded, number) if lasting & {number} or by_hand.is_new(decoded, number) else None
        if few:
            notice = Notice("empty_squares", {"round": number, "tables": texts.empty_squares(few)})
            if number in lasting:
                yield notice
            else:  # this press records them
                decoded.once.append(notice)
    if decoded.finals_changed:
        for row, empty in checks.few_discs_in_finals(decoded):
            place = texts.at_final(row.stage, row.number)
            decoded.once.append(Notice("empty_squares_final", {"place": place, "empty": empty}))


def _ends_with_discs(decoded: Decoded) -> Iterator[Notice]:
    """Discs typed beside a forfeit that are not what it counts (B4): they are ignored, by the contract."""
    games = [(texts.at_table(row.round, row.match.table), row.match) for row in decoded.results.rows]
    games += [
        (texts.at_final(row.stage, row.number), row.game) for row in (decoded.finals.rows if decoded.finals else ())
    ]
    for place, game in games:
        if not game.bye and game.end in FORFEIT | {NEITHER} and _others_typed(game):
            black, white = discs(game)
            facts = {"place": place, "end": game.end, "black": f"{black:g}", "white": f"{white:g}"}
            yield Notice("discs_forfeit", facts)


def _others_typed(game: Game) -> bool:
    """Whether a count of discs is typed that is not the one that counts."""
    typed = zip((game.discs_black, game.discs_white), discs(game), strict=True)
    return any(given is not None and given != counted for given, counted in typed)
