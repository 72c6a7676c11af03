"""What is played: one folder per game, and what the games share.

Gives `registry.GAMES`; each game reads, pairs, renders, rates and submits its workbooks.
Knows no file and no front end.
"""
