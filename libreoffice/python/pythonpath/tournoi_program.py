"""The program tournament-xl: where it is, and one exchange with it."""

import contextlib
import json
import os
import subprocess

import tournoi_texts as texts
import uno
from tournoi_sheets import Refusal, reason

VERSION = 1  # of the exchange
KEYS = {"version", "code", "message", "text", "status", "problems", "warnings", "edits", "backup", "show"}
SECONDS = 30  # that the program may take, of which it needs one; the window does not answer meanwhile
CONSTANT = "TX_Programme"  # the workbook's name for the path of the program, a text
NAME = "tournament-xl.exe" if os.name == "nt" else "tournament-xl"
FOLDERS = ("~/.local/bin", "~/bin", "/usr/local/bin", "/opt/homebrew/bin")  # LibreOffice's own PATH may lack them


def find(document, may_start):
    """Path of tournament-xl: the user's own choice, the one agreed to before, PATH, or with consent the workbook's.

    A workbook that names a program could be anybody's: it is asked about, or documents could start what they like.
    """
    remembered = _remembered()
    for path in (os.environ.get("TOURNAMENT_XL", ""), *remembered):
        if path and os.path.isfile(path):
            return path
    for folder in [*os.environ.get("PATH", "").split(os.pathsep), *map(os.path.expanduser, FOLDERS)]:
        path = os.path.join(folder, NAME)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    setup = os.path.join(os.environ.get("LOCALAPPDATA", ""), "Programs", "tournament-xl", "python.exe")
    if os.name == "nt" and os.path.isfile(setup):  # where the setup puts it
        return setup
    names = document.NamedRanges
    content = names.getByName(CONSTANT).Content if names.hasByName(CONSTANT) else ""
    program = content.lstrip("=").strip('"').replace('""', '"')
    # To look whether it is there would already call a server that a path names, with the user's name and password.
    if os.path.isabs(program) and may_start(program) and os.path.isfile(program):
        with open(_settings_file(), "w", encoding="utf-8") as file:
            json.dump([program, *remembered], file)
        return program
    raise Refusal(texts.NO_PROGRAM)


def _settings_file():
    """Where programs that may be started are remembered: in the user's profile."""
    context = uno.getComponentContext()
    paths = context.ServiceManager.createInstanceWithContext("com.sun.star.util.PathSubstitution", context)
    return os.path.join(uno.fileUrlToSystemPath(paths.substituteVariables("$(user)", True)), "tournament-xl.json")


def _remembered():
    try:
        with open(_settings_file(), encoding="utf-8") as file:
            return [path for path in json.load(file) if isinstance(path, str)]
    except (OSError, ValueError, TypeError):
        return []


def ask(program, action, sent):
    """The program's answer. Its environment is the user's, without what belongs to LibreOffice's Python."""
    ours = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "LD_LIBRARY_PATH"))}
    command = [program, "press", action, "--stdio"]
    if os.path.basename(program).lower().startswith("python"):
        command[1:1] = ["-P", "-m", "tournament_xl"]  # -P: nothing of the current folder is run
    try:
        done = subprocess.run(
            command, input=json.dumps(sent).encode("utf-8"), capture_output=True,
            env=ours, timeout=SECONDS, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Refusal(texts.TOO_SLOW.format(seconds=SECONDS)) from None
    except OSError as error:
        raise Refusal(texts.NO_START.format(program=program, reason=reason(error))) from error
    with contextlib.suppress(ValueError, TypeError):
        answer = json.loads(done.stdout.decode("utf-8"))
        if answer.keys() >= KEYS and answer["version"] == VERSION:
            return answer
    raise Refusal(texts.NO_ANSWER.format(program=program, told=done.stderr.decode("utf-8", "replace")[-300:].strip()))
