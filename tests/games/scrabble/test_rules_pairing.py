"""Rules C1, C2, R1 (who starts where), C3, C9 to C11 (who meets whom) and T (round robins), through the workbook."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests import naive
from tests.desk import Desk
from tournament_xl.core.model import X
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.scrabble.drawn_rounds import explain_round
from tournament_xl.games.scrabble.rules import tables
from tournament_xl.games.scrabble.rules.classique import assign_seats, default_rounds, table_rounds
from tournament_xl.games.scrabble.rules.formulas import CLASSIQUE
from tournament_xl.games.scrabble.rules.initial import assign_seeds, find_unrated_cote
from tournament_xl.games.scrabble.rules.model import Match, Player, Settings, Tournament
from tournament_xl.games.scrabble.rules.round_robin import berger_round
from tournament_xl.games.scrabble.seasons.catalogue import seasons
from tournament_xl.workbook import schema


@pytest.mark.rule(
    "C1",
    "nombre de matchs, limites 7 à 128",
    "games/scrabble/rules/classique.py: default_rounds",
    "games/scrabble/rules/classique.py: find_field_refusal",
    "games/scrabble/rules/classique.py: list_departures",
)
def test_c1_number_of_matches():
    for players, rounds in ((7, 5), (8, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7)):
        assert default_rounds(players) == rounds


def test_c2_cote_first_then_name_without_accents_then_licence():
    desk = Desk()
    for licence, (name, first) in enumerate([
        ("Bas", "Jean-Luc"), ("Bas", "jean luc"), ("d aubigne", "eve"), ("D'Aubigné", "Ève"), ("Éloi", "Guy"),
        ("Odin", "Max"), ("Œuvrard", "Luc"), ("Zola", "Émile"),
    ][::-1]):  # fmt: skip
        desk.player(name, 1500, Prénom=first, Licence=8 - licence)
    desk.player("Dernier", 1400, Licence=9).player("Premier", 1600, Licence=0).must()
    order = sorted((int(row["Rang initial"]), int(row["Licence"])) for row in desk.rows(schema.PLAYERS))
    assert [licence for _, licence in order] == list(range(10))


@pytest.mark.rule(
    "C2",
    "classement initial, entrées tardives",
    "games/scrabble/rules/initial.py: strength_key",
    "games/scrabble/rules/initial.py: assign_seeds",
    "games/scrabble/rules/initial.py: assign_numbers",
)
def test_c2_a_late_entrant_gets_a_half_place_above_the_first_weaker_player():
    desk = Desk().players(12).must().better_seed_wins()
    desk.player("Fort", 5000).player("Moyen", 2935).player("Égal", 2935).player("Faible", 10).must()
    late = [(row["Nom"], row["N°"], row["Rang initial"]) for row in desk.rows(schema.PLAYERS)[12:]]
    assert late == [("Fort", "13", "0.5"), ("Moyen", "15", "6.5"), ("Égal", "14", "6.5"), ("Faible", "16", "12.5")]
    lines = [line for pair in explain_round(desk.decoded(), 2) for line in pair.lines]
    for said in (lines, desk.column(schema.JOURNAL, "Détail")):
        assert any("Moyen" in text and "6½" in text for text in said), "one form of a half place everywhere"


def test_c2_numbers_given_in_the_list_are_kept_and_never_reused():
    desk = Desk().players(8)
    row = desk.table(schema.PLAYERS).header + 8
    desk.type(schema.PLAYERS, row, "N°", 20)
    assert sorted(map(int, desk.must().column(schema.PLAYERS, "N°"))) == [20, 21, 22, 23, 24, 25, 26, 27]
    desk.must("undo").fill(schema.PLAYERS, {row: dict.fromkeys(scrabble.COLUMNS[schema.PLAYERS])})
    desk.player("Nouveau", 1).must()
    assert "28" in desk.column(schema.PLAYERS, "N°") and "20" not in desk.column(schema.PLAYERS, "N°")


def test_c2_a_second_late_entrant_weaker_than_the_first_gets_the_same_half_below_the_last_whole_place():
    """Places 1, 2, 3, then 3.5 for whoever came in round 2, and 3.5 again for a weaker one in round 3."""
    ranked = [Player(number, f"A{number}", cote=2000.0 - number, seed=float(number)) for number in (1, 2, 3)]
    late = [Player(4, "B", cote=500.0, seed=3.5), Player(5, "C", cote=400.0)]
    assert [player.seed for player in assign_seeds([*ranked, *late], [5])] == [1, 2, 3, 3.5, 3.5]
    stronger = Player(6, "A", cote=600.0)  # just above B, himself a late one
    assert assign_seeds([*ranked, *late[:1], stronger], [6])[-1].seed == 3.5


@pytest.mark.rule("R1", "cote PL des joueurs sans cote", "games/scrabble/rules/initial.py: find_unrated_cote")
def test_r1_pl_of_the_unrated_from_the_duplicate_series():
    for series, cote in [
        ("S", 2350), ("0", 2350), ("1A", 2250), ("1b", 2250), ("2", 2000), ("3C", 1800), ("4D", 1700), ("5A", 1500),
        ("6B", 1300), ("7D", 1000), ("", 1000), ("8A", None), ("1E", None), ("abc", None),
    ]:  # fmt: skip
        assert find_unrated_cote(series, seasons()["2015-2016"]) == cote


@pytest.mark.rule(
    "C9",
    "tables de 8 et de 9 à 16 joueurs",
    "games/scrabble/rules/tables.py: find_built_in_table",
    "games/scrabble/rules/classique.py: _table_round",
)
@pytest.mark.parametrize("edition", naive.EIGHT)
def test_c9_eight_players_follow_the_table_of_their_edition(edition):
    desk = Desk(Édition=edition).players(8)
    for number, published in enumerate(naive.EIGHT[edition], start=1):
        desk.must()
        assert set(desk.pairs(number)) == set(naive.parse_seats(published))
        desk.better_seed_wins()


def test_c9_a_table_seats_all_once_a_round_and_repeats_no_pair():
    assert [table_rounds(registered) for registered in (7, 8, 9, 16, 17)] == [2, 2, 3, 3, 0]
    for count, rounds in tables.BUILT_IN.items():
        assert tables.find_faults(dict(enumerate(rounds, start=1)), count) == []


def test_c9_the_first_late_entrant_has_the_seat_of_x_of_several_in_one_round_the_lowest_number():
    players = [Player(number, f"A{number}", seed=float(number)) for number in range(1, 10)]
    players += [Player(number, "Tard", seed=2.5) for number in (10, 11)]
    alone = ((Match(1, X, complete=True),),)
    for second_round, holder in (((), 10), (((11, 1),), 11), (((10, 1),), 10), (((10, 1), (11, 2)), 10)):
        drawn = tuple(Match(one, two, ((400, 390),), complete=True) for one, two in second_round)
        rounds = (*alone, drawn) if drawn else alone
        tournament = Tournament(Settings(CLASSIQUE), tuple(players), rounds)
        assert assign_seats(tournament) == {**{number: number for number in range(1, 10)}, 10: holder}


@pytest.mark.rule("C9", "premier match au-dessus de 16 joueurs", "games/scrabble/rules/classique.py: _fold_pairing")
@pytest.mark.parametrize(("count", "folded"), [(18, 12), (20, 14), (22, 14), (128, 86)])
def test_c9_two_thirds_are_rounded_to_nearest(count, folded):
    pairs = Desk().players(count).must().pairs(1)
    assert pairs[: folded // 2] == [(i, folded + 1 - i) for i in range(1, folded // 2 + 1)]
    assert pairs[folded // 2 :] == [(i, i + 1) for i in range(folded + 1, count, 2)]


@pytest.mark.rule("C3", "X", "games/scrabble/rules/classique.py: pair", "games/scrabble/rules/scoring.py: tallies")
def test_c3_x_plays_only_when_the_number_present_is_odd():
    desk = Desk().players(12).must().better_seed_wins()
    desk.absences(12, "2").must()
    assert sum(X in pair for pair in desk.pairs(2)) == 1
    desk.better_seed_wins().must()
    assert not any(X in pair for pair in desk.pairs(3))


def test_c9_the_table_is_dropped_for_the_round_when_it_would_bring_a_rematch():
    """Round 1: 1-3 is fixed by hand, so the table's 1-2 stays but round 3 of ten players seats 1-3 again."""
    desk = Desk()
    for number in range(1, 11):
        desk.player(f"A{number:02}", 3000 - number, N=number)
    desk.match(1, 1, 3).must().better_seed_wins().must().better_seed_wins().must()
    assert all(set(pair) != {1, 3} for pair in desk.pairs(3))
    assert all("Sièges du règlement laissés" in m.reason for m in desk.decoded().tournament.rounds[2])


@pytest.mark.rule(
    "C9", "table de l'organisateur (feuille Tables)", "games/scrabble/read_seat_table.py: read_seat_table"
)
def test_c9_the_organisers_own_table_replaces_ours_and_is_read_once():
    own = (((1, 2), (3, 4), (5, 6), (7, 8)), ((1, 3), (2, 4), (5, 7), (6, 8)))
    desk = Desk().players(8)
    lines = [line for line in desk.table(schema.TABLES).lines() if line.text("Joueurs") == "8"]
    games = [{"Ronde": number, "Siège 1": a, "Siège 2": b} for number in (1, 2) for a, b in own[number - 1]]
    desk.fill(schema.TABLES, {line.row: game for line, game in zip(lines, games, strict=True)})
    assert sorted(desk.must().pairs(1)) == sorted(own[0])
    desk.better_seed_wins()
    desk.type(schema.TABLES, lines[-1].row, "Siège 2", 1)
    assert sorted(desk.must().pairs(2)) == sorted(own[1])


@pytest.mark.rule(
    "C10",
    "absences, départs, retours, entrées tardives",
    "core/model.py: present",
    "games/scrabble/rules/standings.py: standings",
)
def test_c10_an_absent_player_is_out_of_the_ranking_and_keeps_what_he_scored():
    desk = Desk().players(18).must().better_seed_wins().must("update")
    (before,) = ((row["PM"], row["Pdep"]) for row in desk.rows(schema.STANDINGS) if row["N°"] == "1")
    desk.absences(1, "2").must().better_seed_wins().must("update")
    (after,) = ((row["PM"], row["Pdep"]) for row in desk.rows(schema.STANDINGS) if row["N°"] == "1")
    assert before == after and after[0] == "3" and all(1 not in pair for pair in desk.pairs(2))


@pytest.mark.rule("C11", "la main de l'organisateur", "actions/finish.py: _write_reasons")
def test_c11_a_change_by_the_organiser_is_recorded_and_named_in_the_reason():
    desk = Desk().players(8).must()
    first_row, second_row, *_ = desk.decoded().results.rows
    desk.fill(schema.RESULTS, {first_row.line.row: {"N° 2": 6}, second_row.line.row: {"N° 2": 5}}).must("update")
    assert desk.named_pairs(1).startswith("A01-A06 A02-A05")
    assert desk.reason(1, 1) == "Choix de l'organisateur."
    (change,) = [row["Détail"] for row in desk.rows(schema.JOURNAL) if row["Action"] == "Changement"]
    assert all(pair in change for pair in ("A01 – A06", "A02 – A05", "A01 – A05", "A02 – A06"))
    assert desk.press("update").edits == ()


FIDE_6 = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
FIDE_8 = [
    "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
    "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
]  # fmt: skip


@pytest.mark.rule(
    "T",
    "toutes-rondes simple et double (tables de Berger)",
    "games/scrabble/rules/round_robin.py: berger_round",
    "games/scrabble/rules/round_robin.py: schedule",
)
def test_t_the_order_of_games_is_fides():
    for seats, published in ((6, FIDE_6), (8, FIDE_8)):
        for number, games in enumerate(published, start=1):
            assert {f"{a}-{b}" for a, b in berger_round(seats, number)} == set(games.split())


def test_t_everybody_meets_everybody_once():
    for seats in range(4, 41, 2):
        games = [sorted(game) for number in range(1, seats) for game in berger_round(seats, number)]
        assert sorted(games) == [list(pair) for pair in combinations(range(1, seats + 1), 2)]


@pytest.mark.rule(
    "C12, C3, C6",
    "ce qu'un exempt et un forfait rapportent, dans Pourquoi cette paire ?",
    "messages/reasons.py: unplayed_text",
)
@pytest.mark.parametrize(("edition", "value"), [("F50", 50), ("F10", 10)])
def test_c12_what_a_bye_and_a_forfeit_bring_is_said_with_the_reason(edition, value):
    desk = Desk(Édition=edition).players(9).must()
    matches = desk.decoded().tournament.rounds[0]
    place, match = next((place, match) for place, match in enumerate(matches) if X not in match)
    desk.put(1, place, Forfait="1")
    lines = [line for explanation in explain_round(desk.decoded(), 1) for line in explanation.lines]
    assert any(line.startswith("Exempt") and f"3 PM et +{value}" in line for line in lines)
    loser, winner = (f"A{number:02}" for number in match.sides)
    (forfeited,) = (line for line in lines if line.startswith("Forfait"))
    assert forfeited.index(loser) < forfeited.index(f"0 PM et −{value}") < forfeited.index(f"{winner} marque 3 PM")


@pytest.mark.rule(
    "C12, C10",
    "une place parmi les présents est dite avec celle du classement",
    "games/scrabble/drawn_rounds.py: _rank_text",
)
def test_c12_a_place_among_those_present_that_is_not_the_place_on_classement_is_said_with_it():
    desk = Desk().players(20).must().better_seed_wins().must("update")
    gone = int(desk.column(schema.STANDINGS, "N°")[4])
    desk.absences(gone, "2-").must()
    places = {row["Joueur"]: int(row["Place"]) for row in desk.rows(schema.STANDINGS)}
    lines = [line for pair in explain_round(desk.decoded(), 2) for line in pair.lines if " avant la ronde" in line]
    fourth, sixth = (next(name for name in places if places[name] == place) for place in (4, 6))
    texts = {name: next(line for line in lines if line.startswith(f"{name} :")) for name in (fourth, sixth)}
    assert "4e avant" in texts[fourth] and "5e des 20 présents" in texts[sixth] and "6e" in texts[sixth]


@pytest.mark.rule(
    "C12",
    "après une correction, le motif garde les places et les points que le tirage a lus",
    "games/scrabble/drawn_rounds.py: explain_round",
)
def test_after_a_correction_a_pair_is_explained_by_the_results_that_paired_it():
    desk = Desk().players(20).must().better_seed_wins().must()
    before = explain_round(desk.decoded(), 2)
    one, _ = desk.pairs(1)[0]
    desk.score(1, one, 300, 400).must("update")
    after = explain_round(desk.decoded(), 2)
    assert after == before and all(len(pair.lines) >= 3 for pair in after)
