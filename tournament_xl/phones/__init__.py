"""Results from phones: slips, server, desk, clock, merge.

Gives a server for the hall that shows the publication and takes results.
Knows no rule; results reach the workbook only through an action.
"""
