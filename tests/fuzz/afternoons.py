"""Whole afternoons by chance: `python -m tests.fuzz.afternoons [--count N] [--first SEED]`.

A tournament of any formula goes on for some steps: rounds are played, buttons pressed, undone, forced, and in between
happen the accidents of `gestures`, also on settings, absences and the Journal. At every press that is done each result
that an earlier one has seen still belongs to the same two people, or the answer says what became of it.
"""

from __future__ import annotations

import sys
from random import Random

from tests.desk import Desk
from tests.fuzz import gestures
from tournament_xl.press import DONE
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot

PRESSES = ("update", "update", "pair", "pair", "pair", "undo", "undo --force", "ratings")
STEPS = 8
SETTINGS = {
    "Nombre de rondes": (3, 4, 5, 6, 8, 10, 12, None, "x"),
    "Édition": ("F10", "F50", None),
    "Manches gagnantes": (1, 2, "2 (ronde 3)", None),
    "Formule": ("Classique", "Open", "Toutes-rondes", "Double toutes-rondes", "Suisse", None),
    "Graine": ("7", "8", None),
    "Pions du bye": (32, 33, 64, None),
    "Départage": ("PAPP", "règlement", None),
    "Nom": ("Coupe", None),
}


def main() -> int:
    return gestures.series("afternoons", __doc__, one, 1000)


def one(seed: int) -> tuple[str, str]:
    """ "kept", "told" or "silent", and the story."""
    source = Random(f"afternoon {seed}")
    kind = source.choice(list(gestures.BOOKS))
    desk = gestures.BOOKS[kind][0]()
    desk.snapshot, before, usual = gestures.tournament(kind, "recorded")
    story, word, alike = [kind], "kept", source.random() < 0.5
    for _ in range(STEPS):
        sound = desk.snapshot
        if source.random() < 0.5:
            story.append("played")
            gestures.play(desk, source, source.choice((1.0, 1.0, 0.5)), alike=alike)
        if source.random() < 0.6:
            story.append(_accident(source, desk))
        press = source.choice(PRESSES)
        action, force = press.split()[0], {"force": True} if "--force" in press else {}
        if action == "ratings":
            force = {"provisional": True}
        outcome = desk.press(action, **force)
        story.append(f"{press}: {outcome.code}")
        if outcome.code != DONE:
            desk.snapshot = sound
            continue
        now = dict(gestures.results(desk))
        mine = {at: what for at, what in before.items() if action != "undo" or at[0] != outcome.round}
        lost = [f"{at} {mine[at]} -> {now.get(at)}" for at in mine if now.get(at) != mine[at]]
        if lost and not gestures.says(outcome, usual):
            return "silent", ", ".join(story + lost[:3])
        word = "told" if lost else word
        before, usual = now, frozenset(outcome.warnings)
    return word, ", ".join(story)


def _accident(source: Random, desk: Desk) -> str:
    """Something that nobody meant, on any sheet."""
    match source.randrange(9):
        case 0:
            lines = [line for line in desk.table(labels.TOURNAMENT).lines() if line.text("Paramètre") in SETTINGS]
            line = source.choice(lines)
            value = source.choice(SETTINGS[line.text("Paramètre")])
            desk.type(labels.TOURNAMENT, line.row, "Valeur", value)
            return f"{line.text('Paramètre')} = {value}"
        case 1:
            who = source.choice([player.number for player in desk.decoded().tournament.players])
            text = source.choice(("1", "2-", "2, 3", "3-", "1-", None))
            desk.absences(who, text)
            return f"absences of {who}: {text}"
        case 2:
            return _journal(source, desk)
        case 3:
            number = 50 + source.randrange(9)
            desk.player(f"Tard{number}", 1500, Prénom="Léa", **({"N": number} if source.random() < 0.5 else {}))
            return f"late entry {number}"
        case 4:
            return _paired_otherwise(source, desk)
    return gestures.gesture(source, desk)


def _paired_otherwise(source: Random, desk: Desk) -> str:
    """Two pairs of the last round exchange their second players; their results stay, go, or one of them does."""
    decoded = desk.decoded()
    rows = decoded.results.round(len(decoded.tournament.rounds))
    if len(rows) < 2:
        return "no pairs"
    pair = source.sample(rows, 2)
    names = desk.columns[labels.RESULTS]
    column = [name for name in names if name.startswith("N°")][1]
    texts = [row.line.text(column) for row in pair]
    gone = source.sample(pair, source.randrange(3))
    for row, text in zip(pair, reversed(texts), strict=True):
        desk.type(labels.RESULTS, row.line.row, column, text)
    for row in gone:
        for name in names:
            if name.startswith(("Score", "Pions", "Forfait", "Fin")):
                desk.type(labels.RESULTS, row.line.row, name, None)
    return f"paired otherwise (rows {', '.join(str(row.line.row) for row in pair)}; {len(gone)} emptied)"


def _journal(source: Random, desk: Desk) -> str:
    """Some last lines of the Journal removed, or one in the middle."""
    grid = [list(row) for row in desk.snapshot.sheets[labels.JOURNAL]]
    first = desk.table(labels.JOURNAL).header
    if first >= len(grid):
        return "an empty Journal"
    at = source.randrange(first, len(grid))
    until = source.choice((at + 1, len(grid)))
    del grid[at:until]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.JOURNAL: grid})
    return f"Journal rows {at + 1} to {until} removed"


if __name__ == "__main__":
    sys.exit(main())
