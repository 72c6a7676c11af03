"""What the disk, other people and names do to a press: refused in French, the workbook as before."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT, books
from tests import federation_world as world
from tests.books import backups, run
from tests.federation_desk import list_people
from tournament_xl.storage.backups import find_backups
from tournament_xl.xlsx import atomic_write


@pytest.fixture
def book(workbooks, tmp_path):
    return Path(shutil.copy(workbooks["registered"], tmp_path / "club.xlsx"))


def command(*words):
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "tournament_xl", *map(str, words)], cwd=ROOT, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


# The disk


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting wants root")
def test_a_full_disk(book, tmp_path):
    disk = tmp_path / "disque"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", disk], capture_output=True).returncode:
        pytest.skip("no right to mount")
    try:
        path = Path(shutil.copy(book, disk / "club.xlsx"))
        before = path.read_bytes()
        (disk / "photos").write_bytes(bytes(shutil.disk_usage(disk).free - 20 * 1024))
        process = command("pair", path)
        message = process.communicate(timeout=60)[1]
        assert process.returncode == 5 and "disque est plein" in message and "Libérez" in message, message
        assert path.read_bytes() == before and not backups(path) and not list(disk.glob("~*"))
        (disk / "photos").unlink()
        assert run("pair", path) == 0
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize(("command", "call"), [("pair", 1), ("pair", 2), ("export", 1), ("export", 2)])
def test_a_disk_that_lost_the_end_of_what_it_said_it_wrote_is_found_out(book, monkeypatch, capsys, command, call):
    """Of the copy, of the workbook, of one of several files."""
    honest, count, before = os.fsync, iter(range(1, 99)), book.read_bytes()

    def lose(handle):
        honest(handle)
        if next(count) == call:
            os.ftruncate(handle, os.fstat(handle).st_size - 1)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lose)
        assert run(command, book) == 5
    assert "Rien n'a été" in capsys.readouterr().err
    assert book.read_bytes() == before and [path for path in book.parent.rglob("*") if path.is_file()] == [book]
    assert run(command, book) == 0


# Other people and programs


def test_two_presses_at_once(book):
    """One pairs round 1; the other sees that the workbook has changed, or that scores are missing."""
    before = book.read_bytes()
    both = [command("pair", book) for _ in range(2)]
    messages = [process.communicate(timeout=60)[1] for process in both]
    assert sorted(process.returncode for process in both) in ([0, 3], [0, 5]), messages
    assert "modifié" in "".join(messages) or "résultats manquants" in "".join(messages)
    assert [copy.file.read_bytes() for copy in find_backups(book)] == [before]
    assert len(books.pairs(book, 1)) == 4 and not list(book.parent.rglob("~*"))


def test_a_command_that_waits_for_another_one_says_so(book):
    fcntl = pytest.importorskip("fcntl")
    handle = os.open(book.parent, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    waits = command("pair", book)
    assert f"Une autre commande travaille dans le dossier {book.parent}" in waits.stderr.readline()
    os.close(handle)
    waits.communicate(timeout=60)
    assert waits.returncode == 0 and len(books.pairs(book, 1)) == 4


def test_a_command_that_waits_does_nothing_until_the_other_one_has_ended(book, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    other, before, honest, waited = os.open(book.parent, os.O_RDONLY), book.read_bytes(), fcntl.flock, []
    honest(other, fcntl.LOCK_EX)

    def flock(handle, operation):
        if operation == fcntl.LOCK_EX:
            waited.append(book.read_bytes() == before)
            honest(other, fcntl.LOCK_UN)
        honest(handle, operation)

    monkeypatch.setattr(atomic_write, "SILENT_WAIT_SECONDS", 0.1)
    monkeypatch.setattr(fcntl, "flock", flock)
    assert run("pair", book) == 0 and waited == [True]
    os.close(other)


@pytest.mark.parametrize("call", [1, 2])
def test_what_another_program_saves_while_a_command_works_is_not_written_over(book, monkeypatch, capsys, call):
    """One that knows of no lock, while the copy is written or the new workbook."""
    foreign, honest, count = books.create(book.parent / "autre", 9).read_bytes(), os.fsync, iter(range(1, 99))
    shutil.rmtree(book.parent / "autre")

    def save(handle):
        honest(handle)
        if next(count) == call:
            book.write_bytes(foreign)

    monkeypatch.setattr(os, "fsync", save)
    assert run("pair", book) == 5 and "modifié" in capsys.readouterr().err
    assert book.read_bytes() == foreign and not backups(book)


def test_a_file_that_appears_while_a_workbook_is_created_is_not_written_over(tmp_path, monkeypatch, capsys):
    path, honest = tmp_path / "club.xlsx", os.fsync

    def save(handle):
        honest(handle)
        path.write_bytes(b"mine")

    monkeypatch.setattr(os, "fsync", save)
    assert run("new", path, "--formule", "classique") == 5 and "existe déjà" in capsys.readouterr().err
    assert path.read_bytes() == b"mine" and [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving a file away wants root")
def test_owner_and_second_name_of_a_workbook_are_kept_or_their_loss_is_told(book, capsys, monkeypatch):
    os.chown(book, 12345, 12346)
    assert run("pair", book) == 0
    status = book.stat()
    assert (status.st_uid, status.st_gid) == (12345, 12346) == (backups(book)[0].stat().st_uid, 12346)
    assert "lien dur" not in (output := capsys.readouterr().out) and "à un autre utilisateur" not in output
    chown = os.chown

    def refuse(path, uid, gid):
        if uid != -1 or gid not in groups:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        chown(path, uid, gid)

    monkeypatch.setattr(os, "chown", refuse)
    groups = {12346}
    assert run("undo", book) == 0 and (book.stat().st_uid, book.stat().st_gid) == (os.getuid(), 12346)
    output = capsys.readouterr().out
    assert "Était à un autre utilisateur" in output and "groupe" not in output
    groups = set()
    os.link(book, second := book.with_name("second.xlsx"))
    before = second.read_bytes()
    assert run("pair", book) == 0 and second.read_bytes() == before != book.read_bytes()
    output = capsys.readouterr().out
    assert "garde l'état d'avant" in output
    assert "A changé de groupe" in output and "à un autre utilisateur" not in output


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_a_workbook_that_a_group_may_write_stays_so_and_its_copy_too_whatever_the_mask_of_new_files(book):
    book.chmod(0o664)
    mask = os.umask(0o022)
    try:
        assert run("pair", book) == 0
    finally:
        os.umask(mask)
    assert [path.stat().st_mode & 0o777 for path in (book, *backups(book))] == [0o664, 0o664]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving a file away wants root")
def test_files_written_together_keep_rights_owner_and_group_or_it_is_told(tmp_path, capsys, monkeypatch):
    files = {tmp_path / name: b"new" for name in ("1.csv", "2.csv", "3.csv")}
    for path in list(files)[:2]:
        path.write_bytes(b"old")
        path.chmod(0o600)
        os.chown(path, 12345, 12346)
    atomic_write.write_together(files)
    states = [path.stat() for path in files]
    assert [(status.st_mode & 0o777, status.st_uid, status.st_gid) for status in states[:2]] == [
        (0o600, 12345, 12346)
    ] * 2
    assert states[2].st_uid == os.getuid() and not capsys.readouterr().err
    (tmp_path / "lien.csv").hardlink_to(tmp_path / "1.csv")
    monkeypatch.setattr(os, "chown", lambda *_: os.stat(tmp_path / "none"))
    atomic_write.write_together(files)
    name, owner, group = capsys.readouterr().err.splitlines()
    assert "second nom" in name and "1.csv" in name and "2.csv" not in name
    assert "à un autre utilisateur" in owner and "A changé de groupe" in group and "2.csv" in owner and "2.csv" in group


@pytest.mark.skipif(os.name != "posix", reason="the lock is of Linux and macOS")
def test_files_written_together_into_a_new_folder_lock_it(tmp_path, monkeypatch):
    """As `export` does: another one at the same moment waits."""
    import fcntl

    folder, busy, put = tmp_path / "club - tableaux", [], atomic_write.rename_into_place

    def look(name, target, *content):
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            busy.append(False)
        except BlockingIOError:
            busy.append(True)
        finally:
            os.close(handle)
        put(name, target, *content)

    monkeypatch.setattr(atomic_write, "rename_into_place", look)
    atomic_write.write_together({folder / "joueurs.csv": b"x"})
    assert busy == [True] and (folder / "joueurs.csv").read_bytes() == b"x"


def test_a_workbook_with_too_long_a_name_is_to_be_renamed(book, capsys):
    long = book.rename(book.with_name("a" * 245 + ".xlsx"))
    before = long.read_bytes()
    assert run("pair", long) == 5 and long.read_bytes() == before
    assert "le nom est trop long" in (message := capsys.readouterr().err) and "un nom plus court" in message
    assert run("pair", long.rename(book)) == 0


# Files that are written together: `federation build` gives all of them, pages and letters too, or leaves them as was


@pytest.fixture(scope="module")
def publication(tmp_path_factory):
    """A publication, built again as when the first was killed before its last file; the words of a build."""
    folder = tmp_path_factory.mktemp("publication")
    listed, out = folder / "liste.csv", folder / "sortie"
    world.write_list(listed, list_people(8))
    out.mkdir()
    (folder / "recus").mkdir()
    words = ("federation", "build", folder / "recus", "--joueurs", listed, "-o", out / "c.xlsx", "--date")
    assert run(*words, "2016-08-31") == 0
    (out / "c.xlsx").unlink()
    assert run(*words, "2016-08-31") == 0
    return out, words


def files_of(folder):
    """All but the register, from which the next command writes what this one could not."""
    paths = (path for path in folder.rglob("*") if path.name != "registre.sqlite")
    return {path: path.is_file() and path.read_bytes() for path in paths}


@pytest.mark.parametrize("step", range(1, 10))
def test_a_disk_that_fails_between_two_files_changes_none(publication, monkeypatch, capsys, step):
    out, words = publication
    was = files_of(out)
    moved, count = os.replace, iter(range(1, 99))

    def replace(source, target):
        if next(count) == step:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        moved(source, target)

    monkeypatch.setattr(os, "replace", replace)
    assert run(*words, "2017-08-31") == 5 and len(was) > 9
    assert files_of(out) == was
    site = ("index.html", "classement.csv", "classement.json", "tournois.json", "etat.js", "publication.json")
    name = [*site, "c-decisions.csv", "c-joueurs.csv", "c.xlsx"][step - 1]
    output = capsys.readouterr().err
    assert f"{name} ne peut pas être écrit" in output and "Rien n'a été changé" in output
