"""Legends of computed sheets of Scrabble: what their columns and cells mean."""

from __future__ import annotations

STANDINGS = (
    "J : matchs, exempt et forfaits compris, G : gagnés, N : nuls, P : perdus · "
    "PM : points de match (3, 2, 1, forfait 0) · ± : places",
    "PPM, si besoin : PM entre ex æquo qui se sont tous rencontrés · Pdep : écarts, 100 au plus chacun",
    "À égalité de PM : PPM, Pdep, puis rang initial ; au classement final, qui a tout égal est ex æquo (même place)",
)  # lines of the legend of Classement (C4 to C8)
RATINGS = (
    "Nouvelle cote : cote initiale + PE + B + PJ · Variation : PE + B + PJ · Série : d'après la nouvelle cote",
    "PE (expérience) : inscrits − place + 1 · B (bonus) : M, M/2, M/5, M/10 aux quatre premiers",
    "Cote de référence : la cote à cette place du classement initial des participants (par cote)",
    "PJ brut (jeu) : 2/3 de l'écart à la référence, 1/3 si elle est plus basse · PJ : entre PJmin et PJmax",
    "PJmax : selon catégorie, parties, % Joker, CT · PJmin : −PJmax / 2 · CT : 0,8 si TH Classique B, sinon 1",
    "Catégorie : 1 à 5, selon l'épreuve et les participants · M : sa valeur · % Joker : participants en série Joker",
)  # lines of the legend of Cotes (R2 to R7)
_GRID = "+44 : gagné de 44 points (100 comptés au plus) · − perdu · = nul · F forfait"
_GRID_OF_ROUNDS = (
    "+44 : gagné de 44 (100 au plus) · − perdu · = nul · F forfait (±{forfeit}) · X : exempt, Pdep +{forfeit} · "
    "abs., parti : ni PM ni Pdep · dessous, l'adversaire"
)
_GRID_OF_CYCLES = {1: f"{_GRID} · dessous, le score", 2: f"{_GRID} · dessous, le match retour"}


def grid_legend(forfeit_value: int, cycles: int) -> str:
    """Render the legend of Grille.

    `forfeit_value` is the Pdep of a bye (C6), `cycles` how many times everybody meets everybody in a round robin, 0 in
    other formulas.
    """
    return _GRID_OF_CYCLES[cycles] if cycles else _GRID_OF_ROUNDS.format(forfeit=forfeit_value)
