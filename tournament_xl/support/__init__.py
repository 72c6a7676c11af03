"""Help when something does not work: doctor and repair.

Gives the faults of an installation or a workbook, and mends buttons.
Knows no rule.
"""
