"""Foundations of all other rooms: data types of a tournament, lots, exact matching, prizes, exit codes.

Uses the standard library only (and an exact matching library, imported by the function that needs it).
Knows no game, no sheet and no sentence.
"""
