"""A folder with a good tournament and everything that can be sent to a federation: each file has its sentence, and so
have workbooks on which a reader crashes or hangs. Then workbooks as the program itself makes them: each formula counts.
"""

import mmap
import os
import re
import struct
import time
from datetime import date
from random import Random
from zlib import crc32

import pytest

from tests import books
from tests import federation_world as world
from tests.federation_desk import build_publication, find_mover, list_people
from tests.plain_xlsx import build_parts, write_package
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.reading import read_files
from tournament_xl.players.player_lists import read_register
from tournament_xl.xlsx import limits

DAY = date(2016, 8, 31)
SHEET = "xl/worksheets/sheet2.xml"  # Joueurs


def facts(seed=0, title="Tournoi", **changes):
    return world.invent_tournament(Random(seed), list_people(8), date(2015, 10, 4), title=title) | changes


def workbook_writer(change=lambda sheets: None, **changes):
    """What writes a workbook with other facts, or with its sheets changed."""

    def make(path):
        sheets = world.build_sheets(facts(crc32(path.stem.encode()), path.stem, **changes))
        change(sheets)
        write_package(path, build_parts(sheets))

    return make


def cut(path):
    workbook_writer()(path)
    path.write_bytes(path.read_bytes()[:-999])


def bomb(path):
    """Says in the directory of the archive that a part is 3 GB unpacked."""
    workbook_writer()(path)
    data = bytearray(path.read_bytes())
    offset = data.rindex(SHEET.encode()) - 46  # the entry in the directory
    data[offset + 24 : offset + 28] = struct.pack("<I", 3_000_000_000)
    path.write_bytes(data)


def not_finished(sheets):
    sheets["Résultats"][-1][4:6] = ["", ""]


def dated(first, last):
    """What types these dates."""

    def change(sheets):
        for row in sheets["Tournoi"]:
            row[1] = {"Date de début": first, "Date de fin": last}.get(row[0], row[1])

    return change


def holding(data):
    return lambda path: path.write_bytes(data)


LEFT_OUT = {
    "vide.xlsx": (holding(b""), "est vide"),
    "ancien.xls": (holding(b"\xd0\xcf\x11\xe0" * 200), r"Format \.xls non lu"),
    "libre.fods": (holding(b"<office:document/>"), r"Format \.fods non lu"),
    "\x1b[31mrouge.xlsx": (holding(b"Nom;Licence\n" * 99), "n'est pas un classeur Excel"),
    "gros.xlsx": (holding(bytes(25_000_000)), "Trop gros"),
    "bombe.xlsx": (bomb, "trop gros.*une fois décompressé"),
    "sans-fin.xlsx": (cut, "abîmé"),
    "lyon.zip": (holding(b"PK\x03\x04"), "Abîmé : tout ou partie"),
    "paris.rar": (holding(b"Rar!"), r"Format \.rar non lu. Enregistrez ici, à part, les classeurs"),
    "nice.eml": (holding(b"Subject: TH de Nice"), "Courriel sans classeur"),
    "metz.msg": (holding(b"\xd0\xcf\x11\xe0" * 200), "Abîmé : tout ou partie"),
    "brest.mbox": (holding(b"Bonjour"), "Aucun courriel"),
    "budget.xlsx": (
        lambda path: write_package(path, build_parts({"Feuil1": [["Poste"]]})),
        "pas un tournoi de ce programme",
    ),
    "sans-dates.xlsx": (workbook_writer(dated("", "")), r"Tournoi!Date de début : sans dates"),
    "en-cours.xlsx": (workbook_writer(not_finished), r"rondes jouées, 4 sur 5"),
    "saison.xlsx": (workbook_writer(season="2031-2032"), "2031-2032"),
    "lien.xlsx": (lambda path: path.symlink_to(path.parent / "bon.xlsx"), "Lien vers un autre endroit"),
    "tube.xlsx": (getattr(os, "mkfifo", holding(b"")), "vérifiez que c'est un fichier|est vide"),  # Windows has none
}  # name -> what makes it, what its sentence must say


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """File name -> what became of it."""
    folder = tmp_path_factory.mktemp("recus")
    world.write_workbook(folder / "bon.xlsx", facts(1, "Le bon"))
    for name, (make, _) in LEFT_OUT.items():
        make(folder / name)
    (folder / "Sauvegardes").mkdir()
    world.write_workbook(folder / "Sauvegardes" / "bon.xlsx", facts(1, "Le bon"))
    (folder / "~$bon.xlsx").write_bytes(b"x")
    (folder / "lettre.pdf").write_bytes(b"%PDF")
    players = read_register(world.write_list(tmp_path_factory.mktemp("liste") / "l.csv", list_people(8)))
    publication = build_publication(read_folder(folder), players, DAY)
    return {verdict.file.name: verdict for verdict in publication.verdicts}


def test_a_bad_file_never_stops_the_others(verdicts):
    assert verdicts.keys() == {"bon.xlsx", *map(printable_path, LEFT_OUT)} and verdicts["bon.xlsx"].entry


@pytest.mark.parametrize("name", LEFT_OUT)
def test_each_hostile_file_is_left_out_with_one_sentence(verdicts, name):
    verdict = verdicts[printable_path(name)]
    (sentence,) = verdict.remarks.all_sentences
    assert verdict.word == "refusé" and re.search(LEFT_OUT[name][1], sentence), sentence
    assert "\n" not in sentence and "Traceback" not in sentence and "Erreur de notre part" not in sentence


def test_what_is_never_read_is_told_in_one_publication_not_in_the_next(tmp_path):
    folder = tmp_path / "recus"
    folder.mkdir()
    for name in ("ancien.xls", "libre.fods", "lyon.zip", "gros.xlsx"):
        LEFT_OUT[name][0](folder / name)
    players = read_register(world.write_list(tmp_path / "l.csv", list_people(8)))
    first = build_publication(read_folder(folder), players, DAY)
    assert {verdict.word for verdict in first.verdicts} == {"refusé"}
    second = build_publication(read_folder(folder), [], date(2016, 9, 30), earlier=first.history)
    assert {verdict.word for verdict in second.verdicts} == {"refusé, déjà dit"}


def read_as_named(path, name):
    """A reader that does as the file's name says."""
    if "chute" in name:
        os._exit(3)
    if "lent" in name or "demi" in name:
        time.sleep(60 if "lent" in name else 2)
    return "Segmentation fault" if "bavard" in name else File(name, name, None, "lu")


def test_a_reader_that_crashes_hangs_or_babbles_costs_one_file(tmp_path):
    names = ["a", "chute", "b", "lent", "c", "bavard", "d"]
    files = read_files([(tmp_path / name, name) for name in names], seconds=3, read_one=read_as_named)
    refusals = {file.name: file.refusal for file in files}
    assert [refusals[name] for name in "abcd"] == ["lu"] * 4
    assert (
        "fait tomber" in refusals["chute"]
        and "après 3 secondes" in refusals["lent"]
        and "fait tomber" in refusals["bavard"]
    )


def test_the_files_of_a_mail_share_the_time_of_one(tmp_path):
    names = ["demi 1", "demi 2", "demi 3", "demi 4", "a"]
    files = read_files(
        [(tmp_path / name, name) for name in names], seconds=3, processes=1,
        sharing={"demi 1": "m.eml", "demi 2": "m.eml", "demi 3": "m.eml"}, read_one=read_as_named,
    )  # fmt: skip
    refusals = {file.name: file.refusal for file in files}
    assert [refusals[name] for name in ("demi 1", "demi 4", "a")] == ["lu"] * 3
    assert all("après 3 secondes" in refusals[name] for name in ("demi 2", "demi 3"))


def test_readers_have_their_memory_beside_the_address_space_that_a_hall_server_of_many_threads_has_reserved(tmp_path):
    workbook_writer()(tmp_path / "a.xlsx")
    with mmap.mmap(-1, 2 * limits.MAX_MEMORY, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ):
        (file,) = read_files([(tmp_path / "a.xlsx", "a.xlsx")])
    assert file.tournament, file.refusal


# Workbooks of the program

DATED = ("--set", "Date de début=10/10/2015", "--set", "Date de fin=11/10/2015", "--set", "Saison=2015-2016")


def published(folder, players=()):
    return build_publication(read_folder(folder), players, DAY)


@pytest.mark.parametrize(("formula", "players"), [("classique", 9), ("toutes-rondes", 5), ("double-toutes-rondes", 4)])
def test_a_tournament_of_the_program_counts_as_its_own_sheet_cotes_has_it(tmp_path, formula, players):
    path = books.simulate(books.create(tmp_path / "recus", players, *DATED, formula=formula), 99)
    assert books.run("ratings", path) == 0
    titles = ("Nom", "Prénom", "Licence", "Cote")
    listed_players = [dict(zip(titles, map(str, player), strict=True)) for player in books.players(players)]
    publication = published(tmp_path / "recus", listed_players)
    (verdict,) = publication.verdicts
    assert (verdict.word, verdict.remarks.all_sentences) == ("compté", ())
    computed = {
        find_mover(publication, m).licence: (m.terms.gain.pe, m.terms.gain.bonus, m.terms.gain.pj, m.after)
        for m in publication.movements if m.terms
    }  # fmt: skip
    assert len(computed) == players and computed == {
        line["Licence"]: (line["PE"], line["B"], line["PJ"], line["Nouvelle cote"])
        for line in books.lines(path, "Cotes") if line["Licence"]
    }  # fmt: skip


def test_a_workbook_that_only_waits_for_an_update_counts(tmp_path):
    path = books.simulate(books.create(tmp_path / "recus", 8, *DATED), 4)
    assert books.run("pair", path) == 0
    rows = [line["row"] for line in books.lines(path, "Résultats") if line["Ronde"] == 5]
    books.edit(path, {f"Résultats!Score {side}!{row}": 420 - 20 * side for row in rows for side in (1, 2)})
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté" and verdict.remarks.serious == ()
    books.update(path)
    (updated,) = published(path.parent).verdicts
    assert updated.entry.ratings.lines == verdict.entry.ratings.lines


def test_a_score_changed_by_hand_is_serious(tmp_path):
    path = books.simulate(books.create(tmp_path / "recus", 8, *DATED), 5)
    line = books.lines(path, "Résultats")[0]
    books.edit(path, {f"Résultats!Score 1!{line['row']}": line["Score 1"] + 200})
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté, grave" and "Résultats" in verdict.remarks.serious[0]
    books.update(path)  # recorded now: as is the organiser's right
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté" and verdict.remarks.serious == ()
