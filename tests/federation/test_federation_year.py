"""The officer's year: late, corrected and repeated files, answers given, changed and taken back."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest

from tests import federation_world as world
from tests.federation.test_federation_months import another_score
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    Story,
    build_publication,
    find_account,
    keep,
    list_people,
    number_received,
    publish_month,
    read_mail_text,
    read_ranking,
    read_sheet_rows,
    send,
)
from tests.fuzz import TRIALS
from tournament_xl.federation.intake.decisions import Adjustment, question_key, read_decisions
from tournament_xl.federation.output.csv_files import render_decisions_csv, render_players_csv
from tournament_xl.federation.output.gains import change_elsewhere
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.messages.federation import DECISION_COLUMNS, DOUBTS, PLAYER
from tournament_xl.players.player_lists import read_list, read_register

OCTOBER = date(2015, 10, 4)


def line(nature, decision, **cells):
    columns = {"Prenom": "Prénom", "Decision": "Décision"}
    return dict.fromkeys(DECISION_COLUMNS, "") | {"Nature": nature, "Décision": decision} | {
        columns.get(key, key): value for key, value in cells.items()
    }  # fmt: skip


def build_player_line(player, nature, decision):
    """A line about a row of a tournament."""
    return line(
        nature,
        decision,
        Nom=player["name"],
        Prenom=player["first_name"],
        Licence=player["licence"],
        Club=player["club"],
    )


def somebody(facts):
    """The first player of a tournament who has a game."""
    games = [match for matches in facts["rounds"] for match in matches if match["games"]]
    return next(player for player in facts["players"] if any(player["number"] in (m["one"], m["two"]) for m in games))


class Year:
    """What comes in each month, one tournament over its end, and what is decided then."""

    MONTHS = [date(2015, 10, 31), date(2015, 11, 30), date(2015, 12, 31), date(2016, 2, 29), date(2016, 3, 31)]

    def __init__(self, source, folder, *, people, tournaments):
        self.people, facts = world.invent_seasons(source, people=people, unknown=4, tournaments=tournaments, days=190)
        over = next(tournament for tournament in facts[6:] if tournament["first"] > self.MONTHS[1])
        over |= {"first": self.MONTHS[1], "last": self.MONTHS[1] + timedelta(days=3)}
        self.folder, self.decisions = folder, {month: [] for month in range(len(self.MONTHS))}
        self.adjustments = {month: [] for month in range(len(self.MONTHS))}
        there = {
            player["licence"] for player in facts[5]["players"]
        }  # two of a name in one workbook need a licence each
        namesakes = [person for person in self.people if person["licence"] not in there]
        self.namesake = source.choice(namesakes) | {"licence": "", "club": "Nice"}
        somebody(facts[5]).update(self.namesake)
        a, b, c, d, e, f = source.sample([person for person in self.people if person["cote"]], 6)
        wrong = []  # three rows under the licence of somebody else
        for number, (tournament, guest) in enumerate(zip(facts[:3], (a, b, c), strict=True)):
            stranger = {"name": f"ÉTRANGER{number}", "first_name": "Zoé", "licence": guest["licence"], "club": "Nice"}
            for player in tournament["players"]:
                if player["licence"] == guest["licence"]:
                    player["licence"] = ""
            somebody(tournament).update(stranger)
            wrong.append(stranger)
        for number, tournament in enumerate(facts):
            month = next((m for m, day in enumerate(self.MONTHS) if tournament["last"] <= day), len(self.MONTHS) - 1)
            late = number and source.random() < 0.3
            month = min(month + late, len(self.MONTHS) - 1)
            if number == tournaments // 2 + 1:  # first with a score that was typed wrongly
                self.correct(folder / f"{month - 1}" / "faux.xlsx", another_score(source, tournament), "écarter", month)
                self.correct(folder / f"{month}" / f"{number}.xlsx", tournament, "compter", month)
            else:
                world.write_workbook(folder / f"{month}" / f"{number}.xlsx", tournament)
            if source.random() < 0.3:
                world.write_workbook(folder / f"{len(self.MONTHS) - 1}" / f"encore {number}.xlsx", tournament)
        for month, answers in ((1, ("nouveau", a["licence"], "nouveau")), (2, (a["licence"], "", "retirer"))):
            self.decide(
                month,
                *(
                    build_player_line(stranger_row, "joueur", decision)
                    for stranger_row, decision in zip(wrong, answers, strict=True)
                ),
            )
        self.decide(3, build_player_line(wrong[1], "joueur", b["licence"]))
        self.decide(3, build_player_line(wrong[2], "joueur", f"fusionner avec {c['licence']}"))
        self.decide(3, line("joueur", f"fusionner avec {e['licence']}", Licence=d["licence"]))
        self.decide(2, line("licence", "NEUVE-1", Licence=f["licence"]))
        self.decide(
            2, line("nom", "MARIÉE, Ève", Licence=e["licence"]), build_player_line(self.namesake, "joueur", "nouveau")
        )
        self.decide(4, line("tournoi", "écarter", Tournoi=facts[4]["title"], Date=f"{facts[4]['last']:%d/%m/%Y}"))
        for month, points in ((1, 25), (2, 15)):
            self.adjustments[month].append(
                Adjustment(date(2015, 10, 20), a["licence"], Fraction(points), "CLAP", "a.csv, ligne 2")
            )
        self.struck, self.gone = facts[4]["title"], d["licence"]

    def correct(self, path, facts, answer, month):
        """One of two versions of a tournament, and what is decided about it."""
        mark = hashlib.sha256(world.write_workbook(path, facts).read_bytes()).hexdigest()[:16]
        self.decide(month, line("doublon", answer, Empreinte=mark))

    def decide(self, month, *lines):
        self.decisions[month] += lines


def reads_back(publication, path):
    """A list as it is written is read by organisers and by the federation, and means the same players."""
    path.write_bytes(render_players_csv(publication))
    assert len(read_list(path)) == len(publication.accounts)
    listed = read_register(path, publication.day)
    rebuilt = build_publication([], listed, publication.day)
    assert sorted(
        (account.full_name, account.cote or 0, account.last) for account in rebuilt.accounts if account.last
    ) == sorted(
        (account.full_name, account.cote or 0, account.last) for account in publication.accounts if account.last
    )
    return listed


def decided(publication):
    return {question_key(line): line["Décision"] for line in publication.history.decisions}


def written_again(publication, folder, files, listed=(), **more):
    """The file of decisions that a build writes gives this build again."""
    path = folder / "decisions.csv"
    path.write_bytes(render_decisions_csv(publication))
    rebuilt = build_publication(files, listed, publication.day, decisions=read_decisions(path), **more)
    history, rebuilt_history = (replace(history.history, decisions=()) for history in (publication, rebuilt))
    assert history == rebuilt_history and decided(publication) == decided(rebuilt)
    return path.read_text("utf-8-sig")


@pytest.mark.parametrize("order", [
    line("joueur", "fusionner avec L02", Licence="L01"), line("tournoi", "écarter", Tournoi="1.xlsx"),
    line("nom", "MARIÉE, Ève", Licence="L01"), line("licence", "L77", Licence="L01"),
    line("ajustement", "retirer", Tournoi="CLAP", Date="04/10/2015", Licence="L03"),
])  # fmt: skip
def test_a_withdrawn_decision_stays_withdrawn_with_the_file_that_the_program_writes(story, order):
    clap = [Adjustment(OCTOBER, "L03", Fraction(25), "CLAP", "a.csv, ligne 2")]
    story.played(OCTOBER, list_people(8)[1:])
    first = story.build(list_people(8), date(2015, 10, 31), decisions=[order], adjustments=clap)
    undo = order | {"Décision": "" if order["Nature"] == "ajustement" else "retirer"}
    back = build_publication([], [], date(2015, 11, 30), earlier=first.history, decisions=[undo])
    assert len(back.notes) == 1 and not back.history.decisions
    assert order["Nature"] in written_again(back, story.folder, [], earlier=first.history)


@pytest.mark.parametrize("seed", range(5 if TRIALS else 1))
def test_the_officers_year_keeps_its_decisions_and_the_numbers_of_its_players(tmp_path, seed):
    size = {"people": 300, "tournaments": 138} if TRIALS else {"people": 50, "tournaments": 10}
    year = Year(Random(f"year {seed}"), tmp_path, **size)
    first = read_register(world.write_list(tmp_path / "liste.csv", year.people))
    listed, earlier = first, BEFORE_THE_FIRST
    for month, day in enumerate(year.MONTHS):
        (tmp_path / f"{month}").mkdir(exist_ok=True)
        received_files = number_received(tmp_path, f"{month}", earlier)
        publication = build_publication(
            received_files,
            listed,
            day,
            adjustments=year.adjustments[month],
            decisions=year.decisions[month],
            earlier=earlier,
        )
        written_again(
            publication, tmp_path, received_files, listed, adjustments=year.adjustments[month], earlier=earlier
        )
        listed = reads_back(publication, tmp_path / f"{day}.csv")
        before, earlier = earlier, keep(tmp_path, publication, received_files, earlier)
        numbers = {person.number: person.spellings[0].evidence for person in earlier.people}
        assert all(numbers[person.number] == person.spellings[0].evidence for person in before.people)
    asked = {question.sentence for question in publication.questions.open if question.kind == PLAYER}
    assert asked <= {DOUBTS["taken"]}  # old licences and old names still lead to those whom they were
    assert not publication.questions.misread
    licences, names = ({getattr(account, name) for account in publication.accounts} for name in ("licence", "name"))
    assert year.gone not in licences and {"NEUVE-1"} <= licences and "MARIÉE" in names
    (struck,) = (verdict for verdict in publication.verdicts if verdict.file.sender[0] == year.struck)
    assert struck.word == "écarté"


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


def test_a_new_player_under_the_licence_of_another_has_no_place_before_and_not_his_cote(tmp_path):
    world.write_list(tmp_path / "liste.csv", list_people(10))
    send(tmp_path, JANUARY, "Vienne", date(2016, 1, 10))
    publish_month(tmp_path, JANUARY)
    stranger = list_people(1)[0] | {"name": "BLANC", "first_name": "Théo", "licence": "L09"}
    send(tmp_path, FEBRUARY, "Lyon", date(2016, 2, 10), field=[*list_people(7), stranger])
    publish_month(tmp_path, FEBRUARY, JANUARY)
    decisions = tmp_path / f"{FEBRUARY}-decisions.csv"
    decisions.write_text(decisions.read_text("utf-8-sig").replace("| nouveau;", "| nouveau;nouveau"), "utf-8-sig")
    assert publish_month(tmp_path, FEBRUARY, JANUARY, "--decisions", decisions) == 0
    (new,) = [cell for cell in read_sheet_rows(tmp_path / f"{FEBRUARY}.xlsx", "Classement") if cell["Nom"] == "BLANC"]
    assert (new["±"], new["Cote avant"], new["Licence"]) == ("N", None, None)
    assert read_ranking(tmp_path, FEBRUARY)["L09"]["Cote avant"] == 1509


def test_a_moved_licence_in_a_new_list_is_asked_about_and_nobody_is_ranked_twice(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(8), date(2015, 10, 31))
    moved = [list_people(1)[0] | {"licence": "L77"}, *list_people(8)[1:]]
    asked = story.build(moved, date(2015, 11, 30), earlier=first.history)
    (question,) = asked.questions.open
    assert "la même personne" in question.sentence and question.proposals == ("L01", "nouveau")
    assert len(asked.accounts) == len(asked.ranking) == 8
    for answer, licences in (("L01", {"L77"}), ("nouveau", {"L01", "L77"})):
        answers = [question.to_csv_line() | {"Décision": answer}]
        decided = story.build(moved, date(2015, 11, 30), earlier=first.history, decisions=answers)
        assert {account.licence for account in decided.accounts if account.name == "NOM01"} == licences
        (same,) = (
            line_of_ranking
            for line_of_ranking in decided.ranking
            if line_of_ranking.cote_before and line_of_ranking.account.name == "NOM01"
        )
        assert same.cote == same.cote_before


@pytest.mark.parametrize("order", [
    line("tournoi", "écarter", Tournoi="1.xlsx"), line("tournoi", "écarter", Tournoi="Tournoi", Date="04/10/2015"),
])  # fmt: skip
def test_a_tournament_is_struck_out_after_publication_and_taken_back(story, order):
    first = story.played(OCTOBER, list_people(8)).build(list_people(8), date(2015, 10, 31))
    struck = story.build(list_people(8), date(2015, 11, 30), earlier=first.history, decisions=[order])
    assert not struck.counted and not struck.notes and len(struck.changes[0].variations) > 5
    assert {account.cote for account in struck.accounts} == {account["cote"] for account in list_people(8)}
    back = build_publication([], [], date(2015, 12, 31), earlier=struck.history, decisions=[order | {"Décision": ""}])
    assert len(back.counted) == 1 and "Décision retirée" in back.notes[0]
    rebuilt = build_publication(
        [], [], date(2016, 1, 31), earlier=back.history, decisions=[order | {"Décision": "retirer"}]
    )
    assert len(rebuilt.counted) == 1 and rebuilt.notes[0].startswith("Rien à retirer : tournoi")


def test_lines_that_are_not_understood_or_do_nothing_are_told(story):
    story.played(OCTOBER, list_people(8))
    lines_of_file = [
        line("tournois", "écarter", Tournoi="1.xlsx"), line("tournoi", "écarter", Tournoi="9.xlsx"),
        line("joueur", "fusionner avec L02", Licence="L99"), line("licence", "L3", Licence="L98"),
        line("nom", "sans virgule", Licence="L01"), line("ajustement", "retirer", Licence="L01", Date="01/10/2015"),
    ]  # fmt: skip
    notes = story.build(list_people(8), decisions=lines_of_file).notes
    assert len(notes) == len(lines_of_file) and notes[0].startswith("Ligne non comprise : tournois 1.xlsx")
    assert all(note.startswith("Décision sans effet") for note in notes[1:]), notes


def test_an_adjustment_given_again_replaces_the_first_and_one_may_be_undone(story):
    def adjust(points):
        return [Adjustment(OCTOBER, "L01", Fraction(points), "CLAP", "a.csv, ligne 2")]

    first = story.build(list_people(2), date(2015, 10, 31), adjustments=adjust(25))
    second = story.build(list_people(2), date(2015, 11, 30), adjustments=adjust(15), earlier=first.history)
    assert [account.cote for account in second.accounts] == [1516, 1502]
    (change,) = (movement for movement in second.movements if movement.day > first.day)
    assert (change.day, change.kind, change.before, change.after) == (date(2015, 11, 1), "ajustement", 1526, 1516)
    undo = [line("ajustement", "retirer", Tournoi="CLAP", Date="04/10/2015", Licence="L01")]
    third = story.build(list_people(2), date(2015, 12, 31), earlier=second.history, decisions=undo)
    assert [account.cote for account in third.accounts] == [1501, 1502] and not third.notes


@pytest.mark.rule(
    "R12",
    "de deux tournois qui se chevauchent, la nouvelle cote des pages et des courriers",
    "federation/ranking/ledger.py: _end",
)
def test_r12_of_two_tournaments_at_once_pages_and_letters_have_the_cotes_of_the_register(story):
    publication = (
        story.played(OCTOBER, list_people(8)).played(OCTOBER, list_people(8), title="Lyon").build(list_people(8))
    )
    second = publication.counted[1]
    after = {move.entrant: move.after for move in publication.movements if move.tournament == second.counted.number}
    site, drafts = render_site(publication), render_letters(publication)
    (page,) = (content.decode() for name, content in site.items() if name == f"tournoi/{second.counted.number}.html")
    (draft,) = (content for name, content in drafts.items() if second.file.tournament.title in name)
    lines_of_letter = read_mail_text(draft).splitlines()
    for line in second.counted.ratings.lines:
        name, new, apart = line.player.full_name, f"{after[line.player.number]}", change_elsewhere(line)
        assert f'<td class="num big">{new[0]} {new[1:]}</td>' in page.replace("\u202f", " ")
        (row,) = (row for row in lines_of_letter if f" {name} : " in row)
        assert f"{line.old} → {new} {line.series}" in row and ("entre-temps" in row) == bool(apart)
        assert line.old + line.gain.total + apart == after[line.player.number]
    assert sum(map(bool, map(change_elsewhere, second.counted.ratings.lines))) > 5


def test_points_that_an_answer_gives_to_somebody_else_go_over_in_the_month_of_the_answer(story):
    namesake = list_people(1)[0] | {"licence": "", "club": "Nice"}
    first = story.played(OCTOBER, [*list_people(8)[1:], namesake]).build(list_people(8), date(2015, 10, 31))
    (question,) = first.questions.open
    new = build_publication(
        [], [], date(2015, 11, 30), earlier=first.history, decisions=[question.to_csv_line() | {"Décision": "nouveau"}]
    )
    same = build_publication(
        [], [], date(2015, 12, 31), earlier=new.history, decisions=[question.to_csv_line() | {"Décision": "L01"}]
    )
    (row,) = (line for line in first.counted[0].counted.ratings.lines if line.player.club == "Nice")
    points = row.gain.total
    (given,), (moved,) = new.changes, same.changes
    assert [(own.account.club, own.old, own.new) for own in given.variations] == [("Nice", 0, points)]
    assert {(own.account.club, own.old, own.new) for own in moved.variations} == {
        ("Nice", points, 0), ("Vienne", 0, points),
    }  # fmt: skip
    assert find_account(new, "L01").cote + points == find_account(same, "L01").cote
    (page,) = (content.decode() for name, content in render_site(same).items() if name.endswith("changements.html"))
    assert page.count("Tournoi (04/10/2015) : décision sur un joueur") == 1 and not render_letters(same)
    back = build_publication(
        [], [], date(2015, 12, 31), earlier=new.history, decisions=[question.to_csv_line() | {"Décision": "retirer"}]
    )
    assert [asked.key for asked in back.questions.open] == [question.key] and find_account(back, "L01").cote == 1501
    wrong = build_publication(
        [], [], date(2015, 12, 31), earlier=new.history, decisions=[question.to_csv_line() | {"Décision": "L99"}]
    )
    ((asked, answer),) = wrong.questions.misread
    assert (answer, asked.proposals) == ("L99", ("L01", "nouveau"))


def test_a_candidate_is_told_once_and_with_what_he_played_on_the_same_days(story):
    lea = list_people(1)[0] | {"name": "PETIT", "first_name": "Léa", "licence": ""}
    story.played(OCTOBER, [*list_people(8)[1:], lea], title="Paris")
    story.played(OCTOBER, [*list_people(8)[1:], lea | {"name": "PETITT"}], title="Toulouse", days=2)
    (question,) = story.build(list_people(8)).questions.open
    (text,) = [candidate.text for candidate in question.candidates]
    assert text.startswith("PETIT Léa, Vienne · cote 1700 : ") and "inconnu" not in text
    assert text.endswith(" ; mais joue aux mêmes dates à Paris : c'est sans doute quelqu'un d'autre")
    merged = line("joueur", "fusionner avec PETIT Léa, Vienne", Nom="PETITT", Prenom="Léa", Club="Vienne")
    (note,) = story.build(list_people(8), decisions=[merged]).notes
    assert "PETIT Léa à Paris (04/10/2015), PETITT Léa à Toulouse (05/10/2015)" in note


@pytest.mark.parametrize("licence", ["L99", ""])
def test_an_unknown_player_with_a_first_name_less_than_a_known_one_is_asked_about(story, licence):
    listed_player = list_people(8)[0] | {"name": "GNASSOUNOU", "first_name": "Afi Delphine"}
    short = listed_player | {"first_name": "Afi", "licence": licence, "club": "Nice"}
    sister = list_people(8)[1] | {"name": "GNASSOUNOU", "first_name": "Maria", "licence": "L98"}
    (question,) = story.played(OCTOBER, [short, sister, *list_people(8)[2:]]).build([listed_player]).questions.open
    assert question.first_name == "Afi" and question.proposals == ("L01", "nouveau")
