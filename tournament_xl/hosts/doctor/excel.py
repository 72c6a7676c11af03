"""What the doctor sees of Excel: is it there, may it run macros, may macros start a program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tournament_xl.hosts.doctor.machine import MAC, WINDOWS, Finding, Machine
from tournament_xl.texts import doctor as texts
from tournament_xl.texts.doctor import ABSENT, MEND, OK

APP = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
PROGID = r"HKCR\Excel.Application\CurVer"
MAC_PLIST = "/Applications/Microsoft Excel.app/Contents/Info.plist"
SETTING = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"  # Excel 2016 and all later ones say 16.0
POLICIES = (
    r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security",
    r"HKLM\Software\Policies\Microsoft\Office\16.0\Excel\Security",
)
DEFENDER = (
    r"HKLM\SOFTWARE\Policies\Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules",
    r"HKLM\SOFTWARE\Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules",
)
CHILD_PROCESSES = "d4f940ab-401b-4efc-aadc-ad5f3c50688a"  # Defender's rule: Office starts no programs
BLOCKS, WARNS = "1", "6"  # values of a rule
ALL_MACROS, SIGNED_ONLY, NO_MACROS = "1", "3", "4"  # values of VBAWarnings; 2 or none: Excel asks


def excel_findings(machine: Machine, program: str) -> Iterator[Finding]:
    """Excel on this computer, and what stands between its buttons and the program."""
    if machine.system == MAC:
        yield from _on_a_mac(machine)
        return
    if machine.system != WINDOWS:
        yield Finding(ABSENT, texts.NO_EXCEL_HERE)
        return
    path, version = machine.registry(APP), machine.registry(PROGID).rpartition(".")[2]
    if not path and not version:
        yield Finding(ABSENT, texts.NO_EXCEL)
        return
    yield Finding(OK, texts.EXCEL_FOUND.format(version=version or f"({path})"))
    if found := machine.installed("xlwings"):
        yield Finding(OK, texts.XLWINGS.format(version=found))
    else:
        yield Finding(MEND, texts.NO_XLWINGS, texts.INSTALL_XLWINGS.format(python=machine.python))
    yield _macros(machine)
    rule = next(filter(None, (machine.registry(key, CHILD_PROCESSES) for key in DEFENDER)), "")
    if rule == BLOCKS:
        yield Finding(MEND, texts.DEFENDER, texts.DEFENDER_REMEDY.format(path=program))
    elif rule == WARNS:
        yield Finding(OK, texts.DEFENDER_ASKS)


def _on_a_mac(machine: Machine) -> Iterator[Finding]:
    plist = machine.read(MAC_PLIST)
    if not plist:
        yield Finding(ABSENT, texts.NO_EXCEL)
        return
    version = re.search(r"<key>CFBundleShortVersionString</key>\s*<string>([^<]*)", plist)
    yield Finding(OK, texts.EXCEL_FOUND.format(version=version[1] if version else ""))
    yield Finding(ABSENT, texts.MAC_BUTTONS, texts.MAC_REMEDY)


def _macros(machine: Machine) -> Finding:
    """What Excel does with macros; the organisation's policy goes before the person's setting."""
    policy = next(filter(None, (machine.registry(key, "VBAWarnings") for key in POLICIES)), "")
    if policy in (SIGNED_ONLY, NO_MACROS):
        return Finding(MEND, texts.MACROS_POLICY, texts.ASK_POLICY)
    setting = policy or machine.registry(SETTING, "VBAWarnings")
    if setting in (SIGNED_ONLY, NO_MACROS):
        return Finding(MEND, texts.MACROS_OFF, texts.ALLOW_MACROS)
    return Finding(OK, texts.MACROS_ON if setting == ALL_MACROS else texts.MACROS_ASK)
