"""Who may say what: a file changes nothing that another sender's file published before without a question that names
both; and the dates of a workbook that its mail contradicts. Each question with its smallest input.
"""

from copy import deepcopy
from dataclasses import replace
from datetime import date
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from random import Random

import pytest

from tests import federation_world as world
from tests.federation.test_federation_mails import mail
from tests.federation.test_federation_year import OCTOBER, line
from tests.federation_desk import build_publication, list_people, make_anonymous, read_mail_text
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.versions import group_versions
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.players.player_lists import read_register

ZOE, MALLORY = "Zoé Blanc <zoe@club.fr>", "M <m@evil.example>"
NOVEMBER, DECEMBER, JANUARY = date(2015, 11, 30), date(2015, 12, 31), date(2016, 1, 31)


class Office:
    """Mails that arrive, and publications of them."""

    def __init__(self, folder):
        self.folder, self.earlier = folder, BEFORE_THE_FIRST
        self.players = read_register(world.write_list(folder / "liste.csv", list_people(8)))

    def write(self, facts, anonymous=()):
        """Return a workbook of these facts with these licences marked as Anonyme."""
        path = world.write_workbook(self.folder / "classeur.xlsx", facts)
        for licence in anonymous:
            make_anonymous(path, licence)
        return path.read_bytes()

    def receive(self, name, sender, facts, *, sent=date(2015, 10, 5), received="", anonymous=(), within=None):
        """Put the mail of a sender with a workbook in the folder; `within`: who forwards it as an attachment."""
        message = mail((f"{name}.xlsx", self.write(facts, anonymous)), sender=sender)
        del message["Date"]
        message["Date"] = f"{sent:%d %b %Y} 12:00:00 +0100"
        if within:
            outer = EmailMessage(policy=SMTP)
            outer["From"], outer["Date"] = within, message["Date"]
            outer.set_content("Voici.")
            outer.add_attachment(message)
            message = outer
        (self.folder / "reçus").mkdir(exist_ok=True)
        header = f"Received: from a by b; {received}\r\n".encode() if received else b""
        (self.folder / "reçus" / f"{name}.eml").write_bytes(header + message.as_bytes())
        return self

    def publish(self, day, *decisions):
        publication = build_publication(
            read_folder(self.folder / "reçus"), self.players, day, earlier=self.earlier, decisions=decisions
        )
        self.earlier = publication.history
        return publication


@pytest.fixture
def office(tmp_path):
    return Office(tmp_path)


def invent(seed=1, first=OCTOBER, title="TH de Vienne", **more):
    return world.invent_tournament(Random(seed), list_people(8), first, title=title) | more


def answered(question, answer):
    return question.to_csv_line() | {"Décision": answer}


def find_unnamed(publication):
    page = render_site(publication)["index.html"].decode()
    return [player["licence"] for player in list_people(8) if player["name"] not in page]


# Another sender


def test_another_senders_results_are_a_question_that_names_both_and_what_is_published_stands(office):
    facts = invent()
    first = office.receive("zoe", ZOE, facts).publish(NOVEMBER)
    facts["rounds"][0][0]["games"] = [(600, 100)]
    publication = office.receive("m", MALLORY, facts).publish(DECEMBER)
    (question,) = publication.questions.open
    assert (question.kind, question.proposals) == ("doublon", ("compter", "écarter"))
    assert question.sentence.endswith(
        "Celui-ci : envoyé par M <m@evil.example> ; l'autre : envoyé par Zoé Blanc <zoe@club.fr>."
    )
    assert [(ranked.account.number, ranked.cote) for ranked in publication.ranking] == [
        (ranked.account.number, ranked.cote) for ranked in first.ranking
    ]


@pytest.mark.parametrize("change", [{"where": "Isère"}, {}])
def test_another_sender_of_the_same_facts_changes_neither_place_nor_whom_the_letter_reaches_and_is_named(
    office, change
):
    """The first that the federation's server received counts, whatever day the sender's clock claims."""
    office.receive("a", MALLORY, invent(**change), sent=date(2015, 10, 5), received="Wed, 7 Oct 2015 09:00:00 +0200")
    office.receive("zoe", ZOE, invent(), sent=date(2015, 10, 6), received="Tue, 6 Oct 2015 09:00:00 +0200")
    publication = office.publish(NOVEMBER)
    counted, copy = publication.verdicts
    assert (counted.file.name, copy.word) == ("zoe.eml › zoe.xlsx", "déjà compté")
    assert counted.file.tournament.where == "Vienne" and not publication.questions.open
    assert copy.file.refusal.endswith(
        "Celui-ci : envoyé par M <m@evil.example> ; l'autre : envoyé par Zoé Blanc <zoe@club.fr>."
    )


def test_a_forwarded_mail_is_of_who_forwarded_it_and_of_the_day_of_the_mail_around_it(office):
    office.receive("zoe", ZOE, invent(), received="Tue, 6 Oct 2015 09:00:00 +0200")
    office.receive("m", ZOE, invent(), within=MALLORY, received="Wed, 7 Oct 2015 09:00:00 -0400")
    counted, copy = office.publish(NOVEMBER).verdicts
    assert counted.file.name == "zoe.eml › zoe.xlsx" and copy.file.mail.received == "07/10/2015 13:00"
    assert "Celui-ci : envoyé par Zoé Blanc <zoe@club.fr>, transféré par m@evil.example" in copy.file.refusal


def test_a_tournament_of_other_players_is_no_version_even_with_the_same_results(office):
    strangers = [player | {"name": f"AUTRE{n}", "licence": f"A{n}"} for n, player in enumerate(list_people(8))]
    other = world.invent_tournament(Random(1), strangers, OCTOBER, title="TH de Vienne")
    assert other["rounds"] == invent()["rounds"]
    publication = office.receive("zoe", ZOE, invent()).receive("m", MALLORY, other).publish(NOVEMBER)
    assert len(publication.counted) == 2 and not [q for q in publication.questions.open if q.kind == "doublon"]


@pytest.mark.parametrize(("draw", "changed", "groups"), [
    ("", 0, 1), ("", 1, 2), ("ab", 10, 1), ("ab", 11, 2),
])  # fmt: skip
def test_on_another_day_one_draw_with_half_of_the_scores_is_one_tournament_or_all_the_scores(
    office, draw, changed, groups
):
    """An organiser corrects his dates; a club plays again with the same list, which gives the same draw."""
    (file,) = read_folder(office.receive("zoe", ZOE, invent()).folder / "reçus")
    played = replace(file.tournament, draw=draw)
    document = deepcopy(played.document)
    matches = [match for entry in document["rounds"].values() for match in entry["matches"].values()]
    assert len(matches) == 20 and all(match["scores"] for match in matches)
    for match in matches[:changed]:
        match["scores"][0] += 1
    day = date(2015, 10, 11)
    other = replace(file, name="b", number=2, played=replace(played, first=day, last=day, document=document))
    assert len(group_versions([replace(file, number=1, played=played), other])) == groups


def test_a_file_of_another_tournament_under_the_name_of_one_struck_out_does_not_bring_that_back(office):
    (office.folder / "reçus").mkdir()
    path = office.folder / "reçus" / "TH.xlsx"
    path.write_bytes(office.write(invent()))
    order = line("tournoi", "écarter", Tournoi="TH.xlsx")
    assert not office.publish(NOVEMBER, order).counted
    path.write_bytes(office.write(invent(2, date(2015, 12, 6), "TH de Lyon")))
    assert [verdict.file.tournament.title for verdict in office.publish(DECEMBER).counted] == ["TH de Lyon"]


# Anonyme


def test_anonymity_of_players_whom_another_sender_published_is_a_question_that_names_both(office):
    assert not find_unnamed(office.receive("zoe", ZOE, invent()).publish(NOVEMBER))
    other = invent(2, date(2015, 12, 6), "TH de Lyon")
    office.receive("m", MALLORY, other, sent=date(2015, 12, 7), anonymous=["L03"])
    before, publication = office.earlier, office.publish(DECEMBER)
    (question,) = publication.questions.open
    assert (question.kind, question.proposals) == ("anonyme", ("oui", "non")) and not find_unnamed(publication)
    assert question.sentence.startswith(
        "m.eml › m.xlsx, envoyé par M <m@evil.example>, ne veut plus nommer NOM03 Ève, que TH de Vienne "
        "(envoyé par Zoé Blanc <zoe@club.fr>) a fait publier."
    )
    for answer, unnamed in (("non", []), ("oui", ["L03"])):
        office.earlier = before
        publication = office.publish(DECEMBER, answered(question, answer))
        assert find_unnamed(publication) == unnamed and not publication.questions.open
        later = office.publish(JANUARY)
        assert find_unnamed(later) == unnamed and not later.questions.open
        told = [note for note in publication.notes if note.startswith("Plus nommé")]
        assert len(told) == len(unnamed) and not later.notes


@pytest.mark.parametrize("sender", [ZOE, "Zoé <ZOE@club.fr>"])
def test_the_sender_who_published_a_player_may_ask_for_his_anonymity_at_once_and_that_is_listed(office, sender):
    office.receive("zoe", ZOE, invent()).publish(NOVEMBER)
    other = invent(2, date(2015, 12, 6), "TH de Lyon")
    office.receive("2", sender, invent(), anonymous=["L01"])
    office.receive("3", sender, other, sent=date(2015, 12, 7), anonymous=["L02"])
    publication = office.publish(DECEMBER)
    assert find_unnamed(publication) == ["L01", "L02"] and not publication.questions.open
    assert [note.rpartition(" : ")[2] for note in publication.notes] == ["NOM01 Ève.", "NOM02 Ève."]


def test_a_copy_that_differs_in_anonymity_alone_is_a_version_where_another_sent_it(office):
    office.receive("zoe", ZOE, invent()).publish(NOVEMBER)
    publication = office.receive("m", MALLORY, invent(), anonymous=["L01"]).publish(DECEMBER)
    (question,) = publication.questions.open
    assert question.kind == "doublon" and "NOM01 Ève, L01, Vienne, 4A, 1501, anonyme au lieu de" in question.sentence
    assert not find_unnamed(publication)
    assert not find_unnamed(office.publish(JANUARY, answered(question, "écarter")))


# Dates


@pytest.mark.parametrize(("first", "is_asked"), [
    (date(2015, 10, 6), False), (date(2015, 10, 7), True), (date(2014, 10, 6), False), (date(2014, 10, 5), True),
])  # fmt: skip
def test_a_finished_tournament_of_after_its_mail_or_of_a_year_before_it_is_asked_about(office, first, is_asked):
    publication = office.receive("zoe", ZOE, invent(first=first), sent=date(2015, 10, 5)).publish(NOVEMBER)
    (verdict,) = publication.verdicts
    assert (not verdict.entry, verdict.word == "en attente") == (is_asked, is_asked)
    assert [question.kind for question in publication.questions.open] == ["date"] * is_asked


def test_doubtful_dates_are_grave_asked_of_the_organiser_once_and_settled_by_an_answer(office):
    publication = office.receive("zoe", ZOE, invent(first=date(2015, 10, 7))).publish(NOVEMBER)
    (verdict,) = publication.verdicts
    assert verdict.remarks.serious == (
        "Dates à confirmer : un tournoi terminé, daté le 07/10/2015, dans un courriel du 05/10/2015.",
    )
    (letter,) = (message_from_bytes(data, policy=default) for data in render_letters(publication).values())
    assert letter["To"] == "zoe@club.fr"
    assert "Si ces dates sont justes, répondez-le à ce message." in read_mail_text(letter)
    before, again = office.earlier, office.publish(DECEMBER)
    assert not render_letters(again) and len(again.questions.open) == 1
    (question,) = publication.questions.open
    office.earlier = before
    counted = office.publish(DECEMBER, answered(question, "compter"))
    assert [verdict.word for verdict in counted.verdicts] == ["compté, grave"] and not counted.questions.open
    (letter,) = (message_from_bytes(data, policy=default) for data in render_letters(counted).values())
    assert "votre décision" in str(counted.counted[0].remarks) and "décision" not in read_mail_text(letter)
    assert [verdict.word for verdict in office.publish(JANUARY).counted] == ["compté, grave"]
    office.earlier = before
    assert not office.publish(DECEMBER, answered(question, "écarter")).counted
