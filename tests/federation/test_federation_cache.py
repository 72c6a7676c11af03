"""The cache of what was read: it changes nothing but the time, and may be deleted, damaged or old."""

import json
from datetime import date
from random import Random

import pytest

from tests import federation_world as world
from tests.books import run
from tests.federation.test_federation_mails import archive, mail
from tests.federation_desk import list_people
from tournament_xl.federation.intake import folder as intake_folder


def workbook(path, number):
    facts = world.invent_tournament(Random(number), list_people(8), date(2015, 10, 1 + number), title=f"TH {number}")
    return world.write_workbook(path, facts).read_bytes()


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with workbooks and mails; what builds from it and says which files were read or opened."""
    (tmp_path / "recus").mkdir()
    data = [workbook(tmp_path / f"{number}.xlsx", number) for number in range(6)]
    for number in range(2):
        (tmp_path / "recus" / f"{number}.xlsx").write_bytes(data[number])
    letter = mail(("a.xlsx", data[2]), ("b.zip", archive(**{"x.xlsx": data[3]})), ("logo.png", b"x"), text="Bonjour")
    (tmp_path / "recus" / "m.eml").write_bytes(letter.as_bytes())
    box = mail(("c.xlsx", data[4])).as_bytes().replace(b"\r\n", b"\n")
    (tmp_path / "recus" / "boîte.mbox").write_bytes(b"From x Sun Jan 10\n" + box + b"\n")
    (tmp_path / "recus" / "mauvais.xlsx").write_bytes(b"x")
    world.write_list(tmp_path / "liste.csv", list_people(8))
    worked = []

    def record(tasks, *args, **kwargs):
        worked.extend(part.name for part, _ in tasks)
        return original(tasks, *args, **kwargs)

    def record_read(tasks, *args, **kwargs):
        worked.extend(name for _, name in tasks)
        return original_read(tasks, *args, **kwargs)

    original, original_read = intake_folder.run_in_workers, intake_folder.read_files
    monkeypatch.setattr(intake_folder, "run_in_workers", record)
    monkeypatch.setattr(intake_folder, "read_files", record_read)

    def build(place="sortie"):
        worked.clear()
        (tmp_path / place).mkdir(exist_ok=True)
        words = ("--joueurs", tmp_path / "liste.csv", "--date", "2016-01-31", "-o", tmp_path / place / "c.xlsx")
        assert run("federation", "build", tmp_path / "recus", *words) == 0
        return sorted(worked)

    return tmp_path, build, data


ALL = [
    "0.xlsx", "1.xlsx", "boîte.mbox", "boîte.mbox › 1", "boîte.mbox › 1 › c.xlsx", "m.eml", "m.eml › a.xlsx",
    "m.eml › b.zip › x.xlsx", "mauvais.xlsx",
]  # fmt: skip


def written(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}


def test_an_unchanged_file_or_mail_is_not_read_again_and_the_publication_is_the_same(desk):
    folder, build, data = desk
    assert build() == ALL
    first = written(folder / "sortie")
    assert build() == ["boîte.mbox"] and written(folder / "sortie") == first  # a mailbox is cut into its mails
    (folder / "recus" / "neuf.xlsx").write_bytes(data[5])
    assert build() == ["boîte.mbox", "neuf.xlsx"]
    assert build("ailleurs") == sorted([*ALL, "neuf.xlsx"])
    assert written(folder / "sortie") == written(folder / "ailleurs")


def test_a_cache_deleted_damaged_or_of_another_program_only_costs_time(desk):
    folder, build, _ = desk
    build()
    first, cache = written(folder / "sortie"), folder / "sortie" / "lectures.cache"
    mark, program, entries = json.loads(cache.read_bytes())
    others = [
        None, cache.read_bytes()[:-200], json.dumps([mark, "0", entries]).encode(),
        json.dumps([mark, program, {key: [1, None] for key in entries}]).encode(),
        json.dumps([mark, program, [1, 2]]).encode(),
    ]  # fmt: skip
    for content in others:
        cache.unlink() if content is None else cache.write_bytes(content)
        assert build() == ALL and written(folder / "sortie") == first


def test_another_file_of_the_caches_name_is_left_alone(desk):
    folder, build, _ = desk
    (folder / "sortie").mkdir()
    (folder / "sortie" / "lectures.cache").write_text("à moi")
    assert build() == ALL and build() == ALL
    assert (folder / "sortie" / "lectures.cache").read_text() == "à moi"
