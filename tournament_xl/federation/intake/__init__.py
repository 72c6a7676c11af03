"""What came in: files and their verdicts, versions of one tournament, decisions of the federation.

Gives one accepted result per tournament.
Knows no rating.
"""
