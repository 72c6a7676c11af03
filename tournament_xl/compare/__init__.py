"""Comparison of formulas: many simulated tournaments of each, with the same fields and chances.

Gives a table and a workbook with charts.
Knows no workbook of a tournament.
"""
