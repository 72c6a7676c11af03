"""What came in: files with their tournaments or the reason why they are left out, versions, decisions.

Gives one accepted file per tournament.
Knows no rating.
"""
