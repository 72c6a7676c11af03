"""The rating seasons, one TOML file each.

Gives the seasons that come with the program or lie next to a workbook.
Knows no rule beyond the shape of a season.
"""
