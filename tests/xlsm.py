"""Workbooks with buttons for tests: inspected, run as Excel would, saved by programs that lose the buttons."""

from __future__ import annotations

import re
import warnings
import zipfile
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import openpyxl
from pyopenvba.apps.excel import ExcelApplication
from pyopenvba.apps.excel._model import Application
from pyopenvba.interpreter._intrinsics import INTRINSICS
from pyopenvba.interpreter._objects import VBAObject
from pyopenvba.interpreter._values import error

from tests import ROOT

TEMPLATES = ROOT / "templates"
WITH_BUTTONS, WITHOUT = TEMPLATES / "scrabble.xlsm", TEMPLATES / "scrabble.xlsx"
BUTTONS = {
    "Apparier la ronde suivante": ("TX_Apparier", "pair"),
    "Mettre à jour": ("TX_MettreAJour", "update"),
    "Annuler la dernière ronde": ("TX_Annuler", "undo"),
    "Calculer les cotes": ("TX_Cotes", "ratings"),
    "Vérifier le tournoi": ("TX_Verifier", "check"),
    "Préparer l'envoi": ("TX_Envoi", "send"),
    "Publier": ("TX_Publier", "publish"),
}  # caption -> macro, action (the contract)


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_buttons(path: Path) -> dict[str, str]:
    """Read the buttons of the first sheet from its VML: caption -> macro."""
    contents = parts(path)
    linked = re.search(r'<legacyDrawing\b[^>]*r:id="([^"]*)"', contents["xl/worksheets/sheet1.xml"].decode())
    relations = contents.get("xl/worksheets/_rels/sheet1.xml.rels", b"").decode()
    tags = [tag for tag in re.findall(r"<Relationship\b[^>]*>", relations) if linked and f'Id="{linked[1]}"' in tag]
    if not tags:
        return {}
    target = re.search(r'Target="(?:\.\./|/xl/)([^"]*)"', tags[0])
    assert target
    vml = contents[f"xl/{target[1]}"].decode()
    shapes = re.findall(r"<v:shape\b(?:(?!</v:shape>).)*?<font[^>]*>(.*?)</font>.*?<x:FmlaMacro>(.*?)<", vml, re.DOTALL)
    return {unescape(caption): macro for caption, macro in shapes}


def save_by_openpyxl(path: Path) -> Path:
    """Overwrite the workbook as a script with openpyxl does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        openpyxl.load_workbook(path).save(path)
    return path


class Shell(VBAObject):
    """WScript.Shell, its environment and the file system, as far as a button uses them."""

    vba_type_name = "IWshShell3"

    def __init__(self, code: int = 0, *, installed: bool = True, refuses: bool = False, scripts: bool = True) -> None:
        self.code, self.installed, self.refuses, self.scripts = code, installed, refuses, scripts
        self.looked_for: list[str] = []
        self.commands: list[tuple[Any, ...]] = []
        self.environment: dict[str, str] = {}

    def create(self, name: str) -> Shell:
        if not self.scripts:  # switched off on this computer
            raise error(429, "ActiveX component can't create object")
        return self

    def vba_get(self, name: str, args: Any = (), keywords: Any = None) -> Any:
        if name == "Environment":
            return self
        if name == "FileExists":
            return self.exists(args[0])
        assert name == "Run", name
        if self.refuses:
            raise error(70, "Permission denied")
        self.commands.append((args[0], int(args[1]), bool(args[2])))
        return self.code

    def vba_set(self, name: str, value: Any, args: Any = (), keywords: Any = None, *, by_ref: bool = False) -> None:
        self.environment[args[0]] = value

    def exists(self, path: str) -> bool:
        self.looked_for.append(path)
        return self.installed

    @property
    def started(self) -> str:
        """Command of the only start, as Windows sees it: Run replaces %NAME% once."""
        ((command, window, waits),) = self.commands
        assert (window, waits) == (0, True), "hidden, and the button waits"
        return re.sub(r"%(\w+)%", lambda match: self.environment.get(match[1], match[0]), command)


WINDOW = 4711  # the handle of Excel's window
LOCAL_PROGRAMS = r"C:\Users\zoe\AppData\Local"


def click(
    path: Path, macro: str, shell: Shell, *arguments: VBAObject, folder: str = "", **answers: Any
) -> list[tuple[str, str, str, int]]:
    """Run a button's macro in the Excel of pyOpenVBA and return the message boxes.

    Args:
        arguments: What the macro is called with.
        folder: Where Excel says the workbook is.
        answers: Property of Excel -> its value; `statusbar` is a list of what it was set to.
    """
    app = ExcelApplication.open(str(path))
    app.interpreter.host.create = shell.create
    known = {"operatingsystem": "Windows (64-bit) NT 10.00", "hwnd": WINDOW} | answers
    usual, setting = Application.vba_get, Application.vba_set

    def get_or_call(self: Any, name: str, *args: Any, **keywords: Any) -> Any:
        return known[name.lower()] if name.lower() in known else usual(self, name, *args, **keywords)

    def set_to(self: Any, name: str, value: Any, *args: Any, **keywords: Any) -> None:
        if name.lower() in answers:
            answers[name.lower()].append(value)
        else:
            setting(self, name, value, *args, **keywords)

    functions = {  # of VBA itself, which ask Windows
        "dir": lambda _, args, keywords: Path(args[0]).name if shell.exists(args[0]) else "",
        "shell": lambda _, args, keywords: shell.commands.append((args[0], int(args[1]), False)) or 1.0,
        "environ": lambda _, args, keywords: LOCAL_PROGRAMS,
    }
    if folder:
        app.workbook.path = folder
    with (
        patch.object(Application, "vba_get", get_or_call), patch.object(Application, "vba_set", set_to),
        patch.dict(INTRINSICS, functions),
    ):  # fmt: skip
        app.run(macro, *arguments)
    dialogs: list[tuple[str, str, str, int]] = app.dialogs
    return dialogs
