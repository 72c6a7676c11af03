"""R3 and R9 to R13 on tournaments of eight, each with the workbooks of its story; then R9 to R12 on three seasons.

There every cote and place is recomputed from the facts by `naive_federation`. R13 over months: test_federation_year.py.
"""

import copy
from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from tests import federation_world as world
from tests import naive_federation as naive
from tests.federation_desk import (
    OCTOBER,
    answer,
    build_publication,
    find_account,
    find_mover,
    line,
    list_people,
    mark_of,
    mistype_score,
    read_mail_text,
    read_received,
)
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.output.gains import change_elsewhere
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.analysis import propose_thresholds
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.federation.ranking.ledger import Calendar
from tournament_xl.games.scrabble.rules.seasons import two_years_before
from tournament_xl.games.scrabble.seasons.catalogue import find_season, seasons
from tournament_xl.players.player_lists import read_register


def adjust(points, day=OCTOBER):
    return Adjustment(day, "L01", Fraction(points), "CLAP", "a.csv, ligne 2")


def moves(publication, licence):
    return [move for move in publication.movements if find_mover(publication, move).licence == licence]


def find_starts(publication):
    """Licence -> starting cote in the last tournament."""
    played = [move for move in publication.movements if move.kind == "tournoi"]
    return {find_mover(publication, move).licence: move.terms.start for move in played}


# R3


@pytest.mark.rule("R3", "seuils proposés pour la saison suivante", "federation/ranking/analysis.py: propose_thresholds")
def test_r3_thresholds_are_proposed_at_5_15_and_45_percent_rounded_to_50():
    cotes = [Fraction(3500 - 20 * n) for n in range(100)]  # 3500, 3480, … 1520
    # the 5th has 3420, the 15th 3220, the 45th 2620
    assert [(own.rank, own.cote, own.proposed, own.now, own.players, own.then)
            for own in propose_thresholds(cotes, find_season(""))] == [
        (5, 3420, 3400, 2900, 31, 6), (15, 3220, 3200, 2250, 32, 10), (45, 2620, 2600, 1600, 33, 30),
        (None, None, None, None, 4, 54),
    ]  # fmt: skip


# R9


@pytest.mark.rule(
    "R9",
    "application au registre, saisons sans données propres",
    "federation/ranking/ledger.py: _begin_season",
    "federation/ranking/ledger.py: seasons_starting",
)
def test_r9_the_first_ten_of_the_last_championship_begin_the_season_at_the_joker_threshold(story):
    field = list_people(12, cote=2000)
    story.played(date(2016, 7, 10), field, kind="Championnat du monde", title="Mondial")
    before, after = story.build(field, date(2016, 8, 31)), story.build(field, date(2016, 9, 1))
    places = rank_by_licence(story.facts[0])
    for licence, place in places.items():
        assert find_account(before, licence).cote < 2900
        expected = 2900 if place <= 10 else find_account(before, licence).cote
        assert find_account(after, licence).cote == expected, (licence, place)
    assert [move.kind for move in after.movements].count("début de saison") == sum(
        place <= 10 for place in places.values()
    )


def rank_by_licence(facts):
    return {facts["players"][number - 1]["licence"]: x for number, x in naive.rank_participants(facts).items()}


def test_r9_seasons_go_on_with_the_last_data_known_under_their_own_name():
    calendar, days = Calendar(seasons().values()), (date(2016, 8, 31), date(2016, 9, 1))
    assert [calendar.season_on(day).name for day in days] == ["2015-2016", "2016-2017"]
    assert [own.name for own in calendar.seasons_starting(date(2015, 9, 1), date(2018, 1, 1))] == [
        "2016-2017", "2017-2018",
    ]  # fmt: skip
    assert calendar.season_on(date(2030, 1, 1)).thresholds == find_season("").thresholds


def test_r9_a_season_begins_with_the_cotes_that_corrections_of_the_morning_give(story):
    story.played(date(2016, 8, 20), list_people(12, cote=2000), kind="Championnat du monde")
    first = story.build(list_people(12, cote=2000), date(2016, 8, 31))
    right = mistype_score(Random(1), story.facts[0])
    second = correct(story, first, right, date(2016, 9, 30))
    kinds = [move.kind for move in second.movements if move.day == date(2016, 9, 1)]
    assert {*kinds} == {"ajustement", "début de saison"} and kinds == sorted(kinds)
    first_ten = [licence for licence, place in rank_by_licence(right).items() if place <= 10]
    assert {find_account(second, licence).cote for licence in first_ten} == {2900}


@pytest.mark.rule("R9, R13", "un championnat compté en retard", "federation/ranking/ledger.py: _end")
def test_r9_a_championship_that_comes_after_its_season_has_begun_raises_its_first_ten_once(story):
    field = list_people(12, cote=2000)
    first = story.build(field, date(2016, 9, 30))
    story.played(date(2016, 7, 10), field, kind="Championnat du monde", title="Mondial")
    second = story.build(field, date(2016, 10, 31), earlier=first.history)
    raised = [move for move in second.movements if move.kind == "début de saison"]
    assert len(raised) == sum(place <= 10 for place in rank_by_licence(story.facts[0]).values())
    assert {(move.day, move.after) for move in raised} == {(date(2016, 10, 31), 2900)}
    story.played(date(2016, 6, 5), field[2:], kind="Championnat du monde", title="D'avant")
    third = story.build(field, date(2016, 11, 30), earlier=second.history)
    assert third.counted[-1].counted.is_late
    assert not [move for move in third.movements if move.kind == "début de saison" and move.day > second.day]


# R10


def test_r10_the_ranking_has_those_with_a_tournament_in_two_years_the_file_everybody(story):
    days = (date(2014, 8, 31), date(2014, 8, 30), None, date(2015, 8, 1))
    publication = story.build([person | {"last": day} for person, day in zip(list_people(4), days, strict=True)])
    assert [line.account.licence for line in publication.ranking] == ["L04", "L01"]
    assert len(publication.accounts) == 4 and two_years_before(date(2016, 2, 29)) == date(2014, 2, 28)


@pytest.mark.rule(
    "R10",
    "inactifs : classement publié, retour",
    "federation/ranking/ledger.py: rank_players",
    "federation/ranking/ledger.py: _has_returned",
)
def test_r10_who_returns_after_two_years_takes_the_larger_of_his_cote_and_his_pl_star(story):
    field = list_people(8, cote=1200, series="4A")  # PL* 1700
    field[0]["last"] = date(2013, 10, 3)  # inactive by a day at the start
    field[1]["last"] = date(2013, 10, 4)
    field[2] |= {"last": date(2010, 1, 1), "cote": 1900}
    field[3] |= {"last": date(2010, 1, 1), "series": ""}
    publication = story.played(date(2015, 10, 4), field).build(field)
    starts = find_starts(publication)
    assert [starts[licence] for licence in ("L01", "L02", "L03", "L04")] == [1700, 1202, 1900, 1204]
    assert [(move.kind, move.before) for move in moves(publication, "L01")][0] == ("retour", 1201)


def test_r10_without_a_date_nobody_is_raised_but_asked_about_and_the_decision_is_followed(story):
    field = list_people(8, cote=1200, series="4A")
    for player in field[:4]:
        player["last"] = None
    field[3]["cote"] = 1900  # whatever the date, he keeps it: no question
    publication = story.played(date(2015, 10, 4), field).build(field)
    assert [question.licence for question in publication.questions.open] == ["L01", "L02", "L03"]
    assert not [move for move in publication.movements if move.kind == "retour"]
    answers = [*map(answer, publication.questions.open, ("Inactif", "01/05/2015", ""))]
    decided = story.build(field, decisions=answers)
    assert [find_mover(decided, move).licence for move in decided.movements if move.kind == "retour"] == ["L01"]
    assert [question.licence for question in decided.questions.open] == ["L03"]


def test_r10_who_returns_in_two_tournaments_at_once_is_raised_in_both_whatever_was_published_between(story):
    field = list_people(8, cote=1200, series="4A", last=date(2013, 10, 3))  # PL* 1700
    first = story.played(date(2015, 10, 20), field, title="Un jour").build(field, date(2015, 10, 20))
    story.played(date(2015, 10, 18), field, title="Quatre jours", days=4)
    second = story.build(field, date(2015, 10, 31), earlier=first.history)
    assert {move.terms.start for move in second.movements if move.reason == "Quatre jours"} == {1700}


def test_r10_the_two_years_of_a_late_tournament_go_by_the_day_on_which_it_was_played(story):
    field = list_people(8, cote=1200, series="4A", last=date(2013, 10, 3))  # PL* 1700
    field[0]["last"] = date(2013, 10, 4)
    first = story.build(field, date(2015, 11, 30))
    assert not first.ranking
    second = story.played(date(2015, 10, 4), field).build(field, date(2015, 12, 31), earlier=first.history)
    starts = find_starts(second)
    assert starts["L01"] == 1201 and {*starts.values()} == {1201, 1700}
    assert {ranked.account.last for ranked in second.ranking} == {date(2015, 10, 4)}
    assert not build_publication([], [], date(2017, 10, 5), earlier=second.history).ranking


def test_r10_a_return_in_a_late_tournament_is_not_that_of_one_that_began_after_it(story):
    """Who played on 9 October is not inactive on 27 November, though that came late and counts from 30 November on."""
    field = list_people(8, cote=1200, series="4A", last=date(2013, 9, 3))  # PL* 1700
    first = story.build(field, date(2015, 10, 31))
    second = story.played(date(2015, 10, 9), field, title="En retard").build(
        field, date(2015, 11, 30), earlier=first.history
    )
    story.played(date(2015, 11, 27), field, title="À cheval", days=5)
    third = story.build(field, date(2015, 12, 31), earlier=second.history)
    assert find_starts(second)["L01"] == 1700
    assert [m.terms.start for m in moves(third, "L01") if m.reason == "À cheval"] == [1201]


# R11


@pytest.mark.rule("R11", "ajustements", "federation/ranking/ledger.py: _adjust")
@pytest.mark.parametrize(("day", "start"), [
    (date(2015, 10, 4), 1551), (date(2015, 10, 5), 1501), (date(2016, 9, 1), 1501),
], ids=["on the day of a tournament", "after it", "after the ranking"])  # fmt: skip
def test_r11_adjustments_count_from_their_day_on(story, day, start):
    publication = story.played(date(2015, 10, 4), list_people(8)).build(list_people(8), adjustments=[adjust(50, day)])
    assert find_starts(publication)["L01"] == start
    (played,) = (move for move in moves(publication, "L01") if move.kind == "tournoi")
    adjusted = [move.reason for move in moves(publication, "L01") if move.kind == "ajustement"]
    assert adjusted == ["CLAP"] * (day <= publication.day)
    assert find_account(publication, "L01").cote == 1501 + played.change + 50 * len(adjusted)


def test_r11_an_adjustment_given_again_replaces_the_first_and_one_may_be_undone(story):
    first = story.build(list_people(2), date(2015, 10, 31), adjustments=[adjust(25)])
    second = story.build(list_people(2), date(2015, 11, 30), adjustments=[adjust(15)], earlier=first.history)
    assert [account.cote for account in second.accounts] == [1516, 1502]
    (change,) = (move for move in second.movements if move.day > first.day)
    assert (change.day, change.kind, change.before, change.after) == (date(2015, 11, 1), "ajustement", 1526, 1516)
    undo = [line("ajustement", "retirer", Tournoi="CLAP", Date="04/10/2015", Licence="L01")]
    third = story.build(list_people(2), date(2015, 12, 31), earlier=second.history, decisions=undo)
    assert [account.cote for account in third.accounts] == [1501, 1502] and not third.notes


# R12


@pytest.mark.parametrize(("series", "typed", "star"), [("", 1700, 1700), ("", 1803, 1000), ("2C", 1700, 2000)])
def test_r12_of_the_workbooks_cotes_only_a_pl_star_of_an_unknown_player_counts(story, series, typed, star):
    field = list_people(8)
    field[2]["cote"] = 2222
    stranger = list_people(9)[-1] | {"cote": typed, "series": series}
    publication = story.played(date(2015, 10, 1), [*field, stranger]).build(list_people(8))
    entry, played = moves(publication, "L09")
    assert (entry.kind, entry.before, entry.after, played.terms.start) == ("entrée", None, star, star)
    assert find_starts(publication)["L03"] == 1503


class Seasons(NamedTuple):
    """Three seasons of tournaments, read, and what the independent recomputation has at their end."""

    files: list[File]
    players: list[dict[str, str]]
    adjustments: list[Adjustment]
    state: dict[str, dict[str, object]]


END = date(2018, 9, 30)


@pytest.fixture(scope="module")
def three_seasons(tmp_path_factory):
    folder, source = tmp_path_factory.mktemp("seasons"), Random("adjustments")
    listed, tournaments = world.invent_seasons(Random("three seasons"), people=400, unknown=40, tournaments=65)
    for number, facts in enumerate(tournaments):
        world.write_workbook(folder / "reçus" / f"{number % 7}" / f"t{number:03}.xlsx", facts)
    adjusted = [(date(2016 + n % 3, 3, 1 + n), source.choice(listed)["licence"], 10 * n - 50) for n in range(20)]
    return Seasons(
        [replace(file, number=number) for number, file in enumerate(read_received(folder / "reçus"), start=1)],
        read_register(world.write_list(folder / "liste.csv", listed)),
        [Adjustment(*adjustment, "CLAP", "a.csv, ligne 2") for adjustment in adjusted],
        naive.recompute_state(listed, tournaments, END, adjusted),
    )


def assert_recomputed(publication, state):
    assert {account.licence: (account.cote, account.last) for account in publication.accounts} == {
        licence: (person["cote"], person["last"]) for licence, person in state.items()
    }
    ranking = {ranked.account.licence: (ranked.place, ranked.cote) for ranked in publication.ranking}
    assert ranking == naive.rank_players(state, publication.day) and len(publication.counted) == 65


@pytest.mark.rule(
    "R12",
    "ordre des tournois, cotes de départ, chevauchements",
    "federation/ranking/closing.py: run",
    "federation/ranking/ledger.py: _begin",
    "federation/ranking/ledger.py: _end",
)
def test_r12_three_seasons_are_built_as_an_independent_recomputation_has_them(three_seasons):
    files, players, adjustments, state = three_seasons
    publication = build_publication(files[::-1], players, END, adjustments=adjustments)  # in whatever order
    assert_recomputed(publication, state)
    kinds = Counter(movement.kind for movement in publication.movements)
    assert kinds["début de saison"] > 4 and kinds["retour"] > 10 and kinds["entrée"] > 20, kinds


def test_r13_three_seasons_published_as_they_go_have_the_cotes_of_one_publication_at_the_end(three_seasons):
    files, players, adjustments, state = three_seasons
    earlier = BEFORE_THE_FIRST
    for year, month, day in ((2016, 2, 29), (2016, 8, 31), (2017, 1, 31), (2017, 8, 31), (2018, 5, 31), (2018, 9, 30)):
        end = date(year, month, day)
        received = [file for file in files if earlier.day < file.tournament.last <= end]
        publication = build_publication(
            received, () if earlier.lists else players, end, adjustments=adjustments, earlier=earlier
        )
        earlier = publication.history
    assert_recomputed(publication, state)


@pytest.mark.rule(
    "R12",
    "de deux tournois qui se chevauchent, la nouvelle cote des pages et des courriers",
    "federation/ranking/ledger.py: _end",
)
def test_r12_of_two_tournaments_at_once_pages_and_letters_have_the_cotes_of_the_register(story):
    story.played(OCTOBER, list_people(8)).played(OCTOBER, list_people(8), title="Lyon")
    publication = story.build(list_people(8))
    second = publication.counted[1]
    after = {move.entrant: move.after for move in publication.movements if move.tournament == second.counted.number}
    page = render_site(publication)[f"tournoi/{second.counted.number}.html"].decode().replace("\u202f", "")
    (draft,) = (
        content for name, content in render_letters(publication).items() if second.file.tournament.title in name
    )
    letter = read_mail_text(draft).splitlines()
    for own in second.counted.ratings.lines:
        new = after[own.player.number]
        assert f'<td class="num big">{new}</td>' in page
        (row,) = (row for row in letter if f" {own.player.full_name} : " in row)
        assert f"{own.old} → {new} {own.series}" in row
        assert own.old + own.gain.total + change_elsewhere(own) == new
    assert sum(map(bool, map(change_elsewhere, second.counted.ratings.lines))) > 5


# R13


def correct(story, publication, facts, day):
    """Build the next month with another version of the first tournament."""
    path = world.write_workbook(story.folder / "juste" / "1.xlsx", facts)
    order = line("doublon", "compter", Empreinte=mark_of(path))
    files = read_received(story.folder / "juste")
    return build_publication(files, [], day, earlier=publication.history, decisions=[order])


def test_r13_who_has_no_match_left_by_a_correction_loses_what_was_published(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(8), date(2015, 10, 31))
    right = copy.deepcopy(story.facts[0])
    for match in (match for matches in right["rounds"] for match in matches):
        if 1 in (match["one"], match["two"]):
            match |= {"games": [], "gave": {1}}
    second = correct(story, first, right, date(2015, 11, 30))
    (published,) = (move.change for move in moves(first, "L01"))
    account = find_account(second, "L01")
    assert published and account.cote == find_account(first, "L01").cote - published
    assert f"joueur/{account.number}.html" in render_site(second)
