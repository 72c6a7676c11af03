"""`engine`: its page in docs runs as it stands; it pairs, ranks and rates as presses do; what is wrong has a field."""

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tournament_xl import engine, exports
from tournament_xl.engine import BYE, Event, InputError, Player, RefusedError, Result
from tournament_xl.hosts import files

ROOT = Path(__file__).parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "moteur.md").read_text(encoding="utf-8"), re.DOTALL)
EIGHT = tuple(Player(f"J{number}", 1500 - number) for number in range(1, 9))


def test_the_club_evening_of_the_docs_runs_in_fifteen_lines(capsys):
    assert len([line for line in EXAMPLES[0].splitlines() if line.strip()]) <= 15
    exec(compile(EXAMPLES[0], "moteur.md", "exec"), {})
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 3 * 4 + 7 and shown[0].startswith("Table 1 : 1 - ") and " - X (" in shown[3]
    assert shown[12].split()[:2] == ["1", "Anne"]


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
    seen = {who: at for at in range(len(rounds), 0, -1) for one in rounds[at - 1] for who in (one.one, one.two)}
    people = [
        Player(
            one.full_name, one.cote, one.number, country=getattr(one, "country", ""),
            absent=[at for at in range(1, chosen.rounds + 1) if at in one.absences],
            enters=1 if othello or (one.seed or 1) % 1 == 0 else seen[one.number],
        )
        for one in tournament.players
    ]  # fmt: skip
    rules = {} if othello else {"edition": chosen.edition, "kind": chosen.event, "season": chosen.season}
    return Event(people, rounds, book.game, chosen.formula, chosen.rounds, seed=chosen.seed, **rules)


def whole(discs):
    return None if discs is None else int(discs)


@pytest.mark.parametrize("sample", sorted((ROOT / "samples").glob("*.xlsx")), ids=lambda path: path.stem)
def test_it_pairs_ranks_and_rates_as_the_presses_did(sample):
    book = files.read(sample)
    event, tournament = event_of(book), book.tournament
    for number in range(1, min(tournament.played + 1, tournament.settings.rounds)):  # the last may wait for finals
        places = [(one.place, one.number) for one in book.ranked(number)]
        assert [(one.place, one.number) for one in engine.standings(event, number)] == places
    for number, matches in enumerate(tournament.rounds, start=1):
        so_far = Event(
            **{field: getattr(event, field) for field in event.__slots__} | {"rounds": event.rounds[: number - 1]}
        )
        drawn = {frozenset((one.one, one.two)): one for one in engine.pair(so_far)}
        assert drawn.keys() == {frozenset(match.sides) for match in matches}, number
        if book.game == "othello":
            assert {(one.one, one.two) for one in drawn.values()} == {match.sides for match in matches}
    if book.game == "scrabble" and tournament.played:
        rated = [(one.number, one.new) for one in engine.rate(event)]
        assert rated == [(row["N°"], row["Nouvelle cote"]) for row in exports.ratings(book, provisional=True).rows]


ROUND = (Result(1, 2, 400, 380), Result(3, 4, 400, 380), Result(5, 6, 400, 380), Result(7, 8, 400, 380))


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("seed", lambda: engine.pair(Event(EIGHT, game="othello"))),
        ("seed", lambda: engine.pair(Event([Player(f"J{at}") for at in range(12)], formula="Open"))),
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
    ],
)
def test_what_is_wrong_names_its_field(field, call):
    with pytest.raises(InputError) as told:
        call()
    assert told.value.field == field and str(told.value).startswith(f"{field} : ")


def test_rules_refuse_in_sentences_and_fixed_pairs_stand():
    with pytest.raises(RefusedError, match="rondes sont jouées"):
        engine.pair(Event(EIGHT, length=1).after(ROUND))
    with pytest.raises(RefusedError, match="responsable du classement"):
        engine.rate(Event(EIGHT, game="othello", seed="1"))
    drawn = engine.pair(Event(EIGHT), [(1, 2)])
    assert (drawn[0].one, drawn[0].two, drawn[0].reason) == (1, 2, "Choix de l'organisateur.") and len(drawn) == 4
