"""Sheets that a tournament is remembered by, the same in every game: a file for each.

Prix, Équipes, Évolution, Faits marquants, Palmarès: each is rendered by one function from the values of `inputs`.
"""
