"""What every other room stands on: the nouns of a tournament, lots, exact matching, prizes, exit codes.

Standard library only (and an exact matching library, loaded by the function that needs it).
Knows no game, no sheet and no sentence.
"""
