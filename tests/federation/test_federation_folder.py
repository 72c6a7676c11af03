"""A folder with a good tournament and everything that can be sent to a federation: each file has its sentence.

So have workbooks on which a reader crashes or hangs. Then workbooks as the program itself makes them.
"""

import mmap
import os
import struct
import time
from datetime import date
from random import Random

import pytest

from tests import books
from tests import federation_world as world
from tests.federation_desk import build_publication, find_mover, list_people, says
from tests.plain_xlsx import build_parts, write_package
from tests.programs import WHOLE
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.reading import read_files
from tournament_xl.messages import federation as texts
from tournament_xl.players.player_lists import read_register
from tournament_xl.xlsx import limits

DAY = date(2016, 8, 31)
SHEET = "xl/worksheets/sheet2.xml"  # Joueurs
FACTS = world.invent_tournament(Random(1), list_people(8), date(2015, 10, 4), title="Le bon")


def workbook_writer(**settings):
    """What writes a workbook with other settings on Tournoi."""

    def make(path):
        sheets = world.build_sheets(FACTS)
        for row in sheets["Tournoi"]:
            row[1] = settings.get(row[0].replace(" ", "_"), row[1])
        write_package(path, build_parts(sheets))

    return make


def not_finished(path):
    sheets = world.build_sheets(FACTS)
    sheets["Résultats"][-1][4:6] = ["", ""]
    write_package(path, build_parts(sheets))


def cut(path):
    world.write_workbook(path, FACTS)
    path.write_bytes(path.read_bytes()[:-999])


def bomb(path):
    """Says in the directory of the archive that a part is 3 GB unpacked."""
    data = bytearray(world.write_workbook(path, FACTS).read_bytes())
    offset = data.rindex(SHEET.encode()) - 46  # the entry in the directory
    data[offset + 24 : offset + 28] = struct.pack("<I", 3_000_000_000)
    path.write_bytes(data)


def holding(data):
    return lambda path: path.write_bytes(data)


LEFT_OUT = {
    "vide.xlsx": (holding(b""), "est vide"),
    "ancien.xls": (holding(b"\xd0\xcf\x11\xe0" * 100), texts.OTHER_FORMAT),
    "libre.fods": (holding(b"<office:document/>"), texts.OTHER_FORMAT),
    "\x1b[31mrouge.xlsx": (holding(b"Nom;Licence\n" * 99), "Excel"),
    "gros.xlsx": (holding(bytes(25_000_000)), "Trop gros"),
    "bombe.xlsx": (bomb, "trop gros"),
    "sans-fin.xlsx": (cut, "abîmé"),
    "lyon.zip": (holding(b"PK\x03\x04"), texts.DAMAGED_CONTAINER),
    "paris.rar": (holding(b"Rar!"), texts.ENCLOSING),
    "nice.eml": (holding(b"Subject: TH de Nice"), texts.MAIL_WITHOUT_WORKBOOK),
    "metz.msg": (holding(b"\xd0\xcf\x11\xe0" * 200), texts.DAMAGED_CONTAINER),
    "brest.mbox": (holding(b"Bonjour"), texts.NO_MAILBOX),
    "budget.xlsx": (lambda path: write_package(path, build_parts({"F": [["Poste"]]})), texts.NOT_A_TOURNAMENT),
    "sans-dates.xlsx": (workbook_writer(Date_de_début="", Date_de_fin=""), texts.NO_DATE),
    "en-cours.xlsx": (not_finished, texts.NOT_FINISHED),
    "saison.xlsx": (workbook_writer(Saison="2031-2032"), "2031-2032"),
    "lien.xlsx": (lambda path: path.symlink_to(path.parent / "bon.xlsx"), texts.LINK),
    "tube.xlsx": (getattr(os, "mkfifo", holding(b"")), ""),  # Windows has none
}  # name -> what makes it, what is said about it


@pytest.fixture(scope="module")
def publications(tmp_path_factory):
    """Those of two months in which all of this is received."""
    folder = tmp_path_factory.mktemp("recus")
    world.write_workbook(folder / "bon.xlsx", FACTS)
    for name, (make, _) in LEFT_OUT.items():
        make(folder / name)
    world.write_workbook(folder / "Sauvegardes" / "bon.xlsx", FACTS)
    (folder / "~$bon.xlsx").write_bytes(b"x")
    (folder / "lettre.pdf").write_bytes(b"%PDF")
    players = read_register(world.write_list(tmp_path_factory.mktemp("liste") / "l.csv", list_people(8)))
    files = read_folder(folder)
    first = build_publication(files, players, DAY)
    return first, build_publication(files, [], date(2016, 9, 30), earlier=first.history)


def test_each_hostile_file_is_left_out_with_one_sentence(publications):
    verdicts = {verdict.file.name: verdict for verdict in publications[0].verdicts}
    assert verdicts.keys() == {"bon.xlsx", *map(printable_path, LEFT_OUT)} and verdicts["bon.xlsx"].entry
    for name, (_, text) in LEFT_OUT.items():
        verdict = verdicts[printable_path(name)]
        (sentence,) = verdict.remarks.all_sentences
        assert verdict.word == "refusé" and says(sentence, text), (name, sentence)
        assert "\n" not in sentence and "Traceback" not in sentence and not says(sentence, texts.BUG)


def test_what_is_never_read_is_told_in_one_publication_not_in_the_next(publications):
    words = {verdict.file.name: verdict.word for verdict in publications[1].verdicts}
    assert {words[name] for name in ("ancien.xls", "libre.fods", "lyon.zip", "gros.xlsx")} == {"refusé, déjà dit"}


# Reading processes


def read_as_named(path, name):
    """A reader that does as the file's name says."""
    if "chute" in name:
        os._exit(3)
    if "lent" in name:
        time.sleep(1.2)
    return "Segmentation fault" if "bavard" in name else File(name, name, None, "lu")


def test_the_files_of_a_mail_share_the_time_of_one_and_a_reader_that_crashes_or_babbles_costs_one_file(tmp_path):
    names = ["a", "chute", "b", "bavard", "c", "lent 1", "lent 2", "lent 3", "d"]
    sharing = {name: "m.eml" for name in names if "lent" in name}
    files = read_files(
        [(tmp_path / name, name) for name in names], seconds=2, processes=1, sharing=sharing, read_one=read_as_named
    )
    said = {file.name: file.refusal for file in files}
    assert {name for name in names if said[name] == "lu"} == {"a", "b", "c", "lent 1", "d"}
    assert all(says(said[name], texts.CRASHED) for name in ("chute", "bavard"))
    assert all(says(said[name], texts.TOO_SLOW) for name in ("lent 2", "lent 3"))  # the last is not even begun


def test_readers_have_their_memory_beside_the_address_space_that_a_hall_server_of_many_threads_has_reserved(tmp_path):
    world.write_workbook(tmp_path / "a.xlsx", FACTS)
    with mmap.mmap(-1, 2 * limits.MAX_MEMORY, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ):
        (file,) = read_files([(tmp_path / "a.xlsx", "a.xlsx")])
    assert file.tournament, file.refusal


# Workbooks of the program


DATED = ("--set", "Date de début=10/10/2015", "--set", "Date de fin=11/10/2015", "--set", "Saison=2015-2016")
FORMULAS = {"classique": 9, "double-toutes-rondes": 4, "toutes-rondes": 5}  # and the number of players


def published(folder, players=()):
    return build_publication(read_folder(folder), players, DAY)


@pytest.mark.parametrize("formula", [*FORMULAS][: None if WHOLE else 2])
def test_a_tournament_of_the_program_counts_as_its_own_sheet_cotes_has_it(tmp_path, formula):
    players = FORMULAS[formula]
    path = books.simulate(books.create(tmp_path / "recus", players, *DATED, formula=formula), 99)
    assert books.run("ratings", path) == 0
    titles = ("Nom", "Prénom", "Licence", "Cote")
    listed = [dict(zip(titles, map(str, player), strict=True)) for player in books.players(players)]
    publication = published(tmp_path / "recus", listed)
    (verdict,) = publication.verdicts
    assert (verdict.word, verdict.remarks.all_sentences) == ("compté", ())
    moves = {find_mover(publication, move).licence: move for move in publication.movements if move.terms}
    computed = {
        licence: (move.terms.gain.pe, move.terms.gain.bonus, move.terms.gain.pj, move.after)
        for licence, move in moves.items()
    }
    assert len(computed) == players and computed == {
        row["Licence"]: (row["PE"], row["B"], row["PJ"], row["Nouvelle cote"])
        for row in books.lines(path, "Cotes") if row["Licence"]
    }  # fmt: skip


def test_a_score_changed_by_hand_is_serious_and_a_workbook_that_only_waits_for_an_update_is_not(tmp_path):
    path = books.simulate(books.create(tmp_path / "recus", 8, *DATED), 4)
    assert books.run("pair", path) == 0
    rows = [row["row"] for row in books.lines(path, "Résultats") if row["Ronde"] == 5]
    books.edit(path, {f"Résultats!Score {side}!{row}": 420 - 20 * side for row in rows for side in (1, 2)})
    (waiting,) = published(path.parent).verdicts
    assert waiting.word == "compté" and waiting.remarks.serious == ()
    books.update(path)
    (updated,) = published(path.parent).verdicts
    assert updated.entry.ratings.lines == waiting.entry.ratings.lines
    first = books.lines(path, "Résultats")[0]
    books.edit(path, {f"Résultats!Score 1!{first['row']}": first["Score 1"] + 200})
    (changed,) = published(path.parent).verdicts
    assert changed.word == "compté, grave" and "Résultats" in changed.remarks.serious[0]
    books.update(path)  # recorded now: as is the organiser's right
    (recorded,) = published(path.parent).verdicts
    assert recorded.word == "compté" and recorded.remarks.serious == ()
