"""Workbooks of OneDrive, SharePoint and Teams, which Excel names by their address: which folder here has them."""

import sys
from types import SimpleNamespace

import pytest

from tests.excel_live import press
from tournament_xl.book.snapshot import HostError
from tournament_xl.hosts import excel_cloud
from tournament_xl.press import DONE

SITE = "https://club.sharepoint.com/sites/Tournois/Documents partages"
PERSONAL = "https://my.microsoftpersonalcontent.com/personal/1A2B/Documents"


class Key:
    def __init__(self, values):
        self.values = values

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


@pytest.fixture
def registry(monkeypatch):
    """Windows' registry with these folders of OneDrive: a dictionary, name -> values."""
    known = {}

    def opened(parent, name):
        if isinstance(parent, str):
            assert (parent, name) == ("HKCU", r"Software\SyncEngines\Providers\OneDrive")
            return Key(known)
        return Key(parent.values[name])

    def value(key, name):
        if name not in key.values:
            raise FileNotFoundError(2, name)
        return key.values[name], 1

    fake = SimpleNamespace(
        HKEY_CURRENT_USER="HKCU", OpenKey=opened, QueryValueEx=value,
        QueryInfoKey=lambda key: (len(key.values), 0, 0), EnumKey=lambda key, number: list(key.values)[number],
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "winreg", fake)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    return known


@pytest.mark.parametrize(("namespace", "address", "inside"), [
    ("https://d.docs.live.net/1A2B", "https://d.docs.live.net/1a2b/Bureau/club d'été.xlsm", "Bureau"),
    ("https://d.docs.live.net", "https://d.docs.live.net/1A2B/Bureau/club d'été.xlsm", "Bureau"),
    ("https://d.docs.live.net/1A2B/", PERSONAL + "/Bureau/club d'été.xlsm", "Bureau"),
    (PERSONAL, PERSONAL + "/club d'été.xlsm", "."),
    (SITE + "/", SITE + "/2026/club%20d%27%C3%A9t%C3%A9.xlsm", "2026"),
    (SITE, SITE + "/2026/club d'été.xlsm", "."),
], ids=["personal", "without account", "new address", "new address kept", "codes", "one folder only"])  # fmt: skip
def test_the_folder_is_found_that_windows_has_for_an_address(registry, tmp_path, namespace, address, inside):
    there = tmp_path / "OneDrive" / inside / "club d'été.xlsm"
    there.parent.mkdir(parents=True)
    there.touch()
    registry |= {
        "broken": {"UrlNamespace": "https://d.docs.live.net/1A2B"},
        "other": {"UrlNamespace": "https://", "MountPoint": str(tmp_path / "none")},
        "ours": {"UrlNamespace": namespace, "MountPoint": str(tmp_path / "OneDrive")},
    }
    assert excel_cloud.local_path(address) == there
    there.unlink()
    assert excel_cloud.local_path(address) is None


def test_without_a_folder_here_the_copies_are_kept_on_this_computer_and_the_answer_says_where(
    program, registry, tmp_path, monkeypatch
):
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    program.books[0].fullname = SITE + "/2026/club.xlsx"
    assert press(program).code == DONE
    (copy,) = (tmp_path / "Local" / "tournament_xl" / "Sauvegardes").iterdir()
    (box,) = program.boxes
    assert str(copy) in box and "OneDrive ou SharePoint" in box and "Ronde 1 appariée" in box
    program.books[0].Saved = True
    with pytest.raises(HostError, match="n'est pas atteint"):  # what is sent is written beside the file
        press(program, "send")
