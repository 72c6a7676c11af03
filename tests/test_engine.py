"""`engine`: its page in docs runs as it stands; it pairs, ranks and rates as presses do; what is wrong has a field."""

import re
import sys
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from types import ModuleType, SimpleNamespace

import pytest

from tests import ROOT
from tests.desk import Desk
from tournament_xl import engine
from tournament_xl.engine import BYE, Event, InputError, Player, RefusedError, Result
from tournament_xl.interchange import export_tables
from tournament_xl.storage import decoding

EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "moteur.md").read_text(encoding="utf-8"), re.DOTALL)
EIGHT = tuple(Player(f"J{number}", 1500 - number) for number in range(1, 9))


def test_the_club_evening_of_the_docs_runs_in_fifteen_lines(capsys):
    assert len([line for line in EXAMPLES[0].splitlines() if line.strip()]) <= 15
    exec(compile(EXAMPLES[0], "moteur.md", "exec"), {})
    output = capsys.readouterr().out.splitlines()
    assert len(output) == 3 * 4 + 7 and output[0].startswith("Table 1 : 1 - ") and " - X (" in output[3]
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
    assert len(names["pair"](Event(EIGHT))) == 4
    with pytest.raises(fake.HTTPException, match="422"):
        names["pair"](Event(EIGHT[:3]))


def test_the_workbook_of_the_docs_is_driven_by_the_service(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = "".join(f"Nom{letter};P;L{letter};{1500 + 10 * index}\n" for index, letter in enumerate("ABCDEFGH"))
    (tmp_path / "joueurs.csv").write_text(f"Nom;Prénom;Licence;Cote\n{names}", encoding="utf-8")
    exec(compile(EXAMPLES[2], "moteur.md", "exec"), {})
    output = capsys.readouterr().out.splitlines()
    assert "8 joueurs" in output[0] and "'Lieu'" in output[0] and "'Nom'" not in output[0]
    assert output[1].startswith("Ronde 1 ") and output[2] == "Noté."
    assert output[3] == "3 ['Résultats!E6']"
    assert "table 9" in output[4] and output[5].startswith("Ronde 1, table 1 : ")
    assert output[6] and len(output) == 7


def test_the_bye_of_othello_may_have_black_and_comes_back_as_it_was_paired():
    first = set()
    for seed in "abcdefgh":
        event = Event(EIGHT[:7], game="othello", length=3, seed=seed)
        while len(event.rounds) < event.length:
            tables = engine.pair(event)
            first |= {table.one == BYE for table in tables if BYE in (table.one, table.two)}
            event = event.after([
                Result(table.one, table.two, *(() if BYE in (table.one, table.two) else (40, 24))) for table in tables
            ])  # fmt: skip
        assert len(engine.standings(event)) == 7
    assert first == {True, False}


def event_of(book):
    """A decoded workbook as another program has it."""
    tournament, othello = book.tournament, book.game == "othello"
    chosen = tournament.settings
    rounds = [
        [
            Result(match.black, match.white, *map(whole, (match.discs_black, match.discs_white)), end=match.end)
            if othello
            else Result(match.one, match.two, *(match.games or ((None, None),))[0], "+".join(map(str, match.forfeits)))
            for match in matches
        ]
        for matches in tournament.rounds
    ]
    first_rounds = {
        player_id: number
        for number in range(len(rounds), 0, -1)
        for match in rounds[number - 1]
        for player_id in (match.one, match.two)
    }
    people = [
        Player(
            player.full_name, player.cote, player.number, country=getattr(player, "country", ""),
            absent=[number for number in range(1, chosen.rounds + 1) if number in player.absences],
            enters=1 if othello or (player.seed or 1) % 1 == 0 else first_rounds.get(player.number, len(rounds) + 1),
        )
        for player in tournament.players
    ]  # fmt: skip
    rules = {} if othello else {"edition": chosen.edition, "kind": chosen.event, "season": chosen.season}
    return Event(people, rounds, book.game, chosen.formula.name, chosen.rounds, seed=chosen.seed, **rules)


def whole(discs):
    return None if discs is None else int(discs)


@pytest.mark.parametrize("sample", sorted((ROOT / "samples").glob("*.xlsx")), ids=lambda path: path.stem)
def test_it_pairs_ranks_and_rates_as_the_presses_did(sample):
    book = decoding.decode_file(sample)
    event, tournament = event_of(book), book.tournament
    for number in range(1, min(tournament.played + 1, tournament.settings.rounds)):  # the last may wait for finals
        places = [(standing.place, standing.number) for standing in book.ranked(number)]
        assert [(standing.place, standing.number) for standing in engine.standings(event, number)] == places
    for number, matches in enumerate(tournament.rounds, start=1):
        so_far = Event(
            **{field: getattr(event, field) for field in event.__slots__} | {"rounds": event.rounds[: number - 1]}
        )
        drawn = [(match.one, match.two) for match in engine.pair(so_far)]
        assert drawn == [match.sides for match in sorted(matches, key=lambda match: match.table)], number
    if book.game == "scrabble" and tournament.played:
        rated = [(rating.number, rating.new) for rating in engine.rate(event)]
        assert rated == [
            (row["N°"], row["Nouvelle cote"]) for row in export_tables.build_ratings_table(book, provisional=True).rows
        ]


ROUND = (Result(1, 2, 400, 380), Result(3, 4, 400, 380), Result(5, 6, 400, 380), Result(7, 8, 400, 380))


FIVE, OPEN = Event(EIGHT[:5], formula="Toutes-rondes"), [Player(f"J{number}") for number in range(12)]
LATE = [*EIGHT, Player("L", enters=3)]


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("seed", lambda: engine.pair(Event(EIGHT, game="othello"))),
        ("seed", lambda: engine.pair(Event([Player(f"J{number}") for number in range(12)], formula="Open"))),
        ("formula", lambda: engine.pair(Event(EIGHT, formula="Danoise"))),
        ("length", lambda: engine.pair(Event(EIGHT, length="5"))),
        ("length", lambda: engine.pair(Event(EIGHT, length=6, formula="Toutes-rondes"))),
        ("edition", lambda: engine.pair(Event(EIGHT, edition="F20"))),
        ("players", lambda: engine.pair(Event([Player("A", number=2), Player("B")]))),
        ("players[0]", lambda: engine.pair(Event(["Anne"]))),
        ("players[0].name", lambda: engine.pair(Event([Player(" ")]))),
        ("players[0].rating", lambda: engine.pair(Event([Player("A", "1500")]))),
        ("players[0].series", lambda: engine.pair(Event([Player("A", series="9Z"), *EIGHT[1:]]))),
        ("players[0].absent", lambda: engine.pair(Event([Player("A", absent="3")]))),
        ("rounds[0][0].score_one", lambda: engine.pair(Event(EIGHT).after([Result(1, 2, "402", 380)]))),
        ("rounds[0][0].score_two", lambda: engine.pair(Event(EIGHT).after([Result(1, 2, 402)]))),
        ("rounds[0][0].score_one", lambda: engine.pair(Event(EIGHT).after([Result(1, BYE, 402, 300)]))),
        ("rounds[0][1]", lambda: engine.pair(Event(EIGHT).after([ROUND[0], ROUND[0]]))),
        ("rounds[0][0].two", lambda: engine.pair(Event(EIGHT).after([Result(1, 9, 402, 380)]))),
        ("rounds[0][0].forfeit", lambda: engine.pair(Event(EIGHT).after([Result(1, 2, forfeit="F1")]))),
        (
            "rounds[0][0].end",
            lambda: engine.pair(Event(EIGHT, game="othello", seed="1").after([Result(1, 2, end="?")])),
        ),
        ("rounds[0]", lambda: engine.pair(Event(EIGHT).after([Result(1, 2), *ROUND[1:]]))),
        ("fixed[0].two", lambda: engine.pair(Event(EIGHT), [(1, 1)])),
        ("after", lambda: engine.standings(Event(EIGHT).after(ROUND), "1")),
        ("event", lambda: engine.pair({})),
        ("fixed[1]", lambda: engine.pair(Event(EIGHT), [(1, 2), (1, 3)])),
        ("fixed[0].two", lambda: engine.pair(Event(EIGHT), [(1, BYE)])),
        ("fixed[0].one", lambda: engine.pair(Event((*EIGHT[:7], Player("A", absent=[1]))), [(8, 1)])),
        (
            "fixed[0].two",
            lambda: engine.pair(Event((*EIGHT[:7], Player("A", absent=[1])), game="othello", seed="1"), [(1, 8)]),
        ),
        ("fixed[0]", lambda: engine.pair(FIVE, [(1, 2)])),
        ("rounds[0][1]", lambda: engine.pair(FIVE.after([Result(2, 5, 1, 0), Result(1, 2, 1, 0)]))),
        ("rounds[0][1]", lambda: engine.pair(Event(EIGHT).after([Result(1, BYE), Result(2, BYE)]))),
        ("rounds[0][0].two", lambda: engine.pair(Event(LATE).after([Result(1, 9, 1, 0)]))),
        ("rounds[1]", lambda: engine.standings(Event(EIGHT, length=1).after(ROUND).after(ROUND))),
        ("players[8].enters", lambda: engine.pair(Event(LATE, formula="Toutes-rondes"))),
        ("final", lambda: engine.standings(Event(OPEN, formula="Open", seed="1", final=Result(1, 2, 1, 0)))),
        ("final.two", lambda: engine.standings(Event(EIGHT, final=Result(1, 99)))),
        ("final", lambda: engine.standings(Event(EIGHT, game="othello", seed="1", final=Result(1, 2)))),
        (
            "rounds[0][0].end",
            lambda: engine.pair(Event(EIGHT, game="othello", seed="1").after([Result(1, 2, 33, 31, end="GN")])),
        ),
        (
            "rounds[0][0].end",
            lambda: engine.pair(Event(EIGHT, game="othello", seed="1").after([Result(1, BYE, end="TN")])),
        ),
    ],
)
def test_what_is_wrong_names_its_field(field, call):
    with pytest.raises(InputError) as raised:
        call()
    assert raised.value.field == field and str(raised.value).startswith(f"{field} : ")


ODD = (
    None,
    True,
    -1,
    3,
    2.5,
    float("nan"),
    "x",
    b"x",
    [],
    {},
    {1},
    (1,),
    [[1]],
    ["x"],
    ...,
    object(),
    ROUND[0],
    "1" * 5000,
)


@pytest.mark.parametrize("game", ["scrabble", "othello"])
def test_whatever_stands_in_a_field_is_taken_or_refused_by_its_name(game):
    """Nothing else comes out, whichever value stands in whichever field."""
    sound = Event(EIGHT, (ROUND if game == "scrabble" else [Result(1, 2, 40, 24)],), game, seed="1", length=3)
    taken = 0
    for odd in ODD:
        events = [replace(sound, **{field.name: odd}) for field in fields(Event)]
        events += [
            replace(sound, players=[replace(EIGHT[0], **{field.name: odd}), *EIGHT[1:]]) for field in fields(Player)
        ]
        events += [replace(sound, rounds=[[replace(ROUND[0], **{field.name: odd})]]) for field in fields(Result)]
        calls = [
            partial(function, event) for function in (engine.pair, engine.standings, engine.rate) for event in events
        ]
        calls += [
            partial(engine.pair, sound, odd),
            partial(engine.pair, sound, [odd]),
            partial(engine.pair, sound, [(1, odd)]),
        ]
        for call in [*calls, partial(engine.standings, sound, odd)]:
            with suppress(InputError, RefusedError):
                taken += call() is not None
    assert taken > 50


def test_an_announced_absentee_of_a_fixed_schedule_forfeits_as_a_press_writes_it():
    event = replace(FIVE, players=(*EIGHT[:4], Player("A", absent=[1])))
    assert [(match.one, match.two, match.forfeit) for match in engine.pair(event)] == [
        (2, 5, "2"),
        (3, 4, ""),
        (1, 0, ""),
    ]


def test_an_entrant_who_waits_for_phase_2_is_no_participant_and_counts_among_the_registered():
    """13 players and X, two come for round 3: one takes X's seat, the other waits (O5), as on the sheets."""
    desk = Desk(Formule="Open", Graine="7").players(13)
    desk.must("pair").better_seed_wins().must("pair").better_seed_wins()
    desk.player("Tard", 2995).player("Trop tard", 2000)
    for number in range(3, 9):
        desk.must("pair").better_seed_wins().must("update")
        book = desk.decoded()
        late = [Player(player.full_name, player.cote, player.number, enters=3) for player in book.waiting]
        event = event_of(book)
        event = replace(event, players=[*event.players, *late])
        event = replace(
            event, players=[replace(player, enters=3 if player.number > 13 else 1) for player in event.players]
        )
        placings = [(standing.place, standing.number, standing.points) for standing in engine.standings(event)]
        assert placings == [(standing.place, standing.number, standing.pm) for standing in book.ranked(number)]
        assert (15 in [number_of_row for _, number_of_row, _ in placings]) == (number > 5)
        rated = [(rating.number, rating.new) for rating in engine.rate(event)]
        assert rated == [
            (row["N°"], row["Nouvelle cote"]) for row in export_tables.build_ratings_table(book, provisional=True).rows
        ]


def test_a_late_entrant_is_ranked_once_he_is_in_a_round():
    event = Event((*EIGHT, Player("L", enters=2)), length=5).after(ROUND)
    assert len(engine.standings(event)) == 8 and 9 in [
        player_id for match in engine.pair(event) for player_id in (match.one, match.two)
    ]


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    small = [
        Result(
            numpy.int16(match.one), numpy.int8(match.two), numpy.int16(match.score_one), numpy.int16(match.score_two)
        )
        for match in ROUND
    ]
    players = [
        Player(player.name, numpy.float32(player.rating), numpy.int64(index)) for index, player in enumerate(EIGHT, 1)
    ]
    event = Event(players, length=numpy.int64(5)).after(small)
    plain = Event(EIGHT, length=5).after(ROUND)
    assert engine.rate(event) == engine.rate(plain) and engine.pair(event) == engine.pair(plain)
    assert all(
        type(match.one) is type(match.two) is int for match in engine.pair(event, [(numpy.int64(1), numpy.int64(8))])
    )


def test_a_classique_b_and_the_games_that_count_are_for_the_ratings():
    """R7, one Joker in eight, one game: PJmax is 400 − 100 − 65 − 43.75, 0.8 of that, 400 − 100 − 43.75; PE 8, B 20."""
    eight = [
        Player(f"J{index}", cote) for index, cote in enumerate((2900, 1000, 1000, 1000, 1000, 1000, 1000, 1000), 1)
    ]
    rounds = [[Result(1, 2, 0, 9), Result(3, 4, 9, 0), Result(5, 6, 9, 0), Result(7, 8, 9, 0)]]
    event = Event(eight, rounds, length=1)
    change = [engine.rate(event)[0].change for event in (
        event, replace(event, kind="TH"), replace(event, kind="TH Classique B"), replace(event, rated_games=14),
    )]  # fmt: skip
    assert change == [191 + 28, 191 + 28, 153 + 28, 256 + 28]


def test_of_scrabble_a_cote_of_0_is_none_as_on_joueurs():
    events = [Event((*EIGHT, Player("A", rating, series="4A"))).after((*ROUND, Result(9, BYE))) for rating in (0, None)]
    assert engine.rate(events[0]) == engine.rate(events[1]) and engine.rate(events[0])[0].old > 0


def test_rules_refuse_in_sentences_and_fixed_pairs_stand():
    with pytest.raises(RefusedError, match="rondes sont jouées"):
        engine.pair(Event(EIGHT, length=1).after(ROUND))
    with pytest.raises(RefusedError, match="au moins 2"):
        engine.pair(Event(EIGHT[:1], game="othello", seed="1"))
    with pytest.raises(RefusedError, match="responsable du classement"):
        engine.rate(Event(EIGHT, game="othello", seed="1"))
    drawn = engine.pair(Event(EIGHT), [(1, 2)])
    assert (drawn[0].one, drawn[0].two, drawn[0].reason) == (1, 2, "Choix de l'organisateur.") and len(drawn) == 4
