"""Values of the templates of the public pages: what each page shows of a publication, with public names only."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup, escape

from tournament_xl.core.model import Person
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.output.curve import draw_curve
from tournament_xl.federation.output.gains import GainTexts, change_elsewhere, describe_figures, describe_gain
from tournament_xl.federation.output.logo import unpack_logo
from tournament_xl.federation.output.rounds import Game, Result, arrange_rounds, count_duel, list_matches
from tournament_xl.federation.ranking.analysis import propose_thresholds
from tournament_xl.federation.ranking.build import Publication, RankingLine, Verdict
from tournament_xl.federation.ranking.history import PublishedRanking
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.games.scrabble.rules.rating import TH, to_nearest
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import hyphenate, ordinal, public_name, signed
from tournament_xl.messages.player_names import name_players
from tournament_xl.messages.publication import ANONYMOUS, WORDS
from tournament_xl.publication.pages import create_environment

Shown = dict[str, Any]  # values of a template; thousands of rows are tuples, which Jinja reads fastest
_ZERO = Fraction()
PAGES = Path(__file__).parent / "pages"
_MAX_MOVERS = 10
_FIRST_SHOWN = 300  # rows that browsers lay out at first; the others on request
_MAX_ENTRIES = 40
STATE_PLACE = "etat-000000000000"  # in the place of the state's name, which depends on the pages
# one object for all games of a tournament
_EVENT = Markup(f'{{day}} · <a href="../{words.TOURNAMENT_PAGE}">{{title}}</a>')
_ANCHOR = Markup('<a href="../{link}">{name}</a>')  # to a player's page, from another page in a folder
_SERIES_COLUMN = "Série"
GROUP_COLUMNS = ("Nationalité", "Fédération", "Catégorie")  # columns of the list by which players are grouped


class Site:
    """Publication as the values of the templates, with public names only."""

    def __init__(self, publication: Publication, verdicts: Sequence[Verdict], *, linked: bool = True) -> None:
        """Prepare the values that several pages share.

        `verdicts` are those of the tournaments whose pages are rendered; for the pages of players they must be all.
        """
        self.publication, self.logo = publication, unpack_logo(publication.history.publisher.logo)
        self.moves: dict[int, list[Movement]] = {line.account.number: [] for line in publication.ranking}
        for movement in publication.movements:
            self.moves.setdefault(movement.person, []).append(movement)
        self.counted = {verdict.counted.number: verdict.counted for verdict in publication.counted}
        self.anonymous = publication.anonymous
        self._accounts = {account.number: account for account in publication.accounts}
        self._names = _public_names(publication.accounts, self.anonymous)
        self.gains = {
            (counted.number, number): describe_gain(
                line, counted.ratings.event, _ZERO if number in counted.later else change_elsewhere(line)
            )
            for verdict in verdicts for counted in [verdict.counted]
            for line in counted.ratings.lines for number in [line.player.number]
        }  # fmt: skip
        self.results = {verdict.counted.number: list_matches(verdict.file.tournament) for verdict in verdicts}
        self.links = dict(self._links()) if linked else {}
        self._anchors = {account: _ANCHOR.format(link=link, name=self.public_name(account))
                         for account, link in self.links.items()}  # fmt: skip
        self.duels = _collect_duels(verdicts, self.results) if linked else {}
        self.lines = {line.account: self._build_line_values(line) for line in publication.ranking}
        self.order = {account: account.order for account in publication.accounts}
        self._words = SimpleNamespace(**WORDS | words.WORDS)
        self._environment = create_environment(PAGES)
        self._environment.filters |= {"plain": words.grouped_cote_text}

    def public_name(self, account: Account, number: int = 0) -> str:
        """Return the public name of a player; if one tournament marks him as Anonyme he is anonymous on all pages.

        `number` is the N° by which an anonymous player is called, as on the pages of the organiser; 0 for no N°.
        """
        if account not in self.anonymous:
            return self._names.get(account) or public_name(account.full_name)
        return ANONYMOUS.format(number=number) if number else words.ANONYMOUS

    def linked_name(self, account: Account, number: int = 0) -> Markup:
        """Return the public name of a player as a link to his page, or as text where he has none."""
        return self._anchors.get(account) or escape(self.public_name(account, number))

    def render_page(self, template: str, state_path: str, folder_path: str, **page_values: object) -> bytes:
        """Render a page.

        Both paths start at the page, `state_path` to the folder of its state, `folder_path` to the folder that holds
        index.html; they are "" or end with a slash. `page_values` are added to the values that all pages have.
        """
        season = self.publication.season.name
        header = {
            "title": texts.TITLE.format(day=self.publication.day).replace(" :", "\u00a0:"), "game": "scrabble",
            "dates": texts.RANKED_SEASON.format(season=season),
            "back": words.BACK.format(day=self.publication.day),
        }  # fmt: skip
        page_values |= {
            "publisher": self.publication.history.publisher, "logo_name": "".join(self.logo),
            "changes_title": words.CHANGES_TITLE,
        }  # fmt: skip
        values = {"t": self._words, "here": state_path, "up": folder_path, "f": header, "alone": "", "state": ""}
        page: str = self._environment.get_template(template).render(values | page_values)
        return page.encode()

    def build_ranking_values(self) -> Shown:
        """Build the values of the first page: ranking, rises, falls, new entries, groups, archive, tournaments."""
        lines, since = list(self.lines.values()), self.publication.since
        rises = sorted(
            (line for line in lines if (line["change"] or 0) > 0), key=lambda line: (-line["change"], line["order"])
        )
        falls = sorted(
            (line for line in lines if (line["change"] or 0) < 0), key=lambda line: (line["change"], line["order"])
        )
        choices = [(name, sorted({line[name] for line in lines} - {""})) for name in GROUP_COLUMNS]
        tournaments = [self._build_tournament_values(verdict) for verdict in reversed(self.publication.counted)]
        return {
            "lines": lines, "first_shown": _FIRST_SHOWN,
            "filled": {key for row in lines + tournaments for key, value in row.items() if value not in ("", None)},
            "choices": [(_SERIES_COLUMN, list(dict.fromkeys(line["series"] for line in lines))),
                        *((name, values) for name, values in choices if len(values) > 1)],
            "since": texts.SINCE_DAY.format(day=since) if since else texts.SINCE_LIST,
            "movers": [(words.WORDS["up"], rises[:_MAX_MOVERS]), (words.WORDS["down"], falls[:_MAX_MOVERS])],
            "entries": [line for line in lines if line["new"]][:_MAX_ENTRIES] if since else [],
            "groups": [*((name, list(_group_lines(name, lines))) for name in GROUP_COLUMNS),
                       (_SERIES_COLUMN,
                        sorted(_group_lines(_SERIES_COLUMN, lines), key=lambda row: -row["best"]["cote"]))],
            "changes": words.CHANGES_PAGE if self.publication.changes else "",
            "archive": [(ranking.day, words.ARCHIVE_PAGE.format(day=ranking.day))
                        for ranking in reversed(self.publication.history.rankings[:-1])],
            "thresholds": propose_thresholds([line.cote for line in self.publication.ranking], self.publication.season),
            "tournaments": tournaments,
        }  # fmt: skip

    def build_player_values(self, account: Account, moves: Sequence[Movement]) -> Shown:
        """Build the values of a player's page; `moves` are all his movements in order."""
        seasons: dict[str, list[tuple[object, ...]]] = defaultdict(list)
        for movement in reversed(moves):
            seasons[self.publication.calendar.season_on(movement.day).name].append(
                self._build_movement_values(movement)
            )
        return {
            "who": account, "listed": account.listed, "line": self.lines.get(account), "seasons": seasons,
            "curve": draw_curve(moves), "name": self.public_name(account),
            "duels": [
                (self.linked_name(opponent), *count_duel(games), games)
                for opponent, games in sorted(
                    self.duels.get(account, {}).items(), key=lambda item: (-len(item[1]), self.order[item[0]])
                )
            ],
        }  # fmt: skip

    def anonymize(self, sentence: str) -> str:
        """Replace the names of anonymous players in a sentence, each with the text in brackets that follows it."""
        for account in self.anonymous:
            for spelling in account.spellings.values():
                pattern = re.escape(f"{spelling.name} {spelling.first_name}".strip())
                sentence = re.sub(rf"{pattern}( \([^)]{{0,80}}\))?", self.public_name(account), sentence)
        return sentence

    def build_changes_values(self) -> Shown:
        """Build the values of the page of changes: what came after its month was published, and whom it moves."""
        return {
            "found": [
                (self.anonymize(change.text), words.moved_text([
                    (self.public_name(variation.account), variation.points) for variation in change.variations
                ]))
                for change in self.publication.changes
            ],
        }  # fmt: skip

    def build_archive_lines(self, ranking: PublishedRanking) -> list[tuple[object, ...]]:
        """Build the lines of an earlier ranking, with the present public names of players who are still registered."""
        accounts = self._accounts
        return [
            (line.place, self.public_name(accounts[line.person]) if line.person in accounts else line.name,
             "" if accounts.get(line.person) in self.anonymous else line.club, line.series,
             words.grouped_cote_text(line.cote))
            for line in ranking.lines
        ]  # fmt: skip

    def build_tournament_values(self, verdict: Verdict) -> Shown:
        """Build the values of a counted tournament's page."""
        counted = verdict.counted
        event = counted.ratings.event
        rows = [
            (line.place, self.public_name(account, number), self.linked_name(account, number),
             "" if account in self.anonymous else account.club, line.rank, words.grouped_cote_text(line.old),
             *self.gains[counted.number, number], account.guest,
             *(("–", "") if later == line.gain.total else (words.grouped_cote_text(line.new), line.series)),
             "" if later is None else signed(later))
            for line in counted.ratings.lines
            for number in [line.player.number] for account in [counted.accounts[number]]
            for later in [counted.later.get(number)]
        ]  # fmt: skip
        names = {
            entrant.number: ANONYMOUS.format(number=entrant.number) if entrant.anonymous else entrant.full_name
            for entrant in verdict.file.tournament.entrants
        }
        fields = words.WORDS["fields"].format(
            category=event.category, value=event.value, coefficient=texts.format_cote(event.coefficient),
            jokers=texts.limit_text(event.jokers), lowest=texts.limit_text(event.lowest).replace("-", "−"),
            highest=texts.limit_text(event.highest),
        )  # fmt: skip
        accounts = counted.accounts
        rounds = arrange_rounds(
            counted,
            self.results[counted.number],
            {number: escape(self.public_name(accounts[number], number) if number in accounts else name)
             for number, name in names.items()},
        )  # fmt: skip
        grid = [(line.place, self.public_name(accounts[number], number), rounds.grid[number])
                for line in counted.ratings.lines for number in [line.player.number]]  # fmt: skip
        return {
            "one": self._build_tournament_values(verdict),
            "rows": rows,
            "is_changed": bool(counted.later),
            "fields": fields,
            "rounds": rounds,
            "grid": grid,
        }

    def _links(self) -> Iterator[tuple[Account, str]]:
        """Yield players with a page and its address, the same in all publications: by register number, no licence.

        Guests and anonymous players have none.
        """
        for account in self.publication.accounts:
            if account.number in self.moves and account not in self.anonymous:
                yield account, words.PLAYER_PAGE.format(number=account.number)

    def _build_line_values(self, line: RankingLine) -> Shown:
        account = line.account
        return {
            "place": line.place, "move": line.places_gained_text, "new": line.place_before is None,
            "name": self.public_name(account),
            "plain_name": words.ANONYMOUS if account in self.anonymous else account.full_name,
            "order": account.order, "link": self.links.get(account, ""),
            "club": "" if account in self.anonymous else account.club, "cote": line.cote,
            "series": line.series, _SERIES_COLUMN: line.series, "change": line.change,
            "tournaments": account.tournaments,
            "last": account.last, **{name: account.listed.get(name, "") for name in GROUP_COLUMNS},
        }  # fmt: skip

    def _build_movement_values(self, movement: Movement) -> tuple[object, ...]:
        counted, terms, points = self.counted.get(movement.tournament), movement.terms, movement.change or 0
        key = (movement.tournament, movement.entrant)
        if counted and key in self.gains and movement.entrant not in counted.later:  # not who has no match any more
            gain_texts = self.gains[key]
        elif terms:  # as published, whatever counts since
            gain_texts = describe_figures(terms.gain)
        else:
            direction = "up" if points > 0 else "down" if points < 0 else ""
            gain_texts = GainTexts("", "", "", direction, "" if movement.change is None else signed(points), [])
        return (
            f"{movement.day:%d/%m/%y}", movement.kind, hyphenate(self.anonymize(movement.reason)),
            counted and counted.number,
            ordinal(terms.place) if terms else "", len(counted.ratings.lines) if counted else None, *gain_texts,
            words.grouped_cote_text(movement.after),
            words.PLAYED_LATE.format(day=counted.file.tournament.last) if counted and counted.is_late else "",
        )  # fmt: skip

    def _build_tournament_values(self, verdict: Verdict) -> Shown:
        played, counted = verdict.file.tournament, verdict.counted
        lines, changed = counted.ratings.lines, words.CHANGED_SINCE if counted.later else ""
        return {
            "title": hyphenate(played.title or verdict.file.short_name), "where": played.where, "last": played.last,
            "dates": words.dates_text(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"), "kind": played.kind or TH,
            "late": texts.LATE_REMARK.format(day=counted.day) if counted.is_late else changed,
            "participants": len(lines), "link": words.TOURNAMENT_PAGE.format(number=counted.number),
            "first": self.public_name(counted.accounts[lines[0].player.number], lines[0].player.number)
            if lines else "",
        }  # fmt: skip


def name_accounts(accounts_shown: Iterable[Account]) -> dict[Account, str]:
    """Return the names of players shown together; namesakes carry their club, else a number: the register's.

    Guests, who have none, count from -1 down.
    """
    accounts = {account.number or -place: account for place, account in enumerate(accounts_shown, start=1)}
    people = [Person(number, account.name, account.first_name, account.club) for number, account in accounts.items()]
    names = name_players(people)
    return {accounts[number]: name for number, name in names.items()}


def _public_names(accounts: Iterable[Account], anonymous: Collection[Account]) -> dict[Account, str]:
    """Return the public names of players who are not anonymous."""
    named = name_accounts(account for account in accounts if account.number and account not in anonymous)
    return {account: public_name(name) for account, name in named.items()}


def _collect_duels(
    verdicts: Iterable[Verdict], results: Mapping[int, Sequence[Result]]
) -> dict[Account, dict[Account, list[Game]]]:
    """Collect each player's opponents with their games, by day; forfeits, byes and players in doubt are left out.

    `results` are by number of the tournament.
    """
    games_of: dict[Account, dict[Account, list[Game]]] = defaultdict(lambda: defaultdict(list))
    for verdict in sorted(verdicts, key=lambda verdict: verdict.file.order):
        played, number, accounts = verdict.file.tournament, verdict.counted.number, verdict.counted.accounts
        event = _EVENT.format(day=f"{played.last:%d/%m/%Y}", number=number, title=played.title)
        for _, match in results[number]:
            if match.forfeits:
                continue
            first, second = map(accounts.get, match.sides)
            if first and second and not first.guest and not second.guest:
                for first_score, second_score in match.games:
                    games_of[first][second].append((event, first_score, second_score))
                    games_of[second][first].append((event, second_score, first_score))
    return games_of


def _group_lines(name: str, lines: Iterable[Shown]) -> Iterator[Shown]:
    """Yield the values of a column, the most frequent first, each with number, mean cote and best of its players."""
    lines_by_value: dict[str, list[Shown]] = defaultdict(list)
    for line in lines:
        lines_by_value[line[name]].append(line)
    for value, group in sorted(lines_by_value.items(), key=lambda item: (-len(item[1]), item[0])):
        if value:
            mean = to_nearest(sum((line["cote"] for line in group), Fraction()) / len(group))
            yield {"value": value, "number": len(group), "mean": mean, "best": group[0]}
