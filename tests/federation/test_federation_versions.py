"""Which file is which tournament, and who may say what about it; each question with its smallest input.

A file changes nothing that another sender's file published without a question that names both.
"""

import re
from copy import deepcopy
from dataclasses import replace
from datetime import date
from random import Random

import pytest

from tests import federation_world as world
from tests.federation_desk import (
    OCTOBER,
    answer,
    build_publication,
    keep,
    line,
    list_people,
    mail,
    mark_of,
    mistype_score,
    number_received,
    read_mail_text,
    render_mails,
)
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.versions import describe_differences, group_versions
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.players.player_lists import read_register

ZOE, MALLORY = "Zoé Blanc <zoe@club.fr>", "M <m@evil.example>"
NOVEMBER, DECEMBER, JANUARY, FEBRUARY = date(2015, 11, 30), date(2015, 12, 31), date(2016, 1, 31), date(2016, 2, 29)


def invent(seed=1, first=OCTOBER, title="TH de Vienne", field=None, **changes):
    return world.invent_tournament(Random(seed), field or list_people(8), first, title=title) | changes


LYON = invent(2, date(2015, 12, 6), "TH de Lyon")


class Office:
    """Files and mails that arrive, and publications of them, one after the other."""

    def __init__(self, folder):
        self.inbox, self.earlier = folder / "reçus", BEFORE_THE_FIRST
        self.players = read_register(world.write_list(folder / "liste.csv", list_people(8)))

    def put(self, name, facts):
        """Put a workbook in the folder."""
        world.write_workbook(self.inbox / name, facts)
        return self

    def receive(self, name, sender, facts, *, sent="5 Oct 2015", received="", within=None):
        """Put the mail of a sender with a workbook in the folder; `within`: who forwards it as an attachment."""
        path = self.inbox / f"{name}.xlsx"
        self.put(path.name, facts)
        message = mail((path.name, path.read_bytes()), sender=sender, sent=sent and f"{sent} 12:00:00 +0100")
        if within:
            message = mail(message, sender=within, sent=message["Date"])
        path.unlink()
        header = f"Received: from a by b; {received}\r\n".encode() if received else b""
        path.with_suffix(".eml").write_bytes(header + message.as_bytes())
        return self

    def read(self):
        return read_folder(self.inbox)

    def publish(self, day, *decisions):
        publication = build_publication(self.read(), self.players, day, earlier=self.earlier, decisions=decisions)
        self.earlier = publication.history
        return publication


@pytest.fixture
def office(tmp_path):
    return Office(tmp_path)


def find_words(publication):
    return sorted(verdict.word.split(",")[0] for verdict in publication.verdicts)


def find_cotes(publication):
    return {account.licence: account.cote for account in publication.accounts}


def find_unnamed(publication):
    page = render_site(publication)["index.html"].decode()
    return [player["licence"] for player in list_people(8) if player["name"] not in page]


# Copies, versions, and other tournaments


def another_score(facts):
    facts["rounds"][0][0]["games"] = [(600, 100)]


def without_licences(facts):
    for player in facts["players"]:
        player["licence"] = ""


@pytest.mark.parametrize(("change", "words"), [
    (lambda facts: facts.update(where="Isère"), ["compté", "déjà compté"]),
    (another_score, ["en attente"] * 2), (without_licences, ["en attente"] * 2),
    (lambda facts: facts.update(title="TH"), ["en attente"] * 2),
    (lambda facts: facts.update(kind="Masters régional"), ["en attente"] * 2),
], ids=["place", "score", "licences", "name", "kind"])  # fmt: skip
def test_another_score_licence_name_or_kind_makes_another_version_and_both_wait(office, change, words):
    facts = invent()
    change(facts)
    publication = office.put("1.xlsx", invent()).put("copie.xlsx", facts).publish(NOVEMBER)
    assert find_words(publication) == words
    questions = publication.questions.open
    assert [question.kind for question in questions] == ["doublon"] * words.count("en attente")
    assert len({question.mark for question in questions}) == len(questions)


def test_two_tournaments_of_one_day_without_a_recorded_draw_are_two_even_with_a_result_in_common(office):
    second = invent(2, title="TH de Lyon")
    second["rounds"][0] = invent()["rounds"][0]
    assert find_words(office.put("1.xlsx", invent()).put("2.xlsx", second).publish(NOVEMBER)) == ["compté"] * 2


@pytest.mark.parametrize(("day", "common", "word"), [
    (OCTOBER, 9, "compté"), (OCTOBER, 10, "en attente"), (date(2015, 10, 5), 19, "compté"),
    (date(2015, 10, 5), 20, "en attente"),
])  # fmt: skip
def test_files_of_other_names_are_versions_from_half_of_their_scores_in_common_or_on_another_day_of_all(
    office, day, common, word
):
    other = invent(title="TH de Lyon", first=day)
    matches = [match for matches in other["rounds"] for match in matches]
    assert len(matches) == 20 and all(match["games"] for match in matches)
    for match in matches[common:]:
        match["games"] = [(match["games"][0][0] + 1, match["games"][0][1])]
    assert find_words(office.put("1.xlsx", invent()).put("2.xlsx", other).publish(NOVEMBER)) == [word] * 2


@pytest.mark.parametrize(("draw", "changed", "groups"), [
    ("", 0, 1), ("", 1, 2), ("ab", 10, 1), ("ab", 11, 2),
])  # fmt: skip
def test_on_another_day_one_draw_with_half_of_the_scores_is_one_tournament_or_all_the_scores(
    office, draw, changed, groups
):
    """An organiser corrects his dates; a club plays again with the same list, which gives the same draw."""
    (file,) = office.put("a.xlsx", invent()).read()
    played = replace(file.tournament, draw=draw)
    document = deepcopy(played.document)
    matches = [match for entry in document["rounds"].values() for match in entry["matches"].values()]
    assert len(matches) == 20 and all(match["scores"] for match in matches)
    for match in matches[:changed]:
        match["scores"][0] += 1
    day = date(2015, 10, 11)
    other = replace(file, name="b", number=2, played=replace(played, first=day, last=day, document=document))
    assert len(group_versions([replace(file, number=1, played=played), other])) == groups


def test_a_tournament_of_other_players_is_no_version_even_with_the_same_results(office):
    strangers = [player | {"name": f"AUTRE{n}", "licence": f"A{n}"} for n, player in enumerate(list_people(8))]
    other = invent(field=strangers)
    assert other["rounds"] == invent()["rounds"]
    publication = office.put("1.xlsx", invent()).put("2.xlsx", other).publish(NOVEMBER)
    assert len(publication.counted) == 2 and not [q for q in publication.questions.open if q.kind == "doublon"]


@pytest.mark.parametrize(("draw", "still_open"), [("ab", 0), ("", 1)])
def test_an_answer_that_counts_one_version_settles_those_of_its_draw(office, draw, still_open):
    office.put("1.xlsx", invent()).put("2.xlsx", mistype_score(Random(1), invent()))
    files = [replace(file, played=replace(file.tournament, draw=draw)) for file in office.read()]
    count = line("doublon", "compter", Empreinte=mark_of(office.inbox / "2.xlsx"))
    publication = build_publication(files, office.players, NOVEMBER, decisions=[count])
    assert [own.file.name for own in publication.counted] == ["2.xlsx"]
    assert len(publication.questions.open) == still_open


def test_a_difference_is_told_also_where_it_is_only_how_a_name_is_split_or_a_place(office):
    (file,) = office.put("1.xlsx", invent()).read()
    (other,) = office.put("1.xlsx", mistype_score(Random(1), invent())).read()
    entrant, *others = file.tournament.entrants
    assert re.search(r"\d+-\d+ au lieu de \d+-\d+", describe_differences(other, file))
    for change in ({"name": "NOM", "first_name": "01 Ève"}, {"place": 7}, {}):
        played = replace(file.tournament, entrants=(entrant._replace(**change), *others))
        told = describe_differences(replace(file, played=played), file)
        assert bool(told) == bool(change) and all(str(value) in told for value in change.values())


def test_a_published_version_set_aside_for_another_is_no_copy_of_itself_and_comes_back_as_another_tournament(tmp_path):
    """The version in its place has its address."""
    players = read_register(world.write_list(tmp_path / "liste.csv", list_people(8)))
    right, earlier, addresses = mistype_score(Random(1), invent()), BEFORE_THE_FIRST, []
    for month, (day, version) in enumerate([(OCTOBER, invent()), (NOVEMBER, right), (DECEMBER, invent())]):
        path = world.write_workbook(tmp_path / f"{month}" / f"{month}.xlsx", version)
        files = number_received(tmp_path, f"{month}", earlier)
        decisions = [line("doublon", "compter", Empreinte=mark_of(path))] if earlier.lists else ()
        publication = build_publication(
            files, [] if earlier.lists else players, day, earlier=earlier, decisions=decisions
        )
        addresses.append({row.file.name: row.counted.number for row in publication.counted})
        earlier = keep(tmp_path, publication, files, earlier)
        if month == 1:
            ((aside,),) = (verdict.remarks.all_sentences for verdict in publication.left_out("écarté"))
            assert "1.xlsx" in aside
    assert addresses == [{"0.xlsx": 1}, {"1.xlsx": 1}, {"1.xlsx": 1, "0.xlsx": 2}]


# Struck out


STRIKE = line("tournoi", "écarter", Tournoi="1.xlsx")


def test_a_tournament_struck_out_is_told_once_and_counts_as_a_late_one_when_it_is_restored(office):
    """The decision is the officer's: neither pages nor letters have his sentence; the organiser gets one letter."""
    lyon = invent(2, date(2015, 10, 20), "Lyon", organiser="Léa Rey <lea@club.fr>")
    first = office.put("1.xlsx", lyon).put("2.xlsx", invent()).publish(date(2015, 10, 31))
    struck = office.publish(NOVEMBER, STRIKE)
    assert [len(own.counted) for own in (first, struck)] == [2, 1] and len(struck.changes[0].variations) > 5
    (letter,) = render_mails(struck)
    assert letter["To"] == "lea@club.fr"
    public = b"".join(render_site(struck).values()).decode("utf-8", "replace") + read_mail_text(letter)
    assert "décision" not in public
    later = office.publish(DECEMBER)  # the file is still in the folder
    assert [verdict.file.name for verdict in later.left_out("écarté, déjà dit")] == ["1.xlsx"]
    assert not later.left_out("écarté") and not later.struck_out and not render_mails(later)
    back = office.publish(JANUARY, STRIKE | {"Décision": "retirer"})
    (restored,) = [own.counted for own in back.counted if own.counted.is_late]
    assert restored.file.name == "1.xlsx" and len(back.changes) == 1 and len(back.notes) == 1
    (letter,) = render_mails(back)
    assert letter["To"] == "lea@club.fr" and "31/12/2015" in read_mail_text(letter)  # it was not in that publication
    again = office.publish(FEBRUARY, STRIKE | {"Décision": "retirer"})
    assert len(again.counted) == 2 and len(again.notes) == 1  # nothing to take back


@pytest.mark.parametrize(("digits", "is_struck"), [(7, False), (8, True)])
def test_a_strike_out_names_a_file_by_eight_digits_of_its_fingerprint_at_least(office, digits, is_struck):
    mark = mark_of(office.put("1.xlsx", invent()).inbox / "1.xlsx")[:digits]
    publication = office.publish(NOVEMBER, line("tournoi", "écarter", Empreinte=mark.upper()))
    assert bool(publication.counted) != is_struck and bool(publication.notes) != is_struck


def test_a_strike_out_that_may_mean_two_tournaments_strikes_none(office):
    office.put("a/th.xlsx", invent()).put("b/th.xlsx", invent(2, date(2015, 10, 5), "TH de Lyon"))
    publication = office.publish(NOVEMBER, line("tournoi", "écarter", Tournoi="th.xlsx"))
    assert len(publication.counted) == 2 and len(publication.notes) == 1


def test_a_file_of_another_tournament_under_the_name_of_one_struck_out_does_not_bring_that_back(office):
    assert not office.put("1.xlsx", invent()).publish(NOVEMBER, STRIKE).counted
    publication = office.put("1.xlsx", LYON).publish(DECEMBER)
    assert [verdict.file.tournament.title for verdict in publication.counted] == ["TH de Lyon"]


# Another sender


def test_another_senders_results_are_a_question_that_names_both_and_what_is_published_stands(office):
    first = office.receive("zoe", ZOE, invent()).publish(NOVEMBER)
    publication = office.receive("m", MALLORY, mistype_score(Random(1), invent())).publish(DECEMBER)
    (question,) = publication.questions.open
    assert (question.kind, question.proposals) == ("doublon", ("compter", "écarter"))
    assert ZOE in question.sentence and MALLORY in question.sentence
    assert find_cotes(publication) == find_cotes(first)


@pytest.mark.parametrize("change", [{"where": "Isère"}, {}], ids=["same facts", "same bytes"])
def test_of_copies_the_first_that_the_federations_server_received_counts_and_the_other_sender_is_named(office, change):
    """Whatever day the sender's clock claims; then the first that was sent; then what came without a mail."""
    office.receive("a", MALLORY, invent(**change), sent="5 Oct 2015", received="Wed, 7 Oct 2015 09:00:00 +0200")
    office.receive("b", "N <n@club.fr>", invent(), sent="9 Feb 2016").receive("c", "N <n@club.fr>", invent(), sent="")
    office.receive("zoe", ZOE, invent(), sent="6 Oct 2015", received="Tue, 6 Oct 2015 09:00:00 +0200")
    office.put("x.xlsx", invent())
    publication = office.publish(FEBRUARY)
    (counted,) = publication.counted
    assert (counted.file.address, counted.file.tournament.where) == ("zoe@club.fr", "Vienne")
    assert find_words(publication) == ["compté", *["déjà compté"] * 4] and not publication.questions.open
    copies = {verdict.file.name.split(" ")[0]: verdict.file.refusal for verdict in publication.verdicts[1:]}
    assert MALLORY in copies["a.eml"] and all(ZOE in refusal for refusal in copies.values())


def test_a_forwarded_mail_is_of_who_forwarded_it_and_of_the_day_of_the_mail_around_it(office):
    office.receive("zoe", ZOE, invent(), received="Tue, 6 Oct 2015 09:00:00 +0200")
    office.receive("m", ZOE, invent(), within=MALLORY, received="Wed, 7 Oct 2015 09:00:00 -0400")
    counted, copy = office.publish(NOVEMBER).verdicts
    assert counted.file.name == "zoe.eml › zoe.xlsx" and copy.file.mail.received == "07/10/2015 13:00"
    assert ZOE in copy.file.refusal and "m@evil.example" in copy.file.refusal


# Anonyme


def test_anonymity_of_players_whom_another_sender_published_is_a_question_that_names_both(office):
    assert not find_unnamed(office.receive("zoe", ZOE, invent()).publish(NOVEMBER))
    office.receive("m", MALLORY, LYON | {"anonymous": ["L03"]}, sent="7 Dec 2015")
    before, publication = office.earlier, office.publish(DECEMBER)
    (question,) = publication.questions.open
    assert (question.kind, question.proposals) == ("anonyme", ("oui", "non")) and not find_unnamed(publication)
    assert all(text in question.sentence for text in ("m.eml › m.xlsx", MALLORY, "NOM03 Ève", "TH de Vienne", ZOE))
    for reply, unnamed in (("non", []), ("oui", ["L03"])):
        office.earlier = before
        publication = office.publish(DECEMBER, answer(question, reply))
        assert find_unnamed(publication) == unnamed and len(publication.notes) == len(unnamed)
        later = office.publish(JANUARY)
        assert find_unnamed(later) == unnamed and not later.questions.open and not later.notes


def test_the_sender_who_published_a_player_may_ask_for_his_anonymity_at_once_and_that_is_listed_and_kept(office):
    office.receive("zoe", ZOE, invent()).publish(NOVEMBER)
    office.receive("2", "Zoé <ZOE@club.fr>", invent(anonymous=["L01"]))
    office.receive("3", ZOE, LYON | {"anonymous": ["L02"]}, sent="7 Dec 2015")
    publication = office.publish(DECEMBER)
    assert find_unnamed(publication) == ["L01", "L02"] and not publication.questions.open
    assert len(publication.notes) == 2 and "NOM01" in publication.notes[0] and "NOM02" in publication.notes[1]
    assert find_unnamed(office.publish(JANUARY)) == ["L01", "L02"]


def test_a_copy_that_differs_in_anonymity_alone_is_a_version_where_another_sent_it(office):
    office.receive("zoe", ZOE, invent()).publish(NOVEMBER)
    publication = office.receive("m", MALLORY, invent(anonymous=["L01"])).publish(DECEMBER)
    (question,) = publication.questions.open
    assert question.kind == "doublon" and "NOM01 Ève, L01, Vienne, 4A, 1501, anonyme au lieu de" in question.sentence
    assert not find_unnamed(publication)
    assert not find_unnamed(office.publish(JANUARY, answer(question, "écarter")))


# Dates


@pytest.mark.parametrize(("first", "is_asked"), [
    (date(2015, 10, 6), False), (date(2015, 10, 7), True), (date(2014, 10, 6), False), (date(2014, 10, 5), True),
])  # fmt: skip
def test_a_finished_tournament_of_after_its_mail_or_of_a_year_before_it_is_asked_about(office, first, is_asked):
    publication = office.receive("zoe", ZOE, invent(first=first)).publish(NOVEMBER)
    assert find_words(publication) == ["en attente" if is_asked else "compté"]
    assert [question.kind for question in publication.questions.open] == ["date"] * is_asked


def test_doubtful_dates_are_grave_asked_of_the_organiser_once_and_settled_by_an_answer(office):
    publication = office.receive("zoe", ZOE, invent(first=date(2015, 10, 7))).publish(NOVEMBER)
    (verdict,), (letter,) = publication.verdicts, render_mails(publication)
    assert len(verdict.remarks.serious) == 1 and letter["To"] == "zoe@club.fr"
    before, again = office.earlier, office.publish(DECEMBER)
    assert not render_mails(again) and len(again.questions.open) == 1
    (question,) = publication.questions.open
    office.earlier = before
    counted = office.publish(DECEMBER, answer(question, "compter"))
    assert [verdict.word for verdict in counted.verdicts] == ["compté, grave"] and not counted.questions.open
    (letter,) = render_mails(counted)
    assert "décision" in str(counted.counted[0].remarks) and "décision" not in read_mail_text(letter)
    assert [verdict.word for verdict in office.publish(JANUARY).counted] == ["compté, grave"]
    office.earlier = before
    assert not office.publish(DECEMBER, answer(question, "écarter")).counted


def test_that_doubtful_dates_count_by_decision_is_said_once_however_often_a_month_is_built(office):
    (question,) = office.receive("zoe", ZOE, invent(first=date(2015, 10, 7))).publish(NOVEMBER).questions.open
    files = office.read()
    for _ in range(2):
        publication = build_publication(files, office.players, NOVEMBER, decisions=[answer(question, "compter")])
        files = [replace(file, published=None) for file in publication.history.files]  # as a register has them
        (counted,), (letter,) = publication.counted, render_mails(publication)
        assert str(counted.remarks.serious).count("décision") == 1 and "décision" not in read_mail_text(letter)
