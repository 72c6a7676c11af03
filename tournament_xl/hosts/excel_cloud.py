"""Where a workbook of OneDrive, SharePoint or Teams lies on this computer: Excel names it by its address.

Windows' registry has, for each folder that OneDrive keeps here, its address (UrlNamespace) and its place (MountPoint).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

_KEY = r"Software\SyncEngines\Providers\OneDrive"
_PERSONAL = re.compile(r"https://my\.microsoftpersonalcontent\.com/personal/([^/]+)/documents/", re.IGNORECASE)


def local_path(address: str) -> Path | None:
    """The file on this computer's disks that has this address; None when no folder kept here has it."""
    addresses = [address, _PERSONAL.sub(r"https://d.docs.live.net/\1/", address)]  # two forms of personal ones
    for one in dict.fromkeys(text for each in addresses for text in (each, unquote(each))):
        for namespace, folder in sorted(_folders(), key=lambda pair: -len(pair[0])):
            if one.lower().startswith(namespace.lower() + "/"):
                parts = one[len(namespace) + 1 :].split("/")
                for rest in (parts, parts[1:]):  # an account's number, or the one folder of a library that is kept here
                    if rest and (file := Path(folder, *rest)).is_file():
                        return file
    return None


def stand_in(name: str) -> Path | None:
    """Where the workbook would be for its copies to be kept on this computer; None where there is no such folder."""
    folder = os.environ.get("LOCALAPPDATA")
    if not folder:
        return None
    path = Path(folder, "tournament_xl", name)
    with suppress(OSError):  # said when the copy is made
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _folders() -> Iterator[tuple[str, str]]:
    """Address and place of the folders that OneDrive keeps on this computer."""
    try:
        winreg: Any = import_module("winreg")
    except ImportError:
        return
    with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
        for number in range(winreg.QueryInfoKey(key)[0]):
            with suppress(OSError), winreg.OpenKey(key, winreg.EnumKey(key, number)) as one:
                address, folder = (str(winreg.QueryValueEx(one, name)[0]) for name in ("UrlNamespace", "MountPoint"))
                yield address.rstrip("/"), folder
