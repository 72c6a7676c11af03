"""`engine`: its page in docs runs as it stands; it pairs, ranks and rates as presses do; what is wrong has a path."""

import json
import re
import sys
from contextlib import suppress
from copy import deepcopy
from types import ModuleType, SimpleNamespace

import pytest

from tests import ROOT
from tests.desk import Desk
from tournament_xl import engine
from tournament_xl.engine import InputError, RefusedError
from tournament_xl.games.registry import game_of
from tournament_xl.interchange import export_tables
from tournament_xl.storage import decoding

EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "moteur.md").read_text(encoding="utf-8"), re.DOTALL)


def tournament(cotes, game="scrabble", rounds=(), **settings):
    """A document: a cote a player (None: without), and what was played, per round pairs and what they have."""
    people = {str(n): {"name": f"J{n}"} | ({} if c is None else {"cote": c}) for n, c in enumerate(cotes, start=1)}
    played = {str(number): {"drawn": True, "matches": matches} for number, matches in enumerate(rounds, start=1)}
    chosen = {name.replace("_", " "): value for name, value in settings.items()}
    return {"format": 2, "game": game, "settings": chosen, "players": people, "rounds": played}


def matches(*pairs, scores=(400, 380)):
    return {f"{a}-{b}": {"sides": [a, b], **({} if b == "X" else {"scores": [*scores]})} for a, b in pairs}


EIGHT = [1500 - number for number in range(1, 9)]
ROUND = matches((1, 2), (3, 4), (5, 6), (7, 8))
PLAYED = tournament(EIGHT, rounds=[ROUND])


def test_the_club_evening_of_the_docs_runs_in_fifteen_lines(capsys):
    assert len([line for line in EXAMPLES[0].splitlines() if line.strip()]) <= 15
    exec(compile(EXAMPLES[0], "moteur.md", "exec"), {})
    output = capsys.readouterr().out.splitlines()
    assert len(output) == 3 * 4 + 7 and output[0].startswith("Table 1 : 1-") and "-X (" in output[3]
    assert output[12].split()[:2] == ["1", "Anne"]


def test_the_handler_of_the_docs_has_ten_lines_and_answers(monkeypatch):
    """FastAPI is no dependency of ours: two names stand for it."""
    fake = ModuleType("fastapi")
    fake.FastAPI = lambda: SimpleNamespace(post=lambda path: lambda function: function)
    fake.HTTPException = type("HTTPException", (Exception,), {})
    monkeypatch.setitem(sys.modules, "fastapi", fake)
    names = {}
    exec(compile(EXAMPLES[1], "moteur.md", "exec"), names)
    assert len([line for line in EXAMPLES[1].splitlines() if line.strip()]) <= 10
    assert len(names["pair"](tournament(EIGHT))["rounds"]["1"]["matches"]) == 4
    with pytest.raises(fake.HTTPException, match="422"):
        names["pair"](tournament(EIGHT[:3]))


def test_the_workbook_of_the_docs_is_driven_by_the_service(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = "".join(f"Nom{letter};P;L{letter};{1500 + 10 * index}\n" for index, letter in enumerate("ABCDEFGH"))
    (tmp_path / "joueurs.csv").write_text(f"Nom;Prénom;Licence;Cote\n{names}", encoding="utf-8")
    exec(compile(EXAMPLES[3], "moteur.md", "exec"), {})
    output = capsys.readouterr().out.splitlines()
    assert "8 joueurs" in output[0] and "'Lieu'" in output[0] and "'Nom'" not in output[0]
    assert output[1].startswith("Ronde 1 ") and output[2] == "Noté."
    assert output[3] == "3 ['Résultats!E6']"
    assert "table 9" in output[4] and output[5].startswith("Ronde 1, table 1 : ")
    assert output[6] and len(output) == 7


def test_the_bye_of_othello_may_have_black_and_comes_back_as_it_was_paired():
    first = set()
    for seed in "abcdefgh":
        document = tournament(EIGHT[:7], "othello", Nombre_de_rondes=3, Graine=seed)
        for number in "123":
            document = engine.pair(document)
            for match in document["rounds"][number]["matches"].values():
                if "X" in match["sides"]:
                    first.add(match["sides"][0] == "X")
                else:
                    match["scores"] = [40, 24]
        assert len(engine.rank(document)) == 7
    assert first == {True, False}


def before_round(document, number):
    """The document as it was when a round was paired: absent are the players who were not there."""
    document = deepcopy(document)
    rounds, _ = document["rounds"], document.pop("finals", None)
    there = {side for match in rounds[str(number)]["matches"].values() for side in match["sides"]}
    came = {
        side for n in range(1, number + 1) for match in rounds[str(n)]["matches"].values() for side in match["sides"]
    }
    for player_id, player in document["players"].items():
        player.pop("absences", None)
        if int(player_id) not in there:
            player["absences"] = f"{number}"
        if int(player_id) not in came and player.get("seed", 1) % 1:
            player["absences"] = "1-"  # he has not come yet
            del player["seed"]
    document["rounds"] = {n: entry for n, entry in rounds.items() if int(n) < number}
    return document


@pytest.mark.parametrize("sample", sorted((ROOT / "samples").glob("*.xlsx")), ids=lambda path: path.stem)
def test_it_pairs_ranks_and_rates_as_the_presses_did(sample):
    book = decoding.decode_file(sample)
    document, played = game_of(book).to_document(book), book.tournament.played
    for number in range(1, min(played + 1, book.tournament.settings.rounds)):  # the last may wait for finals
        places = [(standing.place, standing.number) for standing in book.ranked(number)]
        assert [(line["place"], line["number"]) for line in engine.rank(document, number)] == places
    for number in range(1, len(book.tournament.rounds) + 1):
        drawn = engine.pair(before_round(document, number))["rounds"][f"{number}"]["matches"]
        matches = document["rounds"][f"{number}"]["matches"]
        assert [match["sides"] for match in drawn.values()] == [match["sides"] for match in matches.values()], number
    if book.game == "scrabble" and played:
        rated = [(line["number"], line["new"]) for line in engine.rate(document)]
        assert rated == [
            (row["N°"], row["Nouvelle cote"]) for row in export_tables.build_ratings_table(book, provisional=True).rows
        ]


def changed(document, path, value):
    """A copy of the document with another value at a path; None removes it."""
    document = deepcopy(document)
    *parts, last = path.split("/")
    at = document
    for part in parts:
        at = at.setdefault(part, {})
    if value is None:
        del at[last]
    else:
        at[last] = value
    return document


BYE_ENDED = {"1-X": {"sides": [1, "X"], "end": "FB"}}
BYE_SCORED = {"1-X": {"sides": [1, "X"], "scores": [1, 2]}}
FIRST = "rounds.1.matches.1-2"
OF_OTHELLO = tournament(EIGHT, "othello", [{"1-2": {"sides": [1, 2], "scores": [33, 31]}}], Graine="1")
FIVE = tournament(EIGHT[:5], Formule="Toutes-rondes")
OPEN = tournament([None] * 12, Formule="Open", Graine="1")


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("settings.Graine", tournament(EIGHT, "othello")),
        ("settings.Graine", tournament([None] * 12, Formule="Open")),
        ("settings.Formule", tournament(EIGHT, Formule="Danoise")),
        ("settings.Nombre de rondes", tournament(EIGHT, Nombre_de_rondes="5")),
        ("settings.Nombre de rondes", tournament(EIGHT, Formule="Toutes-rondes", Nombre_de_rondes=6)),
        ("settings.Édition", tournament(EIGHT, Édition="F20")),
        ("settings.Saison", tournament(EIGHT, Saison="1900-1901")),
        ("players", changed(PLAYED, "players", "Anne")),
        ("players.0", changed(PLAYED, "players", ["Anne"])),
        ("players.1", changed(PLAYED, "players/1", "Anne")),
        ("players.1.name", changed(PLAYED, "players/1/name", " ")),
        ("players.1.cote", changed(PLAYED, "players/1/cote", "1500")),
        ("players.1.series", changed(PLAYED, "players/1/series", "9Z")),
        ("players.1.absences", changed(PLAYED, "players/1/absences", "jamais")),
        ("players.1.absences", changed(PLAYED, "players/1/absences", [3])),
        ("unnumbered.0.name", changed(PLAYED, "unnumbered", [{"cote": 3}])),
        (f"{FIRST}.scores", changed(PLAYED, "rounds/1/matches/1-2/scores", ["402", 380])),
        (FIRST, changed(PLAYED, "rounds/1/matches/1-2/scores", [402, None])),
        (FIRST, changed(PLAYED, "rounds/1/matches/1-2/scores", None)),
        ("rounds.1.matches.1-X.scores", changed(PLAYED, "rounds/1/matches", BYE_SCORED)),
        (f"{FIRST}.further", changed(PLAYED, "rounds/1/matches/1-2/further", [[1, 2]])),
        ("rounds.1.matches.2-3", changed(PLAYED, "rounds/1/matches", matches((1, 2), (2, 3)))),
        ("rounds.1.matches.2-X", changed(PLAYED, "rounds/1/matches", matches((1, "X"), (2, "X")))),
        (f"{FIRST}.sides", changed(PLAYED, "rounds/1/matches/1-2/sides", [1, 3])),
        ("rounds.1.matches.1-9.sides", changed(PLAYED, "rounds/1/matches", matches((1, 9)))),
        (f"{FIRST}.forfeit", changed(PLAYED, "rounds/1/matches/1-2/forfeit", "F1")),
        (f"{FIRST}.scores", changed(PLAYED, "rounds/1/matches/1-2/forfeit", "1")),
        (f"{FIRST}.end", changed(OF_OTHELLO, "rounds/1/matches/1-2/end", "?")),
        (f"{FIRST}.end", changed(OF_OTHELLO, "rounds/1/matches/1-2/end", "GN")),
        (f"{FIRST}.scores", changed(OF_OTHELLO, "rounds/1/matches/1-2/scores", [40, 31])),
        ("rounds.1.matches.1-X.end", changed(OF_OTHELLO, "rounds/1/matches", BYE_ENDED)),
        ("game", {}),
        ("document", []),
        ("rounds.1.matches.1-X.sides", changed(tournament(EIGHT), "rounds/1/matches", matches((1, "X")))),
        (
            "rounds.1.matches.1-8.sides",
            changed(changed(tournament(EIGHT), "players/8/absences", "1"), "rounds/1/matches/1-8", {"sides": [8, 1]}),
        ),
        ("rounds.1.matches.1-2", changed(FIVE, "rounds/1/matches", {"1-2": {"sides": [1, 2]}})),
        ("rounds.2", tournament(EIGHT, rounds=[ROUND, ROUND], Nombre_de_rondes=1)),
        ("rounds.3", changed(PLAYED, "rounds/3/matches", {"1-2": {"sides": [1, 2]}})),
        ("finals.matches.Finale", changed(OPEN, "finals/matches/Finale", {"sides": [1, 2], "scores": [1, 0]})),
        ("finals.matches.Finale", changed(PLAYED, "finals/matches/Finale", {"sides": [1, 99]})),
    ],
)  # fmt: skip
def test_what_is_wrong_names_its_path(path, document):
    with pytest.raises(InputError) as raised:
        engine.pair(document)
    assert raised.value.path == path and str(raised.value).startswith(f"{path} : ")


def test_nobody_enters_a_round_robin_late():
    document = engine.pair(FIVE)
    document["players"]["6"] = {"name": "L"}
    with pytest.raises(InputError) as raised:
        engine.rank(document)
    assert raised.value.path == "players.6"
    with pytest.raises(InputError) as raised:
        engine.rank(PLAYED, "1")
    assert raised.value.path == "after"


ODD = (
    None, True, -1, 3, 2.5, float("nan"), "x", b"x", [], {}, {1}, (1,), [[1]], ["x"], ..., object(), ROUND, "1" * 5000,
)  # fmt: skip


def places_in(value, path=()):
    yield path
    for key, item in value.items() if isinstance(value, dict) else ():
        yield from places_in(item, (*path, key))


@pytest.mark.parametrize(
    "document", [changed(PLAYED, "players/1/absences", "2"), OF_OTHELLO], ids=["scrabble", "othello"]
)
def test_whatever_stands_at_a_place_is_taken_or_refused_by_its_path(document):
    """Nothing else comes out, whichever value stands wherever."""
    taken = 0
    for odd in ODD:
        for path in [place for place in places_in(document) if place]:
            wrong = changed(document, "/".join(path), "?")
            at = wrong
            for part in path[:-1]:
                at = at[part]
            at[path[-1]] = odd
            for function in (engine.pair, engine.rank, engine.rate):
                with suppress(InputError, RefusedError):
                    taken += function(wrong) is not None
    assert taken > 50


def test_an_announced_absentee_of_a_fixed_schedule_forfeits_as_a_press_writes_it():
    drawn = engine.pair(changed(FIVE, "players/5/absences", "1"))["rounds"]["1"]["matches"]
    assert [(match["sides"], match.get("forfeit")) for match in drawn.values()] == [
        ([2, 5], "2"), ([3, 4], None), ([1, "X"], None),
    ]  # fmt: skip


def test_an_entrant_who_waits_for_phase_2_is_no_participant_and_counts_among_the_registered():
    """13 players and X, two come for round 3: one takes X's seat, the other waits (O5), as on the sheets."""
    desk = Desk(Formule="Open", Graine="7").players(13)
    desk.must("pair").better_seed_wins().must("pair").better_seed_wins()
    desk.player("Tard", 2995).player("Trop tard", 2000)
    for number in range(3, 9):
        desk.must("pair").better_seed_wins().must("update")
        book = desk.decoded()
        document = game_of(book).to_document(book)
        placings = [(line["place"], line["number"], line["match_points"]) for line in engine.rank(document)]
        assert placings == [(standing.place, standing.number, standing.pm) for standing in book.ranked(number)]
        assert (15 in [number_of_row for _, number_of_row, _ in placings]) == (number > 5)
        rated = [(line["number"], line["new"]) for line in engine.rate(document)]
        assert rated == [
            (row["N°"], row["Nouvelle cote"]) for row in export_tables.build_ratings_table(book, provisional=True).rows
        ]


def test_a_late_entrant_is_ranked_once_he_is_in_a_round():
    document = engine.pair(tournament(EIGHT, Nombre_de_rondes=5))
    for match in document["rounds"]["1"]["matches"].values():
        match["scores"] = [400, 380]
    document["players"]["9"] = {"name": "L"}
    after = engine.pair(document)
    assert len(engine.rank(document)) == 8 and after["players"]["9"]["seed"] == 8.5
    assert 9 in [side for match in after["rounds"]["2"]["matches"].values() for side in match["sides"]]
    assert "seed" not in document["players"]["9"], "what is given does not change"


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    document = deepcopy(PLAYED)
    for match in document["rounds"]["1"]["matches"].values():
        match |= {"sides": [*map(numpy.int16, match["sides"])], "scores": numpy.array(match["scores"]).tolist()}
    for player in document["players"].values():
        player["cote"] = numpy.float32(player["cote"])
    assert engine.rate(document) == engine.rate(PLAYED) and engine.pair(document) == engine.pair(PLAYED)
    json.dumps(engine.pair(document))


def test_a_classique_b_and_the_games_that_count_are_for_the_ratings():
    """R7, one Joker in eight, one game: PJmax is 400 − 100 − 65 − 43.75, 0.8 of that, 400 − 100 − 43.75; PE 8, B 20."""
    rounds = [matches((1, 2), scores=(0, 9)) | matches((3, 4), (5, 6), (7, 8), scores=(9, 0))]
    change = [
        engine.rate(tournament([2900] + [1000] * 7, rounds=rounds, Nombre_de_rondes=1, **more))[0]["change"]
        for more in ({}, {"Type_d'épreuve": "TH"}, {"Type_d'épreuve": "TH Classique B"}, {"Parties_(cotes)": 14})
    ]
    assert change == [191 + 28, 191 + 28, 153 + 28, 256 + 28]


def test_of_scrabble_a_cote_of_0_is_none_as_on_joueurs():
    rounds = [ROUND | matches((9, "X"))]
    zero = changed(tournament([*EIGHT, 0], rounds=rounds), "players/9/series", "4A")
    none = changed(zero, "players/9/cote", None)
    assert engine.rate(zero) == engine.rate(none) and engine.rate(zero)[0]["old"] > 0


def test_rules_refuse_in_sentences_and_fixed_pairs_stand():
    with pytest.raises(RefusedError, match="rondes sont jouées"):
        engine.pair(tournament(EIGHT, rounds=[ROUND], Nombre_de_rondes=1))
    with pytest.raises(RefusedError, match="il en faut 2"):
        engine.pair(tournament(EIGHT[:1], "othello", Graine="1"))
    with pytest.raises(RefusedError, match="responsable du classement"):
        engine.rate(tournament(EIGHT, "othello", Graine="1"))
    drawn = engine.pair(changed(tournament(EIGHT), "rounds/1/matches/1-2", {"sides": [1, 2]}))["rounds"]["1"]
    assert len(drawn["matches"]) == 4 and drawn["imposed"] == {"1-2": "typed"}
    assert drawn["matches"]["1-2"] == {"sides": [1, 2], "table": 1, "reason": "Choix de l'organisateur."}
