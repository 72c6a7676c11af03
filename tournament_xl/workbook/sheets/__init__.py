"""Sheets that the program rewrites in every game: pairings, slips, dashboard, prizes.

Gives cells for a draft, from decoded values.
Knows no game and computes no standings.
"""
