"""docs/commandes.md, made of what `tournament-xl COMMANDE --help` says: `python -m docs.commands`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tournament_xl.frontends.cli.verbs import describe
from tournament_xl.frontends.cli.words import VERBS, Parser

PAGE = Path(__file__).with_name("commandes.md")
HEAD = """# Les commandes

Chaque bouton a sa commande, sur le classeur **enregistré et fermé**. Celle de *Tournoi suivant* est
`tournament-xl new NOUVEAU.xlsx --formule … --joueurs ANCIEN.xlsx`. `tournament-xl COMMANDE --help` dit la même chose.
Cette page est faite par `python -m docs.commands`. Installer : [installation.md](installation.md).

Un tournoi de 12 joueurs, dans ce dépôt :

```
mkdir essai
tournament-xl new essai/club.xlsx --formule classique --joueurs samples/joueurs-cote-saint-andre.csv
tournament-xl pair essai/club.xlsx
# ouvrir, taper les scores dans Résultats, enregistrer, fermer ; de même pour chaque ronde
tournament-xl pair essai/club.xlsx
```

| code de sortie | sens |
|---|---|
| 0 | fait |
| 1 | rien à faire, ou refusé par une règle qui n'a pas de cellule |
| 2 | la commande est mal écrite |
| 3 | à corriger dans le classeur, une ligne par problème : `Feuille!Cellule : message` |
| 5 | fichier ouvert ailleurs, introuvable, abîmé ou impossible à écrire ; liste inutilisable |
| 70 | une faute de notre part ; le message nomme le fichier à nous envoyer |
"""


def render() -> str:
    """Render the page."""
    return "\n".join([HEAD, *(_render_verb(name) for name in VERBS)])


def _render_verb(name: str) -> str:
    """Render a command: how it is written, what it does, and its options but `--help`, a line each."""
    verb, parser = VERBS[name], Parser(prog=f"tournament-xl {name}")
    for word in verb.words:
        word(parser)
    actions = [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]
    arguments = [_name_argument(action) for action in actions if not action.option_strings]
    lines = [f"## `{' '.join(['tournament-xl', name, *arguments])}`", "", describe(verb), ""]
    options = [
        f"| `{_write_option(action)}` | {action.help}{' **(obligatoire)**' if action.required else ''} |"
        for action in actions
        if action.option_strings
    ]
    return "\n".join([*lines, *(["| option | |", "|---|---|", *options, ""] if options else [])])


def _name_argument(action: argparse.Action) -> str:
    names = action.metavar if isinstance(action.metavar, tuple) else [action.metavar or "|".join(action.choices or ())]
    name = " ".join(names)
    return f"[{name}]" if action.nargs == "?" else f"{name} ..." if action.nargs == "+" else name


def _write_option(action: argparse.Action) -> str:
    """Return an option and what it takes, as they stand in a table of Markdown."""
    written = [action.option_strings[-1], *([] if action.nargs == 0 else [_name_argument(action)])]
    return " ".join(written).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
