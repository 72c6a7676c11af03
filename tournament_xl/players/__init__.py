"""Lists of players as people have them: CSV, spreadsheets, last week's workbook, the world's list.

Gives the registrations of a new tournament, with problems at their cells.
Knows no pairing, and no file except the list that it reads.
"""
