"""A document of Othello as the rules read it; its rounds paired and ranked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournament_xl.core.model import X
from tournament_xl.document.description import InputError, join
from tournament_xl.document.keys import Document
from tournament_xl.document.tournament import check_document
from tournament_xl.games import rules_view as shared
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.fields import describe
from tournament_xl.games.othello.read import build_game, number_players, takes_part
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.model import TIE_BREAKS, OthelloGame, OthelloPlayer, OthelloTournament
from tournament_xl.games.othello.rules.results import is_possible
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.othello.settings_sheet import build_settings
from tournament_xl.games.pairing_constraints import limit_to_checked_in
from tournament_xl.games.rules_view import NewPair, RefusedError, RulesView
from tournament_xl.messages import engine as texts
from tournament_xl.messages import exports, othello_reasons, reasons
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook.cells import to_cell_number
from tournament_xl.workbook.history.views import X_MARK
from tournament_xl.workbook.number_texts import parse_ranges
from tournament_xl.workbook.settings import format_decisive_settings


@dataclass(frozen=True)
class OthelloRules(RulesView[OthelloPlayer, OthelloGame]):
    """A document of Othello as the rules read it."""

    tournament: OthelloTournament
    numbers: dict[int, int]  # index in `unnumbered` -> N° of who is registered

    def pair(self) -> Document:
        """Pair the next round by the formula, fixed pairs included; give N°."""
        tournament, document = self.tournament, self.document
        formula = tournament.settings.formula
        if not tournament.rounds and (refusal := formula.find_field_refusal(len(tournament.players))):
            raise RefusedError(notice_text(refusal))
        if not tournament.settings.seed:
            raise InputError("settings.Graine", texts.NO_SEED)
        shared.require_playable(tournament)
        drawn = formula.pair(tournament).pairs
        names = {player.number: player.full_name for player in tournament.players} | {X: X_MARK}
        pairs = [
            NewPair(
                *pair.sides,
                pair.table,
                reasons.ORGANISER if pair.by_hand else othello_reasons.reason_text(pair, names.__getitem__),
            )
            for pair in drawn
        ]
        origin = schema.OF_THE_LIST if "free_numbers" in document else schema.OF_THE_TOURNAMENT
        given = {str(player_id): origin for player_id in self.numbers.values()}
        if given:
            document["given_numbers"] = document.get("given_numbers", {}) | given
        shared.give_numbers(document, self.numbers)
        if not tournament.rounds:
            shared.fix_rounds(document, tournament.settings.rounds or 0)
        document["effective"] = shared.show_effective(
            schema.SETTINGS, format_decisive_settings(schema.SETTINGS, tournament.settings)
        )
        shared.add_round(document, tournament, pairs)
        return document

    def rank(self, after: int) -> list[Document]:
        """Return the standings after a complete round, best first; [] for 0."""
        return [
            {
                "place": line.place, "number": line.number, "played": line.games, "won": line.won, "drawn": line.drawn,
                "lost": line.lost, "discs": to_cell_number(line.discs),
                **{
                    criterion.key: to_cell_number(criterion.value(line) or 0)
                    for criterion in TIE_BREAKS if criterion.code
                },
            }
            for line in compute_standings(self.tournament, after)
        ]  # fmt: skip

    def rate(self) -> list[Document]:
        """Refuse: Othello has its own rating officer (X2)."""
        raise RefusedError(exports.NO_RATINGS)


def rules_view(document: Document) -> OthelloRules:
    """Read a document as the rules need it.

    The document is not trusted and does not change.

    Raises:
        InputError: A value is impossible; `path` names it.
    """
    document = check_document(describe(), document)
    settings = build_settings(shared.read_setting_texts(document, schema.SETTINGS), shared.REPORT)
    entries = shared.list_entries(document)
    people = [_read_player(path, number, entry) for path, number, entry in entries]
    rounds = shared.read_rounds_of(document, _read_game, x_first=True)
    ticked = [bool(entry.get("present")) for _, _, entry in entries]
    expected = [player for player, mark in zip(people, ticked, strict=True) if mark] or people
    drawn = shared.count_drawn(document, rounds, expected)
    games = ((number, game) for number, of_round in rounds.items() for game in of_round)
    people, _ = limit_to_checked_in(people, ticked, games, drawn)
    paired = {player_id for of_round in rounds.values() for game in of_round for player_id in game.sides} - {X}
    paired |= {player_id for entry in document.get("rounds", {}).values() for player_id in entry.get("present", ())}
    last = max(settings.rounds or 0, drawn + 1)
    rows = [
        (index, player) for index, player in enumerate(people) if player.number in paired or takes_part(player, last)
    ]
    typed = [number for _, number, _ in entries if number]
    free = {int(first): parse_ranges(text) for first, text in document.get("free_numbers", {}).items()}
    given = {*map(int, document.get("given_numbers", ()))}
    registered = number_players(rows, typed, document.get("former_numbers", ()), free, given)
    tournament = OthelloTournament(
        replace(settings, rounds=settings.rounds or settings.formula.default_rounds(len(registered))),
        tuple(player for _, player in registered),
        tuple(tuple(rounds.get(number, ())) for number in range(1, drawn + 1)),
        tuple(rounds.get(drawn + 1, ())),
    )
    shared.require_rounds(tournament, rounds)
    numbers = {index - len(typed): player.number for index, player in registered if index >= len(typed)}
    return OthelloRules(document, tournament, numbers)


def _read_player(path: str, number: int, entry: Document) -> OthelloPlayer:
    return OthelloPlayer(
        number=number,
        name=entry["name"],
        first_name=entry.get("first_name", ""),
        country=entry.get("country", ""),
        club=entry.get("club", ""),
        cote=float(entry["cote"]) if "cote" in entry else None,
        member=entry.get("member", False),
        reduced=entry.get("reduced", False),
        absences=shared.read_absences(path, entry),
        avoids=frozenset(entry.get("avoids", ())),
        own_table=entry.get("own_table", 0),
    )


def _read_game(path: str, number: int, entry: Document) -> OthelloGame:
    """Read a game; half a result leaves it open."""
    game = build_game(entry)
    (black, white), end, scores = game.sides, game.end, entry.get("scores")
    if end and end not in (allowed := othello.list_allowed_ends(black, white)):
        choices = ", ".join(sorted(allowed - {""}))
        raise InputError(join(path, "end"), texts.NO_CHOICE.format(value=end, choices=choices))
    if scores and X in (black, white):
        raise InputError(join(path, "scores"), texts.NO_SCORE_HERE)
    if not is_possible(game):
        discs = scores or [None, None]
        is_given = end in othello.GIVEN and None not in discs and discs[0] != discs[1]
        raise InputError(join(path, "end" if is_given else "scores"), texts.NO_DRAW if is_given else texts.DISCS)
    return game
