"""Results from phones: what they say, their file, slips, server, desk, clock, merge into the workbook.

Gives a server for the hall, and the workbook with the results on which both players agree.
Knows no rule; results reach the workbook only through an action.
"""
