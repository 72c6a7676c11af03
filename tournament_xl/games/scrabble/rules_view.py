"""A document of Scrabble as the rules read it; its rounds paired, ranked and rated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from tournament_xl.core.model import Cote, Notice, X
from tournament_xl.core.seating import assign_tables
from tournament_xl.document.description import InputError, join
from tournament_xl.document.keys import Document
from tournament_xl.document.tournament import check_document
from tournament_xl.games import rules_view as shared
from tournament_xl.games.pairing_constraints import limit_to_checked_in
from tournament_xl.games.rules_view import NewPair, RefusedError, RulesView
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.assembly import NumberedPlayers, Rounds, build_match, build_tournament, number_players
from tournament_xl.games.scrabble.fields import describe
from tournament_xl.games.scrabble.read_open import read_recorded_groups, write_groups
from tournament_xl.games.scrabble.read_seat_table import read_recorded_table
from tournament_xl.games.scrabble.rules.initial import assign_seeds, find_unrated_cote
from tournament_xl.games.scrabble.rules.model import TIE_BREAKS, Match, Player, Settings, Tournament
from tournament_xl.games.scrabble.rules.open_groups import are_possible_groups, draw_groups
from tournament_xl.games.scrabble.rules.rating import ratings
from tournament_xl.games.scrabble.rules.scoring import Scoring, find_surplus_game
from tournament_xl.games.scrabble.rules.seasons import two_years_before
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.games.scrabble.seasons.catalogue import Seasons
from tournament_xl.games.scrabble.settings_sheet import build_settings
from tournament_xl.messages import engine as texts
from tournament_xl.messages import reasons, scrabble_reasons, sheets
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.problems import problem_text
from tournament_xl.workbook.cells import parse_rating, read_date, to_cell_number
from tournament_xl.workbook.history.views import X_MARK
from tournament_xl.workbook.settings import format_decisive_settings


@dataclass(frozen=True)
class ScrabbleRules(RulesView[Player, Match]):
    """A document of Scrabble as the rules read it."""

    tournament: Tournament
    numbered: NumberedPlayers
    registered: int  # at the first pairing, or now if there was none yet
    seasons: Seasons

    def pair(self) -> Document:
        """Pair the next round, fixed pairs first, X last; give N° and places, at the first pairing draw groups."""
        tournament, formula, number = self.tournament, self.tournament.settings.formula, self.tournament.next_round
        self._require_field()
        shared.require_playable(tournament, scheduled=formula.is_scheduled(number))
        entering = self._find_entering()
        unseeded = [
            replace(player, seed=None) if player.number in self._unseeded else player for player in tournament.players
        ]
        tournament = replace(tournament, players=assign_seeds(unseeded, entering))
        groups = formula.draw_groups(tournament) if self.numbered.first_pairing else ()
        drawn = sorted(formula.pair(tournament), key=lambda pair: pair.two == X)
        names = {player.number: player.full_name for player in tournament.players} | {X: X_MARK}
        rows = [(match.sides, match.table, reasons.ORGANISER, "") for match in tournament.fixed]
        for pair in drawn:
            forfeit = "+".join(map(str, sorted(pair.forfeits)))
            rows.append(((pair.one, pair.two), 0, scrabble_reasons.reason_text(pair, names.__getitem__), forfeit))
        tables = assign_tables([(sides, table) for sides, table, *_ in rows], tournament.own_tables)
        pairs = [
            NewPair(*sides, table, reason, forfeit)
            for (sides, _, reason, forfeit), table in zip(rows, tables, strict=True)
        ]
        self._give_places(tournament)
        if self.numbered.first_pairing:
            shared.fix_rounds(self.document, tournament.settings.rounds or 0)
            self.document.setdefault("seat_table", schema.BUILT_IN_TABLE)
        if groups:
            self.document["groups"] = write_groups(groups)
            self.document["groups_seed"] = tournament.settings.seed
        self.document["effective"] = shared.show_effective(
            schema.SETTINGS, format_decisive_settings(schema.SETTINGS, tournament.settings)
        )
        if "groups" not in self.document:
            self.document["effective"].pop("Graine", None)
        shared.add_round(self.document, tournament, pairs)
        return self.document

    @property
    def _unseeded(self) -> set[int]:
        return {player.number for player in self.numbered.players if player.seed is None}

    def _find_entering(self) -> set[int]:
        """Return the N° of the players who get their place in the initial ranking with the next pairing (C2)."""
        tournament = self.tournament
        if self.numbered.first_pairing:
            return self._unseeded
        matches = (match for rounds in (*tournament.rounds, tournament.fixed) for match in rounds)
        with_match = {player_id for match in matches for player_id in match.sides}
        return self._unseeded & (with_match | tournament.present(tournament.next_round))

    def _require_field(self) -> None:
        """Refuse a field or a number of rounds that the formula does not take."""
        settings = self.tournament.settings
        if self.numbered.first_pairing and (refusal := settings.formula.find_field_refusal(self.registered)):
            raise RefusedError(notice_text(refusal))
        if self.registered > settings.formula.most_players:
            facts = {"registered": self.registered, "most": settings.formula.most_players}
            raise RefusedError(notice_text(Notice("too_many_players", facts)))

    def _give_places(self, tournament: Tournament) -> None:
        """Write N°, places and cotes that count, as the first pairing and a late entry give them."""
        entries = shared.list_entries(self.document)
        numbers = {
            index - len(self.document.get("players", ())): player.number
            for index, (player, (_, number, _)) in enumerate(zip(self.numbered.players, entries, strict=True))
            if not number and player.number in {registered.number for registered in tournament.players}
        }
        shared.give_numbers(self.document, numbers)
        for player in tournament.players:
            entry = self.document["players"][str(player.number)]
            if player.seed is not None:
                entry["seed"] = to_cell_number(player.seed)
            if player.cote and player.cote != _exact(entry.get("cote", 0)):
                entry["used_cote"] = to_cell_number(player.cote)

    def rank(self, after: int) -> list[Document]:
        """Return the standings after a complete round; late entrants who are in no drawn round are left out."""
        tournament = self.tournament
        if not self.numbered.first_pairing:
            playing = {side for matches in tournament.rounds for match in matches for side in match.sides}
            newcomers = self._unseeded - playing
            listed = tuple(player for player in tournament.players if player.number not in newcomers)
            tournament = replace(tournament, players=listed)
        return [
            {
                "place": line.place, "number": line.number, "played": line.played, "won": line.won, "drawn": line.drawn,
                "lost": line.lost, **{criterion.key: criterion.value(line) for criterion in TIE_BREAKS},
            }
            for line in standings(tournament, after)
        ]  # fmt: skip

    def rate(self) -> list[Document]:
        """Return the new ratings of the participants after the last complete round (R2 to R7), by place."""
        tournament = self.tournament
        if not tournament.played:
            raise RefusedError(notice_text(Notice("ratings_no_round")))
        season, waiting = self.seasons.find(tournament.settings.season), len(self.numbered.phase_2)
        return [
            {
                "place": line.place, "number": line.player.number, "old": to_cell_number(line.old),
                "new": to_cell_number(line.new), "change": to_cell_number(line.gain.total), "series": line.series,
            }
            for line in ratings(tournament, tournament.played, season, waiting=waiting).lines
        ]  # fmt: skip


def rules_view(document: Document, seasons: Seasons | None = None) -> ScrabbleRules:
    """Read a document as the rules need it.

    The document is not trusted and does not change; without `seasons` it may name those of the program.

    Raises:
        InputError: A value is impossible; `path` names it.
    """
    document, seasons = check_document(describe(), document), seasons or Seasons()
    settings = build_settings(shared.read_setting_texts(document, schema.SETTINGS), seasons, shared.REPORT)
    entries = shared.list_entries(document)
    people = [_read_player(path, number, entry, document, settings, seasons) for path, number, entry in entries]
    rounds = shared.read_rounds_of(document, partial(_read_match, Scoring.of(settings)), x_first=False)
    ticked = [bool(entry.get("present")) for _, _, entry in entries]
    expected = [player for player, mark in zip(people, ticked, strict=True) if mark] or people
    drawn = shared.count_drawn(document, rounds, expected, settings.formula.is_scheduled)
    matches = ((number, match) for number, of_round in rounds.items() for match in of_round)
    people, _ = limit_to_checked_in(people, ticked, matches, drawn)
    numbered = number_players(settings, people, rounds, drawn, document.get("former_numbers", ()))
    registered, tournament = build_tournament(settings, numbered, numbered.players, rounds, drawn)
    view = ScrabbleRules(document, tournament, numbered, registered, seasons)
    return replace(view, tournament=_complete(view, rounds))


def _read_player(
    path: str, number: int, entry: Document, document: Document, settings: Settings, seasons: Seasons
) -> Player:
    series, cote = entry.get("series", ""), _exact(entry.get("cote", 0))
    unrated_cote = find_unrated_cote(series, seasons.find(settings.season))
    if unrated_cote is None:
        raise InputError(join(path, "series"), problem_text("bad_series", text=series))
    played, start = (
        read_date(str(text)) if text else None
        for text in (entry.get("last_played"), document.get("settings", {}).get("Date de début"))
    )
    is_returning = played and start and played < two_years_before(start)
    if not cote or (is_returning and series):
        cote = max(cote, unrated_cote)  # R10
    return Player(
        number=number,
        name=entry["name"],
        first_name=entry.get("first_name", ""),
        licence=entry.get("licence", ""),
        club=entry.get("club", ""),
        cote=_exact(entry["used_cote"]) if "used_cote" in entry else cote,
        seed=float(entry["seed"]) if "seed" in entry else None,
        absences=shared.read_absences(path, entry),
        avoids=frozenset(entry.get("avoids", ())),
        own_table=entry.get("own_table", 0),
    )


def _exact(cote: float) -> Cote:
    return parse_rating(str(cote)) or 0


def _read_match(scoring: Scoring, path: str, number: int, entry: Document) -> Match:
    """Read a match; half a score leaves it open."""
    to_win = scoring.games_to_win(number)
    match = build_match(entry, to_win)
    typed = [game for game in (entry.get("scores"), *entry.get("further", ())) if game]
    if typed and (match.forfeits or match.two == X):
        raise InputError(join(path, "scores"), texts.NO_SCORE_HERE)
    if match.two == X and 2 in match.forfeits:
        raise InputError(join(path, "forfeit"), problem_text("forfeit_x"))
    if find_surplus_game(match, to_win) is not None or len(typed) > 2 * to_win - 1:
        raise InputError(join(path, "further"), texts.SURPLUS)
    return match


def _complete(view: ScrabbleRules, rounds: Rounds) -> Tournament:
    """Return the tournament with seat table, groups and deciding game, all checked."""
    document, tournament, formula = view.document, view.tournament, view.tournament.settings.formula
    if formula.draws_groups and not tournament.settings.seed:
        raise InputError("settings.Graine", texts.NO_SEED)
    allowed = formula.rounds_allowed(view.registered)
    if allowed and tournament.settings.rounds not in allowed and not formula.find_field_refusal(view.registered):
        choices = ", ".join(map(str, allowed))
        raise InputError(
            "settings.Nombre de rondes", texts.NO_CHOICE.format(value=tournament.settings.rounds, choices=choices)
        )
    table = read_recorded_table(document)
    if table is not None and formula.table_rounds(view.registered):
        tournament = replace(tournament, seat_table=table)
    if formula.draws_groups and not view.numbered.first_pairing:
        tournament = replace(tournament, groups=_read_groups(document, tournament))
    shared.require_rounds(tournament, rounds)
    if formula.closed and not view.numbered.first_pairing:
        for index, (path, _, entry) in enumerate(shared.list_entries(document)):
            if "seed" not in entry and index not in view.numbered.unregistered:
                raise InputError(path, texts.CLOSED)
    for number, match in formula.find_unscheduled_matches(tournament):
        raise InputError(shared.match_path(number, match), texts.NOT_SCHEDULED)
    for name, entry in document.get("finals", {}).get("matches", {}).items():
        path = join("finals.matches", name)
        if name != sheets.FINAL or {*entry["sides"]} != {*(formula.find_finalists(tournament) or ())}:
            raise InputError(path, texts.NO_FINAL)
        tournament = replace(tournament, final=_read_match(Scoring(), path, 0, entry))
    return tournament


def _read_groups(document: Document, tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the groups as kept, or drawn again where they are missing or impossible (O4)."""
    kept = read_recorded_groups(document)
    drawn = draw_groups(tournament)
    return drawn if drawn and not are_possible_groups(tournament, kept) else kept
