"""Scrabble Classique: its sheets read and rendered, its pairings, its ratings.

The rules themselves are in `rules`, one module per part of the regulation.
Knows no other game.
"""
