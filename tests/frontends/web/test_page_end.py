"""The end of a tournament as the page calls for it: ratings, the federation's parcel, what asks for them again."""

import pytest

from tests.books import run
from tests.frontends.web.test_page import ask, column, done, scores


def test_a_tournament_that_ends_early_is_told_how_and_its_ratings_are_asked_for_again(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    press = {"file": book.name, "action": "ratings"}
    assert "annulez la ronde 2, mettez Nombre de rondes à 1, " in ask(desk, "press", **press)["answer"]["message"]
    done(desk, "type", file=book.name, cells=[cell for row in view["missing"] for cell in scores(view, row, 400, 350)])
    refusal = ask(desk, "press", file=book.name, action="undo")
    assert refusal["doubt"] and refusal["answer"]["message"].startswith("La ronde 2 a déjà des scores.")
    assert ": mettez Nombre de rondes à 2, " in ask(desk, "press", **press)["answer"]["message"]
    published = done(desk, "press", file=book.name, action="publish")["files"][0]
    assert "<small>provisoire</small>" in desk.content(f"{published}/index.html").decode()
    done(desk, "press", **press, provisional=True)
    rounds = {"file": book.name, "name": "Nombre de rondes"}
    assert done(desk, "setting", **rounds, value="2")["view"]["button"] == "ratings"
    view = done(desk, "press", file=book.name, action="update")["view"]
    assert view["button"] == "ratings"
    assert done(desk, "press", **press)["view"]["button"] == "send"
    assert done(desk, "setting", **rounds, value="3")["view"]["button"] == "pair"
    done(desk, "press", file=book.name, action="update")
    assert done(desk, "setting", **rounds, value="2")["view"]["button"] == "ratings", "provisional in between"


def test_a_score_changed_after_the_ratings_asks_for_them_again(desk):
    desk, book = desk
    assert run("simulate", book) == 0
    view = done(desk, "press", file=book.name, action="ratings")["view"]
    assert view["button"] == "send"
    row = view["won"].keys() and min(int(row) for row, won in view["won"].items() if won == 1)
    cells = [{key: cell[key] for key in cell if key != "was"} for cell in scores(view, row, 300, 511)]
    view = done(desk, "type", file=book.name, cells=cells)["view"]
    assert view["button"] == "ratings"
    assert done(desk, "press", file=book.name, action="ratings")["view"]["button"] == "send"


@pytest.mark.parametrize(
    ("title", "text", "button"),
    [("Licence", "7654321", "send"), ("Nom", "Zorro", "send"), ("Club", "Aix", "send"), ("Cote", "1700", "ratings")],
)
def test_after_the_ratings_only_what_they_depend_on_asks_for_them_again(desk, title, text, button):
    desk, book = desk
    assert run("simulate", book) == 0
    view = done(desk, "press", file=book.name, action="ratings")["view"]
    place = {"sheet": "Joueurs", "row": view["players"][0]["row"], "column": column(view, "Joueurs", title)}
    view = done(desk, "type", file=book.name, cells=[{**place, "value": text}])["view"]
    assert (view["button"], view["stale"]) == (button, True)


@pytest.mark.parametrize("name", ["Lieu", "Nom", "Date de début"])
def test_a_setting_that_cotes_has_in_its_titles_alone_does_not_ask_for_the_ratings_again(desk, name):
    desk, book = desk
    assert run("simulate", book) == 0
    done(desk, "press", file=book.name, action="ratings")
    value = "2026-11-20" if name.startswith("Date") else "Nice"
    view = done(desk, "setting", file=book.name, name=name, value=value)["view"]
    assert (view["button"], view["stale"]) == ("send", True)


def test_a_prize_leaves_the_parcel_for_the_federation_as_it_is_and_a_licence_does_not(desk):
    desk, book = desk
    assert run("simulate", book) == 0
    view = done(desk, "press", file=book.name, action="ratings")["view"]
    places = [("Prix", view["sheets"]["Prix"]["free"], "Pour"), ("Joueurs", view["players"][0]["row"], "Licence")]
    parcels = [view["parcel"]]
    for sheet, row, title in places:
        cell = {"sheet": sheet, "row": row, "column": column(view, sheet, title), "value": "7654321"}
        parcels.append(done(desk, "type", file=book.name, cells=[cell])["view"]["parcel"])
        parcels.append(done(desk, "press", file=book.name, action="update")["view"]["parcel"])
    before, *after_prize, after_licence, updated = parcels
    assert before and after_prize == [before] * 2 and before != after_licence == updated
