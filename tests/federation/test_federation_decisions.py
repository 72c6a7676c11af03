"""Decisions: who took them, when and why; what is told once; who is no candidate."""

import hashlib
import shutil
from datetime import date
from functools import partial
from random import Random

import pytest

from tests import federation_world as world
from tests.federation.test_federation_year import OCTOBER, line
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    Story,
    list_people,
    publish_month,
    read_mail_text,
    read_sheet_rows,
    send,
)
from tournament_xl.federation.intake.decisions import read_adjustments
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.players.list_table import ListError

APRIL = "2016-04-30"


def write_decisions(path, *rows):
    """Write lines of decisions, and name the option that gives them."""
    cells = [rows[0].keys(), *(row.values() for row in rows)]
    path.write_text("\n".join(";".join(f'"{cell}"' for cell in row) for row in cells), "utf-8-sig")
    return "--decisions", path


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


def test_a_decision_keeps_its_author_its_day_and_its_reason_through_changes_and_nothing_of_them_is_public(tmp_path):
    """Where the file does not say, the day is that of the ranking and the author who signs it."""
    world.write_list(tmp_path / "liste.csv", list_people(8))
    send(tmp_path, JANUARY, "Vienne", date(2016, 1, 20))
    order = line("nom", "MARIÉE, Ève", Licence="L01") | {"Auteur": "Paul Ex", "Décidé le": "", "Motif": "acte du 3 mai"}
    give = partial(write_decisions, tmp_path / "d.csv")

    assert publish_month(tmp_path, JANUARY, None, "--signature", "Anne Roux", *give(order)) == 0
    changed = order | {"Décision": "JURÉE, Ève", "Auteur": "", "Décidé le": "31/01/2016"}  # the day of the old answer
    assert publish_month(tmp_path, FEBRUARY, JANUARY, *give(changed)) == 0
    written = (tmp_path / f"{FEBRUARY}-decisions.csv").read_text("utf-8-sig")
    assert written.splitlines()[1].endswith("JURÉE, Ève;Anne Roux;29/02/2016;acte du 3 mai")
    assert publish_month(tmp_path, MARCH, FEBRUARY, "--decisions", tmp_path / f"{FEBRUARY}-decisions.csv") == 0
    assert publish_month(tmp_path, APRIL, MARCH, *give(order | {"Décision": "retirer", "Motif": "recours"})) == 0
    rows = [
        (row["Décidé le"], row["Auteur"], row["Décision"], row["Motif"], row["État"])
        for row in read_sheet_rows(tmp_path / f"{APRIL}.xlsx", "Décisions")
    ]
    assert rows == [
        ("30/04/2016", "Paul Ex", "retirer", "recours", "retrait"),
        ("29/02/2016", "Anne Roux", "JURÉE, Ève", "acte du 3 mai", "retirée depuis"),
        ("31/01/2016", "Paul Ex", "MARIÉE, Ève", "acte du 3 mai", "remplacée depuis"),
    ]
    public = [*tmp_path.glob("*-site/**/*.*"), *(tmp_path / "courriers").iterdir()]
    assert len(public) > 20 and not [
        path for path in public if any(word in path.read_text("utf-8") for word in ("Paul Ex", "acte du", "recours"))
    ]
    assert publish_month(tmp_path, APRIL, MARCH, *give(order | {"Décidé le": "hier"})) == 5


def test_a_strike_out_is_told_in_its_month_and_no_more_whatever_the_files_are_called_then(tmp_path, capsys):
    world.write_list(tmp_path / "liste.csv", list_people(12))
    send(tmp_path, JANUARY, "Vienne", date(2016, 1, 20))
    send(tmp_path, JANUARY, "Lyon", date(2016, 1, 22), field=list_people(12)[4:])
    publish_month(tmp_path, JANUARY)
    facts = world.invent_tournament(Random("other"), list_people(8), date(2016, 1, 20), title="Vienne")
    new = world.write_workbook(tmp_path / FEBRUARY / "Vienne.xlsx", facts)  # of the same name
    mark = hashlib.sha256(new.read_bytes()).hexdigest()[:16]
    rows = [line("tournoi", "écarter", Tournoi="Lyon.xlsx"), line("doublon", "compter", Empreinte=mark)]
    publish_month(tmp_path, FEBRUARY, JANUARY, *write_decisions(tmp_path / "d.csv", *rows))
    assert "; 2 refusés ou écartés." in capsys.readouterr().out
    shutil.copytree(tmp_path / JANUARY, tmp_path / MARCH)
    for day, before in ((MARCH, FEBRUARY), (APRIL, MARCH)):
        publish_month(tmp_path, day, before)
        assert "; 0 refusé" in capsys.readouterr().out
        verdicts = [row["Verdict"] for row in read_sheet_rows(tmp_path / f"{day}.xlsx", "Tournois")]
        assert verdicts.count("écarté, déjà dit") == 2 and "écarté" not in verdicts


@pytest.mark.parametrize("guest", [
    {"name": "JEAN", "first_name": "Jean-Loup"}, {"name": "LOUP", "first_name": "Jean"},
])  # fmt: skip
@pytest.mark.parametrize("licence", ["L99", ""])
def test_who_only_shares_first_names_with_a_known_player_is_somebody_else(story, guest, licence):
    player = list_people(8)[0] | {"name": "LE BIHANSON", "first_name": "Jean-Loup"}
    publication = story.played(OCTOBER, [list_people(1)[0] | guest | {"licence": licence}, *list_people(8)[1:]]).build(
        [player]
    )
    assert not publication.questions.open and guest["name"] in {account.name for account in publication.accounts}
    story.played(date(2015, 10, 20), [player | {"name": guest["name"]}, *list_people(8)[1:]])  # under his licence
    (question,) = [asked for asked in story.build([player]).questions.open if asked.licence == "L01"]
    assert question.proposals[0] == "L01"


def test_a_letter_asks_nothing_about_a_licence_or_a_name_that_is_ordered(story):
    orders = [line("licence", "L77", Licence="L01"), line("nom", "MARIÉE, Ève", Licence="L02")]
    publication = story.played(OCTOBER, list_people(8)).build(list_people(8), decisions=orders)
    assert not publication.questions.open  # the old licence and the old name still lead to them
    (draft,) = render_letters(publication).values()
    text = read_mail_text(draft)
    assert "Licence de NOM01 Ève : L77 maintenant ; vous avez L01, l'ancienne." in text
    assert "Nom : MARIÉE Ève maintenant ; vous avez écrit « NOM02 Ève »." in text and "juste ?" not in text


@pytest.mark.parametrize(("digits", "is_struck"), [(7, False), (8, True)])
def test_a_strike_out_names_a_file_by_eight_digits_of_its_fingerprint_at_least(story, digits, is_struck):
    story.played(OCTOBER, list_people(8))
    mark = hashlib.sha256((story.folder / "reçus" / "1.xlsx").read_bytes()).hexdigest()[:digits]
    publication = story.build(list_people(8), decisions=[line("tournoi", "écarter", Empreinte=mark.upper())])
    assert bool(publication.counted) != is_struck
    assert any("sans effet" in note for note in publication.notes) != is_struck


def test_a_strike_out_that_may_mean_two_tournaments_strikes_none(story):
    for number, folder in enumerate(("a", "b")):
        facts = world.invent_tournament(Random(number), list_people(8), date(2015, 10, 4 + number), title=folder)
        world.write_workbook(story.folder / "reçus" / folder / "th.xlsx", facts)
    publication = story.build(list_people(8), decisions=[line("tournoi", "écarter", Tournoi="th.xlsx")])
    assert len(publication.counted) == 2 and any("sans effet" in note for note in publication.notes)


@pytest.mark.parametrize(
    ("points", "is_refused"), [("5000", False), ("-5000", False), ("5000,01", True), ("-5001", True)]
)
def test_an_adjustment_has_at_most_five_thousand_points(tmp_path, points, is_refused):
    (tmp_path / "a.csv").write_text(f"Date;Licence;Points;Motif\n01/06/2016;L01;{points};CLAP\n", encoding="utf-8")
    if is_refused:
        with pytest.raises(ListError, match="ligne 2"):
            read_adjustments(tmp_path / "a.csv")
    else:
        assert len(read_adjustments(tmp_path / "a.csv")) == 1
