"""Which formula is fairer: many simulated tournaments of each, the same fields and chances for all.

Gives a table and a workbook with charts.
Knows no workbook of a tournament.
"""
