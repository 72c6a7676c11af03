"""LibreOffice in a window for tests: a screen of its own (Xvfb), a new profile with the extension, a real mouse."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from tests import ROOT
from tests.display import display
from tests.programs import program_group

EXTENSION = ROOT / "libreoffice" / "tournament-xl.oxt"
PYTHONS = ("/usr/bin/python3", "python3")  # the first that has UNO
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop>
<prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse">
<value>99.9</value></prop></item>
<item oor:path="/org.openoffice.Office.Linguistic/SpellChecking"><prop oor:name="IsSpellAuto" oor:op="fuse">
<value>false</value></prop></item>{more}</oor:items>
"""  # no welcome, no tip of the day, nothing underlined
TRUSTED = (
    '<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="SecureURL" oor:op="fuse">'
    "<value><it>{url}</it></value></prop></item>"
)


def python_with_uno() -> str:
    for python in PYTHONS:
        with suppress(OSError, subprocess.TimeoutExpired):
            if subprocess.run([python, "-c", "import uno"], capture_output=True, timeout=20).returncode == 0:
                return python
    return ""


def install_extension(profile: Path) -> None:
    """Add the extension to a profile by `unopkg`, which refuses root: then as nobody, in a folder of nobody's."""
    with tempfile.TemporaryDirectory(prefix="tournament-xl-") as name:
        folder, root = Path(name), os.getuid() == 0
        shutil.copy(EXTENSION, folder)
        if root:
            for path in (folder, folder / EXTENSION.name):
                shutil.chown(path, "nobody")
        subprocess.run(
            ["unopkg", "add", "-f", "--suppress-license", f"-env:UserInstallation={folder.as_uri()}/profile",
             str(folder / EXTENSION.name)],
            check=True, capture_output=True, timeout=60, cwd=folder, env={**os.environ, "HOME": name},
            user="nobody" if root else None,
        )  # fmt: skip
        shutil.copytree(folder / "profile", profile, dirs_exist_ok=True)


class Office:
    """A LibreOffice; use it as a context manager, send requests of office_uno.Hands by `ask`."""

    def __init__(self, folder: Path, *, program: str, trusted: Path | None = None, screen: str = "1280x900") -> None:
        self.folder, self.trusted, self._screen = folder, trusted, screen
        here = str(Path(sys.executable).parent)  # LibreOffice would take an active environment's Python for its own
        path = os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if part != here)
        clean = {name: text for name, text in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        ours = {"SAL_USE_VCLPLUGIN": "gen", "TOURNAMENT_XL": program, "LC_ALL": "C.UTF-8", "PATH": path,
                "TMPDIR": str(folder)}  # fmt: skip
        self.environment = clean | ours
        self._running = ExitStack()  # screen and programs
        self._log = folder / "soffice.txt"

    def __enter__(self) -> Office:
        with ExitStack() as running:
            self._start(running)
            self._running = running.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def _start(self, running: ExitStack) -> None:
        profile = self.folder / "profile"
        install_extension(profile)
        more = TRUSTED.format(url=self.trusted.as_uri()) if self.trusted else ""
        (profile / "user" / "registrymodifications.xcu").write_text(SETTINGS.format(more=more), encoding="utf-8")
        self.environment["DISPLAY"] = running.enter_context(display(self._screen))
        start = running.enter_context(program_group())
        pipe = f"tournament-xl-{os.getpid()}-{time.monotonic_ns()}"
        where = f"-env:UserInstallation={profile.as_uri()}"
        words = ["soffice", where, f"--accept=pipe,name={pipe};urp;", "--norestore", "--nologo", "--nodefault"]
        with self._log.open("wb") as log:
            self._office = start(words, env=self.environment, stdout=log, stderr=log)
        hands = [python_with_uno(), str(ROOT / "tests" / "office_uno.py"), pipe]
        self._hands = start(hands, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._answer(130) == "ready"  # longer than Hands waits for the office

    def ask(self, name: str, *arguments: Any) -> Any:
        """Send a request of office_uno.Hands and return its answer."""
        assert self._hands.stdin
        with suppress(BrokenPipeError):  # then there is no answer
            self._hands.stdin.write(json.dumps([name, arguments]).encode() + b"\n")
            self._hands.stdin.flush()
        return self._answer(120)

    def _answer(self, seconds: float) -> Any:
        assert self._hands.stdout
        assert select.select([self._hands.stdout], [], [], seconds)[0], f"no answer. {self._condition()}"
        answer = json.loads(self._hands.stdout.readline() or b'{"error": "UNO has gone"}')
        assert "error" not in answer, f"{answer['error']}. {self._condition()}"
        return answer["value"]

    def _condition(self) -> str:
        """Describe what tells why an office died or does not answer."""
        with suppress(subprocess.TimeoutExpired):
            self._office.wait(2)  # it may be ending
        return f"Its exit code: {self._office.poll()}. It said: {self._log.read_text(errors='replace')[-2000:]}"

    def click(self, point: Sequence[int]) -> None:
        """Move the mouse there and press its left button."""
        self._xdotool("mousemove", str(point[0]), str(point[1]), "sleep", "0.1", "click", "1")

    def keys(self, *names: str) -> None:
        """Press keys, by their X names."""
        self._xdotool("key", "--delay", "50", *names)

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environment, check=True, timeout=20)

    def choose(self, item: str, menu: str = "Tournoi") -> None:
        """Click on a menu of the menu bar, again if the window was not ready, then on one of its items."""
        self.insist(lambda: self.click(self.ask("menu", menu)["at"]), lambda: self._shown(menu, item), 1)
        self.picture("menu")
        self.click(self._shown(menu, item) or [])

    def _shown(self, menu: str, item: str) -> list[int] | None:
        state = self.ask("menu", menu)
        point = state["items"].get(item)
        return point if point and point[1] > state["at"][1] else None  # a closed menu's items are all at the top

    def press_button(self, label: str) -> None:
        """Click on a button of the sheet, again if the window was not ready; a dialog has come then."""
        self.insist(lambda: self.click(self.ask("button", label)), lambda: self.ask("dialogs"), 4)

    def dialog(self) -> dict[str, Any]:
        """Wait for the dialog in front and return its title, texts and buttons."""
        dialog: dict[str, Any] = self.until(lambda: next(iter(self.ask("dialogs")), None), 60)
        return dialog

    def close_dialog(self, button: str = "") -> str:
        """Wait for a dialog, click on a button, by default the first, and return the text."""
        dialog = self.dialog()

        def same() -> list[int]:
            return [shown["buttons"] for shown in self.ask("dialogs") if shown["text"] == dialog["text"]]

        def press() -> None:
            time.sleep(0.2)
            for buttons in same():
                self.click(buttons[button or next(iter(buttons))])

        self.insist(press, lambda: not same(), 2)
        time.sleep(0.5)  # the window gets the mouse back
        return str(dialog["text"])

    def insist(self, act: Callable[[], None], test: Callable[[], Any], seconds: float) -> None:
        """Act, up to five times, until `test` holds within so many seconds."""
        for _ in range(4):
            act()
            with suppress(AssertionError):
                self.until(test, seconds)
                return
        act()
        self.until(test, seconds)

    def until(self, test: Callable[[], Any], seconds: float = 15) -> Any:
        """Wait until `test` gives a value, and return it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := test():
                return value
            time.sleep(0.1)
        raise AssertionError(f"waited {seconds} s in vain")

    def picture(self, name: str) -> None:
        """Save the screen as a small PNG, where SCREENSHOTS in the environment names a folder for it."""
        if folder := os.environ.get("SCREENSHOTS"):
            words = ["import", "-window", "root", "+dither", "-colors", "64", f"{folder}/libreoffice-{name}.png"]
            subprocess.run(words, env=self.environment, check=True, timeout=30)
