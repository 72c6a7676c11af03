"""Results from phones: what they say, their file, slips, server, desk, clock, merge into the workbook.

Gives a server for the hall, the room where the tournament is played, and the workbook with the results on which both
players agree.
Knows no rule; results reach the workbook only through an action.
"""
