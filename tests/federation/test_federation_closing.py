"""What is published stands, what comes later counts in the list that is built (R13)."""

import copy
import hashlib
import io
import re
from collections import Counter
from dataclasses import replace
from datetime import date, datetime
from email import message_from_bytes
from random import Random

import openpyxl
import pytest

from tests import federation_world as world
from tests import naive_federation as naive
from tests.federation.test_federation_months import another_score
from tests.federation.test_federation_year import OCTOBER, Year, line
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    Story,
    build_publication,
    find_account,
    find_mover,
    keep,
    list_people,
    number_received,
    publish_month,
    read_letter,
    read_mail_text,
    read_ranking,
    read_received,
    read_sheet_rows,
    send,
)
from tests.fuzz import TRIALS
from tests.naive_closing import ClosedMonths
from tournament_xl.federation.intake.facts import Mail
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.report import render_publication
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.messages.names import signed
from tournament_xl.players.player_lists import read_register


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


def assert_explained(publication, earlier):
    """What a player's cote is now, it was then, with the movements since."""
    change = Counter()
    for movement in publication.history.movements:
        if movement.day > earlier.day:
            change[movement.person] += movement.after - (movement.before or 0)
    for ranked in publication.ranking:
        key = ranked.account.number
        assert (ranked.place_before, ranked.cote_before) == earlier.ranks_and_cotes.get(key, (None, None))
        if ranked.cote_before is not None:
            assert ranked.cote == ranked.cote_before + change[key], ranked.account
    assert [move for move in publication.history.movements if move.day <= earlier.day] == [*earlier.movements]


class FactsYear(Year):
    """The officer's year, with the facts of every file by its SHA-256."""

    def __init__(self, source, folder, **size):
        self.facts_of = {}
        write = world.write_workbook

        def note(path, facts):
            written = write(path, facts)
            self.facts_of[hashlib.sha256(written.read_bytes()).hexdigest()] = facts
            return written

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(world, "write_workbook", note)
            super().__init__(source, folder, **size)


@pytest.mark.rule(
    "R13",
    "ce qui est publié reste : retards, versions corrigées, tournois écartés",
    "federation/ranking/closing.py: run",
    "federation/ranking/closing.py: _stand",
    "federation/ranking/closing.py: _settle",
)
@pytest.mark.parametrize("seed", range(5 if TRIALS else 1))
def test_the_officers_year_has_each_month_the_cotes_of_its_twin_and_nothing_published_changes(tmp_path, seed):
    size = {"people": 300, "tournaments": 138} if TRIALS else {"people": 50, "tournaments": 14}
    year = FactsYear(Random(f"year {seed}"), tmp_path, **size)
    players = read_register(world.write_list(tmp_path / "liste.csv", year.people))
    earlier, twin, late = BEFORE_THE_FIRST, None, set()
    for month, day in enumerate(year.MONTHS):
        (tmp_path / f"{month}").mkdir(exist_ok=True)
        files = number_received(tmp_path, f"{month}", earlier)
        publication = build_publication(
            files, [] if earlier.lists else players, day, adjustments=year.adjustments[month],
            decisions=year.decisions[month], earlier=earlier,
        )  # fmt: skip
        key_of = {account.licence: account.number for account in publication.accounts}
        if not twin:
            listed = {key_of[person["licence"]]: person | {"cote": person["cote"] or None} for person in year.people}
            twin = ClosedMonths(listed, date(2015, 8, 31))
        counted = {
            row.file.tournament.title: (
                year.facts_of[row.file.sha256],
                {number: 0 if account.guest else account.number for number, account in row.counted.accounts.items()},
            )
            for row in publication.counted
        }
        points = {
            (adjustment.day, key_of[adjustment.licence], adjustment.reason): adjustment.points
            for adjustment in publication.history.adjustments
        }
        twin.month(day, counted, points, {account.number for account in publication.accounts})
        assert {account.number: account.cote for account in publication.accounts if account.cote is not None} == {
            key: line["cote"] for key, line in twin.people.items() if line["cote"] is not None
        }, day
        if earlier.lists:
            assert_explained(publication, earlier)
        late |= {row.file.tournament.title for row in publication.counted if row.counted.is_late}
        earlier = keep(tmp_path, publication, files, earlier)
    assert late and year.struck not in counted


def test_a_late_file_counts_in_the_month_after_its_tournaments_and_is_marked_and_nothing_published_changes(tmp_path):
    world.write_list(tmp_path / "liste.csv", list_people(14))
    send(tmp_path, JANUARY, "Vienne", date(2016, 1, 20), field=list_people(8))
    assert publish_month(tmp_path, JANUARY) == 0
    send(tmp_path, FEBRUARY, "Lyon", date(2016, 1, 10), field=list_people(12)[4:])  # late
    send(tmp_path, FEBRUARY, "Paris", date(2016, 2, 10), field=list_people(12)[2:10])
    assert publish_month(tmp_path, FEBRUARY, JANUARY, "--clore") == 0  # accepted
    tournaments = [
        (row["Tournoi"], row["Verdict"]) for row in read_sheet_rows(tmp_path / f"{FEBRUARY}.xlsx", "Tournois")
    ]
    assert [title for title, _ in tournaments] == ["Vienne", "Paris", "Lyon"]
    (late,) = (row for row in read_sheet_rows(tmp_path / f"{FEBRUARY}.xlsx", "Tournois") if row["Tournoi"] == "Lyon")
    assert late["À savoir"].startswith("Compté en retard, le 29/02/2016.")
    before, now = read_ranking(tmp_path, JANUARY), read_ranking(tmp_path, FEBRUARY)
    last = {licence: row["Dernier tournoi"].date() for licence, row in now.items()}
    assert last["L11"] == last["L12"] == date(2016, 1, 10) and last["L05"] == date(2016, 2, 10)
    season = read_sheet_rows(tmp_path / f"{FEBRUARY}.xlsx", "Saison 2015-2016")
    for licence, row in now.items():
        own = [
            movement
            for movement in season
            if movement["Licence"] == licence and movement["Date"].date() > date(2016, 1, 31)
        ]
        assert row["Cote avant"] == before[licence]["Cote"]
        assert row["Cote"] == row["Cote avant"] + sum(movement["Variation"] for movement in own)
        assert [movement["Cote de départ (Cj)"] for movement in own][1:] == [
            movement["Cote après"] for movement in own
        ][:-1]  # Lyon starts from Paris
    (change,) = read_sheet_rows(tmp_path / f"{FEBRUARY}.xlsx", "Ce qui a changé")
    assert change["Ce qui est arrivé"] == "Lyon (10/01/2016) : compté en retard, dans la liste de ce mois."
    gains = {
        f"{row['Nom']} {row['Prénom']}\u00a0{row['Variation']:+}".replace("-", "−")
        for row in season if row["Tournoi ou motif"] == "Lyon" and row["Mouvement"] == "tournoi" and row["Variation"]
    }  # fmt: skip
    counted, _, moved = change["Qui cela touche"].partition(" : ")
    assert set(moved.rstrip(".").split(", ")) == gains and counted == f"{change['Joueurs']} joueurs"
    page = next((tmp_path / f"{FEBRUARY}-site").rglob("changements.html")).read_text("utf-8")
    assert "Rien de ce qui est publié ne change" in page and "Lyon (10/01/2016)" in page
    index = (tmp_path / f"{FEBRUARY}-site" / "index.html").read_text("utf-8")
    assert "<h1>Ce qui a changé</h1>" in page and ">Ce qui a changé</a>" in index
    shows_late_tournaments(tmp_path / f"{FEBRUARY}-site")
    (draft,) = (tmp_path / "courriers").glob(f"{FEBRUARY} Lyon.eml")
    assert "après les autres" in read_letter(draft)[2]
    send(tmp_path, MARCH, "Nice", date(2016, 1, 11), field=list_people(8))
    assert publish_month(tmp_path, MARCH, FEBRUARY) == 0
    assert {row["Cote avant"] == now[licence]["Cote"] for licence, row in read_ranking(tmp_path, MARCH).items()} == {
        True
    }
    assert [row["Tournoi"] for row in read_sheet_rows(tmp_path / f"{MARCH}.xlsx", "Tournois")][-1] == "Nice"


def shows_late_tournaments(site):
    """The page of a player says which tournament counts late and when it was played, and has his games by day."""
    pages = [path.read_text("utf-8") for path in (site / "joueur").iterdir()]
    rows = [row for page in pages for row in page.split("<tr>") if "compté en retard" in row]
    assert len(rows) == 8 and all(">Lyon</a>" in row and "joué le 10/01/2016" in row for row in rows)
    duels = [re.findall(r"<p>(../../....) · <a", duel) for page in pages for duel in page.split("<details")]
    days = [[datetime.strptime(day, "%d/%m/%Y") for day in duel] for duel in duels]
    assert days == [sorted(duel) for duel in days] and max(map(len, days)) > 1


def test_a_corrected_and_a_struck_out_tournament_change_the_month_by_the_difference_once(story):
    story.played(OCTOBER, list_people(8), title="Vienne").played(date(2015, 10, 20), list_people(12)[4:], title="Lyon")
    first = story.build(list_people(12), date(2015, 10, 31))
    right = another_score(Random(1), story.facts[0])
    world.write_workbook(story.folder / "juste" / "1.xlsx", right)
    (corrected,) = read_received(story.folder / "juste")
    corrected = replace(corrected, mail=Mail("Zoé Blanc", "zoe@club.fr", "10/11/2015 18:30", "TH corrigé", ""))
    orders = [
        line("doublon", "compter", Empreinte=corrected.sha256[:16]), line("tournoi", "écarter", Tournoi="2.xlsx"),
    ]  # fmt: skip
    second = build_publication([corrected], [], date(2015, 11, 30), earlier=first.history, decisions=orders)
    assert not second.notes
    gains = {
        (row.file.tournament.title, line.player.licence): line.gain.total
        for row in first.counted for line in row.counted.ratings.lines
    }  # fmt: skip
    starts = {line.player.number: line.old for line in first.counted[0].counted.ratings.lines}
    new = naive.compute_variations(right, starts)
    numbers = {player["licence"]: player["number"] for player in right["players"]}
    before, now = (
        {account.licence: account.cote for account in publication.accounts} for publication in (first, second)
    )
    for licence in now:
        expected = -gains.get(("Lyon", licence), 0)
        if licence in numbers:
            expected += new[numbers[licence]] - gains["Vienne", licence]
        assert now[licence] - before[licence] == expected
    played = {account.licence: account.tournaments for account in second.accounts}
    assert played == {licence: int(licence in numbers) for licence in now}  # Lyon is struck out
    reasons = Counter()
    for licence, number in numbers.items():
        old, now_given = (signed(points) for points in (gains["Vienne", licence], new[number]))
        reason = "Vienne (04/10/2015) : une version corrigée compte, la différence des variations s'ajoute."
        reasons[licence, f"{reason} Variation {now_given} au lieu de {old}."] += old != now_given
    for (title, licence), points in gains.items():
        if title == "Lyon" and points:
            reason = "Lyon (20/10/2015) : n'est plus compté, les variations publiées sont reprises."
            reasons[licence, f"{reason} Variation 0 au lieu de {signed(points)}."] += 1
    adjusted = Counter(
        (find_mover(second, move).licence, move.reason) for move in second.movements if move.kind == "ajustement"
    )
    assert adjusted == +reasons
    (draft,) = render_letters(second).values()
    assert message_from_bytes(draft)["To"] == "zoe@club.fr"
    assert "la\ndifférence des variations s'ajoute" in read_mail_text(draft)
    third = build_publication([corrected], [], date(2015, 12, 31), earlier=second.history)
    for publication in (second, third):
        keeps_what_was_published(publication, first)
    assert not third.changes and {account.licence: account.cote for account in third.accounts} == now


def test_a_version_has_the_address_of_the_one_in_its_place_which_comes_back_as_another_tournament(tmp_path):
    facts = world.invent_tournament(Random(1), list_people(8), OCTOBER)
    players = read_register(world.write_list(tmp_path / "liste.csv", list_people(8)))
    right, earlier, addresses = another_score(Random(1), facts), BEFORE_THE_FIRST, []
    for month, (day, version) in enumerate(
        [(date(2015, 10, 31), facts), (date(2015, 11, 30), right), (date(2015, 12, 31), facts)]
    ):
        path = world.write_workbook(tmp_path / f"{month}" / f"{month}.xlsx", version)
        mark = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        files = number_received(tmp_path, f"{month}", earlier)
        publication = build_publication(
            files, [] if earlier.lists else players, day, earlier=earlier,
            decisions=[line("doublon", "compter", Empreinte=mark)] if earlier.lists else (),
        )  # fmt: skip
        addresses.append({row.file.name: row.counted.number for row in publication.counted})
        earlier = keep(tmp_path, publication, files, earlier)
    assert addresses == [{"0.xlsx": 1}, {"1.xlsx": 1}, {"1.xlsx": 1, "0.xlsx": 2}]


def keeps_what_was_published(publication, first):
    """Every published line has its terms; pages and reports show cotes that stood, and no others."""
    published = [move for move in first.movements if move.kind == "tournoi"]
    moves = [move for move in publication.movements if move.kind == "tournoi"]
    assert [move.after for move in moves] == [move.after for move in published]
    for move, then in zip(moves, published, strict=True):
        assert move.terms == then.terms
    (vienne,) = publication.counted
    cotes = {find_mover(first, move).licence: move.after for move in published if move.reason == "Vienne"}
    lines = vienne.counted.ratings.lines
    assert {own.player.licence: own.new for own in lines} == cotes and vienne.counted.later
    then = {find_mover(first, move).licence: move.change for move in published if move.reason == "Vienne"}
    for own in lines:
        assert own.gain.total == then[own.player.licence] + vienne.counted.later.get(own.player.number, 0)
    pages = render_site(publication)
    (page,) = (text.decode() for name, text in pages.items() if name == "tournoi/1.html")
    plain_page = page.replace("\u202f", "")
    assert "Changé après sa publication" in page and "Compté ensuite</th>" in page
    assert all(f'<td class="num big">{cote}</td>' in plain_page for cote in cotes.values())
    sheets = openpyxl.load_workbook(io.BytesIO(render_publication(publication, "", "")))
    titles, *rows = list(sheets["Saison 2015-2016"].iter_rows(min_row=4, values_only=True))
    ledger = [dict(zip(titles, row, strict=True)) for row in rows]
    of_tournaments = [row for row in ledger if row["Mouvement"] == "tournoi"]
    assert len(of_tournaments) == len(published)
    for row in of_tournaments:
        assert row["Variation"] == row["PE"] + row["B"] + row["PJ"] and row["Cote de départ (Cj)"]
        assert row["N°"] == (1 if row["Tournoi ou motif"] == "Vienne" else None)


def correct(story, publication, facts, day):
    """Build the next month with another version of the only tournament."""
    world.write_workbook(story.folder / "juste" / "1.xlsx", facts)
    (corrected,) = read_received(story.folder / "juste")
    order = line("doublon", "compter", Empreinte=corrected.sha256[:16])
    return build_publication([corrected], [], day, earlier=publication.history, decisions=[order])


def test_who_has_no_match_left_by_a_correction_loses_what_was_published(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(8), date(2015, 10, 31))
    right = copy.deepcopy(story.facts[0])
    for match in (match for matches in right["rounds"] for match in matches):
        if 1 in (match["one"], match["two"]):
            match |= {"games": [], "gave": {1}}
    second = correct(story, first, right, date(2015, 11, 30))
    (published,) = (move.change for move in first.movements if find_mover(first, move).licence == "L01")
    account = find_account(second, "L01")
    assert published and account.cote == find_account(first, "L01").cote - published
    assert f"joueur/{account.number}.html" in render_site(second)


def test_r9_a_season_begins_with_the_cotes_that_corrections_of_the_morning_give(story):
    story.played(date(2016, 8, 20), list_people(12, cote=2000), kind="Championnat du monde")
    first = story.build(list_people(12, cote=2000), date(2016, 8, 31))
    second = correct(story, first, another_score(Random(1), story.facts[0]), date(2016, 9, 30))
    kinds = [move.kind for move in second.movements if move.day == date(2016, 9, 1)]
    assert {*kinds} == {"ajustement", "début de saison"} and kinds == sorted(kinds)
    place = naive.rank_participants(another_score(Random(1), story.facts[0]))
    cotes = {account.licence: account.cote for account in second.accounts}
    players = story.facts[0]["players"]
    assert {cotes[player["licence"]] for player in players if place[player["number"]] <= 10} == {2900}


def test_r10_who_returns_in_two_tournaments_at_once_is_raised_in_both_whatever_was_published_between(story):
    field = list_people(8, cote=1200, series="4A", last=date(2013, 10, 3))  # PL* 1700
    story.played(date(2015, 10, 20), field, title="Un jour")
    first = story.build(field, date(2015, 10, 20))
    story.played(date(2015, 10, 18), field, title="Quatre jours", days=4)
    second = story.build(field, date(2015, 10, 31), earlier=first.history)
    starts = {move.terms.start for move in second.movements if move.reason == "Quatre jours"}
    assert starts == {1700}


@pytest.mark.rule("R9, R13", "un championnat compté en retard", "federation/ranking/ledger.py: _end")
def test_r9_a_championship_that_comes_after_its_season_has_begun_raises_its_first_ten_once(story):
    field = list_people(12, cote=2000)
    first = story.build(field, date(2016, 9, 30))
    story.played(date(2016, 7, 10), field, kind="Championnat du monde", title="Mondial")
    second = story.build(field, date(2016, 10, 31), earlier=first.history)
    raised = [move for move in second.movements if move.kind == "début de saison"]
    place = naive.rank_participants(story.facts[0])
    assert len(raised) == sum(x <= 10 for x in place.values())
    assert {(move.day, move.after) for move in raised} == {(date(2016, 10, 31), 2900)}
    story.played(date(2016, 6, 5), field[2:], kind="Championnat du monde", title="D'avant")
    third = story.build(field, date(2016, 11, 30), earlier=second.history)
    assert third.counted[-1].counted.is_late and not third.changes[-1].text.startswith("Mondial")
    assert [move for move in third.movements if move.kind == "début de saison" and move.day > second.day] == []


def test_r10_the_two_years_of_a_late_tournament_go_by_the_day_on_which_it_was_played(story):
    field = list_people(8, cote=1200, series="4A", last=date(2013, 10, 3))  # PL* 1700
    listed = [field[0] | {"last": date(2013, 10, 4)}, *field[1:]]
    first = story.build(listed, date(2015, 11, 30))
    assert not first.ranking
    story.played(date(2015, 10, 4), listed)
    second = story.build(listed, date(2015, 12, 31), earlier=first.history)
    start = {find_mover(second, move).licence: move.terms.start for move in second.movements if move.kind == "tournoi"}
    assert start["L01"] == 1201 and set(start.values()) == {1201, 1700}
    assert {ranked.account.last for ranked in second.ranking} == {date(2015, 10, 4)}
    assert not build_publication([], [], date(2017, 10, 5), earlier=second.history).ranking
