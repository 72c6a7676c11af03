"""The notebook in docs: run cell by cell; `python -m tests.notebook` writes it anew with its outputs."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
from pathlib import Path

import pandas

NOTEBOOK = Path(__file__).parent.parent / "docs" / "statistiques.ipynb"
INTRODUCTION = """# Dix questions d'un statisticien

Les tableaux d'un classeur avec pandas : `python -m pip install "tournament-xl[frames]"`, puis ces lignes, à lancer
dans le dossier `samples` du dépôt. Les fonctions : [pandas.md](pandas.md)."""
SETUP = """from tournament_xl import frames

geneve, isere, othello = "geneve-2010.xlsx", "cote-saint-andre-2018.xlsx", "othello-finales.xlsx" """
QUESTIONS = [
    ("Qui a gagné le plus de parties ?",
     'games = frames.games(geneve)\ngames[games["Résultat"] == "G"].groupby("Joueur").size().nlargest(5)'),
    ("Combien marque-t-on, et de combien gagne-t-on ?",
     'games["Écart"] = (games["Score"] - games["Score adverse"]).abs()\n'
     'games[["Score", "Écart"]].astype(float).describe().round(1).loc[["mean", "std", "min", "50%", "max"]]'),
    ("La cote prédit-elle le gagnant ? Part des parties gagnées par la meilleure cote, et part attendue.",
     'better = games[games["Cote"] > games["Cote adverse"]]\n'
     'expected = 1 / (1 + 10 ** ((better["Cote adverse"] - better["Cote"]) / 400))\n'
     'won = better["Résultat"] == "G"\n'
     'print(f"{won.mean():.2f} observée, {expected.mean():.2f} attendue, {len(better)} parties")'),
    ("Quand le vainqueur a-t-il pris la tête ?",
     'winner = frames.standings(geneve)["N°"].iloc[0]\n'
     'rounds = range(1, int(games["Ronde"].max()) + 1)\n'
     '[int(frames.standings(geneve, after).set_index("N°")["Place"][winner]) for after in rounds]'),
    ("La première table décide-t-elle ? Places finales de ceux qui y jouent la dernière ronde.",
     'last = games[(games["Ronde"] == games["Ronde"].max()) & (games["Table"] == 1)]\n'
     'frames.standings(geneve).set_index("N°").loc[last["N°"], ["Joueur", "Place"]]'),
    ("Quel club gagne le plus de cote ?",
     'clubs = frames.players(isere)["Club"]\n'
     'rated = frames.ratings(isere, provisional=True).set_index("N°")\n'
     'rated.groupby(clubs)["Variation"].agg(["mean", "size"]).sort_values("mean", ascending=False).head(5)'),
    ("Les cotes basses bougent-elles plus ?",
     'rated["Variation"].astype(float).abs().groupby(rated["Cote initiale"] < rated["Cote initiale"].median()).mean()'),
    ("Quelles sont les plus grosses surprises ?",
     'upsets = games[games["Résultat"] == "G"].assign(Surprise=games["Cote adverse"] - games["Cote"])\n'
     'upsets.nlargest(3, "Surprise")[["Ronde", "Joueur", "Adversaire", "Score", "Score adverse", "Surprise"]]'),
    ("Othello : Noir gagne-t-il plus souvent ?",
     'played = frames.games(othello)\nplayed.groupby("Couleur")["Points"].agg(["mean", "size"]).round(3)'),
    ("Et tous les tournois d'un dossier ?",
     'season = frames.season(".")\n'
     'season.groupby("Classeur").agg(Joueurs=("N°", "nunique"), Rondes=("Ronde", "max"), Parties=("Ronde", "size"))'),
]  # fmt: skip


def executed(sources: list[str]) -> list[str]:
    """What each cell prints, and its last value as text, as in a notebook; run in the folder of the samples."""
    names: dict[str, object] = {}
    shown = []
    before = Path.cwd()
    os.chdir(NOTEBOOK.parent.parent / "samples")
    try:
        with pandas.option_context("display.width", 120, "display.max_columns", 20):
            for source in sources:
                tree, out = ast.parse(source), io.StringIO()
                last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
                with contextlib.redirect_stdout(out):
                    exec(compile(tree, "notebook", "exec"), names)
                    value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names) if last else None
                shown.append(out.getvalue() + ("" if value is None else f"{value}\n"))
    finally:
        os.chdir(before)
    return shown


def written() -> dict[str, object]:
    """The notebook with its outputs."""
    sources = [SETUP.strip(), *(code for _, code in QUESTIONS)]
    outputs = executed(sources)
    cells: list[dict[str, object]] = [_text(INTRODUCTION), _code(sources[0], outputs[0], 1)]
    for at, ((question, code), output) in enumerate(zip(QUESTIONS, outputs[1:], strict=True), start=1):
        cells += [_text(f"## {at}. {question}"), _code(code, output, at + 1)]
    for at, cell in enumerate(cells):
        cell["id"] = f"c{at}"
    return {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def _text(text: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(source: str, output: str, count: int) -> dict[str, object]:
    outputs = [{"output_type": "stream", "name": "stdout", "text": output}] if output else []
    return {"cell_type": "code", "execution_count": count, "metadata": {}, "source": source, "outputs": outputs}


if __name__ == "__main__":
    NOTEBOOK.write_text(json.dumps(written(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
