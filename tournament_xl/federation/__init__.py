"""A folder of workbooks, read and never edited, becomes the international ranking.

Intake, identity, ranking, output, in this order.
Knows no pairing.
"""
