"""A folder with a good tournament and everything that can be sent to a federation: each file has its sentence, and so
have links, folders that cannot be read, and workbooks on which a reader crashes or hangs. Then workbooks as the program
itself makes them: each formula counts.
"""

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from tests import books
from tests import federation_world as world
from tests.books import SAMPLES
from tests.federation_desk import people
from tests.plain_xlsx import pack, parts
from tournament_xl.federation.build import build
from tournament_xl.federation.facts import File
from tournament_xl.federation.reading import read_all, read_folder
from tournament_xl.lists.read import read_register

DAY = date(2016, 8, 31)
ROOT = Path(__file__).parent.parent
SHEET, RESULTS = "xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml"  # Joueurs, Résultats


def facts(seed=0, title="Tournoi", **changes):
    return world.tournament(Random(seed), people(8), date(2015, 10, 4), title=title) | changes


def made(change=lambda sheets: None, **changes):
    """A workbook with other facts, or with its sheets changed."""

    def make(path):
        sheets = world.sheets(facts(crc32(path.stem.encode()), path.stem, **changes))
        change(sheets)
        pack(path, parts(sheets))

    return make


def spoiled(change):
    """A workbook with its parts changed."""

    def make(path):
        content = parts(world.sheets(facts(crc32(path.stem.encode()), path.stem)))
        change(content)
        pack(path, content)

    return make


def laughs(content):
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    start = '<?xml version="1.0"?>'
    content[SHEET] = content[SHEET].replace(start, f'{start}<!DOCTYPE w [<!ENTITY a0 "ha">{entities}]>', 1)


def bomb(path):
    """Says in the directory of the archive that a part is 3 GB unpacked."""
    made()(path)
    data = bytearray(path.read_bytes())
    at = data.rindex(SHEET.encode()) - 46  # the entry in the directory
    data[at + 24 : at + 28] = struct.pack("<I", 3_000_000_000)
    path.write_bytes(data)


def large(path):
    with path.open("wb") as file:
        file.truncate(25_000_000)


def not_begun(sheets):
    sheets["Résultats"] = sheets["Résultats"][:1]
    sheets["Joueurs"] = [row[:-1] if row[0] != "N°" else row for row in sheets["Joueurs"]]  # no Rang initial


def not_finished(sheets):
    sheets["Résultats"][-1][4:6] = ["", ""]


def without_dates(sheets):
    sheets["Tournoi"] = [[row[0], "" if "Date de" in row[0] else row[1], *row[2:]] for row in sheets["Tournoi"]]


LEFT_OUT = {
    "vide.xlsx": (lambda path: path.write_bytes(b""), "est vide"),
    "texte.xlsx": (lambda path: path.write_bytes(b"Nom;Licence\n" * 99), "n'est pas un classeur Excel"),
    "ancien.xls": (lambda path: path.write_bytes(b"\xd0\xcf\x11\xe0" * 200), r"Format \.xls non lu"),
    "bombe.xlsx": (bomb, "trop gros.*une fois décompressé"),
    "entités.xlsx": (spoiled(laughs), "abîmé"),
    "sans-joueurs.xlsx": (made(lambda sheets: sheets.pop("Joueurs")), "la feuille « Joueurs » manque"),
    "gros.xlsx": (large, "Trop gros"),
    "en-cours.xlsx": (made(not_finished), r"rondes jouées, 4 sur 5"),
    "sans-ronde.xlsx": (made(not_begun), "Aucune ronde jouée"),
    "sans-date.xlsx": (made(without_dates), "sans dates possibles"),
    "an-1015.xlsx": (made(first=date(1015, 10, 4), last=date(1015, 10, 4)), "sans dates possibles"),
    "saison.xlsx": (made(season="2031-2032"), "2031-2032"),
    "lien.xlsx": (lambda path: path.symlink_to(path.parent / "bon.xlsx"), "Lien vers un autre endroit"),
}  # name -> what makes it, what its sentence must say


if hasattr(os, "mkfifo"):  # Windows has none
    LEFT_OUT["tube.xlsx"] = (os.mkfifo, "vérifiez que c'est un fichier")
    LEFT_OUT["\x1b[31mrouge.xlsx"] = (lambda path: path.write_bytes(b"x"), "n'est pas un classeur")


def macros(content):
    content["xl/vbaProject.bin"] = b"\xd0\xcf\x11\xe0 Sub Auto_Open()"


def formulas(content):
    """A name and a score that are formulas: their last results count, nothing is calculated."""
    name = '<c r="B2" t="str"><f>WEBSERVICE("http://example.org/"&amp;A1)</f><v>NOM01</v></c>'
    content[SHEET] = re.sub(r'<c r="B2".*?</c>', name, content[SHEET])
    content[RESULTS] = re.sub(r'<c r="E2"><v>(\d+)</v></c>', r'<c r="E2"><f>1/0</f><v>\1</v></c>', content[RESULTS])
    assert "WEBSERVICE" in content[SHEET] and "<f>1/0</f>" in content[RESULTS]


COUNTED = {"macros.xlsm": spoiled(macros), "formules.xlsx": spoiled(formulas)}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """File name -> what became of it."""
    folder = tmp_path_factory.mktemp("recus")
    world.write(folder / "bon.xlsx", facts(1, "Le bon"))
    for name, make in ({name: make for name, (make, _) in LEFT_OUT.items()} | COUNTED).items():
        make(folder / name)
    (folder / "Sauvegardes").mkdir()
    world.write(folder / "Sauvegardes" / "bon.xlsx", facts(1, "Le bon"))
    (folder / "~$bon.xlsx").write_bytes(b"x")
    (folder / "lettre.pdf").write_bytes(b"%PDF")
    players = read_register(world.write_list(tmp_path_factory.mktemp("liste") / "l.csv", people(8)))
    publication = build(read_folder(folder), players, DAY)
    return {verdict.file.name: verdict for verdict in publication.verdicts}


def shown(name):
    return name if name.isprintable() else repr(name)


def test_a_bad_file_never_stops_the_others(verdicts):
    assert verdicts["bon.xlsx"].found and len(LEFT_OUT) >= 13
    assert verdicts.keys() == {"bon.xlsx", *map(shown, LEFT_OUT), *COUNTED}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_each_hostile_file_is_left_out_with_one_sentence(verdicts, name):
    verdict = verdicts[shown(name)]
    (sentence,) = verdict.remarks.every
    assert verdict.word == "écarté" and re.search(LEFT_OUT[name][1], sentence), sentence
    assert "\n" not in sentence and "Traceback" not in sentence and "Erreur de notre part" not in sentence


def test_macros_are_ignored_and_the_last_results_of_formulas_read(verdicts):
    assert all(verdicts[name].found for name in COUNTED)
    entrant = verdicts["formules.xlsx"].file.played.entrants[0]
    assert (entrant.name, entrant.licence) == ("NOM01", "L01")


@pytest.mark.skipif(sys.platform == "win32", reason="links of Linux and macOS")
def test_links_to_folders_and_folders_that_the_system_refuses_are_told(tmp_path, monkeypatch):
    """Root, who runs many a test, may read everything: the refusal is imitated."""
    inbox = tmp_path / "recus"
    world.write(inbox / "bon.xlsx", facts(1, "Le bon"))
    world.write(tmp_path / "ailleurs" / "autre.xlsx", facts(2, "Ailleurs"))
    (inbox / "par-courriel").symlink_to(tmp_path / "ailleurs")
    (inbox / ".cache").symlink_to(tmp_path / "ailleurs")
    (inbox / "secret").mkdir()
    usual = os.scandir

    def scandir(path):
        if str(path).endswith("secret"):
            raise PermissionError(13, "no", str(path))
        return usual(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = {file.name: file.refusal for file in read_folder(inbox)}
    assert found.keys() == {"bon.xlsx", "par-courriel", "secret"} and not found["bon.xlsx"]
    assert "non suivi" in found["par-courriel"] and "le système refuse l'accès" in found["secret"]


def read_as_named(path, name):
    """A reader that does as the file's name says."""
    if "chute" in name:
        os._exit(3)
    if "lent" in name:
        time.sleep(60)
    return "Segmentation fault" if "bavard" in name else File(name, name, None, "lu")


def test_a_reader_that_crashes_hangs_or_babbles_costs_one_file(tmp_path):
    names = ["a", "chute", "b", "lent", "c", "bavard", "d"]
    files = read_all([(tmp_path / name, name) for name in names], seconds=3, read=read_as_named)
    told = {file.name: file.refusal for file in files}
    assert [told[name] for name in "abcd"] == ["lu"] * 4
    assert "fait tomber" in told["chute"] and "après 3 secondes" in told["lent"] and "fait tomber" in told["bavard"]


def test_whatever_the_number_of_processes_the_files_read_are_the_same(tmp_path):
    files = [(world.write(tmp_path / f"{n}.xlsx", facts(n)), f"{n}.xlsx") for n in range(5)]
    one, three = (read_all(files, processes=count) for count in (1, 3))
    assert sorted(one, key=lambda file: file.name) == sorted(three, key=lambda file: file.name)


# Workbooks of the program

DATED = ("--set", "Date de début=10/10/2015", "--set", "Date de fin=11/10/2015", "--set", "Saison=2015-2016")


def published(folder, players=()):
    return build(read_folder(folder), players, DAY)


def numbers(publication):
    """Licence -> PE, B, PJ, new cote, of the only tournament."""
    lines = [m for m in publication.movements if m.rating]
    return {m.account.licence: (m.rating.gain.pe, m.rating.gain.bonus, m.rating.gain.pj, m.after) for m in lines}


@pytest.mark.parametrize(("formula", "players"), [("classique", 9), ("toutes-rondes", 5), ("double-toutes-rondes", 4)])
def test_a_tournament_of_the_program_counts_as_its_own_sheet_cotes_has_it(tmp_path, formula, players):
    path = books.create(tmp_path / "recus", players, *DATED, formula=formula)
    books.simulate(path, 99)
    assert books.run("ratings", path) == 0
    known = [
        dict(zip(("Nom", "Prénom", "Licence", "Cote"), map(str, one), strict=True)) for one in books.players(players)
    ]
    publication = published(tmp_path / "recus", known)
    (verdict,) = publication.verdicts
    assert (verdict.word, verdict.remarks.every) == ("compté", ())
    sheet = {
        line["Licence"]: (line["PE"], line["B"], line["PJ"], line["Nouvelle cote"])
        for line in books.lines(path, "Cotes") if line["Licence"]
    }  # fmt: skip
    assert len(sheet) == players and numbers(publication) == sheet


def test_an_open_waits_for_its_final_and_then_has_the_winner_first(tmp_path):
    path = tmp_path / "recus" / "open.xlsx"
    path.parent.mkdir()
    shutil.copy(SAMPLES / "open-64-finale.xlsx", path)
    books.edit(path, {"Tournoi!Date de début": "10/10/2015", "Tournoi!Date de fin": "12/10/2015"})
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "écarté" and verdict.remarks.every[0].startswith("Finale à jouer")
    (game,) = books.lines(path, "Finales")
    books.edit(path, {f"Finales!Score 1!{game['row']}": 380, f"Finales!Score 2!{game['row']}": 420})
    (verdict,) = published(path.parent).verdicts
    assert verdict.found and verdict.file.played.formula == "Open"
    place = {entrant.number: entrant.place for entrant in verdict.file.played.entrants}
    assert (place[game["N° 2"]], place[game["N° 1"]]) == (1, 2)
    assert verdict.file.played.games == max(line["Ronde"] for line in books.lines(path, "Résultats"))


def test_a_score_changed_by_hand_is_serious_a_cote_only_a_detail(tmp_path):
    path = books.simulate(books.create(tmp_path / "recus", 8, *DATED), 5)
    line = books.lines(path, "Résultats")[0]
    books.edit(path, {f"Résultats!Score 1!{line['row']}": line["Score 1"] + 200})
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté, grave" and "Résultats" in verdict.remarks.serious[0]
    books.update(path)  # recorded now: as is the organiser's right
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté" and verdict.remarks.serious == ()
    assert all(sentence.startswith(("Nouveau", "Cotes")) for sentence in verdict.remarks.details)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Linux and macOS")
def test_interrupted_nothing_is_published(tmp_path):
    for number in range(8):
        world.write(tmp_path / "recus" / f"{number}.xlsx", facts(number))
    world.write_list(tmp_path / "liste.csv", people(8))
    words = ("federation", "build", tmp_path / "recus", "--joueurs", tmp_path / "liste.csv", "--date", DAY)
    command = [sys.executable, "-m", "tournament_xl", *map(str, words), "-o", str(tmp_path / "c.xlsx")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)},
                               preexec_fn=books.hears_interrupts)  # fmt: skip
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert "Interrompu" in process.communicate()[1].decode() and process.returncode != 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["liste.csv", "recus"]
